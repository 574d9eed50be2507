"""`audit play`."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.examining import GREATEST_SEED, not_alone, wrong_choice
from audit.commands.options import Choose, Output, command, within
from audit.commands.output import Form, Plain, as_json, deliver, lines_of, planned
from audit.commands.session import CLEAN, INCOMPLETE, Session, Stop, choices, usage

if TYPE_CHECKING:
    from audit.play.events import Event
    from audit.play.rounds import Play, Wish
    from audit.ruleset.configure import Configured
    from audit.ruleset.ruleset import Ruleset

FORMS = (Form.TEXT, Form.JSON)
_WISH = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\[(.*)\])?\s*=\s*\$?([\d,]{1,20}(?:\.\d{1,10})?)\s*")


@dataclass(frozen=True)
class Asked:
    """What a person wants to see played."""

    ruleset: str
    seed: int | None
    given: str | None
    choose: tuple[str, ...]
    wagers: tuple[str, ...]
    called_on: tuple[str, ...]
    irregularity: str | None
    by_the_letter: bool
    to_the_end: bool


@dataclass(frozen=True)
class Played:
    """What came of it: the events, the state at the end, and the command that plays it again."""

    events: tuple[Event, ...]
    game: Play
    configured: Configured
    drawn: int | None
    unused: tuple[str, ...]
    replay: str


def register(app: typer.Typer) -> None:
    command(app, "play", play_ruleset, "One round, line by line, with the clauses.")


def play_ruleset(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="A path, or an id such as issuer/game/edition.")],
    seed: Annotated[
        int | None,
        typer.Option(
            callback=within(0, GREATEST_SEED), metavar="N", help="The seed; without it one is drawn and printed."
        ),
    ] = None,
    given: Annotated[
        str | None, typer.Option(metavar="OUTCOMES", help='Scripted outcomes: "dice 4-2, 3-1" or "spin 00, 17".')
    ] = None,
    choose: Choose = None,
    wager: Annotated[
        list[str] | None, typer.Option(metavar="WAGER=AMOUNT", help="Such as place[6]=12; may repeat.")
    ] = None,
    on: Annotated[
        list[str] | None,
        typer.Option(metavar="WAGER", help="A wager called on where it would be off; may repeat."),
    ] = None,
    irregularity: Annotated[
        str | None, typer.Option(metavar="NAME", help="An irregularity that happens at the first act it can.")
    ] = None,
    by_the_letter: Annotated[
        bool, typer.Option("--by-the-letter", help="Leave out what only an assumption of ours supports.")
    ] = False,
    to_the_end: Annotated[bool, typer.Option("--to-the-end", help="Go on to the end of the round.")] = False,
    format: Annotated[Plain, typer.Option(help="The form on stdout.")] = Plain.TEXT,
    output: Output = None,
) -> int:
    """One round, or as many as the wagers need: what happens, line by line, with the clauses."""
    from audit.report.documents import play_document
    from audit.report.terminal.play import play_text

    session: Session = context.obj
    files = planned(output, FORMS)
    checked = session.read(ruleset, session.library())
    found = checked.ruleset
    assert found is not None and checked.assembled is not None
    sources = checked.assembled.sources
    not_alone(session, found)
    asked = Asked(
        ruleset, seed, given, tuple(choose or ()), tuple(wager or ()), tuple(on or ()), irregularity,
        by_the_letter, to_the_end,
    )  # fmt: skip
    played = _play(found, asked)
    deliver(
        session,
        Form(format.value),
        files,
        {
            Form.TEXT: lambda: lines_of(
                [
                    _first_line(found, played, len(asked.choose)),
                    *play_text(played.events, played.game, sources, session.width),
                    *_last_lines(played),
                ]
            ),
            Form.JSON: lambda: as_json(play_document(found.head.id, played.drawn, played.events, played.replay)),
        },
    )
    return CLEAN


def _play(found: Ruleset, asked: Asked) -> Played:
    """The round played; raises `Stop` for what was asked wrongly (2) and for what play does not carry out (4)."""
    from audit.play.errors import AmountError, GivenError, NotPlayable, PlayError
    from audit.play.feed import Seeded
    from audit.play.given import Given, facts_of, parse_given
    from audit.play.irregular import incident
    from audit.play.rounds import Play
    from audit.ruleset.configure import ConfigureError, configure

    events: list[Event] = []
    try:
        configured = configure(found, choices(asked.choose))
        if asked.by_the_letter:
            from audit.checks.letter import by_the_letter as without_assumed

            configured = without_assumed(configured)
        wishes = [_wish(text, asked.called_on, configured) for text in asked.wagers] or _first_wish(configured)
        scripts = parse_given(asked.given) if asked.given else {}
        drawn = asked.seed if asked.seed is not None else _draw() if not asked.given else None
        feed = Given.read(asked.given or "", Seeded(drawn) if drawn is not None else None)
        game = Play(configured, feed, wishes)
        if asked.irregularity:
            game.incident = incident(configured.ruleset, asked.irregularity, facts_of(scripts))
        try:
            events.extend(game.play(to_the_end=asked.to_the_end))
        except GivenError:
            # A script that is used up ends the play, and that is no mistake.
            if not events or feed.unused:
                raise
    except ConfigureError as error:
        raise wrong_choice(error, found, asked.choose) from error
    except (AmountError, GivenError) as error:
        name = "given-impossible" if isinstance(error, GivenError) else "amount"
        raise usage(error.message, name=name) from error
    except NotPlayable as error:
        place = error.span if error.span.line else found.head.id
        raise Stop(
            INCOMPLETE,
            f"{place}: error: {error.message} [not-playable, exit {INCOMPLETE}]",
            "audit show prints the round; what play carries out so far are dice, wheels and draws",
        ) from error
    except PlayError as error:
        place = error.span if error.span.line else found.head.id
        raise Stop(INCOMPLETE, f"{place}: error: {error.message} [not-playable, exit {INCOMPLETE}]") from error
    replay = _replay(asked, wishes, _came(events, scripts))
    return Played(tuple(events), game, configured, drawn, tuple(feed.unused), replay)


def _draw() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


def _wish(text: str, called_on: Sequence[str], configured: Configured) -> Wish:
    from audit.play.rounds import Wish
    from audit.ruleset.wagers import Wager

    match = _WISH.fullmatch(text)
    if match is None:
        shown = text if len(text) <= 60 else f"{text[:60]}…"
        raise usage(f"--wager {shown}: a wager is WAGER=AMOUNT", "such as place[6]=12", "wager")
    name, label, amount = match[1], match[2] or "", Fraction(match[3].replace(",", "") or "0")
    if configured.ruleset.named(name, Wager) is None:
        names = ", ".join(w.name.text for w in configured.ruleset.of(Wager)) or "none"
        raise usage(f"--wager {text}: there is no wager {name}", f"there are: {names}", "not-found")
    whole = f"{name}[{label}]" if label else name
    return Wish(name, label, amount, called_on=name in called_on or whole in called_on)


def _first_wish(configured: Configured) -> list[Wish]:
    """Where no wager is asked for: the first of the ruleset that needs no other, at the least stake that is chosen."""
    from audit.play.equipment import Equipment
    from audit.play.positions import positions
    from audit.play.rounds import Wish
    from audit.ruleset.configure import number_in
    from audit.ruleset.wagers import NeedsAll, NeedsAny, Wager

    least = number_in(configured.values.get("table_minimum")) or Fraction(10)
    for wager in configured.ruleset.of(Wager):
        if not any(isinstance(line, NeedsAll | NeedsAny) for line in wager.lines):
            place = positions(wager, Equipment(configured.ruleset))[0]
            return [Wish(wager.name.text, place.label, least)]
    return []


def _first_line(ruleset: Ruleset, played: Played, given: int) -> str:
    from audit.ruleset.parameters import Option

    options = [o for o in ruleset.of(Option) if played.configured.values.get(o.name.text) is not None]
    told = f"{given} option{'' if given == 1 else 's'} given, {max(len(options) - given, 0)} at their defaults"
    how = "as given" if played.drawn is None else f"seed {played.drawn}"
    return f"{ruleset.head.id}   {how}   {told}"


def _last_lines(played: Played) -> list[str]:
    lines = []
    if played.game.unmade:
        unmade = ", ".join(w.wager for w in played.game.unmade)
        lines.append(f"never made, since the moment did not come: {unmade}")
    if played.unused:
        lines.append(f"given and not used: {', '.join(played.unused)}")
    return [*lines, f"replay: {played.replay}"]


def _replay(asked: Asked, wishes: Sequence[Wish], came: str) -> str:
    """The command that plays the same again, outcome by outcome."""
    named = asked.wagers or [f"{w.wager}{f'[{w.label}]' if w.label else ''}={_plain(w.amount)}" for w in wishes]
    flags = [x for item in asked.choose for x in ("--choose", item)]
    flags += [x for item in named for x in ("--wager", item)]
    flags += [x for item in asked.called_on for x in ("--on", item)]
    flags += ["--irregularity", asked.irregularity] if asked.irregularity else []
    flags += ["--by-the-letter"] if asked.by_the_letter else []
    flags += ["--to-the-end"] if asked.to_the_end else []
    return shlex.join(["audit", "play", asked.ruleset, *flags, *(["--given", came] if came else [])])


def _plain(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):g}"


def _came(events: Sequence[Event], scripts: dict[str, list[str]]) -> str:
    """What came up, and the facts given, as ``--given`` takes it."""
    from audit.play.events import CameUp
    from audit.play.given import KINDS

    words = {"roll": "dice", "spin": "spin", "draw": "draw"}
    came: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, CameUp):
            came.setdefault(words[event.verb], []).append(str(event.outcome))
    facts = [f"{kind} {items[0]}" for kind, items in scripts.items() if kind not in KINDS]
    return "; ".join([*(f"{kind} {', '.join(items)}" for kind, items in came.items()), *facts])
