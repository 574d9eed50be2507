"""The workpaper: every table a sheet, figures as numbers, the exact fraction beside them, and nothing that runs."""

from __future__ import annotations

import io
import time

import pytest
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from audit.compare.entry import Comparison
from audit.report.building import verify_diff_report, verify_report
from audit.report.examined import Examined
from audit.report.xlsx import render_xlsx


def read(data: bytes) -> Workbook:
    return load_workbook(io.BytesIO(data))


@pytest.fixture
def book(new: Examined, old: Examined, compared: Comparison) -> Workbook:
    return read(render_xlsx(verify_diff_report(old, new, compared)))


def test_summary_findings_changes_come_first(book: Workbook) -> None:
    assert book.sheetnames[:3] == ["Summary", "Findings", "Changes"]


def test_a_house_edge_is_a_number_with_its_fraction_beside_it(book: Workbook) -> None:
    sheet = book["Odds, house edge and spread of"]
    heads = [cell.value for cell in sheet[1]]
    edge, exact = heads.index("House edge, %"), heads.index("as a fraction")
    rows = {row[heads.index("Wager")].value.split(",")[0]: row for row in sheet.iter_rows(min_row=2)}
    found = next(row for name, row in rows.items() if name.startswith("Field"))
    assert found[edge].value == pytest.approx(1 / 18, abs=1e-15)
    assert found[edge].number_format == "0.0000%"
    assert found[exact].value == "1/18"


def test_every_finding_is_a_row_that_can_be_marked(new: Examined, book: Workbook) -> None:
    sheet = book["Findings"]
    heads = [cell.value for cell in sheet[1]]
    assert {"Criteria", "Condition", "Cause", "Effect", "Recommendation", "Fingerprint"} <= set(heads)
    assert sheet.max_row == 1 + len(new.findings)
    assert sheet.auto_filter.ref is not None


def test_nothing_in_a_document_becomes_a_formula_or_a_link(nasty: Examined) -> None:
    for sheet in read(render_xlsx(verify_report(nasty))):
        for row in sheet.iter_rows():
            for cell in row:
                assert cell.data_type != "f"
                assert cell.hyperlink is None


def test_equal_reports_are_equal_bytes(new: Examined) -> None:
    first = render_xlsx(verify_report(new))
    time.sleep(1.1)  # a time of the run would be told in seconds
    assert render_xlsx(verify_report(new)) == first
