"""Cards where lines look at them: hands under a ranking, areas as they lie, single cards, and what is asked of these."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from math import comb
from typing import Any

from audit.play.arranging import part_hand
from audit.play.cards import Card
from audit.play.errors import NotPlayable
from audit.play.fitting import fits, number_of
from audit.play.hands import area_of, is_split
from audit.play.holding import common_order, feature_of_cards
from audit.play.itself import worked_out_once
from audit.play.scales import Scale, scale
from audit.play.sight import HeldCards, HeldHand, Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import worth as wt
from audit.ruleset.basis import NOWHERE
from audit.ruleset.names import Name
from audit.ruleset.places import Area, AreaPart, Owner
from audit.ruleset.rewrite import rewrite, walk
from audit.ruleset.rounds import Burn, Round
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import Role

HANDS = (wt.BestHandOf, wt.WholeHandOf, wt.LowerHand, wt.HigherHand)
MOST_PICKS = 100_000
"""A hand that may be made in more ways than this is refused."""
IN_PLAY = "hand"
"""The built-in name of the hand in play."""


def part_of(name: str, ruleset: Ruleset) -> tuple[Area, AreaPart] | None:
    """The area whose part bears the name, and the part."""
    for area in ruleset.of(Area):
        for line in area.lines:
            if isinstance(line, AreaPart) and line.name.text == name:
                return area, line
    return None


@worked_out_once
def set_aside(ruleset: Ruleset) -> frozenset[str]:
    """The names that burned cards are set aside under: ``burn 1 face up as NAME``."""
    burns = (node for one in ruleset.of(Round) for node in walk(one) if isinstance(node, Burn))
    return frozenset(burn.into.text for burn in burns if burn.into is not None)


@worked_out_once
def names_cards(name: str, ruleset: Ruleset) -> bool:
    """Whether a name is that of a hand, of an area, of a part of one, of burned cards, or of the hand in play."""
    if any(isinstance(statement, (*HANDS, Area)) for statement in ruleset.by_name.get(area_of(name), ())):
        return True
    if name in ruleset.by_name:
        return False
    if part_of(name, ruleset) is not None or name in set_aside(ruleset):
        return True
    return name == IN_PLAY and bool(ruleset.of(Area))


def is_of_cards(expression: object, ruleset: Ruleset) -> bool:
    """Whether an expression is cards: a hand, an area, one card or several of them, perhaps by a defined name."""
    match expression:
        case ex.Called(name):
            if names_cards(name.text, ruleset):
                return True
            defined = ruleset.named(name.text, wt.DefinedValue)
            return defined is not None and is_of_cards(defined.value, ruleset)
        case ex.NthCard(of=of) | ex.NthCards(of=of):
            return is_of_cards(of, ruleset)
        case ex.Together(parts):
            return any(is_of_cards(part, ruleset) for part in parts)
        case ex.FeatureOf(ex.Called(feature), of):
            ranked = ruleset.named(feature.text, wt.Ranking) or ruleset.named(feature.text, wt.InverseRanking)
            is_part = feature.text not in ruleset.by_name and part_of(feature.text, ruleset) is not None
            if is_part and isinstance(of, ex.Called) and ruleset.named(of.name.text, Role) is not None:
                return True
            return bool(ranked or is_part) and is_of_cards(of, ruleset)
        case _:
            return False


@worked_out_once
def looks_at_cards(expression: ex.Expression, ruleset: Ruleset, hand: str = "") -> bool:
    """Whether an expression itself looks at cards, and does not merely contain one that does.

    A hand, an area or a part by name does, cards out of them, their features, one against another.  A defined name
    does not (its definition may), nor does arithmetic, nor one number against another, nor ``cards of player_cards``:
    how many there are is seen without looking.  ``hand`` is the area of the hand in play; a bare count speaks of it.
    """
    return _looks(expression, ruleset, bool(hand))


def _looks(expression: ex.Expression, ruleset: Ruleset, in_hand: bool) -> bool:
    if not isinstance(
        expression, ex.Called | ex.NthCard | ex.NthCards | ex.Together | ex.FeatureOf | ex.ExtremeOf | ex.Against
    ):
        return False
    if not ruleset.of(Area):
        return False  # nothing can lie anywhere
    return _looks_anew(expression, ruleset, in_hand)


def _looks_anew(expression: ex.Expression, ruleset: Ruleset, in_hand: bool) -> bool:
    match expression:
        case ex.Called(name):
            if names_cards(name.text, ruleset):
                return True
            return in_hand and ruleset.named(name.text, wt.Count) is not None
        case ex.NthCard() | ex.NthCards() | ex.Together():
            return is_of_cards(expression, ruleset)
        case ex.FeatureOf(feature, of):
            if is_of_cards(expression, ruleset):
                return True
            if not is_of_cards(of, ruleset):
                return False
            if not isinstance(feature, ex.Called) or feature.name.text == "cards":
                return False
            return ruleset.named(feature.name.text, wt.DefinedOfHand) is None
        case ex.ExtremeOf(of=of):
            return is_of_cards(of, ruleset)
        case ex.Against(left, right):  # of two numbers each is looked at by itself
            return is_of_cards(left, ruleset) or is_of_cards(right, ruleset)
        case _:
            return False


@worked_out_once
def spelled_out(expression: ex.Expression, ruleset: Ruleset, hand: str = "") -> ex.Expression:
    """The expression with defined values put in for their names, and the area for the hand in play.

    So two ways to say the same are one question.
    """

    def in_full(node: object) -> object:
        if isinstance(node, ex.Called):
            defined = ruleset.named(node.name.text, wt.DefinedValue)
            if defined is not None:
                return spelled_out(defined.value, ruleset, hand)
            if node.name.text == IN_PLAY and hand:
                return ex.Called(Name(hand))
        return node

    if isinstance(expression, ex.Called) and hand and ruleset.named(expression.name.text, wt.Count) is not None:
        return ex.FeatureOf(expression, ex.Called(Name(hand)))
    return rewrite(expression, in_full)


def with_picks(expression: ex.Expression, sight: Sight) -> ex.Expression:
    """The expression with the area that a wager is on in the place of its pick: ``points of its side``."""
    ruleset = sight.equipment.ruleset
    if not ruleset.of(Area):
        return expression
    for memory, picked in sight.own.items():
        area = picked[0] if isinstance(picked, tuple) and len(picked) == 1 else None
        if isinstance(area, str) and names_cards(area, ruleset):
            expression = _with_area(expression, memory, area)
    return expression


@worked_out_once
def _with_area(expression: ex.Expression, memory: str, area: str) -> ex.Expression:
    def put_in(node: object) -> object:
        is_pick = isinstance(node, ex.OwnMemory | ex.Called) and node.name.text == memory
        return ex.Called(Name(area)) if is_pick else node

    return rewrite(expression, put_in)


def hand_in_play(sight: Sight) -> ex.Called:
    """The hand that a bare fact about cards speaks of; raises `NotPlayable` where none is in play."""
    if not sight.hand:
        raise NotPlayable("a fact about the hand in play, where none is,")
    return ex.Called(Name(sight.hand))


def number_of_cards(expression: ex.Expression, sight: Sight) -> int:
    """How many cards an area or a hand has: seen without looking at them."""
    ruleset = sight.equipment.ruleset
    match spelled_out(expression, ruleset, sight.hand):
        case ex.Called(name):
            for statement in ruleset.by_name.get(name.text, ()):
                match statement:
                    case wt.WholeHandOf(picks=picks):
                        return sum(_picked(pick, sight) for pick in picks)
                    case wt.BestHandOf(cards=number, picks=picks) if number is not None:
                        return min(int(number), sum(_picked(pick, sight) for pick in picks))
                    case wt.BestHandOf() | wt.LowerHand() | wt.HigherHand():
                        raise NotPlayable(f"cards of {name}", statement.basis.span)
            refuse_split(name.text, sight)
            return len(sight.areas.get(name.text, ()))
        case ex.NthCard(ordinal, of):
            held = len(_lying(of, sight, ordinal))
            return 1 if held and (ordinal is ex.Ordinal.LAST or held >= ordinal.value) else 0
        case ex.NthCards(_, number, of):
            return min(int(number.value), number_of_cards(of, sight))
        case ex.Together(parts):
            return sum(number_of_cards(part, sight) for part in parts)
        case _:
            raise NotPlayable("the number of cards of this")


def _picked(pick: wt.CardPick, sight: Sight) -> int:
    if isinstance(pick, wt.ExactlyOfArea):
        return int(pick.cards)
    return number_of_cards(ex.Called(pick.area), sight)


def is_there(name: str, sight: Sight) -> bool:
    """Whether the cards of an area, or any that a hand may be made of, are dealt; raises `NotPlayable` for a role."""
    ruleset = sight.equipment.ruleset
    if not names_cards(name, ruleset):
        raise NotPlayable(f"{name} is dealt")
    for statement in ruleset.by_name.get(name, ()):
        match statement:
            case wt.BestHandOf(picks=picks) | wt.WholeHandOf(picks=picks):
                return any(is_there(pick.area.text, sight) for pick in picks)
            case wt.LowerHand(one=one, other=other) | wt.HigherHand(one=one, other=other):
                return is_there(one.text, sight) and is_there(other.text, sight)
    return bool(sight.areas.get(sight.hand if name == IN_PLAY and sight.hand else name))


def seen(expression: ex.Expression, sight: Sight) -> Thing:
    """What an expression that looks at cards is worth; None where the cards are not there."""
    ruleset = sight.equipment.ruleset
    match spelled_out(expression, ruleset):
        case ex.Called(name) if ruleset.named(name.text, wt.Count) is not None:
            return seen(ex.FeatureOf(expression, hand_in_play(sight)), sight)
        case ex.Called(name):
            return named_cards(name.text, sight)
        case ex.NthCard(ordinal, of):
            lying = _lying(of, sight, ordinal)
            place = ordinal.value - 1 if ordinal is not ex.Ordinal.LAST else -1
            return lying[place] if lying and place < len(lying) else None
        case ex.NthCards(ordinal, number, of):
            return HeldCards(_several(_lying(of, sight, ordinal), ordinal, int(number.value)))
        case ex.Together(parts):
            return HeldCards(tuple(card for part in parts for card in _cards_of(part, sight)))
        case ex.FeatureOf(ex.Called(feature), of):
            part = part_of(feature.text, ruleset) if feature.text not in ruleset.by_name else None
            if part is not None:
                if not isinstance(of, ex.Called):
                    raise NotPlayable(f"{feature} of this", part[1].basis.span)
                return part_hand(feature.text, of.name.text, sight)
            thing = _evaluated(of, sight)
            if thing is None:
                return None
            if ruleset.named(feature.text, wt.Ranking) or ruleset.named(feature.text, wt.InverseRanking):
                return whole_hand(_cards_of(of, sight), scale(ruleset, feature.text), frozenset())
            return feature_of_cards(feature.text, _held(thing), ruleset)
        case ex.ExtremeOf(extreme, feature, of):
            return _extreme(extreme, feature.text, of, sight)
        case ex.Against(left, right):
            return relation(_evaluated(left, sight), _evaluated(right, sight), ruleset)
        case _:
            raise NotPlayable(type(expression).__name__)


def _evaluated(expression: ex.Expression, sight: Sight) -> Thing:
    from audit.play.evaluating import evaluate  # noqa: PLC0415  (which asks this module about cards)

    return evaluate(expression, sight)


def _held(thing: Thing) -> Card | HeldCards | HeldHand:
    if isinstance(thing, Card | HeldCards | HeldHand):
        return thing
    raise NotPlayable("cards of something that has none")


def _cards_of(expression: ex.Expression, sight: Sight) -> tuple[Card, ...]:
    thing = _evaluated(expression, sight)
    if thing is None:
        return ()
    held = _held(thing)
    return (held,) if isinstance(held, Card) else held.cards


def _lying(of: ex.Expression, sight: Sight, ordinal: ex.Ordinal) -> tuple[Card, ...]:
    """The cards that are counted off: of a player's area those as dealt, of any other those that lie there."""
    if isinstance(of, ex.Called):
        area = sight.equipment.ruleset.named(of.name.text, Area)
        if area is not None:
            lying = sight.areas.get(of.name.text, ())
            as_dealt = area.owner is Owner.EACH_PLAYER and ordinal is not ex.Ordinal.LAST
            return sight.as_dealt.get(of.name.text, lying) if as_dealt else lying
        if any(isinstance(stated, HANDS) for stated in sight.equipment.ruleset.by_name.get(of.name.text, ())):
            raise NotPlayable(f"the {ordinal.name.lower()} card of {of.name}, which is a hand and has no order,")
    return _cards_of(of, sight)


