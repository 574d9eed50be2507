"""Which names of one ruleset stand for which of the other, where both say the same under different names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any

from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.cardroom import State
from audit.ruleset.chance import Chance
from audit.ruleset.controls import Measure, Note, Party
from audit.ruleset.expressions import OwnMemory, RoundMemory
from audit.ruleset.head import Head
from audit.ruleset.names import Name
from audit.ruleset.parameters import Assumption, OneOf, Option
from audit.ruleset.places import Area, AreaPart
from audit.ruleset.rewrite import rewrite, walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.ruleset.tables import Values
from audit.ruleset.worth import HandClass

_PASSED_OVER = frozenset({"basis", "span", "title"})
_OURS = (Note, Assumption)
"""Statements of ours: their words say nothing of the documents."""


_SLIGHT = (Option, Measure, Area, Chance, Party)
"""Statements that say so little that two of them may be the same by chance: their names must be known from elsewhere."""


def renamed(ruleset: Ruleset, names: Mapping[str, str]) -> Ruleset:
    """The ruleset with other names."""
    if not names:
        return ruleset
    changed = rewrite(ruleset.statements, lambda node: _other(node, names))
    return Ruleset(ruleset.head, changed)


def _other(node: Any, names: Mapping[str, str]) -> Any:
    return Name(names[node.text], node.span) if isinstance(node, Name) and node.text in names else node


def names_in(ruleset: Ruleset) -> frozenset[str]:
    """Every name that a ruleset uses, declared or not."""
    return frozenset(n.text for s in ruleset.statements for n in walk(s) if isinstance(n, Name))


def declared(ruleset: Ruleset) -> frozenset[str]:
    """The names that a ruleset itself gives to things; persons, units and means are words of the document instead."""
    found: set[str] = set()
    for node in walk(ruleset.statements):
        match node:
            case Statement() | rd.Step() | rd.Choice() | AreaPart() | HandClass():
                name = getattr(node, "name", None)
                found.update([name.text] if isinstance(name, Name) else [])
            case OwnMemory(name) | RoundMemory(name) | Values(name):
                found.add(name.text)
            case wg.Keep() | wg.Add() | wg.CountUp() | wg.Clear():
                found.add(node.memory.name.text)
            case OneOf(values):
                found.update(value.text for value in values if isinstance(value, Name))
            case State(values=values):
                found.update(value.text for value in values)
    return frozenset(found)


def alignment(old: Ruleset, new: Ruleset, known: Mapping[str, str]) -> dict[str, str]:
    """For names that stand in ``old`` only, the name in ``new`` of the statement that says the same.

    ``known`` are pairs found otherwise (wagers that every roll settles alike).  A pair is taken where a whole statement
    is the same but for names, and where no other statement is: what is doubtful stays unmatched until the rest is done,
    and then goes by its order.
    """
    found = dict(known)
    theirs, ours = names_in(old), names_in(new)
    free = Free((theirs - ours) & declared(old), (ours - theirs) & declared(new))
    left = [s for s in old.statements if _is_open(s, free.old)]
    right = [s for s in new.statements if _is_open(s, free.new)]
    by_order = False
    while left and right:
        taken = _pass(left, right, free, found, by_order=by_order)
        if not taken and by_order:
            break
        by_order = not taken
    return {old_name: new_name for old_name, new_name in found.items() if old_name != new_name}


class Free:
    """The names that stand in one of two rulesets only, and so may be another's."""

    def __init__(self, old: frozenset[str], new: frozenset[str]) -> None:
        self.old, self.new = old, new


def _is_open(statement: Statement, free: frozenset[str]) -> bool:
    return not isinstance(statement, _OURS) and any(isinstance(n, Name) and n.text in free for n in walk(statement))


def _pass(left: list[Statement], right: list[Statement], free: Free, found: dict[str, str], *, by_order: bool) -> bool:
    """Takes every pair that is beyond doubt, or with ``by_order`` the first pair that fits at all."""
    taken = False
    for one in list(left):
        fitting = [(other, pairs) for other in right if (pairs := _same_but_names(one, other, free, found)) is not None]
        if not fitting:
            continue
        alike = [item for item in fitting if _title(item[0]) == _title(one)]
        chosen = fitting if len(fitting) == 1 else alike if len(alike) == 1 else fitting[:1] if by_order else []
        if len(chosen) != 1:
            continue
        other, pairs = chosen[0]
        if isinstance(one, _SLIGHT) and pairs and not _all_slight(left, right):
            continue
        found.update(pairs)
        left.remove(one)
        right.remove(other)
        taken = True
        if by_order:
            return True
    return taken


def _all_slight(left: Sequence[Statement], right: Sequence[Statement]) -> bool:
    """Whether nothing else is left on either side, and as much on both: then one text is the other under other names."""
    return len(left) == len(right) and all(isinstance(s, _SLIGHT) for s in (*left, *right))


def _title(statement: Statement) -> object:
    return getattr(statement, "title", None)


def _same_but_names(one: Statement, other: Statement, free: Free, found: Mapping[str, str]) -> dict[str, str] | None:
    """The pairs of names under which two statements are the same; None where they are not."""
    if type(one) is not type(other):
        return None
    pairs: dict[str, str] = {}
    taken = set(found.values())
    for a, b in _names_side_by_side(one, other):
        if a is None or b is None:
            return None
        if a == b and a not in free.old:
            continue
        known = found.get(a, pairs.get(a))
        if known is not None:
            if known != b:
                return None
            continue
        if a not in free.old or b not in free.new or b in taken or b in pairs.values():
            return None
        pairs[a] = b
    return pairs


def _names_side_by_side(one: Any, other: Any) -> Iterator[tuple[str | None, str | None]]:
    """The names of two pieces in step; a pair of None where the pieces differ in anything but names and titles."""
    if isinstance(one, Name) and isinstance(other, Name):
        yield one.text, other.text
    elif isinstance(one, tuple) and isinstance(other, tuple):
        yield from _sequences(one, other)
    elif is_dataclass(one) and not isinstance(one, type) and type(one) is type(other):
        parts = [f.name for f in fields(one) if f.name not in _PASSED_OVER]
        for name in parts:
            yield from _names_side_by_side(getattr(one, name), getattr(other, name))
    elif one != other:
        yield None, None


def _sequences(one: Sequence[Any], other: Sequence[Any]) -> Iterator[tuple[str | None, str | None]]:
    if len(one) != len(other):
        yield None, None
        return
    for a, b in zip(one, other, strict=True):
        yield from _names_side_by_side(a, b)


def are_editions(old: Head, new: Head) -> bool:
    """Whether two files are editions of one text: the new one amends or supersedes the old, or they are of one family."""
    if old.id in (new.amends, *new.supersedes) or new.id in (old.amends, *old.supersedes):
        return True
    return "/" in old.id and old.id.rsplit("/", 1)[0] == new.id.rsplit("/", 1)[0]
