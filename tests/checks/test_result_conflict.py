"""result-conflict: two clauses give one outcome different results or payouts."""


def test_a_roll_that_wins_and_loses(bench, replay):
    made = bench("""
wager any_seven                                                         @ C.1
  win  on 7, 11                                                         @ C.2
  lose on 2, 3, 7                                                       @ C.3
  pays 4 to 1                                                           @ C.4
""")
    (found,) = made.found("result-conflict")
    assert found.message == "any_seven on 7: wins at 4 to 1 (C.2 and C.4), and loses (C.3)"
    assert found.cites == ("C.2", "C.4", "C.3")
    assert found.severity.value == "error"
    # 7 in 6 of the 36, decided in 2, 3, 7, 11: 1 + 2 + 6 + 2 = 11
    assert found.effect.startswith("6/11 (54.5455%) of these wagers end in the contradiction")
    again = replay(found, made.ruleset)
    assert again.stopped == "any_seven: two lines give different results (7)"
    assert found.witness.steps[-1].results == ("no result",)


def test_a_wager_priced_in_two_places(bench, replay):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.2
pays                                                                    @ F.1
  | wager     | odds   |
  | any_seven | 5 to 1 |
""")
    (found,) = made.found("result-conflict")
    assert "wins at 4 to 1 (C.1 and C.2)" in found.message
    assert "wins at 5 to 1 (C.1 and F.1)" in found.message
    assert replay(found, made.ruleset).stopped


def test_places_that_agree_are_no_conflict(bench):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 5 for 1                                                          @ C.2
pays                                                                    @ F.1
  | wager     | odds   |
  | any_seven | 4 to 1 |
""")
    assert made.found("result-conflict") == []


def test_a_conflict_behind_a_point_is_reached_by_the_shortest_round(bench, replay):
    made = bench(
        """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.3
  at point_roll
    win  on the point                                                   @ C.4
    lose on 7                                                           @ C.5
    win  on 7                                                           @ C.6
  pays 1 to 1                                                           @ C.7
""",
        "point",
    )
    (found,) = made.found("result-conflict")
    assert len([s for s in found.witness.steps if "total" in s.what]) == 2
    assert replay(found, made.ruleset).stopped
