"""What a rule looks at: a ruleset, its configuration, what was solved of it, and the settings of the rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar, cast

from audit.checks.exploring import Explored, explore
from audit.checks.settings import Settings
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured, ConfigureError, Value, defaults, same_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable
from audit.solve.planner import Verified, deals_cards, not_offered
from audit.solve.solving import Solution, Solver

T = TypeVar("T")


@dataclass(frozen=True)
class Context:
    """One ruleset under one configuration, as the rules see it.

    ``verified`` is None where nothing was played out: then the rules that need play do not run.  ``asked`` are the wagers that are
    asked for, none where all are: what is found of others alone is not told, and need not be looked for.
    """

    ruleset: Ruleset
    configured: Configured
    verified: Verified | None = None
    settings: Settings = Settings()
    asked: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        return self.ruleset.head.id

    @cached_property
    def offered(self) -> tuple[wg.Wager, ...]:
        """The wagers in force, without those that the house may offer under a choice that was not made."""
        absent = frozenset(not_offered(self.configured))
        return tuple(w for w in self.configured.ruleset.of(wg.Wager) if w.name.text not in absent)

    @cached_property
    def choices(self) -> dict[str, Value]:
        """The choices in force that are no defaults."""
        usual = defaults(self.ruleset)
        return {
            name: value
            for name, value in self.configured.values.items()
            if value is not None and name in usual and not same_value(value, usual[name])
        }

    @cached_property
    def solver(self) -> Solver:
        known = self.verified.solver if self.verified is not None else None
        return known or Solver(self.configured)

    @cached_property
    def solutions(self) -> dict[str, Solution]:
        """The wagers that are solved: those of ``verified``, or all that can be."""
        return dict(self.verified.solutions) if self.verified is not None else self._solved[0]

    @cached_property
    def refused(self) -> dict[str, str]:
        """The wagers that no method solves, with the reason: of them no rule that needs play knows anything."""
        if self.verified is not None:
            return {name: error.why for name, error in self.verified.refused.items()}
        return self._solved[1]

    @cached_property
    def _solved(self) -> tuple[dict[str, Solution], dict[str, str]]:
        found: dict[str, Solution] = {}
        refused: dict[str, str] = {}
        if deals_cards(self.configured.ruleset):
            return found, refused  # no chain follows them; rules that look at rounds of cards play some
        for wager in self.offered:
            try:
                found[wager.name.text] = self.solver.solve(wager)
            except NotSolvable as error:
                refused[wager.name.text] = error.why
            except ConfigureError as error:
                refused[wager.name.text] = error.message
        return found, refused

    def explored(self, wager: str) -> Explored:
        """Everything that can come about while a wager is on the table."""
        return self.once(f"explored {wager}", lambda: explore(self.solutions[wager], self.solver.steps))

    def once(self, key: str, make: Callable[[], T]) -> T:
        """What ``make`` gives, worked out once for this context; ``key`` tells it from anything else."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast(T, self._kept[key])

    @cached_property
    def _kept(self) -> dict[str, object]:
        return {}
