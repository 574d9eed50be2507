"""A round that cannot go on: no choice is permitted, or no card is left to deal.

What: A decision none of whose choices is permitted to the player who is asked; cards that are dealt until a hand is
    what it can never be, so that the deck runs out; a choice after which nothing is otherwise and he is asked again.
    Rounds are played in search of one; that none is found proves nothing.
Why: The table stands still, and no clause says how the round ends.
Example: each player decides: raise, only if his hand is a pair or better.  Whoever has less may do nothing at all.
Instead: a choice without a condition, such as fold, beside the others.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from audit.checks.card_rounds import deals, played_at, table_of, witness
from audit.checks.context import Context
from audit.checks.finding import Finding, Witness
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, sentence
from audit.language.diagnostics import Severity
from audit.play.choosing import Stuck
from audit.play.errors import CannotGoOn, PlayError
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import ConfigureError
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.planner import deals_cards

NAME = "stuck"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = True

AT_RANDOM, AT_MOST = 60, 160
"""Rounds that are played in search of one: of any cards, and with those of each class of hand."""


def check(context: Context) -> Iterator[Finding]:
    """One finding for each line at which some round stands still."""
    if not deals_cards(context.configured.ruleset):
        return
    table = context.once("table of cards", lambda: table_of(context))
    if table is None:
        return
    told: set[Span] = set()
    for deal in islice(deals(context, AT_RANDOM), AT_MOST):
        try:
            stopped = played_at(context, table, deal).stopped
        except (PlayError, ConfigureError):  # an option that this round asks for may be unset
            continue
        if isinstance(stopped, CannotGoOn) and stopped.span not in told:
            told.add(stopped.span)
            yield _finding(context, stopped, witness(context, [(Prose("Result"), table)], deal))


def _finding(context: Context, stopped: CannotGoOn, shown: Witness | None) -> Finding:
    step, basis = _where(context.configured.ruleset, stopped.span)
    is_choice = isinstance(stopped, Stuck)
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"a round can stand still: {stopped.message}"),
        condition=Prose(sentence(stopped.message)),
        criteria=Prose("Every round that can be dealt must come to an end."),
        cause=Prose("Each choice asks for something that the player may lack." if is_choice else ""),
        effect=Prose("the round is not finished, and its wagers are not decided"),
        recommendation=Prose(
            "State what such a player does: a choice that asks for nothing."
            if is_choice
            else "State where the deal of these cards ends."
        ),
        ruleset=context.id,
        subject=f"{step} stands still",
        cites=cites_of([basis]) if basis is not None else (),
        span=stopped.span,
        witness=shown,
        no_witness_because=Prose("" if shown is not None else "The round that shows it cannot be put into one command."),
    )


def _where(ruleset: Ruleset, span: Span) -> tuple[str, Basis | None]:
    """The step that a line stands in, and what the line rests on."""
    for round_ in ruleset.of(rd.Round):
        for step in round_.steps:
            for node in walk(step):
                if isinstance(node, Stated) and node.basis.span == span:
                    return step.name.text, node.basis
    return "the round", None
