"""The text of `audit show`: the checked definition, each line with its clause and the line that says it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from audit.language.quoting import words_of_line
from audit.language.syntax import Source
from audit.report.terminal.listing import edition, sources
from audit.report.terminal.tables import Column, listing, table
from audit.ruleset import cardroom, chance, meters, parameters, places, tables, wagers, worth
from audit.ruleset import controls as ct
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis
from audit.ruleset.configure import domain_text, value_text
from audit.ruleset.expressions import Money, Percent
from audit.ruleset.money import plain
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated, Statement

CLAUSES_AT = 72

SECTIONS: tuple[tuple[str, tuple[type[Statement], ...]], ...] = (
    (
        "equipment",
        (
            chance.Dice,
            chance.Wheel,
            chance.Layout,
            chance.Chance,
            chance.Deck,
            chance.ListedDeck,
            places.Area,
            places.Seats,
            places.PositionsPlayed,
            places.Button,
            places.Stack,
            ct.Measure,
        ),
    ),
    (
        "what cards are worth",
        (
            worth.Group,
            worth.Count,
            worth.Ranking,
            worth.InverseRanking,
            worth.CardOrderNamed,
            worth.SuitsEqual,
            worth.SuitsOrdered,
            worth.BestHandOf,
            worth.WholeHandOf,
            worth.LowerHand,
            worth.HigherHand,
            worth.DefinedFact,
            worth.DefinedOfHand,
            worth.DefinedValue,
        ),
    ),
    ("wagers", (wagers.Wager, wagers.NoOtherWagers, wagers.Role)),
    ("the round", (rd.Round, cardroom.Betting, cardroom.BettingRules, cardroom.State, cardroom.While)),
    (
        "results and payouts",
        (
            tables.SettleTable,
            tables.PayoutList,
            tables.PaysRate,
            tables.PaysTable,
            tables.Bonus,
            tables.FunctionTable,
            tables.Grid,
            tables.Way,
            cardroom.Award,
        ),
    ),
    ("meters, caps and fees", (meters.Meter, meters.Cap, meters.Fee)),
    ("irregularities", (ct.Irregularity,)),
    ("what is needed and permitted", (ct.Needs, ct.Permits, ct.Party)),
)


@dataclass(frozen=True)
class Show:
    """A ruleset to be shown, with the texts that its lines come from."""

    ruleset: Ruleset
    sources: Mapping[str, Source]
    width: int = 100

    def text(self, *, everything: bool = False) -> Iterator[str]:
        """The whole definition; duties and words are counted, and listed with ``everything``."""
        yield from self.head()
        yield from self.choices()
        for title, kinds in SECTIONS:
            found = self.ruleset.of(*kinds)
            if found:
                yield ""
                yield title
                for statement in found:
                    yield from self.statement(statement)
        duties, terms, notes = self.ruleset.of(ct.Duty), self.ruleset.of(ct.Term), self.ruleset.of(ct.Note)
        yield from self.assumptions()
        yield ""
        if everything:
            yield from self.duties()
            for kind in (terms, notes):
                for statement in kind:
                    yield from self.statement(statement)
        else:
            yield f"{len(duties)} duties (--duties), {len(terms)} terms, {len(notes)} notes (--all)"

    def head(self) -> Iterator[str]:
        head = self.ruleset.head
        yield f'{head.kind.value} {head.id}  "{head.title}"'
        yield f"  {head.issuer or 'issuer not stated'}; {head.jurisdiction or 'jurisdiction not stated'}; edition {edition(head)}"
        yield f"  source {sources(head) or 'none'}"
        for word, value in (("amends", head.amends), ("supersedes", ", ".join(head.supersedes)), ("under", head.under)):
            if value:
                yield f"  {word} {value}"
        if head.begins_at or head.missing:
            missing = f"; missing: {', '.join(head.missing)}" if head.missing else ""
            yield f"  the text at hand begins at {head.begins_at or 'its start'}{missing}: absence proves nothing there"

    def choices(self) -> Iterator[str]:
        options = self.ruleset.of(parameters.Option)
        rows = [
            (
                o.name.text,
                domain_text(o),
                value_text(o.default) if o.default is not None else "none",
                cited(o.basis),
                line(o.basis),
            )
            for o in options
        ]
        if rows:
            yield ""
            columns = (
                Column("option"),
                Column("permitted", cut=44),
                Column("default"),
                Column("clauses", drop=1),
                Column("line", right=True, drop=2),
            )
            yield from table(columns, rows, self.width)

    def assumptions(self) -> Iterator[str]:
        rows = [
            (a.name.text, domain_text(a) or "a reason", a.because, cited(a.basis))
            for a in self.ruleset.of(parameters.Assumption)
        ]
        if rows:
            yield ""
            columns = (
                Column("assumption"),
                Column("taken or instead", cut=40),
                Column("because", cut=70, drop=1),
                Column("clauses", drop=2),
            )
            yield from table(columns, rows, self.width)

    def statement(self, statement: Statement) -> Iterator[str]:
        """A statement and every line below it, one line each."""
        yield from self._stated(statement, 1)

    def _stated(self, stated: Stated, depth: int) -> Iterator[str]:
        yield self._line(stated.basis, depth)
        for name in ("lines", "steps", "cases", "choices", "permissions", "rules", "settings", "order"):
            for inner in getattr(stated, name, ()) or ():
                if isinstance(inner, Stated):
                    yield from self._stated(inner, depth + 1)
        found = getattr(stated, "table", None)
        rows = found.rows if isinstance(found, tables.Table) else getattr(stated, "rows", ())
        for row in rows:
            if isinstance(row, Stated):
                yield self._line(row.basis, depth + 1)

    def _line(self, basis: Basis, depth: int) -> str:
        words = words_of_line(basis.span, self.sources)
        text = f"{'  ' * depth}{words}"
        grounds = listing(tuple(dict.fromkeys(str(c) for c in (basis.own or basis.cites))), 24)
        assumed = "assumed" if basis.assumption is not None else ""
        behind = ", ".join(x for x in (grounds, assumed) if x)
        gap = "" if len(text) < CLAUSES_AT else "  "
        number = f"{basis.span.line:>5}" if basis.span.line else ""
        return f"{text:<{CLAUSES_AT}}{gap}{behind:<24}{number}".rstrip()

    # parts asked for by name

    def wager(self, wager: wagers.Wager) -> Iterator[str]:
        """One wager with all that holds for it, defaults and payouts included."""
        yield from self.statement(wager)
        name = wager.name.text
        for listed in self.ruleset.of(tables.PayoutList):
            rows = [row for row in listed.table.rows if speaks_of(row, name)]
            if rows:
                yield self._line(listed.basis, 1)
                for row in rows:
                    yield self._line(row.basis, 2)
        for statement in pricing(self.ruleset, name):
            yield from self.statement(statement)

    def duties(self) -> Iterator[str]:
        """The duties as a table: who, must, what, how often and under what, clause."""
        duties = self.ruleset.of(ct.Duty)
        rows = [
            (str(d.actor), d.modal.value, d.text, ", ".join(slot_text(s) for s in d.all_slots), cited(d.basis))
            for d in duties
        ]
        columns = (
            Column("who"),
            Column("must"),
            Column("what", cut=60),
            Column("how often, under what", cut=40),
            Column("clause", drop=1),
        )
        yield from table(columns, rows, self.width)
        yield f"{len(duties)} duties"


def slot_text(slot: ct.Slot) -> str:
    """A slot of a duty in words."""
    match slot:
        case ct.Every(number, unit):
            return f"every {number} {unit}"
        case ct.Each(what):
            return f"each {what}"
        case ct.SoOften(number, each):
            return f"{number} times each {each}"
        case ct.NoFewer(size):
            return f"at least {size_text(size)}"
        case ct.NoMoreThan(size):
            return f"at most {size_text(size)}"
        case ct.Exactly(size):
            return size_text(size)
        case ct.BeforeEvent(text):
            return f"before {text}"
        case ct.AfterEvent(text):
            return f"after {text}"
        case ct.UntilEvent(text):
            return f"until {text}"
        case ct.InCase(text):
            return f"in case {text}"
        case ct.Except(text):
            return f"except {text}"
        case ct.VerifiedBy(actor):
            return f"verified by {actor}"
        case ct.ApprovedBy(actor):
            return f"approved by {actor}"
        case ct.PostedOn(text):
            return f"posted on {text}"
        case ct.OrElse(text):
            return f"else {text}"


def size_text(size: ct.Size) -> str:
    value = value_text(size.value) if isinstance(size.value, Money | Percent) else plain(size.value)
    return f"{value} {size.unit}" if size.unit else value


def cited(basis: Basis) -> str:
    return ", ".join(dict.fromkeys(str(c) for c in basis.cites)) or ("assumed" if basis.assumption else "")


def line(basis: Basis) -> str:
    return str(basis.span.line) if basis.span.line else ""


def speaks_of(row: tables.Row, name: str) -> bool:
    first = row.cells[0]
    if isinstance(first, pt.WagerOn):
        return first.wager.text == name
    return isinstance(first, pt.AnyOf) and any(isinstance(t, pt.Named) and t.name.text == name for t in first.tests)


def pricing(ruleset: Ruleset, wager: str) -> Iterator[tables.SettleTable | tables.PaysRate | tables.PaysTable]:
    """The top-level statements, besides payout lists, that settle or price a wager."""
    for statement in ruleset.statements:
        match statement:
            case tables.SettleTable() | tables.PaysRate() | tables.PaysTable() if any(
                n.text == wager for n in statement.wagers
            ):
                yield statement
