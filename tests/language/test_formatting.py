"""The canonical layout: what it looks like, and the laws that it keeps on every ruleset there is."""

from __future__ import annotations

import difflib
import re
import time
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from textwrap import dedent

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.language.diagnostics import LanguageError, Severity
from audit.language.formatting import format_text
from audit.language.parsing import parse
from audit.language.syntax import Node, Source, Word

RULESETS = Path(__file__).parents[2] / "rulesets"
FILES = sorted(RULESETS.glob("*/*/*.rop"))
SMALL = [path for path in FILES if path.stat().st_size < 9_000]
QUICK = FILES[::8]
HEAD = 'ruleset a/b\n  title        "T"\n  source       "S"\n\n'
RULE = "# " + "-" * 64


def formatted(text: str) -> str:
    return format_text(Source("test.rop", text))


def page(text: str) -> str:
    """A text without the margin that it has in its test."""
    return dedent(text).strip("\n") if text.startswith("\n") else text


def under_head(text: str) -> str:
    """The canonical form of statements, which stand below a head."""
    made = formatted(HEAD + page(text) + "\n")
    assert made.startswith(HEAD)
    return made.removeprefix(HEAD)


def same(text: str) -> None:
    """The statements are canonical as they stand."""
    assert under_head(text) == page(text) + "\n"


# what may differ between two layouts of one text, written without the formatter's own means


def squeezed(text: str) -> str:
    """A text without the space outside its quotation marks."""
    parts = re.split(r'("[^"\n]*")', text)
    return "".join(part if n % 2 else re.sub(r"\s+", "", part) for n, part in enumerate(parts))


def plain(node: Node) -> Node:
    """A node with nothing in it that depends on layout."""
    children: list[Node | Word | None] = []
    for child in node.children:
        if isinstance(child, Node):
            children.append(plain(child))
        elif isinstance(child, Word) and child.kind in ("CITE", "ROW"):
            children.append(replace(child, text=squeezed(child.text)))
        else:
            children.append(child)
    return replace(node, children=tuple(children))


def tree(text: str) -> tuple[Node, ...]:
    file, found = parse(Source("test.rop", text))
    assert not [d for d in found if d.severity is Severity.ERROR]
    assert file.head is not None
    return tuple(plain(node) for node in (file.head, *file.statements))


def comments(text: str) -> list[str]:
    """The comments of a text, apart from the space in them and the rule before a title."""
    found = []
    for line in text.split("\n"):
        at = re.sub(r'"[^"\n]*"', lambda match: "x" * len(match[0]), line).find("#")
        if at >= 0:
            found.append(re.sub(r"\s+", " ", re.sub(r"^#\s*(-{4,}\s*(?=\w))?", "", line[at:])).strip())
    return found


# the laws, on the rulesets that are shipped


@pytest.mark.parametrize(
    "path", [pytest.param(p, id=p.parent.name, marks=[] if p in QUICK else pytest.mark.long) for p in FILES]
)
def test_laws(path: Path) -> None:
    """Formatting is done once and for all, changes no meaning, and loses no comment."""
    text = path.read_text(encoding="utf-8")
    made = formatted(text)
    assert formatted(made) == made
    assert tree(made) == tree(text)
    assert comments(made) == comments(text)
    assert squeezed(re.sub("-{9,}", "", made)) == squeezed(re.sub("-{9,}", "", text))


def test_laws_hold_for_whole_folders() -> None:
    assert len(FILES) > 50


KNOWN = {
    "card-room/house-lowball": 5, "jack-cleveland/blackjack": 1, "jack-cleveland/free-bet-blackjack": 8,
    "jack-cleveland/dragon-bonus-baccarat-commission-free": 2, "jack-cleveland/mini-baccarat": 4,
    "jack-cleveland/mississippi-stud": 1, "jack-cleveland/pai-gow-poker": 3, "jack-cleveland/roulette": 11,
    "jack-cleveland/texas-holdem-bonus": 1, "oneida/craps": 3, "oneida/four-card-poker": 9, "oneida/pai-gow-poker": 4,
}
"""How many lines the formatter takes from or adds to files that were laid out by hand: slips, and lists."""


def test_agrees_with_the_hand_made_style() -> None:
    changed: dict[str, int] = {}
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        diff = difflib.ndiff(text.split("\n"), formatted(text).split("\n"))
        count = sum(1 for line in diff if line[:2] in ("- ", "+ "))
        if count:
            name = str(path.parent.relative_to(RULESETS).as_posix())
            changed[name] = changed.get(name, 0) + count
    assert {name: n for name, n in changed.items() if n > KNOWN.get(name, 0)} == {}


