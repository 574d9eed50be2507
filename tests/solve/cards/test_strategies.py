"""Best play in words: rows that say, hand by hand, what the solver found; what simple rules cost."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np
import pytest

from audit.play.cards import RANKS, SUITS, Card
from audit.play.scales import scale
from audit.solve.cards.board_game import Holding
from audit.solve.cards.holes import hole_rows
from audit.solve.cards.known_facts import Wanted, facts_of
from audit.solve.cards.reading_play import MOST_BORDERS, MOST_ROWS, Hands, Situations, play_rows
from audit.solve.cards.results import result_of
from audit.solve.cards.rule_lists import Fact, learn_rules
from audit.solve.cards.solver import CardSolver
from audit.solve.result import Decided, Strategy, WagerResult

Rows = Mapping[str, Sequence[Sequence[str]]]
CardSolverOf = Callable[[str, Rows, Mapping[str, str]], CardSolver]

THREE = "oneida/three-card-poker/2024-09-11"
RIDE = "oneida/let-it-ride/2003-08-06"
MISSISSIPPI = "oneida/mississippi-stud/2024-09-11"


def solved(solver: CardSolver) -> WagerResult:
    """The first bundle as a result."""
    return result_of(solver, solver.solve(solver.bundles[0].wagers), 0.0)


def told(result: WagerResult) -> Strategy:
    assert result.strategy is not None
    return result.strategy


def choices_of(decided: Decided) -> dict[str, Fraction]:
    """The rows of a moment summed by choice."""
    found: dict[str, Fraction] = {}
    for row in decided.rows:
        found[row.choice] = found.get(row.choice, Fraction(0)) + row.share
    return found


# lists of rules


def facts(**holds: Sequence[int]) -> list[Fact]:
    return [Fact(name, f"no {name}", np.array(values, dtype=np.bool_)) for name, values in holds.items()]


def test_one_fact_decides() -> None:
    """Four cases; the second choice is best where both facts hold, and nowhere else."""
    weights = np.array([[5, 0], [3, 0], [2, 0], [0, 7]])
    found = learn_rules(facts(red=[0, 1, 0, 1], high=[0, 0, 1, 1]), weights)
    assert [(set(rule.parts), rule.choice, rule.weight) for rule in found.rules] == [({"red", "high"}, 1, 7), (set(), 0, 10)]
    assert found.left == (0, 0)


def test_cases_that_read_alike_are_left_over() -> None:
    """One kind of case is played in both ways: no rule is made of it, and its weights are told."""
    weights = np.array([[4, 1], [0, 6]])
    found = learn_rules(facts(red=[0, 1]), weights)
    assert found.left == (4, 1)
    assert [(rule.parts, rule.choice, rule.weight) for rule in found.rules] == [(("red",), 1, 6)]


def test_a_list_reads_from_the_top() -> None:
    """By brute force: played by the first rule that fits, every case is played as it should be."""
    pick = np.random.default_rng(5)
    table = pick.integers(0, 2, size=(64, 6)).astype(np.bool_)
    table = np.unique(table, axis=0)
    best = np.where(table[:, 0] & ~table[:, 1], 2, np.where(table[:, 2] | table[:, 3], 1, 0))
    weights = np.zeros((len(table), 3), dtype=np.int64)
    weights[np.arange(len(table)), best] = pick.integers(1, 9, size=len(table))
    names = [f"f{n}" for n in range(6)]
    found = learn_rules([Fact(name, f"no {name}", table[:, n]) for n, name in enumerate(names)], weights)
    assert found.left == (0, 0, 0)
    for row, choice in zip(table, best, strict=True):
        held = {name if holds else f"no {name}" for name, holds in zip(names, row, strict=True)}
        assert next(rule.choice for rule in found.rules if set(rule.parts) <= held) == choice
    for n, rule in enumerate(found.rules):
        met = [
            i for i, row in enumerate(table)
            if next(m for m, r in enumerate(found.rules)
                    if set(r.parts) <= {f if h else f"no {f}" for f, h in zip(names, row, strict=True)}) == n
        ]  # fmt: skip
        assert rule.weight == int(weights[met].sum())


# what is said of cards


def test_facts_of_four_cards(card_solver: CardSolverOf) -> None:
    """5 6 7 8 of one suit stand in two runs of five, 4-8 and 5-9; A 2 3 4 in one, with the ace low."""
    solver = card_solver(RIDE, {}, {})
    deck = [Card(rank, suit) for suit in SUITS for rank in RANKS]
    at = {rank: n for n, rank in enumerate(RANKS)}
    hands = np.array([[at["5"], at["6"], at["7"], at["8"]], [at["A"], 13 + at["2"], at["3"], at["4"]],
                      [at["J"], 13 + at["J"], at["Q"], 13 + at["Q"]]], dtype=np.int8)  # fmt: skip
    wanted = Wanted(scale(solver.configured.ruleset, "poker5"), 5)
    held = {fact.words: fact.holds.tolist() for fact in facts_of(wanted, deck, hands)}
    assert held["4 to a run in 2 ways or more"] == [True, False, False]
    assert held["4 to a run"] == [True, True, False]
    assert held["4 of one suit to a run"] == [True, False, False]
    assert held["two pairs"] == [False, False, True]
    assert held["a pair of J or higher"] == [False, False, True]
    assert held["lowest card 4 or higher"] == [True, False, True]


# hole cards


def test_hole_cards_are_told_together() -> None:
    """K with 5 and more, Q and J with any: the two that read alike are one."""
    deck = [Card(rank, suit) for suit in SUITS[:2] for rank in RANKS]
    held = [("K", low) for low in RANKS[3:11]] + [("Q", low) for low in RANKS[:10]] + [("J", low) for low in RANKS[:9]]
    holdings = [
        Holding((RANKS.index(high), 13 + RANKS.index(low)), 1, {}, ((0, 4),)) for high, low in held
    ] + [Holding((RANKS.index("A"), 13 + RANKS.index("A")), 1, {}, ((2, 0),))]  # fmt: skip
    rows = hole_rows(deck, holdings, 0, ["check", "bet"], 1000)
    assert [(row.hands, row.choice, row.share) for row in rows] == [
        ("pairs: A", "check", Fraction(2, 1000)),
        ("unsuited: K with 5 or higher; Q, J with any", "bet", Fraction(4 * 27, 1000)),
    ]


# hands against hands


def situations(best: Sequence[Sequence[int]], asides: Sequence[str]) -> Situations:
    """``best[aside][place]``, each of weight 1 and worth what its place is."""
    hands = len(best[0])
    place = np.tile(np.arange(hands), len(best))
    flat = np.array(best).reshape(-1)
    values = np.stack([np.zeros(len(flat)), place - hands // 2]).astype(np.int64)
    return Situations(
        place, np.repeat(np.arange(len(best)), hands), np.ones(len(flat), dtype=np.int64), flat,
        lambda which: values[:, which], lambda which: np.ones((2, len(which)), dtype=np.bool_), 1, ("fold", "bet"), tuple(asides),
    )  # fmt: skip


NAMES = Hands(str, lambda place: "low" if place < 5 else "high")


def test_what_is_seen_is_told_together_where_the_lines_agree() -> None:
    """Under A and K the line runs above 6, under Q above 3: ten hands, three things seen."""
    above_six = [0] * 7 + [1] * 3
    rows, borders = play_rows(
        situations([above_six, above_six, [0] * 4 + [1] * 6], ["dealer shows A", "dealer shows K", "dealer shows Q"]), NAMES, 30
    )
    assert {(row.hands, row.choice): row.share for row in rows} == {
        ("7 or better", "bet"): Fraction(9, 30),
        ("6 down to 4, dealer shows A, K", "fold"): Fraction(6, 30),
        ("6 down to 4, dealer shows Q", "bet"): Fraction(3, 30),
        ("3 or worse", "fold"): Fraction(12, 30),
    }
    assert len(borders) <= MOST_BORDERS


def test_a_zone_of_both_is_told_by_its_share() -> None:
    """Hands whose best choice changes from one to the next are one zone: bet in one of two."""
    best = [0] * 400 + [n % 2 for n in range(400)] + [1] * 400
    rows, _ = play_rows(situations([best], [""]), Hands(str, str), 1200)
    assert len(rows) <= MOST_ROWS
    assert [row.share for row in rows] == [Fraction(401, 1200), Fraction(398, 1200), Fraction(401, 1200)]
    assert rows[1].choice == "by the other cards: bet in 1 of 2, else fold"


# real games


def test_three_card_poker(card_solver: CardSolverOf) -> None:
    """Published: play on Q-6-4 or better; always playing costs 7.65 %, playing on queen high or better 3.45 %."""
    result = solved(card_solver(THREE, {}, {}))
    (decided,) = told(result).decided
    assert [(row.hands, row.choice) for row in decided.rows] == [("Q-6-4 or better", "play"), ("Q-6-3 or worse", "fold")]
    assert choices_of(decided) == dict(decided.choices) == {"play": Fraction(149, 221), "fold": Fraction(72, 221)}
    cost = {simple.words: round(float(simple.house_edge) * 100, 2) for simple in told(result).simple}
    assert cost == {"always play": 7.65, "play on Q high or better, the dealer's own qualifier, else fold": 3.45}


def test_the_labels_of_a_bundle_say_what_the_document_calls_its_wagers(card_solver: CardSolverOf) -> None:
    result = solved(card_solver(THREE, {}, {}))
    assert result.figures is not None
    labels = {outcome.net: outcome.label for outcome in result.figures.outcomes}
    assert labels[Fraction(7)] == "play: Ante Wager and Play Wager win 1 to 1; ante bonus wins 5 to 1"
    assert labels[Fraction(-2)] == "play: Ante Wager and Play Wager lose"


def test_nothing_is_told_of_a_variation(card_solver: CardSolverOf) -> None:
    """Where only the edge is wanted no words are made; asked for them later, they are."""
    told_before = card_solver(THREE, {}, {})
    silent = CardSolver(told_before.configured, is_told=False)
    first = silent.solve(silent.bundles[0].wagers)
    assert first.counted.strategy is None
    assert not first.counted.simple
    speaking = CardSolver(told_before.configured, silent.kept)
    second = speaking.solve(speaking.bundles[0].wagers)
    assert second.counted.strategy is not None
    assert second.counted.tallies == first.counted.tallies


@pytest.mark.long
def test_let_it_ride(card_solver: CardSolverOf) -> None:
    """Published: of three cards ride with a paying hand, three to a royal flush, a suited run but for A 2 3 and 2 3 4,
    and some suited with a gap; of four with a paying hand, four suited, an open run of four."""
    result = solved(card_solver(RIDE, {}, {}))
    first, second = told(result).decided
    assert [row.hands for row in first.rows if row.choice == "ride"] == [
        "a pair of 10 or higher",
        "2 cards of 10 or higher, 3 of one suit to a run",
        "3 of one rank",
        "3 of one suit to a run, 3 to a run in 3 ways or more",
        "3 of one suit to a run, 3 to a run in 2 ways or more, lowest card 7 or higher",
    ]
    assert "4 of one suit" in [row.hands for row in second.rows if row.choice == "ride"]
    for decided in (first, second):
        assert choices_of(decided) == dict(decided.choices)
        assert sum(row.share for row in decided.rows) == 1
    assert [simple.words for simple in told(result).simple] == ["always ride", "always withdraw"]


@pytest.mark.long
def test_mississippi_stud(card_solver: CardSolverOf) -> None:
    """Published: three times with a pair; once with a J or better, two of 6 or better, 6-5 suited; else fold."""
    result = solved(card_solver(MISSISSIPPI, {}, {}))
    first, second, third = told(result).decided
    assert [(row.hands, row.choice) for row in first.rows] == [
        ("a pair", "bet 3"),
        ("a card of J or higher", "bet 1"),
        ("2 cards of 6 or higher", "bet 1"),
        ("2 of one suit, a card of 6 or higher, 2 to a run in 4 ways or more", "bet 1"),
        ("any other hand", "fold"),
    ]
    for decided in (first, second, third):
        found = choices_of(decided)
        assert all(found.get(choice, 0) == share for choice, share in decided.choices)
    assert ("3 cards of 6 or higher, bet 3 at some decision before", "bet 1") in [(r.hands, r.choice) for r in third.rows]
