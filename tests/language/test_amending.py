"""Amendments: each verb, in its order, and what is said where the old edition has not what the new one speaks of."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from audit.language.amending import MOST_AMENDMENTS
from audit.language.assembling import Assembled, assemble
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.entries import flatten
from audit.language.identity import canonical
from audit.language.library import Library, Parsed
from audit.language.syntax import Node
from audit.language.whole_text import whole_text

AMENDMENTS = Path(__file__).parent / "amendments"

OLD = """ruleset x/old
  title    "Old"
  approved 2020-01-01
  source   "old.txt"

dice 2 with faces 1 through 6                                                   @ B.1
option limit from 1 through 5 default 1                                         @ G.1

all wagers
  made before any roll                                                          @ E.1
  may be reduced or removed                                                     @ E.2

wager field "Field Bet"                                                         @ D.10
  made before any roll                                                          @ D.10
  amount at least $1                                                            @ F.1
  amount in units of $1                                                         @ F.2
  at come_out
    off unless called on                                                        @ E.5
    win  on 7, 11                                                               @ D.10
  at point_roll
    win  on 7, 11                                                               @ D.10.a
  keep the total as its number on 4, 5                                          @ D.11
  lose on 5, 6                                                                  @ D.10
  pays 1 to 1                                                                   @ F.1

wager pass                                                                      @ D.1
  pays at least                                                                 @ F.1
    | total | odds   |
    | 2, 12 | 2 to 1 |

settle pass, field                                                              @ J.1
  | total     | pass | field |
  | 7         | win  | lose  |
  | 2, 12     | lose | win   |                                                  @ J.2
  | otherwise | push | push  |

pays pass
  | total     | pays   | plus    |
  | 7         | 1 to 1 | nothing |                                              @ F.1
  | otherwise | lose   | nothing |

fee rake "Rake"                                                                 @ N.1
  from each pot                                                                 @ N.1
  amount 5% of pot when limit is 1                                              @ N.2
  amount 10% of pot when limit is 2                                             @ N.3
  at most $5                                                                    @ N.4

irregularity off_table on roll_off_table                                        @ P.1
  roll again                                                                    @ P.1
  void the round otherwise                                                      @ P.2

ranking three of 3 cards                                                        @ C.1
  order A K Q                                                                   @ C.1
  triple  3 cards of one rank                                                   @ C.2
  rest    anything else                                                         @ C.4

round "one roll"                                                                @ R.1
  step come_out                                                                 @ R.1
    roll dice                                                                   @ R.2
    settle                                                                      @ R.3
    go to come_out on 7                                                         @ R.4
  step point_roll                                                               @ R.5
    roll dice                                                                   @ R.5
    end on 7                                                                    @ R.6

when limit is 1                                                                 @ H.1
  duty mark house shall "mark the table"                                        @ H.2
  duty call dealer shall "call"
when limit is 2
  duty mark house shall "mark the wall"                                         @ H.3

duty stick dealer shall "use the stick" every 6 hours                           @ I.1
duty deal dealer shall "deal"                                                   @ I.2, I.3 through I.5
term "Point" is point                                                           @ A.1
note "a note"                                                                   @ I.3
"""

NEW = """ruleset x/new
  title    "New"
  approved 2024-01-01
  amends   x/old
  source   "new.txt"

