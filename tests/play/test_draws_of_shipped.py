"""Side wagers of blackjack, baccarat and pai gow at each of their printed pay tables, and stakes that are asked for.

Nets are read off the documents' tables: a stake of $5 (the progressives $5 and $1, which do not come back).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.choosing import AsScripted, ByTheWay, First
from audit.play.errors import AmountError
from audit.play.events import PaidBeside, Settled
from audit.play.feed import Seeded
from audit.play.given import Given
from audit.play.rounds import Play
from audit.ruleset.configure import configure, read_value
from audit.ruleset.ruleset import Ruleset
from tests.play.conftest import wish

Load = Callable[[str], Ruleset]

BLACKJACK = "jack-cleveland/blackjack/undated"
FREE_BET = "jack-cleveland/free-bet-blackjack/undated"
MINI = "jack-cleveland/mini-baccarat/undated"
DRAGON = "jack-cleveland/dragon-bonus-baccarat-commission-free/undated"
PAI_GOW = "jack-cleveland/pai-gow-poker/2015-03-15"
ONEIDA = "oneida/pai-gow-poker/2003-08-06"
COMMISSION_FREE = "jack-cleveland/commission-free-pai-gow-poker/undated"
LIMITS = {"table_minimum": "$5", "table_maximum": "$500", "side_minimum": "$1", "side_maximum": "$100"}


def settled(
    ruleset: Ruleset, given: str, wagers: str, decide: str = "", choices: str = ""
) -> Iterator[tuple[str, Fraction | None]]:
    """What each wager brought in one round, and who else was paid; ``choices`` as ``decks=2 card_reader=no``."""
    chosen = {name: value for name, _, value in (one.partition("=") for one in choices.split())}
    limits = LIMITS if ruleset.head.id == BLACKJACK else {}
    configured = configure(ruleset, {name: read_value(value) for name, value in {**limits, **chosen}.items()})
    wishes = [wish(text.strip()) for text in wagers.split(",")]
    chooser = AsScripted.of(decide.split(","), ByTheWay(First()))
    for event in Play(configured, Given.read(given, Seeded(1), configured.ruleset), wishes, chooser=chooser).one_round():
        if isinstance(event, Settled):
            yield event.wager, event.net
        elif isinstance(event, PaidBeside):
            yield event.to, event.amount


def cards(player: str, dealer: str) -> str:
    return f"player_cards {player}; dealer_cards {dealer}"


# blackjack, 15: what each table pays

SIDE_BETS = [
    # Bet the Set, by the number of decks
    ("decks=1", "bet_the_set", "7h 7c", "9s 8d", 75),
    ("decks=1", "bet_the_set", "7h 8h", "9s 8d", -5),
    ("decks=2", "bet_the_set", "7h 7c", "9s 8d", 50),
    ("decks=2", "bet_the_set", "7h 7h", "9s 8d", 125),
    ("decks=4", "bet_the_set", "7h 7c", "9s 8d", 50),
    ("decks=4", "bet_the_set", "7h 7h", "9s 8d", 75),
    ("decks=6", "bet_the_set", "7h 7h", "9s 8d", 75),
    ("decks=8", "bet_the_set", "7h 7h", "9s 8d", 75),
    ("decks=8", "bet_the_set", "Kh Qh", "9s 8d", -5),
    # Royal Match and Crown Treasure, in both readings
    ("", "royal_match", "Kh Qh", "9s 8d", 125),
    ("", "royal_match", "2h 9h", "9s 8d", Fraction(25, 2)),
    ("", "royal_match", "2h 9c", "9s 8d", -5),
    ("", "royal_match", "Kh Qh", "Ks Qs", 1000),
    ("crown_treasure=with_royal_match", "royal_match", "Kh Qh", "Ks Qs", 1125),
    # TriLux
    ("decks=2", "trilux", "7h 8h", "9h 8d", 125),
    ("decks=6", "trilux", "7h 7c", "7d 8d", 75),
    ("decks=8", "trilux", "7h 8c", "9d 8d", 50),
    ("decks=6", "trilux", "Qh Kh", "Ac 8d", 50),
    ("decks=6", "trilux", "2h 9h", "Kh 8d", 25),
    ("decks=6", "trilux", "2h 9c", "Kh 8d", -5),
    # King's Bounty
    ("", "kings_bounty", "Ks Ks", "As Kd", 2500),
    ("", "kings_bounty", "Ks Ks", "9s Kd", 375),
    ("", "kings_bounty", "Kh Kh", "9s Kd", 100),
    ("", "kings_bounty", "10h 10h", "9s Kd", 75),
    ("", "kings_bounty", "Jh Qh", "9s Kd", 35),
    ("", "kings_bounty", "Ah 9h", "9s Kd", 35),
    ("", "kings_bounty", "Kh Kc", "9s Kd", 25),
    ("", "kings_bounty", "Kh Qc", "9s Kd", 20),
    ("", "kings_bounty", "Ah 9c", "9s Kd", 20),
    ("", "kings_bounty", "9h 9c", "9s Kd", -5),
]


@pytest.mark.parametrize(("choices", "wager", "player", "dealer", "net"), SIDE_BETS)
def test_side_bets_of_blackjack(real: Load, choices, wager, player, dealer, net):
    decide = "no insurance, stand" if dealer.startswith("A") else "stand"
    brought = dict(settled(real(BLACKJACK), cards(player, dealer), f"main 10, {wager} 5", decide, choices))
    assert brought[wager] == net


@pytest.mark.parametrize(
    ("wager", "player", "dealer", "toke"),
    [
        ("trilux", "7h 8h", "9h 8d", 10),
        ("trilux", "7h 7c", "7d 8d", 5),
        ("trilux", "7h 8c", "9d 8d", 2),
        ("trilux", "2h 9h", "Kh 8d", 1),
        ("kings_bounty", "Ks Ks", "As Kd", 100),
        ("kings_bounty", "Ks Ks", "9s Kd", 25),
        ("kings_bounty", "Kh Kh", "9s Kd", 10),
        ("kings_bounty", "10h 10h", "9s Kd", 5),
        ("kings_bounty", "Jh Qh", "9s Kd", 2),
        ("kings_bounty", "Kh Kc", "9s Kd", 1),
        ("kings_bounty", "Kh Qc", "9s Kd", None),
    ],
)
def test_what_goes_to_the_dealers(real: Load, wager, player, dealer, toke):
    decide = "no insurance, stand" if dealer.startswith("A") else "stand"
    brought = dict(settled(real(BLACKJACK), cards(player, dealer), f"main 10, {wager} 5", decide))
    assert brought.get("toke_pool") == toke


# Push 22, Dragon Bonus, Fortune 7, Tiger 9


@pytest.mark.parametrize(
    ("dealer", "net"), [("Kh 6h 6h", 250), ("Kh 6d 6h", 100), ("Kh 6s 6h", 35), ("Kh 6s 5h", -5), ("Kh 6s 7h", -5)]
)
def test_push_22(real: Load, dealer, net):
    brought = dict(settled(real(FREE_BET), cards("Kc Qd", dealer), "main 10, push_22 5", "stand"))
    assert brought["push_22"] == net


MARGINS = [("Kc 4d 5h", "Kd 10c Ks", 150), ("2c 2d 5h", "Kc Ad Kh", 50), ("2c 2d 5h", "Ac Ad Kh", 30), ("2c 2d 5h", "Ac 2h Kh", 20),
           ("2c 2d 5h", "Ac 2h Ah", 10), ("2c 2d 5h", "Ac 2h 2h", 5), ("2c 2d 5h", "Ac 2h 3h", -5)]  # fmt: skip
NATURALS = [("9c Kd", "2c Kc", 5), ("9c Kd", "8c Kc", 5), ("8c Kd", "9c Kc", -5), ("9c Kd", "9h Kc", 0), ("2c 3d 2h", "9h Kc", -5)]


@pytest.mark.parametrize("game", [MINI, DRAGON])
@pytest.mark.parametrize(("player", "banker", "net"), MARGINS + NATURALS)
def test_dragon_bonus(real: Load, game, player, banker, net):
    given = f"player_cards {player}; banker_cards {banker}"
    brought = dict(settled(real(game), given, "player_bet 10, dragon[player_cards] 5"))
    assert brought["dragon[player_cards]"] == net


def test_a_natural_by_its_margin(real: Load):
    """A natural 9 against none: by 16.C it is a natural winner, or has won by 9."""
    given, wagers = "player_cards 9c Kd; banker_cards Kc 10c", "player_bet 10, dragon[player_cards] 5"
    for reading, net in (("by_its_row", 5), ("by_margin", 150)):
        brought = dict(settled(real(MINI), given, wagers, "", f"natural_winner={reading}"))
        assert brought["dragon[player_cards]"] == net


@pytest.mark.parametrize(("banker", "net", "even"), [("Kh 2h 5c", 200, 0), ("Kh 2h 6c", -5, 10)])
def test_fortune_7_and_the_push_of_the_banker(real: Load, banker, net, even):
    given = f"player_cards Kc 6c; banker_cards {banker}"
    assert dict(settled(real(DRAGON), given, "banker_bet 10, fortune_7 5")) == {"fortune_7": net, "banker_bet": even}


@pytest.mark.parametrize(("tied", "net"), [("returned", 0), ("charged", Fraction(-5, 2))])
def test_a_tied_banker(real: Load, tied, net):
    given = "player_cards 6c Kc; banker_cards 6h Kh"
    assert dict(settled(real(MINI), given, "banker_bet 10", "", f"tied_banker={tied}")) == {"banker_bet": net}


NINE_HIGH = "Ah 9h 8d 6c 5s 3d Ad"  # a pair of aces, with 9 8 in front
TEN_HIGH = "Ah 10h 8d 6c 5s 3d Ad"


@pytest.mark.parametrize(("dealer", "net"), [(NINE_HIGH, 150), (TEN_HIGH, -5)])
def test_tiger_9(real: Load, dealer, net):
    given = cards("Kh Qh 8h 7c 5c 3c 2c", dealer)
    brought = dict(settled(real(COMMISSION_FREE), given, "main 10, tiger_9 5"))
    assert brought["tiger_9"] == net
    if net > 0:
        assert brought["main"] == 0


FORTUNE = [
    ("3h 4h 5h 6h 7h 8h 9h", 8000),
    ("Ah Kh Qh Jh 10h Ks Qs", 2000),
    ("Ah Kh joker Jh 10h Ks Qs", 2000),
    ("3h 4h joker 6h 7h 8h 9h", 1000),
    ("Ah Ac Ad As joker 2c 9d", 400),
    ("Ah Kh Qh Jh 10h 2s 3c", 150),
    ("5h 6h 7h 8h 9h 2s Kc", 50),
    ("7h 7c 7d 7s 2h Kc 9d", 25),
    ("7h 7c 7d 2s 2h Kc 9d", 5),
    ("2h 5h 8h Jh Kh 3c 9d", 4),
    ("7h 7c 7d 2s 4h Kc 9d", 3),
    ("5h 6c 7d 8s 9h 2s Kc", 2),
    ("5h 6c 7d 8s joker 2s Kc", 2),
    ("7h 7c 2d 2s 4h Kc 9d", -1),
]


@pytest.mark.parametrize(
    ("game", "wager"), [(PAI_GOW, "fortune"), (COMMISSION_FREE, "fortune"), (ONEIDA, "bonus")], ids=["pai_gow", "free", "oneida"]
)
def test_the_bonus_on_seven_cards(real: Load, game, wager):
    """Three documents, one table; a straight is paid with a joker in it, and the player's cards alone decide."""
    choices = "table_minimum=5 table_maximum=500" if game == ONEIDA else ""
    for player, odds in FORTUNE:
        brought = dict(settled(real(game), f"player_cards {player}", f"main 10, {wager} 5", "", choices))
        assert brought[wager] == 5 * odds, player


