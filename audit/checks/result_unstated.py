"""A wager of which the document does not say what it pays, what it wins on, or what it loses on.

What: A payout or a result that is ``not stated``; a wager with a winning condition and neither a losing nor a tie
    condition of its own, whatever we assumed in its place.
Why: Without a payout no house edge can be verified; without a losing condition the house has no clause to take the
    stake by.
Example: Four the Hardway wins on 2-2; that it loses on a 7 or an easy 4 is nowhere said.
Instead: lose on 7, its number except its combination; with its clause.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.checks import result_missing
from audit.checks.context import Context
from audit.checks.finding import Edges, Finding, Witness
from audit.checks.letter import RESULTS, Choice, by_the_letter, letter_of
from audit.checks.letter_rounds import letter_witness
from audit.checks.lines import assumption_name, line_words, reason_of, tests_of
from audit.checks.prose import Prose
from audit.checks.tables_found import listed_wagers, result_tables
from audit.checks.wording import (
    cites_of,
    clauses,
    few,
    joined,
    listed,
    option_name,
    percent,
    quoted,
    row_name,
    sentence,
    told_edges,
    value_name,
    wager_name,
)
from audit.language.diagnostics import Severity
from audit.play.deciding import is_decided_by_table
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import value_text
from audit.ruleset.money import NOT_STATED, BoundedPayout
from audit.ruleset.patterns import Named
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.result import WagerResult

NAME = "result-unstated"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

LOSING = frozenset(
    {
        tb.Outcome.LOSE,
        tb.Outcome.LOSE_HALF,
        tb.Outcome.PUSH,
        tb.Outcome.RETURN,
        tb.Outcome.VOID,
        tb.Outcome.NOTHING,
    }
)
CRITERIA = Prose("A wager must state what wins, what loses and what it pays.")
NO_PAYMENT = Prose("There is no payment to show.")
CASES = (Prose("as assumed"), Prose("if the stake came back instead"))


def check(context: Context) -> Iterator[Finding]:
    """Payouts and results that are marked as not stated, then wagers without a losing condition."""
    yield from _payouts(context)
    yield from _payouts_of_options(context)
    yield from _results(context)
    for silence in silences(context):
        yield _finding(context, silence)


# payouts


def _payouts(context: Context) -> Iterator[Finding]:
    found: dict[str, list[tuple[Stated, str]]] = {}
    for wager in context.offered:
        for line in wager.lines:
            if isinstance(line, wg.PaysLine) and _unstated(line.payout):
                found.setdefault(wager.name.text, []).append((line, ""))
    for table in result_tables(context.configured.ruleset):
        for row in table.table.rows:
            if any(cell is NOT_STATED for cell in row.cells):
                for name in table.names or listed_wagers(table.table, row):
                    found.setdefault(name, []).append((row, tests_of(table.table, row)))
    for statement in context.configured.ruleset.of(tb.PaysRate):
        if _unstated(statement.payout):
            for rated in statement.wagers:
                found.setdefault(rated.text, []).append((statement, ""))
    offered = {w.name.text: w for w in context.offered}
    for name, lines in found.items():
        if name in offered:
            yield _no_payout(context, offered[name], lines)


def _unstated(payout: object) -> bool:
    return payout is NOT_STATED or (isinstance(payout, BoundedPayout) and payout.payout is NOT_STATED)


def _no_payout(context: Context, wager: wg.Wager, lines: Sequence[tuple[Stated, str]]) -> Finding:
    name = wager_name(wager.name.text)
    rows = few([words for _, words in lines if words])
    on = f" on {rows}" if rows else ""
    bases = [line.basis for line, _ in lines]
    cites = joined(cites_of(bases), cites_of([wager.basis]))
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"what {name} pays{on} is not stated"),
        condition=Prose(f"No clause gives a payout for {name}{on} ({clauses(cites_of(bases))} was read for it)."),
        criteria=CRITERIA,
        cause=_reason(context, [line for line, _ in lines]) or _left_out(cites_of(bases), "names it and gives no odds"),
        effect=Prose(_breaks_even(context, wager.name.text)),
        recommendation=Prose(f"State the odds of {name}{on}."),
        ruleset=context.id,
        subject=Prose(f"{wager.name} payout {rows}".strip()),
        cites=cites,
        span=bases[0].span,
        witness=None,
        no_witness_because=NO_PAYMENT,
    )


def _reason(context: Context, lines: Sequence[Stated]) -> Prose:
    """The reason of the assumption behind some lines, as far as there is one."""
    names = (line.basis.assumption for line in lines)
    told = next((assumption_name(name) for name in names if name is not None), "")
    return Prose(sentence(reason_of(context.ruleset, told)))


def _left_out(cites: Sequence[str], what: str) -> Prose:
    """What the clause that should say it does instead."""
    return Prose(f"{cites[0]} {what}." if cites else "No clause of the document speaks of it.")


def _breaks_even(context: Context, name: str) -> str:
    solution = context.solutions.get(name) if context.verified is not None else None
    if solution is None or not solution.starts:
        return "the house edge is not verifiable"
    told: dict[str, list[str]] = {}
    for start in solution.starts:
        odds = start.figures.true_odds
        if odds and not start.start.permission.is_right:
            text = f"it wins {percent(start.figures.win, 2)} of the time and breaks even at {odds[0]:,} to {odds[1]:,}"
            told.setdefault(text, []).append(start.position.label)
    words = [f"on {few(labels)} {text}" if len(told) > 1 else text for text, labels in list(told.items())[:3]]
    return f"the house edge is not verifiable; {'; '.join(words)}" if words else "the house edge is not verifiable"


def _payouts_of_options(context: Context) -> Iterator[Finding]:
    """Values of an option, other than the one in force, whose column of payouts is not stated."""
    for found in result_tables(context.ruleset):
        across = found.table.across
        if not isinstance(across, ex.Called) or across.name.text not in context.configured.values:
            continue
        option = across.name.text
        in_force = context.configured.values[option]
        for n, column in enumerate(found.table.columns):
            if not isinstance(column, tb.Spread) or not any(r.cells[n] is NOT_STATED for r in found.table.rows):
                continue
            values = [t.name.text for t in column.value.tests if isinstance(t, Named)]
            if in_force is not None and few(values) == value_text(in_force):
                continue
            names, chosen, value = listed([wager_name(n) for n in found.names]), option_name(option), _values(values)
            yield Finding(
                rule=NAME,
                severity=SEVERITY,
                message=Prose(f"what {names} pays when {chosen} is {value} is not stated"),
                condition=Prose(f"{value} may be chosen for {chosen}, and its payouts are not given."),
                criteria=CRITERIA,
                cause=_left_out(cites_of([found.basis]), f"has a place for {value} and no odds in it"),
                effect=Prose(f"where {chosen} is {value} the house edge is not verifiable"),
                recommendation=Prose(f"Print the payouts of {value}, or take it out of {chosen}."),
                ruleset=context.id,
                subject=f"{' '.join(found.names)} {option} {few(values)}",
                cites=cites_of([found.basis]),
                span=found.basis.span,
                witness=None,
                no_witness_because=NO_PAYMENT,
            )


def _values(values: Sequence[str]) -> str:
    return few([value_name(value) for value in values])


# results that are marked


def _results(context: Context) -> Iterator[Finding]:
    for wager in context.offered:
        name = wager_name(wager.name.text)
        for line in wager.lines:
            if isinstance(line, wg.ResultNotStated):
                what, rest = "what wins and what loses", "the wager cannot be decided"
            elif isinstance(line, wg.ResultRow | wg.SettleRow | wg.MemoryRow) and line.on is NOT_STATED:
                word = line.outcome.value if isinstance(line, wg.ResultRow) else "decides"
                what, rest = f"what {name} {word}s on".replace("decidess", "decides"), "no figure of it is verifiable"
            else:
                continue
            cites = joined(cites_of([line.basis]), cites_of([wager.basis]))
            of = "" if name in what else f" of {name}"
            yield Finding(
                rule=NAME,
                severity=SEVERITY,
                message=Prose(f"{what}{of} is not stated"),
                condition=Prose(f"No clause says {what}{of}."),
                criteria=CRITERIA,
                cause=_reason(context, [line]) or _left_out(cites, "names it and leaves this open"),
                effect=Prose(rest),
                recommendation=Prose(f"State {what}{of}."),
                ruleset=context.id,
                subject=Prose(f"{wager.name} {what}"),
                cites=cites,
                span=line.basis.span,
                witness=None,
                no_witness_because=Prose("There is no result to show."),
            )


# no losing condition


@dataclass(frozen=True)
class Silence:
    """Wagers of which, by the letter, no clause says what loses (or, ``is_whole``, neither what wins).

    ``lines`` are those that stand in the place of such a clause by our assumption, none where nothing does.
    """

    wagers: tuple[wg.Wager, ...]
    is_whole: bool
    lines: tuple[Stated, ...]

    @property
    def assumption(self) -> str:
        """The assumption's name or reason; empty where nothing was assumed."""
        assumed = [line.basis.assumption for line in self.lines]
        return assumption_name(assumed[0]) if assumed and assumed[0] is not None else ""


