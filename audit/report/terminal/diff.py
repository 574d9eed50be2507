"""The text of `audit diff`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from fractions import Fraction

from audit.checks.wording import MOST_DIGITS
from audit.compare.entry import Comparison, Entry, Favours, Kind, Weight
from audit.report import numbers

MINUS = "-"
INDENT = " " * 10
CLAUSES = 24
"""Room for the clauses at the end of a line."""

FAVOURS = {Favours.HOUSE: "for the house", Favours.PLAYER: "for the player", Favours.NEITHER: "for neither"}


def diff_text(comparison: Comparison, width: int, *, noise: bool = False) -> Iterator[str]:
    """Entries, weightiest first, then how many there are of each kind, and what was set apart as noise."""
    for entry in comparison.entries:
        yield from entry_lines(entry, width)
    if comparison.entries:
        yield ""
        yield from counts(comparison)
    else:
        yield f"no difference between {comparison.old} and {comparison.new}"
    yield from _noise(comparison, width, listed=noise)
    for text in comparison.unknown:
        yield from textwrap.wrap(f"unknown: {text}", width, subsequent_indent=" " * 9, break_on_hyphens=False)


def concise_diff(comparison: Comparison) -> Iterator[str]:
    """One line an entry: what changed, from what to what."""
    for entry in comparison.entries:
        yield f"{_said(entry, '')}: {entry.old or 'nothing'} -> {entry.new or 'nothing'}"


def entry_lines(entry: Entry, width: int) -> Iterator[str]:
    """One entry: what changed, clauses on both sides; the house edge; a witness."""
    said, clauses_at = _said(entry, entry.title), width - CLAUSES
    is_long = len(said) >= clauses_at
    said = _said(entry, "") if is_long else said
    cites = f"{', '.join(entry.old_cites)} -> {', '.join(entry.new_cites)}".strip()
    yield f"{said:<{clauses_at}}{'' if len(said) < clauses_at else '  '}{cites}".rstrip()
    if is_long and _tells_more(entry):
        yield from _prose(entry.title, width, INDENT)
    yield from _values(entry, width)
    edge = edge_text(entry)
    if edge:
        yield from _prose(edge, width, INDENT)
    if entry.witness is not None:
        yield f"{INDENT}witness: {entry.witness.command}"
        *before, last = entry.witness.steps or (None,)
        apart = [step for step in before if step is not None and all(step.results) and len(set(step.results)) > 1]
        for step in (*apart, *([last] if last is not None else [])):
            results = "; ".join(
                f"{result} under {name}" for name, result in zip(entry.witness.columns, step.results, strict=False)
            )
            yield from _prose(f"{step.what}: {results or step.happens}", width, " " * 19)
    elif entry.no_round_differs:
        yield f"{INDENT}no round settles differently"
    if entry.note:
        yield from _prose(entry.note, width, INDENT)


def _said(entry: Entry, title: str) -> str:
    """``changed   payout field: Field Bet``."""
    what = f"{entry.kind.value:<9} {entry.what}{f' {entry.subject}' if entry.subject else ''}"
    return f"{what}: {title}" if title and _tells_more(entry) else what


def _tells_more(entry: Entry) -> bool:
    """Whether the title says more than the name does."""
    plain = entry.title.lower().removeprefix(f"{entry.what} ").replace("_", " ")
    return bool(entry.title) and plain != entry.subject.lower().replace("_", " ")


def _values(entry: Entry, width: int) -> Iterator[str]:
    """What it was and what it is: on one line where there is room, else one below the other."""
    old, new = entry.old, entry.new
    if old is None or new is None:
        known = old if new is None else new
        if known is not None:
            yield from _prose(known, width, INDENT)
    elif len(INDENT) + len(old) + len(new) + 4 <= width:
        yield f"{INDENT}{old} -> {new}"
    else:
        yield from _prose(old, width, f"{INDENT}old  ")
        yield from _prose(new, width, f"{INDENT}new  ")


def _prose(text: str, width: int, begin: str) -> list[str]:
    return textwrap.wrap(
        text,
        width,
        initial_indent=begin,
        subsequent_indent=" " * len(begin),
        break_long_words=False,
        break_on_hyphens=False,
    )


def edge_text(entry: Entry) -> str:
    """``house edge 1/36 (2.7778%) -> 1/18 (5.5556%), for the house, 2.7778 points``."""
    old, new = entry.old_edge, entry.new_edge
    if old is None and new is None:
        return ""
    if old is None or new is None:
        known = _told(old if old is not None else new)  # type: ignore[arg-type]
        if entry.is_edge_of_one:
            return f"house edge {known}"
        unknown = "not solved" if entry.is_unsolved else "not verifiable"
        return f"house edge {known} -> {unknown}" if new is None else f"house edge {unknown} -> {known}"
    if old == new:
        where = " with nothing in the meter" if entry.meters else ""
        return f"house edge {numbers.fraction(old, minus=MINUS)} unchanged{where}"
    points = numbers.percent(abs(new - old), 4)
    return f"house edge {_told(old)} -> {_told(new)}, {FAVOURS[entry.favours]}, {points} points"


def _told(edge: Fraction) -> str:
    """``7/495 (1.4141%)``; of a fraction that fills a line its per cent alone."""
    percent = f"{numbers.percent(edge, 4, minus=MINUS)}%"
    return percent if len(str(edge.denominator)) > MOST_DIGITS else f"{numbers.fraction(edge, minus=MINUS)} ({percent})"


def counts(comparison: Comparison) -> Iterator[str]:
    """A small table: added, removed and changed, by what they touch."""
    yield f"{'':<13}{'play':>6}{'controls':>10}{'words':>8}"
    for kind in Kind:
        numbers_of = [comparison.count(kind, weight) for weight in (Weight.PLAY, Weight.CONTROLS, Weight.WORDS)]
        if any(numbers_of):
            yield f"{kind.value:<13}{numbers_of[0]:>6}{numbers_of[1]:>10}{numbers_of[2]:>8}"


def _noise(comparison: Comparison, width: int, *, listed: bool) -> Iterator[str]:
    """What was set apart: renumbered and alike, and readings of ours that one side has and the other has not."""
    count = comparison.renumbered_statements
    statements = f"{count} statement{'' if count == 1 else 's'} only renumbered"
    parts = [statements, f"{comparison.alike} alike"]
    if comparison.assumed:
        count = len(comparison.assumed)
        parts.append(f"{count} reading{'' if count == 1 else 's'} of ours told apart")
    more = not listed and (comparison.renumbered or comparison.assumed)
    yield f"noise: {', '.join(parts)}{' (--noise lists them)' if more else ''}"
    if not listed:
        return
    for entry in comparison.renumbered:
        same = ", same words" if entry.old == entry.new else ""
        yield f"{entry.kind.value:<12} {', '.join(entry.old_cites)} -> {', '.join(entry.new_cites)}{same}"
    for entry in comparison.assumed:
        yield from _prose(f"{entry.subject}: {entry.old or 'none'} -> {entry.new or 'none'}", width, f"{'reading':<13}")
