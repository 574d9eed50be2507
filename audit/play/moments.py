"""When a wager may be made: each time a step is about to be entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from audit.play.evaluating import holds
from audit.play.itself import worked_out_once
from audit.play.sight import Sight
from audit.ruleset import moments as mo
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated

VERBS = {rd.RollDice: "roll", rd.SpinWheel: "spin", rd.DrawChance: "draw", rd.Deal: "deal", rd.DealUntil: "deal"}


@dataclass(frozen=True)
class Doorway:
    """A step about to be entered: the moment at which wagers are made.

    ``acts`` are the chance acts that the step holds; ``is_start`` is true where the round begins; ``visited`` the steps
    that this round has been through, the last one last; ``bets`` the wagers that the step has made before its first
    chance act, each with the line that says so.
    """

    step: str
    acts: frozenset[str]
    is_start: bool
    visited: tuple[str, ...] = ()
    bets: tuple[tuple[str, Basis], ...] = ()


@dataclass(frozen=True)
class Permission:
    """A line that lets a wager be made now; ``is_right`` where it is a right (``may be made``) and no moment."""

    basis: Basis
    is_right: bool = False
    line: wg.WagerLine | None = field(default=None, compare=False)


def doorway(step: rd.Step, is_start: bool, visited: Iterable[str] = ()) -> Doorway:
    return Doorway(step.name.text, _acts_in(step), is_start, tuple(visited), tuple(_bets_first(step)))


@worked_out_once
def _acts_in(step: rd.Step) -> frozenset[str]:
    return frozenset(VERBS[type(node)] for node in walk(step) if type(node) in VERBS)


def _bets_first(step: rd.Step) -> Iterator[tuple[str, Basis]]:
    """The wagers of ``bets`` lines that stand before anything else happens."""
    for line in step.lines:
        if not isinstance(line, rd.Act) or line.on is not None or line.guard is not None:
            return
        for action in line.actions:
            if not isinstance(action, rd.Bets):
                return
            yield from ((name.text, line.basis) for name in action.wagers)


def permissions(wager: wg.Wager, door: Doorway, sight: Sight) -> Iterator[Permission]:
    """The lines that let a wager be made at a doorway; what it needs and what bars it is not looked at here."""
    moments = [line for line in wager.lines if isinstance(line, wg.Made | wg.MadeAnyTime)]
    for line in moments:
        if _is_now(line, door, sight) and _in_force(line, door, sight):
            yield Permission(line.basis, False, line)
    for name, basis in door.bets:
        if not moments and name == wager.name.text:
            yield Permission(basis)
    if door.is_start and is_unplaced(wager, sight.equipment.ruleset):
        yield Permission(wager.basis)
    for right in wager.lines:
        if isinstance(right, wg.MayBe) and wg.Right.MADE in right.rights and _in_force(right, door, sight):
            yield Permission(right.basis, bool(moments), right)


@worked_out_once
def is_unplaced(wager: wg.Wager, ruleset: Ruleset) -> bool:
    """Whether nothing says when a wager is made: then it is before the first act, with the first ``bets``."""
    if any(isinstance(line, wg.Made | wg.MadeAnyTime) for line in wager.lines) or _has_bare_right(wager):
        return False
    return not _is_placed_elsewhere(wager, ruleset)


def _has_bare_right(wager: wg.Wager) -> bool:
    return any(isinstance(line, wg.MayBe) and wg.Right.MADE in line.rights and not line.at for line in wager.lines)


def _is_placed_elsewhere(wager: wg.Wager, ruleset: Ruleset) -> bool:
    """Whether a step says where the wager is made (``bets``, ``make``, ``may make``)."""
    name = wager.name
    return any(
        (isinstance(node, rd.Bets) and name in node.wagers)
        or (isinstance(node, rd.Make | rd.MayMake | rd.SplitHand) and node.wager == name)
        for node in ruleset.nodes_of(rd.Round)
    )


def _in_force(line: wg.WagerLine, door: Doorway, sight: Sight) -> bool:
    for heading in line.at:
        if not (isinstance(heading, wg.AtStep) and heading.step.text == door.step):
            return False
    return line.guard is None or holds(line.guard, sight)


def _is_now(line: wg.Made | wg.MadeAnyTime, door: Doorway, sight: Sight) -> bool:
    if isinstance(line, wg.MadeAnyTime):
        return True
    steps = {step.name.text for statement in sight.equipment.ruleset.of(rd.Round) for step in statement.steps}
    match line.moment:
        case mo.Before(step) | mo.BeforeAny(step):
            return _enters(step, door, steps)
        case mo.InStep(step):
            return step.text == door.step
        case mo.AfterStep(step):
            return step.text in door.visited and step.text != door.step
    return False


def _enters(name: Name, door: Doorway, steps: set[str]) -> bool:
    """Whether what is named is what comes next: a step, an act that the step holds, the round."""
    if name.text in steps:
        return name.text == door.step
    if name.text in ("round", "shuffle"):
        return door.is_start
    return name.text in door.acts


def in_force(line: wg.WagerLine, step: str, sight: Sight) -> bool:
    """Whether a line that says how a wager lives is in force at a step."""
    if any(isinstance(heading, wg.AtStep) and heading.step.text != step for heading in line.at):
        return False
    return line.guard is None or holds(line.guard, sight)


def required_by(wager: wg.Wager, step: str, sight: Sight) -> wg.WagerLine | None:
    """The line that requires a wager of everybody who plays."""
    return next((x for x in wager.lines if isinstance(x, wg.Required) and in_force(x, step, sight)), None)


def rights(wager: wg.Wager, right: wg.Right, step: str, sight: Sight) -> Stated | None:
    """The line that grants a right at a step, None if none does or a nearer line denies it.

    A line under a heading is nearer than one without, the wager's own nearer than one of ``all wagers``.
    """
    best: tuple[int, int] | None = None
    found: Stated | None = None
    for line in wager.lines:
        if not isinstance(line, wg.MayBe | wg.MayNotBe) or right not in line.rights:
            continue
        if any(isinstance(h, wg.AtStep) and h.step.text != step for h in line.at):
            continue
        if line.guard is not None and not holds(line.guard, sight):
            continue
        nearness = (len(line.at), 0 if line.is_default else 1)
        denies = isinstance(line, wg.MayNotBe)
        if best is None or nearness > best or (nearness == best and denies):
            best, found = nearness, (None if denies else line)
    return found
