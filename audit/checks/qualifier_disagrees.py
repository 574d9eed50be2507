"""A qualifying rank that is stated differently in two places.

What: The least hand that a dealer qualifies with, or that a wager is won with, given as one rank in one clause and as
    another in a second; a wager that is on a rank or better while its pay table pays lower hands, or has no row for it.
    Of a ruleset: hands that are compared with one hand from one rank on in one place, and from another in a second.
Why: Hands between the two ranks win by one clause and lose by the other.
Example: F.2 has the dealer qualify with queen high or better; J.4 with king high or better.
Instead: one clause gives the rank, the others refer to it.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.lines import test_words
from audit.checks.prose import Prose
from audit.checks.tables_found import result_tables
from audit.checks.wording import cites_of, few, listed, plain_name, sentence, wager_name
from audit.language.diagnostics import Severity
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import places as pl
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

NAME = "qualifier-disagrees"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = Prose("A qualifying rank must be the same wherever it is stated.")
SETTLES = rd.SettleAll | rd.SettleSome


@dataclass(frozen=True)
class Qualifier:
    """From which rank on a hand counts, as one place has it: ``where`` names the place, ``rank`` is such as ``Q high``."""

    hand: str
    rank: str
    where: str
    bases: tuple[Basis, ...]


def check(context: Context) -> Iterator[Finding]:
    """One finding for each hand of the dealer that counts from different ranks on."""
    ruleset = context.configured.ruleset
    of_hand: dict[str, list[Qualifier]] = defaultdict(list)
    for one in _stated(ruleset, _Reader.of(ruleset)):
        of_hand[one.hand].append(one)
    for hand, told in of_hand.items():
        if len({one.rank for one in told}) > 1:
            yield _finding(context, hand, told)


def _finding(context: Context, hand: str, told: Sequence[Qualifier]) -> Finding:
    places: dict[str, list[str]] = defaultdict(list)
    for one in told:
        places[one.rank].append(one.where)
    ranks = [f"{rank} or better" for rank in places]
    ways = [f"{rank} or better in {few(dict.fromkeys(where), 3)}" for rank, where in places.items()]
    bases = [basis for one in told for basis in one.bases]
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{plain_name(hand)} counts from different ranks on: {listed(ways)}"),
        condition=Prose(sentence(f"{plain_name(hand)} counts with {listed(ways)}")),
        criteria=CRITERIA,
        cause=Prose("Each place states the rank for itself."),
        effect=Prose("hands between the two ranks qualify in one place and not in the other"),
        recommendation=Prose(f"Say in one place with which hand the dealer qualifies: {listed(ranks, 'or')}."),
        ruleset=context.id,
        subject=f"qualifier of {hand}",
        cites=cites_of(bases),
        span=bases[0].span,
        witness=None,
        no_witness_because=Prose("The two places show it; a round is settled by each in turn."),
    )


# the places in which a ruleset states it


@dataclass(frozen=True)
class _Reader:
    """Reads from which rank on a hand of the dealer counts; ``facts`` are the definitions that say it by a name."""

    hands: frozenset[str]
    facts: Mapping[str, tuple[str, str, Basis]]

    @classmethod
    def of(cls, ruleset: Ruleset) -> _Reader:
        dealers = {area.name.text for area in ruleset.of(pl.Area) if area.owner is pl.Owner.DEALER}
        named = (hand.name.text for hand in _formed(ruleset) if any(pick.area.text in dealers for pick in hand.picks))
        plain = cls(frozenset((*dealers, *named)), {})
        found: dict[str, tuple[str, str, Basis]] = {}
        for fact in ruleset.of(wo.DefinedFact):
            for hand, rank in plain.in_condition(fact.condition):
                found[fact.name.text] = (hand, rank, fact.basis)
        return cls(plain.hands, found)

    def in_condition(self, condition: cd.Condition | None) -> Iterator[tuple[str, str]]:
        """Hands and ranks that a condition asks for, itself or by a definition."""
        for node in walk(condition):
            match node:
                case cd.Is(subject=ex.Called(name), tests=tests) | cd.IsNot(subject=ex.Called(name), tests=tests):
                    yield from self._asked(name.text, tests)
                case cd.Holds(what=ex.Called(name)) if name.text in self.facts:
                    yield self.facts[name.text][:2]

    def in_row(self, table: tb.Table, row: tb.Row) -> Iterator[tuple[str, str, Basis]]:
        """The same of the cells of a row."""
        for column, cell in zip(table.columns, row.cells, strict=True):
            if not isinstance(column, tb.Looks) or not isinstance(column.what, ex.Called) or not isinstance(cell, pt.AnyOf):
                continue
            name = column.what.name.text
            if name in self.facts and cell.tests != (pt.Special.ANY,):
                yield self.facts[name]
            yield from ((hand, rank, row.basis) for hand, rank in self._asked(name, cell.tests))

    def _asked(self, name: str, tests: Sequence[pt.Pattern]) -> Iterator[tuple[str, str]]:
        if name in self.hands:
            yield from ((name, rank) for test in tests if (rank := rank_of(test)))


def rank_of(test: pt.Pattern) -> str:
    """The rank from which on a test is met, or below which it is; empty for a test of another kind."""
    match test:
        case pt.Not(inner):
            return rank_of(inner)
        case pt.High(bound=pt.Bound.OR_BETTER) | pt.Named(bound=pt.Bound.OR_BETTER) | pt.NamedOf(bound=pt.Bound.OR_BETTER):
            return test_words(replace(test, bound=None))
        case pt.Below(name):
            return test_words(pt.Named(name))
        case pt.BelowOf(name, spots):
            return test_words(pt.NamedOf(name, spots, None))
        case pt.BelowHigh(rank):
            return test_words(pt.High(rank, None))
        case _:
            return ""


def _stated(ruleset: Ruleset, reader: _Reader) -> Iterator[Qualifier]:
    """Each place that says from which rank on a hand counts; one that names several ranks is a table of prices."""
    for hand in _formed(ruleset):
        rank = rank_of(hand.qualifying) if hand.qualifying is not None else ""
        if rank and hand.name.text in reader.hands:
            yield Qualifier(hand.name.text, rank, f"the hand {plain_name(hand.name.text)}", (hand.basis,))
    for found in result_tables(ruleset):
        hands = _compared(found.table.columns)
        asked = [one for row in found.table.rows for one in reader.in_row(found.table, row) if one[0] in hands]
        yield from _one_rank(asked, f"the table of {listed([wager_name(name) for name in found.names])}")
    for wager in ruleset.of(wg.Wager):
        rows = [line for line in wager.lines if isinstance(line, wg.ResultRow | wg.OtherwiseRow) and _compared(line.guard)]
        asked = [(*one, line.basis) for line in rows for one in reader.in_condition(line.guard)]
        yield from _one_rank(asked, f"the lines of {wager_name(wager.name.text)}")
    for round_ in ruleset.of(rd.Round):
        for line in (node for node in walk(round_) if isinstance(node, rd.Act | rd.ActOtherwise)):
            if any(isinstance(act, SETTLES) for act in line.actions):
                asked = [(*one, line.basis) for one in reader.in_condition(line.guard)]
                yield from _one_rank(asked, "a line that settles")


def _formed(ruleset: Ruleset) -> Iterator[wo.BestHandOf | wo.WholeHandOf]:
    yield from ruleset.of(wo.BestHandOf)
    yield from ruleset.of(wo.WholeHandOf)


def _one_rank(asked: Sequence[tuple[str, str, Basis]], where: str) -> Iterator[Qualifier]:
    for hand in dict.fromkeys(hand for hand, _, _ in asked):
        ranks = {rank for of, rank, _ in asked if of == hand}
        if len(ranks) == 1:
            bases = dict.fromkeys(basis for of, _, basis in asked if of == hand)
            yield Qualifier(hand, ranks.pop(), where, tuple(bases))


def _compared(node: object) -> frozenset[str]:
    """The hands that are compared with another in a piece of a ruleset."""
    sides = (side for part in walk(node) if isinstance(part, ex.Against) for side in (part.left, part.right))
    return frozenset(side.name.text for side in sides if isinstance(side, ex.Called))
