"""Styles of a DOCX: what a paragraph or a run has because of its style, and the styles below that."""

from __future__ import annotations

import re
from dataclasses import dataclass

from audit.documents.docx.names import VAL, child, is_on, number, value, w
from audit.documents.docx.package import Element
from audit.documents.pages import Mark

_DEEPEST = 20
"""Styles that a style may be based on, one on the other; Word allows eleven."""
_HEADING = re.compile(r"heading ([1-9])", re.I)
"""The names of Word's own styles of headings, which are these in every language."""
LOOKS = (("b", Mark.BOLD), ("i", Mark.ITALIC), ("strike", Mark.STRUCK), ("dstrike", Mark.STRUCK))


@dataclass(frozen=True)
class Style:
    """What a style says, with what it is based on."""

    looks: tuple[tuple[Mark, bool], ...] = ()
    is_hidden: bool = False
    is_capital: bool = False
    """Whether it prints all letters as capitals, however they were typed."""
    numbering: tuple[str, str] | None = None
    """The list and its style, where the style numbers its paragraphs."""
    level: str | None = None
    outline: int | None = None
    indents: tuple[tuple[str, int], ...] = ()
    breaks_page: bool = False


NONE = Style()


def looks_of(properties: Element | None) -> dict[Mark, bool]:
    """Which looks run properties turn on or off."""
    found: dict[Mark, bool] = {}
    if properties is None:
        return found
    for name, mark in LOOKS:
        on = is_on(properties, name)
        if on is not None:
            found[mark] = found.get(mark, False) or on
    line = child(properties, "u")
    if line is not None:
        found[Mark.UNDERLINED] = line.get(VAL, "single") != "none"
    return found


def indents_of(properties: Element | None) -> dict[str, int]:
    """Indents of paragraph properties, in twentieths of a point."""
    found: dict[str, int] = {}
    indent = child(properties, "ind")
    if indent is None:
        return found
    for name, ours in (("left", "left"), ("start", "left"), ("hanging", "hanging"), ("firstLine", "first")):
        text = indent.get(w(name))
        if text is not None:
            found[ours] = number(text, 0)
    return found


class Styles:
    """All styles of a document by their ids."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._made: dict[str, Style] = {}
        self.paragraph_default: str | None = None
        for style in root.iter(w("style")) if root is not None else ():
            name = style.get(w("styleId"))
            if name is None:
                continue
            self._elements.setdefault(name, style)
            if style.get(w("type")) == "paragraph" and style.get(w("default"), "0").lower() in {"1", "true", "on"}:
                self.paragraph_default = self.paragraph_default or name

    def style(self, name: str | None) -> Style:
        """A style, `NONE` where there is none of this id."""
        if name is None or name not in self._elements:
            return NONE
        if name not in self._made:
            self._made[name] = self._make(name)
        return self._made[name]

    def _make(self, name: str) -> Style:
        chain: list[tuple[str, Element]] = []
        at: str | None = name
        while at is not None and at in self._elements and len(chain) < _DEEPEST and at not in {n for n, _ in chain}:
            chain.append((at, self._elements[at]))
            at = value(self._elements[at], "basedOn")
        looks: dict[Mark, bool] = {}
        indents: dict[str, int] = {}
        numbering: tuple[str, str] | None = None
        level: str | None = None
        outline: int | None = None
        is_hidden = is_capital = breaks = False
        for own, element in reversed(chain):
            properties = child(element, "pPr")
            looks |= looks_of(child(element, "rPr"))
            indents |= indents_of(properties)
            hidden = is_on(child(element, "rPr"), "vanish")
            is_hidden = is_hidden if hidden is None else hidden
            capital = is_on(child(element, "rPr"), "caps")
            is_capital = is_capital if capital is None else capital
            breaking = is_on(properties, "pageBreakBefore")
            breaks = breaks if breaking is None else breaking
            named = _HEADING.fullmatch(value(element, "name") or "")
            said = value(properties, "outlineLvl") or (named and str(int(named.group(1)) - 1))
            outline = outline if said is None else number(said, 9, 0, 9)
            listed = value(properties, "numPr", "numId")
            if listed is not None:
                numbering = (listed, own)
            level = value(properties, "numPr", "ilvl") or level
        return Style(tuple(looks.items()), is_hidden, is_capital, numbering, level, outline, tuple(indents.items()), breaks)
