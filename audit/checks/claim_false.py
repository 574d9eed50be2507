"""A stated claim that play refutes.

What: A clause that says something of the game which its own rules do not bear out: that a wager lasts one roll, how
    many sections a wheel has, what wins beside a payment in parts, an example of a round or of a hand.
Why: One of the two clauses is wrong, and readers rely on either.
Example: wheel of 54 sections, and a table whose counts add up to 53.
Instead: wheel of 53 sections; or the section that the table leaves out.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.checks.context import Context
from audit.checks.examples_of_hands import refuted
from audit.checks.exploring import Moment, rounds_of
from audit.checks.finding import Finding
from audit.checks.lasting import standing_after_one
from audit.checks.lines import line_words, test_words
from audit.checks.prose import Prose
from audit.checks.witnessing import play_out, witness
from audit.checks.wording import (
    cites_of,
    clauses,
    exact,
    few,
    joined,
    of_each_100,
    outcome_order,
    outcome_word,
    plain_name,
    quoted,
    wager_name,
)
from audit.language.diagnostics import Severity
from audit.play.deciding import fires
from audit.play.equipment import Equipment, Outcome
from audit.play.errors import PlayError
from audit.play.fitting import fits
from audit.play.sight import Sight
from audit.ruleset import chance as ch
from audit.ruleset import controls as ct
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.money import Odds
from audit.solve.solving import Case, Solution
from audit.solve.stakes import End, target_of

NAME = "claim-false"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = False


def check(context: Context) -> Iterator[Finding]:
    """Claims about the equipment and about hands always; those about rounds where rounds were played out."""
    yield from _sections(context)
    if context.verified is not None:
        yield from _of_rounds(context)
    yield from refuted(context, NAME, SEVERITY)


def _of_rounds(context: Context) -> Iterator[Finding]:
    for name, solution in context.solutions.items():
        yield from _lasts(context, name)
        if any(isinstance(line, wg.PaidAs) for line in solution.wager.lines):
            yield from _beside_parts(context, solution)
    yield from _examples(context)


# how many sections


def _sections(context: Context) -> Iterator[Finding]:
    equipment = Equipment(context.configured.ruleset)
    for wheel in context.configured.ruleset.of(ch.Wheel):
        stated = equipment.stated_sections(wheel)
        name = wheel.name.text if wheel.name else "wheel"
        try:
            listed = equipment.source("spin", name).total
        except PlayError:
            continue
        if stated is None or stated == listed:
            continue
        cites = joined(cites_of([wheel.basis]), cites_of(line.basis for line in wheel.order))
        told = plain_name(name)
        yield Finding(
            rule=NAME,
            severity=SEVERITY,
            message=Prose(f"{told} is said to have {stated} sections, and {listed} are listed"),
            condition=Prose(f"The number stated is {stated}; the sections as listed add up to {listed}."),
            criteria=Prose("The number of sections must be the number that can come up."),
            cause=Prose(f"The number and the list stand apart ({clauses(cites)}), and do not agree."),
            effect=Prose(f"every chance on this wheel is reckoned in {listed}ths; with {stated} each would differ"),
            recommendation=Prose(f"Write {listed} sections, or correct the list."),
            ruleset=context.id,
            subject=f"{name} sections",
            cites=cites,
            span=wheel.basis.span,
            witness=None,
            no_witness_because=Prose("The list itself shows it."),
        )


# lasts one roll


def _lasts(context: Context, name: str) -> Iterator[Finding]:
    solution = context.solutions[name]
    found = [s for s in standing_after_one(context, name) if not s.is_gap]
    if not found:
        return
    first = found[0]
    act = plain_name(first.claim.act.text)
    who = wager_name(name, list(dict.fromkeys(s.case.position.label for s in found)))
    last: list[Outcome] = sorted({m.way[-1] for m in first.moments}, key=outcome_order)
    rolls = few(dict.fromkeys(outcome_word(o, solution.slice.faces) for o in last))
    begun = first.moments[0]
    share = sum(
        (m.branch.weight for m in first.moments if m.gate == begun.gate and m.before == begun.before), Fraction(0)
    )
    claimed = cites_of([first.claim.basis])
    cites = joined(claimed, cites_of([solution.wager.basis]))
    yield Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who} is said to last one {act}, and on {rolls} it goes on"),
        condition=Prose(f"{clauses(claimed)} lets the wager last one {act}; by its own lines it stands after {rolls}."),
        criteria=Prose("What a clause says of a wager should be borne out by the clauses that settle it."),
        cause=Prose(f"No line that settles the wager speaks of {rolls}."),
        effect=Prose(f"{exact(share)} of these wagers go on beyond the first {act}{of_each_100(share)}"),
        recommendation=Prose(f"Strike that it lasts one {act}, or state its result on {rolls}."),
        ruleset=context.id,
        subject=f"{name} lasts {first.claim.act}",
        cites=cites,
        span=first.claim.basis.span,
        witness=witness(context, first.case.bundle, target_of(first.case.bundle), begun.way),
    )


# rows beside "paid as"


def _beside_parts(context: Context, solution: Solution) -> Iterator[Finding]:
    """Win and lose rows of a wager that is paid as others, against what the parts come to."""
    name = solution.wager.name.text
    found: dict[tuple[wg.WagerLine, str], list[tuple[Case, Moment, End]]] = {}
    for case in solution.cases:
        target = target_of(case.bundle)
        for moment in rounds_of(solution, case, context.solver.steps).all_moments():
            end = moment.after[target]
            if not moment.is_made or not isinstance(end, End) or end.net is None:
                continue
            line = _claim(solution.wager, case, moment)
            if line is None or not isinstance(line, wg.ResultRow | wg.OtherwiseRow):
                continue
            if (line.outcome is tb.Outcome.WIN) == (end.net > 0) and (line.outcome is tb.Outcome.LOSE) == (end.net < 0):
                continue
            found.setdefault((line, _comes_to(end.net)), []).append((case, moment, end))
    for (line, result), cases in found.items():
        yield _beside(context, solution, name, line, result, cases)


def _claim(wager: wg.Wager, case: Case, moment: Moment) -> wg.WagerLine | None:
    """The row that speaks of what came up, if the wager's own rows are claims."""
    settle = moment.settled[-1].event
    outcome = moment.branch.outcomes[-1]
    sight = Sight(
        case.settler.equipment,
        outcome,
        dict(settle.came),
        dict(settle.memory),
        dict(case.bundle[target_of(case.bundle)].fresh.memory),
    )
    rows = [
        line for line in wager.lines if isinstance(line, wg.ResultRow) and line.guard is None and fires(line.on, sight)
    ]
    if rows:
        return rows[0]
    return next((line for line in wager.lines if isinstance(line, wg.OtherwiseRow)), None)


