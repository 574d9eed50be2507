"""Small rulesets that lean on the corners of the language: each gives the right number, a refusal that names the line, or
a mistake of the text.

The first line of a file says what is expected, wager by wager: ``w = 1/6`` is a house edge, worked out by hand or by
counting outcomes; ``w: 8:3 …`` the place and the words of a refusal; ``w: …`` why no figure can be verified;
``10:8 [name]`` a mistake.
"""

from __future__ import annotations

import contextlib
import time
from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.diagnostics import LanguageError
from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.errors import PlayError
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.solve.planner import Verified, verify
from audit.solve.solving import fixed_amount

HARD = sorted((Path(__file__).parent / "hard").glob("*.rop"))
SLOWEST = 20.0
"""Seconds within which even a round without bound is refused; a tenth of it on a quiet machine."""


def told(verified: Verified) -> list[str]:
    """The results as the first line of a file writes them."""
    found: list[str] = []
    for row in verified.result.wagers:
        refusal = verified.refused.get(row.wager)
        if refusal is not None:
            found.append(f"{row.wager}: {refusal.span.line}:{refusal.span.column} {refusal.why}")
        elif row.reason is not None or row.figures is None:
            found.append(f"{row.id}: {row.reason}")
        else:
            found.append(f"{row.id} = {row.house_edge}")
    return found


@pytest.mark.parametrize("path", HARD, ids=lambda path: path.stem)
def test_right_number_clear_refusal_or_mistake(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    expected = text.partition("\n")[0].removeprefix("# ").split(" | ")
    begun = time.perf_counter()
    try:
        found = told(verify(load_text(text, Library(())), with_variations=False))
    except LanguageError as error:
        found = [f"{d.span.line}:{d.span.column} [{d.name}]" for d in error.diagnostics]
        assert all(d.mend for d in error.diagnostics), "a mistake comes with one line that would do"
    assert found == expected
    assert time.perf_counter() - begun < SLOWEST


@pytest.mark.parametrize("path", [p for p in HARD if " = " in p.read_text(encoding="utf-8").partition("\n")[0]], ids=lambda p: p.stem)
def test_play_ends_as_the_solved_wagers_may(path: Path) -> None:
    """Some rounds of each solved wager: no settlement that the chain does not have."""
    verified = verify(load_text(path.read_text(encoding="utf-8"), Library(())), with_variations=False)
    for name, solution in verified.solutions.items():
        for start in solution.starts:
            possible = {(e.result, e.net) for s in solution.starts if s.position == start.position for e in s.ends}
            bundle = solution.cases[start.case].bundle
            amount = fixed_amount(solution.wager) or Fraction(1)
            wishes = [Wish(role.wager.name.text, role.position.label, amount) for role in bundle if role.part_of is None]
            for seed in range(12):
                for result, net in _settled(Play(verified.configured, Seeded(seed), wishes, check_amounts=False), name):
                    assert (result, None if net is None else net / amount) in possible, (name, result, net)


def _settled(play: Play, name: str) -> list[tuple[str, Fraction | None]]:
    """How a wager ended in one play; nothing where it stands undecided, or where a contradiction stops play."""
    with contextlib.suppress(PlayError):
        for _ in play.play(most_rounds=50):
            pass
    return [(s.result, s.net) for s in play.state.stakes if s.wager.name.text == name and s.result is not None]


@pytest.mark.long
@pytest.mark.parametrize(
    ("memory", "why"),
    [
        ("add the total to the seen", "the round has more than 1,200 states, most of them by what seen holds"),
        ("keep 3 times the seen as the seen", "seen takes more than 500 values"),
    ],
)
def test_a_round_too_large_is_refused_once_for_all_its_wagers(memory: str, why: str) -> None:
    body = "".join(
        f'wager w_{n}\n  made before the round @ 1\n  win  if count of the seen at least {n} @ 1\n  lose on 1-1-1 @ 1\n  pays 1 to 1 @ 1\n'
        for n in (14, 15, 16)
    )
    text = (
        'ruleset hard/too-large/undated\n  title  "too large"\n  source "made up"\n'
        f"dice 3 with faces 1 through 6 @ 1\n{body}"
        f"round @ 1\n  step first\n    keep 1 as the start\n  step throw\n    roll dice\n    {memory}\n    settle\n"
        "    end on 1-1-1\n    go to throw otherwise\n"
    )
    if memory.startswith("keep"):
        text = text.replace("keep 1 as the start", "keep 1 as the seen")
    begun = time.perf_counter()
    verified = verify(load_text(text, Library(())), with_variations=False)
    assert {refusal.why for refusal in verified.refused.values()} == {why}
    assert time.perf_counter() - begun < 2 * SLOWEST
