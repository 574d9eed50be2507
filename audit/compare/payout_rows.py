"""Differences of payouts, row by row: the same case at other odds, a floor that came or went, a case on one side only."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from audit.compare.behaviour import Difference
from audit.compare.drafting import UNDER_CHOICES, Draft, Pair, kind_of
from audit.compare.editions import Edition
from audit.compare.entry import Kind, Weight
from audit.compare.ground import Ground
from audit.compare.matching import Matched, Unit
from audit.compare.prices import Case, Price, by_number, prices
from audit.compare.wager_lines import MOST_POSITIONS, wager_pairs
from audit.compare.wording import capital, humane, listed
from audit.play.phrases import condition
from audit.play.positions import Position
from audit.ruleset.basis import Basis
from audit.ruleset.configure import holds, value_text
from audit.ruleset.money import Odds
from audit.ruleset.tables import Outcome
from audit.solve.stakes import End


@dataclass(frozen=True)
class _Cell:
    """A case of a position that the two sides pay differently, or that one side does not know."""

    pair: Pair
    old: Price | None
    new: Price | None

    @property
    def is_floor(self) -> bool:
        """Whether the odds are the same, and only one side calls them a floor or a ceiling."""
        return self.old is not None and self.new is not None and self.old.value == self.new.value

    @property
    def is_over(self) -> bool:
        """Whether it is what a table is spread across that differs."""
        return any(price.is_over for price in (self.old, self.new) if price is not None)

    @property
    def heads(self) -> tuple[Hashable, ...]:
        """The lists or lines that price the case."""
        return tuple(p.head.span if p.head.span.line else p.case for p in (self.old, self.new) if p is not None)


_NONE = Price(frozenset(), None, "", (), (), Basis())


def payout_drafts(ground: Ground) -> Iterator[Draft]:
    """The differences of what the matched positions are paid."""
    for old_name, new_name in wager_pairs(ground):
        pairs = ground.matched.pairs_of(old_name, new_name) or _unplaced(ground, old_name, new_name)
        cells: list[_Cell] = []
        worded: list[_Cell] = []
        for pair in pairs:
            changed, other = _cells(ground, pair, new_name)
            cells.extend(changed)
            worded.extend(other)
        yield from _Rows(ground, new_name, pairs).drafts(cells)
        if worded:
            yield _reworded(ground, new_name, worded)


def _unplaced(ground: Ground, old_name: str, new_name: str) -> list[Pair]:
    """Wagers that have no position in common: not offered now, or not played; their tables are compared all the same."""
    old, new = ground.old.wagers(old_name), ground.new.wagers(new_name)
    return [
        (Unit(one, Position(basis=one.basis)), Unit(other, Position(basis=other.basis)))
        for one, other in zip(old, new, strict=False)
    ]


def _cells(ground: Ground, pair: Pair, name: str) -> tuple[list[_Cell], list[_Cell]]:
    """The cases of one position that differ; and those that are only cut otherwise, so that no round is paid otherwise."""
    old, new = pair
    as_written = ground.walk(pair) is None
    ours = _prices(ground, old, is_new=False, as_written=as_written)
    theirs = _prices(ground, new, is_new=True, as_written=as_written)
    if _is_spread(ours) != _is_spread(theirs):
        ours, theirs = _as_in_force(ground.old, ours), _as_in_force(ground.new, theirs)
    changed = []
    for case in (c for c in theirs if c in ours):
        one, other = ours[case], theirs[case]
        if one.value != other.value or one.limit is not other.limit:
            changed.append(_Cell(pair, one, other))
        else:
            ground.say_same(f"wager {name}", (one.basis,), (other.basis,))
    gone = [_Cell(pair, ours[case], None) for case in ours if case not in theirs]
    come = [_Cell(pair, None, theirs[case]) for case in theirs if case not in ours]
    changed += _moved_aside(gone, come)
    told = [cell for cell in (*gone, *come) if _is_looked_at(cell)]
    if any(c.old for c in told) and any(c.new for c in told) and _is_paid_alike(ground, pair):
        return [*changed, *(cell for cell in (*gone, *come) if cell not in told)], told
    return [*changed, *gone, *come], []


def _moved_aside(gone: list[_Cell], come: list[_Cell]) -> list[_Cell]:
    """Money beside the wager that goes to others, or under another condition, in one and the same row: taken out of both lists."""
    found: list[_Cell] = []
    for cell in list(gone):
        assert cell.old is not None
        rest = cell.old.case - cell.old.aside
        other = next((c for c in come if c.new and c.new.aside and cell.old.aside and c.new.case - c.new.aside == rest), None)
        if other is not None:
            gone.remove(cell)
            come.remove(other)
            found.append(_Cell(cell.pair, cell.old, other.new))
    return found


def _is_looked_at(cell: _Cell) -> bool:
    """Whether a walk looks at what a case pays: not at money beside the wager."""
    return not any(price.aside for price in (cell.old, cell.new) if price is not None)


def _prices(
    ground: Ground, unit: Unit, *, is_new: bool, as_written: bool
) -> dict[frozenset[tuple[Hashable, Hashable]], Price]:
    edition = ground.new if is_new else ground.old
    found: dict[frozenset[tuple[Hashable, Hashable]], Price] = {}
    for stated in edition.wagers(unit.name) or (unit.wager,):
        for case, price in prices(edition, stated, unit.position, as_written=as_written).items():
            found.setdefault(case, price)
    return found


def _is_spread(prices: Iterable[Case]) -> bool:
    return any(part[0] == "across" for case in prices for part in case)


def _as_in_force(edition: Edition, prices: dict[Case, Price]) -> dict[Case, Price]:
    """The cases of a table that is spread across an option: those of the column in force are cases without a choice."""
    found: dict[Case, Price] = {}
    for case, price in prices.items():
        if price.is_over:
            continue
        parts = [part for part in case if part[0] == "across"]
        found[case - frozenset(parts) if parts and _holds(edition, price) else case] = price
    return found


def _holds(edition: Edition, price: Price) -> bool:
    """Whether the choices under which a price holds are in force."""
    return all(holds(when, edition.side.configured.values, edition.side.ruleset) for when in price.whens)


def _is_paid_alike(ground: Ground, pair: Pair) -> bool:
    """Whether no round settles a position otherwise, its tables being cut otherwise."""
    found = ground.walk(pair)
    return found is not None and found.is_proof


def _is_of_payment(difference: Difference) -> bool:
    one, other = difference.old, difference.new
    return one is not None and other is not None and one.result == other.result == "win"


class _Rows:
    """The differing cases of one wager put together by row."""

    def __init__(self, ground: Ground, name: str, pairs: Sequence[Pair]) -> None:
        self.ground, self.name, self.pairs = ground, name, pairs

    def drafts(self, cells: list[_Cell]) -> Iterator[Draft]:
        for group in _by_row(cells):
            yield self._draft(group)

    def _draft(self, cells: list[_Cell]) -> Draft:
        ground = self.ground
        ground.differing.add(f"wager {self.name}")
        old = [c.old for c in cells if c.old is not None]
        new = [c.new for c in cells if c.new is not None]
        pairs = tuple(dict.fromkeys(c.pair for c in cells))
        shown = self._shown(cells)
        known = all((w := ground.walk(pair)) is not None and w.is_whole for pair in pairs) and shown is None
        known = known and all(_is_looked_at(cell) for cell in cells)
        elsewhere = self._shown_elsewhere(cells) if shown is None else None
        texts = old[0].text if old else None, new[0].text if new else None
        notes: tuple[str, ...] = ()
        weight = Weight.PLAY
        if known and not (old and new):
            if any(self._is_reached(cell) for cell in cells):
                known, notes = False, ("No round that comes to this case was found to be settled otherwise.",)
            elif any(part[0] == "when" for cell in cells for part in (cell.new or cell.old or _NONE).case):
                notes = (UNDER_CHOICES,)
            else:
                weight = Weight.WORDS
        if cells[0].is_over and known and elsewhere is None and any(p.whens for p in (*old, *new)):
            notes = (UNDER_CHOICES,)
        if cells[0].is_floor:
            several = len({price.text for price in new}) > 1
            texts = tuple(_listed(price) if several else price.text for price in (old[0], new[0]))  # type: ignore[assignment]
        if elsewhere is not None:
            known, notes = False, (*notes, f"Shown where {elsewhere[1]}, which is not in force.")
        tail = f"floor {cells[0].heads}" if cells[0].is_floor else f"payout {texts}"
        return Draft(
            kind_of(*texts),
            "payout",
            self._subject(pairs),
            self._title(cells, pairs),
            *texts,
            _bases(old),
            _bases(new),
            weight,
            pairs,
            elsewhere[0][1:] if elsewhere is not None else shown,
            known and self._is_proved(cells, weight),
            elsewhere is None,
            notes,
            moves=frozenset({self.name}),
            tail=tail,
            matched=elsewhere[0][0] if elsewhere is not None else None,
            at=_moments(cells),
        )

    def _is_proved(self, cells: list[_Cell], weight: Weight) -> bool:
        """Whether it is proved that a row settles no round differently: it pays the same, is never come to, or no round does."""
        if cells[0].is_floor or weight is Weight.WORDS:
            return True
        return all((found := self.ground.walk(cell.pair)) is not None and found.is_proof for cell in cells)

    def _is_reached(self, cell: _Cell) -> bool:
        """Whether a case that one side alone has can come about there."""
        price = cell.new or cell.old
        assert price is not None
        table, unit = (self.ground.matched.new, cell.pair[1]) if cell.new else (self.ground.matched.old, cell.pair[0])
        if table.card_lane is not None:
            return any(
                paid.pays == str(price.payout) and any(b.span == price.basis.span for b in paid.bases)
                for paid in table.card_lane.pays(unit.name)
            )
        solution = table.side.verified.solutions.get(unit.name)
        if solution is None:
            return False
        clauses = {str(c) for c in price.basis.cites}
        ends = (
            end
            for case in solution.cases
            if case.position.label == unit.label
            for ends in case.chain.ends.values()
            for end in ends
        )
        return any(e.result == "win" and e.pays == str(price.payout) and clauses <= set(e.cites) for e in ends)

    def _subject(self, pairs: tuple[Pair, ...]) -> str:
        labels = [n.label for _, n in pairs if n.label]
        if not labels or len(pairs) == len(self.pairs) or len(labels) > MOST_POSITIONS:
            return self.name
        return f"{self.name}[{('; ' if any(',' in x for x in labels) else ', ').join(labels)}]"

    def _title(self, cells: list[_Cell], pairs: tuple[Pair, ...]) -> str:
        """``Field Bet on 12``, ``Place Bet on 4``, ``Odds behind a Pass Bet, the point 4, 10``."""
        units = [n for _, n in pairs]
        stated = self.ground.new.wagers(self.name)
        whole = self.ground.new.teller.wager(stated[0]) if stated else capital(self.name)
        labels = [u.label for u in units if u.label]
        titles = list(dict.fromkeys(u.position.title for u in units if u.position.title))
        if len(units) == 1 and titles:
            title = capital(titles[0])
        elif labels and len(pairs) < len(self.pairs):
            title = f"{whole} on {listed(labels, MOST_POSITIONS)}"
        else:
            title = whole
        told = [c.new or c.old for c in cells]
        headings = {price.heading for price in told if price}
        title = f"{title} {headings.pop()}".strip() if len(headings) == 1 else title
        at = by_number([", ".join(word for word in price.at if word) for price in told if price and any(price.at)])
        if not at:
            return f"{title}: what it pays"
        looks = next((price.looks for price in told if price and price.looks), ("",))
        seen = "" if looks[0] in ("", "total", "number", "combination") else f"{looks[0]} "
        joint = " on " if not seen and not labels else ", "
        return f"{title}{joint}{seen}{', '.join(at)}"

    def _shown(self, cells: list[_Cell]) -> tuple[Pair, Difference] | None:
        """The shortest round that pays a row otherwise."""
        for cell in cells:
            found = self.ground.walk(cell.pair)
            if found is None:
                continue
            for difference in found.differences:
                is_told = cell.is_over or difference.deal is None or self._is_in_force(cell)
                if is_told and (cell.is_over or _pays(difference, cell)):
                    return cell.pair, difference
        return None

    def _is_in_force(self, cell: _Cell) -> bool:
        """Whether the choices in force are those under which both sides pay so."""
        sides = ((self.ground.old, cell.old), (self.ground.new, cell.new))
        return all(_holds(edition, price) for edition, price in sides if price is not None)

    def _shown_elsewhere(self, cells: list[_Cell]) -> tuple[tuple[Matched, Pair, Difference], str] | None:
        """A round that pays a row otherwise under a choice of the house that is not in force, and that choice in words."""
        for cell in cells[:1]:
            whens = [when for price in (cell.old, cell.new) if price is not None for when in price.whens]
            for matched, pair, differences in self.ground.differences_under(cell.pair, whens):
                for difference in differences:
                    if cell.is_over:
                        return (matched, pair, difference), self._chosen(matched)
                    if _pays(difference, cell) and _is_of_payment(difference):
                        return (matched, pair, difference), humane(" and ".join(dict.fromkeys(map(condition, whens))))
        return None

    def _chosen(self, matched: Matched) -> str:
        """The choices that were made otherwise than those in force, in words."""
        sides = ((self.ground.old, matched.old), (self.ground.new, matched.new))
        made = (
            f"{name} is {value_text(value)}"
            for edition, table in sides
            for name, value in table.side.configured.values.items()
            if value is not None and value != edition.side.configured.values.get(name)
        )
        return humane(" and ".join(dict.fromkeys(made)))


def _pays(difference: Difference, cell: _Cell) -> bool:
    """Whether a round that differs is paid by these rows."""
    if difference.deal is not None:
        rows = {p.basis.span for p in (cell.old, cell.new) if p is not None}
        alike = [label for _, label in difference.deal.old] == [label for _, label in difference.deal.new]
        if not rows & difference.lines or not (alike or _is_of_payment(difference)):
            return False
    for end, price in ((difference.old, cell.old), (difference.new, cell.new)):
        is_odds = price is not None and isinstance(price.payout, Odds)
        if is_odds and (end is None or end.result != "win" or end.pays != str(price.payout if price else "")):
            return False
    is_named = all(_is_result(end, price) for end, price in ((difference.old, cell.old), (difference.new, cell.new)))
    return is_named or _is_of_payment(difference) or cell.old is None or cell.new is None


def _is_result(end: End | None, price: Price | None) -> bool:
    """Whether a row gives just this result: odds, which have been held against it, or one of the words."""
    if end is None or price is None:
        return False
    return isinstance(price.payout, Odds) or (isinstance(price.payout, Outcome) and end.result == price.payout.value)


def _by_row(cells: list[_Cell]) -> list[list[_Cell]]:
    """Cells of one row on either side, with equal values on both, are one difference."""
    groups: list[list[_Cell]] = []
    where: dict[Hashable, list[_Cell]] = {}
    for cell in cells:
        if cell.is_floor:
            keys: list[Hashable] = [("floor", *cell.heads)]
        else:
            values = (cell.old.value if cell.old else None, cell.new.value if cell.new else None)
            keys = [(values, "old", cell.old.row)] if cell.old else []
            keys += [(values, "new", cell.new.row)] if cell.new else []
        homes = [where[key] for key in keys if key in where]
        home = homes[0] if homes else []
        if not homes:
            groups.append(home)
        for other in homes[1:]:
            if other is not home:
                home.extend(other)
                groups = [g for g in groups if g is not other]
                where.update({key: home for key, group in where.items() if group is other})
        home.append(cell)
        where.update(dict.fromkeys(keys, home))
    return [group for group in groups if group]


def _moments(cells: list[_Cell]) -> frozenset[tuple[str, str]]:
    """What the rows look at, with its values; none where some row looks at nothing."""
    found: set[tuple[str, str]] = set()
    for price in (c.new or c.old for c in cells):
        seen = [] if price is None else [item for item in zip(price.looks, price.at, strict=False) if all(item)]
        if not seen:
            return frozenset()
        found.update(seen)
    return frozenset(found)


def _listed(price: Price) -> str:
    """A floor of several odds at once."""
    return f"{price.limit.value} the odds listed" if price.limit else "the odds listed"


def _bases(found: list[Price]) -> tuple[Basis, ...]:
    return tuple(dict.fromkeys(price.basis for price in found))


def _reworded(ground: Ground, name: str, cells: list[_Cell]) -> Draft:
    """A table that is cut otherwise and pays the same."""
    ground.differing.add(f"wager {name}")
    old = [c.old for c in cells if c.old is not None]
    new = [c.new for c in cells if c.new is not None]
    stated = ground.new.wagers(name)
    whole = ground.new.teller.wager(stated[0]) if stated else capital(name)
    return Draft(
        Kind.CHANGED,
        "payout",
        name,
        f"{whole}: the same payouts in other rows",
        _told(old),
        _told(new),
        _bases(old),
        _bases(new),
        Weight.WORDS,
        tuple(dict.fromkeys(c.pair for c in cells)),
        no_round_differs=True,
    )


def _told(found: list[Price]) -> str | None:
    rows: dict[Hashable, list[str]] = {}
    texts: dict[Hashable, str] = {}
    for price in found:
        rows.setdefault((price.row, price.value), []).append(", ".join(word for word in price.at if word))
        texts[price.row, price.value] = price.text
    told = [f"{', '.join(by_number(at))}: {texts[key]}".removeprefix(": ") for key, at in rows.items()]
    return "; ".join(told) or None
