"""The first word of a line: no statement or no line of its block begins with it, or it belongs into another block."""

from __future__ import annotations

import re
from dataclasses import dataclass

from audit.language import layout
from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import openings
from audit.language.mistakes.expecting import quoted
from audit.language.mistakes.figures import names
from audit.language.mistakes.foreign import LINES, STATEMENTS, Foreign
from audit.language.mistakes.mistake import Explanation, Mistake, Piece, pieces
from audit.language.mistakes.openings import ROW_SIGN, Block
from audit.language.mistakes.proving import Edit, Effort, block_end, heads, logical, remaining
from audit.language.mistakes.words import STAND_IN, TAIL_WORDS, order
from audit.language.spelling import nearest
from audit.language.syntax import Source
from audit.ruleset.basis import Span

NAMED_LINES = frozenset({"ranking", "decision", "choice", "state", "include"})
"""Blocks whose lines may begin with a name."""
BULLETS = frozenset("-–—*•·")


def beginning(m: Mistake) -> Explanation | None:
    """A line whose first word cannot begin it."""
    if not m.begins_line:
        state = _run_on(m)
        if state is None:
            return None
        m = state
    block = openings.block_around(m.lines, m.index)
    if block is None and m.start == "head_alone":
        return _head(m)
    return _statement(m) if block is None else _line(m, block)


def _run_on(m: Mistake) -> Mistake | None:
    """The mistake at the first word of the line, where the parser took only its beginning for a word of the language."""
    first = m.words[0] if m.words else None
    if m.is_cell or m.is_at_end and len(m.before) > 1 or first is None or len(m.before) > 1 or m.index == 0 and (
        m.start == "head_alone" and not m.before
    ):
        return None
    state = m.expected_at(first.start)
    if "NAME" in state.accepts or not state.accepts or state.token or first.text in openings.words_of(state.accepts):
        return None
    known = {w.split()[0] for w in openings.words_of(state.accepts)}
    return None if first.text in known or not first.text[0].isalpha() else state


def _head(m: Mistake) -> Explanation:
    word = m.word
    message = f'a file begins with its head, and "{word.text}" begins none'
    for near in nearest(word.text, openings.head_words()):
        if m.parses(m.put(word, near)) or re.match(r"\s+[a-z0-9.-]+(/[a-z0-9.-]+)+\s*(@|$)", m.text[word.end :]):
            return m.tell("unknown-statement", message, word, f'did you mean "{near}"?', replacement=near)
    if re.fullmatch(r"[a-z0-9.-]+(/[a-z0-9.-]+)+", word.text):
        return m.tell("no-head", message, word, f"did you mean: ruleset {word.text}", replacement=f"ruleset {word.text}")
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
    found = _bullet(m, "unknown-statement", message) or _meant(m, "unknown-statement", message, STATEMENTS)
    if found is not None:
        return found
    near = _near(m, openings.statement_words())
    if near is not None:
        return m.tell("unknown-statement", message, word, f'did you mean "{near}"?', replacement=near)
    lacking = _second_word(m, openings.statement_words())
    if lacking is not None:
        return m.tell("unknown-statement", message, word, f"did you mean: {lacking}", replacement=lacking)
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
    text = m.text.rstrip()
    if "ROW" in m.accepts and text.endswith(ROW_SIGN) and ROW_SIGN in text[:-1] and word.text[0] != ROW_SIGN:
        return m.tell("row-open", f"a row begins with {ROW_SIGN}", word, f"{ROW_SIGN} {word.text}",
                      replacement=f"{ROW_SIGN} {word.text}")
    if word.text.startswith(ROW_SIGN):
        return m.tell("indentation", "a row of a table, and no table is open here", word,
                      "rows stand two spaces further in than the line that they belong to")
    message = f"{block.noun} has no line {quoted(word.text)}"
    if block.known_as == "table":
        return _in_table(m, words)
    if word.text in openings.statement_words() and _is_statement(m):
        return m.tell("unknown-line", message, word, f'"{word.text}" begins a statement, in column 1')
    found = (
        _bullet(m, "unknown-line", message)
        or _meant(m, "unknown-line", message, LINES.get(block.known_as, ()))
        or _otherwise_first(m, message)
    )
    if found is not None:
        return found
    if "NAME" in m.accepts:
        named = names(m)
        if named is not None:
            return named
    lists = f"audit fmt --words {block.known_as} lists its lines"
    near = _near(m, words)
    if near is not None:
        return m.tell("unknown-line", message, word, f'did you mean "{near}"?  ({lists})', replacement=near)
    lacking = _second_word(m, words)
    if lacking is not None:
        return m.tell("unknown-line", message, word, f'did you mean "{lacking}"?  ({lists})', replacement=lacking)
    if word.text in openings.statement_words():
        return m.tell("unknown-line", message, word, f'"{word.text}" begins a statement, in column 1')
    elsewhere = _elsewhere(word.text)
    if elsewhere:
        return m.tell("unknown-line", message, word, f'"{word.text}" is a line of {elsewhere}')
    nameless = m.put(word, f"{STAND_IN} {word.text}")
    if block.known_as in NAMED_LINES and m.parses(nameless):
        return m.tell("incomplete", f"the line lacks a name before {quoted(word.text)}", word,
                      f"{block.bare} lines begin with the name of what they describe", edits=(nameless,))
    return order(m) or m.tell(
        "unknown-line", message, word, f"its lines begin with: {openings.listing(words, block.known_as)}  ({lists})",
    )


