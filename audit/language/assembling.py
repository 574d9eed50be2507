"""A ruleset made whole: what it includes and what it amends worked in.

Every node keeps the place where its words stand, in whichever file that is; `Assembled.editions` tells which ruleset
a file is.  A statement of the amended edition that is carried on stands under the numbers of the new one.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from audit.files import ReadError
from audit.language.amending import VERBS, amend
from audit.language.building import text_of
from audit.language.clauses import Parts
from audit.language.diagnostics import Diagnostic, Severity
from audit.language.entries import Entry, Inclusion, flatten, rebuild
from audit.language.identity import CHANGES, game_of, key_of
from audit.language.including import close_holes, id_word, inclusion_of, take_over
from audit.language.library import Library
from audit.language.old_edition import Old
from audit.language.originals import Originals
from audit.language.renumbering import cited_in
from audit.language.syntax import Node, Source, SyntaxFile, Word
from audit.ruleset.basis import Span

DEEPEST = 16
MOST_STATEMENTS = 20_000
MOST_INCLUDES = 200


@dataclass(frozen=True, slots=True)
class Assembled:
    """A whole ruleset.

    ``statements`` are those of the file and of all it takes over, the included first; none of them includes or amends,
    and no need is left that something fills.  ``editions`` gives for the source name of a span the id of the ruleset
    that it is from.  ``own`` are the ids of the file and of the editions it amends, the newest first: clauses of those
    are clauses of one document.  ``included`` are the lines by which statements of other files came in; ``beside`` are all
    lines that include, remove, drop or rename, here and in what is taken over whole.  ``elsewhere`` gives for the source name
    of a span what the document is called that its clauses are of, where that is another one than that of this file.
    """

    head: Node | None
    statements: tuple[Node, ...]
    editions: dict[str, str]
    own: tuple[str, ...]
    included: tuple[Inclusion, ...]
    sources: dict[str, Source]
    diagnostics: tuple[Diagnostic, ...]
    beside: tuple[Node, ...] = ()
    elsewhere: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Gathered:
    """A file and what it takes over, laid flat."""

    id: str
    entries: tuple[Entry, ...]
    editions: dict[str, str]
    own: tuple[str, ...]
    included: tuple[Inclusion, ...]
    sources: dict[str, Source]
    diagnostics: tuple[Diagnostic, ...]
    beside: tuple[Entry, ...] = ()


@dataclass(frozen=True, slots=True)
class _Link:
    """One file of the chain that is being gathered, the word that names the next, and what it does with that."""

    id: str
    word: Word
    verb: str


def assemble(file: SyntaxFile, library: Library, *, is_whole: bool = True) -> Assembled:
    """The whole ruleset of a file, its parts looked up in a library.

    Nothing is raised: what is missing, runs in a circle, or does not fit is in `Assembled.diagnostics`, with the
    mistakes of the files that were read on the way.  ``is_whole`` is false where lines of the file itself were lost to
    mistakes: then a hole that nothing fills is not told, since what fills it may have been lost.
    """
    gathering = _Gathering(library)
    gathered = gathering.gather(file, (), is_whole)
    return Assembled(
        file.head, rebuild(gathered.entries), gathered.editions, gathered.own, gathered.included, gathered.sources,
        tuple(dict.fromkeys(gathered.diagnostics)), tuple(e.node for e in gathered.beside),
        {name: called for name, id_ in gathered.editions.items() if (called := gathering.other_document(gathered, id_)) is not None},
    )


class _Gathering:
    """Gathers files, each once."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self.known: dict[str, _Gathered] = {}
        self.chapters: dict[str, str] = {}

    def gather(self, file: SyntaxFile, chain: tuple[_Link, ...], is_whole: bool) -> _Gathered:
        words = _head_words(file.head, "")
        me = words[0].text if words else ""
        self.chapters[me] = " ".join(text_of(word) for word in _head_words(file.head, "chapter"))
        return _Step(self, file, me, chain).gathered(is_whole)

    def other_document(self, whole: _Gathered, part: str) -> str | None:
        """What clauses of a part are called by in the whole; None where both count them in one chapter, or are of one game."""
        chapter = self.chapters.get(part, "")
        if part in whole.own or game_of(part) == game_of(whole.id) or (chapter and chapter == self.chapters.get(whole.id)):
            return None
        return chapter or game_of(part).rpartition("/")[-1]

    def other(self, word: Word, chain: tuple[_Link, ...]) -> _Gathered | Diagnostic:
        """Another file, whole; or why it cannot be had."""
        circle = _circle(word, chain)
        if circle is not None:
            return circle
        if len(chain) >= DEEPEST:
            return Diagnostic(
                "include-depth", f"more than {DEEPEST} files build on one another here", word.span,
                "include the part itself, not a file that includes it",
            )
        if word.text not in self.known:
            try:
                parsed = self.library.parsed(word.text)
            except ReadError as error:
                return Diagnostic(error.kind, f"{error.place}: {error.message}", word.span, error.mend)
            found = self.gather(parsed.file, chain, not _are_wrong(parsed.diagnostics))
            self.known[word.text] = replace(found, diagnostics=(*parsed.diagnostics, *found.diagnostics))
        return self.known[word.text]


