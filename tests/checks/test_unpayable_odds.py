"""unpayable-odds: odds that the permitted units cannot pay exactly."""

from fractions import Fraction

import pytest

from audit.checks.settings import Settings

PLACE = """
option table_minimum set by the house                                   @ L.1
option table_maximum set by the house                                   @ L.1
wager place                                                             @ C.1
  made before any roll                                                  @ C.1
  amount from table_minimum through table_maximum                       @ L.1
{line}  pick its number from 6, 8                                       @ C.1
  win  on its number                                                    @ C.1
  lose on 7                                                             @ C.1
  pays 7 to 6                                                           @ C.2
"""


def test_seven_to_six_on_a_dollar(bench, replay):
    made = bench(PLACE.format(line=""))
    (found,) = made.found("unpayable-odds")
    assert found.message == "place pays 7 to 6: in chips of $1 not every stake can be paid exactly"
    assert found.effect == "a winning stake of $1 gains $7/6 (about $1.17) at 7 to 6"
    assert "multiples of $6 only" in found.condition
    assert replay(found, made.ruleset).net == {"place[6]": Fraction(7, 6)}


def test_the_least_stake_that_is_chosen(bench, replay):
    made = bench(PLACE.format(line=""), table_minimum="$5", table_maximum="$500")
    (found,) = made.found("unpayable-odds")
    assert found.effect == "a winning stake of $5 gains $35/6 (about $5.83) at 7 to 6"
    assert replay(found, made.ruleset).net == {"place[6]": Fraction(35, 6)}


def test_units_that_are_payable(bench):
    assert bench(PLACE.format(line="  amount in units of 6   @ C.3\n"), static=True).found("unpayable-odds") == []
    (found,) = bench(PLACE.format(line="  amount in units of 5   @ C.3\n"), static=True).found("unpayable-odds")
    assert found.message == "place pays 7 to 6: in units of $5 not every stake can be paid exactly"
    assert "C.3" in found.cites


def test_units_in_money(bench):
    assert bench(PLACE.format(line="  amount in units of $6   @ C.3\n"), static=True).found("unpayable-odds") == []


def test_payable_exactly_is_silent(bench):
    made = bench(PLACE.format(line="  amount payable exactly   @ C.3\n"), static=True)
    assert made.found("unpayable-odds") == []


def test_a_stated_rounding_is_silent(bench):
    made = bench(PLACE.format(line="  payout rounded down to $1   @ C.3\n"), static=True)
    assert made.found("unpayable-odds") == []


def test_the_chip_is_a_setting(bench):
    made = bench(PLACE.format(line=""), static=True, settings=Settings(chip=Fraction(1, 4)))
    (found,) = made.found("unpayable-odds")
    assert found.message == "place pays 7 to 6: in chips of $0.25 not every stake can be paid exactly"
    assert "multiples of $1.50 only" in found.condition


def test_parts_that_do_not_divide(bench, replay):
    made = bench("""
wager number                                                            @ C.1
  pick its number from 2, 12                                            @ C.1
  lasts one roll                                                        @ C.1
  win  on its number                                                    @ C.1
  lose otherwise                                                        @ C.1
  pays 30 to 1                                                          @ C.2
wager both                                                              @ D.1
  paid as 1 part number on 2, 1 part number on 12                       @ D.2
""")
    (found,) = made.found("unpayable-odds")
    assert found.message == "both is paid in parts of 1/2: in chips of $1 not every stake divides"
    assert found.effect == "a stake of $1 divides into parts of $0.50"
    assert replay(found, made.ruleset).net == {"both": Fraction(29, 2)}


HALVES = """
wager seven                                                             @ C.1
  made before any roll                                                  @ C.1
  lasts one roll                                                        @ C.1
  {amount}                                                              @ C.1
  win  on 7                                                             @ C.1
  lose otherwise                                                        @ C.1
  pays {odds}                                                           @ C.2
"""


@pytest.mark.parametrize("amount", ["amount in units of $0.50", "amount is $7.50"])
@pytest.mark.parametrize("odds", ["4 to 1", "1 to 1"])
def test_where_half_dollars_are_staked_they_are_paid(bench, amount, odds):
    """A stake of half dollars needs pieces of half a dollar: what comes out even in them is payable, and it is no wager of parts."""
    assert bench(HALVES.format(amount=amount, odds=odds)).found("unpayable-odds") == []


def test_less_than_the_half_dollar_that_is_staked(bench, replay):
    """3 to 2 on $0.50 gains $0.75, and the least piece that the stakes need is $0.50."""
    made = bench(HALVES.format(amount="amount in units of $0.50", odds="3 to 2"))
    (found,) = made.found("unpayable-odds")
    assert found.message == "seven pays 3 to 2: in units of $0.50 not every stake can be paid exactly"
    assert found.effect == "a winning stake of $0.50 gains $0.75 at 3 to 2"
    assert "multiples of $1 only" in found.condition
    assert replay(found, made.ruleset).net == {"seven": Fraction(3, 4)}
