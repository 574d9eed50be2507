"""A witness: a round played through the interpreter, step by step, with the command that plays it again."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Witness, WitnessStep
from audit.checks.prose import Prose
from audit.checks.staging import STAKES, Played, play
from audit.checks.wording import came_up, cites_of, form, joined, money, plain_name, stake_name, step_name
from audit.play.equipment import Drawn, Outcome, Roll, Section
from audit.play.errors import AmountError, NotPlayable
from audit.play.events import CameUp, DealerSettled, Event, Made, Remembered, RoundEnded, Settled, Stays, Voided, WentTo
from audit.play.making import Wish
from audit.play.roles import taken_roles
from audit.ruleset import expressions as ex
from audit.ruleset import wagers as wg
from audit.ruleset.configure import (
    Configured,
    ConfigureError,
    Value,
    money_text,
    read_value,
    value_text,
)
from audit.ruleset.money import AtLeast, FromThrough, Odds
from audit.ruleset.tables import Outcome as Result
from audit.solve.stakes import Role

_PLAIN = re.compile(r"[A-Za-z0-9_,; .$-]*")


def play_out(
    context: Context,
    bundle: tuple[Role, ...],
    way: Sequence[Outcome],
    *,
    configured: Configured | None = None,
    choices: Mapping[str, Value] | None = None,
    stakes: Sequence[Fraction] = (),
) -> Played | None:
    """The wagers of a bundle through these outcomes, at the first stake that is permitted, ``stakes`` before others.

    ``configured`` is another reading of the same ruleset, under ``choices``.  None where no stake that was tried is
    permitted, or play cannot carry out a statement.
    """
    chosen = dict(context.choices if choices is None else choices)
    base = configured or context.configured
    roles = [role for role in bundle if role.part_of is None]
    for amount in (*stakes, *_least_stakes(roles), *STAKES):
        wishes = tuple(Wish(role.wager.name.text, role.position.label, amount) for role in roles)
        try:
            return play(base, chosen, roles, amount, wishes, way)
        except NotPlayable:
            return None
        except (AmountError, ConfigureError):
            continue
    return None


def _least_stakes(roles: Sequence[Role]) -> Iterator[Fraction]:
    """Stakes at the lower limit that is chosen, and handy multiples of it."""
    for role in roles:
        for line in role.wager.lines:
            if isinstance(line, wg.Amount) and isinstance(line.stake, FromThrough | AtLeast):
                least = line.stake.least if isinstance(line.stake, FromThrough) else line.stake.amount
                if isinstance(least, ex.Money) and isinstance(least.value, Fraction) and least.value:
                    yield from (least.value * times for times in (1, 2, 4, 12))


# the command


def command(context: Context, played: Played, way: Sequence[Outcome], *, by_the_letter: bool = False) -> str:
    """What plays the round again: ``audit play ID --choose … --wager … --given "dice 4-2, 3-1"``."""
    words = ["audit play", context.id]
    words += [f"--choose {quoted(f'{name}={value_text(value)}')}" for name, value in sorted(played.choices.items())]
    words += [f"--role {role}={holder}" for role, holder in taken_roles(context.ruleset).items()]
    for wish in played.wishes:
        label = f"[{wish.label}]" if wish.label else ""
        words.append(f"--wager {quoted(f'{wish.wager}{label}={amount_text(wish.amount)}')}")
    if way:
        words.append(f"--given {given(way)}")
    if by_the_letter:
        words.append("--by-the-letter")
    return " ".join(words)


def given(way: Sequence[Outcome]) -> str:
    """The outcomes as ``--given`` takes them, in quotes."""
    kinds: dict[str, list[str]] = {}
    for outcome in way:
        kinds.setdefault(_kind(outcome), []).append(str(outcome))
    text = "; ".join(f"{kind} {', '.join(items)}" for kind, items in kinds.items())
    return f'"{text}"' if _PLAIN.fullmatch(text) and "$" not in text else shlex.quote(text)


def _kind(outcome: Outcome) -> str:
    match outcome:
        case Roll():
            return "dice"
        case Section():
            return "spin"
        case Drawn():
            return "draw"


def quoted(text: str) -> str:
    """A word of a command, in quotes where a shell asks for them."""
    return shlex.quote(text)


def amount_text(amount: Fraction) -> str:
    """An amount as ``--wager`` takes it."""
    return money_text(amount).removeprefix("$").replace(",", "")


# the steps


@dataclass
class Step:
    what: str
    happens: list[str]
    cites: tuple[str, ...] = ()
    result: str = ""


def witness(
    context: Context,
    bundle: tuple[Role, ...],
    target: int,
    way: Sequence[Outcome],
    *,
    last: str = "",
    last_result: str = "",
    last_cites: Sequence[str] = (),
    stakes: Sequence[Fraction] = (),
) -> Witness | None:
    """The round of these outcomes as play has it; ``last`` tells in words what its last step shows.

    None where play refuses the round, so that no command is printed that does not play.
    """
    played = play_out(context, bundle, way, stakes=stakes)
    if played is None:
        return None
    steps = steps_of(played, bundle[target].id)
    if last and steps:
        steps[-1].happens.append(last)
        steps[-1].cites = joined(steps[-1].cites, last_cites)
        steps[-1].result = last_result or steps[-1].result
    told = tuple(WitnessStep(Prose(s.what), joined_words(s.happens), (Prose(s.result),), s.cites) for s in steps)
    return Witness(command(context, played, way), told, (Prose("Result"),))


def joined_words(happens: Sequence[str]) -> Prose:
    """What happens on one step, one after the other."""
    return Prose("; ".join(happens))


def compared(
    context: Context,
    bundle: tuple[Role, ...],
    target: int,
    way: Sequence[Outcome],
    readings: Sequence[tuple[Prose, Configured | None, Mapping[str, Value] | None]],
    *,
    by_the_letter: bool = False,
) -> Witness | None:
    """One round under several readings, side by side; the command plays the first of them.

    Each reading is its name, its configuration (None for the one in force) and the choices that make it.
    """
    rounds = [
        (name, play_out(context, bundle, way, configured=configured, choices=choices))
        for name, configured, choices in readings
    ]
    if any(played is None for _, played in rounds):
        return None
    wager = bundle[target].id
    told = [(name, played, steps_of(played, wager)) for name, played in rounds if played is not None]
    columns = tuple(name for name, _, _ in told)
    first = told[0]
    made: list[WitnessStep] = []
    for n in range(max(len(steps) for _, _, steps in told)):
        here = [steps[n] if n < len(steps) else None for _, _, steps in told]
        shown = next(step for step in here if step is not None)
        results = tuple(Prose("" if step is None else step.result) for step in here)
        happens = shown.happens if len({tuple(s.happens) for s in here if s}) == 1 else _shared(here)
        cites = joined(*(step.cites for step in here if step is not None))
        made.append(WitnessStep(Prose(shown.what), joined_words(happens), results, cites))
    return Witness(command(context, first[1], way, by_the_letter=by_the_letter), tuple(made), columns)


def _shared(steps: Sequence[Step | None]) -> list[str]:
    """What happens under every reading alike; what differs stands in the columns of results."""
    there = [step for step in steps if step is not None]
    return [text for text in there[0].happens if all(text in step.happens for step in there)]


def steps_of(played: Played, wager: str) -> list[Step]:
    """The events of a round by act of chance, as far as they speak of the wagers made and of the round's course."""
    steps: list[Step] = []
    amounts = {event.wager: event.amount for event in played.events if isinstance(event, Made)}
    for event in played.events:
        if isinstance(event, CameUp):
            steps.append(Step(came_up(event.outcome), [], cites_of(event.bases)))
            continue
        text = _words(event, amounts)
        if not text:
            continue
        if not steps:
            steps.append(Step("before play", []))
        step = steps[-1]
        step.happens.append(text)
        step.cites = joined(step.cites, cites_of(event.bases))
        if isinstance(event, Settled | Stays) and event.wager == wager:
            step.result = result_words(event, amounts)
    if played.stopped is not None and steps:
        steps[-1].happens.append(played.stopped.message)
        steps[-1].result = steps[-1].result or "no result"
    return steps


