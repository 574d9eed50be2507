"""Text in quotation marks: marks left open, curly or single, or forgotten."""

from __future__ import annotations

import re

from audit.language.mistakes.expecting import tail_start
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.proving import mended

CURLY = "“”„‟«»〝〞＂"
SINGLE = "'‘’‚‛`´"
NOTE = "close it before the clause; curly quotes do not count"


def _labels(m: Mistake) -> Explanation | None:
    """Clauses that are renumbered, all of them without their marks."""
    bare = [p for p in m.words if re.fullmatch(r"[A-Z0-9][\w.()]*|[\w]+[.(][\w.()]*", p.text)]
    edits = tuple(m.put(p, f'"{p.text}"') for p in bare)
    if not edits or not m.parses(*edits):
        return None
    shown = re.sub(r"\s+", " ", mended(m.lines, edits)[m.index]).strip()
    return m.tell("quotation-mark", "clauses that are renumbered stand in quotation marks", bare[0], f"write: {shown}",
                  edits=edits)


def open_quote(m: Mistake) -> Explanation | None:
    """A quotation mark that is not closed on its line."""
    marks = [n for n, c in enumerate(m.text) if c == '"' and "#" not in _outside(m.text[:n])]
    if len(marks) % 2 == 0 or not marks or (m.at < marks[0] and not m.is_at_end):
        return None
    at = _left_open(m.text, marks)
    curly = [n for n in range(at + 1, len(m.text)) if m.text[n] in CURLY + "'"]
    if curly and m.parses(m.edit(curly[-1], curly[-1] + 1, '"')):
        return m.tell("open-quote", "the quotation mark is not closed on its line", Piece('"', at), NOTE,
                      edits=(m.edit(curly[-1], curly[-1] + 1, '"'),))
    end = tail_start(m) if m.at <= at else len(m.text.rstrip())
    found = re.search(r"\s+(@|assumed\b|when\b|if\b|unless\b|#).*$", m.text[at:])
    end = at + found.start() if found else len(m.text.rstrip())
    edit = m.edit(end, end, '"')
    edits = (edit,) if m.parses(edit) else ()
    if not edits:
        # Nothing on the line tells where the text ends: before the clause it must.
        cite = m.text.find("@", at)
        end = len(m.text[:cite].rstrip()) if cite > 0 else len(m.text.rstrip())
        edits = (m.edit(end, end, '"'),) if m.parses(m.edit(end, end, '"')) else ()
    return m.tell("open-quote", "the quotation mark is not closed on its line", Piece('"', at), NOTE, edits=edits)


def _outside(text: str) -> str:
    """A text without its quotations."""
    return re.sub(r'"[^"]*("|$)', "", text)


def _left_open(text: str, marks: list[int]) -> int:
    """The mark that has no partner: one that opens, whose next mark opens too; else the last."""
    def opens(n: int) -> bool:
        return (n == 0 or text[n - 1] in " (") and n + 1 < len(text) and text[n + 1] != " "

    for n, mark in enumerate(marks[:-1]):
        if n % 2 == 0 and opens(mark) and opens(marks[n + 1]):
            return mark
    return marks[-1]


def other_marks(m: Mistake) -> Explanation | None:
    """Curly or single quotation marks."""
    near = m.text[m.at : m.at + 1]
    begin = m.at if near and near in CURLY + SINGLE else m.word.start
    mark = m.text[begin : begin + 1]
    if not mark or mark not in CURLY + SINGLE:
        return None
    ends = [n for n in range(begin + 1, len(m.text)) if m.text[n] in CURLY + SINGLE + '"']
    for end in (*ends[:4], *ends[-1:]):
        inner = m.text[begin + 1 : end]
        edit = m.edit(begin, end + 1, f'"{inner}"')
        if m.parses(edit) or m.second_slip(edit):
            place = Piece(m.text[begin : end + 1], begin)
            return m.tell("quotation-mark", 'quotation marks are straight: "', place, f'write: "{inner}"',
                          replacement=f'"{inner}"')
    return m.tell("quotation-mark", 'quotation marks are straight: "', Piece(mark, begin),
                  "both marks of a text, before and behind it")


def no_marks(m: Mistake) -> Explanation | None:
    """Text without its quotation marks."""
    if "STRING" not in m.accepts or m.is_at_end or not re.match(r"[\w$§(]", m.word.text):
        return None
    if re.match(r"\s*renumber\b", m.text):
        return _labels(m)
    begin = m.word.start
    if m.previous is not None and m.words[0].text == "note" and len(m.before) == 2:
        begin = m.previous.start  # the first word was taken for a name
    tail = tail_start(m)
    ends = sorted({tail, *(p.start for p in m.words if p.start > m.word.start and p.start <= tail)})
    for end in ends:
        inner = m.text[begin:end].strip()
        if not inner or '"' in inner or len(inner) > 200:
            continue
        if m.parses(m.edit(begin, begin + len(inner), f'"{inner}"')):
            place = Piece(inner, begin)
            return m.tell("quotation-mark", "text stands in quotation marks", place, f'write: "{inner}"',
                          replacement=f'"{inner}"')
    return None
