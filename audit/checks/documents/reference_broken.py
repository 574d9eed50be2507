"""A clause that is cited and not there, or whose title is another's.

What: A section, subsection or item that another clause cites and the document does not have; one whose title is not the
  title that is cited; one said to stand above that stands below; a clause that cites itself as the place of a rule.
Why: The reader is sent to the wrong rule. Most such citations were right once and were left behind by a renumbering.
Example: E.2: "in accordance with § 7 (relating to wagers)", where § 7 is Shuffle and Cut, and § 8 is Wagers.
Instead: § 8 (relating to wagers)
Settings: severity; may be waived
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from audit.checks.documents.citations import NEAR, RIGHT, Citation, citations_of, has_lookalike, may_be_there
from audit.checks.documents.cited_content import cited_for, speaks_of, speaks_of_all
from audit.checks.documents.context import Written
from audit.checks.documents.legibility import is_scan, is_sure
from audit.checks.documents.quoting import quoted_around
from audit.checks.documents.sentences import section_of
from audit.checks.documents.titles import best_titled, gist, heading_of, likeness
from audit.checks.finding import Finding
from audit.documents.clauses import Clause
from audit.documents.references import Reference, bare_steps, references_in
from audit.language.diagnostics import Severity

NAME = "reference-broken"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "A clause that is cited must exist, and be the one whose title is given."
EFFECT = "A reader who follows the citation does not find the rule that is meant"
_MOST_LOOKED = 1_000_000
"""Titles of one part that are compared with those given: a thousand references among a thousand clauses."""
_AHEAD = 0.2
"""By how much another clause's title must be more like the one given than that of the clause cited."""
_FOREIGN = 0.25
_MOST = 200
"""Broken references of one part; more, and its labels are not read."""


def check(written: Written) -> Iterator[Finding]:
    """Each broken reference of the part."""
    yield from itertools.islice(_found(written), _MOST)


def _found(written: Written) -> Iterator[Finding]:
    for cited in citations_of(written):
        yield from _judged(cited)


def _judged(cited: Citation) -> Iterator[Finding]:
    reference, meant = cited.reference, cited.meant
    if cited.text.part(*reference.whole).repairs:
        return
    if reference.title is not None and not reference.loose and _may_be_title(cited):
        found = _titled_otherwise(cited)
        if found is not None:
            yield found
            return
    if meant is None:
        if not may_be_there(cited):
            yield _finding(
                cited, f"{cited.named}, which is not there", [], "cite the clause that is meant, or strike the citation"
            )
    elif is_scan(cited.written) or not is_sure(cited.written, meant):
        return
    elif meant.path == cited.clause.path:
        if not has_lookalike(cited):
            yield _finding(cited, "itself", [], "cite the clause that has the rule")
    elif not cited.index.stands_as_said(reference, cited.clause, meant):
        if has_lookalike(cited):
            return
        said = f" {reference.direction}"
        other = "below" if reference.direction == "above" else "above"
        yield _finding(
            cited,
            f"{cited.named.removesuffix(said)}{said}; {meant.path} stands {other}{_about(meant)}",
            [meant],
            f"cite the clause that is meant, or write “{other}”",
        )
    elif reference.title is None:
        yield from _silent_on_it(cited, meant)


def _silent_on_it(cited: Citation, meant: Clause) -> Iterator[Finding]:
    """Where the clause cited has no word of what it is cited for: a suspicion, so a note."""
    matter = cited_for(cited.text.words, cited.reference)
    if not matter or meant.path == cited.clause.path or speaks_of(meant, matter) is not False:
        return
    over = cited.written.above.get(meant.path)
    beside = over.children if over is not None else cited.written.part.clauses
    here = {c.path for c in _with_those_above(cited, cited.clause)}
    among = [c for c in beside if c is not meant and c.is_labelled and c.path not in here]
    able = [c for c in among if speaks_of_all(c, matter)]
    other = able[0] if len(able) == 1 else None  # of two that may be meant, neither is named
    does = f"; {other.path} does" if other is not None else ""
    instead = f"cite {other.path} if that is meant" if other is not None else "cite the clause that speaks of it"
    finding = _finding(
        cited,
        f"{cited.named} for “… {matter}”; {meant.path} does not speak of it{does}",
        [meant, *([other] if other else [])],
        instead,
        gist(cited.clause.words, 24),
    )
    yield replace(finding, severity=Severity.NOTE)