# columns


def test_clauses_stand_in_column_81() -> None:
    made = under_head("wager a @ 1\n  made before any roll @ 2,3\n  required   assumed x")
    assert made.split("\n")[:3] == [
        "wager a                                                                         @ 1",
        "  made before any roll                                                          @ 2, 3",
        "  required                                                                      assumed x",
    ]


def test_a_line_of_79_letters_still_has_its_clause_in_column_81() -> None:
    note = f'note "{"x" * 72}"'
    assert len(note) == 79
    assert under_head(f"{note} @ 1") == f"{note} @ 1\n"
    assert under_head(f"{note[:-1]}x\" @ 1") == f"{note[:-1]}x\"  @ 1\n"


def test_a_clause_that_would_pass_120_stands_below() -> None:
    note = f'note "{"x" * 106}"'
    assert len(f"{note}  @ 1.A") == 120
    assert under_head(f"{note} @ 1.A") == f"{note}  @ 1.A\n"
    assert under_head(f"{note} @ 1.AB") == f"{note}\n    @ 1.AB\n"
    assert under_head(f"{note} @ 1 assumed x") == f"{note}\n    @ 1 assumed x\n"


def test_clauses_in_their_column_may_pass_120() -> None:
    cite = "@ " + ", ".join(f"1.A.{n}" for n in range(10, 17))
    assert under_head(f"wager a {cite}") == "wager a".ljust(80) + cite + "\n"


def test_an_assumption_far_out_stands_below_its_clauses() -> None:
    cite = "@ " + ", ".join(f"1.A.{n}" for n in range(10, 18))
    assert under_head(f"wager a {cite} assumed that") == f"{'wager a'.ljust(80)}{cite}\n    assumed that\n"


def test_a_reason_stands_below() -> None:
    made = under_head('wager a @ 1 assumed because "so"\n  made any time assumed because "it is # | said"')
    assert made == page(
        """
        wager a                                                                         @ 1
            assumed because "so"
          made any time
              assumed because "it is # | said"
        """
    ) + "\n"


def test_a_clause_that_fits_is_brought_up() -> None:
    assert under_head("wager a\n      @ 1\n      assumed b") == "wager a".ljust(80) + "@ 1 assumed b\n"


def test_headings_in_quotation_marks_stay_as_they_are() -> None:
    assert under_head('wager a @   "A,  b"+4 ,"C"') == "wager a".ljust(80) + '@ "A,  b"+4, "C"\n'


# what is aligned


def test_head() -> None:
    made = formatted('fragment a/b\n title "T"\n jurisdiction US-NV @ 1\n source "S" lines 1 through 2\n begins at "D.5"\n'
                     ' breaks off at "D.9"\n adopted 2020-01-02 by "B"\n date "heard" not stated\n')
    assert made == page(
        """
        fragment a/b
          title        "T"
          jurisdiction US-NV                                                            @ 1
          source       "S" lines 1 through 2
          begins at    "D.5"
          breaks off at "D.9"
          adopted      2020-01-02 by "B"
          date         "heard" not stated
        """
    ) + "\n"


def test_win() -> None:
    same(
        """
        wager a
          win  on 7
          lose on 2, 3
          win  otherwise

        example wager a on 7 is win
        """
    )


def test_classes_of_a_ranking() -> None:
    made = under_head(
        """
        ranking poker of 5 cards
          order A K Q J
          five_wilds "All wild" 5 wild cards
          pair "A" 2 cards of one rank @ 1
          high_card anything   else
          when tie_rule is x
            flush 5 cards of one suit
            full_house 3 cards of one rank and 2 cards of another rank
        """
    )
    assert made == page(
        """
        ranking poker of 5 cards
          order A K Q J
          five_wilds  "All wild" 5 wild cards
          pair        "A"        2 cards of one rank                                    @ 1
          high_card              anything else
          when tie_rule is x
            flush       5 cards of one suit
            full_house  3 cards of one rank and 2 cards of another rank
        """
    ) + "\n"


def test_choices_of_a_decision() -> None:
    same(
        """
        round
          each player decides
            play   make play 1 times ante
            raise  make play 2 times ante
            fold   out
            wait
              only if total over 3
        """
    )


def test_betting_and_assumptions() -> None:
    same(
        """
        betting opening
          first left of the button
          may   fold, call
          must  bet
          live  blind
          size  at $5
          or at $10
          raises at most 3

        assume x
          because "so"
          taken   y
          instead z
        """
    )


