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
    """The clauses with words of their own: cited, cited by a statement of an earlier edition alone, or not at all.

    Citing a clause covers all that is printed under it; a lead-in is covered by what it leads to.
    """
    own, earlier = _cited_steps(ruleset, cited)
    return tuple(
        made
        for part in cited.parts
        if part.kind is PartKind.RULES
        for section in part.clauses
        if (made := _section(section, own, earlier)) is not None
    )


def _cited_steps(ruleset: Ruleset, cited: Cited) -> tuple[frozenset[Steps], frozenset[Steps]]:
    """Clauses cited by statements of this edition, and of an earlier one."""
    own: set[Steps] = set()
    earlier: set[Steps] = set()
    for stated in walk_ruleset((ruleset.head, ruleset.statements)):
        if isinstance(stated, Stated):
            into = own if stated.basis.edition in ("", ruleset.head.id) else earlier
            for citation in stated.basis.own:
                into.update(_steps_of(citation, cited))
    return frozenset(own), frozenset(earlier)


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


def _section(section: Clause, own: frozenset[Steps], earlier: frozenset[Steps]) -> SectionCoverage | None:
    counted = [clause for clause in walk([section]) if clause.text or clause.tables]
    if not counted:
        return None
    by_own = [c for c in counted if _is_covered(c, own)]
    by_earlier = [c for c in counted if c not in by_own and _is_covered(c, earlier)]
    rest = tuple(c.path for c in counted if c not in by_own and c not in by_earlier)
    title = " ".join(filter(None, (section.path, section.title.words.strip(" ."))))
    return SectionCoverage(title, len(by_own), len(by_earlier), rest)


def _is_covered(clause: Clause, cited: frozenset[Steps]) -> bool:
    steps = bare(clause.path)
    if any(steps[:n] in cited for n in range(1, len(steps) + 1)):
        return True
    return any(bare(below.path) in cited for below in walk(clause.children))
