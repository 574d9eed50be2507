"""The report as PDF: archival (PDF/A-3a) and accessible (PDF/UA-1), the same bytes on each run.

What is shown reaches the template as JSON and never as markup, so that words of a document are words.  Only the fonts
inside the engine are used, no clock is asked and nothing is fetched.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Sequence
from dataclasses import dataclass

import typst

from audit.report.data import report_json
from audit.report.glyphs import settable
from audit.report.layout import laid_out
from audit.report.model import Report
from audit.report.paper import Paper
from audit.report.shown import Tree
from audit.resources import folder

STANDARDS = ["a-3a", "ua-1"]

# PDF/A asks for a date.  A ruleset with no date at all gets the one that is read as none.
_NO_DATE: list[Tree] = [1970, 1, 1]


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that travels inside the PDF."""

    name: str
    data: bytes
    description: str
    mime: str = "application/json"


def render_pdf(report: Report, paper: Paper = Paper.A4, attachments: Sequence[Attachment] = ()) -> bytes:
    """The whole PDF; the report's own data are attached as ``report.json``, ``attachments`` beside them.

    Raises `typst.TypstError` where the engine refuses the result, which its own checks of both standards may do.
    """
    data = report_json(report).encode("utf-8", "replace")
    files = [Attachment("report.json", data, "Everything that this report says, as data"), *attachments]
    tree = laid_out(report)
    tree["on"] = tree["on"] or _NO_DATE
    tree["attachments"] = [
        {"name": file.name, "path": f"attached-{n}", "mime": file.mime, "description": file.description}
        for n, file in enumerate(files)
    ]
    parts = {f"attached-{n}": file.data for n, file in enumerate(files)}
    parts["report.json"] = json.dumps(_settable(tree), ensure_ascii=False).encode("utf-8", "replace")
    made: bytes = typst.compile(  # type: ignore[call-overload]  # several files in memory: its stubs know only one
        {**_templates(), **parts}, ignore_system_fonts=True, pdf_standards=STANDARDS,
        sys_inputs={"paper": paper.value},
    )
    return made


def _settable(tree: Tree) -> Tree:
    """The same tree with every text in characters that the fonts have."""
    if isinstance(tree, str):
        return settable(tree)
    if isinstance(tree, list):
        return [_settable(part) for part in tree]
    if isinstance(tree, dict):
        return {key: _settable(part) for key, part in tree.items()}
    return tree


@functools.cache
def _templates() -> dict[str, bytes]:
    found = sorted((folder("reports") / "pdf").glob("*.typ"))
    named = {path.name: path.read_bytes() for path in found}
    return {"main": named.pop("report.typ"), **named}
