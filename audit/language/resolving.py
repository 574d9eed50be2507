"""Names become references: each is looked up, and what it may stand for is checked against its field.

The annotations of the data classes say what may be named where (`audit.ruleset.names`); nothing here repeats them.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Annotated, Any

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import names as wording
from audit.language.vocabulary import Vocabulary
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.names import Kind, Name
from audit.ruleset.stated import Stated, Statement


def check_names(statement: Statement, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Names that nobody declares, and names that stand for the wrong kind of thing."""
    yield from _check(statement, vocabulary)


def _check(node: Any, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    for name, kinds in annotated_names(type(node)):
        for value in _names_in(getattr(node, name)):
            yield from _check_name(value, kinds, vocabulary)
    if isinstance(node, Stated):
        yield from _check_choice(node, vocabulary)
    if isinstance(node, ex.RoundMemory | ex.OwnMemory):
        yield from _check_memory(node, vocabulary)
    for field in fields(node):
        for child in _children(getattr(node, field.name)):
            yield from _check(child, vocabulary)


CAME = frozenset({"total", "combination", "section"})
"""What ``the`` may stand before although nothing keeps it: what came up."""


def _check_memory(node: ex.RoundMemory | ex.OwnMemory, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """``the X`` and ``its X``: something must keep, add, count or pick it; ``the`` may also name a chance source."""
    name = node.name
    if name.text in vocabulary.memories:
        return
    sources = Kind.DICE | Kind.WHEEL | Kind.CHANCE
    if isinstance(node, ex.RoundMemory) and (name.text in CAME or vocabulary.kind(name.text) & sources):
        return
    kept = ((memory, "something kept", 0) for memory in sorted(vocabulary.memories))
    yield wording.unknown_name(name.text, name.span, kept)


def _children(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for item in value:
            yield from _children(item)
    elif is_dataclass(value) and not isinstance(value, Name | type):
        yield value


def _names_in(value: Any) -> Iterator[Name]:
    if isinstance(value, Name):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from _names_in(item)


_ANNOTATED: dict[type[Any], tuple[tuple[str, Kind], ...]] = {}


def annotated_names(cls: type[Any]) -> tuple[tuple[str, Kind], ...]:
    """The fields of a class that hold checked names, with what those may stand for."""
    if cls not in _ANNOTATED:
        hints = typing.get_type_hints(cls, include_extras=True)
        kinds = ((name, _kinds(hint)) for name, hint in hints.items())
        _ANNOTATED[cls] = tuple((name, kind) for name, kind in kinds if kind is not None)
    return _ANNOTATED[cls]


def _kinds(hint: Any) -> Kind | None:
    if typing.get_origin(hint) is Annotated:
        return next((extra for extra in typing.get_args(hint)[1:] if isinstance(extra, Kind)), None)
    for part in typing.get_args(hint):
        kinds = _kinds(part)
        if kinds is not None:
            return kinds
    return None


def _check_name(name: Name, kinds: Kind, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    found = vocabulary.kind(name.text)
    is_open = not kinds or bool(kinds & Kind.BUILT_IN and kinds & Kind.OPTION)
    if is_open and name.text in vocabulary.known:
        return
    if not found:
        yield wording.unknown_name(name.text, name.span, _candidates(kinds, vocabulary))
    elif not is_open and not found & kinds:
        declared = vocabulary.where(name.text)
        yield wording.wrong_kind(name.text, name.span, kinds, found, declared.span if declared else None)


def _candidates(kinds: Kind, vocabulary: Vocabulary) -> Iterator[tuple[str, str, int]]:
    for name, declared in sorted(vocabulary.declared.items()):
        if not kinds or declared[0].kind & kinds:
            yield name, declared[0].kind.word, declared[0].span.line


def _check_choice(node: Stated, vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """``when`` speaks of choices only; ``if`` of something that play decides."""
    for name in names_asked(node.when):
        if vocabulary.kind(name.text) and not vocabulary.is_parameter(name.text):
            yield Diagnostic(
                "when-in-play",
                f'"when" asks for what is settled before play; "{name}" is known in play',
                name.span,
                "write: if …",
            )
    for fact in facts_of(node.guard):
        asked = list(names_asked(fact))
        if asked and all(vocabulary.is_parameter(name.text) for name in asked):
            declared = vocabulary.where(asked[0].text)
            kind = vocabulary.kind(asked[0].text)
            line = f", line {declared.span.line}" if declared else ""
            yield Diagnostic(
                "if-option",
                f'"if" asks for what happens in play; {asked[0]} is {(kind & ~Kind.BUILT_IN).word}{line}',
                asked[0].span,
                f"write: when {asked[0]}",
            )


def facts_of(condition: cd.Condition | None) -> tuple[cd.Condition, ...]:
    """The facts that a condition joins."""
    if condition is None:
        return ()
    return condition.facts if isinstance(condition, cd.AllOf) else (condition,)


def names_asked(node: Any) -> Iterator[Name]:
    """The names that a condition asks about: what it looks at, not what it compares with."""
    if isinstance(node, ex.Called):
        yield node.name
    elif isinstance(node, cd.Is | cd.IsNot):
        yield from names_asked(node.subject)
    elif isinstance(node, ex.RoundMemory | ex.OwnMemory):
        yield node.name
    elif is_dataclass(node) and not isinstance(node, Name | type) and not isinstance(node, pt.Spots | pt.Named):
        for field in fields(node):
            for child in _children(getattr(node, field.name)):
                yield from names_asked(child)
