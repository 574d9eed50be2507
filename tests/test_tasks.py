"""The tasks of a fresh machine: what they run is there, and a finding does not stop them."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from audit import resources
from audit.language.library import Library

ROOT = Path(__file__).parents[1]


@pytest.fixture
def tasks() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tasks", ROOT / "tasks.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ends_with(code: int, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Every process ends with this code; the words of each are kept."""
    asked: list[list[str]] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, code)

    monkeypatch.setattr(subprocess, "run", run)
    return asked


def test_the_main_job_verifies_shipped_rulesets(tasks: ModuleType) -> None:
    known = Library((resources.folder("rulesets"),)).ids()
    assert {*tasks.DICE_AND_WHEELS, *tasks.CARDS} <= set(known)


def test_findings_do_not_stop_the_main_job(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tasks, "HERE", tmp_path)
    asked = ends_with(1, monkeypatch)
    tasks.audit()
    assert len(asked) == len(tasks.DICE_AND_WHEELS) + len(tasks.CARDS) + 3
    assert all({".html", ".pdf"} == {Path(word).suffix for word in words if word.startswith("out/")} for words in asked)


@pytest.mark.parametrize("code", [2, 3, 4])
def test_what_could_not_be_done_stops_it(
    tasks: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, code: int
) -> None:
    monkeypatch.setattr(tasks, "HERE", tmp_path)
    ends_with(code, monkeypatch)
    with pytest.raises(SystemExit) as ended:
        tasks.audit()
    assert ended.value.code == code


def test_a_failing_test_stops(tasks: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    ends_with(1, monkeypatch)
    with pytest.raises(SystemExit):
        tasks.test()


def test_an_unknown_task_is_told(tasks: ModuleType) -> None:
    with pytest.raises(SystemExit, match="Tasks: audit, lint, test"):
        tasks.main("polish")


def test_python_is_new_enough() -> None:
    assert sys.version_info >= (3, 11)
