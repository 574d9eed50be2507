"""From a tree of the parser to nodes, with places as in the file, whatever was mended before parsing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from lark import Token, Tree

from audit.language.mistakes.proving import Edit
from audit.language.syntax import Node, Word
from audit.ruleset.basis import Span

Moves = Mapping[int, tuple[Edit, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """What to add to the positions of a piece so that they are those of the file.

    ``moves`` are the edits made to lines of the piece (from 1) before it was parsed, oldest first: columns are told as
    they were before them.
    """

    source: str
    lines: int = 0
    columns: int = 0
    moves: Moves = field(default_factory=dict)

    def span(self, line: int, column: int, end_line: int, end_column: int) -> Span:
        """Columns are shifted on the first line of the piece only."""
        return Span(
            self.source,
            line + self.lines,
            self._column(line, column) + (self.columns if line == 1 else 0),
            end_line + self.lines,
            self._column(end_line, end_column) + (self.columns if end_line == 1 else 0),
        )

    def _column(self, line: int, column: int) -> int:
        return before_edits(self.moves[line], column) if line in self.moves else column


def before_edits(edits: tuple[Edit, ...], column: int) -> int:
    """The column (from 1) that a place had before a line was edited."""
    at = column - 1
    for edit in reversed(edits):
        if at >= edit.start + len(edit.text):
            at += (edit.end - edit.start) - len(edit.text)
        elif at > edit.start:
            at = edit.start
    return max(at, 0) + 1


def to_node(tree: Tree[Token], place: Place) -> Node:
    """The node of a tree of Lark's, with its positions moved to ``place``."""
    return _to_node(tree, place, Span(place.source, place.lines + 1, place.columns + 1, place.lines + 1, place.columns + 1))


def _to_node(tree: Tree[Token], place: Place, near: Span) -> Node:
    meta = tree.meta
    span = near if meta.empty else place.span(meta.line, meta.column, meta.end_line, meta.end_column)
    children: list[Node | Word | None] = []
    for child in tree.children:
        if child is None:
            children.append(None)
        elif isinstance(child, Token):
            children.append(_to_word(child, place))
        else:
            children.append(_to_node(child, place, span))
    return Node(str(tree.data), tuple(children), span)


def _to_word(token: Token, place: Place) -> Word:
    assert token.line is not None and token.column is not None
    assert token.end_line is not None and token.end_column is not None
    span = place.span(token.line, token.column, token.end_line, token.end_column)
    return Word(token.type, str(token), span)


def depth_of(tree: Tree[Token]) -> int:
    """How deep a tree is nested, found without recursion."""
    deepest = 0
    below: list[tuple[Tree[Token], int]] = [(tree, 1)]
    while below:
        current, depth = below.pop()
        deepest = max(deepest, depth)
        below.extend((child, depth + 1) for child in current.children if isinstance(child, Tree))
    return deepest
