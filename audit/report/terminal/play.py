"""The text of `audit play`: what happened, line by line, with the clauses that made it happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from audit.language.syntax import Source
from audit.play import events as ev
from audit.play.rounds import Play
from audit.play.wording import outcome_text
from audit.report.terminal.cards import CardTelling
from audit.report.terminal.play_words import clauses, dealer_settled, of_role, payment, settled, signed
from audit.ruleset.basis import Basis
from audit.ruleset.chance import Deck
from audit.ruleset.configure import money_text

if TYPE_CHECKING:
    from audit.solve.cards.playing import Worth

CLAUSES = 18
"""Room for the clauses at the end of a line."""

WHO = 9


def play_text(
    events: Sequence[ev.Event], game: Play, sources: Mapping[str, Source], width: int, *, to_the_end: bool = False,
    worths: Sequence[Sequence[Worth]] = (),
) -> Iterator[str]:  # fmt: skip
    """The transcript, then what the player has won or lost, and why it ends there; ``to_the_end`` if that was asked.

    ``worths`` are what the offers of each decision were worth, where best play decided.
    """
    if game.ruleset.of(Deck):
        yield from _told(CardTelling(game, sources, width - CLAUSES, worths=worths), events)
    else:
        yield from _told(_Telling(sources, width - CLAUSES), events)
    still = [stake.id for stake in game.state.open_stakes]
    if still:
        end = f"Stopped: still open: {', '.join(still)}"
    elif events and not isinstance(events[-1], ev.RoundEnded) and game.state.stakes:
        more = "and nothing more is given" if to_the_end else "(--to-the-end goes on to the end of the round)"
        end = f"Stopped: no wager is left {more}"
    else:
        end = ""
    total = summary(events)
    if len(total) + len(end) + 3 <= width:
        yield f"{total}   {end}".rstrip()
    else:
        yield from filter(None, (total, end))


def _told(telling: _Telling | CardTelling, events: Iterable[ev.Event]) -> Iterator[str]:
    """The lines of a transcript.  Wagers that merely stay are told on one line a settle."""
    for event in events:
        yield from telling.lines(event)
    yield from telling.rest()


@dataclass
class _Telling:
    """What is held back until the next event tells that no more of its kind follow."""

    sources: Mapping[str, Source]
    clauses_at: int
    made: list[ev.Made] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)
    step: str = ""
    stakes: dict[str, Fraction] = field(default_factory=dict)

    def rest(self) -> Iterator[str]:
        if self.made:
            wagers = ", ".join(f"{e.wager} {money_text(e.amount)}" for e in self.made)
            yield self._line("", "player", f"makes {wagers}", [b for e in self.made for b in e.bases])
            self.made = []
        if len(self.stays) == 1:
            yield self._line("", self.stays[0], "stays", ())
        elif self.stays:
            yield self._line("", "", f"{', '.join(self.stays)} stay", ())
        self.stays = []

    def lines(self, event: ev.Event) -> Iterator[str]:
        if not isinstance(event, ev.Made if self.made else ev.Stays) or isinstance(event, ev.DealerMade):
            yield from self.rest()
        match event:
            case ev.Entered():
                if event.step != self.step:
                    yield event.step
                self.step = event.step
            case ev.DealerMade():
                yield self._line("", "dealer", f"makes {event.wager} {money_text(event.amount)}", event.bases)
                self.stakes[event.wager] = event.amount
            case ev.Made():
                self.made.append(event)
                self.stakes[event.wager] = event.amount
            case ev.CameUp():
                yield self._line(str(event.number), event.verb, outcome_text(event.outcome), event.bases)
            case ev.Voided():
                yield self._line("", "again", f"{event.outcome} counts for nothing", event.bases)
            case ev.DealerSettled():
                words = dealer_settled(event, self.sources, self.stakes.get(event.wager))
                yield self._line("", event.wager, words, event.bases)
            case ev.RoleTaken() | ev.TakenAsMet() | ev.NoneAgainst() | ev.RoleSettled():
                yield self._line("", "", of_role(event), event.bases)
            case ev.Settled():
                yield self._line(
                    "", event.wager, settled(event, self.sources, self.stakes.get(event.wager)), event.bases
                )
            case ev.Stays() if event.is_off:
                yield self._line("", event.wager, "is off: stays", event.bases)
            case ev.Stays():
                self.stays.append(event.wager)
            case ev.Remembered():
                who = event.wager or event.memory
                what = f"is {event.value}" if event.wager is None else f"its {event.memory} is {event.value}"
                yield self._line("", who, what, event.bases)
            case ev.WentTo():
                if event.step != self.step:
                    yield self._line("", "", f"go to {event.step}", event.bases)
            case ev.RoundEnded():
                yield self._line("", "", "the round ends", event.bases)
            case ev.BonusSettled() | ev.PaidBeside() | ev.Capped() | ev.MeterPaid():
                yield self._line("", "", payment(event), event.bases)
            case ev.Irregular():
                word = f", at the word of {event.at_the_word_of}" if event.at_the_word_of else ""
                yield self._line("", event.name, f"{' and '.join(event.remedies)}{word}", event.bases)

    def _line(self, number: str, who: str, what: str, bases: Iterable[Basis]) -> str:
        text = f"{number:<3}{who:<{WHO}}{'' if len(who) < WHO else ' '}{what}" if who else f"{number:<3}{what}"
        cited = clauses(bases)
        return f"{text:<{self.clauses_at}}{'' if len(text) < self.clauses_at else '  '}{cited}".rstrip()


def summary(events: Sequence[ev.Event]) -> str:
    """What the player has won or lost, wager by wager, in the order in which they were made."""
    made = list(dict.fromkeys(e.wager for e in events if isinstance(e, ev.Made)))
    nets = [(e.wager, e.net) for e in events if isinstance(e, ev.Settled)]
    nets += [(e.bonus, e.net) for e in events if isinstance(e, ev.BonusSettled) and e.net != 0]
    nets += [item for e in events if isinstance(e, ev.RoleSettled) for item in _less(e)]
    nets.sort(key=lambda item: made.index(item[0]) if item[0] in made else len(made))
    if any(net is None for _, net in nets):
        open_ones = ", ".join(wager for wager, net in nets if net is None)
        return f"player: not known, since no clause states what is paid on {open_ones}"
    if not nets:
        return "player: no wager was decided"
    whole = sum((net for _, net in nets if net is not None), Fraction(0))
    return f"player {signed(whole)}: " + ", ".join(f"{wager} {signed(net)}" for wager, net in nets if net is not None)


def _less(event: ev.RoleSettled) -> Iterator[tuple[str, Fraction]]:
    """What goes off the results of the wagers against a role that the player holds."""
    if event.taken:
        yield f"the dealer's part of {event.role}", -event.taken
    if event.commission:
        yield f"commission of {event.role}", -event.commission
