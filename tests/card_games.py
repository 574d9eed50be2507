"""The shipped rulesets of cards against the house that the long tests play."""

CARD_GAMES = (
    "oneida/three-card-poker/2003-08-06",
    "oneida/three-card-poker/2022-06-14",
    "oneida/three-card-poker/2024-09-11",
    "oneida/four-card-poker/2004-05-05",
    "oneida/caribbean-stud/2003-08-06",
    "oneida/let-it-ride/2003-08-06",
    "oneida/mississippi-stud/2020-01-14",
    "oneida/mississippi-stud/2024-09-11",
    "jack-cleveland/three-card-poker/undated",
    "jack-cleveland/four-card-poker/2016-04-20",
    "jack-cleveland/let-it-ride/undated",
    "jack-cleveland/mississippi-stud/2016-10-12",
    "jack-cleveland/ultimate-texas-holdem/2016-12-21",
    "jack-cleveland/texas-holdem-bonus/undated",
    "jack-cleveland/dj-wild-stud-poker/2016-10-12",
    "jack-cleveland/crazy-four-poker/2017-02-15",
)

ONE_CARD_EACH = """\
deck 1 of 52 @ 1
area mine of each player @ 1
area theirs of dealer @ 1
ranking ranks of 1 cards @ 1
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 1
  card anything else @ 1
  compare by sets_then_cards @ 1
hand own is all of mine by ranks @ 1
hand other is all of theirs by ranks @ 1
"""
"""A card to the player and one to the dealer, compared by rank."""
