"""Two texts that are one clause: what differs in them, how much it matters, and where it is to be marked."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from audit.compare.documents.binding import bonds
from audit.compare.documents.entries import At, Matter, MatterKind, Span, Weight
from audit.compare.documents.hunks import Hunk, hunks
from audit.compare.documents.lexicon import ENDS_A_LIST
from audit.compare.documents.scans import Scan, folded
from audit.compare.documents.unsaid import unsaid
from audit.compare.documents.values import Words, matters
from audit.compare.documents.words import Token, TokenKind

_LETTERS = re.compile(r"[^\w]|_")
_QUOTES = frozenset("\"'“”‘’`´«»„")
_DASHES = frozenset("-‐‑‒–—−")
_BONDS = {
    "forbids": "a prohibition",
    "obliges": "a duty",
    "permits": "a permission",
    "advises": "advice",
    "advises against": "advice",
}
_MOST_BONDS = 3
_BEGINS = re.compile(r"[.;:!?]\W*$")


@dataclass(frozen=True)
class Pointed:
    """What became of a reference: the same clause under another number, or another clause."""

    follows: bool
    weight: Weight = Weight.WORDS
    note: str = ""
    target: str = ""


Judge = Callable[[Token, Token], Pointed | None]
"""Says of two references, old and new, that differ in print or in target what became of them; None for nothing."""


@dataclass(frozen=True)
class Follow:
    """A reference that follows its clause: token numbers on both sides, and the clause."""

    old: int
    new: int
    target: str


@dataclass
class Judged:
    """``spans`` are by side and piece; ``form`` names in words what differs in typography alone.

    ``weight`` is None where no word is read otherwise; ``reads_through`` where all that differs is damage of a scan.
    """

    weight: Weight | None = None
    matters: list[Matter] = field(default_factory=list)
    old_spans: tuple[tuple[Span, ...], ...] = ()
    new_spans: tuple[tuple[Span, ...], ...] = ()
    form: tuple[str, ...] = ()
    follows: list[Follow] = field(default_factory=list)
    reads_through: bool = False
    says: str = ""
    hunks: list[Hunk] = field(default_factory=list)


def judge(old: Words, new: Words, pointing: Judge, scan: Scan) -> Judged:
    """Compares token by token; the tokens of references must bear keys that are equal where they point at one clause."""
    found = hunks(old.tokens, new.tokens, [*_beginnings(new), *_beginnings(old)])
    made = Judged()
    form: list[str] = []
    damage = False
    left: list[Hunk] = []
    pointed: list[tuple[int, int, Pointed]] = []
    for hunk in found:
        a, b = old.between(hunk.a, hunk.b), new.between(hunk.c, hunk.d)
        said = _typographic(old, new, hunk)
        if said:
            form.append(said)
            continue
        refers = any(t.kind is TokenKind.REFERENCE for t in old.tokens[hunk.a : hunk.b])
        misread = refers and scan.any and a != b and folded(a) == folded(b)
        if misread or not refers and scan.explains(a, b, old.tokens[hunk.a : hunk.b], new.tokens[hunk.c : hunk.d]):
            damage = True
            made.hunks.append(hunk)
            continue
        rest, told = _references(old, new, hunk, pointing)
        pointed.extend(told)
        if rest is not None:
            left.append(rest)
    same = _same(old, new, found)
    for n, m in same:
        one, other = old.tokens[n], new.tokens[m]
        if one.kind is TokenKind.REFERENCE and old.said(n) != new.said(m):
            became = pointing(one, other)
            if became is not None:
                pointed.append((n, m, became))
    made.follows = [Follow(n, m, p.target) for n, m, p in pointed if p.follows]
    made.matters = [*matters(old, new, left), *(_matter(old, n, new, m, p) for n, m, p in pointed if not p.follows)]
    weights = [m.kind.weight for m in made.matters if m.kind is not MatterKind.REFERENCE]
    weights += [p.weight for _, _, p in pointed if not p.follows]
    if left:
        weights.append(Weight.MODAL if any(_bonds(old, new, left)) else Weight.WORDS)
    made.weight = max(weights, default=None)
    made.reads_through = damage and made.weight is None
    if made.weight is None and not damage:
        form.extend(_form(old, new, same))
        made.form = tuple(dict.fromkeys(form))
    made.says = _says(old, new, left, made)
    marked = [(h, Weight.WORDS) for h in left] + [(h, Weight.FORM) for h in found if h not in left]
    ours, theirs = unsaid(old, new, found, same)
    made.old_spans = _spans(
        old, [(h.a, h.b, w) for h, w in marked], [m.old_at for m in made.matters], made.matters, ours
    )
    made.new_spans = _spans(
        new, [(h.c, h.d, w) for h, w in marked], [m.new_at for m in made.matters], made.matters, theirs
    )
    made.hunks = left
    return made


def _bonds(old: Words, new: Words, left: Sequence[Hunk]) -> tuple[Counter[str], Counter[str]]:
    """Duties, permissions, prohibitions and outcomes that only the old words have, and that only the new ones have."""
    gone: Counter[str] = Counter()
    come: Counter[str] = Counter()
    for hunk in left:
        gone.update(bonds(old.tokens[hunk.a : hunk.b]))
        come.update(bonds(new.tokens[hunk.c : hunk.d]))
    return gone - come, come - gone


def _typographic(old: Words, new: Words, hunk: Hunk) -> str:
    """What a difference is where it is none of words: blanks, the "and" before the last item of a list, a label; else ""."""
    a, b = old.between(hunk.a, hunk.b), new.between(hunk.c, hunk.d)
    if any(t.kind is TokenKind.REFERENCE for t in (*old.tokens[hunk.a : hunk.b], *new.tokens[hunk.c : hunk.d])):
        return ""
    if a and b:
        return "hyphens and blanks" if _LETTERS.sub("", a).casefold() == _LETTERS.sub("", b).casefold() else ""
    words, first, last, other = (old, hunk.a, hunk.b, new) if a else (new, hunk.c, hunk.d, old)
    if last != first + 1:
        return ""
    key = words.tokens[first].key
    if key in ENDS_A_LIST and last == len(words.tokens):
        return f'"{key}" before the last of a list'
    if key.removeprefix("#") in other.labels or _is_label(words, first, other, hunk.c if a else hunk.a):
        return "a label within the text"
    return ""


def _is_label(words: Words, n: int, other: Words, at: int) -> bool:
    """Whether a number alone, with a point behind it, stands where on the other side a labelled clause begins."""
    begins = 0 < at < len(other.tokens) and other.pieces[at] != other.pieces[at - 1]
    token = words.tokens[n]
    behind = words.texts[words.pieces[n]][token.end : token.end + 1]
    return begins and bool(other.labels) and token.kind is TokenKind.QUANTITY and behind in (".", ")")


def _beginnings(words: Words) -> list[bool]:
    """Of each token, whether a sentence or an item begins with it."""
    made = [True]
    for n in range(1, len(words.tokens)):
        if words.pieces[n] != words.pieces[n - 1]:
            made.append(True)
            continue
        gap = words.texts[words.pieces[n]][words.tokens[n - 1].end : words.tokens[n].start]
        made.append(_BEGINS.search(gap) is not None)
    return made[: len(words.tokens)]


def _references(
    old: Words, new: Words, hunk: Hunk, pointing: Judge
) -> tuple[Hunk | None, list[tuple[int, int, Pointed]]]:
    """A hunk without references at its ends that only follow their clauses, and what is to be told of the others."""
    ours = [n for n in range(hunk.a, hunk.b) if old.tokens[n].kind is TokenKind.REFERENCE]
    theirs = [n for n in range(hunk.c, hunk.d) if new.tokens[n].kind is TokenKind.REFERENCE]
    told: list[tuple[int, int, Pointed]] = []
    nothing = 0
    for n, m in zip(ours, theirs, strict=False):
        said = pointing(old.tokens[n], new.tokens[m])
        if said is None:
            nothing += 1
        else:
            told.append((n, m, said))
    only = hunk.b - hunk.a == len(ours) and hunk.d - hunk.c == len(theirs) and len(ours) == len(theirs)
    settled = only and all(t[2].follows for t in told) and len(told) + nothing == len(ours)
    return (None if settled else hunk), told


def _same(old: Words, new: Words, found: Sequence[Hunk]) -> list[tuple[int, int]]:
    """Numbers of the tokens that both sides have."""
    pairs: list[tuple[int, int]] = []
    n, m = 0, 0
    for hunk in [*found, Hunk(len(old.tokens), 0, len(new.tokens), 0)]:
        pairs.extend(zip(range(n, hunk.a), range(m, hunk.c), strict=False))
        n, m = hunk.b, hunk.d
    return pairs


def _matter(old: Words, n: int, new: Words, m: int, pointed: Pointed) -> Matter:
    return Matter(MatterKind.REFERENCE, old.said(n), new.said(m), old.at(n), new.at(m), pointed.note)


def _form(old: Words, new: Words, same: Sequence[tuple[int, int]]) -> list[str]:
    """What differs between equal tokens and in the marks between them."""
    found: list[str] = []
    before_old = before_new = -1
    for n, m in same:
        a, b = old.said(n), new.said(m)
        if a != b and old.tokens[n].kind is not TokenKind.REFERENCE:
            found.append(_kind_of_form(a, b, old.tokens[n]))
        gap = _marks(old, before_old, n), _marks(new, before_new, m)
        if gap[0] != gap[1]:
            found.append(_kind_of_marks(*gap))
        before_old, before_new = n, m
    tail = _marks(old, before_old, len(old.tokens)), _marks(new, before_new, len(new.tokens))
    if tail[0] != tail[1]:
        found.append(_kind_of_marks(*tail))
    return found


def _marks(words: Words, n: int, m: int) -> str:
    """What stands between two tokens, without blanks; over a seam of two texts nothing."""
    if not words.tokens:
        return "".join("".join(words.texts).split())
    piece = words.pieces[m] if m < len(words.tokens) else words.pieces[-1]
    if n >= 0 and words.pieces[n] != piece:
        return ""
    text = words.texts[piece]
    begin = words.tokens[n].end if n >= 0 else 0
    end = words.tokens[m].start if m < len(words.tokens) else len(text)
    return "".join(text[begin:end].split())


def _kind_of_form(a: str, b: str, token: Token) -> str:
    if a.casefold() == b.casefold():
        return "capitals"
    if token.kind is TokenKind.QUANTITY:
        return "the same value written otherwise"
    if a.replace("’", "'").replace("`", "'") == b.replace("’", "'").replace("`", "'"):
        return "quotation marks"
    return "apostrophes"


def _kind_of_marks(a: str, b: str) -> str:
    differ = set(a) ^ set(b)
    if differ and differ <= _QUOTES:
        return "quotation marks"
    if differ and differ <= _DASHES | _QUOTES:
        return "hyphens and blanks"
    return "punctuation"


def says_of(found: Sequence[Matter]) -> str:
    """The first three different matters in words, and how many more there are."""
    said = Counter(str(m) for m in found)
    shown = [f"{words} ({_times(count)})" if count > 1 else words for words, count in said.items()]
    more = len(shown) - 3
    rest = list(said)[3:]
    values = all(m.kind.weight is Weight.VALUE for m in found if str(m) in rest)
    what = ("more value" if more == 1 else "more values") if values else "more"
    return "; ".join([*shown[:3], *([f"and {more} {what}"] if more > 0 else [])])


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"


def _says(old: Words, new: Words, left: Sequence[Hunk], made: Judged) -> str:
    if made.reads_through:
        return "explained by damage of the scan"
    if made.weight is None:
        return ", ".join(made.form)
    if made.matters:
        return says_of(made.matters)
    lost, won = _bonds(old, new, left)
    told = [f"{does} {_BONDS.get(b, f'“{b}”')}" for does, bag in (("drops", lost), ("adds", won)) for b in bag]
    return "; ".join([_wording(old, new, left), *told[:_MOST_BONDS]])


def _wording(old: Words, new: Words, left: Sequence[Hunk]) -> str:
    if all(h.a == h.b for h in left):
        return "words added"
    if all(h.c == h.d for h in left):
        return "words taken out"
    gone = Counter(t.key for h in left for t in old.tokens[h.a : h.b])
    come = Counter(t.key for h in left for t in new.tokens[h.c : h.d])
    return "the same words in another order" if gone == come else "reworded"


def _spans(
    words: Words,
    runs: Sequence[tuple[int, int, Weight]],
    at: Sequence[At | None],
    found: Sequence[Matter],
    besides: Sequence[Sequence[Span]],
) -> tuple[tuple[Span, ...], ...]:
    """What is to be marked in each text: the runs, and within them what matters by its weight."""
    made = [list(spans) for spans in besides]
    for first, last, weight in runs:
        n = first
        while n < last:
            m = n
            while m + 1 < last and words.pieces[m + 1] == words.pieces[n]:
                m += 1
            made[words.pieces[n]].append(Span(words.tokens[n].start, words.tokens[m].end, weight))
            n = m + 1
    strong: list[list[Span]] = [[] for _ in words.texts]
    for place, matter in zip(at, found, strict=True):
        if place is not None:
            strong[place.side].append(Span(place.start, place.end, matter.kind.weight))
    return tuple(
        tuple(_trimmed(text, _cut(weak, over))) for text, weak, over in zip(words.texts, made, strong, strict=True)
    )


def _trimmed(text: str, spans: list[Span]) -> list[Span]:
    """Spans that do not begin or end in a blank; one of blanks alone falls away."""
    made = []
    for span in spans:
        said = text[span.start : span.end]
        start = span.start + len(said) - len(said.lstrip())
        end = span.start + len(said.rstrip())
        if start < end:
            made.append(replace(span, start=start, end=end))
    return made


def _cut(weak: list[Span], over: list[Span]) -> list[Span]:
    """Spans in order, without overlap; what is over them takes their place."""
    made: list[Span] = []
    over = sorted(over, key=lambda s: (s.start, -s.weight))
    kept: list[Span] = []
    for span in over:
        if not kept or span.start >= kept[-1].end:
            kept.append(span)
    for span in weak:
        at = span.start
        for strong in kept:
            if strong.end <= at or strong.start >= span.end:
                continue
            if strong.start > at:
                made.append(replace(span, start=at, end=strong.start))
            at = max(at, strong.end)
        if at < span.end:
            made.append(replace(span, start=at))
    return sorted([*made, *kept], key=lambda s: s.start)