# titles


def _titled_otherwise(cited: Citation) -> Finding | None:
    """Where the title that is given is none of those of the clause cited, or of the clauses above that."""
    title = cited.reference.title or ""
    own = _own_likeness(cited, title)
    if own >= RIGHT:
        return None
    if cited.reference.shared:
        return _shared_otherwise(cited, title)
    meant = cited.meant
    other, likest = best_titled(title, _sought(cited))
    if other is not None and _is_misled(cited, other):
        return None
    if (
        other is not None
        and likest >= RIGHT
        and likest - own >= _AHEAD
        and (meant is None or not _is_within(meant, other))
    ):
        instead = f"cite {_cited_as(cited.reference, other)}"
        if meant is None:
            return _finding(
                cited, f"{cited.named}, which is not there; “{_short(title)}” is {other.path}", [other], instead
            )
        said = f"{cited.named} as “{_short(title)}”; that is {other.path}, and {_top(cited, meant).path} is {_is_named(cited, meant)}"
        return _finding(cited, said, [meant, other], instead)
    if (
        meant is not None
        and own < _FOREIGN
        and _is_title(cited)
        and not is_scan(cited.written)
        and heading_of(_top(cited, meant))
    ):
        said = f"{cited.named} as “{_short(title)}”; {_top(cited, meant).path} is {_is_named(cited, meant)}"
        return _finding(cited, said, [meant], "cite the clause that is meant, by its title")
    return None


def _sought(cited: Citation) -> list[Clause]:
    """The clauses that are looked through for a title; none once that came to more than any document needs."""
    looked = cited.written.once("looked through for titles", lambda: [0])
    among = _titled_clauses(cited) if looked[0] < _MOST_LOOKED else []
    looked[0] += len(among)
    return among


def _titled_clauses(cited: Citation) -> list[Clause]:
    """Where a clause is looked for by its title: on the first level, and beside the citing clause and those above it."""
    among = list(cited.written.part.clauses)
    if not cited.reference.is_section:
        for over in _with_those_above(cited, cited.clause):
            among += over.children
    return [c for c in among if c.is_labelled and c.path != cited.clause.path]


def _is_misled(cited: Citation, other: Clause) -> bool:
    """Whether the scan, not the document, may have put the title under another label."""
    if not is_scan(cited.written):
        return False
    if not is_sure(cited.written, other) or (cited.meant is not None and not is_sure(cited.written, cited.meant)):
        return True
    said = Counter(cited.written.once("titles cited", lambda: _titles_cited(cited.written)))
    return said[cited.reference.steps[0], gist(cited.reference.title or "")] > 1


def _titles_cited(written: Written) -> list[tuple[str, str]]:
    """The label and the title of each reference that gives one."""
    given = (r for c in written.clauses for r in references_in(c.text.words) if r.title is not None)
    return [(r.steps[0], gist(r.title or "")) for r in given]


def _own_likeness(cited: Citation, title: str) -> float:
    """How like the title is to that of the clause cited, or of one above it; two that share their words are alike."""
    if cited.meant is None:
        return 0.0
    most = 0.0
    for clause in _with_those_above(cited, cited.meant):
        heading = heading_of(clause)
        short = likeness(heading, title) if len(heading.split()) > 1 else 0.0
        most = max(most, likeness(title, heading), short)
    return most


