"""A deal of cards with what the player decides, played on one side of a comparison through the interpreter."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TypeAlias

from audit.checks.staging import limits_for, with_limits
from audit.compare.side import Side, choices
from audit.play.cards import Card, deck
from audit.play.choosing import ToDecide
from audit.play.errors import AmountError, NotPlayable, PlayError
from audit.play.events import BonusSettled, Decided, Event, Settled
from audit.play.feed import Seeded
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Value, settle
from audit.solve.cards.course import Spot
from audit.solve.cards.staking import staked

Laid: TypeAlias = tuple[tuple[Spot, Card], ...]
"""Cards, each with the spot at which it lies."""


@dataclass(frozen=True)
class Dealt:
    """On either side cards at some spots, and what is decided on the way, each with its step.

    ``together`` are the wagers that are made on either side, those among them that decisions make.
    """

    cards: tuple[Laid, Laid]
    old: tuple[tuple[str, str], ...]
    new: tuple[tuple[str, str], ...]
    together: tuple[tuple[str, ...], tuple[str, ...]]


@dataclass
class _AsDecided:
    """Takes what is named for a step, in order; where nothing is, what is offered first."""

    wanted: Mapping[str, deque[str]]

    def choose(self, decision: ToDecide) -> int:
        named = self.wanted.get(decision.step)
        labels = [offer.label for offer in decision.offers]
        if named and named[0] in labels:
            return labels.index(named.popleft())
        if named:
            found = [n for n, offer in enumerate(decision.offers) if _is_meant(named[0], offer.makes, offer.choice)]
            if len(found) == 1:
                named.popleft()
                return found[0]
        return 0


def _is_meant(wanted: str, makes: Sequence[tuple[str, Fraction]], choice: str) -> bool:
    """Whether an offer is the choice of that name; its stake is then in money, and told otherwise."""
    return wanted == choice and len(makes) <= 1


@dataclass(frozen=True)
class PlayedDeal:
    """A round as it was played: its events, what stopped it, the wagers asked for and the choices of the command."""

    events: tuple[Event, ...]
    stopped: PlayError | None
    wishes: tuple[Wish, ...]
    choices: Mapping[str, Value]
    cards: tuple[tuple[str, tuple[Card, ...]], ...] = field(default=())

    def settled(self, wager: str) -> Settled | None:
        """How a wager was decided; None where it was not, or never stood."""
        return next((e for e in self.events if isinstance(e, Settled) and e.wager == wager), None)

    def net(self, wager: str) -> Fraction | None:
        """What a wager brought, its bonuses counted in; None where it was not decided, or no clause states it."""
        own = self.settled(wager)
        nets = [
            own.net if own else None,
            *(e.net for e in self.events if isinstance(e, BonusSettled) and e.wager == wager),
        ]
        return None if any(net is None for net in nets) else sum((n for n in nets if n is not None), Fraction(0))

    @property
    def decided(self) -> tuple[str, ...]:
        return tuple(event.label for event in self.events if isinstance(event, Decided))


def play_deal(side: Side, dealt: Dealt, amount: Fraction, *, is_new: bool) -> PlayedDeal:
    """The round on one side with a stake of ``amount`` for each unit.

    Raises `AmountError` where that is not permitted, `ConfigureError`, `NotSolvable` and `NotPlayable`.
    """
    wagers = dealt.together[is_new]
    ruleset = side.configured.ruleset
    made = staked(ruleset, wagers)
    wishes = tuple(Wish(w.wager, w.label, w.amount if w.wager in made.in_money else w.amount * amount) for w in made.wishes)
    stated = [w for w in ruleset.of(wg.Wager) if w.name.text in wagers]
    more = limits_for(side.configured, stated, amount)
    chosen = {**choices(side.configured), **more}
    settle(side.configured.source, chosen)
    cards = _by_area(dealt.cards[is_new], deck(ruleset))
    decided: dict[str, deque[str]] = {}
    own, others = (dealt.new, dealt.old) if is_new else (dealt.old, dealt.new)
    steps = {step for step, _ in own}
    for step, label in (*own, *(made for made in others if made[0] not in steps)):  # what decides nothing here is decided alike
        decided.setdefault(step, deque()).append(label)
    game = Play(
        with_limits(side.configured, more), Given({}, Seeded(0), dict(cards)), list(wishes), chooser=_AsDecided(decided)
    )
    events: list[Event] = []
    stopped: PlayError | None = None
    try:
        for event in game.one_round(stop_when_idle=True):
            events.append(event)  # one by one: what came before an error is kept
    except (AmountError, NotPlayable):
        raise
    except PlayError as error:
        stopped = error
    return PlayedDeal(tuple(events), stopped, wishes, chosen, cards)


def _by_area(cards: Sequence[tuple[Spot, Card]], pack: Sequence[Card]) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    """The cards of each area in the order of dealing; gaps are filled with cards that are left."""
    at = dict(cards)
    left = [card for card in reversed(pack) if card not in at.values()]
    found: list[tuple[str, tuple[Card, ...]]] = []
    for area in dict.fromkeys(area for (area, _), _ in cards):
        last = max(n for (name, n) in at if name == area)
        found.append((area, tuple(at[area, n] if (area, n) in at else left.pop(0) for n in range(last + 1))))
    return tuple(found)
