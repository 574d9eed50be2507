"""result-missing: an outcome for which a wager neither wins, loses nor pushes."""

from fractions import Fraction


def test_a_roll_that_no_line_speaks_of(bench, replay):
    """wager field: wins on seven totals, loses on 5, 6, 8; a 7 is forgotten, and it lasts one roll."""
    made = bench("""
wager field                                                             @ C.1
  made before any roll                                                  @ C.1
  lasts one roll                                                        @ C.2
  win  on 2, 3, 4, 9, 10, 11, 12                                        @ C.3
  lose on 5, 6, 8                                                       @ C.4
  pays 1 to 1                                                           @ C.5
""")
    (found,) = made.found("result-missing")
    assert found.message == "field lasts one roll, and no clause gives it a result on 7"
    assert found.severity.value == "error"
    assert found.cites == ("C.2", "C.3", "C.4")
    assert found.effect == "1/6 (16.6667%) of these wagers end without a result"
    assert found.witness.command.endswith('--wager field=10 --given "dice 1-6"')
    assert replay(found, made.ruleset).last == {"field": "stays"}
    assert "claim-false" not in made.rules()
    assert "result-unstated" not in made.rules()


def test_a_wager_that_only_wins_and_lasts_one_roll(bench, replay):
    made = bench("""
wager any_seven                                                         @ C.1
  lasts one roll                                                        @ C.1
  win on 7                                                              @ C.1
  pays 4 to 1                                                           @ C.2
""")
    (found,) = made.found("result-missing")
    assert found.message == (
        "any_seven lasts one roll, and no clause gives it a result on 2, 3, 4, 5, 6, 8, 9, 10 and 2 others"
    )
    assert found.effect == "5/6 (83.3333%) of these wagers end without a result"
    assert replay(found, made.ruleset).last == {"any_seven": "stays"}
    assert "result-unstated" not in made.rules(), "one silence is told once"


def test_a_win_without_a_payout(bench, replay):
    """The table of the wager has no row for 12."""
    made = bench("""
wager field                                                             @ C.1
  win  on 2, 3, 4, 9, 10, 11, 12                                        @ C.1
  lose on 5, 6, 7, 8                                                    @ C.1
  pays                                                                  @ C.2
    | total           | odds   |
    | 3, 4, 9, 10, 11 | 1 to 1 |
    | 2               | 2 to 1 |
""")
    (found,) = made.found("result-missing")
    assert found.message == "field wins on 12, and no clause says what it is paid"
    assert found.effect.startswith("1/36 (2.7778%)")
    again = replay(found, made.ruleset)
    assert again.stopped == "field wins and no clause says what it is paid (12)"


def test_an_outcome_after_which_nothing_decides(bench, replay):
    """Only the first roll has lines: after any other total than 7 and 11 the wager hangs."""
    made = bench("""
wager come                                                              @ C.1
  first roll
    win  on 7, 11                                                       @ C.1
    lose on 2, 3, 12                                                    @ C.1
  pays 1 to 1                                                           @ C.2
""")
    (found,) = made.found("result-missing")
    assert found.message == "come: after 4, 5, 6, 8, 9 and 10 no clause can decide it any more"
    assert found.effect == "2/3 (66.6667%) of these wagers are never decided"
    assert replay(found, made.ruleset).last == {"come": "stays"}
    assert "never-ends" not in made.rules()


def test_a_round_that_ends_over_a_standing_wager(bench, replay):
    """The losing 7 against a point was left out: the round ends on it, and the line wager stands."""
    made = bench(
        """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.3
  at point_roll
    win  on the point                                                   @ C.4
  pays 1 to 1                                                           @ C.5
""",
        "point",
    )
    (found,) = made.found("result-missing")
    assert found.message == "pass: on 7 in point_roll the round ends, and no clause gives it a result"
    # against a point of 4, 5, 6 and their likes the 7 comes first with 2/3, 3/5 and 6/11
    lost = 2 * (Fraction(3, 36) * Fraction(2, 3) + Fraction(4, 36) * Fraction(3, 5) + Fraction(5, 36) * Fraction(6, 11))
    assert found.effect.startswith(f"{lost} (")
    again = replay(found, made.ruleset)
    assert again.last == {"pass": "stays"}


def test_wagers_that_may_ride_on_are_no_gap(bench):
    made = bench(
        """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.3
  at point_roll
    win  on the point                                                   @ C.4
    lose on 7                                                           @ C.4
  pays 1 to 1                                                           @ C.5
wager place                                                             @ D.1
  made before any roll                                                  @ D.1
  pick its number from 4, 5, 6, 8, 9, 10                                @ D.1
  at come_out
    off unless called on                                                @ D.2
  win  on its number                                                    @ D.3
  lose on 7                                                             @ D.3
  pays 1 to 1                                                           @ D.4
""",
        "point",
    )
    assert made.found("result-missing") == []


def test_positions_are_told_together(bench):
    made = bench("""
wager number                                                            @ C.1
  pick its total from 2, 12                                             @ C.1
  lasts one roll                                                        @ C.1
  win on its total                                                      @ C.1
  pays 30 to 1                                                          @ C.2
""")
    (found,) = made.found("result-missing")
    assert found.message.startswith("number[2, 12] lasts one roll")


COME = """
wager come                                                              @ C.1
  made before any roll                                                  @ C.1
  first roll
    win  on 7, 11                                                       @ C.2
    lose on {loses}                                                     @ C.3
    keep the total as its number on {keeps}                             @ C.4
  later rolls
    win  on its number                                                  @ C.5
    lose on 7                                                           @ C.6
  pays 1 to 1                                                           @ C.7
"""


def test_a_first_roll_that_gives_neither_a_result_nor_a_number(bench, replay):
    made = bench(COME.format(loses="2, 3", keeps="4, 5, 6, 8, 9, 10"))
    (found,) = made.found("result-missing")
    assert found.message == "come has no result on 12, and goes on without its number"
    assert found.effect == "1/36 (2.7778%) of these wagers come to this"
    assert found.cites == ("C.5", "C.1")
    assert replay(found, made.ruleset).last == {"come": "stays"}


def test_a_number_that_is_not_kept(bench):
    (found,) = bench(COME.format(loses="2, 3, 12", keeps="5, 6, 8, 9, 10")).found("result-missing")
    assert found.message == "come has no result on 4, and goes on without its number"


def test_a_whole_first_roll(bench):
    assert bench(COME.format(loses="2, 3, 12", keeps="4, 5, 6, 8, 9, 10")).rules() == []


def test_what_follows_from_a_gap_is_not_told_as_well(bench):
    """The wager behind it is paid by the point, and would be asked to pay on 7 and 11; its figure and that of the first
    would be the player's."""
    made = bench(
        """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.3
  at point_roll
    win  on the point                                                   @ C.4
  pays 1 to 1                                                           @ C.5
wager behind                                                            @ H.1
  made before the point_roll                                            @ H.1
  needs pass                                                            @ H.1
  win  if pass wins                                                     @ H.1
  lose if pass loses                                                    @ H.1
  pays                                                                  @ H.2
    | the point | odds   |
    | 4, 10     | 2 to 1 |
    | 5, 9      | 3 to 1 |
    | 6, 8      | 2 to 1 |
""",
        "point",
    )
    assert {f.rule for f in made.found() if f.subject.startswith("pass")} == {"result-missing"}
    assert [f.subject.split()[0] for f in made.found("result-missing")] == ["pass"]
