"""A wager that is made in the round and still open when a hand is split: no round is left out, whatever becomes of the hands."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import pytest

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.play.cards import Card, read_card
from audit.ruleset.configure import Configured, configure, read_value
from audit.ruleset.parameters import Option
from audit.solve.cards.solver import CardSolver
from audit.solve.errors import NotSolvable
from audit.solve.result import AVERAGED

TEXT = Path(__file__).with_name("twenty_one.rop").read_text()
RULESETS = Path(__file__).resolve().parents[3] / "rulesets"

COVER = """\
wager cover @ 8
  needs main @ 8
  made in covering @ 8
  amount equal to main @ 8
  win  if second card of theirs is ten @ 8
  lose if second card of theirs is not ten @ 8
  pays 2 to 1 @ 8
round @ 4
"""
COVERING = """\
  step covering if first card of theirs is A @ 8
    each player may make cover @ 8
  step play @ 5
"""
ONE_CARD_EACH = (("points of hand under 21 @ 5.b", "points of hand under 21 @ 5.b\n        not if after split @ 5.b"),
                 ("only if exactly 2 cards @ 5.c", "only if exactly 2 cards @ 5.c\n        not if after split @ 5.c"))  # fmt: skip


TENS = ("10", "J", "Q", "K")
KIND = ("| total   | natural     | lower               | lose         |", "| total   | natural     | lower               | 1 to 1       |")
"""A rule by which it is best to split against an ace."""


def game(*changes: tuple[str, str]) -> Configured:
    begin, end = TEXT.index("  step peek"), TEXT.index("  step play")
    text = (TEXT[:begin] + TEXT[end:]).replace("round @ 4\n", COVER).replace("  step play @ 5\n", COVERING)
    text = text.replace("settle main, double, split @ 7\n", "settle main, double, split, cover @ 7\n")
    for old, new in (KIND, *changes):
        assert old in text
        text = text.replace(old, new)
    return configure(load_text(text, Library(())), {})


def pack(words: str) -> tuple[Card, ...]:
    return tuple(read_card(word) for word in words.split())


def counted(cards: Sequence[Card]) -> Fraction:
    """What the wager brings where it is made, from all ways in which the dealer gets his two cards."""
    made = [two for two in itertools.permutations(cards, 2) if two[0].rank == "A"]
    won = sum(two[1].rank in TENS for two in made)
    return Fraction(2 * won - (len(made) - won), len(made))


@pytest.mark.parametrize("cards", ["As Ac Ad 10h 10s Kh Kc Qh Qs 9c 8s", "As Ac 8c 8d 8s 10h 10s Kh Kc 9c 9s 7s", "As Ac Ad 10h 10s Kh 6c 6s 6d 5d"])
def test_no_round_is_left_out(cards: str) -> None:
    solver = CardSolver(game(*ONE_CARD_EACH))
    solver.laying.deck = pack(cards)
    found = solver.solve(("cover",)).counted
    assert any(paid.result == AVERAGED for tally in found.tallies for paid in tally.end.paid), "a hand is split while it is open"
    assert found.expected(("cover",)) == counted(pack(cards))


LONGER = "As Ac 8c 8d 8s 10h 10s Kh Kc 9c 9s 7s 2c 2d 3c 3d"
HIT_FIRST = ("      stand  end hand @ 5.a\n", "")
STAND_LAST = ("      split @ 5.d\n", "      stand  end hand @ 5.a\n      split @ 5.d\n")
THREE_HANDS = ("hands under 2", "hands under 3")


@pytest.mark.parametrize("changes", [(), (HIT_FIRST, STAND_LAST), (THREE_HANDS,)], ids=["stand first", "hit first", "three hands"])
def test_what_is_decided_after_a_split_is_no_matter_to_what_lies_there(changes: tuple[tuple[str, str], ...]) -> None:
    """The hole card is dealt by then, whatever is chosen on the hands, and whichever choice is taken in their place."""
    solver = CardSolver(game(*changes))
    solver.laying.deck = pack(LONGER)
    found = solver.solve(("cover",)).counted
    assert any(paid.result == AVERAGED for tally in found.tallies for paid in tally.end.paid), "a hand is split while it is open"
    assert found.expected(("cover",)) == counted(pack(LONGER))


def test_one_that_is_not_made_with_a_natural() -> None:
    """What has come to the player tells of the hole card then: counted over all ways to deal the first four cards."""
    solver = CardSolver(game(("each player may make cover @ 8", "each player may make cover unless hand is natural @ 8")))
    solver.laying.deck = cards = pack(LONGER)
    made = won = 0
    for mine, my_other, up, hole in itertools.permutations(cards, 4):
        if up.rank == "A" and {mine.rank == "A", my_other.rank in TENS} != {True} and {my_other.rank == "A", mine.rank in TENS} != {True}:
            made, won = made + 1, won + (hole.rank in TENS)
    assert solver.solve(("cover",)).counted.expected(("cover",)) == Fraction(2 * won - (made - won), made)


ALSO = {
    "it hangs on all cards of the dealer": (
        ("  win  if second card of theirs is ten @ 8", "  win  if points of theirs over 21 @ 8"),
        ("  lose if second card of theirs is not ten @ 8", "  lose if points of theirs at most 21 @ 8"),
    ),
    "it is settled beside open hands only": (
        ("settle main, double, split, cover @ 7", "settle main, double, split @ 7\n    settle cover if any of main, double, split is open @ 7"),
    ),
    "it may go back with the first wager": (("  lose if second card of theirs is not ten @ 8\n", "  lose if second card of theirs is 9 @ 8\n"),),
    "a choice forfeits it": (("      stand  end hand @ 5.a", "      stand  end hand @ 5.a\n      leave  forfeit cover and end hand @ 5.a"),),
    "a way may lead past where it is settled": (("    reveal theirs @ 7\n", "    reveal theirs @ 7\n    go to final if first card of theirs is 2 @ 7\n"),),
}  # fmt: skip


@pytest.mark.parametrize("why", ALSO)
def test_what_may_hang_on_what_is_decided_after_a_split(why: str) -> None:
    """Of hands that are split it is not worked out what is best beside another wager: refused by name, not given."""
    solver = CardSolver(game(*ALSO[why]))
    solver.laying.deck = pack(LONGER)
    with pytest.raises(NotSolvable, match="once a hand has been split") as refused:
        solver.solve(("cover",))
    assert refused.value.statement == "split hand"


@pytest.mark.long
def test_insurance_without_a_card_reader() -> None:
    """It is settled when all have played: 96 of the 311 cards that may lie under an ace are of value ten."""
    assert without_a_reader("jack-cleveland/blackjack/undated") == -Fraction(311 - 3 * 96, 311)


@pytest.mark.long
def test_insurance_without_a_card_reader_where_splits_are_free() -> None:
    """It is made with any hand but a blackjack, of which there are 23 * 96 among the 311 * 310 / 2 beside an ace."""
    tens, aces, unseen = 96, 23, 311
    hands, hole = unseen * (unseen - 1) // 2 - tens * aces, unseen - 2
    # of all hands and hole cards under the ace those with a card of value ten there, less those beside a blackjack
    won = tens * ((unseen - 1) * (unseen - 2) // 2) - tens * aces * (tens - 1)
    assert without_a_reader("jack-cleveland/free-bet-blackjack/undated") == Fraction(3 * won, hands * hole) - 1


def without_a_reader(name: str) -> Fraction | None:
    ruleset = load(name, Library((RULESETS,)))
    unset = {option.name.text: read_value("$5") for option in ruleset.of(Option) if option.default is None}
    solver = CardSolver(configure(ruleset, unset | {"card_reader": read_value("no")}))
    return solver.solve(("insurance",)).counted.expected(("insurance",))
