"""The PDF: both standards (its engine refuses what breaks them), its tags, its data, the same bytes on each run."""

from __future__ import annotations

import io
import json
import re
import zlib
from collections import Counter
from dataclasses import replace

import pdfplumber
import pypdfium2
import pytest

from audit.compare.entry import Comparison
from audit.report.building import check_report, diff_report, verify_diff_report, verify_report
from audit.report.data import report_json
from audit.report.examined import Examined
from audit.report.html import render_html
from audit.report.paper import Paper
from audit.report.pdf import Attachment, render_pdf
from audit.solve.result import RulesetResult


def text_of(pdf: bytes) -> list[str]:
    """The words of each page, in the order of the file, with single spaces."""
    return [" ".join(page.get_textpage().get_text_range().split()) for page in pypdfium2.PdfDocument(pdf)]


def streams(pdf: bytes) -> list[bytes]:
    found = []
    for match in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.S):
        try:
            found.append(zlib.decompress(match[1]))
        except zlib.error:
            found.append(match[1])
    return found


def test_standards_and_date(new: Examined) -> None:
    pdf = render_pdf(verify_report(new))
    assert b"<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A</pdfaid:conformance>" in pdf
    assert b"<pdfuaid:part>1</pdfuaid:part>" in pdf
    assert b"<xmp:CreateDate>2022-09-08T00:00:00Z</xmp:CreateDate>" in pdf


def test_the_same_bytes_on_each_run(new: Examined, old: Examined, compared: Comparison) -> None:
    report = verify_diff_report(old, new, compared)
    assert render_pdf(report) == render_pdf(report)


def test_running_heads_and_figures(new: Examined, old: Examined, compared: Comparison) -> None:
    pages = text_of(render_pdf(verify_diff_report(old, new, compared)))
    for number, page in enumerate(pages, 1):
        assert "Craps, Oneida Gaming Commission" in page
        assert "Edition of 8 September 2022 · approved 8 September 2022 (assumed)" in page
        assert "Verification and comparison with 2003" in page
        assert f"Page {number} of {len(pages)}" in page
    whole = "\n".join(pages)
    assert "Pass Bet D.1, F.1 1 to 1 251 to 244 1.4141 7/495 49.29 – 0.9998 =" in whole
    assert "Three things to know" in pages[0]


def test_tags(new: Examined, old: Examined, compared: Comparison) -> None:
    """Every table has a head; each section, finding and change is a heading."""
    with pdfplumber.open(io.BytesIO(render_pdf(verify_diff_report(old, new, compared)))) as document:
        counts: Counter[str] = Counter()
        waiting = list(document.structure_tree)
        while waiting:
            node = waiting.pop()
            counts[node["type"]] += 1
            waiting += node.get("children", [])
    assert counts["H1"] == 10
    assert counts["H2"] >= 5 + 5
    assert counts["Table"] == counts["THead"]
    assert counts["TH"] > counts["Table"]


def test_the_data_travel_with_it(new: Examined) -> None:
    report = verify_report(new)
    more = Attachment("verify.json", b'{"schema":"audit.verify/1"}', "The figures")
    pdf = render_pdf(report, attachments=(more,))
    assert b"/UF(report.json)" in pdf
    assert b"/UF(verify.json)" in pdf
    held = streams(pdf)
    assert report_json(report).encode() in held
    assert more.data in held
    assert json.loads(report_json(report))


def test_paper(new: Examined) -> None:
    report = check_report(new)
    with pdfplumber.open(io.BytesIO(render_pdf(report))) as document:
        assert round(document.pages[0].height) == 842
    with pdfplumber.open(io.BytesIO(render_pdf(report, Paper.LETTER))) as document:
        assert (document.pages[0].width, document.pages[0].height) == (612, 792)


def test_hostile_words_are_words(nasty: Examined) -> None:
    whole = "\n".join(text_of(render_pdf(verify_report(nasty))))
    assert "#set text(fill: red) $x^2$ *bold* _low_ `raw` @ref" in whole
    assert "⟨U+202E⟩" in whole
    assert "⟨U+4E2D⟩" in whole


def test_nothing_leaves_the_page(nasty: Examined) -> None:
    with pdfplumber.open(io.BytesIO(render_pdf(verify_report(nasty)))) as document:
        for page in document.pages:
            assert max(char["x1"] for char in page.chars) <= page.width - 40
            assert max(char["bottom"] for char in page.chars) <= page.height - 40


@pytest.mark.parametrize("character", ["\u0627\u0644", "\u0939\u093f", "\ue000", "\ufffd", "\U0001f468\u200d\U0001f469", "ﷺ", "e\u0301"])
def test_any_character_can_be_set(new: Examined, character: str) -> None:
    """Scripts that the fonts lack, joined, private and combining characters."""
    head = replace(new.ruleset.head, title=f"x{character}y")
    report = check_report(replace(new, ruleset=replace(new.ruleset, head=head), findings=()))
    assert text_of(render_pdf(report))


def test_without_wagers_findings_or_dates(new: Examined) -> None:
    head = replace(new.ruleset.head, id="a/b/undated", dates=(), sources=(), issuer=None)
    bare = replace(new, ruleset=replace(new.ruleset, head=head, statements=()), findings=(),
                   result=RulesetResult("a/b/undated", {}, ()), commands=())
    pages = text_of(render_pdf(verify_report(bare)))
    assert "Undated edition · approval not stated" in pages[0]
    assert text_of(render_pdf(diff_report(bare, bare, Comparison("a", "a", ()))))


@pytest.mark.long
def test_two_thousand_rows(many: Examined) -> None:
    report = verify_report(many)
    pages = re.search(rb"<xmpTPg:NPages>(\d+)<", render_pdf(report))
    assert pages is not None
    assert int(pages[1]) > 30
    assert "Wager 1991" in render_html(report)