def _several(lying: tuple[Card, ...], ordinal: ex.Ordinal, number: int) -> tuple[Card, ...]:
    if ordinal is ex.Ordinal.FIRST:
        return lying[:number]
    if ordinal is ex.Ordinal.LAST:
        return lying[-number:] if number else ()
    raise NotPlayable(f"{ordinal.name.lower()} {number} cards")


def named_cards(name: str, sight: Sight) -> Thing:
    """A hand, an area or a part by its name; None for a hand of no cards and for one that does not qualify."""
    ruleset = sight.equipment.ruleset
    for statement in ruleset.by_name.get(area_of(name), ()):
        match statement:
            case wt.BestHandOf() | wt.WholeHandOf():
                return made_hand(statement, sight)
            case wt.LowerHand(one=one, other=other):
                return _the(one.text, other.text, "higher", sight)
            case wt.HigherHand(one=one, other=other):
                return _the(one.text, other.text, "lower", sight)
            case Area(by=by):
                refuse_split(name, sight)
                lying = sight.areas.get(name, ())
                if by is not None:
                    return whole_hand(lying, scale(ruleset, by.text), sight.after if name == sight.hand else frozenset())
                return HeldCards(lying, _scale_of_parts(statement, ruleset))
    part = part_of(name, ruleset)
    if part is not None and name not in sight.areas and sight.hand:
        return part_hand(name, sight.hand, sight)
    if part is not None and name in sight.areas:
        return whole_hand(sight.areas[name], scale(ruleset, part[1].by.text), frozenset())
    if name == IN_PLAY and part is None:
        if name in sight.areas:
            return HeldCards(sight.areas[name])
        return named_cards(hand_in_play(sight).name.text, sight)
    if name in set_aside(ruleset):
        return HeldCards(sight.areas[name]) if sight.areas.get(name) else None
    raise NotPlayable(f"{name} as cards", part[1].basis.span if part is not None else NOWHERE)


