"""What a page shows of a figure, and of words that would not behave."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from audit.report import cells as ce
from audit.report import model as md
from audit.report.building import verify_report
from audit.report.charts import Segment, panels, segments
from audit.report.examined import Examined
from audit.report.glyphs import settable
from audit.report.layout import laid_out
from audit.report.shown import clean, figure, panel
from audit.report.titles import Titles
from audit.solve.result import Figures, Method, OutcomeShare, WagerResult

F = Fraction


def words(cell: ce.Cell) -> str:
    shown = figure(cell)
    if shown["kind"] == "odds":
        return f"{shown['first']} to {shown['second']}"
    return str(shown["words"]) or f"{shown['first']}/{shown['second']}".rstrip("/")


@pytest.mark.parametrize(("cell", "shown"), [
    (ce.Edge(ce.Exact(F(7, 495))), "1.4141"),
    (ce.Edge(ce.Estimate(0.0145, 0.00196)), "≈ 1.45"),
    (ce.Edge(ce.Absent.NOT_VERIFIABLE), "not verifiable"),
    (ce.Portion(ce.Exact(F(7, 495))), "7/495"),
    (ce.Portion(ce.Exact(F(0))), "0"),
    (ce.Portion(ce.Exact(F(1, 36)), is_signed=True), "+1/36"),
    (ce.Portion(ce.Estimate(0.0145, 0.00196)), "± 0.20"),
    (ce.Portion(ce.Exact(F(2**118 - 1, 2**120))), "25.0000\u00a0%"),
    (ce.Points(ce.Exact(F(-1, 36))), "−2.7778"),
    (ce.Points(ce.Exact(F(0))), "0"),
    (ce.Rate(ce.Exact(F(0)), dash_at_zero=True), "–"),
    (ce.Rate(ce.Exact(F(0))), "0.00"),
    (ce.Rate(ce.Exact(F(1, 36))), "2.78"),
    (ce.Variance(ce.Exact(F(1, 3))), "0.3333"),
    (ce.Odds((251, 244)), "251 to 244"),
    (ce.Odds((13_733_780, 1_234_567)), "11.12 to 1"),
    (ce.Odds(None), "–"),
    (ce.Odds(ce.Estimate(1.0294, 0.004)), "≈ 1.03 to 1"),
    (ce.Pays(("1 to 1",)), "1 to 1"),
    (ce.Pays(("40 to 1", "30 to 1", "5 to 1")), "40, 30 or 5 to 1"),
    (ce.Pays(("3 to 2", "1 to 1")), "by outcome"),
    (ce.Pays((), is_stated=False), "not stated"),
    (ce.Pays(("1 to 1",), less=("5%",)), "1 to 1, less 5%"),
    (ce.Net(F(-41, 40)), "−1.025"),
])
def test_figures(cell: ce.Cell, shown: str) -> None:
    assert words(cell) == shown


WIDE = F(1_000_000_000_000_001, 8_000_000_000_000_000)


def laid(*tables: md.Table) -> list[dict[str, Any]]:
    """Tables as a page shows them."""
    section = md.Section("s", "S", tables)
    head = md.RunningHead("", "", "")
    report = md.Report(md.ReportKind.VERIFY, "", "", "", "", head, None, "", (section,), is_clean=True, is_complete=True)
    tree: Any = laid_out(report)
    return list(tree["sections"][0]["blocks"])


def one_row(name: str, columns: tuple[md.Column, ...], *cells: ce.Cell) -> md.Table:
    return md.Table(name, "", columns, (md.RowGroup((md.Row(cells),)),))


def test_only_what_is_printed_in_full_is_promised() -> None:
    """A term of 16 digits fits into no column: it is pointed at where a table has it, else told in per cent."""
    wide = one_row("wagers", (md.Column(md.ColumnKind.PORTION, "as a fraction"),), ce.Portion(ce.Exact(WIDE)))
    full = one_row("full", (md.Column(md.ColumnKind.CODE, ""),), ce.Code("1000000000000001/8000000000000000"))
    assert laid(wide)[0]["groups"][0]["rows"][0]["cells"][0]["words"] == "12.5000\u00a0%"
    assert laid(wide, full)[0]["groups"][0]["rows"][0]["cells"][0]["words"] == "in full below"


def test_house_edges_that_are_compared_stand_in_per_cent() -> None:
    kind = md.ColumnKind.PORTION
    columns = (md.Column(kind, "Edge, old"), md.Column(kind, "Edge, new"), md.Column(kind, "Difference"))
    cells = ce.Portion(ce.Exact(F(1, 36))), ce.Portion(ce.Absent.NOT_VERIFIABLE), ce.Portion(ce.Exact(F(1, 99)), is_signed=True)
    (table,) = laid(one_row("glance", columns, *cells))
    assert [column["head"] for column in table["columns"]] == ["Edge, old,\u00a0%", "Edge, new,\u00a0%", "Difference, points"]
    assert [cell["words"] for cell in table["groups"][0]["rows"][0]["cells"]] == ["2.7778", "not verifiable", "+1.0101"]


def test_a_comparison_has_no_fractions_beside_its_percentages() -> None:
    columns = (md.Column(md.ColumnKind.NAME, ""), md.Column(md.ColumnKind.EDGE, ""), md.Column(md.ColumnKind.PORTION, ""))
    cells = ce.said("yes"), ce.Edge(ce.Exact(F(1, 36))), ce.Portion(ce.Exact(F(1, 36)))
    edges, wagers = laid(one_row("edges-F-01", columns, *cells), one_row("wagers", columns, *cells))
    assert [cell["kind"] for cell in edges["groups"][0]["rows"][0]["cells"]] == ["words", "figure"]
    assert [cell["kind"] for cell in wagers["groups"][0]["rows"][0]["cells"]] == ["words", "figure", "portion"]


def test_every_clause_is_printed() -> None:
    columns = (md.Column(md.ColumnKind.CLAUSES, "Clause"),)
    (table,) = laid(one_row("wagers", columns, ce.Clauses(tuple("ABCDEFGH"))))
    assert table["groups"][0]["rows"][0]["cells"][0]["words"] == "A, B, C, D, E, F, G, H"


def test_bars_hold_the_whole() -> None:
    drawn = segments(ce.Bar(ce.Exact(F(1, 6)), ce.Exact(F(1, 6))))
    assert drawn == (
        Segment("win", F(0), F(1, 6)), Segment("push", F(1, 6), F(1, 6)), Segment("lose", F(1, 3), F(2, 3)))
    assert [s.kind for s in segments(ce.Bar(ce.Estimate(0.4, 0.1), ce.Estimate(0.0, 0.0)))] == ["sampled"]


def test_rare_gains_are_one_row_and_no_chance_is_lost() -> None:
    shares = [OutcomeShare(str(n), "win", f"{n} to 1", F(n), F(1, 2**n)) for n in range(1, 16)]
    shares.append(OutcomeShare("rest", "lose", "lose", F(-1), F(1, 2**15)))
    row = WagerResult("w", "w", "W", (), Method.EXACT, Figures(F(0), F(0), F(0), F(0), F(0), tuple(shares)))
    (drawn,) = panels((row,), Titles())
    assert len(drawn.rows) == 8
    assert drawn.rows[0] == md.PanelRow(None, "other wins", sum((F(1, 2**n) for n in range(7, 16)), F(0)))
    assert sum(r.share for r in drawn.rows) == 1


def test_rare_gains_and_rare_losses_are_told_apart() -> None:
    rows = (md.PanelRow(None, "other wins", F(1, 4)), md.PanelRow(None, "other losses", F(3, 4)))
    tree: Any = panel(md.Panel("W", "", None, rows))
    assert [(row["label"], row["drawn"]) for row in tree["rows"]] == [("other wins", "win"), ("other losses", "lose")]


def test_control_characters_are_named() -> None:
    assert clean("a\u202eb\x07\nc\td") == "a⟨U+202E⟩b⟨U+0007⟩ c d"
    assert clean("plain") == "plain"


def test_characters_without_a_glyph_are_named() -> None:
    assert settable("4♠ 中 − → é ｆ") == "4♠ ⟨U+4E2D⟩ − → é f"


def test_a_reference_leads_to_a_part_of_the_report(new: Examined) -> None:
    """Findings that a report does not show are named and not linked."""
    tree = laid_out(verify_report(new))
    anchors: set[str] = set()
    refs: set[str] = set()

    def walk(part: object) -> None:
        if isinstance(part, dict):
            if part.get("kind") in ("finding", "change", "anchor"):
                anchors.add(part["id"])
            if part.get("mark") == "ref":
                refs.add(part["words"])
            for inner in part.values():
                walk(inner)
        elif isinstance(part, list):
            for inner in part:
                walk(inner)

    walk(tree)
    assert refs
    assert refs <= anchors
