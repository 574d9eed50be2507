"""Where each thing stands on the page: columns, clauses, rows, blank lines.

The measures are those of the conventions of the rulesets.  Clauses stand in one column, so that a reader can run down
them; a line too long for that has them behind its words, or on a line of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from audit.language.formatting_lines import Comment, Line, spaced
from audit.language.layout import LONGEST_LINE

COLUMN = 80
"""How many characters stand before the clauses."""
WIDEST = 120
WIDEST_ROW = 150
"""A table is read across: its clauses may stand further out before they leave their row."""
WIDEST_LIST = 100
"""A list of phrases is broken sooner than one of single words."""
FURTHER = 4

HEAD_COLUMN = len("jurisdiction")
HEAD_WORDS = {
    "title": 1, "issuer": 1, "jurisdiction": 1, "submitted": 1, "revised": 1, "approved": 1, "adopted": 1,
    "effective": 1, "other_date": 1, "supersedes": 1, "amends": 1, "under": 1, "source": 1, "witness": 1, "chapter": 1,
    "begins_at": 2, "missing": 1, "breaks_off": 3,
}
ALIGNED = {
    "first_to_act": len("first"), "must": len("first"), "may": len("first"), "live_option": len("first"),
    "size_rule": len("first"),
    "because": len("instead"), "taken": len("instead"), "instead": len("instead"),
}
"""Kinds of line whose first word is padded, and to what."""
RESULTS = frozenset({"row", "row_otherwise"})

AIRY = frozenset({
    "ruleset", "fragment", "regulation", "submission",
    "count", "ranking", "wager", "all_wagers", "role", "betting", "betting_rules", "state", "while", "round",
    "settle", "pays_list", "pays_table", "bonus", "table", "grid", "way", "award", "meter", "fee",
    "change_wager", "change_round", "change_ranking", "change_betting", "change_fee", "change_award",
    "change_irregularity", "change_table", "change_settle", "change_pays", "change_bonus", "change_way",
    "change_role", "change_all_wagers",
})
"""Statements that have a blank line about them where they run over several lines."""
AIRY_UNDER_CHOICE = frozenset({
    "group", "order", "ranking_inverse", "suits_equal", "suits_ordered",
    "hand_best", "hand_all", "hand_lower", "hand_higher", "define_fact", "define_of_hand", "define_value",
    "example_beats", "example_ties", "example_is", "example_counts", "example_best", "example_worst", "example_wager",
    "example_told", "pays_rate", "pays_not_stated", "cap",
})
"""Statements of one line that make a choice airy where it says more than that one line."""


@dataclass(frozen=True, slots=True)
class Block:
    """An item of the text with the items of its block."""

    item: Line | Comment
    below: tuple[Block, ...]


def set_out(items: Sequence[Line | Comment], kinds: Mapping[int, str]) -> list[str]:
    """The lines of the canonical text.  ``kinds`` says of each line, by its number, what the grammar calls it."""
    page = _Page(kinds)
    made: list[str] = []
    previous: Block | None = None
    for block in _blocks(items):
        if previous is not None and page.is_parted(previous, block):
            made.append("")
        made.extend(page.block(block, {}))
        previous = block
    return made


def _blocks(items: Sequence[Line | Comment]) -> tuple[Block, ...]:
    """The items as a tree, by their depth."""
    open_blocks: list[tuple[Line | Comment, list[Block]]] = []
    top: list[Block] = []

    def close(depth: int) -> None:
        while len(open_blocks) > depth:
            item, below = open_blocks.pop()
            (open_blocks[-1][1] if open_blocks else top).append(Block(item, tuple(below)))

    for item in items:
        close(item.depth)
        if isinstance(item, Comment):
            (open_blocks[-1][1] if open_blocks else top).append(Block(item, ()))
        else:
            open_blocks.append((item, []))
    close(0)
    return tuple(top)


@dataclass(frozen=True, slots=True)
class _Page:
    kinds: Mapping[int, str]

    # blank lines

    def is_parted(self, above: Block, block: Block) -> bool:
        """Whether a blank line stands between two blocks of the top level."""
        if isinstance(block.item, Comment):
            return block.item.is_section or not isinstance(above.item, Comment)
        if isinstance(above.item, Comment):
            return False
        return self._is_airy(above) or self._is_airy(block)

    def _is_airy(self, block: Block) -> bool:
        if not block.below:
            return False
        kind = self._kind(block)
        if kind != "under_choice":
            return kind in AIRY
        if any(self._is_airy(b) for b in block.below):
            return True
        is_of_airy = any(self._kind(b) in AIRY_UNDER_CHOICE for b in block.below)
        return is_of_airy and len([line for b in block.below for line in self.block(b, {})]) > 1

    def _kind(self, block: Block) -> str:
        return self.kinds.get(block.item.number, "") if isinstance(block.item, Line) else ""

    # lines

    def block(self, block: Block, widths: Mapping[str, Sequence[int]]) -> Iterator[str]:
        """An item and its block; ``widths`` are those of the columns that it shares with its neighbours."""
        item = block.item
        if isinstance(item, Comment):
            yield "  " * item.depth + item.text
            return
        yield from _with_tail(item, self._words(item, self._kind(block), widths))
        shared = self._shared(block.below)
        for below in block.below:
            yield from self.block(below, shared)

    def _shared(self, blocks: Sequence[Block]) -> dict[str, list[int]]:
        """How wide the columns of a block are: cells of its table, classes and their titles, names of choices."""
        lines = [(b.item, self._kind(b)) for b in blocks if isinstance(b.item, Line)]
        classes = [line.words for line, kind in lines if kind == "hand_class"]
        choices = [line.words for line, kind in lines if kind == "choice"]
        titles = [len(words[1]) for words in classes if _has_title(words)]
        return {
            "cells": _column_widths([line.cells for line, _ in lines if line.cells is not None], blocks),
            "classes": [max((len(words[0]) for words in classes), default=0) + 1, max(titles, default=0)],
            "choices": [max((len(words[0]) for words in choices), default=0) + 1],
        }

    def _words(self, line: Line, kind: str, shared: Mapping[str, Sequence[int]]) -> str:
        """The words of a line, in their columns."""
        words = line.words
        if line.cells is not None:
            widths = shared.get("cells", ())
            padded = [c.ljust(widths[n]) if n < len(widths) else c for n, c in enumerate(line.cells)]
            return f"| {' | '.join(padded)} | {spaced(words)}".rstrip()
        if kind in HEAD_WORDS:
            count = HEAD_WORDS[kind]
            return spaced((" ".join(words[:count]), *words[count:]), {0: HEAD_COLUMN})
        if kind in ALIGNED:
            return spaced(words, {0: ALIGNED[kind]})
        if kind in RESULTS and words[0] == "win":
            return spaced(words, {0: len("win ")})
        if kind == "hand_class":
            # Where one class has a title, the others leave room for it.
            name, title = shared.get("classes", (0, 0))
            if title and not _has_title(words):
                words = (words[0], "", *words[1:])
            return spaced(words, {0: name, 1: title} if title else {0: name})
        if kind == "choice":
            return spaced(words, {0: shared.get("choices", (0,))[0]})
        return spaced(words)


def _has_title(words: Sequence[str]) -> bool:
    return len(words) > 1 and words[1].startswith('"')


def _column_widths(rows: Sequence[Sequence[str]], blocks: Sequence[Block]) -> list[int]:
    """The widths of a table's columns; none where a row would be too long to be read back."""
    widths: list[int] = []
    for row in rows:
        for n, cell in enumerate(row):
            if n == len(widths):
                widths.append(0)
            widths[n] = max(widths[n], len(cell))
    depth = blocks[0].item.depth if blocks else 0
    return widths if 2 * depth + sum(widths) + 3 * len(widths) + 1 <= LONGEST_LINE // 2 else []


