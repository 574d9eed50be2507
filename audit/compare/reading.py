"""A ruleset as it is read: our readings of the text settled, the choices of the house left open.

What a document says under a reading that is not in force is not what is compared.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import tables as tb
from audit.ruleset.configure import Configured, ConfigureError, Value, holds
from audit.ruleset.money import NamedResult
from audit.ruleset.names import Name
from audit.ruleset.rewrite import rewrite, walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated, Statement

RESULTS = frozenset(outcome.value for outcome in tb.Outcome)


def as_read(configured: Configured) -> Ruleset:
    """The source ruleset under the readings in force; ``when`` speaks of options only."""
    ruleset = configured.source
    values = {a.name.text: configured.values.get(a.name.text) for a in ruleset.of(pm.Assumption)}
    values = {name: value for name, value in values.items() if value is not None}
    if not values:
        return ruleset
    made: list[Statement] = []
    for statement in ruleset.statements:
        if isinstance(statement, pm.Assumption) or not _mentions(statement, values):
            made.append(statement)
            continue
        settled = _settled(statement, values, ruleset)
        if settled is not None:
            made.append(rewrite(settled, lambda node: _filled(node, values)))
    return Ruleset(ruleset.head, tuple(made))


def readings_of(stated: Stated, configured: Configured) -> tuple[str, ...]:
    """The declared readings on which a line hangs: those that its choice or its cells name, and the one that it rests on."""
    declared = {a.name.text for a in configured.source.of(pm.Assumption)}
    named = (stated.when, stated.cells if isinstance(stated, tb.Row) else None)
    found = [node.text for node in walk(named) if isinstance(node, Name)]
    assumed = stated.basis.assumption
    if assumed is not None and assumed.under is not None:
        found.append(assumed.under)
    return tuple(dict.fromkeys(name for name in found if name in declared))


def _mentions(node: object, values: Mapping[str, object]) -> bool:
    return any(isinstance(part, Name) and part.text in values for part in walk(node))


def _settled(node: Any, values: Mapping[str, Value | None], ruleset: Ruleset) -> Any:
    """The piece without what stands under a reading not in force; None if that is the whole."""
    if isinstance(node, Stated):
        if node.when is not None:
            left = _left(node.when, values, ruleset)
            if left is False:
                return None
            if left is not node.when:
                node = replace(node, when=None if left is True else left)
        changed = {}
        for f in fields(node):
            old = getattr(node, f.name)
            if isinstance(old, tuple | tb.Table):
                new = _settled(old, values, ruleset)
                if new is not old:
                    changed[f.name] = new
        return replace(node, **changed) if changed else node
    if isinstance(node, tb.Table):
        rows = _settled(node.rows, values, ruleset)
        return node if rows is node.rows else replace(node, rows=rows)
    if isinstance(node, tuple):
        kept = [_settled(item, values, ruleset) if isinstance(item, Stated) else item for item in node]
        if all(a is b for a, b in zip(kept, node, strict=True)):
            return node
        return tuple(item for item, old in zip(kept, node, strict=True) if item is not None or old is None)
    return node


def _left(condition: cd.Condition, values: Mapping[str, Value | None], ruleset: Ruleset) -> cd.Condition | bool:
    """What is left of a choice once our readings are settled."""
    if isinstance(condition, cd.AllOf):
        parts = [_left(fact, values, ruleset) for fact in condition.facts]
        if any(part is False for part in parts):
            return False
        rest = tuple(part for part in parts if not isinstance(part, bool))
        if rest == condition.facts:
            return condition
        return cd.both(*rest) or True
    if not _mentions(condition, values):
        return condition
    try:
        return holds(condition, values, ruleset)
    except ConfigureError:
        return condition


def _filled(node: Any, values: Mapping[str, Value | None]) -> Any:
    """A reading's value in its place."""
    match node:
        case ex.Called(Name(text)) if text in values:
            value = values[text]
            return ex.Called(value) if isinstance(value, Name) else value
        case tb.NamedCell(Name(text)) if text in RESULTS:  # the name of a reading that is filled already: a result as any row has it
            return tb.Outcome(text)
        case tb.NamedCell(Name(text)) | NamedResult(Name(text)) if text in values:
            value = values[text]
            return type(node)(value) if isinstance(value, Name) else value
        case Name(text) if text in values:
            value = values[text]
            return value if isinstance(value, Name) else node
        case _:
            return node

