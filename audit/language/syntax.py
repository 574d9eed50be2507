"""The syntax tree: what was written, with its place, and no meaning yet.

Every line of a ruleset is a `Node` of the same form: its own words, then a tail (guard, choice, clauses,
assumption), then, if it opens a block, the lines below it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from audit.ruleset.basis import Span


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text: its kind (``NAME``, ``NUMBER``, ``STRING`` …), itself, and where it stands."""

    kind: str
    text: str
    span: Span = field(compare=False)


@dataclass(frozen=True, slots=True)
class Node:
    """A construct of the grammar; ``None`` stands where an optional part is absent."""

    kind: str
    children: tuple[Node | Word | None, ...]
    span: Span = field(compare=False)

    @property
    def tail_at(self) -> int | None:
        """The place of the tail among the children, if the node is a line."""
        for index, child in enumerate(self.children):
            if isinstance(child, Node) and child.kind in ("tail", "basis"):
                return index
        return None

    @property
    def words(self) -> tuple[Node | Word | None, ...]:
        """What stands before the tail."""
        at = self.tail_at
        return self.children if at is None else self.children[:at]

    @property
    def tail(self) -> Tail:
        """Guard, choice, clauses and assumption of the line, as written."""
        at = self.tail_at
        if at is None:
            return Tail()
        node = self.children[at]
        assert isinstance(node, Node)
        if node.kind == "basis":
            cite, assumed = node.children
            return Tail(cite=_word(cite), assumed=_node(assumed))
        guard, when, cite, assumed = node.children
        return Tail(_node(guard), _node(when), _word(cite), _node(assumed))

    @property
    def body(self) -> tuple[Node, ...]:
        """The lines below."""
        at = self.tail_at
        return () if at is None else tuple(c for c in self.children[at + 1 :] if isinstance(c, Node))

    def with_body(self, body: tuple[Node, ...]) -> Node:
        at = self.tail_at
        assert at is not None
        return replace(self, children=(*self.children[: at + 1], *body))

    def walk(self) -> Iterator[Node | Word]:
        """The node and everything in it, in the order of the text."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()
            elif child is not None:
                yield child


@dataclass(frozen=True, slots=True)
class Tail:
    """How a line ends."""

    guard: Node | None = None
    when: Node | None = None
    cite: Word | None = None
    assumed: Node | None = None


@dataclass(frozen=True, slots=True)
class SyntaxFile:
    """A whole file: its head, its statements, and the text they come from."""

    source: Source
    head: Node | None
    statements: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A text and the name under which messages speak of it."""

    name: str
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.split("\n")

    def line(self, number: int) -> str:
        """Line ``number``, counted from 1; empty beyond the end."""
        lines = self.lines
        return lines[number - 1] if 0 < number <= len(lines) else ""


def _word(part: Node | Word | None) -> Word | None:
    assert part is None or isinstance(part, Word)
    return part


def _node(part: Node | Word | None) -> Node | None:
    assert part is None or isinstance(part, Node)
    return part
