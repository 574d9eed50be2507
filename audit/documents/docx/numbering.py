"""Automatic numbering of a DOCX: the label that Word prints before each paragraph of a list."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from audit.documents.docx.names import VAL, child, number, value, w
from audit.documents.docx.numerals import KNOWN, numeral
from audit.documents.docx.package import Element
from audit.documents.docx.styles import indents_of

LEVELS = 9
_HIGHEST = 32_767
_PLACE = re.compile(r"%([1-9])")
_MOST_OF_LABEL = 200
_SUFFIXES = {"tab": "\t", "space": " ", "nothing": ""}


@dataclass(frozen=True)
class Level:
    """One level of a list: how its numbers look, where they start, when they start again."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    suffix: str = "\t"
    restart: int | None = None
    """From which level upward (from 1) a number makes this one start again; 0 for never, None for any above it."""
    style: str | None = None
    in_digits: bool = False
    indents: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class Listed:
    """That a paragraph is numbered: by which list (``w:num``), at which level (from 0)."""

    list: str
    level: int


@dataclass(frozen=True)
class Label:
    """What is printed before a paragraph: ``text`` with its suffix; or a bullet alone."""

    text: str
    bullet: str = ""


@dataclass
class _Abstract:
    levels: dict[int, Level]
    style: str | None
    """The list style that it defines."""
    of_style: str | None
    """The list style whose levels it has in the place of its own."""


@dataclass
class _List:
    abstract: str
    starts: dict[int, int] = field(default_factory=dict)
    levels: dict[int, Level] = field(default_factory=dict)


class Numbering:
    """The lists of a document."""

    def __init__(self, root: Element | None, styles_of_lists: dict[str, str] | None = None) -> None:
        """``styles_of_lists`` has, for each numbering style, the list that it numbers by."""
        self._abstracts: dict[str, _Abstract] = {}
        self._lists: dict[str, _List] = {}
        self.unknown_forms: set[str] = set()
        self._styles_of_lists = styles_of_lists or {}
        self._counters: dict[str, str] = {}
        self._levels: dict[str, dict[int, Level]] = {}
        if root is None:
            return
        for element in root.findall(w("abstractNum")):
            self._abstracts[element.get(w("abstractNumId"), "")] = _abstract(element)
        for element in root.findall(w("num")):
            made = _List(value(element, "abstractNumId") or "")
            for override in element.findall(w("lvlOverride")):
                at = number(override.get(w("ilvl")), 0, 0, LEVELS - 1)
                start = value(override, "startOverride")
                if start is not None:
                    made.starts[at] = number(start, 1, 0, _HIGHEST)
                own = child(override, "lvl")
                if own is not None:
                    made.levels[at] = _level(own)
            self._lists[element.get(w("numId"), "")] = made

    def holds(self, name: str) -> bool:
        return name in self._lists

    def counter(self, name: str) -> str:
        """Which count a list shares: that of what it is made from."""
        if name not in self._counters:
            made = self._lists.get(name)
            self._counters[name] = name if made is None else self._defining(made.abstract)
        return self._counters[name]

    def _defining(self, abstract: str) -> str:
        """The list that defines the levels, where one refers to a style that another defines."""
        found = self._abstracts.get(abstract)
        if found is None or found.of_style is None:
            return abstract
        for name, other in self._abstracts.items():
            if other.style == found.of_style and other.of_style is None:
                return name
        by_style = self._lists.get(self._styles_of_lists.get(found.of_style, ""))
        return abstract if by_style is None else by_style.abstract

    def levels(self, name: str) -> dict[int, Level]:
        """The levels of a list, with what it overrides."""
        made = self._lists.get(name)
        if made is None:
            return {}
        if name not in self._levels:
            abstract = self._abstracts.get(self.counter(name))
            self._levels[name] = {**(abstract.levels if abstract else {}), **made.levels}
        return self._levels[name]

    def starts(self, name: str) -> dict[int, int]:
        """At which number a list starts anew, by level, where it says so."""
        made = self._lists.get(name)
        return {} if made is None else made.starts

    def level_of_style(self, name: str, style: str | None) -> int | None:
        """The level of a list that is linked to a style of paragraphs."""
        if style is None:
            return None
        return next((at for at, level in self.levels(name).items() if level.style == style), None)


