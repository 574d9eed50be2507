"""The report: sections of blocks, the same for every renderer.

A renderer knows the blocks and the cells and nothing else; it never looks at a ruleset, a result or a finding.  What a
figure is, is kept as a fraction or an estimate; a clause, a severity and a reference stay what they are.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TypeAlias

from audit.language.diagnostics import Severity
from audit.report.cells import Cell, Figure
from audit.report.inline import Text


class ReportKind(enum.Enum):
    VERIFY = "verify"
    DIFF = "diff"
    VERIFY_DIFF = "verify+diff"
    CHECK = "check"


class Prose(enum.Enum):
    BODY = "body"
    VERDICT = "verdict"
    FINE = "fine"


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: Text
    prose: Prose = Prose.BODY


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading below that of the section."""

    words: str


@dataclass(frozen=True, slots=True)
class Thing:
    """One of the three things to know: a sentence, what stands behind it, where to read on."""

    lead: str
    text: Text
    refs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Things:
    items: tuple[Thing, ...]


@dataclass(frozen=True, slots=True)
class KeyNumber:
    number: int
    words: str


class ColumnKind(enum.Enum):
    """What a column holds; alignment and width follow from it."""

    LABEL = "label"
    NUMBER = "number"
    NAME = "name"
    WORDS = "words"
    SHORT = "short"
    SEVERITY = "severity"
    CLAUSES = "clauses"
    PAYS = "pays"
    ODDS = "odds"
    EDGE = "edge"
    PORTION = "portion"
    RATE = "rate"
    VARIANCE = "variance"
    NET = "net"
    BAR = "bar"
    COUNT = "count"
    AGAINST = "against"
    SQUARES = "squares"
    CHOICE = "choice"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Column:
    kind: ColumnKind
    head: str


@dataclass(frozen=True, slots=True)
class Row:
    """``words`` are what a search in the table looks at, beside what the row shows."""

    cells: tuple[Cell, ...]
    is_sampled: bool = False
    words: str = ""


@dataclass(frozen=True, slots=True)
class RowGroup:
    rows: tuple[Row, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """``id`` names the table; the first column heads its rows.  ``may_filter``: long enough to be searched."""

    id: str
    caption: str
    columns: tuple[Column, ...]
    groups: tuple[RowGroup, ...]
    foot: tuple[Row, ...] = ()
    may_filter: bool = False


@dataclass(frozen=True, slots=True)
class Glance:
    """Counts by severity beside four numbers."""

    counts: Table | None
    numbers: tuple[KeyNumber, ...]


@dataclass(frozen=True, slots=True)
class StepLine:
    number: str
    what: str
    happens: str
    results: tuple[str, ...]
    cites: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WitnessBlock:
    """A round that shows it; ``results`` head the columns of what becomes of the wager."""

    title: str
    results: tuple[str, ...]
    steps: tuple[StepLine, ...]
    command: str


@dataclass(frozen=True, slots=True)
class FindingBlock:
    """A finding; ``since`` says whether an earlier edition has it; ``is_new`` is None where nothing was compared.

    ``edges`` are house edges side by side, where the effect names only the first of them.
    """

    id: str
    severity: Severity
    title: str
    since: str
    is_new: bool | None
    cites: tuple[str, ...]
    elements: tuple[tuple[str, Text], ...]
    edges: Table | None
    witness: WitnessBlock | None
    no_witness: str
    rule: str
    place: str
    fingerprint: str
    waiver: str = ""
    source: str = "ruleset"
    """What ``place`` is a place in."""


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a change: which edition, its clauses, its words with what differs marked; None: not in it."""

    head: str
    edition: str
    cites: tuple[str, ...]
    words: Text | None


@dataclass(frozen=True, slots=True)
class EdgeMove:
    """House edges before and after; either may be unknown.

    ``is_of_one``: one side alone has the wager.  ``has_meters``: it now brings more or less of a meter, which no house edge tells.
    ``is_unsolved``: one that is unknown is so since no method solves the wager.
    """

    old: Fraction | None
    new: Fraction | None
    is_of_one: bool = False
    has_meters: bool = False
    is_unsolved: bool = False


@dataclass(frozen=True, slots=True)
class ChangeBlock:
    id: str
    kind: str
    title: str
    old: Side
    new: Side
    favours: str
    edge: EdgeMove | None
    note: str
    witness: WitnessBlock | None
    no_witness: str


@dataclass(frozen=True, slots=True)
class PanelRow:
    """One result of a wager and its chance; ``share`` sets the length of the bar."""

    net: Fraction | None
    result: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class Panel:
    title: str
    position: str
    edge: Figure | None
    rows: tuple[PanelRow, ...]


@dataclass(frozen=True, slots=True)
class Panels:
    """Small multiples, all on one scale from 0 to 1."""

    items: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class Legend:
    """The key of the bars (``wins`` with or without sampled ones) or of the squares."""

    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Commands:
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Terms:
    entries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SignLines:
    """Lines to write on by hand."""

    words: tuple[str, ...]


Block: TypeAlias = (
    Paragraph | Heading | Things | Glance | Table | FindingBlock | ChangeBlock | Panels | Legend | Bullets | Commands
    | Terms | SignLines
)


@dataclass(frozen=True, slots=True)
class Section:
    id: str
    title: str
    blocks: tuple[Block, ...]
    is_numbered: bool = True


@dataclass(frozen=True, slots=True)
class RunningHead:
    """What stands at the head and foot of each page; the page number comes from the renderer."""

    game: str
    edition: str
    kind: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything that a report says.  ``on`` is the date of the edition, and never that of the run."""

    kind: ReportKind
    kind_words: str
    title: str
    subtitle: str
    full_title: str
    running: RunningHead
    on: date | None
    engine: str
    sections: tuple[Section, ...]
    is_clean: bool
    is_complete: bool

    def section(self, name: str) -> Section | None:
        return next((s for s in self.sections if s.id == name), None)
