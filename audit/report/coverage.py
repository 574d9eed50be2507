"""Which clauses of a document the statements of a ruleset rest on, section by section."""

from __future__ import annotations

from collections.abc import Iterator

from audit.checks.citations import Cited, bare
from audit.documents.clauses import Clause, walk
from audit.documents.document import PartKind
from audit.report.examined import SectionCoverage
from audit.ruleset.basis import Citation
from audit.ruleset.rewrite import walk as walk_ruleset
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated

Steps = tuple[str, ...]


def coverage_of(ruleset: Ruleset, cited: Cited) -> tuple[SectionCoverage, ...]:
    """The clauses with words of their own: cited, cited by a statement taken over from another text alone, or not at all.

    Citing a clause covers all that is printed under it; a lead-in is covered by what it leads to.
    """
    own, taken_over = _cited_steps(ruleset, cited)
    return tuple(
        made
        for part in cited.parts
        if part.kind is PartKind.RULES
        for section in part.clauses
        if (made := _section(section, own, taken_over)) is not None
    )


def _cited_steps(ruleset: Ruleset, cited: Cited) -> tuple[frozenset[Steps], frozenset[Steps]]:
    """Clauses cited by statements of this text, and by those taken over from another."""
    own: set[Steps] = set()
    taken_over: set[Steps] = set()
    for stated in walk_ruleset((ruleset.head, ruleset.statements)):
        if isinstance(stated, Stated):
            into = own if stated.basis.edition in ("", ruleset.head.id) else taken_over
            for citation in stated.basis.own:
                into.update(_steps_of(citation, cited))
    return frozenset(own), frozenset(taken_over)


def _steps_of(citation: Citation, cited: Cited) -> Iterator[Steps]:
    first = bare(citation.clause)
    yield first
    if citation.through is None:
        return
    last = bare(citation.through)
    is_inside = False
    for part in cited.parts:
        for clause in walk(part.clauses):
            steps = bare(clause.path)
            is_inside = is_inside or steps == first
            if is_inside and len(steps) == len(first):
                yield steps
            if steps == last:
                is_inside = False


def _section(section: Clause, own: frozenset[Steps], taken_over: frozenset[Steps]) -> SectionCoverage | None:
    counted = [clause for clause in walk([section]) if clause.text or clause.tables]
    if not counted:
        return None
    by_own = [c for c in counted if _is_covered(c, own)]
    by_others = [c for c in counted if c not in by_own and _is_covered(c, taken_over)]
    rest = tuple(c.path for c in counted if c not in by_own and c not in by_others)
    title = " ".join(filter(None, (section.path, section.title.words.strip(" ."))))
    return SectionCoverage(title, len(by_own), len(by_others), rest)


def _is_covered(clause: Clause, cited: frozenset[Steps]) -> bool:
    steps = bare(clause.path)
    if any(steps[:n] in cited for n in range(1, len(steps) + 1)):
        return True
    return any(bare(below.path) in cited for below in walk(clause.children))
