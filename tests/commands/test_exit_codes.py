"""How each command ends: 0 clean, 1 findings, 2 usage, 3 unreadable, 4 not completed; of several the highest."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MONEY = "--choose 'table_minimum=$5' --choose 'table_maximum=$500'"


@pytest.mark.parametrize(
    ("code", "line"),
    [
        (0, "--help"),
        (0, "--version"),
        (0, ""),
        (0, "list"),
        (0, "list example/turn"),
        (3, "list bad.rop"),
        (2, "list nowhere"),
        (0, "show example/wheel/undated"),
        (0, "show example/extra/undated"),
        (2, "show example/nothing/undated"),
        (3, "show slip.rop"),
        (0, "fmt --check example"),
        (1, "fmt --check loose.rop"),
        (1, "fmt --diff loose.rop"),
        (0, "fmt --words wager"),
        (0, "fmt --whole example/turn/2026-01-01"),
        (2, "fmt nowhere.rop"),
        (3, "fmt --check loose.rop bad.rop"),
        (0, "check example/plain/2025-06-01"),
        (0, "check example/turn/2025-03-01 --severity error"),
        (0, "check example/turn/2025-03-01 --only assumption"),
        (1, "check example/wheel/undated"),
        (1, "check slip.rop"),
        (2, "check nowhere.rop example/wheel/undated"),
        (3, "check nowhere.rop bad.rop slip.rop"),
        (4, "check example/totals/undated bad.rop --by-the-letter"),
        (0, "verify example/plain/2025-06-01"),
        (0, "verify example/plain/2025-06-01 --sample 500"),
        (1, "verify example/wheel/undated"),
        (0, "verify example/wheel/undated --wager number"),
        (2, "verify example/extra/undated"),
        (3, "verify slip.rop example/wheel/undated"),
        (4, "verify example/totals/undated bad.rop"),
        (0, "play example/wheel/undated --seed 1"),
        (2, "play example/turn/2025-03-01"),
        (3, "play bad.rop"),
        (0, "play example/three/undated --seed 1"),
        (0, "diff example/plain/2025-06-01 example/plain/2025-06-01"),
        (1, "diff example/plain/2025-06-01 example/wheel/undated"),
        (2, "diff example/plain/2025-06-01 nowhere.rop"),
        (3, "diff slip.rop example/plain/2025-06-01"),
        (0, "report check example/plain/2025-06-01 -o out.json"),
        (1, "report check example/wheel/undated -o out.json"),
        (2, "report check example/wheel/undated -o out.txt"),
        (3, "report check slip.rop -o out.json"),
        (4, "report verify example/totals/undated -o out.json"),
        (0, "rule"),
        (0, "rule assumption"),
        (2, "rule assumptions"),
    ],
)
def test_exit_code(code: int, line: str, run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    plain = text_of("example/plain/2025-06-01")
    Path("slip.rop").write_text(plain.replace("round  ", "bout   "), encoding="utf-8")
    Path("loose.rop").write_text(plain.replace("  win  on 1", "  win on 1"), encoding="utf-8")
    Path("bad.rop").write_bytes(b"ruleset a/b/undated\n  title \x93x\x94\n")
    Path("example").mkdir()
    Path("example/copy.rop").write_text(plain, encoding="utf-8")
    ran = run(*shlex.split(line))
    assert ran.code == code, ran
    assert "Traceback" not in ran.err
    assert "internal error" not in ran.err
    if code in (2, 3, 4):
        assert f"exit {code}]" in ran.err or "slip.rop:" in ran.err
    else:
        assert " error: " not in ran.err


def test_a_folder(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """A folder stands for the rulesets in it; a fragment among them is told, and is no mistake."""
    for ruleset in ("example/plain/2025-06-01", "example/extra/undated"):
        Path(f"ours/{ruleset}").parent.mkdir(parents=True)
        Path(f"ours/{ruleset}.rop").write_text(text_of(ruleset), encoding="utf-8")
    ran = run("verify", "ours")
    assert ran.told == (0, "ours/example/extra/undated.rop: a fragment, and played in what includes it\n")
    assert ran.out == run("verify", "example/plain/2025-06-01").out
    assert run("verify", "ours", "--quiet").told == (0, "")
    assert run("verify", "ours/example/extra/undated.rop").code == 2
    assert run("check", "ours").out == (
        "clean: 2 rulesets, 8 statements, 0 findings; no document given, so text and trace rules did not run\n"
    )


def test_clean_is_never_printed_over_what_was_not_done(run: Callable[..., Any]) -> None:
    """Nothing that was not read, or not examined to its end, is told as clean."""
    ran = run("check", "example/totals/undated", "nowhere.rop", "--by-the-letter")
    assert ran.code == 4
    assert "2 rulesets: 0 clean, 0 with findings, 1 not completed, 1 not examined" in ran.out
    alone = run("check", "example/totals/undated", "--by-the-letter")
    assert alone.out == "0 findings: 0 errors, 0 warnings, 0 notes; not completed\n"
    assert run("check", "nowhere.rop").out == ""
