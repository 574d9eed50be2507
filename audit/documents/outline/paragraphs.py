"""Where a clause may begin: labels at the heads of lines, alone on a line, at line ends, and paragraphs without any.

Each is an `Event`; whether it is the label of a clause is for `audit.documents.outline.numbering` to say.  Costs say how much speaks
against a label here (``cost``) and against there being none (``silence``).
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from audit.documents.outline.capitals import is_title_like
from audit.documents.outline.labels import Form, Kind, Meaning, Style, meanings
from audit.documents.pages import Line, Mark, Role, View


class What(enum.IntEnum):
    INLINE = 0
    """A label with the words of its clause behind it."""
    ALONE = 1
    """A label alone on its line, or glued to the end of one: its words may stand before or behind it."""
    PARAGRAPH = 2
    """A paragraph that bears no label."""
    HEADING = 3
    """A line that looks like a heading and bears no label."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the part as it is read: its words without the layout of Markdown, and how it follows the one before.

    ``begin`` and ``end`` bound the words in ``text``; ``columns`` has for each character its place in the line.
    """

    line: Line
    text: str
    columns: tuple[int, ...]
    begin: int
    end: int
    gap: bool
    """Whether blank lines or a wide gap part it from the row before."""
    after_stop: bool
    """Whether the words before it end a sentence or an item."""
    is_listed: bool
    """Whether a list mark (``- ``) begins it."""
    indent: float
    after: str
    """What ends the words before it: ``:``, ``;`` (or "; and"), ``.``, else nothing."""

    @property
    def words(self) -> str:
        return self.text[self.begin : self.end]


@dataclass(frozen=True, slots=True)
class Event:
    """Something on a row at which a clause may begin.

    ``start`` and ``end`` bound the printed label in the row's text (equal where there is none).
    """

    what: What
    row: int
    start: int
    end: int
    printed: str
    meanings: tuple[Meaning, ...]
    cost: float
    silence: float
    indent: float
    is_any: bool = False
    """Whether the print is too spoilt to say which label it is."""
    is_sound: bool = True
    """Whether it is printed as labels are."""
    weak: float = 0.0
    """The part of ``cost`` that falls away where the label is just the next: the row may go on with the one before."""
    is_title: bool = False
    """Whether the words behind it are short and in capitals, as a heading's are."""
    is_listed: bool = False
    """Whether a list mark begins the row."""
    after: str = ""
    """What ends the words before it, as of a row."""
    is_run_in: bool = False
    """Whether what looks like a label may be the first word of a heading that its paragraph begins with."""


TAG = re.compile(r"</?(?:u|b|i|s|em|strong|ins|del|sup|sub|span|p|br)\b[^<>]{0,80}>|\*\*|__", re.IGNORECASE)
# Signs of Symbol and Wingdings come as characters of the private use area.
_LIST_MARK = re.compile(r"\s*[-*+•▪●◦‣■□▫➢–\ue000-\uf8ff]\s+")
_SENTENCE_END = re.compile(r"(?:[.;:!?]|[;,] ?(?:and|or))[\"'”’)\]*_\s]*$")
_FULL_STOP = re.compile(r"[.!?][\"'”’)\]*_\s]*$")
_STEP = r"(?:\([A-Za-z0-9]{1,7}\)|[A-Za-z]{1,7}[.)]|[0-9]{1,4}[.)])"
_SIGN = r"(?:§+ ?)?"
_SOUND = re.compile(rf"{_SIGN}(?:{_STEP}{{1,5}}(?:[0-9]{{1,3}}|[A-Za-z])?|[0-9]{{1,3}}[a-z])(?=[\s\"“‘']|$|(?<=[.)])[A-Z])")
WORDED = re.compile(
    r"(?:Section|Sec\.|Article|Rule|Chapter|Part)\s+([0-9]{1,4}|[IVXLC]{1,7}|[A-Z])\b[.:)]?(?=\s|$)(?:\s*[–—-]\s)?", re.IGNORECASE
)
_SPACED = re.compile(r"(\(?[0-9A-Za-z](?: ?[0-9A-Za-z]){0,3} ?[.)])(?=[\s\"“]|$)")
_SPOILT = re.compile(r"[-.,'‘’`~_·•;:(]{0,2}\s?((?:[0-9]{1,3}|[A-Za-z]{1,4}|[0-9IiLl|!\]]{1,4})) ?[.,;:)'’~\-]{0,3}(?=\s|$|\"|“)")
_BARE = re.compile(r"([0-9]{1,3}|[A-Zb-z])(?= +[A-Z\"“‘'])")
_JUNK = re.compile(r"[^\w\s]{1,2}[^\w\s]?\w?[^\w\s]{0,2}(?=\s|$)")
_GLUED = re.compile(
    r"(?<=[A-Za-z)\]\"'”’])(?:[;:,.]{1,2}\s?((?:[A-Za-z0-9]{1,4}\.){1,3}|[A-Z])|(?<=[a-z])((?:[0-9]{1,2}\.)))$"
)
_LEADER = re.compile(r"(?:\.\s?){5,}\s*[0-9ivxlc]{0,5}\s*$|…{2,}")
"""The dots of a table of contents; its labels are those of the clauses to come."""
RUN_IN_HEADING = re.compile(r"[A-Z0-9][\w’'-]*(?: [A-Z][\w’'-]*){1,4}:(?=\s+[A-Z])")
"""A heading of two to five words in capitals that its own paragraph begins with."""
_SET_OFF = 3.0
"""Points by which a line stands further in or out than the one before, so that it is no mere continuation."""
_TAIL = 120
"""Characters at a line's end that are looked at for how it ends, however long it is."""
_LETTERED = re.compile(r"[A-Za-z]{3}")


