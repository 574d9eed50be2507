"""A wager of which the document does not say what it pays, what it wins on, or what it loses on.

What: A wager with a winning condition and, other than the wagers beside it, no losing one; a wager that neither a table
    nor a sentence gives a payout; wagers paid against a dealer's hand with no word of the hand that loses; a winner that
    is not to be paid and of whose stake nothing is said; a hand that is to be paid and has no row; a game whose wagers
    nothing decides; a row of a pay table without odds.
Why: Without a payout no house edge can be verified; without a losing condition no clause says when the
    stake may be taken.
Example: Four the Hardway wins on 2-2; that it loses on a 7 or an easy 4 is nowhere said.
Instead: and loses if a 7, or its number in any other way, is thrown first.
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from audit.checks.documents.collecting import Collection, collections_of
from audit.checks.documents.context import Spot, Written
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.pay_tables import is_table_of
from audit.checks.documents.quoting import quoted
from audit.checks.documents.ranks import OR_BETTER, is_row_of, plain_rank
from audit.checks.documents.sentences import Sentence, all_sentences, sentences_with, straightened
from audit.checks.documents.wagers_named import Defined, defined_wagers, is_named, label_rows
from audit.checks.documents.wagers_settled import is_paid, is_said_to_lose
from audit.checks.finding import Finding
from audit.documents.clauses import CERTAIN, Clause, Table
from audit.language.diagnostics import Severity

NAME = "result-unstated"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "A wager must state what wins, what loses and what it pays."
NO_STAKE = "the house has no clause by which to take the stake"
UNSAID = "when the stake is lost is left to the reader"
UNTOLD = "which wagers are the losing ones is left to be inferred from those that are paid"
NO_LOWER = "none of the clauses that take stakes speaks of a hand lower than the dealer's"
NO_EDGE = "the house edge is not verifiable"


def check(written: Written) -> Iterator[Finding]:
    """Wagers that nothing lets lose, then those that nothing pays, games that decide nothing, rows without odds."""
    yield from _never_lost(written)
    yield from _never_paid(written)
    yield from _unpaid_hands(written)
    yield from _unpaid_winners(written)
    yield from _against_the_dealer(written)
    yield from _undecided(written)
    yield from _bare_rows(written)


# wagers with a win and no loss


def _never_lost(written: Written) -> Iterator[Finding]:
    for beside in _lists(written):
        won = [w for w in beside if w.wins]
        silent = [w for w in won if not is_said_to_lose(written, w)]
        if silent and len(won) - len(silent) >= max(2, len(silent)):
            yield _silent(written, silent, len(won) - len(silent))


def _lists(written: Written) -> list[list[Defined]]:
    """The wagers that clauses beside one another define."""
    lists: dict[str, list[Defined]] = defaultdict(list)
    for wager in defined_wagers(written):
        over = written.above.get(wager.clause.path)
        lists[over.path if over else ""].append(wager)
    return list(lists.values())


def _silent(written: Written, silent: Sequence[Defined], others: int) -> Finding:
    names = _few([w.name for w in silent])
    many = len(silent) > 1
    paths = _few([w.clause.path for w in silent])
    return written.finding(
        NAME, SEVERITY, silent[0].sentence.spot(), f"loses {' '.join(w.name for w in silent)}",
        message=f"no clause says what {names} {'lose' if many else 'loses'} on",
        condition=f"What {names} {'win' if many else 'wins'} on is stated; what loses, or ties, is not. "
        f"Of the wagers beside {'them' if many else 'it'}, {others} say both.",
        criteria=CRITERIA,
        cause=f"{paths} {'give' if many else 'gives'} only what wins.",
        effect=UNSAID,
        recommendation=f"State what {names} {'lose' if many else 'loses'} on.",
        others=[w.clause for w in silent],
    )


def _few(names: Sequence[str]) -> str:
    shown = list(names[:4]) + ([f"{len(names) - 4} more"] if len(names) > 4 else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


# wagers without a payout


_MOST_UNPAID = 0.25
"""Share of unpaid wagers of a list beyond which we read the pay table wrong, or it stands elsewhere."""


def _never_paid(written: Written) -> Iterator[Finding]:
    if is_scan(written):
        return
    for beside in _lists(written):
        unpaid = [w for w in beside if not w.is_like_another and not is_paid(written, w)]
        if len(beside) < 4 or not unpaid or len(unpaid) > max(1, len(beside) * _MOST_UNPAID):
            continue
        for wager in unpaid:
            yield written.finding(
                NAME, SEVERITY, wager.sentence.spot(), f"pays {wager.name}",
                message=f"what {wager.name} pays is not stated",
                condition=f"{wager.clause.path} defines {wager.name}; no row of a pay table and no sentence by that name gives it odds.",
                criteria=CRITERIA,
                cause=f"The {len(beside) - len(unpaid)} wagers beside it have a payout; this one was left out.",
                effect=NO_EDGE,
                recommendation=f"State the odds of {wager.name}.",
            )


# hands that a wager is said to pay


_ELIGIBLE = re.compile(
    r"\b(?:The |Each |All )?(?P<who>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,6}) [Ww]ager hands (?:eligible|that qualify) for (?:a )?payout\b"
)
_HAND = re.compile(r"^\W*(?:An? )?(?P<hand>[\w-]+(?: [\w-]+){0,3}?)\W{1,2}(?:which is|is|means|consists)\b")


def _unpaid_hands(written: Written) -> Iterator[Finding]:
    for clause in written.clauses if not is_scan(written) else ():
        found = _ELIGIBLE.search(straightened(clause.text.words))
        if not found:
            continue
        tables = [(c, t) for c in written.clauses for t in c.tables if is_table_of(found["who"], c, t)]
        if len(tables) != 1:
            continue
        owner, table = tables[0]
        labels = [plain_rank(row[0].words) for row in table.rows[table.heads :] if row]
        for child in clause.children:
            hand = _HAND.match(straightened(child.words))
            if hand and not any(is_row_of(plain_rank(hand["hand"]), label) for label in labels):
                yield _unpaid_hand(written, child, hand["hand"], found["who"], owner)


def _unpaid_hand(written: Written, clause: Clause, hand: str, who: str, owner: Clause) -> Finding:
    return written.finding(
        NAME, SEVERITY, Spot(clause, 0, len(clause.text.words)), f"{who} pays {hand}",
        message=f"{clause.path} makes a {hand} eligible for a payout of {who}; the table of {owner.path} has no row for it",
        condition=f"The table of {owner.path} pays the other hands of the list, and not the {hand}.",
        criteria=CRITERIA,
        effect=NO_EDGE,
        recommendation=f"State the odds of the {hand}, or strike it from the list.",
        others=[owner],
    )


# a winner that is not paid


_NOT_PAID = re.compile(
    r"\b(?:the|an?) (?P<who>[A-Z][\w'-]*(?: [A-Z][\w'-]*){0,3}) [Ww]ager (?:may|shall|will) not be paid unless (?P<case>[^.;]*)"
)
_SETTLED = re.compile(r"\bpush|\breturn|\btie|\blos[et]|\bcollect|\bretain|\bkeep", re.IGNORECASE)


def _unpaid_winners(written: Written) -> Iterator[Finding]:
    for sentence in sentences_with(written, "not be paid unless"):
        found = _NOT_PAID.search(sentence.words)
        ranks = [m["rank"].lower() for m in OR_BETTER.finditer(found["case"])] if found else []
        if not found or not ranks or sentence.is_doubtful:
            continue
        who = found["who"]
        told = (s for s in sentences_with(written, ranks[0]) if s is not sentence and is_named(who, s.words))
        if any(_SETTLED.search(s.words) for s in told):
            continue
        path = sentence.clause.path
        yield written.finding(
            NAME, SEVERITY, sentence.spot(found.start(), found.end()), f"unpaid winner {who}",
            message=f"no clause says what becomes of the {who} Wager on a winning hand for which {path} bars its payment",
            condition=f"{path}: {quoted(found.group(), 240)}. What becomes of the stake otherwise is not said.",
            criteria=CRITERIA,
            effect="the stake of a winner is neither paid, returned nor taken",
            recommendation=f"Say whether the {who} Wager is returned or lost on such a hand.",
        )


# a hand against the dealer's


_WIN_AGAINST = re.compile(
    r"\bpa(?:id|y|ys)\b[^.;]{0,160}?\b(?:higher than|outranks?|beats?|exceeds?)\b[^.;]{0,40}?\bdealer"
)
_LOSE_AGAINST = re.compile(
    r"\b(?:lower|worse) (?:in rank )?than\b[^.;]{0,40}?\bdealer|\bdealer's (?:[\w-]+ ){0,4}?(?:is|has|ranks?|beats|outranks)\b[^.;]{0,30}"
    r"?\b(?:higher|player)|\bdealer (?:[\w-]+ ){0,3}?(?:beats|outranks|wins)\b|\blos[ei]\w*\b[^.;]{0,100}\bdealer's (?:[\w-]+ ){0,3}hand"
    r"|\bless than (?:that of )?the dealer|\bdealer's (?:[\w-]+ ){0,3}?(?:exceeds|is (?:greater|closer))"
    r"|\b(?:otherwise|other hands?|other cases?)\b[^.;]{0,60}\blos[et]"
    r"|\b(?:not|fails? to)\b[^.;,]{0,25}\b(?:higher|better|beats?|exceeds?|outranks?)\b|\blower(?:[- ]ranking)? hands?\b|\binferior\b"
    r"|\branked[: ]*$|\blower than that of the dealer|\b(?:ranks?|ranked) (?:below|lower)",
    re.IGNORECASE,
)
_ALL = "the wagers"
_WAGERS = re.compile(r"\b([A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|and|or|the|its)){0,7}? [Ww]agers?)\b")


def _against_the_dealer(written: Written) -> Iterator[Finding]:
    sentences = sentences_with(written, "dealer", "rank", "other")
    paying = [s for s in sentences if _WIN_AGAINST.search(s.words) and "regardless" not in s.words]
    if not paying or any(_LOSE_AGAINST.search(s.words) for s in sentences) or _is_item_lower(written):
        return
    first = paying[0]
    wagers = _named(first)
    path = first.clause.path
    lose = "lose" if " and " in wagers or wagers == _ALL else "loses"
    taking = collections_of(written, [w for w in wagers.split(" and ") if w != _ALL])
    losing = [t for t in taking if t.of_losing]
    losing = [t for t in losing if t.is_named] or losing
    yield written.finding(
        NAME, Severity.NOTE if losing else SEVERITY, first.spot(), f"loses against the dealer {wagers}",
        message=f"no clause says that {wagers} {lose} to a higher hand of the dealer",
        condition=f"{path} pays {wagers} where the player's hand is higher; what happens where it is lower is not said.",
        criteria=CRITERIA,
        cause=_taken(losing, taking),
        effect=UNTOLD if losing else NO_LOWER if taking else NO_STAKE,
        recommendation=f"State that {wagers} {lose} where the dealer's hand ranks higher.",
        others=[*(s.clause for s in paying[1:3]), *(t.sentence.clause for t in (losing or taking)[:_MOST_TAKING])],
    )


_MOST_TAKING = 4
"""Clauses by which stakes are taken that a finding names."""


def _taken(losing: Sequence[Collection], taking: Sequence[Collection]) -> str:
    """What the document says of taking stakes, in words."""
    if losing:
        first = losing[0]
        return f"{first.sentence.clause.path} speaks of {quoted(first.of_losing)}; which hand makes a wager a losing one is nowhere said."
    if not taking:
        return ""
    told = list(dict.fromkeys(t.told for t in taking))
    more = f" and {len(told) - _MOST_TAKING} more" if len(told) > _MOST_TAKING else ""
    return f"Stakes are taken by {'; '.join(told[:_MOST_TAKING])}{more}."


def _is_item_lower(written: Written) -> bool:
    return any(re.match(r"\W*(?:is )?(?:ranked )?lower\b", c.text.words, re.IGNORECASE) for c in written.clauses)


def _named(sentence: Sentence) -> str:
    names = [n for n in dict.fromkeys(_WAGERS.findall(sentence.words)) if not n.lower().startswith(("a ", "the "))]
    return _few([re.sub(r"^(?:Each|The|A|An|All|Winning) ", "", n) for n in names[:2]]) if names else _ALL


# a game that decides nothing


_DECIDES = re.compile(
    r"\bwins?\b|\bwon\b|\blos(?:e|es|ing|t)\b|\brank|\bhighe(?:r|st)\b|\bqualif|\beligible\b|\bpoint\b|\bis a wager\b", re.IGNORECASE
)
_NAMED_WINNING = re.compile(r"\b[Ww]inning (?:[Ww]agers?|[Bb]ets?)\b")


def _undecided(written: Written) -> Iterator[Finding]:
    paying = [(c, t) for c in written.clauses for t in c.tables if len(t.rows) - t.heads > 2 and _has_odds(t)]
    if not paying or is_scan(written):
        return
    for sentence in all_sentences(written):
        if _DECIDES.search(_NAMED_WINNING.sub("", sentence.words)):
            return
    clause, table = paying[0]
    labels = _few([r[0].words.strip() for r in table.rows[table.heads :] if r])
    yield written.finding(
        NAME, SEVERITY, Spot(clause, 0, len(clause.text.words)), "decides nothing",
        message="no clause says when a wager wins or loses",
        condition=f"{clause.path} pays {labels}; no clause says what such a wager wins on, or loses on.",
        criteria=CRITERIA,
        cause="The payouts are listed and the wagers are nowhere defined.",
        effect=NO_STAKE,
        recommendation="Say what each wager of the list wins on, and that it loses on all else.",
    )


# rows


_ODDS = re.compile(r"\d+ ?(?:to|for|:) ?\d|\$ ?\d|\d ?%|\bpush\b", re.IGNORECASE)


def _has_odds(table: Table) -> bool:
    rows = table.rows[table.heads :]
    return sum(any(_ODDS.search(c.words) for c in row[1:]) for row in rows) * 2 > len(rows)


def _bare_rows(written: Written) -> Iterator[Finding]:
    if is_scan(written):
        return
    has_odds = {id(table): _has_odds(table) for clause in written.clauses for table in clause.tables}
    told = defaultdict[str, list[Table]](list)
    for _, table, label, cells in label_rows(written):
        if any(cells):
            told[label.lower()].append(table)
    for clause, table, label, cells in label_rows(written):
        if table.confidence < CERTAIN or not has_odds[id(table)] or not cells or any(cells) or label.endswith(":"):
            continue
        # A label by itself may head the rows below it; one that is paid elsewhere, or is a wager's name, is a row.
        is_elsewhere = any(other is not table for other in told[label.lower()])
        is_row = is_elsewhere or any(is_named(w.name, label) for w in defined_wagers(written))
        if label and is_row:
            yield _bare_row(written, clause, label)


def _bare_row(written: Written, clause: Clause, label: str) -> Finding:
    return written.finding(
        NAME, SEVERITY, Spot(clause, 0, len(clause.text.words)), f"row {label}",
        message=f"the row {label} of the table of {clause.path} has no odds",
        condition=f"Every other row of the table of {clause.path} has odds.",
        criteria=CRITERIA,
        effect=NO_EDGE,
        recommendation=f"State the odds of {label}, or strike the row.",
    )
