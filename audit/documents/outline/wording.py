"""The words of a clause, put together from pieces of rows: line ends joined, runs of blanks made one, tags left out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from audit.documents.outline.paragraphs import TAG, Row
from audit.documents.pages import Line, Mark
from audit.documents.text import Stretch, Text

_WORD = re.compile(r"[A-Za-z][A-Za-z'’]*(?:-[A-Za-z]+)*")
_BROKEN = re.compile(r"([A-Za-z]+)-$")
_GOES_ON = re.compile(r"[a-z]+")
_STOPS = frozenset(".,;:)")
_RUN = re.compile(r"\S+(?:\s\S+)*")


class Piece(NamedTuple):
    """A stretch of a row's text, ``start`` to ``end``."""

    row: Row
    start: int
    end: int

    @property
    def words(self) -> str:
        return self.row.text[self.start : self.end].strip()


def vocabulary(rows: Iterable[Row]) -> frozenset[str]:
    """All words of a part in small letters, those with hyphens whole."""
    return frozenset(w.lower() for row in rows for w in _WORD.findall(row.text))


def text_of(pieces: Sequence[Piece], known: frozenset[str]) -> Text:
    """The words of the pieces as one text; ``known`` are the words of the part, which say how a broken word is joined."""
    made: list[Stretch] = []
    for piece in pieces:
        came = _stretches(piece)
        if not came:
            continue
        if made:
            _join(made, came, known)
        made.extend(came)
    return Text(tuple(made))


def _join(made: list[Stretch], came: list[Stretch], known: frozenset[str]) -> None:
    """Joins a line to the one before it: with a blank, or as one word where a hyphen breaks it."""
    last = made[-1]
    broken, goes_on = _BROKEN.search(last.text[-60:]), _GOES_ON.match(came[0].text)
    end = last.start + len(last.printed)
    if broken is None or goes_on is None or last.original is not None:
        made.append(Stretch(" ", last.page, last.line, end, original="", because="line end"))
        return
    first, second = broken[1].lower(), goes_on[0].lower()
    if first + second in known or not (f"{first}-{second}" in known or first in known and second in known):
        made[-1] = Stretch(last.text[:-1], last.page, last.line, last.start, marks=last.marks)
        if not made[-1].text:
            made.pop()
        made.append(Stretch("", last.page, last.line, end - 1, original="-", because="word broken at the line's end", marks=last.marks))


def _stretches(piece: Piece) -> list[Stretch]:
    """The words of one piece, cut where marks change, where tags stand and where columns jump."""
    row = piece.row
    text, line = row.text, row.line
    if not line.marks and not TAG.search(text, piece.start, piece.end):
        runs = list(_RUN.finditer(text, piece.start, piece.end))
        return [
            Stretch(run[0].replace("\t", " ") + (" " if n < len(runs) else ""), line.page, line.number, row.columns[run.start()])
            for n, run in enumerate(runs, start=1)
        ]
    hidden = [False] * len(text)
    for tag in TAG.finditer(text, piece.start, piece.end):
        hidden[tag.start() : tag.end()] = [True] * (tag.end() - tag.start())
    keep: list[int] = []
    blank = True
    for at in range(piece.start, piece.end):
        if hidden[at]:
            continue
        if text[at].isspace():
            if not blank:
                keep.append(at)
            blank = True
        else:
            if blank and keep and text[at] in _STOPS and row.columns[at] > row.columns[keep[-1]] + 1:
                # What the view hides stood between the blank and the stop.
                keep.pop()
            keep.append(at)
            blank = False
    while keep and text[keep[-1]].isspace():
        keep.pop()
    borders = _borders(line)
    made: list[Stretch] = []
    run: list[int] = []

    def close() -> None:
        if run:
            words = "".join(" " if text[n].isspace() else text[n] for n in run)
            made.append(Stretch(words, line.page, line.number, row.columns[run[0]], marks=_marks(line, row.columns[run[0]])))
            run.clear()

    for at in keep:
        if run and (row.columns[at] != row.columns[run[-1]] + 1 or row.columns[at] in borders):
            close()
        run.append(at)
    close()
    return made


def _borders(line: Line) -> frozenset[int]:
    return frozenset(n for m in line.marks for n in (m.start, m.end))


def _marks(line: Line, column: int) -> frozenset[Mark]:
    return frozenset(m.mark for m in line.marks if m.start <= column < m.end)
