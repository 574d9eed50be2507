"""What a round that is over, or a part of it, has brought: wagers, the bonuses on them, and what others get."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from fractions import Fraction

from audit.play.errors import NotPlayable, NotStatedHere, PlayError
from audit.play.role_results import share_of_account
from audit.play.settling import Silent, Unpriced
from audit.play.state import Stake, TableState
from audit.solve.cards.course import TAKEN_BACK, Paid
from audit.solve.cards.ids import name_among


def brought(state: TableState, settled: Collection[str], taken_back: Collection[str]) -> Iterator[Paid]:
    """What everything brought that is settled; a wager without a result is one of `FAULTS`.

    ``taken_back`` are the wagers that their player took back by a choice.
    """
    faults = state.faults or {}
    for stake in state.stakes:
        name = name_among(stake, settled)
        if name in settled:
            error = faults.get(stake.id)
            is_taken_back = stake.wager.name.text in taken_back
            yield _paid_of(name, stake, state, is_taken_back) if error is None else _fault(name, stake, error)
            yield from _beside(name, stake)


def statement_of(error: PlayError) -> str:
    """What stands in the way of play, in words."""
    if isinstance(error, NotStatedHere):
        return "not stated"
    return error.statement if isinstance(error, NotPlayable) else ""


def net_of(stake: Stake, state: TableState) -> Fraction | None:
    """What a decided wager brought the player, with what the role that he holds leaves him of it; None where no clause states it."""
    return None if stake.net is None else stake.net + share_of_account(stake, state)


def _paid_of(name: str, stake: Stake, state: TableState, is_taken_back: bool) -> Paid:
    """What a wager brought."""
    decision = stake.decision
    if stake.result is None:
        return Paid(name, "missing", None, stake.put_up, bases=(stake.wager.basis,))
    payout = decision.payout if decision is not None else None
    return Paid(
        name,
        TAKEN_BACK if is_taken_back else stake.result,
        net_of(stake, state),
        stake.put_up,
        payout.text if payout is not None else "",
        payout.label if payout is not None else "",
        stake.meters,
        bases=decision.bases if decision is not None else (),
    )


def _beside(wager: str, stake: Stake) -> Iterator[Paid]:
    """The bonuses on a wager, and what others get."""
    for extra in stake.extras:
        beside = "" if extra.kind == "bonus" else extra.kind
        name = extra.name if not beside else wager
        yield Paid(
            name, extra.result, extra.net, Fraction(0), extra.pays, extra.label, extra.meters, beside, extra.bases
        )  # fmt: skip


def _kind_of(error: PlayError) -> str:
    """What the rules leave a wager without, as one of `FAULTS`."""
    match error:
        case Unpriced():
            return "unpriced"
        case Silent():
            return "missing"
        case _:
            return "conflict"


def _fault(name: str, stake: Stake, error: PlayError) -> Paid:
    basis = replace(stake.wager.basis, span=error.span)
    return Paid(name, _kind_of(error), None, stake.put_up, label=error.message, bases=(basis,))


