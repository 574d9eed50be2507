"""The verdict and the three things to know: taken from findings, changes and figures by rule, never composed.

**Verdict.**  *Not complete* where a check could not be completed or a wager not be solved; *not clean* where a finding
is open, of whatever severity (the exit code says the same); else *clean*.  A comparison has no verdict: it says how
many changes there are.

**Three things.**  Each is the gravest of its sort, and no two are of one sort while another has something to say:

1. the gravest finding (severity, then the order of the file);
2. the change of most weight, where editions are compared; else the next finding;
3. what the figures come to: edges that moved, an advantage of the player, wagers that cannot be verified, else the
   span of the edges; with the reading that would change a figure most.

A place left empty is filled by the next findings, then the next changes; then by what limits the report: clauses that
are not at hand, assumptions, a coverage that was not examined.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from audit.compare.entry import Favours, Kind, Weight
from audit.language.diagnostics import Severity
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.inline import Text, strong, text
from audit.report.material import Material, NumberedChange, NumberedFinding
from audit.report.model import ReportKind, Thing
from audit.report.naming import name_of, names_of
from audit.solve.result import Method, Reading, WagerResult


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
        parts.insert(1, f"{wd.sentence(_changes_counted(material))} against {_earlier(material)}.")
    word = "Clean." if is_clean(material, kind) else "Not clean."
    if not is_complete(material):
        word = "Not complete."
    return text(strong(word), " ", " ".join(p for p in parts if p))


def _earlier(material: Material) -> str:
    label = material.labels
    return "the earlier edition" if label is None or label.old == "Old" else f"the edition of {label.old}"


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
    left = [*material.new.unfinished, *(material.old.unfinished if material.old else ())]
    names = names_of(unsolved(material), material.wagers)
    parts = [f"Not completed: {'; '.join(left)}." if left else "", f"Not solved: {names}." if names else ""]
    return " ".join(p for p in parts if p) or "Every check was completed."


def _change_sentences(material: Material) -> Text:
    if not material.changes:
        return text(strong("No change."), " ", "The two say the same of play, of controls and in words.")
    lead = wd.sentence(_changes_counted(material))
    counts = [(w, sum(1 for c in material.changes if c.entry.weight is w)) for w in Weight]
    touched = {Weight.PLAY: "play", Weight.CONTROLS: "controls", Weight.WORDS: "words alone"}
    shares = [f"{wd.in_words(n)} {'touches' if n == 1 else 'touch'} {touched[w]}" for w, n in counts if n]
    body = wd.sentence(wd.listed(shares)) + "."
    if material.new.result and material.old and material.old.result:
        body += f" {wd.sentence(wd.counted(len(material.moved()), 'house edge'))} moved, as read."
    return text(strong(lead + "."), " ", body)


def _changes_counted(material: Material) -> str:
    return wd.counted(len(material.changes), "change")


# three things


def things(material: Material, kind: ReportKind) -> tuple[Thing, ...]:
    """At most three, by the rule at the top of this module."""
    findings = _finding_things(material)
    changes = _change_things(material)
    chosen: list[Thing] = []
    if kind is ReportKind.DIFF:
        chosen += [*_take(changes, 2), *_figure_things(material)]
    elif kind is ReportKind.VERIFY_DIFF:
        chosen += [*_take(findings, 1), *_take(changes, 1), *_figure_things(material)]
    elif kind is ReportKind.VERIFY:
        chosen += [*_take(findings, 2), *_figure_things(material)]
    for rest in (findings, changes, _limit_things(material)):
        chosen += _take(rest, 3 - len(chosen))
    return tuple(chosen[:3])


def _take(things: Iterator[Thing], count: int) -> list[Thing]:
    return [thing for _, thing in zip(range(max(0, count)), things, strict=False)]


def _finding_things(material: Material) -> Iterator[Thing]:
    for numbered in material.open:
        finding = numbered.finding
        body = wd.cut(finding.effect or finding.condition)
        refs = (numbered.id, *_changes_behind(material, numbered))
        yield Thing(wd.stopped(finding.message), text(body), refs)


def _changes_behind(material: Material, numbered: NumberedFinding) -> tuple[str, ...]:
    """A new finding points at the first change of the same thing."""
    if not numbered.is_new:
        return ()
    names = material.changes_by_name
    subject = numbered.finding.subject
    return tuple(names[name][0] for name in sorted(material.wager_names & names.keys()) if name in subject.split())[:1]


def _change_things(material: Material) -> Iterator[Thing]:
    for change in material.changes:
        yield Thing(_change_lead(change), text(_change_body(change)), (change.id,))


def _change_lead(change: NumberedChange) -> str:
    entry = change.entry
    title = entry.title or entry.subject
    if entry.kind is Kind.CHANGED and entry.old and entry.new and len(entry.old) + len(entry.new) <= 60:
        return wd.stopped(f"{title}: {entry.old} is now {entry.new}")
    word = {Kind.ADDED: "Added", Kind.REMOVED: "Removed", Kind.MOVED: "Moved", Kind.RENUMBERED: "Renumbered"}
    return wd.stopped(f"{word.get(entry.kind, 'Changed')}: {title}")


def _change_body(change: NumberedChange) -> str:
    entry = change.entry
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
        parts.append(f"The house edge stays {nb.fraction_and_percent(entry.new_edge)}, yet {rounds} settled otherwise.")
    elif entry.no_round_differs:
        parts.append("No round is settled otherwise.")
    elif entry.old and entry.new and len(entry.old) + len(entry.new) > 60:
        parts.append(f"Old: {wd.stopped(wd.cut(entry.old, 90))} New: {wd.stopped(wd.cut(entry.new, 90))}")
    elif entry.kind is Kind.ADDED and entry.new:
        parts.append(wd.stopped(wd.cut(entry.new)))
    elif entry.kind is Kind.REMOVED and entry.old:
        parts.append(wd.stopped(wd.cut(entry.old)))
    if entry.note:
        parts.append(wd.cut(entry.note, 100 if parts else 240))
    return " ".join(parts)


def _limit_things(material: Material) -> Iterator[Thing]:
    head = material.new.ruleset.head
    if head.missing:
        from_where = f" What stands there is taken from {head.amends}." if head.amends else ""
        yield Thing("Part of the document is not at hand.", text(f"Missing: {'; '.join(head.missing)}.{from_where}"))
    count = len(material.assumptions)
    if count:
        moving = len({r.assumption for w in material.wagers for r in w.readings if r.changes})
        effect = f" Of these, {wd.in_words(moving)} would change a house edge if read the other way." if material.wagers else ""
        verb = "stands" if count == 1 else "stand"
        lead = f"{wd.sentence(wd.counted(count, 'assumption'))} {verb} where the document does not decide."
        yield Thing(lead, text(f"Each is listed with its clause and its reason.{effect}"))
    if material.new.coverage is None:
        words = "No document was given: whether it has clauses that the ruleset leaves out is not known."
        yield Thing("Coverage of clauses was not examined.", text(words))


def _figure_things(material: Material) -> list[Thing]:
    """What the figures come to; nothing where nothing was played out."""
    known = [w for w in material.wagers if w.house_edge is not None and w.method is Method.EXACT]
    if not material.wagers:
        return []
    reading = gravest_reading(material)
    behind, refs = _reading_sentence(material, reading)
    unknown = [w for w in material.wagers if w.method is Method.NOT_VERIFIABLE]
    favourable = [w for w in known if w.house_edge is not None and w.house_edge < 0]
    if material.old and material.old.result:
        lead, body = _moved_words(material)
    elif favourable:
        one = len(favourable) == 1
        lead = "One wager gives" if one else f"{wd.sentence(wd.in_words(len(favourable)))} wagers give"
        lead, body = f"{lead} the player the advantage.", f"{_edges(favourable)}."
    elif unknown:
        lead = f"{wd.sentence(wd.counted(len(unknown), 'wager'))} cannot be verified."
        body = f"{names_of(unknown, material.wagers)}: no clause states the payout."
    elif not known:
        return []
    else:
        low, high = min(known, key=_edge), max(known, key=_edge)
        lead = "Every figure is exact." if len(known) == len(material.wagers) else "What the house keeps."
        body = f"House edges run from {_edges([low])} to {_edges([high])}." if low is not high else f"{_edges([low])}."
    if reading:
        twice = len({w.wager for w in material.wagers if any(r.changes for r in w.readings)})
        lead = f"{lead[:-1]}, but {'it' if len(material.wagers) == 1 else wd.in_words(twice)} can be read twice."
    return [Thing(lead, text(" ".join(p for p in (body, behind) if p)), refs)]


def _moved_words(material: Material) -> tuple[str, str]:
    moved = material.moved()
    if not moved:
        count = len({w.wager for w in material.wagers})
        return "No house edge has moved.", f"As read, {_all_keep(count)} {'its' if count == 1 else 'their'} house edge."
    pairs = [
        f"{name_of(new)} {_known(old.house_edge)} → {_known(new.house_edge)}" for old, new in moved[:3]
    ]
    more = f", and {wd.counted(len(moved) - 3, 'other')}" if len(moved) > 3 else ""
    verb = "has" if len(moved) == 1 else "have"
    return f"{wd.sentence(wd.counted(len(moved), 'house edge'))} {verb} moved.", f"{', '.join(pairs)}{more}."


def _all_keep(count: int) -> str:
    return "the one wager keeps" if count == 1 else f"all {wd.in_words(count)} wagers keep"


def _edge(wager: WagerResult) -> Fraction:
    return wager.house_edge if wager.house_edge is not None else Fraction(0)


def _known(edge: Fraction | None) -> str:
    return "not verifiable" if edge is None else nb.fraction(edge)


def _edges(wagers: list[WagerResult]) -> str:
    return ", ".join(f"{nb.fraction_and_percent(_edge(w))} ({name_of(w)})".replace(") (", ", ") for w in wagers[:3])


def gravest_reading(material: Material) -> tuple[WagerResult, Reading] | None:
    """The reading that changes a house edge most: its sign first, then to a figure that is not known, then by size."""
    found: tuple[tuple[bool, bool, Fraction], WagerResult, Reading] | None = None
    for wager in material.wagers:
        for reading in wager.readings:
            if not reading.changes or wager.house_edge is None:
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
    if reading.house_edge is None:
        return f"Read the other way, {name_of(wager)} is not verifiable.", refs
    gives = ", to the player’s advantage" if reading.house_edge < 0 <= _edge(wager) else ""
    return (
        f"Read the other way, {name_of(wager)} is at {nb.fraction(reading.house_edge)} instead of "
        f"{nb.fraction(_edge(wager))}{gives}.", refs,
    )
