"""Small rulesets played from a script: what happened, a line an event, with the clauses that made it happen."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.play import events as ev
from audit.play.errors import GivenError
from audit.play.feed import Scripted
from audit.play.given import parse_given
from audit.play.irregular import incident
from audit.play.rounds import Play, Wish
from audit.ruleset.basis import Basis
from audit.ruleset.configure import configure, money_text, read_value
from audit.ruleset.ruleset import Ruleset

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
HEAD = 'ruleset test/small/game\n  title  "a small game"\n  source "made up"\n'
DICE = "dice 2 with faces 1 through 6 @ 1\n"
ONE_THROW = """
round @ 9
  step throw
    roll dice @ 9.a
    settle @ 9.b
"""


def words(event: ev.Event) -> str | None:
    """An event in a line; nothing for a step that is entered."""
    match event:
        case ev.Entered():
            return None
        case ev.Made():
            said = f"makes {event.wager} {money_text(event.amount)}"
        case ev.CameUp():
            said = f"{event.verb} {event.outcome}"
        case ev.Voided():
            said = f"void {event.outcome}"
        case ev.Settled():
            net = "not stated" if event.net is None else f"{'+' if event.net > 0 else ''}{money_text(event.net)}"
            said = f"{event.wager} {event.result} {net}{f' at {event.payout}' if event.payout else ''}"
        case ev.Stays():
            said = f"{event.wager} {'is off' if event.is_off else 'stays'}"
        case ev.Remembered():
            said = f"{event.wager or 'round'}: {event.memory} is {event.value}"
        case ev.WentTo():
            said = f"to {event.step}"
        case ev.RoundEnded():
            said = "end"
        case ev.Irregular():
            who = f", at the word of {event.at_the_word_of}" if event.at_the_word_of else ""
            said = f"{event.name}: {' and '.join(event.remedies)}{who}"
        case _:
            raise AssertionError(event)
    return f"{said}{clauses(event.bases)}"


def clauses(bases: Iterable[Basis]) -> str:
    found = [str(c) for basis in bases for c in basis.cites]
    return f" @ {', '.join(dict.fromkeys(found))}" if found else ""


def wish(text: str) -> Wish:
    """``place[6] 12``, with ``on`` behind it where it is called on."""
    name, amount, *rest = text.rsplit(" ", 2) if text.endswith(" on") else text.rsplit(" ", 1)
    wager, _, label = name.partition("[")
    return Wish(wager, label.rstrip("]"), Fraction(amount.lstrip("$")), called_on=rest == ["on"])


def table(ruleset: Ruleset, given: str, *wagers: str, **choices: str) -> Play:
    """A game at whose table these wagers are wished; ``given`` is what comes up, ``4-2, 3-1``."""
    configured = configure(ruleset, {name: read_value(value) for name, value in choices.items()})
    script = [item.strip() for item in given.split(",") if item.strip()]
    return Play(configured, Scripted.of(script), [wish(text) for text in wagers])


def run(game: Play, *, once: bool = False) -> list[str]:
    """The transcript until no wager is left or the script has run out, or of one round."""
    told: list[str] = []
    try:
        for event in game.one_round() if once else game.play():
            told += [line] if (line := words(event)) is not None else []
    except GivenError as error:
        if "run out" not in error.message:
            raise
    return told


Load = Callable[[str], Ruleset]
Played = Callable[..., list[str]]


@pytest.fixture(scope="session")
def library() -> Library:
    return Library((RULESETS,))


@pytest.fixture(scope="session")
def small(library: Library) -> Load:
    """A ruleset from the text of its body."""
    return lambda body: load_text(HEAD + dedent(body).lstrip("\n"), library)


@pytest.fixture(scope="session")
def real(library: Library) -> Load:
    """A shipped ruleset by its id."""
    kept: dict[str, Ruleset] = {}

    def get(name: str) -> Ruleset:
        if name not in kept:
            kept[name] = load(name, library)
        return kept[name]

    return get


@pytest.fixture(scope="session")
def played(small: Load) -> Played:
    """The transcript of a body with these outcomes and wagers; options as keywords."""

    def transcript(body: str, given: str, *wagers: str, once: bool = False, **choices: str) -> list[str]:
        return run(table(small(body), given, *wagers, **choices), once=once)

    return transcript


@pytest.fixture(scope="session")
def throw(played: Played) -> Played:
    """The same of two dice thrown and settled once a round; the body has the wagers."""

    def transcript(body: str, given: str, *wagers: str, once: bool = False, **choices: str) -> list[str]:
        return played(f"{DICE}{dedent(body)}{ONE_THROW}", given, *wagers, once=once, **choices)

    return transcript


@pytest.fixture(scope="session")
def shipped(real: Load) -> Played:
    """The transcript of a shipped ruleset."""

    def transcript(name: str, given: str, *wagers: str, once: bool = False, **choices: str) -> list[str]:
        return run(table(real(name), given, *wagers, **choices), once=once)

    return transcript


@pytest.fixture(scope="session")
def incidents(small: Load) -> Played:
    """The transcript of a body in which an irregularity happens; ``facts`` as ``--given`` takes them."""

    def happened(body: str, name: str, given: str, *wagers: str, facts: str = "") -> list[str]:
        game = table(small(body), given, *wagers)
        kinds = parse_given(facts) if facts else {}
        game.incident = incident(game.ruleset, name, {kind: items[0] for kind, items in kinds.items()})
        return run(game)

    return happened
