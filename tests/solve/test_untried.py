"""Which values of options are looked at, and that it is told where not all are."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.report.building_record import _span
from audit.report.examined import Examined
from audit.report.titles import Titles
from audit.ruleset.configure import configure, value_text
from audit.solve.alternatives import other_configurations, untried
from audit.solve.planner import verify
from audit.solve.result import Untried

GAME = """\
ruleset test/untried
  title  "t"
  source "made up"
dice 1 with faces 1 through 6                                                   @ 1
{options}
wager field                                                                     @ 2
  made before any roll
round                                                                           @ 3
  step throw
    roll dice
    settle field
settle field                                                                    @ 4
  | total           | field   |
  | at least target | win     |
  | otherwise       | lose    |
pays field at 1 to 1                                                            @ 4
"""

TARGET = "option target {domain} default 4 @ 5"


def looked_at(options: str) -> tuple[list[str], dict[str, Untried]]:
    """The values that are looked at beside those in force, and the options of which not all are."""
    configured = configure(load_text(GAME.format(options=options), Library(())))
    tried = [f"{parameter.name}={value}" for parameter, _, value, _ in other_configurations(configured, {})]
    return tried, dict(untried(configured, {}))


@pytest.mark.parametrize(
    ("options", "tried", "left"),
    [
        pytest.param(TARGET.format(domain="from 2 through 5"), ["target=2", "target=3", "target=5"], {}, id="a range of few numbers is tried whole"),
        pytest.param(TARGET.format(domain="one of 2, 4"), ["target=2"], {}, id="a list"),
        pytest.param(TARGET.format(domain="from 1 through 100"), ["target=1", "target=100"], {"target": Untried.ENDS}, id="ends"),
        pytest.param(TARGET.format(domain="at least 2"), [], {"target": Untried.OPEN}, id="open"),
        pytest.param(
            "option hard yes or no default yes @ 5\n" + TARGET.format(domain="one of 2, 4") + "\nrequire target is 4 when hard @ 5",
            [],
            {"target": Untried.NOT_PERMITTED},
            id="none permitted",
        ),
        pytest.param("option unused at least 1 default 1 @ 5\n" + TARGET.format(domain="one of 2, 4"), ["target=2"], {}, id="no figure hangs on it"),
    ],
)  # fmt: skip
def test_what_is_looked_at(options: str, tried: list[str], left: dict[str, Untried]) -> None:
    assert looked_at(options) == (tried, left)


@pytest.mark.parametrize(
    ("domain", "words"),
    [
        ("from 2 through 5", "Field: −2/3 to 1/3"),
        ("at least 2", "not looked at: any value in an open range may be chosen"),
        ("from 4 through 4", "not looked at: no other value is permitted beside what is in force"),
    ],
)
def test_the_span_of_a_report(domain: str, words: str) -> None:
    """5 or 6 of six faces win: 1/3 for the house; 2 and more win five times of six: 2/3 for the player."""
    ruleset = load_text(GAME.format(options=TARGET.format(domain=domain)), Library(()))
    result = verify(ruleset).result
    assert [w.house_edge for w in result.wagers] == [Fraction(0)]
    assert _span(Examined(ruleset, "t.rop", "", result), "target", Titles(ruleset)) == words


def test_value_text_of_a_number_tried() -> None:
    configured = configure(load_text(GAME.format(options=TARGET.format(domain="from 2 through 5")), Library(())))
    assert [value for *_, value, _ in other_configurations(configured, {})] == ["2", "3", "5"]
    assert value_text(configured.values["target"]) == "4"  # type: ignore[arg-type]
