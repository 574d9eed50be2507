"""`--role`: who holds a role in the rounds that are looked at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from audit.commands.session import Stop, near, usage

if TYPE_CHECKING:
    from audit.ruleset.configure import ConfigureError, Value
    from audit.ruleset.ruleset import Ruleset

Roles = Annotated[
    list[str] | None,
    typer.Option(
        "--role",
        metavar="ROLE=HOLDER",
        help="Who holds a role: player; shared, with the dealer; else the dealer.  May repeat.",
    ),
]


def with_roles(ruleset: Ruleset, given: Sequence[str], chosen: Mapping[str, Value]) -> Ruleset:
    """The ruleset for rounds in which roles are held so; raises `Stop` for what is no role, or cannot be held so."""
    from audit.ruleset.configure import ConfigureError, configure
    from audit.ruleset.holding import holding, refuse_untakable

    if not given:
        return ruleset
    try:
        held = holding(ruleset, _holders(given))
    except ConfigureError as error:
        raise _wrong(error, ruleset, given) from error
    try:
        configured = configure(held, chosen)
    except ConfigureError:
        return held  # what is wrong with the choices is told where they are made
    try:
        refuse_untakable(configured.ruleset, held)
    except ConfigureError as error:
        raise _wrong(error, ruleset, given) from error
    return held


def _holders(given: Sequence[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for item in given:
        role, equals, holder = (part.strip() for part in item.partition("="))
        if not equals or not role or not holder:
            raise usage(
                f"--role {item[:60]}: a role and who holds it: ROLE=HOLDER", "such as --role bank=player", "role"
            )
        if role in found:
            raise usage(f"--role {role} is given twice", "one person holds it at a time", "role")
        found[role] = holder
    return found


def _wrong(error: ConfigureError, ruleset: Ruleset, given: Sequence[str]) -> Stop:
    from audit.ruleset.wagers import Role

    hint = error.hint
    if error.name == "role-unknown":
        roles = [role.name.text for role in ruleset.of(Role)]
        wrong = next((name for item in given if (name := item.partition("=")[0].strip()) not in roles), "")
        hint = near(wrong, roles) + hint
    return usage(f"--role: {ruleset.head.id}: {error.message}", hint, error.name)
