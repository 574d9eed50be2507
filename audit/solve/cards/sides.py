"""Which cards a course looks at, and on whose side they lie: what the methods ask of a course before they take it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.alike import names_suits
from audit.solve.cards.answers import Judge
from audit.solve.cards.course import Course, Feature, Kind, Spot
from audit.solve.cards.paths import Moment, Path, asked_of, moments_of, paths_of
from audit.solve.cards.payoffs import Axis, Ids, combined
from audit.solve.errors import NotSolvable


@dataclass(frozen=True)
class Problem:
    """A course to be solved: what counts when choosing, and who answers questions about cards.

    ``is_told`` is whether best play is wanted in words, not only what it comes to.
    """

    course: Course
    judge: Judge
    valued: frozenset[str]
    is_told: bool = True

    @property
    def ruleset(self) -> Ruleset:
        return self.judge.configured.ruleset

    @cached_property
    def moment(self) -> Moment | None:
        """The first decision; raises `NotSolvable` where what is decided hangs on cards that are not known."""
        return moments_of(self.course)

    @cached_property
    def paths(self) -> tuple[Path, ...]:
        return paths_of(self.moment)

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        return asked_of(self.course)

    @cached_property
    def relations(self) -> tuple[Feature, ...]:
        return tuple(f for f in self.features if f.kind is Kind.RELATION)

    @cached_property
    def plain(self) -> tuple[Feature, ...]:
        """The features that are no comparison."""
        return tuple(f for f in self.features if f.kind is not Kind.RELATION)

    @cached_property
    def symmetric(self) -> bool:
        """Whether suits may be exchanged."""
        return not names_suits(self.features, self.ruleset)

    @cached_property
    def ways(self) -> tuple[tuple[Moment, Path], ...]:
        """All decisions, each before those that it leads to, with what was chosen on the way there."""
        return tuple(_all(self.moment, ()))

    @property
    def moments(self) -> tuple[Moment, ...]:
        return tuple(moment for moment, _ in self.ways)

    def refuse_doubles(self) -> None:
        """Raises `NotSolvable` for a deck in which a card stands twice: sets of cards are not counted so."""
        if len(set(self.judge.deck)) < len(self.judge.deck):
            raise NotSolvable("a card stands more than once in the deck", "deck")

    def axis(self, features: Iterable[Feature]) -> tuple[Axis, Ids]:
        """Features of the same spots as one axis, with the cell of every set of cards there."""
        listed = list(features)
        found = [self.judge.by_set(f) for f in listed]
        size = len(found[0].ids) if found else 1
        return combined(listed, [f.answers for f in found], [f.ids for f in found], size)


def _all(moment: Moment | None, so_far: Path) -> Iterator[tuple[Moment, Path]]:
    if moment is not None:
        yield moment, so_far
        for label, then in moment.options:
            yield from _all(then, (*so_far, label))


def moment_words(moment: Moment, so_far: Path) -> str:
    """A decision in words: ``after bet 1, knowing 2 of player_cards, 1 of board``."""
    after = f"after {' and '.join(so_far)}, " if so_far else ""
    return f"{after}knowing {words_of(moment.known)}"


def spots_of(features: Iterable[Feature]) -> frozenset[Spot]:
    return frozenset(spot for f in features for spot in f.spots)


def words_of(spots: Iterable[Spot]) -> str:
    """Where cards lie, in words: ``3 of player_cards, 1 of dealer_cards``."""
    counted: dict[str, int] = {}
    for area, _ in sorted(spots):
        counted[area] = counted.get(area, 0) + 1
    return ", ".join(f"{number} of {area}" for area, number in counted.items()) or "nothing"


def nothing_to_see(sets: int) -> Any:
    """Ids where nothing is asked."""
    return np.zeros(sets, dtype=np.uint8)
