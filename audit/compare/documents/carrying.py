"""Words that went from one clause to another: taken out of the one, put into the other, and neither lost nor new."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rapidfuzz.distance import LCSseq

from audit.compare.documents.entries import Entry, Kind, Matter, Span, Weight
from audit.compare.documents.judging import says_of

_LEAST_WORDS = 8
_SAME = 0.9


@dataclass(frozen=True)
class Run:
    """Words that one side of an entry has alone: ``entry`` is its number, ``side`` which of its old or new sides."""

    entry: int
    is_old: bool
    side: int
    start: int
    end: int
    keys: tuple[str, ...]
    places: tuple[tuple[int, int], ...] = ()
    """Where each of the words begins and ends, of a whole clause that came or went."""

    def part(self, first: int, last: int) -> Run:
        start, end = self.places[first][0], self.places[last - 1][1]
        return replace(self, start=start, end=end, keys=self.keys[first:last], places=self.places[first:last])


def carried(entries: Sequence[Entry], runs: Sequence[Run]) -> list[Entry]:
    """The entries, in which words that went from one clause to another are told as such, their values as no change."""
    made = list(entries)
    gone = [r for r in runs if r.is_old and len(r.keys) >= _LEAST_WORDS]
    come = [r for r in runs if not r.is_old and len(r.keys) >= _LEAST_WORDS]
    index: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for n, run in enumerate(come):
        for at in range(0, len(run.keys) - 3):
            index[run.keys[at : at + 4]].append(n)
    taken: set[int] = set()
    for run in gone:
        votes: dict[int, int] = defaultdict(int)
        for at in range(0, len(run.keys) - 3, 2):
            for n in index.get(run.keys[at : at + 4], ())[:8]:
                votes[n] += 1
        for n in sorted(votes, key=lambda n: (-votes[n], n))[:3]:
            other = come[n]
            if n in taken or other.entry == run.entry:
                continue
            mine, theirs = _shared(run, other)
            if not _same(mine.keys, theirs.keys):
                continue
            taken.add(n)
            made[run.entry] = _without(made[run.entry], mine, f"words that are now in {made[other.entry].new_path}")
            other = theirs
            made[other.entry] = _without(made[other.entry], other, f"words that were in {made[run.entry].old_path}")
            break
    return made


def _shared(gone: Run, come: Run) -> tuple[Run, Run]:
    """Two runs, of a whole clause only the part that says exactly what the other says."""
    if gone.places and not come.places:
        return _part_that_says(gone, come.keys), come
    if come.places and not gone.places:
        return gone, _part_that_says(come, gone.keys)
    return gone, come


def _part_that_says(whole: Run, keys: tuple[str, ...]) -> Run:
    for at, key in enumerate(whole.keys[: len(whole.keys) - len(keys) + 1]):
        if key == keys[0] and whole.keys[at : at + len(keys)] == keys:
            return whole.part(at, at + len(keys))
    return whole


def _same(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    return LCSseq.similarity(one, other) >= _SAME * max(len(one), len(other))


def _without(entry: Entry, run: Run, said: str) -> Entry:
    """The entry without what the run says that matters."""
    if entry.kind in (Kind.ADDED, Kind.REMOVED):
        matters = tuple(m for m in entry.matters if not _within(m, run))
        return replace(
            entry, matters=matters, says="; ".join(part for part in (entry.says, f"among it {said}") if part)
        )
    if entry.kind not in (Kind.CHANGED, Kind.MOVED_AND_AMENDED, Kind.SPLIT, Kind.MERGED):
        return entry
    left = tuple(m for m in entry.matters if not _within(m, run))
    sides = entry.old if run.is_old else entry.new
    side = sides[run.side]
    spans = tuple(
        Span(s.start, s.end, Weight.WORDS) if run.start <= s.start and s.end <= run.end else s for s in side.spans
    )
    changed = (*sides[: run.side], replace(side, spans=spans), *sides[run.side + 1 :])
    weight = max((m.kind.weight for m in left), default=Weight.WORDS)
    says = "; ".join(part for part in (says_of(left), said) if part)
    if run.is_old:
        return replace(entry, old=changed, matters=left, weight=weight, says=says)
    return replace(entry, new=changed, matters=left, weight=weight, says=says)


def _within(matter: Matter, run: Run) -> bool:
    at, other = (matter.old_at, matter.new_at) if run.is_old else (matter.new_at, matter.old_at)
    return other is None and at is not None and at.side == run.side and run.start <= at.start and at.end <= run.end
