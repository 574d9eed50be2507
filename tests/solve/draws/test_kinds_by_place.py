"""Cards told apart by place: a side bet on the suits of two cards beside a hand that is played on, solved exactly.

Each figure is held against the same round with every card told apart alike, and against the reference.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from audit.commands.session import choices
from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card, deck
from audit.play.making import Wish
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.configure import Configured, configure
from audit.ruleset.names import Name
from audit.solve.cards.reference import Brought, Ended, Shares, all_rounds
from audit.solve.cards.solver import CardSolver
from audit.solve.draws import answering
from audit.solve.draws.drawing import Drawing
from audit.solve.draws.kinds import kinds_by_place, kinds_for
from audit.solve.draws.questions import WHOLE, Question
from audit.solve.draws.sampling import Sampler
from audit.solve.draws.solving import drawing_of
from audit.solve.draws.telling import strategy_of
from audit.solve.errors import NotSolvable
from tests.solve.cards.comparing import cards
from tests.solve.draws.random_totals import random_totals
from tests.solve.draws.test_sampled_play import by_the_letter, cards_of, errors_from
from tests.whole import LONG_AND_WHOLE

RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
TEXT = Path(__file__).with_name("twenty_one.rop").read_text().replace("hands under 2", "hands under 1")
GAMES = int(os.environ.get("AUDIT_GAMES", "24"))

NAMES = ["suited", "hole", "flush", "ranks"]
PACK = "Ah Ac 6h 6s 8h 9s Ks Kh Qs"
TWICE = "Ks Ks Kh Qs 6s 6h 7h Ah 8s"
LOW = "2h 2s 2s 3h 3s 6h 7s Kh Ks"


def spread(rows: str) -> Configured:
    """The game with a side bet that is settled by these rows at the end of the round."""
    names = "main, double, split"
    text = TEXT.replace("wager double @ 3", "wager side @ 3\n  rides on mine @ 3\nwager double @ 3")
    text = text.replace(f"settle {names} @ 6", f"{table_of(rows)}settle {names} @ 6", 1)
    text = text.replace(f"  step final @ 7\n    settle {names} @ 7", f"  step final @ 7\n    settle {names}, side @ 7")
    text = text.replace("  step final @ 7\n", "  step final @ 7\n    reveal theirs @ 7\n").replace("deck 1 of 52", "deck 2 of 52")
    return configure(load_text(text, Library((RULESETS,))), {})


def table_of(rows: str) -> str:
    """A table by which the side bet is settled."""
    head, *lines = rows.strip().splitlines()
    return "\n".join(["settle side @ 8", "  highest only @ 8", f"  | {head} | side |", *(f"  | {line} | @ 8" for line in lines), ""])


def solver_of(configured: Configured, pack: tuple[Card, ...]) -> CardSolver:
    found = CardSolver(configured)
    found.laying.deck = pack
    return found


def drawing(configured: Configured, pack: tuple[Card, ...], wager: str) -> Drawing:
    solver = solver_of(configured, pack)
    return drawing_of(solver, next(group for group in solver.units() if wager in group))


@pytest.fixture
def everywhere(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """After this is called all places of a round tell cards apart alike."""

    def force() -> None:
        monkeypatch.setattr(answering, "kinds_by_place", kinds_for)

    return force


SUITED = """\
first 2 cards of mine | hand against theirs
K K of spades | higher | 50 to 1
2 cards of one suit | higher | 5 to 1
2 cards of one suit | equal | 2 to 1
K K | any | 3 to 1
otherwise | any | lose
"""

HOLE = """\
first 2 cards of mine | first 2 cards of theirs | hand against theirs
2 cards of one suit | 2 cards of one suit | higher | 9 to 1
any | 2 cards of one suit | any | 2 to 1
otherwise | any | any | lose
"""

FLUSH = """\
theirs | hand
all cards of one suit | total | 7 to 1
otherwise | any | lose
"""

RANKS = """\
first card of mine | first card of theirs | hand
K | K | total | 30 to 1
K | any | total | 2 to 1
otherwise | any | any | lose
"""

def both(configured: Configured, pack: tuple[Card, ...], wager: str, everywhere: Callable[[], None]) -> tuple[Drawing, Drawing]:
    by_place = drawing(configured, pack, wager)
    assert sum(by_place.ends.values()) == 1
    everywhere()
    alike = drawing(configured, pack, wager)
    assert sum(alike.ends.values()) == 1 and alike.kinds.fine is None
    return by_place, alike


@pytest.mark.parametrize("pack", [PACK, TWICE, pytest.param(LOW, marks=pytest.mark.long)])
@pytest.mark.parametrize("rows", [SUITED, HOLE, FLUSH, RANKS], ids=NAMES)
def test_the_same_as_where_all_places_tell_cards_apart(rows: str, pack: str, everywhere: Callable[[], None]) -> None:
    """Every end of the side bet is as likely, to the fraction; cards are counted by fewer kinds."""
    by_place, alike = both(spread(rows), cards(pack), "side", everywhere)
    fine = by_place.kinds.fine
    if (rows, pack) == (RANKS, LOW):
        assert fine is None  # a card is looked at after a rule has drawn: all places tell cards apart alike then
    else:
        assert fine is not None and len(fine.cards) == len(alike.kinds.cards) > len(by_place.kinds.cards)
    assert {by_place.paid[end]: of for end, of in by_place.ends.items()} == {alike.paid[end]: of for end, of in alike.ends.items()}
    check_every_situation(by_place)


FEW = "Ks Ks Kh 8s 8h 9s 9h"


def valued_text(looked_at: str, is_met: str) -> str:
    """The game in which a hand that wins is paid 4 to 1 where something is so of cards, so that best play hangs on it."""
    lines = []
    for line in TEXT.replace("deck 1 of 52", "deck 2 of 52").replace("  step final @ 7\n", "  step final @ 7\n    reveal theirs @ 7\n").splitlines():
        columns = line.split("|")
        if len(columns) < 6:
            lines.append(line)
        elif "hand against theirs" in line:
            lines.append("|".join([*columns[:4], f" {looked_at} ", *columns[4:]]))
        else:
            if "1 to 1" in line:
                lines.append("|".join([*columns[:4], f" {is_met} ", " 4 to 1 ", *columns[5:]]))
            lines.append("|".join([*columns[:4], " any ", *columns[4:]]))
    return "\n".join(lines).replace("settle main, double, split @ 6", "settle main, double, split @ 6\n  first row only @ 6")


def valued_with(looked_at: str, is_met: str) -> Configured:
    return configure(load_text(valued_text(looked_at, is_met), Library((RULESETS,))), {})


OF_OWN = [("first 2 cards of mine", "2 cards of one suit"), ("first card of mine", "K")]
OF_DEALER = [("first 2 cards of theirs", "2 cards of one suit"), ("theirs", "all cards of one suit")]


@pytest.mark.parametrize(
    ("looked_at", "is_met"), [OF_OWN[0], *(pytest.param(*one, marks=pytest.mark.long) for one in (*OF_OWN[1:], *OF_DEALER))]
)
def test_the_reference_agrees_where_best_play_hangs_on_suits(looked_at: str, is_met: str) -> None:
    configured, pack = valued_with(looked_at, is_met), cards(FEW)
    best = all_rounds(configured, [Wish("main", "", Fraction(1))], pack).best(["main", "double"])
    assert drawing(configured, pack, "main").value == best.value


@pytest.mark.parametrize("looked_at", ["third card of mine", "second card of mine"])
def test_the_reference_agrees_on_a_card_that_not_every_hand_has(looked_at: str) -> None:
    """A hand of two cards has no third: nothing is asked of it then, and the row that wants an 8 there does not fit."""
    configured, pack = valued_with(looked_at, "8"), cards(FEW)
    best = all_rounds(configured, [Wish("main", "", Fraction(1))], pack).best(["main", "double"])
    assert drawing(configured, pack, "main").value == best.value


@pytest.mark.parametrize(("looked_at", "is_met"), [("first 2 cards of mine", "8 8"), OF_OWN[1]])
def test_cards_counted_off_as_dealt_are_refused_once_hands_are_split(looked_at: str, is_met: str) -> None:
    """They may lie with another hand than the one that is followed; the words that count them off are named, and where they stand."""
    text = valued_text(looked_at, is_met).replace("hands under 1", "hands under 2")
    found = drawing(configure(load_text(text, Library((RULESETS,))), {}), cards(FEW), "main")
    with pytest.raises(NotSolvable, match="counted off as it was dealt") as refused:
        assert found.value
    assert refused.value.statement == looked_at
    line = text.splitlines()[refused.value.span.line - 1]
    assert line[refused.value.span.column - 1 :].startswith("mine")


@pytest.mark.parametrize(("looked_at", "is_met"), [*OF_OWN, *OF_DEALER])
def test_best_play_is_as_good_where_all_places_tell_cards_apart(looked_at: str, is_met: str, everywhere: Callable[[], None]) -> None:
    """Where suits of the dealer's cards matter that are not seen yet, the suits of all cards that are seen tell of them."""
    by_place, alike = both(valued_with(looked_at, is_met), cards(PACK), "main", everywhere)
    assert by_place.value == alike.value
    assert (by_place.kinds.fine is None) == ((looked_at, is_met) in OF_DEALER)
    check_every_situation(by_place)
    decided, other = (decisions(found) for found in (by_place, alike))
    assert decided == other and 0 < decided < 1


