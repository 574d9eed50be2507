"""Makes clauses of lines: labels of every style, read together.

In: the lines of one part.  Out: its clauses (`outline`).
Holds: every character keeps its line and column; a place that may be another has a confidence below 1 and says so.
"""

from audit.documents.outline.outlining import outline

__all__ = ["outline"]
