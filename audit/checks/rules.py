"""All rules of rulesets, in one visible list, and running them; those of documents are in `audit.checks.documents.rules`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, TypeAlias

from audit.checks import (
    assumption,
    by_letter,
    cap_cuts_odds,
    cards_run_out,
    claim_false,
    date_order,
    for_instead_of_to,
    hand_without_row,
    house_edge_above,
    never_ends,
    pays_more_than_true_odds,
    qualifier_disagrees,
    ranking_against_frequency,
    rarer_pays_less,
    removable_at_advantage,
    result_conflict,
    result_missing,
    result_unstated,
    row_unreachable,
    stuck,
    table_overlaps,
    unpayable_odds,
)
from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.language.diagnostics import Severity
from audit.play.errors import PlayError
from audit.ruleset.configure import ConfigureError
from audit.ruleset.head import FileKind
from audit.solve.errors import NotSolvable, OutOfTime


class Named(Protocol):
    """A module that is a rule, of rulesets or of documents: its docstring is its page."""

    @property
    def NAME(self) -> str: ...  # noqa: N802
    @property
    def FAMILY(self) -> str: ...  # noqa: N802
    @property
    def SEVERITY(self) -> Severity: ...  # noqa: N802
    @property
    def DYNAMIC(self) -> bool: ...  # noqa: N802


class Rule(Named, Protocol):
    """A rule of rulesets: ``check`` finds what it says."""

    def check(self, context: Context, /) -> Iterator[Finding]: ...


RULES: tuple[Rule, ...] = (
    result_missing,
    result_conflict,
    row_unreachable,
    never_ends,
    stuck,
    table_overlaps,
    claim_false,
    cards_run_out,
    hand_without_row,
    removable_at_advantage,
    pays_more_than_true_odds,
    rarer_pays_less,
    ranking_against_frequency,
    cap_cuts_odds,
    unpayable_odds,
    for_instead_of_to,
    house_edge_above,
    result_unstated,
    qualifier_disagrees,
    date_order,
    assumption,
)


_Stopped: TypeAlias = tuple[str, Exception | str]
"""What could not be examined, and what stopped it or why."""


@dataclass(frozen=True, slots=True)
class Examination:
    """What was found, and in words what could not be examined: an examination with a rest is no clean one.

    ``gave_up`` is where a rest was given up for want of time, so that another time it may be none.
    """

    findings: tuple[Finding, ...]
    unfinished: tuple[str, ...] = ()
    gave_up: bool = False


def run(context: Context, only: Collection[str] = ()) -> tuple[Finding, ...]:
    """The findings of `examine`, for who asks of what could not be examined elsewhere."""
    return examine(context, only).findings


def examine(context: Context, only: Collection[str] = ()) -> Examination:
    """The findings of all rules, or of those named: errors first, then warnings, then notes, in the order of the file.

    Rules that need play run where the context has been verified, and not else.  A rule that a game is too large for
    says so in ``unfinished``; so does every wager that no method solved.
    """
    wanted = [one for one in RULES if not only or one.NAME in only]
    found: list[Finding] = []
    stopped: list[_Stopped] = [*context.refused.items()] if context.verified is not None else []
    for one in wanted:
        if _runs(one, context):
            stopped += _gather(one.NAME, one.check(context), found)
    return _examination(found, stopped, context)


def run_by_the_letter(context: Context) -> tuple[Finding, ...]:
    """The findings of `examine_by_the_letter`."""
    return examine_by_the_letter(context).findings


def examine_by_the_letter(context: Context) -> Examination:
    """What is missing or clashes once the lines that only an assumption supports are taken away; sorted as in `run`.

    It needs no verification, and solves the wagers itself where there was none.  A fragment has no round of its own: it
    is examined in the rulesets that include it.
    """
    if context.ruleset.head.kind is FileKind.FRAGMENT:
        return Examination(())
    found: list[Finding] = []
    stopped = _gather("by the letter", by_letter.findings(context), found)
    return _examination(found, [*context.refused.items(), *stopped], context)


def _examination(found: Sequence[Finding], stopped: Sequence[_Stopped], context: Context) -> Examination:
    unfinished = tuple(f"{name}: {why}" for name, why in stopped)
    unsolved = context.verified.refused.values() if context.verified is not None else ()
    gave_up = any(isinstance(why, OutOfTime) for why in (*unsolved, *(why for _, why in stopped)))
    return Examination(_sorted(found, context), unfinished, gave_up)


def _gather(name: str, findings: Iterator[Finding], into: list[Finding]) -> list[_Stopped]:
    """Takes the findings of a rule as far as they come; returns what stopped it."""
    try:
        into.extend(findings)
    except (NotSolvable, PlayError, ConfigureError) as error:
        return [(name, error)]
    return []


def _runs(one: Rule, context: Context) -> bool:
    return one.NAME not in context.settings.off and (context.verified is not None or not one.DYNAMIC)


def _sorted(found: Iterable[Finding], context: Context) -> tuple[Finding, ...]:
    severities = context.settings.severities
    kept = {f.fingerprint: f for f in reversed(list(found)) if f.rule not in context.settings.off}
    set_right = (replace(f, severity=severities[f.rule]) if f.rule in severities else f for f in kept.values())
    return tuple(
        sorted(set_right, key=lambda f: (f.severity.rank, f.span.source, f.span.line, f.span.column, f.rule, f.subject))
    )
