"""Forms that draw forms that draw forms: a small file that would be billions of drawings."""

from __future__ import annotations

import io
import logging
import re
from typing import Any

import pdfplumber
from pdfminer.pdftypes import PDFStream, resolve1

# It would print its own view of a broken file to the terminal.
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)

MOST = 200_000
"""Forms drawn on one page, those within forms among them."""
_DEEPEST = 40
_FORM = re.compile(rb"/Subtype\s*/Form\b")
_DRAWS = re.compile(rb"/([^\s/<>\[\]()%{}]{1,127})\s+Do\b")
_MOST_CONTENT = 20_000_000


def page_of_too_many(data: bytes, password: str) -> int | None:
    """The first page that draws more than `MOST` forms, from 1; None where there is none, or none is found.

    PDFium unfolds all forms of a page before it gives any of them, so this must be known beforehand.
    """
    if len(_FORM.findall(data[:50_000_000])) < 2:
        return None
    try:
        with pdfplumber.open(io.BytesIO(data), password=password) as document:
            counts: dict[int, int] = {}
            for number, page in enumerate(document.pages, start=1):
                drawn = page.page_obj
                forms = _forms(drawn.resources)
                if not any(_forms(form.attrs.get("Resources")) for form in forms.values()):
                    continue
                content = b"\n".join(resolve1(part).get_data() for part in drawn.contents)
                if _drawn(content, forms, counts, 0) > MOST:
                    return number
    except Exception:  # Whatever is broken in the file is for PDFium to judge.
        return None
    return None


def _forms(resources: Any) -> dict[bytes, PDFStream]:
    """The forms that a resource dictionary names."""
    named = resolve1((resolve1(resources) or {}).get("XObject")) or {}
    found = {}
    for name, reference in named.items():
        stream = resolve1(reference)
        if isinstance(stream, PDFStream) and getattr(stream.attrs.get("Subtype"), "name", "") == "Form":
            found[str(name).encode("latin-1", "replace")] = stream
    return found


def _drawn(content: bytes, forms: dict[bytes, PDFStream], counts: dict[int, int], depth: int) -> int:
    """How many forms a content stream draws, with those that they draw."""
    if depth > _DEEPEST:
        return 0
    total = 0
    for found in _DRAWS.finditer(content[:_MOST_CONTENT]):
        form = forms.get(found[1])
        if form is None:
            continue
        key = form.objid if form.objid is not None else id(form)
        if key not in counts:
            counts[key] = 0  # A form that draws itself draws nothing more.
            inner = _forms(form.attrs.get("Resources"))
            counts[key] = _drawn(form.get_data(), inner, counts, depth + 1) if inner else 0
        total += 1 + counts[key]
        if total > MOST:
            break
    return total