"""


def write(folder: Path, text: str) -> str:
    ruleset = text.split("\n", maxsplit=1)[0].split()[1]
    path = folder / f"{ruleset}.rop"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return ruleset


def whole(folder: Path, *texts: str) -> Assembled:
    """The first of some files, assembled; the others lie beside it."""
    ruleset, *_ = [write(folder, text) for text in texts]
    library = Library((folder,))
    parsed = library.parsed(ruleset)
    assert [d.first_line for d in errors(parsed)] == []
    return assemble(parsed.file, library)


def errors(made: Parsed | Assembled) -> list[Diagnostic]:
    """The mistakes, without warnings: whether a line has a basis is no matter here."""
    return [d for d in made.diagnostics if d.severity is Severity.ERROR]


def amended(folder: Path, said: str, old: str = OLD) -> Assembled:
    return whole(folder, NEW + said, old)


def printed(made: Assembled, *begins: str) -> list[str]:
    """The statements that begin so, as the whole file prints them, with one space for many."""
    assert [d.first_line for d in errors(made)] == []
    found: list[str] = []
    inside = False
    for line in whole_text(made).split("\n"):
        if line and not line.startswith(" "):
            inside = line.startswith(begins)
        if inside and line:
            indent = len(line) - len(line.lstrip())
            found.append(" " * indent + " ".join(line.split()))
    return found


def mistake(made: Assembled) -> Diagnostic:
    (found,) = errors(made)
    return found


def contents(statements: tuple[Node, ...]) -> Counter[tuple[tuple[Node, ...], Node]]:
    """Statements with their headings, layout and order aside; so too the lines of an award that are no shares."""
    found: Counter[tuple[tuple[Node, ...], Node]] = Counter()
    for entry in flatten(statements):
        node = canonical(entry.node)
        if node.kind == "award":
            shares = [line for line in node.body if line.kind == "shares"]
            node = node.with_body((*shares, *sorted((n for n in node.body if n.kind != "shares"), key=repr)))
        found[tuple(canonical(h) for h in entry.headings), node] += 1
    return found


# two editions written both ways


@pytest.mark.parametrize("game", ["holdem", "poker-common"])
def test_an_edition_as_an_amendment_is_the_edition_as_a_whole(game: str) -> None:
    library = Library((AMENDMENTS / "editions",))
    as_amendment = library.parsed(AMENDMENTS / f"{game}-2024-as-amendment.rop")
    as_whole = library.parsed(f"oneida/{game}/2024-03-28")
    assert errors(as_amendment) == errors(as_whole) == []
    one, other = assemble(as_amendment.file, library), assemble(as_whole.file, library)
    assert errors(one) == errors(other) == []
    assert contents(one.statements) == contents(other.statements)
    assert one.own == (f"oneida/{game}/2024-03-28", f"oneida/{game}/2004-05-05")


def test_what_is_carried_on_keeps_the_place_that_says_it() -> None:
    library = Library((AMENDMENTS / "editions",))
    made = assemble(library.parsed(AMENDMENTS / "holdem-2024-as-amendment.rop").file, library)
    editions = Counter(made.editions[e.node.span.source] for e in flatten(made.statements))
    assert editions["oneida/poker-common/2024-03-28"] == 201  # its need is filled
    assert set(editions) == {"oneida/poker-common/2024-03-28", "oneida/holdem/2004-05-05", "oneida/holdem/2024-03-28"}
    button = next(s for s in made.statements if s.kind == "button")
    assert made.editions[button.span.source] == "oneida/holdem/2024-03-28"
    assert [(i.by, i.id) for i in made.included] == [("oneida/holdem/2024-03-28", "oneida/poker-common/2024-03-28")]


# replace


def test_replace_takes_the_place_of_the_whole_statement(tmp_path: Path) -> None:
    made = amended(tmp_path, 'replace wager field "Field"  @ D.9\n  win on 2  @ D.9\n')
    assert printed(made, "wager field") == ['wager field "Field" @ D.9', "  win on 2 @ D.9"]
    field = next(s for s in made.statements if s.kind == "wager" and s.span.source == "x/new.rop")
    assert field.span.line == 7


def test_what_has_no_name_is_replaced_by_its_kind(tmp_path: Path) -> None:
    made = amended(tmp_path, "replace dice 3 with faces 1 through 6  @ B.2\nreplace pays pass at 3 to 2  @ F.2\n")
    assert printed(made, "dice") == ["dice 3 with faces 1 through 6 @ B.2"]
    assert printed(made, "pays") == ["pays pass at 3 to 2 @ F.2"]


def test_the_order_of_the_wagers_of_a_table_makes_no_difference(tmp_path: Path) -> None:
    made = amended(tmp_path, "replace settle field, pass  @ J.9\n  | total | field, pass |\n  | any | win |\n")
    assert printed(made, "settle")[0] == "settle field, pass @ J.9"


def test_under_a_choice_the_statement_of_that_choice_is_replaced(tmp_path: Path) -> None:
    made = amended(tmp_path, 'when limit is 2\n  replace duty mark dealer shall "mark it"  @ H.9\n')
    assert printed(made, "when limit is") == [
        "when limit is 1 @ H.1", '  duty mark house shall "mark the table" @ H.2', '  duty call dealer shall "call"',
        "when limit is 2", '  duty mark dealer shall "mark it" @ H.9',
    ]


def test_without_a_choice_it_is_replaced_under_all_of_them(tmp_path: Path) -> None:
    made = amended(tmp_path, 'replace duty mark dealer shall "mark it"  @ H.9\n')
    assert printed(made, "when limit is", "duty mark") == [
        'duty mark dealer shall "mark it" @ H.9', "when limit is 1 @ H.1", '  duty call dealer shall "call"',
    ]


def test_nothing_to_replace(tmp_path: Path) -> None:
    """The sample of the terminal's messages, word for word."""
    old = 'ruleset example/field/2026-01-05\n  title "F"\n  source "f"\n\nwager field  @ D.10\n'
    new = 'ruleset x/new\n  title "N"\n  amends example/field/2026-01-05\n  source "n"\n\n\n\n'
    found = mistake(whole(tmp_path, new + 'replace wager fire "Fire Bet"  @ D.30\n', old))
    assert found.first_line == (
        "x/new.rop:8:15: error: example/field/2026-01-05 has no wager fire to replace [replace-missing]"
    )
    assert found.mend == 'it has field; a new wager is a plain statement, without "replace"'


