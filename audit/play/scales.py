"""What hands are worth, by the letter of a ranking.

A hand is tried against class after class, wild cards as everything that they may be.  That takes long, so what was
worked out once is kept: a hand is looked up by its cards in whatever order, and, where nothing in the ranking can tell
one suit from another, whatever its suits are called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

from audit.play.cards import JOKER, SUITS, Card, cards_text
from audit.play.classes import Kind, Reader, Reading, Shape, Tests, meets, shape_of
from audit.play.counting import total
from audit.play.errors import NotPlayable
from audit.play.itself import Itself
from audit.play.likeness import Likeness, likeness_under
from audit.play.orders import Order
from audit.play.pieces import Face, Met
from audit.ruleset import conditions as cd
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wt
from audit.ruleset.basis import Span
from audit.ruleset.ruleset import Ruleset

MOST_READINGS = 30_000
"""A hand whose wild cards may be more than this, where each reading must be tried, is refused."""

MOST_KEPT = 200_000
"""So many hands are kept with what they are worth; then all are forgotten."""

MOST_POOLS_KEPT = 2_000
"""So many pools of cards are kept with the best hand in them; then all are forgotten."""

NO_CHOICES: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Worth:
    """What a hand is worth: its class, counted from the worst (0), and the keys that order hands of that class.

    ``natural`` is whether the class is also met with every card as printed; it takes no part in comparing.  ``ranks``
    are the values of the ranks that grades name (``pair of Q``): pieces first, then the cards from the top, whatever
    the keys are; greater is better.
    """

    level: int
    keys: tuple[int, ...]
    natural: bool = True
    ranks: tuple[int, ...] = ()

    @property
    def order(self) -> tuple[int, tuple[int, ...]]:
        """Greater is better."""
        return self.level, self.keys

    @property
    def place(self) -> tuple[tuple[int, tuple[int, ...]], bool, tuple[int, ...]]:
        """Which of several hands that can be formed is taken: the best, and of equal ones always the same."""
        return self.order, self.natural, self.ranks


@dataclass(frozen=True, eq=False)
class Scale:
    """A ranking of a configured ruleset, read.

    ``kinds`` are its classes in the order in which a hand is tried against them, ``wild`` the lines that make a rank
    wild.  ``is_turned`` says that worse is better: it is the inverse of a ranking.
    """

    ruleset: Ruleset
    name: str
    stated: wt.Ranking
    order: Order
    kinds: tuple[Kind, ...]
    wild: dict[str, wt.RankingLine] = field(default_factory=dict)
    is_from_the_worst: bool = False
    is_turned: bool = False

    @cached_property
    def sizes(self) -> tuple[int, int] | None:
        """The least and the most cards of a hand; None where it may be of any number."""
        if self.stated.least is None or self.stated.most is None:
            return None
        least, most = sorted((int(self.stated.least), int(self.stated.most)))
        return least, most

    @cached_property
    def classes(self) -> tuple[Kind, ...]:
        """The classes by level: the worst first."""
        return tuple(sorted(self.kinds, key=lambda kind: kind.level))

    def levels(self, name: str) -> tuple[int, ...]:
        """The levels of the classes of that name, the worst first; none where there is no such class."""
        return tuple(kind.level for kind in self.classes if kind.name == name)

    @cached_property
    def reader(self) -> Reader:
        return Reader(self.ruleset, self.order, self._alike)

    def _alike(self, feature: str) -> Callable[[Face], object]:
        return alike_in(feature, self.ruleset, self.stated.basis.span)

    def value(self, rank: str) -> int:
        """The value of a rank as `Worth.ranks` has it: greater is better."""
        return -self.order.value(rank) if self.is_turned else self.order.value(rank)

    # hands

    def worth(self, cards: Sequence[Card], after: frozenset[str] = NO_CHOICES) -> Worth:
        """What these cards are worth as they are, all of them; ``after`` are the choices that touched the hand.

        Raises `NotPlayable` where a class or a key says something that is not carried out, or no class is met.
        """
        key = self._likeness.key(cards), after
        found = self._worths.get(key)
        if found is None:
            found = self._worth_anew(cards, after)
            if len(self._worths) >= MOST_KEPT:
                self._worths.clear()
            self._worths[key] = found
        return found

    def _worth_anew(self, cards: Sequence[Card], after: frozenset[str]) -> Worth:
        marked = [card for card in cards if card.rank in self.wild]
        must_try_all = self.is_turned or self.stated.worst_first or self.is_from_the_worst or self._has_suits_key
        best = self._of_readings(cards, marked, after) if marked and must_try_all else self._first(cards, after)
        if best is None:
            raise NotPlayable(f"{cards_text(cards)} under {self.name}, of which it is no class,", self.stated.basis.span)
        return best

    def best(
        self, cards: Sequence[Card], number: int | None, after: frozenset[str] = NO_CHOICES
    ) -> tuple[Worth, tuple[Card, ...]]:
        """The best that ``number`` of these cards make, and which; of any number that the ranking knows, where None."""
        key = tuple(cards), number, after
        found = self._best.get(key)
        if found is None:
            found = self._best_anew(cards, number, after)
            if len(self._best) >= MOST_POOLS_KEPT:
                self._best.clear()
            self._best[key] = found
        return found

    def _best_anew(
        self, cards: Sequence[Card], number: int | None, after: frozenset[str]
    ) -> tuple[Worth, tuple[Card, ...]]:
        sizes = [number]
        if number is None:
            least, most = self.sizes or (len(cards), len(cards))
            sizes = list(range(min(least, len(cards)), min(most, len(cards)) + 1))
        picks = (pick for size in sizes for pick in combinations(cards, min(size or 0, len(cards))))
        return self.best_of(picks, after)

    def best_of(
        self, picks: Iterator[tuple[Card, ...]], after: frozenset[str] = NO_CHOICES
    ) -> tuple[Worth, tuple[Card, ...]]:
        """The best of some hands; of those that are equal a natural one, then that of the higher ranks, then the first.

        So it does not matter in which order the cards lie, wherever a line asks for a grade or for nature.
        """
        best: tuple[Worth, tuple[Card, ...]] | None = None
        for pick in picks:
            worth = self.worth(pick, after)
            if best is None or worth.place > best[0].place:
                best = worth, pick
        assert best is not None, "there is always a hand of no cards"
        return best

    # what was worked out before

    @cached_property
    def _worths(self) -> dict[tuple[tuple[int, ...], frozenset[str]], Worth]:
        return {}

    @cached_property
    def _best(self) -> dict[tuple[tuple[Card, ...], int | None, frozenset[str]], tuple[Worth, tuple[Card, ...]]]:
        return {}

    @cached_property
    def _faces(self) -> dict[Card, Face]:
        return {}

    @cached_property
    def _by_shape(self) -> dict[Shape, tuple[Kind, ...]]:
        return {}

    @cached_property
    def _likeness(self) -> Likeness:
        return likeness_under((kind.stated.tests for kind in self.kinds), (key for kind in self.kinds for key in kind.keys))

    # how a hand is read

    def reading(self, cards: Sequence[Card], kind: Kind) -> Reading:
        """A hand as a class sees it: wild cards free where they are wild for that class, else as what they then are."""
        wild = self.wild
        faces: list[Face] = []
        free = 0
        is_plain = True
        for card in cards:
            line = wild.get(card.rank)
            if line is None:
                faces.append(self.face(card))
                continue
            is_plain = is_plain and isinstance(line, wt.WildOrItself)
            if kind.tests.is_named_joker and card.rank == JOKER:
                faces.append(Face(card.rank, 0, card.suit, is_wild=True))
            elif self.is_free(line, kind.name):
                free += 1
            else:
                faces.append(self.otherwise(card, line))
        if any(demand.is_without_wild for demand in kind.tests.demands):
            return Reading(self.printed(cards).faces, 0, tuple(cards), is_plain)
        return Reading(tuple(faces), free, tuple(cards), is_plain)

    @staticmethod
    def is_free(line: wt.RankingLine, kind: str) -> bool:
        """Whether a wild card may be anything in that class."""
        match line:
            case wt.WildAlways() | wt.WildOrItself():
                return True
            case wt.WildIn(classes=classes):
                return any(name.text == kind for name in classes)
            case _:
                return False

    def otherwise(self, card: Card, line: wt.RankingLine) -> Face:
        """A wild card where it is not free: the rank that its line gives it, else itself."""
        rank = line.else_as if isinstance(line, wt.WildIn) else line.as_rank if isinstance(line, wt.WildAs) else card.rank
        return Face(rank, self.order.value(rank), card.suit, is_wild=True)

    def face(self, card: Card) -> Face:
        face = self._faces.get(card)
        if face is None:
            face = self._faces[card] = Face(card.rank, self.order.value(card.rank), card.suit, card.rank in self.wild)
        return face

    def printed(self, cards: Sequence[Card]) -> Reading:
        """A hand with every card as printed."""
        faces = tuple(self.face(card) for card in cards)
        return Reading(faces, 0, tuple(cards), not any(face.is_wild for face in faces))

    # the class of a hand

    def _first(self, cards: Sequence[Card], after: frozenset[str]) -> Worth | None:
        """The first class that the hand meets, with the best keys that it has there."""
        is_plain = not self.wild or all(card.rank not in self.wild for card in cards)
        printed = self.printed(cards) if is_plain else None
        for kind in self.kinds if printed is None else self._kinds_for(shape_of(printed.faces)):
            if kind.stated.guard is not None and not holds_after(kind.stated.guard, after):
                continue
            reading = printed or self.reading(cards, kind)
            if reading.wild and kind.tests.needs_readings:
                found = [w for read in self._readings(reading) if (w := self._in(kind, read, after)) is not None]
                if not found:
                    continue
                best = max(found, key=lambda worth: worth.keys)
            else:
                only = self._in(kind, reading, after)
                if only is None:
                    continue
                best = only
            return best if is_plain else Worth(best.level, best.keys, self._is_natural(cards, kind, after), best.ranks)
        return None

    def _kinds_for(self, shape: Shape) -> tuple[Kind, ...]:
        """The classes that a hand of that shape may be in."""
        if shape not in self._by_shape:
            self._by_shape[shape] = tuple(kind for kind in self.kinds if kind.tests.may_be_met(shape))
        return self._by_shape[shape]

    def _of_readings(self, cards: Sequence[Card], marked: Sequence[Card], after: frozenset[str]) -> Worth | None:
        """The best of all that a hand with wild cards may be: of each reading, the first class that it meets."""
        best: Worth | None = None
        free = [card for card in marked if not isinstance(self.wild[card.rank], wt.WildAs)]
        others = [card for card in cards if card not in free]
        for guise in self._guises(len(free)):
            worth = self._as(others, free, guise, cards, after)
            if worth is not None and (best is None or worth.order > best.order):
                best = worth
        return best

    def _as(
        self,
        others: Sequence[Card],
        free: Sequence[Card],
        guise: Sequence[Face],
        cards: Sequence[Card],
        after: frozenset[str],
    ) -> Worth | None:
        known = [self.otherwise(c, self.wild[c.rank]) if c.rank in self.wild else self.face(c) for c in others]
        for kind in self.kinds:
            if not holds_after(kind.guard, after):
                continue
            read = [
                face if self.is_free(self.wild[card.rank], kind.name) else self.otherwise(card, self.wild[card.rank])
                for card, face in zip(free, guise, strict=True)
            ]
            worth = self._in(kind, self._reading_of((*known, *read), cards), after)
            if worth is not None:
                return Worth(worth.level, worth.keys, self._is_natural(cards, kind, after), worth.ranks)
        return None

    def _reading_of(self, faces: Sequence[Face], cards: Sequence[Card]) -> Reading:
        """Faces as a hand; a card that is read as another counts as that other."""
        as_cards = tuple(Card(face.rank, face.suit) for face in faces)
        is_plain = all(isinstance(self.wild.get(c.rank), wt.WildOrItself | None) for c in cards) and sorted(
            map(str, as_cards)
        ) == sorted(map(str, cards))
        return Reading(tuple(faces), 0, as_cards, is_plain)

    def _readings(self, reading: Reading) -> Iterator[Reading]:
        """A hand with each thing that its wild cards may be."""
        known = tuple(Card(face.rank, face.suit) for face in reading.faces)
        for guise in self._guises(reading.wild):
            cards = (*known, *(Card(face.rank, face.suit) for face in guise))
            yield Reading((*reading.faces, *guise), 0, cards, reading.is_plain)

    def _guises(self, number: int) -> Iterator[tuple[Face, ...]]:
        """All that so many wild cards may be together, in any order."""
        every = [Face(rank, self.order.value(rank), suit, is_wild=True) for rank in self.order.ranks for suit in SUITS]
        if comb(len(every) + number - 1, number) > MOST_READINGS:
            raise NotPlayable(f"{number} wild cards under {self.name}", self.stated.basis.span)
        return combinations_with_replacement(every, number)

    def _in(self, kind: Kind, reading: Reading, after: frozenset[str]) -> Worth | None:
        """What a hand is worth in a class; None where it is not of it."""
        least = self.sizes[0] if self.sizes else 0
        if reading.size < least and not all(demand.is_set_only for demand in kind.tests.demands):
            return None  # of fewer cards than a hand has, only sets count
        best: Worth | None = None
        for met in meets(kind.tests, reading, self.reader, after):
            ranks = self._ranks(met)
            worth = Worth(kind.level, self._keys(kind, met, ranks, reading), True, ranks)
            if best is None or self._is_truer(worth, best):
                best = worth
        if best is None or not self.is_turned:
            return best
        return Worth(best.level, tuple(-k for k in best.keys), True, tuple(-rank for rank in best.ranks))

    def _is_truer(self, one: Worth, other: Worth) -> bool:
        """Whether one way to read a hand in its class is to be taken: the best, from the worst the one that shows it."""
        if self.is_from_the_worst:
            return (one.keys, one.ranks) < (other.keys, other.ranks)
        return (one.keys, one.ranks) > (other.keys, other.ranks)

    def _is_natural(self, cards: Sequence[Card], kind: Kind, after: frozenset[str]) -> bool:
        if all(card.rank not in self.wild for card in cards):
            return True
        return any(True for _ in meets(kind.tests, self.printed(cards), self.reader, after))

    # keys

    def _ranks(self, met: Met) -> tuple[int, ...]:
        """Pieces in the order written, then the rest; each from the top, or from the bottom."""
        pieces = tuple(value for taken in met.taken for value in self._sorted(taken.gives))
        return (*pieces, *self._rest(met))

    def _rest(self, met: Met) -> list[int]:
        return self._sorted([*(face.value for face in met.rest), *(self.order.top,) * met.spare])

    def _sorted(self, values: Sequence[int]) -> list[int]:
        return sorted(values, reverse=not self.is_from_the_worst)

    def _keys(self, kind: Kind, met: Met, ranks: tuple[int, ...], reading: Reading) -> tuple[int, ...]:
        return tuple(value for key in kind.keys for value in self._by(key, kind, met, ranks, reading))

    def _by(self, key: wt.Key, kind: Kind, met: Met, ranks: tuple[int, ...], reading: Reading) -> Sequence[int]:
        match key:
            case wt.NamedKey(name) if name.text == "sets_then_cards":
                return ranks
            case wt.NamedKey(name) if name.text == "sets_only":
                return [value for taken in met.taken for value in self._sorted(taken.gives)]
            case wt.NamedKey(name) if name.text == "highest_unshared_card":
                runs = [value for taken in met.taken if taken.piece.is_run for value in taken.gives]
                others = [value for taken in met.taken if not taken.piece.is_run for value in taken.values]
                return (*runs, *self._sorted([*others, *self._rest(met)]))
            case wt.NamedKey(name):
                return self._own(name.text, reading, kind.stated.basis.span)
            case wt.HighestKey(name):
                return self._highest(name.text, reading, kind.stated.basis.span)
            case wt.SuitsKey():
                return self._suits(met, kind.stated.basis.span)

    @cached_property
    def _has_suits_key(self) -> bool:
        return any(isinstance(key, wt.SuitsKey) for kind in self.kinds for key in kind.keys)

    def _own(self, name: str, reading: Reading, span: Span) -> Sequence[int]:
        """The total of a hand by a count, or its cards from the top by an order of their own."""
        count = self.ruleset.named(name, wt.Count)
        if count is not None:
            return (_whole_number(total(count, reading.cards, self.ruleset).value, name, span),)
        order = self.ruleset.named(name, wt.CardOrderNamed)
        if order is not None and not reading.wild:
            own = Order(order.ranks)
            return sorted((own.value(face.rank) for face in reading.faces), reverse=True)
        raise NotPlayable(f"compare by {name}", span)

    def _highest(self, name: str, reading: Reading, span: Span) -> Sequence[int]:
        count = self.ruleset.named(name, wt.Count)
        if count is None or reading.wild:
            raise NotPlayable(f"compare by highest {name}", span)
        counted = (total(count, (card,), self.ruleset).value for card in reading.cards)
        return (max((_whole_number(value, name, span) for value in counted), default=0),)

    def _suits(self, met: Met, span: Span) -> Sequence[int]:
        """The suits of the cards in the order in which the cards are compared, each from the top."""
        ranking = suit_order(self.ruleset, self.name)
        if ranking is None:
            raise NotPlayable("compare by suits, of which no order is stated,", span)
        if not ranking:
            return ()
        groups = [sorted(map(ranking.index, filter(None, taken.suits))) for taken in met.taken]
        rest = sorted(met.rest, key=lambda f: (-f.value, ranking.index(f.suit) if f.suit else len(ranking)))
        places = [place for group in groups for place in group]
        places += [ranking.index(face.suit) if face.suit else len(ranking) for face in rest]
        return [len(ranking) - place for place in places]


def _whole_number(value: object, name: str, span: Span) -> int:
    whole = int(value)  # type: ignore[call-overload]
    if whole != value:
        raise NotPlayable(f"compare by {name}, which is no whole number,", span)
    return whole  # type: ignore[no-any-return]


def suit_order(ruleset: Ruleset, ranking: str) -> tuple[pt.Suit, ...] | None:
    """The suits for a ranking, best first; none where they are equal, None where nothing is said."""
    for stated in ruleset.statements:
        if isinstance(stated, wt.SuitsEqual | wt.SuitsOrdered) and {u.text for u in stated.uses} & {ranking, "rankings"}:
            return stated.suits if isinstance(stated, wt.SuitsOrdered) else ()
    return None


def alike_in(feature: str, ruleset: Ruleset, span: Span) -> Callable[[Face], object]:
    """What finds a feature on a card that is read: what it counts, its rank, its suit."""
    count = ruleset.named(feature, wt.Count)
    if count is not None:
        return lambda face: total(count, (Card(face.rank, face.suit),), ruleset).value
    if feature == "rank":
        return lambda face: face.rank
    if feature == "suit":
        return lambda face: face.suit
    raise NotPlayable(f"alike in {feature}", span)


def holds_after(guard: cd.Condition | None, after: frozenset[str]) -> bool:
    """Whether a class stands for a hand that these choices touched; no other guard of a class is known."""
    match guard:
        case None:
            return True
        case cd.After(choices):
            return any(choice.text in after for choice in choices)
        case cd.Negated(fact):
            return not holds_after(fact, after)
        case cd.AllOf(facts):
            return all(holds_after(fact, after) for fact in facts)
        case _:
            raise NotPlayable("a class that holds under a condition only")


def scale(ruleset: Ruleset, name: str) -> Scale:
    """The ranking of that name, read; raises `NotPlayable` where it says something that is not carried out."""
    return _scale(Itself(ruleset), name)


@lru_cache(maxsize=256)
def _scale(key: Itself, name: str) -> Scale:
    ruleset = key.ruleset
    stated = ruleset.named(name, wt.Ranking)
    if stated is not None:
        return _read(ruleset, name, stated, None)
    inverse = ruleset.named(name, wt.InverseRanking)
    if inverse is None:
        raise NotPlayable(f"{name} as a ranking")
    of = ruleset.named(inverse.of.text, wt.Ranking)
    if of is None:
        raise NotPlayable(f"the inverse of {inverse.of}", inverse.basis.span)
    return _read(ruleset, name, of, inverse)


def _read(ruleset: Ruleset, name: str, stated: wt.Ranking, inverse: wt.InverseRanking | None) -> Scale:
    lines = stated.lines
    span = inverse.basis.span if inverse is not None else stated.basis.span
    orders = [line for line in lines if isinstance(line, wt.CardOrder)]
    lows = [line for line in lines if isinstance(line, wt.LowInRun)]
    compares = [line for line in lines if isinstance(line, wt.CompareBy)]
    for several in (orders, lows, compares):
        if len(several) > 1:
            raise NotPlayable("a second line of a kind of which a ranking has one", several[1].basis.span)
    ranks = inverse.order[::-1] if inverse is not None else orders[0].ranks if orders else ()
    if len(set(ranks)) < len(ranks):
        raise NotPlayable("an order in which a rank stands twice", span)
    low = lows[0] if lows else None
    order = Order(ranks, low.rank if low else None, low.ranked_second if low else False, span)
    written = [line for line in lines if isinstance(line, wt.HandClass)]
    reader = Reader(ruleset, order, lambda feature: alike_in(feature, ruleset, span))
    best_first = stated.worst_first == (inverse is not None)
    common = compares[0].keys if compares else ()
    kinds = tuple(
        Kind(
            line.name.text,
            line.title,
            len(written) - 1 - n if best_first else n,
            _tests(reader, line),
            line.keys or common,
            line,
        )
        for n, line in enumerate(written)
    )
    if not kinds:
        raise NotPlayable(f"ranking {name}, which has no classes,", span)
    wild = {line.rank: line for line in lines if isinstance(line, wt.WildAlways | wt.WildOrItself | wt.WildAs | wt.WildIn)}
    return Scale(
        ruleset, name, stated, order, kinds, dict(wild), bool(compares and compares[0].from_the_worst), inverse is not None
    )


def _tests(reader: Reader, line: wt.HandClass) -> Tests:
    return reader.tests(line.tests, line.basis.span)
