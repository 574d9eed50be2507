"""How many cards a hand that is compared has, and entries of a ranking that have another number."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.sentences import Sentence, lead_in, sentences_with
from audit.documents.numbers import NUMBER, number

_SIZE = re.compile(
    rf"\b(?:best|highest(?:[- ]ranking)?|winning) (?:possible )?(?:ranking )?(?P<n>{NUMBER})[- ]?card (?:poker )?hand",
    re.IGNORECASE)
_CHOSEN = re.compile(rf"\bselect the (?P<n>{NUMBER}) cards that form\b", re.IGNORECASE)
# Ranks that take every card of the hand: a flush, a straight.
_ENTRY = re.compile(
    rf"\bhand (?:consisting of|containing|of) (?P<n>{NUMBER}) cards "
    r"(?:of the same suit|(?:of more than one suit and )?of consecutive rank|in consecutive)", re.IGNORECASE)
_OF_ITS_OWN = re.compile(rf"\b{NUMBER} card\b", re.IGNORECASE)


@dataclass(frozen=True)
class Misfit:
    """An entry of a ranking with ``cards`` of a hand that has ``size``, as ``told`` says."""

    entries: tuple[Sentence, ...]
    start: int
    end: int
    cards: int
    size: int
    told: Sentence

    @property
    def spot(self) -> Spot:
        return self.entries[0].spot(self.start, self.end)


def misfits(written: Written) -> Iterator[Misfit]:
    """Flushes and straights of another number of cards than those beside them, or than the one size that is compared."""
    sizes = _sizes(written)
    size = next(iter(sizes)) if len(sizes) == 1 else None
    lists: dict[str, list[_Entry]] = {}
    has_others = False
    for sentence in sentences_with(written, "hand consisting of", "hand containing", "hand of"):
        entry = _ENTRY.search(sentence.words)
        if entry and _has_size(written, sentence):
            has_others = True
        elif entry and not sentence.is_doubtful:
            over = written.above.get(sentence.clause.path)
            found = _Entry(sentence, entry.start(), entry.end(), number(entry["n"]))
            lists.setdefault(over.path if over else "", []).append(found)
    uniform = [entries for entries in lists.values() if len({e.cards for e in entries}) == 1]
    if size is not None and not has_others and len(lists) == len(uniform) == 1 and uniform[0][0].cards != size:
        yield _misfit(uniform[0], size, sizes[size])
    for entries in lists.values():
        (usual, many), *others = Counter(e.cards for e in entries).most_common()
        odd = [e for e in entries if e.cards != usual]
        if others and many > 1 and len(odd) == 1:
            yield _misfit(odd, usual, next(e.sentence for e in entries if e.cards == usual))


@dataclass(frozen=True)
class _Entry:
    sentence: Sentence
    start: int
    end: int
    cards: int


def _misfit(entries: Sequence[_Entry], size: int, told: Sentence) -> Misfit:
    first = entries[0]
    return Misfit(tuple(e.sentence for e in entries), first.start, first.end, first.cards, size, told)


def _sizes(written: Written) -> dict[int, Sentence]:
    """The sizes of hand that are compared in the part, each with a sentence that says so."""
    sizes: dict[int, Sentence] = {}
    for sentence in sentences_with(written, "card hand", "card poker hand", "cards that form"):
        for pattern in (_SIZE, _CHOSEN):
            for found in pattern.finditer(sentence.words) if not sentence.is_doubtful else ():
                sizes.setdefault(number(found["n"]), sentence)
    return sizes


def _has_size(written: Written, sentence: Sentence) -> bool:
    """Whether the entry, or what introduces it, is for hands of a size of their own (``the Three Card Bonus``)."""
    said = f"{lead_in(written, sentence.clause)} {sentence.words}".casefold().replace("-", " ")
    own = " ".join(filter(None, (written.part.game, written.part.title))).casefold().replace("-", " ")
    return any(found.group() not in own for found in _OF_ITS_OWN.finditer(said))
