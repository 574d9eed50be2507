"""Names of WordprocessingML elements, and how their values are read."""

from __future__ import annotations

from audit.documents.docx.package import Element

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
COMPATIBILITY = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"

_OFF = frozenset({"0", "false", "off"})


def w(name: str) -> str:
    return WORD + name


VAL, ID = w("val"), w("id")


def children(element: Element | None) -> dict[str, Element]:
    """The elements under one, by their full names; of two of one name the first."""
    found: dict[str, Element] = {}
    for each in element if element is not None else ():
        found.setdefault(each.tag, each)
    return found


def child(element: Element | None, *names: str) -> Element | None:
    """The element under these names, one below the other; None where one is missing."""
    for name in names:
        if element is None:
            return None
        element = element.find(w(name))
    return element


def value(element: Element | None, *names: str) -> str | None:
    """The value of the element under these names."""
    found = child(element, *names)
    return None if found is None else found.get(VAL)


def number(text: str | None, default: int, low: int = -100_000, high: int = 100_000) -> int:
    """A whole number within bounds; what is none, or is beyond them, is the default."""
    if text is None or not 0 < len(text) < 20:
        return default
    try:
        n = int(float(text)) if "." in text else int(text)
    except (ValueError, OverflowError):
        return default
    return n if low <= n <= high else default


def is_on(element: Element | None, name: str) -> bool | None:
    """A property that is on or off; None where nothing is said."""
    found = child(element, name)
    return None if found is None else found.get(VAL, "1").lower() not in _OFF
