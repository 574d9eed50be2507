"""Rounds of the shipped rulesets, with the money that their documents promise.

The facts and clauses are those of the documents: what each wager is paid, and the clause that says so.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.errors import AmountError
from audit.ruleset.configure import OptionUnset

Played = Callable[..., list[str]]
ONEIDA = "oneida/craps/2003-08-06"
CLEVELAND = "jack-cleveland/craps/undated"
CRAPLESS = "jack-cleveland/crapless-craps/undated"
LIMITS = {"table_minimum": "$1", "table_maximum": "$10000"}


def outcome(told: list[str], wager: str) -> str:
    """What a wager came to, with its clauses; nothing where it was not decided."""
    settled = ("win", "lose", "push", "void", "return")
    return next((line.removeprefix(f"{wager} ") for line in told if line.startswith(f"{wager} ")
                 and line.removeprefix(f"{wager} ").startswith(settled)), "")


@pytest.fixture
def craps(shipped: Played) -> Played:
    return lambda given, *wagers, **choices: shipped(ONEIDA, given, *wagers, **{**LIMITS, **choices})


@pytest.fixture
def cleveland(shipped: Played) -> Played:
    return lambda given, *wagers, **choices: shipped(CLEVELAND, given, *wagers, **{**LIMITS, **choices})


@pytest.fixture
def crapless(shipped: Played) -> Played:
    return lambda given, *wagers, **choices: shipped(CRAPLESS, given, *wagers, **{**LIMITS, **choices})


# Oneida craps, 2003: D says when a wager wins, F.1 what it is paid, G and H what is bought and put behind

POINT_OF_SIX = "5-1"
ON_THE_COME_OUT = [
    ("pass 10", "4-3", "win +$10 at 1 to 1 @ D.1, F.1, H.1"),
    ("pass 10", "6-5", "win +$10 at 1 to 1 @ D.1, F.1, H.1"),
    ("pass 10", "1-1", "lose -$10 @ D.1"),
    ("pass 10", "6-6", "lose -$10 @ D.1"),
    ("dont_pass 10", "2-1", "win +$10 at 1 to 1 @ D.2, F.1, H.2"),
    ("dont_pass 10", "6-6", "void $0 @ D.2"),
    ("dont_pass 10", "4-3", "lose -$10 @ D.2"),
    ("field 10", "6-6", "win +$20 at 2 to 1 @ D.10, F.1"),
    ("field 10", "1-1", "win +$20 at 2 to 1 @ D.10, F.1"),
    ("field 10", "6-3", "win +$10 at 1 to 1 @ D.10, F.1"),
    ("field 10", "4-4", "lose -$10 @ D.10"),
    ("any_seven 5", "4-3", "win +$20 at 4 to 1 @ D.11, F.1"),
    ("any_craps 5", "1-2", "win +$35 at 7 to 1 @ D.12, F.1"),
    ("one_number[2] 5", "1-1", "win +$150 at 30 to 1 @ D.13, D.14, D.15, D.16, F.1"),
    ("one_number[11] 5", "5-6", "win +$75 at 15 to 1 @ D.13, D.14, D.15, D.16, F.1"),
    ("hop[1-2] 2", "2-1", "win +$30 at 15 to 1 @ D.21, F.1"),
    ("hop[3-3] 2", "3-3", "win +$60 at 30 to 1 @ D.21, F.1"),
    ("hop[3-3] 2", "4-2", "lose -$2 @ D.21"),
]


@pytest.mark.parametrize(("wager", "given", "came"), ON_THE_COME_OUT, ids=lambda x: x.split(" @")[0])
def test_craps_on_the_come_out(craps: Played, wager: str, given: str, came: str) -> None:
    assert outcome(craps(given, wager), wager.split(maxsplit=1)[0]) == came


@pytest.mark.parametrize(
    ("wager", "given", "came"),
    [
        # off on the come-out (D.5, E.5), at stake once there is a point
        ("place[6] 12", f"{POINT_OF_SIX}, 4-2", "win +$14 at 7 to 6 @ D.5, F.1"),
        ("place[4] 10", f"{POINT_OF_SIX}, 2-2", "win +$18 at 9 to 5 @ D.5, F.1"),
        ("place[9] 10", f"{POINT_OF_SIX}, 5-4", "win +$14 at 7 to 5 @ D.5, F.1"),
        ("place[9] 10", f"{POINT_OF_SIX}, 5-2", "lose -$10 @ D.5"),
        ("hardway[8] 10", f"{POINT_OF_SIX}, 4-4", "win +$90 at 9 to 1 @ D.6, D.7, D.8, D.9, F.1"),
        ("hardway[8] 10", f"{POINT_OF_SIX}, 5-3", "lose -$10 @ D.6, D.7, D.8, D.9"),
        ("hardway[10] 10", f"{POINT_OF_SIX}, 5-5", "win +$70 at 7 to 1 @ D.6, D.7, D.8, D.9, F.1"),
        # bought at true odds, for 5% of the wager (G.1)
        ("buy[4] 20", f"{POINT_OF_SIX}, 2-2", "win +$39 at 2 to 1 @ D.5, G.1"),
        ("buy[4] 20", f"{POINT_OF_SIX}, 4-3", "lose -$21 @ D.5"),
        # laid, for 5% of what it wins (G.2): 40 wins 20, less 1
        ("lay[4] 40", f"{POINT_OF_SIX}, 4-3", "win +$19 at 1 to 2 @ G.2"),
        ("lay[4] 40", f"{POINT_OF_SIX}, 2-2", "lose -$41 @ G.2"),
    ],
)
def test_craps_with_a_point_of_six(craps: Played, wager: str, given: str, came: str) -> None:
    assert outcome(craps(given, "pass 10", wager), wager.split(maxsplit=1)[0]) == came


def test_craps_off_and_called_on(craps: Played) -> None:
    assert "place[6] is off @ D.5, E.5" in craps("4-3, 3-3, 3-3", "place[6] 12")
    assert outcome(craps("4-3", "place[6] 12 on"), "place[6]") == "lose -$12 @ D.5"


@pytest.mark.parametrize(
    ("point", "again", "stake", "won"),
    [("2-2", "3-1", "20", "+$40 at 2 to 1"), ("3-2", "4-1", "20", "+$30 at 3 to 2"), ("5-1", "4-2", "10", "+$12 at 6 to 5")],
)
def test_craps_odds_behind_the_line(craps: Played, point: str, again: str, stake: str, won: str) -> None:
    told = craps(f"{point}, {again}", "pass 10", f"pass_odds {stake}", pass_odds_limit="2")
    assert outcome(told, "pass_odds") == f"win {won} @ H.1"
    assert outcome(told, "pass") == "win +$10 at 1 to 1 @ D.1, F.1, H.1"


def test_craps_odds_have_a_limit(craps: Played) -> None:
    with pytest.raises(AmountError, match=r"pass_odds \$20: at most \$10 \(H.1, H.5\)"):
        craps("2-2, 3-1", "pass 10", "pass_odds 20")


def test_craps_odds_behind_a_come_bet(craps: Played) -> None:
    told = craps("5-4, 2-2, 3-1", "pass 10", "come 10", "come_odds 10")
    assert told[:9] == [
        "makes pass $10 @ D.1", "roll 5-4 @ J.1", "pass stays", "round: point is 9 @ A.1", "to point_roll @ A.1",
        "makes come $10 @ D.3", "roll 2-2 @ J.1", "pass stays", "come: number is 4 @ D.3",
    ]
    assert "makes come_odds $10 @ H.3" in told
    assert outcome(told, "come_odds") == "win +$20 at 2 to 1 @ H.3"
    assert outcome(told, "come") == "win +$10 at 1 to 1 @ D.3, F.1, H.3"


def test_craps_a_come_bet_rests_on_the_come_out(craps: Played) -> None:
    # one reading of E.5; read the other way it is at stake there
    rolls = "5-4, 2-2, 5-4, 3-1"
    assert "come is off @ E.5" in craps(rolls, "pass 10", "come 10", come_at_come_out="inactive")
    assert outcome(craps(rolls, "pass 10", "come 10", come_at_come_out="always_works"), "come").startswith("win +$10")


def test_craps_wagers_of_parts(craps: Played) -> None:
    # F.2: a quarter on each of 2, 3, 11, 12; on 12: 30 less 3
    assert outcome(craps("6-6", "horn 4"), "horn").startswith("win +$27 at as its parts")
    assert outcome(craps("6-6", "horn_high[12] 5"), "horn_high[12]").startswith("win +$57 at as its parts")
    # D.20: four parts horn, one part any seven: on 7 the fifth part wins 4 and the horn is gone
    assert outcome(craps("4-3", "world 5"), "world").startswith("push $0 at as its parts")
    assert outcome(craps("6-5", "world 5"), "world").startswith("win +$11 at as its parts")
    # F.4: half any craps, half eleven
    assert outcome(craps("6-5", "craps_eleven 2"), "craps_eleven").startswith("win +$14 at as its parts")
    assert outcome(craps("1-1", "craps_eleven 2"), "craps_eleven").startswith("win +$6 at as its parts")


def test_craps_a_shooter_who_sevens_out(craps: Played) -> None:
    told = craps("5-1, 3-3, 4-4, 4-3", "pass 10", "place[8] 12")
    assert told[-3:] == ["roll 4-3 @ J.1", "place[8] lose -$12 @ D.5", "end @ K.1"] or told[-1] == "end @ K.1"
    assert outcome(told, "pass") == "win +$10 at 1 to 1 @ D.1, F.1, H.1"


def test_craps_limits_are_the_houses(shipped: Played) -> None:
    with pytest.raises(OptionUnset, match=r"table_minimum, which the house sets \(L\)"):
        shipped(ONEIDA, "4-3", "pass 10")
    with pytest.raises(AmountError, match=r"at least \$5 \(L\)"):
        shipped(ONEIDA, "4-3", "pass 1", table_minimum="$5", table_maximum="$500")


# Cleveland craps: the Fire Bet (3.A.xli, 5.G, 11)

FIVE_POINTS = "2-2, 3-1, 3-2, 4-1, 5-1, 3-3, 4-4, 5-3, 5-4, 6-3"


@pytest.mark.parametrize(
    ("rolls", "came"),
    [
        # three points and out
        ("2-2, 3-1, 3-2, 4-1, 5-1, 3-3, 6-4, 4-3", "lose -$5"),
        # the same point twice counts once: 4, 5, 6, and 4 again
        ("2-2, 3-1, 3-2, 4-1, 5-1, 3-3, 2-2, 3-1, 6-4, 4-3", "lose -$5"),
        # four
        ("2-2, 3-1, 3-2, 4-1, 5-1, 3-3, 4-4, 5-3, 6-4, 4-3", "win +$120 at 24 to 1"),
        # five, and six
        (f"{FIVE_POINTS}, 6-4, 4-3", "win +$1,245 at 249 to 1"),
        (f"{FIVE_POINTS}, 6-4, 5-5, 6-4, 4-3", "win +$4,995 at 999 to 1"),
    ],
)
def test_the_fire_bet(cleveland: Played, rolls: str, came: str) -> None:
    assert outcome(cleveland(rolls, "fire 5"), "fire").split(" @ ")[0] == came


def test_the_fire_bet_cites_the_end_and_the_table(cleveland: Played) -> None:
    told = cleveland("2-2, 3-1, 3-2, 4-1, 5-1, 3-3, 4-4, 5-3, 6-4, 4-3", "fire 5")
    assert told[0] == "makes fire $5 @ 3.A.xli, 11.A.i"
    assert "fire: points is 4, 5, 6, 8 @ 11.A.iv, 11.B.ii, 11.B.iii" in told
    assert {"11.A.v", "5.G", "3.A.xli(a)"} <= set(outcome(told, "fire").split(" @ ")[1].split(", "))


def test_the_fire_bet_where_any_seven_ends_it(cleveland: Played) -> None:
    # read so, a 7 on the come-out ends it as well
    rolls = "2-2, 3-1, 4-3"
    assert outcome(cleveland(rolls, "fire 5", fire_end="any_7"), "fire").startswith("lose -$5")
    # read as the shooter's losing 7 it goes on, and this shooter makes three more
    rest = "3-2, 4-1, 5-1, 3-3, 4-4, 5-3, 6-4, 4-3"
    assert outcome(cleveland(f"{rolls}, {rest}", "fire 5"), "fire").startswith("win +$120")


def test_the_fire_bet_has_its_own_limits(cleveland: Played) -> None:
    with pytest.raises(AmountError, match=r"fire \$6: at most \$5 \(11.B.i\)"):
        cleveland("2-2, 4-3", "fire 6")
    with pytest.raises(AmountError, match=r"in units of \$1"):
        cleveland("2-2, 4-3", "fire 2.50")


def test_the_fire_bet_of_the_other_table_is_not_stated(cleveland: Played) -> None:
    told = cleveland("2-2, 3-1, 3-2, 4-1, 5-1, 3-3, 4-4, 5-3, 6-4, 4-3", "fire 5", fire_table="table_b")
    assert outcome(told, "fire").startswith("win not stated")


# Crapless craps: no number but 7 decides on the come-out


@pytest.mark.parametrize("come_out", ["1-1", "2-1", "5-6", "6-6"])
def test_crapless_craps_takes_every_number_as_a_point(crapless: Played, come_out: str) -> None:
    told = crapless(f"{come_out}, {come_out}", "pass 10")
    assert told[2] == "pass stays"
    assert outcome(told, "pass").startswith("win +$10 at 1 to 1")
    assert outcome(crapless(f"{come_out}, 4-3", "pass 10"), "pass") == "lose -$10 @ 3.A.i(b)(1)"


@pytest.mark.parametrize(
    ("wager", "roll", "came"),
    [
        ("buy[2] 20", "1-1", "win +$119 at 6 to 1 @ 3.A.iv(a), 5a.A"),
        ("buy[3] 20", "1-2", "win +$59 at 3 to 1 @ 3.A.iv(a), 5a.A"),
        ("buy[10] 20", "5-5", "win +$39 at 2 to 1 @ 3.A.iv(a), 5a.A"),
        ("buy[10] 20", "4-3", "lose -$21 @ 3.A.iv(b)"),
    ],
)
def test_crapless_craps_bought(crapless: Played, wager: str, roll: str, came: str) -> None:
    told = crapless(f"5-4, {roll}", "pass 10", wager, buy_commission_moment="at_making")
    assert outcome(told, wager.split(maxsplit=1)[0]) == came


def test_crapless_craps_commission_when_it_wins(crapless: Played) -> None:
    told = crapless("5-4, 4-3", "pass 10", "buy[10] 20", buy_commission_moment="at_winning")
    assert outcome(told, "buy[10]") == "lose -$20 @ 3.A.iv(b)"
    # 5% of 30 is 1.50, in whole dollars 1
    rounded = {"buy_commission_moment": "at_making_whole_dollars"}
    assert outcome(crapless("5-4, 5-5", "pass 10", "buy[10] 30", **rounded), "buy[10]").startswith("win +$59 ")


# wheels


@pytest.mark.parametrize(
    ("wager", "spin", "came"),
    [
        ("straight[17] 1", "17", "win +$35 at 35 to 1"),
        ("straight[00] 1", "00", "win +$35 at 35 to 1"),
        ("straight[0] 1", "00", "lose -$1"),
        ("split[0, 00] 1", "0", "win +$17 at 17 to 1"),
        ("three_numbers[1, 2, 3] 1", "2", "win +$11 at 11 to 1"),
        ("four_numbers[1, 2, 4, 5] 1", "5", "win +$8 at 8 to 1"),
        ("first_five 1", "00", "win +$6 at 6 to 1"),
        ("six_numbers[1, 2, 3, 4, 5, 6] 1", "6", "win +$5 at 5 to 1"),
        ("dozen[13 through 24] 1", "13", "win +$2 at 2 to 1"),
        ("red 10", "32", "win +$10 at 1 to 1"),
        ("red 10", "0", "lose -$10"),
        ("even 10", "00", "lose -$10"),
        ("high 10", "19", "win +$10 at 1 to 1"),
        ("low 10", "19", "lose -$10"),
    ],
)
def test_roulette(shipped: Played, wager: str, spin: str, came: str) -> None:
    told = shipped("oneida/roulette/2003-08-06", spin, wager, **LIMITS)
    assert outcome(told, wager.rpartition(" ")[0]).split(" @ ")[0] == came


def test_roulette_where_zero_takes_half(shipped: Played) -> None:
    told = shipped("oneida/roulette/2003-08-06", "00", "red 10", zero_takes="half", **LIMITS)
    assert outcome(told, "red") == "lose half -$5 @ G.2"


@pytest.mark.parametrize(
    ("picked", "spin", "came"),
    [
        ("one_dollar", "one_dollar", "win +$10 at 1 to 1"),
        ("two_dollar", "two_dollar", "win +$20 at 2 to 1"),
        ("five_dollar", "five_dollar", "win +$50 at 5 to 1"),
        ("ten_dollar", "ten_dollar", "win +$100 at 10 to 1"),
        ("twenty_dollar", "twenty_dollar", "win +$200 at 20 to 1"),
        ("joker_picture", "joker_picture", "win +$450 at 45 to 1"),
        ("house_name", "house_name", "win +$450 at 45 to 1"),
        ("joker_picture", "house_name", "lose -$10"),
        ("one_dollar", "twenty_dollar", "lose -$10"),
    ],
)
def test_big_six(shipped: Played, picked: str, spin: str, came: str) -> None:
    told = shipped("jack-cleveland/big-six/undated", spin, f"insignia[{picked}] 10", **LIMITS)
    assert outcome(told, f"insignia[{picked}]") == f"{came} @ 4.A"
