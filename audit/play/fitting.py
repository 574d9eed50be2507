"""Whether a test fits a thing.  One meaning, for rows, cells, conditions and groups alike."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from audit.play.cards import RANKS, Card
from audit.play.classes import compare
from audit.play.counting import Total
from audit.play.equipment import Drawn, Roll, Section, as_number, is_number
from audit.play.errors import NotPlayable
from audit.play.holding import meets_test
from audit.play.ranks import PLAIN
from audit.play.sight import HeldCards, HeldHand, Judged, Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.configure import OptionUnset, setter_of
from audit.ruleset.holding import PLAYER, SHARED
from audit.ruleset.money import Odds
from audit.ruleset.wagers import Role
from audit.ruleset.worth import DefinedValue, Group

DEEPEST = 60


def fits(test: pt.Pattern, thing: Thing, sight: Sight, depth: int = 0) -> bool:
    """Whether ``thing`` meets ``test``.

    A roll is tested by its total, unless the test is a combination or faces shown; a wheel's section by its label; a
    set and a pick by any of its members.  Raises `NotPlayable` for a test that play does not know.
    """
    if depth > DEEPEST:
        raise NotPlayable("groups that name one another without end")
    match test:
        case pt.AnyOf(tests, besides):
            within = any(fits(t, thing, sight, depth + 1) for t in tests)
            return within and not (besides is not None and fits(besides, thing, sight, depth + 1))
        case pt.Not(inner):
            return not fits(inner, thing, sight, depth + 1)
        case pt.Special.ANY | pt.Special.ANYTHING_ELSE:
            return True
        case pt.Special.OTHERWISE:
            return False  # a row with it is asked last, by whoever reads the table
        case pt.AfterChoice(choice):
            return choice.text in sight.after
    if isinstance(thing, Judged):
        if test not in thing.answers:
            raise NotPlayable(f"{thing.what}, asked something that nobody foresaw,")
        return thing.answers[test]
    if isinstance(thing, Card | HeldCards | HeldHand):
        return meets_test(test, thing, sight, depth)
    match test:
        case pt.All(tests):
            return all(fits(t, thing, sight, depth + 1) for t in tests)
        case pt.Special.NONE:
            return thing is None
    if thing is None:
        return False
    if isinstance(thing, frozenset):
        return any(fits(test, member, sight, depth + 1) for member in thing)
    if isinstance(thing, tuple):
        return any(fits(test, atom, sight, depth + 1) for atom in thing)
    return _fits_one(test, thing, sight, depth)


def _fits_one(test: pt.Pattern, thing: Thing, sight: Sight, depth: int) -> bool:
    match test:
        case pt.Spots(values):
            return len(values) == 1 and is_same(values[0], thing)
        case pt.Through(pt.Spots((low,)), pt.Spots((high,))) if isinstance(thing, str) and {low, high, thing} <= {*RANKS}:
            return thing in PLAIN.through(low, high)
        case pt.Hard(total):
            return isinstance(thing, Total) and not thing.is_soft and fits(total, thing.value, sight, depth + 1)
        case pt.Soft(total):
            return isinstance(thing, Total) and thing.is_soft and fits(total, thing.value, sight, depth + 1)
        case pt.Through(low, high):
            number = number_of(thing)
            return number is not None and _number(low) <= number <= _number(high)
        case pt.OrMore(spots):
            number = number_of(thing)
            return number is not None and number >= _number(spots)
        case pt.OrFewer(spots):
            number = number_of(thing)
            return number is not None and number <= _number(spots)
        case pt.Combination() if isinstance(thing, Fraction):
            raise NotPlayable(f"{'-'.join(test.faces)}, which dice show, as a test of a number")
        case pt.Combination():
            return (thing.combination if isinstance(thing, Roll) else thing) == test
        case pt.Showing(what):
            return isinstance(thing, Roll) and _shows(thing, what, sight)
        case pt.Named(name, None):
            return _fits_name(name.text, thing, sight, depth)
        case pt.Label(text):
            return is_same(text, thing)
        case ex.RoundMemory():
            from audit.play.evaluating import evaluate  # noqa: PLC0415

            return equal(evaluate(test, sight), thing)
        case ex.OwnMemory(name):
            return equal(sight.own.get(name.text), thing)
        case pt.EachOf():
            return any(is_same(label, thing) for box in sight.equipment.family(test) for label in box)
        case pt.ComparesIt(comparison, to):
            return compares(number_of(thing), comparison, _worth(to, sight))
        case ex.Money(value):
            return thing == value
        case pt.PercentTest(share, None):
            return thing == share
        case pt.Special.YES:
            return thing is True
        case pt.Special.NO:
            return thing is False
        case pt.Special():
            return isinstance(thing, str) and thing == str(test.value)  # higher, lower, equal
        case pt.FeatureIs(feature, inner):
            return fits(inner, feature_of(feature.text, thing), sight, depth + 1)
        case pt.FeatureCompares(feature, comparison, to):
            return compares(number_of(feature_of(feature.text, thing)), comparison, _worth(to, sight))
        case Odds():
            return thing == test.net
        case _:
            raise NotPlayable(_words(test))


def _worth(expression: ex.Expression, sight: Sight) -> Fraction | None:
    """The number that a comparison is made with."""
    from audit.play.evaluating import evaluate  # noqa: PLC0415  (tests and expressions ask one another)

    return number_of(evaluate(expression, sight))


def _words(test: object) -> str:
    """What kind of test it is, for a refusal."""
    kind = type(test).__name__
    return "a test on cards: " + "".join(" " + c.lower() if c.isupper() else c for c in kind).strip()


def _fits_name(name: str, thing: Thing, sight: Sight, depth: int) -> bool:
    group = sight.equipment.ruleset.named(name, Group)
    if group is not None:
        return fits(group.members, thing, sight, depth + 1)
    unset = setter_of(name, sight.equipment.ruleset)
    if unset is not None:
        raise OptionUnset(unset)
    if sight.equipment.ruleset.named(name, DefinedValue) is not None:
        raise NotPlayable(f"the defined value {name} as a test")
    held = sight.memory.get(name) if sight.equipment.ruleset.named(name, Role) is not None else None
    if held is not None and thing == (PLAYER if held == SHARED else held):
        return True  # a role is worth who holds it
    return is_same(name, thing)


def feature_of(name: str, thing: Thing) -> Thing:
    """A feature of a thing: the total or the combination of a roll, a column of a wheel's section."""
    if isinstance(thing, Section):
        return thing if name in ("total", "section") else thing.feature(name)
    if isinstance(thing, Roll):
        if name == "total":
            return thing.total
        if name == "combination":
            return thing.combination
        faces = thing.of(name)
        if faces:
            return sum(map(Fraction, faces), Fraction(0)) if all(map(is_number, faces)) else faces
    return None


