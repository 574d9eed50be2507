"""The figures of the games of `rulesets`, enumerated here from how each game is played.

Nothing of `audit` is used.  Cards are told apart by rank where suits do not matter; each deal is weighed by the number of
ways to draw it, in whole numbers, and divided once.  Run as a script it writes `expected.json` anew.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction as F  # noqa: N817
from functools import partial
from itertools import permutations, product
from math import perm
from pathlib import Path

HERE = Path(__file__).parent


def drawn(left: list[int]) -> Iterator[tuple[int, int]]:
    """Each rank that can come next, with the number of cards that bear it; it is out of the deck until asked to go on."""
    for rank, ways in enumerate(left):
        if ways:
            left[rank] -= 1
            yield rank, ways
            left[rank] += 1


# ---------------------------------------------------------------- EZ Baccarat


def banker_draws(banker: int, third: int | None) -> bool:
    """Whether the banker takes a card: by his two cards, and by the player's third if there is one."""
    if third is None:
        return banker <= 5
    least = {3: range(10), 4: range(2, 8), 5: range(4, 8), 6: range(6, 8)}
    if banker == 3:
        return third != 8
    return banker <= 2 or third in least.get(banker, range(0))


def ez_rounds(pack: tuple[int, ...], decks: int) -> Counter[tuple[int, int, int, int]]:
    """How often each round comes up: the player's points and cards, the banker's points and cards.

    ``pack`` is how many cards of a pack count 0, 1, 2 … points.
    """
    left = [decks * number for number in pack]
    whole = sum(left)
    found: Counter[tuple[int, int, int, int]] = Counter()
    for (one, a), (two, b), (three, c), (four, d) in _four(left):
        ways = a * b * c * d
        player, banker = (one + two) % 10, (three + four) % 10
        if player >= 8 or banker >= 8 or (player >= 6 and not banker_draws(banker, None)):
            found[player, 2, banker, 2] += ways * perm(whole - 4, 2)
        elif player >= 6:
            for card, e in drawn(left):
                found[player, 2, (banker + card) % 10, 3] += ways * e * (whole - 5)
        else:
            for third, e in drawn(left):
                after = (player + third) % 10
                if not banker_draws(banker, third):
                    found[after, 3, banker, 2] += ways * e * (whole - 5)
                    continue
                for card, f in drawn(left):
                    found[after, 3, (banker + card) % 10, 3] += ways * e * f
    return found


def _four(left: list[int]) -> Iterator[tuple[tuple[int, int], ...]]:
    for one in drawn(left):
        for two in drawn(left):
            for three in drawn(left):
                for four in drawn(left):
                    yield one, two, three, four


WHOLE_BY_POINTS = (16, *[4] * 9)
SHORT_BY_POINTS = (4, 4, 0, 4, 4, 0, 0, 0, 0, 0)
"""Of a pack of A, 3, 4 and K."""


def ez_baccarat(decks: int, pack: tuple[int, ...] = WHOLE_BY_POINTS) -> dict[str, F]:
    """Every first four cards by their points, then what the drawing rules make of them."""
    net: dict[str, int] = defaultdict(int)
    rounds = ez_rounds(pack, decks)
    for (player, cards, banker, banker_cards), ways in rounds.items():
        sign = (player > banker) - (player < banker)
        is_dragon = sign < 0 and (banker, banker_cards) == (7, 3)
        is_panda = sign > 0 and (player, cards) == (8, 3)
        net["player_line"] += sign * ways
        net["banker_line"] += 0 if is_dragon else -sign * ways
        net["tie"] += (8 if sign == 0 else -1) * ways
        net["dragon_7"] += (40 if is_dragon else -1) * ways
        net["panda_8"] += (25 if is_panda else -1) * ways
    return {wager: -F(sum_, rounds.total()) for wager, sum_ in net.items()}


def ez_combinations(decks: int) -> dict[str, int]:
    """In how many rounds of six cards in order each of these comes up."""
    found: dict[str, int] = defaultdict(int)
    for (player, cards, banker, banker_cards), ways in ez_rounds(WHOLE_BY_POINTS, decks).items():
        found["dragon_7"] += ways if player < banker and (banker, banker_cards) == (7, 3) else 0
        found["panda_8"] += ways if player > banker and (player, cards) == (8, 3) else 0
        found["tie"] += ways if player == banker else 0
    return dict(found)


# ---------------------------------------------------------------- Red Dog


def red_dog(decks: int, ranks: int = 13) -> dict[str, F]:
    """Every two ranks: a pair, two in a row, or so many ranks between; raised where a raise brings more."""
    each, cards = 4 * decks, 4 * decks * ranks
    net = each * ranks * (each - 1) * (each - 2) * 11
    for low, high in product(range(ranks), repeat=2):
        between = high - low - 1
        if between < 1:
            continue
        pays = {1: 5, 2: 4, 3: 2}.get(between, 1)
        inside = between * each
        won = pays * inside - (cards - 2 - inside)
        net += 2 * each * each * max(won, 2 * won)
    return {"ante": -F(net, cards * (cards - 1) * (cards - 2))}


