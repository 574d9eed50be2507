"""A second look at how lines end: clauses that are none, lines that rest on nothing."""

from __future__ import annotations

from collections.abc import Iterator

from audit.language.diagnostics import Diagnostic, Severity
from audit.language.mistakes.looking import Lines, Looked
from audit.language.mistakes.mistake import pieces
from audit.language.mistakes.tails import CiteFault, fault_of
from audit.language.syntax import Node, Word
from audit.ruleset.basis import Span

GROUNDLESS = frozenset({
    "choose", "choose_table", "define_value", "because", "remove", "remove_clause", "drop_line", "include_all",
    "include", "binding", "rename", "permits", "example_told", "configuration", "under_choice", "under_choice_line",
    "under_choice_actions", "under_choice_classes", "needs_wager", "needs_area", "needs_step", "needs_wheel", "note",
})
"""Lines that say nothing of the document, or that stand for the whole of one."""


def cited(word: Word, text: Lines) -> Iterator[Looked]:
    """What is wrong with the clauses behind an ``@``."""
    at = word.text.index("@")
    line = word.span.line + word.text[:at].count("\n")
    column = at - word.text.rfind("\n", 0, at) if "\n" in word.text[:at] else word.span.column + at
    behind = word.text[at + 1 :]
    body = behind.strip()
    fault = fault_of(body)
    if fault is None:
        return
    begin = column + 1 + len(behind) - len(behind.lstrip())
    yield _cite_fault(fault, Span(word.span.source, line, begin, line, begin + len(body)), column, text)


def _cite_fault(fault: CiteFault, body: Span, at: int, text: Lines) -> Looked:
    start, end = body.column + fault.start, body.column + max(fault.end, fault.start + 1)
    if fault.end == 0:
        start, end = at, at + 1
    span = Span(body.source, body.line, start, body.line, end)
    replacement = _replacement(fault, text, body)
    mended = fault.instead if fault.instead is not None else "zz"
    return Looked(
        Diagnostic(fault.name, fault.message, span, fault.mend, replacement=replacement), (text.edit(body, f" {mended}"
                   if fault.end == 0 else mended),),
    )


def _replacement(fault: CiteFault, text: Lines, body: Span) -> str | None:
    """What takes the place of the stretch at fault, where that alone mends the citation."""
    if fault.instead is None or fault.name == "tail-order":
        return None
    whole = text.line(body.line)[body.column - 1 : body.end_column - 1]
    lead, rest = whole[: fault.start], whole[fault.end :]
    instead = fault.instead
    if instead.startswith(lead) and instead.endswith(rest) and len(instead) >= len(lead) + len(rest):
        return instead[len(lead) : len(instead) - len(rest)]
    if instead == lead.rstrip() + ", " + whole[fault.start :]:
        return f", {whole[fault.start : fault.end]}"
    return None


def groundless(node: Node, supported: bool, text: Lines) -> Iterator[Looked]:
    """Lines with no clause and no assumption, of their own or above them."""
    at = node.tail_at
    tail = node.tail
    own = tail.cite is not None or tail.assumed is not None
    supported = supported or own
    body = [c for c in (node.children if at is None else node.children[at + 1 :]) if isinstance(c, Node)]
    if at is not None and not supported and not body and node.kind not in GROUNDLESS and not _says_nothing(node):
        words = pieces(text.line(node.span.line))
        if words:
            span = Span(node.span.source, node.span.line, words[0].start + 1, node.span.line, words[-1].end + 1)
            yield Looked(Diagnostic(
                "no-basis", "this line rests on nothing: no clause, no assumption, none at its head", span,
                '@ and the clause; or, where the text is silent: assumed because "…"', Severity.WARNING,
            ))
    is_first_row = True
    for child in body:
        if child.kind == "table_row" and is_first_row:
            is_first_row = False
            continue
        yield from groundless(child, supported, text)


def _says_nothing(node: Node) -> bool:
    """A class that only takes up what is left, a policy below a head."""
    return node.kind == "hand_class" and any(isinstance(w, Node) and w.kind == "anything_else" for w in node.walk())
