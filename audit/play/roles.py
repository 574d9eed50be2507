"""Roles: titles that move round the table.  At a table of one player against the house each is the dealer's, unless the
player has taken it (`audit.ruleset.holding`): then nobody is left who wagers against it but the dealer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from audit.play.errors import NotPlayable, PlayError
from audit.play.events import Event, RoleTaken, TakenAsMet
from audit.play.itself import worked_out_once
from audit.play.phrases import condition
from audit.play.sight import Thing
from audit.ruleset import expressions as ex
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.holding import DEALER, SHARED, share_of_the_dealer
from audit.ruleset.holding import taken_roles as taken
from audit.ruleset.money import plain
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import DefinedValue

OF_PLAYERS: Mapping[type[wg.WagerLine], str] = {
    wg.PaidAs: "paid as others",
    wg.PutUpByHouse: "put up by the house",
    wg.TakenWhenMade: "taken when made",
    wg.Commission: "commission",
}
"""Lines of wagers of which it is plain only for a player's who has what."""


@worked_out_once
def held_roles(ruleset: Ruleset) -> dict[str, Thing]:
    """Who holds each role at the start of a round: its name is worth that person, as long as the round goes on."""
    dealers: dict[str, Thing] = {r.name.text: DEALER for r in ruleset.of(wg.Role) if is_left_to_the_dealer(r)}
    return {**dealers, **taken(ruleset)}


@worked_out_once
def taken_roles(ruleset: Ruleset) -> dict[str, str]:
    """The roles that the player holds, alone (``player``) or ``shared`` with the dealer."""
    return taken(ruleset)


def is_left_to_the_dealer(role: wg.Role) -> bool:
    """Whether the dealer holds a role unless somebody takes it."""
    return any(isinstance(line, wg.HeldBy) and line.holder.text == DEALER and line.guard is None for line in role.lines)


# wagers


def roles_against(wager: wg.Wager) -> tuple[str, ...]:
    """The roles that a wager is made against."""
    return tuple(line.role.text for line in wager.lines if isinstance(line, wg.AgainstRole))


def is_the_dealers(wager: wg.Wager) -> bool:
    """Whether a wager is made by the dealer, and never by a player."""
    makers = [line.by for line in wager.lines if isinstance(line, wg.Made)]
    return bool(makers) and all(maker is ex.Place.DEALER for maker in makers)


def dealers_against(role: wg.Role, ruleset: Ruleset) -> list[wg.Wager]:
    """The wagers of the dealer's against a role."""
    return [one for one in ruleset.of(wg.Wager) if is_the_dealers(one) and role.name.text in roles_against(one)]


@worked_out_once
def out_of_reach(ruleset: Ruleset) -> frozenset[str]:
    """The wagers that the player cannot make since he holds a role: those against it, and those that need such a one."""
    roles = taken_roles(ruleset)
    wagers = [
        one for one in ruleset.of(wg.Wager) if not any(isinstance(x, wg.Made) and x.by is not None for x in one.lines)
    ]
    found = {one.name.text for one in wagers if any(role in roles for role in roles_against(one))}
    while more := {one.name.text for one in wagers if one.name.text not in found and _wants(one, found)}:
        found |= more
    return frozenset(found)


def _wants(wager: wg.Wager, missing: set[str]) -> bool:
    """Whether a wager needs one that is missing, with nothing that would do in its place."""
    for line in wager.lines:
        names = {n.text for n in line.wagers} if isinstance(line, wg.NeedsAll | wg.NeedsAny) else set[str]()
        if names and (names & missing if isinstance(line, wg.NeedsAll) else names <= missing):
            return True
    return False


def why_out_of_reach(wager: wg.Wager, ruleset: Ruleset) -> str:
    """Why the player who holds a role cannot make a wager, with the clauses; nothing where he can."""
    if wager.name.text not in out_of_reach(ruleset):
        return ""
    for line in wager.lines:
        if isinstance(line, wg.AgainstRole) and line.role.text in taken_roles(ruleset):
            why = f"is against {line.role}, which the player holds, and nobody wagers against himself"
            return f"{wager.name} {why}{cited(line.basis)}"
    line = next(x for x in wager.lines if isinstance(x, wg.NeedsAll | wg.NeedsAny))
    needed = next(n for n in line.wagers if n.text in out_of_reach(ruleset))
    other = ruleset.named(needed.text, wg.Wager)
    because = f": {why_out_of_reach(other, ruleset)}" if other is not None else ""
    return f"{wager.name} needs {needed}{cited(line.basis)}{because}"


