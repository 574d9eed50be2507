"""The model as JSON data: what travels inside a PDF, and what the golden tests hold."""

from __future__ import annotations

import enum
import json
from datetime import date
from fractions import Fraction
from typing import Any

from audit.report import numbers as nb
from audit.report.model import Report

SCHEMA = "audit.report/1"


def as_data(part: Any) -> Any:
    """Any part of a report as plain data; each object says in ``is`` what it is, each fraction has its decimal."""
    if part is None or isinstance(part, str | int | float):
        return part
    if isinstance(part, tuple | list):
        return [as_data(item) for item in part]
    if isinstance(part, enum.Enum):
        return part.value
    if isinstance(part, Fraction):
        return {"fraction": nb.fraction(part, minus="-"), "decimal": nb.decimal(part)}
    if isinstance(part, date):
        return part.isoformat()
    held = {name: as_data(getattr(part, name)) for name in part.__dataclass_fields__}
    return {"is": type(part).__name__, **held}


def report_json(report: Report) -> str:
    """The whole report; keys in the order of the model, so that equal reports are equal bytes."""
    data = {"schema": SCHEMA, "report": as_data(report)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
