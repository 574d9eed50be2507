"""House ways: hands set by hand from the clauses, and that every hand is set, once, and lawfully."""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Sequence

import pytest

from audit.play.arranging import arranger
from audit.play.cards import RANKS, Card, deck, read_card
from audit.play.equipment import Equipment
from audit.play.errors import NotPlayable, PlayError
from audit.play.sight import Sight
from audit.play.ways import NoRow, Setting, WayReader, hands_without_row, way_reader
from audit.ruleset.configure import configure, read_value
from audit.ruleset.places import Area, Owner
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.tables import Way
from tests.play.conftest import Load

MANY = int(os.environ.get("AUDIT_HANDS", "2000"))
"""Hands of each way in the long tests; ``AUDIT_HANDS=10000`` takes five minutes."""

PRINTED = "jack-cleveland/pai-gow-poker/2015-03-15"
FREE = "jack-cleveland/commission-free-pai-gow-poker/undated"
UNSTATED = "oneida/pai-gow-poker/2003-08-06"
LIMITS = {"table_minimum": "$5", "table_maximum": "$500"}

HANDS = (
    # what is held, the low hand, the class of the high one, the clause
    ("Kh Js 8d 6c 5d 3s 2h", "J 8", "high_card", "12.A"),
    ("joker Kd 10s 8c 6h 4d 3s", "K 10", "high_card", "12.A"),
    ("9h 9c Kd Js 6h 4c 2d", "K J", "pair", "12.B"),
    ("Ah joker Kd 10s 8c 6h 3d", "K 10", "pair", "12.B"),
    ("5s 5h 3c 3d Ah 9s 7d", "A 9", "two_pair", "12.C.iv(a)"),
    ("5s 5h 3c 3d Kh 9s 7d", "K 9", "two_pair", "12.C.iv(a)"),
    ("5s 5h 3c 3d Qh 9s 7d", "3 3", "pair", "12.C.iv(a)"),
    ("8s 8h 4c 4d Kh 10s 2d", "K 10", "two_pair", "12.C.iv(b)"),
    ("8s 8h 4c 4d Jh 10s 2d", "4 4", "pair", "12.C.iv(b)"),
    ("Qs Qh 6c 6d Kh 9s 2d", "6 6", "pair", "12.C.iv(c)"),
    ("Qs Qh 6c 6d Ah 9s 2d", "A 9", "two_pair", "12.C.iv(c)"),
    ("Qs Qh 6c 6d joker 9s 2d", "joker 9", "two_pair", "12.C.iv(c)"),
    ("9s 9h 7c 7d Kh 4s 2d", "7 7", "pair", "12.C.iv(d)"),
    ("9s 9h 7c 7d Ah 4s 2d", "A 4", "two_pair", "12.C.iv(d)"),
    ("Js Jh 8c 8d Ah 4s 2d", "8 8", "pair", "12.C.iv(e)"),
    ("Ks Kh 10c 10d Ah 4s 2d", "10 10", "pair", "12.C.iv(f)"),
    ("As Ah 3c 3d Kh 9s 7d", "3 3", "pair", "12.C.iv"),
    ("Ah joker 2s 4d 5c 10d 10h", "10 10", "straight", "12.G.iii"),
    ("Qs Qh 9c 9d 4h 4s Ad", "Q Q", "two_pair", "12.D"),
    ("8s 8h 8c Kd Jh 5s 2d", "K J", "three_of_a_kind", "12.E"),
    ("As Ah Ac Kd 9h 6s 3d", "A K", "pair", "12.E.i"),
    ("As joker Ac Kd 9h 6s 3d", "A K", "pair", "12.E.i"),
    ("As Ah Ac 2d 3h 4s 5d", "A A", "straight", "12.G.v"),
    ("7s 7h 7c 8d 9h 10s Jd", "7 7", "straight", "12.G"),
    ("Ks Kh Kc 7d 7h 7s 4d", "K K", "three_of_a_kind", "12.F"),
    ("6s 6h 6c Jd Jh 9s 2d", "J J", "three_of_a_kind", "12.H"),
    ("Js Jh Jc 6d 6h 9s 3d", "6 6", "three_of_a_kind", "12.H"),
    ("9s 9h 9c 2d 2h As Kd", "A K", "full_house", "12.H.i"),
    ("9s 9h 9c 2d 2h joker Kd", "joker K", "full_house", "12.H.i"),
    ("9s 9h 9c 2d 2h As Qd", "2 2", "three_of_a_kind", "12.H"),
    ("9s 9h 9c 3d 3h As Kd", "3 3", "three_of_a_kind", "12.H"),
    ("As Ah Ac 2d 2h Ks 7d", "2 2", "three_of_a_kind", "12.H"),
    ("5s 5h 5c Kd Kh 9s 9d", "K K", "full_house", "12.H"),
    ("5s 5h 5c 5d Kh Qs 9d", "K Q", "four_of_a_kind", "12.I.i"),
    ("Js Jh Jc Jd Kh 9s 4d", "J J", "pair", "12.I.ii"),
    ("Js Jh Jc Jd Ah 9s 4d", "A 9", "four_of_a_kind", "12.I.ii"),
    ("As Ah Ac Ad Qh 8s 5d", "A A", "pair", "12.I.iii"),
    ("4s 4h 4c 4d 7h 7s Kd", "7 7", "four_of_a_kind", "12.J"),
    ("As Ah Ac Ad Qh Qs 5d", "A A", "two_pair", "12.J.i"),
    ("As Ah Ac Ad Kh Ks 5d", "K K", "four_of_a_kind", "12.J.i"),
    ("9s 9h 9c 9d 4h 4s 4d", "9 9", "full_house", "12.K"),
    ("4s 4h 4c 4d 9h 9s 9d", "9 9", "four_of_a_kind", "12.K"),
    ("As Ah Ac Ad joker Qs 8d", "A A", "three_of_a_kind", "12.L"),
    ("As Ah Ac Ad joker Ks Kd", "K K", "five_aces", "12.L.i"),
    ("9h 8h 7s 6h 5h 2h Kd", "K 7", "flush", "12.G.i"),
    ("Ah Kh Qh Jh 10h 9c 2d", "A 2", "straight", "12.G.i"),
    ("10s 9h 8c 7d 6s 4h 4c", "4 4", "straight", "12.G.ii"),
    ("10s 9h 8c 7d 6s 10h 2c", "10 2", "straight", "12.G.ii"),
)


