"""Lines told in words where their own text is not at hand, and pieces of lines told anywhere.

The words are those of the language, so that a reader who knows a ruleset knows them; `audit.compare.wording` quotes the
file itself where it can, and what has no words of its own is told by its kind and its parts.
"""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any

from audit.play.wording import pattern_text
from audit.ruleset import conditions as cd
from audit.ruleset import controls as ct
from audit.ruleset import expressions as ex
from audit.ruleset import moments as mo
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import money_text, value_text
from audit.ruleset.money import (
    AtLeast,
    AtMost,
    BoundedPayout,
    ChargedEach,
    EqualTo,
    FromThrough,
    InUnitsOf,
    IsAmount,
    NamedResult,
    Odds,
    OddsTimes,
    OneOfOdds,
    OneOfTimes,
    Share,
    ToWinAtMost,
    plain,
)
from audit.ruleset.names import Name
from audit.ruleset.stated import Stated

_CALLED_AS_SAID = (wg.HouseMayOffer, wg.NoCommission, wg.MadeAnyTime)
MOST_ROWS = 12
"""More rows of a table than these are counted."""


def phrase(node: Any) -> str:
    """A piece of a ruleset in words; of what has no words of its own, its kind and its parts."""
    text = _piece(node)
    if isinstance(node, Stated):
        if node.guard is not None:
            text += f" if {condition(node.guard)}"
        if node.when is not None:
            text += f" when {condition(node.when)}"
    return text


def line_phrase(line: Stated) -> str | None:
    """A line in words, without its guard and its choice; None where it has no words of its own."""
    text = _own_words(line)
    return None if text == _kind(line) and not isinstance(line, _CALLED_AS_SAID) else text


def _own_words(node: Any) -> str | None:
    return next((text for told in (_value, _wager_line, _control) if (text := told(node)) is not None), None)


def _piece(node: Any) -> str:
    text = _own_words(node)
    if text is not None:
        return text
    if is_dataclass(node) and not isinstance(node, type):
        skipped = {"basis", "guard", "when", "at", "is_default", "like", "lines", "table", "span"}
        parts = [phrase(getattr(node, f.name)) for f in fields(node) if f.name not in skipped]
        return " ".join([_kind(node), *(part for part in parts if part)])
    return str(node)


def _kind(node: object) -> str:
    return "".join(" " + c.lower() if c.isupper() else c for c in type(node).__name__).strip()


def _value(node: Any) -> str | None:
    match node:
        case None | False:
            return ""
        case True:
            return "yes"
        case str():
            return f'"{node}"'
        case Fraction():
            return plain(node)
        case Name(text):
            return text
        case ex.Money(amount):
            return money_text(amount)
        case ex.Number(text):
            return text
        case ex.Percent():
            return value_text(node)
        case Odds():
            return str(node)
        case enum.Enum():
            return str(node.value)
        case tuple():
            return ", ".join(phrase(item) for item in node)
        case ct.Size(amount, unit):
            return " ".join(x for x in (phrase(amount), phrase(unit)) if x)
        case pt.AnyOf():
            return tests(node)
        case BoundedPayout(limit, payout):
            return f"{limit.value} {phrase(payout)}"
        case OneOfOdds(odds):
            return f"one of {phrase(odds)}"
        case OddsTimes(odds, times):
            return f"{odds} times {phrase(times)}"
        case tb.ToEachOther(wager, at_least):
            bound = f" at least {phrase(at_least)}" if at_least is not None else ""
            return f"to each other player{f' with {phrase(wager)}{bound}' if wager is not None else ''}"
        case tb.ToParty(party):
            return f"to {phrase(party)}"
        case NamedResult(name) | tb.NamedCell(name):
            return name.text
        case Share(share, of):
            return f"{value_text(ex.Percent(share))} of {of}"
        case ex.Called(name):
            return name.text
        case ex.RoundMemory(name):
            return f"the {name}"
        case ex.OwnMemory(name):
            return f"its {name}"
        case ex.Plus(left, right):
            return f"{phrase(left)} plus {phrase(right)}"
        case ex.Less(left, right):
            return f"{phrase(left)} less {phrase(right)}"
        case ex.Times(left, right):
            return f"{phrase(left)} times {phrase(right)}"
        case ex.FeatureOf(feature, of):
            return f"{phrase(feature)} of {phrase(of)}"
        case ex.Against(left, right):
            return f"{phrase(left)} against {phrase(right)}"
        case ex.Together(parts):
            return " with ".join(phrase(p) for p in parts)
        case cd.AllOf() | cd.Holds() | cd.Negated() | cd.Is() | cd.IsNot() | cd.IsState() | cd.IsNotState():
            return condition(node)
        case cd.Compares() | cd.Wins() | cd.Loses():
            return condition(node)
    return None


