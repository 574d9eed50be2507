"""Roles: titles that move round the table.  At a table of one player against the house each is the dealer's."""

from __future__ import annotations

from audit.play.errors import NotPlayable
from audit.play.itself import worked_out_once
from audit.play.sight import Thing
from audit.ruleset import wagers as wg
from audit.ruleset.ruleset import Ruleset

DEALER = "dealer"
"""Who holds a role that nobody else takes."""


@worked_out_once
def held_roles(ruleset: Ruleset) -> dict[str, Thing]:
    """Who holds each role at the start of a round: its name is worth that person, as long as the round goes on.

    A player who holds a role is no longer one who wagers against it, so the one player here takes none.
    """
    return {role.name.text: DEALER for role in ruleset.of(wg.Role) if is_left_to_the_dealer(role)}


def is_left_to_the_dealer(role: wg.Role) -> bool:
    """Whether the dealer holds a role unless somebody takes it."""
    return any(isinstance(line, wg.HeldBy) and line.holder.text == DEALER and line.guard is None for line in role.lines)


def refuse_open_role(wager: wg.Wager, ruleset: Ruleset) -> None:
    """Raises `NotPlayable` for a wager against a role of which nothing says that the dealer holds it."""
    for line in wager.lines:
        if isinstance(line, wg.AgainstRole) and line.role.text not in held_roles(ruleset):
            raise NotPlayable(f"against {line.role}, which nothing says that the dealer holds,", line.basis.span)
