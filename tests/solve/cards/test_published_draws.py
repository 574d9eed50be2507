"""Two hands drawn from many decks: published figures to the printed digits, and every wager against a plain enumeration.

The enumeration knows nothing of rulesets: it draws the worths of cards, 0 to 9, by the table of the game.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from math import perm, sqrt
from pathlib import Path
from typing import Any

import pytest

from audit.solve.cards.outcomes import figures_of
from audit.solve.cards.results import result_of
from audit.solve.cards.solver import CardSolver, SolvedWagers

PUBLISHED: list[dict[str, Any]] = json.loads((Path(__file__).parent / "published_draws.json").read_text(encoding="utf-8"))
QUICK = 8
"""So many decks are drawn from in every run; other numbers take as long each."""

pytestmark = pytest.mark.xdist_group("published values of drawing games")


@pytest.fixture(scope="module")
def solved(card_solver: Callable[..., CardSolver]) -> Callable[[int, str], SolvedWagers]:
    @cache
    def get(decks: int, wager: str) -> SolvedWagers:
        return card_solver("punto-banco", {}, {"decks": str(decks)}).solve((wager,))

    return get


def measure(entry: Mapping[str, Any], of: SolvedWagers) -> Fraction | float:
    found = figures_of(of.counted, of.names, of.unit, of_bundle=False)
    assert found.house_edge is not None
    won = sum(tally.deals for tally in of.counted.tallies for paid in tally.end.paid if paid.result == entry.get("result"))
    metrics: dict[str, Fraction | float] = {
        "house_edge": found.house_edge,
        "expected_value": -found.house_edge,
        "standard_deviation": sqrt(found.variance or 0),
        "combinations": Fraction(won),
        "probability": Fraction(won, of.counted.total),
    }
    return metrics[entry["metric"]]


def is_printed(value: Fraction | float, printed: str) -> bool:
    """Whether a value rounds to a printed number, at its last printed place."""
    number = Decimal(printed.removesuffix("%").replace(",", ""))
    last = Fraction(Decimal(1).scaleb(int(number.as_tuple().exponent)))
    scale = 100 if printed.endswith("%") else 1
    return abs(Fraction(value) * scale - Fraction(number)) <= (last / 2 if "." in printed else 0)


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(entry, id=f"{entry['says']}, {entry['decks']} decks: {entry['metric']}",
                     marks=[] if entry["decks"] == QUICK else [pytest.mark.long])
        for entry in PUBLISHED
    ],
)  # fmt: skip
def test_published_figure(entry: Mapping[str, Any], solved: Callable[[int, str], SolvedWagers]) -> None:
    of = solved(entry["decks"], entry["wager"])
    value = measure(entry, of)
    assert is_printed(value, entry["printed"]), float(value)
    assert of.counted.total == perm(52 * entry["decks"], 6)


# the plain enumeration

Hands = tuple[int, int, int, int]
"""What the two hands are worth and of how many cards they are: the player's, then the banker's."""


def banker_draws(banker: int, third: int | None) -> bool:
    if third is None:
        return banker <= 5
    last = {0: range(10), 1: range(10), 2: range(10), 3: (0, 1, 2, 3, 4, 5, 6, 7, 9), 4: range(2, 8), 5: range(4, 8), 6: (6, 7)}
    return third in last.get(banker, ())


@cache
def all_hands(decks: int) -> dict[Hands, int]:
    """In how many orders of six cards, of single cards, the hands come out so."""
    left = [16 * decks] + [4 * decks] * 9
    size = 52 * decks
    found: Counter[Hands] = Counter()

    def end(ways: int, dealt: int, hands: Hands) -> None:
        found[hands] += ways * perm(size - dealt, 6 - dealt)

    def drawn(ways: int) -> Any:
        for worth in range(10):
            if left[worth]:
                more = ways * left[worth]
                left[worth] -= 1
                yield worth, more
                left[worth] += 1

    for first, a in drawn(1):
        for second, b in drawn(a):
            for third, c in drawn(b):
                for fourth, d in drawn(c):
                    player, banker = (first + third) % 10, (second + fourth) % 10
                    if player >= 8 or banker >= 8:
                        end(d, 4, (player, 2, banker, 2))
                    elif player >= 6:
                        if not banker_draws(banker, None):
                            end(d, 4, (player, 2, banker, 2))
                        else:
                            for worth, e in drawn(d):
                                end(e, 5, (player, 2, (banker + worth) % 10, 3))
                    else:
                        for one, e in drawn(d):
                            if not banker_draws(banker, one):
                                end(e, 5, ((player + one) % 10, 3, banker, 2))
                                continue
                            for worth, f in drawn(e):
                                end(f, 6, ((player + one) % 10, 3, (banker + worth) % 10, 3))
    return dict(found)


def half_on(worth: int) -> Callable[[Hands], Fraction]:
    def net(hands: Hands) -> Fraction:
        player, _, banker, _ = hands
        if banker <= player:
            return Fraction((banker > player) - (banker < player))
        return Fraction(1, 2) if banker == worth else Fraction(1)

    return net


def margin(hands: Hands, is_player: bool) -> int:
    player, of_player, banker, of_banker = hands
    (mine, of_mine), (theirs, of_theirs) = ((player, of_player), (banker, of_banker))[:: 1 if is_player else -1]
    is_natural, is_other = of_mine == 2 and mine >= 8, of_theirs == 2 and theirs >= 8
    if is_natural:
        return (mine > theirs) - (mine < theirs) if is_other else 1
    return {4: 1, 5: 2, 6: 4, 7: 6, 8: 10, 9: 30}.get(mine - theirs, -1)


NETS: dict[str, Callable[[Hands], Any]] = {
    "on_banco": lambda h: Fraction(19, 20) if h[2] > h[0] else -(h[2] < h[0]),
    "on_punto": lambda h: (h[0] > h[2]) - (h[0] < h[2]),
    "on_tie": lambda h: 8 if h[0] == h[2] else -1,
    "nine_on_tie": lambda h: 9 if h[0] == h[2] else -1,
    "half_on_4": half_on(4),
    "half_on_5": half_on(5),
    "half_on_7": half_on(7),
    "half_on_8": half_on(8),
    "free_on_banco": lambda h: 0 if h[2:] == (7, 3) and h[0] < 7 else (h[2] > h[0]) - (h[2] < h[0]),
    "seven": lambda h: 40 if h[2:] == (7, 3) and h[0] < 7 else -1,
    "eight": lambda h: 25 if h[:2] == (8, 3) and h[2] < 8 else -1,
    "margin[punto]": lambda h: margin(h, True),
    "margin[banco]": lambda h: margin(h, False),
}


def test_every_hand_is_counted() -> None:
    assert sum(all_hands(QUICK).values()) == 4_998_398_275_503_360 == perm(416, 6)


@pytest.mark.parametrize("decks", [QUICK, pytest.param(1, marks=pytest.mark.long)])
def test_every_wager_brings_what_the_enumeration_says(decks: int, solved: Callable[[int, str], SolvedWagers]) -> None:
    for wager, net in NETS.items():
        of = solved(decks, wager)
        brought: Counter[Fraction] = Counter()
        for hands, ways in all_hands(decks).items():
            brought[Fraction(net(hands))] += ways
        counted: Counter[Fraction] = Counter()
        for tally in of.counted.tallies:
            counted[sum((p.net or Fraction(0) for p in tally.end.paid), Fraction(0))] += tally.deals
        assert counted == brought, wager


SHIPPED = {
    "jack-cleveland/mini-baccarat/undated": {
        "player_bet": "on_punto",
        "banker_bet": "on_banco",
        "tie_bet": "on_tie",
        "dragon[player_cards]": "margin[punto]",
        "dragon[banker_cards]": "margin[banco]",
    },
    "jack-cleveland/dragon-bonus-baccarat-commission-free/undated": {
        "player_bet": "on_punto",
        "banker_bet": "free_on_banco",
        "tie_bet": "on_tie",
        "fortune_7": "seven",
        "dragon[player_cards]": "margin[punto]",
        "dragon[banker_cards]": "margin[banco]",
    },
}


@pytest.mark.parametrize("ruleset", SHIPPED)
def test_shipped_rulesets_bring_what_the_enumeration_says(ruleset: str, card_solver: Callable[..., CardSolver]) -> None:
    """Eight decks by default; each wager is a row, a wager on one of two hands one row for each."""
    solver = card_solver(ruleset, {}, {})
    assert {name for (name,) in solver.units()} == set(SHIPPED[ruleset])
    for name, like in SHIPPED[ruleset].items():
        result = result_of(solver, solver.solve((name,)), 0.0)
        expected = sum(ways * Fraction(NETS[like](hands)) for hands, ways in all_hands(QUICK).items())
        assert result.house_edge == -expected / perm(416, 6), name
        assert result.id == name
        assert result.wager == name.partition("[")[0]
        assert result.positions == ((name.partition("[")[2].rstrip("]"),) if "[" in name else ())
        assert any("fresh shoe" in note for note in result.notes)
