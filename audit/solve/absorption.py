"""How an absorbing Markov chain ends, exactly.

The states are cut into strongly connected components and solved from the last to the first; within a component the
equations ``x = Q x + r`` are solved in rationals, one right side for each way of ending.  Most components of a game have
one state, so that most of the work is a division.

Source: Kemeny and Snell, Finite Markov Chains (1960), chapter 3.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

E = TypeVar("E", bound=Hashable)

LARGE = 8
"""Components of more states are handed to FLINT."""


def components(moves: Mapping[int, Mapping[int, Fraction]]) -> list[list[int]]:
    """Strongly connected components, each behind those that it leads to (Tarjan 1972, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    found: list[list[int]] = []
    for root in moves:
        if root in index:
            continue
        work: list[tuple[int, list[int]]] = [(root, list(moves[root]))]
        index[root] = low[root] = len(index)
        stack.append(root)
        on_stack.add(root)
        while work:
            node, left = work[-1]
            if left:
                there = left.pop()
                if there not in index:
                    index[there] = low[there] = len(index)
                    stack.append(there)
                    on_stack.add(there)
                    work.append((there, list(moves[there])))
                elif there in on_stack:
                    low[node] = min(low[node], index[there])
                continue
            work.pop()
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[node])
            if low[node] == index[node]:
                component = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    component.append(member)
                    if member == node:
                        break
                found.append(component)
    return found


def absorb(
    moves: Mapping[int, Mapping[int, Fraction]], ends: Mapping[int, Mapping[E, Fraction]]
) -> dict[int, dict[E, Fraction]]:
    """For each state the probability of each end.  They sum to less than 1 where it may go on for ever."""
    solved: dict[int, dict[E, Fraction]] = {}
    for component in components(moves):
        members = set(component)
        right: dict[int, dict[E, Fraction]] = {}
        leaves = False
        for state in component:
            known = dict(ends[state])
            leaves = leaves or bool(known)
            for there, weight in moves[state].items():
                if there not in members:
                    leaves = True
                    for end, chance in solved[there].items():
                        known[end] = known.get(end, Fraction(0)) + weight * chance
            right[state] = known
        if not leaves:
            solved.update({state: {} for state in component})
        elif len(component) == 1:
            state = component[0]
            stays = 1 - moves[state].get(state, Fraction(0))
            solved[state] = {end: chance / stays for end, chance in right[state].items()}
        else:
            solved.update(_solve(component, moves, right))
    return solved


def _solve(
    component: Sequence[int], moves: Mapping[int, Mapping[int, Fraction]], right: Mapping[int, Mapping[E, Fraction]]
) -> dict[int, dict[E, Fraction]]:
    """Solves one component for all its ends at once."""
    ends = list(dict.fromkeys(end for state in component for end in right[state]))
    place = {state: n for n, state in enumerate(component)}
    rows = [[Fraction(0)] * len(component) for _ in component]
    for state in component:
        n = place[state]
        rows[n][n] += 1
        for there, weight in moves[state].items():
            if there in place:
                rows[n][place[there]] -= weight
    values = [[right[state].get(end, Fraction(0)) for end in ends] for state in component]
    answer = _by_flint(rows, values) if len(component) > LARGE else _by_elimination(rows, values)
    return {
        state: {end: answer[n][k] for k, end in enumerate(ends) if answer[n][k]} for n, state in enumerate(component)
    }


def _by_elimination(rows: list[list[Fraction]], values: list[list[Fraction]]) -> list[list[Fraction]]:
    """Gauss and Jordan, over fractions."""
    size = len(rows)
    for column in range(size):
        pivot = next(n for n in range(column, size) if rows[n][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        values[column], values[pivot] = values[pivot], values[column]
        scale = rows[column][column]
        rows[column] = [x / scale for x in rows[column]]
        values[column] = [x / scale for x in values[column]]
        for n in range(size):
            factor = rows[n][column]
            if n != column and factor:
                rows[n] = [x - factor * y for x, y in zip(rows[n], rows[column], strict=True)]
                values[n] = [x - factor * y for x, y in zip(values[n], values[column], strict=True)]
    return values


def _by_flint(rows: list[list[Fraction]], values: list[list[Fraction]]) -> list[list[Fraction]]:
    from flint import fmpq, fmpq_mat  # noqa: PLC0415  (seldom needed, and not quick to load)

    def exact(x: Fraction) -> fmpq:
        return fmpq(x.numerator, x.denominator)

    size, width = len(rows), len(values[0]) if values else 0
    left = fmpq_mat(size, size, [exact(x) for row in rows for x in row])
    right = fmpq_mat(size, width, [exact(x) for row in values for x in row])
    answer = left.solve(right)
    return [[Fraction(int(answer[n, k].p), int(answer[n, k].q)) for k in range(width)] for n in range(size)]
