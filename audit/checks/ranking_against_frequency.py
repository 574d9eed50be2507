"""A class of hands ranked above a rarer one.

What: A ranking in which some class stands above another that fewer hands of this game are, with its deck and its number
    of cards.  The class of what is left over (``anything else``) stands last by its nature and does not count.
Why: It may be meant; as often a ranking was taken over from a game with another number of cards.
Example: flush above straight where hands are of three cards: 1,096 of 22,100 against 720.
Instead: straight above flush.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.hands import Countings, Formed, class_line, countings, leftover_classes
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, clauses, listed, option_name, percent, plain_name
from audit.language.diagnostics import Severity
from audit.play.cards import deck

if TYPE_CHECKING:
    from audit.solve.cards.counting import Category

NAME = "ranking-against-frequency"
FAMILY = "money"
SEVERITY = Severity.NOTE
DYNAMIC = False


def check(context: Context) -> Iterator[Finding]:
    """One finding for each ranking and each set of classes that are out of order in some of its hands."""
    for found in countings(context):
        grouped: dict[tuple[tuple[str, str], ...], list[_Way]] = {}
        for formed, classes in found.counted:
            pairs = _out_of_order(found, classes)
            if pairs:
                names = tuple((one.name, other.name) for one, other in pairs)
                grouped.setdefault(names, []).append(_Way(formed, pairs))
        for ways in grouped.values():
            yield _finding(context, found, ways)


@dataclass(frozen=True)
class _Way:
    """A hand as it is formed, with the classes that are out of order in it."""

    formed: Formed
    pairs: list[tuple[Category, Category]]


def _out_of_order(found: Countings, classes: tuple[Category, ...]) -> list[tuple[Category, Category]]:
    """Pairs of a class and a rarer one below it, neighbours among those that occur."""
    left_over = leftover_classes(found.stated)
    there = [c for c in classes if c.count and c.name not in left_over]
    pairs = [(one, other) for n, one in enumerate(there) for other in there[n + 1 :] if other.count < one.count]
    return [
        (one, other)
        for one, other in pairs
        if not any(a is one and there.index(b) < there.index(other) for a, b in pairs)
    ]


def _finding(context: Context, found: Countings, ways: list[_Way]) -> Finding:
    pairs = ways[0].pairs
    ranking = option_name(found.stated.name.text)
    told = [f"{plain_name(one.name)} above {plain_name(other.name)}" for one, other in pairs]
    lines = [line for pair in pairs for c in pair if (line := class_line(found.stated, c.name)) is not None]
    cites = cites_of([line.basis for line in lines])
    hands = listed([f"{option_name(way.formed.hand)} ({way.formed.of})" for way in ways])
    beats = [f"a {plain_name(one.name)} comes more often than a {plain_name(other.name)}, and beats it" for one, other in pairs]
    order = f"{clauses(cites)} {'set' if len(cites) > 1 else 'sets'} the order" if cites else "The ranking sets the order"
    return Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{ranking} ranks {listed(told)}: the lower {'is' if len(pairs) == 1 else 'are'} rarer in {hands}"),
        condition=Prose(" ".join(_counts(context, way) for way in ways)),
        criteria=Prose("As a rule the rarer hand should be the higher."),
        cause=Prose(f"{order}, and nothing ties it to how often hands come."),
        effect=Prose("; ".join(beats)),
        recommendation=Prose("See whether the order is meant for this number of cards."),
        ruleset=context.id,
        subject=f"{found.stated.name} {' '.join(f'{one.name}>{other.name}' for one, other in pairs)}",
        cites=cites,
        span=lines[0].basis.span if lines else found.stated.basis.span,
        witness=None,
        no_witness_because=Prose("It is a matter of frequencies, not of a round."),
    )


def _counts(context: Context, way: _Way) -> str:
    """Both counts of each pair, of all sets of so many cards."""
    total = comb(len(deck(context.configured.ruleset)), way.formed.cards)
    best = "" if way.formed.best == way.formed.cards else f"the best {way.formed.best} are "
    several = (
        f"{best}a {plain_name(one.name)} in {_count(one, total)} and a {plain_name(other.name)} in {_count(other, total)}"
        for one, other in way.pairs
    )
    return f"Of {total:,} sets of {way.formed.cards} cards there is {'; '.join(several)}.".replace("there is the", "the")


def _count(one: Category, total: int) -> str:
    return f"{one.count:,} ({percent(Fraction(one.count, total))})"
