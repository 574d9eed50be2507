"""Statements of other files: whole, by name, with holes filled; and circles, gaps and bounds."""

from __future__ import annotations

from pathlib import Path

import pytest

from audit.language.assembling import DEEPEST, Assembled, assemble
from audit.language.building import Above
from audit.language.building_statements import StatementBuilder
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.library import Library, Parsed
from audit.language.syntax import Node, Word
from audit.language.vocabulary import vocabulary
from audit.language.whole_text import whole_text

RULESETS = Path(__file__).parents[2] / "rulesets"

BONUS = """fragment x/bonus
  title  "Bonus"
  source "bonus.txt"

needs wager base                                                                @ 1.A
needs area bonus_cards                                                          @ 2.C

hand bonus_hand is all of bonus_cards by bonus_ranks                            @ 2.C
ranking bonus_ranks of 3 cards                                                  @ 2.A
  order A K Q J 10 9 8 7 6 5 4 3 2
  base   3 cards of one rank
  other  anything else

wager bonus "Bonus"                                                             @ 1.A
  needs base                                                                    @ 1.A
  amount equal to base                                                          @ 1.B
  win  if its base is set                                                       @ 1.C
  pays                                                                          @ 2.H
    | bonus_hand and base is made | pays   |
    | base                        | 5 to 1 |
    | "base", its base            | 1 to 1 |
"""

HOST = """ruleset x/host
  title  "Host"
  source "host.txt"

"""