def _comes_to(net: Fraction) -> str:
    return "gains" if net > 0 else "loses" if net < 0 else "neither gains nor loses"


def _come_to(net: Fraction) -> str:
    return f"{'gain' if net > 0 else 'lose'} {abs(net)} per unit"


def _beside(
    context: Context,
    solution: Solution,
    name: str,
    line: wg.WagerLine,
    result: str,
    cases: list[tuple[Case, Moment, End]],
) -> Finding:
    case, moment, end = cases[0]
    who = wager_name(name, list(dict.fromkeys(c.position.label for c, _, _ in cases)))
    last: list[Outcome] = sorted({m.way[-1] for _, m, _ in cases}, key=outcome_order)
    rolls = few(dict.fromkeys(outcome_word(o, solution.slice.faces) for o in last))
    parts = next(x for x in solution.wager.lines if isinstance(x, wg.PaidAs))
    says = "wins" if getattr(line, "outcome", None) is tb.Outcome.WIN else "loses"
    net = end.net if end.net is not None else Fraction(0)
    share = sum(
        (p for e, p in solution.starts[0].ends.items() if e.net is not None and _comes_to(e.net) == result), Fraction(0)
    )
    cites = joined(cites_of([line.basis]), cites_of([parts.basis]))
    # a wager said to win that comes back whole is a looseness of words, one that loses is an error
    severity = Severity.NOTE if net == 0 else SEVERITY
    return Finding(
        rule=NAME,
        severity=severity,
        message=Prose(f"{who} is said to be one that {says} on {rolls}, and paid as its parts it {result}"),
        condition=Prose(
            f"{quoted(line_words(line))} ({clauses(cites_of([line.basis]))}); its parts "
            f"({clauses(cites_of([parts.basis]))}) come to {net} per unit on {rolls}."
        ),
        criteria=Prose("What a clause says a wager wins on should be a gain by the clause that pays it."),
        cause=Prose("What some parts win the others lose." if net == 0 else f"Together its parts {_come_to(net)} on {rolls}."),
        effect=Prose(
            f"{exact(share)} of these wagers come to {net} per unit where the clause says that they "
            f"{says.removesuffix('s')}{of_each_100(share)}"
        ),
        recommendation=Prose(f"Say that on {rolls} the wager comes back, or pay it so that it {says}."),
        ruleset=context.id,
        subject=Prose(f"{name} {says} {rolls}"),
        cites=cites,
        span=line.basis.span,
        witness=witness(context, case.bundle, target_of(case.bundle), moment.way),
    )


