"""``remove KIND NAME``: statements of the old edition that the new one has no more."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from audit.language.diagnostics import Diagnostic
from audit.language.entries import Entry
from audit.language.identity import Key, family_of, name_words, names_called
from audit.language.old_edition import Old
from audit.language.syntax import Node, Word

Called = tuple[str, str]
"""A kind and a name."""


def remove_named(old: Old, lines: Sequence[Node], replaced: Sequence[Key]) -> None:
    """Takes out what the ``remove`` lines name.

    A name under several choices goes under all of them.  What is not there, or was replaced by the same file, is a
    mistake.  Several names behind ``settle`` or ``pays`` are the table of just these wagers, if there is one.
    """
    wanted: dict[Called, Word] = {}
    for line in lines:
        kind = line.words[0]
        assert isinstance(kind, Node)
        words = name_words(line)
        if kind.kind in ("settle", "pays") and _remove_table(old, Key(kind.kind, frozenset(w.text for w in words), "")):
            continue
        for word in words:
            key = Key(kind.kind, word.text, f"{kind.kind} {word.text}")
            if key in replaced:
                said = f"{key.said} is replaced here; it cannot be removed as well"
                old.mistakes.append(Diagnostic("remove-replaced", said, word.span, "one of the two"))
            else:
                wanted.setdefault((kind.kind, word.text), word)
    for entries, included in old.levels():
        for called in _take_out(entries, included, wanted):
            wanted.pop(called, None)
    old.forget()
    for (family, name), word in wanted.items():
        said = f"{old.id} has no {family} {name} to remove"
        old.mistakes.append(Diagnostic("remove-missing", said, word.span, old.near(family, name)))


def _remove_table(old: Old, key: Key) -> bool:
    entries, found = old.find(key)
    for n in reversed(found):
        del entries[n]
    old.forget()
    return bool(found)


def _take_out(entries: list[Entry], included: bool, wanted: dict[Called, Word]) -> set[Called]:
    """Takes what is wanted out of one level; gives what was there."""
    found: set[Called] = set()
    kept: list[Entry] = []
    for entry in entries:
        here: set[Called] = set()
        if (entry.via is not None) is included:
            family = family_of(entry.node)
            here = {(family, name) for name in names_called(entry.node)} & wanted.keys()
        if not here:
            kept.append(_without_steps(entry, wanted, found) if (entry.via is not None) is included else entry)
        found |= here
    entries[:] = kept
    return found


def _without_steps(entry: Entry, wanted: dict[Called, Word], found: set[Called]) -> Entry:
    """A round without the steps that are wanted away."""
    if entry.node.kind != "round":
        return entry
    body: list[Node] = []
    for line in entry.node.body:
        called = ("step", name_words(line)[0].text) if line.kind == "step" else None
        if called in wanted and called is not None:
            found.add(called)
        else:
            body.append(line)
    return entry if len(body) == len(entry.node.body) else replace(entry, node=entry.node.with_body(tuple(body)))
