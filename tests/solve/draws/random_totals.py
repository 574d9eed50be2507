"""Small games of totals made up by chance: what cards count, when a hand is over, what may be chosen, what is paid."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TEXT = """\
ruleset test/totals/example
  title  "a game of totals made up by chance"
  source "made up"

deck 1 of 52 @ 1
area mine of each player by score @ 1
area theirs of dealer by score @ 1
count points @ 2
{count}
ranking score of cards @ 2
  natural  exactly 2 cards and points at least {natural} and points at most {most}{unless} @ 2
  total    points at most {most} by points @ 2
  bust     points over {most} @ 2
wager main @ 3
  required @ 3
  rides on mine @ 3
{more_wagers}settle {all} @ 6
  | hand    | theirs      | hand against theirs | {all} |
  | bust    | any         | any                 | lose | @ 6.a
  | total   | bust        | any                 | {bust} | @ 6.b
  | total   | total       | higher              | 1 to 1 | @ 6.c
  | total   | total       | equal               | {equal} | @ 6.d
  | total   | total       | lower               | lose | @ 6.e
  | total   | natural     | lower               | lose | @ 6.e
  | natural | natural     | any                 | push | @ 6.e
  | natural | total, bust | any                 | {pays} | @ 6.f
round @ 4
  step deal @ 4
    bets main @ 4
    deal 2 to mine face up @ 4
    deal 1 to theirs face up @ 4
    deal 1 to theirs face down @ 4
{peek}  step play @ 5
    each player plays each hand unless hand is natural @ 5
      stand  end hand @ 5.a
      hit @ 5.b
        only if {hit} @ 5.b
        deal 1 to hand face up @ 5.b
{choices}    settle {all} if hand is bust @ 5.f
  step draw @ 7
    reveal theirs @ 7
    deal to theirs face up until points of theirs is {until} if any of {all} is open @ 7
  step final @ 7
    settle {all} @ 7
"""

PEEK = """\
  step peek if first card of theirs is {open} @ 4
    dealer looks at theirs @ 4
    go to final if theirs is natural @ 4
"""

DOUBLE = """\
      double @ 5.c
        only if {when} @ 5.c
        make double @ 5.c
        deal 1 to hand face up @ 5.c
        end hand @ 5.c
"""

SPLIT = """\
      split @ 5.d
        only if exactly 2 cards and 2 cards alike in points @ 5.d
        only if hands under {hands} @ 5.d
        split hand making split dealing 1 to each in turn @ 5.d
"""

WAGER = """\
wager {name} @ 3
  amount equal to main @ 3
"""


@dataclass(frozen=True)
class Totals:
    """The ruleset, and the cards that are dealt in it in the place of its deck."""

    text: str
    pack: tuple[str, ...]
    has_splits: bool


def random_totals(seed: int) -> Totals:
    """The same game for the same seed."""
    pick = Random(seed)
    most = pick.randint(9, 13)
    is_soft = pick.random() < 0.6
    low_ace = pick.choice((1, 1, 2))
    high = pick.randint(6, most - 2)
    ace = f"A counts {high}, or {low_ace} if the total would pass {most}" if is_soft else f"A counts {low_ace}"
    count = "\n".join((
        "  2 through 9 count as printed @ 2", f"  10, J, Q, K count {pick.choice((0, 5, 8))} @ 2", f"  {ace} @ 2",
    ))  # fmt: skip
    splits, doubles = pick.random() < 0.3, pick.random() < 0.7
    names = ["main", *(["double"] if doubles else []), *(["split"] if splits else [])]
    stand = pick.randint(most - 5, most - 2)
    under = f"points of hand under {pick.choice((most, most - 1, most - 2))}"
    double = DOUBLE.format(when=pick.choice(("exactly 2 cards", f"points of hand under {most - 2}")))
    text = TEXT.format(
        count=count,
        most=most,
        natural=pick.randint(most - 2, most),
        unless=" and not after split" if splits else "",
        more_wagers="".join(WAGER.format(name=name) for name in names[1:]),
        all=", ".join(names),
        bust=pick.choice(("1 to 1", "1 to 1", "push")),
        equal=pick.choice(("push", "push", "lose", "1 to 2")),
        pays=pick.choice(("1 to 1", "3 to 2", "6 to 5", "2 to 1")),
        hit=pick.choice((under, *["exactly 2 cards"] * 3)),
        until=f"hard {stand} or more, soft {pick.randint(stand, most)} or more" if is_soft else f"at least {stand}",
        peek=PEEK.format(open=pick.choice(("A", "A, 9", "A, K"))) if pick.random() < 0.5 else "",
        choices=(double if doubles else "") + (SPLIT.format(hands=2) if splits else ""),
    )
    return Totals(text, _pack(pick, splits), splits)


def _pack(pick: Random, has_pairs: bool) -> tuple[str, ...]:
    """Seven cards of few ranks."""
    ranks = pick.sample(["A", "2", "3", "4", "5", "6", "7", "9", "K"], 3)
    of_ranks = [*ranks, *ranks[:2]] if has_pairs else ranks
    dealt = [*of_ranks, *pick.choices(ranks, k=7)][:7]
    return tuple(f"{rank}{'cdhs'[dealt[:n].count(rank)]}" for n, rank in enumerate(dealt) if dealt[:n].count(rank) < 4)
