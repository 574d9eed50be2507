"""What a difference in words does to values, verbs, negations and references."""

from __future__ import annotations

import re
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.compare.documents.entries import At, Matter, MatterKind
from audit.compare.documents.hunks import Hunk
from audit.compare.documents.identifiers import is_identifier
from audit.compare.documents.lexicon import ARTICLES, COMMON, ENDS_A_LIST, EXCEPTIONS, force
from audit.compare.documents.quantities import Quantity
from audit.compare.documents.words import Token, TokenKind

_YEAR = re.compile(r"(?:19|20)\d\d")
_SMALL = 6
_MOST_ASKED = 20
_COUNTED = (MatterKind.NUMBER, MatterKind.DURATION, MatterKind.PERCENT, MatterKind.CARDS, MatterKind.ORDINAL)
_ORDER = {kind: n for n, kind in enumerate(MatterKind)}


@dataclass
class Words:
    """The tokens of one side of a comparison; ``pieces`` says of each in which of ``texts`` it stands."""

    texts: tuple[str, ...]
    tokens: list[Token]
    pieces: list[int] = field(default_factory=list)
    labels: frozenset[str] = frozenset()
    """Labels of the clauses, which an edition without them may print within the text."""

    def __post_init__(self) -> None:
        self.pieces = self.pieces or [0] * len(self.tokens)

    def at(self, n: int) -> At:
        return At(self.pieces[n], self.tokens[n].start, self.tokens[n].end)

    def said(self, n: int) -> str:
        """A token as printed."""
        token = self.tokens[n]
        return " ".join(self.texts[self.pieces[n]][token.start : token.end].split())

    def between(self, first: int, last: int) -> str:
        """The words of tokens ``first`` to ``last`` (exclusive) as printed."""
        if first >= last:
            return ""
        if self.pieces[first] == self.pieces[last - 1]:
            return self.texts[self.pieces[first]][self.tokens[first].start : self.tokens[last - 1].end]
        return " ".join(self.said(n) for n in range(first, last))

    def noun(self, n: int) -> str:
        """The word that a number counts, as it is compared: what is directly behind it."""
        behind = n + 1
        if behind >= len(self.tokens) or self.pieces[behind] != self.pieces[n]:
            return ""
        token = self.tokens[behind]
        if (
            token.kind is not TokenKind.WORD
            or token.key in COMMON
            or token.matter is not None
            or token.key.endswith("ing")
        ):
            return ""
        text = self.texts[self.pieces[n]]
        if _YEAR.fullmatch(text[self.tokens[n].start : self.tokens[n].end]) and text[token.start].isupper():
            return ""
        gap = text[self.tokens[n].end : token.start]
        return token.key if len(token.key) > 1 and gap.strip(" )\n") in ("", "-", "‐") and " - " not in gap else ""

    def counted(self, n: int) -> str:
        """A quantity as printed with what it counts: "seven players"."""
        token = self.tokens[n]
        last = n
        if token.matter in _COUNTED and self.noun(n):
            return f"{self.said(n)} {self.said(n + 1)}"
        if token.key in EXCEPTIONS:
            while last < min(n + 3, len(self.tokens) - 1) and not self._pauses(last):
                last += 1
            while last > n and self.tokens[last].key in COMMON:
                last -= 1
        if last > n:
            return " ".join(self.texts[self.pieces[n]][token.start : self.tokens[last].end].split())
        return self.said(n)

    def _pauses(self, n: int) -> bool:
        """Whether a mark of punctuation, or the end of the text, is behind a token."""
        if self.pieces[n] != self.pieces[n + 1]:
            return True
        return bool(set(self.texts[self.pieces[n]][self.tokens[n].end : self.tokens[n + 1].start]) & set(".;:,()"))

    def measures(self, n: int) -> bool:
        """Whether a value is a quantity of a rule: no number that names a house or a clause, no lower end of a range."""
        token = self.tokens[n]
        text = self.texts[self.pieces[n]]
        if token.matter in (MatterKind.NUMBER, MatterKind.DATE) and is_identifier(text, token.start, token.end):
            return False
        behind = n + 1 < len(self.tokens) and self.tokens[n + 1].key in ("up to", "to")
        ranges = behind and n + 2 < len(self.tokens) and self.tokens[n + 2].kind is TokenKind.QUANTITY
        return not (token.key == "#0" and ranges)

    def around(self, n: int) -> tuple[str, str]:
        """The words before and behind a token that say something."""
        before = next((self.tokens[m].key for m in range(n - 1, max(-1, n - 4), -1) if self._speaks(m)), "")
        behind = next((self.tokens[m].key for m in range(n + 1, min(len(self.tokens), n + 4)) if self._speaks(m)), "")
        return before, behind

    def _speaks(self, n: int) -> bool:
        return self.tokens[n].key not in COMMON and self.tokens[n].kind is TokenKind.WORD


