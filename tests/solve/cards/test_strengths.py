"""Compiled rankings: every code says what the ranking says by the letter, and what others say of the usual hands."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.play.cards import JOKER, RANKS, SUITS, Card
from audit.play.errors import NotPlayable
from audit.play.scales import Scale
from audit.play.scales import scale as read_scale
from audit.ruleset import parameters as pm
from audit.ruleset import worth as wo
from audit.ruleset.configure import configure
from audit.ruleset.patterns import Suit
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.multisets import index_multisets
from audit.solve.cards.split_tables import split_code
from audit.solve.cards.strengths import Coded, coded, content_of, places_together, split_tables
from audit.solve.cards.suit_grain import Grain, Names, grain_of
from audit.solve.errors import NotSolvable

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
VALUE = {rank: number for number, rank in enumerate(RANKS, 2)}
BLACK = frozenset({Suit.SPADES, Suit.CLUBS})


def pack(ranks: Sequence[str], suits: Sequence[Suit], jokers: int = 0) -> tuple[Card, ...]:
    return tuple(Card(rank, suit) for suit in suits for rank in ranks) + (Card(JOKER),) * jokers


def shown(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


# the real rankings


PICKED = (
    ("card-room/house-lowball/undated", "low5"),
    ("card-room/house-rules/undated", "wild5"),
    ("card-room/lowball/undated", "low5"),
    ("jack-cleveland/blackjack/undated", "score"),
    ("jack-cleveland/dj-wild-stud-poker/2016-10-12", "wild_poker"),
    ("jack-cleveland/fortune-pai-gow-progressive/undated", "fortune_ranks"),
    ("jack-cleveland/pai-gow-poker/2015-03-15", "poker"),
    ("oneida/four-card-poker/2004-05-05", "four_card"),
    ("oneida/mississippi-stud/2024-09-11", "poker5"),
    ("oneida/pai-gow-poker/2003-08-06", "natural_five"),
    ("oneida/poker-common/2024-03-28", "low3"),
    ("oneida/three-card-poker/2024-09-11", "three_card"),
)
"""One of each sort; all of them are compared in the long tests."""

KEPT = (
    wo.Ranking, wo.InverseRanking, wo.Count, wo.Group, wo.CardOrderNamed, wo.SuitsEqual, wo.SuitsOrdered,
    pm.Option, pm.OptionRows, pm.Assumption,
)  # fmt: skip


def rankings_of(file: str, library: Library) -> Ruleset:
    """What a file says of rankings, under its defaults; options of other things need no value then."""
    ruleset = load(file, library)
    return configure(Ruleset(ruleset.head, tuple(s for s in ruleset.statements if isinstance(s, KEPT)))).ruleset


@pytest.fixture(scope="module")
def scale() -> Callable[[str, str], Scale]:
    library = Library((RULESETS,))
    kept: dict[str, Ruleset] = {}

    def get(file: str, name: str) -> Scale:
        if file not in kept:
            kept[file] = rankings_of(file, library)
        return read_scale(kept[file], name)

    return get


@pytest.fixture(scope="module")
def shipped() -> list[Scale]:
    """Every ranking of the shipped rulesets that play carries out, once for each that says something else."""
    found: dict[object, Scale] = {}
    library = Library((RULESETS,))
    for path in sorted(RULESETS.glob("*/*/*.rop")):
        if "ranking " not in path.read_text(encoding="utf-8"):
            continue
        ruleset = rankings_of(str(path.relative_to(RULESETS).with_suffix("")), library)
        for statement in ruleset.of(wo.Ranking, wo.InverseRanking):
            with suppress(NotPlayable):  # a ranking that play refuses is no ranking to compile
                ranking = read_scale(ruleset, statement.name.text)
                found.setdefault(content_of(ranking), ranking)
    assert len(found) > 30
    return list(found.values())


def sizes(scale: Scale) -> tuple[int, ...]:
    """The sizes of hands that a ranking is of; five and two where it is of any."""
    return tuple(sorted(set(scale.sizes or (2, 5))))


def has_joker(scale: Scale) -> bool:
    return JOKER in scale.wild


def agrees(table: Coded, hands: Sequence[Sequence[Card]]) -> None:
    """Each of these hands has the worth by the letter, nature included."""
    for hand in hands:
        by_letter = table.scale.worth(hand)
        got = table.worths[table.code_of(hand)]
        assert (got, got.natural) == (by_letter, by_letter.natural), shown(hand)


def small_packs(scale: Scale) -> list[tuple[Card, ...]]:
    """Five ranks of three suits, such that runs with an ace at either end are there; with a joker that is wild."""
    jokers = int(has_joker(scale))
    return [pack(ranks, SUITS[:3], jokers) for ranks in (("2", "3", "4", "5", "A"), ("2", "10", "J", "Q", "A"))]


def agrees_on_small_packs(scale: Scale, hands: int) -> None:
    chance = random.Random(1)
    for deck in small_packs(scale):
        for cards in sizes(scale):
            every = list(itertools.combinations(deck, cards))
            agrees(coded(scale, deck, cards), chance.sample(every, min(len(every), hands)))


@pytest.mark.parametrize(("file", "name"), PICKED)
def test_hands_of_small_packs(file: str, name: str, scale: Callable[[str, str], Scale]) -> None:
    agrees_on_small_packs(scale(file, name), 150)


@pytest.mark.long
def test_hands_of_small_packs_under_every_shipped_ranking(shipped: list[Scale]) -> None:
    for ranking in shipped:
        agrees_on_small_packs(ranking, 2_000)


@pytest.mark.long
def test_random_hands_of_the_whole_pack_under_every_shipped_ranking(shipped: list[Scale]) -> None:
    """Any hands, hands with the joker, and hands of one suit with twos and the joker."""
    chance = random.Random(2)
    for ranking in shipped:
        jokers = int(has_joker(ranking))
        deck = pack(RANKS, SUITS, jokers)
        for cards in sizes(ranking):
            if cards > 5:
                continue
            try:
                whole = coded(ranking, deck, cards)
            except NotSolvable as error:
                assert grain_of(ranking, cards).names is Names.NONE and "kinds of hands" in error.why
                continue
            hands = [chance.sample(deck, cards) for _ in range(2_000)]
            hands += [[Card(JOKER), *chance.sample(deck[:-1], cards - 1)] for _ in range(1_000 * jokers)]
            for suit in SUITS:
                suited = [card for card in deck if card.suit in (suit, None) or card.rank == "2"]
                hands += [chance.sample(suited, cards) for _ in range(300)]
            agrees(whole, hands)


# rankings of a stranger


STRANGE = {
    "four of a suit": ("4 cards of one suit", Grain(4, Names.ALL)),
    "three of a suit and a pair": ("3 cards of one suit and 2 cards of one rank", Grain(3, Names.ALL)),
    "a run of a suit": ("3 cards of one suit in a run", Grain(3, Names.ALL)),
    "exact ranks of a suit": ("A K of one suit", Grain(2, Names.ALL)),
    "an ace with a king of a suit": ("A with K of one suit", Grain(2, Names.ALL)),
    "four suits": ("3 cards of different suits and 2 cards of one rank", Grain(0, Names.ALL)),
    "one colour": ("all cards of one colour", Grain(0, Names.WITHIN_COLOURS)),
    "some of one colour": ("4 cards of one colour in a run", Grain(0, Names.WITHIN_COLOURS)),
    "a suit by name": ("3 cards of hearts", Grain(0, Names.NONE)),
    "no suits": ("2 cards of one rank and 2 cards of another rank", Grain(None, Names.ALL)),
}


@pytest.mark.parametrize("what", STRANGE)
@pytest.mark.parametrize("wild", ["", "wild joker", "wild 2 or as itself", "wild joker in first_class else as A"])
def test_a_stranger_s_ranking(what: str, wild: str, small: Callable[[str], Ruleset]) -> None:
    """All hands of a small pack with unequal suits, under classes that look at suits in every way there is."""
    test, grain = STRANGE[what]
    lines = [
        "ranking strange of 5 cards @ 1",
        "  order A K 4 3 2 @ 1",
        "  A low in a run @ 1",
        *([f"  {wild} @ 1"] if wild else []),
        f"  first_class {test} @ 1",
        "  pair 2 cards of one rank @ 1",
        "  high_card anything else @ 1",
        "  compare by sets_then_cards @ 1",
    ]
    ranking = read_scale(configure(small("\n".join(lines) + "\n")).ruleset, "strange")
    assert grain_of(ranking, 5) == grain
    deck = pack(("2", "3", "A"), SUITS) + pack(("K",), SUITS[:2])
    deck = (*deck[:7], *([Card(JOKER)] if "joker" in wild else []), *deck[7:])
    hands = list(itertools.combinations(deck, 5))
    agrees(coded(ranking, deck, 5), random.Random(3).sample(hands, 300))


def test_two_jokers_that_are_equal(scale: Callable[[str, str], Scale]) -> None:
    """Which of them is held never matters; both may be."""
    ranking = scale("jack-cleveland/dj-wild-stud-poker/2016-10-12", "wild_poker")
    deck = pack(("2", "3", "4", "A"), SUITS[:2], jokers=2)
    table = coded(ranking, deck, 5)
    agrees(table, random.Random(10).sample(list(itertools.combinations(deck, 5)), 200))
    three = [Card("3", suit) for suit in SUITS[:2]] + [Card("4", SUITS[0])]
    assert table.worths[table.code_of([Card(JOKER), Card(JOKER), *three])].level == ranking.levels("four_of_a_kind")[0]


def test_suits_as_a_key_keep_their_names(small: Callable[[str], Ruleset]) -> None:
    body = """
        suits spades hearts diamonds clubs for rankings @ 1
        ranking strange of 3 cards @ 1
          order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
          pair 2 cards of one rank @ 1
          high_card anything else @ 1
          compare by sets_then_cards then suits @ 1
    """
    ranking = read_scale(configure(small(body)).ruleset, "strange")
    assert grain_of(ranking, 3) == Grain(0, Names.NONE)
    deck = pack(("2", "3", "A"), SUITS)
    table = coded(ranking, deck, 3)
    agrees(table, list(itertools.combinations(deck, 3)))
    with pytest.raises(
        NotSolvable, match="2,598,960 kinds of hands of 5 cards under strange, which looks at suits by name"
    ):
        coded(ranking, PACK, 5)


# the best of more cards


@pytest.mark.parametrize(
    ("file", "name", "best", "most"),
    [
        ("oneida/mississippi-stud/2024-09-11", "poker5", 5, 7),
        ("oneida/four-card-poker/2024-09-11", "four_card", 4, 6),
        ("jack-cleveland/dj-wild-stud-poker/2016-10-12", "wild_poker", 5, 7),
        ("card-room/lowball/undated", "low5", 5, 6),
        ("oneida/three-card-poker/2024-09-11", "three_card", 3, 6),
    ],
)
def test_the_best_of_more_cards(file: str, name: str, best: int, most: int, scale: Callable[[str, str], Scale]) -> None:
    """Against the greatest order by the letter of all choices, on a pack of four ranks of three suits and a joker."""
    ranking = scale(file, name)
    deck = pack(("2", "3", "10", "A"), SUITS[1:], jokers=int(has_joker(ranking)))
    worth = {frozenset(Counter(hand).items()): ranking.worth(hand) for hand in itertools.combinations(deck, best)}
    for cards in range(best, most + 1):
        table = coded(ranking, deck, cards, best)
        for hand in random.Random(4).sample(list(itertools.combinations(deck, cards)), 200):
            greatest = max(worth[frozenset(Counter(few).items())].order for few in itertools.combinations(hand, best))
            assert table.worths[table.code_of(hand)].order == greatest, shown(hand)


def test_codes_of_equal_order_have_equal_places(scale: Callable[[str, str], Scale]) -> None:
    """Of equal order the natural hand stands last, so that the best of more cards is natural where it can be."""
    ranking = scale("jack-cleveland/dj-wild-stud-poker/2016-10-12", "wild_poker")
    deck = pack(("2", "3", "4", "A"), SUITS[:3], jokers=1)
    table = coded(ranking, deck, 5)
    assert len(set(table.worths)) == len(table.worths) == len(table.order)
    for code in range(1, len(table.worths)):
        one, other = table.worths[code - 1], table.worths[code]
        if table.order[code - 1] == table.order[code]:
            assert one.order == other.order
            assert (one.natural, other.natural) == (False, True)
        else:
            assert one.order < other.order
            assert table.order[code] == table.order[code - 1] + 1
    natural = [Card("A", suit) for suit in SUITS[:3]] + [Card("3", Suit.SPADES), Card("4", Suit.HEARTS)]
    wild = [Card(JOKER), *natural[1:]]
    assert table.worths[table.code_of(natural)].natural
    assert not table.worths[table.code_of(wild)].natural
    assert table.order[table.code_of(natural)] == table.order[table.code_of(wild)]


def test_places_of_hands_of_different_sizes(scale: Callable[[str, str], Scale]) -> None:
    ranking = scale("oneida/four-card-poker/2004-05-05", "four_card")
    four, five = coded(ranking, PACK, 4), coded(ranking, PACK, 5, 4)
    of_four, of_five = places_together(four, five)
    assert of_four.tolist() == of_five.tolist() == four.order.tolist()
    with pytest.raises(ValueError, match="different rankings"):
        places_together(four, coded(scale("oneida/three-card-poker/2024-09-11", "three_card"), PACK, 3))


# what is refused, what is kept


def test_what_cannot_be_coded_is_refused(scale: Callable[[str, str], Scale]) -> None:
    ranking = scale("oneida/mississippi-stud/2024-09-11", "poker5")
    with pytest.raises(NotSolvable, match="all 752,538,150 sets of 8 of 52 cards; 160,000,000 can be coded"):
        coded(ranking, PACK, 8, 5)
    with pytest.raises(NotSolvable, match="hold 2s more than once"):
        coded(ranking, PACK * 2, 2)
    with pytest.raises(NotSolvable, match="pieces that are no cards"):
        coded(ranking, tuple(Card(f"tile {n}") for n in range(9)), 2)
    with pytest.raises(NotSolvable, match="hands of 5 cards of 4"):
        coded(ranking, PACK[:4], 5)
    with pytest.raises(ValueError, match="4 cards where 5 are coded"):
        coded(ranking, PACK[:9], 5).code_of(PACK[:4])


def test_rankings_of_the_same_content_share_their_tables(scale: Callable[[str, str], Scale]) -> None:
    one = coded(scale("oneida/mississippi-stud/2024-09-11", "poker5"), PACK, 5)
    again = coded(scale("oneida/mississippi-stud/2024-09-11", "poker5"), PACK, 5)
    assert again is one
    other = coded(scale("oneida/mississippi-stud/2024-09-11", "poker5"), PACK[:20], 5)
    assert other is not one


# split tables


@pytest.mark.parametrize(
    ("deck", "most"),
    [(PACK, 7), (pack(RANKS[4:], SUITS), 7), (pack(RANKS[:6], SUITS[:3]) + pack(("A", "K"), SUITS[2:]), 8)],
    ids=["whole", "short", "uneven"],
)
def test_split_tables_are_the_codes(deck: tuple[Card, ...], most: int, scale: Callable[[str, str], Scale]) -> None:
    """Five of up to eight cards of packs whole, short and uneven: the greatest code of all choices of five."""
    ranking = scale("oneida/mississippi-stud/2024-09-11", "poker5")
    whole = coded(ranking, deck, 5)
    chance = random.Random(5)
    for cards in range(5, most + 1):
        tables = split_tables(ranking, deck, cards, 5)
        assert tables is not None
        for n in range(600):
            hand = chance.sample(range(len(deck)), cards)
            if n % 3 == 0:
                suited = [c for c, card in enumerate(deck) if card.suit is SUITS[2]]
                hand = [*chance.sample(suited, 5), *hand]
                hand = list(dict.fromkeys(hand))[:cards]
            total = tables.start + sum(int(tables.key[card]) for card in hand)
            held = sum(int(tables.mask[card]) for card in hand)
            expected = max(whole.code_of([deck[card] for card in five]) for five in itertools.combinations(hand, 5))
            assert split_code(total, held, *tables.arrays) == expected


def test_what_cannot_be_split_is_not(scale: Callable[[str, str], Scale], small: Callable[[str], Ruleset]) -> None:
    """Wild cards; and a ranking in which cards of one suit are worth less than the same ranks of several."""
    wild = scale("jack-cleveland/dj-wild-stud-poker/2016-10-12", "wild_poker")
    assert split_tables(wild, pack(("2", "3", "4", "A"), SUITS[:3], jokers=1), 6, 5) is None
    body = """
        ranking shy of 5 cards worst first @ 1
          order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
          flush 5 cards of one suit @ 1
          high_card anything else @ 1
    """
    shy = read_scale(configure(small(body)).ruleset, "shy")
    assert split_tables(shy, pack(RANKS[:6], SUITS[:2]), 6, 5) is None


@pytest.mark.parametrize(
    ("cards", "limits"), [(7, (4,) * 13), (5, (4,) * 13 + (1,)), (3, (1, 2, 3)), (4, (4,)), (2, (1, 1))]
)
def test_multisets_are_numbered_without_gaps(cards: int, limits: tuple[int, ...]) -> None:
    index = index_multisets(cards, limits)
    numbers = set()
    for ranks in itertools.combinations_with_replacement(range(len(limits)), cards):
        if all(ranks.count(rank) <= limit for rank, limit in enumerate(limits)):
            total = sum(int(index.digit[rank]) for rank in ranks)
            numbers.add(int(index.offset[total & 0xFFFFF]) + int(index.place[total >> 20]))
    assert numbers == set(range(index.size))


# other evaluators


def plainly(hand: Sequence[Card]) -> tuple[int, ...]:
    """Five cards of a pack of 52 under the usual ranking, in the fewest words; a greater tuple is the better hand."""
    times = Counter(VALUE[card.rank] for card in hand)
    ranks = sorted(times, key=lambda rank: (times[rank], rank), reverse=True)
    shape = [times[rank] for rank in ranks]
    if len(ranks) == 5 and (ranks[0] - ranks[4] == 4 or ranks == [14, 5, 4, 3, 2]):
        ranks, shape = [ranks[0] if ranks[1] != 5 or ranks[0] != 14 else 5], [3, 1, 2]
    if len({card.suit for card in hand}) == 1:
        shape = [5] if shape == [3, 1, 2] else [3, 1, 3]
    return (*shape, *ranks)


def test_all_usual_hands_against_a_plain_evaluator(scale: Callable[[str, str], Scale]) -> None:
    """100,000 random hands of five: the plain order of 7,462 worths is the order of the codes."""
    table = coded(scale("oneida/mississippi-stud/2024-09-11", "poker5"), PACK, 5)
    assert len(table.worths) == 7_462
    chance = random.Random(6)
    met: dict[tuple[int, ...], int] = {}
    for _ in range(100_000):
        hand = chance.sample(PACK, 5)
        assert met.setdefault(plainly(hand), table.code_of(hand)) == table.code_of(hand), shown(hand)
    assert [met[worth] for worth in sorted(met)] == sorted(met.values())


@pytest.mark.long
@pytest.mark.parametrize("cards", [5, 6, 7])
def test_usual_hands_against_phevaluator(cards: int, scale: Callable[[str, str], Scale]) -> None:
    """Its ranks go from 1, the royal flush, to 7,462; ours from 0 to 7,461 the other way."""
    phevaluator = pytest.importorskip("phevaluator")
    ranking = scale("oneida/mississippi-stud/2024-09-11", "poker5")
    tables = split_tables(ranking, PACK, cards, 5)
    assert tables is not None
    six = coded(ranking, PACK, min(cards, 6), 5)
    letters = [str(card).replace("10", "T") for card in PACK]
    chance = random.Random(7)
    for _ in range(100_000):
        hand = chance.sample(range(52), cards)
        total = tables.start + sum(int(tables.key[card]) for card in hand)
        code = split_code(total, sum(int(tables.mask[card]) for card in hand), *tables.arrays)
        assert phevaluator.evaluate_cards(*(letters[card] for card in hand)) == 7_462 - code
        if cards < 7:
            assert six.code_of([PACK[card] for card in hand]) == code


@pytest.mark.long
def test_low_hands_against_pokerkit(scale: Callable[[str, str], Scale]) -> None:
    """Ace-to-five lowball, in which straights and flushes do not count."""
    pokerkit = pytest.importorskip("pokerkit")
    table = coded(scale("card-room/lowball/undated", "low5"), PACK, 5)
    chance = random.Random(8)
    hands = [chance.sample(PACK, 5) for _ in range(20_000)]
    theirs = [pokerkit.RegularLowHand("".join(map(str, hand)).replace("10", "T")) for hand in hands]
    ours = [int(table.order[table.code_of(hand)]) for hand in hands]
    ranked = sorted(range(len(hands)), key=ours.__getitem__)
    for one, other in itertools.pairwise(ranked):
        assert (theirs[one] < theirs[other]) == (ours[one] < ours[other])
        assert (theirs[one] == theirs[other]) == (ours[one] == ours[other])


@pytest.mark.long
def test_a_short_deck_against_pokerkit(small: Callable[[str], Ruleset]) -> None:
    """36 cards, a flush over a full house, A-6-7-8-9 a straight."""
    pokerkit = pytest.importorskip("pokerkit")
    body = """
        ranking short of 5 cards @ 1
          order A K Q J 10 9 8 7 6 @ 1
          A low in a run @ 1
          straight_flush 5 cards of one suit in a run @ 1
          four_of_a_kind 4 cards of one rank @ 1
          flush 5 cards of one suit @ 1
          full_house 3 cards of one rank and 2 cards of another rank @ 1
          straight 5 cards in a run @ 1
          three_of_a_kind 3 cards of one rank @ 1
          two_pair 2 cards of one rank and 2 cards of another rank @ 1
          pair 2 cards of one rank @ 1
          high_card anything else @ 1
          compare by sets_then_cards @ 1
    """
    table = coded(read_scale(configure(small(body)).ruleset, "short"), pack(RANKS[4:], SUITS), 5)
    chance = random.Random(9)
    hands = [chance.sample(table.deck, 5) for _ in range(20_000)]
    theirs = [pokerkit.ShortDeckHoldemHand("".join(map(str, hand)).replace("10", "T")) for hand in hands]
    ours = [int(table.order[table.code_of(hand)]) for hand in hands]
    ranked = sorted(range(len(hands)), key=ours.__getitem__)
    for one, other in itertools.pairwise(ranked):
        assert (theirs[one] < theirs[other]) == (ours[one] < ours[other])
        assert (theirs[one] == theirs[other]) == (ours[one] == ours[other])


def test_codes_are_of_the_dtype_that_is_promised(scale: Callable[[str, str], Scale]) -> None:
    table = coded(scale("oneida/three-card-poker/2024-09-11", "three_card"), PACK, 3)
    assert table.codes.dtype == np.uint16
    assert table.order.dtype == np.int32
    assert table.codes.shape == (22_100,)
    assert Fraction(int((table.codes == len(table.worths) - 1).sum()), 22_100) == Fraction(4, 22_100)