def decisions(found: Drawing) -> Fraction:
    """How often rounds come to a decision on two cards, by what is told of best play."""
    strategy = strategy_of(found, Fraction(1))
    assert strategy is not None
    (decided,) = strategy.decided
    rows = [row.share for row in decided.rows if " cards or more" not in row.hands]
    assert sum(row.share for row in decided.rows) == sum(share for _, share in decided.choices)
    return sum(rows, Fraction(0))


def check_every_situation(found: Drawing) -> None:
    """From every situation on the ends are certain all together, and worth what was worked out in floating point."""
    for block in found.layout.blocks:
        for state in range(block.first, block.first + len(block)) if len(block.labels) > 1 else ():
            for slot in range(len(block.labels)) if found.guide is None else (-1,):
                ends = found._ends_from(state, slot)
                assert sum(ends.values()) == 1
                assert found.guide is not None or float(found._worth(ends)) == pytest.approx(found.values[state, slot])


def side_ends(found: Drawing) -> Shares:
    """How the side bet ends, as the reference tells it."""
    ends: dict[Ended, Fraction] = {}
    for end, of in found.ends.items():
        (one,) = found.paid[end]
        assert one.net is not None
        ends[Brought("side", "", one.net, one.staked),] = of
    return ends


@pytest.mark.long
@pytest.mark.parametrize("rows", [SUITED, HOLE, FLUSH, RANKS], ids=NAMES)
def test_the_reference_agrees_where_the_side_bet_is_not_played_for(rows: str) -> None:
    """It ends as it may under some best play of the others."""
    configured, pack = spread(rows), cards(FEW)
    found = drawing(configured, pack, "side")
    wishes = [Wish("main", "", Fraction(1)), Wish("side", "", Fraction(1))]
    assert all_rounds(configured, wishes, pack).best(["main", "double"]).is_reached(side_ends(found), ["side"])


