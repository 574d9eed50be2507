"""rarer-pays-less: a pay table out of order with the frequencies."""

FIELD = """
wager field                                                             @ C.1
  win  on 2, 3, 11, 12                                                  @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    | total | odds   |
    | 2, 12 | {rare} |
    | 3, 11 | {often} |
"""


def test_exchanged_rows(bench):
    made = bench(FIELD.format(rare="2 to 1", often="3 to 1"))
    (found,) = made.found("rarer-pays-less")
    assert found.message == "field: 2, 12 is rarer than 3, 11 and pays less"
    assert found.effect == "2 to 1 for a chance of 1/18 (5.5556%), 3 to 1 for 1/9 (11.1111%)"
    assert found.severity.value == "note"


def test_rows_in_order(bench):
    assert bench(FIELD.format(rare="3 to 1", often="2 to 1")).found("rarer-pays-less") == []


def test_a_row_of_many_rare_rolls_is_as_common_as_its_rolls(bench):
    """2, 3, 11, 12 are 6 of 36 together, a 5 is 4: yet each of them is rarer than a 5."""
    made = bench("""
wager field                                                             @ C.1
  win  on 2, 3, 5, 11, 12                                               @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    | total        | odds   |
    | 2, 3, 11, 12 | 3 to 1 |
    | 5            | 2 to 1 |
""")
    assert made.found("rarer-pays-less") == []


def test_positions(bench):
    made = bench("""
wager number                                                            @ C.1
  pick its number from 2, 3                                             @ C.1
  win  on its number                                                    @ C.1
  lose otherwise                                                        @ C.1
pays                                                                    @ F.1
  | wager       | odds    |
  | number on 2 | 15 to 1 |
  | number on 3 | 16 to 1 |
""")
    (found,) = made.found("rarer-pays-less")
    assert found.message == "number: 2 is rarer than 3 and pays less"


def test_wagers_of_several_parts_are_none(bench):
    made = bench("""
wager number                                                            @ C.1
  pick its number from 2, 3                                             @ C.1
  win  on its number                                                    @ C.1
  lose otherwise                                                        @ C.1
pays                                                                    @ F.1
  | wager       | odds    |
  | number on 2 | 30 to 1 |
  | number on 3 | 15 to 1 |
wager both                                                              @ D.1
  paid as 1 part number on 2, 4 parts number on 3                       @ D.1
""")
    assert made.found("rarer-pays-less") == []
