"""The text of `audit clauses`: the parts of a document, and of each its clauses as an indented outline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from audit.documents.clauses import Clause, Table, walk
from audit.documents.document import Document, Part, PartKind, State
from audit.documents.pages import Mark, NoteKind, View
from audit.documents.text import Stretch, Text
from audit.language.printing import width_of

STEP = "  "
LEAST_WORDS = 24
_SIGNS = {
    Mark.INSERTED: ("{+", "+}"),
    Mark.MOVED_TO: ("{+", "+}"),
    Mark.DELETED: ("[-", "-]"),
    Mark.MOVED_FROM: ("[-", "-]"),
}


@dataclass(frozen=True, slots=True)
class Telling:
    """How a document is told: words are cut to ``width`` unless it is 0; ``full`` tells what was repaired, too."""

    width: int = 0
    full: bool = False
    view: View = View.NEW


def parts_text(document: Document, parts: Sequence[Part], telling: Telling) -> Iterator[str]:
    """The document in a line, then each part with what shows that it is one."""
    yield summary(document)
    for part in parts:
        yield head_of(part)
        yield from (f"{STEP}because {_small(reason)}" for reason in part.because)


def clauses_text(document: Document, parts: Sequence[Part], telling: Telling) -> Iterator[str]:
    """The document in a line, then the outline of each part; last what is doubtful in it, counted."""
    yield f"{summary(document)}.  Each clause: path, page:line, words"
    yield from (f"{STEP}note: {remark}" for remark in document.printed.remarks)
    for part in parts:
        if len(document.parts) > 1 or not part.clauses:
            yield ""
            yield head_of(part)
        yield from outline_lines(part.clauses, telling)
    yield ""
    yield _sum(document, parts)
    yield from _legend(parts)


def _legend(parts: Sequence[Part]) -> Iterator[str]:
    """What the signs of paths mean, where there are any."""
    paths = [clause.path for part in parts for clause in walk(part.clauses)]
    if any("~" in path for path in paths):
        yield "~2: the second clause under one heading that bears the same label"
    if any("+" in path for path in paths):
        yield "+1: the first paragraph behind a clause that bears no label of its own"


def summary(document: Document) -> str:
    """``packet.txt: text, 301 pages, 19,308 lines; 24 parts, 10 of them rules of play``."""
    printed, parts = document.printed, document.parts
    rules = len(document.rules)
    told = "1 part" if len(parts) == 1 else f"{len(parts)} parts, {rules} of them {PartKind.RULES.value}"
    pages, lines = len(printed.pages), len(printed.lines)
    text = f"{printed.name}: {printed.format.value}, {_counted(pages, 'page')}, {_counted(lines, 'line')}; {told}"
    return f"{text}; a redline" if printed.is_redline else text


def head_of(part: Part) -> str:
    """``part 5: rules of play "Four Card Poker", approved 2024-09-11, clean; lines 816-1673``."""
    words = [f"part {part.number}: {part.kind.value}"]
    name = part.game or part.title
    if name:
        words[0] += f' "{name}"'
    words.extend(f"{dated.what} {dated.day}" for dated in part.dates)
    if part.edition and not part.dates:
        words.append(part.edition)
    if part.kind is PartKind.RULES:
        words.append(part.state.value if part.state is State.REDLINE else "clean")
    bounds = ", ".join(f"{first}-{last}" if first != last else str(first) for first, last in part.lines)
    same = f"; the same words as part {part.same_as}" if part.same_as is not None else ""
    return f"{', '.join(words)}; lines {bounds}{same}"


def outline_lines(clauses: Sequence[Clause], telling: Telling, depth: int = 0) -> Iterator[str]:
    """One line a clause: path, page and line, words; doubts and tables below it."""
    room = max((width_of(c.path) for c in clauses), default=0)
    for clause in clauses:
        yield from _clause(clause, telling, depth, room)
        yield from outline_lines(clause.children, telling, depth + 1)


def _clause(clause: Clause, telling: Telling, depth: int, room: int) -> Iterator[str]:
    indent = STEP * depth
    place = f"{clause.page}:{clause.at[1]}"
    head = f"{indent}{clause.path:<{room}}  {place:<9} "
    parts = [_shown(text, telling.view) for text in (clause.title, clause.text) if text]
    words = " ".join(f"{part}" for part in parts)
    yield f"{head}{_cut(words, telling.width - width_of(head)) if telling.width else words}".rstrip()
    below = " " * width_of(head)
    if clause.confidence < 1:
        yield f"{below}? {clause.confidence:.2f}: {'; '.join(clause.doubts) or 'its label is doubtful'}"
    elif telling.full:
        yield from (f"{below}? {doubt}" for doubt in clause.doubts)
    for table in clause.tables:
        yield from _table(table, below)
    if telling.full:
        for repair in (*clause.title.repairs, *clause.text.repairs):
            yield f'{below}~ "{repair.printed}" is read as "{repair.text}" (line {repair.line}): {repair.because}'


def _table(table: Table, below: str) -> Iterator[str]:
    if table.because or table.confidence < 1:
        yield f"{below}? table, lines {table.first}-{table.last}: {table.because or 'its bounds are doubtful'}"
    if table.caption:
        yield f"{below}| {table.caption.words.strip()}"
    for row in table.rows:
        yield f"{below}| {' | '.join(cell.words.strip() for cell in row)} |"


def _shown(text: Text, view: View) -> str:
    """Words in one line; where all marks are shown, what came and what went stands in signs of its own."""
    if view is not View.MARKED:
        return " ".join(text.words.split())
    return " ".join("".join(_signed(stretch) for stretch in _merged(text)).split())


def _merged(text: Text) -> Iterator[Stretch]:
    """Stretches under equal marks as one: only words and marks of them count.

    A blank between two of one mark, such as that at the end of a line, bears it too.
    """
    given = text.stretches
    last: Stretch | None = None
    for n, stretch in enumerate(given):
        is_between = last is not None and not stretch.text.strip() and n + 1 < len(given)
        if is_between and last is not None and given[n + 1].marks == last.marks:
            stretch = replace(stretch, marks=last.marks)  # noqa: PLW2901
        if last is not None and last.marks == stretch.marks:
            last = Stretch(last.text + stretch.text, last.page, last.line, last.start, last.original, "", last.marks)
        else:
            if last is not None:
                yield last
            last = stretch
    if last is not None:
        yield last


def _signed(stretch: Stretch) -> str:
    for mark, (opens, closes) in _SIGNS.items():
        if mark in stretch.marks and stretch.text.strip():
            return f"{opens}{stretch.text}{closes}"
    return stretch.text


def _cut(words: str, room: int) -> str:
    room = max(room, LEAST_WORDS)
    return words if len(words) <= room else f"{words[: room - 1].rstrip()}…"


def _sum(document: Document, parts: Sequence[Part]) -> str:
    clauses = [clause for part in parts for clause in walk(part.clauses)]
    doubtful = sum(1 for c in clauses if c.confidence < 1)
    repairs = sum(len(c.text.repairs) + len(c.title.repairs) for c in clauses)
    aside = sum(1 for line in document.printed.lines if not (line.role.is_read or line.is_blank))
    told = [_counted(len(clauses), "clause"), f"{doubtful:,} doubtful (?)"]
    if repairs:
        told.append(f"{_counted(repairs, 'word')} read otherwise than printed (--full)")
    if aside:
        told.append(f"{_counted(aside, 'line')} of running heads, page numbers and balloons set aside")
    comments = sum(1 for note in document.printed.notes if note.kind is NoteKind.COMMENT)
    if comments:
        told.append(_counted(comments, "comment"))
    return "; ".join(told)


def _counted(count: int, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _small(sentence: str) -> str:
    return sentence[:1].lower() + sentence[1:] if sentence[1:2].islower() else sentence
