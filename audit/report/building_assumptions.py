"""What was decided for the document, and what if it is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from audit.checks.assumption import assumed
from audit.checks.prose import Prose
from audit.checks.taking import taken_words
from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.inline import Inline, Text, code, muted, strong, text
from audit.report.material import Material, NumberedAssumption
from audit.report.naming import names_of
from audit.report.titles import Titles
from audit.solve.result import AtAmount, Method, Reading, WagerResult

K = md.ColumnKind

_SPAN = 4


@dataclass(frozen=True, slots=True)
class _Known:
    """A house edge, None where it is not known, with those for some stakes where it hangs on the stake.

    ``is_unsolved`` is where it is not known for want of a method.
    """

    edge: Fraction | None
    by_amount: tuple[AtAmount, ...] = ()
    is_unsolved: bool = False

    @property
    def cell(self) -> ce.Cell:
        if self.edge is not None:
            return ce.Portion(ce.Exact(self.edge))
        if not self.by_amount:
            return ce.Portion(ce.Absent.NOT_SOLVED if self.is_unsolved else ce.Absent.NOT_VERIFIABLE)
        edges = sorted(at.house_edge for at in self.by_amount)
        return ce.said(f"{nb.percent(edges[0], 2)} to {nb.percent(edges[-1], 2, sign=' %')}")


@dataclass(frozen=True, slots=True)
class _Effect:
    """The house edge of some wagers under the reading taken and under the other."""

    other: str
    position: str
    taken: _Known
    instead: _Known


def assumptions(material: Material) -> md.Section:
    """Every assumption with the effect of the other reading, exact where it was computed."""
    blocks: list[md.Block] = []
    if not material.assumptions:
        blocks.append(md.Paragraph(text("None: the ruleset rests on the document alone.")))
    else:
        count = wd.counted(len(material.assumptions), "assumption")
        verb = "is" if len(material.assumptions) == 1 else "are"
        blocks.append(md.Paragraph(text(
            "Where the document is silent or unclear, the ruleset says what was taken. "
            f"{wd.sentence(count)} {verb} in force; the effect of the other reading is exact where it was computed."
        )))
        blocks += _tables(material)
    if material.settled_assumptions:
        blocks.append(md.Heading("Settled or fallen away with the new text"))
        blocks.append(md.Bullets(tuple(_bullet(a, material.old_titles) for a in material.settled_assumptions)))
    return md.Section("assumptions", "Assumptions", tuple(blocks))


def _bullet(assumption: NumberedAssumption, titles: Titles) -> Text:
    cites = ", ".join(assumption.cites)
    words = titles.sentence(assumption.because or assumption.name)
    return text(strong(cites), " ", words) if cites else text(words)


def _tables(material: Material) -> Iterator[md.Block]:
    """Those with another reading, with its effect; then those that nothing can be held against."""
    open_ones = [a for a in material.assumptions if a.instead]
    if open_ones:
        effects = {a.id: _effects(material, a) for a in open_ones}
        groups = tuple(md.RowGroup(tuple(_rows(material, a, effects[a.id]))) for a in open_ones)
        caption = "Assumptions with another reading, and its effect on the house edge"
        yield md.Table("assumed", caption, _COLUMNS, groups)
        if any(e.instead.edge is not None and e.instead.edge < 0 for found in effects.values() for e in found):
            minus = "A minus sign before an edge: the player has the advantage."
            yield md.Paragraph(text(minus), md.Prose.FINE)
    others = [a for a in material.assumptions if not a.instead]
    if others:
        taken = _taken(material)
        rows = tuple(
            md.Row((ce.Anchor(a.id), ce.Clauses(a.cites), ce.Words(_question(a, material, taken.get(a.name or a.because, "")))))
            for a in others
        )
        columns = (
            md.Column(K.NUMBER, "No."), md.Column(K.CLAUSES, "Clause"), md.Column(K.WORDS, "What is open, and what is taken"),
        )
        caption = "Assumptions without another reading at hand: no effect can be computed"
        yield md.Table("taken", caption, columns, (md.RowGroup(rows),))


_COLUMNS = (
    md.Column(K.NUMBER, "No."), md.Column(K.CLAUSES, "Clause"), md.Column(K.WORDS, "What is open, and why"),
    md.Column(K.SHORT, "Taken"), md.Column(K.SHORT, "Other reading"), md.Column(K.SHORT, "Wager"),
    md.Column(K.PORTION, "Edge, taken"), md.Column(K.PORTION, "Edge, other"), md.Column(K.PORTION, "Difference"),
)


def _taken(material: Material) -> dict[str, Prose]:
    """What each assumption takes, in the words of its finding, by its name or its reason."""
    ruleset = material.new.ruleset
    return {a.name or a.because: Prose(taken_words(ruleset, a.declared, a.lines)) for a in assumed(ruleset)}


def _question(assumption: NumberedAssumption, material: Material, taken: str = "") -> Text:
    question: list[Inline | str] = [material.titles.sentence(assumption.because or assumption.name)]
    if taken:
        question += [" ", material.titles.sentence(taken)]
    if assumption.is_new:
        question += [" ", muted("new")]
    if assumption.name:
        question += [" ", code(assumption.name)]
    return text(*question)


def _rows(material: Material, assumption: NumberedAssumption, effects: list[_Effect]) -> Iterable[md.Row]:
    head: tuple[ce.Cell, ...] = (
        ce.Anchor(assumption.id), ce.Clauses(assumption.cites), ce.Words(_question(assumption, material)),
        ce.said(wd.as_words(assumption.taken) or "–"),
    )
    if not effects:
        other = wd.listed([wd.as_words(v) for v in assumption.instead], "or")
        yield md.Row((*head, ce.said(other), ce.Wide(text(muted(_why_not(material, assumption))), _SPAN)))
        return
    held = ""
    for number, effect in enumerate(effects):
        first: tuple[ce.Cell, ...] = head if number == 0 else (ce.Above.ABOVE,) * len(head)
        is_same = number > 0 and effect.other == held
        other_cell: ce.Cell = ce.Above.ABOVE if is_same else ce.said(wd.as_words(effect.other))
        held = effect.other
        yield md.Row((*first, other_cell, ce.said(effect.position), *_edges(effect)))


def _edges(effect: _Effect) -> tuple[ce.Cell, ce.Cell, ce.Cell]:
    taken, other = effect.taken.edge, effect.instead.edge
    if effect.taken.by_amount and effect.instead.by_amount:
        return effect.taken.cell, effect.instead.cell, ce.said("by stake")
    by = ce.Absent.NONE if taken is None or other is None else ce.Exact(other - taken)
    return effect.taken.cell, effect.instead.cell, ce.Portion(by, is_signed=True)


def _why_not(material: Material, assumption: NumberedAssumption) -> str:
    if material.new.result is None:
        return "not computed: nothing was played out"
    if material.new.result.in_force_only:
        return "not looked at"
    bearing = [w for w in material.wagers if any(r.assumption == assumption.name for r in w.readings)]
    unknown = [w for w in bearing if any(r.is_unsolved for r in w.readings if r.assumption == assumption.name)]
    if not bearing:
        return "not computed: no wager depends on it"
    if not unknown:
        return "no effect on any wager"
    names = names_of(unknown, material.titles, material.wagers, 4)
    return f"not known: {names} not solved" if len(unknown) == len(bearing) else f"no effect on those solved; {names} not solved"


def _effects(material: Material, assumption: NumberedAssumption) -> list[_Effect]:
    """By other reading, then by wager; wagers with the same two edges are one line."""
    found: dict[tuple[str, str, _Known, _Known], list[WagerResult]] = {}
    for wager in material.wagers:
        for reading in wager.readings:
            if assumption.name and reading.assumption == assumption.name and (reading.changes or reading.moves_beside):
                taken = _Known(wager.house_edge, wager.by_amount, wager.method is Method.NOT_SOLVABLE)
                other = _Known(reading.house_edge, reading.by_amount, reading.is_unsolved)
                key = (reading.other, _beside_the_edge(wager, reading, material.titles), taken, other)
                found.setdefault(key, []).append(wager)
    effects = [
        _Effect(value, f"{wd.sentence(names_of(wagers, material.titles, material.wagers, 4))}{beside}", taken, other)
        for (value, beside, taken, other), wagers in found.items()
    ]
    order = {value: n for n, value in enumerate(assumption.instead)}
    return sorted(effects, key=lambda e: order.get(e.other, len(order)))


def _beside_the_edge(wager: WagerResult, reading: Reading, titles: Titles) -> str:
    """What is another beside a house edge with nothing in any meter: what meters add, and what others are paid."""
    now = {line.meter: line.slope for line in wager.meters}
    told = [
        f"{nb.fraction(line.slope)} of {titles.plain(line.meter)} in place of {nb.fraction(now.get(line.meter, Fraction(0)))}"
        for line in reading.meters
        if line.slope != now.get(line.meter)
    ]
    told += ["others are paid otherwise"] if reading.moves_beside else []
    return f" ({'; '.join(told)})" if told else ""
