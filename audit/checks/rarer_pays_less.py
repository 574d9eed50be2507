"""A pay table out of order with the frequencies.

What: Within one wager, an outcome or a position that is rarer than another and pays less.
Why: It may be meant; as often two rows were exchanged when the list was typed.
Example: 2 at 2 to 1 (1 of 36) beside 11 at 3 to 1 (2 of 36).
Instead: the greater payout beside the rarer outcome.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.hand_tables import hand_tables, payout_of
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, clauses, exact, joined, listed, plain_name, wager_name
from audit.language.diagnostics import Severity
from audit.play.wording import pattern_text
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.money import Odds, plain
from audit.ruleset.patterns import AnyOf
from audit.ruleset.tables import Outcome
from audit.solve.solving import Solution, SolvedStart
from audit.solve.stakes import End

NAME = "rarer-pays-less"
FAMILY = "money"
SEVERITY = Severity.NOTE
DYNAMIC = True


@dataclass(frozen=True)
class _Paid:
    """One way to win: what it is called, how probable it is, what it gains per unit."""

    label: str
    chance: Fraction
    net: Fraction
    pays: str
    cites: tuple[str, ...]


def check(context: Context) -> Iterator[Finding]:
    """Pairs of ways to win that are out of order: the widest of each wager, or of each table of hands."""
    for name, solution in context.solutions.items():
        if any(isinstance(line, wg.PaidAs) for line in solution.wager.lines):
            continue  # several wagers in one: what it gains on a roll is no row of a table
        firsts = _firsts(solution)
        pairs = [pair for start in firsts for pair in _out_of_order(_wins(start))] or _out_of_order(
            _by_position(firsts)
        )
        if pairs:
            rare, often = max(pairs, key=lambda p: (p[1].net - p[0].net, p[1].chance - p[0].chance))
            yield _finding(context, name, wager_name(name), solution.wager.basis.span, rare, often)
    yield from _of_hands(context)


def _of_hands(context: Context) -> Iterator[Finding]:
    """Rows of a table of one hand that are out of order by how many hands each counts for: the widest of each table.

    A hand that is ranked below a more frequent one and pays less keeps to the ranking: `ranking-against-frequency`
    tells of that.
    """
    for table in hand_tables(context):
        ways: list[tuple[_Paid, int]] = []
        for row, number in table.decides.items():
            net = payout_of(row)
            if net is not None and number:
                odds = next(str(cell) for cell in row.cells if isinstance(cell, Odds))
                tests = ", ".join(pattern_text(cell) for cell in row.cells if isinstance(cell, AnyOf))
                paid = _Paid(tests, Fraction(number, table.total), net, odds, cites_of([row.basis]))
                ways.append((paid, table.best[row]))
        place = {id(paid): best for paid, best in ways}
        pairs = [
            (rare, often) for rare, often in _out_of_order([w for w, _ in ways]) if place[id(rare)] > place[id(often)]
        ]
        if pairs:
            rare, often = max(pairs, key=lambda p: (p[1].net - p[0].net, p[1].chance - p[0].chance))
            names = listed([wager_name(name) for name in table.found.names])
            yield _finding(context, " ".join(table.found.names), names, table.found.basis.span, rare, often)


def _firsts(solution: Solution) -> list[SolvedStart]:
    """Each position as first made; where that is at several moments of different figures, none is the position's."""
    found: dict[int, list[SolvedStart]] = {}
    for start in solution.starts:
        if not start.start.permission.is_right:
            found.setdefault(start.case, []).append(start)
    return [starts[0] for starts in found.values() if len({s.figures.win for s in starts}) == 1]


def _wins(start: SolvedStart) -> list[_Paid]:
    """The ways in which one position wins, row by row of its table, or roll by roll."""
    summed: dict[tuple[str, Fraction, str], tuple[Fraction, tuple[str, ...]]] = {}
    for end, chance in start.ends.items():
        if chance and end.result == Outcome.WIN.value and end.net is not None:
            key = (_label(end), end.net, end.pays)
            known = summed.get(key, (Fraction(0), ()))
            summed[key] = (known[0] + chance, joined(known[1], end.cites))
    return [_Paid(label, chance, net, pays, cites) for (label, net, pays), (chance, cites) in summed.items()]


def _label(end: End) -> str:
    return end.label or "a win"


def _by_position(firsts: list[SolvedStart]) -> list[_Paid]:
    """Positions that win in one way only, each as one way to win of the whole wager."""
    found: list[_Paid] = []
    for start in firsts:
        nets = {end.net for end, chance in start.ends.items() if chance and end.result == Outcome.WIN.value}
        net = next(iter(nets)) if len(nets) == 1 else None
        if net is None:
            continue
        wins = _wins(start)
        pays = wins[0].pays
        cites = joined(*(w.cites for w in wins))
        found.append(_Paid(start.position.label, start.figures.win, net, pays, cites))
    return found


def _out_of_order(ways: list[_Paid]) -> list[tuple[_Paid, _Paid]]:
    """Pairs in which the first is rarer and pays less, roll for roll: a row of many rolls is as common as its rolls."""
    return [
        (rare, often)
        for rare in ways
        for often in ways
        if rare.chance < often.chance and rare.net < often.net and _each(rare) < _each(often)
    ]


def _each(way: _Paid) -> Fraction:
    return way.chance / max(1, len([p for p in way.label.split(",") if p.strip()]))


def _cause(cites: tuple[str, ...]) -> str:
    if not cites:
        return "Nothing in the text ties these payouts to how often the two come up."
    sets = "set" if len(cites) > 1 else "sets"
    return f"{clauses(cites)} {sets} both payouts, and nothing ties them to how often the two come up."


def _finding(context: Context, name: str, who: str, span: Span, rare: _Paid, often: _Paid) -> Finding:
    less, more = plain_name(rare.label), plain_name(often.label)

    def told(way: _Paid) -> str:
        return way.pays if way.pays and way.pays != "as its parts" else f"{plain(way.net)} to 1"

    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who}: {less} is rarer than {more} and pays less"),
        condition=Prose(
            f"{less} comes about with {exact(rare.chance)} and pays {told(rare)}; {more} with "
            f"{exact(often.chance)} and pays {told(often)}."
        ),
        criteria=Prose("As a rule the rarer of two outcomes should pay more."),
        cause=Prose(_cause(joined(rare.cites, often.cites))),
        effect=Prose(f"{told(rare)} for a chance of {exact(rare.chance)}, {told(often)} for {exact(often.chance)}"),
        recommendation=Prose("See whether the two payouts were exchanged."),
        ruleset=context.id,
        subject=f"{name} {rare.label} {often.label}",
        cites=joined(rare.cites, often.cites),
        span=span,
        witness=None,
        no_witness_because=Prose("It is a matter of frequencies, not of a round."),
    )
