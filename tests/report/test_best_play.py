"""Best play in a report and as data: what a reader is told of bundles, choices, simple rules, meters."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from audit.language.library import Library
from audit.language.loading import load_text
from audit.report import cells as ce
from audit.report import model as md
from audit.report.building_play import METERS, NO_RULE, best_play
from audit.report.building_wagers import exact_cells
from audit.report.charts import Segment, segments
from audit.report.documents import verify_document
from audit.report.inline import plain
from audit.report.naming import called, name_of
from audit.report.terminal.grids import abbreviations, grid
from audit.report.terminal.strategies import strategies
from audit.report.titles import Titles
from audit.solve.figures import figures
from audit.solve.planner import verify
from audit.solve.result import (
    AVERAGED,
    AfterSplit,
    Border,
    Chart,
    ChartCell,
    ChartGroup,
    Decided,
    Figures,
    MeterLine,
    Method,
    PlayRow,
    RulesetResult,
    SimplePlay,
    SplitRow,
    Strategy,
    WagerResult,
)
from audit.solve.stakes import End

F = Fraction
SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "verify.json"

TEXT = """
ruleset example/high-card/undated
  title        "High Card"
  issuer       not stated
  jurisdiction not stated
  approved     not stated
  source       "high.txt"
deck 1 of 52                                                            @ A
area player_card of each player                                         @ A
area dealer_card of dealer                                              @ A
ranking single of 1 cards                                               @ B
  order A K Q J 10 9 8 7 6 5 4 3 2                                      @ B
  ace        1 cards of rank A                                          @ B
  any_card   anything else                                              @ B
  compare by sets_then_cards                                            @ B
suits equal for single                                                  @ B
hand mine is all of player_card by single                               @ B
hand theirs is all of dealer_card by single                             @ B
define dealer_plays when theirs is 9 high or better                     @ B
wager ante "Ante Wager"                                                 @ C
  required                                                              @ C
  made before the deal                                                  @ C
wager raise "Raise Wager"                                               @ C
  needs ante                                                            @ C
  made in choosing                                                      @ C
  amount equal to ante                                                  @ C
round                                                                   @ D
  step wagering
    bets ante                                                           @ D
  step deal
    deal 1 to player_card face down                                     @ D
    deal 1 to dealer_card face down                                     @ D
  step choosing
    each player looks at player_card                                    @ D
    each player decides                                                 @ D
      play  make raise                                                  @ D
      fold  forfeit all and out                                         @ D
  step showdown
    reveal dealer_card                                                  @ D
    settle ante, raise                                                  @ D
settle ante, raise
  | dealer_plays | mine against theirs | ante | raise  |
  | no           | any                 | win  | return |                @ E
  | yes          | higher              | win  | win    |                @ E
  | yes          | equal               | push | push   |                @ E
  | yes          | lower               | lose | lose   |                @ E
