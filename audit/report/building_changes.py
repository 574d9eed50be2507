"""Changes between two editions, side by side, with the round that shows each; what changes nothing is set apart."""

from __future__ import annotations

from fractions import Fraction

from audit.compare.entry import Entry, Favours, Kind, Weight
from audit.report import cells as ce
from audit.report import model as md
from audit.report import wording as wd
from audit.report.building_findings import witness_block
from audit.report.editions import edition_words
from audit.report.inline import Mark, Ref, Run, Text, text
from audit.report.material import Material, NumberedChange
from audit.report.wordmarks import marked

K = md.ColumnKind

_MOST_PLACES = 40

_FAVOURS = {Favours.HOUSE: "House", Favours.PLAYER: "Player", Favours.NEITHER: "Neither"}


def changes(material: Material) -> md.Section:
    """Play and controls in full, words in a table, renumbering in a sum."""
    comparison = material.comparison
    labels = material.labels
    old = material.old
    if comparison is None or labels is None or old is None:
        return md.Section("changes", "Changes", (md.Paragraph(text("Nothing was compared.")),))
    title = f"Changes since the {edition_words(old.ruleset.head)}" if labels.old != "Old" else "Changes"
    if not material.changes:
        blocks: list[md.Block] = [md.Paragraph(text("None: of play, of controls and of words both say the same."))]
    else:
        blocks = [md.Paragraph(text(_intro(material))), _glance(material)]
        blocks += [
            _block(change, material) for change in material.changes if change.entry.weight is not Weight.WORDS
        ]
        worded = [change for change in material.changes if change.entry.weight is Weight.WORDS]
        if worded:
            blocks += [md.Heading("In words alone"), _worded(worded, material)]
    apart = _apart(material)
    if apart:
        blocks += [md.Heading("Set apart: no effect on play or control"), apart]
    if comparison.unknown:
        unknown = tuple(text(material.titles.sentence(words)) for words in comparison.unknown)
        blocks += [md.Heading("Not known"), md.Bullets(unknown)]
    return md.Section("changes", title, tuple(blocks))


def _intro(material: Material) -> str:
    comparison = material.comparison
    count = len(material.changes)
    verb = "stands" if count == 1 else "stand"
    words = f"{wd.sentence(wd.counted(count, 'change'))} {verb} here in the order of weight: play, controls, words."
    if comparison and (comparison.renumbered or comparison.alike):
        words += " What is only renumbered or moved stands at the end of the section."
    return words


# at a glance


def _glance(material: Material) -> md.Table:
    labels = material.labels
    before, after = (labels.old, labels.new) if labels else ("Old", "New")
    columns = (
        md.Column(K.NUMBER, "No."), md.Column(K.WORDS, "Subject"), md.Column(K.SHORT, "Kind"),
        md.Column(K.CLAUSES, "Clause"), md.Column(K.SHORT, "Favours"),
        md.Column(K.PORTION, f"Edge, {before.lower() if before == 'Old' else before}"),
        md.Column(K.PORTION, f"Edge, {after.lower() if after == 'New' else after}"),
        md.Column(K.PORTION, "Difference"), md.Column(K.SHORT, "Witness"),
    )
    rows = tuple(_glance_row(change, material) for change in material.changes)
    return md.Table("glance", "Changes at a glance", columns, (md.RowGroup(rows),), may_filter=len(rows) >= 20)


def _glance_row(change: NumberedChange, material: Material) -> md.Row:
    entry = change.entry
    moved = change.edge_moved
    difference: ce.Figure | ce.Absent = ce.Absent.NONE if moved is None else ce.Exact(moved)
    favours = _FAVOURS[entry.favours] if entry.weight is Weight.PLAY else "–"
    return md.Row((
        ce.Words((Ref(change.id),)), ce.said(subject_of(change, material)), ce.said(kind_words(entry)),
        ce.said(_clause_words(entry)), ce.said(favours),
        ce.Portion(_edge(entry.old_edge, entry)), ce.Portion(_edge(entry.new_edge, entry)),
        ce.Portion(difference, is_signed=True), ce.said(_witness_words(entry)),
    ))


def _edge(edge: Fraction | None, entry: Entry) -> ce.Figure | ce.Absent:
    """A dash where no edge is concerned; unknown is said in words where the other side has a figure."""
    if edge is not None:
        return ce.Exact(edge)
    is_one_sided = not entry.is_edge_of_one and (entry.old_edge is None) != (entry.new_edge is None)
    if not is_one_sided:
        return ce.Absent.NONE
    return ce.Absent.NOT_SOLVED if entry.is_unsolved else ce.Absent.NOT_VERIFIABLE


