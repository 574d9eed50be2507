"""Values that a file itself gives to its choices: each must be one that the choice may take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.language.diagnostics import Also, Diagnostic
from audit.language.resolving import Names
from audit.ruleset import parameters as pm
from audit.ruleset.basis import Span
from audit.ruleset.configure import domain_text, permits, value_text
from audit.ruleset.money import NotStated, Share
from audit.ruleset.names import Name
from audit.ruleset.stated import Statement


def outside(statements: Sequence[Statement], names: Names) -> Iterator[Diagnostic]:
    """Defaults, and values of ``choose``, that lie outside what the choice may be.

    What is known only when play begins (another choice, a share of one) is let be.
    """
    known: dict[str, list[pm.Parameter]] = {}
    for statement in statements:
        if isinstance(statement, pm.Option | pm.OptionRows | pm.Assumption):
            known.setdefault(statement.name.text, []).append(statement)
    for statement in statements:
        if isinstance(statement, pm.Option) and statement.default is not None:
            yield from _outside(statement.name, statement.default, [statement], names, behind="default ")
        for choice in _chosen(statement):
            yield from _outside(choice.option, choice.value, known.get(choice.option.text, []), names)


def _chosen(statement: Statement) -> tuple[pm.Choose, ...]:
    if isinstance(statement, pm.Configuration):
        return tuple(c for c in statement.choices if isinstance(c, pm.Choose))
    return (statement,) if isinstance(statement, pm.Choose) else ()


def _outside(
    name: Name, value: pm.Value, parameters: Sequence[pm.Parameter], names: Names, behind: str = ""
) -> Iterator[Diagnostic]:
    is_later = isinstance(value, NotStated | Share) or (
        isinstance(value, Name) and names.vocabulary.is_parameter(value.text)
    )
    if is_later or not parameters or any(permits(p, value) for p in parameters):
        return
    written, first = value_text(value), parameters[0]
    also = () if behind else (Also(first.name.span, "what it may be"),)
    yield Diagnostic(
        "option-range", f"{name} cannot be {written}", _place(name, written, behind, names),
        f"permitted is {domain_text(first)}", also=also,
    )


def _place(name: Name, written: str, behind: str, names: Names) -> Span:
    """Where the value stands in the line of the name; the name itself where that cannot be told."""
    span = name.span
    line = names.line(span)
    at = line.find(f"{behind}{written}", span.end_column - 1)
    if at < 0:
        return span
    at += len(behind)
    return Span(span.source, span.line, at + 1, span.line, at + len(written) + 1)
