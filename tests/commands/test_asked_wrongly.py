"""What is asked wrongly: one line on stderr, a mend below it, exit 2, and nothing on stdout."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

MONEY = "--choose 'table_minimum=$5' --choose 'table_maximum=$500'"

CASES = {
    # what there is not
    "verify xyz": """
        error: xyz: no such ruleset in rulesets [not-found, exit 2]
          = audit list shows 7""",
    "verify example/wheel/undate": """
        error: example/wheel/undate: no such ruleset in rulesets [not-found, exit 2]
          = near: example/wheel/undated, example/three/undated, example/extra/undated; audit list shows 7""",
    "verify nowhere.rop": """
        error: nowhere.rop: no such file [not-found, exit 2]""",
    "verify ''": """
        error: an empty name stands where a ruleset is expected [usage, exit 2]""",
    "verify example/wheel/undated.rop": """
        error: example/wheel/undated.rop: no such file [not-found, exit 2]
          = example/wheel/undated is a ruleset at hand; its id is typed without .rop""",
    "show docs": """
        error: docs is a folder, and one ruleset is expected [usage, exit 2]
          = audit list docs shows those in it""",
    "play ''": """
        error: an empty name stands where a ruleset is expected [usage, exit 2]""",
    "list nowhere": """
        error: nowhere: no such file or folder, and no id begins so [not-found, exit 2]
          = audit list shows those at hand""",
    "check docs": """
        docs: error: nothing to check: no .rop file and no document in it [nothing-to-check, exit 2]
          = audit list shows the rulesets at hand""",
    "verify docs": """
        docs: error: nothing to check: no .rop file in it [nothing-to-check, exit 2]
          = audit list shows the rulesets at hand""",
    "fmt docs": """
        docs: error: nothing to format: no .rop file in it [nothing-to-format, exit 2]
          = audit list shows the rulesets at hand""",
    "fmt": """
        error: nothing to format [nothing-to-format, exit 2]
          = give a file or a folder; - for standard input""",
    "verify example/extra/undated": """
        error: example/extra/undated is a fragment and not played alone [fragment, exit 2]
          = verify what includes it: example/three/undated""",
    "play example/extra/undated": """
        error: example/extra/undated is a fragment and not played alone [fragment, exit 2]
          = verify what includes it: example/three/undated""",
    "verify example/wheel/undated --wager nomber": """
        error: example/wheel/undated has no wager nomber [not-found, exit 2]
          = did you mean number?  it has: number, joker""",
    "show example/wheel/undated --wager nomber": """
        error: example/wheel/undated has no wager nomber [not-found, exit 2]
          = did you mean number?  it has: number, joker""",
    "show example/three/undated --ranking x": """
        error: example/three/undated has no ranking x [not-found, exit 2]
          = it has: extra_ranking, three_card""",
    "show example/wheel/undated --duties --wager number": """
        error: --wager, --ranking and --duties each show one part [usage, exit 2]
          = ask for one of them at a time""",
    "rule result-mising": """
        error: there is no rule result-mising [not-found, exit 2]
          = did you mean result-missing?  audit rule lists them""",
    "check example/wheel/undated --only reslt-unstated": """
        error: --only reslt-unstated: no such rule [not-found, exit 2]
          = did you mean result-unstated?  audit rule lists them""",
    "check example/wheel/undated --only ''": """
        error: --only names no rule [usage, exit 2]
          = audit rule lists them""",
    "check example/wheel/undated --clause Z.9": """
        error: --clause Z.9: example/wheel/undated does not cite it [not-found, exit 2]
          = audit show prints the clauses""",
    "check example/wheel/undated example/plain/2025-06-01 --clause Z": """
        error: --clause Z: none of 2 rulesets cites it [not-found, exit 2]
          = audit show prints the clauses""",
    "check example/wheel/undated --clause ,": """
        error: --clause names no clause [clause, exit 2]
          = such as --clause D.1,F""",
    "check example/wheel/undated --baseline none.json": """
        error: --baseline none.json: no such file [baseline, exit 2]
          = audit check … -o FILE.json makes one""",
    "fmt --words nothing": """
        error: "nothing" opens no block [not-found, exit 2]
          = try: wager, step, ranking, role, meter, fee""",
    "fmt --whole": """
        error: --whole takes one ruleset, and 0 are given [usage, exit 2]""",
    "fmt - x": """
        error: - is standard input, and stands alone [usage, exit 2]
          = audit fmt - < FILE.rop""",
    # choices
    "play example/turn/2025-03-01": """
        error: example/turn/2025-03-01 needs a value for table_minimum, which the house sets (C.1) [option-unset, exit 2]
          = --choose table_minimum='$5'      also without a value: table_maximum (C.1)""",
    "verify example/turn/2025-03-01 --choose buy_commission=6%": """
        error: --choose buy_commission=6%: permitted is 0% through 5% (C.2) [option-range, exit 2]""",
    "verify example/turn/2025-03-01 --choose field_twelve=twice": """
        error: --choose field_twelve=twice: permitted is double or triple (D.2) [option-range, exit 2]""",
    "verify example/turn/2025-03-01 --choose buy_comission=5%": """
        error: example/turn/2025-03-01: there is no option or assumption buy_comission [option-unknown, exit 2]
          = did you mean buy_commission?  there are: buy_commission, field_twelve, hop_pays, silent, table_maximum, table_minimum""",
    "verify example/turn/2025-03-01 --choose buy_commission": """
        error: --choose buy_commission: a choice is OPTION=VALUE [choose, exit 2]
          = such as --choose table_minimum='$5'""",
    "verify example/turn/2025-03-01 --choose =5%": """
        error: --choose =5%: a choice is OPTION=VALUE [choose, exit 2]
          = such as --choose table_minimum='$5'""",
    "check example/turn/2025-03-01 --choose hop_pays=": """
        error: --choose hop_pays=: a choice is OPTION=VALUE [choose, exit 2]
          = such as --choose table_minimum='$5'""",
    "play example/turn/2025-03-01 --choose hop_pays='14 to 1' --choose hop_pays='15 to 1'": """
        error: --choose hop_pays is given twice [choose, exit 2]
          = one value holds at a time""",
    # numbers
    "verify example/wheel/undated --sample 0": """
        error: --sample: a whole number from 2 through 10,000,000,000 is expected [usage, exit 2]
          = audit verify --help lists what it takes""",
    "verify example/wheel/undated --sample 1": """
        error: --sample: a whole number from 2 through 10,000,000,000 is expected [usage, exit 2]
          = audit verify --help lists what it takes""",
    "verify example/wheel/undated --sample many": """
        error: --sample: a whole number is expected [usage, exit 2]
          = audit verify --help lists what it takes""",
    "verify example/wheel/undated --cut-card 52": """
        error: --cut-card is of sampled play [usage, exit 2]
          = give --sample N, too""",
    "verify example/wheel/undated --sample 9 --cut-card 52": """
        error: --cut-card: example/wheel/undated: rounds are sampled from one shoe only where hands grow (plays each hand, deal … until) [usage, exit 2]""",
    "verify example/wheel/undated --seed -1": """
        error: --seed: a whole number from 0 through 9,223,372,036,854,775,807 is expected [usage, exit 2]
          = audit verify --help lists what it takes""",
    "play example/wheel/undated --seed 1.5": """
        error: --seed: a whole number is expected [usage, exit 2]
          = audit play --help lists what it takes""",
    "verify example/wheel/undated --jobs 65": """
        error: --jobs: a whole number from 1 through 64 is expected [usage, exit 2]
          = audit verify --help lists what it takes""",
    # a round
    "play example/wheel/undated --given 'spin 9'": """
        error: --given: 9 cannot come up at spin small; such as 1 [given-impossible, exit 2]""",
    "play example/wheel/undated --given spin": """
        error: --given: "spin" gives nothing; write for example: dice 4-2, 3-1 [given-impossible, exit 2]""",
    "play example/wheel/undated --given ''": """
        error: --given gives nothing [given, exit 2]
          = such as --given "dice 4-2, 3-1\"""",
    "play example/wheel/undated --given 'dice 4-2'": """
        error: --given: nothing is left for spin small; not used: 4-2 [given-impossible, exit 2]""",
    "play example/wheel/undated --given 'sping 1'": """
        error: --given: sping is nothing that comes up [given, exit 2]
          = did you mean spin?  there are: dice, roll, spin, draw""",
    f"play example/turn/2025-03-01 {MONEY} --given 'dice 7-1'": """
        error: --given: 7-1 cannot come up at roll dice; such as 1-1 [given-impossible, exit 2]""",
    "play example/wheel/undated --wager number": """
        error: --wager number: a wager is WAGER=AMOUNT [wager, exit 2]
          = such as place[6]=12""",
    "play example/wheel/undated --wager nomber=5": """
        error: example/wheel/undated has no wager nomber [not-found, exit 2]
          = did you mean number?  it has: number, joker""",
    "play example/wheel/undated --wager number[9]=5": """
        error: --wager number[9]=5: number is not on 9 [wager, exit 2]
          = there are: number[1], number[2], number[3], number[4]""",
    "play example/wheel/undated --wager number=5": """
        error: --wager number=5: number is on one of several things, and none is named [wager, exit 2]
          = there are: number[1], number[2], number[3], number[4]""",
    "play example/wheel/undated --wager joker[1]=5": """
        error: --wager joker[1]=5: joker is not on 1 [wager, exit 2]
          = it is on nothing that is picked: --wager joker=5""",
    "play example/wheel/undated --wager joker=0": """
        error: --wager joker=0: a stake is more than 0 [wager, exit 2]""",
    "play example/wheel/undated --wager joker=7,5": """
        error: --wager joker=7,5: 7,5 is no amount: a comma groups thousands [wager, exit 2]
          = such as 7.50, or 1,000""",
    "play example/wheel/undated --wager joker=,": """
        error: --wager joker=,: , is no amount: a comma groups thousands [wager, exit 2]
          = such as 7.50, or 1,000""",
    "play example/turn/2025-03-01 --choose 'table_minimum=$1,00'": """
        error: --choose table_minimum=$1,00: $1,00 is no number: a comma groups thousands [choose, exit 2]
          = such as 7.50, or 1,000""",
    f"play example/turn/2025-03-01 {MONEY} --wager pass_odds=10": """
        error: --wager pass_odds=10: pass_odds needs pass (D.6) [wager, exit 2]
          = --wager pass=10 makes it""",
    f"play example/turn/2025-03-01 {MONEY} --wager pass=1": """
        error: pass $1: at least $5 (C.1) [amount, exit 2]""",
    "play example/wheel/undated --on joker": """
        error: --on joker: no such wager is asked for [wager, exit 2]
          = --wager joker=10 makes it""",
    f"play example/turn/2025-03-01 {MONEY} --irregularity cocked_dice": """
        error: example/turn/2025-03-01 has no irregularity cocked_dice [not-found, exit 2]
          = did you mean cocked_die?  it has: cocked_die""",
    # options and commands
    "verify example/wheel/undated --color pink": """
        error: --color pink: auto, always or never [usage, exit 2]""",
    "--color pink verify example/wheel/undated": """
        error: --color pink: auto, always or never [usage, exit 2]""",
    "verify example/wheel/undated --rulesets none": """
        error: none: no such folder of rulesets [rulesets, exit 2]
          = --rulesets names a folder that holds .rop files""",
    "verify example/wheel/undated --config none.toml": """
        error: --config none.toml: no such file [config, exit 2]
          = without --config, audit.toml of this folder counts""",
    "verfy": """
        error: no such command verfy [usage, exit 2]
          = did you mean verify?  audit --help lists what it takes""",
    "verify example/wheel/undated --wagr number": """
        error: no such option: --wagr [usage, exit 2]
          = did you mean --vary or --wager?  audit verify --help lists what it takes""",
    "verify": """
        error: missing argument RULESET [usage, exit 2]
          = audit verify --help lists what it takes""",
    "diff example/wheel/undated": """
        error: missing argument NEW [usage, exit 2]
          = audit diff --help lists what it takes""",
    "rule a b": """
        error: more is given than it takes: b [usage, exit 2]
          = audit rule --help lists what it takes""",
    "verify example/wheel/undated --format xml": """
        error: --format: xml is not one of text, concise, json, sarif, junit [usage, exit 2]
          = audit verify --help lists what it takes""",
    "report nothing example/wheel/undated -o out.html": """
        error: WHAT: nothing is not one of verify, diff, verify+diff, check [usage, exit 2]
          = audit report --help lists what it takes""",
    "report verify example/wheel/undated": """
        error: missing option -o [usage, exit 2]
          = audit report --help lists what it takes""",
    "report diff example/wheel/undated -o out.html": """
        error: report diff takes an old and a new ruleset or document, and 1 are given [usage, exit 2]
          = audit report diff OLD NEW -o FILE.html""",
    "report diff a b -o out.html --choose x=1": """
        error: --choose is for the report of one ruleset [choose, exit 2]
          = a comparison takes both at their defaults""",
}


@pytest.mark.parametrize("line", CASES)
def test_usage(line: str, run: Callable[..., Any]) -> None:
    Path("docs").mkdir()
    ran = run(*shlex.split(line))
    expected = "".join(f"{row.removeprefix(' ' * 8)}\n" for row in CASES[line].strip("\n").split("\n"))
    assert (ran.code, ran.err, ran.out) == (2, expected, "")


def test_a_long_slip_is_cut(run: Callable[..., Any]) -> None:
    ran = run("verify", "example/turn/2025-03-01", "--choose", "x" * 500)
    assert ran.code == 2
    assert len(ran.err.splitlines()[0]) <= 120
