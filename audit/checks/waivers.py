"""Waivers: who lets which finding pass, why, and until when.

In: the tables ``[[waiver]]`` of `audit.toml`, or of ``EDITION.waivers.toml`` beside ``EDITION.rop``.  A waiver names the
rule and the finding's fingerprint or a clause; reason, approver and expires are required.  One that lacks a part, names
no rule, or has expired waives nothing, and that is itself a finding.  Nothing is ever left out for a waiver's sake.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime

from audit.checks.finding import Finding
from audit.checks.prose import Prose
from audit.language.diagnostics import Severity
from audit.ruleset.basis import NOWHERE, Span, stands_under

KEYS = ("rule", "ruleset", "fingerprint", "clause", "reason", "approver", "expires")
REQUIRED = ("reason", "approver", "expires")
CRITERIA = "A waiver must name the rule and a fingerprint or a clause, and give reason, approver and expires."
_TABLE = re.compile(r"\s*\[\[\s*waiver\s*\]\]")


@dataclass(frozen=True, slots=True)
class Waiver:
    """One waiver that is complete; ``ruleset`` is empty where it may meet a finding of any.

    ``expires_at`` is the place of the date.
    """

    rule: str
    reason: str
    approver: str
    expires: date
    span: Span
    ruleset: str = ""
    fingerprint: str = ""
    clause: str = ""
    expires_at: Span = NOWHERE

    @property
    def what(self) -> str:
        """What it is for, in a line."""
        which = f"clause {self.clause}" if self.clause else f"fingerprint {self.fingerprint}"
        return f"{self.rule}, {which}{f' of {self.ruleset}' if self.ruleset else ''}"

    def meets(self, finding: Finding) -> bool:
        """Whether it is this finding that the waiver speaks of, expired or not."""
        return (
            finding.rule == self.rule
            and self.ruleset in ("", finding.ruleset)
            and self.fingerprint in ("", finding.fingerprint)
            and (not self.clause or any(stands_under(cited, self.clause) for cited in finding.cites))
        )


@dataclass(frozen=True, slots=True)
class Waivers:
    """What was read: waivers that are complete, and a finding for each that is not."""

    complete: tuple[Waiver, ...] = ()
    broken: tuple[Finding, ...] = ()

    def __add__(self, other: Waivers) -> Waivers:
        return Waivers((*self.complete, *other.complete), (*self.broken, *other.broken))


@dataclass(frozen=True, slots=True)
class Judged:
    """A finding with the waiver that lets it pass, if one does; ``is_known`` if a baseline holds it."""

    finding: Finding
    waiver: Waiver | None = None
    is_known: bool = False

    @property
    def counts(self) -> bool:
        """Whether it makes the run fail: an error or a warning that nobody waived and no baseline knows."""
        return self.waiver is None and not self.is_known and self.finding.severity is not Severity.NOTE


# reading


def read_waivers(
    settings: Mapping[str, object], text: str, name: str, known: Collection[str], ruleset: str = ""
) -> Waivers:
    """The waivers of a settings file called ``name`` with this text.

    ``known`` are the names of all rules; ``ruleset`` is the one that the file stands beside, if any.
    """
    tables = settings.get("waiver", [])
    places = _places(text, name)
    if not isinstance(tables, list) or not all(isinstance(t, Mapping) for t in tables):
        span = places[0].whole if places else Span(name, 1, 1, 1, 1)
        return Waivers((), (_broken("waiver-incomplete", "waivers are tables", "write [[waiver]] above each", span),))
    complete: list[Waiver] = []
    broken: list[Finding] = []
    for n, table in enumerate(tables):
        place = places[n] if n < len(places) else _Place(Span(name, 1, 1, 1, 1))
        read = _read(table, place, known, ruleset)
        if isinstance(read, Waiver):
            complete.append(read)
        else:
            broken.append(read)
    return Waivers(tuple(complete), tuple(broken))


def _read(table: Mapping[str, object], place: _Place, known: Collection[str], beside: str) -> Waiver | Finding:
    for key in table:
        if key not in KEYS:
            near = difflib.get_close_matches(key, KEYS, n=1)
            mend = f"did you mean {near[0]}?" if near else f"there are: {', '.join(KEYS)}"
            return _broken("waiver-incomplete", f'a waiver has no "{key}"', mend, place.of(key))
    rule = table.get("rule")
    if not isinstance(rule, str) or not rule.strip():
        return _broken(
            "waiver-incomplete", "waiver without rule", "rule = the name in brackets behind a finding", place.whole
        )
    if rule not in known:
        near = difflib.get_close_matches(rule, known, n=1)
        said = f'waiver for a rule that does not exist: "{rule}"'
        mend = (
            f"did you mean {near[0]}?  The waiver waives nothing"
            if near
            else "audit rule lists them.  The waiver waives nothing"
        )
        return _broken("waiver-unknown-rule", said, mend, place.of("rule"))
    for key in REQUIRED:
        value = table.get(key)
        if value is None or (isinstance(value, str) and not value.strip()):
            mend = f"{', '.join(REQUIRED[:-1])} and {REQUIRED[-1]} are all required; until then the finding counts"
            return _broken(
                "waiver-incomplete", f"waiver without {key}", mend, place.of(key) if value is not None else place.whole
            )
    expires = _date(table["expires"])
    if expires is None:
        return _broken(
            "waiver-incomplete", f'"{table["expires"]}" is no date', "write: expires = 2027-01-31", place.of("expires")
        )
    texts = {key: table.get(key, "") for key in KEYS if key != "expires"}
    for key, value in texts.items():
        if not isinstance(value, str):
            return _broken(
                "waiver-incomplete", f"{key} is words in quotation marks", f'write: {key} = "…"', place.of(key)
            )
    if not texts["fingerprint"] and not texts["clause"]:
        mend = "clause = the clause that the finding names, or fingerprint = what audit check --full prints"
        return _broken("waiver-incomplete", "waiver without fingerprint or clause", mend, place.whole)
    if beside and texts["ruleset"] not in ("", beside):
        return _broken(
            "waiver-incomplete", f"this file stands beside {beside}", "leave out ruleset", place.of("ruleset")
        )
    return Waiver(
        rule, str(texts["reason"]), str(texts["approver"]), expires, place.whole,
        str(texts["ruleset"]) or beside, str(texts["fingerprint"]), str(texts["clause"]), place.of("expires"),
    )  # fmt: skip


def _date(value: object) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(str(value))
    except ValueError:
        return None


@dataclass(frozen=True)
class _Place:
    """Where a table stands in the text, and where the value of each of its keys begins."""

    whole: Span
    keys: Mapping[str, Span] = field(default_factory=dict)

    def of(self, key: str) -> Span:
        return self.keys.get(key, self.whole)


def _places(text: str, name: str) -> list[_Place]:
    """The tables of waivers in the order of the text; TOML itself does not tell where a value stands."""
    found: list[_Place] = []
    keys: dict[str, Span] | None = None
    for number, line in enumerate(text.splitlines(), start=1):
        if _TABLE.match(line):
            column = len(line) - len(line.lstrip()) + 1
            keys = {}
            found.append(_Place(Span(name, number, column, number, len(line) + 1), keys))
        elif line.lstrip().startswith("["):
            keys = None
        elif keys is not None and (said := re.match(r"\s*([A-Za-z_-]+)\s*=\s*", line)):
            keys.setdefault(said[1], Span(name, number, said.end() + 1, number, len(line) + 1))
    return found


def _broken(rule: str, said: str, mend: str, span: Span, severity: Severity = Severity.ERROR) -> Finding:
    return Finding(
        rule=rule,
        severity=severity,
        message=Prose(said),
        condition=Prose(said),
        criteria=Prose(CRITERIA),
        cause=Prose(),
        effect=Prose("" if rule == "waiver-unused" else "The finding counts as if there were no waiver."),
        recommendation=Prose(mend),
        ruleset=span.source,
        subject=f"{span.source} {said}",
        span=span,
    )


# applying


def judge(
    findings: Iterable[Finding], waivers: Waivers, today: date, known: Collection[str] = frozenset()
) -> tuple[Judged, ...]:
    """Each finding with the waiver in force that meets it; ``known`` are fingerprints of a baseline."""
    in_force = [w for w in waivers.complete if w.expires >= today]
    return tuple(Judged(f, next((w for w in in_force if w.meets(f)), None), f.fingerprint in known) for f in findings)


def wanting(
    waivers: Waivers,
    findings: Sequence[Finding],
    today: date,
    *,
    ran: Collection[str] | None,
    examined: Collection[str],
    is_all: bool,
) -> Iterator[Finding]:
    """What is wrong with the waivers themselves: those that are broken, expired, or meet nothing.

    A waiver meets nothing only if its rule ran (``ran``, None for all) and its ruleset was ``examined``; one that names no ruleset
    only where ``is_all`` of them were.
    """
    yield from waivers.broken
    for waiver in waivers.complete:
        met = [f for f in findings if waiver.meets(f)]
        if met and waiver.expires < today:
            places = "; ".join(f"{f.span} {f.rule}" for f in met[:3])
            count = f"{len(met)} finding{' is' if len(met) == 1 else 's are'}"
            mend = f"{places}; renew with reason and approver, or mend"
            said = f"waiver expired {waiver.expires}; {count} open again"
            yield _broken("waiver-expired", said, mend, waiver.expires_at, Severity.WARNING)
        looked = waiver.ruleset in examined if waiver.ruleset else is_all
        if not met and looked and (ran is None or waiver.rule in ran):
            mend = f"{waiver.what}: take it out, or correct it"
            yield _broken("waiver-unused", "waiver meets no finding", mend, waiver.span, Severity.WARNING)
