"""The generic method against figures that are known and against plain search over every ordered deal."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import perm

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.play.cards import RANKS, SUITS, Card
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.alike import alike_for, by_itself, by_rank
from audit.solve.cards.course import Answer, Ask, Choice, Course, Decide, End, Feature, Kind, Node, Paid, Spot
from audit.solve.cards.enumerated import Enumerated, enumerate_course, net_of
from audit.solve.errors import NotSolvable

PACK = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)


def called(name: str) -> ex.Called:
    return ex.Called(Name(name))


def relation(player: Spot, dealer: Spot) -> Feature:
    what = ex.Against(called(player[0]), called(dealer[0]))
    return Feature(what, Kind.RELATION, (player, dealer), words=f"{player} against {dealer}")


def end(net: Fraction | int, staked: int = 1) -> End:
    return End((Paid("main", "win" if net > 0 else "lose" if net < 0 else "push", Fraction(net), Fraction(staked)),))


def compare_ranks(feature: Feature, cards: tuple[Card, ...]) -> Answer:
    one, other = (RANKS.index(card.rank) for card in cards)
    return "higher" if one > other else "equal" if one == other else "lower"


# One card each; a tie may be given up for half, or the stake is doubled and one more card each decides, even on a
# second tie.  Cards burnt before them are spots that nothing asks for.


def war(on_second_tie: int) -> Course:
    player, dealer = ("player", 0), ("dealer", 0)
    again = relation(("player", 1), ("dealer", 1))
    second = Ask(again, {"higher": end(1, 2), "equal": end(on_second_tie, 2), "lower": end(-2, 2)})
    tie = Decide(
        "tie", frozenset({player, dealer}), (Choice("surrender", end(Fraction(-1, 2))), Choice("go to war", second))
    )
    first = relation(player, dealer)
    root = Ask(first, {"higher": end(1), "equal": tie, "lower": end(-1)})
    burnt = tuple(("burnt", n) for n in range(3))
    return Course(("main",), "main", root, (player, dealer, *burnt, ("player", 1), ("dealer", 1)), (first, again))


def edge(found: Enumerated) -> float:
    return round(-100 * float(found.expected(net_of)), 4)


@pytest.mark.parametrize(
    ("packs", "on_second_tie", "percent"), [(1, 1, 2.4154), (2, 1, 2.7034), (6, 1, 2.8771), (2, 2, 2.2403)]
)
def test_going_to_war_costs_what_is_published(packs: int, on_second_tie: int, percent: float) -> None:
    found = enumerate_course(war(on_second_tie), PACK * packs, compare_ranks, by_rank)
    assert edge(found) == percent
    assert {d.choice.label for d in found.decisions} == {"go to war"}
    assert len(found.decisions) == 13
    assert found.total == perm(52 * packs, 4)


@pytest.mark.parametrize(("packs", "percent"), [(2, 3.3981), (8, 3.7349)])
def test_surrender_costs_what_is_published(packs: int, percent: float) -> None:
    course = war(1)
    assert isinstance(course.root, Ask)
    tie = course.root.branches["equal"]
    assert isinstance(tie, Decide)
    branches = {**course.root.branches, "equal": tie.choices[0].then}
    only = Course(course.wagers, course.unit, Ask(course.root.feature, branches), course.dealt, course.features)
    found = enumerate_course(only, PACK * packs, compare_ranks, by_rank)
    assert edge(found) == percent
    assert found.total == 52 * packs * (52 * packs - 1)


@pytest.mark.parametrize(("packs", "percent"), [(1, 35.2941), (8, 17.8313)])
def test_a_wager_on_a_tie_at_ten_to_one(packs: int, percent: float) -> None:
    first = relation(("player", 0), ("dealer", 0))
    root = Ask(first, {"higher": end(-1), "equal": end(10), "lower": end(-1)})
    found = enumerate_course(Course(("tie",), "tie", root, first.spots, (first,)), PACK * packs, compare_ranks, by_rank)
    assert edge(found) == percent


def test_cards_told_apart_or_not_come_to_the_same() -> None:
    deck = [Card(rank, suit) for suit in SUITS[:3] for rank in RANKS[:4]] + [Card(RANKS[0], SUITS[3])]
    apart = enumerate_course(war(1), deck, compare_ranks)
    alike = enumerate_course(war(1), deck, compare_ranks, by_rank)
    assert by_end(apart) == by_end(alike)
    assert alike.visits < apart.visits / 5


def by_end(found: Enumerated) -> Counter[tuple[str, ...]]:
    count: Counter[tuple[str, ...]] = Counter()
    for reached in found.ends:
        key = (*reached.path, *(str(answer) for _, answer in reached.answers), str(net_of(reached.end)))
        count[key] += reached.deals
    return count


# A card each, the player sees his own and raises or folds; he may raise from a nine only.


def high_card(permitted_from: str, deck_ranks: int) -> tuple[Course, Callable[[Feature, tuple[Card, ...]], Answer]]:
    player, dealer = ("player", 0), ("dealer", 0)
    may = Feature(called("player"), Kind.CARDS, (player,), (pt.OrMore(pt.Spots((permitted_from,))),))
    shown = relation(player, dealer)
    showdown = Ask(shown, {"higher": end(2, 2), "equal": end(0, 2), "lower": end(-2, 2)})
    fold = Choice("fold", end(-1))
    seen = frozenset({player})
    root = Ask(
        may,
        {
            (True,): Decide("play", seen, (fold, Choice("raise", showdown))),
            (False,): Decide("play", seen, (fold,)),
        },
    )

    def ask(feature: Feature, cards: tuple[Card, ...]) -> Answer:
        if feature == may:
            return (RANKS.index(cards[0].rank) >= RANKS.index(permitted_from),)
        return compare_ranks(feature, cards)

    return Course(("main",), "main", root, (player, dealer), (may, shown)), ask


def test_a_raise_on_a_high_card_by_hand() -> None:
    # Ranks 2 to 6 in two suits: with the k-th rank from the bottom (k from 0) 2k of the other nine cards are lower, one
    # equal, 8-2k higher, so a raise brings 2(2k - (8-2k)) = 8k-16 over nine deals, a fold -9: a raise from k=1 on.
    course, ask = high_card("2", 5)
    deck = [Card(rank, suit) for suit in SUITS[:2] for rank in RANKS[:5]]
    found = enumerate_course(course, deck, ask, by_rank)
    brings = {d.seen[0][1].rank: (d.values, d.choice.label) for d in found.decisions}
    assert brings == {
        rank: ((Fraction(-18), Fraction(2 * (8 * k - 16))), "raise" if k >= 1 else "fold")
        for k, rank in enumerate(RANKS[:5])
    }
    assert found.expected(net_of) == Fraction(-9 + sum(8 * k - 16 for k in range(1, 5)), 45)


def test_only_permitted_choices_are_made() -> None:
    course, ask = high_card("5", 5)
    deck = [Card(rank, suit) for suit in SUITS[:2] for rank in RANKS[:5]]
    found = enumerate_course(course, deck, ask, by_rank)
    assert found.expected(net_of) == Fraction(3 * -9 + (8 * 3 - 16) + (8 * 4 - 16), 45)


def test_a_known_card_that_nothing_asks_for_tells_what_is_left() -> None:
    # Three cards 2 3 4: who sees the middle card burnt knows which two are left; the player bets that the top is a 2.
    top, burnt = ("top", 0), ("burnt", 0)
    two = Feature(called("top"), Kind.CARDS, (top,), (pt.Spots(("2",)),))
    root = Decide(
        "bet", frozenset({burnt}), (Choice("pass", end(0)), Choice("bet", Ask(two, {(True,): end(1), (False,): end(-1)})))
    )
    found = enumerate_course(
        Course(("main",), "main", root, (burnt, top), (two,)),
        [Card("2"), Card("3"), Card("4"), Card("2")],
        lambda feature, cards: (cards[0].rank == "2",),
    )
    # After a 2 one of three is a 2 (no bet); after a 3 or 4 two of three are: a third each time.
    assert {d.seen[0][1].rank: d.choice.label for d in found.decisions} == {"2": "pass", "3": "bet", "4": "bet"}
    assert found.expected(net_of) == Fraction(1, 2) * Fraction(1, 3)


def test_too_many_ways_are_refused_with_their_number() -> None:
    with pytest.raises(NotSolvable, match="4 cards of 52 kinds, 7,311,616 ways in order"):
        seven = Feature(called("player"), Kind.VALUE, tuple(("player", n) for n in range(4)))
        course = Course(("main",), "main", Ask(seven, {}), seven.spots, (seven,))
        enumerate_course(course, PACK * 2, lambda f, c: 0, most=50_000)


def test_an_answer_that_may_tell_more_than_was_shown_is_refused() -> None:
    hidden = Feature(called("dealer"), Kind.CARDS, (("dealer", 0),), (pt.Spots(("2",)), pt.Spots(("3",))), "dealer")
    decide = Decide("bet", frozenset(), (Choice("one", end(1)), Choice("other", end(0))))
    branches: dict[Answer, Node] = {(True, False): decide, (False, True): decide, (False, False): end(0)}
    course = Course(("main",), "main", Ask(hidden, branches, "guard"), hidden.spots, (hidden,))
    with pytest.raises(NotSolvable, match="how much of dealer is shown"):
        enumerate_course(course, PACK, lambda f, c: (c[0].rank == "2", c[0].rank == "3"))


def test_hands_are_dealt_as_sets() -> None:
    # Three cards against three of twelve: 220 hands against 84 and not 1,320 orders against 504.
    sides = [Feature(called(a), Kind.HAND, tuple((a, n) for n in range(3))) for a in "ab"]
    compared = Feature(called("x"), Kind.RELATION, sides[0].spots + sides[1].spots, of=tuple(sides))
    course = Course(
        ("main",), "main", Ask(compared, {(True,): end(1), (False,): end(-1)}), compared.spots, (compared,)
    )
    found = enumerate_course(course, PACK[:12], total_of)
    assert found.total == perm(12, 6)
    assert sum(reached.deals for reached in found.ends) == found.total
    assert found.visits == 12 + 66 + 220 + 220 * (9 + 36 + 84)


# Random trees against plain search


SPOTS: tuple[Spot, ...] = (("a", 0), ("a", 1), ("b", 0), ("b", 1))


def total_of(feature: Feature, cards: tuple[Card, ...]) -> Answer:
    """A made-up answer: whether the ranks add up to an even sum; the place of a card counts too, but not in a hand."""
    if feature.kind is Kind.RELATION:
        held = dict(zip(feature.spots, cards, strict=True))
        one, other = (sum(RANKS.index(held[spot].rank) for spot in side.spots) % 3 for side in feature.of)
        return (one > other,)
    places = [1] * len(cards) if feature.kind is Kind.HAND else range(1, len(cards) + 1)
    return (sum(n * RANKS.index(card.rank) for n, card in zip(places, cards, strict=True)) % 2 == 0,)


@st.composite
def features(draw: st.DrawFn) -> Feature:
    if draw(st.booleans()):
        sides = [Feature(called(a), Kind.HAND, tuple(s for s in SPOTS if s[0] == a)) for a in "ab"]
        whole = draw(st.booleans())
        return Feature(called("x"), Kind.RELATION, SPOTS, (pt.Special.YES,), of=tuple(sides)) if whole else replace(
            draw(st.sampled_from(sides)), tests=(pt.Special.YES,)
        )
    spots = tuple(draw(st.lists(st.sampled_from(SPOTS), min_size=1, max_size=3, unique=True)))
    return Feature(called("x"), draw(st.sampled_from((Kind.CARDS, Kind.HAND))), spots, (pt.Special.YES,))


@st.composite
def nodes(draw: st.DrawFn, depth: int, known: frozenset[Spot] = frozenset()) -> Node:
    kind = draw(st.sampled_from(("end", "ask", "ask", "decide", "decide"))) if depth else "end"
    if kind == "end":
        return end(draw(st.integers(-4, 4)))
    if kind == "ask":
        feature = draw(features())
        return Ask(feature, {(answer,): draw(nodes(depth=depth - 1, known=known)) for answer in (True, False)})
    whole = st.sampled_from((SPOTS[:2], SPOTS[2:]))
    known = known | frozenset(draw(whole | st.lists(st.sampled_from(SPOTS), max_size=2)))
    number = draw(st.integers(1, 3))
    return Decide("d", known, tuple(Choice(str(n), draw(nodes(depth=depth - 1, known=known))) for n in range(number)))


def search(node: Node, deals: list[dict[Spot, Card]]) -> Fraction:
    """The greatest sum over these deals, which the player has no way to tell apart but by what he comes to see."""
    if isinstance(node, End):
        return net_of(node) * len(deals)
    if isinstance(node, Ask):
        by_answer: dict[Answer, list[dict[Spot, Card]]] = {}
        for deal in deals:
            by_answer.setdefault(total_of(node.feature, tuple(deal[s] for s in node.feature.spots)), []).append(deal)
        return sum((search(node.branches[answer], those) for answer, those in by_answer.items()), Fraction(0))
    by_sight: dict[tuple[Card, ...], list[dict[Spot, Card]]] = {}
    for deal in deals:
        by_sight.setdefault(tuple(deal[s] for s in sorted(node.known)), []).append(deal)
    return sum((max(search(c.then, those) for c in node.choices) for those in by_sight.values()), Fraction(0))


@settings(max_examples=150, deadline=None)
@given(nodes(depth=4), st.lists(st.sampled_from(PACK[:4] + PACK[13:16]), min_size=4, max_size=6))
def test_random_trees_against_search_over_all_deals(root: Node, deck: list[Card]) -> None:
    course = Course(("main",), "main", root, SPOTS, ())
    deals = [dict(zip(SPOTS, deal, strict=True)) for deal in itertools.permutations(deck, len(SPOTS))]
    expected = search(root, deals) / len(deals)
    for alike in (by_rank, lambda card: card):
        found = enumerate_course(course, deck, total_of, alike)
        assert found.expected(net_of) == expected
        assert sum(reached.deals for reached in found.ends) == found.total


@st.composite
def small_decisions(draw: st.DrawFn) -> Node:
    """One question that all see, then a decision on one card, then a question of two cards."""

    def after() -> Node:
        feature = draw(features())
        choices = [Ask(feature, {(a,): end(draw(st.integers(-4, 4))) for a in (True, False)}) for _ in range(2)]
        known = frozenset({draw(st.sampled_from(SPOTS))})
        return Decide("d", known, tuple(Choice(str(n), choice) for n, choice in enumerate(choices)))

    return Ask(draw(features()), {(True,): after(), (False,): after()})


@settings(max_examples=12, deadline=None)
@given(small_decisions())
def test_no_plan_does_better(root: Node) -> None:
    deck = [PACK[0], PACK[1], PACK[2], PACK[14]]
    found = enumerate_course(Course(("main",), "main", root, SPOTS, ()), deck, total_of)
    deals = [dict(zip(SPOTS, deal, strict=True)) for deal in itertools.permutations(deck)]
    assert isinstance(root, Ask)
    situations = [(answer, card) for answer in (True, False) for card in deck]
    best = max(
        sum(_brings(root, deal, dict(zip(situations, plan, strict=True))) for deal in deals)
        for plan in itertools.product((0, 1), repeat=len(situations))
    )
    assert found.expected(net_of) == best / len(deals)


def _brings(root: Ask, deal: dict[Spot, Card], plan: dict[tuple[bool, Card], int]) -> Fraction:
    def answer(ask: Ask) -> Answer:
        return total_of(ask.feature, tuple(deal[s] for s in ask.feature.spots))

    shown = answer(root)
    decide = root.branches[shown]
    assert isinstance(decide, Decide)
    assert isinstance(shown, tuple)
    (known,) = decide.known
    then = decide.choices[plan[shown[0], deal[known]]].then
    assert isinstance(then, Ask)
    last = then.branches[answer(then)]
    assert isinstance(last, End)
    return net_of(last)


CARDS_TOLD_APART = '''
  ranking three of 3 cards
    order A K Q J 10 9 8 7 6 5 4 3 2
    flush      3 cards of one suit
    high_card  anything else
  ranking ranks of 3 cards
    order A K Q J 10 9 8 7 6 5 4 3 2
    trips      3 cards of one rank
    high_card  anything else
  deck 1 of 52
  area suited_cards of each player by three
  area ranked_cards of each player by ranks
  area bare_cards of dealer
'''


def test_suits_vanish_only_where_nothing_reached_speaks_of_them(small: Callable[[str], Ruleset]) -> None:
    ruleset = small(CARDS_TOLD_APART)

    def suits_matter(area: str, *tests: pt.Pattern) -> bool:
        feature = Feature(called(area), Kind.CARDS, ((area, 0),), tests)
        return alike_for([feature], ruleset) is by_itself

    assert suits_matter("suited_cards", pt.Named(Name("high_card")))  # a flush is no high card
    assert not suits_matter("ranked_cards", pt.Named(Name("trips")))
    assert suits_matter("ranked_cards", pt.Named(Name("flush")))  # another ranking has such a class: in doubt they do
    assert not suits_matter("bare_cards", pt.OrMore(pt.Spots(("9",))))
    assert suits_matter("bare_cards", pt.SpotsOf(pt.Spots(("9",)), pt.Suit.HEARTS))
