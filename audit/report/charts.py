"""What is drawn, as shares between 0 and 1: bars in rows, and small multiples of how a wager ends."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.naming import title_of, where_of
from audit.report.titles import Titles
from audit.solve.result import AVERAGED, Figures, OutcomeShare, WagerResult

_MOST_ROWS = 8


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of a bar: ``win``, ``push``, ``lose`` or ``sampled``; start and length as shares of its width."""

    kind: str
    start: Fraction
    length: Fraction


def segments(bar: ce.Bar) -> tuple[Segment, ...]:
    """Win first, so that hit rates compare; push; then what is lost.  A sampled bar shows its hit rate only.

    Rounds that are known on average alone leave the end of the bar empty.
    """
    win = _within(bar.win)
    if isinstance(bar.win, ce.Estimate):
        return (Segment("sampled", Fraction(0), win),)
    push = min(_within(bar.push), 1 - win)
    lose = max(1 - win - push - _within(bar.averaged), Fraction(0))
    made = [Segment("win", Fraction(0), win), Segment("push", win, push), Segment("lose", win + push, lose)]
    return tuple(s for s in made if s.length)


def _within(figure: ce.Figure) -> Fraction:
    share = figure.value if isinstance(figure, ce.Exact) else nb.exactly(figure.value)
    return max(Fraction(0), min(Fraction(1), share))


def panels(rows: tuple[WagerResult, ...], titles: Titles) -> tuple[md.Panel, ...]:
    """The small multiples: what a unit gains or loses, the most first, with its chance.

    Outcomes of equal net are one row; of more than eight rows the rarest gains, then the rarest losses, are drawn as
    one.  Wagers that end alike share a panel.
    """
    alike: dict[tuple[ce.Figure | None, tuple[md.PanelRow, ...]], list[WagerResult]] = {}
    for row in rows:
        if row.figures and row.figures.outcomes:
            edge = ce.Exact(row.figures.house_edge) if row.figures.house_edge is not None else None
            alike.setdefault((edge, _panel_rows(row.figures)), []).append(row)
    return tuple(
        md.Panel(wd.sentence(wd.named([title_of(w, titles) for w in wagers], 3)), _position(wagers, titles), edge, shown)
        for (edge, shown), wagers in alike.items()
    )


def _position(wagers: list[WagerResult], titles: Titles) -> str:
    """The positions, where all are of one wager."""
    if len({w.wager for w in wagers}) > 1:
        return ""
    return ", ".join(where for w in wagers if (where := where_of(w, titles)))


def _panel_rows(figures: Figures) -> tuple[md.PanelRow, ...]:
    by_net: dict[tuple[Fraction | None, str], Fraction] = {}
    for outcome in figures.outcomes:
        if outcome.probability:
            key = (outcome.net, _result(outcome))
            by_net[key] = by_net.get(key, Fraction(0)) + outcome.probability
    rows = [md.PanelRow(net, result, share) for (net, result), share in by_net.items()]
    rows.sort(key=lambda r: (r.net is None, -(r.net or 0)))
    return tuple(_merged(rows))


def _result(outcome: OutcomeShare) -> str:
    """The result by the sign of the net, else as the outcome says."""
    if outcome.net is None or outcome.result == AVERAGED:
        return outcome.result
    return "win" if outcome.net > 0 else "lose" if outcome.net < 0 else "push"


def _merged(rows: list[md.PanelRow]) -> list[md.PanelRow]:
    """At most `_MOST_ROWS`; the rarest gains, then the rarest losses, each become one row.  No chance is lost."""
    for result, words in (("win", "other wins"), ("lose", "other losses")):
        spare = len(rows) - _MOST_ROWS
        alike = [r for r in rows if r.result == result]
        if spare <= 0 or len(alike) < 2:
            continue
        rare = sorted(alike, key=lambda r: r.share)[: spare + 1]
        together = md.PanelRow(None, words, sum((r.share for r in rare), Fraction(0)))
        rest = [r for r in rows if not any(r is other for other in rare)]
        rows = [together, *rest] if result == "win" else [*rest, together]
    return rows
