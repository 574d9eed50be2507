"""What the source documents bundle: every part with the lines that two readers found, and no part besides."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from audit.documents.clearing import cleared
from audit.documents.document import Part, PartKind, State
from audit.documents.opening import open_document
from audit.documents.options import Reading
from audit.documents.packets import parts
from audit.documents.text_files import printed_text

R, F, M, N, C, O = (  # noqa: E741
    PartKind.RULES,
    PartKind.FORM,
    PartKind.MAIL,
    PartKind.RESOLUTION,
    PartKind.CONTENTS,
    PartKind.OTHER,
)
Bounds = list[tuple[PartKind, tuple[tuple[int, int], ...]]]

BOUNDS: dict[str, Bounds] = {
    "000": [
        (R, ((1, 552),)),
        (F, ((553, 620),)),
        (M, ((621, 671), (3404, 3448))),
        (F, ((672, 815),)),
        (R, ((816, 1673),)),
        (R, ((1684, 2545),)),
        (R, ((2546, 3403),)),
        (F, ((3449, 3555),)),
        (R, ((3556, 4243),)),
        (R, ((4244, 4946),)),
        (R, ((4947, 5623),)),
        (F, ((5624, 5691),)),
        (M, ((5692, 5741), (7043, 7086))),
        (F, ((5742, 5885),)),
        (R, ((5886, 6470),)),
        (R, ((6471, 7042),)),
        (F, ((7087, 7192),)),
        (R, ((7193, 7642),)),
        (R, ((7644, 8097),)),
        (F, ((8098, 8165),)),
        (M, ((8166, 8216), (12129, 12172))),
        (F, ((8217, 8360),)),
        (R, ((8361, 10246),)),
        (R, ((10254, 12128),)),
        (F, ((12173, 12278),)),
        (R, ((12279, 13755),)),
        (R, ((13756, 15253),)),
        (F, ((15254, 15321),)),
        (M, ((15322, 15371), (17846, 17888))),
        (F, ((15372, 15515),)),
        (R, ((15516, 16280),)),
        (R, ((16281, 17032),)),
        (R, ((17033, 17845),)),
        (F, ((17889, 17995),)),
        (R, ((17996, 18594),)),
        (R, ((18595, 19183),)),
        (R, ((19184, 19245),)),
        (O, ((19246, 19308),)),
    ],
    "001": [
        (R, ((1, 612),)),
        (R, ((613, 1527),)),
        (R, ((1528, 2033),)),
        (R, ((2034, 2426),)),
        (R, ((2427, 2919),)),
        (R, ((2920, 3404),)),
        (R, ((3405, 4087),)),
        (R, ((4088, 4326),)),
        (R, ((4327, 4766),)),
        (R, ((4767, 5257),)),
        (R, ((5258, 5747),)),
        (R, ((5748, 6212),)),
        (R, ((6213, 6487),)),
        (R, ((6488, 6567),)),
        (R, ((6568, 7105),)),
        (R, ((7106, 7590),)),
        (R, ((7591, 8076),)),
        (R, ((8080, 8093), (8116, 8503))),
        (C, ((8095, 8111),)),
        (R, ((8504, 9126),)),
        (R, ((9127, 9248),)),
    ],
    "002": [
        (N, ((1, 66),)),
        (O, ((68, 70),)),
        (R, ((74, 863),)),
        (R, ((864, 1477),)),
        (R, ((1478, 2230),)),
        (R, ((2231, 3958),)),
        (R, ((3959, 4282),)),
        (R, ((4283, 4907),)),
    ],
    "003": [(N, ((1, 37),)), (R, ((39, 466),)), (R, ((468, 672),))],
    "004": [
        (R, ((2, 233),)),
        (R, ((237, 382),)),
        (R, ((389, 505),)),
        (R, ((511, 631),)),
        (R, ((644, 833),)),
        (R, ((839, 948),)),
        (R, ((954, 1094),)),
        (R, ((1100, 1222),)),
        (R, ((1228, 1391),)),
    ],
}
"""Kind, and first and last line of each stretch.  The contents list of 001 stands within its chapter's lines."""