def shortest(rows: Sequence[str]) -> float:
    """Below which length a line is short, for the text of a part: its writer ended it before the edge."""
    full = [len(r) for r in rows if len(r) > 20]
    return 0.66 * median(full) if full else 40.0


def rows_of(lines: Sequence[Line], view: View) -> list[Row]:
    """The lines that are read, as the view shows them."""
    made: list[Row] = []
    seen = [(line, line.seen(view)) for line in lines if line.role.is_read or line.role is Role.BLANK]
    short = shortest([s.text.strip() for _, s in seen])
    gap, before, box_before = True, "", None
    for line, shown in seen:
        text = shown.text
        if not text.strip() or line.role is Role.BLANK:
            gap = True
            continue
        begin, listed = _words_begin(text)
        listed = listed or bool(line.bullet)
        end = len(text.rstrip())
        words = text[begin:end]
        if not words:
            gap = True
            continue
        if line.box is not None and box_before is not None and not gap:
            height = max(line.box.bottom - line.box.top, 1.0)
            gap = line.box.top - box_before.bottom > 0.6 * height or line.box.top < box_before.top and bool(_SENTENCE_END.search(before))
        stop = not before or bool(_SENTENCE_END.search(before))
        if not stop and len(before) < short:
            # A line that is short and followed by one set otherwise is not broken at the edge.
            is_set_off = line.box is not None and box_before is not None and abs(line.box.x0 - box_before.x0) > _SET_OFF
            if not words[:1].islower():
                stop = gap or len(before) < short / 2 or is_title_like(before) or is_set_off
            else:
                stop = is_set_off and _SOUND.match(words) is not None
        indent = line.indent if line.box is not None else float(len(text.expandtabs(4)) - len(text.expandtabs(4).lstrip()))
        made.append(Row(line, text, shown.columns, begin, end, gap or listed, stop or listed, listed, indent, _ending(before)))
        gap = bool(line.ends_paragraph(view))
        before, box_before = TAG.sub("", words[-4 * _TAIL :]) if len(words) > 4 * _TAIL else TAG.sub("", words), line.box
    return made


def _words_begin(text: str) -> tuple[int, bool]:
    """Where the words of a line begin behind blanks, a list mark and tags; and whether there is a list mark."""
    mark = _LIST_MARK.match(text)
    at = mark.end() if mark else 0
    listed = mark is not None
    while at < len(text):
        if text[at].isspace():
            at += 1
            continue
        tag = TAG.match(text, at)
        if tag is None:
            break
        at = tag.end()
    return at, listed


def _ending(words: str) -> str:
    """The stop that ends some words."""
    found = _SENTENCE_END.search(words)
    if found is None:
        return ""
    return ":" if found[0][0] == ":" else "." if found[0][0] in ".!?" else ";"


def ends_sentence(words: str) -> bool:
    return bool(_FULL_STOP.search(TAG.sub("", words[-_TAIL:])))


@dataclass(frozen=True, slots=True)
class _Leading:
    """What stands at the head of a row like a label."""

    start: int
    end: int
    printed: str
    meanings: tuple[Meaning, ...]
    cost: float
    is_sound: bool
    is_any: bool = False


def _with_a_word(meaning: Meaning) -> Meaning:
    """The meaning of a label before which ``Section`` or another such word stands."""
    return replace(meaning, steps=tuple(s._replace(style=Style(s.style.kind, Form.WORDED)) for s in meaning.steps))


