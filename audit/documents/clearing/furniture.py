"""Page furniture: running headers and footers with their page numbers, found by what shows them.

Mere repetition shows nothing: chapters written after one model repeat their lines too.  A line is furniture where it
counts pages, stands in one block with such a line, or returns at the edge of page after page.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from audit.documents.clearing.page_marks import (
    HAS_DATE,
    STRAY_TITLE,
    PageMark,
    bare_number,
    counted_mark,
    has_date,
    is_dated_line,
    is_title_like,
    page_mark,
)
from audit.documents.pages import Line, Page, Role

_BLOCK = 14
"""Lines that a block of furniture may span on either side of its page mark."""
_BAND = 6
"""Lines at the upper and at the lower edge of a page that may be furniture."""
_FEWEST_NUMBERS = 4
_FEWEST_BETWEEN = 8
"""Lines between page numbers in a text that does not say where its pages turn."""
_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[a-z]+")
_LABEL = re.compile(r"\s*(?:[-•*]\s|\(?(?:\d{1,3}|[A-Za-z]|[ivxlIVXL]{1,6})[.)](?:\s|$))")


@dataclass(frozen=True, slots=True)
class Found:
    """What an index is instead of body, and why."""

    role: Role
    because: str


def find_furniture(pages: Sequence[Page], lines: Sequence[Line]) -> dict[int, Found]:
    """Index of a line (from 0) to what it is."""
    found: dict[int, Found] = {}
    marks = _page_marks(lines)
    for at, mark in marks.items():
        found[at] = Found(_side(lines, at), _said(mark))
    _add_damaged(lines, marks, found)
    for at in sorted(found):
        _extend(lines, at, marks.get(at), found)
    _add_titles_below(lines, marks, found)
    _add_header_blocks(lines, found)
    _add_bands(pages, lines, found)
    if len(pages) == 1:
        _add_lone_numbers(lines, found)
    _add_dated_titles(lines, found)
    return found


def _said(mark: PageMark) -> str:
    if mark.number is None:
        return "a page mark whose number is lost"
    return f"a page mark: page {mark.number}" + (f" of {mark.of}" if mark.of is not None else "")


def _page_marks(lines: Sequence[Line]) -> dict[int, PageMark]:
    marks: dict[int, PageMark] = {}
    counted: defaultdict[tuple[str, int | None], dict[int, PageMark]] = defaultdict(dict)
    for at, line in enumerate(lines):
        text = line.text
        if len(text) > 160 or line.is_blank:
            continue
        lowered = text.casefold()
        if "page" in lowered or "pg" in lowered:
            mark = page_mark(text)
            if mark is not None and _touches_edge(lines, at):
                marks[at] = mark
        elif " of " in lowered:
            mark = counted_mark(text)
            if mark is not None and _is_isolated(lines, at):
                counted[mark.title, mark.of][at] = mark
    for same in counted.values():
        # "Packet 12 of 346" once may be anything; with other numbers, or beside a page mark, it counts pages.
        if len({m.number for m in same.values()}) >= 2:
            marks |= same
        else:
            marks |= {at: m for at, m in same.items() if any(n in marks for n in range(at - _BLOCK, at + _BLOCK))}
    return dict(sorted(marks.items()))


def _breaks(lines: Sequence[Line], at: int, step: int) -> bool:
    """Whether no line of the same page adjoins on that side."""
    other = at + step
    return not 0 <= other < len(lines) or lines[other].is_blank or lines[other].page != lines[at].page


def _touches_edge(lines: Sequence[Line], at: int) -> bool:
    return _breaks(lines, at, -1) or _breaks(lines, at, 1)


def _is_isolated(lines: Sequence[Line], at: int) -> bool:
    return _breaks(lines, at, -1) and _breaks(lines, at, 1)


def _side(lines: Sequence[Line], at: int) -> Role:
    """A header where nothing of the page stands above; otherwise called a footer."""
    for n in range(at - 1, max(at - _BLOCK, -1), -1):
        if lines[n].page != lines[at].page:
            return Role.HEADER
        if not lines[n].is_blank:
            return Role.FOOTER
    return Role.HEADER if at < _BLOCK else Role.FOOTER


def _add_damaged(lines: Sequence[Line], marks: dict[int, PageMark], found: dict[int, Found]) -> None:
    """A title alone is a damaged page mark where the count of that title's pages has its gap."""
    titles = Counter(_plain(m.title) for m in marks.values() if m.title)
    known = {title for title, count in titles.items() if count >= 3}
    if not known:
        return
    ordered = sorted(marks)
    for before, after in pairwise(ordered):
        one, two = marks[before], marks[after]
        if one.number is None or two.number is None or two.number - one.number < 2 or one.of != two.of:
            continue
        expected = known & {_plain(one.title), _plain(two.title)}
        why = f"the title of the page marks alone, between pages {one.number} and {two.number}; its number is lost"
        for at in range(before + 1, after):
            text = lines[at].text
            if len(text) < 60 and at not in found and _plain(text) in expected and _is_isolated(lines, at):
                found[at] = Found(Role.FOOTER, why)


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))


