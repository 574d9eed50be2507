"""Groups of ranks: ``group ten_value is 10, J, Q, K``."""

from __future__ import annotations

from audit.play.errors import NotPlayable
from audit.play.orders import Order
from audit.ruleset import patterns as pt
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import Group

DEEPEST = 60
PLAIN = Order()


def ranks_in(group: str, ruleset: Ruleset, order: Order = PLAIN, depth: int = 0) -> frozenset[str]:
    """The ranks of a group; raises `NotPlayable` where it is no group, or one of something else."""
    stated = ruleset.named(group, Group)
    if stated is None or depth > DEEPEST:
        raise NotPlayable(f"{group} as a group of ranks")
    return ranks_of_test(stated.members, ruleset, order, depth + 1)


def ranks_of_test(test: pt.Pattern, ruleset: Ruleset, order: Order = PLAIN, depth: int = 0) -> frozenset[str]:
    """The ranks that a test of one card's rank lets through."""
    match test:
        case pt.Spots((rank,)):
            return frozenset((rank,))
        case pt.Through(pt.Spots((low,)), pt.Spots((high,))):
            return order.through(low, high)
        case pt.Named(name, None):
            return ranks_in(name.text, ruleset, order, depth)
        case pt.AnyOf(tests, besides):
            within = frozenset(rank for t in tests for rank in ranks_of_test(t, ruleset, order, depth))
            return within - (ranks_of_test(besides, ruleset, order, depth) if besides is not None else frozenset())
        case _:
            raise NotPlayable("a group of ranks with something else in it")
