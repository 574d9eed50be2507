"""What else a parameter may be: the values under which the figures are reckoned once more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset.configure import (
    Configured,
    ConfigureError,
    Value,
    configure,
    parameters,
    row_choices,
    same_value,
    value_text,
)
from audit.solve.result import Untried
from audit.solve.slicing import weighed

MOST_NUMBERS = 12
"""A range of no more whole numbers than these is tried whole, of any other its ends."""


def alternatives(
    configured: Configured, weighs: Collection[str] | None = None
) -> Iterator[tuple[pm.Option | pm.OptionRows | pm.Assumption, Value]]:
    """Every value that a parameter with few of them may take instead; of a range its ends.

    Only parameters among those that weigh: the names on which figures may hang, `weighed` for chance without cards.
    """
    weighs = weighed(configured.source) if weighs is None else weighs
    for parameter in parameters(configured.source):
        if parameter.name.text not in weighs:
            continue
        in_force = configured.values.get(parameter.name.text)
        for value in values_of(parameter):
            if not same_value(value, in_force):
                yield parameter, value


def other_configurations(
    configured: Configured, choices: Mapping[str, Value], weighs: Collection[str] | None = None
) -> Iterator[tuple[pm.Option | pm.OptionRows | pm.Assumption, str, str, Configured]]:
    """The ruleset under each alternative that may be chosen beside these choices: the parameter, its value in force and the other
    one in words, and what is configured so.
    """
    for parameter, value in alternatives(configured, weighs):
        in_force = configured.values.get(parameter.name.text)
        try:
            other = configure(configured.source, {**choices, parameter.name.text: value})
        except ConfigureError:
            continue
        yield parameter, "" if in_force is None else value_text(in_force), value_text(value), other


def untried(
    configured: Configured, choices: Mapping[str, Value], weighs: Collection[str] | None = None
) -> Iterator[tuple[str, Untried]]:
    """The options of which not all values were tried by `other_configurations`, and why; not those that are not set.

    Whatever is worked out while an option is not set does not hang on it.
    """
    configurations = list(other_configurations(configured, choices, weighs))
    weighs = weighed(configured.source) if weighs is None else weighs
    for option in configured.source.of(pm.Option):
        name = option.name.text
        if name not in weighs or configured.values.get(name) is None:
            continue
        if not values_of(option):
            yield name, Untried.OPEN
        elif not any(parameter is option for parameter, *_ in configurations):
            yield name, Untried.NOT_PERMITTED
        elif isinstance(option.domain, pm.Between | pm.BetweenOdds) and not _numbers(option.domain):
            yield name, Untried.ENDS


def _numbers(domain: pm.Between | pm.BetweenOdds) -> tuple[ex.Number, ...]:
    """All whole numbers of a range, where it is one of few."""
    if not isinstance(domain, pm.Between):
        return ()
    least, most = domain.least, domain.most
    if not isinstance(least, ex.Number) or not isinstance(most, ex.Number):
        return ()
    if least.value.denominator != 1 or most.value.denominator != 1 or most.value - least.value >= MOST_NUMBERS:
        return ()
    return tuple(ex.Number(str(number)) for number in range(int(least.value), int(most.value) + 1))


def values_of(parameter: pm.Option | pm.OptionRows | pm.Assumption) -> tuple[Value, ...]:
    """The values worth trying: all where they are listed or few numbers, else the ends of a range."""
    if isinstance(parameter, pm.Assumption):
        taken = (parameter.taken,) if parameter.taken is not None else ()
        return (*taken, *parameter.instead)
    if isinstance(parameter, pm.OptionRows):
        return row_choices(parameter)
    match parameter.domain:
        case pm.OneOf(values):
            return values
        case pm.YesOrNo.YES_OR_NO:
            return (pt.Special.YES, pt.Special.NO)
        case pm.Between(least, most):
            return _numbers(parameter.domain) or (least, most)  # type: ignore[return-value]
        case pm.BetweenOdds(lowest, highest):
            return (lowest, highest)
        case _:
            return ()
