"""What must not change a figure changes none, and what must, changes it by exactly as much as it should."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.ruleset import chance as ch
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wt
from audit.ruleset.configure import configure
from audit.ruleset.expressions import OwnMemory, RoundMemory
from audit.ruleset.money import CommissionBase, Odds
from audit.ruleset.names import Name
from audit.ruleset.rewrite import rewrite, walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.planner import not_offered
from audit.solve.solving import Solution, Solver

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
REAL = (
    "oneida/craps/2003-08-06",
    "oneida/craps/2022-09-08",
    "jack-cleveland/craps/undated",
    "jack-cleveland/crapless-craps/undated",
    "oneida/roulette/2003-08-06",
    "jack-cleveland/roulette/undated",
    "jack-cleveland/big-six/undated",
)
LIBRARY = Library((RULESETS,))

Figures = dict[str, set[tuple[str, Fraction, frozenset[Any]]]]


def solutions(ruleset: Ruleset, only: frozenset[str] | None = None) -> Iterator[tuple[str, Solution]]:
    configured = configure(ruleset)
    solver = Solver(configured)
    for wager in configured.ruleset.of(wg.Wager):
        name = wager.name.text
        if name not in not_offered(configured) and (only is None or name in only):
            yield name, solver.solve(wager)


def figures(ruleset: Ruleset, only: frozenset[str] | None = None) -> Figures:
    """For each wager how it ends at each position, at each moment with the chance of that moment."""
    found: Figures = {}
    for name, solution in solutions(ruleset, only):
        found[name] = set()
        for start in solution.starts:
            ends: dict[tuple[str, Fraction | None], Fraction] = {}
            for end, chance in start.ends.items():
                ends[end.result, end.net] = ends.get((end.result, end.net), Fraction(0)) + chance
            found[name].add((start.position.label, start.chance, frozenset(ends.items())))
    return found


# names


BUILT_IN = {"total", "combination", "section", "count", "dice", "wheel", "layout", "round", "spin", "roll", "number_of"}


def declared(ruleset: Ruleset) -> list[str]:
    """The names of wagers, steps, choices, readings, groups, definitions, chance sources and memories."""
    found: dict[str, None] = {}
    named = wg.Wager | pm.Option | pm.Assumption | wt.Group | wt.DefinedFact | wt.DefinedValue | ch.Dice | ch.Wheel | ch.Chance
    for node in walk(ruleset.statements):
        if isinstance(node, named | rd.Step) and node.name is not None or isinstance(node, OwnMemory | RoundMemory):
            found[node.name.text] = None
        elif isinstance(node, wg.PickTable):
            found.update({c.name.text: None for c in node.table.columns if isinstance(c, tb.Values)})
    return [name for name in found if name not in BUILT_IN]


def renamed(ruleset: Ruleset, names: dict[str, str]) -> Ruleset:
    """The ruleset with other names, and other titles of everything that has one.

    The families of a layout (its rows, its columns) are built in, though a wager may be called as one of them.
    """
    built_in = {new: old for old, new in names.items()}

    def change(node: Any) -> Any:
        if isinstance(node, pt.EachOf):
            family = node.family.text
            return replace(node, family=replace(node.family, text=built_in.get(family, family)))
        if isinstance(node, Name) and node.text in names:
            return replace(node, text=names[node.text])
        if isinstance(node, wg.Wager | rd.Step | rd.Round):
            return replace(node, title="a thing")
        return node

    return Ruleset(ruleset.head, tuple(rewrite(s, change) for s in ruleset.statements))


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
@given(data=st.data())
@settings(max_examples=3, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_renaming_everything_changes_nothing(name: str, data: st.DataObject) -> None:
    ruleset = load(name, LIBRARY)
    old = declared(ruleset)
    fresh = data.draw(st.permutations([f"n{n}" for n in range(len(old))]))
    names = dict(zip(old, fresh, strict=True))
    before, after = figures(ruleset), figures(renamed(ruleset, names))
    assert {names[wager]: found for wager, found in before.items()} == after


def test_renaming_in_the_text_changes_nothing() -> None:
    name = "oneida/craps/2003-08-06"
    text = (RULESETS / f"{name}.rop").read_text(encoding="utf-8")
    ruleset = load(name, LIBRARY)
    names = {old: f"{old}_x" for old in declared(ruleset)}
    said = re.compile(r'("[^"\n]*")|(\b(?:' + "|".join(map(re.escape, sorted(names, key=len, reverse=True))) + r")\b)(?! *:)")
    lines = [
        line if line.lstrip().startswith("#") else said.sub(lambda m: m[1] or names[m[2]], line)
        for line in text.replace(f"ruleset {name}", "ruleset test/renamed/game").split("\n")
    ]
    # words of the language that are names as well: only the names may change
    body = re.sub(r"\b(put|place|lay)_x(?=d? with| as)", r"\1", "\n".join(lines))
    only = frozenset({"pass", "come", "place", "lay", "come_odds", "horn_high"})
    other = load_text(body, LIBRARY)
    assert figures(other, frozenset(names[w] for w in only)) == {names[w]: f for w, f in figures(ruleset, only).items()}


# faces


def test_words_for_faces_may_be_any_words() -> None:
    text = """ruleset test/words/dice
  title "x"
  source "y"
