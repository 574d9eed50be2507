"""Questions about parts that cards are set into, while a round is laid open: which area they are of, and that it is set."""

from __future__ import annotations

from collections.abc import Container

from audit.play.arranging import area_with, part_place
from audit.play.held import part_of
from audit.play.sight import Sight
from audit.ruleset import expressions as ex
from audit.ruleset.rewrite import walk
from audit.solve.errors import NotSolvable


def asks_of_parts(expression: ex.Expression, sight: Sight) -> bool:
    """Whether a part of cards is named anywhere in an expression."""
    return any(isinstance(node, ex.Called) and _is_part(node.name.text, sight) for node in walk(expression))


def with_areas(expression: ex.Expression, sight: Sight, laid: Container[str]) -> ex.Expression:
    """A question about parts with areas in the place of roles: ``high of bank`` is that of the dealer's cards.

    ``laid`` are the names of the parts that have been set.  Raises `NotSolvable` for one that has not, and for a question
    that is neither of a part nor of one against another.
    """
    match expression:
        case ex.Against(left, right):
            return ex.Against(with_areas(left, sight, laid), with_areas(right, sight, laid))
        case ex.FeatureOf(ex.Called(part), ex.Called(of)) if _is_part(part.text, sight):
            area = area_with(of.text, part.text, sight).name
            if part_place(part.text, area.text) not in laid:
                raise NotSolvable(f"{part} of {area} is asked for, and the cards have not been set", part.text)
            return ex.FeatureOf(expression.feature, ex.Called(area))
    raise NotSolvable("a question about parts that is neither of one nor of one against another")


def _is_part(name: str, sight: Sight) -> bool:
    ruleset = sight.equipment.ruleset
    return name not in ruleset.by_name and part_of(name, ruleset) is not None
