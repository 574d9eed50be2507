"""What a clause cites another for, and whether the other speaks of it: ``revealing the cards as prescribed in (J)(2)``."""

from __future__ import annotations

import re
from collections.abc import Iterator

from audit.checks.documents.titles import is_among, stems
from audit.documents.clauses import Clause, walk
from audit.documents.references import Reference

_AS = re.compile(
    r",? as (?:prescribed|described|set forth|outlined|provided|required|determined|specified)(?: for)?(?: in| by| under)?"
    r"(?: the provisions of)?\s+$"
)
_ODDS_IN = re.compile(
    r"\bthe (?P<what>(?:minimum )?(?:payout odds|payoff odds|odds|payout table|pay ?table))(?: (?:required|listed|contained|set forth))?"
    r" (?:in|under|by)\s+$"
)
_LIMIT_IN = re.compile(r"\bthe (?P<what>(?:maximum )?payout (?:limit(?:ation)?s?|maximums?)) (?:\w+ )?(?:in|under|by)(?: the)?\s+$")
_LIMIT = re.compile(r"\bmaximum\b|\blimit|\bnot exceed\b|\bno more than\b|\bup to\b|\bcap(?:ped)?\b", re.IGNORECASE)
_SUBJECT_TO = re.compile(r"\bthe (?:maximum )?payout (?:limit(?:ation)?s?|maximums?) (?:\w+ )?(?:in|under|by)\b", re.IGNORECASE)
_ODDS = re.compile(r"\b\d[\d,.]* ?(?:to|for|:) ?\d")
_PAY_OUT = re.compile(r"\bp(ay|aid|ays) out\b", re.IGNORECASE)
_EXCEPT = re.compile(r"\b(?:except|unless otherwise|other than|notwithstanding)\b[^.;]{0,20}$", re.IGNORECASE)
_SENTENCE = re.compile(r"[.;:](?=\s)")
_FARTHEST = 300
_LAST = 10
"""Words before the citation that say what it is for."""
_NEAREST = 5
_MOST = 150
"""Different words of a clause cited; one of more is a section, which need not repeat what it is cited for."""
_COMMON = frozenset(
    ("dealer", "player", "hand", "card", "wager", "bet", "shall", "will", "may", "not", "be", "is", "are", "has", "have",
     "had", "been", "each", "all", "any", "one", "other", "such", "game", "casino", "property", "table", "if", "then", "it",
     "this", "that", "must", "after", "before", "prior", "upon", "when", "who", "he", "she", "they", "his", "her", "their",
     "than", "into", "out", "up", "unless", "authorized", "permitted", "which", "made", "make")
)  # fmt: skip


def cited_for(words: str, reference: Reference) -> str:
    """What a clause is cited for, in the words before ``as prescribed in``, or the odds in it; empty where nothing is said."""
    before = words[max(0, reference.whole[0] - _FARTHEST) : reference.whole[0]]
    odds = _ODDS_IN.search(before)
    if odds is not None:
        return odds["what"]
    limit = _LIMIT_IN.search(before)
    if limit is not None:
        return limit["what"]
    joint = _AS.search(before)
    if joint is None or _EXCEPT.search(before[: joint.start()]):
        return ""
    last = _SENTENCE.split(before[: joint.start()])[-1].split()[-_LAST:]
    return " ".join(last)


def speaks_of(clause: Clause, matter: str) -> bool | None:
    """Whether a clause, with all below it, has any of the words that tell a matter; None where it is too long to say."""
    wanted = [stem for stem in stems(matter) if stem not in _COMMON]
    said = " ".join(_words(clause))
    if _is_of_limit(matter):
        return _has_limit(said)
    there = stems(_PAY_OUT.sub("payout", said))
    if not wanted or len(there) > _MOST:
        return None
    if _is_of_odds(matter) and _has_odds(clause, said):
        return True
    return any(is_among(stem, there) for stem in wanted)


def speaks_of_all(clause: Clause, matter: str) -> bool:
    """Whether it has all of those words that stand last; of odds, whether it states any."""
    wanted = [stem for stem in stems(" ".join(matter.split()[-_NEAREST:])) if stem not in _COMMON]
    said = " ".join(_words(clause))
    if _is_of_odds(matter):
        return _has_odds(clause, said)
    if _is_of_limit(matter):
        return _has_limit(said)
    there = stems(said)
    whose = _owner_of_cards(matter)
    if whose and not re.search(rf"\b{whose}'?s? (?:own )?(?:\w+ )?cards?\b|\bcards? of the {whose}\b", said.replace("’", "'")):
        return False
    return bool(wanted) and all(is_among(stem, there) for stem in wanted)


_CARDS_OF = re.compile(r"\b(?:(?P<named>dealer|player)(?:'s|s') |(?:his or her|his|her|their) (?:own )?)cards?\b")


def _owner_of_cards(matter: str) -> str:
    """Whose cards a matter is about: ``dealer``, ``player``, or empty where it names nobody's."""
    words = matter.replace("’", "'")
    found = _CARDS_OF.search(words)
    if found is None:
        return ""
    before = re.findall(r"\b(dealer|player)", words[: found.start()])
    return found["named"] or (before[-1] if before else "")


def _is_of_odds(matter: str) -> bool:
    return _ODDS_IN.fullmatch(f"the {matter} in ") is not None


def _is_of_limit(matter: str) -> bool:
    return _LIMIT_IN.fullmatch(f"the {matter} in ") is not None


def _has_limit(said: str) -> bool:
    """Whether it states a limit itself; one that it cites is another's."""
    return bool(_LIMIT.search(_SUBJECT_TO.sub("", said)))


def _has_odds(clause: Clause, said: str) -> bool:
    """Whether it states odds, or has a table."""
    return bool(_ODDS.search(said)) or any(one.tables for one in walk([clause]))


def _words(clause: Clause) -> Iterator[str]:
    for one in walk([clause]):
        yield one.words
        for table in one.tables:
            yield from (cell.words for row in table.rows for cell in row)
