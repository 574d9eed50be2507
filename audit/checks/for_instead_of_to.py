"""Odds written "for".

What: Payout odds that count the stake among what is paid: 9 for 1 is 8 to 1.
Why: A player who reads "for" as "to" expects one unit more than he is paid; some regulations forbid the word.
Example: pays 9 for 1
Instead: pays 8 to 1
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.lines import tests_of
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, exact, few, listed, wager_name
from audit.language.diagnostics import Severity
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.money import Odds
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Stated

NAME = "for-instead-of-to"
FAMILY = "money"
SEVERITY = Severity.WARNING
DYNAMIC = False


def check(context: Context) -> Iterator[Finding]:
    """One finding for each statement, or payout line of a wager, that writes odds with the word."""
    for names, line, subject in _payouts(context):
        odds = list(dict.fromkeys(node for node in walk(line) if isinstance(node, Odds) and node.is_for))
        if odds:
            yield _finding(context, names, line, odds, subject)


def _payouts(context: Context) -> Iterator[tuple[tuple[str, ...], Stated, str]]:
    for statement in context.configured.ruleset.statements:
        match statement:
            case wg.Wager(name=name, lines=lines):
                is_taken = any(isinstance(line, wg.TakenWhenMade) for line in lines)  # then both words pay alike
                for line in lines:
                    if isinstance(line, wg.PaysLine | wg.PaysByTable) and not is_taken:
                        yield (name.text,), line, name.text
            case tb.PaysRate(wagers=names) | tb.PaysTable(wagers=names):
                yield tuple(n.text for n in names), statement, " ".join(n.text for n in names)
            case tb.PayoutList():
                yield (), statement, "payouts"
            case tb.Bonus(name=name):
                yield (name.text,), statement, name.text


def _finding(context: Context, names: tuple[str, ...], line: Stated, odds: list[Odds], subject: str) -> Finding:
    written = few([str(o) for o in odds])
    meant = few([f"{_to(o)} to 1" for o in odds])
    where = listed([wager_name(name) for name in names]) if names else "the list of payouts"
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{where} is paid {written}: that is {meant}"),
        condition=Prose(
            f'The odds are written with "for", so that the stake is part of what is paid: {written} pays {meant}.'
        ),
        criteria=Prose('Payout odds should be written with "to": what is won, beside the stake.'),
        cause=Prose('The word "for" counts the stake among what is paid.'),
        effect=Prose(_effect(context, names, meant, written)),
        recommendation=Prose(f"Write {meant}."),
        ruleset=context.id,
        subject=f"{subject} {' '.join(map(str, odds))}",
        cites=cites_of([*_rows(line), line.basis]),
        span=line.basis.span,
        witness=None,
        no_witness_because=Prose("The word shows it."),
    )


def _to(odds: Odds) -> str:
    return str(odds.net)


def _rows(line: Stated) -> list[Basis]:
    table = getattr(line, "table", None)
    if not isinstance(table, tb.Table):
        return []
    return [
        r.basis for r in table.rows if any(isinstance(n, Odds) and n.is_for for n in walk(r)) and tests_of(table, r)
    ]


def _effect(context: Context, names: tuple[str, ...], meant: str, written: str) -> str:
    """What reading the word as "to" would be worth, where the wager was solved."""
    edges = []
    for name in names:
        solution = context.solutions.get(name) if context.verified is not None else None
        if solution is None or not solution.starts:
            continue
        ends = solution.starts[0].ends
        win = sum((p for end, p in ends.items() if " for " in f" {end.pays} "), Fraction(0))
        edge = solution.starts[0].figures.house_edge
        if edge is not None and win:
            edges.append(
                f"read as odds to, {wager_name(name)} would have a house edge of {exact(edge - win)} instead of {exact(edge)}"
            )
    return "; ".join(edges) or f"whoever reads {written} as odds to expects one unit more than {meant}"