def why_not_the_dealers(wager: wg.Wager, ruleset: Ruleset) -> str:
    """Why a wager of the dealer's is not made in rounds in which the roles are held so; nothing where it may be."""
    roles = roles_against(wager)
    if not is_the_dealers(wager) or any(role in taken_roles(ruleset) for role in roles):
        return ""
    clauses = cited(*(line.basis for line in wager.lines if isinstance(line, wg.Made)))
    against = " or ".join(roles)
    if not roles:
        return f"{wager.name} is made by the dealer, and nothing says against whom{clauses}"
    return f"{wager.name} is made by the dealer, and only while a player holds {against}{clauses}"


def cited(*bases: Basis) -> str:
    """The clauses of lines in parentheses, with a space before them; nothing where there are none."""
    clauses = dict.fromkeys(str(cite) for basis in bases for cite in basis.cites)
    return f" ({', '.join(clauses)})" if clauses else ""


def refuse_open_role(wager: wg.Wager, ruleset: Ruleset) -> None:
    """Raises `NotPlayable` for a wager against a role of which nothing says that the dealer or the player holds it."""
    for line in wager.lines:
        if isinstance(line, wg.AgainstRole) and line.role.text not in held_roles(ruleset):
            raise NotPlayable(f"against {line.role}, which nothing says that the dealer holds,", line.basis.span)


def refuse_unplayed_maker(wager: wg.Wager, ruleset: Ruleset) -> None:
    """Raises for a wager that is made by others than the player; `NotPlayable` but for one of the dealer's against him."""
    for line in wager.lines:
        if isinstance(line, wg.Made) and line.by is not None:
            if not is_the_dealers(wager) or why_not_the_dealers(wager, ruleset):
                raise NotPlayable("made by a position", line.basis.span)
        elif type(line) in OF_PLAYERS and is_the_dealers(wager):
            raise NotPlayable(f"{OF_PLAYERS[type(line)]}, of a wager that the dealer makes,", line.basis.span)
    why = why_out_of_reach(wager, ruleset)
    if why:
        raise PlayError(why, wager.basis.span)


def is_of_a_round_before(what: object, ruleset: Ruleset) -> bool:
    """Whether an amount hangs on what the holder of a role wagered in a round before: ``main of bank``."""
    if not ruleset.of(wg.Role):
        return False
    met: set[str] = set()
    waiting = [what]
    while waiting:
        for node in walk(waiting.pop()):
            match node:
                case ex.FeatureOf(ex.Called(wager), ex.Called(role)):
                    if ruleset.named(wager.text, wg.Wager) and ruleset.named(role.text, wg.Role):
                        return True
                case ex.Called(name) if name.text not in met:
                    met.add(name.text)
                    waiting += [s.value for s in ruleset.by_name.get(name.text, ()) if isinstance(s, DefinedValue)]
    return False


# the round


def take_roles(ruleset: Ruleset) -> Iterator[Event]:
    """The roles that the player holds as a round begins, and what one round does not tell of his right to them.

    Raises `NotPlayable` for a line of such a role that nothing here would heed.
    """
    for role in ruleset.of(wg.Role):
        holder = taken_roles(ruleset).get(role.name.text)
        if holder is None:
            continue
        for line in role.lines:
            if isinstance(line, wg.CoversOwn):
                raise NotPlayable("covers up to its own wager, of a role that a player holds,", line.basis.span)
        line_by = next(line for line in role.lines if isinstance(line, wg.TakenBy))
        shared = share_of_the_dealer(role) if holder == SHARED else None
        if holder == SHARED and shared is None:
            raise PlayError(f"nothing lets the dealer take a part of what {role.name} brings", role.basis.span)
        share = shared.share if shared is not None else None
        bases = (line_by.basis, *([shared.basis] if shared is not None else []))
        yield RoleTaken(role.name.text, share, bases=bases)
        for stated in role.lines:
            words = _as_met(role.name.text, stated)
            if words:
                yield TakenAsMet(role.name.text, words, bases=(stated.basis,))


def _as_met(role: str, line: wg.RoleLine) -> str:
    """What a line asks that is not seen in one round, in words; nothing of other lines."""
    match line:
        case wg.BarredFirst(period):
            return f"it is not the first round of the {period}"
        case wg.BarredAfter(rounds):
            several = "the round before" if rounds == 1 else f"the {plain(rounds)} rounds before"
            return f"the player did not hold {role} in {several}"
        case wg.NeedsLastRound(holder):
            return f"the player had a wager in the last round in which the {holder} held {role}"
        case wg.NeedsFact(fact):
            return condition(fact)
        case wg.CoversEvery():
            return "the player can cover every wager"
    return ""
