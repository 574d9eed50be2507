"""``remove clause`` and ``renumber`` over the citations that an amendment carries on from the old edition."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from audit.language.clauses import Parts, bare, parts_named, with_all_above
from audit.language.diagnostics import Diagnostic
from audit.language.entries import HEADINGS, Entry
from audit.language.old_edition import Old
from audit.language.renumbering import Fate, clauses_cited, missing_clause, read_renumbering, rewrite
from audit.language.syntax import Node, Word

BLOCKS_WITH_LINES = HEADINGS | {
    "step", "decides", "plays_each_hand", "branch", "else_if", "else_", "under_choice_actions", "irregularity",
    "award", "fee", "betting", "betting_rules", "role", "round", "ranking", "count", "stack", "assume",
}
"""Blocks that are nothing without lines."""


def strike_clauses(old: Old, lines: Sequence[Node], cited: frozenset[Parts]) -> None:
    """Takes the named clauses, and all below them, out of the citations of the old edition.

    A statement or a line that cites nothing else goes with them; so do the lines that rest on such a head alone.
    """
    if not lines:
        return
    gone: set[Parts] = set()
    there = with_all_above(cited)
    for line in lines:
        word = line.words[0]
        assert isinstance(word, Word)
        clause = parts_named(word.text[1:-1])
        if bare(clause) in there:
            gone.add(bare(clause))
        else:
            said = missing_clause(clause, old.id, cited)
            old.mistakes.append(Diagnostic("remove-missing", said, word.span, clauses_cited(clause, cited)))
    if not gone:
        return
    striking = _Striking(old.source, lambda clause: clause if gone.isdisjoint(with_all_above([clause])) else None)
    for entries in (old.entries, old.beside):
        entries[:] = [made for entry in entries if (made := striking.entry(entry)) is not None]


def renumber_in(old: Old, lines: Sequence[Node], cited: frozenset[Parts]) -> None:
    """Gives the citations of the old edition their new numbers, all at once."""
    if not lines:
        return
    fate, mistakes = read_renumbering(lines, old.id, cited)
    old.mistakes.extend(mistakes)
    for entries in (old.entries, old.beside):
        entries[:] = [
            entry if entry.via is not None else replace(
                entry, node=_rewritten(entry.node, fate, old.source),
                headings=tuple(_rewritten(heading, fate, old.source) for heading in entry.headings),
            )
            for entry in entries
        ]


def _rewritten(node: Node, fate: Fate, source: str) -> Node:
    children = tuple(_rewritten_part(child, fate, source) for child in node.children)
    if all(a is b for a, b in zip(children, node.children, strict=True)):
        return node
    return replace(node, children=children)


def _rewritten_part(part: Node | Word | None, fate: Fate, source: str) -> Node | Word | None:
    if isinstance(part, Node):
        return _rewritten(part, fate, source)
    if part is not None and part.kind == "CITE" and part.span.source != source:
        return rewrite(part, fate)
    return part


@dataclass(frozen=True, slots=True)
class _Striking:
    """Strikes clauses out of lines; ``source`` is the file that amends, whose own citations are new."""

    source: str
    fate: Fate

    def entry(self, entry: Entry) -> Entry | None:
        if entry.via is not None:
            return entry
        orphaned = False
        headings: list[Node] = []
        for heading in entry.headings:
            made, left = self._tail(heading)
            orphaned = not left if heading.tail.cite is not None else orphaned
            headings.append(made)
        node = self.line(entry.node, orphaned)
        return None if node is None else replace(entry, node=node, headings=tuple(headings))

    def line(self, node: Node, orphaned: bool) -> Node | None:
        """The line without what was struck; None where nothing supports it any more.

        ``orphaned``: the head that it rests on has lost all its clauses.
        """
        if node.tail_at is None:
            return node
        cited = node.tail.cite is not None
        made, left = self._tail(node)
        gone = (cited and not left) or (orphaned and not cited)
        if node.span.source == self.source and not cited:
            gone = False
        before = node.body
        body = [line for child in before if (line := self._below(child, gone, node)) is not None]
        if gone and not any(_cites(line) for line in body):
            return None
        if before and not body and node.kind in BLOCKS_WITH_LINES:
            return None
        if len(body) == len(before) and all(a is b for a, b in zip(body, before, strict=True)):
            return made
        return made.with_body(tuple(body))

    def _below(self, line: Node, orphaned: bool, head: Node) -> Node | None:
        rows = [child for child in head.body if child.kind == "table_row"]
        if rows and (line is rows[0] or line.kind != "table_row"):
            # The headings of a table, and its policy, hold for the rows that are left.
            return self._tail(line)[0]
        return self.line(line, orphaned)

    def _tail(self, node: Node) -> tuple[Node, bool]:
        """The line with its own citation struck, and whether it has one left."""
        at = node.tail_at
        tail = None if at is None else node.children[at]
        if at is None or not isinstance(tail, Node):
            return node, False
        cite = node.tail.cite
        if cite is None or cite.span.source == self.source:
            return node, cite is not None
        kept = rewrite(cite, self.fate)
        if kept is cite:
            return node, True
        made = replace(tail, children=tuple(kept if child is cite else child for child in tail.children))
        return replace(node, children=(*node.children[:at], made, *node.children[at + 1 :])), kept is not None


def _cites(node: Node) -> bool:
    return any(isinstance(part, Word) and part.kind == "CITE" for part in node.walk())
