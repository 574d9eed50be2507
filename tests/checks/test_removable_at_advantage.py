"""removable-at-advantage: a wager whose best removal is the player's."""

import itertools
from fractions import Fraction

from audit.checks.exploring import process_of
from audit.checks.removable_at_advantage import _worth, best_removal

PASS = """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
{right}  at come_out
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.2
  at point_roll
{there}    win  on the point                                            @ C.3
    lose on 7                                                           @ C.3
  pays 1 to 1                                                           @ C.4
"""


def test_a_line_wager_that_may_be_taken_back(bench, replay):
    """It wins 8 and loses 4 of 36 at once; once a point stands it is bad, and is taken back: 8/36 - 4/36 is left."""
    made = bench(PASS.format(right="  may be removed   @ E.1\n", there=""), "point")
    (found,) = made.found("removable-at-advantage")
    assert found.message == "pass may be taken back at point_roll: that gives the player an advantage of 1/9 (11.1111%)"
    assert found.severity.value == "warning"
    assert found.cites == ("E.1", "C.1")
    assert found.effect == (
        "left to stand, the house keeps 7/495 (1.4141%) of each stake on pass; "
        "taken back at the best moment, the player gains 1/9 (11.1111%)"
    )
    again = replay(found, made.ruleset)
    assert again.last == {"pass": "stays"}
    assert "-1/3 (-33.3333%)" in found.witness.steps[-1].happens


def test_a_nearer_line_that_forbids_it(bench):
    made = bench(PASS.format(right="  may be removed   @ E.1\n", there="    may not be removed   @ E.2\n"), "point")
    assert made.found("removable-at-advantage") == []


def test_removal_in_some_places_only(bench):
    """Only from a point of 4 or 10: 6/36 of the wagers save 1/3 each, and -7/495 + 1/18 is left."""
    made = bench(PASS.format(right="", there="    may be removed if the point is 4, 10   @ E.1\n"), "point")
    (found,) = made.found("removable-at-advantage")
    worth = Fraction(-7, 495) + Fraction(6, 36) * Fraction(1, 3)
    assert f"an advantage of {worth} (" in found.message
    assert "at point_roll when the point is 4 and the point is 10" in found.message


def test_no_right_no_finding(bench):
    assert bench(PASS.format(right="", there=""), "point").found("removable-at-advantage") == []


def test_wagers_bad_throughout_are_none(bench):
    """Taking back at once is worth 0: never an advantage."""
    made = bench(
        """
wager place                                                             @ C.1
  made before any roll                                                  @ C.1
  may be removed                                                        @ C.1
  pick its number from 6, 8                                             @ C.1
  win  on its number                                                    @ C.1
  lose on 7                                                             @ C.1
  pays 7 to 6                                                           @ C.1
""",
        "point",
    )
    assert made.found("removable-at-advantage") == []


def test_a_right_on_later_rolls_counts_there_only(bench):
    made = bench(
        """
wager come                                                              @ C.1
  made before any roll                                                  @ C.1
  first roll
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.2
    keep the total as its number on 4, 5, 6, 8, 9, 10                   @ C.2
    may be removed                                                      @ C.5
  later rolls
    win  on its number                                                  @ C.3
    lose on 7                                                           @ C.3
  pays 1 to 1                                                           @ C.4
""",
        "point",
    )
    assert made.found("removable-at-advantage") == []


def test_policy_iteration_finds_the_best_of_all_policies(bench):
    """Every set of places at which the wager may be taken back is tried; none is worth more."""
    made = bench(PASS.format(right="", there="    may be removed if the point is 4, 5, 6   @ E.1\n"), "point")
    solution = made.context.solutions["pass"]
    best = best_removal(solution, 0)
    process = process_of(solution, 0)
    start = solution.starts[0].start
    first = process.number[(start.gate, start.state)]
    points = [
        n
        for n, (gate, _) in enumerate(process.places)
        if gate.step == "point_roll" and dict(gate.memory)["point"] in (4, 5, 6)
    ]
    assert len(points) == 3
    tried = [
        _worth(process, frozenset(chosen))[first]
        for size in range(len(points) + 1)
        for chosen in itertools.combinations(points, size)
    ]
    assert best.worth == max(tried)
    assert best.left_alone == Fraction(-7, 495) == tried[0]
