"""`audit play`."""

from __future__ import annotations

import re
import shlex
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import (
    CLEAN,
    INCOMPLETE,
    USAGE,
    Session,
    Stop,
    as_json,
    choices,
    finish,
    print_out,
)

if TYPE_CHECKING:
    from audit.play.events import Event
    from audit.play.rounds import Wish
    from audit.ruleset.configure import Configured
    from audit.ruleset.parameters import Option
    from audit.ruleset.ruleset import Ruleset


def register(app: typer.Typer) -> None:
    app.command("play")(play_ruleset)


def play_ruleset(
    context: typer.Context,
    ruleset: Annotated[str, typer.Argument(help="A path, or an id such as issuer/game/edition.")],
    seed: Annotated[int | None, typer.Option(help="The seed; without it one is drawn and printed.")] = None,
    given: Annotated[str | None, typer.Option(help='Scripted outcomes: "dice 4-2, 3-1" or "spin 00, 17".')] = None,
    choose: Annotated[list[str] | None, typer.Option(help="OPTION=VALUE; may repeat.")] = None,
    wager: Annotated[list[str] | None, typer.Option(help="WAGER=AMOUNT, such as place[6]=12; may repeat.")] = None,
    on: Annotated[list[str] | None, typer.Option(help="A wager called on where it would be off; may repeat.")] = None,
    irregularity: Annotated[
        str | None, typer.Option(help="An irregularity that happens at the first act it can.")
    ] = None,
    by_the_letter: Annotated[
        bool, typer.Option("--by-the-letter", help="Leave out what only an assumption of ours supports.")
    ] = False,
    to_the_end: Annotated[bool, typer.Option("--to-the-end", help="Go on to the end of the round.")] = False,
    format: Annotated[str, typer.Option(help="text or json.")] = "text",
) -> None:
    """One round, or as many as the wagers need: what happens, line by line, with the clauses."""
    from audit.play.errors import AmountError, GivenError, NotPlayable, PlayError
    from audit.play.feed import Seeded
    from audit.play.given import Given, facts_of, parse_given
    from audit.play.irregular import incident
    from audit.play.rounds import Play
    from audit.report.documents import play_document
    from audit.report.terminal.play import summary, transcript
    from audit.ruleset.configure import ConfigureError, OptionUnset, configure
    from audit.ruleset.head import FileKind

    session: Session = context.obj
    checked = session.read(ruleset, session.library())
    found = checked.ruleset
    assert found is not None
    if found.head.kind is FileKind.FRAGMENT:
        raise Stop(USAGE, f"error: {found.head.id} is a fragment and not played alone [fragment, exit 2]")
    events: list[Event] = []
    unused: list[str] = []
    try:
        configured = configure(found, choices(choose or []))
        if by_the_letter:
            from audit.checks.letter import by_the_letter as without_assumed

            configured = without_assumed(configured)
        wishes = [_wish(text, on or [], configured) for text in wager or []] or _first_wish(configured)
        scripts = parse_given(given) if given else {}
        drawn = seed if seed is not None else _draw() if not given else None
        feed = Given.read(given or "", Seeded(drawn) if drawn is not None else None)
        game = Play(configured, feed, wishes)
        if irregularity:
            game.incident = incident(configured.ruleset, irregularity, facts_of(scripts))
        try:
            events.extend(game.play(to_the_end=to_the_end))
        except GivenError:
            if not events or not feed_is_spent(feed):
                raise
        unused = feed.unused
    except OptionUnset as error:
        others = [o.name.text for o in _unset(found, choose or []) if o.name.text != error.option.name.text]
        also = f"      also without a value: {', '.join(others)}" if others else ""
        message = f"error: {found.head.id}: {error.message} [option-unset, exit 2]"
        raise Stop(USAGE, message, error.hint + also) from error
    except ConfigureError as error:
        raise Stop(USAGE, f"error: {found.head.id}: {error.message} [{error.name}, exit 2]", error.hint) from error
    except NotPlayable as error:
        place = error.span if error.span.line else found.head.id
        raise Stop(INCOMPLETE, f"{place}: error: {error.message} [not-playable, exit 4]") from error
    except (AmountError, GivenError) as error:
        name = "given-impossible" if isinstance(error, GivenError) else "amount"
        raise Stop(USAGE, f"error: {error.message} [{name}, exit 2]") from error
    except PlayError as error:
        place = error.span if error.span.line else found.head.id
        raise Stop(INCOMPLETE, f"{place}: error: {error.message} [not-playable, exit 4]") from error
    named = wager or [f"{w.wager}{f'[{w.label}]' if w.label else ''}={_plain(w.amount)}" for w in wishes]
    flags = [x for item in choose or [] for x in ("--choose", item)]
    flags += [x for item in named for x in ("--wager", item)]
    flags += [x for item in on or [] for x in ("--on", item)]
    flags += ["--irregularity", irregularity] if irregularity else []
    flags += ["--by-the-letter"] if by_the_letter else []
    flags += ["--to-the-end"] if to_the_end else []
    replay = shlex.join(["audit", "play", ruleset, *flags, "--given", _came(events, scripts)])
    if format == "json":
        print(as_json(play_document(found.head.id, drawn, events, replay)), end="")
        finish(CLEAN)
    print(_first_line(found, configured, drawn, choose or []))
    print_out(transcript(events))
    still = [s.id for s in game.state.open_stakes]
    print(summary(events) + (f"; still open: {', '.join(still)}" if still else ""))
    if game.unmade:
        print(f"never made, since the moment did not come: {', '.join(w.wager for w in game.unmade)}")
    if unused:
        print(f"given and not used: {', '.join(unused)}")
    print(f"replay: {replay}")
    finish(CLEAN)


