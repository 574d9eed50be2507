"""Rounds in which dice, wheels or numbers come up beside the cards: against the reference, and against figures by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.making import Wish
from audit.ruleset.configure import Configured, configure
from audit.solve.cards.chance_beside import mixture
from audit.solve.cards.course import End
from audit.solve.cards.outcomes import Counted, Tally
from audit.solve.cards.reference import all_rounds
from audit.solve.cards.solver import CardSolver
from audit.solve.errors import NotSolvable

GAME = """\
ruleset test/chance/beside
  title  "t"
  source "made up"
deck 1 of 52 without 2 through 10 @ 1
  shuffled before every round @ 1
dice 2 with faces 1 through 3 @ 1
wheel of 3 sections @ 1
  | section | count |
  | red     | 2     | @ 1
  | green   | 1     | @ 1
chance lucky from 1 through 4 @ 1
area mine of each player @ 1
area theirs of dealer @ 1
ranking one of 1 cards
  order A K Q J @ 2
  high_card anything else @ 2
  compare by sets_then_cards @ 2
hand my_hand is all of mine by one @ 2
hand their_hand is all of theirs by one @ 2
wager ante @ 3
  required @ 3
  made before the deal @ 3
wager play @ 3
  needs ante @ 3
  made in decisions @ 3
  amount equal to ante @ 3
wager side @ 3
  made before the deal @ 3
round @ 4
  step deal @ 4
    bets ante @ 4
    deal 1 to mine with theirs face down @ 4
#BEFORE
  step decisions @ 4
    each player looks at mine @ 4
    each player decides @ 4
      go_on  make play @ 4
      fold   forfeit ante and out @ 4
  step showdown @ 4
#AFTER
    settle side @ 4
    reveal theirs @ 4
    settle ante, play @ 4
settle ante, play @ 5
  | my_hand against their_hand | ante | play |
  | higher                     | win  | win  | @ 5
  | equal                      | push | push | @ 5
  | lower                      | lose | lose | @ 5
pays ante, play at 1 to 1 @ 5
"""

OF_DICE = """\
settle side @ 6
  | total     | side   |
  | 2, 6      | 3 to 1 | @ 6
  | otherwise | lose   | @ 6
"""

OF_DICE_AND_CARDS = """\
settle side @ 6
  first row only @ 6
  | total     | first card of mine | side    |
  | 2         | any                | win     | @ 6
  | any       | A                  | push    | @ 6
  | 3         | K, Q               | win     | @ 6
  | otherwise |                    | lose    | @ 6
pays side at 5 to 1 @ 6
"""

OF_THE_WHEEL = """\
settle side @ 6
  | section   | side   |
  | green     | 2 to 1 | @ 6
  | otherwise | lose   | @ 6
"""

OF_A_NUMBER = """\
settle side @ 6
  | lucky     | side   |
  | 4         | 2 to 1 | @ 6
  | otherwise | lose   | @ 6
