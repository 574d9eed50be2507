"""A hand that no row of a way covers.

What: A way says how cards are set into parts, row by row; some hand meets the tests of no row, or can be set as none of
    the rows that it meets demands.
Why: The dealer holds these cards, and no clause says how they are set.
Example: rows for one pair and for two, and none for three of a kind.
Instead: a row for the hand; or a last row of any | any.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from audit.checks.context import Context
from audit.checks.finding import Finding, Witness
from audit.checks.letter import letter_of
from audit.checks.lines import reason_of, row_words
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, clauses, counted, few, quoted, sentence
from audit.language.diagnostics import Severity
from audit.play.arranging import arranger
from audit.play.cards import Card, cards_text
from audit.play.equipment import Equipment
from audit.play.sight import Sight
from audit.play.ways import WayReader, areas_set_by, hands_without_row, way_reader
from audit.ruleset.places import Owner
from audit.ruleset.tables import Row, Way

NAME = "hand-without-row"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = True

HANDS = 400
"""Hands that are drawn: by chance, half of them of few ranks.  A row that rarer hands lack may escape them."""


def check(context: Context) -> Iterator[Finding]:
    """One finding for each way that leaves a hand out."""
    ruleset = context.configured.ruleset
    for way in ruleset.of(Way):
        for area in areas_set_by(way, ruleset)[:1]:
            reader = way_reader(way, arranger(area, ruleset))
            found = hands_without_row(reader, ruleset, HANDS)
            if found:
                yield _finding(context, reader, found)


def by_letter(context: Context) -> Iterator[Finding]:
    """The same of the rows that a clause supports: what is left out once those that are only assumed are taken away."""
    ruleset = context.configured.ruleset
    is_taken_away = letter_of(ruleset)
    for way in ruleset.of(Way):
        kept = tuple(row for row in way.table.rows if not is_taken_away(row))
        taken = [row for row in way.table.rows if row not in kept]
        for area in areas_set_by(way, ruleset)[:1] if taken else ():
            reader = way_reader(replace(way, table=replace(way.table, rows=kept)), arranger(area, ruleset))
            found = hands_without_row(reader, ruleset, HANDS)
            if found:
                whole = way_reader(way, arranger(area, ruleset))
                meant = list(whole.rows_that_fit(found[0], Sight(Equipment(ruleset))))
                yield _by_letter(context, reader, found, [row for row in taken if row in meant])


def _by_letter(
    context: Context, reader: WayReader, found: tuple[tuple[Card, ...], ...], taken: Sequence[Row]
) -> Finding:
    way, held = reader.way, cards_text(found[0])
    words = few([quoted(row_words(row, way.table)) for row in taken], 2)
    assumed = next((row.basis.assumption for row in taken if row.basis.assumption is not None), None)
    reason = reason_of(context.ruleset, (assumed.under or assumed.because or "") if assumed is not None else "")
    whole = _finding(context, reader, found)
    return replace(
        whole,
        message=Prose(f"no clause says how {held} is set by {way.name}"),
        condition=Prose(
            sentence(
                f"Without {words}, which only our assumption supports, {whole.condition[:1].lower()}{whole.condition[1:]}"
            )
        ),
        cause=Prose(sentence(f"The document leaves it open: {reason}") if reason else ""),
        recommendation=Prose(f"State it with a clause of its own, as assumed or otherwise: {words}."),
        subject=f"{way.name} leaves out by the letter",
        cites=cites_of([way.basis, *(row.basis for row in taken)]),
        span=taken[0].basis.span,
        witness=None,
        no_witness_because=Prose("Play sets the hand as the assumed row says."),
    )


def _finding(context: Context, reader: WayReader, found: tuple[tuple[Card, ...], ...]) -> Finding:
    way, held = reader.way, cards_text(found[0])
    fitting = list(reader.rows_that_fit(found[0], Sight(Equipment(context.configured.ruleset))))
    met = cites_of([row.basis for row in fitting])
    cause = (
        f"The rows that are meant for it ({clauses(met)}) demand what it cannot be set to."
        if met
        else "No row is meant for it."
    )
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"no row of {way.name} covers {held}"),
        condition=Prose(
            f"Of {HANDS} hands drawn by chance, half of them of few ranks, {len(found)} are covered by no row."
        ),
        criteria=Prose("A way must say of every hand that can be dealt how it is set."),
        cause=Prose(cause),
        effect=Prose(f"{counted(len(found), 'hand')} of {HANDS} cannot be set"),
        recommendation=Prose(f"Say in {way.name} how {held} is set."),
        ruleset=context.id,
        subject=f"{way.name} leaves out",
        cites=cites_of([way.basis, *(row.basis for row in fitting)]),
        span=way.basis.span,
        witness=_witness(context, reader, held),
    )


def _witness(context: Context, reader: WayReader, held: str) -> Witness | None:
    area = reader.arranger.area
    if area.owner is not Owner.DEALER:
        return None
    return Witness(f'audit play {context.id} --given "{area.name} {held}"')
