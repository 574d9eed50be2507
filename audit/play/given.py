"""What `--given` scripts: the outcomes of chance acts by kind, and facts of an irregularity."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from audit.play.equipment import DiceSource, Outcome, RangeSource, Source
from audit.play.errors import GivenError, NotPlayable
from audit.play.feed import Feed

KINDS = {"dice": "roll", "roll": "roll", "spin": "spin", "draw": "draw"}
CARDS = frozenset({"deck", "player_cards", "dealer_cards", "board"})


def parse_given(text: str) -> dict[str, list[str]]:
    """``dice 4-2, 3-1; sides 2`` as lists by kind; raises `GivenError` where it cannot be read."""
    found: dict[str, list[str]] = {}
    for part in text.split(";"):
        words = part.strip().split(None, 1)
        if not words:
            continue
        if len(words) < 2:
            raise GivenError(f'--given: "{part.strip()}" gives nothing; write for example: dice 4-2, 3-1')
        found.setdefault(words[0], []).extend(item.strip() for item in words[1].split(",") if item.strip())
    return found


@dataclass
class Given:
    """Outcomes as scripted, each kind of act from its own list; afterwards from ``rest``."""

    scripts: Mapping[str, Sequence[str]]
    rest: Feed | None = None
    _left: dict[str, deque[str]] = field(init=False)

    def __post_init__(self) -> None:
        self._left = {KINDS[kind]: deque(items) for kind, items in self.scripts.items() if kind in KINDS}

    @classmethod
    def read(cls, text: str, rest: Feed | None = None) -> Given:
        """From the words of ``--given``; what it names besides outcomes is a fact, see `facts_of`."""
        scripts = parse_given(text)
        for kind in scripts:
            if kind in CARDS:
                raise NotPlayable(f"--given {kind}")
        return cls(scripts, rest)

    def next(self, verb: str, name: str, source: Source) -> Outcome:
        """Raises `GivenError` where the script cannot come up, or has run out with nothing behind it."""
        left = self._left.get(verb)
        if left:
            text = left.popleft()
            outcome = source.read(text)
            if outcome is None:
                raise GivenError(f"--given: {text} cannot come up at {verb} {name}; {_example(source)}")
            return outcome
        if self.rest is None:
            raise GivenError(f"--given: no outcome is left for {verb} {name}")
        return self.rest.next(verb, name, source)

    @property
    def unused(self) -> list[str]:
        """What was scripted and never came to be asked for."""
        return [item for left in self._left.values() for item in left]


def facts_of(scripts: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Facts of an irregularity among what is given: ``sides 2``."""
    return {kind: items[0] for kind, items in scripts.items() if kind not in KINDS and items}


def _example(source: Source) -> str:
    if isinstance(source, DiceSource):
        return f"such as {'-'.join(faces[0] for faces in source.dice)}"
    if isinstance(source, RangeSource):
        return f"{source.least} through {source.most}"
    return f"such as {source.sections[0][0]}"
