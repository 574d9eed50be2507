"""Rounds in which the player holds the bank: what the dealer wagers against him, from the player's side."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from audit.compare.comparing import compare as compare_sides
from audit.compare.side import Side
from audit.language.library import Library
from audit.language.loading import load_text
from audit.ruleset.configure import configure
from audit.ruleset.holding import holding
from audit.solve.cards import sampling
from audit.solve.errors import NotSolvable
from audit.solve.planner import Verified, verify
from audit.solve.result import Method, WagerResult
from audit.solve.sampling import with_samples
from tests.card_games import ONE_CARD_EACH
from tests.play.conftest import HEAD
from tests.solve.cards.comparing import cards, compare
from tests.solve.cards.test_set_by_ways import GAME, all_rounds, off

BANK = """
role bank "Bank" @ 8
  house may offer @ 8
  held by dealer when nobody takes it @ 8
  dealer may take 50% of the result when asked @ 8.c
  commission 5% of net win charged each round rounded up to $0.25 @ 8.a
"""
ONE_CARD = f"""
{ONE_CARD_EACH}{BANK}
wager main @ 2
  required @ 2
  made before the deal @ 2
  against bank @ 2
  commission 5% of win charged when won @ 2
wager side @ 2
  needs main @ 2
  made before the deal @ 2
wager dealers @ 3
  made by the dealer before the deal unless bank is dealer @ 3
  against bank @ 3
round @ 4
  deal 1 to mine with theirs face down @ 4
  settle dealers, main, side @ 4
settle main @ 4
  | own against other | main   |
  | higher            | 1 to 1 | @ 4
  | equal             | lose   | @ 4
  | lower             | lose   | @ 4
settle side @ 4
  | own against other | side   |
  | equal             | 9 to 1 | @ 4
  | higher, lower     | lose   | @ 4
settle dealers @ 4
  | other against own | dealers |
  | higher            | 1 to 1  | @ 4
  | equal, lower      | lose    | @ 4
"""


def verified(text: str, **holders: str) -> Verified:
    return verify(holding(load_text(HEAD + text, Library(())), holders), with_variations=False)


def of(found: Verified, name: str) -> WagerResult:
    return next(result for result in found.result.wagers if result.wager == name)


def test_the_holder_keeps_the_commission_less() -> None:
    """Of 51 cards 24 are higher, 3 equal, 24 lower: he wins 27 times, less a twentieth, and pays 24 times."""
    found = verified(ONE_CARD, bank="player")
    dealers = of(found, "dealers")
    assert (dealers.method, dealers.house_edge) == (Method.EXACT, -(Fraction(27 * 19, 20) - 24) / 51)
    assert dealers.figures is not None
    assert (dealers.figures.win, dealers.figures.lose) == (Fraction(27, 51), Fraction(24, 51))
    assert any(note.startswith("the figures are those of the player who holds bank") for note in dealers.notes)
    assert any("nothing has to be rounded (8.a)" in note for note in dealers.notes)
    assert [result.wager for result in found.result.wagers] == ["dealers"]
    assert found.not_offered == ("main", "side")
    assert found.result.roles == {"bank": "player"}


@pytest.mark.parametrize("holder", ["dealer", "player", "shared"])
def test_every_deal_of_a_small_pack_agrees(holder: str) -> None:
    """By each method that takes it, and by playing every deal out."""
    held = configure(holding(load_text(HEAD + ONE_CARD, Library(())), {"bank": holder}))
    compared = compare(held, cards("As Ad Kh Qs Qd Qc 2h"))
    assert set(compared.solved) == ({"main", "side"} if holder == "dealer" else {"dealers"})
    assert set(compared.unsolved) == ({"dealers"} if holder == "dealer" else set())


def test_half_of_a_shared_bank() -> None:
    dealers = of(verified(ONE_CARD, bank="shared"), "dealers")
    assert dealers.house_edge == -(Fraction(27 * 19, 20) - 24) / 51 / 2
    assert "the dealer takes 50% of the result (8.c)" in dealers.notes


def test_a_wager_of_money_is_rounded() -> None:
    """Of $11 the commission is 55 cents, and three quarters are charged."""
    text = ONE_CARD.replace("  against bank @ 3\n", "  against bank @ 3\n  amount is $11 @ 3\n")
    assert of(verified(text, bank="player"), "dealers").house_edge == -(27 * Fraction("10.25") - 24 * 11) / 51 / 11


def test_while_the_dealer_holds_the_bank_he_makes_no_wager() -> None:
    found = verified(ONE_CARD)
    assert of(found, "dealers").method is Method.NOT_SOLVABLE
    assert of(found, "dealers").reason == (
        "dealers is made by the dealer, and only while a player holds bank (3); --role bank=player looks at such rounds"
    )
    assert of(found, "main").house_edge == -(Fraction(24 * 19, 20) - 27) / 51
    assert of(found, "side").house_edge == Fraction(48 - 27, 51)


def test_what_several_wagers_bring_together_is_no_figure_of_one() -> None:
    """Where the same round makes two, 5% of their sum is due."""
    more = ONE_CARD.replace(
        "wager dealers @ 3",
        "wager more @ 3\n  made by the dealer before the deal unless bank is dealer @ 3\n  required @ 3\n  against bank @ 3\nwager dealers @ 3",
    )
    more = more.replace("settle dealers, main", "settle more, dealers, main").replace(
        "settle dealers @ 4",
        "settle more @ 4\n  | other against own | more   |\n  | higher            | 1 to 1 | @ 4\n  | equal, lower      | lose   | @ 4\nsettle dealers @ 4",
    )
    found = verified(more, bank="player")
    assert of(found, "dealers").method is Method.NOT_SOLVABLE
    assert "several wagers against bank" in str(of(found, "dealers").reason)


SET = GAME.replace("wager main @ 2\n  required @ 2\n", BANK + "wager main @ 2\n  required @ 2\n  against bank @ 2\n").replace(
    "wager twins @ 2", "wager dealers @ 7\n  made by the dealer before the deal unless bank is dealer, shared @ 7\n  against bank @ 7\nwager twins @ 2"
).replace("  settle main, twins @ 4\n", "  settle dealers, main, twins @ 4\n") + """
settle dealers @ 7
  | big of theirs against big of bank | small of theirs against small of bank | dealers |
  | higher                            | higher                                | 1 to 1  | @ 7
  | higher                            | equal, lower                          | push    | @ 7
  | equal, lower                      | higher                                | push    | @ 7
  | equal, lower                      | equal, lower                          | lose    | @ 7
