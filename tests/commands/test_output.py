"""Files: which form an ending means, all written or none, and nothing of a terminal in them."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.commands import report

WHEEL = "example/wheel/undated"


def left() -> list[str]:
    """What lies in the working folder, hidden files too."""
    return sorted(path.name for path in Path().iterdir())


def test_each_form_by_its_ending(run: Callable[..., Any]) -> None:
    ran = run("verify", WHEEL, *(f for e in ("txt", "json", "sarif", "xml", "html") for f in ("-o", f"out.{e}")))
    assert ran.told == (1, "wrote out.txt, out.json, out.sarif, out.xml, out.html\n")
    assert left() == ["out.html", "out.json", "out.sarif", "out.txt", "out.xml"]
    assert Path("out.txt").read_text(encoding="utf-8") == ran.out == run("verify", WHEEL).out
    for ending, form in (("json", "json"), ("sarif", "sarif"), ("xml", "junit")):
        assert Path(f"out.{ending}").read_text(encoding="utf-8") == run("verify", WHEEL, "--format", form).out
    assert Path("out.html").read_text(encoding="utf-8").lower().startswith("<!doctype html>")


@pytest.mark.parametrize(
    "command", [("list",), ("show", WHEEL), ("play", WHEEL, "--seed", "1"), ("diff", WHEEL, WHEEL)]
)
def test_text_and_json_of_the_others(command: tuple[str, ...], run: Callable[..., Any]) -> None:
    ran = run(*command, "-o", "out.txt", "-o", "out.json")
    assert ran.told == (0, "wrote out.txt, out.json\n")
    assert Path("out.txt").read_text(encoding="utf-8") == ran.out
    assert Path("out.json").read_text(encoding="utf-8") == run(*command, "--format", "json").out


@pytest.mark.parametrize(
    "words", [("check", "slip.rop"), ("verify", "example/turn/2025-03-01"), ("list",), ("show", WHEEL)]
)
def test_a_file_is_the_same_from_a_terminal(
    words: tuple[str, ...], run: Callable[..., Any], text_of: Callable[[str], str]
) -> None:
    """Neither the width of a terminal nor its colours get into a file."""
    slip = text_of("example/plain/2025-06-01").replace("round  ", "bout   ")
    Path("slip.rop").write_text(slip, encoding="utf-8")
    piped = run(*words)
    watched = run(*words, "-o", "out.txt", "--color", "always", width=80)
    assert Path("out.txt").read_text(encoding="utf-8") == piped.out
    assert watched.out != piped.out


def test_quiet_says_nothing_of_files(run: Callable[..., Any]) -> None:
    assert run("verify", "example/plain/2025-06-01", "-o", "out.json", "--quiet").told == (0, "")
    assert run("report", "check", "example/plain/2025-06-01", "-o", "out.html", "--quiet").told == (0, "")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (
            ("verify", WHEEL, "-o", "out.doc"),
            2,
            "error: -o out.doc: no form is called .doc [output, exit 2]\n"
            "  = here the ending is one of: .txt, .json, .sarif, .xml, .html, .pdf, .xlsx\n",
        ),
        (
            ("verify", WHEEL, "-o", "out"),
            2,
            "error: -o out: its ending says no form [output, exit 2]\n"
            "  = here the ending is one of: .txt, .json, .sarif, .xml, .html, .pdf, .xlsx\n",
        ),
        (
            ("list", "-o", "out.html"),
            2,
            "error: -o out.html: no form is called .html [output, exit 2]\n"
            "  = here the ending is one of: .txt, .json\n",
        ),
        (
            ("verify", WHEEL, "-o", "out.json", "-o", "./out.json"),
            2,
            "error: -o out.json is given twice [output, exit 2]\n",
        ),
        (
            ("verify", WHEEL, "-o", "out.json", "-o", "folder.json/../out.json"),
            2,
            "error: -o folder.json/../out.json is given twice [output, exit 2]\n",
        ),
        (
            ("verify", WHEEL, "-o", "folder.json"),
            2,
            "error: -o folder.json: it is a folder [output, exit 2]\n"
            "  = name a file in it, such as folder.json/out.json\n",
        ),
        (
            ("verify", WHEEL, "-o", "none/out.json"),
            4,
            "none/out.json: error: cannot be written: none is not there [unwritable, exit 4]\n",
        ),
        (
            ("report", "verify", WHEEL, "-o", "old.html/out.html"),
            4,
            "old.html/out.html: error: cannot be written: old.html is no folder [unwritable, exit 4]\n",
        ),
        (
            ("verify", WHEEL, "example/plain/2025-06-01", "-o", "out.html"),
            2,
            "error: -o out.html: a report is of one ruleset, and 2 are asked for [output, exit 2]\n",
        ),
        (
            ("check", WHEEL, "example/plain/2025-06-01", "-o", "out.pdf"),
            2,
            "error: a report is of one ruleset, and 2 are asked for [output, exit 2]\n"
            "  = give .html or .pdf one ruleset\n",
        ),
    ],
)
def test_told_before_any_work(words: tuple[str, ...], code: int, said: str, run: Callable[..., Any]) -> None:
    Path("folder.json").mkdir()
    Path("old.html").write_text("old", encoding="utf-8")
    ran = run(*words)
    assert (ran.code, ran.err, ran.out) == (code, said, "")
    assert left() == ["folder.json", "old.html"]


def test_no_permission(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Who runs as root may write everywhere, so it is acted."""
    Path("out.json").write_text("old", encoding="utf-8")
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)
    assert run("verify", WHEEL, "-o", "out.json").told == (
        4,
        "out.json: error: cannot be written: permission denied; the old file is untouched [unwritable, exit 4]\n",
    )


