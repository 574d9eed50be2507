"""What a line that does not parse is told, in a reviewer's words.

In: a place where the parser stopped. Out: one diagnostic, and where a mend is known the edits that make it.
Each family of mistakes is a module; every mend has been proved by parsing the mended line.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes import beginnings, figures, forms, indents, joined, quotations, rows, tails, words
from audit.language.mistakes.expecting import advice, expected, quoted
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.syntax import Source

if TYPE_CHECKING:
    from audit.language.building import BuildError

__all__ = ["Explanation", "Mistake", "explain", "explain_build", "explain_fully"]

Family = Callable[[Mistake], Explanation | None]

FAMILIES: tuple[Family, ...] = (
    # Layout comes first: what stands in the wrong line makes no sense word by word.
    forms.whole_line, tails.after_break, indents.comma_at_end, indents.too_deep, quotations.open_quote, rows.row,
    indents.no_block, joined.signs, beginnings.beginning,
    # Then what has a form of its own, before it is taken for a misspelt word.
    forms.joined_numbers, forms.joined_wagers, forms.name_of_two_words,
    quotations.other_marks, figures.dates, figures.ids, figures.places_of_law, figures.odds, figures.ranges,
    figures.money, figures.cards, joined.brackets, joined.alternatives, tails.order, words.misspelt_tail,
    words.doubled, joined.two_facts,
    words.list_ends, joined.comma_before_or, words.no_kind, beginnings.line_of_elsewhere,
    # Then single words: the likeliest slip first.
    words.foreign_word, words.misspelt, figures.names, words.article, words.incomplete, words.reserved,
    figures.clauses, words.only_word, words.no_cards, quotations.no_marks, words.lacks_kind, words.noise, words.order,
    beginnings.lacks_beginning,
)


def explain_fully(mistake: Mistake) -> Explanation:
    """The message for a mistake, and the edits that mend its line, where they are known."""
    for family in FAMILIES:
        found = family(mistake)
        if found is not None:
            return found
    return _otherwise(mistake)


def explain(mistake: Mistake) -> Diagnostic:
    """The message for a mistake."""
    return explain_fully(mistake).diagnostic


def explain_build(error: BuildError, source: Source) -> Diagnostic:
    """The message for a construct, or a cell of a table, that parses as a line and means nothing."""
    # It speaks of building, which is built on parsing, which is built on this.
    from audit.language.mistakes import cells  # noqa: PLC0415

    return cells.explain_build(error, source)


def _otherwise(m: Mistake) -> Explanation:
    """What is said where no family knows the mistake: what may stand there."""
    before = m.previous.text if m.previous is not None else ""
    if m.is_finished:
        place = Piece("", m.previous.end if m.previous is not None else m.word.start)
        started = m.text[: place.start].strip()
        said = f"{quoted(started)} is not complete" if started else "the line is not complete"
        return m.tell("incomplete", said, place, advice(m, until=place.start))
    if m.accepts & {"_NL", "CITE"} and before:
        return m.tell("not-understood", f"{quoted(m.word.text)} is not understood behind {quoted(before)}", m.word,
                      f"after {quoted(before)}: {expected(m).phrase}")
    said = f"{quoted(m.word.text)} is not understood"
    return m.tell("not-understood", f"{said} after {quoted(before)}" if before else f"{said} here", m.word, advice(m))
