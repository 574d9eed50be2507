"""A text taken apart into lines and comments, so that the formatter can set them anew.

A `Line` is a line of the language with all that goes on from it: its clauses and its assumption may stand on lines of
their own, and a list may go on behind a comma.  Nothing is dropped here but space.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

SPACE = r"[ \t]"
BLANK = " \t\r\f"

# What the lexer reads as one word.  A comma between the digits of a number belongs to it.
PIECE = re.compile(
    rf"""{SPACE}*(?:
      (?P<comment>\#.*)
    | (?P<cite>@[^#|]*?(?={SPACE}*(?:assumed\b|\#|$)))
    | (?P<string>"[^"]*")
    | (?P<comma>,)
    | (?P<word>(?:(?<!\d)\d{{1,3}}(?:,\d{{3}})+(?!\d)|[^ \t",\#@])+)
    | (?P<rest>.)
    )""",
    re.VERBOSE,
)
ROW = re.compile(r"\|[^@]*\|")
CELL = re.compile(r'"[^"]*"|,|(?:(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)|[^ \t",])+')
SECTION = re.compile(r"#[ \t]*-{4,}[ \t]*(?P<title>\w.*?)(?:[ \t]+-{4,})?")
RULE = "# " + "-" * 64


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the language.

    ``number`` is where it begins in the text (from 1) and ``depth`` how many blocks are open about it.  Of ``words``,
    a comma is one of its own; a row of a table has ``cells`` as well, and its words are those behind them.
    ``remark`` is a comment at its end.
    """

    number: int
    depth: int
    words: tuple[str, ...]
    cells: tuple[str, ...] | None = None
    cite: str | None = None
    assumed: str | None = None
    because: str | None = None
    remark: str | None = None


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a line of its own; it stands at the depth of what it speaks of."""

    depth: int
    text: str

    @property
    def is_section(self) -> bool:
        """Whether it is the title of a section."""
        return self.depth == 0 and self.text.startswith(RULE + " ")


@dataclass(slots=True)
class _Gathered:
    """The pieces of a line while it is being read, and where its first of them stood."""

    number: int
    indent: int
    words: list[str]
    row: str | None = None
    cite: str | None = None
    remark: str | None = None


def items_of(lines: Sequence[str]) -> list[Line | Comment]:
    """The lines and comments of a text that parses, in its order.

    The indentation is taken to be of spaces, the line ends to be taken off.
    """
    items: list[Line | Comment] = []
    levels = [0]
    waiting: list[tuple[int, str]] = []
    for found in _gathered(lines):
        if isinstance(found, tuple):
            waiting.append(found)
            continue
        before = list(levels)
        while levels[-1] > found.indent:
            levels.pop()
        if found.indent > levels[-1]:
            levels.append(found.indent)
        depth = len(levels) - 1
        items.extend(_comments(waiting, before, depth))
        waiting = []
        items.append(_line(found, depth))
    items.extend(_comments(waiting, levels, 0))
    return items


def comments_of(items: Sequence[Line | Comment]) -> list[str]:
    """All comments, in their order, as they are to stand."""
    texts = (item.text if isinstance(item, Comment) else item.remark for item in items)
    return [text for text in texts if text is not None]


def _gathered(lines: Sequence[str]) -> Iterator[_Gathered | tuple[int, str]]:
    """Each line with what goes on from it; comments of their own as their indentation and text."""
    open_line: _Gathered | None = None
    for number, line in enumerate(lines, start=1):
        text = line.strip(BLANK)
        indent = len(line) - len(line.lstrip(" "))
        if open_line is not None and text and _goes_on(open_line, text):
            _read(open_line, text)
            continue
        if open_line is not None:
            yield open_line
            open_line = None
        if text.startswith("#"):
            yield indent, text
        elif text:
            open_line = _Gathered(number, indent, [])
            row = ROW.match(text)
            if row is not None:
                open_line.row = row[0]
                text = text[row.end():]
            _read(open_line, text)
    if open_line is not None:
        yield open_line


def _goes_on(line: _Gathered, text: str) -> bool:
    """Whether the next line of the text is part of this one."""
    if line.remark is not None:
        return False
    if line.cite is None and line.words[-1:] == [","]:
        return True
    return text.startswith("@") or re.match(r"assumed\b", text) is not None


def _read(line: _Gathered, text: str) -> None:
    for piece in PIECE.finditer(text):
        kind = piece.lastgroup
        said = piece[kind] if kind is not None else ""
        if kind == "comment":
            line.remark = tidy_comment(said)
        elif kind == "cite":
            line.cite = tidy_cite(said)
        else:
            line.words.append(said)


def _line(found: _Gathered, depth: int) -> Line:
    words = tuple(found.words)
    assumed = because = None
    if len(words) >= 3 and words[-3:-1] == ("assumed", "because"):
        words, because = words[:-3], words[-1]
    elif len(words) >= 2 and words[-2] == "assumed":
        words, assumed = words[:-2], words[-1]
    cells = None if found.row is None else tuple(tidy_cell(cell) for cell in found.row[1:-1].split("|"))
    return Line(found.number, depth, words, cells, found.cite, assumed, because, found.remark)


def _comments(waiting: list[tuple[int, str]], before: list[int], depth: int) -> Iterator[Comment]:
    """Comments with their depth: that of the line below, unless they stand in a block that ends with them."""
    for indent, text in waiting:
        inside = max((n for n, level in enumerate(before) if level <= indent), default=0)
        at = max(inside, depth) if depth < len(before) else depth
        yield Comment(at, tidy_comment(text, may_be_section=at == 0))


def tidy_comment(text: str, *, may_be_section: bool = False) -> str:
    """A comment with one space behind its sign, and the title of a section behind 64 hyphens."""
    text = text.rstrip(BLANK)
    title = SECTION.fullmatch(text) if may_be_section else None
    if title is not None:
        return f"{RULE} {title['title']}"
    return re.sub(r"^#[ \t]*(?=\w|\")", "# ", text) if re.match(r"#[\w\"]", text) else text


def tidy_cite(text: str) -> str:
    """Clauses with one space between words and behind each comma; headings in quotation marks stay as they are."""
    parts = re.split(r'("[^"]*")', text.removeprefix("@"))
    for n in range(0, len(parts), 2):
        parts[n] = re.sub(rf"{SPACE}*,{SPACE}*", ", ", re.sub(rf"{SPACE}+", " ", parts[n]))
    return f"@ {''.join(parts).strip(BLANK)}".rstrip()


def tidy_cell(text: str) -> str:
    """The words of a cell, one space apart; a cell with an open quotation mark stays as it is."""
    return spaced(CELL.findall(text)) if text.count('"') % 2 == 0 else text.strip(BLANK)


def spaced(words: Sequence[str], widths: dict[int, int] | None = None) -> str:
    """The words with one space between them and none before a comma; the n-th as wide as ``widths[n]`` says."""
    text = ""
    for n, word in enumerate(words):
        lead = "" if word == "," or not text else " "
        text += lead + (word.ljust(widths[n]) if widths and n in widths else word)
    return text.rstrip(BLANK)
