"""Words and controls: cited, counted and compared, not played; and the document's own examples, which are run."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, TypeAlias

from audit.ruleset.expressions import Expression, Money, Percent
from audit.ruleset.money import PayoutValue
from audit.ruleset.names import Kind, Name
from audit.ruleset.patterns import Pattern, Suit, SuitsOf
from audit.ruleset.stated import Stated, Statement
from audit.ruleset.tables import Outcome

NamedThing = Annotated[Name, Kind.WAGER | Kind.AREA]


@dataclass(frozen=True, slots=True)
class Term(Statement):
    """A word of the document: what it stands for in the ruleset, what it means."""

    word: str
    stands_for: Expression | None
    means: str | None


@dataclass(frozen=True, slots=True)
class Note(Statement):
    name: Name | None
    text: str


@dataclass(frozen=True, slots=True)
class Party(Statement):
    name: Name
    text: str


@dataclass(frozen=True, slots=True)
class Permits(Statement):
    word: str
    ruleset: str


class Needed(enum.Enum):
    WAGER = "wager"
    WHEEL = "wheel"
    AREA = "area"
    STEP = "step"


@dataclass(frozen=True, slots=True)
class Needs(Statement):
    """A hole of a fragment: what its host must have."""

    what: Needed
    name: Name


# quantities


@dataclass(frozen=True, slots=True)
class Size:
    """A number with its unit: ``30 inches``."""

    value: Fraction | Money | Percent
    unit: Name | None


@dataclass(frozen=True, slots=True)
class Exactly:
    size: Size


@dataclass(frozen=True, slots=True)
class NoFewer:
    size: Size


@dataclass(frozen=True, slots=True)
class NoMoreThan:
    size: Size


@dataclass(frozen=True, slots=True)
class SizeBetween:
    least: Size
    most: Size


Quantity: TypeAlias = Exactly | NoFewer | NoMoreThan | SizeBetween


@dataclass(frozen=True, slots=True)
class Measure(Statement):
    name: Name
    title: str | None
    quantity: Quantity


# duties


class Modal(enum.Enum):
    SHALL = "shall"
    SHALL_NOT = "shall not"
    MAY = "may"
    MAY_NOT = "may not"


@dataclass(frozen=True, slots=True)
class Actor:
    """Any of these; ``or_above`` on the ladder."""

    names: tuple[Name, ...]
    or_above: bool

    def __str__(self) -> str:
        return ", ".join(n.text for n in self.names) + (" or above" if self.or_above else "")


@dataclass(frozen=True, slots=True)
class Every:
    number: Fraction
    unit: Name


@dataclass(frozen=True, slots=True)
class Each:
    what: Name


@dataclass(frozen=True, slots=True)
class SoOften:
    number: Fraction
    each: Name


@dataclass(frozen=True, slots=True)
class BeforeEvent:
    text: str


@dataclass(frozen=True, slots=True)
class AfterEvent:
    text: str


@dataclass(frozen=True, slots=True)
class UntilEvent:
    text: str


@dataclass(frozen=True, slots=True)
class InCase:
    text: str


@dataclass(frozen=True, slots=True)
class Except:
    text: str


@dataclass(frozen=True, slots=True)
class VerifiedBy:
    actor: Actor


@dataclass(frozen=True, slots=True)
class ApprovedBy:
    actor: Actor


@dataclass(frozen=True, slots=True)
class PostedOn:
    text: str


@dataclass(frozen=True, slots=True)
class OrElse:
    text: str


Slot: TypeAlias = (
    Every
    | Each
    | SoOften
    | NoFewer
    | NoMoreThan
    | Exactly
    | BeforeEvent
    | AfterEvent
    | UntilEvent
    | InCase
    | Except
    | VerifiedBy
    | ApprovedBy
    | PostedOn
    | OrElse
)


@dataclass(frozen=True, slots=True)
class Proviso(Stated):
    """``provided "…"``, perhaps with a quantity."""

    text: str
    quantity: Quantity | None


@dataclass(frozen=True, slots=True)
class FurtherSlots(Stated):
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Duty(Statement):
    """Who shall or may do what, with every number in a slot."""

    name: Name
    actor: Actor
    modal: Modal
    text: str
    slots: tuple[Slot, ...]
    lines: tuple[Proviso | FurtherSlots, ...]

    @property
    def all_slots(self) -> tuple[Slot, ...]:
        """The slots of the first line and of those below it."""
        further = (slot for line in self.lines if isinstance(line, FurtherSlots) for slot in line.slots)
        return (*self.slots, *further)


# irregularities


@dataclass(frozen=True, slots=True)
class ToldEvent:
    """An event in words: compared, not played."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    event: Name
    during: Annotated[Name, Kind.STEP | Kind.BETTING | Kind.BUILT_IN] | None


