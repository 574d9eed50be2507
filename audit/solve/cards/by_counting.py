"""The method for what hangs on the worth of one hand alone: so many hands are worth so much (`counting`)."""

from __future__ import annotations

import numpy as np

from audit.solve.cards.counting import count_hands
from audit.solve.cards.course import Kind
from audit.solve.cards.outcomes import Counted
from audit.solve.cards.payoffs import combined, ends_by_cell, tallied
from audit.solve.cards.sides import Problem, spots_of, words_of
from audit.solve.errors import NotSolvable

NAME = "counting: every hand by what it is worth"


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable`, with the reason, for a course that is none of these."""
    problem.refuse_doubles()
    features = problem.plain
    if problem.moment is not None:
        raise NotSolvable("something is decided", problem.moment.name)
    if problem.relations:
        raise NotSolvable("hands are compared", problem.relations[0].words)
    hands = [f for f in features if f.kind is Kind.HAND]
    if not hands or any(f.spots != hands[0].spots for f in features):
        raise NotSolvable("what is asked is not of one hand under a ranking")
    if any(f.formed != hands[0].formed for f in hands):
        raise NotSolvable("one hand is formed in different ways", hands[-1].words)
    found = [problem.judge.by_code(f) for f in features]
    table = found[0].coded
    if any(one.coded.worths != table.worths for one in found):
        raise NotSolvable("one hand is formed in different ways", hands[-1].words)
    axis, cells = combined(features, [f.answers for f in found], [f.ids for f in found], len(table.worths))
    best = hands[0].formed.cards if hands[0].formed is not None else None
    number = len(hands[0].spots)
    by_code, _ = count_hands(table.scale, problem.judge.deck, number, best if best is not None and best < number else None)
    counts = np.zeros((1, len(axis)), dtype=object)
    for code, hands_of_code in enumerate(by_code.tolist()):
        counts[0, int(cells[code])] += hands_of_code
    ends = ends_by_cell(problem.course, problem.paths, (axis,))
    tallies = tallied(counts, ends, problem.paths, problem.valued)
    return Counted(
        tallies,
        sum(tally.deals for tally in tallies),
        NAME,
        words_of(spots_of(features)),
        "hands of equal worth are alike",
        len(axis),
    )
