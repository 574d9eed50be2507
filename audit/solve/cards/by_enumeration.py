"""The method for few cards: the whole tree walked over kinds of cards (`enumerated`).  It takes every course."""

from __future__ import annotations

from fractions import Fraction

from audit.solve.cards.alike import alike_for, sees_suits
from audit.solve.cards.asking import asking_play
from audit.solve.cards.course import End
from audit.solve.cards.enumerated import Enumerated, enumerate_course
from audit.solve.cards.outcomes import Counted, Tally, paid_of
from audit.solve.cards.paths import Path
from audit.solve.cards.payoffs import refuse_unstated
from audit.solve.cards.sides import Problem, spots_of, words_of
from audit.solve.result import Decided, Strategy

NAME = "enumeration: every way in which the cards that are asked for can lie"


def walked(problem: Problem, most: int | None = None) -> Enumerated:
    """The whole tree walked; raises as `solve` does."""

    def worth(end: End) -> Fraction:
        return sum((p.net for p in paid_of(end, problem.valued) if p.net is not None), Fraction(0))

    course, ruleset = problem.course, problem.ruleset
    bounds = {} if most is None else {"most": most}
    return enumerate_course(
        course, problem.judge.deck, asking_play(ruleset), alike_for(course.features, ruleset), worth, **bounds
    )


def solve(problem: Problem, most: int | None = None) -> Counted:
    """Raises `NotSolvable` where there are too many ways, or an answer shows the player what cannot be reckoned."""
    found = walked(problem, most)
    course, ruleset = problem.course, problem.ruleset
    deals: dict[tuple[Path, End], int] = {}
    for reached in found.ends:
        key = (reached.path, reached.end)
        deals[key] = deals.get(key, 0) + reached.deals
    tallies = tuple(Tally(path, end, number) for (path, end), number in deals.items())
    refuse_unstated(tallies, problem.valued, bool(found.decisions))
    return Counted(
        tallies,
        found.total,
        NAME,
        f"{words_of(spots_of(course.features))}, in the order of dealing",
        "suits are told apart" if sees_suits(course.features, ruleset) else "suits do not matter",
        found.visits,
        _strategy(found),
    )


def _strategy(found: Enumerated) -> Strategy | None:
    """How often each choice is best at each moment."""
    shares: dict[str, dict[str, int]] = {}
    cites: dict[str, dict[str, None]] = {}
    for decided in found.decisions:
        moment = decided.decide.moment
        at = shares.setdefault(moment, {})
        at[decided.choice.label] = at.get(decided.choice.label, 0) + decided.deals
        of = cites.setdefault(moment, {})
        of.update(dict.fromkeys(str(cite) for basis in decided.decide.bases for cite in basis.cites))
    if not shares:
        return None
    return Strategy(tuple(
        Decided(f"in {moment}", tuple((choice, Fraction(n, found.total)) for choice, n in at.items()), (), (), tuple(cites[moment]))
        for moment, at in shares.items()
    ))  # fmt: skip