dice 2 with faces {0}, {1}, {1}, {2}
wager pair
  made before any roll
  pick its combination from each combination of dice
  win on its combination
  lose if dice showing {2} at least 1
  pays
    | combination   | odds   |
    | {0}-{0}, {2}-{1} | 3 to 1 |
    | otherwise     | 2 to 1 |
round
  step throw
    roll dice
    settle
"""
    nets = [
        sorted(ends for _, _, ends in figures(load_text(text.format(*words), LIBRARY))["pair"] if len(ends) < 3)
        for words in (("crown", "anchor", "spade"), ("zebra", "yak", "ape"), ("a1", "b2", "c3"))
    ]
    assert nets[0]
    assert [sorted(map(sorted, n)) for n in nets[1:]] == [sorted(map(sorted, nets[0]))] * 2  # type: ignore[type-var]


def test_ten_more_on_every_face_and_twenty_on_every_total() -> None:
    ruleset = load("oneida/craps/2003-08-06", LIBRARY)

    def change(node: Any) -> Any:
        if isinstance(node, pt.Spots):
            return pt.Spots(tuple(str(int(v) + 20) for v in node.values))
        if isinstance(node, pt.Combination):
            return pt.Combination(tuple(str(int(f) + 10) for f in node.faces))
        return node

    def shifted(statement: Statement) -> Statement:
        if isinstance(statement, ch.Dice):
            return replace(statement, faces=tuple(pt.Spots((str(n),)) for n in range(11, 17)))
        looks = isinstance(statement, wg.Wager | rd.Round | tb.PayoutList)
        return rewrite(statement, change) if looks else statement

    other = Ruleset(ruleset.head, tuple(shifted(s) for s in ruleset.statements))
    before, after = figures(ruleset), figures(other)
    for wager, found in before.items():
        assert {(c, e) for _, c, e in found} == {(c, e) for _, c, e in after[wager]}, wager
        assert len(found) == len(after[wager])


# payouts


def raised(odds: Odds, by: Fraction) -> Odds:
    return Odds(odds.net + by, Fraction(1))


def prices(ruleset: Ruleset) -> list[tuple[int, int]]:
    """Every place that states odds: the statement and the how-manieth odds in it."""
    return [
        (n, k)
        for n, statement in enumerate(ruleset.statements)
        if isinstance(statement, wg.Wager | tb.PayoutList)
        for k in range(sum(isinstance(node, Odds) for node in walk(statement)))
    ]


def with_price(ruleset: Ruleset, place: tuple[int, int], change: Callable[[Odds], Odds]) -> Ruleset:
    at, number = place
    seen = -1

    def changed(node: Any) -> Any:
        nonlocal seen
        if isinstance(node, Odds):
            seen += 1
            return change(node) if seen == number else node
        return node

    statements = list(ruleset.statements)
    statements[at] = rewrite(statements[at], changed)
    return Ruleset(ruleset.head, tuple(statements))


def expectations(ruleset: Ruleset, only: frozenset[str]) -> dict[tuple[str, str, object], Fraction]:
    return {
        (name, start.position.label, n): -start.figures.house_edge
        for name, solution in solutions(ruleset, only)
        for n, start in enumerate(solution.starts)
        if start.figures.house_edge is not None
    }


def takes_from_wins(ruleset: Ruleset, name: str) -> bool:
    """Whether a wager is paid through others, or part of its win is taken."""
    wager = ruleset.named(name, wg.Wager)
    assert wager is not None
    return any(
        isinstance(line, wg.PaidAs)
        or (isinstance(line, wg.Commission) and line.base is not CommissionBase.WAGER)
        for line in wager.lines
    )


def priced(ruleset: Ruleset, place: tuple[int, int]) -> frozenset[str]:
    """The wagers that a price may concern."""
    statement = ruleset.statements[place[0]]
    if isinstance(statement, wg.Wager):
        names = {statement.name.text}
    else:
        assert isinstance(statement, tb.PayoutList)
        names = {n.text for n in walk(statement) if isinstance(n, Name)}
    wagers = {w.name.text for w in configure(ruleset).ruleset.of(wg.Wager)}
    return frozenset(n for n in names & wagers if not takes_from_wins(ruleset, n))


@pytest.mark.long
@pytest.mark.parametrize("name", REAL)
@given(data=st.data())
@settings(max_examples=6, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_raising_a_payout_by_one_raises_the_expectation_by_its_probability(name: str, data: st.DataObject) -> None:
    ruleset = load(name, LIBRARY)
    place = data.draw(st.sampled_from(prices(ruleset)))
    only = priced(ruleset, place)
    mark = Fraction(123_457)
    before = expectations(ruleset, only)
    after = expectations(with_price(ruleset, place, lambda odds: raised(odds, Fraction(1))), only)
    marked = {
        (wager, start.position.label, n): sum((p for e, p in start.ends.items() if e.net is not None and e.net > 100_000), Fraction(0))
        for wager, solution in solutions(with_price(ruleset, place, lambda _: Odds(mark, Fraction(1))), only)
        for n, start in enumerate(solution.starts)
    }  # fmt: skip
    assert set(before) == set(after)
    for key, expectation in before.items():
        assert after[key] - expectation == marked[key], key


# what is won on, and what is paid


EDITS = [
    # any craps without the 12: 3 ways in 36 at 7 to 1
    ("any_craps", "win  on 2, 3, 12  ", "win  on 2, 3  ", "", Fraction(36 - 3 * 8, 36)),
    # the field: 12 at 3 to 1, one way more of 36; and 14 ways at 9 for 8, an eighth in place of one
    ("field", "| 12              | 2 to 1 |", "| 12              | 3 to 1 |", "", Fraction(1, 36)),
    ("field", "| 3, 4, 9, 10, 11 | 1 to 1 |", "| 3, 4, 9, 10, 11 | 9 for 8 |", "", Fraction(1, 18) + Fraction(14, 36) * Fraction(7, 8)),
    # any seven as any six: 5 ways in 36 at 4 to 1
    ("any_seven", "win  on 7                                                                     @ D.11", "win  on 6  @ D.11", "", Fraction(36 - 5 * 5, 36)),
    # a place on 4 at 2 to 1 is even
    ("place", "| place on 4       | 9 to 5  |", "| place on 4       | 2 to 1  |", "4", Fraction(0)),
    # a place that pays 7 to 5 on 6: 5 ways to win against 6
    ("place", "| place on 6       | 7 to 6  |", "| place on 6       | 7 to 5  |", "6", Fraction(6 - 7, 11)),
    # don't pass with no number barred: the come out 12 wins, where 3 ways of 36 win and 8 lose
    ("dont_pass", "    void on 12                                                                  @ D.2\n", "    win  on 12  @ D.2\n", "", Fraction(3, 220) - Fraction(1, 36)),
    # don't pass that bars the 3 instead: two ways that won go back, and 12 wins
    ("dont_pass", "    win  on 2, 3                                                                @ D.2\n    lose on 7, 11                                                               @ D.2\n    void on 12", "    win  on 2, 12  @ D.2\n    lose on 7, 11  @ D.2\n    void on 3", "", Fraction(3, 220) + Fraction(1, 36)),
    # a pass that loses on 11, too: 2 ways of 36 turn round
    ("pass", "    win  on 7, 11                                                               @ D.1\n    lose on 2, 3, 12", "    win  on 7  @ D.1\n    lose on 2, 3, 11, 12", "", Fraction(7, 495) + Fraction(4, 36)),
]  # fmt: skip


@pytest.mark.parametrize(("wager", "old", "new", "label", "edge"), EDITS, ids=[f"{e[0]}-{n}" for n, e in enumerate(EDITS)])
def test_a_changed_line_changes_the_figure_as_it_should(wager: str, old: str, new: str, label: str, edge: Fraction) -> None:
    text = (RULESETS / "oneida/craps/2003-08-06.rop").read_text(encoding="utf-8")
    assert text.count(old) == 1
    ((_, solution),) = solutions(load_text(text.replace(old, new), LIBRARY), frozenset({wager}))
    found = {s.position.label: s.figures.house_edge for s in solution.starts if s.chance or s.start.gate.is_start}
    assert found[label] == edge


# no game


def test_no_code_of_play_and_solve_names_a_game() -> None:
    games = re.compile(r"craps|roulette|big.?six|blackjack|baccarat|poker|keno|sic.?bo|chuck", re.IGNORECASE)
    folder = Path(__file__).resolve().parents[2] / "audit"
    named = [
        f"{path.name}: {line.strip()}"
        for part in ("play", "solve")
        for path in sorted((folder / part).glob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if games.search(line)
    ]
    assert not named


def test_the_head_of_a_ruleset_has_no_bearing() -> None:
    text = (RULESETS / "jack-cleveland/big-six/undated.rop").read_text(encoding="utf-8")
    other = text.replace("ruleset jack-cleveland/big-six/undated", "ruleset some/thing/else").replace('"Big Six"', '"Thing"')
    assert figures(load_text(text, LIBRARY)) == figures(load_text(other, LIBRARY))
