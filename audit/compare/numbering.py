"""Clauses that changed their numbers and nothing else, clauses that fell away, and what the texts at hand lack."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.compare.drafting import Draft
from audit.compare.entry import Entry, Kind, Weight
from audit.compare.ground import Ground, Same
from audit.compare.wording import clause_order, humane, listed
from audit.language.quoting import words_of_line
from audit.ruleset.basis import clause_parts, stands_under
from audit.ruleset.head import Head
from audit.ruleset.reasons import taken_over

Cites = tuple[str, ...]
_CONTROLS = frozenset({"duty", "Measure", "irregularity", "term"})


@dataclass(frozen=True)
class Noise:
    """What differs in numbers alone: the clauses, how many statements rest on them, and how many are wholly alike."""

    renumbered: tuple[Entry, ...]
    statements: int
    alike: int


def noise(ground: Ground, dropped: frozenset[str]) -> Noise:
    """The noise of two editions; of unrelated documents every clause differs, and that says nothing.

    ``dropped`` are clauses that have an entry of their own, since they fell away.
    """
    owners: dict[str, bool] = {}
    moves: dict[tuple[Cites, Cites], set[str]] = {}
    for same in ground.same:
        moved = ground.are_editions and set(same.old) != set(same.new)
        owners[same.owner] = owners.get(same.owner, False) or moved
        if moved:
            gone = tuple(c for c in same.old if c not in same.new and c not in dropped)
            come = tuple(c for c in same.new if c not in same.old)
            if gone or come:
                moves.setdefault((gone, come), set()).add(same.owner)
    quiet = {owner: moved for owner, moved in owners.items() if owner not in ground.differing}
    renumbered = sum(quiet.values())
    return Noise(tuple(_entries(moves)), renumbered, len(quiet) - renumbered)


def _entries(moves: dict[tuple[Cites, Cites], set[str]]) -> Iterator[Entry]:
    """One entry for each clause and its new number, runs of clauses put together."""
    single: dict[tuple[str, str], set[str]] = {}
    others: dict[tuple[Cites, Cites], set[str]] = {}
    for (gone, come), owners in moves.items():
        if len(gone) == len(come):
            for pair in zip(gone, come, strict=True):
                single.setdefault(pair, set()).update(owners)
        else:
            others.setdefault((gone, come), set()).update(owners)
    for run in _runs(sorted(single, key=lambda pair: (clause_order(pair[0]), clause_order(pair[1])))):
        owners = {owner for pair in run for owner in single[pair]}
        yield _entry((_range([old for old, _ in run]),), (_range([new for _, new in run]),), len(owners))
    for (gone, come), owners in sorted(others.items()):
        yield _entry(gone, come, len(owners))


def _entry(old: Cites, new: Cites, count: int) -> Entry:
    words = f"{count} statement{'' if count == 1 else 's'}, the same otherwise"
    return Entry(
        Kind.RENUMBERED,
        "clause",
        ", ".join(old or new),
        words,
        None,
        None,
        old,
        new,
        Weight.WORDS,
        no_round_differs=True,
        count=count,
    )


def _runs(pairs: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Pairs in which both clauses go up by one from pair to pair."""
    run: list[tuple[str, str]] = []
    for pair in pairs:
        if run and not (_follows(run[-1][0], pair[0]) and _follows(run[-1][1], pair[1])):
            yield run
            run = []
        run.append(pair)
    if run:
        yield run


def _follows(one: str, other: str) -> bool:
    """Whether a clause is the next behind another, by number or by letter."""
    before, after = clause_parts(one), clause_parts(other)
    if not before or len(before) != len(after) or before[:-1] != after[:-1]:
        return False
    a, b = before[-1], after[-1]
    if a.isdigit() and b.isdigit():
        return int(b) == int(a) + 1
    return len(a) == len(b) == 1 and a.isalpha() and b.isalpha() and ord(b) == ord(a) + 1


def _range(clauses: Sequence[str]) -> str:
    return clauses[0] if len(clauses) == 1 else f"{clauses[0]} through {clauses[-1]}"


# clauses that fell away


