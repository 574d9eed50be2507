"""A place where the parser could not go on, and what the text around it looks like."""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field, replace

from lark.exceptions import LarkError

from audit.language.diagnostics import Also, Diagnostic, Severity
from audit.language.mistakes.proving import (
    CELL_STARTS,
    Edit,
    Effort,
    Stop,
    first_stop,
    logical,
    mended,
    remaining,
    stop_of,
)
from audit.language.syntax import Source
from audit.ruleset.basis import Span

PIECE = re.compile(
    r'"[^"]*"?'  # text, closed or not
    r"|@(?:(?!\bassumed\b)[^#|])*"  # clauses
    r"|\|[^@]*\||\|[^@#]*"  # a row, closed or not
    r"|#.*"
    r"|\$?\d{1,3}(?:,\d{3})+(?![\w,])"  # a number with its thousands parted
    r"|[<>=!≤≥≠]+|&+"
    r'|[^\s,"@|#()\[\]{}<>=!≤≥≠&;“”]+'
    r"|\S"
)
LINE_ENDS = frozenset({"_NL", "_INDENT", "_DEDENT", "$END"})


@dataclass(frozen=True, slots=True)
class Piece:
    """A whole word of a line (or a text in quotation marks, a row, a sign) and where it begins, from 0."""

    text: str
    start: int

    @property
    def end(self) -> int:
        return self.start + len(self.text)