def test_cells() -> None:
    made = under_head(
        """
        pays a
          first row only
          | total |pays|
          |4,10|   2 to 1|  @ 1
          # the rest
          | otherwise | $1,000|  when x   @ 2
          |  |  "a,b  c"   |
        """
    )
    assert made == page(
        """
        pays a
          first row only
          | total     | pays     |
          | 4, 10     | 2 to 1   |                                                      @ 1
          # the rest
          | otherwise | $1,000   | when x                                               @ 2
          |           | "a,b  c" |
        """
    ) + "\n"


def test_a_row_leaves_its_clause_below_beyond_150() -> None:
    row = f"  | {'x' * 130} | 2 to 1 |"
    head = f"  | {'total'.ljust(130)} | pays   |"
    cite = "@ 1.A.ii"
    assert len(row) == 145
    assert under_head(f"pays a\n{head}\n{row} @ 1") == f"pays a\n{head}\n{row}  @ 1\n"
    assert under_head(f"pays a\n{head}\n{row} {cite}") == f"pays a\n{head}\n{row}\n      {cite}\n"


def test_a_table_too_wide_to_be_read_back_is_not_padded() -> None:
    wide = " | ".join("x" * 90 for _ in range(6))
    empty = " | ".join("y" for _ in range(6))
    same(f"pays a\n  | {wide} |\n  | {empty} |")


# words


def test_one_space_between_words_and_behind_commas() -> None:
    made = under_head('wager a   "A  b"like\tc\n  pick its number  from 4 ,5,6\n  amount from $1,000   through $12,000.50')
    assert made == 'wager a "A  b" like c\n  pick its number from 4, 5, 6\n  amount from $1,000 through $12,000.50\n'


def test_a_number_keeps_its_comma() -> None:
    assert under_head("group a is 1,2,345,1,2345,12345,678") == "group a is 1, 2,345, 1, 2345, 12345, 678\n"


def test_a_list_of_phrases_is_filled_to_the_clauses() -> None:
    text = "paid as " + ", ".join(f"1 part one_number on {n}" for n in (2, 3, 11, 12))
    made = under_head(f"wager a\n  {text} @ 5.C")
    assert made == page(
        """
        wager a
          paid as 1 part one_number on 2, 1 part one_number on 3,
              1 part one_number on 11, 1 part one_number on 12                          @ 5.C
        """
    ) + "\n"


def test_a_list_of_words_is_filled_only_beyond_120() -> None:
    short = "settle " + ", ".join(f"wager_{n}" for n in range(10, 21)) + "\n  | total | pays |"
    same(short)
    same(
        """
        settle wager_10, wager_11, wager_12, wager_13, wager_14, wager_15, wager_16,
            wager_17, wager_18, wager_19, wager_20, wager_21, wager_22                  @ 1
          | total | pays |
        """
    )


def test_a_line_is_not_broken_where_that_leaves_a_long_piece() -> None:
    same('duty cut a, b shall "' + "x" * 110 + '"')


def test_lines_broken_by_hand_are_joined_where_they_fit() -> None:
    assert under_head("wager a\n  win on 2,\n      3,\n      11 @ 1") == "wager a\n" + "  win  on 2, 3, 11".ljust(80) + "@ 1\n"


# blank lines


def test_blank_lines_stand_about_statements_of_several_lines() -> None:
    made = under_head(
        """
        wager a
        no other wagers
        wager b

          required

        wager c
        pays b at 1 to 1


        pays c at 1 to 1
        pays a
          | total | pays |

        duty x house shall "x"

          after "y"

        duty y house shall "y"
        """
    )
    assert made == page(
        """
        wager a
        no other wagers

        wager b
          required

        wager c
        pays b at 1 to 1
        pays c at 1 to 1

        pays a
          | total | pays |

        duty x house shall "x"
          after "y"
        duty y house shall "y"
        """
    ) + "\n"


def test_a_reason_is_no_line_of_its_own() -> None:
    same('wager a\n    assumed because "x"\nwager b')


def test_a_choice_has_blank_lines_where_it_says_more_than_one_line() -> None:
    same(
        """
        define one as 1
        when early
          define two as 1
        when not early
          define two as 2

        when late
          define three as 1
          define four as 2

        define five as 2
        when open_table
          option chairs yes or no
          option stools yes or no
        when not open_table
          duty sit house shall "x"
            after "y"

        when early
          wager z
            required

        note "x"
        """
    )


