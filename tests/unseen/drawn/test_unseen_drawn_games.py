"""Games of totals and third cards that the tool was not made with, written from docs/language.md alone.

House edges are enumerated apart and held against published ones; rounds of a game that is not solved yet were worked
out by hand.
"""

from __future__ import annotations

import importlib.util
import json
from fractions import Fraction
from math import perm
from pathlib import Path
from types import ModuleType

import pytest

from audit.commands.main import main
from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from tests.whole import WHOLE

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, str]] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
SHORT = {
    "ez-baccarat": "2, 5 through 10, J, Q",
    "red-dog": "2 through 8",
    "nines": "4 through 8, J, Q, K",
}
"""The ranks that are left out of a pack, so that a game is solved at once."""

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
SLOW = ("spanish-21 of A, 6, 7, J", "spanish-21 of 6, 7, 8, J", "spanish-21 of 6, 7, J hands_after_splits=2")
"""Long to enumerate."""
UNSOLVED = ("spanish-21 of A, 6, 7, J", "spanish-21 of 6, 7, J hands_after_splits=2")
"""With aces hands grow so long, and suits part so many, that it takes more than minutes; splits may be refused."""
BETWEEN = ("decks=2", "decks=4", "decks=6")
"""Between the fewest and the most decks nothing new is asked."""

PUBLISHED = {
    "ez-baccarat decks=8": {"banker_line": "1.0183%", "dragon_7": "7.6113%", "panda_8": "10.1876%"},
    "red-dog decks=1": {"ante": "3.16%"},
    "red-dog decks=2": {"ante": "3.077%"},
    "red-dog decks=4": {"ante": "2.88%"},
    "red-dog decks=6": {"ante": "2.80%"},
    "red-dog decks=8": {"ante": "2.75%"},
}
"""House edges.  EZ Baccarat: user-casino.com/games/ez-baccarat.  Red Dog: oddsshark.com/betting-101/casino/red-dog-odds,
and for one deck juicestorm.com/old-site/red-dog.
"""

COMBINATIONS = {"dragon_7": 112_633_011_329_024, "panda_8": 172_660_763_262_976, "tie": 475_627_426_473_216}
"""Of 4,998,398,275,503,360 ways to lay six cards of eight decks in a row, at user-casino.com/games/ez-baccarat."""


def enumeration() -> ModuleType:
    spec = importlib.util.spec_from_file_location("drawn_enumeration", HERE / "enumeration.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ruleset(game: str) -> Ruleset:
    """A game as `expected.json` names it: ``short`` or ``of 6, 7, J`` for a pack with few ranks, choices of the house last."""
    name, *words = game.split()
    text = (HERE / "rulesets" / f"{name}.rop").read_text(encoding="utf-8")
    if words[0] in ("short", "of"):
        head, _, _ = next(line for line in text.splitlines() if line.startswith("deck ")).partition("  ")
        ranks = [word.rstrip(",") for word in words[1:] if "=" not in word]
        left_out = SHORT.get(name) or ", ".join(rank for rank in RANKS if rank not in ranks)
        text = text.replace(head, f"deck decks of 52 without {left_out}", 1)
    if words[0] == "of":
        words += ["decks=1", "" if "=" in words[-1] else "hands_after_splits=1"]
    chosen = "".join(f"choose {word.replace('=', ' ')}  @ 1\n" for word in words if "=" in word)
    return load_text(f"{text}\n{chosen}", Library(()))


def edges(game: str) -> dict[str, str]:
    rows = verify(ruleset(game), with_variations=False).result.wagers
    assert [row.reason for row in rows] == [None] * len(rows)
    return {row.wager: str(row.house_edge) for row in rows}


def test_enumeration_knows_nothing_of_the_tool() -> None:
    assert "import audit" not in (HERE / "enumeration.py").read_text(encoding="utf-8")


def test_every_game_is_expected() -> None:
    assert list(EXPECTED) == list(enumeration().GAMES)


@pytest.mark.parametrize("game", [pytest.param(g, marks=pytest.mark.long) if g in SLOW else g for g in EXPECTED])
def test_expected_figures_are_those_enumerated(game: str) -> None:
    assert enumeration().figures(game) == EXPECTED[game]


def test_figures_enumerated_are_those_published() -> None:
    for game, published in PUBLISHED.items():
        for wager, percent in published.items():
            digits = len(percent.partition(".")[2]) - 1
            assert f"{float(Fraction(EXPECTED[game][wager])):.{digits}%}" == percent, (game, wager)


def test_rounds_enumerated_are_as_many_as_published() -> None:
    assert enumeration().ez_combinations(8) == COMBINATIONS
    assert perm(416, 6) == 4_998_398_275_503_360


@pytest.mark.parametrize("game", [game for game in EXPECTED if " short " in game])
def test_a_game_with_few_ranks_is_as_enumerated(game: str) -> None:
    assert edges(game) == EXPECTED[game]


@pytest.mark.long
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=WHOLE if game.endswith(BETWEEN) else ())
        for game in EXPECTED
        if " short " not in game and game not in UNSOLVED
    ],
)
def test_a_game_is_as_enumerated(game: str) -> None:
    assert edges(game) == EXPECTED[game]


