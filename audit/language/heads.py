"""The head of a file as data."""

from __future__ import annotations

from datetime import date
from typing import Any

from audit.language.building import Above, BuildError, number_of, stated, text_of
from audit.language.syntax import Node, Word
from audit.ruleset.head import Dated, DateKind, FileKind, Head, Source

DATES = {
    "submitted": DateKind.SUBMITTED,
    "revised": DateKind.REVISED,
    "approved": DateKind.APPROVED,
    "adopted": DateKind.ADOPTED,
    "effective": DateKind.EFFECTIVE,
    "other_date": DateKind.OTHER,
}


def build_head(node: Node) -> Head:
    """The head; raises `BuildError` where a date is none, or the title or the source is missing."""
    name = node.words[0]
    assert isinstance(name, Word)
    above = Above({node.span.source: name.text})
    given: dict[str, Any] = {"dates": [], "sources": [], "supersedes": [], "missing": []}
    for line in node.body:
        words = [w for w in line.words if isinstance(w, Word)]
        texts = [text_of(w) for w in words]
        match line.kind:
            case "submitted" | "revised" | "approved" | "adopted" | "effective" | "other_date":
                given["dates"].append(_dated(line, above))
            case "source" | "witness":
                numbers = [int(number_of(w)) for w in words if w.kind == "NUMBER"]
                given["sources"].append(
                    Source(
                        document=texts[0],
                        first_line=numbers[0] if numbers else None,
                        last_line=numbers[1] if numbers else None,
                        is_witness=line.kind == "witness",
                        **stated(Source, line, above),
                    )
                )
            case "supersedes" | "missing":
                given[line.kind].append(texts[0])
            case "issuer" | "jurisdiction":
                given[line.kind] = texts[0] if texts else None
            case "title" | "amends" | "under" | "chapter" | "begins_at":
                given[line.kind] = texts[0]
            case "breaks_off":
                given["breaks_off_at"] = texts[0]
    for wanted, what in (("title", 'title "…"'), ("sources", 'source "…"')):
        if not given.get(wanted) and not (wanted == "sources" and node.kind == "submission"):
            raise BuildError(name, "head-incomplete", f"the head states no {wanted.rstrip('s')}", f"below it: {what}")
    lists = {key: tuple(value) for key, value in given.items() if isinstance(value, list)}
    return Head(kind=FileKind(node.kind), id=name.text, **{**given, **lists, **stated(Head, node, above)})


def _dated(line: Node, above: Above) -> Dated:
    words = [w for w in line.words if isinstance(w, Word)]
    day = next((w for w in words if w.kind == "DATE"), None)
    quoted = [text_of(w) for w in words if w.kind == "STRING"]
    on: date | None = None
    if day is not None:
        try:
            on = date.fromisoformat(day.text)
        except ValueError as error:
            raise BuildError(day, "not-a-date", "there is no such day", "year-month-day, such as 2026-01-05") from error
    kind = DATES[line.kind]
    return Dated(
        kind=kind,
        on=on,
        by=quoted[0] if kind is DateKind.ADOPTED and quoted else None,
        words=quoted[0] if kind is DateKind.OTHER and quoted else None,
        **stated(Dated, line, above),
    )
