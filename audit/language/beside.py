"""Assumptions behind lines that leave no statement: includes, removals, headings, the head of a table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from audit.language.building import Above, basis_of, below
from audit.language.quoting import words_of_line
from audit.language.syntax import Node, Source
from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Beside, Stated


def beside(
    written: Iterable[Node], built: tuple[Stated, ...], above: Above, sources: Mapping[str, Source]
) -> Iterator[Beside]:
    """A line for each reason that was written and is behind nothing that was built of it.

    Whatever a construct becomes, no reason is lost so.  A reason with a name of its own is a statement already.
    """
    told = {node.basis.span for node in walk(built) if isinstance(node, Stated) and node.basis.assumed}
    for node in written:
        for basis in _reasons(node, above):
            if basis.span not in told:
                told.add(basis.span)
                yield Beside(words=words_of_line(basis.span, sources), basis=basis)


def _reasons(node: Node, above: Above) -> Iterator[Basis]:
    """What each line rests on that gives a reason, outermost first."""
    if node.tail_at is None:
        lines = tuple(child for child in node.children if isinstance(child, Node))
    else:
        lines = node.body
        assumed = node.tail.assumed
        if assumed is not None and assumed.kind == "assumed_because":
            yield basis_of(node, above)
        above = below(node, above) if lines else above
    for line in lines:
        yield from _reasons(line, above)
