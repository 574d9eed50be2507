"""Equal inputs give equal bytes, in every form, whoever works them out."""

from __future__ import annotations

import html
import os
import re
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

RULESETS = Path(__file__).parent / "rulesets"
TURN, AMENDED = "example/turn/2025-03-01", "example/turn/2026-01-01"


@pytest.mark.parametrize(
    ("words", "endings"),
    [
        (("check", "example/wheel/undated"), ("txt", "json", "sarif", "xml", "html")),
        (("verify", "example/wheel/undated"), ("txt", "json", "sarif", "xml", "html", "pdf")),
        (("verify", TURN, "--wager", "hop", "--sample", "300"), ("txt", "json")),
        (
            ("play", TURN, "--choose", "table_minimum=$5", "--choose", "table_maximum=$9", "--seed", "4"),
            ("txt", "json"),
        ),
        (("diff", "example/plain/2025-06-01", "example/wheel/undated"), ("txt", "json", "html")),
        (("list",), ("txt", "json")),
        (("show", AMENDED, "--all"), ("txt", "json")),
        (("report", "verify+diff", "example/plain/2025-06-01", "example/wheel/undated"), ("json", "html")),
    ],
)
def test_twice(words: tuple[str, ...], endings: tuple[str, ...], run: Callable[..., Any]) -> None:
    printed = []
    for turn in ("first", "second"):
        Path(turn).mkdir()
        os.chdir(turn)
        printed.append(run(*words, *(w for ending in endings for w in ("-o", f"out.{ending}"))))
        os.chdir("..")
    assert printed[0] == printed[1]
    for ending in endings:
        first, second = (Path(turn, f"out.{ending}").read_bytes() for turn in ("first", "second"))
        assert first == second, ending
        assert str(Path.cwd()).encode() not in first


@pytest.mark.parametrize(
    "words",
    [
        ("--wager", "hop", "--in-force"), ("--sample", "300", "--seed", "4"), ("--wager", "pass", "--wager", "hop"),
        ("--choose", "table_minimum=$5", "--choose", "table_maximum=$50", "--in-force"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_report_says_how_it_is_made_again(words: tuple[str, ...], run: Callable[..., Any]) -> None:
    run("verify", TURN, *words, "-o", "1.html")
    page = re.sub(r"</?span[^>]*>", "", Path("1.html").read_text(encoding="utf-8"))
    made = [html.unescape(line) for line in re.findall(r"audit verify [^<\n]*", page)]
    assert set(words) <= set(shlex.split(made[0]))
    run(*shlex.split(made[0])[1:], "-o", "2.html")
    assert Path("1.html").read_bytes() == Path("2.html").read_bytes()


def test_jobs(run: Callable[..., Any], program: str) -> None:
    """Side by side as one after the other: the same words in the same order, on stdout and on stderr, as a file.

    The processes side by side have another order of sets, too, by their hash seed.
    """
    Path("slip.rop").write_text('ruleset a/slip/undated\n  title "x"\nbout\n', encoding="utf-8")
    Path("bad.rop").write_bytes(b"ruleset a/b/undated\n  title \x93x\x94\n")
    Path("audit.toml").write_text(f'rulesets = "{RULESETS.as_posix()}"\n', encoding="utf-8")
    rulesets = (
        "example/wheel/undated", "slip.rop", "bad.rop", "example/plain/2025-06-01", "example/totals/undated", "example/three/undated",
    )  # fmt: skip
    one = run("verify", *rulesets, "-o", "1.json")
    command = [program, "verify", *rulesets, "-o", "2.json", "--jobs", "2"]
    environment = {**os.environ, "PYTHONHASHSEED": "2"}
    two = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (one.code, one.out, one.err) == (two.returncode, two.stdout, two.stderr.replace("2.json", "1.json"))
    assert one.code == 4
    places = ("wrote 1.json", "slip.rop:3:1: error", "bad.rop:2:9: error", "example/totals/undated.rop:23:3: error")
    assert sorted(places, key=one.err.index) == list(places)
    assert Path("1.json").read_bytes() == Path("2.json").read_bytes()