def test_silence_overwrites_nothing(tmp_path: Path) -> None:
    """The sample of the terminal's messages, word for word."""
    old = 'ruleset example/field/2026-01-05\n  title "F"\n  source "f"\n' + "\n" * 10 + 'wager field  @ D.10\n'
    new = 'ruleset x/new\n  title "N"\n  amends example/field/2026-01-05\n  source "n"\n\n\n\n'
    found = mistake(whole(tmp_path, new + 'wager field "Field Bet"  @ D.10\n', old))
    assert found.first_line == (
        "x/new.rop:8:7: error: wager field is in example/field/2026-01-05, line 14 [already-there]"
    )
    assert found.mend == (
        '"replace wager field" takes its place; "change wager field" keeps the lines not restated'
    )


@pytest.mark.parametrize(
    ("said", "message", "mend"),
    [
        ('replace button starts at the dealer and moves left after each round', "x/old has no button to replace",
         'a new button is a plain statement, without "replace"'),
        ('when limit is 3\n  replace duty mark house shall "x"', "duty mark of x/old stands under other choices",
         "under the same when"),
        ("replace include y/part/2024", "what is amended includes no edition of y/part",
         'a new include is a plain statement, without "replace"'),
        ("remove duty sticks, deal", "x/old has no duty sticks to remove", "it has stick"),
        ("remove step third", "x/old has no step third to remove", ""),
        ('remove clause "I.7"', "x/old has no I.7; I ends at I.5", "it cites I.1, I.2, I.3, I.4, I.5"),
        ('remove clause "Q"', "x/old has no Q", "it cites A, B, C, D, E, F, G, H …"),
        ('renumber "I.2" through "I.6" to "I.1" through "I.5"', "x/old has no I.6; I ends at I.5",
         "it cites I.1, I.2, I.3, I.4, I.5"),
        ("rename wager fields to f", "x/old has no wager fields to rename", "it has field"),
        ("rename wager field to pass", "wager pass is in x/old, line 26", "a name that is free"),
        ("change wager fire\n  win on 2", "x/old has no wager fire to change", "it has field"),
        ("change pays field\n  | 1 | 2 to 1 |", "x/old has no pays field to change", "it has pass"),
        ('change wager field\n  drop "win on 8"', 'wager field has no line "win on 8"',
         "the words of the line, as far as its condition or its clause"),
        ('change wager field\n  drop "win on 7, 11"', '2 lines of wager field say "win on 7, 11"',
         "with its condition, if that tells them apart; else replace the statement"),
        ('change irregularity off_table\n  drop "roll again"\n  drop "void the round otherwise"',
         "nothing is left of irregularity off_table", "remove it, or replace it"),
        ("change wager field when limit is 2\n  win on 2", "a change as a whole has no condition",
         "write it on the lines that it holds for"),
        ("when limit is 2\n  remove duty stick", "what amends stands under no choice", "its lines may end in: when …"),
        ('replace duty stick house may "x"\nremove duty stick',
         "duty stick is replaced here; it cannot be removed as well", "one of the two"),
        ('replace duty stick house may "x"\nreplace duty stick house may "y"', "duty stick is replaced twice", "one of the two"),
        ('note "a note"', 'note "a note" is in x/old, line 75', '"replace" before it takes its place'),
        ("change table t\n  | 1 | 2 |", "x/old has no table t to change", ""),
        ("change settle pass, field\n  | 7 | win |", "2 cells, and the heading has 3: total, pass, field", ""),
        ("change pays pass\n  | total | pays |\n  | 9 | 2 to 1 |", "a new row needs every cell; missing: plus", ""),
        ('change wager field\n  may not be removed or restored\n', "", ""),
        ('change all wagers\n  may not be removed\n', "all wagers says the opposite of part of this",
         'drop "may be reduced or removed", and say what stays'),
    ],
)  # fmt: skip
def test_what_does_not_fit(tmp_path: Path, said: str, message: str, mend: str) -> None:
    made = amended(tmp_path, said + "\n")
    assert [(d.message, d.mend) for d in errors(made)] == ([(message, mend)] if message else [])


