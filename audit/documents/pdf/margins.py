"""Line numbers in the margin, as bills and pleadings print them, told from numbers of rules and of tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from audit.documents.pdf.setting import Setting

_FEWEST = 5
_NUMBERED = 0.8
"""Of the lines between the first number and the last."""
_RUNS_ON = 0.2
"""Of the numbered lines: those that go on with a small letter; the items of a list begin with a capital."""
_LONG = 20
_SAME_PLACE = 3.0


def margin_numbers(pages: Sequence[list[Setting]]) -> list[Setting]:
    """The lines whose bare number at the left is a line number.

    A page shows it by a full column of numbers that rise by one (or by five), left of all its text, beside lines that
    run on.  Where one page does, a page with fewer numbers in the same place has them too.
    """
    found: list[Setting] = []
    places: list[float] = []
    weak: list[list[Setting]] = []
    for page in pages:
        column = _column(page)
        if _is_plain(page, column):
            places.append(median(s.lead_end for s in column))
            found += column
        elif column:
            weak.append(column)
    if places:
        place = median(places)
        for column in weak:
            if all(abs(s.lead_end - place) <= _SAME_PLACE for s in column):
                found += column
    return found


def _column(page: list[Setting]) -> list[Setting]:
    """The numbers of a page that stand left of all its text, where they rise evenly; else nothing."""
    numbered = [s for s in page if s.lead and not s.cells]
    if not numbered:
        return []
    place = median(s.lead_end for s in numbered)
    column = [s for s in numbered if abs(s.lead_end - place) <= _SAME_PLACE]
    if not column:
        return []  # two numbers far apart
    inner = [s.edges[s.lead + _blanks(s)] for s in column if s.text[s.lead :].strip(" ")]
    ours = {id(s) for s in column}
    others = [s.box.x0 for s in page if id(s) not in ours and column[0].base <= s.base <= column[-1].base]
    if min((*inner, *others), default=place) < place + 1.0:
        return []
    numbers = [int(s.text[: s.lead]) for s in column]
    steps = {b - a for a, b in pairwise(numbers)}
    return column if len(steps) <= 1 and steps <= {1, 5} else []


def _blanks(setting: Setting) -> int:
    rest = setting.text[setting.lead :]
    return len(rest) - len(rest.lstrip(" "))


def _is_plain(page: list[Setting], column: list[Setting]) -> bool:
    """Whether a page alone shows that its numbers are those of lines."""
    if len(column) < _FEWEST:
        return False
    step = int(column[1].text[: column[1].lead]) - int(column[0].text[: column[0].lead])
    between = [s for s in page if column[0].base <= s.base <= column[-1].base]
    if not between or not _NUMBERED <= len(column) * step / len(between) <= 1.5:
        return False
    ours = {id(s) for s in column}
    rests = [(s.text[s.lead :] if id(s) in ours else s.text).strip() for s in between]
    written = [rest for rest in rests if rest]
    if not written or median(map(len, written)) < _LONG:
        return False
    return sum(rest[0].islower() for rest in written) >= _RUNS_ON * len(written)