@dataclass(frozen=True)
class _Single:
    """Something that matters and has no counterpart; ``n`` is the number of its token."""

    is_old: bool
    n: int
    size: int


def matters(old: Words, new: Words, found: Sequence[Hunk]) -> list[Matter]:
    """All matters of the hunks, in falling weight; what only stands elsewhere in the clause is none."""
    made: list[Matter] = []
    singles: list[_Single] = []
    pairs: list[tuple[int, int, int]] = []
    for hunk in found:
        _of_hunk(old, new, hunk, made, pairs, singles)
    pairs = _still_said(old, new, pairs, singles)
    made.extend(matter for n, m, _ in pairs if (matter := _pair(old, n, new, m)) is not None)
    made.extend(_left(old, new, singles))
    return sorted(made, key=lambda m: (-m.kind.weight, _ORDER[m.kind], (m.new_at or m.old_at or At(0, 0, 0))[:2]))


def of_one(words: Words, *, is_old: bool) -> list[Matter]:
    """The values of a clause that stands on one side only."""
    made: list[Matter] = []
    for n, token in enumerate(words.tokens):
        if token.matter is None or token.matter in (MatterKind.ORDINAL, MatterKind.CARDS, MatterKind.REFERENCE):
            continue
        if token.kind is TokenKind.QUANTITY and not _is_bare(token) and words.measures(n):
            made.append(_alone(words, n, is_old))
    return sorted(made, key=lambda m: _ORDER[m.kind])


def _is_bare(token: Token) -> bool:
    return isinstance(token.detail, Quantity) and token.detail.is_bare


def _alone(words: Words, n: int, is_old: bool) -> Matter:
    kind = words.tokens[n].matter or MatterKind.NUMBER
    said = words.counted(n)
    return Matter(kind, said, None, words.at(n), None) if is_old else Matter(kind, None, said, None, words.at(n))


def _of_hunk(
    old: Words, new: Words, hunk: Hunk, made: list[Matter], told: list[tuple[int, int, int]], singles: list[_Single]
) -> None:
    if (hunk.b - hunk.a, hunk.d - hunk.c) == (1, 1):
        n, m = hunk.a, hunk.c
        if {old.tokens[n].key, new.tokens[m].key} == ENDS_A_LIST:
            made.append(Matter(MatterKind.CONNECTION, old.said(n), new.said(m), old.at(n), new.at(m)))
    ours = [n for n in range(hunk.a, hunk.b) if _matters(old.tokens[n])]
    theirs = [n for n in range(hunk.c, hunk.d) if _matters(new.tokens[n])]
    shared = Counter(old.tokens[n].key for n in ours) & Counter(new.tokens[n].key for n in theirs)
    ours, theirs = _without(old, ours, shared), _without(new, theirs, shared)
    ours = _without_articles(old, ours, new, range(hunk.c, hunk.d))
    theirs = _without_articles(new, theirs, old, range(hunk.a, hunk.b))
    size = max(hunk.b - hunk.a, hunk.d - hunk.c)
    pairs = _paired(old, ours, new, theirs, is_small=size <= _SMALL)
    told.extend((n, m, size) for n, m in pairs)
    left_old = set(ours) - {n for n, _ in pairs}
    left_new = set(theirs) - {m for _, m in pairs}
    singles.extend(_Single(True, n, size) for n in sorted(left_old))
    singles.extend(_Single(False, m, size) for m in sorted(left_new))


def _still_said(
    old: Words, new: Words, pairs: Sequence[tuple[int, int, int]], singles: list[_Single]
) -> list[tuple[int, int, int]]:
    """The pairs without those of which one number is still said, of the same things, in words that only one side has.

    "five cards" against "one card at a time until each has five cards" is no other number of cards.
    """
    kept: list[tuple[int, int, int]] = []
    for n, m, size in pairs:
        again = next((s for s in singles if _says_again(old, n, new, m, s)), None)
        if again is None:
            kept.append((n, m, size))
            continue
        singles.remove(again)
        # What took its place has no counterpart now.
        singles.append(_Single(True, n, size) if again.is_old else _Single(False, m, size))
    return kept


def _says_again(old: Words, n: int, new: Words, m: int, single: _Single) -> bool:
    words, other, at = (old, new, m) if single.is_old else (new, old, n)
    counted = other.noun(at)
    return (
        other.tokens[at].key == words.tokens[single.n].key
        and other.tokens[at].matter is MatterKind.NUMBER
        and bool(counted)
        and words.noun(single.n).rstrip("s") == counted.rstrip("s")
    )


def _matters(token: Token) -> bool:
    return token.matter is not None and token.kind is not TokenKind.REFERENCE


