"""Card games that the tool was not made with, written from docs/language.md alone: figures enumerated apart."""

from __future__ import annotations

import importlib.util
import json
from fractions import Fraction
from math import sqrt
from pathlib import Path
from types import ModuleType

import pytest

from audit.commands.main import main
from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from audit.solve.result import WagerResult

HERE = Path(__file__).parent
EXPECTED: dict[str, dict[str, str]] = json.loads((HERE / "expected.json").read_text(encoding="utf-8"))
WAR = [name for name in EXPECTED if name.startswith("casino-war ")]

PUBLISHED_WAR = {
    "decks=1 ties=war bonus=no": ("2.42", "35.29"),
    "decks=2 ties=war bonus=yes": ("2.24", "25.24"),
    "decks=2 ties=war bonus=no": ("2.70", "25.24"),
    "decks=2 ties=surrender bonus=no": ("3.40", "25.24"),
    "decks=6 ties=war bonus=no": ("2.88", None),
    "decks=8 ties=surrender bonus=no": ("3.73", "17.83"),
}
"""House edges in percent of the main wager and of the tie, from i-online-casinos.com/games/casino-war-odds.php."""


def enumeration() -> ModuleType:
    spec = importlib.util.spec_from_file_location("card_enumeration", HERE / "enumeration.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ruleset(name: str, choices: str = "") -> Ruleset:
    """A ruleset with choices of the house such as ``decks=1`` made in its text."""
    text = (HERE / "rulesets" / f"{name}.rop").read_text(encoding="utf-8")
    chosen = "".join(f"choose {choice.replace('=', ' ')}  @ 1\n" for choice in choices.split())
    return load_text(f"{text}\n{chosen}", Library(()))


def solved(name: str, choices: str = "") -> dict[str, WagerResult]:
    """Results by the first wager of each."""
    result = verify(ruleset(name, choices), with_variations=False).result
    return {row.wager: row for row in result.wagers}


def edge(row: WagerResult) -> str:
    assert row.reason is None, row.reason
    return str(row.house_edge)


def test_enumeration_knows_nothing_of_the_tool() -> None:
    assert "import audit" not in (HERE / "enumeration.py").read_text(encoding="utf-8")


@pytest.mark.long
def test_expected_figures_are_those_enumerated() -> None:
    assert enumeration().facts() == EXPECTED


@pytest.mark.parametrize("choices", [name.removeprefix("casino-war ") for name in WAR])
def test_casino_war_is_as_enumerated(choices: str) -> None:
    rows = solved("casino-war", choices)
    expected = EXPECTED[f"casino-war {choices}"]
    assert {wager: edge(row) for wager, row in rows.items()} == expected


@pytest.mark.parametrize("choices", PUBLISHED_WAR)
def test_casino_war_is_as_published(choices: str) -> None:
    main, tie = PUBLISHED_WAR[choices]
    expected = EXPECTED[f"casino-war {choices}"]
    assert f"{float(Fraction(expected['ante'])):.2%}" == f"{main}%"
    assert tie is None or f"{float(Fraction(expected['tie'])):.2%}" == f"{tie}%"


def test_tie_in_casino_war_has_the_deviation_that_was_printed_as_the_square_of_it() -> None:
    """wizardofodds.com/gambling/house-edge prints 8.32 for six decks, which is near the variance; the deviation is 2.8787."""
    row = solved("casino-war", "decks=6")["tie"]
    assert row.figures is not None
    variance = enumeration().variance_of_tie(6)
    assert row.figures.variance == variance
    assert f"{float(variance):.4f} {sqrt(variance):.4f}" == "8.2868 2.8787"


@pytest.mark.parametrize(
    ("name", "wagers"),
    [
        ("joker-poker", ("ante", "joker_bonus")),
        ("three-streets", ("ante", "hearts")),
        ("twin-hands", ("left", "right", "royals")),
    ],
)
def test_each_wager_has_the_house_edge_that_was_enumerated(name: str, wagers: tuple[str, ...]) -> None:
    rows = solved(name)
    assert {wager: edge(row) for wager, row in rows.items()} == {wager: EXPECTED[name][wager] for wager in wagers}


def test_a_meter_comes_out_as_a_constant_and_a_slope_and_an_envy_beside() -> None:
    royals = solved("twin-hands")["royals"]
    expected = EXPECTED["twin-hands"]
    assert [(line.meter, line.slope) for line in royals.meters] == [
        ("jackpot", Fraction(expected["royals by jackpot"]))
    ]
    assert [beside.expected for beside in royals.beside] == [Fraction(expected["envy"])]


def test_best_play_of_three_streets_folds_bets_and_takes_back_as_enumerated() -> None:
    _, chosen = enumeration().streets_worth(False)
    strategy = solved("three-streets")["ante"].strategy
    assert strategy is not None
    first = {choice: share for choice, share in strategy.decided[0].choices if share}
    assert first == {choice: Fraction(deals, 52 * 51 * 50) for choice, deals in chosen.items()}


def test_a_shared_board_of_a_short_deck_is_as_enumerated() -> None:
    rows = solved("shared-board", "short_deck=yes")
    assert {wager: edge(row) for wager, row in rows.items()} == EXPECTED["shared-board"]


@pytest.mark.long
def test_a_shared_board_of_the_whole_deck_is_as_published() -> None:
    """Casino Hold'em with these tables: 2.16 %, the bonus on aces 6.26 % (wizardofodds.com/games/casino-holdem)."""
    rows = solved("shared-board", "short_deck=no")
    assert f"{float(Fraction(edge(rows['ante']))):.2%}" == "2.16%"
    assert f"{float(Fraction(edge(rows['aa']))):.2%}" == "6.26%"


@pytest.mark.long
def test_two_hands_of_seven_cards_are_refused_and_the_ranking_is_named() -> None:
    for row in verify(ruleset("high-card-flush"), with_variations=False).result.wagers:
        assert row.house_edge is None
        assert row.reason is not None
        assert "kinds of hands of 7 cards under longest, which looks at suits; 400,000 can be evaluated" in row.reason


def test_seven_cards_by_the_longest_suit_are_refused_and_their_number_is_told() -> None:
    (row,) = verify(ruleset("longest-suit"), with_variations=False).result.wagers
    assert row.reason == "player_cards hangs on 7 of 52 cards: 133,784,560 sets"


def test_longest_suits_are_as_counted_elsewhere() -> None:
    counted = enumeration().longest_suits()
    assert {length: counted[length] for length in (2, 3, 5)} == {2: 24_676_704, 3: 78_881_088, 5: 3_814_668}
    assert f"{float(Fraction(EXPECTED['high-card-flush']['flush_bonus'])):.6%}" == "7.807158%"


def test_hands_compared_by_a_ranking_that_does_not_say_how_are_refused() -> None:
    text = (HERE / "rulesets" / "casino-war.rop").read_text(encoding="utf-8")
    silent = load_text(text.replace("  compare by sets_then_cards\n", ""), Library(()))
    for row in verify(silent, with_variations=False).result.wagers:
        assert row.reason is not None
        assert "ranking single, by which hands are compared, without compare by" in row.reason


@pytest.mark.parametrize(
    ("name", "cards", "choices", "wagers", "last"),
    [
        # a war that is won after three burned cards: the raise wins, the ante pushes
        ("casino-war", "deck 8h 8d 2c 3c 4c Kc 5s", "war", ("ante=1",), "player +$1: ante $0, raise +$1"),
        # joker and ace of hearts: a straight flush over a straight, with half a unit beside the call
        (
            "joker-poker",
            "deck joker 2c Ah 3d",
            "call_it",
            ("ante=2",),
            "player +$5: ante +$2, call +$2, call_bonus +$1",
        ),
        # a pair of nines: the bet is returned, the ante is lost
        ("three-streets", "deck 9h 9d 2c", "bet 5, stay_in", ("ante=1",), "player -$1: ante -$1, first_bet $0"),
        # a pair of tens pushes against a pair of aces
        ("twin-hands", "deck 10h 7d Ah 10s 8d Ac", "raise_left", ("left=1",), "player $0: left $0, raise $0"),
    ],
)
def test_a_round_that_is_given_comes_to_what_was_worked_out(
    name: str, cards: str, choices: str, wagers: tuple[str, ...], last: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["play", str(HERE / "rulesets" / f"{name}.rop"), "--given", cards, "--decide", choices]
    words += [word for wager in wagers for word in ("--wager", wager)]
    assert main(words) == 0
    assert last in capsys.readouterr().out


@pytest.mark.long
def test_two_hands_decided_together_are_refused_and_every_method_says_why() -> None:
    text = (HERE / "rulesets" / "twin-hands.rop").read_text(encoding="utf-8")
    both = text.replace(
        "  made before the deal\n  amount equal to left", "  required\n  made before the deal\n  amount equal to left"
    )
    result = verify(load_text(both, Library(())), with_variations=False).result
    reason = next(row.reason for row in result.wagers if row.wager == "left")
    assert reason is not None
    assert "showdown, since hands are compared in several ways" in reason
    assert "652,458,240 ways in order" in reason
