"""The words of a transcript: what a wager brought, for which reason, by which clauses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from audit.checks.wording import money
from audit.language.quoting import words_of_line
from audit.language.syntax import Source
from audit.play import events as ev
from audit.ruleset import expressions as ex
from audit.ruleset import tables as tb
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import read_value
from audit.ruleset.money import Odds, plain
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset

RESULTS = {"lose half": "loses half of its stake", "void": "is void", "return": "comes back"}
_ROW = re.compile(r"(?:win|lose|lose half|push|void|return)\s+(?:on\s+)?(.*)")
_LIST = re.compile(r".*(,| through ).*")


def settled(event: ev.Settled, sources: Mapping[str, Source], stake: Fraction | None = None) -> str:
    """``wins $10 at 1 to 1: the point``; ``wins $9.50 net, paid 1 to 1`` where something is taken off a ``stake``."""
    because = reason(event, sources)
    behind = f": {because}" if because else ""
    if event.net is None:
        return f"wins, and no clause states the payout{behind}"
    match event.result:
        case "win":
            return f"wins {money(event.net)}{_at(event, stake)}{behind}"
        case "lose":
            return f"loses {money(-event.net)}{behind}"
        case "push":
            return f"pushes{f', {signed(event.net)}' if event.net else ''}{behind}"
        case other:
            gained = f", {signed(event.net)}" if event.net else ""
            return f"{RESULTS.get(other, other)}{gained}{behind}"


def dealer_settled(event: ev.DealerSettled, sources: Mapping[str, Source], stake: Fraction | None = None) -> str:
    """``loses $10 to the player``, ``wins $10 from the player at 1 to 1``: a wager of the dealer's, from the dealer's side."""
    own = replace(event, net=None if event.net is None else -event.net)
    words = settled(own, sources, stake)
    for verb, who in (("wins", "from"), ("loses", "to")):
        won = own.net if verb == "wins" else event.net
        if won is not None and won > 0:
            words = words.replace(f"{verb} {money(won)}", f"{verb} {money(won)} {who} the player", 1)
    return words


def of_role(event: ev.Event) -> str:
    """What is told of a role that the player holds; nothing for another event."""
    match event:
        case ev.RoleTaken(role, share):
            shared = f", and the dealer takes {plain(share * 100)}% of the result" if share is not None else ""
            return f"player holds {role}{shared}"
        case ev.TakenAsMet():
            return f"taken as met: {event.words}"
        case ev.NoneAgainst(role):
            return f"no wager is against {role} in this round"
        case ev.RoleSettled(role, gross, taken, commission, net):
            told = [f"{role} brings the player {signed(gross)}"]
            if taken:
                told.append(f"the dealer takes {signed(taken)} of it")
            if commission:
                told.append(f"a commission of {money(commission)} is charged")
            return f"{', '.join(told)}{f': {signed(net)} is left' if len(told) > 1 else ''}"
    return ""


def _at(event: ev.Settled, stake: Fraction | None) -> str:
    if not event.payout:
        return ""
    if event.payout == "as its parts":
        return " by its parts"
    odds = read_value(event.payout)
    is_net = stake is not None and isinstance(odds, Odds) and event.net != odds.net * stake
    return f" net, paid {event.payout}" if is_net else f" at {event.payout}"


def reason(event: ev.Settled, sources: Mapping[str, Source]) -> str:
    """What made it so, in the words of the line that did: ``6 is one of 5, 6, 7, 8``, ``the point``."""
    for basis in event.bases:
        row = _ROW.fullmatch(words_of_line(basis.span, sources))
        if row is None:
            continue
        tests = row[1].strip()
        if not event.because or tests == event.because:
            return tests
        if tests == "otherwise":
            return f"{event.because}, and nothing else fits"
        return f"{event.because} is one of {tests}" if _LIST.fullmatch(tests) else f"{event.because}, {tests}"
    return event.because


def signed(amount: Fraction) -> str:
    return f"+{money(amount)}" if amount > 0 else money(amount)


def clauses(bases: Iterable[Basis]) -> str:
    """The clauses of the lines concerned, those of one line with commas; what is assumed says so."""
    groups: list[str] = []
    for basis in bases:
        found = [str(c) for c in basis.cites]
        if not found and basis.assumption is not None:
            found = ["assumed"]
        if found:
            groups.append(", ".join(dict.fromkeys(found)))
    return "; ".join(dict.fromkeys(groups))


def row_words(ruleset: Ruleset, sources: Mapping[str, Source]) -> dict[Span, str]:
    """The tests of each row of each table that decides or pays, in the words of the file: ``dealer_qualifies, higher``."""
    found: dict[Span, str] = {}
    tables = [stated.table for stated in ruleset.of(tb.SettleTable)]
    tables += [stated.table for stated in ruleset.of(tb.PaysTable)]
    tables += [stated.table for stated in ruleset.of(tb.PayoutList)]
    tables += [stated.table for stated in ruleset.of(tb.Bonus)]
    tables += [stated.table for stated in ruleset.of(tb.Way)]
    for table in tables:
        for row in table.rows:
            words = _tests(table.columns, words_of_line(row.basis.span, sources))
            if words:
                found[row.basis.span] = words
    return found


def _tests(columns: tuple[tb.Column, ...], line: str) -> str:
    """The cells of a row that test something, without ``any``; a yes or no is told by what it is asked of."""
    cells = [cell.strip() for cell in line.strip("| ").split("|")]
    # A table that is spread over its columns keeps one of those once it is configured; what it tests stands before them.
    is_whole = len(cells) == len(columns) or not any(isinstance(column, tb.Looks) for column in columns[1:])
    if not is_whole:
        return ""
    told = []
    for column, cell in zip(columns, cells, strict=False):
        if not isinstance(column, tb.Looks) or cell == "any":
            continue
        names = [str(node.name) for node in walk(column.what) if isinstance(node, ex.Called)]
        if cell in ("yes", "no") and names:
            told.append(names[0] if cell == "yes" else f"not {names[0]}")
        else:
            told.append("no other row fits" if cell == "otherwise" else cell)
    return ", ".join(told)


def payment(event: ev.Event) -> str:
    """What was paid beside the result of a wager; nothing for another event."""
    match event:
        case ev.BonusSettled(result="nothing"):
            return f"{event.bonus} pays nothing"
        case ev.BonusSettled(net=None):
            return f"{event.bonus} is due, and no clause states what it pays"
        case ev.BonusSettled():
            at = f" at {event.payout}" if event.payout else ""
            return f"{event.bonus} pays {money(event.net or Fraction(0))}{at}"
        case ev.PaidBeside():
            amount = money(event.amount) if event.amount is not None else event.payout
            needs = f" with {event.needs}" if event.needs else ""
            return f"{event.wager} gives {event.to}{needs} {amount}"
        case ev.Capped():
            cut = f"by {money(event.cut)}" if event.cut is not None else "if the house sets a cap"
            return f"{event.wager} is cut {cut}"
        case ev.MeterPaid():
            left = money(event.left) if event.left is not None else "an amount that is not stated"
            return f"{event.meter} pays {money(event.paid)} and stands at {left}"
        case _:
            return ""
