"""What the clauses of a part cite: each reference with the clause that it means, or why it may be there unseen."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.legibility import is_scan, is_sure
from audit.checks.documents.titles import heading_of, likeness
from audit.documents.clauses import CERTAIN, Clause
from audit.documents.references import Index, Reference, bare_steps, references_in
from audit.documents.text import Text

RIGHT = 0.95
"""How like a title must be to be the one that is cited."""
NEAR = 40
"""Characters within which a second reference is to a part of what the first names."""
_LOOKALIKE = {
    "1": "lIi",
    "l": "1I",
    "I": "1lJ",
    "i": "1l",
    "J": "I1",
    "0": "O",
    "O": "0",
    "5": "S",
    "S": "5",
    "8": "B",
    "B": "8",
}
"""Labels that a scan, or a typist, confuses."""


@dataclass(frozen=True)
class Citation:
    """A reference in a clause, and the clause that it means where there is one."""

    written: Written
    index: Index
    clause: Clause
    reference: Reference
    meant: Clause | None
    in_title: bool = False

    @property
    def spot(self) -> Spot:
        return Spot(self.clause, *self.reference.whole, self.in_title)

    @property
    def text(self) -> Text:
        return self.clause.title if self.in_title else self.clause.text

    @property
    def label(self) -> str:
        """As it is printed."""
        return " ".join(self.text.words[self.reference.start : self.reference.end].split())

    @property
    def named(self) -> str:
        """With the word before it, in the singular where one of several is meant."""
        word = self.reference.word
        if not word:
            return f"{self.label} {self.reference.direction}".strip()
        if word.startswith("§"):
            return f"§ {self.label}"
        return f"{word.lower().removesuffix('s')} {self.label}"


def citations_of(written: Written) -> Iterator[Citation]:
    """Each reference of the part in its order; those to other documents are left out."""
    index = index_of(written)
    for clause in written.clauses:
        for in_title in (True, False):
            outside = -NEAR - 1
            for reference in references_in((clause.title if in_title else clause.text).words):
                meant = _meant(index, reference, clause, written)
                if meant is None and (reference.loose or reference.start <= outside + NEAR):
                    outside = reference.whole[1]  # a section of another document, and what is cited within it
                    continue
                yield Citation(written, index, clause, reference, meant, in_title)


def index_of(written: Written) -> Index:
    """The clauses of the part by their steps."""
    return written.once("index of clauses", lambda: Index.of(written.part.clauses))


def _meant(index: Index, reference: Reference, clause: Clause, written: Written) -> Clause | None:
    """What `Index.meant` finds, but no section where a subsection is cited and sections are called so."""
    meant = index.meant(reference, clause)
    if meant is None or reference.is_section or not reference.word.lower().startswith("sub"):
        return meant
    is_top = len(bare_steps(meant.path)) == 1 and len(bare_steps(clause.path)) > 1
    is_titled = reference.title is not None and likeness(reference.title, heading_of(meant)) >= RIGHT
    return None if is_top and not is_titled and _has_sections(written) else meant


def _has_sections(written: Written) -> bool:
    """Whether the clauses of the first level are cited as sections, each by its label alone or before others."""
    return written.once("cites sections", lambda: _cites_sections(written))


def _cites_sections(written: Written) -> bool:
    firsts = {bare_steps(c.path)[0] for c in written.part.clauses if c.is_labelled}
    cited = (r for c in written.clauses for r in references_in(c.text.words) if r.is_section)
    return sum(r.steps[0] in firsts for r in cited) >= 2 and all(f[:1].isdigit() for f in firsts)


# clauses that are not there


def may_be_there(cited: Citation) -> bool:
    """Whether the clause may exist in the document all the same: unread, misread, or outside what the file holds."""
    return is_scan(cited.written) or has_lookalike(cited) or _is_outside(cited) or _has_doubtful_labels(cited)


def has_lookalike(cited: Citation) -> bool:
    """Whether another reading of the label's characters names a clause that would do."""
    choices = [(step, *_LOOKALIKE.get(step, "")) for step in cited.reference.steps]
    for steps in itertools.islice(itertools.product(*choices), 1, 40):
        other = Reference(
            cited.reference.start, cited.reference.end, cited.reference.whole, cited.reference.word, tuple(steps),
            None, cited.reference.direction,
        )  # fmt: skip
        meant = cited.index.meant(other, cited.clause)
        if meant is None or meant.path == cited.clause.path:
            continue
        title = cited.reference.title
        fits = title is None or likeness(title, heading_of(meant)) >= RIGHT
        if fits and cited.index.stands_as_said(other, cited.clause, meant):
            return True
    return False


def _is_outside(cited: Citation) -> bool:
    """Whether it lies before the first clause, or behind the last, of a part that is printed in part."""
    tops = [c for c in cited.written.part.clauses if c.is_labelled or c.confidence < CERTAIN]
    if not tops:
        return True
    first, last = bare_steps(tops[0].path)[0], bare_steps(tops[-1].path)[0]
    wanted = cited.reference.steps[0]
    if _value(wanted) is None or _style(wanted) != _style(first):
        return False
    if len(tops) < _WHOLE or (_value(wanted) or 0) > (_value(last) or 0) + _FARTHEST:
        return True
    return (_value(wanted) or 0) < (_value(first) or 0) or (
        _breaks_off(cited.written) and (_value(wanted) or 0) > (_value(last) or 0)
    )


_FARTHEST = 20
"""A section so far behind the last is one of a law."""
_WHOLE = 3
"""With fewer sections than these a part is an excerpt."""


def _style(step: str) -> str:
    return "number" if step.isdigit() else "capital" if step.isupper() else "letter"


def _value(step: str) -> int | None:
    if step.isdigit():
        return int(step)
    return ord(step.upper()) - ord("A") + 1 if len(step) == 1 and step.isalpha() else None


def _breaks_off(written: Written) -> bool:
    """Whether the part ends in mid-sentence."""
    words = written.clauses[-1].words.rstrip() if written.clauses else ""
    return bool(words) and (words[-1].isalnum() or words[-1] == ",") and not written.clauses[-1].tables


def _has_doubtful_labels(cited: Citation) -> bool:
    """Whether a label of the level at which it would stand is a guess."""
    steps = cited.reference.steps
    here = bare_steps(cited.clause.path)
    for n in range(len(here), -1, -1):
        scope = here[:n]
        over = cited.index.by_steps.get(scope)
        beside = over.children if over is not None else cited.written.part.clauses if not scope else ()
        alike = [c for c in beside if _style(bare_steps(c.path)[-1]) == _style(steps[0])]
        if alike:
            return any(not is_sure(cited.written, c) for c in alike)
    return False
