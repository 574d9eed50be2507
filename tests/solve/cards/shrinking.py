"""Real rulesets with few cards: hands of five cards become hands of two or three, decks a handful of cards.

All that makes a game stays as it stands: who is dealt in which stages, face up or down, what is decided when, who
qualifies, how wagers are settled and paid.  A class of a ranking that asks for so many cards asks for as many as the hand
still has; one that then cannot be met, such as a full house of three cards, stays and is met by none.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import worth as wo
from audit.ruleset.rewrite import rewrite
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement


@dataclass(frozen=True)
class Cut:
    """How a ruleset is cut down.

    ``hands``: rankings with the number of cards that their hands have now.  ``dealt``: areas with the number of cards
    that one act deals them, by what it dealt before; where it is none, nothing is dealt.  Cards burned unseen change
    nothing, and are left out where ``burns`` says so.
    """

    pack: str
    hands: Mapping[str, int] = field(default_factory=dict)
    dealt: Mapping[tuple[str, int], int] = field(default_factory=dict)
    burns: bool = True

    def of(self, ruleset: Ruleset) -> Ruleset:
        return Ruleset(ruleset.head, tuple(self.statement(s) for s in ruleset.statements))

    def statement(self, statement: Statement) -> Statement:
        match statement:
            case wo.Ranking(name) if name.text in self.hands:
                number = self.hands[name.text]
                fewer = rewrite(statement, lambda node: with_fewer(node, number))
                return replace(fewer, least=Fraction(number), most=Fraction(number))
            case wo.BestHandOf(_, _, cards, _, by) if cards is not None and by is not None and by.text in self.hands:
                return replace(statement, cards=Fraction(self.hands[by.text]))
            case rd.Round():
                return rewrite(statement, self.line)
            case _:
                return statement

    def line(self, node: Any) -> Any:
        if isinstance(node, rd.Act):
            return replace(node, actions=tuple(act for one in node.actions for act in self.acts(one)))
        return node

    def acts(self, action: rd.Action) -> tuple[rd.Action, ...]:
        if isinstance(action, rd.Burn):
            return (action,) if self.burns else ()
        if not isinstance(action, rd.Deal):
            return (action,)
        numbers = [self.dealt.get((area.text, int(action.cards)), int(action.cards)) for area in action.to]
        shared = min(numbers)
        joint = (replace(action, cards=Fraction(shared)),) if shared else ()
        return joint + tuple(
            replace(action, cards=Fraction(number - shared), to=(area,))
            for area, number in zip(action.to, numbers, strict=True)
            if number > shared
        )


def with_fewer(node: Any, number: int) -> Any:
    """A class's test for hands of so many cards."""
    match node:
        case pt.SomeCards(cards) | pt.WildCards(cards) if cards > number:
            return replace(node, number=Fraction(number))
        case pt.SpotsOf(spots) if len(spots.values) > number:
            return replace(node, spots=replace(spots, values=spots.values[:number]))
        case _:
            return node
