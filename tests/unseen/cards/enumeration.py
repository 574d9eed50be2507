"""The house edges of the games of `rulesets`, enumerated here from how each game is played.

Nothing of `audit` is used.  Cards are pairs (rank, suit), ranks 2 to 14, suits ``c d h s``; the joker is (0, "").
Each game is summed as its docstring says, in whole numbers, and divided once.  Run as a script it writes
`expected.json` anew.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from fractions import Fraction as F  # noqa: N817
from itertools import combinations, permutations, product
from math import comb
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
Card = tuple[int, str]
JOKER: Card = (0, "")
A, K, Q, J = 14, 13, 12, 11


def pack(lowest: int = 2) -> list[Card]:
    """The cards of one pack from a rank up."""
    return [(rank, suit) for rank in range(lowest, A + 1) for suit in "cdhs"]


def is_one_suit(cards: Iterable[Card]) -> bool:
    return len({suit for _, suit in cards}) == 1


# ---------------------------------------------------------------- Casino War


def war_edges(decks: int, ties: str, bonus: bool) -> dict[str, F]:
    """By ranks: how many cards of each are left; the burned cards are unseen, so they change nothing."""
    each = 4 * decks
    cards = 52 * decks
    tie = F(each - 1, cards - 1)
    by_rank = []
    for tied in range(13):
        total = 0
        for mine, other in product(range(13), repeat=2):
            left = [each - 2 * (rank == tied) for rank in range(13)]
            ways = left[mine] * (left[other] - (mine == other))
            total += (1 if mine > other else (2 if bonus else 1) if mine == other else -2) * ways
        by_rank.append(total)
    at_war = F(sum(by_rank), 13 * (cards - 2) * (cards - 3))
    value = {"war": at_war, "surrender": F(-1, 2), "either": max(at_war, F(-1, 2))}[ties]
    return {"ante": -tie * value, "tie": -(11 * tie - 1)}


def casino_war() -> dict[str, dict[str, F]]:
    """Every number of decks, with ties played out or surrendered, with the bonus or without."""
    found = {}
    for decks, ties, bonus in product((1, 2, 6, 8), ("war", "surrender", "either"), (False, True)):
        found[f"decks={decks} ties={ties} bonus={'yes' if bonus else 'no'}"] = war_edges(decks, ties, bonus)
    return found


def variance_of_tie(decks: int) -> F:
    """Of the tie wager at 10 to 1, in squared units."""
    tie = F(4 * decks - 1, 52 * decks - 1)
    return 121 * tie * (1 - tie)


# ---------------------------------------------------------------- two cards and a joker

STRAIGHT_FLUSH, PAIR, FLUSH, STRAIGHT, HIGH = 5, 4, 3, 2, 1


def two_natural(one: Card, two: Card) -> tuple[int, ...]:
    """Class, then ranks from the top; in A-2 the ace is low."""
    high, low = max(one[0], two[0]), min(one[0], two[0])
    runs = high - low == 1 or (high, low) == (A, 2)
    top = 2 if (high, low) == (A, 2) else high
    if runs and one[1] == two[1]:
        return (STRAIGHT_FLUSH, top)
    if high == low:
        return (PAIR, high)
    if one[1] == two[1]:
        return (FLUSH, high, low)
    return (STRAIGHT, top) if runs else (HIGH, high, low)


def two_cards(one: Card, two: Card) -> tuple[int, ...]:
    """With the joker the best of all 52 cards that it can be."""
    if JOKER in (one, two):
        other = two if one == JOKER else one
        return max(two_natural(other, any_card) for any_card in pack())
    return two_natural(one, two)


def joker_poker() -> dict[str, F]:
    """Every hand of the player against every hand of the dealer: 1,378 times 1,275."""
    deck = [*pack(), JOKER]
    worth = {hand: two_cards(*hand) for hand in combinations(deck, 2)}
    main = bonus = 0
    for mine, value in worth.items():
        rest = [card for card in deck if card not in mine]
        called = 0
        more = 1 if value[0] == STRAIGHT_FLUSH else 0  # the bonus, in halves of a unit
        for theirs in combinations(rest, 2):
            other = worth[theirs]
            if other < (HIGH, J):
                called += 2
            else:
                called += 4 if value > other else -4 if value < other else 0
            called += more
        main += max(called, -2 * comb(51, 2))
        if value[0] == STRAIGHT_FLUSH:
            pays = 6 if JOKER in mine else 50 if value[1] == A else 15
        else:
            pays = {PAIR: 3, FLUSH: 0}.get(value[0], -1)
        bonus += pays
    deals = comb(53, 2) * comb(51, 2)
    return {"ante": -F(main, 2 * deals), "joker_bonus": -F(bonus, comb(53, 2))}


# ---------------------------------------------------------------- three streets


def three_cards(cards: tuple[Card, ...]) -> tuple[str, int]:
    """The class, and the rank of the pair if there is one."""
    ranks = sorted(rank for rank, _ in cards)
    counts = Counter(ranks)
    runs = ranks == [2, 3, A] or ranks[2] - ranks[1] == ranks[1] - ranks[0] == 1
    suited = is_one_suit(cards)
    if runs and suited:
        return ("straight_flush", 0)
    if len(counts) == 1:
        return ("three_of_a_kind", ranks[0])
    if runs:
        return ("straight", 0)
    if suited:
        return ("flush", 0)
    return ("pair", counts.most_common(1)[0][0]) if len(counts) == 2 else ("high_card", 0)


def street_pays(cards: tuple[Card, ...]) -> tuple[int, int, int]:
    """What a unit of the ante, of a bet, and of the wager on hearts brings."""
    kind, rank = three_cards(cards)
    ante = {"straight_flush": 20, "three_of_a_kind": 5}.get(kind, -1)
    bet = {"straight_flush": 25, "three_of_a_kind": 15, "straight": 4, "flush": 1}.get(kind, -1)
    if kind == "pair":
        bet = 1 if rank >= J else 0 if rank >= 8 else -1
    suits = {suit for _, suit in cards}
    if len(suits) == 1:
        return ante, bet, {"h": 30, "s": 12, "d": 0, "c": 0}[min(suits)]
    return ante, bet, 1 if suits in ({"h", "d"}, {"c", "s"}) else -1


def streets_worth(with_hearts: bool) -> tuple[int, dict[str, int]]:
    """The sum over all 132,600 deals in order under best play, and how many of them come to each first choice."""
    deck = pack()
    whole = 0
    chosen: dict[str, int] = defaultdict(int)
    for first in deck:
        values = {"fold": -(2 if with_hearts else 1) * 51 * 50}
        for stake in (3, 5):
            value = 0
            for second in deck:
                if second == first:
                    continue
                pays = [street_pays((first, second, third)) for third in deck if third not in (first, second)]
                ante = sum(p[0] for p in pays)
                bet = sum(p[1] for p in pays)
                aside = sum(p[2] for p in pays) if with_hearts else 0
                ways = [stake * bet]
                ways.append((stake + 3) * bet if first[1] == second[1] else 0)
                value += ante + aside + max(ways)
            values[f"bet {stake}"] = value
        best = max(values, key=values.__getitem__)
        chosen[best] += 51 * 50
        whole += values[best]
    return whole, dict(chosen)


def three_streets() -> dict[str, F]:
    """All deals in order, backwards from the third card; the wager on hearts is what it adds to best play."""
    deals = 52 * 51 * 50
    alone, _ = streets_worth(False)
    both, _ = streets_worth(True)
    return {"ante": -F(alone, deals), "hearts": -F(both - alone, deals)}


# ---------------------------------------------------------------- twin hands


def twin_value(one: Card, two: Card) -> tuple[int, ...]:
    high, low = max(one[0], two[0]), min(one[0], two[0])
    suited = one[1] == two[1]
    if suited and (high, low) == (K, Q):
        return (4, K, Q)
    if high == low:
        return (3, high)
    return (2, high, low) if suited else (1, high, low)


def twin_hands() -> dict[str, F]:
    """Left against the dealer's two cards, one of them seen; right against the dealer; both hands for the royals."""
    deck = pack(7)
    worth = {}
    for one, two in permutations(deck, 2):
        worth[one, two] = twin_value(one, two)
    left = 0
    for mine in combinations(deck, 2):
        value = worth[mine]
        for up in deck:
            if up in mine:
                continue
            raised = stayed = 0
            for down in deck:
                if down == up or down in mine:
                    continue
                other = worth[up, down]
                if other >= (3, 8) and value != (3, 10):
                    sign = (value > other) - (value < other)
                    raised += 3 * sign
                    stayed += sign
            options = [stayed, -29]
            if value >= (1, Q):
                options.append(raised)
            left += max(options)
    right = 0
    for mine in combinations(deck, 2):
        rest = [card for card in deck if card not in mine]
        right += sum(1 if worth[mine] > worth[theirs] else -1 for theirs in combinations(rest, 2))
    constant = slope = envy = F(0)
    for mine in combinations(deck, 2):
        rest = [card for card in deck if card not in mine]
        for second in combinations(rest, 2):
            if worth[mine][0] != 4:
                constant -= 1
                continue
            envy += 5
            if worth[second][0] == 4:
                slope += 1
            elif mine[0][1] == "s":
                slope += F(1, 10)
            else:
                constant += 20
    hands = comb(32, 2) * comb(30, 2)
    return {
        "left": -F(left, comb(32, 2) * 30 * 29),
        "right": -F(right, hands),
        "royals": -constant / hands,
        "royals by jackpot": slope / hands,
        "envy": envy / hands,
    }


