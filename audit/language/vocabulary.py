"""The names of a ruleset: what each stands for, where it is declared, and which values a choice may take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from audit.language.syntax import Node, Word
from audit.ruleset.basis import NOWHERE, Span
from audit.ruleset.names import Kind

DECLARES: dict[str, Kind] = {
    "wager": Kind.WAGER,
    "option": Kind.OPTION,
    "option_rows": Kind.OPTION,
    "assume": Kind.ASSUMPTION,
    "configuration": Kind.CONFIGURATION,
    "dice": Kind.DICE,
    "wheel": Kind.WHEEL,
    "layout": Kind.LAYOUT,
    "chance": Kind.CHANCE,
    "area": Kind.AREA,
    "group": Kind.GROUP,
    "count": Kind.COUNT,
    "ranking": Kind.RANKING,
    "ranking_inverse": Kind.RANKING,
    "order": Kind.ORDER,
    "hand_best": Kind.HAND,
    "hand_all": Kind.HAND,
    "hand_lower": Kind.HAND,
    "hand_higher": Kind.HAND,
    "define_fact": Kind.DEFINITION,
    "define_of_hand": Kind.DEFINITION,
    "define_value": Kind.DEFINITION,
    "role": Kind.ROLE,
    "meter": Kind.METER,
    "fee": Kind.FEE,
    "bonus": Kind.BONUS,
    "table": Kind.TABLE,
    "grid": Kind.GRID,
    "way": Kind.WAY,
    "betting": Kind.BETTING,
    "state": Kind.STATE,
    "party": Kind.PARTY,
    "duty": Kind.DUTY,
    "measure": Kind.MEASURE,
    "irregularity": Kind.IRREGULARITY,
    "note": Kind.NOTE,
}

BUILT_IN = frozenset(
    {
        "dealer",
        "player",
        "players",
        "players_in",
        "hand",
        "hands",
        "cards",
        "total",
        "combination",
        "count",
        "nature",
        "set_1",
        "set_2",
        "deck",
        "discards",
        "burns",
        "button",
        "pot",
        "bettors",
        "bets_this_round",
        "forced_bets",
        "shuffle",
        "deal",
        "round",
        "shared",
        "roll",
        "spin",
        "draw",
        "dice",
        "wheel",
        "layout",
        "section",
        "wild",
        "natural",
        "sets_then_cards",
        "sets_only",
        "highest_unshared_card",
        "higher",
        "lower",
        "rank",
        "suit",
        "colour",
        "suits",
        "positions",
        "rankings",
        "owner",
        "card",
        "card_of_deal",
        "exposed",
        "sides",
        "row",
        "column",
        "neighbours",
        "square",
        "double_row",
        "piece",
        "copies",
    }
)
"""Names that no file declares; see the language reference, "Built in"."""

HELD = frozenset({"hand", "deck", "discards", "burns"})
"""Built-in names of cards that lie together, as those of an area do."""


@dataclass(frozen=True, slots=True)
class Declared:
    """A declared name: what kind of thing it is, where, and the title behind it."""

    name: str
    kind: Kind
    span: Span = field(default=NOWHERE)
    title: str = ""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """All names of a ruleset.

    ``values`` gives, for each option and assumption, the names that are its values; ``memories`` the names that rounds
    and wagers keep things under; ``words`` every other name that a test may use (classes, sections, columns, faces).
    """

    declared: dict[str, tuple[Declared, ...]]
    values: dict[str, frozenset[str]]
    memories: frozenset[str]
    words: frozenset[str]

    def kind(self, name: str) -> Kind:
        """What a name may stand for; no kind at all if nobody declares it."""
        kinds = Kind(0)
        for declared in self.declared.get(name, ()):
            kinds |= declared.kind
        if name in HELD:
            kinds |= Kind.AREA
        return kinds | Kind.BUILT_IN if name in BUILT_IN else kinds

    def where(self, name: str) -> Declared | None:
        found = self.declared.get(name, ())
        return found[0] if found else None

    def is_parameter(self, name: str) -> bool:
        return bool(self.kind(name) & (Kind.OPTION | Kind.ASSUMPTION))

    def over(self, other: Vocabulary) -> Vocabulary:
        """These names, and behind them those of another: a submission speaks of its regulation's."""
        values = {name: values | self.values.get(name, frozenset()) for name, values in other.values.items()}
        return Vocabulary(
            {**other.declared, **self.declared}, {**self.values, **values}, self.memories | other.memories,
            self.words | other.words,
        )

    @property
    def known(self) -> frozenset[str]:
        """Every word that may stand in a test."""
        values = frozenset(v for vs in self.values.values() for v in vs)
        return frozenset(self.declared) | values | self.memories | self.words | BUILT_IN


