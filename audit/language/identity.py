"""What a statement is known by: its kind and its name, or, where it has none, the words that make it the one it is.

Two statements with one key are the same statement said twice; layout, clauses and order of a list make no difference.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Final

from audit.language.syntax import Node, Word
from audit.ruleset.basis import Span

FAMILIES: Final = {
    "option_rows": "option", "ranking_inverse": "ranking", "hand_best": "hand", "hand_all": "hand",
    "hand_lower": "hand", "hand_higher": "hand", "define_fact": "define", "define_of_hand": "define",
    "define_value": "define", "seats_at_most": "seats", "deck_listed": "deck", "suits_equal": "suits",
    "suits_ordered": "suits", "pays_list": "pays", "pays_rate": "pays", "pays_not_stated": "pays", "pays_table": "pays",
    "choose_table": "choose", "needs_wager": "needs", "needs_wheel": "needs", "needs_area": "needs",
    "needs_step": "needs", "include_all": "include",
}
"""Constructs that are forms of one statement."""

NEEDS: Final = ("needs_wager", "needs_wheel", "needs_area", "needs_step")
SINGLE: Final = frozenset({
    "deck", "seats", "positions", "button", "stack", "round", "award", "betting_rules", "all_wagers", "no_other_wagers",
})
"""Statements that a file makes once, so that they need no name."""
NAMED: Final = frozenset({
    "wager", "option", "assume", "configuration", "dice", "wheel", "layout", "chance", "area", "group", "count",
    "ranking", "order", "hand", "define", "role", "meter", "fee", "bonus", "table", "grid", "way", "betting", "state",
    "party", "duty", "measure", "irregularity", "choose", "step",
})
CHANGES: Final = {
    "change_wager": "wager", "change_round": "round", "change_ranking": "ranking", "change_betting": "betting",
    "change_fee": "fee", "change_award": "award", "change_irregularity": "irregularity", "change_table": "table",
    "change_settle": "settle", "change_pays": "pays", "change_bonus": "bonus", "change_way": "way",
    "change_role": "role", "change_all_wagers": "all_wagers",
}
WORDS: Final = {"award": "award each pot", "betting_rules": "betting rules", "all_wagers": "all wagers",
                "no_other_wagers": "no other wagers", "stack": "stack on the table"}


@dataclass(frozen=True, slots=True)
class Key:
    """What a statement is known by; ``said`` is how a reviewer calls it: ``wager field``, ``settle ante, play``."""

    family: str
    name: object
    said: str = field(compare=False)


def family_of(statement: Node) -> str:
    """The statement that a construct is a form of."""
    if statement.kind.startswith("example_"):
        return "example"
    return FAMILIES.get(statement.kind, statement.kind)


def key_of(statement: Node) -> Key:
    """What a statement is known by."""
    family = family_of(statement)
    names = tuple(word.text for word in name_words(statement))
    if family in SINGLE:
        return Key(family, None, WORDS.get(family, family))
    if family in NAMED or (family == "note" and names):
        name = names[0] if names else None
        return Key(family, name, f"{family} {name}" if name else family)
    return SPECIAL.get(family, _told_by_words)(statement, names)


def _results_key(statement: Node, names: tuple[str, ...]) -> Key:
    family = family_of(statement)
    return Key(family, frozenset(names), f"{family} {', '.join(names)}".strip())


def _suits_key(statement: Node, names: tuple[str, ...]) -> Key:
    return Key("suits", frozenset(names), f"suits for {', '.join(names)}")


def _needs_key(statement: Node, names: tuple[str, ...]) -> Key:
    what = statement.kind.removeprefix("needs_")
    return Key("needs", (what, names[0]), f"needs {what} {names[0]}")


def _quoted_key(statement: Node, names: tuple[str, ...]) -> Key:
    family = family_of(statement)
    text = next((w.text for w in statement.words if isinstance(w, Word) and w.kind == "STRING"), "")
    return Key(family, text, f"{family} {text}")


def _cap_key(statement: Node, names: tuple[str, ...]) -> Key:
    capped = [w.text for w in statement.walk() if isinstance(w, Word) and w.kind == "NAME"]
    wagers = ", ".join(capped[: capped.index(names[0])]) or "all"
    return Key("cap", canonical_words(statement)[:3], f"cap {wagers} per {names[0]}")


def _told_by_words(statement: Node, names: tuple[str, ...]) -> Key:
    """A condition, an example: it is known by all that it says."""
    said = " ".join(w.text for w in statement.walk() if isinstance(w, Word) and w.kind in ("NAME", "STRING"))
    family = family_of(statement)
    return Key(family, canonical_words(statement), f"{family} {said}".strip()[:80])


def _include_key(statement: Node, names: tuple[str, ...]) -> Key:
    wanted = next(w.text for w in statement.words if isinstance(w, Word) and w.kind == "ID")
    return Key("include", (game_of(wanted), tuple(sorted(names))), f"include {wanted}")


SPECIAL: Final[dict[str, Callable[[Node, tuple[str, ...]], Key]]] = {
    "settle": _results_key, "pays": _results_key, "suits": _suits_key, "needs": _needs_key, "include": _include_key,
    "term": _quoted_key, "permits": _quoted_key, "note": _quoted_key, "cap": _cap_key,
}


def game_of(ruleset: str) -> str:
    """An id without its edition: two editions of one game have it in common."""
    return ruleset.rsplit("/", 1)[0]


def changed_key(change: Node) -> Key:
    """What a ``change`` speaks of."""
    family = CHANGES[change.kind]
    words = tuple(w for w in change.words if isinstance(w, Word))
    return key_of(replace(change, kind="pays_table" if family == "pays" else family, children=words))


def name_words(statement: Node) -> tuple[Word, ...]:
    """The names among the words of a statement itself."""
    return tuple(w for w in statement.words if isinstance(w, Word) and w.kind == "NAME")


def names_called(statement: Node) -> tuple[str, ...]:
    """The names by which ``remove``, ``rename`` and ``include`` may call a statement.

    Results and caps have the names of all their wagers, a term what it stands for, every other its own.
    """
    family = family_of(statement)
    if family == "term":
        parts = [part for part in statement.words if isinstance(part, Node)]
        words = tuple(w.text for part in parts for w in part.walk() if isinstance(w, Word))
        return words if len(words) == 1 else ()
    if family == "cap":
        capped = statement.words[0]
        return tuple(w.text for w in capped.walk() if isinstance(w, Word)) if isinstance(capped, Node) else ()
    names = tuple(word.text for word in name_words(statement))
    return names if family in ("settle", "pays") else names[:1]


def name_span(statement: Node) -> Span:
    """Where a message about a statement points: its name, its text, else its first word."""
    for word in statement.words:
        if isinstance(word, Word) and word.kind in ("NAME", "STRING", "ID"):
            return word.span
    first = statement.span
    length = len(WORDS.get(statement.kind, statement.kind).split("_")[0].split(" ")[0])
    return replace(first, end_line=first.line, end_column=first.column + length)


# the same, whatever the layout


def canonical(node: Node) -> Node:
    """The node with layout taken out of its words: the space about clauses and cells, the line they stand on."""
    return replace(node, children=tuple(_canonical(child) for child in node.children))


def _canonical(part: Node | Word | None) -> Node | Word | None:
    if isinstance(part, Node):
        return canonical(part)
    if isinstance(part, Word) and part.kind == "CITE":
        return replace(part, text="@ " + ", ".join(cite_items(part)))
    if isinstance(part, Word) and part.kind == "ROW":
        return replace(part, text="| " + " | ".join(cells(part)) + " |")
    return part


def canonical_words(node: Node) -> tuple[Node | Word | None, ...]:
    """The words of a line, layout taken out; spans make no difference to equality."""
    return tuple(_canonical(part) for part in node.words)


def cite_items(cite: Word) -> tuple[str, ...]:
    """The clauses behind an ``@``, one by one, as written."""
    text = cite.text.strip().removeprefix("@").strip()
    return tuple(re.sub(r"\s+", " ", item.strip()) for item in split_outside_quotes(text, ","))


def cells(row: Word) -> tuple[str, ...]:
    """The cells of a row, the space about them taken off."""
    return tuple(cell.strip() for cell in row.text.strip()[1:-1].split("|"))


def split_outside_quotes(text: str, mark: str) -> list[str]:
    """The pieces of a text between marks; a mark within quotation marks parts nothing."""
    pieces = [""]
    quoted = False
    for letter in text:
        quoted ^= letter == '"'
        if letter == mark and not quoted:
            pieces.append("")
        else:
            pieces[-1] += letter
    return pieces
