"""row-unreachable: a row or a result line that no round can reach."""


def test_a_row_hidden_by_an_earlier_one(bench):
    made = bench("""
wager under                                                             @ C.1
  win  on 2, 3, 4, 5, 6                                                 @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    first row only                                                      @ C.2
    | total       | odds   |
    | 2 through 6 | 1 to 1 |
    | 5           | 2 to 1 |                                              @ C.3
""")
    (found,) = made.found("row-unreachable")
    assert found.message == "the row | 5 | 2 to 1 | of under is never reached"
    assert "| 2 through 6 | 1 to 1 | stands first" in found.condition
    assert found.cites == ("C.2", "C.3")
    assert found.witness is None and found.no_witness_because


def test_a_line_that_nothing_meets(bench):
    made = bench("""
wager odd                                                               @ C.1
  win  on 7, 11                                                         @ C.1
  lose on 2, 3, 12                                                      @ C.1
  lose on 13                                                            @ C.2
  pays 1 to 1                                                           @ C.3
""")
    (found,) = made.found("row-unreachable")
    assert found.message == '"lose on 13" of odd never comes about'


def test_a_payout_of_a_position_that_does_not_exist(bench):
    made = bench("""
wager place                                                             @ C.1
  pick its number from 6, 8                                             @ C.1
  win  on its number                                                    @ C.1
  lose on 7                                                             @ C.1
pays                                                                    @ F.1
  | wager      | odds   |
  | place on 6 | 7 to 6 |
  | place on 8 | 7 to 6 |
  | place on 9 | 7 to 5 |
""")
    (found,) = made.found("row-unreachable")
    assert found.message == "the row | place on 9 | 7 to 5 | of place is never reached"


def test_a_row_that_another_choice_reaches_is_none(bench):
    made = bench("""
option twelve one of bar, loses default bar                             @ A.2
wager dont                                                              @ C.1
  win  on 2, 3                                                          @ C.1
  lose on 7, 11                                                         @ C.1
  void on 12 when twelve is bar                                         @ C.2
  lose on 12                                                            @ C.3
  pays                                                                  @ C.4
    | total | odds   |
    | 2     | 1 to 1 |
    | 3     | 1 to 1 |
""")
    assert made.found("row-unreachable") == []


def test_closing_rows_and_lines_only_met_when_called_on_are_none(bench):
    made = bench("""
wager place                                                             @ C.1
  made before any roll                                                  @ C.1
  pick its number from 6                                                @ C.1
  off unless called on                                                  @ C.2
  win  on its number                                                    @ C.1
  lose on 7                                                             @ C.1
  pays                                                                  @ C.3
    | number    | odds   |
    | 6         | 7 to 6 |
    | otherwise | 1 to 1 |
""")
    assert made.found("row-unreachable") == []
