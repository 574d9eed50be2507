"""An amendment worked into the edition that it amends.

In this order: ``replace``, ``change`` and ``rename`` on the old edition; ``remove``, by its numbers, sparing what was
replaced; ``renumber`` over the citations carried on; then the plain statements, which must not be there yet.  A file
that includes others, or answers to a regulation, may replace and change what it takes over from them as well; numbers
are those of the amended edition alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from audit.language.changing import change_statement
from audit.language.clauses import Parts
from audit.language.diagnostics import Also
from audit.language.entries import Entry, Inclusion, context_of, states_basis
from audit.language.identity import CHANGES, Key, changed_key, key_of, name_span, name_words
from audit.language.old_edition import Old
from audit.language.originals import Originals
from audit.language.removing import remove_named
from audit.language.renaming import rename_all
from audit.language.striking import renumber_in, strike_clauses
from audit.language.syntax import Node

VERBS = frozenset({"replace", "remove", "remove_clause", "rename", "renumber", *CHANGES})
MOST_AMENDMENTS = 1_000
SHARED = frozenset({"award", "betting_rules", "all_wagers", "note", "example"})
"""Statements that a file makes beside those of the same kind that it includes."""


def amend(old: Old, lines: Sequence[Entry], originals: Originals, cited: frozenset[Parts]) -> None:
    """Works the lines of a file into what it builds on; `Old.mistakes` has what was wrong.

    ``lines`` are the file's statements laid flat, without what includes; ``cited`` are the clauses that the amended
    edition cites.
    """
    verbs = [e for e in lines if e.node.kind in VERBS]
    if len(verbs) > MOST_AMENDMENTS:
        first = verbs[MOST_AMENDMENTS].node
        old.say("too-long", f"more than {MOST_AMENDMENTS:,} lines amend", first, "write the edition whole")
        return
    for entry in verbs:
        if entry.headings and entry.node.kind != "replace":
            old.say("change-guarded", "what amends stands under no choice", entry.node, "its lines may end in: when …")
    free = [e for e in verbs if not e.headings or e.node.kind == "replace"]
    plain = [e for e in lines if e.node.kind not in VERBS]

    def of(*kinds: str) -> list[Node]:
        return [e.node for e in free if e.node.kind in kinds]

    replaced = [key for e in free if e.node.kind == "replace" for key in _replace(old, e)]
    for change in of(*CHANGES):
        _change(old, change, originals, (*free, *plain))
    rename_all(old, of("rename"))
    remove_named(old, of("remove"), replaced)
    strike_clauses(old, of("remove_clause"), cited)
    renumber_in(old, of("renumber"), cited)
    _add(old, plain)


# replace


def _replace(old: Old, entry: Entry) -> list[Key]:
    """Puts a statement in the place of the old one; gives the key of what was replaced."""
    node = entry.node.children[0]
    assert isinstance(node, Node)
    if node.kind in VERBS:
        old.say("replace-missing", "only a statement can be replaced", node)
        return []
    key = key_of(node)
    entries, found = old.find(key)
    new = Entry(node, entry.headings)
    chosen = _same_place(new, entries, found)
    if chosen:
        first = entries[chosen[0]]
        if first.node.span.source == old.source:
            said = f"{key.said} is replaced twice"
            old.say("replace-twice", said, node, "one of the two", (Also(name_span(first.node), "first here"),))
            return [key]
        if len(first.headings) == len(entry.headings) and not any(map(states_basis, entry.headings)):
            new = replace(new, headings=first.headings)
        entries[chosen[0]] = new
        for n in reversed(chosen[1:]):
            del entries[n]
            old.forget()
        return [key]
    if not found and any(old.key(e) == key for e in old.regulation):
        old.plain.append(new)
        return [key]
    old.say_missing("replace", node, key, [entries[n] for n in found])
    return []


def _same_place(new: Entry, entries: Sequence[Entry], found: Sequence[int]) -> list[int]:
    """The old statements whose place a new one takes: those under the same choices; without choices, all."""
    wanted = context_of(new).choices
    exact = [n for n in found if context_of(entries[n]).choices == wanted]
    if exact:
        return exact
    if not wanted:
        return list(found)
    beside = [n for n in found if not entries[n].headings and not new.headings]
    return beside if len(beside) == 1 else []


# change


def _change(old: Old, change: Node, originals: Originals, lines: Sequence[Entry]) -> None:
    key = changed_key(change)
    entries, found = old.find(key)
    if not found:
        renamed = _before_renaming(key, lines)
        entries, found = old.find(renamed) if renamed else (entries, found)
    if not found:
        theirs = [e for e in old.regulation if old.key(e) == key]
        if len(theirs) == 1:
            line = Inclusion(change, old.by, old.under, (key.said,))
            old.plain.append(replace(theirs[0], via=line))
            entries, found = old.plain, [len(old.plain) - 1]
    plain = [n for n in found if not entries[n].headings]
    if len(found) > 1 and len(plain) != 1:
        old.say(
            "change-ambiguous", f"{old.id} has {len(found)} times {key.said}, each under a choice of its own", change,
            f"replace {key.said}, under the choice that is meant",
            tuple(Also(name_span(entries[n].node), "one of them") for n in found),
        )
        return
    if not found:
        old.say_missing("change", change, key)
        return
    at = plain[0] if plain else found[0]
    said = [e for e in lines if e.node.kind == "replace" or e.node.kind not in VERBS]
    made, mistakes = change_statement(change, entries[at].node, originals, lambda: old.names(said))
    entries[at] = replace(entries[at], node=made)
    old.mistakes.extend(mistakes)


def _before_renaming(key: Key, lines: Iterable[Entry]) -> Key | None:
    """A change may call a thing by the name that the same file gives it."""
    for entry in lines:
        if entry.node.kind == "rename":
            kind = entry.node.words[0]
            before, after = name_words(entry.node)
            if isinstance(kind, Node) and (kind.kind, after.text) == (key.family, key.name):
                return Key(key.family, before.text, f"{key.family} {before.text}")
    return None


# plain statements


def _add(old: Old, lines: Sequence[Entry]) -> None:
    """Plain statements: they must be new, for silence overwrites nothing."""
    there: dict[Key, list[Entry]] = {}
    for other in old.entries:
        key = old.key(other)
        if other.via is None or key.family not in SHARED:
            there.setdefault(key, []).append(other)
    for entry in lines:
        key = key_of(entry.node)
        choices = context_of(entry).choices
        clash = next((o for o in there.get(key, ()) if _holds_with(choices, context_of(o).choices)), None)
        if clash is None:
            old.plain.append(entry)
            continue
        changeable = key.family in CHANGES.values()
        keeps = f'; "change {key.said}" keeps the lines not restated' if changeable else ""
        said = f"{key.said} is in {old.id}, line {clash.node.span.line}"
        mend = f'"replace {key.said}" takes its place{keeps}'
        old.say("already-there", said, entry.node, '"replace" before it takes its place' if '"' in key.said else mend)


def _holds_with(choices: frozenset[Node], others: frozenset[Node]) -> bool:
    """Whether two statements may hold at once; under different choices a name may stand twice."""
    return not choices or not others or choices == others
