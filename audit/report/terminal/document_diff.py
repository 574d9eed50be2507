"""The text of `audit diff` for two documents."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

from audit.compare.documents.entries import Entry, Kind, Side, TextComparison, Weight
from audit.report.document_wording import left_out_words, root_path, what_changed

INDENT = " " * 4
KIND = 18
"""Room for the kind of a difference."""
MOST_SIDES = 12
"""Clauses of one difference whose words are shown."""
MOST_CONTEXT = 60
"""Characters shown of words that both sides have, before and behind a difference."""


def diff_text(comparison: TextComparison, width: int, *, noise: bool = False) -> Iterator[str]:
    """Entries, weightiest first, then how many there are, and what was set apart; ``width`` 0 wraps nothing."""
    for against in comparison.compared:
        reason = f": {against.because}" if against.because else ""
        yield f"compared: {against.old_title} (part {against.old}) with {against.new_title} (part {against.new}){reason}"
    for entry in comparison.weightiest:
        yield from entry_lines(entry, width)
    yield ""
    yield from _sums(comparison)
    yield from _noise(comparison, width, listed=noise)
    for words in left_out_words(comparison.left_out, comparison.old, comparison.new):
        yield from _told(f"not compared: {words}", width, "  ")


def concise_diff(comparison: TextComparison) -> Iterator[str]:
    """One line an entry."""
    for entry in comparison.weightiest:
        yield f"{entry.kind.value} {paths(entry)}: {what(entry)}"


def entry_lines(entry: Entry, width: int) -> Iterator[str]:
    """One entry: kind, clauses and what changed; pages and lines of both sides; the words, with what differs marked."""
    yield from _told(f"{entry.kind.value:<{KIND}} {paths(entry)}  {what(entry)}", width, INDENT)
    yield f"{INDENT}{places(entry)}"
    for doubt in entry.doubts:
        yield from _told(f"{INDENT}? {doubt}", width, f"{INDENT}  ")
    if entry.kind in (Kind.RENUMBERED, Kind.MOVED):
        return
    one_sided = not entry.old or not entry.new
    for word, sides, opens, closes in (("old", entry.old, "[-", "-]"), ("new", entry.new, "{+", "+}")):
        for side in sides[:MOST_SIDES]:
            shown = side.words if one_sided else _marked(side, opens, closes)
            if shown.strip():
                yield from _told(f"{INDENT}{word}  {shown}", width, f"{INDENT}     ")
        if len(sides) > MOST_SIDES:
            yield f"{INDENT}{word}  … and {len(sides) - MOST_SIDES} more below it"


def paths(entry: Entry) -> str:
    """``F.1 -> F.2``; one path where both are the same; what is missing is left out."""
    old, new = root_path(entry, is_old=True), root_path(entry, is_old=False)
    if old == new or not (old and new):
        return old or new
    return f"{old} -> {new}"


def what(entry: Entry) -> str:
    """What changed, in a few words and plain signs."""
    return what_changed(entry).replace("→", "->")


def places(entry: Entry) -> str:
    """``page 4, lines 322-326 -> page 3, lines 383-395``."""
    old, new = _place(entry.old), _place(entry.new)
    return f"{old} -> {new}" if old and new else f"{old} ->" if old else f"-> {new}"


def _place(sides: Sequence[Side]) -> str:
    if not sides:
        return ""
    first, last = sides[0], sides[-1]
    lines = (first.lines[0], max(first.lines[1], last.lines[1]))
    spoken = f"line {lines[0]}" if lines[0] == lines[1] else f"lines {lines[0]}-{lines[1]}"
    return f"page {first.page}, {spoken}"


def _marked(side: Side, opens: str, closes: str) -> str:
    """The words of a side with what differs in signs; long runs that both sides have are shortened."""
    runs = list(side.runs)
    made: list[str] = []
    for n, (words, weight) in enumerate(runs):
        if weight is not None:
            made.append(f"{opens}{words}{closes}")
        elif len(runs) > 1:
            made.append(_shortened(words, at_start=n == 0, at_end=n == len(runs) - 1))
        else:
            made.append(words)
    return "".join(made)


def _shortened(words: str, *, at_start: bool, at_end: bool) -> str:
    if at_start:
        return words if len(words) <= MOST_CONTEXT else f"…{_after_blank(words[-MOST_CONTEXT:])}"
    if at_end:
        return words if len(words) <= MOST_CONTEXT else f"{_before_blank(words[:MOST_CONTEXT])}…"
    if len(words) <= 2 * MOST_CONTEXT:
        return words
    return f"{_before_blank(words[:MOST_CONTEXT])} … {_after_blank(words[-MOST_CONTEXT:])}"


def _before_blank(words: str) -> str:
    return words.rpartition(" ")[0] or words


def _after_blank(words: str) -> str:
    return words.partition(" ")[2] or words


def _sums(comparison: TextComparison) -> Iterator[str]:
    entries = comparison.substance
    if not entries:
        yield f"no difference of substance between {comparison.old} and {comparison.new}"
        return
    weights = (
        (Weight.VALUE, "in numbers, odds, money, hours or counts"),
        (Weight.MODAL, "in what must or may be done"),
        (Weight.WORDS, "in other words"),
        (Weight.FORM, "in how clauses are cut, with the same words"),
    )
    told = [f"{n} {words}" for w, words in weights if (n := sum(1 for e in entries if e.weight is w))]
    yield f"{len(entries)} difference{'' if len(entries) == 1 else 's'}: {', '.join(told)}"


def _noise(comparison: TextComparison, width: int, *, listed: bool) -> Iterator[str]:
    renumbered = sum(e.count for e in comparison.entries if e.kind is Kind.RENUMBERED)
    counts = (
        (renumbered, "only renumbered"),
        (len(comparison.following), "references that follow a renumbering"),
        (len(comparison.form), "in form alone (capitals, punctuation, how clauses are cut)"),
        (len(comparison.read_through), "of scan damage, read through"),
        (comparison.alike, "alike"),
    )
    told = ", ".join(f"{n} {words}" for n, words in counts if n)
    hint = (
        ""
        if listed or not (comparison.following or comparison.form or comparison.read_through)
        else " (--noise lists them)"
    )
    yield from _told(f"noise: {told or 'none'}{hint}", width, "       ")
    if not listed:
        return
    for follow in comparison.following:
        yield f'  reference  {follow.old.path} -> {follow.new.path}  "{follow.old_words}" -> "{follow.new_words}"'
    for entry in (*comparison.form, *comparison.read_through):
        yield from _told(
            f"  {'form' if entry in comparison.form else 'scan':<10} {paths(entry)}  {what(entry)}", width, " " * 15
        )


def _told(text: str, width: int, hanging: str) -> list[str]:
    if not width:
        return [text]
    return textwrap.wrap(text, width, subsequent_indent=hanging, break_long_words=False, break_on_hyphens=False) or [""]
