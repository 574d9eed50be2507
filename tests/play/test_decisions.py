"""What a player is offered, what he chooses, and what that does to his wagers."""

from __future__ import annotations

from fractions import Fraction
from textwrap import dedent, indent

import pytest

from audit.play.choosing import AtRandom, Stuck, ToDecide
from audit.play.errors import GivenError, NotPlayable, NotStatedHere, PlayError
from audit.play.feed import Seeded
from audit.play.rounds import Play
from audit.ruleset.configure import configure
from tests.play.conftest import Load, Played, card_table, run, wish

HEAD = """
deck 1 of 52 @ 1
area mine of each player @ 1
wager ante @ 2
  push otherwise @ 2
wager side @ 2
  optional @ 2
  push otherwise @ 2
"""
ROUND = """
round @ 3
  bets ante, side @ 3
  deal 1 to mine face down @ 4
"""
PLAY = """
wager play @ 2
  push otherwise @ 2
"""


def body(decision: str, *, wagers: str = PLAY) -> str:
    return HEAD + dedent(wagers) + ROUND + indent(dedent(decision).strip("\n"), "  ") + "\n"


def told(dealt: Played, text: str, decide: str, *wagers: str) -> list[str]:
    """What happens behind the deal, without clauses."""
    found = [line.split(" @ ")[0] for line in dealt(text, "8h 9h Kd", decide, *(wagers or ("ante 10", "side 5")))]
    return found[next(at for at, line in enumerate(found) if line.startswith("deal")) + 1 : -1]


PLAY_OR_FOLD = """
each player decides @ 5
  play  make play equal to ante @ 5.a
  fold  forfeit ante, side and out @ 5.b
"""


def test_a_choice_makes_a_wager(dealt: Played) -> None:
    assert told(dealt, body(PLAY_OR_FOLD), "play") == [
        "decides play of play, fold",
        "makes play $10",
        "ante push $0",
        "side push $0",
        "play push $0",
    ]


def test_a_choice_forfeits_wagers_at_once(dealt: Played) -> None:
    assert told(dealt, body(PLAY_OR_FOLD), "fold") == [
        "decides fold of play, fold",
        "ante forfeited lose -$10",
        "side forfeited lose -$5",
        "is out",
    ]


def test_each_thing_has_the_clause_of_its_choice(dealt: Played) -> None:
    lines = dealt(body(PLAY_OR_FOLD), "8h", "fold", "ante 10")
    assert "decides fold of play, fold @ 5.b" in lines
    assert "ante forfeited lose -$10 @ 5.b" in lines


def test_a_wager_that_was_not_made_is_not_forfeited(dealt: Played) -> None:
    assert told(dealt, body(PLAY_OR_FOLD), "fold", "ante 10")[1:] == ["ante forfeited lose -$10", "is out"]


TWICE = """
each player decides @ 5
  stay   wait @ 5
  leave  out @ 5
each player decides @ 6
  up     make play equal to ante @ 6
  down   wait @ 6
"""


def test_a_player_who_is_out_decides_no_more_and_his_wagers_live_on(dealt: Played) -> None:
    assert told(dealt, body(TWICE), "leave") == [
        "decides leave of stay, leave",
        "is out",
        "ante push $0",
        "side push $0",
    ]


def test_a_player_who_waits_decides_again(dealt: Played) -> None:
    assert told(dealt, body(TWICE), "stay, down")[:2] == ["decides stay of stay, leave", "decides down of up, down"]


def test_a_round_stops_where_the_player_is_out_and_nothing_is_left(small: Load) -> None:
    text = body(PLAY_OR_FOLD + "deal 1 to mine face up @ 6\n")
    game = card_table(small(text), "8h 9h", "fold", "ante 10")
    assert run(game)[-1].startswith("is out")
    assert len(game.state.cards.faces["mine"]) == 1


FORFEITED_OUT = (
    PLAY
    + """
wager progressive @ 2
  taken when made @ 2
  forfeited when out @ 2.p
  push otherwise @ 2
"""
)


def test_a_wager_is_forfeited_when_the_player_goes_out(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD, wagers=FORFEITED_OUT)
    lines = dealt(text, "8h", "fold", "ante 10", "progressive 1")
    assert lines[-3:] == ["is out @ 5.b", "progressive forfeited lose -$1 @ 2.p", "end"]


