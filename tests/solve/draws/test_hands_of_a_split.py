"""The rows of hands of a split, held against a game of its own that deals out all second cards of all hands.

That game (`twenty_one`) knows nothing of audit: it goes through every way in which the hands of a split get their second
cards, in turn, and plays each of them on; so how often a hand comes, what is best with it and what each choice is worth there
does not come of the sums by which hands of a split are valued.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import Configured, configure
from audit.solve.cards.solver import CardSolver
from audit.solve.result import AfterSplit, Chart, ChartCell
from tests.solve.draws.test_small_shoes import RULES, RULESETS, pack, with_free_splits
from tests.solve.draws.twenty_one import Deck, Hand, best, choice, coming, split, total, without, worths

OFFERED_TO_TWO = frozenset({"stand", "hit", "double"})
NAMES = ("", "A", *map(str, range(2, 11)))


@dataclass(frozen=True)
class Visit:
    """A hand of a split is decided on: after the last split or before, with what lost wagers bring, and how it is played."""

    hand: Hand
    up: int
    is_late: bool
    lost: int
    choice: str
    values: tuple[tuple[str, Fraction], ...]


def visits(deck: Deck, most: int, *, is_free: bool) -> dict[Visit, Fraction]:
    """How many times a deal brings each decision on a hand of a split on average."""
    found: dict[Visit, Fraction] = defaultdict(Fraction)
    for up, of_up in enumerate(deck, start=1):
        behind = without(deck, up) if of_up else deck
        for card, n in enumerate(behind, start=1):
            if not of_up or n < 2:
                continue
            left = without(behind, card, card)
            chance = Fraction(of_up * n * (n - 1), sum(deck) * (sum(deck) - 1) * (sum(deck) - 2))
            hidden = {1: 10, 10: 1}.get(up)
            naturals = Fraction(left[hidden - 1], sum(left)) if hidden else Fraction(0)
            if split(card, left, up, most, is_free=is_free) > best((card, card), left, up) and naturals < 1:
                for visit, times in hands_of(card, left, up, most, is_free=is_free):
                    found[visit] += chance * (1 - naturals) * times
    return found


def hands_of(card: int, deck: Deck, up: int, most: int, *, is_free: bool) -> Iterator[tuple[Visit, Fraction]]:
    """All decisions on the hands of one split, each hand split again wherever it may be."""
    again = min(most - 2, deck[card - 1])
    late = without(deck, *[card] * again)

    def dealt(waiting: int, hands: int, ends: tuple[tuple[int, bool], ...], left: Deck) -> Iterator[tuple[Visit, Fraction]]:
        if not waiting:
            for n, (second, is_late) in enumerate(ends):
                lost = 0 if is_free and n else -1
                yield from played(tuple(sorted((card, second))), left, is_late, lost)
            return
        for value, chance in coming(left, up):
            is_again = value == card and hands < 2 + again
            on = (waiting + 1, hands + 1, ends) if is_again else (waiting - 1, hands, (*ends, (value, hands == 2 + again)))
            for visit, times in dealt(*on, without(left, value)):
                yield visit, chance * times

    def played(hand: Hand, left: Deck, is_late: bool, lost: int) -> Iterator[tuple[Visit, Fraction]]:
        others = list(hand)
        others.remove(card)
        known = without(late if is_late else deck, *others)
        chosen = choice(hand, known, up, lost) if total(hand) <= 21 else ""
        if chosen:
            yield Visit(hand, up, is_late, lost, chosen, tuple(worths(hand, known, up, lost).items())), Fraction(1)
        if chosen == "hit":
            for value, chance in coming(left, up):
                for visit, times in played(tuple(sorted((*hand, value))), without(left, value), is_late, lost):
                    yield visit, chance * times

    yield from dealt(2, 2, (), deck)


def row_of(hand: Hand) -> str:
    """What a hand of a split is called in a row."""
    if len(hand) == 2 and hand[0] == hand[1]:
        return f"{NAMES[hand[0]]} and {NAMES[hand[0]]} after the last split"
    is_soft = 1 in hand and sum(hand) <= 11
    return f"{'soft' if is_soft else 'hard'} {total(hand)}{' of 3 cards or more' if len(hand) > 2 else ''} after split"


@dataclass
class Expected:
    """One cell: how often each choice is best, and what each is worth, summed."""

    best: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    worth: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    offered: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    is_other: bool = False


def as_first(hand: Hand, deck: Deck, up: int, most: int, *, is_free: bool) -> tuple[frozenset[str], str]:
    """What is offered and what is best where nothing was split, with the same cards."""
    left = without(deck, up, *hand)
    values = worths(hand, left, up)
    if len(hand) == 2 and hand[0] == hand[1]:
        values = values | {"split": split(hand[0], left, up, most, is_free=is_free)}
    return frozenset(values), max(values, key=lambda label: values[label])


@cache
def expected(deck: Deck, most: int, *, is_free: bool = False) -> dict[tuple[str, int], dict[str, Expected]]:
    """Cells by row and by whose hand (what a lost wager brings), then by the card that the dealer shows."""
    cells: dict[tuple[str, int], dict[str, Expected]] = defaultdict(lambda: defaultdict(Expected))
    for visit, times in visits(deck, most, is_free=is_free).items():
        cell = cells[row_of(visit.hand), visit.lost][NAMES[visit.up]]
        cell.best[visit.choice] += times
        for label, value in visit.values:
            cell.worth[label] += times * value
            cell.offered[label] += times
        first = as_first(visit.hand, deck, visit.up, most, is_free=is_free)
        cell.is_other = cell.is_other or first != (frozenset(dict(visit.values)), visit.choice)
    return cells


def told(configured: Configured, deck: Deck) -> tuple[Chart, AfterSplit]:
    solver = CardSolver(configured)
    solver.laying.deck = pack(deck)
    strategy = solver.solve(solver.bundles[0].wagers).counted.strategy
    assert strategy is not None
    (decided,) = strategy.decided
    assert decided.chart is not None
    assert decided.after_split is not None
    return decided.chart, decided.after_split


def rows_of(chart: Chart) -> dict[str, dict[str, ChartCell]]:
    """The cells of hands of a split."""
    return {
        held: {seen: cell for seen, cell in zip(chart.seen, cells, strict=True) if cell is not None}
        for group in chart.groups if group.is_after_split
        for held, cells in group.rows
    }


def game(most: int, *changes: tuple[str, str]) -> Configured:
    text = RULES.read_text().replace("hands under 2", f"hands under {most}")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return configure(load_text(text, Library((RULESETS,))), {})


def check(cells: dict[str, ChartCell], counted: dict[str, Expected]) -> None:
    assert set(cells) == set(counted)
    for seen, cell in cells.items():
        of = counted[seen]
        assert set(cell.choices) == set(of.best)
        assert of.best[cell.choices[0]] == max(of.best.values())
        assert dict(cell.values) == pytest.approx({label: float(of.worth[label] / of.offered[label]) for label in of.worth})


TENS_AND_SIXES = (2, 0, 0, 0, 0, 3, 0, 2, 2, 3)
ACES_AND_TWOS = (3, 3, 0, 0, 2, 0, 0, 2, 0, 4)


@pytest.mark.parametrize("deck", [TENS_AND_SIXES, ACES_AND_TWOS], ids=str)
@pytest.mark.parametrize("most", [2, 3])
def test_every_row_is_what_dealing_it_out_comes_to(deck: Deck, most: int) -> None:
    chart, after_split = told(game(most), deck)
    found, counted = rows_of(chart), expected(deck, most)
    assert found
    for row, cells in found.items():
        check(cells, counted[row, -1])
    for (row, _), beside in counted.items():  # no row is left out in which a hand is played otherwise than if it were the first
        assert row in found or not any(cell.is_other for cell in beside.values())
    hands = sum(one.times for one in after_split.rows)
    assert hands == pytest.approx(float(sum(sum(cell.best.values()) for row in found for cell in counted[row, -1].values())))
    assert after_split.is_again == (most > 2)
    assert (after_split.is_decided, after_split.undecided) == (True, ())


def test_new_hands_of_a_split_that_the_house_pays_for_are_told_apart() -> None:
    """On them nothing is lost: they are played otherwise than the hand that was split."""
    deck = (2, 2, 0, 0, 0, 4, 0, 2, 0, 4)
    chart, _ = told(with_free_splits(("free_split",)), deck)
    found, counted = rows_of(chart), expected(deck, 3, is_free=True)
    lost = {"old": -1, "new": 0}
    assert any("new hand" in row for row in found) and any("old hand" in row for row in found)
    for row, cells in found.items():
        words, _, which = row.removesuffix(" hand").partition(", ")
        if which:
            check(cells, counted[words, lost[which]])
        else:  # played alike, whichever of the two it is; what lost wagers bring is not
            both = [counted[words, of] for of in lost.values() if (words, of) in counted]
            assert {seen: set(cell.choices) for seen, cell in cells.items()} == {
                seen: {label for beside in both if seen in beside for label in beside[seen].best}
                for beside in both for seen in beside
            }  # fmt: skip


NO_DOUBLE = ("        only if exactly 2 cards @ 5.c\n", "        only if exactly 2 cards @ 5.c\n        not if after split @ 5.c\n")
ONE_CARD_TO_ACES = (
    "        only if points of hand under 21 @ 5.b\n",
    "        only if points of hand under 21 @ 5.b\n        not if after split and first card of hand is A @ 5.b\n",
)
NO_DOUBLE_ON_ACES = (NO_DOUBLE[0], NO_DOUBLE[1].replace("after split @", "after split and first card of hand is A @"))


def test_choices_that_are_not_offered_after_a_split() -> None:
    """Without doubling on them all hands of two cards are told, and what is left to them is worth what it is worth otherwise."""
    deck = (3, 3, 0, 0, 2, 0, 2, 0, 0, 4)
    chart, _ = told(game(2, NO_DOUBLE), deck)
    found = rows_of(chart)
    two_cards = [row for row in found if "3 cards or more" not in row]
    assert "hard 9 after split" in two_cards
    for row in two_cards:
        for cell in found[row].values():
            assert {label for label, _ in cell.values} <= {"stand", "hit"}
    nines = {seen: cell for seen, cell in found["hard 9 after split"].items() if seen not in ("2", "7")}
    assert nines
    for seen, cell in nines.items():  # 2 and 7 of which the one that was split is known
        up = NAMES.index(seen)
        of = {split_off: worths((2, 7), without(deck, up, split_off, 2, 7), up) for split_off in (2, 7)}
        for label, worth in cell.values:
            assert min(float(one[label]) for one in of.values()) <= worth <= max(float(one[label]) for one in of.values())


def test_hands_on_which_nothing_is_decided() -> None:
    """Aces that get one card each have no row; that nothing is decided on them is told."""
    chart, after_split = told(game(2, ONE_CARD_TO_ACES, NO_DOUBLE_ON_ACES), ACES_AND_TWOS)
    assert after_split.undecided == ("A",)
    assert not any(row.startswith("A and A") for row in rows_of(chart))
    alone, nothing = told(game(2, ONE_CARD_TO_ACES, NO_DOUBLE_ON_ACES), (4, 0, 0, 1, 1, 0, 1, 1, 1, 1))
    assert nothing == AfterSplit((), ("A",), is_again=False, is_decided=False)
    assert rows_of(alone) == {}


def test_a_game_without_splits_says_nothing_of_them() -> None:
    solver = CardSolver(game(1))
    solver.laying.deck = pack(TENS_AND_SIXES)
    strategy = solver.solve(solver.bundles[0].wagers).counted.strategy
    assert strategy is not None
    assert [decided.after_split for decided in strategy.decided] == [None]
