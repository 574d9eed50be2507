"""Where the parts of a document begin, each beginning with what shows it.

A beginning is never taken for one sign alone: a title in capitals may head a section, a list may start with 1 at the
top of a page.  Signs are added up; what they came to is said in the part's ``because``.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import Counter

from audit.documents.document import PartKind
from audit.documents.packets.kinds import (
    MAIL_HEADER,
    begins_mail,
    breaks_off_in_addresses,
    continues_mail,
    is_bullet,
    is_contents_title,
    is_form,
    is_form_title,
    is_leader,
)
from audit.documents.packets.labels import FIRST_SECTION, is_heading, labelled
from audit.documents.packets.outlook import Outlook
from audit.documents.packets.starts import Start
from audit.documents.packets.titles import find_titles, first_title

_MOST_LOST = 3
"""Labels of sections in a row of which one at least is read."""
_LAST_PAGES = 200
"""Read lines at the end of a part that may be pages of something else."""
_LOOK = 60
"""Read lines that are looked at behind a possible beginning."""


def find_starts(outlook: Outlook) -> list[Start]:
    """All beginnings in order, the first at the first read line."""
    texts = outlook.texts
    if not texts:
        return []
    titles = find_titles(outlook)
    page_tops = sorted(outlook.tops)
    starts: list[Start] = []
    unfinished: list[int] = []
    contents_until = -1
    top_values: Counter[str] = Counter()
    for at, text in enumerate(texts):
        current = starts[-1] if starts else None
        is_top = at in outlook.tops
        start = None
        if at <= contents_until:
            continue
        if is_top or outlook.gaps[at] >= 1 or at == contents_until + 1:
            start = _not_rules(outlook, at, current, page_tops, unfinished, starts)
            start = start or titles.get(at)
            start = start or _numbering_anew(outlook, at, current, top_values) or _counting_anew(outlook, at, current)
        else:
            # Where no page turns and no line is blank, only what is plain begins a part.
            start = titles.get(at)
            if start is None and (text.startswith("From:") or "@" in text[:80] or is_form_title(text)):
                start = _not_rules(outlook, at, current, page_tops, unfinished, starts)
            if start is None and current is not None and current.kind is PartKind.RULES and text[:1] in "1A§ISs":
                start = _numbering_anew(outlook, at, current, top_values)
        if start is None and current is None:
            start = _first(outlook)
        if start is not None and start.kind is PartKind.CONTENTS:
            contents_until = _contents_end(outlook, at)
        if start is not None:
            is_mail = current is not None and current.kind is PartKind.MAIL
            if current is not None and is_mail and breaks_off_in_addresses(texts[max(at - 2, 0) : at]):
                unfinished.append(len(starts) - 1 if current.joins is None else current.joins)
            starts.append(start)
            top_values.clear()
            continue
        label = labelled(text)
        if label is not None and starts[-1].style == label.style and label.heading:
            before = top_values[label.style]
            if before < label.value <= before + _MOST_LOST:
                top_values[label.style] = label.value
    return starts


def _first(outlook: Outlook) -> Start:
    """The beginning of the file, where nothing else is known about it."""
    found = [label for text in outlook.texts[:12] if (label := labelled(text)) and label.value == 1 and label.heading]
    style, prefix = (found[0].style, found[0].prefix) if found else ("", "")
    return Start(0, PartKind.OTHER, ("The file begins here.",), first_title(outlook), style, prefix)


def _not_rules(
    outlook: Outlook,
    at: int,
    current: Start | None,
    page_tops: list[int],
    unfinished: list[int],
    starts: list[Start],
) -> Start | None:
    texts, number = outlook.texts, outlook.read[at].number
    is_top = at in outlook.tops
    kind = current.kind if current else None
    if begins_mail(texts, at) and (kind is not PartKind.MAIL or is_top):
        if kind is PartKind.MAIL and current is not None and not texts[at].startswith("From"):
            return None
        return Start(at, PartKind.MAIL, (f"The header of an e-mail begins on line {number}.",), _subject(outlook, at))
    if kind is not PartKind.MAIL and unfinished and continues_mail(texts[at]) and (is_top or "@" in texts[at]):
        joined = unfinished.pop()
        line = outlook.read[starts[joined].at].number
        said = f"Lines from {number} on go on with the addresses at which the e-mail of line {line} breaks off."
        return Start(at, PartKind.MAIL, (said,), joins=joined)
    if is_top or current is None or kind is not PartKind.FORM and is_form_title(texts[at]):
        page = texts[at : min(_next_top(page_tops, at, len(texts)), at + _LOOK)]
        if is_heading(texts[at].rstrip(" .:")) and is_form(texts[at], page):
            return Start(
                at,
                PartKind.FORM,
                (f"Line {number} heads a form: boxes to check, fields to fill in, prompts.",),
                texts[at],
            )
    if kind is not PartKind.RESOLUTION and (is_top or current is None or "RESOLUTION" in texts[at].upper()):
        behind = bisect_left(outlook.recitals, at)
        near = [n for n in outlook.recitals[behind : behind + 2] if n < at + _LOOK]
        if len(near) >= 2:
            line = outlook.read[near[0]].number
            return Start(
                at,
                PartKind.RESOLUTION,
                (f"Recitals and resolved clauses stand from line {line} on.",),
                _resolution(texts, at),
            )
    if is_contents_title(texts[at]) or is_leader(texts[at]):
        leaders = sum(is_leader(text) for text in texts[at : at + 8])
        if leaders >= 3:
            return Start(at, PartKind.CONTENTS, (f"Dots lead to page numbers from line {number} on.",), "")
    return None


def _contents_end(outlook: Outlook, at: int) -> int:
    """The last read line of a list of contents that begins at ``at``."""
    last = at
    for n in range(at, min(at + 2000, len(outlook.texts))):
        if is_leader(outlook.texts[n]):
            last = n
        elif n - last > 3 or (n in outlook.tops and n > at):
            break
    return last


def _next_top(page_tops: list[int], at: int, end: int) -> int:
    n = bisect_right(page_tops, at)
    return page_tops[n] if n < len(page_tops) else end


def _subject(outlook: Outlook, at: int) -> str:
    """A mail's subject, with the lines on which it goes on."""
    texts = outlook.texts
    for n in range(at, min(at + 20, len(texts))):
        if texts[n].startswith("Subject"):
            words = [texts[n].split(":", 1)[-1].strip()]
            for m in range(n + 1, min(n + 4, len(texts))):
                if outlook.gaps[m] or MAIL_HEADER.match(texts[m]):
                    break
                words.append(texts[m])
            return " ".join(words)
    return ""


