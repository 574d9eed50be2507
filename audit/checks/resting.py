"""What rests on an assumption, in words: the payout of a wager, what decides it, a date."""

from __future__ import annotations

from collections.abc import Sequence

from audit.checks.wording import few, form, option_name, plain_name, quoted, wager_name
from audit.ruleset import rounds as rd
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.head import Dated, DateKind
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Beside, Stated

DATES = {
    DateKind.APPROVED: "the date of approval",
    DateKind.ADOPTED: "the date of adoption",
    DateKind.SUBMITTED: "the date of submission",
    DateKind.EFFECTIVE: "the date of effect",
}
MOST_NAMED = 4
OF_A_WAY = "how {} sets cards", "how {} set cards"


def rests(ruleset: Ruleset, lines: Sequence[tuple[str, Stated]]) -> tuple[str, bool]:
    """What some lines say, each with the name of the statement that it stands in; and whether that is one thing."""
    found: dict[tuple[str, str], list[str]] = {}
    for owner, line in lines:
        is_of_way = ruleset.named(owner, tb.Way) is not None
        found.setdefault(OF_A_WAY if is_of_way else _aspect(line), []).append(_owner(ruleset, owner, line))
    told = [_words(aspect, list(dict.fromkeys(owners))) for aspect, owners in found.items()]
    single = list(dict.fromkeys(told))
    return (few(single, 3, "other point") if single else "what stands there"), len(single) < 2


def _owner(ruleset: Ruleset, name: str, line: Stated) -> str:
    """The statement that a line stands in; one without a name is called by its kind."""
    if isinstance(line, rd.Choice):
        return f"the choice {plain_name(line.name.text)}"
    if ruleset.named(name, wg.Wager) is not None:
        return wager_name(name)
    if isinstance(line, Beside):
        return f"the line {quoted(line.words)}"
    if not name:
        return "the" + "".join(f" {c.lower()}" if c.isupper() else c for c in type(line).__name__)
    return f"the {plain_name(name)}" if ruleset.named(name, rd.Round) is not None else option_name(name)


def _aspect(line: Stated) -> tuple[str, str]:
    """What a line says of the statement that it stands in, of one and of several."""
    match line:
        case wg.ResultRow() | wg.OtherwiseRow() | wg.SettleRow() | tb.SettleTable():
            return "what decides {}", "what decides {}"
        case wg.PaysLine() | wg.PaysByTable() | wg.PaidAs() | tb.PaysTable() | tb.PaysRate() | tb.Bonus() | tb.Row():
            return "what {} pays", "what {} pay"
        case tb.PolicyLine():
            return "which row of {} counts", "which rows of {} count"
        case tb.PayoutList():
            return "the list of payouts", "the list of payouts"
        case wg.Commission():
            return "the commission on {}", "the commission on {}"
        case wg.PayoutRounded():
            return "how payouts of {} are rounded", "how payouts of {} are rounded"
        case wg.Amount():
            return "the stake of {}", "the stake of {}"
        case wg.HouseMayOffer():
            return "whether {} is offered", "whether {} are offered"
        case wg.Off():
            return "when {} works", "when {} work"
        case wg.Wager():
            return form("the wager ", "") + "{}", form("the wagers ", "") + "{}"
        case rd.DealUntil():
            return "how long cards are dealt", "how long cards are dealt"
        case rd.Choice() | rd.StepLine():
            return "what {} brings", "what {} bring"
        case Dated():
            date = DATES.get(line.kind, "a date of the edition")
            return date, date
        case Beside():
            return "{}", "{}"
        case _:
            return "what is said of {}", "what is said of {}"


def _words(aspect: tuple[str, str], owners: Sequence[str]) -> str:
    return aspect[0 if len(owners) == 1 else 1].format(few(owners, MOST_NAMED))
