"""What the rules find in games of cards; counts are those of every book on three-card and five-card hands."""

from __future__ import annotations

import shlex
from fractions import Fraction

import pytest

from audit.checks.letter import by_the_letter
from audit.checks.rules import examine_by_the_letter
from audit.play.choosing import AsScripted
from audit.play.events import Settled
from audit.play.feed import Seeded
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.play.settling import Unsettled
from audit.ruleset.configure import configure, read_value

TABLE = """
deck 1 of 52                                                            @ A.1
area player_cards of each player                                        @ A.2
area dealer_cards of dealer                                             @ A.2
{seats}
ranking three of 3 cards                                                @ B.1
  order A K Q J 10 9 8 7 6 5 4 3 2                                      @ B.1
  A low in a run                                                        @ B.1
{classes}
  high_card       anything else                                         @ B.7
  compare by sets_then_cards                                            @ B.8
suits equal for three                                                   @ B.8
hand player_hand is all of player_cards by three                        @ B.9
hand dealer_hand is all of dealer_cards by three                        @ B.9
wager ante                                                              @ C.1
  required                                                              @ C.1
  made before the deal                                                  @ C.1
{amount}
round                                                                   @ D.1
  bets ante                                                             @ D.1
  deal 3 to player_cards with dealer_cards face down                    @ D.2
  reveal dealer_cards                                                   @ D.3
  reveal player_cards                                                   @ D.3
  settle ante                                                           @ D.4
"""
CLASSES = """  straight_flush  3 cards of one suit in a run                          @ B.2
  three_of_a_kind 3 cards of one rank                                   @ B.3
  straight        3 cards in a run                                      @ B.4
  flush           3 cards of one suit                                   @ B.5
  pair            2 cards of one rank                                   @ B.6"""
PAYS = """
pays ante                                                               @ E.1
{policy}  | player_hand     | pays    |
{rows}
  | otherwise       | lose    |                                         @ E.9
"""


def game(rows: str = "", *, classes: str = CLASSES, seats: str = "", amount: str = "", policy: str = "", more: str = "") -> str:
    """A game in which the player's three cards alone decide, by a table of these rows."""
    table = PAYS.format(rows=rows, policy=policy) if rows else ""
    return TABLE.format(classes=classes, seats=seats, amount=amount) + table + more


ORDINARY = """  | straight_flush  | 40 to 1 |                                         @ E.2
  | three_of_a_kind | 30 to 1 |                                         @ E.3
  | straight        | 5 to 1  |                                         @ E.4
  | flush           | 4 to 1  |                                         @ E.5
  | pair            | 1 to 1  |                                         @ E.6"""


def replayed(finding, ruleset):
    """A witness of cards played again from its command: how each wager was settled, and what stopped it."""
    words = shlex.split(finding.witness.command)
    assert words[:3] == ["audit", "play", ruleset.head.id]
    letter = "--by-the-letter" in words
    rest = [w for w in words[3:] if w != "--by-the-letter"]
    options: dict[str, list[str]] = {}
    for name, value in zip(rest[::2], rest[1::2], strict=True):
        options.setdefault(name, []).append(value)
    chosen = {c.partition("=")[0]: read_value(c.partition("=")[2]) for c in options.get("--choose", [])}
    configured = configure(ruleset, chosen)
    configured = by_the_letter(configured) if letter else configured
    wishes = [Wish(w.partition("=")[0], "", Fraction(w.partition("=")[2])) for w in options["--wager"]]
    feed = Given.read(options["--given"][0], Seeded(1), configured.ruleset)
    chooser = AsScripted.of(options.get("--decide", [""])[0].split(","))
    play = Play(configured, feed, wishes, chooser=chooser)
    settled, stopped = {}, None
    try:
        for event in play.one_round(stop_when_idle=True):
            if isinstance(event, Settled):
                settled[event.wager] = event
    except Unsettled as error:
        stopped = error
    assert not feed.unused and not chooser.unused
    return settled, stopped


# rankings


def test_a_flush_above_a_straight_with_three_cards(bench):
    rows = CLASSES.splitlines()
    turned = "\n".join([*rows[:2], rows[3], rows[2], rows[4]])
    made = bench(game(classes=turned), "", static=True)
    (found,) = made.found("ranking-against-frequency")
    assert found.message.startswith("three ranks flush above straight: the lower is rarer in player_hand (3 cards)")
    assert "a flush in 1,096 (4.9593%) and a straight in 720 (3.2579%)" in found.condition
    assert found.cites == ("B.5", "B.4")
    assert found.severity.value == "note"


def test_a_ranking_in_the_order_of_frequencies(bench):
    assert bench(game(), "", static=True).found("ranking-against-frequency") == []