def cards_of(text: str) -> tuple[Card, ...]:
    found = tuple(card for word in text.split() if (card := read_card(word)) is not None)
    assert len(found) == len(set(found)) == len(text.split())
    return found


def ranks(cards: Sequence[Card], *, is_joker_an_ace: bool = True) -> Counter[str]:
    return Counter("A" if card.rank == "joker" and is_joker_an_ace else card.rank for card in cards)


@pytest.fixture(scope="module")
def readers(real: Load) -> dict[str, tuple[Ruleset, WayReader]]:
    found = {}
    for name in (PRINTED, FREE, UNSTATED):
        limits = LIMITS if name == UNSTATED else {}
        ruleset = configure(real(name), {option: read_value(value) for option, value in limits.items()}).ruleset
        area = next(area for area in ruleset.of(Area) if area.owner is Owner.DEALER)
        found[name] = ruleset, way_reader(ruleset.of(Way)[0], arranger(area, ruleset))
    return found


def set_by(readers: dict[str, tuple[Ruleset, WayReader]], name: str, cards: Sequence[Card]) -> Setting:
    ruleset, reader = readers[name]
    return reader.set(cards, Sight(Equipment(ruleset)))


@pytest.mark.parametrize("name", [PRINTED, FREE])
@pytest.mark.parametrize(("held", "low", "high", "clause"), HANDS)
def test_hands_set_from_the_clauses(
    readers: dict[str, tuple[Ruleset, WayReader]], name: str, held: str, low: str, high: str, clause: str
) -> None:
    setting = set_by(readers, name, cards_of(held))
    parts = dict(setting.arrangement.parts)
    assert ranks(parts["low"].cards) == Counter("A" if rank == "joker" else rank for rank in low.split())
    assert parts["high"].scale.classes[parts["high"].worth.level].name == high
    assert clause in [str(cite) for cite in setting.row.basis.cites]
    assert Counter(parts["low"].cards + parts["high"].cards) == Counter(cards_of(held))


