"""Hands that are alike are looked up together: the same cards in any order, and under other names of suits."""

from __future__ import annotations

import random

import pytest

from audit.play.cards import Card, deck, read_card
from audit.play.scales import Scale, scale
from audit.ruleset import worth as wt
from audit.ruleset.configure import configure
from tests.play.conftest import Load

GAMES = ("oneida/three-card-poker/2024-09-11", "jack-cleveland/dj-wild-stud-poker/2016-10-12")


def hand(text: str) -> list[Card]:
    found = [read_card(word) for word in text.split()]
    return [card for card in found if card is not None]


def key(of: Scale, text: str) -> tuple[int, ...]:
    return of._likeness.key(hand(text))


def test_suits_under_other_names_are_alike(real: Load) -> None:
    three = scale(configure(real(GAMES[0])).ruleset, "three_card")
    assert key(three, "Kh 9h 4s") == key(three, "4d 9c Kc")
    assert key(three, "Kh 9h 4h") != key(three, "Kh 9h 4s")
    assert key(three, "Kh 9h 4s") != key(three, "Kh 9s 4s")


def test_a_joker_has_no_suit(real: Load) -> None:
    ruleset = configure(real(GAMES[1])).ruleset
    wild = scale(ruleset, ruleset.of(wt.Ranking)[0].name.text)
    assert key(wild, "joker Kh 9h 4s 2d") == key(wild, "2c 4h 9s Ks joker")
    assert key(wild, "joker Kh 9h 4s 2d") != key(wild, "Kd Kh 9h 4s 2d")


@pytest.mark.parametrize("name", GAMES)
def test_what_is_looked_up_is_what_is_worked_out(real: Load, name: str) -> None:
    ruleset = configure(real(name)).ruleset
    source = random.Random(5)
    for ranking in ruleset.of(wt.Ranking):
        of = scale(ruleset, ranking.name.text)
        number = of.sizes[1] if of.sizes else 5
        for _ in range(150):
            cards = source.sample(deck(ruleset), number)
            assert of.worth(cards) == of._worth_anew(cards, frozenset())
