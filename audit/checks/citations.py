"""The citations of a ruleset held against its document: which clauses are there, what they say, which are not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import PurePath

from audit.documents.clauses import Clause
from audit.documents.document import Document, Part, PartKind
from audit.documents.text import Stretch, Text
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.nearness import likeliest
from audit.language.syntax import Source
from audit.ruleset.basis import Basis, Citation, Span, clause_parts
from audit.ruleset.head import Head
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated

NAME = "clause-not-there"
LEAST_COVER = 0.5
"""The share of a part's lines that the source of a ruleset must cover for the part to be its document's."""
_CLEAR = 0.8
"""The confidence from which a label counts as clear."""
_CONFUSED = str.maketrans("OoIlSB", "001158")
_NAMES = {"O": "letter O", "o": "letter o", "I": "letter I", "l": "letter l", "0": "figure 0", "1": "figure 1"}


@dataclass(frozen=True)
class Quoted:
    """A clause that a ruleset cites, as the document has it."""

    citation: str
    part: Part
    clause: Clause


@dataclass(frozen=True)
class Cited:
    """The citations of a ruleset in one document.

    ``quoted`` are those found, each once, in the order of the document; ``missing`` a message for each that is not
    there; ``elsewhere`` counts those that name another document, what is told to be missing from this one, or come with
    a fragment that is included and has a document of its own.
    """

    parts: tuple[Part, ...]
    quoted: tuple[Quoted, ...]
    missing: tuple[Diagnostic, ...]
    elsewhere: int = 0

    def clause(self, citation: str) -> Clause | None:
        """The clause of a citation as a ruleset writes it; None where it is not there."""
        return next((q.clause for q in self.quoted if q.citation == citation), None)


def held_against(ruleset: Ruleset, document: Document, sources: Mapping[str, Source]) -> Cited:
    """Every citation of a ruleset looked up in a document; ``sources`` are the texts of the ruleset's files, by name."""
    parts = parts_of(ruleset.head, document)
    shelf = _Shelf(parts, document)
    absent = tuple(label for told in ruleset.head.missing for label in _labels_in(told))
    found: dict[str, Quoted] = {}
    missing: list[Diagnostic] = []
    told: set[tuple[str, int, str]] = set()
    elsewhere = 0
    for basis in _bases(ruleset):
        is_included = _family(basis.edition) != _family(ruleset.head.id)
        for citation in basis.own:
            for label in (citation.clause, citation.through):
                if label is None:
                    continue
                if citation.document is not None or any(_is_within(label, gap) for gap in absent):
                    elsewhere += 1
                elif (met := shelf.find(label)) is not None:
                    found.setdefault(label, Quoted(label, *met))
                elif is_included:
                    elsewhere += 1
                else:
                    key = (basis.span.source, basis.span.line, label)
                    if key not in told:
                        told.add(key)
                        missing.append(_missing(citation, label, basis, document, shelf, sources))
    ordered = sorted(found.values(), key=lambda q: (q.clause.at[1], q.citation))
    missing.sort(key=lambda d: (d.span.source, d.span.line, d.span.column))
    return Cited(parts, tuple(ordered), tuple(missing), elsewhere)


def parts_of(head: Head, document: Document) -> tuple[Part, ...]:
    """The parts of a document that a ruleset is made from.

    By the lines of its ``source``, where one names this file; else by its title, with its edition where several have it;
    else all rules of play in the document.
    """
    named = [s for s in head.sources if not s.is_witness and _names(s.document, document.name)]
    ranges = [(s.first_line, s.last_line) for s in named if s.first_line is not None and s.last_line is not None]
    if ranges:
        met = [part for part in document.parts if any(_covers(part, first, last) for first, last in ranges)]
        if met:
            return tuple(met)
    titled = [p for p in document.rules if _alike(head.title, p.game) or _alike(head.title, p.title)]
    days = {d.on for d in head.dates if d.on is not None}
    of_edition = [p for p in titled if days & {d.day for d in p.dates}]
    return tuple((of_edition or titled)[:1]) or document.rules or document.parts


