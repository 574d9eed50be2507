"""Whatever is edited, exactly that is said: properties over made-up rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from audit.compare.documents import Entry, Kind, TextComparison, Weight, compare_parts
from audit.documents.document import Part

Numbered = Callable[[Sequence[str]], Part]
Make = Callable[[str], Part]

SUBJECTS = ["dealer", "player", "floor person", "pit clerk", "box person", "shift manager"]
VERBS = ["count", "verify", "stack", "announce", "collect", "inspect", "place", "record", "return", "seal"]
THINGS = ["chips", "cards", "tokens", "keys", "receipts", "decks", "slips", "coupons", "markers", "layouts"]
WHERE = ["behind the table", "near the rack", "on the layout", "at the podium", "beside the shoe", "under the lid", "in the tray", "by the exit"]
NUMERALS = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten", 12: "twelve", 24: "twenty-four"}


@st.composite
def rules(draw: st.DrawFn, least: int = 6, most: int = 30) -> list[str]:
    """Sentences that differ from one another by more than a value."""
    count = draw(st.integers(least, most))
    rng = random.Random(draw(st.integers(0, 10**6)))
    made: dict[tuple[str, str, str, str], str] = {}
    while len(made) < count:
        key = (rng.choice(SUBJECTS), rng.choice(VERBS), rng.choice(THINGS), rng.choice(WHERE))
        token = "".join(rng.choice("bcdfgklmnprst") + rng.choice("aeiou") for _ in range(3))
        number = rng.choice(list(NUMERALS.values()))
        made[key] = f"The {key[0]} shall {key[1]} all {number} {token} {key[2]} {key[3]}."
    return list(made.values())


@st.composite
def unlike(draw: st.DrawFn) -> list[str]:
    """Sentences that share no word with one another."""
    rng = random.Random(draw(st.integers(0, 10**6)))
    return [
        " ".join("".join(rng.choice("bcdfgklmnprst") + rng.choice("aeiou") for _ in range(4)) for _ in range(7)) + "."
        for _ in range(draw(st.integers(4, 20)))
    ]


def kinds(found: TextComparison) -> list[str]:
    return [e.kind.value for e in found.substance]


def mirrored(entry: Entry) -> tuple[str, str, str]:
    """What an entry is when old and new are exchanged."""
    names = {"added": "removed", "removed": "added", "split": "merged", "merged": "split"}
    return names.get(entry.kind.value, entry.kind.value), entry.new_path, entry.old_path


@given(rules())
@settings(max_examples=40, deadline=None)
def test_nothing_edited(numbered: Numbered, said: list[str]) -> None:
    found = compare_parts(numbered(said), numbered(said))
    assert (found.entries, found.form, found.alike) == ((), (), len(said))


@given(rules(), st.data())
@settings(max_examples=60, deadline=None)
def test_one_put_in_and_taken_out(numbered: Numbered, said: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(said) - 1))
    shorter = said[:at] + said[at + 1 :]
    found = compare_parts(numbered(shorter), numbered(said))
    assert [(e.kind, e.new_path) for e in found.substance] == [(Kind.ADDED, str(at + 1))]
    assert sum(1 for e in found.entries if e.kind is Kind.RENUMBERED) == (at < len(said) - 1)
    back = compare_parts(numbered(said), numbered(shorter))
    assert [(e.kind, e.old_path) for e in back.substance] == [(Kind.REMOVED, str(at + 1))]


@given(rules(), st.data())
@settings(max_examples=60, deadline=None)
def test_one_moved(numbered: Numbered, said: list[str], data: st.DataObject) -> None:
    source = data.draw(st.integers(0, len(said) - 1))
    target = data.draw(st.integers(0, len(said) - 1).filter(lambda n: abs(n - source) > 1))
    new = said[:source] + said[source + 1 :]
    new.insert(target, said[source])
    found = compare_parts(numbered(said), numbered(new))
    assert [(e.kind, e.old_path, e.new_path) for e in found.substance] == [(Kind.MOVED, str(source + 1), str(target + 1))]
    assert sum(1 for e in found.entries if e.kind is Kind.RENUMBERED) == 1


@given(rules(), st.data())
@settings(max_examples=60, deadline=None)
def test_two_exchanged(numbered: Numbered, said: list[str], data: st.DataObject) -> None:
    a = data.draw(st.integers(0, len(said) - 2))
    b = data.draw(st.integers(a + 1, len(said) - 1))
    new = list(said)
    new[a], new[b] = new[b], new[a]
    found = kinds(compare_parts(numbered(said), numbered(new)))
    assert found == ["moved"] * (1 if b - a == 1 else 2)


@given(rules(), st.data())
@settings(max_examples=60, deadline=None)
def test_one_number_changed(numbered: Numbered, said: list[str], data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(said) - 1))
    word = next(w for w in said[at].split() if w in NUMERALS.values())
    other = data.draw(st.sampled_from([w for w in NUMERALS.values() if w != word]))
    new = [*said[:at], said[at].replace(f"all {word} ", f"all {other} "), *said[at + 1 :]]
    found = compare_parts(numbered(said), numbered(new))
    assert [(e.kind, e.weight, e.new_path) for e in found.entries] == [(Kind.CHANGED, Weight.VALUE, str(at + 1))]
    matter = found.entries[0].matters[0]
    assert (matter.old or "").split()[0] == word
    assert (matter.new or "").split()[0] == other


@given(rules())
@settings(max_examples=40, deadline=None)
def test_numerals_retyped(numbered: Numbered, said: list[str]) -> None:
    figures = {word: str(n) for n, word in NUMERALS.items()}
    new = [" ".join(figures.get(w, w) for w in s.split()) for s in said]
    found = compare_parts(numbered(said), numbered(new))
    assert found.entries == ()
    assert {e.says for e in found.form} == {"the same value written otherwise"}
    assert len(found.form) == len(said)


@given(unlike(), unlike(), st.randoms())
@settings(max_examples=60, deadline=None)
def test_exchanged_sides_say_the_mirror_image(
    numbered: Numbered, said: list[str], others: list[str], rng: random.Random
) -> None:
    new = [s for s in said if rng.random() < 0.8] + [s for s in others if rng.random() < 0.2]
    if rng.random() < 0.5 and len(new) > 3:
        new.insert(0, new.pop(3))
    there = compare_parts(numbered(said), numbered(new))
    back = compare_parts(numbered(new), numbered(said))
    assert there.alike == back.alike
    assert sorted(e.kind.value for e in there.substance) == sorted(mirrored(e)[0] for e in back.substance)
    gone = sorted(e.old_path for e in there.entries if e.kind is Kind.REMOVED)
    assert gone == sorted(e.new_path for e in back.entries if e.kind is Kind.ADDED)


@given(rules(), rules(), st.randoms())
@settings(max_examples=60, deadline=None)
def test_marks_are_within_the_words(numbered: Numbered, said: list[str], others: list[str], rng: random.Random) -> None:
    """Spans are in order, do not overlap, and are placed; what is not marked is the same on both sides."""
    new = [s if rng.random() < 0.5 else " ".join(rng.sample(s.split(), len(s.split()))) for s in said] + others[:2]
    found = compare_parts(numbered(said), numbered(new))
    for entry in (*found.entries, *found.form):
        for side in (*entry.old, *entry.new):
            at = 0
            for span in side.spans:
                assert at <= span.start < span.end <= len(side.words)
                assert side.place(span.start) is not None
                at = span.end
            assert "".join(words for words, _ in side.runs) == side.words


LETTERS = st.text(alphabet="ab1(). §ABC:$%-\n“\"'½→,;|", max_size=60)


@given(st.lists(LETTERS, max_size=12), st.lists(LETTERS, max_size=12))
@settings(max_examples=150, deadline=None)
def test_any_text_is_compared(part: Make, old: list[str], new: list[str]) -> None:
    made = [part("\n".join(f"{n}. {' '.join(s.split())}" for n, s in enumerate(side, start=1))) for side in (old, new)]
    found = compare_parts(made[0], made[1])
    assert found.old_clauses == len(old)
    assert found.new_clauses == len(new)
