"""One line changed, and the figure changes by what the change is worth, counted here without the program.

`test_metamorphic` raises prices, edits lines of a shipped text and renames; here conditions, totals, odds, sections and
memory are changed one at a time, each against a count over all throws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from audit.ruleset import chance as ch
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wt
from audit.ruleset.configure import Value, configure, read_value
from audit.ruleset.names import Name
from audit.ruleset.rewrite import rewrite
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.tables import Outcome
from audit.solve.solving import Solver

F = Fraction
Small = Callable[[str], Ruleset]
Real = Callable[[str], Ruleset]
Test = Callable[[int, int], bool]
THROWS = list(product(range(1, 7), repeat=2))
OLD, WHEEL, SYMBOLS = "oneida/craps/2003-08-06", "oneida/roulette/2003-08-06", "jack-cleveland/big-six/undated"


def share(test: Test) -> F:
    """How often two dice meet a test."""
    return F(sum(test(a, b) for a, b in THROWS), 36)


def edges(ruleset: Ruleset, wager: str, choices: dict[str, Value] | None = None) -> dict[str, F | None]:
    configured = configure(ruleset, choices)
    found = configured.ruleset.named(wager, wg.Wager)
    assert found is not None
    return {s.position.label: s.figures.house_edge for s in Solver(configured).solve(found).starts}


def one_throw(*lines: str) -> str:
    wager = "\n".join(f"  {line}" for line in lines)
    return (
        "dice 2 with faces 1 through 6 @ 1\n"
        "group low is 2 through 4, 5 @ 1\n"
        "define small when total under 6 @ 1\n"
        f"wager bet @ 2\n  made before any roll @ 2\n{wager}\n"
        "round @ 3\n  step throw\n    roll dice @ 3\n    settle @ 3\n"
    )


TESTS: list[tuple[str, Test]] = [
    ("on 7", lambda a, b: a + b == 7),
    ("on 7, 11", lambda a, b: a + b in (7, 11)),
    ("on 4 through 6", lambda a, b: 4 <= a + b <= 6),
    ("on 9 or more", lambda a, b: a + b >= 9),
    ("on 4 or fewer", lambda a, b: a + b <= 4),
    ("on 2 through 12 except 7", lambda a, b: a + b != 7),
    ("on 2-2", lambda a, b: a == b == 2),
    ("on 1-2, 3-3", lambda a, b: {a, b} == {1, 2} or a == b == 3),
    ("on showing 6", lambda a, b: 6 in (a, b)),
    ("on showing 6, 7", lambda a, b: 6 in (a, b) or a + b == 7),
    ("on low", lambda a, b: a + b <= 5),
    ("on low except 2-2", lambda a, b: a + b <= 5 and not a == b == 2),
    ("on over 10", lambda a, b: a + b > 10),
    ("if small", lambda a, b: a + b < 6),
    ("unless small", lambda a, b: a + b >= 6),
    ("if small and not total is 3", lambda a, b: a + b < 6 and a + b != 3),
    ("if dice showing 6 at least 1", lambda a, b: 6 in (a, b)),
    ("if dice showing 6 at least 2", lambda a, b: a == b == 6),
    ("if dice showing 6 equals dice showing 1", lambda a, b: (a == 6) + (b == 6) == (a == 1) + (b == 1)),
    ("if total less 2 times dice showing 1 over 4", lambda a, b: a + b - 2 * ((a == 1) + (b == 1)) > 4),
    ("on 7 if dice showing 6 at least 1", lambda a, b: a + b == 7 and 6 in (a, b)),
    ("on 7 unless dice showing 6 at least 1", lambda a, b: a + b == 7 and 6 not in (a, b)),
    ("if the combination is 1-6, 2-5", lambda a, b: {a, b} in ({1, 6}, {2, 5})),
    ("if total equals 6 plus dice showing 3", lambda a, b: a + b == 6 + (a == 3) + (b == 3)),
]


@pytest.mark.parametrize(("condition", "test"), TESTS, ids=[condition for condition, _ in TESTS])
def test_a_condition(small: Small, condition: str, test: Test) -> None:
    won = share(test)
    found = edges(small(one_throw(f"win {condition} @ 2", "lose otherwise @ 2", "pays 3 to 2 @ 2")), "bet")
    assert found == {"": 1 - won * F(5, 2)}
    # the other way round: what won now loses
    turned = edges(small(one_throw(f"lose {condition} @ 2", "win otherwise @ 2", "pays 3 to 2 @ 2")), "bet")
    assert turned == {"": 1 - (1 - won) * F(5, 2)}


@pytest.mark.parametrize(
    ("outcome", "net"),
    [("win", F(3, 2)), ("lose", F(-1)), ("lose half", F(-1, 2)), ("push", F(0)), ("void", F(0))],
)
@pytest.mark.parametrize("total", [2, 7, 11])
def test_a_result(small: Small, outcome: str, net: F, total: int) -> None:
    """One total taken out of what loses and given another result: the edge falls by what that is worth."""
    base = edges(small(one_throw("win on 8 @ 2", "lose otherwise @ 2", "pays 3 to 2 @ 2")), "bet")[""]
    lines = ("win on 8 @ 2", f"{outcome} on {total} @ 2", "lose otherwise @ 2", "pays 3 to 2 @ 2")
    assert base is not None
    assert edges(small(one_throw(*lines)), "bet")[""] == base - share(lambda a, b: a + b == total) * (net + 1)


@pytest.mark.parametrize(
    ("odds", "net"),
    [("1 to 1", F(1)), ("7 to 5", F(7, 5)), ("9 for 1", F(8)), ("1 to 2", F(1, 2)), ("at least 2 to 1", F(2)),
     ("one of 3 to 1, 2 to 1", F(2)), ("0 to 1", F(0)), ("35 to 6", F(35, 6))],
)  # fmt: skip
def test_odds(small: Small, odds: str, net: F) -> None:
    lines = ("win on 7 @ 2", "push on 12 @ 2", "lose otherwise @ 2", f"pays {odds} @ 2")
    assert edges(small(one_throw(*lines)), "bet")[""] == 1 - F(1, 36) - F(6, 36) * (net + 1)


@pytest.mark.parametrize(
    ("line", "more"),
    [
        ("commission 5% of wager charged when made @ 2", F(5, 100) * F(35, 36)),  # given back on the push
        ("commission 5% of wager charged when won @ 2", F(5, 100) * F(6, 36)),
        ("commission 5% of win charged when won @ 2", F(5, 100) * 2 * F(6, 36)),
        ("commission 5% of win charged when made @ 2", F(5, 100) * 2 * F(35, 36)),
        ("commission 5% of wager charged when tied @ 2", F(5, 100) * F(1, 36)),
        ("taken when made @ 2", F(6, 36)),
        ("no commission @ 2", F(0)),
    ],
)
def test_what_the_house_keeps(small: Small, line: str, more: F) -> None:
    lines = ["win on 7 @ 2", "push on 12 @ 2", "lose otherwise @ 2", "pays 2 to 1 @ 2"]
    before, after = (edges(small(one_throw(*x)), "bet")[""] for x in (lines, [*lines, line]))
    assert before is not None and after == before + more


@pytest.mark.parametrize("again", [(), (7,), (2, 12), (3, 4, 5)])
def test_totals_that_do_not_count(small: Small, again: tuple[int, ...]) -> None:
    """What is thrown again is conditioned away."""
    body = one_throw("win on 8, 7 @ 2", "lose otherwise @ 2", "pays 1 to 1 @ 2")
    if again:
        body = body.replace("roll dice @ 3\n", f"roll dice @ 3\n    again on {', '.join(map(str, again))} @ 3\n")
    counts = [a + b for a, b in THROWS if a + b not in again]
    won = F(sum(t in (7, 8) for t in counts), len(counts))
    assert edges(small(body), "bet")[""] == 1 - 2 * won


@pytest.mark.parametrize("points", [(4, 5, 6, 8, 9, 10), (4, 10), (6,), (2, 3, 12)])
@pytest.mark.parametrize("loses_on", [7, 11])
def test_which_totals_are_kept(small: Small, points: tuple[int, ...], loses_on: int) -> None:
    """A mark to be thrown again before another total: by hand the sum over marks of first × second throw."""
    listed = ", ".join(map(str, points))
    body = f"""
        dice 2 with faces 1 through 6 @ 1
        wager bet @ 2
          made before the first @ 2
          at first
            lose on 2 through 12 except {listed} @ 2
          at second
            win  on the mark @ 2
            lose on {loses_on} @ 2
          pays 1 to 1 @ 2
        round @ 3
          step first
            roll dice @ 3
            settle @ 3
            keep the total as the mark and go to second on {listed} @ 3
            end otherwise @ 3
          step second
            roll dice @ 3
            settle @ 3
            end on the mark, {loses_on} @ 3
            go to second otherwise @ 3
    """
    ways = {t: sum(a + b == t for a, b in THROWS) for t in range(2, 13)}
    won = sum((F(ways[p], 36) * F(ways[p], ways[p] + ways[loses_on]) for p in points), F(0))
    assert edges(small(body), "bet")[""] == 1 - 2 * won


# shipped rulesets


def without(ruleset: Ruleset, wager: str, total: str) -> Ruleset:
    """The ruleset with one total less in what a wager wins on."""

    def change(node: Any) -> Any:
        if isinstance(node, wg.ResultRow) and node.outcome is Outcome.WIN and isinstance(node.on, pt.AnyOf):
            tests = tuple(t for t in node.on.tests if not (isinstance(t, pt.Spots) and t.values == (total,)))
            return replace(node, on=replace(node.on, tests=tests))
        return node

    def changed(statement: Any) -> Any:
        is_meant = isinstance(statement, wg.Wager) and statement.name.text == wager
        return rewrite(statement, change) if is_meant else statement

    return Ruleset(ruleset.head, tuple(changed(s) for s in ruleset.statements))


@pytest.mark.parametrize(("wager", "total", "odds"), [("any_craps", "2", 7), ("any_craps", "3", 7), ("any_craps", "12", 7)])
def test_a_total_less_to_win_on(real: Real, wager: str, total: str, odds: int) -> None:
    before = edges(real(OLD), wager)[""]
    after = edges(without(real(OLD), wager, total), wager)[""]
    assert before is not None and after is not None
    assert after - before == share(lambda a, b: a + b == int(total)) * (odds + 1)


def fewer(ruleset: Ruleset, group: str) -> Iterator[tuple[str, Ruleset]]:
    """The ruleset with one member of a group left out, for each of them."""
    found = ruleset.named(group, wt.Group)
    assert found is not None
    for n, test in enumerate(found.members.tests):
        members = replace(found.members, tests=(*found.members.tests[:n], *found.members.tests[n + 1 :]))
        label = test.values[0] if isinstance(test, pt.Spots) else ""
        statements = tuple(replace(s, members=members) if s is found else s for s in ruleset.statements)
        yield label, Ruleset(ruleset.head, statements)


@pytest.mark.parametrize(("wager", "group"), [("red", "red_numbers"), ("even", "even_numbers")])
def test_a_number_less_in_a_group(real: Real, wager: str, group: str) -> None:
    left_out = []
    for label, ruleset in list(fewer(real(WHEEL), group))[::6]:
        left_out.append(label)
        assert edges(ruleset, wager)[""] == F(2, 38) + F(2, 38)
    assert len(left_out) == 3


@pytest.mark.parametrize("more", ["one_dollar", "two_dollar", "twenty_dollar", "joker_picture"])
def test_one_section_more(real: Real, more: str) -> None:
    """Of 55 sections one more bears this symbol: it wins as much oftener, all others as much more rarely."""
    counts = {"one_dollar": 24, "two_dollar": 15, "five_dollar": 7, "ten_dollar": 4, "twenty_dollar": 2,
              "joker_picture": 1, "house_name": 1}  # fmt: skip
    pays = dict(zip(counts, (1, 2, 5, 10, 20, 45, 45), strict=True))
    assert edges(real(SYMBOLS), "insignia") == {s: 1 - F(n, 54) * (pays[s] + 1) for s, n in counts.items()}
    counts[more] += 1

    def change(statement: Any) -> Any:
        if not isinstance(statement, ch.Wheel) or statement.table is None:
            return statement
        rows = tuple(
            replace(row, cells=(row.cells[0], pt.AnyOf((pt.Spots((str(counts[more]),)),)))) if _label(row) == more else row
            for row in statement.table.rows
        )
        return replace(statement, table=replace(statement.table, rows=rows))

    changed = Ruleset(real(SYMBOLS).head, tuple(change(s) for s in real(SYMBOLS).statements))
    assert edges(changed, "insignia") == {s: 1 - F(n, 55) * (pays[s] + 1) for s, n in counts.items()}


def _label(row: Any) -> str:
    (test,) = row.cells[0].tests
    return test.name.text if isinstance(test, pt.Named) else ""


# other names


@pytest.mark.parametrize(
    ("name", "wager", "choice", "value"),
    [
        (OLD, "buy", "buy_commission", "3%"),
        (OLD, "lay", "lay_commission_base", "of_the_wager"),
        (WHEEL, "red", "zero_takes", "half"),
        ("jack-cleveland/crapless-craps/undated", "buy", "buy_commission_moment", "at_winning"),
    ],
)
def test_other_names_of_wagers_steps_and_options(real: Real, name: str, wager: str, choice: str, value: str) -> None:
    """Under another value, too: a choice under its new name does what it did under the old one."""
    ruleset = real(name)
    named = (*ruleset.of(wg.Wager), *ruleset.of(pm.Option), *ruleset.of(pm.Assumption))
    names = {s.name.text: f"q{n}" for n, s in enumerate(named)}
    names |= {step.name.text: f"z{n}" for one in ruleset.of(rd.Round) for n, step in enumerate(one.steps)}

    def change(node: Any) -> Any:
        return replace(node, text=names[node.text]) if isinstance(node, Name) and node.text in names else node

    other = Ruleset(ruleset.head, tuple(rewrite(s, change) for s in ruleset.statements))
    before = edges(ruleset, wager, {choice: read_value(value)})
    assert before != edges(ruleset, wager)
    assert edges(other, names[wager], {names[choice]: read_value(value)}) == before
    assert edges(other, names[wager]) == edges(ruleset, wager)
