"""``audit.clauses/1``: a document, its parts and its clauses, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audit.checks.citations import Cited
from audit.documents.clauses import Clause, Table
from audit.documents.document import Document, Part
from audit.documents.pages import Mark
from audit.documents.text import Text

Json = dict[str, Any]


def clauses_document(document: Document, parts: Sequence[Part], *, sources: bool = False) -> Json:
    """The clauses of some parts; with ``sources`` also the place of every stretch of their words."""
    printed = document.printed
    return {
        "schema": "audit.clauses/1",
        "document": {
            "name": printed.name,
            "sha256": printed.sha256,
            "pages": len(printed.pages),
            "lines": len(printed.lines),
            "format": printed.format.value,
            "redline": printed.is_redline,
            "remarks": list(printed.remarks),
        },
        "parts": [_part(part) for part in document.parts],
        "clauses": [_clause(clause, sources) | {"part": part.number} for part in parts for clause in part.clauses],
        "set_aside": [
            {"line": line.number, "page": line.page, "role": line.role.value, "because": line.because}
            for line in printed.lines
            if not (line.role.is_read or line.is_blank)
        ],
        "notes": [
            {"kind": note.kind.value, "page": note.page, "line": note.line, "text": note.text} for note in printed.notes
        ],
    }


def quoted_data(cited: Cited, document: Document) -> Json:
    """The clauses that a ruleset cites in a document, and what is not there."""
    return {
        "document": {"name": document.printed.name, "sha256": document.printed.sha256},
        "clauses": [
            {
                "cite": q.citation,
                "path": q.clause.path,
                "part": q.part.number,
                "page": q.clause.page,
                "lines": list(q.clause.own_lines),
                "text": " ".join(q.clause.words.split()),
                "confidence": round(q.clause.confidence, 3),
            }
            for q in cited.quoted
        ],
        "not_there": [
            {"message": d.message, "file": d.span.source, "line": d.span.line, "column": d.span.column, "mend": d.mend}
            for d in cited.missing
        ],
        "elsewhere": cited.elsewhere,
    }


def _part(part: Part) -> Json:
    return {
        "number": part.number,
        "kind": part.kind.value,
        "lines": [list(bounds) for bounds in part.lines],
        "title": part.title,
        "game": part.game,
        "edition": part.edition,
        "dates": [{"what": d.what, "day": d.day.isoformat(), "line": d.line} for d in part.dates],
        "state": part.state.value,
        "because": list(part.because),
        "same_as": part.same_as,
    }


def _clause(clause: Clause, sources: bool) -> Json:
    made: Json = {
        "path": clause.path,
        "label": clause.label,
        "title": clause.title.words.strip() or None,
        "text": clause.text.words.strip(),
        "page": clause.page,
        "lines": list(clause.own_lines),
        "confidence": round(clause.confidence, 3),
        "doubts": list(clause.doubts),
        "marks": _marks(clause.text),
        "repairs": [
            {
                "read": r.text,
                "printed": r.printed,
                "page": r.page,
                "line": r.line,
                "column": r.start + 1,
                "because": r.because,
            }
            for r in (*clause.title.repairs, *clause.text.repairs)
        ],
        "tables": [_table(table) for table in clause.tables],
    }
    if sources:
        made["sources"] = _sources(clause.text)
    made["children"] = [_clause(child, sources) for child in clause.children]
    return made


def _marks(text: Text) -> list[Json]:
    """Runs of one mark, from where to where in the words as they are given (without the blanks at their ends)."""
    lead = len(text.words) - len(text.words.lstrip())
    found: list[Json] = []
    for mark in Mark:
        at = -lead
        for stretch in text.stretches:
            end = at + len(stretch.text)
            if mark in stretch.marks and end > 0:
                last = found[-1] if found else None
                if last is not None and last["mark"] == mark.value and last["end"] == max(at, 0):
                    last["end"] = end
                else:
                    found.append({"mark": mark.value, "start": max(at, 0), "end": end})
            at = end
    return sorted(found, key=lambda m: (m["start"], m["end"]))


def _sources(text: Text) -> list[Json]:
    return [
        {"text": s.text, "page": s.page, "line": s.line, "column": s.start + 1}
        | ({} if s.original is None else {"printed": s.original})
        for s in text.stretches
    ]


def _table(table: Table) -> Json:
    return {
        "lines": [table.first, table.last],
        "heads": table.heads,
        "caption": table.caption.words.strip() or None,
        "rows": [[cell.words.strip() for cell in row] for row in table.rows],
        "confidence": round(table.confidence, 3),
        "because": table.because,
    }