def test_nothing_is_amended(tmp_path: Path) -> None:
    text = 'ruleset x/new\n  title "N"\n  source "n"\n\n'
    found = mistake(whole(tmp_path, text + "change wager field\n  win on 2\n"))
    assert found.first_line == "x/new.rop:5:14: error: nothing is there to change: no amends, no include [change-missing]"
    missing = mistake(whole(tmp_path, NEW.replace("x/old", "x/older") + "remove duty stick\n", OLD))
    assert missing.first_line.startswith("x/new.rop:4:12: error: x/older: no such ruleset in ")
    assert missing.mend.startswith("near: x/old")


# change


def test_a_line_takes_the_place_of_those_of_its_kind_under_the_same_headings(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        'change wager field "A Field Bet"                                @ D.12\n'
        "  amount at least $2                                            @ F.9\n"
        "  at come_out\n"
        "    off                                                         @ E.9\n"
        "  keep the total as its number on 6                             @ D.13\n"
        "  pays at least\n    | total | odds |\n    | 7 | 2 to 1 |\n"
    ))
    assert printed(made, "wager field") == [
        'wager field "A Field Bet" @ D.12', "  made before any roll @ D.10", "  amount at least $2 @ F.9",
        "  amount in units of $1 @ F.2", "  at come_out", "    off @ E.9", "    win on 7, 11 @ D.10", "  at point_roll",
        "    win on 7, 11 @ D.10.a", "  keep the total as its number on 6 @ D.13", "  lose on 5, 6 @ D.10",
        "  pays at least", "    | total | odds |", "    | 7 | 2 to 1 |",
    ]


def test_a_result_is_matched_by_its_word_and_its_events(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        "change wager field\n  lose on 6, 5 if limit is 2  @ D.14\n  lose on 8  @ D.15\n  at come_out\n    win on 2  @ D.16\n"
    ))
    assert printed(made, "wager field")[4:] == [
        "  at come_out", "    off unless called on @ E.5", "    win on 7, 11 @ D.10", "    win on 2 @ D.16",
        "  at point_roll", "    win on 7, 11 @ D.10.a", "  keep the total as its number on 4, 5 @ D.11",
        "  lose on 6, 5 if limit is 2 @ D.14", "  lose on 8 @ D.15", "  pays 1 to 1 @ F.1",
    ]


def test_a_new_heading_stands_beside_the_old_ones(tmp_path: Path) -> None:
    made = amended(tmp_path, "change wager field\n  first roll\n    win on 3  @ D.17\n  at come_out  @ D.18\n    void on 3\n")
    lines = printed(made, "wager field")
    assert lines[-4:] == ["  first roll", "    win on 3 @ D.17", "  at come_out @ D.18", "    void on 3"]


def test_a_choice_at_the_end_of_a_line_is_a_heading(tmp_path: Path) -> None:
    one = amended(tmp_path, "change fee rake\n  amount 6% of pot when limit is 1  @ N.9\n")
    assert printed(one, "fee rake")[2:] == [
        "  amount 6% of pot when limit is 1 @ N.9", "  amount 10% of pot when limit is 2 @ N.3", "  at most $5 @ N.4",
    ]
    every = amended(tmp_path, "change fee rake\n  amount 6% of pot  @ N.9\n")
    assert printed(every, "fee rake")[2:] == ["  amount 6% of pot @ N.9", "  at most $5 @ N.4"]
    another = amended(tmp_path, "change fee rake\n  amount 6% of pot when limit is 3  @ N.9\n")
    assert printed(another, "fee rake")[2:] == [
        "  amount 5% of pot when limit is 1 @ N.2", "  amount 10% of pot when limit is 2 @ N.3", "  at most $5 @ N.4",
        "  amount 6% of pot when limit is 3 @ N.9",
    ]


