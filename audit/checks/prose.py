"""Words of a finding in which the names of a ruleset are marked, so that every reader gets them in his own form.

A rule writes its words as an f-string and puts each name in as a mark (`audit.checks.wording` makes them); marks keep
through joining, listing and all else that is done to a string.  `Prose` closes the words.  As the string that it is, it
reads with names as typed, for the terminal, for JSON and for ``--wager``; its ``parts`` tell what each name stands for,
and a report sets the title of the document there (`audit.report.titles`).

A mark is set in control characters.  Text of a document may hold them too, and even forge a mark: all that comes of it
is a word shown in another form.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

_START, _BETWEEN, _END = "\x02", "\x1f", "\x03"
_MARK = re.compile(f"{_START}([^{_START}{_END}]*){_END}")
_SIGNS = str.maketrans("", "", _START + _BETWEEN + _END)


class Kind(enum.Enum):
    """What a mark stands for, as far as a reader's form of it hangs on that."""

    WAGER = "wager"
    STEP = "step"
    NAME = "name"
    SHARE = "share"
    FORM = "form"


_KINDS = {kind.value: kind for kind in Kind}


@dataclass(frozen=True, slots=True)
class Mark:
    """One name or figure: ``typed`` is its form in the terminal, ``name`` what it is called in the ruleset.

    Of a wager, ``positions`` are its labels and ``moment`` tells apart what no label does.  Of a share, ``name`` is the
    fraction; of a form, the words that a report has in the place of what is typed.
    """

    kind: Kind
    typed: str
    name: str
    moment: str = ""
    positions: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The mark as it stands in a string."""
        fields = (self.kind.value, self.typed, self.name, self.moment, *self.positions)
        return f"{_START}{_BETWEEN.join(field.translate(_SIGNS) for field in fields)}{_END}"


def _read(inside: str) -> Mark | str:
    """The mark between two signs; the words alone where it is none."""
    kind, *fields = inside.split(_BETWEEN)
    if len(fields) < 3 or kind not in _KINDS:
        return inside.translate(_SIGNS)
    typed, name, moment, *positions = fields
    return Mark(_KINDS[kind], typed, name, moment, tuple(positions))


def _parts(words: str) -> tuple[str | Mark, ...]:
    pieces = _MARK.split(words)
    found = (_read(piece) if n % 2 else piece.translate(_SIGNS) for n, piece in enumerate(pieces))
    return tuple(part for part in found if part)


class Prose(str):
    """Closed words: a string with names as typed, which keeps what is marked in it.

    Whatever a method of strings makes of it is a plain string without marks; ``marked`` is what to build on.
    """

    __slots__ = ("marked",)
    marked: str

    def __new__(cls, marked: str = "") -> Prose:
        words = marked.marked if isinstance(marked, Prose) else marked
        made = super().__new__(cls, "".join(p.typed if isinstance(p, Mark) else p for p in _parts(words)))
        made.marked = words
        return made

    def __getnewargs__(self) -> tuple[str]:
        return (self.marked,)

    @property
    def parts(self) -> tuple[str | Mark, ...]:
        """The words and marks, in their order."""
        return _parts(self.marked)


def is_marked_first(words: str) -> bool:
    """Whether words begin with a mark: its first letter is the reader's own."""
    return words.startswith(_START)


def cut(words: str, most: int) -> str:
    """Marked words of at most so many characters as typed, cut between words and never in a mark."""
    if len(Prose(words)) <= most:
        return words
    kept: list[str] = []
    room = most - 1
    for part in _parts(words):
        typed = part.typed if isinstance(part, Mark) else part
        if len(typed) > room:
            if isinstance(part, str):
                kept.append(part[:room].rpartition(" ")[0])
            break
        kept.append(str(part))
        room -= len(typed)
    return f"{''.join(kept).rstrip()}…"
