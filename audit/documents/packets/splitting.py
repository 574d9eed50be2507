"""Makes parts of a document: their bounds, then what each says about itself."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from audit.documents.clearing.page_marks import page_mark
from audit.documents.document import Part, PartKind, State
from audit.documents.packets.bounds import find_starts, foreign_pages
from audit.documents.packets.editions import find_dates, find_editions, find_game, resolution_number
from audit.documents.packets.families import with_copies
from audit.documents.packets.labels import labelled
from audit.documents.packets.outlook import Outlook
from audit.documents.packets.starts import Start
from audit.documents.pages import Line, Mark, Note, NoteKind, Printed, Role

_MODAL = re.compile(r"\b(?:shall|must|may|will)\b")
_DUTY = re.compile(r"\b(?:shall|must)\b")
_CHANGES = (Mark.DELETED, Mark.INSERTED, Mark.MOVED_FROM, Mark.MOVED_TO)
_STICKY = "a note set over the page"


@dataclass
class _Draft:
    """A part in the making: its stretches of lines (numbers from 1), and what shows it."""

    kind: PartKind
    stretches: list[tuple[int, int]]
    title: str
    because: list[str]


def parts(printed: Printed) -> tuple[Part, ...]:
    """What the file bundles, in the order in which it begins; a file that is one set of rules is one part."""
    outlook = Outlook(printed)
    drafts = _drafts(outlook)
    drafts = [draft for draft in drafts if draft.stretches]
    drafts.sort(key=lambda draft: draft.stretches[0])
    changes = [note for note in printed.notes if note.kind is not NoteKind.COMMENT]
    made = [_part(printed, changes, number, draft) for number, draft in enumerate(drafts, start=1)]
    return tuple(with_copies(printed, made))


def _drafts(outlook: Outlook) -> list[_Draft]:
    printed = outlook.printed
    starts = _with_foreign(outlook, find_starts(outlook))
    if not starts:
        return _empty(printed)
    firsts = [_first_line(outlook, start, n == 0) for n, start in enumerate(starts)]
    sticky = _sticky_notes(printed, firsts)
    cuts = sorted([*firsts, *(first for first, _ in sticky)])
    drafts: list[_Draft] = []
    by_start: dict[int, _Draft] = {}
    for n, (start, first) in enumerate(zip(starts, firsts, strict=True)):
        after = bisect_right(cuts, first)
        last = _trimmed(printed, first, (cuts[after] if after < len(cuts) else len(printed.lines) + 1) - 1)
        if start.joins is not None and start.joins in by_start:
            by_start[n] = by_start[start.joins]
            by_start[n].stretches.append((first, last))
            by_start[n].because += start.because
            continue
        draft = _Draft(start.kind, [(first, last)], start.title, list(start.because))
        drafts.append(draft)
        by_start[n] = draft
    for first, last in sticky:
        said = f"Lines {first} to {last} are {_STICKY}, between two parts."
        drafts.append(_Draft(PartKind.OTHER, [(first, last)], "", [said]))
    _give_covers(outlook, drafts)
    return drafts


def _empty(printed: Printed) -> list[_Draft]:
    held = [line.number for line in printed.lines if not line.is_blank]
    if not held:
        return []
    return [_Draft(PartKind.OTHER, [(held[0], held[-1])], "", ["No line of it is text of its own."])]


def _with_foreign(outlook: Outlook, starts: list[Start]) -> list[Start]:
    """The starts, with those of pages on something else at the end of a part."""
    made: list[Start] = []
    for n, start in enumerate(starts):
        made.append(start)
        end = starts[n + 1].at if n + 1 < len(starts) else len(outlook.texts)
        top = foreign_pages(outlook, start.at, end) if start.kind in (PartKind.RULES, PartKind.OTHER) else None
        if top is not None:
            number = outlook.read[top].number
            said = (
                f"From line {number} on other words and other marks stand at the top of a page, and the sentence before "
                "breaks off: pages of another document. It is inferred; no title says so."
            )
            made.append(Start(top, PartKind.OTHER, (said,)))
    shift = {id(start): n for n, start in enumerate(made)}
    return [start if start.joins is None else replace(start, joins=shift[id(starts[start.joins])]) for start in made]


def _first_line(outlook: Outlook, start: Start, is_first: bool) -> int:
    """The line on which a part begins: its first read line, or the running head above that belongs to it."""
    lines = outlook.printed.lines
    number = outlook.read[start.at].number
    if is_first:
        return next(line.number for line in lines if not line.is_blank)
    above = outlook.furniture_above(number)
    # What stands on the page before is its foot.
    above = [line for line in above if line.page == lines[number - 1].page]
    if not above:
        return number
    page = outlook.printed.pages[lines[number - 1].page - 1]
    if above[0].page == page.number and not any(
        line.role.is_read and not line.is_blank for line in lines[page.first - 1 : above[0].number - 1]
    ):
        # The head of the page on which the part begins.
        return above[0].number
    marks = [mark for line in above if (mark := page_mark(line.text)) and "page" in line.text.casefold()]
    own = [line.number for line in above if line.role is Role.PAGE_NUMBER]
    if any(mark.number == 1 for mark in marks) and not any(mark.number == mark.of != 1 for mark in marks):
        return above[0].number
    if not marks and own and above[0].role is Role.HEADER:
        return above[0].number
    return number


def _trimmed(printed: Printed, first: int, last: int) -> int:
    while last > first and printed.lines[last - 1].is_blank:
        last -= 1
    return last


def _sticky_notes(printed: Printed, firsts: Sequence[int]) -> list[tuple[int, int]]:
    """Notes set over the page that lie right before a part begins."""
    found: list[tuple[int, int]] = []
    for first in firsts[1:]:
        last = _trimmed(printed, 1, first - 1)
        line = printed.lines[last - 1]
        if line.role is not Role.BALLOON or _STICKY not in line.because:
            continue
        at = last
        while at > 1 and printed.lines[at - 2].role is Role.BALLOON and _STICKY in printed.lines[at - 2].because:
            at -= 1
        if at > 1:
            found.append((at, last))
    return found


def _give_covers(outlook: Outlook, drafts: list[_Draft]) -> None:
    """The running head above a list of contents belongs to the rules that the list is of."""
    ordered = sorted(drafts, key=lambda draft: draft.stretches[0])
    for contents, rules in pairwise(ordered):
        if contents.kind is not PartKind.CONTENTS or rules.kind is not PartKind.RULES:
            continue
        first, last = contents.stretches[0]
        held = [line for line in outlook.printed.lines[first - 1 : last] if not line.is_blank]
        head = [line for line in held if line.number < next((li.number for li in held if li.role.is_read), last)]
        if head:
            contents.stretches[0] = (held[len(head)].number, last)
            rules.stretches.insert(0, (head[0].number, head[-1].number))
            rules.because.append(
                f"Its list of contents stands before it, under the running head of lines {head[0].number} to "
                f"{head[-1].number}."
            )


def _part(printed: Printed, changes: Sequence[Note], number: int, draft: _Draft) -> Part:
    lines = [line for first, last in draft.stretches for line in printed.lines[first - 1 : last]]
    kind, because = draft.kind, list(draft.because)
    if kind is PartKind.OTHER and not because[0].startswith("Lines") and _reads_like_rules(lines):
        kind = PartKind.RULES
        because.append("It says, item by item or sentence by sentence, what shall be done.")
    dates = find_dates(kind, lines)
    game = edition = None
    title = re.sub(r"</?\w{1,10}>", "", draft.title) or None
    if kind is PartKind.RULES:
        found = find_game(draft.title, lines, is_sure=draft.kind is PartKind.RULES)
        if found is not None:
            game = found.name
            because.append(f"The game: {found.because}.")
        editions = find_editions(lines)
        if editions:
            edition = editions[0][0]
            because.append(f"The edition is printed on line {editions[0][1]}.")
        if len(editions) > 1:
            others = ", ".join(f"“{words}” (line {line})" for words, line in editions[1:4])
            because.append(f"It also bears {others}.")
    elif kind is PartKind.RESOLUTION:
        numbered = resolution_number(lines)
        edition = numbered[0] if numbered else None
    state, shown = _state(changes, draft.stretches, lines)
    if shown:
        because.append(shown)
    return Part(number, kind, tuple(draft.stretches), title, game, edition, dates, state, tuple(because))


def _reads_like_rules(lines: Sequence[Line]) -> bool:
    read = [line.text for line in lines if line.role.is_read and not line.is_blank]
    labels = sum(labelled(text) is not None for text in read[:2000])
    modal = sum(bool(_MODAL.search(text)) for text in read[:2000])
    count = min(len(read), 2000)
    if count == 0:
        return False
    duties = sum(bool(_DUTY.search(text)) for text in read[:2000])
    return labels >= min(5, count / 3) and modal >= count / 25 or duties >= max(5, count / 15)


def _state(changes: Sequence[Note], stretches: Sequence[tuple[int, int]], lines: Sequence[Line]) -> tuple[State, str]:
    marked = next((line for line in lines if line.has(*_CHANGES)), None)
    if marked is not None:
        return State.REDLINE, f"A redline: line {marked.number} bears a mark of change."
    for first, last in stretches:
        at = bisect_left(changes, first, key=lambda note: note.line)
        if at < len(changes) and changes[at].line <= last:
            return State.REDLINE, (
                f"A redline: a balloon of changes stands on line {changes[at].line}; insertions bear no mark."
            )
    return State.CLEAN, ""
