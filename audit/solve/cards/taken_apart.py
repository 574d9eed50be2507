"""A test on many cards, taken apart into questions that can be answered for all sets of them at once.

`some 5 are flush` is a question about sets of five; `others are K Q` one about what five leave.  What looks at all cards
together stays whole and is asked of the interpreter.  How the questions make up the test is kept as a `Formula`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from audit.play.holding import is_piece, ranking_with
from audit.play.sight import HeldCards
from audit.play.wording import pattern_text
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable

DEEPEST = 40


@dataclass(frozen=True)
class Some:
    """Whether some ``number`` of the cards are of a class, and what is left of them meets the tests on ``others``."""

    number: int
    ranking: str
    name: str
    others: tuple[pt.Pattern, ...] = ()


@dataclass(frozen=True)
class Whole:
    """Whether all cards together meet a test."""

    test: pt.Pattern


Question: TypeAlias = Some | Whole


@dataclass(frozen=True)
class Every:
    """All of these hold; what has no parts always does."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Either:
    """One of these holds; of no parts none does."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Never:
    """It does not hold."""

    part: Formula


Formula: TypeAlias = Question | Every | Either | Never


def taken_apart(test: pt.Pattern, held: HeldCards, ruleset: Ruleset, depth: int = 0) -> Formula:
    """The formula of a test on cards such as ``held``, as `audit.play.fitting.fits` reads it.

    Raises `NotSolvable` where a test is about the classes of hands in a way that cannot be taken apart, and `NotPlayable`
    as play does.
    """
    if depth > DEEPEST:
        raise NotSolvable("groups that name one another without end", pattern_text(test))
    match test:
        case pt.AnyOf(tests, besides):
            within = Either(tuple(taken_apart(one, held, ruleset, depth + 1) for one in tests))
            if besides is None:
                return within
            return Every((within, Never(taken_apart(besides, held, ruleset, depth + 1))))
        case pt.Not(inner):
            return Never(taken_apart(inner, held, ruleset, depth + 1))
        case pt.Special.ANY | pt.Special.ANYTHING_ELSE:
            return Every(())
        case pt.Special.OTHERWISE:
            return Either(())  # such a row is asked last, by whoever reads the table
        case pt.All(tests):
            return _all_of(tests, held, ruleset, depth)
        case pt.SomeAre():
            return _all_of((test,), held, ruleset, depth)
        case pt.Named(name, None) if (group := ruleset.named(name.text, wo.Group)) is not None:
            return taken_apart(group.members, held, ruleset, depth + 1)
    return Whole(test)


def _all_of(tests: tuple[pt.Pattern, ...], held: HeldCards, ruleset: Ruleset, depth: int) -> Formula:
    """Tests joined by ``and``: those that take cards stay together, since they take different ones."""
    some = [one for one in tests if isinstance(one, pt.SomeAre)]
    others = tuple(one for one in tests if some and isinstance(one, pt.OthersAre | pt.OthersAreCards))
    pieces = tuple(one for one in tests if is_piece(one))
    rest = [one for one in tests if one not in some and one not in others and one not in pieces]
    if len(some) > 1:
        raise NotSolvable("some are, twice in one test", pattern_text(pt.All(tests)))
    parts = [taken_apart(one, held, ruleset, depth + 1) for one in rest]
    if pieces:
        parts.append(Whole(pt.All(pieces) if len(pieces) > 1 else pieces[0]))
    for one in some:
        parts.append(_some_are(one, others, held, ruleset))
    return Every(tuple(parts)) if len(parts) != 1 else parts[0]


def _some_are(some: pt.SomeAre, others: tuple[pt.Pattern, ...], held: HeldCards, ruleset: Ruleset) -> Some:
    name, number = some.name.text, int(some.number)
    if not 1 <= number < len(held.cards):
        raise NotSolvable(f"some {number} of {len(held.cards)} cards", pattern_text(some))
    return Some(number, ranking_with(name, held, ruleset).name, name, others)


def questions_in(formula: Formula) -> tuple[Question, ...]:
    """The questions that a formula is made of, each once."""
    match formula:
        case Some() | Whole():
            return (formula,)
        case Never(part):
            return questions_in(part)
        case Every(parts) | Either(parts):
            return tuple(dict.fromkeys(question for part in parts for question in questions_in(part)))


def holds(formula: Formula, answers: Mapping[Question, bool]) -> bool:
    """What a formula comes to under these answers."""
    match formula:
        case Some() | Whole():
            return answers[formula]
        case Never(part):
            return not holds(part, answers)
        case Every(parts):
            return all(holds(part, answers) for part in parts)
        case Either(parts):
            return any(holds(part, answers) for part in parts)
