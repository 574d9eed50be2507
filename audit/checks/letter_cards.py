"""Rounds of cards by the letter: what is missing or clashes without the lines that only an assumption supports.

Rounds are played as assumed, and those that such a line decided are played again without it.  What no round shows is
not told: of a line that decided nothing in them it is not said that nobody needs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from audit.checks import hand_without_row, result_conflict, result_missing
from audit.checks.card_rounds import Deal, Round, Table, deals, only_made, play, refuse_unplayed, table_of, witness
from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.letter import CLASH, NO_PAYOUT, NO_RESULT, OTHER, TakenAway, by_the_letter, taken_away
from audit.checks.lines import line_words, looked_at, reason_of, row_words
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, few, joined, listed, quoted, sentence, wager_name
from audit.language.diagnostics import Severity
from audit.play.errors import PlayError
from audit.play.events import Settled
from audit.play.settling import Silent, Unpriced, Unsettled
from audit.ruleset import tables as tb
from audit.ruleset.basis import Span
from audit.ruleset.configure import configure

LETTER, ASSUMED = Prose("By the letter"), Prose("As assumed")


@dataclass
class _Gap:
    """What one line holds together for one wager: the first round that shows it, as assumed and by the letter."""

    kind: str
    taken: TakenAway
    wagers: dict[str, Settled]
    deal: Deal
    by_letter: str


def findings(context: Context) -> Iterator[Finding]:
    """One for each line and kind of difference, in the order of the file; then the hands that no clause sets.

    Raises `NotPlayable` where no round can be played.
    """
    lines = {taken.span: taken for taken in taken_away(context.configured.ruleset)}
    table = table_of(context)
    if table is None:
        refuse_unplayed(context)
        return
    letter = _by_letter(context, table)
    gaps: dict[tuple[Span, str], _Gap] = {}
    left = set(lines)
    for deal in deals(context):
        if not left:
            break
        try:
            _look(table, letter, deal, lines, left, gaps)
        except PlayError:
            continue
    for _, gap in sorted(gaps.items(), key=lambda item: (item[0][0].source, item[0][0].line, item[0][1])):
        yield _finding(context, gap, table, letter)
    yield from hand_without_row.by_letter(context)


def _by_letter(context: Context, table: Table) -> Table:
    whole = configure(context.ruleset, table.choices)
    return replace(table, configured=by_the_letter(whole))


def _look(
    table: Table, letter: Table, deal: Deal, lines: dict[Span, TakenAway], left: set[Span], gaps: dict[tuple[Span, str], _Gap]
) -> None:
    """One round, and again without the lines wherever one of them decided a wager."""
    played = play(table, deal)
    fixed = Deal(deal.seed, tuple(played.dealt.items()), played.decided)
    for name, event in played.settled.items():
        by = [basis.span for basis in event.bases if basis.span in lines]
        if not by or by[0] not in left and not any(span == by[0] for span, _ in gaps):
            continue
        other = play(letter, fixed, frozenset({name.partition("[")[0]}))
        found = _difference(name, event, other)
        if found is not None:
            kind, said = found
            gap = gaps.setdefault((by[0], kind), _Gap(kind, lines[by[0]], {}, fixed, said))
            gap.wagers.setdefault(name, event)
        left.discard(by[0])


def _difference(name: str, event: Settled, other: Round) -> tuple[str, str] | None:
    """How the letter leaves a wager otherwise, in a word and as told."""
    match other.stopped:
        case Silent():
            return NO_RESULT, ""
        case Unpriced():
            # a table that no longer says who loses is taken for one that pays every wager
            return (NO_PAYOUT if event.result == "win" else NO_RESULT), ""
        case Unsettled():
            return CLASH, other.stopped.message
        case PlayError():
            return None
    there = other.settled.get(name)
    if there is None:
        return (NO_RESULT, "") if name in other.open_wagers else None
    if (there.result, there.net) == (event.result, event.net):
        return None
    return OTHER, f"{there.result}{f' at {there.payout}' if there.payout else ''}"


def _finding(context: Context, gap: _Gap, table: Table, letter: Table) -> Finding:
    line, assumed = gap.taken.line, gap.taken.assumed
    words = quoted(row_words(line, gap.taken.table) if isinstance(line, tb.Row) else line_words(line))
    where = looked_at(line, gap.taken.table) if isinstance(line, tb.Row) else line_words(line)
    names = [name.partition("[")[0] for name in gap.wagers]
    shown = [(name, only_made(one, context, names)) for name, one in ((LETTER, letter), (ASSUMED, table))]
    who = few([wager_name(name) for name in names], 4, "other wager")
    rule, severity, says = _says(gap, where)
    reason = reason_of(context.ruleset, assumed.under or assumed.because or "")
    results = list(dict.fromkeys(_as_assumed(event) for event in gap.wagers.values()))
    cites = joined(cites_of([line.basis]), cites_of(b for event in gap.wagers.values() for b in event.bases))
    cites = cites or cites_of(w.basis for w in context.offered if w.name.text in names)
    return Finding(
        rule=rule,
        severity=severity,
        message=Prose(f"{who}: {says}"),
        condition=Prose(sentence(f"Without {words}, which only our assumption supports, {says}")),
        criteria=result_missing.CRITERIA,
        cause=Prose(sentence(f"The document leaves it open: {reason}") if reason else ""),
        effect=Prose(_effect(gap, who, listed(results, "or"))),
        recommendation=Prose(f"State it with a clause of its own, as assumed or otherwise: {words}."),
        ruleset=context.id,
        subject=f"{' '.join(names)} {assumed.under or where} letter {gap.kind}",
        cites=cites,
        span=line.basis.span,
        witness=witness(context, shown, gap.deal, names, by_the_letter=True)
        or witness(context, [(LETTER, letter), (ASSUMED, table)], gap.deal, names, by_the_letter=True),
    )


def _effect(gap: _Gap, who: str, results: str) -> str:
    if gap.kind != NO_RESULT:
        return f"as assumed the wager {results}"
    have = "have" if len(gap.wagers) > 1 else "has"
    return f"in every such round {who} {have} no stated result; as assumed the wager {results}"


def _says(gap: _Gap, where: str) -> tuple[str, Severity, str]:
    match gap.kind:
        case kind if kind == NO_RESULT:
            return result_missing.NAME, result_missing.SEVERITY, f"no clause gives a result where {where}"
        case kind if kind == NO_PAYOUT:
            return result_missing.NAME, result_missing.SEVERITY, f"no clause says what a win is paid where {where}"
        case kind if kind == CLASH:
            return result_conflict.NAME, result_conflict.SEVERITY, f"clauses give different results where {where}"
    return result_conflict.NAME, result_conflict.SEVERITY, f"the clauses alone give {gap.by_letter} where {where}"


def _as_assumed(event: Settled) -> str:
    word = {"win": "wins", "lose": "loses", "push": "pushes", "lose half": "loses half"}.get(
        event.result, f"is a {event.result}"
    )
    return f"{word} at {event.payout}" if event.payout else word
