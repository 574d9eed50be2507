"""Whether a mended statement would parse: the proof that every suggestion needs.

A mend is tried on the *spine* of its statement (the heads above the line, the line, the block below it), because a
whole statement may be long and many mends are tried; where the spine alone makes no sense, on the whole.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from lark import Token
from lark.exceptions import LarkError, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.indenter import DedentError

from audit.language import grammar, layout

CELL_STARTS = frozenset({"heading", "tests", "result", "citation"})
MOST_WORK = 20_000


@dataclass(slots=True)
class Effort:
    """How many lines may still be parsed in search of mends in one file; a count, so that equal runs print the same."""

    left: int = MOST_WORK

    def spend(self, lines: int) -> bool:
        self.left -= lines
        return self.left >= 0


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a line of the statement, ends as in a slice, and the text that takes its place."""

    line: int
    start: int
    end: int
    text: str

    def apply(self, lines: tuple[str, ...]) -> tuple[str, ...]:
        old = lines[self.line]
        return (*lines[: self.line], old[: self.start] + self.text + old[self.end :], *lines[self.line + 1 :])


def mended(lines: tuple[str, ...], edits: tuple[Edit, ...]) -> tuple[str, ...]:
    """The lines with all edits worked in; edits of one line do not touch each other."""
    for edit in sorted(edits, key=lambda e: (e.line, -e.start)):
        lines = edit.apply(lines)
    return lines


@dataclass(frozen=True, slots=True)
class Stop:
    """Where parsing stopped: a line of the piece (from 0), a column (from 0), what was met, what may stand there."""

    line: int
    column: int
    token: str
    text: str
    accepts: frozenset[str] = frozenset()
    begins: frozenset[str] = frozenset()


def stop_of(error: LarkError, lines: tuple[str, ...], *, expects: bool = True) -> Stop:
    """An error of lark's as a place in ``lines``; without ``expects`` what may stand there is left out."""
    if isinstance(error, DedentError) or not isinstance(error, UnexpectedInput):
        return Stop(-1, 0, "", "")
    line, column = _position(error, lines)
    token, text = "", ""
    if isinstance(error, UnexpectedToken):
        token, text = error.token.type, str(error.token)
    accepts, begins = _expected(error) if expects else (frozenset[str](), frozenset[str]())
    return Stop(line, column, token, text, accepts, begins)


def _position(error: UnexpectedInput, lines: tuple[str, ...]) -> tuple[int, int]:
    line = error.line if isinstance(error.line, int) and error.line > 0 else len(lines)
    column = error.column if isinstance(error.column, int) and error.column > 0 else len(lines[-1]) + 1
    token = error.token if isinstance(error, UnexpectedToken) else None
    if isinstance(token, Token) and token.type in ("CITE", "_ASSUMED") and "\n" in token:
        # A clause on the following line is one token with the line break before it.
        lead = token[: len(token) - len(token.lstrip())]
        line += lead.count("\n")
        column = len(lead) - lead.rfind("\n")
    return min(line, len(lines)) - 1, column - 1


def _expected(error: UnexpectedInput) -> tuple[frozenset[str], frozenset[str]]:
    """The terminals that the parser would take, and the constructs that may begin."""
    parser: Any = getattr(error, "interactive_parser", None)
    if parser is None:
        allowed = error.allowed if isinstance(error, UnexpectedCharacters) else None
        return frozenset(allowed or ()), frozenset()
    return frozenset(parser.accepts()), frozenset(k for k in parser.choices() if not k.isupper())


def first_stop(lines: tuple[str, ...], start: str, *, expects: bool = False) -> Stop | None:
    """Where a piece of text stops parsing; nowhere if it parses."""
    text = "\n".join(lines) + ("" if start in CELL_STARTS else "\n")
    try:
        grammar.parser().parse(text, start=start)
    except LarkError as error:
        return stop_of(error, lines, expects=expects)
    return None


@functools.lru_cache(maxsize=8192)
def reads_as(text: str, start: str) -> bool:
    """Whether a cell, or a citation, can be read as ``start``."""
    return first_stop((text,), start) is None