def test_sections_and_comments() -> None:
    made = under_head(
        """
        # ---- wagers   ---------

        wager a
        wager b
        #-------- the round

        # a comment
        # of two lines

        round
          end
        # last
        """
    )
    assert made == f"{RULE} wagers\nwager a\nwager b\n\n{RULE} the round\n# a comment\n# of two lines\nround\n  end\n\n# last\n"


def test_a_comment_above_the_head() -> None:
    text = 'ruleset a/b\n  title        "T"\n'
    assert formatted(f"\n\n#A scan.\n\n{text}") == f"# A scan.\n{text}"


# comments in a block


def test_comments_stand_with_what_they_speak_of() -> None:
    same(
        """
        wager a
          # of the step
          at come_out
            # of the roll
            win  on 7                                                                   @ 1  # as "printed" | there
            # at the end of the step
          # of the amount
          amount $1  # no more
          # at the end of the wager

        # of the next
        wager b
        """.replace("amount $1", "amount is $1")
    )


def test_comments_in_the_wrong_column_are_put_in_their_block() -> None:
    made = under_head("wager a\n# of the step\n    at come_out\n          # of the roll\n          win on 7\n# of the stay\n"
                      "    stay otherwise # always")
    assert made == page(
        """
        wager a
          # of the step
          at come_out
            # of the roll
            win  on 7
          # of the stay
          stay otherwise  # always
        """
    ) + "\n"


def test_a_remark_stands_behind_all_of_its_line() -> None:
    made = under_head('wager a @ 1 assumed because "x"   #   as it is')
    assert made == "wager a".ljust(80) + '@ 1\n    assumed because "x"  #   as it is\n'


# slips of the file


@pytest.mark.parametrize("mangle", [
    lambda text: "\ufeff" + text,
    lambda text: text.replace("\n", "\r\n"),
    lambda text: text.replace("\n", " \t \n"),
    lambda text: text.replace("  ", "\t"),
    lambda text: text.replace("  ", "    "),
    lambda text: text.replace("  ", " "),
    lambda text: text.replace("\n\n", "\n\f\n"),
    lambda text: text.replace("wager", "\fwager"),
    lambda text: text + "\n\n\n",
    lambda text: "\n" + text.rstrip("\n"),
], ids=["mark", "crlf", "trailing", "tabs", "four", "one", "page", "page-at-word", "end", "no-end"])
def test_slips_are_mended(mangle: object) -> None:
    text = HEAD + page(
        """
        wager a
          at come_out
            win  on 7
            lose on 2

        wager b
          at come_out
            win  on 7
        """
    ) + "\n"
    assert callable(mangle)
    assert formatted(mangle(text)) == text


def test_a_tab_among_spaces_is_read_where_only_one_width_makes_sense() -> None:
    made = formatted('ruleset a/b\n\ttitle "T"\n        source "S"\nwager a\n')
    assert made == 'ruleset a/b\n  title        "T"\n  source       "S"\n\nwager a\n'


def test_a_tab_that_could_mean_two_blocks_is_not_guessed() -> None:
    with pytest.raises(LanguageError) as caught:
        formatted(HEAD + "wager a\n\tat come_out\n\t\twin on 7\n        lose on 2\n")
    assert "tab" in {d.name for d in caught.value.diagnostics}


# texts that do not parse


@pytest.mark.parametrize(("text", "name"), [
    ("", "empty"),
    ("# only a comment\n", "empty"),
    (HEAD + "wager a\nwagr b\nwager c\n", "unknown-statement"),
    (HEAD + "wager a\n  win on 7\n    lose on 2\n", "indentation"),
    (HEAD + 'wager a "A\n', "open-quote"),
    (HEAD + "x" * 1001, "too-long"),
    (HEAD + "wager a\n" * 20_001, "too-long"),
])
def test_what_does_not_parse_is_told_and_not_formatted(text: str, name: str) -> None:
    with pytest.raises(LanguageError) as caught:
        formatted(text)
    assert name in {d.name for d in caught.value.diagnostics}


def test_what_parses_is_formatted_whatever_it_means() -> None:
    assert under_head("wager a\n  win on 5 to 8 @ 1  if x") == "wager a\n" + "  win  on 5 to 8".ljust(80) + "@ 1 if x\n"


def test_a_line_that_would_be_too_long_to_read_again_is_refused() -> None:
    cite = "@ " + "1" * 980
    with pytest.raises(LanguageError) as caught:
        formatted(HEAD + f"wager a {cite}\n")
    assert [d.name for d in caught.value.diagnostics] == ["too-long"]


def test_deep_nesting_is_no_danger() -> None:
    text = HEAD + "define a as " + "b of " * 190 + "c\n"
    assert formatted(text) == text


