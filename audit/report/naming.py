"""What the rows of a result are called: in tables, and in running text."""

from __future__ import annotations

from collections.abc import Sequence

from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.titles import Titles, printed, with_article
from audit.solve.result import WagerResult

_MOST_POSITIONS = 12
_FEW_POSITIONS = 4
_MOST_CHARACTERS = 50


def is_bundle(row: WagerResult) -> bool:
    """Whether the row is of several wagers valued together."""
    return len(row.bundle) > 1 and row.wager in row.bundle


def title_of(row: WagerResult, titles: Titles) -> str:
    """The title of a row: that of its wager, or of its one position."""
    return titles.wager(row.wager) if row.name == row.wager else printed(row.name)


def where_of(row: WagerResult, titles: Titles) -> str:
    """Positions and moment of a row: ``4, 10``, ``point 5, 9``; many positions are counted.

    Nothing of a position whose own title heads the row.
    """
    is_told = len(row.positions) == 1 and titles.own(row.wager, row.positions[0]) == printed(row.name)
    places = "" if is_told else _positions(row, titles)
    return ", ".join(part for part in (places, titles.moment(_moment(row))) if part)


def _positions(row: WagerResult, titles: Titles) -> str:
    told = [titles.position(row.wager, label) for label in row.positions]
    joint = "; " if any("," in label for label in told) else ", "
    whole = joint.join(told)
    if len(told) <= _MOST_POSITIONS and len(whole) <= _MOST_CHARACTERS:
        return whole
    few = told[:_FEW_POSITIONS] if joint == ", " else told[: 1 if len(whole) > _MOST_CHARACTERS * len(told) // 2 else 2]
    return f"{joint.join(few)} … ({nb.integer(len(told))} positions)" if len(few) < len(told) else whole


def _moment(row: WagerResult) -> str:
    """What the id of a row says behind the position that it names; of wagers valued together it names them, no moment."""
    if not row.id.startswith(f"{row.wager}["):
        return ""
    inside = row.id.removeprefix(f"{row.wager}[").removesuffix("]")
    for label in (", ".join(row.positions), *row.positions[:1]):
        if inside == label:
            return ""
        if label and inside.startswith(f"{label}, "):
            return inside.removeprefix(f"{label}, ")
    return inside


def name_of(row: WagerResult, titles: Titles) -> str:
    """``Place Bet on 6 and 8``, in one line."""
    return titles.called(row.wager, row.positions, _moment(row), title_of(row, titles))


def called(row: WagerResult, titles: Titles) -> str:
    """The same in a sentence, with an article: ``the Place Bet on 6 and 8``.

    Of wagers valued together the one whose unit the figures are per, with the others behind it.
    """
    if is_bundle(row):
        first, *behind = (with_article(titles.wager(name)) for name in (row.wager, *(n for n in row.bundle if n != row.wager)))
        return f"{first}, with {wd.listed(behind)} behind it"
    return titles.called(row.wager, row.positions, _moment(row), with_article(title_of(row, titles)))


def names_of(
    some: Sequence[WagerResult], titles: Titles, of: Sequence[WagerResult] = (), most: int = 6
) -> str:
    """Names in a list, each once with its positions; none are named where it is all that ``of`` has of the wager."""
    held: dict[tuple[str, str], list[WagerResult]] = {}
    for row in some:
        held.setdefault((row.wager, title_of(row, titles)), []).append(row)
    names = []
    for (wager, title), rows in held.items():
        is_all = {r.id for r in rows} >= {r.id for r in of if r.wager == wager} and bool(of)
        if len(rows) == 1 and not is_all:
            names.append(name_of(rows[0], titles))
            continue
        where = ", ".join(text for r in rows if (text := where_of(r, titles)))
        names.append(f"{title} on {where}" if where and not is_all else title)
    return wd.named(names, most)
