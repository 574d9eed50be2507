"""Lines whose words stand in another order than the language's, or that are said in more words than it has.

Each is known by the look of the whole line: how many dice there are, how a wager is bounded, a name of two words.
"""

from __future__ import annotations

import re

from audit.language.mistakes import openings
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.words import does

DICE = re.compile(r"(?:(\d+) dice|dice (\d+) of|dice) ?(?:with )?(?:(\d+)[- ](?:faces|sided|sides)|(?:faces|sides))?$")
ALL = re.compile(r"settle (?:all|every|the|each)(?: (?:of the )?(?:bets?|wagers?))?$")
WAGERS = frozenset({"settle", "return", "forfeit", "bets", "post"})
OUTCOMES = frozenset({"win", "lose", "push", "void", "stay", "settle"})
NAMED = frozenset({"wager", "option", "step", "group", "define", "area", "hand", "ranking", "meter", "role", "fee"})
WORD = re.compile(r"[a-z][a-z0-9_]*")
COUNTS = frozenset({"deck"})


def whole_line(m: Mistake) -> Explanation | None:
    """A line that says what one of ours says, in another form."""
    if m.is_cell or not m.words:
        return None
    return _dice(m) or _everything(m) or _deck_of_cards(m) or _bounds(m) or _when_for_on(m)


def _said(m: Mistake) -> Piece:
    """The words of the line without its tail."""
    end = next((p.start for p in m.words if p.text.startswith("@") or p.text == "assumed"), m.end)
    start = m.words[0].start
    return Piece(m.text[start:end].rstrip(), start)


def _dice(m: Mistake) -> Explanation | None:
    said = _said(m)
    match = DICE.fullmatch(re.sub(r"\s+", " ", said.text))
    if match is None:
        return None
    line = f"dice {match[1] or match[2] or '2'} with faces 1 through {match[3] or '6'}"
    if not m.would_do(m.edit(said.start, said.end, line)):
        return None
    return m.tell("incomplete", "how many dice, and which faces they have, is not said in this order", said,
                  f"such as: {line}", replacement=line)


def _everything(m: Mistake) -> Explanation | None:
    said = _said(m)
    if not ALL.fullmatch(re.sub(r"\s+", " ", said.text)):
        return None
    more = Piece(said.text[len("settle") :].lstrip(), said.end - len(said.text[len("settle") :].lstrip()))
    edit = m.edit(m.words[0].end, said.end, "")
    if not more.text or not m.would_do(edit):
        return None
    return m.tell("extra-word", f'"{more.text}" is more than is needed', more, "settle alone settles every wager", edits=(edit,))


def _deck_of_cards(m: Mistake) -> Explanation | None:
    cards = next((p for p in m.words if p.text in ("cards", "card")), None)
    if m.words[0].text not in COUNTS or cards is None:
        return None
    edit = m.edit(cards.start - 1, cards.end, "")
    if not m.parses(edit):
        return None
    return m.tell("extra-word", f'"{cards.text}" is one word too many', cards, "leave it out", edits=(edit,))


def _bounds(m: Mistake) -> Explanation | None:
    """``amount $1 to $500``: from and through."""
    said = _said(m)
    match = re.fullmatch(r"amount (?:between )?(\S+) (?:to|and|-|–|through|thru|until) (\S+)", re.sub(r"\s+", " ", said.text))
    if match is None:
        return None
    line = f"amount from {match[1]} through {match[2]}"
    if not m.would_do(m.edit(said.start, said.end, line)):
        return None
    return m.tell("not-a-range", "a stake has a least and a most", said, f"write: {line}", replacement=line)


def _when_for_on(m: Mistake) -> Explanation | None:
    """``win when 7, 11``: what came up stands behind ``on``."""
    if len(m.words) < 3 or m.words[0].text not in OUTCOMES:
        return None
    word, first = m.words[1], m.words[2]
    if word.text not in ("when", "if", "with") or not re.fullmatch(r"\d+(-\d+)*", first.text):
        return None
    if not does(m, word.start, word.end, "on"):
        return None
    return m.tell("unknown-word", f'"{word.text}" cannot stand here', word, f"write: on {first.text}", replacement="on")


def joined_wagers(m: Mistake) -> Explanation | None:
    """``settle pass and field``: an act has a list behind it."""
    joint = m.previous
    if joint is None or joint.text != "and" or m.words[0].text not in WAGERS or len(m.before) < 3 or m.is_finished:
        return None
    first = m.before[-2]
    if not does(m, first.end, joint.end, ","):
        return None
    return m.tell("and-in-list", 'wagers are not joined by "and"', joint, f"a comma parts them: {first.text}, {m.word.text}",
                  edits=(m.edit(first.end, joint.end, ","),))


def joined_numbers(m: Mistake) -> Explanation | None:
    """``7/11`` for ``7, 11``."""
    for piece in (m.word, m.previous):
        if piece is None or not re.fullmatch(r"\d+(?:[/&+]\d+)+", piece.text):
            continue
        listed = ", ".join(re.split(r"[/&+]", piece.text))
        if does(m, piece.start, piece.end, listed):
            return m.tell("punctuation", f'"{piece.text}" is not a list', piece, f"a comma parts them: {listed}",
                          replacement=listed)
    return None


def name_of_two_words(m: Mistake) -> Explanation | None:
    """``option table minimum``, ``reveal dealer cards``: a name is one word."""
    first, second = m.previous, m.word
    if first is None or not second.text or m.is_cell or not (WORD.fullmatch(first.text) and WORD.fullmatch(second.text)):
        return None
    name = f"{first.text}_{second.text}"
    declares = len(m.before) == 2 and m.words[0].text in NAMED and second.text not in openings.words_of(m.accepts)
    is_known = re.search(rf"\b{name}\b", m.source.text) is not None
    edit = m.edit(first.start, second.end, name)
    if not (is_known and does(m, first.start, second.end, name) or declares and m.would_do(edit)):
        return None
    place = Piece(m.text[first.start : second.end], first.start)
    return m.tell("not-a-name", f'"{place.text}" is two words, and a name is one', place, f"write: {name}", replacement=name)
