"""Citations under new numbers, and citations of clauses that are gone.

A renumbering is read as a whole: all its lines at once, with the old numbers on the left.  What stands below a clause
moves with it, unless a line of its own says where it goes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from lark import Token
from lark.exceptions import UnexpectedInput

from audit.language import grammar
from audit.language.clauses import (
    Parts,
    bare,
    follows,
    is_counted,
    is_under,
    parts_named,
    parts_of,
    stretches,
    text_of_parts,
    with_all_above,
)
from audit.language.diagnostics import Also, Diagnostic
from audit.language.syntax import Node, Word

MOST_CLAUSES = 8

Fate = Callable[[Parts], Parts | None]
"""What becomes of a clause: its new path, or None where it is gone."""


@dataclass(frozen=True, slots=True)
class Renumbering:
    """Which clause is which in the new text; the old paths are kept as they are compared."""

    moves: Mapping[Parts, Parts]

    def __call__(self, clause: Parts) -> Parts:
        """The new path of a clause: the line that names most of its path decides."""
        old = bare(clause)
        for length in range(len(old), 0, -1):
            new = self.moves.get(old[:length])
            if new is not None:
                return (*new, *clause[length:])
        return clause


@dataclass(frozen=True, slots=True)
class Cited:
    """One item of a citation, as steps; ``lead`` is the mark before its label (``§ ``)."""

    document: str | None
    clause: Parts
    through: Parts | None
    lead: str
    text: str


def read_renumbering(
    lines: Sequence[Node], amended: str, cited: frozenset[Parts]
) -> tuple[Renumbering, list[Diagnostic]]:
    """The ``renumber`` lines of a file, and what is wrong with them.

    ``cited`` are the clauses that the amended edition cites: a line that moves none of them is a mistake, since a
    slip in a number would otherwise pass in silence.
    """
    moves: dict[Parts, Parts] = {}
    mistakes: list[Diagnostic] = []
    movers: dict[Parts, Word] = {}
    there = with_all_above(cited)
    for line in lines:
        first, last, to, to_last = line.children
        assert isinstance(first, Word) and isinstance(to, Word)
        pairs = _pairs(first, last, to, to_last)
        if isinstance(pairs, Diagnostic):
            mistakes.append(pairs)
            continue
        for word in (first, last):
            if isinstance(word, Word) and bare(_named(word)) not in there:
                said = missing_clause(_named(word), amended, cited)
                mistakes.append(Diagnostic("renumber-missing", said, word.span, clauses_cited(_named(word), cited)))
        for old, new in pairs:
            mover = movers.setdefault(bare(old), first)
            if mover is not first:
                said = f"{text_of_parts(old)} is moved twice"
                also = (Also(mover.span, "first here"),)
                mistakes.append(Diagnostic("renumber-twice", said, first.span, "one line a clause", also=also))
            moves.setdefault(bare(old), new)
    return Renumbering(moves), mistakes


def _named(word: Word) -> Parts:
    return parts_named(word.text[1:-1])


def _pairs(first: Word, last: object, to: Word, to_last: object) -> list[tuple[Parts, Parts]] | Diagnostic:
    """Each clause of the left side with its clause of the right side."""
    lefts = _members(first, last)
    rights = _members(to, to_last)
    for found, word in ((lefts, first), (rights, to)):
        if not found:
            return Diagnostic(
                "renumber-range", "these two are not clauses of one level, in their order", word.span,
                'write: "C.1" through "C.6"',
            )
    for left in lefts:
        for right in rights:
            if len(left) == len(right):
                return list(zip(left, right, strict=True))
    before, after = len(lefts[0]), len(rights[0])
    return Diagnostic(
        "renumber-uneven", f"{before} {_clauses(before)} on the left, {after} on the right", to.span,
        "each clause goes to one: as many on both sides",
    )


def _clauses(number: int) -> str:
    return "clause" if number == 1 else "clauses"


def _members(first: Word, last: object) -> list[tuple[Parts, ...]]:
    """The clauses of one side, in each way that they can be counted."""
    if not isinstance(last, Word):
        return [(_named(first),)]
    return [stretch.members for stretch in stretches(_named(first), _named(last))]


def missing_clause(clause: Parts, amended: str, cited: Iterable[Parts]) -> str:
    """What is said of a clause that the amended edition does not cite: where the count ends, if it ends before it."""
    said = f"{amended} has no {text_of_parts(clause)}"
    beside = {c[: len(clause)] for c in cited if len(c) >= len(clause) > 1 and is_under(c, clause[:-1])}
    before = [(len(ways[0].members), c) for c in beside if (ways := stretches(c, clause))]
    if before and not any(stretches(clause, c) for c in beside):
        return f"{said}; {text_of_parts(clause[:-1])} ends at {text_of_parts(min(before)[1])}"
    return said


def clauses_cited(clause: Parts, cited: Iterable[Parts]) -> str:
    """Which clauses the amended edition cites: those beside the one that is missing, else the topmost."""
    there = with_all_above(cited)
    beside = sorted(c for c in there if len(c) == len(clause) and c[:-1] == clause[:-1])
    named = beside or sorted({c[:1] for c in there})
    listed = ", ".join(text_of_parts(c) for c in named[:MOST_CLAUSES])
    return f"it cites {listed}{' …' if len(named) > MOST_CLAUSES else ''}"


# citations as written


@lru_cache(maxsize=8192)
def read_citation(text: str) -> tuple[Cited, ...] | None:
    """The items of a citation; None where it is none."""
    try:
        tree = grammar.parse_cell("citation", text)
    except UnexpectedInput:
        return None
    found: list[Cited] = []
    for item in tree.find_data("cited"):
        document, *labels = [child if isinstance(child, Token) else None for child in item.children]
        if labels and labels[0] is not None:
            through = labels[1] if len(labels) > 1 else None
            tokens = [token for token in (document, labels[0], through) if token is not None]
            said = " through ".join(str(label) for label in labels if label is not None)
            said = said if document is None else f"{document} {said}"
            lead = re.match(r"(§ ?)?", str(labels[0]))
            assert tokens and lead is not None
            found.append(Cited(
                None if document is None else str(document), parts_of(str(labels[0])),
                None if through is None else parts_of(str(through)), lead[0], said,
            ))
    return tuple(found)


def cited_in(nodes: Iterable[Node]) -> Iterator[Parts]:
    """The clauses cited in some lines, those within a range among them; not those of other documents."""
    for node in nodes:
        for word in node.walk():
            if isinstance(word, Word) and word.kind == "CITE":
                for cited in read_citation(citation_text(word)) or ():
                    if cited.document is None:
                        yield from _covered(cited)


def _covered(cited: Cited) -> tuple[Parts, ...]:
    """The clauses of one item; a range that cannot be counted gives its ends."""
    if cited.through is None:
        return (cited.clause,)
    ways = stretches(cited.clause, cited.through)
    return ways[0].members if ways else (cited.clause, cited.through)


def citation_text(word: Word) -> str:
    """What stands behind the ``@``."""
    return word.text.strip().removeprefix("@").strip()


def rewrite(word: Word, fate: Fate) -> Word | None:
    """A citation after its clauses have met their fate; None where nothing of it is left.

    Citations of other documents, and those that cannot be read, stay as they are.  A range whose clauses stay
    together stays a range; else its clauses are named one by one.
    """
    items = read_citation(citation_text(word))
    if items is None:
        return word
    made: dict[str, None] = {}
    for cited in items:
        for text in _after(cited, fate):
            made[text] = None
    if not made:
        return None
    if tuple(made) == tuple(item.text for item in items):
        return word
    return replace(word, text="@ " + ", ".join(made))


def _after(cited: Cited, fate: Fate) -> list[str]:
    if cited.document is not None:
        return [cited.text]
    before = _covered(cited)
    after = [fate(clause) for clause in before]
    if list(before) == after:
        return [cited.text]
    left = [_as_before(old, new) for old, new in zip(before, after, strict=True) if new is not None]
    if cited.through is not None and len(left) == 2 and not stretches(cited.clause, cited.through):
        return [f"{cited.lead}{text_of_parts(left[0])} through {text_of_parts(left[1])}"]
    runs: list[list[Parts]] = []
    for clause in left:
        if runs and follows(runs[-1][-1], clause):
            runs[-1].append(clause)
        elif not runs or clause != runs[-1][-1]:
            runs.append([clause])
    return [cited.lead + _run(run) for run in runs]


def _run(run: list[Parts]) -> str:
    first, last = text_of_parts(run[0]), text_of_parts(run[-1])
    return first if len(run) == 1 else f"{first} through {last}"


def _as_before(old: Parts, new: Parts) -> Parts:
    """A heading under the name of another heading keeps its quotation marks; under a number it has none."""
    if not old[0].startswith('"') or new[0].startswith('"'):
        return new
    return new if is_counted(new[0]) else (f'"{new[0]}"', *new[1:])
