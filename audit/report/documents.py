"""The JSON documents of the commands, as plain data; their schemas are in docs/schemas."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from audit.checks.finding import Edges, Finding, Witness
from audit.checks.waivers import Judged, Waiver, Waivers
from audit.compare.entry import Comparison, Entry
from audit.play import events as ev
from audit.play.cards import Card
from audit.play.wording import outcome_text, pattern_text
from audit.report import numbers
from audit.report.figures_data import Json, estimate, exact
from audit.report.statements import pricing, size_text, slot_text, speaks_of
from audit.report.strategy_data import meter, strategy
from audit.ruleset import controls as ct
from audit.ruleset import parameters as pm
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset import worth as wt
from audit.ruleset.basis import Basis, Span
from audit.ruleset.configure import domain_text, value_text
from audit.ruleset.head import DateKind, Head
from audit.ruleset.money import Odds
from audit.ruleset.names import Name
from audit.ruleset.reasons import reasons
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated
from audit.solve.result import (
    AtAmount,
    Combinations,
    Figures,
    Method,
    NoEdge,
    OptionEffect,
    OutcomeShare,
    Reading,
    RulesetResult,
    Sampled,
    WagerResult,
)
from audit.version import VERSION

NO_WAIVERS = Waivers()


# verify


def verify_document(
    results: Iterable[tuple[RulesetResult, Iterable[Judged], Sequence[str]]],
    waivers: Waivers = NO_WAIVERS,
    problems: Iterable[Finding] = (),
) -> Json:
    """``audit.verify/1``: of each ruleset its figures, its findings, and in words what was not completed."""
    return {
        "schema": "audit.verify/1",
        "engine": VERSION,
        "rulesets": [
            {
                "id": result.id,
                "sha256": result.sha256,
                "configuration": dict(result.configuration),
                "wagers": [wager(w) for w in result.wagers],
                **({"roles": dict(result.roles)} if result.roles else {}),
                **({"in_force_only": True} if result.in_force_only else {}),
                **({"combined": combined(result.combined)} if result.combined else {}),
                **({"not_looked_at": [{"option": name, "why": why.value} for name, why in result.untried]} if result.untried else {}),
                "findings": [judged(j) for j in findings],
                "unfinished": list(unfinished),
            }
            for result, findings, unfinished in results
        ],
        **_waivers(waivers, problems),
    }


def combined(found: Combinations) -> Json:
    """Every combination of the options that were varied, with the house edge of each wager."""
    return {
        "options": list(found.options),
        "combinations": [
            {
                "values": dict(zip(found.options, row.values, strict=True)),
                "permitted": row.is_permitted,
                "house_edges": {
                    name: exact(edge) if isinstance(edge, Fraction) else None
                    for name, edge in zip(found.wagers, row.house_edges, strict=True)
                    if edge not in (NoEdge.NOT_PERMITTED, NoEdge.NOT_OFFERED)
                },
            }
            for row in found.rows
        ],
    }


def wager(result: WagerResult) -> Json:
    """One wager, or the positions of one that have equal results.  Times are left out: equal runs give equal bytes."""
    made: Json = {
        "id": result.id,
        "name": result.name,
        "wager": result.wager,
        "positions": list(result.positions),
        "method": result.method.value,
        "solver": result.solver or None,
        "seconds": None,
        "house_edge": exact(result.house_edge) if result.method is Method.EXACT else None,
        "element_of_risk": exact(result.element_of_risk),
        "win": None,
        "push": None,
        "lose": None,
        "averaged": None,
        "variance": None,
        "true_odds": None,
        "greatest": None,
        "combinations": {"total": result.combinations} if result.combinations else None,
        "outcomes": [],
        "rounds": None,
        "seed": None,
        "confidence_interval": None,
        "strategy": strategy(result.strategy) if result.strategy is not None else None,
        "per": result.per,
        "bundle": list(result.bundle),
        "pays": list(result.pays),
        "reason": result.reason,
        "notes": list(result.notes),
        "moments": [
            {
                "when": m.when,
                "house_edge": exact(m.figures.house_edge),
                "win": exact(m.figures.win),
                "cite": list(m.cites),
            }
            for m in result.moments
        ],
        "readings": [
            {
                "assumption": r.assumption,
                "in_force": r.in_force,
                "other": r.other,
                "house_edge": exact(r.house_edge),
                "changes": r.changes,
                "by_amount": _by_amount(r.by_amount),
                **_further(r),
                "cite": list(r.cites),
            }
            for r in result.readings
        ],
        "options": [
            {
                "option": o.option,
                "in_force": o.in_force,
                "value": o.value,
                "house_edge": exact(o.house_edge),
                **({"by_amount": _by_amount(o.by_amount)} if o.by_amount else {}),
                **_further(o),
                "cite": list(o.cites),
            }
            for o in result.options
        ],
        "by_amount": _by_amount(result.by_amount),
        "beside": [
            {
                "to": b.to,
                "per": b.per,
                "expected": exact(b.expected),
                "meters": [{"name": name, "b": exact(slope)} for name, slope in b.meters],
                "probability": exact(b.probability),
                "cite": list(b.cites),
            }
            for b in result.beside
        ],
        "meter": meter(result.meters[0]) if result.meters else None,
        "meters": [meter(line) for line in result.meters],
        "cite": list(result.cites),
    }
    if result.figures is not None:
        made.update(_figures(result.figures))
    if result.sampled is not None:
        made.update(_sampled(result.sampled))
    if result.plan is not None:
        made["plan"] = {f.name: getattr(result.plan, f.name) for f in fields(result.plan)}
    return made


def _further(effect: Reading | OptionEffect) -> Json:
    """What there is to tell of another reading or value beside its house edge."""
    return {
        **({"not_solved": True} if effect.is_unsolved else {}),
        **({"meters": [meter(m) for m in effect.meters]} if effect.meters else {}),
        **({"moves_beside": True} if effect.moves_beside else {}),
    }


def _by_amount(amounts: Sequence[AtAmount]) -> list[Json]:
    return [{"amount": str(at.amount), "house_edge": exact(at.house_edge)} for at in amounts]


def _figures(found: Figures) -> Json:
    odds = found.true_odds
    return {
        "win": exact(found.win),
        "push": exact(found.push),
        "lose": exact(found.lose),
        "averaged": exact(found.averaged),
        "variance": exact(found.variance),
        "greatest": exact(found.greatest),
        "true_odds": numbers.odds_text(odds) if odds else None,
        "outcomes": [_outcome(o) for o in found.outcomes],
    }


def _sampled(s: Sampled) -> Json:
    return {
        "house_edge": estimate(s.house_edge),
        "win": estimate(s.win),
        "push": estimate(s.push),
        "lose": estimate(s.lose),
        "variance": estimate(s.variance),
        "rounds": s.rounds,
        "seed": s.seed,
        "outcomes": [],
        "confidence_interval": {"low": f"{s.low:.10g}", "high": f"{s.high:.10g}", "confidence": s.confidence},
    }


def _outcome(outcome: OutcomeShare) -> Json:
    return {
        "label": outcome.label,
        "result": outcome.result,
        "pays": outcome.pays,
        "net": exact(outcome.net),
        "probability": exact(outcome.probability),
        "cite": list(outcome.cites),
    }


# findings


def judged(one: Judged) -> Json:
    """A finding with the waiver that lets it pass, and whether a baseline holds it."""
    return {
        **finding(one.finding),
        "edges": None if one.finding.edges is None else edges(one.finding.edges),
        "waiver": None if one.waiver is None else _waiver(one.waiver),
        "in_baseline": one.is_known,
    }


def edges(told: Edges) -> Json:
    """House edges side by side: of each thing, under each of the cases."""
    return {
        "of": told.of,
        "cases": list(told.cases),
        "rows": [{"of": name, "house_edges": [exact(edge) for edge in row]} for name, row in told.rows],
    }


def _waiver(given: Waiver) -> Json:
    return {
        "rule": given.rule,
        "ruleset": given.ruleset or None,
        "fingerprint": given.fingerprint or None,
        "clause": given.clause or None,
        "reason": given.reason,
        "approver": given.approver,
        "expires": given.expires.isoformat(),
        "span": span(given.span),
    }


def _waivers(waivers: Waivers, problems: Iterable[Finding]) -> Json:
    """All waivers that are complete, and what was found wrong with waivers."""
    return {
        "waivers": [_waiver(w) for w in waivers.complete],
        "waiver_findings": [judged(Judged(p)) for p in problems],
    }


def finding(found: Finding) -> Json:
    """A finding, the same everywhere."""
    return {
        "rule": found.rule,
        "severity": found.severity.value,
        "message": found.message,
        "condition": found.condition,
        "criteria": found.criteria,
        "cause": found.cause,
        "effect": found.effect,
        "recommendation": found.recommendation,
        "ruleset": found.ruleset,
        "cite": list(found.cites),
        "span": span(found.span),
        "witness": None if found.witness is None else witness(found.witness),
        "fingerprint": found.fingerprint,
        **({} if found.page is None else {"page": found.page, "chapter": found.chapter}),
    }


def witness(shown: Witness) -> Json:
    """The round that shows a finding or a difference."""
    return {
        "command": shown.command,
        "columns": list(shown.columns),
        "steps": [
            {"what": s.what, "happens": s.happens, "results": list(s.results), "cite": list(s.cites)}
            for s in shown.steps
        ],
    }


def span(place: Span) -> Json | None:
    return {"file": place.source, "line": place.line, "column": place.column} if place.line else None


def check_document(
    files: Mapping[str, Iterable[Judged]],
    unfinished: Mapping[str, Sequence[str]],
    waivers: Waivers = NO_WAIVERS,
    problems: Iterable[Finding] = (),
) -> Json:
    """``audit.check/1``: of each file its findings, and in words what was not completed."""
    return {
        "schema": "audit.check/1",
        "engine": VERSION,
        "files": [
            {
                "file": name,
                "findings": [judged(j) for j in findings],
                "unfinished": list(unfinished.get(name, ())),
            }
            for name, findings in files.items()
        ],
        **_waivers(waivers, problems),
    }


# diff


def diff_document(comparison: Comparison, unfinished: Sequence[str] = ()) -> Json:
    """``audit.diff/1``; ``unfinished`` says in words what is not known since it could not be solved."""
    return {
        "schema": "audit.diff/1",
        "engine": VERSION,
        "old": comparison.old,
        "new": comparison.new,
        "entries": [entry(e) for e in comparison.entries],
        "renumbered": [entry(e) for e in comparison.renumbered],
        "assumed": [entry(e) for e in comparison.assumed],
        "summary": {
            "entries": len(comparison.entries),
            "alike": comparison.alike,
            "renumbered": comparison.renumbered_statements,
            "unknown": list(comparison.unknown),
            "matched": [list(pair) for pair in comparison.matched],
        },
        "unfinished": list(unfinished),
    }


def entry(change: Entry) -> Json:
    """One difference."""
    return {
        "kind": change.kind.value,
        "what": change.what,
        "subject": change.subject,
        "title": change.title,
        "old": change.old,
        "new": change.new,
        "old_cite": list(change.old_cites),
        "new_cite": list(change.new_cites),
        "favours": change.favours.value,
        "severity": change.weight.value,
        "house_edge": {
            "old": None if change.old_edge is None else str(change.old_edge),
            "new": None if change.new_edge is None else str(change.new_edge),
            **({"not_solved": True} if change.is_unsolved else {}),
        },
        "meters": [{"name": m.meter, "old": str(m.old), "new": str(m.new)} for m in change.meters],
        "witness": None if change.witness is None else witness(change.witness),
        "no_round_differs": change.no_round_differs,
        "note": change.note,
    }


# list and show


def list_document(heads: Iterable[Head]) -> Json:
    """``audit.list/1``."""
    return {"schema": "audit.list/1", "rulesets": [_head(head) for head in heads]}


def _head(head: Head) -> Json:
    approved = head.dated(DateKind.APPROVED)
    return {
        "id": head.id,
        "kind": head.kind.value,
        "title": head.title,
        "issuer": head.issuer,
        "jurisdiction": head.jurisdiction,
        "approved": None if approved is None or approved.on is None else approved.on.isoformat(),
        "dates": [
            {
                "kind": d.kind.value,
                "on": d.on.isoformat() if d.on else None,
                "by": d.by,
                "words": d.words,
                **_basis(d.basis),
            }
            for d in head.dates
        ],
        "source": [
            {
                "document": s.document,
                "lines": [s.first_line, s.last_line] if s.first_line else None,
                "witness": s.is_witness,
            }
            for s in head.sources
        ],
        "amends": head.amends,
        "supersedes": list(head.supersedes),
        "under": head.under,
        "chapter": head.chapter,
        "begins_at": head.begins_at,
        "missing": list(head.missing),
        "breaks_off_at": head.breaks_off_at,
    }


def show_document(ruleset: Ruleset) -> Json:
    """``audit.show/1``: a reader's summary, and every statement in full under ``statements``."""
    return {
        "schema": "audit.show/1",
        "ruleset": {
            **_head(ruleset.head),
            "options": [_option(o) for o in ruleset.of(pm.Option)],
            "wagers": [_wager(w, ruleset) for w in ruleset.of(wg.Wager)],
            "hands": [s.name.text for s in ruleset.statements if isinstance(s, wt.Hand)],
            "duties": [_duty(d) for d in ruleset.of(ct.Duty)],
            "assumptions": [
                *(_assumption(a) for a in ruleset.of(pm.Assumption)),
                *(_reason(because, bases) for because, bases in reasons(ruleset).items()),
            ],
            "statements": [plain(s) for s in ruleset.statements],
        },
    }


