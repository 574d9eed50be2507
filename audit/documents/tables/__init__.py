"""Finds pay tables, matrices and columns printed apart among the lines of a part.

In: clauses and the lines that they were made of.  Out: the clauses with their tables (`with_tables`).
Holds: each cell keeps its place; a table that stands elsewhere than it is announced says why it is thought to belong.
"""

from audit.documents.tables.attaching import with_tables

__all__ = ["with_tables"]
