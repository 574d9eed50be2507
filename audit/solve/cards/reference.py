"""The reference of the card solvers: every deal of a small deck played by the interpreter in every way, card by card.

Nothing here is clever on purpose.  No tree, no oracle, no table and no symmetry is shared with the methods: each round
is played on concrete cards, what its player knows at each decision is noted down, and best play is found backwards over
what he knew.

Two things spare rounds and change no figure.  Cards of one area that are dealt in one go, with nothing asked, shown or
decided between them, are dealt in one order only, counted as often as there are orders; not where a line speaks of the
first or the last card of that area.  A card burned face down is nobody's: it stays among those that are never dealt.
"""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Collection, Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm, perm
from types import MappingProxyType
from typing import TypeAlias, TypeVar

from audit.play.cards import Card, deck
from audit.play.choosing import ToDecide
from audit.play.equipment import Outcome, Source
from audit.play.errors import PlayError
from audit.play.evaluating import holds
from audit.play.events import Event
from audit.play.lying import BURNS
from audit.play.making import Wish
from audit.play.role_results import share_of_account
from audit.play.rounds import Jump, Play
from audit.play.state import Stake
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured
from audit.ruleset.places import Area
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.ids import name_among
from audit.solve.errors import NotSolvable

MOST_ROUNDS = 400_000
"""More rounds than this are not played."""

UNSEEN = Card("?")
"""A card burned face down, which nobody ever looks at."""

MOST_BURNED = 30


@dataclass(frozen=True, order=True)
class Brought:
    """What a wager, a bonus or a payment to others (``beside``) brought in one round.

    ``staked`` is nothing where the player took the wager back.
    """

    name: str
    beside: str
    net: Fraction
    staked: Fraction


Ended: TypeAlias = tuple[Brought, ...]
"""How a round ended: what everything brought, sorted."""

Shares: TypeAlias = Mapping[Ended, Fraction]
"""How probable each end is."""


@dataclass(frozen=True)
class Situation:
    """What is best where the player knows so much; ``values`` are expectations, ``share`` how often it arises."""

    moment: str
    known: tuple[tuple[str, int, Card], ...]
    before: tuple[str, ...]
    values: tuple[tuple[str, Fraction], ...]
    choice: str
    share: Fraction

    @property
    def is_tied(self) -> bool:
        best = max(value for _, value in self.values)
        return sum(value == best for _, value in self.values) > 1


@dataclass(frozen=True)
class Played:
    """Best play of a small deck: ``value`` is the expectation of what was valued, ``ends`` how rounds then end.

    Of equal choices that is taken which puts up least, then the one that is offered first.
    """

    value: Fraction
    ends: Shares
    situations: tuple[Situation, ...]
    rounds: int
    _root: _Branching = field(repr=False)

    @property
    def is_tied(self) -> bool:
        """Whether, somewhere, another choice would have done as well."""
        return any(situation.is_tied for situation in self.situations)

    def expected(self, names: Collection[str]) -> Fraction:
        """What some wagers and bonuses bring together."""
        return sum((_net(end, names) * share for end, share in self.ends.items()), Fraction(0))

    def ends_of(self, names: Collection[str]) -> Shares:
        """How rounds end for some wagers and bonuses."""
        return dict(_of(self.ends, names))

    def is_reached(self, ends: Shares, names: Collection[str], most: int = 20_000) -> bool | None:
        """Whether some best play ends so for these wagers and bonuses; None where that is too much to search."""
        found = self._root.all_ends(frozenset(names), most)
        return None if found is None else frozenset(ends.items()) in found


@dataclass(frozen=True)
class Rounds:
    """Every way in which a round with certain wagers can go; ``total`` ways of dealing, all together."""

    leaves: tuple[tuple[_Leaf, int], ...]
    total: int

    def best(self, valued: Collection[str]) -> Played:
        """All ends under best play, when these wagers and bonuses are played for."""
        root = _branched(self.leaves, 0, frozenset(valued), self.total)
        ends = {end: Fraction(ways, self.total) for end, ways in root.ends().items() if ways}
        assert sum(ends.values()) == 1
        return Played(root.value / self.total, ends, tuple(root.situations()), len(self.leaves), root)


