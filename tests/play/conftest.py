"""Small rulesets played from a script: what happened, a line an event, with the clauses that made it happen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from textwrap import dedent

import pytest

from audit.language.library import Library
from audit.language.loading import load, load_text
from audit.play import events as ev
from audit.play.cards import cards_text
from audit.play.choosing import AsScripted
from audit.play.errors import GivenError
from audit.play.feed import Scripted, Seeded
from audit.play.given import parse_given
from audit.play.irregular import incident
from audit.play.making import Wish
from audit.play.rounds import Play
from audit.play.sight import Judged, Sight, Thing
from audit.play.wording import pattern_text
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.basis import Basis
from audit.ruleset.configure import configure, money_text, read_value
from audit.ruleset.ruleset import Ruleset

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
HEAD = 'ruleset test/small/game\n  title  "a small game"\n  source "made up"\n'
DICE = "dice 2 with faces 1 through 6 @ 1\n"
ONE_THROW = """
round @ 9
  step throw
    roll dice @ 9.a
    settle @ 9.b
"""


def words(event: ev.Event) -> str | None:
    """An event in a line; nothing for a step that is entered."""
    match event:
        case ev.Entered():
            return None
        case ev.DealerMade():
            said = f"dealer makes {event.wager} {money_text(event.amount)}"
        case ev.Made():
            said = f"makes {event.wager} {money_text(event.amount)}"
        case ev.CameUp():
            said = f"{event.verb} {event.outcome}"
        case ev.Voided():
            said = f"void {event.outcome}"
        case ev.Forfeited():
            said = f"{event.wager} forfeited {event.result} {money_text(event.net or Fraction(0))}"
        case ev.BonusSettled():
            said = f"{event.bonus} on {event.wager} {event.result} {_net(event.net)}"
            said += f" at {event.payout}" if event.payout else ""
        case ev.PaidBeside() | ev.Capped() | ev.MeterPaid():
            return f"{paid_line(event)}{clauses(event.bases)}"
        case ev.Dealt():
            dealt = " ".join(f"{card} to {area}" for area, card in event.cards)
            said = f"deal {dealt} {'up' if event.is_up else 'down'}"
        case ev.Burned():
            of = f" of {event.area}" if event.area else ""
            said = f"burn {cards_text(event.cards)}{of} {'up' if event.is_up else 'down'}"
        case ev.Discarded():
            said = f"discard {cards_text(event.cards)} of {event.area}"
        case ev.Looked():
            said = f"{event.who} looks at {cards_text(event.cards)}"
        case ev.Revealed():
            said = f"{event.area} shows {cards_text(event.cards)}"
        case ev.Decided():
            said = f"decides {event.label} of {', '.join(event.of)}{f' on {event.hand}' if event.hand else ''}"
        case ev.CardsSet():
            told = "; ".join(f"{part} {cards_text(cards)}" for part, cards in event.parts)
            said = f"{event.who} sets {told}{f' by {event.way}' if event.way else ''}"
        case ev.Split():
            said = f"split {event.hand}, {event.new}"
        case ev.WentOut():
            said = "is out"
        case ev.Settled():
            said = f"{event.wager} {event.result} {_net(event.net)}{f' at {event.payout}' if event.payout else ''}"
        case ev.Stays():
            said = f"{event.wager} {'is off' if event.is_off else 'stays'}"
        case ev.Remembered():
            said = f"{event.wager or 'round'}: {event.memory} is {event.value}"
        case ev.WentTo():
            said = f"to {event.step}"
        case ev.RoundEnded():
            said = "end"
        case ev.RoleTaken():
            said = f"holds {event.role}{f', {event.share} taken' if event.share is not None else ''}"
        case ev.TakenAsMet():
            said = f"taken as met: {event.words}"
        case ev.NoneAgainst():
            said = f"none against {event.role}"
        case ev.RoleSettled():
            said = f"{event.role}: {_net(event.gross)}, taken {_net(event.taken)}, commission {money_text(event.commission)}: {_net(event.net)}"
        case ev.Irregular():
            who = f", at the word of {event.at_the_word_of}" if event.at_the_word_of else ""
            said = f"{event.name}: {' and '.join(event.remedies)}{who}"
        case _:
            raise AssertionError(event)
    return f"{said}{clauses(event.bases)}"


def _net(net: Fraction | None) -> str:
    return "not stated" if net is None else f"{'+' if net > 0 else ''}{money_text(net)}"


def clauses(bases: Iterable[Basis]) -> str:
    found = [str(c) for basis in bases for c in basis.cites]
    return f" @ {', '.join(dict.fromkeys(found))}" if found else ""


def wish(text: str) -> Wish:
    """``place[6] 12``, with ``on`` behind it where it is called on."""
    name, amount, *rest = text.rsplit(" ", 2) if text.endswith(" on") else text.rsplit(" ", 1)
    wager, _, label = name.partition("[")
    return Wish(wager, label.rstrip("]"), Fraction(amount.lstrip("$")), called_on=rest == ["on"])


def table(ruleset: Ruleset, given: str, *wagers: str, **choices: str) -> Play:
    """A game at whose table these wagers are wished; ``given`` is what comes up, ``4-2, 3-1``."""
    configured = configure(ruleset, {name: read_value(value) for name, value in choices.items()})
    script = [item.strip() for item in given.split(",") if item.strip()]
    return Play(configured, Scripted.of(script), [wish(text) for text in wagers])


def card_table(ruleset: Ruleset, cards: str, decide: str, *wagers: str, **choices: str) -> Play:
    """The same of cards: ``cards`` are what comes off the deck, ``decide`` what the player says, ``play, bet 4``."""
    configured = configure(ruleset, {name: read_value(value) for name, value in choices.items()})
    chooser = AsScripted.of(decide.split(","))
    return Play(configured, Scripted.of(cards.split()), [wish(text) for text in wagers], chooser=chooser)


def run(game: Play, *, once: bool = False) -> list[str]:
    """The transcript until no wager is left or the script has run out, or of one round."""
    told: list[str] = []
    try:
        for event in game.one_round() if once else game.play():
            told += [line] if (line := words(event)) is not None else []
    except GivenError as error:
        if "run out" not in error.message:
            raise
    return told


Load = Callable[[str], Ruleset]
Played = Callable[..., list[str]]


@pytest.fixture(scope="session")
def library() -> Library:
    return Library((RULESETS,))


@pytest.fixture(scope="session")
def small(library: Library) -> Load:
    """A ruleset from the text of its body."""
    return lambda body: load_text(HEAD + dedent(body).lstrip("\n"), library)


@pytest.fixture(scope="session")
def real(library: Library) -> Load:
    """A shipped ruleset by its id."""
    kept: dict[str, Ruleset] = {}

    def get(name: str) -> Ruleset:
        if name not in kept:
            kept[name] = load(name, library)
        return kept[name]

    return get


@pytest.fixture(scope="session")
def played(small: Load) -> Played:
    """The transcript of a body with these outcomes and wagers; options as keywords."""

    def transcript(body: str, given: str, *wagers: str, once: bool = False, **choices: str) -> list[str]:
        return run(table(small(body), given, *wagers, **choices), once=once)

    return transcript


@pytest.fixture(scope="session")
def throw(played: Played) -> Played:
    """The same of two dice thrown and settled once a round; the body has the wagers."""

    def transcript(body: str, given: str, *wagers: str, once: bool = False, **choices: str) -> list[str]:
        return played(f"{DICE}{dedent(body)}{ONE_THROW}", given, *wagers, once=once, **choices)

    return transcript


@pytest.fixture(scope="session")
def dealt(small: Load) -> Played:
    """The transcript of a round of cards: a body, what comes off the deck, what is decided, what is wagered."""

    def transcript(body: str, cards: str, decide: str, *wagers: str, once: bool = True, **choices: str) -> list[str]:
        return run(card_table(small(body), cards, decide, *wagers, **choices), once=once)

    return transcript


@pytest.fixture(scope="session")
def shipped(real: Load) -> Played:
    """The transcript of a shipped ruleset."""

    def transcript(name: str, given: str, *wagers: str, once: bool = False, **choices: str) -> list[str]:
        return run(table(real(name), given, *wagers, **choices), once=once)

    return transcript


@pytest.fixture(scope="session")
def incidents(small: Load) -> Played:
    """The transcript of a body in which an irregularity happens; ``facts`` as ``--given`` takes them."""

    def happened(body: str, name: str, given: str, *wagers: str, facts: str = "") -> list[str]:
        game = table(small(body), given, *wagers)
        kinds = parse_given(facts) if facts else {}
        game.incident = incident(game.ruleset, name, {kind: items[0] for kind, items in kinds.items()})
        return run(game)

    return happened


# hands that are told, not dealt

HANDS_OF_THREE = """
deck 1 of 52 @ 1
area player_cards of each player @ 1
area dealer_cards of dealer @ 1
ranking ranks of 3 cards @ 2
  order A K Q J 10 9 8 7 6 5 4 3 2 @ 2
  straight_flush 3 cards of one suit in a run @ 2
  three_of_a_kind 3 cards of one rank @ 2
  straight 3 cards in a run @ 2
  flush 3 cards of one suit @ 2
  pair 2 cards of one rank @ 2
  high_card anything else @ 2
  compare by sets_then_cards @ 2
