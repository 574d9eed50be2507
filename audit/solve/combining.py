"""What several options make of the wagers together: every combination of some of their values, each played out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from audit.ruleset.configure import ConfigureError, Value, configure, value_text
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import verify
from audit.solve.result import Combination, Combinations, Method, NoEdge, WagerResult
from audit.solve.side_by_side import ALWAYS, Held, When, held, moment_text
from audit.solve.side_by_side import whens as cut

Varied: TypeAlias = Mapping[str, Sequence[Value]]
"""The values that each option takes in turn."""

Edge: TypeAlias = Fraction | NoEdge
"""A house edge, or why there is none."""


@dataclass(frozen=True, slots=True)
class Told:
    """A row of one combination: positions and a moment of a wager, with their house edge."""

    wager: str
    name: str
    positions: tuple[str, ...]
    moment: str
    house_edge: Edge


Edges: TypeAlias = tuple[Told, ...]


def combinations(varied: Varied) -> Iterator[dict[str, Value]]:
    """Every combination, the last option varying fastest."""
    for values in product(*varied.values()):
        yield dict(zip(varied, values, strict=True))


def is_permitted(ruleset: Ruleset, choices: Mapping[str, Value]) -> bool:
    """Whether the ruleset permits these values together; raises `ConfigureError` where one of them cannot be at all."""
    try:
        configure(ruleset, choices)
    except ConfigureError as error:
        if error.name != "require":
            raise
        return False
    return True


def edges_with(ruleset: Ruleset, choices: Mapping[str, Value], only: Sequence[str]) -> Edges | None:
    """The house edge of each row of each wager that is offered under these choices, or why it has none.

    None for all where the ruleset does not permit these choices together.
    """
    if not is_permitted(ruleset, choices):
        return None
    result = verify(ruleset, choices, only=only, with_variations=False).result
    return tuple(Told(w.wager, w.name, w.positions, w.moment, _edge(w)) for w in result.wagers)


def _edge(wager: WagerResult) -> Edge:
    if wager.house_edge is not None:
        return wager.house_edge
    return NoEdge.NOT_SOLVED if wager.method is Method.NOT_SOLVABLE else NoEdge.NOT_VERIFIABLE


def combined(varied: Varied, found: Sequence[Edges | None]) -> Combinations:
    """From what each combination came to, in their order.

    Which positions and moments share a row hangs on the combination.  Here those stand together that have one house edge
    in every combination, and one row in some.
    """
    names = dict.fromkeys(told.wager for edges in found for told in edges or ())
    groups = [group for name in names for group in _Wager(name, found).groups()]
    values = (tuple(map(value_text, combination.values())) for combination in combinations(varied))
    rows = (
        Combination(of, tuple(group.edges[n] for group in groups), edges is not None)
        for n, (of, edges) in enumerate(zip(values, found, strict=True))
    )
    return Combinations(tuple(varied), tuple(g.key for g in groups), tuple(rows), tuple(g.named for g in groups))


@dataclass(frozen=True, slots=True)
class _Group:
    """Positions and moments of a wager with their house edge in each combination; ``named`` says what they are called."""

    key: str
    named: WagerResult
    edges: tuple[Edge, ...]


_Piece: TypeAlias = tuple[str, When]


class _Wager:
    """One wager in every combination, position by position and moment by moment."""

    def __init__(self, name: str, found: Sequence[Edges | None]) -> None:
        self.name = name
        self.found = [None if edges is None else [told for told in edges if told.wager == name] for edges in found]
        rows = [told for rows in self.found for told in rows or ()]
        self.labels = tuple(dict.fromkeys(label for told in rows for label in told.positions)) or ("",)
        self.pieces: dict[_Piece, list[tuple[Edge, Told | None]]] = {}
        for label in self.labels:
            self._cut(label)

    def _cut(self, label: str) -> None:
        """The moments of one position, each with its house edge and its row in every combination."""
        there: list[Held[Told] | None] = [None if rows is None else held(rows, label) for rows in self.found]
        if not _is_comparable(there):
            there = [_as_one(h) if h else h for h in there]
        cases: Held[Told] = next((h for h in there if h and not _is_cut(h)), ())
        whens = dict.fromkeys(
            when for h in there if h and (_is_cut(h) or h is cases) for when, _ in h if when != ALWAYS
        )
        for when in whens or (ALWAYS,):
            self.pieces[label, when] = [_at(when, h, cases) for h in there]

    def groups(self) -> Iterator[_Group]:
        """Those together that have one house edge in every combination, and one row in some."""
        alike: dict[tuple[Edge, ...], list[_Piece]] = {}
        for piece, column in self.pieces.items():
            alike.setdefault(tuple(edge for edge, _ in column), []).append(piece)
        order = {piece: n for n, piece in enumerate(self.pieces)}
        together = [sorted(group, key=order.__getitem__) for pieces in alike.values() for group in self._joined(pieces)]
        for group in sorted(together, key=lambda some: order[some[0]]):
            yield from self._squared(group)

    def _joined(self, pieces: Sequence[_Piece]) -> list[list[_Piece]]:
        """Pieces that rows join."""
        groups: list[list[_Piece]] = []
        where: dict[int, list[_Piece]] = {}
        for piece in pieces:
            rows = [id(told) for _, told in self.pieces[piece] if told is not None]
            joined = list({id(where[row]): where[row] for row in rows if row in where}.values())
            group = [*(other for home in joined for other in home), piece]
            groups = [*(home for home in groups if not any(home is other for other in joined)), group]
            where.update({row: group for row, home in where.items() if any(home is other for other in joined)})
            where.update(dict.fromkeys(rows, group))
        return groups

    def _squared(self, group: Sequence[_Piece]) -> Iterator[_Group]:
        """Positions of a group that have the same moments in it, together."""
        by_label: dict[str, list[When]] = {}
        for label, when in group:
            by_label.setdefault(label, []).append(when)
        alike: dict[tuple[When, ...], list[str]] = {}
        for label, at in by_label.items():
            alike.setdefault(tuple(at), []).append(label)
        for whens, labels in alike.items():
            yield self._group(tuple(labels), whens)

    def _group(self, labels: tuple[str, ...], whens: tuple[When, ...]) -> _Group:
        every = {when for label, when in self.pieces if label in labels}
        moment = "" if len(every) == len(whens) else moment_text(whens)
        is_whole = not moment and len(labels) == len(self.labels)
        positions = tuple(label for label in labels if label)
        rows = [told for rows in self.found for told in rows or ()]
        same = [r for r in rows if set(r.positions) == set(positions) and set(cut(r.moment)) == set(whens)]
        if same and moment:
            moment = same[0].moment
        name = same[0].name if same else self._name(rows)
        first = ", ".join(word for word in ("" if is_whole else labels[0], moment) if word)
        named = WagerResult(_bracketed(self.name, first), self.name, name, positions, Method.EXACT, None, moment=moment)
        holding = {id(told) for _, told in self.pieces[labels[0], whens[0]] if told is not None}
        is_row = is_whole or holding <= {id(row) for row in same}
        key = named.id if is_row else _bracketed(self.name, ", ".join(word for word in (*labels, moment) if word))
        return _Group(key, named, tuple(edge for edge, _ in self.pieces[labels[0], whens[0]]))

    def _name(self, rows: Sequence[Told]) -> str:
        """The title of the wager: a row of one position has that of its position."""
        return next((r.name for r in rows if len(r.positions) != 1), self.name)


def _at(when: When, there: Held[Told] | None, cases: Held[Told]) -> tuple[Edge, Told | None]:
    """The house edge at a moment in one combination, and the row that has it.

    ``cases`` are the moments of the first combination in which no single thing tells them apart: theirs are in no other.
    """
    if there is None:
        return NoEdge.NOT_PERMITTED, None
    if not there:
        return NoEdge.NOT_OFFERED, None
    here = dict(there)
    if ALWAYS in here:
        return here[ALWAYS].house_edge, here[ALWAYS]
    if when in here and (when.what or _listing(there) == _listing(cases)):
        return here[when].house_edge, here[when]
    is_told_so = when.what and all(other.what == when.what for other in here)
    return NoEdge.NOT_OFFERED if is_told_so else NoEdge.OTHER_MOMENTS, None


def _bracketed(name: str, inside: str) -> str:
    return f"{name}[{inside}]" if inside else name


def _is_cut(some: Held[Told]) -> bool:
    """Whether moments, if they are told apart, are so by one thing and its values."""
    return all(when.what or when == ALWAYS for when, _ in some)


def _is_comparable(there: Sequence[Held[Told] | None]) -> bool:
    """Whether moments are told apart by one thing wherever they are."""
    apart = [h for h in there if h and h[0][0] != ALWAYS]
    return all(map(_is_cut, apart)) and len({when.what for h in apart for when, _ in h}) < 2


def _as_one(some: Held[Told]) -> Held[Told]:
    """Moments of one house edge as all moments."""
    return [(ALWAYS, some[0][1])] if len({told.house_edge for _, told in some}) == 1 else some


def _listing(some: Held[Told]) -> list[tuple[When, Edge]]:
    return [(when, told.house_edge) for when, told in some]