def test_a_full_disk_leaves_the_old_files(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """All files or none: where the second cannot be written the first is not there either, and no scrap is left."""
    Path("out.sarif").write_text("old", encoding="utf-8")
    written = Path.write_bytes

    def full(self: Path, data: bytes) -> int:
        if "sarif" in self.name:
            written(self, data[:10])
            raise OSError(errno.ENOSPC, "No space left on device")
        return written(self, data)

    monkeypatch.setattr(Path, "write_bytes", full)
    ran = run("verify", WHEEL, "-o", "out.json", "-o", "out.sarif")
    assert ran.told == (
        4,
        "out.sarif: error: cannot be written: no space left on device; the old file is untouched "
        "[unwritable, exit 4]\n",
    )
    assert left() == ["out.sarif"]
    assert Path("out.sarif").read_text(encoding="utf-8") == "old"


@pytest.mark.parametrize("words", [("verify", WHEEL), ("report", "verify", WHEEL)])
def test_a_report_that_fails_midway(
    words: tuple[str, ...], run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault while the second file is made leaves neither."""

    def fails(*words: Any) -> bytes:
        raise ZeroDivisionError("a fault of ours")

    monkeypatch.setitem(report.RENDERERS, report.Form.PDF, fails)
    ran = run(*words, "-o", "out.html", "-o", "out.pdf")
    assert ran.code == 4
    assert ran.err.startswith("internal error in audit ")
    assert "Traceback" not in ran.err
    assert left() == ["audit-fault.txt"]
    assert "ZeroDivisionError: a fault of ours" in Path("audit-fault.txt").read_text(encoding="utf-8")


def test_an_interrupt_midway(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*words: Any) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setitem(report.RENDERERS, report.Form.PDF, fails)
    ran = run("report", "verify", WHEEL, "-o", "out.html", "-o", "out.pdf")
    assert ran.told == (4, "interrupted; nothing was written [interrupted, exit 4]\n")
    assert left() == []


def test_links_and_permissions_stay(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """Formatting a link formats what it leads to, and a file keeps who may read it."""
    loose = text_of("example/plain/2025-06-01").replace("  win  on 1", "  win on 1")
    Path("file.rop").write_text(loose, encoding="utf-8")
    Path("file.rop").chmod(0o640)
    Path("link.rop").symlink_to("file.rop")
    assert run("fmt", "link.rop").told == (0, "1 of 1 file changed\n")
    assert Path("link.rop").is_symlink()
    assert Path("file.rop").read_text(encoding="utf-8") == text_of("example/plain/2025-06-01")
    assert stat.S_IMODE(Path("file.rop").stat().st_mode) == 0o640
    assert left() == ["file.rop", "link.rop"]


def test_report_says_what_it_wrote(run: Callable[..., Any]) -> None:
    assert run("report", "verify", "example/plain/2025-06-01", "-o", "a.html", "-o", "a.json").told == (
        0,
        "wrote a.html, a.json: 1 wager, 1 configuration\n",
    )
    assert run("report", "diff", "example/plain/2025-06-01", "example/plain/2025-06-01", "-o", "b.json").told == (
        0,
        "wrote b.json: 0 differences\n",
    )


def test_a_report_says_what_was_not_completed(run: Callable[..., Any]) -> None:
    """The file is written, and what is not in it is told."""
    for what in ("verify", "check"):
        ran = run("report", what, "example/totals/undated", "-o", "a.html")
        assert ran.code == 4
        assert ran.err.startswith("wrote a.html: ")
        assert ran.err.count(" [not-solvable, exit 4]\n") == 1
        assert "cannot be played yet" in Path("a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("what", ["verify", "check"])
def test_a_report_is_a_pdf(what: str, run: Callable[..., Any]) -> None:
    ran = run("report", what, "example/plain/2025-06-01", "-o", "a.pdf", "--paper", "letter")
    assert ran.code == 0
    assert ran.err.startswith("wrote a.pdf (PDF/A-3a, PDF/UA-1): ")
    assert Path("a.pdf").read_bytes().startswith(b"%PDF-")
