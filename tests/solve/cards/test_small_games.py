"""Small games with cards, each of a form in which a figure was once wrong; what is right is counted beside it by hand."""

from __future__ import annotations

from fractions import Fraction

from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.planner import Verified, verify
from audit.solve.result import WagerResult
from audit.solve.sampling import with_samples

TABLE = """ruleset test/table/undated
  title "a limit from a table"
  source "made up"
deck 1 of 52 without 2 through 9 @ 1
area player_cards of each player @ 1
assume lim_at
  because "made up"
  taken a
  instead b
count points @ 1
  10 counts 1
  J counts 2
  Q counts 3
  K counts 4
  A counts 5
table lim @ 1
  | lim_at | lim |
  | a | 5 |
  | b | 7 |
wager side @ 1
  made before the deal
  pays
    | player_cards | pays   |
    | points over lim | 1 to 1 |
    | otherwise | lose   |
round @ 1
  step deal
    deal 2 to player_cards face up
  step showdown
    settle side
"""

SPADES = """ruleset test/spades/undated
  title "a class of spades"
  source "made up"
deck 1 of 52 without 2 through 9 @ 1
area player_cards of each player @ 1
ranking two of 2 cards @ 1
  order A K Q J 10
  spades     2 cards of spades
  high_card  anything else
  compare by sets_then_cards
hand h is all of player_cards by two @ 1
wager side @ 1
  made before the deal
  pays
    | h | pays |
    | K high or worse and K Q | 1 to 1 |
    | otherwise | lose |
round @ 1
  step deal
    deal 2 to player_cards face up
  step showdown
    settle side
"""

BEST_TWO = """ruleset test/best-two/undated
  title "the best two of three"
  source "made up"
deck 1 of 52 without 2 through J @ 1
area player_cards of each player @ 1
ranking two of 2 cards @ 1
  order A K Q
  big        A K
  high_card  anything else
  compare by sets_then_cards
hand h is best 2 of player_cards by two @ 1
wager side @ 1
  made before the deal
  pays
    | h | pays |
    | A K of one suit | 5 to 1 |
    | otherwise | lose |
round @ 1
  step deal
    deal 3 to player_cards face up
  step showdown
    settle side
"""

NOT_PLAYED = """ruleset test/not-played/undated
  title "a bonus that cannot be played"
  source "made up"
deck 1 of 52 without 2 through Q @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1
area board of table @ 1
count points @ 1
  K counts 2
  A counts 4
ranking two of 2 cards @ 1
  order A K
  pair  2 cards of one rank
  ak  A K
  high_card  anything else
  compare by sets_then_cards
hand ph is all of player_cards by two @ 1
hand dh is all of dealer_cards by two @ 1
wager ante @ 1
  required
  made before the deal
wager call @ 1
  needs ante
  made in decisions
  amount equal to 2 times ante
wager side @ 1
  made before the deal
  pays
    | dh | pays |
    | pair of A | 12 to 1 |
    | otherwise | lose |
bonus extra on ante @ 1
  | ph | plus |
  | pair of A | 1 to 1 |
  | otherwise | nothing |
round @ 1
  step deal
    bets ante, side
    deal 2 to player_cards with dealer_cards face down
  step decisions
    each player looks at player_cards
    each player decides
      call make call
      fold forfeit ante, side and out
  step showdown
    reveal dealer_cards
    settle ante, call
    settle side
settle ante, call @ 1
  | ph against dh | ante | call |
  | higher | win | win |
  | equal | lose | lose |
  | lower | lose | lose |
pays ante, call at 1 to 1 @ 1
"""

TWO_ANTES = """ruleset test/two-antes/undated
  title "two antes"
  source "made up"
deck 1 of 52 without 2 through Q @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1
area board of table @ 1
count points @ 1
  K counts 2
  A counts 4
ranking two of 2 cards @ 1
  order A K
  pair  2 cards of one rank
  ak  A K
  high_card  anything else
  compare by sets_then_cards
hand ph is all of player_cards by two @ 1
hand dh is all of dealer_cards by two @ 1
wager ante @ 1
  made before the deal
wager call @ 1
  needs ante
  made in decisions
  amount equal to 2 times ante
wager xante @ 1
  made before the deal
wager xcall @ 1
  needs xante
  made in decisions
  amount equal to 2 times xante
wager side @ 1
  made before the deal
  pays
    | dh | pays |
    | pair of A | 8 to 1 |
    | otherwise | lose |
round @ 1
  step deal
    bets ante, xante, side
    deal 2 to player_cards with dealer_cards face down
  step decisions
    each player looks at player_cards
    each player decides if ante is made
      call make call
      fold forfeit ante
    each player decides if xante is made
      xcall make xcall
      xfold forfeit xante, side
  step showdown
    reveal dealer_cards
    settle ante, call
    settle xante, xcall
    settle side
settle ante, call @ 1
  | ph against dh | ante | call |
  | higher | win | win |
  | equal | lose | lose |
  | lower | lose | lose |
settle xante, xcall @ 1
  | ph against dh | xante | xcall |
  | higher | win | win |
  | equal | lose | lose |
  | lower | lose | lose |
pays ante, call, xante, xcall at 1 to 1 @ 1
"""

