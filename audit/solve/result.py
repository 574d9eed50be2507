"""What is known of a wager: its figures, how they were found, and what they rest on.

All figures are exact fractions per unit of the wager as first made, unless ``sampled`` is given.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from fractions import Fraction


class Method(enum.Enum):
    EXACT = "exact"
    SAMPLED = "sampled"
    NOT_VERIFIABLE = "not-verifiable"
    NOT_SOLVABLE = "not-solvable"


AVERAGED = "average"
"""The result of rounds of which only the average is known: what hands of a split bring together."""


@dataclass(frozen=True, slots=True)
class OutcomeShare:
    """One way in which a wager ends: what came up, what it pays, how probable it is.

    ``net`` is the player's gain per unit, None where no clause states the payout; ``result`` is ``win``, ``lose`` ….  ``has_meter``
    is where a share of a meter is paid besides, which is not in the net.
    """

    label: str
    result: str
    pays: str
    net: Fraction | None
    probability: Fraction
    cites: tuple[str, ...] = ()
    has_meter: bool = False


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one wager under one configuration, made at one moment.

    ``averaged`` is the share of rounds of which only the average is known, not how each ends (see `AVERAGED`): they are no
    win, push or loss, and with them there is no variance.
    """

    house_edge: Fraction | None
    win: Fraction
    push: Fraction
    lose: Fraction
    variance: Fraction | None
    outcomes: tuple[OutcomeShare, ...]
    averaged: Fraction = Fraction(0)

    @property
    def true_odds(self) -> tuple[int, int] | None:
        """Against winning: losses to wins, in lowest terms; pushes left out.

        None where it never wins or never loses, and where it is not told of all rounds whether they win.
        """
        if not self.win or not self.lose or self.averaged:
            return None
        odds = self.lose / self.win
        return odds.numerator, odds.denominator

    @property
    def greatest(self) -> Fraction | None:
        """The most that a unit can win; None where it is not known of all rounds what they bring."""
        if self.averaged:
            return None
        nets = [o.net for o in self.outcomes if o.net is not None and o.probability]
        return max(nets) if nets else None


@dataclass(frozen=True, slots=True)
class Moment:
    """The figures where the wager is made at another moment than the first: ``when`` says at which."""

    when: str
    figures: Figures
    cites: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """The effect of another reading of the text; the house edge is None where the payout is then not stated.

    ``by_amount`` gives the edge for some stakes where it hangs on the stake under the other reading.  ``is_unsolved`` is where no
    method solves the wager then: that there is no edge is no fault of the text.  ``meters`` are there where meters bring
    something else then; ``moves_beside`` is where others are paid something else.
    """

    assumption: str
    in_force: str
    other: str
    house_edge: Fraction | None
    changes: bool
    cites: tuple[str, ...] = ()
    by_amount: tuple[AtAmount, ...] = ()
    is_unsolved: bool = False
    meters: tuple[MeterLine, ...] = ()
    moves_beside: bool = False


@dataclass(frozen=True, slots=True)
class OptionEffect:
    """The house edge under another value that an option may take; the rest as in `Reading`."""

    option: str
    in_force: str
    value: str
    house_edge: Fraction | None
    cites: tuple[str, ...] = ()
    by_amount: tuple[AtAmount, ...] = ()
    is_unsolved: bool = False
    meters: tuple[MeterLine, ...] = ()
    moves_beside: bool = False


class Untried(enum.Enum):
    """Why not every value of an option that figures may hang on was looked at; the words are those that are shown."""

    OPEN = "any value in an open range may be chosen"
    NOT_PERMITTED = "no other value is permitted beside what is in force"
    ENDS = "only the ends of the range were looked at"


class NoEdge(enum.Enum):
    """Why a wager has no house edge under a combination of options; the words are those that are shown."""

    NOT_PERMITTED = "not permitted"
    """The ruleset rules these values out together."""
    NOT_OFFERED = "not offered"
    NOT_SOLVED = "not solved"
    NOT_VERIFIABLE = "not verifiable"
    OTHER_MOMENTS = "at other moments"
    """With these values the house edge hangs on the moment of making in another way than with others."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A value of each option, as text, and the house edge of each wager with them."""

    values: tuple[str, ...]
    house_edges: tuple[Fraction | NoEdge, ...]
    is_permitted: bool = True


