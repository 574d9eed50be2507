"""The paper that a report is set for."""

from __future__ import annotations

import enum


class Paper(enum.Enum):
    """The values are Typst's names."""

    A4 = "a4"
    LETTER = "us-letter"

    @property
    def css(self) -> str:
        return {"a4": "A4", "us-letter": "letter"}[self.value]
