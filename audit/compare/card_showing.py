"""A difference of two rounds of cards played: the same cards and choices under both rulesets, side by side.

Nothing is shown that play does not confirm: both sides must end as the courses say.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.checks.finding import Witness, WitnessStep
from audit.checks.prose import Prose
from audit.checks.staging import STAKES
from audit.checks.witnessing import amount_text, joined_words, quoted, result_words
from audit.checks.wording import cites_of, form, joined, money, plain_name, stake_name
from audit.compare.behaviour import Difference
from audit.compare.dealing import Dealt, PlayedDeal, play_deal
from audit.compare.drafting import Pair
from audit.compare.labels import labels
from audit.compare.matching import Matched
from audit.compare.side import Side, choices
from audit.play.cards import cards_text
from audit.play.errors import AmountError, NotPlayable
from audit.play.events import BonusSettled, Capped, Event, Made, MeterPaid, Settled
from audit.ruleset.configure import ConfigureError, value_text
from audit.solve.errors import NotSolvable
from audit.solve.stakes import End


def card_witness(matched: Matched, pair: Pair, difference: Difference, deal: Dealt) -> Witness | None:
    """The deal of a difference with both sides' results; None where play does not permit it, does not confirm it, or both are alike."""
    for amount in STAKES:
        try:
            old = play_deal(matched.old.side, deal, amount, is_new=False)
            new = play_deal(matched.new.side, deal, amount, is_new=True)
        except (AmountError, ConfigureError):
            continue
        except (NotPlayable, NotSolvable):
            return None
        names = pair[0].name, pair[1].name
        sides = ((old, difference.old, names[0]), (new, difference.new, names[1]))
        if not all(_confirms(played, end, name, amount) for played, end, name in sides):
            return None
        found = _told(matched, old, new, names)
        return None if is_one_result(found) else found
    return None


def is_one_result(witness: Witness) -> bool:
    """Whether both sides are told the same, so that the round shows nothing."""
    return all(len(set(step.results)) == 1 for step in witness.steps)


def _confirms(played: PlayedDeal, end: End | None, name: str, amount: Fraction) -> bool:
    """Whether play ends as the course did; money that may be rounded or is capped in its sign alone, less what meters paid.

    What the lines leave without a result stops play, or stands there when the round is over.
    """
    if end is None:
        return played.settled(name) is None and played.stopped is None
    if end.result == "conflict":
        return played.stopped is not None or played.settled(name) is None
    settled, net = played.settled(name), played.net(name)
    if settled is None:
        return False
    if net is None or end.net is None:
        return net is None and end.net is None
    from_meters = sum((e.paid for e in played.events if isinstance(e, MeterPaid)), Fraction(0))
    is_cut = any(isinstance(e, Capped | MeterPaid) for e in played.events) or end.net * amount % 1 != 0
    alone = {net, net - from_meters}
    return not alone.isdisjoint((end.net * amount, end.net)) or (is_cut and _sign(net) == _sign(end.net))


def _sign(net: Fraction) -> int:
    return (net > 0) - (net < 0)


def _told(matched: Matched, old: PlayedDeal, new: PlayedDeal, names: tuple[str, str]) -> Witness:
    before, after = matched.old.side, matched.new.side
    is_of_old = not choices(before.configured).keys() <= after.configured.values.keys()
    side, shown = (before, old) if is_of_old else (after, new)
    steps = [
        WitnessStep(Prose(f"{plain_name(area)} {cards_text(cards)}"), Prose(), (Prose(), Prose()))
        for area, cards in shown.cards
    ]
    same = old.decided == new.decided
    decided = [form(f"decides {label}", f"the player decides: {label}") for label in shown.decided if same]
    sides = ((old, names[0]), (new, names[1]))
    results = tuple(Prose("; ".join(_results(*one))) for one in sides)
    cites = joined(*(cites_of(e.bases) for e in _of(old, names[0])), *(cites_of(e.bases) for e in _of(new, names[1])))
    if not same:
        steps.append(WitnessStep(Prose("decisions"), Prose(), tuple(Prose(_choices(played)) for played, _ in sides)))
    steps.append(WitnessStep(Prose("decisions" if decided else "settlement"), joined_words(decided), results, cites))
    columns = tuple(Prose(label) for label in labels(before, after))
    return Witness(_command(side, shown), tuple(steps), columns)


def _of(played: PlayedDeal, name: str) -> Iterator[Event]:
    """The events that say what a wager brought, its bonuses with it."""
    for event in played.events:
        if (isinstance(event, Settled) and event.wager == name) or (
            isinstance(event, BonusSettled) and event.wager == name and event.net
        ):
            yield event


def _choices(played: PlayedDeal) -> str:
    return f"decides {', '.join(played.decided)}" if played.decided else "nothing to decide"


def _results(played: PlayedDeal, name: str) -> Iterator[str]:
    """What became of a wager, in words."""
    amounts = {event.wager: event.amount for event in played.events if isinstance(event, Made)}
    told = list(_of(played, name))
    for event in told:
        if isinstance(event, Settled):
            yield f"{stake_name(event.wager)} {result_words(event, amounts)}"
        elif isinstance(event, BonusSettled) and event.net is not None:
            yield f"{stake_name(event.bonus)} pays {money(event.net)}"
    if played.stopped is not None:
        yield played.stopped.message
    elif not told:
        yield f"{stake_name(name)} is not settled" if name in amounts else f"{stake_name(name)} is not made"


def _command(side: Side, played: PlayedDeal) -> str:
    """What plays the round again."""
    words = ["audit play", side.ruleset.head.id]
    words += [f"--choose {quoted(f'{name}={value_text(value)}')}" for name, value in sorted(played.choices.items())]
    words += [f"--wager {quoted(f'{w.wager}={amount_text(w.amount)}')}" for w in played.wishes]
    given = "; ".join(f"{area} {cards_text(cards)}" for area, cards in played.cards)
    words += [f'--given "{given}"'] if given else []
    words += [f'--decide "{", ".join(played.decided)}"'] if played.decided else []
    return " ".join(words)