def all_rounds(
    configured: Configured,
    wishes: Sequence[Wish],
    pack: Sequence[Card] | None = None,
    meters: Mapping[str, Fraction] = MappingProxyType({}),
    *,
    most: int = MOST_ROUNDS,
    in_order: bool = False,
) -> Rounds:
    """Plays a round with these wagers in every way.

    ``pack`` are the cards in the place of the ruleset's deck, ``meters`` the sizes of its meters.  With ``in_order`` all
    orders of dealing are played out.
    Raises `NotSolvable` where more than ``most`` rounds would be played, or no clause states a payout that occurs;
    `PlayError` where play does.
    """
    cards = tuple(deck(configured.ruleset) if pack is None else pack)
    leaves = list(_Table(configured, cards, list(wishes), meters, in_order=in_order).leaves(most))
    deepest = max(leaf.dealt for leaf in leaves)
    finest = lcm(*(leaf.weight.denominator for leaf in leaves))
    weighed = tuple(
        (leaf, leaf.ways * perm(len(cards) - leaf.dealt, deepest - leaf.dealt) * int(leaf.weight * finest)) for leaf in leaves
    )
    return Rounds(weighed, perm(len(cards), deepest) * finest)


# all rounds


@dataclass(frozen=True)
class _Knowledge:
    """What a player knows at a decision, and what he is offered."""

    step: str
    offered: tuple[str, ...]
    cards: tuple[tuple[str, int, Card], ...]
    shown: tuple[Hashable, ...]


@dataclass(frozen=True)
class _Leaf:
    """A round played to its end: so many ways of dealing ``dealt`` cards in order lead to it.

    ``weight`` is how probable it is that dice, wheels and draws beside the cards come up as they did.
    """

    ways: int
    dealt: int
    decisions: tuple[tuple[_Knowledge, str], ...]
    end: Ended
    weight: Fraction


class _DeadWay(Exception):
    """No card is left that goes on in ascending order: such a way is counted elsewhere."""