def _number(spots: pt.Spots) -> Fraction:
    text = spots.values[0]
    number = as_number(text)
    if number is None:
        raise NotPlayable(f"a stretch that ends at {text}")
    return number


def is_same(text: str, thing: Thing) -> bool:
    """Whether a number or label as written is this thing."""
    match thing:
        case bool():
            return text == ("yes" if thing else "no")
        case Fraction():
            return as_number(text) == thing
        case Total(value):
            return as_number(text) == value
        case Section(label):
            return label == text
        case Drawn(number):
            return text == str(number)
        case Roll():
            if len(thing.faces) == 1:
                return thing.faces[0] == text
            wanted = as_number(text)
            return wanted is not None and wanted == thing.total
        case str():
            return thing == text
        case _:
            return False


def equal(one: Thing, other: Thing) -> bool:
    """Whether two things are the same; a set or a pick if any of it is."""
    if one is None or other is None:
        return False
    if isinstance(one, frozenset | tuple):
        return any(equal(member, other) for member in one)
    if isinstance(other, frozenset | tuple):
        return any(equal(one, member) for member in other)
    if isinstance(one, Total):
        return equal(one.value, other)
    if isinstance(other, Total):
        return equal(one, other.value)
    if isinstance(one, str):
        return is_same(one, other)
    if isinstance(other, str):
        return is_same(other, one)
    if isinstance(one, Section) and isinstance(other, Section):
        return one.label == other.label
    if isinstance(one, pt.Combination) or isinstance(other, pt.Combination):
        return _combination(one) == _combination(other)
    if isinstance(one, Roll) and not isinstance(other, Roll):
        return one.total == other
    if isinstance(other, Roll) and not isinstance(one, Roll):
        return other.total == one
    return one == other


def _combination(thing: Thing) -> Thing:
    return thing.combination if isinstance(thing, Roll) else thing


def number_of(thing: Thing) -> Fraction | None:
    """The number that a thing is, if it is one."""
    match thing:
        case bool():
            return None
        case Fraction():
            return thing
        case Total(value):
            return value
        case Roll():
            return thing.total
        case Section(label):
            return as_number(label)
        case Drawn(drawn):
            return Fraction(drawn)
        case str():
            return as_number(thing)
        case (str() as only,):
            return number_of(only)
        case frozenset():
            raise NotPlayable("a set where a number is wanted (count of … is one)")
        case _:
            return None


def compares(one: Fraction | None, comparison: pt.Comparison, other: Fraction | None) -> bool:
    """Whether a comparison holds; never with what is unset."""
    return one is not None and other is not None and compare(one, comparison, other)


def faces_wanted(what: object, sight: Sight) -> tuple[str, ...]:
    """The faces that ``showing …`` asks for; none where what it names is unset."""
    match what:
        case pt.Combination(faces):
            return faces
        case pt.Spots(values):
            return values
        case ex.RoundMemory(name):
            return _faces(sight.memory.get(name.text))
        case ex.OwnMemory(name):
            return _faces(sight.own.get(name.text))
        case ex.Called(name):
            return (name.text,)
        case _:
            return ()


def _faces(thing: Thing) -> tuple[str, ...]:
    match thing:
        case (pt.Combination(faces),):
            return faces
        case (str() as only,):
            return (only,)
        case pt.Combination(faces):
            return faces
        case Fraction():
            return (str(thing),)
        case str():
            return (thing,)
        case _:
            return ()


def _shows(roll: Roll, what: object, sight: Sight) -> bool:
    wanted = Counter(faces_wanted(what, sight))
    held = Counter(roll.faces)
    return bool(wanted) and all(held[face] >= number for face, number in wanted.items())
