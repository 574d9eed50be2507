"""What a house settles of the rules of findings; light enough to be read by every command."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from audit.language.diagnostics import Severity
from audit.ruleset.configure import GROUPED

OFF = "off"


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