def _abstract(element: Element) -> _Abstract:
    levels = {}
    for level in element.findall(w("lvl")):
        levels[number(level.get(w("ilvl")), 0, 0, LEVELS - 1)] = _level(level)
    return _Abstract(levels, value(element, "styleLink"), value(element, "numStyleLink"))


def _level(element: Element) -> Level:
    made = Level(
        start=number(value(element, "start"), 0, 0, _HIGHEST),
        form=value(element, "numFmt") or "decimal",
        text=(value(element, "lvlText") or "")[:_MOST_OF_LABEL],
        suffix=_SUFFIXES.get(value(element, "suff") or "tab", "\t"),
        style=value(element, "pStyle"),
        indents=tuple(indents_of(child(element, "pPr")).items()),
    )
    restart = value(element, "lvlRestart")
    if restart is not None:
        made = replace(made, restart=number(restart, 0, 0, LEVELS))
    digits = child(element, "isLgl")
    if digits is not None and digits.get(VAL, "1").lower() not in {"0", "false", "off"}:
        made = replace(made, in_digits=True)
    return made


class Counting:
    """The counts of all lists on one way through a document."""

    def __init__(self, numbering: Numbering) -> None:
        self._numbering = numbering
        self._counts: dict[str, dict[int, int]] = {}
        self._begun: set[tuple[str, int]] = set()

    def next_label(self, listed: Listed) -> Label | None:
        """Counts a paragraph, and gives what is printed before it; None where its list is not in the document."""
        levels = self._numbering.levels(listed.list)
        level = levels.get(listed.level)
        if level is None:
            return None
        counts = self._counts.setdefault(self._numbering.counter(listed.list), {})
        self._count(listed, level, levels, counts)
        if level.form == "bullet":
            sign = level.text.strip()[:1]
            # A sign of a symbol font stands where no character is defined.
            return Label("", "•" if not sign or "\ue000" <= sign <= "\uf8ff" else sign)
        return Label(self._printed(level, levels, counts))

    def _count(self, listed: Listed, level: Level, levels: dict[int, Level], counts: dict[int, int]) -> None:
        at = listed.level
        starts = self._numbering.starts(listed.list)
        if at in starts and (listed.list, at) not in self._begun:
            self._begun.add((listed.list, at))
            counts[at] = starts[at]
        elif at in counts:
            counts[at] = min(counts[at] + 1, _HIGHEST)
        else:
            counts[at] = starts.get(at, level.start)
        for deeper in [d for d in counts if d > at]:
            restart = levels[deeper].restart if deeper in levels else None
            if restart is None or 0 < at + 1 <= restart:
                del counts[deeper]

    def _printed(self, level: Level, levels: dict[int, Level], counts: dict[int, int]) -> str:
        def number_at(place: re.Match[str]) -> str:
            at = int(place.group(1)) - 1
            other = levels.get(at, Level())
            form = other.form
            if form not in KNOWN:
                self._numbering.unknown_forms.add(form)
            if level.in_digits and form not in {"none", "bullet"}:
                form = "decimal"
            return numeral(counts.get(at, other.start), form)

        label = _PLACE.sub(number_at, level.text)
        return label + level.suffix if label.strip() else ""


def numbering_of(root: Element | None, styles: Element | None) -> Numbering:
    """The lists of a document; ``styles`` is the root of its styles, which may name lists too."""
    linked = {}
    for style in styles.iter(w("style")) if styles is not None else ():
        listed = value(style, "pPr", "numPr", "numId")
        if style.get(w("type")) == "numbering" and listed is not None:
            linked[style.get(w("styleId"), "")] = listed
    return Numbering(root, linked)


