"""`audit.toml`: what it settles, and each way in which it can be wrong."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

UNSTATED = "example/wheel/undated.rop:22:3: warning: what joker pays is not stated [result-unstated]\n"


@pytest.mark.parametrize(
    ("settings", "code", "said"),
    [
        ('rulesets = "a"\nx = ]', 3, "audit.toml:2:5: error: cannot be read: invalid value [config, exit 3]\n"),
        (
            "x = [",
            3,
            "audit.toml: error: cannot be read: invalid value (at end of document) [config, exit 3]\n",
        ),
        (
            "rule = 1",
            2,
            'audit.toml: error: there is no setting "rule" [config, exit 2]\n'
            "  = did you mean rules?  there are: rulesets, rules, waiver\n",
        ),
        (
            "rulesets = 1",
            2,
            'audit.toml: error: rulesets: a folder is expected [config, exit 2]\n  = such as rulesets = "rules"\n',
        ),
        (
            "rulesets = 'none'",
            2,
            "error: none: no such folder of rulesets [rulesets, exit 2]\n"
            "  = --rulesets names a folder that holds .rop files\n",
        ),
        (
            "[rules.nope]",
            2,
            "audit.toml: error: rules.nope: there is no such rule; audit rule lists them [config, exit 2]\n",
        ),
        (
            "[rules.result-unstated]\nseverity = 'grave'",
            2,
            "audit.toml: error: rules.result-unstated.severity: error, warning, note or off [config, exit 2]\n",
        ),
    ],
)
def test_wrong(settings: str, code: int, said: str, run: Callable[..., Any]) -> None:
    Path("audit.toml").write_text(settings, encoding="utf-8")
    for command in ("verify", "check"):
        assert run(command, "example/wheel/undated", "--quiet").told == (code, said)


def test_not_utf_8(run: Callable[..., Any]) -> None:
    Path("audit.toml").write_bytes(b"x = '\x93'")
    assert run("verify", "example/wheel/undated").told == (
        3,
        "audit.toml: error: cannot be read: it is not UTF-8 [config, exit 3]\n  = save it as UTF-8\n",
    )


def test_a_folder(run: Callable[..., Any]) -> None:
    Path("audit.toml").mkdir()
    assert run("verify", "example/wheel/undated").told == (
        3,
        "audit.toml: error: cannot be read: is a directory [config, exit 3]\n",
    )


def test_rulesets_of_the_settings_come_before_those_shipped(
    run: Callable[..., Any], text_of: Callable[[str], str]
) -> None:
    folder = Path("ours/example/wheel")
    folder.mkdir(parents=True)
    ours = text_of("example/wheel/undated").replace("Small Wheel", "Our Wheel")
    (folder / "undated.rop").write_text(ours, encoding="utf-8")
    Path("audit.toml").write_text('rulesets = "ours"', encoding="utf-8")
    assert run("show", "example/wheel/undated").out.startswith('ruleset example/wheel/undated  "Our Wheel"\n')
    assert run("show", "example/plain/2025-06-01").code == 0
    assert run("list").out.count("example/wheel/undated") == 1
    shutil.move("ours", "theirs")
    Path("audit.toml").unlink()
    assert '"Our Wheel"' in run("show", "example/wheel/undated", "--rulesets", "theirs").out
    assert '"Our Wheel"' in run("--rulesets", "theirs", "show", "example/wheel/undated").out


def test_another_settings_file(run: Callable[..., Any]) -> None:
    Path("strict.toml").write_text("[rules.result-unstated]\nseverity = 'off'", encoding="utf-8")
    assert run("verify", "example/wheel/undated", "--quiet").out == UNSTATED
    assert run("verify", "example/wheel/undated", "--quiet", "--config", "strict.toml").told == (0, "")
    assert run("--config", "strict.toml", "check", "example/wheel/undated", "--quiet").told == (0, "")


def test_another_severity(run: Callable[..., Any]) -> None:
    """A warning taken for a note is told and does not count; taken for an error, it counts as one."""
    Path("audit.toml").write_text("[rules.result-unstated]\nseverity = 'note'", encoding="utf-8")
    ran = run("check", "example/wheel/undated", "--quiet")
    assert (ran.code, ran.out) == (0, UNSTATED.replace("warning", "note"))
    Path("audit.toml").write_text("[rules.result-unstated]\nseverity = 'error'", encoding="utf-8")
    ran = run("check", "example/wheel/undated", "--quiet")
    assert (ran.code, ran.out) == (1, UNSTATED.replace("warning", "error"))


def test_a_limit_of_the_house_edge(run: Callable[..., Any]) -> None:
    """The wheel of 3 at 1 to 1 keeps 1/3: above a limit of 33%, below one of 34%."""
    Path("audit.toml").write_text("[rules.house-edge-above]\nlimit = '33%'", encoding="utf-8")
    ran = run("verify", "example/plain/2025-06-01", "--quiet")
    assert ran.code == 1
    assert ran.out.endswith("[house-edge-above]\n")
    Path("audit.toml").write_text("[rules.house-edge-above]\nlimit = '34%'", encoding="utf-8")
    assert run("verify", "example/plain/2025-06-01", "--quiet").code == 0
