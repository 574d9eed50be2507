"""The text of `audit verify`."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from fractions import Fraction

from audit.play.wording import range_text
from audit.report import numbers
from audit.report.terminal.tables import Column, listing, table
from audit.ruleset import parameters as pm
from audit.ruleset.configure import value_text
from audit.ruleset.head import DateKind, Head
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import Verified
from audit.solve.result import Figures, Method, Reading, WagerResult

MINUS = "-"

COLUMNS = (
    Column("wager"),
    Column("pays", cut=34),
    Column("true odds"),
    Column("wins", right=True),
    Column("push", right=True, drop=2),
    Column("house edge", right=True),
    Column("", right=True),
    Column("clauses", drop=1),
)


def verify_text(verified: Verified, ruleset: Ruleset, width: int, *, explain: bool = False) -> Iterator[str]:
    """The whole text for one ruleset, line by line."""
    yield heading(ruleset.head)
    force = in_force(verified, ruleset)
    if force:
        yield from textwrap.wrap(f"in force: {force}", width, subsequent_indent="  ", break_on_hyphens=False)
    wagers = verified.result.wagers
    notes = list(_notes(wagers))
    yield from table(COLUMNS, [row(w, notes) for w in wagers], width)
    yield counted(wagers)
    for n, text in enumerate(notes, start=1):
        yield f"[{n}] {text}"
    for name in verified.not_offered:
        yield f"{name}: not offered in this configuration"
    for wager in wagers:
        if wager.method in (Method.NOT_VERIFIABLE, Method.NOT_SOLVABLE):
            yield f"{label(wager)}: {_not_word(wager)}: {wager.reason}"
    yield from _moments(wagers, width)
    yield from _amounts(wagers)
    yield from _options(wagers, width)
    yield from _readings(wagers, ruleset, width)
    if explain:
        yield from explained(wagers)


def heading(head: Head) -> str:
    """Which ruleset: id, title, issuer, approval, what it amends."""
    approved = head.dated(DateKind.APPROVED)
    if approved is None or approved.on is None:
        adopted = head.dated(DateKind.ADOPTED)
        when = f"adopted {adopted.on}" if adopted is not None and adopted.on is not None else "approval not stated"
        basis = adopted.basis if adopted is not None and adopted.on is not None else None
    else:
        when, basis = f"approved {approved.on}", approved.basis
    if basis is not None and basis.assumed is not None:
        when += " (assumed)"
    amends = f"; amends {head.amends}" if head.amends else ""
    return f'{head.id} "{head.title}", {head.issuer or "issuer not stated"}, {when}{amends}'


def in_force(verified: Verified, ruleset: Ruleset) -> str:
    """The values of the options, and which of them are defaults."""
    parts: list[str] = []
    given = verified.configured.values
    for option in ruleset.of(pm.Option):
        value = verified.configured.chosen.get(option.name.text)
        if value is None:
            continue
        is_default = option.default is not None and given.get(option.name.text) == option.default
        parts.append(f"{option.name} {value}{'' if is_default else ' (chosen)'}")
    chosen = [p for p in parts if p.endswith("(chosen)")]
    if not parts:
        return ""
    return ", ".join(parts) + ("" if chosen else " (defaults)")


def label(wager: WagerResult) -> str:
    """A wager as it can be typed back: ``place[4, 10]``; stretches are joined."""
    if "[" not in wager.id:
        return wager.id
    name, _, inside = wager.id.partition("[")
    moment = inside.rstrip("]")
    if wager.positions and moment.startswith(wager.positions[0]):
        rest = moment[len(wager.positions[0]) :]
        return f"{name}[{range_text(wager.positions)}{rest}]"
    return wager.id


def row(wager: WagerResult, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """The cells of one wager."""
    clauses = listing(wager.cites, 30)
    mark = _mark(wager, notes)
    name = f"{label(wager)}{mark}"
    if wager.sampled is not None:
        s = wager.sampled
        half = (s.high - s.low) / 2
        return (
            name,
            pays(wager),
            "",
            f"~{s.win * 100:.2f}%",
            f"~{s.push * 100:.2f}%" if s.push else "",
            f"~{s.house_edge * 100:.4f}%",
            f"±{half * 100:.4f} ({s.confidence * 100:.0f}%)",
            clauses,
        )
    figures = wager.figures
    if figures is None:
        return (name, "", "", "", "", _not_word(wager), "", clauses)
    odds = true_odds(figures)
    wins = percent(figures.win, 2)
    push = percent(figures.push, 2) if figures.push else ""
    if figures.house_edge is None or wager.method is not Method.EXACT:
        return (name, pays(wager), odds, wins, push, "not verifiable", "", clauses)
    return (name, pays(wager), odds, wins, push, short(figures.house_edge), percent(figures.house_edge, 4), clauses)


def true_odds(figures: Figures) -> str:
    """The odds against winning; where the whole numbers are too long, against one and rounded."""
    if figures.true_odds is None:
        return "never wins"
    text = numbers.odds_text(figures.true_odds)
    return text if len(text) <= 20 else f"{numbers.rounded(Fraction(*figures.true_odds), 4)} to 1"


def short(edge: Fraction) -> str:
    """A fraction as it stands; one too long for a column is named by its size."""
    text = numbers.fraction(edge, minus=MINUS)
    return text if len(text) <= 24 else f"({len(str(edge.numerator))} over {len(str(edge.denominator))} digits)"


def percent(share: Fraction, places: int) -> str:
    return numbers.percent(share, places, minus=MINUS, sign="%")


def pays(wager: WagerResult) -> str:
    figures = wager.figures
    if figures is not None and any(o.result == "win" and o.net is None for o in figures.outcomes):
        return "not stated"
    if wager.pays == ("as its parts",):
        return "as its parts"
    return ", ".join(wager.pays)


def _not_word(wager: WagerResult) -> str:
    return "not solvable" if wager.method is Method.NOT_SOLVABLE else "not verifiable"


def _notes(wagers: Sequence[WagerResult]) -> Iterator[str]:
    """Footnotes: readings that move a figure or leave it open, each told once."""
    seen: set[str] = set()
    for wager in wagers:
        for text in note_texts(wager):
            if text not in seen:
                seen.add(text)
                yield text


def note_texts(wager: WagerResult) -> Iterator[str]:
    for reading in wager.readings:
        if not reading.changes:
            continue
        where = f" ({', '.join(reading.cites)})" if reading.cites else ""
        if reading.house_edge is None:
            yield (
                f"{reading.assumption}: read as {reading.other}{where}, no payout is stated and "
                f"{wager.wager} cannot be verified"
            )
        else:
            yield f"{reading.assumption}: read as {reading.in_force}; the other reading, {reading.other}, moves it{where}"


def _mark(wager: WagerResult, notes: Sequence[str]) -> str:
    marks = [f"[{notes.index(text) + 1}]" for text in note_texts(wager) if text in notes]
    return " " + "".join(marks) if marks else ""


def counted(wagers: Sequence[WagerResult]) -> str:
    """The last line of the table: how many wagers, and which are not exact."""
    names = dict.fromkeys(w.wager for w in wagers)
    open_ones = [w for w in wagers if w.method is not Method.EXACT]
    noun = "wager" if len(names) == 1 else "wagers"
    if not open_ones:
        rows = f" in {len(wagers)} rows" if len(wagers) != len(names) else ""
        return f"{len(names)} {noun}{rows}, all exact; per unit of the wager as first made"
    kinds = {
        Method.NOT_VERIFIABLE: "not verifiable",
        Method.NOT_SOLVABLE: "not solvable",
        Method.SAMPLED: "sampled",
    }
    told = [
        f"{len({w.wager for w in open_ones if w.method is kind})} {word}"
        for kind, word in kinds.items()
        if any(w.method is kind for w in open_ones)
    ]
    exact = len([n for n in names if all(w.method is Method.EXACT for w in wagers if w.wager == n)])
    return f"{len(names)} {noun}: {exact} exact, {', '.join(told)}; per unit of the wager as first made"


def _moments(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    rows = [
        (
            label(w),
            m.when,
            percent(m.figures.win, 2),
            short(m.figures.house_edge) if m.figures.house_edge is not None else "not verifiable",
            percent(m.figures.house_edge, 4) if m.figures.house_edge is not None else "",
            ", ".join(m.cites),
        )
        for w in wagers
        for m in w.moments
    ]
    if rows:
        yield "made later"
        columns = (
            Column(""),
            Column(""),
            Column("", right=True),
            Column("", right=True),
            Column("", right=True),
            Column("", drop=1),
        )
        yield from table(columns, rows, width, indent="  ")


def _amounts(wagers: Sequence[WagerResult]) -> Iterator[str]:
    for wager in wagers:
        if wager.by_amount:
            figures = ", ".join(f"{numbers.money(a.amount)} {percent(a.house_edge, 4)}" for a in wager.by_amount)
            yield f"{label(wager)} with rounding, by stake: {figures}"


def _options(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """Each option value that matters, wagers moved alike on one line."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for wager in wagers:
        for option in wager.options:
            key = (option.option, option.in_force, option.value, *_edge(option.house_edge))
            grouped.setdefault(key, []).append(label(wager))
    if grouped:
        rows = [
            (o, now, value, edge, share, listing(names, 48)) for (o, now, value, edge, share), names in grouped.items()
        ]
        columns = (
            Column("option"),
            Column("in force"),
            Column("else"),
            Column("house edge", right=True),
            Column("", right=True),
            Column("of"),
        )
        yield from table(columns, rows, width)


