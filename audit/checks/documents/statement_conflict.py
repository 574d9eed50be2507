"""Two clauses that give one quantity different values.

What: Places at the table, hours between two changes of the cards, decks in play, cards in the deck, in the least cut or
    in a hand, or the result of a tie, said differently in two places for the same case; a number whose word and digits
    differ; a wager paid at one rate in a sentence and at another in the pay table; a list announced with another count
    than it has.
Why: Both clauses are in force, and whoever deals or inspects can follow only one of them.
Example: B.1 has a table of seven places; B.2 has betting areas for six players.
Instead: one clause says the number, the other refers to it.
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from audit.checks.documents.announced import announcements
from audit.checks.documents.context import Spot, Written
from audit.checks.documents.hand_sizes import misfits
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.odds import contradicted, doubled_rows
from audit.checks.documents.quantities import COMMUNITY, DEALER, Dealt, Quantity, dealt_of, quantities_of
from audit.checks.documents.quoting import quoted, quoted_around
from audit.checks.documents.sentences import sentences_with
from audit.checks.documents.ties import LOSES, STAYS, WINS, Tie, ties_of
from audit.checks.finding import Finding
from audit.documents.clauses import Clause
from audit.documents.numbers import CARDINALS, TWICE, spelled
from audit.language.diagnostics import Severity

NAME = "statement-conflict"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "A document must give a quantity one value, or say which value holds when."
EFFECT = "both clauses are in force and only one of them can be followed"


def check(written: Written) -> Iterator[Finding]:
    """Conflicts of counts, of the cards of a hand, of odds, of words with digits, and of lists with their count."""
    yield from _counts(written)
    yield from _hands(written)
    yield from _deals(written)
    yield from _sizes(written)
    yield from _ties(written)
    yield from _rates(written)
    yield from _rows(written)
    yield from _twice(written)
    yield from _lists(written)


# counts


def _counts(written: Written) -> Iterator[Finding]:
    groups: dict[tuple[str, str, frozenset[str]], list[Quantity]] = defaultdict(list)
    for quantity in quantities_of(written):
        if not quantity.sentence.is_doubtful:
            groups[quantity.what, quantity.scope, quantity.under].append(quantity)
    for (what, _, _), stated in groups.items():
        if len({q.value for q in stated}) > 1 and not _is_one_sentence(stated):
            yield _conflict(written, what, stated)


def _is_one_sentence(stated: Sequence[Quantity]) -> bool:
    """Whether one clause alone gives all the values: it then tells cases apart that we do not read."""
    return len({q.clause.path for q in stated}) == 1


def _conflict(written: Written, what: str, stated: Sequence[Quantity]) -> Finding:
    usual = Counter(q.value for q in stated).most_common(1)[0][0]
    odd = next(q for q in reversed(stated) if q.value != usual)
    other = next(q for q in stated if q.value == usual)
    told = _by_value(stated)
    return written.finding(
        NAME, SEVERITY, odd.spot, f"{what} {' '.join(sorted({spelled(q.value) for q in stated}))}",
        message=f"{what}: {told}",
        condition=f"{odd.clause.path}: {odd.words}. {other.clause.path}: {other.words}.",
        criteria=CRITERIA,
        effect=EFFECT,
        recommendation=f"Say in one place which number of {what} holds.",
        others=_clauses(stated),
    )


def _clauses(stated: Sequence[Quantity]) -> list[Clause]:
    return list({q.clause.path: q.clause for q in stated}.values())


def _by_value(stated: Sequence[Quantity | Dealt]) -> str:
    paths: dict[int, dict[str, None]] = {}
    for quantity in stated:
        paths.setdefault(quantity.value, {})[quantity.clause.path] = None
    return "; ".join(f"{_few(list(where))} {'say' if len(where) > 1 else 'says'} {spelled(value)}" for value, where in paths.items())


def _few(paths: Sequence[str]) -> str:
    shown = list(paths[:3]) + ([f"{len(paths) - 3} more"] if len(paths) > 3 else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


# the cards of a hand


def _hands(written: Written) -> Iterator[Finding]:
    found: dict[tuple[str, int, int], tuple[list[Dealt], list[Dealt]]] = {}
    every = dealt_of(written)
    for fault in (d for d in every if d.is_fault and not d.sentence.is_doubtful):
        told = [d for d in every if d.whose == fault.whose and not d.is_fault and not d.sentence.is_doubtful]
        told = [d for d in told if d.section == fault.section] or told
        against = _against(fault, told)
        if against:
            kept = found.setdefault((fault.whose, fault.value, max(d.value for d in against)), ([], []))
            kept[0].append(fault)
            kept[1].extend(against)
    together: dict[tuple[int, int, tuple[str, ...]], tuple[list[str], list[Dealt], list[Dealt]]] = {}
    for (whose, counted, dealt), (faults, deals) in found.items():
        hands = together.setdefault((counted, dealt, tuple(_paths(faults))), ([], [], []))
        hands[0].append(_WHO.get(whose, "a player"))
        hands[1].extend(faults)
        hands[2].extend(deals)
    for (counted, dealt, _), (hand, faults, deals) in together.items():
        yield _misdealt(written, " and ".join(hand), counted, dealt, faults, deals)


def _against(fault: Dealt, told: Sequence[Dealt]) -> Sequence[Dealt]:
    """The clauses by which a hand has another number; where one gives the same number, none."""
    exact = [d for d in told if not d.is_least]
    if exact:
        return exact if all(d.value != fault.value for d in exact) else []
    return [d for d in told if d.value > fault.value]


def _deals(written: Written) -> Iterator[Finding]:
    """Where a section deals until a hand has so many cards and goes on after another number; where two ways differ."""
    by_section: dict[tuple[str, str], list[Dealt]] = defaultdict(list)
    for dealt in dealt_of(written):
        if not (dealt.is_fault or dealt.is_least or dealt.sentence.is_doubtful):
            by_section[dealt.whose, dealt.section].append(dealt)
    single: dict[str, list[Dealt]] = defaultdict(list)
    for (whose, section), told in by_section.items():
        until, after = ([d for d in told if d.is_after is is_after] for is_after in (False, True))
        if len({d.value for d in until}) == len({d.value for d in after}) == 1 and until[0].value != after[0].value:
            yield _deals_differ(written, whose, [until[0], after[0]])
        elif len({d.value for d in told}) == 1 and _is_dealing(written, section):
            single[whose].append(told[0])
    for whose, told in single.items():
        if len({d.value for d in told}) > 1:
            yield _deals_differ(written, whose, told)


def _is_dealing(written: Written, section: str) -> bool:
    return bool(re.search(r"\bdeal", written.by_path[section].title.words, re.IGNORECASE))


def _deals_differ(written: Written, whose: str, told: Sequence[Dealt]) -> Finding:
    usual = Counter(d.value for d in told).most_common(1)[0][0]
    odd = next((d for d in reversed(told) if d.value != usual), told[-1])
    who = _WHO.get(whose, "a player")
    return written.finding(
        NAME, SEVERITY, odd.spot, f"cards dealt to {who} {' '.join(sorted({spelled(d.value) for d in told}))}",
        message=f"cards of {who}: {_by_value(told)}",
        condition=" ".join(f"{d.clause.path}: {_around(d)}." for d in dict.fromkeys((odd, *told[:3]))),
        criteria=CRITERIA,
        effect=EFFECT,
        recommendation=f"Say in each of them the number of cards that {who} is dealt.",
        others=[d.clause for d in told],
    )


_WHO = {COMMUNITY: "the community cards", DEALER: "the dealer"}


def _misdealt(
    written: Written, who: str, counted: int, dealt: int, faults: Sequence[Dealt], deals: Sequence[Dealt]
) -> Finding:
    where = _few(_paths(faults)), _few(_paths(deals))
    verb = "call" if len(_paths(faults)) > 1 else "calls"
    return written.finding(
        NAME, SEVERITY, faults[0].spot, f"cards of {who} {counted} {dealt}",
        message=f"{where[0]} {verb} any count but {spelled(counted)} cards for {who} a misdeal; {where[1]} "
        f"{'deal' if len(_paths(deals)) > 1 else 'deals'} {spelled(dealt)}",
        condition=f"{faults[0].clause.path}: {_around(faults[0])}. {deals[0].clause.path}: {_around(deals[0])}. "
        f"A right deal by {where[1]} is a misdeal by {where[0]}.",
        criteria=CRITERIA,
        effect="taken as it stands, the misdeal clause voids every round that was dealt right",
        recommendation="Say how many cards each hand has, and the same number in the clause on misdeals.",
        others=[d.sentence.clause for d in (*faults, *deals)],
    )


def _around(dealt: Dealt) -> str:
    spot = dealt.spot
    return quoted_around(spot.text.words, spot.start, spot.end, 40, 40)


def _paths(stated: Sequence[Dealt]) -> list[str]:
    return list(dict.fromkeys(d.sentence.clause.path for d in stated))


def _sizes(written: Written) -> Iterator[Finding]:
    for misfit in misfits(written):
        entries = [s.clause for s in misfit.entries]
        paths = list(dict.fromkeys(c.path for c in entries))
        told = misfit.told.clause
        yield written.finding(
            NAME, SEVERITY, misfit.spot, f"cards of a ranked hand {misfit.cards} {misfit.size}",
            message=f"{_few(paths)} {'rank' if len(paths) > 1 else 'ranks'} hands of {spelled(misfit.cards)} cards; "
            f"{told.path} has hands of {spelled(misfit.size)}",
            condition=f"{paths[0]}: {quoted(misfit.spot.words, 120)}. By {told.path} a hand has {spelled(misfit.size)} cards.",
            criteria=CRITERIA,
            effect=f"taken as it stands, no hand of {spelled(misfit.size)} cards has such a rank",
            recommendation="Write the number of cards that a hand of this game has.",
            others=[*entries, told],
        )


def _ties(written: Written) -> Iterator[Finding]:
    told = list(ties_of(written))
    if len({t.result for t in told}) < 2:
        return
    usual = Counter(t.result for t in told).most_common(1)[0][0]
    first = next(t for t in told if t.result == usual)
    odd = next(t for t in reversed(told) if t.result != usual)
    one, other = first.sentence.clause, odd.sentence.clause
    other_place = "the next sentence" if one is other else other.path
    yield written.finding(
        NAME, SEVERITY, odd.spot, "result of a tie",
        message=f"a hand that ties {_THEN[first.result]} by {one.path} and {_THEN[odd.result]} by {other_place}",
        condition=f"{one.path}: {_said(first)}. {other.path}: {_said(odd)}.",
        criteria="A tie must have one result.",
        effect=EFFECT,
        recommendation="Say in one place whether a hand that ties wins, loses or pushes.",
        others=[one, other],
    )


_THEN = {WINS: "wins", STAYS: "is neither collected nor paid", LOSES: "loses"}


def _said(tie: Tie) -> str:
    return quoted_around(tie.spot.text.words, tie.spot.start, tie.spot.end, 90, 30)


# odds, words with digits, lists


def _rates(written: Written) -> Iterator[Finding]:
    for said, other in contradicted(written):
        assert said.spot is not None
        place = "the table of " if other.is_row else ""
        yield written.finding(
            NAME, SEVERITY, said.spot, f"odds of {said.name}",
            message=f"{said.clause.path} pays {said.name} {said.odds}, {place}{other.clause.path} pays it {other.odds}",
            condition=f"{said.clause.path} gives {said.odds} for {said.name}; {other.clause.path} gives {other.odds}.",
            criteria=CRITERIA,
            effect="the house edge hangs on which of the two is paid",
            recommendation=f"State the odds of {said.name} once.",
            others=[other.clause],
        )


def _rows(written: Written) -> Iterator[Finding]:
    for clause, label, one, other in doubled_rows(written):
        yield written.finding(
            NAME, SEVERITY, Spot(clause, 0, len(clause.text.words)), f"row {label}",
            message=f"the table of {clause.path} pays {label} {one} in one row and {other} in another",
            condition=f"Two rows of the table bear the label {label}.",
            criteria=CRITERIA,
            effect="the house edge hangs on which of the two is paid",
            recommendation="Strike the row that is wrong, or say what tells the two apart.",
        )


def _twice(written: Written) -> Iterator[Finding]:
    for sentence in sentences_with(written, "("):
        for found in TWICE.finditer(sentence.words):
            is_right = CARDINALS[found["word"].lower()] == int(found["digits"])
            if is_right or sentence.is_doubtful or _is_no_pair(sentence.words, found):
                continue
            path = sentence.clause.path
            yield written.finding(
                NAME, SEVERITY, sentence.spot(found.start(), found.end()), f"{found.group()}",
                message=f"{path} says {found['word']} in words and {found['digits']} in digits",
                condition=f"{path}: {found.group()}.",
                criteria="A number in words and its digits must agree.",
                effect=EFFECT.replace("clauses", "numbers"),
                recommendation="Write the number that is meant, once.",
            )


_LARGE = re.compile(
    r"(?:\b(?:twen|thir|for|fif|six|seven|eigh|nine)ty|\b(?:hundred|thousand|million)(?: and)?|\bpoint|-) ?$", re.IGNORECASE
)


def _is_no_pair(words: str, found: re.Match[str]) -> bool:
    """Whether the word ends a longer number (``thirty one (31)``), or the digits are the label of an item."""
    return bool(_LARGE.search(words[: found.start()])) or f"({int(found['digits']) + 1})" in words[found.end() :]


def _lists(written: Written) -> Iterator[Finding]:
    for told in () if is_scan(written) else announcements(written):
        path = told.sentence.clause.path
        yield written.finding(
            NAME, SEVERITY, told.spot, f"{told.things} {told.said} {told.found}",
            message=f"{path} announces {spelled(told.said)} {told.things} and lists {spelled(told.found)}",
            condition=f"The list behind {spelled(told.said)} {told.things} has {spelled(told.found)} members.",
            criteria="A list should have as many members as it is said to have.",
            effect="one is missing or one is too many, and nothing says which",
            recommendation="Correct the count or the list.",
        )
