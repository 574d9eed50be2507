"""A payout as it is read from a line or a cell: odds, money, a share of a meter, a result of one word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from audit.play.beside import NO_SHARES, NOTHING_BESIDE, Beside, Gift, Shares, add_shares
from audit.play.errors import NotPlayable
from audit.play.evaluating import evaluate
from audit.play.fitting import fits, number_of
from audit.play.functions import function_named, value_cell
from audit.play.meters import floor_of, size_of
from audit.play.rows import Reading, row_label
from audit.play.sight import Sight
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import OptionUnset, money_text
from audit.ruleset.meters import Meter
from audit.ruleset.money import (
    BoundedOddsTimes,
    BoundedPayout,
    NamedResult,
    NotStated,
    Odds,
    OddsTimes,
    OneOfOdds,
    Share,
    plain,
)
from audit.ruleset.names import Name
from audit.ruleset.parameters import Option
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.worth import DefinedValue

WORDS = {outcome.value.replace(" ", "_"): outcome for outcome in tb.Outcome}
"""Results of one word by the name that an option or an assumption gives them."""

Worth: TypeAlias = tuple[Mapping[str, Fraction], Fraction]
"""Shares of meters whose size nobody knows, by their names, and what is fixed."""

MOST_NAMES = 20
"""Names in a row that name one another, after which a payout is given up."""


@dataclass(frozen=True)
class Payout:
    """One payout: odds times a factor, an amount of money, a result of one word, or not stated.

    ``meters`` are the shares of meters that it pays, on top of ``what``.  ``beside`` is what its row gives besides.
    ``besides`` are the further rows of which it is the sum, where every row that fits is paid.
    """

    what: Odds | Fraction | tb.Outcome | NotStated
    times: Fraction = Fraction(1)
    text: str = ""
    label: str = ""
    basis: Basis = Basis()
    besides: tuple[Basis, ...] = ()
    meters: Shares = ()
    beside: Beside = NOTHING_BESIDE

    @property
    def net(self) -> Fraction | None:
        """The gain per unit staked; None where it hangs on the amount or is not stated."""
        return self.odds_net if not self.beside.plus and not self.beside.meters else None

    @property
    def odds_net(self) -> Fraction | None:
        """What its odds alone bring per unit staked; None where it is not in odds."""
        if not isinstance(self.what, Odds):
            return None
        return self.what.first / self.what.second * self.times - (1 if self.what.is_for else 0)

    def same(self, other: Payout) -> bool:
        if (self.meters, self.beside) != (other.meters, other.beside):
            return False
        if self.odds_net is not None or other.odds_net is not None:
            return self.odds_net == other.odds_net
        return self.what == other.what and self.times == other.times


def row_payouts(reading: Reading, row: tb.Row) -> Iterator[Payout]:
    """The payouts that a row gives: its ``pays`` cell, or the cell of a spread table that is in force."""
    table, sight = reading.table, reading.sight
    beside = row_beside(table, row, sight)
    for column, cell in _pay_cells(reading, row):
        if cell is None:
            continue
        if isinstance(column, tb.Spread) and not _is_in_force(reading, column):
            continue
        yield replace(read_payout(cell, row.basis, sight, row_label(table, row)), beside=beside)


def _pay_cells(reading: Reading, row: tb.Row) -> list[tuple[tb.Column, tb.Cell]]:
    """The cells of a row that may say what is paid; of a spread row that says the same in every column, one."""
    cells: list[tuple[tb.Column, tb.Cell]] = [
        (column, cell)
        for column, cell in zip(reading.table.columns, row.cells, strict=True)
        if isinstance(column, tb.Pays | tb.PaysBounded | tb.Spread)
    ]
    spread = [cell for column, cell in cells if isinstance(column, tb.Spread)]
    if len(spread) == len(cells) > 1 and _covers_everything(reading.table) and all(c == spread[0] for c in spread):
        return [(tb.Pays(), spread[0])]
    return cells


def _is_in_force(reading: Reading, column: tb.Spread) -> bool:
    """Whether a column of a spread table is the one in force."""
    across = reading.table.across
    return across is not None and fits(column.value, reading.worth(across), reading.sight)


def _covers_everything(table: tb.Table) -> bool:
    """Whether one column of a spread table is always in force, so that it need not be asked which: nature has two values."""
    across = table.across
    if not isinstance(across, ex.FeatureOf) or across.feature != ex.Called(Name("nature")):
        return False
    named = {
        t.name.text for c in table.columns if isinstance(c, tb.Spread) for t in c.value.tests if isinstance(t, pt.Named)
    }
    return named == {"wild", "natural"}


def row_beside(table: tb.Table, row: tb.Row, sight: Sight) -> Beside:
    """What a row gives beside the result: its ``plus`` cell, its ``to …`` cells."""
    plus, shares = Fraction(0), NO_SHARES
    gifts: list[Gift] = []
    texts: list[str] = []
    for column, cell in zip(table.columns, row.cells, strict=True):
        if cell is None or not isinstance(column, tb.Plus | tb.ToParty | tb.ToEachOther):
            continue
        payout = read_payout(cell, row.basis, sight)
        if payout.what is tb.Outcome.NOTHING:
            continue
        if isinstance(column, tb.Plus):
            if not isinstance(payout.what, Fraction):
                raise NotPlayable(f"plus {payout.text}", row.basis.span)
            plus, shares = plus + payout.what, add_shares(shares, payout.meters)
            texts.append(payout.text)
        elif isinstance(payout.what, Odds | Fraction):
            gifts.append(_gift(column, payout, row.basis))
        else:
            raise NotPlayable(f"{payout.text} to somebody else", row.basis.span)
    return Beside(plus, shares, tuple(gifts), " plus ".join(texts)) if plus or shares or gifts else NOTHING_BESIDE


def _gift(column: tb.ToParty | tb.ToEachOther, payout: Payout, basis: Basis) -> Gift:
    assert isinstance(payout.what, Odds | Fraction)
    what = Odds(payout.what.first * payout.times, payout.what.second) if isinstance(payout.what, Odds) else payout.what
    if isinstance(column, tb.ToParty):
        return Gift(column.party.text, what, payout.text, "", payout.meters, basis)
    needs = ""
    if column.wager is not None:
        least = f" at least {money_text(column.at_least.value)}" if column.at_least is not None else ""
        needs = f"{column.wager}{least}"
    return Gift("each other player", what, payout.text, needs, payout.meters, basis)


# several rows


def sum_of(payouts: Sequence[Payout]) -> Payout:
    """Rows that are all paid, as one payout; raises `NotPlayable` where one is neither odds nor money."""
    odds: Fraction | None = None
    money, shares = Fraction(0), [p.meters for p in payouts]
    for payout in payouts:
        if payout.odds_net is not None:
            odds = (odds or Fraction(0)) + payout.odds_net
        elif isinstance(payout.what, Fraction):
            money += payout.what
        elif payout.what is not tb.Outcome.NOTHING:
            raise NotPlayable("every row, where a row is no odds,", payouts[0].basis.span)
    gifts = tuple(gift for p in payouts for gift in p.beside.gifts)
    plus = sum((p.beside.plus for p in payouts), Fraction(0))
    text = " and ".join(p.text for p in payouts if p.what is not tb.Outcome.NOTHING) or payouts[0].text
    besides = tuple(p.basis for p in payouts[1:])
    beside_text = " plus ".join(p.beside.text for p in payouts if p.beside.text)
    beside = Beside(plus, add_shares(*(p.beside.meters for p in payouts)), gifts, beside_text)
    whole = replace(
        payouts[0], times=Fraction(1), text=text, besides=besides, meters=add_shares(*shares), beside=beside
    )
    if odds is None:
        is_nothing = all(p.what is tb.Outcome.NOTHING for p in payouts)
        return whole if is_nothing else replace(whole, what=money)
    if money or whole.meters:
        raise NotPlayable("every row, where some pay odds and some money,", payouts[0].basis.span)
    return replace(whole, what=Odds(odds, Fraction(1)))


def best_of(payouts: Sequence[Payout], sight: Sight) -> Payout:
    """The one that pays most; a share of a meter of which no line says what it holds at least is above all that is fixed.

    Raises `NotPlayable` where it hangs on what a meter holds, or where odds stand beside money and the stake is not fixed.
    """
    kinds = {isinstance(p.what, Odds) for p in payouts if isinstance(p.what, Odds | Fraction)}
    if len(kinds) > 1 and not sight.amount:
        raise NotPlayable(
            "highest only, where some rows pay odds and some money, for a stake that is not fixed",
            payouts[0].basis.span,
        )
    worths = [_worth(payout, sight) for payout in payouts]
    for payout, worth in zip(payouts, worths, strict=True):
        if all(_is_never_less(worth, other, sight) for other in worths):
            return payout
    raise NotPlayable("highest only, where it hangs on a meter which of two rows pays more,", payouts[0].basis.span)


def _is_never_less(one: Worth, other: Worth, sight: Sight) -> bool:
    """Whether one payout is at least the other, whatever meters of unknown size hold."""
    more = {name: one[0].get(name, Fraction(0)) - other[0].get(name, Fraction(0)) for name in {*one[0], *other[0]}}
    least = one[1] - other[1]
    for name, share in more.items():
        if share < 0:
            return False
        floor = floor_of(name, sight)
        if share and floor is None:
            return True
        least += share * (floor or 0)
    return least >= 0


def _worth(payout: Payout, sight: Sight) -> Worth:
    """How much a payout is: shares of each meter whose size nobody knows, and all else."""
    stake = sight.amount or Fraction(1)
    fixed, unknown = payout.beside.plus, dict[str, Fraction]()
    for name, share in add_shares(payout.meters, payout.beside.meters):
        size = size_of(name, sight)
        if size is None:
            unknown[name] = share
        else:
            fixed += share * size
    match payout.what:
        case Fraction():
            fixed += payout.what
        case Odds():
            fixed += (payout.odds_net or Fraction(0)) * stake
        case tb.Outcome.LOSE:
            fixed -= stake
        case tb.Outcome.LOSE_HALF:
            fixed -= stake / 2
        case tb.Outcome() if payout.what in (tb.Outcome.WIN, tb.Outcome.STAY):
            raise NotPlayable(f'highest only, where a row says "{payout.what.value}",', payout.basis.span)
        case NotStated():
            raise NotPlayable('highest only, where a row says "not stated",', payout.basis.span)
        case _:
            pass
    return unknown, fixed


# reading


def open_value(name: Name, words: str, ruleset: Ruleset, span: Span) -> Exception:
    """What stops play where a payout or a rate is a name still: an option without a value, or what play cannot ask."""
    option = ruleset.named(name.text, Option)
    return NotPlayable(words, span) if option is None else OptionUnset(option)


def read_payout(what: object, basis: Basis, sight: Sight, label: str = "", depth: int = 0) -> Payout:
    """A payout as a line or a cell says it; raises `NotPlayable` where it is of a form that play does not know."""
    match what:
        case BoundedPayout(_, inner):
            return read_payout(inner, basis, sight, label, depth)
        case BoundedOddsTimes(_, odds, times) | OddsTimes(odds, times):
            factor = number_of(evaluate(times, sight))
            if factor is None:
                raise NotPlayable(f"{odds} times something that is unset", basis.span)
            return Payout(odds, factor, f"{odds} times {plain(factor)}", label, basis)
        case OneOfOdds(odds):
            least = min(odds, key=lambda o: o.net)
            return Payout(least, text=str(least), label=label, basis=basis)
        case Odds():
            return Payout(what, text=str(what), label=label, basis=basis)
        case ex.Money(value):
            return Payout(value, text=money_text(value), label=label, basis=basis)
        case tb.Outcome():
            return Payout(what, text=what.value, label=label, basis=basis)
        case NotStated():
            return Payout(what, text="not stated", label=label, basis=basis)
        case NamedResult(name) | tb.NamedCell(name) | ex.Called(name):
            return _named(name, basis, sight, label, depth)
        case Share(share, of) | ex.FeatureOf(ex.Percent(share), ex.Called(of)):
            return _share(share, of, basis, sight, label)
        case ex.FeatureOf(ex.Half.HALF, ex.Called(of)):
            return _share(Fraction(1, 2), of, basis, sight, label)
        case _:
            raise NotPlayable("a payout of this form", basis.span)


def _named(name: Name, basis: Basis, sight: Sight, label: str, depth: int) -> Payout:
    """A payout by name: a word that a parameter gave, the whole of a meter, the value of a table, a defined amount."""
    ruleset = sight.equipment.ruleset
    if depth > MOST_NAMES:
        raise NotPlayable(f"pays {name}, which names itself,", basis.span)
    if ruleset.named(name.text, Meter) is not None:
        return replace(_share(Fraction(1), name, basis, sight, label), text=name.text)
    function = function_named(name.text, ruleset)
    if function is not None:
        return read_payout(value_cell(function, sight), basis, sight, label, depth + 1)
    defined = ruleset.named(name.text, DefinedValue)
    if defined is not None:
        return read_payout(defined.value, basis, sight, label, depth + 1)
    if ruleset.named(name.text, Option) is None and name.text in WORDS:
        return read_payout(WORDS[name.text], basis, sight, label)
    raise open_value(name, f"pays {name}", ruleset, basis.span)


def _share(share: Fraction, of: Name, basis: Basis, sight: Sight, label: str) -> Payout:
    """A share of a meter stays a share of it; of a wager that stands it is money."""
    ruleset = sight.equipment.ruleset
    text = f"{plain(share * 100)}% of {of}"
    if ruleset.named(of.text, Meter) is not None:
        return Payout(Fraction(0), text=text, label=label, basis=basis, meters=((of.text, share),))
    if ruleset.named(of.text, wg.Wager) is not None:
        amount = sight.wagers[of.text].amount if of.text in sight.wagers else Fraction(0)
        if not amount:
            raise NotPlayable(f"a share of {of}", basis.span)
        return Payout(share * amount, text=text, label=label, basis=basis)
    raise open_value(of, f"a share of {of}", ruleset, basis.span)
