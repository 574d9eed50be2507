"""A game of totals worked out by itself, without anything of audit: what its best play brings, as a fraction.

Two cards to the player, one up and one down to the dealer, who looks under an ace or a ten; a natural pays 3 to 2; the
player stands, draws below 21, doubles on two cards, splits two cards of one value up to a number of hands; the dealer
draws to 17.  Where splits are free, the house puts up the wager on each further hand: it is not the player's to lose.
A deck is a count of each value, the ace as 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache

Deck = tuple[int, ...]
"""How many cards of the values 1 (ace) to 10 are unseen."""

Hand = tuple[int, ...]
Policy = Callable[[Hand, int], str]
"""The choice of a hand on which a lost wager brings so much."""


def total(hand: Hand) -> int:
    points = sum(hand)
    return points + 10 if 1 in hand and points <= 11 else points


def without(deck: Deck, *values: int) -> Deck:
    counts = list(deck)
    for value in values:
        counts[value - 1] -= 1
    return tuple(counts)


def is_open(up: int) -> tuple[bool, ...]:
    """Which values the card that lies face down may be of when play goes on."""
    shut = {1: 10, 10: 1}.get(up)
    return tuple(value != shut for value in range(1, 11))


def coming(deck: Deck, up: int) -> Iterator[tuple[int, Fraction]]:
    """The next card, where one of the unseen lies face down and is one of those that are open."""
    free = is_open(up)
    among = sum(n for n, open_ in zip(deck, free, strict=True) if open_)
    unseen = sum(deck)
    for value, (n, open_) in enumerate(zip(deck, free, strict=True), start=1):
        weight = n * (among - open_)
        if weight > 0:
            yield value, Fraction(weight, among * (unseen - 1))


@cache
def dealer(deck: Deck, up: int) -> dict[int, Fraction]:
    """What the dealer comes to, 22 for more than 21."""
    free = is_open(up)
    among = sum(n for n, open_ in zip(deck, free, strict=True) if open_)
    found: dict[int, Fraction] = {}
    for value, (n, open_) in enumerate(zip(deck, free, strict=True), start=1):
        if n and open_:
            for points, chance in draws(without(deck, value), (up, value)).items():
                found[points] = found.get(points, Fraction(0)) + Fraction(n, among) * chance
    return found


@cache
def draws(deck: Deck, hand: Hand) -> dict[int, Fraction]:
    if total(hand) >= 17:
        return {min(total(hand), 22): Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, n in enumerate(deck, start=1):
        if n:
            for points, chance in draws(without(deck, value), (*hand, value)).items():
                found[points] = found.get(points, Fraction(0)) + Fraction(n, sum(deck)) * chance
    return found


def stands(hand: Hand, deck: Deck, up: int, lost: int = -1) -> Fraction:
    """``lost`` is what a wager brings that loses: 0 where the house has put it up."""
    own = total(hand)
    if own > 21:
        return Fraction(lost)
    return sum((chance * ((points > 21 or own > points) + lost * (points <= 21 and points > own))
                for points, chance in dealer(deck, up).items()), Fraction(0))  # fmt: skip


def doubles(hand: Hand, deck: Deck, up: int, lost: int = -1) -> Fraction:
    """One card more; what is put up for it is the player's."""
    return sum(
        (c * (stands((*hand, v), rest, up, lost) + stands((*hand, v), rest, up)) for v, c in coming(deck, up) for rest in [without(deck, v)]),
        Fraction(0),
    )


@cache
def worths(hand: Hand, deck: Deck, up: int, lost: int = -1) -> dict[str, Fraction]:
    """What each choice brings, for a hand that is not split."""
    found = {"stand": stands(hand, deck, up, lost)}
    if total(hand) < 21:
        found["hit"] = sum(
            (c * best(tuple(sorted((*hand, v))), without(deck, v), up, lost) for v, c in coming(deck, up)), Fraction(0)
        )
    if len(hand) == 2:
        found["double"] = doubles(hand, deck, up, lost)
    return found


