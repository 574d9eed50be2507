"""What a file builds on, while its lines are worked into it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.language.diagnostics import Also, Diagnostic
from audit.language.entries import Entry
from audit.language.identity import Key, family_of, game_of, key_of, name_span
from audit.language.nearness import nearest, said_all
from audit.language.parsing import MOST_MISTAKES
from audit.language.syntax import Node
from audit.language.vocabulary import Vocabulary, vocabulary


@dataclass(slots=True)
class Old:
    """What a file builds on.

    ``entries`` are those of the amended edition, ``fresh`` those that the file itself includes, ``regulation`` those of
    what it is under (``under``): from there a statement is taken over by changing it.  ``id`` is how messages call
    the old edition; ``by`` is the id of the file that amends, ``source`` its name.  ``plain`` are the statements that
    it adds; ``beside`` those lines of the old edition that include or amend; ``mistakes`` is what was wrong.
    """

    id: str
    by: str
    source: str
    entries: list[Entry]
    fresh: list[Entry]
    regulation: list[Entry]
    under: str = ""
    plain: list[Entry] = field(default_factory=list)
    beside: list[Entry] = field(default_factory=list)
    mistakes: list[Diagnostic] = field(default_factory=list)
    _keys: dict[int, tuple[Node, Key]] = field(default_factory=dict)
    _names: Vocabulary | None = None
    _places: dict[Key, list[tuple[int, int]]] | None = None

    def key(self, entry: Entry) -> Key:
        """What an entry is known by, worked out once."""
        known = self._keys.get(id(entry.node))
        if known is None:
            # The node is kept with its key, so that its identity is not given to another.
            known = self._keys[id(entry.node)] = entry.node, key_of(entry.node)
        return known[1]

    def levels(self) -> tuple[tuple[list[Entry], bool], ...]:
        """Where a thing is looked for: carried on, included there, included here; true for what was included."""
        return ((self.entries, False), (self.entries, True), (self.fresh, True))

    def find(self, key: Key) -> tuple[list[Entry], list[int]]:
        """The entries of a key, on the first level that has any: the list, and the places in it.

        After entries have been put in or taken out, `forget` must be called.
        """
        if self._places is None:
            self._places = {}
            for level, (entries, included) in enumerate(self.levels()):
                for n, entry in enumerate(entries):
                    if (entry.via is not None) is included:
                        self._places.setdefault(self.key(entry), []).append((level, n))
        places = self._places.get(key, [])
        if not places:
            return self.entries, []
        first = places[0][0]
        return self.levels()[first][0], [n for level, n in places if level == first]

    def forget(self) -> None:
        """What was known of places no longer holds."""
        self._places = None

    def names(self, lines: Sequence[Entry]) -> Vocabulary:
        """The names that the old edition and some lines declare; asked for to read tables, and worked out once."""
        if self._names is None:
            self._names = vocabulary(e.node for e in (*self.entries, *self.fresh, *self.regulation, *lines))
        return self._names

    def near(self, family: str, name: str) -> str:
        """What there is of a kind that somebody may have meant; nothing once there are more mistakes than are shown."""
        if len(self.mistakes) >= MOST_MISTAKES:
            return ""
        everything = (*self.entries, *self.fresh, *self.regulation)
        said = [self.key(e).said for e in everything if family_of(e.node) == family]
        return said_all("it has ", nearest(name, [n.removeprefix(f"{family} ") for n in said if n != family]))

    def say(self, name: str, message: str, node: Node, mend: str = "", also: tuple[Also, ...] = ()) -> None:
        """A mistake in a line of the file, at the name in that line."""
        self.mistakes.append(Diagnostic(name, message, name_span(node), mend, also=also))

    def say_missing(self, verb: str, node: Node, key: Key, elsewhere: Sequence[Entry] = ()) -> None:
        """What a verb demands is not there; ``elsewhere`` are those of that name under other choices."""
        if elsewhere:
            said = f"{key.said} of {self.id} stands under other choices"
            here = Also(name_span(elsewhere[0].node), "here")
            self.say(f"{verb}-missing", said, node, "under the same when", (here,))
            return
        if not (self.entries or self.fresh or self.regulation):
            nothing = f"nothing is there to {verb}: no amends, no include"
            self.say(f"{verb}-missing", nothing, node, "in the head: amends, and the id")
            return
        family = key.family
        name = key.said.removeprefix(f"{family} ")
        it_has = self.near(family, name)
        new = f'a new {family} is a plain statement, without "{verb}"' if verb == "replace" else ""
        said = f"an include of {game_of(name)}" if family == "include" else key.said
        mend = "; ".join(part for part in (it_has, new) if part)
        self.say(f"{verb}-missing", f"{self.id} has no {said} to {verb}", node, mend)
