"""Wagers made: what the player wishes, when it may be made, and the stake that then lies on the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.play import amounts
from audit.play.deciding import is_decided_by_table
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.events import DealerMade, Made
from audit.play.families import refuse_unplayed
from audit.play.fitting import fits
from audit.play.hands import area_of
from audit.play.itself import worked_out_once
from audit.play.moments import Doorway, permissions
from audit.play.positions import Position, find, positions
from audit.play.roles import is_the_dealers, out_of_reach
from audit.play.sight import Sight
from audit.play.state import Stake, TableState, initial_memory
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span


@dataclass(frozen=True)
class Wish:
    """A wager that the player wants: made at the first moment at which it may be.

    Of a wager that is made by a decision it is the stake that the player has in mind.
    """

    wager: str
    label: str
    amount: Fraction
    called_on: bool = False


@dataclass(frozen=True)
class Maker:
    """Makes wagers at the table's present moment; ``check_amounts`` refuses stakes that are not permitted."""

    state: TableState
    check_amounts: bool = True

    def wager_named(self, name: str) -> wg.Wager:
        wager = self.state.equipment.ruleset.named(name, wg.Wager)
        if wager is None:
            raise PlayError(f"there is no wager {name}")
        return wager

    def permission(self, wager: wg.Wager, door: Doorway, position: Position | None = None) -> Basis | None:
        """The line that lets the player make a wager now; None if none does, or what it needs is not there.

        ``position`` is what the wager would be on, for a line that asks.
        """
        if not self.may_stand(wager):
            return None
        sight = self.state.sight()
        if position is not None and position.memory:
            sight = replace(sight, own=position.memory)
        return next((p.basis for p in permissions(wager, door, sight)), None)

    def may_stand(self, wager: wg.Wager) -> bool:
        """Whether the wagers that it needs are there, none that it is made instead of, and the player may make it at all."""
        if wager.name.text in out_of_reach(self.state.equipment.ruleset):
            return False
        lines = _lines_on_others(wager)
        open_names = {stake.wager.name.text for stake in self.state.open_stakes} if lines else ()
        for line in lines:
            if isinstance(line, wg.NeedsAll) and not all(n.text in open_names for n in line.wagers):
                return False
            if isinstance(line, wg.NeedsAny) and not any(n.text in open_names for n in line.wagers):
                return False
            if isinstance(line, wg.InsteadOf) and any(n.text in open_names for n in line.wagers):
                return False
        return True

    def position_of(self, wager: wg.Wager, label: str = "") -> Position | None:
        """What a wished wager is on; None where there is no such position, or several and none is named."""
        equipment = self.state.equipment
        return find(wager, label, equipment) if label else only_position(wager, equipment)

    def place(self, wager: wg.Wager, label: str = "") -> Position:
        """The same; raises `PlayError` where there is none."""
        position = self.position_of(wager, label)
        if position is None:
            raise PlayError(f"{wager.name} has no position {label or '(one must be named)'}", wager.basis.span)
        return position

    def make(self, wager: wg.Wager, wish: Wish, basis: Basis) -> Made:
        """Puts a wager on the table; raises `AmountError` where its amount is not permitted."""
        position = self.place(wager, wish.label)
        refuse_unplayed(wager, self.state.equipment.ruleset)
        stake = new_stake(wager, position, wish.amount, self.state)
        call_on(stake, wish.called_on)
        if self.check_amounts:
            amounts.check(wager, position, wish.amount, self.state.sight(stake))
        self.state.stakes.append(stake)
        if self.check_amounts:
            amounts.check_others(stake, self.state)
        return (DealerMade if stake.is_dealers else Made)(stake.id, wish.amount, bases=(basis,))


@worked_out_once
def _lines_on_others(wager: wg.Wager) -> tuple[wg.WagerLine, ...]:
    """The lines of a wager by which others bear on whether it may stand."""
    return tuple(line for line in wager.lines if isinstance(line, wg.NeedsAll | wg.NeedsAny | wg.InsteadOf))


def new_stake(wager: wg.Wager, position: Position, amount: Fraction, state: TableState) -> Stake:
    """A wager with its memory, the stakes that it is made upon, and its parts."""
    stake = _stake(wager, position, amount, state)
    stake.is_dealers = is_the_dealers(wager)
    needed = {n.text for line in wager.lines if isinstance(line, wg.NeedsAll | wg.NeedsAny) for n in line.wagers}
    stake.supports = tuple(s for s in state.stakes if s.is_open and s.wager.name.text in needed)
    stake.parts = tuple(part_stakes(wager, position, amount, state, 0))
    ridden = next((line.place.text for line in wager.lines if isinstance(line, wg.RidesOn)), "")
    stake.hand = state.hand if ridden and area_of(state.hand) == ridden else ridden  # of a split area the hand in play
    return stake


def call_on(stake: Stake, is_on: bool) -> None:
    """Notes whether the player has called a wager on, with the wagers that it consists of."""
    stake.called_on = is_on
    for part in stake.parts:
        call_on(part, is_on)


def _stake(wager: wg.Wager, position: Position, amount: Fraction, state: TableState) -> Stake:
    by_table = is_decided_by_table(wager, state.equipment.ruleset)
    return Stake(wager, position, amount, initial_memory(wager.lines, position), by_table=by_table)


def part_stakes(
    wager: wg.Wager, position: Position, amount: Fraction, state: TableState, depth: int
) -> Iterator[Stake]:
    """The stakes that a wager ``paid as`` others consists of, each with its share of the amount."""
    line = next((x for x in wager.lines if isinstance(x, wg.PaidAs)), None)
    if line is None:
        return
    if depth > 8:
        raise PlayError(f"{wager.name} is paid as wagers that are paid as it", line.basis.span)
    refuse_empty_parts(line)
    whole = sum((part.parts for part in line.parts), Fraction(0))
    for part in line.parts:
        inner = state.equipment.ruleset.named(part.wager.text, wg.Wager)
        if inner is None:
            raise PlayError(f"there is no wager {part.wager}", line.basis.span)
        on = part_position(inner, part, position, state.equipment, line.basis.span)
        stake = _stake(inner, on, amount * part.parts / whole, state)
        stake.parts = tuple(part_stakes(inner, on, stake.amount, state, depth + 1))
        yield stake


def refuse_empty_parts(line: wg.PaidAs) -> None:
    """Raises `PlayError` for a part that nothing of the stake goes to."""
    empty = next((part for part in line.parts if not part.parts), None)
    if empty is not None:
        raise PlayError(f"0 parts {empty.wager}: nothing of the stake goes there", line.basis.span)


def part_position(inner: wg.Wager, part: wg.Part, position: Position, equipment: Equipment, span: Span) -> Position:
    """The position of a part: the only one, or the one that its ``on`` picks out of the wager's own pick.

    Raises `PlayError` where there is none, or more than one.
    """
    found: Sequence[Position] = positions(inner, equipment)
    if part.on is not None:
        sight = Sight(equipment, own=position.memory)
        found = [p for p in found if any(fits(part.on, tuple(atoms), sight) for atoms in p.values.values())]
    if not found:
        raise PlayError(f"{part.wager} has no position that this part names", span)
    if len(found) > 1:
        several = ", ".join(f"[{p.label}]" for p in found[:3]) + (", …" if len(found) > 3 else "")
        raise PlayError(f"which position of {part.wager} is meant is not said: {several}", span)
    return found[0]


def only_position(wager: wg.Wager, equipment: Equipment) -> Position | None:
    found = positions(wager, equipment)
    return found[0] if len(found) == 1 else None
