"""never-ends: a wager that can stay undecided for ever."""


def test_a_wager_that_nothing_decides(bench, replay):
    made = bench("""
wager odd                                                               @ C.1
  win  on 13                                                            @ C.2
  lose on 1                                                             @ C.3
  pays 1 to 1                                                           @ C.4
""")
    (found,) = made.found("never-ends")
    assert found.message == "odd can stay undecided for ever"
    assert found.cites == ("C.2", "C.3")
    assert replay(found, made.ruleset).last == {"odd": "stays"}
    assert "result-missing" not in made.rules()


def test_one_that_waits_for_a_roll_ends(bench):
    made = bench("""
wager number                                                            @ C.1
  win  on 12                                                            @ C.1
  lose on 2                                                             @ C.1
  pays 1 to 1                                                           @ C.2
""")
    assert made.found("never-ends") == []
