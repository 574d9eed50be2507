"""What every command does alike: find rulesets, read them, and end with the right exit code.

Exit codes: 0 clean, 1 findings or differences, 2 usage, 3 an input could not be read, 4 a check could not be completed.
"""

from __future__ import annotations

import difflib
import os
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from audit.checks.context import Settings
    from audit.checks.waivers import Waivers
    from audit.language.diagnostics import Diagnostic
    from audit.language.library import Library
    from audit.language.loading import Checked
    from audit.language.printing import Look
    from audit.language.reading import ReadError
    from audit.ruleset.configure import Value

CLEAN, FINDINGS, USAGE, UNREADABLE, INCOMPLETE = range(5)

SETTINGS = "audit.toml"
KEYS = ("rulesets", "rules", "waiver")
NARROWEST, WIDEST, PIPED = 80, 120, 100
COLORS = ("auto", "always", "never")


class Stop(Exception):
    """Ends a command: a message for stderr with its mend, and an exit code."""

    def __init__(self, code: int, message: str = "", mend: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.mend = code, message, mend

    @property
    def lines(self) -> list[str]:
        """The message as it is printed; nothing where the command has said all there is to say."""
        return [self.message, *([f"  = {self.mend}"] if self.mend else [])] if self.message else []


def usage(message: str, mend: str = "", name: str = "usage") -> Stop:
    """What was asked wrongly: exit 2."""
    return Stop(USAGE, f"error: {message} [{name}, exit {USAGE}]", mend)


@dataclass
class Session:
    """The common options of a command, and what they lead to."""

    rulesets: Path | None = None
    config: Path | None = None
    quiet: bool = False
    color: str = "auto"
    _settings: dict[str, Any] | None = field(default=None, repr=False)

    @property
    def settings_name(self) -> str:
        return str(self.config or SETTINGS)

    @property
    def settings_text(self) -> str:
        """`audit.toml` as it stands: the file given, else the one in the working folder, else nothing."""
        path = self.config or Path(SETTINGS)
        if self.config is not None and not path.exists():
            raise usage(
                f"--config {path}: no such file", f"without --config, {SETTINGS} of this folder counts", "config"
            )
        if not path.exists():
            return ""
        try:
            return path.read_text(encoding="utf-8")
        except UnicodeDecodeError as error:
            raise self._broken("it is not UTF-8", "save it as UTF-8") from error
        except OSError as error:
            raise self._broken((error.strerror or "unknown reason").lower()) from error

    @property
    def settings(self) -> dict[str, Any]:
        """What `audit.toml` says; raises `Stop` where it is no TOML or says what nothing reads."""
        if self._settings is None:
            try:
                self._settings = tomllib.loads(self.settings_text)
            except tomllib.TOMLDecodeError as error:
                raise self._broken(str(error)[:1].lower() + str(error)[1:]) from error
            for key in self._settings:
                if key not in KEYS:
                    near = difflib.get_close_matches(key, KEYS, n=1)
                    mend = f"did you mean {near[0]}?" if near else f"there are: {', '.join(KEYS)}"
                    raise Stop(
                        USAGE, f'{self.settings_name}: error: there is no setting "{key}" [config, exit 2]', mend
                    )
        return self._settings

    def _broken(self, why: str, mend: str = "") -> Stop:
        return Stop(UNREADABLE, f"{self.settings_name}: error: cannot be read: {why} [config, exit 3]", mend)

    def rules(self) -> Settings:
        """What `audit.toml` settles of the rules of findings."""
        from audit.checks.context import Settings, SettingsError
        from audit.checks.rules import check_settings

        try:
            check_settings(self.settings)
            return Settings.read(self.settings)
        except SettingsError as error:
            raise Stop(USAGE, f"{self.settings_name}: error: {error} [config, exit 2]") from error

    def waivers(self) -> Waivers:
        """The waivers of `audit.toml`, those that cannot count among them."""
        from audit.checks.waivers import read_waivers

        return read_waivers(self.settings, self.settings_text, self.settings_name)

    def library(self) -> Library:
        """The rulesets at hand: those of `--rulesets`, else of `audit.toml`; behind them the ones shipped."""
        from audit import resources
        from audit.language.library import Library

        shipped = resources.folder("rulesets")
        chosen = self.rulesets or self.settings.get("rulesets")
        if not chosen:
            return Library((shipped,))
        if not isinstance(chosen, str | Path):
            raise Stop(
                USAGE,
                f"{self.settings_name}: error: rulesets: a folder is expected [config, exit 2]",
                'such as rulesets = "rules"',
            )
        if not Path(chosen).is_dir():
            raise usage(
                f"{chosen}: no such folder of rulesets", "--rulesets names a folder that holds .rop files", "rulesets"
            )
        return Library((Path(chosen), shipped))

    @property
    def width(self) -> int:
        """The terminal's width, 80 to 120; 100 where the output is piped."""
        if not sys.stdout.isatty():
            return PIPED
        try:
            return max(NARROWEST, min(WIDEST, os.get_terminal_size(sys.stdout.fileno()).columns))
        except (OSError, ValueError):
            return PIPED

    @property
    def message_width(self) -> int:
        """Where messages are wrapped: at the terminal's width; nowhere where the output is piped (0)."""
        return self.width if sys.stdout.isatty() else 0

    @property
    def cuts(self) -> bool:
        """Whether words of a table are cut to the width: on a terminal only."""
        return sys.stdout.isatty()

    @property
    def colored(self) -> bool:
        """Whether stdout is coloured: on a terminal that is not dumb, with `NO_COLOR` empty, unless `--color` overrules."""
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
            raise unreadable(error) from error
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
            print(print_diagnostic(diagnostic, sources, self.look(concise=self.quiet)), file=sys.stderr)

    def look(self, *, concise: bool = False) -> Look:
        """How messages look on this terminal."""
        from audit.language.printing import Look

        utf_8 = "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()
        return Look(colour=self.colored, concise=concise, unicode=utf_8)


def unreadable(error: ReadError) -> Stop:
    """What stops a command at an input: exit 2 where it is not there, 3 where it cannot be read."""
    return Stop(error.exit_code, error.first_line, error.mend)


def choices(given: Sequence[str]) -> dict[str, Value]:
    """``--choose NAME=VALUE`` as values; raises `Stop` where one is not of that form, or two name one option."""
    from audit.ruleset.configure import read_value

    found: dict[str, Value] = {}
    for item in given:
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value.strip("'\""):
            raise usage(
                f"--choose {_short(item)}: a choice is OPTION=VALUE", "such as --choose table_minimum='$5'", "choose"
            )
        if name in found:
            raise usage(f"--choose {name} is given twice", "one value holds at a time", "choose")
        found[name] = read_value(value.strip("'\""))
    return found


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
