"""Rounds of cards played for a finding: some at random, some in which each class of hand is dealt; and their witness.

Of dice every round can be followed; of cards there are too many.  What is seen in these rounds is shown, and of what is
not seen in them nothing is said.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.finding import Witness, WitnessStep
from audit.checks.hands import classes_of, dealt_to, formed_hands
from audit.checks.prose import Prose
from audit.checks.staging import STAKES, limits_for, with_limits
from audit.checks.witnessing import amount_text, joined_words, quoted, result_words
from audit.checks.wording import cites_of, form, joined, listed, money, plain_name, stake_name
from audit.play.caps import least_amounts
from audit.play.cards import Card, cards_text
from audit.play.choosing import AsScripted, AtRandom
from audit.play.equipment import Equipment
from audit.play.errors import AmountError, GivenError, NotPlayable, PlayError
from audit.play.events import BonusSettled, CardsSet, Dealt, Decided, Event, Made, Settled
from audit.play.feed import Seeded
from audit.play.given import Given
from audit.play.making import Wish
from audit.play.roles import taken_roles
from audit.play.rounds import Play
from audit.play.sight import Sight
from audit.play.steps import all_steps, made_by_decision
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wo
from audit.ruleset.configure import Configured, ConfigureError, Value, value_text
from audit.solve.errors import NotSolvable

ROUNDS = 150
"""Rounds that are played at random in search of one."""


@dataclass(frozen=True)
class Table:
    """What is played: a configuration with its limits filled in, the wagers made, and the choices of the command."""

    configured: Configured
    wishes: tuple[Wish, ...]
    choices: Mapping[str, Value]


@dataclass(frozen=True)
class Deal:
    """Cards fixed for some areas; the seed deals all others and decides for the player unless ``decided`` does."""

    seed: int
    cards: tuple[tuple[str, tuple[Card, ...]], ...] = ()
    decided: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Round:
    """One round of cards: what happened, and what stopped it short of its end."""

    events: tuple[Event, ...]
    stopped: PlayError | None
    open_wagers: frozenset[str]

    @property
    def settled(self) -> dict[str, Settled]:
        """How each wager was decided, by its name in play."""
        return {event.wager: event for event in self.events if isinstance(event, Settled)}

    @property
    def bonuses(self) -> dict[str, BonusSettled]:
        return {event.bonus: event for event in self.events if isinstance(event, BonusSettled)}

    @property
    def decided(self) -> tuple[str, ...]:
        return tuple(event.label for event in self.events if isinstance(event, CardsSet | Decided) and event.label)

    @property
    def dealt(self) -> dict[str, tuple[Card, ...]]:
        """The cards of each area, in the order in which they came."""
        found: dict[str, tuple[Card, ...]] = {}
        for event in self.events:
            if isinstance(event, Dealt):
                for area, card in event.cards:
                    found[area] = (*found.get(area, ()), card)
        return found


def table_of(context: Context, stakes: Sequence[Fraction] = STAKES[:6]) -> Table | None:
    """The game with every wager made that can be, at the first of some stakes that is permitted; None if none is."""
    base, chosen = context.configured, dict(context.choices)
    by_decision = made_by_decision(all_steps(base.ruleset))
    offered = {w.name.text for w in context.offered}
    every = [w for w in base.ruleset.of(wg.Wager) if w.name.text not in by_decision and w.name.text in offered]
    needed = [w for w in every if any(isinstance(line, wg.Required) for line in w.lines)]
    table = next(_tables(base, chosen, needed, stakes), None) if needed else None
    wagers = needed if table is not None else []
    for wager in (*every, *every):  # one may need another that stands further down
        if wager not in wagers:
            more = [w for w in every if w in wagers or w is wager]
            fuller = next(_tables(base, chosen, more, stakes), None)
            table, wagers = (fuller, more) if fuller is not None else (table, wagers)
    return table


def _tables(
    base: Configured, chosen: Mapping[str, Value], wagers: Sequence[wg.Wager], stakes: Sequence[Fraction]
) -> Iterator[Table]:
    """The game with these wagers made, at each stake that is permitted."""
    for amount in stakes:
        more = limits_for(base, base.ruleset.of(wg.Wager), amount)
        filled = with_limits(base, more)
        least = least_amounts(Sight(Equipment(filled.ruleset)))
        wishes = tuple(Wish(w.name.text, "", _stake(w, amount, least)) for w in wagers)
        table = Table(filled, wishes, {**chosen, **more})
        try:
            played = play(table, Deal(0))
        except (AmountError, ConfigureError):
            continue
        except PlayError:
            return
        made = {event.wager for event in played.events if isinstance(event, Made)}
        if {w.wager for w in wishes} <= made:
            yield table


def refuse_unplayed(context: Context) -> None:
    """Raises the `PlayError` that stands in the way of a round with the first wagers, where something does."""
    base = context.configured
    by_decision = made_by_decision(all_steps(base.ruleset))
    for wager in context.offered:
        if wager.name.text not in by_decision:
            filled = with_limits(base, limits_for(base, [wager], STAKES[0]))
            try:
                play(Table(filled, (Wish(wager.name.text, "", STAKES[0]),), {}), Deal(0))
            except (AmountError, ConfigureError):
                continue
    raise NotPlayable("a round with its wagers at some permitted stake")


def _stake(wager: wg.Wager, amount: Fraction, least: Mapping[str, Fraction]) -> Fraction:
    """The amount, unless the wager has a least one above it, or one that is fixed."""
    from audit.ruleset.money import EqualTo, IsAmount  # noqa: PLC0415

    bound = least.get(wager.name.text)
    is_fixed = any(isinstance(x, wg.Amount) and isinstance(x.stake, EqualTo | IsAmount) for x in wager.lines)
    return amount if bound is None or (bound <= amount and not is_fixed) else bound


def play(table: Table, deal: Deal, settled: frozenset[str] | None = None) -> Round:
    """One round, of which only ``settled`` are settled where they are named.

    Raises `AmountError`, `ConfigureError` and `NotPlayable`: other errors are told in what it gives.
    """
    feed = Given({}, Seeded(deal.seed), dict(deal.cards))
    at_random = AtRandom(deal.seed)
    chooser = AsScripted.of(deal.decided, at_random) if deal.decided is not None else at_random
    game = Play(table.configured, feed, list(table.wishes), chooser=chooser, settled=settled)
    events: list[Event] = []
    stopped: PlayError | None = None
    try:
        for event in game.one_round(stop_when_idle=True):
            events.append(event)  # one by one: what came before an error is kept
    except (AmountError, NotPlayable, GivenError):
        raise
    except PlayError as error:
        stopped = error
    return Round(tuple(events), stopped, frozenset(stake.id for stake in game.state.open_stakes))


def played_at(context: Context, table: Table, deal: Deal) -> Round:
    """As `play`, at the one table of a context; of any cards at random a round is played once for all that look at it."""
    if deal != Deal(deal.seed):
        return play(table, deal)
    return context.once(f"round of seed {deal.seed}", lambda: play(table, deal))


def deals(context: Context, rounds: int = ROUNDS) -> Iterator[Deal]:
    """Deals at random, and for each hand of the game one with the best and one with the worst of each class."""
    yield from (Deal(seed) for seed in range(rounds))
    ruleset = context.configured.ruleset
    dealt = dealt_to(ruleset)
    seed = itertools.count(rounds)
    for formed in formed_hands(ruleset):
        stated = ruleset.named(formed.hand, wo.BestHandOf) or ruleset.named(formed.hand, wo.WholeHandOf)
        if stated is None:
            continue
        areas = [pick.area.text for pick in stated.picks if isinstance(pick, wo.AnyOfArea)]
        try:
            classes = classes_of(context, formed.ranking, formed.cards, formed.best)
        except (NotSolvable, PlayError):
            continue
        for shown in (hand for one in classes for hand in (one.highest, one.lowest) if hand):
            for turn in (areas, areas[::-1]):
                placed = _placed(shown, turn, dealt)
                yield from (Deal(next(seed), placed) for _ in range(3))


def _placed(
    hand: tuple[Card, ...], areas: Sequence[str], dealt: Mapping[str, int | None]
) -> tuple[tuple[str, tuple[Card, ...]], ...]:
    left = list(hand)
    found: list[tuple[str, tuple[Card, ...]]] = []
    for area in areas:
        number = dealt.get(area) or 0
        found.append((area, tuple(left[:number])))
        left = left[number:]
    return tuple((area, cards) for area, cards in found if cards)


def only_made(table: Table, context: Context, wagers: Sequence[str]) -> Table:
    """The same game with no more wagers made than these, those that they need and those that must be."""
    ruleset = context.configured.ruleset
    kept: set[str] = set()
    waiting = [*wagers, *(w.name.text for w in ruleset.of(wg.Wager) if any(isinstance(x, wg.Required) for x in w.lines))]
    while waiting:
        name = waiting.pop()
        wager = ruleset.named(name, wg.Wager)
        if name not in kept and wager is not None:
            kept.add(name)
            waiting += [n.text for x in wager.lines if isinstance(x, wg.NeedsAll | wg.NeedsAny) for n in x.wagers]
    return replace(table, wishes=tuple(w for w in table.wishes if w.wager in kept))


def witness(
    context: Context, tables: Sequence[tuple[Prose, Table]], deal: Deal, about: Sequence[str] = (), *, by_the_letter: bool = False,
    last: str = "",
) -> Witness | None:
    """One round as play has it, under one reading or several side by side; ``about`` are the wagers whose results stand
    in the columns.  The command plays the first of them.  None where play refuses the round.
    """
    try:
        first = play(tables[0][1], deal)
        fixed = Deal(deal.seed, tuple(first.dealt.items()), first.decided)
        rounds = [play(table, fixed) for _, table in tables]
    except PlayError:
        return None
    steps = [
        WitnessStep(Prose(f"{plain_name(area)} {cards_text(cards)}"), Prose(), tuple(Prose() for _ in tables))
        for area, cards in first.dealt.items()
    ]
    decided = joined_words([form(f"decides {label}", f"the player decides: {label}") for label in first.decided])
    results = tuple(Prose("; ".join(_told(one, about))) for one in rounds)
    cites = joined(*(cites_of(e.bases) for one in rounds for e in one.events if _is_about(e, about)))
    steps.append(WitnessStep(Prose("decisions" if first.decided else "settlement"), decided, results, cites))
    if last:
        steps[-1] = WitnessStep(steps[-1].what, joined_words([*([str(decided)] if decided else []), last]), results, cites)
    columns = tuple(name for name, _ in tables) if len(tables) > 1 else (Prose("Result"),)
    return Witness(_command(context, tables[0][1], fixed, by_the_letter=by_the_letter), tuple(steps), columns)


def _is_about(event: Event, about: Sequence[str]) -> bool:
    if isinstance(event, BonusSettled):
        return not about or event.bonus in about or event.wager.partition("[")[0] in about
    return isinstance(event, Settled) and (not about or event.wager.partition("[")[0] in about)


def _told(played: Round, about: Sequence[str]) -> Iterator[str]:
    """What became of the wagers, one by one."""
    amounts = {event.wager: event.amount for event in played.events if isinstance(event, Made)}
    for event in played.events:
        if not _is_about(event, about):
            continue
        if isinstance(event, Settled):
            yield f"{stake_name(event.wager)} {result_words(event, amounts)}"
        elif isinstance(event, BonusSettled) and event.net:
            yield f"{stake_name(event.bonus)} pays {money(event.net)}"
    if played.stopped is not None:
        yield played.stopped.message
    left = [stake_name(name) for name in sorted(played.open_wagers) if not about or name.partition("[")[0] in about]
    if left:
        yield f"{listed(left)} {'has' if len(left) == 1 else 'have'} no result"


def _command(context: Context, table: Table, deal: Deal, *, by_the_letter: bool) -> str:
    """``audit play ID --wager ante=10 --given "player_cards …; dealer_cards …" --decide play``."""
    words = ["audit play", context.id]
    words += [f"--choose {quoted(f'{name}={value_text(value)}')}" for name, value in sorted(table.choices.items())]
    words += [f"--role {role}={holder}" for role, holder in taken_roles(context.ruleset).items()]
    words += [f"--wager {quoted(f'{w.wager}={amount_text(w.amount)}')}" for w in table.wishes]
    given = "; ".join(f"{area} {cards_text(cards)}" for area, cards in deal.cards)
    words.append(f'--given "{given}"')
    if deal.decided:
        words.append(f'--decide "{", ".join(deal.decided)}"')
    if by_the_letter:
        words.append("--by-the-letter")
    return " ".join(words)
