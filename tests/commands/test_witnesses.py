"""The witness of a finding or a difference, typed as it is printed, does what it says."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any


def played(command: str, run: Callable[..., Any]) -> Any:
    """The round of a witness, as a shell would read its command."""
    program, *words = shlex.split(command)
    assert program == "audit"
    assert words[0] == "play"
    return run(*words)


def check_steps(witness: dict[str, Any], run: Callable[..., Any]) -> None:
    """Everything came up, in that order; and the result of the first column, where it is one that play tells."""
    ran = played(f"{witness['command']} --format json", run)
    came = [event["outcome"] for event in ran.json["events"] if event["event"] == "came_up"]
    assert came == [step["what"] for step in witness["steps"] if ", total " in step["what"]]
    ran = played(witness["command"], run)
    last = witness["steps"][-1]["results"][0]
    if last.startswith(("wins", "loses", "pushes")):
        assert last in ran.out
    elif last == "stays":
        assert "Stopped: still open: " in ran.out
    else:
        assert last == "no result"
        assert "still open: " in ran.out


def test_findings(run: Callable[..., Any]) -> None:
    ruleset = "example/turn/2026-01-01"
    (found,) = run("verify", ruleset, "--format", "json").json["rulesets"]
    witnesses = {f["rule"]: f["witness"] for f in found["findings"] if f["witness"]}
    assert set(witnesses) >= {"result-missing", "result-conflict", "result-unstated", "assumption", "unpayable-odds"}
    for rule, witness in witnesses.items():
        ran = played(witness["command"], run)
        assert shlex.split(witness["command"])[2] == ruleset
        check_steps(witness, run)
        if rule == "result-conflict":
            assert ran.code == 4
            assert "two lines give different results" in ran.err
        else:
            assert ran.told == (0, "")


def test_the_finding_and_its_round_agree(run: Callable[..., Any]) -> None:
    """By hand: 12 pays double under the one reading; read as triple, three times the stake."""
    (found,) = run("verify", "example/turn/2025-03-01", "--wager", "field", "--format", "json").json["rulesets"]
    (reading,) = [f for f in found["findings"] if f["rule"] == "assumption"]
    assert reading["witness"]["columns"] == ["Read as double", "Read as triple"]
    assert "field +$20" in played(reading["witness"]["command"], run).out
    assert "field +$30" in played(f"{reading['witness']['command']} --choose field_twelve=triple", run).out


def test_by_the_letter(run: Callable[..., Any]) -> None:
    ran = run("check", "example/turn/2025-03-01", "--by-the-letter", "--format", "json")
    (missing,) = ran.json["files"][0]["findings"]
    assert missing["rule"] == "result-missing"
    command = missing["witness"]["command"]
    assert "still open: hardway[4]" in played(command, run).out
    assert "hardway[4] loses $10" in played(command.replace(" --by-the-letter", ""), run).out


def test_differences(run: Callable[..., Any]) -> None:
    """Under the new edition as printed, and under the old one with its name in the place of the new."""
    old, new = "example/turn/2025-03-01", "example/turn/2026-01-01"
    entries = run("diff", old, new, "--format", "json").json["entries"]
    (hop,) = [e for e in entries if e["subject"] == "hop"]
    command, last = hop["witness"]["command"], hop["witness"]["steps"][-1]
    assert hop["witness"]["columns"] == ["2025-03-01", "2026-01-01"]
    assert last["results"] == ["wins $150 at 15 to 1", "wins $140 at 14 to 1"]
    assert "hop      wins $140 at 14 to 1" in played(command, run).out
    assert "hop      wins $150 at 15 to 1" in played(command.replace(new, old), run).out


def test_a_ruleset_that_lies_elsewhere(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """The command of a witness names the file that was examined, not another of the same id."""
    ours = text_of("example/turn/2025-03-01").replace("| 2, 12           | 2 to 1", "| 2, 12           | 4 to 1")
    Path("mine.rop").write_text(ours, encoding="utf-8")
    text = run("verify", "mine.rop", "--wager", "field").out
    command = next(line for line in text.splitlines() if "witness: " in line).split("witness: ")[1]
    assert "field +$40" in played(command, run).out
    Path("f/example/turn").mkdir(parents=True)
    Path("f/example/turn/2025-03-01.rop").write_text(ours, encoding="utf-8")
    text = run("verify", "example/turn/2025-03-01", "--wager", "field", "--rulesets", "f").out
    command = next(line for line in text.splitlines() if "witness: " in line).split("witness: ")[1]
    assert "field +$40" in played(command, run).out
