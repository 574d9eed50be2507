"""What cards count: totals, hard and soft."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.play.cards import Card, cards_text, ranks_of
from audit.play.errors import NotPlayable
from audit.play.itself import worked_out_once
from audit.play.ranks import ranks_in
from audit.ruleset import worth as wt
from audit.ruleset.chance import RankSpan
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Total:
    """What cards count together; soft if some card counts its higher value."""

    value: Fraction
    is_soft: bool = False


MOST_REMEMBERED = 100_000
"""So many totals are kept for each count; then all are forgotten."""


def total(count: wt.Count, cards: Sequence[Card], ruleset: Ruleset) -> Total:
    """The total of some cards; raises `NotPlayable` for a card that no line counts."""
    known = _totals(count, ruleset)
    if known is None:
        return _total_anew(count, cards, ruleset)
    ranks = tuple([card.rank for card in cards])
    found = known.get(ranks)
    if found is None:
        found = _total_anew(count, cards, ruleset)
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        known[ranks] = found
    return found


@worked_out_once
def _totals(count: wt.Count, ruleset: Ruleset) -> dict[tuple[str, ...], Total] | None:
    """The totals known by the ranks of cards, in their order; none where cards of one rank may count differently."""
    return None if any(isinstance(line, wt.AsListed) for line in count.lines) else {}


def _total_anew(count: wt.Count, cards: Sequence[Card], ruleset: Ruleset) -> Total:
    whole = Fraction(0)
    high_or_low: list[wt.CountsHighOrLow] = []
    for card in cards:
        more, line = addend(count, card, ruleset)
        if line is None:
            whole += more
        else:
            high_or_low.append(line)
    whole, is_soft = _high_or_low(whole, high_or_low)
    if any(isinstance(line, wt.LastDigit) for line in count.lines):
        whole %= 10
    return Total(whole, is_soft)


def addend(count: wt.Count, card: Card, ruleset: Ruleset) -> tuple[Fraction, wt.CountsHighOrLow | None]:
    """What a card adds to a total: a number, or 0 and the line by which it counts high or low.

    A total hangs on nothing else of cards than what these numbers add up to, and by which lines cards count high or low, in the
    order of the cards.  Raises `NotPlayable` for a card that no line counts.
    """
    line = _line_of(count, card, ruleset)
    match line:
        case wt.CountsAsPrinted():
            return _printed(card, line), None
        case wt.Counts(value=value):
            return value, None
        case wt.CountsHighOrLow():
            return Fraction(0), line
        case wt.AsListed(feature):
            return _listed(card, feature.text, line), None
        case _:
            raise NotPlayable("counts one or another, whichever ranks higher", line.basis.span)


def _high_or_low(whole: Fraction, lines: Sequence[wt.CountsHighOrLow]) -> tuple[Fraction, bool]:
    """Each card its higher value, and card after card its lower one until the limit is kept."""
    whole += sum((line.high for line in lines), Fraction(0))
    lowered = 0
    while lowered < len(lines) and whole > lines[lowered].limit:
        whole -= lines[lowered].high - lines[lowered].low
        lowered += 1
    return whole, lowered < len(lines)


def _line_of(count: wt.Count, card: Card, ruleset: Ruleset) -> wt.CountLine:
    line = _line_for(count, card.rank, ruleset)
    if line is None:
        raise NotPlayable(f"{count.name} of {cards_text((card,))}, which no line counts,", count.basis.span)
    return line


@worked_out_once
def _line_for(count: wt.Count, rank: str, ruleset: Ruleset) -> wt.CountLine | None:
    """The first line that counts a rank."""
    for line in count.lines:
        match line:
            case wt.AsListed():
                return line
            case wt.LastDigit():
                continue
            case wt.CountsAsPrinted(ranks) | wt.Counts(ranks=ranks):
                if rank in ranks_counted(ranks, ruleset):
                    return line
            case wt.CountsHighOrLow(ranks=ranks) | wt.CountsEither(ranks=ranks):
                if rank in ranks_counted(ranks, ruleset):
                    return line
    return None


def ranks_counted(spans: Iterable[RankSpan | Name], ruleset: Ruleset) -> frozenset[str]:
    """The ranks that a line of a count speaks of."""
    return frozenset(
        rank
        for span in spans
        for rank in (
            ranks_of(span)
            if isinstance(span, RankSpan) and span.high is not None
            else (span.low,)
            if isinstance(span, RankSpan)
            else ranks_in(span.text, ruleset)
        )
    )


def _printed(card: Card, line: wt.CountLine) -> Fraction:
    if not card.rank.isdigit():
        raise NotPlayable(f"{card.rank} counts as printed", line.basis.span)
    return Fraction(int(card.rank))


def _listed(card: Card, feature: str, line: wt.CountLine) -> Fraction:
    text = dict(card.features).get(feature)
    if text is None or not text.replace(".", "", 1).isdigit():
        raise NotPlayable(f"as listed under {feature}", line.basis.span)
    return Fraction(text)
