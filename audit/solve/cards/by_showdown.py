"""The method for two hands without a card in common and at most one moment of decision (`showdown`)."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from audit.play.cards import RANKS
from audit.play.scales import scale
from audit.solve.cards.course import End, Feature, Kind, Spot
from audit.solve.cards.hand_names import hand_names
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.paths import Moment, Path
from audit.solve.cards.payoffs import NO_FEATURE, Axis, Ids, Key, Payoffs, ends_by_cell, payoffs, tallied
from audit.solve.cards.reading_play import Situations, play_rows
from audit.solve.cards.rule_lists import RuleList
from audit.solve.cards.same_problem import digest_of
from audit.solve.cards.seen_facts import rules_beside
from audit.solve.cards.showdown import Counts, Played, Policy, Showdown, followed, play_showdown
from audit.solve.cards.sides import Problem, moment_words, nothing_to_see, words_of
from audit.solve.cards.simple_play import simple_policies
from audit.solve.errors import NotSolvable
from audit.solve.result import Decided, Strategy

MOST_KEPT = 100

NAME = "showdown: each hand of the player against all hands of the dealer that avoid it"


@dataclass(frozen=True)
class _Sides:
    """The player's spots, the dealer's, how many of the dealer's are seen, and the hands that are compared, if any."""

    player: frozenset[Spot]
    dealer: frozenset[Spot]
    seen: int
    player_hand: Feature | None
    dealer_hand: Feature | None
    relation: Feature | None
    is_turned: bool


@dataclass(frozen=True)
class Prepared:
    """A problem laid out for the kernel: ``showdown`` is what it plays, ``ends`` what each of its cells comes to.

    Its paths are those of the problem, its hands the sets of the player's cards by number.
    """

    problem: Problem
    sides: _Sides
    ends: Mapping[Key, End]
    paid: Payoffs
    showdown: Showdown


@dataclass(frozen=True)
class _Found:
    """What a count needs of a showdown that was played, where no strategy is told."""

    counts: Counts
    deals: int
    states: int


_kept: OrderedDict[bytes, _Found] = OrderedDict()
"""What showdowns came to, by all that they consist of: the latest, `MOST_KEPT` of them."""


