"""Clauses as they are held against each other: their words in one run, and the sides that an entry shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from audit.compare.documents.carrying import Run
from audit.compare.documents.entries import Entry, Kind, Side, Span, Weight
from audit.compare.documents.judging import Judged
from audit.compare.documents.lexicon import COMMON
from audit.compare.documents.scans import breaks_off
from audit.compare.documents.units import Unit, row_words
from audit.compare.documents.values import Words
from audit.compare.documents.words import Token, read_words


@dataclass
class Body:
    """The words of one or several clauses, with their rows where they are compared as text, and the sides they make."""

    words: Words
    sides: list[Side]


def body_of(units: Sequence[Unit], tokens_of: Callable[[Unit], list[Token]], *, rows: bool = False) -> Body:
    """Several clauses as one run of words; with ``rows`` their tables too, each row a text of its own."""
    sides, tokens, pieces = list[Side](), list[Token](), list[int]()

    def add(side: Side, read: Iterable[Token]) -> None:
        tokens.extend(read)
        pieces.extend([len(sides)] * (len(tokens) - len(pieces)))
        sides.append(side)

    for unit in units:
        add(unit.side(), tokens_of(unit))
        for side in _row_sides(unit) if rows else ():
            add(side, read_words(side.words))
    labels = frozenset(unit.step.casefold() for unit in units[1:] if unit.step)
    return Body(Words(tuple(s.words for s in sides), tokens, pieces, labels), sides)


def body_of_row(side: Side) -> Body:
    return Body(Words((side.words,), list(read_words(side.words))), [side])


def _row_sides(unit: Unit) -> Iterator[Side]:
    for table in unit.clause.tables:
        for number, cells in enumerate(table.rows):
            if row_words(cells)[0].strip(" |"):
                yield unit.row_side(table, number)


def entry_of(kind: Kind, judged: Judged, old: Body, new: Body) -> Entry:
    """What was judged of two bodies, as an entry."""
    weight = judged.weight
    if weight is None:
        weight = Weight.WORDS if kind is Kind.MOVED else Weight.FORM
    return Entry(
        kind,
        weight,
        tuple(_marked(old, judged.old_spans)),
        tuple(_marked(new, judged.new_spans)),
        tuple(judged.matters),
        judged.says,
    )


def _marked(body: Body, spans: Sequence[tuple[Span, ...]]) -> Iterator[Side]:
    for n, side in enumerate(body.sides):
        yield replace(side, spans=spans[n]) if n < len(spans) else side


def ends_open(body: Body) -> bool:
    """Whether the last text ends where something must follow; a row of a table does so behind a small word."""
    if body.sides[-1].row is not None:
        return bool(body.words.tokens) and body.words.tokens[-1].key in COMMON
    return breaks_off(body.words.texts[-1])


def runs_of(entry: int, judged: Judged, old: Body, new: Body) -> Iterator[Run]:
    """What only one side has, hunk by hunk, where it stands in one clause."""
    for hunk in judged.hunks:
        for body, first, last, is_old in ((old, hunk.a, hunk.b, True), (new, hunk.c, hunk.d, False)):
            pieces = body.words.pieces[first:last]
            if pieces and pieces[0] == pieces[-1]:
                tokens = body.words.tokens[first:last]
                keys = tuple(t.key for t in tokens)
                yield Run(entry, is_old, pieces[0], tokens[0].start, tokens[-1].end, keys)


def run_of_one(entry: int, body: Body, *, is_old: bool) -> Run | None:
    """The words of a clause that came or went, without those below it."""
    tokens = [t for t, piece in zip(body.words.tokens, body.words.pieces, strict=True) if piece == 0]
    if not tokens:
        return None
    places = tuple((t.start, t.end) for t in tokens)
    return Run(entry, is_old, 0, places[0][0], places[-1][1], tuple(t.key for t in tokens), places)
