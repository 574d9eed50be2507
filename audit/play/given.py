"""What `--given` scripts: the outcomes of chance acts by kind, cards, and facts of an irregularity."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from audit.play.cards import Card, deck, read_card
from audit.play.equipment import DiceSource, Outcome, RangeSource, Source
from audit.play.errors import GivenError, NotPlayable
from audit.play.feed import CardFeed, Feed
from audit.play.lying import BURNS
from audit.ruleset.chance import Deck
from audit.ruleset.places import Area
from audit.ruleset.ruleset import Ruleset

KINDS = {"dice": "roll", "roll": "roll", "spin": "spin", "draw": "draw"}
DECK = "deck"


def parse_given(text: str) -> dict[str, list[str]]:
    """``dice 4-2, 3-1; deck 8h Kd; sides 2`` as lists by kind; raises `GivenError` where it cannot be read.

    Cards may stand with commas between them or without.
    """
    found: dict[str, list[str]] = {}
    for part in text.split(";"):
        words = part.strip().split(None, 1)
        if not words:
            continue
        if len(words) < 2:
            raise GivenError(f'--given: "{part.strip()}" gives nothing; write for example: dice 4-2, 3-1')
        items = [item.strip() for item in words[1].split(",") if item.strip()]
        if words[0] not in KINDS:
            items = [item for several in items for item in several.split()]
        found.setdefault(words[0], []).extend(items)
    return found


@dataclass
class Given:
    """Outcomes as scripted, each kind of act from its own list; afterwards from ``rest``.

    ``cards`` are what is given of each area, or of the deck in the order of dealing.
    """

    scripts: Mapping[str, Sequence[str]]
    rest: Feed | None = None
    cards: Mapping[str, Sequence[Card]] = field(default_factory=dict)
    _left: dict[str, deque[str]] = field(init=False)
    _cards: dict[str, deque[Card]] = field(init=False)

    def __post_init__(self) -> None:
        self._left = {KINDS[kind]: deque(items) for kind, items in self.scripts.items() if kind in KINDS}
        self._cards = {name: deque(cards) for name, cards in self.cards.items()}

    @classmethod
    def read(cls, text: str, rest: Feed | None = None, ruleset: Ruleset | None = None) -> Given:
        """From the words of ``--given``; what it names besides outcomes and cards is a fact, see `facts_of`.

        Raises `GivenError` for cards that the deck of ``ruleset`` does not hold, or not so often; without a ruleset
        cards are refused.
        """
        scripts = parse_given(text)
        if ruleset is None and DECK in scripts:
            raise NotPlayable(f"--given {DECK}")
        return cls(scripts, rest, given_cards(scripts, ruleset) if ruleset is not None else {})

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        """Raises `GivenError` where the script cannot come up, or has run out with nothing behind it."""
        left = self._left.get(verb)
        if left:
            text = left.popleft()
            outcome = source.read(text)
            if outcome is None:
                raise GivenError(f"--given: {text} cannot come up at {verb} {name}; {_example(source)}")
            return outcome
        if self.rest is None:
            raise GivenError(f"--given: no outcome is left for {verb} {name}")
        return self.rest.next(verb, name, source)

    def card(self, area: str, stock: Sequence[Card]) -> int:
        """The next card given for this area or of the deck; else one that nothing given later needs."""
        left = self._cards.get(DECK) or self._cards.get(area)
        if left:
            return stock.index(left.popleft())
        if not isinstance(self.rest, CardFeed):
            raise GivenError(f"--given: no card is left for {area}")
        wanted = Counter(card for cards in self._cards.values() for card in cards)
        if not wanted:
            return self.rest.card(area, stock)
        free = []
        for at, card in enumerate(stock):
            if wanted[card]:
                wanted[card] -= 1
            else:
                free.append(at)
        if not free:
            raise GivenError(f"--given: every card that is left is given to another area, and {area} gets one more")
        return free[self.rest.card(area, [stock[at] for at in free])]

    @property
    def unused(self) -> list[str]:
        """What was scripted and never came to be asked for."""
        cards = [str(card) for left in self._cards.values() for card in left]
        return [item for left in self._left.values() for item in left] + cards


def card_kinds(ruleset: Ruleset) -> tuple[str, ...]:
    """What cards may be given of: the deck, each area, what is burned."""
    if not ruleset.of(Deck):
        return ()
    return (DECK, *(area.name.text for area in ruleset.of(Area)), BURNS)


def given_cards(scripts: Mapping[str, Sequence[str]], ruleset: Ruleset) -> dict[str, list[Card]]:
    """The cards among what is given; raises `GivenError` for those that cannot all be dealt."""
    kinds = [kind for kind in scripts if kind in card_kinds(ruleset)]
    if not kinds:
        return {}
    if DECK in kinds and len(kinds) > 1:
        other = next(kind for kind in kinds if kind != DECK)
        raise GivenError(f"--given: cards are given of the deck or by area, not both: {DECK}, {other}")
    found = {kind: [_card(text, kind) for text in scripts[kind]] for kind in kinds}
    held = Counter(deck(ruleset))
    seen: dict[Card, list[str]] = {}
    for place, card in _placed(found):
        if not held[card]:
            raise GivenError(f"--given: {card} is not in {_deck_words(ruleset)}")
        places = seen.setdefault(card, [])
        places.append(place)
        if len(places) > held[card]:
            number = {1: "twice"}.get(held[card], f"{held[card] + 1} times")
            raise GivenError(f"--given: {card} is dealt {number}, as {_joined(places)} of {_deck_words(ruleset)}")
    return found


def _placed(found: Mapping[str, Sequence[Card]]) -> Iterator[tuple[str, Card]]:
    """Each card given, with its place: its number from the top, or its area and its number there."""
    for kind, cards in found.items():
        for n, card in enumerate(cards, 1):
            yield str(n) if kind == DECK else f"card {n} of {kind}", card


def _joined(places: Sequence[str]) -> str:
    listed = f"{', '.join(places[:-1])} and {places[-1]}"
    return f"cards {listed}" if places[0].isdigit() else listed + ","


def _card(text: str, kind: str) -> Card:
    card = read_card(text)
    if card is None:
        raise GivenError(f"--given {kind}: {text} is no card; write such as 8h, 10s, Kd or joker")
    return card


def _deck_words(ruleset: Ruleset) -> str:
    stated = ruleset.of(Deck)[0]
    jokers = f" and {stated.jokers} joker{'' if stated.jokers == 1 else 's'}" if stated.jokers is not None else ""
    return f"deck {stated.packs} of {stated.cards}{jokers}"


def facts_of(scripts: Mapping[str, Sequence[str]], ruleset: Ruleset | None = None) -> dict[str, str]:
    """Facts of an irregularity among what is given: ``sides 2``."""
    cards = card_kinds(ruleset) if ruleset is not None else ()
    return {kind: items[0] for kind, items in scripts.items() if kind not in KINDS and kind not in cards and items}


def _example(source: Source) -> str:
    if isinstance(source, DiceSource):
        return f"such as {'-'.join(faces[0] for faces in source.dice)}"
    if isinstance(source, RangeSource):
        return f"{source.least} through {source.most}"
    return f"such as {source.sections[0][0]}"
