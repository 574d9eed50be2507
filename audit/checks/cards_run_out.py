"""A table that asks for more cards than the deck holds.

What: The cards that the round deals to all seats, to the dealer and to the board, with those that are burned, come to
    more than the deck has.
Why: The dealer stands with hands half dealt, and no clause says what follows.
Example: seats at most 8, five cards to each and one deck of 52, with a dealer's hand, seven burns and a board of five.
Instead: fewer seats; or more packs.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, counted, joined, listed
from audit.language.diagnostics import Severity
from audit.play.cards import deck
from audit.play.errors import PlayError
from audit.ruleset import chance as ch
from audit.ruleset import expressions as ex
from audit.ruleset import places as pl
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

NAME = "cards-run-out"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = False


@dataclass(frozen=True, slots=True)
class _Needed:
    """Cards that one round takes: to each seat, to the dealer, to the table, burned."""

    each: int
    dealer: int
    table: int
    burned: int

    def with_seats(self, seats: int) -> int:
        return seats * self.each + self.dealer + self.table + self.burned


def check(context: Context) -> Iterator[Finding]:
    """One finding, where the numbers are all known and do not fit."""
    ruleset = context.configured.ruleset
    needed = needed_cards(ruleset)
    seats = next(iter(ruleset.of(pl.Seats)), None)
    if needed is None or seats is None or seats.most.denominator != 1:
        return
    try:
        held = len(deck(ruleset))
    except PlayError:
        return
    most = int(seats.most)
    if needed.with_seats(most) > held:
        yield _finding(context, needed, seats, held, [s.basis for s in ruleset.of(ch.Deck)])


def needed_cards(ruleset: Ruleset) -> _Needed | None:
    """What a round takes off the deck; None where that hangs on how it goes, or no deck is dealt from."""
    if len(ruleset.of(ch.Deck)) != 1 or len(ruleset.of(rd.Round)) != 1:
        return None
    owners = {area.name.text: area.owner for area in ruleset.of(pl.Area)}
    found = {pl.Owner.EACH_PLAYER: 0, pl.Owner.DEALER: 0, pl.Owner.TABLE: 0}
    burned = 0
    for node in walk(ruleset.of(rd.Round)[0]):
        match node:
            case rd.Deal(cards=cards, to=to):
                for name in to:
                    owner = owners.get(name.text)
                    if owner is None or cards.denominator != 1:
                        return None
                    found[owner] += int(cards)
            case rd.Burn(what=ex.Number() as number) if _whole(number) is not None:
                burned += _whole(number) or 0
            case rd.DealUntil() | rd.SplitHand() | rd.DrawCards() | rd.Exchange() | rd.GoTo() | rd.ShuffleInto():
                return None
    return _Needed(found[pl.Owner.EACH_PLAYER], found[pl.Owner.DEALER], found[pl.Owner.TABLE], burned)


def _whole(number: ex.Number) -> int | None:
    value = number.value
    return int(value) if isinstance(value, Fraction) and value.denominator == 1 else None


def _finding(context: Context, needed: _Needed, seats: pl.Seats, held: int, decks: list[Basis]) -> Finding:
    most = int(seats.most)
    wanted = needed.with_seats(most)
    fit = (held - needed.with_seats(0)) // needed.each if needed.each else 0
    parts = [f"{needed.each} to each of {most} seats"]
    parts += [f"{number} {where}" for number, where in (
        (needed.dealer, "to the dealer"), (needed.table, "to the table"), (needed.burned, "burned")) if number]
    cites = joined(cites_of([seats.basis]), cites_of(decks))
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{most} seats take {wanted} cards, and the deck holds {held}"),
        condition=Prose(f"A round deals {listed(parts)}: {wanted} cards of {held}."),
        criteria=Prose("The deck must hold every card that a full table is dealt."),
        cause=Prose(f"The number of seats and the cards of a round do not go together with {held} cards."),
        effect=Prose(f"no more than {counted(fit, 'seat')} can be dealt in" if fit > 0 else "not one hand can be dealt whole"),
        recommendation=Prose(f"Let at most {counted(fit, 'seat')} play, or add cards."),
        ruleset=context.id,
        subject="cards run out",
        cites=cites,
        span=seats.basis.span,
        witness=None,
        no_witness_because=Prose("The numbers show it; play deals one seat."),
    )