def test_rights_that_are_denied_are_no_longer_granted(tmp_path: Path) -> None:
    made = amended(tmp_path, "change all wagers\n  may not be removed or reduced  @ E.3\n")
    assert printed(made, "all wagers") == [
        "all wagers", "  made before any roll @ E.1", "  may not be removed or reduced @ E.3",
    ]


def test_a_row_is_set_by_its_condition_cells(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        "change settle pass, field                                        @ J.9\n"
        "  | total | pass | field |\n  | 12, 2 | push | win |  @ J.3\n  | 3 | lose | win |  @ J.4\n"
        "change pays pass\n  | 7 | 2 to 1 | nothing |  @ F.8\n"
    ))
    assert printed(made, "settle", "pays") == [
        "settle pass, field @ J.9", "  | total | pass | field |", "  | 7 | win | lose |", "  | 12, 2 | push | win | @ J.3",
        "  | 3 | lose | win | @ J.4", "  | otherwise | push | push |",
        "pays pass", "  | total | pays | plus |", "  | 7 | 2 to 1 | nothing | @ F.8", "  | otherwise | lose | nothing |",
    ]


def test_a_row_may_set_some_columns_only(tmp_path: Path) -> None:
    made = amended(tmp_path, "change pays pass\n  | plus | total |\n  | $5 | 7 |  @ F.8\n")
    assert printed(made, "pays pass")[2] == "  | 7 | 1 to 1 | $5 | @ F.8"


def test_a_row_is_dropped_by_its_cells(tmp_path: Path) -> None:
    made = amended(tmp_path, 'change settle pass, field\n  drop "| 7 | win | lose |"\n')
    assert printed(made, "settle")[2] == "  | 2, 12 | lose | win | @ J.2"


def test_lines_are_read_from_the_top_where_order_counts(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        "change irregularity off_table\n  misdeal if cards at least 2  @ P.9\n"
        "change ranking three\n  flush  3 cards of one suit  @ C.3\n  triple  3 cards of one rank  @ C.5\n  pair  2 cards of one rank  @ C.6\n"
        "  compare by sets_only  @ C.7\n"
    ))
    assert printed(made, "irregularity") == [
        "irregularity off_table on roll_off_table @ P.1", "  roll again @ P.1", "  misdeal if cards at least 2 @ P.9",
        "  void the round otherwise @ P.2",
    ]
    assert printed(made, "ranking") == [
        "ranking three of 3 cards @ C.1", "  order A K Q @ C.1", "  flush 3 cards of one suit @ C.3",
        "  triple 3 cards of one rank @ C.5", "  pair 2 cards of one rank @ C.6", "  compare by sets_only @ C.7",
        "  rest anything else @ C.4",
    ]


def test_a_step_is_set_whole_and_a_line_of_it_dropped_by_its_words(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        'change round\n  drop "go to come_out on 7"\n  step point_roll "second"  @ R.7\n    end  @ R.7\n'
        "  step third  @ R.8\n    end  @ R.8\n"
    ))
    assert printed(made, "round") == [
        'round "one roll" @ R.1', "  step come_out @ R.1", "    roll dice @ R.2", "    settle @ R.3",
        '  step point_roll "second" @ R.7', "    end @ R.7", "  step third @ R.8", "    end @ R.8",
    ]


def test_a_heading_goes_with_the_last_of_its_lines(tmp_path: Path) -> None:
    made = amended(tmp_path, 'change wager field\n  drop "at point_roll"\n  drop "off unless called on"\n  drop "win on 7, 11"\n')
    assert not any("at " in line for line in printed(made, "wager field") if line.endswith(("come_out", "point_roll")))


