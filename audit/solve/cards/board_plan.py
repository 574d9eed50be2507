"""What is worth reckoning of a tree of decisions before a board is laid: rows of payoffs, and the best of several.

An `Item` is something that has a value for each hand at each stage.  Equal items are one item, so that payoffs which do
not differ by early cell, and decisions that come to the same, are reckoned once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Ints32: TypeAlias = npt.NDArray[np.int32]
Ints64: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True)
class ToPath:
    """The player decides no more: ``path`` is what the payoffs are given by."""

    path: int


@dataclass(frozen=True)
class ToNode:
    """The player decides again, at the same stage or at a later one."""

    node: int


Target: TypeAlias = ToPath | ToNode


@dataclass(frozen=True)
class Option:
    """One choice; ``early`` are the early cells that permit it, None if all do."""

    then: Target
    early: frozenset[int] | None = None


@dataclass(frozen=True)
class Node:
    """A decision.  ``stage`` 0: the player knows his own cards; s: and the cards of the first s stages of the board."""

    stage: int
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Tree:
    """Decisions, each node before those that it leads to; ``root`` is where the round begins."""

    root: Target
    nodes: tuple[Node, ...] = ()


@dataclass(frozen=True)
class Row:
    """A row of payoffs, known when the board is complete."""

    row: int


@dataclass(frozen=True)
class Best:
    """The greatest of these at this stage, the first of equals."""

    stage: int
    among: tuple[Item, ...]


@dataclass(frozen=True)
class ByEarly:
    """The one that belongs to the group of the early cell, which is known from the first stage on."""

    among: tuple[Item, ...]


Item: TypeAlias = Row | Best | ByEarly


@dataclass(frozen=True, eq=False)
class StagePlan:
    """What is reckoned at a stage for each set of board cards and each hand.

    Values are numbered: first ``arriving`` (sums over later stages; at the last stage the rows), then ``reckoned``.
    ``options[first[i]:first[i + 1]]`` are the values that reckoned item i chooses from, ``by_early[i]`` says how.
    ``sent[s]`` are pairs (value here, place among those arriving at the earlier stage s).
    """

    arriving: tuple[Item, ...]
    reckoned: tuple[Item, ...]
    first: Ints32
    options: Ints32
    by_early: Ints32
    sent: dict[int, tuple[Ints32, Ints32]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Plan:
    """All that is reckoned.

    ``rows``: int64[rows, P, D, 3].  ``group``: int32[X], early cells that pay and permit alike.
    ``place``: int32[nodes, X], which of the reckoned items of its stage decides a node.
    ``option``: int32[nodes, X, most], which option the n-th permitted one is.
    """

    rows: Ints64
    group: Ints32
    stages: tuple[StagePlan, ...]
    place: Ints32
    option: Ints32

    @property
    def decides(self) -> bool:
        return any(stage.reckoned for stage in self.stages)


def plan_tree(tree: Tree, pay: Ints64, stages: int, *, early_by_board: bool) -> Plan:
    """Plan the reckoning of a tree with payoffs int64[paths, X, P, D, 3]; ``stages`` is the number of stages of the board.

    Raises ValueError where the tree is none, or a choice before the board hangs on an early cell that is not yet known.
    """
    check_tree(tree, pay, stages)
    group, spokesmen = _group_cells(tree, pay)
    rows: list[Ints64] = []
    known_rows: dict[bytes, int] = {}
    permitted = [
        [tuple(i for i, o in enumerate(node.options) if o.early is None or x in o.early) for x in spokesmen]
        for node in tree.nodes
    ]
    for node, by_group in zip(tree.nodes, permitted, strict=True):
        if not all(by_group):
            raise ValueError("a decision without a permitted choice")
        if early_by_board and node.stage == 0 and len(set(by_group)) > 1:
            raise ValueError("a choice before the board is permitted by an early cell that hangs on the board")

    def row_of(path: int, g: int) -> Item:
        row = pay[path, spokesmen[g]]
        number = known_rows.setdefault(row.tobytes(), len(rows))
        if number == len(rows):
            rows.append(row)
        return Row(number)

    items: list[list[Item]] = [[] for _ in tree.nodes]

    def items_of(target: Target) -> list[Item]:
        if isinstance(target, ToNode):
            return items[target.node]
        return [row_of(target.path, g) for g in range(len(spokesmen))]

    for number in reversed(range(len(tree.nodes))):
        node = tree.nodes[number]
        found = [items_of(option.then) for option in node.options]
        if early_by_board and node.stage == 0:
            found = [[ByEarly(tuple(by_g))] * len(by_g) if len(set(by_g)) > 1 else by_g for by_g in found]
        items[number] = [
            Best(node.stage, tuple(found[i][g] for i in permitted[number][g])) for g in range(len(spokesmen))
        ]
    wanted = dict.fromkeys(item for by_g in items for item in by_g)
    plans = _lay_out(list(wanted), stages, len(rows))
    most = max((len(node.options) for node in tree.nodes), default=1)
    place = np.zeros((max(len(tree.nodes), 1), len(group)), dtype=np.int32)
    option = np.zeros((max(len(tree.nodes), 1), len(group), most), dtype=np.int32)
    for number, node in enumerate(tree.nodes):
        for x, g in enumerate(group.tolist()):
            place[number, x] = plans[node.stage].reckoned.index(items[number][g])
            option[number, x, : len(permitted[number][g])] = permitted[number][g]
    table = np.stack(rows) if rows else np.zeros((0, *pay.shape[2:]), dtype=np.int64)
    return Plan(table, group, plans, place, option)


def check_tree(tree: Tree, pay: Ints64, stages: int) -> None:
    """Raise ValueError where nodes do not lead onward in order and in stage, or paths have no payoffs."""
    targets: list[tuple[int, int, Target]] = [(-1, 0, tree.root)]
    for number, node in enumerate(tree.nodes):
        if not 0 <= node.stage <= stages or not node.options:
            raise ValueError(f"node {number}: stage {node.stage} of {stages}, {len(node.options)} options")
        targets += [(number, node.stage, option.then) for option in node.options]
    for number, stage, target in targets:
        if isinstance(target, ToPath):
            if not 0 <= target.path < len(pay):
                raise ValueError(f"path {target.path} has no payoffs")
        elif not number < target.node < len(tree.nodes) or tree.nodes[target.node].stage < stage:
            raise ValueError(f"node {number} does not lead onward")


def _group_cells(tree: Tree, pay: Ints64) -> tuple[Ints32, list[int]]:
    """Which early cells pay and permit alike, and one of each group."""
    seen: dict[object, int] = {}
    group = np.zeros(pay.shape[1], dtype=np.int32)
    spokesmen: list[int] = []
    for x in range(pay.shape[1]):
        permits = tuple(o.early is None or x in o.early for node in tree.nodes for o in node.options)
        number = seen.setdefault((pay[:, x].tobytes(), permits), len(seen))
        if number == len(spokesmen):
            spokesmen.append(x)
        group[x] = number
    return group, spokesmen


def stage_of(item: Item, stages: int) -> int:
    """The stage at which an item is known of itself; rows, when the board is complete."""
    if isinstance(item, Row):
        return stages
    return item.stage if isinstance(item, Best) else 1


def _lay_out(wanted: Sequence[Item], stages: int, rows: int) -> tuple[StagePlan, ...]:
    reckoned: list[dict[Item, None]] = [{} for _ in range(stages + 1)]
    arriving: list[dict[Item, None]] = [{} for _ in range(stages + 1)]
    arriving[stages] = dict.fromkeys(Row(i) for i in range(rows))

    def need(item: Item) -> None:
        if isinstance(item, Row):
            return
        stage = stage_of(item, stages)
        for part in item.among:
            need(part)
            if stage_of(part, stages) > stage:
                arriving[stage][part] = None
        reckoned[stage][item] = None

    for item in wanted:
        need(item)
    number = [{item: i for i, item in enumerate([*arriving[s], *reckoned[s]])} for s in range(stages + 1)]
    plans = []
    for s in range(stages + 1):
        among = [tuple(number[s][part] for part in item.among) for item in reckoned[s] if not isinstance(item, Row)]
        sent = {}
        for to in range(s):
            pairs = [
                (number[s][item], place)
                for place, item in enumerate(arriving[to])
                if stage_of(item, stages) == s
            ]
            if pairs:
                sent[to] = (np.array([a for a, _ in pairs], np.int32), np.array([b for _, b in pairs], np.int32))
        plans.append(
            StagePlan(
                tuple(arriving[s]),
                tuple(reckoned[s]),
                np.array([0, *np.cumsum([len(a) for a in among])], dtype=np.int32),
                np.array([i for a in among for i in a], dtype=np.int32),
                np.array([isinstance(item, ByEarly) for item in reckoned[s]], dtype=np.int32),
                sent,
            )
        )
    return tuple(plans)