pays ante, raise at 1 to 1                                              @ E
"""

DECIDED = Decided(
    "knowing 2 of player_cards",
    (("fold", F(1, 4)), ("bet 1", F(3, 4))),
    (PlayRow("2 to a run in 2 ways or more", "bet 1", F(3, 4)), PlayRow("any other hand", "fold", F(1, 4))),
    (Border("Q-6-4", (("fold", F(-1)), ("bet 1", F(-1, 3)))),),
    ("J.2",),
)
RESULT = WagerResult(
    "ante + play", "ante", "Ante Wager + Play Wager", (), Method.EXACT, Figures(F(1, 30), F(1, 2), F(0), F(1, 2), F(1), ()),
    per="unit of ante", bundle=("ante", "play"),
    strategy=Strategy((DECIDED,), (SimplePlay("always bet 1", F(1, 10)),)),
    meters=(MeterLine("grand_meter", F(-1, 2), F(1, 1000), F(500)),),
)  # fmt: skip


@pytest.fixture(scope="module")
def titles() -> Titles:
    return Titles(load_text(TEXT, Library(())))


def words(cell: ce.Cell) -> str:
    return plain(cell.text) if isinstance(cell, ce.Words) else ""


def tables(blocks: list[md.Block]) -> dict[str, md.Table]:
    return {block.id: block for block in blocks if isinstance(block, md.Table)}


def test_a_moment_says_how_often_each_choice_is_best(titles: Titles) -> None:
    table = tables(best_play((RESULT,), titles))["play-ante + play"]
    (group,) = table.groups
    assert group.title == "Knowing 2 of player cards: fold 25.00%, bet 1 75.00% of all deals (J.2)"
    assert [(words(row.cells[0]), words(row.cells[1])) for row in group.rows] == [
        ("2 to a run in 2 ways or more", "bet 1"),
        ("any other hand", "fold"),
    ]


def test_choices_that_come_more_than_once_a_round_are_counted(titles: Titles) -> None:
    """0.6 + 0.53 is no share of a whole."""
    often = replace(DECIDED, choices=(("stand", F(3, 5)), ("hit", F(53, 100))))
    table = tables(best_play((replace(RESULT, strategy=Strategy((often,))),), titles))["play-ante + play"]
    told = "Knowing 2 of player cards: stand 60.00 times, hit 53.00 times in 100 rounds, on average (J.2)"
    assert table.groups[0].title == told


@pytest.mark.parametrize("rows", [(), (PlayRow("a pair", "fold", F(1, 4)), PlayRow("a pair", "bet 1", F(3, 4)))])
def test_where_no_rule_was_found_none_is_shown(titles: Titles, rows: tuple[PlayRow, ...]) -> None:
    """Neither rows of all hands nor rows in which the same hands are played in two ways tell what to do."""
    blocks = best_play((replace(RESULT, strategy=Strategy((replace(DECIDED, rows=rows),))),), titles)
    assert "play-ante + play" not in tables(blocks)
    told = [plain(block.text) for block in blocks if isinstance(block, md.Paragraph)]
    assert f"Knowing 2 of player cards: fold 25.00%, bet 1 75.00% of all deals (J.2). {NO_RULE}" in told


def test_how_rows_are_read_is_said_where_it_matters(titles: Titles) -> None:
    told = " ".join(plain(block.text) for block in best_play((RESULT,), titles) if isinstance(block, md.Paragraph))
    assert "the first that fits the hand holds" in told
    assert "Cards are to a run if one run of a whole hand has them all in it" in told
    assert "What is shown" not in told
    assert METERS in told


def test_hands_next_to_the_line_have_the_unit_of_what_they_are_worth(titles: Titles) -> None:
    table = tables(best_play((RESULT,), titles))["borders-ante + play"]
    assert table.columns[1].head == "Worth of each choice, per unit of ante"
    assert words(table.groups[0].rows[0].cells[1]) == "fold −1.0000, bet 1 −0.3333"


def test_simple_rules_stand_below_best_play(titles: Titles) -> None:
    table = tables(best_play((RESULT,), titles))["simple"]
    assert [words(row.cells[0]) for row in table.groups[0].rows] == ["best play", "always bet 1"]
    assert table.groups[0].title == "Ante Wager + Play Wager, per unit of ante"


def test_text_of_the_terminal() -> None:
    told = " ".join(" ".join(strategies((RESULT,), 100)).split())
    assert "; the first row that fits holds" in told
    assert "always bet 1: house edge 10.0000%" in told
    assert "above any fixed sum" in told


def test_a_card_ruleset_as_data() -> None:
    """By hand: with a deuce 27 cards of 51 win one unit and 24 lose two, -21 of 51, better than a fold at -1.

    So one always plays.  28 cards of 52 do not qualify and bring 1; the other 24 meet one of 28 low cards in 28 of 51
    deals and take 2, and against a high card nobody has the better of it: 28/52 - 24/52 x 28/51 x 2 = 7/221.
    """
    verified = verify(load_text(TEXT, Library(())))
    document = json.loads(json.dumps(verify_document([(verified.result, (), ())]) | {"not_examined": []}))
    errors = list(Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8"))).iter_errors(document))
    assert not errors, errors[0]
    (wager,) = document["rulesets"][0]["wagers"]
    assert wager["bundle"] == ["ante", "raise"]
    assert wager["house_edge"]["fraction"] == "-7/221"
    assert wager["per"] == "unit of ante"
    assert [row["choice"] for row in wager["strategy"]["decided"][0]["rows"]] == ["play"]
    assert {simple["words"] for simple in wager["strategy"]["simple"]} == {
        "always play",
        "play on 9 high or better, the dealer's own qualifier, else fold",
    }
    labels = {outcome["label"] for outcome in wager["outcomes"]}
    assert "play: Ante Wager and Raise Wager lose" in labels
    assert "play: Ante Wager wins 1 to 1; Raise Wager goes back" in labels


def test_nothing_decided_nothing_told(titles: Titles) -> None:
    bare = WagerResult("ante", "ante", "Ante Wager", (), Method.EXACT, RESULT.figures)
    assert best_play((bare,), titles) == []
    assert isinstance(RulesetResult("a", {}, (bare,)).wagers[0], WagerResult)


def test_money_is_told_per_unit_of_the_first_wager_of_a_bundle() -> None:
    """More than the unit is staked on wagers valued together: a sentence in dollars names the one that figures are per."""
    titles = Titles(load_text(TEXT, Library(())))
    row = WagerResult(
        "ante + raise", "ante", "Ante Wager + Raise Wager", (), Method.EXACT, None, bundle=("ante", "raise")
    )
    assert called(row, titles) == "the Ante Wager, with the Raise Wager behind it"
    assert name_of(row, titles) == "Ante Wager + Raise Wager"


CHART = Chart(
    "dealer shows",
    ("6", "10"),
    (
        ChartGroup(
            "hard totals",
            (
                (
                    "hard 12",
                    (
                        ChartCell(("stand", "hit"), (("hit", -0.25), ("stand", -0.125)), (("2 10", "hit"),), 3),
                        ChartCell(("hit",), (("hit", -0.5), ("stand", -0.75), ("double", -1.0))),
                    ),
                ),
                ("hard 20", (ChartCell(("stand",), (("stand", 0.5),)), None)),
            ),
        ),
    ),
)
GROWING = replace(
    RESULT, strategy=Strategy((Decided("play", (("hit", F(1, 3)), ("stand", F(2, 3))), chart=CHART, cites=("7.F",)),))
)


def test_a_chart_is_a_grid_with_what_the_next_best_choice_costs(titles: Titles) -> None:
    found = tables(best_play((GROWING,), titles))
    table = found["grid-ante + play-1"]
    assert [column.head for column in table.columns] == ["Player holds", "6", "10"]
    (group,) = table.groups
    assert group.title == "Hard totals"
    assert group.rows[0].cells[1:] == (ce.Choice("stand", 0.125, is_mixed=True), ce.Choice("hit", 0.25))
    assert group.rows[1].cells[1:] == (ce.Choice("stand", None), ce.said(""))
    assert "play-ante + play" not in found


def test_hands_that_depart_from_a_chart_are_named(titles: Titles) -> None:
    table = tables(best_play((GROWING,), titles))["departs-ante + play-1"]
    assert [[words(cell) for cell in row.cells] for row in table.groups[0].rows] == [
        ["hard 12", "6", "2 10; 3 rarer ones", "hit"],
    ]


def test_a_chart_in_the_terminal_has_letters_and_their_key() -> None:
    told = [" ".join(line.split()) for line in grid(CHART, 100)]
    assert told == [
        "with; dealer shows 6 10",
        "hard 12 S* H",
        "hard 20 S",
        "H hit, S stand; * some hands otherwise; what the next best choice costs is in the report",
    ]


def test_letters_tell_choices_apart() -> None:
    assert abbreviations(["hit", "stand", "split", "surrender"]) == {
        "hit": "H", "stand": "ST", "split": "SP", "surrender": "SU",
    }  # fmt: skip
    assert abbreviations(["free", "free double"]) == {"free": "FREE", "free double": "FREE "}


def test_a_chart_as_data_fits_its_schema() -> None:
    result = RulesetResult("example/high-card/undated", {}, (GROWING,), "0" * 64)
    document = json.loads(json.dumps(verify_document([(result, (), ())]) | {"not_examined": []}))
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document)
    chart = document["rulesets"][0]["wagers"][0]["strategy"]["decided"][0]["chart"]
    first, second = chart["groups"][0]["rows"][0]["cells"]
    assert first["best"] == ["stand", "hit"]
    assert first["otherwise"] == [{"cards": "2 10", "choice": "hit"}]
    assert second["values"][0] == {"choice": "hit", "value": {"fraction": None, "decimal": "-0.5"}}
    assert chart["groups"][0]["rows"][1]["cells"][1] is None


SPLIT_CHART = replace(
    CHART,
    groups=(
        *CHART.groups,
        ChartGroup("after split", (("hard 12 after split", (None, ChartCell(("hit",), (("hit", -0.5), ("stand", -0.75))))),), True),
    ),
)
AFTER_SPLIT = AfterSplit((SplitRow("hard 12 after split, new hand, dealer shows 10", "hit", 0.0125),), ("A",), is_again=True)
OF_SPLITS = (
    'Hands of a split are played as other hands with the same cards, but for those of the rows "after split" and "after the last '
    'split". The new hand of a split is the one that it makes; the old hand has the wager that was there before. After a split of '
    "A nothing is decided. It is taken for granted that a pair is split again where it may be."
)


def with_splits(chart: Chart | None, after_split: AfterSplit) -> WagerResult:
    decided = Decided("play", (("hit", F(1)),), (PlayRow("hard 12", "hit", F(1)),), chart=chart, after_split=after_split)
    return replace(RESULT, strategy=Strategy((decided,)))


def test_hands_of_a_split_stand_in_the_grid(titles: Titles) -> None:
    blocks = best_play((with_splits(SPLIT_CHART, AFTER_SPLIT),), titles)
    group = tables(blocks)["grid-ante + play-1"].groups[-1]
    assert group.title == "After split"
    assert [words(cell) for cell in group.rows[0].cells[:2]] == ["hard 12 after split", ""]
    assert group.rows[0].cells[2] == ce.Choice("hit", 0.25)
    assert OF_SPLITS in [plain(block.text) for block in blocks if isinstance(block, md.Paragraph)]


def test_hands_of_a_split_have_a_table_where_there_is_no_grid(titles: Titles) -> None:
    table = tables(best_play((with_splits(None, AFTER_SPLIT),), titles))["splits-ante + play-1"]
    assert [[words(cell) for cell in row.cells] for row in table.groups[0].rows] == [
        ["hard 12 after split, new hand, dealer shows 10", "hit", "1.2500"],
    ]


def test_hands_of_a_split_in_the_terminal() -> None:
    """Where none is played otherwise one sentence says so."""
    told = "\n".join(strategies((with_splits(SPLIT_CHART, AFTER_SPLIT),), 400))
    assert "    hard 12 after split      H" in told
    assert f"    {OF_SPLITS}" in told
    told = "\n".join(strategies((with_splits(None, AFTER_SPLIT),), 400))
    assert "hard 12 after split, new hand, dealer shows 10  hit               1.2500" in told
    told = "\n".join(strategies((with_splits(CHART, AfterSplit()),), 400))
    assert "    Hands of a split are played as other hands with the same cards." in told.splitlines()
    told = "\n".join(strategies((with_splits(CHART, AfterSplit((), ("A",), is_decided=False)),), 400))
    assert "    After a split of A nothing is decided." in told.splitlines()


def test_hands_of_a_split_as_data_fit_the_schema() -> None:
    result = RulesetResult("example/high-card/undated", {}, (with_splits(SPLIT_CHART, AFTER_SPLIT),), "0" * 64)
    document = json.loads(json.dumps(verify_document([(result, (), ())]) | {"not_examined": []}))
    Draft202012Validator(json.loads(SCHEMA.read_text())).validate(document)
    decided = document["rulesets"][0]["wagers"][0]["strategy"]["decided"][0]
    assert [group["after_split"] for group in decided["chart"]["groups"]] == [False, True]
    assert decided["after_split"] == {
        "decided": True, "undecided": ["A"], "split_again": True,
        "rows": [{
            "hands": "hard 12 after split, new hand, dealer shows 10", "choice": "hit",
            "hands_per_deal": {"fraction": None, "decimal": "0.0125"},
        }],
    }  # fmt: skip


def test_rounds_known_on_average_are_no_win_and_leave_no_variance() -> None:
    """Half of the rounds win 1, of a quarter each the average is known: 2/3 and 0."""
    found = figures({
        End("win", F(1), "1 to 1", "main wins"): F(1, 2),
        End(AVERAGED, F(2, 3), "", "split"): F(1, 4),
        End(AVERAGED, F(0), "", "split"): F(1, 4),
    })  # fmt: skip
    assert (found.win, found.push, found.lose, found.averaged) == (F(1, 2), 0, 0, F(1, 2))
    assert found.house_edge == F(-2, 3)
    assert found.variance is None
    assert found.true_odds is None
    assert found.greatest is None
    assert [(o.result, o.net, o.probability) for o in found.outcomes] == [
        ("win", F(1), F(1, 2)), (AVERAGED, F(1, 3), F(1, 2)),
    ]  # fmt: skip
    cells = exact_cells(found)
    assert segments(cells[-1]) == (Segment("win", F(0), F(1, 2)),)  # type: ignore[arg-type]
