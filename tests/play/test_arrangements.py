"""Rounds in which cards are set into parts: who wins, what is kept, what seven cards bring by themselves."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.cards import SUITS, Card
from audit.play.choosing import AtRandom, ByTheWay
from audit.play.errors import GivenError, NotPlayable, PlayError
from audit.play.feed import Seeded
from audit.play.rounds import Play
from audit.ruleset.configure import configure, read_value
from tests.play.conftest import Load, card_table, run, wish

PRINTED = "jack-cleveland/pai-gow-poker/2015-03-15"
FREE = "jack-cleveland/commission-free-pai-gow-poker/undated"
BANKED = "oneida/pai-gow-poker/2003-08-06"
LIMITS = {"table_minimum": "$5", "table_maximum": "$500"}

KINGS = "Kd Kc Jd Js 10s 7h 6s"
QUEENS = "8d Qd Qc 4d 5h 9s 5c"
STRAIGHT_AND_LITTLE = "10s 9h 8c 7d 6s 4h 3c"
STRAIGHT_AND_MUCH = "10h 9c 8d 7s 6h Ad Kc"

Settle = Callable[..., list[str]]


@pytest.fixture
def settle(real: Load) -> Settle:
    """What becomes of the wagers of a round, line by line, without clauses: the player's cards, the dealer's, what is decided."""

    def settled(name: str, mine: str, theirs: str, decide: str, *wagers: str, **choices: str) -> list[str]:
        limits = LIMITS if name == BANKED else {}
        game = card_table(real(name), f"{mine} {theirs}", decide, *wagers, **limits, **choices)
        told = [line.split(" @ ")[0] for line in run(game, once=True)]
        names = [text.split()[0] for text in wagers]
        return [line for line in told if line.startswith(tuple(f"{one}{mark}" for one in names for mark in (" ", ":")))]

    return settled


def others_than(held: str) -> str:
    """Seven cards of seven ranks that are not among these."""
    taken = set(held.split())
    every = [[str(Card(rank, suit)) for suit in SUITS] for rank in ("2", "4", "5", "8", "10", "J", "K")]
    return " ".join(next(card for card in cards[n % 4 :] + cards if card not in taken) for n, cards in enumerate(every))


@pytest.mark.parametrize(
    ("mine", "theirs", "decide", "becomes", "clause"),
    [
        (KINGS, QUEENS, "low Jd Js", "main win +$9.50 at 1 to 1", "13.K"),
        (QUEENS, KINGS, "low 5h 5c", "main lose -$10", "13.G.i"),
        (QUEENS, KINGS, "low 9s 8d", "main push $0", "13.I.i"),  # two pair higher, nine high lower
        (STRAIGHT_AND_MUCH, STRAIGHT_AND_LITTLE, "low Ad Kc", "main push $0", "13.I.ii"),  # equal, higher
        (STRAIGHT_AND_LITTLE, STRAIGHT_AND_MUCH, "low 4h 3c", "main lose -$10", "13.G.ii"),  # equal, lower
        ("10s 9h 8c 7d 6s Ac Kd", STRAIGHT_AND_MUCH, "low Ac Kd", "main lose -$10", "13.G.ii"),  # two copies
        ("As Ah 9c 7d 5h Kd Qc", "8s 8h 6c 4d 2h Ks Qh", "low Kd Qc", "main push $0", "13.I.i"),  # higher, a copy
        ("3s 3h 6d 7c 9h Kd Qc", "8s 8h 6c 4d 2h Ks Qh", "low Kd Qc", "main lose -$10", "13.G.ii"),  # lower, a copy
        ("2s 2c 3d 4h 7c As 9d", "8s 8h 6c 4d 3h Ks Qh", "low As 9d", "main push $0", "13.I.ii"),  # lower, higher
    ],
)
def test_both_hands_decide(real: Load, mine: str, theirs: str, decide: str, becomes: str, clause: str) -> None:
    lines = run(card_table(real(PRINTED), f"{mine} {theirs}", f"{decide}, play", "main 10"), once=True)
    assert [line.split(" @ ")[0] for line in lines if line.startswith(("main win", "main lose", "main push"))] == [
        becomes
    ]
    assert clause in next(line for line in lines if line.startswith(becomes)).replace(",", " ").split()


@pytest.mark.parametrize(
    ("stake", "rounded", "net"),
    [("10", "yes", "+$9.50"), ("11", "yes", "+$10.25"), ("15", "yes", "+$14.25"), ("16", "yes", "+$15"),
     ("11", "no", "+$10.45"), ("16", "no", "+$15.20")],
)  # fmt: skip
def test_commission_is_rounded_up_to_a_quarter_where_the_house_does(
    settle: Settle, stake: str, rounded: str, net: str
) -> None:
    """5% of $11 is 55 cents, rounded up 75; of $16 it is 80, rounded up a dollar."""
    lines = settle(PRINTED, KINGS, QUEENS, "low Jd Js, play", f"main {stake}", commission_rounded=rounded)
    assert lines == [f"main win {net} at 1 to 1"]


def test_surrender_loses_the_main_wager_and_leaves_the_bonus(settle: Settle) -> None:
    lines = settle(
        PRINTED, "8d 8c 8h 5d 4h Qs Kc", QUEENS.replace("8d", "As"), "house_way, surrender", "main 10", "fortune 5"
    )
    assert lines == ["main forfeited lose -$10", "fortune win +$15 at 3 to 1"]


def test_without_commission_a_win_is_even(settle: Settle) -> None:
    assert settle(FREE, KINGS, QUEENS, "low Jd Js, play", "main 11") == ["main win +$11 at 1 to 1"]


@pytest.mark.parametrize(
    ("theirs", "nines_count", "becomes"),
    [
        # nine high in front of nothing: ten high, nine and eight behind
        ("10c 9d 8h 6s 4c 3d 2h", "no", ["main push $0", "tiger_9 win +$300 at 30 to 1"]),
        ("Kc Kd 9h 7s 5c 4d 2h", "no", ["main push $0", "tiger_9 win +$300 at 30 to 1"]),
        ("Kc Kd 10h 7s 5c 4d 2h", "no", ["main win +$10 at 1 to 1", "tiger_9 lose -$10"]),
        ("Qc Qd 9h 9s 5c 4d 2h", "no", ["main win +$10 at 1 to 1", "tiger_9 lose -$10"]),
        ("Qc Qd 9h 9s 5c 4d 2h", "yes", ["main push $0", "tiger_9 win +$300 at 30 to 1"]),
    ],
)
def test_nine_high_of_the_dealer_pushes_all(settle: Settle, theirs: str, nines_count: str, becomes: list[str]) -> None:
    mine = "As Ah Ks Kh 3s 6c 8s"
    assert settle(FREE, mine, theirs, "low Ks Kh, play", "main 10", "tiger_9 10", nines_count=nines_count) == becomes


def test_nine_high_of_the_dealer_spares_a_worse_hand(settle: Settle) -> None:
    """Lower, lower: without nine high it would lose."""
    assert settle(FREE, "2s 3c 4s 6h 8d Jc 7h", "Kc Kd 9h 7s 5c 4d 2h", "low 8d 7h, play", "main 10") == [
        "main push $0"
    ]


SEVEN = [
    ("9h 8h 7h 6h 5h 4h 3h", "8,000 to 1", "$5,000"),
    ("Ah Kh Qh Jh 10h Kd Qd", "2,000 to 1", "$1,000"),
    ("joker Kh Qh Jh 10h Kd Qd", "2,000 to 1", "$1,000"),
    ("9h 8h 7h joker 5h 4h 3h", "1,000 to 1", "$500"),
    ("joker 9h 8h 7h 6h 5h 4h", "1,000 to 1", "$500"),
    ("As Ah Ac Ad joker 9c 5d", "400 to 1", "$250"),
    ("Ah Kh Qh Jh 10h Kd Qc", "150 to 1", "$50"),
    ("Ah joker Qh Jh 10h 3c 2d", "150 to 1", "$50"),
    ("9h 8h 7h 6h 5h Kc 2d", "50 to 1", "$20"),
    ("9h 8h joker 6h 5h Kc 2d", "50 to 1", "$20"),
    ("Ah 2h 3h 4h 5h Kc Qd", "50 to 1", "$20"),
    ("7h 7s 7c 7d 5h Kc 2d", "25 to 1", "$5"),
    ("As Ah Ac joker 5h Kc 2d", "25 to 1", "$5"),
    ("7h 7s 7c 5d 5h Kc 2d", "5 to 1", None),
    ("7h 7s 7c 5d 5h 5c 2d", "5 to 1", None),
    ("As Ah joker 5d 5h Kc 2d", "5 to 1", None),
    ("Kh Jh 9h 6h 3h Kc 2d", "4 to 1", None),
    ("joker Jh 9h 6h 3h Kc 2d", "4 to 1", None),
    ("7h 7s 7c 5d 4h Kc 2d", "3 to 1", None),
    ("joker As Ad 5d 4h Kc 9d", "3 to 1", None),
    ("9h 8d 7c 6s 5h Kc 2d", "2 to 1", None),
    ("9h 8d joker 6s 5h Kc 2d", "2 to 1", None),
    ("Kh Kd 7c 7s 5h 3c 2d", None, None),
    ("joker Kd Jc 8s 6h 4c 2d", None, None),
]


@pytest.mark.parametrize("name", [PRINTED, FREE])
@pytest.mark.parametrize(("mine", "odds", "envy"), SEVEN)
def test_seven_cards_bring_what_their_row_says(
    settle: Settle, name: str, mine: str, odds: str | None, envy: str | None
) -> None:
    lines = settle(name, mine, others_than(mine), "house_way, play", "main 10", "fortune 5")
    own = [line for line in lines if line.startswith("fortune win") or line.startswith("fortune lose")]
    assert [line.rpartition(" at ")[2] for line in own] == ([odds] if odds else own)
    assert bool(odds) == own[0].startswith("fortune win")
    given = [line for line in lines if "each other player" in line]
    assert given == ([f"fortune: +{envy} to each other player with fortune at least $5"] if envy else [])


@pytest.mark.parametrize(("order", "odds"), [("as_printed", "3 to 1"), ("as_ranked", "2 to 1")])
def test_a_hand_with_a_straight_and_three_of_a_kind_is_paid_as_the_order_of_rows_is_read(
    settle: Settle, order: str, odds: str
) -> None:
    mine = "9h 8d 7c 6s 5h 5c 5d"
    lines = settle(PRINTED, mine, others_than(mine), "house_way, play", "main 10", "fortune 5", fortune_order=order)
    assert lines[-1].startswith("fortune win")
    assert lines[-1].endswith(f"at {odds}")


HOST = """
include jack-cleveland/pai-gow-poker/2015-03-15
include jack-cleveland/fortune-pai-gow-progressive/undated
  base is main
  fortune_cards is player_cards
