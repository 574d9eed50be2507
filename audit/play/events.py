"""What happened, in order: immutable records, each with the clauses that made it happen.  Their list is the transcript."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from audit.play.cards import Card
from audit.play.equipment import Outcome
from audit.ruleset.basis import Basis


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened; ``bases`` are the lines that say so."""

    bases: tuple[Basis, ...] = ()


@dataclass(frozen=True, slots=True)
class Entered(Event):
    step: str
    round: int


@dataclass(frozen=True, slots=True)
class Made(Event):
    wager: str
    amount: Fraction


@dataclass(frozen=True, slots=True)
class CameUp(Event):
    """A roll, a spin, a draw; ``number`` counts them from 1."""

    verb: str
    outcome: Outcome
    number: int


@dataclass(frozen=True, slots=True)
class Voided(Event):
    """The act before counts for nothing and is made again."""

    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Settled(Event):
    """A wager decided; ``net`` is None where no clause states the payout."""

    wager: str
    result: str
    payout: str
    net: Fraction | None
    because: str


@dataclass(frozen=True, slots=True)
class Stays(Event):
    wager: str
    is_off: bool = False


@dataclass(frozen=True, slots=True)
class Remembered(Event):
    """Something kept: by the round (``wager`` is None) or by a wager."""

    wager: str | None
    memory: str
    value: str


@dataclass(frozen=True, slots=True)
class WentTo(Event):
    step: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    because: str = ""


@dataclass(frozen=True, slots=True)
class Irregular(Event):
    """An irregularity and what was done about it."""

    name: str
    remedies: tuple[str, ...]
    at_the_word_of: str | None = None


# cards


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """Cards dealt, in the order in which they left the deck, each with the area that it went to."""

    cards: tuple[tuple[str, Card], ...]
    is_up: bool


@dataclass(frozen=True, slots=True)
class Burned(Event):
    """Cards out of play: off the deck, or those of an area.  ``kept_as`` is the name under which they stay known."""

    cards: tuple[Card, ...]
    is_up: bool
    area: str | None = None
    kept_as: str | None = None


@dataclass(frozen=True, slots=True)
class Discarded(Event):
    area: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """The player, or the dealer, sees the cards of these areas."""

    who: str
    areas: tuple[str, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """Cards turned up for all; ``shown`` are all of the area that lie face up now."""

    area: str
    cards: tuple[Card, ...]
    shown: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """The player has chosen; ``label`` names the choice and, where it has several amounts, which: ``bet 4``.

    ``of`` are the labels of all that was offered, ``hand`` is the one that was decided on, where there are several.
    """

    choice: str
    label: str
    of: tuple[str, ...] = ()
    hand: str = ""


@dataclass(frozen=True, slots=True)
class Split(Event):
    """The last card of a hand has become a hand of its own; both are named anew."""

    hand: str
    new: str


@dataclass(frozen=True, slots=True)
class CardsSet(Event):
    """Cards set into the parts of their area, each part with its cards.

    ``label`` names what the player decided, ``of`` all lawful settings; the dealer decides nothing and sets by a ``way``.
    """

    who: str
    area: str
    parts: tuple[tuple[str, tuple[Card, ...]], ...]
    label: str = ""
    of: tuple[str, ...] = ()
    way: str = ""


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """The player decides no more in this round."""


@dataclass(frozen=True, slots=True)
class Forfeited(Settled):
    """A wager lost at once, or half of it (``lose half``)."""


@dataclass(frozen=True, slots=True)
class BonusSettled(Event):
    """What a bonus brings beside the result of the wager it is on; ``net`` is None where no clause states it.

    ``result`` is ``win`` or ``nothing``.
    """

    bonus: str
    wager: str
    result: str
    payout: str
    net: Fraction | None
    because: str = ""


@dataclass(frozen=True, slots=True)
class PaidBeside(Event):
    """Money that the row of a wager gives to somebody else: to ``each other player``, or to a party by name.

    ``needs`` is the wager that such a player must have made; ``amount`` None where it hangs on a meter of unknown size.
    """

    wager: str
    to: str
    payout: str
    amount: Fraction | None
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Capped(Event):
    """A payment that meets a cap; ``cut`` is what it loses, None where the house may set a cap that is not stated."""

    wager: str
    cut: Fraction | None


@dataclass(frozen=True, slots=True)
class MeterPaid(Event):
    """A meter that has paid; ``left`` is what it stands at now, None where that is not known."""

    meter: str
    paid: Fraction
    left: Fraction | None


# roles


@dataclass(frozen=True, slots=True)
class RoleTaken(Event):
    """The player holds a role in this round; ``share`` is the part of its results that the dealer takes, None if he holds it alone."""

    role: str
    share: Fraction | None = None


@dataclass(frozen=True, slots=True)
class TakenAsMet(Event):
    """What is needed of rounds before this one, or of the table: one round does not tell, so it is taken to be so.

    ``of`` is the role, or the wager, that needs it.
    """

    of: str
    words: str


@dataclass(frozen=True, slots=True)
class DealerMade(Made):
    """A wager that the dealer makes against the player."""


@dataclass(frozen=True, slots=True)
class DealerSettled(Settled):
    """A wager of the dealer's decided: ``result`` is the wager's, ``net`` what it brings the player against whom it was made."""


@dataclass(frozen=True, slots=True)
class NoneAgainst(Event):
    """Nobody wagers against a role that the player holds."""

    role: str


@dataclass(frozen=True, slots=True)
class RoleSettled(Event):
    """What a round leaves to the holder of a role.

    ``gross`` is what the wagers against it brought him, ``taken`` the dealer's part of that, ``commission`` what is charged
    on the rest; ``net`` is what is left.
    """

    role: str
    gross: Fraction
    taken: Fraction
    commission: Fraction
    net: Fraction
