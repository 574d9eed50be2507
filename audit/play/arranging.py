"""Arrangements: cards set into the parts of their area, which settings are lawful, and what a part then is.

A part that has been set lies on the table under a name of its own, ``high of player_cards``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from math import comb, prod

from audit.play.cards import Card, cards_text
from audit.play.errors import NotPlayable, PlayError
from audit.play.families import is_silent_of_ties
from audit.play.itself import worked_out_once
from audit.play.scales import Scale, scale
from audit.play.sight import HeldHand, Sight
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.holding import DEALER, PLAYER, SHARED
from audit.ruleset.places import Area, AreaPart, MustHave, Owner
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import Role

MOST_ARRANGEMENTS = 100_000
"""Cards that can be set in more ways than this are refused."""

OWNERS = {Owner.EACH_PLAYER: PLAYER, Owner.DEALER: DEALER}
"""Who sets the cards of an area, by whose it is."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """One way to set cards: each part as the hand that its cards make, in the order of the area's parts."""

    parts: tuple[tuple[str, HeldHand], ...]

    def part(self, name: str) -> HeldHand:
        """The part of that name; raises `KeyError`."""
        return dict(self.parts)[name]

    @property
    def cards(self) -> tuple[tuple[str, tuple[Card, ...]], ...]:
        """The cards of each part, the highest first."""
        return tuple((name, highest_first(hand)) for name, hand in self.parts)

    @property
    def label(self) -> str:
        """What tells it apart from other settings of the same cards: every part but the largest, ``low Ks Qd``."""
        largest = max(self.parts, key=lambda part: len(part[1].cards))[0]
        return " ".join(f"{name} {cards_text(cards)}" for name, cards in self.cards if name != largest)


@dataclass(frozen=True, eq=False)
class Arranger:
    """Sets the cards of one area by the letter of its lines."""

    ruleset: Ruleset
    area: Area
    parts: tuple[AreaPart, ...]
    demands: tuple[MustHave, ...]
    scales: Mapping[str, Scale] = field(default_factory=dict)

    @property
    def size(self) -> int:
        """How many cards the parts have together."""
        return sum(int(part.cards) for part in self.parts)

    def lawful(self, cards: Sequence[Card]) -> tuple[Arrangement, ...]:
        """All lawful settings; raises `PlayError` where the cards are not as many as the parts have."""
        if len(cards) != self.size:
            raise PlayError(
                f"{self.area.name} has {len(cards)} cards, and its parts have {self.size}", self.area.basis.span
            )
        return tuple(one for one in self.every(cards) if self.is_lawful(one))

    def every(self, cards: Sequence[Card]) -> Iterator[Arrangement]:
        """All settings, lawful or not; of cards of which there are several alike each once."""
        sizes = [int(part.cards) for part in self.parts]
        ways = prod(comb(sum(sizes[n:]), size) for n, size in enumerate(sizes))
        if ways > MOST_ARRANGEMENTS:
            raise NotPlayable(f"{self.area.name}, which can be set in {ways:,} ways,", self.area.basis.span)
        has_twins = len(set(cards)) < len(cards)
        told: set[tuple[frozenset[tuple[Card, int]], ...]] = set()
        for dealt_out in _dealt_out(tuple(cards), sizes):
            if has_twins:
                key = tuple(frozenset(Counter(part).items()) for part in dealt_out)
                if key in told:
                    continue
                told.add(key)
            yield Arrangement(
                tuple((p.name.text, self._hand(p, held)) for p, held in zip(self.parts, dealt_out, strict=True))
            )

    def _hand(self, part: AreaPart, cards: tuple[Card, ...]) -> HeldHand:
        own = self.scales[part.name.text]
        return HeldHand(own, own.worth(cards), cards)

    def is_lawful(self, arrangement: Arrangement) -> bool:
        """Whether every ``must have`` of the area is kept."""
        held = dict(arrangement.parts)
        return all(held[d.greater.text].worth.order >= held[d.lesser.text].worth.order for d in self.demands)


def _dealt_out(cards: tuple[Card, ...], sizes: Sequence[int]) -> Iterator[tuple[tuple[Card, ...], ...]]:
    """Every way to deal cards out into lots of these sizes."""
    if len(sizes) == 1:
        yield (cards,)
        return
    for chosen in combinations(range(len(cards)), sizes[0]):
        rest = tuple(card for n, card in enumerate(cards) if n not in chosen)
        for others in _dealt_out(rest, sizes[1:]):
            yield (tuple(cards[n] for n in chosen), *others)


