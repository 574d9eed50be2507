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

from audit.checks import assumption_cards, result_unstated
from audit.checks.context import Context
from audit.checks.exploring import Rounds, first_difference, rounds_of
from audit.checks.finding import Edges, Finding, Witness
from audit.checks.lines import span_order
from audit.checks.prose import Prose
from audit.checks.resting import rests
from audit.checks.tables_found import is_spare, listed_wagers
from audit.checks.taking import taken_words
from audit.checks.witnessing import compared
from audit.checks.wording import (
    cites_of,
    clauses,
    counted,
    few,
    form,
    listed,
    of_each_100,
    option_name,
    percent,
    row_name,
    sentence,
    told_edges,
    told_value,
    unseen,
    value_name,
    wager_name,
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
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Beside, Stated
from audit.solve.errors import NotSolvable
from audit.solve.planner import deals_cards, signature
from audit.solve.result import Method, Reading, WagerResult
from audit.solve.solving import Solver
from audit.solve.stakes import Settler, bundles, target_of

NAME = "assumption"
FAMILY = "trace"
SEVERITY = Severity.NOTE
DYNAMIC = False

CRITERIA = Prose(
    form("The document should say it itself, in one way.", "What play and payment rest on should stand in the document, in one way.")
)
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
    | tb.PolicyLine
    | tb.Bonus
)
FIGURE_LINES = (
    wg.ResultRow
    | wg.OtherwiseRow
    | wg.SettleRow
    | wg.PaysLine
    | wg.PaysByTable
    | wg.PaidAs
    | wg.Commission
    | wg.PayoutRounded
    | wg.Off
    | wg.Wager
    | tb.PaysTable
    | tb.PaysRate
    | tb.PolicyLine
    | tb.Row
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
    | rd.DealUntil
    | rd.MayMake
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
        if context.settings.all_assumptions or is_weighty(found, context.ruleset):
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
    headings = {because: a for because, a in reasons.items() if all(isinstance(line, Beside) for _, line in a.lines)}
    if headings:  # what stands below a heading rests on its reason
        for owner, line in _stated(ruleset):
            above = line.basis.assumption
            if above is not None and above is not line.basis.assumed and above.because in headings:
                _add(headings[above.because], owner, line)
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
            policy = statement.table.policy_line
            if policy is not None:
                names = [name for row in statement.table.rows for name in listed_wagers(statement.table, row)]
                yield from ((name, policy) for name in dict.fromkeys(names))
            for row in statement.table.rows:
                yield from ((name, row) for name in listed_wagers(statement.table, row))
            continue
        owners = [getattr(getattr(statement, "name", None), "text", "")]
        if isinstance(statement, tb.SettleTable | tb.PaysTable | tb.PaysRate):
            owners = [name.text for name in statement.wagers]
        for node in walk(statement):
            if isinstance(node, Stated):
                yield from ((owner, node) for owner in owners)
    yield from (("", line) for line in ruleset.beside)


def is_weighty(found: Assumed, ruleset: Ruleset) -> bool:
    """Whether a result, a payment, a stake, an offer, the setting of cards or the approval hangs on it, or another reading is named.

    A closing row does not count: that what does not win loses is a silence that nobody reads otherwise.
    """
    if found.declared is not None and found.declared.instead:
        return True
    return any(_weighs(line) or ruleset.named(owner, tb.Way) is not None for owner, line in found.lines)


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
    taken = _taken(context, found)
    edges = _edges(taken, readings)
    wagers = list(dict.fromkeys(r.wager for r, _ in readings)) or found.owners
    witness, none_differs, differing = _witness(context, found) if taken else (None, False, ())
    effect = _effect(context, found, readings, edges)
    if witness is not None and effect.startswith("no "):
        effect += "; rounds are settled otherwise"
    cites = cites_of(bases)
    message, condition, recommendation = _as_read(found, *taken, cites) if taken else _as_taken(context, found, cites)
    return Finding(
        rule=NAME,
        severity=Severity.WARNING if any(_is_grave(row, reading) for row, reading in readings) else SEVERITY,
        message=Prose(message),
        condition=Prose(condition),
        criteria=CRITERIA,
        cause=Prose(sentence(found.because)),
        effect=Prose(effect),
        recommendation=Prose(recommendation),
        ruleset=context.id,
        subject=f"{found.name} {' '.join(wagers)}".strip() if found.name else f"{' '.join(wagers)} {found.because}",
        cites=cites,
        span=(found.declared.basis if found.declared else bases[0]).span,
        witness=witness,
        no_witness_because=Prose("No round of play differs." if none_differs else ""),
        edges=edges,
        concerns=_concerns(context, found, readings, differing),
    )


def _concerns(
    context: Context, found: Assumed, readings: Sequence[tuple[WagerResult, Reading]], differing: Sequence[str]
) -> tuple[str, ...]:
    """The assumption by its name, and the wagers whose edge or settlement it moves; where that is not known, may move."""
    moved = [row.wager for row, reading in readings if reading.changes]
    bonuses = {b.name.text: b.on.text for b in context.ruleset.of(tb.Bonus)}
    settled = [bonuses.get(name, name) for name in differing]
    may_hang = _may_hang(context, found)
    if readings:
        unknown = [row.wager for row, _ in readings if row.method is Method.NOT_SOLVABLE]
        may_hang = [name for name in may_hang if name in unknown] or ([] if moved or settled else unknown)
    return tuple(dict.fromkeys([*([found.name] if found.name else []), *moved, *settled, *may_hang]))


def _may_hang(context: Context, found: Assumed) -> list[str]:
    """The wagers on whose lines it stands, or whose lines ask for it."""
    names = [owner for owner, _ in found.lines if _is_wager(context, owner)]
    names += [name for owner, line in found.lines for name in _touched(context, owner, line)]
    if found.name:
        names += [w.name.text for w in context.offered if _asks(context, w.name.text, found.name)]
    return list(dict.fromkeys(names))


def _asks(context: Context, wager: str, assumption: str) -> bool:
    """Whether a statement that settles or prices a wager asks how the text is read."""
    ruleset = context.ruleset
    found = [*ruleset.by_name.get(wager, ())]
    for statement in ruleset.of(tb.SettleTable, tb.PaysTable, tb.PaysRate, tb.Bonus):
        match statement:
            case tb.Bonus(on=on) if on.text == wager:
                found.append(statement)
            case tb.SettleTable(wagers=names) | tb.PaysTable(wagers=names) | tb.PaysRate(wagers=names) if _has(names, wager):
                found.append(statement)
    return any(isinstance(node, Name) and node.text == assumption for statement in found for node in walk(statement))


def _has(names: Sequence[Name], name: str) -> bool:
    return any(one.text == name for one in names)


def _as_read(found: Assumed, value: str, others: list[str], cites: tuple[str, ...]) -> tuple[str, str, str]:
    """Message, condition and recommendation where there is another reading; the reason is the cause."""
    taken, instead = value_name(value), listed([value_name(v) for v in others], "or")
    ways = counted(len(others) + 1, "way")
    also = f", taken here, or as {listed([told_value(v) for v in others], 'or')}"
    is_read = form("is read as", f"can be read in {ways}: as")
    message = f"{option_name(found.name)} {is_read} {taken}{form(f': {found.because}', also)}"
    condition = f"The text leaves it open: it can be read as {taken}, which is taken here, or as {instead}."
    return message, condition, f"Say{_where(cites)} which is meant: {taken} or {instead}."


def _as_taken(context: Context, found: Assumed, cites: tuple[str, ...]) -> tuple[str, str, str]:
    """The same where no other reading is at hand."""
    what, is_one = rests(context.ruleset, found.lines)
    message = f"{what} rest{'s' if is_one else ''} on an assumption{form(f': {found.because}', '')}"
    took = taken_words(context.ruleset, found.declared, found.lines)
    return message, f"{_silent(what, cites)} {took}".strip(), f"State it{_where(cites)}: as assumed, or otherwise."


def _silent(what: str, cites: tuple[str, ...]) -> str:
    """That no clause says it outright; in a report also what it is."""
    does = "does" if len(cites) == 1 else "do"
    if cites:
        return f"{clauses(cites)} {form(f'{does} not say it outright', f'{does} not state outright ')}{unseen(what)}."
    return f"No clause {form('says it', 'states ')}{unseen(what)}."


def _where(cites: tuple[str, ...]) -> str:
    return f" in {cites[0]}" if cites else ""


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


def _edges(
    taken: tuple[str, list[str]] | None, readings: Sequence[tuple[WagerResult, Reading]]
) -> Edges | None:
    """The rows whose house edge is another under some reading; rows of equal edges are one."""
    if taken is None:
        return None
    value, others = taken
    told: dict[tuple[Fraction | None, ...], list[str]] = {}
    for row in {row.id: row for row, _ in readings}.values():
        under = {r.other: r.house_edge for of, r in readings if of.id == row.id and r.changes and not r.is_unsolved}
        edges = (row.house_edge, *(under.get(other, row.house_edge) for other in others))
        if any(edge != row.house_edge for edge in edges):
            told.setdefault(edges, []).append(row_name(row))
    cases = tuple(Prose(f"read as {value_name(v)}") for v in (value, *others))
    rows = tuple((Prose(few(who, 3)), edges) for edges, who in told.items())
    return Edges(Prose("wager"), cases, rows) if rows else None


def _not_solved(readings: Sequence[tuple[WagerResult, Reading]]) -> str:
    """Under which other readings no method solves which wagers."""
    found: dict[str, dict[str, None]] = {}
    for row, reading in readings:
        if reading.is_unsolved and row.method is not Method.NOT_SOLVABLE:
            found.setdefault(reading.other, {})[row.wager] = None
    told = (f"read as {value_name(other)}, no method solves {few(map(wager_name, who), 4)}" for other, who in found.items())
    return "; ".join(told)


def _effect(
    context: Context, found: Assumed, readings: Sequence[tuple[WagerResult, Reading]], edges: Edges | None
) -> str:
    """What the other reading would change."""
    unknown = list(dict.fromkeys(row.wager for row, _ in readings if row.method is Method.NOT_SOLVABLE))
    if unknown and (edges is None or not _is_of_cards(context)):
        solved = [row for row, _ in readings if row.method is not Method.NOT_SOLVABLE]
        if solved and _is_of_cards(context):
            return f"no house edge of those worked out differs; not worked out is {few(map(wager_name, unknown), 4)}"
        return f"not worked out: no method solves {few(map(wager_name, unknown), 4)}"
    open_ones = _not_solved(readings)
    if edges is not None:
        return f"{told_edges(edges)}; {open_ones}" if open_ones else told_edges(edges)
    if open_ones:
        return open_ones
    by_stake = list(dict.fromkeys(row.wager for row, reading in readings if reading.changes and reading.by_amount))
    if by_stake:
        return f"the house edge of {few(map(wager_name, by_stake), 4)} is another at each stake"
    by_meter = list(dict.fromkeys(row.wager for row, reading in readings if reading.meters))
    if by_meter:
        return f"with nothing in a meter no house edge differs; what meters add to {few(map(wager_name, by_meter), 4)} does"
    beside = list(dict.fromkeys(row.wager for row, reading in readings if reading.moves_beside))
    if beside:
        return f"no house edge differs; what others are paid on {few(map(wager_name, beside), 4)} does"
    if readings:
        return "no house edge differs"
    if found.declared is not None and found.declared.instead:
        if context.verified is None:
            return "not played out"
        is_known = not context.verified.result.in_force_only
        return "no figure differs" if is_known else "what the other reading would change was not looked at"
    hanging = [owner for owner, line in found.lines if isinstance(line, FIGURE_LINES) and _is_wager(context, owner)]
    hanging += [name for owner, line in found.lines for name in _touched(context, owner, line)]
    unsolved = _unsolved(context)
    sure = [name for name in dict.fromkeys(hanging) if name not in unsolved]
    told = []
    if sure:
        who = few(map(wager_name, sure), 4, "other wager")
        told.append(f"the figures of {who} hold only if it is right{_as_taken_keeps(context, sure)}")
    reach = hanging or _within_reach(context, found)
    unsolved = [name for name in unsolved if name in reach]
    if unsolved:
        told.append(_not_known(unsolved))
    if not told:
        return "no house edge was seen to hang on it" if context.verified is not None else "not played out"
    return "; ".join(told)


def _within_reach(context: Context, found: Assumed) -> list[str]:
    """The wagers whose figures it may move, as far as the text tells; all of them where it tells nothing."""
    if all(isinstance(line, Dated) for _, line in found.lines):
        return []
    names = _may_hang(context, found)
    asking = [w.name.text for w in context.offered for owner in found.owners if _asks(context, w.name.text, owner)]
    return [*names, *asking] or [w.name.text for w in context.offered]


def _unsolved(context: Context) -> list[str]:
    """The wagers that no method solves; one that is solved at some positions or moments alone is among them."""
    rows = context.verified.result.wagers if context.verified is not None else ()
    return list(dict.fromkeys(name for row in rows if row.method is Method.NOT_SOLVABLE for name in row.bundle or (row.wager,)))


def _not_known(names: Sequence[str]) -> str:
    is_one = len(names) == 1
    who, verb = few(map(wager_name, names), 4, "other wager"), "is" if is_one else "are"
    return f"{who} {verb} not solved; whether {'its' if is_one else 'their'} house edge hangs on it is not known"


def _is_of_cards(context: Context) -> bool:
    """Whether every reading was held against every wager, those included that it does not touch."""
    return context.verified is not None and context.verified.cards is not None


def _touched(context: Context, owner: str, line: Stated) -> Iterator[str]:
    """The wagers that a line of a round of cards makes, gives up, settles or spares; that on which a bonus is paid."""
    bonus = context.ruleset.named(owner, tb.Bonus) if isinstance(line, tb.Bonus | tb.PolicyLine | tb.Row) else None
    if bonus is not None:
        yield bonus.on.text
    way = context.ruleset.named(owner, tb.Way)
    if way is not None:
        yield from _settled_by_parts(context, {part.text for part in way.parts})
    if not isinstance(line, rd.Choice | rd.StepLine) or not deals_cards(context.ruleset):
        return
    named = {node.text for node in walk(line) if isinstance(node, Name)}
    yield from (w.name.text for w in context.offered if w.name.text in named)


def _settled_by_parts(context: Context, parts: set[str]) -> Iterator[str]:
    """The wagers of which a table that settles or prices them asks for parts that cards are set into."""
    offered = {wager.name.text for wager in context.offered}
    tables: tuple[tb.SettleTable | tb.PaysTable, ...] = (*context.ruleset.of(tb.SettleTable), *context.ruleset.of(tb.PaysTable))
    for table in tables:
        if any(isinstance(node, Name) and node.text in parts for node in walk(table)):
            yield from (name.text for name in table.wagers if name.text in offered)


def _as_taken_keeps(context: Context, names: Sequence[str]) -> str:
    """What the house keeps of these wagers as taken, from the least to the most; for a report alone."""
    rows = context.verified.result.wagers if context.verified is not None else ()
    of = [row for row in rows if row.wager in names and row.house_edge is not None]
    edges = sorted({row.house_edge for row in of if row.house_edge is not None})
    if not edges or edges[0] < 0 or not edges[-1]:
        return ""
    if any(len(row.bundle) > 1 and row.wager in row.bundle for row in of):  # more is staked than the unit of the figures
        span = "" if edges[0] == edges[-1] else f" to {percent(edges[-1])}"
        return form("", f"; as taken the house edge is {percent(edges[0])}{span}")
    return of_each_100(edges[0], "; as taken the house keeps ", edges[-1])


def _is_wager(context: Context, name: str) -> bool:
    return context.ruleset.named(name, wg.Wager) is not None


def _is_grave(row: WagerResult, reading: Reading) -> bool:
    """Whether the other reading gives the advantage to the other side, or leaves nothing to verify."""
    if not reading.changes or reading.house_edge == row.house_edge or row.house_edge is None:
        return False
    return reading.house_edge is None or _sign(reading.house_edge) * _sign(row.house_edge) < 0


def _sign(share: Fraction | None) -> int:
    return 0 if share is None or share == 0 else 1 if share > 0 else -1


# the round that the two readings settle differently


def _witness(context: Context, found: Assumed) -> tuple[Witness | None, bool, tuple[str, ...]]:
    """The shortest round that comes out otherwise under another reading; whether it is proved that none does; for whom."""
    if context.verified is None or found.declared is None:
        return None, False, ()
    in_force = context.configured.values.get(found.name)
    proved = True
    for value in (found.declared.taken, *found.declared.instead):
        if value is None or in_force is None or value_text(value) == value_text(in_force):
            continue
        choices: dict[str, Value] = {**context.choices, found.name: value}
        columns = (_column(in_force), _column(value))
        if context.verified.cards is not None:
            proved = False
            differing = [row.wager for row, r in _readings(context, found) if r.changes and r.other == value_text(value)]
            shown, about = assumption_cards.first_difference(context, choices, columns, differing)
            if shown is not None:
                return shown, False, about
            continue
        try:
            other = configure(context.ruleset, choices)
        except ConfigureError:
            proved = False
            continue
        witness, none_differs, about = _first_difference(context, other, choices, columns)
        if witness is not None:
            return witness, False, about
        proved = proved and none_differs
    return None, proved, ()


def _column(value: Value) -> Prose:
    return Prose(f"Read as {value_name(value_text(value))}")


def _first_difference(
    context: Context, other: Configured, choices: dict[str, Value], columns: tuple[Prose, Prose]
) -> tuple[Witness | None, bool, tuple[str, ...]]:
    solver = Solver(other, context.solver)
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
                shown = compared(context, case.bundle, target_of(case.bundle), compared_rounds.way, readings)
                return shown, False, (wager.name.text,)
            proved = proved and compared_rounds.is_whole
    return None, proved, ()


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
