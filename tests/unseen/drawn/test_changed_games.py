"""The same games with something odd in them: each change ends in the right figure or in a message that names the line."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from audit.commands.main import main
from audit.language.diagnostics import LanguageError
from audit.language.library import Library
from audit.language.loading import load_text
from audit.solve.planner import verify
from audit.solve.result import Method

HERE = Path(__file__).parent
SHORT = {
    "ez-baccarat": ("deck decks of 52", "deck 1 of 52 without 2, 4 through Q"),
    "red-dog": ("deck decks of 52", "deck 1 of 52 without 2 through 8"),
    "nines": ("deck decks of 52 without J, Q, K", "deck 1 of 52 without 3 through 8, 10 through K"),
    "spanish-21": ("deck decks of 52 without 10", "deck 1 of 52 without 2 through 5, 8 through 10, Q, K, A"),
}


def changed(game: str, *changes: tuple[str, str]) -> str:
    """The text of a game with few cards and these changes; each replaces all there is of the first by the second."""
    text = (HERE / "rulesets" / f"{game}.rop").read_text(encoding="utf-8")
    for old, new in (SHORT[game], *changes):
        assert old in text, old
        text = text.replace(old, new)
    return text


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if words in line)


REFUSED = {
    "a cell of the chart is empty": ("nines", ("| 0 through 4 | draw ", "| 0 through 4 |      "), "grid dealer_chart", "dealer_chart: no row fits"),
    "a row of the table is missing": ("red-dog", ("| 2         | any       | 1 ", "| 12        | any       | 1 "), "table spread", "spread: no row fits"),
    "a definition asks itself by way of a table": (
        "red-dog", ("rise as value of right less", "rise as spread less"), "define rise", "rise is told in terms of itself",
    ),
    "a rank counts nothing": ("ez-baccarat", ("10, J, Q, K count 0", "10, J, Q count 0"), "count points", "points of Ks, which no line counts,"),
    "the deck runs out": ("ez-baccarat", ("without 2, 4 through Q", "without 2 through K"), "deal 1 to player_cards", "the deck has run out"),
    "no deck is that large": ("ez-baccarat", ("deck 1 of", "deck 200 of"), "deck 200", "a deck has from 1 to 1,000 cards"),
    "points are not dealt": (
        "ez-baccarat", ("if third card of player_cards is dealt", "if points of player_cards is dealt"), "is dealt", "is dealt, asked of this,",
    ),
}  # fmt: skip
"""The game, the change, words of the line that is named, what is said."""


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_worked_out_is_refused_at_its_line(case: str) -> None:
    game, change, words, why = REFUSED[case]
    text = changed(game, change)
    refused = verify(load_text(text, Library(())), with_variations=False).refused
    assert refused
    for refusal in refused.values():
        if why in refusal.why:
            assert refusal.span.line == line_of(text, words)
            return
    raise AssertionError({name: one.why for name, one in refused.items()})


def test_money_that_is_paid_on_any_stake_is_told_by_stake() -> None:
    """At a stake of $1 six dollars are the 6 to 1 that they stand for; at a larger one they are so much less."""
    plain, paid = (
        next(row for row in verify(load_text(text, Library(())), with_variations=False).result.wagers if row.wager == "first_card")
        for text in (changed("nines"), changed("nines", ("| 6 to 1 ", "| $6     ")))
    )
    assert (paid.method, paid.house_edge) == (Method.NOT_VERIFIABLE, None)
    assert plain.house_edge is not None
    nines = Fraction(4, 12)
    assert [(at.amount, at.house_edge) for at in paid.by_amount] == [
        (stake, plain.house_edge + nines * (6 - Fraction(6, stake))) for stake in (1, 5, 25, 100)
    ]


FIGURES = {
    # a pair alike in a third card pays 11 for 1, which is 10 to 1: less by the chance of it, 3·2/(23·22) of 24 cards
    "a pair pays 11 for 1": ("red-dog", ("| 11 to 1", "| 11 for 1"), "ante", "+3/253"),
    "a raise between half and the whole is a whole": (
        "red-dog", ("amount equal to ante", "amount from half of ante through ante"), "ante", "0",
    ),
    "money on a stake of $2 is odds": ("nines", ("| 6 to 1 ", "| $12    "), "first_card", "0"),
}  # fmt: skip


@pytest.mark.parametrize("case", FIGURES)
def test_a_change_changes_the_figure_by_what_was_worked_out(case: str) -> None:
    game, change, wager, by = FIGURES[case]
    made = {
        "red-dog": [("make raise equal to ante", "make raise")],
        "nines": [("  pays   ", "  amount is $2\n  pays   ")],
    }[game]
    before, after = (
        {row.wager: row.house_edge for row in verify(load_text(text, Library(())), with_variations=False).result.wagers}
        for text in (changed(game), changed(game, change, *made))
    )
    assert before[wager] is not None and after[wager] is not None
    assert after[wager] - before[wager] == Fraction(by)


MISTAKES = {
    "an area is misspelt": ("ez-baccarat", ("points of banker_cards at most 7", "points of bank_cards at most 7"), "unknown-name", "bank_cards"),
    "a wager is misspelt": ("spanish-21", ("take back double", "take back dubble"), "unknown-name", "dubble"),
    "a word is misspelt": ("spanish-21", ("soft 18 or more", "sofft 18 or more"), "unknown-word", "sofft"),
    "a cell of a grid is no test": ("nines", ("| 5 through 6 |", "| 5 - 6       |"), "not-a-range", "5 - 6"),
    "a cell of a grid is no result": ("nines", ("| 5 through 6 | stand |", "| 5 through 6 | st(nd |"), "parenthesis", "st(nd"),
    "no seventh card is known": ("ez-baccarat", ("third card", "seventh card"), "not-understood", "seventh card"),
}  # fmt: skip


@pytest.mark.parametrize("case", MISTAKES)
def test_a_mistake_is_told_at_its_line(case: str) -> None:
    game, change, name, words = MISTAKES[case]
    text = changed(game, change)
    with pytest.raises(LanguageError) as raised:
        load_text(text, Library(()))
    first = raised.value.diagnostics[0]
    assert (first.name, first.span.line) == (name, line_of(text, words))


def test_a_refusal_in_play_names_file_line_and_column(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = changed("ez-baccarat", ("if third card of player_cards is dealt", "if points of player_cards is dealt"))
    path = tmp_path / "odd.rop"
    path.write_text(text, encoding="utf-8")
    assert main(["play", str(path), "--seed", "1", "--wager", "tie=1"]) == 4
    assert f"odd.rop:{line_of(text, 'is dealt')}:7: error: " in capsys.readouterr().err


def test_a_refusal_without_a_line_names_the_wager(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = changed("red-dog", ("value of last_card against value of left", "value of last_card against left"))
    path = tmp_path / "odd.rop"
    path.write_text(text, encoding="utf-8")
    assert main(["verify", str(path), "--in-force"]) == 4
    assert f"odd.rop:{line_of(text, 'wager ante')}:1: error: not solvable: ante: " in capsys.readouterr().err
