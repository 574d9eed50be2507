"""What a round is before it is played: its steps, the deck, which wagers are made by decisions and settled at the end."""

from __future__ import annotations

from fractions import Fraction

from audit.play.cards import Card, deck
from audit.play.circles import circular
from audit.play.errors import PlayError
from audit.play.itself import worked_out_once
from audit.play.sight import Thing
from audit.ruleset import chance as ch
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.expressions import OwnMemory
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

BLANK = Card("?")
"""A card that nobody looks at: what is dealt where an oracle says what cards are worth."""


@worked_out_once
def all_steps(ruleset: Ruleset) -> tuple[rd.Step, ...]:
    """The steps of the round; raises `PlayError` where the ruleset has none, or is told in terms of itself."""
    told = circular(ruleset)
    if told is not None:
        raise PlayError(f"{getattr(told, 'name', '')} is told in terms of itself", told.basis.span)
    rounds = ruleset.of(rd.Round)
    steps = tuple(step for one in rounds for step in one.steps)
    if not steps:
        raise PlayError("no round is stated, so nothing can be played")
    return steps


@worked_out_once
def made_by_decision(steps: tuple[rd.Step, ...]) -> frozenset[str]:
    """The wagers that a choice makes: they are made then, whatever else says when that is."""
    return frozenset(node.wager.text for node in walk(steps) if isinstance(node, rd.Make | rd.MayMake | rd.SplitHand))


def whole_deck(ruleset: Ruleset, *, is_blank: bool) -> tuple[Card, ...]:
    """The cards of a fresh deck, none where none is declared."""
    if not ruleset.of(ch.Deck) and not ruleset.of(ch.ListedDeck):
        return ()
    cards = deck(ruleset)
    return (BLANK,) * len(cards) if is_blank else cards


@worked_out_once
def never_settled(ruleset: Ruleset, steps: tuple[rd.Step, ...]) -> frozenset[str]:
    """The wagers of a round of cards that no ``settle`` names: they are settled at its end."""
    nodes = list(walk(steps))
    if not any(isinstance(node, rd.Deal | rd.DealUntil) for node in nodes):
        return frozenset()
    if any(isinstance(node, rd.SettleAll) for node in nodes):
        return frozenset()
    named = {name.text for node in nodes if isinstance(node, rd.SettleSome) for name in node.wagers}
    return frozenset(wager.name.text for wager in ruleset.of(wg.Wager)) - named


@worked_out_once
def fresh_memory(steps: tuple[rd.Step, ...]) -> dict[str, Thing]:
    """The round's memory at its start: counts at 0, sets empty, anything kept unset."""
    memory: dict[str, Thing] = {}
    for node in walk(steps):
        if isinstance(node, wg.CountUp) and not isinstance(node.memory, OwnMemory):
            memory[node.memory.name.text] = Fraction(0)
        elif isinstance(node, wg.Add) and not isinstance(node.memory, OwnMemory):
            memory[node.memory.name.text] = frozenset()
    return memory
