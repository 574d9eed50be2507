"""Which reading of the labels is chosen, and how sure it is."""

from __future__ import annotations

from audit.documents.outline.labels import written
from audit.documents.outline.numbering import Choice, read
from audit.documents.outline.paragraphs import Event, What, events_of, rows_of
from audit.documents.pages import View
from audit.documents.text_files import printed_text


def chosen(text: str) -> list[tuple[Event, Choice]]:
    events = events_of(rows_of(printed_text(text, "s.txt", "").lines, View.NEW))
    return list(zip(events, read(events), strict=True))


def begun(text: str) -> list[str]:
    """The places that are begun, as a path with dots."""
    return [".".join(map(written, c.do.place.steps)) for _, c in chosen(text) if c.do.place is not None and c.do.name != "pay"]


def test_wrapped_reference_is_no_label() -> None:
    text = "1. Cards are dealt as is said in paragraph\n2. above, and in the paragraphs\n(b) and (c) below.\n\n2. The end.\n"
    assert begun(text) == ["1", "2"]
    assert [c.do.name for _, c in chosen(text)].count("none") == 2


def test_cheap_labels_are_far_from_others() -> None:
    """In a clean list every other place of a label is much dearer."""
    found = chosen("".join(f"{n}. The dealer pays.\n\n" for n in range(1, 8)))
    assert all(c.own_cost <= 0.3 and c.margin >= 2.4 for _, c in found)


def test_damaged_label_takes_its_place() -> None:
    text = "A. Cards\n\n1. One.\n\n2. Two.\n\n.:> Three.\n\n4 Four.\n\n5. Five.\n\nB. End\n\n1. One.\n"
    assert begun(text) == ["A", "A.1", "A.2", "A.3", "A.4", "A.5", "B", "B.1"]


def test_indent_settles_i_behind_h() -> None:
    """Where levels are set in, a last i that stands where h stands is a letter; further in it is roman one."""
    head = "1. First list:\n    a. One.\n    b. Two:\n        i. Inner.\n        ii. Inner.\n2. Second list:\n"
    letters = "".join(f"    {c}. Words.\n" for c in "abcdefg") + "    h. Words.\n"
    assert begun(head + letters + "    i. Last.\n3. End.\n")[-2] == "2.i"
    assert begun(head + letters + "        i. Last.\n3. End.\n")[-2] == "2.h.i"


def test_labels_bunched_before_their_words() -> None:
    text = (
        "A. Play\n\n1.\n\nThe dealer shall shuffle the cards of the whole deck.\n\n2. A throw is void for any of these reasons:\n\n"
        "i. the dice leave the table at once;\n\nii.\n\niii.\n\nEither die comes to rest upon the other one;\n\n"
        "The dice do not strike the far end of the table.\n\n3.\n\nThe throw is called by the dealer at the table.\n"
    )
    found = chosen(text)
    assert begun(text) == ["A", "A.1", "A.2", "A.2.i", "A.2.ii", "A.2.iii", "A.3"]
    taken = [found[c.do.event][0].printed for _, c in found if c.do.name == "take"]
    assert taken == ["1.", "ii.", "iii.", "3."]


def test_no_events() -> None:
    assert read([]) == []


def test_kinds_of_events() -> None:
    rows = rows_of(printed_text("Play Of Cards\n\n1. A deal.\n\n2.\n\nA second deal of cards is made;b.\n", "s.txt", "").lines, View.NEW)
    assert [(e.what, e.printed) for e in events_of(rows)] == [
        (What.HEADING, ""),
        (What.INLINE, "1."),
        (What.ALONE, "2."),
        (What.PARAGRAPH, ""),
        (What.ALONE, "b."),
    ]