# which kinds


MINE, THEIRS = ex.Called(Name("mine")), ex.Called(Name("theirs"))
POINTS = Question(ex.FeatureOf(ex.Called(Name("points")), MINE))
OF_ONE_SUIT = pt.SomeCards(Fraction(2), (pt.SuitsOf.ONE_SUIT,))
FIRST_TWO = Question(ex.NthCards(ex.Ordinal.FIRST, ex.Number("2"), MINE), OF_ONE_SUIT)
FIRST_OF_THEIRS = Question(ex.NthCard(ex.Ordinal.FIRST, THEIRS), pt.Spots(("A",)))
ALL_OF_THEIRS = Question(THEIRS, pt.AllCards((pt.SuitsOf.ONE_SUIT,)))
PLACES: dict[Question, tuple[tuple[str, int], ...]] = {
    POINTS: (("mine", WHOLE),),
    FIRST_TWO: (("mine", 0), ("mine", 1)),
    FIRST_OF_THEIRS: (("theirs", 0),),
    ALL_OF_THEIRS: (("theirs", WHOLE),),
}


@pytest.mark.parametrize(
    ("questions", "places"),
    [
        ((POINTS, FIRST_TWO, FIRST_OF_THEIRS), {("mine", 0), ("mine", 1)}),
        ((POINTS, ALL_OF_THEIRS), {("theirs", WHOLE)}),
        ((POINTS, ALL_OF_THEIRS, FIRST_TWO), {("theirs", WHOLE), ("mine", 0), ("mine", 1)}),
        ((POINTS, FIRST_OF_THEIRS), None),
        ((FIRST_TWO, FIRST_OF_THEIRS), None),
        ((ALL_OF_THEIRS, FIRST_OF_THEIRS), None),
    ],
)
def test_which_places_tell_suits(questions: tuple[Question, ...], places: set[tuple[str, int]] | None) -> None:
    """Without fine kinds all is as it was: cards have the kinds that all that is asked together tells apart."""
    ruleset = load_text(TEXT, Library((RULESETS,)))
    found = kinds_by_place({question: PLACES[question] for question in questions}, ruleset, deck(ruleset))
    every = kinds_for(questions, ruleset, deck(ruleset))
    if places is None:
        assert found == every
    else:
        assert sorted(found.copies) == [4] * 9 + [16]
        assert (found.fine, found.places) == (every, frozenset(places))


