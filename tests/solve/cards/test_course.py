"""Courses laid open: that the tree alone gives what the interpreter gives, deal by deal and under best play.

A deck is cut down to a few cards by handing out no others: everything else is the ruleset as it stands.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from audit.play.cards import Card, read_card
from audit.play.choosing import ToDecide
from audit.play.equipment import Equipment, Outcome, Source
from audit.play.evaluating import evaluate
from audit.play.fitting import fits
from audit.play.rounds import Play
from audit.play.sight import Sight, Thing
from audit.ruleset import patterns as pt
from audit.ruleset.configure import Configured, Value, configure, read_value
from audit.ruleset.meters import Meter
from audit.ruleset.parameters import Option
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.answers import Judge
from audit.solve.cards.bundles import bundles_of, margins_of
from audit.solve.cards.course import Answer, Ask, Course, Decide, End, Feature, Kind, Node, Spot
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.cards.pruning import is_free_of_decisions, nodes_in, only_for
from audit.solve.cards.staking import staked, without_amounts_of_money
from audit.solve.errors import NotSolvable

Deal = dict[Spot, Card]
Small = Callable[[str], Ruleset]

METER = Fraction(1_000_000)

TWO_CARDS = """
deck 1 of 52                                                                    @ 1
  shuffled before every round
area player_cards of each player                                                @ 1
area dealer_cards of dealer                                                     @ 1
ranking two_card of 2 cards                                                     @ 2
  order A K Q J 10 9 8 7 6 5 4 3 2
  pair             2 cards of one rank
  high_card        anything else
  compare by sets_then_cards
hand player_hand is all of player_cards by two_card                             @ 2
hand dealer_hand is all of dealer_cards by two_card                             @ 2
define dealer_qualifies when dealer_hand is K high or better                    @ 3
wager ante                                                                      @ 4
  required
  made before the deal
wager play                                                                      @ 4
  needs ante
  made in decisions
  amount 1 or 2 times ante
wager pairs                                                                     @ 4
  optional
  needs ante
  made before the deal
  forfeited when out
round                                                                           @ 5
  step wagering
    bets ante, pairs
  step deal
    deal 2 to player_cards with dealer_cards face down
  step decisions
    each player looks at player_cards
    each player decides
      play  make play
      fold  forfeit ante and out
  step showdown
    reveal dealer_cards
    settle ante, play, pairs
settle ante, play                                                               @ 6
  | dealer_qualifies | player_hand against dealer_hand | ante | play   |
  | no               | any                             | win  | return |
  | yes              | higher                          | win  | win    |
  | yes              | equal                           | push | push   |
  | yes              | lower                           | lose | lose   |
pays ante, play at 1 to 1                                                       @ 6
pays pairs                                                                      @ 6
  highest only
  | player_hand | pays   |
  | pair of A   | 9 to 1 |
  | pair        | 3 to 1 |
  | otherwise   | lose   |
"""


def cards(text: str) -> tuple[Card, ...]:
    found = tuple(read_card(word) for word in text.split())
    assert all(card is not None for card in found)
    return tuple(card for card in found if card is not None)


# the tree read with concrete cards


def concrete(configured: Configured, feature: Feature, deal: Deal) -> Answer:
    """What concrete cards answer, by play's own reading of the expression."""
    areas = {area: tuple(deal[spot] for spot in spots) for area, spots in feature.lying}
    for inner in feature.of:
        areas |= {area: tuple(deal[spot] for spot in spots) for area, spots in inner.lying}
    sight = Sight(Equipment(configured.ruleset), areas=areas, as_dealt=areas)
    thing: Thing = evaluate(feature.expression, sight)
    if feature.kind in (Kind.RELATION, Kind.VALUE):
        return thing
    return tuple(fits(test, thing, sight) for test in feature.tests)