def _extend(lines: Sequence[Line], at: int, mark: PageMark | None, found: dict[int, Found]) -> None:
    """Takes the lines of a page mark's block: dates and titles beside it, and a bare page number."""
    own = mark.number if mark is not None and "page" in lines[at].text.casefold() else None
    for step in (-1, 1):
        n = at + step
        while 0 <= n < len(lines) and abs(n - at) <= _BLOCK and lines[n].page == lines[at].page:
            text = lines[n].text
            if lines[n].is_blank or n in found:
                n += step
                continue
            number = bare_number(text)
            if number is not None and _is_isolated(lines, n) and (own is None or number == own):
                found[n] = Found(Role.PAGE_NUMBER, "a number alone beside a page mark")
            elif is_dated_line(text) and not _LABEL.match(text) and not text.rstrip().endswith(":"):
                found[n] = Found(found[at].role, "a dated line in one block with a page mark")
            else:
                break
            n += step


def _add_titles_below(lines: Sequence[Line], marks: dict[int, PageMark], found: dict[int, Found]) -> None:
    """``Page 5 of 6`` with its title on the next line, where other marks print the title behind the number."""
    if not any(m.is_behind for m in marks.values()):
        return
    headings: set[str] | None = None
    for at, mark in marks.items():
        n = at + 1
        if mark.title or n >= len(lines) or n in found or lines[n].is_blank or lines[n].page != lines[at].page:
            continue
        words = _plain(lines[n].text)
        if not words or len(words.split()) > 5 or not _breaks(lines, n, 1):
            continue
        if headings is None:
            headings = {_plain(_LABEL.sub("", li.text)) for li in lines if len(li.text) < 60 and li.text.isupper()}
            headings |= {_plain(li.text.split(".", 1)[-1]) for li in lines if len(li.text) < 60 and "." in li.text}
        if words in headings:
            found[n] = Found(Role.FOOTER, "a chapter's title right under a page mark that bears none")


def _is_header_like(text: str) -> bool:
    if len(text) > 120 or text.endswith((".", ";", ",")) or _LABEL.match(text):
        return False
    letters = [c for c in text if c.isalpha()]
    if not letters:
        return False
    capitals = sum(c.isupper() for c in letters) / len(letters)
    return capitals >= 0.8 or has_date(text) and ":" in text


def _add_header_blocks(lines: Sequence[Line], found: dict[int, Found]) -> None:
    """Lines in capitals and dates that end in a bare page number: a header that is printed in the middle of the text."""
    for at, line in enumerate(lines):
        if len(line.text) > 12 or line.is_blank or at in found:
            continue
        if bare_number(line.text) is None or not _is_isolated(lines, at):
            continue
        block: list[int] = []
        gap = 0
        for n in range(at - 1, max(at - 2 * _BLOCK, -1), -1):
            if lines[n].page != line.page:
                break
            text = lines[n].text.strip()
            if not text:
                gap += 1
                if gap > 5:
                    break
                continue
            if n in found or not _is_header_like(text):
                break
            block.append(n)
            gap = 0
        dated = any(has_date(lines[n].text) for n in block)
        capitals = any(lines[n].text.isupper() for n in block)
        if len(block) >= 2 and dated and capitals:
            for n in block:
                found[n] = Found(Role.HEADER, "one block of capitals and dates above a page number")
            found[at] = Found(Role.PAGE_NUMBER, "a number alone below a header")


@dataclass(frozen=True, slots=True)
class _Edge:
    """A line near the edge of a page, for comparison with those of other pages."""

    at: int
    key: str
    numbers: tuple[int, ...]


def _add_bands(pages: Sequence[Page], lines: Sequence[Line], found: dict[int, Found]) -> None:
    for role in (Role.HEADER, Role.FOOTER):
        bands = [_band(page, lines, role) for page in pages]
        places: defaultdict[str, list[tuple[int, _Edge]]] = defaultdict(list)
        for p, band in enumerate(bands):
            for key, edge in {edge.key: edge for edge in reversed(band)}.items():
                places[key].append((p, edge))
        series = [found for seen in places.values() for found in _series(seen) if _is_running(lines, found)]
        alternate = [found for found in series if not found[0][1].numbers and found[1][0] - found[0][0] == 2]
        running = {(p, edge.key) for found in series for p, edge in found if found not in alternate}
        for one in alternate:
            # On every other page: a header of left pages only where right pages have theirs; else titles of copies.
            between = {p + 1 for p, _ in one[:-1]}
            others = {p for two in alternate for p, _ in two if two is not one} | {p for p, _ in running}
            if len(between & others) >= 0.5 * len(between):
                running.update((p, edge.key) for p, edge in one)
        for p, band in enumerate(bands):
            taken = []
            for edge in band:
                if (p, edge.key) not in running and edge.at not in found:
                    break
                taken.append(edge)
            if len(taken) >= _BAND - 1 and not any(e.numbers for e in taken):
                # Pages that repeat whole are copies, not headers.
                continue
            for edge in taken:
                if edge.at in found:
                    continue
                alone = bare_number(lines[edge.at].text) is not None
                why = "a number alone that counts the pages" if alone else "returns at the edge of page after page"
                found[edge.at] = Found(Role.PAGE_NUMBER if alone else role, why)


