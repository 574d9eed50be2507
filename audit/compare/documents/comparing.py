"""Two parts compared: their clauses matched, each difference said once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from audit.compare.documents.binding import bonds
from audit.compare.documents.bodies import Body, body_of, body_of_row, ends_open, entry_of, run_of_one, runs_of
from audit.compare.documents.carrying import Run, carried
from audit.compare.documents.entries import Entry, Following, Kind, Side, TextComparison, Weight
from audit.compare.documents.judging import Judged, judge, says_of
from audit.compare.documents.leftovers import Leftovers
from audit.compare.documents.lexicon import COMMON
from audit.compare.documents.matching import Matched, match
from audit.compare.documents.moving import moved
from audit.compare.documents.pointing import Pointing
from audit.compare.documents.renumbering import ranges
from audit.compare.documents.rows import Place, paired_rows, rows_of
from audit.compare.documents.scans import Scan, begins_midway, breaks_off
from audit.compare.documents.splitting import splits
from audit.compare.documents.units import Row, Unit
from audit.compare.documents.values import Words, of_one
from audit.compare.documents.words import TokenKind, read_words
from audit.documents.document import Part

_DOUBTFUL = 0.5
_MISSING = 3
_ANEW = "reworded, much is new"


def compare_parts(old: Part, new: Part) -> TextComparison:
    """All differences of two parts, by the trees of their clauses; raises nothing of its own."""
    return compare_runs([old], [new], name_of(old), name_of(new))


def compare_runs(olds: Sequence[Part], news: Sequence[Part], old_name: str, new_name: str) -> TextComparison:
    """The same for several parts that together are one set of rules."""
    return _Comparing(Row(olds), Row(news)).comparison(old_name, new_name)


def name_of(part: Part) -> str:
    """What a part is called: its title or game, and its edition."""
    said = [part.title or part.game or f"part {part.number}", part.edition or ""]
    return ", ".join(s for s in said if s)


@dataclass
class _Found:
    """What has been said so far, each with its place in the order of the new part."""

    entries: list[tuple[tuple[int, int, int], Entry]] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    form: list[tuple[tuple[int, int, int], Entry]] = field(default_factory=list)
    read_through: list[tuple[tuple[int, int, int], Entry]] = field(default_factory=list)
    following: list[Following] = field(default_factory=list)
    alike: int = 0


class _Comparing:
    def __init__(self, old: Row, new: Row) -> None:
        self.old, self.new = old, new
        self.matched: Matched = match(old, new)
        self.scan = Scan(old, new)
        self.split = {s.whole: s.pieces for s in splits(old, new, self.matched.to_new, is_scan=self.scan.any)}
        pieces = {n for group in self.split.values() for n in group}
        for whole, group in self.split.items():
            for piece in group:
                if self.matched.to_old.get(piece, whole) != whole:
                    self.matched.part(piece)
        merges = splits(new, old, self.matched.to_old, is_scan=self.scan.any)
        self.merged = {
            s.whole: s.pieces for s in merges if s.whole not in pieces and not set(s.pieces) & set(self.split)
        }
        for whole, group in self.merged.items():
            for piece in group:
                if piece in self.matched.to_new and self.matched.to_new[piece] != whole:
                    self.matched.part(self.matched.to_new[piece])
        for whole, group in self.split.items():
            if whole not in self.matched.to_new:
                self.matched.put(whole, group[0])
        for whole, group in self.merged.items():
            if whole not in self.matched.to_old:
                self.matched.put(group[0], whole)
        self.told_new = {n for group in self.split.values() for n in group}
        self.told_old = {n for group in self.merged.values() for n in group}
        self.weak: set[int] = set()
        self._leftovers()
        self.moved = moved(old, new, self.matched)
        self.stood: list[int] = []
        last = -1
        for n in range(len(old)):
            self.stood.append(last)
            if n in self.matched.to_new and n not in self.moved:
                last = self.matched.to_new[n]
        self.pointing = Pointing(old, new, self.matched, self._parts(), self.moved)
        self.found = _Found()
        self.changed: set[int] = set()

    def _leftovers(self) -> None:
        """What is left on both sides and seems to be one rule all the same; such entries are doubted."""
        left = Leftovers(self.old, self.new, self.matched, self.told_old, self.told_new)
        for number, group in left.pairs():
            self.matched.put(number, group[0])
            self.weak.add(group[0])
            if len(group) > 1:
                self.split[number] = group
                self.told_new.update(group)
        left = Leftovers(self.old, self.new, self.matched, self.told_old, self.told_new)
        for merge in left.merges():
            if merge.whole not in self.merged and merge.neighbour not in self.split:
                self.merged[merge.whole] = tuple(sorted((merge.gone, merge.neighbour)))
                self.told_old.update((merge.gone, merge.neighbour))
                self.weak.add(merge.whole)

    def _parts(self) -> dict[int, frozenset[int]]:
        """The new units that hold the words of an old one which was split, or merged with others."""
        made = {whole: frozenset(group) for whole, group in self.split.items()}
        made.update({n: frozenset({whole}) for whole, group in self.merged.items() for n in group})
        return made

    def comparison(self, old_name: str, new_name: str) -> TextComparison:
        for unit in self.old.units:
            partner = self.matched.to_new.get(unit.number)
            if partner is not None:
                self._pair(unit, self.new[partner])
        self._one_sided()
        self._renumbered()
        found = self.found
        told = carried([entry for _, entry in found.entries], found.runs)
        found.entries = [(place, entry) for (place, _), entry in zip(found.entries, told, strict=True)]
        return TextComparison(
            old_name,
            new_name,
            _in_order(found.entries),
            _in_order(found.form),
            tuple(found.following),
            _in_order(found.read_through),
            found.alike,
            len(self.old),
            len(self.new),
        )

    # clauses that stand on both sides

    def _pair(self, old: Unit, new: Unit) -> None:
        place = (new.number, 1, 0)
        if old.number in self.split:
            self._joined([old], [self.new[n] for n in self.split[old.number]], Kind.SPLIT, place)
            return
        if new.number in self.merged:
            self._joined([self.old[n] for n in self.merged[new.number]], [new], Kind.MERGED, place)
            return
        is_moved = old.number in self.moved
        ours, theirs = old.clause.tables, new.clause.tables
        as_text = bool(ours) != bool(theirs)
        judged = None
        if old.words != new.words or as_text or _refers(old):
            judged = self._judged(old, new, as_text=as_text)
        if ours and theirs:
            self._tables(old, new, place[0])
        if judged is None:
            self.found.alike += 1
            if is_moved:
                self._entry(Kind.MOVED, Judged(), self._body([old], True), self._body([new], False), place)
            return
        old_body, new_body = self._body([old], True, rows=as_text), self._body([new], False, rows=as_text)
        self._follow(judged, old_body, new_body)
        if judged.weight is not None:
            kind = Kind.MOVED_AND_AMENDED if is_moved else self._kind(old, new, judged, old_body, new_body)
            self.changed.add(old.number)
            self._entry(kind, judged, old_body, new_body, place)
            return
        if is_moved:
            self._entry(Kind.MOVED, Judged(), old_body, new_body, place)
        if judged.reads_through:
            self.found.read_through.append((place, entry_of(Kind.CHANGED, judged, old_body, new_body)))
        elif judged.form:
            self.found.form.append((place, entry_of(Kind.CHANGED, judged, old_body, new_body)))
        elif not is_moved:
            self.found.alike += 1

    def _judged(self, old: Unit, new: Unit, *, as_text: bool) -> Judged:
        ours, theirs = self._body([old], True, rows=as_text), self._body([new], False, rows=as_text)
        return judge(ours.words, theirs.words, self.pointing.judge, self.scan)

    def _joined(self, olds: Sequence[Unit], news: Sequence[Unit], kind: Kind, place: tuple[int, int, int]) -> None:
        old_body, new_body = self._body(olds, True), self._body(news, False)
        judged = judge(old_body.words, new_body.words, self.pointing.judge, self.scan)
        self._follow(judged, old_body, new_body)
        if judged.weight is None:
            judged.weight, judged.says = Weight.FORM, "the same words"
            if not any(unit.step for unit in (olds if len(olds) > 1 else news)[1:]):
                # Where a paragraph ends within a clause is layout.
                judged.says, kind = "paragraphs", Kind.CHANGED
            self.found.form.append((place, entry_of(kind, judged, old_body, new_body)))
            return
        self._entry(kind, judged, old_body, new_body, place)

    def _kind(self, old: Unit, new: Unit, judged: Judged, ours: Body, theirs: Body) -> Kind:
        tokens = [ours.words.tokens[n] for h in judged.hunks for n in range(h.a, h.b)]
        others = [theirs.words.tokens[n] for h in judged.hunks for n in range(h.c, h.d)]
        if all(t.kind is TokenKind.REFERENCE for t in (*tokens, *others)):
            return Kind.REFERENCE
        in_titles = all(t.end <= old.title_end for t in tokens) and all(t.end <= new.title_end for t in others)
        return Kind.TITLE if in_titles and (old.title_end or new.title_end) else Kind.CHANGED

    def _entry(self, kind: Kind, judged: Judged, old: Body, new: Body, place: tuple[int, int, int]) -> None:
        entry = entry_of(kind, judged, old, new)
        if kind in (Kind.MOVED, Kind.MOVED_AND_AMENDED):
            entry = self._with_below(entry, place[0])
        doubts = self._broken(judged, old, new)
        if place[0] in self.weak and place[1] == 1:
            values = tuple(m for m in judged.matters if m.kind.weight is Weight.VALUE)
            entry = replace(entry, matters=values, says="; ".join(s for s in (_ANEW, says_of(values)) if s))
            doubts.append("Few words are the same: that one became the other is taken from subject and place.")
        if doubts:
            entry = replace(entry, doubts=(*entry.doubts, *doubts), confidence=min(entry.confidence, _DOUBTFUL))
        self.found.runs.extend(runs_of(len(self.found.entries), judged, old, new))
        self.found.entries.append((place, entry))

    def _with_below(self, entry: Entry, new: int) -> Entry:
        """A clause that moved, with how many clauses below it went along."""
        number = self.matched.to_old[new]
        inside = self.new.below(new)
        below = sum(1 for n in self.old.below(number) if self.matched.to_new.get(n) in inside and n not in self.moved)
        if not below:
            return entry
        said = f"with {below} clause{'s' if below > 1 else ''} below it"
        says = f"{entry.says}; {said}" if entry.says else said
        old = (replace(entry.old[0], below=below), *entry.old[1:])
        return replace(entry, old=old, new=(replace(entry.new[0], below=below), *entry.new[1:]), says=says)

    def _broken(self, judged: Judged, old: Body, new: Body) -> list[str]:
        """Where one text ends in mid-sentence and the other goes on, what is missing may not have been taken out."""
        if judged.weight is None or not judged.hunks:
            return []
        head = judged.hunks[0]
        for body, row, name in ((old, self.old, "old"), (new, self.new, "new")):
            first = next((u for u in row.units if u.tokens), None)
            is_head = head.a == head.c == 0 and first is not None and body.sides[0].path == first.path
            if is_head and begins_midway(row):
                return [f"The {name} text begins here, in mid-document: what is missing before it proves little."]
        last = judged.hunks[-1]
        if last.b < len(old.words.tokens) or last.d < len(new.words.tokens):
            return []
        ends = ends_open(old), ends_open(new)
        if ends[0] == ends[1]:
            return []
        side, name = (old, "old") if ends[0] else (new, "new")
        gone, come = old.words.between(last.a, last.b).casefold(), new.words.between(last.c, last.d).casefold()
        short, long = (gone, come) if ends[0] else (come, gone)
        if not long.startswith(short.rstrip(" ]|.")):
            return []
        missing = last.d - last.c if ends[0] else last.b - last.a
        is_mid_phrase = bool(side.words.tokens) and side.words.tokens[-1].key in COMMON
        if missing < _MISSING and not is_mid_phrase and not self.scan.any:
            return []
        end = side.sides[-1]
        return [f"The {name} text breaks off at {end.path}, line {end.lines[1]}: what is missing there proves little."]

    def _follow(self, judged: Judged, old: Body, new: Body) -> None:
        for follow in judged.follows:
            a, b = old.words.at(follow.old), new.words.at(follow.new)
            said = old.words.said(follow.old), new.words.said(follow.new)
            sides = old.sides[a.side], new.sides[b.side]
            self.found.following.append(Following(*sides, *said, follow.target, a[1:], b[1:]))

    def _body(self, units: Sequence[Unit], is_old: bool, *, rows: bool = False) -> Body:
        return body_of(units, lambda unit: self.pointing.tokens(unit, is_old=is_old), rows=rows)

    # tables

    def _tables(self, old: Unit, new: Unit, at: int) -> None:
        ours, theirs = rows_of(old.clause.tables), rows_of(new.clause.tables)
        for n, (a, b) in enumerate(paired_rows(ours, theirs)):
            place = (at, 2, n)
            if a is not None and b is not None:
                self._row_pair(old.row_side(*ours[a]), new.row_side(*theirs[b]), place)
            elif a is not None:
                self._row_alone(old, ours[a], is_old=True, place=place)
            elif b is not None:
                self._row_alone(new, theirs[b], is_old=False, place=place)

    def _row_pair(self, old: Side, new: Side, place: tuple[int, int, int]) -> None:
        if old.words == new.words:
            return
        ours, theirs = body_of_row(old), body_of_row(new)
        judged = judge(ours.words, theirs.words, self.pointing.judge, self.scan)
        if judged.weight is not None:
            self._entry(Kind.ROW, judged, ours, theirs, place)
        elif judged.reads_through or judged.form:
            apart = self.found.read_through if judged.reads_through else self.found.form
            apart.append((place, entry_of(Kind.ROW, judged, ours, theirs)))

    def _row_alone(self, unit: Unit, row: Place, *, is_old: bool, place: tuple[int, int, int]) -> None:
        side = unit.row_side(*row)
        words = Words((side.words,), list(read_words(side.words)))
        if not words.tokens:
            return
        found = of_one(words, is_old=is_old)
        weight = max((m.kind.weight for m in found), default=Weight.WORDS)
        says = "row taken out" if is_old else "row added"
        apart = self.found.entries
        if row[1] < row[0].heads and not found:
            weight, says, apart = (
                Weight.FORM,
                f"heading of a table {'not printed' if is_old else 'printed'}",
                self.found.form,
            )
        olds, news = ((side,), ()) if is_old else ((), (side,))
        apart.append((place, Entry(Kind.ROW, weight, olds, news, tuple(found), says)))

    # clauses that stand on one side

    def _one_sided(self) -> None:
        for row, known, told, is_old in (
            (self.old, self.matched.to_new, self.told_old, True),
            (self.new, self.matched.to_old, self.told_new, False),
        ):
            covered: set[int] = set()
            for unit in row.units:
                if unit.number in known or unit.number in told or unit.number in covered:
                    continue
                below = row.below(unit.number)
                group = [unit.number]
                if not any(number in known or number in told for number in below):
                    group.extend(below)
                covered.update(group)
                self._alone(row, group, is_old=is_old)

    def _alone(self, row: Row, group: list[int], *, is_old: bool) -> None:
        """One entry for a clause that came or went, with all that came or went below it."""
        units = [row[n] for n in group]
        body = self._body(units, is_old, rows=True)
        kind = Kind.REMOVED if is_old else Kind.ADDED
        place = self._place_of_removed(group[0]) if is_old else (group[0], 1, 0)
        found = of_one(body.words, is_old=is_old)
        modal = any(bonds(body.words.tokens))
        weight = max((m.kind.weight for m in found), default=Weight.MODAL if modal else Weight.WORDS)
        below = len(group) - 1
        says = f"with {below} clause{'s' if below > 1 else ''} below it" if below else ""
        sides = (replace(body.sides[0], below=below), *body.sides[1:])
        if not body.words.tokens:
            weight, says = Weight.FORM, "a label without words"
        doubts = tuple(self._doubts(row, units[0], is_old=is_old))
        confidence = _DOUBTFUL if doubts else 1.0
        olds, news = (sides, ()) if is_old else ((), sides)
        entry = Entry(kind, weight, olds, news, tuple(found), says, 1 + below, confidence, doubts)
        run = run_of_one(len(self.found.entries), body, is_old=is_old)
        if run is None:
            self.found.form.append((place, entry))
            return
        self.found.runs.append(run)
        self.found.entries.append((place, entry))

    def _place_of_removed(self, number: int) -> tuple[int, int, int]:
        return self.stood[number], 4, number

    def _doubts(self, row: Row, unit: Unit, *, is_old: bool) -> Iterator[str]:
        """Why a clause that stands on one side only may stand on the other as well."""
        other, known = (self.new, self.matched.to_new) if is_old else (self.old, self.matched.to_old)
        name = "new" if is_old else "old"
        first = next((u for u in other.units if u.tokens), None)
        read = min((n for n, partner in known.items() if other[partner].tokens), default=0)
        if first is not None and begins_midway(other) and unit.number < read:
            where = f"{first.path}, line {first.clause.at[1]}"
            yield f"The {name} text begins in mid-document, at {where}: what would stand before it is not there to compare."
        before = unit.number - 1
        if before >= 0 and before in known:
            partner = other[known[before]]
            ours, theirs = row[before].clause.text.words, partner.clause.text.words
            if breaks_off(theirs) and ours.strip() and not breaks_off(ours):
                line = partner.clause.own_lines[1]
                yield f"The {name} text breaks off before it, at {partner.path}, line {line}: that it is not there proves little."

    def _renumbered(self) -> None:
        apart = {*self.split, *(n for group in self.merged.values() for n in group)}
        for one in ranges(self.old, self.new, self.matched, self.moved, apart, self.changed):
            if not one.kept:
                continue
            numbers = [one.first] if one.count == 1 else [one.first, one.last]
            old = tuple(self.old[a].side() for a, _ in numbers)
            new = tuple(self.new[b].side() for _, b in numbers)
            says = f"{one.count} clauses" if one.count > 1 else ""
            if one.kept < one.count:
                says = f"{one.kept} of {one.count} clauses kept {'its' if one.kept == 1 else 'their'} words"
            entry = Entry(Kind.RENUMBERED, Weight.FORM, old, new, (), says, one.kept)
            self.found.entries.append(((one.first[1], 0, 0), entry))


def _refers(unit: Unit) -> bool:
    return any(t.kind is TokenKind.REFERENCE for t in unit.tokens)


def _in_order(found: Iterable[tuple[tuple[int, int, int], Entry]]) -> tuple[Entry, ...]:
    return tuple(entry for _, entry in sorted(found, key=lambda item: item[0]))
