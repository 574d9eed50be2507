"""Lays the course of a round open: plays it on cards that nobody has looked at, once for each way it can go.

Whatever a line asks of cards is answered in turn with everything that they could answer, and at every decision each
choice is taken in turn.  So a leaf holds what the interpreter itself pays there.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from audit.play.cards import Card, deck
from audit.play.choosing import ToDecide
from audit.play.equipment import Outcome, Source
from audit.play.errors import NotPlayable, NotStatedHere, PlayError
from audit.play.events import Event
from audit.play.held import seen
from audit.play.rounds import Jump, Play
from audit.play.settling import Silent, Unpriced
from audit.play.sight import Judged, Sight, Thing
from audit.play.state import Stake
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset import worth as wo
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured
from audit.ruleset.meters import Meter
from audit.ruleset.patterns import Pattern
from audit.solve.cards.answers import Judge
from audit.solve.cards.course import (
    RELATIONS,
    TAKEN_BACK,
    Answer,
    Course,
    Feature,
    Kind,
    Node,
    Paid,
    Spot,
)
from audit.solve.cards.features import Looker
from audit.solve.cards.growing import Decision, Growing, Point, Question
from audit.solve.cards.pruning import (
    bonuses_on,
    describe,
    features_in,
    is_free_of_decisions,
    nodes_in,
    only_for,
    refuse_leaks,
)
from audit.solve.cards.staking import Staked, linear_wagers, staked, without_amounts_of_money
from audit.solve.errors import NotSolvable

MOST_LEAVES = 200_000
MOST_SECONDS = 60.0
MOST_BEGINNINGS = 2_000
"""Times a course is begun anew because a test was asked that nobody had foreseen."""


class _Table(Play):
    """A play that notes which wagers their player takes back by a choice."""

    def act(self, action: rd.Action, basis: Basis) -> Generator[Event, None, Jump | None]:
        if isinstance(action, rd.TakeBack):
            wanted = {name.text for name in action.wagers}
            self.taken_back.update(s.wager.name.text for s in self.state.open_stakes if s.wager.name.text in wanted)
        return (yield from super().act(action, basis))

    @cached_property
    def taken_back(self) -> set[str]:
        return set()


@dataclass
class _Tests(Mapping[Pattern, bool]):
    """What is answered to the tests of a feature.  A test that is not foreseen is noted, and answered with no."""

    run: _Run
    feature: Feature
    tests: Mapping[Pattern, int]
    answer: tuple[bool, ...]

    def __getitem__(self, test: Pattern) -> bool:
        place = self.tests.get(test)
        if place is not None:
            return self.answer[place]
        self.run.is_stale = True
        self.run.asked.add(self.feature, test)
        return False

    def __contains__(self, test: object) -> bool:
        return True

    def __iter__(self) -> Iterator[Pattern]:
        return iter(self.tests)

    def __len__(self) -> int:
        return len(self.tests)


@dataclass
class _Asked:
    """The tests that lines have asked of each feature so far; those found in a run count from the next one on."""

    _tests: dict[Feature, dict[Pattern, int]] = field(default_factory=dict)
    _new: dict[Feature, dict[Pattern, None]] = field(default_factory=dict)

    def tests(self, feature: Feature) -> dict[Pattern, int]:
        """The tests of a feature, each with its place in an answer."""
        return self._tests.setdefault(feature, {})

    def add(self, feature: Feature, test: Pattern) -> None:
        self._new.setdefault(feature, {})[test] = None

    def take_in(self) -> None:
        for feature, tests in self._new.items():
            known = self.tests(feature)
            for test in tests:
                known.setdefault(test, len(known))
        self._new.clear()


@dataclass
class _Run:
    """One play of the round, along a given way and from its end on along the first branches.

    It is the feed (cards come as they lie), the chooser and the oracle of the play.
    """

    laying: LayingOpen
    way: tuple[int, ...]
    asked: _Asked
    points: list[Point] = field(default_factory=list)
    order: dict[Spot, int] = field(default_factory=dict)
    is_stale: bool = False
    _answers: dict[Feature, Answer] = field(default_factory=dict)
    _dealt: dict[str, int] = field(default_factory=dict)
    play: Play | None = None

    def _branch(self, point: Point) -> int:
        if len(self.points) > self.laying.most_points:
            raise NotSolvable(f"a round in which more than {self.laying.most_points:,} things are asked or decided")
        number = len(self.points)
        self.points.append(point)
        return self.way[number] if number < len(self.way) else 0

    # the feed

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        raise NotSolvable(f"{verb} {name} in a round of cards", verb)

    def card(self, area: str, stock: Sequence[Card]) -> int:
        spot = (area, self._dealt.get(area, 0))
        self._dealt[area] = spot[1] + 1
        self.order[spot] = len(self.order)
        return 0

    # the chooser

    def choose(self, decision: ToDecide) -> int:
        offers = decision.offers
        labels = tuple(offer.label for offer in offers)
        if len(set(labels)) < len(labels):
            raise NotSolvable(f"two choices at {decision.step} have one name", "", decision.basis.span)
        if len(offers) == 1:
            return 0
        bases = tuple(offer.bases for offer in offers)
        return self._branch(Decision(decision.step, decision.known, labels, bases, decision.basis))

    # the oracle

    def answer(self, expression: ex.Expression, sight: Sight) -> Thing:
        """What an expression that looks at cards is taken to be worth."""
        assert self.play is not None
        looker = Looker(self.laying.configured.ruleset, self.play.state.cards, self.order, sight.hand)
        if looker.is_of_nothing(expression):
            return seen(expression, replace(sight, oracle=None))
        return self._answer(expression, looker)

    def _answer(self, expression: ex.Expression, looker: Looker) -> Thing:
        expression = looker.meaning(expression)
        pair = looker.pair(expression)
        if pair is not None:
            hand = self._of_two(pair, looker)
            return None if hand is None else self._answer(hand, looker)
        if isinstance(expression, ex.FeatureOf):
            pair = looker.pair(looker.meaning(expression.of))
            if pair is not None:
                hand = self._of_two(pair, looker)
                return None if hand is None else self._answer(ex.FeatureOf(expression.feature, hand), looker)
        if isinstance(expression, ex.Against):
            return self._relation(expression, looker)
        feature = looker.feature(expression)
        if feature is None:
            return None
        answer = self._ask(feature)
        if feature.kind is Kind.VALUE:
            return answer  # type: ignore[return-value]
        assert isinstance(answer, tuple)
        return Judged(feature.words, _Tests(self, feature, self.asked.tests(feature), answer))

    def _of_two(self, pair: wo.LowerHand | wo.HigherHand, looker: Looker) -> ex.Expression | None:
        """Which of two hands the lower, or the higher, one is; the first named where they are equal."""
        one, other = ex.Called(pair.one), ex.Called(pair.other)
        relation = self._relation(ex.Against(one, other), looker)
        if relation is None:
            return None
        unwanted = "higher" if isinstance(pair, wo.LowerHand) else "lower"
        return other if relation == unwanted else one

    def _relation(self, expression: ex.Against, looker: Looker) -> str | None:
        turned = ex.Against(expression.right, expression.left)
        is_turned = self.laying.is_turned(expression, turned)
        feature = looker.feature(turned if is_turned else expression)
        if feature is None:
            return None
        relation = str(self._ask(feature))
        return RELATIONS[2 - RELATIONS.index(relation)] if is_turned else relation

    def _ask(self, feature: Feature) -> Answer:
        if feature not in self._answers:
            tests = tuple(self.asked.tests(feature))
            whole = replace(feature, tests=tests)
            answers = self.laying.judge.possible(whole)
            line = self.play.state.step if self.play is not None else ""
            number = 0 if len(answers) == 1 else self._branch(Question(whole, answers, line))
            self._answers[feature] = answers[number]
        return self._answers[feature]


@dataclass
class LayingOpen:
    """Lays courses of one configured ruleset open; answers that were worked out are kept between them."""

    given: Configured
    most_leaves: int = MOST_LEAVES
    most_seconds: float = MOST_SECONDS
    most_points: int = 2_000
    leaves: int = 0

    def __post_init__(self) -> None:
        self.configured = without_amounts_of_money(self.given)
        try:
            self.deck: tuple[Card, ...] = deck(self.configured.ruleset)
        except PlayError as error:
            raise NotSolvable(error.message, getattr(error, "statement", ""), error.span) from error
        self.judge = Judge(self.configured, self.deck)
        self._relations: dict[ex.Against, bool] = {}
        self._made: set[str] = set()

    def is_turned(self, expression: ex.Against, turned: ex.Against) -> bool:
        """Whether a comparison is asked the other way round: of two ways, the one that was first asked stands."""
        if turned in self._relations:
            return True
        self._relations.setdefault(expression, True)
        return False

    def course(self, wagers: Sequence[str], only: Collection[str] | None = None) -> Course:
        """The course of a round in which these wagers are made; with ``only`` others are made and never settled.

        Raises `NotSolvable` naming what cannot be played or counted, or that the tree is too large; `OptionUnset` where
        a payout needs a value that the house sets.
        """
        made = staked(self.configured.ruleset, wagers)
        settled = frozenset(wagers if only is None else only)
        asked = _Asked()
        give_up = time.process_time() + self.most_seconds
        for _ in range(MOST_BEGINNINGS):
            root, spots = self._grow(made, settled, asked, give_up)
            if root is not None:
                refuse_leaks(root)
                meters = tuple(meter.name.text for meter in self.configured.ruleset.of(Meter))
                linear = linear_wagers(self.configured.ruleset, wagers)
                dealt = tuple(sorted(spots, key=spots.__getitem__))
                return Course(
                    tuple(wagers), made.unit, root, dealt, features_in(root), linear, made.money, meters
                )  # fmt: skip
            asked.take_in()
        raise NotSolvable("new things are asked of the cards without end")

    def _grow(
        self, made: Staked, settled: frozenset[str], asked: _Asked, give_up: float
    ) -> tuple[Node | None, dict[Spot, int]]:
        """The whole tree with the spots dealt to; no tree where a test turned up that was not foreseen."""
        growing = Growing()
        self._made.clear()
        spots: dict[Spot, int] = {}
        while True:
            if growing.leaves >= self.most_leaves or time.process_time() > give_up:
                raise NotSolvable(
                    f"the round branches into more than {growing.leaves:,} courses, so many things are asked and decided"
                )
            run, paid = self._play(growing.way, made, settled, asked)
            if run.is_stale:
                return None, {}
            for spot in run.order:
                spots.setdefault(spot, len(spots))
            root = growing.add(run.points, growing.nodes.end(paid))
            if root is not None:
                self.leaves = growing.leaves
                never = [wish.wager for wish in made.wishes if wish.wager not in self._made]
                if never:
                    raise NotSolvable(f"{never[0]} is never made when these wagers are wished for", never[0])
                return root, spots

    def _play(
        self, way: tuple[int, ...], made: Staked, settled: frozenset[str], asked: _Asked
    ) -> tuple[_Run, tuple[Paid, ...]]:
        """One round along a way, with wagers that the lines leave without a result told as such."""
        run = _Run(self, way, asked)
        play = _Table(
            self.configured, run, list(made.wishes), check_amounts=False, chooser=run, oracle=run.answer, settled=settled
        )
        play.state.faults = {}
        run.play = play
        try:
            for _ in play.one_round(stop_when_idle=True):
                pass
        except PlayError as error:
            if run.is_stale:
                return run, ()  # it was told no where it should have been told yes
            raise NotSolvable(error.message, _statement(error), error.span) from error
        faults = {name: _fault(_kind_of(error), name, play, error) for name, error in play.state.faults.items()}
        return run, self._paid(play, settled, faults)

    def _paid(self, play: _Table, settled: frozenset[str], faults: Mapping[str, Paid]) -> tuple[Paid, ...]:
        """What everything brought that was settled."""
        found: list[Paid] = []
        self._made.update(stake.wager.name.text for stake in play.state.stakes)
        for stake in play.state.stakes:
            name = stake.wager.name.text
            if name in settled:
                found.append(faults.get(name) or _paid_of(stake, name in play.taken_back))
                found.extend(_beside(stake))
        return tuple(found)


def _statement(error: PlayError) -> str:
    """What stands in the way of play, in words."""
    if isinstance(error, NotStatedHere):
        return "not stated"
    return error.statement if isinstance(error, NotPlayable) else ""


def _paid_of(stake: Stake, is_taken_back: bool) -> Paid:
    """What a wager brought."""
    name, decision = stake.wager.name.text, stake.decision
    if stake.result is None:
        return Paid(name, "missing", None, stake.amount, bases=(stake.wager.basis,))
    payout = decision.payout if decision is not None else None
    return Paid(
        name,
        TAKEN_BACK if is_taken_back else stake.result,
        stake.net,
        stake.amount,
        payout.text if payout is not None else "",
        payout.label if payout is not None else "",
        stake.meters,
        bases=decision.bases if decision is not None else (),
    )


def _beside(stake: Stake) -> Iterator[Paid]:
    """The bonuses on a wager, and what others get."""
    for extra in stake.extras:
        beside = "" if extra.kind == "bonus" else extra.kind
        name = extra.name if not beside else stake.wager.name.text
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


def _fault(result: str, name: str, play: Play, error: PlayError) -> Paid:
    stake = next(stake for stake in play.state.stakes if stake.wager.name.text == name)
    basis = replace(stake.wager.basis, span=error.span)
    return Paid(name, result, None, stake.amount, label=error.message, bases=(basis,))


__all__ = ["LayingOpen", "bonuses_on", "describe", "features_in", "is_free_of_decisions", "nodes_in", "only_for"]
