"""What a person asks of a round to be played: wagers, and what comes up."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from audit.commands.session import near, no_such, usage

if TYPE_CHECKING:
    from audit.play.cards import Card
    from audit.play.choosing import ToDecide
    from audit.play.equipment import Outcome, Source
    from audit.play.making import Wish
    from audit.ruleset.configure import Configured
    from audit.ruleset.ruleset import Ruleset
    from audit.ruleset.wagers import Amount, Wager

_WISH = re.compile(r"\s*([a-z][a-z0-9_]*)\s*(?:\[(.*)\])?\s*=\s*\$?([\d,]{1,20}(?:\.\d{1,10})?)\s*")


class ScriptEnded(Exception):
    """All that was scripted has come up: the play ends there, and that is no mistake."""


class NothingMore:
    """What comes up behind a script when no seed was asked for."""

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        raise ScriptEnded(f"{verb} {name}")

    def card(self, area: str, stock: Sequence[Card]) -> int:
        raise ScriptEnded(f"a card to {area}")

    def choose(self, decision: ToDecide) -> int:
        offered = [offer.label for offer in decision.offers]
        raise ScriptEnded(f"{decision.step}, where the player decides: {', '.join(offered)} (--decide {offered[0]!r})")


def wishes_of(asked: Sequence[str], called_on: Sequence[str], configured: Configured) -> list[Wish]:
    """The wagers asked for, and those that are required; else the first that can be made alone.

    Raises `Stop` for one that cannot be meant.
    """
    wishes = [_wish(text, called_on, configured) for text in asked]
    for text, wish in zip(asked, wishes, strict=True):
        _check_roles(text, _named(wish.wager, configured.ruleset), configured.ruleset)
    wishes = _with_required(_with_the_dealers(wishes, configured), configured) or _first_wish(configured)
    for text in called_on:
        if text not in {name for w in wishes for name in (w.wager, f"{w.wager}[{w.label}]")}:
            raise usage(f"--on {text}: no such wager is asked for", f"--wager {text}=10 makes it", "wager")
    made = {w.wager for w in wishes}
    for text in asked:
        wish = _wish(text, called_on, configured)
        _check_needs(text, _named(wish.wager, configured.ruleset), made)
        _check_offered(text, _named(wish.wager, configured.ruleset), configured)
    return wishes


def _wish(text: str, called_on: Sequence[str], configured: Configured) -> Wish:
    from audit.play.equipment import Equipment
    from audit.play.making import Wish, only_position
    from audit.play.positions import find, positions
    from audit.ruleset.configure import GROUPED

    match = _WISH.fullmatch(text)
    shown = text if len(text) <= 60 else f"{text[:60]}…"
    if match is None:
        raise usage(f"--wager {shown}: a wager is WAGER=AMOUNT", "such as place[6]=12", "wager")
    if not GROUPED.fullmatch(match[3]):
        raise usage(f"--wager {shown}: {match[3]} is no amount: a comma groups thousands", "such as 7.50, or 1,000", "wager")
    name, label, amount = match[1], match[2] or "", Fraction(match[3].replace(",", ""))
    if not amount:
        raise usage(f"--wager {shown}: a stake is more than 0", name="wager")
    wager, equipment = _named(name, configured.ruleset), Equipment(configured.ruleset)
    if (find(wager, label, equipment) if label else only_position(wager, equipment)) is None:
        labels = [f"{name}[{p.label}]" for p in positions(wager, equipment) if p.label]
        some = f"{', '.join(labels[:6])}{' …' if len(labels) > 6 else ''}"
        said = f"{name} is not on {label}" if label else f"{name} is on one of several things, and none is named"
        mend = f"there are: {some}" if labels else f"it is on nothing that is picked: --wager {name}={match[3]}"
        raise usage(f"--wager {shown}: {said}", mend, "wager")
    whole = f"{name}[{label}]" if label else name
    return Wish(name, label, amount, called_on=name in called_on or whole in called_on)


def _named(name: str, ruleset: Ruleset) -> Wager:
    from audit.ruleset.wagers import Wager

    found = ruleset.named(name, Wager)
    if found is None:
        raise no_such(ruleset.head.id, "wager", name, [w.name.text for w in ruleset.of(Wager)])
    return found


def _check_offered(text: str, wager: Wager, configured: Configured) -> None:
    """Raises `Stop` for a wager that the house may offer under a choice that was not made."""
    from audit.ruleset.wagers import HouseMayOffer

    stated = [w for w in configured.source.of(type(wager)) if w.name == wager.name]
    offers = [line for one in stated for line in one.lines if isinstance(line, HouseMayOffer)]
    if offers and not any(isinstance(line, HouseMayOffer) for line in wager.lines):
        clauses = ", ".join(dict.fromkeys(str(cite) for line in offers for cite in line.basis.cites))
        said = f"{wager.name} is not offered in this configuration{f' ({clauses})' if clauses else ''}"
        mend = f"audit show {configured.source.head.id} --wager {wager.name} tells when it may be; --choose sets that"
        raise usage(f"--wager {text}: {said}", mend, "wager")


def _check_needs(text: str, wager: Wager, made: set[str]) -> None:
    """Raises `Stop` for a wager that is made only where another stands, and that one is not asked for."""
    from audit.ruleset.wagers import NeedsAll, NeedsAny

    for line in wager.lines:
        if isinstance(line, NeedsAll | NeedsAny):
            names = [w.text for w in line.wagers]
            wanting = [n for n in names if n not in made]
            is_met = not wanting if isinstance(line, NeedsAll) else len(wanting) < len(names)
            if not is_met:
                joined = (" and " if isinstance(line, NeedsAll) else " or ").join(wanting)
                clauses = ", ".join(str(c) for c in line.basis.cites)
                mend = f"--wager {wanting[0]}=10 makes it"
                raise usage(
                    f"--wager {text}: {wager.name} needs {joined}{f' ({clauses})' if clauses else ''}", mend, "wager"
                )


def _check_roles(text: str, wager: Wager, ruleset: Ruleset) -> None:
    """Raises `Stop` for a wager that cannot be made while roles are held as they are."""
    from audit.play.role_results import why_not_by_the_dealer
    from audit.play.roles import is_the_dealers, roles_against, why_out_of_reach

    why = why_out_of_reach(wager, ruleset)
    if why:
        raise usage(f"--wager {text}: {why}", "without --role the dealer holds it", "wager")
    why = why_not_by_the_dealer(wager, ruleset) if is_the_dealers(wager) else ""
    if why:
        roles = roles_against(wager)
        raise usage(f"--wager {text}: {why}", f"--role {roles[0]}=player plays such a round" if roles else "", "wager")


def _with_the_dealers(wishes: list[Wish], configured: Configured) -> list[Wish]:
    """The wishes with the wagers that the dealer makes against the player, at the most that the lines state."""
    from audit.play.making import Wish
    from audit.ruleset.wagers import Wager

    ruleset = configured.ruleset
    found = list(wishes)
    for wager in ruleset.of(Wager):
        is_asked = any(wish.wager == wager.name.text for wish in wishes)
        if not is_asked and _is_made_by_the_dealer(wager, ruleset) and not _bounds_before(wager, ruleset):
            stakes = _stakes(wager, found, configured)
            found += [Wish(wager.name.text, "", stakes[-1])] if stakes else []
    return found


def _is_made_by_the_dealer(wager: Wager, ruleset: Ruleset) -> bool:
    from audit.play.role_results import why_not_by_the_dealer
    from audit.play.roles import is_the_dealers

    return is_the_dealers(wager) and not why_not_by_the_dealer(wager, ruleset)


def _bounds_before(wager: Wager, ruleset: Ruleset) -> list[Amount]:
    """The bounds of a wager that hang on a round before."""
    from audit.play.roles import is_of_a_round_before
    from audit.ruleset.wagers import Amount

    return [line for line in wager.lines if isinstance(line, Amount) and is_of_a_round_before(line.stake, ruleset)]


def unknown_stakes(configured: Configured) -> list[str]:
    """What to ask for where the dealer would wager, and how much hangs on a round before."""
    from audit.play.roles import cited
    from audit.ruleset.wagers import Wager

    ruleset = configured.ruleset
    told = []
    for wager in ruleset.of(Wager):
        bounds = _bounds_before(wager, ruleset) if _is_made_by_the_dealer(wager, ruleset) else []
        if bounds:
            clauses = cited(*(line.basis for line in bounds))
            told.append(f"how much {wager.name} is hangs on a round before{clauses}: --wager {wager.name}=10 says it")
    return told


def _with_required(wishes: list[Wish], configured: Configured) -> list[Wish]:
    """The wishes, in the order of the ruleset, with the wagers that a player of cards must make, at their least stake."""
    from audit.play.equipment import Equipment
    from audit.play.making import Wish
    from audit.play.moments import required_by
    from audit.play.roles import out_of_reach
    from audit.play.state import TableState
    from audit.play.steps import all_steps, made_by_decision
    from audit.ruleset.chance import Deck
    from audit.ruleset.wagers import Wager

    ruleset = configured.ruleset
    if not ruleset.of(Deck):
        return wishes
    sight = TableState(Equipment(ruleset)).sight()
    steps = all_steps(ruleset)
    decided = made_by_decision(steps)
    found = list(wishes)
    for wager in ruleset.of(Wager):
        name = wager.name.text
        is_asked = name in out_of_reach(ruleset) or any(wish.wager == name for wish in wishes)
        if is_asked or name in decided or required_by(wager, steps[0].name.text, sight) is None:
            continue
        found.append(Wish(name, "", _least_stake(wager, found, configured)))
    order = [wager.name.text for wager in ruleset.of(Wager)]
    return sorted(found, key=lambda wish: order.index(wish.wager))


def _first_wish(configured: Configured) -> list[Wish]:
    """Where no wager is asked for: the first of the ruleset that needs no other, at the least stake that is chosen.

    None where the player holds a role: he has come to answer for others.
    """
    from audit.play.equipment import Equipment
    from audit.play.making import Wish
    from audit.play.positions import positions
    from audit.play.roles import is_the_dealers, taken_roles
    from audit.ruleset.wagers import NeedsAll, NeedsAny, Wager

    for wager in configured.ruleset.of(Wager):
        if is_the_dealers(wager) or taken_roles(configured.ruleset):
            continue
        if not any(isinstance(line, NeedsAll | NeedsAny) for line in wager.lines):
            place = positions(wager, Equipment(configured.ruleset))[0]
            return [Wish(wager.name.text, place.label, _table_minimum(configured))]
    return []


def _least_stake(wager: Wager, wishes: Sequence[Wish], configured: Configured) -> Fraction:
    """The least that a wager may be, beside those wished; what the house chose as its minimum where no line says."""
    stakes = _stakes(wager, wishes, configured)
    return stakes[0] if stakes else _table_minimum(configured)


def _stakes(wager: Wager, wishes: Sequence[Wish], configured: Configured) -> list[Fraction]:
    """The stakes at which a wager is offered beside those wished, the least first; none where no line says."""
    from audit.play.equipment import Equipment
    from audit.play.errors import NotStatedHere
    from audit.play.offering import Offering
    from audit.play.positions import positions
    from audit.play.sight import Sight, WagerView

    equipment = Equipment(configured.ruleset)
    views = {wish.wager: WagerView(True, True, None, wish.amount) for wish in wishes}
    offering = Offering(
        Sight(equipment, wagers=views), lambda _: True, lambda one: positions(one, equipment)[0], lambda _: ()
    )
    try:
        stakes = offering.stakes(wager.name.text, None, wager.basis.span)
    except NotStatedHere:
        stakes = ()
    return [one.amount for one in stakes]


def _table_minimum(configured: Configured) -> Fraction:
    from audit.ruleset.configure import number_in

    return number_in(configured.values.get("table_minimum")) or Fraction(10)


def check_irregularity(name: str, ruleset: Ruleset) -> None:
    """Raises `Stop` for an irregularity that the ruleset does not have."""
    from audit.ruleset.controls import Irregularity

    if ruleset.named(name, Irregularity) is None:
        raise no_such(ruleset.head.id, "irregularity", name, [i.name.text for i in ruleset.of(Irregularity)])


def check_given(scripts: Mapping[str, Sequence[str]], irregularity: str | None, ruleset: Ruleset) -> None:
    """Raises `Stop` where something is scripted that neither comes up nor is asked about the irregularity."""
    from audit.play.given import KINDS, card_kinds
    from audit.play.irregular import FACTS
    from audit.ruleset.controls import Irregularity, PlayedEvent

    found = ruleset.named(irregularity, Irregularity) if irregularity else None
    facts = FACTS.get(found.event.event.text, ()) if found and isinstance(found.event, PlayedEvent) else ()
    known = [*KINDS, *card_kinds(ruleset), *facts]
    for kind in scripts:
        if kind not in known:
            raise usage(
                f"--given: {kind} is nothing that comes up",
                f"{near(kind, known)}there are: {', '.join(known)}",
                "given",
            )
