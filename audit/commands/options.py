"""The options that all commands share: they may stand before the command or behind it, and mean the same."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from audit.commands.session import COLORS, INCOMPLETE, Session, Stop, usage

MOST_JOBS = 64


def within(least: int, most: int) -> Callable[[int | None], int | None]:
    """A check that a number lies between two others; raises `typer.BadParameter`."""

    def check(number: int | None) -> int | None:
        if number is not None and not least <= number <= most:
            raise typer.BadParameter(f"a whole number from {least:,} through {most:,} is expected")
        return number

    return check


Choose = Annotated[list[str] | None, typer.Option(metavar="OPTION=VALUE", help="The house's choice; may repeat.")]
Output = Annotated[
    list[Path] | None,
    typer.Option("-o", "--output", metavar="FILE", help="A file besides; its ending says the form.  May repeat."),
]
InForce = Annotated[
    bool, typer.Option("--in-force", help="Only what is in force: no other readings, no other options.")
]
Jobs = Annotated[int, typer.Option(callback=within(1, MOST_JOBS), metavar="N", help="Rulesets worked on at a time.")]

SHARED: dict[str, tuple[Any, object]] = {
    "rulesets_folder": (Annotated[Path | None, typer.Option("--rulesets", metavar="FOLDER", hidden=True)], None),
    "config": (Annotated[Path | None, typer.Option(metavar="FILE", hidden=True)], None),
    "quiet": (
        Annotated[bool, typer.Option("--quiet", help="Findings only, in one line each; clean is silence.")],
        False,
    ),
    "color": (Annotated[str | None, typer.Option(metavar="WHEN", hidden=True)], None),
    "no_color": (Annotated[bool, typer.Option("--no-color", hidden=True)], False),
}
"""What each command takes besides its own; the help of ``audit`` itself shows them, so that of a command need not."""

TYPES = re.compile(r" <(?:list\[)?(?:str|path|int)\]?>")
EPILOG = "Options of audit itself (--rulesets, --config, --quiet, --color) may stand here, too: audit --help."


def settle(session: Session, given: dict[str, Any]) -> Session:
    """The session with what is given behind the command; raises `Stop` for a word that is no choice."""
    color = "never" if given.get("no_color") else given.get("color")
    if color is not None and color not in COLORS:
        raise usage(f"--color {color}: auto, always or never")
    return Session(
        rulesets=given.get("rulesets_folder") or session.rulesets,
        config=given.get("config") or session.config,
        quiet=bool(given.get("quiet")) or session.quiet,
        color=color or session.color,
    )


def command(app: typer.Typer, name: str, function: Callable[..., int], short: str) -> None:
    """Registers a command: its own arguments, the shared options, its exit code as what it returns, a line of help."""
    own = inspect.signature(function, eval_str=True)
    parameters = list(own.parameters.values())
    for key, (annotation, default) in SHARED.items():
        parameters.append(
            inspect.Parameter(key, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
        )

    @functools.wraps(function)
    def run(context: typer.Context, **given: Any) -> int:
        shared = {key: given.pop(key) for key in SHARED}
        context.obj = settle(context.obj, shared)
        try:
            return function(context, **given)
        except BrokenPipeError:
            # Whoever read the output has enough; there is nobody left to tell.
            raise Stop(INCOMPLETE) from None

    run.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
    run.__annotations__ = {p.name: p.annotation for p in parameters}
    del run.__wrapped__
    app.command(name, cls=Command, epilog=EPILOG, short_help=short)(run)


class Command(TyperCommand):
    """A command whose help is for people: it speaks of no types."""

    def get_help(self, ctx: Any) -> str:
        """The help, with spaces in the place of what is not meant for a reader."""
        return TYPES.sub(lambda found: " " * len(found[0]), super().get_help(ctx)).replace("{", "").replace("}", "")