def subject_of(change: NumberedChange, material: Material) -> str:
    """What a change is about, as a title."""
    return material.titles.heading(change.entry.title or change.entry.subject)


def kind_words(entry: Entry) -> str:
    """``Changed: payout``."""
    return f"{entry.kind.value.capitalize()}: {entry.what.replace('_', ' ')}"


def _clause_words(entry: Entry) -> str:
    old, new = ", ".join(entry.old_cites), ", ".join(entry.new_cites)
    if old == new or not (old and new):
        return old or new or "–"
    return f"{old} → {new}"


def _witness_words(entry: Entry) -> str:
    if entry.witness:
        return wd.counted(len(entry.witness.steps), "step") if entry.witness.steps else "a round"
    return "no round differs" if entry.no_round_differs else "–"


# in full


def _block(change: NumberedChange, material: Material) -> md.ChangeBlock:
    entry = change.entry
    labels = material.labels
    before, after = (labels.old, labels.new) if labels else ("Old", "New")
    old, new = _sides(entry, material)
    has_edge = entry.old_edge is not None or entry.new_edge is not None
    return md.ChangeBlock(
        change.id, kind_words(entry), subject_of(change, material),
        md.Side("Old", "" if before == "Old" else before, entry.old_cites, old),
        md.Side("New", "" if after == "New" else after, entry.new_cites, new),
        _FAVOURS[entry.favours] if entry.weight is Weight.PLAY else "",
        md.EdgeMove(
            entry.old_edge, entry.new_edge, entry.is_edge_of_one, bool(entry.meters), entry.is_unsolved
        )
        if has_edge else None,
        material.titles.sentence(entry.note),
        witness_block(entry.witness, "Shortest round that settles differently", material.titles)
        if entry.witness else None,
        "No round is settled differently." if entry.no_round_differs else "",
    )


def _sides(entry: Entry, material: Material) -> tuple[Text | None, Text | None]:
    before = None if entry.old is None else material.old_titles.plain(entry.old)
    after = None if entry.new is None else material.titles.plain(entry.new)
    if before is not None and after is not None:
        return marked(before, after)
    old = None if before is None else (Run(before, Mark.REMOVED),)
    new = None if after is None else (Run(after, Mark.ADDED),)
    return old, new


def _worded(worded: list[NumberedChange], material: Material) -> md.Table:
    labels = material.labels
    before, after = (labels.old, labels.new) if labels else ("Old", "New")
    columns = (
        md.Column(K.NUMBER, "No."), md.Column(K.SHORT, "What"), md.Column(K.CLAUSES, "Clause"),
        md.Column(K.WORDS, before), md.Column(K.WORDS, after),
    )
    rows = []
    for change in worded:
        entry = change.entry
        old, new = _sides(entry, material)
        subject = subject_of(change, material)
        rows.append(md.Row((
            ce.Anchor(change.id), ce.said(f"{kind_words(entry)}, {subject}"), ce.said(_clause_words(entry)),
            ce.Words(old or text("–")), ce.Words(new or text("–")),
        )))
    return md.Table("worded", "Old and new words", columns, (md.RowGroup(tuple(rows)),))


def _apart(material: Material) -> md.Table | None:
    comparison = material.comparison
    if comparison is None or not (comparison.renumbered or comparison.alike):
        return None
    rows = []
    for kind, words in ((Kind.RENUMBERED, "Renumbered clauses, the same words"), (Kind.MOVED, "Moved clauses, the same words")):
        entries = [e for e in comparison.renumbered if e.kind is kind]
        if entries:
            rows.append(_apart_row(words, entries))
    others = [e for e in comparison.renumbered if e.kind not in (Kind.RENUMBERED, Kind.MOVED)]
    if others:
        rows.append(_apart_row("Otherwise without effect", others))
    if comparison.alike:
        rows.append(md.Row((ce.said("Statements that are alike"), ce.Count(comparison.alike), ce.said("the same in both"))))
    columns = (md.Column(K.SHORT, "What"), md.Column(K.COUNT, "How many"), md.Column(K.WORDS, "Where"))
    return md.Table("apart", "What changes nothing", columns, (md.RowGroup(tuple(rows)),))


def _apart_row(words: str, entries: list[Entry]) -> md.Row:
    places = list(dict.fromkeys(_clause_words(e) for e in entries))
    where = ", ".join(places[:_MOST_PLACES])
    if len(places) > _MOST_PLACES:
        where += f" and {wd.counted(len(places) - _MOST_PLACES, 'other')}"
    cells: tuple[ce.Cell, ...] = (ce.said(words), ce.Count(len(entries)), ce.said(where))
    return md.Row(cells)
