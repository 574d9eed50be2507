"""What a comparison of two documents says."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from audit.compare.documents.outcomes import decides
from audit.documents.text import Place, Text


class Kind(enum.Enum):
    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    MOVED = "moved"
    MOVED_AND_AMENDED = "moved and amended"
    RENUMBERED = "renumbered"
    SPLIT = "split"
    MERGED = "merged"
    TITLE = "title changed"
    ROW = "table row changed"
    REFERENCE = "reference changed"
    """Its own words are the same, but what it refers to is now another clause."""


class Weight(enum.IntEnum):
    """How much a difference may matter, the least first."""

    FORM = 0
    """Capitals, punctuation, quotation marks, hyphens, numerals written as words: nothing that is read otherwise."""
    WORDS = 1
    MODAL = 2
    """What must, may or must not be done; negations and exceptions; what a reference points at."""
    VALUE = 3


class MatterKind(enum.Enum):
    """What a matter is about; in the order in which matters of one entry are listed."""

    ODDS = "odds"
    MONEY = "money"
    PERCENT = "percentage"
    NUMBER = "number"
    DURATION = "hours"
    TIME = "time of day"
    DATE = "date"
    CARDS = "cards"
    ORDINAL = "order"
    MODAL = "modality"
    NEGATION = "negation"
    LIMIT = "limit"
    """At least, at most, up to, more than, equal."""
    CONNECTION = "and, or"
    REFERENCE = "reference"

    @property
    def weight(self) -> Weight:
        return Weight.MODAL if self in _BINDING else Weight.VALUE


_BINDING = frozenset(
    {MatterKind.MODAL, MatterKind.NEGATION, MatterKind.LIMIT, MatterKind.CONNECTION, MatterKind.REFERENCE}
)
_FIRST = (
    MatterKind.ODDS,
    MatterKind.MONEY,
    MatterKind.PERCENT,
    MatterKind.DURATION,
    MatterKind.TIME,
    MatterKind.NUMBER,
)


class At(NamedTuple):
    """Where words stand in an entry: which of its sides (from 0), and the offsets in the side's words."""

    side: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Matter:
    """One thing that a reviewer must see: a value, a modal verb, a negation, on one side or changed on both.

    ``old`` and ``new`` are the words as printed, with the noun that a number counts; None where that side has none.
    ``note`` says what is not seen in them: "both oblige", "now points at D.5".
    """

    kind: MatterKind
    old: str | None
    new: str | None
    old_at: At | None = None
    new_at: At | None = None
    note: str = ""

    def __str__(self) -> str:
        if self.old is not None and self.new is not None:
            said = f"{self.old} → {self.new}"
        elif self.new is not None:
            said = f"adds {self.new}"
        else:
            said = f"drops {self.old}"
        return f"{said} ({self.note})" if self.note else said


@dataclass(frozen=True, slots=True)
class Span:
    """Words that stand on one side only, ``start`` to ``end`` (exclusive) in the words of the side."""

    start: int
    end: int
    weight: Weight = Weight.WORDS


@dataclass(frozen=True)
class Side:
    """A clause, or a row of a table, on one side of a comparison.

    ``words`` are title and text of the clause (`Clause.words`), or the cells of the row with " | " between them;
    ``spans`` what is marked in them, in order, not overlapping.  ``part`` is the number of the part, ``page`` and
    ``lines`` count from 1 over the whole document.  ``below`` counts clauses below it that share its fate.
    """

    part: int
    path: str
    label: str
    page: int
    lines: tuple[int, int]
    words: str
    spans: tuple[Span, ...] = ()
    below: int = 0
    confidence: float = 1.0
    """How sure the path is, of the clause."""
    title: str = ""
    row: int | None = None
    """Of a row, its number in its table, the first row being 0."""
    texts: tuple[tuple[int, Text], ...] = field(default=(), repr=False)
    """Where each text of the document begins in ``words``."""

    def place(self, offset: int) -> Place | None:
        """Page, line and column of a character of ``words``; None where it is ours, such as the blank behind a title."""
        for begins, text in reversed(self.texts):
            if begins <= offset:
                inside = offset - begins
                return text.place(inside) if inside < len(text.words) else None
        return None

    @property
    def runs(self) -> Iterator[tuple[str, Weight | None]]:
        """The words cut at the marks: None for what both sides have."""
        at = 0
        for span in self.spans:
            if span.start > at:
                yield self.words[at : span.start], None
            yield self.words[span.start : span.end], span.weight
            at = span.end
        if at < len(self.words):
            yield self.words[at:], None