# ---------------------------------------------------------------- Nines


SHORT_NINES = (4, 4, 4, 4, 0, 0, 0, 0, 0, 4)
"""Of a pack without 4 through 8 and J, Q, K."""


def nines(decks: int, pack: tuple[int, ...] = (4,) * 10) -> dict[str, F]:
    """Every two cards face up, then backwards from the dealer's draw; a swap costs half of the wager."""
    left = [decks * number for number in pack]
    cards = sum(left)
    whole, first = F(0), 0
    for mine, a in drawn(left):
        first += {9: 6, 1: 1}.get(mine, -1) * a
        for upcard, b in drawn(left):
            stays = _nines_end(mine, 1, upcard, left)
            draws = F(0)
            for second, c in drawn(left):
                keeps = _nines_end((mine + second) % 10, 2, upcard, left)
                swaps = sum(
                    (F(d, cards - 3) * _nines_end((mine + third) % 10, 2, upcard, left) for third, d in drawn(left)),
                    -F(1, 2),
                )
                draws += F(c, cards - 2) * max(keeps, swaps)
            whole += a * b * max(stays, draws)
    return {"main": -whole / (cards * (cards - 1)), "first_card": -F(first, cards)}


def _nines_end(mine: int, held: int, upcard: int, left: list[int]) -> F:
    """What a wager of one brings when the player holds this and the dealer is still to play."""
    if upcard <= 4 or (upcard <= 6 and held == 2):
        return F(sum(w * _nines_pays(mine, (upcard + card) % 10) for card, w in drawn(left)), 2 * sum(left))
    return F(_nines_pays(mine, upcard), 2)


def _nines_pays(mine: int, dealer: int) -> int:
    """In halves of the wager."""
    if mine != dealer:
        return -2 if mine < dealer else 2 if mine == 9 else 1
    return {0: 4, 9: 1}.get(mine, 0)


# ---------------------------------------------------------------- Spanish 21

Card = tuple[int, str]
"""What it counts, 11 for an ace, and its suit; ranks that count alike but one stand for each count only."""


def total(cards: tuple[Card, ...]) -> tuple[int, bool]:
    """The points of a hand, and whether an ace counts 11 in it."""
    points, aces = sum(value for value, _ in cards), sum(value == 11 for value, _ in cards)
    while points > 21 and aces:
        points, aces = points - 10, aces - 1
    return points, aces > 0


def bonus_in_halves(cards: tuple[Card, ...]) -> int:
    """What a 21 that was not doubled pays, in halves of the wager."""
    suits = {suit for _, suit in cards}
    if len(cards) == 3 and sorted(value for value, _ in cards) in ([6, 7, 8], [7, 7, 7]):
        return 6 if suits == {"s"} else 4 if len(suits) == 1 else 3
    return {5: 3, 6: 4}.get(len(cards), 6 if len(cards) >= 7 else 2)