"""


@pytest.mark.parametrize(
    ("mine", "becomes"),
    [
        ("9h 8h 7h 6h 5h 4h 3h", "fortune_progressive win +$9,999 at 100% of fortune_jackpot"),
        ("9h 8h 7h joker 5h 4h 3h", "fortune_progressive win +$9,999 at 100% of fortune_jackpot"),
        ("As Ah Ac Ad joker 9c 5d", "fortune_progressive win +$999 at 10% of fortune_jackpot"),
        ("Ah Kh Qh Jh 10h Kd Qd", "fortune_progressive win +$499 at $500"),
        ("9h 8h joker 6h 5h Kc 2d", "fortune_progressive win +$99 at $100"),
        ("7h 7s 7c 7d 5h Kc 2d", "fortune_progressive win +$74 at $75"),
        ("7h 7s 7c 5d 5h Kc 2d", "fortune_progressive win +$3 at $4"),
        ("Kh Jh 9h 6h 3h Kc 2d", "fortune_progressive lose -$1"),
    ],
)
def test_the_progressive_on_seven_cards(small: Load, mine: str, becomes: str) -> None:
    """A dollar that is taken when made, on a jackpot of ten thousand."""
    cards = f"{mine} {others_than(mine)}"
    game = card_table(small(HOST), cards, "house_way, play", "main 10", "fortune_progressive 1", fortune_start="$10000")
    lines = [line.split(" @ ")[0] for line in run(game, once=True)]
    assert [line for line in lines if line.startswith("fortune_progressive ")] == [becomes]


@pytest.mark.parametrize(
    ("mine", "progressive", "bonus"),
    [
        ("joker Kh Qh Jh 10h 3c 3d", "$200", "150 to 1"),  # no natural royal flush: no share of the jackpot
        ("joker Kh Qh Jh 10h 4c 3d", "$100", "150 to 1"),
        ("9h 8h 7h 6h 5h Kc Kd", "$50", "50 to 1"),
        ("9h 8h 7h 6h 5h Kc 2d", "$25", "50 to 1"),
        ("7h 7s 7c 7d Kh Kc 2d", "$40", "25 to 1"),
        ("7h 7s 7c 7d 5h Kc 2d", "$20", "25 to 1"),
        ("7h 7s 7c 5d 5h Kc Kd", "$10", "5 to 1"),
        ("7h 7s 7c 5d 5h Kc 2d", "$5", "5 to 1"),
        ("Kh Jh 9h 6h 3h 2c 2d", "$6", "4 to 1"),
        ("Kh Jh 9h 6h 3h Qc 2d", "$3", "4 to 1"),
        ("9h 8d 7c 6s 5h 2c 2d", "$4", "2 to 1"),
        ("9h 8d 7c 6s 5h Kc 2d", "$2", "2 to 1"),
        ("9h 8d 7c 6s 5h 5c 5d", "$4", "3 to 1"),  # the straight with a pair beside it pays more than three of a kind
        ("7h 7s 7c 5d 4h Kc 2d", "$2", "3 to 1"),
        ("Kh Kd 7c 7s 5h 3c 2d", None, None),
    ],
)
def test_seven_cards_and_a_pair_beside_them(
    settle: Settle, mine: str, progressive: str | None, bonus: str | None
) -> None:
    lines = settle(BANKED, mine, others_than(mine), "house_way", "main 10", "progressive 1", "bonus 5")
    paid = {line.split()[0]: line.rpartition(" at ")[2] for line in lines if " win " in line}
    assert (paid.get("progressive"), paid.get("bonus")) == (progressive, bonus)


# what the player may say


def test_every_lawful_setting_is_offered_and_no_other(real: Load) -> None:
    game = card_table(real(PRINTED), f"{QUEENS} {KINGS}", "low Qd Qc, play", "main 10")
    with pytest.raises(GivenError, match="low Qd Qc is not offered at setting"):
        run(game, once=True)
    game = card_table(real(PRINTED), f"{QUEENS} {KINGS}", "low 8d 9s, play", "main 10")  # in any order
    assert "player sets high Qc Qd 5c 5h 4d; low 9s 8d @ 1.H, 13.A, 13.B" in run(game, once=True)


def test_the_player_may_set_the_house_way(real: Load) -> None:
    lines = run(card_table(real(PRINTED), f"{QUEENS} {KINGS}", "house_way, play", "main 10"), once=True)
    assert "player sets high Qc Qd 9s 8d 4d; low 5c 5h @ 1.H, 13.A, 13.B" in lines
    assert any(
        line.startswith("dealer sets high Kc Kd 10s 7h 6s; low Jd Js by house_way @ 13.C, 13.D") for line in lines
    )


def test_a_part_that_is_not_set_is_no_hand(small: Load) -> None:
    body = """
        deck 1 of 52 @ 1
        area mine of each player @ 1
          part big of 2 by worths @ 1
          part small of 1 by worths @ 1
        ranking worths of 2 or 1 cards @ 1
          order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
          pair 2 cards of one rank @ 1
          rest anything else @ 1
          compare by sets_then_cards @ 1
        wager main @ 2
        settle main @ 2
          | big of mine | main |
          | pair        | push |
          | otherwise   | push |
        round @ 3
          bets main @ 3
          deal 3 to mine face down @ 3
          settle main @ 3
    """
    with pytest.raises(PlayError, match="big of mine is asked for, and the cards have not been set"):
        run(card_table(small(body), "Ks Kh Qd", "", "main 10"), once=True)


def test_a_ranking_without_keys_cannot_say_which_settings_are_lawful(small: Load) -> None:
    body = """
        deck 1 of 52 @ 1
        area mine of each player @ 1
          part big of 2 by worths @ 1
          part small of 1 by worths @ 1
          must have big at least small @ 1
        ranking worths of 2 or 1 cards @ 1
          order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
          pair 2 cards of one rank @ 1
          rest anything else @ 1
        wager main @ 2
          push otherwise @ 2
        round @ 3
          bets main @ 3
          deal 3 to mine face down @ 3
          each player sets big, small @ 3
          settle main @ 3
    """
    with pytest.raises(NotPlayable, match="without compare by"):
        run(card_table(small(body), "Ks Kh Qd", "small Qd", "main 10"), once=True)


# against a role


def test_the_dealer_holds_the_bank_that_nobody_takes(settle: Settle) -> None:
    assert settle(BANKED, KINGS, QUEENS, "low Jd Js, play", "main 11") == ["main win +$10.25 at 1 to 1"]
    assert settle(BANKED, QUEENS, KINGS, "low 5h 5c, play", "main 11") == ["main lose -$11"]


def test_the_dealer_does_not_wager_against_himself(settle: Settle) -> None:
    """K.7 lets him wager unless he is the Bank."""
    lines = settle(BANKED, KINGS, QUEENS, "low Jd Js, play", "main 10", "dealer_bet 10")
    assert lines == ["main win +$9.50 at 1 to 1"]


def test_a_progressive_wager_rules_out_surrender(real: Load) -> None:
    """J.9: no surrender for who has placed a Progressive Payout Wager, so that nothing is asked."""
    lines = run(
        card_table(real(BANKED), f"{KINGS} {QUEENS}", "house_way", "main 10", "progressive 1", **LIMITS), once=True
    )
    assert not any(line.startswith("decides") for line in lines)


# many rounds


@pytest.mark.parametrize("name", [PRINTED, FREE, BANKED])
@pytest.mark.parametrize("by_way", [False, True])
def test_rounds_at_random_settle_every_wager(real: Load, name: str, *, by_way: bool) -> None:
    limits = LIMITS if name == BANKED else {}
    configured = configure(real(name), {option: read_value(value) for option, value in limits.items()})
    bonus = "bonus" if name == BANKED else "fortune"
    for seed in range(40):
        chooser = ByTheWay(AtRandom(seed)) if by_way else AtRandom(seed)
        game = Play(configured, Seeded(seed), [wish("main 10"), wish(f"{bonus} 5")], chooser=chooser)
        for _ in game.one_round():
            pass
        assert len(game.state.stakes) == 2
        assert not game.state.open_stakes
        assert all(stake.net is not None for stake in game.state.stakes)
