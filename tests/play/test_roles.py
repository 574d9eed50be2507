"""Rounds in which the player holds a role: the dealer wagers against him, and what he keeps of that, worked out by hand."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction

import pytest

from audit.play import events as ev
from audit.play.arranging import set_hand
from audit.play.choosing import AtRandom
from audit.play.errors import NotPlayable, PlayError
from audit.play.feed import Seeded
from audit.play.irregular import incident
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import ConfigureError, configure, read_value
from audit.ruleset.holding import holding, refuse_untakable
from audit.ruleset.ruleset import Ruleset
from tests.play.conftest import DICE, Load, card_table, run, table

BANKED = "oneida/pai-gow-poker/2003-08-06"
LIMITS = {"table_minimum": "$5", "table_maximum": "$500"}

KINGS = "Kd Kc Jd Js 10s 7h 6s"
QUEENS = "8d Qd Qc 4d 5h 9s 5c"
NO_PAIR = "As Kd Qc 9h 7s 5d 3c"
"""The house's way, which puts the highest low hand first, sets king and queen in front."""


def banked(real: Load, holder: str = "player") -> Ruleset:
    return holding(real(BANKED), {"bank": holder})


def round_of(ruleset: Ruleset, mine: str, theirs: str, decide: str, *wagers: str, **choices: str) -> list[str]:
    return run(card_table(ruleset, f"{mine} {theirs}", decide, *wagers, **LIMITS, **choices), once=True)


def without_clauses(lines: list[str]) -> list[str]:
    return [line.split(" @ ")[0] for line in lines]


# K.11: the dealer's hands against the Bank's; K.12, J.13: 5% of what the Bank wins in the round


@pytest.mark.parametrize(
    ("mine", "theirs", "low", "stake", "rounded", "result", "left"),
    [
        # Kings and jacks beat queens and fives twice: the Bank wins the stake, less 5%, up to the next 25 cents.
        (KINGS, QUEENS, "Jd Js", "10", "yes", "lose +$10", "commission $0.50: +$9.50"),
        (KINGS, QUEENS, "Jd Js", "11", "yes", "lose +$11", "commission $0.75: +$10.25"),  # 55 cents
        (KINGS, QUEENS, "Jd Js", "15", "yes", "lose +$15", "commission $0.75: +$14.25"),
        (KINGS, QUEENS, "Jd Js", "16", "yes", "lose +$16", "commission $1: +$15"),  # 80 cents
        (KINGS, QUEENS, "Jd Js", "11", "no", "lose +$11", "commission $0.55: +$10.45"),
        (KINGS, QUEENS, "Jd Js", "16", "no", "lose +$16", "commission $0.80: +$15.20"),
        # Queens and fives against kings and jacks: the Bank pays, and nothing is charged on a loss.
        (QUEENS, KINGS, "5h 5c", "10", "yes", "win -$10 at 1 to 1", "commission $0: -$10"),
        # Two pair behind beat the kings, nine high in front does not beat the jacks.
        (QUEENS, KINGS, "9s 8d", "10", "yes", "push $0", "commission $0: $0"),
        # Copies go to the Bank: both, the high hand under a better low one, the low hand under a better high one.
        ("Ah Kc Qd 9s 7d 5h 3h", NO_PAIR, "Kc Qd", "10", "yes", "lose +$10", "commission $0.50: +$9.50"),
        ("Ah Kc Qd 9s 7d 5h 3h", "Ac Kd Jc 9h 7s 5d 3c", "Kc Qd", "10", "yes", "lose +$10", "commission $0.50: +$9.50"),
        ("Ah Kc Qd 10s 7d 5h 3h", NO_PAIR, "Kc Qd", "10", "yes", "lose +$10", "commission $0.50: +$9.50"),
        # One copy, and the dealer's other hand is higher.
        ("Ah Kc Qd 8s 7d 5h 3h", NO_PAIR, "Kc Qd", "10", "yes", "push $0", "commission $0: $0"),
        ("Ah Kc Jd 9s 7d 5h 3h", NO_PAIR, "Kc Jd", "10", "yes", "push $0", "commission $0: $0"),
    ],
)
def test_what_the_bank_keeps(
    real: Load, mine: str, theirs: str, low: str, stake: str, rounded: str, result: str, left: str
) -> None:
    told = without_clauses(
        round_of(banked(real), mine, theirs, f"low {low}, play", f"dealer_bet {stake}", commission_rounded=rounded)
    )
    assert f"dealer makes dealer_bet ${stake}" in told
    assert [line for line in told if line.startswith("dealer_bet ")] == [f"dealer_bet {result}"]
    gross = result.split()[1]
    assert told[-2:] == [f"bank: {gross}, taken $0, {left}", "end"]


