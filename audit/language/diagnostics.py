"""Messages about a text: what is wrong, where, and a line that would do."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from audit.ruleset.basis import Span


class Severity(enum.Enum):
    """In falling order of weight."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"

    @property
    def rank(self) -> int:
        return list(Severity).index(self)


@dataclass(frozen=True, slots=True)
class Also:
    """A second place that a message speaks of."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One mistake: a name that stays the same for ever, a message in a reviewer's words, the place, one mend.

    ``replacement`` is the text that takes the place of ``span`` where a program can apply the mend; a message about a
    whole file has a span with line 0.
    """

    name: str
    message: str
    span: Span
    mend: str = ""
    severity: Severity = Severity.ERROR
    also: tuple[Also, ...] = ()
    because: str = ""
    replacement: str | None = None

    @property
    def first_line(self) -> str:
        """The whole message in one line: ``file:line:column: severity: what is wrong [name]``."""
        place = str(self.span) if self.span.line else self.span.source
        return f"{place}: {self.severity.value}: {self.message} [{self.name}]"


class LanguageError(Exception):
    """A text that cannot be understood; carries every mistake found in it."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__("\n".join(d.first_line for d in diagnostics))
        self.diagnostics = diagnostics
