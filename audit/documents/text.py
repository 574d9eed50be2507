"""Words of a clause, each character with its place in the document."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from audit.documents.pages import Mark


@dataclass(frozen=True, slots=True)
class Place:
    """Where a character stands: line and column count from 1."""

    page: int
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive characters of one line.

    ``start`` is the column of the first (from 0).  Where ``original`` is given, ``text`` is our repair of it (an OCR
    confusion, letters set apart, a hyphen at a line's end), and ``because`` says which; the place is that of the original.
    A blank that joins two lines is a stretch whose original is empty.  ``marks`` are those that the whole stretch bears.
    """

    text: str
    page: int
    line: int
    start: int
    original: str | None = None
    because: str = ""
    marks: frozenset[Mark] = frozenset()

    @property
    def printed(self) -> str:
        return self.text if self.original is None else self.original

    @property
    def is_repaired(self) -> bool:
        """Whether a person would read something else in the document; a joined line end is no repair."""
        return self.original is not None and self.original.strip() != self.text.strip()


@dataclass(frozen=True)
class Text:
    """Words made of stretches; equal words from different places are not equal texts."""

    stretches: tuple[Stretch, ...] = ()

    @cached_property
    def words(self) -> str:
        return "".join(s.text for s in self.stretches)

    @cached_property
    def _begins(self) -> tuple[int, ...]:
        """For each stretch the offset in ``words`` at which it begins; a text may have thousands."""
        return (0, *accumulate(len(s.text) for s in self.stretches[:-1])) if self.stretches else ()

    def __str__(self) -> str:
        return self.words

    def __bool__(self) -> bool:
        return bool(self.words.strip())

    @property
    def first(self) -> Place | None:
        """Where it begins."""
        return self.place(0) if self.stretches else None

    @property
    def last_line(self) -> int | None:
        return self.stretches[-1].line if self.stretches else None

    def place(self, offset: int) -> Place:
        """Where a character of ``words`` stands (offset from 0); of a repaired stretch, where the stretch begins.

        Raises `IndexError` beyond the end of the words.
        """
        if not 0 <= offset < len(self.words):
            raise IndexError(offset)
        at = bisect_right(self._begins, offset) - 1
        stretch = self.stretches[at]
        shift = offset - self._begins[at] if stretch.original is None else 0
        return Place(stretch.page, stretch.line, stretch.start + shift + 1)

    def part(self, start: int, end: int) -> Text:
        """The words from ``start`` to ``end``; a repaired stretch is taken whole where any of it is asked for."""
        made: list[Stretch] = []
        for n in range(max(bisect_right(self._begins, start) - 1, 0), len(self.stretches)):
            s, at = self.stretches[n], self._begins[n]
            if at >= end:
                break
            a, b = max(start - at, 0), min(end - at, len(s.text))
            if a >= b:
                continue
            if s.original is not None:
                made.append(s)
            else:
                made.append(Stretch(s.text[a:b], s.page, s.line, s.start + a, marks=s.marks))
        return Text(tuple(made))

    @property
    def repairs(self) -> tuple[Stretch, ...]:
        """What is read otherwise than it is printed."""
        return tuple(s for s in self.stretches if s.is_repaired)


def joined(texts: Iterable[Text]) -> Text:
    """Texts behind one another, as they are."""
    return Text(tuple(s for text in texts for s in text.stretches))
