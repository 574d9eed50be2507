"""What ``clear`` leaves behind, read off the other lines that use the same memory."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import replace

from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.expressions import OwnMemory
from audit.ruleset.rewrite import rewrite, walk
from audit.ruleset.stated import Statement


def settle_clears(statements: Sequence[Statement]) -> tuple[Statement, ...]:
    """The statements with each ``clear`` knowing whether it leaves a 0, an empty set, or nothing."""
    shared = _uses(s for s in statements if isinstance(s, rd.Round | wg.Wager))
    made: list[Statement] = []
    for statement in statements:
        if isinstance(statement, rd.Round | wg.Wager):
            uses = _uses((statement,)) if isinstance(statement, wg.Wager) else shared
            made.append(rewrite(statement, functools.partial(_cleared, uses, shared)))
        else:
            made.append(statement)
    return tuple(made)


def _uses(statements: Iterable[Statement]) -> dict[str, wg.Cleared]:
    found: dict[str, wg.Cleared] = {}
    for statement in statements:
        for node in walk(statement):
            if isinstance(node, wg.CountUp):
                found[node.memory.name.text] = wg.Cleared.ZERO
            elif isinstance(node, wg.Add):
                found[node.memory.name.text] = wg.Cleared.EMPTY
    return found


def _cleared(own: dict[str, wg.Cleared], shared: dict[str, wg.Cleared], node: object) -> object:
    if not isinstance(node, wg.Clear):
        return node
    uses = own if isinstance(node.memory, OwnMemory) else shared
    return replace(node, leaves=uses.get(node.memory.name.text, wg.Cleared.UNSET))
