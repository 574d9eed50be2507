"""Figures from the ways in which a wager ends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

from audit.ruleset.tables import Outcome
from audit.solve.result import AVERAGED, Figures, OutcomeShare
from audit.solve.stakes import End

PUSHES = frozenset({Outcome.PUSH.value, Outcome.VOID.value, Outcome.RETURN.value})


def figures(ends: Mapping[End, Fraction]) -> Figures:
    """The figures of a wager that ends so, with these probabilities (which sum to 1).

    The house edge is minus the expected net result per unit; it and the variance are None where an end that can come
    about has no stated payout.  Ends of which only the average is known are one outcome, and leave no variance.
    """
    outcomes = shares(ends)
    win = sum((o.probability for o in outcomes if _kind(o) == "win"), Fraction(0))
    push = sum((o.probability for o in outcomes if _kind(o) == "push"), Fraction(0))
    lose = sum((o.probability for o in outcomes if _kind(o) == "lose"), Fraction(0))
    averaged = sum((o.probability for o in outcomes if o.result == AVERAGED), Fraction(0))
    known = [(o.net, o.probability) for o in outcomes if o.net is not None]
    if len(known) < len(outcomes):
        return Figures(None, win, push, lose, None, outcomes, averaged)
    mean = sum((net * chance for net, chance in known), Fraction(0))
    if averaged:
        return Figures(-mean, win, push, lose, None, outcomes, averaged)
    square = sum((net * net * chance for net, chance in known), Fraction(0))
    return Figures(-mean, win, push, lose, square - mean * mean, outcomes)


def kind_of(result: str, net: Fraction | None) -> str:
    """Whether an end is a win, a loss or a push: by what is won or lost; by its result where that is not known.

    A push with money beside it is a win, one that costs a commission is a loss, and a win that a commission eats up is a push.
    """
    if net is not None:
        return "win" if net > 0 else "lose" if net < 0 else "push"
    if result in PUSHES:
        return "push"
    return "win" if result == Outcome.WIN.value else "lose"


def _kind(outcome: OutcomeShare) -> str:
    """Who is paid a share of a meter has won, whatever it holds."""
    if outcome.result == AVERAGED:
        return AVERAGED
    return "win" if outcome.has_meter else kind_of(outcome.result, outcome.net)


def shares(ends: Mapping[End, Fraction]) -> tuple[OutcomeShare, ...]:
    """The ends grouped by what they bring, the greatest gain first; labels and clauses of a group are joined."""
    grouped: dict[tuple[str, Fraction | None, str, bool], list[tuple[End, Fraction]]] = {}
    for end, chance in ends.items():
        if chance:
            key = end.result, None if end.result == AVERAGED else end.net, end.pays, end.has_meter
            grouped.setdefault(key, []).append((end, chance))
    made = [
        OutcomeShare(
            join_labels(end.label for end, _ in group),
            result,
            pays,
            _average(group) if result == AVERAGED else net,
            sum((chance for _, chance in group), Fraction(0)),
            tuple(dict.fromkeys(cite for end, _ in group for cite in end.cites)),
            has_meter,
        )
        for (result, net, pays, has_meter), group in grouped.items()
    ]
    return tuple(sorted(made, key=_greatest_first))


def _average(group: Iterable[tuple[End, Fraction]]) -> Fraction | None:
    """What these ends bring together on average; None where it is not stated of one of them."""
    known = [(end.net, chance) for end, chance in group]
    if any(net is None for net, _ in known):
        return None
    whole = sum((net * chance for net, chance in known if net is not None), Fraction(0))
    return whole / sum(chance for _, chance in known)


def _greatest_first(outcome: OutcomeShare) -> tuple[int, bool, Fraction, str, str]:
    order = {"win": 0, "push": 1, "lose": 2, AVERAGED: 3}[_kind(outcome)]
    return order, not outcome.has_meter, -(outcome.net or Fraction(0)), outcome.result, outcome.label


def join_labels(labels: Iterable[str]) -> str:
    """Labels once each: those of numbers alone in their order, then the rest, each whole, as they come."""
    told = dict.fromkeys(label.strip() for label in labels if label.strip())
    split = {label: [piece.strip() for piece in label.split(",") if piece.strip()] for label in told}
    numbers = {piece for pieces in split.values() if all(p.isdigit() for p in pieces) for piece in pieces}
    rest = [label for label, pieces in split.items() if not all(p.isdigit() for p in pieces)]
    joint = "; " if any("," in label for label in rest) else ", "
    return joint.join(([", ".join(sorted(numbers, key=int))] if numbers else []) + rest)


def alike(one: Figures, other: Figures) -> bool:
    """Whether two figures are the same in all that matters: labels and clauses do not."""

    def bare(f: Figures) -> list[tuple[str, Fraction | None, Fraction]]:
        summed: dict[tuple[str, Fraction | None], Fraction] = {}
        for o in f.outcomes:
            key = (o.result, o.net)
            summed[key] = summed.get(key, Fraction(0)) + o.probability
        return sorted(((r, n, p) for (r, n), p in summed.items()), key=str)

    return one.house_edge == other.house_edge and bare(one) == bare(other)