def silences(context: Context) -> tuple[Silence, ...]:
    """The wagers without a losing condition, those together that one assumption completes."""
    return context.once(NAME, lambda: _silences(context))


def _silences(context: Context) -> tuple[Silence, ...]:
    letter = by_the_letter(context.configured).ruleset
    is_gone = letter_of(context.configured.ruleset)
    told = result_missing.wagers_left_open(context) if context.verified is not None else frozenset()
    grouped: dict[tuple[str, bool], list[tuple[wg.Wager, tuple[Stated, ...]]]] = {}
    for wager in context.offered:
        bare = letter.named(wager.name.text, wg.Wager)
        if bare is None or any(isinstance(line, wg.PaidAs) for line in wager.lines) or wager.name.text in told:
            continue
        wins, loses = _ways(bare, letter)
        whole = _ways(wager, context.configured.ruleset)
        missing = _assumed_lines(wager, is_gone, wins=not wins)
        if loses or not (wins or (whole[0] and missing)):
            continue
        if whole[1] and not missing:
            continue
        if wins and missing and all(isinstance(line, wg.OtherwiseRow) for line in missing):
            continue  # whatever does not win loses: a silence that nobody reads otherwise
        key = missing[0].basis.assumption if missing else None
        name = assumption_name(key) if key is not None else wager.name.text
        grouped.setdefault((name, not wins), []).append((wager, missing))
    return tuple(
        Silence(
            tuple(w for w, _ in cases), is_whole, tuple({x.basis.span: x for _, lines in cases for x in lines}.values())
        )
        for (_, is_whole), cases in grouped.items()
    )


