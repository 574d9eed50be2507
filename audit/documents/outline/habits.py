"""What is usual in a part: styles at each depth, headings, labels apart from their words; learned from a first reading."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from audit.documents.outline.labels import Form, Kind, Step, Style
from audit.documents.outline.paragraphs import Event, What


@dataclass(frozen=True, slots=True)
class Habits:
    """What is usual in a part."""

    styles: Mapping[int, Mapping[Style, float]] = field(default_factory=dict)
    """Of the labels at each depth (from 0), the share that each style has."""
    is_displaced: bool = False
    """Whether many labels are printed apart from their words."""
    headings: float = 0.0
    """How much less a heading without label costs where such are usual; 0 where they are not."""
    is_learned: bool = False
    is_listed: bool = False
    """Whether list marks stand before most labels, so that one without a label has lost it."""
    titled: Mapping[int, float] = field(default_factory=dict)
    """Of the labelled clauses at each depth, the share whose words look like a heading."""

    damage: float = 1.0
    """By how much a damaged reading is dearer than its own cost: cheap where much is damaged, dear where nothing is."""
    sets_in: bool = False
    """Whether labels of a level below stand further in than those above."""

    counts_on: float = 1.6
    """What it costs that the first label of a section counts on from the last of the section before."""

    is_sectioned: bool = False
    """Whether sections are named by a word (``Section 2``), so that no heading without label stands above them."""

    def looks(self, depth: int, event: Event) -> float:
        """What it costs that an event begins a clause at a depth where all others do, or none do, look like headings."""
        share = self.titled.get(depth, 0.5)
        if share > 0.8:
            return (0.0 if self.is_displaced else -1.0) if event.is_title else 2.5
        return 2.5 if share < 0.2 and event.is_title else 0.0

    def cost(self, depth: int, style: Style) -> float:
        """What it costs to find a style at a depth where others are usual."""
        known = self.styles.get(depth)
        if known is None:
            return 0.0
        share = known.get(style, 0.0)
        return 0.0 if share > 0.3 else 0.5 if share > 0.1 else 1.0 if share > 0.02 else 2.0

    def usual(self, depth: int, above: Style) -> list[Style]:
        """The styles that a level without printed label may have at a depth."""
        known = self.styles.get(depth)
        if known:
            return [s for s, share in known.items() if share > 0.15 and s.kind is not Kind.HEADING]
        below = _USUAL_BELOW.get(above.kind)
        return [] if below is None else [Style(below, Form.STOP)]


_FEW_ODD = 40
"""Of so many labels one may be printed oddly in a text that no scan has spoilt."""
_HARDLY = 3.0
"""What so much speaks against is hardly a label (``A`` as a sentence's first word)."""
SAME_INDENT = 0.9
"""Columns or points by which two labels of one level may stand apart."""
_USUAL_BELOW = {Kind.UPPER: Kind.ARABIC, Kind.ARABIC: Kind.LOWER, Kind.LOWER: Kind.ROMAN_LOWER}


def at_first_sight(events: Sequence[Event]) -> Habits:
    """What can be seen of the habits before any reading."""
    alone = sum(e.what is What.ALONE and not e.is_any and (e.is_sound or e.silence >= 1.0) for e in events)
    inline = [e for e in events if e.what is What.INLINE and e.cost < 1.0]
    listed = [e.is_listed for e in inline if e.is_sound]
    displaced = alone >= 3 and alone * 20 > len(inline)
    odd = sum((e.what is What.ALONE or e.what is What.INLINE and not e.is_sound) and e.silence > 0 and e.cost < _HARDLY for e in events)
    is_clean = odd * _FEW_ODD <= len(inline)
    damage = 0.5 if displaced else 2.5 if is_clean else 1.0
    sections = {m.steps[-1] for e in inline for m in e.meanings if m.steps[-1].style.form is Form.WORDED}
    return Habits(
        is_displaced=displaced, is_listed=sum(listed) * 2 > len(listed) > 0, damage=damage, is_sectioned=len(sections) > 1
    )


def learned(begun: Sequence[tuple[tuple[Step, ...], Event | None]], events: Sequence[Event], plain: Habits) -> Habits:
    """The habits of a part, from the places that a first reading began, each with the event of its words."""
    counts: dict[int, Counter[Style]] = {}
    titled: dict[int, list[bool]] = {}
    for place, words in begun:
        counts.setdefault(len(place) - 1, Counter())[place[-1].style] += 1
        if words is not None:
            titled.setdefault(len(place) - 1, []).append(words.is_title)
    shares = {depth: {s: n / c.total() for s, n in c.most_common(6)} for depth, c in counts.items()}
    looks = {depth: sum(seen) / len(seen) for depth, seen in titled.items()}
    roots = counts.get(0, Counter[Style]())
    is_plain = not any(s.kind is not Kind.HEADING for s in roots)
    strong = any(e.what is What.HEADING and e.silence >= 2.0 for e in events)
    headings = 2.2 if is_plain else 1.2 if strong and looks.get(0, 0.0) < 0.3 else 0.0
    sets_in = _sets_in(begun) and not plain.is_displaced
    return Habits(
        shares,
        plain.is_displaced,
        headings,
        True,
        plain.is_listed,
        looks,
        plain.damage,
        sets_in,
        _counts_on(begun),
        plain.is_sectioned,
    )


def _counts_on(begun: Sequence[tuple[tuple[Step, ...], Event | None]]) -> float:
    """What counting on through sections costs: little where at least half of the sections do it."""
    first: dict[tuple[Step, ...], int] = {}
    for place, _ in begun:
        if len(place) > 1:
            first.setdefault(place[:1], place[1].value)
    later = list(first.values())[1:]
    return 0.4 if sum(value > 1 for value in later) * 2 > len(later) else 3.0


def _sets_in(begun: Sequence[tuple[tuple[Step, ...], Event | None]]) -> bool:
    """Whether nearly all first items of a list stand further in than the item above."""
    indents: dict[tuple[Step, ...], float] = {}
    deeper = 0
    seen = 0
    for place, event in begun:
        if event is None:
            continue
        indents[place] = event.indent
        if len(place) > 1 and place[-1].value == 1 and place[:-1] in indents:
            seen += 1
            deeper += event.indent > indents[place[:-1]] + SAME_INDENT
    return seen > 1 and deeper >= 0.8 * seen