def _names(source: str, file: str) -> bool:
    stem = PurePath(file).stem
    return (
        stem == source
        or re.match(rf"{re.escape(source)}(?![A-Za-z0-9])", stem) is not None
        or stem.startswith(f"{source}_")
    )


def _covers(part: Part, first: int, last: int) -> bool:
    shared = sum(max(0, min(b, last) - max(a, first) + 1) for a, b in part.lines)
    whole = sum(b - a + 1 for a, b in part.lines)
    return shared > 0 and (shared >= whole * LEAST_COVER or shared >= (last - first + 1) * LEAST_COVER)


def _alike(title: str, other: str | None) -> bool:
    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]+", " ", text.casefold()).strip()

    return other is not None and plain(title) == plain(other)


def _family(id_: str) -> str:
    return id_.rsplit("/", 1)[0]


def _bases(ruleset: Ruleset) -> Iterator[Basis]:
    for stated in walk((ruleset.head, ruleset.statements)):
        if isinstance(stated, Stated):
            yield stated.basis


# looking clauses up


class _Shelf:
    """Clauses by their bare steps, those of the ruleset's own parts first."""

    def __init__(self, parts: Iterable[Part], document: Document) -> None:
        self.own: dict[tuple[str, ...], tuple[Part, Clause]] = {}
        self.others: dict[tuple[str, ...], tuple[Part, Clause]] = {}
        self.document = document
        self.parts = own = tuple(parts)
        for part in own:
            _fill(self.own, part)
        for part in document.parts:
            if part not in own and part.kind is not PartKind.RULES:
                _fill(self.others, part)

    def find(self, label: str) -> tuple[Part, Clause] | None:
        steps = bare(label)
        met = self.own.get(steps) or self.others.get(steps)
        if met is None and steps and label.startswith('"'):
            met = self._headed(steps) or (self._line(steps[0]) if len(steps) == 1 else None)
        if met is None and steps and steps[-1].startswith("+"):
            # A paragraph that bears no label may have been read as one of the clause before it.
            met = self.own.get(steps[:-1])
        return met

    def is_doubtful(self, label: str) -> bool:
        """Whether labels around a clause that is not there were doubtful, so that it may stand under another."""
        above = bare(label)[:-1]
        beside = [clause for at, (_, clause) in self.own.items() if at[: len(above)] == above]
        return not beside or sum(c.confidence < _CLEAR for c in beside) * 4 >= len(beside)

    def _line(self, words: str) -> tuple[Part, Clause] | None:
        """A line that begins with words that a citation quotes: a footer, the heading of a form."""
        wanted = " ".join(words.casefold().split())
        for part in (*self.parts, *(p for p in self.document.parts if p not in self.parts)):
            for first, last in part.lines:
                for line in self.document.printed.lines[first - 1 : last]:
                    if wanted and " ".join(line.text.casefold().split()).startswith(wanted):
                        text = Text((Stretch(line.text, line.page, line.number, 0),))
                        return part, Clause(f'"{words}"', "", Text(), text, at=(line.page, line.number))
        return None

    def _headed(self, steps: tuple[str, ...]) -> tuple[Part, Clause] | None:
        """A heading is cited by its first words, too, where they leave no doubt."""
        wanted = _plain(steps[0])
        for shelf in (self.own, self.others):
            met = [at for at in shelf if at and _plain(at[0]).startswith(wanted) and at[1:] == steps[1:]]
            if len(met) == 1:
                return shelf[met[0]]
        return None

    @cached_property
    def has_doubts(self) -> bool:
        """Whether many labels of the document are doubtful, as in a scan."""
        clauses = [clause for _, clause in self.own.values()]
        return sum(c.confidence < _CLEAR for c in clauses) * 10 >= len(clauses)

    @property
    def paths(self) -> list[str]:
        return [clause.path for _, clause in self.own.values()]


