"""Lines of a ruleset in the words of a finding: what they say, where they stand, what they rest on."""

from __future__ import annotations

from collections.abc import Callable

from audit.checks.wording import form, plain_name, wager_name
from audit.play.deciding import Decision
from audit.play.wording import pattern_text
from audit.ruleset import conditions as cd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Assumed, Span
from audit.ruleset.expressions import Against, Called, FeatureOf, Number, OwnMemory, RoundMemory
from audit.ruleset.money import Odds
from audit.ruleset.parameters import Assumption
from audit.ruleset.patterns import AnyOf, Label, Special, WagerOn
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated


def line_words(line: Stated) -> str:
    """A line as a reader knows it: ``win on 7, 11``, ``lose otherwise``, ``lose if pass loses``."""
    match line:
        case wg.ResultRow(outcome=outcome, on=on):
            return f"{outcome.value}{_on(on)}{_if(line.guard)}"
        case wg.OtherwiseRow(outcome=outcome):
            return f"{outcome.value} otherwise{_if(line.guard)}"
        case wg.SettleRow(on=on):
            return f"settle{_on(on)}{_if(line.guard)}"
        case wg.LastsOne(act=act):
            return f"lasts one {act}"
        case tb.Row():
            return row_words(line)
        case _:
            kind = type(line).__name__
            return "".join(" " + c.lower() if c.isupper() else c for c in kind).strip()


def row_words(row: tb.Row, table: tb.Table | None = None) -> str:
    """A row as printed: ``| 4, 10 | 2 to 1 |``; ``table`` tells which of its cells name wagers."""
    columns = table.columns if table is not None else ()
    cells = [cell_words(cell, columns[n] if n < len(columns) else None) for n, cell in enumerate(row.cells)]
    between = form(" | ", ": ")
    return f"{form('| ', '“')}{between.join(cells)}{form(' |', '”')}"


def tests_of(table: tb.Table, row: tb.Row) -> str:
    """What a row tests: its cells under headings that look at something, or the wager that it speaks of."""
    kinds = (tb.Looks, tb.LooksOn, tb.OfWager)
    told = (cell_words(c, column) for column, c in zip(table.columns, row.cells, strict=True) if isinstance(column, kinds))
    return ", ".join(cell for cell in told if cell)


def looked_at(row: tb.Row, table: tb.Table | None) -> str:
    """What a row tests, with what it is tested of: ``dealer_qualifies is yes and player_hand is lower``."""
    told = []
    for column, cell in zip(table.columns if table is not None else (), row.cells, strict=False):
        is_any = isinstance(cell, AnyOf) and cell.tests == (Special.ANY,)
        if cell is None or is_any:
            continue
        if isinstance(column, tb.Looks):
            words = cell_words(cell, column)
            told.append("no other row fits" if words == Special.OTHERWISE.value else f"{thing_words(column.what)} is {words}")
        elif isinstance(column, tb.LooksOn):
            told.append(f"it is {cell_words(cell, column)}")
    return " and ".join(told) or "nothing else is asked"


def thing_words(what: object) -> str:
    """What is looked at, in words: ``player_hand against dealer_hand``."""
    match what:
        case Against(left, right):
            return f"{thing_words(left)} against {thing_words(right)}"
        case Called(name):
            return plain_name(name.text)
        case FeatureOf(feature, of):
            return f"{thing_words(feature)} of {thing_words(of)}"
        case _:
            return _named(what)


def test_words(pattern: object) -> str:
    """A test, the names in it as words."""
    return pattern_text(pattern, plain_name)


def cell_words(cell: object, column: tb.Column | None = None) -> str:
    """What a cell says; ``column`` tells whether it names wagers."""
    match cell:
        case None:
            return ""
        case tb.Outcome():
            return cell.value
        case AnyOf():
            return pattern_text(cell, wager_name if isinstance(column, tb.OfWager) else plain_name)
        case WagerOn(name, values):
            return f"{wager_name(name.text)} on {', '.join(test_words(v) for v in values)}"
        case Label(text):
            return f'"{text}"'
        case Odds():
            return str(cell)
        case tb.NamedCell(name):
            return plain_name(name.text)
        case _:
            return pattern_text(cell, plain_name)


def _on(on: object) -> str:
    if on is None:
        return ""
    return f" on {test_words(on)}" if isinstance(on, AnyOf) else " on what is not stated"


def _if(guard: cd.Condition | None) -> str:
    match guard:
        case None:
            return ""
        case cd.Wins(other):
            return f" if {_named(other, wager_name)} wins"
        case cd.Loses(other):
            return f" if {_named(other, wager_name)} loses"
        case cd.IsState(subject, state):
            return f" if {_named(subject, wager_name)} is {state.value}"
        case cd.AllOf(facts):
            return " if " + " and ".join(_if(fact).removeprefix(" if ") for fact in facts)
        case _:
            return " if its condition holds"


def _named(what: object, called: Callable[[str], str] = plain_name) -> str:
    match what:
        case Called(name):
            return called(name.text)
        case RoundMemory(name):
            return f"the {plain_name(name.text)}"
        case OwnMemory(name):
            return f"its {plain_name(name.text)}"
        case FeatureOf(feature, of):
            return f"{_named(feature)} of {_named(of, called)}"
        case Number(text):
            return text
        case _:
            return "it"


def decision_words(decision: Decision) -> str:
    """``wins at 1 to 1``, ``loses``, ``is returned``."""
    word = {"win": "wins", "lose": "loses", "lose half": "loses half", "push": "pushes"}.get(
        decision.outcome.value, f"{decision.outcome.value}s"
    )
    return f"{word} at {decision.payout.text}" if decision.payout is not None and decision.payout.text else word


def assumption_name(assumed: Assumed) -> str:
    """What tells an assumption from others: its name, or its reason."""
    return assumed.under or assumed.because or ""


def reason_of(ruleset: Ruleset, name: str) -> str:
    """The reason of an assumption, by its name; a reason stands for itself."""
    declared = ruleset.named(name, Assumption)
    return declared.because if declared is not None else name


def span_order(span: Span) -> tuple[str, int, int]:
    return span.source, span.line, span.column
