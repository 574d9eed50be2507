"""The document's examples of hands that its own definition refutes, for `claim-false`."""

from __future__ import annotations

from collections.abc import Iterator

from audit.checks.context import Context
from audit.checks.finding import Finding
from audit.checks.hands import classes_of, deck_for
from audit.checks.prose import Prose
from audit.checks.wording import cites_of, clauses, joined, option_name, plain_name
from audit.language.diagnostics import Severity
from audit.play.cards import Card, cards_text
from audit.play.errors import NotPlayable
from audit.play.examples import EXAMPLES, Example, hands_with, judged, written
from audit.play.scales import Scale, scale
from audit.ruleset import controls as ct
from audit.ruleset import patterns as pt
from audit.ruleset import worth as wo
from audit.solve.errors import NotSolvable


def refuted(context: Context, rule: str, severity: Severity) -> Iterator[Finding]:
    """The examples that do not hold.

    Raises `NotPlayable`, once all others were looked at, where the definition of one cannot be carried out.
    """
    refused: NotPlayable | None = None
    for example in context.configured.ruleset.of(*EXAMPLES):
        try:
            holds, yields = _judged(example, context)  # type: ignore[arg-type]
        except NotPlayable as error:
            refused = refused or error
            continue
        if not holds:
            yield _finding(context, rule, severity, example, yields)  # type: ignore[arg-type]
    if refused is not None:
        raise refused


def _judged(example: Example, context: Context) -> tuple[bool, str]:
    """As `judged`; the best and the worst hand of a class from the table of all hands, where there can be one."""
    if isinstance(example, ct.ExampleBest | ct.ExampleWorst):
        own = scale(context.configured.ruleset, example.ranking.text)
        shown = _extreme(example, own, context)
        if shown is not None:
            order = own.worth(shown).order
            is_best = isinstance(example, ct.ExampleBest)
            beside = own.order.ranks if is_best else own.order.ranks[::-1]
            found = any(own.worth(hand).order == order for hand in hands_with(own, example.cards, beside))
            return found, cards_text(shown)
    return judged(example, context.configured.ruleset)


def _extreme(example: ct.ExampleBest | ct.ExampleWorst, own: Scale, context: Context) -> tuple[Card, ...] | None:
    if own.sizes is None:
        return None
    number = own.sizes[1]
    if number > len(deck_for(own)):
        return None
    try:
        classes = classes_of(context, own.name, number, number)
    except NotSolvable:
        return None
    found = next((c for c in classes if c.name == example.hand_class.text), None)
    if found is None or not found.count:
        raise NotPlayable(f"{example.hand_class} of {own.name}, which no hand of the deck is,", example.basis.span)
    return found.highest if isinstance(example, ct.ExampleBest) else found.lowest


def _finding(context: Context, rule: str, severity: Severity, example: Example, yields: str) -> Finding:
    ranking = example.count.text if isinstance(example, ct.ExampleCounts) else example.ranking.text
    message, subject, mend = _words(example, yields, ranking)
    own = cites_of([example.basis])
    defined = _defined(example, context)
    return Finding(
        rule=rule,
        severity=severity,
        message=Prose(message),
        condition=Prose(f"{clauses(own)} says so; {_by_definition(example, context)}"),
        criteria=Prose("An example should come out as the rules have it."),
        cause=Prose(_cause(own, defined)),
        effect=Prose("no figure changes; whoever goes by the example ranks these hands otherwise than the definition does"),
        recommendation=Prose(mend),
        ruleset=context.id,
        subject=subject,
        cites=joined(own, defined),
        span=example.basis.span,
        witness=None,
        no_witness_because=Prose("The hand itself shows it."),
    )


def _words(example: Example, yields: str, ranking: str) -> tuple[str, str, str]:
    """What the example says and what the definition yields; what it is about; what would mend it."""
    called = option_name(ranking)
    match example:
        case ct.ExampleBest(hand_class=name, cards=cards) | ct.ExampleWorst(hand_class=name, cards=cards):
            which = "best" if isinstance(example, ct.ExampleBest) else "worst"
            extreme = "highest" if which == "best" else "lowest"
            told = plain_name(name.text)
            return (
                f"{_cards(cards)} is given as the {extreme} {told} of {called}: by the ranking it is {yields}",
                f"{ranking} {which} {name}",
                f"Write {yields} as the {extreme} {told}.",
            )
        case ct.ExampleIs(cards=cards, hand_class=name):
            return (
                f"{_cards(cards)} is said to be {plain_name(name.text)} of {called}: by the ranking it is "
                f"{plain_name(yields)}",
                f"{ranking} {_cards(cards)}",
                "Correct the example, or the class that it explains.",
            )
        case ct.ExampleBeats(winner=one, loser=other) | ct.ExampleTies(one=one, other=other):
            verb = "beat" if isinstance(example, ct.ExampleBeats) else "equal"
            return (
                f"{_cards(one)} is said to {verb} {_cards(other)} under {called}: by the ranking it is {yields}",
                f"{ranking} {_cards(one)} {verb} {_cards(other)}",
                "Correct the example, or the ranking that it explains.",
            )
        case ct.ExampleCounts(cards=cards, total=total):
            return (
                f"{_cards(cards)} is said to count {total} by {called}: it counts {yields}",
                f"{ranking} {_cards(cards)}",
                "Correct the example, or the count that it explains.",
            )


def _by_definition(example: Example, context: Context) -> str:
    """What the definition makes of the hand that the example names."""
    if not isinstance(example, ct.ExampleBest | ct.ExampleWorst):
        return "the definition yields something else."
    own = scale(context.configured.ruleset, example.ranking.text)
    name = plain_name(example.hand_class.text)
    if own.sizes is None or len(example.cards.ranks) < own.sizes[0]:
        return f"no {name} with these cards is it."
    found = plain_name(own.classes[own.worth(written(example.cards)).level].name)
    side = "higher" if isinstance(example, ct.ExampleBest) else "lower"
    if found != name:
        return f"by the ranking that hand is of another class, {found}."
    return f"by the ranking another {name} is {side}."


def _defined(example: Example, context: Context) -> tuple[str, ...]:
    """The clauses of the class that an example speaks of, or of the ranking."""
    if isinstance(example, ct.ExampleCounts):
        return ()
    stated = context.configured.ruleset.named(example.ranking.text, wo.Ranking)
    if stated is None:
        return ()
    name = getattr(example, "hand_class", None)
    lines = [x for x in stated.lines if isinstance(x, wo.HandClass) and name is not None and x.name.text == name.text]
    return cites_of([line.basis for line in lines] or [stated.basis])


def _cause(own: tuple[str, ...], defined: tuple[str, ...]) -> str:
    others = [cite for cite in defined if cite not in own]
    if not others:
        return f"{clauses(own)} defines the hand and gives the example, and the two do not agree."
    return f"The example stands in {clauses(own)}, what it explains in {clauses(others)}."


def _cards(cards: ct.Cards) -> str:
    ranks = " ".join(cards.ranks)
    match cards.suits:
        case None:
            return ranks
        case pt.SuitsOf() as suits:
            return f"{ranks} {suits.value}"
        case pt.Suit() as suit:
            return f"{ranks} of {suit.value}"
