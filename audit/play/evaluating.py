"""What an expression is worth and whether a condition holds, at one moment of play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from audit.play.equipment import Drawn, Roll, Section
from audit.play.errors import NotPlayable
from audit.play.fitting import compares, faces_wanted, feature_of, fits, number_of
from audit.play.sight import Sight, Thing
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset.chance import Chance, Dice, Wheel
from audit.ruleset.configure import OptionUnset
from audit.ruleset.tables import FunctionTable, Grid
from audit.ruleset.wagers import Wager
from audit.ruleset.worth import DefinedFact, DefinedOfHand, DefinedValue

CAME_UP = frozenset({"total", "combination", "section"})
"""Names that always mean what came up, whatever else may bear them."""


def evaluate(expression: ex.Expression, sight: Sight) -> Thing:
    """The worth of an expression; None where something that it needs is unset."""
    match expression:
        case ex.Number(text):
            return expression.value if text.replace(",", "").replace(".", "", 1).isdigit() else text
        case ex.Money(value) | ex.Percent(value):
            return value
        case ex.Half.HALF:
            return Fraction(1, 2)
        case ex.RoundMemory(name):
            held = sight.memory.get(name.text)
            if held is not None:
                return held
            came = _came(name.text, sight)
            if came is None:
                refuse_unseen(name.text, sight)
            return came
        case ex.OwnMemory(name):
            return sight.own.get(name.text)
        case ex.Called(name):
            return _called(name.text, sight)
        case ex.Plus(left, right):
            return _arithmetic(left, right, sight, lambda a, b: a + b)
        case ex.Less(left, right):
            return _arithmetic(left, right, sight, lambda a, b: a - b)
        case ex.Times(left, right):
            return _arithmetic(left, right, sight, lambda a, b: a * b)
        case ex.Greater(left, right):
            return _arithmetic(left, right, sight, max)
        case ex.Lesser(left, right):
            return _arithmetic(left, right, sight, min)
        case ex.FeatureOf(feature, of):
            return _feature(feature, of, sight)
        case ex.Against(left, right):
            return _against(evaluate(left, sight), evaluate(right, sight))
        case ex.DiceShowing(face):
            return _showing(face, sight)
        case pt.Special.NONE:
            return None
        case _:
            raise NotPlayable(type(expression).__name__)


def _arithmetic(left: ex.Expression, right: ex.Expression, sight: Sight, how: object) -> Thing:
    one, other = number_of(evaluate(left, sight)), number_of(evaluate(right, sight))
    if one is None or other is None:
        return None
    worth = how(one, other)  # type: ignore[operator]
    assert isinstance(worth, Fraction)
    return worth


def _against(one: Thing, other: Thing) -> Thing:
    left, right = number_of(one), number_of(other)
    if left is None or right is None:
        return None
    return "equal" if left == right else "higher" if left > right else "lower"


def _came(name: str, sight: Sight) -> Thing:
    """What came up, by the name of the feature or of its source."""
    if name in CAME_UP and sight.outcome is not None:
        if isinstance(sight.outcome, Drawn):
            return Fraction(sight.outcome.number)
        return feature_of(name, sight.outcome)
    if isinstance(sight.outcome, Roll) and sight.outcome.of(name):
        return feature_of(name, sight.outcome)
    outcome = sight.came.get(name)
    if isinstance(outcome, Drawn):
        return Fraction(outcome.number)
    if isinstance(outcome, Roll):
        return outcome.total
    return outcome if isinstance(outcome, Section) else None


def _called(name: str, sight: Sight) -> Thing:
    if name in sight.own:
        return sight.own[name]
    if name in CAME_UP:
        return _came(name, sight)
    if name in sight.wagers:
        return sight.wagers[name].amount
    for statement in sight.equipment.ruleset.by_name.get(name, ()):
        match statement:
            case DefinedFact(condition=condition) | DefinedOfHand(condition=condition):
                return holds(condition, sight)
            case DefinedValue(value=value):
                return evaluate(value, sight)
            case pm.Option():
                raise OptionUnset(statement)
            case Wager():
                return Fraction(0)
    came = _came(name, sight)
    if came is not None:
        return came
    if name in sight.memory:
        return sight.memory[name]
    refuse_unseen(name, sight)
    return None


def refuse_unseen(name: str, sight: Sight) -> None:
    """A chance source that has not come up yet, or a function that play does not work out, is no silence."""
    for statement in sight.equipment.ruleset.by_name.get(name, ()):
        if isinstance(statement, Dice | Wheel | Chance):
            raise NotPlayable(
                f"{name}, which has not come up yet in this round,", statement.basis.span
            )
        if isinstance(statement, FunctionTable | Grid):
            raise NotPlayable(
                f"{'table' if isinstance(statement, FunctionTable) else 'grid'} {name}", statement.basis.span
            )


def _feature(feature: ex.Expression, of: ex.Expression, sight: Sight) -> Thing:
    match feature:
        case ex.Half.HALF | ex.Percent() | ex.Number():
            share, whole = number_of(evaluate(feature, sight)), number_of(evaluate(of, sight))
            return None if share is None or whole is None else share * whole
        case ex.Called(name):
            return _named_feature(name.text, of, sight)
        case _:
            raise NotPlayable("a feature of this form")


def _named_feature(name: str, of: ex.Expression, sight: Sight) -> Thing:
    if name == "count":
        return _count(of, sight)
    if isinstance(of, ex.Called):
        about = of.name.text
        view = sight.wagers.get(about)
        if view is not None:
            return view.memory.get(name)
        if sight.equipment.ruleset.named(about, Wager) is not None:
            return None
        if name == "total" and isinstance(sight.outcome, Roll) and sight.outcome.of(about):
            return feature_of(about, sight.outcome)
        if name == "total" and isinstance(sight.came.get(about), Roll):
            return feature_of(name, sight.came[about])
    thing = evaluate(of, sight)
    if (
        isinstance(of, ex.Called | ex.RoundMemory)
        and of.name.text in ("total", "section")
        and sight.outcome is not None
    ):
        thing = sight.outcome if isinstance(sight.outcome, Section) else thing
    if thing is None:
        return None
    if isinstance(thing, Section | Roll):
        return feature_of(name, thing)
    raise NotPlayable(f"{name} of something that has none")


def _count(of: ex.Expression, sight: Sight) -> Thing:
    """How many things a set holds, or how far a count has come; 0 where nothing was kept."""
    if isinstance(of, ex.FeatureOf):
        held = evaluate(of, sight)
        return Fraction(len(held)) if isinstance(held, frozenset) else number_of(held) or Fraction(0)
    name = of.name.text if isinstance(of, ex.Called | ex.RoundMemory | ex.OwnMemory) else None
    if name is None:
        raise NotPlayable("count of something that is no memory")
    if isinstance(of, ex.RoundMemory):
        kept = sight.memory.get(name)
    elif isinstance(of, ex.OwnMemory):
        kept = sight.own.get(name)
    else:
        kept = sight.own.get(name, sight.memory.get(name))
    if kept is None:
        return Fraction(0)
    return Fraction(len(kept)) if isinstance(kept, frozenset) else number_of(kept)


def _showing(face: object, sight: Sight) -> Thing:
    if not isinstance(sight.outcome, Roll):
        return None
    wanted = (face.text,) if isinstance(face, ex.Number) else faces_wanted(face, sight)
    held = Counter(sight.outcome.faces)
    return Fraction(sum(held[one] for one in dict.fromkeys(wanted)))


def holds(condition: cd.Condition, sight: Sight) -> bool:
    """Whether a condition is met; raises `NotPlayable` for one that play does not know."""
    match condition:
        case cd.AllOf(facts):
            return all(holds(fact, sight) for fact in facts)
        case cd.Negated(fact):
            return not holds(fact, sight)
        case cd.Holds(what):
            return evaluate(what, sight) is True
        case cd.Is(subject, tests):
            thing = _subject(subject, sight)
            return any(fits(test, thing, sight) for test in tests)
        case cd.IsNot(subject, tests):
            thing = _subject(subject, sight)
            return not any(fits(test, thing, sight) for test in tests)
        case cd.IsState(subject, state):
            return is_state(subject, state, sight)
        case cd.IsNotState(subject, state):
            return not is_state(subject, state, sight)
        case cd.AnyOfThemIs(wagers, state):
            return any(is_state(ex.Called(name), state, sight) for name in wagers)
        case cd.AnyPlayerIs(wager, state):
            return is_state(ex.Called(wager), state, sight)
        case cd.Compares(left, comparison, right):
            return compares(number_of(evaluate(left, sight)), comparison, number_of(evaluate(right, sight)))
        case cd.Wins(ex.Called(name)):
            view = sight.wagers.get(name.text)
            return view is not None and view.result == "win"
        case cd.Loses(ex.Called(name)):
            view = sight.wagers.get(name.text)
            return view is not None and view.result == "lose"
        case _:
            raise NotPlayable(type(condition).__name__)


def _subject(subject: ex.Expression, sight: Sight) -> Thing:
    """What a test is asked of; a bare ``total`` of a wheel is its section."""
    if isinstance(subject, ex.Called) and subject.name.text in ("dice", "wheel", "spin", "roll"):
        return sight.outcome
    return evaluate(subject, sight)


def is_state(subject: ex.Expression, state: cd.WagerState, sight: Sight) -> bool:
    """``come is made``, ``pass is open``, ``number of come is set``, ``the point is set``."""
    if state is cd.WagerState.SET:
        return evaluate(subject, sight) is not None
    if isinstance(subject, ex.Called):
        view = sight.wagers.get(subject.name.text)
        match state:
            case cd.WagerState.MADE:
                return view is not None and view.is_made
            case cd.WagerState.OPEN:
                return view is not None and view.is_open
    raise NotPlayable(f'"is {state.value}" asked of this')