def _leading(row: Row) -> _Leading | None:
    text, at = row.text, row.begin
    sound = _SOUND.match(text, at, row.end)
    if sound is not None:
        found = meanings(sound[0].replace(" ", ""))
        if any(not m.damaged for m in found):
            return _Leading(at, sound.end(), sound[0], found, 0.0, True)
    worded = WORDED.match(text, at, row.end)
    if worded is not None and text[at : at + 1].isupper():
        found = tuple(_with_a_word(m) for m in meanings(worded[1] + ".") if not m.damaged)
        if found:
            return _Leading(at, worded.end(), worded[0], found, 0.0, True)
    spaced = _SPACED.match(text, at, row.end)
    if spaced is not None:
        found = meanings(spaced[1].replace(" ", ""))
        if found:
            return _Leading(at, spaced.end(), spaced[0], found, 0.6, False)
    bare = _BARE.match(text, at, row.end)
    if bare is not None:
        found = meanings(bare[1] + ".")
        if found:
            return _Leading(at, bare.end(), bare[0], found, 1.3 if bare[1] not in ("A", "I") else 4.0, False)
    spoilt = _SPOILT.match(text, at, row.end)
    if spoilt is not None:
        rest = text[spoilt.end() : row.end].lstrip()
        word = spoilt[1]
        marks = spoilt[0].replace(word, "", 1).strip()
        if marks or not rest:
            found = meanings(word + ".")
            if word.isdigit() and spoilt[0][0] in "-'.,‘’`":
                # The first digit may be what is spoilt.
                found += tuple(Meaning(m.steps, 1.5, True) for m in meanings("1" + word + ".") if not m.damaged)
            if found and (not rest or rest[0].isupper() or not rest[0].isalnum()):
                return _Leading(at, spoilt.end(), spoilt[0].strip(), found, 0.7 if marks else 1.0, False)
    junk = _JUNK.match(text, at, row.end)
    if junk is not None:
        rest = text[junk.end() : row.end].lstrip()
        if not rest or rest[0] in "\"“'" or rest[0].isupper():
            return _Leading(at, junk.end(), junk[0], (), 2.0, False, True)
    return None


def events_of(rows: Sequence[Row]) -> list[Event]:
    """All places in the rows at which a clause may begin, in their order."""
    made: list[Event] = []
    after_lone = False
    for number, row in enumerate(rows):
        came = list(_events_of_row(number, row, rows, after_lone))
        made.extend(came)
        after_lone = bool(came) and came[-1].what is What.ALONE
    return made


def _events_of_row(number: int, row: Row, rows: Sequence[Row], after_lone: bool) -> Iterator[Event]:
    if _LEADER.search(row.text, max(row.begin, row.end - _TAIL), row.end):
        return
    found = None if row.line.role is Role.TABLE else _leading(row)
    stop = row.after_stop or after_lone
    if found is not None:
        rest = row.text[found.end : row.end].strip()
        if TAG.sub("", rest):
            yield from _with_words(number, row, found, rest, stop, rows)
        else:
            yield from _alone(number, row, found)
            return
    elif row.line.role is not Role.TABLE:
        yield from _paragraph(number, row, rows, stop, after_lone)
    yield from _glued(number, row)


def _with_words(number: int, row: Row, found: _Leading, rest: str, stop: bool, rows: Sequence[Row]) -> Iterator[Event]:
    weak, silence = 0.0, 0.0
    if stop:
        silence = 6.0 if row.gap else 3.5
    elif row.gap:
        weak, silence = 1.5, 1.5
    else:
        weak, silence = 4.0, 1.3 if found.is_sound and rest[0].isupper() else 0.0
    cost = found.cost + weak
    if rest[0].islower():
        cost, weak, silence = cost + 0.7, weak / 2, silence - 1.0
    if not found.is_sound:
        weak, silence = 0.0, min(silence, 2.0 if row.is_listed else 1.0 if stop and row.gap else 0.3)
    yield Event(
        What.INLINE,
        number,
        found.start,
        found.end,
        found.printed,
        found.meanings,
        cost,
        max(silence, 0.0),
        row.indent,
        found.is_any,
        found.is_sound,
        weak * 0.75,
        len(rest) < 90 and is_title_like(rest) and _ends_row(number, rows),
        row.is_listed,
        row.after,
        not found.is_sound and stop and row.gap and RUN_IN_HEADING.match(row.words) is not None,
    )


