"""By the letter: a ruleset without the lines that only an assumption of ours supports, and what is then missing.

Taken away are rows that give a result (``win``, ``lose``, ``otherwise`` …) and rows of tables that settle or pay, where
an assumption stands behind them, cited clause or not: the clause leaves that part open.  The head of a table or a
``paid as`` that cites a clause stays: there the assumption speaks of one word of it.  So do stakes, moments, picks and
equipment: without them nothing could be played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Assumed, Basis, Span, clause_parts
from audit.ruleset.configure import Configured
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated, Statement
from audit.ruleset.tables import Table
from audit.solve.gates import Settle
from audit.solve.stakes import End, Fault, Role, Settler, StakeState, target_of

NO_RESULT, NO_PAYOUT, CLASH, OTHER = "no result", "no payout", "clash", "another result"
RESULTS = wg.ResultRow | wg.OtherwiseRow | wg.SettleRow
HEADS = wg.PaysLine | wg.PaysByTable | wg.PaidAs


@dataclass(frozen=True)
class TakenAway:
    """A line that only an assumption supports; ``table`` is set for a row."""

    line: Stated
    assumed: Assumed
    table: Table | None = None

    @property
    def span(self) -> Span:
        return self.line.basis.span


Choice = Callable[[Stated], bool]


def letter_of(ruleset: Ruleset) -> Choice:
    """Whether by the letter a line is not there.

    A line whose clauses are all missing from the text at hand stays: what cannot be read proves no silence.
    """
    missing = MissingClauses.of(ruleset.head.missing)

    def is_taken_away(line: Stated) -> bool:
        basis = line.basis
        if isinstance(line, RESULTS | tb.Row):
            assumed = basis.assumption is not None
        elif isinstance(line, HEADS | tb.PaysRate | tb.PaysTable | tb.PayoutList | tb.SettleTable):
            assumed = basis.assumption is not None and not basis.cites
        else:
            return False
        return assumed and not (basis.cites and all(missing.has(cite.clause) for cite in basis.cites))

    return is_taken_away


@dataclass(frozen=True, slots=True)
class MissingClauses:
    """Clauses that the text at hand does not have: stretches of their paths, ends included."""

    stretches: tuple[tuple[tuple[_Label, ...], tuple[_Label, ...]], ...]

    @classmethod
    def of(cls, words: Iterable[str]) -> MissingClauses:
        """From the head's words: ``A through D.5.b, L``."""
        found = []
        for item in (piece.strip() for text in words for piece in text.split(",")):
            first, _, last = item.partition(" through ")
            if first:
                found.append((_path(first), _path(last or first)))
        return cls(tuple(found))

    def has(self, clause: str) -> bool:
        """Whether a clause lies in one of the stretches, or below one of their ends."""
        path = _path(clause)
        return any(first <= path and path[: len(last)] <= last for first, last in self.stretches)


_Label = tuple[int, int, str]


def _path(clause: str) -> tuple[_Label, ...]:
    """A clause path that can be put in order: numbers by size, letters by the alphabet."""
    labels = (part.strip("()") for part in clause_parts(clause))
    return tuple((0, int(label), "") if label.isdigit() else (1, 0, label) for label in labels)


def by_the_letter(configured: Configured, only: Choice | None = None) -> Configured:
    """The ruleset without what only an assumption supports; ``only`` narrows that to some of the lines.

    A wager that loses all its result rows is left a ``stay otherwise``, so that its payout table does not decide it.
    """
    ruleset = configured.ruleset
    is_gone = letter_of(ruleset)

    def gone(line: Stated) -> bool:
        return is_gone(line) and (only is None or only(line))

    made: list[Statement] = []
    for statement in ruleset.statements:
        kept = _statement(statement, gone, keeps_policies=only is not None)
        if kept is not None:
            made.append(kept)
    return replace(configured, ruleset=Ruleset(ruleset.head, tuple(made)))


def _statement(statement: Statement, gone: Choice, *, keeps_policies: bool) -> Statement | None:
    match statement:
        case wg.Wager():
            lines = tuple(_line(line, gone, keeps_policies) for line in statement.lines if not gone(line))
            if _has_results(statement.lines) and not _has_results(lines):
                lines = (*lines, wg.OtherwiseRow(outcome=tb.Outcome.STAY, basis=statement.basis))
            return replace(statement, lines=lines)
        case tb.PaysRate():
            return None if gone(statement) else statement
        case tb.PaysTable() | tb.PayoutList() | tb.SettleTable():
            return None if gone(statement) else replace(statement, table=_table(statement.table, gone, keeps_policies))
        case _:
            return statement


def _has_results(lines: tuple[wg.WagerLine, ...]) -> bool:
    return any(isinstance(line, RESULTS) for line in lines)


def _line(line: wg.WagerLine, gone: Choice, keeps_policies: bool) -> wg.WagerLine:
    if not isinstance(line, wg.PaysByTable):
        return line
    return replace(line, table=_table(line.table, gone, keeps_policies))


