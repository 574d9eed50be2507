"""The document is silent, or can be read twice; what was assumed, and what the other reading would do.

What: A reading of ours that decides a result, a payment, a stake, an offer or the approval of the edition.  It is a
    warning where the other reading gives the advantage to the other side or leaves a wager that cannot be verified.
Why: Whoever signs the figures signs the reading with them.
Example: Rounding of a commission that is not stated: taken, none; instead, up to the dollar.
Instead: the clause that says so.
Settings: show = "all" tells also on what only the equipment, a control, a word or a closing row rests; severity; may
    be waived
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from audit.checks import result_unstated
from audit.checks.context import Context
from audit.checks.exploring import Rounds, first_difference, rounds_of
from audit.checks.finding import Finding, Witness
from audit.checks.lines import span_order
from audit.checks.tables_found import is_spare, listed_wagers
from audit.checks.witnessing import compared
from audit.checks.wording import (
    cites_of,
    counted,
    edge,
    few,
    sentence,
    with_positions,
)
from audit.language.diagnostics import Severity
from audit.play.errors import PlayError
from audit.play.positions import positions
from audit.ruleset import parameters as pm
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.configure import (
    Configured,
    ConfigureError,
    Value,
    configure,
    value_text,
)
from audit.ruleset.head import Dated, DateKind
from audit.ruleset.money import Odds
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.errors import NotSolvable
from audit.solve.planner import signature
from audit.solve.result import Method, Reading, WagerResult
from audit.solve.solving import Solver
from audit.solve.stakes import Settler, bundles, target_of

NAME = "assumption"
FAMILY = "trace"
SEVERITY = Severity.NOTE
DYNAMIC = False

CRITERIA = "The document says it itself, in one way."
MONEY_LINES = (
    wg.ResultRow
    | wg.SettleRow
    | wg.PaysLine
    | wg.PaysByTable
    | wg.PaidAs
    | wg.Commission
    | wg.PayoutRounded
    | wg.Amount
    | wg.HouseMayOffer
    | wg.Off
    | wg.Wager
    | tb.SettleTable
    | tb.PaysTable
    | tb.PayoutList
    | tb.PaysRate
    | tb.Bonus
)
MONEY_ACTS = (
    rd.SettleAll
    | rd.SettleSome
    | rd.Forfeit
    | rd.ForfeitHalf
    | rd.ForfeitAll
    | rd.Return
    | rd.TakeBack
    | rd.Make
    | rd.Again
    | rd.EndRound
    | rd.BettingRound
    | rd.Post
    | rd.DrawCards
)


@dataclass
class Assumed:
    """One assumption: its name (empty for a reason behind a line), its reason, and the lines that rest on it."""

    name: str
    because: str
    declared: pm.Assumption | None = None
    lines: list[tuple[str, Stated]] = field(default_factory=list)

    @property
    def bases(self) -> list[Basis]:
        found = [line.basis for _, line in self.lines]
        return ([self.declared.basis] if self.declared else []) + found

    @property
    def owners(self) -> list[str]:
        """The statements that rest on it, by name, each once."""
        return list(dict.fromkeys(owner for owner, _ in self.lines if owner))


def check(context: Context) -> Iterator[Finding]:
    """One finding for each assumption in force, less those of which `result-unstated` tells already."""
    told = result_unstated.assumptions_told(context)
    for found in assumed(context.ruleset):
        key = found.name or found.because
        if key in told and not (found.declared and found.declared.instead):
            continue
        if context.settings.all_assumptions or is_weighty(found):
            yield _finding(context, found)


def assumed(ruleset: Ruleset) -> list[Assumed]:
    """Every assumption of a ruleset with the lines that rest on it: declared ones first, then reasons behind lines."""
    found = {a.name.text: Assumed(a.name.text, a.because, a) for a in ruleset.of(pm.Assumption)}
    reasons: dict[str, Assumed] = {}
    for owner, line in _stated(ruleset):
        basis = line.basis.assumed
        if basis is None:
            continue
        if basis.under in found:
            _add(found[basis.under], owner, line)
        elif basis.because:
            _add(reasons.setdefault(basis.because, Assumed("", basis.because)), owner, line)
    return [*found.values(), *reasons.values()]


def _add(found: Assumed, owner: str, line: Stated) -> None:
    known = next((n for n, (_, x) in enumerate(found.lines) if x.basis.span == line.basis.span), None)
    if known is None or owner not in found.owners:
        found.lines.append((owner, line))


def _stated(ruleset: Ruleset) -> Iterator[tuple[str, Stated]]:
    """Every line with the name of the statement that it stands in."""
    for dated in ruleset.head.dates:
        yield dated.kind.value, dated
    for statement in ruleset.statements:
        if isinstance(statement, tb.PayoutList):
            yield "", statement
            for row in statement.table.rows:
                yield from ((name, row) for name in listed_wagers(statement.table, row))
            continue
        owner = getattr(getattr(statement, "name", None), "text", "")
        for node in walk(statement):
            if isinstance(node, Stated):
                yield owner, node


def reason(ruleset: Ruleset, name: str) -> str:
    """The reason of an assumption, by its name; a reason stands for itself."""
    declared = ruleset.named(name, pm.Assumption)
    return declared.because if declared is not None else name


def is_weighty(found: Assumed) -> bool:
    """Whether a result, a payment, a stake, an offer or the approval hangs on it, or another reading is named.

    A closing row does not count: that what does not win loses is a silence that nobody reads otherwise.
    """
    if found.declared is not None and found.declared.instead:
        return True
    return any(_weighs(line) for _, line in found.lines)


def _weighs(line: Stated) -> bool:
    match line:
        case tb.Row():
            return not is_spare(line) and any(isinstance(cell, Odds | tb.Outcome) for cell in line.cells)
        case Dated():
            return line.kind is DateKind.APPROVED
        case rd.StepLine() | rd.Case() | rd.Choice():
            return any(isinstance(node, MONEY_ACTS) for node in (*walk(line), *_words(line)))
        case _:
            return isinstance(line, MONEY_LINES)


def _words(line: Stated) -> Iterator[object]:
    """The acts of one word of a line; a walk passes over them."""
    for node in walk(line):
        yield from getattr(node, "actions", ())


# the finding


def _finding(context: Context, found: Assumed) -> Finding:
    readings = _readings(context, found)
    bases = sorted(found.bases, key=lambda b: span_order(b.span))
    severity, effect = _effect(context, found, readings)
    about = few(found.owners, 4, "other") or found.name
    taken = _taken(context, found)
    message = f"{found.name} is read as {taken[0]}: {found.because}" if taken else f"assumed: {found.because}"
    condition = sentence(found.because)
    if taken:
        condition += f" Taken: {taken[0]}; the other reading: {few(taken[1])}."
    elif found.owners:
        condition += f" On this rests {about}."
    wagers = list(dict.fromkeys(r.wager for r, _ in readings)) or found.owners
    witness, none_differs = _witness(context, found) if taken else (None, False)
    if witness is not None and effect.startswith("no "):
        effect += "; rounds are settled otherwise"
    cites = cites_of(bases)
    where = f" in {cites[0]}" if cites else ""
    return Finding(
        rule=NAME,
        severity=severity,
        message=message,
        condition=condition,
        criteria=CRITERIA,
        cause="",
        effect=effect,
        recommendation=f"State it{where}: {taken[0] if taken else 'as assumed, or otherwise'}.",
        ruleset=context.id,
        subject=f"{found.name} {' '.join(wagers)}".strip() if found.name else f"{' '.join(wagers)} {found.because}",
        cites=cites,
        span=(found.declared.basis if found.declared else bases[0]).span,
        witness=witness,
        no_witness_because="No round of play differs." if none_differs else "",
    )


def _taken(context: Context, found: Assumed) -> tuple[str, list[str]] | None:
    """The reading in force and the others, where there are others."""
    if found.declared is None or not found.declared.instead:
        return None
    in_force = context.configured.values.get(found.name)
    if in_force is None:
        return None
    every = [v for v in (found.declared.taken, *found.declared.instead) if v is not None]
    return value_text(in_force), [value_text(v) for v in every if value_text(v) != value_text(in_force)]


def _readings(context: Context, found: Assumed) -> list[tuple[WagerResult, Reading]]:
    if context.verified is None or not found.name:
        return []
    return [(row, r) for row in context.verified.result.wagers for r in row.readings if r.assumption == found.name]


def _effect(context: Context, found: Assumed, readings: Sequence[tuple[WagerResult, Reading]]) -> tuple[Severity, str]:
    """What the other reading would change, and how grave that is."""
    unknown = list(dict.fromkeys(row.wager for row, _ in readings if row.method is Method.NOT_SOLVABLE))
    if unknown:
        return SEVERITY, f"not worked out: no method solves {few(unknown, 4)}"
    if not readings:
        if found.declared is not None and found.declared.instead:
            return SEVERITY, "no figure differs" if context.verified is not None else "not played out"
        count = len(found.lines)
        return SEVERITY, f"{counted(count, 'line')} of the ruleset rest{'s' if count == 1 else ''} on it"
    grave = False
    told: dict[str, list[str]] = {}
    for row, reading in readings:
        if not reading.changes or reading.house_edge == row.house_edge:
            continue
        flips = reading.house_edge is None or _sign(reading.house_edge) * _sign(row.house_edge) < 0
        grave = grave or (flips and row.house_edge is not None)
        who = with_positions(row.wager, row.positions) if row.positions else row.id
        gives = ", to the player's advantage" if reading.house_edge is not None and reading.house_edge < 0 else ""
        text = f"{edge(row.house_edge)} as {reading.in_force}, {edge(reading.house_edge)} as {reading.other}{gives}"
        told.setdefault(text, []).append(who)
    if not told:
        return SEVERITY, "no house edge differs"
    words = [f"{few(who, 3)}: house edge {text}" for text, who in told.items()]
    more = f"; and {counted(len(words) - 3, 'other row')}" if len(words) > 3 else ""
    return (Severity.WARNING if grave else SEVERITY), "; ".join(words[:3]) + more


def _sign(share: Fraction | None) -> int:
    return 0 if share is None or share == 0 else 1 if share > 0 else -1


# the round that the two readings settle differently


def _witness(context: Context, found: Assumed) -> tuple[Witness | None, bool]:
    """The shortest round that comes out otherwise under another reading; and whether it is proved that none does."""
    if context.verified is None or found.declared is None:
        return None, False
    in_force = context.configured.values.get(found.name)
    proved = True
    for value in (found.declared.taken, *found.declared.instead):
        if value is None or in_force is None or value_text(value) == value_text(in_force):
            continue
        choices: dict[str, Value] = {**context.choices, found.name: value}
        try:
            other = configure(context.ruleset, choices)
        except ConfigureError:
            proved = False
            continue
        columns = (f"Read as {value_text(in_force)}", f"Read as {value_text(value)}")
        witness, none_differs = _first_difference(context, other, choices, columns)
        if witness is not None:
            return witness, False
        proved = proved and none_differs
    return None, proved


def _first_difference(
    context: Context, other: Configured, choices: dict[str, Value], columns: tuple[str, str]
) -> tuple[Witness | None, bool]:
    solver = Solver(other)
    touched = [w for w in other.ruleset.of(wg.Wager) if _is_touched(w.name.text, context, other)]
    proved = all(w.name.text in context.solutions for w in touched)
    for wager in sorted(touched, key=lambda w: _weight_of(context, w.name.text)):
        solution = context.solutions.get(wager.name.text)
        if solution is None:
            continue
        try:
            theirs = list(_rounds(solver, wager))
        except (NotSolvable, ConfigureError, PlayError):
            proved = False
            continue
        proved = proved and len(theirs) == len(solution.cases)
        for case, counterpart in zip(solution.cases, theirs, strict=False):
            compared_rounds = first_difference(rounds_of(solution, case, context.solver.steps), counterpart)
            if compared_rounds.way is not None:
                readings = [(columns[0], None, None), (columns[1], other, choices)]
                return compared(context, case.bundle, target_of(case.bundle), compared_rounds.way, readings), False
            proved = proved and compared_rounds.is_whole
    return None, proved


def _is_touched(name: str, context: Context, other: Configured) -> bool:
    return signature(name, other.ruleset) != signature(name, context.configured.ruleset)


def _weight_of(context: Context, name: str) -> int:
    """Wagers that need no other, and whose figures move, come first: their rounds are the plainest."""
    rows = context.verified.result.wagers if context.verified is not None else ()
    moves = any(r.changes for row in rows if row.wager == name for r in row.readings)
    solution = context.solutions.get(name)
    return (0 if moves else 2) + (1 if solution is not None and len(solution.slice.wagers) > 1 else 0)


def _rounds(solver: Solver, wager: wg.Wager) -> Iterator[Rounds]:
    """The rounds of a wager under another reading, position by position."""
    for position in positions(wager, solver.equipment):
        for bundle in bundles(wager, position, solver.ruleset, solver.equipment):
            yield Rounds(solver.machine, solver.steps, bundle, Settler(solver.equipment, bundle))
