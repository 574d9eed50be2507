"""Commands that are printed to be typed again: they find the very ruleset that was examined."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from audit.commands.session import Session

if TYPE_CHECKING:
    from audit.checks.finding import Finding, Witness
    from audit.compare.entry import Comparison, Entry
    from audit.language.library import Library


@dataclass(frozen=True)
class Typed:
    """How a ruleset is named on the command line: its id where that leads to it, else its path; and what finds it."""

    id: str
    name: str
    options: tuple[str, ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return (self.name, *self.options)


def typed(session: Session, asked: str, id_: str, library: Library) -> Typed:
    """How the ruleset of an id is typed that was asked for by id or by path."""
    from audit.commands.examining import path_of
    from audit.files import ReadError

    try:
        is_found = library.path_of(id_).resolve() == path_of(asked, library).resolve()
    except ReadError:
        is_found = False
    options = () if session.rulesets is None else ("--rulesets", session.rulesets.as_posix())
    return Typed(id_, id_ if is_found else asked, options)


def findings_typed(findings: Iterable[Finding], to: Typed) -> tuple[Finding, ...]:
    """The same findings; the command of a witness names the ruleset as it is typed."""
    return tuple(f if f.witness is None else replace(f, witness=witness_typed(f.witness, [to])) for f in findings)


def comparison_typed(comparison: Comparison, sides: Sequence[Typed]) -> Comparison:
    """The same comparison; the commands of its witnesses name the rulesets as they are typed."""

    def told(entries: Iterable[Entry]) -> tuple[Entry, ...]:
        return tuple(e if e.witness is None else replace(e, witness=witness_typed(e.witness, sides)) for e in entries)

    return replace(
        comparison,
        entries=told(comparison.entries),
        renumbered=told(comparison.renumbered),
        assumed=told(comparison.assumed),
    )


def witness_typed(witness: Witness, rulesets: Iterable[Typed]) -> Witness:
    """The witness with the command that finds the ruleset it speaks of."""
    for ruleset in rulesets:
        begins = f"audit play {ruleset.id} "
        if witness.command.startswith(begins):
            rest = witness.command.removeprefix(begins)
            return replace(witness, command=f"{shlex.join(['audit', 'play', *ruleset.words])} {rest}")
    return witness