def _without(words: Words, numbers: list[int], shared: Counter[str]) -> list[int]:
    left = shared.copy()
    kept = []
    for n in numbers:
        key = words.tokens[n].key
        if left[key] > 0:
            left[key] -= 1
        else:
            kept.append(n)
    return kept


def _without_articles(words: Words, numbers: list[int], other: Words, run: range) -> list[int]:
    """ "one deck" for "a deck" is no change of a number."""
    articles = sum(1 for m in run if other.tokens[m].key in ARTICLES)
    if not articles:
        return numbers
    return [n for n in numbers if not _is_bare(words.tokens[n])]


def _paired(old: Words, ours: list[int], new: Words, theirs: list[int], *, is_small: bool) -> list[tuple[int, int]]:
    """Values of one kind, first those that count the same thing, then in order where the difference is small."""
    pairs: list[tuple[int, int]] = []
    free_old, free_new = dict.fromkeys(ours), dict.fromkeys(theirs)

    def take(n: int, m: int) -> None:
        pairs.append((n, m))
        del free_old[n], free_new[m]

    counting: dict[tuple[MatterKind | None, str], deque[int]] = defaultdict(deque)
    for m in theirs:
        counting[new.tokens[m].matter, new.noun(m)].append(m)
    for n in ours:
        same = counting.get((old.tokens[n].matter, noun)) if (noun := old.noun(n)) else None
        if same:
            take(n, same.popleft())
    for kind in dict.fromkeys(old.tokens[n].matter for n in free_old):
        left = [n for n in free_old if old.tokens[n].matter is kind]
        right = [m for m in free_new if new.tokens[m].matter is kind]
        if is_small or len(left) == len(right):
            for n, m in zip(left, right, strict=False):
                take(n, m)
    left = [n for n in free_old if old.tokens[n].kind is TokenKind.QUANTITY]
    right = [m for m in free_new if new.tokens[m].kind is TokenKind.QUANTITY]
    if is_small and len(left) == 1 and len(right) == 1:
        take(left[0], right[0])
    return pairs


def _pair(old: Words, n: int, new: Words, m: int) -> Matter | None:
    a, b = old.tokens[n], new.tokens[m]
    kind = b.matter or MatterKind.NUMBER
    note = ""
    if kind is MatterKind.MODAL:
        if force(a.key) == force(b.key):
            return None
        note = "" if a.matter is not MatterKind.MODAL else f"{force(a.key)} → {force(b.key)}"
    if kind in (MatterKind.NEGATION, MatterKind.LIMIT) and a.matter is not kind:
        return None
    return Matter(kind, old.counted(n), new.counted(m), old.at(n), new.at(m), note)


def _left(old: Words, new: Words, singles: list[_Single]) -> list[Matter]:
    """What has no counterpart, but for what only went to another place of the clause with the word it belongs to."""
    gone: dict[str, list[_Single]] = {}
    for single in singles:
        if single.is_old:
            gone.setdefault(_same_key(old.tokens[single.n]), []).append(single)
    kept: list[_Single] = []
    cancelled: set[int] = set()
    for single in singles:
        if single.is_old:
            continue
        key = _same_key(new.tokens[single.n])
        asked = gone.get(key, [])[:_MOST_ASKED]
        partner = next((s for s in asked if _same_place(old, s.n, new, single.n)), None)
        if partner is None:
            kept.append(single)
        else:
            gone[key].remove(partner)
            cancelled.add(partner.n)
    kept.extend(s for s in singles if s.is_old and s.n not in cancelled)
    made = []
    for single in kept:
        words = old if single.is_old else new
        is_name = words.tokens[single.n].kind is TokenKind.QUANTITY and not words.measures(single.n)
        if not is_name and _tells(words.tokens[single.n], single.size):
            made.append(_alone(words, single.n, single.is_old))
    return made


def _same_key(token: Token) -> str:
    """What two tokens share that may stand for one another."""
    return force(token.key) if token.matter is MatterKind.MODAL else token.key


def _same_place(old: Words, n: int, new: Words, m: int) -> bool:
    if old.tokens[n].matter in (MatterKind.MODAL, MatterKind.NEGATION, MatterKind.ORDINAL, MatterKind.LIMIT):
        return True
    a, b = old.around(n), new.around(m)
    return any(x and x == y for x, y in zip(a, b, strict=True))


def _tells(token: Token, size: int) -> bool:
    """Whether something without counterpart is worth telling: a verb, a card or an order alone where little else changed."""
    if token.matter is MatterKind.MODAL:
        return size <= 3
    if token.matter is MatterKind.ORDINAL:
        return size <= 3
    if token.matter in (MatterKind.CARDS, MatterKind.LIMIT):
        return size <= _SMALL
    if token.matter is MatterKind.NEGATION:
        return size <= _SMALL or token.key in EXCEPTIONS
    return not _is_bare(token)
