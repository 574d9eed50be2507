"""A whole game changed in one place: its figures change by what can be said beforehand, or not at all."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.solver import CardSolver

TEXT = (
    Path(__file__).resolve().parents[3] / "rulesets" / "jack-cleveland" / "three-card-poker" / "undated.rop"
).read_text(encoding="utf-8")

RENAMED = {
    "ante": "first_bet",
    "play": "second_bet",
    "player_cards": "my_cards",
    "dealer_cards": "their_cards",
    "player_hand": "my_hand",
    "dealer_hand": "their_hand",
    "dealer_qualifies": "is_open",
    "decisions": "thinking",
    "showdown": "turning_up",
}


def value(ruleset: Ruleset) -> Fraction:
    """What the first bundle of two wagers or more brings."""
    solver = CardSolver(configure(ruleset, {}))
    solved = solver.solve(next(bundle.wagers for bundle in solver.bundles if len(bundle.wagers) > 1))
    found = solved.counted.expected(solved.names)
    assert found is not None
    return found


@pytest.fixture(scope="module")
def plain(library: Library) -> Fraction:
    return value(load_text(TEXT, library))


@pytest.mark.long
@pytest.mark.parametrize(
    ("row", "more", "hands"),
    [("| straight_flush  | 5 to 1  |", "6 to 1 ", 48), ("| three_of_a_kind | 4 to 1  |", "5 to 1 ", 52)],
)
def test_one_more_for_a_hand_brings_its_probability(
    library: Library, plain: Fraction, row: str, more: str, hands: int
) -> None:
    """The bonus on the ante is paid with hands that are always played, 48 and 52 of 22,100."""
    assert TEXT.count(row) == 1
    changed = TEXT.replace(row, f"{row[:20]}{more} |")
    assert value(load_text(changed, library)) - plain == Fraction(hands, 22_100)


@pytest.mark.long
def test_names_do_not_matter(library: Library, plain: Fraction) -> None:
    lines = []
    for line in TEXT.splitlines():
        parts = re.split(r'("[^"]*")', line)
        told = [p if p.startswith('"') else re.sub(r"\b\w+\b", lambda m: RENAMED.get(m[0], m[0]), p) for p in parts]
        lines.append("".join(told))
    assert value(load_text("\n".join(lines) + "\n", library)) == plain


@pytest.mark.long
def test_the_order_of_statements_does_not_matter(library: Library, plain: Fraction) -> None:
    ruleset = load_text(TEXT, library)
    assert value(Ruleset(ruleset.head, tuple(reversed(ruleset.statements)))) == plain