def refuse_split(area: str, sight: Sight) -> None:
    """Raises `NotPlayable` for an area whose cards make several hands by now: which of them is meant is not said."""
    if is_split(area, sight.hands):
        raise NotPlayable(f"{area}, which has been split (hand is the one in play),")


def _scale_of_parts(area: Area, ruleset: Ruleset) -> Scale | None:
    rankings = dict.fromkeys(line.by.text for line in area.lines if isinstance(line, AreaPart))
    return scale(ruleset, next(iter(rankings))) if len(rankings) == 1 else None


def whole_hand(cards: tuple[Card, ...], own: Scale, after: frozenset[str]) -> HeldHand | None:
    """Cards as one hand; raises `NotPlayable` where they are more than a hand has."""
    if not cards:
        return None
    if own.sizes is not None and len(cards) > own.sizes[1]:
        raise NotPlayable(f"a hand of {len(cards)} cards under {own.name}", own.stated.basis.span)
    return HeldHand(own, own.worth(cards, after), cards)


def made_hand(stated: wt.BestHandOf | wt.WholeHandOf, sight: Sight) -> HeldHand | HeldCards | None:
    """``best 5 of player_cards and board``, ``all of player_cards``."""
    ruleset = sight.equipment.ruleset
    after = sight.after if any(pick.area.text == sight.hand for pick in stated.picks) else frozenset()
    exact = [pick for pick in stated.picks if isinstance(pick, wt.ExactlyOfArea)]
    pool = tuple(
        card for pick in stated.picks if isinstance(pick, wt.AnyOfArea) for card in _cards_of(ex.Called(pick.area), sight)
    )
    if isinstance(stated, wt.WholeHandOf):
        if exact:
            raise NotPlayable(f"hand {stated.name}, all of exactly so many cards,", stated.basis.span)
        if stated.by is None:
            return HeldCards(pool)
        hand = whole_hand(pool, scale(ruleset, stated.by.text), after)
    else:
        if stated.by is None:
            raise NotPlayable(f"hand {stated.name}, best by no ranking,", stated.basis.span)
        own = scale(ruleset, stated.by.text)
        number = int(stated.cards) if stated.cards is not None else None
        if exact:
            lying = [(int(pick.cards), _cards_of(ex.Called(pick.area), sight)) for pick in exact]
            worth, cards = own.best_of(_picks(lying, pool, number, stated), after)
        else:
            worth, cards = own.best(pool, number, after)
        hand = HeldHand(own, worth, cards) if cards else None
    if hand is None or stated.qualifying is None or fits(stated.qualifying, hand, sight):
        return hand
    return None


