"""Lines of a ruleset in the words of a finding: what they say, where they stand, what they rest on."""

from __future__ import annotations

from audit.play.deciding import Decision
from audit.play.wording import pattern_text
from audit.ruleset import conditions as cd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Assumed, Span
from audit.ruleset.expressions import Called, FeatureOf, Number, OwnMemory, RoundMemory
from audit.ruleset.money import Odds
from audit.ruleset.patterns import AnyOf, Label, WagerOn
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
            words = type(line).__name__
            return "".join(" " + c.lower() if c.isupper() else c for c in words).strip()


def row_words(row: tb.Row) -> str:
    """A row as printed: ``| 4, 10 | 2 to 1 |``."""
    return f"| {' | '.join(_cell(cell) for cell in row.cells)} |"


def tests_of(table: tb.Table, row: tb.Row) -> str:
    """What a row tests: its cells under headings that look at something, or the wager that it speaks of."""
    kinds = (tb.Looks, tb.LooksOn, tb.OfWager)
    cells = [_cell(c) for column, c in zip(table.columns, row.cells, strict=True) if isinstance(column, kinds) and c]
    return ", ".join(cells)


def _cell(cell: object) -> str:
    match cell:
        case None:
            return ""
        case tb.Outcome():
            return cell.value
        case AnyOf():
            return pattern_text(cell)
        case WagerOn(wager, values):
            return f"{wager} on {', '.join(pattern_text(v) for v in values)}"
        case Label(text):
            return f'"{text}"'
        case Odds():
            return str(cell)
        case tb.NamedCell(name):
            return name.text
        case _:
            return pattern_text(cell) if not hasattr(cell, "value") else str(cell.value)


def _on(on: object) -> str:
    if on is None:
        return ""
    return f" on {pattern_text(on)}" if isinstance(on, AnyOf) else " on what is not stated"


def _if(guard: cd.Condition | None) -> str:
    match guard:
        case None:
            return ""
        case cd.Wins(wager):
            return f" if {_named(wager)} wins"
        case cd.Loses(wager):
            return f" if {_named(wager)} loses"
        case cd.IsState(subject, state):
            return f" if {_named(subject)} is {state.value}"
        case cd.AllOf(facts):
            return " if " + " and ".join(_if(fact).removeprefix(" if ") for fact in facts)
        case _:
            return " if its condition holds"


def _named(what: object) -> str:
    match what:
        case Called(name):
            return name.text
        case RoundMemory(name):
            return f"the {name}"
        case OwnMemory(name):
            return f"its {name}"
        case FeatureOf(feature, of):
            return f"{_named(feature)} of {_named(of)}"
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


def span_order(span: Span) -> tuple[str, int, int]:
    return span.source, span.line, span.column
