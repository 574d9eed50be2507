"""Irregularities of cards, played: what becomes of the card, of the hands, of the wagers.

They happen at the first deal at which they can.  What is found in the deck, or comes off it in error, is found before the
cards of that deal leave it; what is wrong with cards that lie is seen once they do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from audit.play.errors import NotPlayable, RoundVoided
from audit.play.evaluating import holds
from audit.play.events import Burned, Discarded, Event, RoundEnded
from audit.play.lying import BURNS, DISCARDS
from audit.play.remedies import remedy_text
from audit.play.sight import Thing
from audit.ruleset import controls as ct
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk

if TYPE_CHECKING:
    from audit.play.rounds import Play

BEFORE_DEAL = frozenset({"face_up_in_deck", "drawn_in_error", "device_fails", "deck_short"})
AFTER_DEAL = frozenset(
    {"card_exposed", "card_missing", "wrong_count", "card_off_table", "wrong_start", "seat_skipped", "deck_wrong"}
    | {"dealt_to_stranger", "dealt_early"}
)
CARD_FACTS = {
    "card_exposed": ("owner", "cards", "card", "card_of_deal"),
    "drawn_in_error": ("owner", "exposed"),
    "card_missing": ("owner", "cards"),
    "wrong_count": ("owner", "cards"),
    "card_off_table": ("owner", "cards"),
    "face_up_in_deck": ("cards",),
    "wrong_start": ("bettors",),
    "seat_skipped": ("bettors",),
    "dealt_to_stranger": ("bettors",),
    "dealt_early": ("bettors",),
}

ENDS = frozenset({ct.Remedy.VOID_ROUND, ct.Remedy.VOID_HANDS, ct.Remedy.MISDEAL, ct.Remedy.VOID_THAT_HAND})
"""Remedies with which the round of this player is over, once all others of the line are carried out."""

RETURNS_ALL = frozenset({ct.Remedy.RETURN_ALL, ct.Remedy.VOID_ROUND, ct.Remedy.MISDEAL, ct.Remedy.RETURN_OWN})


def carry_out(line: ct.Remedies, play: Play, facts: Mapping[str, Thing]) -> Iterator[Event]:
    """The remedies of a line, in order; raises `RoundVoided` behind those that end the round."""
    for remedy in line.remedies:
        yield from _one(remedy, play, facts, line.basis)
    if any(remedy in ENDS for remedy in line.remedies):
        yield RoundEnded("void", bases=(line.basis,))
        raise RoundVoided


def _one(remedy: ct.AnyRemedy, play: Play, facts: Mapping[str, Thing], basis: Basis) -> Iterator[Event]:
    open_names = frozenset(stake.wager.name.text for stake in play.state.open_stakes)
    match remedy:
        case ct.Remedy() if remedy in RETURNS_ALL:
            yield from play.give_back(open_names, basis)
        case ct.ReturnWagers(wagers):
            yield from play.give_back(frozenset(name.text for name in wagers), basis)
        case ct.SettleWagers(wagers):
            yield from play.settle_now(play.to_settle(wagers), basis)
        case ct.Remedy.VOID_THAT_HAND if facts.get("owner") != "player":
            raise NotPlayable(f"{remedy_text(remedy)}, where it is not said to be the player's,", basis.span)
        case ct.Remedy.COMPLETE_DEAL:
            yield from complete_deal(play)
        case ct.Remedy.DISCARD_CARD if _is_in_deck(play):
            yield off_the_deck(play, DISCARDS, basis)
        case ct.Remedy.BURN_CARD if _is_in_deck(play):
            yield off_the_deck(play, BURNS, basis)
        case ct.Remedy.USE_CARD | ct.Remedy.DEAL_MISSING | ct.Remedy.GO_ON | ct.ToldRemedy():
            return  # the card comes off the deck next, as it does in play
        case ct.Remedy.VOID_HANDS | ct.Remedy.VOID_THAT_HAND | ct.Remedy.RESHUFFLE | ct.Remedy.REMOVE_DECK:
            return  # the hands end with the round, and the next one has a whole deck, well shuffled
        case _:
            raise NotPlayable(remedy_text(remedy), basis.span)


def _is_in_deck(play: Play) -> bool:
    """Whether the card concerned is still to come off the deck."""
    assert play.incident is not None
    event = play.incident.irregularity.event
    return isinstance(event, ct.PlayedEvent) and event.event.text in BEFORE_DEAL


def off_the_deck(play: Play, area: str, basis: Basis) -> Event:
    """The next card goes out of play."""
    lying = play.dealer.put(area, True, basis.span)
    if area == DISCARDS:
        return Discarded("deck", (lying.card,), bases=(basis,))
    return Burned((lying.card,), True, bases=(basis,))


def complete_deal(play: Play) -> Iterator[Event]:
    """Every deal of the round that is still due, with no decision between."""
    deals: list[tuple[rd.StepLine, rd.Deal]] = []
    for step in play.steps:
        for line in step.lines:
            found = [node for node in walk(line) if isinstance(node, rd.Deal | rd.DealUntil)]
            if found and (step.guard is not None or not isinstance(line, rd.Act)):
                raise NotPlayable("complete the deal, where deals hang on what happens,", line.basis.span)
            deals += [(line, node) for node in found if isinstance(node, rd.Deal)]
    done = [at for at, (_, deal) in enumerate(deals) if id(deal) in play.deals_done]
    for line, deal in deals[done[-1] + 1 if done else 0 :]:
        if line.guard is None or holds(line.guard, play.state.sight()):
            yield from play.dealer.act(deal, line.basis)