@pytest.mark.long
def test_a_split_hand_is_right_or_refused() -> None:
    """Suits count in the bonuses, so that the two cards of a pair are not alike."""
    (game,) = (game for game in EXPECTED if "splits" in game)
    (row,) = verify(ruleset(game), with_variations=False).result.wagers
    assert row.house_edge is not None or (row.reason is not None and "split" in row.reason)
    assert row.house_edge is None or str(row.house_edge) == EXPECTED[game]["main"]


# ---------------------------------------------------------------- rounds worked out by hand


def last_lines(name: str, wagers: str, cards: str, choices: str, capsys: pytest.CaptureFixture[str]) -> str:
    words = ["play", str(HERE / "rulesets" / f"{name}.rop"), "--given", f"deck {cards}"]
    words += [word for wager in wagers.split() for word in ("--wager", wager)]
    assert main([*words, "--decide", choices] if choices else words) == 0
    return capsys.readouterr().out


SPANISH_ROUNDS = {
    "a natural wins 3 to 2, though the dealer's would follow": ("As Ac Kh Kd", "", "player +$15: main +$15"),
    "a natural of the dealer is seen at once and takes the wager": ("Ks Ac 6s Kd", "", "player -$10: main -$10"),
    "surrendered": ("Ks 7c 6s 9d", "surrender", "player -$5: main -$5"),
    "7-7-7 of mixed suits": ("7s 7c 7h 9d 7s 5c", "hit", "main +$15"),
    "7-7-7 of one suit": ("7h 7c 7h 9d 7h 5c", "hit", "main +$20"),
    "7-7-7 of spades": ("7s 7c 7s 9d 7s 5c", "hit", "main +$30"),
    "6-7-8 of mixed suits": ("6s 7c 7h 9d 8s 5c", "hit", "main +$15"),
    "6-7-8 of one suit": ("8d 7c 7d 9d 6d 5c", "hit", "main +$20"),
    "6-7-8 of spades": ("8s 7c 7s 9d 6s 5c", "hit", "main +$30"),
    "21 of three other cards": ("9s 7c 7s 9d 5s 5c", "hit", "main +$10"),
    "21 of five cards": ("2s 7c 3s 9d 4d 5c 7d 5s", "hit, hit, hit", "main +$15"),
    "21 of six cards": ("2s 7c 3s 9d 4d 2d 3c 7d 5s", "hit, hit, hit, hit", "main +$20"),
    "21 of seven cards": ("2s 7c 3s 9d 4d 2d 3c As 6d 5s", "hit, hit, hit, hit, hit", "main +$30"),
    "21 wins against 21": ("9s 7c 7s 9d 5s 5c", "hit", "main +$10"),
    "20 against 20 pushes": ("Ks 7c Qs 9d 4c", "stand", "player $0: main $0"),
    "a doubled 6-7-8 is paid 1 to 1": ("6s 7c 7s 9d 8s 5c", "double", "player +$20: main +$10, double +$10"),
    "a double is rescued": ("6s 7c 5s 9d 2s", "double, rescued", "player -$10: main -$10, double $0"),
    "a double that goes over 21": ("6s 7c 8s 9d Ks", "double", "player -$20: main -$10, double -$10"),
    "a double after two hits": (
        "2s 7c 3s 9d 2d 3d Jd 2h",
        "hit, hit, double, stand",
        "player +$20: main +$10, double +$10",
    ),  # 20 against 18
    "a soft 17 is hit": ("Ks 6c 9s As 4d", "stand", "player -$10: main -$10"),  # 19 against 21
}
"""Cards in the order of dealing (player, dealer, player, dealer), the wager is $10."""


