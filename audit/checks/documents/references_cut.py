"""Words of a clause in which the references to other clauses are blanked out, each other character where it stands."""

from __future__ import annotations

import re
from functools import lru_cache

from audit.documents.references import references_in

_RELATING = re.compile(r"\((?:relating to|see) [^()]{2,400}\)")


@lru_cache(maxsize=4096)
def without_references(words: str) -> str:
    """The same number of characters; what names another clause, its title with it, is blank."""
    kept = list(words)
    for start, end in [r.whole for r in references_in(words)] + [m.span() for m in _RELATING.finditer(words)]:
        kept[start:end] = " " * (end - start)
    return "".join(kept)
