"""What a line of a wager speaks of: lines of one facet stand against one another."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from audit.compare.values import Values
from audit.ruleset import money
from audit.ruleset import wagers as wg
from audit.ruleset.patterns import AnyOf


@dataclass(frozen=True)
class Facet:
    """``what`` is the kind of entry, ``key`` the place, ``name`` what a title says behind the wager."""

    what: str
    key: Hashable
    name: str = ""

    @property
    def is_condition(self) -> bool:
        return self.what == "condition"


_BOUNDS = (money.FromThrough, money.AtLeast, money.AtMost, money.EqualTo, money.IsAmount, money.OneOfTimes)
_CLASSES: dict[type[wg.WagerLine], tuple[str, str]] = {
    wg.HouseMayOffer: ("offer", "whether it is offered"),
    wg.Made: ("moment", "when it is made"),
    wg.MadeAnyTime: ("moment", "when it is made"),
    wg.MayBe: ("right", "what the player may do with it"),
    wg.MayNotBe: ("right", "what the player may do with it"),
    wg.PlacedWith: ("means", "what it is made with"),
    wg.Commission: ("commission", "commission"),
    wg.NoCommission: ("commission", "commission"),
    wg.PayoutRounded: ("rounding", "rounding of its payout"),
    wg.Required: ("condition", "whether it must be made"),
    wg.Optional: ("condition", "whether it must be made"),
    wg.NeedsAll: ("condition", "what it needs"),
    wg.NeedsAny: ("condition", "what it needs"),
    wg.InsteadOf: ("condition", "what it stands instead of"),
    wg.LastsOne: ("condition", "how long it lasts"),
    wg.PaidAs: ("condition", "what it is paid as"),
}
_RESULTS = (wg.ResultRow, wg.OtherwiseRow, wg.MemoryRow, wg.SettleRow, wg.ResultNotStated)
_ELSEWHERE = (wg.PaysLine, wg.PaysByTable, wg.PickFrom, wg.PickTable)
"""Compared position by position: see `audit.compare.prices` and `audit.compare.matching`."""


def facet_of(line: wg.WagerLine, values: Values) -> Facet | None:
    """The facet of a line; None for what is compared position by position."""
    if isinstance(line, _ELSEWHERE):
        return None
    at = values.of(line.at)
    if isinstance(line, wg.Off):
        return Facet("condition", ("off", at))
    if isinstance(line, _RESULTS):
        return Facet("condition", ("results", at))
    if isinstance(line, wg.Amount):
        return Facet("limit", ("amount", type(line.stake).__name__, at), "amount")
    known = _CLASSES.get(type(line))
    if known is not None:
        what, name = known
        return Facet(what, (what, name, at), name)
    return Facet("condition", (type(line).__name__, at))


def is_bound(facet: Facet) -> bool:
    """Whether lines of an amount bound it from one side or both: one bound may have taken another's place."""
    key = facet.key
    names = {cls.__name__ for cls in _BOUNDS}
    return isinstance(key, tuple) and key[0] == "amount" and key[1] in names


def worth(lines: Iterable[wg.WagerLine], facet: Facet, values: Values) -> dict[Hashable, list[wg.WagerLine]]:
    """What the lines of a facet say, item by item, each with its lines; equal items of two sides say the same."""
    found: dict[Hashable, list[wg.WagerLine]] = {}
    rows: dict[Hashable, tuple[set[Hashable], list[wg.WagerLine]]] = {}
    for line in lines:
        if isinstance(line, wg.MayBe | wg.MayNotBe):
            for right in line.rights:
                item = ("right", right, isinstance(line, wg.MayBe), *values.guards(line))
                found.setdefault(item, []).append(line)
        elif isinstance(line, wg.ResultRow | wg.MemoryRow | wg.SettleRow):
            events, members = rows.setdefault((_row_kind(line, values), *values.guards(line)), (set(), []))
            events |= _events(line, values)
            members.append(line)
        elif isinstance(line, wg.PlacedWith):
            found.setdefault(("means", frozenset(values.of(m) for m in line.means), *values.guards(line)), []).append(
                line
            )
        elif isinstance(line, wg.OtherwiseRow):
            found.setdefault(("otherwise", line.outcome, *values.guards(line)), []).append(line)
        else:
            found.setdefault(values.of(line), []).append(line)
    for kind, (events, members) in rows.items():
        found[("row", kind, frozenset(events))] = members
    return found


def _row_kind(line: Any, values: Values) -> Hashable:
    if isinstance(line, wg.ResultRow):
        return line.outcome
    return "settle" if isinstance(line, wg.SettleRow) else values.of(line.memory)


def _events(line: Any, values: Values) -> frozenset[Hashable]:
    on = line.on
    if not isinstance(on, AnyOf):
        return frozenset({on})
    tests = values.tests(on)
    return tests if isinstance(tests, frozenset) else frozenset({tests})


def parted(lines: Iterable[wg.WagerLine], values: Values) -> dict[Facet, list[wg.WagerLine]]:
    """The lines of a wager by facet, in their order."""
    found: dict[Facet, list[wg.WagerLine]] = {}
    for line in lines:
        facet = facet_of(line, values)
        if facet is not None:
            found.setdefault(facet, []).append(line)
    return found