def _with_tail(line: Line, words: str) -> Iterator[str]:
    """The words of a line with its clauses, its assumption and its remark, over as many lines as that takes."""
    indent = " " * (2 * line.depth)
    further = indent + " " * FURTHER
    pieces = [indent + words] if line.cells is not None else _broken(indent + words, line, further)
    tail = [part for part in (line.cite, f"assumed {line.assumed}" if line.assumed else None) if part]
    if tail:
        pieces[-1:] = _beside(pieces[-1], tail, further, WIDEST if line.cells is None else WIDEST_ROW)
    if line.because is not None:
        pieces.append(f"{further}assumed because {line.because}")
    if line.remark is not None:
        pieces[-1] += f"  {line.remark}"
    yield from pieces


def _beside(words: str, tail: list[str], further: str, widest: int) -> list[str]:
    """The last line of the words with the tail in its column, behind it, or below."""
    whole = " ".join(tail)
    if len(words) < COLUMN:
        if len(tail) > 1 and COLUMN + len(whole) > WIDEST_ROW:
            return [words.ljust(COLUMN) + tail[0], further + tail[1]]
        return [words.ljust(COLUMN) + whole]
    if len(words) + 2 + len(whole) <= widest:
        return [f"{words}  {whole}"]
    if len(tail) > 1 and len(further) + len(whole) > WIDEST_ROW:
        return [words, further + tail[0], further + tail[1]]
    return [words, further + whole]


def _broken(text: str, line: Line, further: str) -> list[str]:
    """A long list over several lines, each filled up to the clauses' column.

    A line is broken behind commas only, and only where that leaves no piece beyond the column: half a line mended is
    harder to read than a long one.
    """
    items = _listed(line.words)
    is_of_phrases = len(items) > 2 and all(len(item) > 1 for item in items[1:-1])
    if len(text) <= (WIDEST_LIST if is_of_phrases else WIDEST):
        return [text]
    pieces: list[str] = []
    current = " " * (2 * line.depth)
    started = False
    for n, item in enumerate(items):
        said = spaced(item) + ("," if n < len(items) - 1 else "")
        room = COLUMN if n < len(items) - 1 else COLUMN - 1
        if started and len(current) + 1 + len(said) > room:
            pieces.append(current)
            current, started = further, False
        current += (" " if started else "") + said
        started = True
    pieces.append(current)
    if all(len(piece) <= COLUMN for piece in pieces) or len(text) > LONGEST_LINE // 2:
        return pieces
    return [text]


def _listed(words: Sequence[str]) -> list[list[str]]:
    """The words between commas."""
    items: list[list[str]] = [[]]
    for word in words:
        if word == ",":
            items.append([])
        else:
            items[-1].append(word)
    return items
