"""What may begin a statement and each line of a block, read off the grammar; and which block a line stands in."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.language import grammar
from audit.language.mistakes.proving import first_stop, heads


@dataclass(frozen=True, slots=True)
class Block:
    """A kind of block: the word for it, how its head begins, and a text whose next line is one of its lines.

    ``known_as`` is what ``audit fmt --words`` calls it.
    """

    known_as: str
    noun: str
    head: str
    stub: str

    @property
    def bare(self) -> str:
        """The noun without its article."""
        return re.sub(r"^(an?|the) ", "", self.noun)


BLOCKS = (
    Block("head", "the head", r"(ruleset|fragment|regulation|submission)\b", "ruleset a/b\n  "),
    Block("wager", "a wager", r"(change )?(wager|all wagers)\b", "wager a\n  "),
    Block("round", "a round", r"(change )?round\b", "round\n  "),
    Block("step", "a step", r"step\b", "round\n  step a\n    "),
    Block("decision", "a decision", r"each player (decides|plays each hand)\b", "round\n  each player decides\n    "),
    Block("ranking", "a ranking", r"(change )?ranking\b", "ranking a of 5 cards\n  "),
    Block("count", "a count", r"count\b", "count a\n  "),
    Block("assume", "an assumption", r"assume\b", "assume a\n  "),
    Block("configuration", "a configuration", r"configuration\b", "configuration a\n  "),
    Block("duty", "a duty", r"duty\b", 'duty a house shall "a"\n  '),
    Block("irregularity", "an irregularity", r"(change )?irregularity\b", 'irregularity a on "a"\n  '),
    Block("deck", "a deck", r"deck\b", "deck 1 of 52\n  "),
    Block("area", "an area", r"area\b", "area a of dealer\n  "),
    Block("stack", "the stack", r"stack\b", "stack on the table\n  "),
    Block("role", "a role", r"(change )?role\b", "role a\n  "),
    Block("meter", "a meter", r"meter\b", "meter a\n  "),
    Block("fee", "a fee", r"(change )?fee\b", "fee a\n  "),
    Block("betting", "a betting round", r"(change )?betting\b", "betting a\n  "),
    Block("state", "a state", r"state\b", "state a one of b, c default b\n  "),
    Block("while", 'a "while" block', r"while\b", "while a is b\n  "),
    Block("award", "the award", r"(change )?award\b", "award each pot\n  "),
    Block("way", "a way", r"(change )?way\b", "way a for b, c\n  "),
    Block("wheel", "a wheel", r"wheel\b", "wheel of 38 sections\n  "),
    Block("include", "an include", r"include\b", "include a/b\n  "),
    Block(
        "table", "a table", r"(change )?(table|settle|pays|bonus|layout|pick|option|choose|grid)\b", "table a\n  ",
    ),
)
CHOICE = Block("choice", "a choice", r"(?!)", "round\n  each player decides\n    a\n      ")
HEADINGS = re.compile(r"(when|at|first|later|if|otherwise|unless)\b")
ROW_SIGN = "|"


@functools.cache
def keywords() -> dict[str, str]:
    """The fixed words of the language, by the terminal that stands for each."""
    words = {
        "_AT_LEAST": "at least", "_AT_MOST": "at most", "_OR_MORE": "or more", "_OR_FEWER": "or fewer",
        "_OR_BETTER": "or better", "_OR_WORSE": "or worse", "_ASSUMED": "assumed", "_COMMA": ",",
    }
    for terminal in grammar.parser().terminals:
        if terminal.pattern.type == "str" and re.fullmatch(r"[a-z]+", terminal.pattern.value):
            words[terminal.name] = terminal.pattern.value
    return words


@functools.cache
def all_words() -> frozenset[str]:
    """Every single word of the language."""
    return frozenset(part for phrase in keywords().values() for part in phrase.split() if part != ",")


def words_of(terminals: frozenset[str]) -> frozenset[str]:
    """The fixed words among what a parser would take."""
    known = keywords()
    return frozenset(known[t] for t in terminals if t in known and known[t] != ",")


@functools.cache
def statement_words() -> frozenset[str]:
    """The words that begin a statement."""
    return _beginnings("", "statement_alone")


@functools.cache
def head_words() -> frozenset[str]:
    """The words that begin a file."""
    return _beginnings("", "head_alone")


@functools.cache
def line_words(known_as: str) -> frozenset[str]:
    """The words that begin a line of a block; ``|`` stands for a row of a table."""
    block = next(b for b in (*BLOCKS, CHOICE) if b.known_as == known_as)
    return _beginnings(block.stub, "head_alone" if known_as == "head" else "statement_alone")


def _beginnings(stub: str, start: str) -> frozenset[str]:
    stop = first_stop(tuple((stub + "\x00").split("\n")), start, expects=True)
    if stop is None:
        return frozenset()
    return words_of(stop.accepts) | ({ROW_SIGN} if "ROW" in stop.accepts else frozenset())


def blocks_with(word: str) -> Iterator[Block]:
    """The kinds of block that have a line beginning with this word."""
    for block in (*BLOCKS, CHOICE):
        if word in line_words(block.known_as):
            yield block


def is_head(line: str) -> bool:
    """Whether a line is the first of a file's head."""
    return re.match(BLOCKS[0].head, line) is not None


def block_headed(line: str) -> Block | None:
    """The kind of block that a line opens, if its first words tell."""
    text = line.strip().removeprefix("replace ").lstrip()
    return next((b for b in BLOCKS if re.match(b.head, text)), None)


def block_around(lines: tuple[str, ...], index: int) -> Block | None:
    """The block that the line at ``index`` stands in, headings passed over; none at the top level."""
    above = heads(lines, index)
    for n, head in enumerate(reversed(above)):
        text = lines[head].strip()
        found = block_headed(text)
        if found is not None and not (HEADINGS.match(text) and n + 1 < len(above)):
            return found
        if HEADINGS.match(text):
            continue
        outer = lines[above[-n - 2]].strip() if n + 1 < len(above) else ""
        outer_block = block_headed(outer)
        if outer_block is not None and outer_block.known_as == "decision":
            return CHOICE
        return None
    return None


def listing(words: frozenset[str], known_as: str = "", most: int = 6) -> str:
    """Some of the words, for a message: those that a reader meets most often first."""
    common = COMMON.get(known_as, STATEMENTS)
    ranked = sorted(words - {ROW_SIGN}, key=lambda w: (common.index(w) if w in common else len(common), w))
    shown = ", ".join(ranked[:most])
    return f"{shown} …" if len(ranked) > most else shown


STATEMENTS = ("wager", "round", "pays", "settle", "option", "ranking", "area", "duty", "irregularity", "assume")
STEP = ("roll", "deal", "bets", "settle", "reveal", "each", "go", "if", "end")
COMMON = {
    "head": ("title", "issuer", "jurisdiction", "approved", "source", "amends"),
    "wager": ("made", "amount", "win", "lose", "push", "pays"),
    "round": ("step", *STEP), "step": STEP, "choice": ("make", "forfeit", "only", "not", *STEP),
    "ranking": ("order", "compare", "wild"), "fee": ("from", "amount", "at most", "in"),
    "meter": ("starts", "grows", "resets"), "role": ("held", "offered", "moves", "covers"),
}