def _table(table: Table, gone: Choice, keeps_policies: bool) -> Table:
    rows = tuple(row for row in table.rows if not gone(row))
    drops = table.policy_is_assumed and not keeps_policies
    return replace(table, rows=rows, policy_line=None if drops else table.policy_line)


def taken_away(ruleset: Ruleset) -> tuple[TakenAway, ...]:
    """Every line that by the letter is not there, each once, in the order of the file."""
    is_taken_away = letter_of(ruleset)
    found: dict[Span, TakenAway] = {}
    for line, table in lines_that_decide(ruleset):
        assumed = line.basis.assumption
        if is_taken_away(line) and assumed is not None:
            found.setdefault(line.basis.span, TakenAway(line, assumed, table))
    return tuple(sorted(found.values(), key=lambda t: (t.span.source, t.span.line, t.span.column)))


def lines_that_decide(ruleset: Ruleset) -> Iterator[tuple[Stated, Table | None]]:
    """The lines and rows that settle or pay, each with its table where it is a row."""
    for statement in ruleset.statements:
        match statement:
            case wg.Wager(lines=lines):
                for line in lines:
                    yield line, None
                    if isinstance(line, wg.PaysByTable):
                        yield from ((row, line.table) for row in line.table.rows)
            case tb.PaysTable(table=table) | tb.PayoutList(table=table) | tb.SettleTable(table=table):
                yield statement, None
                yield from ((row, table) for row in table.rows)
            case tb.PaysRate():
                yield statement, None


# the difference that it makes


@dataclass(frozen=True)
class Difference:
    """A settle that comes out otherwise by the letter: how, by which lines it was decided, what came up."""

    kind: str
    bases: tuple[Basis, ...]
    as_assumed: End
    by_letter: Fault | End | None
    event: Settle

    @property
    def assumption(self) -> str:
        """The assumption that decided, by name or reason; empty where only which row counts was assumed."""
        assumed = [basis.assumption for basis in self.bases]
        return next((a.under or a.because or "" for a in assumed if a is not None), "")


@dataclass
class LetterSettler(Settler):
    """Settles as the ruleset has it, and ends a wager where the letter alone would not have done the same.

    Such an end has the kind of the difference for its result and the assumption for its payout, so that its chance and
    the shortest way to it are found as those of any other end.
    """

    letter: Settler | None = None
    seen: list[Difference] = field(default_factory=list)
    _bases: tuple[Basis, ...] = ()

    def _end(self, role: Role, lines: object, decision: object, sight: object, label: str) -> End:
        self._bases = decision.bases  # type: ignore[attr-defined]
        return super()._end(role, lines, decision, sight, label)  # type: ignore[arg-type]

    def _one(
        self, role: Role, stake: StakeState, event: Settle, views: Mapping[str, object]
    ) -> tuple[StakeState | End, Fault | None]:
        made, fault = super()._one(role, stake, event, views)  # type: ignore[arg-type]
        target = target_of(self.bundle)
        if fault is not None or role is not self.bundle[target] or self.letter is None:
            return made, fault
        other, wrong = self.letter._one(self.letter.bundle[target], stake, event, views)  # type: ignore[arg-type]
        kind = _kind(made, other, wrong)
        if not kind:
            return made, fault
        shown = made if isinstance(made, End) else End("stay", None, "", "")
        bases = self._bases if isinstance(made, End) else ()
        found = Difference(kind, bases, shown, wrong or (other if isinstance(other, End) else None), event)
        self.seen.append(found)
        return End(kind, None, found.assumption, shown.label, shown.cites), None


def _kind(made: StakeState | End, other: StakeState | End, wrong: Fault | None) -> str:
    if wrong is not None:
        return CLASH if wrong.kind == "conflict" else NO_PAYOUT
    if isinstance(made, End) and (not isinstance(other, End) or _only_goes_back(made, other)):
        return NO_RESULT
    if isinstance(made, End) and isinstance(other, End):
        return "" if (made.result, made.net) == (other.result, other.net) else OTHER
    return OTHER if isinstance(other, End) else ""


def _only_goes_back(made: End, other: End) -> bool:
    """Whether the letter gives no result of its own: the wager goes back because what it hangs on was decided."""
    return other.label == "returned" and made.label != "returned"


def letter_settler(settler: Settler, letter: Configured, equipment: object) -> LetterSettler:
    """A settler that compares with the letter; ``equipment`` is that of the letter's ruleset."""
    roles = tuple(_by_letter(role, letter.ruleset) for role in settler.bundle)
    other = Settler(equipment, roles, settler.called_on, settler.amount)  # type: ignore[arg-type]
    return LetterSettler(settler.equipment, settler.bundle, settler.called_on, settler.amount, letter=other)


def _by_letter(role: Role, ruleset: Ruleset) -> Role:
    wager = ruleset.named(role.wager.name.text, wg.Wager)
    return role if wager is None else replace(role, wager=wager)
