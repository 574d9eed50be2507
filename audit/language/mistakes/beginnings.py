"""The first word of a line: no statement or no line of its block begins with it, or it belongs into another block."""

from __future__ import annotations

from dataclasses import dataclass

from audit.language import layout
from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import openings
from audit.language.mistakes.foreign import LINES, STATEMENTS, Foreign
from audit.language.mistakes.mistake import Explanation, Mistake, Piece, pieces
from audit.language.mistakes.openings import ROW_SIGN, Block
from audit.language.mistakes.proving import Edit, Effort, block_end, heads, remaining
from audit.language.mistakes.spelling import nearest
from audit.language.mistakes.words import order
from audit.language.syntax import Source
from audit.ruleset.basis import Span


def beginning(m: Mistake) -> Explanation | None:
    """A line whose first word cannot begin it."""
    if not m.begins_line:
        return None
    block = openings.block_around(m.lines, m.index)
    if block is None and m.start == "head_alone":
        return _head(m)
    return _statement(m) if block is None else _line(m, block)


def _head(m: Mistake) -> Explanation:
    word = m.word
    message = f'a file begins with its head, and "{word.text}" begins none'
    for near in nearest(word.text, openings.head_words()):
        if m.parses(m.put(word, near)):
            return m.tell("unknown-statement", message, word, f'did you mean "{near}"?', replacement=near)
    return m.tell("no-head", message, word, f"{layout.BEGINNINGS}, and an id: ruleset issuer/game/edition")


# statements


def _statement(m: Mistake) -> Explanation:
    word = m.word
    if word.text.startswith(ROW_SIGN):
        return m.tell(
            "indentation", "a row of a table, and no table is open here", word,
            "rows stand two spaces further in than the line that they belong to",
        )
    if word.text in openings.head_words():
        return m.tell("second-head", f'a file has one head, and "{word.text}" begins another', word,
                      "what amends or adds to another ruleset is a file of its own")
    message = f'no statement begins with "{word.text}"'
    found = _meant(m, "unknown-statement", message, STATEMENTS)
    if found is not None:
        return found
    near = _near(m, openings.statement_words())
    if near is not None:
        return m.tell("unknown-statement", message, word, f'did you mean "{near}"?', replacement=near)
    elsewhere = _elsewhere(word.text)
    if elsewhere:
        return m.tell("indentation", f'"{word.text}" is a line of {elsewhere}, and none is open here', word,
                      f"two spaces further in, under {elsewhere}")
    return m.tell("unknown-statement", message, word,
                  f"statements begin with: {openings.listing(openings.statement_words())}")


def _line(m: Mistake, block: Block) -> Explanation | None:
    word = m.word
    words = openings.words_of(m.accepts) | openings.line_words(block.known_as)
    if word.text in words:
        return None
    if word.text.startswith(ROW_SIGN):
        return m.tell("indentation", "a row of a table, and no table is open here", word,
                      "rows stand two spaces further in than the line that they belong to")
    message = f'{block.noun} has no line "{word.text}"'
    if block.known_as == "table":
        return _in_table(m, words)
    if word.text in openings.statement_words() and _is_statement(m):
        return m.tell("unknown-line", message, word, f'"{word.text}" begins a statement, in column 1')
    found = _meant(m, "unknown-line", message, LINES.get(block.known_as, ()))
    if found is not None:
        return found
    lists = f"audit fmt --words {block.known_as} lists its lines"
    near = _near(m, words)
    if near is not None:
        return m.tell("unknown-line", message, word, f'did you mean "{near}"?  ({lists})', replacement=near)
    if word.text in openings.statement_words():
        return m.tell("unknown-line", message, word, f'"{word.text}" begins a statement, in column 1')
    elsewhere = _elsewhere(word.text)
    if elsewhere:
        return m.tell("unknown-line", message, word, f'"{word.text}" is a line of {elsewhere}')
    return order(m) or m.tell(
        "unknown-line", message, word, f"its lines begin with: {openings.listing(words, block.known_as)}  ({lists})",
    )


def _is_statement(m: Mistake) -> bool:
    """Whether the line and its block would parse in column 1."""
    end = block_end(m.lines, m.index)
    depth = layout.indent_of(m.text)
    lines = tuple(line[depth:] if line[:depth].isspace() else line for line in m.lines[m.index : end + 1])
    return m.effort.spend(len(lines)) and remaining(lines, (), 0, "statement_alone", m.effort) is None


def _in_table(m: Mistake, words: frozenset[str]) -> Explanation:
    near = _near(m, words)
    if near is not None:
        return m.tell("unknown-line", f'a table has no line "{m.word.text}"', m.word, f'did you mean "{near}"?',
                      replacement=near)
    text = m.text.rstrip()
    if text.endswith(ROW_SIGN) and ROW_SIGN in text[:-1]:
        return m.tell("row-open", f"a row begins with {ROW_SIGN}", m.word, f"{ROW_SIGN} {m.word.text}",
                      edits=(m.edit(m.word.start, m.word.start, f"{ROW_SIGN} "),),
                      replacement=f"{ROW_SIGN} {m.word.text}")
    return m.tell("unknown-line", f'a table has no line "{m.word.text}"', m.word,
                  "its lines are rows, such as: | total | odds |")


