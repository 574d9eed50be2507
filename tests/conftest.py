"""What all tests share: the option that writes expected output anew."""

from __future__ import annotations

import os

import pytest

os.environ["AUDIT_ANEW"] = "1"  # tests are of what is worked out now (`audit.commands.keeping`)


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--record`` writes the expected output beside its input, for a person to look through."""
    parser.addoption("--record", action="store_true", help="write the expected output of recorded tests anew")


@pytest.fixture
def record(request: pytest.FixtureRequest) -> bool:
    """Whether expected output is to be written and not compared."""
    return bool(request.config.getoption("--record"))
