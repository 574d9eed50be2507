"""Cards set as is best for the player: every deal of small packs, gone through by the interpreter's own settings."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, product

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.arranging import Arranger, arranger
from audit.play.cards import Card, Suit, deck
from audit.play.equipment import Equipment
from audit.play.sight import Sight
from audit.play.ways import way_reader
from audit.ruleset import tables as tb
from audit.ruleset.configure import Configured, configure
from audit.ruleset.places import Area
from audit.solve.cards import by_setting
from audit.solve.cards.solver import SET_BY
from audit.solve.planner import verify
from audit.solve.result import Method
from audit.solve.sampling import with_samples
from tests.play.conftest import DICE, HEAD

Place = tuple[object, object]
Pays = Callable[[str, str], Fraction]

PACKS = {
    "ranks alone": """
deck 1 of 52 without 2 through 10 @ 1
ranking worths of 2 or 1 cards @ 1
  order A K Q J @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
""",
    "flushes of two": """
deck 1 of 52 without 2 through J @ 1
ranking worths of 2 or 1 cards @ 1
  order A K Q @ 1
  flush 2 cards of one suit @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
""",
    "flushes of three with a joker": """
deck 1 of 52 and 1 joker without 2 through J @ 1
ranking worths of 3 or 1 cards @ 1
  order A K Q @ 1
  wild joker in flush else as A @ 1
  trips 3 cards of one rank @ 1
  flush 3 cards of one suit @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
""",
}
BIG = {"ranks alone": 2, "flushes of two": 2, "flushes of three with a joker": 3}
WAY = """
way how for big, small @ 3
  first row that can be set @ 3
  prefer highest small then highest big @ 3
  | big  | small |
  | pair | any   | @ 3
  | any  | any   | @ 3
"""


def ruleset(pack: str, settle: str, *, way: str = WAY, setting: str = "each player sets big, small @ 4") -> str:
    size = BIG[pack]
    areas = "".join(
        f"area {name} of {owner} @ 1\n  part big of {size} by worths @ 1\n  part small of 1 by worths @ 1\n  must have big at least small @ 1\n"
        for name, owner in (("mine", "each player"), ("theirs", "dealer"))
    )
    return f"""{HEAD}{PACKS[pack]}{areas}wager main @ 2
  required @ 2
{settle}{way}round @ 4
  bets main @ 4
  deal {size + 1} to mine face down @ 4
  deal {size + 1} to theirs face down @ 4
  {setting}
  reveal theirs @ 4
  dealer sets big, small by how @ 4
  settle main @ 4
