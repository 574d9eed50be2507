"""The words of a line as the file has them, without its clauses and its assumption."""

from __future__ import annotations

from collections.abc import Mapping

from audit.language.syntax import Source
from audit.ruleset.basis import Span


def words_of_line(span: Span, sources: Mapping[str, Source]) -> str:
    """What the line says, on one line; empty where its text is not at hand."""
    source = sources.get(span.source)
    if source is None or not span.line:
        return ""
    text = _without_tail(source.line(span.line)[span.column - 1 :])
    number = span.line
    while text.endswith(",") and number < span.line + 40:
        number += 1
        text = f"{text} {_without_tail(source.line(number).strip())}"
    return " ".join(text.split())


def _without_tail(line: str) -> str:
    """The line up to its clauses, its assumption or its comment; quotations are passed over."""
    quoted = False
    for at, character in enumerate(line):
        if character == '"':
            quoted = not quoted
        elif not quoted and (
            character in "@#" or (line.startswith("assumed ", at) and (at == 0 or line[at - 1] == " "))
        ):
            return line[:at].rstrip()
    return line.rstrip()
