"""Documents made to break the readers behind the opening of a file, and what must hold of whatever they make of them."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Callable, Sequence

import pytest

from audit.documents.clauses import Clause, walk
from audit.documents.document import Document, Part
from audit.documents.opening import opened
from audit.documents.options import Reading
from audit.documents.pages import View
from audit.documents.reading import structured
from audit.documents.text import Text

RULES = """\
RULES OF THE LANTERN GAME
Revised March 3, 2014
Effective: 4/1/2014

A. Definitions

  1. “Ante” means the wager that a player shall make before the cards are dealt.
  2. “Lantern” means a hand of three cards of one rank. See F.2.
  3. "House way" – the manner in which the dealer
     sets the hand, as in Section 4 (relating to dealing).

B. Cards; number of decks

  1. The game shall be played with 1 deck of 52 cards.
  2. Two jokers are taken out before play begins, as provided in §7.K and 5 Code § 465a.11(c).

C. Wagers
  1. Each player shall make an Ante of at least $5.00 and at most $1,500; a commission of 5% is
collected under subsection (b) or D.10(a)(i).
     a. The Ante pays even money.
        i. A Lantern pays 3 to 2;
        ii. four of a kind pays 30 to 1, except that it shall not pay more than 10,000.
     b. A Side Wager may be made between 9:00 a.m. and 2 a.m.

D. Dealing
  (a) The dealer shall deal:
     (1) three cards to each player;
     (2) three cards to the dealer; and
     (3) one card face up.
  (b) If the dealer has a Queen or higher, the hand plays; if it is lower than the player's hand, the player wins.

E. PAYOUT TABLE
    Hand                 Ante      Side
    Royal flush        100 to 1    500 to 1
    Straight flush      40 to 1    100 to 1
    Four of a kind      30 to 1
    Full house           4:1        9/1

F. Irregularities
 1. A card found face up is burned.
 2. If two cards are short the round is void, and every wager re-
turned (see C.1.b and rule 12).
"""
PACKET = """\
I. Purpose
   The Board hereby adopts these rules. [deleted: old words]
II. Equipment
A. The table seats 7 players.
1 ,. Tbe dea1er sha11 sbuffle tbe cards b y  h a n d.
.:> A shoe of six decks.
3. Cut card    4.
II1. Third card rule
Banker     0 1 2 3 4 5 6 7 8 9
0-2        D D D D D D D D D D
3          D D D D D D D D - D
4              D D D D D D
Deleted: a hand
Commented [AB1]: check
Page 3 of 9
\fRULES OF THE LANTERN GAME
From: one@example.org
To: two@example.org
Sent: Monday, June 2, 2014 3:00 PM
Subject: RE: rules

Please find the rules. “Quoted
\fTABLE OF CONTENTS
1. Definitions .......... 1
2. Play ................. 4
\fRESOLUTION NO. 14-22
WHEREAS, the Commission; now therefore be it resolved that 1.1 the rules
1.1.1 are adopted.
1.2 §3 is repealed.
"""
MARKDOWN = """\
# Rules of the <u>Lantern</u> game

## A. Definitions
1. **Ante** means a wager. ~~Old~~ <ins>new</ins>
   - a) first
   - b) second `code`
