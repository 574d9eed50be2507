"""A ruleset with every choice settled: no ``when`` and no parameter is left in it.

Options take the value chosen, else their default; assumptions the reading taken, unless another is chosen.  An option
that has neither stays open: it is refused only where play needs it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset.money import NamedResult, NotStated, Odds, Share
from audit.ruleset.names import Name
from audit.ruleset.rewrite import rewrite
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated, Statement

Value = pm.Value

GROUPED = re.compile(r"\d+(\.\d+)?|\d{1,3}(,\d{3})+(\.\d+)?|\.\d+")
"""A number as typed: a comma groups thousands, and does nothing else."""


class ConfigureError(Exception):
    """A choice that cannot be made; ``name`` is the kind of error, as the messages have it."""

    def __init__(self, name: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.name, self.message, self.hint = name, message, hint


class ValueUnset(ConfigureError):
    """A value is needed that nobody has given, or that is known in play only."""

    def __init__(self, name: str) -> None:
        super().__init__("option-unset", f"a value is needed for {name}", f"--choose {name}=…")


class OptionUnset(ValueUnset):
    """A value is needed that the house sets and nobody has given."""

    def __init__(self, option: pm.Option | pm.OptionRows) -> None:
        ConfigureError.__init__(
            self,
            "option-unset",
            f"a value is needed for {option.name}, which the house sets{_cited(option)}",
            f"--choose {option.name}={example_value(option)}",
        )
        self.option = option


def _cited(stated: Stated) -> str:
    """The clauses of a line in parentheses; nothing where it cites none."""
    cites = ", ".join(str(c) for c in stated.basis.cites)
    return f" ({cites})" if cites else ""


@dataclass(frozen=True)
class Configured:
    """A ruleset without parameters, and the values that made it so; ``None`` is a value not given."""

    ruleset: Ruleset
    source: Ruleset
    values: Mapping[str, Value | None]

    @cached_property
    def chosen(self) -> dict[str, str]:
        """The values in force as text, options first, those without a value left out."""
        return {name: value_text(value) for name, value in self.values.items() if value is not None}


def parameters(ruleset: Ruleset) -> tuple[pm.Option | pm.OptionRows | pm.Assumption, ...]:
    """The choices and readings of a ruleset, in order."""
    return tuple(s for s in ruleset.statements if isinstance(s, pm.Option | pm.OptionRows | pm.Assumption))


def defaults(ruleset: Ruleset) -> dict[str, Value | None]:
    """The values in force when nobody chooses."""
    values: dict[str, Value | None] = {}
    for parameter in parameters(ruleset):
        name = parameter.name.text
        if isinstance(parameter, pm.Option):
            if values.get(name) is None:
                values[name] = parameter.default
        elif isinstance(parameter, pm.Assumption):
            if parameter.taken is not None:
                values[name] = parameter.taken
        else:
            for column in parameter.table.columns:
                if isinstance(column, tb.Values):
                    values.setdefault(column.name.text, None)
            values.setdefault(name, None)
    for choice in ruleset.of(pm.Choose):
        values[choice.option.text] = choice.value
    return values


def configure(ruleset: Ruleset, choices: Mapping[str, Value] | None = None) -> Configured:
    """The ruleset under these choices.

    Raises `ConfigureError` where a choice is not permitted, contradicts a ``require``, or is missing where a line
    depends on it.
    """
    values = settle(ruleset, choices or {})
    return Configured(apply(ruleset, values), ruleset, values)


def settle(ruleset: Ruleset, choices: Mapping[str, Value]) -> dict[str, Value | None]:
    """The values in force under these choices, each within its domain and all within what is required."""
    values = defaults(ruleset)
    known = {p.name.text: p for p in parameters(ruleset)}
    for name, value in choices.items():
        parameter = known.get(name)
        if parameter is None:
            near = ", ".join(sorted(known)) or "none"
            raise ConfigureError("option-unknown", f"there is no option or assumption {name}", f"there are: {near}")
        check_domain(parameter, value)
        values[name] = value
    for parameter in known.values():
        chosen = values.get(parameter.name.text)
        if isinstance(parameter, pm.OptionRows) and chosen is not None:
            values.update(_row_values(parameter, chosen))
    for require in ruleset.of(pm.Require):
        if require.when is not None and not _holds(require.when, values, ruleset, unset=False):
            continue
        if not _holds(require.condition, values, ruleset, unset=True):
            raise ConfigureError("require", f"these choices contradict what is required{_cited(require)}")
    return values


def row_choices(parameter: pm.OptionRows) -> tuple[Value, ...]:
    """What may be chosen among the rows of an option."""
    values = (_cell_value(row.cells[0]) for row in parameter.table.rows)
    return tuple(value for value in values if value is not None)


def _row_values(parameter: pm.OptionRows, chosen: Value) -> dict[str, Value | None]:
    text = value_text(chosen)
    for row in parameter.table.rows:
        first = row.cells[0]
        if first is not None and _cell_text(first) == text:
            return {
                column.name.text: _cell_value(cell)
                for column, cell in zip(parameter.table.columns, row.cells, strict=True)
                if isinstance(column, tb.Values)
            }
    raise ConfigureError("option-range", f"{parameter.name}={text}: no row of that name")


def _cell_text(cell: Any) -> str:
    value = _cell_value(cell)
    return "" if value is None else value_text(value)


def _cell_value(cell: Any) -> Value | None:
    """The value that a cell of option rows gives."""
    if isinstance(cell, pt.AnyOf) and len(cell.tests) == 1:
        test = cell.tests[0]
        if isinstance(test, pt.Spots) and len(test.values) == 1:
            return ex.Number(test.values[0])
        if isinstance(test, pt.Named):
            return test.name
        if isinstance(test, pt.PercentTest):
            return ex.Percent(test.share)
        if isinstance(test, ex.Money | pt.Label | pt.Special | Odds):
            return test
    return cell if isinstance(cell, ex.Money | ex.Number | ex.Percent | Odds | NotStated) else None


# values


def value_text(value: Value) -> str:
    """A value as it is written, and as ``--choose`` takes it back."""
    if isinstance(value, Name):
        return value.text
    if isinstance(value, ex.Number):
        return value.text
    if isinstance(value, ex.Money):
        return money_text(value.value)
    if isinstance(value, ex.Percent):
        return f"{_decimal(value.value * 100)}%"
    if isinstance(value, Share):
        return f"{_decimal(value.share * 100)}% of {value.of}"
    if isinstance(value, pt.Label):
        return value.text
    if isinstance(value, pt.Special | NotStated):
        return str(value.value)
    return str(value)


def money_text(amount: Fraction) -> str:
    """``$5``, ``$2.50``, ``$1,000``; parts of a cent stay a fraction."""
    sign = "-" if amount < 0 else ""
    amount = abs(amount)
    if amount.denominator == 1:
        return f"{sign}${amount.numerator:,}"
    if (amount * 100).denominator == 1:
        return f"{sign}${amount.numerator // amount.denominator:,}.{(amount * 100).numerator % 100:02d}"
    return f"{sign}${amount}"


def _decimal(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.10g}"


def read_value(text: str) -> Value:
    """A value as typed behind ``--choose NAME=``: ``$5``, ``5%``, ``3 to 2``, ``yes``, ``none``, ``10% of pot``, a
    name."""
    text = text.strip()
    plain = text.lstrip("$").rstrip("%")
    if GROUPED.fullmatch(plain):
        plain = plain.replace(",", "")
    specials = {"yes": pt.Special.YES, "no": pt.Special.NO, "none": pt.Special.NONE}
    if text in specials:
        return specials[text]
    try:
        number = Fraction(plain) if plain.replace(".", "", 1).isdigit() and len(plain) < 30 else None
    except ValueError:
        number = None
    if number is not None:
        if text.startswith("$"):
            return ex.Money(number)
        return ex.Percent(number / 100) if text.endswith("%") else ex.Number(plain)
    parts = text.split()
    if len(parts) == 3 and parts[1] in ("to", "for") and all(p.replace(".", "", 1).isdigit() for p in parts[::2]):
        second = Fraction(parts[2])
        if second:
            return Odds(Fraction(parts[0]), second, parts[1] == "for")
    if len(parts) == 3 and parts[1] == "of" and parts[0].endswith("%"):
        share = read_value(parts[0])
        if isinstance(share, ex.Percent):
            return Share(share.value, Name(parts[2]))
    if text and text.replace("_", "").isalnum():
        return Name(text)
    return pt.Label(text.strip('"'))


def number_in(value: Any) -> Fraction | None:
    """The number in a value, whatever its unit."""
    if isinstance(value, ex.Number | ex.Money | ex.Percent):
        return value.value
    return value.net if isinstance(value, Odds) else None


def check_domain(parameter: pm.Option | pm.OptionRows | pm.Assumption, value: Value) -> None:
    """Raises `ConfigureError` if a parameter may not take a value."""
    if permits(parameter, value):
        return
    raise ConfigureError(
        "option-range", f"{parameter.name}={value_text(value)}: permitted is {domain_text(parameter)}{_cited(parameter)}"
    )


def permits(parameter: pm.Option | pm.OptionRows | pm.Assumption, value: Value) -> bool:
    """Whether a parameter may take a value; a bound that is itself a choice bounds nothing here."""
    if isinstance(parameter, pm.Assumption):
        return same_value(value, parameter.taken) or any(same_value(value, v) for v in parameter.instead)
    if isinstance(parameter, pm.OptionRows):
        return any(
            row.cells[0] is not None and _cell_text(row.cells[0]) == value_text(value) for row in parameter.table.rows
        )
    if value is pt.Special.NONE and parameter.or_none:
        return True
    number = number_in(value)
    match parameter.domain:
        case pm.OneOf(values):
            return any(same_value(value, v) for v in values)
        case pm.YesOrNo.YES_OR_NO:
            return value in (pt.Special.YES, pt.Special.NO)
        case pm.Between(least, most):
            low, high = number_in(least), number_in(most)
            return number is not None and (low is None or low <= number) and (high is None or number <= high)
        case pm.BetweenOdds(lowest, highest):
            return number is not None and lowest.net <= number <= highest.net
        case pm.NoLess(least):
            low = number_in(least)
            return number is not None and (low is None or low <= number)
        case pm.NoMore(most):
            high = number_in(most)
            return number is not None and (high is None or number <= high)
        case _:
            return True


def same_value(one: Value | None, other: Value | None) -> bool:
    """Whether two values are the same; numbers by amount and unit, names by text."""
    if isinstance(one, ex.Number) and isinstance(other, ex.Number):
        return one.value == other.value
    if isinstance(one, Name | pt.Label) and isinstance(other, Name | pt.Label):
        return one.text == other.text
    return one == other


def domain_text(parameter: pm.Option | pm.OptionRows | pm.Assumption) -> str:
    """What a parameter may be, in words."""
    if isinstance(parameter, pm.Assumption):
        values = [v for v in (parameter.taken, *parameter.instead) if v is not None]
        return " or ".join(value_text(v) for v in values)
    if isinstance(parameter, pm.OptionRows):
        return ", ".join(_cell_text(row.cells[0]) for row in parameter.table.rows if row.cells[0] is not None)
    match parameter.domain:
        case pm.OneOf(listed):
            text = ", ".join(value_text(v) for v in listed)
        case pm.YesOrNo.YES_OR_NO:
            text = "yes or no"
        case pm.Between(least, most):
            text = f"{_bound_text(least)} through {_bound_text(most)}"
        case pm.BetweenOdds(lowest, highest):
            text = f"{lowest} through {highest}"
        case pm.NoLess(least):
            text = f"at least {_bound_text(least)}"
        case pm.NoMore(most):
            text = f"at most {_bound_text(most)}"
        case _:
            text = "set by the house"
    return f"{text}, or none" if parameter.or_none else text


def _bound_text(bound: ex.Expression) -> str:
    return value_text(bound) if isinstance(bound, ex.Number | ex.Money | ex.Percent) else "the stated amount"


def setter_of(name: str, ruleset: Ruleset) -> pm.Option | pm.OptionRows | None:
    """The option that gives a name its value; where it still stands in a configured ruleset, nobody has chosen."""
    for statement in ruleset.by_name.get(name, ()):
        if isinstance(statement, pm.Option | pm.OptionRows):
            return statement
    columns = ((rows, column) for rows in ruleset.of(pm.OptionRows) for column in rows.table.columns)
    return next((rows for rows, column in columns if isinstance(column, tb.Values) and column.name.text == name), None)


def example_value(option: pm.Option | pm.OptionRows) -> str:
    """A value that a message may suggest."""
    if isinstance(option, pm.OptionRows):
        return next(iter(map(value_text, row_choices(option))), "'$5'")
    match option.domain:
        case pm.OneOf(values):
            return value_text(values[0])
        case pm.Between(least, _) | pm.NoLess(least):
            return _bound_text(least)
        case pm.YesOrNo.YES_OR_NO:
            return "yes"
        case _:
            return "'$5'"


# conditions on choices


def _holds(condition: cd.Condition, values: Mapping[str, Value | None], ruleset: Ruleset, *, unset: bool) -> bool:
    try:
        return holds(condition, values, ruleset)
    except ValueUnset:
        return unset


def holds(condition: cd.Condition, values: Mapping[str, Value | None], ruleset: Ruleset) -> bool:
    """Whether a condition on choices is met; raises `OptionUnset` where it asks for a value not given."""
    match condition:
        case cd.AllOf(facts):
            return all(holds(fact, values, ruleset) for fact in facts)
        case cd.Negated(fact):
            return not holds(fact, values, ruleset)
        case cd.Holds(what):
            return _value_of(what, values, ruleset) is pt.Special.YES
        case cd.Is(subject, tests):
            value = _value_of(subject, values, ruleset)
            return any(_meets(value, test, values, ruleset) for test in tests)
        case cd.IsNot(subject, tests):
            value = _value_of(subject, values, ruleset)
            return not any(_meets(value, test, values, ruleset) for test in tests)
        case cd.Compares(left, comparison, right):
            one, other = _number(left, values, ruleset), _number(right, values, ruleset)
            return compare(one, comparison, other)
        case _:
            raise ConfigureError("when-in-play", "a choice is asked for something that only play settles")


def compare(one: Fraction | None, comparison: pt.Comparison, other: Fraction | None) -> bool:
    """A comparison of two numbers; ``None`` is no limit, above every number."""
    left = (1, Fraction(0)) if one is None else (0, one)
    right = (1, Fraction(0)) if other is None else (0, other)
    match comparison:
        case pt.Comparison.AT_LEAST:
            return left >= right
        case pt.Comparison.AT_MOST:
            return left <= right
        case pt.Comparison.OVER:
            return left > right
        case pt.Comparison.UNDER:
            return left < right
        case pt.Comparison.EQUALS:
            return left == right


def _value_of(subject: ex.Expression, values: Mapping[str, Value | None], ruleset: Ruleset) -> Value:
    if isinstance(subject, ex.Number | ex.Money | ex.Percent):
        return subject
    if not isinstance(subject, ex.Called):
        raise ConfigureError("when-in-play", "a choice is asked for something that only play settles")
    name = subject.name.text
    value = values.get(name)
    if value is None:
        option = ruleset.named(name, pm.Option)
        if option is not None:
            raise OptionUnset(option)
        raise ValueUnset(name)
    return value


def _number(expression: ex.Expression, values: Mapping[str, Value | None], ruleset: Ruleset) -> Fraction | None:
    match expression:
        case ex.Plus(left, right):
            one, other = _number(left, values, ruleset), _number(right, values, ruleset)
            return None if one is None or other is None else one + other
        case ex.Less(left, right):
            one, other = _number(left, values, ruleset), _number(right, values, ruleset)
            return None if one is None or other is None else one - other
        case ex.Times(left, right):
            one, other = _number(left, values, ruleset), _number(right, values, ruleset)
            return None if one is None or other is None else one * other
        case ex.FeatureOf(ex.Half.HALF, of):
            one = _number(of, values, ruleset)
            return None if one is None else one / 2
        case _:
            return number_in(_value_of(expression, values, ruleset))


def _meets(value: Value, test: pt.Pattern, values: Mapping[str, Value | None], ruleset: Ruleset) -> bool:
    number = number_in(value)
    match test:
        case pt.Named(name):
            other = values.get(name.text)
            return same_value(value, name) or (other is not None and same_value(value, other))
        case pt.Spots(texts):
            return number is not None and len(texts) == 1 and texts[0].isdigit() and number == Fraction(texts[0])
        case pt.Through(low, high):
            return number is not None and Fraction(low.values[0]) <= number <= Fraction(high.values[0])
        case pt.OrMore(spots):
            return number is not None and number >= Fraction(spots.values[0])
        case pt.OrFewer(spots):
            return number is not None and number <= Fraction(spots.values[0])
        case pt.PercentTest(share, _):
            return isinstance(value, ex.Percent) and value.value == share
        case pt.ComparesIt(comparison, to):
            return compare(number, comparison, _number(to, values, ruleset))
        case pt.Not(inner):
            return not _meets(value, inner, values, ruleset)
        case pt.Special.ANY:
            return True
        case _:
            return value == test


# application


def apply(ruleset: Ruleset, values: Mapping[str, Value | None]) -> Ruleset:
    """The ruleset with lines of other choices left out and values in the place of parameters."""
    names = frozenset(values) | {p.name.text for p in parameters(ruleset)}
    made: list[Statement] = []
    for statement, mentioned in zip(ruleset.statements, ruleset.mentions, strict=True):
        if isinstance(statement, pm.Option | pm.OptionRows | pm.Assumption | pm.Configuration | pm.Require):
            made.append(statement)
            continue
        if not names.isdisjoint(mentioned):
            settled = _settle_choices(statement, values, ruleset)
            if settled is None:
                continue
            made.append(rewrite(settled, lambda node: _substitute(node, values)))
        else:
            made.append(statement)
    return Ruleset(ruleset.head, tuple(made))


def _settle_choices(node: Any, values: Mapping[str, Value | None], ruleset: Ruleset) -> Any:
    """Leaves out what stands under a choice that was not made; None if that is the whole."""
    if isinstance(node, Stated):
        if node.when is not None:
            if not holds(node.when, values, ruleset):
                return None
            node = replace(node, when=None)
        changed = {}
        for name in type(node).__dataclass_fields__:
            old = getattr(node, name)
            if isinstance(old, tuple | tb.Table):
                new = _settle_choices(old, values, ruleset)
                if new is not old:
                    changed[name] = new
        return replace(node, **changed) if changed else node
    if isinstance(node, tb.Table):
        rows = _settle_choices(node.rows, values, ruleset)
        return node if rows is node.rows else replace(node, rows=rows)
    if isinstance(node, tuple):
        kept = [_settle_choices(item, values, ruleset) if isinstance(item, Stated) else item for item in node]
        left = tuple(item for item, old in zip(kept, node, strict=True) if item is not None or old is None)
        same = len(left) == len(node) and all(a is b for a, b in zip(left, node, strict=True))
        return node if same else left
    return node


def _substitute(node: Any, values: Mapping[str, Value | None]) -> Any:
    """A parameter's value in its place."""
    match node:
        case Name(text) if text in values and values[text] is not None:
            value = values[text]
            return value if isinstance(value, Name) else node
        case ex.Called(Name(text)) if text in values and values[text] is not None:
            value = values[text]
            return ex.Called(value) if isinstance(value, Name) else value
        case tb.NamedCell(Name(text)) | NamedResult(Name(text)) if text in values and values[text] is not None:
            value = values[text]
            return node if isinstance(value, Name) else value
        case pt.Hard(pt.Named(Name(text), None)) | pt.Soft(pt.Named(Name(text), None)) if isinstance(
            number := values.get(text), ex.Number
        ):
            return replace(node, total=pt.Spots((number.text,)))
        case pt.Named(Name(text), None) if isinstance(number := values.get(text), ex.Number):
            return pt.Spots((number.text,))
        case pt.Named(Name(text), None) if isinstance(value := values.get(text), ex.Money | Odds | pt.Label):
            return value
        case pt.Named(Name(text), None) if isinstance(share := values.get(text), ex.Percent):
            return pt.PercentTest(share.value, None)
        case pt.NamedOrMore(Name(text)) if isinstance(number := values.get(text), ex.Number):
            return pt.OrMore(pt.Spots((number.text,)))
        case tb.Table(across=across) if across is not None and not isinstance(across, ex.FeatureOf):
            return _pick_column(node, across)
        case _:
            rate = getattr(node, "rate", None)
            if isinstance(rate, Name) and values.get(rate.text) is not None:
                return replace(node, rate=values[rate.text])
            packs = getattr(node, "packs", None)
            if isinstance(packs, Name) and isinstance(number := values.get(packs.text), ex.Number):
                return replace(node, packs=number.value)
            return node


def _pick_column(table: tb.Table, across: Any) -> tb.Table:
    """The one column of a spread table that the choice made points at."""
    value: Any = across.name if isinstance(across, ex.Called) else across
    spread = [n for n, column in enumerate(table.columns) if isinstance(column, tb.Spread)]
    for n in spread:
        column = table.columns[n]
        assert isinstance(column, tb.Spread)
        if any(_meets(value, test, {}, Ruleset(None, ())) for test in column.value.tests):  # type: ignore[arg-type]
            keep = [k for k in range(len(table.columns)) if k not in spread or k == n]
            columns = tuple(tb.Pays() if k == n else table.columns[k] for k in keep)
            rows = tuple(replace(row, cells=tuple(row.cells[k] for k in keep)) for row in table.rows)
            return replace(table, columns=columns, rows=rows, across=None)
    return table
