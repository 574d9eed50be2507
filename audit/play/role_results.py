"""What a round leaves to the player who holds a role: what the wagers against it brought, less shares and commissions."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.play.equipment import Equipment
from audit.play.errors import NotPlayable, PlayError
from audit.play.evaluating import holds
from audit.play.events import Event, NoneAgainst, RoleSettled
from audit.play.money import rounded
from audit.play.payouts import open_value
from audit.play.roles import cited, held_roles, roles_against, taken_roles, why_not_the_dealers
from audit.play.sight import Sight
from audit.play.state import RoleAccount, Stake, TableState
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.expressions import Percent
from audit.ruleset.holding import SHARED, share_of_the_dealer
from audit.ruleset.money import ChargedEach, CommissionBase
from audit.ruleset.ruleset import Ruleset

ROUND = "round"


def settle_roles(state: TableState) -> Iterator[Event]:
    """Settles the roles that the player holds, each once a round, when what was wagered against it is decided.

    One of which a payout is not stated is left open, as the wager is.
    """
    ruleset = state.equipment.ruleset
    for role in ruleset.of(wg.Role):
        name = role.name.text
        if name not in taken_roles(ruleset) or name in state.accounts:
            continue
        against = [stake for stake in state.stakes if name in roles_against(stake.wager)]
        if not against:
            state.accounts[name] = RoleAccount(Fraction(0), Fraction(0), 0)
            yield NoneAgainst(name, bases=(role.basis,))
            continue
        nets = [stake.net for stake in against if not stake.is_open]
        if nets and all(net is not None for net in nets):
            gross = sum((net for net in nets if net is not None), Fraction(0))
            yield _settled(role, gross, len(nets), state)


def _settled(role: wg.Role, gross: Fraction, wagers: int, state: TableState) -> RoleSettled:
    bases: list[Basis] = []
    taken = Fraction(0)
    share = share_of_the_dealer(role) if taken_roles(state.equipment.ruleset)[role.name.text] == SHARED else None
    if share is not None:
        taken = share.share * gross
        bases.append(share.basis)
    commission = Fraction(0)
    for line, due in _commissions(role, gross - taken, state):
        commission += due
        bases.append(line.basis)
    net = gross - taken - commission
    state.accounts[role.name.text] = RoleAccount(gross, net, wagers)
    return RoleSettled(role.name.text, gross, taken, commission, net, bases=tuple(bases) or (role.basis,))


def _commissions(role: wg.Role, won: Fraction, state: TableState) -> Iterator[tuple[wg.RoleCommission, Fraction]]:
    """What is charged on a net win of the round, line by line; nothing on a loss."""
    sight = state.sight()
    for line in role.lines:
        if not isinstance(line, wg.RoleCommission) or (line.guard is not None and not holds(line.guard, sight)):
            continue
        is_each_round = isinstance(line.charged, ChargedEach) and line.charged.period.text == ROUND
        if not is_each_round or line.base is not CommissionBase.NET_WIN:
            raise NotPlayable("a commission of a role that is not of the net win of each round", line.basis.span)
        if not isinstance(line.rate, Percent):
            raise open_value(line.rate, "a commission whose rate is open", sight.equipment.ruleset, line.basis.span)
        if won > 0:
            yield line, rounded(line.rate.value * won, line.rounded, line.basis.span)


def why_not_by_the_dealer(wager: wg.Wager, ruleset: Ruleset) -> str:
    """Why the dealer does not make a wager of his in rounds in which the roles are held so; nothing where he may."""
    why = why_not_the_dealers(wager, ruleset)
    made = [line for line in wager.lines if isinstance(line, wg.Made)]
    if why or any(_may_hold(line, ruleset) for line in made):
        return why
    taken = taken_roles(ruleset)
    held = " and ".join(f"{role} is {taken[role]}" for role in roles_against(wager) if role in taken)
    return f"the dealer does not make {wager.name} while {held}{cited(*(line.basis for line in made))}"


def _may_hold(line: wg.Made, ruleset: Ruleset) -> bool:
    """Whether a guard does not rule a line out by who holds the roles."""
    try:
        return line.guard is None or holds(line.guard, Sight(Equipment(ruleset), memory=held_roles(ruleset)))
    except PlayError:
        return True  # it hangs on more


def share_of_account(stake: Stake, state: TableState) -> Fraction:
    """What the accounts of roles add to what a decided wager brought the player, mostly less than nothing.

    Raises `NotPlayable` where several wagers share an account and what is charged is of all together.
    """
    added = Fraction(0)
    for name in roles_against(stake.wager):
        account = state.accounts.get(name)
        if account is None or account.net == account.gross:
            continue
        if account.wagers > 1:
            raise NotPlayable(f"a commission on what several wagers against {name} bring together")
        added += account.net - account.gross
    return added
