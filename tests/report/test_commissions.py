"""What the house keeps of a win stands beside what the win pays."""

from __future__ import annotations

from audit.language.library import Library
from audit.language.loading import load_text
from audit.report.commissions import commissions

TEXT = """
ruleset example/fees/undated
  title        "Fees"
  issuer       not stated
  jurisdiction not stated
  approved     not stated
  source       "fees.txt"
dice 2 with faces 1 through 6                                           @ A
option is_rounded yes or no default yes                                 @ B
wager low "Low Bet"                                                     @ C
  made before any roll                                                  @ C
  lasts one roll                                                        @ C
  win  on 2 through 6                                                   @ C
  lose otherwise                                                        @ C
  pays 1 to 1                                                           @ C
  commission 5% of win charged when won rounded up to $0.05 when is_rounded      @ C
  commission 5% of win charged when won when not is_rounded             @ C
  commission 25% of wager charged when tied                             @ C
wager high "High Bet"                                                   @ D
  made before any roll                                                  @ D
  lasts one roll                                                        @ D
  win  on 8 through 12                                                  @ D
  lose otherwise                                                        @ D
  pays 1 to 1                                                           @ D
  commission 2.5% of wager charged when made                            @ D
wager seven "Seven Bet"                                                 @ E
  made before any roll                                                  @ E
  lasts one roll                                                        @ E
  win  on 7                                                             @ E
  lose otherwise                                                        @ E
  pays 4 to 1                                                           @ E
"""


def test_commissions_in_force_and_of_what_they_are() -> None:
    """One that is charged on a tie is no part of what a win pays."""
    ruleset = load_text(TEXT, Library(()))
    told = {"low": ("5%",), "high": ("2.5% of the wager",), "seven": ()}
    assert commissions(ruleset, {"is_rounded": "yes"}) == told
    assert commissions(ruleset, {"is_rounded": "no"}) == told
    assert commissions(ruleset, {"is_rounded": "perhaps"}) == told