def _picks(
    exact: Sequence[tuple[int, tuple[Card, ...]]], pool: tuple[Card, ...], number: int | None, stated: wt.BestHandOf
) -> Iterator[tuple[Card, ...]]:
    """Every hand of so many cards with exactly so many from each area that says so."""
    fixed = sum(count for count, _ in exact)
    others = (number if number is not None else fixed) - fixed
    if others < 0:
        raise NotPlayable(f"hand {stated.name}, of fewer cards than it must have,", stated.basis.span)
    ways = comb(len(pool), min(others, len(pool)))
    for count, lying in exact:
        ways *= comb(len(lying), min(count, len(lying)))
    if ways > MOST_PICKS:
        raise NotPlayable(f"hand {stated.name}, which may be made in {ways:,} ways,", stated.basis.span)
    every = [tuple(combinations(lying, min(count, len(lying)))) for count, lying in exact]
    every.append(tuple(combinations(pool, min(others, len(pool)))))
    return (tuple(card for part in parts for card in part) for parts in product(*every))


def _the(one: str, other: str, than: str, sight: Sight) -> Thing:
    """The one of two hands, unless it is higher (or lower) than the other; none where either is none."""
    first, second = _evaluated(ex.Called(Name(one)), sight), _evaluated(ex.Called(Name(other)), sight)
    if first is None or second is None:
        return None
    return second if relation(first, second, sight.equipment.ruleset) == than else first