DECLARED = """
area player_cards of each player                                                @ 1
area board of table                                                             @ 1
wager ante "Ante"                                                               @ 2
wager play "Play"                                                               @ 2
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
    assert errors(parsed) == []
    return assemble(parsed.file, library)


def errors(made: Parsed | Assembled) -> list[Diagnostic]:
    """The mistakes, without warnings: whether a line has a basis is no matter here."""
    return [d for d in made.diagnostics if d.severity is Severity.ERROR]


def only(assembled: Assembled) -> Diagnostic:
    (mistake,) = errors(assembled)
    return mistake


def named(assembled: Assembled, name: str) -> Node:
    return next(
        s for s in assembled.statements if any(isinstance(w, Word) and w.text == name for w in s.words)
    )


def text_of(assembled: Assembled, name: str) -> list[str]:
    """The lines of a statement as the whole file prints them, without clauses."""
    printed = whole_text(assembled).split("\n")
    first = next(n for n, line in enumerate(printed) if line.split()[1:2] == [name])
    lines = [printed[first]]
    for line in printed[first + 1 :]:
        if not line.startswith(" "):
            break
        lines.append(line)
    return [line.split("@")[0].strip() for line in lines]


# whole files


def test_an_included_file_stands_before_its_host_and_keeps_its_places(tmp_path: Path) -> None:
    part = 'fragment x/part\n  title "Part"\n  source "p"\n\nparty pool "The pool"                       @ 1\n'
    made = whole(tmp_path, HOST + "duty deal dealer shall \"deal\"\n\ninclude x/part  @ 7\n", part)
    assert errors(made) == []
    assert [(s.kind, str(s.span)) for s in made.statements] == [
        ("party", "x/part.rop:5:1"), ("duty", "x/host.rop:5:1"),
    ]
    assert made.editions == {"x/host.rop": "x/host", "x/part.rop": "x/part"}
    assert made.own == ("x/host",)
    assert [(i.id, i.by, i.names, i.bindings) for i in made.included] == [("x/part", "x/host", (), ())]
    assert made.included[0].line.tail.cite is not None and made.included[0].line.tail.cite.text == "@ 7"


def test_betting_rules_and_award_add_up(tmp_path: Path) -> None:
    part = 'fragment x/part\n  title "Part"\n  source "p"\n\naward each pot\n  ties share equally  @ 1\n'
    made = whole(tmp_path, HOST + "award each pot\n  side pots first  @ 2\n\ninclude x/part\n", part)
    assert [s.span.source for s in made.statements] == ["x/part.rop", "x/host.rop"]
    assert errors(made) == []


def test_what_is_included_under_a_choice_holds_under_it(tmp_path: Path) -> None:
    part = 'fragment x/part\n  title "Part"\n  source "p"\n\nparty pool "The pool"  @ 1\n'
    made = whole(tmp_path, HOST + "option pooled yes or no  @ 1\nwhen pooled  @ 2\n  include x/part\n", part)
    heading, option = made.statements
    assert (heading.kind, [line.kind for line in heading.body]) == ("under_choice", ["party"])
    assert option.kind == "option"


def test_what_two_parts_both_include_is_there_once(tmp_path: Path) -> None:
    base = 'fragment x/base\n  title "Base"\n  source "b"\n\nparty pool "The pool"  @ 1\n'
    left = 'fragment x/left\n  title "Left"\n  source "l"\n\ninclude x/base\n'
    right = 'fragment x/right\n  title "Right"\n  source "r"\n\ninclude x/base\n'
    made = whole(tmp_path, HOST + "include x/left\ninclude x/right\n", left, right, base)
    assert [s.kind for s in made.statements] == ["party"]
    assert [(i.by, i.id) for i in made.included] == [
        ("x/host", "x/left"), ("x/left", "x/base"), ("x/host", "x/right"), ("x/right", "x/base"),
    ]


# by name


def test_only_what_is_named_comes_over(tmp_path: Path) -> None:
    other = HOST.replace("x/host", "x/other") + (
        "when decks is 1  @ 1\n  order low A K Q  @ 1\nwhen decks is 2\n  order low K Q A  @ 1\n"
        "option decks from 1 through 2  @ 1\nwager ante  @ 1\nduty order dealer shall \"order\"  @ 2\n"
    )
    made = whole(tmp_path, HOST + "include order low, wager ante from x/other  @ 3\n", other)
    assert errors(made) == []
    assert [s.kind for s in made.statements] == ["under_choice", "under_choice", "wager"]
    assert made.included[0].names == ("order low", "wager ante")


def test_a_name_that_is_not_there(tmp_path: Path) -> None:
    other = HOST.replace("x/host", "x/other") + "order aces_high A K Q  @ 1\nwager aces_hi  @ 1\n"
    mistake = only(whole(tmp_path, HOST + "include order aces_hi from x/other  @ 3\n", other))
    assert mistake.first_line == "x/host.rop:5:15: error: x/other has no order aces_hi to include [include-missing]"
    assert mistake.mend == "it has aces_high"


# holes


def test_holes_are_filled_wherever_their_names_are_used(tmp_path: Path) -> None:
    made = whole(
        tmp_path, HOST + "include x/bonus  @ progressives 1\n  base is ante  @ progressives 1.A\n  bonus_cards is board\n" + DECLARED, BONUS
    )
    assert errors(made) == []
    assert not any(s.kind.startswith("needs") for s in made.statements)
    assert made.included[0].bindings == (("base", ("ante",)), ("bonus_cards", ("board",)))
    assert text_of(made, "bonus_hand") == ["hand bonus_hand is all of board by bonus_ranks"]
    # What a wager remembers and the class of a ranking have names of their own, and a quotation is no name.
    assert text_of(made, "bonus") == [
        'wager bonus "Bonus"', "needs ante", "amount equal to ante", "win  if its base is set", "pays",
        "| bonus_hand and ante is made | pays   |", "| ante                        | 5 to 1 |",
        '| "base", its base            | 1 to 1 |',
    ]
    assert text_of(made, "bonus_ranks")[2] == "base   3 cards of one rank"


def test_several_names_fill_a_list_and_join_areas(tmp_path: Path) -> None:
    plain = BONUS.replace("  amount equal to base                                                          @ 1.B\n", "")
    plain = plain.replace("bonus_hand and base is made", "bonus_hand")
    text = HOST + "include x/bonus\n  base is ante and play\n  bonus_cards is player_cards and board\n" + DECLARED
    made = whole(tmp_path, text, plain)
    assert errors(made) == []
    assert text_of(made, "bonus_hand") == ["hand bonus_hand is all of player_cards and board by bonus_ranks"]
    assert text_of(made, "bonus")[1] == "needs ante, play"
    assert text_of(made, "bonus")[5] == "| ante, play       | 5 to 1 |"


def test_several_names_where_one_is_asked_for(tmp_path: Path) -> None:
    text = HOST + "include x/bonus\n  base is ante and play\n  bonus_cards is board\n" + DECLARED
    first, second = errors(whole(tmp_path, text, BONUS))
    assert first.first_line == (
        "x/host.rop:6:11: error: base is ante and play, and line 16 of x/bonus.rop asks for one name [needs-one]"
    )
    assert first.mend == "base is ante"
    assert "line 19 of x/bonus.rop" in second.message


def test_a_need_that_the_host_declares_under_that_very_name_is_filled(tmp_path: Path) -> None:
    own = DECLARED.replace("wager ante", "wager base").replace("area board", "area bonus_cards")
    made = whole(tmp_path, HOST + "include x/bonus\n" + own, BONUS)
    assert errors(made) == []
    assert not any(s.kind.startswith("needs") for s in made.statements)
    assert text_of(made, "bonus")[1] == "needs base"


def test_a_hole_that_nothing_fills(tmp_path: Path) -> None:
    """The sample of the terminal's messages, word for word."""
    bonus = BONUS.replace("bonus_cards", "progressive_cards")
    mistake = only(whole(tmp_path, HOST + "include x/bonus  @ progressives 3.A\n  base is ante\n" + DECLARED, bonus))
    assert mistake.first_line == (
        "x/host.rop:5:9: error: nothing fills area progressive_cards of the fragment [needs-unfilled]"
    )
    assert mistake.mend == "asked for in its line 6; under the include: progressive_cards is player_cards"


