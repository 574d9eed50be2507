"""The model of each kind of report: sections, verdict, three things, figures, and what is said where nothing is."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import TypeVar

import pytest

from audit.checks.finding import Finding
from audit.compare.entry import Comparison
from audit.language.diagnostics import Severity
from audit.report import cells as ce
from audit.report import model as md
from audit.report.building import check_report, diff_report, verify_diff_report, verify_report
from audit.report.examined import Examined, Waiver, WaiverState
from audit.report.inline import plain
from audit.report.model import Report
from audit.solve.result import Figures, Method, OutcomeShare, RulesetResult

F = Fraction

Moved = tuple[Examined, Examined, Comparison]
T = TypeVar("T")


def titles(report: Report) -> list[str]:
    return [section.id for section in report.sections]


def blocks(report: Report, section: str, kind: type[T]) -> list[T]:
    found = report.section(section)
    assert found is not None
    return [block for block in found.blocks if isinstance(block, kind)]


def table(report: Report, section: str, name: str) -> md.Table:
    return next(t for t in blocks(report, section, md.Table) if t.id == name)


def verdict(report: Report) -> str:
    return plain(blocks(report, "summary", md.Paragraph)[0].text)


def things(report: Report) -> list[md.Thing]:
    return [thing for block in blocks(report, "summary", md.Things) for thing in block.items]


def said(cell: ce.Cell) -> str:
    assert isinstance(cell, ce.Words)
    return plain(cell.text)


# order


def test_sections_in_the_order_of_their_kind(new: Examined, old: Examined, compared: Comparison) -> None:
    end = ["reproduce", "terms", "disposition"]
    assert titles(verify_report(new)) == [
        "summary", "findings", "wagers", "assumptions", "coverage", "waivers", *end]
    assert titles(verify_diff_report(old, new, compared)) == [
        "summary", "findings", "wagers", "changes", "assumptions", "coverage", "waivers", *end]
    assert titles(diff_report(old, new, compared)) == [
        "summary", "changes", "wagers", "findings", "assumptions", *end]
    assert titles(check_report(new)) == ["summary", "findings", "coverage", "waivers", "reproduce"]


def test_equal_inputs_make_equal_reports(new: Examined, old: Examined, compared: Comparison) -> None:
    assert verify_diff_report(old, new, compared) == verify_diff_report(old, new, compared)


def test_head_of_the_report(new: Examined, old: Examined, compared: Comparison) -> None:
    report = verify_diff_report(old, new, compared)
    assert report.title == "Craps, Oneida Gaming Commission"
    assert report.subtitle == "Edition of 8 September 2022, against the edition of 6 August 2003"
    assert report.running.edition == "Edition of 8 September 2022 · approved 8 September 2022 (assumed)"
    assert report.on == date(2022, 9, 8)


# verdict

COMPLETED = "Every check of the ruleset was completed; it was not held against its document."


def test_verdict_counts_what_is_open(new: Examined) -> None:
    report = verify_report(new)
    assert not report.is_clean
    assert report.is_complete
    assert verdict(report) == (
        f"Not clean. Two errors, two warnings and one note are open. Nothing was waived. {COMPLETED}"
    )


def test_clean_only_without_any_finding(new: Examined) -> None:
    report = verify_report(replace(new, findings=()))
    assert report.is_clean
    assert verdict(report) == f"Clean. Nothing was found. {COMPLETED}"


def test_an_unfinished_check_is_never_clean(new: Examined) -> None:
    report = verify_report(replace(new, findings=(), unfinished=("trace: interrupted",)))
    assert not report.is_clean
    assert verdict(report).startswith("Not complete. ")
    assert "Not completed: trace: interrupted." in verdict(report)


def test_waived_findings_stay_and_are_counted(new: Examined) -> None:
    waivers = tuple(
        Waiver("f", "known", "the audit manager", date(2027, 1, 31), WaiverState.IN_FORCE, "", f.fingerprint)
        for f in new.findings
    )
    report = verify_report(replace(new, waivers=waivers))
    assert report.is_clean
    assert verdict(report) == f"Clean. No finding is open. Five findings are waived. {COMPLETED}"
    found = blocks(report, "findings", md.FindingBlock)
    assert len(found) == 5
    assert found[0].waiver == "Waived until 31 January 2027 by the audit manager: known"


def test_an_expired_waiver_lets_nothing_pass(new: Examined) -> None:
    waiver = Waiver("f", "r", "a", date(2020, 1, 1), WaiverState.EXPIRED, "", new.findings[0].fingerprint)
    assert not verify_report(replace(new, waivers=(waiver,))).is_clean


def test_what_is_not_solved_is_neither_moved_nor_settled(moved: Moved) -> None:
    """Of a wager that no method solves in the new text it is not known whether its edge moved and its findings are gone."""
    old, new, compared = moved
    assert new.result is not None
    rows = tuple(
        replace(row, method=Method.NOT_SOLVABLE, figures=None, reason="too large") if row.wager == "field" else row
        for row in new.result.wagers
    )
    of_field = replace(old.findings[0], rule="another", subject="field", message="Of the field")
    report = diff_report(
        replace(old, findings=(*old.findings, of_field)), replace(new, result=replace(new.result, wagers=rows)), compared
    )
    assert "No house edge moved, as read. Not solved in one text or both, so that no house edges can be compared: Field Bet." in verdict(report)
    tables = {table.id: table for table in blocks(report, "findings", md.Table)}
    assert len(tables["not-looked-for"].groups[0].rows) == 1
    assert "Of the field" not in str(tables["settled"])
    side_by_side = next(t for t in blocks(report, "wagers", md.Table) if t.id == "edges-of-both")
    assert any(ce.Edge(ce.Absent.NOT_SOLVED) in row.cells for row in side_by_side.groups[0].rows)


def test_a_finding_that_the_summary_names_stands_in_the_comparison(new: Examined, old: Examined, compared: Comparison) -> None:
    report = diff_report(old, new, compared)
    named = {ref for thing in things(report) for ref in thing.refs if ref.startswith("F-")}
    shown = {block.id for block in blocks(report, "findings", md.FindingBlock)}
    in_both = next(t for t in blocks(report, "findings", md.Table) if t.id == "in-both")
    shown |= {cell.id for row in in_both.groups[0].rows for cell in row.cells if isinstance(cell, ce.Anchor)}
    assert named <= shown


def test_a_comparison_counts_changes(moved: Moved) -> None:
    assert verdict(diff_report(*moved)) == (
        "Seven changes. Four touch play, two touch controls and one touches words alone. One house edge moved, as read."
    )


# three things


def test_three_things_of_a_verification_and_comparison(new: Examined, old: Examined, compared: Comparison) -> None:
    """The gravest finding, the heaviest change, what the figures come to."""
    first, second, third = things(verify_diff_report(old, new, compared))
    assert first.lead == "No clause pays a Come Bet that wins on its first roll."
    assert first.refs == ("F-01", "C-01")
    assert second.lead == "Changed: Come Bet on a Come Out Roll."
    assert second.refs == ("C-01",)
    assert plain(second.text).startswith(
        "The house edge stays 7/495 (1.4141%), yet a round of three steps is settled otherwise.")
    assert third.lead == "No house edge has moved, but four can be read in two ways."
    assert plain(third.text) == (
        "As read, all 17 wagers keep their house edge. Read the other way, the player gains $81.82 of each $100 staked on "
        "Hardway on 6 and 8; as read here, the house keeps $9.09."
    )


def test_a_change_of_edge_comes_first(moved: Moved) -> None:
    """Behind a new error, where there is one."""
    old, new, comparison = moved
    first, second, third = things(diff_report(old, new, comparison))
    assert first.refs[0] == "F-01"
    assert second.lead == "Field Bet on 12: 3 to 1 is now 2 to 1."
    assert plain(second.text) == "The house edge goes from 1/36 (2.7778%) to 1/18 (5.5556%), for the house."
    assert plain(third.text).startswith("Field Bet: the house keeps $5.56 of each $100 instead of $2.78.")
    alike = things(diff_report(old, replace(new, findings=old.findings), comparison))
    assert alike[0] == second


def test_without_findings_the_limits_are_told(new: Examined) -> None:
    shown = things(verify_report(replace(new, findings=())))
    assert [thing.lead for thing in shown] == [
        "The house keeps from nothing to $16.67 of each $100 staked.", "Four wagers can be read in two ways.",
        "Part of the document is not at hand.",
    ]
    assert plain(shown[0].text) == (
        "Least on Odds taken on 4 and 10 and two others (0.0000%), most on Any Seven (16.6667%). Every figure is exact.")


# figures


def test_wager_table_has_the_true_figures(new: Examined) -> None:
    """The published values of the game, as fractions."""
    shown = table(verify_report(new), "wagers", "wagers")
    assert [group.title for group in shown.groups] == [
        "Wagers on their own", "Wagers that last one roll", "Wagers with a commission", "Wagers in support of another"]
    edges = {
        said(row.cells[0]): row.cells[4].figure.value  # type: ignore[union-attr]
        for group in shown.groups for row in group.rows
    }
    assert edges["Pass Bet"] == F(7, 495)
    assert edges["Don’t Pass Bet"] == F(3, 220)
    assert edges["Place Bet 6, 8"] == F(1, 66)
    assert edges["Hardway 4, 10 F-04"] == F(1, 9)
    assert edges["Field Bet"] == F(1, 18)
    assert edges["Horn Bet"] == F(1, 8)
    assert edges["Horn High Bet 2, 12"] == F(23, 180)
    assert edges["World Bet"] == F(2, 15)
    assert edges["Buy Bet 4, 10"] == F(1, 20)
    assert edges["Lay Bet 6, 8"] == F(1, 24)
    assert edges["Odds taken 5, 9"] == 0


def test_a_comparison_shows_only_wagers_that_moved(moved: Moved) -> None:
    shown = table(diff_report(*moved), "wagers", "wagers")
    assert [said(row.cells[0]) for g in shown.groups for row in g.rows] == ["Field Bet"]
    assert said(shown.groups[0].rows[0].cells[-1]) == "2.7778 C-01"


def test_rows_are_counted_where_a_wager_has_several(new: Examined) -> None:
    caption = table(verify_report(new), "wagers", "wagers").caption
    assert new.result is not None
    rows = new.result.wagers
    assert caption.endswith(f": {len({row.wager for row in rows})} wagers, {len(rows)} rows")


def test_every_finding_and_every_clause_of_a_wager_is_named(new: Examined) -> None:
    assert new.result is not None
    first = replace(new.result.wagers[0], cites=("A.1", "A.2", "A.3", "A.4", "A.5"))
    about = [replace(new.findings[0], subject=first.wager, rule=f"rule-{n}") for n in range(5)]
    shown = table(verify_report(replace(
        new, findings=tuple(about), result=replace(new.result, wagers=(first, *new.result.wagers[1:])),
    )), "wagers", "wagers")
    row = shown.groups[0].rows[0]
    assert said(row.cells[0]) == "Pass Bet F-01, F-02, F-03, F-04, F-05"
    assert row.cells[1] == ce.Clauses(("A.1", "A.2", "A.3", "A.4", "A.5"))


def test_what_no_row_names_and_what_fits_no_column(new: Examined) -> None:
    """Unnamed ends are told by how they end; a chance of 20 digits stands in full, once."""
    chance = F(1, 10**19 + 1)
    outcomes = (
        OutcomeShare("a pair", "win", "2 to 1", F(2), chance), OutcomeShare("a straight", "win", "1 to 1", F(1), F(1, 4)),
        OutcomeShare("", "push", "push", F(0), F(1, 4)), OutcomeShare("", "lose", "lose", F(-1), F(1, 2) - chance),
    )
    assert new.result is not None
    row = replace(new.result.wagers[0], figures=Figures(F(1, 4), F(1, 4), F(1, 4), F(1, 2), F(1), outcomes), moments=())
    report = verify_report(replace(new, result=replace(new.result, wagers=(row,))))
    ends = [said(line.cells[0]) for line in table(report, "wagers", "outcomes").groups[0].rows]
    assert ends == ["A pair", "A straight", "All else that pushes", "All else that loses"]
    (group,) = table(report, "wagers", "full").groups
    assert group.title == "Pass Bet"
    assert group.rows[0].cells == (ce.said("Chance of: a pair"), ce.Code("1/10000000000000000001"))
    assert [said(line.cells[0]) for line in group.rows] == ["Chance of: a pair", "Chance of: all else that loses"]


def test_panels_share_what_ends_alike(new: Examined) -> None:
    (panels,) = blocks(verify_report(new), "wagers", md.Panels)
    assert panels.items[0].title == "Pass Bet and Come Bet"
    assert panels.items[0].rows == (
        md.PanelRow(F(1), "win", F(244, 495)), md.PanelRow(F(-1), "lose", F(251, 495)))
    for panel in panels.items:
        assert sum(row.share for row in panel.rows) == 1


def test_counts_against_the_earlier_edition(new: Examined, old: Examined, compared: Comparison) -> None:
    (glance,) = blocks(verify_diff_report(old, new, compared), "summary", md.Glance)
    assert glance.counts is not None
    assert [c.head for c in glance.counts.columns] == ["Severity", "In 2003", "Settled since", "New", "In 2022"]
    counts = [[cell.number for cell in row.cells[1:]] for row in glance.counts.groups[0].rows]  # type: ignore[union-attr]
    assert counts == [[1, None, 1, 2], [2, 1, 1, 2], [1, None, None, 1]]


def test_effect_of_the_other_reading(new: Examined) -> None:
    shown = table(verify_report(new), "assumptions", "assumed")
    lay = next(g for g in shown.groups if ce.Anchor("A-2") in g.rows[0].cells)
    assert [row.cells[5] for row in lay.rows] == [ce.said(f"Lay Bet on {p}") for p in ("4 and 10", "5 and 9", "6 and 8")]
    assert lay.rows[0].cells[6:] == (
        ce.Portion(ce.Exact(F(1, 40))), ce.Portion(ce.Exact(F(1, 20))), ce.Portion(ce.Exact(F(1, 40)), is_signed=True))
    assert lay.rows[1].cells[0] is ce.Above.ABOVE


def test_what_is_taken_is_told_where_no_reading_stands_against_it(new: Examined) -> None:
    """The approval stands at the foot of a page, and is taken for a date; words of the line itself, not of its reason."""
    shown = table(verify_report(new), "assumptions", "taken")
    words = [plain(row.cells[2].text) for row in shown.groups[0].rows]  # type: ignore[union-attr]
    assert any("Taken: approved 8 September 2022." in one for one in words), words


# what is said where there is nothing


def test_coverage_claims_nothing_without_a_document(new: Examined) -> None:
    words = plain(blocks(verify_report(new), "coverage", md.Paragraph)[0].text)
    assert words.startswith("Not examined: no document was given")


def test_no_waivers_is_said(new: Examined) -> None:
    assert plain(blocks(verify_report(new), "waivers", md.Paragraph)[0].text).startswith("None were given")


@pytest.mark.parametrize("result", [None, RulesetResult("x", {}, ())])
def test_no_wagers_is_said(new: Examined, result: RulesetResult | None) -> None:
    report = verify_report(replace(new, result=result))
    assert len(blocks(report, "wagers", md.Paragraph)) == 1
    assert not blocks(report, "wagers", md.Table)


def test_a_cause_that_is_not_known_is_said(new: Examined) -> None:
    found = {f.id: dict(f.elements) for f in blocks(verify_report(new), "findings", md.FindingBlock)}
    assert plain(found["F-04"]["Cause"]) == "Not shown by the documents."


def test_findings_by_severity_and_without_paths(nasty: Examined) -> None:
    found = blocks(verify_report(nasty), "findings", md.FindingBlock)
    assert [f.severity for f in found] == [Severity.ERROR, Severity.WARNING]
    assert found[0].place == "f" * 60 + ".rop line 3"


def test_a_long_witness_says_what_it_leaves_out(nasty: Examined) -> None:
    witness = blocks(verify_report(nasty), "findings", md.FindingBlock)[0].witness
    assert witness is not None
    assert len(witness.steps) == 41
    assert witness.steps[35].happens == "50 steps left out here."
    assert witness.steps[-1].number == "90"


def test_fingerprint_decides_what_is_new(new: Examined) -> None:
    found: tuple[Finding, ...] = new.findings
    older = replace(new, findings=tuple(replace(f, cites=("Z.9",)) for f in found))
    report = verify_diff_report(older, new, Comparison("a", "b", ()))
    assert not any(f.is_new for f in blocks(report, "findings", md.FindingBlock))
