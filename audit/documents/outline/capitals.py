"""Whether words are set as a heading's are."""

from __future__ import annotations

import re

LONGEST_TITLE = 150
WORD = re.compile(r"[A-Za-z][A-Za-z'’-]*")
_SMALL = frozenset(
    ("a", "an", "and", "as", "at", "by", "for", "from", "in", "into", "of", "on", "or", "the", "to", "with", "without", "under")
) | frozenset(("upon", "its", "per", "his", "her", "their", "when", "where", "made", "after"))


def is_title_like(words: str, few: int = 2) -> bool:
    """Whether most words begin with a capital, as those of a heading do; of ``few`` words only the first need."""
    content = [w for w in WORD.findall(words) if w.lower() not in _SMALL]
    if not content or len(words) > LONGEST_TITLE:
        return False
    capital = sum(w[0].isupper() for w in content)
    return content[0][0].isupper() and (capital >= 0.6 * len(content) or len(content) <= few)