# ---------------------------------------------------------------- the longest suit of seven cards


def longest_suits() -> dict[int, int]:
    """How many hands of seven cards have a longest suit of so many."""
    found: Counter[int] = Counter()
    for lengths in product(range(8), repeat=4):
        if sum(lengths) == 7:
            ways = 1
            for length in lengths:
                ways *= comb(13, length)
            found[max(lengths)] += ways
    return dict(found)


def high_card_flush() -> dict[str, F]:
    """By the lengths of the four suits."""
    pays = {7: 300, 6: 100, 5: 10, 4: 1}
    won = sum(ways * pays.get(length, -1) for length, ways in longest_suits().items())
    return {"flush_bonus": -F(won, comb(52, 7))}


# ---------------------------------------------------------------- a shared board


def five_cards(cards: Iterable[Card]) -> tuple[int, ...]:
    """Class from 9 (royal flush) down to 0 (high card), then ranks: sets first, the larger set before the smaller."""
    ranks = sorted((rank for rank, _ in cards), reverse=True)
    counts = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = tuple(times for _, times in counts)
    suited = is_one_suit(cards)
    top = 0
    if len(counts) == 5:
        top = ranks[0] if ranks[0] - ranks[4] == 4 else 5 if ranks == [A, 5, 4, 3, 2] else 0
    if top:
        return (9 if suited and top == A else 8, top) if suited else (4, top)
    keys = tuple(rank for rank, _ in counts)
    if suited:
        return (5, *ranks)
    return ({(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0), *keys)


def shared_board() -> dict[str, F]:
    """Ten to ace: every board with every pair of hands, gathered by the flop and the player's cards.

    The value of a raise is the sum over boards and dealers; a fold costs one unit of each of them.
    """
    deck = pack(10)
    worths = {five: five_cards(five) for five in combinations(deck, 5)}
    order = {worth: place for place, worth in enumerate(sorted(set(worths.values())))}
    pays = {9: 100, 8: 20, 7: 10, 6: 3, 5: 2}
    raised: Counter[tuple[tuple[Card, ...], tuple[Card, ...]]] = Counter()
    for board in combinations(deck, 5):
        rest = [card for card in deck if card not in board]
        hands = list(combinations(rest, 2))
        best = [max(worths[five] for five in combinations(tuple(sorted((*board, *hand))), 5)) for hand in hands]
        place = np.array([order[worth] for worth in best])
        wins = np.array([pays.get(worth[0], 1) for worth in best])
        qualifies = np.array([worth >= (2, K) for worth in best])
        holds = np.array([[card in hand for card in rest] for hand in hands], dtype=np.int64)
        apart = holds @ holds.T == 0
        sign = np.sign(place[:, None] - place[None, :])
        called = np.where(sign > 0, wins[:, None] + 2, np.where(sign < 0, -3, 0))
        value = np.where(qualifies[None, :], called, wins[:, None])
        for hand, worth in zip(hands, (value * apart).sum(axis=1).tolist(), strict=True):
            for flop in combinations(board, 3):
                raised[flop, hand] += worth
    fold = -comb(15, 2) * comb(13, 2)
    main = sum(max(worth, fold) for worth in raised.values())
    deals = comb(20, 2) * comb(18, 3)
    bonus = {9: 100, 8: 50, 7: 40, 6: 30, 5: 20, 4: 7, 3: 7, 2: 7}
    aside = 10 * sum(bonus.get(worth[0], 7 if worth >= (1, A) else -1) for worth in worths.values())
    return {"ante": -F(main, deals * -fold), "aa": -F(aside, deals)}


GAMES: dict[str, Callable[[], dict[str, F]]] = {
    "joker-poker": joker_poker,
    "three-streets": three_streets,
    "twin-hands": twin_hands,
    "high-card-flush": high_card_flush,
    "shared-board": shared_board,
}


def facts() -> dict[str, dict[str, str]]:
    """All figures, as text."""
    found = {game: {name: str(value) for name, value in figures().items()} for game, figures in GAMES.items()}
    for choices, edges in casino_war().items():
        found[f"casino-war {choices}"] = {name: str(value) for name, value in edges.items()}
    return found


if __name__ == "__main__":
    (HERE / "expected.json").write_text(json.dumps(facts(), indent=2) + "\n", encoding="utf-8")
