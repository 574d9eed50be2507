"""Two editions of one dice game with their true figures, written by hand, and a ruleset with everything awkward."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pytest

from audit.checks.finding import Finding, Witness, WitnessStep
from audit.compare.entry import Comparison, Entry, Favours, Kind, Weight
from audit.language.diagnostics import Severity
from audit.report.examined import DocumentFile, Examined, SectionCoverage
from audit.ruleset.basis import Assumed, Basis, Citation, Span
from audit.ruleset.controls import Note
from audit.ruleset.expressions import Number, Percent
from audit.ruleset.head import Dated, DateKind, FileKind, Head, Source
from audit.ruleset.money import ChargedWhen, CommissionBase
from audit.ruleset.names import Name
from audit.ruleset.parameters import Assumption, Because, Between, Instead, Option, SetByHouse, Taken
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement
from audit.ruleset.wagers import Commission, LastsOne, NeedsAll, Wager
from audit.solve.result import (
    AtAmount,
    Figures,
    Method,
    Moment,
    OptionEffect,
    OutcomeShare,
    Plan,
    Reading,
    RulesetResult,
    Sampled,
    WagerResult,
)

F = Fraction

NEW, OLD = "oneida/craps/2022-09-08", "oneida/craps/2003-08-06"


def basis(*clauses: str, edition: str = NEW, because: str | None = None, under: str | None = None) -> Basis:
    assumed = Assumed(because, under) if because or under else None
    span = Span(f"{edition}.rop", 10, 3, 10, 20)
    return Basis(tuple(Citation(c) for c in clauses), assumed, span, edition)


# ---------------------------------------------------------------- figures


def figures(*outcomes: tuple[str, F | int | str, str], loses: bool = True) -> Figures:
    """From (label, net, probability): what is left of probability loses the unit."""
    shares = [OutcomeShare(label, _result(F(net)), _odds(F(net)), F(net), F(p)) for label, net, p in outcomes]
    rest = 1 - sum((s.probability for s in shares), F(0))
    if loses and rest:
        shares.append(OutcomeShare("otherwise", "lose", "lose", F(-1), rest))
    mean = sum((s.net * s.probability for s in shares if s.net is not None), F(0))
    spread = sum(((s.net - mean) ** 2 * s.probability for s in shares if s.net is not None), F(0))
    won, level, lost = (
        sum((s.probability for s in shares if s.result == result), F(0)) for result in ("win", "push", "lose")
    )
    return Figures(-mean, won, level, lost, spread, tuple(shares))


def _result(net: F) -> str:
    return "win" if net > 0 else "push" if net == 0 else "lose"


def _odds(net: F) -> str:
    return "push" if net == 0 else f"{net.numerator} to {net.denominator}" if net > 0 else "lose"


def row(
    wager: str, name: str, cites: str, pays: str, known: Figures, *, at: str = "", **more: object
) -> WagerResult:
    positions = tuple(at.split(", ")) if at else ()
    made = WagerResult(
        f"{wager}[{at}]" if at else wager, wager, name, positions, Method.EXACT, known, "chain", 0.25,
        tuple(pays.split("; ")), cites=tuple(cites.split(", ")),
        plan=Plan("total", "rolls", "none", "absorbing chain over the 36 outcomes of two dice"),
    )
    return replace(made, **more)  # type: ignore[arg-type]


PASS = figures(("a natural or the point", 1, "244/495"))
DONT = figures(("craps, or a seven first", 1, "949/1980"), ("12", 0, "1/36"))
HALF = F("1/2")


def place(odds: str, win: str) -> Figures:
    return figures(("the number first", odds, win))


def commissioned(net: F | str, win: str, fee: F | str) -> Figures:
    """A wager at true odds with a commission put down beside it."""
    won, paid = F(net), F(fee)
    known = figures(("the number first", won - paid, win))
    lost = 1 - F(win)
    mean = (won - paid) * F(win) - (1 + paid) * lost
    last = OutcomeShare("a seven first", "lose", "lose", -1 - paid, lost)
    return replace(known, house_edge=-mean, outcomes=(*known.outcomes[:1], last),
                   variance=(won + 1) ** 2 * F(win) * lost)


def wager_rows(is_new: bool) -> tuple[WagerResult, ...]:
    come = (Reading("come_payout", "even_money", "not_listed", None, True, ("F.1",)),) if is_new else ()
    lay_base = "lay_commission_base"

    def lay(net: str, win: str, at: str, other: str) -> WagerResult:
        read = Reading(lay_base, "of_the_win", "of_the_wager", F(other), F(other) != F(net) * F(win) / 20, ("G.2",))
        effect = OptionEffect("lay_commission", "5%", "0%", F(0), ("G.2",))
        n = F(net)
        return row("lay", "Lay Bet", "G.2", f"{n.numerator} to {n.denominator}",
                   commissioned(n, win, n / 20), at=at, readings=(read,), options=(effect,))

    def buy(net: str, win: str, at: str) -> WagerResult:
        effect = OptionEffect("buy_commission", "5%", "0%", F(0), ("G.1",))
        n = F(net)
        return row("buy", "Buy Bet", "G.1", f"{n.numerator} to {n.denominator}", commissioned(n, win, "1/20"),
                   at=at, options=(effect,), notes=("Per unit put down, commission included, it is 1/21 (4.7619%)",))

    def hard(net: int, win: str, at: str, other: str, cites: str) -> WagerResult:
        read = Reading("hardway_loss", "lost", "returned", F(other), True, ("D.6",))
        return row("hardway", "Hardway", cites, f"{net} to 1", place(str(net), win), at=at, readings=(read,))

    def odds(net: str, win: str, at: str) -> WagerResult:
        n = F(net)
        read = Reading("supplemental_loss", "lost", "returned", -n * F(win), True, ("H.1",))
        return row("pass_odds", "Odds taken", "H.1, H.3", f"{n.numerator} to {n.denominator}", place(net, win), at=at,
                   readings=(read,))

    horn = figures(("2, 12", "27/4", "1/18"), ("3, 11", 3, "1/9"))
    return (
        row("pass", "Pass Bet", "D.1, F.1", "1 to 1", PASS, moments=(
            Moment("after the point", figures(("the point first", 1, "201/495")), ("D.1",)),
        )),
        row("come", "Come Bet", "D.3, H.3.a", "1 to 1", PASS, readings=come),
        row("dont_pass", "Don’t Pass Bet", "D.2, F.1", "1 to 1", DONT),
        row("dont_come", "Don’t Come Bet", "D.4, F.1", "1 to 1", DONT),
        row("place", "Place Bet", "D.5, F.1", "7 to 6", place("7/6", "5/11"), at="6, 8"),
        row("place", "Place Bet", "D.5, F.1", "7 to 5", place("7/5", "2/5"), at="5, 9"),
        row("place", "Place Bet", "D.5, F.1", "9 to 5", place("9/5", "1/3"), at="4, 10"),
        hard(9, "1/11", "6, 8", "-9/11", "D.7, D.8"), hard(7, "1/9", "4, 10", "-7/9", "D.6, D.9"),
        row("field", "Field Bet", "D.10, F.1", "1 to 1; 2 to 1",
            figures(("2, 12", 2, "1/18"), ("3, 4, 9, 10, 11", 1, "7/18"))),
        row("any_craps", "Any Craps", "D.12, F.1", "7 to 1", place("7", "1/9")),
        row("any_seven", "Any Seven", "D.11, F.1", "4 to 1", place("4", "1/6")),
        row("one_number", "One number", "D.14, D.16", "15 to 1", place("15", "1/18"), at="3, 11"),
        row("one_number", "One number", "D.13, D.15", "30 to 1", place("30", "1/36"), at="2, 12"),
        row("craps_eleven", "Craps-Eleven", "D.17, F.4", "its parts",
            figures(("11", 7, "1/18"), ("2, 3, 12", 3, "1/9"))),
        row("horn", "Horn Bet", "D.18, F.2", "its parts", horn),
        row("horn_high", "Horn High Bet", "D.19, F.3", "its parts",
            figures(("2", "57/5", "1/36"), ("12", "26/5", "1/36"), ("3, 11", "11/5", "1/9")), at="2, 12"),
        row("world", "World Bet", "D.20", "its parts",
            figures(("2, 12", "26/5", "1/18"), ("3, 11", "11/5", "1/9"), ("7", 0, "1/6"))),
        buy("2", "1/3", "4, 10"), buy("3/2", "2/5", "5, 9"), buy("6/5", "5/11", "6, 8"),
        lay("1/2", "2/3", "4, 10", "1/20"), lay("2/3", "3/5", "5, 9", "1/20"), lay("5/6", "6/11", "6, 8", "1/20"),
        odds("2", "1/3", "4, 10"), odds("3/2", "2/5", "5, 9"), odds("6/5", "5/11", "6, 8"),
    )


# ---------------------------------------------------------------- rulesets


def assume(name: str, cites: str, because: str, taken: str = "", *instead: str, edition: str = NEW) -> Assumption:
    lines: list[Because | Taken | Instead] = [Because(because)]
    if taken:
        lines.append(Taken(Name(taken)))
    lines += [Instead(Name(other)) for other in instead]
    return Assumption(Name(name), tuple(lines), basis=basis(*cites.split(", "), edition=edition))


def option(name: str, cites: str, least: str, most: str, default: str) -> Option:
    if least.endswith("%"):
        low, high, set_to = (Percent(F(v.rstrip("%")) / 100) for v in (least, most, default))
        return Option(Name(name), None, Between(low, high), False, set_to, basis=basis(cites, edition=OLD))
    return Option(Name(name), None, Between(Number(least), Number(most)), False, Number(default),
                  basis=basis(cites, edition=OLD))


ONE_ROLL = ("field", "any_craps", "any_seven", "one_number", "craps_eleven", "horn", "horn_high", "world")


def ruleset(is_new: bool) -> Ruleset:
    edition = NEW if is_new else OLD
    fee = Commission(Percent(F("1/20")), CommissionBase.WAGER, ChargedWhen.MADE, None)
    statements: list[Statement] = [
        *(Wager(Name(n), None, None, (LastsOne(Name("roll")),), basis=basis("D.10")) for n in ONE_ROLL),
        *(Wager(Name(n), None, None, (fee,), basis=basis("G.1")) for n in ("buy", "lay")),
        Wager(Name("pass_odds"), None, None, (NeedsAll((Name("pass"),)),), basis=basis("H.1")),
        option("buy_commission", "G.1", "0%", "5%", "5%"), option("lay_commission", "G.2", "0%", "5%", "5%"),
        option("pass_odds_limit", "H.5", "1", "100", "1"),
        Option(Name("table_minimum"), None, SetByHouse.SET_BY_HOUSE, False, None, basis=basis("L", edition=OLD)),
    ]
    for section, first, last in (("A", 1, 6), ("B", 1, 5), ("C", 1, 2), ("D", 1, 4)):
        cites = [f"{section}.{n}" for n in range(first, last + 1)]
        statements.append(Note(None, f"section {section}", basis=basis(*cites, edition=OLD)))
    for section, count in (("D", 21), ("E", 5), ("F", 5), ("G", 2), ("H", 6), ("I", 2), ("J", 15), ("K", 4)):
        start = 5 if section == "D" else 1
        cites = [f"{section}.{n}" for n in range(start, count + 1)]
        statements.append(Note(None, f"section {section}", basis=basis(*cites, edition=edition)))
    statements.append(assume("hardway_loss", "D.6, D.7, D.8, D.9", "each clause says what wins, none what loses",
                             "lost", "returned", edition=edition))
    statements.append(assume("lay_commission_base", "G.2", "the charge is first a share of the win, then of the wager",
                             "of_the_win", "of_the_wager", edition=edition))
    statements.append(assume("supplemental_loss", "H.1, H.2, H.3, H.4", "it is not said what loses a supplemental wager",
                             "lost", "returned", edition=edition))
    if is_new:
        statements.append(assume("come_payout", "F.1, H.3.a",
                                 "the list has no row for the Come Bet any more; H.3.a still pays 1 to 1",
                                 "even_money", "not_listed"))
        statements.append(assume("clauses_not_in_packet", "A, D.5.b, L",
                                 "clauses A to D.5.b, and L, are not in the packet; those of 2003 are taken to stand"))
    else:
        statements.append(assume("odds_cut_off", "F.1", "the odds of eight rows are cut off in the scan",
                                 edition=edition))
    approval = Dated(DateKind.APPROVED, date(2022, 9, 8), basis=basis(
        because="the packet prints no approval of this chapter; 09-08-22 stands at the foot of a page"))
    adopted = Dated(DateKind.ADOPTED, date(2003, 8, 6), "Oneida Business Committee", basis=basis(
        because="the day cannot be read in the scan; the number of the resolution gives it"))
    head = Head(
        FileKind.RULESET, edition, "Craps", "Oneida Gaming Commission" if is_new else "Oneida Business Committee",
        "US-WI/oneida", (approval,) if is_new else (adopted,), (OLD,) if is_new else (), OLD if is_new else None, None,
        (Source("000" if is_new else "002", 1 if is_new else 864, 552 if is_new else 1477),), None,
        "D.5.c" if is_new else None, ("A through D.5.b, L",) if is_new else (), None,
    )
    return Ruleset(head, tuple(statements))


# ---------------------------------------------------------------- findings


def finding(rule: str, severity: Severity, subject: str, message: str, cites: str, *elements: str, **more: object) -> (
    Finding
):
    criteria, condition, cause, effect, recommendation = (*elements, *("",) * (5 - len(elements)))
    made = Finding(rule, severity, message, condition, criteria, cause, effect, recommendation, NEW, subject,
                   tuple(cites.split(", ")), Span(f"{NEW}.rop", 16, 1, 16, 9))
    return replace(made, **more)  # type: ignore[arg-type]


def step(what: str, happens: str, results: str, cites: str) -> WitnessStep:
    return WitnessStep(what, happens, tuple(results.split(" | ")), tuple(cites.split(", ")))


E, W, N = Severity.ERROR, Severity.WARNING, Severity.NOTE

COME_LOST = finding(
    "result-unstated", E, "come payout", "No clause pays a Come Bet that wins on its first roll", "F.1, H.3.a, D.3",
    "F.1 lists the odds below which no winning wager may be paid. D.3 lets a Come Bet win.",
    "The list in F.1 has no row for the Come Bet. H.3.a pays it 1 to 1, but only where a supplemental wager stands "
    "behind it, and none can before the first roll.",
    "The row of the 2003 edition was dropped.",
    "2/9 of all Come Bets (22.22%) win on their first roll, and 244/495 (49.29%) win at all. At 1 to 1 the house edge "
    "is 7/495 (1.4141%). By the letter it is not verifiable: no figure is given.",
    "Put back the row “Come Bet, 1 to 1” in F.1.",
    witness=Witness(f'audit play {NEW} --given "dice 2-2, 3-4"', (
        step("2-2, total 4", "Come Out Roll: the point is 4. A Come Bet of 1 unit is made.", "accepted", "A.1, D.3"),
        step("3-4, total 7", "First roll of the Come Bet: it wins.", "payout not stated; assumed +1", "D.3, F.1, H.3.a"),
    ), ("By the 2022 text",)),
)
LAY_BASE = finding(
    "statement-conflict", E, "lay_commission_base", "The commission on a Lay Bet is measured in two ways", "G.2",
    "One charge has one base.",
    "G.2 first sets the charge as a share of what the player could win, then caps it at 5% “of such wager”. On a Lay "
    "Bet these are different amounts.",
    "The cap repeats the words of Buy Bets (G.1), where the wager is the base in both places.",
    "House edge on 4 and 10: 1/40 (2.5000%) if 5% of the possible win is meant, 1/20 (5.0000%) if 5% of the wager is. "
    "On 5 and 9: 1/30 or 1/20. On 6 and 8: 1/24 or 1/20. On $100 laid against the 4: $2.50 or $5.00.",
    "Name one base in both places: “five percent of the amount that the player could win”.",
    witness=Witness(f'audit play {NEW} --wager lay=100 --given "dice 3-4"', (
        step("", "A Lay Bet of $100 on 4. Commission: $2.50 of the win, or $5.00 of the wager.",
             "−$2.50 or −$5.00", "G.2"),
        step("3-4, total 7", "The Lay Bet wins at 1 to 2: $50.00.", "+$47.50 or +$45.00", "G.2"),
    ), ("Net by the two readings",)),
)
STICK = finding(
    "statement-conflict", W, "duty collect_dice", "Dice may be gathered by hand, and must be gathered with the stick",
    "J.3.d", "One step has one instruction.",
    "The first sentence lets the stickperson use the stick or a hand. The last still says that a stick made for the "
    "purpose shall be used.", "“By hand” was added; the last sentence was left as it stood.",
    "No wager is affected. A breach of J.3.d cannot be established at the table or on video.",
    "Limit the last sentence to dice that are gathered with the stick.",
    no_witness_because="Play cannot show it: the conflict lies in procedure.",
)
HARDWAYS = finding(
    "result-unstated", W, "hardway", "The Hardways have no losing condition", "D.6 through D.9",
    "A wager states what wins and what loses.",
    "Each clause says what wins: the pair, before the number another way or a 7. None says what loses.", "",
    "Read as lost: 1/11 (9.0909%) on 6 and 8, 1/9 (11.1111%) on 4 and 10. If the stake came back instead, the player "
    "would hold 9/11 and 7/9 of it.",
    "Add: “and shall lose if the number is thrown in any other way or a 7 is thrown first”.",
)
NO_DATE = finding(
    "assumption", N, "approved", "No date of approval is printed", "page foot",
    "The date of approval stands on each page.",
    "“09-08-22” stands at the foot of one page; nothing says that it is the approval.", "",
    "The running head of this report marks the date as assumed.", "Print “Approved” and the date on each page.",
)
CUT_OFF = finding("assumption", W, "odds_cut_off", "The odds of eight rows are cut off in the scan", "F.1",
                  "", "The right edge of the page is missing.", "", "Eight payouts rest on a reading.", "")


def examined(is_new: bool) -> Examined:
    edition = NEW if is_new else OLD
    found = (NO_DATE, COME_LOST, LAY_BASE, STICK, HARDWAYS) if is_new else (LAY_BASE, HARDWAYS, NO_DATE, CUT_OFF)
    values = {"buy_commission": "5%", "lay_commission": "5%", "pass_odds_limit": "1"}
    commands = (f"audit verify {NEW}", f"audit diff {OLD} {NEW}") if is_new else (f"audit verify {OLD}",)
    return Examined(
        ruleset(is_new), f"{edition}.rop",
        "444c52eb89ba05ed27815e490b53ba674a03f043084c0aab0596023d17347855" if is_new else
        "b0e495a7f2a2ae9cebc38545064e29b707a6eaa43ea09ef1096496e1afcfadb1",
        RulesetResult(edition, values, wager_rows(is_new)), found, commands,
    )


def comparison() -> Comparison:
    shown = Witness(f'audit play {NEW} --given "dice 2-2, 1-3, 3-4"', (
        step("2-2, total 4", "Come Out Roll: the point is 4. A Come Bet of 1 unit is made.", "stands | stands", "A.1, D.3"),
        step("1-3, total 4", "The point is made. 4 becomes the number of the Come Bet.",
             "on its number | on its number", "A.3, D.3"),
        step("3-4, total 7", "Come Out Roll.", "off: stands, 0 | on: lost, −1", "E.5"),
    ), ("Come Bet, 2003", "Come Bet, 2022"))
    edge, same = F("7/495"), ("E.5",)
    entries = (
        Entry(Kind.CHANGED, "duty", "late_wager", "Late wagers",
              "A wager made after the throw counts if the stickperson and the boxperson confirm it aloud.",
              "A wager made after the throw counts if a Table Games employee confirms it aloud.", ("E.1",), ("E.1",),
              Weight.CONTROLS, note="Weaker control: two named persons became one, unnamed."),
        Entry(Kind.CHANGED, "when it works", "come", "Come Bet on a Come Out Roll",
              "On a Come Out Roll, Place Bets to Win, Come Bets and Hardways are off, unless the player calls them on "
              "and the boxperson confirms it with an On Marker. Every other wager is on.",
              "On a Come Out Roll, Buy Bets, Place Bets to Win, Come Bet odd and Hardways are off, unless the player "
              "calls them on, with an On Marker. Every other wager is on.", same, same, Weight.PLAY, Favours.NEITHER,
              edge, edge, shown, False,
              "Over the life of the wager the edge is the same; single rounds are not. Of the Come Bets made straight "
              "after a point is set, 11.50% (19,569,715,379 of 170,239,580,712) meet a Come Out Roll that now decides "
              "them and did not before."),
        Entry(Kind.REMOVED, "payout", "come payout", "Come Bet, 1 to 1", "Come Bet 1 to 1", None, ("F.1",), (),
              Weight.PLAY, Favours.NEITHER, edge, edge, None, False, "As read. By the letter it is not verifiable."),
        Entry(Kind.CHANGED, "when it works", "buy", "Buy Bet on a Come Out Roll", "Place Bets to Win … are off.",
              "Buy Bets, Place Bets to Win … are off.", same, same, Weight.PLAY, Favours.NEITHER, F("1/20"), F("1/20"),
              None, True, "Now said outright: a Buy Bet is a Place Bet (title of G)."),
        Entry(Kind.ADDED, "duty", "more_wagers", "Further wagers", None,
              "Gaming Management may add wagers that stand in a procedure approved by the Gaming Commission.", (),
              ("D.22",), Weight.CONTROLS, note="Wagers added so are outside this document and this report."),
        Entry(Kind.CHANGED, "title", "world", "World Bet", "Whirl Bet", "World Bet or Whirl Bet", ("D.20",), ("D.20",),
              Weight.WORDS),
    )
    moved = tuple(
        Entry(Kind.RENUMBERED, "clause", f"I.{n}", "", None, None, (f"I.{n}",), (f"I.{n - 1}",)) for n in (2, 3)
    )
    unknown = ("the new document begins inside D.5: that a clause before it is absent proves nothing",)
    return Comparison(OLD, NEW, entries, moved, 26, unknown, (("pass", "pass"),), renumbered_statements=len(moved))


def moved_comparison() -> tuple[Examined, Examined, Comparison]:
    """One payout changed: the field pays 3 to 1 on 12 under the old text."""
    old, new = examined(False), examined(True)
    result = old.result
    assert result is not None
    generous = row("field", "Field Bet", "D.10, F.1", "1 to 1; 2 to 1; 3 to 1", figures(
        ("12", 3, "1/36"), ("2", 2, "1/36"), ("3, 4, 9, 10, 11", 1, "7/18")))
    rows = tuple(generous if r.wager == "field" else r for r in result.wagers)
    shown = Witness(f'audit play {NEW} --given "dice 6-6"', (
        step("6-6, total 12", "The Field Bet wins.", "+3 | +2", "D.10, F.1"),), ("Old", "New"))
    entry = Entry(Kind.CHANGED, "payout", "field", "Field Bet on 12", "3 to 1", "2 to 1", ("F.1",), ("F.1",),
                  Weight.PLAY, Favours.HOUSE, F("1/36"), F("1/18"), shown)
    older = replace(old, result=replace(result, wagers=rows))
    return older, new, replace(comparison(), entries=(*comparison().entries, entry))


# ---------------------------------------------------------------- awkward

NASTY = (
    "<script>alert(1)</script> #set text(fill: red) $x^2$ *bold* _low_ `raw` @ref \\ \"quote\" 'single' "
    "{{ 7 * 7 }} {% raw %} </style> ]] -- // /* \u202egnitirw\u202c \x07 中文 😀 ﬁ"
)


def awkward(rows: int = 8) -> Examined:
    """Long names, markup of every language, sampled and unknown figures, edges below 0, long fractions."""
    sampled = Sampled(1_000_000, 7, 0.01254, 0.01646, 0.0145, 0.49275, 0.0, 0.50725, 0.99979)
    huge = F(1_041_372_912_372, 19_933_230_517_200)
    longer = F(3**60, 2**120)
    known = figures(("all", 1, "244/495"))
    results = [
        row("a", NASTY, "D.1", "1 to 1", known),
        row("b", "W" * 180, '"A heading with words"+4', "1 to 1; 2 to 1; 3 to 2", replace(known, house_edge=huge)),
        row("c", "Sampled Bet", "D.3", "1 to 1", known, method=Method.SAMPLED, figures=None, sampled=sampled),
        row("d", "Silent Bet", "F.1", "not stated", replace(known, house_edge=None, variance=None),
            method=Method.NOT_VERIFIABLE, reason="no clause states its payout"),
        row("e", "Unsolved Bet", "F.2", "", known, method=Method.NOT_SOLVABLE, figures=None,
            reason="players win from one another"),
        row("f", "Generous Bet", "F.3", "2 to 1", figures(("all", 2, "2/5"))),
        row("g", "Long Fraction", "F.4", "1 to 1", replace(known, house_edge=longer)),
        row("h", "Rounded Bet", "F.5", "1 to 1", known, by_amount=(AtAmount(F(5), F("1/20")), AtAmount(F(25), F("1/40")))),
    ]
    results += [
        row(f"w{n}", f"Wager {n}", "G.1", "7 to 1", place("7", "1/9")) for n in range(max(0, rows - len(results)))
    ]
    head = Head(FileKind.RULESET, "nowhere/awkward/undated", NASTY, None, basis=basis("A.1"))
    note = Note(None, NASTY, basis=basis(NASTY[:40], because=NASTY))
    long = Witness("audit play " + "x" * 300, tuple(
        WitnessStep(f"{n}", NASTY, ("a", "b", "c"), ("A.1",)) for n in range(90)), ("One", "Two", "Three"))
    found = tuple(
        Finding("rule", s, NASTY, NASTY * 3, NASTY, "", NASTY, "", "nowhere/awkward/undated", f"{s.value} a",
                ("A.1", NASTY[:30]), Span("C:\\secret\\path/" + "f" * 60 + ".rop", 3, 1, 3, 2), w)
        for s, w in ((E, long), (W, None))
    )
    return Examined(
        Ruleset(head, (note,)), "awkward.rop", "0" * 64,
        RulesetResult("nowhere/awkward/undated", {}, tuple(results[:rows])), found, (f"audit verify {NASTY}",),
        (DocumentFile(NASTY, "f" * 64),), (SectionCoverage(NASTY, 300, 12, ("A.9", NASTY[:20])),),
        unfinished=("trace: interrupted",),
    )


@pytest.fixture
def new() -> Examined:
    return examined(True)


@pytest.fixture
def old() -> Examined:
    return examined(False)


@pytest.fixture
def compared() -> Comparison:
    return comparison()


@pytest.fixture
def moved() -> tuple[Examined, Examined, Comparison]:
    return moved_comparison()


@pytest.fixture
def nasty() -> Examined:
    return awkward()


@pytest.fixture
def many() -> Examined:
    return awkward(2_000)