def fallen_clauses(ground: Ground, drafts: Sequence[Draft]) -> Iterator[Draft]:
    """Clauses that statements rested on and no longer do, though they say the same: the clause itself was taken out."""
    if not ground.are_editions:
        return
    citing: dict[str, list[Same]] = {}
    for same in ground.same:
        for clause in same.old:
            citing.setdefault(clause, []).append(same)
    told = {str(c) for d in drafts for basis in (*d.old_bases, *d.new_bases) for c in basis.cites}
    kept = {c for same in ground.same for c in same.new if c in same.old}
    for clause in sorted(citing, key=clause_order):
        resting = citing[clause]
        if any(stands_under(c, clause) for c in told | kept):
            continue
        if not all(_has_only_lost(same, clause) for same in resting):
            continue
        yield _fallen(ground, clause, resting)


def _has_only_lost(same: Same, clause: str) -> bool:
    """Whether the clause is gone and none came in its place; what is left supports the statement still."""
    return clause not in same.new and bool(same.new) and not set(same.new) - set(same.old)


def _fallen(ground: Ground, clause: str, resting: Sequence[Same]) -> Draft:
    words = []
    bases = []
    for same in resting:
        for basis in same.bases[:1]:
            bases.append(basis)
            words.append(humane(words_of_line(basis.span, ground.old.side.sources)) or same.owner)
    left = listed(list(dict.fromkeys(c for same in resting for c in same.new)), 6)
    is_control = all(same.owner.split()[0] in _CONTROLS for same in resting)
    return Draft(
        Kind.REMOVED,
        "clause",
        clause,
        f"Clause {clause}",
        "; ".join(dict.fromkeys(words)),
        None,
        tuple(bases),
        (),
        Weight.CONTROLS if is_control else Weight.PLAY,
        no_round_differs=not is_control,
        notes=(f"What rested on it is unchanged and rests on {left}.",),
        tail=clause,
    )


# what a text lacks


def lacks(head: Head, clause: str) -> bool:
    """Whether a clause stands in a part of the text that is not at hand."""
    if head.begins_at and clause_order(clause) < clause_order(head.begins_at):
        return not stands_under(head.begins_at, clause) or clause_parts(clause) != clause_parts(head.begins_at)
    if head.breaks_off_at and clause_order(clause) > clause_order(head.breaks_off_at):
        return not stands_under(clause, head.breaks_off_at)
    return any(_within(clause, item.strip()) for text in head.missing for item in text.split(","))


def _within(clause: str, item: str) -> bool:
    first, joint, last = item.partition(" through ")
    if not joint:
        return stands_under(clause, item)
    order = clause_order(clause)
    return clause_order(first) <= order and (order <= clause_order(last) or stands_under(clause, last))


def unknown(ground: Ground, unsaid: Sequence[Draft]) -> Iterator[str]:
    """What one side's text lacks, so that its silence proves nothing."""
    for edition, other in ((ground.old, ground.new), (ground.new, ground.old)):
        head = edition.side.ruleset.head
        other_id = other.side.ruleset.head.id
        for because in taken_over(edition.side.ruleset, other_id):
            yield f"the text of {head.id} is taken over from {other_id}, so that they are alike by assumption: {because}"
        parts = []
        if head.begins_at:
            parts.append(f"begins at {head.begins_at}")
        if head.breaks_off_at:
            parts.append(f"breaks off at {head.breaks_off_at}")
        if head.missing:
            parts.append(f"lacks {', '.join(head.missing)}")
        if not parts:
            continue
        text = f"the text of {head.id} {listed(parts)}: that something does not stand there proves nothing"
        carried = _carried(ground, head) if edition is ground.new and head.amends else 0
        if carried:
            text += (
                f"; {carried} lines are taken over from {other_id}, neither kept nor changed by it"
            )
        yield text
    for draft in unsaid:
        yield f"{draft.what} {draft.subject}: the text of one side lacks the place where it would stand"


def _carried(ground: Ground, head: Head) -> int:
    """Lines of the old edition whose clauses the new text lacks, and which stand in it unchanged."""
    seen: set[object] = set()
    for same in ground.same:
        if same.new and all(lacks(head, clause) for clause in same.new):
            seen.update(basis.span for basis in same.bases)
    return len(seen)


def cannot_be_said(ground: Ground, draft: Draft) -> bool:
    """Whether a statement is gone, or new, only because the other text lacks its place."""
    if not ground.are_editions or draft.kind is Kind.CHANGED or draft.what == "clause":
        return False
    other = (ground.new if draft.kind is Kind.REMOVED else ground.old).side.ruleset.head
    bases = draft.old_bases if draft.kind is Kind.REMOVED else draft.new_bases
    clauses = [str(c) for basis in bases for c in basis.cites]
    return bool(clauses) and all(lacks(other, clause) for clause in clauses)
