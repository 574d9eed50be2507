"""The text of `audit diff`."""

from __future__ import annotations

from collections.abc import Iterator

from audit.compare.entry import Comparison, Entry, Favours, Kind, Weight
from audit.report import numbers

MINUS = "-"
CLAUSES_AT = 78


def diff_text(comparison: Comparison, width: int, *, noise: bool = False) -> Iterator[str]:
    """Entries, weightiest first, then how many there are of each kind, and what was set apart as noise."""
    for entry in comparison.entries:
        yield from entry_lines(entry)
    if comparison.entries:
        yield ""
        yield from counts(comparison)
    else:
        yield f"no difference between {comparison.old} and {comparison.new}"
    yield (
        f"noise: {comparison.renumbered_statements} only renumbered, {comparison.alike} alike"
        + ("" if noise or not comparison.renumbered else " (--noise lists them)")
    )
    if noise:
        for entry in comparison.renumbered:
            yield f"renumbered   {entry.subject}  {', '.join(entry.old_cites)} -> {', '.join(entry.new_cites)}"
    for text in comparison.unknown:
        yield f"unknown: {text}"


def entry_lines(entry: Entry) -> Iterator[str]:
    """One entry: what changed, clauses on both sides; the house edge; a witness."""
    said = (
        f"{entry.kind.value:<9} {entry.what} {entry.subject}"
        if entry.subject
        else f"{entry.kind.value:<9} {entry.what}"
    )
    cites = f"{', '.join(entry.old_cites)} -> {', '.join(entry.new_cites)}".strip()
    if entry.title and entry.title != entry.subject:
        said += f": {entry.title}"
    yield f"{said:<{CLAUSES_AT}}{'' if len(said) < CLAUSES_AT else '  '}{cites}".rstrip()
    if entry.old is not None or entry.new is not None:
        yield f"          {entry.old or 'nothing'} -> {entry.new or 'nothing'}"
    edge = edge_text(entry)
    if edge:
        yield f"          {edge}"
    if entry.witness is not None:
        yield f"          witness: {entry.witness.command}"
        for step in entry.witness.steps[-1:]:
            results = "; ".join(
                f"{result} under {name}" for name, result in zip(entry.witness.columns, step.results, strict=False)
            )
            yield f"                   {step.what}: {results or step.happens}"
    elif entry.no_round_differs:
        yield "          no round settles differently"
    if entry.note:
        yield f"          {entry.note}"


def edge_text(entry: Entry) -> str:
    """``house edge 1/36 (2.7778%) -> 1/18 (5.5556%), for the house, 2.7778 points``."""
    old, new = entry.old_edge, entry.new_edge
    if old is None and new is None:
        return ""
    if old is None or new is None:
        known = numbers.fraction_and_percent(old if old is not None else new)  # type: ignore[arg-type]
        return f"house edge {known} -> not verifiable" if new is None else f"house edge not verifiable -> {known}"
    if old == new:
        return f"house edge {numbers.fraction(old, minus=MINUS)} unchanged"
    favours = {Favours.HOUSE: "for the house", Favours.PLAYER: "for the player", Favours.NEITHER: "for neither"}
    points = numbers.percent(abs(new - old), 4)
    before, after = (f"{numbers.fraction(e, minus=MINUS)} ({numbers.percent(e, 4, minus=MINUS)}%)" for e in (old, new))
    return f"house edge {before} -> {after}, {favours[entry.favours]}, {points} points"


def counts(comparison: Comparison) -> Iterator[str]:
    """A small table: added, removed and changed, by what they touch."""
    yield f"{'':<13}{'play':>6}{'controls':>10}{'words':>8}"
    for kind in Kind:
        numbers_of = [comparison.count(kind, weight) for weight in (Weight.PLAY, Weight.CONTROLS, Weight.WORDS)]
        if any(numbers_of):
            yield f"{kind.value:<13}{numbers_of[0]:>6}{numbers_of[1]:>10}{numbers_of[2]:>8}"
