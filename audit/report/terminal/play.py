"""The text of `audit play`: what happened, line by line, with the clauses that made it happen."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from audit.play import events as ev
from audit.play.wording import outcome_text
from audit.ruleset.basis import Basis
from audit.ruleset.configure import money_text

CLAUSES_AT = 82


def transcript(events: Iterable[ev.Event]) -> Iterator[str]:
    """The lines of a transcript.  Wagers that merely stay are told on one line a settle."""
    made: list[ev.Made] = []
    stays: list[str] = []
    step = ""
    for event in events:
        if made and not isinstance(event, ev.Made):
            yield _made(made)
            made = []
        if stays and not isinstance(event, ev.Stays):
            yield _line("", "stays", ", ".join(stays), ())
            stays = []
        match event:
            case ev.Entered():
                if event.step != step:
                    yield event.step
                step = event.step
            case ev.Made():
                made.append(event)
            case ev.CameUp():
                yield _line(str(event.number), event.verb, outcome_text(event.outcome), event.bases)
            case ev.Voided():
                yield _line("", "again", f"{event.outcome} counts for nothing", event.bases)
            case ev.Settled():
                yield _line("", event.wager, settled(event), event.bases)
            case ev.Stays() if event.is_off:
                yield _line("", event.wager, "is off: stays", event.bases)
            case ev.Stays():
                stays.append(event.wager)
            case ev.Remembered():
                who = event.wager or event.memory
                what = f"is {event.value}" if event.wager is None else f"its {event.memory} is {event.value}"
                yield _line("", who, what, event.bases)
            case ev.WentTo():
                if event.step != step:
                    yield _line("", "", f"go to {event.step}", event.bases)
            case ev.RoundEnded():
                yield _line("", "", "the round ends", event.bases)
            case ev.Irregular():
                word = f", at the word of {event.at_the_word_of}" if event.at_the_word_of else ""
                yield _line("", event.name, f"{' and '.join(event.remedies)}{word}", event.bases)
    if made:
        yield _made(made)
    if stays:
        yield _line("", "stays", ", ".join(stays), ())


def settled(event: ev.Settled) -> str:
    """``wins $10 at 1 to 1: 6``."""
    because = f": {event.because}" if event.because else ""
    if event.net is None:
        return f"wins, and no clause states the payout{because}"
    match event.result:
        case "win":
            at = (
                f" at {event.payout}"
                if event.payout and event.payout != "as its parts"
                else " by its parts"
                if event.payout
                else ""
            )
            return f"wins {money_text(event.net)}{at}{because}"
        case "lose" | "lose half":
            return f"loses {money_text(-event.net)}{because}"
        case "push":
            return f"pushes{because}" if not event.net else f"pushes, {signed(event.net)}{because}"
        case other:
            return f"{ {'void': 'is void', 'return': 'is returned'}.get(other, other) }{because}"


def signed(amount: Fraction) -> str:
    return f"+{money_text(amount)}" if amount > 0 else money_text(amount)


def summary(events: Sequence[ev.Event]) -> str:
    """What the player has won or lost, wager by wager."""
    nets = [(e.wager, e.net) for e in events if isinstance(e, ev.Settled)]
    if any(net is None for _, net in nets):
        open_ones = ", ".join(wager for wager, net in nets if net is None)
        return f"player: not known, since no clause states what is paid on {open_ones}"
    whole = sum((net for _, net in nets if net is not None), Fraction(0))
    parts = ", ".join(f"{wager} {signed(net)}" for wager, net in nets if net is not None)
    return f"player {signed(whole)}" + (f": {parts}" if parts else "")


def clauses(bases: Iterable[Basis]) -> str:
    """The clauses of the lines concerned, each once; what is assumed says so."""
    found: list[str] = []
    for basis in bases:
        found.extend(str(c) for c in basis.cites)
        if not basis.cites and basis.assumption is not None:
            found.append("assumed")
    return ", ".join(dict.fromkeys(found))


def _made(made: Sequence[ev.Made]) -> str:
    wagers = ", ".join(f"{e.wager} {money_text(e.amount)}" for e in made)
    return _line("", "player", f"makes {wagers}", [b for e in made for b in e.bases])


def _line(number: str, who: str, what: str, bases: Iterable[Basis]) -> str:
    text = f"{number:<3}{who:<9}{'' if len(who) < 9 else ' '}{what}" if who else f"{number:<3}{what}"
    cited = clauses(bases)
    return f"{text:<{CLAUSES_AT}}{'' if len(text) < CLAUSES_AT else '  '}{cited}".rstrip()
