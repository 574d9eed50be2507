"""What clauses say of a hand that ties with the dealer's."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.sentences import Sentence, sentences_of

WINS, STAYS, LOSES = "win", "push", "lose"
_TIE = re.compile(
    r"\b[Ii]f (?:the hand of the player|the player's hand|a player's hand|the hands?|both hands|the two hands)\b[^,;]{0,60}?"
    r"\b(?:ties?|tied|equals?|equal (?:to|in rank)|of equal rank|(?:of )?identical)\b[^,;]{0,80},(?P<result>[^;]*)"
)
_RESULTS = {
    WINS: re.compile(r"\b(?:shall|will) win\b|\bthe player (?:shall|will) win\b|\bpaid\b"),
    LOSES: re.compile(r"\b(?:shall|will) lose\b|\bdealer (?:shall|will) win\b"),
    STAYS: re.compile(
        r"\bpush\b|\breturned\b|\b(?:neither|not) collect(?:ed)? (?:n?or) pa(?:y|id)\b|\bstand-?off\b"
    ),
}
_NO_HAND = re.compile(r"\b[A-Z][\w'-]* (?:[Ww]agers?|[Bb]ets?)\b")


@dataclass(frozen=True)
class Tie:
    """A result of a tie: ``result`` is what the player's hand does then."""

    result: str
    sentence: Sentence
    start: int
    end: int

    @property
    def spot(self) -> Spot:
        return self.sentence.spot(self.start, self.end)


def ties_of(written: Written) -> Iterator[Tie]:
    """The results of a tie that clauses give for a hand as a whole; one for a named wager alone is left out."""
    for clause in written.clauses:
        before: Tie | None = None
        for sentence in sentences_of(clause):
            if sentence.is_doubtful:
                before = None
                continue
            found = _TIE.search(sentence.words)
            said = found["result"] if found else sentence.words
            if found and not _NO_HAND.search(said):
                told = [name for name, pattern in _RESULTS.items() if pattern.search(said)]
                before = Tie(told[0], sentence, found.start("result"), found.end()) if len(told) == 1 else None
                if before is not None:
                    yield before
            elif before is not None and re.match(r"(?:In such case, )?[Tt]he dealer shall\b", said):
                stays = _RESULTS[STAYS].search(said)
                if stays:
                    yield Tie(STAYS, sentence, stays.start(), stays.end())
                before = None
            else:
                before = None
