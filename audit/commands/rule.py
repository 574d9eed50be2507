"""`audit rule`."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.commands.options import command
from audit.commands.output import print_out
from audit.commands.session import CLEAN, Session, near, usage


def register(app: typer.Typer) -> None:
    command(app, "rule", print_rule, "What a finding's rule says, and why.")


def print_rule(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="A rule; without it, all of them.")] = None,
) -> int:
    """The page of a finding's rule."""
    from audit.checks.catalogue import ALL_RULES, page
    from audit.report.terminal.rules import rules_text

    session: Session = context.obj
    if name is None:
        print_out(rules_text(session.message_width))
        return CLEAN
    known = [rule.NAME for rule in ALL_RULES]
    if name not in known:
        raise usage(f"there is no rule {name}", f"{near(name, known)}audit rule lists them", "not-found")
    print_out(page(name, session.message_width).split("\n"))
    return CLEAN
