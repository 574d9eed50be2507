"""Two wagers of rounds of cards side by side: the deals and decisions after which they settle differently, or proof.

The courses of both rounds are walked together: the same cards lie on both sides, and the player decides alike where both
let him.  What the two sides ask of the cards is tied together as far as it is plain which answers may go with which; for
ends that differ cards are looked for that lead to both.  Where no two ends that may go together differ, no round does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from audit.compare.behaviour import Difference, Walk
from audit.compare.card_facts import Answering, Asked, Fact, Meanings
from audit.compare.dealing import Dealt
from audit.play.errors import PlayError
from audit.ruleset import chance
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Span
from audit.ruleset.configure import Configured, ConfigureError
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.bundles import grows
from audit.solve.cards.course import FAULTS, Ask, Course, Decide, Node, Paid, Spot
from audit.solve.cards.laying_open import bonuses_on, nodes_in, only_for
from audit.solve.cards.solver import CardSolver
from audit.solve.errors import NotSolvable
from audit.solve.stakes import End

MOST_PAIRS = 60_000
"""Pairs of ends, or of nodes on the way there, that are looked at."""
MOST_WAYS = 3
"""Ways to one kind of difference for which cards are looked for."""

Brought = tuple[Fraction | str | None, tuple[tuple[str, Fraction], ...]]
"""What a wager with its bonuses brings: its net, or why it has none, and its shares of meters."""


@dataclass
class CardLane:
    """The round of one side, laid open wager by wager."""

    configured: Configured
    solver: CardSolver
    _courses: dict[tuple[str, ...], Course | None] = field(default_factory=dict)
    _names: dict[str, frozenset[str]] = field(default_factory=dict)

    @cached_property
    def answering(self) -> Answering:
        return Answering(self.configured, self.solver.laying.judge)

    @property
    def ruleset(self) -> Ruleset:
        return self.configured.ruleset

    def together(self, wager: str) -> tuple[str, ...]:
        """The wagers that must be made for one to be settled, itself among them: what it needs, and its bundle."""
        bundled = {name: bundle.wagers for bundle in self.solver.bundles for name in bundle.wagers}
        found: set[str] = set()
        waiting = [wager, *(w.name.text for w in self.ruleset.of(wg.Wager) if _is_required(w))]
        while waiting:
            name = waiting.pop()
            if name in found:
                continue
            found.add(name)
            stated = self.ruleset.named(name, wg.Wager)
            waiting.extend(bundled.get(name, ()))
            for line in stated.lines if stated is not None else ():
                if isinstance(line, wg.NeedsAll):
                    waiting.extend(n.text for n in line.wagers)
                elif isinstance(line, wg.NeedsAny) and not any(n.text in found for n in line.wagers):
                    waiting.append(line.wagers[0].text)
        return tuple(w.name.text for w in self.ruleset.of(wg.Wager) if w.name.text in found)

    def course(self, wagers: tuple[str, ...], wager: str) -> Course | None:
        """The course of a round with these wagers, as far as it bears on one of them and its bonuses.

        None where it cannot be laid open; where hands grow that would be found out late, card by card.
        """
        if grows(self.ruleset):
            return None
        if wagers not in self._courses:
            try:
                self._courses[wagers] = self.solver.laying.course(wagers, wagers)
            except (NotSolvable, PlayError, ConfigureError):
                self._courses[wagers] = None
        course = self._courses[wagers]
        return None if course is None else only_for(course, {wager, *bonuses_on(self.configured, (wager,))})

    def hangs_on(self, wager: str) -> frozenset[str]:
        """The names of all that a wager's results may hang on: what settles and pays it, and what that looks at."""
        if wager not in self._names:
            found = {wager}
            waiting: list[object] = [
                s
                for s in self.ruleset.statements
                if isinstance(s, tb.SettleTable | tb.PaysTable | tb.PaysRate | tb.PayoutList | tb.Bonus | wg.Wager)
                and any(isinstance(n, Name) and n.text == wager for n in walk(s))
            ]
            while waiting:
                for node in walk(waiting.pop()):
                    if isinstance(node, Name) and node.text not in found:
                        found.add(node.text)
                        stated = self.ruleset.by_name.get(node.text, ())
                        waiting.extend(s for s in stated if not isinstance(s, wg.Wager))
            self._names[wager] = frozenset(found)
        return self._names[wager]

    def pays(self, wager: str) -> Iterator[Paid]:
        """Everything that may come of a wager and its bonuses."""
        course = self.course(self.together(wager), wager)
        for node in nodes_in(course.root) if course is not None else ():
            if not isinstance(node, Ask | Decide):
                yield from node.paid


