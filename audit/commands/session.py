"""What every command does alike: find rulesets, read them, write results, end with the right exit code.

Exit codes: 0 clean, 1 findings or differences, 2 usage, 3 an input could not be read, 4 a check could not be completed.
"""

from __future__ import annotations

import os
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from audit.checks.context import Settings
    from audit.language.diagnostics import Diagnostic
    from audit.language.library import Library
    from audit.language.loading import Checked
    from audit.language.printing import Look
    from audit.ruleset.configure import Value

CLEAN, FINDINGS, USAGE, UNREADABLE, INCOMPLETE = range(5)


class Stop(Exception):
    """Ends a command: a message for stderr, and an exit code."""

    def __init__(self, code: int, message: str = "", mend: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.mend = code, message, mend


@dataclass
class Session:
    """The common options of a command, and what they lead to."""

    rulesets: Path | None = None
    config: Path | None = None
    quiet: bool = False
    color: str = "auto"
    _settings: dict[str, Any] | None = field(default=None, repr=False)

    @property
    def settings(self) -> dict[str, Any]:
        """`audit.toml`: the file given, else the one in the working folder, else nothing."""
        if self._settings is None:
            path = self.config or Path("audit.toml")
            if self.config is not None and not path.is_file():
                raise Stop(USAGE, f"{path}: no such file [config, exit 2]")
            try:
                self._settings = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
            except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
                raise Stop(UNREADABLE, f"{path}: error: cannot be read: {error} [config, exit 3]") from error
        return self._settings

    def rules(self) -> Settings:
        """What `audit.toml` settles of the rules of findings."""
        from audit.checks.context import Settings, SettingsError
        from audit.checks.rules import check_settings

        try:
            check_settings(self.settings)
            return Settings.read(self.settings)
        except SettingsError as error:
            raise Stop(USAGE, f"{self.config or 'audit.toml'}: error: {error} [config, exit 2]") from error

    def library(self) -> Library:
        """The rulesets at hand: those of `--rulesets`, else of `audit.toml`, else the ones shipped."""
        from audit import resources
        from audit.language.library import Library

        chosen = self.rulesets or self.settings.get("rulesets")
        folders = [Path(chosen)] if chosen else []
        if chosen and not folders[0].is_dir():
            raise Stop(USAGE, f"{folders[0]}: no such folder [rulesets, exit 2]")
        return Library((*folders, resources.folder("rulesets")) if chosen else (resources.folder("rulesets"),))

    @property
    def width(self) -> int:
        """The terminal's width, 80 to 120; 100 where the output is piped."""
        if not sys.stdout.isatty():
            return 100
        try:
            return max(80, min(120, os.get_terminal_size().columns))
        except OSError:
            return 100

    @property
    def colored(self) -> bool:
        if self.color != "auto":
            return self.color == "always"
        return sys.stdout.isatty() and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")

    def read(self, wanted: str, library: Library) -> Checked:
        """A ruleset that must be sound; its mistakes end the command with exit code 3."""
        from audit.language.loading import check
        from audit.language.reading import ReadError

        try:
            checked = check(library.open(wanted), library)
        except ReadError as error:
            raise Stop(error.exit_code, error.first_line, error.mend) from error
        if checked.ruleset is None:
            self.complain(checked.diagnostics, checked)
            raise Stop(UNREADABLE)
        return checked

    def complain(self, diagnostics: Iterable[Diagnostic], checked: Checked) -> None:
        """Prints the mistakes of a ruleset on stderr."""
        from audit.language.printing import print_diagnostic

        sources = dict(checked.assembled.sources) if checked.assembled else {}
        sources[checked.source.name] = checked.source
        for diagnostic in diagnostics:
            print(print_diagnostic(diagnostic, sources, self.look()), file=sys.stderr)

    def look(self, *, concise: bool = False) -> Look:
        """How messages look on this terminal."""
        from audit.language.printing import Look

        return Look(colour=self.colored, concise=concise, unicode="utf" in (sys.stdout.encoding or "").lower())


def choices(given: Sequence[str]) -> dict[str, Value]:
    """``--choose NAME=VALUE`` as values; raises `Stop` where one is not of that form."""
    from audit.ruleset.configure import read_value

    found: dict[str, Value] = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals or not name.strip() or not value.strip():
            raise Stop(USAGE, f"--choose {item}: a choice is NAME=VALUE [choose, exit 2]")
        found[name.strip()] = read_value(value.strip().strip("'\""))
    return found


def print_out(lines: Iterable[str]) -> None:
    """The result, on stdout."""
    for line in lines:
        print(line)


def say(text: str, *, quiet: bool = False) -> None:
    """Talk, on stderr."""
    if not quiet:
        print(text, file=sys.stderr)


def write(path: Path, content: str | bytes) -> None:
    """Writes a file under a temporary name and renames it, so that nothing is ever half-written."""
    data = content.encode("utf-8") if isinstance(content, str) else content
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        scratch.write_bytes(data)
        scratch.replace(path)
    except OSError as error:
        scratch.unlink(missing_ok=True)
        reason = error.strerror.lower() if error.strerror else "unknown reason"
        raise Stop(
            INCOMPLETE, f"{path}: error: cannot be written: {reason}; the old file is untouched [unwritable, exit 4]"
        ) from error


def as_json(document: object) -> str:
    import json

    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def finish(code: int) -> NoReturn:
    """Ends a command that has printed its result."""
    raise Stop(code)
