"""Differences of wagers, line by line and payout by payout.

Lines are compared by facet: what rests the wager, what decides it, when it may be made, its amount, its rights, its
commission.  Where the conditions of a wager differ in words and no round settles differently, that is one entry of words.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import replace

from audit.compare.behaviour import Difference, same_moments
from audit.compare.drafting import UNDER_CHOICES, Draft, Pair, bases, kind_of
from audit.compare.entry import Kind, Weight
from audit.compare.facets import Facet, facet_of, is_bound, parted, worth
from audit.compare.ground import Ground
from audit.compare.matching import Unit
from audit.compare.wording import capital, humane, listed, same_words
from audit.play.positions import Position
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis

Lines = Sequence[wg.WagerLine]
_FOLLOWED = (
    wg.ResultRow, wg.OtherwiseRow, wg.MemoryRow, wg.SettleRow, wg.ResultNotStated, wg.Off, wg.LastsOne, wg.PaidAs,
)  # fmt: skip
"""What a walk looks at: what becomes of wagers that are made.  Whether one may or must be made, and beside what, it does not tell."""
_WEIGHTS = {"means": Weight.CONTROLS}
MOST_POSITIONS = 6
MOST_ASKED = 3
"""Positions of a wager of which it is asked whether a line bears on them."""


def wager_drafts(ground: Ground) -> Iterator[Draft]:
    """The differences of all wagers but their payouts."""
    for old_name, new_name in wager_pairs(ground):
        pairs = ground.matched.pairs_of(old_name, new_name)
        is_partner = ground.matched.partners.get(old_name, old_name) == new_name
        for old, new in _statements(ground, old_name, new_name):
            comparing = _Wagers(ground, old, new, pairs, is_partner)
            yield from comparing.drafts()
    yield from _gone_and_come(ground)


def wager_pairs(ground: Ground) -> list[tuple[str, str]]:
    """The wagers that have positions in common, and those that nobody offers now and both sides name alike."""
    found = dict.fromkeys((o.name, n.name) for o, n in ground.matched.pairs)
    placed = {name for pair in found for name in pair}
    theirs = {w.name.text for w in ground.new.read.of(wg.Wager)}
    for wager in ground.old.read.of(wg.Wager):
        name = wager.name.text
        called = ground.old.called(name)
        if name not in placed and called in theirs and called not in placed and _is_unmatched(ground, name, called):
            found[name, called] = None
    return list(found)


def _is_unmatched(ground: Ground, old: str, new: str) -> bool:
    """Whether neither side has positions of its own that went unmatched, or one of them has none."""
    has_old = any(u.name == old for u in ground.matched.only_old)
    has_new = any(u.name == new for u in ground.matched.only_new)
    return not (has_old and has_new)


def _statements(ground: Ground, old_name: str, new_name: str) -> list[tuple[wg.Wager, wg.Wager]]:
    """The statements of two wagers; where there are several, those under the same choice."""
    old, new = ground.old.wagers(old_name), ground.new.wagers(new_name)
    if len(old) == len(new) == 1:
        return [(old[0], new[0])]
    theirs = {ground.new.values.of(w.when): w for w in new}
    pairs = [(w, theirs[key]) for w in old if (key := ground.old.values.of(w.when)) in theirs]
    return pairs or list(zip(old, new, strict=False))


class _Wagers:
    """Two wagers that are one, at least in part."""

    def __init__(self, ground: Ground, old: wg.Wager, new: wg.Wager, pairs: list[Pair], is_partner: bool) -> None:
        self.ground, self.old, self.new, self.pairs, self.is_partner = ground, old, new, pairs, is_partner
        self.owner = f"wager {new.name}"
        self.title = ground.new.teller.wager(new)
        self.subject = new.name.text
        self.reworded: list[tuple[Lines, Lines]] = []

    def drafts(self) -> Iterator[Draft]:
        ours = parted(self.old.lines, self.ground.old.values)
        theirs = parted(self.new.lines, self.ground.new.values)
        facets = list(dict.fromkeys((*ours, *theirs)))
        differing: list[tuple[Facet, Lines, Lines]] = []
        for facet in facets:
            old, new = self._differing(facet, ours.get(facet, []), theirs.get(facet, []))
            if old or new:
                differing.append((facet, old, new))
        conditions = _with_off_joined([item for item in differing if item[0].is_condition])
        together = frozenset(facet for facet, _, _ in conditions)
        for facet, old, new in conditions:
            yield from self._condition(facet, old, new, together)
        for facet, old, new in _with_bounds_joined([item for item in differing if not item[0].is_condition]):
            yield from self._other(facet, old, new)
        if self.is_partner:
            yield from self._words()
            self.ground.say_same(self.owner, (self.old.basis,), (self.new.basis,))

    def _differing(self, facet: Facet, old: Lines, new: Lines) -> tuple[Lines, Lines]:
        """The lines that say what the other side does not; what both say is kept as the same."""
        ours = worth(old, facet, self.ground.old.values)
        theirs = worth(new, facet, self.ground.new.values)
        for item in (i for i in theirs if i in ours):
            self.ground.say_same(self.owner, bases(ours[item]), bases(theirs[item]))
        return _only(ours, theirs), _only(theirs, ours)

    # conditions

    def _condition(self, facet: Facet, old: Lines, new: Lines, together: frozenset[Facet]) -> Iterator[Draft]:
        """One facet that differs; ``together`` are all that do, since two may matter only with one another."""
        moved = [pair for pair in self.pairs if self.ground.differs(pair)]
        unknown = not self.pairs or any(self.ground.differs(pair) is None for pair in self.pairs)
        unknown = unknown or self.ground.matched.cards is not None  # of cards, no walk tells who may wager what
        shown: tuple[Pair, Difference] | None = None
        if moved:
            asked = moved[:MOST_ASKED]
            alone = frozenset({facet})
            concerned = next((pair for pair in asked if self._bears_on(pair, alone)), None)
            if concerned is None and len(together) > 1:
                concerned = next((pair for pair in asked if self._bears_on(pair, together)), None)
                alone = together
            if concerned is not None:
                shown = self._shown(concerned, alone)
        is_of_making = any(not isinstance(x, _FOLLOWED) for x in (*old, *new))
        if shown is None and not unknown and not is_of_making and not any(x.when is not None for x in (*old, *new)):
            self.reworded.append((old, new))
            return
        draft = self._draft(
            facet,
            old,
            new,
            self._condition_title(facet, new or old),
            pairs=tuple(moved or self.pairs),
            shown_by=shown,
            is_played=bool(moved) and not (is_of_making and shown is None),
            moves=frozenset({self.subject}),
        )
        yield draft if shown is not None or unknown or is_of_making else self._by_choice(draft, (*old, *new))

    def _by_choice(self, draft: Draft, lines: Lines) -> Draft:
        """A difference that shows only under a choice that is not in force, if at all."""
        for pair in self.pairs[:MOST_ASKED]:
            found = self.ground.under_other_choices(pair, lines)
            if found is not None:
                matched, chosen, difference = found
                return replace(
                    draft,
                    matched=matched,
                    shown_by=(chosen, difference),
                    is_played=False,
                    notes=(*draft.notes, "Under the choices in force no round differs; the round shown makes another."),
                )
        return replace(draft, no_round_differs=True, notes=(*draft.notes, UNDER_CHOICES))

    def _bears_on(self, pair: Pair, facets: frozenset[Facet]) -> bool:
        """Whether rounds differ because of these lines; where that cannot be worked out it is taken that they do."""
        if self.ground.matched.cards is not None:
            return bool(self._of_cards(pair, facets))
        found = self.ground.without(pair, facets)
        return found is None or not found.is_proof

    def _of_cards(self, pair: Pair, facets: frozenset[Facet]) -> list[Difference]:
        """The deals that a pair settles differently by one of these lines."""
        found = self.ground.walk(pair)
        sides = ((self.old.lines, self.ground.old.values), (self.new.lines, self.ground.new.values))
        spans = {
            x.basis.span
            for lines, values in sides
            for x in lines
            if x.basis.span.line and facet_of(x, values) in facets
        }
        return [d for d in found.differences if spans & d.lines] if found is not None else []

    def _shown(self, pair: Pair, facets: frozenset[Facet]) -> tuple[Pair, Difference] | None:
        """The shortest round that differs, of those in which these lines decide if there is one."""
        of_cards = self._of_cards(pair, facets) if self.ground.matched.cards is not None else []
        if of_cards:
            return pair, of_cards[0]
        whole, part = self.ground.walk(pair), self.ground.without(pair, facets)
        if whole is None or not whole.differences:
            return None
        ways = [d.way for d in part.differences] if part else []
        chosen = next((d for way in ways for d in whole.differences if d.way == way), whole.differences[0])
        return pair, chosen

    def _condition_title(self, facet: Facet, lines: Lines) -> str:
        teller = self.ground.new.teller if any(x in self.new.lines for x in lines) else self.ground.old.teller
        at = teller.at(lines[0].at) if lines else ""
        title = f"{self.title} {at}".strip()
        return f"{title}: {facet.name}" if facet.name else title

    # the rest

    def _other(self, facet: Facet, old: Lines, new: Lines) -> Iterator[Draft]:
        notes: tuple[str, ...] = ()
        weight = _WEIGHTS.get(facet.what, Weight.PLAY)
        if facet.what == "moment" and self._may_be_made_alike():
            self.reworded.append((old, new))
            return
        at = self.ground.new.teller.at((new or old)[0].at)
        title = f"{self.title}{' ' + at if at else ''}: {facet.name}"
        moved = tuple(pair for pair in self.pairs if self.ground.differs(pair)) if facet.what == "commission" else ()
        known = bool(self.pairs) and all(self.ground.differs(pair) is False for pair in self.pairs)
        yield self._draft(
            facet,
            old,
            new,
            title,
            pairs=moved or tuple(self.pairs),
            is_played=facet.what in ("commission", "rounding"),
            no_round_differs=known and facet.what == "commission",
            notes=notes,
            moves=frozenset({self.subject}),
            weight=weight,
        )

    def _may_be_made_alike(self) -> bool:
        """Whether all shared positions may be made at the same moments of every round."""
        if not self.pairs or not self.ground.matched.can_walk:
            return False
        for old, new in self.pairs:
            one, other = self.ground.matched.old.runner(old), self.ground.matched.new.runner(new)
            if one is None or other is None or not same_moments(one, other):
                return False
        return True

    def _draft(
        self,
        facet: Facet,
        old: Lines,
        new: Lines,
        title: str,
        *,
        pairs: tuple[Pair, ...] = (),
        shown_by: tuple[Pair, Difference] | None = None,
        is_played: bool = False,
        no_round_differs: bool = False,
        notes: tuple[str, ...] = (),
        moves: frozenset[str] = frozenset(),
        weight: Weight = Weight.PLAY,
    ) -> Draft:
        self.ground.differing.add(self.owner)
        old_text = self.ground.old.teller.lines(old) if old else None
        new_text = self.ground.new.teller.lines(new) if new else None
        if isinstance(facet.key, tuple) and facet.key[0] == "off":
            old_text, new_text = old_text or "on", new_text or "on"
        default = all(x.is_default for x in (*old, *new))
        return Draft(
            kind_of(old_text, new_text),
            facet.what,
            self.subject,
            title,
            old_text,
            new_text,
            bases(old),
            bases(new),
            weight,
            pairs,
            shown_by,
            no_round_differs,
            is_played,
            notes,
            moves,
            tail=f"{facet.what} {facet.name} {'default' if default else ''}",
        )

    # words

    def _words(self) -> Iterator[Draft]:
        """Conditions that say the same in other words, and what the wager is called."""
        if self.reworded:
            old = tuple(x for lines, _ in self.reworded for x in lines)
            new = tuple(x for _, lines in self.reworded for x in lines)
            facet = Facet("condition", "reworded", "reworded")
            draft = self._draft(
                facet,
                old,
                new,
                f"{self.title}: the same in other words",
                pairs=tuple(self.pairs),
                no_round_differs=True,
                weight=Weight.WORDS,
            )
            yield replace(draft, kind=Kind.CHANGED)
        if not same_words(self.old.title or humane(self.old.name.text), self.new.title or humane(self.new.name.text)):
            yield self._title((self.old.title or "", self.new.title or ""), self.old.basis, self.new.basis, self.title)
        named = [(o, n) for o, n in self.pairs if (o.position.title or n.position.title)]
        for old_unit, new_unit in named:
            one, other = old_unit.position.title, new_unit.position.title
            if one and other and not same_words(one, other):
                yield self._title((one, other), old_unit.position.basis, new_unit.position.basis, capital(other))

    def _title(self, names: tuple[str, str], old: Basis, new: Basis, title: str) -> Draft:
        self.ground.differing.add(self.owner)
        return Draft(
            Kind.CHANGED,
            "title",
            self.subject,
            f"{title}: its name",
            names[0] or None,
            names[1] or None,
            (old,),
            (new,),
            Weight.WORDS,
        )


def _only(mine: dict[Hashable, list[wg.WagerLine]], theirs: dict[Hashable, list[wg.WagerLine]]) -> Lines:
    return tuple(dict.fromkeys(line for item, lines in mine.items() if item not in theirs for line in lines))


def _with_bounds_joined(items: list[tuple[Facet, Lines, Lines]]) -> list[tuple[Facet, Lines, Lines]]:
    """A bound that came in the place of another of a different form is one difference."""
    gone = [item for item in items if is_bound(item[0]) and not item[2]]
    come = [item for item in items if is_bound(item[0]) and not item[1]]
    if len(gone) != 1 or len(come) != 1:
        return items
    joined = (come[0][0], gone[0][1], come[0][2])
    return [*(item for item in items if item is not gone[0] and item is not come[0]), joined]


def _with_off_joined(items: list[tuple[Facet, Lines, Lines]]) -> list[tuple[Facet, Lines, Lines]]:
    """That a wager is off, and results that come in its place under the same headings, are one difference."""
    for off in [item for item in items if _subject_of(item[0]) == "off"]:
        place = ("results", *_place(off[0])[1:])
        results = next((item for item in items if _place(item[0]) == place), None)
        if results is not None and not any(both for both in ((off[1] and results[1]), (off[2] and results[2]))):
            joined = (results[0], (*off[1], *results[1]), (*off[2], *results[2]))
            items = [joined if item is results else item for item in items if item is not off]
    return items


def _place(facet: Facet) -> tuple[Hashable, ...]:
    return facet.key if isinstance(facet.key, tuple) else ()


def _subject_of(facet: Facet) -> Hashable:
    return next(iter(_place(facet)), None)


# wagers and positions on one side only


def _gone_and_come(ground: Ground) -> Iterator[Draft]:
    for units, edition, is_new in (
        (ground.matched.only_old, ground.old, False),
        (ground.matched.only_new, ground.new, True),
    ):
        for name in dict.fromkeys(u.name for u in units):
            mine = [u for u in units if u.name == name]
            all_of_it = [u for u in edition.table.units if u.name == name]
            yield _one_sided(ground, mine, is_new, is_whole=len(mine) == len(all_of_it))
    placed = {name for pair in wager_pairs(ground) for name in pair}
    for edition, is_new in ((ground.old, False), (ground.new, True)):
        shown = {u.name for u in edition.table.units}
        for wager in edition.read.of(wg.Wager):
            if wager.name.text not in placed and wager.name.text not in shown:
                unit = Unit(wager, Position(basis=wager.basis))
                yield _one_sided(ground, [unit], is_new, is_whole=True)
    yield from _regrouped(ground)


def _one_sided(ground: Ground, units: list[Unit], is_new: bool, *, is_whole: bool) -> Draft:
    edition = ground.new if is_new else ground.old
    stated = edition.wagers(units[0].name)
    wager = stated[0] if stated else units[0].wager
    ground.differing.add(f"wager {wager.name}")
    title = edition.teller.wager(wager)
    labels = [u.label for u in units if u.label]
    kind = Kind.ADDED if is_new else Kind.REMOVED
    own = [x for x in wager.lines if not x.is_default]
    basis: tuple[Basis, ...] = (wager.basis,)
    if is_whole:
        text = edition.teller.lines((wager, *own), with_tables=True)
        basis = (wager.basis, *bases(own)) if not wager.basis.cites else basis
    else:
        many = f"{len(labels)} positions" if len(labels) > MOST_POSITIONS else listed(labels)
        title = f"{title} on {many}"
        text = f"{humane(edition.teller.quoted(wager))}, on {_semicolons(labels)}"
        basis = tuple(dict.fromkeys(u.position.basis for u in units))
    subject = wager.name.text if is_whole else f"{wager.name}[{_semicolons(labels)}]"
    return Draft(
        kind,
        "wager",
        subject,
        title,
        None if is_new else text,
        text if is_new else None,
        () if is_new else basis,
        basis if is_new else (),
        moves=frozenset({wager.name.text}),
        unit=units[0],
    )


def _semicolons(labels: Iterable[str]) -> str:
    found = list(labels)
    return ("; " if any("," in label for label in found) else ", ").join(found)


def _regrouped(ground: Ground) -> Iterator[Draft]:
    """Wagers whose positions all belong to wagers of another cut on the other side: the same wagers, told otherwise."""
    partners = ground.matched.partners
    left = {o.name for o, _ in ground.matched.pairs} - set(partners)
    right = {n.name for _, n in ground.matched.pairs} - set(partners.values())
    for name in sorted(left):
        pairs = [(o, n) for o, n in ground.matched.pairs if o.name == name]
        yield _regrouped_draft(ground, pairs, name, [n.name for _, n in pairs])
    for name in sorted(right):
        pairs = [(o, n) for o, n in ground.matched.pairs if n.name == name and o.name not in left]
        if pairs:
            yield _regrouped_draft(ground, pairs, name, [o.name for o, _ in pairs])


def _regrouped_draft(ground: Ground, pairs: list[Pair], name: str, others: list[str]) -> Draft:
    old = [w for o in dict.fromkeys(o.name for o, _ in pairs) for w in ground.old.wagers(o)]
    new = [w for n in dict.fromkeys(n.name for _, n in pairs) for w in ground.new.wagers(n)]
    for wager in new:
        ground.differing.add(f"wager {wager.name}")
    whole = listed([humane(other) for other in dict.fromkeys(others)], 4)
    title = ground.old.teller.wager(old[0]) if old else capital(humane(name))
    return Draft(
        Kind.CHANGED,
        "wager",
        name,
        f"{title}: told as part of {whole}",
        ground.old.teller.lines(old),
        ground.new.teller.lines(new),
        bases(old),
        bases(new),
        Weight.WORDS,
        tuple(pairs),
        no_round_differs=True,
    )
