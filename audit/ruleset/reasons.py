"""What we assumed without a name for it: the reasons that stand behind lines, wherever they stand."""

from __future__ import annotations

from collections.abc import Mapping

from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated


def reasons(ruleset: Ruleset) -> Mapping[str, tuple[Basis, ...]]:
    """Each reason, in the order of the ruleset, with what rests on it; equal reasons are one."""
    found: dict[str, list[Basis]] = {}
    for node in walk((ruleset.head, *ruleset.statements, *ruleset.beside)):
        if isinstance(node, Stated) and node.basis.assumed and node.basis.assumed.because:
            found.setdefault(node.basis.assumed.because, []).append(node.basis)
    return {because: tuple(bases) for because, bases in found.items()}


def taken_over(ruleset: Ruleset, other: str) -> tuple[str, ...]:
    """Why the text of another ruleset stands in this one, where that is an assumption of ours: the two are alike by our making."""
    lines = (line for line in ruleset.beside if other in line.words.split())
    return tuple(line.basis.assumed.because for line in lines if line.basis.assumed and line.basis.assumed.because)
