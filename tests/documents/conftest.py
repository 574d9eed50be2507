"""Where the tests find the source documents; a machine without them skips the tests that read them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2].parent / "shared"
SHARED = Path(os.environ.get("AUDIT_SOURCES", _BESIDE))


@pytest.fixture(scope="session")
def seed() -> Callable[[str], Path]:
    """The file of a source document by its number: ``seed("000")``."""

    def found(number: str) -> Path:
        matches = sorted((SHARED / "seeds").glob(f"{number}_*.txt"))
        if not matches:
            pytest.skip("the source documents are not on this machine (AUDIT_SOURCES names their folder)")
        return matches[0]

    return found


@pytest.fixture(scope="session")
def sample() -> Callable[[str], Path]:
    """A real file to try readers on, by its name: ``sample("tracked-move.docx")``."""

    def found(name: str) -> Path:
        path = SHARED / "files" / name
        if not path.is_file():
            pytest.skip("the sample files are not on this machine (AUDIT_SOURCES names their folder)")
        return path

    return found
