"""How long a PDF takes beside pdfplumber's own `extract_words` on the same file, in one run.

`python benchmarks/documents_pdf.py FILE…` prints a row for each file; without a file it makes one of 60 pages.  A figure
is the least of several runs, in milliseconds of processor time a page, since other work on the machine only adds to it.
"""

from __future__ import annotations

import hashlib
import io
import sys
import time
from collections.abc import Callable
from pathlib import Path

RUNS = 2
PAGES = 60


def least_of(work: Callable[[], object]) -> float:
    times = []
    for _ in range(RUNS):
        begin = time.process_time()
        work()
        times.append(time.process_time() - begin)
    return min(times)


def made() -> bytes:
    """A redline of 60 pages."""
    from reportlab.lib.styles import getSampleStyleSheet
    from reportlab.platypus import Paragraph, SimpleDocTemplate

    style = getSampleStyleSheet()["BodyText"]
    words = "A winning wager shall be paid at odds of <strike>3 to 2</strike> <u>6 to 5</u>, rounded down to the dollar. "
    out = io.BytesIO()
    SimpleDocTemplate(out, invariant=1).build([Paragraph(words * 6, style) for _ in range(PAGES * 9)])
    return out.getvalue()


def row(name: str, data: bytes) -> str:
    import pdfplumber

    from audit.documents.options import Reading
    from audit.documents.pdf.reading import printed_pdf

    pages = len(printed_pdf(data, name, hashlib.sha256(data).hexdigest(), Reading()).pages)

    def ours() -> None:
        printed_pdf(data, name, "", Reading())

    def theirs() -> None:
        with pdfplumber.open(io.BytesIO(data)) as document:
            for page in document.pages:
                page.extract_words()
                page.close()

    mine, other = least_of(ours) / pages, least_of(theirs) / pages
    return f"| {name} | {pages} | {1000 * mine:.1f} | {1000 * other:.1f} | {other / mine:.1f} |"


def main(paths: list[str]) -> None:
    print("| File | Pages | audit, ms a page | pdfplumber extract_words, ms a page | times as fast |")
    print("| --- | --- | --- | --- | --- |")
    for path in paths:
        print(row(Path(path).name, Path(path).read_bytes()))
    if not paths:
        print(row("made", made()))


if __name__ == "__main__":
    main(sys.argv[1:])
