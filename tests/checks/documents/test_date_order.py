"""Dates that a part prints about itself."""

from __future__ import annotations

from datetime import date

import pytest

from audit.checks.documents import date_order
from audit.documents.document import Dated

RULES = """
Date Submitted: 03/01/2021
Date Approved: 02/01/2021

1. Play.

A. The wheel turns.

B. It stops.
"""


def _found(written, *dates):
    return list(date_order.check(written(RULES, dates=dates)))


def test_approved_before_it_was_submitted(written):
    [found] = _found(written, Dated("submitted", date(2021, 3, 1), 1), Dated("approved", date(2021, 2, 1), 2))
    assert found.message == "the edition was approved on 2021-02-01, before it was submitted on 2021-03-01"
    assert (found.span.line, found.span.column, found.cites) == (2, 16, ())
    assert found.effect == "28 days between the two, in the wrong order"


def test_in_order(written):
    assert not _found(written, Dated("submitted", date(2021, 2, 1), 1), Dated("approved", date(2021, 2, 1), 2))


def test_effective_before_it_was_approved(written):
    [found] = _found(written, Dated("approved", date(2021, 2, 2), 1), Dated("effective", date(2021, 2, 1), 2))
    assert found.message == "the edition takes effect on 2021-02-01, before it was approved on 2021-02-02"


def test_dates_far_apart_may_be_of_two_editions(written):
    assert not _found(written, Dated("submitted", date(2021, 3, 1), 1), Dated("approved", date(2021, 2, 1), 60))


@pytest.mark.long
@pytest.mark.parametrize(
    ("number", "lines"), [("000", set()), ("001", {3903}), ("002", set()), ("003", set()), ("004", set())]
)
def test_the_source_documents(examined, number, lines):
    assert {line for line, _ in examined(date_order, number)} == lines
