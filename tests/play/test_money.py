"""What is paid, what is kept back, what may be staked: odds of every form, commissions, rounding, bounds."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.errors import AmountError

Played = Callable[..., list[str]]


def wager(*lines: str) -> str:
    """A wager that wins on 7, pushes on 2 and loses else, with these lines besides."""
    head = ['wager bet "Bet" @ 2', "  made before any roll @ 2", "  win  on 7 @ 2.a", "  push on 2 @ 2.b", "  lose otherwise @ 2.c"]
    return "\n".join([*head, *(f"  {line}" for line in lines), ""])


def settled(told: list[str]) -> str:
    return next(line for line in told if line.startswith("bet "))


@pytest.mark.parametrize(
    ("payout", "stake", "net"),
    [
        ("pays 3 to 2 @ 3", "10", "+$15 at 3 to 2"),
        ("pays 3 for 2 @ 3", "10", "+$5 at 3 for 2"),  # 15 back, the stake of 10 among it
        ("pays 9 for 1 @ 3", "10", "+$80 at 9 for 1"),
        ("pays at least 3 to 1 @ 3", "10", "+$30 at 3 to 1"),
        ("pays one of 3 to 1, 4 to 1 @ 3", "10", "+$30 at 3 to 1"),
        ("pays $70 @ 3", "10", "+$70 at $70"),
        ("pays 7 to 6 @ 3", "5", "+$5.8333 at 7 to 6"),
        ("taken when made @ 2.d\n  pays 3 to 1 @ 3", "10", "+$20 at 3 to 1"),  # the stake does not come back
        ("taken when made @ 2.d\n  pays 3 for 1 @ 3", "10", "+$20 at 3 for 1"),
        ("payout rounded down to $1 @ 4\n  pays 7 to 6 @ 3", "5", "+$5 at 7 to 6"),
        ("payout rounded up to $1 @ 4\n  pays 7 to 6 @ 3", "5", "+$6 at 7 to 6"),
        ("payout rounded to the nearest $1 @ 4\n  pays 3 to 2 @ 3", "5", "+$8 at 3 to 2"),  # 7.50: a half goes up
        ("payout rounded down to $0.25 @ 4\n  pays 7 to 6 @ 3", "5", "+$5.75 at 7 to 6"),
    ],
)
def test_payouts(throw: Played, payout: str, stake: str, net: str) -> None:
    found = settled(throw(wager(payout), "3-4", f"bet {stake}")).split(" @ ")[0].removeprefix("bet win ")
    if net.startswith("+$5.8333"):
        assert found == "+$35/6 at 7 to 6"  # exact: what cannot be paid in cents is not rounded by us
    else:
        assert found == net


@pytest.mark.parametrize(
    ("commission", "won", "pushed", "lost"),
    [
        # of a stake of 100 at 2 to 1: won 200
        ("commission 5% of wager charged when made @ 4", "+$195", "$0", "-$105"),
        ("commission 5% of wager charged when won @ 4", "+$195", "$0", "-$100"),
        ("commission 5% of win charged when won @ 4", "+$190", "$0", "-$100"),
        ("commission 5% of win charged when made @ 4", "+$190", "$0", "-$110"),
        ("commission 5% of wager charged when tied @ 4", "+$200", "-$5", "-$100"),
        ("no commission @ 4", "+$200", "$0", "-$100"),
    ],
)
def test_commissions(throw: Played, commission: str, won: str, pushed: str, lost: str) -> None:
    body = wager("pays 2 to 1 @ 3", commission)
    assert settled(throw(body, "3-4", "bet 100")).startswith(f"bet win {won} at 2 to 1")
    assert settled(throw(body, "1-1", "bet 100")).startswith(f"bet push {pushed}")
    assert settled(throw(body, "6-6", "bet 100")).startswith(f"bet lose {lost}")


@pytest.mark.parametrize(
    ("rounding", "stake", "net"),
    [
        # 5% of a win of 30 is 1.50, of one of 10 is 0.50, of one of 25 is 1.25
        ("rounded down to $1", "30", "+$29"),
        ("rounded up to $1", "30", "+$28"),
        ("rounded to the nearest $1", "30", "+$28"),
        ("rounded down to $1", "10", "+$10"),
        ("rounded up to $0.25", "25", "+$23.75"),
        ("rounded up to $0.25", "26", "+$24.50"),  # 1.30 is 1.50
        ("", "26", "+$24.70"),
    ],
)
def test_a_commission_is_rounded_as_stated(throw: Played, rounding: str, stake: str, net: str) -> None:
    body = wager("pays 1 to 1 @ 3", f"commission 5% of win charged when won {rounding} @ 4")
    assert settled(throw(body, "3-4", f"bet {stake}")) == f"bet win {net} at 1 to 1 @ 2.a, 3"


@pytest.mark.parametrize(
    ("bound", "good", "bad", "said"),
    [
        ("amount from $5 through $500 @ 5", ["5", "500", "7.50"], ["4.99", "501"], ["at least $5", "at most $500"]),
        ("amount at least $5 @ 5", ["5", "9999"], ["4"], ["at least $5"]),
        ("amount at most $5 @ 5", ["1", "5"], ["6"], ["at most $5"]),
        ("amount is $1 @ 5", ["1"], ["2"], ["it is $1"]),
        ("amount in units of $5 @ 5", ["5", "25"], ["7"], ["in units of $5"]),
        ("amount to win at most $100 @ 5", ["50"], ["51"], ["it may win at most $100"]),
        ("amount at least $5 @ 5\n  amount in units of $5 @ 6", ["10"], ["7", "0.50"], ["units of $5", "at least $5"]),
        ("amount not stated @ 5", ["0.01", "1000000"], [], []),
        ("amount at most 2 times $5 plus $1 @ 5", ["11"], ["12"], ["at most $11"]),
    ],
)
def test_what_may_be_staked(throw: Played, bound: str, good: list[str], bad: list[str], said: list[str]) -> None:
    body = wager("pays 2 to 1 @ 3", bound)
    for stake in good:
        assert throw(body, "3-4", f"bet {stake}")[0].startswith("makes bet $")
    for stake, words in zip(bad, said, strict=True):
        with pytest.raises(AmountError, match=words.replace("$", r"\$")):
            throw(body, "3-4", f"bet {stake}")


@pytest.mark.parametrize(
    ("bound", "good", "bad"),
    [
        ("amount equal to base @ 5", ["10"], ["5", "20"]),
        ("amount equal to half of base @ 5", ["5"], ["10"]),
        ("amount at most 3 times base @ 5", ["1", "30"], ["31"]),
        ("amount 3, 4 or 5 times base @ 5", ["30", "50"], ["20", "35"]),
        ("amount at least 10% of base @ 5", ["1"], ["0.50"]),
        ("amount at most base less $4 @ 5", ["6"], ["7"]),
    ],
)
def test_a_stake_measured_by_another(throw: Played, bound: str, good: list[str], bad: list[str]) -> None:
    body = wager("pays 2 to 1 @ 3") + "\n" + wager("needs base @ 2", "pays 1 to 1 @ 3", bound).replace("bet", "more", 1)
    body = body.replace('wager bet "Bet"', 'wager base "Base"')
    for stake in good:
        assert throw(body, "3-4", "base 10", f"more {stake}")[1].startswith("makes more $")
    for stake in bad:
        with pytest.raises(AmountError, match="more"):
            throw(body, "3-4", "base 10", f"more {stake}")
