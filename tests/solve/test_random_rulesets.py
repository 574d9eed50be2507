"""Small rulesets made at random, as text: chain and reference must give the same figures, to the fraction.

Whatever the chain cannot solve it must refuse; whatever it solves, the interpreter must play.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from audit.language.diagnostics import LanguageError
from audit.play.errors import PlayError
from audit.ruleset import wagers as wg
from audit.ruleset.configure import configure
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable

EXAMPLES = int(os.environ.get("AUDIT_RANDOM_RULESETS", "300"))
FEW = 25


@dataclass
class Maker:
    """Writes one ruleset; every choice is drawn, the simplest first, so that a failing one shrinks."""

    draw: Callable[[st.SearchStrategy[object]], object]
    sources: list[tuple[str, str]] = field(default_factory=list)
    numbers: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    picks: list[str] = field(default_factory=list)
    steps: list[str] = field(default_factory=list)
    groups: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    defines: bool = False
    wagers: list[str] = field(default_factory=list)
    asks_of: dict[str, list[str]] = field(default_factory=dict)

    def one(self, items: list[str]) -> str:
        return str(self.draw(st.sampled_from(items)))

    def number(self, least: int, most: int) -> int:
        return int(str(self.draw(st.integers(least, most))))

    def now_and_then(self, one_in: int) -> bool:
        """True about once in so many times; False is the simpler."""
        return self.number(0, one_in - 1) == one_in - 1

    def some(self, items: list[str], least: int, most: int) -> list[str]:
        return [str(x) for x in self.draw(st.lists(st.sampled_from(items), min_size=least, max_size=most, unique=True))]  # type: ignore[attr-defined]

    # equipment

    def equipment(self) -> list[str]:
        return {"dice": self.dice, "two dice": self.two_dice, "coins": self.coins, "wheel": self.wheel,
                "wheels": self.wheels, "draw": self.range}[
            self.one(["dice", "dice", "wheel", "two dice", "coins", "draw", "wheels"])
        ]()  # fmt: skip

    def dice(self) -> list[str]:
        number = self.number(1, 2)
        faces = sorted(self.some(["1", "2", "3", "4", "0"], 2, 3))
        if self.now_and_then(4):
            faces.append(faces[0])
        self.sources = [("roll", "dice")]
        totals = {int(a) + int(b) if number == 2 else int(a) for a in faces for b in faces}
        self.numbers = [str(n) for n in sorted(totals)] + ["9"]
        self.events = list(self.numbers)
        if number == 2:
            self.events += [f"{a}-{b}" for a in faces[:2] for b in faces[:2]] + [f"showing {faces[0]}"]
            self.columns = ["combination"]
        self.picks = self.events[:4]
        return [f"dice {number} with faces {', '.join(faces)}"]

    def two_dice(self) -> list[str]:
        self.sources = [("roll", "red"), ("roll", "blue"), ("roll", "dice")]
        self.numbers = ["1", "2", "3", "4", "5"]
        self.events = [*self.numbers, "1-2", "showing 2"]
        self.picks = self.numbers[:3]
        self.columns = ["red", "blue", "total of red against total of blue"]
        return ["dice red 1 with faces 1, 2", "dice blue 1 with faces 1, 2, 3"]

    def coins(self) -> list[str]:
        self.sources = [("roll", "dice")]
        self.events = ["heads-tails", "heads-heads", "tails-tails", "showing heads"]
        self.picks = self.events[:3]
        self.columns = ["combination"]
        return ["dice 2 with faces heads, tails"]

    def wheel(self) -> list[str]:
        self.sources = [("spin", "wheel")]
        labels = self.some(["1", "2", "0", "00", "3", "star"], 2, 4)
        self.numbers = [x for x in labels if x in ("1", "2", "3")]
        self.events, self.picks = list(labels), labels[:3]
        self.columns = ["colour of the total"]
        rows = [f"  | {x} | {self.number(1, 2)} | {self.one(['red', 'black'])} |" for x in labels]
        return [f"wheel of {len(labels)} sections", "  | section | count | colour |", *rows]

    def wheels(self) -> list[str]:
        self.sources = [("spin", "left"), ("spin", "right")]
        self.events, self.numbers, self.picks = ["1", "2", "3"], ["1", "2", "3"], ["1", "2"]
        self.columns = ["colour of the total"]
        made: list[str] = []
        for name, labels in (("left", ["1", "2"]), ("right", ["1", "2", "3"])):
            rows = [f"  | {x} | {self.number(1, 2)} | {self.one(['red', 'black'])} |" for x in labels]
            made += [f"wheel {name} of 3 sections", "  | section | count | colour |", *rows]
        return made

    def range(self) -> list[str]:
        self.sources = [("draw", "first_number"), ("draw", "second_number")]
        self.events = self.numbers = ["1", "2", "3"]
        self.picks = ["1", "2"]
        self.columns = ["first_number", "second_number", "the first_number"]
        return ["chance first_number from 1 through 3", "chance second_number from 1 through 2"]

    # tests

    def group(self) -> list[str]:
        if not self.now_and_then(3) or not self.numbers:
            return []
        self.groups = ["lucky"]
        behind = f" except {self.numbers[0]}" if self.now_and_then(3) else ""
        return [f"group lucky is {', '.join(self.some(self.numbers, 1, 3))}{behind}"]

    def on(self, more: list[str], most: int = 3) -> str:
        """A trigger; ``more`` are memories that it may name."""
        pool = [*self.events, *self.groups, *more]
        listed = self.some(pool, 1, most)
        if self.numbers and self.now_and_then(8):
            listed = [f"{self.numbers[0]} through {self.numbers[-1]}"] if self.numbers[0] <= self.numbers[-1] else listed
        behind = f" except {self.one(pool)}" if self.now_and_then(8) else ""
        return f"on {', '.join(listed)}{behind}"

    def fact(self, more: list[str]) -> str:
        """Something that a guard may ask."""
        facts = [f"the m is {'set' if not self.numbers else self.one(self.numbers)}", "the m is set", "the m is not set",
                 "the c is 1", "the c at least 2", "count of the ms is 1", "count of the ms at least 1", *more]  # fmt: skip
        if self.numbers:
            facts.append(f"total is {self.one(self.numbers)}")
        if self.defines:
            facts.append("likely")
        return self.one(facts)

    def define(self) -> list[str]:
        if not self.now_and_then(4):
            return []
        fact = self.fact([])
        self.defines = True
        return [f"define likely when {fact}"]

    # the round

    def round(self) -> list[str]:
        self.steps = ["a", "b", "d"][: self.number(1, 3)]
        lines = ["round"]
        for step in self.steps:
            guard = f" if {self.fact([])}" if step != "a" and self.now_and_then(6) else ""
            lines += [f"  step {step}{guard}", *(f"    {line}" for line in self.step(step))]
        return lines

    def step(self, name: str) -> list[str]:
        lines: list[str] = []
        if self.now_and_then(6):
            lines += self.memory()
        if name == "a" or not self.now_and_then(4):
            lines.append(self.chance())
            if self.now_and_then(5):
                lines.append(f"again {self.on(['the m'], 1)}")
        if self.now_and_then(6):
            lines += self.memory()
        if not self.now_and_then(10):
            lines.append("settle")
        if self.now_and_then(8):
            lines.append(self.chance())
            lines.append("settle")
        for _ in range(self.number(0, 2)):
            lines += self.memory()
        if self.now_and_then(5):
            lines += [f"if {self.fact([])}", *(f"  {x}" for x in self.memory())]
            if self.now_and_then(2):
                lines += ["otherwise", *(f"  {x}" for x in [*self.memory(), self.jump()])]
        for _ in range(self.number(0, 2)):
            guard = f" if {self.fact([])}" if self.now_and_then(5) else ""
            lines.append(f"{self.jump()} {self.on(['the m', 'the ms'])}{guard}")
        if self.now_and_then(3):
            lines.append(f"{self.jump()} otherwise")
        return lines or ["settle"]

    def chance(self) -> str:
        verb, name = self.sources[self.number(0, len(self.sources) - 1)]
        return f"{verb} {name}"

    def memory(self) -> list[str]:
        value = "combination" if not self.numbers else self.one(["the total", "the total", "section", "combination", "the m"])
        if value == "section" and self.sources[0][0] != "spin":
            value = "the total"
        if value == "combination" and self.sources[0][0] != "roll":
            value = "the total"
        verb = self.one([f"keep {value} as the m", f"add {value} to the ms", "count the c up to 3", "clear the m", "clear the ms"])
        behind = f" {self.on(['the m'])}" if self.now_and_then(2) else ""
        return [f"{verb}{behind}"]

    def jump(self) -> str:
        return self.one([*(f"go to {step}" for step in self.steps), "end"])

    # wagers

    def wager(self, name: str) -> list[str]:
        lines = [f"wager {name}"]
        kinds = ["rows", "rows", "rows", "table"] + (["needs", "paid as", "settle table"] if self.wagers else [])
        kind = self.one(kinds)
        own: list[str] = []
        self.asks_of[name] = []
        lines += [f"  {x}" for x in self.made(name)]
        if kind == "paid as" and not all("pick" in self.asks_of[w] for w in self.wagers):
            parts = self.some([w for w in self.wagers if "pick" not in self.asks_of[w]], 1, 2)
            lines.append("  paid as " + ", ".join(f"{self.number(1, 3)} part {w}" for w in parts))
            return self.done(name, lines)
        if self.picks and self.now_and_then(3):
            lines += [f"  {x}" for x in self.pick(name)]
            own = ["its n"]
        if kind == "needs":
            lines += [f"  {x}" for x in self.needing(name)]
        elif kind == "table":
            lines += [f"  {x}" for x in self.memory_rows(own)]
            lines += [f"  {x}" for x in self.table(own, decides=True)]
        elif kind == "settle table" and self.columns:
            lines += [f"  {x}" for x in self.memory_rows(own)]
            lines += ["  pays 1 to 1"]
            return [*self.done(name, lines), *self.settle_table(name)]
        else:
            lines += [f"  {x}" for x in self.rows(own)]
        if kind != "table" and not any(x.lstrip().startswith("pays") for x in lines):
            lines += [f"  {x}" for x in self.pays(own)]
        lines += [f"  {x}" for x in self.money()]
        return self.done(name, lines)

    def declared(self, lines: list[str], whose: str) -> list[str]:
        """Lines that never fire, for memories that are asked for and nowhere kept: those must be known by name."""
        text = " ".join(lines)
        verbs = {f"{whose} k": "keep 1 as its k", f"{whose} ks": "add 1 to its ks", f"{whose} h": "count its h",
                 f"{whose} m": "keep 1 as the m", f"{whose} ms": "add 1 to the ms", f"{whose} c": "count the c"}  # fmt: skip
        return [f"{verb} on 99" for name, verb in verbs.items() if re.search(rf"{name}\b", text)]

    def done(self, name: str, lines: list[str]) -> list[str]:
        lines = [*lines, *(f"  {x}" for x in self.declared(lines, "its"))]
        text = " ".join(lines)
        self.asks_of[name] += [x for x, by in (("k", "as its k"), ("h", "count its h")) if by in text]
        self.wagers.append(name)
        return lines

    def made(self, name: str) -> list[str]:
        verb, _ = self.sources[0]
        moments = ["before the a", f"before any {verb}", "any time", f"before the {self.steps[-1]}",
                   f"in {self.steps[-1]}", f"after {self.steps[0]}"]  # fmt: skip
        guard = f" if {self.fact([])}" if self.now_and_then(10) else ""
        lines = [f"made {self.one(moments)}{guard}"]
        if self.now_and_then(8):
            lines += [f"at {self.one(self.steps)}", "  may be made"]
        return lines

    def pick(self, name: str) -> list[str]:
        self.asks_of[name] += ["pick", "n"]
        if self.numbers and self.now_and_then(4):
            return ["pick", "  | n | k |", f"  | {self.picks[0]} | {self.numbers[0]} |", f"  | {self.picks[-1]} | {self.numbers[-1]} |"]
        return [f"pick its n from {', '.join(self.some(self.picks, 1, 2))}"]

    def rows(self, own: list[str]) -> list[str]:
        lines: list[str] = []
        for heading in self.headings():
            inner = self.memory_rows(own)
            inner += [f"{self.one(['win', 'lose', 'push', 'void', 'lose half', 'stay'])} {self.on([*own, 'the m', 'the ms', *self.kept(inner)])}"
                      f"{self.guard(own)}" for _ in range(self.number(1, 2))]  # fmt: skip
            if self.now_and_then(3):
                inner.append(f"{self.one(['lose', 'win', 'push'])} otherwise")
            if self.now_and_then(8):
                inner.append("off unless called on" if self.now_and_then(2) else f"off if {self.fact([])}")
            lines += [heading, *(f"  {x}" for x in inner)] if heading else inner
        return lines

    def headings(self) -> list[str]:
        sets = [[""], ["first roll", "later rolls"], [f"at {s}" for s in self.steps], ["", f"at {self.steps[0]}"], ["", "later rolls"]]
        return sets[self.number(0, len(sets) - 1)]

    def kept(self, lines: list[str]) -> list[str]:
        text = " ".join(lines)
        return [x for x in ("its k", "its ks") if x in text]

    def guard(self, own: list[str]) -> str:
        if not self.now_and_then(6):
            return ""
        return f" if {self.fact(['its h is 1', 'its k is set', 'count of its ks at least 1', *(f'{w} is open' for w in self.wagers)])}"

    def memory_rows(self, own: list[str]) -> list[str]:
        lines: list[str] = []
        for _ in range(self.number(0, 2)):
            value = "combination" if not self.numbers else self.one(["the total", "the m"])
            verb = self.one([f"keep {value} as its k", f"add {value} to its ks", "count its h up to 2", "clear its k", "clear its ks"])
            lines.append(f"{verb} {self.on([*own, 'the m'])}")
        return lines

    def needing(self, name: str) -> list[str]:
        other = self.one(self.wagers)
        lines = [f"needs {other}"]
        lines.append(f"win if {other} {self.one(['wins', 'loses'])}")
        lines.append(f"lose if {other} {self.one(['loses', 'wins'])}")
        if self.now_and_then(3):
            lines.append(f"{self.one(['push', 'win'])} {self.on([])} if {other} is open")
        known = [x for x in self.asks_of[other] if x != "pick"]
        if known and self.now_and_then(2):
            memory = self.one(known)
            cells = ["1", "2"] if memory == "h" or not self.numbers else self.numbers[:2]
            lines += ["pays", f"  | {memory} of {other} | odds |", f"  | {cells[0]} | 2 to 1 |", "  | otherwise | 3 to 2 |"]
        return lines

    def pays(self, own: list[str]) -> list[str]:
        return self.table(own, decides=False) if self.now_and_then(3) else [f"pays {self.odds()}"]

    def odds(self) -> str:
        return self.one(["1 to 1", "2 to 1", "7 to 5", "9 for 1", "1 to 2", "0 to 1"])

    def table(self, own: list[str], *, decides: bool) -> list[str]:
        headings = ["the m", "count of the ms", "the c", *self.columns]
        if self.numbers:
            headings = ["total", *headings]
        heading = self.one(headings)
        policy = self.one(["", "", "", "  first row only", "  highest only", "  every row"])
        cells = self.cells(heading)
        results = [self.odds(), self.odds(), self.one(["push", "lose", "void", "2 to 1"])]
        rows = [f"  | {cell} | {result} |" for cell, result in zip(cells, results, strict=False)]
        last = [f"  | otherwise | {'lose' if decides else self.odds()} |"] if not self.now_and_then(5) else []
        return ["pays", *([policy] if policy else []), f"  | {heading} | odds |", *rows, *last]

    def cells(self, heading: str) -> list[str]:
        if heading in ("count of the ms", "the c"):
            return self.some(["0", "1", "2 or more"], 1, 2)
        if heading == "colour of the total":
            return self.some(["red", "black"], 1, 2)
        if heading == "combination":
            return self.some([x for x in self.events if "-" in x], 1, 2)
        if "against" in heading:
            return self.some(["higher", "lower", "equal"], 1, 2)
        if heading in ("red", "blue", "first_number", "second_number", "the first_number"):
            return self.some(["1", "2"], 1, 2)
        numbers = [x for x in self.numbers if x != "9" and (x != "1" or "red" not in self.columns)] or ["1"]
        return [", ".join(self.some(numbers, 1, 2)), *self.some(numbers, 0, 1)]

    def settle_table(self, name: str) -> list[str]:
        heading = self.one(self.columns)
        cells = self.cells(heading)
        results = [self.one(["win", "lose", "push"]), self.one(["lose", "3 to 1", "win"])]
        rows = [f"  | {cell} | {result} |" for cell, result in zip(cells, results, strict=False)]
        last = [f"  | otherwise | {self.one(['lose', 'push', 'win'])} |"] if not self.now_and_then(4) else []
        return [f"settle {name}", f"  | {heading} | {name} |", *rows, *last]

    def money(self) -> list[str]:
        lines: list[str] = []
        if self.now_and_then(4):
            base = self.one(["wager", "win"])
            moment = self.one(["won", "made", "tied"])
            if not (base == "win" and moment != "won"):
                rounded = " rounded up to $1" if self.now_and_then(3) else ""
                lines.append(f"commission 5% of {base} charged when {moment}{rounded}")
        if self.now_and_then(8):
            lines.append("payout rounded down to $2")
        if self.now_and_then(8):
            lines.append("taken when made")
        return lines

    def ruleset(self) -> str:
        lines = [*self.equipment(), *self.group(), *self.define()]
        round_lines = self.round()
        for name in ["w", "v", "u"][: self.number(1, 3)]:
            lines += self.wager(name)
        if self.now_and_then(5):
            target = self.one(self.wagers)
            round_lines.append(f"    {self.one(['settle', 'return'])} {target} {self.on([], 1)}")
        round_lines += [f"    {x}" for x in self.declared([*lines, *round_lines], "the")]
        return "\n".join([*lines, *round_lines]) + "\n"


@st.composite
def rulesets(draw: st.DrawFn) -> str:
    return Maker(draw).ruleset()


Small = Callable[[str], Ruleset]
Compare = Callable[..., Any]
AMOUNTS = [Fraction(7), Fraction(1), Fraction(30)]


def all_agree(body: str, called_on: bool, amount: Fraction, small: Small, compare: Compare) -> None:
    """Every wager and position of a ruleset, by the chain and by the reference."""
    note(body)
    try:
        configured = configure(small(body))
    except LanguageError as error:
        raise AssertionError(f"not a ruleset: {error}\n{body}") from error
    for wager in configured.ruleset.of(wg.Wager):
        try:
            found = compare(configured, wager, amount=amount, called_on=called_on)
        except NotSolvable:
            continue
        except PlayError as error:
            raise AssertionError(f"solved by the chain, refused by play: {error.message}\n{body}") from error
        for agreement in found:
            assert agreement.holds, f"{agreement.told()}\n{body}"


def on_random_rulesets(examples: int) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """So many rulesets, the same in every run."""

    def wrap(test: Callable[..., None]) -> Callable[..., None]:
        given_them = given(body=rulesets(), called_on=st.booleans(), amount=st.sampled_from(AMOUNTS))(test)
        return settings(
            max_examples=examples, deadline=None, derandomize=True,
            suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
        )(given_them)  # fmt: skip

    return wrap


@on_random_rulesets(FEW)
def test_chain_and_reference_agree_on_a_few(
    body: str, called_on: bool, amount: Fraction, small: Small, compare: Compare
) -> None:
    all_agree(body, called_on, amount, small, compare)


@pytest.mark.long
@on_random_rulesets(EXAMPLES)
def test_chain_and_reference_agree(
    body: str, called_on: bool, amount: Fraction, small: Small, compare: Compare
) -> None:
    all_agree(body, called_on, amount, small, compare)
