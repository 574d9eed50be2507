"""The list of rules, their order, their settings and their pages."""

import ast
from pathlib import Path

import pytest

import audit.checks
from audit.checks.catalogue import SECTIONS, check_settings, page, rule
from audit.checks.rules import RULES
from audit.checks.settings import Settings, SettingsError
from audit.language.diagnostics import Severity


def test_names_are_told_apart_and_written_alike():
    names = [one.NAME for one in RULES]
    assert len(set(names)) == len(names)
    assert all(name == name.lower() and " " not in name for name in names)
    assert {one.FAMILY for one in RULES} <= {"play", "money", "text", "trace", "conform", "compare"}


@pytest.mark.parametrize("one", RULES, ids=lambda one: one.NAME)
def test_every_rule_has_a_whole_page(one):
    lines = page(one.NAME).splitlines()
    assert lines[0].startswith(f"{one.NAME} ({one.FAMILY}, {one.SEVERITY.value})")
    assert [line.split(" ")[0] for line in lines[1:]] == list(SECTIONS)
    assert all(len(line) > 12 for line in lines[1:])


def test_a_page_is_laid_out_as_the_terminal_has_it():
    lines = page("row-unreachable").splitlines()
    assert lines[0] == "row-unreachable (play, error)          a row of a table that no round can reach"
    assert lines[2] == "Why      Players read a payout that cannot occur."
    assert lines[5] == "Settings severity; may be waived"
    assert all(len(line) <= 80 for line in page("row-unreachable", 80).splitlines())


def test_a_rule_that_does_not_exist():
    with pytest.raises(KeyError):
        rule("result-mising")


TWO = """
wager any_seven                                                         @ C.1
  win  on 7                                                             @ C.1
  lose otherwise                                                        @ C.1
  pays 3 for 2                                                          @ C.2
wager six                                                               @ D.1
  win  on 6                                                             @ D.1
  lose on 6                                                             @ D.2
  pays 1 to 1                                                           @ D.1
"""


def test_errors_first_then_warnings_then_notes(bench):
    made = bench(TWO)
    assert [(f.severity.value, f.rule) for f in made.found()] == [
        ("error", "result-conflict"),
        ("warning", "for-instead-of-to"),
        ("note", "unpayable-odds"),
    ]


def test_rules_that_need_play_do_not_run_without_it(bench):
    assert bench(TWO, static=True).rules() == ["for-instead-of-to", "unpayable-odds"]


def test_settings_change_severity_and_switch_off(bench):
    settings = Settings.read(
        {
            "rules": {
                "for-instead-of-to": {"severity": "error"},
                "unpayable-odds": {"severity": "off"},
                "house-edge-above": {"limit": "10%"},
            }
        }
    )
    assert [(f.severity, f.rule) for f in bench(TWO, settings=settings).found()] == [
        (Severity.ERROR, "for-instead-of-to"),
        (Severity.ERROR, "result-conflict"),
        (Severity.WARNING, "house-edge-above"),
    ]


@pytest.mark.parametrize(
    ("tables", "where"),
    [
        ({"unpayable-odds": {"chip": "none"}}, "rules.unpayable-odds.chip"),
        ({"house-edge-above": {"limit": "much"}}, "rules.house-edge-above.limit"),
        ({"assumption": {"severity": "grave"}}, "rules.assumption.severity"),
        ({"assumption": "off"}, "rules.assumption"),
    ],
)
def test_settings_that_mean_nothing(tables, where):
    with pytest.raises(SettingsError) as raised:
        Settings.read({"rules": tables})
    assert raised.value.where == where


def test_settings_of_a_rule_that_does_not_exist():
    with pytest.raises(SettingsError):
        check_settings({"rules": {"result-mising": {"severity": "off"}}})
    check_settings({"rules": {"result-missing": {"severity": "off"}}, "rulesets": "here"})


def test_fingerprints_survive_other_clauses_and_another_edition(bench):
    one = bench(TWO).found("result-conflict")[0]
    other = bench(TWO.replace("D.1", "M.7").replace("D.2", "M.8"), head="").found("result-conflict")[0]
    assert one.fingerprint == other.fingerprint
    assert one.cites != other.cites


def test_criteria_say_what_should_be():
    """In the indicative they would say of the very case that it is otherwise."""
    told = []
    for path in sorted(Path(audit.checks.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.keyword(arg="criteria", value=value):
                    told.append(ast.unparse(value))
                case ast.Assign(targets=[ast.Name(id="CRITERIA")], value=value):
                    told.append(ast.unparse(value))
    written = [words for words in told if '"' in words or "'" in words]
    assert len(written) > 40
    assert [words for words in written if "should" not in words and "must" not in words] == []