def logical(lines: tuple[str, ...], index: int) -> tuple[int, int]:
    """The first and the last of the physical lines that make up the line at ``index``."""
    top = bottom = index
    while top > 0 and (layout.is_continuation(lines[top]) or layout.goes_on(lines[top - 1])):
        top -= 1
    while bottom + 1 < len(lines) and (layout.goes_on(lines[bottom]) or layout.is_continuation(lines[bottom + 1])):
        bottom += 1
    return top, bottom


def heads(lines: tuple[str, ...], index: int) -> list[int]:
    """The lines that the line at ``index`` stands under, outermost first."""
    depth = layout.indent_of(lines[index])
    found: list[int] = []
    for above in range(index - 1, -1, -1):
        line = lines[above]
        if layout.has_words(line) and not layout.is_continuation(line) and layout.indent_of(line) < depth:
            depth = layout.indent_of(line)
            found.append(above)
    return found[::-1]


def block_end(lines: tuple[str, ...], index: int) -> int:
    """The last line of the block below ``index``; ``index`` itself if there is none."""
    depth = layout.indent_of(lines[index])
    last = index
    for below in range(index + 1, len(lines)):
        line = lines[below]
        if not layout.has_words(line):
            continue
        if layout.indent_of(line) <= depth and not layout.is_continuation(line):
            break
        last = below
    return last


def spine(lines: tuple[str, ...], index: int) -> list[int]:
    """The lines to which the line at ``index`` owes its meaning."""
    top, bottom = logical(lines, index)
    kept: set[int] = set(range(top, bottom + 1))
    for head in heads(lines, top):
        first, last = logical(lines, head)
        kept.update(range(first, last + 1))
    kept.update(range(bottom + 1, block_end(lines, bottom if layout.indent_of(lines[bottom]) == layout.indent_of(
        lines[top]) else top) + 1))
    if lines[top].lstrip().startswith("otherwise"):
        before = _sibling_above(lines, top)
        if before is not None:
            kept.update(range(before, top))
    return sorted(kept)


def _sibling_above(lines: tuple[str, ...], index: int) -> int | None:
    """The nearest line above in the same block that begins no ``otherwise``."""
    depth = layout.indent_of(lines[index])
    for above in range(index - 1, -1, -1):
        line = lines[above]
        if not layout.has_words(line) or layout.is_continuation(line):
            continue
        if layout.indent_of(line) < depth:
            return None
        if layout.indent_of(line) == depth and not line.lstrip().startswith("otherwise"):
            return above
    return None


def remaining(
    lines: tuple[str, ...], edits: tuple[Edit, ...], index: int, start: str, effort: Effort
) -> Stop | None:
    """What still stops the line at ``index`` once the edits are made; nothing if the line then parses.

    Where the effort is used up, or the mended text makes no sense at all, the stop has line -1.
    """
    made = mended(lines, edits)
    if start in CELL_STARTS:
        return first_stop(made, start) if effort.spend(1) else Stop(-1, 0, "", "")
    nowhere = Stop(-1, 0, "", "")
    kept = spine(made, index)
    if not effort.spend(len(kept)):
        return nowhere
    stop = first_stop(tuple(made[n] for n in kept), start)
    if stop is None:
        return None
    top, bottom = logical(made, index)
    where = kept[stop.line] if 0 <= stop.line < len(kept) else -1
    if where > bottom:
        return None
    if where < top and effort.spend(len(made)):
        # The line needs its neighbours: a grid its headings, a policy its place.
        whole = first_stop(made, start)
        if whole is None or whole.line > bottom:
            return None
        return whole
    if stop.token in ("_DEDENT", "$END") and where == bottom:
        # What ends too early may be the block: a way that has no rows yet.
        more = first_stop(tuple(made[n] for n in kept), start, expects=True)
        if more is not None and "_INDENT" not in more.accepts and "_NL" not in more.accepts:
            return None
        return Stop(where, stop.column, stop.token, stop.text, more.accepts if more is not None else frozenset())
    return Stop(where, stop.column, stop.token, stop.text)
