"""Cards that are set by a way: the way compiled, what hangs on the dealer's cards exactly, all else sampled and said so.

A small game whose deals can be gone through: five of seventeen cards, set as three and two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.arranging import arranger
from audit.play.cards import Card, deck
from audit.play.equipment import Equipment
from audit.play.sight import Sight
from audit.play.ways import WayReader, way_reader
from audit.ruleset.configure import configure
from audit.ruleset.places import Area
from audit.ruleset.tables import Way
from audit.solve.cards import compiled_ways, sampling
from audit.solve.cards.compiled_ways import compiled_way, count_settings
from audit.solve.errors import NotSolvable
from audit.solve.planner import Verified, verify
from audit.solve.result import Method, Sampled
from audit.solve.sampling import Z95, with_samples
from tests.play.conftest import HEAD

GAME = """
deck 1 of 52 and 1 joker without 2 through 10 @ 1
area mine of each player @ 1
  part big of 3 by worths @ 1
  part small of 2 by worths @ 1
  must have big at least small @ 1
area theirs of dealer @ 1
  part big of 3 by worths @ 1
  part small of 2 by worths @ 1
  must have big at least small @ 1
ranking worths of 3 or 2 cards @ 1
  order A K Q J @ 1
  wild joker in flush else as A @ 1
  trips 3 cards of one rank @ 1
  flush 3 cards of one suit @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
  compare by sets_then_cards @ 1
ranking holding of 5 cards @ 1
  order A K Q J @ 1
  wild joker as A @ 1
  five 5 cards of one rank @ 1
  four 4 cards of one rank @ 1
  full 3 cards of one rank and 2 cards of another rank @ 1
  trips 3 cards of one rank @ 1
  two_pair 2 cards of one rank and 2 cards of another rank @ 1
  pair 2 cards of one rank @ 1
  rest anything else @ 1
wager main @ 2
  required @ 2
wager twins @ 2
  needs main @ 2
  pays @ 2
    first row only @ 2
    | small of theirs | pays   |
    | A A, K K        | 5 to 1 | @ 2
    | pair            | 3 to 1 | @ 2
    | otherwise       | lose   | @ 2
way how for big, small @ 3
  first row that can be set @ 3
  prefer highest small then highest big @ 3
  | holding        | set_1       | big          | small  |
  | five, four     | any         | pair         | pair   | @ 3
  | full           | any         | trips        | pair   | @ 3
  | trips          | A           | flush, A A   | any    | @ 3
  | trips          | any         | trips, flush | any    | @ 3
  | two_pair       | A           | pair         | pair   | @ 3
  | two_pair       | any         | flush, pair  | any    | @ 3
  | any            | any         | any          | any    | @ 3
round @ 4
  bets main, twins @ 4
  deal 5 to mine with theirs face down @ 4
  each player sets big, small @ 4
  dealer sets big, small by how @ 4
  each player decides @ 4
    stay wait @ 4
    fold forfeit main @ 4
  settle main, twins @ 4
settle main @ 2
  | big of mine against big of theirs | small of mine against small of theirs | main   |
  | higher                            | higher                                | 1 to 1 | @ 2
  | higher                            | equal, lower                          | push   | @ 2
  | equal, lower                      | higher                                | push   | @ 2
  | equal, lower                      | equal, lower                          | lose   | @ 2