@worked_out_once
def arranger(area: Area, ruleset: Ruleset) -> Arranger:
    """What sets the cards of an area; raises `NotPlayable` where a line of it says what nobody can compare."""
    parts = tuple(line for line in area.lines if isinstance(line, AreaPart))
    demands = tuple(line for line in area.lines if isinstance(line, MustHave))
    for part in parts:
        if part.cards.denominator != 1 or part.cards < 1:
            raise PlayError(f"part {part.name} has no whole number of cards", part.basis.span)
        if part.guard is not None:
            raise NotPlayable(f"part {part.name}, under a condition,", part.basis.span)
    scales = {part.name.text: scale(ruleset, part.by.text) for part in parts}
    for part in parts:
        sizes = scales[part.name.text].sizes
        if sizes is not None and part.cards > sizes[1]:
            raise NotPlayable(f"a part of {part.cards} cards under {part.by}", part.basis.span)
    for demand in demands:
        if demand.guard is not None:
            raise NotPlayable(
                f"must have {demand.greater} at least {demand.lesser}, under a condition,", demand.basis.span
            )
        greater, lesser = scales.get(demand.greater.text), scales.get(demand.lesser.text)
        if greater is None or lesser is None:
            raise PlayError(f"{area.name} has no such parts", demand.basis.span)
        if greater.name != lesser.name:
            raise NotPlayable(f"{demand.greater} at least {demand.lesser}, ranked in two ways,", demand.basis.span)
        refuse_silent(greater)
    return Arranger(ruleset, area, parts, demands, scales)


def refuse_silent(own: Scale) -> None:
    """Raises `NotPlayable` for a ranking that does not say how hands of one class compare, where they must be."""
    if is_silent_of_ties(own.stated):
        raise NotPlayable(f"ranking {own.name}, by which parts are compared, without compare by", own.stated.basis.span)


def area_set(names: Sequence[str], owner: Owner, ruleset: Ruleset, span: Span) -> Area:
    """The one area of that owner that has these parts and no other; raises `NotPlayable` where there is none."""
    found = [
        area
        for area in ruleset.of(Area)
        if area.owner is owner and {p.name.text for p in area.lines if isinstance(p, AreaPart)} == set(names)
    ]
    if len(found) != 1 or len(set(names)) < len(names):
        several = "several areas" if len(found) > 1 else "no area"
        raise NotPlayable(f"sets {', '.join(names)}, which are the parts of {several} of {owner.value},", span)
    return found[0]


def part_place(part: str, area: str) -> str:
    """The name under which a part that has been set lies on the table."""
    return f"{part} of {area}"


def part_hand(part: str, of: str, sight: Sight) -> HeldHand | None:
    """A part of an area, or of the holder of a role, as the hand that it was set to be; None where no cards lie there.

    Raises `PlayError` where the cards lie there and have not been set.
    """
    area = area_with(sight.hand if of == "hand" else of, part, sight)
    line = next((p for p in area.lines if isinstance(p, AreaPart) and p.name.text == part), None)
    if line is None:
        raise PlayError(f"{of} has no part {part}", area.basis.span)
    lying = sight.areas.get(area.name.text, ())
    if not lying:
        return None
    places = [part_place(p.name.text, area.name.text) for p in area.lines if isinstance(p, AreaPart)]
    if Counter(card for place in places for card in sight.areas.get(place, ())) != Counter(lying):
        raise PlayError(f"{part} of {area.name} is asked for, and the cards have not been set", line.basis.span)
    return set_hand(part, area.name.text, sight.areas[part_place(part, area.name.text)], sight.equipment.ruleset)


def set_hand(part: str, of: str, cards: tuple[Card, ...], ruleset: Ruleset) -> HeldHand:
    """What these cards are worth as a part of an area; raises `NotPlayable` where the area has no such part."""
    area = ruleset.named(of, Area)
    own = arranger(area, ruleset).scales.get(part) if area is not None else None
    if own is None:
        raise NotPlayable(f"{part} of {of}")
    return HeldHand(own, own.worth(cards), cards)


def area_with(name: str, part: str, sight: Sight) -> Area:
    """The area of that name, or that of the holder of the role of that name which has such a part."""
    ruleset = sight.equipment.ruleset
    area = ruleset.named(name, Area)
    if area is not None:
        return area
    role = ruleset.named(name, Role)
    span = role.basis.span if role is not None else NOWHERE
    held = sight.memory.get(name) if role is not None else None
    holder = PLAYER if held == SHARED else held
    found = [a for a in ruleset.of(Area) if OWNERS.get(a.owner) == holder and has_part(a, part)]
    if role is None or len(found) != 1:
        raise NotPlayable(f"{part} of {name}", span)
    return found[0]


def has_part(area: Area, part: str) -> bool:
    """Whether cards of the area are set into a part of that name."""
    return any(isinstance(line, AreaPart) and line.name.text == part for line in area.lines)


def best_part_first(one: Arrangement) -> tuple[tuple[object, ...], tuple[tuple[str, ...], ...]]:
    """An order among settings that does not hang on how the cards were dealt: by the first part, then the next.

    Of those worth the same a natural hand stands before one with wild cards; then the cards' names decide.
    """
    places = tuple(hand.worth.place for _, hand in one.parts)
    return places, tuple(tuple(str(card) for card in cards) for _, cards in one.cards)


def highest_first(hand: HeldHand) -> tuple[Card, ...]:
    """The cards of a hand from the top, one that is wild where it stands otherwise; in an order that never hangs on the deal."""
    own = hand.scale

    def place(card: Card) -> tuple[int, str]:
        line = own.wild.get(card.rank)
        face = own.face(card) if line is None else own.otherwise(card, line)
        return -face.value, str(card)

    return tuple(sorted(hand.cards, key=place))