def test_all_but_some_are_forfeited(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD.replace("forfeit ante, side", "forfeit all but side"))
    assert told(dealt, text, "fold")[1:] == ["ante forfeited lose -$10", "is out", "side push $0"]


def test_half_is_forfeited_and_half_goes_back(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD.replace("forfeit ante, side", "forfeit half of ante"))
    assert told(dealt, text, "fold")[1] == "ante forfeited lose half -$5"


def test_a_wager_is_taken_back(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD.replace("forfeit ante, side and out", "take back ante"))
    assert told(dealt, text, "fold")[1:] == ["ante return $0", "side push $0"]


@pytest.mark.parametrize(
    ("permission", "offered"),
    [
        ("only if side is made", "play, fold"),
        ("only if side is not made", "fold"),
        ("not if side is made", "fold"),
        ("not if side is not made", "play, fold"),
    ],
)
def test_only_permitted_choices_are_offered(dealt: Played, permission: str, offered: str) -> None:
    text = body(
        f"""
        each player decides @ 5
          play @ 5
            {permission} @ 5
            make play equal to ante @ 5
          fold  forfeit ante and out @ 5
        """
    )
    assert told(dealt, text, "fold")[0] == f"decides fold of {offered}"


def test_a_condition_behind_a_choice_is_asked_before_it_is_offered(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD.replace("make play equal to ante", "make play equal to ante if side is not made"))
    assert told(dealt, text, "fold")[0] == "decides fold of fold"


def test_where_nothing_is_permitted_the_player_is_stuck(dealt: Played) -> None:
    text = body("each player decides @ 5\n  play  make play equal to ante if side is not made @ 5\n")
    with pytest.raises(Stuck, match="no choice is permitted"):
        told(dealt, text, "play")


def test_after_asks_what_was_chosen(dealt: Played) -> None:
    text = body(TWICE.replace("up     make play equal to ante", "up     make play equal to ante if after stay"))
    assert told(dealt, text, "stay, up")[1] == "decides up of up, down"


# stakes


def test_several_multiples_are_offered_each(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD.replace("make play equal to ante", "make play 3 or 4 times ante"))
    assert told(dealt, text, "play 4")[:2] == ["decides play 4 of play 3, play 4, fold", "makes play $40"]


def test_a_choice_may_be_named_by_its_stake(dealt: Played) -> None:
    text = body(PLAY_OR_FOLD.replace("make play equal to ante", "make play 3 or 4 times ante"))
    assert told(dealt, text, "play $30")[0] == "decides play 3 of play 3, play 4, fold"


RANGE = PLAY.replace("push", "amount from ante through 3 times ante @ 2\n  push")
OWN = PLAY_OR_FOLD.replace("make play equal to ante", "make play")


def test_a_range_is_offered_at_its_two_ends(dealt: Played) -> None:
    found = told(dealt, body(OWN, wagers=RANGE), "play 3")
    assert found[:2] == ["decides play 3 of play 1, play 3, fold", "makes play $30"]


def test_a_range_is_offered_at_what_the_player_wishes_in_between(dealt: Played) -> None:
    found = told(dealt, body(OWN, wagers=RANGE), "play $25", "ante 10", "play 25")
    assert found[:2] == ["decides play $25 of play 1, play $25, play 3, fold", "makes play $25"]


def test_a_wish_outside_the_range_is_not_offered(dealt: Played) -> None:
    assert (
        told(dealt, body(OWN, wagers=RANGE), "fold", "ante 10", "play 35")[0] == "decides fold of play 1, play 3, fold"
    )


def test_two_bounds_must_both_be_met(dealt: Played) -> None:
    wagers = PLAY.replace("push", "amount from ante through 3 times ante @ 2\n  amount at most $25 @ 2\n  push")
    assert told(dealt, body(OWN, wagers=wagers), "fold", "ante 10")[0] == "decides fold of play 1, play $25, fold"


def test_a_multiple_that_the_wagers_own_bound_forbids_is_not_offered(dealt: Played) -> None:
    wagers = PLAY.replace("push", "amount at most $35 @ 2\n  push")
    text = body(PLAY_OR_FOLD.replace("make play equal to ante", "make play 3 or 4 times ante"), wagers=wagers)
    assert told(dealt, text, "fold", "ante 10")[0] == "decides fold of play, fold"


def test_a_stake_that_no_line_says_is_refused(dealt: Played) -> None:
    with pytest.raises(NotStatedHere, match="no line says how much play is"):
        told(dealt, body(OWN), "play")


