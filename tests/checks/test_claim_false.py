"""claim-false: a stated claim that play refutes."""

from fractions import Fraction


def test_sections_that_do_not_add_up(bench):
    made = bench(
        """
wheel of 5 sections                                                     @ A.1
  | section | count |
  | red     | 2     |
  | black   | 2     |
round                                                                   @ B.1
  step spin
    spin wheel                                                          @ B.1
    settle                                                              @ B.1
wager red_wins                                                          @ C.1
  win on red                                                            @ C.1
  lose otherwise                                                        @ C.1
  pays 1 to 1                                                           @ C.1
""",
        "",
        static=True,
    )
    (found,) = made.found("claim-false")
    assert found.message == "wheel is said to have 5 sections, and 4 are listed"
    assert found.cites == ("A.1",)


def test_sections_that_do(bench):
    assert bench("", "spin", static=True).found("claim-false") == []


def test_a_wager_that_lasts_longer_than_one_roll(bench, replay):
    made = bench(
        """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  lasts one roll                                                        @ C.2
  at come_out
    win  on 7, 11                                                       @ C.3
    lose on 2, 3, 12                                                    @ C.4
  at point_roll
    win  on the point                                                   @ C.5
    lose on 7                                                           @ C.6
  pays 1 to 1                                                           @ C.7
""",
        "point",
    )
    (found,) = made.found("claim-false")
    assert found.message == "pass is said to last one roll, and on 4, 5, 6, 8, 9 and 10 it goes on"
    assert found.cites == ("C.2", "C.1")
    assert found.effect == "2/3 (66.6667%) of these wagers go on beyond the first roll"
    assert replay(found, made.ruleset).last == {"pass": "stays"}


PARTS = """
wager craps                                                             @ C.1
  lasts one roll                                                        @ C.1
  win on 2, 3, 12                                                       @ C.1
  lose otherwise                                                        @ C.1
  pays {odds}                                                           @ C.2
wager seven                                                             @ D.1
  lasts one roll                                                        @ D.1
  win on 7                                                              @ D.1
  lose otherwise                                                        @ D.1
  pays 4 to 1                                                           @ D.2
wager both                                                              @ E.1
  lasts one roll                                                        @ E.1
  win on 2, 3, 7, 12                                                    @ E.2
  lose otherwise                                                        @ E.3
  paid as {parts}                                                       @ E.4
"""


def test_a_win_that_comes_back(bench, replay):
    """4 of 5 units on the one, 1 on the other at 4 to 1: on a 7 what one part loses the other wins."""
    made = bench(PARTS.format(odds="7 to 1", parts="4 parts craps, 1 part seven"))
    (found,) = made.found("claim-false")
    assert found.message == "both is said to be one that wins on 7, and paid as its parts it neither gains nor loses"
    assert found.severity.value == "note"
    assert found.cites == ("E.2", "E.4")
    assert found.effect.startswith("1/6 (16.6667%) of these wagers come to 0 per unit")
    assert replay(found, made.ruleset).net == {"both": Fraction(0)}


def test_a_win_that_loses(bench, replay):
    made = bench(PARTS.format(odds="7 to 1", parts="9 parts craps, 1 part seven"))
    (found,) = made.found("claim-false")
    assert found.severity.value == "error"
    assert "paid as its parts it loses" in found.message
    assert replay(found, made.ruleset).net["both"] < 0


def test_parts_that_bear_the_claim_out(bench):
    assert bench(PARTS.format(odds="7 to 1", parts="1 part craps, 1 part seven")).found("claim-false") == []


POINTS = """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 7, 11                                                       @ C.3
    lose on 2, 3, 12                                                    @ C.4
  at point_roll
    win  on the point                                                   @ C.5
    lose on 7                                                           @ C.6
  pays 1 to 1                                                           @ C.7
example wager pass on 4 then {roll} is {result}                         @ G.1
"""


def test_an_example_that_does_not_come_out(bench, replay):
    made = bench(POINTS.format(roll=7, result="win"), "point")
    (found,) = made.found("claim-false")
    assert found.message == "the example pass on 4 then 7 is win: by the rules it is lose"
    assert found.cites == ("G.1", "C.1")
    assert replay(found, made.ruleset).last == {"pass": "lose"}


def test_examples_that_do(bench):
    assert bench(POINTS.format(roll=7, result="lose"), "point").found("claim-false") == []
    assert bench(POINTS.format(roll=4, result="win"), "point").found("claim-false") == []
    assert bench(POINTS.format(roll=4, result="1 to 1"), "point").found("claim-false") == []