def test_a_fragment_may_hand_its_holes_on(tmp_path: Path) -> None:
    middle = 'fragment x/middle\n  title "M"\n  source "m"\n\nneeds wager main  @ 1\n' + (
        "include x/bonus\n  base is main\n  bonus_cards is player_cards\narea player_cards of each player  @ 1\n"
    )
    made = whole(tmp_path, HOST + "wager ante\ninclude x/middle\n  main is ante\n", middle, BONUS)
    assert errors(made) == []
    assert text_of(made, "bonus")[1] == "needs ante"
    alone = assemble(Library((tmp_path,)).parsed("x/middle").file, Library((tmp_path,)))
    assert errors(alone) == []
    assert [s.kind for s in alone.statements if s.kind.startswith("needs")] == ["needs_wager"]


def test_a_ruleset_has_no_holes_of_its_own(tmp_path: Path) -> None:
    mistake = only(whole(tmp_path, HOST + "needs wager base  @ 1\n"))
    assert mistake.first_line == "x/host.rop:5:13: error: nothing fills wager base [needs-unfilled]"


def test_bindings_that_fit_nothing(tmp_path: Path) -> None:
    text = HOST + "include x/bonus\n  base is ant\n  bonus_card is board\n  bonus_cards is ante\n" + DECLARED
    said = [(d.first_line, d.mend) for d in errors(whole(tmp_path, text, BONUS))]
    assert said == [
        ("x/host.rop:7:3: error: x/bonus has no need called bonus_card [needs-unknown]", "it needs base, bonus_cards"),
        ('x/host.rop:6:11: error: nothing is called "ant" [unknown-name]', 'did you mean "ante"?'),
        ("x/host.rop:8:18: error: bonus_cards is an area; ante is a wager, line 12 [wrong-kind]", ""),
    ]


# circles, gaps, bounds


def test_rulesets_that_include_one_another(tmp_path: Path) -> None:
    """The sample of the terminal's messages, word for word."""
    a = 'ruleset x/a\n  title "A"\n  source "a"\n\n\n\n\ninclude x/b\n'
    b = 'ruleset x/b\n  title "B"\n  source "b"\n\n\n\n\ninclude x/a\n'
    mistake = only(whole(tmp_path, a, b))
    assert mistake.first_line == (
        "x/a.rop:8:9: error: these rulesets include one another: x/a -> x/b -> x/a [include-cycle]"
    )
    assert mistake.mend == "at x/b.rop:8:9 it includes x/a; put what both need into a fragment"


