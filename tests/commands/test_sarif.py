"""SARIF 2.1.0 as code hosts read it: what the standard asks of a log, a run, a result and a place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

TEXT = {"type": "object", "properties": {"text": {"type": "string", "minLength": 1}}, "required": ["text"]}
NUMBER = {"type": "integer", "minimum": 1}
SHAPE = {
    "type": "object",
    "properties": {
        "version": {"const": "2.1.0"},
        "$schema": {"type": "string", "format": "uri"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {
                "type": "object",
                "properties": {
                    "tool": {
                        "type": "object",
                        "properties": {
                            "driver": {
                                "type": "object",
                                "properties": {
                                    "name": {"const": "audit"},
                                    "version": {"type": "string"},
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "properties": {
                                                "id": {"type": "string", "pattern": "^[a-z-]+$"},
                                                "shortDescription": TEXT,
                                                "help": TEXT,
                                                "defaultConfiguration": {
                                                    "type": "object",
                                                    "properties": {"level": {"enum": ["error", "warning", "note"]}},
                                                },
                                                "properties": {"type": "object"},
                                            },
                                            "required": ["id"],
                                            "additionalProperties": False,
                                        },
                                    },
                                },
                                "required": ["name", "version", "rules"],
                                "additionalProperties": False,
                            }
                        },
                        "required": ["driver"],
                        "additionalProperties": False,
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "invocations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "executionSuccessful": {"type": "boolean"},
                                "toolExecutionNotifications": {
                                    "type": "array",
                                    "minItems": 1,
                                    "items": {
                                        "type": "object",
                                        "properties": {"level": {"enum": ["error"]}, "message": TEXT},
                                        "required": ["level", "message"],
                                        "additionalProperties": False,
                                    },
                                },
                            },
                            "required": ["executionSuccessful"],
                            "additionalProperties": False,
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"enum": ["error", "warning", "note"]},
                                "message": TEXT,
                                "locations": {
                                    "type": "array",
                                    "minItems": 1,
                                    "items": {
                                        "type": "object",
                                        "properties": {
                                            "physicalLocation": {
                                                "type": "object",
                                                "properties": {
                                                    "artifactLocation": {
                                                        "type": "object",
                                                        "properties": {"uri": {"type": "string", "pattern": "^[^ ]+$"}},
                                                        "required": ["uri"],
                                                        "additionalProperties": False,
                                                    },
                                                    "region": {
                                                        "type": "object",
                                                        "properties": dict.fromkeys(
                                                            ("startLine", "startColumn", "endLine", "endColumn"), NUMBER
                                                        ),
                                                        "required": ["startLine"],
                                                        "additionalProperties": False,
                                                    },
                                                },
                                                "required": ["artifactLocation"],
                                                "additionalProperties": False,
                                            },
                                            "logicalLocations": {"type": "array"},
                                        },
                                        "additionalProperties": False,
                                    },
                                },
                                "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
                                "suppressions": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "properties": {
                                            "kind": {"enum": ["inSource", "external"]},
                                            "status": {"enum": ["accepted", "underReview", "rejected"]},
                                            "justification": {"type": "string"},
                                        },
                                        "required": ["kind"],
                                        "additionalProperties": False,
                                    },
                                },
                                "baselineState": {"enum": ["new", "unchanged", "updated", "absent"]},
                                "properties": {"type": "object"},
                            },
                            "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
                            "additionalProperties": False,
                        },
                    },
                },
                "required": ["tool", "results", "invocations"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["version", "runs"],
    "additionalProperties": False,
}


def the_run(ran: Any) -> dict[str, Any]:
    errors = list(Draft202012Validator(SHAPE).iter_errors(ran.json))
    assert not errors, errors[0]
    (one,) = ran.json["runs"]
    rules = [rule["id"] for rule in one["tool"]["driver"]["rules"]]
    assert len(rules) == len(set(rules))
    for result in one["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        for place in result["locations"]:
            region = place.get("physicalLocation", {}).get("region")
            if region:
                assert (region["startLine"], region["startColumn"]) <= (region["endLine"], region["endColumn"])
    assert one["invocations"][0]["executionSuccessful"] is (ran.code < 2)
    return one


def test_findings(run: Callable[..., Any]) -> None:
    one = the_run(run("check", "example/wheel/undated", "--format", "sarif"))
    (result,) = one["results"]
    assert (result["ruleId"], result["level"]) == ("result-unstated", "warning")
    assert result["message"]["text"].startswith("what joker pays is not stated\nClauses: 3, 2.\n")
    (place,) = result["locations"]
    assert place["physicalLocation"]["artifactLocation"]["uri"] == "example/wheel/undated.rop"
    assert place["physicalLocation"]["region"]["startLine"] == 22
    assert [at["fullyQualifiedName"] for at in place["logicalLocations"]] == ["3", "2"]


def test_none(run: Callable[..., Any]) -> None:
    """Nothing found is a run with no result, that succeeded, and with all its rules."""
    one = the_run(run("verify", "example/plain/2025-06-01", "--format", "sarif"))
    assert one["results"] == []
    assert len(one["tool"]["driver"]["rules"]) >= 15


def test_witnesses(run: Callable[..., Any]) -> None:
    one = the_run(run("verify", "example/turn/2026-01-01", "--format", "sarif"))
    assert {r["ruleId"] for r in one["results"]} >= {"result-missing", "result-conflict", "assumption"}
    conflict = next(r for r in one["results"] if r["ruleId"] == "result-conflict")
    assert "\nWitness: audit play example/turn/2026-01-01 " in conflict["message"]["text"]


def test_mistakes_and_what_was_not_read(run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    slip = text_of("example/plain/2025-06-01").replace("round  ", "bout   ")
    Path("a slip.rop").write_text(slip, encoding="utf-8")
    one = the_run(run("check", "a slip.rop", "nowhere.rop", "example/totals/undated", "--format", "sarif"))
    (result,) = one["results"]
    assert (result["ruleId"], result["level"]) == ("unknown-statement", "error")
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20slip.rop"


@pytest.mark.parametrize(
    "line", ["verify example/totals/undated", "check example/totals/undated bad.rop --by-the-letter"]
)
def test_not_completed(line: str, run: Callable[..., Any]) -> None:
    Path("bad.rop").write_bytes(b"\xff\xfer")
    ran = run(*line.split(), "--format", "sarif")
    assert ran.code == 4
    notices = the_run(ran)["invocations"][0]["toolExecutionNotifications"]
    assert any("example/totals/undated" in notice["message"]["text"] for notice in notices)
    assert ("bad.rop" in line) is any("bad.rop:1:1" in notice["message"]["text"] for notice in notices)


def test_waived_and_known(run: Callable[..., Any]) -> None:
    run("check", "example/wheel/undated", "-o", "known.json")
    one = the_run(run("check", "example/wheel/undated", "--baseline", "known.json", "--format", "sarif"))
    assert one["results"][0]["baselineState"] == "unchanged"
    Path("audit.toml").write_text(
        '[[waiver]]\nrule = "result-unstated"\nclause = "3"\nreason = "next revision"\napprover = "the manager"\n'
        "expires = 2099-01-31\n",
        encoding="utf-8",
    )
    one = the_run(run("check", "example/wheel/undated", "--format", "sarif"))
    (suppressed,) = one["results"][0]["suppressions"]
    assert suppressed == {
        "kind": "external",
        "status": "accepted",
        "justification": "next revision (approved by the manager, until 2099-01-31)",
    }
