"""One side of a comparison."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from audit.checks.finding import Finding
from audit.language.syntax import Source
from audit.ruleset.configure import Configured, Value, configure, defaults, same_value
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import Verified, not_offered
from audit.solve.result import RulesetResult

_NO_SOURCES: Mapping[str, Source] = MappingProxyType({})


@dataclass(frozen=True)
class Side:
    """A ruleset, the choices made in it, and what was solved of it.

    ``sources`` are the texts that its lines come from, by the names in their spans: lines are quoted from them, and
    told in words of ours where they are not at hand.  ``findings`` are handed on, and not looked at here.
    """

    ruleset: Ruleset
    configured: Configured
    verified: Verified
    sources: Mapping[str, Source] = field(default_factory=lambda: _NO_SOURCES)
    findings: tuple[Finding, ...] = ()


def choices(configured: Configured) -> dict[str, Value]:
    """The choices in force that are no defaults."""
    usual = defaults(configured.source)
    return {
        name: value
        for name, value in configured.values.items()
        if value is not None and name in usual and not same_value(value, usual[name])
    }


def under(side: Side, more: Mapping[str, Value]) -> Side:
    """A side under other choices, with nothing solved of it; raises `ConfigureError` where they cannot be made."""
    if not more:
        return side
    configured = configure(side.ruleset, {**choices(side.configured), **more})
    result = RulesetResult(side.ruleset.head.id, configured.chosen, ())
    verified = Verified(configured, result, {}, {}, not_offered(configured))
    return Side(side.ruleset, configured, verified, side.sources)
