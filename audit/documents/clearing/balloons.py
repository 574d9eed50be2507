"""Comment balloons: words from the margin that a text extraction sets among the lines of the rules.

Nothing marks where a balloon ends, and a balloon that swallows a rule is the worst that may happen.  So a line belongs
to a balloon only where something shows it: the line before was filled to the balloon's width, its words go on after a
pilcrow, they are the vocabulary of a formatting note, or (of a PDF) it stands in the balloon's own column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from audit.documents.pages import Line, Note, NoteKind

BEGINS = re.compile(
    r"\s*(?:(?P<formatted>Formatted(?:\s+Table)?\s*(?::|$)|Style Definition\s*:|Field Code Changed\b|Numbering Changed\b)"
    r"|(?P<deleted>(?:Deleted|Inserted|Moved\s+(?:up|down|from|to)|Moved\s+\(insertion\))\s*(?:\[\d+\])?\s*:"
    r"|Moved\s+\(insertion\)\s*\[\d+\]|Deleted\s+Cells\b|Inserted\s+Cells\b)"
    r"|(?P<comment>Comment(?:ed)?\s*\[(?P<author>[A-Za-z. ]{0,12})\s*\d{0,4}(?:R\d+)?\]\s*:?))"
)
_FORMATTING = re.compile(
    r"\b(?:Level|Numbering Style|Start at|Alignment|Aligned at|Indent(?: at)?|Tab stops|Not at|Hanging|Font(?: color)?"
    r"|Space (?:Before|After)|Line spacing|Left|Right|Centered|Justified|Bulleted|No bullets|Keep with next)\b"
)
_LABEL = re.compile(r"\s*(?:[-•*]\s|\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{1,6})[.)]\s)")
_STICKY = re.compile(r"\s*(?:Sticky Note|Text Box|Typewritten Text|Typewriter|Text Highlighted?)\s*")
_SUMMARY = re.compile(r"\s*(?:Page:\s*\d+\s+)?Number:\s*\d+\s+Author:\s*\S.*")
_LONGEST = 60
"""Lines of one balloon; beyond them the rest stays body."""
_BESIDE = 36
"""Points, half an inch: a line further away in height is not beside a balloon, one less apart in column is in it."""
_NEAR = 400
"""Lines of a page among which the line beside a balloon is looked for."""
_CLEARLY = 0.92
"""Share of a balloon's width, in letters, that letters of unequal width surely leave room for."""
_WIDEST = 62
_NARROWEST = 34


@dataclass(frozen=True, slots=True)
class Balloon:
    """A balloon: the first and the last index of its lines, its note, and how its end was found."""

    first: int
    last: int
    note: Note
    because: str


def find_balloons(lines: Sequence[Line]) -> list[Balloon]:
    """All balloons, in order; blank lines inside one are part of it."""
    found: list[Balloon] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        balloon = None
        if ":" in line.text or "Formatted" in line.text or "[" in line.text or "ed" in line.text:
            begins = BEGINS.match(line.text) or _formatting_going_on(line.text)
            if begins and (found and found[-1].last == at - 1 or _stands_alone(lines, at, begins)):
                balloon = _word_balloon(lines, at, begins)
            elif _STICKY.fullmatch(line.text) or _SUMMARY.fullmatch(line.text):
                balloon = _sticky_note(lines, at)
        elif _STICKY.fullmatch(line.text):
            balloon = _sticky_note(lines, at)
        if balloon is None or (found and balloon.first <= found[-1].last):
            at += 1
            continue
        found.append(balloon)
        at = balloon.last + 1
    return found


def _formatting_going_on(text: str) -> re.Match[str] | None:
    """The rest of a formatting note that another balloon or a page cuts in two."""
    if " + " not in text or len(text) > _WIDEST + 20 or len(_FORMATTING.findall(text)) < 2:
        return None
    return _FORMATTING.search(text)


def _stands_alone(lines: Sequence[Line], at: int, begins: re.Match[str]) -> bool:
    """A line within a paragraph that happens to begin with such a word is no balloon."""
    if begins.re is not BEGINS or begins["comment"]:
        return True
    before = lines[at - 1] if at else None
    if before is None or before.is_blank or before.page != lines[at].page:
        return True
    if lines[at].box is not None:
        return abs(before.indent - lines[at].indent) > _BESIDE
    # Balloons follow one another without a blank line: the line before ends one, or is as narrow as one.
    return before.text.rstrip().endswith("¶") or len(before.text.rstrip()) <= _WIDEST and bool(begins["formatted"])


