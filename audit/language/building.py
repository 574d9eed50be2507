"""Syntax becomes the data of `audit.ruleset`: classes with their fields, names still to be checked.

Three things are worked in on the way, so that nothing later has to know of them: what a line inherits from the heads
above it (basis, guard, choice, step), headings (they become the ``at`` of their lines), and ``unless`` (a negated
``if``).
"""

from __future__ import annotations

import functools
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from fractions import Fraction
from types import UnionType
from typing import Any, Union

from lark.exceptions import UnexpectedInput

from audit.language import grammar
from audit.language.constructs import CLASSES, UNWRAPPED, VALUES
from audit.language.syntax import Node, Word
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset.basis import Assumed, Basis, Citation
from audit.ruleset.conditions import AllOf, Condition, Negated, both
from audit.ruleset.money import Odds, Rounded, Rounding
from audit.ruleset.names import Name

INHERITED = frozenset({"basis", "guard", "when", "at", "is_default", "leaves"})


class BuildError(Exception):
    """A construct that parses and means nothing; says what and where."""

    def __init__(self, node: Node | Word, name: str, message: str, mend: str = "") -> None:
        super().__init__(message)
        self.node, self.name, self.message, self.mend = node, name, message, mend


@dataclass(frozen=True, slots=True)
class Above:
    """What a line takes over from the heads above it.

    ``editions`` tells which ruleset a source text is, ``elsewhere`` what the document is called that its clauses are of, where
    that is another one than the ruleset's own.
    """

    editions: Mapping[str, str] = field(default_factory=dict)
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    cites: tuple[Citation, ...] = ()
    assumed: Assumed | None = None
    when: Condition | None = None
    guard: Condition | None = None
    at: tuple[Any, ...] = ()


# words


def text_of(word: Word) -> str:
    """The text of a word; of a quotation what stands between the marks."""
    return word.text[1:-1] if word.kind in ("STRING", "HEADING") else word.text


def number_of(word: Word) -> Fraction:
    digits = word.text.replace(",", "").replace("$", "")
    if digits.endswith("%"):
        return Fraction(digits[:-1]) / 100
    return Fraction(digits)


def _from_word(word: Word) -> Any:
    match word.kind:
        case "NAME":
            return Name(word.text, word.span)
        case "NUMBER" | "FRACTION":
            return ex.Number(word.text) if word.kind == "NUMBER" else number_of(word)
        case "MONEY":
            return ex.Money(number_of(word))
        case "PERCENT":
            return ex.Percent(number_of(word))
        case "STRING":
            return pt.Label(text_of(word))
        case "COMBO":
            return combination(word)
        case "NONE":
            return pt.Special.NONE
        case _:
            return word.text


def combination(word: Word) -> pt.Combination:
    """``2-2``: the faces of all dice, in the order of the faces as text, so that 1-2 is 2-1."""
    return pt.Combination(tuple(sorted(word.text.split("-"), key=_face_order)))


def _face_order(face: str) -> tuple[int, int, str]:
    return (0, int(face), "") if face.isdigit() else (1, 0, face)


# fields


_PLANS: dict[type[Any], tuple[tuple[str, Any], ...]] = {}


def plan(cls: type[Any]) -> tuple[tuple[str, Any], ...]:
    """The fields of a class that its construct fills, in order, with their types."""
    if cls not in _PLANS:
        hints = typing.get_type_hints(cls)
        _PLANS[cls] = tuple((f.name, hints[f.name]) for f in fields(cls) if f.name not in INHERITED and f.init)
    return _PLANS[cls]


def _is_tuple(hint: Any) -> bool:
    return typing.get_origin(hint) is tuple


def _allows(hint: Any, wanted: type[Any]) -> bool:
    if typing.get_origin(hint) in (Union, UnionType):
        return any(_allows(part, wanted) for part in typing.get_args(hint))
    if _is_tuple(hint):
        return _allows(typing.get_args(hint)[0], wanted)
    return hint is wanted


def _value(part: Node | Word | None, hint: Any) -> Any:
    """One part of a construct, as the type of its field asks."""
    if hint is bool:
        return part is not None
    if part is None:
        return None
    while (
        isinstance(part, Node) and part.kind in UNWRAPPED and len(part.children) == 1 and part.children[0] is not None
    ):
        part = part.children[0]
    if isinstance(part, Word):
        money = part.kind == "MONEY" and _allows(hint, ex.Money)
        if not money and part.kind in ("NUMBER", "PERCENT", "FRACTION", "MONEY") and _allows(hint, Fraction):
            return number_of(part)
        if part.kind == "NAME" and _allows(hint, Name):
            return Name(part.text, part.span)
        if _allows(hint, str) and not (part.kind == "STRING" and _allows(hint, pt.Label)):
            return text_of(part)
        return _from_word(part)
    return build(part)


