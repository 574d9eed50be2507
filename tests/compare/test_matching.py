"""Which wager is which: by what every roll settles, whatever a document calls it."""

from __future__ import annotations

import re
from collections.abc import Callable

from audit.compare.comparing import compare
from audit.compare.entry import Comparison, Kind, Weight
from audit.compare.matching import match
from audit.compare.side import Side

Told = Callable[..., Side]

YO = """wager yo "Yo"                                                                   @ C.9
  win  on 11                                                                    @ C.9
  lose on 2 through 10, 12                                                      @ C.9
  amount in units of $5                                                         @ C.9
"""


def renamed(text: str, names: dict[str, str]) -> str:
    """The text with other names, quotations left as they are."""
    pieces = re.split(r'("[^"]*")', text)
    for n in range(0, len(pieces), 2):
        pieces[n] = re.sub(r"\b[a-z_]+\b", lambda m: names.get(m[0], m[0]), pieces[n])
    return "".join(pieces)


def with_a_yo(text: str, odds: str = "15 to 1") -> str:
    """The short game with eleven as a wager of its own."""
    lines = [x for x in text.splitlines(keepends=True) if "11 in One Roll" not in x]
    made = "".join(lines).replace("| one_number on 11 | 15 to 1 |", f"| yo | {odds} |")
    return made.replace("round       ", f"{YO}round       ", 1)


def play(comparison: Comparison) -> list[tuple[Kind, str, str]]:
    return [(e.kind, e.what, e.subject) for e in comparison.entries if e.weight is Weight.PLAY]


def test_a_position_of_a_pick_is_a_wager_of_its_own_elsewhere(told: Told, dice: str) -> None:
    old, new = told(dice), told(with_a_yo(dice), "yo.rop")
    assert ("one_number[11]", "yo") in [(o.id, n.id) for o, n in match(old, new).pairs]
    found = compare(old, new)
    assert play(found) == []
    (told_otherwise,) = [e for e in found.entries if e.what == "wager"]
    assert told_otherwise.subject == "yo" and told_otherwise.no_round_differs


def test_such_a_wager_at_another_price_is_still_the_same_wager(told: Told, dice: str) -> None:
    found = compare(told(dice), told(with_a_yo(dice, "14 to 1"), "yo.rop"))
    assert play(found) == [(Kind.CHANGED, "payout", "yo")]
    entry = next(e for e in found.entries if e.what == "payout")
    assert (entry.old, entry.new) == ("at least 15 to 1", "at least 14 to 1")
    assert entry.witness is not None
    assert entry.witness.steps[-1].results == ("wins $150 at 15 to 1", "wins $140 at 14 to 1")


def test_another_name_is_at_most_words(told: Told, dice: str) -> None:
    names = {
        "pass": "line",
        "place": "put_on",
        "field": "square",
        "point": "mark",
        "come_out": "opening",
        "point_roll": "chase",
        "number": "spot",
        "table_minimum": "least",
        "buy_commission": "vig",
        "late_wager": "slow_wager",
        "table_length": "length",
        "die_off_table": "lost_die",
    }
    found = compare(told(dice), told(renamed(dice, names).replace('"Pass Bet"', '"Line Bet"'), "renamed.rop"))
    assert [(e.what, e.subject, e.weight) for e in found.entries] == [("title", "line", Weight.WORDS)]
    assert ("pass", "line") in found.matched and ("place", "put_on") in found.matched


def test_names_that_changed_places_are_seen_through(told: Told, dice: str) -> None:
    swapped = renamed(dice, {"field": "one_number", "one_number": "field"})
    found = compare(told(dice), told(swapped, "swapped.rop"))
    assert play(found) == []
    assert {("field", "one_number"), ("one_number", "field")} <= set(found.matched)


def test_persons_and_means_are_no_names(told: Told, dice: str) -> None:
    found = compare(told(dice), told(dice.replace("boxperson", "supervisor"), "persons.rop"))
    assert {(e.what, e.subject) for e in found.entries} == {("irregularity", "die_off_table"), ("duty", "late_wager")}


def test_two_casinos_cut_the_groups_of_three_otherwise(stored: Callable[[str], Side]) -> None:
    old, new = stored("oneida/roulette/2003-08-06"), stored("jack-cleveland/roulette/undated")
    matched = match(old, new)
    pairs = {(o.id, n.id) for o, n in matched.pairs}
    for numbers in ("0, 1, 2", "0, 2, 00", "00, 2, 3"):
        assert (f"triple[{numbers}]", f"three_numbers[{numbers}]") in pairs
    assert matched.only_old == () and matched.only_new == ()


def test_two_wheels_differ_under_a_choice_that_is_not_in_force(stored: Callable[[str], Side]) -> None:
    found = compare(stored("oneida/roulette/2003-08-06"), stored("jack-cleveland/roulette/undated"))
    red = next(e for e in found.entries if e.what == "condition" and "red" in e.subject)
    assert red.old == "lose half on 0, 00 when zero takes is half; lose on 0, 00 when zero takes is whole"
    assert red.new == "lose on 0, 00" and red.old_cites == ("G.2",)
    assert red.witness is not None and "--choose zero_takes=half" in red.witness.command
    assert red.witness.steps[-1].results == ("loses $5", "loses $10")
    assert not any(e.what == "payout" for e in found.entries)
    added = {e.subject for e in found.entries if e.kind is Kind.ADDED and e.weight is Weight.PLAY}
    assert {"single_zero", "wheel_used", "double_as_single"} <= added
