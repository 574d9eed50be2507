"""What each command prints, word for word: piped, and many also on terminals of 80 and of 120 columns.

``golden/`` holds the texts; ``--record`` writes them anew, for a person to read through.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GOLDEN = Path(__file__).parent / "golden"
MONEY = "--choose 'table_minimum=$5' --choose 'table_maximum=$500'"
LINES = {
    "list": "list",
    "show": "show example/wheel/undated",
    "show-all": "show example/turn/2026-01-01 --all",
    "show-wager": "show example/turn/2025-03-01 --wager field",
    "show-ranking": "show example/three/undated --ranking three_card",
    "show-duties": "show example/turn/2025-03-01 --duties",
    "check": "check example/turn/2025-03-01 example/turn/2026-01-01 example/wheel/undated example/plain/2025-06-01",
    "check-full": "check example/turn/2025-03-01 --full",
    "check-concise": "check example/turn/2025-03-01 --format concise",
    "check-clean": "check example/plain/2025-06-01",
    "check-letter": "check example/turn/2025-03-01 --by-the-letter",
    "check-open": "check example/totals/undated example/plain/2025-06-01 nowhere.rop --by-the-letter",
    "check-mistakes": "check slip.rop",
    "verify": "verify example/turn/2025-03-01",
    "verify-clean": "verify example/plain/2025-06-01",
    "verify-wager": "verify example/turn/2025-03-01 --wager buy --choose buy_commission=2%",
    "verify-explain": "verify example/wheel/undated --explain",
    "verify-sample": "verify example/turn/2025-03-01 --wager field --sample 2000 --seed 7",
    "verify-concise": "verify example/wheel/undated --format concise",
    "verify-mistakes": "verify slip.rop example/plain/2025-06-01",
    "verify-unsolved": "verify example/totals/undated",
    "play-wheel": "play example/wheel/undated --seed 3",
    "play-turn": f"play example/turn/2025-03-01 {MONEY} --wager pass=10 --wager field=5 --given 'dice 4-2, 2-4'",
    "play-irregular": f"play example/turn/2025-03-01 {MONEY} --irregularity cocked_die --given 'dice 2-1, 6-5'",
    "play-broken-off": f"play example/turn/2026-01-01 {MONEY} --wager pass=10 --given 'dice 6-6'",
    "diff": "diff example/turn/2025-03-01 example/turn/2026-01-01",
    "diff-noise": "diff example/turn/2025-03-01 example/turn/2026-01-01 --noise",
    "diff-concise": "diff example/plain/2025-06-01 example/wheel/undated --format concise",
    "diff-none": "diff example/plain/2025-06-01 example/plain/2025-06-01",
    "fmt-check": "fmt --check loose.rop",
    "fmt-diff": "fmt --diff loose.rop",
    "rules": "rule",
    "rule": "rule row-unreachable",
    "help": "--help",
    "help-verify": "verify --help",
}
NARROW = (
    "list", "show-all", "show-wager", "check", "check-full", "check-clean", "check-mistakes", "check-open", "verify",
    "verify-explain", "verify-sample", "play-turn", "rules", "rule",
)  # fmt: skip


@pytest.mark.parametrize("name", LINES)
def test_text(
    name: str, run: Callable[..., Any], text_of: Callable[[str], str], record: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = text_of("example/plain/2025-06-01")
    Path("slip.rop").write_text(plain.replace("round  ", "bout   ").replace("win  on 1", "win  on 9"), encoding="utf-8")
    Path("loose.rop").write_text(plain.replace("  win  on 1", "  win on 1"), encoding="utf-8")
    words = shlex.split(LINES[name])
    parts = []
    monkeypatch.setenv("NO_COLOR", "1")
    for width in (0, 80, 120) if name in NARROW else (0,):
        ran = run(*words, width=width)
        parts.append(f"$ audit {LINES[name]}   ({f'{width} columns' if width else 'piped'})\n{ran.out}")
        parts.append(f"--- stderr\n{ran.err}" if ran.err else "")
        parts.append(f"--- exit {ran.code}\n\n")
        if width:
            too_wide = [line for line in ran.out.splitlines() if len(line) > width and _is_wrapped(line)]
            assert not too_wide, too_wide
        assert name == "fmt-diff" or not re.search(r"[ \t]\n", ran.out), "no line ends in spaces"
    golden = GOLDEN / f"{name}.txt"
    if record:
        golden.write_text("".join(parts), encoding="utf-8")
    assert "".join(parts) == golden.read_text(encoding="utf-8")


def _is_wrapped(line: str) -> bool:
    """Whether a line keeps to the width: first lines, commands to be typed, and long lines of a ruleset stay whole."""
    return not re.search(r": (error|warning|note): |audit play|^(added|changed) |  [A-Z.0-9]+  +\d+a?$", line)
