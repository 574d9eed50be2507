"""Money that a row gives beside the result of a wager: to its player, to a party, to the other players."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from audit.ruleset.basis import Basis
from audit.ruleset.money import Odds

Shares = tuple[tuple[str, Fraction], ...]
"""So much of each meter, by name; a payment is linear in the sizes of the meters."""

NO_SHARES: Shares = ()


@dataclass(frozen=True)
class Gift:
    """Money for somebody else: for a party by name, or for ``each other player``, who may need a wager of a size.

    ``what`` is an amount of money, or odds on the wager whose row gives it; it never touches that wager's own net.
    """

    to: str
    what: Odds | Fraction
    text: str = field(compare=False)
    needs: str = ""
    meters: Shares = ()
    basis: Basis = field(default=Basis(), compare=False)

    def amount(self, stake: Fraction) -> Fraction:
        """How much it is, for a wager of this amount; what meters give is not in it."""
        return self.what.net * stake if isinstance(self.what, Odds) else self.what


@dataclass(frozen=True)
class Beside:
    """What a row gives beside the result: ``plus`` to the player, and gifts to others."""

    plus: Fraction = Fraction(0)
    meters: Shares = ()
    gifts: tuple[Gift, ...] = ()
    text: str = field(default="", compare=False)

    def __bool__(self) -> bool:
        return bool(self.plus or self.meters or self.gifts)


NOTHING_BESIDE = Beside()


@dataclass(frozen=True)
class Extra:
    """One payment that a stake brought beside its own result, as it was made.

    ``kind`` is ``bonus`` (the player's; ``name`` is the bonus), ``envy`` (each other player's) or the party's name.
    ``net`` is money; None where no clause states it.  What ``meters`` gave is in it, unless a meter was left open.
    """

    kind: str
    name: str
    result: str
    net: Fraction | None
    pays: str = ""
    label: str = ""
    meters: Shares = ()
    bases: tuple[Basis, ...] = field(default=(), compare=False)


def add_shares(*several: Shares) -> Shares:
    """Shares of meters added up, meter by meter."""
    total: dict[str, Fraction] = {}
    for shares in several:
        for name, share in shares:
            total[name] = total.get(name, Fraction(0)) + share
    return tuple((name, share) for name, share in total.items() if share)