def test_several_lines_that_one_could_replace(tmp_path: Path) -> None:
    twice = OLD.replace(
        "  lose on 5, 6                                                                  @ D.10\n",
        "  lose on 5, 6 if limit is 1  @ D.10\n  lose on 5, 6 if limit is 2  @ D.10\n",
    )
    exact = amended(tmp_path, "change wager field\n  lose on 5, 6 if limit is 2  @ D.19\n", twice)
    assert [line for line in printed(exact, "wager field") if "lose" in line] == [
        "  lose on 5, 6 if limit is 1 @ D.10", "  lose on 5, 6 if limit is 2 @ D.19",
    ]
    found = mistake(amended(tmp_path, "change wager field\n  lose on 5, 6 if limit is 3  @ D.19\n", twice))
    assert found.first_line == (
        "x/new.rop:8:3: error: wager field has 2 lines that this one could take the place of [change-ambiguous]"
    )
    assert [str(also.span) for also in found.also] == ["x/old.rop:23:3", "x/old.rop:24:3"]


# rename


def test_a_name_changes_wherever_it_is_used(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        "rename wager field to the_field\nrename option limit to most\nrename duty deal to dealing\n"
        "rename step come_out to first\nchange wager the_field\n  win on 12 when most is 2  @ D.2\n"
    ))
    assert printed(made, "wager the_field")[0] == 'wager the_field "Field Bet" @ D.10'
    assert "  at first" in printed(made, "wager the_field")
    assert printed(made, "settle")[:2] == ["settle pass, the_field @ J.1", "  | total | pass | the_field |"]
    assert printed(made, "when most is")[0] == "when most is 1 @ H.1"
    assert printed(made, "duty dealing") == ['duty dealing dealer shall "deal" @ I.2, I.3 through I.5']
    assert printed(made, "round")[4] == "    go to first on 7 @ R.4"
    assert "  | total | pass | field |" not in whole_text(made)


def test_two_things_may_exchange_their_names(tmp_path: Path) -> None:
    made = amended(tmp_path, "rename wager field to pass\nrename wager pass to field\n")
    assert printed(made, "wager pass")[0] == 'wager pass "Field Bet" @ D.10'
    assert printed(made, "settle")[0] == "settle field, pass @ J.1"


# remove, renumber


def test_remove_by_name(tmp_path: Path) -> None:
    made = amended(tmp_path, "remove duty mark, stick\nremove settle pass, field\nremove step point_roll\nremove term point\n")
    assert printed(made, "when", "duty", "settle", "term") == [
        "when limit is 1 @ H.1", '  duty call dealer shall "call"', 'duty deal dealer shall "deal" @ I.2, I.3 through I.5',
    ]
    assert "point_roll" not in " ".join(printed(made, "round"))


def test_remove_clause_takes_what_cites_nothing_else(tmp_path: Path) -> None:
    made = amended(tmp_path, 'remove clause "I.3"\nremove clause "H.1"\nremove clause "J"\nremove clause "D.10"\n')
    assert printed(made, "duty") == [
        'duty stick dealer shall "use the stick" every 6 hours @ I.1', 'duty deal dealer shall "deal" @ I.2, I.4 through I.5',
    ]
    assert printed(made, "note") == printed(made, "settle") == []
    # A line that rested on its heading alone goes with it; one with a clause of its own stays.
    assert printed(made, "when limit is 1") == ["when limit is 1", '  duty mark house shall "mark the table" @ H.2']
    assert printed(made, "wager field") == [
        'wager field "Field Bet"', "  amount at least $1 @ F.1", "  amount in units of $1 @ F.2", "  at come_out",
        "    off unless called on @ E.5", "  keep the total as its number on 4, 5 @ D.11", "  pays 1 to 1 @ F.1",
    ]


def test_a_table_keeps_its_headings_while_a_row_is_left(tmp_path: Path) -> None:
    made = amended(tmp_path, 'remove clause "J.1"\n')
    assert printed(made, "settle") == ["settle pass, field", "  | total | pass | field |", "  | 2, 12 | lose | win | @ J.2"]


def test_what_was_replaced_or_is_new_is_not_struck(tmp_path: Path) -> None:
    made = amended(tmp_path, (
        'remove clause "I.1"\nrenumber "I.2" to "I.1"\nreplace duty stick house may "use a stick"  @ I.1\n'
        'duty new house may "be new"  @ I.1\nchange fee rake\n  at most $6  @ I.2\n'
    ))
    assert printed(made, "duty stick", "duty new", "duty deal") == [
        'duty stick house may "use a stick" @ I.1', 'duty deal dealer shall "deal" @ I.1, I.3 through I.5',
        'duty new house may "be new" @ I.1',
    ]
    assert "  at most $6 @ I.2" in printed(made, "fee")


