"""The model as data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from audit.compare.entry import Comparison
from audit.report.building import diff_report
from audit.report.data import report_json
from audit.report.examined import Examined


def test_golden_model(moved: tuple[Examined, Examined, Comparison], request: pytest.FixtureRequest) -> None:
    """The whole model of a comparison; recorded by ``--record``."""
    data = json.loads(report_json(diff_report(*moved)))
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    golden = Path(__file__).parent / "golden" / "diff.json"
    if request.config.getoption("--record", default=False):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def test_fractions_have_their_decimal(moved: tuple[Examined, Examined, Comparison]) -> None:
    text = report_json(diff_report(*moved))
    assert '{"fraction":"1/18","decimal":"0.055555555555555556"}' in text
    assert json.loads(text)["schema"] == "audit.report/1"
