"""table-overlaps: two rows that fit one outcome and differ."""

FIELD = """
wager field                                                             @ C.1
  win  on 2, 3, 4, 9, 10, 11, 12                                        @ C.1
  lose on 5, 6, 7, 8                                                    @ C.1
  pays                                                                  @ C.2
{policy}    | total           | odds   |
    | 3, 4, 9, 10, 11 | 1 to 1 |                                          @ C.2.a
    | 2, 11, 12       | 2 to 1 |                                          @ C.2.b
"""


def test_an_eleven_in_two_rows(bench, replay):
    made = bench(FIELD.format(policy=""))
    (found,) = made.found("table-overlaps")
    assert found.message == "two rows of the table of field fit on 11 and give 1 to 1 and 2 to 1"
    assert found.cites == ("C.2", "C.2.a", "C.2.b")
    assert replay(found, made.ruleset).stopped == "field: two lines give different results (11)"
    assert "result-conflict" not in made.rules(), "one overlap is told once"


def test_it_is_read_off_the_table_without_play(bench):
    (found,) = bench(FIELD.format(policy=""), static=True).found("table-overlaps")
    assert found.witness is None


def test_a_stated_policy_settles_it(bench):
    assert bench(FIELD.format(policy="    highest only   @ C.3\n")).found("table-overlaps") == []


def test_a_policy_that_we_assumed_does_not(bench):
    made = bench(FIELD.format(policy='    highest only\n        assumed because "the text does not say"\n'))
    (found,) = made.found("table-overlaps")
    assert "only our assumption says which row counts" in found.condition


def test_rows_that_agree_are_no_overlap(bench):
    made = bench("""
wager field                                                             @ C.1
  win  on 2, 12                                                         @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    | total | odds   |
    | 2, 12 | 2 to 1 |
    | 12    | 2 to 1 |
""")
    assert made.found("table-overlaps") == []


def test_a_wager_listed_twice(bench):
    made = bench(
        """
wager place                                                             @ C.1
  pick its number from 6, 8                                             @ C.1
  win  on its number                                                    @ C.1
  lose on 7                                                             @ C.1
pays                                                                    @ F.1
  | wager         | odds   |
  | place on 6, 8 | 7 to 6 |
  | place on 8    | 6 to 5 |                                              @ F.2
""",
        static=True,
    )
    (found,) = made.found("table-overlaps")
    assert found.message == "two rows of the list of payouts fit on place[8] and give 7 to 6 and 6 to 5"


def test_a_count_that_two_rows_fit(bench):
    made = bench(
        """
wager hot                                                               @ C.1
  made before the come_out                                              @ C.1
  at point_roll
    add the point to its points on the point                            @ C.2
  settle on 7                                                           @ C.3
  pays                                                                  @ C.4
    | count of points | pays    |
    | 2 or more       | 5 to 1  |
    | 4 or more       | 25 to 1 |
    | 1 or fewer      | lose    |
""",
        "point",
        static=True,
    )
    (found,) = made.found("table-overlaps")
    assert "fit on 4 and give 5 to 1 and 25 to 1" in found.message