def test_a_wager_needs_what_it_needs_when_it_is_chosen(dealt: Played) -> None:
    wagers = PLAY.replace("push", "needs side @ 2\n  push")
    assert told(dealt, body(PLAY_OR_FOLD, wagers=wagers), "fold", "ante 10")[0] == "decides fold of fold"


def test_a_wager_that_is_made_by_a_choice_is_not_made_before(dealt: Played) -> None:
    wagers = PLAY.replace("push", "made in round @ 2\n  push")
    assert (
        told(dealt, body(PLAY_OR_FOLD, wagers=wagers), "fold", "ante 10", "play 10")[0] == "decides fold of play, fold"
    )


def test_a_second_wager_of_one_name_is_refused(dealt: Played) -> None:
    with pytest.raises(NotPlayable, match="make play, which is made already"):
        told(dealt, body(PLAY_OR_FOLD + PLAY_OR_FOLD), "play, play")


def test_a_make_that_is_no_choice_makes_the_one_stake_that_there_is(dealt: Played) -> None:
    assert told(dealt, body("make play equal to half of ante @ 5"), "")[0] == "makes play $5"


def test_a_make_that_is_no_choice_does_not_choose(dealt: Played) -> None:
    with pytest.raises(PlayError, match="play can be made at 2 stakes"):
        told(dealt, body("make play 1 or 2 times ante @ 5"), "")


CHOICE_LINES = """
each player decides @ 5
  play @ 5
    make play equal to ante if side is not made @ 5
    make play 2 times ante if side is made @ 5
  fold  out @ 5
"""


@pytest.mark.parametrize(("wagers", "stake"), [(("ante 10",), "$10"), (("ante 10", "side 5"), "$20")])
def test_lines_of_a_choice_make_what_their_guards_let(dealt: Played, wagers: tuple[str, ...], stake: str) -> None:
    assert told(dealt, body(CHOICE_LINES), "play", *wagers)[1] == f"makes play {stake}"


# may make

MAY = PLAY.replace("push", "amount equal to half of ante @ 2\n  push")


def test_a_wager_that_may_be_made_is_asked_for(dealt: Played) -> None:
    text = body("each player may make play @ 5", wagers=MAY)
    assert told(dealt, text, "play")[:2] == ["decides play of play, no play", "makes play $5"]
    assert told(dealt, text, "no play")[:2] == ["decides no play of play, no play", "ante push $0"]


def test_a_wager_that_may_not_stand_is_not_asked_for(dealt: Played) -> None:
    wagers = MAY.replace("push", "needs side @ 2\n  push")
    assert told(dealt, body("each player may make play @ 5", wagers=wagers), "", "ante 10") == ["ante push $0"]


# who chooses


def test_a_choice_that_is_not_offered_is_refused(dealt: Played) -> None:
    with pytest.raises(GivenError, match="--decide: raise is not offered at round; offered: play, fold"):
        told(dealt, body(PLAY_OR_FOLD), "raise")


def test_choosing_at_random_is_even_and_the_same_for_the_same_seed(small: Load) -> None:
    game = Play(configure(small(body(PLAY_OR_FOLD)), {}), Seeded(1), [wish("ante 10")])
    asked: list[ToDecide] = []

    class Asking(AtRandom):
        def choose(self, decision: ToDecide) -> int:
            asked.append(decision)
            return super().choose(decision)

    game.chooser = Asking(5)
    list(game.one_round())
    decision = asked[0]
    one, other = AtRandom(9), AtRandom(9)
    drawn = [one.choose(decision) for _ in range(2_000)]
    assert drawn == [other.choose(decision) for _ in range(2_000)]
    assert 900 < sum(drawn) < 1_100


def test_a_decision_tells_what_the_player_knows(small: Load) -> None:
    text = body("each player looks at mine @ 5\n" + PLAY_OR_FOLD)
    game = Play(configure(small(text), {}), Seeded(1), [wish("ante 10")])
    asked: list[ToDecide] = []

    class Asking(AtRandom):
        def choose(self, decision: ToDecide) -> int:
            asked.append(decision)
            return 0

    game.chooser = Asking(5)
    list(game.one_round())
    assert asked[0].known == {("mine", 0)}
    assert [offer.makes for offer in asked[0].offers] == [(("play", Fraction(10)),), ()]
