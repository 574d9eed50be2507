"""One ruleset verified, with what was found: what `verify`, `diff` and `report` have in common."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from audit.commands.holding import with_roles
from audit.commands.replaying import Typed, findings_typed, typed
from audit.commands.session import USAGE, Session, Stop, choices, named, near, no_such, usage

if TYPE_CHECKING:
    from audit.checks.citations import Cited
    from audit.checks.finding import Finding
    from audit.documents.document import Document
    from audit.language.library import Library
    from audit.language.loading import Checked
    from audit.language.syntax import Source
    from audit.ruleset.configure import ConfigureError
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.planner import Verified

LEAST_ROUNDS = 2
"""Fewer have no interval (`audit.solve.sampling`, which is not loaded to read what is asked)."""

MOST_ROUNDS = 10_000_000_000
MOST_CARDS_LEFT = 10_000
GREATEST_SEED = 2**63 - 1


@dataclass(frozen=True)
class Wanted:
    """What is asked of each ruleset."""

    choose: tuple[str, ...] = ()
    wagers: tuple[str, ...] = ()
    sample: int | None = None
    seed: int = 1
    jobs: int = 1
    """How many batches of sampled rounds are played at a time."""
    cut_card: int | None = None
    """So many cards are left when a shoe is shuffled from which rounds are sampled; None: each has a fresh one."""
    document: str | None = None
    in_force: bool = False
    """Only what is in force: no other readings, no other values of options."""
    roles: tuple[str, ...] = ()
    """Who holds a role, as ``--role`` has it."""

    @property
    def limits(self) -> list[str]:
        """The options but ``--choose`` and ``--jobs`` by which `audit verify` is asked the same."""
        sampled = [] if self.sample is None else ["--sample", str(self.sample), "--seed", str(self.seed)]
        cut = [] if self.cut_card is None else ["--cut-card", str(self.cut_card)]
        in_force = ["--in-force"] if self.in_force else []
        roles = [x for item in self.roles for x in ("--role", item)]
        return [*roles, *(x for name in self.wagers for x in ("--wager", name)), *sampled, *cut, *in_force]


@dataclass(frozen=True)
class Done:
    """A ruleset verified: what it is, what came out, what was found, and what could not be examined."""

    typed: Typed
    checked: Checked
    ruleset: Ruleset
    verified: Verified
    findings: tuple[Finding, ...]
    unfinished: tuple[str, ...] = ()
    path: Path | None = None
    held: tuple[Document, Cited] | None = None
    """The document that it was held against, and its citations there."""
    taken_over: tuple[tuple[str, str], ...] = ()
    """The ids of other rulesets of which lines stand in it, each with the SHA-256 of its text."""
    gave_up: bool = False
    """Whether something was given up for want of time."""


def silent(detail: str) -> None:
    """Nobody watches."""


def examine(
    session: Session, asked: str, checked: Checked, wanted: Wanted, part: Callable[[str], None] = silent
) -> Done:
    """One ruleset verified, with its findings; raises `Stop` where it cannot be played alone or a choice is wrong."""
    import hashlib

    from audit.checks.context import Context
    from audit.checks.language import as_finding
    from audit.checks.rules import examine as look_for_findings
    from audit.ruleset.configure import ConfigureError
    from audit.ruleset.wagers import Wager
    from audit.solve.planner import verify

    ruleset = checked.ruleset
    assert ruleset is not None
    not_alone(session, ruleset)
    ruleset = with_roles(ruleset, wanted.roles, choices(wanted.choose))
    name = ruleset.head.id
    known = [w.name.text for w in ruleset.of(Wager)]
    for wager in wanted.wagers:
        if wager not in known:
            raise no_such(name, "wager", wager, known)
    rules = session.rules()
    digest = hashlib.sha256(checked.source.text.encode()).hexdigest()

    def progress(wager: str, n: int, count: int) -> None:
        part(f"{wager}, {n + 1} of {count} wagers")

    try:
        if wanted.cut_card is not None:
            _may_have_a_cut_card(ruleset, wanted)
        verified = verify(
            ruleset,
            choices(wanted.choose),
            only=wanted.wagers,
            sha256=digest,
            with_variations=not wanted.in_force,
            progress=progress,
        )
        if wanted.sample is not None:
            from audit.solve.sampling import with_samples

            part(f"{wanted.sample:,} rounds")
            verified = with_samples(verified, wanted.sample, wanted.seed, jobs=wanted.jobs, cut_card=wanted.cut_card)
    except ConfigureError as error:
        raise wrong_choice(error, ruleset, wanted.choose) from error
    part("findings")
    found = look_for_findings(Context(ruleset, verified.configured, verified, rules, frozenset(wanted.wagers)))
    findings = tuple(f for f in found.findings if not wanted.wagers or is_about(f, wanted.wagers, ruleset, verified))
    to = typed(session, asked, name, session.library())
    held = _held(checked, ruleset, wanted.document, part)
    absent = tuple(as_finding(d, name) for d in held[1].missing) if held is not None else ()
    others = taken_over(ruleset, checked.assembled.sources if checked.assembled is not None else {})
    found_here = (*absent, *findings_typed(findings, to))
    return Done(to, checked, ruleset, verified, found_here, found.unfinished, held=held, taken_over=others, gave_up=found.gave_up)


def taken_over(ruleset: Ruleset, sources: Mapping[str, Source]) -> tuple[tuple[str, str], ...]:
    """The ids of other rulesets of which lines stand in one, each with the SHA-256 of its text."""
    import hashlib

    from audit.ruleset.rewrite import walk
    from audit.ruleset.stated import Stated

    bases = (node.basis for node in walk(ruleset.statements) if isinstance(node, Stated))
    files = {b.span.source: b.edition for b in bases if b.edition not in {"", ruleset.head.id} and b.span.source in sources}
    return tuple((id_, hashlib.sha256(sources[name].text.encode()).hexdigest()) for name, id_ in files.items())


def _may_have_a_cut_card(ruleset: Ruleset, wanted: Wanted) -> None:
    """Raises `Stop` where rounds cannot go on from one shoe."""
    from audit.ruleset.configure import configure
    from audit.solve.draws.sampling import why_no_cut_card

    if wanted.sample is None:
        raise usage("--cut-card is of sampled play", "give --sample N, too")
    why = why_no_cut_card(configure(ruleset, choices(wanted.choose)).ruleset)
    if why is not None:
        raise usage(f"--cut-card: {ruleset.head.id}: {why}")


def _held(
    checked: Checked, ruleset: Ruleset, document: str | None, part: Callable[[str], None]
) -> tuple[Document, Cited] | None:
    """A ruleset held against its document, where one is given."""
    from audit.checks.citations import held_against
    from audit.commands.reading import Asked, read_once

    if document is None or checked.assembled is None:
        return None
    part("citations")
    read_in = read_once(document, Asked())
    return read_in, held_against(ruleset, read_in, checked.assembled.sources)


def is_about(finding: Finding, wagers: Sequence[str], ruleset: Ruleset, verified: Verified) -> bool:
    """Whether a finding bears on one of some wagers, so that a look at one tells nothing of the others.

    A finding says which wagers it is about; a reading bears on the wagers whose results list it, and may bear on any
    where readings were not looked at.
    """
    from audit.ruleset.parameters import Assumption
    from audit.ruleset.wagers import Wager

    words = set(finding.subject.split() if finding.concerns is None else finding.concerns)
    readings = words & {a.name.text for a in ruleset.of(Assumption)}
    bearing = {r.assumption for w in verified.result.wagers for r in w.readings}
    if readings & bearing or (readings and verified.result.in_force_only):
        return True
    named = words & {w.name.text for w in ruleset.of(Wager)}
    return bool(named & set(wagers)) if named or readings else True


def without_solutions(done: Done) -> Done:
    """The same, light enough to be handed from one process to another."""
    return replace(
        done,
        checked=replace(done.checked, assembled=None, ruleset=None),
        verified=replace(done.verified, solutions={}, rows={}, solver=None, cards=None),
    )


def not_alone(session: Session, ruleset: Ruleset) -> None:
    """Raises `Stop` for a fragment, naming the rulesets that include it."""
    from audit.ruleset.head import FileKind

    if ruleset.head.kind is not FileKind.FRAGMENT:
        return
    name = ruleset.head.id
    hosts = including(session.library(), name)
    mend = (
        f"verify what includes it: {', '.join(hosts)}" if hosts else "verify what includes it; no ruleset at hand does"
    )
    raise usage(f"{name} is a fragment and not played alone", mend, "fragment")


def including(library: Library, fragment: str, most: int = 3) -> list[str]:
    """The first few rulesets at hand that include a fragment."""
    from audit.files import ReadError

    found: list[str] = []
    for id_ in library.ids():
        try:
            text = library.read(library.path_of(id_)).text
        except ReadError:
            continue
        lines = (line.split("@")[0].split() for line in text.splitlines() if line.startswith("include "))
        if any(fragment in words for words in lines):
            found.append(id_)
            if len(found) == most:
                break
    return found


def wrong_choice(error: ConfigureError, ruleset: Ruleset, given: Sequence[str], option: str = "--choose") -> Stop:
    """A choice that cannot be made, or one that is wanting, as it is told on stderr; ``option`` is where it was given."""
    from audit.ruleset.configure import OptionUnset, parameters

    name = ruleset.head.id
    if isinstance(error, OptionUnset):
        where = _clauses(error.option.basis.cites)
        others = [
            f"{o.name}{_clauses(o.basis.cites)}" for o in unset(ruleset, given) if o.name.text != error.option.name.text
        ]
        also = f"      also without a value: {', '.join(others)}" if others else ""
        said = f"{name} needs a value for {error.option.name}, which the house sets{where}"
        return usage(said, error.hint + also, error.name)
    if error.name == "option-range":
        return usage(f"{option} {error.message}", error.hint, error.name)
    mend = error.hint
    if error.name == "option-unknown":
        names = [p.name.text for p in parameters(ruleset)]
        mend = near(next((g for g in _names(given) if g not in names), ""), names) + mend
    return usage(f"{name}: {error.message}", mend, error.name)


def unset(ruleset: Ruleset, given: Sequence[str]) -> list[Option]:
    """The options that have neither a default nor a choice."""
    from audit.ruleset.parameters import Option

    chosen = _names(given)
    return [o for o in ruleset.of(Option) if o.default is None and o.name.text not in chosen]


def _names(given: Sequence[str]) -> list[str]:
    return [item.partition("=")[0].strip() for item in given]


def _clauses(cites: Sequence[object]) -> str:
    return f" ({', '.join(map(str, cites))})" if cites else ""


def expanded(asked: Sequence[str], *, documents: bool = False) -> list[str]:
    """Rulesets asked for, each once: a folder stands for the rulesets in it, and for its documents where they count.

    Raises `Stop` where a folder has none.
    """
    from audit.commands.reading import documents_in
    from audit.language.library import files_in

    found: dict[str, None] = {}
    for path in asked:
        if named(path).is_dir() and not path.endswith(".rop"):
            files = [*files_in(Path(path)), *(documents_in(Path(path)) if documents else ())]
            if not files:
                raise nothing_in(path, documents=documents)
            found.update(dict.fromkeys(file.as_posix() for file in files))
        else:
            found[path] = None
    return list(found)


def playable(found: Sequence[str], asked: Sequence[str]) -> tuple[list[str], list[str]]:
    """Those of the rulesets found that are played alone or were asked for by name; and the fragments of a folder."""
    fragments = [path for path in found if path not in asked and _is_fragment(Path(path))]
    return [path for path in found if path not in fragments], fragments


def _is_fragment(path: Path) -> bool:
    from audit.files import ReadError
    from audit.language.reading import read_source

    try:
        lines = read_source(path, str(path)).text.split("\n")
    except ReadError:
        return False
    first = next((line.split() for line in lines if line.strip() and not line.lstrip().startswith("#")), [])
    return first[:1] == ["fragment"]


def nothing_in(path: str, verb: str = "check", *, documents: bool = False) -> Stop:
    """A folder without a ruleset, and without a document where that would do."""
    what = "no .rop file and no document in it" if documents else "no .rop file in it"
    said = f"{path}: error: nothing to {verb}: {what} [nothing-to-{verb}, exit {USAGE}]"
    return Stop(USAGE, said, "audit list shows the rulesets at hand")


def path_of(wanted: str, library: Library) -> Path:
    """Where a ruleset lies that was asked for by path or by id."""
    from audit.language.library import ID

    return library.path_of(wanted) if ID.fullmatch(wanted) and not wanted.endswith(".rop") else Path(wanted)


if TYPE_CHECKING:
    from audit.ruleset.parameters import Option
