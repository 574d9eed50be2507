"""Wagers on the first cards of hands that grow: set apart from what is decided behind them, and asked of few cards for many."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card, deck, read_card
from audit.play.choosing import AtRandom
from audit.play.equipment import Equipment
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset.configure import Configured, configure
from audit.ruleset.names import Name
from audit.solve.cards.reference import all_rounds
from audit.solve.cards.solver import CardSolver
from audit.solve.draws.exchanging import is_bag, names_suits, one_of_alike, suited
from audit.solve.draws.kinds import kinds_for
from audit.solve.draws.questions import WHOLE, Asker, Question
from audit.solve.draws.set_apart import set_apart
from audit.solve.draws.solving import apart_of, solve_group

TEXT = Path(__file__).with_name("twenty_one.rop").read_text()
LIBRARY = Library(())

WAGER = """\
wager beside @ 8
  needs main @ 8
  made before the deal @ 8
"""
OF_TWO = """\
settle beside @ 8
  first row only @ 8
  | first 2 cards of mine | first card of theirs | beside  |
  | K Q of hearts         | any                  | 40 to 1 | @ 8.a
  | 2 cards of one rank   | any                  | 10 to 1 | @ 8.b
  | 2 cards of one suit   | A, ten               | 5 to 1  | @ 8.c
  | 2 cards of one colour | any                  | push    | @ 8.d
  | otherwise             | any                  | lose    | @ 8.e
"""
OF_THREE = """\
define three as first 2 cards of mine with first card of theirs
ranking threes of 3 cards @ 9
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 9
  triple 3 cards of one rank @ 9
  red 3 cards of hearts @ 9
  flush 3 cards of one suit @ 9
  pair 2 cards of one rank @ 9
  rest anything else @ 9
settle beside @ 8
  highest only @ 8
  | threes of three | beside  |
  | triple          | 30 to 1 | @ 8.a
  | red             | 9 to 1  | @ 8.b
  | flush           | 4 to 1  | @ 8.c
  | pair            | 2 to 1  | @ 8.d
  | otherwise       | lose    | @ 8.e
