"""A file becomes a document: opened, cleared, parted, outlined; its tables set apart, its misreadings repaired."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from audit.documents.clauses import Clause
from audit.documents.clearing import cleared
from audit.documents.document import Document, Part
from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.outline import outline
from audit.documents.packets import parts
from audit.documents.pages import Printed, View
from audit.documents.repairs import Vocabulary, repaired, vocabulary_of
from audit.documents.tables import with_tables


def read_document(path: Path, name: str, reading: Reading, *, copies: bool = True) -> Document:
    """A document with its parts and their clauses; ``name`` is what messages call the file.

    Without ``copies`` a part with the same words as an earlier one gets no clauses: of a packet that bundles each
    edition five times, that spares most of the work.  Raises `ReadError` where the file cannot be read.
    """
    return structured(open_document(path, name, reading), reading.view, copies=copies)


def structured(printed: Printed, view: View = View.NEW, *, copies: bool = True) -> Document:
    """The parts and clauses of what was read."""
    clear = cleared(printed)
    vocabulary = vocabulary_of(clear)
    made = tuple(
        replace(part, clauses=_clauses(clear, part, view, vocabulary)) if copies or part.same_as is None else part
        for part in parts(clear)
    )
    return Document(clear, made)


def _clauses(printed: Printed, part: Part, view: View, vocabulary: Vocabulary) -> tuple[Clause, ...]:
    found = with_tables(printed, part, outline(printed, part, view), view)
    return repaired(found, vocabulary)
