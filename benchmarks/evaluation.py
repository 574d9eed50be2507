"""How fast hands are evaluated under rankings compiled from rulesets, beside evaluators of the usual poker.

`python benchmarks/evaluation.py` prints tables; `--write` also puts them into benchmarks/evaluation.md.  The others are
optional (`pip install .[bench]`); what is not installed is left out with a word.  Each works in the way that it is made
for: a call from Python for one hand, as all of them have it; and beside that the compiled walk over every hand of a
deck, which only the compiled tables offer.  All figures are time of the processor in one thread, in the same run, the least of
several.
"""

from __future__ import annotations

import contextlib
import importlib.metadata
import math
import os
import platform
import random
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
USUAL = ("oneida/mississippi-stud/2024-09-11", "poker5")
HANDS = 20_000
"""How many hands the calls from Python are timed over."""


def least_of(runs: int, work: Callable[[], object]) -> float:
    """The least time of the processor of several runs, in seconds; all of them run in one thread."""
    times = []
    for _ in range(runs):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


# one hand at a time, from Python


@dataclass(frozen=True)
class Caller:
    """``ready`` turns hands (card numbers 0 … 51, spades first, twos first) into what is timed: evaluating them all."""

    name: str
    ready: Callable[[Sequence[Sequence[int]]], Callable[[], object]]