GAMES: dict[str, list[str | None]] = {
    "001": [
        "Blackjack",
        "Craps",
        "Crapless",
        "Four Card Poker",
        "Let It Ride Poker",
        "Mini-Baccarat",
        "Pai Gow Poker",
        "Roulette",
        "Three Card Poker",
        "Ultimate Texas Hold’em",
        "Mississippi Stud",
        "Texas Hold’em Bonus Poker",
        "Table Games Progressive Jackpots",
        "Big Six",
        "DJ Wild Stud Poker",
        "Free Bet Blackjack",
        "Dragon Bonus Baccarat - Commission Free",
        "Crazy Four Poker",
        "Commission Free Pai Gow Poker",
        "Three Card Poker",
    ],
    "002": ["Caribbean Stud Poker", "Craps", "Let It Ride", "PAl Gow", "Roulette", "Three Card Poker"],
    "003": ["Poker", "Four Card Poker"],
    "004": [
        None,
        "Omaha High/Low Split",
        "Omaha",
        "Lowball",
        "Texas Hold’em",
        "Draw Poker",
        "Seven Card Stud",
        "Five Card Stud",
        "Poker Collection Rates",
    ],
}
"""By chapter, in the document's own spelling but for capitals."""

Packet = Callable[[str], tuple[Part, ...]]


@pytest.fixture(scope="module")
def packet(seed: Callable[[str], Path]) -> Packet:
    @cache
    def read(number: str) -> tuple[Part, ...]:
        path = seed(number)
        return parts(cleared(open_document(path, path.name, Reading())))

    return read


def at(found: tuple[Part, ...], line: int) -> Part:
    """The part that begins on a line."""
    return next(part for part in found if part.first == line)


@pytest.mark.parametrize("number", sorted(BOUNDS))
def test_every_part_is_found_with_its_bounds_and_none_is_invented(packet: Packet, number: str) -> None:
    assert [(part.kind, part.lines) for part in packet(number)] == BOUNDS[number]


@pytest.mark.parametrize(("number", "lost"), [("000", {19246}), ("001", {4088, 6213}), ("002", set()), ("004", set())])
def test_parts_are_found_without_form_feeds_too(seed: Callable[[str], Path], number: str, lost: set[int]) -> None:
    # Lost are chapters that neither a title nor definitions head, and the foreign pages at the end.
    text = seed(number).read_bytes().decode().replace("\f", "")
    found = parts(cleared(printed_text(text, "unturned.txt", "")))
    firsts = {lines[0][0] for _, lines in BOUNDS[number]}
    assert {part.first for part in found} == firsts - lost


@pytest.mark.parametrize("number", sorted(BOUNDS))
def test_parts_are_numbered_in_the_order_in_which_they_begin(packet: Packet, number: str) -> None:
    found = packet(number)
    assert [part.number for part in found] == list(range(1, len(found) + 1))
    assert [part.first for part in found] == sorted(part.first for part in found)


@pytest.mark.parametrize("number", sorted(GAMES))
def test_the_game_of_each_chapter(packet: Packet, number: str) -> None:
    found = [part.game for part in packet(number) if part.kind is R]
    assert [game and game.casefold() for game in found] == [game and game.casefold() for game in GAMES[number]]


@pytest.mark.parametrize(
    ("first", "game"),
    [(1, "craps"), (816, "four card poker"), (5886, "mississippi stud"), (8361, "poker"), (19184, "three card poker")],
)
def test_games_of_the_packet(packet: Packet, first: int, game: str) -> None:
    assert (at(packet("000"), first).game or "").casefold() == game


