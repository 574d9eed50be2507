"""What dice and wheels do not use and play does not carry out yet: refused by name where it would change a result."""

from __future__ import annotations

from audit.play.errors import NotPlayable
from audit.ruleset import meters as mt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.ruleset import Ruleset

LINES = {
    wg.AgainstRole: "against",
    wg.RidesOn: "rides on",
    wg.PutUpByHouse: "put up by the house",
    wg.LiveInPot: "goes into the pot live",
    wg.DeadInPot: "goes into the pot dead",
}


def refuse_unplayed(wager: wg.Wager, ruleset: Ruleset) -> None:
    """Raises `NotPlayable` for a statement that bears on a wager and that nothing here would heed."""
    for line in wager.lines:
        words = LINES.get(type(line))
        if words is not None:
            raise NotPlayable(words, line.basis.span)
        if isinstance(line, wg.Made) and line.by is not None:
            raise NotPlayable("made by a position", line.basis.span)
    for bonus in ruleset.of(tb.Bonus):
        if bonus.on.text == wager.name.text:
            raise NotPlayable(f"bonus {bonus.name}", bonus.basis.span)
    for fee in ruleset.of(mt.Fee):
        raise NotPlayable(f"fee {fee.name}", fee.basis.span)


def caps_on(wager: wg.Wager, ruleset: Ruleset) -> tuple[mt.Cap, ...]:
    """The caps that bear on a wager: figures hold for stakes whose payouts they do not cut."""
    return tuple(cap for cap in ruleset.of(mt.Cap) if _covers(cap, wager.name.text))


def _covers(cap: mt.Cap, name: str) -> bool:
    if isinstance(cap.capped, mt.CapAll):
        return True
    return any(n.text == name for n in cap.capped.wagers)
