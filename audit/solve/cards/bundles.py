"""Which wagers belong together: those that must be made, or that a decision makes, and what ties them to one another.

Such wagers are one bundle and are valued together; every other wager is valued at the margin, by what best play with it
brings more than best play without it.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from audit.play.roles import out_of_reach
from audit.ruleset import controls
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.configure import Configured
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset


@dataclass(frozen=True)
class Bundle:
    """Wagers valued together, in the order of the ruleset; the figures are per unit of the first that is put up."""

    wagers: tuple[str, ...]
    unit: str

    @property
    def name(self) -> str:
        return " + ".join(self.wagers)


@dataclass(frozen=True)
class Margin:
    """A wager valued at the margin: what best play brings with ``all_made``, less what it brings with ``without``."""

    wager: str
    without: tuple[str, ...]
    all_made: tuple[str, ...]


def bundles_of(configured: Configured) -> tuple[Bundle, ...]:
    """The bundles of a ruleset: one for each group of wagers that are tied to one another."""
    ruleset = configured.ruleset
    order = [wager.name.text for wager in ruleset.of(wg.Wager)]
    core = _needed(ruleset, {name for name in order if _is_required(ruleset, name)} | made_by_decisions(ruleset))
    groups = _groups(order, core, ties(ruleset, core))
    return tuple(Bundle(group, unit_of(ruleset, group)) for group in groups)


def required_bundle(configured: Configured) -> tuple[str, ...]:
    """The wagers of the first bundle; none where nothing must be made and nothing is decided."""
    found = bundles_of(configured)
    return found[0].wagers if found else ()


def margins_of(configured: Configured) -> tuple[Margin, ...]:
    """The wagers that are in no bundle and that can be made: each is valued at the margin of all bundles, with those that it needs.

    Of all, since what is decided for any of them may touch it.
    """
    ruleset = configured.ruleset
    order = [wager.name.text for wager in ruleset.of(wg.Wager)]
    core = {name for one in bundles_of(configured) for name in one.wagers}
    found: list[Margin] = []
    for name in order:
        if name not in core and name not in out_of_reach(ruleset):
            needed = _needed(ruleset, {name}) - {name}
            without = core | needed
            found.append(
                Margin(name, tuple(n for n in order if n in without), tuple(n for n in order if n in {*without, name}))
            )
    return tuple(found)


def has_decisions(ruleset: Ruleset) -> bool:
    """Whether the player decides anything in a round."""
    decisions = rd.Decides | rd.PlaysEachHand | rd.MayMake
    return any(isinstance(node, decisions) for one in ruleset.of(rd.Round) for node in walk(one))


def grows(ruleset: Ruleset) -> bool:
    """Whether hands grow in the course of a round, by choice or by rule, so that it cannot be laid open card by card."""
    return any(isinstance(node, rd.PlaysEachHand | rd.DealUntil) for node in ruleset.nodes_of(rd.Round))


def bear_on_nothing(ruleset: Ruleset) -> bool:
    """Whether what a wager brings is the same whatever other wagers are made.

    That is plain where a wager is named only to say what it is, what it needs, and that it is paid and settled; and where
    nothing is decided.
    """
    if has_decisions(ruleset):
        return False
    wagers = {wager.name.text for wager in ruleset.of(wg.Wager)}
    played = [s for s in ruleset.statements if type(s).__module__ != controls.__name__]
    heads: list[object] = [s.name for s in played if isinstance(s, wg.Wager)]
    for node in (node for s in played for node in walk(s)):
        match node:
            case wg.InsteadOf() | wg.PaidAs():
                return False
            case wg.NeedsAll(wagers=named) | wg.NeedsAny(wagers=named) | rd.SettleSome(wagers=named):
                heads.append(named)
            case rd.Bets(wagers=named) | tb.PaysTable(wagers=named) | tb.PaysRate(wagers=named):
                heads.append(named)
    return _times_named(played, wagers) == _times_named(heads, wagers)


def _times_named(parts: Iterable[object], wagers: set[str]) -> int:
    return sum(isinstance(node, Name) and node.text in wagers for part in parts for node in walk(part))


def unit_of(ruleset: Ruleset, wagers: tuple[str, ...]) -> str:
    """The wager whose amount is the unit: the first required one, else the first that no decision makes."""
    decided = made_by_decisions(ruleset)
    for name in wagers:
        if _is_required(ruleset, name) and name not in decided:
            return name
    return next((name for name in wagers if name not in decided), wagers[0])


def made_by_decisions(ruleset: Ruleset) -> set[str]:
    """The wagers that some choice makes."""
    return {
        node.wager.text
        for statement in ruleset.of(rd.Round)
        for choice in walk(statement)
        if isinstance(choice, rd.Choice)
        for node in walk(choice)
        if isinstance(node, rd.Make | rd.SplitHand)
    }


def ties(ruleset: Ruleset, among: set[str]) -> Iterator[tuple[str, str]]:
    """Pairs of wagers that bear on one another: needs, amounts, a settle table, a decision that touches both."""
    for wager in ruleset.of(wg.Wager):
        if wager.name.text in among:
            yield from ((wager.name.text, other) for other in _mentioned(wager.lines) if other in among)
    for table in ruleset.of(tb.SettleTable):
        yield from _chain(n.text for n in table.wagers if n.text in among)
    for statement in ruleset.of(rd.Round):
        for node in walk(statement):
            if isinstance(node, rd.Decides | rd.PlaysEachHand):
                yield from _chain(sorted(_mentioned(node.choices) & among))


def _mentioned(node: object) -> set[str]:
    return {part.text for part in walk(node) if isinstance(part, Name)}


def _chain(names: Iterable[str]) -> Iterator[tuple[str, str]]:
    listed = list(names)
    yield from itertools.pairwise(listed)


def _is_required(ruleset: Ruleset, name: str) -> bool:
    wager = ruleset.named(name, wg.Wager)
    is_never = name in out_of_reach(ruleset)
    return not is_never and wager is not None and any(isinstance(line, wg.Required) for line in wager.lines)


def _needed(ruleset: Ruleset, names: set[str]) -> set[str]:
    """These wagers with all that they need, and what those need."""
    found, waiting = set(names), list(names)
    while waiting:
        wager = ruleset.named(waiting.pop(), wg.Wager)
        for line in wager.lines if wager is not None else ():
            if isinstance(line, wg.NeedsAll | wg.NeedsAny):
                needed = line.wagers if isinstance(line, wg.NeedsAll) else line.wagers[:1]
                new = [n.text for n in needed if n.text not in found]
                found.update(new)
                waiting.extend(new)
    return found


def _groups(order: list[str], core: set[str], tied: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    group = {name: {name} for name in core}
    for one, other in tied:
        if group[one] is not group[other]:
            joined = group[one] | group[other]
            for name in joined:
                group[name] = joined
    listed: list[tuple[str, ...]] = []
    for name in order:
        if name in core and not any(name in found for found in listed):
            listed.append(tuple(n for n in order if n in group[name]))
    return listed