class _Table(Play):
    """A play whose cards and choices are branched at, and which notes what its player is shown."""

    def __init__(
        self,
        configured: Configured,
        pack: Sequence[Card],
        wishes: list[Wish],
        meters: Mapping[str, Fraction],
        *,
        in_order: bool,
    ) -> None:
        self.pack = tuple(pack)
        self.kinds = tuple(dict.fromkeys(pack))
        self.ordered, self.meters = in_order, meters
        self.made = frozenset(f"{wish.wager}[{wish.label}]" for wish in wishes if wish.label)
        self.told_apart = areas_told_apart(configured.ruleset)
        self.begin([])
        super().__init__(configured, self, list(wishes), check_amounts=False, chooser=self)
        self._stock = self.pack + (UNSEEN,) * MOST_BURNED

    def leaves(self, most: int) -> Iterator[_Leaf]:
        """Every way in which the round can go, each once."""
        way: list[int] = []
        for _ in range(most):
            with contextlib.suppress(_DeadWay):
                yield self.leaf(way)
            while self.branches and self.way[-1] + 1 == self.branches[-1]:
                self.way.pop()
                self.branches.pop()
            if not self.branches:
                return
            way = [*self.way[:-1], self.way[-1] + 1]
        raise NotSolvable(f"more than {most:,} rounds")

    def begin(self, way: list[int]) -> None:
        """A new round along this way, from its end on along the first branches."""
        self.given, self.way = way, list[int]()
        self.branches: list[int] = []
        self.shown: list[Hashable] = []
        self.decisions: list[tuple[_Knowledge, str]] = []
        self.taken_back: set[str] = set()
        self.left = Counter(self.pack)
        self.ways, self.dealt, self.blanks = 1, 0, 0
        self.weight = Fraction(1)
        self.go = 0
        self.is_burning = self.is_up = self.is_until = False
        self.held: dict[tuple[str, bool, int], list[int]] = {}

    def leaf(self, way: list[int]) -> _Leaf:
        self.begin(way)
        by_choice = {wish.wager for wish in self.intended}
        self.state.stakes = []
        self.state.meters = dict(self.meters)
        self.unmade = [wish for wish in self.wishes if wish.wager not in by_choice]
        self.staked = {}
        for _ in self.one_round(stop_when_idle=True):
            pass
        return _Leaf(self.ways, self.dealt, tuple(self.decisions), self.end(), self.weight)

    def end(self) -> Ended:
        found: list[Brought] = []
        for stake in self.state.stakes:
            name = name_among(stake, self.made)
            amount = Fraction(0) if name in self.taken_back else stake.amount
            net = _stated(stake.net, stake) + share_of_account(stake, self.state)
            found.append(Brought(name, "", net, amount))
            for extra in stake.extras:
                is_bonus = extra.kind == "bonus"
                net = _stated(extra.net, stake)
                told = extra.name if is_bonus else name
                found.append(Brought(told, "" if is_bonus else extra.kind, net, Fraction(0)))
        return tuple(sorted(found))

    def branch(self, number: int) -> int:
        at = len(self.branches)
        taken = self.given[at] if at < len(self.given) else 0
        self.branches.append(number)
        self.way.append(taken)
        return taken

    # the feed

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        outcomes = source.outcomes()
        outcome, ways = outcomes[self.branch(len(outcomes))]
        self.weight *= Fraction(ways, source.total)
        self.show((verb, name, outcome))
        return outcome

    def card(self, area: str, stock: Sequence[Card]) -> int:
        """One of the cards that are left; every kind of them is a branch, as often as it is left."""
        if self.dealt + self.blanks == len(self.pack):
            raise PlayError(f"the deck has run out: no card is left for {area}")
        if self.is_burning:
            self.blanks += 1
            return len(stock) - 1
        held = self.held.setdefault((area, self.is_up, self.go), [])
        is_one = not (self.ordered or self.is_until or area in self.told_apart)
        least = held[-1] if held and is_one else 0
        open_kinds = [kind for kind in range(least, len(self.kinds)) if self.left[self.kinds[kind]]]
        if not open_kinds:
            raise _DeadWay
        kind = open_kinds[self.branch(len(open_kinds))]
        card = self.kinds[kind]
        self.ways *= self.left[card]
        if is_one:
            self.ways = self.ways * (len(held) + 1) // (held.count(kind) + 1)
        held.append(kind)
        self.left[card] -= 1
        self.dealt += 1
        return list(stock).index(card)

    # the chooser

    def choose(self, decision: ToDecide) -> int:
        offered = tuple(offer.label for offer in decision.offers)
        if len(offered) == 1:
            self.show(("only", offered))
            return 0
        faces = {one.spot: one.card for lying in self.state.cards.dealt.values() for one in lying}
        cards = tuple((*spot, faces[spot]) for spot in sorted(decision.known))
        sizes = tuple(sorted((area, len(lying)) for area, lying in self.state.cards.areas.items()))
        knows = _Knowledge(decision.step, offered, cards, (*self.shown, sizes))
        taken = self.branch(len(offered))
        self.decisions.append((knows, offered[taken]))
        self.go += 1
        return taken

    # what is shown on the way

    def show(self, what: Hashable) -> None:
        self.shown.append(what)
        self.go += 1

    def run_step(self, name: str) -> Generator[Event, None, Jump]:
        guard = self.step_named(name).guard
        if guard is not None:
            self.show((name, holds(guard, self.state.sight())))
        return (yield from super().run_step(name))

    def arm_of(self, branch: rd.Branch) -> tuple[rd.StepLine, ...]:
        arm = super().arm_of(branch)
        self.show(next((n for n, case in enumerate(branch.cases) if case.lines is arm), -1))
        return arm

    def run_line(self, line: rd.StepLine) -> Generator[Event, None, Jump | None]:
        if line.guard is not None and not self.is_asked_of_each_hand(line):
            self.show(holds(line.guard, self.state.sight()))
        if not isinstance(line, rd.Act):
            self.go += 1
        self.is_until = isinstance(line, rd.DealUntil)
        jump = yield from super().run_line(line)
        self.is_until = False
        if self.is_asked_of_each_hand(line):
            self._show_results()
        return jump

    def act(self, action: rd.Action, basis: Basis) -> Generator[Event, None, Jump | None]:
        if not isinstance(action, rd.Deal | rd.Burn):
            self.go += 1
        if isinstance(action, rd.TakeBack):
            self.taken_back.update(name.text for name in action.wagers)
        self.is_up = isinstance(action, rd.Deal) and action.face is rd.Face.UP
        self.is_burning = isinstance(action, rd.Burn) and action.face is not rd.Face.UP and action.into is None
        jump = yield from super().act(action, basis)
        self.is_burning = False
        if isinstance(action, rd.SettleAll | rd.SettleSome):
            self._show_results()
        return jump

    def _show_results(self) -> None:
        stakes = self.state.stakes
        self.show(tuple((s.id, s.result, s.net, tuple((e.name, e.net) for e in s.extras)) for s in stakes))


def areas_told_apart(ruleset: Ruleset) -> frozenset[str]:
    """The areas of which some line speaks card by card, so that the order in which cards lie there may matter."""
    areas = {area.name.text for area in ruleset.of(Area)}
    found: set[str] = set()
    for node in walk(ruleset.statements):
        if isinstance(node, ex.NthCard | ex.NthCards):
            name = node.of.name.text if isinstance(node.of, ex.Called) else ""
            found |= {name} if name in areas else areas
        elif isinstance(node, rd.RevealNext | rd.Discard):
            found |= {node.of.text} if node.of.text in areas else areas
    return frozenset(found | {BURNS})


