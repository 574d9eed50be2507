"""Mutated documents through all of it: no traceback, no end but the five codes, nothing half-written, in bounded time."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest
from jsonschema import Draft202012Validator

from audit.checks.documents.rules import examine_document
from audit.checks.settings import Settings
from audit.commands.main import main
from audit.compare.documents import compare_documents
from audit.documents.document import Document
from audit.documents.pages import View
from audit.files import ReadError

MadeFile = Callable[[int], tuple[str, bytes]]
ReadFile = Callable[..., Document]
Holds = Callable[[Document], None]

LONGEST = 60.0
"""Seconds of the processor for one input of at most 40 kB, read, checked and compared with two others; far above what any took."""
MANY = int(os.environ.get("AUDIT_FUZZ", "350"))
"""Inputs of the long run; ``AUDIT_FUZZ=10000`` takes half an hour on two processors."""
VIEWS = (View.NEW, View.OLD, View.MARKED)


class Late(Exception):
    """An input took longer than `LONGEST`."""


@contextmanager
def bounded_time(seconds: float = LONGEST) -> Iterator[None]:
    """Breaks off what runs too long, so that one slow input does not stand for ten thousand."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Late(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def _fuzz(numbers: range, made_file: MadeFile, read_file: ReadFile, holds: Holds) -> None:
    before: Document | None = None
    failed: list[str] = []
    for number in numbers:
        name, data = made_file(number)
        try:
            with bounded_time():
                before = _through(name, data, VIEWS[number % 3], before, read_file, holds)
        except ReadError as error:
            assert "\n" not in error.first_line
        except (Exception, Late) as error:
            failed.append(f"input {number} ({name}): {type(error).__name__}: {error}")
    assert not failed, f"{len(failed)} of {len(numbers)}:\n" + "\n".join(failed[:20])


def _through(
    name: str, data: bytes, view: View, before: Document | None, read_file: ReadFile, holds: Holds
) -> Document:
    document = read_file(name, data, view)
    holds(document)
    for finding in examine_document(document, Settings()):
        assert finding.cites and finding.fingerprint
        assert 1 <= finding.span.line <= len(document.printed.lines)
    same = compare_documents(document, document)
    assert (same.entries, same.form, same.following, same.read_through) == ((), (), (), ())
    if before is not None:
        compare_documents(before, document)
    return document


def test_mutated_documents(made_file: MadeFile, read_file: ReadFile, holds: Holds) -> None:
    _fuzz(range(40), made_file, read_file, holds)


@pytest.mark.long
@pytest.mark.parametrize("start", range(1_000, 1_000 + MANY, 500))
def test_many_mutated_documents(start: int, made_file: MadeFile, read_file: ReadFile, holds: Holds) -> None:
    _fuzz(range(start, start + 500), made_file, read_file, holds)


LINES = (
    "clauses {new}", "clauses {new} --full --view marked", "clauses {new} --format json --sources", "clauses {new} --parts", "clauses {new} --view old --format json",
    "check {new}", "check {new} --format json", "check {new} --format sarif", "check {new} --format junit", "check {new} --format concise",
    "diff {old} {new}", "diff {old} {new} --noise", "diff {old} {new} --format json", "diff {old} {new} --format concise",
    "report check {new} -o out.html", "report check {new} -o out.xlsx", "report check {new} -o out.json", "report check {new} -o out.pdf",
    "report diff {old} {new} -o out.html", "report diff {old} {new} -o out.xlsx", "report diff {old} {new} -o out.pdf",
)  # fmt: skip
SCHEMAS = Path(__file__).parents[3] / "docs" / "schemas"


def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8")))


def _ran(line: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = main(line.split())
    return code, out.getvalue(), err.getvalue()


def _commands(numbers: range, made_file: MadeFile) -> None:
    schemas = {name: _validator(name) for name in ("clauses", "check", "diff")}
    old, failed = "", []
    for number in numbers:
        name, data = made_file(number)
        new = f"d{number}{Path(name).suffix}"
        Path(new).write_bytes(data)
        old = old or new
        # Each command meets each format: there are 21 of the one and 10 of the other in a row.
        line = LINES[number % len(LINES)].format(old=old, new=new)
        try:
            with bounded_time(3 * LONGEST):
                _check(line, schemas)
        except Exception as error:
            failed.append(f"input {number}: audit {line}: {type(error).__name__}: {error}")
        for made in Path().glob("*out.*"):
            made.unlink()
        if number % 4 == 0:
            old = new
    assert not failed, f"{len(failed)} of {len(numbers)}:\n" + "\n".join(failed[:20])


def _check(line: str, schemas: dict[str, Draft202012Validator]) -> None:
    code, out, err = _ran(line)
    # Nothing asks for what cannot be done (2), and nothing is left unfinished (4).
    assert code in (0, 1, 3), f"{code}: {err}"
    assert not Path("audit-fault.txt").exists(), err
    told = out + err
    assert all(c.isprintable() or c == "\n" for c in told), repr([c for c in told if not c.isprintable() and c != "\n"][:5])
    assert out or err or code == 0
    left = sorted(path.name for path in Path().iterdir() if path.name.startswith("."))
    assert not left, left
    for word in line.split():
        if word.startswith("out."):
            assert Path(word).exists() == (code < 2)
            assert code == 3 or Path(word).stat().st_size > 200
    if "--format json" in line and code < 2:
        mistake = next(schemas[line.split(maxsplit=1)[0]].iter_errors(json.loads(out)), None)
        assert mistake is None, f"{mistake.json_path}: {mistake.message[:200]}" if mistake else ""
    if "--format sarif" in line and code < 2:
        assert json.loads(out)["version"] == "2.1.0"


def test_commands_on_mutated_documents(made_file: MadeFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    _commands(range(42), made_file)


@pytest.mark.long
@pytest.mark.parametrize("start", range(20_000, 20_200, 100))
def test_commands_on_many_mutated_documents(
    start: int, made_file: MadeFile, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _commands(range(start, start + 100), made_file)


def test_time_is_bounded_by_the_clock_of_the_process() -> None:
    begun = time.process_time()
    with pytest.raises(Late), bounded_time(0.05):
        while time.process_time() - begun < 5:
            pass
