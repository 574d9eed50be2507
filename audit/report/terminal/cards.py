"""The text of `audit play` for a round of cards: its steps in a column of their own, what happens beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from audit.language.syntax import Source
from audit.play import events as ev
from audit.play.arranging import set_hand
from audit.play.cards import Card, cards_text
from audit.play.errors import PlayError
from audit.play.evaluating import evaluate
from audit.play.rounds import Play
from audit.play.sight import HeldHand, Sight
from audit.play.wording import outcome_text
from audit.report.numbers import rounded
from audit.report.terminal.hands import hand_words
from audit.report.terminal.play_words import clauses, dealer_settled, of_role, payment, row_words, settled, signed
from audit.ruleset import expressions as ex
from audit.ruleset import places as pl
from audit.ruleset import worth as wt
from audit.ruleset.basis import Basis
from audit.ruleset.configure import money_text
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk

if TYPE_CHECKING:
    from audit.solve.cards.playing import Worth

MOST_STEP = 20
"""Room for the name of a step."""

MOST_CHOICES = 6
"""More offers than this at one decision are not all told."""


@dataclass
class CardTelling:
    """The lines of a transcript; what belongs to one thing is held back until the next thing happens.

    ``held`` are the wagers made or forfeited since the last line, behind ``said``, the choice that did it.  ``worths``
    are what the offers of each decision were worth, where best play decided.
    """

    game: Play
    sources: Mapping[str, Source]
    clauses_at: int
    said: str = ""
    said_by: list[Basis] = field(default_factory=list)
    deeds: list[str] = field(default_factory=list)
    stays: list[str] = field(default_factory=list)
    stakes: dict[str, Fraction] = field(default_factory=dict)
    step: str = ""
    printed: str = ""
    worths: Sequence[Sequence[Worth]] = ()
    decisions: int = 0
    areas: dict[str, tuple[Card, ...]] = field(default_factory=dict)
    up: dict[str, tuple[Card, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        ruleset = self.game.ruleset
        self.owners = {area.name.text: area.owner for area in ruleset.of(pl.Area)}
        longest = max((len(step.name.text) for step in self.game.steps), default=0)
        self.column = min(longest, MOST_STEP) + 2
        hands = [(hand.name, hand.picks) for hand in ruleset.of(wt.BestHandOf)]
        hands += [(hand.name, hand.picks) for hand in ruleset.of(wt.WholeHandOf)]
        self.hands = [
            (name, [n.text for n in walk(picks) if isinstance(n, Name) and n.text in self.owners])
            for name, picks in hands
        ]
        self.rows = row_words(ruleset, self.sources)

    def lines(self, event: ev.Event) -> Iterator[str]:
        """The lines that an event makes complete."""
        if not isinstance(event, ev.Made | ev.Forfeited | ev.WentOut) or isinstance(event, ev.DealerMade):
            yield from self._told()
        if not isinstance(event, ev.Stays):
            yield from self._staying()
        match event:
            case ev.Entered():
                self.step = event.step if len(self.game.steps) > 1 or event.round > 1 else ""
            case ev.DealerMade():
                self.stakes[event.wager] = event.amount
                yield self._line(f"dealer makes {event.wager} {money_text(event.amount)}", event.bases)
            case ev.Made():
                self._deed(event, "makes", f"{event.wager} {money_text(event.amount)}")
                self.stakes[event.wager] = event.amount
            case ev.Forfeited():
                lost = "" if event.result == "lose" else f", {signed(event.net or Fraction(0))}"
                self._deed(event, "forfeits", f"{event.wager}{lost}")
            case ev.WentOut():
                self._deed(event, "", "is out")
            case ev.Split():
                self._split(event)
            case ev.CardsSet():
                yield from self._set(event)
            case ev.Decided():
                worths = self.worths[self.decisions] if self.decisions < len(self.worths) else ()
                told = {event.label, *(worth.label for worth in worths)}
                others = [label for label in event.of if label not in told]
                more = ", …" if len(others) > MOST_CHOICES else ""
                instead = f", not {', '.join(others[:MOST_CHOICES])}{more}" if others else ""
                on = f" on {event.hand}" if event.hand else ""
                self.said = f"player chooses {event.label}{on}{instead}{_best(event.label, worths)}"
                self.decisions += 1
                self.said_by = list(event.bases)
            case _:
                what = self._words(event)
                if what:
                    yield self._line(what, event.bases)

    def rest(self) -> Iterator[str]:
        """What is still held back at the end."""
        yield from self._told()
        yield from self._staying()

    def _deed(self, event: ev.Event, verb: str, what: str) -> None:
        is_same = bool(self.deeds) and verb and self.deeds[-1].startswith(f"{verb} ")
        if is_same:
            self.deeds[-1] += f", {what}"
        else:
            self.deeds.append(f"{verb} {what}".strip())
        self.said_by += event.bases

    def _told(self) -> Iterator[str]:
        deeds = "; ".join(self.deeds)
        if self.said:
            yield self._line(f"{self.said}{': ' if deeds else ''}{deeds}", self.said_by)
        elif deeds:
            yield self._line(f"player {deeds}", self.said_by)
        self.said, self.said_by, self.deeds = "", [], []

    def _staying(self) -> Iterator[str]:
        if self.stays:
            yield self._line(f"{', '.join(self.stays)} {'stays' if len(self.stays) == 1 else 'stay'}", ())
        self.stays = []

    def _words(self, event: ev.Event) -> str:
        match event:
            case ev.Dealt():
                return self._dealt(event)
            case ev.Burned():
                return self._burned(event)
            case ev.Discarded():
                return f"{cards_text(event.cards)} of {event.area} discarded"
            case ev.Looked() if event.cards:
                worth = self._hands({**self.up, **{area: self.areas.get(area, ()) for area in event.areas}})
                return f"{event.who} looks at {cards_text(event.cards)}{worth if event.who == 'player' else ''}"
            case ev.Revealed() if event.cards:
                self.up[event.area] = event.shown
                return f"{self._owner(event.area)} shows {cards_text(event.shown)}{self._hands(self.up, event.area)}"
            case ev.CameUp():
                return f"{event.verb} {outcome_text(event.outcome)}"
            case ev.Voided():
                return f"{event.outcome} counts for nothing"
            case ev.Settled():
                # A wager that comes back has no row of its own to be told by.
                sources = self.sources if event.result not in ("return", "void") else {}
                because = self._because(event.bases)
                told = replace(event, because="") if because else event  # the row says more than what was drawn before it
                stake = self.stakes.get(event.wager)
                words = dealer_settled(told, sources, stake) if isinstance(told, ev.DealerSettled) else settled(told, sources, stake)
                return f"{event.wager} {words}{f': {because}' if because else ''}"
            case ev.Stays():
                self.stays.append(event.wager)
                return ""
            case ev.Remembered():
                return f"{event.wager or 'the round'} keeps {event.memory}: {event.value}"
            case ev.RoundEnded():
                return "the round ends" if event.bases else ""
            case ev.WentTo():
                return f"go to {event.step}" if event.step != self.step else ""
            case ev.Irregular():
                word = f", at the word of {event.at_the_word_of}" if event.at_the_word_of else ""
                return f"{event.name}: {' and '.join(event.remedies)}{word}"
            case _:
                because = self._because(event.bases)
                words = payment(event) or of_role(event)
                return f"{words}{f': {because}' if words and because else ''}"

    def _split(self, event: ev.Split) -> None:
        """The hand has two names now, and its last card is the first of the new one."""
        for held in (self.areas, self.up):
            before = held.pop(event.hand, None) or held.pop(event.hand.partition(" ")[0], ())
            held[event.hand], held[event.new] = before[:-1], before[-1:]
        self._deed(event, "has", f"{event.hand} and {event.new}")

    def _dealt(self, event: ev.Dealt) -> str:
        for area, card in event.cards:
            self.areas[area] = (*self.areas.get(area, ()), card)
            if event.is_up:
                self.up[area] = (*self.up.get(area, ()), card)
        areas = list(dict.fromkeys(area for area, _ in event.cards))
        turn = " in turn" if len(areas) > 1 else ""
        face = "face up" if event.is_up else "face down"
        return f"{cards_text([card for _, card in event.cards])} to {', '.join(areas)}{turn}, {face}"

    def _set(self, event: ev.CardsSet) -> Iterator[str]:
        """``player sets high As Ad 9h 8c 2d: pair of A; low Ks Qd: K high``, and for the dealer by which row."""
        self.decisions += bool(event.label)
        told = (
            f"{part} {cards_text(cards)}: {hand_words(set_hand(part, event.area, cards, self.game.ruleset))}"
            for part, cards in event.parts
        )
        yield self._line(f"{event.who} sets {'; '.join(told)}", event.bases[:1])
        if event.way:
            because = self._because(event.bases)
            yield self._line(f"  by {event.way}{f': {because}' if because else ''}", event.bases[1:])

    def _burned(self, event: ev.Burned) -> str:
        if event.area is not None:
            gone = list(event.cards)
            for held in (self.areas, self.up):
                held[event.area] = tuple(card for card in held.get(event.area, ()) if card not in gone)
        of = f" of {event.area}" if event.area is not None else ""
        kept = f" as {event.kept_as}" if event.kept_as else ""
        return f"{cards_text(event.cards)}{of} burned{'' if not event.is_up else ' face up'}{kept}"

    def _owner(self, area: str) -> str:
        names = {pl.Owner.DEALER: "dealer", pl.Owner.EACH_PLAYER: "player"}
        return names.get(self.owners.get(area, pl.Owner.TABLE), area)

    def _hands(self, seen: Mapping[str, tuple[Card, ...]], area: str = "") -> str:
        """What the hands are worth that can be told from these cards: ``: pair of 8``; of those that ``area`` is in."""
        told: dict[str, str] = {}
        for name, sources in self.hands:
            if not sources or (area and area not in sources) or not all(seen.get(one) for one in sources):
                continue
            if any(len(seen[one]) < len(self.areas.get(one, ())) for one in sources):
                continue
            words = self._worth(name, seen)
            if words:
                told.setdefault(words, name.text)
        if len(told) < 2:
            return "".join(f": {words}" for words in told)
        return f": {', '.join(f'{name} {words}' for words, name in told.items())}"

    def _worth(self, hand: Name, seen: Mapping[str, tuple[Card, ...]]) -> str:
        sight = Sight(self.game.state.equipment, areas=seen, as_dealt=seen)
        try:
            held = evaluate(ex.Called(hand), sight)
        except PlayError:
            return ""
        return hand_words(held) if isinstance(held, HeldHand) else ""

    def _because(self, bases: Iterable[Basis]) -> str:
        """The row that made it so, in its own words."""
        return next((self.rows[basis.span] for basis in bases if basis.span in self.rows), "")

    def _line(self, what: str, bases: Iterable[Basis]) -> str:
        step = self.step if self.step != self.printed else ""
        self.printed = self.step
        text = f"{step:<{self.column}}{'' if len(step) < self.column else ' '}{what}"
        cited = clauses(bases)
        return f"{text:<{self.clauses_at}}{'' if len(text) < self.clauses_at else '  '}{cited}".rstrip()


def worth_text(value: Fraction) -> str:
    """What a choice is worth per unit, rounded: ``+1.0103``, ``-1``."""
    sign = "-" if value < 0 else "+"
    return f"{sign}{rounded(abs(value), 4, thousands=False)}".rstrip("0").rstrip(".")


def _best(taken: str, worths: Sequence[Worth]) -> str:
    """What the choice is worth that best play took, and the others: `` (best: worth +1.0103, fold -1)``."""
    own = [worth_text(worth.value) for worth in worths if worth.label == taken]
    others = [f"{worth.label} {worth_text(worth.value)}" for worth in worths if worth.label != taken]
    return f" (best: worth {', '.join([*own, *others[:MOST_CHOICES]])})" if own else ""
