"""``audit.diff/1`` of two documents, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from audit.compare.documents.entries import Entry, Following, Kind, Side, TextComparison
from audit.documents.document import Document
from audit.version import VERSION

Json = dict[str, Any]

_KINDS = {
    Kind.ADDED: "added",
    Kind.REMOVED: "removed",
    Kind.MOVED: "moved",
    Kind.MOVED_AND_AMENDED: "moved",
    Kind.RENUMBERED: "renumbered",
}
_WHAT = {Kind.TITLE: "title", Kind.ROW: "row", Kind.REFERENCE: "reference"}


def document_diff_document(comparison: TextComparison, old: Document, new: Document) -> Json:
    """All entries, weightiest first; what was set apart stands in lists of its own."""
    renumbered = [e for e in comparison.entries if e.kind is Kind.RENUMBERED]
    return {
        "schema": "audit.diff/1",
        "engine": VERSION,
        "old": comparison.old,
        "new": comparison.new,
        "documents": [{"name": d.name, "sha256": d.printed.sha256, "pages": len(d.printed.pages)} for d in (old, new)],
        "compared": [
            {"old_part": a.old, "new_part": a.new, "old": a.old_title, "new": a.new_title, "because": a.because}
            for a in comparison.compared
        ],
        "left_out": [
            {"side": "old" if left.is_old else "new", "part": left.part, "title": left.title, "because": left.because}
            for left in comparison.left_out
        ],
        "entries": [entry(e) for e in comparison.weightiest if e.kind is not Kind.RENUMBERED],
        "renumbered": [entry(e) for e in renumbered],
        "following": [_following(f) for f in comparison.following],
        "form": [entry(e) for e in comparison.form],
        "read_through": [entry(e) for e in comparison.read_through],
        "assumed": [],
        "summary": {
            "entries": len(comparison.substance),
            "alike": comparison.alike,
            "renumbered": sum(e.count for e in renumbered),
            "unknown": [],
            "matched": [],
        },
        "unfinished": [],
    }


def entry(found: Entry) -> Json:
    """One difference: the names that all comparisons share, then what documents alone have."""
    what = _WHAT.get(found.kind) or (found.matters[0].kind.value if found.matters else "clause")
    side = (found.new or found.old)[0]
    return {
        "kind": _KINDS.get(found.kind, "changed"),
        "what": what,
        "subject": side.path,
        "title": side.title,
        "no_round_differs": False,
        "note": found.says,
        "old": _words(found.old),
        "new": _words(found.new),
        "old_cite": [s.path for s in found.old],
        "new_cite": [s.path for s in found.new],
        "favours": "neither",
        "house_edge": {"old": None, "new": None},
        "witness": None,
        "severity": found.weight.name.lower(),
        "detail": found.kind.value,
        "says": found.says,
        "matters": [{"kind": m.kind.value, "old": m.old, "new": m.new, "note": m.note} for m in found.matters],
        "old_at": [_side(s) for s in found.old],
        "new_at": [_side(s) for s in found.new],
        "count": found.count,
        "confidence": round(found.confidence, 3),
        "doubts": list(found.doubts),
    }


def _words(sides: Sequence[Side]) -> str | None:
    return " ¶ ".join(s.words for s in sides) if sides else None


def _side(side: Side) -> Json:
    return {
        "part": side.part,
        "path": side.path,
        "page": side.page,
        "lines": list(side.lines),
        "below": side.below,
        "spans": [[s.start, s.end] for s in side.spans],
    }


def _following(found: Following) -> Json:
    return {
        "old_cite": found.old.path,
        "new_cite": found.new.path,
        "old": found.old_words,
        "new": found.new_words,
        "target": found.target,
    }