@pytest.mark.parametrize(
    ("held", "low"),
    [
        ("Kh Js 8d 6c 5d 3s 2h", "J 8"),
        ("9h 9c Kd Js 6h 4c 2d", "K J"),
        ("5s 5h 3c 3d Ah 9s 7d", "3 3"),
        ("As Ah Ac Ad Kh Ks 5d", "K K"),
        ("Ks 9s 7s 5s 2s Ah Qd", "A Q"),
        ("9s 8h 7d 6c 5s As 2h", "A 2"),
        ("9s 9h 9c 2d 2h As Kd", "2 2"),
    ],
)
def test_where_no_way_is_stated_a_plain_one_is_assumed(
    readers: dict[str, tuple[Ruleset, WayReader]], held: str, low: str
) -> None:
    assert ranks(set_by(readers, UNSTATED, cards_of(held)).arrangement.part("low").cards) == Counter(low.split())


# every hand is set, once and lawfully


def is_five_at_least_two(five: Sequence[Card], two: Sequence[Card]) -> bool:
    """Whether five cards rank at least as high as two, worked out without any ranking."""
    value = {rank: place for place, rank in enumerate(RANKS)}
    held, few = ranks(five), ranks(two)
    pair = next((rank for rank, number in few.items() if number == 2), None)
    best = max(held.items(), key=lambda item: (item[1], value[item[0]]))
    if best[1] > 2 or sorted(held.values())[-2:] == [2, 2]:
        return True
    if len(held) == 5 and (is_one_suit(five) or is_run(five)):
        return True
    if best[1] == 2:
        return pair is None or value[best[0]] >= value[pair]
    if is_one_suit(five) or is_run(five):
        return True
    tops = [sorted((value[rank] for rank in some), reverse=True) for some in (held, few)]
    return pair is None and tops[0][:2] >= tops[1]


def is_one_suit(cards: Sequence[Card]) -> bool:
    return len({card.suit for card in cards if card.suit is not None}) == 1


def is_run(cards: Sequence[Card]) -> bool:
    held = {card.rank for card in cards if card.rank != "joker"}
    order = ("A", *RANKS)
    runs = [{*order[start : start + 5]} for start in range(10)]
    return len(held) == sum(card.rank != "joker" for card in cards) and any(held <= run for run in runs)


def check_hands(readers: dict[str, tuple[Ruleset, WayReader]], name: str, number: int) -> None:
    """So many of the 154,143,080 hands of seven of 53 cards, drawn at random from one seed."""
    ruleset, _ = readers[name]
    pack, source = deck(ruleset), random.Random("seven of fifty-three")
    assert len(pack) == 53
    for n in range(number):
        held = source.sample(pack, 7)
        setting = set_by(readers, name, held)
        parts = dict(setting.arrangement.cards)
        assert [len(parts[part]) for part in ("high", "low")] == [5, 2]
        assert Counter(parts["high"] + parts["low"]) == Counter(held)
        assert is_five_at_least_two(parts["high"], parts["low"]), held
        if n % 10 == 0:  # however the cards were dealt
            source.shuffle(held)
            assert set_by(readers, name, held).arrangement.cards == setting.arrangement.cards


@pytest.mark.parametrize("name", [PRINTED, FREE, UNSTATED])
def test_every_hand_is_set_once_and_lawfully(readers: dict[str, tuple[Ruleset, WayReader]], name: str) -> None:
    check_hands(readers, name, 300)


@pytest.mark.long
@pytest.mark.parametrize("name", [PRINTED, FREE, UNSTATED])
def test_every_one_of_many_hands_is_set_once_and_lawfully(
    readers: dict[str, tuple[Ruleset, WayReader]], name: str
) -> None:
    check_hands(readers, name, MANY)


def test_no_printed_hand_is_without_a_row(readers: dict[str, tuple[Ruleset, WayReader]]) -> None:
    for ruleset, reader in readers.values():
        assert not hands_without_row(reader, ruleset, 100)


