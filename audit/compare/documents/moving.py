"""Which partners stay in their order and which were moved."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from audit.compare.documents.matching import Matched
from audit.compare.documents.order import staying
from audit.compare.documents.units import NOWHERE, Row

_SEVERAL = 3
_SHARE = 0.3


def moved(old: Row, new: Row, found: Matched) -> set[int]:
    """Numbers of the old units that were moved; what lies below one that was moved has moved with it and is not among them.

    The longest run of partners that keeps its order stays.  A clause that went from one section to its neighbour keeps
    its order and has moved all the same; one that a new heading was put over has not.
    """
    return _Moving(old, new, found).all()


class _Moving:
    def __init__(self, old: Row, new: Row, found: Matched) -> None:
        self.old, self.new, self.found = old, new, found
        self.moved: set[int] = set()

    def all(self) -> set[int]:
        groups = [sorted(self.found.to_new)]
        while groups:
            groups.extend(self._within(groups.pop()))
        return self.moved

    def _within(self, pairs: Sequence[int]) -> list[list[int]]:
        """Marks what moved among old units in their order; gives back the groups that moved as one."""
        kept = staying([self.found.to_new[n] for n in pairs])
        anchors = [
            (
                self._anchor(self.old, n, self.found.to_new),
                self._anchor(self.new, self.found.to_new[n], self.found.to_old),
            )
            for n in pairs
        ]
        together = self._together([anchors[at] for at in kept])
        carried: dict[int, list[int]] = {}
        here: set[int] = set()
        for at, number in enumerate(pairs):
            root = self._root(number, here)
            if root is not None and self._is_under(self.new, self.found.to_new[number], self.found.to_new[root]):
                carried.setdefault(root, []).append(number)
            elif at not in kept or not (anchors[at] in together or self._related(*anchors[at])):
                here.add(number)
        self.moved |= here
        return list(carried.values())

    def _together(self, anchors: Sequence[tuple[int, int]]) -> set[tuple[int, int]]:
        """Sections between which so many clauses went in their order that the sections were cut anew, no clause moved."""
        between = Counter(anchors)
        ours, theirs = Counter(a for a, _ in anchors), Counter(b for _, b in anchors)
        return {
            (a, b)
            for (a, b), count in between.items()
            if count >= _SEVERAL and (count >= _SHARE * ours[a] or count >= _SHARE * theirs[b])
        }

    def _root(self, number: int, here: set[int]) -> int | None:
        return next((n for n in self.old.above(number) if n in here), None)

    def _anchor(self, row: Row, number: int, partners: dict[int, int]) -> int:
        return next((n for n in row.above(number) if n in partners), NOWHERE)

    def _related(self, above: int, theirs: int) -> bool:
        """Whether the nearest known clauses above two are partners, or one is above the other."""
        if NOWHERE in (above, theirs):
            return True
        partner = self.found.to_new[above]
        return (
            partner == theirs or self._is_under(self.new, partner, theirs) or self._is_under(self.new, theirs, partner)
        )

    def _is_under(self, row: Row, number: int, above: int) -> bool:
        return above < number <= row[above].last
