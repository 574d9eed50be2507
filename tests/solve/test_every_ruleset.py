"""Every shipped ruleset with all its readings and options: each figure is given or refused by name, and nothing is a fault.

It takes some ten minutes: with ``AUDIT_WHOLE=1``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load
from audit.ruleset.configure import read_value
from audit.ruleset.parameters import Option
from audit.ruleset.rounds import BettingRound, Round
from audit.solve.planner import verify
from tests.whole import LONG_AND_WHOLE

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
NAMES = [path.relative_to(RULESETS).with_suffix("").as_posix() for path in sorted(RULESETS.rglob("*.rop"))]


@pytest.mark.parametrize("name", [pytest.param(name, marks=LONG_AND_WHOLE) for name in NAMES if not name.startswith("card-room/")])
def test_all_readings_are_told(name: str) -> None:
    ruleset = load(name, Library((RULESETS,)))
    if any(isinstance(node, BettingRound) for node in ruleset.nodes_of(Round)):
        pytest.skip("players bet against one another")
    if not ruleset.of(Round):
        pytest.skip("a fragment, which other rulesets include")
    unset = {one.name.text: read_value("$500" if "maximum" in one.name.text else "$5") for one in ruleset.of(Option) if one.default is None}
    verified = verify(ruleset, unset)
    assert {wager.wager for wager in verified.result.wagers} | set(verified.not_offered)
