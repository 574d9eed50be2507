"""What else a parameter may be: the values under which the figures are reckoned once more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

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
from audit.solve.slicing import weighed


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


def values_of(parameter: pm.Option | pm.OptionRows | pm.Assumption) -> tuple[Value, ...]:
    """The values worth trying: all where they are listed, the ends of a range."""
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
            return (least, most)  # type: ignore[return-value]
        case pm.BetweenOdds(lowest, highest):
            return (lowest, highest)
        case _:
            return ()
