"""What the rest of a round hangs on at the doorway of a step, apart from the cards.

Two rounds that come to a step with the table in one and the same state go on alike, whatever was asked before: so the
rest of the round is laid open once for both.  The state is taken down in full, whatever it consists of; where a part of
it cannot be compared, nothing is shared.
"""

from __future__ import annotations

import enum
import functools
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import Any

from audit.play.cards import Card
from audit.play.lying import Cards, Spot
from audit.play.rounds import Play
from audit.play.sight import Judged
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated

BROUGHT = frozenset({"feed", "chooser", "oracle", "run", "equipment", "_stock"})
"""What is brought to the table and is the same for all rounds that are laid open together: no part of the state."""

ITSELF = (Ruleset, Configured, Stated)
"""What never changes is told by what it is.  Who keeps a state must keep these things, too: see `At`."""

PLAIN = (str, int, bool, Fraction, enum.Enum, Card, Basis, type(None))


class _NotComparableError(Exception):
    """A part of a state that cannot be held against another."""


@dataclass(frozen=True)
class At:
    """A state of the table, with the play that stood so: what the state tells by what it is lives on with it."""

    state: Hashable
    play: Play = field(compare=False, repr=False)


def state_at(play: Play, step: str, dealt: tuple[Spot, ...], *, is_start: bool) -> At | None:
    """All that the rest of a round hangs on, but for the cards themselves; None where that cannot be told.

    ``dealt`` are the spots where cards lie, in the order of dealing.
    """
    try:
        return At((step, is_start, dealt, _taken_down(vars(play), ())), play)
    except _NotComparableError:
        return None


class _How(enum.Enum):
    """How a thing is taken down; by its class, since there are many things and few classes."""

    AS_IT_IS = enum.auto()
    BY_WHAT_IT_IS = enum.auto()
    BY_KEYS = enum.auto()
    AS_SET = enum.auto()
    IN_ORDER = enum.auto()
    BY_FIELDS = enum.auto()
    NOT = enum.auto()


@functools.cache
def _how(cls: type[Any]) -> _How:
    for kinds, how in (
        (PLAIN, _How.AS_IT_IS), (ITSELF, _How.BY_WHAT_IT_IS), (Mapping, _How.BY_KEYS), ((set, frozenset), _How.AS_SET),
        ((list, tuple), _How.IN_ORDER), ((Judged, type), _How.NOT),
    ):  # fmt: skip
        if issubclass(cls, kinds):
            return how
    return _How.BY_FIELDS if is_dataclass(cls) else _How.NOT


@functools.cache
def _told_of(cls: type[Any]) -> tuple[str, ...]:
    return tuple(one.name for one in fields(cls) if one.name not in BROUGHT)


_plain: set[type[Any]] = set()
"""Classes of which a thing was met that is taken down as it is."""


def _taken_down(thing: Any, within: tuple[int, ...]) -> Hashable:
    cls = thing.__class__
    if cls in _plain:
        return thing  # type: ignore[no-any-return]
    how = _how(cls)
    if how is _How.AS_IT_IS:
        _plain.add(cls)
        return thing  # type: ignore[no-any-return]
    if how is _How.BY_WHAT_IT_IS:
        return cls.__name__, id(thing)
    if how is _How.NOT or id(thing) in within:
        raise _NotComparableError
    inside = (*within, id(thing))
    if how is _How.BY_KEYS:
        kept = [(key, value) for key, value in thing.items() if key not in BROUGHT]
        return tuple([(key, value if value.__class__ in _plain else _taken_down(value, inside)) for key, value in kept])
    if how is _How.AS_SET:
        return frozenset([_taken_down(one, inside) for one in thing])
    if how is _How.IN_ORDER:
        return cls.__name__, tuple([one if one.__class__ in _plain else _taken_down(one, inside) for one in thing])
    told = [getattr(thing, name) for name in _told_of(cls)]
    if isinstance(thing, Cards):
        told = [len(value) if name == "stock" else value for name, value in zip(_told_of(cls), told, strict=True)]
    return cls.__name__, tuple([value if value.__class__ in _plain else _taken_down(value, inside) for value in told])