def _option(option: pm.Option) -> Json:
    return {
        "id": option.name.text,
        "title": option.title,
        "permitted": domain_text(option),
        "default": None if option.default is None else value_text(option.default),
        **_basis(option.basis),
    }


def _assumption(assumption: pm.Assumption) -> Json:
    return {
        "id": assumption.name.text,
        "because": assumption.because,
        "taken": None if assumption.taken is None else value_text(assumption.taken),
        "instead": [value_text(v) for v in assumption.instead],
        **_basis(assumption.basis),
    }


def _reason(because: str, bases: Sequence[Basis]) -> Json:
    """A reason behind lines, with the clauses of all of them and the place of the first."""
    cites = list(dict.fromkeys(str(c) for b in bases for c in b.cites))
    return {"id": None, "because": because, "taken": None, "instead": [], **_basis(bases[0]), "cite": cites}


def _duty(duty: ct.Duty) -> Json:
    return {
        "id": duty.name.text,
        "who": str(duty.actor),
        "modal": duty.modal.value,
        "what": duty.text,
        "slots": [slot_text(s) for s in duty.all_slots],
        "provided": [_proviso(line) for line in duty.lines if isinstance(line, ct.Proviso)],
        **_basis(duty.basis),
    }


def _proviso(line: ct.Proviso) -> str:
    size = getattr(line.quantity, "size", None)
    return f"{line.text}: {size_text(size)}" if size is not None else line.text


