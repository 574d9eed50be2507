"""The lines of a text before anything in them is read: size, indentation, and where each statement begins.

Indentation is looked at here and not by the parser, because a line that stands further in than any open block has no
place at all for a parser.  Each slip is told once and mended, so that what is below it can still be read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from audit.language.diagnostics import Diagnostic
from audit.language.spelling import distance
from audit.language.syntax import Source
from audit.ruleset.basis import Span

LONGEST_LINE = 1_000
LONGEST_NUMBER = 40
"""Digits of a number: more than any amount of money, count or odds has, and few enough that no figure leaves the floats."""
MOST_LINES = 10_000
FATAL = frozenset({"empty", "too-long"})
BYTE_ORDER_MARK = "\ufeff"
BEGINNINGS = "ruleset, fragment, regulation or submission"
BLANK = " \t\r\f"
ASSUMING = frozenset({"assumed", "assume", "assumes"})

_WORD_OR_NUMBER = re.compile(r'"[^"]*"?|#.*|[0-9][0-9,]*')

Fits = Callable[[tuple[str, ...], int], bool]


@dataclass(frozen=True, slots=True)
class Chunk:
    """The lines of one statement; ``first`` is the number of the first of them."""

    first: int
    lines: tuple[str, ...]


@dataclass(slots=True)
class LaidOut:
    """A text whose indentation has been looked at.

    ``lines`` are those to be parsed; ``mistakes`` what was wrong; ``moved`` says for each line whose beginning was
    mended by how many columns its words stand further right than in the file.
    """

    lines: tuple[str, ...] = ()
    mistakes: list[Diagnostic] = field(default_factory=list)
    moved: dict[int, int] = field(default_factory=dict)

    @property
    def is_fatal(self) -> bool:
        """Whether there is no sense in reading on."""
        return any(d.name in FATAL for d in self.mistakes)


def has_words(line: str) -> bool:
    """Whether a line says anything: it is neither blank nor a comment alone."""
    stripped = line.strip(BLANK)
    return bool(stripped) and not stripped.startswith("#")


def first_word(line: str) -> str:
    """What stands before the first space of a line; other blanks than those of the language are no space."""
    return re.split(f"[{BLANK}]", line.strip(BLANK), maxsplit=1)[0]


def indent_of(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def is_continuation(line: str) -> bool:
    """Whether the line goes on with the one before: its clauses, its assumption."""
    return re.match(r"[ \t]*(@|assumed\b)", line) is not None


def goes_on(line: str) -> bool:
    """Whether a line ends in a comma that makes the next one part of it; one among clauses or in a comment does not."""
    if not line.rstrip(BLANK).endswith(","):
        return False
    plain = re.sub(r'"[^"]*"', "", line)
    return "#" not in plain and "@" not in plain and '"' not in plain


def chunks(lines: tuple[str, ...], begins_anew: Callable[[str], bool] = lambda line: False) -> Iterator[Chunk]:
    """The statements of a text: each begins in column 1, and what stands further in belongs to it.

    A line in column 1 behind a comma goes on with the list, unless ``begins_anew`` says that it begins a statement.
    """
    first = 0
    found: list[str] = []
    has_begun = False
    previous = ""
    for number, line in enumerate(lines, start=1):
        begins = has_words(line) and line[0] not in BLANK and not is_continuation(line) and (
            not goes_on(previous) or begins_anew(line))
        if begins and has_begun:
            yield Chunk(first, tuple(found))
            found, has_begun = [], False
        if not found:
            first = number
        found.append(line)
        has_begun = has_begun or has_words(line)
        previous = line
    if has_begun:
        yield Chunk(first, tuple(found))


def blank(lines: list[str], index: int) -> None:
    """Empties a line, what goes on from it, and the block below it."""
    depth = indent_of(lines[index])
    continues = goes_on(lines[index])
    lines[index] = ""
    for below in range(index + 1, len(lines)):
        line = lines[below]
        if not has_words(line):
            continue
        if not continues and indent_of(line) <= depth and not is_continuation(line):
            break
        continues = goes_on(line)
        lines[below] = ""


def check(source: Source, fits: Fits | None = None) -> LaidOut:
    """Looks at size and indentation; every mistake has its mend worked into the lines that are handed on.

    ``fits(lines, index)`` says whether the line would parse where it stands; it decides between two levels that are
    equally near.
    """
    lines = [line.rstrip("\r") for line in source.lines]
    lines[0] = lines[0].removeprefix(BYTE_ORDER_MARK)
    fatal = _size(source, lines)
    if fatal is not None:
        return LaidOut(mistakes=[fatal])
    laid = LaidOut()
    for number, line in enumerate(lines, start=1):
        if "\f" in line:
            # A form feed begins a page; at the beginning of a line it is no indentation.
            lines[number - 1] = line.lstrip("\f").replace("\f", " ")
            laid.moved[number] = -(len(line) - len(line.lstrip("\f")))
    _tabs(source, lines, laid)
    _assumptions(source, lines, laid)
    _reasons(source, lines, laid)
    _levels(source, lines, laid, fits)
    laid.mistakes.sort(key=lambda d: (d.span.line, d.span.column))
    laid.lines = tuple(lines)
    return laid


def _size(source: Source, lines: list[str]) -> Diagnostic | None:
    if not any(has_words(line) for line in lines):
        return Diagnostic("empty", f"empty; a ruleset begins with: {BEGINNINGS}", Span(source.name, 0, 0, 0, 0))
    if len(lines) > MOST_LINES:
        return Diagnostic(
            "too-long", f"{len(lines):,} lines; {MOST_LINES:,} are read at most",
            Span(source.name, MOST_LINES + 1, 1, MOST_LINES + 1, 2), "a ruleset is one game of one edition",
        )
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            return Diagnostic(
                "too-long", f"the line is {len(line):,} characters long; {LONGEST_LINE:,} are read at most",
                Span(source.name, number, LONGEST_LINE + 1, number, LONGEST_LINE + 2),
                "one fact a line; a list may go on behind a comma",
            )
        for met in _WORD_OR_NUMBER.finditer(line):
            digits = len(met[0].replace(",", "")) if met[0][0].isdigit() else 0
            if digits > LONGEST_NUMBER:
                return Diagnostic(
                    "too-long", f"a number of {digits:,} digits; {LONGEST_NUMBER} are read at most",
                    Span(source.name, number, met.start() + 1, number, met.end() + 1), "look for a slip of the keyboard",
                )
    return None


def _tabs(source: Source, lines: list[str], laid: LaidOut) -> None:
    """Each tab of the indentation becomes two spaces; the first is told, the others are counted."""
    first: Span | None = None
    more = 0
    for number, line in enumerate(lines, start=1):
        lead = line[: len(line) - len(line.lstrip(" \t"))]
        at = lead.find("\t")
        if at < 0 or not has_words(line):
            continue
        mended = lead.replace("\t", "  ")
        lines[number - 1] = mended + line[len(lead):]
        laid.moved[number] = laid.moved.get(number, 0) + len(mended) - len(lead)
        if first is None:
            first = Span(source.name, number, at + 1, number, at + 2)
        else:
            more += 1
    if first is not None:
        so = f"{more} more line{' is' if more == 1 else 's are'} indented by tabs"
        laid.mistakes.append(
            Diagnostic(
                "tab", "a tab; indentation is by spaces", first, "two spaces (audit fmt mends all of them)",
                because=so if more else "", replacement="  ",
            )
        )


def _assumptions(source: Source, lines: list[str], laid: LaidOut) -> None:
    """Lines that go on with the one before by a misspelt ``assumed``: no level of their own."""
    for number, line in enumerate(lines, start=1):
        match = re.match(r"( +)([a-z]+)(?= +(because\b|\w+ *(#|$)))", line)
        if match is None or match[2] in ASSUMING or number == 1 or not has_words(lines[number - 2]):
            continue
        if distance(match[2], "assumed", 2) > 2:
            continue
        begin, end = match.start(2) + 1, match.end(2) + 1
        laid.mistakes.append(
            Diagnostic(
                "unknown-word", f'"{match[2]}" is no word of the language', Span(source.name, number, begin, number, end),
                'did you mean "assumed"?', replacement="assumed",
            )
        )
        lines[number - 1] = f"{match[1]}assumed{line[match.end(2):]}"


def _reasons(source: Source, lines: list[str], laid: LaidOut) -> None:
    """A reason below a line that lacks its ``assumed``."""
    before = ""
    for number, line in enumerate(lines, start=1):
        if re.match(r' +because "', line) and indent_of(line) > indent_of(before) and (
            re.search(r"\bassum", before) is None
        ):
            begin = indent_of(line) + 1
            laid.mistakes.append(
                Diagnostic(
                    "incomplete", '"because" lacks "assumed"', Span(source.name, number, begin, number, begin + 7),
                    "write: assumed because", replacement="assumed because",
                )
            )
            lines[number - 1] = line.replace("because", "assumed because", 1)
        if has_words(line):
            before = line


def _levels(source: Source, lines: list[str], laid: LaidOut, fits: Fits | None) -> None:
    """Lines that stand at none of the levels which are open."""
    levels = [0]
    last_at = {0: 0}
    previous = ""
    following: dict[int, int] = {}  # depths that were told, with the level that was chosen for them
    for number, as_given in enumerate(lines, start=1):
        line = as_given
        if not has_words(line):
            continue
        if is_continuation(line) or goes_on(previous):
            previous = line
            continue
        depth = indent_of(line)
        open_levels = list(levels)
        while levels[-1] > depth:
            levels.pop()
        if depth > levels[-1] and len(levels) < len(open_levels):
            # Further in than one open block, less far than the next.
            nearest = sorted((levels[-1], open_levels[len(levels)]), key=lambda at: (abs(at - depth), -at))
            chosen = next((at for at in nearest if fits is not None and fits(_with(lines, number, at), number - 1)),
                          nearest[0])
            if depth in following:
                chosen = following[depth]
            elif number not in laid.moved:
                laid.mistakes.append(_uneven(source, number, line, open_levels, chosen, last_at))
            following[depth] = chosen
            laid.moved[number] = laid.moved.get(number, 0) + chosen - depth
            lines[number - 1] = " " * chosen + line.lstrip(" ")
            line, depth = lines[number - 1], chosen
            levels = [at for at in open_levels if at <= chosen]
        elif depth > levels[-1]:
            levels.append(depth)
        if depth == 0:
            following = {}
        last_at[depth] = number
        previous = line


def _with(lines: list[str], number: int, depth: int) -> tuple[str, ...]:
    return (*lines[: number - 1], " " * depth + lines[number - 1].lstrip(" "), *lines[number:])


def _uneven(
    source: Source, number: int, line: str, levels: list[int], chosen: int, last_at: dict[int, int]
) -> Diagnostic:
    depth = indent_of(line)
    at = ", ".join(str(level) for level in levels[:-1])
    word = first_word(line)
    as_in = f", as in line {last_at[chosen]}" if last_at.get(chosen) else ""
    spaces = f"{chosen} spaces" if chosen else "column 1"
    return Diagnostic(
        "indentation", f"indented by {depth}; the blocks that are open stand at {at} and {levels[-1]}",
        Span(source.name, number, depth + 1, number, depth + 1 + len(word)), f"{spaces}{as_in}",
    )