# examples


def _examples(context: Context) -> Iterator[Finding]:
    for example in context.configured.ruleset.of(ct.ExampleWager):
        solution = context.solutions.get(example.wager.text)
        if solution is None:
            continue
        came = [_came(case, example, context) for case in solution.cases]
        wrong = next((c for c in came if c is not None and not c[2]), None)
        if wrong is None or any(c is not None and c[2] for c in came):
            continue
        case, way, _, said = wrong
        then = " then ".join(test_words(e) for e in example.events)
        who = wager_name(example.wager.text)
        wanted = _said(example.outcome)
        cites = joined(cites_of([example.basis]), cites_of([solution.wager.basis]))
        yield Finding(
            rule=NAME,
            severity=SEVERITY,
            message=Prose(f"the example {who} on {then} is {wanted}: by the rules it is {said}"),
            condition=Prose(f"The document's example gives {wanted}; its rules give {said}."),
            criteria=Prose("An example should come out as the rules have it."),
            cause=Prose(_apart(example.basis, solution.wager.basis)),
            effect=Prose(f"{said} instead of {wanted}"),
            recommendation=Prose("Correct the example, or the rule that it explains."),
            ruleset=context.id,
            subject=Prose(f"{example.wager} example {then}"),
            cites=cites,
            span=example.basis.span,
            witness=witness(context, case.bundle, target_of(case.bundle), way),
        )


def _apart(example: Basis, rule: Basis) -> str:
    """Where the example stands, and where the rule."""
    return f"The example stands in {clauses(cites_of([example]))}, what it explains in {clauses(cites_of([rule]))}."


def _came(case: Case, example: ct.ExampleWager, context: Context) -> tuple[Case, tuple[Outcome, ...], bool, str] | None:
    """What an example's rolls bring at one position: the rolls, whether it is as said, what it is."""
    way = _rolls(case, example, context)
    if way is None:
        return None
    played = play_out(context, case.bundle, way)
    if played is None:
        return None
    stake = case.bundle[target_of(case.bundle)]
    settled = played.result_of(stake.id)
    if settled is None:
        return case, way, example.outcome is tb.Outcome.STAY, "undecided"
    if isinstance(example.outcome, tb.Outcome):
        return case, way, settled.result == example.outcome.value, settled.result
    made = played.wishes[-1].amount
    wanted = example.outcome.net * made if isinstance(example.outcome, Odds) else None
    return case, way, wanted is not None and settled.net == wanted, settled.payout or settled.result


def _rolls(case: Case, example: ct.ExampleWager, context: Context) -> tuple[Outcome, ...] | None:
    """One outcome for each event of an example: the first that fits it."""
    branches = context.solutions[example.wager.text].machine.branches.values()
    every = list(dict.fromkeys(o for found in branches for b in found for o in b.outcomes))
    own = dict(case.bundle[target_of(case.bundle)].fresh.memory)
    sight = Sight(case.settler.equipment, own=own)
    way: list[Outcome] = []
    for event in example.events:
        fitting = next((o for o in every if fits(event, o, sight)), None)
        if fitting is None:
            return None
        way.append(fitting)
    return tuple(way)


def _said(outcome: object) -> str:
    return outcome.value if isinstance(outcome, tb.Outcome | pt.Special) else str(outcome)
