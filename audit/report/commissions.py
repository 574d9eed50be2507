"""What the house keeps of a win, from the commission lines of a wager: beside odds of 1 to 1 it is the price of the wager."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from audit.report import numbers as nb
from audit.ruleset.configure import ConfigureError, configure, read_value
from audit.ruleset.expressions import Percent
from audit.ruleset.money import ChargedWhen, CommissionBase
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.wagers import Commission, Wager, WagerLine

_OF = {CommissionBase.WAGER: " of the wager", CommissionBase.WIN: "", CommissionBase.NET_WIN: " of the net win"}


def commissions(ruleset: Ruleset, configuration: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """By wager what its payouts are less of, under a configuration: ``5%``, ``5% of the wager``."""
    try:
        settled = configure(ruleset, {name: read_value(text) for name, text in configuration.items()}).ruleset
    except ConfigureError:
        settled = ruleset
    return {wager.name.text: tuple(dict.fromkeys(_kept(wager.lines))) for wager in settled.of(Wager)}


def _kept(lines: tuple[WagerLine, ...]) -> Iterator[str]:
    for line in lines:
        # one on a tie is no part of what a win pays
        if isinstance(line, Commission) and line.charged is not ChargedWhen.TIED:
            rate = nb.decimal(line.rate.value * 100) + "%" if isinstance(line.rate, Percent) else "a commission"
            yield rate + _OF[line.base]
