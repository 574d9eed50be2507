"""The JSON of every command against its schema, and what people's scripts read of it."""

from __future__ import annotations

import hashlib
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
SHIPPED = Path(__file__).parents[2] / "rulesets"
MONEY = "--choose 'table_minimum=$5' --choose 'table_maximum=$500'"
LINES = (
    "list",
    "list bad.rop",
    "show example/turn/2026-01-01",
    "show example/three/undated",
    "show example/extra/undated",
    "check example/turn/2026-01-01 example/wheel/undated bad.rop slip.rop",
    "check example/totals/undated --by-the-letter",
    "check example/plain/2025-06-01",
    "verify example/turn/2026-01-01 example/wheel/undated example/totals/undated bad.rop",
    "verify example/turn/2025-03-01 --wager field --wager pass_odds --sample 300",
    "verify example/turn/2025-03-01 --in-force",
    "play example/wheel/undated --seed 3",
    f"play example/turn/2025-03-01 {MONEY} --wager pass=10 --wager pass_odds=10 --seed 5 --to-the-end",
    f"play example/turn/2025-03-01 {MONEY} --irregularity cocked_die --seed 1",
    f"play example/turn/2026-01-01 {MONEY} --given 'dice 6-6'",
    "diff example/turn/2025-03-01 example/turn/2026-01-01",
    "diff example/plain/2025-06-01 example/plain/2025-06-01",
)


