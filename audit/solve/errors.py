"""What stops a solver."""

from __future__ import annotations

from audit.ruleset.basis import NOWHERE, Span


class NotSolvable(Exception):
    """No method's conditions are met; ``statement`` names what stands in the way, ``why`` says it in words."""

    def __init__(self, why: str, statement: str = "", span: Span = NOWHERE) -> None:
        super().__init__(why)
        self.why, self.statement, self.span = why, statement, span


class NotVerifiable(NotSolvable):
    """The document is silent on what a figure would need: no method could give one."""


class OutOfTime(NotSolvable):
    """A method was given up after so many seconds: on another machine, or another day, it may come through."""
