"""The closing sections: coverage of clauses, waivers, how to reproduce, terms, disposition."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.cells import Cell, Clauses, Code, Count, Squares, Words
from audit.report.editions import edition_words
from audit.report.examined import Examined, SectionCoverage, WaiverState
from audit.report.inline import Text, code, strong, text
from audit.report.judging import completed
from audit.report.material import Material, cited_clauses
from audit.report.naming import names_of, title_of
from audit.report.shown import is_long_fraction
from audit.report.titles import Titles
from audit.ruleset.basis import clause_parts
from audit.ruleset.configure import domain_text
from audit.ruleset.parameters import Option, OptionRows
from audit.solve.result import Method, RulesetResult, Untried, WagerResult

K = md.ColumnKind

_MOST_SECTIONS = 200
_CONFIGURATION = "Configuration, and the span of what the house may choose"


# coverage


def coverage(material: Material) -> md.Section:
    """Clauses cited and not; without a document, what the ruleset cites and no claim beyond it."""
    examined = material.new
    if examined.coverage is None:
        return md.Section("coverage", "Coverage of clauses", tuple(_without_document(examined)))
    parts = examined.coverage
    missing = sum(len(part.not_covered) for part in parts)
    words = "Every clause of the document is cited by at least one statement of the ruleset." if not missing else (
        f"{wd.sentence(wd.counted(missing, 'clause'))} of the document {'is' if missing == 1 else 'are'} cited by no "
        "statement of the ruleset."
    )
    legend = (
        ("cited", "one clause, cited"), ("carried", "taken over from another text"), ("uncovered", "not covered"),
    )
    blocks = (md.Paragraph(text(words)), md.Legend(legend), _squares(parts))
    return md.Section("coverage", "Coverage of clauses", blocks)


def _squares(parts: tuple[SectionCoverage, ...]) -> md.Table:
    columns = (
        md.Column(K.SHORT, "Section"), md.Column(K.SQUARES, "Clauses"), md.Column(K.COUNT, "Cited"),
        md.Column(K.COUNT, "Taken over"), md.Column(K.COUNT, "Not covered"),
        md.Column(K.WORDS, "Which"),
    )
    rows = tuple(
        md.Row((
            Words(text(wd.typeset(p.title))), Squares(p.cited, p.carried, len(p.not_covered)), Count(p.cited or None),
            Count(p.carried or None), Count(len(p.not_covered)), Clauses(p.not_covered),
        ))
        for p in parts
    )
    cited, carried = sum(p.cited for p in parts), sum(p.carried for p in parts)
    missing = sum(len(p.not_covered) for p in parts)
    total: tuple[Cell, ...] = (
        Words(text("All")), Words(()), Count(cited), Count(carried),
        Count(missing), Words(()),
    )
    return md.Table("coverage", "Clauses by section", columns, (md.RowGroup(rows),), (md.Row(total),))


def _without_document(examined: Examined) -> Iterable[md.Block]:
    cited = cited_clauses(examined.ruleset)
    yield md.Paragraph(text(
        strong("Not examined: "), "no document was given, so it is not known whether the document has clauses that the "
        "ruleset leaves out. Below stand the clauses that the ruleset cites."
    ))
    if not cited:
        yield md.Paragraph(text("The ruleset cites none."))
        return
    sections: dict[str, list[bool]] = {}
    for clause, taken_from in cited.items():
        parts = clause_parts(clause)
        sections.setdefault(parts[0] if parts else clause, []).append(bool(taken_from))
    shown = sorted(sections.items(), key=lambda item: _label_order(item[0]))[:_MOST_SECTIONS]
    is_taken_over = any(any(marks) for marks in sections.values())
    columns = [
        md.Column(K.SHORT, "Section"), md.Column(K.SQUARES, "Clauses"), md.Column(K.COUNT, "Cited"),
    ]
    if is_taken_over:
        columns.append(md.Column(K.COUNT, "Taken over"))
    rows = []
    for label, marks in shown:
        taken_over = sum(marks)
        cells: list[Cell] = [Words(text(wd.typeset(label))), Squares(len(marks) - taken_over, taken_over), Count(len(marks))]
        if is_taken_over:
            cells.append(Count(taken_over or None))
        rows.append(md.Row(tuple(cells)))
    total: list[Cell] = [Words(text("All")), Words(()), Count(len(cited))]
    if is_taken_over:
        total.append(Count(sum(map(bool, cited.values()))))
    legend = [("cited", "one clause, cited")]
    if is_taken_over:
        legend.append(("carried", f"taken over from {wd.listed(sorted(set(filter(None, cited.values()))))}"))
    yield md.Legend(tuple(legend))
    groups = (md.RowGroup(tuple(rows)),)
    yield md.Table("coverage", "Clauses cited, by section", tuple(columns), groups, (md.Row(tuple(total)),))


def _label_order(label: str) -> tuple[bool, int, str]:
    """Numbers by size, then letters, then headings."""
    if label.isdigit() and len(label) < 10:
        return (False, int(label), "")
    return (True, 0 if not label.startswith('"') else 1, label)


# clauses cited


def quoted(material: Material) -> md.Section:
    """The clauses that the ruleset cites, in the words of the document."""
    given = material.new.quoted
    words = "Each clause that a statement of the ruleset cites, as the document has it; what is doubtful says so."
    columns = (
        md.Column(K.SHORT, "Clause"), md.Column(K.SHORT, "Page, lines"), md.Column(K.WORDS, "Words of the document"),
    )
    rows = tuple(
        md.Row((
            Words(text(wd.typeset(q.citation))), Words(text(_place(q.page, q.lines))),
            Words(text(q.words or "–", strong(f" {wd.sentence(q.doubt)}") if q.doubt else "")),
        ))
        for q in given
    )
    table = md.Table("quoted", "Clauses cited", columns, (md.RowGroup(rows),), may_filter=len(rows) >= 20)
    return md.Section("quoted", "Clauses cited", (md.Paragraph(text(words)), table))


def _place(page: int, lines: tuple[int, int]) -> str:
    first, last = lines
    return f"{page}, {first}" if first == last else f"{page}, {first}–{last}"


# waivers


def waivers(material: Material) -> md.Section:
    """Who let what pass, why, and until when."""
    given = material.new.waivers
    if not given:
        return md.Section("waivers", "Waivers", (md.Paragraph(text(
            "None were given for this audit. A waived finding would stay among the findings, marked and counted."
        )),))
    columns = (
        md.Column(K.WORDS, "Finding"), md.Column(K.WORDS, "Reason"), md.Column(K.SHORT, "Approver"),
        md.Column(K.SHORT, "Expires"), md.Column(K.WORDS, "State"),
    )
    state = {
        WaiverState.IN_FORCE: "In force", WaiverState.EXPIRED: "Expired: the finding is open again",
        WaiverState.INVALID: "Invalid: the finding is open", WaiverState.UNUSED: "Meets no finding",
    }
    rows = tuple(
        md.Row((
            Words(text(w.what)), Words(text(w.reason or "–")), Words(text(w.approver or "–")),
            Words(text(wd.date_words(w.expires) if w.expires else "–")),
            Words(text(state[w.state] + (f". {wd.sentence(wd.stopped(w.note))}" if w.note else ""))),
        ))
        for w in given
    )
    table = md.Table("waivers", "Waivers given", columns, (md.RowGroup(rows),))
    words = "A waived finding stays among the findings, marked and counted."
    return md.Section("waivers", "Waivers", (md.Paragraph(text(words)), table))


# how to reproduce


def reproduce(material: Material) -> md.Section:
    """Commands, inputs with hashes, the values in force, the method behind each figure."""
    sides = [e for e in (material.new, material.old) if e]
    lines = tuple(dict.fromkeys(line for side in sides for line in side.commands))
    blocks: list[md.Block] = [
        md.Paragraph(text("The same files and the same version give the same figures, and this report byte for byte.")),
    ]
    if lines:
        blocks.append(md.Commands(lines))
    blocks.append(_inputs(sides))
    named = [(side, material.titles if side is material.new else material.old_titles) for side in sides]
    shown = [table for side, titles in named if (table := _configuration(side, titles, is_only=len(sides) == 1))]
    if len(shown) == 2 and shown[0].groups == shown[1].groups:
        shown = [replace(shown[0], caption=f"{_CONFIGURATION}, in both editions")]
    blocks += shown
    if material.wagers:
        blocks.append(_methods(material.wagers, material.titles))
    left = material.unfinished
    said = f"Not completed: {'; '.join(left)}." if left else completed(material)
    blocks.append(md.Paragraph(text(f"Engine {material.new.engine}. {said}"), md.Prose.FINE))
    return md.Section("reproduce", "How to reproduce", tuple(blocks))


def _inputs(sides: list[Examined]) -> md.Table:
    rows = [
        md.Row((Words(text(document.name)), Code(document.sha256)))
        for side in sides for document in side.documents
    ]
    rows += [md.Row((Words(text(side.file)), Code(side.sha256))) for side in sides]
    others = dict(pair for side in sides for pair in side.taken_over if pair[0] not in {s.ruleset.head.id for s in sides})
    rows += [md.Row((Words(text(f"{id_}, taken over")), Code(sha256))) for id_, sha256 in others.items()]
    columns = (md.Column(K.WORDS, "File"), md.Column(K.CODE, "SHA-256"))
    return md.Table("inputs", "Inputs", columns, (md.RowGroup(tuple(dict.fromkeys(rows))),))


def _configuration(examined: Examined, titles: Titles, is_only: bool) -> md.Table | None:
    options = [s for s in examined.ruleset.statements if isinstance(s, Option | OptionRows)]
    if not options:
        return None
    values = examined.result.configuration if examined.result else {}
    rows = []
    for option in {o.name.text: o for o in options}.values():
        name = option.name.text
        cites = ", ".join(str(c) for c in option.basis.cites)
        set_to = values.get(name) or ("not set" if examined.result else "–")
        rows.append(md.Row((
            Words(text(f"{wd.typeset(option.title)} " if option.title else "", code(name))), Words(_as_chosen(set_to)),
            Words((*_as_chosen(domain_text(option)), *text(wd.typeset(f" ({cites})") if cites else ""))),
            Words(text(_span(examined, name, titles))),
        )))
    columns = (
        md.Column(K.SHORT, "Option"), md.Column(K.SHORT, "Set to"), md.Column(K.SHORT, "Permitted"),
        md.Column(K.WORDS, "House edge over the span"),
    )
    which = "" if is_only else f", {edition_words(examined.ruleset.head)}"
    return md.Table("configuration", f"{_CONFIGURATION}{which}", columns, (md.RowGroup(tuple(rows)),))


def _as_chosen(value: str) -> Text:
    """A value, or what may be chosen: as it is typed where it is a name."""
    return text(code(value)) if "_" in value else text(value)


def _span(examined: Examined, option: str, titles: Titles) -> str:
    """The least and the greatest house edge of each wager that the option moves."""
    if examined.result is None:
        return "not played out"
    if examined.result.in_force_only:
        return "not looked at"
    spans: dict[tuple[Fraction, Fraction, str], list[WagerResult]] = {}
    for wager in examined.result.wagers:
        effects = [e for e in wager.options if e.option == option]
        edges = [e.house_edge for e in effects if e.house_edge is not None]
        if not effects:
            continue
        if wager.house_edge is not None:
            edges.append(wager.house_edge)
        unsolved = ", or not solved" if any(e.is_unsolved for e in effects) else ""
        unknown = ", or not verifiable" if any(e.house_edge is None and not e.is_unsolved for e in effects) else unsolved
        if edges and (min(edges) != max(edges) or unknown):
            spans.setdefault((min(edges), max(edges), unknown), []).append(wager)
    words = []
    for (low, high, unknown), wagers in spans.items():
        write = nb.fraction if not (is_long_fraction(low) or is_long_fraction(high)) else _in_percent
        span = write(low) if low == high else f"{write(low)} to {write(high)}"
        words.append(f"{names_of(wagers, titles, examined.result.wagers, 4)}: {span}{unknown}")
    return wd.sentence("; ".join(words)) or _no_span(examined.result, option, titles)


def _no_span(result: RulesetResult, option: str, titles: Titles) -> str:
    """Why no edge over the span is told: nothing moves, or it was not looked at, or it is not known."""
    why = dict(result.untried).get(option)
    if why is not None and why is not Untried.ENDS:
        return f"not looked at: {why.value}"
    unsolved = [w for w in result.wagers if w.method is Method.NOT_SOLVABLE]
    where = " at either end" if why is Untried.ENDS else ""
    if not unsolved:
        return f"no effect{where}"
    return f"no effect{where} on those solved; {names_of(unsolved, titles, result.wagers, 4)} not solved"


def _in_percent(share: Fraction) -> str:
    return nb.percent(share, sign="%")


def _methods(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table:
    """Wagers with the same method, solver and count share a line."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for row in rows:
        name = title_of(row, titles)
        count = f"{nb.integer(row.combinations)} counted" if row.combinations else "–"
        if row.sampled:
            count = f"{nb.integer(row.sampled.rounds)} rounds, seed {row.sampled.seed}"
        solver = (row.plan.method if row.plan else "") or row.solver or "–"
        found.setdefault((_METHODS[row.method], solver, count), []).append(name)
    lines = tuple(
        md.Row((Words(text(wd.sentence(wd.named(names, 12)))), Words(text(method)), Words(text(solver)), Words(text(count))))
        for (method, solver, count), names in found.items()
    )
    columns = (
        md.Column(K.WORDS, "Wagers"), md.Column(K.SHORT, "Figures"), md.Column(K.SHORT, "Method"),
        md.Column(K.SHORT, "Of how many"),
    )
    return md.Table("methods", "How the figures were found", columns, (md.RowGroup(lines),))


