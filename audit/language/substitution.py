"""Other names in the place of names, wherever those are used: in words, and in the cells of tables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from audit.language.syntax import Node, Word

LISTS: Final = frozenset({
    "needs_all", "needs_any", "placed_with", "instead_of", "bets", "forfeit", "forfeit_half", "forfeit_all",
    "take_back", "return_wagers", "return_some", "settle", "settle_some", "settle_wagers", "pays_rate",
    "pays_not_stated", "pays_table", "capped", "cap_together", "cap_each", "any_is", "after_choices", "live_option",
    "post", "shuffle_in",
})
"""Constructs whose names are a list, so that several can stand for one."""
OWN_NAMES: Final = frozenset({"the", "its", "actor", "size", "every", "each", "so_often"})
"""What a round or a wager remembers, who acts, and units: names apart from those of the ruleset."""
FIRST_IS_OWN: Final = frozenset({"hand_class", "choice", "area_part"})
"""Constructs that begin with a name that belongs to their block alone."""

NAME_IN_CELL: Final = re.compile(r'"[^"]*"|(?:\bthe|\bits) +[a-z0-9_]+|(?<![A-Za-z0-9_])[a-z][a-z0-9_]*')
"""A name in a cell; quotations and what a round or a wager remembers are found too, as pieces that are no name."""


class Substitution:
    """Puts names in the place of others.

    ``names`` gives for a name those that take its place; ``touches`` tells whether a word may be changed at all.
    Where one name is asked for and several would come, ``too_many`` is called with the name and the word, and the
    first of them is taken.
    """

    def __init__(
        self, names: Mapping[str, tuple[str, ...]], too_many: Callable[[str, Word], None],
        touches: Callable[[Word], bool] = lambda word: True,
    ) -> None:
        self.names = names
        self.too_many = too_many
        self.touches = touches

    def node(self, node: Node) -> Node:
        """The node with its names exchanged; itself where none of them is in it."""
        if node.kind in OWN_NAMES:
            return node
        children: list[Node | Word | None] = []
        changed = False
        for n, child in enumerate(node.children):
            made = [child] if n == 0 and node.kind in FIRST_IS_OWN else self._child(child, node)
            changed = changed or len(made) != 1 or made[0] is not child
            children.extend(made)
        return replace(node, children=tuple(children)) if changed else node

    def _child(self, child: Node | Word | None, parent: Node) -> list[Node | Word | None]:
        if isinstance(child, Node):
            only = child.children[0] if child.kind == "any_of_area" else None
            if isinstance(only, Word) and only.text in self.names and self.touches(only):
                return [replace(child, children=(replace(only, text=name),)) for name in self.names[only.text]]
            return [self.node(child)]
        if isinstance(child, Word) and child.kind == "ROW" and self.touches(child):
            return [self._row(child)]
        if isinstance(child, Word) and child.kind == "NAME" and child.text in self.names and self.touches(child):
            names = self.names[child.text]
            if len(names) > 1 and parent.kind not in LISTS:
                self.too_many(child.text, child)
                names = names[:1]
            return [replace(child, text=name) for name in names]
        return [child]

    def _row(self, row: Word) -> Word:
        made = []
        for cell in row.text.split("|"):
            items = {item.strip() for item in cell.split(",")}
            for name, others in self.names.items():
                uses = [m[0] for m in NAME_IN_CELL.finditer(cell)]
                if len(others) > 1 and name in uses and name not in items:
                    self.too_many(name, row)
            made.append(NAME_IN_CELL.sub(lambda m: ", ".join(self.names.get(m[0], (m[0],))), cell))
        text = "|".join(made)
        return row if text == row.text else replace(row, text=text)
