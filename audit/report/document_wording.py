"""Differences of two documents in a few words, the same on the terminal and in a report."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from audit.compare.documents.entries import Entry, LeftOut, MatterKind

MOST_WORDS = 60
MOST_MATTERS = 3
_KINDS = list(MatterKind)


def what_changed(entry: Entry) -> str:
    """``3 to 2 → 6 to 5``; of a clause that came or went and brings no value, its title or first words."""
    if entry.says and not (entry.below and entry.says.startswith("with ")):
        return entry.says
    if entry.matters and not entry.says:
        return matters_told(entry)
    side = (entry.new or entry.old)[0]
    words = side.title or first_words(side.words)
    return f"{words}, {entry.says}" if entry.says else words


def matters_told(entry: Entry) -> str:
    """The first values that differ, and how many more there are."""
    said = list(dict.fromkeys(str(matter) for matter in entry.matters))
    more = len(said) - MOST_MATTERS
    return "; ".join([*said[:MOST_MATTERS], *([f"and {more} more value{'' if more == 1 else 's'}"] if more > 0 else [])])


def first_words(words: str, most: int = MOST_WORDS) -> str:
    """The beginning of a text, cut between words."""
    plain = " ".join(words.split())
    return plain if len(plain) <= most else f"{plain[:most].rpartition(' ')[0] or plain[:most]}…"


def root_path(entry: Entry, *, is_old: bool) -> str:
    """The clause on one side; of one that came or went with others below it, the uppermost alone."""
    sides = entry.old if is_old else entry.new
    if not sides:
        return ""
    if not entry.old or not entry.new:
        return sides[0].path
    return entry.old_path if is_old else entry.new_path


def foremost(entries: Sequence[Entry], count: int = 3) -> list[Entry]:
    """What to know first: values that changed into others, by what they are, before values that came or went."""

    def rank(entry: Entry) -> tuple[int, bool, bool, int]:
        changed = [m for m in entry.matters if m.old is not None and m.new is not None]
        first = min((_KINDS.index(m.kind) for m in changed or entry.matters), default=len(_KINDS))
        return -entry.weight, entry.confidence < 1, not changed, first

    return sorted(entries, key=rank)[:count]


def left_out_words(left: Sequence[LeftOut], old: str, new: str) -> Iterator[str]:
    """What was compared with nothing, a sentence for each reason: ``parts 6, 7 and 9 of packet.txt: …``."""
    for (is_old, because), group in groupby(left, key=lambda one: (one.is_old, one.because)):
        members = list(group)
        numbers = [str(one.part) for one in members]
        joined = numbers[0] if len(numbers) == 1 else f"{', '.join(numbers[:-1])} and {numbers[-1]}"
        titles = list(dict.fromkeys(one.title for one in members))
        title = f" ({titles[0]})" if len(titles) == 1 and titles[0] else ""
        if len(numbers) > 1 and because.startswith("it "):
            because = f"each {because.removeprefix('it ')}"  # noqa: PLW2901
        yield f"part{'' if len(numbers) == 1 else 's'} {joined} of {old if is_old else new}{title}: {because}"
