"""The commands that read documents, word for word; ``golden/documents/`` holds the texts, ``--record`` writes them anew.

``documents/`` has two editions of an invented game (``lantern``), the rules that the ruleset ``example/plain`` cites, and
a packet of two sets of rules behind a letter.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

HERE = Path(__file__).parent
GOLDEN = HERE / "golden" / "documents"
SCHEMAS = HERE.parents[1] / "docs" / "schemas"
LINES = {
    "clauses": "clauses lantern-2024.txt",
    "clauses-parts": "clauses packet.txt --parts",
    "clauses-part": "clauses packet.txt --part 3 --full",
    "check": "check lantern-2019.txt",
    "check-faults": "check faults.txt",
    "check-clause": "check faults.txt --clause C",
    "check-cited": "check example/plain/2025-06-01 --document plain.txt",
    "check-not-there": "check example/plain/2025-06-01 --document short.txt",
    "check-both": "check example/plain/2025-06-01 plain.txt",
    "show-cited": "show example/plain/2025-06-01 --document plain.txt",
    "diff": "diff lantern-2019.txt lantern-2024.txt",
    "diff-noise": "diff lantern-2019.txt lantern-2024.txt --noise",
    "diff-clause": "diff lantern-2019.txt lantern-2024.txt --clause B,F",
    "diff-concise": "diff lantern-2019.txt lantern-2024.txt --format concise",
    "diff-none": "diff lantern-2019.txt lantern-2019.txt",
    "diff-chapter": "diff packet.txt lantern-2024.txt --chapter lantern",
}
NARROW = ("clauses", "clauses-parts", "diff", "check-faults")
JSON = ("clauses", "clauses-part", "check-faults", "check-not-there", "show-cited", "diff")


@pytest.fixture
def documents(run: Callable[..., Any]) -> Callable[..., Any]:
    """Runs `audit` in a folder with the documents of these tests."""
    for path in (HERE / "documents").iterdir():
        shutil.copy(path, path.name)
    plain = Path("plain.txt").read_text(encoding="utf-8")
    Path("short.txt").write_text(plain.partition("C. The Play")[0], encoding="utf-8")
    return run


@pytest.mark.parametrize("name", LINES)
def test_text(
    name: str, documents: Callable[..., Any], record: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    words = shlex.split(LINES[name])
    parts = []
    for width in (0, 80, 120) if name in NARROW else (0,):
        ran = documents(*words, width=width)
        parts.append(f"$ audit {LINES[name]}   ({f'{width} columns' if width else 'piped'})\n{ran.out}")
        parts.append(f"--- stderr\n{ran.err}" if ran.err else "")
        parts.append(f"--- exit {ran.code}\n\n")
        assert not re.search(r"[ \t]\n", ran.out), "no line ends in spaces"
    golden = GOLDEN / f"{name}.txt"
    if record:
        GOLDEN.mkdir(exist_ok=True)
        golden.write_text("".join(parts), encoding="utf-8")
    assert "".join(parts) == golden.read_text(encoding="utf-8")


@pytest.mark.parametrize("name", JSON)
def test_json_keeps_to_its_schema(name: str, documents: Callable[..., Any]) -> None:
    words = shlex.split(LINES[name])
    ran = documents(*words, "--format", "json", *(("--sources",) if words[0] == "clauses" else ()))
    schema = json.loads((SCHEMAS / f"{words[0]}.json").read_text(encoding="utf-8"))
    errors = list(Draft202012Validator(schema).iter_errors(ran.json))
    assert not errors, errors[0]
    assert str(Path.cwd()) not in ran.out


def test_every_character_of_a_clause_has_its_place(documents: Callable[..., Any]) -> None:
    """What ``--sources`` tells can be looked up in the file, letter by letter."""
    lines = Path("lantern-2024.txt").read_text(encoding="utf-8").split("\n")
    told = documents("clauses", "lantern-2024.txt", "--sources", "--format", "json").json
    waiting = list(told["clauses"])
    count = 0
    while waiting:
        clause = waiting.pop()
        waiting += clause["children"]
        assert "".join(s["text"] for s in clause["sources"]).strip() == clause["text"]
        for source in clause["sources"]:
            if "printed" in source:
                assert source["text"].strip() == source["printed"].strip() == ""
                continue
            start = source["column"] - 1
            assert lines[source["line"] - 1][start : start + len(source["text"])] == source["text"]
            count += len(source["text"])
    assert count > 1_000


def test_the_same_report_twice_is_the_same_bytes(documents: Callable[..., Any]) -> None:
    for form in ("html", "pdf", "xlsx"):
        for name in ("one", "two"):
            ran = documents("report", "diff", "lantern-2019.txt", "lantern-2024.txt", "-o", f"{name}.{form}")
            assert ran.code == 1, ran.err
        assert Path(f"one.{form}").read_bytes() == Path(f"two.{form}").read_bytes()


def test_a_report_shows_both_sides_and_escapes_what_a_document_holds(documents: Callable[..., Any]) -> None:
    for name in ("lantern-2019.txt", "lantern-2024.txt"):
        text = Path(name).read_text(encoding="utf-8")
        Path(name).write_text(text.replace("A card found", "A <script>alert(1)</script> card found"), encoding="utf-8")
    text = Path("lantern-2024.txt").read_text(encoding="utf-8")
    Path("lantern-2024.txt").write_text(text.replace("up to six places", "six <b>places</b>"), encoding="utf-8")
    ran = documents("report", "diff", "lantern-2019.txt", "lantern-2024.txt", "-o", "out.html")
    assert ran.code == 1
    html = Path("out.html").read_text(encoding="utf-8")
    assert "<script>alert" not in html
    assert "<b>places" not in html
    assert "&lt;script&gt;alert" in html
    for words in ("shall not", "3 to 2", "6 to 5", "eight", "four"):
        assert words in html


def test_a_check_of_a_document_is_reported(documents: Callable[..., Any]) -> None:
    ran = documents("report", "check", "faults.txt", "-o", "out.html", "-o", "out.pdf")
    assert ran.code == 1, ran.err
    assert Path("out.pdf").read_bytes().startswith(b"%PDF-")
    assert "check of a document" in Path("out.html").read_text(encoding="utf-8")


def test_a_ruleset_is_reported_with_the_clauses_that_it_cites(documents: Callable[..., Any]) -> None:
    words = ("report", "verify", "example/plain/2025-06-01", "--document", "plain.txt", "-o", "out.html")
    ran = documents(*words)
    assert ran.code == 0, ran.err
    html = Path("out.html").read_text(encoding="utf-8")
    assert "Clauses cited" in html
    assert "Every clause of the document is cited" in html


WRONG = {
    "clauses nowhere.txt": (2, "error: nowhere.txt: no such file [not-found, exit 2]"),
    "clauses a.rop": (2, "error: a.rop is a ruleset, and a document is expected [usage, exit 2]"),
    "clauses lantern-2024.txt --part 7": (2, "error: --part 7: lantern-2024.txt has no such part [usage, exit 2]"),
    "clauses empty.txt": (3, "empty.txt: error: empty"),
    "clauses latin.txt": (3, "latin.txt:1:4: error: byte 0xe9 is not UTF-8"),
    "clauses lantern-2024.txt --encoding nonsense": (2, "error: --encoding nonsense: no such encoding [usage, exit 2]"),
    "clauses binary.pdf": (3, "binary.pdf: error: "),
    "check example/plain/2025-06-01 --document example/plain/2025-06-01": (2, "that is no document [document, exit 2]"),
    "diff lantern-2019.txt example/plain/2025-06-01": (
        2,
        "error: lantern-2019.txt is a document and example/plain/2025-06-01 a ruleset [usage, exit 2]",
    ),
    "diff lantern-2019.txt lantern-2024.txt --chapter Lanterns": (2, "has no such chapter [not-found, exit 2]"),
    "diff example/plain/2025-06-01 example/wheel/undated --clause A": (2, "are for documents [diff, exit 2]"),
    "report verify lantern-2019.txt -o out.html": (2, "report verify plays a ruleset, and a document is given"),
}


@pytest.mark.parametrize("line", WRONG)
def test_asked_wrongly_or_unreadable(line: str, documents: Callable[..., Any]) -> None:
    Path("empty.txt").write_bytes(b"")
    Path("latin.txt").write_bytes(b"caf\xe9 rules\n")
    Path("binary.pdf").write_bytes(bytes(range(256)) * 20)
    ran = documents(*shlex.split(line))
    code, message = WRONG[line]
    assert ran.code == code, ran.err
    assert message in ran.err
    assert "Traceback" not in ran.err
    assert ran.out == ""
    assert not Path("out.html").exists()


def test_another_encoding_is_read_where_it_is_named(documents: Callable[..., Any]) -> None:
    Path("latin.txt").write_bytes("A. Café\n\n1. The first rule.\n\n2. The second rule.\n".encode("windows-1252"))
    ran = documents("clauses", "latin.txt", "--encoding", "windows-1252")
    assert ran.code == 0
    assert "Café" in ran.out
