"""An entry in the making: what it says, which lines it comes from, which wagers it moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from audit.compare.behaviour import Difference
from audit.compare.entry import Kind, Weight
from audit.compare.matching import Matched, Unit
from audit.compare.wording import cites, listed
from audit.ruleset.basis import Basis, Span
from audit.ruleset.stated import Stated

Pair = tuple[Unit, Unit]
UNDER_CHOICES = "So under the choices in force; under others rounds may differ."
_OF_MANY = frozenset({"limit", "means", "moment", "right"})


@dataclass(frozen=True)
class Draft:
    """A difference found in the statements; play has still to be asked.

    ``pairs`` are the positions that it bears on, ``shown_by`` the round that shows it, ``moves`` the names whose wagers it
    may move: wagers, steps, groups.  ``is_played`` says that a round may be looked for; ``unit`` is the position of a wager
    that one side alone has, ``matched`` what ``shown_by`` was found in where it is under choices that are not in force.
    ``at`` are the moments of which alone it speaks, as what is looked at and its value; none for all.
    """

    kind: Kind
    what: str
    subject: str
    title: str
    old: str | None
    new: str | None
    old_bases: tuple[Basis, ...] = ()
    new_bases: tuple[Basis, ...] = ()
    weight: Weight = Weight.PLAY
    pairs: tuple[Pair, ...] = ()
    shown_by: tuple[Pair, Difference] | None = None
    no_round_differs: bool = False
    is_played: bool = False
    notes: tuple[str, ...] = ()
    moves: frozenset[str] = frozenset()
    unit: Unit | None = None
    hangs_on_choice: bool = False
    matched: Matched | None = field(default=None, compare=False, repr=False)
    tail: str = field(default="", compare=False)
    at: frozenset[tuple[str, str]] = frozenset()

    @property
    def spans(self) -> tuple[tuple[Span, ...], tuple[Span, ...]]:
        return tuple(b.span for b in self.old_bases), tuple(b.span for b in self.new_bases)


def bases(lines: Iterable[Stated]) -> tuple[Basis, ...]:
    """What some lines rest on."""
    return tuple(line.basis for line in lines)


def kind_of(old: object, new: object) -> Kind:
    """Added, removed or changed, by which side says something."""
    if old is None:
        return Kind.ADDED
    return Kind.REMOVED if new is None else Kind.CHANGED


def merged(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts of one and the same lines of both files as one: a default, or what a wager takes over from another.

    So are limits and rights that one clause gives to many wagers in the same words, and a remedy that changed alike.
    """
    groups: dict[object, list[Draft]] = {}
    for n, draft in enumerate(drafts):
        old, new = draft.spans
        is_placed = bool(old or new) and all(s.line for s in (*old, *new)) and bool(draft.tail)
        key: object = (draft.kind, draft.what, old, new, draft.tail) if is_placed else n
        if draft.what in _OF_MANY and draft.tail:
            clauses = cites(*draft.old_bases), cites(*draft.new_bases)
            key = (draft.kind, draft.what, draft.old, draft.new, clauses, draft.tail)
        elif draft.what == "payout" and draft.tail.startswith("floor"):
            key = (draft.what, draft.tail)
        elif draft.what == "condition" and draft.tail and (draft.shown_by is None or draft.matched is not None):
            clauses = cites(*draft.old_bases), cites(*draft.new_bases)
            key = (draft.what, draft.old, draft.new, clauses)
        elif draft.what == "irregularity" and draft.tail and draft.old and draft.new:
            key = (draft.what, draft.old, draft.new)
        groups.setdefault(key, []).append(draft)
    return [_one(group) for group in groups.values()]


def _one(group: list[Draft]) -> Draft:
    first = group[0]
    if len(group) == 1:
        return first
    subjects = list(dict.fromkeys(d.subject for d in group))
    titles = list(dict.fromkeys(d.title for d in group))
    shown = next((d.shown_by for d in group if d.shown_by is not None), None)
    if len({d.new for d in group}) > 1 and first.tail.startswith("floor"):
        told = [
            f"{(d or '').partition(' to ')[0].rpartition(' ')[0]} the odds listed".strip()
            for d in (first.old, first.new)
        ]
        first = replace(first, old=told[0], new=told[1])
    return replace(
        first,
        subject=", ".join(subjects),
        title=_shared_title(titles),
        old_bases=tuple(dict.fromkeys(b for d in group for b in d.old_bases)),
        new_bases=tuple(dict.fromkeys(b for d in group for b in d.new_bases)),
        pairs=tuple(dict.fromkeys(pair for d in group for pair in d.pairs)),
        shown_by=shown,
        no_round_differs=all(d.no_round_differs for d in group),
        is_played=any(d.is_played for d in group),
        notes=tuple(dict.fromkeys(note for d in group for note in d.notes)),
        moves=frozenset(name for d in group for name in d.moves),
        at=frozenset(at for d in group for at in d.at) if all(d.at for d in group) else frozenset(),
    )


def _shared_title(titles: list[str]) -> str:
    """``Pass Bet, Come Bet and 3 more: amount``: what stands behind the last colon is said once."""
    tails = {t.rpartition(": ")[2] for t in titles if ": " in t}
    if len(tails) == 1 and all(": " in t for t in titles):
        return f"{listed([t.rpartition(': ')[0] for t in titles], 4)}: {tails.pop()}"
    return listed(titles, 4)