@dataclass(frozen=True, slots=True)
class Combinations:
    """The house edge of some wagers under every combination of values of some options.

    Positions and moments that have the same figures in all of them are one of ``wagers``, each by a key; ``named`` are the
    same with what a row tells of its wager, positions and moment.
    """

    options: tuple[str, ...]
    wagers: tuple[str, ...]
    rows: tuple[Combination, ...]
    named: tuple[WagerResult, ...] = ()

    @property
    def varied(self) -> tuple[str, ...]:
        """Each option with its values, as they are asked for: ``decks=1,2,6``."""
        return tuple(
            f"{option}={','.join(dict.fromkeys(row.values[n] for row in self.rows))}" for n, option in enumerate(self.options)
        )

    def edges_of(self, wager: str) -> tuple[Fraction | NoEdge, ...]:
        """One for each row."""
        at = self.wagers.index(wager)
        return tuple(row.house_edges[at] for row in self.rows)

    @property
    def moved(self) -> tuple[tuple[str, ...], ...]:
        """The wagers that some combination moves, those alike under every combination together."""
        alike: dict[tuple[Fraction | NoEdge, ...], list[str]] = {}
        for wager in self.wagers:
            edges = self.edges_of(wager)
            if len({*edges} - {NoEdge.NOT_PERMITTED}) > 1:
                alike.setdefault(edges, []).append(wager)
        return tuple(map(tuple, alike.values()))

    @property
    def unsolved(self) -> dict[str, int]:
        """The wagers that no method solves under some combinations, with the number of these."""
        counts = {wager: self.edges_of(wager).count(NoEdge.NOT_SOLVED) for wager in self.wagers}
        return {wager: count for wager, count in counts.items() if count}


@dataclass(frozen=True, slots=True)
class AtAmount:
    """The house edge for one stake, where money is rounded, or sums of money are paid whatever the stake."""

    amount: Fraction
    house_edge: Fraction


@dataclass(frozen=True, slots=True)
class Sampled:
    """How a figure was sampled; the interval is that of the house edge."""

    rounds: int
    seed: int
    low: float
    high: float
    house_edge: float
    win: float
    push: float
    lose: float
    variance: float
    confidence: float = 0.95


@dataclass(frozen=True, slots=True)
class Plan:
    """How the planner came to its method; ``audit verify --explain`` prints it."""

    slice: str
    process: str
    symmetries: str
    method: str
    states: int = 0


@dataclass(frozen=True, slots=True)
class PlayRow:
    """What best play does with some hands at one moment; ``share`` is how often that comes, of all deals.

    ``hands`` names them: ``pair or better``, ``Q 6 4 or better, dealer shows A``.
    """

    hands: str
    choice: str
    share: Fraction


@dataclass(frozen=True, slots=True)
class Border:
    """A hand next to the line between two choices, and what each choice is worth with it, per unit.

    A worth is a float where it was worked out in floating point; it is then told as no fraction.
    """

    hand: str
    values: tuple[tuple[str, Fraction | float], ...]


@dataclass(frozen=True, slots=True)
class ChartCell:
    """What best play does with some hands where one thing is seen beside them.

    ``choices`` are best for some of the hands, the one that is so most often first.  ``values`` is what each choice is worth
    per unit, on average over the hands as often as they come.  ``otherwise`` names hands that are played in another way
    than most, with how; it may leave out many of them, which ``more`` counts.
    """

    choices: tuple[str, ...]
    values: tuple[tuple[str, float], ...]
    otherwise: tuple[tuple[str, str], ...] = ()
    more: int = 0

    @property
    def cost(self) -> float | None:
        """What the next best choice would cost, per unit; None where there is no other."""
        first = dict(self.values)[self.choices[0]]
        others = [worth for choice, worth in self.values if choice != self.choices[0]]
        return first - max(others) if others else None


@dataclass(frozen=True, slots=True)
class ChartGroup:
    """Rows of one kind, ``hard totals``: what the player holds, and a cell for each thing seen (None: it cannot come).

    ``is_after_split`` tells hands of a split that are not played as other hands, or are offered other choices.
    """

    title: str
    rows: tuple[tuple[str, tuple[ChartCell | None, ...]], ...]
    is_after_split: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """Best play as a grid: what the player holds down, what he sees beside it (``beside``: ``dealer shows``) across."""

    beside: str
    seen: tuple[str, ...]
    groups: tuple[ChartGroup, ...]


@dataclass(frozen=True, slots=True)
class SplitRow:
    """What best play does with some hands of a split; ``times`` is how many such hands a deal brings on average."""

    hands: str
    choice: str
    times: float


