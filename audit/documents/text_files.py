"""A text file as pages of lines: a form feed begins a page, a line end a line."""

from __future__ import annotations

from audit.documents.pages import Format, Line, Page, Printed, Role

FORM_FEED = "\f"


def printed_text(text: str, name: str, sha256: str) -> Printed:
    """The lines of a text, numbered by line ends alone; columns count behind the form feed that a line may begin with.

    A form feed within a line ends the page behind that line; it reads as a blank.
    """
    lines: list[Line] = []
    pages: list[Page] = []
    rows = text.split("\n")
    if len(rows) > 1 and rows[-1].strip("\f \t") == "":
        rows.pop()
    page, begun = 1, 1
    for number, row in enumerate(rows, start=1):
        body = row.lstrip(FORM_FEED)
        if len(body) < len(row) and number > begun:
            pages.append(Page(page, begun, number - 1))
            page, begun = page + 1, number
        shown = body.replace(FORM_FEED, " ").rstrip("\r")
        role = Role.BODY if shown.strip() else Role.BLANK
        lines.append(Line(number, page, shown, role))
        if FORM_FEED in body and number < len(rows):
            pages.append(Page(page, begun, number))
            page, begun = page + 1, number + 1
    pages.append(Page(page, begun, len(lines)))
    return Printed(name, sha256, Format.TEXT, tuple(pages), tuple(lines))
