"""Where rulesets are found: folders of ``.rop`` files, by id or by path."""

from __future__ import annotations

import difflib
import os
import re
from dataclasses import dataclass
from pathlib import Path

from audit.files import ReadError
from audit.language.diagnostics import Diagnostic
from audit.language.parsing import parse
from audit.language.reading import read_source
from audit.language.syntax import Source, SyntaxFile, Word

ID = re.compile(r"[a-z0-9][a-z0-9.-]*(/[a-z0-9][a-z0-9.-]*)+")
SUFFIX = ".rop"
MOST_FILES = 20_000
HEAD_BYTES = 65_536
_HEAD = re.compile(r"(?:ruleset|fragment|regulation|submission)[ \t]+(\S+)")


@dataclass(frozen=True, slots=True)
class Parsed:
    """A file as read, and the mistakes found in it."""

    file: SyntaxFile
    diagnostics: tuple[Diagnostic, ...]

    @property
    def id(self) -> str | None:
        """What the head calls it; None where the head cannot be read."""
        word = self.file.head.words[0] if self.file.head is not None else None
        return word.text if isinstance(word, Word) else None


class Library:
    """The rulesets in some folders.

    An id such as ``issuer/game/2022-09-08`` is looked for at that path in each folder, then in the heads of all files;
    where two folders have it in the same way, the first folder's counts.  Each file is read once.
    """

    def __init__(self, folders: tuple[Path, ...]) -> None:
        self.folders = folders
        self._parsed: dict[Path, Parsed] = {}
        self._index: dict[str, tuple[Path, ...]] | None = None

    def ids(self) -> tuple[str, ...]:
        """All ids, in order; a file whose head cannot be read has none."""
        return tuple(sorted(self._heads()))

    def path_of(self, ruleset: str) -> Path:
        """The file of an id; raises `ReadError` (``not-found``, with ids that are near; ``ambiguous``)."""
        if ID.fullmatch(ruleset):
            for folder in self.folders:
                path = folder / f"{ruleset}{SUFFIX}"
                if path.is_file() and _id_in(path) == ruleset:
                    return path
            found = self._heads().get(ruleset, ())
            if len(found) > 1:
                named = ", ".join(self.name_of(path) for path in found)
                raise ReadError("ambiguous", ruleset, f"several files have this id: {named}", "give one as a path", 2)
            if found:
                return found[0]
        raise self._not_found(ruleset)

    def read(self, path: Path) -> Source:
        """The text of a file; raises `ReadError`."""
        return read_source(path, self.name_of(path))

    def parsed(self, ruleset: str | Path) -> Parsed:
        """The syntax of a ruleset, by id or by path; raises `ReadError`."""
        path = ruleset if isinstance(ruleset, Path) else self.path_of(ruleset)
        if path not in self._parsed:
            file, diagnostics = parse(self.read(path))
            self._parsed[path] = Parsed(file, tuple(diagnostics))
        return self._parsed[path]

    def open(self, wanted: str) -> Parsed:
        """What a person asked for: a path if it ends in ``.rop`` or is a file, else an id; raises `ReadError`."""
        if wanted.endswith(SUFFIX) or (not ID.fullmatch(wanted) and _is_file(wanted)):
            return self.parsed(Path(wanted))
        return self.parsed(wanted)

    def name_of(self, path: Path) -> str:
        """How messages call a file: from its folder on; as given where it lies in none."""
        for folder in self.folders:
            if path.is_relative_to(folder):
                return path.relative_to(folder).as_posix()
        return path.as_posix()

    def _heads(self) -> dict[str, tuple[Path, ...]]:
        if self._index is None:
            self._index = {}
            for folder in self.folders:
                here: dict[str, tuple[Path, ...]] = {}
                for path in files_in(folder):
                    found = _id_in(path)
                    if found is not None:
                        here[found] = (*here.get(found, ()), path)
                self._index = here | self._index
        return self._index

    def _not_found(self, ruleset: str) -> ReadError:
        ids = self.ids()
        names = dict.fromkeys(folder.name or str(folder) for folder in self.folders)
        where = ", ".join(names) or "no folder"
        near = difflib.get_close_matches(ruleset[:200], ids, n=3, cutoff=0.6)
        shows = f"audit list shows {len(ids)}"
        mend = f"near: {', '.join(near)}; {shows}" if near else shows
        return ReadError("not-found", ruleset, f"no such ruleset in {where}", mend, exit_code=2)


def files_in(folder: Path) -> list[Path]:
    """The rulesets below a folder, in order of their paths; at most `MOST_FILES`."""
    found: list[Path] = []
    for parent, folders, names in os.walk(folder):
        folders.sort()
        found.extend(Path(parent) / name for name in sorted(names) if name.endswith(SUFFIX))
        if len(found) >= MOST_FILES:
            return found[:MOST_FILES]
    return found


def _is_file(wanted: str) -> bool:
    try:
        return Path(wanted).is_file()
    except (OSError, ValueError):
        return False


def _id_in(path: Path) -> str | None:
    """The id that the head of a file gives; None where there is no head, or the file cannot be read."""
    try:
        if not path.is_file():
            return None
        with path.open("rb") as file:
            text = file.read(HEAD_BYTES).decode("utf-8", errors="replace")
    except OSError:
        return None
    for line in text.removeprefix("\ufeff").split("\n"):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            found = _HEAD.match(line)
            return found[1] if found and ID.fullmatch(found[1]) else None
    return None
