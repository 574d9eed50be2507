"""How far the print of a part can be trusted: labels that are lost or misread, words that were repaired."""

from __future__ import annotations

import re

from audit.checks.documents.context import Written
from audit.documents.clauses import CERTAIN, Clause
from audit.ruleset.basis import clause_parts

_MOST_DAMAGE = 0.05
"""Lost or misread labels and repaired words, of all clauses, beyond which the document is a scan."""
_LEAST_DAMAGE = 2
_CLEAR = 0.7
"""Confidence that is enough where labels are printed whole: what is doubted there is a level, not a character."""
_SIGNS = re.compile(r"[^A-Za-z0-9]")


def is_scan(written: Written) -> bool:
    """Whether so much is lost or misread that a word or label read once may be the scan's fault, not the document's."""
    return written.once("is a scan", lambda: _is_scan(written))


def _is_scan(written: Written) -> bool:
    harm = sum(is_damaged(c) + len(c.title.repairs) + len(c.text.repairs) for c in written.clauses)
    return harm > max(len(written.clauses) * _MOST_DAMAGE, _LEAST_DAMAGE)


def is_damaged(clause: Clause) -> bool:
    """Whether its label is lost in print, or is read otherwise than it is printed."""
    step = (clause_parts(clause.path) or ("",))[-1]
    if step.startswith(("+", '"')):
        return False
    if step.startswith("~"):
        step = clause_parts(clause.path)[-2]
    return not _SIGNS.sub("", clause.label).endswith(_SIGNS.sub("", step)) or not clause.label


def is_sure(written: Written, clause: Clause) -> bool:
    """Whether the document itself puts the clause where the tree has it."""
    return clause.confidence >= CERTAIN or (
        not is_scan(written) and not is_damaged(clause) and clause.confidence >= _CLEAR
    )