class Remedy(enum.Enum):
    """Remedies of fixed words."""

    MISDEAL = "misdeal"
    VOID_ROUND = "void the round"
    VOID_HANDS = "void all hands"
    VOID_THAT_HAND = "void that hand"
    RETURN_ALL = "return all wagers"
    RETURN_POT = "return the pot"
    RETURN_OWN = "return what it put in"
    COMPLETE_DEAL = "complete the deal"
    DEAL_MISSING = "deal the missing card"
    NEXT_DOWN = "deal the next card face down"
    USE_CARD = "use the card as next"
    BURN_CARD = "use the card as burn"
    DISCARD_CARD = "discard the card"
    REPLACE_CARD = "replace the card"
    RESHUFFLE = "reshuffle"
    REMOVE_DECK = "remove the deck"
    ROLL_AGAIN = "roll again"
    SPIN_AGAIN = "spin again"
    GO_ON = "go on"
    BAR_FROM_POT = "bar the player from the pot"


@dataclass(frozen=True, slots=True)
class ToldRemedy:
    text: str


@dataclass(frozen=True, slots=True)
class ReturnWagers:
    wagers: tuple[Annotated[Name, Kind.WAGER], ...]


@dataclass(frozen=True, slots=True)
class SettleWagers:
    wagers: tuple[Annotated[Name, Kind.WAGER | Kind.BONUS], ...]


@dataclass(frozen=True, slots=True)
class BarFromBets:
    betting: Annotated[Name, Kind.BETTING | Kind.STEP]


AnyRemedy: TypeAlias = Remedy | ToldRemedy | ReturnWagers | SettleWagers | BarFromBets


@dataclass(frozen=True, slots=True)
class Remedies(Stated):
    """One case; the first line that applies is followed."""

    remedies: tuple[AnyRemedy, ...]
    at_the_word_of: Actor | None
    otherwise: bool


@dataclass(frozen=True, slots=True)
class Irregularity(Statement):
    name: Name
    title: str | None
    event: ToldEvent | PlayedEvent
    lines: tuple[Remedies, ...]


# examples


@dataclass(frozen=True, slots=True)
class Cards:
    """Cards as an example writes them: ranks, and perhaps what suits."""

    ranks: tuple[str, ...]
    suits: SuitsOf | Suit | None


@dataclass(frozen=True, slots=True)
class ExampleBeats(Statement):
    ranking: Annotated[Name, Kind.RANKING]
    winner: Cards
    loser: Cards


@dataclass(frozen=True, slots=True)
class ExampleTies(Statement):
    ranking: Annotated[Name, Kind.RANKING]
    one: Cards
    other: Cards


@dataclass(frozen=True, slots=True)
class ExampleIs(Statement):
    ranking: Annotated[Name, Kind.RANKING]
    cards: Cards
    hand_class: Name


@dataclass(frozen=True, slots=True)
class ExampleCounts(Statement):
    count: Annotated[Name, Kind.COUNT | Kind.RANKING]
    cards: Cards
    total: Fraction


@dataclass(frozen=True, slots=True)
class ExampleBest(Statement):
    ranking: Annotated[Name, Kind.RANKING]
    hand_class: Name
    cards: Cards


@dataclass(frozen=True, slots=True)
class ExampleWorst(Statement):
    ranking: Annotated[Name, Kind.RANKING]
    hand_class: Name
    cards: Cards


@dataclass(frozen=True, slots=True)
class ExampleWager(Statement):
    """``example wager pass on 4 then 7 is lose``."""

    wager: Annotated[Name, Kind.WAGER]
    events: tuple[Pattern, ...]
    outcome: Outcome | PayoutValue


@dataclass(frozen=True, slots=True)
class ExampleTold(Statement):
    text: str
