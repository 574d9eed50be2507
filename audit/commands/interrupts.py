"""Interrupts from the keyboard that are not lost.

Python raises an interrupt wherever it happens to be.  Where it works for itself, as when it clears away what is not needed any more,
what is raised goes nowhere.  So an interrupt comes again until it is heard.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

AGAIN = 0.5
"""Seconds after which one comes again."""


def insist() -> None:
    """Has interrupts raised until they are heard; not where whoever started the program has it deaf to them."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler and hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, _interrupt)
        signal.signal(signal.SIGINT, _interrupt)
        sys.unraisablehook = _lost


def heard() -> None:
    """To be called first where an interrupt is caught: it does not come again."""
    if hasattr(signal, "setitimer"):
        signal.setitimer(signal.ITIMER_REAL, 0)


def _interrupt(number: int, frame: FrameType | None) -> None:
    signal.setitimer(signal.ITIMER_REAL, AGAIN)
    raise KeyboardInterrupt


def _lost(what: sys.UnraisableHookArgs) -> None:
    """An interrupt that went nowhere is not told: it comes again."""
    if not isinstance(what.exc_value, KeyboardInterrupt):
        sys.__unraisablehook__(what)