_METHODS = {
    Method.EXACT: "exact", Method.SAMPLED: "sampled", Method.NOT_VERIFIABLE: "not verifiable",
    Method.NOT_SOLVABLE: "not solved",
}


# terms and disposition

_TERMS = (
    ("House edge", "What the player loses on average, per unit of the wager as first made: what the house keeps, unless it pays "
     "others as well. A commission is counted in the result, not in the unit. A minus sign means that the player has the "
     "advantage."),
    ("Element of risk", "The same loss per unit of all money put up, where later wagers join the first."),
    ("True odds", "Chance of losing to chance of winning, pushes set aside. A wager paid at true odds has no house "
     "edge."),
    ("Hit rate", "Chance that the wager ends with a net win."),
    ("Push", "Chance that it ends with nothing won or lost."),
    ("Variance", "Spread of the net result of one unit: the mean squared distance from its mean."),
    ("Exact", "Every outcome was counted. The figure is a fraction; the decimal beside it is that fraction, rounded."),
    ("Sampled", "Rounds were played at random. The figure is marked ≈, has no fraction, and carries its interval, "
     "rounds and seed."),
    ("Not verifiable", "The document does not say what is paid, so that no house edge can be given."),
    ("Assumption", "What was taken where the document is silent, or can be read in more ways than one."),
    ("Witness", "The shortest round found that shows a finding or a change. The command plays it again."),
    ("Favours", "Who gains by a change at equal play: the house, the player, or neither."),
    ("Error, warning, note", "Error: someone can be paid wrongly, or two clauses cannot both be obeyed where money is "
     "at stake. Warning: the text can be read so that the player has the advantage or no payout is stated, or a control is "
     "weaker. Note: worth knowing; where the text leaves open how it is read, what was taken is to be confirmed."),
)


def terms(kind: md.ReportKind) -> md.Section:
    entries = tuple(e for e in _TERMS if e[0] != "Favours" or kind is not md.ReportKind.VERIFY)
    return md.Section("terms", "Terms", (md.Terms(entries),))


def disposition() -> md.Section:
    words = "For the reviewer, by hand. The tool records findings; it decides nothing."
    lines = md.SignLines(("Reviewed by", "Date", "Disposition"))
    return md.Section("disposition", "Disposition", (md.Paragraph(text(words)), lines), is_numbered=False)
