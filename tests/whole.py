"""More of what other tests ask already: run with ``AUDIT_WHOLE=1``, so that all others together take less than half an hour."""

from __future__ import annotations

import os

import pytest

WHOLE = pytest.mark.skipif("AUDIT_WHOLE" not in os.environ, reason="more of the same: with AUDIT_WHOLE=1")
LONG_AND_WHOLE = (pytest.mark.long, WHOLE)
