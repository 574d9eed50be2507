"""Another reading, or another value of an option, under which no method solves a wager is told as that: the text is not at fault."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jsonschema

SCHEMA = Path(__file__).parents[2] / "docs" / "schemas" / "verify.json"

TEXT = """\
ruleset example/read/undated
  title  "read in two ways"
  source "made up"
dice 2 with faces 1 through 6 @ 1
option pair one of seen, added default seen @ 3
wager twins "Twins" @ 2
  win  on 1-1 when pair_is is shown @ 2
  win  if total is 1-1 when pair_is is totalled @ 2
  lose otherwise @ 2
  pays 30 to 1 @ 2
wager others "Others" @ 3
  win  on 6-6 when pair is seen @ 3
  win  if total is 6-6 when pair is added @ 3
  lose otherwise @ 3
  pays 30 to 1 @ 3
round @ 1
  step throw @ 1
    roll dice @ 1
    settle @ 1
assume pair_is @ 2
  because "a pair may be what the dice show or what they add up to"
  taken   shown @ 2
  instead totalled @ 2
"""


def test_a_reading_that_no_method_solves(run: Callable[..., Any]) -> None:
    Path("read.rop").write_text(TEXT, encoding="utf-8")
    ran = run("verify", "read.rop", "-o", "out.json", "-o", "out.html")
    assert "pair_is: read as totalled (2), no method solves twins" in ran.out
    assert re.search(r"pair_is +shown +totalled +not solved +twins", ran.out)
    assert re.search(r"pair +seen +added +not solved +others", ran.out)
    assert "not completed: assumption: " in ran.err  # a round that shows the difference cannot be played either
    assert "not verifiable" not in ran.out
    told = json.loads(Path("out.json").read_text(encoding="utf-8"))
    jsonschema.validate(told, json.loads(SCHEMA.read_text(encoding="utf-8")))
    twins, others = told["rulesets"][0]["wagers"]
    assert [(r["other"], r["house_edge"], r["not_solved"]) for r in twins["readings"]] == [("totalled", None, True)]
    assert [(o["value"], o["house_edge"], o["not_solved"]) for o in others["options"]] == [("added", None, True)]
    page = html.unescape(Path("out.html").read_text(encoding="utf-8"))
    assert "not verifiable" not in page
    assert "not solved" in page
