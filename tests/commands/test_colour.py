"""Colour, marks and control signs: what reaches a terminal, and what never does."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

OURS = re.compile(r"\x1b\[(?:0|1|1;31|1;33|1;36)m")
WHEEL = "example/wheel/undated"
TITLE = "Small \x1b[2J\x1b]0;owned\x07 \x9b31m\u202e\u2066Wheel\x00\r"


@pytest.fixture
def slip(text_of: Callable[[str], str], run: Callable[..., Any]) -> str:
    Path("slip.rop").write_text(text_of("example/plain/2025-06-01").replace("round  ", "bout   "), encoding="utf-8")
    return "slip.rop"


def test_only_on_a_terminal(slip: str, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """The file bold, the severity and the caret in their colour; none where it is piped, dumb, or not wanted."""
    assert "\x1b" not in run("check", slip).out
    on = run("check", slip, width=100).out
    first, _, third, _ = on.splitlines()
    assert first == (
        '\x1b[1mslip.rop:18:1\x1b[0m: \x1b[1;31merror\x1b[0m: no statement begins with "bout" [unknown-statement]'
    )
    assert third.startswith("   | \x1b[1;31m^^^^\x1b[0m statements begin with: ")
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in run("check", slip, width=100).out
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run("check", slip, width=100).out
    monkeypatch.setenv("NO_COLOR", "")
    assert "\x1b" in run("check", slip, width=100).out


@pytest.mark.parametrize("words", [("--color", "never"), ("--no-color",)])
def test_never(words: tuple[str, ...], slip: str, run: Callable[..., Any]) -> None:
    assert "\x1b" not in run("check", slip, *words, width=100).out
    assert "\x1b" not in run(*words, "check", slip, width=100).out


def test_always(slip: str, run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """It overrules the pipe and ``NO_COLOR``; forms for programs have none even then."""
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b[1;31merror\x1b[0m" in run("check", slip, "--color", "always").out
    assert "\x1b[1;33mwarning\x1b[0m" in run("verify", WHEEL, "--color", "always").out
    for form in ("json", "sarif", "junit", "concise"):
        assert "\x1b" not in run("check", slip, WHEEL, "--color", "always", "--format", form).out


def test_stderr_that_is_a_file_stays_plain(slip: str, run: Callable[..., Any]) -> None:
    """A coloured stdout colours no log of stderr; where colour is asked for it is given."""
    assert "\x1b" not in run("show", slip, width=100).err
    assert "\x1b[1;31merror\x1b[0m" in run("show", slip, "--color", "always").err


@pytest.mark.parametrize("width", [0, 100])
@pytest.mark.parametrize(
    "words",
    [
        ("list", "hostile.rop"),
        ("show", "hostile.rop", "--all"),
        ("show", "hostile.rop", "--wager", "joker"),
        ("check", "hostile.rop", "slip.rop", "--full"),
        ("verify", "hostile.rop", "--explain"),
        ("verify", "hostile.rop", "--format", "concise"),
        ("play", "hostile.rop", "--wager", "joker=5", "--seed", "2"),
        ("diff", WHEEL, "hostile.rop"),
        ("diff", WHEEL, "hostile.rop", "--format", "concise"),
        ("check", "\x1b[31m.rop"),
        ("verify", "\x1b[31m"),
        ("verify", WHEEL, "--wager", "\x1b[31m"),
        ("play", WHEEL, "--given", "spin \x1b[31m"),
        ("play", WHEEL, "--wager", "\x1b[31m"),
        ("verify", WHEEL, "--choose", "\x1b[31m"),
        ("verify", WHEEL, "-o", "\x1b[31m"),
        ("rule", "\x1b[31m"),
        ("\x1b[31m",),
    ],
)
def test_nothing_of_a_ruleset_commands_a_terminal(
    words: tuple[str, ...], width: int, run: Callable[..., Any], text_of: Callable[[str], str]
) -> None:
    hostile = text_of(WHEEL).replace("Small Wheel", TITLE).replace('"JOKER"', '"JO\x1b[31mKER"')
    hostile = hostile.replace("wheel.txt", "wh\x1beel.txt") + '\nnote "a \x1b[2J note"   @ 4\n'
    Path("hostile.rop").write_text(hostile, encoding="utf-8", newline="")
    Path("slip.rop").write_text(hostile.replace("round  ", "\x1b[31m "), encoding="utf-8", newline="")
    ran = run(*words, "--color", "always", width=width) if words[0].isalpha() else run(*words, width=width)
    for stream in (ran.out, ran.err):
        assert all(c == "\n" or c.isprintable() for c in OURS.sub("", stream)), stream


@pytest.mark.parametrize("words", [("--whole", "hostile.rop"), ("--diff", "hostile.rop"), ("-",)])
def test_the_text_itself(words: tuple[str, ...], run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """What `fmt` prints is the text letter by letter for programs, and harmless on a terminal."""
    hostile = text_of(WHEEL).replace("Small Wheel", "Small \x1b[2J Wheel").replace("  win  on", "  win on")
    Path("hostile.rop").write_text(hostile, encoding="utf-8")
    stdin = hostile.encode() if words == ("-",) else None
    piped, watched = run("fmt", *words, stdin=stdin), run("fmt", *words, stdin=stdin, width=100)
    assert "\x1b" in piped.out or words[0] == "--diff"
    assert "\x1b" not in watched.out
    assert len(watched.out.splitlines()) == len(piped.out.splitlines())


def test_a_terminal_without_unicode(slip: str, run: Callable[..., Any]) -> None:
    """Three dots for an ellipsis, a plus and a minus, and no error over a letter that is not there."""
    assert run("check", slip, encoding="ascii").out.splitlines()[2].endswith("option, ranking ...")
    out = run("verify", "example/turn/2025-03-01", "--wager", "hop", "--sample", "100", encoding="ascii").out
    assert "+-" in out
    Path("accent.rop").write_text(Path(slip).read_text().replace("Plain", "Pläin").replace("bout ", "round"))
    assert '"Pl?in Wheel"' in run("show", "accent.rop", encoding="ascii").out
