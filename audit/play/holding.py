"""Tests on cards held: ``K Q of one suit``, ``2 cards of one rank``, ``some 5 are flush and others are A A``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import TypeAlias

from audit.play.cards import JOKER, RANKS, RED, Card
from audit.play.classes import words_of
from audit.play.counting import total
from audit.play.errors import NotPlayable
from audit.play.grades import is_grade, meets_grade
from audit.play.itself import worked_out_once
from audit.play.orders import Order
from audit.play.pieces import Face, Piece, fill, meet, names_joker, piece_of, with_properties
from audit.play.ranks import ranks_in
from audit.play.scales import Scale, alike_in, scale
from audit.play.sight import HeldCards, HeldHand, Sight, Thing
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wt
from audit.ruleset.basis import NOWHERE
from audit.ruleset.places import Area, AreaPart
from audit.ruleset.ruleset import Ruleset

Held = Card | HeldCards | HeldHand


def meets_test(test: pt.Pattern, thing: Held, sight: Sight, depth: int = 0) -> bool:
    """Whether cards, a hand or a single card meet a test; raises `NotPlayable` for one that says nothing of cards.

    Tests joined by ``and`` that take cards take different ones.
    """
    some, pieces, others = _by_what_they_take(test)
    if some:
        return _some_are(some, others, thing, sight, depth)
    if not all(_meets_one(one, thing, sight, depth) for one in others):
        return False
    return not pieces or _meets_pieces(pieces, thing, sight.equipment.ruleset)


Tests: TypeAlias = tuple[pt.Pattern, ...]


@worked_out_once
def _by_what_they_take(test: pt.Pattern) -> tuple[tuple[pt.SomeAre, ...], Tests, Tests]:
    """The tests that are joined by ``and``: of some of the cards, those that take cards, and others.

    Where one is of some of the cards, all the rest is of those that are left.
    """
    tests = test.tests if isinstance(test, pt.All) else (test,)
    some = tuple(one for one in tests if isinstance(one, pt.SomeAre))
    if some:
        return some, (), tuple(one for one in tests if not isinstance(one, pt.SomeAre))
    return (), tuple(one for one in tests if is_piece(one)), tuple(one for one in tests if not is_piece(one))


@worked_out_once
def conjuncts(test: pt.Pattern) -> Tests:
    """Tests that cards meet, one and all, where they meet this one: its parts, those that take cards in one."""
    some, pieces, others = _by_what_they_take(test)
    if some or not others:
        return (test,)
    together = (pt.All(pieces),) if len(pieces) > 1 else pieces
    return (*others, *together)


def is_piece(test: pt.Pattern) -> bool:
    """Whether a test takes cards, so that others joined to it by ``and`` take other ones."""
    return isinstance(test, pt.SomeCards | pt.Spots | pt.SpotsOf | pt.HeldWith | pt.WildCards) or (
        isinstance(test, pt.Through) and len(test.low.values) == len(test.high.values)
    )


def _meets_one(test: pt.Pattern, thing: Held, sight: Sight, depth: int) -> bool:
    from audit.play.fitting import fits  # noqa: PLC0415  (tests of cards and of other things ask one another)

    ruleset = sight.equipment.ruleset
    if isinstance(thing, HeldHand) and is_grade(test, thing.scale):
        return meets_grade(test, thing.worth, thing.scale)
    match test:
        case pt.Special.NONE:
            return not _cards(thing)
        case pt.AllCards(properties):
            return _all_cards(properties, thing, ruleset)
        case pt.ExactlyCards(number):
            return len(_cards(thing)) == number
        case pt.Special.NO_JOKER:
            return all(card.rank != JOKER for card in _cards(thing))
        case pt.Special.NO_WILD_CARDS:
            return _has_no_wild(thing)
        case pt.Named(name, None):
            return _is_named(name.text, thing, sight, depth)
        case pt.NamedWith(name, others, suits):
            return _named_with(name.text, others, suits, thing, sight)
        case pt.FeatureIs(feature, inner):
            return fits(inner, feature_of_cards(feature.text, thing, ruleset), sight, depth + 1)
        case pt.FeatureCompares(feature, comparison, to):
            return fits(
                pt.ComparesIt(comparison, to), feature_of_cards(feature.text, thing, ruleset), sight, depth + 1
            )
        case pt.AnyOf() | pt.Not() | pt.Special.ANY | pt.Special.ANYTHING_ELSE:
            return fits(test, thing, sight, depth + 1)
        case _:
            raise NotPlayable(f"a test of cards by {words_of(test)}")


def _cards(thing: Held) -> tuple[Card, ...]:
    return (thing,) if isinstance(thing, Card) else thing.cards


def _scale(thing: Held) -> Scale | None:
    return None if isinstance(thing, Card) else thing.scale


def order_for(thing: Held, ruleset: Ruleset) -> Order:
    """The order of ranks that tests on these cards go by: that of their ranking, else the one that all rankings have."""
    own = _scale(thing)
    return own.order if own is not None else common_order(ruleset)


@worked_out_once
def common_order(ruleset: Ruleset) -> Order:
    """The order that all rankings share; one without ranks where they differ, so that whatever needs one is refused."""
    found = {
        (line.ranks, tuple((low.rank, low.ranked_second) for low in ranking.lines if isinstance(low, wt.LowInRun)))
        for ranking in ruleset.of(wt.Ranking)
        for line in ranking.lines
        if isinstance(line, wt.CardOrder)
    }
    if len(found) != 1:
        return Order()
    ((ranks, lows),) = found
    return Order(ranks, *lows[0]) if lows else Order(ranks)


# pieces


def _meets_pieces(tests: Sequence[pt.Pattern], thing: Held, ruleset: Ruleset) -> bool:
    order = order_for(thing, ruleset)
    pieces = [_piece(test, ruleset, order) for test in tests]
    if any(piece.is_wild for piece in pieces) and _scale(thing) is None:
        raise NotPlayable("wild cards, where no ranking says which are wild,")
    for piece in pieces:
        _check_ranks(piece, order)
    # a card that is wild in some class only completes suits and runs; for sets it counts as its line says
    is_free = not any(piece.is_set or (piece.slots and not piece.suits) for piece in pieces)
    faces, wild = _read(_cards(thing), _scale(thing), order, is_free=is_free, is_joker_named=names_joker(pieces))
    return any(True for _ in meet(pieces, faces, wild, order))


@worked_out_once
def _piece(test: pt.Pattern, ruleset: Ruleset, order: Order) -> Piece:
    if isinstance(test, pt.Through):
        return _stretch(test, order)
    piece = piece_of(test, ruleset, order, lambda feature: alike_in(feature, ruleset, NOWHERE))
    assert piece is not None
    return piece


def _stretch(test: pt.Through, order: Order) -> Piece:
    """``10 10 through 2 2``: two of a rank from ten to two; ``A K through A 10``: an ace with one of these."""
    low, high = test.low.values, test.high.values
    differ = [n for n, (one, other) in enumerate(zip(low, high, strict=True)) if one != other]
    if len(set(low)) == len(set(high)) == 1:
        return Piece(len(low), is_of_one_rank=True, ranks=order.through(low[0], high[0]))
    if len(differ) > 1:
        raise NotPlayable(f"{' '.join(low)} through {' '.join(high)}, which differ in more than one rank,")
    return Piece(
        len(low),
        slots=tuple(
            order.through(one, other) if n in differ else frozenset((one,))
            for n, (one, other) in enumerate(zip(low, high, strict=True))
        ),
    )


@worked_out_once
def _check_ranks(piece: Piece, order: Order) -> None:
    known = {*RANKS, JOKER, *order.ranks}
    for rank in {*(piece.ranks or ()), *(rank for slot in piece.slots for rank in slot)}:
        if rank not in known:
            raise NotPlayable(f"{rank} as a rank of cards")


def _read(
    cards: Sequence[Card], own: Scale | None, order: Order, *, is_free: bool, is_joker_named: bool
) -> tuple[list[Face], int]:
    """Cards as faces, and how many are wild besides."""
    faces: list[Face] = []
    wild = 0
    for card in cards:
        line = own.wild.get(card.rank) if own is not None else None
        if own is None or line is None or (is_joker_named and card.rank == JOKER):
            faces.append(Face(card.rank, order.value(card.rank), card.suit, line is not None))
        elif isinstance(line, wt.WildAlways | wt.WildOrItself) or (isinstance(line, wt.WildIn) and is_free):
            wild += 1
        else:
            faces.append(own.otherwise(card, line))
    return faces, wild


def _all_cards(properties: Sequence[pt.Property], thing: Held, ruleset: Ruleset) -> bool:
    order = order_for(thing, ruleset)
    piece = with_properties(
        len(_cards(thing)), properties, order, lambda feature: alike_in(feature, ruleset, NOWHERE)
    )
    _check_ranks(piece, order)
    faces, wild = _read(
        _cards(thing), _scale(thing), order, is_free=not piece.is_set, is_joker_named=names_joker([piece])
    )
    return any(True for _ in fill(piece, faces, wild, order))


def _has_no_wild(thing: Held) -> bool:
    own = _scale(thing)
    lines = [] if own is None else [own.wild[card.rank] for card in _cards(thing) if card.rank in own.wild]
    if isinstance(thing, HeldHand):
        return not lines or (thing.worth.natural and all(isinstance(line, wt.WildOrItself) for line in lines))
    if any(isinstance(line, wt.WildOrItself) for line in lines):
        raise NotPlayable("no wild cards, of cards that are wild or themselves and make no hand,")
    return not lines


# names


def _is_named(name: str, thing: Held, sight: Sight, depth: int) -> bool:
    from audit.play.evaluating import holds  # noqa: PLC0415
    from audit.play.fitting import fits  # noqa: PLC0415

    for statement in sight.equipment.ruleset.by_name.get(name, ()):
        match statement:
            case wt.Group(members=members):
                return fits(members, thing, sight, depth + 1)
            case wt.DefinedFact(condition=condition):
                return holds(condition, sight)
            case wt.DefinedOfHand(condition=condition):
                return holds(condition, of_hand(thing, sight))
    raise NotPlayable(f"{name} as a test of cards")


def of_hand(thing: Held, sight: Sight) -> Sight:
    """The view in which these cards are the hand in play."""
    return replace(sight, hand="hand", areas={**sight.areas, "hand": _cards(thing)})


def _named_with(
    name: str,
    others: Sequence[str | pt.GroupMember],
    suits: pt.SuitsOf | pt.Suit | None,
    thing: Held,
    sight: Sight,
) -> bool:
    """``ten_value with A``: one of each; ``pair with A``: of that class, and an ace beside what makes it."""
    ruleset = sight.equipment.ruleset
    order = order_for(thing, ruleset)
    if isinstance(thing, HeldHand) and thing.scale.levels(name):
        raise NotPlayable(f"{name} with other cards")
    held = pt.HeldWith("", tuple(others), suits)
    piece = piece_of(held, ruleset, order, lambda feature: alike_in(feature, ruleset, NOWHERE))
    assert piece is not None
    whole = replace(piece, slots=(ranks_in(name, ruleset, order), *piece.slots[1:]))
    faces, wild = _read(_cards(thing), _scale(thing), order, is_free=bool(suits), is_joker_named=names_joker([whole]))
    return any(True for _ in meet([whole], faces, wild, order))


# some of them, and the others


def _some_are(
    some: Sequence[pt.SomeAre], tests: Sequence[pt.Pattern], thing: Held, sight: Sight, depth: int
) -> bool:
    """``some 5 are X and others are Y``: some five of the cards are of class X, and the rest meets Y."""
    if len(some) > 1:
        raise NotPlayable("some are, twice in one test")
    number, name = int(some[0].number), some[0].name.text
    ranking = ranking_with(name, thing, sight.equipment.ruleset)
    levels = ranking.levels(name)
    others = [test for test in tests if isinstance(test, pt.OthersAre | pt.OthersAreCards)]
    whole = [test for test in tests if not isinstance(test, pt.OthersAre | pt.OthersAreCards)]
    if whole and not meets_test(pt.All(tuple(whole)), thing, sight, depth + 1):
        return False
    cards = _cards(thing)
    for chosen in combinations(range(len(cards)), number):
        if ranking.worth([cards[n] for n in chosen]).level not in levels:
            continue
        rest = HeldCards(tuple(card for n, card in enumerate(cards) if n not in chosen), ranking)
        if all(_meets_pieces([test_of_others(test)], rest, sight.equipment.ruleset) for test in others):
            return True
    return False


def test_of_others(test: pt.Pattern) -> pt.Pattern:
    """What ``others are …`` asks of the cards that are left."""
    match test:
        case pt.OthersAre(spots, None):
            return spots
        case pt.OthersAre(spots, suits) if suits is not None:
            return pt.SpotsOf(spots, suits)
        case pt.OthersAreCards(number, properties):
            return pt.SomeCards(number, properties)
        case _:
            raise NotPlayable(f"others are {words_of(test)}")


def ranking_with(name: str, thing: Held, ruleset: Ruleset) -> Scale:
    """The ranking in which a class is looked for: that of the cards or of the parts, else the one that has it."""
    own = _scale(thing)
    if own is not None and own.levels(name):
        return own
    of_parts = [line.by.text for area in ruleset.of(Area) for line in area.lines if isinstance(line, AreaPart)]
    every = [ranking.name.text for ranking in ruleset.of(wt.Ranking)]
    for names in (of_parts, every):
        found = [one for one in dict.fromkeys(names) if scale(ruleset, one).levels(name)]
        if len(found) == 1:
            return scale(ruleset, found[0])
        if found:
            raise NotPlayable(f"{name}, of which several rankings have a class,")
    raise NotPlayable(f"{name} as a class of hands")


# features


def feature_of_cards(feature: str, thing: Held, ruleset: Ruleset) -> Thing:
    """A feature of cards, of a hand, of a card: a total, how many they are, rank, suit, colour, nature."""
    count = ruleset.named(feature, wt.Count)
    if count is not None:
        held = total(count, _cards(thing), ruleset)
        has_two_values = any(isinstance(line, wt.CountsHighOrLow) for line in count.lines)
        return held if has_two_values else held.value
    if feature == "cards":
        return Fraction(len(_cards(thing)))
    if feature == "nature" and isinstance(thing, HeldHand):
        return "natural" if thing.worth.natural else "wild"
    if feature in ("rank", "suit", "colour"):
        if len(_cards(thing)) != 1:
            raise NotPlayable(f"{feature} of several cards")
        return _of_card(feature, _cards(thing)[0])
    if isinstance(thing, Card) and feature in dict(thing.features):
        return dict(thing.features)[feature]
    raise NotPlayable(f"{feature} of cards")


def _of_card(feature: str, card: Card) -> Thing:
    if feature == "rank":
        return card.rank
    if card.suit is None:
        return None
    return card.suit.value if feature == "suit" else "red" if card.suit in RED else "black"
