"""Wagers by the names that they bear in a course: a wager that may be on several things is one wager for each."""

from __future__ import annotations

from collections.abc import Collection

from audit.play.equipment import Equipment
from audit.play.positions import Position, find, positions
from audit.play.state import Stake
from audit.ruleset.wagers import Wager


def wager_of(made: str) -> str:
    """The wager that is made: ``dragon`` of ``dragon[player_cards]``."""
    return made.partition("[")[0]


def label_of(made: str) -> str:
    """What it is made on: ``player_cards`` of ``dragon[player_cards]``; nothing where that is not named."""
    return made.partition("[")[2].removesuffix("]")


def ways_to_make(wager: Wager, equipment: Equipment) -> tuple[str, ...]:
    """The names under which a wager is made: its own, or one for each of several positions."""
    found = positions(wager, equipment)
    name = wager.name.text
    return (name,) if len(found) == 1 else tuple(f"{name}[{position.label}]" for position in found)


def position_of(made: str, wager: Wager, equipment: Equipment) -> Position | None:
    """The position that a name speaks of; None where it names none."""
    return find(wager, label_of(made), equipment) if label_of(made) else None


def name_among(stake: Stake, names: Collection[str]) -> str:
    """The name that a stake bears among these."""
    return stake.id if stake.id in names else stake.wager.name.text
