"""Wagers: odds, house edge and spread, how each ends, and what the figures depend on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction

from audit.play.roles import out_of_reach
from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.building_combinations import combined_tables
from audit.report.building_edges import edges_of_both
from audit.report.building_play import best_play
from audit.report.charts import panels
from audit.report.commissions import commissions
from audit.report.editions import edition_words
from audit.report.grouping import grouped
from audit.report.inline import Inline, Text, muted, references, text
from audit.report.material import Against, Material
from audit.report.naming import name_of, title_of, where_of
from audit.report.titles import Titles
from audit.report.wager_notes import notes
from audit.solve.result import AVERAGED, Figures, Method, OutcomeShare, Sampled, WagerResult

K = md.ColumnKind

_MOST_PANELS = 36
_MOST_OUTCOMES = 400
_FILTER_FROM = 12
_ELSE = "all else"
"""An outcome that no row of a table names; of several each with how it ends."""
_ENDS = {"win": "wins", "push": "pushes", "lose": "loses"}


def wagers(material: Material, kind: md.ReportKind) -> md.Section:
    """Every wager; in a comparison the house edges side by side, and in full only those that moved."""
    result = material.new.result
    if result is None:
        return _section(md.Paragraph(text("Nothing was played out for this report.")))
    rows = result.wagers
    both = edges_of_both(material) if kind is md.ReportKind.DIFF and rows else None
    if kind is md.ReportKind.DIFF:
        rows = tuple(new for _, new in material.moved())
    if not rows:
        words = "No house edge moved." if result.wagers else "The ruleset has no wagers: there is nothing to play out."
        return _section(md.Paragraph(text(words)), *([both] if both else []))
    legend = [("win", "win"), ("push", "push"), ("lose", "lose")]
    if any(row.sampled for row in rows):
        legend.append(("sampled", "win, sampled"))
    blocks: list[md.Block] = [
        *([both] if both else []), md.Paragraph(_intro(material, kind, rows)), md.Legend(tuple(legend)), _wager_table(material, rows),
    ]
    titles = material.titles
    remarks = notes(rows, titles)
    kept_from = [name for name in material.new.not_offered if name in out_of_reach(material.new.ruleset)]
    if kept_from:
        absent = wd.listed([titles.wager(name) for name in kept_from])
        held = wd.listed([str(role) for role in result.roles])
        remarks = (*remarks, text(f"Not made while the player holds {held}, and therefore not in the table: {absent}."))
    not_offered = [name for name in material.new.not_offered if name not in kept_from]
    if not_offered:
        absent = wd.listed([titles.wager(name) for name in not_offered])
        remarks = (*remarks, text(f"Not offered in this configuration, and therefore not in the table: {absent}."))
    if remarks:
        blocks.append(md.Bullets(remarks))
    blocks += _panels(rows, titles)
    blocks += best_play(rows, titles)
    further = (_moments(rows, titles), _amounts(rows, titles), _outcomes(rows, titles), _in_full(rows, titles))
    blocks += [table for table in further if table]
    if result.combined is not None and kind is md.ReportKind.VERIFY:
        blocks += combined_tables(result.combined, titles)
    return _section(*blocks)


def _section(*blocks: md.Block) -> md.Section:
    return md.Section("wagers", "Wagers", blocks)


def _intro(material: Material, kind: md.ReportKind, rows: tuple[WagerResult, ...]) -> Text:
    words = ["Per unit of the wager as first made, at the configuration given under How to reproduce."]
    if all(row.method is Method.EXACT for row in rows):
        words.append("All figures are exact.")
    words.append("Positions of equal result share a row.")
    if kind is md.ReportKind.DIFF:
        words.insert(0, "Only wagers whose house edge moved.")
    elif material.labels:
        words.append(f"In the column {material.labels.old}, = means that the house edge is the same.")
    return text(" ".join(words))


# the table


def _wager_table(material: Material, rows: tuple[WagerResult, ...]) -> md.Table:
    columns = [
        md.Column(K.NAME, "Wager"), md.Column(K.CLAUSES, "Clause"), md.Column(K.PAYS, "Pays"),
        md.Column(K.ODDS, "True odds"), md.Column(K.EDGE, "House edge, %"),
        md.Column(K.PORTION, "as a fraction"), md.Column(K.RATE, "Hit rate, %"),
        md.Column(K.RATE, "Push, %"), md.Column(K.VARIANCE, "Variance"), md.Column(K.BAR, "Outcome"),
    ]
    if material.labels:
        columns.append(md.Column(K.AGAINST, material.labels.old))
    result = material.new.result
    less = commissions(material.new.ruleset, result.configuration if result else {})
    groups = tuple(
        md.RowGroup(tuple(_wager_row(material, row, less.get(row.wager, ())) for row in members), title)
        for title, members in grouped(material.new.ruleset, rows)
    )
    head = material.new.ruleset.head
    edition = head.edition
    caption = "Odds, house edge and spread of each wager" + ("" if edition == "undated" else f", {edition_words(head)}")
    count = len({row.wager for row in rows})
    if count < len(rows):
        caption += f": {nb.integer(count)} {wd.plural(count, 'wager')}, {nb.integer(len(rows))} rows"
    return md.Table("wagers", caption, tuple(columns), groups, may_filter=len(rows) >= _FILTER_FROM)


def _wager_row(material: Material, row: WagerResult, less: tuple[str, ...]) -> md.Row:
    refs = references(material.findings_by_name.get(row.wager, ()))
    cells: list[ce.Cell] = [ce.Words(named(row, material.titles, refs)), ce.Clauses(row.cites)]
    rates = tuple("its parts" if rate == "as its parts" else rate for rate in row.pays if rate)
    cells.append(ce.Pays(rates, row.method is not Method.NOT_VERIFIABLE or bool(rates), less))
    cells += _figure_cells(row)
    if material.labels:
        cells.append(_against(material, row))
    return md.Row(tuple(cells), row.sampled is not None, row.id)


def named(row: WagerResult, titles: Titles, refs: Text = ()) -> Text:
    """A wager's name, its positions, and the findings that concern it."""
    parts: list[Inline | str] = [wd.sentence(title_of(row, titles))]
    where = where_of(row, titles)
    if where:
        parts += [" ", muted(where)]
    if refs:
        parts += [" ", *refs]
    return text(*parts)