def forget_showdowns() -> None:
    """Drops what is kept in memory."""
    _kept.clear()


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable`, with the reason, for a course that is none of these.

    A showdown that is the same number for number as one played before, under best play, is not played again, unless best
    play is to be told.
    """
    laid_out = prepared(problem)
    key = digest_of(laid_out.showdown)
    known = _kept.get(key) if key is not None else None
    if known is not None and not problem.is_told:
        return _counted(laid_out, known)
    played = play_showdown(laid_out.showdown)
    if key is not None:
        _kept[key] = _found(played)
        if len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
    return counted(laid_out, played)


def under_policy(problem: Problem, policy: Policy) -> Counted:
    """What a fixed way of playing comes to; of it no strategy is told.

    Raises as `solve` does, and ValueError for a policy that does not fit the hands or takes a path that is not open.
    """
    laid_out = prepared(problem)
    laid_out = replace(laid_out, showdown=replace(laid_out.showdown, policy=policy))
    return counted(laid_out, play_showdown(laid_out.showdown))


def prepared(problem: Problem) -> Prepared:
    """The problem laid out; raises `NotSolvable`, with the reason, for a course that is none of these."""
    problem.refuse_doubles()
    sides = _sides(problem)
    player, dealer = _axis(problem, sides.player), _axis(problem, sides.dealer)
    relation = NO_FEATURE if sides.relation is None else Axis((sides.relation,), _relations(sides))
    axes = (player[0], dealer[0], relation)
    ends = ends_by_cell(problem.course, problem.paths, axes)
    shape = (len(problem.paths), len(player[0]), len(dealer[0]), len(relation))
    paid = payoffs(ends, shape, problem.valued)
    pay, is_open = _three(paid.pay), _three(paid.is_open)
    flat = is_open.reshape(shape[0], shape[1], -1)
    permitted = np.array([[bool(cell.any()) for cell in row] for row in flat])
    if not (flat == permitted[:, :, None]).all():
        raise NotSolvable("whether a choice is open hangs on the dealer's cards")
    mine, theirs = _strengths(problem, sides)
    showdown = Showdown(
        problem.judge.pack, len(sides.player), len(sides.dealer), sides.seen, player[1], dealer[1], pay, permitted,
        mine, theirs, symmetric=problem.symmetric,
    )  # fmt: skip
    return Prepared(problem, sides, ends, paid, showdown)


def counted(laid_out: Prepared, played: Played) -> Counted:
    """What the kernel found, as ends of the problem."""
    problem = laid_out.problem
    plain = _counted(laid_out, _found(played))
    if laid_out.showdown.policy is not None or not problem.is_told:
        return plain
    simple = tuple(_simple(laid_out, played)) if problem.moment is not None else ()
    return replace(plain, strategy=_strategy(laid_out, played), simple=simple)


def _found(played: Played) -> _Found:
    return _Found(played.counts, played.deals, len(played.hands.numbers) * max(len(played.seen_cards), 1))


def _counted(laid_out: Prepared, of: _Found) -> Counted:
    problem, sides = laid_out.problem, laid_out.sides
    found = np.array(of.counts, dtype=object)
    counts = found if sides.relation is not None else found.sum(axis=3, keepdims=True)
    return Counted(
        tallied(counts, laid_out.ends, problem.paths, problem.valued),
        of.deals,
        NAME,
        _process(problem, sides),
        "suits may be exchanged" if problem.symmetric else "suits are told apart by name",
        of.states,
        None,
    )


def _simple(laid_out: Prepared, played: Played) -> Iterator[tuple[str, Fraction]]:
    """Rules that are easily kept, and what they bring."""
    sides = laid_out.sides
    rules = simple_policies(
        laid_out.problem, laid_out.showdown, played.hands.numbers, sides.player_hand, sides.dealer_hand
    )  # fmt: skip
    for words, policy in rules:
        yield words, appraise(laid_out, played, policy)[0]


def appraise(laid_out: Prepared, played: Played, policy: Policy) -> tuple[Fraction, dict[Path, Fraction]]:
    """What a fixed way of playing brings, and how often it takes each path, from what every path was found to bring.

    ``played`` is of any way of playing the same showdown: no deal is counted again.  Raises ValueError for a policy that
    does not fit the hands or takes a path that is not open.
    """
    sums, often = followed(replace(laid_out.showdown, policy=policy), played)
    deals = played.deals // _ways_to_know(laid_out.problem, laid_out.sides)
    greatest = int(np.abs(laid_out.showdown.pay).max())
    weights = played.hands.weights if greatest * played.deals < 1 << 62 else played.hands.weights.astype(object)
    whole = int(sums.dot(weights))
    shares = [Fraction(int(of.dot(played.hands.weights)) * deals, played.deals) for of in often.T]
    return Fraction(whole, laid_out.paid.scale * played.deals), dict(zip(laid_out.problem.paths, shares, strict=True))


def _strengths(problem: Problem, sides: _Sides) -> tuple[Ids | None, Ids | None]:
    """What hands are compared by, of the player's and of the dealer's sets; None where they are not."""
    if sides.player_hand is None or sides.dealer_hand is None:
        return None, None
    judge = problem.judge
    if judge.coded(sides.player_hand).worths != judge.coded(sides.dealer_hand).worths:
        raise NotSolvable("hands of different sizes are compared", sides.relation.words if sides.relation else "")
    return judge.by_set(sides.player_hand).strength, judge.by_set(sides.dealer_hand).strength


def _three(array: Ids) -> Ids:
    """With the last axis three long: where nothing is compared every relation is the same."""
    return array if array.shape[3] == 3 else np.repeat(array, 3, axis=3)


def _sides(problem: Problem) -> _Sides:
    if len(problem.moments) > 1:
        raise NotSolvable(f"{len(problem.moments)} decisions", problem.moments[1].name)
    known = problem.moment.known if problem.moment is not None else frozenset()
    if len(problem.relations) > 1:
        raise NotSolvable("hands are compared in several ways", problem.relations[1].words)
    relation = next(iter(problem.relations), None)
    if relation is None:
        return _without_comparison(problem, known)
    left, right = relation.of
    one, other = frozenset(left.spots), frozenset(right.spots)
    if one & other:
        raise NotSolvable("the hands that are compared share cards", relation.words)
    is_turned = problem.moment is not None and not one <= known
    player, dealer = (right, left) if is_turned else (left, right)
    mine, theirs = frozenset(player.spots), frozenset(dealer.spots)
    if problem.moment is not None and not mine <= known:
        raise NotSolvable("the player does not know all his cards when he decides", relation.words)
    _refuse_others(problem, known, mine, theirs)
    return _Sides(mine, theirs, len(known & theirs), player, dealer, relation, is_turned)


def _without_comparison(problem: Problem, known: frozenset[Spot]) -> _Sides:
    """Features of cards that the player knows, and of cards that he does not, with no comparison."""
    groups = {frozenset(f.spots) for f in problem.plain}
    mine = next((g for g in groups if g <= known), None) if problem.moment is not None else None
    theirs = [g for g in groups if g != mine]
    if mine is None or len(theirs) != 1:
        raise NotSolvable("no two hands are compared")
    _refuse_others(problem, known, mine, theirs[0])
    return _Sides(mine, theirs[0], len(known & theirs[0]), None, None, None, False)


def _refuse_others(problem: Problem, known: frozenset[Spot], mine: frozenset[Spot], theirs: frozenset[Spot]) -> None:
    if mine & theirs:
        raise NotSolvable("the two hands share cards")
    for feature in problem.plain:
        if frozenset(feature.spots) not in (mine, theirs):
            raise NotSolvable("what is asked hangs on other cards than the two hands", feature.words)
    if problem.moment is not None and not known <= mine | theirs:
        raise NotSolvable("the player knows cards that are in neither hand", words_of(known - mine - theirs))


def _axis(problem: Problem, spots: frozenset[Spot]) -> tuple[Axis, Ids]:
    """The cells of one side.  A hand that is merely compared has one cell."""
    listed = [f for f in problem.plain if frozenset(f.spots) == spots]
    if listed:
        return problem.axis(listed)
    hands = [hand for relation in problem.relations for hand in relation.of if frozenset(hand.spots) == spots]
    return NO_FEATURE, nothing_to_see(len(problem.judge.by_set(hands[0]).ids))


def _relations(sides: _Sides) -> tuple[tuple[str], ...]:
    """The answers of the comparison as it is written, by the relation of the player's hand to the dealer's."""
    mine = ("lower", "equal", "higher")
    return tuple((word,) for word in (reversed(mine) if sides.is_turned else mine))


def _process(problem: Problem, sides: _Sides) -> str:
    decided = "" if problem.moment is None else f"; decided knowing {words_of(problem.moment.known)}"
    compared = f"; {sides.relation.words}" if sides.relation is not None else ""
    return f"{words_of(sides.player)} and {words_of(sides.dealer)}{decided}{compared}"


def _strategy(laid_out: Prepared, played: Played) -> Strategy | None:
    problem, sides = laid_out.problem, laid_out.sides
    moment = problem.moment
    if moment is None:
        return None
    hand = sides.player_hand or next((f for f in problem.plain if frozenset(f.spots) == sides.player and f.kind is Kind.HAND), None)
    total = played.deals
    found = _situations(laid_out, played, hand)
    shares = tuple(
        (choice, Fraction(int(found.weight[found.best == n].sum()), total)) for n, choice in enumerate(found.choices)
    )
    rows, borders = ((), ()) if hand is None else play_rows(found, hand_names(problem.judge, hand), total)
    return Strategy((Decided(moment_words(moment, ()), shares, rows, borders, _cites(moment)),))


def _situations(laid_out: Prepared, played: Played, hand: Feature | None) -> Situations:
    """What may be known, hand by hand and seen card by seen card."""
    problem, sides, showdown = laid_out.problem, laid_out.sides, laid_out.showdown
    hands, seen = len(played.hands.numbers), max(len(played.seen_cards), 1)
    later = played.deals // _ways_to_know(problem, sides)
    strength = problem.judge.by_set(hand).strength if hand is not None else None
    places = strength[played.hands.numbers] if strength is not None else np.zeros(hands, dtype=np.int32)
    best = played.best.reshape(hands, seen)
    reached = best >= 0
    aside, words = _asides(problem, played, sides, seen)
    weights = np.broadcast_to(played.hands.weights[:, None] * later, (hands, seen))[reached]
    at_hand, at_seen = np.nonzero(reached)

    def values(which: Ids) -> Ids:
        of = at_hand[which]
        return (played.values[of, at_seen[which]] * played.hands.weights[of, None]).T

    def is_open(which: Ids) -> Ids:
        return showdown.permitted[:, showdown.player_sig[played.hands.numbers[at_hand[which]]]]

    def rules(which: Ids) -> RuleList | None:
        """By the cards themselves, where their worth and what is seen do not decide."""
        shown = played.seen_cards[at_seen[which]] if sides.seen else np.zeros((len(which), 0), dtype=np.int8)
        held, taken = played.hands.cards[at_hand[which]], best[reached][which]
        ranks = _ranks(problem, hand)
        return rules_beside(ranks, problem.judge.deck, held, shown, taken, weights[which], len(problem.paths))

    return Situations(
        np.broadcast_to(places[:, None], (hands, seen))[reached],
        np.broadcast_to(aside[None, :], (hands, seen))[reached],
        weights,
        best[reached],
        values,
        is_open,
        laid_out.paid.scale,
        tuple(" then ".join(path) for path in problem.paths),
        words,
        rules,
    )


def _ranks(problem: Problem, hand: Feature | None) -> tuple[str, ...]:
    """The ranks from the highest, by the ranking of a hand where there is one."""
    formed = hand.formed if hand is not None else None
    order = scale(problem.ruleset, formed.ranking).order.ranks if formed is not None else ()
    return order or tuple(reversed(RANKS))


def _ways_to_know(problem: Problem, sides: _Sides) -> int:
    size = problem.judge.pack.size
    return math.comb(size, len(sides.player)) * math.comb(size - len(sides.player), sides.seen)


def _asides(
    problem: Problem, played: Played, sides: _Sides, seen: int
) -> tuple[Ids, tuple[str, ...]]:
    """The ranks of the dealer's cards that lie open, the highest first, and for each set of seen cards which it is."""
    if not sides.seen:
        return np.zeros(seen, dtype=np.int64), ("",)
    cards = problem.judge.deck
    ranks = problem.judge.pack.rank
    keys = [tuple(sorted((int(ranks[c]) for c in row), reverse=True)) for row in played.seen_cards]
    order = sorted(set(keys), reverse=True)
    name = {int(rank): card.rank for rank, card in zip(ranks, cards, strict=True)}
    words = tuple("dealer shows " + " ".join(name[rank] for rank in key) for key in order)
    return np.array([order.index(key) for key in keys], dtype=np.int64), words


def _cites(moment: Moment) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(cite) for basis in moment.bases for cite in basis.cites))