"""  # fmt: skip


def test_where_both_set_by_the_way_the_bank_is_sampled() -> None:
    found = verified(SET, bank="player")
    assert of(found, "dealers").reason == (
        '"each player sets": what is best hangs on how a player sets his cards into big and small: '
        "two suits of a hand may matter at once"
    )
    dealers = of(with_samples(found, 4_000, 3), "dealers")
    assert (dealers.method, dealers.solver) == (Method.SAMPLED, "ways")
    drawn = dealers.sampled
    assert drawn is not None
    assert abs(drawn.house_edge - (drawn.lose - 0.95 * drawn.win)) < 1e-9
    assert dealers.notes[0].startswith("the player sets mine as how says")
    assert dealers.notes[1].startswith("the figures are those of the player who holds bank")


def test_a_shared_bank_has_no_wager_of_the_dealers() -> None:
    reason = of(verified(SET, bank="shared"), "dealers").reason
    assert reason is not None
    assert reason.startswith("the dealer does not make dealers while bank is shared (7)")


@pytest.mark.long
@pytest.mark.parametrize(("rounds", "is_compiled"), [(40_000, True), (1_500, False)])
def test_what_the_bank_keeps_is_what_all_rounds_come_to(
    rounds: int, is_compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both set by one way and copies go to the bank: the dealer wins as often as a player against the dealer would."""
    if not is_compiled:

        def refuse(*_: object, **__: object) -> None:
            raise NotSolvable("not compiled")

        monkeypatch.setattr(sampling, "sample_by_ways", refuse)
    nets: Counter[int] = Counter()
    for net, number in all_rounds():
        nets[net] += number
    exact = (nets[1] - Fraction(19, 20) * nets[-1]) / nets.total()
    dealers = of(with_samples(verified(SET, bank="player"), rounds, 5), "dealers")
    assert dealers.solver == ("ways" if is_compiled else "play")
    assert off(dealers.sampled, exact) <= 4


def test_rounds_of_two_holders_are_compared() -> None:
    """What a comparison looks at is a ruleset as ever: half of the result is another house edge."""

    def side(**holders: str) -> Side:
        found = verified(ONE_CARD, **holders)
        return Side(found.configured.source, found.configured, found)

    (entry,) = compare_sides(side(bank="player"), side(bank="shared")).entries
    assert (entry.title, entry.old_edge, entry.new_edge) == ("Bank", Fraction(-11, 340), Fraction(-11, 680))
    assert not compare_sides(side(bank="player"), side(bank="player")).entries
