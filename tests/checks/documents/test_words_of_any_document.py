"""The rules on words and labels hold for any text: no traceback, every finding in the file, and in little time."""

from __future__ import annotations

import time
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from audit.checks.documents import (
    date_order,
    defined_twice,
    numbering,
    reference_broken,
    undefined_term,
    unused_definition,
)
from audit.documents.text import Stretch, Text

RULES = (reference_broken, numbering, defined_twice, undefined_term, unused_definition, date_order)
LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [
                "1. Definitions", "A. “Spin” means a turn.", '2. "Big Bet" means a bet.', "i. see § 7 (relating to spins)", "(a)", "",
                "B. Bets; Limits", "as provided in (3) above.", "iv. Each player spins as prescribed in Subsection (J)(2).", "9.",
                "Big Bets and Small Bets are taken.", "C. either:", "subsections A - D, and rule 4.12 apply", "“”", "§§",
            ]
        ),
        st.text(max_size=60),
    ),
    max_size=40,
)  # fmt: skip


@given(lines=LINES)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_any_lines(written, lines):
    made = written("Title\n" + "\n".join(line.replace("\r", " ").replace("\f", " ") for line in lines) + "\nend")
    for rule in RULES:
        for finding in rule.check(made):
            assert finding.message and finding.recommendation and finding.condition
            assert 1 <= finding.span.line <= len(made.document.printed.lines)
            assert all(path in made.by_path for path in finding.cites)


@pytest.mark.parametrize(
    "words",
    [
        "see (1), " * 20_000,
        "subsection A, " * 20_000,
        "“X” means " * 20_000,
        "Big Small Bet " * 20_000,
        "(" * 100_000,
        "§ " * 100_000,
        "a. " * 50_000,
    ],
    ids=lambda words: words[:12],
)
def test_a_clause_without_end(written, words):
    made = written("1. Definitions\n\nA. “Big Bet” means a bet.\n\nB. “Old Bet” means a bet.\n\nC. The rest.\n\n2. Play\n\n3. Close\n")
    top = made.part.clauses
    long = replace(top[1], text=Text((Stretch(words, 1, 9, 0),)))
    part = replace(made.part, clauses=(top[0], long, *top[2:]))
    begun = time.process_time()
    for rule in RULES:
        list(rule.check(replace(made, part=part)))
    assert time.process_time() - begun < 60
