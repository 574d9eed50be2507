"""The one place where a round's state lives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from audit.play.beside import Extra, Shares
from audit.play.deciding import Decision
from audit.play.equipment import Equipment, Outcome
from audit.play.errors import PlayError
from audit.play.hands import Hand
from audit.play.lying import Cards, Spot, no_cards
from audit.play.positions import Position
from audit.play.sight import Sight, Thing, WagerView
from audit.ruleset import wagers as wg
from audit.ruleset.expressions import Expression, RoundMemory


@dataclass(eq=False)
class Stake:
    """A wager on the table.

    ``supports`` are the stakes that it was made upon (``needs``); ``parts`` those that it consists of (``paid as``).
    ``settles`` counts the settles at which it had lines in force, for ``first roll`` and ``later rolls``.
    ``decision`` is how a settle decided it; ``meters`` the shares of meters that it was paid; ``extras`` what it brought
    beside its own result: bonuses, and payments to others.  ``hand`` is the hand that it rides on, if it rides on one.
    ``is_dealers`` is true of a wager that the dealer made against the player: ``net`` is the player's result all the same.
    """

    wager: wg.Wager
    position: Position
    amount: Fraction
    memory: dict[str, Thing]
    called_on: bool = False
    supports: tuple[Stake, ...] = ()
    parts: tuple[Stake, ...] = ()
    settles: int = 0
    result: str | None = None
    net: Fraction | None = None
    just_decided: bool = False
    by_table: bool = False
    decision: Decision | None = None
    is_given_back: bool = False
    hand: str = ""
    meters: Shares = ()
    extras: list[Extra] = field(default_factory=list)
    is_dealers: bool = False

    def __post_init__(self) -> None:
        self._last_view: WagerView | None = None  # no part of how it stands, so no field

    @property
    def put_up(self) -> Fraction:
        """What the player puts up himself, or answers for: nothing of a wager that the house puts up."""
        is_free = any(isinstance(line, wg.PutUpByHouse) for line in self.wager.lines)
        return Fraction(0) if is_free else self.amount

    @property
    def id(self) -> str:
        label = self.position.label
        return f"{self.wager.name}[{label}]" if label else self.wager.name.text

    @property
    def is_open(self) -> bool:
        return self.result is None

    @property
    def is_settled(self) -> bool:
        """Whether a settle decided it; not if it was forfeited, or given back."""
        return self.decision is not None and not self.is_given_back

    def view(self) -> WagerView:
        """How it stands for lines that ask; a result counts at the settle that gave it only."""
        result, is_open, last = self.result if self.just_decided else None, self.result is None, self._last_view
        if (
            last is None
            or last.is_open is not is_open
            or last.result is not result
            or last.amount is not self.amount
            or last.memory is not self.memory
        ):
            last = self._last_view = WagerView(True, is_open, result, self.amount, self.memory)
        return last


@dataclass(frozen=True)
class RoleAccount:
    """What a round brought the holder of a role: ``gross`` by the wagers against it, ``wagers`` of them, ``net`` in the end."""

    gross: Fraction
    net: Fraction
    wagers: int


@dataclass
class TableState:
    """Everything that changes while rounds are played.

    ``hands`` are the player's, ``hand`` is the name of the one in play, ``choices`` are those made so far that touched
    all of them, ``decided`` is all that was decided in this round, as steps and labels of offers.  ``meters`` are the
    meters whose size is known.  ``oracle`` is what solvers answer in the place of cards.  Where ``faults`` are gathered,
    wagers that the lines leave without a result do not stop play.  ``accounts`` are those of the roles that the player
    holds, once the wagers against them are decided.
    """

    equipment: Equipment
    step: str = ""
    round: int = 1
    memory: dict[str, Thing] = field(default_factory=dict)
    outcome: Outcome | None = None
    came: dict[str, Outcome] = field(default_factory=dict)
    stakes: list[Stake] = field(default_factory=list)
    visited: list[str] = field(default_factory=list)
    chance_acts: int = 0
    cards: Cards = field(default_factory=no_cards)
    hands: list[Hand] = field(default_factory=list)
    hand: str = ""
    choices: frozenset[str] = frozenset()
    decided: list[tuple[str, str]] = field(default_factory=list)
    is_out: bool = False
    meters: dict[str, Fraction] = field(default_factory=dict)
    oracle: Callable[[Expression, Sight], Thing] | None = None
    faults: dict[str, PlayError] | None = None
    accounts: dict[str, RoleAccount] = field(default_factory=dict)

    def sight(self, stake: Stake | None = None) -> Sight:
        """What can be seen from a line of the round, or of one wager."""
        own: Mapping[str, Thing] = stake.memory if stake else {}
        hand = (stake.hand if stake else "") or self.hand
        return Sight(
            self.equipment,
            self.outcome,
            self.came,
            self.memory,
            own,
            dict(self._views(stake)),
            stake.amount if stake else Fraction(0),
            self.cards.faces,
            self.cards.as_dealt,
            hand,
            self.choices_on(hand),
            self.is_out,
            self.oracle,
            self.meters,
            self.hand_names,
        )

    @property
    def hand_names(self) -> tuple[str, ...]:
        return tuple(hand.name for hand in self.hands)

    @property
    def hand_in_play(self) -> Hand | None:
        return next((hand for hand in self.hands if hand.name == self.hand), None)

    def touches(self, stake: Stake) -> bool:
        """Whether an act may touch a wager: while one of several hands is played, those on other hands are out of it."""
        return len(self.hands) < 2 or not self.hand or stake.hand in ("", self.hand)

    def choices_on(self, name: str) -> frozenset[str]:
        """The choices that touched a hand; where none is named, those that touched any."""
        own = (hand.choices for hand in self.hands if not name or hand.name == name)
        return self.choices.union(*own)

    def _views(self, stake: Stake | None) -> Iterator[tuple[str, WagerView]]:
        for other in self._others(stake):
            yield other.wager.name.text, other.view()
        if stake is not None:
            for support in stake.supports:
                yield support.wager.name.text, support.view()
            yield stake.wager.name.text, stake.view()

    def _others(self, stake: Stake | None) -> list[Stake]:
        """All stakes, of one name the one last that a line speaks of: of the same hand before others, open before closed."""
        if len(self.hands) < 2:
            return self.stakes
        hand = (stake.hand if stake else "") or self.hand
        return sorted(self.stakes, key=lambda one: (one.hand == hand, one.is_open))

    @property
    def open_stakes(self) -> list[Stake]:
        return [stake for stake in self.stakes if stake.is_open]


def known(state: TableState) -> frozenset[Spot]:
    """The cards that the player knows now, each as the area it was dealt to and its number there, from 0."""
    return state.cards.known


def initial_memory(lines: tuple[wg.WagerLine, ...], position: Position) -> dict[str, Thing]:
    """A wager's memory when it is made: its pick; counts at 0, sets empty, anything kept unset."""
    memory: dict[str, Thing] = dict(position.memory)
    for line in lines:
        if isinstance(line, wg.MemoryRow) and not isinstance(line.memory.memory, RoundMemory):
            name = line.memory.memory.name.text
            if isinstance(line.memory, wg.CountUp):
                memory.setdefault(name, Fraction(0))
            elif isinstance(line.memory, wg.Add):
                memory.setdefault(name, frozenset())
    return memory