def _is_required(wager: wg.Wager) -> bool:
    return any(isinstance(line, wg.Required) for line in wager.lines)


def card_lane(configured: Configured, solver: CardSolver | None) -> CardLane | None:
    """The round of a ruleset that deals cards; None where it deals none, or cannot be laid open."""
    if not configured.ruleset.of(chance.Deck):
        return None
    lane = CardLane(configured, solver or CardSolver(configured))
    try:
        lane.solver.laying  # noqa: B018
    except (NotSolvable, PlayError, ConfigureError):
        return None
    return lane


def have_one_deck(old: CardLane, new: CardLane) -> bool:
    """Whether both sides deal the same cards."""
    return Counter(old.solver.laying.deck) == Counter(new.solver.laying.deck)


def walk_cards(old: CardLane, new: CardLane, old_name: str, new_name: str, meanings: Meanings) -> Walk | None:
    """Two wagers through all rounds; None where that cannot be worked out."""
    together = old.together(old_name), new.together(new_name)
    if {new_name if name == old_name else name for name in together[0]} != set(together[1]):
        more = {new_name if name == old_name else name for name in together[0]} | set(together[1])
        together = (
            _in_order(old, {old_name if name == new_name else name for name in more}), _in_order(new, more),
        )  # fmt: skip
    one, other = old.course(together[0], old_name), new.course(together[1], new_name)
    if one is None or other is None:
        return None
    places = _places(one), _places(other)
    asked = Asked(old.answering, new.answering, meanings, places)
    return _Joint(asked, (old_name, new_name), together).walk(one, other)


def _places(course: Course) -> dict[Spot, Spot]:
    """The spots at which a card counts, each with its number among those of its area."""
    found: dict[Spot, Spot] = {}
    numbers = Counter[str]()
    for spot in sorted({spot for feature in course.features for spot in feature.spots}):
        found[spot] = (spot[0], numbers[spot[0]])
        numbers[spot[0]] += 1
    return found


def _in_order(lane: CardLane, names: set[str]) -> tuple[str, ...]:
    return tuple(w.name.text for w in lane.ruleset.of(wg.Wager) if w.name.text in names)


@dataclass(frozen=True)
class _Way:
    """How two ends are come to: what was answered, and what was decided on either side, with the step it was asked in.

    ``lines`` are those of choices that one side alone offers.
    """

    facts: tuple[Fact, ...] = ()
    old: tuple[tuple[str, str], ...] = ()
    new: tuple[tuple[str, str], ...] = ()
    lines: frozenset[Span] = frozenset()

    @property
    def length(self) -> int:
        return len(self.facts) + len(self.old) + len(self.new)


