"""A second look at what parses: words that fit the grammar and cannot be what was meant.

Odds where rolls are asked for, dice faces that no die has, clauses that are none, lines that rest on nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import openings
from audit.language.mistakes.look_at_tables import look_at_table, tables_in
from audit.language.mistakes.look_at_tails import cited, groundless
from audit.language.mistakes.looking import COUNTED, Known, Lines, Looked, known_of
from audit.language.mistakes.names import MEANT, unknown_name
from audit.language.spelling import nearest
from audit.language.syntax import Node, Word

__all__ = ["Known", "Looked", "known_of", "look"]

LISTS = frozenset({"on", "excluded", "dice", "group", "pick", "in_order"})
GLUED = re.compile(r"[A-Za-z0-9_]")
CARDS = re.compile(r"^\s*(deck|area|ranking|hand|include|amends)\b", re.MULTILINE)
THOUSANDTHS = re.compile(r"\$\d{1,3}\.\d{3}")
HEADS = frozenset({"ruleset", "fragment", "regulation", "submission"})


def look(node: Node, known: Known, lines: tuple[str, ...], first: int) -> Iterator[Looked]:
    """The mistakes of one statement that parse; ``lines`` are its lines, ``first`` the number of the first."""
    text = Lines(lines, first)
    for parent, child in _pairs(node):
        if child.kind in ("odds_to", "odds_for"):
            yield from _odds_as_test(parent, child, known, text)
        elif child.kind in ("named", "named_result", "named_total"):
            yield from _word_as_name(child, known, text)
        elif child.kind == "spot":
            yield from _ten(child, text)
        elif child.kind == "combination" and parent.kind == "dice":
            yield from _faces_as_range(child, text)
        elif child.kind == "combination" and known.faces is not None:
            yield from _dice_as_range(child, known, text)
        elif child.kind == "spots":
            yield from _not_parted(child, known, text)
        elif child.kind == "holds":
            yield from _number_as_fact(child, text)
        elif parent.kind == "amount" and child.kind != "in_units_of":
            yield from _bare_amount(child, text)
    for word in (w for w in node.walk() if isinstance(w, Word)):
        if word.kind == "CITE":
            yield from cited(word, text)
        elif word.kind in ("NAME", "NUMBER", "RANK"):
            yield from _glued(word, text)
        elif word.kind == "MONEY":
            yield from _thousandths(word, text)
    for table in tables_in(node):
        yield from look_at_table(table, known, text)
    if known.cites and node.kind not in HEADS:
        yield from groundless(node, False, text)


def _glued(word: Word, text: Lines) -> Iterator[Looked]:
    """A word of which the grammar took the beginning for a word of the language: ``layouts`` is no ``layout s``."""
    line = text.line(word.span.line)
    at = word.span.column - 1
    if at <= 0 or at > len(line) or not GLUED.match(line[at - 1]):
        return
    begin = at
    while begin and GLUED.match(line[begin - 1]):
        begin -= 1
    written = line[begin : at + len(word.text)]
    span = replace(word.span, column=begin + 1)
    if written[0].isdigit():
        parted = f"{line[begin:at]} {word.text}"
        yield Looked(Diagnostic("unknown-word", f'"{written}" is two words', span, f"write: {parted}", replacement=parted),
                     (text.edit(span, parted),))
        return
    near = nearest(written, openings.all_words())
    mend = f'did you mean "{near[0]}"?' if near else f'"{line[begin:at]}" is a word of the language, and a space ends it'
    instead = f"{near[0]} zz" if near else f"{line[begin:at]} {word.text}"
    yield Looked(Diagnostic("unknown-word", f'"{written}" is no word of the language', span, mend),
                 (text.edit(span, instead),))


def _pairs(node: Node) -> Iterator[tuple[Node, Node]]:
    for child in node.children:
        if isinstance(child, Node):
            yield node, child
            yield from _pairs(child)


def _odds_as_test(parent: Node, node: Node, known: Known, text: Lines) -> Iterator[Looked]:
    if parent.kind in ("is_", "is_not"):
        subject = next((w.text for c in parent.children[:1] if isinstance(c, Node) for w in c.walk()
                        if isinstance(w, Word)), "")
        if not known.is_whole or subject in known.options or node is parent.children[0]:
            return
    elif parent.kind not in LISTS:
        return
    asks, what = _asking(text.line(node.span.line)[: node.span.column - 1], text)
    low, high = (w.text for w in node.children if isinstance(w, Word))
    written = f"{low} {'to' if node.kind == 'odds_to' else 'for'} {high}"
    message = f'"{written}" is odds, and "{asks}" asks for {what}'
    if node.kind == "odds_to" and _number(low) < _number(high):
        instead = f"{low} through {high}"
        yield Looked(
            Diagnostic("to-is-odds", message, node.span, f"a range is: {instead}", replacement=instead),
            (text.edit(node.span, instead),),
        )
    else:
        yield Looked(Diagnostic("to-is-odds", message, node.span, f"either of them is: {low}, {high}"),
                     (text.edit(node.span, f"{low}, {high}"),))


def _word_as_name(node: Node, known: Known, text: Lines) -> Iterator[Looked]:
    """A word of elsewhere that the grammar takes for a name: ``pays even``, ``lose on seven``."""
    word = node.children[0]
    if not known.is_whole or len(node.children) > 1 and node.children[1] is not None or not isinstance(word, Word):
        return
    instead = MEANT.get(word.text)
    is_figure = instead is not None and re.fullmatch(r"\d+|[AKQJ]", instead) is not None
    if instead is not None and (is_figure or node.kind == "named_result") and (
        word.text not in known.declared | known.classes
    ):
        told = unknown_name(word.text, word.span, ())
        yield Looked(told, (text.edit(word.span, instead),))


def _ten(node: Node, text: Lines) -> Iterator[Looked]:
    word = node.children[0]
    if isinstance(word, Word) and word.kind == "RANK" and word.text == "T":
        yield Looked(Diagnostic("not-a-card", '"T" is no rank; ten is a number', word.span, "write: 10", replacement="10"),
                     (text.edit(word.span, "10"),))


def _faces_as_range(node: Node, text: Lines) -> Iterator[Looked]:
    """``dice 2 with faces 1-6``."""
    word = node.children[0]
    ends = word.text.split("-") if isinstance(word, Word) else []
    if len(ends) == 2 and all(end.isdigit() for end in ends):
        instead = f"{ends[0]} through {ends[1]}"
        told = Diagnostic("hyphen-is-dice", f'{"-".join(ends)} is two dice as they lie, and "faces" asks for numbers',
                          node.span, f"a range is: {instead}", replacement=instead)
        yield Looked(told, (text.edit(node.span, instead),))


def _not_parted(node: Node, known: Known, text: Lines) -> Iterator[Looked]:
    """``win on 7 11``: side by side stand the ranks of a hand, and no cards are in this game."""
    words = [w for w in node.walk() if isinstance(w, Word)]
    if len(words) < 2 or any(w.kind != "NUMBER" for w in words) or CARDS.search(known.source.text) or not known.is_whole:
        return
    listed = ", ".join(w.text for w in words)
    told = Diagnostic("incomplete", f'"{words[0].text}" and "{words[1].text}" are not parted', node.span,
                      f"a comma between them: {listed}", replacement=listed)
    yield Looked(told, (text.edit(node.span, listed),))


def _number_as_fact(node: Node, text: Lines) -> Iterator[Looked]:
    """``win if 7``: a number is no condition."""
    number = node.children[0]
    word = number.children[0] if isinstance(number, Node) and number.kind == "number" else None
    if isinstance(word, Word):
        told = Diagnostic("not-understood", f'"{word.text}" alone is no condition', word.span,
                          f"such as: total is {word.text}", replacement=f"total is {word.text}")
        yield Looked(told, (text.edit(word.span, f"total is {word.text}"),))


def _thousandths(word: Word, text: Lines) -> Iterator[Looked]:
    """``$1.000``, which is one dollar here and a thousand to many."""
    if THOUSANDTHS.fullmatch(word.text):
        whole = word.text.replace(".", ",")
        told = Diagnostic("not-a-figure", f'"{word.text}" is a sum to a thousandth', word.span,
                          f"thousands are parted by a comma: {whole}; else {word.text.split('.')[0]}")
        yield Looked(told, (text.edit(word.span, whole),))


def _bare_amount(node: Node, text: Lines) -> Iterator[Looked]:
    """A stake of so many of nothing: ``amount is 1``."""
    for child in node.children:
        word = child.children[0] if isinstance(child, Node) and child.kind == "number" else None
        if isinstance(word, Word):
            told = Diagnostic(
                "not-a-figure", f'"{word.text}" is not an amount of money', word.span,
                f"write: ${word.text}; or so many times a wager: {word.text} times …", replacement=f"${word.text}",
            )
            yield Looked(told, (text.edit(word.span, f"${word.text}"),))


def _number(text: str) -> float:
    return float(text.replace(",", ""))


def _asking(before: str, text: Lines) -> tuple[str, str]:
    """The words that ask, and what they ask for: ``lose on`` asks for rolls."""
    found = re.findall(r"(\w+ )?\b(on|is not|is|faces|from|except|order)\b", before)
    lead, word = found[-1] if found else ("", "here")
    if word == "on":
        outcome = lead.strip() if lead.strip() in ("win", "lose", "push", "void", "stay", "settle", "half") else ""
        return f"{outcome} on".strip(), "rolls"
    return word, {"faces": "numbers", "from": "numbers", "is": "a value", "is not": "a value", "except": "rolls"}.get(
        word, "members")


def _dice_as_range(node: Node, known: Known, text: Lines) -> Iterator[Looked]:
    word = node.children[0]
    if not isinstance(word, Word) or known.faces is None:
        return
    shown = word.text.split("-")
    strange = [face for face in shown if face not in known.faces]
    if not strange:
        return
    count = COUNTED.get(len(shown), f"{len(shown)} dice")
    named = f"{', '.join(shown[:-1])} and {shown[-1]}"
    message = f"{word.text} is {count} showing {named}, and no die has {_article(strange[0])} {strange[0]}"
    if len(shown) == 2 and all(face.isdigit() for face in shown) and int(shown[0]) < int(shown[1]):
        instead = f"{shown[0]} through {shown[1]}"
        yield Looked(
            Diagnostic("hyphen-is-dice", message, word.span, f"a range is: {instead}", replacement=instead),
            (text.edit(word.span, instead),),
        )
    else:
        faces = sorted(known.faces, key=lambda f: (not f.isdigit(), int(f) if f.isdigit() else 0, f))
        yield Looked(Diagnostic("hyphen-is-dice", message, word.span, f"faces are: {', '.join(faces[:12])}"))


def _article(number: str) -> str:
    return "an" if re.match(r"8|11$|18$|[aeiou]", number) else "a"