def _band(page: Page, lines: Sequence[Line], role: Role) -> list[_Edge]:
    """The outermost lines of a page, from its edge inwards."""
    held: Iterable[int] = range(page.first - 1, page.last)
    if page.height is not None:
        boxed = [(lines[n].box, n) for n in held]
        held = [n for _, n in sorted((box.top if box else 0.0, n) for box, n in boxed)]
    ordered = held if role is Role.HEADER else reversed(list(held))
    band: list[_Edge] = []
    for n in ordered:
        text = lines[n].text.strip()
        if not text:
            continue
        if len(text) > 160:
            break
        alone = bare_number(text)
        if alone is not None:
            band.append(_Edge(n, "#", (alone,)))
        else:
            numbers = tuple(int(d[:9]) for d in _DIGITS.findall(text))
            band.append(_Edge(n, " ".join(_DIGITS.sub("#", text.casefold()).split()), numbers))
        if len(band) == _BAND:
            break
    return band


def _series(seen: list[tuple[int, _Edge]]) -> list[list[tuple[int, _Edge]]]:
    """Runs over at least three pages, none more than two pages apart, whose numbers stay or count up with the pages."""
    runs: list[list[tuple[int, _Edge]]] = []
    for p, edge in seen:
        if runs and p - runs[-1][-1][0] <= 2 and _goes_on(runs[-1][-1], (p, edge)):
            runs[-1].append((p, edge))
        else:
            runs.append([(p, edge)])
    return [run for run in runs if len(run) >= 3]


def _goes_on(before: tuple[int, _Edge], after: tuple[int, _Edge]) -> bool:
    pages = after[0] - before[0]
    return len(before[1].numbers) == len(after[1].numbers) and all(
        b in (a, a + pages) for a, b in zip(before[1].numbers, after[1].numbers, strict=True)
    )


def _is_running(lines: Sequence[Line], run: list[tuple[int, _Edge]]) -> bool:
    """A title or a count of pages, and no sentence: one that three pages begin with is three times a sentence."""
    first, last = run[0][1], run[-1][1]
    if first.key == "#":
        return first.numbers != last.numbers
    text = lines[first.at].text.strip()
    if _LABEL.match(text) or text.endswith((";", ",")):
        return False
    return len(text.split()) <= 16 and (not text.endswith(".") or is_title_like(text))


def _add_lone_numbers(lines: Sequence[Line], found: dict[int, Found]) -> None:
    """Page numbers of a text that does not say where its pages turn: numbers alone, one more each time, pages apart."""
    runs: list[list[tuple[int, int]]] = []
    read = 0
    for at, line in enumerate(lines):
        if line.is_blank:
            continue
        number = bare_number(line.text) if len(line.text) <= 12 and line.text.strip().isascii() else None
        if number is None or at in found or not _is_isolated(lines, at):
            read += 1
            continue
        last = runs[-1][-1] if runs else None
        if last is not None and number == last[1] + 1 and read >= _FEWEST_BETWEEN:
            runs[-1].append((at, number))
        else:
            runs.append([(at, number)])
        read = 0
    for run in runs:
        if len(run) >= _FEWEST_NUMBERS:
            for at, number in run:
                found[at] = Found(
                    Role.PAGE_NUMBER, f"a number alone, of {len(run)} that count on from {run[0][1]}: page {number}"
                )


def _add_dated_titles(lines: Sequence[Line], found: dict[int, Found]) -> None:
    """A title with a date alone, left over from an older edition's header, where it returns word for word."""
    seen: defaultdict[str, list[int]] = defaultdict(list)
    for at, line in enumerate(lines):
        if at in found or len(line.text) > 60 or not has_date(line.text):
            continue
        text = " ".join(line.text.split())
        date = list(HAS_DATE.finditer(text))[-1:]
        if not date or date[0].end() != len(text) or ":" in text:
            continue
        before = text[: date[0].start()]
        if 1 <= len(before.split()) <= 6 and is_title_like(before) and _touches_edge(lines, at):
            seen[text].append(at)
    for places in seen.values():
        if len(places) >= 2:
            for at in places:
                found[at] = Found(Role.HEADER, f"{STRAY_TITLE}, {len(places)} times word for word")