def tests(listed: pt.AnyOf) -> str:
    """``7, its number except its combination``."""
    text = ", ".join(test(t) for t in listed.tests)
    return f"{text} except {tests(listed.besides)}" if listed.besides else text


def test(pattern: Any) -> str:
    """One test in words."""
    match pattern:
        case ex.Money(amount):
            return money_text(amount)
        case pt.High(rank, bound):
            return f"{rank} high{f' {bound.value}' if bound else ''}"
        case pt.NamedOf(name, spots, bound):
            return f"{name} of {test(spots)}{f' {bound.value}' if bound else ''}"
        case pt.NamedRange(name, low, high):
            return f"{name} of {test(low)} through {test(high)}"
        case pt.FeatureIs(feature, inner):
            return f"{feature} is {test(inner)}"
        case pt.FeatureCompares(feature, comparison, to):
            return f"{feature} {comparison.value} {phrase(to)}"
        case pt.AnyOf():
            return tests(pattern)
        case pt.All(parts):
            return " and ".join(test(p) for p in parts)
    said = pattern_text(pattern)
    return phrase(pattern) if said.endswith(")") and is_dataclass(pattern) else said


def condition(node: Any) -> str:
    """A fact in words."""
    match node:
        case cd.AllOf(facts):
            return " and ".join(condition(f) for f in facts)
        case cd.Holds(what):
            return phrase(what)
        case cd.Negated(fact):
            return f"not {condition(fact)}"
        case cd.Is(subject, listed):
            return f"{phrase(subject)} is {tests(pt.AnyOf(listed))}"
        case cd.IsNot(subject, listed):
            return f"{phrase(subject)} is not {tests(pt.AnyOf(listed))}"
        case cd.IsState(subject, state):
            return f"{phrase(subject)} is {state.value}"
        case cd.IsNotState(subject, state):
            return f"{phrase(subject)} is not {state.value}"
        case cd.Compares(left, comparison, right):
            return f"{phrase(left)} {comparison.value} {phrase(right)}"
        case cd.Wins(wager):
            return f"{phrase(wager)} wins"
        case cd.Loses(wager):
            return f"{phrase(wager)} loses"
        case _:
            return _piece(node)


def _moment(moment: object) -> str:
    match moment:
        case mo.BeforeAny(act):
            return f"before any {act}"
        case mo.Before(step):
            return f"before the {step}"
        case mo.AfterStep(step):
            return f"after the {step}"
        case mo.InStep(step):
            return f"in {step}"
    return str(moment)


def stake(amount: object) -> str:
    """The amount of a wager in words."""
    match amount:
        case EqualTo(bound):
            return f"equal to {phrase(bound)}"
        case OneOfTimes(times, of):
            return f"{' or '.join(plain(t) for t in times)} times {phrase(of)}"
        case FromThrough(least, most):
            return f"from {phrase(least)} through {phrase(most)}"
        case AtLeast(bound):
            return f"at least {phrase(bound)}"
        case AtMost(bound):
            return f"at most {phrase(bound)}"
        case InUnitsOf(unit):
            return f"in units of {phrase(unit)}"
        case ToWinAtMost(bound):
            return f"to win at most {phrase(bound)}"
        case IsAmount(bound):
            return phrase(bound)
        case enum.Enum():
            return str(amount.value)
    return phrase(amount)


def _rights(rights: Sequence[wg.Right]) -> str:
    words = [r.value for r in rights]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _verb(verb: object) -> str:
    match verb:
        case wg.Keep(value, memory):
            return f"keep {phrase(value)} as {phrase(memory)}"
        case wg.Add(value, memory):
            return f"add {phrase(value)} to {phrase(memory)}"
        case wg.CountUp(memory, most):
            return f"count {phrase(memory)}{f' up to {plain(most)}' if most is not None else ''}"
        case wg.Clear(memory):
            return f"clear {phrase(memory)}"
    return str(verb)


def _on(on: object) -> str:
    return "" if on is None else f" on {phrase(on)}"


