"""The text of `audit list`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.report.terminal.tables import Column, table
from audit.ruleset.head import DateKind, FileKind, Head

COLUMNS = (
    Column("id"),
    Column("title", cut=28, least=12),
    Column("issuer", cut=26, least=12, drop=2),
    Column("edition"),
    Column("source", cut=40, least=12, drop=1),
)

MARKS = {
    FileKind.RULESET: "",
    FileKind.FRAGMENT: " f",
    FileKind.REGULATION: " r",
    FileKind.SUBMISSION: " s",
}
ADOPTED = " a"


def list_text(heads: Sequence[Head], width: int) -> Iterator[str]:
    """A line a ruleset, then how many there are of each kind and what the marks mean."""
    rows = [(h.id, h.title, h.issuer or "not stated", edition(h), sources(h)) for h in heads]
    if rows:
        yield from table(COLUMNS, rows, width)
    kinds = {kind: sum(1 for h in heads if h.kind is kind) for kind in FileKind}
    told = ", ".join(
        f"{n} {kind.value}{'' if n == 1 else 's'}{f' ({MARKS[kind].strip()})' if MARKS[kind] else ''}"
        for kind, n in kinds.items()
        if n
    )
    adopted = any(edition(h).split(" ", 1)[-1].startswith("a") for h in heads if " " in edition(h))
    files = f"{len(heads)} file{'' if len(heads) == 1 else 's'}: {told or 'none that can be read'}"
    yield f"{files}.  a = adopted; the text states no approval" if adopted else files


def edition(head: Head) -> str:
    """The date by which the edition goes, with its marks."""
    approved, adopted = head.dated(DateKind.APPROVED), head.dated(DateKind.ADOPTED)
    mark = MARKS[head.kind]
    if approved is not None and approved.on is not None:
        return f"{approved.on}{mark}"
    if adopted is not None and adopted.on is not None:
        return f"{adopted.on}{ADOPTED}{mark}"
    return f"undated{mark}"


def sources(head: Head) -> str:
    """The documents and lines that the ruleset speaks of."""
    named = []
    for source in head.sources:
        if not source.is_witness:
            lines = f" {source.first_line}-{source.last_line}" if source.first_line else ""
            named.append(f'"{source.document}"{lines}')
    return ", ".join(named[:1]) + (f" and {len(named) - 1} more" if len(named) > 1 else "")
