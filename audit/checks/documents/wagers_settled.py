"""Which wagers a document pays, and of which it says when they lose."""

from __future__ import annotations

import re

from audit.checks.documents.context import Written
from audit.checks.documents.names_told import NamesTold
from audit.checks.documents.sentences import all_sentences, sentences_with
from audit.checks.documents.wagers_named import LOST, PAID, Defined, label_rows, without_either

_AS_IF = re.compile(r"\bas (?:if|though)\b.*", re.DOTALL)


def is_paid(written: Written, wager: Defined) -> bool:
    """Whether a row of a table bears its name, or a sentence that speaks of a payout names it as what is paid."""
    return written.once("rows that pay", lambda: _rows(written)).has(wager.name) or written.once(
        "sentences of payouts", lambda: _paying(written)
    ).has(wager.name)


def _rows(written: Written) -> NamesTold:
    """The labels of rows that pay; one with a colon heads rows of its own."""
    return NamesTold.of(label for _, _, label, cells in label_rows(written) if any(cells) or label.endswith(":"))


def _paying(written: Written) -> NamesTold:
    """The sentences that speak of a payout, as far as they say what is paid."""
    told = (s.words for s in sentences_with(written, "pay", "paid") if PAID.search(s.words))
    return NamesTold.of(_AS_IF.sub("", words) for words in told)


def is_said_to_lose(written: Written, wager: Defined) -> bool:
    """Whether the clause or any other sentence that names it says what it loses on."""
    return wager.loses or written.once("sentences that lose", lambda: _losing(written)).has(wager.name)


def _losing(written: Written) -> NamesTold:
    """The sentences that say what loses."""
    return NamesTold.of(s.words for s in all_sentences(written) if LOST.search(without_either(s.words)))
