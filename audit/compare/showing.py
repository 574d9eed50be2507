"""A difference played: the same round under both rulesets through the interpreter, step by step.

Nothing is shown that play does not confirm: both sides must end as the walk found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from audit.checks.finding import Witness, WitnessStep
from audit.checks.prose import Prose
from audit.checks.staging import STAKES, Played, play
from audit.checks.witnessing import Step, amount_text, given, joined_words, quoted, steps_of
from audit.compare.behaviour import Difference, Runner
from audit.compare.card_showing import card_witness, is_one_result
from audit.compare.drafting import Pair
from audit.compare.labels import labels
from audit.compare.matching import Matched
from audit.compare.side import Side, choices
from audit.play.errors import AmountError, NotPlayable
from audit.play.events import Settled
from audit.play.making import Wish
from audit.ruleset import wagers as wg
from audit.ruleset.configure import ConfigureError, value_text
from audit.solve.permitted_stakes import is_rounded
from audit.solve.stakes import End


@dataclass(frozen=True)
class _Half:
    """One side's round, played."""

    played: Played
    wager: str

    @property
    def settled(self) -> Settled | None:
        return self.played.result_of(self.wager)


def witness(matched: Matched, pair: Pair, difference: Difference) -> Witness | None:
    """The round of a difference with both sides' results; None where play makes wagers otherwise, or does not confirm."""
    if difference.deal is not None:
        return card_witness(matched, pair, difference, difference.deal)
    if not difference.is_shown:
        return None
    old_runner, new_runner = matched.old.runner(pair[0]), matched.new.runner(pair[1])
    if old_runner is None or new_runner is None:
        return None
    for amount in [difference.amount] if difference.amount is not None else STAKES:
        old = _half(matched.old.side, old_runner, difference.bundles[0], difference, amount)
        new = _half(matched.new.side, new_runner, difference.bundles[1], difference, amount)
        if old is None or new is None:
            continue
        if not (_confirms(old, difference.old, amount) and _confirms(new, difference.new, amount)):
            return None
        found = _told(matched, old, new, difference)
        return None if is_one_result(found) else found
    return None


def _half(side: Side, runner: Runner, n: int, difference: Difference, amount: Fraction) -> _Half | None:
    """A side's round at a stake; None where it is not permitted, or the round cannot be played."""
    roles = [role for role in runner.bundles[n] if role.part_of is None]
    target = roles[-1]
    wishes = tuple(
        Wish(r.wager.name.text, r.position.label, amount, difference.called_on and r is target) for r in roles
    )
    try:
        played = play(side.configured, choices(side.configured), roles, amount, wishes, difference.way)
        return _Half(played, target.id)
    except (NotPlayable, AmountError, ConfigureError):
        return None


def _confirms(half: _Half, end: End | None, amount: Fraction) -> bool:
    """Whether play ends as the walk did."""
    settled = half.settled
    if end is None:
        return settled is None and half.played.stopped is None
    if end.result == "conflict" or settled is None:
        return half.played.stopped is not None
    if settled.net is None or end.net is None:
        return settled.net is None and end.net is None
    wager = half.played.game.ruleset.named(half.wager.partition("[")[0], wg.Wager)
    rounds = wager is not None and is_rounded(wager, half.played.game.ruleset)
    return settled.net == end.net * amount or (rounds and (settled.net > 0) == (end.net > 0))


def _told(matched: Matched, old: _Half, new: _Half, difference: Difference) -> Witness:
    one, other = steps_of(old.played, old.wager), steps_of(new.played, new.wager)
    made: list[WitnessStep] = []
    for n in range(max(len(one), len(other))):
        here = [steps[n] if n < len(steps) else None for steps in (one, other)]
        there = [step for step in here if step is not None]
        shared = [text for text in there[-1].happens if all(text in step.happens for step in there)]
        decides = any(step.result for step in there)
        results = tuple(Prose(_result(step, shared) if decides else "") for step in here)
        cites = tuple(dict.fromkeys(cite for step in there for cite in step.cites))
        made.append(WitnessStep(Prose(there[-1].what), joined_words(shared), results, cites))
    columns = tuple(Prose(label) for label in labels(matched.old.side, matched.new.side))
    return Witness(_command(*_played_again(matched, old, new), difference), tuple(made), columns)


def _result(step: Step | None, shared: Sequence[str]) -> str:
    """What becomes of the wager in a step that settles it on one side at least: if not here, what happens instead."""
    if step is None:
        return "not settled"
    return step.result or ", ".join(text for text in step.happens if text not in shared) or "not settled"


def _played_again(matched: Matched, old: _Half, new: _Half) -> tuple[Side, _Half]:
    """The side that the command plays: the new one, unless the round hangs on a choice that the old one alone has."""
    before, after = matched.old.side, matched.new.side
    is_of_old = not choices(before.configured).keys() <= after.configured.values.keys()
    return (before, old) if is_of_old else (after, new)


def _command(side: Side, half: _Half, difference: Difference) -> str:
    """What plays the round again."""
    words = ["audit play", side.ruleset.head.id]
    chosen = half.played.choices
    words += [f"--choose {quoted(f'{name}={value_text(value)}')}" for name, value in sorted(chosen.items())]
    for wish in half.played.wishes:
        label = f"[{wish.label}]" if wish.label else ""
        words.append(f"--wager {quoted(f'{wish.wager}{label}={amount_text(wish.amount)}')}")
    words += [f"--on {quoted(w.wager)}" for w in half.played.wishes if w.called_on]
    words.append(f"--given {given(difference.way)}")
    return " ".join(words)