@functools.lru_cache(maxsize=512)
def pieces(line: str) -> tuple[Piece, ...]:
    """The words of a line as a reader sees them; a comment is none."""
    found: list[Piece] = []
    for match in PIECE.finditer(line):
        text = match.group().rstrip()
        if text.startswith("#"):
            break
        found.append(Piece(text, match.start()))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is said of a mistake, and the edits after which its line parses (none where no mend is known)."""

    diagnostic: Diagnostic
    edits: tuple[Edit, ...] = ()


@dataclass(frozen=True)
class Mistake:
    """A place where the parser could not go on: the line, the column, and what would have been accepted there.

    ``line`` and ``column`` count from 1 in the file; ``lines`` is the statement (or the cell) as it was parsed, with
    ``first`` the number of its first line and ``offset`` the columns before a cell.  ``token`` is the terminal that was
    met (none for a character that begins nothing), ``accepts`` are the terminals that the parser would have taken, and
    ``begins`` the constructs that may begin there.  ``depth`` counts the mistakes of the same line that were mended
    before this one.
    """

    source: Source
    line: int
    column: int
    lines: tuple[str, ...]
    accepts: frozenset[str]
    start: str
    first: int = 1
    token: str = ""
    begins: frozenset[str] = frozenset()
    offset: int = 0
    depth: int = 0
    effort: Effort = field(default_factory=Effort, compare=False)

    @classmethod
    def of(
        cls, error: LarkError, source: Source, first: int, lines: tuple[str, ...], start: str, *,
        effort: Effort | None = None, offset: int = 0,
    ) -> Mistake:
        """The mistake that an error of lark's speaks of; ``first`` is the number of the first of ``lines``."""
        return cls.at_stop(
            stop_of(error, lines), source, first, lines, start, effort=effort or Effort(), offset=offset,
        )

    @classmethod
    def at_stop(
        cls, stop: Stop, source: Source, first: int, lines: tuple[str, ...], start: str, *,
        effort: Effort | None = None, offset: int = 0,
    ) -> Mistake:
        """The mistake at a place where parsing stopped."""
        line = max(stop.line, 0)
        return cls(
            source, first + line, stop.column + 1 + offset, lines, stop.accepts, start, first, stop.token,
            stop.begins, offset, effort=effort or Effort(),
        )

    # where it is

    @property
    def index(self) -> int:
        return self.line - self.first

    @property
    def at(self) -> int:
        """The column in the line as parsed, from 0."""
        return self.column - 1 - self.offset

    @property
    def text(self) -> str:
        return self.lines[self.index].rstrip("\r")

    @property
    def is_cell(self) -> bool:
        return self.start in CELL_STARTS

    @functools.cached_property
    def words(self) -> tuple[Piece, ...]:
        return pieces(self.text)

    @property
    def end(self) -> int:
        """Where the last word of the line ends."""
        return self.words[-1].end if self.words else len(self.text.rstrip())

    @functools.cached_property
    def word(self) -> Piece:
        """The whole word at the mistake; an empty one at the end of the line."""
        if self.token in LINE_ENDS:
            return Piece("", self.end)
        found = next((p for p in self.words if p.start <= self.at < p.end), None)
        return found or next((p for p in self.words if p.start >= self.at), Piece("", self.end))

    @property
    def before(self) -> tuple[Piece, ...]:
        """The words of the line before the mistake."""
        return tuple(p for p in self.words if p.end <= self.word.start)

    @property
    def after(self) -> tuple[Piece, ...]:
        return tuple(p for p in self.words if p.start > self.word.start)

    @property
    def previous(self) -> Piece | None:
        return self.before[-1] if self.before else None

    @property
    def is_at_end(self) -> bool:
        """Whether the line, its clauses apart, ends too early."""
        return not self.word.text or self.token in LINE_ENDS

    @property
    def is_finished(self) -> bool:
        """Whether nothing but clauses stands behind the mistake."""
        return self.is_at_end or self.word.text.startswith("@") or self.word.text == "assumed"

    @property
    def begins_line(self) -> bool:
        """Whether the word at the mistake is the first of its line."""
        top, _ = logical(self.lines, self.index)
        return top == self.index and not self.before and not self.is_at_end and not self.is_cell

    @functools.cached_property
    def game(self) -> str:
        """What the file plays with, so that an example fits: ``cards``, ``wheel`` or ``dice``."""
        if re.search(r"^\s*(deck|area|ranking|hand) ", self.source.text, re.MULTILINE):
            return "cards"
        return "wheel" if re.search(r"^\s*wheel ", self.source.text, re.MULTILINE) else "dice"

    # what would do

    def edit(self, start: int, end: int, text: str, line: int | None = None) -> Edit:
        return Edit(self.index if line is None else line, start, end, text)

    def put(self, piece: Piece, text: str) -> Edit:
        """The edit that writes ``text`` in the place of a word."""
        return Edit(self.index, piece.start, piece.end, text)

    def parses(self, *edits: Edit) -> bool:
        """Whether the line parses once the edits are made."""
        return remaining(self.lines, edits, self.index, self.start, self.effort) is None

    def would_do(self, *edits: Edit) -> bool:
        """Whether the line itself parses once the edits are made, whatever stands below it or is missing there."""
        stop = remaining(self.lines, edits, self.index, self.start, self.effort)
        return stop is None or stop.accepts == {"_INDENT"} or (stop.token == "_INDENT" and stop.line >= self.index)

    def gets_beyond(self, *edits: Edit) -> Stop | None:
        """What stops the line after the edits, if it lies behind them; nothing at all if it lies before."""
        stop = remaining(self.lines, edits, self.index, self.start, self.effort)
        last = max(e.start + len(e.text) for e in edits)
        if stop is None or stop.line != self.index or stop.column < last:
            return None
        return stop

    def second_slip(self, *edits: Edit) -> bool:
        """Whether what is left on the line after the edits is one more mistake, behind them, with a mend of its own."""
        if self.depth or self.is_cell or self.gets_beyond(*edits) is None:
            return False
        # The families of mistakes call this, and are called by it.
        from audit.language.mistakes import explain_fully  # noqa: PLC0415

        lines = mended(self.lines, edits)
        stop = first_stop(lines, self.start, expects=True) if self.effort.spend(len(lines)) else None
        if stop is None or stop.line != self.index:
            return False
        second = Mistake.at_stop(
            stop, self.source, self.first, lines, self.start, effort=self.effort, offset=self.offset,
        )
        told = explain_fully(replace(second, depth=self.depth + 1))
        # A line that is right as far as it goes is told what it lacks by a message of its own.
        return bool(told.edits) or told.diagnostic.name == "incomplete"

    def expected_at(self, start: int) -> Mistake:
        """What may stand in column ``start`` (from 0) of the line, as a mistake with that place."""
        line = self.text[:start] + "\x00"
        lines = (*self.lines[: self.index], line)
        self.effort.spend(len(lines))
        stop = first_stop(lines, self.start, expects=True)
        if stop is None or stop.line != self.index or stop.column != start:
            return replace(self, column=start + 1 + self.offset, accepts=frozenset(), begins=frozenset(), token="")
        return replace(
            self, column=start + 1 + self.offset, accepts=stop.accepts, begins=stop.begins, token=stop.token
        )

    # what is said

    def span(self, start: int, end: int, line: int | None = None) -> Span:
        number = self.line if line is None else line
        return Span(self.source.name, number, start + 1 + self.offset, number, max(end, start + 1) + 1 + self.offset)

    def tell(
        self, name: str, message: str, place: Piece, mend: str = "", *, replacement: str | None = None,
        edits: tuple[Edit, ...] = (), also: tuple[Also, ...] = (), because: str = "",
        severity: Severity = Severity.ERROR,
    ) -> Explanation:
        """An explanation; a replacement for the word is its edit."""
        if replacement is not None and not edits:
            edits = (self.put(place, replacement),)
        return Explanation(
            Diagnostic(
                name, message, self.span(place.start, place.end), mend, severity, also, because, replacement,
            ),
            edits,
        )
