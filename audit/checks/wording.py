"""Names, figures, lists and outcomes in the words of a finding.

Names and shares are made here and nowhere else, as marks (`audit.checks.prose`).  A figure is written from its fraction,
never from a float; half goes up, away from zero.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from audit.checks.finding import Edges
from audit.checks.prose import Kind, Mark, Prose, is_marked_first
from audit.play.equipment import Drawn, Outcome, Roll
from audit.play.wording import outcome_text
from audit.ruleset.basis import Basis
from audit.ruleset.configure import money_text
from audit.ruleset.money import plain
from audit.solve.result import WagerResult

_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_DIGITS = 12
"""A fraction with a longer denominator is told by its per cent alone."""
MOST_LABELS = 6
"""More positions of a wager than these are counted."""


# names


def wager_name(name: str, labels: Iterable[str] = (), moment: str = "") -> str:
    """A wager on some of its positions: ``place[6, 8]``, as they are typed; many are counted."""
    named = tuple(label for label in labels if label)
    typed = f"{name}{_bracketed(named, moment)}"
    return str(Mark(Kind.WAGER, typed, name, moment, named))


def _bracketed(named: tuple[str, ...], moment: str) -> str:
    if len(named) > MOST_LABELS:
        return f" (all {len(named)} of these positions)"
    inside = [("; " if any("," in n for n in named) else ", ").join(named)] if named else [moment]
    return f"[{inside[0]}]" if inside[0] else ""


def stake_name(id: str) -> str:
    """A wager as play calls it: ``place[6]``."""
    name, _, label = id.partition("[")
    return wager_name(name, [label.removesuffix("]")])


def row_name(result: WagerResult) -> str:
    """A wager on the positions of one row of a result, or as made at the moments of it.

    Of wagers valued together the one whose unit the figures are per, with the others behind it.
    """
    if result.positions:
        return wager_name(result.wager, result.positions)
    if result.bundle:
        behind = [wager_name(name) for name in result.bundle if name != result.wager]
        return f"{wager_name(result.wager)}, with {listed(behind)} behind it"
    return wager_name(result.wager, moment=result.id.removeprefix(result.wager).removeprefix("[").removesuffix("]"))


def step_name(name: str) -> str:
    """A step of the round."""
    return str(Mark(Kind.STEP, name, name))


def option_name(name: str) -> str:
    """Any other name that a statement declares: an option, an assumption."""
    return str(Mark(Kind.NAME, name, name))


def plain_name(name: str) -> str:
    """A name that no statement gives a title: a memory, a section, a group."""
    return form(name, name.replace("_", " "))


def value_name(text: str) -> str:
    """What an option or a reading is set to."""
    return form(text, told_value(text))


def told_value(text: str) -> str:
    """A value as a reader has it: in words and quotation marks, unless it is a figure."""
    told = text.replace("_", " ")
    return told if any(c.isdigit() for c in told) else f"“{told}”"


def form(typed: str, told: str) -> str:
    """Words with another form in a report."""
    return typed if typed == told else str(Mark(Kind.FORM, typed, told))


def unseen(words: str) -> str:
    """Words, marked or not, that a report alone has."""
    parts = Prose(words).parts
    return "".join(str(replace(part, typed="")) if isinstance(part, Mark) else form("", part) for part in parts)


def quoted(words: str) -> str:
    """A line of a ruleset in quotation marks."""
    opens, closes = form('"', "“"), form('"', "”")
    return f"{opens}{words}{closes}"


# figures


def percent(share: Fraction, places: int = 4) -> str:
    """A share as per cent: 7/495 is ``1.4141%``."""
    scale = 10**places
    size = abs(share) * 100 * scale
    whole, rest = divmod((2 * size.numerator + size.denominator) // (2 * size.denominator), scale)
    return f"{'-' if share < 0 else ''}{whole:,}.{rest:0{places}d}%"


def exact(share: Fraction) -> str:
    """``7/495 (1.4141%)``; a whole number alone."""
    return str(Mark(Kind.SHARE, _exact(share), str(share)))


def _exact(share: Fraction) -> str:
    if share.denominator == 1:
        return str(share.numerator)
    if len(str(share.denominator)) > MOST_DIGITS:
        return percent(share)
    return f"{share} ({percent(share)})"


def edge(share: Fraction | None) -> str:
    """A house edge, or that it cannot be verified."""
    return "not verifiable" if share is None else exact(share)


def who_keeps(share: Fraction | None, on: str = "") -> str:
    """What a house edge comes to, as a clause: ``the house keeps 1/9 (11.1111%) of each stake on hardway[4, 10]``.

    A report has the money besides: ``, or $11.11 of each $100``.
    """
    if share is None:
        return f"the house edge{f' of {on}' if on else ''} is not verifiable"
    if share == 0:
        return f"neither side gains{f' on {on}' if on else ''}"
    gains = "the house keeps" if share > 0 else "the player gains"
    return f"{gains} {exact(abs(share))}{f' of each stake on {on}' if on else ''}{of_each_100(abs(share), ', or ')}"


def of_each_100(share: Fraction, joint: str = ": ", most: Fraction | None = None) -> str:
    """What a share, or a span of shares, comes to in money, for a report alone: ``: $16.67 of each $100``."""
    span = f" to {_cents(most * 100)}" if most is not None and most != share else ""
    return form("", f"{joint}{_cents(share * 100)}{span} of each $100")


def _cents(amount: Fraction) -> str:
    cents = (2 * amount.numerator * 100 + amount.denominator) // (2 * amount.denominator)
    return f"${cents // 100:,}.{cents % 100:02d}"


def told_edges(edges: Edges) -> str:
    """The row in which most hangs on the case, as a sentence; how many others there are."""
    widest = edges.widest
    if widest is None:
        return ""
    who, shares = widest
    on = [who.marked, *[""] * (len(shares) - 1)]
    cases = (f"{case.marked}, {who_keeps(s, o)}" for case, s, o in zip(edges.cases, shares, on, strict=True))
    left = len(edges.rows) - 1
    likewise = form(f"; and likewise for {counted(left, 'other row')}", "; every row stands in the table below")
    return "; ".join(cases) + (likewise if left else "")


def counted(count: int, one: str, many: str = "") -> str:
    """``one wager``, ``four wagers``, ``15 wagers``."""
    word = _WORDS[count] if 0 <= count < len(_WORDS) else f"{count:,}"
    return f"{word} {one if count == 1 else many or one + 's'}"


def sentence(text: str) -> str:
    """The text with a capital first letter, unless it is that of a name, and a full stop."""
    text = text.strip()
    first = text[:1] if is_marked_first(text) else text[:1].upper()
    return text if not text else f"{first}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def listed(items: Sequence[str], joint: str = "and") -> str:
    """``a``, ``a and b``, ``a, b and c``."""
    return "".join(items) if len(items) < 2 else f"{', '.join(items[:-1])} {joint} {items[-1]}"


def few(items: Iterable[str], most: int = 8, noun: str = "other") -> str:
    """A list in which what is beyond ``most`` is counted."""
    single = list(dict.fromkeys(items))
    left = len(single) - most
    return listed([*single[:most], f"{left:,} {noun}{'s' if left > 1 else ''}"]) if left > 1 else listed(single)


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
    return plain_name(str(outcome))


def came_up(outcome: Outcome) -> str:
    """What came up, as a transcript has it: ``4-2, total 6``."""
    return plain_name(outcome_text(outcome))


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
