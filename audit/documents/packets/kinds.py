"""Shows of what is no rule of play: mail headers, forms, recitals, lists of contents, pages on something else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from audit.documents.packets.labels import is_heading

_FAR = 300
"""Characters of a line that are looked at; an address or a box further in shows nothing."""
MAIL_HEADER = re.compile(r"(From|To|Cc|Bcc|Sent|Date|Subject|Attachments|Reply-To|Importance)\s?:\s?(?=\S|$)")
_ADDRESS = re.compile(r"[\w.+-]+@[\w-]+\.[\w.-]+")
_ADDRESSES = re.compile(r"(?:[^;<>]{0,60}<)?[\w.+-]+@[\w.-]+>?\s*[;,]")
_BOX = re.compile(r"[\u2610-\u2612\u25a1\u25a2\u25fb\u2b1c\uf000-\uf0ff]|\[[ xX]?\](?=\s)|_{4,}")
_FIELD = re.compile(r"(?:\d{1,2}[.)]\s*)?[A-Z][^:.]{2,60}:(?:\s*$|\s+\S.{0,60}$)")
_PROMPT = re.compile(r"(?:choose|select|enter|describe|attach|check|type|print|sign)\b|.*\bOR choose\b", re.IGNORECASE)
_FORM_TITLE = re.compile(r"\b(?:request|form|application|check ?list|questionnaire|permit|invoice)\b", re.IGNORECASE)
_RECITAL = re.compile(r"\W*WHEREAS\b|.{0,60}\bBE IT (?:FURTHER |FINALLY |THEREFORE )*RESOLVED\b|\W*RESOLVED,")
_LEADER = re.compile(r"(?:\.\s?){5,}\s*\d{0,4}\s*$|(?:…\s?){2,}\s*\d{0,4}\s*$|_{6,}\s*\d{1,4}\s*$")
_CONTENTS = re.compile(r"\W*(?:table of contents|contents|index)\W*", re.IGNORECASE)
_BULLET = re.compile(r"[•o●▪◦■–-]\s+\S")


def begins_mail(texts: Sequence[str], at: int) -> bool:
    """Whether a mail's header block begins here: three of its fields close together, the first on this line."""
    first = MAIL_HEADER.match(texts[at])
    if not first or first[1] in ("Date", "Attachments", "Importance"):
        return False
    fields = {first[1]}
    for text in texts[at + 1 : at + 16]:
        found = MAIL_HEADER.match(text)
        if found:
            fields.add(found[1])
    return len(fields) >= 3 and bool(fields & {"From", "To"})


def continues_mail(text: str) -> bool:
    """Whether a page begins within a mail's header: amid its addresses, or with its subject."""
    return bool(_ADDRESSES.match(text[:_FAR])) or text.startswith(("Subject:", "Cc:"))


def breaks_off_in_addresses(texts: Sequence[str]) -> bool:
    """Whether the last lines of a mail are addresses: its header goes on elsewhere."""
    return any(_ADDRESS.search(text[-_FAR:]) for text in texts[-2:]) and not texts[-1].endswith(".")


def is_form(title: str, page: Sequence[str]) -> bool:
    """Whether a page is a form: boxes to check, fields to fill in, prompts; more of them where the title says nothing."""
    boxes = sum(bool(_BOX.search(text[:_FAR])) for text in page)
    fields = sum(len(text) < 80 and bool(_FIELD.match(text) or _PROMPT.match(text)) for text in page)
    signs = 2 * boxes + fields
    if boxes >= 2 and signs >= max(6, 0.4 * len(page)):
        return True
    return bool(_FORM_TITLE.search(title)) and fields >= 5 and signs >= 0.2 * len(page)


def is_form_title(text: str) -> bool:
    """Whether a line may be the title of a form: a few title words, one of them that of a form, without a stop."""
    return len(text) < 70 and bool(_FORM_TITLE.search(text)) and text[-1:].isalpha() and is_heading(text)


def is_recital(text: str) -> bool:
    return ("WHEREAS" in text or "RESOLVED" in text) and bool(_RECITAL.match(text[:120]))


def is_leader(text: str) -> bool:
    """Whether a line of a list of contents: dots that lead to a page number."""
    return text[-1:] in "._…0123456789 " and bool(_LEADER.search(text[-160:]))


def is_contents_title(text: str) -> bool:
    return len(text) < 40 and bool(_CONTENTS.fullmatch(text))


def is_bullet(text: str) -> bool:
    return bool(_BULLET.match(text))
