"""What was examined is kept: found again under the very same conditions only, and never more than data."""

from __future__ import annotations

import os
import pickle
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from audit.commands import keeping
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.errors import OutOfTime

WHEEL, TURN = "example/wheel/undated", "example/turn/2025-03-01"


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of the test's own, which is used."""
    monkeypatch.delenv(keeping.ANEW)
    folder = tmp_path / "cache"
    monkeypatch.setenv("AUDIT_CACHE", str(folder))
    return folder / "results"


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The rulesets that were examined, in turn."""
    asked: list[str] = []
    examine = keeping.examine

    def noted(session: Any, name: str, *words: Any) -> Any:
        asked.append(name)
        return examine(session, name, *words)

    monkeypatch.setattr(keeping, "examine", noted)
    return asked


def test_twice(run: Callable[..., Any], examined: list[str]) -> None:
    """The same bytes in every form, worked out once; a report is made of it, too."""
    forms = ("txt", "json", "sarif", "xml", "html", "pdf", "xlsx")
    printed = [run("verify", WHEEL, *(w for f in forms for w in ("-o", f"{n}.{f}"))) for n in (1, 2)]
    assert printed[0].out == printed[1].out
    assert printed[0].code == printed[1].code
    for form in forms:
        assert Path(f"1.{form}").read_bytes() == Path(f"2.{form}").read_bytes(), form
    report = run("report", "verify", WHEEL, "-o", "3.json")
    assert report.code == printed[0].code
    assert examined == [WHEEL]


def test_all_that_rulesets_hold_is_read_back(run: Callable[..., Any], examined: list[str]) -> None:
    """Dates, readings, options, cards and their play: rulesets of these tests, and some that are shipped."""
    ids = ["example/plain/2025-06-01", TURN, "example/turn/2026-01-01", "example/three/undated"]
    for _ in range(2):
        run("verify", *ids)
    assert examined == ids


ALL = Path(__file__).parents[2] / "rulesets"
LET_IT_RIDE = ("--rulesets", ALL, "verify", "jack-cleveland/let-it-ride/undated", "--in-force")


def test_what_no_method_solves_is_kept_too(run: Callable[..., Any], examined: list[str]) -> None:
    """A value that the house must give, and nobody gave: the same is said the second time, without looking."""
    printed = [run(*LET_IT_RIDE) for _ in range(2)]
    assert (printed[0].code, printed[0].out, printed[0].err) == (printed[1].code, printed[1].out, printed[1].err)
    assert printed[0].code == 4
    assert len(examined) == 1


def test_what_was_given_up_is_not_kept(run: Callable[..., Any], examined: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """For want of time a round is not laid open: another time it may be."""

    def give_up(*_: object) -> None:
        raise OutOfTime("the round is not laid open within 0 seconds")

    monkeypatch.setattr(LayingOpen, "_refuse_many", give_up)
    printed = [run(*LET_IT_RIDE, "--wager", "bonus_bet") for _ in range(2)]
    assert printed[0].code == 4 and "is not laid open within" in printed[0].err
    assert len(examined) == 2


SHIPPED = (
    "oneida/craps/2003-08-06", "oneida/three-card-poker/2024-09-11", "oneida/mississippi-stud/2024-09-11",
    "jack-cleveland/big-six/undated",
)  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("ruleset", SHIPPED)
def test_what_is_shipped_is_read_back(ruleset: str, program: str, cache: Path) -> None:
    """By the program itself; the second time reads what the first one kept."""
    first, second = (subprocess.run([program, "verify", ruleset], capture_output=True, check=False) for _ in range(2))
    assert (first.returncode, first.stdout) == (second.returncode, second.stdout)
    (kept,) = cache.iterdir()
    assert keeping._read(kept) is not None


@pytest.mark.parametrize(
    "words",
    [
        ("--wager", "seven"), ("--in-force",), ("--sample", "100"), ("--sample", "100", "--seed", "2"),
        ("--choose", "table_minimum=$5", "--choose", "table_maximum=$50"),
    ],
    ids=" ".join,
)  # fmt: skip
def test_other_questions(words: tuple[str, ...], run: Callable[..., Any], examined: list[str]) -> None:
    run("verify", TURN)
    run("verify", TURN, *words)
    assert examined == [TURN, TURN]


def test_other_texts(run: Callable[..., Any], examined: list[str], text_of: Callable[[str], str]) -> None:
    Path("one.rop").write_text(text_of(WHEEL), encoding="utf-8")
    first = run("verify", "one.rop")
    Path("one.rop").write_text(text_of(WHEEL) + "# a remark\n", encoding="utf-8")
    second = run("verify", "one.rop")
    assert examined == ["one.rop"] * 2
    assert first.out == second.out


def test_other_settings(run: Callable[..., Any], examined: list[str]) -> None:
    run("verify", WHEEL)
    Path("audit.toml").write_text('[rules.unpayable-odds]\nchip = "$5"\n', encoding="utf-8")
    run("verify", WHEEL)
    Path("audit.toml").write_text('[rules.unpayable-odds]\nseverity = "off"\n', encoding="utf-8")
    run("verify", WHEEL)
    assert len(examined) == 3


def test_other_code(run: Callable[..., Any], examined: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    run("verify", WHEEL)
    monkeypatch.setattr(keeping, "program", lambda: "another")
    run("verify", WHEEL)
    assert examined == [WHEEL, WHEEL]


def test_the_program_is_all_its_files() -> None:
    names = {path.name for path in keeping._files()}
    assert {"keeping.py", "planner.py", "rules_of_play.lark"} <= names


def test_asked_for_anew(run: Callable[..., Any], examined: list[str], monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    run("verify", WHEEL)
    monkeypatch.setenv(keeping.ANEW, "1")
    run("verify", WHEEL)
    assert examined == [WHEEL, WHEEL]
    assert len(list(cache.iterdir())) == 1


@pytest.mark.parametrize("harm", ["nothing", "half", "other data", "a call"])
def test_what_stands_there_is_not_believed(
    harm: str, run: Callable[..., Any], examined: list[str], cache: Path, tmp_path: Path
) -> None:
    first = run("verify", WHEEL)
    (kept,) = cache.iterdir()
    whole = kept.read_bytes()
    other = {"nothing": b"", "half": whole[: len(whole) // 2], "other data": pickle.dumps((1, 2)), "a call": pickle.dumps(Harm(tmp_path))}
    kept.write_bytes(other[harm])
    assert run("verify", WHEEL).told == first.told
    assert examined == [WHEEL, WHEEL]
    assert not (tmp_path / "harmed").exists()
    assert run("verify", WHEEL).told == first.told
    assert examined == [WHEEL, WHEEL]


class Harm:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (str(self.folder / "harmed"),)


def test_a_cache_that_cannot_be_written(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = run("verify", WHEEL)
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setenv("AUDIT_CACHE", str(tmp_path / "file"))
    assert run("verify", WHEEL).told == first.told


def test_no_more_than_so_many_are_kept(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setattr(keeping, "MOST_KEPT", 2)
    for seed in ("1", "2", "3"):
        run("verify", WHEEL, "--sample", "100", "--seed", seed)
    assert len(list(cache.glob("*.pickle"))) == 2