def value_of(node: Node, worlds: Sequence[Deal], ask: Callable[[Feature, Deal], Answer]) -> Fraction:
    """The sum over these deals of what best play brings, where the player knows what a decision says he knows."""
    if isinstance(node, End):
        assert all(paid.net is not None for paid in node.paid)
        return sum((paid.net for paid in node.paid if paid.net is not None), Fraction(0)) * len(worlds)
    if isinstance(node, Ask):
        parts: dict[Answer, list[Deal]] = {}
        for deal in worlds:
            parts.setdefault(ask(node.feature, deal), []).append(deal)
        return sum((value_of(node.branches[answer], part, ask) for answer, part in parts.items()), Fraction(0))
    known = sorted(node.known)
    groups: dict[tuple[Card, ...], list[Deal]] = {}
    for deal in worlds:
        groups.setdefault(tuple(deal[spot] for spot in known), []).append(deal)
    return sum(
        (max(value_of(choice.then, group, ask) for choice in node.choices) for group in groups.values()), Fraction(0)
    )


def deals_of(course: Course, pack: Sequence[Card]) -> list[Deal]:
    """Every way in which the cards can lie, in order."""
    return [dict(zip(course.dealt, order, strict=True)) for order in itertools.permutations(pack, len(course.dealt))]


# play itself, with the same cards and choices


class Fixed:
    """Cards as they are given, by spot, and choices by their labels; those not given are the first."""

    def __init__(self, deal: Deal, labels: Sequence[str]) -> None:
        self.deal, self.labels, self.dealt = deal, list(labels), dict[str, int]()
        self.seen: list[ToDecide] = []

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        raise AssertionError

    def card(self, area: str, stock: Sequence[Card]) -> int:
        number = self.dealt.get(area, 0)
        self.dealt[area] = number + 1
        return list(stock).index(self.deal[area, number])

    def choose(self, decision: ToDecide) -> int:
        if len(decision.offers) == 1:
            return 0
        self.seen.append(decision)
        at = len(self.seen) - 1
        if at >= len(self.labels):
            return 0
        return [offer.label for offer in decision.offers].index(self.labels[at])


def played(configured: Configured, wagers: Sequence[str], deal: Deal, labels: Sequence[str]) -> tuple[Fixed, Play]:
    plain = without_amounts_of_money(configured)
    fixed = Fixed(deal, labels)
    wishes = list(staked(plain.ruleset, wagers).wishes)
    play = Play(plain, fixed, wishes, check_amounts=False, chooser=fixed)
    play.state.meters.update({meter.name.text: METER for meter in plain.ruleset.of(Meter)})
    for _ in play.one_round(stop_when_idle=True):
        pass
    return fixed, play


def nets(play: Play) -> dict[str, Fraction | None]:
    """What every wager and bonus brought."""
    found: dict[str, Fraction | None] = {}
    for stake in play.state.stakes:
        found[stake.wager.name.text] = stake.net
        for extra in stake.extras:
            if extra.kind == "bonus":
                found[extra.name] = extra.net
    return found


def told_by(end: End) -> dict[str, Fraction | None]:
    """The same of a leaf, with every meter at the size that the plays have."""
    return {
        paid.name: None if paid.net is None else paid.net + sum((share for _, share in paid.meters), Fraction(0)) * METER
        for paid in end.paid
        if not paid.beside
    }


def way_down(course: Course, deal: Deal, ask: Callable[[Feature, Deal], Answer], pick: random.Random) -> Iterator[str | End]:
    """The labels of random choices on the way down the tree, and the end."""
    node = course.root
    while not isinstance(node, End):
        if isinstance(node, Ask):
            node = node.branches[ask(node.feature, deal)]
        else:
            choice = pick.choice(node.choices)
            yield choice.label
            node = choice.then
    yield node


def labels_of(configured: Configured, wagers: Sequence[str], deal: Deal) -> Iterator[tuple[tuple[str, ...], Play, Fixed]]:
    """Every way to play a deal, with what it leads to."""
    waiting: list[tuple[str, ...]] = [()]
    while waiting:
        labels = waiting.pop()
        fixed, play = played(configured, wagers, deal, labels)
        if len(fixed.seen) > len(labels):
            waiting.extend((*labels, offer.label) for offer in fixed.seen[len(labels)].offers)
        else:
            yield labels, play, fixed


