"""Rounds played on real cards: a kernel.

A shoe is an array of kinds, shuffled as far as it is dealt.  A round is walked over the states of an `Automaton`: cards come
to areas, a card is looked at, a choice is made, until the round is over.  The hands of a split are walked one after another;
cards that come to an area of all of them (the dealer's) are dealt once, when every hand has been played.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from audit.solve.cards.kernels import njit
from audit.solve.draws.known_choices import NOT_KNOWN, Numbers, find

Ints: TypeAlias = NDArray[np.int64]
Ints32: TypeAlias = NDArray[np.int32]
Ints8: TypeAlias = NDArray[np.int8]

LOOK, SHOW, DECIDE, END, SPLIT = range(5)
"""What a state does: look at a card, ask of one that stays unseen, choose, end, split a hand."""

OVER, PAUSED, SPLITS, MISSING, UNKNOWN, NO_CARDS, TOO_LONG, TOO_LATE, SPLITS_AGAIN, GOING = range(10)
"""How a walk stops: from `MISSING` on are those with which rounds cannot go on.  `GOING`: it does not."""

WHOLE = -1
"""In the place of a hand: whole rounds."""

MOST_HANDS = 12
MOST_AREAS = 32
MOST_CARDS = 64
"""Of one area."""

MOST_STEPS = 512
"""Of one hand in a round."""

MISSED = -1
"""The state that follows where nobody has worked it out yet."""

AT, SETTLED, BEGUN, DONE, NET, ROUNDS, SHOES, NETS_2, NETS_ROUNDS, ROUNDS_2, SPLIT_ROUNDS, HAND, BRANCH, HANDS = range(14)
"""The numbers of `Table.io`: the next card, how far the shoe is shuffled, where the round began, rounds done; what the rounds of
this shoe have brought, how many count; of the shoes before how many, and sums of squares and products; rounds with splits
among the nets told; and where a walk stopped."""


DOES, AREA, BACK, ABOUT, DEALS, DEALS_END, THEN = range(7)
"""The columns of `States.rows`."""


class States(NamedTuple):
    """An automaton in arrays; see `audit.solve.draws.automaton`.

    ``rows`` (int32[states, 6 + branches]): a state first deals a card to each of the areas ``deals[DEALS:DEALS_END]``; then
    it ``DOES`` something with the card that lies ``BACK`` from the end of ``AREA``, and goes to the state at ``THEN`` and
    the branch.  ``ABOUT`` is the end, the split, or the place in ``marks`` of what a decision adds to the number of the
    cards known.  ``card_marks`` are the numbers of cards, in rows from ``mark_from[area]`` on, one for each place up to
    ``mark_last[area]``.  ``is_own`` tells the areas that each hand of a split has for itself.  Of splits: the kind of the
    ``pair``, how often it may be split ``again``, the area ``to`` which a hand moves, and by 4 times the split + 2 for the
    new hand + 1 if it cannot be split again: where a hand begins (``start``) and what it knows (``start_marks``).  Of ends:
    what they bring (``worth``) and whether the round counts.  ``choices``, ``shift``: see `known_choices.Slots`.
    """

    rows: Ints32
    deals: Ints8
    marks: Numbers
    card_marks: Numbers
    mark_from: Ints32
    mark_last: Ints32
    is_own: NDArray[np.bool_]
    pair: Ints8
    again: Ints8
    to: Ints8
    start: Ints32
    start_marks: Numbers
    worth: Ints
    counts: NDArray[np.bool_]
    choices: Numbers
    shift: int


class Table(NamedTuple):
    """What changes while rounds are played.

    ``deck`` are the kinds of the shoe, ``lying`` [hands, areas, cards] the cards dealt, ``number`` [hands, areas] how many
    of each area a hand has come to, ``dealt`` [areas] how many lie there; ``here``, ``known``, ``deal`` where each hand
    is and what it knows, ``which``, ``begun`` of which kind it is and how it began, ``pairs`` how often it was split again
    before that; ``path`` [hands, steps] the branches
    taken, ``steps`` how many; ``ended`` how each hand ended.
    """

    deck: Ints8
    lying: NDArray[np.int8]
    number: NDArray[np.int64]
    dealt: Ints
    here: Ints
    known: Numbers
    deal: Ints
    which: Ints
    begun: Ints
    pairs: Ints
    path: NDArray[np.int16]
    steps: Ints
    ended: Ints
    io: Ints
    source: Numbers


def table(deck: Ints8, source: int) -> Table:
    """A table with a fresh shoe; ``source`` is where its numbers begin."""
    hands, areas = MOST_HANDS + 1, MOST_AREAS

    def none(*shape: int) -> Ints:
        return np.zeros(shape, dtype=np.int64)

    return Table(
        deck=deck.copy(),
        lying=np.zeros((hands, areas, MOST_CARDS), dtype=np.int8),
        number=none(hands, areas),
        dealt=none(areas),
        here=none(hands),
        known=np.zeros(hands, dtype=np.uint64),
        deal=none(hands),
        which=none(hands),
        begun=none(hands),
        pairs=none(hands),
        path=np.zeros((hands, MOST_STEPS), dtype=np.int16),
        steps=none(hands),
        ended=none(hands),
        io=none(14),
        source=np.array([source], dtype=np.uint64),
    )


@njit
def play_rounds(s: States, t: Table, rounds: int, behind: int, ends: Ints, nets: Ints) -> int:
    """Plays until so many rounds are done; `OVER`, or why that cannot be.

    With ``behind`` at 0 or more rounds go on from one shoe until no more cards are left than that; below 0 each has a
    fresh shoe.  Adds to ``ends`` (int64[ends]) how rounds without a split ended, and to ``nets`` what those with one brought.
    A round that cannot go on is left with the cards that it had, so that it can be begun anew.
    """
    io = t.io
    while io[DONE] < rounds:
        stop = _walk(s, t, WHOLE, True, rounds, behind, ends)
        if stop == SPLITS:
            stop = _hands(s, t, s.rows[t.here[0], ABOUT], ends)
            if stop == OVER:
                net = np.int64(0)
                for hand in range(io[HANDS]):
                    net += s.worth[t.ended[hand]]
                nets[io[SPLIT_ROUNDS]] = net
                io[SPLIT_ROUNDS] += 1
                _end_round(io, len(t.deck), int(net), True, behind)
        if stop != OVER:
            io[AT] = io[BEGUN]
            return stop
    return OVER


@njit
def _end_round(io: Ints, size: int, net: int, counts: bool, behind: int) -> None:
    """Adds what a round has brought; takes a fresh shoe where it is time."""
    io[DONE] += 1
    if behind >= 0:
        if counts:
            io[NET] += net
            io[ROUNDS] += 1
        if size - io[AT] > behind:
            io[BEGUN] = io[AT]
            return
        end_shoe(io)
    io[BEGUN], io[AT], io[SETTLED] = 0, 0, 0


@njit
def end_shoe(io: Ints) -> None:
    """Adds what the rounds of a shoe have brought together to the sums over shoes."""
    io[SHOES] += 1
    io[NETS_2] += io[NET] * io[NET]
    io[NETS_ROUNDS] += io[NET] * io[ROUNDS]
    io[ROUNDS_2] += io[ROUNDS] * io[ROUNDS]
    io[NET], io[ROUNDS] = 0, 0


@njit
def _hands(s: States, t: Table, split: int, ends: Ints) -> int:
    """The hands of a split: each is played, then all go on to their ends."""
    io, before = t.io, t.known[0]
    t.number[MOST_HANDS, :] = t.number[0, :]
    t.dealt[:] = t.number[0, :]
    t.which[0], t.which[1] = 0, 1
    t.pairs[:] = 0
    io[HANDS] = 2
    again, hand = 0, 0
    while hand < io[HANDS]:
        is_last = again == s.again[split]
        if not is_last:
            if io[AT] >= len(t.deck):
                return NO_CARDS
            if io[AT] >= io[SETTLED]:
                _shuffle(t.deck, io[AT], t.source)
                io[SETTLED] = io[AT] + 1
            if t.deck[io[AT]] == s.pair[split]:  # split again: the card is the first of a hand behind this one
                if io[HANDS] == MOST_HANDS:
                    return TOO_LONG
                io[AT] += 1
                again += 1
                t.pairs[hand] += 1
                for other in range(io[HANDS], hand + 1, -1):
                    t.which[other] = t.which[other - 1]
                t.which[hand + 1] = 1
                io[HANDS] += 1
                continue
        begun = 4 * split + 2 * t.which[hand] + (1 if is_last else 0)
        t.number[hand, :] = t.number[MOST_HANDS, :]
        t.number[hand, s.to[split]] = 1
        t.begun[hand], t.here[hand], t.known[hand] = begun, s.start[begun], before + s.start_marks[begun]
        t.deal[hand], t.steps[hand], t.ended[hand] = 0, 0, -1
        stop = _walk(s, t, hand, False, 0, 0, ends)
        if stop not in (OVER, PAUSED):
            return SPLITS_AGAIN if stop == SPLITS else stop
        hand += 1
    for hand in range(io[HANDS]):
        if t.ended[hand] < 0:
            stop = _walk(s, t, hand, True, 0, 0, ends)
            if stop != OVER:
                return SPLITS_AGAIN if stop == SPLITS else stop
    return OVER


@njit
def _walk(s: States, t: Table, which: int, is_drawn: bool, rounds: int, behind: int, ends: Ints) -> int:
    """Walks on one hand of a split, or `WHOLE` rounds, one after another until one has a split.

    A hand of a split stops before a card comes to an area of all of them, unless ``is_drawn``.
    """
    rows, deals, own, marks, place_of, last_of = s.rows, s.deals, s.is_own, s.card_marks, s.mark_from, s.mark_last
    deck, lying, numbers, dealt, path, io = t.deck, t.lying, t.number, t.dealt, t.path, t.io
    is_split = which != WHOLE
    hand = which if is_split else 0
    here, known, deal, steps = t.here[hand], t.known[hand], t.deal[hand], t.steps[hand]
    if not is_split:
        here, known, deal, steps = _begin(t, len(own))
    at, settled = io[AT], io[SETTLED]
    while True:
        stop = GOING
        for n in range(rows[here, DEALS] + deal, rows[here, DEALS_END]):
            area = deals[n]
            place = numbers[hand, area]
            if place >= MOST_CARDS:
                stop = TOO_LONG
                break
            is_of_all = is_split and not own[area]
            if not is_of_all or place >= dealt[area]:
                if is_of_all and not is_drawn:
                    deal, stop = n - rows[here, DEALS], PAUSED
                    break
                if at >= len(deck):
                    stop = NO_CARDS
                    break
                if at >= settled:
                    _shuffle(deck, at, t.source)
                    settled = at + 1
                lying[hand if own[area] else 0, area, place] = deck[at]
                at += 1
                if is_of_all:
                    dealt[area] = place + 1
            numbers[hand, area] = place + 1
        branch = np.int64(0)
        if stop == GOING:
            deal = np.int64(0)
            does = rows[here, DOES]
            if does <= SHOW:
                area = rows[here, AREA]
                place = numbers[hand, area] - rows[here, BACK]
                branch = np.int64(lying[hand if own[area] else 0, area, place])
                if does == LOOK:
                    known += marks[place_of[area] + min(place, np.int64(last_of[area])), branch]
            elif does == DECIDE:
                branch = np.int64(find(known + s.marks[rows[here, ABOUT]], s.choices, s.shift))
                if branch == NOT_KNOWN:
                    stop = UNKNOWN
                elif is_split and is_drawn:
                    stop = TOO_LATE
            elif does == SPLIT:
                stop = SPLITS
            else:
                end = rows[here, ABOUT]
                t.ended[hand] = end
                stop = OVER
                if not is_split:
                    ends[end] += 1
                    io[AT], io[SETTLED] = at, settled
                    _end_round(io, len(deck), s.worth[end], s.counts[end], behind)
                    at, settled = io[AT], io[SETTLED]
                    if io[DONE] < rounds:
                        t.steps[0] = steps
                        here, known, deal, steps = _begin(t, len(own))
                        continue
        if stop == GOING:
            then = rows[here, THEN + branch]
            if then != MISSED and steps < MOST_STEPS:
                path[hand, steps] = branch
                steps += 1
                here = np.int64(then)
                continue
            io[HAND], io[BRANCH] = hand, branch
            stop = MISSING if then == MISSED else TOO_LONG
        io[AT], io[SETTLED] = at, settled
        t.here[hand], t.known[hand], t.deal[hand], t.steps[hand] = here, known, deal, steps
        return stop


@njit
def _begin(t: Table, areas: int) -> tuple[int, np.uint64, int, int]:
    """A new round: where it is, what is known, cards dealt there, steps."""
    t.number[0, :areas] = 0
    t.begun[0] = -1
    t.io[HANDS] = 1
    return 0, np.uint64(0), 0, 0


@njit
def _shuffle(deck: Ints8, at: int, source: Numbers) -> None:
    """Puts a random one of the cards that are left in this place, by the next number of SplitMix64."""
    source[0] += np.uint64(0x9E3779B97F4A7C15)
    z = source[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    z ^= z >> np.uint64(31)
    other = at + np.int64(((z >> np.uint64(32)) * np.uint64(len(deck) - at)) >> np.uint64(32))
    deck[at], deck[other] = deck[other], deck[at]