def _stated(net: Fraction | None, stake: Stake) -> Fraction:
    if net is None:
        raise NotSolvable(f"no clause states what {stake.wager.name} brings", stake.wager.name.text)
    return net


# best play, backwards


@dataclass
class _Branching:
    """The rounds that a player cannot tell apart from one another, in all ways of dealing them.

    ``over`` are those that end here; each of ``later`` is what he may know next, with what each choice leads to.
    """

    over: Counter[Ended]
    later: list[tuple[_Knowledge, dict[str, _Branching]]]
    before: tuple[str, ...]
    value: Fraction
    ways: int
    stakes: tuple[Fraction, Fraction]
    total: int

    def best(self, choices: Mapping[str, _Branching]) -> str:
        return min(choices, key=lambda label: (-choices[label].value, choices[label].stakes))

    def ends(self) -> Counter[Ended]:
        found = Counter(self.over)
        for _, choices in self.later:
            found.update(choices[self.best(choices)].ends())
        return found

    def situations(self) -> Iterator[Situation]:
        """Those that come about under best play."""
        for knows, choices in self.later:
            best = self.best(choices)
            if not choices[best].ways:
                continue
            values = tuple((label, then.value / then.ways) for label, then in choices.items())
            share = Fraction(choices[best].ways, self.total)
            yield Situation(knows.step, knows.cards, self.before, values, best, share)
            yield from choices[best].situations()

    def all_ends(self, names: frozenset[str], most: int) -> frozenset[frozenset[tuple[Ended, Fraction]]] | None:
        """How all best plays end for some wagers; None where there are too many."""
        found = self._all_ends(names, most)
        if found is None:
            return None
        return frozenset(frozenset((end, Fraction(n, self.total)) for end, n in one) for one in found)

    def _all_ends(self, names: frozenset[str], most: int) -> set[_Ends] | None:
        found: set[_Ends] = {frozenset((end, n) for end, n in _of(self.over, names).items() if n)}
        for _, choices in self.later:
            best = max(then.value for then in choices.values())
            here: set[_Ends] = set()
            for then in choices.values():
                tried = then._all_ends(names, most) if then.value == best else set[_Ends]()
                if tried is None:
                    return None
                here |= tried
            if len(here) * len(found) > most:
                return None
            found = {_together(one, other) for one in found for other in here}
        return found


_Ends: TypeAlias = frozenset[tuple[Ended, int]]

_Amount = TypeVar("_Amount", int, Fraction)


def _of(ends: Mapping[Ended, _Amount], names: Collection[str]) -> dict[Ended, _Amount]:
    """The ends as far as they bear on some wagers and bonuses."""
    found: dict[Ended, _Amount] = {}
    for end, share in ends.items():
        told = tuple(one for one in end if one.name in names)
        found[told] = found[told] + share if told in found else share
    return found


def _together(one: _Ends, other: _Ends) -> _Ends:
    joined = Counter(dict(one))
    joined.update(dict(other))
    return frozenset(joined.items())


def _branched(
    leaves: Sequence[tuple[_Leaf, int]], depth: int, valued: frozenset[str], total: int, before: tuple[str, ...] = ()
) -> _Branching:
    """What best play brings from the decision of that number on; values are sums over ways of dealing."""
    over: Counter[Ended] = Counter()
    value, ways = Fraction(0), 0
    stakes: list[Fraction] = []
    parted: dict[_Knowledge, dict[str, list[tuple[_Leaf, int]]]] = {}
    for leaf, number in leaves:
        if len(leaf.decisions) == depth:
            over[leaf.end] += number
            value += _net(leaf.end, valued) * number
            ways += number
            stakes.append(sum((one.staked for one in leaf.end if one.name in valued), Fraction(0)))
        else:
            knows, label = leaf.decisions[depth]
            parted.setdefault(knows, {}).setdefault(label, []).append((leaf, number))
    later: list[tuple[_Knowledge, dict[str, _Branching]]] = []
    for knows, by_label in parted.items():
        choices = {
            label: _branched(by_label[label], depth + 1, valued, total, (*before, label)) for label in knows.offered
        }
        later.append((knows, choices))
        value += max(then.value for then in choices.values())
        ways += next(iter(choices.values())).ways
        stakes += [stake for then in choices.values() for stake in then.stakes]
    return _Branching(over, later, before, value, ways, (min(stakes), max(stakes)), total)


def _net(end: Ended, names: Collection[str]) -> Fraction:
    return sum((one.net for one in end if one.name in names and not one.beside), Fraction(0))