def best(hand: Hand, deck: Deck, up: int, lost: int = -1) -> Fraction:
    return max(worths(hand, deck, up, lost).values())


def choice(hand: Hand, deck: Deck, up: int, lost: int) -> str:
    of = worths(hand, deck, up, lost)
    return max(of, key=lambda label: of[label])


def played(hand: Hand, deck: Deck, up: int, policy: Policy, lost: int) -> Fraction:
    """What a hand brings when it is played so, whatever is in the deck."""
    match policy(hand, lost):
        case "stand":
            return stands(hand, deck, up, lost)
        case "double":
            return doubles(hand, deck, up, lost)
        case _:
            return sum(
                (c * played(tuple(sorted((*hand, v))), without(deck, v), up, policy, lost) for v, c in coming(deck, up)), Fraction(0)
            )


def split(card: int, deck: Deck, up: int, most_hands: int, *, is_free: bool) -> Fraction:
    """What two cards of one value bring when they are split, and split again wherever they may be.

    The second cards of all hands are dealt one after another, in every way; each hand is then played by what it would
    know by itself.  The first hand is the one that has the player's own wager.
    """
    early = policy_with(card, deck, up)
    again = 0
    while again < most_hands - 2 and deck[card - 1] > again:
        again += 1
    late = policy_with(card, without(deck, *[card] * again), up)

    def go_on(waiting: int, hands: int, ends: tuple[tuple[int, bool], ...], left: Deck) -> Fraction:
        if not waiting:
            whole = Fraction(0)
            for n, (second, is_late) in enumerate(ends):
                policy = late if is_late else early
                whole += played(tuple(sorted((card, second))), left, up, policy, 0 if is_free and n else -1)
            return whole
        found = Fraction(0)
        for value, chance in coming(left, up):
            rest = without(left, value)
            if value == card and hands < 2 + again:
                found += chance * go_on(waiting + 1, hands + 1, ends, rest)
            else:
                found += chance * go_on(waiting - 1, hands, (*ends, (value, hands == 2 + again)), rest)
        return found

    return go_on(2, 2, (), deck)


def policy_with(card: int, deck: Deck, up: int) -> Policy:
    """Best play of a hand of a split: ``card``, which is not in the deck any more, and others that are."""

    def policy(hand: Hand, lost: int) -> str:
        others = list(hand)
        others.remove(card)
        return choice(hand, without(deck, *others), up, lost)

    return policy


def expected(deck: Deck, most_hands: int = 1, *, is_free: bool = False) -> Fraction:
    """What the game brings to best play, per unit of the first wager; ``is_free``: the house pays for splits."""
    whole = Fraction(0)
    for up, of_up in enumerate(deck, start=1):
        if not of_up:
            continue
        behind = without(deck, up)
        for one, n in enumerate(behind, start=1):
            for other, m in enumerate(without(behind, one), start=1) if n else ():
                if not m:
                    continue
                weight = Fraction(of_up * n * m, sum(deck) * (sum(deck) - 1) * (sum(deck) - 2))
                whole += weight * dealt(tuple(sorted((one, other))), without(behind, one, other), up, most_hands, is_free=is_free)
    return whole


def dealt(hand: Hand, deck: Deck, up: int, most_hands: int, *, is_free: bool) -> Fraction:
    is_natural = hand == (1, 10)
    hidden = {1: 10, 10: 1}.get(up)
    naturals = Fraction(deck[hidden - 1], sum(deck)) if hidden else Fraction(0)
    if is_natural:
        return (1 - naturals) * Fraction(3, 2)
    found = best(hand, deck, up)
    if most_hands > 1 and hand[0] == hand[1]:
        found = max(found, split(hand[0], deck, up, most_hands, is_free=is_free))
    return -naturals + (1 - naturals) * found