def _assumed_lines(wager: wg.Wager, is_gone: Choice, *, wins: bool) -> tuple[Stated, ...]:
    """The assumed lines that say what loses; with ``wins`` those that say what wins as well."""
    return tuple(
        line
        for line in wager.lines
        if isinstance(line, RESULTS) and is_gone(line) and (wins or _outcome(line) in LOSING)
    )


def _outcome(line: wg.WagerLine) -> tb.Outcome | None:
    return line.outcome if isinstance(line, wg.ResultRow | wg.OtherwiseRow) else None


def _ways(wager: wg.Wager, ruleset: Ruleset) -> tuple[bool, bool]:
    """Whether lines of a ruleset let a wager win, and lose or tie."""
    name = wager.name.text
    results: set[object] = {line.outcome for line in wager.lines if isinstance(line, wg.ResultRow | wg.OtherwiseRow)}
    by_table = any(isinstance(line, wg.SettleRow) for line in wager.lines) or is_decided_by_table(wager, ruleset)
    for found in result_tables(ruleset):
        rows = (
            found.table.rows
            if name in found.names
            else tuple(r for r in found.table.rows if found.is_list and name in listed_wagers(found.table, r))
        )
        for row in rows:
            for column, cell in zip(found.table.columns, row.cells, strict=True):
                speaks = isinstance(column, tb.ResultsOf) and any(n.text == name for n in column.wagers)
                pays = isinstance(column, tb.Pays | tb.PaysBounded | tb.Spread)
                if speaks or (pays and (by_table or isinstance(cell, tb.Outcome))):
                    results.add(tb.Outcome.WIN if _is_paid(cell) else cell)
    if any(isinstance(line, wg.TakenWhenMade | wg.ForfeitedWhenOut) for line in wager.lines) or _is_given_up(
        name, ruleset
    ):
        results.add(tb.Outcome.LOSE)
    return tb.Outcome.WIN in results, bool(results & LOSING)


def _is_paid(cell: object) -> bool:
    return cell is not None and not isinstance(cell, tb.Outcome)


def _is_given_up(name: str, ruleset: Ruleset) -> bool:
    """Whether a decision of the round forfeits the wager."""
    for node in walk(ruleset.of(rd.Round)):
        if isinstance(node, rd.ForfeitAll):
            return True
        if isinstance(node, rd.Forfeit | rd.ForfeitHalf) and any(n.text == name for n in node.wagers):
            return True
    return False


