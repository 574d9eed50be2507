"""Splits a file into what it bundles.

In: a document whose running heads and balloons are set aside.  Out: its parts, without clauses.
Holds: every line that is read lies in exactly one part; parts are in the order in which they begin.
"""

from audit.documents.packets.splitting import parts

__all__ = ["parts"]