@dataclass
class _Joint:
    """One pair of courses walked together."""

    asked: Asked
    names: tuple[str, str]
    together: tuple[tuple[str, ...], tuple[str, ...]]
    pairs: int = 0
    same_choices: bool = True
    """Whether each side offers what the other does, but for amounts within a range of which only the ends are offered."""
    is_range: bool = False
    found: dict[Hashable, list[tuple[_Way, tuple[Paid, ...], tuple[Paid, ...]]]] = field(default_factory=dict)
    _numbers: dict[Hashable, int] = field(default_factory=dict)
    _told: tuple[dict[int, int], dict[int, int]] = field(default_factory=lambda: ({}, {}))
    _moments: dict[int, frozenset[str]] = field(default_factory=dict)

    def walk(self, one: Course, other: Course) -> Walk:
        is_whole = True
        self.is_range = bool(one.linear or other.linear)
        waiting: list[tuple[Node, Node, _Way]] = [(one.root, other.root, _Way())]
        while waiting:
            old, new, way = waiting.pop()
            self.pairs += 1
            if self.pairs > MOST_PAIRS:
                is_whole = False
                break
            if self._number(old, is_new=False) == self._number(new, is_new=True):
                continue
            following = list(self._next(old, new, way))
            waiting.extend(reversed(following))
            if not following and not isinstance(old, Ask | Decide) and not isinstance(new, Ask | Decide):
                key = (_sign(old.paid), _sign(new.paid))
                self.found.setdefault(key, []).append((way, old.paid, new.paid))
        differences: list[Difference] = []
        for ways in self.found.values():
            shown = next(filter(None, (self._shown(*way) for way in _shortest(ways))), None)
            if shown is None:
                is_whole = False  # there may be cards for it: nothing says that there are none
            else:
                differences.append(shown)
        is_whole = is_whole and self.same_choices
        differences.sort(key=lambda d: len(d.deal.old + d.deal.new) if d.deal else 0)
        return Walk(tuple(differences), is_whole)

    # equal parts

    def _number(self, node: Node, *, is_new: bool) -> int:
        """The number of a part of a course: equal for parts that bring the same whatever the cards are."""
        told = self._told[is_new]
        if id(node) not in told:
            told[id(node)] = self._numbers.setdefault(self._shape(node, is_new), len(self._numbers))
        return told[id(node)]

    def _shape(self, node: Node, is_new: bool) -> Hashable:
        if isinstance(node, Ask):
            shared = self.asked.meanings.is_shared(node.feature)
            branches = frozenset((answer, self._number(then, is_new=is_new)) for answer, then in node.branches.items())
            told = self.asked.told(node.feature, is_new=is_new)
            return ("ask", told if shared else (is_new, told), branches)
        if isinstance(node, Decide):
            return ("decide", tuple((c.label, self._number(c.then, is_new=is_new)) for c in node.choices))
        return ("end", self._brought(node.paid, is_new))

    def _brought(self, paid: tuple[Paid, ...], is_new: bool) -> Brought | None:
        """What the wager brings at an end; None where it was never made."""
        own = next((p for p in paid if p.name == self.names[is_new] and not p.beside), None)
        if own is None:
            return None
        mine = [p for p in paid if not p.beside]
        if any(p.net is None for p in mine):
            return ("conflict" if any(p.result in FAULTS for p in mine) else "not stated"), ()
        meters = Counter[str]()
        shares: dict[str, Fraction] = {}
        for p in mine:
            for name, share in p.meters:
                meters[name] += 1
                shares[name] = shares.get(name, Fraction(0)) + share
        return sum((p.net for p in mine if p.net is not None), Fraction(0)), tuple(sorted(shares.items()))

    # the next step of both

    def _next(self, old: Node, new: Node, way: _Way) -> Iterator[tuple[Node, Node, _Way]]:
        if isinstance(old, Ask):
            for fact, then in self._answers(old, way, is_new=False):
                yield then, new, _with(way, fact)
        elif isinstance(new, Ask):
            for fact, then in self._answers(new, way, is_new=True):
                yield old, then, _with(way, fact)
        elif isinstance(old, Decide) and isinstance(new, Decide) and not self._is_before(old, new):
            if self._is_before(new, old):
                yield from self._alone(old, new, way, is_new=True)
                return
            pairs = list(_paired(old, new))
            if len(pairs) < max(len(old.choices), len(new.choices)) and not self.is_range:
                self.same_choices = False
            for one, other in pairs:
                here = _Way(
                    way.facts, (*way.old, (old.moment, old.choices[one].label)),
                    (*way.new, (new.moment, new.choices[other].label)), way.lines,
                )  # fmt: skip
                yield old.choices[one].then, new.choices[other].then, here
        elif isinstance(old, Decide):
            yield from self._alone(old, new, way, is_new=False)
        elif isinstance(new, Decide):
            yield from self._alone(old, new, way, is_new=True)

    def _answers(self, node: Ask, way: _Way, *, is_new: bool) -> Iterator[tuple[Fact, Node]]:
        for answer, then in node.branches.items():
            fact = Fact(is_new, node.feature, answer)
            if self.asked.go_together(fact, way.facts):
                yield fact, then

    def _alone(self, old: Node, new: Node, way: _Way, *, is_new: bool) -> Iterator[tuple[Node, Node, _Way]]:
        """A decision that one side alone asks for now."""
        node = new if is_new else old
        assert isinstance(node, Decide)
        for choice in node.choices:
            made = (node.moment, choice.label)
            lines = way.lines | {b.span for b in (*node.bases, *choice.bases) if b.span.line}
            if is_new:
                yield old, choice.then, _Way(way.facts, way.old, (*way.new, made), lines)
            else:
                yield choice.then, new, _Way(way.facts, (*way.old, made), way.new, lines)

    def _is_before(self, one: Decide, other: Decide) -> bool:
        """Whether the decision that one side asks for is still to come on it, once the other's is made."""
        return one.moment != other.moment and other.moment in self._later(one)

    def _later(self, node: Decide) -> frozenset[str]:
        if id(node) not in self._moments:
            found = {n.moment for n in nodes_in(node) if isinstance(n, Decide) and n is not node}
            self._moments[id(node)] = frozenset(found)
        return self._moments[id(node)]

    # what is shown

    def _shown(self, way: _Way, old: tuple[Paid, ...], new: tuple[Paid, ...]) -> Difference | None:
        """A difference with cards that lead to it; None where none were found."""
        try:
            cards = self.asked.deal(way.facts)
        except (NotSolvable, PlayError, ConfigureError):
            return None
        if cards is None:
            return None
        laid = [
            tuple((spot, cards[there]) for spot, there in places.items() if there in cards)
            for places in self.asked.places
        ]
        dealt = Dealt((laid[0], laid[1]), way.old, way.new, self.together)
        ends = _end(old, self.names[0]), _end(new, self.names[1])
        lines = way.lines | {basis.span for p in (*old, *new) for basis in p.bases if basis.span.line}
        return Difference((), *ends, True, deal=dealt, lines=lines)


