"""What an assumption takes, told from the lines that rest on it: ``Taken: where the hand is a bust, the wager loses.``"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from audit.checks.lines import cell_words, line_words, looked_at
from audit.checks.wording import (
    form,
    listed,
    option_name,
    quoted,
    sentence,
    value_name,
    wager_name,
)
from audit.play.phrases import condition, line_phrase, rows
from audit.ruleset import parameters as pm
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.configure import domain_text, value_text
from audit.ruleset.head import Dated
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Beside, Stated

MOST_POINTS = 4
RESULTS = (tb.ResultsOf, tb.Pays, tb.PaysBounded, tb.Spread)
POLICIES = {
    tb.Policy.HIGHEST_ONLY: "of several rows of {} that fit, the one that pays most counts",
    tb.Policy.FIRST_ROW_ONLY: "of several rows of {} that fit, the first counts",
    tb.Policy.EVERY_ROW: "every row of {} that fits is paid",
}
VERBS = {
    tb.Outcome.WIN: ("wins", "win"),
    tb.Outcome.LOSE: ("loses", "lose"),
    tb.Outcome.LOSE_HALF: ("loses half", "lose half"),
    tb.Outcome.PUSH: ("pushes", "push"),
    tb.Outcome.RETURN: ("is returned", "are returned"),
    tb.Outcome.VOID: ("is void", "are void"),
    tb.Outcome.STAY: ("stays", "stay"),
    tb.Outcome.NOTHING: ("gets nothing", "get nothing"),
}


def taken_words(ruleset: Ruleset, declared: pm.Assumption | None, lines: Sequence[tuple[str, Stated]]) -> str:
    """A sentence that tells what was taken; of what has no words the place in the ruleset."""
    has_rows = any(isinstance(line, tb.Row) for _, line in lines)
    tables = {row.basis.span: table for table in _tables(ruleset) for row in table.rows} if has_rows else {}
    points: dict[str, list[str]] = {}
    silent: dict[str, set[int]] = {}
    if declared is not None and declared.taken is not None:
        points[""] = [f"{option_name(declared.name.text)} is {value_name(value_text(declared.taken))}"]
    for owners, line in _by_place(lines):
        who, words = _told(ruleset, owners, line, tables)
        if words:
            points.setdefault(who or words, []).append(words)
        elif line.basis.span.line:
            silent.setdefault(_file(ruleset, line), set()).add(line.basis.span.line)
    told = [listed(words) if who in ("", *words) else f"{who}: {listed(words)}" for who, words in points.items()]
    left = len(told) - MOST_POINTS
    told = [*told[:MOST_POINTS], f"and {left} more points"] if left > 1 else told
    told += [f"what {_lines(sorted(numbers))} of {file} say{'s' if len(numbers) == 1 else ''}" for file, numbers in silent.items()]
    return sentence(f"Taken: {'; '.join(told)}") if told else ""


def _file(ruleset: Ruleset, line: Stated) -> str:
    return "the ruleset" if line.basis.edition in ("", ruleset.head.id) else line.basis.edition


def _lines(numbers: Sequence[int]) -> str:
    return f"line{'s' if len(numbers) > 1 else ''} {listed([str(n) for n in numbers])}"


def _by_place(lines: Sequence[tuple[str, Stated]]) -> Iterator[tuple[list[str], Stated]]:
    """Each line once, with the statements that it stands in."""
    found: dict[Span, tuple[list[str], Stated]] = {}
    for owner, line in lines:
        found.setdefault(line.basis.span, ([], line))[0].append(owner)
    yield from found.values()


def _tables(ruleset: Ruleset) -> Iterator[tb.Table]:
    return (node for node in walk(ruleset.statements) if isinstance(node, tb.Table))


def _told(ruleset: Ruleset, owners: Sequence[str], line: Stated, tables: Mapping[Span, tb.Table]) -> tuple[str, str]:
    """Of what a line speaks, empty where its words tell that, and its words; none where there are none for it."""
    who = _named(ruleset, owners)
    match line:
        case tb.Row() if line.basis.span in tables:
            return "", _row(owners, line, tables[line.basis.span])
        case tb.PolicyLine(policy=policy):
            return "", POLICIES[policy].format(who or "the table")
        case wg.ResultRow() | wg.OtherwiseRow() | wg.SettleRow():
            under = f" when {condition(line.when)}" if line.when is not None else ""
            return who, quoted(line_words(line) + _typed(under))
        case tb.PaysTable(table=table) | wg.PaysByTable(table=table):
            return who, _typed(f"pays {rows(table)}")
        case pm.Option():
            return who, _typed(domain_text(line))
        case Beside(words=words):
            return "", f"the line {quoted(_typed(words))}"
        case Dated(kind=kind, on=on):
            return "", f"{kind.value} {on}" if on is not None else f"{kind.value} not stated"
        case wg.WagerLine():
            said = line_phrase(line)
            return who, quoted(_typed(said + _when(line))) if said else ""
    return who, ""


def _row(owners: Sequence[str], row: tb.Row, table: tb.Table) -> str:
    """``where it is 7, the wager loses``."""
    results: dict[tuple[str, str], list[str]] = {}
    for column, cell in zip(table.columns, row.cells, strict=True):
        verb = _verb(column, cell)
        if verb is not None:
            of = [name.text for name in column.wagers] if isinstance(column, tb.ResultsOf) else owners
            results.setdefault(verb, []).extend(of)
    told = []
    for (one, many), names in results.items():
        single = list(dict.fromkeys(names))
        told.append(f"{listed([wager_name(name) for name in single])} {one if len(single) == 1 else many}")
    return f"where {looked_at(row, table)}{_typed(_when(row))}, {listed(told)}" if told else ""


def _verb(column: tb.Column, cell: tb.Cell) -> tuple[str, str] | None:
    """What one cell gives, of one wager and of several: ``loses``, ``is paid 3 to 2``."""
    if cell is None or not isinstance(column, RESULTS):
        return None
    if isinstance(cell, tb.Outcome):
        return VERBS.get(cell)
    return f"is paid {cell_words(cell)}", f"are paid {cell_words(cell)}"


def _named(ruleset: Ruleset, owners: Sequence[str]) -> str:
    named = [name for name in dict.fromkeys(owners) if name]
    return listed([wager_name(n) if ruleset.named(n, wg.Wager) is not None else option_name(n) for n in named])


def _when(line: Stated) -> str:
    """Under what a line holds: `` if the point is 4 when loose is yes``."""
    guard = f" if {condition(line.guard)}" if line.guard is not None else ""
    return guard + (f" when {condition(line.when)}" if line.when is not None else "")


def _typed(words: str) -> str:
    """Words of the language; in a report without the strokes of names."""
    return form(words, _humane(words))


def _humane(words: str) -> str:
    return words.replace("_", " ")
