"""The method for tests on so many cards that their sets cannot be listed: the sets are counted by what they answer."""

from __future__ import annotations

import numpy as np

from audit.solve.cards.course import Kind
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.payoffs import Axis, ends_by_cell, tallied
from audit.solve.cards.sides import Problem, spots_of, words_of
from audit.solve.errors import NotSolvable

NAME = "sets: all sets of the cards by what their tests say"


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable`, with the reason, for a course that asks of anything else, or of few enough sets to list."""
    problem.refuse_doubles()
    features = problem.features
    if problem.moment is not None:
        raise NotSolvable("something is decided", problem.moment.name)
    if len(features) != 1 or features[0].kind is not Kind.CARDS or not problem.judge.has_many_sets(features[0]):
        raise NotSolvable("what is asked is not of one lot of many cards")
    counted = problem.judge.counted(features[0])
    axis = Axis(features, tuple((answer,) for answer in counted))
    counts = np.array([list(counted.values())], dtype=object)
    ends = ends_by_cell(problem.course, problem.paths, (axis,))
    tallies = tallied(counts, ends, problem.paths, problem.valued)
    return Counted(
        tallies,
        sum(tally.deals for tally in tallies),
        NAME,
        words_of(spots_of(features)),
        "suits matter where a test asks of them",
        len(axis),
    )
