"""What the dealer does with cards: deals, burns, discards, shows; what the player knows; and how the round ends."""

from __future__ import annotations

from textwrap import dedent

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card
from audit.play.errors import PlayError
from audit.play.feed import Seeded
from audit.play.rounds import Play
from audit.play.state import known
from audit.ruleset.configure import configure
from tests.play.conftest import HEAD, Load, Played, card_table, run, wish

TABLE = """
deck 1 of 52 @ 1
area mine of each player @ 1
area theirs of dealer @ 1
area board of table @ 1
wager ante @ 2
  push otherwise @ 2
"""


def acts(lines: str) -> str:
    return (
        TABLE
        + "round @ 3\n  bets ante @ 3\n"
        + "".join(f"  {line} @ 4\n" for line in dedent(lines).strip().splitlines())
    )


def told(dealt: Played, lines: str, cards: str, decide: str = "") -> list[str]:
    """What happens behind the wager, without clauses, up to the end of the round."""
    found = [line.split(" @ ")[0] for line in dealt(acts(lines), cards, decide, "ante 10")]
    assert found[0] == "makes ante $10"
    assert found[-2:] == ["ante push $0", "end"]
    return found[1:-2]


def test_several_areas_get_a_card_each_in_turn(dealt: Played) -> None:
    assert told(dealt, "deal 2 to mine with theirs face down", "8h Kd 8c 9s") == [
        "deal 8h to mine Kd to theirs 8c to mine 9s to theirs down"
    ]


def test_cards_come_off_the_deck_once(dealt: Played) -> None:
    with pytest.raises(PlayError, match="8h is not among the cards left"):
        dealt(acts("deal 2 to mine face up"), "8h 8h", "", "ante 10")


def test_a_deal_says_which_way_the_cards_lie(dealt: Played) -> None:
    with pytest.raises(PlayError, match="face up or face down is not said"):
        dealt(acts("deal 1 to mine"), "8h", "", "ante 10")


def test_burned_are_cards_off_the_deck_or_those_of_an_area(dealt: Played) -> None:
    lines = "deal 3 to board face down\nburn 1 face up\nburn first card of board face down\nreveal next 1 of board"
    assert told(dealt, lines, "8h Kd 8c 9s") == [
        "deal 8h to board Kd to board 8c to board down",
        "burn 9s up",
        "burn 8h of board down",
        "board shows Kd",
    ]


def test_the_last_cards_of_an_area_are_discarded(dealt: Played) -> None:
    assert told(dealt, "deal 3 to board face up\ndiscard 2 of board\nreveal board", "8h Kd 8c") == [
        "deal 8h to board Kd to board 8c to board up",
        "discard Kd 8c of board",
        "board shows ",
    ]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("reveal board", "8h Kd 8c"),
        ("reveal second card of board", "Kd"),
        ("reveal last card of board", "8c"),
        ("reveal next 2 of board", "8h Kd"),
    ],
)
def test_what_is_revealed(dealt: Played, line: str, shown: str) -> None:
    assert told(dealt, f"deal 3 to board face down\n{line}", "8h Kd 8c")[1] == f"board shows {shown}"


def test_of_a_players_cards_the_first_is_the_first_dealt(dealt: Played) -> None:
    lines = "deal 3 to mine with board face down\nburn first card of mine\nreveal first card of mine"
    lines += "\nburn first card of board\nreveal first card of board"
    assert told(dealt, lines, "8h Kd 8c 9s 2c 3c")[2::2] == ["mine shows 8h", "board shows 9s"]


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ("reveal third card of board", "third card of board: 1 lie there"),
        ("discard 2 of board", "board has 1 cards, and 2 are to be discarded"),
        ("reveal next 2 of board", "board has 1 cards face down, and 2 are to be revealed"),
    ],
)
def test_a_card_that_is_not_there_stops_play(dealt: Played, lines: str, message: str) -> None:
    with pytest.raises(PlayError, match=message):
        dealt(acts(f"deal 1 to board face down\n{lines}"), "8h", "", "ante 10")


def test_a_deck_that_runs_out_stops_play(small: Load) -> None:
    body = acts("deal 30 to mine with theirs face down")
    game = Play(configure(small(body), {}), Seeded(1), [wish("ante 10")])
    with pytest.raises(PlayError, match="the deck has run out: no card is left for mine"):
        list(game.one_round())


def test_every_card_of_a_deck_comes_up_once(small: Load) -> None:
    game = Play(configure(small(acts("deal 26 to mine with theirs face down")), {}), Seeded(3), [wish("ante 10")])
    list(game.one_round())
    faces = game.state.cards.faces
    assert len({*faces["mine"], *faces["theirs"]}) == 52


