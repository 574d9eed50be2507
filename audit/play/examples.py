"""The document's own examples of hands, run against the definition: what is written, and what the ranking yields."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, combinations_with_replacement
from math import comb

from audit.play.cards import JOKER, SUITS, Card, cards_text, deck
from audit.play.counting import total
from audit.play.errors import NotPlayable
from audit.play.scales import Scale, Worth, scale
from audit.ruleset import controls as ct
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wt
from audit.ruleset.chance import Deck
from audit.ruleset.ruleset import Ruleset

Example = ct.ExampleBeats | ct.ExampleTies | ct.ExampleIs | ct.ExampleCounts | ct.ExampleBest | ct.ExampleWorst
EXAMPLES = (ct.ExampleBeats, ct.ExampleTies, ct.ExampleIs, ct.ExampleCounts, ct.ExampleBest, ct.ExampleWorst)

MOST_HANDS = 50_000
"""The best and the worst hand of a class are sought among the hands that can differ; more of them are refused."""


def judged(example: Example, ruleset: Ruleset) -> tuple[bool, str]:
    """Whether an example holds, and what the definition yields instead (or the same, where it holds).

    Cards without suits are of mixed suits; of a best or worst hand, of those that its class asks for.  Of such a hand
    only the cards of the pattern need be named: it holds if some hand with these cards is of the class and equal in
    order to the best, or the worst, that there is.
    Raises `NotPlayable` where the definition cannot be carried out.
    """
    match example:
        case ct.ExampleCounts(count, cards, told):
            return _counts(count.text, cards, told, ruleset)
        case ct.ExampleIs(ranking, cards, hand_class):
            own = scale(ruleset, ranking.text)
            found = _class_of(own, own.worth(written(cards)))
            return found == hand_class.text, found
        case ct.ExampleBeats(ranking, winner, loser):
            said = _relation(scale(ruleset, ranking.text), winner, loser)
            return said == "higher", said
        case ct.ExampleTies(ranking, one, other):
            said = _relation(scale(ruleset, ranking.text), one, other)
            return said == "equal", said
        case ct.ExampleBest(ranking, hand_class, cards):
            return _extreme(scale(ruleset, ranking.text), hand_class.text, cards, is_best=True)
        case ct.ExampleWorst(ranking, hand_class, cards):
            return _extreme(scale(ruleset, ranking.text), hand_class.text, cards, is_best=False)


def written(cards: ct.Cards) -> tuple[Card, ...]:
    """The cards that an example writes; without suits, no flush and no two cards alike."""
    return tuple(Card(rank, suit) for rank, suit in zip(cards.ranks, _suits(cards), strict=True))


def _suits(cards: ct.Cards) -> list[pt.Suit | None]:
    number = len(cards.ranks)
    match cards.suits:
        case pt.Suit() as suit:
            return _without_joker(cards, [suit] * number)
        case pt.SuitsOf.ONE_SUIT:
            return _without_joker(cards, [SUITS[0]] * number)
        case pt.SuitsOf.ONE_COLOUR:
            return _without_joker(cards, [(SUITS[1], SUITS[2])[n % 2] for n in range(number)])
        case _:
            return _without_joker(cards, _mixed(cards.ranks))


def _without_joker(cards: ct.Cards, suits: Sequence[pt.Suit]) -> list[pt.Suit | None]:
    return [suit if rank != JOKER else None for rank, suit in zip(cards.ranks, suits, strict=True)]


def _mixed(ranks: Sequence[str]) -> list[pt.Suit]:
    """Suits in turn, each rank one that it does not have yet."""
    suits: list[pt.Suit] = []
    for n, rank in enumerate(ranks):
        held = {suit for other, suit in zip(ranks, suits, strict=False) if other == rank}
        turn = [SUITS[(n + more) % len(SUITS)] for more in range(len(SUITS))]
        suits.append(next((suit for suit in turn if suit not in held), turn[0]))
    return suits


def _class_of(own: Scale, worth: Worth) -> str:
    return own.classes[worth.level].name


def _relation(own: Scale, one: ct.Cards, other: ct.Cards) -> str:
    left, right = own.worth(written(one)).order, own.worth(written(other)).order
    return "equal" if left == right else "higher" if left > right else "lower"


def _counts(name: str, cards: ct.Cards, told: object, ruleset: Ruleset) -> tuple[bool, str]:
    count = ruleset.named(name, wt.Count)
    if count is None:
        raise NotPlayable(f"{name} as a count")
    found = total(count, written(cards), ruleset).value
    return found == told, str(found)


# best and worst

Order = tuple[int, tuple[int, ...]]


def _extreme(own: Scale, hand_class: str, cards: ct.Cards, *, is_best: bool) -> tuple[bool, str]:
    found = _extremes(own).get(hand_class)
    if found is None:
        raise NotPlayable(f"{hand_class} of {own.name}, which no hand of the deck is,", own.stated.basis.span)
    order, shown = found[is_best]
    hands = hands_with(own, cards, own.order.ranks if is_best else own.order.ranks[::-1])
    return any(worth.order == order for worth in map(own.worth, hands)), cards_text(shown)


def hands_with(own: Scale, cards: ct.Cards, beside: Sequence[str]) -> Iterator[tuple[Card, ...]]:
    """The whole hands that hold these cards: ``beside`` them any ranks, mixed or of the suit that all have."""
    named = written(cards)
    whole = own.sizes[1] if own.sizes is not None else len(named)
    for more in combinations_with_replacement(beside, max(0, whole - len(named))):
        ranks = (*cards.ranks, *more)
        if max(map(ranks.count, ranks)) > len(SUITS) * _packs(own):
            continue
        yield (*named, *written(ct.Cards(ranks, None))[len(named) :])
        if len(set(ranks)) == len(ranks):
            yield written(ct.Cards(ranks, cards.suits or pt.SuitsOf.ONE_SUIT))
        if cards.suits is None and len(set(cards.ranks)) == len(named):
            yield (*written(ct.Cards(cards.ranks, pt.SuitsOf.ONE_SUIT)), *_beside(cards.ranks, more))


def _beside(suited: Sequence[str], more: Sequence[str]) -> Iterator[Card]:
    """Cards beside some of one suit: of the others in turn, each rank one that it does not have yet."""
    held = {(rank, SUITS[0]) for rank in suited}
    for n, rank in enumerate(more):
        turn = [SUITS[1 + (n + further) % 3] for further in range(3)] + [SUITS[0]]
        suit = next((suit for suit in turn if (rank, suit) not in held), turn[0])
        held.add((rank, suit))
        yield Card(rank, suit if rank != JOKER else None)


def _packs(own: Scale) -> int:
    """How many of one card the deck may hold; one where there is none."""
    decks = own.ruleset.of(Deck)
    return max((int(stated.packs) for stated in decks if isinstance(stated.packs, Fraction)), default=1)


@lru_cache(maxsize=64)
def _extremes(own: Scale) -> dict[str, tuple[tuple[Order, tuple[Card, ...]], tuple[Order, tuple[Card, ...]]]]:
    """Of each class the least order and the greatest, each with a hand that shows it."""
    found: dict[str, tuple[tuple[Order, tuple[Card, ...]], tuple[Order, tuple[Card, ...]]]] = {}
    for hand in patterns_of(own):
        worth = own.worth(hand)
        name = own.classes[worth.level].name
        shown = worth.order, hand
        least, most = found.get(name, (shown, shown))
        found[name] = (shown if worth.order < least[0] else least, shown if worth.order > most[0] else most)
    return found


def patterns_of(own: Scale) -> Iterator[tuple[Card, ...]]:
    """Hands of the deck that stand for all: of the same ranks, with suits mixed, or as many of one as a class asks for.

    A ranking that speaks of suits otherwise than that some cards are of one suit is refused with `NotPlayable`, and one
    of too many hands.
    """
    if own.sizes is None or _tells_suits_apart(own):
        raise NotPlayable(f"the best and the worst hand of {own.name}", own.stated.basis.span)
    number = own.sizes[1]
    held = Counter(card.rank for card in deck(own.ruleset)) if own.ruleset.of(Deck) else Counter(own.order.ranks * 4)
    if comb(len(held) + number - 1, number) > MOST_HANDS:
        raise NotPlayable(f"the best and the worst hand of {number} cards", own.stated.basis.span)
    for ranks in combinations_with_replacement(held, number):
        if any(ranks.count(rank) > held[rank] for rank in set(ranks)):
            continue
        yield written(ct.Cards(ranks, None))
        for suited in _suited(own, number):
            for some in dict.fromkeys(combinations(ranks, suited)):
                plain = [rank for rank in some if rank != JOKER]
                if len(set(plain)) == len(plain):
                    rest = list((Counter(ranks) - Counter(some)).elements())
                    yield (*written(ct.Cards(some, pt.SuitsOf.ONE_SUIT)), *_beside(some, rest))


def _suited(own: Scale, number: int) -> tuple[int, ...]:
    """How many cards of one suit classes ask for."""
    pieces = [piece for kind in own.kinds for demand in kind.tests.demands for piece in demand.pieces if piece.suits]
    asked = {min(piece.number, number) for piece in pieces}
    if any(demand.of_all for kind in own.kinds for demand in kind.tests.demands):
        asked.add(number)
    return tuple(asked)


def _tells_suits_apart(own: Scale) -> bool:
    if any(isinstance(key, wt.SuitsKey) for kind in own.kinds for key in kind.keys):
        return True
    for kind in own.kinds:
        for demand in kind.tests.demands:
            wanted = {suits for piece in demand.pieces for suits in piece.suits}
            if wanted - {pt.SuitsOf.ONE_SUIT}:
                return True
            if any(isinstance(p, pt.SuitsOf | pt.Suit) and p is not pt.SuitsOf.ONE_SUIT for p in demand.of_all or ()):
                return True
    return False
