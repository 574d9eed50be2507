"""Tables: the second pass over their rows, cell by cell, each as its column asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from lark.exceptions import UnexpectedInput

from audit.language import grammar
from audit.language.building import Above, BuildError, basis_of, build, guard_of, when_of
from audit.language.constructs import VALUES
from audit.language.parsing import Place, to_node
from audit.language.syntax import Node, Word
from audit.language.vocabulary import Vocabulary
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.basis import Span
from audit.ruleset.names import Name

SPREAD_VALUES = {"nature": frozenset({"wild", "natural"})}
"""Values of built-in features that a table may be spread across."""


@dataclass(frozen=True, slots=True)
class CellText:
    """A cell as written, with its place."""

    text: str
    span: Span


class CellError(BuildError):
    """A cell that cannot be read; ``wanted`` says what stands under its heading."""

    def __init__(self, cell: CellText, column: str, wanted: str, at: int, length: int) -> None:
        span = replace(cell.span, column=cell.span.column + at, end_column=cell.span.column + at + length)
        super().__init__(Word("CELL", cell.text, span), "cell-misfit", f'"{cell.text}" cannot be read here', "")
        self.cell, self.column, self.wanted, self.at = cell, column, wanted, at


def cells_of(row: Node) -> list[CellText]:
    """The cells of a row, without the space about them; an empty cell has no width."""
    word = row.children[0]
    assert isinstance(word, Word)
    found: list[CellText] = []
    at = 1
    inner = word.text.strip()
    for piece in inner[1:-1].split("|"):
        text = piece.strip()
        lead = len(piece) - len(piece.lstrip()) if text else min(1, len(piece))
        column = word.span.column + at + lead
        line = word.span.line
        found.append(CellText(text, Span(word.span.source, line, column, line, column + len(text))))
        at += len(piece) + 1
    return found


def read_cell(start: str, cell: CellText) -> Node:
    """A cell as syntax; raises lark's error where it does not fit."""
    tree = grammar.parse_cell(start, cell.text)
    return to_node(tree, Place(cell.span.source, cell.span.line - 1, cell.span.column - 1))


@dataclass(frozen=True, slots=True)
class TableContext:
    """What a table needs to know of the statement it stands in.

    ``wagers`` are those it settles; ``value_columns`` is true where a column gives a value by its name (a pick, rows
    of an option, listed pieces); ``gives`` is the function or option whose value the last column is; ``demands`` are
    the parts of a way.
    """

    vocabulary: Vocabulary
    wagers: frozenset[str] = frozenset()
    value_columns: bool = False
    gives: str | None = None
    demands: frozenset[str] = frozenset()


def build_table(node: Node, above: Above, context: TableContext, across: ex.Expression | None) -> tb.Table:
    """The table below a statement."""
    policy: tb.PolicyLine | None = None
    rows: list[Node] = []
    for line in node.body:
        if line.kind == "table_row":
            rows.append(line)
        elif isinstance(VALUES.get(line.kind), tb.Policy):
            policy = _policy_line(line, above)
    if not rows:
        raise BuildError(node, "no-table", "a table is expected below this line", "rows two spaces further in")
    headings = cells_of(rows[0])
    columns = tuple(_column(cell, n, headings, context, across) for n, cell in enumerate(headings))
    made = tuple(_row(row, columns, headings, above) for row in rows[1:])
    return tb.Table(columns, made, policy, across)


def _policy_line(line: Node, above: Above) -> tb.PolicyLine:
    """The line above the rows; a condition on it is refused, for it would be lost."""
    if line.tail.guard is not None or line.tail.when is not None:
        raise BuildError(line, "policy-guarded", "how many rows count holds for the whole table", "a table for each case")
    policy = VALUES[line.kind]
    assert isinstance(policy, tb.Policy)
    return tb.PolicyLine(policy=policy, basis=basis_of(line, above))


def _column(
    cell: CellText, index: int, headings: Sequence[CellText], context: TableContext, across: ex.Expression | None
) -> tb.Column:
    if across is not None and index and _is_spread(cell, across, context):
        return tb.Spread(pt.AnyOf(tuple(_tests(cell).tests)))
    try:
        node = read_cell("heading", cell)
    except UnexpectedInput as error:
        if across is not None and index:
            return tb.Spread(_tests(cell))
        if cell.text and index == 0:
            raise BuildError(
                Word("CELL", cell.text, cell.span),
                "no-header",
                f'the first row of a table is its heading, and "{cell.text}" heads nothing',
                "a row of headings before it, such as: | total | odds |",
            ) from error
        raise CellError(
            cell, "a heading", "a heading: what is looked at, pays, odds, a wager", _at(error), 1
        ) from error
    if node.kind != "looks_at":
        return build(node)  # type: ignore[no-any-return]
    names = _plain_names(node)
    if names is not None:
        if context.wagers and set(names) <= context.wagers:
            return tb.ResultsOf(tuple(Name(n, cell.span) for n in names))
        if len(names) == 1 and (
            context.value_columns
            or names[0] in context.demands
            or (names[0] == context.gives and index == len(headings) - 1)
        ):
            return tb.Values(Name(names[0], cell.span))
    if len(node.children) > 1:
        raise CellError(cell, "a heading", "one thing to look at, or wagers that this table settles", 0, len(cell.text))
    first = node.children[0]
    assert isinstance(first, Node)
    if index == 0 and first.kind in ("number", "money", "percent"):
        raise BuildError(
            Word("CELL", cell.text, cell.span),
            "no-header",
            f'the first row of a table is its heading, and "{cell.text}" heads nothing',
            "a row of headings before it, such as: | total | odds |",
        )
    return tb.Looks(build(first))


