"""A beginning of a part, as the search for bounds hands it on."""

from __future__ import annotations

from dataclasses import dataclass

from audit.documents.document import PartKind


@dataclass(frozen=True, slots=True)
class Start:
    """A beginning at the ``at``-th read line.

    ``style`` and ``prefix`` are those of its sections' labels; ``joins`` is the start whose part goes on here.
    """

    at: int
    kind: PartKind
    because: tuple[str, ...]
    title: str = ""
    style: str = ""
    prefix: str = ""
    joins: int | None = None
