"""house-edge-above: beyond a configured limit, or an option that can turn the edge over."""

from fractions import Fraction

from audit.checks.settings import Settings

SEVEN = """
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.2
"""


def test_off_by_default(bench):
    assert bench(SEVEN).found("house-edge-above") == []


def test_above_the_limit(bench):
    (found,) = bench(SEVEN, settings=Settings(house_edge_limit=Fraction(1, 10))).found("house-edge-above")
    assert found.message == "any_seven has a house edge of 16.6667%, above the limit of 10.00%"
    assert found.effect == "1/15 (6.6667%) above the limit"


def test_at_the_limit_is_within_it(bench):
    assert bench(SEVEN, settings=Settings(house_edge_limit=Fraction(1, 6))).found("house-edge-above") == []


def test_an_option_that_spans_both_signs(bench):
    made = bench("""
option seven_pays from 4 to 1 through 6 to 1 default 4 to 1             @ O.1
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays seven_pays                                                       @ C.2
""")
    (found,) = made.found("house-edge-above")
    assert found.message == "seven_pays may be set so that the player has the advantage in any_seven"
    assert found.effect == "at 6 to 1 the player's advantage is 1/6 (16.6667%)"
    assert found.cites[0] == "O.1"


def test_an_option_that_reaches_even_odds(bench):
    made = bench("""
option seven_pays from 4 to 1 through 5 to 1 default 4 to 1             @ O.1
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays seven_pays                                                       @ C.2
""")
    assert made.found("house-edge-above") == []
