"""`audit rule`."""

from __future__ import annotations

from typing import Annotated

import typer

from audit.commands.session import CLEAN, USAGE, Stop, finish


def register(app: typer.Typer) -> None:
    app.command("rule")(print_rule)


def print_rule(
    name: Annotated[str | None, typer.Argument(help="A rule of findings; without it, all of them.")] = None,
) -> None:
    """The page of a finding's rule."""
    import difflib

    from audit.checks.rules import RULES, page

    if name is None:
        for rule in RULES:
            print(f"{rule.NAME:<28}{rule.FAMILY:<8}{rule.SEVERITY.value}")
        finish(CLEAN)
    if name not in {rule.NAME for rule in RULES}:
        near = difflib.get_close_matches(name, [rule.NAME for rule in RULES], n=3)
        raise Stop(
            USAGE,
            f"there is no rule {name} [not-found, exit 2]",
            f"near: {', '.join(near)}" if near else "audit rule lists them",
        )
    print(page(name))
    finish(CLEAN)
