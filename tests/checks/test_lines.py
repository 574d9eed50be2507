"""Rows in the words of a finding: what the language writes, never what Python does."""

from __future__ import annotations

import re

from audit.checks.lines import row_words
from audit.checks.prose import Prose
from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg

TEXT = """ruleset test/lines/undated
  title "lines"
  source "made up"
deck 1 of 52 @ 1
area player_cards of each player @ 1
meter jackpot @ 1
  starts at $300 @ 1
round @ 1
  step deal
    deal 2 to player_cards face up
    settle
wager main @ 1
  made before the deal @ 1
wager side @ 1
  made before the deal @ 1
  pays @ 1
    | player_cards        | main               | pays                | plus          |
    | 2 cards of rank A   | any                | 12.5% of jackpot    | $40           |
    | A with 4            | at least $5        | $2.50               | 5% of jackpot |
    | 2 cards of rank K   | at least $1,000.50 | half of main        | $1,000        |
    | 2 cards of rank Q   | any                | 3 to 2 times main   | nothing       |
    | 2 cards of rank J   | any                | not stated          | nothing       |
    | otherwise           | any                | lose                | nothing       |
"""


def test_cells_are_told_as_they_are_written() -> None:
    """Money has its sign, a share its per cent, a payout that is worked out its words."""
    wager = load_text(TEXT, Library(())).named("side", wg.Wager)
    assert wager is not None
    (table,) = (line.table for line in wager.lines if isinstance(line, wg.PaysByTable))
    told = [Prose(row_words(row, table)) for row in table.rows]
    written = [re.sub(" +", " ", line.strip()) for line in TEXT.splitlines() if line.strip().startswith("|")][1:]
    assert told == written
    assert all(isinstance(row, tb.Row) for row in table.rows)