def _figure_cells(row: WagerResult) -> list[ce.Cell]:
    if row.sampled is not None:
        return _sampled_cells(row.sampled)
    if row.figures is None:
        why = ce.Absent.NOT_SOLVED if row.method is Method.NOT_SOLVABLE else ce.Absent.NOT_VERIFIABLE
        none = ce.Absent.NONE
        rates = (ce.Rate(none), ce.Rate(none), ce.Variance(none))
        return [ce.Odds(None), ce.Edge(why), ce.Portion(none), *rates, ce.said("–")]
    return exact_cells(row.figures)


def exact_cells(figures: Figures) -> list[ce.Cell]:
    """True odds, edge, fraction, hit rate, push, variance, bar."""
    unknown = ce.Absent.NOT_VERIFIABLE
    edge: ce.Figure | ce.Absent = unknown if figures.house_edge is None else ce.Exact(figures.house_edge)
    spread: ce.Figure | ce.Absent = ce.Absent.NONE if figures.variance is None else ce.Exact(figures.variance)
    never_loses = figures.win and not figures.lose and not figures.averaged
    return [
        ce.said("never loses") if never_loses else ce.Odds(figures.true_odds), ce.Edge(edge),
        ce.Portion(ce.Absent.NONE if edge is unknown else edge),
        ce.Rate(ce.Exact(figures.win)), ce.Rate(ce.Exact(figures.push), dash_at_zero=True), ce.Variance(spread),
        ce.Bar(ce.Exact(figures.win), ce.Exact(figures.push), ce.Exact(figures.averaged)),
    ]