def letters(card: int) -> str:
    return "23456789TJQKA"[card % 13] + "shdc"[card // 13]


def phevaluator() -> Caller:
    from phevaluator import evaluate_cards

    def ready(hands: Sequence[Sequence[int]]) -> Callable[[], object]:
        said = [[letters(card) for card in hand] for hand in hands]
        return lambda: [evaluate_cards(*hand) for hand in said]

    return Caller("phevaluator", ready)


def eval7() -> Caller:
    from eval7 import Card, evaluate

    def ready(hands: Sequence[Sequence[int]]) -> Callable[[], object]:
        said = [[Card(letters(card)) for card in hand] for hand in hands]
        return lambda: [evaluate(hand) for hand in said]

    return Caller("eval7", ready)


def pokerkit() -> Caller:
    from pokerkit import Card, StandardHighHand

    def ready(hands: Sequence[Sequence[int]]) -> Callable[[], object]:
        said = [tuple(Card.parse("".join(letters(card) for card in hand))) for hand in hands]
        return lambda: [StandardHighHand.from_game(hand) for hand in said]

    return Caller("pokerkit", ready)


def letter_by_letter() -> Caller:
    """`audit.play.scales`, by which the tables are made: what one hand costs without them."""
    from audit.play.cards import RANKS, SUITS, Card

    scale = load_scale(*USUAL)
    pack = [Card(rank, suit) for suit in SUITS for rank in RANKS]

    def ready(hands: Sequence[Sequence[int]]) -> Callable[[], object]:
        said = [[pack[card] for card in hand] for hand in hands]
        return lambda: [scale.best(hand, 5) for hand in said]

    return Caller("audit, by the letter", ready)


def compiled_call() -> Caller:
    """The compiled tables called from Python, a hand at a time."""
    from audit.solve.cards.split_tables import split_code
    from audit.solve.cards.strengths import split_tables

    scale, pack = load_scale(*USUAL), whole_pack()
    made = {cards: split_tables(scale, pack, cards, 5) for cards in (5, 6, 7)}

    def ready(hands: Sequence[Sequence[int]]) -> Callable[[], object]:
        tables = made[len(hands[0])]
        assert tables is not None
        key, mask, start, arrays = tables.key.tolist(), tables.mask.tolist(), tables.start, tables.arrays
        return lambda: [
            split_code(start + sum([key[card] for card in hand]), sum([mask[card] for card in hand]), *arrays)
            for hand in hands
        ]

    return Caller("audit, compiled", ready)


def compiled_batch() -> Caller:
    """The compiled tables over an array of hands."""
    import numpy as np
    from numpy.typing import NDArray

    from audit.solve.cards.kernels import njit
    from audit.solve.cards.split_tables import split_code
    from audit.solve.cards.strengths import split_tables

    @njit
    def evaluate(
        hands: NDArray[np.int64], start: int, key: NDArray[np.int64], mask: NDArray[np.int64],
        offset: NDArray[np.int32], place: NDArray[np.int32], ranks: NDArray[np.int32], suited: NDArray[np.int32],
        found: NDArray[np.int32],
    ) -> None:  # fmt: skip
        for n in range(len(hands)):
            total, held = start, 0
            for card in hands[n]:
                total += key[card]
                held += mask[card]
            found[n] = split_code(total, held, offset, place, ranks, suited)

    scale, pack = load_scale(*USUAL), whole_pack()
    made = {cards: split_tables(scale, pack, cards, 5) for cards in (5, 6, 7)}

    def ready(hands: Sequence[Sequence[int]]) -> Callable[[], object]:
        tables = made[len(hands[0])]
        assert tables is not None
        said, found = np.array(hands, np.int64), np.zeros(len(hands), np.int32)

        def work() -> object:
            return evaluate(said, tables.start, tables.key, tables.mask, *tables.arrays, found)

        work()  # compiled before it is timed
        return work

    return Caller("audit, compiled, an array of hands", ready)


OTHERS = {"phevaluator": phevaluator, "eval7": eval7, "pokerkit": pokerkit}


def calls() -> list[str]:
    callers = [compiled_batch(), compiled_call()]
    for name, made in OTHERS.items():
        try:
            callers.append(made())
        except ImportError as error:
            print(f"{name} is left out: {error}", file=sys.stderr)
    callers.append(letter_by_letter())
    rows = ["| evaluator | version | best of 5, ns a hand | best of 6 | best of 7 |", "| --- | --- | --- | --- | --- |"]
    for caller in callers:
        cells = []
        for cards in (5, 6, 7):
            slow = caller.name in ("pokerkit", "audit, by the letter")
            number = HANDS // 40 if slow else HANDS
            chance = random.Random(cards)
            work = caller.ready([chance.sample(range(52), cards) for _ in range(number)])
            cells.append(f"{least_of(2 if slow else 5, work) / number * 1e9:,.0f}")
        version = importlib.metadata.version(caller.name) if caller.name in OTHERS else "this tree"
        rows.append(f"| {caller.name} | {version} | {' | '.join(cells)} |")
    return rows


# all hands of a deck


def whole_pack(jokers: int = 0):  # type: ignore[no-untyped-def]
    from audit.play.cards import JOKER, RANKS, SUITS, Card

    return tuple(Card(rank, suit) for suit in SUITS for rank in RANKS) + (Card(JOKER),) * jokers


def rankings_of(file: str):  # type: ignore[no-untyped-def]
    """What a ruleset says of rankings, under its defaults; options of other things need no value then."""
    from audit.language.library import Library
    from audit.language.loading import load
    from audit.ruleset import parameters as pm
    from audit.ruleset import worth as wo
    from audit.ruleset.configure import configure
    from audit.ruleset.ruleset import Ruleset

    kept = (
        wo.Ranking, wo.InverseRanking, wo.Count, wo.Group, wo.CardOrderNamed, wo.SuitsEqual, wo.SuitsOrdered,
        pm.Option, pm.OptionRows, pm.Assumption,
    )  # fmt: skip
    ruleset = load(file, Library((ROOT / "rulesets",)))
    return configure(Ruleset(ruleset.head, tuple(s for s in ruleset.statements if isinstance(s, kept)))).ruleset


def load_scale(file: str, name: str):  # type: ignore[no-untyped-def]
    from audit.play.scales import scale

    return scale(rankings_of(file), name)


def shipped() -> list[tuple[str, str]]:
    """Every shipped ranking that play carries out, once for each that says something else."""
    from audit.play.errors import NotPlayable
    from audit.play.scales import scale
    from audit.ruleset import worth as wo
    from audit.solve.cards.strengths import content_of

    found: dict[object, tuple[str, str]] = {}
    for path in sorted((ROOT / "rulesets").glob("*/*/*.rop")):
        if "ranking " in path.read_text(encoding="utf-8"):
            file = str(path.relative_to(ROOT / "rulesets").with_suffix(""))
            ruleset = rankings_of(file)
            for statement in ruleset.of(wo.Ranking, wo.InverseRanking):
                with contextlib.suppress(NotPlayable):
                    found.setdefault(content_of(scale(ruleset, statement.name.text)), (file, statement.name.text))
    return list(found.values())


def rankings() -> list[str]:
    """Every shipped ranking of three to five cards: its tables made, and the walk over all hands of a card more."""
    from audit.solve.cards import strengths, subsets
    from audit.solve.errors import NotSolvable

    rows = [
        "| ranking | of | hands | worths | made, s | one card more | best of them, s | ns a hand |",
        "| --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    listed = shipped()
    listed.sort(key=lambda one: one != USUAL)
    for file, name in listed:
        scale = load_scale(file, name)
        most = scale.sizes[1] if scale.sizes else 0
        if not 3 <= most <= 5:
            continue
        cards, deck = most, whole_pack(int("joker" in scale.wild))
        strengths.forget_tables()
        begin = time.process_time()
        try:
            whole = strengths.coded(scale, deck, cards)
        except NotSolvable as stop:
            rows.append(f"| `{name}` of {file} | {cards} | refused: {stop.why} | | | | | |")
            continue
        made = time.process_time() - begin
        more = math.comb(len(deck), cards + 1)
        walked = least_of(3, lambda: subsets.best_without_one(whole.codes, len(deck), cards + 1, cards))  # noqa: B023
        rows.append(
            f"| `{name}` of {file} | {cards} | {len(whole.codes):,} | {len(whole.worths):,} | {made:.2f} | {more:,} | "
            f"{walked:.3f} | {walked / more * 1e9:.1f} |"
        )
    return rows


def walks() -> list[str]:
    """The usual ranking over all hands of five, six and seven cards."""
    from audit.solve.cards import strengths, subsets

    scale, pack = load_scale(*USUAL), whole_pack()
    whole = strengths.coded(scale, pack, 5)
    six = strengths.coded(scale, pack, 6, 5)
    size = len(whole.worths)
    works = {
        5: lambda: subsets.count_codes(whole.codes, size),
        6: lambda: subsets.count_best(whole.codes, size, 52, 6, 5),
        7: lambda: subsets.count_best(six.codes, size, 52, 7, 5),
    }
    rows = ["| all hands of | hands | counted by class, s | ns a hand |", "| --- | --- | --- | --- |"]
    for cards, work in works.items():
        work()
        took, hands = least_of(3, work), math.comb(52, cards)
        rows.append(f"| {cards} | {hands:,} | {took:.3f} | {took / hands * 1e9:.1f} |")
    return rows


def main() -> None:
    machine = f"{os.cpu_count()} processors, {platform.machine()}, Python {platform.python_version()}"
    parts = [
        "# Evaluation of hands",
        f"The least of several runs, time of the processor in one thread, on {machine}; `python benchmarks/evaluation.py --write`.",
        "## One hand after another\n\nCards are ready in the form that each evaluator takes; the call is timed.",
        "\n".join(calls()),
        "## All hands of a deck\n\nThe usual ranking, five best cards.",
        "\n".join(walks()),
        "## Every shipped ranking\n\nOne row for each that says something else. *Made* is the whole way from the text of "
        "the ranking to a code for every hand; *one card more* is the best of all hands of one card more.",
        "\n".join(rankings()),
    ]
    text = "\n\n".join(parts) + "\n"
    print(text)
    if "--write" in sys.argv:
        (HERE / "evaluation.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
