"""Counts in words, lists, sentences; and old against new words."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from audit.report import wording as wd
from audit.report.inline import Mark, Run, plain
from audit.report.wordmarks import marked


def test_counts_and_lists() -> None:
    assert wd.counted(1, "error") == "one error"
    assert wd.counted(7, "warning") == "seven warnings"
    assert wd.counted(0, "note") == "no notes"
    assert wd.counted(21, "wager") == "21 wagers"
    assert wd.listed(["a", "b", "c"]) == "a, b and c"
    assert wd.named(["a", "b", "a", "c"], 2) == "a, b and one other"


def test_cut_keeps_whole_sentences() -> None:
    assert wd.cut("One here. Two here. Three is long.", 20) == "One here. Two here."
    assert wd.cut("a word that is cut somewhere", 15) == "a word that is…"
    assert wd.stopped("as it is") == "as it is."
    assert wd.stopped("why?") == "why?"


def words(old: str, new: str) -> tuple[list[str], list[str]]:
    before, after = marked(old, new)
    gone = [r.text for r in before if isinstance(r, Run) and r.mark is Mark.REMOVED]
    came = [r.text for r in after if isinstance(r, Run) and r.mark is Mark.ADDED]
    return gone, came


def test_only_what_differs_is_marked() -> None:
    assert words("12 pays 3 to 1", "12 pays 2 to 1") == (["3"], ["2"])
    assert words("at most $2.50 each", "at most $3.50 each") == (["2.50"], ["3.50"])


def test_a_mark_begins_with_a_word() -> None:
    """The comma that came is the one behind the new words, as an editor would strike it."""
    assert words("On a roll, Place Bets are off", "On a roll, Buy Bets, Place Bets are off") == ([], ["Buy Bets,"])


def test_words_in_a_row_are_one_mark() -> None:
    gone, came = words("if the stickperson and the boxperson confirm it aloud", "if an employee confirms it aloud")
    assert gone == ["the stickperson and the boxperson confirm"]
    assert came == ["an employee confirms"]


def test_texts_that_have_nothing_in_common_are_marked_whole() -> None:
    old = "one two three four five six seven eight"
    assert words(old, "quite other words stand here in this place now") == (
        [old], ["quite other words stand here in this place now"])


def test_very_long_texts_are_not_compared() -> None:
    old, new = "a b " * 4_000, "b c " * 4_000
    assert words(old, new) == ([old], [new])


@given(st.text("ab ,.\n", max_size=60), st.text("ab ,.\n", max_size=60))
def test_no_word_is_lost(old: str, new: str) -> None:
    before, after = marked(old, new)
    assert (plain(before), plain(after)) == (old, new)