def test_how_likely_fine_kinds_are() -> None:
    """Of 16 cards worth 10 one is the king of spades; of the others a second card is any of 15, whatever lies elsewhere."""
    ruleset = load_text(TEXT, Library((RULESETS,)))
    kinds = kinds_by_place({question: PLACES[question] for question in (POINTS, FIRST_TWO)}, ruleset, deck(ruleset))
    king, queen, ace, none = (kinds.cell_of(*where) for where in (
        (KING, "mine", 0), (QUEEN, "mine", 1), (ACE, "mine", 1), (QUEEN, "mine", 2),
    ))  # fmt: skip
    assert kinds.chance_of((king,)) == kinds.chance_of((king, none, none)) == Fraction(1, 16)
    assert kinds.chance_of((king, queen)) == kinds.chance_of((queen, none, king)) == Fraction(1, 16 * 15)
    assert kinds.chance_of((king, ace)) == Fraction(1, 16 * 4)
    assert kinds.chance_of((king, king)) == 0


KING, QUEEN, ACE = cards("Ks Qs Ah")


# what is not reckoned with by place


PEEK = """\
  step show if first 2 cards of theirs is 2 cards of one suit @ 4
    go to final @ 4
"""


def test_where_suits_of_an_unseen_card_are_shown_all_places_tell_them(everywhere: Callable[[], None]) -> None:
    text = valued_text(*OF_OWN[0]).replace("  step play @ 5", f"{PEEK}  step play @ 5")
    by_place, alike = both(configure(load_text(text, Library((RULESETS,))), {}), cards(TWICE), "main", everywhere)
    assert by_place.kinds.fine is None
    assert by_place.value == alike.value


UNTOLD = """\
theirs | hand
bust | total | 7 to 1
otherwise | any | lose
"""


def beside(looked_at: str, is_met: str, rows: str) -> Configured:
    """A side bet beside a game in which something is to be seen to that the bet does not look at."""
    text = valued_text(looked_at, is_met).replace("wager double @ 3", "wager side @ 3\n  rides on mine @ 3\nwager double @ 3")
    text = text.replace("settle main, double, split @ 6", f"{table_of(rows)}settle main, double, split @ 6", 1)
    text = text.replace("    settle main, double, split @ 7", "    settle side @ 7\n    settle main, double, split @ 7")
    return configure(load_text(text, Library((RULESETS,))), {})


@pytest.mark.long
@pytest.mark.parametrize(("looked_at", "is_met"), [*OF_OWN, *OF_DEALER])
def test_a_side_bet_follows_best_play_that_hangs_on_what_it_does_not_look_at(looked_at: str, is_met: str) -> None:
    configured, pack = beside(looked_at, is_met, UNTOLD), cards(FEW)
    found = drawing(configured, pack, "side")
    wishes = [Wish("main", "", Fraction(1)), Wish("side", "", Fraction(1))]
    assert all_rounds(configured, wishes, pack).best(["main", "double"]).is_reached(side_ends(found), ["side"])


@pytest.mark.parametrize(("looked_at", "is_met"), [*OF_OWN, *OF_DEALER])
def test_beside_best_play_that_hangs_on_other_cards(looked_at: str, is_met: str, everywhere: Callable[[], None]) -> None:
    """What tells cards apart in the game by which the hand is played tells them apart for the bet beside, too."""
    by_place, alike = both(beside(looked_at, is_met, SUITED), cards(TWICE), "side", everywhere)
    assert by_place.value == alike.value
    assert (by_place.kinds.fine is None) == ((looked_at, is_met) in OF_DEALER)


def test_where_hands_are_split_all_places_tell_cards_apart(everywhere: Callable[[], None]) -> None:
    text = valued_text("first 2 cards of hand", "2 cards of one suit").replace("hands under 1", "hands under 2").replace("exactly 2 cards and 2 cards alike in points", "exactly 2 cards and 2 cards of one rank and 2 cards of one suit")
    by_place, alike = both(configure(load_text(text, Library((RULESETS,))), {}), cards("Ah Ah 6s 8h 9s Kh Ks 8s"), "main", everywhere)
    assert by_place.kinds.fine is None
    assert by_place.value == alike.value


# rounds on real cards