@dataclass(frozen=True, slots=True)
class AfterSplit:
    """How hands of a split are played.

    ``rows`` are those that are played otherwise than hands that were not split, with the same cards, or are offered other
    choices; nothing where there are none.  ``undecided`` names the cards after a split of which nothing is decided.
    ``is_again`` tells whether hands may be split again, and are wherever they may be.
    """

    rows: tuple[SplitRow, ...] = ()
    undecided: tuple[str, ...] = ()
    is_again: bool = False
    is_decided: bool = True
    """Whether anything is decided on hands of a split at this moment."""


@dataclass(frozen=True, slots=True)
class Decided:
    """One moment of decision: how often each choice is best, with which hands, and where the line runs.

    ``chart`` is the same as a grid, where what is held is a total and little else is seen.  ``choices`` and ``rows`` are of
    hands that were not split; ``after_split`` of the others, where there are any.
    """

    moment: str
    choices: tuple[tuple[str, Fraction], ...]
    rows: tuple[PlayRow, ...] = ()
    borders: tuple[Border, ...] = ()
    cites: tuple[str, ...] = ()
    chart: Chart | None = None
    after_split: AfterSplit | None = None


@dataclass(frozen=True, slots=True)
class SimplePlay:
    """A rule that is easily kept, and what it costs: the house edge under it."""

    words: str
    house_edge: Fraction


@dataclass(frozen=True, slots=True)
class Strategy:
    """Best play: what is known when it is decided, and what then is best."""

    decided: tuple[Decided, ...]
    simple: tuple[SimplePlay, ...] = ()


@dataclass(frozen=True, slots=True)
class Beside:
    """Money to others when this wager ends so: envy to another player, a party's share; never part of the edge.

    ``expected`` is per unit of the wager, for each one who has a claim to it, with nothing in any meter; for each meter
    that pays there is in ``meters`` what a unit of money in it adds.  ``probability`` is that of a deal that pays.
    ``per`` says of which stake that is so: of any unit, or of one only where no line fixes the stake and a sum of money
    does not grow with it.
    """

    to: str
    expected: Fraction
    probability: Fraction
    cites: tuple[str, ...] = ()
    meters: tuple[tuple[str, Fraction], ...] = ()
    per: str = ""


@dataclass(frozen=True, slots=True)
class MeterLine:
    """The expected net result as ``constant + slope x meter``, and the meter at which the wager breaks even.

    Per unit of the wager, the meter in the same unit; None where no size of it makes up for the rest.
    """

    meter: str
    constant: Fraction
    slope: Fraction
    break_even: Fraction | None


@dataclass(frozen=True, slots=True)
class WagerResult:
    """A wager, or the positions of one that have equal results, with everything known of it.

    ``moment`` tells rows of the same positions apart, where what a wager pays hangs on when it is made.
    """

    id: str
    wager: str
    name: str
    positions: tuple[str, ...]
    method: Method
    figures: Figures | None
    solver: str = ""
    seconds: float = 0.0
    pays: tuple[str, ...] = ()
    per: str = "unit of the wager as first made"
    reason: str | None = None
    moments: tuple[Moment, ...] = ()
    readings: tuple[Reading, ...] = ()
    options: tuple[OptionEffect, ...] = ()
    by_amount: tuple[AtAmount, ...] = ()
    combinations: int | None = None
    element_of_risk: Fraction | None = None
    bundle: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    sampled: Sampled | None = None
    plan: Plan | None = None
    strategy: Strategy | None = None
    beside: tuple[Beside, ...] = ()
    meters: tuple[MeterLine, ...] = ()
    moment: str = ""

    @property
    def house_edge(self) -> Fraction | None:
        return self.figures.house_edge if self.figures else None


@dataclass(frozen=True, slots=True)
class RulesetResult:
    """All wagers of one ruleset under one configuration.

    ``in_force_only``: other readings and other values of options were not looked at, so that none are told.
    ``combined``: where options were varied together, what each combination of their values makes of the wagers.
    ``untried``: the options that figures may hang on and of which not all values were looked at, with the reason.
    ``roles``: those that the player holds in the rounds looked at, alone (``player``) or ``shared`` with the dealer.
    """

    id: str
    configuration: dict[str, str]
    wagers: tuple[WagerResult, ...]
    sha256: str = ""
    in_force_only: bool = False
    combined: Combinations | None = None
    untried: tuple[tuple[str, Untried], ...] = ()
    roles: dict[str, str] = field(default_factory=dict)
