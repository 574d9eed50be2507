"""The real games of cards with few cards: every method that takes one equals the reference, to the fraction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from audit.ruleset.configure import Value, configure, read_value
from audit.ruleset.parameters import Option
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards import by_board, by_enumeration
from audit.solve.cards.laying_open import only_for
from audit.solve.cards.sides import Problem
from audit.solve.cards.simple_play import always_the_same
from audit.solve.cards.solver import pruned
from tests.solve.cards.comparing import ByOneMethod, cards, compare
from tests.solve.cards.shrinking import Cut
from tests.whole import WHOLE

Real = Callable[[str], Ruleset]


def house_choices(ruleset: Ruleset) -> dict[str, Value]:
    """A value for every option that the house must set: stakes are $1, meters grow by a quarter, other sums are $1,000."""
    unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
    return {
        name: read_value("$1" if name.endswith("_stake") else "25%" if name.endswith("_rate") else "$1000")
        for name in unset
    }


@dataclass(frozen=True)
class Shrunken:
    """A real ruleset cut down, with the methods that must take the bundle of its main wagers."""

    ruleset: str
    cut: Cut
    methods: frozenset[str]
    is_long: bool = True


SHOWDOWN = frozenset({"by_showdown", "by_enumeration"})
BOARD = frozenset({"by_board", "by_enumeration"})
STAGES = frozenset({"by_stages", "by_enumeration"})

SEVEN = "As Ah Ks Kh Qs Qh Jd"

FOUR_OF_TWO = Cut(
    "As Ah Ac Ks Kh Qd",
    {"four_card": 2},
    {("player_cards", 5): 2, ("dealer_cards", 5): 2},
)
FOUR_OF_THREE = Cut(
    "As Ah Ks Kh Qs Qd 10c 9c",
    {"four_card": 3},
    {("player_cards", 5): 3, ("dealer_cards", 5): 3},
)
CRAZY_OF_TWO = Cut("As Ah Ks Kd Qs Qd 4c", {"four_card": 2}, {("player_cards", 5): 3, ("dealer_cards", 5): 3})
CRAZY_OF_THREE = Cut("As Ah Ac Ks Kd Qs Jd 4c 3c", {"four_card": 3}, {("player_cards", 5): 4, ("dealer_cards", 5): 4})
CARIBBEAN_OF_TWO = Cut(
    "As Ah Ks Kh Qs 7d 4c",
    {"poker5": 2},
    {("player_cards", 4): 1, ("dealer_cards", 4): 1},
)
CARIBBEAN_OF_THREE = Cut(
    "As Ah Ac Ks Kd Qs Jd",
    {"poker5": 3},
    {("player_cards", 4): 2, ("dealer_cards", 4): 2},
)
LET_IT_RIDE = Cut(
    "As Ah Ks Qs 10d 10h",
    {"poker5": 3, "three_card_ranks": 1},
    {("player_cards", 3): 1, ("player_cards", 1): 0, ("player_cards", 2): 1, ("board", 2): 2},
)
MISSISSIPPI = Cut("As Ah Ks 8d 4c", {"poker5": 4, "board_ranks": 3}, {("player_cards", 2): 1}, burns=False)
MISSISSIPPI_OF_FIVE = Cut("As Ah Ks Qd 8c 8d", {}, {}, burns=False)
ULTIMATE = Cut(
    "As Ah Ks Kh Qd 8c",
    {"poker5": 2},
    {("player_cards", 2): 1, ("dealer_cards", 2): 1, ("flop", 3): 1, ("last_two", 2): 1},
)
ULTIMATE_OF_THREE = Cut(
    "As Ah Ks Kh Qd Js 8c",
    {"poker5": 3},
    {("player_cards", 2): 1, ("dealer_cards", 2): 1, ("flop", 3): 2, ("last_two", 2): 1},
)
BONUS = Cut(
    "As Ah Ks Qs 9d 9c",
    {"poker5": 2},
    {("player_cards", 2): 1, ("dealer_cards", 2): 1, ("flop", 3): 1},
    burns=False,
)
WILD_OF_TWO = Cut("As Ks Kh 2s 2d 8c joker", {"wild_poker": 2}, {("player_cards", 5): 2, ("dealer_cards", 5): 2})
WILD_OF_THREE = Cut("As Ks Kh 2s 2d 8c joker", {"wild_poker": 3}, {("player_cards", 5): 3, ("dealer_cards", 5): 3})

GAMES = {
    "three card 2003": Shrunken("oneida/three-card-poker/2003-08-06", Cut(SEVEN), SHOWDOWN),
    "three card 2022": Shrunken("oneida/three-card-poker/2022-06-14", Cut("As Ah Kd Ks Qd Js 7c"), SHOWDOWN),
    "three card 2024": Shrunken("oneida/three-card-poker/2024-09-11", Cut("As Ks Qs Jh Jd 10c 2s"), SHOWDOWN),
    "three card and six card": Shrunken("jack-cleveland/three-card-poker/undated", Cut(SEVEN), SHOWDOWN),
    "four card 2004, two": Shrunken("oneida/four-card-poker/2004-05-05", FOUR_OF_TWO, SHOWDOWN),
    "four card 2023, two": Shrunken("oneida/four-card-poker/2023-02-24", FOUR_OF_TWO, SHOWDOWN),
    "four card 2024, two": Shrunken("oneida/four-card-poker/2024-09-11", FOUR_OF_TWO, SHOWDOWN),
    "four card cleveland, two": Shrunken("jack-cleveland/four-card-poker/2016-04-20", FOUR_OF_TWO, SHOWDOWN),
    "four card cleveland, three": Shrunken("jack-cleveland/four-card-poker/2016-04-20", FOUR_OF_THREE, SHOWDOWN),
    "crazy four, two": Shrunken("jack-cleveland/crazy-four-poker/2017-02-15", CRAZY_OF_TWO, SHOWDOWN),
    "crazy four, three": Shrunken("jack-cleveland/crazy-four-poker/2017-02-15", CRAZY_OF_THREE, SHOWDOWN),
    "caribbean, two": Shrunken("oneida/caribbean-stud/2003-08-06", CARIBBEAN_OF_TWO, SHOWDOWN),
    "caribbean, three": Shrunken("oneida/caribbean-stud/2003-08-06", CARIBBEAN_OF_THREE, SHOWDOWN),
    "let it ride oneida": Shrunken("oneida/let-it-ride/2003-08-06", LET_IT_RIDE, STAGES),
    "let it ride cleveland": Shrunken("jack-cleveland/let-it-ride/undated", LET_IT_RIDE, STAGES),
    "mississippi 2020": Shrunken("oneida/mississippi-stud/2020-01-14", MISSISSIPPI, STAGES),
    "mississippi 2024": Shrunken("oneida/mississippi-stud/2024-09-11", MISSISSIPPI, STAGES),
    "mississippi cleveland": Shrunken("jack-cleveland/mississippi-stud/2016-10-12", MISSISSIPPI, STAGES),
    "ultimate, two": Shrunken("jack-cleveland/ultimate-texas-holdem/2016-12-21", ULTIMATE, BOARD),
    "ultimate, three": Shrunken("jack-cleveland/ultimate-texas-holdem/2016-12-21", ULTIMATE_OF_THREE, BOARD),
    "holdem bonus": Shrunken("jack-cleveland/texas-holdem-bonus/undated", BONUS, BOARD),
    "dj wild, two": Shrunken("jack-cleveland/dj-wild-stud-poker/2016-10-12", WILD_OF_TWO, SHOWDOWN),
    "dj wild, three": Shrunken("jack-cleveland/dj-wild-stud-poker/2016-10-12", WILD_OF_THREE, SHOWDOWN),
}


def check(real: Real, game: Shrunken) -> None:
    ruleset = game.cut.of(real(game.ruleset))
    configured = configure(ruleset, house_choices(ruleset))
    found = compare(configured, cards(game.cut.pack))
    main = max(found.solved, key=lambda title: title.count("+"))
    assert set(found.solved[main]) == game.methods
    assert not found.undecided


QUICK = [name for name, game in GAMES.items() if not game.is_long]
LONGEST = ("ultimate, three", "crazy four, three")
"""With hands of two cards they are compared in any case."""
LONG = [name for name, game in GAMES.items() if game.is_long]


@pytest.mark.parametrize("name", QUICK)
def test_methods_equal_the_reference(real: Real, name: str) -> None:
    check(real, GAMES[name])


@pytest.mark.long
@pytest.mark.parametrize("name", [pytest.param(name, marks=WHOLE if name in LONGEST else ()) for name in LONG])
def test_methods_equal_the_reference_at_length(real: Real, name: str) -> None:
    check(real, GAMES[name])


@pytest.mark.parametrize("name", ["ultimate, two", "holdem bonus"])
def test_simple_rules_on_a_board_bring_what_the_course_without_other_choices_brings(real: Real, name: str) -> None:
    """They are valued from how the cards fall under best play; here every deal is gone through for each of them."""
    ruleset = GAMES[name].cut.of(real(GAMES[name].ruleset))
    solver = ByOneMethod(configure(ruleset, house_choices(ruleset)), method=by_board.solve, pack=cards(GAMES[name].cut.pack))
    wagers = solver.bundles[0].wagers
    names = solver.names(wagers)
    course = pruned(only_for(solver.laying.course(wagers, wagers), names), names)
    found = solver.solve(wagers).counted.simple
    assert len(found) == 2
    for (words, value), (said, cut) in zip(found, always_the_same(course, names), strict=True):
        every_deal = by_enumeration.solve(Problem(cut, solver.laying.judge, frozenset(names)))
        assert (words, value) == (said, every_deal.expected(names))
