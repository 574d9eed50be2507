"""References of two matched clauses: do they still point at the same clause?"""

from __future__ import annotations

from collections.abc import Container, Mapping

from audit.compare.documents.entries import Weight
from audit.compare.documents.judging import Pointed
from audit.compare.documents.matching import Matched
from audit.compare.documents.raw import raw_tokens
from audit.compare.documents.references import Reference
from audit.compare.documents.units import Row, Unit
from audit.compare.documents.words import Token, TokenKind


class Pointing:
    """Follows the references of both parts to the clauses that they name."""

    def __init__(
        self,
        old: Row,
        new: Row,
        found: Matched,
        parts: Mapping[int, frozenset[int]],
        moved: Container[int] = frozenset(),
    ) -> None:
        """``parts`` are the new units that old ones were split into, or merged in; ``moved`` the old ones that moved."""
        self.old, self.new, self.found, self.parts, self.moved = old, new, found, parts, moved

    def tokens(self, unit: Unit, *, is_old: bool) -> list[Token]:
        """The tokens of a unit; a reference has a key that is equal where both sides point at one clause."""
        made = []
        for token in unit.tokens:
            if token.kind is TokenKind.REFERENCE and isinstance(token.detail, Reference):
                target = (self.old if is_old else self.new).targets.find(token.detail, unit.clause)
                made.append(
                    token._replace(key=self._key(target, is_old, token), mask=f"{'' if target is None else target}")
                )
            else:
                made.append(token)
        return made

    def _key(self, target: int | None, is_old: bool, token: Token) -> str:
        if target is None:
            return token.key
        if is_old:
            partner = self.found.to_new.get(target)
            return f"ref@{partner}" if partner is not None else f"ref@old{target}"
        return f"ref@{target}" if target in self.found.to_old else f"ref@new{target}"

    def judge(self, a: Token, b: Token) -> Pointed | None:
        """What became of a reference, its tokens as `tokens` made them."""
        if not (isinstance(a.detail, Reference) and isinstance(b.detail, Reference)):
            return None
        same_words = [s.casefold() for s in a.detail.steps] == [s.casefold() for s in b.detail.steps]
        target = self._target(b)
        path = self.new[target].path if target is not None else ""
        source = self._target(a)
        if a.key == b.key:
            return None if same_words else self._followed(source, target, path)
        if source is not None and target in self.parts.get(source, frozenset()):
            return None if same_words else Pointed(True, target=path)
        if a.detail.title and _same_title(a.detail.title, b.detail.title):
            return None if same_words else Pointed(True, target=path)
        if same_words:
            return self._stayed(source, target)
        if source is None and target is None:
            return Pointed(False, Weight.WORDS)
        if target is None:
            return Pointed(False, Weight.WORDS, "where the new one points was not found")
        note = f"now points at {self._named(self.new, target)}"
        if source is None:
            return Pointed(False, Weight.WORDS, note)
        return Pointed(False, Weight.MODAL, f"{note}, before at {self._named(self.old, source)}")

    def _followed(self, source: int | None, target: int | None, path: str) -> Pointed:
        """A reference to a clause with a new number; to one that moved and was amended it is more than a number."""
        if source is None or target is None or source not in self.moved:
            return Pointed(True, target=path)
        if self.old[source].exact == self.new[target].exact:
            return Pointed(True, target=path)
        return Pointed(False, Weight.WORDS, f"points at {path}, which is {self.old[source].path} moved and amended")

    def _stayed(self, source: int | None, target: int | None) -> Pointed | None:
        """A reference that kept its number while what bears the number may be another clause."""
        if source is None or source not in self.found.to_new:
            return None
        went = self.new[self.found.to_new[source]]
        if target is None:
            return Pointed(False, Weight.MODAL, f"points at nothing now: what it pointed at is {went.path}")
        if target not in self.found.to_old:
            return None
        note = f"now points at {self._named(self.new, target)}; what it pointed at is {went.path}"
        return Pointed(False, Weight.MODAL, note)

    def _target(self, token: Token) -> int | None:
        return int(token.mask) if token.mask.isdecimal() else None

    def _named(self, row: Row, number: int) -> str:
        title = " ".join(row[number].clause.title.words.split())
        return f"{row[number].path} ({title[:60]})" if title else row[number].path


def _same_title(one: str, other: str) -> bool:
    a, b = ([t.low for t in raw_tokens(s) if t.kind in ("word", "number")] for s in (one, other))
    return bool(a) and a == b
