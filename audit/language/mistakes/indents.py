"""Lines further in than anything opens, and lines that need others below them."""

from __future__ import annotations

import re
from dataclasses import replace

from audit.language import layout
from audit.language.mistakes import openings
from audit.language.mistakes.mistake import LINE_ENDS, Explanation, Mistake, Piece, pieces
from audit.language.mistakes.proving import Edit, block_end, logical, remaining

TABLED = {
    "pays": ("odds or a table", "pays 1 to 1, or rows two spaces further in"),
    "settle": ("a table", "rows two spaces further in: what is looked at, and the wagers"),
    "table": ("a table", "rows two spaces further in"),
    "grid": ("a table", "down and across, and rows, two spaces further in"),
    "bonus": ("a table", "rows two spaces further in, such as: | player_hand | pays |"),
    "pick": ("a table or: its number from …", "rows two spaces further in, or: pick its number from 4, 5, 6"),
    "layout": ("a table", "rows of labels two spaces further in"),
    "wheel": ("the sections", "in order …, or rows, two spaces further in"),
    "way": ("a table", "rows two spaces further in"),
}


def too_deep(m: Mistake) -> Explanation | None:
    """A line that stands further in than the line before it, which opens no block."""
    if m.token != "_INDENT" or m.is_cell:
        return None
    below = next((n for n in range(m.index + 1, len(m.lines)) if layout.has_words(m.lines[n])), None)
    if below is None:
        return None
    head, _ = logical(m.lines, m.index)
    depth = layout.indent_of(m.lines[head])
    text = m.lines[below]
    first = pieces(text)
    if not first:
        return None
    word = first[0]
    if word.text.startswith("|"):
        return _rows_of_none(m, head, below, word)
    told = m.tell(
        "indentation", f"indented deeper than line {m.first + head}, which opens no block", word,
        _standing(m, below, depth, head),
    )
    span = m.span(word.start, word.end, m.first + below)
    return Explanation(replace(told.diagnostic, span=span), _moved(m, below, depth))


def _rows_of_none(m: Mistake, head: int, below: int, word: Piece) -> Explanation | None:
    """Rows under a line that takes none."""
    words = pieces(m.lines[head])
    if not words:
        return None
    keyword = words[0]
    mend = "rows belong to a line that ends in its own words, such as: pays"
    if keyword.text in TABLED and len(words) > 1:
        cut = next((p.start for p in words[1:] if p.text.startswith("@")), words[-1].end)
        rest = Edit(head, keyword.end, cut, " ")
        if remaining(m.lines, (rest,), head, m.start, m.effort) is None:
            mend = f'"{keyword.text}" alone is followed by a table; or leave out the table'
    last = block_end(m.lines, head)
    gone = tuple(Edit(n, 0, len(m.lines[n]), "") for n in range(below, last + 1) if m.lines[n].strip())
    told = m.tell("indentation", f"rows of a table, and line {m.first + head} takes none", word, mend)
    return Explanation(replace(told.diagnostic, span=m.span(word.start, word.end, m.first + below)), gone)


def _standing(m: Mistake, below: int, depth: int, head: int) -> str:
    where = f"{depth} spaces" if depth else "column 1"
    return f"{where}, as in line {m.first + head}"


def _moved(m: Mistake, below: int, depth: int) -> tuple[Edit, ...]:
    """The line and its block, moved out to ``depth``."""
    by = layout.indent_of(m.lines[below]) - depth
    last = block_end(m.lines, below)
    # Lines below that stand as deep were moved in together with it.
    while last + 1 < len(m.lines) and layout.has_words(m.lines[last + 1]) and (
        layout.indent_of(m.lines[last + 1]) >= layout.indent_of(m.lines[below])
    ):
        last = block_end(m.lines, last + 1)
    return tuple(Edit(n, 0, by, "") for n in range(below, last + 1) if layout.indent_of(m.lines[n]) >= by
                 and layout.has_words(m.lines[n]))


