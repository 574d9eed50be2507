"""A Markdown text as pages of lines: each line of the file one line, with its marks of writing hidden.

What a reader of `Line.seen` can rely on, in every view:

- List bullets, ``#`` of headings, ``>`` of quotations, HTML tags and comments, the signs of emphasis, backslashes
  before signs and the targets of links are `Mark.MARKUP`, so ``seen`` leaves them out; a label such as ``1.`` or ``a)``
  is text and stays.  What stood before the bullet stays too: ``Line.indent`` is the indentation as the file has it.
- ``Line.bullet`` is the bullet of a list item (``-``), ``Line.heading`` the depth of a heading.
- ``Line.text`` is the row of the file, column for column.  One character alone may differ: an entity (``&nbsp;``) has at
  its ``&`` the character that it means, a ``<br>`` or a pipe without blanks around it has a blank there; the rest of
  either is hidden.
- A row of a pipe table has ``cells`` and the role of a table line.  A line that is markup from end to end (the rule
  below a table's head, a fence, the underline of a heading) has the role of a blank one, and ``because`` says what it is.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from audit.documents.markdown_inline import marks_within
from audit.documents.options import DEEPEST
from audit.documents.pages import Format, Line, Mark, Marked, Note, NoteKind, Printed, Role
from audit.documents.text_files import page_numbers, paged, rows_of

_BULLET = re.compile(r"[ \t]*([-*+])(?:[ \t]+(?=\S)|[ \t]*$)")
_HEADING = re.compile(r"[ \t]{0,3}(#{1,6})(?:[ \t]+|$)")
_HEADING_END = re.compile(r"[ \t]+#+[ \t]*$")
_QUOTE = re.compile(r"[ \t]{0,3}(>[ \t]?)")
_FENCE = re.compile(r"[ \t]*(```+|~~~+)")
_UNDERLINE = re.compile(r"[ ]{0,3}(=+|-{3,})[ \t]*$")
_BREAK = re.compile(r"[ ]{0,3}(?:-[ \t]*){3,}$|[ ]{0,3}(?:\*[ \t]*){3,}$|[ ]{0,3}(?:_[ \t]*){3,}$")
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?$")
_HTML_CELL = re.compile(r"</?t[dh](?:\s[^<>]{0,300})?>", re.I)
_BEGINNERS = frozenset("-=*_+#>")
_MOST_FENCED = 500
"""Lines of a fenced block; a fence that does not end within them is text."""
_MOST_JOINED = 20_000
"""Characters of a paragraph within which emphasis may run over line ends."""

# Signs that a text without a name for it is Markdown: what it has, and how often at least.
_SIGNS = (
    ("HTML tags", re.compile(r"<(u|b|i|em|strong|sup|sub|ins|del|s)>[^<\n]{1,300}</\1>"), 1),
    ("headings with #", re.compile(r"^#{1,6} +\S", re.M), 2),
    ("bullets before labels", re.compile(r"^[ ]{0,12}[-*+] +(?:\d{1,3}|[A-Za-z]|[ivx]{1,5})[.)] ", re.M), 3),
    ("tables of pipes", re.compile(r"^ {0,3}\|? ?:?-{3,}:? ?(?:\| ?:?-{3,}:? ?){1,30}\|? *$", re.M), 1),
    ("words in **", re.compile(r"\*\*[^*\s][^*\n]{0,300}\*\*"), 2),
    ("escaped signs", re.compile(r"\\[$#*_\[\]~]"), 2),
)


def looks_like_markdown(text: str) -> str:
    """The signs of Markdown in a text, in words; empty where there are fewer than two of them."""
    found = []
    for what, sign, least in _SIGNS:
        for count, _ in enumerate(sign.finditer(text), start=1):
            if count == least:
                found.append(what)
                break
    return " and ".join(found[:2]) if len(found) > 1 else ""


@dataclass
class _Row:
    """One row while it is read: the text, its marks, and from where its words begin."""

    text: str
    marks: list[Marked] = field(default_factory=list)
    begin: int = 0
    bullet: str = ""
    heading: int = 0
    cells: tuple[tuple[int, int], ...] = ()
    role: Role = Role.BODY
    because: str = ""
    is_plain: bool = False
    """Whether no marks are looked for in it: a row of a fenced block."""

    def hide(self, start: int, end: int) -> None:
        if start < end:
            self.marks.append(Marked(start, end, Mark.MARKUP))

    def hide_all(self, because: str) -> None:
        self.hide(0, len(self.text))
        self.role, self.because, self.is_plain = Role.BLANK, because, True


def printed_markdown(text: str, name: str, sha256: str, remarks: tuple[str, ...] = ()) -> Printed:
    """The lines of a Markdown text.  Raises `ReadError` as `rows_of` does."""
    shown, pages = paged(rows_of(text, name))
    rows = [_Row(row) for row in shown]
    numbers = page_numbers(pages, len(rows))
    comments = _hide_comments(rows)
    _read_blocks(rows)
    _read_tables(rows)
    if pictures := _read_words(rows):
        shown_as = "1 picture" if pictures == 1 else f"{pictures} pictures"
        remarks = (*remarks, f"{shown_as}; words in pictures are not read")
    notes = tuple(Note(NoteKind.COMMENT, numbers[n], n + 1, words) for n, words in comments)
    lines = tuple(_line(row, number, page) for number, (row, page) in enumerate(zip(rows, numbers, strict=True), start=1))
    return Printed(name, sha256, Format.MARKDOWN, pages, lines, notes, remarks)


def _line(row: _Row, number: int, page: int) -> Line:
    role = Role.BLANK if not row.text.strip() else row.role
    marks = tuple(sorted(row.marks, key=lambda m: (m.start, m.end, m.mark.value))) if row.marks else ()
    return Line(number, page, row.text, role, row.because, marks, cells=row.cells, bullet=row.bullet, heading=row.heading)


def _hide_comments(rows: list[_Row]) -> list[tuple[int, str]]:
    """Hides HTML comments, within a row or over several; gives the row (from 0) and the words of each."""
    closing = [n for n, row in enumerate(rows) if "-->" in row.text]
    found: list[tuple[int, str]] = []
    last = closing[-1] if closing else -1
    n, at = 0, 0
    while n <= last:
        start = rows[n].text.find("<!--", at)
        if start < 0:
            n, at = n + 1, 0
            continue
        end, m = rows[n].text.find("-->", start + 4), n
        while end < 0 and m < last:
            m += 1
            end = rows[m].text.find("-->")
        if end < 0:
            break
        words = []
        for k in range(n, m + 1):
            a, b = start if k == n else 0, end + 3 if k == m else len(rows[k].text)
            rows[k].hide(a, b)
            words.append(rows[k].text[a:b])
            if not (rows[k].text[:a] + rows[k].text[b:]).strip():
                rows[k].role, rows[k].because, rows[k].is_plain = Role.BLANK, "a comment", True
        found.append((n, "\n".join(words).removeprefix("<!--").removesuffix("-->").strip()))
        n, at = m, end + 3
    return found


def _read_blocks(rows: list[_Row]) -> None:
    """Fences, headings, quotations, bullets and breaks."""
    fence = ""
    for n, row in enumerate(rows):
        if row.is_plain:
            continue
        sign = row.text.lstrip(" \t")[:1]
        mark = _FENCE.match(row.text) if sign in "`~" else None
        if fence:
            row.is_plain = True
            if mark and mark.group(1).startswith(fence) and not row.text[mark.end() :].strip():
                row.hide_all("the end of a fenced block")
                fence = ""
            continue
        if mark and "`" not in row.text[mark.end() :] and _is_closed(rows, n, mark.group(1)):
            row.hide_all("the begin of a fenced block")
            fence = mark.group(1)
            continue
        if sign not in _BEGINNERS:
            continue
        before = rows[n - 1] if n else None
        if (under := _UNDERLINE.match(row.text)) and before is not None and _may_be_heading(before):
            before.heading = 1 if under.group(1)[0] == "=" else 2
            row.hide_all("the underline of a heading")
        elif _BREAK.match(row.text):
            row.hide_all("a rule across the page")
        else:
            _read_begin(row)


def _is_closed(rows: list[_Row], n: int, fence: str) -> bool:
    """Whether a fence ends within reach; one that never ends would hide the signs of all that follows."""
    return any(rows[k].text.lstrip().startswith(fence) for k in range(n + 1, min(n + _MOST_FENCED, len(rows))))


def _may_be_heading(row: _Row) -> bool:
    words = row.text[row.begin :]
    return bool(words.strip()) and not (row.is_plain or row.bullet or row.heading) and "|" not in words


def _read_begin(row: _Row) -> None:
    """Marks before the words: quotation, bullets within bullets, a heading."""
    for _ in range(DEEPEST):
        rest = row.text[row.begin : row.begin + 400]
        if quote := _QUOTE.match(rest):
            row.hide(row.begin + quote.start(1), row.begin + quote.end(1))
            row.begin += quote.end()
        elif bullet := _BULLET.match(rest):
            row.hide(row.begin + bullet.start(1), row.begin + bullet.end())
            row.bullet = row.bullet or bullet.group(1)
            row.begin += bullet.end()
        else:
            break
    if heading := _HEADING.match(row.text[row.begin : row.begin + 400]):
        row.heading = len(heading.group(1))
        row.hide(row.begin + heading.start(1), row.begin + heading.end())
        row.begin += heading.end()
        if end := _HEADING_END.search(row.text[-200:]):
            start = max(len(row.text) - 200, 0) + end.start()
            row.hide(max(start, row.begin), len(row.text))


def _read_tables(rows: list[_Row]) -> None:
    """Rows of pipes about a rule of dashes get their cells, and rows of HTML that stand on one line."""
    for row in rows:
        if "<t" in row.text and not row.is_plain:
            _make_html_row(row)
    n = 1
    while n < len(rows):
        if not _is_rule_of_table(rows[n - 1], rows[n]):
            n += 1
            continue
        columns = len(_cells(rows[n].text, rows[n].begin))
        if len(_cells(rows[n - 1].text, rows[n - 1].begin)) != columns:
            n += 1
            continue
        _make_row(rows[n - 1])
        rows[n].marks, rows[n].bullet = [], ""
        rows[n].hide_all("the rule below the head of a table")
        n += 1
        while n < len(rows) and "|" in rows[n].text and not rows[n].is_plain and not rows[n].heading:
            _make_row(rows[n])
            n += 1


def _make_html_row(row: _Row) -> None:
    """A row of an HTML table that stands on one line gets its cells; tags are hidden with the words' own."""
    cells: list[tuple[int, int]] = []
    start = -1
    for tag in _HTML_CELL.finditer(row.text):
        if start >= 0:
            words = row.text[start : tag.start()]
            begin = start + len(words) - len(words.lstrip())
            cells.append((begin, max(begin, start + len(words.rstrip()))))
        start = -1 if tag.group().startswith("</") else tag.end()
    if len(cells) > 1:
        row.cells, row.role = tuple(cells), Role.TABLE


