"""The `audit` program: its commands, and what happens when one of them cannot go on."""

from __future__ import annotations

import codecs
import functools
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from audit.commands import check, clauses, diff, fmt, interrupts, listing, play, report, rule, show, verify
from audit.commands.options import settle
from audit.commands.output import flush, nobody_reads, say
from audit.commands.session import CLEAN, INCOMPLETE, Session, Stop, usage
from audit.commands.working import collect_seldom

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


for module in (listing, show, fmt, clauses, check, verify, play, diff, report, rule):
    module.register(app)


def main(arguments: Sequence[str]) -> int:
    """Runs a command; every way of failing ends in one clear message and its exit code."""
    _open_what_is_closed()
    for stream in (sys.stdout, sys.stderr):
        _without_unicode(stream)
    code = _code_of(arguments)
    try:
        flush()
    except BrokenPipeError:
        nobody_reads()
        return INCOMPLETE
    except Stop as stop:
        _tell(stop.text)
        return stop.code
    return code


def run() -> None:
    """The entry point of the program."""
    collect_seldom()
    interrupts.insist()
    sys.exit(main(sys.argv[1:]))


@functools.cache
def _program() -> Callable[..., object]:
    """The commands with their arguments, made of the functions once."""
    return typer.main.get_command(app)


def _code_of(arguments: Sequence[str]) -> int:
    try:
        ended = _program()(args=list(arguments), prog_name="audit", standalone_mode=False)
        if ended == INTERRUPTED:
            raise KeyboardInterrupt
        return ended if isinstance(ended, int) else CLEAN
    except Stop as stop:
        _tell(stop.text, fit=bool(stop.shown))
        return stop.code
    except (KeyboardInterrupt, typer.Abort):
        interrupts.heard()
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
        slip = _usage(said(), getattr(getattr(error, "ctx", None), "command_path", "audit"))
        _tell(slip.text)
        return slip.code


SLIPS = (
    (re.compile(r"^[Ii]nvalid value for (?:argument )?'?([^':]+)'?: "), r"\1: "),
    (re.compile(r"Value error, "), ""),
    (re.compile(r"Input should be a valid integer.*"), "a whole number is expected"),
    (re.compile(r"^[Gg]ot unexpected extra arguments? ?(?:\(s\))? ?\((.*)\)$"), r"more is given than it takes: \1"),
    (re.compile(r" / '?--output'?$"), ""),
)
NEAR = re.compile(r" \((?:Possible options|Did you mean)[: ]+(.*?)\)$| Did you mean (.*?)\?$")


def _usage(said: str, command: str) -> Stop:
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
    return usage(first, f"{mend}{command} --help lists what it takes")


def _our_fault(error: Exception) -> int:
    from audit.commands.working import fault, keep_fault, traceback_of

    stop = fault()
    _tell(stop.text)
    keep_fault(traceback_of(error))
    return stop.code


def _tell(text: str, *, fit: bool = False) -> None:
    """The last word, on stderr, even where nobody reads stdout any more."""
    from contextlib import suppress

    with suppress(OSError, Stop):
        flush()
    with suppress(OSError):
        say(text, fit=fit)


def _open_what_is_closed() -> None:
    """A stream that was closed from outside leads nowhere, and standard input says nothing."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123


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