"""


def table(pays: Pays, *, is_turned: bool = False) -> str:
    """All outcomes of both comparisons; turned, the dealer's parts are asked against the player's."""
    words = {"higher": "lower", "equal": "equal", "lower": "higher"}
    one, other = ("theirs", "mine") if is_turned else ("mine", "theirs")
    rows = [
        f"  | {words[big] if is_turned else big} | {words[small] if is_turned else small} | {said(pays(big, small))} | @ 2"
        for big, small in product(words, repeat=2)
    ]
    head = f"  | big of {one} against big of {other} | small of {one} against small of {other} | main |"
    return "\n".join(["settle main @ 2", head, *rows, ""])


def said(pay: Fraction) -> str:
    return "lose" if pay == -1 else "push" if pay == 0 else f"{pay} to 1"


def usual(big: str, small: str) -> Fraction:
    """Both higher win, neither loses, else a push."""
    return Fraction((big == "higher") + (small == "higher") - 1)


def at_random(seed: int) -> Pays:
    drawn = random.Random(seed)
    grid = {how: Fraction(drawn.choice([-1, -1, 0, 1, 2, 5])) for how in product(("higher", "equal", "lower"), repeat=2)}
    return lambda big, small: grid[big, small]


def how(one: object, other: object) -> str:
    return "equal" if one == other else "higher" if one > other else "lower"  # type: ignore[operator]


def lawful(cards: tuple[Card, ...], setter: Arranger) -> set[Place]:
    return {(one.part("big").worth.order, one.part("small").worth.order) for one in setter.lawful(cards)}


def every_deal(configured: Configured, pays: Callable[[str, str, Place], Fraction]) -> tuple[Fraction, Fraction]:
    """What best play brings, and what setting by the way brings, hand by hand and deal by deal."""
    found = configured.ruleset
    own, theirs, way = found.named("mine", Area), found.named("theirs", Area), found.named("how", tb.Way)
    assert own is not None and theirs is not None and way is not None
    sight, pack, setter = Sight(Equipment(found)), deck(found), arranger(own, found)
    hands = list(combinations(pack, setter.size))

    def as_way(cards: tuple[Card, ...], area: Area) -> Place:
        setting = way_reader(way, arranger(area, found)).set(cards, sight).arrangement
        return setting.part("big").worth.order, setting.part("small").worth.order

    dealers = {cards: as_way(cards, theirs) for cards in hands}
    best = by_way = Fraction(0)
    deals = 0
    for cards in hands:
        against = Counter(place for other, place in dealers.items() if not set(other) & set(cards))
        brought = {
            place: sum((pays(how(place[0], one[0]), how(place[1], one[1]), one) * n for one, n in against.items()), Fraction(0))
            for place in lawful(cards, setter)
        }
        best += max(brought.values())
        by_way += brought[as_way(cards, own)]
        deals += against.total()
    return best / deals, by_way / deals


def solved(text: str) -> tuple[Fraction, Fraction]:
    """What best play and what the way brings, by the method; it must have been this one."""
    (main,) = verify(load_text(text, Library(()))).result.wagers
    assert main.solver == by_setting.NAME.partition(":")[0]
    assert main.house_edge is not None and main.strategy is not None
    (simple,) = main.strategy.simple
    return -main.house_edge, -simple.house_edge


def configured(text: str) -> Configured:
    return configure(load_text(text, Library(())))


@pytest.mark.parametrize("pack", PACKS)
def test_best_play_and_the_way_are_those_of_every_deal(pack: str) -> None:
    text = ruleset(pack, table(usual))
    assert solved(text) == every_deal(configured(text), lambda big, small, _: usual(big, small))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("pack", PACKS)
def test_whatever_the_outcomes_pay_higher_parts_or_lower_ones(pack: str, seed: int) -> None:
    pays = at_random(seed)
    text = ruleset(pack, table(pays, is_turned=seed % 2 == 1))
    assert solved(text) == every_deal(configured(text), lambda big, small, _: pays(big, small))


def test_one_comparison_alone() -> None:
    text = ruleset("flushes of two", """settle main @ 2
  | big of mine against big of theirs | main   |
  | higher                            | 1 to 1 | @ 2
  | equal                             | push   | @ 2
  | lower                             | lose   | @ 2
