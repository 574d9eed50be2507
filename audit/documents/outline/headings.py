"""What is the heading of a clause and what its text; and which lines at the head of a part are its own title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.documents.outline.capitals import LONGEST_TITLE, is_title_like
from audit.documents.outline.labels import Kind, meanings
from audit.documents.outline.paragraphs import TAG, WORDED, Row

_RUN_IN = re.compile(r"([A-Z“\"][^.!?]{2,140}?)(?<!\bNo)\.(?:\s{2,}|$)")
_CHAPTER = re.compile(r"\s*([IVXLCivxl1]{1,7})[.,:]\s+(?=[A-Z])")


def run_in_title(words: str) -> int | None:
    """Where the heading ends that the first line of a clause begins with (behind its full stop); None if there is none."""
    found = _RUN_IN.match(words)
    if found is None or len(found[1].split()) > 16 or not is_title_like(found[1], 1):
        return None
    return len(found[1]) + 1


def title_rows(rows: Sequence[Row], title: str | None) -> int:
    """How many rows at the head of a part are its title: lines in capitals, a chapter's numeral, the title as it is known."""
    count = 0
    known = _bare(title or "")
    for row in rows[:4]:
        words = TAG.sub("", row.words)
        chapter = _CHAPTER.match(words)
        rest = words[chapter.end() :] if chapter else words
        is_known = bool(known) and (_bare(rest) == known or _bare(words) == known)
        big, small = sum(c.isupper() for c in rest), sum(c.islower() for c in rest)
        # Behind a chapter's numeral one letter may be misread.
        is_capital = len(rest) > 3 and big > 1 and small <= (big // 4 if chapter else 0)
        if not (is_known or is_capital) or WORDED.match(words) or not chapter and _is_label(rest) or len(words) > LONGEST_TITLE:
            break
        count += 1
    return count


def _is_label(words: str) -> bool:
    first = words.split(maxsplit=1)[0]
    return any(not m.damaged for m in meanings(first)) and (first[-1] in ".)" or len(words.split()) == 1)


def _bare(words: str) -> str:
    return "".join(c for c in words.lower() if c.isalnum())


def chapter_numeral(printed: str) -> bool:
    """Whether a label of two steps begins with the numeral of a chapter and goes on with the letter of a section."""
    return any(
        len(m.steps) == 2 and m.steps[0].style.kind is Kind.ROMAN_UPPER and m.steps[1].style.kind is Kind.UPPER for m in meanings(printed)
    )