@pytest.mark.parametrize("case", SPANISH_ROUNDS)
def test_a_round_of_spanish_21_comes_to_what_was_worked_out(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    cards, choices, last = SPANISH_ROUNDS[case]
    assert last in last_lines("spanish-21", "main=10", cards, choices, capsys)


def test_each_hand_of_a_split_settles_its_own_wagers(capsys: pytest.CaptureFixture[str]) -> None:
    """Aces, split and split again: 21 by an ace and a king pays 1 to 1 on two; the third, doubled, ties the dealer's 20.

    The dealer has 7, 9 and 4; the third hand has the ace, 4 and 5.
    """
    told = last_lines(
        "spanish-21", "main=10", "As 7c Ad 9d Ac Kd Kc 4d 5c 4h",
        "separate, separate, stand, stand, double, stand", capsys,
    )  # fmt: skip
    assert "player +$20: main +$10, split $0, split +$10, double $0" in told


OTHER_ROUNDS = {
    "a banker of three cards and 7 pushes and pays the dragon": (
        "ez-baccarat", "player_line=1 banker_line=1 tie=1 dragon_7=1 panda_8=1", "Ks 2c Kd Kh 4d 5c", "",
        "player_line -$1, banker_line $0, tie -$1, dragon_7 +$40, panda_8 -$1",
    ),
    "a banker of two cards and 7 wins": ("ez-baccarat", "banker_line=1 dragon_7=1", "Ks 2c 6d 5h", "", "banker_line +$1, dragon_7 -$1"),
    "a player of three cards and 8": ("ez-baccarat", "player_line=1 panda_8=1", "Ks 2c 3d 4h 5d 9s", "", "player_line +$1, panda_8 +$25"),
    "a natural 8 is no panda": ("ez-baccarat", "player_line=1 panda_8=1", "Ks 2c 8d 4h", "", "player_line +$1, panda_8 -$1"),
    "a banker of 6 draws to a third card of 7": ("ez-baccarat", "tie=1", "Ks 2c 4s 4h 7d 5d", "", "tie +$8"),
    "a banker of 3 stands on a third card of 8": ("ez-baccarat", "player_line=1", "Ks 2c 2d Ah 8d", "", "player_line -$1"),
    "two in a row": ("red-dog", "ante=1", "5h 6d", "stay", "player $0: ante $0"),
    "three of a kind": ("red-dog", "ante=1", "5h 5d 5c", "stay", "ante +$11"),
    "a pair and no third": ("red-dog", "ante=1", "5h 5d 6c", "stay", "player $0: ante $0"),
    "one between, raised": ("red-dog", "ante=1", "7h 5d 6c", "raise", "player +$10: ante +$5, raise +$5"),
    "a spread of eleven, at its edge": ("red-dog", "ante=1", "2h Ad As", "raise", "player -$2: ante -$1, raise -$1"),
    "a swap costs half": ("nines", "main=2", "9s 5c 3c 4d 2d", "draw, swap", "player -$3: main -$2, again_bet -$1"),
    "none against none pays 2 to 1": ("nines", "main=2 first_card=1", "10s 6c 9s 10h 4d", "draw, swap", "main +$4"),
}  # fmt: skip
"""EZ Baccarat: player, banker, player, banker, then the player's third card.  Nines: the 9 and the 4 make 3."""


@pytest.mark.parametrize("case", OTHER_ROUNDS)
def test_a_round_comes_to_what_was_worked_out(case: str, capsys: pytest.CaptureFixture[str]) -> None:
    name, wagers, cards, choices, last = OTHER_ROUNDS[case]
    assert last in last_lines(name, wagers, cards, choices, capsys)
