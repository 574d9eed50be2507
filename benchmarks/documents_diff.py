"""Two editions compared clause by clause, beside a line diff of the same texts in the same run.

`python benchmarks/documents_diff.py` prints a table: what was edited, what a reader would say of it, what `compare_parts`
says and how long it takes, and how many lines difflib marks and how long that takes.  Seconds are processor time, the
least of several runs.  No file is read: the rules are made up, from a fixed seed.
"""

from __future__ import annotations

import difflib
import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from audit.compare.documents import compare_parts
from audit.documents.clauses import Clause
from audit.documents.document import Part, PartKind
from audit.documents.text import Stretch, Text

LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Case:
    """Two editions as sentences; ``right`` counts the entries that a reader would make."""

    what: str
    old: list[str]
    new: list[str]
    right: int
    runs: int = 5


def sentences(count: int, seed: int = 1, words: int = 18) -> list[str]:
    rng = random.Random(seed)
    known = ["".join(rng.choice(LETTERS) for _ in range(rng.randint(3, 9))) for _ in range(3_000)]
    return [" ".join(rng.choice(known) for _ in range(words)).capitalize() + "." for _ in range(count)]


def part(said: list[str]) -> Part:
    """Clauses 1, 2, 3 …, a line each."""
    clauses = tuple(
        Clause(str(n), f"{n}.", Text(), Text((Stretch(s, 1, n, len(f"{n}. ")),)), at=(1, n))
        for n, s in enumerate(said, start=1)
    )
    return Part(1, PartKind.RULES, ((1, max(1, len(said))),), clauses=clauses)


def lines(said: list[str]) -> list[str]:
    return [f"{n}. {s}" for n, s in enumerate(said, start=1)]


def cases() -> list[Case]:
    few, many = sentences(201), sentences(2_001, seed=2)
    pays, moved = few[:200], few[:200]
    pays[50], moved[50] = "Blackjack pays 3 to 2.", "Blackjack pays 6 to 5."
    moved.insert(150, moved.pop(50))
    edited = [s.replace(s.split()[4], "otherwise") if n % 7 == 0 else s for n, s in enumerate(many[:2_000])]
    edited.insert(30, edited.pop(700))
    same = ["The dealer shall deal the cards."] * 2_000
    return [
        Case("200 clauses, one put in at 11", few[:200], [*few[:10], few[200], *few[10:200]], 2),
        Case("200 clauses, one moved 100 places, 3 to 2 to 6 to 5", pays, moved, 2),
        Case("2,000 clauses, every seventh reworded, one moved", many[:2_000], edited, 286 + 1, 2),
        Case("2,000 equal clauses, one more", same, [*same, same[0]], 1, 2),
        Case("2,000 clauses in another order", many[:2_000], random.Random(3).sample(many[:2_000], 2_000), 0, 1),
    ]


def seconds(runs: int, work: Callable[[], object]) -> float:
    """The least processor time of several runs."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def marked(old: list[str], new: list[str]) -> int:
    """How many lines a line diff marks as taken out or put in."""
    return sum(1 for line in difflib.unified_diff(old, new, n=0) if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def main() -> None:
    print("| edited | right | entries | seconds | lines that difflib marks | seconds |")
    print("| --- | ---: | ---: | ---: | ---: | ---: |")
    for case in cases():
        old, new = part(case.old), part(case.new)
        before, after = lines(case.old), lines(case.new)
        taken = seconds(case.runs, lambda old=old, new=new: compare_parts(old, new))  # type: ignore[misc]
        plain = seconds(case.runs, lambda before=before, after=after: marked(before, after))  # type: ignore[misc]
        found = len(compare_parts(old, new).entries)
        right = str(case.right) if case.right else "–"
        print(f"| {case.what} | {right} | {found:,} | {taken:.3f} | {marked(before, after):,} | {plain:.3f} |")


if __name__ == "__main__":
    main()
