"""What a second look knows of a file, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.language.diagnostics import Diagnostic
from audit.language.mistakes.proving import Edit
from audit.language.syntax import Node, Source, Word
from audit.ruleset.basis import Span

COUNTED = {1: "one die", 2: "two dice", 3: "three dice", 4: "four dice", 5: "five dice", 6: "six dice"}


@dataclass(frozen=True, slots=True)
class Known:
    """What a second look needs to know of the whole file.

    ``faces`` are those of all its dice (nothing where not all are known), ``dice`` how many there are; ``options`` the
    names of options and assumptions; ``declared`` every name that some statement gives, ``classes`` those that
    its lines give; ``is_whole`` is false where
    other files add to it, ``cites`` where it need not cite.
    """

    source: Source
    faces: frozenset[str] | None = None
    dice: int = 0
    options: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()
    classes: frozenset[str] = frozenset()
    is_whole: bool = True
    cites: bool = True


@dataclass(frozen=True, slots=True)
class Looked:
    """A mistake that the second look found, and the edits that mend it in the lines of the statement."""

    diagnostic: Diagnostic
    edits: tuple[Edit, ...] = ()


def known_of(source: Source, nodes: list[Node]) -> Known:
    """What the second look needs to know of a file."""
    text = source.text
    is_whole = re.search(r"^\s*(include|amends)\b", text, re.MULTILINE) is None
    faces: frozenset[str] | None = frozenset()
    dice = 0
    for node in nodes:
        if node.kind == "dice":
            dice += next((int(float(w.text)) for w in node.words if isinstance(w, Word) and w.kind == "NUMBER"), 0)
            own = _faces(node)
            faces = faces | own if faces is not None and own is not None else None
    options = frozenset(re.findall(r"^\s*(?:option|assume)\s+(\w+)", text, re.MULTILINE))
    declared = frozenset(re.findall(
        r"\b(?:option|assume|group|define|count|ranking|table|grid|area|hand|the|its|step|wager|role|meter|order)\s+(\w+)",
        text,
    ))
    is_own = re.search(r"^(ruleset|fragment)\b", text, re.MULTILINE) is not None
    classes = frozenset(
        w.text for node in nodes for part in node.walk() if isinstance(part, Node)
        and part.kind in ("hand_class", "choice", "dice", "state", "option", "area_part", "becomes", "deck_listed")
        for w in part.walk() if isinstance(w, Word) and w.kind == "NAME"
    )
    classes |= frozenset(name for node in nodes if node.kind in ("wheel", "layout") for name in _labels(node))
    return Known(source, faces if is_whole and dice else None, dice, options, declared, classes, is_whole, is_own)


def _labels(node: Node) -> Iterator[str]:
    """The names that a wheel or a layout gives to its sections and boxes."""
    for part in node.walk():
        if isinstance(part, Node) and part.kind in ("table_row", "in_order"):
            words = [w.text for w in part.walk() if isinstance(w, Word)]
            yield from re.findall(r"[a-z]\w*", " ".join(words))


def _faces(node: Node) -> frozenset[str] | None:
    """The faces of a line of dice; nothing where they are not plain numbers or names."""
    found: set[str] = set()
    for part in node.words[2:]:
        words = [w.text for w in part.walk() if isinstance(w, Word)] if isinstance(part, Node) else []
        if isinstance(part, Node) and part.kind == "through" and len(words) == 2 and all(w.isdigit() for w in words):
            if int(words[1]) - int(words[0]) > 1000:
                return None
            found.update(str(n) for n in range(int(words[0]), int(words[1]) + 1))
        elif isinstance(part, Node) and part.kind == "combination" and re.fullmatch(r"\d{1,2}-\d{1,2}", words[0]):
            # faces 1-6: a range is meant, and told of elsewhere
            low, high = words[0].split("-")
            found.update(str(n) for n in range(int(low), int(high) + 1))
        elif isinstance(part, Node) and part.kind in ("spots", "named") and words:
            found.update(words)
        else:
            return None
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of a statement as they were parsed, by their number in the file."""

    lines: tuple[str, ...]
    first: int

    def line(self, number: int) -> str:
        return self.lines[number - self.first] if 0 <= number - self.first < len(self.lines) else ""

    def edit(self, span: Span, text: str) -> Edit:
        """The edit that writes ``text`` over a span."""
        return Edit(span.line - self.first, span.column - 1, span.end_column - 1, text)
