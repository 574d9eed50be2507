"""The text of `audit verify`."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from audit.play.roles import out_of_reach
from audit.report import numbers
from audit.report.terminal.combinations import combinations
from audit.report.terminal.strategies import strategies
from audit.report.terminal.tables import Column, listing, table
from audit.ruleset import parameters as pm
from audit.ruleset.configure import value_text
from audit.ruleset.head import DateKind, Head
from audit.ruleset.holding import SHARED
from audit.ruleset.ruleset import Ruleset
from audit.solve.planner import Verified
from audit.solve.result import Figures, Method, OptionEffect, Reading, RulesetResult, Untried, WagerResult

MINUS = "-"

COLUMNS = (
    Column("wager"),
    Column("pays", cut=34, least=12),
    Column("true odds"),
    Column("wins", right=True),
    Column("push", right=True, drop=2),
    Column("", right=True),
    Column("house edge", right=True, spans=True),
    Column("clauses", cut=30, least=12, items=True, drop=1),
)


def verify_text(
    verified: Verified, ruleset: Ruleset, width: int, *, explain: bool = False, whole: bool = True
) -> Iterator[str]:
    """The whole text for one ruleset, line by line; not ``whole`` where only some of its wagers were asked for."""
    yield from _told(heading(ruleset.head), width)
    force = in_force(verified, ruleset)
    if force:
        yield from _told(f"in force: {force}", width)
    roles = verified.result.roles
    if roles:
        yield from _told(f"looked at: rounds in which {_held_so(roles)}", width)
    wagers = verified.result.wagers
    if wagers:
        notes = list(_notes(wagers))
        yield from table(COLUMNS, [row(w, notes) for w in wagers], width)
        yield from _told(counted(wagers), width)
        yield from _told(_bases(wagers), width)
        for n, text in enumerate(notes, start=1):
            yield from _told(f"[{n}] {text}", width, hanging=4)
    else:
        yield "no wager: nothing to verify" if not verified.not_offered else "no wager is offered in this configuration"
    kept_from = [name for name in verified.not_offered if name in out_of_reach(verified.configured.ruleset)]
    if kept_from:
        yield from _told(f"not made, since {_held_so(roles)}: {', '.join(kept_from)}", width)
    not_offered = [name for name in verified.not_offered if name not in kept_from]
    if not_offered:
        yield from _told(f"not offered in this configuration: {', '.join(not_offered)}", width)
    yield from _open_reasons(wagers, width)
    yield from _sampled(wagers, width)
    yield from _held(wagers, width)
    yield from strategies(wagers, width)
    yield from _moments(wagers, width)
    yield from _amounts(wagers, width)
    if verified.result.in_force_only:
        yield from _told("only what is in force: other readings and options were not looked at", width)
    else:
        yield from _options(wagers, width)
        yield from _untried(verified.result, width)
        yield from _readings(wagers, ruleset, width, whole=whole)
    if verified.result.combined is not None:
        yield from combinations(verified.result.combined, label, width)
    if explain:
        yield from explained(wagers, width)


def _held_so(roles: Mapping[str, str]) -> str:
    """``the player holds bank``, ``the player holds bank, shared with the dealer``."""
    return " and ".join(f"the player holds {role}{', shared with the dealer' if how == SHARED else ''}" for role, how in roles.items())


def _told(text: str, width: int, *, hanging: int = 2) -> list[str]:
    """Prose, wrapped at the width."""
    return textwrap.wrap(text, width, subsequent_indent=" " * hanging, break_long_words=False, break_on_hyphens=False)


def _open_reasons(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """Why a wager has no figure: those that share a reason on one line."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for wager in wagers:
        if wager.method in (Method.NOT_VERIFIABLE, Method.NOT_SOLVABLE):
            by_reason.setdefault((_not_word(wager), wager.reason or ""), []).append(label(wager))
    for (word, reason), names in by_reason.items():
        yield from _told(f"{listing(names, 60)}: {word}: {reason}", width)


