"""The labels of all paragraphs, as the new and as the old text counts them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from audit.documents.docx.blocks import Block, Paragraph
from audit.documents.docx.numbering import Counting, Numbering
from audit.documents.pages import View


def paragraphs_of(blocks: Iterable[Block]) -> Iterator[Paragraph]:
    """All paragraphs, those of cells too, in the order in which Word counts them."""
    for block in blocks:
        if isinstance(block, Paragraph):
            yield block
        else:
            for cell in block.cells:
                yield from cell.paragraphs


def label(blocks: Iterable[Block], numbering: Numbering) -> None:
    """Gives each numbered paragraph its label in the new view and in the old.

    A paragraph whose end a view hides is one with the next, and has the number of the last of them, for a paragraph's
    properties hang on its end.  One of which a view shows neither words nor end is not counted in it.
    """
    all_of_them = list(paragraphs_of(blocks))
    if not any(p.is_listed for p in all_of_them):
        return
    for view in (View.NEW, View.OLD):
        counting = Counting(numbering)
        joined: list[Paragraph] = []
        for paragraph in all_of_them:
            joined.append(paragraph)
            hides_end = bool(paragraph.ends) and bool(paragraph.ends & view.hides)
            if hides_end and not paragraph.closes_cell:
                continue
            _label_joined(joined, view, counting, hides_end)
            joined = []
        if joined:
            _label_joined(joined, view, counting, True)


def _label_joined(joined: list[Paragraph], view: View, counting: Counting, hides_end: bool) -> None:
    listed = joined[-1].listed[view]
    if listed is None:
        return
    shown = [p for p in joined if p.shows(view)]
    if hides_end and not shown:
        return
    made = counting.next_label(listed)
    if made is not None:
        (shown[0] if shown else joined[-1]).labels[view] = made
