"""Pieces of a test on cards, and how cards meet them: ``3 cards of one rank and 2 cards of another rank``.

Every way is tried: each choice of cards for the first piece, of those left for the second, and so on, wild cards for
whatever is lacking.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple

from audit.play.cards import JOKER, RED, SUITS, Card
from audit.play.errors import NotPlayable
from audit.play.orders import Order
from audit.play.ranks import ranks_in
from audit.ruleset import patterns as pt
from audit.ruleset.ruleset import Ruleset


class Face(NamedTuple):
    """A card as it is read: its rank, the rank's value, its suit, and whether a ranking calls it wild."""

    rank: str
    value: int
    suit: pt.Suit | None
    is_wild: bool = False


@dataclass(frozen=True)
class Piece:
    """So many cards with these properties in common; ``slots`` are the ranks wanted one by one, where they are."""

    number: int
    is_of_one_rank: bool = False
    is_of_another_rank: bool = False
    is_run: bool = False
    is_wild: bool = False
    suits: frozenset[pt.SuitsOf | pt.Suit] = frozenset()
    ranks: frozenset[str] | None = None
    slots: tuple[frozenset[str], ...] = ()
    alike: tuple[Callable[[Face], object], ...] = field(default=(), compare=False)

    @property
    def is_set(self) -> bool:
        return self.is_of_one_rank or self.is_of_another_rank

    @property
    def is_named(self) -> bool:
        """Whether its ranks are named, so that they say nothing of how good it is."""
        return bool(self.slots) or self.is_wild or (self.ranks is not None and len(self.ranks) == 1)


class Taken(NamedTuple):
    """A piece that is met: what it gives to compare by, the values of its cards, the rank if it is of one, their suits."""

    piece: Piece
    gives: tuple[int, ...]
    values: tuple[int, ...]
    rank: str | None = None
    suits: tuple[pt.Suit | None, ...] = ()


class Met(NamedTuple):
    """A test that is met: its pieces, the cards left over, and how many wild cards are left."""

    taken: tuple[Taken, ...]
    rest: tuple[Face, ...]
    spare: int


Alike = Callable[[str], Callable[[Face], object]]
"""Makes of a feature's name what finds it on a card."""


def piece_of(test: pt.Pattern, ruleset: Ruleset, order: Order, alike: Alike) -> Piece | None:
    """A test as a piece that takes cards; None where it takes none."""
    match test:
        case pt.SomeCards(number, properties):
            return with_properties(_whole(number), properties, order, alike)
        case pt.Spots(values):
            return Piece(len(values), slots=tuple(frozenset((rank,)) for rank in values))
        case pt.SpotsOf(pt.Spots(values), suits):
            return Piece(len(values), slots=tuple(frozenset((rank,)) for rank in values), suits=frozenset((suits,)))
        case pt.HeldWith(first, others, suits):
            slots = (frozenset((first,)), *(_slot(other, ruleset, order) for other in others))
            return Piece(len(slots), slots=slots, suits=frozenset() if suits is None else frozenset((suits,)))
        case pt.WildCards(number):
            return Piece(_whole(number), is_wild=True)
        case _:
            return None


def _slot(other: str | pt.GroupMember, ruleset: Ruleset, order: Order) -> frozenset[str]:
    return frozenset((other,)) if isinstance(other, str) else ranks_in(other.group.text, ruleset, order)


def _whole(number: object) -> int:
    return int(number)  # type: ignore[call-overload, no-any-return]


def with_properties(number: int, properties: Sequence[pt.Property], order: Order, alike: Alike) -> Piece:
    """``N cards PROPERTY …``: alike in every property."""
    suits: set[pt.SuitsOf | pt.Suit] = set()
    ranks: frozenset[str] | None = None
    features: list[Callable[[Face], object]] = []
    rules: set[object] = set()
    for prop in properties:
        match prop:
            case pt.SuitsOf() | pt.Suit():
                suits.add(prop)
            case pt.OfRank(low, high):
                span = order.through(low, high) if high is not None else frozenset((low,))
                ranks = span if ranks is None else ranks & span
            case pt.AlikeIn(feature):
                features.append(alike(feature.text))
            case _:
                rules.add(prop)
    return Piece(
        number,
        is_of_one_rank=pt.RankRule.ONE_RANK in rules,
        is_of_another_rank=pt.RankRule.ANOTHER_RANK in rules,
        is_run=pt.Run.IN_A_RUN in rules,
        suits=frozenset(suits),
        ranks=ranks,
        alike=tuple(features),
    )


def meet(
    pieces: Sequence[Piece], faces: Sequence[Face], wild: int, order: Order, used: frozenset[str] = frozenset()
) -> Iterator[Met]:
    """Every way in which these cards meet the pieces, each by cards of its own; ``wild`` more may be anything."""
    if not pieces:
        yield Met((), tuple(faces), wild)
        return
    piece = pieces[0]
    for chosen, free in choices(piece, faces, wild):
        picked = [faces[n] for n in chosen]
        for taken in fill(piece, picked, free, order, used):
            left = faces if not chosen else [f for n, f in enumerate(faces) if n not in chosen]
            ranks = used if taken.rank is None else used | {taken.rank}
            for met in meet(pieces[1:], left, wild - free, order, ranks):
                yield Met((taken, *met.taken), met.rest, met.spare)