@dataclass(frozen=True)
class Entry:
    """One difference.

    ``old`` and ``new`` have one side each, but: none on one side where a clause is added or removed, and on the other the
    clause and all below it that came or went with it; more than one where a clause is split, or merged, or where a table
    was printed as text; the first and the last of the range where clauses are renumbered (one where it is a single
    clause; ``count`` says how many of them kept their words).  ``matters`` are in falling weight.  ``says`` is the
    difference in a few words: "3 to 2 → 6 to 5", "reworded", "with 6 clauses below it".  ``doubts`` say in sentences why
    it may be none, ``confidence`` is then below 1.
    """

    kind: Kind
    weight: Weight
    old: tuple[Side, ...]
    new: tuple[Side, ...]
    matters: tuple[Matter, ...] = ()
    says: str = ""
    count: int = 1
    confidence: float = 1.0
    doubts: tuple[str, ...] = ()

    @property
    def old_path(self) -> str:
        return _path(self.old, self.kind)

    @property
    def new_path(self) -> str:
        return _path(self.new, self.kind)

    @property
    def below(self) -> int:
        return max((side.below for side in (*self.old, *self.new)), default=0)

    @property
    def rank(self) -> tuple[int, int]:
        """Among entries of one weight, the lowest is weightiest.

        Of values: those that changed, by kind; those that changed perhaps; those that came or went.  Of what binds: what
        wins, loses, is paid, is void; other duties.
        """
        if self.weight is Weight.VALUE:
            both = [m.kind for m in self.matters if m.old and m.new and m.kind.weight is Weight.VALUE]
            places = [_FIRST.index(kind) if kind in _FIRST else len(_FIRST) for kind in both]
            return (int(self.confidence < 1), min(places)) if places else (2, 0)
        if self.weight is Weight.MODAL:
            alone = not (self.old and self.new)
            sides = (*self.old, *self.new)
            return int(not any(decides(s.words, None if alone else _places(s)) for s in sides)), 0
        return 0, 0

    @property
    def severity(self) -> str:
        """``warning`` for values and modality, else ``note``."""
        return "warning" if self.weight >= Weight.MODAL else "note"


def _places(side: Side) -> list[tuple[int, int, bool]]:
    return [(span.start, span.end, span.weight >= Weight.MODAL) for span in side.spans]


def _path(sides: tuple[Side, ...], kind: Kind) -> str:
    paths = [side.path for side in sides]
    if kind is Kind.RENUMBERED and len(paths) == 2:
        return f"{paths[0]}–{paths[1]}"
    if kind in (Kind.SPLIT, Kind.MERGED):
        return ", ".join(dict.fromkeys(paths))
    return paths[0] if paths else ""


@dataclass(frozen=True, slots=True)
class Following:
    """A reference that changed only because the clause it points at bears another number now."""

    old: Side
    new: Side
    old_words: str
    new_words: str
    target: str
    """The path in the new part of the clause that both point at; empty where only the printed title shows it."""
    old_at: tuple[int, int] = (0, 0)
    new_at: tuple[int, int] = (0, 0)


@dataclass(frozen=True, slots=True)
class Against:
    """A part of the old document and the part of the new one that it was compared with; ``because`` is a sentence."""

    old: int
    new: int
    old_title: str
    new_title: str
    because: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part that was compared with nothing, and why."""

    is_old: bool
    part: int
    title: str
    because: str


@dataclass(frozen=True)
class TextComparison:
    """All differences of two parts, or of two documents.

    ``entries`` are in the order of the new document, what is removed where it stood.  Set apart: ``form`` (nothing is
    read otherwise; clauses cut otherwise are among it), ``following`` (references that follow a renumbering),
    ``read_through`` (explained by damage of a scan).  ``alike`` counts clauses with the same words on both sides;
    ``old_clauses`` and ``new_clauses`` all.
    """

    old: str
    new: str
    entries: tuple[Entry, ...]
    form: tuple[Entry, ...] = ()
    following: tuple[Following, ...] = ()
    read_through: tuple[Entry, ...] = ()
    alike: int = 0
    old_clauses: int = 0
    new_clauses: int = 0
    compared: tuple[Against, ...] = ()
    left_out: tuple[LeftOut, ...] = ()

    @property
    def substance(self) -> tuple[Entry, ...]:
        """Entries that are more than a new number."""
        return tuple(e for e in self.entries if e.kind is not Kind.RENUMBERED)

    @property
    def weightiest(self) -> tuple[Entry, ...]:
        """Entries in falling weight, those of one weight by their rank, equals in the order of the document."""
        return tuple(sorted(self.entries, key=lambda e: (e.kind is Kind.RENUMBERED, -e.weight, e.rank)))

    def count(self, kind: Kind, weight: Weight | None = None) -> int:
        return sum(1 for e in self.entries if e.kind is kind and (weight is None or e.weight is weight))
