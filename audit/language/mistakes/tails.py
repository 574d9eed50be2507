"""How a line ends: if, when, @ and assumed in the wrong order or twice; and what stands behind the ``@``."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, replace
from itertools import pairwise

from audit.language import layout
from audit.language.mistakes.expecting import quoted
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.proving import Edit, first_stop, reads_as

ORDER = "the order is: if, when, @, assumed"
RANK = {"if": 0, "unless": 0, "when": 1, "@": 2, "assumed": 3}
LONGEST_GUESS = 80
CALLS = frozenset({
    "see", "clause", "clauses", "section", "sections", "sec", "subsection", "para", "paragraph", "rule", "article",
    "cf", "page", "line", "lines", "item", "chapter", "part", "at", "in", "under", "per",
})
"""Words that introduce a clause in prose; read as the name of a document they make no sense."""


def order(m: Mistake) -> Explanation | None:
    """The parts of a tail in another order, or one of them twice."""
    word = "@" if m.word.text.startswith("@") else m.word.text
    if word not in RANK or m.is_cell:
        return None
    marks = [(("@" if p.text.startswith("@") else p.text), p) for p in m.words
             if p.text in RANK or p.text.startswith("@")]
    before = [(mark, p) for mark, p in marks if p.start < m.word.start]
    if not before:
        return None
    same = next((p for mark, p in reversed(before) if mark == word or {mark, word} == {"if", "unless"}), None)
    if same is not None:
        return _twice(m, word, same)
    if RANK[before[-1][0]] <= RANK[word]:
        return None
    for n in range(len(before)):
        edit = _in_order(m, [p for _, p in marks[marks.index(before[n]):]])
        if m.parses(edit):
            return m.tell("tail-order", f'"{word}" stands behind "{before[-1][0]}"', _mark(m.word), ORDER, edits=(edit,))
    return None


def _in_order(m: Mistake, marks: list[Piece]) -> Edit:
    """The edit that sorts the parts of the tail which these words begin."""
    ends = [q.start for q in marks[1:]] + [m.end]
    parts = sorted(
        (m.text[p.start : end].strip() for p, end in zip(marks, ends, strict=True)),
        key=lambda text: RANK["@" if text.startswith("@") else text.split()[0]],
    )
    return m.edit(marks[0].start, m.end, " ".join(parts))


def _twice(m: Mistake, word: str, first: Piece) -> Explanation | None:
    if word == "@":
        clauses = f"{first.text.strip()}, {m.word.text.removeprefix('@').strip()}"
        edit = m.edit(first.start, m.word.end, clauses)
        edits = (edit,) if m.parses(edit) else ()
        return m.tell("tail-order", "one @ a line", _mark(m.word), f"clauses are parted by commas: {clauses}", edits=edits)
    if word == "assumed":
        return m.tell("tail-order", 'one "assumed" a line', m.word,
                      "a reason that several lines share is declared: assume NAME, and its because")
    instead = "and not" if (word == "unless") != (first.text == "unless") and word == "unless" else "and"
    edit = m.put(m.word, instead)
    if m.parses(edit):
        return m.tell("tail-order", f'one "{first.text}" a line' if word == first.text else 'one of "if" and "unless" a line',
                      m.word, f'facts are joined by "{instead}"', replacement=instead)
    return None


def _mark(piece: Piece) -> Piece:
    return Piece("@", piece.start) if piece.text.startswith("@") else piece


def after_break(m: Mistake) -> Explanation | None:
    """A clause on a line of its own, with a blank line or a comment between it and the line that it belongs to."""
    is_continuation = not m.is_cell and layout.is_continuation(m.text) and not m.before and m.index > 0
    if not is_continuation and (m.token != "_INDENT" or m.index + 1 >= len(m.lines)):
        return None
    below = next((n for n in range(m.index + (m.token == "_INDENT"), len(m.lines)) if m.lines[n].strip()
                  and not m.lines[n].lstrip().startswith("#")), None)
    if below is None or not re.match(r"\s*(@|assumed\b)", m.lines[below]):
        return None
    if layout.goes_on(m.lines[below - 1]):
        return None
    between = m.lines[below - 1] if below else ""
    if layout.has_words(between) and "#" not in between:
        text = m.lines[below]
        start = len(text) - len(text.lstrip())
        told = m.tell("incomplete", "this line has a clause and says nothing", Piece("@", start), "what the clause says, before the @")
        return Explanation(replace(told.diagnostic, span=m.span(start, start + 1, m.first + below)),
                           (Edit(below, 0, len(text), ""),))
    what = "a comment" if "#" in between else "a blank line"
    text = m.lines[below]
    start = len(text) - len(text.lstrip())
    word = "@" if text[start] == "@" else "assumed"
    told = m.tell("tail-order", f'"{word}" goes on with the line before, and {what} stands between', Piece(word, start),
                  f"{what} above both lines" if what == "a comment" else "leave out the blank line")
    span = m.span(start, start + len(word), m.first + below)
    cut = between.find("#")
    edits = (Edit(below - 1, max(cut, 0), len(between), ""),) if cut > 0 and between[:cut].strip() else ()
    return Explanation(replace(told.diagnostic, span=span), edits)


# what stands behind the @


@dataclass(frozen=True, slots=True)
class CiteFault:
    """What is wrong with a citation: a stretch of its text (from 0), what is said, and the text that would do."""

    name: str
    message: str
    start: int
    end: int
    mend: str
    instead: str | None = None


@functools.lru_cache(maxsize=4096)
def fault_of(text: str) -> CiteFault | None:
    """What is wrong with the text behind an ``@``; nothing if it is a list of clauses."""
    bare = re.sub(r'"[^"]*"', lambda q: "_" * len(q.group()), text)
    if not text.strip():
        return CiteFault("citation", "nothing stands behind @", 0, 0, "the clause as printed, such as: D.10")
    if match := re.search(r"(?<![\w.])(if|unless|when)(?![\w.])", bare):
        return CiteFault("tail-order", f'"{match[1]}" stands behind the clause', match.start(), match.end(), ORDER,
                         text[: match.start()].strip())
    if "@" in bare:
        at = bare.index("@")
        joined = re.sub(r"\s*,?\s*@\s*", ", ", text).strip(", ")
        shown = f": {joined}" if len(joined) <= LONGEST_GUESS else ""
        return CiteFault("citation", "one @ a line", at, at + 1, f"clauses are parted by commas{shown}",
                         joined if _is_citation(joined) else None)
    if _is_citation(text):
        return _document(text)
    for instead in _otherwise(text) if len(text) <= LONGEST_GUESS else ():
        if instead != text and _is_citation(instead) and _document(instead) is None:
            return CiteFault("citation", f"{quoted(text)} is not a clause", 0, len(text), f"write: @ {instead}", instead)
    stop = first_stop((text,), "citation")
    at = min(stop.column, len(text) - 1) if stop is not None and stop.column >= 0 else 0
    start = max(text.rfind(" ", 0, at), text.rfind(",", 0, at)) + 1
    end = next((n for n in range(at, len(text)) if text[n] in " ,"), len(text))
    if start >= end:
        start, end = 0, len(text)
    return CiteFault("citation", f"{quoted(text[start:end])} is not a clause", start, end,
                     "clauses as printed, parted by commas: D.10, F.1")


def _is_citation(text: str) -> bool:
    return bool(text) and reads_as(text, "citation")


def _document(text: str) -> CiteFault | None:
    """A clause or a word of prose where the name of a document would stand."""
    at = 0
    for part in re.split(r"(,)", text):
        words = list(re.finditer(r'"[^"]*"\S*|§ ?\S+|\S+', part))
        for one, two in pairwise(words):
            if "through" in (one.group(), two.group()) or not _is_clause(two.group()):
                continue
            start, end = at + one.start(), at + two.end()
            cited = text[start:end]
            first, second = one.group(), two.group()
            message = f'"{cited}" is clause {second} of a document {first}, and there is none'
            if first.lower().rstrip(".") in CALLS:
                rest = text[:start] + text[at + two.start() :]
                return CiteFault("citation", message, start, at + one.end(), f"write: @ {rest}", rest)
            if _is_clause(first):
                rest = f"{text[: at + one.end()]},{text[at + one.end() :]}"
                return CiteFault("citation", message, at + two.start(), end, f"two clauses: {first}, {second}", rest)
        at += len(part)
    return None


def _is_clause(text: str) -> bool:
    """Whether a label looks like a clause as printed and not like the name of a document."""
    return bool(re.search(r"[\d.()~+\"§]", text)) or len(text) <= 2 or re.fullmatch(r"[IVXLC]+|[ivxlc]+", text) is not None


def _otherwise(text: str) -> list[str]:
    """Other ways of writing the same clauses, the likeliest first."""
    listed = re.sub(r"\s*(;|&|\band\b|\bor\b|\+(?=\s))\s*", ", ", text)
    listed = re.sub(r"\s*,(\s*,)*\s*", ", ", listed).strip(", .")
    ranged = re.sub(r"(?<=[\w)])\s*(?:-|–|—|\bto\b|\bthru\b|\.\.\.?)\s*(?=[\w(])", " through ", listed)
    called = re.sub(rf"\b({'|'.join(sorted(CALLS, key=len, reverse=True))})\b\.?\s+(?=[\w(§])", "", ranged,
                    flags=re.IGNORECASE)
    tight = re.sub(r"\s*\.\s*", ".", called)
    tight = re.sub(r"\s+\(", "(", tight)
    unbracketed = re.sub(r"^[\[{<](.*)[\]}>]$", r"\1", called)
    tidy = re.sub(r"\.+", ".", tight)
    return [listed, ranged, called, tight, unbracketed, tidy.replace("§§", "§"), re.sub(r"[,.\s]+$", "", tidy)]
