"""Groups, definitions, tables and grids that come back to themselves, so that nothing could ever be worked out from them."""

from __future__ import annotations

from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.ruleset.tables import FunctionTable, Grid
from audit.ruleset.worth import DefinedFact, DefinedOfHand, DefinedValue, Group

DEFINING = Group | DefinedFact | DefinedOfHand | DefinedValue
FUNCTION = FunctionTable | Grid


def circular(ruleset: Ruleset) -> Statement | None:
    """The first group, definition, table or grid that is told in terms of itself, by whatever way; None if none is."""
    told_in: dict[str, set[str]] = {}
    for statement in ruleset.statements:
        if isinstance(statement, DEFINING):
            names = {node.name.text for node in walk(statement) if isinstance(node, ex.Called | pt.Named)}
            told_in.setdefault(statement.name.text, set()).update(names)
        elif isinstance(statement, FUNCTION):  # the words in its cells may be values, not names
            names = {node.name.text for node in walk(statement) if isinstance(node, ex.Called)}
            told_in.setdefault(statement.name.text, set()).update(names)
    for statement in ruleset.statements:
        if isinstance(statement, DEFINING | FUNCTION) and _reaches(statement.name.text, told_in):
            return statement
    return None


def _reaches(name: str, told_in: dict[str, set[str]]) -> bool:
    """Whether a name is found again among all that it is told in."""
    queue, seen = list(told_in[name]), set[str]()
    while queue:
        other = queue.pop()
        if other == name:
            return True
        if other in told_in and other not in seen:
            seen.add(other)
            queue.extend(told_in[other])
    return False
