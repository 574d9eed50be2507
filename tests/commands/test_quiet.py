"""``--quiet``: findings in one line each, clean is silence, and what could not be done is told all the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

FINDING = "example/wheel/undated.rop:22:3: warning: what joker pays is not stated [result-unstated]\n"


@pytest.mark.parametrize("command", ["check", "verify"])
def test_findings_in_one_line_each(command: str, run: Callable[..., Any]) -> None:
    ran = run(command, "example/wheel/undated", "--quiet")
    assert (ran.code, ran.out, ran.err) == (1, FINDING, "")
    assert run("--quiet", command, "example/wheel/undated") == ran
    assert run(command, "example/wheel/undated", "--format", "concise").out == (
        f"{FINDING}1 finding: 0 errors, 1 warning, 0 notes\n"
    )


@pytest.mark.parametrize("command", ["check", "verify"])
def test_clean_is_silence(command: str, run: Callable[..., Any]) -> None:
    ran = run(command, "example/plain/2025-06-01", "--quiet")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_a_form_for_programs_is_whole(run: Callable[..., Any]) -> None:
    for form in ("json", "sarif", "junit"):
        words = ("verify", "example/wheel/undated", "--format", form)
        assert run(*words, "--quiet") == run(*words)


def test_what_could_not_be_done_is_told(run: Callable[..., Any]) -> None:
    ran = run("verify", "example/totals/undated", "nowhere.rop", "--quiet")
    assert ran.code == 4
    assert "nowhere.rop: no such file" in ran.err
    assert "not solvable: main: " in ran.err


def test_fmt(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    loose = text_of("example/plain/2025-06-01").replace("  win  on 1", "  win on 1")
    Path("loose.rop").write_text(loose, encoding="utf-8")
    ran = run("fmt", "--check", "loose.rop", "--quiet")
    assert (ran.code, ran.out, ran.err) == (1, "loose.rop:14:7: would be reformatted\n", "")
    assert run("fmt", "loose.rop", "--quiet").told == (0, "")
    assert run("fmt", "--check", "loose.rop").told == (0, "0 of 1 file would change\n")


def test_diff(run: Callable[..., Any]) -> None:
    """A line a difference; nothing where there is none."""
    ran = run("diff", "example/turn/2025-03-01", "example/turn/2026-01-01", "--quiet")
    assert ran.code == 1
    assert "changed   payout hop: hop pays -> 14 to 1\n" in ran.out
    assert len(ran.out.splitlines()) == 4
    assert run("diff", "example/plain/2025-06-01", "example/plain/2025-06-01", "--quiet").out == ""