def _readings(wagers: Sequence[WagerResult], ruleset: Ruleset, width: int) -> Iterator[str]:
    """Each assumption that has another reading: what it moves, or that it moves nothing."""
    rows: list[tuple[str, ...]] = []
    for assumption in ruleset.of(pm.Assumption):
        name = assumption.name.text
        taken = value_text(assumption.taken) if assumption.taken is not None else ""
        for other in map(value_text, assumption.instead):
            grouped: dict[tuple[str, str], list[str]] = {}
            for wager in wagers:
                for reading in wager.readings:
                    if reading.assumption == name and reading.other == other and reading.changes:
                        grouped.setdefault(_reading_edge(reading), []).append(label(wager))
            for edge, names in grouped.items():
                rows.append((name, taken, other, *edge, listing(names, 40)))
            if not grouped:
                rows.append((name, taken, other, "", "", "no effect on any house edge"))
    if rows:
        columns = (
            Column("assumption"),
            Column("in force"),
            Column("other reading"),
            Column("house edge", right=True),
            Column("", right=True),
            Column("of"),
        )
        yield from table(columns, rows, width)


def _reading_edge(reading: Reading) -> tuple[str, str]:
    """The edge under another reading; where it rounds money, its span over some stakes."""
    if reading.by_amount:
        edges = sorted(a.house_edge for a in reading.by_amount)
        return "by stake", f"{percent(edges[0], 4)} to {percent(edges[-1], 4)}"
    return _edge(reading.house_edge)


def _edge(edge: Fraction | None) -> tuple[str, str]:
    return ("not verifiable", "") if edge is None else (short(edge), percent(edge, 4))


def explained(wagers: Sequence[WagerResult]) -> Iterator[str]:
    """How each wager was planned: slice, process, symmetries, method."""
    for wager in wagers:
        yield f"plan of {label(wager)}"
        if wager.plan is None:
            yield f"  refused     {wager.reason}"
            continue
        yield f"  slice       {wager.plan.slice}"
        yield f"  process     {wager.plan.process}"
        yield f"  symmetries  {wager.plan.symmetries}"
        yield f"  method      {wager.plan.method}"