def _shared_otherwise(cited: Citation, title: str) -> Finding | None:
    """Where one title is given to a list, and has nothing of this clause's own."""
    meant = cited.meant
    if meant is None or is_scan(cited.written):
        return None
    heading = heading_of(_top(cited, meant))
    if not heading or likeness(heading, title) >= _FOREIGN or not _is_title(cited):
        return None
    said = f"{cited.named} as “{_short(title)}”; {_top(cited, meant).path} is {_is_named(cited, meant)}"
    return _finding(cited, said, [meant], "cite the clauses that are meant, by their titles")


def _with_those_above(cited: Citation, clause: Clause) -> Iterator[Clause]:
    over: Clause | None = clause
    told: set[str] = set()
    while over is not None and over.path not in told:
        yield over
        told.add(over.path)
        over = cited.written.above.get(over.path)


def _top(cited: Citation, clause: Clause) -> Clause:
    """The nearest clause from here outwards that has a title."""
    return next((c for c in _with_those_above(cited, clause) if heading_of(c)), clause)


def _is_within(clause: Clause, outer: Clause) -> bool:
    above = bare_steps(outer.path)
    return bare_steps(clause.path)[: len(above)] == above


def _is_title(cited: Citation) -> bool:
    """Whether what stands in parentheses is meant for a title: it is said to relate to it, or is set in capitals."""
    words = cited.text.words[cited.reference.start : cited.reference.whole[1]]
    if "relating to" in words:
        return True
    long = [word for word in (cited.reference.title or "").split() if len(word) > 3]
    return len(long) > 1 and all(word[0].isupper() for word in long)


def _may_be_title(cited: Citation) -> bool:
    """Whether the words in parentheses name the clause, and are no remark: ``(Wagers)``, not ``(the layout)``."""
    title = cited.reference.title or ""
    long = [word for word in title.split() if len(word) > 3]
    return _is_title(cited) or title[:1].isupper() or 2 * sum(word[0].isupper() for word in long) > len(long)


def _cited_as(reference: Reference, clause: Clause) -> str:
    return f"§ {clause.path}" if reference.word.startswith("§") else clause.path


def _is_named(cited: Citation, clause: Clause) -> str:
    heading = heading_of(_top(cited, clause))
    return f"“{_short(heading.rstrip(' .'))}”" if heading else "another clause"


def _about(clause: Clause) -> str:
    heading = heading_of(clause)
    return f" and is “{_short(heading.rstrip(' .'))}”" if heading else ""


def _within(cited: Citation) -> str:
    """The title of the section in which the citation stands."""
    heading = heading_of(section_of(cited.written, cited.clause))
    return f" (in “{_short(heading.rstrip(' .'))}”)" if heading and not cited.in_title else ""


def _around(cited: Citation) -> str:
    return quoted_around(cited.text.words, *cited.reference.whole)


def _short(words: str, most: int = 70) -> str:
    return words if len(words) <= most else words[:most].rsplit(maxsplit=1)[0] + " …"


def _finding(cited: Citation, said: str, others: list[Clause], instead: str, known: str = "") -> Finding:
    """A finding that is known again by the section, the clause and the words before; by ``known`` where these are not enough."""
    path = cited.clause.path
    begin = cited.reference.whole[0]
    near = gist(cited.reference.title or cited.text.words[max(0, begin - NEAR) : begin])
    where = f"{gist(heading_of(section_of(cited.written, cited.clause)))}; {gist(cited.clause.words)}; {near}{'; ' * bool(known)}{known}"
    return cited.written.finding(
        NAME,
        SEVERITY,
        cited.spot,
        where,
        message=f"{path}{_within(cited) if said == 'itself' or said.endswith('not there') else ''} cites {said}",
        condition=f"{path}{_within(cited)}: {_around(cited)}. {path} cites {said}.",
        criteria=CRITERIA,
        cause="",
        effect=EFFECT,
        recommendation=f"{instead[0].upper()}{instead[1:]}.",
        others=others,
    )
