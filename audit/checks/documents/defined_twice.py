"""One term that two clauses define in different words.

What: A term to which two clauses of the same rules each give a meaning, and not the same one.
Why: Which meaning a rule has depends on which of the two its reader knows.
Example: A.2: "Ante" means a wager of the table minimum. J.1: "Ante" means a wager of any amount.
Instead: one definition, and a citation of it where the other stood.
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rapidfuzz import fuzz

from audit.checks.documents.context import Written
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.sentences import straightened
from audit.checks.documents.terms import Term, terms_of
from audit.checks.finding import Finding
from audit.language.diagnostics import Severity

NAME = "defined-twice"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

_SAME = 97.0
"""How alike two meanings must be (per cent) to be one, but for a comma or an ending."""
_SAME_IN_A_SCAN = 80.0


def check(written: Written) -> Iterator[Finding]:
    """Each term that is defined again in other words, once for each further definition."""
    first: dict[str, Term] = {}
    for term in terms_of(written):
        earlier = next((first[key] for name in term.names if (key := _key(name)) in first), None)
        if earlier is not None and earlier.clause.path != term.clause.path and not _is_same(written, earlier, term):
            yield _finding(written, earlier, term)
        for name in term.names:
            first.setdefault(_key(name), term)


def _key(name: str) -> str:
    """The name in small letters, in the singular."""
    words = re.findall(r"[a-z0-9]+", straightened(name).lower().replace("'s", ""))
    return " ".join(word.removesuffix("s") if len(word) > 3 else word for word in words)


def _is_same(written: Written, one: Term, other: Term) -> bool:
    alike = fuzz.ratio(_plain(one.meaning), _plain(other.meaning))
    return bool(alike >= (_SAME_IN_A_SCAN if is_scan(written) else _SAME))


def _plain(meaning: str) -> str:
    return " ".join(re.findall(r"[a-z0-9$]+", meaning.lower()))


def _finding(written: Written, one: Term, other: Term) -> Finding:
    return written.finding(
        NAME,
        SEVERITY,
        other.spot,
        _key(other.name),
        message=f"{other.clause.path} defines “{other.name}” again, and {one.clause.path} in other words",
        condition=f"{one.clause.path}: “{_short(one.meaning)}” {other.clause.path}: “{_short(other.meaning)}”",
        criteria="A term should be defined once.",
        effect="A rule that uses the term can be read in two ways",
        recommendation=f"Keep one definition of “{other.name}”, and cite it where the other stands.",
        others=[one.clause],
    )


def _short(words: str, most: int = 110) -> str:
    plain = " ".join(words.split())
    return plain if len(plain) <= most else plain[:most].rsplit(maxsplit=1)[0] + " …"