class Spanish:
    """One pack of these cards, best play found backwards; the dealer draws to 17 and on a soft one.

    The player does not see the hole card: it may be any card not seen with which the dealer has no natural, each as
    likely.  A hand is valued when it is done, for what is drawn afterwards changes no expectation; but what one hand
    draws is seen when the next is played.
    """

    def __init__(self, pack: tuple[Card, ...], hands: int) -> None:
        self.pack, self.hands = pack, hands
        self._kept: dict[object, F] = {}

    def edge(self) -> F:
        whole = F(0)
        deals = 0
        for one, two, up in permutations(self.pack, 3):
            if one > two:  # the same cards the other way round
                continue
            deals += 2 * (len(self.pack) - 3)
            if total((one, two))[0] == 21:
                whole += 2 * (len(self.pack) - 3) * F(3, 2)
                continue
            unseen = self._unseen((one, two, up))
            naturals = [hole for hole in unseen if total((up, hole))[0] == 21]
            whole -= 2 * len(naturals)
            if len(naturals) < len(unseen):
                whole += 2 * (len(unseen) - len(naturals)) * self._first((one, two), up)
        return -whole / deals

    def _unseen(self, seen: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(card for card in self.pack if card not in seen)

    def _first(self, hand: tuple[Card, ...], up: Card) -> F:
        """The worth of the first two cards: surrendered, split, or played."""
        found = [F(-1, 2), self._played(hand, (), up, (), False)]
        if self.hands > 1 and hand[0][0] == hand[1][0]:
            for played, waiting in (hand, hand[::-1]):
                found.append(self._drawing((played,), (waiting,), up, (), False))
        return max(found)

    def _played(
        self, hand: tuple[Card, ...], waiting: tuple[Card, ...], up: Card, gone: tuple[Card, ...], doubled: bool
    ) -> F:
        """The worth of a hand from here on, and of the one that waits; ``gone`` are the cards of hands that are done."""
        key = tuple(sorted(hand)), waiting, up, tuple(sorted(gone)), doubled
        if key not in self._kept:
            points, _ = total(hand)
            stake = 2 if doubled else 1
            seen = (*hand, *waiting, *gone, up)
            if points > 21:
                done = F(-stake)
            elif points == 21:
                done = F(stake) if doubled else F(bonus_in_halves(hand), 2)
            else:
                done = stake * self._against_dealer(points, up, seen)
            rest = self._drawing((waiting[0],), (), up, (*gone, *hand), False) if waiting else F(0)
            if points >= 21:
                self._kept[key] = done + rest
            elif doubled:
                self._kept[key] = max(done, F(-1)) + rest
            else:
                hit = self._drawing(hand, waiting, up, gone, False)
                self._kept[key] = max(done + rest, hit, self._drawing(hand, waiting, up, gone, True))
        return self._kept[key]

    def _drawing(
        self, hand: tuple[Card, ...], waiting: tuple[Card, ...], up: Card, gone: tuple[Card, ...], doubled: bool
    ) -> F:
        """The same with one card more: any that is not the hole card."""
        unseen = self._unseen((*hand, *waiting, *gone, up))
        holes = [hole for hole in unseen if total((up, hole))[0] != 21]
        found = F(0)
        for card in unseen:
            ways = len(holes) - (card in holes)
            if ways:
                found += ways * self._played((*hand, card), waiting, up, gone, doubled)
        return found / (len(holes) * (len(unseen) - 1))

    def _against_dealer(self, points: int, up: Card, seen: tuple[Card, ...]) -> F:
        """What a wager of one on a hand of fewer than 21 points brings."""
        unseen = self._unseen(seen)
        holes = [hole for hole in unseen if total((up, hole))[0] != 21]
        found = F(0)
        for hole in holes:
            left = Counter(value for value, _ in unseen)
            left[hole[0]] -= 1
            found += self._dealer((up[0], hole[0]), tuple(sorted(left.items())), points)
        return found / len(holes)

    def _dealer(self, held: tuple[int, ...], left: tuple[tuple[int, int], ...], points: int) -> F:
        key = tuple(sorted(held)), left, points
        if key not in self._kept:
            dealer, is_soft = total(tuple((value, "") for value in held))
            if dealer > 21:
                found = F(1)
            elif dealer > 17 or (dealer == 17 and not is_soft):
                found = F((points > dealer) - (points < dealer))
            else:
                found = F(0)
                for value, number in left:
                    if number:
                        fewer = tuple((other, n - (other == value)) for other, n in left)
                        found += number * self._dealer((*held, value), fewer, points)
                found /= sum(number for _, number in left)
            self._kept[key] = found
        return self._kept[key]


def spanish(values: tuple[int, ...], hands: int) -> dict[str, F]:
    """A pack of a card of each suit for each of these values."""
    return {"main": Spanish(tuple(product(values, "cdhs")), hands).edge()}


# ---------------------------------------------------------------- all of them


GAMES: dict[str, Callable[[], dict[str, F]]] = {
    **{f"ez-baccarat decks={decks}": partial(ez_baccarat, decks) for decks in (6, 8)},
    **{f"red-dog decks={decks}": partial(red_dog, decks) for decks in (1, 2, 4, 6, 8)},
    **{f"nines decks={decks}": partial(nines, decks) for decks in (1, 2, 8)},
    "ez-baccarat short decks=6": partial(ez_baccarat, 6, SHORT_BY_POINTS),
    "red-dog short decks=2": partial(red_dog, 2, 6),
    "nines short decks=2": partial(nines, 2, SHORT_NINES),
    "spanish-21 of 6, 7, J": partial(spanish, (6, 7, 10), 1),
    "spanish-21 of 6, 7, 8, J": partial(spanish, (6, 7, 8, 10), 1),
    "spanish-21 of A, 6, 7, J": partial(spanish, (11, 6, 7, 10), 1),
    "spanish-21 of 6, 7, J hands_after_splits=2": partial(spanish, (6, 7, 10), 2),
}
"""By the name that stands in `expected.json`."""


def figures(name: str) -> dict[str, str]:
    """The house edges of a game as text."""
    return {wager: str(edge) for wager, edge in GAMES[name]().items()}


if __name__ == "__main__":
    text = json.dumps({name: figures(name) for name in GAMES}, indent=1)
    (HERE / "expected.json").write_text(f"{text}\n", encoding="utf-8")