def _plain_names(node: Node) -> list[str] | None:
    """The names of a heading that consists of names only."""
    names: list[str] = []
    for child in node.children:
        if isinstance(child, Node) and child.kind == "ref" and isinstance(child.children[0], Word):
            names.append(child.children[0].text)
        elif isinstance(child, Word):
            names.append(child.text)
        else:
            return None
    return names


def _is_spread(cell: CellText, across: ex.Expression, context: TableContext) -> bool:
    """Whether a heading is a value of what the table is spread across, and not something to look at."""
    if cell.text in ("pays", "odds", "result", "plus", "printed"):
        return False
    if cell.text[:1].isdigit() or cell.text[:1] == "$":
        return True
    if isinstance(across, ex.Called) and context.vocabulary.is_parameter(across.name.text):
        return cell.text.strip('"') in context.vocabulary.values.get(across.name.text, frozenset())
    if isinstance(across, ex.FeatureOf) and isinstance(across.feature, ex.Called):
        return cell.text in SPREAD_VALUES.get(across.feature.name.text, frozenset())
    return False


def _row(row: Node, columns: Sequence[tb.Column], headings: Sequence[CellText], above: Above) -> tb.Row:
    cells = cells_of(row)
    if len(cells) != len(headings):
        raise _row_length(row, cells, headings)
    made = tuple(
        build_cell(cell, column, heading.text) for cell, column, heading in zip(cells, columns, headings, strict=True)
    )
    basis = basis_of(row, above)
    own = tuple(dict.fromkeys((*basis.inherited, *basis.own)))  # the basis of a row adds to its head's
    return tb.Row(cells=made, basis=replace(basis, own=own), guard=guard_of(row), when=when_of(row))


def _row_length(row: Node, cells: Sequence[CellText], headings: Sequence[CellText]) -> BuildError:
    word = row.children[0]
    assert isinstance(word, Word)
    named = ", ".join(h.text for h in headings)
    noun = "cell" if len(cells) == 1 else "cells"
    end = replace(word.span, column=word.span.end_column - 1, line=word.span.end_line)
    if len(cells) < len(headings):
        missing = ", ".join(h.text for h in headings[len(cells) :])
        mend = f"missing: {missing}"
    else:
        extra = cells[len(headings)]
        end = extra.span
        mend = "one cell too many"
    return BuildError(
        Word("ROW", "|", end),
        "row-length",
        f"{len(cells)} {noun}, and the heading of line {headings[0].span.line} has {len(headings)}: {named}",
        mend,
    )


RESULT_COLUMNS = (tb.ResultsOf, tb.Pays, tb.PaysBounded, tb.Plus, tb.ToParty, tb.ToEachOther, tb.Spread)


def build_cell(cell: CellText, column: tb.Column, heading: str) -> Any:
    """A cell under its column: a test, or a result."""
    if not cell.text:
        return None
    if isinstance(column, tb.NameColumn | tb.Printed):
        return pt.Label(cell.text.strip('"'))
    if isinstance(column, RESULT_COLUMNS):
        return _result(cell, heading)
    if isinstance(column, tb.Values):
        try:
            return _tests(cell)
        except CellError:
            return _result(cell, heading)
    return _tests(cell, heading)


def grid_cell(cell: CellText, is_test: bool) -> Any:
    """A cell of a grid: a test in its first row and column, else a result; one that is empty gives no result."""
    if is_test:
        return _tests(cell, "the grid")
    try:
        return build(read_cell("result", cell)) if cell.text else None
    except UnexpectedInput as error:
        raise CellError(cell, "the grid", "a result", _at(error), _length(cell, error)) from error


def _tests(cell: CellText, heading: str = "") -> Any:
    try:
        return build(read_cell("tests", cell))
    except UnexpectedInput as error:
        raise CellError(cell, heading, "a test", _at(error), _length(cell, error)) from error


def _result(cell: CellText, heading: str) -> Any:
    try:
        made = build(read_cell("result", cell))
    except UnexpectedInput as error:
        raise CellError(cell, heading, "a result", _at(error), _length(cell, error)) from error
    return tb.NamedCell(made.name) if isinstance(made, ex.Called) else made


def _at(error: UnexpectedInput) -> int:
    column = error.column if isinstance(error.column, int) and error.column > 0 else 1
    return column - 1


def _length(cell: CellText, error: UnexpectedInput) -> int:
    rest = cell.text[_at(error) :]
    return max(1, len(rest.split(" ")[0]))


def names_of(node: Node) -> frozenset[str]:
    """The names among the words of a statement."""
    return frozenset(w.text for w in node.words if isinstance(w, Word) and w.kind == "NAME")