def test_numbers_of_what_is_included_are_not_moved(tmp_path: Path) -> None:
    part = 'fragment x/part\n  title "Part"\n  source "p"\n\nduty part house may "x"  @ I.2\n'
    made = whole(tmp_path, NEW + 'renumber "I.2" to "I.9"\n', OLD + "include x/part  @ I.2\n", part)
    assert printed(made, "duty part", "duty deal") == [
        'duty part house may "x" @ I.2', 'duty deal dealer shall "deal" @ I.9, I.3 through I.5',
    ]
    assert made.own == ("x/new", "x/old")
    assert [(i.by, i.id) for i in made.included] == [("x/old", "x/part")]


def test_an_amendment_of_an_amendment(tmp_path: Path) -> None:
    last = NEW.replace("x/new", "x/last").replace("x/old", "x/new")
    made = whole(
        tmp_path, last + 'renumber "I.9" to "I.8"\nremove duty stick\nchange wager pass\n  win on 7  @ D.1\n',
        NEW + 'renumber "I.2" to "I.9"\nreplace duty stick house may "use a stick"  @ I.1\n', OLD,
    )
    assert printed(made, "duty deal", "duty stick") == ['duty deal dealer shall "deal" @ I.8, I.3 through I.5']
    assert made.own == ("x/last", "x/new", "x/old")
    assert made.editions == {"x/last.rop": "x/last", "x/new.rop": "x/new", "x/old.rop": "x/old"}


# what is taken over from others


def test_a_host_may_replace_change_and_remove_what_it_includes(tmp_path: Path) -> None:
    host = 'ruleset x/host\n  title "H"\n  source "h"\n\ninclude x/old\n'
    made = whole(
        tmp_path, host + 'change fee rake\n  at most $9  @ 1\nreplace duty stick house may "x"  @ 2\nremove duty deal\n', OLD
    )
    assert "  at most $9 @ 1" in printed(made, "fee")
    assert printed(made, "duty stick", "duty deal") == ['duty stick house may "x" @ 2']
    assert made.own == ("x/host",)


def test_another_edition_of_an_included_part(tmp_path: Path) -> None:
    def part(edition: str, hours: int) -> str:
        return f'fragment x/part/{edition}\n  title "P"\n  source "p"\n\nneeds wager base  @ 1\nduty p{hours} house may "x" every {hours} hours  @ 1\n'

    include = "include x/part/2020\n  base is pass\n"
    one = whole(
        tmp_path, NEW + "replace include x/part/2024  @ M\n  base is field\n", OLD + include, part("2020", 4), part("2024", 8)
    )
    assert printed(one, "duty p") == ['duty p8 house may "x" every 8 hours @ 1']
    assert [(i.by, i.id) for i in one.included] == [("x/new", "x/part/2024")]
    twice = mistake(whole(tmp_path, NEW + "include x/part/2024\n  base is field\n", OLD + include, part("2020", 4), part("2024", 8)))
    assert twice.first_line == (
        "x/new.rop:7:9: error: include x/part/2020 is in x/old, line 76 [already-there]"
    )


def test_a_submission_changes_what_its_regulation_says(tmp_path: Path) -> None:
    text = 'submission x/mine\n  title "M"\n  under x/old\n\nchange fee rake\n  at most $4  @ 1\nwager field  @ 2\n'
    made = whole(tmp_path, text, OLD)
    assert printed(made, "fee", "wager", "duty") == [
        "wager field @ 2",
        'fee rake "Rake" @ N.1', "  from each pot @ N.1", "  amount 5% of pot when limit is 1 @ N.2",
        "  amount 10% of pot when limit is 2 @ N.3", "  at most $4 @ 1",
    ]
    assert made.own == ("x/mine",)
    assert [(i.by, i.id, i.names) for i in made.included] == [("x/mine", "x/old", ("fee rake",))]


def test_the_number_of_lines_that_amend_has_a_bound(tmp_path: Path) -> None:
    made = amended(tmp_path, "".join(f"remove duty d{n}\n" for n in range(MOST_AMENDMENTS + 1)))
    assert mistake(made).name == "too-long"
