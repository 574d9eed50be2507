"""Inputs that cannot be read: one line that says what and where, exit 3; the rulesets beside them are still examined."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

COMMANDS = ("check", "verify", "show", "play", "fmt")


@pytest.mark.parametrize("command", COMMANDS)
def test_not_utf_8(command: str, run: Callable[..., Any]) -> None:
    Path("rules.rop").write_bytes(b"ruleset a/b/undated\n  title \x93x\x94\n")
    ran = run(command, "rules.rop")
    assert ran.code == 3
    assert ran.err.startswith(
        "rules.rop:2:9: error: byte 0x93 is not UTF-8; the file looks like Windows-1252 [encoding, exit 3]\n"
        "  = save it as UTF-8\n"
    )


@pytest.mark.parametrize("command", COMMANDS)
def test_empty(command: str, run: Callable[..., Any]) -> None:
    Path("field.rop").write_text("\n# only a comment\n", encoding="utf-8")
    ran = run(command, "field.rop")
    assert ran.code == 3
    assert ran.err.startswith(
        "field.rop: error: empty; a ruleset begins with: ruleset, fragment, regulation or submission [empty, exit 3]\n"
    )


@pytest.mark.parametrize("command", ("check", "verify", "show", "play"))
def test_a_folder_of_that_name(command: str, run: Callable[..., Any]) -> None:
    Path("rules.rop").mkdir()
    assert run(command, "rules.rop").told == (
        3,
        "rules.rop: error: cannot be read: it is a folder [unreadable, exit 3]\n",
    )


def test_a_pipe_is_not_waited_for(run: Callable[..., Any]) -> None:
    os.mkfifo("pipe.rop")
    assert run("check", "pipe.rop").told == (
        3,
        "pipe.rop: error: cannot be read: it is no plain file [unreadable, exit 3]\n",
    )


def test_no_permission(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that its owner keeps to himself; who runs as root may read it all the same, so it is acted."""
    Path("rules.rop").write_text("ruleset a/b/undated\n", encoding="utf-8")
    opened = Path.open

    def refuse(self: Path, *words: Any, **more: Any) -> Any:
        if self.name == "rules.rop":
            raise PermissionError(13, "Permission denied", str(self))
        return opened(self, *words, **more)

    monkeypatch.setattr(Path, "open", refuse)
    assert run("check", "rules.rop").told == (
        3,
        "rules.rop: error: cannot be opened: permission denied [unreadable, exit 3]\n",
    )


def test_mistakes_stop_every_command_but_check(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    slip = text_of("example/plain/2025-06-01").replace("round  ", "bout   ")
    Path("slip.rop").write_text(slip, encoding="utf-8")
    first = 'slip.rop:18:1: error: no statement begins with "bout" [unknown-statement]'
    for words in (
        ("show", "slip.rop"),
        ("verify", "slip.rop"),
        ("play", "slip.rop"),
        ("diff", "slip.rop", "example/wheel/undated"),
        ("diff", "example/wheel/undated", "slip.rop"),
        ("report", "verify", "slip.rop", "-o", "out.json"),
        ("fmt", "--whole", "slip.rop"),
    ):
        ran = run(*words)
        assert (ran.code, ran.out, ran.err.splitlines()[0]) == (3, "", first), words
    checked = run("check", "slip.rop")
    assert (checked.code, checked.err, checked.out.splitlines()[0]) == (1, "", first)


def test_quiet_tells_a_mistake_in_one_line(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    slip = text_of("example/plain/2025-06-01").replace("round  ", "bout   ")
    Path("slip.rop").write_text(slip, encoding="utf-8")
    ran = run("verify", "slip.rop", "example/wheel/undated", "--quiet")
    assert ran.told == (3, 'slip.rop:18:1: error: no statement begins with "bout" [unknown-statement]\n')
    assert ran.out == "example/wheel/undated.rop:22:3: warning: what joker pays is not stated [result-unstated]\n"


def test_one_bad_file_spares_the_others(run: Callable[..., Any]) -> None:
    Path("bad.rop").write_bytes(b"\xff\xfer")
    ran = run("verify", "bad.rop", "example/plain/2025-06-01", "nowhere.rop", "--format", "json")
    assert ran.code == 3
    assert [r["id"] for r in ran.json["rulesets"]] == ["example/plain/2025-06-01"]
    assert ran.json["not_examined"] == [
        {
            "asked": "bad.rop",
            "exit": 3,
            "message": "bad.rop:1:1: error: the file looks like UTF-16, not UTF-8 [encoding, exit 3]",
        },
        {"asked": "nowhere.rop", "exit": 2, "message": "error: nowhere.rop: no such file [not-found, exit 2]"},
    ]


def test_at_most_20_mistakes_a_file(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    many = text_of("example/plain/2025-06-01") + "".join(f"bout{n}\n" for n in range(40))
    Path("many.rop").write_text(many, encoding="utf-8")
    out = run("check", "many.rop").out
    assert out.count("[unknown-statement]") == 20


def test_standard_input(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    plain = text_of("example/plain/2025-06-01")
    loose = plain.replace("  win  on 1", "  win on 1").encode()
    ran = run("fmt", "-", stdin=loose)
    assert (ran.code, ran.out, ran.err) == (0, plain, "")
    assert run("fmt", "-", stdin=b"\xff").told == (
        3,
        "standard input: error: it is not UTF-8 [encoding, exit 3]\n  = save it as UTF-8\n",
    )
    assert run("fmt", "-", stdin=b" \n").code == 3
