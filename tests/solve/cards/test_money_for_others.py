"""Money for others: how much, as which share of a meter, in how many deals, and for which stake; by hand from the rows.

Of 1,326 deals of two cards, 78 are pairs, and 6 of these pairs of aces.
"""

from __future__ import annotations

from fractions import Fraction

from audit.language.library import Library
from audit.language.loading import load_text
from audit.report.terminal.strategies import strategies
from audit.solve.planner import verify
from audit.solve.result import Beside, WagerResult

GAME = """ruleset test/others/undated
  title "money for others"
  source "made up"
deck 1 of 52 @ 1
party pool "Pool" @ 1
area player_cards of each player @ 1
meter jackpot @ 1
  starts at $300 @ 1
round @ 1
  step deal @ 1
    deal 2 to player_cards face up @ 1
    settle @ 1
wager w @ 1
  made before the deal @ 1
"""

EVERY_ROW = """\
  amount is $10 @ 1
  pays 1 to 1 @ 1
  win if player_cards is 2 cards of one rank @ 1
  lose otherwise @ 1
bonus extra on w @ 2
  every row @ 2
  | player_cards        | pays    | to pool | to each other player |
  | 2 cards of one rank | $1      | $1      | nothing              | @ 2.a
  | 2 cards of rank A   | $1      | $2      | $3                   | @ 2.b
  | otherwise           | nothing | nothing | nothing              | @ 2.c
"""


def table(gift: str, amount: str = "") -> str:
    return f"""\
{amount}
  pays @ 2
    | player_cards        | pays   | to pool |
    | 2 cards of one rank | 5 to 1 | {gift}  | @ 2.a
    | otherwise           | lose   | nothing | @ 2.b
"""


def found(lines: str) -> WagerResult:
    (result,) = verify(load_text(GAME + lines, Library(())), with_variations=False).result.wagers
    return result


def said(lines: str) -> str:
    return " ".join(" ".join(strategies([found(lines)], 200)).split())


def test_a_deal_in_which_two_rows_give_is_one_deal() -> None:
    """$1 for each of 78 pairs and $2 more for 6 of them, per dollar of a stake of $10; both rows pay one and the same deal."""
    pool, others = found(EVERY_ROW).beside
    unit = "unit of the wager as first made"
    assert pool == Beside("pool", Fraction(78 + 6 * 2, 1326 * 10), Fraction(78, 1326), ("2", "2.a", "2.b"), per=unit)
    assert others == Beside("envy", Fraction(6 * 3, 1326 * 10), Fraction(6, 1326), ("2", "2.b"), per=unit)


def test_a_share_of_a_meter_is_told_as_a_share() -> None:
    """Nobody knows what is in the meter: 5 % of it in one deal of 17, per dollar of $10; of a share alone no money is told."""
    (pool,) = found(table("5% of jackpot", "  amount is $10 @ 1")).beside
    assert (pool.expected, pool.probability) == (0, Fraction(1, 17))
    assert pool.meters == (("jackpot", Fraction(5, 100) / 17 / 10),)
    assert "pool gets 1/3400 of jackpot per unit of the wager as first made on average, in 5.8824% of deals" in said(
        table("5% of jackpot", "  amount is $10 @ 1")
    )


def test_for_which_stake_it_is_told() -> None:
    """$5 in one deal of 17 is $0.29 a deal, and per unit of $10 a tenth of it; where no line fixes the stake it is told for $1."""
    assert "pool gets 0.029412 per unit of the wager as first made on average, in 5.8824% of deals" in said(
        table("$5", "  amount is $10 @ 1")
    )
    assert "pool gets 0.294118 per stake of $1 on average, in 5.8824% of deals" in said(table("$5"))
    assert "pool gets 0.005882 per unit of the wager as first made" in said(table("1 to 10"))


def test_where_the_house_edge_hangs_on_the_stake_too() -> None:
    """The bonus pays $1 whatever is staked, and no line says what that is: at $1 the pool gets $90 in 1,326 deals."""
    result = found(EVERY_ROW.replace("  amount is $10 @ 1\n", ""))
    assert result.house_edge is None and len(result.by_amount) > 1
    (pool, _) = result.beside
    assert (pool.expected, pool.probability, pool.per) == (Fraction(90, 1326), Fraction(78, 1326), "stake of $1")
