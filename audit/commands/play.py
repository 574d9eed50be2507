"""`audit play`."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.deciding import deciding
from audit.commands.examining import GREATEST_SEED, not_alone, wrong_choice
from audit.commands.holding import Roles, with_roles
from audit.commands.options import Choose, Output, command, within
from audit.commands.output import Form, Plain, as_json, deliver, lines_of, planned
from audit.commands.replaying import typed
from audit.commands.session import CLEAN, INCOMPLETE, Session, Stop, choices, usage
from audit.commands.wishes import NothingMore, ScriptEnded, check_given, check_irregularity, unknown_stakes, wishes_of

if TYPE_CHECKING:
    from audit.play.errors import PlayError
    from audit.play.events import Event
    from audit.play.making import Wish
    from audit.play.rounds import Play
    from audit.ruleset.configure import Configured
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.cards.playing import Worth

FORMS = (Form.TEXT, Form.JSON)
CARRIED_OUT = "dice, wheels, draws and cards against the house"


@dataclass(frozen=True)
class Asked:
    """What a person wants to see played."""

    words: tuple[str, ...]
    seed: int | None
    given: str | None
    decide: str | None
    choose: tuple[str, ...]
    wagers: tuple[str, ...]
    called_on: tuple[str, ...]
    irregularity: str | None
    by_the_letter: bool
    to_the_end: bool
    roles: tuple[str, ...] = ()


@dataclass(frozen=True)
class Played:
    """What came of it: the events, the state at the end, the command that plays it again, and what broke it off.

    ``decided`` says who decided where no script did; ``worths`` are what the offers of each decision were worth.
    """

    events: tuple[Event, ...]
    game: Play
    configured: Configured
    drawn: int | None
    unused: tuple[str, ...]
    replay: str
    stopped: Stop | None = None
    decided: str = ""
    worths: Sequence[tuple[Worth, ...]] = ()


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
        str | None,
        typer.Option(metavar="OUTCOMES", help='Scripted outcomes: "dice 4-2, 3-1", "spin 00, 17", "deck 8h Kd".'),
    ] = None,
    decide: Annotated[
        str | None,
        typer.Option(metavar="CHOICES", help='What the player decides, in order: "play", "check, bet 4", or "best".'),
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
    role: Roles = None,
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
    library = session.library()
    checked = session.read(ruleset, library)
    found = checked.ruleset
    assert found is not None and checked.assembled is not None
    sources = checked.assembled.sources
    not_alone(session, found)
    words = typed(session, ruleset, found.head.id, library).words
    asked = Asked(
        words, seed, given, decide, tuple(choose or ()), tuple(wager or ()), tuple(on or ()), irregularity,
        by_the_letter, to_the_end, tuple(role or ()),
    )  # fmt: skip
    found = with_roles(found, asked.roles, choices(asked.choose))
    played = _play(found, asked)
    deliver(
        session,
        Form(format.value),
        files,
        lambda to: {
            Form.TEXT: lambda: lines_of(
                [
                    _first_line(found, played, len(asked.choose)),
                    *play_text(
                        played.events, played.game, sources, to.width, to_the_end=to_the_end, worths=played.worths
                    ),
                    *_last_lines(played),
                ]
            ),
            Form.JSON: lambda: as_json(
                play_document(found.head.id, played.drawn, played.events, played.replay)
                | {"stopped": played.stopped.message if played.stopped else None}
            ),
        },
    )
    if played.stopped is not None:
        raise played.stopped
    return CLEAN


def _play(found: Ruleset, asked: Asked) -> Played:
    """The round played; raises `Stop` for what was asked wrongly (2) and for what play does not carry out (4)."""
    from audit.play.choosing import AtRandom
    from audit.play.errors import AmountError, GivenError, PlayError
    from audit.play.events import CameUp, Dealt
    from audit.play.feed import Seeded
    from audit.play.given import Given, facts_of, parse_given
    from audit.play.irregular import incident
    from audit.play.rounds import Play
    from audit.ruleset.chance import Deck
    from audit.ruleset.configure import ConfigureError, configure

    events: list[Event] = []
    stopped: Stop | None = None
    if asked.given is not None and not asked.given.strip(" ;"):
        raise usage("--given gives nothing", 'such as --given "dice 4-2, 3-1"', "given")
    if asked.irregularity:
        check_irregularity(asked.irregularity, found)
    try:
        configured = configure(found, choices(asked.choose))
        if asked.by_the_letter:
            from audit.checks.letter import by_the_letter as without_assumed

            configured = without_assumed(configured)
        wishes = wishes_of(asked.wagers, asked.called_on, configured)
        scripts = parse_given(asked.given) if asked.given else {}
        check_given(scripts, asked.irregularity, configured.ruleset)
        # Of cards it is usual to give some only; of dice a script is the whole of what comes up.
        is_drawn = not asked.given or bool(configured.ruleset.of(Deck))
        drawn = asked.seed if asked.seed is not None else _draw() if is_drawn else None
        seeded = Seeded(drawn) if drawn is not None else None
        at_random = AtRandom(drawn) if drawn is not None else None
        feed = Given.read(asked.given or "", seeded or NothingMore(), configured.ruleset)
        chooser = deciding(asked.decide, configured, at_random or NothingMore())
        game = Play(configured, feed, wishes, chooser=chooser)
        if asked.irregularity:
            facts = facts_of(scripts, configured.ruleset)
            game.incident = incident(configured.ruleset, asked.irregularity, facts)
        try:
            events.extend(game.play(to_the_end=asked.to_the_end))
        except ScriptEnded as ended:
            if feed.unused:
                raise GivenError(f"--given: nothing is left for {ended}; not used: {', '.join(feed.unused)}") from None
        except (GivenError, AmountError):
            raise
        except PlayError as error:
            # What came up before is the better part of the answer.
            if not any(isinstance(event, CameUp | Dealt) for event in events):
                raise
            stopped = _not_playable(error, found)
    except ConfigureError as error:
        raise wrong_choice(error, found, asked.choose) from error
    except (AmountError, GivenError) as error:
        name = "given-impossible" if isinstance(error, GivenError) else "amount"
        raise usage(error.message, name=name) from error
    except PlayError as error:
        raise _not_playable(error, found) from error
    if asked.seed is None and not any(one is not None and one.is_used for one in (seeded, at_random)):
        drawn = None
    replay = _replay(asked, wishes, _came(events, scripts, configured.ruleset), chooser.replay(_decided(events)))
    unused = (*feed.unused, *chooser.scripted.unused)
    return Played(tuple(events), game, configured, drawn, unused, replay, stopped, chooser.words, chooser.worths)


def _not_playable(error: PlayError, ruleset: Ruleset) -> Stop:
    from audit.play.errors import NotPlayable

    place = error.span if error.span.line else ruleset.head.id
    is_unbuilt = isinstance(error, NotPlayable)
    mend = f"audit show prints the round; what play carries out so far are {CARRIED_OUT}" if is_unbuilt else ""
    return Stop(INCOMPLETE, f"{place}: error: {error.message} [not-playable, exit {INCOMPLETE}]", mend)


def _draw() -> int:
    import secrets

    return secrets.randbelow(1_000_000)


def _first_line(ruleset: Ruleset, played: Played, given: int) -> str:
    from audit.ruleset.parameters import Option

    options = [o for o in ruleset.of(Option) if played.configured.values.get(o.name.text) is not None]
    told = f"{given} option{'' if given == 1 else 's'} given, {max(len(options) - given, 0)} at their defaults"
    how = "as given" if played.drawn is None else f"seed {played.drawn}"
    return "   ".join(filter(None, (ruleset.head.id, how, told, played.decided)))


def _last_lines(played: Played) -> list[str]:
    from audit.play.events import NoneAgainst

    lines = []
    if played.game.unmade:
        unmade = ", ".join(w.wager for w in played.game.unmade)
        lines.append(f"never made, since the moment did not come: {unmade}")
    if any(isinstance(event, NoneAgainst) for event in played.events):
        lines += unknown_stakes(played.configured)
    if played.unused:
        lines.append(f"given and not used: {', '.join(played.unused)}")
    return [*lines, f"replay: {played.replay}"]


def _replay(asked: Asked, wishes: Sequence[Wish], came: str, decided: str) -> str:
    """The command that plays the same again, outcome by outcome."""
    named = asked.wagers or [f"{w.wager}{f'[{w.label}]' if w.label else ''}={_plain(w.amount)}" for w in wishes]
    flags = [x for item in asked.choose for x in ("--choose", item)]
    flags += [x for item in asked.roles for x in ("--role", item)]
    flags += [x for item in named for x in ("--wager", item)]
    flags += [x for item in asked.called_on for x in ("--on", item)]
    flags += ["--irregularity", asked.irregularity] if asked.irregularity else []
    flags += ["--by-the-letter"] if asked.by_the_letter else []
    flags += ["--to-the-end"] if asked.to_the_end else []
    given = [*(["--given", came] if came else []), *(["--decide", decided] if decided else [])]
    return shlex.join(["audit", "play", *asked.words, *flags, *given])


def _plain(amount: Fraction) -> str:
    return str(amount.numerator) if amount.denominator == 1 else f"{float(amount):g}"


def _came(events: Sequence[Event], scripts: dict[str, list[str]], ruleset: Ruleset) -> str:
    """What came up, and the facts given, as ``--given`` takes it."""
    from audit.play.events import Burned, CameUp, Dealt, Discarded
    from audit.play.given import DECK, facts_of

    words = {"roll": "dice", "spin": "spin", "draw": "draw"}
    came: dict[str, list[str]] = {}
    off_the_deck: list[str] = []
    for event in events:
        if isinstance(event, CameUp):
            came.setdefault(words[event.verb], []).append(str(event.outcome))
        elif isinstance(event, Dealt):
            off_the_deck += [str(card) for _, card in event.cards]
        elif (isinstance(event, Burned) and event.area is None) or (
            isinstance(event, Discarded) and event.area == DECK
        ):
            off_the_deck += [str(card) for card in event.cards]
    cards = [f"{DECK} {' '.join(off_the_deck)}"] if off_the_deck else []
    facts = [f"{kind} {value}" for kind, value in facts_of(scripts, ruleset).items()]
    return "; ".join([*(f"{kind} {', '.join(items)}" for kind, items in came.items()), *cards, *facts])


def _decided(events: Sequence[Event]) -> list[str]:
    """What the player decided."""
    from audit.play.events import CardsSet, Decided

    return [event.label for event in events if isinstance(event, CardsSet | Decided) and event.label]
