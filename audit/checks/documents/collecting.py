"""Clauses by which wagers are collected, and which wagers they name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from audit.checks.documents.context import Written
from audit.checks.documents.quoting import quoted
from audit.checks.documents.sentences import Sentence, sentences_with
from audit.checks.documents.wagers_named import is_named

_COLLECTS = re.compile(
    r"\b(?:wager|bet|stake)(?:s|\(s\))?(?: [\w,()'-]+){0,6} "
    r"(?:collected|forfeited|(?:placed|put|deposited) in(?:to)? the (?:table|chip|rack|tray|bank))\b"
    r"|\b(?:collects?|forfeits?)(?: (?!cards?\b)[\w,()'-]+){0,6} (?:wager|bet|stake)",
    re.IGNORECASE,
)
_DEFINES = re.compile(r"\W*\"|.{0,60}\bmeans\b")
_STAKE = re.compile(r"\b(?:wager|bet|stake)", re.IGNORECASE)
_LOSING = re.compile(r"\b(?:all |any |each |collect )?losing(?P<of> [^.;]{0,90}?\b(?:wager|bet|hand)s?\b)", re.IGNORECASE)
_ANY_WAGER = re.compile(r" (?:and \w+ )?(?:wager|bet)s?\b")
_UNCOLLECTED = re.compile(r"\b(?:neither|not) collect", re.IGNORECASE)


@dataclass(frozen=True)
class Collection:
    """A sentence by which stakes are taken; ``of_losing`` are its words of the losing ones, empty where it tells others."""

    sentence: Sentence
    of_losing: str
    is_named: bool = False
    """Whether these words name the wagers that are asked for."""

    @property
    def told(self) -> str:
        """The clause and its first words."""
        return f"{self.sentence.clause.path} ({quoted(self.sentence.words)})"


def collections_of(written: Written, wagers: Sequence[str]) -> list[Collection]:
    """The sentences that take stakes; as those that take losing ones, the ones that speak of all or of some of ``wagers``."""
    found = []
    for sentence in sentences_with(written, "collect", "forfeit", "place", "put", "deposit", "losing"):
        words = sentence.words
        if not _STAKE.search(words) or _DEFINES.match(words) or _UNCOLLECTED.search(words):
            continue
        losing = _LOSING.search(words)
        is_of_all = losing is not None and _ANY_WAGER.match(losing["of"]) is not None
        names = any(is_named(w, words) for w in wagers)
        if losing is not None and (is_of_all or names):
            found.append(Collection(sentence, losing.group(), any(is_named(w, losing.group()) for w in wagers)))
        elif _COLLECTS.search(words):
            found.append(Collection(sentence, ""))
    return found
