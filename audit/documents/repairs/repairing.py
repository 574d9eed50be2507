"""Words that were misread: each reading keeps what is printed and says why; nothing is changed silently."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from audit.documents.clauses import Clause, Table
from audit.documents.repairs.spacing import divided_word, joined_word, spaced_odds
from audit.documents.repairs.vocabulary import Vocabulary, vocabulary_of
from audit.documents.repairs.words import Reading, may_be_misread, read_word
from audit.documents.text import Stretch, Text

__all__ = ["Vocabulary", "repaired", "vocabulary_of"]

_Bounds = tuple[int, int]
_TOKEN = re.compile(r"\S+")
_CORE = re.compile(r"[A-Za-z0-9$].*[A-Za-z0-9~]|[A-Za-z0-9]")
_MOST_FRAGMENTS = 6
_LONGEST_WORD = 40
_OFTEN = 20
"""A word printed so often is looked at only as a part of a longer one."""
_WITHIN = re.compile(r"[-'’/]")
_LETTER_AMONG_FIGURES = re.compile(
    r"(?<![\w.,$])(?:(?P<first>[lI][\dOlI]?|\d[\dO]*O) to (?P<rest>\d+)|(?P<odds>\d+) to ?(?P<last>[lI\]!])(?![\w]))"
)
_MAY_BE_FIGURES = (" to l", " to I", " to ]", " to]", " to !", "l to ", "I to ", "O to ")


def repaired(clauses: tuple[Clause, ...], vocabulary: Vocabulary) -> tuple[Clause, ...]:
    """The clauses with words read as the document elsewhere prints them.

    A stretch that is read otherwise has what is printed as its ``original`` and says ``because``.  Figures are never
    changed; where a letter among figures is read as a figure the clause has a doubt.
    """
    repairing = _Repairing(vocabulary)
    return tuple(repairing.clause(clause) for clause in clauses)


class _Repairing:
    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._suspect: dict[str, bool] = {}
        self._misread: dict[str, Reading | bool] = {}
        self._doubts: list[str] = []

    def clause(self, clause: Clause) -> Clause:
        self._doubts = []
        title, text = self.text(clause.title), self.text(clause.text)
        tables = tuple(self.table(table) for table in clause.tables)
        doubts = (*clause.doubts, *self._doubts)
        children = tuple(self.clause(child) for child in clause.children)
        return replace(clause, title=title, text=text, tables=tables, doubts=doubts, children=children)

    def table(self, table: Table) -> Table:
        rows = tuple(tuple(self.text(cell) for cell in row) for row in table.rows)
        return replace(table, rows=rows, caption=self.text(table.caption))

    def text(self, text: Text) -> Text:
        """The text, with each stretch that is printed as it stands read word by word."""
        made: list[Stretch] = []
        is_changed = False
        for n, stretch in enumerate(text.stretches):
            readings = []
            if stretch.original is None and stretch.text.strip():
                readings = [r for r in self._readings(stretch.text) if not _is_cut(text.stretches, n, r)]
            is_changed = is_changed or bool(readings)
            made.extend(_cut(stretch, readings) if readings else [stretch])
        self._say_doubts(text)
        return Text(tuple(made)) if is_changed else text

    def _say_doubts(self, text: Text) -> None:
        for stretch in text.stretches:
            if not any(sign in stretch.text for sign in _MAY_BE_FIGURES):
                continue
            for match in _LETTER_AMONG_FIGURES.finditer(stretch.text):
                self._doubts.append(f"line {stretch.line}: “{match.group()}” may stand for figures")

    def _readings(self, text: str) -> list[tuple[int, int, Reading]]:
        """Where a text is read otherwise, in order and without overlap."""
        found = [(a, b, Reading(words, "a blank is missing")) for a, b, words in spaced_odds(text)]
        known = self._suspect
        suspects = [n for n, w in enumerate(text.split()) if (known[w] if w in known else self._is_suspect(w))]
        if not suspects:
            return found
        tokens = [m.span() for m in _TOKEN.finditer(text)]
        cores = [_core_of(text, bounds) for bounds in tokens]
        is_suspect = set(suspects)
        # A word may have been broken up before or behind the fragment that shows it.
        fragments = [s for s in suspects if text[slice(*cores[s])].isalpha()]
        within = {n for s in fragments for n in range(max(s - _MOST_FRAGMENTS + 1, 0), s + 1)}
        odds = [(a, b) for a, b, _ in found]
        at = 0
        for n in sorted(within | is_suspect):
            start, end = tokens[n]
            if start < at or any(a < end and start < b for a, b in odds):
                continue
            reading = self._joined(text, tokens, cores, n) if n in within else None
            if reading is None and n in is_suspect:
                reading = self._single(text, cores, n)
            if reading is not None:
                found.append(reading)
                at = reading[1]
        return sorted(found, key=lambda r: r[0])

    def _is_suspect(self, word: str) -> bool:
        """Whether a word with its punctuation is rare, has an odd character within, or is a letter that is no word."""
        known = self._suspect.get(word)
        if known is None:
            core = _CORE.search(word) if len(word) <= _LONGEST_WORD else None
            bare = core.group() if core else ""
            known = any(c.isalpha() for c in bare) and not self._is_plain(bare)
            self._suspect[word] = known
        return known

    def _is_plain(self, word: str) -> bool:
        if word.isalpha():
            return word in ("a", "A", "I") or (len(word) > 1 and self._vocabulary.count(word) >= _OFTEN)
        parts = _WITHIN.split(word)
        return len(parts) > 1 and all(p.isalpha() and self._vocabulary.is_common(p) for p in parts)

    def _single(self, text: str, cores: Sequence[_Bounds], n: int) -> tuple[int, int, Reading] | None:
        start, end = cores[n]
        word = text[start:end]
        if not word:
            return None
        may_be = self._misread.get(word)
        if may_be is None:
            divided = divided_word(word, self._vocabulary)
            may_be = divided or may_be_misread(word, self._vocabulary)
            self._misread[word] = may_be
        if not may_be:
            return None
        if isinstance(may_be, Reading):
            return (start, end, may_be)
        before = text[slice(*cores[n - 1])].lower() if n else ""
        after = text[slice(*cores[n + 1])].lower() if n + 1 < len(cores) else ""
        reading = read_word(word, before, after, self._vocabulary)
        return None if reading is None or reading.text == word else (start, end, reading)

    def _joined(
        self, text: str, tokens: Sequence[_Bounds], cores: Sequence[_Bounds], n: int
    ) -> tuple[int, int, Reading] | None:
        """The longest run of fragments from a token on that makes one word."""
        start, end = cores[n]
        if end == start or end != tokens[n][1]:
            return None
        best: tuple[int, int, Reading] | None = None
        parts = [text[start:end]]
        for following in range(n + 1, min(n + _MOST_FRAGMENTS, len(tokens))):
            first, last = cores[following]
            if first == last or first != end + 1:
                break
            end = last
            parts.append(text[first:last])
            reading = joined_word(parts, self._vocabulary)
            if reading is not None:
                best = (start, last, reading)
            if last != tokens[following][1]:
                break
        return best


def _core_of(text: str, bounds: _Bounds) -> _Bounds:
    """A word without the punctuation around it; nothing where it has no letter and no figure."""
    start, end = bounds
    if end - start > _LONGEST_WORD:
        return start, start
    if text[start:end].isalpha():
        return bounds
    match = _CORE.search(text[start:end])
    return (start, start) if match is None else (start + match.start(), start + match.end())


def _is_cut(stretches: Sequence[Stretch], n: int, reading: tuple[int, int, Reading]) -> bool:
    """Whether what is read goes on in the stretch before or behind, so that it is no whole word."""
    start, end, _ = reading
    before = stretches[n - 1].text[-1:] if n else ""
    after = stretches[n + 1].text[:1] if n + 1 < len(stretches) else ""
    return (start == 0 and before.isalnum()) or (end == len(stretches[n].text) and after.isalnum())


def _cut(stretch: Stretch, readings: list[tuple[int, int, Reading]]) -> list[Stretch]:
    """A stretch as the pieces before, within and behind what is read otherwise."""
    made: list[Stretch] = []
    at = 0
    for start, end, reading in readings:
        if start < at:
            continue
        if start > at:
            made.append(replace(stretch, text=stretch.text[at:start], start=stretch.start + at))
        made.append(
            replace(
                stretch,
                text=reading.text,
                start=stretch.start + start,
                original=stretch.text[start:end],
                because=reading.because,
            )
        )
        at = end
    if at < len(stretch.text):
        made.append(replace(stretch, text=stretch.text[at:], start=stretch.start + at))
    return made
