"""for-instead-of-to: odds written "for"."""


def test_odds_for(bench):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 5 for 1                                                          @ C.2
""")
    (found,) = made.found("for-instead-of-to")
    assert found.message == "any_seven is paid 5 for 1: that is 4 to 1"
    assert found.effect == ("read as odds to, any_seven would have a house edge of 0 instead of 1/6 (16.6667%)")
    assert found.severity.value == "warning"


def test_odds_to(bench):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.2
""")
    assert made.found("for-instead-of-to") == []


def test_a_list_is_one_finding(bench):
    made = bench(
        """
wager seven                                                             @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
wager eleven                                                            @ C.2
  win on 11                                                             @ C.2
  lose otherwise                                                        @ C.2
pays                                                                    @ F.1
  | wager  | odds     |
  | seven  | 5 for 1  |
  | eleven | 16 for 1 |
""",
        static=True,
    )
    (found,) = made.found("for-instead-of-to")
    assert found.message == "the list of payouts is paid 5 for 1 and 16 for 1: that is 4 to 1 and 15 to 1"