def best_by_play(configured: Configured, course: Course, deals: Sequence[Deal]) -> Fraction:
    """Best play found by playing every deal in every way, deciding backwards on what the player then knew."""
    history = tuple[tuple[object, ...], ...]
    totals: dict[tuple[history, tuple[str, ...]], Fraction] = {}
    for deal in deals:
        for labels, play, fixed in labels_of(configured, course.wagers, deal):
            knew = tuple(tuple((s, deal[s]) for s in sorted(d.known)) for d in fixed.seen)
            whole = sum((net for net in nets(play).values() if net is not None), Fraction(0))
            totals[knew, labels] = totals.get((knew, labels), Fraction(0)) + whole
    for depth in range(max(len(labels) for _, labels in totals), 0, -1):
        ways: dict[tuple[history, tuple[str, ...], str], Fraction] = {}
        for (knew, labels), whole in totals.items():
            if len(labels) == depth:
                key = (knew, labels[:-1], labels[-1])
                ways[key] = ways.get(key, Fraction(0)) + whole
        best: dict[tuple[history, tuple[str, ...]], Fraction] = {}
        for (knew, before, _), whole in ways.items():
            best[knew, before] = max(best.get((knew, before), whole), whole)
        totals = {key: whole for key, whole in totals.items() if len(key[1]) != depth}
        for (knew, before), whole in best.items():
            shorter = (knew[:-1], before)
            totals[shorter] = totals.get(shorter, Fraction(0)) + whole
    return sum(totals.values(), Fraction(0))


def laid_open(configured: Configured, wagers: Sequence[str], pack: Sequence[Card] = ()) -> Course:
    laying = LayingOpen(configured)
    if pack:
        laying.deck = tuple(pack)
        laying.judge = Judge(laying.configured, laying.deck)
    return laying.course(wagers)


def asking(configured: Configured) -> Callable[[Feature, Deal], Answer]:
    kept: dict[tuple[Feature, tuple[Card, ...]], Answer] = {}

    def ask(feature: Feature, deal: Deal) -> Answer:
        key = (feature, tuple(deal[spot] for spot in feature.spots))
        if key not in kept:
            kept[key] = concrete(configured, feature, deal)
        return kept[key]

    return ask


@pytest.mark.parametrize("wagers", [("ante", "play"), ("ante", "play", "pairs")])
def test_best_play_of_the_tree_is_best_play_of_the_interpreter(small: Small, wagers: tuple[str, ...]) -> None:
    configured = configure(small(TWO_CARDS))
    pack = cards("As Ah Ks Kh Qs")
    course = laid_open(configured, wagers, pack)
    deals = deals_of(course, pack)
    assert len(deals) == 120
    assert value_of(course.root, deals, asking(configured)) == best_by_play(configured, course, deals)


def test_a_course_worked_out_by_hand(small: Small) -> None:
    """The player holds A K, the dealer one of the two pairs left: best is to play twice the ante against jacks."""
    configured = configure(small(TWO_CARDS))
    course = laid_open(configured, ("ante", "play"))
    assert course.unit == "ante"
    assert course.dealt == (("player_cards", 0), ("dealer_cards", 0), ("player_cards", 1), ("dealer_cards", 1))
    decide = course.root
    assert isinstance(decide, Decide)
    assert decide.known == {("player_cards", 0), ("player_cards", 1)}
    assert [choice.label for choice in decide.choices] == ["play 1", "play 2", "fold"]
    fold = decide.choices[2].then
    assert isinstance(fold, End)
    assert [(paid.name, paid.result, paid.net, paid.staked) for paid in fold.paid] == [("ante", "lose", -1, 1)]
    asked = decide.choices[1].then
    assert isinstance(asked, Ask)
    assert asked.feature.words == "dealer_hand"
    assert set(asked.branches) == {(True,), (False,)}
    below = asked.branches[False,]
    assert isinstance(below, End)
    assert [(p.name, p.result, p.net, p.staked) for p in below.paid] == [("ante", "win", 1, 1), ("play", "return", 0, 2)]
    compared = asked.branches[True,]
    assert isinstance(compared, Ask)
    assert compared.feature.kind is Kind.RELATION
    ends = {answer: node for answer, node in compared.branches.items() if isinstance(node, End)}
    assert {answer: [p.net for p in end.paid] for answer, end in ends.items()} == {
        "higher": [1, 2],
        "equal": [0, 0],
        "lower": [-1, -2],
    }