def _is_rule_of_table(head: _Row, rule: _Row) -> bool:
    if head.is_plain or rule.is_plain or "|" not in rule.text or "|" not in head.text:
        return False
    return len(rule.text) < 4_000 and _TABLE_RULE.match(rule.text.strip()) is not None


def _make_row(row: _Row) -> None:
    cells = _cells(row.text, row.begin)
    row.cells, row.role = tuple(cells), Role.TABLE
    signs = list(row.text)
    words = row.text[row.begin :]
    first = row.begin + len(words) - len(words.lstrip("| \t"))
    last = row.begin + len(words.rstrip("| \t"))
    for at in _pipes(row.text, row.begin):
        around = row.text[max(at - 1, row.begin) : at + 2]
        if not first < at < last or any(c.isspace() for c in around):
            row.hide(at, at + 1)
        else:
            signs[at] = " "
    row.text = "".join(signs)


def _pipes(text: str, begin: int) -> list[int]:
    """Places of the pipes that part cells; an escaped one is a sign within a cell."""
    return [at for at in range(begin, len(text)) if text[at] == "|" and (at == 0 or text[at - 1] != "\\")]


def _cells(text: str, begin: int) -> list[tuple[int, int]]:
    """Stretches of the cells, without the blanks around them; an empty cell is a stretch of no length."""
    bounds = _pipes(text, begin)
    starts = [begin, *(at + 1 for at in bounds)]
    ends = [*bounds, len(text)]
    cells = []
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        words = text[start:end]
        if not words.strip() and k in {0, len(starts) - 1}:
            continue  # what stands outside the outer pipes
        if not words.strip():
            cells.append((start, start))
        else:
            cells.append((start + len(words) - len(words.lstrip()), end - (len(words) - len(words.rstrip()))))
    return cells


