"""Odds that the document states for one wager in two places."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.sentences import Sentence, is_conditional, sentences_with, straightened
from audit.checks.documents.wagers_named import bare_name
from audit.documents.clauses import CERTAIN, Clause

_ODDS = r"\d{1,3}(?:,\d{3})*(?:\.\d+)? to \d{1,3}"
_IN_NAME = r"(?:[A-Z0-9][\w'/-]*|or|and|in|on|the)"
_PAID = re.compile(
    rf"(?P<who>{_IN_NAME}(?: {_IN_NAME}){{0,7}}?) (?:[Ww]agers?|[Bb]ets?)\b"
    rf"[\"']?(?: \([^()]*\))?(?: (?:shall|will|must|are|is))? (?:be )?(?:automatically )?paid (?:off |out )?(?:at )?(?:the )?(?:odds of )?"
    rf"(?P<odds>{_ODDS})(?! or)"
)
_PAYS = re.compile(
    rf"\bpays?(?: off| out)? (?:(?:each|all|any|every|the|an?|winning) )*(?P<who>{_IN_NAME}(?: {_IN_NAME}){{0,7}}?) (?:[Ww]agers?|[Bb]ets?)"
    rf" (?:at )?(?:the )?(?:odds of )?(?P<odds>{_ODDS})(?! or)"
)
_BESIDE = re.compile(
    rf"\b(?:an?|the) (?P<who>{_IN_NAME}(?: {_IN_NAME}){{0,5}}?)(?: (?:[Ww]ager|[Bb]et))? \((?P<odds>{_ODDS})\)"
)


@dataclass(frozen=True)
class Rate:
    """Odds of a wager: in a sentence, or in a row of a table, where ``spot`` is the first cell's clause."""

    name: str
    odds: str
    clause: Clause
    spot: Spot | None = None
    is_row: bool = False


def contradicted(written: Written) -> Iterator[tuple[Rate, Rate]]:
    """Sentences that pay a wager at other odds, without a condition, than every row or other sentence for it."""
    rows = tuple(_rows(written))
    said = tuple(r for s in sentences_with(written, "paid", "pay", "(") for r in _said(s))
    by_name: dict[tuple[str, ...], list[Rate]] = defaultdict(list)
    for rate in (*rows, *said):
        by_name[bare_name(rate.name)].append(rate)
    for rate in said:
        mine = [r for r in by_name[bare_name(rate.name)] if r is not rate]
        of_rows = [r for r in mine if r.is_row]
        others = of_rows or [r for r in mine if r.clause.at <= rate.clause.at]
        if others and all(r.odds != rate.odds for r in others):
            yield rate, others[0]


def _said(sentence: Sentence) -> Iterator[Rate]:
    if sentence.is_doubtful:
        return
    words = sentence.words
    for pattern in (_PAID, _PAYS, _BESIDE):
        for found in pattern.finditer(words):
            before = words[: found.start()]
            if pattern is not _BESIDE and (is_conditional(before) or is_conditional(words[found.end() :])):
                continue
            names = re.sub(r"^(?:(?:[Aa]n?|[Tt]he|[Aa]ll|[Ee]ach|[Ww]inning|[Aa]nd|[Oo]r) )+", "", found["who"])
            for name in re.split(r",? and |, ", names):
                yield Rate(name, _plain(found["odds"]), sentence.clause, sentence.spot(found.start(), found.end()))


def _rows(written: Written) -> Iterator[Rate]:
    for clause in written.clauses:
        for table in clause.tables:
            for row in table.rows[table.heads :]:
                cells = [straightened(c.words.strip()) for c in row]
                odds = [c for c in cells[1:] if c]
                if len(odds) == 1 and re.fullmatch(_ODDS, odds[0]) and cells[0]:
                    yield Rate(cells[0], _plain(odds[0]), clause, is_row=True)


def _plain(odds: str) -> str:
    return odds.replace(",", "")


def doubled_rows(written: Written) -> Iterator[tuple[Clause, str, str, str]]:
    """Rows of one table with one label and different odds: the clause, the label and both; not where labels head groups."""
    for clause in written.clauses:
        for table in clause.tables:
            rows = [tuple(straightened(c.words.strip()) for c in row) for row in table.rows[table.heads :] if row]
            if table.confidence < CERTAIN or any(not any(cells) for _, *cells in rows):
                continue
            first: dict[str, str] = {}
            for label, *cells in rows:
                paid = " ".join(_plain(c) for c in cells if c)
                name = label.casefold()
                if name and first.setdefault(name, paid) != paid and re.search(_ODDS, paid):
                    yield clause, label, first[name], paid