REAL = {
    "oneida/three-card-poker/2024-09-11": "As Ah Ks Kh Qs Qh Jd",
    "jack-cleveland/three-card-poker/undated": "As Ah Ks Kh Qs Qh Jd",
    "oneida/four-card-poker/2024-09-11": "As Ah Ks Kh Qs Qh Jd 10d 9d 9h 8s 8h",
    "oneida/caribbean-stud/2003-08-06": "As Ah Ks Kh Qs Qh Jd 10d 9d 9h 8s 8h",
    "oneida/let-it-ride/2003-08-06": "As Ah Ks Kh Qs Qh Jd 10d 9d 9h 8s 8h",
    "oneida/mississippi-stud/2024-09-11": "As Ah Ks Kh Qs Qh Jd 10d 6d 6h 5s 5h",
    "jack-cleveland/ultimate-texas-holdem/2016-12-21": "As Ah Ks Kh Qs Qh Jd 10d 9d 9h 8s 8h",
    "jack-cleveland/texas-holdem-bonus/undated": "As Ah Ks Kh Qs Qh Jd 10d 9d 9h 8s 8h",
    "jack-cleveland/dj-wild-stud-poker/2016-10-12": "As Ah Ks Kh Qs Qh Jd 10d 9d 9h 2s joker",
    "jack-cleveland/crazy-four-poker/2017-02-15": "As Ah Ks Kh Qs Qh Ad Ac 9d 9h 8s 8h",
}
CHOSEN = {"multi_link_stake": "$5", "bonus_minimum": "$1", "table_minimum": "$10", "progressive_stake": "$1"}
"""Stakes that the house sets and that payouts in money need."""


def chosen(ruleset: Ruleset) -> Configured:
    open_ones = [option.name.text for option in ruleset.of(Option) if option.name.text in CHOSEN]
    values: dict[str, Value] = {name: read_value(CHOSEN[name]) for name in open_ones}
    return configure(ruleset, values)


QUICK = "oneida/three-card-poker/2024-09-11"


@pytest.mark.parametrize("name", [name if name == QUICK else pytest.param(name, marks=pytest.mark.long) for name in REAL])
def test_random_rounds_end_as_the_tree_says(real: Callable[[str], Ruleset], name: str) -> None:
    """Same cards, same choices: every wager and bonus brings the same, played and read off the tree."""
    configured = chosen(real(name))
    pack, pick = cards(REAL[name]), random.Random(name)
    bundle = bundles_of(configured)[0]
    checked = 0
    for wagers in [bundle.wagers, *(margin.all_made for margin in margins_of(configured))]:
        course = laid_open(configured, wagers)
        ask = asking(configured)
        for _ in range(40):
            lying = pick.sample(pack, min(len(course.dealt), len(pack)))
            if len(lying) < len(course.dealt):
                continue
            deal = dict(zip(course.dealt, lying, strict=True))
            *labels, end = way_down(course, deal, ask, pick)
            assert isinstance(end, End)
            _, play = played(configured, wagers, deal, [str(label) for label in labels])
            assert told_by(end) == nets(play)
            checked += 1
    assert checked


