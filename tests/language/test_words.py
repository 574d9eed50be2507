"""The lines that may stand in a block, as told to a reader: read off the grammar, and true of the parser."""

from __future__ import annotations

import re

import pytest
from lark.exceptions import LarkError

from audit.language import grammar
from audit.language.grammar_rules import Either, Fixed, Maybe, Named, Row, Several, read_rules, rules
from audit.language.words import HOW_LINES_END, constructs, words_of

STUBS = {
    "wager": "wager a\n  ", "all wagers": "all wagers\n  ", "round": "round\n  ", "step": "round\n  step a\n    ",
    "decision": "round\n  each player decides\n    ", "choice": "round\n  each player decides\n    a\n      ",
    "ranking": "ranking a of 5 cards\n  ", "count": "count a\n  ", "assume": "assume a\n  ",
    "configuration": "configuration a\n  ", "duty": 'duty a house shall "a"\n  ', "irregularity": 'irregularity a on "a"\n  ',
    "deck": "deck 1 of 52\n  ", "area": "area a of dealer\n  ", "stack": "stack on the table\n  ", "role": "role a\n  ",
    "meter": "meter a\n  ", "fee": "fee a\n  ", "betting": "betting a\n  ", "state": "state a one of b, c default b\n  ",
    "while": "while b is c\n  ", "award": "award each pot\n  ", "include": "include a/b\n  ",
    "change wager": "change wager a\n  ", "change round": "change round\n  ", "head": "ruleset a/b\n  ", "statement": "",
}
SAMPLES = {
    "FACT": "x is 7", "NUMBER UNIT": "3 cards", "AMOUNT": "$5", "PERCENT": "5%", "WHAT": "total", "ODDS": "3 to 2",
    "RESULT": "3 to 2", "VALUE": "3", "CASE, …": "7, 11", "CASE": "7", "SEAT": "the button", "STEP": "x", "WHO, …": "dealer",
    "EVENT": '"x"', "AREA": "x", "RANK, …": "2", "RANK": "A", "CARDS": "x", "CARD": "A", "KEY": "x", "NUMBER": "3",
    "HAND, …": "2 cards of one rank", "KIND": "wager", "STATEMENT": "wager a", "SLOT": "each round", "DATE": "2020-01-02",
    "ID": "a/b", "MONEY": "$1", "PLACE": "US-NV", "NAME": "x", '"…"': '"x"', "ACT": "end",
}


def sample(line: str) -> str:
    """A line as it might be written: nothing that may be left out, the first of each choice, samples filled in."""
    while "[" in line:
        line = re.sub(r" ?\[[^\[\]]*\]", "", line)
    while "(" in line:
        line = re.sub(r"\(([^()|]*)[^()]*\)", lambda m: m[1].strip(), line)
    line = re.sub(r" \| .*", "", line)
    for word in sorted(SAMPLES, key=len, reverse=True):
        line = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", f"\0{SAMPLES[word]}\0", line)
    return re.sub(r",? …|(then|and) …", "", line.replace("\0", "")).strip()


@pytest.mark.parametrize("construct", STUBS)
def test_every_line_parses_where_it_is_said_to_stand(construct: str) -> None:
    lines = [line for line in words_of(construct) if not line.endswith(" below") and not line.startswith("|")]
    assert lines or construct in ("decision",)
    failed = []
    for line in lines:
        # Cards in an example are ranks, elsewhere what holds cards.
        said = sample(line.replace("CARDS", "CARD") if line.startswith("example") else line)
        if said.startswith("suits x"):
            said = said.replace("suits x", "suits spades hearts")
        try:
            grammar.parser().parse(
                STUBS[construct] + said + "\n", start="head_alone" if construct == "head" else "statement_alone"
            )
        except LarkError:
            failed.append(said)
    assert failed == []