def _wager_line(node: Any) -> str | None:
    match node:
        case wg.ResultRow(outcome=outcome, on=on):
            return f"{outcome.value}{_on(on)}"
        case wg.OtherwiseRow(outcome=outcome):
            return f"{outcome.value} otherwise"
        case wg.SettleRow(on=on):
            return f"settle{_on(on)}"
        case wg.MemoryRow(memory=memory, on=on):
            return f"{_verb(memory)}{_on(on)}"
        case wg.Off(unless_called_on=called):
            return "off unless called on" if called else "off"
        case wg.Made(moment=moment):
            return f"made {_moment(moment)}"
        case wg.MadeAnyTime():
            return "made any time"
        case wg.MayBe(rights=rights):
            return f"may be {_rights(rights)}"
        case wg.MayNotBe(rights=rights):
            return f"may not be {_rights(rights)}"
        case wg.Amount(stake=amount):
            return f"amount {stake(amount)}"
        case wg.PlacedWith(means=means):
            return f"placed with {phrase(means)}"
        case wg.NeedsAll(wagers=wagers):
            return f"needs {phrase(wagers)}"
        case wg.NeedsAny(wagers=wagers):
            return f"needs any of {phrase(wagers)}"
        case wg.PickFrom(memory=memory, values=values):
            return f"pick {phrase(memory)} from {', '.join(test(v) for v in values)}"
        case wg.PickTable():
            return "pick"
        case wg.LastsOne(act=act):
            return f"lasts one {act}"
        case wg.PaidAs(parts=parts):
            return "paid as " + ", ".join(
                f"{plain(p.parts)} part{'' if p.parts == 1 else 's'} {p.wager}{f' on {test(p.on)}' if p.on else ''}"
                for p in parts
            )
        case wg.Commission(rate=rate, base=base, charged=charged, rounded=rounded):
            when = f"each {charged.period}" if isinstance(charged, ChargedEach) else charged.value
            tail = f" rounded {rounded.direction.value} to {phrase(rounded.to)}" if rounded else ""
            return f"commission {phrase(rate)} of {base.value} charged {when}{tail}"
        case wg.NoCommission():
            return "no commission"
        case wg.PaysLine(payout=payout):
            return f"pays {phrase(payout)}"
        case wg.PaysByTable(floor=floor, table=table):
            return " ".join(x for x in ("pays", floor.value if floor else "", rows(table)) if x)
        case wg.HouseMayOffer():
            return "house may offer"
        case wg.WagerLine():
            return _kind(node)
    return None


def rows(table: tb.Table) -> str:
    """A table in a line: ``(4, 10: 2 to 1; 5, 9: 3 to 2)``; of a long one its first rows and how many more there are."""
    told = [": ".join(text for cell in row.cells if (text := phrase(cell))) for row in table.rows]
    left = len(told) - MOST_ROWS
    return f"({'; '.join([*told[:MOST_ROWS], *([f'and {left} more rows'] if left > 0 else [])])})"


def _control(node: Any) -> str | None:
    match node:
        case ct.Duty():
            return duty(node)
        case ct.Proviso(text=text, quantity=quantity):
            return f'provided "{text}"{f" {phrase(quantity)}" if quantity else ""}'
        case ct.FurtherSlots(slots=slots):
            return " ".join(slot(s) for s in slots)
        case ct.Exactly(size):
            return f"is {phrase(size)}"
        case ct.NoFewer(size):
            return f"at least {phrase(size)}"
        case ct.NoMoreThan(size):
            return f"at most {phrase(size)}"
        case ct.SizeBetween(least, most):
            return f"from {phrase(least)} through {phrase(most)}"
        case ct.ToldEvent(text) | ct.ToldRemedy(text):
            return f'"{text}"'
        case ct.PlayedEvent(event, during):
            return f"{event} in {during}" if during else event.text
        case ct.Remedies():
            return remedies(node)
        case ct.ReturnWagers(wagers):
            return f"return {phrase(wagers)}"
        case ct.SettleWagers(wagers):
            return f"settle {phrase(wagers)}"
        case pm.OneOf(values):
            return f"one of {', '.join(value_text(v) for v in values)}"
    return None


def remedies(line: ct.Remedies) -> str:
    """What is done in one case of an irregularity."""
    text = " and ".join(phrase(r) for r in line.remedies)
    if line.at_the_word_of is not None:
        text += f" at the word of {line.at_the_word_of}"
    return f"{text} otherwise" if line.otherwise else text


def duty(stated: ct.Duty) -> str:
    """A duty as its line says it, without its name."""
    slots = "".join(f" {slot(s)}" for s in stated.slots)
    return f'{stated.actor} {stated.modal.value} "{stated.text}"{slots}'


def slot(stated: ct.Slot) -> str:
    """A slot of a duty in words."""
    match stated:
        case ct.Every(number, unit):
            return f"every {plain(number)} {unit}"
        case ct.Each(what):
            return f"each {what}"
        case ct.SoOften(number, each):
            return f"{plain(number)} times each {each}"
        case ct.BeforeEvent(text):
            return f'before "{text}"'
        case ct.AfterEvent(text):
            return f'after "{text}"'
        case ct.UntilEvent(text):
            return f'until "{text}"'
        case ct.InCase(text):
            return f'in case "{text}"'
        case ct.Except(text):
            return f'except "{text}"'
        case ct.VerifiedBy(actor):
            return f"verified by {actor}"
        case ct.ApprovedBy(actor):
            return f"approved by {actor}"
        case ct.PostedOn(text):
            return f'posted on "{text}"'
        case ct.OrElse(text):
            return f'else "{text}"'
        case _:
            return phrase(stated)
