"""The verdict and the three things to know: taken from findings, changes and figures by rule, never composed.

**Verdict.**  *Not complete* where a check could not be completed or a wager not be solved; *not clean* where a finding
is open, of whatever severity (the exit code says the same); else *clean*.  A comparison has no verdict: it says how
many changes there are.

**Three things.**  In plain sentences, with the money where money is at stake, in this order:

1. what is wrong: the gravest error, and the next; without an error the gravest warning (severity, then the order of the
   file).  In a comparison the change of most weight stands behind it;
2. what it comes to in money: edges that moved, an advantage of the player, else the span of what the house keeps;
3. what nobody can vouch for: wagers that cannot be verified, and the reading that would change a figure most.

A place left empty is filled by the next findings, then the next changes; then by what limits the report: clauses that
are not at hand, assumptions, a coverage that was not examined.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from audit.checks import assumption
from audit.checks.finding import Edges
from audit.compare.entry import Favours, Kind, Weight
from audit.language.diagnostics import Severity
from audit.report import editions as ed
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.inline import Text, strong, text
from audit.report.material import Material, NumberedChange, NumberedFinding
from audit.report.model import ReportKind, Thing
from audit.report.naming import called, is_bundle, name_of, names_of
from audit.report.titles import Titles
from audit.ruleset.reasons import taken_over
from audit.solve.result import Method, Reading, WagerResult

_MOST_CAUSE = 160
_MOST_BODY = 420
_MOST_AT_ONE_EDGE = 2


def is_complete(material: Material) -> bool:
    """Whether every check was completed and every wager solved, in all that was examined."""
    examined = [e for e in (material.new, material.old) if e]
    return not any(e.unfinished for e in examined) and not unsolved(material)


def unsolved(material: Material) -> tuple[WagerResult, ...]:
    """Wagers for which no method was found."""
    return tuple(w for w in material.wagers if w.method is Method.NOT_SOLVABLE)


def is_clean(material: Material, kind: ReportKind) -> bool:
    """Whether nothing that must be mended is open: no error, no warning, and in a comparison no difference.

    Notes are told and do not count, as in the exit code of the commands.
    """
    if kind is ReportKind.DIFF:
        return not material.changes
    return is_complete(material) and all(f.finding.severity is Severity.NOTE for f in material.open)


# verdict


def verdict(material: Material, kind: ReportKind) -> Text:
    """The verdict and, in one sentence each, what it rests on."""
    if kind is ReportKind.DIFF:
        return _change_sentences(material)
    parts = [_severities(material), _waived(material), _completed(material)]
    if kind is ReportKind.VERIFY_DIFF:
        against = f"{wd.sentence(_changes_counted(material))} against {_earlier(material)}."
        parts.insert(1, against if material.changes else _by_assumption(material) or against)
    word = "Clean." if is_clean(material, kind) else "Not clean."
    if not is_complete(material):
        word = "Not complete."
    return text(strong(word), " ", " ".join(p for p in parts if p))


def _earlier(material: Material) -> str:
    label = material.labels
    return "the text compared" if label is None or label.old == "Old" else f"the edition of {label.old}"


def _severities(material: Material) -> str:
    counts = [
        wd.counted(n, severity.value)
        for severity in Severity
        if (n := sum(1 for f in material.open if f.finding.severity is severity))
    ]
    if not counts:
        return "No finding is open." if material.findings else "Nothing was found."
    total = len(material.open)
    return f"{wd.sentence(wd.listed(counts))} {'is' if total == 1 else 'are'} open."


def _waived(material: Material) -> str:
    count = len(material.findings) - len(material.open)
    if count:
        return f"{wd.sentence(wd.counted(count, 'finding'))} {'is' if count == 1 else 'are'} waived."
    return "Nothing was waived." if material.findings else ""


def _completed(material: Material) -> str:
    left = material.unfinished
    told = {words.partition(":")[0] for side in (material.new, material.old) if side for words in side.unfinished}
    names = names_of([w for w in unsolved(material) if told.isdisjoint((w.id, w.wager))], material.titles, material.wagers)
    parts = [f"Not completed: {'; '.join(left)}." if left else "", f"Not solved: {names}." if names else ""]
    return " ".join(p for p in parts if p) or completed(material)


def completed(material: Material) -> str:
    """That all was examined that was asked for; a text that nobody gave was not."""
    if material.new.coverage is None:
        return "Every check of the ruleset was completed; it was not held against its document."
    return "Every check was completed."


def _change_sentences(material: Material) -> Text:
    if not material.changes:
        by_assumption = _by_assumption(material)
        if by_assumption:
            return text(strong("No change can be told."), " ", by_assumption)
        return text(strong("No change."), " ", "The two say the same of play, of controls and in words.")
    lead = wd.sentence(_changes_counted(material))
    counts = [(w, sum(1 for c in material.changes if c.entry.weight is w)) for w in Weight]
    touched = {Weight.PLAY: "play", Weight.CONTROLS: "controls", Weight.WORDS: "words alone"}
    shares = [f"{wd.in_words(n)} {'touches' if n == 1 else 'touch'} {touched[w]}" for w, n in counts if n]
    body = wd.sentence(wd.listed(shares)) + "."
    if material.new.result and material.old and material.old.result:
        count = len(material.moved())
        body += f" {wd.sentence(wd.counted(count, 'house edge')) if count else 'No house edge'} moved, as read."
        body += f" {unknown}" if (unknown := _not_compared(material)) else ""
    return text(strong(lead + "."), " ", body)


def _by_assumption(material: Material) -> str:
    """That the text of one side is that of the other by an assumption of ours, and why; nothing where it is not."""
    if material.old is None:
        return ""
    sides = ((material.old, material.new), (material.new, material.old))
    reasons = [(side, other, why) for side, other in sides for why in taken_over(side.ruleset, other.ruleset.head.id)]
    if not reasons:
        return ""
    side, other, why = reasons[0]
    words = f"{wd.sentence(ed.edition_words(side.ruleset.head))} is taken over from {ed.edition_words(other.ruleset.head)}"
    return f"{words}, and nothing shows where they differ. {wd.stopped(material.titles.sentence(why))}"


def _changes_counted(material: Material) -> str:
    return wd.counted(len(material.changes), "change")


# three things


def things(material: Material, kind: ReportKind) -> tuple[Thing, ...]:
    """At most three, by the rule at the top of this module."""
    findings = _finding_things(material)
    changes = _change_things(material)
    severities = [f.finding.severity for f in material.open]
    errors = severities.count(Severity.ERROR)
    gravest = 1 if errors or Severity.WARNING in severities else 0
    chosen: list[Thing] = []
    if kind is ReportKind.DIFF:
        new_errors = sum(1 for f in material.open if f.finding.severity is Severity.ERROR and f.is_new)
        chosen += [*_take(findings, min(new_errors, 1)), *_take(changes, 1 if new_errors else 2)]
        chosen += _figures(material, _told(chosen))
    elif kind is ReportKind.VERIFY_DIFF:
        chosen += [*_take(findings, gravest), *_take(changes, 1)]
        chosen += _figures(material, _told(chosen))
    elif kind is ReportKind.VERIFY:
        chosen += [*_take(findings, max(gravest, min(errors, 2))), *_money(material)]
        chosen += _open(material, _told(chosen))
    for rest in (findings, changes, _limit_things(material)):
        chosen += _take(rest, 3 - len(chosen))
    return tuple(chosen[:3])


def _told(things: list[Thing]) -> frozenset[str]:
    return frozenset(ref for thing in things for ref in thing.refs)


def _take(things: Iterator[Thing], count: int) -> list[Thing]:
    return [thing for _, thing in zip(range(max(0, count)), things, strict=False)]


def _finding_things(material: Material) -> Iterator[Thing]:
    for numbered in sorted(material.open, key=lambda f: (f.finding.severity.rank, f.is_new is False)):
        finding = numbered.finding
        money = _in_money(finding.edges, material)
        body = wd.cut(material.titles.sentence(finding.effect or finding.condition))
        if money:
            # what a reading is about, its reason tells; of the other rules the message does
            cause = material.titles.sentence(finding.cause) if finding.rule == assumption.NAME else ""
            body = f"{cause} {money}" if 0 < len(cause) <= _MOST_CAUSE else money
        refs = (numbered.id, *_changes_behind(material, numbered))
        yield Thing(wd.cut(material.titles.sentence(finding.message)), text(wd.cut(body, _MOST_BODY)), refs)


def _in_money(edges: Edges | None, material: Material) -> str:
    """House edges of the row in which most hangs on the case, case by case, of each $100."""
    widest = edges.widest if edges is not None else None
    if edges is None or widest is None or len(edges.cases) < 2:
        return ""
    name, shares = widest
    titles = material.titles
    names = [titles.told(name), *[""] * (len(shares) - 1)]
    cases = [wd.sentence(titles.told(case)) for case in edges.cases]
    is_shared = pays_others([w for w in material.wagers if name in {w.id, w.wager}])
    return " ".join(
        f"{case}, {_keeps(s, on, is_shared=is_shared)}." for case, s, on in zip(cases, shares, names, strict=True)
    )


def pays_others(wagers: Sequence[WagerResult]) -> bool:
    """Whether the house does not keep all that the player loses on these: envy, a pool, a party have a part of it."""
    return any(w.beside for w in wagers)


def _keeps(share: Fraction | None, on: str = "", *, is_shared: bool = False) -> str:
    """Who has how much: ``the house keeps $9.09 of each $100 staked on Pass Bet``; without a name the sum alone.

    Where the house pays others too (``is_shared``) it is said what the player loses.
    """
    if share is None:
        return "no payout is stated, and what the house keeps cannot be verified"
    if not share:
        return f"neither side gains{f' on {on}' if on else ''}"
    who = "the player gains" if share < 0 else "the player loses" if is_shared else "the house keeps"
    return f"{who} {of_100(share)}{f' of each $100 staked on {on}' if on else ''}"


def of_100(share: Fraction) -> str:
    """What a share of $100 is, by its size: ``$1.41``."""
    return f"${nb.rounded(abs(share) * 100, 2)}"


def _changes_behind(material: Material, numbered: NumberedFinding) -> tuple[str, ...]:
    """A new finding points at the first change of the same thing."""
    if not numbered.is_new:
        return ()
    names = material.changes_by_name
    subject = numbered.finding.subject
    return tuple(names[name][0] for name in sorted(material.wager_names & names.keys()) if name in subject.split())[:1]


def _change_things(material: Material) -> Iterator[Thing]:
    for change in material.changes:
        yield Thing(_change_lead(change, material), text(_change_body(change, material)), (change.id,))


def _change_lead(change: NumberedChange, material: Material) -> str:
    entry = change.entry
    title = material.titles.heading(entry.title or entry.subject)
    if entry.kind is Kind.CHANGED and entry.old and entry.new and len(entry.old) + len(entry.new) <= 60:
        old, new = material.old_titles.plain(entry.old), material.titles.plain(entry.new)
        return wd.stopped(f"{title}: {old} is now {new}" if ":" not in title else f"{title}, {old} is now {new}")
    word = {Kind.ADDED: "Added", Kind.REMOVED: "Removed", Kind.MOVED: "Moved", Kind.RENUMBERED: "Renumbered"}
    return wd.stopped(f"{word.get(entry.kind, 'Changed')}: {title}")


def _change_body(change: NumberedChange, material: Material) -> str:
    entry = change.entry
    old, new = material.old_titles.plain(entry.old or ""), material.titles.plain(entry.new or "")
    moved = change.edge_moved
    parts = []
    if moved and entry.old_edge is not None and entry.new_edge is not None:
        gains = {Favours.HOUSE: ", for the house", Favours.PLAYER: ", for the player"}.get(entry.favours, "")
        parts.append(
            f"The house edge goes from {nb.fraction_and_percent(entry.old_edge)} to "
            f"{nb.fraction_and_percent(entry.new_edge)}{gains}."
        )
    elif moved is not None and entry.new_edge is not None and entry.witness:
        steps = len(entry.witness.steps)
        rounds = f"a round of {wd.counted(steps, 'step')} is" if steps else "single rounds are"
        where = "With nothing in the meter the" if entry.meters else "The"
        parts.append(f"{where} house edge stays {nb.fraction_and_percent(entry.new_edge)}, yet {rounds} settled otherwise.")
    elif entry.no_round_differs:
        parts.append("No round is settled otherwise.")
    elif entry.old and entry.new and len(entry.old) + len(entry.new) > 60:
        parts.append(f"Old: {wd.stopped(wd.cut(old, 90))} New: {wd.stopped(wd.cut(new, 90))}")
    elif entry.kind is Kind.ADDED and entry.new:
        parts.append(wd.stopped(wd.sentence(wd.cut(new))))
    elif entry.kind is Kind.REMOVED and entry.old:
        parts.append(wd.stopped(wd.sentence(wd.cut(old))))
    if entry.note and not parts:
        parts.append(wd.cut(material.titles.sentence(entry.note)))
    return " ".join(parts)


def _limit_things(material: Material) -> Iterator[Thing]:
    head = material.new.ruleset.head
    if head.missing:
        from_where = f" What stands there is taken from {head.amends}." if head.amends else ""
        yield Thing("Part of the document is not at hand.", text(f"Missing: {'; '.join(head.missing)}.{from_where}"))
    count = len(material.assumptions)
    if count:
        moving = len({r.assumption for w in material.wagers for r in w.readings if r.changes})
        which = wd.in_words(moving) if moving else "none"
        effect = f" Of these, {which} would change a house edge if read the other way." if material.wagers else ""
        if material.new.result is not None and material.new.result.in_force_only:
            effect = " What they would change if read the other way was not looked at."
        verb = "stands" if count == 1 else "stand"
        lead = f"{wd.sentence(wd.counted(count, 'assumption'))} {verb} where the document does not decide."
        yield Thing(lead, text(f"Each is listed with its clause and its reason.{effect}"))
    if material.new.coverage is None:
        words = "No document was given: whether it has clauses that the ruleset leaves out is not known."
        yield Thing("Coverage of clauses was not examined.", text(words))


def _known_edges(material: Material) -> list[WagerResult]:
    return [w for w in material.wagers if w.house_edge is not None and w.method is Method.EXACT]


def _money(material: Material) -> list[Thing]:
    """Who gains how much of each $100; nothing where no figure is known."""
    titles = material.titles
    known = _known_edges(material)
    ahead = sorted((w for w in known if _edge(w) < 0), key=_edge)
    if ahead:
        count = len(ahead)
        lead = "One wager gives" if count == 1 else f"{wd.sentence(wd.in_words(count))} wagers give"
        told = [f"{of_100(_edge(w))} of each $100 staked on {called(w, titles)} ({nb.percent(_edge(w), sign='%')})" for w in ahead[:2]]
        more = f", and from {wd.counted(count - 2, 'other')}" if count > 2 else ""
        return [Thing(f"{lead} the player the advantage.", text(f"The player gains {wd.listed(told)}{more}."))]
    if not known:
        return []
    low, high = min(known, key=_edge), max(known, key=_edge)
    exact = "Every figure is exact." if len(known) == len(material.wagers) else ""
    # of wagers valued together more is staked than the unit that the figures are per, so that dollars staked would mislead
    is_plain = not any(is_bundle(w) for w in known)
    who = "The player loses" if pays_others([low, high]) else "The house keeps"
    if _edge(low) == _edge(high):
        is_one = len(known) == 1 and len(material.wagers) > 1
        every = "" if len(known) == 1 else ", whichever wager is made"
        on = f" on {called(low, titles)}" if is_one else ""
        lead = f"{who} {of_100(_edge(low))} of each $100 staked{on}." if is_plain else _edges_run(low, low, on)
        of = "each stake" if is_plain else f"each unit of {called(low, titles)}"
        return [Thing(lead, text(f"That is {nb.percent(_edge(low), sign='%')} of {of}{every}. {exact}".strip()))]
    least = of_100(_edge(low)) if _edge(low) else "nothing"
    lead = f"{who} from {least} to {of_100(_edge(high))} of each $100 staked."
    least_on, most_on = (_all_at(_edge(end), known, titles) for end in (low, high))
    ends = f"Least on {least_on} ({nb.percent(_edge(low), sign='%')}), most on {most_on} ({nb.percent(_edge(high), sign='%')})."
    return [Thing(lead if is_plain else _edges_run(low, high), text(f"{ends} {exact}".strip()))]


def _edges_run(low: WagerResult, high: WagerResult, on: str = "") -> str:
    least, most = (nb.percent(_edge(w), 2, sign="%") for w in (low, high))
    return f"The house edge{on} is {least}." if low is high else f"The house edge runs from {least} to {most}."


def _all_at(edge: Fraction, wagers: Sequence[WagerResult], titles: Titles) -> str:
    """The wagers that have this house edge; of many the first."""
    names = list(dict.fromkeys(called(w, titles) for w in wagers if _edge(w) == edge))
    if len(names) <= _MOST_AT_ONE_EDGE:
        return wd.listed(names)
    return f"{names[0]} and {wd.counted(len(names) - 1, 'other')}"


def _why_unknown(wagers: list[WagerResult], count: int) -> str:
    if all(w.by_amount for w in wagers):
        return f"{'it is' if count == 1 else 'they are'} paid sums of money, and no clause fixes the stake"
    if all(w.figures is not None and w.house_edge is None for w in wagers):
        return "no clause states what is paid"
    return "its clauses do not settle it" if count == 1 else "their clauses do not settle them"


def _open(material: Material, told: frozenset[str]) -> list[Thing]:
    """What cannot be verified, and what would be otherwise if the text were read the other way."""
    behind, refs = _reading_sentence(material, gravest_reading(material, told))
    unknown = [w for w in material.wagers if w.method is Method.NOT_VERIFIABLE]
    if unknown:
        count = len({w.wager for w in unknown})
        lead = f"{wd.sentence(wd.counted(count, 'wager'))} cannot be verified."
        body = f"{wd.sentence(names_of(unknown, material.titles, material.wagers))}: {_why_unknown(unknown, count)}."
        return [Thing(lead, text(" ".join(p for p in (body, behind) if p)), refs)]
    if not behind:
        return []
    twice = len({w.wager for w in material.wagers if any(r.changes for r in w.readings)})
    lead = f"{wd.sentence(wd.counted(twice, 'wager'))} can be read in two ways."
    return [Thing(lead, text(behind), refs)]


def _figures(material: Material, told: frozenset[str]) -> list[Thing]:
    """What the figures come to beside those of the earlier edition, with the reading that changes one most."""
    if not material.wagers:
        return []
    if not (material.old and material.old.result):
        return [*_money(material), *_open(material, told)]
    behind, refs = _reading_sentence(material, gravest_reading(material, told))
    lead, body = _moved_words(material)
    if behind:
        twice = len({w.wager for w in material.wagers if any(r.changes for r in w.readings)})
        lead = f"{lead[:-1]}, but {'it' if len(material.wagers) == 1 else wd.in_words(twice)} can be read in two ways."
    return [Thing(lead, text(" ".join(p for p in (body, behind) if p)), refs)]


def _moved_words(material: Material) -> tuple[str, str]:
    moved = material.moved()
    unknown = _not_compared(material)
    if not moved and unknown:
        return "Not every house edge can be compared.", f"{unknown} No other house edge has moved."
    if not moved:
        both = len({w.wager for w in material.wagers if any(part.old for part in material.against(w))})
        keeps = _all_keep(both, both == len({w.wager for w in material.wagers}))
        return "No house edge has moved.", f"As read, {keeps} {'its' if both == 1 else 'their'} house edge."
    pairs = [_moved_pair(old, new, material) for old, new in moved[:3]]
    more = f", and {wd.counted(len(moved) - 3, 'other')}" if len(moved) > 3 else ""
    verb = "has" if len(moved) == 1 else "have"
    body = f"{wd.sentence('; '.join(pairs))}{more}.{f' {unknown}' if unknown else ''}"
    return f"{wd.sentence(wd.counted(len(moved), 'house edge'))} {verb} moved.", body


def _not_compared(material: Material) -> str:
    """Of which wagers it is not known whether their house edges moved."""
    told: list[str] = []
    if rows := material.not_compared():
        names = names_of(rows, material.titles, material.wagers)
        told.append(f"The two tell the moments of {names} apart in different ways: what was kept there before is not known.")
    if rows := material.not_solved():
        names = names_of(rows, material.titles, material.wagers)
        told.append(f"Not solved in one text or both, so that no house edges can be compared: {names}.")
    return " ".join(told)


def _moved_pair(old: WagerResult, new: WagerResult, material: Material) -> str:
    """``Field Bet: the house keeps $5.56 of each $100 instead of $2.78``."""
    name = name_of(new, material.titles)
    before, after = old.house_edge, new.house_edge
    if before is None or after is None:
        return f"{name}: {_known(old)} before, {_known(new)} now"
    if before < 0 or after < 0:
        return f"{name}: {nb.fraction_and_percent(before)} before, {nb.fraction_and_percent(after)} now"
    who = "the player loses" if pays_others([old, new]) else "the house keeps"
    return f"{name}: {who} {of_100(after)} of each $100 instead of {of_100(before)}"


def _all_keep(count: int, is_all: bool) -> str:
    of_both = "" if is_all else " that both have"
    every = "both" if count == 2 else f"all {wd.in_words(count)}"
    return f"the one wager{of_both} keeps" if count == 1 else f"{every} wagers{of_both} keep"


def _edge(wager: WagerResult) -> Fraction:
    return wager.house_edge if wager.house_edge is not None else Fraction(0)


def _known(wager: WagerResult) -> str:
    if wager.house_edge is None:
        return "not solved" if wager.method is Method.NOT_SOLVABLE else "not verifiable"
    return nb.fraction(wager.house_edge)


def gravest_reading(material: Material, told: frozenset[str] = frozenset()) -> tuple[WagerResult, Reading] | None:
    """The reading that changes a house edge most: its sign first, then to a figure that is not known, then by size.

    One of which a finding among ``told`` speaks is passed over.
    """
    found: tuple[tuple[bool, bool, Fraction], WagerResult, Reading] | None = None
    for wager in material.wagers:
        for reading in wager.readings:
            if not reading.changes or reading.is_unsolved or wager.house_edge is None:
                continue
            if told.intersection(material.findings_by_name.get(reading.assumption, ())):
                continue
            other = reading.house_edge
            flips = other is not None and (other < 0) != (wager.house_edge < 0)
            size = Fraction(0) if other is None else abs(other - wager.house_edge)
            rank = (flips, other is None, size)
            if (flips or other is None or size) and (found is None or rank > found[0]):
                found = (rank, wager, reading)
    return None if found is None else (found[1], found[2])


def _reading_sentence(
    material: Material, found: tuple[WagerResult, Reading] | None
) -> tuple[str, tuple[str, ...]]:
    if found is None:
        return "", ()
    wager, reading = found
    number = next((a.id for a in material.assumptions if a.name == reading.assumption), None)
    refs = (*material.findings_by_name.get(reading.assumption, ())[:1], *((number,) if number else ()))
    name = called(wager, material.titles)
    if reading.house_edge is None:
        return f"Read the other way, {name} has no stated payout, and what the house keeps cannot be verified.", refs
    is_shared = pays_others([wager])
    now, other = _edge(wager), _keeps(reading.house_edge, name, is_shared=is_shared)
    if (reading.house_edge < 0) == (now < 0):
        return f"Read the other way, {other}, instead of {of_100(now)}.", refs
    return f"Read the other way, {other}; as read here, {_keeps(now, is_shared=is_shared)}.", refs
