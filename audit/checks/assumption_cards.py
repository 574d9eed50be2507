"""Two readings of a round of cards, played side by side: the first round that they settle differently."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import islice

from audit.checks.card_rounds import Deal, Round, deals, play, played_at, table_of, witness
from audit.checks.context import Context
from audit.checks.finding import Witness
from audit.checks.prose import Prose
from audit.play.errors import PlayError
from audit.ruleset.configure import ConfigureError, Value, configure

FEW = 60
"""Rounds that are looked at where no figure differs."""


def first_difference(
    context: Context, choices: Mapping[str, Value], columns: tuple[Prose, Prose], wagers: Sequence[str]
) -> tuple[Witness | None, tuple[str, ...]]:
    """A round that these choices settle otherwise than those in force, and which wagers; ``wagers`` are those whose figures differ.

    None proves nothing: some rounds are looked at, not all.
    """
    table = context.once("table of cards", lambda: table_of(context))
    if table is None:
        return None, ()
    try:
        theirs = replace(table, configured=configure(context.ruleset, {**table.choices, **choices}))
    except ConfigureError:
        return None, ()
    for deal in islice(deals(context), None if wagers else FEW):
        try:
            one = played_at(context, table, deal)
            fixed = Deal(deal.seed, tuple(one.dealt.items()), one.decided)
            other = play(theirs, fixed)
        except PlayError:
            continue
        mine, yours = _brought(one), _brought(other)
        about = [name for name in {**mine, **yours} if mine.get(name) != yours.get(name)]
        if about:
            shown = witness(context, [(columns[0], table), (columns[1], theirs)], fixed, about)
            return shown, tuple(about)
    return None, ()


def _brought(played: Round) -> dict[str, tuple[str, Fraction | None]]:
    """What each wager and bonus brought."""
    found = {name.partition("[")[0]: (event.result, event.net) for name, event in played.settled.items()}
    return found | {event.bonus: (event.result, event.net) for event in played.bonuses.values() if event.net}
