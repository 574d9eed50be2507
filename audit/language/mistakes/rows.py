"""Rows of tables as lines: the bar that closes a row, and what may stand behind it."""

from __future__ import annotations

import re

from audit.language.mistakes.mistake import Explanation, Mistake, Piece

MEND = "| and, behind it, the clause"


def row(m: Mistake) -> Explanation | None:
    """A row that is not closed by a bar, or something other than a tail behind it."""
    if m.is_cell or not m.words or "ROW" not in m.accepts and not m.words[0].text.startswith("|"):
        return None
    text = m.text.rstrip()
    if not text.lstrip().startswith("|"):
        return None
    cite = re.search(r"\s*(@|\bassumed\b|#)", text)
    end = cite.start() if cite else len(text)
    body = text[:end].rstrip()
    if cite is not None and "|" in text[cite.start() :] and text[cite.start()] != "#" and cite[1] == "@":
        bar = text.rindex("|")
        edit = m.edit(len(body), len(text), f" | {text[cite.end() - 1 : bar].strip()} {text[bar + 1 :].strip()}".rstrip())
        edits = (edit,) if m.parses(edit) else ()
        return m.tell("row-open", "the clause stands inside the row", Piece("@", cite.end() - 1),
                      "behind the closing |", edits=edits)
    if not body.endswith("|") or body.count("|") == 1:
        closing = m.edit(len(body), len(body), " |")
        edits = (closing,) if m.parses(closing) else ()
        return m.tell("row-open", "the row is not closed", Piece("", len(body)), MEND, edits=edits)
    return None


def cells(text: str) -> list[Piece]:
    """The cells of a row, without the space about them, with the columns they begin in (from 0)."""
    found: list[Piece] = []
    at = text.index("|") + 1
    for part in text[at : text.rindex("|")].split("|"):
        bare = part.strip()
        lead = len(part) - len(part.lstrip()) if bare else min(1, len(part))
        found.append(Piece(bare, at + lead))
        at += len(part) + 1
    return found
