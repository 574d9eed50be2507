"""A term that is defined and nowhere used.

What: A defined term that no other clause of the same rules uses, in any of its forms.
Why: A definition without a use is left over from another game or an older edition, or the rule that needed it is gone.
Example: "Call Bet" is defined; no clause speaks of call bets.
Instead: the rule that uses the term, or no definition.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator

from rapidfuzz import fuzz

from audit.checks.documents.context import Written
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.quoting import quoted
from audit.checks.documents.terms import Term, terms_of, used_words, uses
from audit.checks.finding import Finding
from audit.language.diagnostics import Severity

NAME = "unused-definition"
FAMILY = "text"
SEVERITY = Severity.NOTE
DYNAMIC = False

_WHOLE = 3
"""With fewer sections than these a part is an excerpt, and the uses may stand in what it leaves out."""
_MISREAD = 85.0
"""How alike words must be (per cent) to be the term as a scan misreads it."""


def check(written: Written) -> Iterator[Finding]:
    """The terms of the part that are used in no other clause."""
    if sum(c.is_labelled or bool(c.title) for c in written.part.clauses) < _WHOLE:
        return
    for term in terms_of(written):
        if term.spot.text.part(term.start, term.end).repairs or any(True for _ in uses(written, term)):
            continue
        if is_scan(written) and _is_misread_elsewhere(written, term):
            continue
        yield _finding(written, term)


def _is_misread_elsewhere(written: Written, term: Term) -> bool:
    return any(
        fuzz.partial_ratio(name.lower(), words) >= _MISREAD
        for words in used_words(written, term)
        for name in term.names
    )


def _finding(written: Written, term: Term) -> Finding:
    return written.finding(
        NAME,
        SEVERITY,
        term.spot,
        term.name.casefold(),
        message=f"{term.clause.path} defines “{term.name}”, which no other clause uses",
        condition=f"{term.clause.path}: {quoted(term.spot.text.words[max(term.start - 1, 0) : term.scope_end], 120)}. "
        "The term stands in no other clause.",
        criteria="A definition should serve a rule that uses the term.",
        effect="The rule that needed the term is missing, or the definition is left over",
        recommendation=f"Strike the definition of “{term.name}”, or state the rule that uses it.",
    )
