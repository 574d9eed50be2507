"""``rename``: things of the old edition under other names, where they are declared and wherever they are used."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from audit.language.diagnostics import Diagnostic
from audit.language.entries import Entry
from audit.language.identity import Key, family_of, name_words, names_called
from audit.language.old_edition import Old
from audit.language.substitution import Substitution
from audit.language.syntax import Node, Word

NOT_USED: Final = frozenset({"duty", "measure", "irregularity", "note", "cap"})
"""Kinds whose names no other statement uses, so that an equal word elsewhere is another thing."""
DECLARE_NOTHING: Final = frozenset({"settle", "pays", "suits", "choose", "needs", "include", "cap"})


def rename_all(old: Old, lines: Sequence[Node]) -> None:
    """Works the ``rename`` lines into the old edition, all at once, so that two things may exchange their names.

    Names in what the file itself says, and in what it includes, are new already.  A thing that is not there, or a name
    that another thing has, is a mistake.
    """
    if not lines:
        return
    declared = _declared(old.entries)
    leaving = {name_words(line)[0].text for line in lines}
    used: dict[str, tuple[str, ...]] = {}
    unused: dict[tuple[str, str], str] = {}
    for line in lines:
        kind = line.words[0]
        before, after = name_words(line)
        assert isinstance(kind, Node)
        there = declared.get(before.text, {})
        taken = declared.get(after.text)
        if kind.kind not in there:
            old.say_missing("rename", line, Key(kind.kind, before.text, f"{kind.kind} {before.text}"))
        elif taken and after.text not in leaving:
            family, entry = next(iter(taken.items()))
            said = f"{family} {after.text} is in {old.id}, line {entry.node.span.line}"
            old.mistakes.append(Diagnostic("already-there", said, after.span, "a name that is free"))
        elif kind.kind in NOT_USED:
            unused[kind.kind, before.text] = after.text
        else:
            used[before.text] = (after.text,)
    old.forget()
    everywhere = _substitution(used, old.source)
    for n, entry in enumerate(old.entries):
        names = names_called(entry.node)
        here = unused.get((family_of(entry.node), names[0])) if names else None
        made = replace(
            entry, node=everywhere.node(entry.node), headings=tuple(everywhere.node(h) for h in entry.headings)
        )
        if here is not None:
            made = replace(made, node=_substitution({names[0]: (here,)}, old.source).node(made.node))
        old.entries[n] = made


def _substitution(names: dict[str, tuple[str, ...]], source: str) -> Substitution:
    return Substitution(names, _never, lambda word: word.span.source != source)


def _never(name: str, word: Word) -> None:
    raise AssertionError(f"one name takes the place of one: {name}")


def _declared(entries: Sequence[Entry]) -> dict[str, dict[str, Entry]]:
    """What each name stands for, steps among it."""
    found: dict[str, dict[str, Entry]] = {}
    for entry in entries:
        family = family_of(entry.node)
        names = names_called(entry.node) if family not in DECLARE_NOTHING else ()
        for name in names[:1]:
            found.setdefault(name, {}).setdefault(family, entry)
        for line in entry.node.body if family == "round" else ():
            if line.kind == "step":
                found.setdefault(name_words(line)[0].text, {}).setdefault("step", entry)
    return found
