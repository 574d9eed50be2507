"""What the rest of a round hangs on at the doorway of a step, apart from the cards.

Two rounds that come to a step with the table in one and the same state go on alike, whatever was asked before: so the
rest of the round is laid open once for both.  The state is taken down in full, whatever it consists of; where a part of
it cannot be compared, nothing is shared.
"""

from __future__ import annotations

import enum
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


def _taken_down(thing: Any, within: tuple[int, ...]) -> Hashable:
    if isinstance(thing, PLAIN):
        return thing
    if isinstance(thing, ITSELF):
        return type(thing).__name__, id(thing)
    if id(thing) in within:
        raise _NotComparableError
    inside = (*within, id(thing))
    if isinstance(thing, Mapping):
        return tuple((key, _taken_down(value, inside)) for key, value in thing.items() if key not in BROUGHT)
    if isinstance(thing, set | frozenset):
        return frozenset(_taken_down(one, inside) for one in thing)
    if isinstance(thing, list | tuple):
        return type(thing).__name__, tuple([_taken_down(one, inside) for one in thing])
    if isinstance(thing, Judged) or not is_dataclass(thing) or isinstance(thing, type):
        raise _NotComparableError
    told = [(one.name, getattr(thing, one.name)) for one in fields(thing) if one.name not in BROUGHT]
    if isinstance(thing, Cards):
        told = [(name, len(value) if name == "stock" else value) for name, value in told]
    return type(thing).__name__, tuple([(name, _taken_down(value, inside)) for name, value in told])
