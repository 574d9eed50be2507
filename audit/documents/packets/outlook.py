"""What is read of a document, as the search for parts looks at it: the read lines alone, with what stands above each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from audit.documents.clearing.page_marks import PageMark, page_mark
from audit.documents.packets.kinds import is_recital
from audit.documents.pages import Line, Printed, Role

_FURNITURE = (Role.HEADER, Role.FOOTER, Role.PAGE_NUMBER)


@dataclass(frozen=True)
class Outlook:
    """``read`` are the lines with words of their own, ``gaps[n]`` the blank lines above the n-th of them.

    ``tops`` are the places (in ``read``) that begin a page: behind a form feed, or behind a running head or foot.
    """

    printed: Printed

    @cached_property
    def _seen(self) -> tuple[tuple[Line, str], ...]:
        held = [line for line in self.printed.lines if line.role.is_read]
        seen = [(line, (line.seen().text if line.marks else line.text).strip()) for line in held]
        return tuple((line, text) for line, text in seen if text)

    @cached_property
    def read(self) -> tuple[Line, ...]:
        return tuple(line for line, _ in self._seen)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        """The words of each as they read now: what a redline deletes is not looked at."""
        return tuple(text for _, text in self._seen)

    @cached_property
    def _above(self) -> tuple[tuple[int, ...], frozenset[int]]:
        gaps: list[int] = []
        tops: set[int] = set()
        gap, after_furniture, page, ended = 0, True, 0, False
        read = iter([*self.read, None])
        awaited = next(read)
        for line in self.printed.lines:
            if line is awaited:
                if after_furniture or line.page != page:
                    tops.add(len(gaps))
                # A DOCX says where its paragraphs end; there, no blank line is needed between them.
                gaps.append(max(gap, int(ended)))
                gap, after_furniture, page, ended = 0, False, line.page, line.ends is True
                awaited = next(read)
            elif line.is_blank:
                gap += 1
            elif line.role in _FURNITURE:
                after_furniture = True
        return tuple(gaps), frozenset(tops)

    @cached_property
    def gaps(self) -> tuple[int, ...]:
        return self._above[0]

    @cached_property
    def tops(self) -> frozenset[int]:
        return self._above[1]

    @cached_property
    def recitals(self) -> tuple[int, ...]:
        """The places of the read lines that recite or resolve."""
        return tuple(n for n, text in enumerate(self.texts) if is_recital(text))

    @cached_property
    def page_marks(self) -> dict[int, PageMark]:
        """By page, what its running head or foot says of its number."""
        found: dict[int, PageMark] = {}
        for line in self.printed.lines:
            if line.role in (Role.HEADER, Role.FOOTER) and line.page not in found:
                mark = page_mark(line.text) if "page" in line.text.casefold() else None
                if mark is not None:
                    found[line.page] = mark
        return found

    def furniture_above(self, number: int) -> list[Line]:
        """The furniture between a line (by its number) and the read line before it, in order."""
        found: list[Line] = []
        for n in range(number - 2, -1, -1):
            line = self.printed.lines[n]
            if line.is_blank:
                continue
            if line.role not in _FURNITURE:
                break
            found.append(line)
        return found[::-1]