def _finding(context: Context, silence: Silence) -> Finding:
    names = [w.name.text for w in silence.wagers]
    who = _who(silence.wagers)
    many = len(silence.wagers) > 1
    verbs = "win or lose" if many else "wins or loses"
    what = f"what {who} {verbs if silence.is_whole else verbs.rsplit(maxsplit=1)[-1]} on"
    bases: list[Basis] = [x.basis for w in silence.wagers for x in w.lines if isinstance(x, RESULTS)]
    cites = joined(cites_of(bases), cites_of(w.basis for w in silence.wagers))
    where = silence.lines[0].basis.span if silence.lines else silence.wagers[0].basis.span
    name = silence.lines[0].basis.assumption if silence.lines else None
    subject = " ".join([*names, name.under or "" if name else ""]).strip()
    witness, because = _shown(context, silence)
    edges = _if_returned(context, silence)
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"no clause says {what}"),
        condition=Prose(_condition(silence, who)),
        criteria=CRITERIA,
        cause=_cause(context, silence, cites),
        effect=Prose(told_edges(edges) if edges else "the house has no clause by which to take the stake"),
        recommendation=Prose(_recommendation(silence, who)),
        ruleset=context.id,
        subject=subject,
        cites=cites,
        span=where,
        witness=witness,
        no_witness_because=because,
        edges=edges,
    )


def _who(wagers: Sequence[wg.Wager]) -> str:
    return few([wager_name(w.name.text) for w in wagers], 4, "other wager")


def _condition(silence: Silence, who: str) -> str:
    many = len(silence.wagers) > 1
    if silence.is_whole:
        verb, wins = ("are", "they win or lose") if many else ("is", "it wins or loses")
        said = f"{who} {verb} named and paid; no clause says when {wins}"
    else:
        lines = silence.wagers[0].lines
        won = [line_words(x) for x in lines if isinstance(x, wg.ResultRow) and x.outcome is tb.Outcome.WIN]
        told = f" ({won[0]})" if won and not many else ""
        said = f"What {who} {'win' if many else 'wins'} on is stated{told}; what loses, or ties, is not"
    words = [quoted(line_words(line)) for line in silence.lines]
    alike = " and the like" if many and len(words) > 1 else ""
    return said + (f"; assumed is {words[0] + alike if alike else few(words, 2)}." if words else ".")


def _cause(context: Context, silence: Silence, cites: Sequence[str]) -> Prose:
    """The reason of the assumption; without one, what the clauses do give."""
    reason = _reason(context, silence.lines)
    if reason or not cites:
        return reason
    gives = "neither what wins nor what loses" if silence.is_whole else "only what wins"
    return Prose(f"{clauses(cites)} {'give' if len(cites) > 1 else 'gives'} {gives}.")


def _recommendation(silence: Silence, who: str) -> str:
    words = [line_words(line) for line in silence.lines]
    meant = f", for example: {words[0]}" if words else ""
    many = len(silence.wagers) > 1
    verbs = "win and lose" if many else "wins and loses"
    return f"State what {who} {verbs if silence.is_whole else verbs.rsplit(maxsplit=1)[-1]} on{meant}."


def _if_returned(context: Context, silence: Silence) -> Edges | None:
    """The house edge as assumed, and the player's advantage if the stake came back instead."""
    names = [wager.name.text for wager in silence.wagers]
    rows = context.verified.result.wagers if context.verified is not None else ()
    told = tuple((Prose(row_name(row)), (row.house_edge, -_won(row))) for row in rows if _is_known(row, names))
    return Edges(Prose("wager"), CASES, told) if told else None


def _is_known(row: WagerResult, names: Sequence[str]) -> bool:
    return row.wager in names and row.figures is not None and row.house_edge is not None


def _won(row: WagerResult) -> Fraction:
    """What a unit brings by its wins alone."""
    outcomes = row.figures.outcomes if row.figures is not None else ()
    return sum((o.net * o.probability for o in outcomes if o.net is not None and o.net > 0), Fraction(0))


def _shown(context: Context, silence: Silence) -> tuple[Witness | None, Prose]:
    if context.verified is None or not silence.lines:
        return None, Prose()
    spans: frozenset[Span] = frozenset(line.basis.span for line in silence.lines)
    for wager in silence.wagers:
        shown = letter_witness(context, wager.name.text, spans)
        if shown is not None:
            return shown, Prose()
    return None, Prose()


def wagers_told(context: Context) -> frozenset[str]:
    """The wagers that are left open by an outcome, or that nothing lets lose, assumed or not."""
    bare = {w.name.text for silence in silences(context) if not silence.lines for w in silence.wagers}
    return frozenset(bare) | (result_missing.wagers_left_open(context) if context.verified is not None else frozenset())


def assumptions_told(context: Context) -> frozenset[str]:
    """The assumptions, by name or reason, that a finding of this rule speaks of."""
    return frozenset(s.assumption for s in silences(context) if s.assumption)
