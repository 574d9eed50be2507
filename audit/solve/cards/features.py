"""What a line looks at when it looks at cards: of which kind it is, and on which cards it hangs.

Nothing here knows a card.  Each keeps the spot that it was dealt to, so that burnt, discarded and turned cards are
followed wherever they lie.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from audit.play.held import IN_PLAY, set_aside
from audit.play.itself import worked_out_once
from audit.play.lying import Cards, Lying
from audit.play.wording import pattern_text
from audit.ruleset import expressions as ex
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.places import Area, AreaPart
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.course import Feature, Formed, Kind, Spot
from audit.solve.errors import NotSolvable

Lie: TypeAlias = tuple[Spot, ...]
"""Cards that lie somewhere, by the spots that they were dealt to."""

Lies: TypeAlias = tuple[tuple[str, Lie], ...]

DEEPEST = 40


@dataclass
class Lookers:
    """Who reads what expressions look at: one for each way in which the cards of a round may lie."""

    ruleset: Ruleset
    _known: dict[tuple[Lies, Lies, Lie, str], Looker] = field(default_factory=dict)

    def where(self, cards: Cards, order: Mapping[Spot, int], hand: str) -> Looker:
        """The one for cards that lie as these do, were dealt in this order, and with this hand in play."""
        key = _lies(cards.areas), _lies(cards.dealt), tuple(order), hand
        if key not in self._known:
            lying, dealt, spots, _ = key
            places = {spot: n for n, spot in enumerate(spots)}
            self._known[key] = Looker(self.ruleset, dict(lying), dict(dealt), cards.players, places, hand)
        return self._known[key]


def _lies(areas: Mapping[str, Sequence[Lying]]) -> Lies:
    return tuple([(area, tuple([one.spot for one in lying])) for area, lying in areas.items()])


@dataclass(frozen=True, eq=False)
class Looker:
    """Reads what expressions look at while the cards lie in one way; what was read once is kept.

    ``lying`` are the cards of each area as they lie, ``dealt`` as they were dealt, which counts for those of ``players``;
    ``order`` tells which spot was dealt when, ``hand`` is the area of the hand in play.
    """

    ruleset: Ruleset
    lying: Mapping[str, Lie]
    dealt: Mapping[str, Lie]
    players: Collection[str]
    order: Mapping[Spot, int]
    hand: str = ""

    @worked_out_once
    def feature(self, expression: ex.Expression) -> Feature | None:
        """The feature that an expression is; None where a card that it needs does not lie there, and it is unset.

        Raises `NotSolvable` for a form whose answers nothing here could count.
        """
        expression = self.meaning(expression)
        if isinstance(expression, ex.Against):
            return self._relation(expression)
        cards = self._cards(expression)
        if not cards:
            return None
        spots = self._in_order(cards)
        kind, formed = self._kind_of_part(expression) or self._kind(expression)
        of = self._of(expression)
        return Feature(expression, kind, spots, (), words(expression), formed, of, self._lying(expression))

    def _of(self, expression: ex.Expression) -> tuple[Feature, ...]:
        """The hand that a value is a feature of."""
        if isinstance(expression, ex.FeatureOf) and isinstance(self.meaning(expression.of), ex.Called):
            hand = self.feature(expression.of)
            if hand is not None and hand.kind is Kind.HAND:
                return (hand,)
        return ()

    def meaning(self, expression: ex.Expression) -> ex.Expression:
        """What a defined name stands for, if it stands for an expression."""
        for _ in range(DEEPEST):
            if not isinstance(expression, ex.Called):
                return expression
            defined = self.ruleset.named(expression.name.text, wo.DefinedValue)
            if defined is None:
                return expression
            expression = defined.value
        raise NotSolvable("definitions that name one another without end", words(expression))

    def pair(self, expression: ex.Expression) -> wo.LowerHand | wo.HigherHand | None:
        """The statement of a hand that is the lower or the higher of two, if the expression is such a hand."""
        if isinstance(expression, ex.Called):
            for statement in self.ruleset.by_name.get(expression.name.text, ()):
                if isinstance(statement, wo.LowerHand | wo.HigherHand):
                    return statement
        return None

    # kinds

    def _kind(self, expression: ex.Expression) -> tuple[Kind, Formed | None]:
        match expression:
            case ex.Called(name):
                formed = self.formed(name)
                return (Kind.CARDS, None) if formed is None else (Kind.HAND, formed)
            case ex.NthCard() | ex.NthCards() | ex.Together():
                return Kind.CARDS, None
            case ex.FeatureOf() | ex.ExtremeOf():
                return Kind.VALUE, None
            case _:
                raise NotSolvable(f"{words(expression)}: what it hangs on cannot be told", words(expression))

    def _kind_of_part(self, expression: ex.Expression) -> tuple[Kind, Formed] | None:
        """The part of an area that an expression names, as a hand under the part's ranking."""
        match expression:
            case ex.FeatureOf(ex.Called(part), ex.Called(of)):
                area = self.ruleset.named(of.text, Area)
                lines = area.lines if area is not None else ()
                line = next((one for one in lines if isinstance(one, AreaPart) and one.name == part), None)
                return None if line is None else (Kind.PART, Formed(line.by.text, int(line.cards)))
        return None

    def formed(self, name: Name) -> Formed | None:
        """How the hand of this name is formed, or the cards of an area that has a ranking; None for mere cards."""
        for statement in self.ruleset.by_name.get(name.text, ()):
            match statement:
                case Area(by=by):
                    return None if by is None else Formed(by.text)
                case wo.WholeHandOf(qualifying=asked) | wo.BestHandOf(qualifying=asked) if asked is not None:
                    raise NotSolvable(f"{name}, a hand that must qualify", "qualifying", statement.basis.span)
                case wo.WholeHandOf(picks=picks, by=by):
                    return self._formed(name, None, picks, by)
                case wo.BestHandOf(cards=cards, picks=picks, by=by):
                    return self._formed(name, cards, picks, by)
        if name.text in set_aside(self.ruleset):
            return None
        raise NotSolvable(f"{name} is neither an area nor a hand that is formed of areas", name.text)

    def _formed(self, name: Name, cards: Fraction | None, picks: tuple[wo.CardPick, ...], by: Name | None) -> Formed | None:
        exactly = tuple((p.area.text, int(p.cards)) for p in picks if isinstance(p, wo.ExactlyOfArea))
        if by is None:
            if cards is not None:
                raise NotSolvable(f"the best of {name} by no ranking", name.text)
            return None
        if exactly and cards is None:
            cards = Fraction(sum(number for _, number in exactly))
        return Formed(by.text, None if cards is None else int(cards), exactly)

    def _relation(self, expression: ex.Against) -> Feature | None:
        hands: list[Feature] = []
        for side in (expression.left, expression.right):
            feature = self.feature(side)
            if feature is None:
                return None
            if feature.kind not in (Kind.HAND, Kind.PART):
                raise NotSolvable(f"{words(expression)}: only hands under a ranking are compared", words(expression))
            hands.append(feature)
        left, right = hands
        if left.formed is None or right.formed is None or left.formed.ranking != right.formed.ranking:
            raise NotSolvable(f"{words(expression)}: the hands are under two rankings", words(expression))
        spots = tuple(sorted({*left.spots, *right.spots}, key=self.order.__getitem__))
        return Feature(expression, Kind.RELATION, spots, (), words(expression), None, (left, right))

    # cards

    def _cards(self, expression: ex.Expression) -> Lie | None:
        """The cards that an expression hangs on; None where one that it needs is not there."""
        match expression:
            case ex.Called(name):
                return self._cards_of(name)
            case ex.NthCard(ordinal, of):
                return self._nth(ordinal, 1, of)
            case ex.NthCards(ordinal, number, of):
                return self._nth(ordinal, int(number.value), of)
            case ex.FeatureOf(_, of) | ex.ExtremeOf(_, _, of):
                return self._cards(self.meaning(of))
            case ex.Together(parts):
                found: list[Spot] = []
                for part in parts:
                    cards = self._cards(self.meaning(part))
                    if cards is None:
                        return None
                    found.extend(cards)
                return tuple(found)
            case _:
                raise NotSolvable(f"{words(expression)}: what it hangs on cannot be told", words(expression))

    def _cards_of(self, name: Name) -> Lie | None:
        if name.text == IN_PLAY:
            return self._lying_in(self.hand)
        for statement in self.ruleset.by_name.get(name.text, ()):
            if isinstance(statement, Area):
                return self._lying_in(name.text)
            if isinstance(statement, wo.WholeHandOf | wo.BestHandOf):
                found: list[Spot] = []
                for pick in statement.picks:
                    cards = self._cards_of(pick.area)
                    if not cards:
                        return None
                    found.extend(cards)
                return tuple(found)
        if name.text in set_aside(self.ruleset):
            return self._lying_in(name.text)
        raise NotSolvable(f"{name} is neither an area nor a hand that is formed of areas", name.text)

    def _lying_in(self, area: str) -> Lie:
        return self.lying.get(area, ())

    @worked_out_once
    def is_of_nothing(self, expression: ex.Expression) -> bool:
        """Whether no card lies in any area that an expression names, so that looking at it looks at none."""
        expression = self.meaning(expression)
        if isinstance(expression, ex.Against):
            return self.is_of_nothing(expression.left) and self.is_of_nothing(expression.right)
        areas = tuple(self._areas(expression))
        return bool(areas) and not any(self._lying_in(area) for area in areas)

    def _nth(self, ordinal: ex.Ordinal, number: int, of: ex.Expression) -> Lie | None:
        """So many cards from one on, of a player's area as they were dealt."""
        of = self.meaning(of)
        cards = self._cards(of)
        if cards is not None and isinstance(of, ex.Called) and self.ruleset.named(of.name.text, Area) is not None:
            cards = self._counted_in(of.name.text)
        if cards is None or len(cards) < number:
            return None
        first = len(cards) - number if ordinal is ex.Ordinal.LAST else ordinal.value - 1
        chosen = cards[first : first + number]
        return chosen if len(chosen) == number else None

    def _counted_in(self, area: str) -> Lie:
        """The cards of an area as ``first card of`` counts them: a player's as dealt, others as they lie."""
        return self.dealt.get(area, ()) if area in self.players else self._lying_in(area)

    def _in_order(self, cards: Lie) -> Lie:
        return tuple(sorted({*cards}, key=self.order.__getitem__))

    def _lying(self, expression: ex.Expression) -> Lies:
        areas = dict.fromkeys(self._areas(expression))
        return tuple((area, self._lying_in(area)) for area in areas)

    def _areas(self, expression: ex.Expression) -> Iterator[str]:
        match expression:
            case ex.Called(name) if name.text == IN_PLAY:
                yield self.hand
            case ex.Called(name) if name.text in set_aside(self.ruleset):
                yield name.text
            case ex.Called(name):
                for statement in self.ruleset.by_name.get(name.text, ()):
                    if isinstance(statement, Area):
                        yield name.text
                    elif isinstance(statement, wo.WholeHandOf | wo.BestHandOf):
                        for pick in statement.picks:
                            yield from self._areas(ex.Called(pick.area))
                    elif isinstance(statement, wo.LowerHand | wo.HigherHand):
                        yield from self._areas(ex.Called(statement.one))
                        yield from self._areas(ex.Called(statement.other))
            case ex.NthCard(_, of) | ex.NthCards(_, _, of) | ex.FeatureOf(_, of) | ex.ExtremeOf(_, _, of):
                yield from self._areas(self.meaning(of))
            case ex.Together(parts):
                for part in parts:
                    yield from self._areas(self.meaning(part))


def words(expression: object) -> str:
    """An expression as a ruleset has it, for refusals and outcome tables."""
    return pattern_text(expression)