def _words(event: Event, amounts: Mapping[str, Fraction]) -> str:
    """An event in a few words; nothing for what a reader does not need."""
    match event:
        case Made(wager, amount):
            return f"{form('player', 'the player')} makes {stake_name(wager)} for {money(amount)}"
        case Settled(wager):
            return f"{stake_name(wager)} {result_words(event, amounts)}"
        case Stays(wager, is_off):
            return f"{stake_name(wager)} is off" if is_off else f"{stake_name(wager)} stays"
        case Remembered(None, memory, value):
            return f"the {plain_name(memory)} is {plain_name(value)}"
        case Remembered(str(wager), memory, value):
            return f"{plain_name(memory)} of {stake_name(wager)} is {plain_name(value)}"
        case Voided():
            return "void, made again"
        case WentTo(step):
            return f"{form('go to', 'next comes')} {step_name(step)}"
        case RoundEnded():
            return "the round ends"
        case _:
            return ""


def result_words(event: Settled | Stays, amounts: Mapping[str, Fraction]) -> str:
    """What becomes of a wager, in a few words."""
    if isinstance(event, Stays):
        return "off" if event.is_off else "stays"
    if event.net is None:
        return f"{_verb(event.result)}, payout not stated"
    if event.net == 0:
        return "comes back" if event.result in _BACK else "ends even"
    if isinstance(event, DealerSettled):
        return (
            f"loses {money(event.net)} to the player" if event.net > 0 else f"wins {money(-event.net)} from the player"
        )
    if event.net < 0:
        return f"loses {money(-event.net)}"
    odds = read_value(event.payout) if event.payout else None
    if not isinstance(odds, Odds):
        return f"wins {money(event.net)}"
    plain = event.net == odds.net * amounts.get(event.wager, Fraction(0))
    return (
        f"wins {money(event.net)} at {event.payout}" if plain else f"wins {money(event.net)} net, paid {event.payout}"
    )


_BACK = frozenset({Result.PUSH.value, Result.RETURN.value, Result.VOID.value})


def _verb(result: str) -> str:
    return {"win": "wins", "lose": "loses"}.get(result, result)