def _sampled(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """How a sampled figure came about, and whether the exact one lies in its interval, where it is known."""
    for wager in wagers:
        s = wager.sampled
        if s is None:
            continue
        low, high = (percent(numbers.exactly(x), 4) for x in (s.low, s.high))
        text = f"{label(wager)}: sampled, {s.rounds:,} rounds, seed {s.seed}; between {low} and {high}"
        edge = wager.house_edge
        if edge is not None:
            inside = "inside" if s.low <= edge <= s.high else "outside, as it is in 1 of 20 samples"
            exact = percent(edge, 4) if numbers.is_too_long(edge) else numbers.fraction(edge, minus=MINUS)
            text += f"; exact: {exact}, {inside}"
        yield from _told(text, width)


def _held(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """What figures hold for: a cap that does not cut them."""
    by_note: dict[str, list[str]] = {}
    for wager in wagers:
        for note in wager.notes:
            by_note.setdefault(note, []).append(label(wager))
    for note, names in by_note.items():
        yield from _told(f"{listing(names, 60)}: {note}", width)


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
    """A wager as it can be typed back, ``place[4, 10]``; one made at some moment by what it then is on."""
    name, bracket, inside = wager.id.partition("[")
    if not bracket:
        return wager.id
    moment = inside.rstrip("]")
    if wager.positions and moment.startswith(wager.positions[0]):
        rest = moment[len(wager.positions[0]) :]
        return f"{name}[{_range(wager.positions)}{rest}]"
    feature, values = parted(moment)
    return f"{name}[{values}]" if feature else wager.id


def parted(moment: str) -> tuple[str, str]:
    """``the point 4, 10`` as its feature and its values; no feature where it is not of that form."""
    match = re.fullmatch(r"(the \w+|\w+ of \w+) (\d[\d, ]*)", moment)
    return (match[1], match[2]) if match else ("", "")


def _range(labels: tuple[str, ...]) -> str:
    """Labels with commas; more than four by their first and last, and in parentheses how many they are."""
    return ", ".join(labels) if len(labels) <= 4 else f"{labels[0]} … {labels[-1]} ({len(labels)})"


def _bases(wagers: Sequence[WagerResult]) -> str:
    """What stands in the brackets of wagers that are told apart by a moment."""
    found: dict[str, list[str]] = {}
    for wager in wagers:
        feature, _ = parted(wager.id.partition("[")[2].rstrip("]"))
        if feature and not wager.positions:
            found.setdefault(feature, []).append(wager.wager)
    said = [
        f"of {' and '.join(dict.fromkeys(names))} {feature if feature.startswith('the ') else f'the {feature}'}"
        for feature, names in found.items()
    ]
    return f"in brackets: {', '.join(said)}" if said else ""


def row(wager: WagerResult, notes: Sequence[str] = ()) -> tuple[str, ...]:
    """The cells of one wager."""
    clauses = ", ".join(wager.cites)
    mark = _mark(wager, notes)
    name = f"{label(wager)}{mark}"
    if wager.sampled is not None:
        s = wager.sampled
        half = (s.high - s.low) / 2
        return (
            name,
            pays(wager),
            true_odds(wager.figures) if wager.figures else "",
            f"~{s.win * 100:.2f}%",
            f"~{s.push * 100:.2f}%" if s.push else "",
            f"~{s.house_edge * 100:.4f}%",
            f"±{half * 100:.4f} ({s.confidence * 100:.0f}%)",
            clauses,
        )
    figures = wager.figures
    if figures is None:
        return (name, "", "", "", "", "", _not_word(wager), clauses)
    odds = true_odds(figures)
    wins = percent(figures.win, 2)
    push = percent(figures.push, 2) if figures.push else ""
    if figures.house_edge is None or wager.method is not Method.EXACT:
        return (name, pays(wager), odds, wins, push, "", "not verifiable", clauses)
    return (name, pays(wager), odds, wins, push, short(figures.house_edge), percent(figures.house_edge, 4), clauses)


def true_odds(figures: Figures) -> str:
    """The odds against winning; where the whole numbers are too long, against one and rounded."""
    if figures.true_odds is None:
        return "" if figures.averaged else "never loses" if figures.win else "never wins"
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
    if figures is not None and any(o.result == "win" and o.net is None for o in figures.outcomes) and not wager.by_amount:
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
        if not reading.changes and not reading.moves_beside:
            continue
        where = f" ({', '.join(reading.cites)})" if reading.cites else ""
        if reading.is_unsolved:
            yield f"{reading.assumption}: read as {reading.other}{where}, no method solves {wager.wager}"
        elif reading.house_edge is None and not reading.by_amount:
            yield (
                f"{reading.assumption}: read as {reading.other}{where}, no house edge of {wager.wager} by itself is known: "
                "no payout is stated, or it is valued together with other wagers"
            )
        else:
            what = "another house edge" if reading.changes else "others are paid otherwise"
            yield f"{what} if {reading.assumption} is read as {reading.other}{where}: see below"


def _mark(wager: WagerResult, notes: Sequence[str]) -> str:
    marks = [f"[{notes.index(text) + 1}]" for text in note_texts(wager) if text in notes]
    return " " + "".join(marks) if marks else ""


def counted(wagers: Sequence[WagerResult]) -> str:
    """The last line of the table: how many wagers, and which are not exact."""
    names = dict.fromkeys(w.wager for w in wagers)
    per = "per unit of the wager as first made"
    open_ones = [w for w in wagers if w.method is not Method.EXACT]
    noun = "wager" if len(names) == 1 else "wagers"
    if not open_ones:
        rows = f" in {len(wagers)} rows" if len(wagers) != len(names) else ""
        return f"{len(names)} {noun}{rows}, all exact; {per}"
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
    return f"{len(names)} {noun}: {', '.join([*([f'{exact} exact'] if exact else []), *told])}; {per}"


def _moments(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """The figures of wagers made at another moment than the first."""
    rows = [
        (
            label(w),
            m.when,
            percent(m.figures.win, 2),
            short(m.figures.house_edge) if m.figures.house_edge is not None else "",
            percent(m.figures.house_edge, 4) if m.figures.house_edge is not None else "not verifiable",
            ", ".join(m.cites),
        )
        for w in wagers
        for m in w.moments
    ]
    if rows:
        yield ""
        columns = (
            Column("made later", cut=40, least=16),
            Column("when", cut=40, least=16),
            Column("wins", right=True),
            Column("", right=True),
            Column("house edge", right=True, spans=True),
            Column("clauses", cut=30, least=12, items=True, drop=1),
        )
        yield from table(columns, rows, width)


def _amounts(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """The house edge by stake, where the ruleset rounds money, or pays sums of money on any stake."""
    for wager in wagers:
        if wager.by_amount:
            figures = ", ".join(f"{numbers.money(a.amount)} {percent(a.house_edge, 4)}" for a in wager.by_amount)
            rounded = ", with the rounding" if wager.house_edge is not None else ""
            yield from _told(f"{label(wager)}, house edge by stake{rounded}: {figures}", width)


def _options(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """Each option value that matters, wagers moved alike on one line."""
    grouped: dict[tuple[str, ...], list[str]] = {}
    for wager in wagers:
        for option in wager.options:
            key = (option.option, option.in_force, option.value, *_effect_edge(option))
            grouped.setdefault(key, []).append(label(wager))
    if grouped:
        rows = [
            (o, now, value, edge, share, ", ".join(names)) for (o, now, value, edge, share), names in grouped.items()
        ]
        yield ""
        yield from table(_effects("option", "else"), rows, width)


def _untried(result: RulesetResult, width: int) -> Iterator[str]:
    """The options of which other values were not looked at, so that nobody takes silence for no effect."""
    by_why: dict[Untried, list[str]] = {}
    for name, why in result.untried:
        by_why.setdefault(why, []).append(name)
    for why, names in by_why.items():
        if why is not Untried.ENDS:  # both are told where they move anything
            yield from _told(f"not looked at: other values of {' and '.join(names)} ({why.value}); --vary looks at those named", width)


def _effects(what: str, other: str) -> tuple[Column, ...]:
    """The columns of a table of what a choice or a reading moves."""
    return (
        Column(what),
        Column("in force", cut=24, least=8),
        Column(other, cut=32, least=12),
        Column("", right=True),
        Column("house edge", right=True, spans=True),
        Column("of", cut=60, least=16, items=True),
    )


def _readings(wagers: Sequence[WagerResult], ruleset: Ruleset, width: int, *, whole: bool) -> Iterator[str]:
    """Each assumption that has another reading: what it moves, or that it moves nothing."""
    rows: list[tuple[str, ...]] = []
    bearing = {reading.assumption for wager in wagers for reading in wager.readings}
    idle: list[str] = []
    unknown: dict[str, None] = {}
    for assumption in ruleset.of(pm.Assumption):
        name = assumption.name.text
        if not whole and name not in bearing:
            continue
        taken = value_text(assumption.taken) if assumption.taken is not None else ""
        for other in map(value_text, assumption.instead):
            grouped: dict[tuple[str, str], list[str]] = {}
            for wager in wagers:
                for reading in wager.readings:
                    if reading.assumption == name and reading.other == other and (reading.changes or reading.moves_beside):
                        grouped.setdefault(_effect_edge(reading), []).append(label(wager))
            for edge, names in grouped.items():
                rows.append((name, taken, other, *edge, ", ".join(names)))
            if not grouped:
                idle.append(f"{name} as {other}")
                unsolved = (w for w in wagers if any(r.is_unsolved and (r.assumption, r.other) == (name, other) for r in w.readings))
                unknown |= dict.fromkeys(map(label, unsolved))
    if rows:
        yield ""
        yield from table(_effects("assumption", "read as"), rows, width)
    if idle:
        limit = f" (of {' and '.join(unknown)} that is not known: not solved)" if unknown else ""
        yield from _told(f"no house edge changes if one reads {', or '.join(idle)}{limit}", width)


def _effect_edge(effect: Reading | OptionEffect) -> tuple[str, str]:
    """The edge under another reading or value; where it hangs on the stake there, its span over some stakes."""
    if effect.by_amount:
        edges = sorted({a.house_edge for a in effect.by_amount})
        return "by stake", " to ".join(percent(edge, 4) for edge in edges[:: max(len(edges) - 1, 1)])
    if effect.is_unsolved:
        return "", "not solved"
    edge, share = _edge(effect.house_edge)
    meters = "".join(f" less {numbers.fraction(m.slope)} of {m.meter}" for m in effect.meters)
    beside = ", others are paid otherwise" if effect.moves_beside else ""
    return edge, f"{share}{meters}{beside}"


def _edge(edge: Fraction | None) -> tuple[str, str]:
    return ("", "not verifiable") if edge is None else (short(edge), percent(edge, 4))


def explained(wagers: Sequence[WagerResult], width: int) -> Iterator[str]:
    """How each wager was planned: slice, process, symmetries, method."""
    for wager in wagers:
        yield ""
        yield f"plan of {label(wager)}"
        plan = wager.plan
        parts = (
            [("refused", wager.reason or "")]
            if plan is None
            else [
                ("slice", plan.slice),
                ("process", plan.process),
                ("symmetries", plan.symmetries),
                ("method", plan.method),
            ]
        )
        for name, text in parts:
            yield from textwrap.wrap(
                text, width, initial_indent=f"  {name:<12}", subsequent_indent=" " * 14, break_on_hyphens=False
            )
