"""By the letter: what is missing once the lines that only we assumed are taken away."""

from audit.checks.letter import MissingClauses

HARD = """
wager hard_eight                                                        @ C.1
  win  on 4-4                                                           @ C.2
  lose on 7, 8 except 4-4                                               @ C.2 assumed hard_loss
  pays 9 to 1                                                           @ C.3
assume hard_loss                                                        @ C.2
  because "only what wins is given"
"""


def test_a_gap_is_a_finding_of_the_document(bench, replay):
    made = bench(HARD, static=True)
    (found,) = made.by_the_letter()
    assert found.rule == "result-missing"
    assert found.severity.value == "error"
    assert found.message == "hard_eight: no clause gives a result on 1-6, 2-5, 2-6, 3-4 and 3-5"
    assert found.effect == "10/11 (90.9091%) of wagers on hard_eight come to this; as assumed the wager loses there"
    assert found.cause == "The document leaves it open: only what wins is given."
    assert found.cites == ("C.2",)
    assert found.witness.steps[-1].results == ("stays", "loses $10")
    assert replay(found, made.ruleset).last == {"hard_eight": "stays"}


def test_a_payout_that_only_we_assumed(bench, replay):
    made = bench(
        """
wager seven                                                             @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
wager eleven                                                            @ C.2
  win on 11                                                             @ C.2
  lose otherwise                                                        @ C.2
pays                                                                    @ F.1
  | wager  | odds    |
  | seven  | 4 to 1  |                                                    @ F.1 assumed cut_off
  | eleven | 15 to 1 |
assume cut_off                                                          @ F.1
  because "the scan cuts the column off"
""",
        static=True,
    )
    (found,) = made.by_the_letter()
    assert found.message == "seven: no clause says what a win on 7 is paid"
    again = replay(found, made.ruleset)
    assert again.stopped == "seven wins and no clause says what it is paid (7)"


def test_a_policy_that_only_we_assumed(bench, replay):
    made = bench(
        """
wager field                                                             @ C.1
  win  on 2, 12                                                         @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    highest only
        assumed because "which row counts is not said"
    | total | odds   |
    | 2, 12 | 2 to 1 |
    | 12    | 3 to 1 |
""",
        static=True,
    )
    (found,) = made.by_the_letter()
    assert found.rule == "result-conflict"
    assert found.message == "field: clauses give wins at 2 to 1 and wins at 3 to 1 on 12"
    assert replay(found, made.ruleset).stopped


def test_an_assumption_that_nobody_needed(bench):
    made = bench(
        """
wager any_seven                                                         @ C.1
  win  on 7                                                             @ C.1
  lose on 2                                                             @ C.2
      assumed because "a 2 is not spoken of"
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.1
""",
        static=True,
    )
    (found,) = made.by_the_letter()
    assert found.rule == "assumption"
    assert found.message == 'the assumed "lose on 2" of any_seven is not needed'
    assert found.severity.value == "note"


def test_a_supplement_that_only_goes_back_has_no_result(bench, replay):
    made = bench(
        """
wager pass                                                              @ C.1
  made before the come_out                                              @ C.1
  at come_out
    win  on 7, 11                                                       @ C.2
    lose on 2, 3, 12                                                    @ C.2
  at point_roll
    win  on the point                                                   @ C.3
    lose on 7                                                           @ C.3
  pays 1 to 1                                                           @ C.4
wager odds_behind                                                       @ H.1
  made before the point_roll                                            @ H.1
  needs pass                                                            @ H.1
  win  if pass wins                                                     @ H.1
  lose if pass loses                                                    @ H.1
      assumed because "it is said how it is paid, not what loses it"
  pays 1 to 1                                                           @ H.2
""",
        "point",
        static=True,
    )
    (found,) = made.by_the_letter()
    assert found.message == "odds_behind: no clause gives a result on 7"
    assert replay(found, made.ruleset).last == {"pass": "lose", "odds_behind": "return"}


def test_nothing_assumed_nothing_found(bench):
    made = bench(
        """
wager any_seven                                                         @ C.1
  win  on 7                                                             @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.1
""",
        static=True,
    )
    assert made.by_the_letter() == []


def test_the_head_of_a_table_that_cites_a_clause_stays(bench):
    made = bench(
        """
wager any_seven                                                         @ C.1
  win  on 7                                                             @ C.1
  lose otherwise                                                        @ C.1
  pays at least                                                         @ C.2
      assumed because "C.2 gives the odds outright; F.1 lets the house pay more"
    | total | odds   |
    | 7     | 4 to 1 |
""",
        static=True,
    )
    assert made.by_the_letter() == []


def test_clauses_that_are_not_in_the_text_at_hand():
    missing = MissingClauses.of(("A through D.5.b, L",))
    assert all(missing.has(clause) for clause in ("A", "A.1", "B.12", "D.3", "D.5.b", "D.5.b.i", "L", "L.2"))
    assert not any(missing.has(clause) for clause in ("D.5.c", "D.10", "E.1", "K.4", "M"))