HALF = """ruleset test/half/undated
  title "half of the ante"
  source "made up"
deck 1 of 52 without 2 through 10 @ 1
  shuffled before every round
area player_card of each player @ 1
area dealer_card of dealer @ 1
ranking single of 1 cards @ 2
  order A K Q J
  card  anything else
  compare by sets_then_cards
hand player_hand is all of player_card by single @ 2
hand dealer_hand is all of dealer_card by single @ 2
wager ante "Ante" @ 3
  required
  made before the deal
wager call "Call" @ 4
  needs ante
  made in decisions
  amount equal to half of ante
wager hearts "Hearts" @ 5
  needs ante
  made before the deal
  amount equal to half of ante
  pays
    | player_card       | pays   |
    | 1 cards of hearts | 2 to 1 |
    | otherwise         | lose   |
round @ 1
  step deal
    deal 1 to player_card with dealer_card face down
  step decisions
    each player looks at player_card
    each player decides
      call_it  make call
      fold     forfeit ante and out
  step showdown
    reveal dealer_card
    settle ante, call, hearts
settle ante, call @ 6
  | player_hand against dealer_hand | ante | call |
  | higher                          | win  | win  |
  | equal, lower                    | lose | lose |
pays ante at 1 to 1 @ 6
pays call at 1 to 1 @ 6
"""

LATE = """wager late @ 5
  needs ante
  made in insuring
  amount equal to ante
  pays
    | dealer_card       | pays   |
    | 1 cards of hearts | 2 to 1 |
    | otherwise         | lose   |
round @ 1
"""

ASKED_FOR = (
    HALF.replace("round @ 1\n", LATE)
    .replace("  step decisions\n", "  step insuring\n    each player may make late\n  step decisions\n")
    .replace("settle ante, call, hearts", "settle ante, call, hearts, late")
)

OTHER_WAGERS = """ruleset test/other-wagers/undated
  title "a reading under which more is decided"
  source "made up"
deck 1 of 52 without 2 through 10 @ 1
  shuffled before every round
assume reading @ 1
  because "x"
  taken low
  instead high
area player_card of each player @ 1
area dealer_card of dealer @ 1
ranking single of 1 cards @ 2
  order A K Q J
  card  anything else
  compare by sets_then_cards
hand player_hand is all of player_card by single @ 2
hand dealer_hand is all of dealer_card by single @ 2
wager ante "Ante" @ 3
  required
  made before the deal
wager call @ 4
  needs ante
  made in decisions
  amount equal to ante
round @ 1
  step deal
    deal 1 to player_card with dealer_card face down
  step decisions
    each player looks at player_card
    when reading is high
      each player decides
        raise_it  make call
        stay  wait
  step showdown
    reveal dealer_card
    settle ante
    when reading is high
      settle call
settle ante, call @ 6
  | player_hand against dealer_hand | ante | call |
  | higher                          | win | win |
  | equal                    | lose | lose |
  | lower                    | lose | lose |
pays ante, call at 1 to 1 @ 6
"""

