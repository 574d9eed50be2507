"""Best play where hands grow, held against a game of its own that knows nothing of audit, and against the reference."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card, read_card
from audit.play.making import Wish
from audit.ruleset.configure import Configured, configure
from audit.solve.cards.outcomes import figures_of
from audit.solve.cards.playing import best_chooser
from audit.solve.cards.reference import all_rounds
from audit.solve.cards.solver import CardSolver
from audit.solve.draws import tails
from audit.solve.errors import NotSolvable
from audit.solve.result import AVERAGED
from tests.solve.draws.twenty_one import Deck, expected
from tests.whole import WHOLE

RULES = Path(__file__).with_name("twenty_one.rop")
RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
Game = Callable[[int], Configured]


@pytest.fixture(scope="module")
def game() -> Game:
    """The game with hands split up to a number of them."""
    text, library = RULES.read_text(), Library((RULESETS,))
    return lambda most: configure(load_text(text.replace("hands under 2", f"hands under {most}"), library), {})


def pack(deck: Deck) -> tuple[Card, ...]:
    """A pack with so many cards of each value."""
    ranks = ("A", *map(str, range(2, 11)))
    return tuple(read_card(f"{rank}{'cdhs'[n % 4]}") for rank, count in zip(ranks, deck, strict=True) for n in range(count))


def solved(configured: Configured, cards: tuple[Card, ...]) -> Fraction:
    solver = CardSolver(configured)
    solver.laying.deck = cards
    (bundle,) = solver.bundles
    found = solver.solve(bundle.wagers).counted.expected(bundle.wagers)
    assert found is not None
    return found


TENS_AND_SIXES = (2, 0, 0, 0, 0, 3, 0, 2, 2, 3)
LITTLE = (1, 1, 0, 0, 1, 2, 0, 0, 1, 3)


@pytest.mark.parametrize("deck", [LITTLE, (1, 0, 0, 0, 1, 2, 0, 1, 1, 2)], ids=str)
def test_without_splits(game: Game, deck: Deck) -> None:
    assert solved(game(1), pack(deck)) == expected(deck)


@pytest.mark.parametrize("most", [2, 3])
def test_with_hands_that_are_split(game: Game, most: int) -> None:
    assert solved(game(most), pack(TENS_AND_SIXES)) == expected(TENS_AND_SIXES, most)


FREE = """\
      free_split @ 5.e
        only if exactly 2 cards and 2 cards alike in points @ 5.e
        only if hands under 3 @ 5.e
        split hand making free_split dealing 1 to each in turn @ 5.e