def vocabulary(statements: Iterable[Node]) -> Vocabulary:
    """The names that these statements declare."""
    declared: dict[str, tuple[Declared, ...]] = {}
    values: dict[str, set[str]] = {}
    memories: set[str] = set()
    words: set[str] = set()

    def declare(word: Word, kind: Kind, title: str = "") -> None:
        declared[word.text] = (*declared.get(word.text, ()), Declared(word.text, kind, word.span, title))

    for statement in flat(statements):
        kind = DECLARES.get(statement.kind)
        name = _name(statement)
        if kind is not None and name is not None:
            declare(name, kind, _title(statement))
        match statement.kind:
            case "option" | "assume" | "option_rows":
                assert name is not None
                values.setdefault(name.text, set()).update(_values(statement))
                if statement.kind == "option_rows":
                    for column in _header(statement)[1:]:
                        declare(Word("NAME", column, statement.span), Kind.OPTION)
            case "choose" if name is not None:
                values.setdefault(name.text, set()).update(_names_in(statement.words[1:]))
            case "round":
                for node in statement.walk():
                    if isinstance(node, Node) and node.kind in ("step", "choice"):
                        inner = _name(node)
                        if inner is not None:
                            declare(inner, Kind.STEP if node.kind == "step" else Kind.CHOICE)
            case "area":
                for line in statement.body:
                    inner = _name(line)
                    if line.kind == "area_part" and inner is not None:
                        declare(inner, Kind.PART)
            case "ranking" | "ranking_inverse":
                words.update(n.text for n in statement.walk() if isinstance(n, Word) and n.kind == "NAME")
            case "state":
                words.update(_names_in(statement.words))
            case "wheel":
                words.update(w for line in statement.body if line.kind == "in_order" for w in _names_in(line.words))
                words.update(_header(statement))
            case "deck_listed":
                words.update(_header(statement))
            case "dice" | "group":
                words.update(_names_in(statement.words[1:]))
            case "needs_wager" | "needs_area" | "needs_step" | "needs_wheel":
                assert name is not None
                declare(
                    name,
                    {
                        "needs_wager": Kind.WAGER,
                        "needs_area": Kind.AREA,
                        "needs_step": Kind.STEP,
                        "needs_wheel": Kind.WHEEL,
                    }[statement.kind],
                )
        for row in _cell_rows(statement):
            words.update(_row_words(row))
        memories.update(_memories(statement))
    return Vocabulary(declared, {k: frozenset(v) for k, v in values.items()}, frozenset(memories), frozenset(words))


def flat(statements: Iterable[Node]) -> Iterator[Node]:
    """The statements, those under a ``when`` heading among them."""
    for statement in statements:
        if statement.kind in ("under_choice", "replace"):
            yield from flat(c for c in (statement.body or statement.children) if isinstance(c, Node))
        else:
            yield statement


def _name(node: Node) -> Word | None:
    return next((w for w in node.words if isinstance(w, Word) and w.kind == "NAME"), None)


def _title(node: Node) -> str:
    return next((w.text.strip('"') for w in node.words if isinstance(w, Word) and w.kind == "STRING"), "")


def _names_in(parts: Iterable[Node | Word | None]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, Word) and part.kind == "NAME":
            yield part.text
        elif isinstance(part, Node):
            yield from _names_in(part.children)


def _values(statement: Node) -> Iterator[str]:
    if statement.kind == "assume":
        for line in statement.body:
            if line.kind in ("taken", "instead"):
                yield from _names_in(line.words)
    elif statement.kind == "option":
        yield from _names_in(statement.words[2:])
    else:
        for row in _rows(statement):
            first = row_cells(row)[0]
            yield first.strip('"')


def _rows(statement: Node) -> Iterator[Node]:
    for node in statement.walk():
        if isinstance(node, Node) and node.kind == "table_row":
            yield node


MAKING = frozenset({"wheel", "layout", "deck_listed", "option_rows", "pick_table", "table", "grid"})
"""Tables whose cells make words: sections, boxes, pieces, features, values.  In any other a word is one of elsewhere."""


def _cell_rows(statement: Node) -> Iterator[Node]:
    """The rows of the tables of a statement that make words, their headings left out."""
    for node in statement.walk():
        if isinstance(node, Node) and node.kind in MAKING:
            rows = [c for c in node.children if isinstance(c, Node) and c.kind == "table_row"]
            yield from rows if node.kind == "layout" else rows[1:]


def row_cells(row: Node) -> list[str]:
    word = row.children[0]
    assert isinstance(word, Word)
    return [cell.strip() for cell in word.text.strip().strip("|").split("|")]


def _header(statement: Node) -> list[str]:
    row = next(_rows(statement), None)
    return row_cells(row) if row is not None else []


def _row_words(row: Node) -> Iterator[str]:
    for cell in row_cells(row):
        for piece in cell.replace(",", " ").split():
            if piece[:1].isalpha() and piece[:1].islower():
                yield piece


def _memories(statement: Node) -> Iterator[str]:
    for node in statement.walk():
        if isinstance(node, Node) and node.kind in ("keep", "add", "count_up", "clear", "pick"):
            for part in node.children:
                if isinstance(part, Node) and part.kind in ("the", "its", "ref"):
                    yield from _names_in((part,))
        elif isinstance(node, Node) and node.kind == "burn":
            yield from _names_in(node.children[-1:])
        elif isinstance(node, Node) and node.kind == "pick_table":
            yield from _header(node)
