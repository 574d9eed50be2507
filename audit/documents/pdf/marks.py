"""What struck, underlined and coloured stretches mean in a document: changes, or looks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from audit.documents.options import Convention
from audit.documents.pages import Mark, Marked
from audit.documents.pdf.setting import Setting, Span

_MUCH = 0.2
"""Of all characters: nobody underlines more for looks alone."""
_HEADING = 90
_NEARBY = 6
"""Lines: how near a strike shows that a heading alone was put in."""
_FEW = 0.002
_LINK = re.compile(r"(?:https?://|www\.)\S{1,300}|[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{1,64}", re.IGNORECASE)
_BRACKET = re.compile(r"[\[\]]")
_FARTHEST = 200
"""Lines that a bracket may stay open over."""


@dataclass(slots=True)
class Verdict:
    """The marks of each line, in the order of the lines, and what was decided."""

    marks: list[list[Marked]]
    remarks: list[str] = field(default_factory=list)


def judged(lines: Sequence[Setting], convention: Convention) -> Verdict:
    """The marks of all lines of a document by the evidence of the whole of it."""
    verdict = Verdict([_looks(line) for line in lines])
    if convention is Convention.LINES:
        _by_lines(lines, verdict)
    elif convention is Convention.BRACKETS:
        _by_brackets(lines, verdict)
    elif convention is Convention.COLOUR:
        _by_colour(lines, verdict)
    else:
        for n, line in enumerate(lines):
            _give(verdict, n, line.struck, Mark.STRUCK)
            _give(verdict, n, line.underlined, Mark.UNDERLINED)
    for marks in verdict.marks:
        marks.sort(key=lambda m: (m.start, m.end, m.mark.value))
    return verdict


def _give(verdict: Verdict, n: int, spans: Sequence[Span], mark: Mark) -> None:
    verdict.marks[n] += [Marked(start, end, mark) for start, end in spans]


def _looks(line: Setting) -> list[Marked]:
    """Bold and italic, from the fonts."""
    found: list[Marked] = []
    for mark, has in ((Mark.BOLD, [s.bold for s in line.styles]), (Mark.ITALIC, [s.italic for s in line.styles])):
        found += [Marked(a, b, mark) for a, b in _trimmed(line.text, _runs(has))]
    return found


def _runs(flags: Sequence[bool]) -> list[Span]:
    runs: list[Span] = []
    for n, flag in enumerate(flags):
        if not flag:
            continue
        if runs and runs[-1][1] == n:
            runs[-1] = (runs[-1][0], n + 1)
        else:
            runs.append((n, n + 1))
    return runs


def _trimmed(text: str, spans: Sequence[Span]) -> list[Span]:
    """Stretches without the blanks at their ends: a blank has neither weight nor colour."""
    made = []
    for a, b in spans:
        words = text[a:b]
        if words.strip():
            made.append((a + len(words) - len(words.lstrip()), b - len(words) + len(words.rstrip())))
    return made


def _count(lines: Sequence[Setting]) -> int:
    return sum(b - a for line in lines for a, b in line.underlined)


def _body_colour(lines: Sequence[Setting]) -> int:
    colours = Counter(style.colour for line in lines for style in line.styles)
    return colours.most_common(1)[0][0] if colours else 0


def _by_lines(lines: Sequence[Setting], verdict: Verdict) -> None:
    """Struck is old; underlined is new, but for links, for headings, and where nothing shows that it is a change."""
    for n, line in enumerate(lines):
        _give(verdict, n, line.struck, Mark.DELETED)
    underlined = _count(lines)
    if not underlined:
        return
    why_not = _why_not_new(lines, underlined)
    body = _body_colour(lines) if _is_coloured_redline(lines, underlined) else None
    headings = set() if why_not else _lone_headings(lines)
    plain = 0
    for n, line in enumerate(lines):
        links = [(m.start(), m.end()) for m in _LINK.finditer(line.text)] if line.underlined else []
        for span in line.underlined:
            is_link = any(a <= span[0] and span[1] <= b + 1 for a, b in links)
            is_plain = body is not None and all(line.styles[m].colour == body for m in range(*span))
            plain += is_plain
            is_look = why_not or is_link or is_plain or n in headings
            _give(verdict, n, [span], Mark.UNDERLINED if is_look else Mark.INSERTED)
    if why_not:
        verdict.remarks.append(f"underlined words ({underlined} characters) are read as looks, not as new: {why_not}")
    if headings:
        said = "1 line" if len(headings) == 1 else f"{len(headings)} lines"
        verdict.remarks.append(f"{said} underlined as a whole with no change nearby: read as headings, not as new")
    if plain:
        verdict.remarks.append(
            f"changes are in colour; {plain} underlined stretches of the body's colour are read as looks, not as new"
        )


def _is_coloured_redline(lines: Sequence[Setting], underlined: int) -> bool:
    """Whether what is struck has another colour than the body, and much of what is underlined too."""
    body = _body_colour(lines)
    struck = [line.styles[n].colour != body for line in lines for a, b in line.struck for n in range(a, b)]
    new = sum(line.styles[n].colour != body for line in lines for a, b in line.underlined for n in range(a, b))
    return bool(struck) and sum(struck) > 0.9 * len(struck) and new > 0.3 * underlined


def _why_not_new(lines: Sequence[Setting], underlined: int) -> str:
    """Why the underlined words of a document are no insertions; empty where they are."""
    if any(line.struck for line in lines):
        return ""
    everything = sum(len(line.text) for line in lines)
    body = _body_colour(lines)
    coloured = sum(
        line.styles[n].colour != body for line in lines for a, b in line.underlined for n in range(a, b)
    )
    if underlined > _MUCH * everything or coloured > 0.6 * underlined and not _are_links(lines):
        return ""
    share = f"{100 * underlined / everything:.1f}" if underlined >= _FEW * everything else "under 0.2"
    return f"no word of the document is struck, and {share} % of it is underlined"


def _are_links(lines: Sequence[Setting]) -> bool:
    """Whether underlined words are mostly addresses."""
    spans = [line.text[a:b] for line in lines for a, b in line.underlined]
    return sum(bool(_LINK.search(words)) for words in spans) > len(spans) / 2


def _lone_headings(lines: Sequence[Setting]) -> set[int]:
    """Lines underlined as a whole in the manner of headings, with nothing near them changed.

    Bold type or capitals show a heading; without either three lines of the kind do.
    """
    alone = [n for n in range(len(lines)) if lines[n].underlined and _stands_alone(lines, n)]
    plain = [n for n in alone if not _is_emphatic(lines[n])]
    return set(alone) if len(plain) >= 3 else set(alone) - set(plain)


def _is_emphatic(line: Setting) -> bool:
    words = line.text.strip()
    return all(s.bold for s in line.styles) or words.upper() == words and any(c.isalpha() for c in words)


def _stands_alone(lines: Sequence[Setting], n: int) -> bool:
    line = lines[n]
    words = line.text.strip()
    covered = " ".join(line.text[a:b].strip() for a, b in line.underlined)
    if len(words) > _HEADING or covered.strip(" :.") != words.strip(" :."):
        return False
    if not _is_emphatic(line) and (words[-1] in ".;," or not words[0].isupper()):
        return False
    near = [lines[m] for m in range(max(n - _NEARBY, 0), min(n + _NEARBY + 1, len(lines))) if m != n]
    beside = [lines[m] for m in (n - 1, n + 1) if 0 <= m < len(lines)]
    return not any(other.struck for other in (line, *near)) and not any(other.underlined for other in beside)


def _by_brackets(lines: Sequence[Setting], verdict: Verdict) -> None:
    """What stands in brackets is old, with the brackets; underlined is new."""
    opened: tuple[int, int] | None = None
    loose = 0
    for n, line in enumerate(lines):
        _give(verdict, n, line.struck, Mark.DELETED)
        _give(verdict, n, line.underlined, Mark.INSERTED)
        if opened is not None and n - opened[0] > _FARTHEST:
            opened, loose = None, loose + 1
        for found in _BRACKET.finditer(line.text):
            if found[0] == "[" and opened is None:
                opened = n, found.start()
            elif found[0] == "]" and opened is not None and not line.text[found.end() :].startswith("]"):
                _between(lines, verdict, opened, (n, found.end()))
                opened = None
    loose += opened is not None
    if loose:
        said = "1 opening bracket has" if loose == 1 else f"{loose} opening brackets have"
        verdict.remarks.append(f"{said} no closing one; what follows is read as it stands")


def _between(lines: Sequence[Setting], verdict: Verdict, first: tuple[int, int], last: tuple[int, int]) -> None:
    for n in range(first[0], last[0] + 1):
        start = first[1] if n == first[0] else 0
        end = last[1] if n == last[0] else len(lines[n].text)
        if start < end:
            _give(verdict, n, [(start, end)], Mark.DELETED)


def _by_colour(lines: Sequence[Setting], verdict: Verdict) -> None:
    """One colour beside the body's is new; what is struck, or the other of two colours, is old."""
    body = _body_colour(lines)
    counts: Counter[int] = Counter()
    struck: Counter[int] = Counter()
    for line in lines:
        lies = _flags(line.struck, len(line.text))
        for style, letter, is_struck in zip(line.styles, line.text, lies, strict=True):
            if style.colour != body and letter != " ":
                counts[style.colour] += 1
                struck[style.colour] += is_struck
    old = {colour for colour in counts if struck[colour] > counts[colour] / 2}
    new = [colour for colour, _ in counts.most_common() if colour not in old]
    if not old and len(new) > 1:
        # Of two colours the redder is what was taken out, as word processors have it.
        old = {max(new[:2], key=_redness)}
        new = [colour for colour in new if colour not in old]
    is_new = set(new[:1])
    for n, line in enumerate(lines):
        _give(verdict, n, line.struck, Mark.DELETED)
        _give(verdict, n, line.underlined, Mark.UNDERLINED)
        unstruck = [not s for s in _flags(line.struck, len(line.text))]
        for colours, mark in ((is_new, Mark.INSERTED), (old, Mark.DELETED)):
            flags = [s.colour in colours and free for s, free in zip(line.styles, unstruck, strict=True)]
            _give(verdict, n, _trimmed(line.text, _runs(flags)), mark)
    verdict.remarks += [
        *(f"{_named(c)} ({counts[c]} characters) is read as new" for c in is_new),
        *(f"{_named(c)} ({counts[c]} characters) is read as old" for c in sorted(old)),
        *(f"{_named(c)} ({counts[c]} characters) is read as no change" for c in new[1:4]),
    ]


def _flags(spans: Sequence[Span], length: int) -> list[bool]:
    flags = [False] * length
    for start, end in spans:
        flags[start:end] = [True] * (end - start)
    return flags


def _redness(colour: int) -> int:
    return (colour >> 16) - max(colour >> 8 & 0xFF, colour & 0xFF)


def _named(colour: int) -> str:
    return f"text in the colour #{colour:06x}"