def test_every_sampled_round_is_as_it_is_played() -> None:
    """Best play hangs on suits; what it brings on average is what was worked out."""
    configured = valued_with(*OF_OWN[0])
    found = Sampler(drawing(configured, cards(PACK), "main"))
    assert found.drawing.kinds.fine is not None
    for told in found.told(400, seed=5):
        assert by_the_letter(configured, list(cards_of(told, found)), told.choices) == told.net
    assert errors_from(found, found.drawing.value, 400_000) <= 4


@pytest.mark.parametrize("rows", [HOLE, FLUSH], ids=["hole", "flush"])
def test_sampled_means_of_a_side_bet(rows: str) -> None:
    found = Sampler(drawing(spread(rows), cards(TWICE), "side"))
    assert found.drawing.kinds.fine is not None
    assert errors_from(found, found.drawing.value, 400_000) <= 4


# King's Bounty


def bounty(decks: int) -> Fraction:
    """What it brings, counted by itself: two cards of the player, and where they are two kings of spades two of the dealer."""
    pack = [(rank, suit) for rank in range(1, 14) for suit in range(4)]
    number = 52 * decks
    return sum(
        (
            Fraction(decks * (decks - (one == other)), number * (number - 1)) * paid(one, other, decks)
            for one in pack
            for other in pack
        ),
        Fraction(0),
    )


def paid(one: tuple[int, int], other: tuple[int, int], decks: int) -> Fraction:
    """What two cards are paid, by rank (1 to 13) and suit (3 are spades), the highest row only."""
    is_suited, is_pair, left = one[1] == other[1], one[0] == other[0], 52 * decks - 2
    if one == other == (13, 3):
        blackjack = Fraction(2 * 4 * decks * (16 * decks - 2), left * (left - 1))
        return 500 * blackjack + 75 * (1 - blackjack)
    if is_suited and is_pair and one[0] >= 10:
        return Fraction(20 if one[0] == 13 else 15)
    if sum(11 if rank == 1 else min(rank, 10) for rank, _ in (one, other)) != 20:
        return Fraction(-1)
    return Fraction(7 if is_suited else 5 if one[0] == other[0] == 13 else 4)


@pytest.mark.parametrize(
    "decks",
    [1, pytest.param(2, marks=pytest.mark.long), pytest.param(6, marks=pytest.mark.long), pytest.param(8, marks=LONG_AND_WHOLE)],
)
def test_kings_bounty(decks: int) -> None:
    text = (RULESETS / "jack-cleveland/blackjack/undated.rop").read_text()
    solver = CardSolver(configure(load_text(text, Library((RULESETS,))), choices([f"decks={decks}"])))
    found = solver.solve(("kings_bounty",)).counted.expected(("kings_bounty",))
    assert found == bounty(decks)
    kinds = drawing_of(solver, ("kings_bounty",)).kinds
    assert kinds.places == {("player_cards", 0), ("player_cards", 1)}
    assert kinds.fine is not None and (len(kinds.fine.cards), len(kinds.cards)) == (52, 10)


# games made up by chance


@pytest.mark.long
@pytest.mark.parametrize("seed", range(GAMES))
def test_games_made_up_by_chance(seed: int, everywhere: Callable[[], None]) -> None:
    """A side bet on two or three things in a random game of totals comes out the same, however cards are told apart."""
    pick, game = Random(seed), random_totals(seed)
    looked_at = pick.sample(["first 2 cards of mine", "first 2 cards of theirs", "mine", "theirs", "second card of mine"], 2)
    met = [pick.choice(["K", "A"]) if "card of" in one else "all cards of one suit" for one in looked_at]
    rows = f"{looked_at[0]} | {looked_at[1]} | hand\n" + "\n".join((
        f"{met[0]} | {met[1]} | total | 9 to 1", f"{met[0]} | any | total | 2 to 1", f"any | {met[1]} | any | 1 to 1",
        "otherwise | any | any | lose",
    ))  # fmt: skip
    text = game.text.replace("wager main @ 3\n", "wager side @ 3\n  rides on mine @ 3\nwager main @ 3\n", 1)
    text = text.replace("settle main", f"{table_of(rows)}settle main", 1)
    head, _, last = text.rpartition("    settle main")
    text = f"{head}    reveal theirs @ 7\n    settle side, main{last}"
    configured, pack = configure(load_text(text, Library(())), {}), cards(" ".join(game.pack))
    try:
        found = drawing(configured, pack, "side").value
    except NotSolvable as error:
        everywhere()
        with pytest.raises(NotSolvable, match=re.escape(str(error))):
            assert drawing(configured, pack, "side").value
        return
    everywhere()
    assert found == drawing(configured, pack, "side").value