def _wager(found: wg.Wager, ruleset: Ruleset) -> Json:
    return {
        "id": found.name.text,
        "name": found.title,
        "payouts": list(_payouts(found, ruleset)),
        "lines": [plain(line) for line in found.lines],
        **_basis(found.basis),
    }


def _payouts(found: wg.Wager, ruleset: Ruleset) -> Iterator[Json]:
    """Where the odds of a wager stand: its own lines, lists, rates and tables."""
    name = found.name.text
    for line in found.lines:
        if isinstance(line, wg.PaysLine):
            yield {"when": None, "odds": _odds(line.payout), **_basis(line.basis)}
        elif isinstance(line, wg.PaysByTable):
            yield from _rows(line.table, name)
    for listed in ruleset.of(tb.PayoutList):
        yield from _rows(listed.table, name)
    for statement in pricing(ruleset, name):
        if isinstance(statement, tb.PaysRate):
            yield {"when": None, "odds": _odds(statement.payout), **_basis(statement.basis)}
        elif isinstance(statement, tb.PaysTable):
            yield from _rows(statement.table, name)


def _rows(table: tb.Table, name: str) -> Iterator[Json]:
    lists_wagers = any(isinstance(c, tb.OfWager) for c in table.columns)
    for row in table.rows:
        if lists_wagers and not speaks_of(row, name):
            continue
        tests = [
            pattern_text(cell)
            for column, cell in zip(table.columns, row.cells, strict=True)
            if isinstance(column, tb.Looks | tb.LooksOn | tb.OfWager) and cell is not None
        ]
        for column, cell in zip(table.columns, row.cells, strict=True):
            if isinstance(column, tb.Pays | tb.PaysBounded | tb.Spread) and cell is not None:
                spread = [pattern_text(column.value)] if isinstance(column, tb.Spread) else []
                yield {"when": ", ".join(tests + spread) or None, "odds": _odds(cell), **_basis(row.basis)}


