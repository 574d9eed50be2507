"""What is the heading of a clause and what its text; and which lines at the head of a part are its own title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.documents.outline.capitals import LONGEST_TITLE, is_title_like
from audit.documents.outline.labels import Kind, meanings
from audit.documents.outline.paragraphs import TAG, WORDED, Row
from audit.documents.pages import Mark, Role

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


def stands_apart(rows: Sequence[Row], number: int) -> bool:
    """Whether a row without label is a heading by its looks: short, without stop, in capitals or wholly bold or underlined,
    and set apart; numbered rules or words follow it, and no rows of a table."""
    row = rows[number]
    words = TAG.sub("", row.words)
    if not row.gap or row.is_listed or row.line.role is Role.TABLE or not 3 < len(words) < 90 or number + 1 == len(rows):
        return False
    if words[-1] in ".;,:!?" or not sum(c.isalpha() for c in words) > len(words) / 2 or "  " in row.words or not is_title_like(words):
        return False
    if not (words.isupper() or _is_marked(row)):
        return False
    below = rows[number + 1]
    return below.gap and (_is_label(below.words) or len(below.words) > 45)


def _is_marked(row: Row) -> bool:
    """Whether all its words are bold, or all underlined."""
    first, last = row.columns[row.begin], row.columns[row.end - 1]
    return any(m.mark in (Mark.BOLD, Mark.UNDERLINED) and m.start <= first and m.end > last for m in row.line.marks)


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
