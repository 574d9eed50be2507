"""Sampled play of growing hands: each round as the interpreter plays it, means as they are worked out, the same for any jobs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from audit.language.library import Library
from audit.language.loading import load_text
from audit.play.cards import Card
from audit.play.choosing import ToDecide
from audit.play.equipment import Outcome, Source
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.ruleset.configure import Configured, configure
from audit.solve.cards.results import card_results
from audit.solve.cards.sampling import ONE_SHOE, ending_of, sample_group, with_card_samples
from audit.solve.cards.solver import CardSolver
from audit.solve.draws import sampling
from audit.solve.draws.sampling import Sampler, Told, sample_growing, why_no_cut_card
from audit.solve.draws.solving import drawing_of
from audit.solve.errors import NotSolvable
from audit.solve.planner import Verified
from audit.solve.result import Method, RulesetResult
from tests.solve.draws.test_small_shoes import LITTLE, TENS_AND_SIXES, pack
from tests.solve.draws.twenty_one import Deck, expected

RULES = Path(__file__).with_name("twenty_one.rop")
RULESETS = Path(__file__).resolve().parents[3] / "rulesets"
FOURS = (4, 4, 0, 0, 0, 4, 0, 0, 4, 4)
MANY = (4, 4, 0, 0, 0, 4, 4, 4, 4, 4)


def game(most: int = 2, changed: Callable[[str], str] = lambda text: text) -> Configured:
    text = changed(RULES.read_text().replace("hands under 2", f"hands under {most}"))
    return configure(load_text(text, Library((RULESETS,))), {})


def solver(deck: Deck, configured: Configured) -> CardSolver:
    found = CardSolver(configured)
    found.laying.deck = pack(deck)
    return found


def sampler(deck: Deck, most: int = 2, **how: Any) -> Sampler:
    of = solver(deck, game(most))
    return Sampler(drawing_of(of, of.bundles[0].wagers), **how)


class Stacked:
    """Deals cards in an order that is given; nothing else comes up."""

    def __init__(self, cards: Sequence[Card]) -> None:
        self.left = list(cards)

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        raise AssertionError(verb)

    def card(self, area: str, stock: Sequence[Card]) -> int:
        return list(stock).index(self.left.pop(0))


class Scripted:
    """Chooses as told."""

    def __init__(self, choices: Sequence[str]) -> None:
        self.left = list(choices)

    def choose(self, decision: ToDecide) -> int:
        labels = [offer.label for offer in decision.offers]
        return 0 if len(labels) == 1 else labels.index(self.left.pop(0))


def by_the_letter(configured: Configured, cards: Sequence[Card], choices: Sequence[str]) -> Fraction:
    """What a round brings that the interpreter plays on these cards with these choices, of which none is left over."""
    chooser = Scripted(choices)
    play = Play(configured, Stacked(cards), [Wish("main", "", Fraction(1))], check_amounts=False, chooser=chooser)
    for _ in play.one_round():
        pass
    assert not chooser.left
    return ending_of(play, ("main", "double", "split"), Fraction(1), is_bundle=True)[1]


def cards_of(told: Told, found: Sampler) -> Iterator[Card]:
    """A card of each kind in the order of dealing, none twice."""
    members = [list(kept) for kept in found.drawing.kinds.members]
    return (members[kind].pop() for kind in told.cards)


@pytest.mark.parametrize(
    ("deck", "most", "how"),
    [(LITTLE, 1, {}), (TENS_AND_SIXES, 3, {}), (FOURS, 4, {}), (MANY, 1, {"behind": 16})],
    ids=str,
)
def test_every_round_is_as_it_is_played(deck: Deck, most: int, how: dict[str, int]) -> None:
    found, configured = sampler(deck, most, **how), game(most)
    rounds = list(found.told(600, seed=5))
    for told in rounds:
        assert by_the_letter(configured, list(cards_of(told, found)), told.choices) == told.net
    chosen = [told.choices for told in rounds]
    assert any("double" in choices for choices in chosen)
    assert most == 1 or any(choices.count("split") == most - 1 for choices in chosen), "split as often as may be"
    begun = {len(told.cards) for told in rounds}
    assert begun == {sum(deck)} if not how else {sum(deck)} < begun, "with a cut card some rounds begin later in the shoe"
    assert min(begun) > how.get("behind", 0)


def errors_from(found: Sampler, value: Fraction, rounds: int) -> float:
    sampled = found.play(rounds, seed=11).sampled(11)
    assert sampled.rounds == rounds
    return abs(-sampled.house_edge - float(value)) / (sampled.variance / rounds) ** 0.5


@pytest.mark.parametrize(("deck", "most"), [(LITTLE, 1), (TENS_AND_SIXES, 2), (TENS_AND_SIXES, 3), (FOURS, 4)], ids=str)
def test_means_against_a_game_of_its_own(deck: Deck, most: int) -> None:
    """The value is worked out by `twenty_one`, which knows nothing of audit; that of the largest shoe by the solver."""
    found = sampler(deck, most)
    value = expected(deck, most) if deck != FOURS else found.drawing.value
    assert errors_from(found, value, 400_000) <= 4


def test_the_same_for_any_number_of_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "IN_A_BATCH", 5_000)
    one, two, again = (sampler(TENS_AND_SIXES).play(52_000, seed, jobs) for seed, jobs in ((3, 1), (3, 3), (4, 1)))
    assert one == two
    assert one.ended != again.ended
    assert sum(one.ended.values()) == 52_000


def test_rounds_from_one_shoe_go_on() -> None:
    """With a cut card shoes have several rounds each; rounds of one shoe hang together, so the interval is that of shoes."""
    fresh, cut = (sampler(MANY, 1, **how) for how in ({}, {"behind": 12}))
    of_fresh, of_cut = fresh.play(100_000, seed=2), cut.play(100_000, seed=2)
    assert of_fresh.shoes == 0
    assert 100_000 / 5 < of_cut.shoes < 100_000 / 2
    assert of_cut.rounds_2 >= 100_000**2 / of_cut.shoes
    sampled = of_cut.sampled(2)
    plain = sampled.variance / sampled.rounds
    assert (sampled.high - sampled.low) / 2 == pytest.approx(1.96 * plain**0.5, rel=0.05)


@pytest.mark.parametrize(("how", "why"), [({"behind": 12}, "a cut card with 12 cards behind it"), ({"behind": 0}, "the cards do not last")])
def test_where_the_cards_do_not_last(how: dict[str, int], why: str) -> None:
    with pytest.raises(NotSolvable, match=why):
        sampler(LITTLE, 1, **how).play(10_000, seed=1)


def test_results_beside_the_exact_ones() -> None:
    of = solver(LITTLE, game(1))
    refused: dict[str, NotSolvable] = {}
    whole = RulesetResult("x", {}, tuple(card_results(of, (), (), refused)), "")
    verified = Verified(of.configured, whole, {}, refused, cards=of)
    (exact,), (found,) = whole.wagers, with_card_samples(verified, of, 20_000, 3).result.wagers
    assert exact.figures is not None and found.figures == exact.figures
    assert found.method is Method.SAMPLED and found.sampled == sample_group(of, ("main", "double", "split"), 20_000, 3)
    assert found.notes == (*exact.notes, sampling.FROM_FRESH_SHOES)
    (cut,) = with_card_samples(verified, of, 20_000, 3, cut_card=12).result.wagers
    assert cut.method is Method.EXACT
    assert cut.notes == (*exact.notes, "not sampled: a cut card with 12 cards behind it, in a shoe of 9")
    why = NotSolvable("no method takes it", "main")
    after = with_card_samples(replace(verified, refused={"main": why}), of, 10, 1)
    assert after.result.wagers == whole.wagers and after.refused == {"main": why}


def test_rounds_from_a_single_shoe_give_no_interval() -> None:
    """Two rounds from one shoe tell nothing of how shoes differ: the exact figures stay, and what is lacking is said."""
    of = solver(MANY, game(1))
    refused: dict[str, NotSolvable] = {}
    verified = Verified(of.configured, RulesetResult("x", {}, tuple(card_results(of, (), (), refused)), ""), {}, refused, cards=of)
    (found,) = with_card_samples(verified, of, 2, 1, cut_card=12).result.wagers
    assert (found.method, found.sampled) == (Method.EXACT, None)
    assert found.notes[-1] == f"not sampled: {ONE_SHOE}"


SIDE = """\
wager side @ 3
  made in insuring @ 3
  win if second card of theirs is ten @ 3
  lose if second card of theirs is not ten @ 3
  pays 2 to 1 @ 3