def feed_is_spent(feed: object) -> bool:
    """Whether every scripted outcome came up: then the script ends the play, and that is no mistake."""
    return not getattr(feed, "unused", ["?"])


def _draw() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


def _wish(text: str, called_on: list[str], configured: Configured) -> Wish:
    from audit.play.rounds import Wish
    from audit.ruleset.wagers import Wager

    match = re.fullmatch(r"\s*([a-z][a-z0-9_]*)\s*(?:\[(.*)\])?\s*=\s*\$?([\d,]+(?:\.\d+)?)\s*", text)
    if match is None:
        raise Stop(USAGE, f"--wager {text}: a wager is WAGER=AMOUNT, such as place[6]=12 [wager, exit 2]")
    name, label, amount = match[1], match[2] or "", Fraction(match[3].replace(",", ""))
    if configured.ruleset.named(name, Wager) is None:
        names = ", ".join(w.name.text for w in configured.ruleset.of(Wager))
        raise Stop(USAGE, f"--wager {text}: there is no wager {name} [not-found, exit 2]", f"there are: {names}")
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


def _unset(ruleset: Ruleset, chosen: list[str]) -> list[Option]:
    """The options that have neither a default nor a choice."""
    from audit.ruleset.parameters import Option

    named = {item.partition("=")[0].strip() for item in chosen}
    return [o for o in ruleset.of(Option) if o.default is None and o.name.text not in named]


def _first_line(ruleset: Ruleset, configured: Configured, seed: int | None, chosen: list[str]) -> str:
    from audit.ruleset.parameters import Option

    options = [o for o in ruleset.of(Option) if configured.values.get(o.name.text) is not None]
    given = len(chosen)
    told = f"{given} option{'' if given == 1 else 's'} given, {max(len(options) - given, 0)} at their defaults"
    return f"{ruleset.head.id}   {'scripted' if seed is None else f'seed {seed}'}   {told}"


def _plain(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):g}"


def _came(events: list[Event], scripts: dict[str, list[str]]) -> str:
    """What came up, and the facts given, as ``--given`` takes it: so the same is played again, outcome by outcome."""
    from audit.play.events import CameUp
    from audit.play.given import KINDS

    words = {"roll": "dice", "spin": "spin", "draw": "draw"}
    came: dict[str, list[str]] = {}
    for event in events:
        if isinstance(event, CameUp):
            came.setdefault(words[event.verb], []).append(str(event.outcome))
    facts = [f"{kind} {items[0]}" for kind, items in scripts.items() if kind not in KINDS]
    return "; ".join([*(f"{kind} {', '.join(items)}" for kind, items in came.items()), *facts])