def test_what_one_round_does_not_tell_is_taken_as_met_and_told(real: Load) -> None:
    lines = round_of(banked(real), KINGS, QUEENS, "low Jd Js, play", "dealer_bet 10")
    assert [line for line in lines if line.startswith(("holds", "taken"))] == [
        "holds bank @ K.1",
        "taken as met: it is not the first round of the opening @ K.2",
        "taken as met: the player did not hold bank in the round before @ K.3",
        "taken as met: the player had a wager in the last round in which the dealer held bank @ K.4, K.4.a",
        "taken as met: the player can cover every wager @ K.4.b",
        "taken as met: dealer_bet is at most last_wager, which a round before this one tells @ K.7",
    ]
    assert lines[-3].endswith("@ K.11")
    assert lines[-2].endswith("@ J.13, K.12, K.13")


def test_nothing_to_surrender(real: Load) -> None:
    """He has no wager of his own: what only gives that up is not offered."""
    told = without_clauses(round_of(banked(real), KINGS, QUEENS, "low Jd Js, play", "dealer_bet 10"))
    assert "decides play of play" in told


@pytest.mark.parametrize(
    ("wager", "why"),
    [("main", "main is against bank"), ("bonus", "bonus needs main"), ("progressive", "progressive needs main")],
)
def test_nobody_wagers_against_himself(real: Load, wager: str, why: str) -> None:
    with pytest.raises(PlayError, match=f"{why}.*nobody wagers against himself"):
        round_of(banked(real), KINGS, QUEENS, "low Jd Js, play", "dealer_bet 10", f"{wager} 10")


def test_the_dealer_makes_no_wager_against_himself_or_a_bank_that_he_shares(real: Load) -> None:
    """K.5; and that a bank with nothing against it is told."""
    lines = round_of(real(BANKED), KINGS, QUEENS, "low Jd Js, play", "main 10", "dealer_bet 10")
    assert not any("dealer_bet" in line for line in lines)
    game = card_table(banked(real, "shared"), f"{KINGS} {QUEENS}", "", **LIMITS)
    told = [line for event in game.play() if (line := _line(event))]
    assert told == ["holds bank, 1/2 taken @ K.1, A.5, K.5, K.13", "none against bank @ A.2, K"]


def _line(event: ev.Event) -> str | None:
    from tests.play.conftest import words

    line = words(event)
    return None if line is None or line.startswith("taken as met") else line


def test_who_sets_a_shared_hand_is_not_guessed(real: Load) -> None:
    with pytest.raises(NotPlayable, match="who sets its cards is not said"):
        round_of(banked(real, "shared"), KINGS, QUEENS, "low Jd Js, play")


@pytest.mark.parametrize(
    ("holder", "owner", "is_void"),
    [("player", "player", True), ("player", "dealer", True), ("dealer", "player", False)],
)
def test_a_card_of_the_bank_exposed_voids_all_hands(real: Load, holder: str, owner: str, is_void: bool) -> None:
    """L.5: of the dealer or of whoever is the Bank.  The wager stands for the hands that are dealt anew, and he is the Bank still."""
    ruleset = banked(real, holder)
    wager = "dealer_bet 10" if holder == "player" else "main 10"
    game = card_table(ruleset, f"{KINGS} {KINGS} {QUEENS}", "low Jd Js, play", wager, **LIMITS)
    game.incident = incident(game.ruleset, "dealer_shown", {"owner": owner})
    if not is_void:
        with pytest.raises(PlayError, match="no line says what is done"):
            run(game)
        return
    told = without_clauses(run(game))
    assert "dealer_shown: void all hands and reshuffle" in told
    assert told[-2:] == ["bank: +$10, taken $0, commission $0.50: +$9.50", "end"]
    assert told.count("holds bank") == 1


