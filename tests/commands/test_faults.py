"""What goes wrong on our side or from outside: one clear message, exit 4, no traceback on the terminal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.commands import check, verify, working
from audit.version import VERSION

RULESETS = Path(__file__).parent / "rulesets"
PLAIN, WHEEL = "example/plain/2025-06-01", "example/wheel/undated"


def failing(error: BaseException, ruleset: str, work: Callable[..., Any]) -> Callable[..., Any]:
    """The work of a command that comes to grief at one ruleset."""

    def fails(session: Any, item: Any, part: Callable[[str], None]) -> Any:
        if ruleset in str(item):
            part("one, 1 of 1 wagers")
            raise error
        return work(session, item, part)

    return fails


def test_a_fault_of_ours(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "_verified", failing(RuntimeError("a\x1b[31m slip"), PLAIN, verify._verified))
    ran = run("verify", PLAIN, "--format", "json")
    assert (ran.code, ran.out, ran.err) == (
        4,
        "",
        f"internal error in audit {VERSION} at {PLAIN}, one, 1 of 1 wagers: this is a fault of audit, not of the "
        "ruleset [internal, exit 4]\n"
        f"  = nothing about {PLAIN}, one, 1 of 1 wagers is known; the others stand.  audit-fault.txt has what to send\n",
    )
    kept = Path("audit-fault.txt").read_text(encoding="utf-8")
    assert kept.startswith("python 3.")
    assert "RuntimeError: a\x1b[31m slip" in kept


def test_the_others_stand(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever befalls one ruleset, the others are examined, and the form says which one was not."""
    monkeypatch.setattr(verify, "_verified", failing(RuntimeError("slip"), PLAIN, verify._verified))
    ran = run("verify", PLAIN, WHEEL, "--format", "json")
    assert ran.code == 4
    assert [r["id"] for r in ran.json["rulesets"]] == [WHEEL]
    (lost,) = ran.json["not_examined"]
    assert (lost["asked"], lost["exit"]) == (PLAIN, 4)
    monkeypatch.setattr(check, "_looked", failing(RuntimeError("slip"), PLAIN, check._looked))
    ran = run("check", PLAIN, WHEEL)
    assert ran.code == 4
    assert ran.out.endswith("2 rulesets: 0 clean, 1 with findings, 1 not examined; 0 errors, 1 warning, 0 notes\n")