def test_lawful_settings_of_a_pair_of_sevens(readers: dict[str, tuple[Ruleset, WayReader]]) -> None:
    """The document's own example: sevens in the low hand ask for sevens at least in the high one."""
    _, reader = readers[PRINTED]
    of_sevens = [
        one
        for one in reader.arranger.lawful(cards_of("7h 7c 7d 2s 4h 9c Jd"))
        if ranks(one.part("low").cards) == Counter({"7": 2})
    ]
    assert not of_sevens  # jack high in front of a pair
    lawful = reader.arranger.lawful(cards_of("7h 7c 7d 7s 4h 9c Jd"))
    assert sum(ranks(one.part("low").cards) == Counter({"7": 2}) for one in lawful) == 6


# small ways

AREA = """
deck 1 of 52 and 1 joker without 2 through 8 @ 1
area theirs of dealer @ 1
  part big of 3 by worths @ 1
  part small of 1 by worths @ 1
ranking worths of 3 or 1 cards @ 2
  order A K Q J 10 9 @ 2
  wild joker as A @ 2
  trips 3 cards of one rank @ 2
  pair 2 cards of one rank @ 2
  rest anything else @ 2
  compare by sets_then_cards @ 2
ranking holding of 4 cards @ 2
  order A K Q J 10 9 @ 2
  wild joker as A @ 2
  two_pair 2 cards of one rank and 2 cards of another rank @ 2
  pair 2 cards of one rank @ 2
  other anything else @ 2
"""


def small_way(
    small: Load, rows: str, head: str = "  first row that can be set @ 3\n  prefer highest small @ 3\n"
) -> WayReader:
    ruleset = configure(small(f"{AREA}way how for big, small @ 3\n{head}{rows}"), {}).ruleset
    return way_reader(ruleset.of(Way)[0], arranger(ruleset.of(Area)[0], ruleset))


def chosen(reader: WayReader, held: str) -> str:
    cards = tuple(card for word in held.split() if (card := read_card(word)) is not None)
    return reader.set(cards, Sight(Equipment(reader.arranger.ruleset))).arrangement.label


def test_a_row_that_cannot_be_set_is_passed_over(small: Load) -> None:
    rows = "  | holding | set_1 | big | small |\n  | two_pair, pair | A, K | trips | any | @ 3.a\n  | any | any | any | any | @ 3.b\n"
    reader = small_way(small, rows)
    assert chosen(reader, "Ks Kh Kc 9d") == "small 9d"
    assert chosen(reader, "Ks Kh Qc 9d").startswith("small K")


def test_a_hand_that_no_row_covers_is_told(small: Load) -> None:
    rows = "  | holding | set_2 | big | small |\n  | two_pair | 9 through Q | any | any | @ 3.a\n  | pair | any | pair | any | @ 3.b\n"
    reader = small_way(small, rows)
    assert chosen(reader, "Ks Kh 9c 9d").startswith("small K")
    with pytest.raises(NoRow, match="no row of how covers As Ah Kc Kd"):
        chosen(reader, "As Ah Kc Kd")
    found = hands_without_row(reader, reader.arranger.ruleset, 400)
    assert found
    for held in found:
        with pytest.raises(NoRow):
            reader.set(held, Sight(Equipment(reader.arranger.ruleset)))


def test_settings_that_differ_and_that_nothing_prefers_are_told(small: Load) -> None:
    reader = small_way(small, "  | big | small |\n  | pair | any |  @ 3.a\n", "  first row that can be set @ 3\n")
    with pytest.raises(PlayError, match="several settings, and no line prefers one"):
        chosen(reader, "Ks Kh Qc 9d")


def test_without_first_row_two_rows_must_agree(small: Load) -> None:
    rows = "  | set_1 | big | small |\n  | K | pair | any | @ 3.a\n  | 9 through K | any | K | @ 3.b\n"
    reader = small_way(small, rows, "  prefer highest small @ 3\n")
    with pytest.raises(PlayError, match="two rows of how set Ks Kh Qc 9d differently"):
        chosen(reader, "Ks Kh Qc 9d")


def test_otherwise_is_refused_in_a_way(small: Load) -> None:
    reader = small_way(
        small, "  | holding | big | small |\n  | pair | any | any | @ 3\n  | otherwise | any | any | @ 3\n"
    )
    with pytest.raises(NotPlayable, match="otherwise, in a way"):
        chosen(reader, "Ks Kh Qc 9d")