# progressives, in the games that they go with

WITH_SEVENS = """ruleset example/with-sevens/undated
  title  "Blackjack with a progressive"
  source "made up"
include jack-cleveland/blackjack/undated                                        @ 1
include jack-cleveland/blazing-sevens-progressive/undated                       @ 2
  base is main                                                                  @ 2
  blazing_cards is player_cards                                                 @ 2
  blazing_dealer_cards is dealer_cards                                          @ 2
  blazing_deal is deal                                                          @ 2
"""


@pytest.mark.parametrize(
    ("player", "dealer", "decide", "net"),
    [
        ("7h 7h", "7h 9s", "stand", 9995),
        ("7h 7d", "7h 9s", "stand", 995),
        ("7h 7c", "7d 9s", "stand", 995),
        ("7h 7c", "6d 9s", "stand", 120),
        ("7h 6c", "7d 9s", "stand", 5),
        ("8h 6c", "7d 9s", "stand", -5),
        ("7h 2c 7d", "7s 9s", "hit, stand", 5),  # only the first two cards count
    ],
)
def test_blazing_sevens_beside_blackjack(library: Library, player, dealer, decide, net):
    """The meter stands at $10,000: all of it, a tenth of it, then the sums printed, less the $5 that is not returned."""
    ruleset = load_text(WITH_SEVENS, library)
    chosen = " ".join(f"{name}={value}" for name, value in {**LIMITS, "blazing_start": "$10000"}.items())
    brought = dict(settled(ruleset, cards(player, dealer), "main 10, blazing_sevens 5", decide, chosen))
    assert brought["blazing_sevens"] == net