"""
WITHOUT_LAST = GAME.replace("  | any            | any         | any          | any    | @ 3\n", "")


@cache
def reader(text: str = GAME, area: str = "theirs") -> WayReader:
    ruleset = configure(load_text(HEAD + text, Library(()))).ruleset
    held = ruleset.named(area, Area)
    assert held is not None
    return way_reader(ruleset.of(Way)[0], arranger(held, ruleset))


@cache
def pack() -> tuple[Card, ...]:
    return deck(reader().arranger.ruleset)


@cache
def settings() -> dict[tuple[int, ...], tuple[object, object]]:
    """How the interpreter sets every five of the seventeen cards, as the worths of both parts."""
    sight = Sight(Equipment(reader().arranger.ruleset))
    found = {}
    for held in combinations(range(17), 5):
        setting = reader().set([pack()[card] for card in held], sight).arrangement
        found[held] = (setting.part("big").worth, setting.part("small").worth)
    return found


def test_a_compiled_way_sets_all_hands_as_play_does() -> None:
    """C(17, 5) = 6,188 hands, counted by what their parts are worth."""
    way = compiled_way(reader(), pack(), "test")
    counts = count_settings(way)
    big, small = way.parts
    found = {
        (big.worths[one], small.worths[other]): int(counts[one, other])
        for one, other in zip(*(axis.tolist() for axis in np.nonzero(counts)), strict=True)
    }
    assert sum(found.values()) == 6_188
    assert found == Counter(settings().values())


def test_suits_told_apart_make_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    way = compiled_way(reader(), pack(), "test")
    counts = count_settings(way)
    monkeypatch.setattr(compiled_ways, "masks_to_exchange", lambda _: None)
    assert (count_settings(way) == counts).all()


def solved(text: str = GAME) -> Verified:
    return verify(load_text(HEAD + text, Library(())), with_variations=False)


def test_what_hangs_on_the_dealers_way_alone_is_exact() -> None:
    counted = Counter(small for _, small in settings().values())
    own = reader().arranger.scales["small"]
    (pair,) = own.levels("pair")
    high = {own.order.value(rank) for rank in "AK"}
    net = {True: 5, False: 3}
    whole = sum(n * (net[worth.ranks[0] in high] if worth.level == pair else -1) for worth, n in counted.items())
    twins = next(result for result in solved().result.wagers if result.wager == "twins")
    assert twins.method is Method.EXACT
    assert twins.house_edge == Fraction(-whole, 6_188)


def all_rounds() -> Iterator[tuple[int, int]]:
    """What main brings where both set by the way, by the signs of both comparisons, over all pairs of hands."""
    worths = settings()
    for mine, (big, small) in worths.items():
        left = [card for card in range(17) if card not in mine]
        for theirs in combinations(left, 5):
            other_big, other_small = worths[theirs]
            wins = (big.order > other_big.order) + (small.order > other_small.order)  # type: ignore[attr-defined]
            yield wins - 1, 1


@cache
def exact_main() -> Fraction:
    """C(17, 5) times C(12, 5) rounds."""
    return Fraction(sum(net * n for net, n in all_rounds()), 6_188 * 792)


def off(found: Sampled | None, edge: Fraction) -> float:
    """How many standard errors a sampled house edge lies from the exact one."""
    assert found is not None
    return abs(found.house_edge - float(edge)) / ((found.high - found.low) / 2 / Z95)


@pytest.mark.long
def test_main_is_sampled_under_a_policy_that_is_told() -> None:
    verified = solved()
    main = next(result for result in with_samples(verified, 40_000, 3).result.wagers if result.wager == "main")
    assert (main.method, main.solver) == (Method.SAMPLED, "ways")
    assert off(main.sampled, -exact_main()) <= 4
    assert main.notes[0] == (
        "the player sets mine as how says, and of the choices that only give a wager up takes none (stay); this is not "
        "said to be best play"
    )
    again = next(result for result in with_samples(verified, 40_000, 3).result.wagers if result.wager == "main")
    assert again.sampled == main.sampled


@pytest.mark.long
def test_where_the_way_cannot_be_compiled_rounds_are_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise NotSolvable("not compiled")

    monkeypatch.setattr(sampling, "sample_by_ways", refuse)
    main = next(
        result
        for result in with_samples(verify(load_text(HEAD + GAME, Library(())), only=("main",)), 1_500, 5).result.wagers
        if result.wager == "main"
    )
    assert (main.method, main.solver) == (Method.SAMPLED, "play")
    assert off(main.sampled, -exact_main()) <= 4


def test_a_hand_that_no_row_covers_is_named() -> None:
    """Five cards without a pair are K Q J and an ace or a joker with one rank more: with four ranks there is one at least."""
    verified = solved(WITHOUT_LAST.replace("| two_pair       | any  ", "| two_pair       | K    "))
    why = verified.refused["twins"].why
    assert why.startswith("no row of how covers ")
    assert why.endswith(" such hands")
    main = with_samples(verified, 500, 1).result.wagers[0]
    assert main.method is Method.NOT_SOLVABLE
    assert main.reason is not None
    assert main.reason.startswith("no row of how covers ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    fold forfeit main @ 4\n", "    fold forfeit main @ 4\n    more take back twins @ 4\n"),
        (
            "way how for big, small @ 3",
            "way other for big, small @ 3\n  | big | small |\n  | any | any | @ 3\nway how for big, small @ 3",
        ),
    ],
)
def test_what_is_not_plain_to_play_is_not_sampled(old: str, new: str) -> None:
    main = with_samples(solved(GAME.replace(old, new)), 20, 1).result.wagers[0]
    assert main.method is Method.NOT_SOLVABLE
    assert main.sampled is None


def test_parts_that_are_asked_before_they_are_set_are_refused() -> None:
    early = GAME.replace("  settle main, twins @ 4\n", "  settle main @ 4\n").replace(
        "  each player sets big", "  settle twins @ 4\n  each player sets big"
    )
    assert "have not been set" in solved(early).refused["twins"].why
