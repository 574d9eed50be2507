"""Values of lines, runs of clauses, what a text lacks, tables of cards."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Kind, Weight
from audit.compare.numbering import lacks
from audit.compare.side import Side
from audit.compare.values import Values
from audit.compare.wording import humane, same_words
from audit.ruleset import patterns as pt
from audit.ruleset.head import FileKind, Head
from audit.ruleset.money import Odds
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import Group


def spots(*texts: str) -> tuple[pt.Spots, ...]:
    return tuple(pt.Spots((text,)) for text in texts)


LOW = Group(name=Name("low_numbers"), members=pt.AnyOf((pt.Through(*spots("2", "4")),), pt.AnyOf(spots("3"))))
VALUES = Values(Ruleset(Head(FileKind.RULESET, "a/b/c", "A"), (LOW,)))


def test_lists_stretches_and_groups_are_sets() -> None:
    assert VALUES.tests(pt.AnyOf(spots("2", "4"))) == VALUES.tests(pt.AnyOf(spots("4", "2")))
    assert VALUES.tests(pt.AnyOf((pt.Through(*spots("2", "4")),))) == frozenset({"2", "3", "4"})
    assert VALUES.tests(pt.AnyOf((pt.Named(Name("low_numbers")),))) == frozenset({"2", "4"})


def test_a_group_that_both_sides_declare_stays_a_name() -> None:
    shared = Values(Ruleset(Head(FileKind.RULESET, "a/b/c", "A"), (LOW,)), frozenset({"low_numbers"}))
    assert shared.tests(pt.AnyOf((pt.Named(Name("low_numbers")),))) != frozenset({"2", "4"})


def test_a_double_zero_is_no_zero() -> None:
    assert VALUES.tests(pt.AnyOf(spots("00"))) != VALUES.tests(pt.AnyOf(spots("0")))


def test_odds_are_what_they_pay() -> None:
    assert VALUES.of(Odds(Fraction(9), Fraction(1), True)) == VALUES.of(Odds(Fraction(8), Fraction(1)))


def test_words_of_a_line_and_of_a_title() -> None:
    assert humane('duty late_wager house may "keep_this"') == 'duty late wager house may "keep_this"'
    assert same_words("a Hardway Bet", "Hardway") and not same_words("Whirl Bet", "World Bet")


@pytest.mark.parametrize(
    ("clause", "is_lacking"),
    [
        ("A.1", True),
        ("D.4", True),
        ("D.5", True),
        ("D.5.b", True),
        ("D.5.c", False),
        ("D.6", False),
        ("L", True),
        ("K.4", False),
    ],
)
def test_a_text_that_begins_within_a_chapter(clause: str, is_lacking: bool) -> None:
    head = Head(FileKind.RULESET, "a/b/c", "A", begins_at="D.5.c", missing=("A through D.5.b, L",))
    assert lacks(head, clause) is is_lacking


def test_what_the_other_text_lacks_is_unknown_and_no_entry(told: Callable[..., Side], dice: str) -> None:
    new = dice.replace('  source   "house.txt"\n', '  source   "house.txt"\n  missing  "G"\n')
    new = new.replace('duty change_dice house shall "change the dice" every 8 hours                    @ G.1\n', "")
    found = compare(told(dice), told(new, "lacking.rop"))
    assert found.entries == ()
    assert any("change_dice" in text for text in found.unknown)


RULESETS = Path(__file__).parents[2] / "rulesets"

# cards: nothing is played yet, the statements speak


@pytest.fixture(scope="module")
def cards(stored: Callable[[str], Side]) -> Comparison:
    return compare(stored("oneida/three-card-poker/2003-08-06"), stored("oneida/three-card-poker/2024-09-11"))


def test_a_cell_of_a_spread_table(cards: Comparison) -> None:
    (payout,) = [e for e in cards.entries if e.what == "payout"]
    assert (payout.subject, payout.old, payout.new) == ("pair_plus", "35 to 1", "45 to 1")
    assert payout.title == "Pair Plus Wager, player hand straight flush, second table"
    assert payout.old_cites[:1] == ("K.b",) and "K.1.c" in payout.new_cites


def test_a_decision_that_came_is_one_entry(cards: Comparison) -> None:
    (decision,) = [e for e in cards.entries if e.what == "step" and e.kind is Kind.ADDED]
    assert decision.new == "each player decides if ante is not made; lay down: wait; fold: forfeit pair plus and out"
    assert decision.new_cites == ("J.2.b", "J.4")


@pytest.mark.long
def test_two_editions_that_say_the_same(stored: Callable[[str], Side]) -> None:
    found = compare(stored("oneida/mississippi-stud/2020-01-14"), stored("oneida/mississippi-stud/2024-09-11"))
    assert found.entries == () and found.alike > 90


CARDS_EDITS = [
    ("| straight_flush  | 40 to 1 ", "| straight_flush  | 41 to 1 ", "payout"),
    ("compare by tie_rule", "compare by sets_only", "ranking"),
    ("Q high or better", "K high or better", "definition"),
]


@pytest.mark.long
@pytest.mark.parametrize(("old", "new", "what"), CARDS_EDITS)
def test_one_line_of_a_card_game(told: Callable[..., Side], old: str, new: str, what: str) -> None:
    text = (RULESETS / "jack-cleveland/three-card-poker/undated.rop").read_text(encoding="utf-8")
    assert old in text
    found = compare(told(text, "cards.rop"), told(text.replace(old, new, 1), "edited.rop"))
    assert [e.what for e in found.entries if e.weight is Weight.PLAY] == [what]
