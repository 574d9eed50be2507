"""Tests of one group run in one process, so that what is slow to work out is worked out once for all of them."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.xdist_group("groups")


@pytest.mark.parametrize("number", range(8))
def test_a_group_stays_together(number: int) -> None:
    """A new release of the test runner once sent them anywhere, and nothing but the clock told."""
    run, process = os.environ.get("PYTEST_XDIST_TESTRUNUID"), os.environ.get("PYTEST_XDIST_WORKER")
    if run is None or process is None:
        pytest.skip("all tests run in one process")
    seen = Path(tempfile.gettempdir()) / f"audit-group-{run}"
    try:
        with seen.open("x", encoding="utf-8") as file:
            file.write(process)
    except FileExistsError:
        assert seen.read_text(encoding="utf-8") == process
    if number == 7:
        seen.unlink()