INSURED = """ruleset test/insured/undated
  title "half of the wager on the hole card"
  source "made up"
deck 1 of 52 without 2 through 9 @ 1
area mine of each player by score @ 1
area theirs of dealer by score @ 1
count points @ 2
  10, J, Q, K count 10 @ 2
  A counts 11, or 1 if the total would pass 21 @ 2
group ten is 10, J, Q, K @ 2
ranking score of cards @ 2
  total    points at most 21 by points @ 2
  bust     points over 21 @ 2
wager main @ 3
  required @ 3
  rides on mine @ 3
wager insurance @ 3
  needs main @ 3
  made in insuring @ 3
  amount equal to half of main @ 3
  win if second card of theirs is ten @ 3
  lose unless second card of theirs is ten @ 3
  pays 2 to 1 @ 3
settle main @ 6
  | hand    | theirs      | hand against theirs | main |
  | bust    | any         | any                 | lose         | @ 6.a
  | total   | any         | higher              | 1 to 1       | @ 6.b
  | total   | any         | equal, lower               | lose         | @ 6.d
round @ 4
  step deal @ 4
    bets main @ 4
    deal 2 to mine face up @ 4
    deal 1 to theirs face up @ 4
    deal 1 to theirs face down @ 4
  step insuring if first card of theirs is A @ 4
    each player may make insurance @ 4
  step play @ 5
    each player plays each hand @ 5
      stand  end hand @ 5.a
      hit @ 5.b
        only if exactly 2 cards and points of hand under 21 @ 5.b
        deal 1 to hand face up @ 5.b
        end hand @ 5.b
  step final @ 7
    settle main, insurance @ 7
"""

NEVER_INSURED = INSURED.replace("first card of theirs is A", "first card of theirs is 7")


def played(text: str) -> Verified:
    return verify(load_text(text, Library(())))


def result(text: str, wager: str) -> WagerResult:
    return next(one for one in played(text).result.wagers if one.wager == wager)


def test_a_table_that_a_test_looks_up_is_that_of_the_reading() -> None:
    """Points 1 to 5, four cards each: over 5 are 114 of 190 pairs of cards, over 7 are 44."""
    side = result(TABLE, "side")
    assert side.house_edge == 1 - 2 * Fraction(114, 190)
    (reading,) = side.readings
    assert (reading.house_edge, reading.changes) == (1 - 2 * Fraction(44, 190), True)


def test_suits_that_a_ranking_tells_apart_are_no_others() -> None:
    """K Q but not both of spades, which would be of a better class: 15 of 190."""
    assert result(SPADES, "side").house_edge == 1 - 2 * Fraction(15, 190)


def test_the_suits_of_the_best_cards_are_refused_where_others_are_as_good() -> None:
    """Of ace, king and king of two suits nothing says which king is taken."""
    side = result(BEST_TWO, "side")
    assert side.house_edge is None
    assert side.reason is not None and "others are as good and answer otherwise" in side.reason


def test_a_wager_that_a_fold_forfeits_is_refused_where_the_rest_is_not_played() -> None:
    assert result(NOT_PLAYED, "side").house_edge is None
    assert result(NOT_PLAYED.replace("| ph | plus |", "| ph | pays |"), "side").house_edge == Fraction(-9, 14)


def test_a_side_wager_stands_beside_all_that_is_decided() -> None:
    """The fold of the second ante gives it up, that of the first does not: beside the first alone it would look free."""
    side = result(TWO_ANTES, "side")
    assert side.house_edge == Fraction(1, 10)
    assert any("xante" in note for note in side.notes)


def test_a_stake_that_is_half_of_another_is_the_unit() -> None:
    """A heart, one card of four, pays 2 to 1."""
    assert result(HALF, "hearts").house_edge == Fraction(1, 4)
    whole = HALF.replace("amount equal to half of ante\n  pays", "amount equal to ante\n  pays")
    assert whole != HALF and result(whole, "hearts").house_edge == Fraction(1, 4)
    assert result(INSURED, "insurance").house_edge == -Fraction(2 * 16 - 3, 19)


def test_samples_are_per_unit_too() -> None:
    verified = played(HALF)
    (hearts,) = (r for r in with_samples(verified, 3_000, 1).result.wagers if r.wager == "hearts")
    assert hearts.sampled is not None and abs(hearts.sampled.house_edge - 0.25) < 0.1


def test_a_wager_that_players_are_asked_for_is_not_said_to_bring_nothing() -> None:
    late = result(ASKED_FOR, "late")
    assert late.house_edge is None
    assert late.reason is not None and "asked for in the course of a round" in late.reason


def test_wagers_that_are_made_together_under_another_reading_are_not_said_to_keep_their_edge() -> None:
    ante = result(OTHER_WAGERS, "ante")
    assert ante.house_edge == Fraction(1, 5)
    (reading,) = ante.readings
    assert (reading.house_edge, reading.changes) == (None, True)


def test_a_wager_that_can_be_made_in_no_round_is_told_as_that() -> None:
    insurance = result(NEVER_INSURED, "insurance")
    assert insurance.reason is not None and "can be made in no round" in insurance.reason