def _odds(cell: object) -> str:
    payout = getattr(cell, "payout", cell)
    if isinstance(payout, enum.Enum):
        return str(payout.value)
    return str(payout) if isinstance(payout, Odds) else pattern_text(payout)


def _basis(basis: Basis) -> Json:
    assumption = basis.assumption
    return {
        "cite": [str(c) for c in basis.cites],
        "assumed": None if assumption is None else str(assumption),
        "line": basis.span.line or None,
        "edition": basis.edition or None,
    }


def plain(node: Any) -> Any:
    """Any piece of a ruleset as plain data, its class under ``construct``; complete, for programs."""
    if isinstance(node, Name):
        return node.text
    if isinstance(node, Odds | Fraction | Card):
        return str(node)
    if isinstance(node, enum.Enum):
        return node.value
    if isinstance(node, date):
        return node.isoformat()
    if isinstance(node, tuple):
        return [plain(item) for item in node]
    if is_dataclass(node) and not isinstance(node, type):
        made: Json = {"construct": type(node).__name__}
        for field in fields(node):
            value = getattr(node, field.name)
            if field.name != "basis" and value is not None and value not in ((), False):
                made[field.name] = plain(value)
        return {**made, **_basis(node.basis)} if isinstance(node, Stated) else made
    return node


# play


def play_document(ruleset: str, seed: int | None, events: Iterable[ev.Event], replay: str) -> Json:
    """``audit.play/1``."""
    return {
        "schema": "audit.play/1",
        "engine": VERSION,
        "ruleset": ruleset,
        "seed": seed,
        "replay": replay,
        "events": [_event(e) for e in events],
    }


def _event(event: ev.Event) -> Json:
    made: Json = {"event": re.sub(r"(?<!^)(?=[A-Z])", "_", type(event).__name__).lower()}
    for field in fields(event):
        value = getattr(event, field.name)
        if field.name == "outcome":
            made["outcome"] = outcome_text(value)
        elif isinstance(event, ev.Dealt) and field.name == "cards":
            made["cards"] = [{"area": area, "card": str(card)} for area, card in event.cards]
        elif isinstance(event, ev.CardsSet) and field.name == "parts":
            made["parts"] = [{"part": part, "cards": [str(card) for card in cards]} for part, cards in event.parts]
        elif field.name != "bases":
            made[field.name] = plain(value)
    made["cite"] = list(dict.fromkeys(str(c) for b in event.bases for c in b.cites))
    return made
