"""The text of `audit show`: the checked definition, each line with its clause and the line that says it."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from audit.language.printing import width_of
from audit.language.quoting import words_of_line
from audit.language.syntax import Source
from audit.report.statements import pricing, slot_text, speaks_of
from audit.report.terminal.tables import Column, listing, table
from audit.ruleset import cardroom, chance, meters, parameters, places, tables, wagers, worth
from audit.ruleset import controls as ct
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import domain_text, value_text
from audit.ruleset.reasons import reasons
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated, Statement

GROUND, NUMBER = 24, 5
"""Room for the clauses and for the number of the line."""


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


ALWAYS_SHOWN: tuple[type[Statement], ...] = (parameters.Option, parameters.OptionRows, parameters.Assumption)
"""Shown as tables of their own."""

ON_REQUEST: tuple[type[Statement], ...] = (ct.Duty, ct.Term, ct.Note)
"""Counted, and listed when asked for."""

OTHER_FILES = "abcdefghijklmnopqrstuvwxyz"
NOT_HEADINGS = ("change ", "replace ", "include ", "amends ", "round")


@dataclass(frozen=True)
class Show:
    """A ruleset to be shown, with the texts that its lines come from; ``cuts`` shortens words to the width."""

    ruleset: Ruleset
    sources: Mapping[str, Source]
    width: int = 100
    cuts: bool = True
    _others: dict[str, str] = field(default_factory=dict, repr=False)

    def text(self, *, everything: bool = False) -> Iterator[str]:
        """The whole definition; duties and words are counted, and listed with ``everything``."""
        yield from self.head()
        yield from self.choices()
        known = (*ALWAYS_SHOWN, *ON_REQUEST, *(kind for _, kinds in SECTIONS for kind in kinds))
        rest = tuple(type(s) for s in self.ruleset.statements if not isinstance(s, known))
        for title, kinds in (*SECTIONS, ("besides", rest)):
            found = self.ruleset.of(*kinds) if kinds else ()
            if found:
                yield ""
                yield title
                for statement in found:
                    yield from self.statement(statement)
        yield from self.assumptions()
        duties, terms, notes = (self.ruleset.of(kind) for kind in ON_REQUEST)
        yield ""
        if everything:
            yield from self.duties()
            for kind in (terms, notes):
                for statement in kind:
                    yield from self.statement(statement)
        else:
            yield (
                f"{counted(len(duties), 'duty', 'duties')} (--duties), {counted(len(terms), 'term')}, "
                f"{counted(len(notes), 'note')} (--all)"
            )
        yield from self.legend()

    def head(self) -> Iterator[str]:
        head = self.ruleset.head
        yield f'{head.kind.value} {head.id}  "{head.title}"'
        yield f"  issuer        {head.issuer or 'not stated'}"
        yield f"  jurisdiction  {head.jurisdiction or 'not stated'}"
        for dated in head.dates:
            on = str(dated.on) if dated.on else "not stated"
            by = f", by {dated.by}" if dated.by else ""
            assumed = " (assumed)" if dated.basis.assumed is not None else ""
            yield f"  {dated.words or dated.kind.value:<12}  {on}{assumed}{by}"
        for source in head.sources:
            lines = f", lines {source.first_line} through {source.last_line}" if source.first_line else ""
            yield f'  {"the same in" if source.is_witness else "source":<12}  "{source.document}"{lines}'
        for word, value in (("amends", head.amends), ("supersedes", ", ".join(head.supersedes)), ("under", head.under)):
            if value:
                yield f"  {word:<12}  {value}"
        if head.begins_at or head.missing or head.breaks_off_at:
            parts = [
                f"begins at {head.begins_at}" if head.begins_at else "",
                f"lacks {', '.join(head.missing)}" if head.missing else "",
                f"breaks off at {head.breaks_off_at}" if head.breaks_off_at else "",
            ]
            yield f"  the text at hand {' and '.join(p for p in parts if p)}: that something does not stand there proves nothing"

    def choices(self) -> Iterator[str]:
        rows = [
            (
                o.name.text,
                domain_text(o),
                _default(o),
                cited(o.basis),
                self.line_number(o.basis),
            )
            for o in self.ruleset.statements
            if isinstance(o, parameters.Option | parameters.OptionRows)
        ]
        if rows:
            yield ""
            columns = (
                Column("option"),
                Column("permitted", cut=44, least=20),
                Column("default", cut=24, least=12),
                Column("clauses", cut=30, least=12, items=True, drop=1),
                Column("line", right=True, drop=2),
            )
            yield from table(columns, rows, self.width)

    def assumptions(self) -> Iterator[str]:
        rows = [
            (
                a.name.text,
                value_text(a.taken) if a.taken is not None else "",
                ", ".join(value_text(v) for v in a.instead),
                cited(a.basis),
                self.line_number(a.basis),
                a.because,
            )
            for a in self.ruleset.of(parameters.Assumption)
        ]
        rows += [
            ("", "", "", ", ".join(dict.fromkeys(cited(b) for b in bases if b.cites)), self.line_number(bases[0]), because)
            for because, bases in reasons(self.ruleset).items()
        ]
        if not rows:
            return
        yield ""
        columns = (
            Column("assumption"),
            Column("taken"),
            Column("may be read as", cut=40, least=14),
            Column("clauses", cut=30, least=12, items=True, drop=1),
            Column("line", right=True, drop=2),
        )
        lines = table(columns, [row[:5] for row in rows], self.width)
        yield lines[0]
        for told, row in zip(lines[1:], rows, strict=True):
            yield told
            yield from textwrap.wrap(
                row[5], self.width, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False
            )

    def legend(self) -> Iterator[str]:
        """Which other files the lines with a letter behind their number stand in."""
        for name, letter in self._others.items():
            yield f"{letter} = a line of {name}"

    def statement(self, statement: Statement, depth: int = 1) -> Iterator[str]:
        """A statement and every line below it, one line each."""
        yield from self._stated(statement, depth)

    def _stated(self, stated: Stated, depth: int) -> Iterator[str]:
        yield self._line(stated.basis, depth)
        under: tuple[tuple[str, int], ...] = ()
        for name in ("lines", "steps", "cases", "choices", "permissions", "rules", "settings", "order"):
            for inner in getattr(stated, name, ()) or ():
                if isinstance(inner, Stated):
                    headings = self._headings(inner.basis, stated.basis)
                    for n, (words, number) in enumerate(headings):
                        if headings[: n + 1] != under[: n + 1]:
                            yield self._laid_out(words, depth + 1 + n, "", self._numbered(inner.basis, number))
                    under = headings
                    yield from self._stated(inner, depth + 1 + len(headings))
        found = getattr(stated, "table", None)
        if isinstance(found, tables.Table) and found.policy_line is not None:
            yield self._line(found.policy_line.basis, depth + 1)
        rows = found.rows if isinstance(found, tables.Table) else getattr(stated, "rows", ())
        yield from self._rows([row.basis for row in rows if isinstance(row, Stated)], depth + 1)

    def _headings(self, basis: Basis, owner: Basis) -> tuple[tuple[str, int], ...]:
        """The headings between a line and the statement that it is of, outermost first: ``at come_out``."""
        source = self.sources.get(basis.span.source)
        found: list[tuple[str, int]] = []
        if source is None or not 0 < basis.span.line <= len(source.lines):
            return ()
        column = basis.span.column - 1
        for number in range(basis.span.line - 1, 0, -1):
            text = source.line(number)
            indent = len(text) - len(text.lstrip())
            if not text.strip() or text.lstrip().startswith(("#", "|")) or indent >= column:
                continue
            if (basis.span.source, number) == (owner.span.source, owner.span.line):
                break
            words = words_of_line(Span(basis.span.source, number, indent + 1, number, len(text) + 1), self.sources)
            if not words.startswith(NOT_HEADINGS):
                found.append((words, number))
            column = indent
            if not indent:
                break
        return tuple(reversed(found))

    def _rows(self, bases: Sequence[Basis], depth: int) -> Iterator[str]:
        """The rows of a table under its heading, their cells aligned."""
        lines = [words_of_line(b.span, self.sources) for b in bases]
        head = self._table_head(bases[0]) if bases else ""
        cells = [split_cells(line) for line in ([head] if head else []) + lines]
        most = max((len(row) for row in cells), default=0)
        widths = [max((width_of(row[n]) for row in cells if n < len(row)), default=0) for n in range(most)]
        shown = [
            "| " + " | ".join(cell + " " * (widths[n] - width_of(cell)) for n, cell in enumerate(row)) + " |"
            for row in cells
        ]
        if head:
            yield f"{'  ' * depth}{shown[0]}"
        for text, basis in zip(shown[1:] if head else shown, bases, strict=True):
            yield self._laid_out(text, depth, self._ground(basis), self.line_number(basis))

    def _table_head(self, first: Basis) -> str:
        source = self.sources.get(first.span.source)
        if source is None or not 1 < first.span.line <= len(source.lines):
            return ""
        above = source.line(first.span.line - 1).strip()
        return above if above.startswith("|") else ""

    def _line(self, basis: Basis, depth: int) -> str:
        words = words_of_line(basis.span, self.sources)
        return self._laid_out(words, depth, self._ground(basis), self.line_number(basis))

    def _laid_out(self, words: str, depth: int, ground: str, number: int | str) -> str:
        text = f"{'  ' * depth}{words}"
        room = self.width - GROUND - NUMBER
        gap = "" if width_of(text) < room else "  "
        line = f"{text}{' ' * (room - width_of(text))}{gap}{ground}"
        # What is long takes the room before the number, too.
        return f"{line}{str(number).rjust(max(self.width - width_of(line), len(str(number)) + 2))}".rstrip()

    def laid_out(self, words: str, depth: int, ground: str, basis: Basis) -> str:
        """Words of one's own in the columns of this text, with the line that they tell of."""
        return self._laid_out(words, depth, listing(tuple(ground.split(", ")), GROUND - 1) if ground else "", self.line_number(basis))

    def _ground(self, basis: Basis) -> str:
        assumed = "assumed" if basis.assumption is not None else ""
        cites = tuple(dict.fromkeys(str(c) for c in (basis.own or basis.cites)))
        grounds = listing(cites, GROUND - 1 - (len(assumed) + 2 if assumed else 0)) if cites else ""
        return ", ".join(x for x in (grounds, assumed) if x)

    def line_number(self, basis: Basis) -> str:
        """The line of a file; one of another file than the ruleset's own has a letter behind it, see `legend`."""
        return self._numbered(basis, basis.span.line)

    def _numbered(self, basis: Basis, number: int) -> str:
        """A line of the file that a basis stands in."""
        if not number:
            return ""
        name = basis.span.source
        if name == self.ruleset.head.basis.span.source:
            return str(number)
        letter = self._others.setdefault(name, OTHER_FILES[len(self._others) % len(OTHER_FILES)])
        return f"{number}{letter}"

    # parts asked for by name

    def wager(self, wager: wagers.Wager) -> Iterator[str]:
        """One wager with all that holds for it, defaults and payouts included."""
        yield from self.statement(wager, 0)
        name = wager.name.text
        for listed in self.ruleset.of(tables.PayoutList):
            rows = [row.basis for row in listed.table.rows if speaks_of(row, name)]
            if rows:
                yield self._line(listed.basis, 0)
                yield from self._rows(rows, 1)
        for statement in pricing(self.ruleset, name):
            yield from self.statement(statement, 0)
        yield from self.legend()

    def ranking(self, ranking: worth.Ranking) -> Iterator[str]:
        """One ranking, class by class, with what it takes and the clause; then how hands of one class compare."""
        yield self._line(ranking.basis, 0)
        classes = [line for line in ranking.lines if isinstance(line, worth.HandClass)]
        rows = []
        for one in classes:
            words = words_of_line(one.basis.span, self.sources)
            takes = words.removeprefix(one.name.text).strip()
            rows.append((one.name.text, takes, cited(one.basis), self.line_number(one.basis)))
        columns = (
            Column("class"),
            Column("what it takes", cut=70, least=20),
            Column("clauses", cut=30, least=12, items=True),
            Column("line", right=True, drop=1),
        )
        yield from table(columns, rows, self.width, indent="  ")
        for line in ranking.lines:
            if not isinstance(line, worth.HandClass):
                yield self._line(line.basis, 1)
        first = "worst" if ranking.worst_first else "best"
        yield f"{counted(len(classes), 'class', 'classes')}, {first} first; a hand is of the first class that its cards meet"
        yield from self.legend()

    def duties(self) -> Iterator[str]:
        """The duties as a table: who, must, what, how often and under what, clause.  Words are cut on a terminal only."""
        duties = self.ruleset.of(ct.Duty)
        rows = [
            (str(d.actor), d.modal.value, d.text, "; ".join(slot_text(s) for s in d.all_slots), cited(d.basis))
            for d in duties
        ]
        columns = (
            Column("who", cut=22, least=12),
            Column("must"),
            Column("what", cut=60, least=24),
            Column("how often, under what", cut=40, least=16),
            Column("clause", cut=16, least=6, items=True),
        )
        if rows:
            yield from table(columns, rows, self.width if self.cuts else 0)
        yield counted(len(duties), "duty", "duties")


def split_cells(line: str) -> list[str]:
    """The cells of a row as written; a stroke within quotation marks parts nothing."""
    cells, held, quoted = [], "", False
    for letter in line.strip().removeprefix("|"):
        quoted ^= letter == '"'
        if letter == "|" and not quoted:
            cells.append(held.strip())
            held = ""
        else:
            held += letter
    return [*cells, held.strip()] if held.strip() else cells


def counted(count: int, one: str, more: str = "") -> str:
    """``1 duty``, ``41 duties``."""
    return f"{count} {one if count == 1 else more or f'{one}s'}"


def _default(option: parameters.Option | parameters.OptionRows) -> str:
    default = getattr(option, "default", None)
    return value_text(default) if default is not None else "to be chosen"


def cited(basis: Basis) -> str:
    return ", ".join(dict.fromkeys(str(c) for c in basis.cites)) or ("assumed" if basis.assumption else "")
