"""assumption: the document is silent; what was assumed, and what the other reading would do."""

from fractions import Fraction

from audit.checks.settings import Settings

BUY = """
option rate from 0% through 5% default 5%                               @ O.1
wager buy                                                               @ C.1
  win  on 4                                                             @ C.1
  lose on 7                                                             @ C.1
  pays 2 to 1                                                           @ C.1
  when moment is at_making
    commission rate of wager charged when made                          @ C.2
  when moment is at_winning
    commission rate of wager charged when won                           @ C.2
assume moment                                                           @ C.2
  because "the rate is given, not the moment"
  taken   at_making
  instead at_winning
"""


def test_the_effect_of_the_other_reading(bench, replay):
    made = bench(BUY)
    (found,) = made.found("assumption")
    assert found.severity.value == "note"
    assert found.message == "moment is read as at_making: the rate is given, not the moment"
    assert found.effect == (
        "read as at_making, the house keeps 1/20 (5.0000%) of each stake on buy; "
        "read as at_winning, the house keeps 1/60 (1.6667%)"
    )
    assert found.witness.columns == ("Read as at_making", "Read as at_winning")
    assert found.witness.steps[-1].results == ("loses $10.50", "loses $10")
    assert replay(found, made.ruleset).net == {"buy": Fraction(-21, 2)}


def test_a_reading_that_leaves_it_unverifiable_is_a_warning(bench, replay):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  when payout is even_money
    pays 1 to 1                                                         @ C.2
  when payout is not_listed
    pays not stated                                                     @ C.3
assume payout                                                           @ C.2, C.3
  because "the list has no row for it"
  taken   even_money
  instead not_listed
""")
    (found,) = made.found("assumption")
    assert found.severity.value == "warning"
    assert found.effect == (
        "read as even_money, the house keeps 2/3 (66.6667%) of each stake on any_seven; "
        "read as not_listed, the house edge is not verifiable"
    )
    assert found.witness.steps[-1].results == ("wins $10 at 1 to 1", "wins, payout not stated")
    assert replay(found, made.ruleset).last == {"any_seven": "win"}


def test_a_reading_that_gives_the_advantage_away_is_a_warning(bench):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays odds_read                                                        @ C.2
assume odds_read                                                        @ C.2
  because "the figure can be read twice"
  taken   4 to 1
  instead 6 to 1
""")
    (found,) = made.found("assumption")
    assert found.severity.value == "warning"
    assert found.effect.endswith("read as 6 to 1, the player gains 1/6 (16.6667%)")


def test_readings_that_come_to_the_same_have_no_round(bench):
    made = bench("""
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  when printed is plainly
    pays 4 to 1                                                         @ C.2
  when printed is loosely
    pays 5 for 1                                                        @ C.2
assume printed                                                              @ C.2
  because "the odds are printed in two ways"
  taken   plainly
  instead loosely
""")
    (found,) = made.found("assumption")
    assert found.effect == "no figure differs"
    assert found.witness is None
    assert found.no_witness_because == "No round of play differs."


def test_without_play_the_effect_is_not_claimed(bench):
    (found,) = bench(BUY, static=True).found("assumption")
    assert found.effect == "not played out"


def test_what_hangs_on_money_is_told_and_the_rest_on_request(bench):
    lines = """
dice 2 with faces 1 through 6                                           @ A.1
    assumed because "how a die is marked is not said"
wager any_seven                                                         @ C.1
  win on 7                                                              @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.1
      assumed because "the figure is hard to read"
round                                                                   @ B.1
  step roll_out
    roll dice                                                           @ B.1
    settle                                                              @ B.1
"""
    told = [f.message for f in bench(lines, "", static=True).found("assumption")]
    assert told == ["what any_seven pays rests on an assumption: the figure is hard to read"]
    every = [
        f.message for f in bench(lines, "", static=True, settings=Settings(all_assumptions=True)).found("assumption")
    ]
    assert every == ["what is said of the dice rests on an assumption: how a die is marked is not said", *told]


def test_an_assumed_approval_is_told(bench):
    head = '  approved     2026-01-05\n      assumed because "a date stands at the foot of a page"\n'
    (found,) = bench("", head=head, static=True).found("assumption")
    assert found.message == "the date of approval rests on an assumption: a date stands at the foot of a page"
    assert found.cites == ()


def test_a_policy_that_only_we_assumed_is_told(bench):
    """Which of two rows counts decides what is paid: a 7 stands in both rows."""
    (found,) = bench("""
wager sevens                                                            @ C.1
  win  on 7, 11                                                         @ C.1
  lose otherwise                                                        @ C.1
  pays                                                                  @ C.2
    first row only
        assumed because "a 7 is in both rows"
    | total | pays   |
    | 7, 11 | 1 to 1 |                                                  @ C.2
    | 7     | 2 to 1 |                                                  @ C.3
""").found("assumption")
    assert found.message == "which row of sevens counts rests on an assumption: a 7 is in both rows"
    assert found.condition == "C.2 does not say it outright. Taken: of several rows of sevens that fit, the first counts."
    assert found.cites == ("C.2",)
    assert found.concerns == ("sevens",)


TWO = """
wager high                                                              @ C.1
  win  on 12                                                            @ C.1
  lose otherwise                                                        @ C.1
      assumed because "what loses is left out"
  pays 30 to 1                                                          @ C.1
wager low                                                               @ C.2
  win  on 2                                                             @ C.2
  lose otherwise                                                        @ C.2
  pays twos                                                             @ C.2
assume twos                                                             @ C.2
  because "high and low are printed on one line"
  taken   30 to 1
  instead 25 to 1
"""


def test_it_concerns_the_wagers_that_it_moves_and_no_other(bench):
    """A reason may name a wager in its words; that is not what it is about."""
    told = {f.message.partition(" ")[0]: f.concerns for f in bench(TWO).found("assumption")}
    assert told == {"twos": ("twos", "low")}


def test_a_heading_carries_what_stands_below_it(bench):
    """A line without a clause of its own rests on the heading above it."""
    (found,) = bench("""
option loose yes or no default yes                                      @ O.1
wager seven                                                             @ C.1
  win  on 7                                                             @ C.1
  lose otherwise                                                        @ C.1
  when loose is yes
      assumed because "no clause says what the loose game pays"
    pays 4 to 1
  when loose is no
    pays 3 to 1                                                         @ C.3
""").found("assumption")
    assert found.message.startswith("the line \"when loose is yes\" and what seven pays rest on an assumption")
    assert found.condition.endswith('Taken: the line "when loose is yes"; seven: "pays 4 to 1 when loose is yes".')


def test_what_is_not_solved_is_not_said_to_stand_still(bench):
    """The second wager is paid what the house sets, and nobody has set it."""
    made = bench("""
wager seven                                                             @ C.1
  win  on 7                                                             @ C.1
  lose otherwise                                                        @ C.1
  pays 4 to 1                                                           @ C.1
wager share                                                             @ C.2
  win  on 12                                                            @ C.2
      assumed because "what wins is left out"
  lose otherwise                                                        @ C.2
  pays top                                                              @ C.2
option top from 1 to 1 through 5 to 1                                   @ C.2
""")
    (found,) = made.found("assumption")
    assert found.effect == "share is not solved; whether its house edge hangs on it is not known"