def _resolution(texts: tuple[str, ...], at: int) -> str:
    return next((text for text in texts[at : at + 20] if "resolution" in text.casefold() and len(text) < 140), "")


def _numbering_anew(outlook: Outlook, at: int, current: Start | None, top_values: Counter[str]) -> Start | None:
    """A chapter without a title: its first section's label, of the style of the sections of the chapter before."""
    text = outlook.texts[at]
    label = labelled(text)
    if label is None or label.value != 1 or not label.heading or label.style == "a":
        return None
    number, is_top = outlook.read[at].number, at in outlook.tops
    kind = current.kind if current is not None else None
    if current is not None and kind is PartKind.RULES:
        if (
            label.style != current.style
            or top_values[label.style] < 3
            or label.prefix
            and label.prefix == current.prefix
        ):
            return None
        if not is_top and not (FIRST_SECTION.match(label.heading) and _second_follows(outlook, at, label.style)):
            return None
    elif kind in (PartKind.FORM, PartKind.MAIL, PartKind.OTHER):
        if not (is_top and FIRST_SECTION.match(label.heading) and _second_follows(outlook, at, label.style)):
            return None
    elif kind is not None and not _second_follows(outlook, at, label.style):
        return None
    where = " at the top of a page" if is_top else ""
    said = f"Line {number} begins the numbering of sections anew{where}, without a title."
    return Start(at, PartKind.RULES, (said,), "", label.style, label.prefix)


def _counting_anew(outlook: Outlook, at: int, current: Start | None) -> Start | None:
    """A page that is counted as the first, behind one that was the last or that another title's pages are."""
    if current is None or at not in outlook.tops or current.kind not in (PartKind.RULES, PartKind.OTHER):
        return None
    page = outlook.read[at].page
    if outlook.read[at - 1].page == page:
        return None
    mark, before = outlook.page_marks.get(page), outlook.page_marks.get(page - 1)
    if mark is None or before is None or mark.number != 1 or (before.number or 0) < 2:
        return None
    if before.number != before.of and mark.title.casefold() == before.title.casefold():
        return None
    said = f"The pages are counted anew from 1 with the page of line {outlook.read[at].number}."
    return Start(at, PartKind.OTHER, (said,))


def _second_follows(outlook: Outlook, at: int, style: str) -> bool:
    for text in outlook.texts[at + 1 : at + 400]:
        label = labelled(text)
        if label is not None and label.style == style and label.value == 2 and label.heading:
            return True
    return False


def foreign_pages(outlook: Outlook, first: int, end: int) -> int | None:
    """Where, within a part of read lines, pages on something else begin: other words, other marks; None if nowhere.

    Only the last pages of a part are looked at, and only where the sentence before them breaks off.
    """
    texts = outlook.texts
    for top in [n for n in range(max(first + 1, end - _LAST_PAGES), end) if n in outlook.tops][-3:]:
        page = texts[top:end]
        bullets = sum(is_bullet(text) for text in page)
        if bullets < 3 or texts[top - 1][-1:] in '.:;!?”"' or any(is_bullet(text) for text in texts[first:top]):
            continue
        if sum(labelled(text) is not None and not is_bullet(text) for text in page) > bullets // 3:
            continue
        before = {word for text in texts[first:top] for word in re.findall(r"[a-z]{4,}", text.casefold())}
        own = [word for text in page for word in re.findall(r"[a-z]{4,}", text.casefold())]
        if sum(word in before for word in own) < 0.5 * max(len(own), 1):
            return top
    return None
