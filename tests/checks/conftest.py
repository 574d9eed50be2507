"""What the tests of the rules share: small games of dice and wheels, and the proof that a witness plays."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

import pytest

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.letter import by_the_letter
from audit.checks.rules import run, run_by_the_letter
from audit.checks.settings import Settings
from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.errors import GivenError, PlayError
from audit.play.events import CameUp, Event, Settled, Stays
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import configure, read_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify

HEAD = """ruleset example/{game}/2026-01-05
  title        "A game of examples"
  source       "rules.txt"
"""
ONE_ROLL = """
dice 2 with faces 1 through 6                                           @ A.1
round                                                                   @ B.1
  step roll_out
    roll dice                                                           @ B.1
    settle                                                              @ B.2
"""
POINT = """
dice 2 with faces 1 through 6                                           @ A.1
round                                                                   @ B.1
  step come_out
    roll dice                                                           @ B.1
    settle                                                              @ B.2
    keep the total as the point and go to point_roll on 4, 5, 6, 8, 9, 10  @ B.3
    go to come_out otherwise                                            @ B.3
  step point_roll
    roll dice                                                           @ B.1
    settle                                                              @ B.2
    go to come_out on the point                                         @ B.4
    end on 7                                                            @ B.5
    go to point_roll otherwise                                          @ B.4
"""
SPIN = """
wheel of 4 sections                                                     @ A.1
  | section | count |
  | red     | 2     |
  | black   | 1     |
  | green   | 1     |
round                                                                   @ B.1
  step spin
    spin wheel                                                          @ B.1
    settle                                                              @ B.2
"""
GAMES = {"roll": ONE_ROLL, "point": POINT, "spin": SPIN}


@dataclass(frozen=True)
class Bench:
    """A ruleset with what the rules find in it."""

    ruleset: Ruleset
    context: Context

    def found(self, rule: str = "") -> list[Finding]:
        """The findings of a rule, or of all of them."""
        return list(run(self.context, only=(rule,) if rule else ()))

    def rules(self) -> list[str]:
        """The names of the rules that found something, in the order of their findings."""
        return [finding.rule for finding in run(self.context)]

    def by_the_letter(self) -> list[Finding]:
        return list(run_by_the_letter(self.context))


Make = Callable[..., Bench]


@pytest.fixture
def bench() -> Make:
    """Makes a bench of a game (``roll``, ``point``, ``spin``, or none) and the lines that a test adds to it."""

    def make(
        lines: str,
        game: str = "roll",
        *,
        settings: Settings | None = None,
        static: bool = False,
        head: str = "",
        **choices: str,
    ) -> Bench:
        text = HEAD.format(game=game or "bare") + head + GAMES.get(game, "") + lines
        ruleset = load_text(text, Library(()))
        chosen = {name: read_value(value) for name, value in choices.items()}
        if static:
            return Bench(ruleset, Context(ruleset, configure(ruleset, chosen), None, settings or Settings()))
        verified = verify(ruleset, chosen)
        return Bench(ruleset, Context(ruleset, verified.configured, verified, settings or Settings()))

    return make


@dataclass(frozen=True)
class Replayed:
    """A witness played again: what happened, and what stopped it short of the end of its script."""

    events: tuple[Event, ...]
    stopped: str

    @property
    def last(self) -> dict[str, str]:
        """How each wager was left by the last outcome: its result, ``stays`` or ``off``."""
        at = max((n for n, e in enumerate(self.events) if isinstance(e, CameUp)), default=0)
        left: dict[str, str] = {}
        for event in self.events[at:]:
            if isinstance(event, Settled):
                left[event.wager] = event.result
            elif isinstance(event, Stays):
                left[event.wager] = "off" if event.is_off else "stays"
        return left

    @property
    def net(self) -> dict[str, Fraction | None]:
        return {event.wager: event.net for event in self.events if isinstance(event, Settled)}


Replay = Callable[[Finding, Ruleset], Replayed]


@pytest.fixture
def replay() -> Replay:
    """Plays a finding's witness through the interpreter, from the very command that it prints.

    The steps of the witness must be the outcomes of that round, one by one.
    """

    def play(finding: Finding, ruleset: Ruleset) -> Replayed:
        assert finding.witness is not None, finding.message
        words = shlex.split(finding.witness.command)
        assert words[:3] == ["audit", "play", ruleset.head.id]
        options: dict[str, list[str]] = {}
        flags = [w for w in words[3:] if w == "--by-the-letter"]
        rest = [w for w in words[3:] if w not in flags]
        for name, value in zip(rest[::2], rest[1::2], strict=True):
            options.setdefault(name, []).append(value)
        configured = configure(
            ruleset, {c.partition("=")[0]: read_value(c.partition("=")[2]) for c in options.get("--choose", [])}
        )
        wishes = [_wish(w) for w in options["--wager"]]
        feed = Given.read(options.get("--given", [""])[0])
        game = Play(by_the_letter(configured) if flags else configured, feed, wishes)
        events: list[Event] = []
        stopped = ""
        try:
            for event in game.play():
                events.append(event)
        except GivenError:
            pass
        except PlayError as error:
            stopped = error.message
        assert not feed.unused, "the witness gives more than is played"
        came = [str(e.outcome) for e in events if isinstance(e, CameUp)]
        told = [s.what.split(",")[0] for s in finding.witness.steps if s.what != "before play"]
        assert told == came
        return Replayed(tuple(events), stopped)

    return play


def _wish(text: str) -> Wish:
    name, _, amount = text.rpartition("=")
    wager, _, label = name.partition("[")
    return Wish(wager, label.removesuffix("]"), Fraction(amount))