class _Step:
    """One file: its lines, what it builds on, and the whole that comes of it."""

    def __init__(self, gathering: _Gathering, file: SyntaxFile, me: str, chain: tuple[_Link, ...]) -> None:
        self.gathering, self.file, self.me, self.chain = gathering, file, me, chain
        self.kind = file.head.kind if file.head is not None else "ruleset"
        self.editions: dict[str, str] = {file.source.name: me}
        self.sources: dict[str, Source] = {file.source.name: file.source}
        self.own: list[str] = [me]
        self.included: list[Inclusion] = []
        self.inherited: list[Inclusion] = []
        self.mistakes: list[Diagnostic] = []
        self.beside: list[Entry] = []
        self.is_short = False
        """Whether something that it builds on is not at hand, so that what is missing proves nothing."""

    def gathered(self, is_whole: bool) -> _Gathered:
        lines = flatten(self.file.statements)
        amended = self._built_on("amends", "amends")
        under = self._built_on("under", "is under") if any(e.node.kind in VERBS for e in lines) else None
        if amended is not None:
            self.own += amended.own
            self.included += amended.included
            self.inherited = [i for i in amended.included if i.by in amended.own]
            self.beside += amended.beside
        carried = list(amended.entries) if amended is not None else []
        fresh: list[Entry] = []
        rest: list[Entry] = []
        for entry in lines:
            include = _include_in(entry.node)
            if include is None:
                rest.append(entry)
            elif len(self.included) > MOST_INCLUDES or len(fresh) > MOST_STATEMENTS:
                said = f"more than {MOST_INCLUDES} files, or {MOST_STATEMENTS:,} statements, are included"
                self.mistakes.append(Diagnostic("too-long", said, id_word(include).span))
                break
            elif include is entry.node:
                self._plain_include(entry, fresh)
            else:
                self._replace_include(entry, include, carried)
        bases = [amended.id if amended else "", *(i.id for i in self.included), under.id if under else ""]
        old = Old(
            next((base for base in bases if base), ""), self.me, self.file.source.name, carried, fresh,
            list(under.entries) if under is not None else [], under.id if under is not None else "", beside=self.beside,
        )
        amend(old, rest, Originals(self.sources), _cited(carried))
        entries, unfilled = close_holes(_once([*old.fresh, *old.entries, *old.plain]), self.kind == "fragment")
        if self.is_short:
            # What a file that is not at hand would have brought is not missed a second time.
            old.mistakes = [m for m in old.mistakes if not m.name.endswith("-missing")]
        if self.is_short or not is_whole:
            unfilled = []
        if len(entries) > MOST_STATEMENTS:
            entries = entries[:MOST_STATEMENTS]
            said = f"more than {MOST_STATEMENTS:,} statements in all"
            self.mistakes.append(Diagnostic("too-long", said, _first_word(self.file)))
        self.included += [e.via for e in old.plain if e.via is not None]
        return _Gathered(
            self.me, tuple(entries), self.editions, tuple(dict.fromkeys(self.own)), tuple(self.included),
            self.sources, (*self.mistakes, *old.mistakes, *unfilled),
            tuple(_each_once([*(Entry(node) for entry in lines for node in _leaving_nothing(entry.node)), *old.beside])),
        )

    def _built_on(self, line: str, verb: str) -> _Gathered | None:
        """The edition that the head amends, or the regulation that it is under."""
        words = _head_words(self.file.head, line)
        return self._other(words[0], verb) if words else None

    def _other(self, word: Word, verb: str) -> _Gathered | None:
        other = self.gathering.other(word, (*self.chain, _Link(self.me, word, verb)))
        if isinstance(other, Diagnostic):
            self.mistakes.append(other)
            self.is_short = True
            return None
        for name, source in other.sources.items():
            if name in self.sources and self.sources[name].text != source.text:
                said = f"two files go by the name {name} here"
                self.mistakes.append(Diagnostic("same-name", said, word.span, "another name for one of them"))
                self.is_short = True
                return None
        self.is_short = self.is_short or _are_wrong(other.diagnostics)
        self.editions = other.editions | self.editions
        self.sources = other.sources | self.sources
        self.mistakes += other.diagnostics
        return other

    def _plain_include(self, entry: Entry, fresh: list[Entry]) -> None:
        line = entry.node
        there = next((i for i in self.inherited if key_of(i.line) == key_of(line)), None)
        if there is not None:
            self.mistakes.append(
                Diagnostic(
                    "already-there", f"{key_of(there.line).said} is in {there.by}, line {there.line.span.line}",
                    id_word(line).span, '"replace include" takes its place',
                )
            )
            return
        fresh.extend(self._taken(entry, line))

    def _taken(self, entry: Entry, line: Node) -> list[Entry]:
        other = self._other(id_word(line), "includes")
        inclusion = inclusion_of(line, self.me)
        self.included.append(inclusion)
        if other is None:
            return []
        self.included += [i for i in other.included if i not in self.included]
        if line.kind == "include_all":
            self.beside += [replace(e, via=inclusion) for e in other.beside]
        taken, mistakes = take_over(inclusion, other.entries, entry.headings)
        # A file with mistakes of its own may have lost the very thing.
        self.mistakes += [] if _are_wrong(other.diagnostics) else mistakes
        return taken

    def _replace_include(self, entry: Entry, line: Node, carried: list[Entry]) -> None:
        """Another edition of an included file in the place of the one that the amended edition includes."""
        there = next((i for i in self.inherited if key_of(i.line) == key_of(line)), None)
        if there is None:
            has = self.inherited[0] if self.inherited else None
            said = f"what is amended includes no edition of {game_of(id_word(line).text)}"
            mend = f"it includes {has.id}" if has else 'a new include is a plain statement, without "replace"'
            self.mistakes.append(Diagnostic("replace-missing", said, id_word(line).span, mend))
            return
        self.included = [i for i in self.included if i is not there]
        self.beside = [e for e in self.beside if e.node.span != there.line.span and not _came_by(e, there)]
        first = next((n for n, e in enumerate(carried) if _came_by(e, there)), 0)
        kept = [e for e in carried if not _came_by(e, there)]
        taken = self._taken(entry, line)
        carried[:] = [*kept[:first], *taken, *kept[first:]]


