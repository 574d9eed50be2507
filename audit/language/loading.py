"""From a file to a checked ruleset: parse, assemble, build, resolve.  Every mistake on the way is collected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from audit.files import ReadError
from audit.language import choices, defaults, resolving, steps
from audit.language.assembling import Assembled, assemble
from audit.language.beside import beside
from audit.language.building import Above, BuildError
from audit.language.building_statements import StatementBuilder
from audit.language.diagnostics import Diagnostic, LanguageError, Severity
from audit.language.heads import build_head
from audit.language.library import Library, Parsed
from audit.language.memories import settle_clears
from audit.language.mistakes import explain_build
from audit.language.mistakes import names as wording
from audit.language.parsing import parse
from audit.language.syntax import Node, Source
from audit.language.vocabulary import Vocabulary, vocabulary
from audit.ruleset.controls import Term
from audit.ruleset.head import FileKind, Head
from audit.ruleset.names import Kind
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Statement


@dataclass(frozen=True)
class Checked:
    """What became of a file: the ruleset, where it could be made, and every mistake in the order of the file."""

    source: Source
    ruleset: Ruleset | None
    diagnostics: tuple[Diagnostic, ...]
    assembled: Assembled | None = None
    id: str | None = None

    @property
    def errors(self) -> list[Diagnostic]:
        return [d for d in self.diagnostics if d.severity is Severity.ERROR]


def check(parsed: Parsed, library: Library) -> Checked:
    """Reads a ruleset as far as it can be read; what it includes and amends is looked up in the library."""
    file = parsed.file
    found = list(parsed.diagnostics)
    if file.head is None:
        return Checked(file.source, None, tuple(found))
    is_whole = not any(d.severity is Severity.ERROR for d in found)
    assembled = assemble(file, library, is_whole=is_whole)
    found.extend(d for d in assembled.diagnostics if d not in found)
    head = _head(file.head, file.source, found)
    declared = vocabulary(assembled.statements)
    names = _with_regulation(declared, head, library)
    statements = tuple(_build(assembled, names, found))
    whole, cycles = defaults.work_in(settle_clears(statements), frozenset(assembled.own))
    found.extend(cycles)
    if is_whole:
        unfilled = {d.message.split(" of the fragment")[0].split()[-1] for d in found if d.name == "needs-unfilled"}
        used = resolving.Names(names, assembled.sources)
        mistaken = [
            *_names(whole, used, frozenset(assembled.own), head), *_doubled(whole, declared), *resolving.built_in(declared),
            *choices.outside(whole, used),
            *steps.unreached(whole),
        ]
        found.extend(d for d in mistaken if not any(f'"{name}"' in d.message for name in unfilled))
    found.sort(key=lambda d: (d.span.source != file.source.name, d.span.line, d.span.column))
    is_sound = not any(d.severity is Severity.ERROR for d in found)
    ruleset = None
    if is_sound and head is not None:
        written = (file.head, *assembled.statements, *assembled.beside)
        above = Above(assembled.editions, assembled.elsewhere)
        ruleset = Ruleset(head, whole, tuple(beside(written, (head, *whole), above, assembled.sources)))
    return Checked(file.source, ruleset, tuple(found), assembled, parsed.id)


def load(wanted: str, library: Library) -> Ruleset:
    """The checked ruleset of an id or a path.

    Raises `LanguageError` with every mistake where there is one, `ReadError` where a file cannot be read.
    """
    checked = check(library.open(wanted), library)
    if checked.ruleset is None:
        raise LanguageError(list(checked.diagnostics))
    return checked.ruleset


def load_text(text: str, library: Library, name: str = "text.rop") -> Ruleset:
    """The checked ruleset of a text; as `load`."""
    file, mistakes = parse(Source(name, text))
    checked = check(Parsed(file, tuple(mistakes)), library)
    if checked.ruleset is None:
        raise LanguageError(list(checked.diagnostics))
    return checked.ruleset


def _with_regulation(names: Vocabulary, head: Head | None, library: Library) -> Vocabulary:
    """The names of a file; of a submission those of its regulation behind them, where that is at hand."""
    if head is None or head.under is None:
        return names
    try:
        regulation = assemble(library.open(head.under).file, library)
    except ReadError:
        return names
    return names.over(vocabulary(regulation.statements))


def _head(node: Node, source: Source, found: list[Diagnostic]) -> Head | None:
    try:
        return build_head(node)
    except BuildError as error:
        found.append(explain_build(error, source))
        return None


def _build(assembled: Assembled, names: Vocabulary, found: list[Diagnostic]) -> Iterator[Statement]:
    builder = StatementBuilder(names)
    above = Above(assembled.editions, assembled.elsewhere)
    for node in assembled.statements:
        try:
            yield from builder.statements(node, above)
        except BuildError as error:
            found.append(explain_build(error, assembled.sources[node.span.source]))


def _names(
    statements: tuple[Statement, ...], names: resolving.Names, own: frozenset[str], head: Head | None
) -> Iterator[Diagnostic]:
    """Names that are unknown, of the wrong kind, or declared twice."""
    is_fragment = head is not None and head.kind is FileKind.FRAGMENT
    seen: set[tuple[str, int, int]] = set()
    for statement in statements:
        if isinstance(statement, Term) and (is_fragment or statement.basis.edition not in own):
            continue  # a fragment's word for a thing that its host does not have is idle
        for mistake in resolving.check_names(statement, names):
            key = (mistake.name, mistake.span.line, mistake.span.column)
            if key not in seen:
                seen.add(key)
                yield mistake


def _doubled(statements: tuple[Statement, ...], names: Vocabulary) -> Iterator[Diagnostic]:
    """Names declared twice; under different choices one name may stand twice, and choices and parts stand apart."""
    free = {s.name.text for s in statements if s.when is not None and hasattr(s, "name") and s.name is not None}
    for name, every in names.declared.items():
        declared = [d for d in every if not d.kind & (Kind.CHOICE | Kind.PART)]
        if len(declared) > 1 and name not in free:
            first, second = declared[:2]
            yield wording.declared_twice(name, second.span, second.kind, first.span, first.kind, title=second.title)
