"""The command line run in this process: words in; stdout, stderr and the exit code out.

The rulesets beside these tests: ``example/plain`` is a wheel with which nothing is wrong; ``wheel`` has a wager whose
payout is not stated; ``turn`` is two dice with a point, readings, options and a round that ends too early, its edition of
2026 an amendment with a contradiction; ``three`` is cards, which are not solved yet, with the fragment ``extra``.
"""

from __future__ import annotations

import io
import json
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from audit import resources
from audit.commands.main import main

HERE = Path(__file__).parent
RULESETS = HERE / "rulesets"


class Stream(io.TextIOWrapper):
    """A stdout or stderr that is kept, and that says of itself whether it is a terminal."""

    def __init__(self, *, terminal: bool = False, encoding: str = "utf-8") -> None:
        super().__init__(io.BytesIO(), encoding=encoding, newline="", write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def fileno(self) -> int:
        return 987_654 if self.terminal else super().fileno()

    @property
    def text(self) -> str:
        self.flush()
        assert isinstance(self.buffer, io.BytesIO)
        return self.buffer.getvalue().decode(self.encoding)


@pytest.fixture
def program() -> str:
    """The command as it is installed, for a process of its own.

    ``python -m`` would not do: it ends by a signal after all, whatever the program says, where the interrupt came while
    Python compiled a text of its own, as it does for every dataclass.
    """
    return str(Path(sys.executable).with_name("audit"))


@dataclass(frozen=True)
class Ran:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def told(self) -> tuple[int, str]:
        """The exit code, and what was said on stderr."""
        return self.code, self.err

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Runs `audit` in an empty folder; the rulesets beside these tests stand for those shipped.

    ``width`` makes stdout a terminal of so many columns.
    """
    shipped = resources.folder
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(resources, "folder", lambda name: RULESETS if name == "rulesets" else shipped(name))
    for name in ("NO_COLOR", "TERM", "COLUMNS"):
        monkeypatch.delenv(name, raising=False)

    def audit(*words: str | Path, width: int = 0, encoding: str = "utf-8", stdin: bytes | None = None) -> Ran:
        out, err = Stream(terminal=bool(width), encoding=encoding), Stream(encoding=encoding)
        with monkeypatch.context() as patched:
            patched.setattr(sys, "stdout", out)
            patched.setattr(sys, "stderr", err)
            if stdin is not None:
                patched.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
            if width:
                patched.setattr(os, "get_terminal_size", lambda number=1: os.terminal_size((width, 24)))
            code = main([str(word) for word in words])
        return Ran(code, out.text, err.text)

    return audit


@pytest.fixture
def text_of() -> Callable[[str], str]:
    """The text of a ruleset of these tests, by its id."""
    return lambda ruleset: (RULESETS / f"{ruleset}.rop").read_text(encoding="utf-8")
