"""Wagers in groups, by what the ruleset says of them; no list of names.

Each wager stands in the first group whose mark it has: required, or valued as one bundle; in support of another wager;
with a commission; paid as its parts; for one roll (spin, round) only; none of these.
"""

from __future__ import annotations

from audit.report.naming import is_bundle
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import Commission, LastsOne, NeedsAll, NeedsAny, PaidAs, Required, Wager, WagerLine
from audit.solve.result import WagerResult

_MAIN = "Required wagers, with what they are valued with"
_PLAIN = "Wagers on their own"
_COMMISSION = "Wagers with a commission"
_PARTS = "Wagers paid as their parts"
_SUPPORT = "Wagers in support of another"


def grouped(ruleset: Ruleset, rows: tuple[WagerResult, ...]) -> list[tuple[str, tuple[WagerResult, ...]]]:
    """Titles and rows; a single group has no title.  The order within a group is that of the rows."""
    lines = {wager.name.text: wager.lines for wager in ruleset.of(Wager)}
    groups: dict[str, list[WagerResult]] = {_MAIN: [], _PLAIN: []}
    late: dict[str, list[WagerResult]] = {_PARTS: [], _COMMISSION: [], _SUPPORT: []}
    for row in rows:
        title = _title(row, lines.get(row.wager, ()))
        (late if title in late else groups).setdefault(title, []).append(row)
    filled = [(title, tuple(members)) for title, members in (groups | late).items() if members]
    return [("", filled[0][1])] if len(filled) == 1 else filled


def _title(row: WagerResult, lines: tuple[WagerLine, ...]) -> str:
    def has(*kinds: type[WagerLine]) -> bool:
        return any(isinstance(line, kinds) for line in lines)

    if is_bundle(row) or has(Required):
        return _MAIN
    if has(NeedsAll, NeedsAny):
        return _SUPPORT
    if has(Commission):
        return _COMMISSION
    if has(PaidAs):
        return _PARTS
    lasting = next((line for line in lines if isinstance(line, LastsOne)), None)
    return f"Wagers that last one {lasting.act.text.replace('_', ' ')}" if lasting else _PLAIN