"""


def game(table: str, *changes: tuple[str, str]) -> Configured:
    text = TEXT.replace("round @ 4\n", f"{WAGER}{table}round @ 4\n").replace("settle main, double, split @ 7", "settle main, double, split, beside @ 7")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return configure(load_text(text, LIBRARY), {})


def of_two(mine: Sequence[Card], theirs: Card) -> int:
    one, other = mine
    colours = {str(card.suit and card.suit.value) in ("hearts", "diamonds") for card in mine}
    if {one.rank, other.rank} == {"K", "Q"} and {str(c.suit and c.suit.value) for c in mine} == {"hearts"}:
        return 40
    if one.rank == other.rank:
        return 10
    if one.suit is other.suit and theirs.rank in ("A", "K", "Q", "J", "10"):
        return 5
    return 0 if len(colours) == 1 else -1


def of_three(mine: Sequence[Card], theirs: Card) -> int:
    cards = [*mine, theirs]
    ranks, suits = len({card.rank for card in cards}), {str(card.suit and card.suit.value) for card in cards}
    if ranks == 1:
        return 30
    if suits == {"hearts"}:
        return 9
    return 4 if len(suits) == 1 else 2 if ranks == 2 else -1


def counted(cards: Sequence[Card], pays: Callable[[Sequence[Card], Card], int]) -> Fraction:
    """What a wager brings over all ways in which the first three cards come."""
    whole = [pays(deal[:2], deal[2]) for deal in itertools.permutations(cards, 3)]
    return Fraction(sum(whole), len(whole))


def solved(configured: Configured, cards: Sequence[Card] | None = None) -> Fraction:
    alone = apart_of(CardSolver(configured), ("beside",))
    assert alone is not None
    if cards is not None:
        alone.laying.deck = tuple(cards)
    found = solve_group(alone, ("beside",)).counted.expected(("beside",))
    assert found is not None
    return found


def test_of_two_cards_of_a_whole_deck() -> None:
    configured = game(OF_TWO)
    assert solved(configured) == counted(deck(configured.ruleset), of_two)


def test_of_three_cards_of_a_whole_deck() -> None:
    """Here no suit is named, so that one stands for another."""
    configured = game(OF_THREE, ("  red 3 cards of hearts @ 9\n", ""), ("  | red             | 9 to 1  | @ 8.b\n", ""))
    assert solved(configured) == counted(deck(configured.ruleset), lambda mine, up: 4 if of_three(mine, up) == 9 else of_three(mine, up))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("table", "pays"), [pytest.param(OF_TWO, of_two, id="two"), pytest.param(OF_THREE, of_three, id="three")])
def test_of_any_cards(table: str, pays: Callable[[Sequence[Card], Card], int], seed: int) -> None:
    """Packs of any ranks and suits, with cards of a rank in some suits only."""
    chance = random.Random(seed)
    cards = [read_card(f"{rank}{suit}") for rank in ("A", "K", "Q", "10", "5") for suit in "cdhs"]
    dealt = chance.sample(cards, 12)
    assert solved(game(table), dealt) == counted(dealt, pays)


ROWS: dict[str, Callable[[Card, Card], bool]] = {
    "2 cards of one rank": lambda one, other: one.rank == other.rank,
    "2 cards of one suit": lambda one, other: one.suit is other.suit,
    "2 cards of one colour": lambda one, other: is_red(one) is is_red(other),
    "K Q of one suit": lambda one, other: {one.rank, other.rank} == {"K", "Q"} and one.suit is other.suit,
    "K Q of hearts": lambda one, other: {one.rank, other.rank} == {"K", "Q"} and {one.suit, other.suit} == {pt.Suit.HEARTS},
    "2 cards of one rank of one colour": lambda one, other: one.rank == other.rank and is_red(one) is is_red(other),
    "A A": lambda one, other: one.rank == other.rank == "A",
}
UP_CARDS: dict[str, Callable[[Card], bool]] = {
    "any": lambda card: True,
    "A, ten": lambda card: card.rank in ("A", "K", "Q", "J", "10"),
    "2 through 9": lambda card: card.rank.isdigit() and card.rank != "10",
    "Q": lambda card: card.rank == "Q",
}


def is_red(card: Card) -> bool:
    return card.suit in (pt.Suit.HEARTS, pt.Suit.DIAMONDS)


@pytest.mark.parametrize("seed", range(24))
def test_tables_made_up_by_chance(seed: int) -> None:
    """Some rows, the first that fits is paid; packs in which every rank is there in all suits, and others."""
    chance = random.Random(seed)
    rows = [(words, up, chance.randint(1, 40)) for words, up in zip(chance.sample(list(ROWS), 4), chance.choices(list(UP_CARDS), k=4), strict=True)]
    table = "settle beside @ 8\n  first row only @ 8\n  | first 2 cards of mine | first card of theirs | beside |\n"
    table += "".join(f"  | {words} | {up} | {pays} to 1 | @ 8.a\n" for words, up, pays in rows)
    table += "  | otherwise | any | lose | @ 8.b\n"
    ranks = chance.sample(["A", "K", "Q", "J", "10", "9", "5"], 4)
    cards = [read_card(f"{rank}{suit}") for rank in ranks for suit in "cdhs"]
    dealt = cards if seed % 3 else chance.sample(cards, 11)

    def pays(mine: Sequence[Card], up: Card) -> int:
        return next((paid for words, shown, paid in rows if ROWS[words](*mine) and UP_CARDS[shown](up)), -1)

    assert solved(game(table), dealt) == counted(dealt, pays)


FEW = [read_card(name) for name in ("6h", "6d", "Kh", "Qh", "10s", "10c")]


def test_whatever_is_decided() -> None:
    """Whole rounds bring what the first cards bring by themselves, whoever is played for."""
    made = [Wish("main", "", Fraction(1)), Wish("beside", "", Fraction(1))]
    rounds = all_rounds(game(OF_TWO, ("hands under 2", "hands under 1")), made, FEW)
    for wanted in (["main", "double"], ["beside"]):
        assert rounds.best(wanted).expected(["beside"]) == counted(FEW, of_two)


def test_rounds_with_hands_that_are_split() -> None:
    """Round by round: what is drawn to a hand, and how it is split, does not bear on the bet."""
    configured = game(OF_TWO, ("hands under 2", "hands under 4"))
    play = Play(configured, Seeded(3), chooser=AtRandom(3))
    split = 0
    for _ in range(700):
        play.state.stakes, play.unmade = [], [Wish("main", "", Fraction(1)), Wish("beside", "", Fraction(1))]
        for _ in play.one_round():
            pass
        dealt = {area: [lying.card for lying in cards] for area, cards in play.state.cards.dealt.items()}
        (beside,) = (stake for stake in play.state.stakes if stake.wager.name.text == "beside")
        assert beside.net == of_two(dealt["mine"][:2], dealt["theirs"][0])
        split += sum(stake.wager.name.text == "split" for stake in play.state.stakes) > 0
    assert split > 10


def test_what_is_left_of_the_round() -> None:
    alone = set_apart(game(OF_TWO), "beside")
    assert alone is not None
    (left,) = alone.ruleset.of(rd.Round)
    assert [step.name.text for step in left.steps] == ["deal", "final"]
    assert [len(step.lines) for step in left.steps] == [2, 1]  # the dealer's second card, and all that is drawn, is left out


MINE = "    deal 2 to mine face up @ 4"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("first 2 cards of mine", "first 3 cards of mine", id="a card that the player draws"),
        pytest.param("first card of theirs", "last card of theirs", id="the last card"),
        pytest.param(MINE, MINE.replace(" @", " if main is open @"), id="dealt at times"),
        pytest.param(MINE, f"    go to final if theirs is natural @ 4\n{MINE}", id="a way past the deal"),
        pytest.param("    deal 1 to theirs face up @ 4", "    deal 1 to theirs face up if mine is natural @ 4", id="dealt to the dealer at times"),
        pytest.param("made before the deal @ 8", "made before the deal @ 8\n  amount equal to main @ 8", id="an amount"),
    ],
)  # fmt: skip
def test_what_is_not_set_apart(old: str, new: str) -> None:
    assert set_apart(game(OF_TWO, (old, new)), "beside") is None


def test_cards_that_come_later_do_not_matter() -> None:
    """A choice that names the area itself deals behind the cards that are looked at."""
    configured = game(OF_TWO, ("      stand  end hand @ 5.a", "      stand  deal 1 to mine face up and end hand @ 5.a"), ("hands under 2", "hands under 1"))
    assert solved(configured, FEW) == counted(FEW, of_two)


# questions of few cards for many

RULESET = load_text(TEXT, LIBRARY)
MINE_AREA, THEIRS_AREA = ex.Called(Name("mine")), ex.Called(Name("theirs"))
TWO = ex.NthCards(ex.Ordinal.FIRST, ex.Number("2"), MINE_AREA)
UP = ex.NthCard(ex.Ordinal.FIRST, THEIRS_AREA)
THREE = ex.Together((TWO, UP))
AT_TWO = (("mine", 0), ("mine", 1))
AT_THREE = (*AT_TWO, ("theirs", 0))


@pytest.mark.parametrize(
    ("expression", "places", "wanted"),
    [
        pytest.param(TWO, AT_TWO, True, id="the first of an area"),
        pytest.param(THREE, AT_THREE, True, id="of two areas"),
        pytest.param(ex.FeatureOf(ex.Called(Name("points")), THREE), AT_THREE, True, id="what they count"),
        pytest.param(ex.FeatureOf(ex.Called(Name("score")), THREE), AT_THREE, True, id="their hand"),
        pytest.param(MINE_AREA, (("mine", WHOLE),), True, id="an area"),
        pytest.param(ex.NthCard(ex.Ordinal.SECOND, MINE_AREA), (("mine", 1),), False, id="a card behind another"),
        pytest.param(ex.Against(MINE_AREA, THEIRS_AREA), (("mine", WHOLE), ("theirs", WHOLE)), False, id="one against the other"),
        pytest.param(ex.FeatureOf(ex.Called(Name("rank")), UP), (("theirs", 0),), False, id="something else of a card"),
    ],
)  # fmt: skip
def test_heaps_of_cards(expression: ex.Expression, places: tuple[tuple[str, int], ...], wanted: bool) -> None:
    assert is_bag(Question(expression), places, RULESET) is wanted


TWO_CARDS = Fraction(2)


@pytest.mark.parametrize(
    ("test", "wanted"),
    [
        pytest.param(pt.SomeCards(TWO_CARDS, (pt.SuitsOf.ONE_SUIT,)), False, id="one suit"),
        pytest.param(pt.SomeCards(TWO_CARDS, (pt.RankRule.ONE_RANK,)), False, id="one rank"),
        pytest.param(pt.SomeCards(TWO_CARDS, (pt.SuitsOf.ONE_COLOUR,)), True, id="one colour"),
        pytest.param(pt.SomeCards(TWO_CARDS, (pt.Suit.HEARTS,)), True, id="hearts"),
        pytest.param(pt.SomeCards(TWO_CARDS, (pt.AlikeIn(Name("suit")),)), True, id="alike in suit"),
    ],
)  # fmt: skip
def test_suits_that_are_named(test: pt.Pattern, wanted: bool) -> None:
    assert names_suits(Question(TWO, test), RULESET) is wanted


def test_cards_that_stand_for_others_answer_as_they_do() -> None:
    """Three cards of a deck, in another order and with suits called otherwise: play answers the same."""
    test = pt.SomeCards(TWO_CARDS, (pt.SuitsOf.ONE_SUIT,))
    questions = [Question(THREE, test), Question(THREE, pt.SomeCards(TWO_CARDS, (pt.RankRule.ONE_RANK,)))]
    cards = deck(RULESET)
    kinds = kinds_for(questions, RULESET, cards)
    by_suits = suited(kinds)
    assert by_suits is not None
    asker, chance = Asker(RULESET, Equipment(RULESET)), np.random.default_rng(5)
    rows = np.array([chance.choice(len(kinds.cards), 3, replace=False) for _ in range(300)])
    alike = one_of_alike(rows, (range(3),), by_suits)
    assert (one_of_alike(rows[:, ::-1], (range(3),), by_suits) == alike).all(axis=1).mean() > 0.9
    assert len({tuple(row) for row in alike.tolist()}) < 280 < len({tuple(row) for row in rows.tolist()})
    for row, stand_in in zip(rows.tolist(), alike.tolist(), strict=True):
        for question in questions:
            said = [asker.tested(asker.thing(THREE, question, lying), question, lying) for lying in map(_lying(kinds.cards), (row, stand_in))]
            assert said[0] == said[1]


def _lying(cards: Sequence[Card]) -> Callable[[Sequence[int]], dict[str, tuple[Card, ...]]]:
    return lambda row: {"mine": (cards[row[0]], cards[row[1]]), "theirs": (cards[row[2]],)}


def test_suits_of_which_some_ranks_have_not_all() -> None:
    """Then no suit can stand for another."""
    cards = [read_card(name) for name in ("Kh", "Kd", "Qh", "5d")]
    question = Question(TWO, pt.SomeCards(TWO_CARDS, (pt.SuitsOf.ONE_SUIT,)))
    assert suited(kinds_for([question], RULESET, cards)) is None


def test_cards_that_come_first_are_there() -> None:
    """That the cards last is taken for granted only of what is drawn."""
    solver = CardSolver(game(OF_TWO))
    assert not any("last" in note for note in solver.solve(("beside",)).counted.notes)
