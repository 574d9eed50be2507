"""The `audit` program: its commands, and what happens when one of them cannot go on."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from audit.commands import check, diff, fmt, listing, play, report, rule, show, verify
from audit.commands.session import INCOMPLETE, Session, Stop

app = typer.Typer(
    name="audit",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Exact audits of rules of play: executable game definitions, each line citing its clause.",
)


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    rulesets: Annotated[Path | None, typer.Option(help="Folder of rulesets, before the ones shipped.")] = None,
    config: Annotated[Path | None, typer.Option(help="Settings; else audit.toml in the working folder.")] = None,
    quiet: Annotated[bool, typer.Option(help="Findings only, in one line each.")] = False,
    color: Annotated[str, typer.Option(help="auto, always or never.")] = "auto",
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    """Common options stand before the command."""
    if version:
        from audit.version import VERSION

        print(f"audit {VERSION}")
        raise typer.Exit
    if color not in ("auto", "always", "never"):
        raise typer.BadParameter("auto, always or never", param_hint="--color")
    context.obj = Session(rulesets, config, quiet, color)


for module in (listing, show, fmt, check, verify, play, diff, report, rule):
    module.register(app)


def run() -> None:
    """The entry point: every way of failing ends in one clear line and its exit code."""
    try:
        app()
    except Stop as stop:
        sys.stdout.flush()
        if stop.message:
            print(stop.message, file=sys.stderr)
            if stop.mend:
                print(f"  = {stop.mend}", file=sys.stderr)
        sys.exit(stop.code)
    except KeyboardInterrupt:
        print("interrupted; nothing was written [interrupted, exit 4]", file=sys.stderr)
        sys.exit(INCOMPLETE)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(INCOMPLETE)
    except Exception as error:
        _fault(error)
        sys.exit(INCOMPLETE)


def _fault(error: Exception) -> None:
    """An error of ours: one line, and a file with what to send."""
    import traceback

    from audit.version import VERSION

    where = ""
    try:
        Path("audit-fault.txt").write_text("".join(traceback.format_exception(error)), encoding="utf-8")
        where = "\n  = audit-fault.txt has what to send; nothing of this command's result is to be relied on"
    except OSError:
        pass
    kind = type(error).__name__
    print(
        f"internal error in audit {VERSION} ({kind}): this is a fault of audit, not of the ruleset [internal, exit 4]{where}",
        file=sys.stderr,
    )


if __name__ == "__main__":
    run()