def _bullet(m: Mistake, name: str, message: str) -> Explanation | None:
    """A dash or a dot before the line, as in a list."""
    if m.word.text not in BULLETS or not m.after:
        return None
    edit = m.edit(m.word.start, m.after[0].start, "")
    return m.tell(name, message, m.word, "leave it out", edits=(edit,)) if m.parses(edit) else None


def _otherwise_first(m: Mistake, message: str) -> Explanation | None:
    """``else lose``: what holds of all the rest is said behind the result."""
    if m.word.text != "else" or not m.after:
        return None
    last = [p for p in m.after if not p.text.startswith("@") and p.text not in TAIL_WORDS]
    if not last:
        return None
    edits = (m.edit(m.word.start, m.after[0].start, ""), m.edit(last[-1].end, last[-1].end, " otherwise"))
    if not m.parses(*edits):
        return None
    return m.tell("unknown-line", message, m.word, f"write: {m.text[m.after[0].start : last[-1].end]} otherwise", edits=edits)


def _second_word(m: Mistake, words: frozenset[str]) -> str | None:
    """The beginning that the line lacks, where only one makes it parse: ``order`` for ``in order``."""
    found = [f"{first} {m.word.text}" for first in sorted(words - {ROW_SIGN})
             if m.parses(edit := m.put(m.word, f"{first} {m.word.text}")) and _heads_its_block(m, edit)]
    if len(found) > 1 and openings.block_around(m.lines, m.index) is not None:
        # with a condition before it nearly every line of a block makes sense
        found = [line for line in found if not line.startswith(("if ", "when ", "unless "))]
    return found[0] if len(found) == 1 else None


def lacks_beginning(m: Mistake) -> Explanation | None:
    """A line that would parse with one more word before it: ``at least $5`` for ``amount at least $5``."""
    if m.is_cell or len(m.before) > 2 or not m.words or logical(m.lines, m.index)[0] != m.index:
        return None
    block = openings.block_around(m.lines, m.index)
    words = openings.line_words(block.known_as) if block is not None else openings.statement_words()
    if block is None and m.words[0].text in words:
        return None
    state = m.expected_at(m.words[0].start)
    lacking = _second_word(state, words)
    if lacking is None:
        return None
    return m.tell("incomplete", f"{quoted(m.words[0].text)} does not begin this line", m.words[0],
                  f"did you mean: {lacking}", replacement=lacking)


def _is_statement(m: Mistake) -> bool:
    """Whether the line and its block would parse in column 1."""
    end = block_end(m.lines, m.index)
    depth = layout.indent_of(m.text)
    lines = tuple(line[depth:] if line[:depth].isspace() else line for line in m.lines[m.index : end + 1])
    return m.effort.spend(len(lines)) and remaining(lines, (), 0, "statement_alone", m.effort) is None


def line_of_elsewhere(m: Mistake) -> Explanation | None:
    """A line that begins with a word of another trade, where a name may begin one too and was read: ``tie by …``."""
    first = m.words[0] if m.words else None
    if first is None or m.is_cell or not m.before or logical(m.lines, m.index)[0] != m.index:
        return None
    block = openings.block_around(m.lines, m.index)
    if block is None or block.known_as not in NAMED_LINES or first.text in openings.all_words():
        return None
    state = m.expected_at(first.start)
    message = f"{block.noun} has no line {quoted(first.text)}"
    found = _meant(state, "unknown-line", message, LINES.get(block.known_as, ()))
    if found is not None:
        return found
    for near in nearest(first.text, openings.words_of(state.accepts)):
        if m.parses(m.put(first, near)):
            return m.tell("unknown-line", message, first,
                          f'did you mean "{near}"?  (audit fmt --words {block.known_as} lists its lines)', replacement=near)
    return None