def _fill(cls: type[Any], parts: Sequence[Node | Word | None], wanted: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """Matches parts with fields: a tuple field takes all that the others leave."""
    spare = len(parts) - sum(1 for _, hint in wanted if not _is_tuple(hint))
    values: dict[str, Any] = {}
    rest = list(parts)
    for name, hint in wanted:
        if _is_tuple(hint):
            taken, rest = rest[:spare], rest[spare:]
            values[name] = tuple(v for part in taken if part is not None for v in _spread(part, hint))
        else:
            if not rest:
                raise TypeError(f"{cls.__name__}.{name}: nothing left for it")
            values[name] = _value(rest.pop(0), hint)
    if rest:
        raise TypeError(f"{cls.__name__}: {len(rest)} parts too many")
    return values


def _spread(part: Node | Word, hint: Any) -> tuple[Any, ...]:
    value = _value(part, hint)
    return value if isinstance(value, tuple) else (value,)


def build(node: Node) -> Any:
    """The data of a construct that is no line: an expression, a test, an act, an amount."""
    made = VALUES.get(node.kind)
    if made is not None:
        return made
    special = SPECIAL.get(node.kind)
    if special is not None:
        return special(node)
    cls = CLASSES.get(node.kind)
    if cls is None:
        if len(node.children) == 1 and node.children[0] is not None:
            return _value(node.children[0], object)
        raise BuildError(node, "not-understood", f'"{node.kind}" has no meaning here')
    return cls(**_fill(cls, node.words, plan(cls)))


def build_line(node: Node, above: Above, **extra: Any) -> Any:
    """A line as a class with basis, guard and choice; ``extra`` gives fields that its words do not."""
    cls = CLASSES[node.kind]
    wanted = [(name, hint) for name, hint in plan(cls) if name not in extra]
    return cls(**_fill(cls, node.words, wanted), **extra, **stated(cls, node, above))


def stated(cls: type[Any], node: Node, above: Above) -> dict[str, Any]:
    """The basis, guard, choice and headings of a line."""
    given: dict[str, Any] = {
        "basis": basis_of(node, above),
        "guard": both(above.guard, guard_of(node)),
        "when": both(above.when, when_of(node)),
    }
    if is_dataclass(cls) and any(f.name == "at" for f in fields(cls)):
        given["at"] = above.at
    return given


def basis_of(node: Node, above: Above) -> Basis:
    tail = node.tail
    own = citations(tail.cite) if tail.cite is not None else ()
    of_other = above.elsewhere.get(node.span.source)
    if of_other is not None:
        own = tuple(cite if cite.document is not None else replace(cite, document=of_other) for cite in own)
    return Basis(
        own, _assumed(tail.assumed), node.span, above.editions.get(node.span.source, ""), above.cites, above.assumed
    )


def guard_of(node: Node) -> Condition | None:
    guard = node.tail.guard
    if guard is None:
        return None
    condition: Condition = build(_child(guard))
    return Negated(condition) if guard.kind == "unless" else condition


def when_of(node: Node) -> Condition | None:
    when = node.tail.when
    return None if when is None else build(_child(when))


def _child(node: Node) -> Node:
    child = node.children[0]
    assert isinstance(child, Node)
    return child


def _assumed(node: Node | None) -> Assumed | None:
    if node is None:
        return None
    word = node.children[0]
    assert isinstance(word, Word)
    return Assumed(because=text_of(word)) if node.kind == "assumed_because" else Assumed(under=word.text)


def below(node: Node, above: Above) -> Above:
    """What the lines below a head take over from it."""
    own = basis_of(node, above)
    return replace(above, cites=own.cites, assumed=own.assumption)


def under(node: Node, above: Above) -> Above:
    """What the lines below a heading take over: its basis, its guard and its choice as well."""
    return replace(below(node, above), when=both(above.when, when_of(node)), guard=both(above.guard, guard_of(node)))


@functools.lru_cache(maxsize=8192)
def _citations(text: str) -> tuple[Citation, ...] | None:
    try:
        tree = grammar.parse_cell("citation", text)
    except UnexpectedInput:
        return None
    found: list[Citation] = []
    for cited in tree.find_data("cited"):
        document, labels = cited.children[0], [str(c) for c in cited.children[1:] if c is not None]
        through = None
        for part in cited.find_data("label"):
            labels = [str(c) for c in part.children]
            through = labels[1] if len(labels) > 1 else None
        found.append(Citation(labels[0], through, None if document is None else str(document)))
    return tuple(found)


def citation_text(word: Word) -> str:
    """What stands behind the ``@``."""
    return word.text.strip().removeprefix("@").strip()


def citations(word: Word) -> tuple[Citation, ...]:
    found = _citations(citation_text(word))
    if found is None:
        raise BuildError(
            word, "citation", f'"{citation_text(word)}" is not a clause', "clauses, parted by commas: D.10, F.1"
        )
    return found


# constructs that no class describes part by part


def _all_of(node: Node) -> Any:
    facts = tuple(build(c) for c in node.children if isinstance(c, Node))
    return facts[0] if len(facts) == 1 else AllOf(facts)


def _odds(node: Node) -> Odds:
    first, second = (number_of(w) for w in node.children if isinstance(w, Word))
    if second == 0:
        raise BuildError(node, "not-odds", "odds against nothing", "a number above 0 behind it")
    return Odds(first, second, node.kind == "odds_for")


def _any_of(node: Node) -> pt.AnyOf:
    """A list of tests, its ``except`` at the end."""
    tests: list[Any] = []
    besides: pt.AnyOf | None = None
    for child in node.children:
        if isinstance(child, Node) and child.kind == "excluded":
            besides = _any_of(child)
        elif child is not None:
            tests.append(_value(child, object))
    return pt.AnyOf(tuple(tests), besides)


def any_of(parts: Sequence[Node | Word | None]) -> pt.AnyOf:
    besides = next((_any_of(p) for p in parts if isinstance(p, Node) and p.kind == "excluded"), None)
    tests = tuple(
        _value(p, object) for p in parts if p is not None and not (isinstance(p, Node) and p.kind == "excluded")
    )
    return pt.AnyOf(tests, besides)


def _all_tests(node: Node) -> Any:
    tests = tuple(_value(c, object) for c in node.children if c is not None)
    return tests[0] if len(tests) == 1 else pt.All(tests)


def _on(node: Node) -> Any:
    if isinstance(node.children[0], Node) and node.children[0].kind == "not_stated":
        return VALUES["not_stated"]
    return any_of(node.children)


def _combination(node: Node) -> pt.Combination:
    word = node.children[0]
    assert isinstance(word, Word)
    return combination(word)


def _first(node: Node) -> Any:
    part = node.children[0]
    assert part is not None
    return _value(part, object)


def _rate(node: Node) -> Any:
    word = node.children[0]
    assert isinstance(word, Word)
    return ex.Percent(number_of(word)) if word.kind == "PERCENT" else Name(word.text, word.span)


def _names(node: Node) -> tuple[Any, ...]:
    return tuple(_value(c, object) for c in node.children if c is not None)


def _numbers(node: Node) -> tuple[Fraction, ...]:
    return tuple(number_of(w) for w in node.children if isinstance(w, Word))


def _rounded(node: Node) -> Rounded:
    word = node.children[0]
    assert isinstance(word, Word)
    direction = {"rounded_up": Rounding.UP, "rounded_down": Rounding.DOWN, "rounded_nearest": Rounding.NEAREST}
    return Rounded(direction[node.kind], ex.Money(number_of(word)))


def _others_are(node: Node) -> Any:
    first, *rest = node.children
    if isinstance(first, Word):
        return pt.OthersAreCards(number_of(first), tuple(build(c) for c in rest if isinstance(c, Node)))
    assert isinstance(first, Node)
    suits = rest[0] if rest else None
    return pt.OthersAre(build(first), build(suits) if isinstance(suits, Node) else None)


def _spot_text(node: Node) -> str:
    word = node.children[0]
    assert isinstance(word, Word)
    return word.text


def _withal(node: Node) -> Any:
    """What stands behind ``with``: a rank, which may be a number, or a group."""
    part = node.children[0]
    assert part is not None
    return _value(part, str)


def _named_total(node: Node) -> pt.Named:
    word = node.children[0]
    assert isinstance(word, Word)
    return pt.Named(Name(word.text, word.span))


def _at_rate(node: Node) -> None:
    """``pays W at …``: neither a floor nor a ceiling."""


def _packs(node: Node) -> Any:
    word = node.children[0]
    assert isinstance(word, Word)
    return number_of(word) if word.kind == "NUMBER" else Name(word.text, word.span)


SPECIAL: dict[str, Callable[[Node], Any]] = {
    "all_of": _all_of,
    "odds_to": _odds,
    "odds_for": _odds,
    "tests": _any_of,
    "excluded": _any_of,
    "all_tests": _all_tests,
    "on": _on,
    "combination": _combination,
    "of_suit": _first,
    "rate": _rate,
    "rights": _names,
    "actions": _names,
    "keys": _names,
    "numbers": _numbers,
    "across": _first,
    "rounded_up": _rounded,
    "rounded_down": _rounded,
    "rounded_nearest": _rounded,
    "others_are": _others_are,
    "spot": _spot_text,
    "packs": _packs,
    "suits_down": _names,
    "withal": _withal,
    "named_total": _named_total,
    "at_rate": _at_rate,
}