hand player_hand is all of player_cards by ranks @ 2
hand dealer_hand is all of dealer_cards by ranks @ 2
"""
SHOWDOWN = """
round @ 3
  bets {bets} @ 3
  deal 3 to player_cards with dealer_cards face down @ 3
  each player looks at player_cards @ 3
  reveal dealer_cards @ 3
  settle {bets} @ 3.z
"""


class Answers(Mapping[pt.Pattern, bool]):
    """What tests say of a hand of a class; ``also`` are further tests that it meets, as written."""

    def __init__(self, of_class: str, also: frozenset[str]) -> None:
        self.met = {of_class, *also}

    def __getitem__(self, test: pt.Pattern) -> bool:
        return pattern_text(test) in self.met

    def __contains__(self, test: object) -> bool:
        return True

    def __iter__(self) -> Iterator[pt.Pattern]:
        return iter(())

    def __len__(self) -> int:
        return 0


@dataclass
class Oracle:
    """Says what hands are: ``player_hand="pair"``; counts what it was asked."""

    says: Mapping[str, str]
    asked: Counter[str] = field(default_factory=Counter)

    def __call__(self, expression: ex.Expression, sight: Sight) -> Thing:
        match expression:
            case ex.Called(name):
                told = name.text
            case ex.Against(ex.Called(one), ex.Called(other)):
                told = f"{one} against {other}"
            case ex.FeatureOf(ex.Called(feature), ex.Called(of)):
                told = f"{feature} of {of}"
            case _:
                raise AssertionError(expression)
        self.asked[told] += 1
        says = self.says[told]
        if " against " in told or " of " in told:
            return says
        of_class, _, also = says.partition("; ")
        return Judged(told, Answers(of_class, frozenset(also.split("; "))))


def hands_told(small: Load, body: str, *wagers: str, bets: str = "", decide: str = "", **says: str) -> Play:
    """A game whose hands are told: ``player="pair"``, ``dealer="straight"``, ``relation="higher"``, ``nature="wild"``."""
    names = bets or ", ".join(wager.split()[0] for wager in wagers)
    around = SHOWDOWN.format(bets=names) if "round @" not in body else ""
    ruleset = small(HANDS_OF_THREE + dedent(body) + around)
    told = {
        "player_hand": says.get("player", "high_card"),
        "dealer_hand": says.get("dealer", "high_card"),
        "player_hand against dealer_hand": says.get("relation", "higher"),
        "nature of player_hand": says.get("nature", "natural"),
    }
    chosen = {name: read_value(value) for name, value in says.items() if name not in TOLD}
    wishes = [Wish(name, "", Fraction(amount)) for name, amount in (wager.split() for wager in wagers)]
    chooser = AsScripted.of(decide.split(","))
    return Play(configure(ruleset, chosen), Seeded(1), wishes, chooser=chooser, oracle=Oracle(told))


TOLD = ("player", "dealer", "relation", "nature")


def result_line(event: ev.Event) -> str | None:
    """What a wager or a bonus came to, or who else was paid."""
    match event:
        case ev.Settled():
            return f"{event.wager} {event.result} {_net(event.net)}{f' at {event.payout}' if event.payout else ''}"
        case ev.BonusSettled():
            what = f" at {event.payout}" if event.payout else ""
            return f"{event.bonus} on {event.wager} {event.result} {_net(event.net)}{what}"
        case ev.Stays():
            return f"{event.wager} stays"
        case ev.PaidBeside() | ev.Capped() | ev.MeterPaid():
            return paid_line(event)
        case _:
            return None


def paid_line(event: ev.PaidBeside | ev.Capped | ev.MeterPaid) -> str:
    """Money beside a result."""
    match event:
        case ev.PaidBeside():
            needs = f" with {event.needs}" if event.needs else ""
            return f"{event.wager}: {_net(event.amount)} to {event.to}{needs}"
        case ev.Capped():
            return (
                f"{event.wager}: {f'capped by {money_text(event.cut)}' if event.cut is not None else 'perhaps capped'}"
            )
        case ev.MeterPaid():
            left = "unknown" if event.left is None else money_text(event.left)
            return f"{event.meter} pays {money_text(event.paid)}, left {left}"


def results_of(play: Play) -> list[str]:
    return [told for event in play.one_round() if (told := result_line(event)) is not None]


@pytest.fixture(scope="session")
def told(small: Load) -> Callable[..., Play]:
    """A game whose hands are told, from a body and the wagers made; see `hands_told`."""

    def make(body: str, *wagers: str, **says: str) -> Play:
        return hands_told(small, body, *wagers, **says)

    return make


@pytest.fixture(scope="session")
def results() -> Callable[[Play], list[str]]:
    """What every wager and bonus of a game came to, a line each."""
    return results_of
