"""The house edges of the games of `rulesets`, enumerated here from how each game is played.

Nothing of `audit` is used: throws are listed one by one, and what goes on from throw to throw is summed by hand as the
docstring of each game says.  Run as a script it writes `expected.json` anew.
"""

# ruff: noqa: B023  (each game is summed before the next is made)

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction as F  # noqa: N817
from functools import cache
from itertools import combinations, product
from pathlib import Path

HERE = Path(__file__).parent
Throw = tuple[int, ...]
THREE = list(product(range(1, 7), repeat=3))
WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""Of the 36 throws of two dice."""


def edge(net: Callable[[Throw], int | F]) -> F:
    """What the house keeps per unit, over all throws of three dice."""
    return -sum((F(net(throw)) for throw in THREE), F(0)) / len(THREE)


def is_triple(throw: Throw) -> bool:
    return len(set(throw)) == 1


def sic_bo() -> dict[str, F]:
    """All 216 throws, one by one."""
    pays = {4: 60, 5: 30, 6: 17, 7: 12, 8: 8, 9: 6, 10: 6}
    found = {
        "small": edge(lambda t: 1 if 4 <= sum(t) <= 10 and not is_triple(t) else -1),
        "big": edge(lambda t: 1 if 11 <= sum(t) <= 17 and not is_triple(t) else -1),
        "odd": edge(lambda t: 1 if sum(t) % 2 == 1 and not is_triple(t) else -1),
        "even": edge(lambda t: 1 if sum(t) % 2 == 0 and not is_triple(t) else -1),
        "any_triple": edge(lambda t: 30 if is_triple(t) else -1),
    }
    for face in range(1, 7):
        found[f"triple_of[{face}]"] = edge(lambda t: 180 if t.count(face) == 3 else -1)
        found[f"double[{face}]"] = edge(lambda t: 10 if t.count(face) >= 2 else -1)
        found[f"single[{face}]"] = edge(lambda t: t.count(face) or -1)
    for total in range(4, 18):
        found[f"total[{total}]"] = edge(lambda t: pays[min(total, 21 - total)] if sum(t) == total else -1)
    for low, high in combinations(range(1, 7), 2):
        found[f"pair[{low}-{high}]"] = edge(lambda t: 5 if low in t and high in t else -1)
    return found


def chuck_a_luck() -> dict[str, F]:
    """All 216 throws, one by one."""
    found = {
        "field": edge(lambda t: -1 if 8 <= sum(t) <= 12 else 1),
        "high": edge(lambda t: 1 if sum(t) >= 11 and not is_triple(t) else -1),
        "low": edge(lambda t: 1 if sum(t) <= 10 and not is_triple(t) else -1),
        "any_triple": edge(lambda t: 30 if is_triple(t) else -1),
    }
    for face in range(1, 7):
        found[f"number[{face}]"] = edge(lambda t: t.count(face) or -1)
        found[f"number_ten[{face}]"] = edge(lambda t: (-1, 1, 2, 10)[t.count(face)])
    return found


def multiplier_wheel() -> dict[str, F]:
    """One equation for each multiplier from the highest down; at 28 a further multiplier leads back to 28."""
    sections = {1: 23, 2: 15, 5: 7, 10: 4, 20: 2, 40: 1}

    @cache
    def worth(segment: int, multiplier: int) -> F:
        now = F(sections[segment], 54) * segment * multiplier - F(52 - sections[segment], 54)
        stays = F(0)
        for times in (2, 7):
            after = min(28, times * multiplier)
            if after == multiplier:
                stays += F(1, 54)
            else:
                now += F(1, 54) * worth(segment, after)
        return now / (1 - stays)

    return {f"segment[{segment}]": -worth(segment, 1) for segment in sections}


def all_tall_small() -> dict[str, F]:
    """Which of its totals come before a 7: throws that change nothing are left out, so each step is one new total or 7."""
    low, high = frozenset(range(2, 7)), frozenset(range(8, 13))

    def come(wanted: frozenset[int]) -> list[F]:
        """How probable it is that so many different totals of those wanted come before a 7."""

        @cache
        def of(left: frozenset[int]) -> tuple[F, ...]:
            whole = 6 + sum(WAYS[total] for total in left)
            found = [F(0)] * (len(wanted) + 1)
            found[len(wanted) - len(left)] = F(6, whole) if left else F(1)
            for total in left:
                for number, chance in enumerate(of(left - {total})):
                    found[number] += F(WAYS[total], whole) * chance
            return tuple(found)

        return list(of(wanted))

    def won_by_all(wanted: frozenset[int], pays: int) -> F:
        return 1 - (pays + 1) * come(wanted)[-1]

    ladder = {5: 8, 4: 2, 3: 1, 2: 0, 1: -1, 0: -1}
    return {
        "small": won_by_all(low, 34),
        "tall": won_by_all(high, 34),
        "all": won_by_all(low | high, 175),
        "ladder": -sum((chance * ladder[number] for number, chance in enumerate(come(low))), F(0)),
    }


def _caster(main: int) -> F:
    """The caster's edge at a main: nicks and outs of the first throw, then the chance against the main."""
    nicks = {5: (5,), 6: (6, 12), 7: (7, 11), 8: (8, 12), 9: (9,)}[main]
    outs = [total for total in (2, 3, 11, 12) if total not in nicks]
    won = F(0)
    for total, ways in WAYS.items():
        if total in nicks:
            won += F(ways, 36)
        elif total not in outs:
            won += F(ways, 36) * F(ways, ways + WAYS[main])
    return 1 - 2 * won


