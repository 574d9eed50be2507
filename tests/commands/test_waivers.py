"""Waivers and a baseline: what they let pass, and what is wrong with them; nothing is left out for their sake."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from audit.commands import waiving

WHEEL, TURN = "example/wheel/undated", "example/turn/2025-03-01"
FINDING = "example/wheel/undated.rop:22:3: warning: what joker pays is not stated [result-unstated]"
WAIVER = {
    "rule": '"result-unstated"',
    "ruleset": f'"{WHEEL}"',
    "clause": '"3"',
    "reason": '"editorial, next revision"',
    "approver": '"the audit manager"',
    "expires": "2027-01-31",
}


@pytest.fixture(autouse=True)
def day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(waiving, "today_is", lambda: date(2026, 7, 1))


def written(*waivers: dict[str, str], name: str = "audit.toml") -> None:
    tables = ["[[waiver]]\n" + "".join(f"{key} = {value}\n" for key, value in w.items() if value) for w in waivers]
    Path(name).write_text("\n".join(tables), encoding="utf-8")


@pytest.mark.parametrize("command", ["check", "verify"])
def test_complete(command: str, run: Callable[..., Any]) -> None:
    """The finding is told with who waived it; it does not count."""
    written(WAIVER)
    ran = run(command, WHEEL)
    assert ran.told == (0, "")
    assert FINDING in ran.out
    assert 'waived until 2027-01-31, approved by the audit manager: "editorial, next revision"' in ran.out
    assert ran.out.endswith("1 finding: 0 errors, 1 warning (1 of them waived), 0 notes\n")
    assert run(command, WHEEL, "--quiet").out == f"{FINDING} (waived)\n"
    assert run(command, WHEEL, "--no-waivers").code == 1


def test_its_last_day_counts(run: Callable[..., Any]) -> None:
    written(WAIVER | {"expires": "2026-07-01"})
    assert run("check", WHEEL).code == 0
    written(WAIVER | {"expires": "2026-06-30"})
    assert run("check", WHEEL).code == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            {"rule": '"result-unstatd"'},
            'audit.toml:2:8: error: waiver for a rule that does not exist: "result-unstatd" [waiver-unknown-rule]\n'
            "  = did you mean result-unstated?  The waiver waives nothing\n",
        ),
        (
            {"rule": '"gibberish"'},
            'audit.toml:2:8: error: waiver for a rule that does not exist: "gibberish" [waiver-unknown-rule]\n'
            "  = audit rule lists them.  The waiver waives nothing\n",
        ),
        (
            {"approver": ""},
            "audit.toml:1:1: error: waiver without approver [waiver-incomplete]\n"
            "  = reason, approver and expires are all required; until then the finding counts\n",
        ),
        (
            {"reason": '" "'},
            "audit.toml:5:10: error: waiver without reason [waiver-incomplete]\n"
            "  = reason, approver and expires are all required; until then the finding counts\n",
        ),
        (
            {"expires": '"soon"'},
            'audit.toml:7:11: error: "soon" is no date [waiver-incomplete]\n  = write: expires = 2027-01-31\n',
        ),
        (
            {"clause": ""},
            "audit.toml:1:1: error: waiver without fingerprint or clause [waiver-incomplete]\n"
            "  = clause = the clause that the finding names, or fingerprint = what audit check --full prints\n",
        ),
        (
            {"rule": ""},
            "audit.toml:1:1: error: waiver without rule [waiver-incomplete]\n"
            "  = rule = the name in brackets behind a finding\n",
        ),
        (
            {"ruleset": "3"},
            "audit.toml:3:11: error: ruleset is words in quotation marks [waiver-incomplete]\n"
            '  = write: ruleset = "…"\n',
        ),
        (
            {"aprover": '"x"'},
            'audit.toml:8:11: error: a waiver has no "aprover" [waiver-incomplete]\n  = did you mean approver?\n',
        ),
        (
            {"expires": "2026-06-30"},
            "audit.toml:7:11: warning: waiver expired 2026-06-30; 1 finding is open again [waiver-expired]\n"
            "  = example/wheel/undated.rop:22:3 result-unstated; renew with reason and approver, or mend\n",
        ),
        (
            {"clause": '"9"'},
            "audit.toml:1:1: warning: waiver meets no finding [waiver-unused]\n"
            f"  = result-unstated, clause 9 of {WHEEL}: take it out, or correct it\n",
        ),
    ],
)
def test_wanting(change: dict[str, str], said: str, run: Callable[..., Any]) -> None:
    """A waiver that is not complete waives nothing, and that is told even where quiet is asked for."""
    written(WAIVER | change)
    assert run("check", WHEEL, "--quiet").told == (1, said)
    ran = run("verify", WHEEL, "--format", "json")
    assert ran.code == 1
    assert [f["rule"] for f in ran.json["waiver_findings"]] == [said.split("[")[1].split("]", maxsplit=1)[0]]
    assert ran.json["rulesets"][0]["findings"][0]["waiver"] is None


def test_it_meets_by_clause_or_by_fingerprint(run: Callable[..., Any]) -> None:
    """A clause covers what stands under it; a fingerprint is of one finding, and holds for the next edition."""
    for clause, code in (('"D"', 0), ('"D.3"', 0), ('"D.3.b"', 1), ('"D.4"', 1)):
        written(WAIVER | {"ruleset": "", "clause": clause})
        assert run("check", TURN, "--only", "result-unstated").code == code, clause
    found = run("check", TURN, "--only", "result-unstated", "--format", "json").json
    fingerprint = found["files"][0]["findings"][0]["fingerprint"]
    written(WAIVER | {"ruleset": "", "clause": "", "fingerprint": f'"{fingerprint}"'})
    assert run("check", TURN, "--only", "result-unstated").code == 0
    assert run("check", "example/turn/2026-01-01", "--only", "result-unstated").code == 0
    assert run("check", WHEEL, "--only", "result-unstated").code == 1


def test_unused_is_told_only_where_its_rule_looked(run: Callable[..., Any]) -> None:
    """A rule that needs play does not run in `check`, and a ruleset that was not asked for was not looked at."""
    written(WAIVER | {"rule": '"result-missing"'})
    assert run("check", WHEEL, "--only", "result-unstated").err == ""
    assert run("check", WHEEL).err == ""
    assert "[waiver-unused]" in run("verify", WHEEL).err
    written(WAIVER | {"ruleset": '"example/other/undated"'})
    assert run("check", WHEEL).err == ""
    written(WAIVER | {"ruleset": "", "clause": '"77"'})
    assert run("check", WHEEL).err == ""


def test_beside_the_ruleset(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """Waivers may stand beside the ruleset that they speak of, and then speak of no other."""
    Path("wheel.rop").write_text(text_of(WHEEL), encoding="utf-8")
    written(WAIVER | {"ruleset": ""}, name="wheel.waivers.toml")
    assert run("check", "wheel.rop").code == 0
    assert run("check", WHEEL).code == 1
    written(WAIVER | {"ruleset": '"example/other/undated"'}, name="wheel.waivers.toml")
    ran = run("check", "wheel.rop", "--quiet")
    assert ran.told == (
        1,
        f"wheel.waivers.toml:3:11: error: this file stands beside {WHEEL} [waiver-incomplete]\n  = leave out ruleset\n",
    )
    Path("wheel.waivers.toml").write_text("[rules]\n", encoding="utf-8")
    assert run("check", "wheel.rop").told == (
        2,
        'wheel.waivers.toml: error: there is no setting "rules" [config, exit 2]\n  = there are: waiver\n',
    )


def test_several_of_one_file_each_at_its_place(run: Callable[..., Any]) -> None:
    written(WAIVER | {"approver": ""}, WAIVER, WAIVER | {"clause": '"9"'})
    ran = run("check", WHEEL, "--quiet")
    assert ran.code == 1
    assert [line.split(" ")[0] for line in ran.err.splitlines() if not line.startswith(" ")] == [
        "audit.toml:1:1:",
        "audit.toml:16:1:",
    ]


def test_baseline(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """What an earlier result holds is told and does not count; what is new counts."""
    Path("wheel.rop").write_text(text_of(WHEEL), encoding="utf-8")
    assert run("check", "wheel.rop", "-o", "known.json").code == 1
    ran = run("check", "wheel.rop", "--baseline", "known.json")
    assert ran.code == 0
    assert "not verifiable; in the baseline\n" in ran.out
    assert ran.out.endswith("0 errors, 1 warning (1 of them in the baseline), 0 notes\n")
    worse = text_of(WHEEL).replace("pays 3 to 1 ", "pays not stated")
    Path("wheel.rop").write_text(worse, encoding="utf-8")
    ran = run("check", "wheel.rop", "--baseline", "known.json", "--quiet")
    assert ran.code == 1
    assert [line.endswith(" (in the baseline)") for line in ran.out.splitlines()] == [False, True]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "audit.verify/1"}', '{"schema": "audit.check/1"}', "x"])
def test_what_is_no_baseline(text: str, run: Callable[..., Any]) -> None:
    Path("known.json").write_text(text, encoding="utf-8")
    assert run("check", WHEEL, "--baseline", "known.json").told == (
        3,
        "known.json: error: cannot be read: it is no result of audit check [baseline, exit 3]\n"
        "  = audit check … -o FILE.json makes one\n",
    )


def test_a_report_lists_its_waivers(run: Callable[..., Any]) -> None:
    written(WAIVER)
    assert run("report", "check", WHEEL, "-o", "out.html").code == 0
    assert "editorial, next revision" in Path("out.html").read_text(encoding="utf-8")