# mangled files come back


@lru_cache(maxsize=64)
def canonical(path: Path) -> str:
    return formatted(path.read_text(encoding="utf-8"))


def outside(text: str, change: object) -> str:
    """The text with the parts outside of quotation marks changed."""
    assert callable(change)
    return "".join(part if n % 2 else change(part) for n, part in enumerate(re.split(r'("[^"\n]*")', text)))


@st.composite
def mangled(draw: st.DrawFn) -> tuple[str, str]:
    """A canonical file and the same with other space in it."""
    wanted = canonical(draw(st.sampled_from(SMALL)))
    unit = draw(st.sampled_from([" ", "  ", "   ", "    ", "\t"]))
    further = draw(st.integers(0, 12))
    gaps = draw(st.lists(st.sampled_from([" ", "  ", "     ", "\t", " \f "]), min_size=1, max_size=7))
    rests = draw(st.lists(st.sampled_from(["", " ", "\t", " \f"]), min_size=1, max_size=5))
    blanks = draw(st.lists(st.integers(0, 2), min_size=1, max_size=5))
    commas = draw(st.lists(st.sampled_from([",", ", ", " ,", ",\n      "]), min_size=1, max_size=5))
    rule = draw(st.integers(4, 90))
    lifts = draw(st.booleans())
    n = 0

    def pick(options: list[str]) -> str:
        nonlocal n
        n += 1
        return options[n % len(options)]

    def line_again(line: str) -> str:
        words = line.lstrip(" ")
        if words.startswith("#"):
            return re.sub("-{64}", "-" * rule, line)
        indent = unit * ((len(line) - len(words)) // 2)
        if words.startswith(("@", "assumed ")):
            return ("\n" if not lifts or "assumed b" in words else " ") + " " * further + words
        body, sign, cite = words, "", ""
        at = re.search(r"@(?=([^\"]*\"[^\"]*\")*[^\"]*$)", words)
        if at is not None:
            body, sign, cite = words[: at.start()], "@", words[at.start() + 1 :]
        if not words.startswith("|"):
            body = outside(body, lambda part: re.sub(r", ", lambda _: pick(commas).rstrip(" ") + " ", part))
            body = body.replace("\n ", "\n      ")
        body = "\n".join(outside(b, lambda part: re.sub(" +", lambda _: pick(gaps), part)) for b in body.split("\n"))
        cite = outside(cite, lambda part: re.sub(" +", lambda _: pick(gaps), part))
        return "\n" * (1 + blanks[n % len(blanks)]) + indent + body + sign + cite

    # Lists that were broken come back as one line first; clauses below their line may be lifted.
    joined = re.sub(r",\n +(?=[a-z0-9])", ", ", wanted)
    text = ""
    for line in joined.rstrip("\n").split("\n"):
        if not line:
            continue
        made = line_again(line)
        text += made if made.startswith(("\n", " ")) else "\n" + made
    text = "\n".join(line + pick(rests) for line in text.strip("\n").split("\n")) + "\n"
    if draw(st.booleans()):
        text = text.replace("\n", "\r\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text, wanted


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(mangled())
def test_mangled_files_come_back(pair: tuple[str, str]) -> None:
    text, wanted = pair
    assert formatted(text) == wanted


@pytest.mark.long
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(mangled())
def test_mangled_files_come_back_at_length(pair: tuple[str, str]) -> None:
    text, wanted = pair
    assert formatted(text) == wanted


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SMALL), st.data())
def test_damaged_files_are_formatted_whole_or_not_at_all(path: Path, data: st.DataObject) -> None:
    text = path.read_text(encoding="utf-8")
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 6))
    put = data.draw(st.sampled_from(["", "\t", "\n", "\n  ", '"', "#", "@", "|", ",", " assumed ", "\r", "\f", " # ", "é"]))
    damaged = text[:at] + put + text[at + length :]
    told = comments(damaged.replace("\f", " "))
    try:
        made = formatted(damaged)
    except LanguageError as error:
        assert error.diagnostics
        return
    assert formatted(made) == made
    assert comments(made) == told
    assert re.sub(r"\s+|-{3,}", "", made) == re.sub(r"\s+|-{3,}", "", damaged)


def test_a_long_file_is_formatted_in_less_than_half_a_second() -> None:
    path = max(FILES, key=lambda file: file.stat().st_size)
    text = path.read_text(encoding="utf-8")
    spent = []
    for _ in range(3):
        begun = time.process_time()
        formatted(text)
        spent.append(time.process_time() - begun)
    assert min(spent) < 0.5
