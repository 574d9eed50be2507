"""Play remembered: what the interpreter asks, decides, deals and pays, as a graph that loops where play does.

The interpreter is run on concrete cards.  What it asks of them is noted down with the answers, up to the next card, the
next decision, the end, or the next turn of a line that repeats itself; from there on everything hangs on the
*situation* alone: what is open, made and chosen, not how play came there.  So a hand that grows leads back to where it
was, and the graph is small however many hands there are.  A branch that no run has taken yet is found by one more run,
on the cards that lead there (`Traces.child`).
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import TypeAlias

from audit.play.cards import Card
from audit.play.choosing import ToDecide
from audit.play.equipment import Equipment, Outcome, Source
from audit.play.errors import PlayError
from audit.play.events import Event
from audit.play.fitting import fits
from audit.play.hands import Hand, area_of
from audit.play.held import seen
from audit.play.holding import conjuncts
from audit.play.rounds import Jump, Play
from audit.play.sight import HeldCards, HeldHand, Judged, Sight, Thing
from audit.play.state import Stake
from audit.play.steps import all_steps, made_by_decision
from audit.play.wording import statement_words
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import rounds as rd
from audit.ruleset.basis import Basis
from audit.ruleset.patterns import Pattern
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.brought import brought, statement_of
from audit.solve.cards.course import Answer, Paid
from audit.solve.cards.laying_open import LayingOpen
from audit.solve.cards.staking import Staked
from audit.solve.draws.questions import Asker, Question, as_answer
from audit.solve.errors import NotSolvable

MOST_NODES = 200_000
"""More points of a round than this are not followed."""

Unseen: TypeAlias = frozenset[tuple[str, int]]
"""The places whose cards the player does not know."""


@dataclass(frozen=True)
class Asked:
    """A line asks something of cards; ``settles`` tells whether it settles wagers by the answer."""

    question: Question
    unseen: Unseen
    settles: bool = False


@dataclass(frozen=True)
class Dealt:
    """The next card off the deck goes to an area."""

    area: str


@dataclass(frozen=True)
class Moved:
    """The last card of an area becomes a hand of its own; which of the two hands is followed is the branch.

    ``hand`` is the hand that was split, ``to`` where the cards of the followed one lie from now on, ``loose`` what is open
    and lies on no hand.
    """

    hand: str
    to: str
    loose: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Deciding:
    """The player decides; ``hand`` is the hand that he decides on, nothing where it is the whole round."""

    moment: str
    labels: tuple[str, ...]
    unseen: Unseen
    hand: str = ""
    bases: tuple[Basis, ...] = field(default=(), compare=False)
    settled: tuple[Paid, ...] = ()
    open: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Turn:
    """A line that repeats itself begins anew in a situation; what is settled by now, and what may still be (``open``: wagers
    that lie there, and those that may yet be made).

    ``draws`` is the area that it draws to by rule; nothing where it asks the player.
    """

    situation: int
    settled: tuple[Paid, ...] = ()
    open: frozenset[str] = frozenset()
    draws: str = ""


@dataclass(frozen=True)
class Over:
    """The round is over: what everything brought."""

    paid: tuple[Paid, ...]


Point: TypeAlias = Asked | Dealt | Moved | Deciding | Turn | Over

ONWARD = "onward"
"""The only branch of a point that has one."""

ELSEWHERE = "elsewhere"
"""The result of a wager that lies on a hand that is not followed."""

OLD, NEW = "the hand that was split", "the new hand"


@dataclass(eq=False, slots=True)
class Node:
    """A point of the round, with what follows each branch as far as it is known."""

    point: Point
    then: dict[Answer, Node] = field(default_factory=dict)
    number: int = 0


@dataclass(frozen=True)
class Script:
    """What leads to a point.

    The cards that came to every place one after another; what was chosen, and which hand is followed after each split.
    """

    cards: Mapping[tuple[str, int], tuple[Card, ...]]
    branches: tuple[str, ...] = ()


class _Enough(Exception):
    """A run has come as far as it was to come."""


@dataclass
class Traces:
    """The graph of one way to wager, grown run by run.

    ``settled`` are the wagers that are settled at all, ``forced`` those of them that are made wherever they are offered, at
    the greatest stake of those that are looked at.
    """

    laying: LayingOpen
    made: Staked
    settled: frozenset[str]
    forced: frozenset[str] = frozenset()
    nodes: list[Node] = field(default_factory=list)
    root: Node | None = None
    scripts: dict[tuple[int, Answer], Script] = field(default_factory=dict)
    """What led to each branch of each point, by its number, when it was taken first."""
    _turns: dict[Hashable, Node] = field(default_factory=dict)
    runs: int = 0

    def __post_init__(self) -> None:
        ruleset = self.laying.configured.ruleset
        self.told_apart = counted_up_to(ruleset) + 1
        self.told_after = choices_told_of(ruleset)
        self.may_be_made = _made_from(all_steps(ruleset))
        self.asker = Asker(ruleset, Equipment(ruleset))
        self._looks_at: dict[ex.Expression, frozenset[str]] = {}

    def question(self, expression: ex.Expression, test: Pattern | None, sight: Sight) -> Question:
        """What is asked; which hand is in play matters only where that hand is looked at."""
        if expression not in self._looks_at:
            self._looks_at[expression] = frozenset(area for area, _ in self.asker.places(expression))
        if sight.hand in self._looks_at[expression]:
            return Question(expression, test, sight.hand, sight.after & self.told_after)
        return Question(expression, test)

    def start(self, script: Script) -> Node:
        if self.root is None:
            self.run(script)
        assert self.root is not None
        return self.root

    def child(self, node: Node, answer: Answer, script: Script) -> Node:
        """What follows a branch; ``script`` are cards and choices that lead to it."""
        found = node.then.get(answer)
        if found is None:
            self.run(script)
            found = node.then.get(answer)
            if found is None:
                raise NotSolvable("a round does not come back to where it was, played on the same cards")
        return found

    def run(self, script: Script) -> None:
        """Plays a round by a script, and takes in what has not been come to before."""
        self.runs += 1
        _Run(self, script).play_through()

    def node(self, point: Point) -> Node:
        """A point that no run has come to before."""
        if len(self.nodes) >= MOST_NODES:
            raise NotSolvable(f"a round with more than {MOST_NODES:,} points at which something is asked or decided")
        node = Node(point, number=len(self.nodes))
        self.nodes.append(node)
        return node

    def turn(self, situation: Hashable, settled: tuple[Paid, ...], still_open: frozenset[str], draws: str) -> Node:
        """The one point of a situation."""
        node = self._turns.get(situation)
        if node is None:
            node = self.node(Turn(len(self._turns), settled, still_open, draws))
            self._turns[situation] = node
        return node


class _Followed(Play):
    """A play in which a solver holds on to what repeats itself, and follows one hand of each split."""

    run: _Run
    settles: bool = False

    @cached_property
    def taken_back(self) -> set[str]:
        """The wagers that their player takes back by a choice."""
        return set()

    def at_turn(self, line: rd.StepLine) -> bool:
        self.run.turn(line)
        return False

    def played_on(self, old: Hand, new: Hand) -> tuple[Hand, ...]:
        return (self.run.follow(old, new),)

    def act(self, action: rd.Action, basis: Basis) -> Generator[Event, None, Jump | None]:
        if isinstance(action, rd.Swap | rd.Exchange | rd.Discard):
            words = statement_words(action)
            raise NotSolvable(f"{words}, where hands grow", words, basis.span)
        if isinstance(action, rd.TakeBack):
            wanted = {name.text for name in action.wagers}
            self.taken_back.update(s.wager.name.text for s in self.state.open_stakes if s.wager.name.text in wanted)
        before, self.settles = self.settles, isinstance(action, rd.SettleAll | rd.SettleSome)
        jump = yield from super().act(action, basis)
        self.settles = before
        return jump


@dataclass
class _Run:
    """One play on concrete cards: its feed, its chooser and its oracle."""

    traces: Traces
    script: Script
    used: int = 0
    is_new: bool = False
    at: Node | None = None
    branch: Answer = ONWARD
    told: dict[Question, Answer] = field(default_factory=dict)
    gone: dict[tuple[str, int], int] = field(default_factory=dict)
    passed: set[tuple[int, int]] = field(default_factory=set)
    play: _Followed | None = None

    def play_through(self) -> None:
        laying = self.traces.laying
        play = _Followed(
            laying.configured, self, list(self.traces.made.wishes), check_amounts=False, chooser=self,
            oracle=_Oracle(self), settled=self.traces.settled, begins_shoe=False, is_blank=False,
        )  # fmt: skip
        play.run = self
        play.state.faults = {}
        self.play = play
        try:
            for _ in play.one_round(stop_when_idle=True):
                pass
        except _Enough:
            return
        except PlayError as error:
            raise NotSolvable(error.message, statement_of(error), error.span) from error
        self._come_to(Over(self._paid()))

    def _paid(self) -> tuple[Paid, ...]:
        assert self.play is not None
        found = brought(self.play.state, self.traces.settled, self.play.taken_back)
        return tuple(paid for paid in found if paid.result != ELSEWHERE)

    # where the run is

    def _come_to(self, point: Point | Node) -> Node:
        """The run comes to its next point."""
        node = self.traces.root if self.at is None else self.at.then.get(self.branch)
        if node is None:
            node = point if isinstance(point, Node) else self.traces.node(point)
            self.is_new = self.is_new or not isinstance(point, Node)
            if self.at is None:
                self.traces.root = node
            else:
                self.at.then[self.branch] = node
                self.traces.scripts[self.at.number, self.branch] = self.script
        known = point.point if isinstance(point, Node) else point
        if node.point != known:
            raise NotSolvable("a round does not come back to where it was, played on the same cards")
        self.at, self.branch = node, ONWARD
        return node

    # the feed

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        raise NotSolvable(f"{verb} {name} in a round in which hands grow", f"{verb} {name}")

    def card(self, area: str, stock: Sequence[Card]) -> int:
        assert self.play is not None
        self._come_to(Dealt(area))
        self.told.clear()
        spot = area, len(self.play.state.cards.lying_in(area))
        coming, gone = self.script.cards.get(spot, ()), self.gone.get(spot, 0)
        if gone >= len(coming):
            raise _Enough
        self.gone[spot] = gone + 1
        card = coming[gone]
        return next(n for n, one in enumerate(stock) if one == card)

    # the chooser

    def choose(self, decision: ToDecide) -> int:
        if len(decision.offers) == 1:
            return 0
        assert self.play is not None
        traces, offers = self.traces, list(enumerate(decision.offers))
        forced = [n for n, offer in offers if any(wager in traces.forced for wager, _ in offer.makes)]
        if forced:
            return forced[-1]
        # What would make a wager that is not looked at is left alone.
        offered = [(n, offer.label) for n, offer in offers if all(wager in traces.settled for wager, _ in offer.makes)]
        if len(offered) == 1:
            return offered[0][0]
        labels = tuple(label for _, label in offered)
        if not labels or len(set(labels)) < len(labels):
            raise NotSolvable(f"the choices at {decision.step}, of which none or two of one name are left", "", decision.basis.span)
        settled = self._settled()
        self._come_to(Deciding(decision.step, labels, self._unseen(), self.play.state.hand, (decision.basis,), *settled))
        self.branch = self._scripted()
        if self.branch not in labels:
            raise NotSolvable("a round does not come back to where it was, played on the same cards")
        return offered[labels.index(self.branch)][0]

    def _scripted(self) -> str:
        if self.used >= len(self.script.branches):
            raise _Enough
        self.used += 1
        return self.script.branches[self.used - 1]

    # the oracle

    def answer(self, expression: ex.Expression, sight: Sight) -> Thing:
        thing = seen(expression, sight.without_oracle)
        if thing is None:
            return None
        if isinstance(thing, HeldCards | HeldHand | Card):
            return Judged(str(expression), _Answers(self, expression, thing, sight))
        question = self.traces.question(expression, None, sight)
        self.ask(question, as_answer(thing, question))
        return thing

    def tells(self, expression: ex.Expression, test: Pattern, sight: Sight) -> bool:
        thing = seen(expression, sight.without_oracle)
        return thing is not None and self.is_met(expression, test, thing, sight)

    def is_met(self, expression: ex.Expression, test: Pattern, thing: Thing, sight: Sight) -> bool:
        """Whether a thing meets a test; it is asked part by part, and no further than is needed."""
        plain = sight.without_oracle
        for part in conjuncts(test) if isinstance(thing, HeldCards | HeldHand | Card) else (test,):
            answer = fits(part, thing, plain)
            self.ask(self.traces.question(expression, part, sight), answer)
            if not answer:
                return False
        return True

    def ask(self, question: Question, answer: Answer) -> None:
        if question in self.told:
            return
        self.told[question] = answer
        assert self.play is not None
        self._come_to(Asked(question, self._unseen(), self.play.settles))
        self.branch = answer

    # turns and splits

    def turn(self, line: rd.StepLine) -> None:
        assert self.play is not None
        settled, still_open = self._settled()
        draws = self.play.dealer.area(line.to, line.basis.span) if isinstance(line, rd.DealUntil) else ""
        node = self.traces.turn(self._situation(line), settled, still_open, draws)
        self._come_to(node)
        here = node.number, sum(map(len, self.play.state.cards.areas.values()))
        if here in self.passed:
            raise NotSolvable("a choice that leads back to where it was made, with no card dealt", statement_words(line), line.basis.span)
        self.passed.add(here)
        self.told.clear()
        if self.is_new and node.then:
            raise _Enough

    def follow(self, old: Hand, new: Hand) -> Hand:
        """Which hand is followed; the other one is out of the round, with what lies on it and its cards."""
        assert self.play is not None
        state = self.play.state
        area = area_of(old.name)
        to = f"{area} 1"
        before = old.name if len(state.hands) > 2 else area
        self._come_to(Moved(before, to, frozenset(s.wager.name.text for s in state.open_stakes if not s.hand)))
        self.told.clear()
        self.branch = self._scripted()
        kept, gone = (old, new) if self.branch == OLD else (new, old)
        self._set_aside([s for s in state.stakes if (s.hand != new.name if self.branch == NEW else s.hand == new.name)])
        gone.is_ended, gone.due, gone.choices = True, 0, frozenset()
        cards = state.cards
        if kept.name != to:
            other = next((hand for hand in state.hands if hand.name == to), None)
            lying = cards.areas.pop(kept.name)
            if other is not None:
                other.name, cards.areas[kept.name] = kept.name, cards.areas.pop(to, [])
            for stake in state.stakes:
                stake.hand = to if stake.hand == kept.name else stake.hand
            cards.areas[to], kept.name = lying, to
            for name in (to, kept.name, *(h.name for h in state.hands)):
                cards.faces[name] = tuple(one.card for one in cards.areas.get(name, ()))
        state.hand = kept.name
        return kept

    def _set_aside(self, stakes: Sequence[Stake]) -> None:
        """Leaves wagers to be looked at, since amounts may hang on theirs, and to nothing else; one of each name."""
        assert self.play is not None
        state = self.play.state
        for stake in stakes:
            stake.result, stake.net, stake.hand = ELSEWHERE, Fraction(0), ELSEWHERE
        kept: dict[str, Stake] = {s.id: s for s in state.stakes if s.result == ELSEWHERE}
        state.stakes = [s for s in state.stakes if s.result != ELSEWHERE or kept[s.id] is s]

    def _situation(self, line: rd.StepLine) -> Hashable:
        """All that what follows hangs on, but the cards."""
        assert self.play is not None
        state, cap, told = self.play.state, self.traces.told_apart, self.traces.told_after
        played = [hand for hand in state.hands if not (hand.is_ended and not hand.choices and hand.name != area_of(hand.name))]
        unseen = self._unseen()
        return (
            id(line), state.step, state.hand, state.is_out, state.choices & told, len(state.hands), tuple(state.visited),
            tuple(sorted(self.play.staked.items())), frozenset(self.play.taken_back), self.play.has_bet,
            tuple((hand.name, hand.choices & told, hand.due, hand.is_ended) for hand in played),
            tuple((s.id, s.amount, s.hand, s.result, s.settles > 0, s.called_on, self._told_of(s.id),
                   tuple(sorted(s.memory.items(), key=str)))
                  for s in state.stakes),
            tuple(sorted(state.memory.items(), key=str)), tuple(self.play.unmade),
            tuple((area, min(len(lying), cap)) for area, lying in state.cards.areas.items() if lying), unseen,
        )  # fmt: skip

    def _told_of(self, stake: str) -> tuple[Paid, ...]:
        return tuple(paid for paid in self._settled()[0] if paid.name == stake)

    def _settled(self) -> tuple[tuple[Paid, ...], frozenset[str]]:
        """What is settled by now, and the names of what is not, or may yet be made."""
        assert self.play is not None
        names = {stake.wager.name.text for stake in self.play.state.stakes if stake.is_open}
        paid = self._paid()
        coming = self.traces.may_be_made.get(self.play.state.step, frozenset())
        waiting = {wish.wager for wish in self.play.unmade}
        return tuple(one for one in paid if one.name not in names), coming | names | waiting

    def _unseen(self) -> Unseen:
        assert self.play is not None
        return frozenset(
            (area, n)
            for area, lying in self.play.state.cards.areas.items()
            for n, one in enumerate(lying)
            if not one.is_known
        )


@dataclass(frozen=True)
class _Oracle:
    """What lines ask of cards, passed on to the run."""

    run: _Run

    def __call__(self, expression: ex.Expression, sight: Sight) -> Thing:
        return self.run.answer(expression, sight)

    def tells(self, expression: ex.Expression, test: Pattern, sight: Sight) -> bool:
        return self.run.tells(expression, test, sight)


@dataclass(frozen=True)
class _Answers(Mapping[Pattern, bool]):
    """What a hand answers to any test, each noted down when it is asked."""

    run: _Run
    expression: ex.Expression
    thing: Thing
    sight: Sight

    def __getitem__(self, test: Pattern) -> bool:
        return self.run.is_met(self.expression, test, self.thing, self.sight)

    def __contains__(self, test: object) -> bool:
        return True

    def __iter__(self) -> Iterator[Pattern]:
        return iter(())

    def __len__(self) -> int:
        return 0


def _made_from(steps: tuple[rd.Step, ...]) -> dict[str, frozenset[str]]:
    """The wagers that may be made by a choice in each step or after it; in any, where a step leads back."""
    places = {step.name.text: n for n, step in enumerate(steps)}
    for n, step in enumerate(steps):
        if any(isinstance(node, rd.GoTo) and places.get(node.step.text, n) <= n for node in walk(step)):
            return dict.fromkeys(places, made_by_decision(steps))
    return {name: made_by_decision(steps[n:]) for name, n in places.items()}


def choices_told_of(ruleset: Ruleset) -> frozenset[str]:
    """The choices that some line tells a hand by: other than these, what was chosen on a hand does not show on it."""
    named: set[str] = set()
    for statement in ruleset.statements:
        for node in walk(statement):
            match node:
                case pt.AfterChoice(choice):
                    named.add(choice.text)
                case cd.After(choices):
                    named.update(choice.text for choice in choices)
    return frozenset(named)


def counted_up_to(ruleset: Ruleset) -> int:
    """The highest number of cards that any line of a ruleset tells apart from more, by counting them or by their places."""
    numbers: list[Fraction] = [Fraction(2)]
    for statement in ruleset.statements:
        nodes = list(walk(statement))
        counts = any(
            isinstance(node, ex.FeatureOf) and isinstance(node.feature, ex.Called) and node.feature.name.text == "cards"
            for node in nodes
        )
        for node in nodes:
            match node:
                case pt.ExactlyCards(number) | cd.HoldsExactly(number):
                    numbers.append(number)
                case ex.NthCard(ordinal, _) if ordinal is not ex.Ordinal.LAST:
                    numbers.append(Fraction(ordinal.value))
                case ex.NthCards(_, number, _):
                    numbers.append(number.value)
                case ex.Number() if counts and node.text.isdigit():
                    numbers.append(node.value)
                case pt.Spots() if counts:
                    numbers += [Fraction(text) for text in node.values if text.isdigit()]
    return int(max(numbers))