# readings and options of play


@pytest.mark.parametrize(("reading", "net"), [("natural_wins", -10), ("totals_tie", 0)])
def test_21_against_a_blackjack(real: Load, reading, net):
    given = cards("5h 6d Kd", "Kc As")
    choices = f"card_reader=no natural_against_21={reading}"
    assert dict(settled(real(FREE_BET), given, "main 10", "hit, stand", choices))["main"] == net


def test_aces_are_split_again_in_a_tournament_that_lets_them(real: Load):
    given = "deck 2c Ah 6c Ad 9s Ac 5c 6h 7h 8h"
    plain = dict(settled(real(BLACKJACK), given, "main 10", "split, stand, stand", "tournament=yes"))
    assert sorted(plain) == ["main", "split"]
    again = "split, split_aces_again, stand, stand, stand"
    more = [one for one, _ in settled(real(BLACKJACK), given, "main 10", again, "tournament=yes aces_split_again=yes")]
    assert len(more) == 3


@pytest.mark.parametrize(
    ("asked", "decide", "message"),
    [
        ("double 30", "double", r"double \$30: double makes it \$10 \(10\.A\)"),
        ("split 30", "split", r"split \$30: split makes it \$10 \(11\.A\)"),
    ],
)
def test_a_stake_that_a_choice_does_not_make(real: Load, asked, decide, message):
    with pytest.raises(AmountError, match=message):
        list(settled(real(BLACKJACK), cards("6h 6d", "5c 9s"), f"main 10, {asked}", decide))


def test_a_stake_asked_for_that_the_choice_makes(real: Load):
    """Doubling is for less, too; a wager that was asked for and that no choice comes to make is no mistake."""
    given = cards("6h 5d Kc", "5c 9s Kd")
    assert dict(settled(real(BLACKJACK), given, "main 10, double 5", "double $5")) == {"main": 10, "double": 5}
    assert dict(settled(real(BLACKJACK), given, "main 10, double 30", "stand"))["main"] == 10
