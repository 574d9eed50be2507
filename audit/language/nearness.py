"""Names that somebody may have meant."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

MOST_SHOWN = 3
MOST_COMPARED = 500


def nearest(name: str, names: Sequence[str]) -> list[str]:
    """The names most like one that is not there; a few of them in any case, if there are only a few."""
    distinct = list(dict.fromkeys(names))[:MOST_COMPARED]
    near = difflib.get_close_matches(name, distinct, n=MOST_SHOWN, cutoff=0.6)
    return near or (distinct if len(distinct) <= MOST_SHOWN else [])


def likeliest(name: str, names: Sequence[str]) -> str | None:
    """Of several names the one most like another, however little; None of none."""
    few = names[:MOST_COMPARED]
    return max(few, key=lambda other: difflib.SequenceMatcher(None, name, other).ratio(), default=None)


def said_all(lead: str, names: Sequence[str]) -> str:
    """The names behind a lead, or nothing where there are none."""
    return lead + ", ".join(names) if names else ""