def _read_words(rows: list[_Row]) -> int:
    """Marks within the words, over the line ends of one paragraph; gives how many pictures were met."""
    pictures = 0
    block: list[_Row] = []
    size = 0
    for row in rows:
        begins = row.is_plain or row.bullet or row.heading or row.cells or not row.text.strip()
        if block and (begins or size > _MOST_JOINED):
            pictures += _read_paragraph(block)
            block, size = [], 0
        if row.is_plain or not row.text.strip():
            continue
        block.append(row)
        size += len(row.text)
        if row.heading or row.cells:
            pictures += _read_paragraph(block)
            block, size = [], 0
    if block:
        pictures += _read_paragraph(block)
    return pictures


def _read_paragraph(block: list[_Row]) -> int:
    """Reads the words of its rows as one text and gives each row its share of the marks; counts pictures."""
    inline = marks_within("\n".join(row.text[row.begin :] for row in block))
    starts: list[int] = []
    at = 0
    for row in block:
        starts.append(at)
        at += len(row.text) - row.begin + 1
    for m in inline.marks:
        for n in range(bisect_right(starts, m.start) - 1, len(block)):
            row, shift = block[n], block[n].begin - starts[n]
            if starts[n] >= m.end:
                break
            a, b = m.start + shift, min(m.end + shift, len(row.text))
            if max(a, row.begin) < b:
                row.marks.append(Marked(max(a, row.begin), b, m.mark))
    read: dict[int, list[tuple[int, str]]] = {}
    for at, sign in inline.read.items():
        n = bisect_right(starts, at) - 1
        read.setdefault(n, []).append((at - starts[n] + block[n].begin, sign))
    for n, signs in read.items():
        letters = list(block[n].text)
        for at, sign in signs:
            letters[at] = sign
        block[n].text = "".join(letters)
    return inline.pictures
