"""Roles that the player takes in the rounds that are looked at: the ruleset with a line more that says so.

A ruleset says who may take a role, not who does.  What is looked at with the player as its holder is looked at anew from
here on, by all that follows: play, solvers, checks.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from audit.ruleset.basis import Basis
from audit.ruleset.configure import ConfigureError
from audit.ruleset.names import Name
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import HeldBy, MayTake, OfferedBefore, OfferedFrom, Role, RoleLine, RoleOffered, TakenBy

DEALER = "dealer"
"""Who holds a role that nobody else takes."""

PLAYER = "player"
SHARED = "shared"
"""A role that a player holds, and of whose results the dealer takes a part."""

HOLDERS = (DEALER, PLAYER, SHARED)


def holding(ruleset: Ruleset, holders: Mapping[str, str]) -> Ruleset:
    """The ruleset for rounds in which these roles are held so; what the dealer holds stays as it is.

    Raises `ConfigureError` for a name that is no role, and for a holder that is none of `HOLDERS`.
    """
    if not holders:
        return ruleset
    roles = [role.name.text for role in ruleset.of(Role)]
    for name, holder in holders.items():
        if name not in roles:
            raise ConfigureError("role-unknown", f"there is no role {name}", f"there are: {', '.join(roles) or 'none'}")
        if holder not in HOLDERS:
            raise ConfigureError(
                "role-holder", f"{holder} holds no role", f"such as {name}={PLAYER}; there are: {', '.join(HOLDERS)}"
            )
    statements = tuple(
        _taken(one, holders[one.name.text])
        if isinstance(one, Role) and holders.get(one.name.text, DEALER) != DEALER
        else one
        for one in ruleset.statements
    )
    return replace(ruleset, statements=statements)


def _taken(role: Role, holder: str) -> Role:
    kept = tuple(line for line in role.lines if not isinstance(line, TakenBy))
    return replace(role, lines=(*kept, TakenBy(Name(holder), basis=_basis_of(role, RoleOffered, OfferedBefore))))


def _basis_of(role: Role, *kinds: type[RoleLine]) -> Basis:
    """The line of the first of these kinds that the role has, else its head."""
    return next((line.basis for kind in kinds for line in role.lines if isinstance(line, kind)), role.basis)


def taken_roles(ruleset: Ruleset) -> dict[str, str]:
    """The roles that the player has taken, each with how he holds it: alone, or shared with the dealer."""
    return {
        role.name.text: line.holder.text
        for role in ruleset.of(Role)
        for line in role.lines
        if isinstance(line, TakenBy)
    }


def refuse_untakable(configured: Ruleset, source: Ruleset) -> None:
    """Raises `ConfigureError` for a role that the player has taken and that no line in force lets him take, or share.

    ``source`` is the ruleset before choices were made, so that what another choice would offer is told as that.
    """
    for role in configured.of(Role):
        holder = taken_roles(configured).get(role.name.text)
        if holder is None:
            continue
        stated = next(one for one in source.of(Role) if one.name == role.name)
        if any(isinstance(line, RoleOffered) for line in stated.lines) and not _has(role, RoleOffered):
            raise ConfigureError(
                "role-not-offered", f"{role.name} is not offered in this configuration{_cited(stated, RoleOffered)}"
            )
        is_untaken = any(isinstance(line, HeldBy) and line.when_nobody_takes_it for line in role.lines)
        if not is_untaken and not _has(role, RoleOffered, OfferedBefore, OfferedFrom):
            raise ConfigureError("role-not-offered", f"{role.name} is offered to nobody{_cited(stated, HeldBy)}")
        if holder == SHARED and share_of_the_dealer(role) is None:
            why = f"nothing in this configuration lets the dealer take a part of what {role.name} brings{_cited(stated, MayTake)}"
            raise ConfigureError("role-not-shared", why, f"{role.name}={PLAYER} holds it alone")


def share_of_the_dealer(role: Role) -> MayTake | None:
    """The line by which the dealer may take a part of the result, if there is one."""
    return next((line for line in role.lines if isinstance(line, MayTake) and line.who is None), None)


def _has(role: Role, *kinds: type[RoleLine]) -> bool:
    return any(isinstance(line, kinds) for line in role.lines)


def _cited(role: Role, kind: type[RoleLine]) -> str:
    """The clauses of the lines of a kind, in parentheses; nothing where there are none."""
    clauses = dict.fromkeys(str(cite) for line in role.lines if isinstance(line, kind) for cite in line.basis.cites)
    return f" ({', '.join(clauses)})" if clauses else ""
