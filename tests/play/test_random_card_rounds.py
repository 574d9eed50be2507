"""Random rounds of every shipped game of cards against the house: each wager made has one result, no card comes twice."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from audit.play import events as ev
from audit.play.choosing import AtRandom
from audit.play.feed import Seeded
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.play.steps import made_by_decision
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.configure import configure, read_value
from audit.ruleset.parameters import Option
from audit.ruleset.rewrite import walk
from tests.card_games import CARD_GAMES
from tests.play.conftest import Load

UNSET = {"table_minimum": "$5", "table_maximum": "$500"}
"""What the house chooses where it must; anything else, such as a meter's start, is $1,000."""


def check_rounds(real: Load, name: str, number: int) -> None:
    ruleset = real(name)
    unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
    configured = configure(ruleset, {option: read_value(UNSET.get(option, "$1000")) for option in unset})
    game = Play(configured, Seeded(2024), chooser=AtRandom(2024), check_amounts=False)
    decided = made_by_decision(game.steps)
    stated = [w for w in configured.ruleset.of(wg.Wager) if w.name.text not in decided]
    required = {w.name.text for w in stated if any(isinstance(line, wg.Required) for line in w.lines)}
    left_out = random.Random(2024)
    chosen: Counter[str] = Counter()
    for n in range(number):
        game.state.stakes = []
        names = [w.name.text for w in stated if w.name.text in required or n % 2 or left_out.random() < 0.5]
        if not names:
            continue
        game.unmade = [Wish(name, "", Fraction(5 + n % 7)) for name in names]
        events = list(game.one_round())
        made = Counter(event.wager for event in events if isinstance(event, ev.Made))
        settled = Counter(event.wager for event in events if isinstance(event, ev.Settled))
        assert made == settled, f"round {n}: {made} made, {settled} settled"
        assert set(made.values()) <= {1}
        assert len(names) < len(stated) or not game.unmade
        dealt = [lying.card for cards in game.state.cards.dealt.values() for lying in cards]
        assert len(set(dealt)) == len(dealt)
        chosen.update(event.choice for event in events if isinstance(event, ev.Decided))
    offered = {choice.name.text for step in game.steps for choice in choices_in(step)}
    assert number < 1_000 or set(chosen) == offered


def choices_in(step: rd.Step) -> list[rd.Choice]:
    return [node for node in walk(step) if isinstance(node, rd.Choice)]


@pytest.mark.parametrize("name", CARD_GAMES)
def test_each_wager_has_one_result(real: Load, name: str) -> None:
    check_rounds(real, name, 12)


@pytest.mark.long
@pytest.mark.parametrize("name", CARD_GAMES)
def test_each_wager_has_one_result_in_many_rounds(real: Load, name: str) -> None:
    check_rounds(real, name, 500)
