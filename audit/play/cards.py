"""Cards, packs of them, and how they are written: ``8h``, ``10s``, ``Kd``, ``joker``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.play.errors import NotPlayable, PlayError
from audit.play.itself import worked_out_once
from audit.ruleset import chance as ch
from audit.ruleset.basis import NOWHERE
from audit.ruleset.names import Name
from audit.ruleset.patterns import Suit
from audit.ruleset.ruleset import Ruleset

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks of a pack in the order in which packs are listed; what ranks above what is said by a ranking."""

SUITS = (Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS)
LETTERS = {Suit.SPADES: "s", Suit.HEARTS: "h", Suit.DIAMONDS: "d", Suit.CLUBS: "c"}
BY_LETTER = {letter: suit for suit, letter in LETTERS.items()}
RED = frozenset({Suit.HEARTS, Suit.DIAMONDS})
JOKER = "joker"

MOST_CARDS = 1_000
"""More cards than this in all packs together are no deck."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card or another piece: its rank, its suit (None for a joker and for pieces), further features.

    Equal cards of several packs are equal; which of them is which never matters.
    """

    rank: str
    suit: Suit | None = None
    features: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        return f"{self.rank}{LETTERS[self.suit]}" if self.suit is not None else self.rank


def read_card(text: str) -> Card | None:
    """A card as typed: ``8h``, ``10s`` or ``Ts``, ``joker``; None if it is none."""
    if text.lower() == JOKER:
        return Card(JOKER)
    rank, letter = text[:-1].upper(), text[-1:].lower()
    rank = "10" if rank == "T" else rank
    if rank in RANKS and letter in BY_LETTER:
        return Card(rank, BY_LETTER[letter])
    return None


@worked_out_once
def deck(ruleset: Ruleset) -> tuple[Card, ...]:
    """All cards of all packs, pack by pack, in a fixed order; raises `PlayError` where no deck is declared.

    A pack of 52 has four suits of thirteen ranks; ``without`` leaves ranks out of each pack, jokers are added to each.
    """
    decks = ruleset.of(ch.Deck)
    if not decks:
        listed = ruleset.of(ch.ListedDeck)
        if listed:
            raise NotPlayable("a deck of listed pieces", listed[0].basis.span)
        raise PlayError("no deck is declared, so nothing can be dealt")
    if len(decks) > 1:
        raise NotPlayable("a second deck", decks[1].basis.span)
    stated = decks[0]
    packs, cards = _whole(stated.packs, stated, ruleset), _whole(stated.cards, stated, ruleset)
    jokers = _whole(stated.jokers, stated, ruleset) if stated.jokers is not None else 0
    if cards != 52:
        raise NotPlayable(f"a pack of {cards}", stated.basis.span)
    left_out = {rank for span in stated.without for rank in ranks_of(span)}
    pack = [Card(rank, suit) for suit in SUITS for rank in RANKS if rank not in left_out]
    pack += [Card(JOKER)] * jokers
    if not pack or packs < 1 or packs * len(pack) > MOST_CARDS:
        raise PlayError(f"a deck has from 1 to {MOST_CARDS:,} cards", stated.basis.span)
    return tuple(pack * packs)


def ranks_of(span: ch.RankSpan) -> tuple[str, ...]:
    """The ranks of ``7 through 10``, either way round."""
    if span.high is None:
        return (span.low,)
    one, other = sorted((_place(span.low), _place(span.high)))
    return RANKS[one : other + 1]


def _place(rank: str) -> int:
    if rank not in RANKS:
        raise PlayError(f"{rank} is no rank of a pack")
    return RANKS.index(rank)


def _whole(number: Fraction | Name, stated: ch.Deck, ruleset: Ruleset) -> int:
    if isinstance(number, Name):
        from audit.play.pricing import open_value  # noqa: PLC0415  (an option without a value stops play there too)

        raise open_value(number, f"deck {number} of {stated.cards}", ruleset, stated.basis.span)
    if number.denominator != 1 or number < 0:
        raise PlayError("a deck has a whole number of cards", stated.basis.span or NOWHERE)
    return int(number)


def cards_text(cards: Sequence[Card]) -> str:
    """Cards as typed, one after another: ``8h Kd 3c``."""
    return " ".join(str(card) for card in cards)