@pytest.mark.parametrize(
    ("number", "first", "what", "day", "line"),
    [
        ("000", 553, "meeting", "2025-02-26", 555),
        ("000", 621, "sent", "2025-02-13", 634),
        ("000", 1684, "approved", "2023-02-24", 1684),
        ("000", 3556, "approved", "2024-09-11", 3981),
        ("000", 5886, "approved", "2020-01-14", 6175),
        ("000", 7644, "approved", "2024-09-11", 7648),
        ("000", 8361, "revised", "2021-10-01", 10224),
        ("000", 8361, "approved", "2021-10-12", 10225),
        ("000", 10254, "revised", "2024-03-25", 10254),
        ("000", 10254, "approved", "2024-03-28", 10255),
        ("000", 15516, "approved", "2022-06-14", 16211),
        ("000", 17033, "approved", "2022-06-14", 17776),
        ("000", 17996, "approved", "2022-06-14", 18385),
        ("001", 2034, "submitted", "2016-03-24", 2088),
        ("001", 2034, "approved", "2016-04-20", 2089),
        ("001", 3405, "submitted", "2017-03-01", 3902),
        ("001", 3405, "approved", "2015-03-15", 3903),
        ("001", 4767, "approved", "2016-12-21", 4925),
        ("001", 5258, "approved", "2016-10-12", 5649),
        ("001", 6568, "submitted", "2016-09-28", 6673),
        ("001", 8080, "submitted", "2017-01-27", 8087),
        ("001", 8080, "approved", "2017-02-15", 8088),
        ("003", 1, "meeting", "2004-05-05", 35),
    ],
)
def test_dates_with_their_lines(packet: Packet, number: str, first: int, what: str, day: str, line: int) -> None:
    dated = [(found.what, found.day.isoformat(), found.line) for found in at(packet(number), first).dates]
    assert (what, day, line) in dated


def test_a_fragment_takes_its_date_from_the_running_foot(packet: Packet) -> None:
    part = at(packet("000"), 1)
    assert part.edition == "Craps 09-08-22"
    assert [(found.day.isoformat(), found.line) for found in part.dates] == [("2022-09-08", 484)]


def test_chapters_without_a_head_have_no_dates(packet: Packet) -> None:
    undated = [1, 613, 1528, 2427, 2920, 4088, 4327, 5748, 6213, 6488, 7106, 7591, 8504, 9127]
    assert [first for first in undated if at(packet("001"), first).dates] == []
    assert [first for first in undated if at(packet("001"), first).edition] == []


@pytest.mark.parametrize(
    ("number", "first", "same"),
    [
        ("000", 2546, 816),
        ("000", 4947, 816),
        ("000", 3556, 816),
        ("000", 7193, 5886),
        ("000", 6471, 5886),
        ("000", 12279, 8361),
        ("000", 13756, 10254),
        ("000", 17996, 15516),
        ("000", 18595, 15516),
        ("001", 9127, 4327),
    ],
)
def test_copies_with_the_same_words(packet: Packet, number: str, first: int, same: int) -> None:
    found = packet(number)
    assert at(found, first).same_as == at(found, same).number


def test_editions_that_differ_in_few_words_are_no_copies(packet: Packet) -> None:
    later = at(packet("000"), 10254)
    assert later.same_as is None
    assert any("bears another date" in said for said in later.because)


def test_a_cut_off_copy_is_no_copy(packet: Packet) -> None:
    part = at(packet("000"), 19184)
    assert part.same_as is None
    assert any("fragment" in said for said in part.because)


def test_redlines_are_those_with_balloons_of_changes(packet: Packet) -> None:
    redlines = [part.first for part in packet("000") if part.state is State.REDLINE]
    assert redlines == [1, 4244, 5886, 7193, 8361, 17033]


def test_an_edition_from_elsewhere_is_said_to_be_inferred(packet: Packet) -> None:
    for number, first in (("000", 12279), ("000", 16281), ("002", 864)):
        part = at(packet(number), first)
        assert part.edition is not None
        assert any("inferred" in said for said in part.because)
    assert at(packet("000"), 12279).edition == "Approved By OGC: 10/12/2021"
    assert at(packet("002"), 864).edition == "BC Resolution # 8-06-03-B"


def test_no_edition_is_chosen_where_copies_bear_several(packet: Packet) -> None:
    part = at(packet("000"), 816)
    assert part.edition is None
    assert any("02/24/2023" in said and "09/11/2024" in said for said in part.because)


def test_each_part_says_why(packet: Packet) -> None:
    assert all(part.because for number in BOUNDS for part in packet(number))
