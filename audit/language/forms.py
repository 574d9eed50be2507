"""What kind of line a line is, as far as a line of an amendment takes the place of another."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Final

from audit.language.identity import canonical, canonical_words
from audit.language.syntax import Node, Word

ONE_KIND: Final = {
    "pick": "pick", "pick_table": "pick", "pays_line": "pays", "pays_by_table": "pays", "commission": "commission",
    "no_commission": "commission", "made": "made", "made_any_time": "made", "required": "required",
    "optional": "required", "from_pot": "from", "from_each_pot": "from", "from_player": "from",
    "before_deal": "collected", "once_dealt": "collected", "each_betting": "collected", "at_end": "collected",
    "row_otherwise": "otherwise",
}
"""Forms of one line: one of them takes the place of another."""

MATCHED: Final = frozenset({"row", "shares", "remedies", "hand_class", "table_row"})
"""Kinds of which a block has many, told apart by what they say."""
IN_ORDER: Final = frozenset({"ranking", "round", "award", "irregularity"})
"""Blocks whose lines are read from the top."""

_MEMORY: Final = {"keep": 1, "add": 1, "count_up": 0, "clear": 0}

Form = Callable[[Node], Hashable]


def form(line: Node) -> Hashable:
    """Two lines of one form, under the same headings, are one line in two editions."""
    told_by = TOLD_BY.get(line.kind)
    return (line.kind, told_by(line)) if told_by is not None else ONE_KIND.get(line.kind, line.kind)


def _first_word(line: Node) -> Hashable:
    """Its name, its rank, or whatever it begins with."""
    first = line.words[0]
    return canonical(first) if isinstance(first, Node) else first


def _stake(line: Node) -> Hashable:
    stake = line.words[0]
    return stake.kind if isinstance(stake, Node) else None


def _row_form(line: Node) -> Hashable:
    """A result by its word and its events, whatever their order; what is remembered by its verb and its name."""
    word, *events = line.words
    assert isinstance(word, Node)
    if word.kind in _MEMORY:
        return (word.kind, word.children[_MEMORY[word.kind]])
    on = events[0] if events else None
    asked = frozenset(_tests(on)) if isinstance(on, Node) else None
    return (word.kind, asked)


def _tests(on: Node) -> list[object]:
    return [canonical(child) if isinstance(child, Node) else child for child in on.children]


TOLD_BY: Final[dict[str, Form]] = {
    "row": _row_form, "amount": _stake, **dict.fromkeys(
        ("hand_class", "step", "low_in_run", "wild_always", "wild_or_itself", "wild_as", "wild_in", "may_take",
         "odd_chips"),
        _first_word,
    ),
    **dict.fromkeys(
        ("shares", "remedies", "act", "act_otherwise", "deal_until", "branch", "under_choice_actions", "decides",
         "plays_each_hand"),
        canonical_words,
    ),
}
"""What tells lines of one kind apart, where there may be many of them."""


def is_matched(line: Node) -> bool:
    """Whether a line is one of many of its kind, so that a guard may tell it from another with the same words."""
    if line.kind != "row":
        return line.kind in MATCHED
    word = line.words[0]
    return isinstance(word, Node) and word.kind not in _MEMORY


def comes_last(line: Node) -> bool:
    """Whether a line is for whatever the others leave, so that a new one stands before it."""
    return any(_leaves_the_rest(part) for part in line.words)


def _leaves_the_rest(part: Node | Word | None) -> bool:
    if isinstance(part, Word):
        return part.kind == "OTHERWISE"
    return part is not None and (
        part.kind in ("otherwise", "anything_else") or any(_leaves_the_rest(child) for child in part.children)
    )
