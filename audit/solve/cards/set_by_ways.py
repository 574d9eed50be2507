"""Rounds in which cards are set, played under a policy that is told: nobody works out how cards are set best.

The player sets his cards as the way of the ruleset sets them that is for their parts, the dealer's as a rule.  What else
he decides must be plain: of some choices all but one only give wagers up, and he takes the one that does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.play.arranging import area_set
from audit.play.choosing import ToDecide, by_way
from audit.play.errors import PlayError
from audit.play.ways import ways_for
from audit.ruleset import rounds as rd
from audit.ruleset.places import Owner
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable

DECIDING = rd.PlaysEachHand | rd.MayMake | rd.Swap | rd.Exchange | rd.DrawCards | rd.BettingRound
"""What a player decides that is neither a choice among some nor a setting."""


@dataclass(frozen=True)
class Policy:
    """How the player plays, in words, and as a chooser: ``kept`` are the choices that give nothing up."""

    words: str
    kept: frozenset[str]

    def choose(self, decision: ToDecide) -> int:
        """Raises `PlayError` for cards that the way does not set."""
        if len(decision.offers) == 1:
            return 0
        at = by_way(decision)
        if at is None:
            at = next((n for n, offer in enumerate(decision.offers) if offer.choice in self.kept), None)
        if at is None:
            held = " ".join(sorted(str(card) for card in decision.cards.values()))
            raise PlayError(f"{decision.step}: no way says how {held} is set", decision.basis.span)
        return at


def policy_for(ruleset: Ruleset) -> Policy | None:
    """How a round is played in which the player sets cards; None where he sets none.

    Raises `NotSolvable`, naming the line, where no way says how, or where what else he decides is not plain.
    """
    nodes = [node for round_ in ruleset.of(rd.Round) for node in walk(round_)]
    acts = [node for node in nodes if isinstance(node, rd.Act) and any(isinstance(a, rd.Sets) for a in walk(node))]
    if not acts:
        return None
    for node in nodes:
        if isinstance(node, DECIDING):
            raise NotSolvable("how it is played beside setting cards is not known", type(node).__name__)
    set_so = [words for act in acts for words in _set_so(act, ruleset)]
    decided = {choice.name.text: node for node in nodes if isinstance(node, rd.Decides) for choice in [_kept(node)]}
    words = f"the player {' and '.join(set_so)}"
    if decided:
        words += f", and of the choices that only give a wager up takes none ({', '.join(decided)})"
    return Policy(f"{words}; this is not said to be best play", frozenset(decided))


def _set_so(act: rd.Act, ruleset: Ruleset) -> Iterator[str]:
    for node in walk(act):
        if isinstance(node, rd.Sets):
            area = area_set([name.text for name in node.parts], Owner.EACH_PLAYER, ruleset, act.basis.span)
            ways = ways_for(area, ruleset)
            if len(ways) != 1:
                how = "no way says" if not ways else "several ways say"
                raise NotSolvable(f"{how} how {area.name} is set", "each player sets", act.basis.span)
            yield f"sets {area.name} as {ways[0].name} says"


def _kept(decides: rd.Decides) -> rd.Choice:
    """The one choice with which nothing is done; raises `NotSolvable` where others do more than give wagers up."""
    kept = [choice for choice in decides.choices if _does_only(choice.actions, rd.Wait) and not choice.lines]
    others = [choice for choice in decides.choices if choice not in kept]
    if len(kept) != 1 or not all(_does_only(choice.actions, rd.Forfeit | rd.ForfeitAll) for choice in others):
        names = ", ".join(choice.name.text for choice in decides.choices)
        raise NotSolvable(f"which of {names} is best is not known", "each player decides", decides.basis.span)
    return kept[0]


def _does_only(actions: Sequence[rd.Action], what: object) -> bool:
    return all(isinstance(action, what) for action in actions)  # type: ignore[arg-type]
