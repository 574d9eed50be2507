"""Tables that say themselves where their cells are, and matrices: a row of keys above rows of few words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.documents.tables.cells import Bounds, Shape, Shown, trimmed
from audit.documents.tables.found import EMPTY, Cell, Found, numbers_of, padded, whole

_KEY = re.compile(r"^(?:\d{1,3}|[AKQJTakqjt]|\d{1,2}[-–]\d{1,2}|[A-Z]{1,2}[-,]?[A-Z0-9]{0,2})$")
_LEAST_KEYS = 4
_MOST_WORDS = 6
_MOST_ABOVE = 6
_MOST_ROWS = 60
_LONGEST = 400
_VALUE = re.compile(r"\d\s?(?:to|:)\s?\d|\$\s?\d|\d\s?%")


def given_tables(lines: Sequence[Shown]) -> list[Found]:
    """Tables of a file that knows its cells: consecutive lines with cells, of one number of columns or nearly so."""
    found: list[Found] = []
    at = 0
    while at < len(lines):
        if not lines[at].line.cells:
            at += 1
            continue
        end = at
        while end < len(lines) and lines[end].line.cells:
            end += 1
        table = _given(lines[at:end])
        if table is not None:
            found.append(table)
        at = end
    return found


def _given(lines: Sequence[Shown]) -> Found | None:
    """The table, without rows that the view hides; None where it hides all."""
    kept = [s for s in lines if s.text.strip() or not s.line.text.strip()]
    if not any(s.text.strip() for s in kept):
        return None
    count = max(len(s.line.cells) for s in kept)
    if count == 1:
        # A frame around a paragraph.
        return None
    rows = [padded([_cell(s, bounds) for bounds in s.line.cells], count) for s in kept]
    caption = EMPTY
    if count > 1 and len(rows) > 2 and rows[0][0] and not any(rows[0][1:]):
        # A first row of one cell names the table.
        caption, rows = rows[0][0], rows[1:]
    heads = int(len(rows) > 1 and _is_heading(kept[-len(rows)], kept[1 - len(rows) :]))
    return Found(tuple(rows), numbers_of(lines), heads, caption)


def _cell(line: Shown, bounds: Bounds) -> Cell:
    """A cell in columns of the line as one in places of what is shown of it."""
    inside = [n for n, column in enumerate(line.columns) if bounds[0] <= column < bounds[1]]
    if not inside:
        return EMPTY
    start, end = trimmed(line.text, inside[0], inside[-1] + 1)
    return ((line, (start, end)),) if start < end else EMPTY


def _is_heading(first: Shown, others: Sequence[Shown]) -> bool:
    """A first row without values above rows that have some, or without figures at all where no row has values."""
    if _VALUE.search(first.text) or sum(a < b for a, b in first.line.cells) < min(len(first.line.cells), 2):
        return False
    return any(_VALUE.search(s.text) for s in others) or not any(c.isdigit() for c in first.text)


def matrices(lines: Sequence[Shown], taken: set[int]) -> list[Found]:
    """Matrices in plain lines: a line of four keys or more, then lines that end in as many words out of a few."""
    found: list[Found] = []
    for at, line in enumerate(lines):
        if line.number in taken:
            continue
        keys = _keys(line)
        if len(keys) < _LEAST_KEYS:
            continue
        body = _body(lines, at + 1, len(keys))
        if len(body) >= 2:
            found.append(_matrix(lines, at, keys, body, taken))
            taken.update(found[-1].lines)
    return found


def _tokens(text: str) -> list[Bounds]:
    return [m.span() for m in re.finditer(r"\S+", text)]


def _keys(line: Shown) -> list[Bounds]:
    """The keys that a line consists of."""
    first = line.text.split(None, 1)
    if len(first) < 2 or not _KEY.match(first[0]) or not 2 * _LEAST_KEYS <= len(line.text) + 1 <= 200:
        return []
    tokens = _tokens(line.text)
    if len(tokens) < _LEAST_KEYS or not all(_KEY.match(line.words(t)) for t in tokens):
        return []
    return tokens


def _body(lines: Sequence[Shown], at: int, count: int) -> list[tuple[Shown, list[Bounds]]]:
    """The rows from a line on whose last ``count`` words are out of a few that recur."""
    body: list[tuple[Shown, list[Bounds]]] = []
    known: set[str] = set()
    for n in range(at, min(at + _MOST_ROWS, len(lines))):
        line = lines[n]
        tokens = _tokens(line.text) if len(line.text) <= _LONGEST else []
        words = {line.words(t).lower() for t in tokens[-count:]}
        is_alike = len(known | words) <= _MOST_WORDS and len(words) <= count // 2
        if len(tokens) < count or not is_alike or any(w[0].isdigit() for w in words):
            break
        known |= words
        body.append((line, tokens))
    return body


def _matrix(
    lines: Sequence[Shown], at: int, keys: list[Bounds], body: list[tuple[Shown, list[Bounds]]], taken: set[int]
) -> Found:
    head = lines[at]
    count = len(keys)
    corner: list[tuple[Shown, Bounds]] = []
    rows: list[tuple[Cell, ...]] = []
    is_spread = all(
        len(tokens) > count and _KEY.match(line.words(tokens[-count - 1])) for line, tokens in body
    ) and any(len(tokens) > count + 1 for _, tokens in body)
    for line, tokens in body:
        cells: list[Cell] = [((line, t),) for t in tokens[-count:]]
        before = tokens[: len(tokens) - count]
        if is_spread:
            if len(before) > 1:
                corner.append((line, (before[0][0], before[-2][1])))
            name: Cell = ((line, before[-1]),)
        else:
            name = ((line, (before[0][0], before[-1][1])),) if before else EMPTY
        rows.append((name, *cells))
    above: list[Shown] = []
    for n in range(at - 1, max(at - 1 - _MOST_ABOVE, -1), -1):
        if lines[n].number in taken or lines[n].shape not in (Shape.SHORT, Shape.TAIL, Shape.HEAD):
            break
        above.insert(0, lines[n])
    first = (tuple(corner), *(((head, k),) for k in keys))
    found = Found(
        (first, *rows), numbers_of([*above, head, *(line for line, _ in body)]), 1, whole(above)
    )
    if is_spread:
        found = found.doubted(0.9, "the heading of its rows is printed in pieces beside them and was put together")
    elif above:
        found = found.doubted(0.9, "short lines above it are taken as its heading")
    return found