def _sampled_cells(sampled: Sampled) -> list[ce.Cell]:
    half = (sampled.high - sampled.low) / 2
    win = _share(sampled.win, sampled.rounds)
    push = _share(sampled.push, sampled.rounds)
    edge = ce.Estimate(sampled.house_edge, half)
    odds = None
    if sampled.win > 0 and sampled.lose > 0:
        against = sampled.lose / sampled.win
        odds = ce.Estimate(against, win.half_width * (sampled.win + sampled.lose) / sampled.win**2)
    spread: ce.Estimate | ce.Absent = ce.Absent.NONE
    if math.isfinite(sampled.variance):
        spread = ce.Estimate(sampled.variance, sampled.variance * 2 / max(sampled.rounds, 1) ** 0.5)
    return [
        ce.Odds(odds), ce.Edge(edge), ce.Portion(edge), ce.Rate(win), ce.Rate(push, dash_at_zero=True),
        ce.Variance(spread), ce.Bar(win, push),
    ]


def _share(share: float, rounds: int) -> ce.Estimate:
    return ce.Estimate(share, nb.sampling_half_width(share, rounds))


def _against(material: Material, row: WagerResult) -> ce.Cell:
    """``=``, the old house edge, or ``new``, and the changes of this wager; for parts of a row each with its place."""
    parts = material.against(row)
    told = [(_place(part, material.titles), _beside(part)) for part in parts]
    words = _beside(parts[0]) if len(parts) == 1 else "; ".join(f"{place}: {words}" for place, words in told) or "new"
    refs = references(material.changes_by_name.get(row.wager, ()))
    return ce.said(words, *((" ", *refs) if refs else ()))


def _place(part: Against, titles: Titles) -> str:
    return where_of(part.row, titles) or title_of(part.row, titles)


def _beside(part: Against) -> str:
    """What a row, or a part of it, was."""
    if not part.is_known:
        return "told by other moments"
    if part.old is None:
        return "new"
    if part.old.house_edge == part.row.house_edge:
        return "="
    return "n. v." if part.old.house_edge is None else nb.percent(part.old.house_edge)


# how each ends


def _panels(rows: tuple[WagerResult, ...], titles: Titles) -> list[md.Block]:
    items = panels(rows, titles)
    if not items:
        return []
    words = (
        "Net result per unit, and its exact chance. All bars share one scale, 0 to 100%; the percentage beside each "
        "name is the house edge. Wagers that end alike share a drawing."
    )
    if len(items) > _MOST_PANELS:
        words += f" Shown are the first {_MOST_PANELS} of {nb.integer(len(items))}."
    return [md.Heading("How each wager ends"), md.Paragraph(text(words)), md.Panels(items[:_MOST_PANELS])]


