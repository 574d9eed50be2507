"""Which wager a pay table is for."""

from __future__ import annotations

import re

from audit.checks.documents.sentences import straightened
from audit.checks.documents.wagers_named import bare_name
from audit.documents.clauses import Clause, Table


def is_table_of(who: str, clause: Clause, table: Table) -> bool:
    """Whether the sentence that announces a table, or its own heading, names the wager and no wager of a longer name."""
    name = bare_name(who)
    heads = [cell.words for row in table.rows[: table.heads] for cell in row]
    announced = [straightened(clause.text.words)[-260:]] if len(clause.tables) == 1 else []
    for words in (*announced, *heads, table.caption.words):
        said = " ".join(bare_name(words))
        if name and f" {' '.join(name)} " in f" {said} ":
            longer = re.findall(rf"([A-Z][\w']*) {re.escape(who)}\b", words)
            return not any(w not in ("The", "A", "An", "Each", "Winning", "Any", "All") for w in longer)
    return False
