"""Tests, rolls and amounts as a reviewer reads them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from audit.play.equipment import Drawn, Roll, Section
from audit.play.sight import Sight, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.configure import money_text
from audit.ruleset.money import (
    BoundedOddsTimes,
    BoundedPayout,
    NamedResult,
    NotStated,
    OddsTimes,
    OneOfOdds,
    Share,
    plain,
)
from audit.ruleset.names import Name


def pattern_text(pattern: object, called: Callable[[str], str] = str) -> str:
    """A test as a reviewer reads it; ``called`` gives the form of each name in it."""

    def told(part: object) -> str:
        return pattern_text(part, called)

    match pattern:
        case pt.AnyOf(tests, besides):
            text = ", ".join(told(t) for t in tests)
            return f"{text} except {told(besides)}" if besides else text
        case pt.All(tests):
            return " and ".join(told(t) for t in tests)
        case pt.Not(test):
            return f"not {told(test)}"
        case pt.Spots(values):
            return " ".join(called(value) for value in values)
        case pt.Through(low, high):
            return f"{told(low)} through {told(high)}"
        case pt.OrMore(spots):
            return f"{told(spots)} or more"
        case pt.OrFewer(spots):
            return f"{told(spots)} or fewer"
        case pt.Combination(faces):
            return "-".join(faces)
        case pt.Named(name, bound):
            return f"{called(name.text)} {bound.value}" if bound else called(name.text)
        case pt.Label(text):
            return f'"{text}"'
        case pt.Special():
            return pattern.value
        case ex.RoundMemory(name):
            return f"the {called(name.text)}"
        case ex.OwnMemory(name):
            return f"its {called(name.text)}"
        case pt.Showing(what):
            return f"showing {told(what)}"
        case pt.EachOf(family, of):
            return f"each {called(family.text)} of {told(of)}"
        case ex.Called(name):
            return called(name.text)
        case pt.ComparesIt(comparison, to):
            return f"{comparison.value} {told(to)}"
        case ex.Number(text):
            return text
        case ex.Money(value):
            return money_text(value)
        case _:
            return _of_cards(pattern, told, called) or _of_amounts(pattern, told, called) or str(pattern)


def _of_cards(pattern: object, told: Callable[[object], str], called: Callable[[str], str]) -> str:
    """A test on cards as the language writes it; empty for anything else."""
    match pattern:
        case pt.High(rank, bound):
            return f"{rank} high{_bound(bound)}"
        case pt.SpotsOf(spots, suits):
            return f"{told(spots)} {_suits(suits)}"
        case pt.HeldWith(first, others, suits):
            return " with ".join([first, *map(told, others)]) + (f" {_suits(suits)}" if suits else "")
        case pt.GroupMember(group):
            return called(group.text)
        case pt.NamedOf(name, spots, bound):
            return f"{called(name.text)} of {told(spots)}{_bound(bound)}"
        case pt.NamedRange(name, low, high):
            return f"{called(name.text)} of {told(low)} through {told(high)}"
        case pt.NamedWith(name, others, suits):
            return " with ".join([called(name.text), *map(told, others)]) + (f" {_suits(suits)}" if suits else "")
        case pt.Below(name):
            return f"below {called(name.text)}"
        case pt.BelowOf(name, spots):
            return f"below {called(name.text)} of {told(spots)}"
        case pt.BelowHigh(rank):
            return f"below {rank} high"
        case pt.NamedOrMore(name):
            return f"{called(name.text)} or more"
        case pt.Hard(total):
            return f"hard {told(total)}"
        case pt.Soft(total):
            return f"soft {told(total)}"
        case pt.SomeCards(number, properties):
            return " ".join([plain(number), "card" if number == 1 else "cards", *map(told, properties)])
        case pt.AllCards(properties):
            return " ".join(["all cards", *map(told, properties)])
        case pt.ExactlyCards(number):
            return f"exactly {plain(number)} {'card' if number == 1 else 'cards'}"
        case pt.WildCards(number):
            return f"{plain(number)} wild {'card' if number == 1 else 'cards'}"
        case pt.OfRank(low, high):
            return f"of rank {low}{f' through {high}' if high is not None else ''}"
        case pt.AlikeIn(feature):
            return f"alike in {called(feature.text)}"
        case pt.Suit():
            return _suits(pattern)
        case pt.RankRule() | pt.Run() | pt.SuitsOf():
            return str(pattern.value)
        case pt.SomeAre(number, name):
            return f"some {plain(number)} are {called(name.text)}"
        case pt.OthersAre(spots, suits):
            return f"others are {told(spots)}" + (f" {_suits(suits)}" if suits else "")
        case pt.OthersAreCards(number, properties):
            return " ".join(["others are", plain(number), "cards", *map(told, properties)])
        case pt.FeatureIs(feature, test):
            return f"{called(feature.text)} is {told(test)}"
        case pt.FeatureCompares(feature, comparison, to):
            return f"{called(feature.text)} {comparison.value} {told(to)}"
        case pt.PercentTest(share, of):
            return f"{plain(share * 100)}%" + (f" of {called(of.text)}" if of is not None else "")
        case pt.AfterChoice(choice):
            return f"after {called(choice.text)}"
        case str():
            return pattern
        case _:
            return ""


def _of_amounts(part: object, told: Callable[[object], str], called: Callable[[str], str]) -> str:
    """What is worked out or paid as the language writes it; empty for anything else."""
    match part:
        case ex.Percent(share):
            return f"{plain(share * 100)}%"
        case Share(share, of):
            return f"{plain(share * 100)}% of {called(of.text)}"
        case Name(text):
            return called(text)
        case ex.Half() | NotStated():
            return str(part.value)
        case ex.Plus(left, right):
            return f"{told(left)} plus {told(right)}"
        case ex.Less(left, right):
            return f"{told(left)} less {told(right)}"
        case ex.Times(left, right):
            return f"{told(left)} times {told(right)}"
        case ex.Greater(left, right):
            return f"the greater of {told(left)} and {told(right)}"
        case ex.Lesser(left, right):
            return f"the lesser of {told(left)} and {told(right)}"
        case ex.Against(left, right):
            return f"{told(left)} against {told(right)}"
        case ex.FeatureOf(feature, of):
            return f"{told(feature)} of {told(of)}"
        case ex.NthCard(ordinal, of):
            return f"{ordinal.name.lower()} card of {told(of)}"
        case ex.NthCards(ordinal, number, of):
            return f"{ordinal.name.lower()} {told(number)} cards of {told(of)}"
        case ex.ExtremeOf(extreme, feature, of):
            return f"{extreme.value} {called(feature.text)} of {told(of)}"
        case ex.Together(parts):
            return " with ".join(map(told, parts))
        case ex.DiceShowing(face):
            return f"dice showing {told(face)}"
        case OneOfOdds(odds):
            return " or ".join(map(str, odds))
        case OddsTimes(odds, times):
            return f"{odds} times {told(times)}"
        case BoundedPayout(limit, payout):
            return f"{limit.value} {told(payout)}"
        case BoundedOddsTimes(limit, odds, times):
            return f"{limit.value} {odds} times {told(times)}"
        case NamedResult(name):
            return called(name.text)
        case _:
            return ""


def _bound(bound: pt.Bound | None) -> str:
    return f" {bound.value}" if bound is not None else ""


def _suits(suits: pt.SuitsOf | pt.Suit) -> str:
    return suits.value if isinstance(suits, pt.SuitsOf) else f"of {suits.value}"


def outcome_text(outcome: Roll | Section | Drawn) -> str:
    """What came up as a transcript has it: ``4-2, total 6``."""
    if isinstance(outcome, Roll) and len(outcome.faces) > 1 and outcome.total is not None:
        return f"{outcome}, total {plain(outcome.total)}"
    return str(outcome)


def trigger_text(sight: Sight) -> str:
    """What came up, as short as a reason asks for."""
    outcome = sight.outcome
    if isinstance(outcome, Roll):
        return plain(outcome.total) if outcome.total is not None else str(outcome)
    return "" if outcome is None else str(outcome)


def thing_text(thing: Thing) -> str:
    """Anything that memory keeps, as text."""
    match thing:
        case None:
            return "unset"
        case Fraction():
            return plain(thing)
        case frozenset():
            return ", ".join(sorted((thing_text(t) for t in thing), key=_by_number)) or "none"
        case tuple():
            return ", ".join(pattern_text(a) if isinstance(a, pt.Combination) else str(a) for a in thing)
        case pt.Combination():
            return pattern_text(thing)
        case bool():
            return "yes" if thing else "no"
        case _:
            return str(thing)


def _by_number(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isdigit() else (1, 0, text)


def range_text(labels: tuple[str, ...]) -> str:
    """Labels with commas; more than six are shown by their first and last, and how many they are."""
    if len(labels) <= 6:
        return ", ".join(labels)
    return f"{labels[0]} … {labels[-1]}, {len(labels)} in all"


WORDS = {
    "Decides": "each player decides", "PlaysEachHand": "each player plays each hand", "DealUntil": "deal … until",
    "Looks": "each player looks at", "DealerLooks": "dealer looks at", "MayMake": "each player may make",
    "Sets": "each player sets", "DealerSets": "dealer sets", "SplitHand": "split hand", "BettingRound": "betting",
    "DrawCards": "discard and draw", "ShuffleInto": "shuffle … into the deck", "ShowHands": "show hands",
    "AwardPots": "award pots", "RevealNext": "reveal next", "ForfeitHalf": "forfeit half of", "ForfeitAll": "forfeit all",
}  # fmt: skip


def statement_words(node: object) -> str:
    """A statement in the words of the language, for a refusal."""
    name = type(node).__name__
    plain_words = "".join(" " + c.lower() if c.isupper() else c for c in name).strip()
    return WORDS.get(name, plain_words)
