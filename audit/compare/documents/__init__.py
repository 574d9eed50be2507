"""Two documents held against each other, clause by clause.

In: two parts, or two documents, with their trees of clauses.  Out: a `TextComparison`: each difference once, placed on both sides.
Holds: entries show differences of substance and of numbering; typography, references that follow and scan damage stand apart.
"""

from audit.compare.documents.comparing import compare_parts
from audit.compare.documents.entries import Entry, Kind, Matter, MatterKind, Side, Span, TextComparison, Weight
from audit.compare.documents.pairing import compare_documents

__all__ = [
    "Entry",
    "Kind",
    "Matter",
    "MatterKind",
    "Side",
    "Span",
    "TextComparison",
    "Weight",
    "compare_documents",
    "compare_parts",
]
