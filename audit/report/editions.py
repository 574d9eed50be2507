"""What an edition is called: in titles, heads of columns and running heads."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from audit.report.model import ReportKind
from audit.report.wording import cut, date_words, typeset
from audit.ruleset.head import Dated, DateKind, Head

_APPROVALS = (DateKind.APPROVED, DateKind.ADOPTED)


def edition_date(head: Head) -> date | None:
    """The date in the id's last part, if it is one."""
    try:
        return date.fromisoformat(head.edition)
    except ValueError:
        return None


def approval(head: Head) -> Dated | None:
    """The date of approval, else that of adoption."""
    return next((dated for kind in _APPROVALS if (dated := head.dated(kind)) is not None), None)


def report_date(head: Head) -> date | None:
    """The date that a report of this edition bears: the edition's, else the approval's, else any that is known."""
    known = [dated.on for dated in head.dates if dated.on is not None]
    stated = approval(head)
    return edition_date(head) or (stated.on if stated else None) or (max(known) if known else None)


def is_assumed(dated: Dated) -> bool:
    """Whether a date rests on an assumption of ours."""
    return dated.basis.assumed is not None


def approval_words(head: Head) -> str:
    """``approved 8 September 2022 (assumed)``, ``approval not stated``."""
    dated = approval(head)
    if dated is None or dated.on is None:
        return "approval not stated"
    return f"{dated.kind.value} {date_words(dated.on)}{' (assumed)' if is_assumed(dated) else ''}"


def edition_words(head: Head) -> str:
    """``edition of 8 September 2022``, ``undated edition``, ``edition “trial”``."""
    on = edition_date(head)
    if on is not None:
        return f"edition of {date_words(on)}"
    return "undated edition" if head.edition == "undated" else f"edition “{head.edition}”"


def game_words(head: Head) -> str:
    """``Craps, Oneida Gaming Commission``."""
    return cut(typeset(f"{head.title}, {head.issuer}" if head.issuer else head.title))


@dataclass(frozen=True, slots=True)
class Labels:
    """Short names of two editions: for heads of columns, and behind *in* and *since*."""

    old: str
    new: str
    in_old: str
    in_new: str

    @property
    def settled_head(self) -> str:
        return "Settled since"


def labels(old: Head, new: Head) -> Labels:
    """Years where they tell the editions apart, else dates, else *old* and *new*."""
    one, other = edition_date(old), edition_date(new)
    is_family = old.id.rsplit("/", 1)[0] == new.id.rsplit("/", 1)[0]
    if one is None or other is None or one == other or not is_family:
        return Labels("Old", "New", "in the old text", "in the new text")
    if one.year != other.year:
        return Labels(str(one.year), str(other.year), f"in {one.year}", f"in {other.year}")
    first, second = date_words(one), date_words(other)
    return Labels(first, second, f"in the edition of {first}", f"in the edition of {second}")


def against_words(old: Head, new: Head) -> str:
    """What the new edition is held against: its date alone within a family, else game and issuer too."""
    if old.id.rsplit("/", 1)[0] == new.id.rsplit("/", 1)[0]:
        return f"the {edition_words(old)}"
    return f"{game_words(old)}, {edition_words(old)}"


KIND_WORDS = {
    ReportKind.VERIFY: "verification",
    ReportKind.DIFF: "comparison",
    ReportKind.VERIFY_DIFF: "verification and comparison",
    ReportKind.CHECK: "check of the text",
}
