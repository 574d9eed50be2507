"""Rounds of three shipped games played from seeds, against what the documents pay, worked out here apart from play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from audit.play import events as ev
from audit.play.cards import Card
from audit.play.choosing import AtRandom
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import configure, read_value
from audit.ruleset.ruleset import Ruleset

Nets = dict[str, Fraction]
ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def ranks(cards: Sequence[Card]) -> list[int]:
    """Ranks from the highest, ace 14."""
    return sorted((ORDER.index(card.rank) + 2 for card in cards), reverse=True)


def hand(cards: Sequence[Card]) -> tuple[str, list[int]]:
    """The kind of a hand of 3, 4 or 5 cards, and its ranks for comparing: sets first, then the rest; runs by their top."""
    number = len(cards)
    held = ranks(cards)
    groups = sorted(Counter(held).items(), key=lambda item: (item[1], item[0]), reverse=True)
    by_sets = [rank for rank, times in groups for _ in range(times)]
    sizes = tuple(times for _, times in groups)
    low_run = [14, *range(number, 1, -1)]
    is_run = len(set(held)) == number and (held[0] - held[-1] == number - 1 or held == low_run)
    is_flush = len({card.suit for card in cards}) == 1
    top = [number] if held == low_run else [held[0]]
    if is_run and is_flush:
        return ("royal_flush" if number == 5 and top == [14] else "straight_flush"), top
    kinds = {(4,): "four", (4, 1): "four", (3, 2): "full_house", (3,): "three", (3, 1): "three", (3, 1, 1): "three",
             (2, 2): "two_pair", (2, 2, 1): "two_pair"}  # fmt: skip
    if sizes in kinds and kinds[sizes] in ("four", "full_house"):
        return kinds[sizes], by_sets
    if is_flush:
        return "flush", held
    if is_run:
        return "straight", top
    if sizes in kinds:
        return kinds[sizes], by_sets
    return ("pair" if sizes[0] == 2 else "high"), by_sets


def standing(cards: Sequence[Card], order: str) -> tuple[int, list[int]]:
    """A hand as something to compare; ``order`` has the kinds, best first."""
    kind, by = hand(cards)
    return -order.split().index(kind), by


def best(cards: Sequence[Card], number: int, order: str) -> tuple[Card, ...]:
    return max(combinations(cards, number), key=lambda some: standing(some, order))


# the documents


THREE = "straight_flush three straight flush pair high"


def three_card(player: list[Card], dealer: list[Card], choice: str) -> Nets:
    """The dealer plays with a queen or better; else Ante is paid and Play goes back.  The Bonus goes by the hand alone."""
    if choice == "fold":
        return {"ante": Fraction(-10), "pair_plus": Fraction(-5)}
    mine, his = standing(player, THREE), standing(dealer, THREE)
    kind = hand(player)[0]
    plays = hand(dealer)[0] != "high" or ranks(dealer)[0] >= 12
    sign = 0 if mine == his else 1 if mine > his else -1
    nets = {"ante": Fraction(10), "play": Fraction(0)}
    if plays:
        nets = {"ante": Fraction(10 * sign), "play": Fraction(10 * sign)}
    nets["ante_bonus"] = Fraction(10 * {"straight_flush": 5, "three": 4, "straight": 1}.get(kind, 0))
    pays = {"straight_flush": 40, "three": 30, "straight": 6, "flush": 3, "pair": 1}
    nets["pair_plus"] = Fraction(5 * pays.get(kind, -1))
    return nets


FIVE = "royal_flush straight_flush four full_house flush straight three two_pair pair high"


def caribbean(player: list[Card], dealer: list[Card], choice: str) -> Nets:
    """The dealer plays with ace-king or better; the Bet is paid by the hand; a dollar on the jackpot of $10,000."""
    if choice == "fold":
        return {"ante": Fraction(-10), "progressive": Fraction(-1)}
    kind = hand(player)[0]
    mine, his = standing(player, FIVE), standing(dealer, FIVE)
    plays = hand(dealer)[0] != "high" or ranks(dealer)[:2] == [14, 13]
    pays = dict(zip(FIVE.split(), (100, 50, 20, 7, 5, 4, 3, 2, 1, 1), strict=True))
    if not plays:
        nets = {"ante": Fraction(10), "bet": Fraction(0)}
    elif mine == his:
        nets = {"ante": Fraction(0), "bet": Fraction(0)}
    elif mine > his:
        nets = {"ante": Fraction(10), "bet": Fraction(20 * pays[kind])}
    else:
        nets = {"ante": Fraction(-10), "bet": Fraction(-20)}
    prize = {"royal_flush": 10_000, "straight_flush": 1_000, "four": 500, "full_house": 100, "flush": 50}
    nets["progressive"] = Fraction(prize.get(kind, 0) - 1)
    return nets


FOUR = "four straight_flush three flush straight two_pair pair high"


def crazy_four(player: list[Card], dealer: list[Card], choice: str) -> Nets:
    """Best four of five; the dealer plays with a king or better; the Super Bonus is paid from a straight up."""
    if choice == "fold":
        return {"ante": Fraction(-10), "super_bonus": Fraction(-10), "queens_up": Fraction(-5)}
    times = int(choice.split()[1]) if " " in choice else 1
    my_four, his_four = best(player, 4, FOUR), best(dealer, 4, FOUR)
    mine, his = standing(my_four, FOUR), standing(his_four, FOUR)
    kind = hand(my_four)[0]
    plays = hand(his_four)[0] != "high" or ranks(his_four)[0] >= 13
    sign = 0 if mine == his else 1 if mine > his else -1
    nets = {"ante": Fraction(10 * sign if plays else 0), "play": Fraction(10 * times * (sign if plays else 1))}
    bonus = {"straight_flush": Fraction(15), "three": Fraction(2), "flush": Fraction(3, 2), "straight": Fraction(1)}
    if kind == "four":
        nets["super_bonus"] = Fraction(2000 if ranks(my_four)[0] == 14 else 300)
    elif kind in bonus:
        nets["super_bonus"] = 10 * bonus[kind]
    else:
        nets["super_bonus"] = Fraction(-10 if sign < 0 else 0)
    pays = {"four": 50, "straight_flush": 30, "three": 8, "flush": 4, "straight": 3, "two_pair": 2}
    is_high_pair = kind == "pair" and Counter(ranks(my_four)).most_common(1)[0][0] >= 12
    nets["queens_up"] = Fraction(5 * pays.get(kind, 1 if is_high_pair else -1))
    return nets


GAMES: dict[str, tuple[dict[str, str], dict[str, int], Callable[[list[Card], list[Card], str], Nets]]] = {
    "jack-cleveland/three-card-poker/undated": (
        {"table_minimum": "$5", "table_maximum": "$100"}, {"ante": 10, "pair_plus": 5}, three_card,
    ),
    "oneida/caribbean-stud/2003-08-06": (
        {"table_minimum": "$5", "table_maximum": "$100", "progressive_stake": "$1", "jackpot_start": "$10,000"},
        {"ante": 10, "progressive": 1}, caribbean,
    ),
    "jack-cleveland/crazy-four-poker/2017-02-15": (
        {"table_minimum": "$5", "table_maximum": "$100"}, {"ante": 10, "super_bonus": 10, "queens_up": 5}, crazy_four,
    ),
}  # fmt: skip


def round_of(ruleset: Ruleset, choices: dict[str, str], wagers: dict[str, int], seed: int) -> Play:
    configured = configure(ruleset, {name: read_value(value) for name, value in choices.items()})
    wishes = [Wish(name, "", Fraction(amount)) for name, amount in wagers.items()]
    return Play(configured, Seeded(seed), wishes, chooser=AtRandom(seed))


def check(real: Callable[[str], Ruleset], name: str, seeds: range) -> Counter[str]:
    """Plays a round for each seed and compares; counts the hands seen."""
    choices, wagers, document = GAMES[name]
    seen: Counter[str] = Counter()
    for seed in seeds:
        events = list(round_of(real(name), choices, wagers, seed).one_round())
        dealt: dict[str, list[Card]] = {"player_cards": [], "dealer_cards": []}
        for event in events:
            if isinstance(event, ev.Dealt):
                for area, card in event.cards:
                    dealt[area].append(card)
        choice = next(event.label for event in events if isinstance(event, ev.Decided))
        nets = {event.wager: event.net for event in events if isinstance(event, ev.Settled)}
        nets |= {event.bonus: event.net for event in events if isinstance(event, ev.BonusSettled)}
        assert nets == document(dealt["player_cards"], dealt["dealer_cards"], choice), (seed, choice, dealt)
        seen[hand(dealt["player_cards"])[0]] += 1
    return seen


@pytest.mark.parametrize("name", GAMES)
def test_nets(real: Callable[[str], Ruleset], name: str) -> None:
    check(real, name, range(25))


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_many_nets(real: Callable[[str], Ruleset], name: str) -> None:
    assert len(check(real, name, range(1_500))) >= 5
