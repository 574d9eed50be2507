"""Wagers that the dealer makes against the player who holds a role: of which there are figures, and from whose side."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from audit.play.role_results import why_not_by_the_dealer
from audit.play.roles import cited, dealers_against, is_the_dealers, roles_against, taken_roles
from audit.ruleset import wagers as wg
from audit.ruleset.holding import SHARED, share_of_the_dealer
from audit.ruleset.money import plain
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.bundles import grows
from audit.solve.cards.ids import wager_of
from audit.solve.cards.staking import is_staked_in_money
from audit.solve.errors import NotSolvable


def refuse_the_dealers(group: Collection[str], ruleset: Ruleset) -> None:
    """Raises `NotSolvable` for a wager of the dealer's that is made in other rounds than these only, or has no figure of its own."""
    for name in group:
        wager = ruleset.named(wager_of(name), wg.Wager)
        if wager is None or not is_the_dealers(wager):
            continue
        why = why_not_by_the_dealer(wager, ruleset)
        if why:
            looked_at = "".join(f"; --role {role}=player looks at such rounds" for role in roles_against(wager)[:1])
            raise NotSolvable(f"{why}{looked_at}", name, wager.basis.span)
        for role in charged_on(wager, ruleset):
            if len(dealers_against(role, ruleset)) > 1:
                why = f"a commission is due on what several wagers against {role.name} bring together"
                raise NotSolvable(why, "commission", role.basis.span)
        if grows(ruleset):
            raise NotSolvable(f"{name}, which the dealer makes, in a round in which hands grow", name, wager.basis.span)


def charged_on(wager: wg.Wager, ruleset: Ruleset) -> tuple[wg.Role, ...]:
    """The roles with a commission that the player holds and that the dealer makes a wager against."""
    held = taken_roles(ruleset)
    roles = (role for role in ruleset.of(wg.Role) if role.name.text in held and role.name.text in roles_against(wager))
    return tuple(role for role in roles if is_the_dealers(wager) and _commissions(role))


def _commissions(role: wg.Role) -> list[wg.RoleCommission]:
    return [line for line in role.lines if isinstance(line, wg.RoleCommission)]


def is_rounded_money(role: wg.Role, ruleset: Ruleset) -> bool:
    """Whether what is charged for a role is of sums of money alone: lines fix the stakes of all that the dealer wagers against it."""
    against = dealers_against(role, ruleset)
    return bool(against) and all(is_staked_in_money(ruleset, wager.name.text) for wager in against)


def notes_of_role(wager: wg.Wager, ruleset: Ruleset) -> Iterator[str]:
    """Of a wager that the dealer makes against the player it is told from whose side the figures are."""
    for role in ruleset.of(wg.Role):
        holder = taken_roles(ruleset).get(role.name.text)
        if holder is None or not is_the_dealers(wager) or role.name.text not in roles_against(wager):
            continue
        charged = _commissions(role)
        less = f", less the commission of {role.name}{cited(*(line.basis for line in charged))}" if charged else ""
        yield (
            f"the figures are those of the player who holds {role.name}, per unit of the dealer's wager: what the dealer loses on it "
            f"the player wins{less}; an edge below 0 is what the player keeps on average"
        )
        shared = share_of_the_dealer(role) if holder == SHARED else None
        if shared is not None:
            yield f"the dealer takes {plain(shared.share * 100)}% of the result{cited(shared.basis)}"