@pytest.mark.long
@pytest.mark.parametrize("name", ["oneida/three-card-poker/2024-09-11", "jack-cleveland/three-card-poker/undated"])
def test_best_play_of_real_rulesets_on_seven_cards(real: Callable[[str], Ruleset], name: str) -> None:
    configured = chosen(real(name))
    pack = cards(REAL[name])
    course = laid_open(configured, bundles_of(configured)[0].wagers)
    deals = [
        dict(zip(course.dealt, (*player, *dealer), strict=True))
        for player in itertools.combinations(pack, 3)
        for dealer in itertools.combinations([card for card in pack if card not in player], 3)
    ]
    spots = sorted(course.dealt, key=lambda spot: spot[0] != "player_cards")
    deals = [dict(zip(spots, deal.values(), strict=True)) for deal in deals]
    assert value_of(course.root, deals, asking(configured)) == best_by_play(configured, course, deals)


def test_what_a_wager_hangs_on(small: Small) -> None:
    """A side wager that a fold takes hangs on the decision; one that it leaves alone can be counted by itself."""
    wagers = ("ante", "play", "pairs")
    forfeited = laid_open(configure(small(TWO_CARDS)), wagers)
    assert not is_free_of_decisions(forfeited, "pairs")
    kept = laid_open(configure(small(TWO_CARDS.replace("  forfeited when out\n", ""))), wagers)
    assert is_free_of_decisions(kept, "pairs")
    assert not is_free_of_decisions(kept, "ante")
    alone = only_for(kept, ["pairs"]).root
    assert isinstance(alone, Ask)
    assert alone.feature.words == "player_hand"
    assert {end.paid[0].net for end in alone.branches.values() if isinstance(end, End)} == {9, 3, -1}


def test_choices_that_lead_to_the_same_are_none(small: Small) -> None:
    """With the ante alone settled, how much is played makes no difference; whether it is folded does."""
    course = laid_open(configure(small(TWO_CARDS)), ("ante", "play"))
    decide = only_for(course, ["ante"]).root
    assert isinstance(decide, Decide)
    assert decide.choices[0].then is decide.choices[1].then


def test_lines_that_contradict_each_other_are_told_at_the_leaf(small: Small) -> None:
    """Both rows fit an equal hand: the ante has no result there, and has one everywhere else."""
    text = TWO_CARDS.replace("| yes              | higher     ", "| yes              | higher, equal")
    course = laid_open(configure(small(text)), ("ante", "play"))
    ends = [node for node in nodes_in(course.root) if isinstance(node, End)]
    faulty = [paid for end in ends for paid in end.paid if paid.result == "conflict"]
    assert {paid.name for paid in faulty} == {"ante", "play"}
    assert all(paid.net is None for paid in faulty)
    assert any(all(paid.net is not None for paid in end.paid) for end in ends)


def test_a_gap_is_told_at_the_leaf(small: Small) -> None:
    text = TWO_CARDS.replace("  | yes              | equal                           | push | push   |\n", "")
    course = laid_open(configure(small(text)), ("ante", "play"))
    results = {paid.result for node in nodes_in(course.root) if isinstance(node, End) for paid in node.paid}
    assert results & {"missing", "conflict", "unpriced"}


def test_a_range_is_offered_at_its_ends(small: Small) -> None:
    text = TWO_CARDS.replace("amount 1 or 2 times ante", "amount from ante through 3 times ante")
    course = laid_open(configure(small(text)), ("ante", "play"))
    assert isinstance(course.root, Decide)
    assert [choice.label for choice in course.root.choices] == ["play 1", "play 3", "fold"]
    assert course.linear == ("play",)


def test_a_tree_that_grows_too_large_is_refused(small: Small) -> None:
    laying = LayingOpen(configure(small(TWO_CARDS)), most_leaves=3)
    with pytest.raises(NotSolvable, match="more than 3 courses"):
        laying.course(("ante", "play"))


