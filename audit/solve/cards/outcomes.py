"""From counted ends to figures: how a bundle, or one wager of it, comes out, and what it costs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction

from audit.ruleset.tables import Outcome
from audit.solve.cards.course import End, Paid
from audit.solve.cards.paths import Path
from audit.solve.figures import PUSHES, figures
from audit.solve.result import AVERAGED, Beside, Figures, MeterLine, Strategy
from audit.solve.stakes import End as Ending

TAKEN_BACK = "taken back"
"""The result of a wager that its player took back by a choice: it was not put up in the end."""


MOST_TOLD = 2
"""So many ways in which a bundle comes to one net result are told, and so many ways of playing that lead to one."""


@dataclass(frozen=True)
class Tally:
    """So many deals in which this path was taken and the round ended so."""

    path: Path
    end: End
    deals: int


@dataclass(frozen=True)
class Counted:
    """Every end of a course under best play, in whole numbers of deals out of ``total``.

    ``method`` says by which method, ``process`` and ``symmetries`` how, for ``--explain``; ``states`` counts the
    situations in which something was decided or told apart.  ``simple`` are rules that are easily kept, with what the
    valued wagers bring under them.  ``is_told`` is whether best play was to be told in words.
    """

    tallies: tuple[Tally, ...]
    total: int
    method: str
    process: str = ""
    symmetries: str = ""
    states: int = 0
    strategy: Strategy | None = None
    notes: tuple[str, ...] = field(default=())
    simple: tuple[tuple[str, Fraction], ...] = ()
    is_told: bool = True

    def expected(self, names: Collection[str]) -> Fraction | None:
        """The expected net result of these wagers and bonuses together; None where a payout that occurs is not stated."""
        whole = Fraction(0)
        for tally in self.tallies:
            nets = [p.net for p in paid_of(tally.end, names)]
            if any(net is None for net in nets) and tally.deals:
                return None
            whole += sum((net for net in nets if net is not None), Fraction(0)) * tally.deals
        return whole / self.total

    def staked(self, names: Collection[str]) -> Fraction:
        """How much is put up on these wagers on average."""
        whole = Fraction(0)
        for tally in self.tallies:
            put_up = (p.staked for p in paid_of(tally.end, names) if p.result != TAKEN_BACK)
            whole += sum(put_up, Fraction(0)) * tally.deals
        return whole / self.total


def paid_of(end: End, names: Collection[str]) -> list[Paid]:
    """What these wagers and bonuses bring; payments to others are not among them."""
    return [p for p in end.paid if p.name in names and not p.beside]


def figures_of(
    counted: Counted,
    names: Collection[str],
    unit: Fraction,
    *,
    of_bundle: bool,
    titles: Mapping[str, str] | None = None,
) -> Figures:
    """The figures of some wagers together, per ``unit`` of money; one row for each net result in which they end.

    ``titles`` are what wagers and bonuses are called in the labels of a bundle.
    """
    ends: dict[Ending, Fraction] = {}
    told: dict[tuple[str, Fraction | None], dict[str, dict[Path, int]]] = {}
    for tally in counted.tallies:
        if not tally.deals:
            continue
        paid = paid_of(tally.end, names)
        ending = _bundle_ending(paid, unit, titles or {}) if of_bundle else _ending(paid, unit)
        ends[ending] = ends.get(ending, Fraction(0)) + Fraction(tally.deals, counted.total)
        paths = told.setdefault(_row_of(ending.result, ending.net), {}).setdefault(ending.label, {})
        paths[tally.path] = paths.get(tally.path, 0) + tally.deals
    found = figures(ends)
    if not of_bundle:
        return found
    labelled = (replace(o, label=_of_bundle(told[_row_of(o.result, o.net)])) for o in found.outcomes)
    return replace(found, outcomes=tuple(labelled))


def _row_of(result: str, net: Fraction | None) -> tuple[str, Fraction | None]:
    """What ends are told together by: what they bring, unless only the average is known."""
    return result, None if result == AVERAGED else net


def _of_bundle(told: Mapping[str, Mapping[Path, int]]) -> str:
    """What became of the wagers and after which choices, what is most frequent first; what is rare is not told."""
    often = sorted(told, key=lambda words: -sum(told[words].values()))
    said = [f"{_chosen(sorted(told[words], key=lambda path: -told[words][path]))}{words}" for words in often[:MOST_TOLD]]
    if len(often) > MOST_TOLD:
        said.append("in other ways")
    return ", or ".join(said)


def _chosen(paths: Sequence[Path]) -> str:
    """``bet 3, bet 1 or bet 1, bet 3: ``; nothing where nothing was chosen."""
    ways = [" then ".join(path) for path in paths if path]
    if len(ways) > MOST_TOLD:
        return f"{ways[0]} or another of {len(ways)} ways to bet: "
    return f"{' or '.join(ways)}: " if ways else ""


def _sum(paid: Sequence[Paid], unit: Fraction) -> Fraction | None:
    nets = [p.net for p in paid]
    if any(net is None for net in nets):
        return None
    return sum((net for net in nets if net is not None), Fraction(0)) / unit


def _ending(paid: Sequence[Paid], unit: Fraction) -> Ending:
    """How one wager ends; what its bonuses bring is added."""
    first = paid[0] if paid else None
    net = _sum(paid, unit)
    if first is None:
        return Ending(Outcome.NOTHING.value, Fraction(0), "", "")
    pays = " and ".join(dict.fromkeys(p.pays for p in paid if p.pays))
    label = ", ".join(dict.fromkeys(p.label for p in paid if p.label))
    has_meter = _has_meter(paid)
    return Ending(_result(first.result, net, has_meter=has_meter), net, pays, label, _cites(paid), has_meter=has_meter)


def _bundle_ending(paid: Sequence[Paid], unit: Fraction, titles: Mapping[str, str]) -> Ending:
    """How a bundle ends: what became of each wager in it; those that end alike are told together."""
    together: dict[tuple[str, str], list[str]] = {}
    for one in paid:
        if one.result != Outcome.NOTHING.value:
            pays = one.pays if one.result == Outcome.WIN.value else ""
            together.setdefault((one.result, pays), []).append(titles.get(one.name, one.name))
    told = "; ".join(_told(alike, result, pays, len(together)) for (result, pays), alike in together.items())
    net = _sum(paid, unit)
    said = AVERAGED if any(one.result == AVERAGED for one in paid) else ""
    has_meter = _has_meter(paid)
    return Ending(_result(said, net, has_meter=has_meter), net, "", told, _cites(paid), has_meter=has_meter)


def _has_meter(paid: Sequence[Paid]) -> bool:
    """Whether a share of a meter is paid to the player besides what is in the nets."""
    return any(share for one in paid if not one.beside for _, share in one.meters)


def _told(names: Sequence[str], result: str, pays: str, kinds: int) -> str:
    """``Ante Wager and Play Wager win 1 to 1``; three or more that end alike, and no others, are ``all``."""
    one, more = WORDS.get(result, (result, result))
    if kinds == 1 and len(names) > 2:
        return f"all {more} {pays}".rstrip()
    listed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed} {one if len(names) == 1 else more} {pays}".rstrip()


def _result(said: str, net: Fraction | None, *, has_meter: bool) -> str:
    if said == AVERAGED:
        return said
    if has_meter:
        return Outcome.WIN.value
    if net is None:
        return said or Outcome.WIN.value
    if net == 0:
        return said if said in PUSHES else Outcome.PUSH.value
    return Outcome.WIN.value if net > 0 else Outcome.LOSE.value


WORDS = {
    Outcome.WIN.value: ("wins", "win"),
    Outcome.LOSE.value: ("loses", "lose"),
    Outcome.PUSH.value: ("pushes", "push"),
    Outcome.RETURN.value: ("goes back", "go back"),
    Outcome.VOID.value: ("is void", "are void"),
    Outcome.LOSE_HALF.value: ("loses half", "lose half"),
    TAKEN_BACK: ("was taken back", "were taken back"),
    AVERAGED: ("on hands that are split, on average", "on hands that are split, on average"),
}
"""What becomes of one wager, and of several."""


def _cites(paid: Iterable[Paid]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(cite) for p in paid for basis in p.bases for cite in basis.cites))


def meter_lines(counted: Counted, names: Collection[str], unit: Fraction) -> tuple[MeterLine, ...]:
    """The expected net result as a line in each meter that pays these wagers.

    Where two meters pay one wager, each is told with the others at nothing.
    """
    slopes: dict[str, Fraction] = {}
    for tally in counted.tallies:
        for paid in paid_of(tally.end, names):
            for name, share in paid.meters:
                slopes[name] = slopes.get(name, Fraction(0)) + share * tally.deals
    constant = counted.expected(names)
    if constant is None:
        return ()
    found: list[MeterLine] = []
    for name, whole in slopes.items():
        slope = whole / counted.total / unit
        per_unit = constant / unit
        even = -per_unit / slope if slope > 0 and per_unit < 0 else None
        found.append(MeterLine(name, per_unit, slope, even))
    return tuple(found)


def besides_of(counted: Counted, names: Collection[str], unit: Fraction) -> tuple[Beside, ...]:
    """What others get when these wagers end so: envy, shares of a party.

    A deal in which several rows give them something is one deal; what a share of a meter gives is told as its share.
    """
    sums: dict[str, _Given] = {}
    for tally in counted.tallies:
        given = [p for p in tally.end.paid if p.name in names and p.beside and (p.net or p.meters)] if tally.deals else []
        for paid in given:
            sums.setdefault(paid.beside, _Given()).add(paid, tally.deals)
        for to in {paid.beside for paid in given}:
            sums[to].deals += tally.deals
    return tuple(
        Beside(
            to,
            of.money / counted.total / unit,
            Fraction(of.deals, counted.total),
            tuple(of.cites),
            tuple((meter, whole / counted.total / unit) for meter, whole in of.meters.items()),
        )
        for to, of in sums.items()
    )


@dataclass
class _Given:
    """What somebody else gets in all deals together, in how many of them, by which clauses."""

    money: Fraction = Fraction(0)
    meters: dict[str, Fraction] = field(default_factory=dict)
    deals: int = 0
    cites: dict[str, None] = field(default_factory=dict)

    def add(self, paid: Paid, deals: int) -> None:
        self.money += (paid.net or Fraction(0)) * deals
        for meter, share in paid.meters:
            self.meters[meter] = self.meters.get(meter, Fraction(0)) + share * deals
        self.cites.update(dict.fromkeys(_cites([paid])))
