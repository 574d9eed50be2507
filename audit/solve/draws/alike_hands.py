"""Whether it matters which hand of a split is followed: where both go on alike, point by point, one stands for both.

In: a `Walk` whose graph holds all that can come of the hand that was followed.  Out: for two points whether they are *alike*:
the same is dealt, asked, shown and offered there, or the same is brought in the end, and each branch of the one leads to a
point that is like that of the other.  (Which wager brings it does not matter: of hands that are split it is only told what they
bring together, and what is put up on them.)
Must hold: no likeness is taken for granted.  A branch that is known of the one and not yet of the other is found by a run of
play on the same cards with the other hand followed; where that does not lead there, the points are not alike.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from audit.solve.cards.course import Answer
from audit.solve.draws.traces import NEW, OLD, Asked, Dealt, Deciding, Moved, Node, Script, Turn
from audit.solve.draws.walk import Walk
from audit.solve.draws.worlds import World
from audit.solve.errors import NotSolvable

Areas: TypeAlias = frozenset[str]
"""The areas in which cards lie."""


@dataclass(frozen=True)
class AlikeHands:
    """Points after which the hand that was split goes on as the new one does.

    ``splits`` are the numbers of the points at which hands are split that come to be split at all.
    """

    walk: Walk
    splits: Collection[int]

    def pairs(self, old: Node, new: Node, areas: Areas) -> set[tuple[Node, Node]] | None:
        """All points that are come to, two by two, if the first two are alike with cards in these areas; else None.

        Each two do the same, and what is known to follow on them is among the pairs again.  So whatever cards come, what is
        brought, and what is best, is the same after both.
        """
        found, waiting = {(old, new, areas)}, [(old, new, areas)]
        while waiting:
            one, other, lying = waiting.pop()
            here, there = self._past_none(one, lying), self._past_none(other, lying)
            if here is None or there is None or self._does(here) != self._does(there):
                return None
            if here is there or self.walk.settled(here) is not None:
                continue
            if isinstance(here.point, Dealt):
                lying |= {here.point.area}
            elif isinstance(here.point, Moved):
                if here.number in self.splits:
                    return None
                continue  # by cards that do not come to the hands that are followed
            for answer, then in list(here.then.items()):
                like = self._follows(here, there, answer)
                if like is None:
                    return None
                if (then, like, lying) not in found:
                    found.add((then, like, lying))
                    waiting.append((then, like, lying))
        return {(one, other) for one, other, _ in found}

    def _past_none(self, node: Node, lying: Areas) -> Node | None:
        """The next point at which not only areas without cards are asked of something: these have but one answer."""
        here: Node | None = node
        while here is not None and isinstance(here.point, Asked):
            number = self.walk.answers.number_at(here)
            if not lying.isdisjoint(self.walk.answers.areas_of(number)):
                return here
            here = here.then.get(self.walk.answers.answer_to(number, World()))
        return here

    def _does(self, node: Node) -> Hashable:
        """What a point does, whichever hand it is of."""
        settled = self.walk.settled(node)
        if settled is not None:
            counting = tuple(one for one in settled if one.name in self.walk.valued)
            if any(not one.beside and (one.net is None or one.meters) for one in counting):
                return "end", counting
            nets = (one.net for one in counting if not one.beside and one.net is not None)
            return "end", sum(nets, Fraction(0)), sum((one.staked for one in counting), Fraction(0))
        match node.point:
            case Turn(draws=draws):
                return "turn", draws
            case Deciding() as point:
                return "decided", point.moment, point.labels, point.unseen, point.hand
            case Asked() | Dealt() | Moved() as point:
                return point
        return None

    def _follows(self, one: Node, other: Node, answer: Answer) -> Node | None:
        """What follows a branch of the other point, as far as it can be found on the way that led to that of the one."""
        traces = self.walk.traces
        script, known = _of_new(traces.scripts[one.number, answer]), -1
        while answer not in other.then and script is not None and known < len(traces.scripts):
            known = len(traces.scripts)  # a run ends where something new leads on to what is known
            try:
                traces.run(script)
            except NotSolvable:
                return None
            self.walk.answers.take_in()
        return other.then.get(answer)


def _of_new(script: Script) -> Script | None:
    """The same cards and choices with the new hand followed after the last split; None where there is no such."""
    split = max((n for n, branch in enumerate(script.branches) if branch in (OLD, NEW)), default=-1)
    if split < 0 or script.branches[split] == NEW:
        return None
    return replace(script, branches=(*script.branches[:split], NEW, *script.branches[split + 1 :]))
