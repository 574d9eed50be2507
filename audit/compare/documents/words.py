"""The words of a clause as a reviewer compares them: values as values, references as one, punctuation apart."""

from __future__ import annotations

import enum
from typing import NamedTuple

from audit.compare.documents.entries import MatterKind
from audit.compare.documents.lexicon import CARDS, CONTRACTED, LIMIT_BEGINS, LIMIT_PHRASES, LIMITS, NEGATIONS, VERBS
from audit.compare.documents.quantities import Quantity, quantities
from audit.compare.documents.raw import Raw, raw_tokens
from audit.compare.documents.references import Reference, references


class TokenKind(enum.Enum):
    WORD = "word"
    QUANTITY = "quantity"
    REFERENCE = "reference"
    MODAL = "modal verb"


class Token(NamedTuple):
    """Something that is compared whole: equal ``key``, equal meaning.  ``mask`` is what remains when values may differ.

    ``start`` and ``end`` are offsets in the words; ``matter`` says what a change of it would be, None for plain words.
    ``detail`` is the quantity or the reference read.
    """

    key: str
    mask: str
    start: int
    end: int
    kind: TokenKind
    matter: MatterKind | None = None
    detail: Quantity | Reference | None = None


def read_words(text: str) -> tuple[Token, ...]:
    """The tokens of a text; punctuation and enumerators in parentheses are none."""
    raws = raw_tokens(text)
    refs = references(text)
    made: list[Token] = []
    known = {q.first: q for q in quantities(text, raws)}
    at, next_ref = 0, 0
    while at < len(raws):
        raw = raws[at]
        while next_ref < len(refs) and refs[next_ref].end <= raw.start:
            next_ref += 1
        if next_ref < len(refs) and refs[next_ref].start <= raw.start:
            ref = refs[next_ref]
            label = ".".join(ref.steps).casefold()
            made.append(
                Token(f"ref:{label}", "ref", ref.start, ref.end, TokenKind.REFERENCE, MatterKind.REFERENCE, ref)
            )
            while at < len(raws) and raws[at].start < ref.end:
                at += 1
            continue
        quantity = known.get(at)
        if quantity is not None and not _is_enumerator(raws, quantity, made):
            end = raws[quantity.last - 1].end
            mask = f"#{quantity.kind.value}"
            made.append(Token(quantity.key, mask, raw.start, end, TokenKind.QUANTITY, quantity.kind, quantity))
            at = quantity.last
            continue
        if quantity is not None:
            at = quantity.last
            continue
        limit = _limit(raws, at) if raw.low in LIMIT_BEGINS else None
        if limit is not None:
            key, last = limit
            made.append(Token(key, key, raw.start, raws[last - 1].end, TokenKind.WORD, MatterKind.LIMIT))
            at = last
            continue
        verb = _modal(raws, at)
        if verb is not None:
            key, last = verb
            made.append(
                Token(f"modal:{key}", "modal", raw.start, raws[last - 1].end, TokenKind.MODAL, MatterKind.MODAL)
            )
            at = last
            continue
        if raw.kind in ("word", "number") and not _is_letter_enumerator(raws, at):
            made.append(_word(raw))
        at += 1
    return tuple(made)


def _word(raw: Raw) -> Token:
    if raw.low in NEGATIONS:
        return Token(raw.low, raw.low, raw.start, raw.end, TokenKind.WORD, MatterKind.NEGATION)
    if raw.low in CARDS:
        return Token(raw.low, raw.low, raw.start, raw.end, TokenKind.WORD, MatterKind.CARDS)
    matter = MatterKind.LIMIT if raw.low in LIMITS else None
    return Token(raw.low, raw.low, raw.start, raw.end, TokenKind.WORD, matter)


def _limit(raws: list[Raw], at: int) -> tuple[str, int] | None:
    """The longest phrase that says how much or how little, and where it ends."""
    for length in (3, 2):
        phrase = tuple(raw.low for raw in raws[at : at + length])
        if phrase in LIMIT_PHRASES:
            return " ".join(phrase), at + len(phrase)
    return None


def _modal(raws: list[Raw], at: int) -> tuple[str, int] | None:
    low = raws[at].low
    if low in CONTRACTED:
        return f"{CONTRACTED[low]} not", at + 1
    if low not in VERBS:
        return None
    if at + 1 < len(raws) and raws[at + 1].low in ("not", "never"):
        return f"{low} not", at + 2
    return low, at + 1


def _is_enumerator(raws: list[Raw], quantity: Quantity, made: list[Token]) -> bool:
    """Whether a number in parentheses only counts items of a list: "(1) the dealer …"; not a repetition that differs."""
    at = quantity.first
    if quantity.last != at + 1 or not (0 < at < len(raws) - 1) or raws[at - 1].low != "(" or raws[at + 1].low != ")":
        return False
    repeats = at >= 2 and made and made[-1].kind is TokenKind.QUANTITY and made[-1].end == raws[at - 2].end
    return not repeats


def _is_letter_enumerator(raws: list[Raw], at: int) -> bool:
    low = raws[at].low
    if len(low) > 4 or not 0 < at < len(raws) - 1 or raws[at - 1].low != "(" or raws[at + 1].low != ")":
        return False
    return len(low) == 1 or set(low) <= set("ivxlc")
