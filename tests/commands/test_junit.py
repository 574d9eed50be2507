"""JUnit XML as build servers read it: well-formed, its counts right, a failure for what counts and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest


def parsed(ran: Any) -> ElementTree.Element:
    """The XML, once it is seen that every count is right."""
    root = ElementTree.fromstring(ran.out.encode())
    assert root.tag == "testsuites"
    for suite in [root, *root]:
        assert int(suite.attrib["tests"]) == len(list(suite.iter("testcase")))
        for count, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.attrib[count]) == len(list(suite.iter(tag))), (suite.attrib, tag)
    assert "time" not in root.attrib
    return root


def test_findings(run: Callable[..., Any]) -> None:
    """A warning fails; a note passes with its text."""
    root = parsed(run("check", "example/turn/2025-03-01", "example/plain/2025-06-01", "--format", "junit"))
    assert [suite.attrib["name"] for suite in root] == ["example/turn/2025-03-01.rop", "example/plain/2025-06-01.rop"]
    cases = {case.attrib["name"]: case for case in root.iter("testcase")}
    assert [child.tag for child in cases["result-unstated at line 58"]] == ["failure"]
    assert [child.tag for child in cases["assumption at line 14"]] == ["system-out"]
    assert list(cases["no findings"]) == []


def test_none(run: Callable[..., Any]) -> None:
    root = parsed(run("verify", "example/plain/2025-06-01", "--format", "junit"))
    assert root.attrib == {"name": "audit verify", "tests": "1", "failures": "0", "errors": "0", "skipped": "0"}


def test_what_was_not_completed_is_an_error(run: Callable[..., Any]) -> None:
    Path("bad.rop").write_bytes(b"\xff\xfer")
    ran = run("verify", "example/totals/undated", "bad.rop", "--format", "junit")
    assert ran.code == 4
    root = parsed(ran)
    assert [suite.attrib["errors"] for suite in root] == ["1", "1"]
    assert "UTF-16" in next(iter(root[1].iter("error"))).attrib["message"]


def test_waived_is_skipped(run: Callable[..., Any]) -> None:
    Path("audit.toml").write_text(
        '[[waiver]]\nrule = "result-unstated"\nclause = "3"\nreason = "a < b & \\"c\\""\napprover = "the manager"\n'
        'expires = 2099-01-31\n[[waiver]]\nrule = "result-unstated"\nclause = "3"\n',
        encoding="utf-8",
    )
    root = parsed(run("check", "example/wheel/undated", "--format", "junit"))
    (skipped,) = root.iter("skipped")
    assert skipped.attrib["message"] == 'waived until 2099-01-31, approved by the manager: a < b & "c"'
    assert [suite.attrib["name"] for suite in root] == ["example/wheel/undated.rop", "audit.toml"]
    assert root[1].attrib["failures"] == "1"


@pytest.mark.parametrize("command", ["check", "verify"])
def test_signs_that_xml_forbids(command: str, run: Callable[..., Any], text_of: Callable[[str], str]) -> None:
    hostile = (
        text_of("example/wheel/undated").replace('"The Joker"', '"J\x1b\x00\x0b]]>&<\x9bo"').replace("3 to 1", "3to1")
    )
    Path("h&<>\x1b.rop").write_text(hostile, encoding="utf-8")
    root = parsed(run("check", "h&<>\x1b.rop", "--format", "junit"))
    assert root[0].attrib["name"] == "h&<>\ufffd.rop"