def test_each_round_begins_with_a_whole_deck(small: Load) -> None:
    game = Play(configure(small(acts("deal 26 to mine with theirs face down")), {}), Seeded(3), [wish("ante 10")])
    for _ in range(2):
        list(game.one_round())
    assert len(game.state.cards.faces["mine"]) == 26


def test_the_same_seed_deals_the_same_cards(small: Load) -> None:
    ruleset = small(acts("deal 5 to mine face down"))
    hands = []
    for _ in range(2):
        game = Play(configure(ruleset, {}), Seeded(7), [wish("ante 10")])
        list(game.one_round())
        hands.append(game.state.cards.faces["mine"])
    assert hands[0] == hands[1]


KNOWING = """
deal 2 to mine with theirs face down
deal 1 to board face up
deal 2 to board face down
each player looks at mine
dealer looks at theirs
reveal next 1 of board
burn 1 face down
burn 1 face up
burn third card of board face down
"""


def test_a_player_knows_what_he_has_looked_at_and_what_lies_face_up(small: Load) -> None:
    game = card_table(small(acts(KNOWING)), "8h Kd 8c 9s 2c 3c 4c 5c 6c", "", "ante 10")
    list(game.one_round())
    assert known(game.state) == {("mine", 0), ("mine", 1), ("board", 0), ("board", 1), ("burns", 1)}


def test_a_burned_card_keeps_the_spot_it_was_dealt_to(small: Load) -> None:
    lines = "deal 3 to board face down\nburn first card of board face down\nreveal next 1 of board"
    game = card_table(small(acts(lines)), "8h Kd 8c", "", "ante 10")
    list(game.one_round())
    assert known(game.state) == {("board", 1)}
    assert [lying.spot for lying in game.state.cards.lying_in("burns")] == [("board", 0)]


def test_the_cards_of_an_oracle_are_blank(small: Load) -> None:
    configured = configure(small(acts("deal 2 to mine with theirs face down\nreveal theirs")), {})
    game = Play(configured, Seeded(1), [wish("ante 10")], oracle=lambda *_: None)
    list(game.one_round())
    assert game.state.cards.faces["mine"] == (Card("?"), Card("?"))


def test_a_game_without_a_deck_deals_nothing(small: Load) -> None:
    body = acts("deal 1 to mine face up").replace("deck 1 of 52 @ 1\n", "")
    with pytest.raises(PlayError, match="no deck is declared"):
        run(card_table(small(body), "8h", "", "ante 10"), once=True)


NAMED = """
deck 1 of 52 @ 1
area mine of each player @ 1
wager ante @ 2
  push otherwise @ 2
wager side @ 2
  push otherwise @ 2
round @ 3
  bets ante @ 3
  deal 1 to mine face up @ 4
  settle ante @ 5
  deal 1 to mine face up @ 6
"""


def test_a_wager_that_no_step_names_is_made_with_the_first_bets_and_settled_at_the_end(dealt: Played) -> None:
    found = [line.split(" @ ")[0] for line in dealt(NAMED, "8h Kd", "", "side 5", "ante 10")]
    assert found == [
        "makes side $5",
        "makes ante $10",
        "deal 8h to mine up",
        "ante push $0",
        "deal Kd to mine up",
        "side push $0",
        "end",
    ]


def test_settling_may_be_kept_to_some_wagers(small: Load) -> None:
    configured = configure(small(NAMED), {})
    game = Play(configured, Seeded(1), [wish("ante 10"), wish("side 5")], settled=frozenset({"side"}))
    list(game.one_round())
    assert [stake.id for stake in game.state.open_stakes] == ["ante"]


def test_a_required_wager_is_asked_of_a_player_who_plays(library: Library) -> None:
    body = NAMED.replace("wager ante @ 2\n", "wager ante @ 2\n  required @ 2.a\n").replace(
        "bets ante", "bets ante, side"
    )
    ruleset = load_text(HEAD + body.lstrip(), library)
    with pytest.raises(PlayError, match="ante is required of a player who plays"):
        run(card_table(ruleset, "8h Kd", "", "side 5"), once=True)


def test_a_wager_whose_moment_does_not_come_is_not_waited_for(small: Load) -> None:
    body = NAMED.replace(
        "wager side @ 2\n", "wager other @ 2\n  push otherwise @ 2\nwager side @ 2\n  needs other @ 2\n"
    )
    game = card_table(small(body), "8h Kd", "", "side 5", "ante 10")
    run(game)
    assert [wish.wager for wish in game.unmade] == ["side"]
    assert game.state.round == 1
