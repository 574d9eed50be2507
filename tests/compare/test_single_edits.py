"""One line of a game changed: exactly one entry, with the right clause, sign and round."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from audit.compare.entry import Comparison, Entry, Favours, Kind, Weight
from audit.compare.side import Side, under
from audit.play.errors import GivenError
from audit.play.events import Event, Settled
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.expressions import Money

Edited = Callable[..., Comparison]
Only = Callable[[Comparison], Entry]


def test_a_game_against_itself_has_no_difference(edited: Edited, only: Only) -> None:
    found = edited()
    assert found.entries == () and found.renumbered == ()
    assert found.alike == 17  # every statement but `all wagers` and the payout list, whose lines belong to the wagers


@pytest.mark.parametrize(
    ("old", "new", "subject", "texts", "edges", "favours", "rolls"),
    [
        (
            "| 12              | 2 to 1 |",
            "| 12              | 3 to 1 |",
            "field",
            ("at least 2 to 1", "at least 3 to 1"),
            ("1/18", "1/36"),
            Favours.PLAYER,
            "6-6",
        ),
        (
            "| place on 6       | 7 to 6  |",
            "| place on 6       | 1 to 1  |",
            "place[6]",
            ("at least 7 to 6", "at least 1 to 1"),
            ("1/66", "1/11"),
            Favours.HOUSE,
            "1-3, 1-5",
        ),
        (
            "| one_number on 11 | 15 to 1 |",
            "| one_number on 11 | 14 to 1 |",
            "one_number[11]",
            ("at least 15 to 1", "at least 14 to 1"),
            ("1/9", "1/6"),
            Favours.HOUSE,
            "5-6",
        ),
        (
            "    | 4, 10     | 2 to 1 |",
            "    | 4, 10     | 9 to 5 |",
            "pass_odds",
            ("2 to 1", "9 to 5"),
            ("0", None),
            None,
            "1-3, 1-3",
        ),
    ],
)
def test_one_payout(
    edited: Edited,
    only: Only,
    old: str,
    new: str,
    subject: str,
    texts: tuple[str, str],
    edges: tuple[str, str | None],
    favours: Favours | None,
    rolls: str,
) -> None:
    entry = only(edited((old, new)))
    assert (entry.kind, entry.what, entry.subject) == (Kind.CHANGED, "payout", subject)
    assert (entry.old, entry.new) == texts
    assert entry.old_edge == Fraction(edges[0])
    if edges[1] is not None:
        assert entry.new_edge == Fraction(edges[1])
    if favours is not None:
        assert entry.favours is favours
    assert entry.witness is not None and f'--given "dice {rolls}"' in entry.witness.command


def test_nine_for_one_is_eight_to_one(edited: Edited, only: Only) -> None:
    same = edited(("| 12              | 2 to 1 |", "| 12              | 3 for 1 |"))
    assert same.entries == ()


def test_rows_put_together_are_the_same_rows(edited: Edited, only: Only) -> None:
    same = edited(
        ("    | 2               | 2 to 1 |\n    | 12              | 2 to 1 |", "    | 2, 12           | 2 to 1 |")
    )
    assert same.entries == ()


def test_a_set_of_numbers_has_no_order(edited: Edited, only: Only) -> None:
    assert edited(("win  on 2, 3, 4, 9, 10, 11, 12", "win  on 12, 2 through 4, 9, 10, 11")).entries == ()


@pytest.mark.parametrize(
    ("old", "new", "subject", "rolls", "favours"),
    [
        ("win  on 7, 11", "win  on 7", "pass", "5-6", Favours.HOUSE),
        ("lose on 2, 3, 12", "lose on 2, 3", "pass", "6-6", Favours.PLAYER),
        ("    win  on the point", "    win  on the point, 11", "pass", "1-3, 5-6", Favours.PLAYER),
    ],
)
def test_one_total(edited: Edited, only: Only, old: str, new: str, subject: str, rolls: str, favours: Favours) -> None:
    entry = only(edited((old, new)))
    assert (entry.what, entry.subject, entry.favours) == ("condition", subject, favours)
    assert entry.witness is not None and f'--given "dice {rolls}"' in entry.witness.command


def test_a_line_in_other_words_is_no_entry_of_play(edited: Edited, only: Only) -> None:
    entry = only(
        edited(
            (
                "  lose on 5, 6, 7, 8                                                            @ C.3.b",
                "  lose otherwise                                                                @ C.3.b",
            )
        )
    )
    assert entry.weight is Weight.WORDS and entry.no_round_differs
    assert (entry.old, entry.new) == ("lose on 5, 6, 7, 8", "lose otherwise")


@pytest.mark.parametrize(
    ("old", "new", "texts"),
    [
        ("amount in units of $5 ", "amount in units of $10", ("amount in units of $5", "amount in units of $10")),
        (
            "amount at most 3 times pass",
            "amount at most 5 times pass",
            ("amount at most 3 times pass", "amount at most 5 times pass"),
        ),
        (
            "  amount from table_minimum through table_maximum",
            "  amount from table_minimum through $500",
            ("amount from table minimum through table maximum", "amount from table minimum through $500"),
        ),
    ],
)
def test_one_limit(edited: Edited, only: Only, old: str, new: str, texts: tuple[str, str]) -> None:
    entry = only(edited((old, new)))
    assert entry.what == "limit" and (entry.old, entry.new) == texts


def test_a_limit_of_all_wagers_is_told_once(edited: Edited, only: Only) -> None:
    entry = only(
        edited(("  amount from table_minimum through table_maximum", "  amount from table_minimum through $500"))
    )
    assert entry.subject == "pass, place, field, one_number, buy, pass_odds"
    assert entry.old_cites == ("B.3",)


@pytest.mark.parametrize(
    ("old", "new", "texts", "note"),
    [
        ("every 8 hours", "every 4 hours", ("every 8 hours", "every 4 hours"), "Stricter control."),
        ("every 8 hours", "every 2 days", ("every 8 hours", "every 2 days"), "Weaker control."),
        (
            "verified by stickperson verified by boxperson",
            "verified by stickperson",
            ("verified by stickperson, verified by boxperson", "verified by stickperson"),
            "Weaker control.",
        ),
        (
            "verified by stickperson verified by boxperson",
            "verified by stickperson verified by supervisor",
            ("verified by stickperson, verified by boxperson", "verified by stickperson, verified by supervisor"),
            "",
        ),
        ("at least 5 dice", "at least 6 dice", ("at least 5 dice", "at least 6 dice"), "Stricter control."),
        ('house shall "change the dice"', 'house may "change the dice"', ("shall", "may"), "Weaker control."),
        (' except "nobody plays"', "", ('except "nobody plays"', None), "Stricter control."),
        ("duty count_dice stickperson", "duty count_dice dealer", ("stickperson", "dealer"), ""),
    ],
)
def test_one_slot_of_a_duty(
    edited: Edited, only: Only, old: str, new: str, texts: tuple[str, str | None], note: str
) -> None:
    entry = only(edited((old, new)))
    assert (entry.what, entry.weight) == ("duty", Weight.CONTROLS)
    assert (entry.old, entry.new) == texts
    assert entry.note == note


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("    may not be reduced or removed", "    may not be removed", "right"),
        ("  made before the come_out ", "  made before any roll", "moment"),
        ("placed with chips, confirmed_cash", "placed with chips", "means"),
        ("roll again at the word of boxperson", "roll again at the word of dealer", "irregularity"),
        ("at most 14 feet", "at most 12 feet", "measure"),
        ('wager field "Field Bet"', 'wager field "Square Bet"', "title"),
        ("charged when won", "charged when made", "commission"),
        ('term "Point" is point', 'term "Mark" is point', "term"),
    ],
)
def test_one_line_of_each_kind(edited: Edited, only: Only, old: str, new: str, what: str) -> None:
    assert only(edited((old, new))).what == what


def test_an_option_moves_the_wagers_that_hang_on_it(edited: Edited, only: Only) -> None:
    entry = only(edited(("from 0% through 5% default 5%", "from 0% through 4% default 4%")))
    assert (entry.what, entry.subject) == ("option", "buy_commission")
    assert (entry.old, entry.new) == ("0% through 5%, default 5%", "0% through 4%, default 4%")
    assert (entry.old_edge, entry.new_edge, entry.favours) == (Fraction(1, 60), Fraction(1, 75), Favours.PLAYER)
    assert "Buy Bet" in entry.note and entry.witness is not None


def test_a_step_of_the_round_is_one_entry_with_the_wagers_that_it_moves(edited: Edited, only: Only) -> None:
    entry = only(edited(("go to point_roll on 4, 5, 6, 8, 9, 10", "go to point_roll on 4, 5, 6, 8, 9, 10, 12")))
    assert (entry.what, entry.title) == ("step", "Come Out Roll")
    assert entry.witness is not None and entry.witness.steps[-1].results[0] != entry.witness.steps[-1].results[1]
    assert "Place Bet" in entry.note and "Buy Bet" in entry.note


def test_a_floor_dropped_from_a_whole_list_is_one_entry(edited: Edited, only: Only) -> None:
    entry = only(
        edited(
            (
                "pays at least                                                                   @ D.1\n  | wager",
                "pays                                                                            @ D.1\n  | wager",
            )
        )
    )
    assert (entry.what, entry.no_round_differs) == ("payout", True)
    assert (entry.old, entry.new) == ("at least the odds listed", "the odds listed")


def test_clauses_alone_are_noise(edited: Edited, only: Only) -> None:
    found = edited(("@ G.1", "@ H.1"), ("@ G.2", "@ H.2"), ("@ G.3", "@ H.3"))
    assert found.entries == ()
    (run,) = found.renumbered
    assert (run.old_cites, run.new_cites, run.count) == (("G.1 through G.3",), ("H.1 through H.3",), 3)
    assert found.renumbered_statements == 3


def test_a_wager_of_its_own_comes_and_goes(edited: Edited, only: Only) -> None:
    yo = 'wager eleven "Eleven"\n  win  on 11                                                    @ C.9\n  lose otherwise    @ C.9\n  pays 15 to 1  @ C.9\n'
    found = edited(
        (
            "round                                                     ",
            f"{yo}round                                                     ",
        )
    )
    entry = only(found)
    assert (entry.kind, entry.what, entry.subject, entry.new_cites) == (Kind.ADDED, "wager", "eleven", ("C.9",))
    assert (entry.old_edge, entry.new_edge) == (None, Fraction(1, 9))


@given(odds=st.integers(min_value=1, max_value=60))
@settings(max_examples=12, deadline=None)
def test_whatever_eleven_pays_the_entry_has_the_sign_of_the_edge(edited: Edited, only: Only, odds: int) -> None:
    found = edited(("| one_number on 11 | 15 to 1 |", f"| one_number on 11 | {odds} to 1 |"))
    if odds == 15:
        assert found.entries == ()
        return
    entry = only(found)
    assert entry.new_edge == Fraction(17 - odds, 18)
    assert entry.favours is (Favours.PLAYER if odds > 15 else Favours.HOUSE)


def test_a_witness_plays_again_under_both(edited: Edited, only: Only, told: Callable[..., Side], dice: str) -> None:
    new = ("win  on 7, 11", "win  on 7")
    entry = only(edited(new))
    assert entry.witness is not None
    script = entry.witness.command.split('--given "')[1].rstrip('"')
    results = []
    for side in (told(dice), told(dice.replace(*new), "edited.rop")):
        open_table = under(side, {"table_minimum": Money(Fraction(5)), "table_maximum": Money(Fraction(500))})
        game = Play(open_table.configured, Given.read(script), [Wish("pass", "", Fraction(10))])
        events: list[Event] = []
        with contextlib.suppress(GivenError):  # the script ends while the wager still stands
            for event in game.one_round(stop_when_idle=True):
                events.append(event)
        results.append([e.result for e in events if isinstance(e, Settled)])
    assert results == [["win"], []]
