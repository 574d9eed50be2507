"""The lines of a node as they stand in its source, with what was changed in its words since."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from audit.language.syntax import Node, Source, Word
from audit.ruleset.basis import Span

_END = re.compile(r"@|#|\n|\bassumed\b")


class Originals:
    """The texts that nodes come from, by the name in their spans."""

    def __init__(self, sources: Mapping[str, Source]) -> None:
        self._texts = {name: source.text for name, source in sources.items()}
        self._starts: dict[str, list[int]] = {}

    def phrase(self, node: Node) -> str:
        """The words of a line with its guard and its choice, in one line; clauses and assumption left out."""
        return " ".join(self.spaced(node).split())

    def words(self, node: Node) -> str:
        """The words of a line without its guard and its choice."""
        parts = [p for p in (node.tail.guard, node.tail.when) if p is not None]
        if node.kind == "wager" or not parts:
            return self.phrase(node)
        return " ".join(self._cut(node, parts[0].span).split())

    def conditions(self, node: Node) -> str:
        """The guard and the choice of a line, as written."""
        guard, when = node.tail.guard, node.tail.when
        said = []
        if guard is not None:
            said.append(self._cut(guard, None if when is None else when.span))
        if when is not None:
            said.append(self._cut(when, None))
        return " ".join(said)

    def spaced(self, node: Node) -> str:
        """As `phrase`, with the spaces of the original, which align names and columns."""
        return self._wager_head(node) if node.kind == "wager" else self._cut(node, None)

    def _cut(self, node: Node, until: Span | None) -> str:
        """A stretch of the text with the words in it that were changed."""
        text = self._texts.get(node.span.source, "")
        start = self._offset(node.span.source, node.span.line, node.span.column)
        end = self._end(text, start, node) if until is None else self._offset(until.source, until.line, until.column)
        pieces: list[str] = []
        at = start
        for span, said in self._changed(node, start, end):
            here = self._offset(span.source, span.line, span.column)
            pieces += [text[at:here], said]
            at = self._offset(span.source, span.end_line, span.end_column)
        pieces.append(text[at:end])
        return re.sub(r"\s*\n\s*", " ", "".join(pieces)).strip()

    def _changed(self, node: Node, start: int, end: int) -> Iterator[tuple[Span, str]]:
        """The words that no longer stand as in the source, in order, with what is said now.

        Where one name was filled by several, all of them have its place.
        """
        said: dict[Span, tuple[str, list[str]]] = {}
        for joiner, word in _leaves(node, ", "):
            offset = self._offset(word.span.source, word.span.line, word.span.column)
            if word.span.source == node.span.source and start <= offset < end:
                said.setdefault(word.span, (joiner, []))[1].append(word.text)
        text = self._texts.get(node.span.source, "")
        for span in sorted(said):
            joiner, texts = said[span]
            first = self._offset(span.source, span.line, span.column)
            last = self._offset(span.source, span.end_line, span.end_column)
            if text[first:last] != joiner.join(texts):
                yield span, joiner.join(texts)

    def _wager_head(self, node: Node) -> str:
        """A wager's head may take its title from one edition and the rest from another, so it is put together."""
        name, title, like, *_ = (*node.words, None, None)
        parts = ["wager"]
        for lead, word in (("", name), ("", title), ("like ", like)):
            if isinstance(word, Word):
                parts.append(lead + word.text)
        return " ".join([*parts, self.conditions(node)]).strip()

    def _end(self, text: str, start: int, node: Node) -> int:
        """Where the clauses, a comment or the line end; a comma at its end carries a line on."""
        first = node.children[0] if node.children else None
        at = start
        if node.kind == "table_row" and isinstance(first, Word):
            at = self._offset(first.span.source, first.span.end_line, first.span.end_column)
        while True:
            found = _END.search(text, at)
            if found is None:
                return len(text)
            quotes = text.count('"', text.rfind("\n", 0, found.start()) + 1, found.start())
            is_quoted = node.kind != "table_row" and quotes % 2 == 1
            if not is_quoted and not (found[0] == "\n" and text[start : found.start()].rstrip().endswith(",")):
                return found.start()
            at = found.end()

    def _offset(self, source: str, line: int, column: int) -> int:
        if source not in self._starts:
            text = self._texts.get(source, "")
            self._starts[source] = [0, *(m.end() for m in re.finditer("\n", text))]
        starts = self._starts[source]
        return starts[min(line, len(starts)) - 1] + column - 1


def _leaves(node: Node, joiner: str) -> Iterator[tuple[str, Word]]:
    """The words of a line in order, each with what joins it to another in its place; not those of lines below it."""
    at = node.tail_at
    own = node.children if at is None else node.words
    for child in own:
        if isinstance(child, Word):
            yield joiner, child
        elif child is not None:
            yield from _leaves(child, " and " if child.kind == "any_of_area" else ", ")
    if at is not None:
        for part in (node.tail.guard, node.tail.when):
            if part is not None:
                yield from _leaves(part, ", ")
