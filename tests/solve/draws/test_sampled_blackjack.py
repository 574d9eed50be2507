"""Blackjack of the shipped ruleset by play: 50 million rounds under the solver's own best play, for six combinations of rules.

Nothing is counted or weighed in them: see `audit.solve.draws.sampling`.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure, read_value
from audit.solve.cards.solver import CardSolver
from audit.solve.draws.sampling import Sampler
from audit.solve.draws.solving import drawing_of, unit_of

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
HOUSE = {"table_minimum": "$5", "table_maximum": "$500", "side_minimum": "$5", "side_maximum": "$50"}
HANDS = 50_000_000

COMBINATIONS = [
    ("1", "17", "3 to 2"),
    ("1", "18", "6 to 5"),
    ("2", "17", "6 to 5"),
    ("2", "18", "3 to 2"),
    ("6", "17", "3 to 2"),
    ("6", "18", "3 to 2"),
]
"""How many decks, the soft total on which the dealer stands, what a blackjack pays."""


@pytest.mark.long
@pytest.mark.parametrize("rules", COMBINATIONS, ids=" ".join)
def test_fifty_million_hands(rules: tuple[str, str, str]) -> None:
    if not os.environ.get("AUDIT_WHOLE"):
        pytest.skip("a minute each: with AUDIT_WHOLE=1")
    decks, soft_stand, pays = rules
    chosen = {**HOUSE, "decks": decks, "soft_stand": soft_stand, "blackjack_pays": pays}
    text = (RULESETS / "jack-cleveland/blackjack/undated.rop").read_text(encoding="utf-8")
    solver = CardSolver(configure(load_text(text, Library((RULESETS,))), {name: read_value(v) for name, v in chosen.items()}))
    group = solver.bundles[0].wagers
    drawing = drawing_of(solver, group)
    found = Sampler(drawing, unit_of(solver, group)).play(HANDS, seed=2026).sampled(2026)
    exact, error = float(drawing.value / unit_of(solver, group)), (found.variance / found.rounds) ** 0.5
    print(f"{' '.join(rules)}: exact {exact:+.7f}, sampled {-found.house_edge:+.7f}, standard error {error:.7f}")
    assert found.rounds == HANDS
    assert abs(-found.house_edge - exact) <= 4 * error