def choices(piece: Piece, faces: Sequence[Face], wild: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Which cards may make a piece, and how many wild ones with them; sets are sought rank by rank."""
    for free in range(min(wild, piece.number) + 1):
        wanted = piece.number - free
        if wanted > len(faces):
            continue
        if wanted == len(faces):
            if not piece.is_wild or all(face.is_wild for face in faces):
                yield tuple(range(wanted)), free
            continue
        if piece.is_set and wanted:
            by_rank: dict[str, list[int]] = {}
            for n, face in enumerate(faces):
                by_rank.setdefault(face.rank, []).append(n)
            for same in by_rank.values():
                if len(same) >= wanted:
                    yield from ((chosen, free) for chosen in combinations(same, wanted))
        elif piece.is_wild:
            marked = [n for n, face in enumerate(faces) if face.is_wild]
            yield from ((chosen, free) for chosen in combinations(marked, wanted))
        else:
            yield from ((chosen, free) for chosen in combinations(range(len(faces)), wanted))


def fill(
    piece: Piece, chosen: Sequence[Face], wild: int, order: Order, used: frozenset[str] = frozenset()
) -> Iterator[Taken]:
    """The ways in which these cards and so many wild ones make the piece, with what it then gives to compare by."""
    if not _suits_agree(piece, chosen, wild):
        return
    if piece.ranks is not None and any(face.rank not in piece.ranks for face in chosen):
        return
    if any(len({feature(face) for face in chosen}) > 1 for feature in piece.alike):
        return
    suits = tuple(face.suit for face in chosen) if not wild else ()
    if piece.is_wild:
        yield Taken(piece, (), tuple(face.value for face in chosen) + (order.top,) * wild, None, suits)
    elif piece.slots:
        values = _slotted(piece.slots, chosen, order)
        if values is not None:
            yield Taken(piece, (), values, None, suits)
    elif piece.is_set:
        yield from _of_one_rank(piece, chosen, order, used, suits)
    elif piece.is_run:
        top = order.run([face.rank for face in chosen], piece.number, piece.ranks)
        if top is not None:
            values = tuple(face.value for face in chosen) if not wild else ()
            yield Taken(piece, (top,), values, None, suits)
    else:
        highest = order.top if piece.ranks is None else max(map(order.value, piece.ranks), default=0)
        values = tuple(sorted((face.value for face in chosen), reverse=True))
        values = tuple(sorted((*values, *(highest,) * wild), reverse=True))
        yield Taken(piece, () if piece.is_named else values, values, None, suits)


def _of_one_rank(
    piece: Piece, chosen: Sequence[Face], order: Order, used: frozenset[str], suits: tuple[pt.Suit | None, ...]
) -> Iterator[Taken]:
    held = {face.rank for face in chosen}
    if len(held) > 1 or (piece.is_run and piece.number > 1):
        return
    for rank in held or order.ranks:
        if piece.is_of_another_rank and rank in used:
            continue
        if piece.ranks is not None and rank not in piece.ranks:
            continue
        value = order.value(rank)
        yield Taken(piece, (value,), (value,) * piece.number, rank, suits)


def _suits_agree(piece: Piece, chosen: Sequence[Face], wild: int) -> bool:
    """Whether the suits are as wanted, wild cards having whatever suit is."""
    for wanted in piece.suits:
        held = [face.suit for face in chosen]
        if None in held:
            return False
        if isinstance(wanted, pt.Suit):
            agrees = all(suit is wanted for suit in held)
        elif wanted is pt.SuitsOf.ONE_SUIT:
            agrees = all(suit is held[0] for suit in held)
        elif wanted is pt.SuitsOf.ONE_COLOUR:
            agrees = len({suit in RED for suit in held}) <= 1
        else:
            agrees = len(set(held)) == len(held) and len(held) + wild <= len(SUITS)
        if not agrees:
            return False
    return True


def is_of_one_suit(wanted: pt.SuitsOf | pt.Suit) -> bool:
    """Whether cards of which this is wanted are all of the same suit."""
    return isinstance(wanted, pt.Suit) or wanted is pt.SuitsOf.ONE_SUIT


def _slotted(slots: Sequence[frozenset[str]], chosen: Sequence[Face], order: Order) -> tuple[int, ...] | None:
    """The values of the cards that stand in the slots, each in one of its own; a wild card where none does."""
    if not chosen:
        return tuple(max(map(order.value, slot), default=0) for slot in slots)
    face = chosen[0]
    for n, slot in enumerate(slots):
        if face.rank in slot:
            others = _slotted((*slots[:n], *slots[n + 1 :]), chosen[1:], order)
            if others is not None:
                return (face.value, *others)
    return None


def face_of(card: Card, order: Order, *, is_wild: bool = False) -> Face:
    """A card as printed."""
    return Face(card.rank, order.value(card.rank), card.suit, is_wild)


def names_joker(pieces: Sequence[Piece]) -> bool:
    """Whether a joker is asked for by name, so that no other card will do and it is looked at as printed."""
    return any(JOKER in slot for piece in pieces for slot in piece.slots) or any(
        piece.ranks is not None and JOKER in piece.ranks for piece in pieces
    )


def no_features(feature: str) -> Callable[[Face], object]:
    raise NotPlayable(f"alike in {feature}")
