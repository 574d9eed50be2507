"""Irregularities of the closed lists, played: an event at a chance act, and the remedy that the rules give it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from audit.play.equipment import as_number, by_source
from audit.play.errors import NotPlayable, PlayError, RoundVoided
from audit.play.evaluating import holds
from audit.play.events import CameUp, Event, Irregular, RoundEnded, Voided
from audit.play.irregular_cards import AFTER_DEAL, BEFORE_DEAL, CARD_FACTS, carry_out
from audit.play.remedies import remedy_text
from audit.play.sight import Sight, Thing
from audit.ruleset import conditions as cd
from audit.ruleset import controls as ct
from audit.ruleset import expressions as ex
from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

if TYPE_CHECKING:
    from audit.play.rounds import Play

DICE_EVENTS = frozenset(
    {
        "roll_off_table",
        "dice_stacked",
        "die_cocked",
        "dice_apart",
        "far_end_missed",
        "die_on_bank",
        "die_in_cup",
        "die_on_rail",
        "die_meets_chips",
    }
)
WHEEL_EVENTS = frozenset({"spin_short", "spin_wrong_way", "ball_out", "ball_floats", "foreign_object"})
FACTS = {"die_cocked": ("sides",), **CARD_FACTS}
"""What lines may ask of an event."""

EXAMPLES = {"owner": "dealer", "exposed": "no"}


@dataclass
class Incident:
    """One irregularity that happens at the first chance act it can happen at; ``facts`` are what its lines may ask."""

    irregularity: ct.Irregularity
    facts: Mapping[str, str]
    has_happened: bool = False

    def applies(self, verb: str) -> bool:
        event = self.irregularity.event
        assert isinstance(event, ct.PlayedEvent)
        if self.has_happened or event.event.text not in DICE_EVENTS | WHEEL_EVENTS:
            return False
        return verb == ("roll" if event.event.text in DICE_EVENTS else "spin")

    def applies_to_cards(self, play: Play, *, is_before: bool) -> bool:
        """Whether it happens now, at a deal: before its cards leave the deck, or once they lie."""
        event = self.irregularity.event
        assert isinstance(event, ct.PlayedEvent)
        if self.has_happened or event.event.text not in (BEFORE_DEAL if is_before else AFTER_DEAL):
            return False
        # ``in deal`` is the step of that name; without one it is any deal, as a shuffle is before the first.
        steps = {step.name.text for step in play.steps}
        return event.during is None or event.during.text not in steps or event.during.text == play.state.step

    def happen_at_cards(self, play: Play) -> Iterator[Event]:
        """What is done about it at a deal."""
        line = yield from self._begin(play)
        yield from carry_out(line, play, self._facts(line.guard))

    def happen(self, play: Play, verb: str, name: str, basis: Basis) -> Iterator[Event]:
        """What is done about it; a roll or spin that is made again replaces the one that came up."""
        line = yield from self._begin(play)
        for remedy in line.remedies:
            yield from self._carry_out(remedy, play, verb, name, line.basis)

    def _begin(self, play: Play) -> Generator[Event, None, ct.Remedies]:
        self.has_happened = True
        line = self.line_that_applies(play.state.sight())
        words = tuple(remedy_text(r) for r in line.remedies)
        who = str(line.at_the_word_of) if line.at_the_word_of else None
        yield Irregular(self.irregularity.name.text, words, who, bases=(line.basis,))
        if all(isinstance(r, ct.ToldRemedy) for r in line.remedies):
            raise NotPlayable(f"{self.irregularity.name}: {' and '.join(words)}", line.basis.span)
        return line

    def _carry_out(self, remedy: ct.AnyRemedy, play: Play, verb: str, name: str, basis: Basis) -> Iterator[Event]:
        state = play.state
        match remedy:
            case ct.Remedy.ROLL_AGAIN | ct.Remedy.SPIN_AGAIN:
                assert state.outcome is not None
                yield Voided(state.outcome, bases=(basis,))
                state.outcome = play.feed.next(verb, name, state.equipment.source(verb, name))
                state.came.update(by_source(name, state.outcome))
                state.chance_acts += 1
                yield CameUp(verb, state.outcome, state.chance_acts, bases=(basis,))
            case ct.Remedy.GO_ON | ct.ToldRemedy():
                return
            case ct.Remedy.RETURN_ALL:
                yield from play.give_back(frozenset(s.wager.name.text for s in state.open_stakes), basis)
            case ct.ReturnWagers(wagers):
                yield from play.give_back(frozenset(w.text for w in wagers), basis)
            case ct.SettleWagers(wagers):
                yield from play.settle_now(frozenset(w.text for w in wagers), basis)
            case ct.Remedy.VOID_ROUND:
                yield from play.give_back(frozenset(s.wager.name.text for s in state.open_stakes), basis)
                yield RoundEnded("void", bases=(basis,))
                raise RoundVoided
            case _:
                raise NotPlayable(remedy_text(remedy), basis.span)

    def line_that_applies(self, sight: Sight) -> ct.Remedies:
        """The first line whose guard holds; raises `PlayError` where a fact that it asks for is not given."""
        for line in self.irregularity.lines:
            if line.otherwise or line.guard is None:
                return line
            if holds(line.guard, replace(sight, own=self._facts(line.guard))):
                return line
        raise PlayError(
            f"{self.irregularity.name}: no line says what is done in this case", self.irregularity.basis.span
        )

    def _facts(self, condition: cd.Condition | None) -> dict[str, Thing]:
        """The facts of the event that are given; raises `PlayError` where the condition asks for one that is not."""
        event = self.irregularity.event
        assert isinstance(event, ct.PlayedEvent)
        known = FACTS.get(event.event.text, ())
        for node in walk(condition) if condition is not None else ():
            if isinstance(node, ex.Called) and node.name.text in known:
                self._fact(node.name.text)
        return {name: self._fact(name) for name in known if name in self.facts}

    def _fact(self, name: str) -> Thing:
        given = self.facts.get(name)
        number = as_number(given) if given is not None else None
        if given is not None and number is None and name in EXAMPLES:
            return {"yes": True, "no": False}.get(given, given)
        if number is None:
            raise PlayError(
                f'{self.irregularity.name} asks for {name}: give it with --given "{name} {EXAMPLES.get(name, "2")}"',
                self.irregularity.basis.span,
            )
        return number


def incident(ruleset: Ruleset, name: str, facts: Mapping[str, str]) -> Incident:
    """The irregularity of that name; raises `PlayError` where there is none, `NotPlayable` where it is told in words."""
    found = ruleset.named(name, ct.Irregularity)
    if found is None:
        names = ", ".join(sorted(i.name.text for i in ruleset.of(ct.Irregularity))) or "none"
        raise PlayError(f"there is no irregularity {name}; there are: {names}")
    if isinstance(found.event, ct.ToldEvent):
        raise NotPlayable(f"{name}, an event told in words,", found.basis.span)
    if found.event.event.text not in DICE_EVENTS | WHEEL_EVENTS | BEFORE_DEAL | AFTER_DEAL:
        raise NotPlayable(f"the event {found.event.event}", found.basis.span)
    return Incident(found, facts)
