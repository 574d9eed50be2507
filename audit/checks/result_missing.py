"""An outcome for which a wager neither wins, loses nor pushes.

What: A wager that an outcome leaves without a result: it wins and no clause says what it is paid; after it nothing can
    decide the wager any more; it goes on without the number that its later lines ask for; it lasts one roll, and no
    clause speaks of that roll; or the round is over and it stands.
Why: The dealer has no rule for what is on the table, and the player no claim that can be decided.
Example: A field bet that wins on 2, 3, 4, 9, 10, 11, 12 and loses on 5, 6, 8: of a 7 nothing is said.
Instead: lose on 5, 6, 7, 8; or a last line, lose otherwise.
Settings: severity; may be waived
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from audit.checks import card_faults
from audit.checks.context import Context
from audit.checks.exploring import (
    Moment,
    SeenFault,
    process_of,
    rounds_of,
    undecidable,
)
from audit.checks.finding import Finding, Witness
from audit.checks.lasting import Standing, standing_after_one
from audit.checks.numberless import numberless
from audit.checks.prose import Prose
from audit.checks.witnessing import witness
from audit.checks.wording import (
    cites_of,
    clauses,
    exact,
    few,
    joined,
    of_each_100,
    outcome_order,
    outcome_word,
    percent,
    plain_name,
    step_name,
    wager_name,
)
from audit.language.diagnostics import Severity
from audit.play.equipment import Outcome
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.solve.absorption import absorb
from audit.solve.joint import Place
from audit.solve.solving import Case, Solution
from audit.solve.stakes import End, StakeState, event_label, target_of

NAME = "result-missing"
FAMILY = "play"
SEVERITY = Severity.ERROR
DYNAMIC = True

CRITERIA = Prose("Every outcome must give every wager on the table a result, and every win a payout.")

LATER = "It comes about only where the wager is made at a later moment than its first."


def check(context: Context) -> Iterator[Finding]:
    """The outcomes that leave a wager without a result or a payout.

    Of a wager that needs another nothing is said where that other is left open: the one follows from the other.
    """
    yield from context.once(NAME, lambda: tuple(_all(context)))


def wagers_left_open(context: Context) -> frozenset[str]:
    """The wagers of which this rule has something to say: their silence is told once."""
    return frozenset(name for finding in check(context) for name in finding.subject.split()[:1])


def _all(context: Context) -> Iterator[Finding]:
    open_ones: set[str] = set()
    for name, solution in sorted(context.solutions.items(), key=lambda item: len(item[1].slice.wagers)):
        if open_ones & set(solution.slice.wagers):
            continue
        for finding in _of_wager(context, name, solution):
            open_ones.add(name)
            yield finding
    yield from card_faults.faults(context, (card_faults.MISSING, card_faults.UNPRICED), NAME, SEVERITY, CRITERIA)


def _of_wager(context: Context, name: str, solution: Solution) -> Iterator[Finding]:
    yield from _without_payout(context, name)
    yield from _never_again(context, solution)
    yield from _without_number(context, solution)
    yield from _after_one(context, name)
    yield from _after_the_round(context, solution)


# it wins, and no clause says what it is paid


def _without_payout(context: Context, name: str) -> Iterator[Finding]:
    solution = context.solutions[name]
    by_lines: dict[tuple[Basis, ...], list[SeenFault]] = {}
    for seen in context.explored(name).faults_of("unpriced"):
        by_lines.setdefault(seen.fault.ruling.unpriced, []).append(seen)
    for bases, faults in by_lines.items():
        labels = _positions(f.case for f in faults)
        rolls = few(map(plain_name, sorted({event_label(e) for f in faults for e in f.events}, key=_by_number)))
        who = wager_name(name, labels)
        cites = cites_of(bases)
        share = _share_without_net(solution)
        yield Finding(
            rule=NAME,
            severity=SEVERITY,
            message=Prose(f"{who} wins on {rolls}, and no clause says what it is paid"),
            condition=Prose(f"On {rolls} the wager wins ({clauses(cites)}); no list, table or line gives it a payout then."),
            criteria=CRITERIA,
            cause=Prose(f"What gives its payouts leaves {rolls} out."),
            effect=Prose(
                f"{_share(share)} of these wagers win without a stated payout{of_each_100(share, ', or ')}: the house edge "
                "is not verifiable"
            ),
            recommendation=Prose(f"State what {who} is paid on {rolls}."),
            ruleset=context.id,
            subject=Prose(f"{name} payout {rolls}"),
            cites=cites,
            span=bases[0].span,
            witness=_shown(
                context, solution, lambda m, c: has_fault(m, c, "unpriced"), "no clause says what it is paid"
            ),
        )


def has_fault(moment: Moment, case: Case, kind: str) -> bool:
    fault = moment.fault
    return fault is not None and fault.kind == kind and fault.wager == case.bundle[target_of(case.bundle)].id


def _share_without_net(solution: Solution) -> Fraction:
    return max(
        (sum((p for end, p in s.ends.items() if end.net is None), Fraction(0)) for s in solution.starts),
        default=Fraction(0),
    )


# nothing can decide it any more


def _never_again(context: Context, solution: Solution) -> Iterator[Finding]:
    name = solution.wager.name.text
    found: list[tuple[Case, list[Moment]]] = []
    for n, case in enumerate(solution.cases):
        dead = undecidable(case.chain)
        starts = {s.place for s in solution.starts if s.case == n}
        if not dead or starts <= dead:
            continue
        number = {place: k for k, place in enumerate(case.chain.places)}
        moments = [
            m
            for m in rounds_of(solution, case, context.solver.steps).all_moments()
            if m.is_made and _place(number, case, m) in dead and _place_before(number, case, m) not in dead
        ]
        found.append((case, moments))
    if not found:
        return
    case, moments = max(found, key=lambda item: bool(item[1]))
    rolls = _rolls(moments, solution) or "some rolls"
    who = wager_name(name, _positions(c for c, _ in found))
    lost = 1 - min(s.total for s in solution.starts)
    cites = cites_of([solution.wager.basis])
    yield Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who}: after {rolls} no clause can decide it any more"),
        condition=Prose(
            "From then on no line of the wager is met by anything that can come up: it neither wins, loses nor pushes."
        ),
        criteria=CRITERIA,
        cause=Prose(f"Its clauses do not say what follows on {rolls}."),
        effect=Prose(f"{exact(lost)} of these wagers are never decided{of_each_100(lost)}"),
        recommendation=Prose(f"State what becomes of {who} on {rolls}."),
        ruleset=context.id,
        subject=Prose(f"{name} {rolls}"),
        cites=cites,
        span=solution.wager.basis.span,
        witness=_round(context, case, moments[0], "no clause can decide it from here on") if moments else None,
        no_witness_because=Prose("" if moments else LATER),
    )


def _place(number: dict[Place, int], case: Case, moment: Moment) -> int:
    return number.get((case.folded.block[moment.branch.to], moment.left), -1)


def _place_before(number: dict[Place, int], case: Case, moment: Moment) -> int:
    return number.get((case.folded.block[moment.gate], moment.before), -1)


# it goes on without the number that its later lines ask for


def _without_number(context: Context, solution: Solution) -> Iterator[Finding]:
    name = solution.wager.name.text
    found = numberless(context, solution)
    if not found:
        return
    first = max(found, key=lambda item: bool(item.moments))
    rolls = _rolls(first.moments, solution) or "some rolls"
    who = wager_name(name, _positions(f.case for f in found))
    cites = joined(cites_of(first.lines), cites_of([solution.wager.basis]))
    number = plain_name(first.memory)
    last = f"it goes on, and its {number} is not set"
    yield Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who} has no result on {rolls}, and goes on without its {number}"),
        condition=Prose(
            f"On {rolls} the wager neither wins, loses nor pushes, and no {number} is kept for it; the lines "
            f"for later rolls ask for its {number}."
        ),
        criteria=CRITERIA,
        cause=Prose(f"Its clauses for the first roll leave {rolls} out."),
        effect=Prose(f"{exact(first.share)} of these wagers come to this{of_each_100(first.share)}"),
        recommendation=Prose(f"State what becomes of {who} on {rolls}."),
        ruleset=context.id,
        subject=Prose(f"{name} {first.memory} {rolls}"),
        cites=cites,
        span=first.lines[0].span,
        witness=_round(context, first.case, first.moments[0], last) if first.moments else None,
    )


# it lasts one roll, and no clause speaks of that roll


def _after_one(context: Context, name: str) -> Iterator[Finding]:
    solution = context.solutions[name]
    standing = list(standing_after_one(context, name))
    gaps = [s for s in standing if s.is_gap]
    if not gaps or len(gaps) < len(standing):
        return  # where the claim itself is refuted, `claim-false` says so
    first = gaps[0]
    rolls = _rolls(first.moments, solution)
    who = wager_name(name, _positions(g.case for g in gaps))
    act = plain_name(first.claim.act.text)
    lines = [line.basis for line in solution.wager.lines if isinstance(line, wg.ResultRow | wg.OtherwiseRow)]
    cites = joined(cites_of([first.claim.basis]), cites_of(lines))
    yield Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who} lasts one {act}, and no clause gives it a result on {rolls}"),
        condition=Prose(
            f"The wager lasts one {act} ({clauses(cites_of([first.claim.basis]))}). On {rolls} it neither wins, loses nor "
            "pushes: no line of it speaks of that."
        ),
        criteria=CRITERIA,
        cause=Prose(f"Its clauses for winning and losing leave {rolls} out."),
        effect=Prose(f"{exact(_weight(first))} of these wagers end without a result{of_each_100(_weight(first))}"),
        recommendation=Prose(f"State what becomes of {who} on {rolls}, or strike that it lasts one {act}."),
        ruleset=context.id,
        subject=Prose(f"{name} {rolls}"),
        cites=cites,
        span=(lines or [solution.wager.basis])[0].span,
        witness=_round(context, first.case, first.moments[0], "no clause gives it a result"),
    )


def _weight(standing: Standing) -> Fraction:
    first = standing.moments[0]
    return sum(
        (m.branch.weight for m in standing.moments if m.gate == first.gate and m.before == first.before), Fraction(0)
    )


# the round is over, and it stands


def _after_the_round(context: Context, solution: Solution) -> Iterator[Finding]:
    """A wager whose every result belongs to a step of one round: in the next it would be a new wager."""
    wager = solution.wager
    if not _belongs_to_one_round(wager, context.solver.steps):
        return
    name = wager.name.text
    found: list[tuple[Case, list[Moment], Fraction]] = []
    for n, case in enumerate(solution.cases):
        target = target_of(case.bundle)
        moments = [
            m
            for m in rounds_of(solution, case, context.solver.steps).all_moments()
            if m.is_made and m.ends_round and isinstance(m.after[target], StakeState)
        ]
        if moments:
            found.append((case, moments, _stands(solution, n)))
    if not found:
        return
    case, moments, share = found[0]
    rolls = few(dict.fromkeys(outcome_word(m.way[-1], solution.slice.faces) for m in moments))
    step = step_name(moments[0].gate.step)
    who = wager_name(name, _positions(c for c, _, _ in found))
    lines = [line.basis for line in wager.lines if isinstance(line, wg.ResultRow | wg.OtherwiseRow | wg.SettleRow)]
    cites = cites_of([wager.basis, *lines])
    yield Finding(
        rule=NAME,
        severity=SEVERITY,
        message=Prose(f"{who}: on {rolls} in {step} the round ends, and no clause gives it a result"),
        condition=Prose(
            f"The round ends with {rolls} in {step}, and the wager stands. All that decides it belongs to the steps of one "
            "round: in the next it would be a new wager."
        ),
        criteria=CRITERIA,
        cause=Prose(f"Its clauses for {step} leave {rolls} out."),
        effect=Prose(f"{exact(share)} of these wagers stand when the round is over{of_each_100(share)}"),
        recommendation=Prose(f"State what becomes of {who} on {rolls} in {step}."),
        ruleset=context.id,
        subject=Prose(f"{name} {step} {rolls}"),
        cites=cites,
        span=wager.basis.span,
        witness=_round(context, case, moments[0], "no clause gives it a result"),
    )


def _belongs_to_one_round(wager: wg.Wager, steps: Sequence[rd.Step]) -> bool:
    lines = [line for line in wager.lines if isinstance(line, wg.ResultRow | wg.OtherwiseRow | wg.SettleRow)]
    headings = [{h.step.text for h in line.at if isinstance(h, wg.AtStep)} for line in lines]
    named = {step for heading in headings for step in heading}
    return bool(lines) and all(headings) and steps[0].name.text in named and len(named) > 1


def _stands(solution: Solution, n: int) -> Fraction:
    """How probable it is that a round ends and the wager, made at its first moment, still stands."""
    process = process_of(solution, n)
    over = End("round over", None, "", "")
    moves: dict[int, dict[int, Fraction]] = {}
    ends: dict[int, dict[End, Fraction]] = {}
    for place, there in process.moves.items():
        moves[place] = {to: w for to, w in there.items() if not process.places[to][0].is_start}
        ends[place] = dict(process.ends[place])
        if place in process.rides_on:
            ends[place][over] = process.rides_on[place]
    start = next(s.start for s in solution.starts if s.case == n)
    return absorb(moves, ends)[process.number[(start.gate, start.state)]].get(over, Fraction(0))


# words and witnesses


def _positions(cases: Iterable[Case]) -> list[str]:
    return list(dict.fromkeys(case.position.label for case in cases))


def _rolls(moments: Sequence[Moment], solution: Solution) -> str:
    last: list[Outcome] = sorted({m.way[-1] for m in moments if m.way}, key=outcome_order)
    return few(dict.fromkeys(outcome_word(o, solution.slice.faces) for o in last))


def _share(share: Fraction) -> str:
    return exact(share) if share else percent(share)


def _by_number(text: str) -> tuple[int, int, str]:
    return (0, int(text), "") if text.isdigit() else (1, 0, text)


def _shown(context: Context, solution: Solution, wanted: Callable[[Moment, Case], bool], last: str) -> Witness | None:
    for case in solution.cases:
        for moment in rounds_of(solution, case, context.solver.steps).moments():
            if moment.is_made and wanted(moment, case):
                return _round(context, case, moment, "" if moment.fault else last)
    return None


def _round(context: Context, case: Case, moment: Moment, last: str) -> Witness | None:
    return witness(context, case.bundle, target_of(case.bundle), moment.way, last=last, last_result="no result")
