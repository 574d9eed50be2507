"""pays-more-than-true-odds: a wager that gives the player the advantage."""


def test_more_than_true_odds(bench):
    """A 7 comes once in six: 5 to 1 is even, 6 to 1 gives 6/6 - 5/6."""
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.2
  pays 6 to 1                                                           @ C.3
""")
    (found,) = made.found("pays-more-than-true-odds")
    assert found.message == "any_seven gives the player an advantage of 1/6 (16.6667%)"
    assert found.effect == "the house pays out $16.67 more than it takes for every $100 wagered"
    assert found.recommendation == "Pay any_seven no more than 5 to 1."
    assert found.no_witness_because


def test_true_odds_are_no_finding(bench):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.2
  pays 5 to 1                                                           @ C.3
""")
    assert made.found("pays-more-than-true-odds") == []


def test_a_late_moment_that_is_the_players(bench):
    """Made once a point stands, a wager on the 7 pays even money for 2 chances in 3."""
    made = bench(
        """
wager dont                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 2, 3                                                        @ C.2
    lose on 7, 11                                                       @ C.2
    void on 12                                                          @ C.2
  at point_roll
    may be made                                                         @ C.3
    win  on 7                                                           @ C.4
    lose on the point                                                   @ C.4
  pays 1 to 1                                                           @ C.5
""",
        "point",
    )
    found = made.found("pays-more-than-true-odds")
    assert [f.message for f in found] == [
        "dont made at point_roll, the point 4, 10 gives the player an advantage of 1/3 (33.3333%)",
        "dont made at point_roll, the point 5, 9 gives the player an advantage of 1/5 (20.0000%)",
        "dont made at point_roll, the point 6, 8 gives the player an advantage of 1/11 (9.0909%)",
    ]
    assert len({f.fingerprint for f in found}) == 3