def test_a_fault_outside_the_work(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from audit.report.terminal import listing

    def fails(*words: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(listing, "list_text", fails)
    assert run("list").told == (
        4,
        f"internal error in audit {VERSION}: this is a fault of audit, not of the ruleset [internal, exit 4]\n"
        "  = nothing of this result is to be relied on.  audit-fault.txt has what to send\n",
    )


def test_memory(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "_verified", failing(MemoryError(), PLAIN, verify._verified))
    assert run("verify", PLAIN).told == (
        4,
        f"not completed: {PLAIN}: there is not enough memory [memory, exit 4]\n"
        "  = --wager NAME works out one wager at a time\n",
    )
    assert not Path("audit-fault.txt").exists()


def test_interrupted(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how far it went; nothing is printed as a result, and no file is written."""
    monkeypatch.setattr(verify, "_verified", failing(KeyboardInterrupt(), WHEEL, verify._verified))
    ran = run("verify", PLAIN, WHEEL, "example/totals/undated", "-o", "out.json")
    assert (ran.code, ran.out, ran.err) == (
        4,
        "",
        "interrupted: 1 of 3 rulesets done, 2 not examined; nothing was written to out.json [interrupted, exit 4]\n",
    )
    assert list(Path().iterdir()) == []


def test_interrupted_elsewhere(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    from audit.report.terminal import listing

    def stops(*words: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(listing, "list_text", stops)
    assert run("list").told == (4, "interrupted; nothing was written [interrupted, exit 4]\n")


def start(program: str, folder: Path, *words: str, **streams: Any) -> subprocess.Popen[bytes]:
    (folder / "audit.toml").write_text(f'rulesets = "{RULESETS.as_posix()}"\n', encoding="utf-8")
    streams["preexec_fn"] = hears_the_keyboard
    return subprocess.Popen([program, *words], cwd=folder, start_new_session=True, **streams)


def hears_the_keyboard() -> None:
    """As at a terminal: what a shell starts in the background is deaf to interrupts, and hands that on to us."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_the_keyboard(jobs: str, program: str, tmp_path: Path) -> None:
    """An interrupt as a terminal sends it, to all processes of the command at once, while the line of progress shows.

    The line is wiped before the message, and no process outlives the command.
    """
    keyboard, screen = os.openpty()
    words = ("verify", PLAIN, WHEEL, "--sample", "100000000", "--jobs", jobs, "-o", "out.json")
    process = start(program, tmp_path, *words, stdout=subprocess.PIPE, stderr=screen, env={**os.environ, "TERM": "xterm"})
    os.close(screen)
    shown = read_until(keyboard, b"0 of 2   1 s")
    assert b"\r\x1b[Kverify  " in shown
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    said = (
        b"interrupted: 0 of 2 rulesets done, 2 not examined; nothing was written to out.json [interrupted, exit 4]\r\n"
    )
    assert (process.returncode, out, read_until(keyboard)[-len(said) - 4 :]) == (4, b"", b"\r\x1b[K" + said)
    os.close(keyboard)
    until = time.monotonic() + 5
    while is_alive(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert not is_alive(process.pid)


LOST = """
import os, signal, sys, time
from audit.commands import interrupts

class Cleared:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(0.1)

interrupts.insist()
Cleared()
try:
    time.sleep(20)
except KeyboardInterrupt:
    interrupts.heard()
    time.sleep(2 * interrupts.AGAIN)
    sys.exit(7)
"""


def test_an_interrupt_that_python_loses_comes_again() -> None:
    """What is raised while an object is cleared away goes nowhere: it is raised once more, and no more once it was heard."""
    done = subprocess.run(
        [sys.executable, "-c", LOST], capture_output=True, check=False, timeout=30, preexec_fn=hears_the_keyboard
    )
    assert (done.returncode, done.stderr) == (7, b"")


def read_until(terminal: int, wanted: bytes = b"\0") -> bytes:
    """What a terminal shows until something stands there, or to its end."""
    shown = b""
    while wanted not in shown:
        try:
            shown += os.read(terminal, 4096)
        except OSError:
            return shown
    return shown


def is_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_nobody_reads(program: str, tmp_path: Path) -> None:
    """A closed pipe ends it without a word."""
    read, write = os.pipe()
    os.close(read)
    process = start(program, tmp_path, "fmt", "--words", "wager", stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (4, b"")


def test_a_full_disk_behind_stdout(program: str, tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        process = start(program, tmp_path, "fmt", "--words", "wager", stdout=full, stderr=subprocess.PIPE)
        _, err = process.communicate(timeout=20)
    assert (process.returncode, err) == (
        4,
        b"error: the output cannot be written: no space left on device [unwritable, exit 4]\n",
    )


def test_streams_that_are_closed(program: str, tmp_path: Path) -> None:
    """Without stdout and stderr the files are written all the same, and the exit code tells."""
    (tmp_path / "audit.toml").write_text(f'rulesets = "{RULESETS.as_posix()}"\n', encoding="utf-8")
    line = f"exec {program} verify {WHEEL} -o out.json >&- 2>&- <&-"
    done = subprocess.run(["sh", "-c", line], cwd=tmp_path, check=False, timeout=30)
    assert done.returncode == 1
    assert (tmp_path / "out.json").read_text(encoding="utf-8").startswith("{")


def test_a_killed_process(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """As the system does for want of memory: the rulesets that it had are told as not completed."""
    import concurrent.futures
    from concurrent.futures.process import BrokenProcessPool

    class Pool:
        def __init__(self, *words: Any, **more: Any) -> None: ...

        def __enter__(self) -> Pool:
            return self

        def __exit__(self, *words: Any) -> None: ...

        def submit(self, *words: Any) -> concurrent.futures.Future[Any]:
            future: concurrent.futures.Future[Any] = concurrent.futures.Future()
            future.set_exception(BrokenProcessPool())
            return future

    monkeypatch.setattr(concurrent.futures, "ProcessPoolExecutor", Pool)
    ran = run("verify", PLAIN, WHEEL, "--jobs", "2")
    assert ran.code == 4
    said = "a process was ended from outside, as happens for want of memory [memory, exit 4]"
    mend = "  = --jobs 1 works out one ruleset at a time"
    assert ran.err == "".join(f"not completed: {name}: {said}\n{mend}\n" for name in (PLAIN, WHEEL))


def test_progress() -> None:
    """One line, no longer than the terminal, with the part that is worked on; nothing where it is no terminal."""
    progress = working.Progress("verify", 61, shown=False)
    progress.at(31, "oneida/holdem/2024-03-28", "flush, 3 of 9 wagers")
    line = progress.line(12.4, 120)
    assert line.startswith("verify  ")
    assert "31 of 61   12 s   oneida/holdem/2024-03-28   flush, 3 of 9 wagers" in line
    assert len(progress.line(12.4, 40)) == 39
    progress.at(32, "a\x1b[2J.rop")
    assert "\x1b" not in progress.line(12.4, 120)
