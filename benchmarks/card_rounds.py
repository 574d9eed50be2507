"""Rounds of cards that the interpreter plays in a second of one processor: ``python benchmarks/card_rounds.py [RULESET] …``.

Every wager is made, and the player decides at random.  A tenth of the rounds is played first, so that what is kept of
hands is warm.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

RULESETS = Path(__file__).resolve().parent.parent / "rulesets"
GAMES = {
    "oneida/three-card-poker/2024-09-11": 2_000,
    "oneida/caribbean-stud/2003-08-06": 2_000,
    "oneida/let-it-ride/2003-08-06": 1_000,
    "oneida/mississippi-stud/2024-09-11": 2_000,
    "oneida/four-card-poker/2004-05-05": 1_000,
    "jack-cleveland/crazy-four-poker/2017-02-15": 1_000,
    "jack-cleveland/ultimate-texas-holdem/2016-12-21": 1_000,
}
UNSET = {"table_minimum": "$5", "table_maximum": "$500"}


def rounds_a_second(name: str, number: int) -> float:
    """How many rounds of a game are played in a second of processor time."""
    from fractions import Fraction

    from audit.language.library import Library
    from audit.language.loading import load
    from audit.play.choosing import AtRandom
    from audit.play.feed import Seeded
    from audit.play.making import Wish
    from audit.play.rounds import Play
    from audit.play.steps import made_by_decision
    from audit.ruleset.configure import configure, read_value
    from audit.ruleset.parameters import Option
    from audit.ruleset.wagers import Wager

    ruleset = load(name, Library((RULESETS,)))
    unset = [option.name.text for option in ruleset.of(Option) if option.default is None]
    configured = configure(ruleset, {option: read_value(UNSET.get(option, "$1000")) for option in unset})
    game = Play(configured, Seeded(1), chooser=AtRandom(1), check_amounts=False)
    decided = made_by_decision(game.steps)
    wishes = [
        Wish(w.name.text, "", Fraction(10)) for w in configured.ruleset.of(Wager) if w.name.text not in decided
    ]
    begun = 0.0
    for n in range(number + number // 10):
        if n == number // 10:
            begun = time.process_time()
        game.state.stakes, game.unmade = [], list(wishes)
        for _ in game.one_round():
            pass
    return number / (time.process_time() - begun)


if __name__ == "__main__":
    for name in sys.argv[1:] or GAMES:
        print(f"{name:<50} {rounds_a_second(name, GAMES.get(name, 1_000)):8,.0f} rounds a second", flush=True)
