"""Which labels make the outline: the cheapest run of readings through all places where a clause may begin.

A state is the last place in the outline, the labels that still wait for their words and the paragraphs that still wait for
their label.  Each event leads from a state to others (`audit.documents.outline.moves`): its label counts on an open level, opens
a level below, or is none.  The states of each event form a lattice that is bounded in width; its cheapest path is the
outline (Viterbi), and the cheapest path that gives an event another place says how sure that place is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from audit.documents.outline.habits import Habits, at_first_sight, learned
from audit.documents.outline.labels import Step
from audit.documents.outline.moves import EMPTY, LAPSED, Do, Moves, State
from audit.documents.outline.paragraphs import Event
from audit.documents.outline.places import outline_itself


@dataclass(frozen=True, slots=True)
class Choice:
    """What an event was taken for: what that cost by itself, and by how much the next best other place is dearer."""

    do: Do
    own_cost: float
    margin: float
    other: Do | None


@dataclass(frozen=True, slots=True)
class Width:
    """How many states of an event are kept, and how much dearer than the cheapest they may be."""

    states: int
    cost: float


# A first reading need only find the habits; where labels stand apart, more must be kept until they meet their words.
_WIDTHS = {(False, False): Width(8, 5.5), (False, True): Width(20, 8.0), (True, False): Width(60, 9.0), (True, True): Width(110, 11.0)}
_MOST_STATES = 24_000
"""States of all events of a part together: what one of ten thousand labels without words takes stays bounded."""
_FEWEST_STATES = 8
_FAR = 11.0
_MANY = 10_000
"""Events of one lattice."""
_Edge = tuple[State, State, float, Do]


def read(events: Sequence[Event]) -> list[Choice]:
    """The best reading of all events, in two passes: the second knows the habits of the first."""
    plain = at_first_sight(events)
    return choose(events, learned(_begun(events, choose(events, plain)), events, plain))


def _begun(events: Sequence[Event], choices: Sequence[Choice]) -> list[tuple[tuple[Step, ...], Event | None]]:
    """The places that a reading begins, each with the event of its first words where those bear a label of their own."""
    begun: list[tuple[tuple[Step, ...], Event | None]] = []
    words: dict[int, Event] = {}
    for event, choice in zip(events, choices, strict=True):
        if choice.do.name == "take":
            words[choice.do.event] = event
    for number, (event, choice) in enumerate(zip(events, choices, strict=True)):
        do = choice.do
        if do.place is not None and do.name != "pay":
            begun.append((do.place.steps, words.get(number) if do.name == "alone" else event if do.name == "item" else None))
    return begun


def choose(events: Sequence[Event], habits: Habits) -> list[Choice]:
    """The best reading of all events together; of very many, of one block behind the other, which bounds the memory."""
    width = _WIDTHS[habits.is_displaced, habits.is_learned]
    width = Width(max(_FEWEST_STATES, min(width.states, _MOST_STATES // max(len(events), 1))), width.cost)
    state = State(outline_itself())
    made: list[Choice] = []
    for begin in range(0, len(events), _MANY):
        columns, edges = _lattice(events[begin : begin + _MANY], begin, state, habits, width)
        choices, state = _traced(columns, edges)
        made.extend(choices)
    return made


def _lattice(
    events: Sequence[Event], begin: int, start: State, habits: Habits, width: Width
) -> tuple[list[dict[State, float]], list[list[_Edge]]]:
    """The states behind each event with what they cost, and the moves that lead to them; ``begin`` counts the events before."""
    columns: list[dict[State, float]] = [{start: 0.0}]
    edges: list[list[_Edge]] = []
    for number, event in enumerate(events, start=begin):
        moves = Moves(event, number, habits)
        here: dict[State, float] = {}
        ways: list[_Edge] = []
        most = float("inf")
        for state, paid in sorted(columns[-1].items(), key=lambda pair: pair[1]):
            for then, cost, do in moves.of(state, most - paid):
                total = paid + cost
                ways.append((state, then, cost, do))
                if total < here.get(then, most):
                    here[then] = total
                    most = min(most, total + _expected(then) + width.cost)
        ranks = {s: c + _expected(s) for s, c in here.items()}
        near = [s for s, rank in ranks.items() if rank <= most]
        if len(near) > width.states:
            near = sorted(near, key=ranks.__getitem__)[: width.states]
        kept = {s: here[s] for s in near}
        columns.append(kept)
        edges.append([w for w in ways if w[1] in kept])
    return columns, edges


def _expected(state: State) -> float:
    """What is likely still to be paid for labels and words that have not met; it orders the states, it is no cost."""
    if not state.owed and not state.waiting:
        return 0.0
    return 1.6 * max(0, len(state.owed) - 1) + 1.0 * max(0, len(state.waiting) - 1)


def _closing(state: State) -> float:
    return EMPTY * len(state.waiting) + LAPSED * len(state.owed)


def _traced(columns: list[dict[State, float]], edges: list[list[_Edge]]) -> tuple[list[Choice], State]:
    """Backwards through the lattice: the cheapest path with its last state, and for each event the cheapest that takes it
    otherwise."""
    after = {state: _closing(state) for state in columns[-1]}
    whole = min(columns[-1][s] + c for s, c in after.items())
    now = min(after, key=lambda s: columns[-1][s] + after[s])
    last = now
    made: list[Choice] = []
    for number in range(len(edges) - 1, -1, -1):
        before: dict[State, float] = {}
        paid = columns[number]
        best: tuple[float, State, float, Do] | None = None
        cheapest: dict[tuple[object, ...], tuple[float, Do]] = {}
        for state, then, cost, do in edges[number]:
            if then not in after:
                # Nothing that follows was cheap enough to be kept.
                continue
            rest = cost + after[then]
            if rest < before.get(state, 1e9):
                before[state] = rest
            through = paid[state] + rest
            key = (do.place, do.event, do.name == "none")
            if key not in cheapest or through < cheapest[key][0]:
                cheapest[key] = (through, do)
            if then == now and (best is None or paid[state] + cost < best[0]):
                best = (paid[state] + cost, state, cost, do)
        assert best is not None
        _, state, cost, do = best
        chosen = (do.place, do.event, do.name == "none")
        others = [(c, d) for k, (c, d) in cheapest.items() if k != chosen]
        other = min(others, key=lambda pair: pair[0]) if others else None
        made.append(Choice(do, cost, other[0] - whole if other else _FAR, other[1] if other else None))
        now, after = state, before
    made.reverse()
    return made, last