2. See [C.1](#c1) and *rule 3*.

| Hand | Pays |
|------|-----:|
| Flush | 4 to 1 |
| Straight | 3 to 1 |

## B. Play
<del>The dealer may stand.</del> The dealer shall stand on 17.
"""
LABELS = [
    "a. ", "(a) ", "i. ", "(i) ", "1. ", "(1) ", "A. ", "XII. ", "iv) ", "1.1 ", "1.1.1.1.1.1.1 ", "§7.K ", "1 ,. ", ".:> ", "l. ", "MMMMMMMMM. ",
    "mmmmmmmmmm. ", "(aaaa) ", "0. ", "00. ", "99999999999999999999. ", "²³. ", "٣. ", "①. ", "a.4.", "1.", "(a)", "I.A.", "infor-\nmation", "\n\n\n",
]  # fmt: skip
VALUES = [
    "9" * 4000 + " to 1", "1 to 0", "0 to 0", "0:0", "1/0", "$" + "9" * 400, "$-5", "-5%", "10" + "0" * 400 + "%", "99/99/9999", "0/0/0",
    "February 30, 2014", "13/13/13", "Effective 31 June 20999", "25:61 p.m.", "24:00", "12 midnight", "shall", "shall not", "may", "means means",
    "two (3) decks", "six decks of 52 cards", "royal flush", "straight flush pays", "higher than", "ties", "loses", "wins", "3 t\no 1", "d e a l e r",
    "1 O to 1", "l0 to l", "K.3", "see see section Section", "See A.1.", "section " + "9" * 50, "(relating to", "this subsection",
    "relating to Section 1 (relating to", "Section 1(a)(1)(i)(A)(I)(a)",
]  # fmt: skip
SIGNS = [
    "“", "”", '"', "‘", "’", "(", "[", "{", ")", "<", "«", "\u202e", "\u200f", "\u0301" * 30, "\u200b", "\ufeff", "\u00ad", "\u2028", "é", "ﬁ", "𝟙𝟚",
    "\x00", "\x1b[31m", "\x07", "\x7f", "\x85", "\t", "\f", "\r", "   " * 30, "x" * 3000, "-" * 200, "." * 300, "_" * 100, "…", "- - - -", "\udc80",
    "<b>", "</u>", "<!--", "&amp;", "&#x0;", "```", "| a | b |", "|---|---|", "**", "__", "~~", "$\\int$", '=HYPERLINK("http://x")', "#let x = 1",
    "\\", "%", "{{ 7*7 }}",
]  # fmt: skip
FURNITURE = [
    "Deleted: ", "Commented [A1]: ", "Formatted: ", "Page 1 of 2", "- 3 -", "From: a@b.c\nTo: d@e.f\nSubject: x\n", "RULES OF CARDS\n",
    "TABLE OF CONTENTS\n", "RESOLUTION\n", "Appendix A\n", "Chapter 3\n", "Section 99.\n",
]  # fmt: skip
PIECES = [*LABELS, *VALUES, *SIGNS, *FURNITURE]
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_NUMBERING = (
    f'<w:numbering {_W}><w:abstractNum w:abstractNumId="1">'
    '<w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>'
    '<w:lvl w:ilvl="1"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%2)"/></w:lvl>'
    '<w:lvl w:ilvl="2"><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%3."/></w:lvl>'
    '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num></w:numbering>'
)
_RELATION = (
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Target="numbering.xml"'
    ' Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering"/></Relationships>'
)


def mutated(text: str, chance: random.Random) -> str:
    """A text with lines cut, spliced, repeated, swapped, set in, and with what breaks readers put anywhere."""
    lines = text.split("\n")
    for _ in range(chance.choice([1, 1, 2, 3, 5, 8, 15, 40])):
        _change(lines, chance)
        if sum(map(len, lines)) > 40_000:
            lines[:] = [line[:4_000] for line in lines[:200]]
    return "\n".join(lines)


def _change(lines: list[str], chance: random.Random) -> None:
    at = chance.randrange(len(lines))
    end = min(len(lines), at + chance.choice([1, 1, 1, 2, 3, 8, 20]))
    line = lines[at]
    column = chance.randrange(len(line) + 1)
    match chance.randrange(14):
        case 0:
            del lines[at:end]
        case 1:
            lines[at:at] = lines[at:end] * chance.choice([1, 1, 2, 5, 30])
        case 2:
            other = chance.randrange(len(lines))
            lines[at], lines[other] = lines[other], line
        case 3 | 4 | 5:
            lines[at] = line[:column] + chance.choice(PIECES) + line[column:]
        case 6:
            lines[at] = chance.choice(LABELS) + line.lstrip()
        case 7:
            lines[at] = " " * chance.choice([0, 1, 3, 8, 40, 200]) + line.lstrip()
        case 8:
            lines[at:end] = [" ".join(lines[at:end])]
        case 9:
            lines[at : at + 1] = [line[:column], line[column:]]
        case 10:
            lines[at:end] = lines[at:end][::-1]
        case 11:
            lines[at] = "".join(chance.choice("abciIlO01.,() “”;:\u0301-") if chance.random() < 0.2 else c for c in line)
        case 12:
            lines[at] = chance.choice(PIECES)
        case _:
            lines[at:end] = [""] * (end - at)
    if not lines:
        lines.append("")


def docx_of(lines: Sequence[str], chance: random.Random) -> bytes:
    """The lines as paragraphs, some numbered, some in cells, some with tracked changes."""
    body = []
    for line in lines:
        kind = chance.random()
        a = chance.randrange(len(line) + 1)
        b = chance.randrange(a, len(line) + 1)
        if kind < 0.05:
            cells = "".join(f"<w:tc>{_paragraph(_run(cell))}</w:tc>" for cell in line.split("  ") if cell.strip())
            body.append(f"<w:tbl><w:tr>{cells or '<w:tc><w:p/></w:tc>'}</w:tr></w:tbl>")
        elif kind < 0.25:
            body.append(_paragraph(_run(line), level=chance.randrange(3)))
        elif kind < 0.4:
            deleted = f'<w:del w:id="1"><w:r><w:delText xml:space="preserve">{_escaped(line[a:b])}</w:delText></w:r></w:del>'
            inserted = f'<w:ins w:id="2">{_run(line[a:b][::-1])}</w:ins>'
            body.append(_paragraph(_run(line[:a]), deleted, inserted, _run(line[b:])))
        else:
            body.append(_paragraph(_run(line, bold=kind < 0.5)))
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("word/document.xml", f"<w:document {_W}><w:body>{''.join(body)}</w:body></w:document>")
        file.writestr("word/_rels/document.xml.rels", _RELATION)
        file.writestr("word/numbering.xml", _NUMBERING)
    return made.getvalue()


def _run(words: str, *, bold: bool = False) -> str:
    return f'<w:r>{"<w:rPr><w:b/></w:rPr>" if bold else ""}<w:t xml:space="preserve">{_escaped(words)}</w:t></w:r>'


def _paragraph(*runs: str, level: int | None = None) -> str:
    numbered = f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="1"/></w:numPr></w:pPr>'
    return f"<w:p>{'' if level is None else numbered}{''.join(runs)}</w:p>"


def _escaped(words: str) -> str:
    kept = "".join(c for c in words if c == "\t" or " " <= c < "\ud800" or "\ue000" <= c < "\ufffe" or c > "\uffff")
    return kept.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def pdf_of(lines: Sequence[str], chance: random.Random) -> bytes:
    """The lines on pages, some struck or underlined in part, some on one another, with boxes drawn anywhere."""
    from fpdf import FPDF

    pdf = FPDF(unit="pt", format="letter")
    pdf.set_auto_page_break(False)
    pdf.add_page()
    pdf.set_font("Helvetica", size=10)
    y = 60.0
    for line in lines[:160]:
        if y > 730 or line.startswith("\f"):
            pdf.add_page()
            y = 60
        shown = "".join(c if " " <= c <= "~" or "\xa0" <= c <= "\xff" else "-" for c in line.expandtabs(4).strip("\f"))
        x, words = 60 + 5 * (len(shown) - len(shown.lstrip())), shown.strip()[:300]
        pdf.text(x, y, words)
        if words and chance.random() < 0.15:
            a = chance.randrange(len(words))
            b = chance.randrange(a, len(words) + 1)
            height = y - 3 if chance.random() < 0.5 else y + 1.5
            pdf.line(x + pdf.get_string_width(words[:a]), height, x + pdf.get_string_width(words[:b]), height)
        if chance.random() < 0.03:
            pdf.rect(chance.randrange(600), chance.randrange(780), chance.randrange(1, 400), chance.randrange(1, 200))
        y += chance.choice([11, 14, 24, 3, 0]) if chance.random() < 0.2 else 12
    return bytes(pdf.output())


def file_of(number: int) -> tuple[str, bytes]:
    """The input of a number: its name and its bytes; the same number gives the same input."""
    chance = random.Random(number)
    base = chance.choice([RULES, RULES, PACKET, RULES + "\f" + PACKET, RULES + RULES])
    match number % 10:
        case 0 | 1 | 2 | 3 | 4:
            return "x.txt", mutated(base, chance).encode("utf-8", "surrogatepass" if number % 50 == 1 else "replace")
        case 5 | 6:
            return "x.md", mutated(chance.choice([MARKDOWN, MARKDOWN, MARKDOWN + base]), chance).encode("utf-8", "replace")
        case 7 | 8:
            return "x.docx", docx_of(mutated(base, chance).split("\n"), chance)
        case _:
            return "x.pdf", pdf_of(mutated(base, chance).split("\n"), chance)


def read(name: str, data: bytes, view: View = View.NEW) -> Document:
    return structured(opened(data, name, Reading()), view)


def hold(document: Document) -> None:
    """What holds of every document; fails with what does not."""
    printed = document.printed
    assert [part.number for part in document.parts] == list(range(1, len(document.parts) + 1))
    covered = [0] * (len(printed.lines) + 1)
    for part in document.parts:
        for first, last in part.lines:
            assert 1 <= first <= last <= len(printed.lines)
            for number in range(first, last + 1):
                covered[number] += 1
    for line in printed.lines:
        is_read = line.role.is_read and not line.is_blank
        assert covered[line.number] == 1 if is_read else covered[line.number] <= 1, f"line {line.number} in {covered[line.number]} parts"
    assert [part.first for part in document.parts] == sorted(part.first for part in document.parts)
    for part in document.parts:
        assert part.same_as is None or part.same_as < part.number
        paths = [clause.path for clause in walk(part.clauses)]
        assert len(set(paths)) == len(paths), f"twice: {next(p for p in paths if paths.count(p) > 1)}"
        for clause in walk(part.clauses):
            _hold_of_clause(document, part, clause)
        for clause in part.clauses:
            _hold_of_doubts(clause, 1.0)
        _hold_of_order(document, part)


def _hold_of_doubts(clause: Clause, above: float) -> None:
    """Less confidence than the clause above has its reason in words."""
    assert clause.confidence >= above or clause.doubts, f"{clause.path}: no doubt says why {clause.confidence}"
    for child in clause.children:
        _hold_of_doubts(child, clause.confidence)


def _hold_of_clause(document: Document, part: Part, clause: Clause) -> None:
    assert clause.path and 0 < clause.confidence <= 1
    page, begins = clause.at
    assert part.holds(begins), f"{clause.path} begins on line {begins}"
    assert document.printed.line(begins).page == page
    assert part.holds(clause.own_lines[1]) and part.holds(clause.lines[1])
    texts = [clause.title, clause.text]
    for table in clause.tables:
        assert part.holds(table.first) and part.holds(table.last) and table.first <= table.last
        assert 0 < table.confidence <= 1 and 0 <= table.heads <= len(table.rows)
        texts += [table.caption, *(cell for row in table.rows for cell in row)]
    for text in texts:
        _hold_of_text(document, part, text)


def _hold_of_text(document: Document, part: Part, text: Text) -> None:
    for stretch in text.stretches:
        line = document.printed.line(stretch.line)
        assert part.holds(stretch.line) and line.page == stretch.page and line.role.is_read
        assert 0 <= stretch.start <= len(line.text)
        if stretch.original is None:
            there = line.text[stretch.start : stretch.start + len(stretch.text)]
            assert _spaced(there) == _spaced(stretch.text), f"{stretch} but the line has {there!r}"
        elif "\n" not in stretch.original:
            assert stretch.start + len(stretch.original) <= len(line.text) or not stretch.original.strip(), stretch


def _spaced(text: str) -> str:
    """A text with every space of one kind, as clauses have it."""
    return text.replace("\t", " ").replace("\xa0", " ")


def _hold_of_order(document: Document, part: Part) -> None:
    """Clauses follow one another as their lines do, unless a doubt or a table says why not.

    Where labels stand apart from their words, a clause begins with these, and the order is that of the labels.
    """
    clauses = [c for c in walk(part.clauses) if not c.doubts and not c.tables]
    if all(document.printed.line(c.at[1]).text.strip().startswith(c.label) for c in walk(part.clauses)):
        begins = [c.at[1] for c in clauses]
        assert begins == sorted(begins), next(c.path for c, a, b in zip(clauses[1:], begins, begins[1:], strict=False) if b < a)


@pytest.fixture(scope="session")
def made_file() -> Callable[[int], tuple[str, bytes]]:
    return file_of


@pytest.fixture(scope="session")
def holds() -> Callable[[Document], None]:
    return hold


@pytest.fixture(scope="session")
def read_file() -> Callable[..., Document]:
    return read


@pytest.fixture(scope="session")
def pieces() -> Sequence[str]:
    return PIECES


@pytest.fixture(scope="session")
def rules_text() -> str:
    return RULES
