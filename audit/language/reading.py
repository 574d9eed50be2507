"""A file of a ruleset becomes a text, or one clear word on why it cannot be read."""

from __future__ import annotations

from pathlib import Path

from audit.files import ReadError, bytes_of, utf_8
from audit.language import layout
from audit.language.syntax import Source

MOST_BYTES = 5_000_000
BEGINNINGS = "a ruleset begins with: ruleset, fragment, regulation or submission"


def read_source(path: Path, name: str) -> Source:
    """The text of a file under the name that messages use; its byte order mark dropped, its line ends made one.

    Raises `ReadError` where the file cannot be opened, is no plain file, is larger than `MOST_BYTES`, is not UTF-8, or
    says nothing.
    """
    text = utf_8(bytes_of(path, name, MOST_BYTES, "a ruleset is one game, one edition"), name)
    if not any(layout.has_words(line) for line in text.split("\n")):
        raise ReadError("empty", name, f"empty; {BEGINNINGS}")
    return Source(name, text)
