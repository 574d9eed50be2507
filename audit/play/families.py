"""What dice and wheels do not use and play does not carry out yet: refused by name where it would change a result."""

from __future__ import annotations

from audit.play.errors import NotPlayable
from audit.play.itself import worked_out_once
from audit.play.roles import is_the_dealers, refuse_open_role, refuse_unplayed_maker
from audit.ruleset import expressions as ex
from audit.ruleset import meters as mt
from audit.ruleset import places as pl
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

LINES = {
    wg.LiveInPot: "goes into the pot live",
    wg.DeadInPot: "goes into the pot dead",
}


def refuse_unplayed(wager: wg.Wager, ruleset: Ruleset) -> None:
    """Raises `NotPlayable` for a statement that bears on a wager and that nothing here would heed."""
    for line in wager.lines:
        words = LINES.get(type(line))
        if words is not None:
            raise NotPlayable(words, line.basis.span)
    refuse_unplayed_maker(wager, ruleset)
    refuse_open_role(wager, ruleset)
    for bonus in ruleset.of(tb.Bonus):
        if bonus.on.text == wager.name.text and is_the_dealers(wager):
            raise NotPlayable(f"bonus {bonus.name} on a wager of the dealer's", bonus.basis.span)
        if bonus.on.text == wager.name.text and bonus.moment is not None:
            raise NotPlayable(f"bonus {bonus.name} at a moment of its own", bonus.basis.span)
        if ruleset.named(bonus.on.text, wg.Wager) is None:
            raise NotPlayable(f"bonus {bonus.name} on {bonus.on}", bonus.basis.span)
    for fee in ruleset.of(mt.Fee):
        raise NotPlayable(f"fee {fee.name}", fee.basis.span)
    _refuse_silent_comparisons(ruleset)


@worked_out_once
def _refuse_silent_comparisons(ruleset: Ruleset) -> None:
    """Raises `NotPlayable` where hands are compared by a ranking of cards in an order that nowhere says how ties are broken.

    Without keys all hands of one class would be equal: nobody who states an order of cards means that.
    """
    for statement in ruleset.statements:
        for part in walk(statement):
            if not isinstance(part, ex.Against):
                continue
            for side in (part.left, part.right):
                by = _ranked_by(side, ruleset)
                ranking = ruleset.named(by.text, wo.Ranking) if by is not None else None
                if ranking is not None and is_silent_of_ties(ranking):
                    raise NotPlayable(f"ranking {ranking.name}, by which hands are compared, without compare by", ranking.basis.span)


def _ranked_by(side: ex.Expression, ruleset: Ruleset) -> Name | None:
    """The ranking of a hand that is called by its name, or of a part that cards are set into."""
    if isinstance(side, ex.FeatureOf) and isinstance(side.feature, ex.Called):
        parts = (line for area in ruleset.of(pl.Area) for line in area.lines if isinstance(line, pl.AreaPart))
        return next((part.by for part in parts if part.name == side.feature.name), None)
    if not isinstance(side, ex.Called):
        return None
    hand = ruleset.named(side.name.text, wo.BestHandOf) or ruleset.named(side.name.text, wo.WholeHandOf)
    return hand.by if hand is not None else None


def is_silent_of_ties(ranking: wo.Ranking) -> bool:
    """Whether a ranking of cards in an order nowhere says how hands of one class compare."""
    has_order = any(isinstance(line, wo.CardOrder) for line in ranking.lines)
    has_keys = any(isinstance(line, wo.CompareBy) or (isinstance(line, wo.HandClass) and line.keys) for line in ranking.lines)
    return has_order and not has_keys


def refuse_bonuses(wager: wg.Wager, ruleset: Ruleset) -> None:
    """Raises `NotPlayable` for a bonus on a wager, for whoever follows the wager alone."""
    for bonus in ruleset.of(tb.Bonus):
        if bonus.on.text == wager.name.text:
            raise NotPlayable(f"bonus {bonus.name}", bonus.basis.span)


def caps_on(wager: wg.Wager, ruleset: Ruleset) -> tuple[mt.Cap, ...]:
    """The caps that bear on a wager: figures hold for stakes whose payouts they do not cut."""
    return tuple(cap for cap in ruleset.of(mt.Cap) if _covers(cap, wager.name.text))


def _covers(cap: mt.Cap, name: str) -> bool:
    if isinstance(cap.capped, mt.CapAll):
        return True
    return any(n.text == name for n in cap.capped.wagers)
