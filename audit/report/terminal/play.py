"""The text of `audit play`: what happened, line by line, with the clauses that made it happen."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from audit.checks.wording import money
from audit.language.quoting import words_of_line
from audit.language.syntax import Source
from audit.play import events as ev
from audit.play.rounds import Play
from audit.play.wording import outcome_text
from audit.ruleset.basis import Basis
from audit.ruleset.configure import money_text, read_value
from audit.ruleset.money import Odds

CLAUSES = 18
"""Room for the clauses at the end of a line."""

WHO = 9
RESULTS = {"lose half": "loses half of its stake", "void": "is void", "return": "comes back"}
_ROW = re.compile(r"(?:win|lose|lose half|push|void|return)\s+(?:on\s+)?(.*)")
_LIST = re.compile(r".*(,| through ).*")


def play_text(
    events: Sequence[ev.Event], game: Play, sources: Mapping[str, Source], width: int, *, to_the_end: bool = False
) -> Iterator[str]:
    """The transcript, then what the player has won or lost, and why it ends there; ``to_the_end`` if that was asked."""
    yield from transcript(events, sources, width)
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


def transcript(events: Iterable[ev.Event], sources: Mapping[str, Source], width: int) -> Iterator[str]:
    """The lines of a transcript.  Wagers that merely stay are told on one line a settle."""
    telling = _Telling(sources, width - CLAUSES)
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
        if not isinstance(event, ev.Made if self.made else ev.Stays):
            yield from self.rest()
        match event:
            case ev.Entered():
                if event.step != self.step:
                    yield event.step
                self.step = event.step
            case ev.Made():
                self.made.append(event)
                self.stakes[event.wager] = event.amount
            case ev.CameUp():
                yield self._line(str(event.number), event.verb, outcome_text(event.outcome), event.bases)
            case ev.Voided():
                yield self._line("", "again", f"{event.outcome} counts for nothing", event.bases)
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
            case ev.Irregular():
                word = f", at the word of {event.at_the_word_of}" if event.at_the_word_of else ""
                yield self._line("", event.name, f"{' and '.join(event.remedies)}{word}", event.bases)

    def _line(self, number: str, who: str, what: str, bases: Iterable[Basis]) -> str:
        text = f"{number:<3}{who:<{WHO}}{'' if len(who) < WHO else ' '}{what}" if who else f"{number:<3}{what}"
        cited = clauses(bases)
        return f"{text:<{self.clauses_at}}{'' if len(text) < self.clauses_at else '  '}{cited}".rstrip()


def settled(event: ev.Settled, sources: Mapping[str, Source], stake: Fraction | None = None) -> str:
    """``wins $10 at 1 to 1: the point``; ``wins $9.50 net, paid 1 to 1`` where something is taken off a ``stake``."""
    because = reason(event, sources)
    behind = f": {because}" if because else ""
    if event.net is None:
        return f"wins, and no clause states the payout{behind}"
    match event.result:
        case "win":
            return f"wins {money(event.net)}{_at(event, stake)}{behind}"
        case "lose":
            return f"loses {money(-event.net)}{behind}"
        case "push":
            return f"pushes{f', {signed(event.net)}' if event.net else ''}{behind}"
        case other:
            gained = f", {signed(event.net)}" if event.net else ""
            return f"{RESULTS.get(other, other)}{gained}{behind}"


def _at(event: ev.Settled, stake: Fraction | None) -> str:
    if not event.payout:
        return ""
    if event.payout == "as its parts":
        return " by its parts"
    odds = read_value(event.payout)
    is_net = stake is not None and isinstance(odds, Odds) and event.net != odds.net * stake
    return f" net, paid {event.payout}" if is_net else f" at {event.payout}"


def reason(event: ev.Settled, sources: Mapping[str, Source]) -> str:
    """What made it so, in the words of the line that did: ``6 is one of 5, 6, 7, 8``, ``the point``."""
    for basis in event.bases:
        row = _ROW.fullmatch(words_of_line(basis.span, sources))
        if row is None:
            continue
        tests = row[1].strip()
        if not event.because or tests == event.because:
            return tests
        if tests == "otherwise":
            return f"{event.because}, and nothing else fits"
        return f"{event.because} is one of {tests}" if _LIST.fullmatch(tests) else f"{event.because}, {tests}"
    return event.because


def signed(amount: Fraction) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


def summary(events: Sequence[ev.Event]) -> str:
    """What the player has won or lost, wager by wager, in the order in which they were made."""
    made = list(dict.fromkeys(e.wager for e in events if isinstance(e, ev.Made)))
    nets = [(e.wager, e.net) for e in events if isinstance(e, ev.Settled)]
    nets.sort(key=lambda item: made.index(item[0]) if item[0] in made else len(made))
    if any(net is None for _, net in nets):
        open_ones = ", ".join(wager for wager, net in nets if net is None)
        return f"player: not known, since no clause states what is paid on {open_ones}"
    if not nets:
        return "player: no wager was decided"
    whole = sum((net for _, net in nets if net is not None), Fraction(0))
    return f"player {signed(whole)}: " + ", ".join(f"{wager} {signed(net)}" for wager, net in nets if net is not None)


def clauses(bases: Iterable[Basis]) -> str:
    """The clauses of the lines concerned, those of one line with commas; what is assumed says so."""
    groups: list[str] = []
    for basis in bases:
        found = [str(c) for c in basis.cites]
        if not found and basis.assumption is not None:
            found = ["assumed"]
        if found:
            groups.append(", ".join(dict.fromkeys(found)))
    return "; ".join(dict.fromkeys(groups))
