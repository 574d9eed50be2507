"""Statements of another file, taken over whole or by name, with the holes of a fragment filled.

The clauses that an included statement cites stay as they are written: its span says which file it is from, and so
which document is meant.  What shows a statement prints the id of its edition where that is another than the host's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from audit.language.diagnostics import Diagnostic
from audit.language.entries import Entry, Inclusion
from audit.language.identity import NEEDS, family_of, name_words, names_called
from audit.language.nearness import likeliest, nearest, said_all
from audit.language.substitution import Substitution
from audit.language.syntax import Node, Word
from audit.language.vocabulary import Vocabulary, vocabulary
from audit.ruleset.names import Kind

FILLS: Final = {
    "needs_wager": Kind.WAGER, "needs_wheel": Kind.WHEEL, "needs_area": Kind.AREA | Kind.PART | Kind.HAND,
    "needs_step": Kind.STEP,
}
"""What may fill a hole."""


def inclusion_of(line: Node, by: str) -> Inclusion:
    """What an ``include`` line asks for; ``by`` is the id of the file that it stands in."""
    ruleset = next(w for w in line.words if isinstance(w, Word) and w.kind == "ID")
    if line.kind == "include_all":
        said = [tuple(word.text for word in name_words(binding)) for binding in line.body]
        return Inclusion(line, by, ruleset.text, bindings=tuple((hole, tuple(names)) for hole, *names in said))
    names = tuple(f"{kind.kind} {name.text}" for kind, name in _asked(line))
    return Inclusion(line, by, ruleset.text, names)


def id_word(line: Node) -> Word:
    """The id in an ``include`` line."""
    return next(w for w in line.words if isinstance(w, Word) and w.kind == "ID")


def take_over(
    inclusion: Inclusion, theirs: Sequence[Entry], headings: tuple[Node, ...] = ()
) -> tuple[list[Entry], list[Diagnostic]]:
    """The entries that an ``include`` line brings, its holes filled as far as it says, and its mistakes.

    ``headings`` are those above the line itself: what is included under a choice holds under that choice.
    """
    if inclusion.line.kind == "include_all":
        wanted = tuple((name_words(e.node)[0].text, e.node.kind) for e in theirs if e.node.kind in NEEDS)
        inclusion = replace(inclusion, wanted=wanted)
        taken, mistakes = _fill(inclusion, theirs)
    else:
        taken, mistakes = _pick(inclusion, theirs)
    return [replace(e, headings=(*headings, *e.headings), via=inclusion) for e in taken], mistakes


def _asked(line: Node) -> list[tuple[Node, Word]]:
    """Kind and name of each statement that is included by name."""
    kinds = [w for w in line.words if isinstance(w, Node)]
    return list(zip(kinds, name_words(line), strict=True))


def _pick(inclusion: Inclusion, theirs: Sequence[Entry]) -> tuple[list[Entry], list[Diagnostic]]:
    taken: list[Entry] = []
    mistakes: list[Diagnostic] = []
    for kind, name in _asked(inclusion.line):
        if kind.kind == "step":
            mistakes.append(
                Diagnostic("include-missing", "a step is part of its round, and cannot be included alone", name.span)
            )
            continue
        found = [e for e in theirs if family_of(e.node) == kind.kind and name.text in names_called(e.node)]
        taken.extend(e for e in found if e not in taken)
        if not found:
            have = [w.text for e in theirs if family_of(e.node) == kind.kind for w in name_words(e.node)[:1]]
            mistakes.append(
                Diagnostic(
                    "include-missing", f"{inclusion.id} has no {kind.kind} {name.text} to include", name.span,
                    said_all("it has ", nearest(name.text, have)),
                )
            )
    return taken, mistakes


# holes


def _fill(inclusion: Inclusion, theirs: Sequence[Entry]) -> tuple[list[Entry], list[Diagnostic]]:
    needed = dict(inclusion.wanted)
    fillings: dict[str, tuple[str, ...]] = {}
    mistakes: list[Diagnostic] = []
    for binding in inclusion.line.body:
        hole, *names = name_words(binding)
        if hole.text not in needed:
            asks = said_all("it needs ", sorted(needed)) or "it needs nothing"
            mistakes.append(
                Diagnostic("needs-unknown", f"{inclusion.id} has no need called {hole.text}", hole.span, asks)
            )
        elif hole.text in fillings:
            mistakes.append(
                Diagnostic(
                    "needs-unknown", f"{hole.text} is filled twice", hole.span,
                    f"one line: {hole.text} is {' and '.join((*fillings[hole.text], *(n.text for n in names)))}",
                )
            )
        else:
            fillings[hole.text] = tuple(name.text for name in names)
    if not fillings:
        return list(theirs), mistakes
    substitution = Substitution(fillings, lambda hole, word: mistakes.append(_too_many(inclusion, hole, word)))
    taken = [
        replace(e, node=substitution.node(e.node), headings=tuple(substitution.node(h) for h in e.headings))
        for e in theirs
        if e.node.kind not in NEEDS or name_words(e.node)[0].text not in fillings
    ]
    return taken, mistakes


def _too_many(inclusion: Inclusion, hole: str, where: Word) -> Diagnostic:
    binding = next(b for b in inclusion.line.body if name_words(b)[0].text == hole)
    names = [word.text for word in name_words(binding)[1:]]
    place = f"line {where.span.line} of {where.span.source}"
    return Diagnostic(
        "needs-one", f"{hole} is {' and '.join(names)}, and {place} asks for one name", name_words(binding)[1].span,
        f"{hole} is {names[0]}",
    )


def close_holes(entries: Sequence[Entry], is_fragment: bool) -> tuple[list[Entry], list[Diagnostic]]:
    """The entries without the needs that other statements meet by their very name, and what nothing meets.

    A fragment may hand a hole on to whoever includes it.
    """
    open_needs = [e for e in entries if e.node.kind in NEEDS]
    if not open_needs and not any(e.via is not None and e.via.bindings for e in entries):
        return list(entries), []
    mistakes = _badly_bound(entries, vocabulary(e.node for e in entries))
    names = vocabulary(e.node for e in entries if e.node.kind not in NEEDS)
    kept: list[Entry] = []
    for entry in entries:
        if entry.node.kind not in NEEDS:
            kept.append(entry)
            continue
        hole = name_words(entry.node)[0].text
        wanted = FILLS[entry.node.kind]
        if names.kind(hole) & wanted:
            continue
        if is_fragment:
            kept.append(entry)
            continue
        mistakes.append(_unfilled(entry, hole, wanted, names))
    return kept, mistakes


def _badly_bound(entries: Sequence[Entry], names: Vocabulary) -> list[Diagnostic]:
    """Names that fill a hole and that nobody declares, or that stand for something else."""
    mistakes: list[Diagnostic] = []
    inclusions = {e.via.line.span: e.via for e in entries if e.via is not None and e.via.bindings}
    for inclusion in inclusions.values():
        wanted = dict(inclusion.wanted)
        for binding in inclusion.line.body:
            hole, *fillings = name_words(binding)
            for word in fillings:
                found = names.kind(word.text)
                fills = FILLS.get(wanted.get(hole.text, ""), found) | Kind.OPTION | Kind.ASSUMPTION
                if not found:
                    near = nearest(word.text, sorted(names.declared))
                    mend = f'did you mean "{near[0]}"?' if near else ""
                    mistakes.append(Diagnostic("unknown-name", f'nothing is called "{word.text}"', word.span, mend))
                elif not found & fills:
                    what = wanted[hole.text].removeprefix("needs_")
                    declared = names.where(word.text)
                    where = f", line {declared.span.line}" if declared else ""
                    mistakes.append(
                        Diagnostic(
                            "wrong-kind", f"{hole.text} is {_a(what)}; {word.text} is {found.word}{where}", word.span
                        )
                    )
    return mistakes


def _a(what: str) -> str:
    return f"an {what}" if what[0] in "aeiou" else f"a {what}"


def _unfilled(entry: Entry, hole: str, wanted: Kind, names: Vocabulary) -> Diagnostic:
    what = entry.node.kind.removeprefix("needs_")
    line = entry.node.span.line
    fitting = [
        name for name, found in names.declared.items()
        if any(d.kind & wanted and d.span.source != entry.node.span.source for d in found)
    ]
    named = likeliest(hole, fitting) or "…"
    if entry.via is None:
        return Diagnostic(
            "needs-unfilled", f"nothing fills {what} {hole}", name_words(entry.node)[0].span,
            "a file with holes is a fragment, and whoever includes it fills them",
        )
    return Diagnostic(
        "needs-unfilled", f"nothing fills {what} {hole} of the fragment", id_word(entry.via.line).span,
        f"asked for in its line {line}; under the include: {hole} is {named}",
    )