""")  # fmt: skip
    pays = {"higher": Fraction(1), "equal": Fraction(0), "lower": Fraction(-1)}
    assert solved(text) == every_deal(configured(text), lambda big, _, __: pays[big])


def test_what_is_asked_of_the_dealers_parts_alone_counts() -> None:
    """A king on its own in front of the dealer pushes, whatever the player holds."""
    rows = "\n".join(
        f"  | otherwise | {big} | {small} | {said(usual(big, small))} | @ 2"
        for big, small in product(("higher", "equal", "lower"), repeat=2)
    )
    text = ruleset("flushes of three with a joker", f"""settle main @ 2
  | small of theirs | big of mine against big of theirs | small of mine against small of theirs | main |
  | K high          | any                               | any                                   | push | @ 2
{rows}
""")  # fmt: skip
    found = configured(text)
    theirs = found.ruleset.named("theirs", Area)
    assert theirs is not None
    king = arranger(theirs, found.ruleset).scales["small"].worth([Card("K", Suit.SPADES)]).order
    assert solved(text) == every_deal(
        found, lambda big, small, place: Fraction(0) if place[1] == king else usual(big, small)
    )


def test_commission_is_taken_from_what_is_won() -> None:
    text = ruleset("ranks alone", table(usual)).replace("  required", "  commission 5% of win charged when won @ 2\n  required")
    net = lambda big, small, _: min(usual(big, small), Fraction(19, 20))  # noqa: E731
    assert solved(text) == every_deal(configured(text), net)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("deal 3 to theirs face down @ 4", "deal 3 to theirs face up @ 4", "a player has seen cards of theirs when he sets mine"),
        (
            "each player sets",
            "each player decides @ 4\n    stay wait @ 4\n    yield forfeit half of main and out @ 4\n  each player sets",
            "more is decided than how cards are set",
        ),
        (
            "each player sets",
            "dealer sets big, small by how @ 4\n  settle main as 1 to 1 if small of theirs is A high @ 4\n  each player sets",
            "something has been asked of cards when a player sets mine",
        ),
    ],
)
def test_where_more_is_known_or_decided_it_is_refused(old: str, new: str, why: str) -> None:
    text = ruleset("ranks alone", table(usual))
    assert old in text
    refused = verify(load_text(text.replace(old, new), Library(()))).refused["main"]
    assert why in refused.why
    assert refused.statement in SET_BY


@pytest.mark.parametrize("pack", PACKS)
def test_rounds_under_best_play_come_out_as_counted(pack: str) -> None:
    """Each hand is dealt, and set as the method found best: the figure lies within what was played."""
    (main,) = with_samples(verify(load_text(ruleset(pack, table(usual)), Library(()))), 200_000, 5).result.wagers
    assert main.sampled is not None and main.house_edge is not None
    width = (main.sampled.high - main.sampled.low) / 4
    assert abs(float(main.house_edge) - float(main.sampled.house_edge)) < 4 * width


def test_what_is_seen_under_another_option_is_not_taken_from_a_round_in_which_it_is_not() -> None:
    """The course of both rounds is the same; only what the player knows is not."""
    text = ruleset("ranks alone", table(usual)).replace(
        "wager main @ 2\n", "option shown yes or no default no @ 2\nwager main @ 2\n"
    ).replace("to theirs face down @ 4", "to theirs face down when not shown @ 4\n  deal 3 to theirs face up when shown @ 4")
    verified = verify(load_text(text, Library(())))
    (main,) = verified.result.wagers
    (effect,) = (one for one in main.options if one.option == "shown")
    assert (effect.house_edge, effect.is_unsolved) == (None, True)


def test_hands_that_cannot_be_set_are_no_hands_before_them() -> None:
    """Three cards of which none alone is at least a pair: a player who holds such cannot go on, and there is no figure."""
    other = "must have small at least big"
    text = ruleset("ranks alone", table(usual)).replace("must have big at least small", other, 1)
    refused = verify(load_text(text, Library(()))).refused["main"]
    assert "cannot be set lawfully" in refused.why
    under = text.replace("wager main @ 2\n", "option odd yes or no default no @ 2\nwager main @ 2\n").replace(other, f"{other} @ 1 when odd", 1)
    (main,) = verify(load_text(under.replace("@ 1 when odd @ 1", "when odd @ 1"), Library(()))).result.wagers
    (effect,) = (one for one in main.options if one.option == "odd")
    assert (effect.house_edge, effect.is_unsolved) == (None, True)


def test_ranks_that_are_wild_in_the_whole_hand_alone_count_to_every_suit() -> None:
    """A way may ask for a flush of the whole hand with wild cards that are none in its parts: two suits may then matter."""
    holding = """ranking holding of 4 cards @ 1
  order A K Q @ 1
  wild Q @ 1
  all_one 4 cards of one suit @ 1
  none anything else @ 1
  compare by sets_then_cards @ 1
"""
    way = """
way how for big, small @ 3
  first row that can be set @ 3
  prefer highest small then highest big @ 3
  | holding | big | small |
  | all_one | any | K high | @ 3
  | any     | any | any    | @ 3
"""
    text = ruleset("flushes of three with a joker", holding + table(usual), way=way)
    assert "two suits of a hand may matter" in verify(load_text(text, Library(()))).refused["main"].why


def test_an_outcome_that_no_row_prices_leaves_no_figure() -> None:
    """However seldom best play would come to it: were it paid, best play might seek it."""
    rows = table(usual).replace("  | equal | equal | lose | @ 2\n", "")
    (main,) = verify(load_text(ruleset("flushes of three with a joker", rows), Library(()))).result.wagers
    assert main.method is Method.NOT_VERIFIABLE


def test_dice_that_change_nothing_for_it_are_thrown_beside() -> None:
    rolled = ruleset("ranks alone", table(usual)).replace("round @ 4\n", f"{DICE}round @ 4\n").replace(
        "  bets main @ 4\n", "  bets main @ 4\n  roll dice @ 4\n"
    )  # fmt: skip
    assert solved(rolled) == solved(ruleset("ranks alone", table(usual)))


def test_dice_that_show_the_player_more_are_refused() -> None:
    """The rounds are the same but for what he has seen when he sets his cards."""
    rolled = ruleset("ranks alone", table(usual)).replace("round @ 4\n", f"{DICE}round @ 4\n").replace(
        "  bets main @ 4\n", "  bets main @ 4\n  roll dice @ 4\n"
    ).replace("  deal 3 to theirs face down @ 4\n", "  deal 3 to theirs face down on 7 @ 4\n  deal 3 to theirs face up otherwise @ 4\n")  # fmt: skip
    assert "main" in verify(load_text(rolled, Library(()))).refused
