"""Sets aside what is printed on the pages and is no rule: running heads, page numbers, margins, comment balloons.

In: a document as it was read.  Out: the same, each line with its role and why (`cleared`).
Holds: when in doubt a line stays; what a balloon says is kept as a note.
"""

from audit.documents.clearing.setting_aside import cleared

__all__ = ["cleared"]
