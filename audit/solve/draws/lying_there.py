"""Wagers that are still open when hands are split, though all that they hang on lies there: insurance against a hole card.

In: a ruleset, a wager.  Out: the cards on which alone it hangs, and the moments after which it is settled in any case.
Must hold: where it is not plain that nothing which is decided or dealt from such a moment on can change what the wager brings, it
is not so.  What is decided on hands of a split is then no matter to it, and any choice will do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from audit.ruleset import rounds as rd
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.course import Paid
from audit.solve.draws.set_apart import first_cards
from audit.solve.draws.traces import Deciding
from audit.solve.draws.walk import At
from audit.solve.draws.worlds import GONE
from audit.solve.result import AVERAGED

ACTS = get_args(rd.Action)

OF_IT = (rd.Bets, rd.Make, rd.MayMake, rd.SettleSome)
"""The acts that may name such a wager."""

OUTRIGHT = (rd.ForfeitAll,)
"""Acts that bear on wagers which they do not name."""

DECIDED = ("win", "lose", "push", AVERAGED)
"""What it may come to, or has come to on average; one that its settle leaves open may go back with the wager that it needs."""


@dataclass(frozen=True)
class LyingThere:
    """The wager that hangs on the first so many cards of areas alone, and the steps from which on it is settled in any case."""

    wager: str
    cards: frozenset[tuple[str, int]]
    steps: frozenset[str]

    def any_choice(self, at: At, may_be_made: Mapping[str, frozenset[str]]) -> str:
        """A choice at a decision on a hand of a split, if all lies there that the wager hangs on; else nothing.

        ``may_be_made`` are the wagers that may be made in each step or after it: it has to be made by then.
        """
        point, areas = at.node.point, at.world.areas
        if not isinstance(point, Deciding) or not any(area.startswith(GONE) for area, _ in areas):
            return ""
        is_settled = point.moment in self.steps and self.wager not in may_be_made.get(point.moment, frozenset())
        lies = all(len(at.world.row(area)) >= number for area, number in self.cards)
        return point.labels[0] if is_settled and lies else ""

    def is_decided(self, paid: tuple[Paid, ...]) -> bool:
        """Whether an end has a result that its settle gave it."""
        return all(one.result in DECIDED for one in paid if one.name == self.wager)


def lying_there(ruleset: Ruleset, wager: str) -> LyingThere | None:
    """What a wager hangs on that is made in a round; None where it may hang on more than cards that lie there."""
    cards = first_cards(ruleset, wager)
    if not cards or any(_bears_on(node, wager) for node in ruleset.nodes_of(rd.Round)):
        return None
    steps = frozenset(step for one in ruleset.of(rd.Round) for step in _settled_after(one, wager))
    return LyingThere(wager, cards, steps) if steps else None


def _bears_on(node: object, wager: str) -> bool:
    """Whether an act may decide or move the wager otherwise than by settling it."""
    if isinstance(node, OUTRIGHT) or (isinstance(node, rd.SettleAll) and node.result is not None):
        return True
    if not isinstance(node, ACTS) or not any(isinstance(part, Name) and part.text == wager for part in walk(node)):
        return False
    return not isinstance(node, OF_IT) or (isinstance(node, rd.SettleSome) and node.result is not None)


def _settled_after(whole: rd.Round, wager: str) -> Iterator[str]:
    """The steps from which the round goes on, without a way past it, to a line that settles the wager in any case."""
    is_settled = False
    for step in reversed(whole.steps):
        if any(isinstance(node, rd.GoTo) or node is rd.EndRound.END for node in walk(step)):
            return
        is_settled = is_settled or (step.guard is None and any(_settles(line, wager) for line in step.lines))
        if is_settled:
            yield step.name.text


def _settles(line: rd.StepLine, wager: str) -> bool:
    return (
        isinstance(line, rd.Act) and line.guard is None and line.on is None
        and any(isinstance(act, rd.SettleSome) and any(name.text == wager for name in act.wagers) for act in line.actions)
    )  # fmt: skip
