"""The same work on several rulesets: one after the other or side by side, a failure of one sparing the others."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, TypeVar

from audit.commands import interrupts
from audit.commands.output import say
from audit.commands.progress import Progress, is_terminal
from audit.commands.session import INCOMPLETE, Session, Stop

FAULT_FILE = "audit-fault.txt"
T = TypeVar("T")
R = TypeVar("R")

Work = Callable[[Session, T, Callable[[str], None]], R]
"""What is done with one item; it is handed a way to say which part of the item it is at."""


@dataclass(frozen=True)
class Failed:
    """An item that came to nothing: its name, why, and the traceback where the fault is ours."""

    name: str
    why: Stop
    fault: str = ""

    @property
    def as_json(self) -> dict[str, Any]:
        """What a program reads of it."""
        return {"asked": self.name, "exit": self.why.code, "message": self.why.message}


@dataclass(frozen=True)
class Worked(Generic[R]):
    """What came of each item that was worked out, in the order asked, and which ones came to nothing."""

    made: tuple[R, ...]
    failed: tuple[Failed, ...] = ()

    @property
    def code(self) -> int:
        """The highest of the exit codes of what came to nothing."""
        return max((one.why.code for one in self.failed), default=0)

    def complain(self) -> int:
        """Says on stderr what came to nothing, whatever else is asked to be quiet; the highest of the exit codes."""
        for one in self.failed:
            say(one.why.text, fit=bool(one.why.shown))
        faults = [one.fault for one in self.failed if one.fault]
        if faults:
            keep_fault("\n".join(faults))
        return self.code


def each(
    session: Session,
    verb: str,
    items: Sequence[tuple[str, T]],
    work: Work[T, R],
    *,
    jobs: int = 1,
    unwritten: Sequence[Path] = (),
    of: str = "ruleset",
) -> Worked[R]:
    """The work on each of the named items; ``of`` says what they are.

    With ``jobs`` above 1 they are shared out among processes; the result is the same.  A `Stop` and a fault of ours end
    one item, and where it is the only one, the command.  Raises `Stop` where a person interrupts, saying how far it went.
    """
    made: list[R | Failed] = []
    try:
        with Progress(verb, len(items), is_terminal() and not session.quiet) as progress:
            outcomes = (
                _one_by_one(session, items, work, progress)
                if jobs == 1 or len(items) < 2
                else _side_by_side(session, items, work, jobs, progress)
            )
            made.extend(outcomes)
    except KeyboardInterrupt:
        interrupts.heard()
        raise interrupted(len(made), len(items), unwritten, of) from None
    failed = tuple(one for one in made if isinstance(one, Failed))
    worked = Worked(tuple(one for one in made if not isinstance(one, Failed)), failed)
    if failed and len(items) == 1:
        if failed[0].fault:
            keep_fault(failed[0].fault)
        raise failed[0].why
    return worked


def interrupted(done: int, asked: int, unwritten: Sequence[Path] = (), of: str = "ruleset") -> Stop:
    """The word on work that a person broke off."""
    files = f"; nothing was written to {', '.join(map(str, unwritten))}" if unwritten else ""
    count = f"{done} of {asked} {of}{'' if asked == 1 else 's'} done, {asked - done} not examined"
    return Stop(INCOMPLETE, f"interrupted: {count}{files} [interrupted, exit {INCOMPLETE}]")


def _one_by_one(
    session: Session, items: Sequence[tuple[str, T]], work: Work[T, R], progress: Progress
) -> Iterator[R | Failed]:
    for n, (name, item) in enumerate(items):
        progress.at(n, name)

        def part(detail: str, n: int = n, name: str = name) -> None:
            progress.at(n, name, detail)

        yield _tried(session, name, item, work, part)


def _side_by_side(
    session: Session, items: Sequence[tuple[str, T]], work: Work[T, R], jobs: int, progress: Progress
) -> Iterator[R | Failed]:
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    # Processes are begun afresh: a fork would take over the thread that draws the progress.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(items)), context, initializer=_leave_interrupts) as pool:
        futures = [pool.submit(_tried, session, name, item, work, _silent) for name, item in items]
        try:
            for n, ((name, _), future) in enumerate(zip(items, futures, strict=True)):
                progress.at(n, name)
                try:
                    yield future.result()
                except BrokenProcessPool:
                    yield Failed(name, _killed(name))
        except KeyboardInterrupt:
            interrupts.heard()
            pool.shutdown(wait=False, cancel_futures=True)
            for process in multiprocessing.active_children():
                process.terminate()
            raise


def collect_seldom() -> None:
    """Looks for garbage less often: results are large trees of frozen data, in which there are no circles to find."""
    import gc

    gc.set_threshold(100_000, 20, 20)


def _leave_interrupts() -> None:
    """An interrupt from the keyboard reaches all processes of a terminal; the first one deals with it."""
    import signal

    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _silent(detail: str) -> None:
    """A process beside the first one has no line to show."""


def _tried(session: Session, name: str, item: T, work: Work[T, R], part: Callable[[str], None]) -> R | Failed:
    at = [""]

    def told(detail: str) -> None:
        at[0] = detail
        part(detail)

    try:
        return work(session, item, told)
    except Stop as stop:
        return Failed(name, Stop(stop.code, stop.message, stop.mend, stop.shown))
    except MemoryError:
        said = f"not completed: {name}: there is not enough memory [memory, exit {INCOMPLETE}]"
        return Failed(name, Stop(INCOMPLETE, said, "--wager NAME works out one wager at a time"))
    except BrokenPipeError:
        raise
    except Exception as error:
        return Failed(name, fault(f"{name}, {at[0]}" if at[0] else name), traceback_of(error))


def _killed(name: str) -> Stop:
    said = f"not completed: {name}: a process was ended from outside, as happens for want of memory"
    return Stop(INCOMPLETE, f"{said} [memory, exit {INCOMPLETE}]", "--jobs 1 works out one ruleset at a time")


def fault(where: str = "") -> Stop:
    """An error of ours in words; ``where`` says what was being worked out."""
    from audit.version import VERSION

    place = f" at {where}" if where else ""
    said = f"internal error in audit {VERSION}{place}: this is a fault of audit, not of the ruleset"
    known = (
        f"nothing about {where} is known; the others stand." if where else "nothing of this result is to be relied on."
    )
    mend = f"{known}  {FAULT_FILE} has what to send"
    return Stop(INCOMPLETE, f"{said} [internal, exit {INCOMPLETE}]", mend)


def traceback_of(error: Exception) -> str:
    """What is to be sent of an error of ours."""
    import traceback

    return "".join(traceback.format_exception(error))


def keep_fault(text: str) -> None:
    """Keeps what is to be sent beside the work, if the folder can be written."""
    try:
        Path(FAULT_FILE).write_text(f"python {sys.version}\n{text}", encoding="utf-8", errors="replace")
    except OSError:
        say(f"  = {FAULT_FILE} could not be written here")