def _fill(shelf: dict[tuple[str, ...], tuple[Part, Clause]], part: Part) -> None:
    """A clause is found by its path, and by its labels as they are printed where a scan printed others."""
    for path, clause in part.by_path.items():
        shelf.setdefault(bare(path), (part, clause))
    for steps, clause in _as_printed(part.clauses, ()):
        shelf.setdefault(steps, (part, clause))


def _as_printed(clauses: Iterable[Clause], above: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Clause]]:
    for clause in clauses:
        label = re.sub(r"[^\w]+", "", clause.label)
        steps = (*above, label) if label else bare(clause.path)
        yield steps, clause
        yield from _as_printed(clause.children, steps)


def bare(path: str) -> tuple[str, ...]:
    """The steps of a path as they are compared: signs of the label apart, doubles (~2) and paragraphs (+1) kept."""
    return tuple(step.strip('()"') for step in clause_parts(path))


def _plain(words: str) -> str:
    return " ".join(re.sub(r"[^\w ]+", " ", words.casefold()).split())


def _labels_in(told: str) -> Iterator[tuple[str, str | None]]:
    """``A through D.5.b, L`` as stretches."""
    for piece in told.split(","):
        first, through, last = piece.strip().partition(" through ")
        if first:
            yield first, last if through else None


def _is_within(label: str, gap: tuple[str, str | None]) -> bool:
    """Whether a clause is one that the ruleset tells to be missing from the document."""
    first, last = bare(gap[0]), bare(gap[1]) if gap[1] is not None else None
    steps = bare(label)
    if last is None:
        return steps[: len(first)] == first
    return _order(first) <= _order(steps) and (_order(steps) <= _order(last) or steps[: len(last)] == last)


def _order(steps: tuple[str, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((int(step), "") if step.isdigit() else (0, step) for step in steps)


# what is not there


def _missing(
    citation: Citation, label: str, basis: Basis, document: Document, shelf: _Shelf, sources: Mapping[str, Source]
) -> Diagnostic:
    span = _place(label, basis.span, sources)
    near = _meant(label, shelf.paths)
    strange = _confused(label, near or "")
    is_lost = shelf.has_doubts and not strange and shelf.is_doubtful(label)
    return Diagnostic(
        name=NAME,
        message=f"{PurePath(document.name).name} has no clause {label}{f' ({strange})' if strange else ''}",
        span=span,
        mend=f"did you mean {near}?" if near else "audit clauses prints the clauses that it has",
        severity=Severity.WARNING if is_lost else Severity.ERROR,
        because="labels around it are doubtful in the document: it may have been read under another" if is_lost else "",
        replacement=near or None,
    )


def _confused(label: str, near: str) -> str:
    """``letter l`` where a label differs from one that is there by a letter that looks like a figure, or the other way."""
    if label.translate(_CONFUSED) != near.translate(_CONFUSED):
        return ""
    return next((_NAMES.get(c, f"“{c}”") for c, other in zip(label, near, strict=True) if c != other), "")


def _meant(label: str, paths: list[str]) -> str | None:
    """The clause that was likely meant: one that differs by a letter for a figure, else one below the same clause."""
    plain = label.translate(_CONFUSED)
    for path in paths:
        if path.translate(_CONFUSED) == plain:
            return path
    above = bare(label)[:-1]
    beside = [path for path in paths if above and bare(path)[: len(above)] == above]
    return likeliest(label, beside)


def _place(label: str, span: Span, sources: Mapping[str, Source]) -> Span:
    """Where a label stands behind the ``@`` of a statement; the statement where it is not found."""
    source = sources.get(span.source)
    if source is None or not span.line:
        return span
    lines = source.text.split("\n")
    spelled = re.compile(rf"(?<![\w.]){re.escape(label)}(?![\w(~+]|\.\w)")
    for number in range(span.line, min(max(span.end_line, span.line) + 2, len(lines)) + 1):
        text = lines[number - 1]
        at = text.find("@")
        found = spelled.search(text, at) if at >= 0 else None
        if found is not None:
            return Span(span.source, number, found.start() + 1, number, found.end() + 1)
    return span