"""
SPLIT = re.compile(r" {6}split @ 5.d\n(?: {8}.*\n)+")


def with_free_splits(order: tuple[str, ...]) -> Configured:
    """The game with hands that the house pays for, the choices of splitting in this order."""
    made = "wager free_split @ 3\n  amount equal to main @ 3\n  put up by the house @ 3\nsettle"
    text = RULES.read_text().replace("main, double, split", "main, double, split, free_split")
    text = text.replace("hands under 2", "hands under 3").replace("\nsettle", f"\n{made}", 1)
    (paid,) = SPLIT.findall(text)
    text = text.replace(paid, "".join({"split": paid, "free_split": FREE}[name] for name in order))
    text = text.replace(" unless after split", "".join(f" and not after {name}" for name in order))
    return configure(load_text(text, Library((RULESETS,))), {})


def test_free_splits() -> None:
    """Where paid splits are offered before them, a hand is split again free of charge nevertheless."""
    assert solved(with_free_splits(("split", "free_split")), pack(TENS_AND_SIXES)) == expected(TENS_AND_SIXES, 3, is_free=True)


@pytest.mark.long
@pytest.mark.parametrize("order", [("free_split",), ("free_split", "split"), ("split", "free_split")], ids=" ".join)
def test_free_splits_in_any_order(order: tuple[str, ...]) -> None:
    deck = (3, 0, 0, 0, 0, 3, 0, 2, 2, 3)
    assert solved(with_free_splits(order), pack(deck)) == expected(deck, 3, is_free=True)


@pytest.mark.long
@pytest.mark.parametrize("deck", [(4, 4, 0, 0, 0, 4, 0, 0, 4, 4)], ids=str)
@pytest.mark.parametrize("most", [1, 4])
def test_larger_decks(game: Game, deck: Deck, most: int) -> None:
    """In these the dealer can draw what the cards of some hands rule out, so that ways to draw are left open at first."""
    assert solved(game(most), pack(deck)) == expected(deck, most)


@pytest.mark.long
@pytest.mark.parametrize(
    "deck", [(2, 0, 0, 0, 0, 2, 0, 1, 0, 3), pytest.param((1, 1, 0, 0, 0, 2, 0, 1, 1, 2), marks=WHOLE)], ids=str
)
def test_the_reference_agrees(game: Game, deck: Deck) -> None:
    found = all_rounds(game(1), [Wish("main", "", Fraction(1))], pack(deck)).best(["main", "double"])
    assert solved(game(1), pack(deck)) == found.expected(["main", "double"]) == expected(deck)


def test_best_play_in_rows(game: Game) -> None:
    """Two aces come once in 66 deals, and then no dealer has a natural; two sixes against the third once in 220."""
    solver = CardSolver(game(2))
    solver.laying.deck = pack(TENS_AND_SIXES)
    strategy = solver.solve(solver.bundles[0].wagers).counted.strategy
    assert strategy is not None
    (decided,) = strategy.decided
    rows = {row.hands: (row.choice, row.share) for row in decided.rows}
    assert rows["A and A, dealer shows 6, 8, 9, 10"] == ("split", Fraction(1, 66))
    assert rows["6 and 6, dealer shows 6"] == ("split", Fraction(1, 220))
    assert sum(row.share for row in decided.rows) == sum(share for _, share in decided.choices)


def test_best_play_as_a_chart(game: Game) -> None:
    """The same as a grid: aces are split against every card; no six lies open when the player holds all but one of three."""
    solver = CardSolver(game(2))
    solver.laying.deck = pack(TENS_AND_SIXES)
    solved = solver.solve(solver.bundles[0].wagers)
    assert solved.counted.strategy is not None
    chart = solved.counted.strategy.decided[0].chart
    assert chart is not None
    assert (chart.beside, chart.seen) == ("dealer shows", ("6", "8", "9", "10", "A"))
    assert [group.title for group in chart.groups] == ["hard totals", "soft totals", "pairs", "after split"]
    pairs = dict(chart.groups[2].rows)
    assert [cell and cell.choices for cell in pairs["A and A"]] == [("split",)] * 4 + [None]
    assert pairs["6 and 6"][0] is not None
    assert set(dict(pairs["6 and 6"][0].values)) == {"hit", "stand", "double", "split"}


def test_rounds_with_a_split_are_one_outcome(game: Game) -> None:
    """They are told by their average, which with the other outcomes makes up what the bundle brings."""
    solver = CardSolver(game(2))
    solver.laying.deck = pack(TENS_AND_SIXES)
    found = solver.solve(solver.bundles[0].wagers)
    figures = figures_of(found.counted, found.names, found.unit, of_bundle=True)
    assert [outcome.result for outcome in figures.outcomes].count(AVERAGED) == 1
    assert figures.win + figures.push + figures.lose + figures.averaged == 1
    assert figures.variance is None
    assert figures.house_edge == -expected(TENS_AND_SIXES, 2)


def test_best_play_is_not_told_decision_by_decision(game: Game) -> None:
    """It is refused at once, and not looked for among courses of fixed cards, which have no end here."""
    with pytest.raises(NotSolvable, match="where hands grow"):
        best_chooser(CardSolver(game(2)))


def test_a_choice_that_changes_nothing_is_refused() -> None:
    text = RULES.read_text().replace("stand  end hand", "stand  wait")
    solver = CardSolver(configure(load_text(text, Library((RULESETS,))), {}))
    solver.laying.deck = pack(LITTLE)
    with pytest.raises(NotSolvable, match="leads back to where it was made"):
        solver.solve(solver.bundles[0].wagers)


def test_a_wager_beside_follows_the_best_play_of_the_others() -> None:
    """One that is decided as the main one is, brings what that brings under best play of main and double."""
    text = RULES.read_text().replace("hands under 2", "hands under 1")
    text = text.replace("wager double @ 3", "wager shadow @ 3\n  rides on mine @ 3\nwager double @ 3")
    text = text.replace("main, double, split", "main, shadow, double, split").replace("any of main, shadow,", "any of main,")
    solver = CardSolver(configure(load_text(text, Library((RULESETS,))), {}))
    solver.laying.deck = pack(LITTLE)
    (bundle,) = solver.bundles
    best = solver.solve(bundle.wagers).counted
    assert bundle.wagers == ("main", "double", "split") and best.expected(("main",)) != best.expected(bundle.wagers)
    assert solver.solve(("shadow",)).counted.expected(("shadow",)) == best.expected(("main",))


def test_tails_change_no_figure(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn by rule may be gone through card by card as well, which takes longer."""

    def refuse(self: tails.Tails, *where: object) -> None:
        raise tails.NotATail

    with_tails = solved(game(2), pack(LITTLE))
    monkeypatch.setattr(tails.Tails, "rows_of", refuse)
    assert solved(game(2), pack(LITTLE)) == with_tails
