"""What an expression is worth and whether a condition holds, at one moment of play."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from audit.play.equipment import Drawn, Roll, Section
from audit.play.errors import NotPlayable
from audit.play.fitting import compares, faces_wanted, feature_of, fits, number_of
from audit.play.hands import number_of_hands
from audit.play.held import (
    IN_PLAY,
    hand_in_play,
    is_of_cards,
    is_there,
    looks_at_cards,
    names_cards,
    number_of_cards,
    relation,
    seen,
    spelled_out,
    with_picks,
)
from audit.play.itself import worked_out_once
from audit.play.sight import Comparer, Sight, Thing
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset.chance import Chance, Dice, Wheel
from audit.ruleset.configure import OptionUnset, setter_of
from audit.ruleset.names import Name
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.tables import FunctionTable, Grid
from audit.ruleset.wagers import Wager
from audit.ruleset.worth import DefinedFact, DefinedOfHand, DefinedValue

CAME_UP = frozenset({"total", "combination", "section"})
"""Names that always mean what came up, whatever else may bear them."""


def evaluate(expression: ex.Expression, sight: Sight) -> Thing:
    """The worth of an expression; None where something that it needs is unset.

    What looks at cards is worked out in `audit.play.held`, or asked of the sight's oracle where it has one.
    """
    if sight.own:
        expression = with_picks(expression, sight)
    if looks_at_cards(expression, sight.equipment.ruleset, sight.hand):
        if sight.oracle is not None:
            return sight.oracle(spelled_out(expression, sight.equipment.ruleset, sight.hand), sight)
        return seen(expression, sight)
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
            return relation(evaluate(left, sight), evaluate(right, sight), sight.equipment.ruleset)
        case ex.DiceShowing(face):
            return _showing(face, sight)
        case pt.Special.NONE:
            return None
        case pt.Special.YES | pt.Special.NO:
            return expression is pt.Special.YES
        case _:
            raise NotPlayable(type(expression).__name__)


def _is(subject: ex.Expression, tests: tuple[pt.Pattern, ...], sight: Sight) -> bool:
    test = tests[0] if len(tests) == 1 else pt.AnyOf(tests)
    if sight.oracle is not None and isinstance(subject, ex.FeatureOf) and all(map(_is_written_out, tests)):
        told = _told(subject, test, sight)
        if told is not None:
            return told
    thing = _subject(subject, sight)
    return any(fits(test, thing, sight) for test in tests)


def _compares(left: ex.Expression, comparison: pt.Comparison, right: ex.Expression, sight: Sight) -> bool:
    if isinstance(right, ex.Number):
        told = _told(left, pt.ComparesIt(comparison, right), sight)
        if told is not None:
            return told
    return compares(number_of(evaluate(left, sight)), comparison, number_of(evaluate(right, sight)))


def _told(subject: ex.Expression, test: pt.Pattern, sight: Sight) -> bool | None:
    """What an oracle says of something that hangs on cards, where it can be asked for less than its worth."""
    ruleset = sight.equipment.ruleset
    if sight.oracle is None or not looks_at_cards(subject, ruleset, sight.hand) or not isinstance(sight.oracle, Comparer):
        return None
    whole = spelled_out(with_picks(subject, sight) if sight.own else subject, ruleset, sight.hand)
    return sight.oracle.tells(whole, test, sight)


@worked_out_once
def _is_written_out(test: pt.Pattern) -> bool:
    """Whether a test speaks of nothing but numbers and words that stand in it."""
    return all(type(node).__module__ == pt.__name__ or isinstance(node, ex.Number) for node in walk(test))


def _arithmetic(left: ex.Expression, right: ex.Expression, sight: Sight, how: object) -> Thing:
    one, other = number_of(evaluate(left, sight)), number_of(evaluate(right, sight))
    if one is None or other is None:
        return None
    worth = how(one, other)  # type: ignore[operator]
    assert isinstance(worth, Fraction)
    return worth


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
    if name == "hands" and not sight.equipment.ruleset.by_name.get(name):
        return number_of_hands(sight.hands)
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
    worth = _function(name, sight)
    if worth is not None:
        return worth[0]
    refuse_unseen(name, sight)
    unset = setter_of(name, sight.equipment.ruleset)
    if unset is not None:
        raise OptionUnset(unset)
    return name if is_choice_value(name, sight.equipment.ruleset) else None


def _function(name: str, sight: Sight) -> tuple[Thing] | None:
    """The value of the table or grid of that name; None where there is none that play works out."""
    from audit.play.functions import function_named, value  # noqa: PLC0415  (tables and expressions ask one another)

    function = function_named(name, sight.equipment.ruleset)
    return None if function is None else (value(function, sight),)


def is_choice_value(name: str, ruleset: Ruleset) -> bool:
    """Whether a name that nothing is declared under is a word that an option or an assumption may be.

    A choice that is made stands as such a word where the option stood: ``| tie_rule |`` becomes ``| push |``.
    """
    if name in ruleset.by_name:
        return False
    for option in ruleset.of(pm.Option):
        values = option.domain.values if isinstance(option.domain, pm.OneOf) else ()
        if any(isinstance(value, Name) and value.text == name for value in (*values, option.default)):
            return True
    for assumption in ruleset.of(pm.Assumption):
        if any(isinstance(v, Name) and v.text == name for v in (assumption.taken, *assumption.instead)):
            return True
    return any(
        isinstance(node, Name) and node.text == name for rows in ruleset.of(pm.OptionRows) for node in walk(rows.table)
    )


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
    if name == "cards" and is_of_cards(of, sight.equipment.ruleset):
        return Fraction(number_of_cards(of, sight))
    defined = sight.equipment.ruleset.named(name, DefinedOfHand)
    if defined is not None and isinstance(of, ex.Called) and is_of_cards(of, sight.equipment.ruleset):
        hand = sight.hand if of.name.text == IN_PLAY else of.name.text
        return holds(defined.condition, replace(sight, hand=hand))
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
            return _is(subject, tests, sight)
        case cd.IsNot(subject, tests):
            return not _is(subject, tests, sight)
        case cd.IsState(subject, state):
            return is_state(subject, state, sight)
        case cd.IsNotState(subject, state):
            return not is_state(subject, state, sight)
        case cd.AnyOfThemIs(wagers, state):
            return any(is_state(ex.Called(name), state, sight) for name in wagers)
        case cd.AnyPlayerIs(wager, state):
            return is_state(ex.Called(wager), state, sight)
        case cd.Compares(left, comparison, right):
            return _compares(left, comparison, right, sight)
        case cd.HoldsCards(number, properties):
            return fits(pt.SomeCards(number, properties), evaluate(hand_in_play(sight), sight), sight)
        case cd.HoldsAllCards(properties):
            return fits(pt.AllCards(properties), evaluate(hand_in_play(sight), sight), sight)
        case cd.HoldsExactly(number):
            return number_of_cards(hand_in_play(sight), sight) == number
        case cd.After(choices):
            return any(choice.text in sight.after for choice in choices)
        case cd.Wins(ex.Called(name)):
            view = sight.wagers.get(name.text)
            return view is not None and view.result == "win"
        case cd.Loses(ex.Called(name)):
            view = sight.wagers.get(name.text)
            return view is not None and view.result == "lose"
        case cd.AnyQualifies(name):
            raise NotPlayable(f"any {name} qualifies")
        case cd.NoneQualifies(name):
            raise NotPlayable(f"no {name} qualifies")
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
    if state is cd.WagerState.DEALT and isinstance(subject, ex.NthCard | ex.NthCards):
        wanted = int(subject.number.value) if isinstance(subject, ex.NthCards) else 1
        return number_of_cards(subject, sight) == wanted
    if isinstance(subject, ex.Called):
        name = subject.name.text
        if state is cd.WagerState.DEALT:
            return is_there(name, sight)
        if state is cd.WagerState.OUT and (name in sight.wagers or names_cards(name, sight.equipment.ruleset)):
            return sight.is_out
        view = sight.wagers.get(subject.name.text)
        match state:
            case cd.WagerState.MADE:
                return view is not None and view.is_made
            case cd.WagerState.OPEN:
                return view is not None and view.is_open
    raise NotPlayable(f"is {state.value}, asked of this,")
