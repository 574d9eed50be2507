"""Short quotations of the document in messages."""

from __future__ import annotations

_INNER = str.maketrans("“”", "‘’")
"""Quotation marks within a quotation."""


def quoted(words: str, most: int = 70) -> str:
    """The first words in quotation marks, on one line, cut between two words."""
    line = " ".join(words.split()).translate(_INNER)
    return f"“{line.rstrip(' .')}”" if len(line) <= most else f"“{line[:most].rsplit(maxsplit=1)[0]} …”"


def quoted_around(words: str, start: int, end: int, before: int = 60, behind: int = 30) -> str:
    """The words from ``start`` to ``end`` with some of those around them, on one line, in quotation marks."""
    first, last = max(0, start - before), min(len(words), end + behind)
    head, tail = words[first:start], words[end:last]
    if first > 0:
        head = head.split(maxsplit=1)[-1] if " " in head.strip() else head
    if last < len(words):
        tail = tail.rsplit(maxsplit=1)[0] if " " in tail.strip() else tail
    line = " ".join(f"{head}{words[start:end]}{tail}".split()).translate(_INNER)
    return f"“{'… ' if first > 0 else ''}{line.rstrip(' .')}{' …' if last < len(words) else ''}”"
