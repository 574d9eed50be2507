"""What a reader of the wager table has to know beside the figures."""

from __future__ import annotations

from collections.abc import Iterable

from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.inline import Text, strong, text
from audit.report.naming import is_bundle, names_of
from audit.report.titles import Titles
from audit.solve.result import Method, WagerResult

_PER = "unit of the wager as first made"
_MOST_NAMES = 8


def notes(rows: tuple[WagerResult, ...], titles: Titles) -> tuple[Text, ...]:
    """Denominators, bundles, risk, what could not be verified, who has the advantage, how figures were sampled.

    Wagers of which the same is said share a note.
    """
    said: dict[str, list[WagerResult]] = {}
    for row in rows:
        for words in _of(row, titles):
            said.setdefault(words, []).append(row)
    made = [text(strong(f"{wd.sentence(names_of(of, titles, rows, _MOST_NAMES))}."), " ", words) for words, of in said.items()]
    if any(row.house_edge is not None and row.house_edge < 0 for row in rows):
        made.append(text("A minus sign before a house edge: the player has the advantage."))
    if any(row.sampled for row in rows):
        made.append(text(
            "A sampled figure is set in italics after ≈, has its interval where the fraction would stand, is never "
            "shown to more digits than its interval bears, and its bar is hollow."
        ))
    return tuple(made)


def _of(row: WagerResult, titles: Titles) -> Iterable[str]:
    if row.method is Method.NOT_VERIFIABLE:
        odds = row.figures.true_odds if row.figures and not row.by_amount else None
        even = f" It would break even at {nb.odds_text(odds)}." if odds else ""
        yield f"Not verifiable: {wd.stopped(titles.plain(row.reason or 'no clause states the payout'))}{even}"
    elif row.method is Method.NOT_SOLVABLE:
        yield f"Not solved: {wd.stopped(titles.plain(row.reason or 'no method applies'))}"
    elif row.reason:
        yield titles.sentence(row.reason)
    if is_bundle(row):
        yield f"{wd.listed([titles.wager(name) for name in row.bundle])} are one bundle, valued together."
    if row.per != _PER:
        yield f"Figures are per {wd.stopped(titles.plain(row.per))}"
    if row.element_of_risk is not None:
        yield f"Element of risk, per unit of all money put up: {nb.fraction_and_percent(row.element_of_risk)}."
    if row.sampled is not None:
        yield _sampled(row)
    for note in row.notes:
        yield titles.sentence(note)


def _sampled(row: WagerResult) -> str:
    sampled = row.sampled
    if sampled is None:
        return ""
    half = (sampled.high - sampled.low) / 2

    def edge(number: float) -> str:
        return nb.approximate(number * 100, half * 100, nb.EDGE_PLACES)

    confidence = nb.decimal(nb.exactly(sampled.confidence) * 100, 2)
    return (
        f"Sampled: {nb.integer(sampled.rounds)} rounds, seed {sampled.seed}; house edge ≈ {edge(sampled.house_edge)}%, "
        f"{confidence}% interval {edge(sampled.low)}% to {edge(sampled.high)}%."
    )
