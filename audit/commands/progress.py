"""One line on stderr while long work goes on; none where stderr is no terminal."""

from __future__ import annotations

import os
import sys
import threading
import time
from dataclasses import dataclass, field
from types import TracebackType

AFTER = 0.5
EVERY = 0.1
BAR = 24
WIPE = "\r\x1b[K"


@dataclass
class Progress:
    """What is being done, out of how much.

    The line appears after `AFTER` seconds of work, is drawn anew at most once in `EVERY` seconds, and is wiped on the
    way out, so that whatever is written next begins on an empty line.
    """

    verb: str
    total: int
    shown: bool
    unit: str = ""
    done: int = 0
    what: str = ""
    detail: str = ""
    _begun: float = field(default_factory=time.monotonic)
    _drawn: bool = False
    _over: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def __enter__(self) -> Progress:
        if self.shown:
            self._thread = threading.Thread(target=self._run, daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread is not None:
            self._thread.join()
            if self._drawn:
                sys.stderr.write(WIPE)
                sys.stderr.flush()

    def at(self, done: int, what: str, detail: str = "") -> None:
        """What is worked on now, and how much is done."""
        self.done, self.what, self.detail = done, what, detail

    def _run(self) -> None:
        if self._over.wait(AFTER):
            return
        while True:
            sys.stderr.write(f"{WIPE}{self.line(time.monotonic() - self._begun, _width())}")
            sys.stderr.flush()
            self._drawn = True
            if self._over.wait(EVERY):
                return

    def line(self, seconds: float, width: int) -> str:
        """``check  ━━━╺╺╺  31 of 61   12 s   oneida/holdem/2024-03-28   flush``, cut to the terminal."""
        from audit.language.printing import visible

        filled = BAR * self.done // max(self.total, 1)
        bar = "━" * filled + "╺" * (BAR - filled)
        if "utf" not in (getattr(sys.stderr, "encoding", None) or "").lower():
            bar = "#" * filled + "." * (BAR - filled)
        text = (
            f"{self.verb}  {bar}  {self.done} of {self.total}{f' {self.unit}' if self.unit else ''}   {seconds:.0f} s"
        )
        for part in (self.what, self.detail):
            if part:
                text += f"   {part}"
        return visible(text)[: width - 1]


def is_terminal() -> bool:
    """Whether somebody watches stderr."""
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _width() -> int:
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns
    except (OSError, ValueError):
        return 80
