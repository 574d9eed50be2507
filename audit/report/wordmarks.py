"""Old and new words side by side, with what was taken away and what came marked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher

from audit.report.inline import Mark, Run, Text

_TOKENS = re.compile(r"\s+|\d[\d.,]*\d|\w+|[^\s\w]")

# Comparing costs the product of both lengths in the worst case; beyond this the texts are shown whole.
_MOST_TOKENS = 1_200
# Below this likeness single words that happen to be the same would only litter the text with marks.
_LEAST_LIKENESS = 0.4


def marked(old: str, new: str) -> tuple[Text, Text]:
    """Both texts, cut at words; runs that stand only in one of them are marked removed or added."""
    if old == new:
        return (Run(old),), (Run(new),)
    first, second = _TOKENS.findall(old), _TOKENS.findall(new)
    if len(first) > _MOST_TOKENS or len(second) > _MOST_TOKENS:
        return _whole(old, new)
    matcher = SequenceMatcher(None, first, second, autojunk=False)
    if matcher.ratio() < _LEAST_LIKENESS:
        return _whole(old, new)
    before: list[Run] = []
    after: list[Run] = []
    for verb, a, b, c, d in _slid(matcher.get_opcodes(), first, second):
        same = verb == "equal"
        _add(before, "".join(first[a:b]), Mark.PLAIN if same else Mark.REMOVED)
        _add(after, "".join(second[c:d]), Mark.PLAIN if same else Mark.ADDED)
    return tuple(_joined(before, Mark.REMOVED)), tuple(_joined(after, Mark.ADDED))


_Opcode = tuple[str, int, int, int, int]


def _slid(opcodes: Sequence[_Opcode], first: list[str], second: list[str]) -> list[_Opcode]:
    """What was put in or taken out begins with a word where it may: not ", and" but "and," before the next comma."""
    made = [*opcodes]
    for n in range(1, len(made) - 1):
        verb, a, b, c, d = made[n]
        tokens, start, end = (second, c, d) if verb == "insert" else (first, a, b)
        if verb not in ("insert", "delete") or made[n - 1][0] != "equal" or made[n + 1][0] != "equal":
            continue
        room = made[n + 1][2] - made[n + 1][1]
        by = 0
        while by < room and not tokens[start + by].isalnum() and tokens[start + by] == tokens[end + by]:
            by += 1
        _, e, f, g, h = made[n - 1]
        made[n - 1] = ("equal", e, f + by, g, h + by)
        made[n] = (verb, a + by, b + by, c + by, d + by)
        _, e, f, g, h = made[n + 1]
        made[n + 1] = ("equal", e + by, f, g + by, h)
    return made


def _whole(old: str, new: str) -> tuple[Text, Text]:
    return (Run(old, Mark.REMOVED),), (Run(new, Mark.ADDED),)


def _add(runs: list[Run], words: str, mark: Mark) -> None:
    if words:
        runs.append(Run(words, mark))


def _joined(runs: list[Run], mark: Mark) -> list[Run]:
    """Marked runs with only white space between them become one, and marks do not begin or end in white space."""
    made: list[Run] = []
    for run in runs:
        gap = made[-1] if made else None
        is_gap = gap is not None and gap.mark is Mark.PLAIN and not gap.text.strip()
        if is_gap and len(made) >= 2 and run.mark is mark and made[-2].mark is mark:
            made[-2:] = [Run(made[-2].text + made[-1].text + run.text, mark)]
        else:
            made.append(run)
    trimmed: list[Run] = []
    for run in made:
        for piece in _trimmed(run):
            if trimmed and trimmed[-1].mark is piece.mark:
                trimmed[-1] = Run(trimmed[-1].text + piece.text, piece.mark)
            else:
                trimmed.append(piece)
    return trimmed


def _trimmed(run: Run) -> list[Run]:
    if run.mark is Mark.PLAIN:
        return [run]
    core = run.text.strip()
    if not core:
        return [Run(run.text)]
    lead, _, rest = run.text.partition(core)
    return [r for r in (Run(lead), Run(core, run.mark), Run(rest)) if r.text]
