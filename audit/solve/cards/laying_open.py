"""Lays the course of a round open: plays it on cards that nobody has looked at, once for each way it can go.

Whatever a line asks of cards is answered in turn with everything that they could answer, and at every decision each
choice is taken in turn.  So a leaf holds what the interpreter itself pays there.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from audit.play.cards import Card, deck
from audit.play.choosing import ToDecide
from audit.play.equipment import Outcome, Source
from audit.play.errors import PlayError
from audit.play.events import Event
from audit.play.held import part_of, seen
from audit.play.itself import worked_out_once
from audit.play.roles import held_roles
from audit.play.rounds import Jump, Play
from audit.play.sight import Judged, Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.basis import Basis
from audit.ruleset.configure import Configured
from audit.ruleset.holding import DEALER
from audit.ruleset.meters import Meter
from audit.ruleset.patterns import Pattern
from audit.ruleset.places import Area, AreaPart, Owner
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.answers import Judge
from audit.solve.cards.brought import brought, statement_of
from audit.solve.cards.bundles import has_decisions
from audit.solve.cards.chance_beside import CameUp
from audit.solve.cards.course import (
    RELATIONS,
    Answer,
    Course,
    Feature,
    Kind,
    Node,
    Paid,
    Spot,
)
from audit.solve.cards.doorways import At, state_at
from audit.solve.cards.features import Looker, Lookers
from audit.solve.cards.growing import Decision, Growing, Nodes, Point, Question
from audit.solve.cards.ids import wager_of
from audit.solve.cards.parts_asked import asks_of_parts, with_areas
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
from audit.solve.errors import NotSolvable, OutOfTime

MOST_LEAVES = 200_000
MOST_SECONDS = 60.0
MOST_BEGINNINGS = 2_000
"""Times a course is begun anew because a test was asked that nobody had foreseen."""


class _Met(Exception):
    """A round has come to a doorway from which on all rounds go alike; ``at`` is the state of the table there."""

    def __init__(self, at: At) -> None:
        self.at = at


@dataclass(frozen=True)
class SetAt:
    """When a player sets his cards: what cards he knows by then, and whether anything has been asked of any."""

    known: frozenset[Spot]
    is_asked: bool


class _Table(Play):
    """A play that notes which wagers their player takes back by a choice, and tells its run of doorways."""

    run: _Run | None = None

    def enter(self, name: str, is_start: bool) -> Iterator[Event]:
        if self.run is not None:
            self.run.come_to_a_doorway(self, name, is_start=is_start)
        yield from super().enter(name, is_start)

    def act(self, action: rd.Action, basis: Basis) -> Generator[Event, None, Jump | None]:
        if isinstance(action, rd.Sets) and self.run is not None:
            self.run.come_to_a_setting(self)
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
    _whole: dict[Feature, Feature] = field(default_factory=dict)

    def tests(self, feature: Feature) -> dict[Pattern, int]:
        """The tests of a feature, each with its place in an answer."""
        return self._tests.setdefault(feature, {})

    def whole(self, feature: Feature) -> Feature:
        """A feature with its tests."""
        if feature not in self._whole:
            self._whole[feature] = replace(feature, tests=tuple(self.tests(feature)))
        return self._whole[feature]

    def add(self, feature: Feature, test: Pattern) -> None:
        self._new.setdefault(feature, {})[test] = None

    def take_in(self) -> None:
        for feature, tests in self._new.items():
            known = self.tests(feature)
            for test in tests:
                known.setdefault(test, len(known))
        self._new.clear()
        self._whole.clear()


@dataclass
class _Run:
    """One play of the round, along a given way and from its end on along the first branches.

    It is the feed (cards come as they lie), the chooser and the oracle of the play.  At the doorways of these numbers
    everything that was answered is forgotten and asked again: what is laid open behind the last of them is the rest of
    the round, whatever led there.
    """

    laying: LayingOpen
    way: tuple[int, ...]
    asked: _Asked
    doors: tuple[int, ...] = ()
    points: list[Point] = field(default_factory=list)
    taken: list[int] = field(default_factory=list)
    entered: int = 0
    order: dict[Spot, int] = field(default_factory=dict)
    is_stale: bool = False
    _answers: dict[Feature, Answer] = field(default_factory=dict)
    _known: list[tuple[Feature, Answer]] = field(default_factory=list)
    _dealt: dict[str, int] = field(default_factory=dict)
    _came_up: dict[tuple[str, str], int] = field(default_factory=dict)
    play: Play | None = None

    def _branch(self, point: Point) -> int:
        if len(self.points) > self.laying.most_points:
            raise NotSolvable(f"a round in which more than {self.laying.most_points:,} things are asked or decided")
        number = len(self.points)
        self.points.append(point)
        self.taken.append(self.way[number] if number < len(self.way) else 0)
        return self.taken[-1]

    def come_to_a_doorway(self, play: Play, step: str, *, is_start: bool) -> None:
        """Raises `_Met` where what follows is to be shared with other rounds."""
        self.entered += 1
        if self.entered in self.doors:
            self._answers.clear()
            self._known.clear()
        elif self._answers and self.entered > max(self.doors, default=0) and self.laying.shares_rests:
            at = state_at(play, step, tuple(self.order), is_start=is_start)
            if at is not None and at not in self.laying.apart:
                raise _Met(at)

    def come_to_a_setting(self, play: Play) -> None:
        """Notes what the player has seen, and whether anything was asked of cards, by the time he sets his own."""
        asked = any(isinstance(point, Question) for point in self.points)
        self.laying.settings.add(SetAt(play.state.cards.known, asked))

    @property
    def known(self) -> Mapping[Feature, Answer]:
        """What is answered, by features with their tests."""
        return dict(self._known)

    # the feed

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        act = verb, name, self._came_up.get((verb, name), 0)
        self._came_up[verb, name] = act[-1] + 1
        if act not in self.laying.came_up:
            often = ", more often than lines name it," if act[-1] else ""
            raise NotSolvable(f"{verb} {name}{often} in a round of cards", f"{verb} {name}")
        return self.laying.came_up[act]

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
        if self.laying.sets_by_ways and not self.laying.judge.is_by_kinds and asks_of_parts(expression, sight):
            expression = with_areas(expression, sight, self.play.state.cards.faces)
        else:
            refuse_parts(expression, self.laying.configured.ruleset)
        looker = self.laying.lookers.where(self.play.state.cards, self.order, sight.hand)
        if looker.is_of_nothing(expression):
            return seen(expression, sight.without_oracle)
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
            whole = self.asked.whole(feature)
            answers = self.laying.judge.still_possible(whole, tuple(self._known))
            line = self.play.state.step if self.play is not None else ""
            number = 0 if len(answers) == 1 else self._branch(Question(whole, answers, line))
            self._answers[feature] = answers[number]
            self._known.append((whole, answers[number]))
        return self._answers[feature]


@dataclass
class LayingOpen:
    """Lays courses of one configured ruleset open, each once; answers that were worked out are kept between them."""

    given: Configured
    most_leaves: int = MOST_LEAVES
    most_seconds: float = MOST_SECONDS
    most_points: int = 2_000
    leaves: int = 0
    sets_by_ways: bool = False
    """Whether parts that cards are set into may be asked of: whoever counts the course then applies the ways."""
    came_up: CameUp = field(default_factory=dict)
    """What dice, wheels and draws beside the cards bring, by act; others are refused."""

    def __post_init__(self) -> None:
        self.configured = without_amounts_of_money(self.given)
        try:
            self.deck: tuple[Card, ...] = deck(self.configured.ruleset)
        except PlayError as error:
            raise NotSolvable(error.message, getattr(error, "statement", ""), error.span) from error
        self.judge = Judge(self.configured, self.deck)
        self.lookers = Lookers(self.configured.ruleset)
        self._relations: dict[ex.Against, bool] = {}
        self._made: set[str] = set()
        self._courses: dict[tuple[tuple[str, ...], frozenset[str]], Course] = {}
        self.settings: set[SetAt] = set()
        self.apart: set[At] = set()  # states from which the round cannot be laid open apart from what led there

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
        settled = frozenset(wagers if only is None else only)
        if (tuple(wagers), settled) not in self._courses:
            self._courses[tuple(wagers), settled] = self._course(wagers, settled)
        return self._courses[tuple(wagers), settled]

    def _course(self, wagers: Sequence[str], settled: frozenset[str]) -> Course:
        made = staked(self.configured.ruleset, wagers)
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
                    tuple(wagers), made.unit, root, dealt, features_in(root), linear, made.stakes, meters
                )  # fmt: skip
            asked.take_in()
        raise NotSolvable("new things are asked of the cards without end")

    @cached_property
    def shares_rests(self) -> bool:
        """Whether the rest of a round is laid open once for all rounds that come to a step in one state.

        In a round without decisions whose cards are told by their kinds: totals are many, and soon forgotten.
        """
        return self.judge.is_by_kinds and not has_decisions(self.configured.ruleset)

    def _grow(
        self, made: Staked, settled: frozenset[str], asked: _Asked, give_up: float
    ) -> tuple[Node | None, dict[Spot, int]]:
        """The whole tree with the spots dealt to; no tree where a test turned up that was not foreseen."""
        self._made.clear()
        self.apart.clear()
        self.leaves = 0
        spots: dict[Spot, int] = {}
        rests: dict[At, Node] = {}
        nodes = Nodes()

        def grown(begin: tuple[int, ...], doors: tuple[int, ...]) -> Node | None:
            """What follows behind the last of these doorways, to which this way leads."""
            growing = Growing(nodes)
            while True:
                self._refuse_many(give_up)
                run, found = self._play(begin + growing.way, doors, made, settled, asked)
                if run.is_stale:
                    return None
                for spot in run.order:
                    spots.setdefault(spot, len(spots))
                if isinstance(found, At):
                    try:
                        rest = rests[found] if found in rests else grown(tuple(run.taken), (*doors, run.entered))
                    except NotSolvable:
                        self.apart.add(found)  # it may be cards that never lie so which cannot be played
                        continue
                    if rest is None:
                        return None
                    rests[found] = rest
                    node = nodes.knowing(rest, run.known)
                else:
                    self.leaves += 1
                    node = nodes.end(found)
                root = growing.add(run.points[len(begin) :], node)
                if root is not None:
                    return root

        root = grown((), ())
        never = [wish.wager for wish in made.wishes if root is not None and wish.wager not in self._made]
        if never:
            raise NotSolvable(f"{never[0]} is never made when these wagers are wished for", never[0])
        return root, spots

    def _refuse_many(self, give_up: float) -> None:
        if self.leaves >= self.most_leaves:
            raise NotSolvable(f"the round branches into more than {self.leaves:,} courses, so many things are asked and decided")
        if time.process_time() > give_up:
            why = f"the round is not laid open within {self.most_seconds:g} seconds, so many things are asked and decided"
            raise OutOfTime(why)

    def _play(
        self, way: tuple[int, ...], doors: tuple[int, ...], made: Staked, settled: frozenset[str], asked: _Asked
    ) -> tuple[_Run, tuple[Paid, ...] | At]:
        """One round along a way, with wagers that the lines leave without a result told as such.

        Where it comes to a doorway behind which what follows is shared, the state of the table there.
        """
        run = _Run(self, way, asked, doors)
        play = _Table(
            self.configured, run, list(made.wishes), check_amounts=False, chooser=run, oracle=run.answer,
            settled=frozenset(map(wager_of, settled)), begins_shoe=False,
        )  # fmt: skip
        play.state.faults = {}
        run.play = play
        play.run = run
        try:
            for _ in play.one_round(stop_when_idle=True):
                pass
        except _Met as met:
            return run, met.at
        except PlayError as error:
            if run.is_stale:
                return run, ()  # it was told no where it should have been told yes
            raise NotSolvable(error.message, statement_of(error), error.span) from error
        return run, tuple(self._paid(play, settled))

    def _paid(self, play: _Table, settled: frozenset[str]) -> Iterator[Paid]:
        """What everything brought that was settled."""
        self._made.update(stake.wager.name.text for stake in play.state.stakes)
        yield from brought(play.state, settled, play.taken_back)


@worked_out_once
def refuse_parts(expression: ex.Expression, ruleset: Ruleset) -> None:
    """Raises `NotSolvable` for a question about a part that cards are set into, by the line that sets it."""
    looked_at = [node for node in walk(expression) if isinstance(node, ex.Called)]
    parts = [found for node in looked_at if node.name.text not in ruleset.by_name and (found := part_of(node.name.text, ruleset))]
    if not parts:
        return
    areas = [area for node in looked_at if (area := ruleset.named(node.name.text, Area)) is not None]
    holders = [held_roles(ruleset).get(node.name.text, DEALER) for node in looked_at if ruleset.named(node.name.text, wg.Role)]
    if areas and all(holder == DEALER for holder in holders) and all(area.owner is Owner.DEALER for area in areas):
        raise NotSolvable(
            f"how often the dealer's way sets {parts[0][1].name} to what is not counted", "dealer sets", areas[0].basis.span
        )
    names = " and ".join(line.name.text for line in parts[0][0].lines if isinstance(line, AreaPart))
    raise NotSolvable(
        f"what is best hangs on how a player sets his cards into {names}", "each player sets", parts[0][0].basis.span
    )


__all__ = ["LayingOpen", "bonuses_on", "describe", "features_in", "is_free_of_decisions", "nodes_in", "only_for"]