def _in_table(m: Mistake, words: frozenset[str]) -> Explanation:
    near = _near(m, words)
    if near is not None:
        return m.tell("unknown-line", f'a table has no line "{m.word.text}"', m.word, f'did you mean "{near}"?',
                      replacement=near)
    return m.tell("unknown-line", f'a table has no line "{m.word.text}"', m.word,
                  "its lines are rows, such as: | total | odds |")


def _meant(m: Mistake, name: str, message: str, table: tuple[Foreign, ...]) -> Explanation | None:
    """The word of another trade that begins the line, if the line would parse with ours."""
    text = m.word.text.rstrip(":").lower()
    pair = f"{text} {m.after[0].text}" if m.after else text
    for entry in sorted(table, key=lambda e: " " not in e.word):
        if entry.word not in (text, pair):
            continue
        end = m.word.end if entry.word == text else m.after[0].end
        edits = [m.edit(m.word.start, end, instead) for instead in entry.instead]
        next_word = m.text[end:].split(maxsplit=1)[:1]
        for instead, edit in sorted(
            zip(entry.instead, edits, strict=True),
            # Of several that parse, the one that the file has elsewhere: betting preflop.
            key=lambda e: (not m.parses(e[1]), " ".join([e[0], *next_word]) not in m.source.text),
        ):
            if (m.parses(edit) or m.second_slip(edit)) and _heads_its_block(m, edit):
                shown = edit.apply(m.lines)[m.index]
                replacement = instead
                place = Piece(m.text[m.word.start : end], m.word.start)
                return m.tell(name, message, place, entry.mend.format(line=_own_words(shown), word=instead),
                              replacement=replacement)
        if entry.hint:
            return m.tell(name, message, m.word, entry.hint)
    return None


def _heads_its_block(m: Mistake, edit: Edit) -> bool:
    """Whether a line of the block below, if there is one, begins as it may under the mended head."""
    end = block_end(m.lines, m.index)
    _, bottom = logical(m.lines, m.index)
    first = [layout.first_word(m.lines[n]) for n in range(bottom + 1, end + 1) if layout.has_words(m.lines[n])]
    head = edit.apply(m.lines)[m.index].strip()
    block = openings.block_headed(head)
    if openings.HEADINGS.match(head):
        return True
    if not first or block is None or block.known_as in NAMED_LINES:
        return not first or block is not None
    words = openings.line_words(block.known_as) | ({"drop"} if head.startswith("change") else frozenset())
    return any(word in words or word[0] == ROW_SIGN for word in first)


def _own_words(line: str) -> str:
    """A line without its tail."""
    found = pieces(line)
    cut = next((p.start for n, p in enumerate(found) if p.text.startswith("@") or n > 1 and p.text in TAIL_WORDS),
               found[-1].end if found else 0)
    return re.sub(r" {2,}", " ", line[:cut].strip())


def _near(m: Mistake, words: frozenset[str]) -> str | None:
    """A word that the first word may be a slip of, if the line parses with it."""
    for near in nearest(m.word.text.rstrip(":"), words):
        if m.parses(m.put(m.word, near)) or m.second_slip(m.put(m.word, near)):
            return near
    parted = re.sub(r"[-_]", " ", m.word.text).strip()
    return parted if parted not in ("", m.word.text) and m.parses(m.put(m.word, parted)) else None


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
        likely: Stray | None = None
        for shifted in ((at,), tuple(range(at, len(statement)))):
            moved = tuple(" " * depth + t if n in shifted and layout.has_words(t) else t for n, t in enumerate(statement))
            block = openings.block_around(moved, at)
            if block is None:
                continue
            is_line = remaining(moved, (), at, start, effort) is None
            if is_line or word.text in openings.line_words(block.known_as):
                told = _stray(source, index, word, block, statement, head, begin, depth)
                found = Stray(told, (*lines[:begin], *moved, *lines[begin + len(moved):]),
                              tuple(n + begin for n in shifted), depth)
                if is_line:
                    return found
                likely = likely or found
        if likely is not None:
            return likely
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
