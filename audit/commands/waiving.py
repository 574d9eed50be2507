"""Findings put beside the waivers and the baseline at hand: what counts, what is let pass, what is wrong with a waiver."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from audit.commands.output import say
from audit.commands.session import Session, settings_in, settings_text

if TYPE_CHECKING:
    from audit.checks.finding import Finding
    from audit.checks.waivers import Judged, Waivers
    from audit.report.examined import Waiver as ReportedWaiver

BESIDE = ".waivers.toml"


@dataclass(frozen=True)
class Examined:
    """What was found in one file: its name as it is shown, its ruleset, and where it lies."""

    name: str
    ruleset: str
    findings: tuple[Finding, ...]
    path: Path | None = None


@dataclass(frozen=True)
class Waived:
    """All findings by file, each with its waiver; and the findings about the waivers themselves."""

    by_file: Mapping[str, tuple[Judged, ...]]
    problems: tuple[Finding, ...]
    waivers: Waivers
    today: date

    def of(self, name: str) -> tuple[Judged, ...]:
        return self.by_file.get(name, ())

    @property
    def all(self) -> tuple[Judged, ...]:
        """Every finding, those about waivers behind the rest."""
        from audit.checks.waivers import Judged

        return (*(j for found in self.by_file.values() for j in found), *(Judged(p) for p in self.problems))

    @property
    def is_bad(self) -> bool:
        """Whether something found is to be mended: anything but a note, unless it is waived or known."""
        return any(judged.counts for judged in self.all)

    def complain(self) -> None:
        """Tells on stderr what is wrong with the waivers, whatever else is asked to be quiet."""
        for found in self.problems:
            say(f"{found.span}: {found.severity.value}: {found.message} [{found.rule}]\n  = {found.recommendation}")

    def reported(self, name: str) -> tuple[ReportedWaiver, ...]:
        """The waivers that bear on a file, as a report lists them."""
        from audit.report.examined import Waiver, WaiverState

        made: list[Waiver] = []
        for waiver in self.waivers.complete:
            met = [j.finding for j in self.of(name) if waiver.meets(j.finding)]
            is_over = waiver.expires < self.today
            state = WaiverState.UNUSED if not met else WaiverState.EXPIRED if is_over else WaiverState.IN_FORCE
            made += [
                Waiver(waiver.what, waiver.reason, waiver.approver, waiver.expires, state, "", fingerprint)
                for fingerprint in ([f.fingerprint for f in met] or [""])
            ]
        made += [
            Waiver(f"{f.span}", "", "", None, WaiverState.INVALID, f"{f.message}: {f.recommendation}")
            for f in self.waivers.broken
        ]
        return tuple(made)


def waive(
    session: Session,
    examined: Sequence[Examined],
    *,
    off: bool = False,
    known: Collection[str] = frozenset(),
    ran: Collection[str] | None = None,
    is_all: bool = False,
) -> Waived:
    """The findings of some files with the waivers at hand: those of `audit.toml` and those beside each ruleset.

    ``off`` leaves all waivers out.  ``ran`` are the rules that looked, all if None; ``is_all`` says that every ruleset
    at hand was looked at.
    """
    from audit.checks.waivers import Waivers, judge, wanting

    today = today_is()
    waivers = Waivers() if off else session.waivers()
    for one in () if off else examined:
        if one.path is not None:
            waivers += _beside(one.path, one.name, one.ruleset)
    findings = [f for one in examined for f in one.findings]
    problems = wanting(
        waivers,
        findings,
        today,
        ran=ran,
        examined={one.ruleset for one in examined},
        is_all=is_all,
    )
    by_file = {one.name: judge(one.findings, waivers, today, known) for one in examined}
    return Waived(by_file, tuple(problems), waivers, today)


def today_is() -> date:
    """The day on which waivers are looked at."""
    return date.today()


def _beside(path: Path, name: str, ruleset: str) -> Waivers:
    from audit.checks.waivers import Waivers, read_waivers

    file = path.with_name(path.name.removesuffix(".rop") + BESIDE)
    shown = name.removesuffix(".rop") + BESIDE
    if not file.is_file():
        return Waivers()
    from audit.checks.catalogue import NAMES

    text = settings_text(file, shown)
    return read_waivers(settings_in(text, shown, ("waiver",)), text, shown, NAMES, ruleset)
