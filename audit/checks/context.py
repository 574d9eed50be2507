"""What a rule looks at: a ruleset, its configuration, what was solved of it, and the settings of the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeVar, cast

from audit.checks.exploring import Explored, explore
from audit.language.diagnostics import Severity
from audit.ruleset import wagers as wg
from audit.ruleset.configure import GROUPED, Configured, ConfigureError, Value, defaults, same_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable
from audit.solve.planner import Verified, deals_cards, not_offered
from audit.solve.solving import Solution, Solver

OFF = "off"
T = TypeVar("T")


class SettingsError(Exception):
    """A setting of the rules that cannot be read; ``where`` is its place in the settings."""

    def __init__(self, where: str, message: str) -> None:
        super().__init__(f"{where}: {message}")
        self.where, self.message = where, message


OWN_SETTINGS = {"unpayable-odds": ("chip",), "house-edge-above": ("limit",), "assumption": ("show",)}
"""What a rule may be told beside its severity."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a house may settle of the rules.

    ``chip`` is the least unit of money that is paid out; ``house_edge_limit`` the most that a wager may cost, None for
    no limit; ``all_assumptions`` shows also those on which no result, payment or stake hangs.  ``severities`` replace
    the severity of a rule's findings, ``off`` names rules that do not run.
    """

    chip: Fraction = Fraction(1)
    house_edge_limit: Fraction | None = None
    all_assumptions: bool = False
    severities: Mapping[str, Severity] = field(default_factory=dict)
    off: frozenset[str] = frozenset()

    @classmethod
    def read(cls, settings: Mapping[str, object]) -> Settings:
        """The settings under ``rules`` of a configuration file, one table a rule.

        Raises `SettingsError` for a value that means nothing.  Names of rules are checked by `audit.checks.rules`.
        """
        tables = settings.get("rules", {})
        if not isinstance(tables, Mapping):
            raise SettingsError("rules", "a table for each rule is expected, such as [rules.unpayable-odds]")
        severities: dict[str, Severity] = {}
        off: set[str] = set()
        for name, table in tables.items():
            if not isinstance(table, Mapping):
                raise SettingsError(f"rules.{name}", 'a table is expected, such as severity = "note"')
            known = ("severity", *OWN_SETTINGS.get(name, ()))
            for key in table:
                if key not in known:
                    raise SettingsError(f"rules.{name}.{key}", f"no such setting; here there is: {', '.join(known)}")
            said = table.get("severity")
            if said == OFF:
                off.add(name)
            elif said is not None:
                severities[name] = _severity(said, f"rules.{name}.severity")
        chip = _amount(_value(tables, "unpayable-odds", "chip", "$1"), "rules.unpayable-odds.chip")
        limit = _value(tables, "house-edge-above", "limit", None)
        return cls(
            chip,
            None if limit is None else _share(limit, "rules.house-edge-above.limit"),
            _value(tables, "assumption", "show", "") == "all",
            severities,
            frozenset(off),
        )


def _value(tables: Mapping[str, object], rule: str, name: str, default: object) -> object:
    table = tables.get(rule, {})
    return table.get(name, default) if isinstance(table, Mapping) else default


def _severity(said: object, where: str) -> Severity:
    try:
        return Severity(said)
    except ValueError:
        raise SettingsError(where, "error, warning, note or off") from None


def _amount(said: object, where: str) -> Fraction:
    number = _number(str(said).strip().removeprefix("$"))
    if number is None or number <= 0:
        raise SettingsError(where, "an amount of money, such as $1 or $0.25")
    return number


def _share(said: object, where: str) -> Fraction:
    text = str(said).strip()
    number = _number(text.removesuffix("%"))
    if number is None or number < 0:
        raise SettingsError(where, "a share, such as 10%")
    return number / 100 if text.endswith("%") else number


def _number(text: str) -> Fraction | None:
    plain = text.replace(",", "") if GROUPED.fullmatch(text) else text
    if len(plain) > 30 or not plain.replace(".", "", 1).isdigit():
        return None
    return Fraction(plain)


@dataclass(frozen=True)
class Context:
    """One ruleset under one configuration, as the rules see it.

    ``verified`` is None where nothing was played out: then the rules that need play do not run.
    """

    ruleset: Ruleset
    configured: Configured
    verified: Verified | None = None
    settings: Settings = Settings()

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
