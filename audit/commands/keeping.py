"""Rulesets that were examined before are not examined again: what came out is kept, under all that it hangs on.

A key is made of the texts of the ruleset and of all that it takes over, of what was asked, of the settings of rules, of every file
of this program, and of the versions of what it reckons with.  So nothing is ever found that other code or another text made.
What was not completed for want of time or memory is not kept: another time it may be.

What is read back may have been written by somebody else: it can name frozen data of this program, numbers and texts, and nothing
that does anything.
"""

from __future__ import annotations

import contextlib
import enum
import hashlib
import importlib
import io
import os
import pickle
import platform
from collections.abc import Callable, Iterator
from dataclasses import is_dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from audit import resources
from audit.commands.examining import Done, Wanted, examine, without_solutions
from audit.commands.replaying import typed

if TYPE_CHECKING:
    from audit.commands.session import Session
    from audit.language.loading import Checked

ANEW = "AUDIT_ANEW"
"""The variable of the environment by which nothing that was kept is looked up."""

MOST_KEPT = 200
"""More results than this are not kept: those that were used least lately go."""

RECKONS_WITH = ("lark", "numpy", "numba", "llvmlite")

PLAIN = {
    ("fractions", "Fraction"), ("datetime", "date"), ("pathlib", "PosixPath"), ("pathlib", "WindowsPath"), ("pathlib", "PurePosixPath"),
    ("builtins", "frozenset"), ("builtins", "set"),
}  # fmt: skip


def recalled(session: Session, asked: str, checked: Checked, wanted: Wanted, part: Callable[[str], None]) -> Done:
    """What came of a ruleset, without the solutions behind it: as it was kept, else examined now, and kept if all was completed."""
    is_kept = not os.environ.get(ANEW) and wanted.document is None and checked.assembled is not None
    path = resources.cache_folder() / "results" / f"{_key(session, asked, checked, wanted)}.pickle" if is_kept else None
    found = _read(path) if path is not None else None
    if found is None:
        found = without_solutions(examine(session, asked, checked, wanted, part))
        if path is not None and not found.gave_up:  # what no method solves, none will another time
            _keep(found, path)
    return found


def _key(session: Session, asked: str, checked: Checked, wanted: Wanted) -> str:
    assert checked.assembled is not None
    assert checked.ruleset is not None
    texts = sorted((source.name, source.text) for source in checked.assembled.sources.values())
    how = typed(session, asked, checked.ruleset.head.id, session.library())
    rules = session.rules()
    what = asked, repr(how), repr(replace(wanted, jobs=1)), repr(replace(rules, off=frozenset())), *sorted(rules.off)
    parts = program(), checked.source.name, *texts, repr(checked.diagnostics), *what
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "surrogatepass")).hexdigest()


@cache
def program() -> str:
    """A digest of all files of this program where they lie, and the versions of Python and of what it reckons with."""
    from importlib.metadata import version

    digest = hashlib.sha256()
    for path in _files():
        digest.update(str(path).encode("utf-8", "surrogateescape") + b"\0" + path.read_bytes() + b"\0")
    versions = [platform.python_version(), *(version(name) for name in RECKONS_WITH)]
    return f"{digest.hexdigest()} {' '.join(versions)}"


def _files() -> Iterator[Path]:
    code = Path(resources.__file__).parent
    for folder, ending in ((code, "*.py"), (resources.folder("grammars"), "*")):
        yield from sorted(path for path in folder.rglob(ending) if path.is_file())


# on disk


class _Unpickler(pickle.Unpickler):
    """Reads frozen data of this program; raises `pickle.UnpicklingError` for anything else that is named."""

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) in PLAIN:
            return super().find_class(module, name)
        if module.partition(".")[0] == "audit":
            from audit.solve.errors import NotSolvable

            found = getattr(importlib.import_module(module), name, None)
            if isinstance(found, type) and (is_dataclass(found) or issubclass(found, enum.Enum | str | tuple | NotSolvable)):
                return found
        raise pickle.UnpicklingError(f"{module}.{name} is no data of this program")


def _read(path: Path) -> Done | None:
    try:
        found = _Unpickler(io.BytesIO(path.read_bytes())).load()
        path.touch()
    except Exception:  # whatever stands there, it is made anew
        return None
    return found if isinstance(found, Done) else None


def _keep(done: Done, path: Path) -> None:
    with contextlib.suppress(OSError):  # a cache that cannot be written costs time, nothing else
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f"{path.name}.{os.getpid()}")
        scratch.write_bytes(pickle.dumps(done, pickle.HIGHEST_PROTOCOL))
        scratch.replace(path)
        kept = sorted(path.parent.glob("*.pickle"), key=lambda one: one.stat().st_mtime)
        for old in kept[:-MOST_KEPT]:
            old.unlink(missing_ok=True)
