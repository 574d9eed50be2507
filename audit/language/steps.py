"""Steps that no round comes to: the step above never ends by itself, and nothing goes to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from audit.language.diagnostics import Diagnostic, Severity
from audit.ruleset import rounds as rd
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Stated, Statement


def unreached(statements: Sequence[Statement]) -> Iterator[Diagnostic]:
    """Warnings about steps that are never entered, whatever comes up."""
    for one in statements:
        if isinstance(one, rd.Round) and one.steps:
            reached = _reached(one.steps)
            for above, step in pairwise(one.steps):
                if step.name.text not in reached:
                    yield Diagnostic(
                        "step-unreached", f"no round comes to step {step.name}: step {above.name} always leads elsewhere",
                        step.name.span, f"a line that leads to it: go to {step.name}", Severity.WARNING,
                    )


def _reached(steps: Sequence[rd.Step]) -> set[str]:
    """The steps that a round may come to, from the first on."""
    places = {step.name.text: n for n, step in enumerate(steps)}
    reached: set[str] = set()
    waiting = [steps[0].name.text]
    while waiting:
        name = waiting.pop()
        if name in reached or name not in places:
            continue
        reached.add(name)
        step = steps[places[name]]
        waiting += [node.step.text for node in walk(step) if isinstance(node, rd.GoTo)]
        below = steps[places[name] + 1 : places[name] + 2]
        if below and not (_is_always(step) and any(_leaves(line) for line in step.lines)):
            waiting.append(below[0].name.text)
    return reached


def _leaves(line: rd.StepLine) -> bool:
    """Whether a line, where it is reached, leaves its step whatever has come up."""
    if not isinstance(line, rd.Act | rd.ActOtherwise) or (isinstance(line, rd.Act) and line.on is not None):
        return False
    return _is_always(line) and any(isinstance(action, rd.GoTo | rd.EndRound) for action in line.actions)


def _is_always(stated: Stated) -> bool:
    return stated.guard is None and stated.when is None
