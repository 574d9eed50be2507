"""Works ``like`` and ``all wagers`` into the wagers, so that each has every line that holds for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from audit.language.diagnostics import Diagnostic
from audit.ruleset import wagers as wg
from audit.ruleset.stated import Statement


def work_in(statements: Sequence[Statement], own: frozenset[str]) -> tuple[tuple[Statement, ...], list[Diagnostic]]:
    """The statements with whole wagers.

    ``own`` are the ids of the ruleset itself and of the editions it amends: their defaults cover what is included,
    an included file's cover that file alone.  A chain of ``like`` that returns to itself is a mistake.
    """
    by_name: dict[str, wg.Wager] = {}
    for statement in statements:
        if isinstance(statement, wg.Wager):
            by_name.setdefault(statement.name.text, statement)
    defaults = [s for s in statements if isinstance(s, wg.AllWagers)]
    mistakes: list[Diagnostic] = []
    made: list[Statement] = []
    for statement in statements:
        if isinstance(statement, wg.Wager):
            lines = _with_like(statement, by_name, (), mistakes)
            for default in _in_force(defaults, statement, own):
                lines = with_defaults(lines, default)
            made.append(replace(statement, lines=lines))
        else:
            made.append(statement)
    return tuple(made), mistakes


def _in_force(defaults: Sequence[wg.AllWagers], wager: wg.Wager, own: frozenset[str]) -> list[wg.AllWagers]:
    """The ``all wagers`` blocks that cover a wager: those of its own file first, then those of what includes it."""
    same = [d for d in defaults if d.basis.edition == wager.basis.edition]
    hosts = [d for d in defaults if d.basis.edition in own and d not in same]
    return same + hosts


def _with_like(
    wager: wg.Wager, by_name: dict[str, wg.Wager], seen: tuple[str, ...], mistakes: list[Diagnostic]
) -> tuple[wg.WagerLine, ...]:
    if wager.like is None:
        return wager.lines
    model = by_name.get(wager.like.text)
    if model is None:
        return wager.lines
    if wager.like.text in seen or model is wager:
        mistakes.append(
            Diagnostic(
                "like-cycle",
                f'"{wager.like}" is itself like this wager',
                wager.like.span,
                "one of them states its own lines",
            )
        )
        return wager.lines
    stated = {form(line) for line in wager.lines}
    theirs = _with_like(model, by_name, (*seen, wager.name.text), mistakes)
    return (*(line for line in theirs if form(line) not in stated), *wager.lines)


def form(line: wg.WagerLine) -> tuple[object, ...]:
    """What kind of line it is, as far as one line takes another's place."""
    match line:
        case wg.ResultRow() | wg.OtherwiseRow():
            return (type(line), line.outcome)
        case wg.MemoryRow():
            return (wg.MemoryRow, type(line.memory), line.memory.memory)
        case wg.Amount():
            return (wg.Amount, type(line.stake))
        case wg.PickFrom() | wg.PickTable():
            return ("pick",)
        case wg.PaysLine() | wg.PaysByTable():
            return ("pays",)
        case wg.Commission() | wg.NoCommission():
            return ("commission",)
        case wg.Made() | wg.MadeAnyTime():
            return ("made",)
        case wg.Required() | wg.Optional():
            return ("required",)
        case _:
            return (type(line),)


def with_defaults(lines: tuple[wg.WagerLine, ...], default: wg.AllWagers) -> tuple[wg.WagerLine, ...]:
    """The lines of a wager and those of ``all wagers`` that none of its own, under the same headings, replaces."""
    taken = {(form(line), line.at) for line in lines}
    kept: list[wg.WagerLine] = []
    for line in default.lines:
        if isinstance(line, wg.MayBe | wg.MayNotBe):
            spoken = {
                right
                for own in lines
                if isinstance(own, wg.MayBe | wg.MayNotBe) and own.at == line.at
                for right in own.rights
            }
            rights = tuple(right for right in line.rights if right not in spoken)
            if rights:
                kept.append(replace(line, rights=rights, is_default=True))
        elif isinstance(line, wg.OtherwiseRow):
            if not any(isinstance(own, wg.OtherwiseRow) and own.at == line.at for own in lines):
                kept.append(replace(line, is_default=True))
        elif (form(line), line.at) not in taken:
            kept.append(replace(line, is_default=True))
    return (*lines, *kept)