@pytest.mark.parametrize("name", sorted(path.name for path in SCHEMAS.glob("*.json")))
def test_schema(name: str) -> None:
    """Each schema is one, and forbids what it does not name."""
    schema = json.loads((SCHEMAS / name).read_text(encoding="utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": f"audit.{name.removesuffix('.json')}/1"}
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize("line", LINES)
def test_against_the_schema(line: str, run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    slip = text_of("example/plain/2025-06-01").replace("round  ", "bout   ")
    Path("slip.rop").write_text(slip, encoding="utf-8")
    Path("bad.rop").write_bytes(b"ruleset a/b/undated\n  title \x93x\x94\n")
    words = shlex.split(line)
    ran = run(*words, "--format", "json")
    schema = json.loads((SCHEMAS / f"{words[0]}.json").read_text(encoding="utf-8"))
    errors = list(Draft202012Validator(schema).iter_errors(ran.json))
    assert not errors, errors[0]
    assert ran.out.startswith(f'{{\n "schema": "audit.{words[0]}/1",\n')
    assert str(SCHEMAS.parents[1]) not in ran.out
    assert str(Path.cwd()) not in ran.out


def test_list(run: Callable[..., Any]) -> None:
    listed = {r["id"]: r for r in run("list", "--format", "json").json["rulesets"]}
    assert list(listed) == sorted(listed)
    turn = listed["example/turn/2025-03-01"]
    assert turn["title"] == "Turn of the Dice"
    assert turn["issuer"] == "Example Gaming Commission"
    assert turn["jurisdiction"] == "US-XX"
    assert listed["example/wheel/undated"]["issuer"] is None


def test_show(run: Callable[..., Any]) -> None:
    shown = run("show", "example/turn/2025-03-01", "--format", "json").json["ruleset"]
    wagers = {w["id"]: w for w in shown["wagers"]}
    assert list(wagers) == ["pass", "field", "hardway", "buy", "hop", "pass_odds"]
    assert wagers["hop"]["name"] == "Hop Bet"
    assert [o["id"] for o in shown["options"]] == ["table_minimum", "table_maximum", "buy_commission", "hop_pays"]
    assert [a["id"] for a in shown["assumptions"]] == ["field_twelve", "silent"]
    assert [d["what"] for d in shown["duties"]] == ["call the total", "keep dice at the table"]


def test_show_lists_every_reason(run: Callable[..., Any]) -> None:
    """Those that have no name stand behind those that have: for which rows count, for a heading, for an include."""
    shown = run("--rulesets", str(SHIPPED), "show", "jack-cleveland/blackjack/undated", "--format", "json").json["ruleset"]
    named = [a for a in shown["assumptions"] if a["id"] is not None]
    others = [a for a in shown["assumptions"] if a["id"] is None]
    assert (len(named), len(others)) == (5, 13)
    (found,) = [a for a in others if a["because"] == "the rows overlap and nothing says which is paid"]
    assert (found["cite"], found["line"]) == (["15.B.i", "15.B.iv"], 215)


def test_check(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """A finding is the same in `check` and `verify`; a mistake of the language is one, too."""
    slip = text_of("example/plain/2025-06-01").replace("round  ", "bout   ")
    Path("slip.rop").write_text(slip, encoding="utf-8")
    (file,) = run("check", "slip.rop", "--format", "json").json["files"]
    (found,) = file["findings"]
    assert (found["rule"], found["severity"]) == ("unknown-statement", "error")
    assert found["span"] == {"file": "slip.rop", "line": 18, "column": 1}
    (checked,) = run("check", "example/wheel/undated", "--format", "json").json["files"]
    (verified,) = run("verify", "example/wheel/undated", "--format", "json").json["rulesets"]
    for key in ("rule", "severity", "message", "cite", "span", "fingerprint", "criteria"):
        assert checked["findings"][0][key] == verified["findings"][0][key]


def test_verify(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    ran = run("verify", "example/plain/2025-06-01", "--format", "json")
    (ruleset,) = ran.json["rulesets"]
    assert ruleset["sha256"] == hashlib.sha256(text_of("example/plain/2025-06-01").encode()).hexdigest()
    (wager,) = ruleset["wagers"]
    assert wager["house_edge"] == {"fraction": "1/3", "decimal": "0.333333333333333333"}
    shares = {o["label"]: _share(o) for o in wager["outcomes"]}
    assert shares == {"1": "1/3", "2, 3": "2/3"}
    assert wager["seconds"] is None, "times would make equal runs differ"


def test_verify_only_what_is_in_force(run: Callable[..., Any]) -> None:
    """The same figures; no other reading and no other option beside them, which is said and not taken for "no effect"."""
    ran = run("verify", "example/turn/2025-03-01", "--format", "json")
    (whole,) = ran.json["rulesets"]
    (short,) = run("verify", "example/turn/2025-03-01", "--in-force", "--format", "json").json["rulesets"]
    assert "in_force_only" not in whole
    assert short["in_force_only"] is True
    assert {r["assumption"] for w in whole["wagers"] for r in w["readings"]} == {"field_twelve"}
    assert {o["option"] for w in whole["wagers"] for o in w["options"]} == {"buy_commission", "hop_pays"}
    for told, shown in zip(whole["wagers"], short["wagers"], strict=True):
        assert shown == {**told, "readings": [], "options": []}
    text = run("verify", "example/turn/2025-03-01", "--in-force").out
    assert "only what is in force: other readings and options were not looked at" in text
    assert "what the other reading would change was not looked at" in text
    assert "no figure differs" not in text


def test_a_report_of_only_what_is_in_force(run: Callable[..., Any]) -> None:
    """It repeats itself with the same flag, and takes no effect for known; a comparison has no such flag."""
    assert run("report", "verify", "example/turn/2025-03-01", "--in-force", "-o", "turn.json").code == 1
    text = Path("turn.json").read_text(encoding="utf-8")
    assert "audit verify example/turn/2025-03-01 --in-force" in text
    assert "What the other reading would change was not looked at." in text
    assert "no effect on any wager" not in text
    both = "example/turn/2025-03-01", "example/turn/2026-01-01"
    assert run("report", "diff", *both, "--in-force", "-o", "turn.json").code == 2


def _share(outcome: dict[str, Any]) -> str:
    return str(outcome["probability"]["fraction"])


def test_play(run: Callable[..., Any]) -> None:
    ran = run("play", "example/wheel/undated", "--wager", "number[2]=5", "--given", "spin 2", "--format", "json")
    events = ran.json["events"]
    (settled,) = [e for e in events if e["event"] == "settled"]
    assert (settled["wager"], settled["result"], settled["net"]) == ("number[2]", "win", "15")
    assert ran.json["seed"] is None
    assert ran.json["stopped"] is None
    broken = run("play", "example/turn/2026-01-01", *shlex.split(MONEY), "--given", "dice 6-6", "--format", "json")
    assert broken.code == 4
    assert "two lines give different results" in broken.json["stopped"]
    assert [e["outcome"] for e in broken.json["events"] if e["event"] == "came_up"] == ["6-6, total 12"]


def test_diff(run: Callable[..., Any]) -> None:
    found = run("diff", "example/turn/2025-03-01", "example/turn/2026-01-01", "--format", "json").json
    (hop,) = [e for e in found["entries"] if e["subject"] == "hop"]
    assert (hop["kind"], hop["what"], hop["favours"]) == ("changed", "payout", "house")
    assert hop["house_edge"] == {"old": "1/9", "new": "1/6"}
    assert (hop["old_cite"], hop["new_cite"]) == (["C.3"], ["C.3"])
    assert hop["witness"]["command"].startswith("audit play example/turn/2026-01-01 ")


def test_what_no_terminal_shows_is_escaped(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    """Signs that would command a terminal are written as JSON escapes, and read back as they were."""
    title = "Sm\x1b[31mall \x9b2J Wh\u202eeel \U000e0001é"
    Path("hostile.rop").write_text(text_of("example/wheel/undated").replace("Small Wheel", title), encoding="utf-8")
    ran = run("show", "hostile.rop", "--format", "json")
    assert all(c == "\n" or c.isprintable() for c in ran.out)
    assert ran.json["ruleset"]["title"] == title
    assert "é" in ran.out
    assert run("show", "hostile.rop", "--format", "json", encoding="ascii").json["ruleset"]["title"] == title