def _cited(carried: Sequence[Entry]) -> frozenset[Parts]:
    """The clauses that the amended edition itself cites."""
    lines = {id(node): node for e in carried if e.via is None for node in (*e.headings, e.node)}
    return frozenset(cited_in(lines.values()))


def _are_wrong(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether there are errors among them; a warning loses no line."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


def _came_by(entry: Entry, inclusion: Inclusion) -> bool:
    return entry.via is not None and entry.via.line.span == inclusion.line.span


def _include_in(node: Node) -> Node | None:
    """The ``include`` that a statement is, or puts in the place of another."""
    inner = node.children[0] if node.kind == "replace" else node
    return inner if isinstance(inner, Node) and inner.kind in ("include", "include_all") else None


def _leaving_nothing(node: Node) -> list[Node]:
    """The lines of a statement that are worked in and leave nothing of their own: what includes, removes, drops, renames."""
    include = _include_in(node)
    if include is not None:
        return [include]
    if node.kind in CHANGES:
        return [line for line in node.body if line.kind == "drop_line"]
    return [node] if node.kind in VERBS - {"replace"} else []


def _each_once(entries: Iterable[Entry]) -> Iterable[Entry]:
    return {entry.node.span: entry for entry in entries}.values()


def _once(entries: Iterable[Entry]) -> list[Entry]:
    """The entries, each once: what two included files both include comes in by both, and is one thing still."""
    seen: dict[tuple[Span, Node], None] = {}
    kept: list[Entry] = []
    for entry in entries:
        mark = entry.node.span, entry.node
        if entry.via is None or mark not in seen:
            kept.append(entry)
        seen[mark] = None
    return kept


def _head_words(head: Node | None, line: str) -> list[Word]:
    """The words of a line of the head; of the head itself where no line is named."""
    if head is None:
        return []
    lines = [head] if not line else [child for child in head.body if child.kind == line]
    return [word for child in lines for word in child.words if isinstance(word, Word)]


def _first_word(file: SyntaxFile) -> Span:
    words = _head_words(file.head, "")
    return words[0].span if words else Span(file.source.name, 1, 1, 1, 2)


def _circle(word: Word, chain: tuple[_Link, ...]) -> Diagnostic | None:
    """What is said where a file comes back to itself: the whole circle, and where it closes."""
    ids = [link.id for link in chain]
    if word.text not in ids:
        return None
    circle = chain[ids.index(word.text) :]
    first, last = circle[0], circle[-1]
    path = " -> ".join([*(link.id for link in circle), word.text])
    verb = "include" if all(link.verb == "includes" for link in circle) else "build on"
    if first is last:
        said, mend = f"this ruleset {last.verb} itself", "another edition, or a part that both need"
    else:
        said = f"these rulesets {verb} one another: {path}"
        mend = f"at {last.word.span} it {last.verb} {word.text}; put what both need into a fragment"
    return Diagnostic("include-cycle", said, first.word.span, mend)
