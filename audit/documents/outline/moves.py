"""What an event may be taken for in a state of the outline, and what each costs.

Costs are in one unit: about 1 for one damaged character, 3 for a label that is not printed, 4 for taking a soundly printed
label at a paragraph's head for none.  The next count of an open level and the first of a new one are (almost) free.
"""

from __future__ import annotations

from typing import NamedTuple

from audit.documents.options import DEEPEST
from audit.documents.outline.habits import SAME_INDENT, Habits
from audit.documents.outline.labels import Form, Kind, Step, Style
from audit.documents.outline.paragraphs import Event, What
from audit.documents.outline.places import Place

EMPTY = 2.6
"""A label without any words."""
UNPRINTED = 3.0
"""A clause whose label is not printed."""
LAPSED = 1.5
"""The same, found out when the label does not come behind the words either."""
_ODD_INDENT = 2.5
"""A label that stands further in or out than its place would have it, where levels are set in."""
_LEVEL_INDENT = 1.5
"""The first label of a list that stands no further in than the item above."""
SILENT = 1.5
"""A paragraph that is none, where labels stand apart or are lost."""
_SOLE = 1.5
"""A list of one item."""
_RUN_IN = 2.0
"""A heading that its own paragraph begins with, where its first word may be a label."""
_ABOVE_SECTIONS = 4.0
"""A heading without label above sections that are named by a word."""
_AGAIN, _ONCE_MORE, _FURTHER_IN, _DIRECTLY = 7.0, 2.5, 1.0, 2.0
"""A list within another of the same style; the same where it is likely, or set in; and more if no other style is between."""
_MOST_APART = 8
"""How many labels may wait for their words, and how many paragraphs for their label."""
_LEVELS_ABOVE = 3
"""How many levels above its first clause a part may lack that begins within one."""


class Do(NamedTuple):
    """What an event is taken for."""

    name: str
    """``none``; ``item``, ``alone`` or ``owe`` begin a clause; ``take`` gives words to a waiting label, ``pay`` a label to
    waiting words; ``heading`` begins a section without label."""
    place: Place | None = None
    """Its place in the outline."""
    event: int = -1
    """The event that began the clause, of ``take`` and ``pay``."""
    rises: bool = False
    """Whether all before it lies in a clause above that is not in the text."""


NONE = Do("none")


class State(NamedTuple):
    """The last place, and what has not met yet."""

    place: Place
    waiting: tuple[tuple[int, int], ...] = ()
    """Events whose label waits for words, and the depth of each."""
    owed: tuple[tuple[Step, int], ...] = ()
    """Steps whose words wait for a label, and the event of the words."""
    broken: int = 0
    """How many levels above the first may yet come, where the part begins within a clause."""
    indents: tuple[float, ...] = ()
    """How far in the label stands at each depth; empty where levels are not set in."""
    ended: Step | None = None
    """The last step of the list that ended with the item before: some documents count on through all sections."""


Move = tuple[State, float, Do]


def counted(last: Step, step: Step) -> float:
    """What it costs that one label follows another on its level."""
    before, now = last.value, step.value
    if step.tail:
        return 0.3 if now == before and step.tail > last.tail else 3.0
    if now == before + 1:
        return 0.0
    if now > before:
        return min(3.5 + 1.5 * (now - before - 2), 12.0)
    if now == before:
        return 2.4
    return 5.0 if now == 1 else 6.0


def _ended(state: State, place: Place) -> Step | None:
    """The last step of the list that ended before a place near the outline's root."""
    last = state.place
    if place.depth > 2 or place.above is last:
        return None
    if place.depth >= last.depth:
        return state.ended
    for level in last.upwards():
        if level.depth == place.depth + 1:
            return level.step
    return None


class _Found:
    """The places found for a label: each with its cost, whether it rises above the part's beginning, and how many levels
    above that may still come.  What costs more than ``spare`` is not kept."""

    __slots__ = ("places", "spare")

    def __init__(self, spare: float) -> None:
        self.spare = spare
        self.places: list[tuple[Place, float, bool, int]] = []

    def add(self, above: Place | None, step: Step, cost: float, broken: int, rises: bool = False) -> None:
        if cost <= self.spare and above is not None:
            self.places.append((above.under(step), cost, rises, broken))


