"""Names become references: each is looked up, and what it may stand for is checked against its field.

The annotations of the data classes say what may be named where (`audit.ruleset.names`); nothing here repeats them.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Annotated, Any

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import names as wording
from audit.language.syntax import Source
from audit.language.vocabulary import BUILT_IN, Vocabulary
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.names import Kind, Name
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Stated, Statement


@dataclass(frozen=True)
class Names:
    """The names of a ruleset, and the texts that use them; ``in_heading`` while the heading of a column is read."""

    vocabulary: Vocabulary
    sources: Mapping[str, Source]
    in_heading: bool = False

    def line(self, span: Span) -> str:
        """The line of the text that a name stands in; empty where it is in no text."""
        lines = self.sources[span.source].lines if span.source in self.sources else ()
        return lines[span.line - 1] if 0 < span.line <= len(lines) else ""


def check_names(statement: Statement, names: Names) -> Iterator[Diagnostic]:
    """Names that nobody declares, and names that stand for the wrong kind of thing."""
    yield from _check(statement, names)


def _check(node: Any, names: Names) -> Iterator[Diagnostic]:
    for name, kinds in annotated_names(type(node)):
        for value in _names_in(getattr(node, name)):
            yield from _check_name(value, kinds, names)
    if isinstance(node, Stated):
        yield from _check_choice(node, names)
    if isinstance(node, ex.RoundMemory | ex.OwnMemory):
        yield from _check_memory(node, names.vocabulary)
    if isinstance(node, wg.Keep | wg.Add | wg.CountUp) and isinstance(node.memory, ex.RoundMemory):
        yield from _check_kept(node.memory.name)
    if isinstance(node, wg.Wager):
        yield from _check_came(node)
    if isinstance(node, pt.Named):
        yield from _check_bare(node.name, names)
    if isinstance(node, tb.Table):
        yield from _check_table(node, names)
        return
    for field in fields(node):
        for child in _children(getattr(node, field.name)):
            yield from _check(child, names)


def _check_bare(name: Name, names: Names) -> Iterator[Diagnostic]:
    """What is remembered is asked for as ``the X`` or ``its X``; alone its name is a label, and nothing bears it."""
    vocabulary = names.vocabulary
    values = frozenset(value for values in vocabulary.values.values() for value in values)
    if name.text in vocabulary.memories - vocabulary.words - values - BUILT_IN - frozenset(vocabulary.declared):
        is_round = any(f"the {name}" in source.text for source in names.sources.values())
        instead = f"{'the' if is_round else 'its'} {name}"
        yield Diagnostic("unknown-name", f'nothing is called "{name}"', name.span, f"what is remembered is: {instead}",
                         replacement=instead)


def _check_table(table: tb.Table, names: Names) -> Iterator[Diagnostic]:
    """The names of a table; under a heading that is none, cells are not read as if it were one."""
    if table.across is not None:
        yield from _check(table.across, names)
    read: list[int] = []
    for n, column in enumerate(table.columns):
        mistakes = list(_check(column, replace(names, in_heading=True)))
        yield from mistakes
        if not mistakes:
            read.append(n)
    for row in table.rows:
        yield from _check(replace(row, cells=tuple(row.cells[n] for n in read)), names)


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


def _check_kept(name: Name) -> Iterator[Diagnostic]:
    """What a round keeps may not bear the name of what came up."""
    if name.text in CAME:
        yield wording.built_in(name.text, name.span)


def _check_came(wager: wg.Wager) -> Iterator[Diagnostic]:
    """A bare name, in a condition, that is both what came up and what the wager picks or remembers."""
    own = {node.name.text for node in walk(wager.lines) if isinstance(node, ex.OwnMemory)} & CAME
    for line in wager.lines if own else ():
        for node in walk(line.guard):
            if isinstance(node, ex.Called) and node.name.text in own:
                yield wording.two_meanings(node.name.text, node.name.span)


def built_in(vocabulary: Vocabulary) -> Iterator[Diagnostic]:
    """Statements that give something a name that always means what came up; a step and a wager may bear it."""
    for name in sorted(CAME):
        for declared in vocabulary.declared.get(name, ()):
            if not declared.kind & (Kind.STEP | Kind.WAGER):
                yield wording.built_in(name, declared.span, declared.kind)


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


def _check_name(name: Name, kinds: Kind, names: Names) -> Iterator[Diagnostic]:
    vocabulary = names.vocabulary
    found = vocabulary.kind(name.text)
    is_open = not kinds or bool(kinds & Kind.BUILT_IN and kinds & Kind.OPTION)
    if is_open and name.text in vocabulary.known:
        return
    could = tuple(_candidates(kinds, vocabulary, is_open=is_open, is_test=not names.in_heading))
    if not found:
        yield wording.unknown_name(name.text, name.span, could)
    elif not is_open and not found & kinds:
        declared = vocabulary.where(name.text)
        place = declared.span if declared else None
        yield wording.wrong_kind(name.text, name.span, kinds, found, place, line=names.line(name.span), known=could)


def _candidates(kinds: Kind, vocabulary: Vocabulary, *, is_open: bool, is_test: bool) -> Iterator[tuple[str, str, int]]:
    """The names that could stand there; what no statement declares has no line, and built-in names have no kind."""
    for name, declared in sorted(vocabulary.declared.items()):
        if not kinds or declared[0].kind & kinds:
            yield name, declared[0].kind.word, declared[0].span.line
    for kind in (Kind.WHEEL, Kind.DICE):
        if kinds & kind and not is_open:
            yield kind.word.removeprefix("a "), kind.word, 0  # the one without a name of its own
    if is_open:
        for word in sorted(vocabulary.known - frozenset(vocabulary.declared)):
            yield word, "a word" if is_test and word not in BUILT_IN else "", 0


def _check_choice(node: Stated, names: Names) -> Iterator[Diagnostic]:
    """``when`` speaks of choices only; ``if`` of something that play decides."""
    vocabulary = names.vocabulary
    for name in names_asked(node.when):
        if vocabulary.kind(name.text) and not vocabulary.is_parameter(name.text):
            yield Diagnostic(
                "when-in-play",
                f'"when" asks for what is settled before play; "{name}" is known in play',
                name.span,
                f"write: if {_asked(names.line(name.span), 'when')}",
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


TAIL = re.compile(r"\s(?:@|#|assumed\b).*$")


def _asked(line: str, word: str) -> str:
    """What stands behind a word of the tail: ``total is 7``; an ellipsis where that is in no text."""
    behind = TAIL.sub("", line).partition(f" {word} ")[2].strip()
    return behind or "…"


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
