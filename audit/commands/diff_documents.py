"""`audit diff` of two documents."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from audit.commands.output import Form, Made, as_json, deliver, lines_of
from audit.commands.reading import Asked, is_document, read
from audit.commands.session import CLEAN, FINDINGS, Session, near, usage
from audit.commands.working import Work, each, keep_fault

if TYPE_CHECKING:
    from audit.compare.documents import TextComparison
    from audit.documents.document import Document, Part
    from audit.report.building_documents import Compared


LONG = 200_000
"""Bytes of a PDF from which it pays to read two of them side by side."""


@dataclass(frozen=True)
class Wanted:
    """What is compared: two documents, of each the chapters with a name or the part of a number; and what is shown."""

    old: str
    new: str
    read: Asked = Asked()
    chapter: str | None = None
    parts: tuple[int, ...] = ()
    clauses: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """The line that repeats the comparison."""
        words = ["audit", "diff", Path(self.old).name, Path(self.new).name]
        words += ["--chapter", self.chapter] if self.chapter else []
        words += [w for n in self.parts for w in ("--part", str(n))]
        words += ["--clause", ",".join(self.clauses)] if self.clauses else []
        return shlex.join(words)


def are_documents(old: str, new: str) -> bool:
    """Whether both are documents; raises `Stop` where only one is."""
    one, other = is_document(old), is_document(new)
    if one != other:
        document, ruleset = (old, new) if one else (new, old)
        raise usage(
            f"{document} is a document and {ruleset} a ruleset",
            "compare two of a kind; audit check RULESET --document DOC holds a ruleset against its document",
        )
    return one


def diff_documents(
    session: Session, wanted: Wanted, shown: Form, files: dict[Path, Form], *, noise: bool = False
) -> int:
    """Compares, prints and writes; 1 where there is a difference of substance."""
    compared = compare(session, wanted, unwritten=list(files))
    deliver(session, shown, files, lambda to: _forms(to, compared, noise=noise))
    return FINDINGS if compared.comparison.substance else CLEAN


def compare(session: Session, wanted: Wanted, *, unwritten: Sequence[Path] = ()) -> Compared:
    """Both documents read, and the parts that are asked for compared."""
    old, new = _both(session, wanted, unwritten)
    work: Work[Wanted, Compared] = lambda _, asked, part: _compared(asked, old, new)  # noqa: E731
    return each(session, "diff", [(f"{wanted.old}, {wanted.new}", wanted)], work, unwritten=unwritten).made[0]


def _both(session: Session, wanted: Wanted, unwritten: Sequence[Path]) -> tuple[Document, Document]:
    """Both documents; large PDFs are read side by side.  Raises `Stop` for the first that cannot be read."""
    items = [(path, (path, wanted.read, bool(wanted.parts))) for path in (wanted.old, wanted.new)]
    is_long = all(Path(path).suffix.lower() == ".pdf" and _size(path) > LONG for path in (wanted.old, wanted.new))
    done = each(session, "read", items, _read, jobs=2 if is_long else 1, unwritten=unwritten)
    if done.failed:
        failed = done.failed[0]
        if failed.fault:
            keep_fault(failed.fault)
        raise failed.why
    return done.made[0], done.made[1]


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _read(session: Session, asked: tuple[str, Asked, bool], part: Callable[[str], None]) -> Document:
    path, how, copies = asked
    return read(path, how, copies=copies)


def _compared(wanted: Wanted, old: Document, new: Document) -> Compared:
    from audit.compare.documents import compare_documents, compare_parts
    from audit.report.building_documents import Compared

    if wanted.parts:
        first, second = wanted.parts if len(wanted.parts) == 2 else wanted.parts * 2
        comparison = compare_parts(_part(old, first), _part(new, second))
        comparison = replace(comparison, old=old.name, new=new.name)
    else:
        chosen = [_chapters(d, wanted.chapter) if wanted.chapter else d for d in (old, new)]
        comparison = compare_documents(chosen[0], chosen[1])
    if wanted.clauses:
        comparison = _only(comparison, wanted.clauses)
    return Compared(old, new, comparison, wanted.command)


def _part(document: Document, number: int) -> Part:
    from audit.commands.reading import chosen

    return chosen(document, number)[0]


def _chapters(document: Document, name: str) -> Document:
    """The document with the parts of one name alone; raises `Stop` where none has it."""
    titles = [t for p in document.rules for t in (p.game, p.title) if t]
    kept = tuple(p for p in document.rules if any(t and name.casefold() in t.casefold() for t in (p.game, p.title)))
    if not kept:
        known = list(dict.fromkeys(titles))
        raise usage(
            f"--chapter {name}: {document.name} has no such chapter",
            f"{near(name, known)}it has: {', '.join(known[:12]) or 'none with a title'}",
            "not-found",
        )
    exact = tuple(p for p in kept if any(t and name.casefold() == t.casefold() for t in (p.game, p.title)))
    return replace(document, parts=exact or kept)


def _only(comparison: TextComparison, clauses: Collection[str]) -> TextComparison:
    """The entries about some clauses and what is under them, on either side."""
    from audit.ruleset.basis import stands_under

    def meets(paths: Collection[str]) -> bool:
        return any(stands_under(path, clause) for path in paths for clause in clauses)

    return replace(
        comparison,
        entries=tuple(e for e in comparison.entries if meets([s.path for s in (*e.old, *e.new)])),
        form=tuple(e for e in comparison.form if meets([s.path for s in (*e.old, *e.new)])),
        read_through=tuple(e for e in comparison.read_through if meets([s.path for s in (*e.old, *e.new)])),
        following=tuple(f for f in comparison.following if meets([f.old.path, f.new.path])),
    )


def _forms(session: Session, compared: Compared, *, noise: bool) -> Made:
    from audit.report.document_diff_data import document_diff_document
    from audit.report.terminal.document_diff import concise_diff, diff_text

    comparison = compared.comparison

    def report(form: Form) -> Callable[[], str | bytes]:
        def render() -> str | bytes:
            from audit.commands.report import PaperSize, rendered
            from audit.report.building_documents import documents_diff_report

            return rendered(documents_diff_report(compared), form, PaperSize.A4)

        return render

    return {
        Form.TEXT: lambda: lines_of(diff_text(comparison, session.message_width, noise=noise)),
        Form.CONCISE: lambda: lines_of(concise_diff(comparison)),
        Form.JSON: lambda: as_json(document_diff_document(comparison, compared.old, compared.new)),
        Form.HTML: report(Form.HTML),
        Form.PDF: report(Form.PDF),
        Form.XLSX: report(Form.XLSX),
    }