"""


def game(tables: str, *, before: str = "", after: str = "") -> Configured:
    """The game with acts of chance before the decision, or after it, and what settles its side wager."""
    lines = {"#BEFORE\n": before, "#AFTER\n": after}
    text = GAME
    for mark, act in lines.items():
        text = text.replace(mark, f"    {act} @ 4\n" if act else "")
    return configure(load_text(text + tables, Library(())))


def expected(configured: Configured, group: tuple[str, ...]) -> Fraction:
    solved = CardSolver(configured).solve(group)
    value = solved.counted.expected(solved.names)
    assert value is not None
    return value


def by_reference(configured: Configured, made: tuple[str, ...], valued: tuple[str, ...]) -> Fraction:
    return all_rounds(configured, [Wish(name, "", Fraction(1)) for name in made]).best({"ante", "play"}).expected(valued)


@pytest.mark.parametrize("where", ["before", "after"])
@pytest.mark.parametrize(
    ("act", "tables", "by_hand"),
    [
        pytest.param("roll dice", OF_DICE, Fraction(3 * 2 - 7, 9), id="dice"),
        pytest.param("spin wheel", OF_THE_WHEEL, Fraction(2 - 2, 3), id="wheel"),
        pytest.param("draw lucky", OF_A_NUMBER, Fraction(2 - 3, 4), id="number"),
        pytest.param(
            "roll dice",
            OF_DICE_AND_CARDS,
            Fraction(1, 9) * 5 + Fraction(2, 9) * (Fraction(1, 2) * 5 - Fraction(1, 4)) - Fraction(6, 9) * Fraction(3, 4),
            id="dice and cards",
        ),
    ],
)
def test_a_side_wager(where: str, act: str, tables: str, by_hand: Fraction) -> None:
    """What comes up bears on it, and on nothing that is decided."""
    configured = game(tables, **{where: act})
    assert expected(configured, ("side",)) == by_hand
    assert by_reference(configured, ("ante", "side"), ("side",)) == by_hand


@pytest.mark.parametrize("where", ["before", "after"])
def test_what_does_not_hang_on_it(where: str) -> None:
    """The main wagers are worth what they are worth in the game without dice."""
    configured = game(OF_DICE, **{where: "roll dice"})
    bundle = next(CardSolver(configured).units())
    assert bundle == ("ante", "play")
    plain = game("settle side @ 6\n  | first card of mine | side |\n  | A | win | @ 6\n  | otherwise | lose | @ 6\npays side at 1 to 1 @ 6\n")
    assert expected(configured, bundle) == expected(plain, bundle) == by_reference(configured, ("ante", "side"), bundle)


WIN_BY_DICE = """\
settle side @ 6
  | total | side |
  | any   | lose | @ 6
bonus on_ante on ante @ 7
  | total     | pays    |
  | 6         | 9 to 1  | @ 7
  | otherwise | nothing | @ 7
"""


@pytest.mark.parametrize("where", ["before", "after"])
def test_refused_where_what_is_decided_hangs_on_it(where: str) -> None:
    """Rolled after the decision, the player must not be taken to know it; before it best play hangs on it."""
    configured = game(WIN_BY_DICE, **{where: "roll dice"})
    with pytest.raises(NotSolvable, match="something is decided in a round that is another one") as refused:
        CardSolver(configured).solve(("ante", "play"))
    assert refused.value.statement == "roll dice"


def test_refused_where_it_may_go_on() -> None:
    configured = game(OF_DICE, after="roll dice @ 4\n    again on 3")
    with pytest.raises(NotSolvable, match="more often than lines name it"):
        CardSolver(configured).solve(("side",))


def test_refused_where_it_comes_up_in_too_many_ways() -> None:
    text = OF_A_NUMBER
    configured = game(text, before="draw lucky")
    many = load_text(
        GAME.replace("#BEFORE\n", "    draw lucky @ 4\n").replace("#AFTER\n", "").replace("from 1 through 4", "from 1 through 1001") + text,
        Library(()),
    )
    assert expected(configured, ("side",)) == Fraction(-1, 4)
    with pytest.raises(NotSolvable, match="in more than 1,000 ways") as refused:
        CardSolver(configure(many)).solve(("side",))
    assert refused.value.span.line


def test_a_mixture() -> None:
    """One deal of two with probability 1/4 and two of three with 3/4 are 1/8 and 1/2."""

    def counted(*deals: tuple[str, int]) -> Counted:
        return Counted(tuple(Tally((name,), End(()), n) for name, n in deals), sum(n for _, n in deals), "by hand")

    found = mixture([(counted(("a", 1), ("b", 1)), Fraction(1, 4)), (counted(("a", 2), ("c", 1)), Fraction(3, 4))])
    shares = {tally.path: Fraction(tally.deals, found.total) for tally in found.tallies}
    assert shares == {("a",): Fraction(5, 8), ("b",): Fraction(1, 8), ("c",): Fraction(1, 4)}