def relation(one: Thing, other: Thing, ruleset: Ruleset) -> Thing:
    """One hand, card or number against another: ``higher``, ``equal`` or ``lower``; None where either is not there.

    Hands of one ranking compare by class, then as far as both have cards, then the longer is higher.  Hands of two
    rankings do not compare.
    """
    if one is None or other is None:
        return None
    if isinstance(one, HeldHand) and isinstance(other, HeldHand):
        if one.scale.name != other.scale.name:
            raise NotPlayable(f"a hand by {one.scale.name} against one by {other.scale.name}")
        return _compared(one.worth.order, other.worth.order)
    if isinstance(one, Card) and isinstance(other, Card):
        order = common_order(ruleset)
        if not {one.rank, other.rank} <= {*order.ranks}:
            raise NotPlayable("a card against a card, which no order of ranks compares,")
        return _compared(order.value(one.rank), order.value(other.rank))
    left, right = number_of(one), number_of(other)
    if left is None or right is None:
        if not isinstance(one, Card | HeldCards | HeldHand) and not isinstance(other, Card | HeldCards | HeldHand):
            return None
        raise NotPlayable("cards against cards, which no ranking compares,")
    return _compared(left, right)


def _compared(one: Any, other: Any) -> str:
    return "equal" if one == other else "higher" if one > other else "lower"


def _extreme(extreme: ex.Extreme, feature: str, of: ex.Expression, sight: Sight) -> Thing:
    """``highest points of A``: the greatest that any one of the cards counts."""
    ruleset = sight.equipment.ruleset
    if ruleset.named(feature, wt.Count) is None:
        raise NotPlayable(f"{extreme.value} {feature} of cards")
    numbers = [number_of(feature_of_cards(feature, card, ruleset)) for card in _cards_of(of, sight)]
    known = [number for number in numbers if number is not None]
    if not known:
        return None
    return max(known) if extreme is ex.Extreme.HIGHEST else min(known)
