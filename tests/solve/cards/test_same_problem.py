"""A showdown that was played before is found again where it is the same in every number, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, replace
from typing import Any

import numpy as np
import pytest

from audit.play.cards import RANKS, SUITS, Card
from audit.solve.cards import by_showdown
from audit.solve.cards.laying_open import only_for
from audit.solve.cards.same_problem import digest_of
from audit.solve.cards.sets import Pack, pack_of
from audit.solve.cards.showdown import ByCell, Showdown
from audit.solve.cards.sides import Problem
from audit.solve.cards.solver import CardSolver, pruned

PACK = pack_of([Card(rank, suit) for suit in tuple(SUITS)[:2] for rank in RANKS[:4]])


def small() -> Showdown:
    strength = np.arange(28, dtype=np.int32)
    return Showdown(
        PACK, 2, 2, 1, np.zeros(28, np.uint16), np.zeros(28, np.uint16), np.zeros((2, 1, 1, 3), np.int64),
        np.ones((2, 1), np.bool_), strength, strength, np.zeros(8, np.uint16), symmetric=False,
    )  # fmt: skip


CHANGED: dict[str, Any] = {
    "pack": Pack(PACK.rank[::-1].copy(), PACK.suit),
    "player_cards": 3,
    "dealer_cards": 3,
    "seen": 0,
    "player_sig": np.ones(28, np.uint16),
    "dealer_sig": np.ones(28, np.uint16),
    "pay": np.full((2, 1, 1, 3), 1, np.int64),
    "permitted": np.array([[True], [False]]),
    "player_strength": np.arange(28, dtype=np.int32)[::-1],
    "dealer_strength": None,
    "seen_sig": np.ones(8, np.uint16),
    "symmetric": True,
}


def test_equal_numbers_have_one_digest() -> None:
    one = small()
    other = replace(small(), dealer_strength=np.arange(28, dtype=np.int32), pack=Pack(PACK.rank.copy(), PACK.suit.copy()))
    assert digest_of(one) == digest_of(other) is not None


@pytest.mark.parametrize("name", [field.name for field in fields(Showdown) if field.name != "policy"])
def test_whatever_is_otherwise_is_told(name: str) -> None:
    assert digest_of(replace(small(), **{name: CHANGED[name]})) not in (digest_of(small()), None)


def test_what_an_array_is_of_is_told() -> None:
    wide = replace(small(), player_sig=np.zeros(28, np.uint32))
    turned = replace(small(), permitted=np.ones((1, 2), np.bool_))
    assert len({digest_of(small()), digest_of(wide), digest_of(turned)}) == 3


def test_no_digest_of_what_is_not_numbers() -> None:
    class Other(Pack):
        """A pack of which something more may matter."""

    assert digest_of(replace(small(), policy=ByCell(np.zeros(1, np.int8)))) is None
    assert digest_of(replace(small(), pack=Other(PACK.rank, PACK.suit))) is None


def test_played_once(monkeypatch: pytest.MonkeyPatch, card_solver: Callable[..., CardSolver]) -> None:
    solver = card_solver("jack-cleveland/three-card-poker/undated", {}, {})
    names = solver.names(("ante", "play"))
    course = only_for(solver.laying.course(("ante", "play"), ("ante", "play")), names)
    problem = Problem(pruned(course), solver.laying.judge, frozenset(names))
    by_showdown.forget_showdowns()
    first = by_showdown.solve(replace(problem, is_told=False))
    monkeypatch.setattr(by_showdown, "play_showdown", None)
    assert by_showdown.solve(replace(problem, is_told=False)) == first
    with pytest.raises(TypeError):  # what is to be told is played again
        by_showdown.solve(replace(problem, is_told=True))
