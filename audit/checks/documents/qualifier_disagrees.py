"""A qualifying rank that is stated differently in two places.

What: The least hand that a dealer qualifies with, or that a wager is won with, given as one rank in one clause and as
    another in a second; a wager that is on a rank or better while its pay table pays lower hands, or has no row for it.
Why: Hands between the two ranks win by one clause and lose by the other.
Example: F.2 has the dealer qualify with queen high or better; J.4 with king high or better.
Instead: one clause gives the rank, the others refer to it.
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.pay_tables import is_table_of
from audit.checks.documents.quoting import quoted_around
from audit.checks.documents.ranks import BELOW, OR_BETTER, is_row_of, plain_rank
from audit.checks.documents.sentences import Sentence, sentences_of, sentences_with, straightened, ways
from audit.checks.documents.wagers_named import bare_name
from audit.checks.finding import Finding
from audit.documents.clauses import Clause, Table
from audit.language.diagnostics import Severity

NAME = "qualifier-disagrees"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "A qualifying rank must be the same wherever it is stated."
DEALER = "the dealer"


@dataclass(frozen=True)
class Qualifier:
    """The least rank with which somebody qualifies: ``who`` is the dealer, or the wager by its name."""

    who: str
    rank: str
    said: str
    sentence: Sentence
    start: int
    end: int
    under: frozenset[str]

    @property
    def clause(self) -> Clause:
        return self.sentence.clause

    @property
    def spot(self) -> Spot:
        return self.sentence.spot(self.start, self.end)


def check(written: Written) -> Iterator[Finding]:
    """Ranks that differ between clauses, then those that a pay table contradicts."""
    stated = tuple(q for s in sentences_with(written, "better", "higher", "above", "than") for q in _read(s))
    stated = (*stated, *_of_own_tables(written))
    yield from _between_clauses(written, stated)
    yield from _against_tables(written, stated)


_DEALER = re.compile(r"\bdealer(?:'?s)?\b[^,;.]{0,90}$|\bqualifying hand\b[^;.]{0,90}$", re.IGNORECASE)
_OF_ANOTHER = re.compile(r"\bplayers?\b|\b[Ww]agers?\b")
_IS_PLAYED = re.compile(r"\b(?:qualif\w*|hold|holds|ha[sv]e?|plays?|rank\w*|is|with|hand)\b", re.IGNORECASE)
_WAGER = re.compile(
    r"\b(?P<name>[A-Z][\w'-]*(?: (?:[A-Z][\w'-]*|It|of|the)){0,7}?)\"? [Ww]agers?\b|\"?(?P<quoted>[A-Z][\w' -]{2,30}?)\" means an?\b"
)
_PLAYER = re.compile(r"\b(?:player|player's|players?') (?:who|with|may)\b[^,;.]*$", re.IGNORECASE)


def _read(sentence: Sentence) -> Iterator[Qualifier]:
    words = re.sub(r"- (?=of\b|a\b|kind\b)", "--", sentence.words)[: len(sentence.words)]
    if "ealer" not in words and "ager" not in words or sentence.is_doubtful:
        return
    for pattern in (OR_BETTER, BELOW):
        for found in pattern.finditer(words):
            before = words[: found.start()]
            who = _who(before)
            rank = plain_rank(found["rank"])
            if who and not (pattern is BELOW and (rank.isdigit() or who != DEALER and not _LOSES.search(words))):
                said = sentence.words[found.start("rank") : found.end("rank")]
                said = re.sub(r"\s*-\s*", "-", " ".join(said.split()))
                yield Qualifier(who, rank, said, sentence, found.start(), found.end(), ways(words) & _CASES)


_IS_WON_ON = re.compile(r"\bthat\b|\brank of\b|\bif\b|\bmeans\b|\bwhether\b")
_IS_RANK = re.compile(r"\bhand (?:will|shall|must) (?:be|have)(?: a)?(?: rank of)? (?:an? )?$")
_LOSES = re.compile(r"\blos(?:e|es|ing)\b")
_CASES = frozenset(("alternative", "tournament", "joker"))


def _who(before: str) -> str:
    """Whose rank it is, from the words before: the dealer's where he is named last, a wager's where it is on the rank."""
    if (named_last := _DEALER.search(before)) and _IS_PLAYED.search(before[-60:]):
        clause_before = re.split(r"[,;:\"]", before[: named_last.end()])[-1]
        return "" if _OF_ANOTHER.search(clause_before) else DEALER
    is_players_choice = _PLAYER.search(before) and not _IS_RANK.search(before)
    if is_players_choice or not _IS_WON_ON.search(before):
        return ""
    named = list(_WAGER.finditer(before))
    if not named or re.search(r"\b(?:and|or) an? [A-Z][\w']* [Ww]ager\b", before):
        return ""
    last = named[-1]
    name = last["name"] or last["quoted"] or ""
    return " ".join(w for w in name.split() if w not in ("A", "An", "The", "Each", "If", "Any", "All"))


OWN_TABLE = "the table"


def _of_own_tables(written: Written) -> Iterator[Qualifier]:
    """The rank from which a clause pays, where it has one table of its own and names one rank."""
    for clause in written.clauses:
        if len(clause.tables) != 1:
            continue
        found = [
            (s, m) for s in sentences_of(clause) for m in OR_BETTER.finditer(s.words)
            if _PAYS.search(s.words) and not _OF_DEALER.search(s.words) and not s.is_doubtful
        ]
        if len(found) == 1:
            sentence, match = found[0]
            rank, under = plain_rank(match["rank"]), frozenset((clause.path,))
            yield Qualifier(OWN_TABLE, rank, match["rank"], sentence, match.start(), match.end(), under)


_OF_DEALER = re.compile(r"\b[Dd]ealer (?:has|holds|qualif|does)")
_PAYS = re.compile(r"\bplayer\b.*\b(?:paid|pay|bonus)\b|\b(?:paid|pay|bonus)\b.*\bplayer\b")


# clause against clause


def _between_clauses(written: Written, stated: Sequence[Qualifier]) -> Iterator[Finding]:
    groups: dict[tuple[tuple[str, ...], frozenset[str]], list[Qualifier]] = defaultdict(list)
    for n, qualifier in enumerate(stated):
        # Two ranks in one sentence are a choice, ``a straight or better or a flush or better``.
        if not any(q.sentence is qualifier.sentence and q.who == qualifier.who for m, q in enumerate(stated) if m != n):
            groups[bare_name(qualifier.who) or (qualifier.who,), qualifier.under].append(qualifier)
    for told in groups.values():
        if len({q.rank for q in told}) < 2 or len({q.clause.path for q in told}) < 2:
            continue
        usual = Counter(q.rank for q in told).most_common(1)[0][0]
        odd = next(q for q in reversed(told) if q.rank != usual)
        other = next(q for q in told if q.rank == usual)
        who = "the dealer qualifies" if odd.who == DEALER else f"{odd.who} qualifies"
        yield written.finding(
            NAME, SEVERITY, odd.spot, f"qualifier of {odd.who}",
            message=f"{who} with {odd.said} or better in {odd.clause.path}, with {other.said} or better in {other.clause.path}",
            condition=f"{odd.clause.path}: {_shown(odd)}. {other.clause.path}: {_shown(other)}.",
            criteria=CRITERIA,
            effect="hands between the two ranks are settled both ways",
            recommendation=f"Say in one place with which hand {who.replace(' qualifies', '')} qualifies.",
            others=[q.clause for q in told],
        )


def _shown(qualifier: Qualifier) -> str:
    return quoted_around(qualifier.sentence.words, qualifier.start, qualifier.end)


# clause against table


def _against_tables(written: Written, stated: Sequence[Qualifier]) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    tables = [(c, t) for c in written.clauses for t in c.tables]
    for qualifier in stated:
        if qualifier.who == DEALER or (qualifier.who, qualifier.rank) in seen:
            continue
        if qualifier.who == OWN_TABLE:
            owned = [(qualifier.clause, qualifier.clause.tables[0])]
        else:
            owned = [(c, t) for c, t in tables if is_table_of(qualifier.who, c, t)]
        for clause, table in owned:
            lower = _lower_rows(qualifier.rank, table)
            if lower:
                seen.add((qualifier.who, qualifier.rank))
                yield _lower_is_paid(written, qualifier, clause, table, lower)
            elif len(owned) == 1 and _has_no_row(qualifier.rank, table):
                seen.add((qualifier.who, qualifier.rank))
                yield _no_row(written, qualifier, clause, table)


_AMOUNT = re.compile(r"(\d[\d,]*(?:\.\d+)?)")


def _lower_rows(rank: str, table: Table) -> list[str]:
    """The labels of rows that pay hands below a rank; none where the rank has no row or the order cannot be told."""
    rows = [
        (straightened(row[0].words.strip()), next((c.words for c in row[1:] if c.words.strip()), ""))
        for row in table.rows[table.heads :] if row
    ]
    at = [n for n, (label, _) in enumerate(rows) if is_row_of(rank, plain_rank(label))]
    amounts = [float(m[1].replace(",", "")) if (m := _AMOUNT.search(paid)) else None for _, paid in rows]
    known = [a for a in amounts if a is not None]
    if not at or len(known) < 3 or known[0] == known[-1]:
        return []
    behind = rows[at[-1] + 1 :] if known[0] > known[-1] else rows[: at[0]]
    return [label for label, paid in behind if _AMOUNT.search(paid) and label]


def _has_no_row(rank: str, table: Table) -> bool:
    """Whether a table of ranks has none for a rank, though it has its least ones by name."""
    labels = [plain_rank(row[0].words) for row in table.rows[table.heads :] if row]
    is_of_ranks = sum(bool(re.fullmatch(_RANKED, label)) for label in labels) * 2 > len(labels) > 2
    return is_of_ranks and not any(is_row_of(rank, label) for label in labels)


_RANKED = r".*(?:flush|straight|of a kind|full house|pair).*"


def _told(qualifier: Qualifier) -> str:
    path, rank = qualifier.clause.path, f"{qualifier.said} or better"
    return f"{path} pays on {rank}" if qualifier.who == OWN_TABLE else f"{qualifier.who} is on {rank} in {path}"


def _no_row(written: Written, qualifier: Qualifier, clause: Clause, table: Table) -> Finding:
    place = f"table on line {table.first}" if is_scan(written) else f"table of {clause.path}"
    return written.finding(
        NAME, SEVERITY, qualifier.spot, f"table of {qualifier.who} {qualifier.rank}",
        message=f"{_told(qualifier)}; the {place} has no row for {qualifier.said}",
        condition=f"{qualifier.clause.path}: {_shown(qualifier)}. No row of the {place} is for {qualifier.said}.",
        criteria=CRITERIA,
        effect=f"{qualifier.said} wins by the words and is paid nothing by the table",
        recommendation="Add the row, or begin with the lowest hand that is paid.",
        others=[] if is_scan(written) else [clause],
    )


def _lower_is_paid(
    written: Written, qualifier: Qualifier, clause: Clause, table: Table, lower: Sequence[str]
) -> Finding:
    rows = " and ".join(lower[:3])
    # A scan may have left the table under another clause than its own.
    place = f"table on line {table.first}" if is_scan(written) else f"table of {clause.path}"
    return written.finding(
        NAME, SEVERITY, qualifier.spot, f"table of {qualifier.who} {qualifier.rank}",
        message=f"{_told(qualifier)}; its table also pays {rows}",
        condition=f"{qualifier.clause.path}: {_shown(qualifier)}. The {place} has a payout for {rows}, below it.",
        criteria=CRITERIA,
        effect=f"{rows} wins by the table and not by the words",
        recommendation="Strike the row, or begin with the lowest hand that is paid.",
        others=[] if is_scan(written) else [clause],
    )
