"""The method for rounds in which nothing is decided: all ways to deal carried through the round at once (`drawing`)."""

from __future__ import annotations

from audit.solve.cards.alike import alike_for, sees_suits
from audit.solve.cards.drawing import draw
from audit.solve.cards.outcomes import Counted, Tally
from audit.solve.cards.payoffs import refuse_unstated
from audit.solve.cards.sides import Problem, spots_of, words_of

NAME = "drawing: all ways to deal card by card, those that nothing later tells apart taken together"


def solve(problem: Problem) -> Counted:
    """Raises `NotSolvable` where something is decided, or there are too many ways."""
    course, ruleset = problem.course, problem.ruleset
    found = draw(course, problem.judge.deck, problem.judge.kinds.ask, alike_for(course.features, ruleset))
    tallies = tuple(Tally((), end, deals) for end, deals in found.ends)
    refuse_unstated(tallies, problem.valued, False)
    suits = "suits are told apart" if sees_suits(course.features, ruleset) else "suits do not matter"
    return Counted(
        tallies,
        found.total,
        NAME,
        f"{words_of(spots_of(course.features))}, in the order of dealing",
        f"{suits}; {found.kinds} kinds of cards",
        found.worlds,
    )