def test_who_may_hold_a_role(real: Load) -> None:
    with pytest.raises(ConfigureError, match="there is no role bnk"):
        holding(real(BANKED), {"bnk": "player"})
    with pytest.raises(ConfigureError, match="me holds no role"):
        holding(real(BANKED), {"bank": "me"})
    shared = banked(real, "shared")
    refuse_untakable(configure(shared).ruleset, shared)
    with pytest.raises(ConfigureError, match=r"lets the dealer take a part of what bank brings \(A.5, K.5, K.13\)"):
        refuse_untakable(configure(shared, {"co_banking": read_value("no")}).ruleset, shared)
    assert holding(real(BANKED), {"bank": "dealer"}) == real(BANKED)


# both holders, round after round


@pytest.mark.parametrize("holder", ["dealer", "player"])
def test_each_wager_has_one_result_and_no_money_is_lost(real: Load, holder: str) -> None:
    """What the hands are worth says who wins; what one side wins the other pays, commissions go to the house."""
    ruleset = banked(real, holder)
    unset = {"table_minimum": read_value("$5"), "table_maximum": read_value("$500"), "jackpot": read_value("$1000")}
    configured = configure(ruleset, {name: value for name, value in unset.items() if name != "jackpot"})
    game = Play(configured, Seeded(77), chooser=AtRandom(77), check_amounts=False)
    wager = "main" if holder == "dealer" else "dealer_bet"
    seen: Counter[str] = Counter()
    for n in range(60):
        stake = Fraction(5 + n % 13)
        game.state.stakes, game.unmade = [], [Wish(wager, "", stake)]
        events = list(game.one_round())
        assert [e.wager for e in events if isinstance(e, ev.Made)] == [wager]
        (settled,) = [e for e in events if isinstance(e, ev.Settled)]
        seen[settled.result] += 1
        if isinstance(settled, ev.Forfeited):
            assert (holder, settled.net) == ("dealer", -stake)
            continue
        assert settled.result == _result(events, configured.ruleset, is_bank=holder == "player")
        won = {"win": stake, "push": Fraction(0), "lose": -stake}[settled.result]
        players = won if holder == "dealer" else -won
        commission = Fraction(math.ceil(max(players, Fraction(0)) / 20 * 4), 4)
        if holder == "dealer":
            assert settled.net == players - commission
            assert not any(isinstance(e, ev.RoleSettled | ev.RoleTaken) for e in events)
        else:
            assert settled.net == players
            (kept,) = [e for e in events if isinstance(e, ev.RoleSettled)]
            assert (kept.gross, kept.taken, kept.commission, kept.net) == (players, 0, commission, players - commission)
        house = commission - players
        assert (players - commission) + house == 0
    assert set(seen) == {"win", "push", "lose"}


def _result(events: list[ev.Event], ruleset: Ruleset, *, is_bank: bool) -> str:
    """What becomes of the wager by what the parts are worth: whoever wagers must be higher in both, copies go to the bank."""
    held = {e.who: e for e in events if isinstance(e, ev.CardsSet)}
    better, bank = ("dealer", "player") if is_bank else ("player", "dealer")
    higher = 0
    for part in ("high", "low"):
        mine, theirs = (
            set_hand(part, held[who].area, dict(held[who].parts)[part], ruleset).worth.order for who in (better, bank)
        )
        higher += mine > theirs
    return ("lose", "push", "win")[higher]


# a made-up table of dice: several wagers of the dealer's, a bank that is shared

ROLE = """
role bank "Bank" @ 3
  house may offer @ 3.a
  held by dealer when nobody takes it @ 3.b
  dealer may take 40% of the result when asked @ 3.c
  commission 5% of net win charged each round rounded up to $0.25 @ 3.d
"""
WAGERS = """
wager line @ 4
  made before any roll
  against bank
  win on 7 @ 4.a
  lose otherwise @ 4.a
  pays 1 to 1
wager side @ 4
  made before any roll
  win on 2 @ 4.a
  lose otherwise @ 4.a
  pays 30 to 1
wager against_line @ 5
  made by the dealer before any roll unless bank is dealer
  against bank @ 5.a
  win on 7 @ 5.b
  push on 2 @ 5.b
  lose otherwise @ 5.b
  pays 2 to 1 @ 5.b
wager against_seven @ 6
  made by the dealer before any roll unless bank is dealer
  against bank
  win on 12 @ 6.a
  lose otherwise @ 6.a
  pays 1 to 1 @ 6.a
round @ 9
  step throw
    roll dice @ 9.a
    settle @ 9.b
"""


