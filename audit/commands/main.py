"""The `audit` program: its commands, and what happens when one of them cannot go on."""

from __future__ import annotations

import codecs
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from audit.commands import check, diff, fmt, listing, play, report, rule, show, verify
from audit.commands.options import settle
from audit.commands.session import CLEAN, INCOMPLETE, USAGE, Session, Stop

INTERRUPTED = 130
"""What the shell and typer call an interrupt."""

app = typer.Typer(
    name="audit",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Exact audits of rules of play: executable game definitions, each line citing its clause.",
    epilog="Exit codes: 0 clean, 1 findings or differences, 2 usage, 3 an input could not be read, "
    "4 a check could not be completed; of several the highest.",
)


@app.callback(invoke_without_command=True)
def common(
    context: typer.Context,
    rulesets: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Rulesets, before the ones shipped.")] = None,
    config: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Settings; else audit.toml in the working folder.")
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Findings only, in one line each; clean is silence.")] = False,
    color: Annotated[
        str | None, typer.Option(metavar="WHEN", help="auto, always or never; NO_COLOR is respected.")
    ] = None,
    no_color: Annotated[bool, typer.Option("--no-color", help="As --color never.")] = False,
    version: Annotated[bool, typer.Option("--version", help="Print the version and end.")] = False,
) -> None:
    """Common options stand before the command or behind it."""
    if version:
        from audit.version import VERSION

        print(f"audit {VERSION}")
        raise typer.Exit
    given = {"rulesets_folder": rulesets, "config": config, "quiet": quiet, "color": color, "no_color": no_color}
    context.obj = settle(Session(), given)
    if context.invoked_subcommand is None:
        print(context.get_help())
        raise typer.Exit


for module in (listing, show, fmt, check, verify, play, diff, report, rule):
    module.register(app)


def main(arguments: Sequence[str]) -> int:
    """Runs a command; every way of failing ends in one clear message and its exit code."""
    for stream in (sys.stdout, sys.stderr):
        _without_unicode(stream)
    code = _code_of(arguments)
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _nobody_reads()
        return INCOMPLETE
    except OSError as error:
        _tell(
            f"error: the output cannot be written: {(error.strerror or 'unknown reason').lower()} [unwritable, exit 4]"
        )
        _nobody_reads()
        return INCOMPLETE
    return code


def run() -> None:
    """The entry point of the program."""
    sys.exit(main(sys.argv[1:]))


def _code_of(arguments: Sequence[str]) -> int:
    try:
        ended = app(args=list(arguments), prog_name="audit", standalone_mode=False)
        if ended == INTERRUPTED:
            raise KeyboardInterrupt
        return ended if isinstance(ended, int) else CLEAN
    except Stop as stop:
        _tell(*stop.lines)
        return stop.code
    except (KeyboardInterrupt, typer.Abort):
        _tell("interrupted; nothing was written [interrupted, exit 4]")
        return INCOMPLETE
    except BrokenPipeError:
        return INCOMPLETE
    except MemoryError:
        _tell("not completed: there is not enough memory [memory, exit 4]")
        return INCOMPLETE
    except SystemExit as error:
        # typer ends so where nobody reads the output.
        return INCOMPLETE if error.code else CLEAN
    except Exception as error:
        said = getattr(error, "format_message", None)
        if said is None:
            return _our_fault(error)
        _tell(*_usage(said(), getattr(getattr(error, "ctx", None), "command_path", "audit")))
        return USAGE


SLIPS = (
    (re.compile(r"^[Ii]nvalid value for (?:argument )?'?([^':]+)'?: "), r"\1: "),
    (re.compile(r"Value error, "), ""),
    (re.compile(r"Input should be a valid integer.*"), "a whole number is expected"),
    (re.compile(r"^[Gg]ot unexpected extra arguments? ?(?:\(s\))? ?\((.*)\)$"), r"more is given than it takes: \1"),
    (re.compile(r" / '?--output'?$"), ""),
)
NEAR = re.compile(r" \((?:Possible options|Did you mean)[: ]+(.*?)\)$| Did you mean (.*?)\?$")


def _usage(said: str, command: str) -> list[str]:
    """A slip in the arguments, in one line and a mend."""
    text = " ".join(said.split())
    near = NEAR.search(text)
    text = NEAR.sub("", text).rstrip(".")
    for found, instead in SLIPS:
        text = found.sub(instead, text)
    text = text.replace("'", "")
    names = (near[1] or near[2]).replace("'", "").replace(", ", " or ") if near else ""
    mend = f"did you mean {names}?  " if names else ""
    first = text if text[1:2].isupper() else f"{text[:1].lower()}{text[1:]}"
    return [f"error: {first} [usage, exit {USAGE}]", f"  = {mend}{command} --help lists what it takes"]


def _our_fault(error: Exception) -> int:
    from audit.commands.working import fault, keep_fault

    failed = fault(error)
    _tell(*failed.lines)
    keep_fault(failed.fault)
    return INCOMPLETE


def _tell(*lines: str) -> None:
    """Says something on stderr, behind all that stands on stdout; nothing in it commands a terminal."""
    from contextlib import suppress

    from audit.language.printing import visible

    with suppress(OSError):
        sys.stdout.flush()
    with suppress(OSError):
        for line in "\n".join(lines).split("\n") if lines else ():
            print(visible(line), file=sys.stderr)


def _nobody_reads() -> None:
    """Lets what is left in the buffer of stdout go nowhere, so that the interpreter ends without a word."""
    try:
        number = sys.stdout.fileno()
    except (OSError, ValueError):
        return
    os.dup2(os.open(os.devnull, os.O_WRONLY), number)


# where the locale knows no Unicode

PLAIN = "audit-plain"


def _plain_signs(error: UnicodeError) -> tuple[str, int]:
    """Stands in for signs that an output cannot show: ``...`` for an ellipsis, ``+-``, ``#`` for the marks of a bar."""
    from audit.language.printing import PLAIN_MARKS

    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end]
    return "".join(PLAIN_MARKS.get(sign, "#" if sign in "━╸╺" else "?") for sign in signs), error.end


codecs.register_error(PLAIN, _plain_signs)


def _without_unicode(stream: object) -> None:
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors=PLAIN)


if __name__ == "__main__":
    run()
