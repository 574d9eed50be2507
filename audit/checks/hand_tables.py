"""Tables that look at one hand of cards alone: which hands each row counts for, and how many they are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from audit.checks.context import Context
from audit.checks.hands import Formed, deck_for, formed_hands
from audit.checks.tables_found import Found, is_spare, result_tables
from audit.play.cards import Card
from audit.play.errors import PlayError
from audit.play.scales import scale
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.chance import Deck
from audit.ruleset.money import Odds
from audit.solve.errors import NotSolvable


@dataclass(frozen=True)
class Overlap:
    """Two rows that fit one hand, and the first such hand."""

    rows: tuple[tb.Row, tb.Row]
    hand: tuple[Card, ...]
    count: int


@dataclass(frozen=True)
class HandTable:
    """A table by the hand that it looks at: ``fits`` counts the hands that each row fits, ``decides`` those for which it is
    the row that counts, or may be where more than odds tell which is the highest.  Both are of ``total`` sets of cards; rows
    that close the table are left out.  ``best`` is the place, in the order of the ranking, of the best hand that a row decides.
    """

    found: Found
    formed: Formed
    total: int
    fits: dict[tb.Row, int]
    decides: dict[tb.Row, int]
    best: dict[tb.Row, int]
    overlaps: tuple[Overlap, ...]
    hides: dict[tb.Row, tb.Row]


def hand_tables(context: Context) -> tuple[HandTable, ...]:
    """The tables of a ruleset that look at one hand alone; those that cannot be counted so are left out."""
    return context.once("tables of hands", lambda: tuple(_all(context)))


def _all(context: Context) -> Iterator[HandTable]:
    ruleset = context.configured.ruleset
    if not ruleset.of(Deck):
        return
    formed = {one.hand: one for one in formed_hands(ruleset)}
    for found in result_tables(ruleset):
        place = _looks_at(found.table)
        if place is None or found.table.policy is tb.Policy.EVERY_ROW:
            continue
        what = found.table.columns[place].what  # type: ignore[union-attr]
        hand = formed.get(what.name.text) if isinstance(what, ex.Called) else None
        if hand is None:
            continue
        try:
            yield _counted(context, found, hand, place)
        except (NotSolvable, PlayError):
            continue


def _looks_at(table: tb.Table) -> int | None:
    """The only column that tests anything."""
    tests = [n for n, c in enumerate(table.columns) if isinstance(c, tb.Looks | tb.LooksOn | tb.OfWager)]
    return tests[0] if len(tests) == 1 and isinstance(table.columns[tests[0]], tb.Looks) else None


def _counted(context: Context, found: Found, hand: Formed, place: int) -> HandTable:
    from audit.solve.cards.answers import Judge  # noqa: PLC0415  (what it loads, other games can do without)
    from audit.solve.cards.counting import count_hands  # noqa: PLC0415
    from audit.solve.cards.course import Feature, Kind  # noqa: PLC0415
    from audit.solve.cards.course import Formed as FormedOf  # noqa: PLC0415

    rows = [row for row in found.table.rows if not is_spare(row) and row.guard is None]
    if len(rows) < len([row for row in found.table.rows if not is_spare(row)]):
        raise NotSolvable("a row stands under a condition")
    tests = tuple(cell for row in rows if isinstance(cell := row.cells[place], pt.AnyOf))
    if len(tests) < len(rows):
        raise NotSolvable("a row tests nothing")
    own = scale(context.configured.ruleset, hand.ranking)
    pack = deck_for(own)
    judge = context.once("judge of hands", lambda: Judge(context.configured, pack))
    best = hand.best if hand.best < hand.cards else None
    column = found.table.columns[place]
    assert isinstance(column, tb.Looks)
    different = tuple(dict.fromkeys(tests))
    feature = Feature(
        column.what, Kind.HAND, tuple(("", n) for n in range(hand.cards)), different, hand.hand,
        FormedOf(hand.ranking, best),
    )  # fmt: skip
    answers = judge.by_code(feature)
    counts, _ = context.once(
        f"hands under {hand.ranking}, {hand.best} of {hand.cards}", lambda: count_hands(own, pack, hand.cards, best)
    )
    by_answer: dict[int, int] = {}
    shown: dict[int, int] = {}
    highest: dict[int, int] = {}
    for code, number in enumerate(counts.tolist()):
        if number:
            answer = int(answers.ids[code])
            by_answer[answer] = by_answer.get(answer, 0) + number
            shown.setdefault(answer, code)
            highest[answer] = int(answers.coded.order[code])
    fits = dict.fromkeys(rows, 0)
    decides = dict.fromkeys(rows, 0)
    best_of: dict[tb.Row, int] = {}
    hides: dict[tb.Row, tb.Row] = {}
    overlaps: list[Overlap] = []
    for answer, number in by_answer.items():
        told = answers.answers[answer]
        assert isinstance(told, tuple)
        fitting = [row for row, test in zip(rows, tests, strict=True) if told[different.index(test)]]
        for row in fitting:
            fits[row] += number
        if not fitting:
            continue
        first = _that_counts(found.table, fitting)
        if first is None:  # any of them may count
            for row in fitting:
                decides[row] += number
                best_of[row] = max(best_of.get(row, 0), highest[answer])
            continue
        decides[first] += number
        best_of[first] = max(best_of.get(first, 0), highest[answer])
        for row in fitting:
            if row is not first:
                hides.setdefault(row, first)
                at = int((answers.coded.codes == shown[answer]).argmax())
                overlaps.append(Overlap((first, row), answers.coded.hand_of(at), number))
    return HandTable(found, hand, comb(len(pack), hand.cards), fits, decides, best_of, tuple(overlaps), hides)


def _that_counts(table: tb.Table, fitting: list[tb.Row]) -> tb.Row | None:
    """Of rows that fit the one that counts: the highest under ``highest only``, None where odds do not tell it; else the first."""
    if table.policy is not tb.Policy.HIGHEST_ONLY or len(fitting) == 1:
        return fitting[0]
    worth = {id(row): payout_of(row) for row in fitting}
    if any(value is None for value in worth.values()):
        return None
    return max(fitting, key=lambda row: worth[id(row)] or Fraction(0))


def payout_of(row: tb.Row) -> Fraction | None:
    """What a row gains per unit, where all its payouts are odds and one; None else."""
    nets = {cell.net for cell in row.cells if isinstance(cell, Odds)}
    others = [cell for cell in row.cells if isinstance(cell, tb.NamedCell | ex.Money)]
    return next(iter(nets)) if len(nets) == 1 and not others else None