def test_every_kind_of_block_of_the_messages_is_known() -> None:
    from audit.language.mistakes.openings import BLOCKS, CHOICE, line_words

    for block in (*BLOCKS, CHOICE):
        told = {line.split()[0].rstrip(",") for line in words_of(block.known_as)}
        assert told, block.known_as
        fixed = {word for word in line_words(block.known_as) if word != "|"}
        missing = {word for word in fixed if word.split()[0] not in told}
        # A line that begins with a case, a hand or a rank may begin with many words.
        if not told & {"NAME", "RANK", "CARD", "RANK,", "WHO,"} and block.known_as != "while":
            assert missing == set(), block.known_as


def test_wager() -> None:
    lines = words_of("wager")
    assert lines[:4] == [
        "at NAME, with lines below", "first NAME, with lines below", "later NAME, with lines below", "when FACT, with lines below",
    ]
    for line in (
        "required", "needs any of NAME, …", "made [by SEAT] before STEP", "off [unless called on]",
        "may not be (made | raised | reduced | removed | restored), … [or …]", "amount from AMOUNT through AMOUNT",
        "win [on CASE, … | otherwise]", "pays RESULT", "pays [at least | at most] [across WHAT], with rows below",
        "paid as NUMBER parts NAME [on CASE], …",
    ):
        assert line in lines
    assert len(set(lines)) == len(lines)


def test_small_blocks_word_for_word() -> None:
    assert words_of("assume") == ['because "…"', "taken VALUE", "instead VALUE"]
    assert words_of("table") == ["highest only", "first row only", "every row", "| … | … |"]
    assert words_of("grid") == ["down WHAT", "across WHAT", "| … | … |"]
    assert words_of("state") == ["NAME", "kept between rounds", "held by SEAT"]
    assert words_of("award") == [
        "all to SEAT [and …] [otherwise]", "half to SEAT [and …] [otherwise]", "ties share equally",
        "odd chips [of NAME] to SEAT [at most AMOUNT]", "divide down to AMOUNT", "side pots first",
    ]
    assert words_of("decision") == ["NAME [ACT], with or without lines below"]


def test_names_of_blocks() -> None:
    assert words_of("award each pot") == words_of("award")
    assert words_of("  each   player decides ") == words_of("decision")
    assert words_of("change wager") == [*words_of("wager"), 'drop "…"']
    assert words_of("title") == words_of("") == words_of("nothing") == words_of("Wager") == []
    assert {"wager", "all wagers", "ranking", "meter", "fee", "role", "step", "statement"} <= set(constructs())
    assert all(words_of(construct) for construct in constructs())


def test_the_tail_is_told_once() -> None:
    assert HOW_LINES_END.startswith("[if FACT")
    assert not any("@" in line for construct in constructs() for line in words_of(construct))


def test_no_line_names_a_rule_of_the_grammar() -> None:
    for construct in constructs():
        for line in words_of(construct):
            assert "_" not in line
            assert not {"tail", "basis", "expr", "sum"} & set(line.split())


# the grammar as data


def test_rules_are_read_as_they_are_written() -> None:
    read = read_rules(
        '// a comment: "x"\nstart: _NL? item+\n?item: "a" "b"* ["c" | NAME] -> one\n    | ("d" _COMMA)+ wrap{item} -> two\n'
        "wrap{x}: x _NL\nNAME: /[a-z]+/\n%ignore /x/\n"
    )
    assert set(read) == {"start", "item", "wrap"}
    assert read["start"].alternatives == (Row((Maybe(Named("_NL")), Several(Named("item"), False))),)
    assert read["item"].alternatives == (
        Row((Fixed("a"), Several(Fixed("b"), True), Maybe(Either((Fixed("c"), Named("NAME")))))),
        Row((Several(Row((Fixed("d"), Named("_COMMA"))), False), Named("wrap", Named("item")))),
    )
    assert read["wrap"].parameter == "x"


def test_a_notation_that_is_not_known_is_refused() -> None:
    with pytest.raises(ValueError, match="rule item of the grammar"):
        read_rules('item: "a" ) "b"\n')


def test_all_rules_are_there() -> None:
    names = {name for rule in rules().values() for name in re.findall(r"name='(_?[a-z]\w*)'", repr(rule.alternatives))}
    parameters = {rule.parameter for rule in rules().values()}
    assert names - set(rules()) - parameters == set()