def _moments(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """Figures by moment of making, where they differ."""
    lines = [
        md.Row((
            ce.Words(named(row, titles)), ce.said(wd.sentence(titles.moment(moment.when))), ce.Clauses(moment.cites),
            *exact_cells(moment.figures),
        ))
        for row in rows for moment in row.moments
    ]
    if not lines:
        return None
    columns = (
        md.Column(K.NAME, "Wager"), md.Column(K.SHORT, "When made"), md.Column(K.CLAUSES, "Clause"),
        md.Column(K.ODDS, "True odds"), md.Column(K.EDGE, "House edge, %"),
        md.Column(K.PORTION, "as a fraction"), md.Column(K.RATE, "Hit rate, %"),
        md.Column(K.RATE, "Push, %"), md.Column(K.VARIANCE, "Variance"), md.Column(K.BAR, "Outcome"),
    )
    return md.Table("moments", "The same wagers made at another moment", columns, (md.RowGroup(tuple(lines)),))


def _amounts(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """House edge by stake, where money is rounded or paid whatever the stake."""
    groups = tuple(
        md.RowGroup(tuple(
            md.Row((ce.Words(named(row, titles)), ce.said(nb.money(at.amount)), ce.Edge(ce.Exact(at.house_edge)),
                 ce.Portion(ce.Exact(at.house_edge))))
            for at in row.by_amount
        ))
        for row in rows if row.by_amount
    )
    if not groups:
        return None
    columns = (
        md.Column(K.NAME, "Wager"), md.Column(K.NET, "Stake"), md.Column(K.EDGE, "House edge, %"),
        md.Column(K.PORTION, "as a fraction"),
    )
    is_rounded = all(row.house_edge is not None for row in rows if row.by_amount)
    title = "House edge by stake" + (", where money is rounded" if is_rounded else "")
    return md.Table("amounts", title, columns, groups)


def _outcomes(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """For each wager with more than one winning outcome: what each pays, beside what it should."""
    groups: list[md.RowGroup] = []
    room = _MOST_OUTCOMES
    for row in rows:
        if row.figures is None or sum(1 for o in row.figures.outcomes if o.net is not None and o.net > 0) < 2:
            continue
        lines = tuple(_outcome_rows(row.figures, titles))
        if len(lines) > room:
            break
        room -= len(lines)
        groups.append(md.RowGroup(lines, wd.sentence(name_of(row, titles))))
    if not groups:
        return None
    columns = (
        md.Column(K.WORDS, "Outcome"), md.Column(K.CLAUSES, "Clause"), md.Column(K.PAYS, "Pays"),
        md.Column(K.ODDS, "True odds"), md.Column(K.NET, "Net"), md.Column(K.RATE, "Chance, %"),
        md.Column(K.PORTION, "as a fraction"),
    )
    return md.Table("outcomes", "What each outcome pays, beside its true odds", columns, tuple(groups))


def _outcome_rows(figures: Figures, titles: Titles) -> Iterable[md.Row]:
    for label, outcome in _labelled(figures, titles):
        odds = ce.Odds(None)
        if 0 < outcome.probability < 1 and outcome.net is not None and outcome.net > 0 and outcome.result != AVERAGED:
            against = (1 - outcome.probability) / outcome.probability
            odds = ce.Odds((against.numerator, against.denominator))
        is_result = outcome.pays in ("", outcome.result)
        result = "on average" if outcome.result == AVERAGED else outcome.result
        pays: ce.Cell = ce.said(result) if is_result else ce.Pays((outcome.pays,))
        yield md.Row((
            ce.said(wd.sentence(label)), ce.Clauses(outcome.cites), pays, odds, ce.Net(outcome.net),
            ce.Rate(ce.Exact(outcome.probability), places=4), ce.Portion(ce.Exact(outcome.probability)),
        ))


def _labelled(figures: Figures, titles: Titles) -> Iterator[tuple[str, OutcomeShare]]:
    """Each outcome with what it is called."""
    unnamed = [outcome for outcome in figures.outcomes if not outcome.label.strip()]
    for outcome in figures.outcomes:
        end = f" that {_ENDS[outcome.result]}" if len(unnamed) > 1 and outcome.result in _ENDS else ""
        yield titles.plain(outcome.label) if outcome.label.strip() else f"{_ELSE}{end}", outcome


def _in_full(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """Fractions of the tables above that are too wide for a column, once each."""
    groups = []
    printed: set[Fraction] = set()
    for row in rows:
        wide = {number: what for what, number in _fractions(row, titles) if nb.is_too_wide(number) and number not in printed}
        printed |= wide.keys()
        lines = tuple(md.Row((ce.said(wd.sentence(what)), ce.Code(nb.fraction(number)))) for number, what in wide.items())
        groups += [md.RowGroup(lines, wd.sentence(name_of(row, titles)))] if lines else []
    if not groups:
        return None
    columns = (md.Column(K.WORDS, "Figure"), md.Column(K.CODE, "as a fraction"))
    return md.Table("full", "Fractions in full", columns, tuple(groups))


def _fractions(row: WagerResult, titles: Titles) -> Iterator[tuple[str, Fraction]]:
    """Every fraction that a table has of a wager, and what it is of."""
    if row.house_edge is not None:
        yield "house edge", row.house_edge
    for moment in row.moments:
        if moment.figures.house_edge is not None:
            yield f"house edge, made {titles.moment(moment.when)}", moment.figures.house_edge
    for at in row.by_amount:
        yield f"house edge at {nb.money(at.amount)}", at.house_edge
    for line in row.meters:
        yield f"net for each unit of {titles.plain(line.meter)}", line.slope
    for label, outcome in _labelled(row.figures, titles) if row.figures else ():
        yield f"chance of: {label}", outcome.probability