def test_extremes_that_are_of_another_class(bench):
    made = bench(
        game(
            more="""
example three best flush is A K Q of one suit                           @ B.5
example three worst flush is 2 3 5 of one suit                          @ B.5
example three best pair is A A                                          @ B.6
example three 4 3 2 is flush                                            @ B.4
example three K K 2 beats Q Q A                                         @ B.8
example three 2 2 A beats 3 3 4                                         @ B.8
"""
        ),
        "",
        static=True,
    )
    found = made.found("claim-false")
    assert [(f.message, f.cites) for f in found] == [
        ("A K Q of one suit is given as the highest flush of three: by the ranking it is As Ks Js", ("B.5",)),
        ("4 3 2 is said to be flush of three: by the ranking it is straight", ("B.4", "B.5")),
        ("2 2 A is said to beat 3 3 4 under three: by the ranking it is lower", ("B.8", "B.1")),
    ]
    assert found[0].condition == "B.5 says so; by the ranking that hand is of another class, straight_flush."


def test_a_class_that_an_earlier_one_takes(bench):
    rows = CLASSES.splitlines()
    hidden = "\n".join([rows[3], rows[0], rows[1], rows[2], rows[4]])
    (found,) = bench(game(ORDINARY, classes=hidden), "").found("row-unreachable")[:1]
    assert found.message == "no hand of 3 cards is a straight_flush under three"
    assert found.cites == ("B.2",)


# tables


def test_a_row_under_one_that_covers_it(bench):
    rows = """  | pair or better  | 1 to 1  |                                         @ E.2
  | straight        | 5 to 1  |                                         @ E.3"""
    (found,) = bench(game(rows, policy="  first row only                                                        @ E.1\n"), "").found("row-unreachable")
    assert found.message == "the row | straight | 5 to 1 | of ante is never reached"
    assert "| pair or better | 1 to 1 | stands first and fits too" in found.condition


def test_two_rows_that_fit_one_hand(bench):
    rows = """  | pair or better  | 1 to 1  |                                         @ E.2
  | straight        | 5 to 1  |                                         @ E.3"""
    (found,) = bench(game(rows), "", static=True).found("table-overlaps")
    assert found.cites == ("E.1", "E.2", "E.3")
    assert found.effect.startswith("1 to 1 or 5 to 1 on ")


def test_rows_that_were_exchanged(bench):
    rows = ORDINARY.replace("40 to 1", "30 to 9").replace("30 to 1", "40 to 1").replace("30 to 9", "30 to 1")
    (found,) = bench(game(rows), "").found("rarer-pays-less")
    assert found.message == "ante: straight_flush is rarer than three_of_a_kind and pays less"
    assert "12/5525 (0.2172%)" in found.condition and "1/425 (0.2353%)" in found.condition


def test_an_ordinary_table_gives_no_alarm(bench):
    made = bench(game(ORDINARY), "")
    assert made.context.refused == {}
    assert made.rules() == []


# the table, and money


def test_more_seats_than_the_deck_has_hands_for(bench):
    (found,) = bench(game(seats="seats at most 17                    @ A.3"), "", static=True).found("cards-run-out")
    assert found.message == "17 seats take 54 cards, and the deck holds 52"
    assert found.effect == "no more than 16 seats can be dealt in"
    assert found.cites == ("A.3", "A.1")


def test_as_many_seats_as_the_deck_has_hands_for(bench):
    assert bench(game(seats="seats at most 16                    @ A.3"), "", static=True).found("cards-run-out") == []


@pytest.mark.parametrize(("most", "cut"), [("$100", True), ("$25", False)])
def test_a_limit_below_what_the_odds_promise(bench, most, cut):
    text = game(ORDINARY, amount=f"  amount from $5 through {most}  @ C.2", more="cap ante per hand at $1,000  @ F.1\n")
    found = bench(text, "", static=True).found("cap-cuts-odds")
    assert len(found) == cut
    if found:
        assert found[0].message == "ante pays 40 to 1 and may be made for $100: the limit of $1,000 cuts it"
        assert found[0].effect == "every stake above $25 is paid less than 40 to 1"
        assert found[0].cites == ("F.1", "E.1", "E.2", "C.2")


# results


AGAINST = """
settle ante                                                             @ E.1
  | player_hand against dealer_hand | ante |
  | higher                          | win  |                            @ E.2
  | equal                           | push |                            @ E.3
{lower}
pays ante at 1 to 1                                                     @ E.5
"""


def test_a_hand_below_the_dealers_without_a_result(bench):
    made = bench(game(more=AGAINST.format(lower="")), "")
    (found,) = made.found("result-missing")
    assert found.message == "ante: there are deals on which no clause gives it a result"
    settled, stopped = replayed(found, made.ruleset)
    assert stopped is not None and settled == {}


def test_the_same_where_only_an_assumption_says_so(bench):
    lower = '  | lower                           | lose |  assumed because "only winners are told"'
    made = bench(game(more=AGAINST.format(lower=lower)), "", static=True)
    (found,) = made.by_the_letter()
    assert found.rule == "result-missing"
    assert found.message == "ante: no clause gives a result where player_hand against dealer_hand is lower"
    _, stopped = replayed(found, made.ruleset)
    assert stopped is not None
    assert examine_by_the_letter(made.context).unfinished == ()


def test_an_assumed_row_of_a_pay_table(bench):
    rows = ORDINARY.replace("@ E.6", 'assumed because "not printed"')
    made = bench(game(rows), "", static=True)
    (found,) = made.by_the_letter()
    assert found.severity.value == "error"
    settled, _ = replayed(found, made.ruleset)
    assert settled["ante"].result == "lose"
