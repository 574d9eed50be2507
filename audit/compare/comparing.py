"""Two rulesets compared: every true difference once, with clauses, house edges, and the round that shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeVar

from audit.compare.controls import control_drafts
from audit.compare.dealing import Dealt
from audit.compare.drafting import UNDER_CHOICES, Draft, Pair, merged
from audit.compare.editions import Edition
from audit.compare.entry import Comparison, Entry, Favours, Kind, MeterShare, Weight
from audit.compare.ground import Ground
from audit.compare.late_moves import late_moves
from audit.compare.matching import Unit, match
from audit.compare.numbering import cannot_be_said, fallen_clauses, noise, unknown
from audit.compare.payout_rows import payout_drafts
from audit.compare.renaming import alignment
from audit.compare.showing import witness
from audit.compare.side import Side
from audit.compare.statements import ANY, statement_drafts
from audit.compare.wager_lines import wager_drafts
from audit.compare.wording import cites, humane, listed
from audit.play.cards import Card, cards_text
from audit.ruleset import tables as tb
from audit.ruleset.configure import value_text
from audit.ruleset.meters import Cap, Fee
from audit.ruleset.names import Name
from audit.ruleset.parameters import Assumption, Option, OptionRows, Require
from audit.ruleset.rewrite import walk as walk_nodes
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.ruleset.wagers import Amount, Wager
from audit.ruleset.worth import DefinedFact, DefinedOfHand, DefinedValue, Group
from audit.solve.result import Method, WagerResult
from audit.solve.side_by_side import When, held, moment_text, paired, translated
from audit.solve.slicing import depends

_ORDER = {Weight.PLAY: 0, Weight.CONTROLS: 1, Weight.WORDS: 2}
MOST_NAMED = 5
_OF_CARDS = frozenset({"ranking", "hand", "definition", "payout"})
_NOT_WALKED = (tb.ToParty, tb.ToEachOther, tb.Plus, Cap, Fee)
"""Money that a walk of rounds passes over."""


def compare(old: Side, new: Side) -> Comparison:
    """All differences of two rulesets, weightiest first.

    Wagers are matched by what they do, then by name.  What both say the same is counted, not listed.  Raises nothing of
    its own: where play cannot be worked out, statements are compared as they are written.
    """
    ground = _ground(old, new)
    drafts = [*wager_drafts(ground), *payout_drafts(ground), *statement_drafts(ground), *control_drafts(ground)]
    drafts = merged(drafts)
    drafts.extend(fallen_clauses(ground, drafts))
    unsaid = [d for d in drafts if cannot_be_said(ground, d)]
    drafts = [d for d in drafts if d not in unsaid]
    drafts = _with_consequences(ground, drafts)
    entries = [_entry(ground, draft) for draft in drafts]
    entries.sort(key=_severity)
    dropped = frozenset(d.subject for d in drafts if d.what == "clause")
    found = noise(ground, dropped)
    names = tuple(sorted(ground.matched.partners.items()))
    return Comparison(
        old.ruleset.head.id,
        new.ruleset.head.id,
        tuple(entries),
        found.renumbered,
        found.alike,
        tuple(unknown(ground, unsaid)),
        names,
        tuple(_assumed(ground)),
        found.statements,
        tuple(((old.name, old.label), (new.name, new.label)) for old, new in ground.matched.pairs),
        tuple(sorted(ground.old.names.items())),
    )


def _ground(old: Side, new: Side) -> Ground:
    """Both sides prepared: wagers matched, names aligned."""
    matched = match(old, new)
    known = {one: other for one, other in matched.partners.items() if one != other}
    names = alignment(Edition(matched.old).read, Edition(matched.new).read, known)
    ours = {g.name.text for g in old.ruleset.of(Group)}
    theirs = {g.name.text for g in new.ruleset.of(Group)}
    shared_old = frozenset(name for name in ours if names.get(name, name) in theirs)
    shared_new = frozenset(names.get(name, name) for name in shared_old)
    return Ground(matched, Edition(matched.old, names, shared_old), Edition(matched.new, {}, shared_new))


# consequences


def _with_consequences(ground: Ground, drafts: list[Draft]) -> list[Draft]:
    """Wagers that settle otherwise through something else are told where that is told; none is left untold."""
    moved = [pair for pair in ground.matched.pairs if ground.differs(pair)]
    drafts = [_decided_by_its_lines(ground, draft, moved) for draft in drafts]
    explained = {pair for d in drafts if d.is_played and d.shown_by is not None for pair in d.pairs}
    left = [pair for pair in moved if pair not in explained]
    through: dict[int, list[Pair]] = {}
    for pair in left:
        causes = [
            n
            for n, d in enumerate(drafts)
            if d.is_played and _is_cause(d) and _bears_on(ground, d, pair)
        ]
        own = [n for n in causes if pair in drafts[n].pairs]
        for n in own[:1] or causes[:1]:
            through.setdefault(n, []).append(pair)
    told = {pair for pairs in through.values() for pair in pairs}
    made = [_with_those(ground, draft, through.get(n, [])) for n, draft in enumerate(drafts)]
    made = _with_edges(ground, [_with_chances(ground, d) for d in made], moved)
    made = [_without_effect(ground, d, moved) for d in made]
    return [*made, *_untold(ground, [pair for pair in left if pair not in told])]


def _decided_by_its_lines(ground: Ground, draft: Draft, moved: Sequence[Pair]) -> Draft:
    """A difference of cards by one of whose lines a deal is settled otherwise is shown by that deal."""
    if draft.shown_by is not None or draft.weight is not Weight.PLAY or (draft.what == "payout" and draft.pairs):
        return draft  # what the rows of wagers pay has been looked for already
    lines = {span for spans in draft.spans for span in spans if span.line}
    for pair in moved:
        walked = ground.walk(pair)
        for difference in walked.differences if walked is not None else ():
            if difference.deal is not None and lines & difference.lines:
                pairs = draft.pairs if pair in draft.pairs else (*draft.pairs, pair)
                return replace(draft, shown_by=(pair, difference), pairs=pairs, is_played=True)
    return draft


def _bears_on(ground: Ground, draft: Draft, pair: Pair) -> bool:
    """Whether a wager may hang on what differs."""
    if pair in draft.pairs or ANY in draft.moves:
        return True
    old, new = pair
    for table, unit in ((ground.matched.old, old), (ground.matched.new, new)):
        if table.card_lane is not None and draft.moves & table.card_lane.hangs_on(unit.name):
            return True
    if ground.matched.cards is not None:
        return False
    part = ground.matched.new.part(new.name)
    if draft.moves & set(part.wagers):
        return True
    stated = (*part.statements, *ground.new.wagers(new.name), *ground.old.wagers(old.name))
    return any(depends(s, name) for name in draft.moves for s in stated if name)


def _with_those(ground: Ground, draft: Draft, pairs: Sequence[Pair]) -> Draft:
    if not pairs:
        return draft
    shown = draft.shown_by
    if shown is None and draft.is_played:
        firsts = [(p, d) for p in pairs if (d := ground.first(p)) is not None]
        shown = min(firsts, default=None, key=lambda item: (not item[1].is_shown, len(item[1].way)))
    others = [p for p in pairs if p not in draft.pairs]
    notes = draft.notes
    if others:
        titles = [_title(ground, new) for _, new in others]
        notes = (*notes, f"Through it these are settled otherwise too: {listed(titles, MOST_NAMED)}.")
    is_alone = not draft.pairs and draft.is_played
    return replace(draft, shown_by=shown, notes=notes, pairs=tuple(others) if is_alone else draft.pairs)


def _title(ground: Ground, unit: Unit) -> str:
    stated = ground.new.wagers(unit.name)
    return ground.new.teller.wager(stated[0] if stated else unit.wager)


def _without_effect(ground: Ground, draft: Draft, moved: Sequence[Pair]) -> Draft:
    """What play does not notice, where all of it is known, is marked so."""
    if draft.what in _OF_CARDS and draft.weight is Weight.PLAY and not draft.pairs and draft.shown_by is None:
        return _settled_alike(ground, draft)
    if not (draft.is_played and ANY in draft.moves) or draft.shown_by is not None:
        return draft
    known = ground.matched.can_walk and all(ground.differs(pair) is not None for pair in ground.matched.pairs)
    if not known or moved or draft.pairs or draft.what == "equipment":
        return draft
    if draft.hangs_on_choice:
        return replace(draft, no_round_differs=True, notes=(*draft.notes, UNDER_CHOICES))
    return replace(draft, no_round_differs=True, weight=Weight.WORDS)


def _settled_alike(ground: Ground, draft: Draft) -> Draft:
    """What is only said otherwise of cards, where it is proved of every wager that no round settles differently."""
    matched = ground.matched
    is_proved = matched.cards is not None and bool(matched.pairs) and not (matched.only_old or matched.only_new)
    if not is_proved or any((found := ground.walk(pair)) is None or not found.is_proof for pair in matched.pairs):
        return draft
    rulesets = [side.configured.ruleset for side in (ground.old.side, ground.new.side)]
    if any(isinstance(node, _NOT_WALKED) for ruleset in rulesets for node in walk_nodes(ruleset.statements)):
        return draft
    if any(_asks_for_others(ruleset) for ruleset in rulesets):
        return draft
    if any(_hangs_on_choices(side.ruleset) for side in (ground.old.side, ground.new.side)):
        return draft
    return replace(draft, no_round_differs=True)


def _asks_for_others(ruleset: Ruleset) -> bool:
    """Whether what is defined, or pays a bonus, may hang on wagers: one that need not be made beside another is not walked."""
    wagers = {wager.name.text for wager in ruleset.of(Wager)}
    asked = (
        node.text
        for stated in ruleset.of(DefinedFact, DefinedOfHand, DefinedValue, tb.FunctionTable, tb.Bonus)
        for node in walk_nodes(stated)
        if isinstance(node, Name) and not (isinstance(stated, tb.Bonus) and node == stated.on)
    )
    return any(name in wagers for name in asked)


def _hangs_on_choices(ruleset: Ruleset) -> bool:
    """Whether any line but one of amounts names a choice of the house, so that rounds may differ under another."""
    options = {option.name.text for option in ruleset.of(Option)}
    parts: Iterator[Stated] = (
        part
        for stated in ruleset.statements
        if not isinstance(stated, Option | OptionRows | Require)
        for part in (stated.lines if isinstance(stated, Wager) else (stated,))
    )
    named = (node.text for x in parts if not isinstance(x, Amount) for node in walk_nodes(x) if isinstance(node, Name))
    return any(name in options for name in named) or any(w.when is not None for w in ruleset.of(Wager))


def _with_chances(ground: Ground, draft: Draft) -> Draft:
    """Dice, wheels or cards that differ move house edges where every common round is settled alike."""
    if draft.what != "equipment" or draft.weight is not Weight.PLAY or not draft.is_played or draft.pairs:
        return draft
    return _with_shifted(ground, draft, [p for p in ground.matched.pairs if _is_moved(ground, p)])


def _with_edges(ground: Ground, drafts: Sequence[Draft], moved: Sequence[Pair]) -> list[Draft]:
    """House edges that move where no round was found to settle otherwise are told with what they may hang on.

    What a player sees, or may choose, moves best play and no settlement; and of some wagers it is not known which rounds
    differ.  Wagers that are valued together are told once.
    """
    told = {_rows_of(ground, pair) for pair in (*moved, *(pair for d in drafts for pair in d.pairs))}
    left = [p for p in ground.matched.pairs if _rows_of(ground, p) not in told and _is_moved(ground, p)]
    alone = [n for n, d in enumerate(drafts) if d.weight is Weight.PLAY and not d.pairs and d.unit is None]
    shifted: dict[int | None, list[Pair]] = {}
    for pair in left:
        causes = [n for n, d in enumerate(drafts) if d.is_played and _is_cause(d) and _bears_on(ground, d, pair)]
        cause = causes[0] if causes else alone[0] if len(alone) == 1 else None
        shifted.setdefault(cause, []).append(pair)
    made = [_with_shifted(ground, draft, shifted.get(n, [])) for n, draft in enumerate(drafts)]
    untold = {_rows_of(ground, pair): pair for pair in reversed(shifted.get(None, []))}
    return [*made, *_untold(ground, [pair for pair in shifted.get(None, []) if pair in untold.values()])]


def _rows_of(ground: Ground, pair: Pair) -> tuple[frozenset[str], str]:
    """The results that have the house edges of a position."""
    new = pair[1]
    return frozenset(row.id for row in _rows(ground.new.side, new)), new.label


def _is_cause(draft: Draft) -> bool:
    """Whether something may hang on what differs; a default alone is words, and is what runs."""
    return draft.weight is not Weight.WORDS or draft.what == "option"


def _with_shifted(ground: Ground, draft: Draft, pairs: Sequence[Pair]) -> Draft:
    if not pairs:
        return draft
    titles = [_title(ground, new) for _, new in pairs]
    note = f"Through it the house edges of these move: {listed(titles, MOST_NAMED)}."
    return replace(draft, pairs=draft.pairs or tuple(pairs), notes=(*draft.notes, note))


def _untold(ground: Ground, pairs: Sequence[Pair]) -> Iterator[Draft]:
    """Wagers that settle otherwise, or whose house edge moves, and of which no line tells why."""
    for name in dict.fromkeys(new.name for _, new in pairs):
        mine = tuple(pair for pair in pairs if pair[1].name == name)
        first = ground.first(mine[0])
        stated = ground.new.wagers(name)
        yield Draft(
            Kind.CHANGED,
            "condition",
            name,
            f"{_title(ground, mine[0][1])}: {'settled otherwise' if first is not None else 'another house edge'}",
            None,
            None,
            (mine[0][0].wager.basis,),
            tuple(s.basis for s in stated[:1]),
            pairs=mine,
            shown_by=(mine[0], first) if first is not None else None,
            is_played=True,
            notes=() if first is not None else ("Which rounds settle otherwise is not known.",),
        )


# entries


def _entry(ground: Ground, draft: Draft) -> Entry:
    elsewhere = draft.matched
    chosen = (elsewhere.old.side, elsewhere.new.side) if elsewhere is not None else (None, None)
    moves = _concerned(ground, draft, chosen)
    old_edge, new_edge = (moves[0].old, moves[0].new) if moves else (None, None)
    meters = moves[0].meters if moves else ()
    is_unsolved = moves[0].is_unsolved if moves else False
    shown = witness(draft.matched or ground.matched, *draft.shown_by) if draft.shown_by is not None else None
    notes = list(draft.notes)
    if draft.shown_by is not None and shown is None:
        notes.append(_unshown(draft))
    notes.extend(_by_moment(draft, moves))
    notes.extend(_of_meter(share) for share in meters)
    notes.extend(_readings(ground, draft))
    old_cites, new_cites = cites(*draft.old_bases), cites(*draft.new_bases)
    if draft.what == "clause":
        old_cites = (draft.subject,)
    if draft.kind is Kind.CHANGED and ground.are_editions and bool(old_cites) != bool(new_cites):
        # the clause that no longer says it, or did not yet, is the one to read on the other side
        old_cites = old_cites or tuple(c for c in new_cites if c in ground.old.cited)
        new_cites = new_cites or tuple(c for c in old_cites if c in ground.new.cited)
    return Entry(
        draft.kind,
        draft.what,
        draft.subject,
        draft.title,
        draft.old,
        draft.new,
        old_cites,
        new_cites,
        draft.weight,
        _favours(ground, draft) if elsewhere is None else _favours_of(moves or ()),
        old_edge,
        new_edge,
        shown,
        draft.no_round_differs,
        " ".join(notes),
        meters=meters,
        is_unsolved=is_unsolved,
    )


def _unshown(draft: Draft) -> str:
    """Why a difference has no round that can be played again."""
    assert draft.shown_by is not None
    difference = draft.shown_by[1]
    if difference.deal is not None:
        return f"Worked out to be settled otherwise {_with_cards(difference.deal)}; play shows no such round."
    rolls = ", ".join(str(outcome) for outcome in difference.way)
    when = f"after {rolls}" if rolls else "before anything comes up"
    if not difference.is_shown:
        return f"Settled otherwise {when}, where the wager is made later than it first may be."
    return f"Settled otherwise {when}."


def _with_cards(deal: Dealt) -> str:
    """``with player cards Kh Qh, after bet, fold``: the cards that tell, and what is decided, on the new side."""
    by_area: dict[str, list[Card]] = {}
    for (area, _), card in sorted(deal.cards[1], key=lambda one: one[0]):
        by_area.setdefault(area, []).append(card)
    cards = listed([f"{humane(area)} {cards_text(lying)}" for area, lying in by_area.items()])
    decided = ", ".join(label for _, label in deal.new)
    return f"{f'with {cards}' if cards else 'whatever is dealt'}{f', after {decided}' if decided else ''}"


def _of_meter(share: MeterShare) -> str:
    """What a house edge leaves out, which is that with nothing in any meter."""
    return f"Per unit the wager brings {share.old} of {share.meter} on average, and now {share.new} of it."


@dataclass(frozen=True, slots=True)
class _Move:
    """The house edges of a position at some moments; None where a side has no such moment, or none is known.

    ``meters`` are those of which it brings more or less than it did.  ``is_unsolved``: one that is not known is so since no method
    solves the wager, not since the text leaves it open.
    """

    at: tuple[When, ...]
    old: Fraction | None
    new: Fraction | None
    meters: tuple[MeterShare, ...] = ()
    is_unsolved: bool = False

    @property
    def is_moved(self) -> bool:
        return self.old != self.new or bool(self.meters)

    @property
    def words(self) -> str:
        """``the point 4, 10: 0 -> -1/3``."""
        if self.old is None or self.new is None:
            edges = f"{_known(self.old)} -> {_known(self.new)}"
        else:
            edges = f"{self.old} -> {self.new}" if self.is_moved else f"{self.new} unchanged"
        return f"{moment_text(self.at) or 'made as soon as it may be'}: {edges}"


def _known(edge: Fraction | None) -> str:
    return "none" if edge is None else str(edge)


def _concerned(ground: Ground, draft: Draft, chosen: tuple[Side | None, Side | None]) -> list[_Move] | None:
    """The moves of the position whose house edges an entry gives; None where its moments cannot be set side by side.

    That is the position that is shown, unless its edges stay and others move; else the first whose edge moved, else the
    first.  Of its moments those alone of which the draft speaks, where it does.
    """
    if draft.unit is not None:
        is_old = draft.kind is Kind.REMOVED
        rows = held(_rows((ground.old if is_old else ground.new).side, draft.unit), draft.unit.label)
        moves = _alike([(when, row.house_edge) for when, row in rows])
        return [_Move(at, edge, None) if is_old else _Move(at, None, edge) for at, edge in moves]
    if draft.weight is not Weight.PLAY or not draft.pairs:
        return []
    first = draft.shown_by[0] if draft.shown_by is not None else None
    for pair in (*([first] if first else []), *draft.pairs):
        moves_of = _moves(ground, pair, chosen, draft.at)
        if moves_of is not None and any(move.is_moved for move in moves_of):
            return moves_of
    return _moves(ground, first or draft.pairs[0], chosen, draft.at)


def _moves(
    ground: Ground,
    pair: Pair,
    chosen: tuple[Side | None, Side | None] = (None, None),
    at: frozenset[tuple[str, str]] = frozenset(),
) -> list[_Move] | None:
    """The house edges of a position on both sides, moments of equal edges together: those that moved first.

    Moments that one side alone has are left out where there are others.  None where the two sides tell moments apart in
    different ways, so that no edge of the one is known to be that of the other.
    """
    old, new = pair
    sides = ground.old.side, ground.new.side
    before = held(translated(_rows(sides[0], old), ground.old.names), old.label)
    found = paired(before, held(_rows(sides[1], new), new.label))
    if found is None:
        return None
    found = [p for p in found if p.old and p.new] or found
    found = [p for p in found if (humane(p.when.what), p.when.value) in at] or found
    names = ground.old.names if chosen == (None, None) else None
    edges = [
        (
            p.when,
            (
                _edge(p.old, sides[0], chosen[0]), _edge(p.new, sides[1], chosen[1]), _meters(p.old, p.new, names),
                _is_unsolved(p.old) or _is_unsolved(p.new),
            ),
        )
        for p in found
    ]  # fmt: skip
    moves = [_Move(when, *known) for when, known in _alike(edges)]
    if chosen == (None, None):
        told = {(move.old, move.new) for move in moves}
        late = (x for x in late_moves(sides, pair, ground.old.names, at) if (x.old, x.new) not in told)
        moves += [_Move(x.at, x.old, x.new) for x in late]
    return sorted(moves, key=lambda move: not move.is_moved)


def _meters(old: WagerResult | None, new: WagerResult | None, names: Mapping[str, str] | None) -> tuple[MeterShare, ...]:
    """The meters of which two rows bring not the same; nothing of other choices, of which rows know no meters."""
    if old is None or new is None or names is None:
        return ()
    before = {names.get(line.meter, line.meter): line.slope for line in old.meters}
    after = {line.meter: line.slope for line in new.meters}
    shares = ((name, before.get(name, Fraction(0)), after.get(name, Fraction(0))) for name in dict.fromkeys((*before, *after)))
    return tuple(MeterShare(humane(name), one, other) for name, one, other in shares if one != other)


E = TypeVar("E")


def _alike(found: Sequence[tuple[When, E]]) -> list[tuple[tuple[When, ...], E]]:
    """Moments of which the same is known, together."""
    groups: dict[E, list[When]] = {}
    for when, known in found:
        groups.setdefault(known, []).append(when)
    return [(tuple(at), known) for known, at in groups.items()]


def _is_moved(ground: Ground, pair: Pair) -> bool:
    """Whether a house edge of a position is known to be another, at some moment."""
    return any(move.is_moved for move in _moves(ground, pair) or ())


def _by_moment(draft: Draft, moves: Sequence[_Move] | None) -> Iterator[str]:
    """Which house edge is that of which moment, where they move differently."""
    if moves is None:
        yield "House edges hang on the moment, and the two tell moments apart in different ways: they are not compared."
    elif len(moves) > 1 and (moves[1].is_moved or moment_text(moves[0].at) not in draft.title):
        yield f"House edges by moment: {'; '.join(move.words for move in moves)}."


def _rows(side: Side, unit: Unit) -> list[WagerResult]:
    """The rows of a wager, or of those that it is valued together with."""
    rows = side.verified.result.wagers
    mine = [r for r in rows if r.wager == unit.name]
    return mine or [r for r in rows if unit.name in r.bundle and r.wager in r.bundle]


def _edge(row: WagerResult | None, side: Side, under: Side | None) -> Fraction | None:
    """The house edge of a row; ``under`` other choices where they were solved as another value of one option."""
    if row is None or row.house_edge is None or under is None:
        return row.house_edge if row else None
    here, there = side.configured.values, under.configured.values
    moved = [(name, value) for name, value in there.items() if value is not None and here.get(name) != value]
    if len(moved) > 1:
        return None
    if moved and side.verified.result.in_force_only:
        return None
    effects = [e for e in row.options for name, value in moved if (e.option, e.value) == (name, value_text(value))]
    return effects[0].house_edge if effects else row.house_edge


def _is_unsolved(row: WagerResult | None) -> bool:
    return row is not None and row.method is Method.NOT_SOLVABLE


def _favours(ground: Ground, draft: Draft) -> Favours:
    """Whom the house edges that moved favour, and what is brought of meters, if all moved the same way."""
    if draft.weight is not Weight.PLAY:
        return Favours.NEITHER
    return _favours_of([m for pair in draft.pairs for m in _moves(ground, pair, at=draft.at) or ()])


def _favours_of(moves: Sequence[_Move]) -> Favours:
    """Less of a meter is for the house."""
    edges = ((move.old, move.new) for move in moves)
    signs = {other > one for one, other in edges if one is not None and other is not None and one != other}
    signs |= {share.new < share.old for move in moves for share in move.meters}
    if len(signs) != 1:
        return Favours.NEITHER
    return Favours.HOUSE if signs.pop() else Favours.PLAYER


def _readings(ground: Ground, draft: Draft) -> Iterator[str]:
    """On which readings of ours the lines of an entry hang."""
    if draft.weight is Weight.WORDS:
        return
    sides = ((ground.old, draft.old_bases), (ground.new, draft.new_bases))
    found = [dict.fromkeys(name for basis in bases for name in edition.readings(basis)) for edition, bases in sides]
    for edition, names, others_names in ((ground.old, found[0], found[1]), (ground.new, found[1], found[0])):
        for name in names:
            if ground.are_editions and name in others_names and _reads_alike(ground, name):
                continue
            declared = edition.assumption(name)
            value = edition.side.configured.values.get(name)
            which = edition.side.ruleset.head.edition if ground.are_editions else edition.side.ruleset.head.id
            if declared is not None and declared.instead and value is not None:
                others = listed(
                    [humane(value_text(v)) for v in (declared.taken, *declared.instead) if v and v != value]
                )
                yield f"As {which} is read: {humane(name)} is {humane(value_text(value))}; it may be read as {others}."
            elif declared is not None:
                yield f"As {which} is read: {declared.because}."


def _reads_alike(ground: Ground, name: str) -> bool:
    """Whether both editions rest on one reading and take it the same way: then it explains no difference."""
    one, other = ground.old.assumption(name), ground.new.assumption(name)
    values = [e.side.configured.values.get(name) for e in (ground.old, ground.new)]
    return one is not None and other is not None and values[0] == values[1]


def _severity(entry: Entry) -> tuple[int, int, Fraction, bool, bool]:
    """Play before controls before words; then edges that moved, the most first; then what a round shows."""
    moved = Fraction(0)
    if entry.old_edge is not None and entry.new_edge is not None:
        moved = abs(entry.new_edge - entry.old_edge)
    return (_ORDER[entry.weight], 0 if moved or entry.meters else 1, -moved, entry.witness is None, entry.no_round_differs)


def _assumed(ground: Ground) -> Iterator[Entry]:
    """Readings of ours that one side alone has, or that are taken otherwise."""
    old = {ground.old.called(a.name.text): a for a in ground.old.side.configured.source.of(Assumption)}
    new = {a.name.text: a for a in ground.new.side.configured.source.of(Assumption)}
    for name in dict.fromkeys((*old, *new)):
        one, other = old.get(name), new.get(name)
        values = (
            ground.old.side.configured.values.get(one.name.text) if one else None,
            ground.new.side.configured.values.get(name) if other else None,
        )
        if one is not None and other is not None and values[0] == values[1]:
            continue
        kind = Kind.ADDED if one is None else Kind.REMOVED if other is None else Kind.CHANGED
        yield Entry(
            kind,
            "assumption",
            name,
            humane(name),
            _assumption_text(one, values[0]),
            _assumption_text(other, values[1]),
            cites(one.basis) if one else (),
            cites(other.basis) if other else (),
            Weight.WORDS,
        )


def _assumption_text(assumption: Assumption | None, value: object) -> str | None:
    if assumption is None:
        return None
    taken = f"{humane(value_text(value))}: " if value is not None else ""  # type: ignore[arg-type]
    return f"{taken}{assumption.because}"
