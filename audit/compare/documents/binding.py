"""What binds in a run of words: duties, permissions, prohibitions, and what becomes of a wager."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from audit.compare.documents.entries import MatterKind
from audit.compare.documents.lexicon import ALLOWED, EXCEPTIONS, FORBIDDEN, force
from audit.compare.documents.outcomes import outcome
from audit.compare.documents.words import Token, TokenKind

_FORBIDS = "forbids"
_OBLIGES = "obliges"
_NEAR = 2
_FAR = 8


def bonds(tokens: Sequence[Token]) -> Iterator[str]:
    """What each bond does: obliges, permits, forbids, or the outcome that it names; a bond of several words once.

    "No … is to be …", "is not permitted", "is prohibited" forbid as "shall not" does; "is to be" obliges.
    """
    negated = -_FAR - 1
    for n, token in enumerate(tokens):
        if token.kind is TokenKind.MODAL:
            does = force(token.key)
            yield _FORBIDS if n - negated <= _FAR and tokens[negated].key == "no" else does
        elif token.matter is MatterKind.NEGATION and token.key not in EXCEPTIONS:
            negated = n
        elif token.key in FORBIDDEN or (token.key in ALLOWED and 0 < n - negated <= _NEAR):
            yield _FORBIDS
        elif _is_to_be(tokens, n):
            yield _FORBIDS if n - negated <= _FAR else _OBLIGES
        elif token.kind is TokenKind.WORD and outcome(token.key):
            yield outcome(token.key)


def _is_to_be(tokens: Sequence[Token], n: int) -> bool:
    return tokens[n].key in ("is", "are") and [t.key for t in tokens[n + 1 : n + 3]] == ["to", "be"]