class Moves:
    """The moves of one event, from any state."""

    def __init__(self, event: Event, number: int, habits: Habits) -> None:
        self.event, self.number, self.habits = event, number, habits
        self.sound = {m.steps[-1] for m in event.meanings if not m.damaged} if event.is_sound else set()
        self.spoilt = habits.damage
        self.onward = 0.8 if event.after == ":" else 0.0
        """What it costs to go on with an open level: behind a colon its list is due."""
        self.deeper = 1.0 if event.after == ";" else 0.0
        """What it costs to open a level: behind a semicolon the list goes on."""
        self.base = event.cost if event.is_sound else event.cost * min(self.spoilt, 1.0)

    def of(self, state: State, spare: float) -> list[Move]:
        """All moves from a state that cost no more than ``spare``."""
        if self.event.what is What.INLINE:
            return self._inline(state, spare)
        if self.event.what is What.ALONE:
            return self._alone(state, spare)
        return self._paragraph(state, spare)

    def _inline(self, state: State, spare: float) -> list[Move]:
        made: list[Move] = []
        silence = self.event.silence
        if self.event.is_run_in:
            self._heading(state, spare, made, _RUN_IN)
            silence = max(silence, 1.5) if self.habits.headings else silence
        made.append((state, silence, NONE))
        lapsed = LAPSED * len(state.owed)
        for place, price, rises, broken in self._placed(state, spare):
            cost = price + lapsed
            if place.step not in self.sound:
                cost += max(0.0, self.habits.looks(place.depth - 1, self.event))
            if state.waiting:
                # A label may stand alone above the first item of its list.
                cost += (0.3 if place.above is state.place else EMPTY) * len(state.waiting)
            if cost <= spare:
                made.append((self._begun(state, place, (), broken), cost, Do("item", place, rises=rises)))
        return made

    def _alone(self, state: State, spare: float) -> list[Move]:
        event = self.event
        made: list[Move] = [(state, event.silence, NONE)]
        for n, (step, since) in enumerate(state.owed):
            paid = self._paid(step)
            if paid is not None:
                cost = LAPSED * n + (paid + event.cost) * self.spoilt
                if cost <= spare:
                    then = state._replace(owed=state.owed[n + 1 :])
                    made.append((then, cost, Do("pay", state.place, since)))
        if len(state.waiting) < _MOST_APART:
            # One that is glued to the end of a line is rather the label of that line.
            more = LAPSED * len(state.owed) + (0.1 if event.is_sound or event.start == 0 else 1.0)
            for place, price, rises, broken in self._placed(state, spare - more):
                waiting = (*state.waiting, (self.number, place.depth - 1))
                then = self._begun(state, place, (), broken)._replace(waiting=waiting)
                made.append((then, price + more, Do("alone", place, rises=rises)))
        return made

    def _paid(self, step: Step) -> float | None:
        """What it costs that this label is the one of a step."""
        if self.event.is_any:
            return 1.0
        fits = [m.cost for m in self.event.meanings if len(m.steps) == 1 and m.steps[0] == step]
        return min(fits) if fits else None

    def _paragraph(self, state: State, spare: float) -> list[Move]:
        event, habits = self.event, self.habits
        if state.waiting:
            since, depth = state.waiting[0]
            price = event.cost if event.what is What.PARAGRAPH else 0.3
            looks = max(0.0, habits.looks(depth, event))
            then = state._replace(waiting=state.waiting[1:])
            return [(then, price + looks, Do("take", None, since)), (state, 2.0 if price < 1.0 else 0.5, NONE)]
        made: list[Move] = []
        lost = habits.is_listed and event.is_listed and event.cost < 1.0
        silence = 1.5 if lost else SILENT if habits.is_displaced and event.cost < 1.0 else 0.0
        if event.what is What.HEADING:
            self._heading(state, spare, made, event.cost)
            silence = event.silence if habits.headings else 0.0
        made.append((state, silence, NONE))
        if state.place.above is None or len(state.owed) >= _MOST_APART:
            return made
        cost = event.cost if event.what is What.PARAGRAPH else 0.3 if event.is_title else 2.3
        price = cost + (0.2 if habits.is_displaced else 1.0 if lost else UNPRINTED)
        if price - 1.0 <= spare:
            self._unprinted(state, price, spare, made)
        return made

    def _heading(self, state: State, spare: float, made: list[Move], cost: float) -> None:
        usual = (-self.habits.headings or 2.0) if self.habits.is_learned else 0.0
        price = cost + usual + LAPSED * len(state.owed)
        if self.habits.is_sectioned and state.place.above is None:
            price += _ABOVE_SECTIONS
        if price <= spare:
            outline = state.place
            while outline.above is not None:
                outline = outline.above
            place = outline.under(Step(Style(Kind.HEADING, Form.STOP), self.number))
            made.append((self._begun(state, place, (), state.broken), price, Do("heading", place)))

    def _unprinted(self, state: State, price: float, spare: float, made: list[Move]) -> None:
        """The paragraph is a clause whose label is not printed, or comes behind it."""
        habits, event = self.habits, self.event

        def add(place: Place, cost: float) -> None:
            cost += habits.looks(place.depth - 1, event)
            if cost <= spare:
                owed = (*state.owed, (place.step, self.number)) if habits.is_displaced else ()
                made.append((self._begun(state, place, owed, state.broken), cost, Do("owe", place)))

        last = state.place
        for level in last.upwards():
            if not level.is_heading:
                add(level.next, price + self._left(state, level))
        if last.depth < DEEPEST:
            for style in habits.usual(last.depth, last.step.style):
                if all(style != level.step.style for level in last.upwards()):
                    add(last.under(Step(style, 1)), price + 0.4 + self.deeper + habits.cost(last.depth, style))

    def _begun(self, state: State, place: Place, owed: tuple[tuple[Step, int], ...] = (), broken: int = 0) -> State:
        """The state behind a clause that begins at a place."""
        return State(place, (), owed, broken, self._set_in(state, place), _ended(state, place))

    def _set_in(self, state: State, place: Place) -> tuple[float, ...]:
        """The indents of a state's levels, with that of the event at its place."""
        if not self.habits.sets_in:
            return ()
        indent = self.event.indent
        above = (*state.indents, *[indent] * place.depth)[: place.depth - 1]
        return (*above, indent)

    def _left(self, state: State, level: Place) -> float:
        """What it costs to go on with a level and leave all below it."""
        last = state.place
        leaves = 0.0
        if last is not level:
            leaves = 0.6 if self.event.after == ";" else 0.0
        elif last.depth > 2 and self.event.after == "." and self.event.what is not What.INLINE:
            # An inner list rather ends with a full stop.
            leaves = 0.2
        if state.indents and abs(self.event.indent - state.indents[level.depth - 1]) > SAME_INDENT:
            leaves += _ODD_INDENT
        return _SOLE * (last.soles - level.soles) + self.onward + leaves

    def _entered(self, state: State) -> float:
        """What it costs to open a level below the last place."""
        if not state.indents or self.event.indent > state.indents[-1] + SAME_INDENT:
            return self.deeper
        return self.deeper + (_ODD_INDENT if self.event.indent < state.indents[-1] - SAME_INDENT else _LEVEL_INDENT)

    def _again(self, state: State, step: Step) -> float:
        """What a list costs within another of the same style: less behind a colon, further in than all that is open, or
        in the style that lists of that depth have in this part; more directly within an item of that style."""
        last = state.place
        if step.value > 1:
            return _AGAIN
        direct = _DIRECTLY if last.step.style == step.style else 0.0
        if state.indents and self.event.indent > max(state.indents) + SAME_INDENT:
            return _FURTHER_IN + direct
        if self.event.after == ":" or self.habits.is_learned and self.habits.styles.get(last.depth, {}).get(step.style, 0.0) > 0.1:
            return _ONCE_MORE + direct
        return _AGAIN

    def _placed(self, state: State, spare: float) -> list[tuple[Place, float, bool, int]]:
        """Every place that a label may have, with its cost, whether it rises above the part's beginning, and how many
        levels above that may still come."""
        event = self.event
        made = _Found(spare)
        if self.base - event.weak > spare:
            return made.places
        if event.is_any:
            self._any(state, event.cost + 0.4, made)
        else:
            if self.habits.is_displaced and len(event.printed) < 4 and event.weak == 0.0:
                self._any(state, event.cost + (4.5 if event.is_sound else 2.5), made)
            for meaning in event.meanings:
                cost = self.base + meaning.cost * self.spoilt
                if len(meaning.steps) > 1:
                    self._compound(state, meaning.steps, cost, made)
                elif meaning.damaged:
                    self._expected(state, meaning.steps[0], cost, made)
                else:
                    self._anywhere(state, meaning.steps[0], cost, event.weak, made)
        return made.places

    def _any(self, state: State, cost: float, made: _Found) -> None:
        """The places of a label that is printed so badly that it may be any."""
        last = state.place
        for level in last.upwards():
            if not level.is_heading:
                made.add(level.above, Step(level.step.style, level.step.value + 1), cost + self._left(state, level), state.broken)
        if last.above is not None and last.depth < DEEPEST:
            for style in self.habits.usual(last.depth, last.step.style):
                made.add(last, Step(style, 1), cost + 0.5 + self.deeper, state.broken)

    def _expected(self, state: State, step: Step, cost: float, made: _Found) -> None:
        """The places where a damaged reading is just what is expected."""
        last = state.place
        is_open = False
        for level in last.upwards():
            if level.step.style == step.style:
                is_open = True
                if step.value == level.step.value + 1:
                    made.add(level.above, step, cost + self._left(state, level), state.broken)
        if step.value == 1 and not is_open and 0 < last.depth < DEEPEST:
            made.add(last, step, cost + 0.8 + self._entered(state) + self.habits.cost(last.depth, step.style), state.broken)

    def _anywhere(self, state: State, step: Step, cost: float, weak: float, made: _Found) -> None:
        """The places of a label that is soundly printed."""
        last, broken, habits = state.place, state.broken, self.habits
        if last.above is None:
            first = 0.0 if step.value == 1 else 1.5
            made.add(last, step, cost + first + habits.cost(0, step.style), 0 if step.value == 1 else _LEVELS_ABOVE)
            return
        is_open = False
        root = last
        for level in last.upwards():
            root = level
            closed = self._left(state, level)
            if level.step.style == step.style:
                is_open = True
                less = weak if step.value == level.step.value + 1 else 0.0
                made.add(level.above, step, cost - less + counted(level.step, step) + closed, broken)
            elif level.step.style.kind is step.style.kind:
                made.add(level.above, step, cost + 2.5 + counted(level.step, step) + closed, broken)
        # Behind a heading the first labels of a list may be lost.
        most = 1.5 if last.is_heading else 6.0
        first = 0.3 if step.value == 1 else 3.0 + min(0.8 * (step.value - 1), most)
        if last.step.style.form is Form.WORDED and self.event.after == ":":
            # A section that amends others quotes them from any label on.
            first = min(first, 1.5)
        if state.ended is not None and state.ended.style == step.style and step.value == state.ended.value + 1:
            first = min(first, habits.counts_on)
        if last.depth < DEEPEST:
            again = self._again(state, step) if is_open else 0.0
            made.add(last, step, cost + first + again + self._entered(state) + habits.cost(last.depth, step.style), broken)
        if is_open:
            return
        if step.value == 1 and cost + 5.0 <= made.spare:
            # A list in another dress takes the place of one that ended.
            for level in last.upwards():
                if not level.is_heading:
                    made.add(level.above, step, cost + 5.0 + habits.cost(level.depth - 1, step.style), broken)
        if step.value > 1 and broken:
            made.add(root.above, step, cost + 1.0 + (0.5 if broken < _LEVELS_ABOVE else 0.0), broken - 1, True)

    def _compound(self, state: State, steps: tuple[Step, ...], cost: float, made: _Found) -> None:
        """A label of several steps: it names the levels above it, or opens one after the other."""
        path = list(state.place.upwards())[::-1]
        above = steps[:-1]
        if len(path) >= len(above) and all(
            a.step.value == b.value and a.step.style.kind is b.style.kind for a, b in zip(path, above, strict=False)
        ):
            below = path[len(above)].step if len(path) > len(above) else None
            if below is None or below.style.kind is not steps[-1].style.kind:
                count = 0.0 if steps[-1].value == 1 else 3.0
            else:
                count = counted(below, steps[-1])
            made.add(path[len(above) - 1], steps[-1], cost + count, state.broken)
        opened = _Found(made.spare)
        self._anywhere(state, steps[0], cost, 0.0, opened)
        for place, price, rises, broken in opened.places:
            if place.depth + len(above) <= DEEPEST:
                for step in steps[1:-1]:
                    place = place.under(step)  # noqa: PLW2901
                made.add(place, steps[-1], price + sum(0.3 if s.value == 1 else 3.0 for s in steps[1:]), broken, rises)
