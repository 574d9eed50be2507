"""Words, numbers and signs of a text, each with its place, before any of them is understood."""

from __future__ import annotations

import re
from typing import NamedTuple

_RAW = re.compile(
    r"(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"|(?P<word>[^\W\d_]+(?:['’`][^\W\d_]+)*)"
    r"|(?P<sign>[$€£%½¼¾/:¢])"
    r"|(?P<mark>[^\s\w]|_)"
)
_APOSTROPHES = str.maketrans("", "", "'’`")


class Raw(NamedTuple):
    """``kind`` is ``number``, ``word``, ``sign`` or ``mark``; ``low`` the word in small letters, without apostrophes."""

    kind: str
    low: str
    start: int
    end: int


def raw_tokens(text: str) -> list[Raw]:
    """All of them in order; only blanks are between them."""
    made: list[Raw] = []
    for match in _RAW.finditer(text):
        kind = match.lastgroup or "mark"
        said = match.group()
        low = said
        if kind == "word":
            low = said.lower() if said.isascii() else said.casefold()
            if not low.isalpha():
                low = low.translate(_APOSTROPHES)
        made.append(Raw(kind, low, match.start(), match.end()))
    return made
