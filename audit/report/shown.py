"""Words and figures as a page shows them: rounding, dashes, marks of an estimate, what goes on two lines."""

from __future__ import annotations

import re
import unicodedata
from fractions import Fraction
from typing import TypeAlias

from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.solve.result import AVERAGED

Tree: TypeAlias = "dict[str, Tree] | list[Tree] | str | int | float | bool | None"

DASH = "–"
APPROXIMATELY = "≈"
MIXED = "*"
"""Marks a choice that is not the best with all hands of a row."""

# Beyond these many digits a fraction is set on two lines.
_ONE_LINE_DIGITS = 13
# A term of more digits does not stand on the stroke; one of still more asks for a wide column.
_ON_STROKE_DIGITS = 4
_NARROW_DIGITS = 8
_PANEL_DIGITS = 9
# A longer label of a row is no net result.
_NET_CHARACTERS = 7
_DRAWN = ("win", "push", "lose")
_MERGED = {"other wins": "win", "other losses": "lose"}
# Odds of more digits are given to one.
_ODDS_DIGITS = 9
_MOST_RATES = 5
_MOST_SQUARES = 240

# Characters that would change how others are shown, or that are none: they are named instead.
_UNSHOWN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufffe\uffff]"
)
_RATE = re.compile(r"([\d.,]+) to ([\d.,]+)")


def clean(words: str) -> str:
    """Words as they may be shown: one line, control characters by their numbers."""
    if words.isascii() and words.isprintable():
        return words
    words = _UNSHOWN.sub(lambda match: f"⟨U+{ord(match[0]):04X}⟩", words.replace("\r\n", " ").replace("\n", " "))
    return unicodedata.normalize("NFC", words.replace("\t", " "))


def figure(cell: ce.Cell) -> dict[str, Tree]:
    """A cell that holds a figure, as text; raises `TypeError` for any other."""
    shown: dict[str, Tree]
    match cell:
        case ce.Edge(known):
            shown = _percent(known, nb.EDGE_PLACES, is_edge=True)
        case ce.Rate(known, dash_at_zero, places):
            is_none = dash_at_zero and isinstance(known, ce.Exact | ce.Estimate) and not known.value
            shown = _words(DASH) if is_none else _percent(known, places)
        case ce.Variance(known):
            shown = _plain_number(known, nb.VARIANCE_PLACES)
        case ce.Points(known):
            shown = _absent(known) if isinstance(known, ce.Absent) else _words(nb.points(known.value))
        case ce.Portion():
            shown = portion(cell)
        case ce.Net(value):
            shown = _words(DASH if value is None else nb.net(value))
        case ce.Odds(odds):
            shown = _odds(odds)
        case ce.Pays():
            shown = _pays(cell)
        case _:
            raise TypeError(f"no figure: {cell!r}")
    return shown


def choice(cell: ce.Choice) -> dict[str, Tree]:
    """What is best, with a mark where some hands are played otherwise, and what the next best choice costs."""
    cost = "" if cell.cost is None else nb.rounded(nb.exactly(cell.cost), nb.EDGE_PLACES)
    return {"kind": "choice", "words": clean(cell.words) + (MIXED if cell.is_mixed else ""), "cost": cost}


def _words(words: str, *, is_strong: bool = False, is_said: bool = False) -> dict[str, Tree]:
    """A figure as one text; ``is_said``: in words, so that it may be broken over lines."""
    return {"kind": "figure", "words": words, "is_strong": is_strong, "is_said": is_said}


def _absent(why: ce.Absent) -> dict[str, Tree]:
    is_said = why is not ce.Absent.NONE
    return _words(why.value if is_said else DASH, is_said=is_said)


def _percent(figure: ce.Figure | ce.Absent, places: int, *, is_edge: bool = False) -> dict[str, Tree]:
    if isinstance(figure, ce.Absent):
        return _absent(figure)
    if isinstance(figure, ce.Exact):
        return _words(nb.percent(figure.value, places), is_strong=is_edge)
    words = nb.approximate(figure.value * 100, figure.half_width * 100, places)
    return _words(f"{APPROXIMATELY} {words}")


def _plain_number(figure: ce.Figure | ce.Absent, places: int) -> dict[str, Tree]:
    if isinstance(figure, ce.Absent):
        return _absent(figure)
    if isinstance(figure, ce.Exact):
        return _words(nb.rounded(figure.value, places))
    return _words(f"{APPROXIMATELY} {nb.approximate(figure.value, figure.half_width, places)}")


def is_long_fraction(number: Fraction) -> bool:
    """Whether a fraction needs two lines."""
    return nb.digits(number) > _ONE_LINE_DIGITS


def is_long(cell: ce.Cell) -> bool:
    """Whether a cell holds a fraction that asks for a wide column."""
    if not isinstance(cell, ce.Portion) or not isinstance(cell.figure, ce.Exact) or nb.is_too_wide(cell.figure.value):
        return False
    terms = nb.fraction_parts(cell.figure.value)
    return is_long_fraction(cell.figure.value) or max(map(len, terms)) > _NARROW_DIGITS