def _word_balloon(lines: Sequence[Line], at: int, begins: re.Match[str]) -> Balloon:
    is_formatting = begins.re is not BEGINS or bool(begins["formatted"])
    kind = NoteKind.FORMATTED if is_formatting else NoteKind.DELETED if begins["deleted"] else NoteKind.COMMENT
    last, because = (_column_end if lines[at].box is not None else _wrapped_end)(lines, at, is_formatting)
    words = " ".join(" ".join(line.text.split()) for line in lines[at : last + 1] if not line.is_blank)
    beside = _line_beside(lines, at)
    if is_formatting:
        return Balloon(at, last, Note(kind, lines[at].page, beside, words), because)
    if not words.startswith("Moved"):
        words = words[len(" ".join(begins[0].split())) :].strip()
    author = (begins["author"] or "").strip()
    note = Note(kind, lines[at].page, beside, words, author)
    return Balloon(at, last, note, because)


def _line_beside(lines: Sequence[Line], at: int) -> int:
    """The number of the line at whose height a balloon of a PDF begins; of a text, that of the balloon itself."""
    box = lines[at].box
    if box is None:
        return lines[at].number
    best, number = float(_BESIDE), lines[at].number
    for step in (-1, 1):
        n = at + step
        while 0 <= n < len(lines) and abs(n - at) <= _NEAR and lines[n].page == lines[at].page:
            other = lines[n].box
            if other is not None and not lines[n].is_blank and abs(other.x0 - box.x0) > _BESIDE:
                distance = abs(other.top - box.top)
                if distance < best:
                    best, number = distance, lines[n].number
            n += step
    return number


def _wrapped_end(lines: Sequence[Line], at: int, is_formatting: bool) -> tuple[int, str]:
    """The last line of a balloon in a text without geometry."""
    last = at if is_formatting else _last_pilcrow(lines, at)
    widest = max(_NARROWEST, *(len(line.text.rstrip()) for line in lines[at : last + 1]))
    for n in range(last + 1, min(len(lines), at + _LONGEST)):
        line, before = lines[n], lines[n - 1]
        text = line.text.strip()
        if line.is_blank:
            return last, "a blank line ends it"
        if is_formatting:
            if not _is_formatting(text):
                return last, "the next line is no formatting"
        elif line.page != before.page:
            return last, "the page ends it"
        elif BEGINS.match(line.text):
            return last, "the next balloon ends it"
        elif len(line.text.rstrip()) > _WIDEST:
            return last, "the next line is wider than a balloon; its end is not marked"
        elif before.text.rstrip().endswith("¶"):
            if _LABEL.match(line.text):
                return last, "an item of the rules begins behind its last pilcrow; its end is not marked"
        elif len(before.text.rstrip()) + 1 + len(text.split()[0]) <= _CLEARLY * widest:
            return last, "the next line's first word would have fitted on its last line; its end is not marked"
        last = n
        widest = max(widest, len(line.text.rstrip()))
    return last, "the text ends"


def _last_pilcrow(lines: Sequence[Line], at: int) -> int:
    """The last line that ends in a pilcrow, of the narrow lines that follow without a break: no rule bears one."""
    last = at
    for n in range(at + 1, min(len(lines), at + _LONGEST)):
        text = lines[n].text.rstrip()
        if not text or len(text) > _WIDEST or lines[n].page != lines[at].page or BEGINS.match(text):
            break
        if text.endswith("¶"):
            last = n
    return last


def _is_formatting(text: str) -> bool:
    return len(_FORMATTING.findall(text)) >= 1 and bool(re.search(r"\+|:|\d\"|”", text)) and len(text) <= _WIDEST + 20


def _column_end(lines: Sequence[Line], at: int, is_formatting: bool) -> tuple[int, str]:
    """The last line of a balloon in a PDF: what stands in its own column, close below."""
    last = at
    for n in range(at + 1, min(len(lines), at + _LONGEST)):
        line, before = lines[n], lines[last]
        if line.is_blank:
            continue
        if line.page != before.page or line.box is None or before.box is None:
            return last, "the page ends it"
        begins = BEGINS.match(line.text)
        if begins:
            return last, "the next balloon ends it"
        height = max(before.box.bottom - before.box.top, 1.0)
        if abs(line.box.x0 - lines[at].indent) > 4 or not 0 <= line.box.top - before.box.top <= 2 * height:
            return last, "the next line stands outside its column"
        last = n
    return last, "the text ends"


def _sticky_note(lines: Sequence[Line], at: int) -> Balloon:
    """A note set over the page: the name of its author above, its words below, up to the next blank line."""
    first = at
    above = lines[at - 1] if at else None
    if (
        _STICKY.fullmatch(lines[at].text)
        and above is not None
        and not above.is_blank
        and len(above.text.split()) <= 3
        and (at < 2 or lines[at - 2].is_blank or lines[at - 2].page != above.page)
    ):
        first = at - 1
    last = at
    while last + 1 < len(lines) and last - at < _LONGEST and not lines[last + 1].is_blank:
        if lines[last + 1].page != lines[at].page:
            break
        last += 1
    words = " ".join(" ".join(line.text.split()) for line in lines[at + 1 : last + 1])
    note = Note(NoteKind.COMMENT, lines[at].page, lines[at].number, words)
    return Balloon(first, last, note, "a note set over the page; a blank line or the page ends it")
