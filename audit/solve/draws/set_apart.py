"""The round as a wager sees it that hangs on cards which rules alone deal: what others decide and are dealt is left out.

In: a round in which hands grow, a wager.  Out: the same ruleset with this wager alone, and of the round the lines that bear on
it; nothing where any line is not plainly one that bears on it or one that does not.
Must hold: cards come off a shuffled deck, and nobody decides by cards that are still in it.  Then however many cards come to
others in between, and whatever they are taken by, those that come to the areas that the wager looks at are, in their order, as
likely as if no others had been dealt.  It is taken for granted that the cards last.

Of an area of which only the first cards are looked at, a player's own too, it does not matter what comes to it once these were
dealt: whatever is decided then is decided behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.configure import Configured
from audit.ruleset.names import Name
from audit.ruleset.places import Area, Owner
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.solve.cards.alike import all_named
from audit.solve.cards.by_itself import hangs_on_needed

LASTS = "it is taken for granted that the cards last for all hands of the round"

OF_A_WAGER = (
    wg.HouseMayOffer, wg.Optional, wg.NeedsAll, wg.NeedsAny, wg.Made, wg.MayNotBe, wg.PlacedWith, wg.Amount, wg.ResultRow,
    wg.OtherwiseRow, wg.ResultNotStated, wg.PaysLine, wg.PaysByTable, wg.NoCommission, wg.PayoutRounded,
)  # fmt: skip
"""The lines that a wager may have which is set apart: it lies there until it is settled."""

OF_WAGERS = (tb.SettleTable, tb.PaysRate, tb.PaysTable)
"""The statements that say what becomes of the wagers that they name."""

FACTS = (cd.AllOf, cd.Holds, cd.Negated, cd.Is, cd.IsNot, cd.Compares, cd.IsState, cd.IsNotState, cd.AnyOfThemIs)
"""The facts that a line may hang on which bears on the wager; of states only that of the wager itself is asked."""

NOT_OF_CARDS = (ex.RoundMemory, ex.OwnMemory, ex.CardShowing, ex.HandShowing, wg.Keep, wg.Add, wg.CountUp, wg.Clear)
"""What lines remember, and what shows of cards."""

OF_CARDS = frozenset({"cards", "suits", "rank", "suit"})
"""The features of cards that no statement declares."""

CHOSEN = (pt.AfterChoice, cd.After)

ELSEWHERE = (
    rd.Make, rd.Forfeit, rd.ForfeitHalf, rd.TakeBack, rd.Return, rd.SettleSome, rd.MayMake, rd.SplitHand, rd.Wait, rd.Out,
    rd.EndHand, rd.Reveal, rd.RevealNext, rd.Looks, rd.DealerLooks, rd.Burn,
)  # fmt: skip
"""The acts that do not bear on a wager which they do not name, nor on cards that are still to come."""

COUNTED_OFF = (ex.NthCard, ex.NthCards)
"""Single cards of a hand, by their places."""


class _Bears(Exception):
    """Something may bear on the wager of which it is not plain how."""


def set_apart(configured: Configured, wager: str) -> Configured | None:
    """The ruleset with this wager alone; None where it may hang on more than what rules deal."""
    whole = configured.ruleset
    others = frozenset(one.name.text for one in whole.of(wg.Wager)) - {wager}
    if hangs_on_needed(wager, whole):
        return None
    try:
        alone = Ruleset(whole.head, tuple(_of_one_wager(whole, wager)))
        rounds = _Cut(alone, wager, others)
        cut = tuple(rounds.cut(s) if isinstance(s, rd.Round) else s for s in alone.statements)
    except _Bears:
        return None
    return replace(configured, ruleset=Ruleset(whole.head, cut))


def first_cards(ruleset: Ruleset, wager: str) -> frozenset[tuple[str, int]] | None:
    """The areas of which only so many first cards tell what becomes of a wager once it is made; None where more may."""
    others = frozenset(one.name.text for one in ruleset.of(wg.Wager)) - {wager}
    try:
        alone = Ruleset(ruleset.head, tuple(_of_one_wager(ruleset, wager)))
        lines = (line for one in alone.of(wg.Wager) for line in one.lines if not isinstance(line, wg.Amount | wg.Made))
        looks = _Cut(alone, wager, others).looks((*lines, *alone.of(*OF_WAGERS)))
    except _Bears:
        return None
    return looks.first if not looks.whole else None


def _of_one_wager(ruleset: Ruleset, wager: str) -> Iterator[Statement]:
    """The statements without other wagers, and what is said of those."""
    for statement in ruleset.statements:
        match statement:
            case wg.Wager():
                if statement.name.text == wager:
                    yield _lying_there(statement)
            case tb.SettleTable(wagers=names) | tb.PaysRate(wagers=names) | tb.PaysTable(wagers=names):
                if _is_named(wager, names):
                    yield statement
            case tb.Bonus(on=on):
                if on.text == wager:
                    raise _Bears
            case tb.PayoutList():
                raise _Bears
            case _:
                yield statement


def _lying_there(wager: wg.Wager) -> wg.Wager:
    """A wager without those that it needs, on which it does not hang (`hangs_on_needed`).

    Raises `_Bears` where more may become of it than that it is settled.
    """
    lines = tuple(line for line in wager.lines if not isinstance(line, wg.NeedsAll | wg.NeedsAny))
    if not all(isinstance(line, OF_A_WAGER) and not line.at for line in lines):
        raise _Bears
    return replace(wager, lines=lines)


def _is_named(wager: str, names: Iterable[Name]) -> bool:
    return any(name.text == wager for name in names)


@dataclass(frozen=True)
class _Looks:
    """What is looked at: areas with all of their cards, and of others how many of the first cards at most."""

    whole: frozenset[str] = frozenset()
    first: frozenset[tuple[str, int]] = frozenset()

    @property
    def areas(self) -> frozenset[str]:
        return self.whole | {area for area, _ in self.first}

    def holds(self, other: _Looks) -> bool:
        """Whether all that the other looks at is looked at here."""
        mine = dict(self.first)
        return other.whole <= self.whole and all(area in self.whole or mine.get(area, 0) >= n for area, n in other.first)


@dataclass
class _Cut:
    """Cuts the round down; the ruleset is that of the wager alone, ``others`` are the names of all other wagers."""

    ruleset: Ruleset
    wager: str
    others: frozenset[str]

    # what the wager looks at

    @cached_property
    def looked_at(self) -> _Looks:
        """The cards that the wager hangs on: those that are looked at where it is settled, or by lines that deal them."""
        parts: list[object] = [*self.ruleset.of(wg.Wager), *self.ruleset.of(*OF_WAGERS)]
        found = _Looks()
        while True:
            looks = self.looks(parts)
            if looks == found:
                return looks
            found = looks
            drawing = [node for node in self.ruleset.nodes_of(rd.Round) if isinstance(node, rd.DealUntil)]
            parts += [node.until for node in drawing if node.to.text in found.whole]

    @cached_property
    def _of_rankings(self) -> frozenset[int]:
        """The identities of what stands in rankings: there it is asked what was chosen on the hand itself, of which the dealer has none."""
        return frozenset(id(node) for ranking in self.ruleset.of(wo.Ranking) for node in walk(ranking))

    def looks(self, parts: Iterable[object]) -> _Looks:
        """The cards that these parts look at; raises `_Bears` where they look at anything but cards that rules deal."""
        whole: set[str] = set()
        first: dict[str, int] = {}
        waiting = list(parts)
        while waiting:
            for part in all_named([waiting.pop()], self.ruleset, closed=(*CHOSEN, *COUNTED_OFF)):
                match part:
                    case ex.NthCard() | ex.NthCards():
                        counted = _first_cards(part, self.ruleset)
                        if counted is None:
                            waiting.append(part.of)
                        else:
                            first[counted[0]] = max(counted[1], first.get(counted[0], 0))
                    case Area(name=name, owner=owner):
                        if owner is Owner.EACH_PLAYER:
                            raise _Bears
                        whole.add(name.text)
                    case _:
                        self._check(part)
        return _Looks(frozenset(whole), frozenset((area, n) for area, n in first.items() if area not in whole))

    def _check(self, part: object) -> None:
        """Raises `_Bears` where a part looks at anything but cards."""
        match part:
            case pt.AfterChoice() | cd.After():
                if id(part) not in self._of_rankings:
                    raise _Bears
            case str():
                if part in self.others or part == "hand":
                    raise _Bears
            case ex.Called(name) if name.text not in self.ruleset.by_name and name.text not in OF_CARDS:
                raise _Bears  # what is named by no statement is built in: how many hands there are, who is dealer
            case cd.WagerState.OPEN | cd.WagerState.MADE:
                pass
            case _ if type(part).__module__ == cd.__name__ and not isinstance(part, FACTS):
                raise _Bears
            case _ if isinstance(part, NOT_OF_CARDS):
                raise _Bears

    # the round

    def cut(self, whole: rd.Round) -> rd.Round:
        steps = [replace(step, lines=tuple(self._lines(step))) for step in whole.steps]
        steps = [step for step in _without_jumps(steps, self._doorways) if step.lines or step.name.text in self._doorways]
        if self._missing:
            raise _Bears  # of the cards that are looked at not all are plainly dealt
        names = {step.name.text for step in steps}
        if any(isinstance(node, rd.GoTo) and node.step.text not in names for node in walk(tuple(steps))):
            raise _Bears
        for step in steps:
            self._check_kept([] if step.guard is None else [step.guard])
            for line in step.lines:
                self._check_kept(_facts(line))
        return replace(whole, steps=tuple(steps))

    def _lines(self, step: rd.Step) -> list[rd.StepLine]:
        found: list[rd.StepLine] = []
        for line in step.lines:
            kept = list(self._line(line))
            if self._missing and any(_is_not_always(step, one) for one in kept):
                raise _Bears  # it may be that they are not dealt there
            found += kept
        return _absorbed(found, self.others)

    @cached_property
    def _doorways(self) -> frozenset[str]:
        """The steps at which the wager may be made, whether anything is left of them or not."""
        moments = [line.moment for one in self.ruleset.of(wg.Wager) for line in one.lines if isinstance(line, wg.Made)]
        return frozenset(node.text for node in walk(tuple(moments)) if isinstance(node, Name))

    @cached_property
    def _missing(self) -> dict[str, int]:
        """How many of the first cards of areas that are looked at no line has dealt so far."""
        return dict(self.looked_at.first)

    def _check_kept(self, facts: Sequence[cd.Condition]) -> None:
        """Raises `_Bears` where a line that bears on the wager hangs on more than the cards that it looks at itself."""
        if not self.looked_at.holds(self.looks(facts)):
            raise _Bears

    def _line(self, line: rd.StepLine) -> Iterator[rd.StepLine]:
        """What is left of a line: itself, a part of it, or nothing."""
        match line:
            case rd.Act(on=None) | rd.ActOtherwise():
                actions = tuple(kept for action in line.actions for kept in self._action(action))
                if actions:
                    yield replace(line, actions=actions)
            case rd.DealUntil(to=to):
                if to.text in self._missing:
                    raise _Bears
                if to.text in self.looked_at.whole:
                    yield replace(line, face=rd.Face.UP)
            case rd.Decides(choices=choices) | rd.PlaysEachHand(choices=choices):
                for choice in choices:
                    if any(self._action(action) for action in choice.actions):
                        raise _Bears
                    if any(kept for inner in choice.lines for kept in self._line(inner)):
                        raise _Bears
            case rd.Branch(cases=cases):
                if any(kept for case in cases for inner in case.lines for kept in self._line(inner)):
                    raise _Bears
            case _:
                raise _Bears

    def _action(self, action: Any) -> tuple[rd.Action, ...]:
        """What is left of an act; raises `_Bears` where it may bear on the wager in another way."""
        match action:
            case rd.Deal(to=to, cards=cards):
                mine = tuple(name for name in to if name.text in self.looked_at.whole or name.text in self._missing)
                for name in mine:
                    self._deal(name.text, int(cards))
                # Whether a card is seen matters to nobody, where nobody decides.
                return (replace(action, to=mine, face=rd.Face.UP),) if mine else ()
            case rd.SettleSome(wagers=names) if _is_named(self.wager, names):
                return (replace(action, wagers=tuple(name for name in names if name.text == self.wager)),)
            case rd.Bets(wagers=names):
                mine = tuple(name for name in names if name.text == self.wager)
                return (rd.Bets(mine),) if mine else ()
            case rd.GoTo() | rd.EndRound.END:
                return (action,)
            case _ if isinstance(action, ELSEWHERE) and not self._names(action):
                return ()
            case _:
                raise _Bears

    def _deal(self, area: str, cards: int) -> None:
        if area in self._missing:
            self._missing[area] -= cards
            if self._missing[area] <= 0:
                del self._missing[area]

    def _names(self, action: object) -> bool:
        """Whether an act names the wager, or an area that it looks at in order to take cards from there."""
        names = {node.text for node in walk(action) if isinstance(node, Name)}
        taken = self.looked_at.areas if isinstance(action, rd.Burn) else frozenset()
        return self.wager in names or not names.isdisjoint(taken)


def _first_cards(part: ex.NthCard | ex.NthCards, ruleset: Ruleset) -> tuple[str, int] | None:
    """The area of which first cards are looked at, and how many; None where it is anything else."""
    number = int(part.number.value) if isinstance(part, ex.NthCards) else 1
    match part.of:
        case ex.Called(name) if ruleset.named(name.text, Area) is not None and part.ordinal is not ex.Ordinal.LAST:
            return name.text, part.ordinal.value - 1 + number
    return None


def _is_not_always(step: rd.Step, line: rd.StepLine) -> bool:
    """Whether a line may leave cards undealt: it is carried out at times only, or leads elsewhere."""
    acts = line.actions if isinstance(line, rd.Act | rd.ActOtherwise) else ()
    if any(isinstance(action, rd.GoTo) or action is rd.EndRound.END for action in acts):
        return True
    is_always = isinstance(line, rd.Act) and line.guard is None and step.guard is None and not step.at_each_new_shoe
    return any(isinstance(action, rd.Deal) for action in acts) and not is_always


def _without_jumps(steps: Sequence[rd.Step], doorways: frozenset[str]) -> list[rd.Step]:
    """The steps without jumps ahead that skip nothing, whatever they hang on; ``doorways`` are steps that are something in any case."""
    left = list(steps)
    places = {step.name.text: n for n, step in enumerate(left)}
    for n in reversed(range(len(left))):
        lines = list(left[n].lines)
        if any(isinstance(line, rd.ActOtherwise) for line in lines):
            continue  # it hangs on whether a jump was made
        for at in reversed(range(len(lines))):
            to = _jumps_to(lines[at])
            ahead = places.get(to, -1) if to is not None else -1
            skipped = left[n + 1 : ahead]
            if ahead > n and not lines[at + 1 :] and not any(step.lines or step.name.text in doorways for step in skipped):
                del lines[at]
        left[n] = replace(left[n], lines=tuple(lines))
    return left


def _jumps_to(line: rd.StepLine) -> str | None:
    """The step to which a line leads, if it does nothing else."""
    match line:
        case rd.Act(actions=(rd.GoTo(step=step),), on=None):
            return step.text
    return None


def _facts(line: rd.StepLine) -> list[cd.Condition]:
    """What it hangs on whether, and how often, a line is carried out."""
    until = [line.until] if isinstance(line, rd.DealUntil) else []
    return until if line.guard is None else [line.guard, *until]


def _absorbed(lines: list[rd.StepLine], others: frozenset[str]) -> list[rd.StepLine]:
    """Lines that deal until something holds, but those right before one that does the same, if for other wagers.

    Whether such a line was carried out or not, after the next one the same cards lie there.
    """
    left = list(lines)
    for one, other in pairwise(lines):
        is_same = (
            isinstance(one, rd.DealUntil) and isinstance(other, rd.DealUntil) and (one.to, one.until) == (other.to, other.until)
        )
        if is_same and any(isinstance(node, Name) and node.text in others for node in walk(one.guard)):
            left.remove(one)
    return left
