"""How wagers end under known answers, as a round that is played would tell it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from fractions import Fraction

from audit.ruleset.tables import Outcome
from audit.solve.cards.course import Answer, Course, Feature
from audit.solve.cards.outcomes import paid_of
from audit.solve.cards.paths import end_of
from audit.solve.errors import NotSolvable
from audit.solve.figures import PUSHES
from audit.solve.sampling import Ending


def ending_at(
    course: Course,
    answers: Mapping[Feature, Answer],
    names: Collection[str],
    unit: Fraction,
    *,
    is_bundle: bool = False,
) -> Ending:
    """The result of some wagers together and the net of all per unit, in a course without decisions.

    Raises `NotSolvable` where no clause states what one of them is paid.
    """
    end = end_of(course, (), answers)
    assert end is not None, "a course without decisions goes on to its end"
    paid = paid_of(end, names)
    for one in paid:
        if one.net is None:
            raise NotSolvable("no clause states its payout", one.name)
    net = sum((one.net for one in paid if one.net is not None), Fraction(0))
    if net:
        return (Outcome.WIN if net > 0 else Outcome.LOSE).value, net / unit
    is_pushed = not is_bundle and bool(paid) and paid[0].result in PUSHES
    return paid[0].result if is_pushed else Outcome.PUSH.value, Fraction(0)
