"""Published figures of card games against the house, as printed: the exact one rounds to what is printed, or says why not.

Each is computed from a shipped ruleset, where a published pay table differs with its rows replaced, or from a small one
in ``variants``.  What is solved at full size is solved once for all figures that hang on it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from audit.play.cards import Card, read_card
from audit.play.scales import scale as read_scale
from audit.solve.cards import by_board, by_showdown, by_stages
from audit.solve.cards.board import solve_board
from audit.solve.cards.board_game import BoardResult
from audit.solve.cards.counting import categories, count_hands
from audit.solve.cards.laying_open import only_for
from audit.solve.cards.outcomes import Counted, Tally, figures_of, paid_of
from audit.solve.cards.paths import Path as Way
from audit.solve.cards.paths import without_dominated
from audit.solve.cards.sets import canonical_sets, every_set, number_of
from audit.solve.cards.showdown import ByState, ByStrength, Played, Policy, Showdown, play_showdown
from audit.solve.cards.sides import Problem
from audit.solve.cards.solver import CardSolver, pruned
from audit.solve.errors import NotSolvable

PUBLISHED: list[dict[str, Any]] = json.loads((Path(__file__).parent / "published.json").read_text(encoding="utf-8"))
pytestmark = pytest.mark.xdist_group("published values of card games")
"""One process solves them all, since many values are of one solution."""

QUICK = {"jack-cleveland/three-card-poker/undated", "oneida/three-card-poker/2003-08-06"}
Entry = Mapping[str, Any]
COUNTED: dict[tuple[str, str, int], dict[str, int]] = {}
"""What was counted already: hands by class, of a ruleset, a ranking and a number of cards."""


@dataclass
class Solved:
    """Wagers of one ruleset under best play, with what the method found on the way.

    Of choices that are equally good the one that puts up least is taken, or the one that is stated first.
    """

    solver: CardSolver
    wagers: tuple[str, ...]
    without: frozenset[str] = frozenset()
    takes_first: bool = False
    policies: dict[str, tuple[Fraction, dict[Way, Fraction]]] = field(default_factory=dict)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(name for name in self.solver.names(self.wagers) if name not in self.without)

    @cached_property
    def problem(self) -> Problem:
        course = only_for(self.solver.laying.course(self.wagers, self.wagers), self.names)
        course = replace(course, root=without_dominated(course.root)) if self.takes_first else pruned(course)
        return Problem(course, self.solver.laying.judge, frozenset(self.names), is_told=False)

    @cached_property
    def showdown(self) -> tuple[by_showdown.Prepared, Played]:
        laid_out = by_showdown.prepared(self.problem)
        return laid_out, play_showdown(laid_out.showdown)

    @cached_property
    def board(self) -> tuple[by_board.Prepared, BoardResult]:
        laid_out = by_board.prepared(self.problem)
        return laid_out, solve_board(laid_out.game)

    @cached_property
    def counted(self) -> Counted:
        for count in (lambda: by_showdown.counted(*self.showdown), lambda: by_board.counted(*self.board)):
            try:
                return count()
            except NotSolvable:
                continue
        return by_stages.solve(self.problem) if self.takes_first else self.solver.solve(self.wagers).counted

    @cached_property
    def expected(self) -> Fraction:
        """What one unit brings: of a wager that a fold forfeits, what it adds to best play without it."""
        if self.wagers[0] in self.solver.margins:
            margin = self.solver.solve(self.wagers).margin
            if margin is not None:
                return margin
        found = self.counted.expected(self.names)
        assert found is not None
        return found

    def under(self, play: str) -> tuple[Fraction, dict[Way, Fraction]]:
        """What a fixed way of playing brings, and how often it takes each path."""
        if play not in self.policies:
            laid_out, played = self.showdown
            policy = policy_of(play, laid_out.showdown, self.problem.paths, self.problem.judge.deck)
            self.policies[play] = by_showdown.appraise(laid_out, played, policy)
        return self.policies[play]

    def staked_by(self, path: Way) -> Fraction:
        """What is put up on a path, whatever the cards are."""
        laid_out, _ = self.showdown
        number = self.problem.paths.index(path)
        (staked,) = {
            sum((p.staked for p in paid_of(end, self.names)), Fraction(0))
            for key, end in laid_out.ends.items()
            if key[0] == number
        }
        return staked


# ways of playing


def policy_of(play: str, showdown: Showdown, paths: Sequence[Way], deck: Sequence[Card]) -> Policy:
    """A way of playing in words as a policy: a least hand with which to raise, or one of those named here."""
    fold = paths.index(("fold",))
    (raised,) = (n for n in range(len(paths)) if n != fold)
    strength = showdown.player_strength
    assert strength is not None

    def of(hand: str) -> int:
        return int(strength[number_of([deck.index(card) for card in cards_of(hand)])])

    if play == "everything":
        return ByStrength((), (raised,))
    if play.endswith(" or better"):
        return ByStrength((of(play.removesuffix(" or better")),), (fold, raised))
    raises = {"matching rank": matching_rank, "three rules of thumb": three_rules_of_thumb}[play]
    hands = canonical_sets(showdown.pack, showdown.player_cards, symmetric=showdown.symmetric)
    own = strength[hands.numbers]
    pair, ace_king = of("2s 2h 3d 4c 5s"), of("As Kh 4d 3c 2s")
    ranks = -np.sort(-showdown.pack.rank[hands.cards], axis=1)
    seen = showdown.pack.rank[every_set(showdown.pack.size, 1)[:, 0]]
    borderline = (own >= ace_king) & (own < pair)
    is_raised = (own >= pair)[:, None] | (borderline[:, None] & raises(ranks, seen))
    return ByState(np.where(is_raised, raised, fold))


def matching_rank(ranks: Any, seen: Any) -> Any:
    """With ace and king: raise if the dealer shows a rank that the player holds.  Ranks count from 0, the deuce."""
    return (ranks[:, :, None] == seen[None, None, :]).any(axis=1)


def three_rules_of_thumb(ranks: Any, seen: Any) -> Any:
    """The three rules for ace and king of the page on Caribbean Stud; ``ranks`` with the highest first."""
    jack, queen, king = 9, 10, 11
    has_queen = (ranks == queen).any(axis=1)[:, None]
    has_queen_or_jack = ((ranks == queen) | (ranks == jack)).any(axis=1)[:, None]
    is_matched, is_low = matching_rank(ranks, seen), (seen <= queen)[None, :]
    below_the_fourth = seen[None, :] < ranks[:, 3][:, None]
    return (is_low & is_matched) | ((seen >= king)[None, :] & has_queen_or_jack) | (~is_matched & has_queen & below_the_fourth)


def cards_of(text: str) -> list[Card]:
    found = [read_card(word) for word in text.split()]
    assert None not in found
    return [card for card in found if card is not None]


# figures


@pytest.fixture(scope="session")
def solved(card_solver: Callable[..., CardSolver]) -> Callable[[Entry], Solved]:
    kept: dict[str, Solved] = {}

    def get(entry: Entry) -> Solved:
        key = json.dumps([entry[k] for k in ("ruleset", "wagers")] + [entry.get(k) for k in ("rows", "choices", "without", "ties")])
        if key not in kept:
            solver = card_solver(entry["ruleset"], entry.get("rows", {}), entry.get("choices", {}))
            without, takes_first = frozenset(entry.get("without", ())), entry.get("ties") == "stated first"
            kept[key] = Solved(solver, tuple(entry["wagers"].split(" + ")), without, takes_first)
        return kept[key]

    return get


def measure(entry: Entry, of: Solved) -> Fraction | float:
    expected, often = of.under(entry["play"]) if "play" in entry else (of.expected, {})
    if entry["metric"] in ("house_edge", "expected_value"):
        return -expected if entry["metric"] == "house_edge" else expected
    if entry["metric"] == "total_loss":
        assert of.counted.total == int(entry["of"])
        return -expected * of.counted.total
    staked = sum((share * of.staked_by(path) for path, share in often.items()), Fraction(0))
    metrics: dict[str, Callable[[], Fraction | float]] = {
        "element_of_risk": lambda: -expected / (staked or of.counted.staked(of.names)),
        "average_stake": lambda: of.counted.staked(of.names),
        "standard_deviation": lambda: sqrt(figures_of(of.counted, of.names, Fraction(1), of_bundle=True).variance or 0),
        "combinations": lambda: Fraction(deals_of(entry, of)),
        "frequency": lambda: Fraction(deals_of(entry, of), of.counted.total),
        "value_of_playing": lambda: value_of_playing(entry, of),
    }
    return metrics[entry["metric"]]()


def deals_of(entry: Entry, of: Solved) -> int:
    """In how many deals a path is taken, and wagers end as the entry says."""

    def is_meant(tally: Tally) -> bool:
        told = {p.name: f"{p.result} {p.pays}".strip() for p in tally.end.paid}
        is_so = all(said in (told.get(name), told.get(name, "").split(" ")[0]) for name, said in entry.get("ends", {}).items())
        return is_so and tally.path == tuple(entry.get("path", tally.path))

    return sum(tally.deals for tally in of.counted.tallies if is_meant(tally))


def value_of_playing(entry: Entry, of: Solved) -> Fraction:
    """What it brings to play on with these hole cards, whether that is best or not."""
    laid_out, result = of.board
    deck = of.problem.judge.deck
    wanted = sorted(card.rank for card in cards_of(entry["hole"]))
    assert of.problem.moment is not None
    play = [label for label, _ in of.problem.moment.options].index("play")
    (holding,) = (
        h
        for h in result.holdings
        if sorted(deck[c].rank for c in h.cards) == wanted and len({deck[c].suit for c in h.cards}) == 2
    )
    worth = holding.values[0][play]
    assert worth is not None
    return Fraction(worth, laid_out.paid.scale * result.deals_of_hole)


def count(entry: Entry, solver: CardSolver) -> Fraction:
    """How many hands of all are of some classes, or what share of them is as good as a given one."""
    scale = read_scale(solver.configured.ruleset, entry["ranking"])
    if entry["metric"] == "share_at_least":
        counts, whole = count_hands(scale, solver.laying.deck, entry["cards"])
        least = int(whole.order[whole.code_of(cards_of(entry["least"]))])
        return Fraction(int(counts[whole.order >= least].sum()), int(counts.sum()))
    key = (entry["ruleset"], entry["ranking"], entry["cards"])
    if key not in COUNTED:
        found = categories(scale, solver.laying.deck, entry["cards"], entry.get("best"))
        COUNTED[key] = {category.name: category.count for category in found}
    return Fraction(sum(n for name, n in COUNTED[key].items() if not entry["classes"] or name in entry["classes"]))


def is_printed(value: Fraction | float, number: str) -> bool:
    """Whether a value rounds to a printed number, at its last printed place."""
    last = Fraction(Decimal(1).scaleb(int(Decimal(number).as_tuple().exponent)))
    return abs(Fraction(value) - Fraction(number)) <= last / 2


def _params(metrics: Callable[[Entry], bool]) -> list[Any]:
    return [
        pytest.param(entry, id=f"{entry['says']}: {entry['metric']}", marks=[] if is_quick(entry) else [pytest.mark.long])
        for entry in PUBLISHED
        if "unknown" not in entry and metrics(entry)
    ]


def is_quick(entry: Entry) -> bool:
    return entry["cards"] <= 6 if "ranking" in entry else entry["ruleset"] in QUICK


@pytest.mark.parametrize("entry", _params(lambda entry: "ranking" in entry))
def test_published_count(entry: Entry, card_solver: Callable[..., CardSolver]) -> None:
    value = count(entry, card_solver(entry["ruleset"], {}, {}))
    assert is_printed(value, entry["number"]), value


@pytest.mark.parametrize("entry", _params(lambda entry: "wagers" in entry))
def test_published_figure(entry: Entry, solved: Callable[[Entry], Solved]) -> None:
    value = measure(entry, solved(entry))
    if "exact" in entry:
        assert value == Fraction(entry["exact"])
    assert is_printed(value, entry["number"]) is entry.get("agrees", True), float(value)
    if "right" in entry:
        assert is_printed(value, entry["right"]), float(value)


def test_a_figure_that_does_not_agree_says_why_and_what_is_right() -> None:
    assert all(entry.get("note") and entry.get("right") for entry in PUBLISHED if not entry.get("agrees", True))
    assert all(entry.get("source") for entry in PUBLISHED)
