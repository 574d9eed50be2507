"""Decks, cards as they are typed, and the examples of hands that the shipped documents give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from audit.play.cards import Card, cards_text, deck, read_card
from audit.play.errors import NotPlayable, PlayError
from audit.play.examples import EXAMPLES, judged
from audit.ruleset.configure import Configured, OptionUnset, configure, example_value, read_value
from audit.ruleset.patterns import Suit
from audit.ruleset.ruleset import Ruleset

Load = Callable[[str], Ruleset]
RULESETS = Path(__file__).resolve().parents[2] / "rulesets"


# decks


@pytest.mark.parametrize(
    ("stated", "number", "of_kings"),
    [
        ("1 of 52", 52, 4),
        ("1 of 52 and 2 jokers", 54, 4),
        ("6 of 52", 312, 24),
        ("8 of 52 without 10", 384, 32),
        ("1 of 52 without 2 through 6", 32, 4),
        ("1 of 52 and 1 joker without 2 through 5, 10", 33, 4),
    ],
)
def test_decks(small: Load, stated: str, number: int, of_kings: int) -> None:
    held = deck(small(f"deck {stated} @ 1"))
    assert len(held) == number
    assert Counter(card.rank for card in held)["K"] == of_kings


def test_no_deck(small: Load) -> None:
    with pytest.raises(PlayError, match="no deck"):
        deck(small("seats at most 7 @ 1"))


def test_listed_pieces_are_refused(small: Load) -> None:
    with pytest.raises(NotPlayable):
        deck(small("deck 1 of 2 tiles @ 1\n  | tile | copies | pips |\n  | day | 1 | 12 |\n  | earth | 1 | 2 |"))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("8h", Card("8", Suit.HEARTS)),
        ("Ts", Card("10", Suit.SPADES)),
        ("10S", Card("10", Suit.SPADES)),
        ("kd", Card("K", Suit.DIAMONDS)),
        ("joker", Card("joker")),
        ("1h", None),
        ("K", None),
        ("", None),
    ],
)
def test_cards_as_typed(text: str, card: Card | None) -> None:
    assert read_card(text) == card


def test_cards_as_told() -> None:
    assert cards_text([Card("10", Suit.SPADES), Card("joker")]) == "10s joker"


# examples

THREE = """
deck 1 of 52 @ 1
ranking three of 3 cards @ 1
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
  A low in a run @ 1
  straight_flush   3 cards of one suit in a run @ 1
  three_of_a_kind  3 cards of one rank @ 1
  straight         3 cards in a run @ 1
  flush            3 cards of one suit @ 1
  pair             2 cards of one rank @ 1
  high_card        anything else @ 1
  compare by sets_then_cards @ 1
group tens is 10, J, Q, K @ 1
count points @ 1
  2 through 9 count as printed @ 1
  tens count 10 @ 1
  A counts 11, or 1 if the total would pass 21 @ 1
"""
TOLD = [
    ("three best straight is A K Q", True),
    ("three best straight is K Q J", False),
    ("three worst straight is 3 2 A", True),
    ("three worst straight is 4 3 2", False),
    ("three best straight_flush is A K Q of one suit", True),
    ("three best straight_flush is A K Q", True),  # the class says of what suits
    ("three best flush is A K J of one suit", True),
    ("three best flush is A K Q of one suit", False),  # a run of one suit is more than a flush
    ("three worst flush is 5 3 2 of one suit", True),
    ("three best pair is A A", True),
    ("three best pair is A A K", True),
    ("three best pair is A A Q", False),
    ("three worst pair is 2 2", True),
    ("three worst pair is 2 2 3", True),
    ("three best high_card is A K J", True),
    ("three worst high_card is 5 3 2", True),
    ("three K A 2 is high_card", True),
    ("three A 2 3 is straight", True),
    ("three A 2 3 of one suit is straight", False),
    ("three A K Q of one suit beats 3 3 3", True),
    ("three 3 3 3 beats A K Q of one suit", False),
    ("three K Q J ties K Q J", True),
    ("three K Q J ties K Q 10", False),
    ("points A K is 21", True),
    ("points A A 9 is 21", True),
    ("points A A 9 is 31", False),
]


@pytest.mark.parametrize(("text", "holds"), TOLD)
def test_examples_are_run_against_the_definition(small: Load, text: str, holds: bool) -> None:
    ruleset = configure(small(f"{THREE}example {text} @ 1\n")).ruleset
    (example,) = (stated for stated in ruleset.statements if isinstance(stated, EXAMPLES))
    assert judged(example, ruleset)[0] is holds


def test_what_the_definition_yields_is_told(small: Load) -> None:
    ruleset = configure(small(f"{THREE}example three A 2 3 of one suit is straight @ 1\n")).ruleset
    (example,) = (stated for stated in ruleset.statements if isinstance(stated, EXAMPLES))
    assert judged(example, ruleset) == (False, "straight_flush")


WRONG = {
    # 14 gives 7 6 5 4 2, where 7 5 4 3 2 is lower still
    ("card-room/texas-holdem/undated", "14", "flush", "7s 5s 4s 3s 2s"),
    ("card-room/texas-holdem/undated", "14", "high_card", "7s 5h 4d 3c 2s"),
    # A K Q and A 2 3 of one suit are straight flushes by 6.D.i
    ("jack-cleveland/mississippi-stud/2016-10-12", "6.D.iv", "flush", "As Ks Js"),
    ("jack-cleveland/mississippi-stud/2016-10-12", "6.D.iv", "flush", "5s 3s 2s"),
}
"""The examples that are wrong in their documents: the clause, the class, and what the class's best or worst hand is."""


def configured(ruleset: Ruleset) -> Configured:
    """A ruleset with a value, whichever, for what the house must set before anything else is known."""
    choices: dict[str, str] = {}
    while True:
        try:
            return configure(ruleset, {name: read_value(value) for name, value in choices.items()})
        except OptionUnset as unset:
            assert unset.option.name.text not in choices
            choices[unset.option.name.text] = example_value(unset.option)


@pytest.mark.long
def test_the_examples_of_the_shipped_documents(real: Load) -> None:
    """All hold but those that the documents have wrong, and none is refused."""
    wrong: set[tuple[str, str, str, str]] = set()
    number = 0
    for path in sorted(RULESETS.rglob("*.rop")):
        name = str(path.relative_to(RULESETS).with_suffix(""))
        ruleset = configured(real(name)).ruleset
        for stated in ruleset.statements:
            if not isinstance(stated, EXAMPLES):
                continue
            number += 1
            holds, said = judged(stated, ruleset)
            if not holds:
                wrong.add((name, str(stated.basis.cites[0]), str(getattr(stated, "hand_class", "")), sorted_text(said)))
    assert wrong == {(name, clause, of, sorted_text(said)) for name, clause, of, said in WRONG}
    assert number > 380


def sorted_text(cards: str) -> str:
    """The ranks of a hand in one order, since suits that are mixed may be any."""
    return " ".join(sorted(card.rstrip("shdc") for card in cards.split()))
