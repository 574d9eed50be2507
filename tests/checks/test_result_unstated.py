"""result-unstated: what a wager pays, wins or loses on is not said."""

from fractions import Fraction


def test_a_payout_that_is_not_stated(bench):
    made = bench("""
wager six_seven_eight                                                   @ C.1
  win  on 6, 7, 8                                                       @ C.1
  lose on 2, 3, 4, 5, 9, 10, 11, 12                                     @ C.1
  pays not stated                                                       @ C.2
""")
    (found,) = made.found("result-unstated")
    assert found.message == "what six_seven_eight pays is not stated"
    assert found.cites == ("C.2", "C.1")
    assert found.effect == ("the house edge is not verifiable; it wins 44.44% of the time and breaks even at 5 to 4")


def test_rows_of_a_table_that_are_not_stated(bench):
    made = bench(
        """
wager field                                                             @ C.1
  win  on 2, 12                                                         @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    | total | odds       |
    | 2     | 2 to 1     |
    | 12    | not stated |
""",
        static=True,
    )
    (found,) = made.found("result-unstated")
    assert found.message == "what field pays on 12 is not stated"


def test_a_table_that_may_be_chosen_and_is_not_printed(bench):
    made = bench(
        """
option table one of table_a, table_b default table_a                    @ O.1
wager field                                                             @ C.1
  win  on 2, 12                                                         @ C.1
  lose otherwise                                                        @ C.1
  pays across table                                                     @ C.2
    | total | table_a | table_b    |
    | 2     | 2 to 1  | not stated |
    | 12    | 3 to 1  | not stated |
""",
        static=True,
    )
    (found,) = made.found("result-unstated")
    assert found.message == "what field pays when table is table_b is not stated"


def test_no_losing_condition(bench):
    made = bench(
        """
wager hard_eight                                                        @ C.1
  win on 4-4                                                            @ C.2
  pays 9 to 1                                                           @ C.3
""",
        static=True,
    )
    (found,) = made.found("result-unstated")
    assert found.message == "no clause says what hard_eight loses on"
    assert found.cites == ("C.2", "C.1")
    assert found.condition == "What hard_eight wins on is stated (win on 4-4); what loses, or ties, is not."


HARD = """
wager hard_eight                                                        @ C.1
  win  on 4-4                                                           @ C.2
  lose on 7, 8 except 4-4                                               @ C.2 assumed hard_loss
  pays 9 to 1                                                           @ C.3
assume hard_loss                                                        @ C.2
  because "only what wins is given"
"""


def test_a_losing_condition_that_only_we_assumed(bench, replay):
    """An eight the hard way against the easy ways and the 7: 1 against 10.  If the stake came back: 9 of 11."""
    made = bench(HARD)
    (found,) = made.found("result-unstated")
    assert found.message == "no clause says what hard_eight loses on"
    assert found.effect == (
        "as assumed, the house keeps 1/11 (9.0909%) of each stake on hard_eight; "
        "if the stake came back instead, the player gains 9/11 (81.8182%)"
    )
    assert found.edges.rows == (("hard_eight", (Fraction(1, 11), Fraction(-9, 11))),)
    assert found.cause == "Only what wins is given."
    assert found.subject == "hard_eight hard_loss"
    assert found.witness.columns == ("By the letter", "As assumed")
    assert found.witness.steps[-1].results == ("stays", "loses $10")
    assert replay(found, made.ruleset).last == {"hard_eight": "stays"}
    assert "assumption" not in made.rules(), "what is told once is not told again"


def test_several_wagers_that_one_assumption_completes_are_one_finding(bench):
    made = bench(
        HARD
        + """
wager hard_six                                                          @ D.1
  win  on 3-3                                                           @ D.2
  lose on 7, 6 except 3-3                                               @ D.2 assumed hard_loss
  pays 9 to 1                                                           @ D.3
"""
    )
    (found,) = made.found("result-unstated")
    assert found.message == "no clause says what hard_eight and hard_six lose on"


def test_that_the_rest_loses_is_a_silence_that_nobody_reads_otherwise(bench):
    made = bench(
        """
wager red_wins                                                          @ C.1
  win on red                                                            @ C.1
  lose otherwise
      assumed because "what does not win is not spoken of"
  pays 1 to 1                                                           @ C.1
""",
        "spin",
    )
    assert made.found("result-unstated") == []
    assert made.found("assumption") == []


def test_neither_what_wins_nor_what_loses(bench):
    made = bench(
        """
wager lay                                                               @ C.1
  win  on 7                                                             @ C.1 assumed lay_outcome
  lose on 4                                                             @ C.1 assumed lay_outcome
  pays 1 to 2                                                           @ C.1
assume lay_outcome                                                      @ C.1
  because "it is named and nowhere defined"
""",
        static=True,
    )
    (found,) = made.found("result-unstated")
    assert found.message == "no clause says what lay wins or loses on"


def test_wagers_with_their_own_conditions_are_none(bench):
    made = bench(
        """
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.1
wager hot                                                               @ C.2
  settle on 7                                                           @ C.2
  pays                                                                  @ C.2
    | total     | pays   |
    | 7         | lose   |
    | otherwise | 1 to 1 |
""",
        static=True,
    )
    assert made.found("result-unstated") == []


def test_what_is_missing_from_the_text_at_hand_proves_no_silence(bench):
    made = bench(HARD, head='  missing      "A through C.1, C.2 through D"\n', static=True)
    assert made.found("result-unstated") == []
