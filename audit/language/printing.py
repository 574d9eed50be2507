"""How a message looks on a terminal: the message in one line, the place, the mend.

    field.rop:18:8: error: "2-1" is not odds [not-odds]
    18 |   pays 2-1                                                  @ F.1
       |        ^^^ 2 to 1 (stake kept) or 2 for 1 (stake taken): the document says which

Whatever a document holds, nothing of it reaches the terminal as a command: signs that do not show are made visible.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from audit.language.diagnostics import Also, Diagnostic, Severity
from audit.language.syntax import Source
from audit.ruleset.basis import Span

NARROWEST_NUMBER = 2
SHOWN_BEFORE = 12
BOLD, RESET = "\x1b[1m", "\x1b[0m"
COLOURS = {Severity.ERROR: "\x1b[1;31m", Severity.WARNING: "\x1b[1;33m", Severity.NOTE: "\x1b[1;36m"}
PLAIN_MARKS = {"…": "...", "±": "+-", "→": ">", "–": "-", "—": "-", "×": "x", "−": "-"}


@dataclass(frozen=True, slots=True)
class Look:
    """How to print: in colour, first lines only, with signs beyond ASCII, and no line of a text wider than ``width``."""

    colour: bool = False
    concise: bool = False
    unicode: bool = True
    width: int | None = None


def printed(diagnostics: Iterable[Diagnostic], sources: Mapping[str, Source], look: Look | None = None) -> str:
    """All messages, in the order given, each line ended; ``sources`` are the texts by the names that spans use."""
    return "".join(f"{print_diagnostic(d, sources, look)}\n" for d in diagnostics)


def print_diagnostic(diagnostic: Diagnostic, sources: Mapping[str, Source], look: Look | None = None) -> str:
    """One message, without a line break at its end.

    A place in a source that is not among ``sources``, or beyond its end, is told and not shown.
    """
    look = look or Look()
    lines = [_first_line(diagnostic, look)]
    if not look.concise:
        lines.extend(_shown(diagnostic, sources, look))
    text = "\n".join(line.rstrip() for line in lines)
    return text if look.unicode else _ascii(text)


def _first_line(diagnostic: Diagnostic, look: Look) -> str:
    text = visible(diagnostic.first_line)
    if not look.colour:
        return text
    word = diagnostic.severity.value
    place, _, rest = text.partition(f": {word}: ")
    return f"{BOLD}{place}{RESET}: {COLOURS[diagnostic.severity]}{word}{RESET}: {rest}"


def _shown(diagnostic: Diagnostic, sources: Mapping[str, Source], look: Look) -> list[str]:
    """The lines below the first: every place with its caret, in the order of the file, then the reason."""
    places = [Also(diagnostic.span, diagnostic.mend), *diagnostic.also]
    here = diagnostic.span.source
    marks = [(place, "^" if n == 0 else "-") for n, place in enumerate(places)]
    marks.sort(key=lambda m: (m[0].span.source != here, m[0].span.source, m[0].span.line, m[1] == "^"))
    visible_marks = [(place, sign) for place, sign in marks if _line_of(place.span, sources) is not None]
    width = max([NARROWEST_NUMBER, *(len(str(place.span.line)) for place, _ in visible_marks)])
    gutter = " " * width
    lines: list[str] = []
    last: tuple[str, int] | None = None
    for place, sign in visible_marks:
        text = _line_of(place.span, sources)
        assert text is not None
        if place.span.source != here and (last is None or last[0] != place.span.source):
            lines.append(f"{gutter} : {visible(place.span.source)}")
        cut = _Cut.of(text, place.span, look)
        if last != (place.span.source, place.span.line):
            lines.append(f"{place.span.line:<{width}} | {cut.text}")
        caret = " " * cut.before + _coloured(sign * cut.length, diagnostic.severity, look, is_main=sign == "^")
        lines.append(f"{gutter} | {caret} {visible(place.text)}")
        last = (place.span.source, place.span.line)
    if not any(sign == "^" for _, sign in visible_marks) and diagnostic.mend:
        lines.append(f"{gutter} = {visible(diagnostic.mend)}")
    if diagnostic.because:
        lines.append(f"{gutter} = {visible(diagnostic.because)}")
    return lines


def _line_of(span: Span, sources: Mapping[str, Source]) -> str | None:
    source = sources.get(span.source)
    if source is None or not 0 < span.line <= len(source.lines):
        return None
    text = source.line(span.line).rstrip("\r\n")
    return text.removeprefix("\ufeff") if span.line == 1 else text


def _coloured(text: str, severity: Severity, look: Look, *, is_main: bool) -> str:
    if not look.colour:
        return text
    return f"{COLOURS[severity] if is_main else BOLD}{text}{RESET}"


@dataclass(frozen=True, slots=True)
class _Cut:
    """A line as printed: its text, the cells before the caret, the cells under it."""

    text: str
    before: int
    length: int

    @classmethod
    def of(cls, line: str, span: Span, look: Look) -> _Cut:
        begin = min(span.column - 1, len(line))
        end = span.end_column - 1 if span.end_line == span.line else len(line)
        lead, under, rest = (_shown_as(part, look) for part in (line[:begin], line[begin:end], line[end:]))
        before, length = width_of(lead), max(1, width_of(under))
        if look.width is None or width_of(lead + under + rest) <= look.width:
            return cls(lead + under + rest, before, length)
        # Of a long line the stretch about the caret is shown.
        if before > SHOWN_BEFORE and before + length > look.width - SHOWN_BEFORE:
            tail = _last_cells(lead, SHOWN_BEFORE)
            lead, before = f"…{tail}", 1 + width_of(tail)
        shown = _first_cells(lead + under + rest, max(look.width - 1, 1))
        return cls(f"{shown}…", before, max(1, min(length, look.width - before)))


def _shown_as(text: str, look: Look) -> str:
    """A stretch of a line as it is printed: the caret is placed by what stands there."""
    return visible(text) if look.unicode else _ascii(visible(text))


def _first_cells(text: str, most: int) -> str:
    shown, used = "", 0
    for letter in text:
        used += width_of(letter)
        if used > most:
            break
        shown += letter
    return shown


def _last_cells(text: str, most: int) -> str:
    return _first_cells(text[::-1], most)[::-1]


def visible(text: str) -> str:
    """A text in which tabs show as an arrow, and signs that command a terminal or hide as a mark."""
    return "".join(_sign(letter) for letter in text)


def _sign(letter: str) -> str:
    if letter == "\t":
        return "→"
    if " " <= letter <= "~":
        return letter
    category = unicodedata.category(letter)
    if category == "Zs":
        return letter if letter == "\u3000" else "·"
    return "\ufffd" if category in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") else letter


def width_of(text: str) -> int:
    """How many cells of a terminal a text takes."""
    cells = 0
    for letter in text:
        if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me"):
            continue
        cells += 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1
    return cells


def _ascii(text: str) -> str:
    for sign, plain in PLAIN_MARKS.items():
        text = text.replace(sign, plain)
    return text.encode("ascii", "replace").decode("ascii")