def hazard() -> dict[str, F]:
    """The main is 7, as called; the setter has the other side."""
    return {"caster": _caster(7), "setter": -_caster(7)}


def hazard_thrown() -> dict[str, F]:
    """The main is thrown for, other totals than 5 through 9 thrown again: a mean over mains, by their ways."""
    mains = range(5, 10)
    mean = sum((WAYS[main] * _caster(main) for main in mains), F(0)) / sum(WAYS[main] for main in mains)
    return {"caster": mean, "setter": -mean}


def _boxes(numbers: int, pays: int, sections: int) -> F:
    return 1 - F(numbers * (pays + 1), sections)


def half_back() -> dict[str, F]:
    """37 sections; even chances lose half on zero, or ride in prison: what is let out has won and lost nothing."""
    inside = {"straight": (1, 35), "split": (2, 17), "street": (3, 11), "corner": (4, 8), "six_line": (6, 5)}
    inside |= {"column": (12, 2), "dozen": (12, 2), "first_four": (4, 8)}
    found = {name: _boxes(*sizes, 37) for name, sizes in inside.items()}
    found |= dict.fromkeys(("red", "black", "odd", "even", "low", "high"), F(1, 37) / 2)
    found["prison_red"] = F(19, 37) - F(18, 37) - F(1, 37) * F(18, 37)  # a second zero loses
    found["prison_again_red"] = F(19, 37) - F(18, 37) - F(1, 37) * F(18, 36)  # a second zero stays in prison
    return found


def triple_zero() -> dict[str, F]:
    """39 sections, one by one; nothing but the number of boxes and the odds matter."""
    inside = {"straight": (1, 35), "split": (2, 17), "street": (3, 11), "corner": (4, 8), "six_line": (6, 5)}
    inside |= {"column": (12, 2), "dozen": (12, 2), "zeros": (3, 11)}
    found = {name: _boxes(*sizes, 39) for name, sizes in inside.items()}
    return found | dict.fromkeys(("red", "black", "odd", "even", "low", "high"), _boxes(18, 1, 39))


def under_over() -> dict[str, F]:
    """All 216 throws; of what rides, only the throws that decide count."""

    def middle(throw: Throw) -> int:
        if sum(throw) not in (10, 11):
            return -1
        return 4 if {3, 4} <= set(throw) or throw.count(5) >= 2 else 2

    overs = F(sum(1 for t in THREE if sum(t) >= 11), 216)
    pairs = sum(1 for t in THREE if any(t.count(face) >= 2 for face in range(1, 6)))
    sixes = sum(1 for t in THREE if 6 in t and len(set(t)) == 3)
    return {
        "under": edge(lambda t: F(13, 10) if sum(t) <= 9 else 0 if sum(t) == 10 else -1),
        "over": edge(lambda t: F(13, 10) if sum(t) >= 12 else 0 if sum(t) == 11 else -1),
        "middle": edge(middle),
        "three_overs": 1 - 7 * overs**3,
        "pairs_first": F(sixes - pairs, sixes + pairs),
    }


def two_spins() -> dict[str, F]:
    """All 400 pairs of sections, each as often as the wheel bears it."""
    wheel = {"1": 8, "2": 6, "3": 3, "5": 2, "crown": 1}
    colour = {"1": "white", "2": "white", "3": "red", "5": "red", "crown": "gold"}
    spins = [section for section, count in wheel.items() for _ in range(count)]

    def over_pairs(net: Callable[[str, str], int]) -> F:
        return -F(sum(net(first, second) for first, second in product(spins, spins)), len(spins) ** 2)

    def rider(first: str, second: str) -> int:
        if first == "1":
            return -1
        reward = {"2": 2, "3": 3, "5": 3, "crown": 5}[first]
        if "crown" in (first, second):
            return reward if second == "crown" != first else -1
        return reward if int(second) > int(first) else 0 if second == first else -1

    same = {"1": 3, "2": 5, "3": 20, "5": 20, "crown": 200}
    both = {"white": 1, "red": 14, "gold": 350}
    found = {
        "rider": over_pairs(rider),
        "same": over_pairs(lambda a, b: same[b] if a == b else -1),
        "late_crown[the first_number crown]": 1 - F(31, 20),
        "late_crown[the first_number 1, 2, 3, 5]": 1 - F(19, 20),
    }
    for wanted, pays in both.items():
        found[f"colours[{wanted}]"] = over_pairs(lambda a, b: pays if colour[a] == colour[b] == wanted else -1)
    return found


GAMES: dict[str, Callable[[], dict[str, F]]] = {
    "sic-bo": sic_bo, "chuck-a-luck": chuck_a_luck, "multiplier-wheel": multiplier_wheel,
    "all-tall-small": all_tall_small, "hazard": hazard, "hazard-thrown": hazard_thrown, "half-back": half_back,
    "triple-zero": triple_zero, "under-over": under_over, "two-spins": two_spins,
}  # fmt: skip


def facts() -> dict[str, dict[str, object]]:
    """Every figure as text, with how it was worked out."""
    return {
        name: {"how": game.__doc__, "house edge": {wager: str(found) for wager, found in game().items()}}
        for name, game in GAMES.items()
    }


if __name__ == "__main__":
    (HERE / "expected.json").write_text(json.dumps(facts(), indent=1) + "\n", encoding="utf-8")
