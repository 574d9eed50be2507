"""The walk of `audit.solve.cards.staged`, compiled.

A *level* k is the moment at which k groups are known.  A *state* of level k, under given cards of the first group, is
what the player holds beside it.  Up to level ``united`` it is the set of all those cards, by its number among the sets
of so many of the cards left; from there on it is mixed-radix: state × ways[k] + the way in which group k lies among the
cards left.  A *row* is a state of a level: ``level_off[k] + state``.  The last group is only counted, never a state.
A *target* is where an option leads: a stop by its number, or the number of stops plus a path.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from audit.solve.cards.kernels import njit

CLOSED = np.iinfo(np.int64).min
"""Stands in kept values where an option is not permitted."""


@njit
def lay_out(
    first: Any, k: int, state: int, size: int, sizes: Any, united: int, unions: Any, union_off: Any, beside: Any,
    combos: Any, combo_off: Any, ways: Any, digits: Any, held: Any, left: Any,
) -> int:  # fmt: skip
    """Write the cards of the first k groups to ``held`` and those left to ``left``, ascending; how many are left.

    Cards of united groups are dealt out among them in ascending order.
    """
    base = min(k, united)
    for j in range(k - 1, base - 1, -1):
        digits[j] = state % ways[j]
        state //= ways[j]
    for i in range(sizes[0]):
        held[i] = first[i]
    count, i = 0, 0
    for card in range(size):
        if i < sizes[0] and first[i] == card:
            i += 1
        else:
            left[count] = card
            count += 1
    at = sizes[0]
    count = take(unions, union_off[base] + state * beside[base], beside[base], held, at, left, count)
    at += beside[base]
    for j in range(base, k):
        count = take(combos, combo_off[j] + digits[j] * sizes[j], sizes[j], held, at, left, count)
        at += sizes[j]
    return count


@njit
def take(places: Any, base: int, number: int, held: Any, at: int, left: Any, count: int) -> int:
    """Move the cards at these places of what is left to ``held`` from ``at`` on; how many are left."""
    taken, kept = 0, 0
    for n in range(count):
        if taken < number and places[base + taken] == n:
            held[at + taken] = left[n]
            taken += 1
        else:
            left[kept] = left[n]
            kept += 1
    return kept


@njit
def parent_of(
    k: int, state: int, nth: int, united: int, unions: Any, union_off: Any, beside: Any, keeps: Any, keep_off: Any,
    ways: Any, binomial: Any,
) -> int:  # fmt: skip
    """The ``nth`` state of level k - 1 that a state of level k comes from."""
    if k > united:
        return int(state // ways[k - 1])
    number = 0
    for i in range(beside[k - 1]):
        place = keeps[keep_off[k] + nth * beside[k - 1] + i]
        number += binomial[unions[union_off[k] + state * beside[k] + place], i + 1]
    return number


@njit
def gather(held: Any, mask: int, groups: int, group_off: Any, sorted_cards: Any) -> int:
    """Write the cards of the groups in ``mask`` (of the first ``groups``), ascending; how many they are."""
    count = 0
    for j in range(groups):
        if (mask >> j) & 1:
            for i in range(group_off[j], group_off[j + 1]):
                card = held[i]
                at = count
                while at > 0 and sorted_cards[at - 1] > card:
                    sorted_cards[at] = sorted_cards[at - 1]
                    at -= 1
                sorted_cards[at] = card
                count += 1
    return count


@njit
def merged_number(one: Any, ones: int, left: Any, combos: Any, base: int, others: int, binomial: Any) -> int:
    """The number of the set of the first ``ones`` of one list and ``others`` cards of what is left, both ascending."""
    number, i, j = 0, 0, 0
    while i < ones or j < others:
        if j >= others or (i < ones and one[i] < left[combos[base + j]]):
            card = one[i]
            i += 1
        else:
            card = left[combos[base + j]]
            j += 1
        number += binomial[card, i + j]
    return number


@njit
def count_last(
    left: Any, count: int, last: int, ways: int, size: int, combos: Any, base: int, cell: int, reads: Any, before: Any,
    befores: Any, sig: Any, sig_off: Any, strides: Any, binomial: Any, below: Any, above: Any, at: Any, seen: Any,
    touched: Any, counted: Any,
) -> int:  # fmt: skip
    """Count the cells that the last group leads to; how many there are.

    ``reads`` are the readings that hang on the last group, ``before[f]`` their other cards; ``seen`` is all 0 before and
    after.  For a last group of one card, the number of a set is that of the cards below it, moved up by those above.
    """
    many = len(reads)
    if size == 1:
        for f in range(many):
            n = befores[f]
            below[f, 0] = 0
            for i in range(n):
                below[f, i + 1] = below[f, i] + binomial[before[f, i], i + 1]
            above[f, n] = 0
            for i in range(n - 1, -1, -1):
                above[f, i] = above[f, i + 1] + binomial[before[f, i], i + 2]
            at[f] = 0
    found = 0
    for way in range(ways):
        here = cell
        for f in range(many):
            if size == 1:
                card = left[way]
                i = at[f]
                while i < befores[f] and before[f, i] < card:
                    i += 1
                at[f] = i
                number = below[f, i] + binomial[card, i + 1] + above[f, i]
            else:
                number = merged_number(before[f], befores[f], left, combos, base + way * size, size, binomial)
            reading = reads[f]
            here += sig[sig_off[reading] + number] * strides[reading]
        if seen[here] == 0:
            touched[found] = here
            found += 1
        seen[here] += 1
    for t in range(found):
        counted[t] = seen[touched[t]]
        seen[touched[t]] = 0
    return found


@njit
def walk_firsts(
    begin: int, step: int, root: int, size: int, firsts: Any, weights: Any, sizes: Any, group_off: Any, united: int,
    unions: Any, union_off: Any, beside: Any, keeps: Any, keep_off: Any, comes: Any, combos: Any, combo_off: Any,
    ways: Any, level_off: Any, states: Any, rest: Any, masks: Any, tops: Any, paying: int, sig: Any, sig_off: Any,
    strides: Any, tell_strides: Any, is_read: Any, stop_level: Any, option_off: Any, option_then: Any, permitted: Any,
    pay: Any, table_off: Any, kept_off: Any, binomial: Any, counts: Any, table_deals: Any, table_values: Any,
    kept: Any,
) -> int:  # fmt: skip
    """Every ``step``-th canonical first group from ``begin`` on: what is best, counted; 1 if some state has no option.

    A state of level k comes from ``comes[k]`` states of the level before.
    """
    last = len(sizes) - 1
    stops, paths, cells = len(stop_level), pay.shape[0], pay.shape[1]
    targets = stops + paths
    rows = level_off[last] + states[last]
    value = np.zeros((rows, targets), dtype=np.int64)
    arrived = np.zeros((rows, targets), dtype=np.int64)
    best = np.zeros((rows, max(stops, 1)), dtype=np.int16)
    cell_of = np.zeros(rows, dtype=np.int64)
    tell_of = np.zeros(rows, dtype=np.int64)
    wide = min(cells, ways[last])
    touched = np.zeros((states[last], wide), dtype=np.int32)
    counted = np.zeros((states[last], wide), dtype=np.int32)
    found = np.zeros(states[last], dtype=np.int32)
    seen = np.zeros(cells, dtype=np.int32)
    most = group_off[last + 1] + 1
    held, left = np.zeros(most, dtype=np.int64), np.zeros(size, dtype=np.int64)
    digits = np.zeros(last + 1, dtype=np.int64)
    reads = np.array([f for f in range(paying) if tops[f] == last], dtype=np.int64)
    before = np.zeros((len(reads), most), dtype=np.int64)
    befores = np.zeros(len(reads), dtype=np.int64)
    below, above = np.zeros((len(reads), most + 1), dtype=np.int64), np.zeros((len(reads), most + 1), dtype=np.int64)
    at = np.zeros(len(reads), dtype=np.int64)
    cards = np.zeros(most, dtype=np.int64)
    stuck = 0
    for b in range(begin, len(weights), step):
        weight = weights[b]
        # What every state reads, and what the last group then leads to.
        for k in range(1, last + 1):
            for s in range(states[k]):
                row = level_off[k] + s
                count = lay_out(
                    firsts[b], k, s, size, sizes, united, unions, union_off, beside, combos, combo_off, ways, digits,
                    held, left,
                )  # fmt: skip
                cell, tell = 0, 0
                for f in range(len(masks)):
                    if is_read[k, f]:
                        n = gather(held, masks[f], k, group_off, cards)
                        number = 0
                        for i in range(n):
                            number += binomial[cards[i], i + 1]
                        code = sig[sig_off[f] + number]
                        cell += code * strides[f]
                        tell += code * tell_strides[k, f]
                cell_of[row], tell_of[row] = cell, tell
                if k == last:
                    for f in range(len(reads)):
                        befores[f] = gather(held, masks[reads[f]], k, group_off, before[f])
                    found[s] = count_last(
                        left, count, last, ways[last], sizes[last], combos, combo_off[last], cell, reads, before,
                        befores, sig, sig_off, strides, binomial, below, above, at, seen, touched[s], counted[s],
                    )  # fmt: skip
        # Backwards: what each target is worth in each state, and which option is best.
        for k in range(last, 0, -1):
            if k == last:
                for s in range(states[k]):
                    for p in range(paths):
                        whole = 0
                        for t in range(found[s]):
                            whole += pay[p, touched[s, t]] * counted[s, t]
                        value[level_off[k] + s, stops + p] = whole
            else:
                value[level_off[k] : level_off[k] + states[k]] = 0
                for s in range(states[k + 1]):
                    child = level_off[k + 1] + s
                    for nth in range(comes[k + 1]):
                        row = level_off[k] + parent_of(
                            k + 1, s, nth, united, unions, union_off, beside, keeps, keep_off, ways, binomial
                        )
                        for x in range(targets):
                            value[row, x] += value[child, x]
            for n in range(stops - 1, -1, -1):
                if stop_level[n] == k:
                    for row in range(level_off[k], level_off[k] + states[k]):
                        chosen = -1
                        for o in range(option_off[n], option_off[n + 1]):
                            if permitted[o, cell_of[row]] and (
                                chosen < 0 or value[row, option_then[o]] > value[row, option_then[chosen]]
                            ):
                                chosen = o
                        if chosen < 0:
                            stuck = 1
                            chosen = option_off[n]
                        best[row, n] = chosen - option_off[n]
                        value[row, n] = value[row, option_then[chosen]]
        # Forwards: how often best play comes to each state with each target, and how it ends.
        for k in range(1, last + 1):
            for s in range(states[k]):
                row = level_off[k] + s
                arrived[row] = 0
                if k == 1:
                    arrived[row, root] = 1
                else:
                    for nth in range(comes[k]):
                        parent = level_off[k - 1] + parent_of(
                            k, s, nth, united, unions, union_off, beside, keeps, keep_off, ways, binomial
                        )
                        for x in range(targets):
                            arrived[row, x] += arrived[parent, x]
                for n in range(stops):
                    times = arrived[row, n]
                    if stop_level[n] != k or times == 0:
                        continue
                    options = option_off[n + 1] - option_off[n]
                    base = table_off[n] + tell_of[row] * options
                    table_deals[base + best[row, n]] += weight * rest[k] * times
                    at_kept = kept_off[n] + (b * states[k] + s) * (options + 1) if kept_off[n] >= 0 else -1
                    if at_kept >= 0:
                        kept[at_kept] = best[row, n]
                    for o in range(options):
                        then = option_then[option_off[n] + o]
                        is_open = permitted[option_off[n] + o, cell_of[row]]
                        if is_open:
                            table_values[base + o] += weight * times * value[row, then]
                        if at_kept >= 0:
                            kept[at_kept + 1 + o] = value[row, then] if is_open else CLOSED
                    arrived[row, n] = 0
                    arrived[row, option_then[option_off[n] + best[row, n]]] += times
                if k == last:
                    for p in range(paths):
                        times = arrived[row, stops + p]
                        if times:
                            for t in range(found[s]):
                                counts[p, touched[s, t]] += weight * times * counted[s, t]
    return stuck