@pytest.mark.parametrize(
    ("holder", "roll", "wagers", "told"),
    [
        # one wins 10, one wins 20: 5% of 30; nothing but the sum is charged
        ("player", "3-1", ("against_line 10", "against_seven 20"), "bank: +$30, taken $0, commission $1.50: +$28.50"),
        # -20 and +20, -20 and +21, where 5 cents are charged 25: what is won and lost in the round is one sum
        ("player", "3-4", ("against_line 10", "against_seven 20"), "bank: $0, taken $0, commission $0: $0"),
        ("player", "3-4", ("against_line 10", "against_seven 21"), "bank: +$1, taken $0, commission $0.25: +$0.75"),
        ("player", "6-6", ("against_line 10", "against_seven 21"), "bank: -$11, taken $0, commission $0: -$11"),
        ("player", "1-1", ("against_line 10",), "bank: $0, taken $0, commission $0: $0"),
        # the dealer takes 40%, of a loss as well; the holder is charged on his own part alone: 60 cents and 75
        ("shared", "3-1", ("against_line 20",), "bank: +$20, taken +$8, commission $0.75: +$11.25"),
        ("shared", "3-4", ("against_line 10",), "bank: -$20, taken -$8, commission $0: -$12"),
        # a wager that is against nobody's role is his own, and in no account
        ("player", "1-1", ("side 5", "against_line 10"), "bank: $0, taken $0, commission $0: $0"),
    ],
)
def test_a_round_has_one_account(small: Load, holder: str, roll: str, wagers: tuple[str, ...], told: str) -> None:
    ruleset = holding(small(DICE + ROLE + WAGERS), {"bank": holder})
    lines = without_clauses(run(table(ruleset, roll, *wagers), once=True))
    assert [line for line in lines if line.startswith("bank:")] == [told]
    assert sum(line.startswith(("against_line ", "against_seven ", "side ")) for line in lines) == len(wagers)


def test_a_side_wager_of_the_holder_is_settled_as_ever(small: Load) -> None:
    ruleset = holding(small(DICE + ROLE + WAGERS), {"bank": "player"})
    lines = without_clauses(run(table(ruleset, "1-1", "side 5"), once=True))
    assert lines[-3:] == ["side win +$150 at 30 to 1", "none against bank", "end"]


def test_what_does_not_end_a_round_is_accounted_in_the_next(small: Load) -> None:
    """Of two rounds each has an account of what was decided in it."""
    ruleset = holding(small(DICE + ROLE + WAGERS), {"bank": "player"})
    play = table(ruleset, "3-1, 3-4", "against_line 10")
    first = without_clauses(run(play, once=True))
    play.unmade = [Wish("against_line", "", Fraction(10))]
    second = without_clauses(run(play, once=True))
    assert [lines[-2] for lines in (first, second)] == [
        "bank: +$10, taken $0, commission $0.50: +$9.50",
        "bank: -$20, taken $0, commission $0: -$20",
    ]


@pytest.mark.parametrize(
    ("old", "new", "refused"),
    [
        ("house may offer", "covers up to its own wager in the order of settling", "covers up to its own wager"),
        ("5% of net win charged each round", "5% of win charged when won", "a commission of a role"),
        ("against bank @ 5.a", "taken when made @ 5.a", "made by a position"),  # against nobody
        (
            "against bank @ 5.a",
            "against bank @ 5.a\n  taken when made @ 5.a",
            "taken when made, of a wager that the dealer makes",
        ),
        (
            "against bank @ 5.a",
            "against bank @ 5.a\n  commission 5% of win charged when won @ 5.a",
            "commission, of a wager that the dealer",
        ),
        (
            "made by the dealer before any roll unless bank is dealer\n  against bank @ 5.a",
            "made by the button before any roll\n  against bank @ 5.a",
            "made by a position",
        ),
    ],
)
def test_what_is_not_played_is_refused_by_name(small: Load, old: str, new: str, refused: str) -> None:
    text = (DICE + ROLE + WAGERS).replace(old, new, 1)
    assert text != DICE + ROLE + WAGERS
    ruleset = holding(small(text), {"bank": "player"})
    with pytest.raises(NotPlayable, match=refused):
        run(table(ruleset, "3-1", "against_line 10"), once=True)
