"""`audit verify --vary`: options varied together, every combination of their values played out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.examining import Wanted, not_alone, wrong_choice
from audit.commands.holding import with_roles
from audit.commands.session import Session, choices, usage
from audit.commands.working import each, keep_fault

if TYPE_CHECKING:
    from audit.ruleset.configure import Value
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.combining import Edges
    from audit.solve.result import Combinations

MOST_COMBINATIONS = 1_000
ALL = "all"

Vary = Annotated[
    list[str] | None,
    typer.Option(
        metavar="OPTION=VALUES", help="Every combination of these options: values with commas between them, or all; may repeat."
    ),
]

# A comma within a sum of money parts nothing.
_VALUE = re.compile(r"\s*(\$\d{1,3}(?:,\d{3})+(?:\.\d+)?|[^,]+?)\s*(?:,|$)")


@dataclass(frozen=True)
class _One:
    """A combination to be played out: the file, all choices, the wagers asked for."""

    path: str
    choices: dict[str, Value]
    wagers: tuple[str, ...]
    roles: tuple[str, ...] = ()


def played_combinations(session: Session, path: str, wanted: Wanted, vary: Sequence[str], jobs: int) -> Combinations:
    """Every combination of the options varied; raises `Stop` where one cannot be varied so."""
    from audit.ruleset.configure import value_text
    from audit.solve.combining import combinations, combined

    ruleset = session.read(path, session.library()).ruleset
    assert ruleset is not None
    not_alone(session, ruleset)
    ruleset = with_roles(ruleset, wanted.roles, choices(wanted.choose))
    chosen = choices(wanted.choose)
    varied = _varied(ruleset, vary, chosen, wanted)
    names = [", ".join(f"{o}={value_text(v)}" for o, v in values.items()) for values in combinations(varied)]
    items = [_One(path, {**chosen, **values}, wanted.wagers, wanted.roles) for values in combinations(varied)]
    worked = each(session, "vary", list(zip(names, items, strict=True)), _edges, jobs=jobs, of="combination")
    for failed in worked.failed:
        if failed.fault:
            keep_fault(failed.fault)
        raise failed.why
    return combined(varied, [edges for edges, in worked.made])


def _edges(session: Session, item: _One, part: Callable[[str], None]) -> tuple[Edges | None]:
    from audit.solve.combining import edges_with

    checked = session.read(item.path, session.library())
    assert checked.ruleset is not None
    return (edges_with(with_roles(checked.ruleset, item.roles, item.choices), item.choices, item.wagers),)


def _varied(ruleset: Ruleset, given: Sequence[str], chosen: dict[str, Value], wanted: Wanted) -> dict[str, list[Value]]:
    """Each option with its values; raises `Stop` for one that is no option, or cannot have a value."""
    from audit.ruleset.configure import ConfigureError, same_value
    from audit.solve.combining import is_permitted

    found: dict[str, list[Value]] = {}
    for text in given:
        option, equals, listed = (part.strip() for part in text.partition("="))
        if not option or not equals or not listed:
            raise usage(f"--vary {text[:60]}: give OPTION=VALUE,VALUE or OPTION={ALL}", "such as --vary decks=1,2,6", "vary")
        if option in chosen:
            raise usage(f"--vary {option}: --choose holds it at one value", "leave out one of the two", "vary")
        if option in found:
            raise usage(f"--vary {option} is given twice", "list its values with commas between them", "vary")
        found[option] = []
        if not listed.replace(",", "").strip():
            raise usage(f"--vary {text[:60]}: no value stands there", "such as --vary decks=1,2,6", "vary")
        for value in _values(ruleset, option, listed):
            try:
                is_permitted(ruleset, {**chosen, option: value})
            except ConfigureError as error:
                raise wrong_choice(error, ruleset, [*wanted.choose, text], "--vary") from error
            if not any(same_value(value, other) for other in found[option]):
                found[option].append(value)
    number = math.prod(map(len, found.values()))
    if number > MOST_COMBINATIONS:
        raise usage(f"--vary: {number:,} combinations; at most {MOST_COMBINATIONS:,} are played out", "vary fewer", "vary")
    return found


def _values(ruleset: Ruleset, option: str, listed: str) -> list[Value]:
    from audit.ruleset.configure import parameters, read_value
    from audit.solve.alternatives import values_of

    if listed != ALL:
        return [read_value(value.strip("'\"")) for value in _VALUE.findall(listed)]
    parameter = next((p for p in parameters(ruleset) if p.name.text == option), None)
    values = [] if parameter is None else list(values_of(parameter))
    if parameter is not None and not values:
        raise usage(f"--vary {option}={ALL}: its values are not listed in the ruleset", "name them, with commas between", "vary")
    return values or [read_value(ALL)]  # of which it is told that there is no such option