def _with(way: _Way, fact: Fact) -> _Way:
    return replace(way, facts=(*way.facts, fact))


def _paired(old: Decide, new: Decide) -> Iterator[tuple[int, int]]:
    """Choices of both sides that are the same, by what they are called; what is left by its order, if it is as many."""
    theirs: Mapping[str, int] = {choice.label: n for n, choice in enumerate(new.choices)}
    left = [n for n, choice in enumerate(old.choices) if choice.label not in theirs]
    named = {choice.label for choice in old.choices}
    right = [n for n, choice in enumerate(new.choices) if choice.label not in named]
    for n, choice in enumerate(old.choices):
        if choice.label in theirs:
            yield n, theirs[choice.label]
    if len(left) == len(right):
        yield from zip(left, right, strict=True)


def _shortest(
    ways: list[tuple[_Way, tuple[Paid, ...], tuple[Paid, ...]]],
) -> list[tuple[_Way, tuple[Paid, ...], tuple[Paid, ...]]]:
    return sorted(ways, key=lambda item: item[0].length)[:MOST_WAYS]


def _sign(paid: tuple[Paid, ...]) -> Hashable:
    return tuple((p.name, p.beside, p.result, p.net, p.pays, p.meters, p.label) for p in paid)


def _end(paid: tuple[Paid, ...], name: str) -> End | None:
    """How a wager ends, its bonuses counted in; None where it was never made."""
    own = next((p for p in paid if p.name == name and not p.beside), None)
    if own is None:
        return None
    mine = [p for p in paid if not p.beside]
    nets = [p.net for p in mine]
    net = None if any(n is None for n in nets) else sum((n for n in nets if n is not None), Fraction(0))
    cites = tuple(dict.fromkeys(str(c) for p in mine for basis in p.bases for c in basis.cites))
    result = "conflict" if own.result in FAULTS else own.result
    return End(result, net, own.pays, own.label, cites)
