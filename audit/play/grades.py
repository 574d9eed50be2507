"""Grades of a hand: points and stretches of the whole order of a ranking, such as ``pair of Q or better``.

A grade goes by the class and by the ranks that make it.  ``pair of Q or better`` is a pair of queens, kings or aces, or
any class above the pair; which other cards are held does not matter.
"""

from __future__ import annotations

from audit.play.errors import NotPlayable
from audit.play.scales import Scale, Worth
from audit.ruleset import patterns as pt

Point = tuple[int, tuple[int, ...]]
"""A class by its level, and so many of the ranks that make it."""


def is_grade(test: pt.Pattern, scale: Scale) -> bool:
    """Whether a test is a grade under this ranking; a name is, if it is a class there."""
    match test:
        case pt.High() | pt.BelowHigh():
            return True
        case pt.Named(name) | pt.NamedOf(name) | pt.NamedRange(name) | pt.Below(name) | pt.BelowOf(name):
            return bool(scale.levels(name.text))
        case _:
            return False


def meets_grade(test: pt.Pattern, worth: Worth, scale: Scale) -> bool:
    """Whether a hand is of that grade; raises `NotPlayable` where the ranking has no such grade."""
    match test:
        case pt.Named(name, bound):
            levels = _levels(name.text, scale)
            if bound is None:
                return worth.level in levels
            return worth.level >= levels[0] if bound is pt.Bound.OR_BETTER else worth.level <= levels[-1]
        case pt.NamedOf(name, spots, bound):
            return _stands(worth, _levels(name.text, scale), _values(spots, scale), bound)
        case pt.NamedRange(name, low, high):
            one, other = sorted((_values(low, scale), _values(high, scale)))
            if len(one) != len(other):
                raise NotPlayable(f"a stretch of {name} between different numbers of ranks")
            return worth.level in _levels(name.text, scale) and one <= worth.ranks[: len(one)] <= other
        case pt.High(rank, bound):
            return _stands(worth, (_last(scale),), _values(pt.Spots((rank,)), scale), bound)
        case pt.Below(name):
            return worth.level < _levels(name.text, scale)[0]
        case pt.BelowOf(name, spots):
            return _is_below(worth, _levels(name.text, scale)[0], _values(spots, scale))
        case pt.BelowHigh(rank):
            return _is_below(worth, _last(scale), _values(pt.Spots((rank,)), scale))
        case _:
            raise NotPlayable(f"a grade by {type(test).__name__}")


def _stands(worth: Worth, levels: tuple[int, ...], values: tuple[int, ...], bound: pt.Bound | None) -> bool:
    held = worth.level, worth.ranks[: len(values)]
    match bound:
        case None:
            return any(held == (level, values) for level in levels)
        case pt.Bound.OR_BETTER:
            return held >= (levels[0], values)
        case pt.Bound.OR_WORSE:
            return held <= (levels[-1], values)


def _is_below(worth: Worth, level: int, values: tuple[int, ...]) -> bool:
    return (worth.level, worth.ranks[: len(values)]) < (level, values)


def _levels(name: str, scale: Scale) -> tuple[int, ...]:
    levels = scale.levels(name)
    if not levels:
        raise NotPlayable(f"{name} as a class of {scale.name}", scale.stated.basis.span)
    return levels


def _last(scale: Scale) -> int:
    """The class that is told by its highest card: that of all hands that are in no other."""
    others = [kind.level for kind in scale.classes if kind.is_all_else]
    if len(others) != 1:
        raise NotPlayable(f"a highest card under {scale.name}, where no one class is of anything else,",
                          scale.stated.basis.span)
    return others[0]


def _values(spots: pt.Spots, scale: Scale) -> tuple[int, ...]:
    unknown = [rank for rank in spots.values if rank not in scale.order.ranks]
    if unknown:
        raise NotPlayable(f"{unknown[0]} as a rank of {scale.name}", scale.stated.basis.span)
    return tuple(scale.value(rank) for rank in spots.values)