def _alone(number: int, row: Row, found: _Leading) -> Iterator[Event]:
    """A line of labels alone; two on one line (``b.4.``) are two labels unless they count in one series (``1.1``)."""
    silence = 3.2 if found.is_sound else 0.5
    several = [m for m in found.meanings if len(m.steps) > 1]
    if several and not all(s.style.kind is Kind.ARABIC for s in several[0].steps):
        at = found.start
        for piece in re.findall(r"\([A-Za-z0-9]+\)|[A-Za-z0-9]+[.)]?", found.printed):
            began = row.text.index(piece, at)
            at = began + len(piece)
            yield Event(What.ALONE, number, began, at, piece, meanings(piece), found.cost, silence, row.indent)
        return
    printed, said = found.printed, found.meanings
    yield Event(What.ALONE, number, found.start, found.end, printed, said, found.cost, silence, row.indent, found.is_any, found.is_sound)


def _paragraph(number: int, row: Row, rows: Sequence[Row], stop: bool, after_lone: bool) -> Iterator[Event]:
    words = TAG.sub("", row.words)
    begins = not words[:1].islower()
    if not (row.gap or after_lone):
        return
    if row.is_listed:
        cost = 0.0 if begins else 3.0
    elif begins:
        cost = 0.3 if stop else 1.5
    elif stop:
        cost = 1.2
    else:
        return
    heading = _heading(number, row, rows)
    if heading is not None:
        price, silence = heading
        yield Event(What.HEADING, number, row.begin, row.begin, "", (), price, silence, row.indent, is_title=is_title_like(words))
        return
    title = words[:1].isupper() and _ends_row(number, rows) and len(words) < 90 and is_title_like(words) and words[-1] not in ":;,"
    if not title and not row.is_listed and not _is_prose(number, rows):
        cost += 2.0
    at = row.begin
    yield Event(
        What.PARAGRAPH, number, at, at, "", (), cost, 0.0, row.indent, is_title=title, is_listed=row.is_listed, after=row.after
    )


def _ends_row(number: int, rows: Sequence[Row]) -> bool:
    """Whether a paragraph ends with a row, or goes on as a heading does."""
    if number + 1 == len(rows):
        return True
    below = rows[number + 1]
    return below.gap or _leading(below) is not None or is_title_like(below.words)


def _is_prose(number: int, rows: Sequence[Row]) -> bool:
    """Whether the paragraph at a row is a sentence and no row of a table: long, or ended by a stop."""
    length = 0
    for n in range(number, min(number + 8, len(rows))):
        if n > number and rows[n].gap:
            break
        if n > number and length < 40:
            # Its first line was ended before the edge.
            return False
        words = rows[n].words
        length = max(length, len(words))
        if len(words) > 12 and _SENTENCE_END.search(words[-_TAIL:]):
            return True
    return length > 45


def _heading(number: int, row: Row, rows: Sequence[Row]) -> tuple[float, float] | None:
    """What it costs to take a row without label for a heading, and not to; None where it cannot be one."""
    words = TAG.sub("", row.words)
    if row.is_listed or not row.gap or not (words[:1].isupper() or words[:1].isdigit()) or row.line.role is Role.TABLE:
        return None
    if RUN_IN_HEADING.match(words):
        return 2.0, 1.5
    if len(words) > 70 or words[-1] in ".;,:!?" or len(words.split()) > 9 or not _LETTERED.search(words) or number + 1 == len(rows):
        return None
    below = rows[number + 1]
    if below.words[:1].islower() or "$" in words:
        return None
    leads = _leading(below)
    heads = leads is not None and leads.is_sound or len(below.words) > 60 and _is_prose(number + 1, rows)
    titled = is_title_like(words)
    if row.line.heading:
        return 0.3, 3.0
    if heads and titled and (below.gap or leads is not None or len(words) < 40):
        return (1.0, 2.5) if row.line.has(Mark.BOLD) else (1.5, 2.0)
    if (heads or below.gap and _is_prose(number + 1, rows)) and (below.gap or leads is not None):
        return 2.5, 1.0
    if titled and below.gap and len(words.split()) > 3 and words[:1].isupper():
        return 2.8, 0.9
    return None


def _glued(number: int, row: Row) -> Iterator[Event]:
    """Labels glued to the end of a line: its own that was printed behind its words, or the next one's."""
    tail = max(row.begin, row.end - 24)
    found = _GLUED.search(row.text, tail, row.end)
    if found is None:
        return
    group = 1 if found[1] else 2
    at = found.start(group)
    tight = not row.text[at - 1].isspace()
    if at == row.begin or not tight and found[group][0].isupper() and len(found[group]) < 3 and row.text[at - 2] != ".":
        return
    for piece in re.findall(r"[A-Za-z0-9]+\.?", found[group]):
        began = row.text.index(piece, at)
        at = began + len(piece)
        said = meanings(piece if piece.endswith(".") else piece + ".")
        if said:
            cost, silence = (0.3, 1.0) if tight else (1.0, 0.0)
            yield Event(What.ALONE, number, began, at, piece, said, cost, silence, row.indent, is_sound=False)
