"""Tables printed row by row: consecutive lines that each end in values, with what heads and divides them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.documents.tables.cells import Shape, Shown, heading_bounds, is_cut
from audit.documents.tables.found import EMPTY, Cell, Found, Piece, numbers_of, padded, whole

_MOST_WRAPPED = 4
_MOST_CAPTION = 16
_LONGEST_TAIL = 80


@dataclass
class _Row:
    """A row being gathered: its name, its values, and the lines that they stand on."""

    name: Cell
    values: list[Cell]
    lines: list[Shown]
    is_numeric: bool = False


@dataclass
class _Block:
    rows: list[_Row] = field(default_factory=list)
    links: set[str] = field(default_factory=set)
    end: int = 0
    """Index of the line behind the last row."""

    @property
    def least(self) -> int:
        """How many values its first row has."""
        return len(self.rows[0].values)


def row_tables(lines: Sequence[Shown], taken: set[int]) -> list[Found]:
    """Tables among lines in reading order, blank ones left out; ``taken`` are numbers of lines that are spoken for.

    One pass: a line is looked at again only where the rows before it break off.
    """
    found: list[Found] = []
    at, behind = 0, 0
    while at < len(lines):
        first = lines[at]
        if first.shape not in (Shape.ROW, Shape.NUMBERS) or first.number in taken:
            at += 1
            continue
        if first.shape is Shape.NUMBERS:
            end, table = _figures_table(lines, at, behind, taken)
        else:
            block = _gathered(lines, at, taken)
            end, table = block.end, _row_table(lines, at, behind, block, taken)
        if table is not None:
            found.append(table)
            behind = end
        at = max(end, at + 1)
    return found


def _gathered(lines: Sequence[Shown], at: int, taken: set[int]) -> _Block:
    block = _Block(end=at + 1)
    _add(block, lines[at])
    pending: list[Shown] = []
    for n in range(at + 1, len(lines)):
        line = lines[n]
        if line.number in taken or len(pending) > _MOST_WRAPPED:
            break
        if line.shape is Shape.JUNK:
            continue
        if line.shape is Shape.ROW and _goes_on(block, pending, line):
            pending, block.end = [], n + 1
        elif line.shape is Shape.VALUES and len(pending) == 1 and pending[0].shape is Shape.SHORT:
            values: list[Cell] = [((line, v),) for v in line.values]
            block.rows.append(_Row(whole(pending), values, [*pending, line], line.is_numeric))
            pending, block.end = [], n + 1
        elif line.shape is Shape.VALUES and not pending and len(line.values) > block.least:
            # Its name looks like a value: "1 to 18".
            block.rows.append(_Row(EMPTY, [((line, v),) for v in line.values], [line], line.is_numeric))
            block.end = n + 1
        elif line.shape in (Shape.SHORT, Shape.TAIL):
            if _is_note(block, line):
                block.rows.append(_Row(whole([line]), [], [line]))
                block.end = n + 1
                break
            pending.append(line)
        elif line.shape is Shape.PROSE and _goes_on_from(pending, line):
            pending.append(line)
        else:
            break
    return block


def _goes_on_from(pending: Sequence[Shown], line: Shown) -> bool:
    """Whether prose in small letters goes on with what runs over from the row before."""
    is_tail = bool(pending) and all(p.shape is not Shape.SHORT for p in pending)
    return is_tail and len(line.text) <= _LONGEST_TAIL and line.text.lstrip()[:1].islower()


def _is_note(block: _Block, line: Shown) -> bool:
    """A note to a mark that names of rows bear."""
    cells = (cell for row in block.rows for cell in (row.name, *row.values))
    marked = any(text.words(b).endswith("*") for cell in cells for text, b in cell)
    return marked and line.text.lstrip().startswith("*")


def _add(block: _Block, line: Shown, before: Sequence[Shown] = ()) -> None:
    values: list[Cell] = [((line, v),) for v in line.values]
    name = (*whole(before), (line, line.name))
    block.rows.append(_Row(name, values, [*before, line], line.is_numeric))
    if line.link:
        block.links.add(line.link.lower())


def _goes_on(block: _Block, pending: list[Shown], line: Shown) -> bool:
    """Adds a row with what stands between it and the last one; False where it does not belong to the block."""
    name = line.words(line.name)
    if not pending:
        if name[:1].islower():
            return False
        _add(block, line)
        return True
    if len(pending) == 1 and pending[0].shape is Shape.SHORT:
        before = pending[0].text.rstrip()
        if before.endswith((",", "-")) or name[:1].islower():
            _add(block, line, pending)
        elif before.endswith(":") or len(before.split()) <= 5:
            block.rows.append(_Row(whole(pending), [], list(pending)))
            _add(block, line)
        else:
            return False
        return True
    if all(p.shape is not Shape.SHORT for p in pending) and block.rows[-1].values and not name[:1].islower():
        last = block.rows[-1]
        last.values[-1] = (*last.values[-1], *whole(pending))
        last.lines.extend(pending)
        _add(block, line)
        return True
    return False


def _row_table(lines: Sequence[Shown], at: int, behind: int, block: _Block, taken: set[int]) -> Found | None:
    heads, first_group, caption = _headed(lines, at, behind, taken)
    rows = [_Row(whole([first_group]), [], [first_group])] if first_group is not None else []
    rows.extend(block.rows)
    with_values = [r for r in rows if r.values]
    numeric = sum(r.is_numeric for r in with_values)
    most_named = max((len(heading_bounds(h.text)) for h in heads), default=0)
    if numeric == 0 or (len(with_values) < 2 and most_named < 2 and not (first_group and len(rows) > 2)):
        return None
    count = _columns(with_values, most_named)
    made: list[tuple[Cell, ...]] = []
    head, more_caption, group = _head_row(heads, count + 1)
    if head:
        made.append(head)
    if group:
        made.append(padded([group], count + 1))
    centres = _centres([r for r in with_values if len(r.values) == count])
    guessed = placed = False
    for row in rows:
        extra = max(len(row.values) - count, 0)
        name = row.name
        if 0 < len(row.values) < count:
            by_place = _by_place(row.values, centres)
            placed, guessed = placed or by_place is not None, guessed or by_place is None
            made.append((name, *(by_place or padded(row.values, count))))
            continue
        if extra:
            # A name may itself end in figures that look like a value: "1 to 18".
            held = [piece for value in row.values[:extra] for piece in value]
            name = _merged(name, held)
        made.append(padded([name, *row.values[extra:]], count + 1))
    used = [*heads, *(s for row in rows for s in row.lines), *([caption] if caption else [])]
    whole_caption = (*whole([caption] if caption else []), *more_caption)
    found = Found(tuple(made), numbers_of(used), int(bool(head)), whole_caption, 1.0)
    if guessed:
        found = found.doubted(0.9, "rows with fewer values than columns are taken to lack the last ones")
    if placed:
        found = found.doubted(0.95, "rows with fewer values than columns are filled by where the values stand")
    cut = sum(is_cut(shown.words(b)) for row in with_values for value in row.values for shown, b in value)
    if cut:
        found = found.doubted(0.9, f"{cut} of its values {'is' if cut == 1 else 'are'} cut off where it is printed")
    if block.links:
        said = ", ".join(f"“{w}”" for w in sorted(block.links))
        found = found.doubted(1.0, f"{said} between name and value is no column")
    return found


def _centre(value: Cell) -> float | None:
    """Where a value stands in its line: in points in a PDF, in columns where wide gaps set cells apart."""
    shown, (start, end) = value[0]
    edges = shown.line.edges
    if edges and shown.columns[end - 1] < len(edges):
        return (edges[shown.columns[start]] + edges[shown.columns[end - 1]]) / 2
    return (start + end) / 2 if shown.text[max(start - 2, 0) : start] == "  " else None


def _centres(full: Sequence[_Row]) -> list[float]:
    """Where each column of values stands, of rows that have them all; nothing where that is not known."""
    if not full:
        return []
    places = [[_centre(value) for value in row.values] for row in full]
    columns: list[float] = []
    for column in zip(*places, strict=True):
        known = [p for p in column if p is not None]
        if not known:
            return []
        columns.append(sum(known) / len(known))
    return columns


def _by_place(values: Sequence[Cell], centres: Sequence[float]) -> tuple[Cell, ...] | None:
    """Values under the columns that they stand nearest to; None where their places are not known or clash."""
    row: list[Cell] = [EMPTY] * len(centres)
    for value in values:
        place = _centre(value)
        if place is None or not centres:
            return None
        nearest = min(range(len(centres)), key=lambda n: abs(centres[n] - place))
        if row[nearest]:
            return None
        row[nearest] = value
    return tuple(row)


def _merged(name: Cell, held: Sequence[Piece]) -> Cell:
    """A name with values of the same line that belong to it."""
    pieces = [p for p in name if p[1][0] < p[1][1]]
    for shown, (start, end) in held:
        if pieces and pieces[-1][0] is shown:
            pieces[-1] = (shown, (pieces[-1][1][0], end))
        else:
            pieces.append((shown, (start, end)))
    return tuple(pieces)


def _columns(rows: Sequence[_Row], named: int) -> int:
    """How many values a row has: the most that two rows have, or that the heading names."""
    counts = Counter(len(r.values) - (not r.name) for r in rows)
    supported = [c for c, n in counts.items() if n >= 2 or c + 1 == named]
    count = max(supported, default=max(counts))
    return count if named < 2 or count < named else max(named - 1, 1)


def _headed(
    lines: Sequence[Shown], at: int, behind: int, taken: set[int]
) -> tuple[list[Shown], Shown | None, Shown | None]:
    """Lines that head the row at an index, a first group of rows, and a line that names the table."""
    before: list[Shown] = []
    for n in range(at - 1, max(at - 7, behind - 1, -1), -1):
        line = lines[n]
        if line.number in taken or line.shape not in (Shape.HEAD, Shape.SHORT, Shape.JUNK):
            break
        if line.shape is not Shape.JUNK:
            before.insert(0, line)
    tops = [n for n, line in enumerate(before) if line.shape is Shape.HEAD and len(before) - n <= 4]
    if tops:
        heads = before[tops[0] :]
        caption = None
        if len(heads) > 1 and heads[0].text.rstrip().endswith(":"):
            caption, heads = heads[0], heads[1:]
        if heads[-1].shape is Shape.SHORT and any(len(heading_bounds(h.text)) > 1 for h in heads[:-1]):
            return heads[:-1], heads[-1], caption
        return heads, None, caption
    announced = at - len(before) - 1
    if len(before) == 1 and announced >= 0 and lines[announced].text.rstrip().endswith(":"):
        return [], before[0], None
    return [], None, None


def _head_row(heads: Sequence[Shown], count: int) -> tuple[tuple[Cell, ...], Cell, Cell]:
    """A row of headings for ``count`` columns, what is left of the lines as a caption, and a first group of rows."""
    if not heads:
        return (), EMPTY, EMPTY
    named = [heading_bounds(h.text) for h in heads]
    if len(heads) == 1 and len(named[0]) == 1 and count == 2:
        return padded([whole(heads)], count), EMPTY, EMPTY
    for n, (line, bounds) in enumerate(zip(heads, named, strict=True)):
        if len(bounds) >= count > 1:
            cells: list[Cell] = [((line, b),) for b in bounds[: count - 1]]
            cells.append(((line, (bounds[count - 1][0], bounds[-1][1])),))
            return tuple(cells), whole(heads[:n]), whole(heads[n + 1 :])
    stacked: list[list[Shown]] = []
    for line in heads:
        # Two lines of one heading: the first is no name of a column by itself.
        if stacked and stacked[-1][-1].shape is Shape.SHORT:
            stacked[-1].append(line)
        else:
            stacked.append([line])
    if len(stacked) in (count, count - 1):
        cells = [whole(s) for s in stacked]
        return tuple(cells if len(cells) == count else [EMPTY, *cells]), EMPTY, EMPTY
    return (), whole(heads), EMPTY


def _figures_table(
    lines: Sequence[Shown], at: int, behind: int, taken: set[int]
) -> tuple[int, Found | None]:
    """Rows that hold figures alone, with the run of short lines above them as their heading."""
    count = len(lines[at].values)
    end = at + 1
    while end < len(lines) and lines[end].shape is Shape.NUMBERS and len(lines[end].values) == count:
        if lines[end].number in taken:
            break
        end += 1
    rows: list[tuple[Cell, ...]] = [tuple(((s, v),) for v in s.values) for s in lines[at:end]]
    above: list[Shown] = []
    for n in range(at - 1, max(at - 1 - _MOST_CAPTION, behind - 1, -1), -1):
        line = lines[n]
        if line.number in taken or line.shape not in (Shape.HEAD, Shape.SHORT, Shape.TAIL, Shape.ROW):
            break
        if line.shape is Shape.ROW and not _may_caption(line):
            break
        above.insert(0, line)
    is_money = "$" in lines[at].text
    if len(rows) < 2 and not (is_money and count >= 4 and above):
        return end, None
    if not is_money and not above:
        return end, None
    used = numbers_of([*above, *lines[at:end]])
    if len(above) == 1 and len(words := _word_bounds(above[0])) == count:
        head: tuple[Cell, ...] = tuple(((above[0], b),) for b in words)
        return end, Found((head, *rows), used, 1)
    found = Found(tuple(rows), used, 0, whole(above))
    if above:
        found = found.doubted(0.8, "the headings of its columns are printed as lines above it and are not divided")
    return end, found


def _may_caption(line: Shown) -> bool:
    return len(line.text.split()) <= 8


def _word_bounds(line: Shown) -> list[tuple[int, int]]:
    bounds: list[tuple[int, int]] = []
    at = 0
    for word in line.text.split():
        start = line.text.index(word, at)
        at = start + len(word)
        bounds.append((start, at))
    return bounds
