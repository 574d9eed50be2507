"""Numbers that name something and measure nothing: of a house, a box, a resolution, a clause."""

from __future__ import annotations

import re

_NAMED = re.compile(
    r"(?:\b(?:box|suite|room|floor|resolution|ordinance|docket|form|page|chapter|title|version|telephone|phone|fax"
    r"|rules?|sections?|subsections?|clauses?|paragraphs?)(?: (?:no|number|nos)\.?)?|\bnos?\.|[#§])\s?$",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"(?:^|[^\w.])[A-Z]\. ?$")
_POINTS = re.compile(r"[).]?\s(?:above|below|hereof|herein)\b", re.IGNORECASE)
_STREET = re.compile(
    r"\s(?:(?:N|S|E|W|NE|NW|SE|SW)\.?\s)?(?:[A-Z][\w.']*\s){1,4}?"
    r"(?:Blvd|Boulevard|St|Street|Ave|Avenue|Rd|Road|Dr|Drive|Ln|Lane|Way|Hwy|Highway|Parkway|Pkwy|Court|Ct)\b"
)
_POSTAL = re.compile(r"\d{5}(?:-\d{4})?")
_STATE = re.compile(r"[A-Z][\w.]+,?\s$")
_CHAINED_BEFORE = re.compile(r"\d-$")
_CHAINED = re.compile(r"(?:-\d+)*-[A-Z]\b|-\d+-\d+\b")
_AROUND = 60


def is_identifier(text: str, start: int, end: int) -> bool:
    """Whether the number at ``start`` to ``end`` of a text only names something."""
    before, said, behind = text[max(0, start - _AROUND) : start], text[start:end], text[end : end + _AROUND]
    if not said[:1].isdecimal():
        return False
    if _NAMED.search(before) or _LETTERED.search(before) or _POINTS.match(behind) or _STREET.match(behind):
        return True
    if _POSTAL.fullmatch(said) and _STATE.search(before):
        return True
    return bool(_CHAINED.match(behind)) or bool(_CHAINED_BEFORE.search(before) and re.search(r"\d-\d+-$", before))