def test_a_test_that_nobody_asked_has_no_answer(small: Small) -> None:
    course = laid_open(configure(small(TWO_CARDS)), ("ante", "play"))
    tests = {feature.words: feature.tests for feature in course.features}
    assert tests["dealer_hand"] == (pt.High("K", pt.Bound.OR_BETTER),)
    assert "player_hand" not in tests


def test_order_of_a_relation_is_kept(small: Small) -> None:
    """Asked the other way round in another table, it is the same question."""
    text = TWO_CARDS + (
        "settle pairs                                                                    @ 7\n"
        "  | dealer_hand against player_hand | pairs |\n"
        "  | higher                          | lose  |\n"
        "  | otherwise                       | push  |\n"
    )
    course = laid_open(configure(small(text)), ("ante", "play", "pairs"))
    relations = [feature for feature in course.features if feature.kind is Kind.RELATION]
    assert len(relations) == 1
    assert replace(relations[0], tests=()) == relations[0]


PEEK = TWO_CARDS.replace(
    "    each player looks at player_cards\n",
    "    each player looks at player_cards\n    end if dealer_hand is pair\n",
)


def test_what_is_shown_before_a_decision_is_known_and_no_more(small: Small) -> None:
    """The round ends when the dealer has a pair, so the player knows that he has none; more is asked of his hand."""
    with pytest.raises(NotSolvable, match="dealer_hand"):
        laid_open(configure(small(PEEK)), ("ante", "play"))


def test_a_wager_settled_alone_asks_for_itself_alone(small: Small) -> None:
    laying = LayingOpen(configure(small(TWO_CARDS)))
    course = laying.course(("ante", "play", "pairs"), only=("pairs",))
    assert [feature.words for feature in course.features] == ["player_hand"]
    names = {paid.name for node in nodes_in(course.root) if isinstance(node, End) for paid in node.paid}
    assert names == {"pairs"}


def test_a_wager_that_cannot_be_made_is_refused(small: Small) -> None:
    """It needs another one that nobody wishes for, so that no leaf would speak of it."""
    text = TWO_CARDS.replace("  optional\n  needs ante\n", "  optional\n  needs play\n")
    with pytest.raises(NotSolvable, match="pairs is never made"):
        laid_open(configure(small(text)), ("ante", "play", "pairs"))


def test_wagers_that_are_tied_are_one_bundle(small: Small) -> None:
    configured = configure(small(TWO_CARDS))
    (bundle,) = bundles_of(configured)
    assert (bundle.name, bundle.unit) == ("ante + play", "ante")
    (margin,) = margins_of(configured)
    assert (margin.wager, margin.without, margin.all_made) == ("pairs", ("ante", "play"), ("ante", "play", "pairs"))


MONEY = TWO_CARDS.replace("wager pairs                                                                     @ 4\n", (
    "meter jackpot                                                                   @ 4\n"
    "  starts at $5,000\n"
    "wager pairs                                                                     @ 4\n"
    "  amount is $2\n"
    "  taken when made\n"
)).replace("  | pair of A   | 9 to 1 |\n  | pair        | 3 to 1 |\n", (
    "  | pair of A   | 10% of jackpot |\n  | pair        | $20            |\n"
))  # fmt: skip


def test_money_and_meters(small: Small) -> None:
    """A wager of $2 that is kept: a pair brings $20 less the stake, aces a tenth of the meter less the stake."""
    course = laid_open(configure(small(MONEY)), ("ante", "play", "pairs"))
    assert course.stakes == (("ante", Fraction(1)), ("pairs", Fraction(2)))
    assert course.meters == ("jackpot",)
    alone = only_for(course, ["pairs"])
    ends = [node.paid[0] for node in nodes_in(alone.root) if isinstance(node, End)]
    found = {(paid.label, paid.net, paid.meters) for paid in ends if paid.result == "win"}
    assert found == {("pair of A", Fraction(-2), (("jackpot", Fraction(1, 10)),)), ("pair", Fraction(18), ())}
    assert {paid.net for paid in ends if paid.result == "lose"} == {-2}
