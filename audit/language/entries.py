"""Blocks laid flat: each line with the headings that it stands under, and put together again.

What changes a ruleset changes single lines; where they stand is told by their headings, so that a block can be taken
apart, changed line by line, and built anew.  Statements under ``when`` headings and lines of a wager under ``at``,
``first``, ``later`` and ``when`` are treated alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from audit.language.identity import canonical
from audit.language.syntax import Node

HEADINGS: Final = frozenset({"under_choice", "heading_line", "under_choice_line", "under_choice_classes"})
CHOICES: Final = HEADINGS - {"heading_line"}


@dataclass(frozen=True, slots=True)
class Inclusion:
    """What a file takes over from another: the line that says so, the other's id, and what of it.

    ``names`` is empty where the whole file is included; ``bindings`` tells for each hole what fills it, ``wanted`` for
    each need of the other file what kind it is; ``by`` is the id of the file that the line stands in.
    """

    line: Node
    by: str
    id: str
    names: tuple[str, ...] = ()
    bindings: tuple[tuple[str, tuple[str, ...]], ...] = ()
    wanted: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Entry:
    """A line and the headings above it, outermost first; ``via`` tells what it was included by, if it was."""

    node: Node
    headings: tuple[Node, ...] = ()
    via: Inclusion | None = None


def flatten(lines: Iterable[Node], headings: tuple[Node, ...] = ()) -> list[Entry]:
    """The lines one by one; a heading is kept, without its lines, by each of those."""
    found: list[Entry] = []
    for line in lines:
        if line.kind in HEADINGS:
            found.extend(flatten(line.body, (*headings, line.with_body(()))))
        else:
            found.append(Entry(line, headings))
    return found


def rebuild(entries: Sequence[Entry], depth: int = 0) -> tuple[Node, ...]:
    """The lines under their headings again; lines that follow one another under one heading share it."""
    made: list[Node] = []
    at = 0
    while at < len(entries):
        entry = entries[at]
        if len(entry.headings) <= depth:
            made.append(entry.node)
            at += 1
            continue
        heading = entry.headings[depth]
        until = at
        while until < len(entries) and _stands_under(entries[until], heading, depth):
            until += 1
        made.append(heading.with_body(rebuild(entries[at:until], depth + 1)))
        at = until
    return tuple(made)


def _stands_under(entry: Entry, heading: Node, depth: int) -> bool:
    if len(entry.headings) <= depth:
        return False
    other = entry.headings[depth]
    return other == heading and other.span == heading.span


@dataclass(frozen=True, slots=True)
class Context:
    """Where a line holds: ``places`` are its steps and rolls, ``choices`` the facts that ``when`` asks for."""

    places: frozenset[Node] = frozenset()
    choices: frozenset[Node] = frozenset()


def context_of(entry: Entry) -> Context:
    """Where a line holds.  ``when`` at the end of a line and above it mean the same, so both are counted."""
    places: set[Node] = set()
    choices: set[Node] = set()
    for node in entry.headings:
        tail = node.tail
        if node.kind in CHOICES:
            choices |= facts_in(node.words[0])
        else:
            word = node.words[0]
            assert isinstance(word, Node)
            places.add(canonical(word))
            if tail.guard is not None:
                places.add(canonical(tail.guard))
        choices |= facts_in(tail.when)
    return Context(frozenset(places), frozenset(choices | facts_in(entry.node.tail.when)))


def facts_in(when: object) -> set[Node]:
    """The facts that a ``when`` joins."""
    if not isinstance(when, Node):
        return set()
    joined = when.children[0]
    assert isinstance(joined, Node)
    return {canonical(child) for child in joined.children if isinstance(child, Node)}


def states_basis(node: Node) -> bool:
    return node.tail.cite is not None or node.tail.assumed is not None


def with_basis_of(node: Node, other: Node) -> Node:
    """The line with the clauses and the assumption of another, its own guard and choice kept."""
    at, theirs = node.tail_at, other.tail
    assert at is not None
    tail = node.children[at]
    assert isinstance(tail, Node)
    made = replace(tail, children=(*tail.children[:-2], theirs.cite, theirs.assumed))
    return replace(node, children=(*node.children[:at], made, *node.children[at + 1 :]))
