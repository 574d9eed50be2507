"""Best play: what is valued together, what to do with which hands, what a simple rule costs, what hangs on a meter."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.report import cells as ce
from audit.report import model as md
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.building_grids import grid
from audit.report.inline import text
from audit.report.naming import name_of
from audit.report.titles import Titles
from audit.solve.result import AfterSplit, Decided, Strategy, WagerResult

K = md.ColumnKind

MOST_BORDERS = 12
"""More hands than this are not only those next to the line."""

NO_RULE = "No short rule was found that tells with which hands; the shares are those of best play."

METERS = (
    "A meter grows between rounds, and what it pays grows with it: each unit in it adds to the expected net result what the "
    "table says. The house edge among the wagers is that with nothing in the meter. Where only the highest of several "
    "payouts counts, the figures are for a meter that holds at least what it starts at and resets to; where neither is given, "
    "a share of it is taken to be above any fixed sum."
)


def best_play(rows: tuple[WagerResult, ...], titles: Titles) -> list[md.Block]:
    """Best play of every wager that is decided on; nothing where none is."""
    blocks: list[md.Block] = []
    for row in rows:
        if row.strategy is not None and row.strategy.decided:
            blocks += _of(row, row.strategy, titles)
    simple, meters, beside = _simple(rows, titles), _meters(rows, titles), _beside(rows, titles)
    blocks += [simple] if simple else []
    if meters:
        blocks += [md.Paragraph(text(METERS)), meters]
    blocks += [beside] if beside else []
    return blocks


def _of(row: WagerResult, strategy: Strategy, titles: Titles) -> Iterator[md.Block]:
    name = wd.sentence(name_of(row, titles))
    yield md.Heading(f"Best play of {name_of(row, titles)}")
    yield md.Paragraph(text(" ".join(_how_to_read(strategy))))
    listed = [decided for decided in strategy.decided if decided.chart is None and _has_rule(decided)]
    groups = tuple(md.RowGroup(tuple(_choice_rows(d, titles)), _moment(d, titles)) for d in listed)
    columns = (
        md.Column(K.WORDS, "With"), md.Column(K.WORDS, "Best choice"), md.Column(K.RATE, "Of deals, %"),
        md.Column(K.PORTION, "as a fraction"),
    )
    if listed:
        yield md.Table(f"play-{row.id}", f"{name}: what is best with which hands", columns, groups)
    for number, decided in enumerate(strategy.decided, 1):
        if decided.chart is None and not _has_rule(decided):
            yield md.Paragraph(text(f"{_moment(decided, titles)}. {NO_RULE}"))
        elif decided.chart is not None:
            yield md.Paragraph(text(f"{_moment(decided, titles)}."))
            yield from grid(row, number, wd.sentence(titles.plain(decided.moment)), decided.chart, titles)
        if decided.after_split is not None:
            yield md.Paragraph(text(wd.of_splits(decided.after_split)))
            if decided.chart is None and decided.after_split.rows:
                yield _split_rows(row, number, decided, decided.after_split, titles)
    borders = tuple(
        md.RowGroup(tuple(_border_rows(d, titles)), _moment(d, titles)) for d in strategy.decided if d.borders
    )
    if borders:
        heads = (md.Column(K.WORDS, "Hand"), md.Column(K.WORDS, f"Worth of each choice, per {row.per}"))
        is_every_hand = any(len(decided.borders) > MOST_BORDERS for decided in strategy.decided)
        what = "what each choice is worth" if is_every_hand else "hands next to the line, and what each choice is worth"
        yield md.Table(f"borders-{row.id}", f"{name}: {what}", heads, borders)


def _how_to_read(strategy: Strategy) -> Iterator[str]:
    yield (
        "At each moment that choice is taken whose exact value is greatest, given all that the player has then seen; of "
        "equal ones the one that puts up least. Shares are of all deals."
    )
    hands = [row.hands for decided in strategy.decided if _has_rule(decided) for row in decided.rows]
    if any("any other hand" in words or "all others" in words for words in hands):
        yield "Rows are read from the top: the first that fits the hand holds."
    if any("to a run" in words for words in hands):
        yield (
            "Cards are to a run if one run of a whole hand has them all in it; in 2 ways, if two such runs do."
        )
    if any("one shown" in words or "rank shown" in words for words in hands):
        yield "What is shown is the card of the dealer that lies open."


def _has_rule(decided: Decided) -> bool:
    """Whether the rows tell what to do: with the same hands never this and that."""
    hands = [row.hands for row in decided.rows]
    return bool(hands) and len(set(hands)) == len(hands)


def _moment(decided: Decided, titles: Titles) -> str:
    cites = f" ({', '.join(decided.cites)})" if decided.cites else ""
    if not decided.choices:
        return f"{wd.sentence(titles.plain(decided.moment))}, on hands of a split alone{cites}"
    told = [(titles.plain(choice), nb.percent(share, nb.RATE_PLACES)) for choice, share in decided.choices]
    if sum(share for _, share in decided.choices) > 1:
        # a round may come to the moment more than once, so that these are no shares of a whole
        shares = f"{', '.join(f'{choice} {share} times' for choice, share in told)} in 100 rounds, on average"
    else:
        shares = f"{', '.join(f'{choice} {share}%' for choice, share in told)} of all deals"
    return f"{wd.sentence(titles.plain(decided.moment))}: {shares}{cites}"


def _choice_rows(decided: Decided, titles: Titles) -> Iterator[md.Row]:
    for row in decided.rows:
        yield _row(row.hands, row.choice, row.share, titles)


def _row(hands: str, choice: str, share: Fraction, titles: Titles) -> md.Row:
    return md.Row((
        ce.said(titles.plain(hands)), ce.said(titles.plain(choice)), ce.Rate(ce.Exact(share), places=4),
        ce.Portion(ce.Exact(share)),
    ))


def _split_rows(row: WagerResult, number: int, decided: Decided, told: AfterSplit, titles: Titles) -> md.Table:
    """Hands of a split that are played otherwise than other hands, where no grid has them."""
    columns = (
        md.Column(K.WORDS, "With"), md.Column(K.WORDS, "Best choice"), md.Column(K.WORDS, "Hands in 100 deals"),
    )
    rows = tuple(
        md.Row((
            ce.said(titles.plain(one.hands)), ce.said(titles.plain(one.choice)),
            ce.said(nb.rounded(Fraction(100 * one.times), nb.EDGE_PLACES)),
        ))
        for one in told.rows
    )
    caption = f"{wd.sentence(titles.plain(decided.moment))}: hands of a split that are played otherwise"
    return md.Table(f"splits-{row.id}-{number}", caption, columns, (md.RowGroup(rows),))


def _border_rows(decided: Decided, titles: Titles) -> Iterator[md.Row]:
    for border in decided.borders:
        worth = ", ".join(f"{titles.plain(choice)} {nb.rounded(Fraction(value), nb.EDGE_PLACES)}" for choice, value in border.values)
        yield md.Row((ce.said(titles.plain(border.hand)), ce.said(worth)))


def _simple(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """What rules that are easily kept cost."""
    groups = tuple(
        md.RowGroup(
            (
                md.Row((ce.said("best play"), ce.Edge(_edge(row)), ce.Portion(_edge(row)))),
                *(
                    md.Row((
                        ce.said(titles.plain(simple.words)), ce.Edge(ce.Exact(simple.house_edge)),
                        ce.Portion(ce.Exact(simple.house_edge)),
                    ))
                    for simple in row.strategy.simple
                ),
            ),
            f"{wd.sentence(name_of(row, titles))}, per {row.per}",
        )
        for row in rows if row.strategy is not None and row.strategy.simple
    )
    if not groups:
        return None
    columns = (md.Column(K.WORDS, "Rule"), md.Column(K.EDGE, "House edge, %"), md.Column(K.PORTION, "as a fraction"))
    return md.Table("simple", "What simple rules of play cost", columns, groups)


def _edge(row: WagerResult) -> ce.Figure | ce.Absent:
    return ce.Absent.NOT_VERIFIABLE if row.house_edge is None else ce.Exact(row.house_edge)


def _meters(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """Wagers that a meter pays: the expected net result as a line in its size."""
    lines = tuple(
        md.Row((
            ce.said(wd.sentence(name_of(row, titles))), ce.said(titles.plain(line.meter)),
            ce.said(nb.rounded(line.constant, 6)), ce.Portion(ce.Exact(line.slope)),
            ce.said("none" if line.break_even is None else nb.rounded(line.break_even, 2)),
        ))
        for row in rows for line in row.meters
    )
    if not lines:
        return None
    columns = (
        md.Column(K.NAME, "Wager"), md.Column(K.WORDS, "Meter"), md.Column(K.WORDS, "Net without it"),
        md.Column(K.PORTION, "for each unit in it"), md.Column(K.WORDS, "Breaks even at"),
    )
    caption = "Wagers that a meter pays: expected net result per unit, and the meter at which it is nil"
    return md.Table("meters", caption, columns, (md.RowGroup(lines),))


def _beside(rows: tuple[WagerResult, ...], titles: Titles) -> md.Table | None:
    """What others are paid when a wager ends so."""
    lines = tuple(
        md.Row((
            ce.said(wd.sentence(name_of(row, titles))), ce.said(titles.plain(beside.to)),
            ce.said(wd.with_meters(beside.expected, [(titles.plain(meter), share) for meter, share in beside.meters])),
            ce.said(titles.plain(beside.per)), ce.Rate(ce.Exact(beside.probability), places=4),
            ce.Clauses(beside.cites),
        ))
        for row in rows for beside in row.beside
    )
    if not lines:
        return None
    columns = (
        md.Column(K.NAME, "Wager"), md.Column(K.WORDS, "Paid to"), md.Column(K.WORDS, "On average"),
        md.Column(K.WORDS, "per"),
        md.Column(K.RATE, "In % of deals"), md.Column(K.CLAUSES, "Clause"),
    )
    return md.Table("beside", "What others are paid, no part of the house edge", columns, (md.RowGroup(lines),))
