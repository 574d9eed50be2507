"""What a hand is worth, as a reader of the transcript would say it."""

from __future__ import annotations

from audit.play.scales import Scale, Worth
from audit.play.sight import HeldHand


def hand_words(held: HeldHand) -> str:
    """``pair of 8``, ``K high``, ``straight_flush of 10``."""
    return worth_words(held.scale, held.worth)


def worth_words(scale: Scale, worth: Worth) -> str:
    """A class with the rank that comes first in it; a class of anything else by its highest card."""
    kind = scale.classes[worth.level]
    rank = next((name for name in scale.order.values if scale.value(name) == worth.ranks[0]), "") if worth.ranks else ""
    if not rank:
        return kind.name
    return f"{rank} high" if kind.is_all_else else f"{kind.name} of {rank}"