def portion(cell: ce.Portion, *, is_below: bool = False) -> dict[str, Tree]:
    """A fraction on its stroke.  One that fits into no column is pointed at where it stands below, else given in per cent."""
    figure = cell.figure
    if isinstance(figure, ce.Absent):
        return {**_absent(figure), "kind": "portion", "first": "", "second": "", "is_long": False}
    if isinstance(figure, ce.Estimate):
        half = figure.half_width * 100
        width = nb.rounded(nb.exactly(half), nb.places_borne(half, nb.EDGE_PLACES))
        return {"kind": "portion", "words": f"± {width}", "first": "", "second": "", "is_long": False}
    if nb.is_too_wide(figure.value):
        words = "in full below" if is_below else nb.percent(figure.value, sign="\u00a0%")
        return {"kind": "portion", "words": words, "first": "", "second": "", "is_long": False}
    first, second = nb.fraction_parts(figure.value)
    sign = "+" if cell.is_signed and figure.value > 0 else ""
    return {
        "kind": "portion", "words": "", "first": sign + first, "second": second,
        "is_long": is_long_fraction(figure.value), "is_on_stroke": max(len(first), len(second)) <= _ON_STROKE_DIGITS,
    }


def _odds(odds: tuple[int, int] | ce.Estimate | None) -> dict[str, Tree]:
    if odds is None:
        return _words(DASH)
    if isinstance(odds, ce.Estimate):
        words = nb.approximate(odds.value, odds.half_width, 2)
        return _words(f"{APPROXIMATELY} {words} to 1")
    first, second = odds
    if second and len(str(first)) + len(str(second)) > _ODDS_DIGITS:
        return {"kind": "odds", "first": nb.rounded(Fraction(first, second), 2), "second": "1"}
    return {"kind": "odds", "first": nb.integer(first), "second": nb.integer(second)}


def _pays(cell: ce.Pays) -> dict[str, Tree]:
    """One rate as odds, a few against one as ``40, 30 or 5 to 1``, more by outcome; behind them what the house keeps."""
    rates = cell.rates
    if not cell.is_stated:
        return _words(ce.Absent.NOT_STATED.value, is_said=True)
    if not rates:
        return _words(DASH)
    parts = [_RATE.fullmatch(rate) for rate in rates]
    only = parts[0] if len(rates) == 1 else None
    if only and not cell.less:
        return {"kind": "odds", "first": only[1], "second": only[2]}
    seconds = {part[2] for part in parts if part}
    words = "by outcome"
    if len(rates) == 1:
        words = clean(rates[0])
    elif all(parts) and len(seconds) == 1 and len(rates) <= _MOST_RATES:
        words = f"{wd.listed([part[1] for part in parts if part], 'or')} to {seconds.pop()}"
    return _words(", less ".join((words, *cell.less)), is_said=True)


# drawing


def share(number: Fraction) -> float:
    """A share of 1 as one of 100, for a drawing alone."""
    return float(nb.rounded(number * 100, 3, thousands=False, minus="-"))


def squares(cited: int, carried: int, uncovered: int) -> dict[str, Tree]:
    """Clauses to draw, in three kinds; beyond a page of them the rest is a number."""
    left = _MOST_SQUARES
    drawn: list[Tree] = []
    for kind, count in (("uncovered", uncovered), ("carried", carried), ("cited", cited)):
        shown = min(count, left)
        left -= shown
        drawn.insert(0, [kind, shown])
    more = cited + carried + uncovered - _MOST_SQUARES
    return {"kind": "squares", "drawn": drawn, "more": f"and {nb.integer(more)} more" if more > 0 else ""}


def panel(panel: md.Panel) -> Tree:
    """One of the small multiples, and how it is read aloud."""
    rows: list[Tree] = []
    spoken = []
    for row in panel.rows:
        label = row.result if row.net is None or row.result == AVERAGED else nb.net(row.net)
        is_short = nb.digits(row.share) <= _PANEL_DIGITS
        chance = nb.fraction(row.share) if is_short else nb.percent(row.share, 4, sign="%")
        merged = _MERGED.get(row.result)
        drawn = merged or (row.result if row.result in _DRAWN else "push")
        rows.append({
            "label": clean(label), "drawn": drawn, "length": share(row.share), "chance": chance,
            "is_named": len(label) > _NET_CHARACTERS,
        })
        spoken.append(f"{clean(label)} with chance {chance}")
    edge = "not verifiable"
    if isinstance(panel.edge, ce.Exact):
        edge = nb.percent(panel.edge.value, 2, sign="%")
    return {
        "title": clean(panel.title), "position": clean(panel.position), "edge": edge, "rows": rows,
        "spoken": "; ".join(spoken),
    }


def move(edge: md.EdgeMove | None) -> Tree:
    """House edge before and after, and the signed difference; None where no edge is concerned."""
    if edge is None:
        return None
    known = edge.old if edge.old is not None else edge.new
    if edge.is_of_one and (edge.old is None or edge.new is None) and known is not None:
        return {"words": nb.percent(known, sign="%"), "difference": "", "money": ""}

    def shown(figure: Fraction | None) -> str:
        if figure is None:
            unknown = ce.Absent.NOT_SOLVED if edge.is_unsolved else ce.Absent.NOT_VERIFIABLE
            return unknown.value
        return nb.percent(figure, sign="%")

    difference = money = ""
    if edge.old is not None and edge.new is not None:
        moved = edge.new - edge.old
        same = "unchanged with nothing in the meter" if edge.has_meters else "unchanged"
        difference = f"{nb.points(moved)} points" if moved else same
        if moved:
            which = "more" if moved > 0 else "less"
            money = f"The house keeps {nb.money(abs(moved) * 1000)} {which} of each $1,000 wagered."
    return {"words": f"{shown(edge.old)} → {shown(edge.new)}", "difference": difference, "money": money}
