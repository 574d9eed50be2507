"""What every command does alike: find rulesets, read them, and end with the right exit code.

Exit codes: 0 clean, 1 findings or differences, 2 usage, 3 an input could not be read, 4 a check could not be completed.
"""

from __future__ import annotations

import difflib
import os
import re
import sys
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from audit.checks.settings import Settings
    from audit.checks.waivers import Waivers
    from audit.files import ReadError
    from audit.language.library import Library
    from audit.language.loading import Checked
    from audit.language.printing import Look
    from audit.language.syntax import Source
    from audit.ruleset.configure import Value

CLEAN, FINDINGS, USAGE, UNREADABLE, INCOMPLETE = range(5)

SETTINGS = "audit.toml"
KEYS = ("rulesets", "rules", "waiver")
NARROWEST, WIDEST, PIPED = 80, 120, 100
GUTTER = 8
"""Room for the number of a line that is shown."""
COLORS = ("auto", "always", "never")


class Stop(Exception):
    """Ends a command: a message for stderr with its mend, and an exit code.

    ``shown`` is the message as a terminal has it, with colours and the line that it speaks of, where it has such a form.
    """

    def __init__(self, code: int, message: str = "", mend: str = "", shown: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.mend, self.shown = code, message, mend, shown

    @property
    def text(self) -> str:
        """The message as it is printed; nothing where the command has said all there is to say."""
        return self.shown or (f"{self.message}\n  = {self.mend}" if self.mend and self.message else self.message)


def usage(message: str, mend: str = "", name: str = "usage") -> Stop:
    """What was asked wrongly: exit 2."""
    return Stop(USAGE, f"error: {message} [{name}, exit {USAGE}]", mend)


@dataclass
class Session:
    """The common options of a command, and what they lead to.

    ``to_file`` is of a session whose text goes into a file: there it is as where the output is piped.
    """

    rulesets: Path | None = None
    config: Path | None = None
    quiet: bool = False
    color: str = "auto"
    to_file: bool = False
    _settings: dict[str, Any] | None = field(default=None, repr=False)

    def for_files(self) -> Session:
        """The same session, for the text of files."""
        return replace(self, to_file=True)

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
        return settings_text(path, self.settings_name)

    @property
    def settings(self) -> dict[str, Any]:
        """What `audit.toml` says; raises `Stop` where it is no TOML or says what nothing reads."""
        if self._settings is None:
            self._settings = settings_in(self.settings_text, self.settings_name, KEYS)
        return self._settings

    def rules(self) -> Settings:
        """What `audit.toml` settles of the rules of findings."""
        from audit.checks.settings import Settings, SettingsError

        try:
            if "rules" in self.settings:
                from audit.checks.catalogue import check_settings

                check_settings(self.settings)
            return Settings.read(self.settings)
        except SettingsError as error:
            raise Stop(USAGE, f"{self.settings_name}: error: {error} [config, exit 2]") from error

    def waivers(self) -> Waivers:
        """The waivers of `audit.toml`, those that cannot count among them."""
        from audit.checks.waivers import Waivers, read_waivers

        if "waiver" not in self.settings:
            return Waivers()
        from audit.checks.catalogue import NAMES

        return read_waivers(self.settings, self.settings_text, self.settings_name, NAMES)

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
        if not self._is_watched:
            return PIPED
        try:
            return max(NARROWEST, min(WIDEST, os.get_terminal_size(sys.stdout.fileno()).columns))
        except (OSError, ValueError):
            return PIPED

    @property
    def message_width(self) -> int:
        """Where messages are wrapped: at the terminal's width; nowhere where the output is piped (0)."""
        return self.width if self._is_watched else 0

    @property
    def cuts(self) -> bool:
        """Whether words of a table are cut to the width: on a terminal only."""
        return self._is_watched

    @property
    def _is_watched(self) -> bool:
        return sys.stdout.isatty() and not self.to_file

    @property
    def colored(self) -> bool:
        """Whether stdout is coloured: on a terminal that is not dumb, with `NO_COLOR` empty, unless `--color` overrules."""
        if self.to_file or self.color != "auto":
            return self.color == "always" and not self.to_file
        return self._is_watched and os.environ.get("TERM") != "dumb" and not os.environ.get("NO_COLOR")

    def read(self, wanted: str, library: Library) -> Checked:
        """A ruleset that must be sound; its mistakes end the command with exit code 3."""
        checked = self.opened(wanted, library)
        if checked.ruleset is None:
            raise self._unsound(checked)
        return checked

    def opened(self, wanted: str, library: Library) -> Checked:
        """A ruleset as far as it can be read; raises `Stop` where it is not there or no text."""
        from audit.files import ReadError
        from audit.language.loading import check

        path = named(wanted)
        if path.is_dir() and not wanted.endswith(".rop"):
            raise usage(f"{wanted} is a folder, and one ruleset is expected", f"audit list {wanted} shows those in it")
        try:
            return check(library.open(wanted), library)
        except ReadError as error:
            stop = unreadable(error)
            id_ = wanted.removesuffix(".rop")
            if error.kind == "not-found" and id_ != wanted and id_ in library.ids():
                stop.mend = f"{id_} is a ruleset at hand; its id is typed without .rop"
            raise stop from error

    def _unsound(self, checked: Checked) -> Stop:
        """What stops a command at a ruleset with mistakes: all of them, as they are printed on stderr."""
        from audit.language.printing import Look, print_diagnostic

        colored = self.colored and (self.color == "always" or sys.stderr.isatty())
        look = Look(colour=colored, concise=self.quiet, unicode=_is_unicode(sys.stderr))
        sources = sources_of(checked)
        shown = "\n".join(print_diagnostic(d, sources, look) for d in checked.diagnostics)
        first = min(checked.diagnostics, key=lambda d: d.severity.rank)
        return Stop(UNREADABLE, first.first_line, shown=shown)

    def look(self) -> Look:
        """How messages look where the result goes."""
        from audit.language.printing import Look

        width = self.message_width - GUTTER if self.message_width else None
        return Look(self.colored, unicode=self.to_file or _is_unicode(sys.stdout), width=width)


def settings_text(path: Path, name: str) -> str:
    """The text of a settings file; raises `Stop` where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise _broken(name, "it is not UTF-8", "save it as UTF-8") from error
    except OSError as error:
        raise _broken(name, (error.strerror or "unknown reason").lower()) from error


def settings_in(text: str, name: str, keys: Sequence[str]) -> dict[str, Any]:
    """The settings in a text; raises `Stop` where it is no TOML, or sets what nothing reads."""
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        # The parser tells the place in parentheses behind the message.
        why, _, place = str(error).partition(" (at line ")
        numbers = "".join(f":{number}" for number in re.findall(r"[0-9]+", place))
        raise _broken(f"{name}{numbers}", f"{why[:1].lower()}{why[1:]}") from error
    for key in settings:
        if key not in keys:
            said = f'{name}: error: there is no setting "{key}" [config, exit {USAGE}]'
            raise Stop(USAGE, said, f"{near(key, keys)}there are: {', '.join(keys)}")
    return settings


def _broken(place: str, why: str, mend: str = "") -> Stop:
    return Stop(UNREADABLE, f"{place}: error: cannot be read: {why} [config, exit {UNREADABLE}]", mend)


def named(path: str) -> Path:
    """A path that a person typed; raises `Stop` for one that names nothing, as an unset variable of a shell does."""
    if not path.strip():
        raise usage("an empty name stands where a ruleset is expected")
    return Path(path)


def near(wanted: str, known: Iterable[str]) -> str:
    """``did you mean …?`` and two spaces, to stand before what else there is; nothing where nothing is like it."""
    found = difflib.get_close_matches(wanted, list(known), n=1)
    return f"did you mean {found[0]}?  " if found else ""


def no_such(ruleset: str, kind: str, wanted: str, known: Sequence[str]) -> Stop:
    """A wager, a ranking … that a ruleset does not have."""
    return usage(
        f"{ruleset} has no {kind} {wanted}", f"{near(wanted, known)}it has: {', '.join(known) or 'none'}", "not-found"
    )


def sources_of(checked: Checked) -> dict[str, Source]:
    """The texts that the mistakes of a ruleset speak of, by their names."""
    return {**(checked.assembled.sources if checked.assembled else {}), checked.source.name: checked.source}


def _is_unicode(stream: object) -> bool:
    return "utf" in (getattr(stream, "encoding", None) or "").lower()


def unreadable(error: ReadError) -> Stop:
    """What stops a command at an input: exit 2 where it is not there, 3 where it cannot be read."""
    return Stop(error.exit_code, error.first_line, error.mend)


def choices(given: Sequence[str]) -> dict[str, Value]:
    """``--choose NAME=VALUE`` as values; raises `Stop` where one is not of that form, or two name one option."""
    from audit.ruleset.configure import GROUPED, read_value

    found: dict[str, Value] = {}
    for item in given:
        name, equals, value = (part.strip() for part in item.partition("="))
        if not equals or not name or not value.strip("'\""):
            raise usage(
                f"--choose {_short(item)}: a choice is OPTION=VALUE", "such as --choose table_minimum='$5'", "choose"
            )
        if name in found:
            raise usage(f"--choose {name} is given twice", "one value holds at a time", "choose")
        value = value.strip("'\"")
        number = value.lstrip("$").rstrip("%")
        if "," in number and not number.strip("0123456789,.") and not GROUPED.fullmatch(number):
            raise usage(
                f"--choose {_short(item)}: {_short(value)} is no number: a comma groups thousands", "such as 7.50, or 1,000", "choose"
            )
        found[name] = read_value(value)
    return found


def _short(text: str, most: int = 60) -> str:
    return text if len(text) <= most else f"{text[:most]}…"
