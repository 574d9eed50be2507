"""Pieces of a ruleset that several renderers look at alike: slots of duties in words, and where a wager is priced."""

from __future__ import annotations

from collections.abc import Iterator

from audit.ruleset import controls as ct
from audit.ruleset import patterns as pt
from audit.ruleset import tables
from audit.ruleset.configure import value_text
from audit.ruleset.expressions import Money, Percent
from audit.ruleset.money import plain
from audit.ruleset.ruleset import Ruleset


def slot_text(slot: ct.Slot) -> str:
    """A slot of a duty in words."""
    match slot:
        case ct.Every(number, unit):
            return f"every {number} {unit}"
        case ct.Each(what):
            return f"each {what}"
        case ct.SoOften(number, each):
            return f"{number} times each {each}"
        case ct.NoFewer(size):
            return f"at least {size_text(size)}"
        case ct.NoMoreThan(size):
            return f"at most {size_text(size)}"
        case ct.Exactly(size):
            return size_text(size)
        case ct.BeforeEvent(text):
            return f"before {text}"
        case ct.AfterEvent(text):
            return f"after {text}"
        case ct.UntilEvent(text):
            return f"until {text}"
        case ct.InCase(text):
            return f"in case {text}"
        case ct.Except(text):
            return f"except {text}"
        case ct.VerifiedBy(actor):
            return f"verified by {actor}"
        case ct.ApprovedBy(actor):
            return f"approved by {actor}"
        case ct.PostedOn(text):
            return f"posted on {text}"
        case ct.OrElse(text):
            return f"else {text}"


def size_text(size: ct.Size) -> str:
    """A quantity with its unit: ``5 dice``."""
    value = value_text(size.value) if isinstance(size.value, Money | Percent) else plain(size.value)
    return f"{value} {size.unit}" if size.unit else value


def speaks_of(row: tables.Row, name: str) -> bool:
    """Whether a row of a payout list is about this wager."""
    first = row.cells[0]
    if isinstance(first, pt.WagerOn):
        return first.wager.text == name
    return isinstance(first, pt.AnyOf) and any(isinstance(t, pt.Named) and t.name.text == name for t in first.tests)


def pricing(ruleset: Ruleset, wager: str) -> Iterator[tables.SettleTable | tables.PaysRate | tables.PaysTable]:
    """The top-level statements, besides payout lists, that settle or price a wager."""
    for statement in ruleset.statements:
        match statement:
            case tables.SettleTable() | tables.PaysRate() | tables.PaysTable() if any(
                n.text == wager for n in statement.wagers
            ):
                yield statement