"""
INSURING = """\
  step insuring if first card of theirs is A @ 4
    each player may make side @ 4
"""


def test_a_wager_that_is_not_made_in_every_round() -> None:
    """One on the card face down, offered under an ace: of 9 cards with one ace, in a ninth of the rounds; 3 of the others are tens."""
    text = RULES.read_text().replace("hands under 2", "hands under 1")
    text = text.replace("settle main, double", f"{SIDE}settle main, double", 1).replace("  step peek", f"{INSURING}  step peek")
    text = text.replace("    dealer looks at theirs @ 4\n", "    dealer looks at theirs @ 4\n    settle side @ 4\n")
    of = solver(LITTLE, configure(load_text(text, Library((RULESETS,))), {}))
    exact = of.solve(("side",)).counted.expected(("side",))
    found, notes = sample_growing(of, ("side",), 90_000, 1)
    assert exact is not None and exact == Fraction(3, 8) * 2 - Fraction(5, 8)
    assert found.rounds == pytest.approx(10_000, rel=0.05)
    assert abs(-found.house_edge - float(exact)) <= 4 * (found.variance / found.rounds) ** 0.5
    assert notes[1] == f"made in {found.rounds:,} of 90,000 rounds dealt"


def test_which_games_may_have_a_cut_card() -> None:
    assert why_no_cut_card(game().ruleset) is None
    shuffled = game(changed=lambda text: text.replace("deck 1 of 52 @ 1", "deck 1 of 52 @ 1\n  shuffled before every round @ 1"))
    assert why_no_cut_card(shuffled.ruleset) == "the cards are shuffled before every round"