def _meant(m: Mistake, name: str, message: str, table: tuple[Foreign, ...]) -> Explanation | None:
    """The word of another trade that begins the line, if the line would parse with ours."""
    text = m.word.text.rstrip(":").lower()
    for entry in table:
        if entry.word != text:
            continue
        for instead in entry.instead:
            end = m.word.end
            edit = m.edit(m.word.start, end, instead)
            if m.parses(edit):
                shown = edit.apply(m.lines)[m.index]
                replacement = instead
                return m.tell(name, message, m.word, entry.mend.format(line=_own_words(shown), word=instead),
                              replacement=replacement)
        if entry.hint:
            return m.tell(name, message, m.word, entry.hint)
    return None


def _own_words(line: str) -> str:
    """A line without its tail."""
    found = pieces(line)
    cut = next((p.start for p in found if p.text.startswith("@") or p.text in ("if", "unless", "when", "assumed")),
               found[-1].end if found else 0)
    return line[:cut].strip()


def _near(m: Mistake, words: frozenset[str]) -> str | None:
    """A word that the first word may be a slip of, if the line parses with it."""
    for near in nearest(m.word.text.rstrip(":"), words):
        if m.parses(m.put(m.word, near)) or m.second_slip(m.put(m.word, near)):
            return near
    return None


def _elsewhere(word: str) -> str:
    """The blocks that do have a line beginning with the word: ``a step or a round``."""
    nouns = [b.noun for b in openings.blocks_with(word)]
    if "a step" in nouns:
        nouns = [n for n in nouns if n not in ("a round", "a decision", "a choice")]
    if not nouns or len(nouns) > 3:
        return ""
    return nouns[0] if len(nouns) == 1 else f"{', '.join(nouns[:-1])} or {nouns[-1]}"


# lines that lost their indentation


@dataclass(frozen=True, slots=True)
class Stray:
    """A line in column 1 that belongs into the block above, and the lines as they should stand."""

    diagnostic: Diagnostic
    lines: tuple[str, ...]
    shifted: tuple[int, ...]
    depth: int


def stray(source: Source, lines: tuple[str, ...], index: int, begin: int, effort: Effort) -> Stray | None:
    """Whether the line at ``index`` of the file, in column 1, belongs to the statement that begins at ``begin``.

    ``lines`` are all lines of the file.
    """
    first = pieces(lines[index])
    if not first or first[0].text in openings.statement_words() | openings.head_words():
        return None
    word = first[0]
    start = "head_alone" if openings.block_headed(lines[begin]) == openings.BLOCKS[0] else "statement_alone"
    statement = lines[begin : block_end(lines, index) + 1]
    at = index - begin
    for head, depth in _open(statement, at):
        for shifted in ((at,), tuple(range(at, len(statement)))):
            moved = tuple(" " * depth + t if n in shifted and layout.has_words(t) else t for n, t in enumerate(statement))
            block = openings.block_around(moved, at)
            if block is None:
                continue
            is_line = remaining(moved, (), at, start, effort) is None
            if is_line or (word.text in openings.line_words(block.known_as) and shifted == (at,)):
                told = _stray(source, index, word, block, statement, head, begin, depth)
                return Stray(told, (*lines[:begin], *moved, *lines[begin + len(moved):]),
                             tuple(n + begin for n in shifted), depth)
    return None


def _open(statement: tuple[str, ...], at: int) -> list[tuple[int, int]]:
    """The lines above that may have ``at`` below them, innermost first, with the depth that their lines stand at."""
    last = next((n for n in range(at - 1, -1, -1) if layout.has_words(statement[n])
                 and not layout.is_continuation(statement[n])), None)
    if last is None:
        return []
    found: list[tuple[int, int]] = []
    for head in [last, *reversed(heads(statement, last))]:
        inside = next((layout.indent_of(statement[n]) for n in range(head + 1, at) if layout.has_words(statement[n])
                       and not layout.is_continuation(statement[n])), layout.indent_of(statement[head]) + 2)
        if inside > layout.indent_of(statement[head]):
            found.append((head, inside))
    return found


def _stray(
    source: Source, index: int, word: Piece, block: Block, statement: tuple[str, ...], head: int, begin: int, depth: int
) -> Diagnostic:
    span = Span(source.name, index + 1, word.start + 1, index + 1, word.end + 1)
    under = " ".join(p.text for p in pieces(statement[head])[:2] if p.text[0] not in '"@|')
    return Diagnostic(
        "indentation", f'"{word.text}" is a line of {block.noun}, and no {block.bare} is open here', span,
        f"{depth} spaces, under {under}, line {begin + head + 1}",
    )


def shift(stray_line: Stray) -> tuple[Edit, ...]:
    """The edits that put a stray line back."""
    return tuple(Edit(n, 0, 0, " " * stray_line.depth) for n in stray_line.shifted)