def no_block(m: Mistake) -> Explanation | None:
    """A line that has to have others below it, and has none."""
    if m.is_cell or "_INDENT" not in m.accepts or m.accepts != {"_INDENT"} and m.token not in ("_DEDENT", "$END"):
        return None
    at = m.index
    if m.token not in LINE_ENDS:
        at = next((n for n in range(m.index - 1, -1, -1) if layout.has_words(m.lines[n])), m.index)
    head, bottom = logical(m.lines, at)
    words = pieces(m.lines[head])
    if not words:
        return None
    first = words[0]
    below = next((n for n in range(bottom + 1, len(m.lines)) if layout.has_words(m.lines[n])), None)
    m = replace(m, line=m.first + head, column=first.start + 1)
    pushed = _pushed_out(m, head, below)
    condition = _condition(m, first)
    if condition is not None:
        return condition
    keyword = first.text
    if keyword in TABLED and not (keyword == "pays" and len(words) > 1 and not words[1].text.startswith("@")
                                  and pushed is not None):
        what, mend = TABLED[keyword]
        said = f'"{keyword}" is followed by {what}, and neither is here' if " or " in what else (
            f'"{keyword}" is followed by {what}, and none is here')
        name = "no-table"
    else:
        named = _own(words)
        said, name = f'"{named}" opens a block, and no line stands in it', "no-lines"
        block = openings.block_headed(m.lines[head])
        known_as = block.known_as if block else ""
        listed = openings.line_words(block.known_as) if block else frozenset[str]()
        mend = f"lines two spaces further in{': ' + openings.listing(listed, known_as) if listed else ''}"
    told = m.tell(name, said, first, mend)
    span = m.span(first.start, first.end, m.first + head)
    return Explanation(replace(told.diagnostic, span=span), pushed or ())


def _condition(m: Mistake, first: Piece) -> Explanation | None:
    """``if …`` on a line of its own in a choice, where only the choice is meant to hang on it."""
    for word, instead in (("if", "only if"), ("unless", "not if"), ("when", "only when")):
        if first.text == word and m.parses(m.put(first, instead)):
            return m.tell("no-lines", f'"{word}" opens a block, and no line stands in it', first,
                          f"a condition of the whole choice is: {instead} …", edits=(m.put(first, instead),))
    return None


def _own(words: tuple[Piece, ...]) -> str:
    shown: list[str] = []
    for piece in words:
        if piece.text[0] in '@"|' or len(shown) == 3:
            break
        shown.append(piece.text)
    return " ".join(shown)


def _pushed_out(m: Mistake, head: int, below: int | None) -> tuple[Edit, ...] | None:
    """The edits that move the lines below back in, where they stand as deep as their head."""
    if below is None:
        return None
    depth = layout.indent_of(m.lines[head])
    if layout.indent_of(m.lines[below]) != depth:
        return None
    edits: list[Edit] = []
    for n in range(below, len(m.lines)):
        if layout.has_words(m.lines[n]) and layout.indent_of(m.lines[n]) < depth:
            break
        if layout.has_words(m.lines[n]):
            if layout.indent_of(m.lines[n]) == depth and not m.lines[n].lstrip().startswith("|"):
                break
            edits.append(Edit(n, 0, 0, "  "))
    return tuple(edits) if edits and m.parses(*edits) else None


def comma_at_end(m: Mistake) -> Explanation | None:
    """A line that ends in a comma, so that the next one was read as part of it."""
    if m.is_cell:
        return None
    top, bottom = logical(m.lines, m.index)
    for n in range(top, min(bottom, m.index) + 1):
        bare = re.sub(r"\s*#.*", "", m.lines[n]).rstrip()
        if not bare.endswith(",") or '"' in bare.rpartition(",")[2]:
            continue
        below = next((k for k in range(n + 1, len(m.lines)) if layout.has_words(m.lines[k])), None)
        words = pieces(m.lines[below]) if below is not None else ()
        begins_anew = not words or words[0].text in openings.all_words() or words[0].text[0] in "@|"
        is_here = n == m.index and (m.is_finished or m.at >= len(bare) - 1) or n < m.index and begins_anew
        edit = Edit(n, len(bare) - 1, len(bare), "")
        if not is_here or not (m.parses(edit) or remaining(m.lines, (edit,), n, m.start, m.effort) is None):
            continue
        told = m.tell("incomplete", "the line ends in a comma, and no list goes on below it", Piece(",", len(bare) - 1),
                      "leave it out, or go on with the list")
        return Explanation(replace(told.diagnostic, span=m.span(len(bare) - 1, len(bare), m.first + n)), (edit,))
    return None
