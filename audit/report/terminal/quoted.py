"""The clauses that a ruleset cites, in the words of its document."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from audit.checks.citations import Cited
from audit.documents.document import Document
from audit.language.printing import width_of

WIDEST_LABEL = 18


def quoted_lines(cited: Cited, document: Document, width: int) -> Iterator[str]:
    """A clause a paragraph: how it is cited, page and line, its words; last, how many are cited and how many are not there.

    Words are wrapped at ``width``; 0 leaves them on one line.
    """
    room = min(max((width_of(q.citation) for q in cited.quoted), default=0), WIDEST_LABEL)
    yield f"cited clauses of {document.name}"
    for quoted in cited.quoted:
        clause = quoted.clause
        doubt = "" if clause.confidence >= 1 else f" (? {clause.confidence:.2f}: {'; '.join(clause.doubts)})"
        head = f"{quoted.citation:<{room}}  {f'{clause.page}:{clause.at[1]}':<9} "
        words = f"{' '.join(clause.words.split())}{doubt}" or "(no words of its own)"
        if not width:
            yield f"{head}{words}".rstrip()
            continue
        yield from textwrap.wrap(
            words,
            width,
            initial_indent=head,
            subsequent_indent=" " * width_of(head),
            break_on_hyphens=False,
        )
    yield sum_of(cited)


def sum_of(cited: Cited) -> str:
    """``214 clauses cited, 1 not there; 12 citations of other documents``."""
    told = [f"{len(cited.quoted)} clause{'' if len(cited.quoted) == 1 else 's'} cited"]
    if cited.missing:
        told[0] += f", {len(cited.missing)} not there (audit check --document shows where)"
    if cited.elsewhere:
        told.append(f"{cited.elsewhere} citations of what is not in this document")
    return "; ".join(told)
