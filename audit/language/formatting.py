"""The canonical layout of a ruleset: ``audit fmt``.

The text is parsed, taken apart into lines and comments (`formatting_lines`), and set anew (`formatting_layout`).  Only
space and line ends change; that is proved on every text before it is handed back, because a file is overwritten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lark import Token, Tree
from lark.exceptions import LarkError

from audit.language import grammar, layout
from audit.language.diagnostics import Diagnostic, LanguageError, Severity
from audit.language.formatting_layout import set_out
from audit.language.formatting_lines import BLANK, Comment, Line, comments_of, items_of, tidy_cell, tidy_cite
from audit.language.parsing import parse
from audit.language.syntax import Source
from audit.ruleset.basis import Span

Parsed = Tree[Token]
TAB_STOPS = (4, 8)


def format_text(source: Source) -> str:
    """The text in canonical layout, with the same meaning and every comment.

    A byte order mark, the line ends of other systems, tabs, form feeds, trailing blanks and blocks that are indented by
    another measure are mended.  Raises `LanguageError` with the mistakes of the text where it does not parse: nothing of
    it is formatted then.  What parses and says something else than was meant is set out as it stands; to tell that is
    the business of ``audit check``.
    """
    lines, tree = _read(source)
    items = items_of(lines)
    made = set_out(items, _kinds(tree))
    _prove(source, tree, items, made)
    return "\n".join(made) + "\n"


# reading


def _read(source: Source) -> tuple[list[str], Parsed]:
    """The lines of the text without its slips of space, and its tree."""
    lines = [_mended(line) for line in source.text.removeprefix(layout.BYTE_ORDER_MARK).split("\n")]
    if len(lines) > layout.MOST_LINES or any(len(line) > layout.LONGEST_LINE for line in lines):
        raise LanguageError(_mistakes(source))
    readings: list[tuple[list[str], Parsed]] = []
    for reading in _without_tabs(lines):
        tree = _parsed(reading)
        if tree is not None and not any(_same(tree, known) for _, known in readings):
            readings.append((reading, tree))
    if len(readings) != 1:
        raise LanguageError(_mistakes(source))
    return readings[0]


def _mended(line: str) -> str:
    """A line without blanks at its end; a form feed is a space, and at the beginning of a line none at all."""
    return line.rstrip(BLANK).lstrip("\f").replace("\f", " ")


def _without_tabs(lines: list[str]) -> Iterator[list[str]]:
    """The lines with the tabs of their indentation as spaces: two for each, or up to the next stop.

    How wide a tab was meant to be is not told by the text.  Where it would mean two things, it is not formatted.
    """
    leads = [line[: len(line) - len(line.lstrip(" \t"))] for line in lines]
    if not any("\t" in lead for lead in leads):
        yield lines
        return
    yield [lead.replace("\t", "  ") + line[len(lead):] for lead, line in zip(leads, lines, strict=True)]
    for stop in TAB_STOPS:
        yield [lead.expandtabs(stop) + line[len(lead):] for lead, line in zip(leads, lines, strict=True)]


def _parsed(lines: Sequence[str]) -> Parsed | None:
    try:
        return grammar.parser().parse("\n".join(lines) + "\n", start="start")
    except LarkError:
        return None


def _mistakes(source: Source) -> list[Diagnostic]:
    """What is wrong with a text that cannot be formatted; never nothing."""
    found = [d for d in parse(source)[1] if d.severity is Severity.ERROR]
    return found or [_refusal(source, "not-formatted", "the text cannot be read as a whole; it stays as it is")]


def _refusal(source: Source, name: str, message: str) -> Diagnostic:
    return Diagnostic(name, message, Span(source.name, 0, 0, 0, 0))


# trees


def _kinds(tree: Parsed) -> dict[int, str]:
    """What the grammar calls each line, by the number of its first line."""
    kinds: dict[int, str] = {}
    stack = [tree]
    while stack:
        node = stack.pop()
        below = [child for child in node.children if isinstance(child, Tree)]
        if any(child.data in ("tail", "basis") for child in below) and not node.meta.empty:
            kinds[node.meta.line] = str(node.data)
        stack.extend(reversed(below))
    return kinds


def _same(tree: Parsed, other: Parsed) -> bool:
    """Whether two trees say the same, however they are laid out."""
    return list(_flat(tree)) == list(_flat(other))


def _flat(tree: Parsed) -> Iterator[tuple[str, object]]:
    """The tree as one list, without recursion: how deep a text is nested is not ours to choose."""
    stack: list[Parsed | Token | None] = [tree]
    while stack:
        part = stack.pop()
        if part is None:
            yield "", None
        elif isinstance(part, Token):
            yield part.type, _plain(part)
        else:
            yield str(part.data), len(part.children)
            stack.extend(reversed(part.children))


def _plain(token: Token) -> object:
    """What a word says, apart from the space in it."""
    if token.type == "CITE":
        return tidy_cite(token.strip(BLANK + "\n"))
    if token.type == "ROW":
        return tuple(tidy_cell(cell) for cell in token[1:-1].split("|"))
    return str(token)


# proof


def _prove(source: Source, tree: Parsed, items: Sequence[Line | Comment], made: Sequence[str]) -> None:
    """Raises `LanguageError` if the made text could not be read, or would say anything else."""
    if len(made) > layout.MOST_LINES or any(len(line) > layout.LONGEST_LINE for line in made):
        raise LanguageError([
            _refusal(source, "too-long", "a line would be too long to be read again; the text stays as it is")
        ])
    again = _parsed(made)
    if again is None or not _same(tree, again) or comments_of(items) != comments_of(items_of(made)):
        raise LanguageError([
            _refusal(source, "not-formatted", "formatting would change what the text says; it stays as it is")
        ])