def test_a_circle_further_in_is_told_where_it_runs(tmp_path: Path) -> None:
    a = 'ruleset x/a\n  title "A"\n  amends x/b\n  source "a"\n'
    b = 'ruleset x/b\n  title "B"\n  source "b"\n\ninclude x/c\n'
    c = 'ruleset x/c\n  title "C"\n  amends x/b\n  source "c"\n'
    mistake = only(whole(tmp_path, a, b, c))
    assert mistake.first_line == (
        "x/b.rop:5:9: error: these rulesets build on one another: x/b -> x/c -> x/b [include-cycle]"
    )
    assert mistake.mend == "at x/c.rop:3:10 it amends x/b; put what both need into a fragment"
    itself = only(whole(tmp_path, HOST + "include x/host\n"))
    assert itself.message == "this ruleset includes itself"


def test_a_ruleset_that_is_not_there(tmp_path: Path) -> None:
    folder = tmp_path / "rulesets"
    mistake = only(whole(folder, HOST + "include x/bonsu\n  base is ante\nwager ante\n", BONUS))
    assert mistake.first_line == "x/host.rop:5:9: error: x/bonsu: no such ruleset in rulesets [not-found]"
    assert mistake.mend == "near: x/bonus, x/host; audit list shows 2"


def test_an_included_file_that_cannot_be_read_or_parsed(tmp_path: Path) -> None:
    write(tmp_path, BONUS)
    (tmp_path / "x/bonus.rop").write_bytes(BONUS.encode() + b"\xff")
    mistake = only(whole(tmp_path, HOST + "include x/bonus\n"))
    assert mistake.first_line == (
        "x/host.rop:5:9: error: x/bonus.rop:22:1: byte 0xff is not UTF-8 [encoding]"
    )
    broken = BONUS.replace("needs area bonus_cards", "needs aera bonus_cards")
    mistakes = errors(whole(tmp_path, HOST + "include x/bonus\n  base is ante\nwager ante\n", broken))
    # The need that was lost with its line is not missed a second time.
    assert [d.span.source for d in mistakes] == ["x/bonus.rop"]


def test_depth_has_a_bound(tmp_path: Path) -> None:
    def link(n: int) -> str:
        return f'fragment x/n{n}\n  title "N"\n  source "n"\n\ninclude x/n{n + 1}\n'

    made = whole(tmp_path, *(link(n) for n in range(DEEPEST + 2)))
    assert only(made).name == "include-depth"
    assert only(made).span.source == f"x/n{DEEPEST - 1}.rop"


def test_width_has_a_bound(tmp_path: Path) -> None:
    """Each file includes the next one twice, under two choices: the statements double from file to file."""

    def link(n: int) -> str:
        twice = f"when c{n}\n  include x/n{n + 1}\nwhen not c{n}\n  include x/n{n + 1}\n"
        return f'fragment x/n{n}\n  title "N"\n  source "n"\n\n{twice}'

    last = 'fragment x/n15\n  title "N"\n  source "n"\n\n' + "".join(f"party p{n} \"P\"\n" for n in range(50))
    made = whole(tmp_path, *(link(n) for n in range(15)), last)
    assert {d.name for d in errors(made)} <= {"too-long"}


@pytest.mark.long
def test_every_shipped_ruleset_assembles_and_builds() -> None:
    library = Library((RULESETS,))
    for ruleset in library.ids():
        made = assemble(library.parsed(ruleset).file, library)
        assert [d.first_line for d in errors(made)] == []
        builder = StatementBuilder(vocabulary(made.statements))
        for statement in made.statements:
            assert list(builder.statements(statement, Above(made.editions)))


def test_a_shipped_fragment_filled_by_two_areas() -> None:
    library = Library((RULESETS,))
    made = assemble(library.parsed("jack-cleveland/let-it-ride/undated").file, library)
    assert text_of(made, "multi_link_hand") == [
        "hand multi_link_hand is all of player_cards and board by multi_link_ranks"
    ]
    assert text_of(made, "multi_link")[3] == "needs bet_1, bet_2, bet_3"
    assert made.editions[named(made, "multi_link").span.source] == "jack-cleveland/multi-link-progressive/undated"
