"""The picture in docs/architecture.md shows every folder of the package, and no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "architecture.md"


def folders() -> list[Path]:
    """The packages below ``audit``."""
    return sorted(p.parent for p in (ROOT / "audit").rglob("__init__.py") if p.parent != ROOT / "audit")


def named(text: str) -> set[str]:
    return set(re.findall(r"audit/[a-z]+(?:/[a-z]+)*", text))


def test_the_picture_shows_every_folder_and_no_other() -> None:
    picture = PAGE.read_text(encoding="utf-8").split("```")[1]
    assert named(picture) == {folder.relative_to(ROOT).as_posix() for folder in folders()}


def test_every_folder_has_a_paragraph_with_what_comes_in_and_goes_out() -> None:
    page = PAGE.read_text(encoding="utf-8")
    sections = re.split(r"^#+ (audit/\S+)$", page, flags=re.MULTILINE)
    told = dict(zip(sections[1::2], sections[2::2], strict=True))
    assert set(told) == {folder.relative_to(ROOT).as_posix() for folder in folders()}
    for name, text in told.items():
        assert all(word in text for word in ("*In:*", "*Out:*", "*Holds:*")), name


@pytest.mark.parametrize("folder", [f for f in folders() if f.parent.name == "audit"], ids=lambda f: f.name)
def test_a_folder_opens_with_what_comes_in_and_goes_out(folder: Path) -> None:
    doc = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    assert "In: " in doc
    assert "Out: " in doc
    assert "Holds: " in doc


def test_links_lead_to_pages() -> None:
    for link in re.findall(r"\]\((decisions/[^)]+)\)", PAGE.read_text(encoding="utf-8")):
        assert (PAGE.parent / link).is_file(), link
