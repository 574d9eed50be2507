"""Figures, lists and outcomes in the words of a finding.

A figure is written from its fraction, never from a float; half goes up, away from zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from audit.play.equipment import Drawn, Outcome, Roll
from audit.ruleset.basis import Basis
from audit.ruleset.configure import money_text
from audit.ruleset.money import plain

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_DIGITS = 12
"""A fraction with a longer denominator is told by its per cent alone."""


def percent(share: Fraction, places: int = 4) -> str:
    """A share as per cent: 7/495 is ``1.4141%``."""
    scale = 10**places
    size = abs(share) * 100 * scale
    whole, rest = divmod((2 * size.numerator + size.denominator) // (2 * size.denominator), scale)
    return f"{'-' if share < 0 else ''}{whole:,}.{rest:0{places}d}%"


def exact(share: Fraction) -> str:
    """``7/495 (1.4141%)``; a whole number alone."""
    if share.denominator == 1:
        return str(share.numerator)
    if len(str(share.denominator)) > MOST_DIGITS:
        return percent(share)
    return f"{share} ({percent(share)})"


def edge(share: Fraction | None) -> str:
    """A house edge, or that it cannot be verified."""
    return "not verifiable" if share is None else exact(share)


def counted(count: int, one: str, many: str = "") -> str:
    """``one wager``, ``four wagers``, ``15 wagers``."""
    word = _WORDS[count] if 0 <= count < len(_WORDS) else f"{count:,}"
    return f"{word} {one if count == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """The text with a capital first letter and a full stop."""
    text = text.strip()
    return text if not text else f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def listed(items: Sequence[str], joint: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return "".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} {joint} {items[-1]}"


def few(items: Iterable[str], most: int = 8, noun: str = "other") -> str:
    """A list in which what is beyond ``most`` is counted."""
    single = list(dict.fromkeys(items))
    left = len(single) - most
    return listed([*single[:most], f"{left:,} {noun}{'s' if left > 1 else ''}"]) if left > 1 else listed(single)


def with_positions(wager: str, labels: Sequence[str]) -> str:
    """``place[6, 8]``: a wager with its positions as they are typed; many are counted."""
    named = [label for label in labels if label]
    if not named:
        return wager
    if len(named) > 6:
        return f"{wager} (all {len(named)} of these positions)"
    return f"{wager}[{', '.join(named)}]" if all("," not in n for n in named) else f"{wager}[{'; '.join(named)}]"


def money(amount: Fraction) -> str:
    """``$7.50``; an amount that cents do not hold as a fraction, and about what."""
    text = money_text(amount)
    if "/" not in text:
        return text
    cents = (2 * abs(amount.numerator) * 100 + amount.denominator) // (2 * amount.denominator)
    return f"{text} (about {'-' if amount < 0 else ''}${cents // 100:,}.{cents % 100:02d})"


def outcome_word(outcome: Outcome, faces: bool = True) -> str:
    """What came up, short: ``4-2``, ``17``; of a roll the total where faces do not matter."""
    if isinstance(outcome, Roll) and not faces and outcome.total is not None:
        return plain(outcome.total)
    return str(outcome)


def outcome_order(outcome: Outcome) -> tuple[int, Fraction, str]:
    """Rolls by their total, sections and draws by their number, labels behind."""
    if isinstance(outcome, Roll):
        return (0, outcome.total, str(outcome)) if outcome.total is not None else (1, Fraction(0), str(outcome))
    text = str(outcome)
    if isinstance(outcome, Drawn) or text.isdigit():
        return (0, Fraction(int(text)), text)
    return (1, Fraction(0), text)


def cites_of(bases: Iterable[Basis]) -> tuple[str, ...]:
    """The clauses of some lines, each once, in their order."""
    return tuple(dict.fromkeys(str(cite) for basis in bases for cite in basis.cites))


def joined(*groups: Iterable[str]) -> tuple[str, ...]:
    """Clauses of several places, each once."""
    return tuple(dict.fromkeys(cite for group in groups for cite in group))


def clauses(cites: Sequence[str]) -> str:
    """``F.1``, ``F.1 and D.10``; what stands there where nothing is cited."""
    return listed(list(cites)) if cites else "no clause"
