"""Copies of one edition among the parts of a file, and what a copy without dates may borrow from the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from audit.documents.document import Part, PartKind
from audit.documents.packets.copies import SAME, Words, likeness, share_within, words_of
from audit.documents.pages import Line, Printed

_MOST_COMPARED = 20_000
"""Pairs of parts that are compared word by word: of up to 200 parts all; of more, those not far apart.

Copies that are wholly the same are found however far apart they are.
"""
_MOST_GAMES = 500
_DATING = ("approved", "adopted", "effective")


def with_copies(printed: Printed, made: Sequence[Part]) -> list[Part]:
    """The parts with ``same_as``, and with editions that only another copy or a resolution prints."""
    rules = [part for part in made if part.kind is PartKind.RULES]
    words = {part.number: words_of(_lines(printed, part)) for part in rules}
    copies: list[Part] = []
    by_letters: dict[str, Part] = {}
    window = max(2 * _MOST_COMPARED // max(len(rules), 1), 1)
    for part in rules:
        own = words[part.number]
        whole = by_letters.get(own.joined)
        if whole is not None:
            said = f"Word for word the same as part {whole.number}."
            copies.append(replace(part, same_as=whole.same_as or whole.number, because=(*part.because, said)))
            continue
        found = _copy_of(part, copies[-window:], words)
        if found is not None:
            other, is_whole, said = found
            same = (other.same_as or other.number) if is_whole else None
            part = replace(part, same_as=same, because=(*part.because, said))  # noqa: PLW2901  a part is immutable
        by_letters[own.joined] = part
        copies.append(part)
    finished = {part.number: part for part in _with_editions(copies, made)}
    return [finished.get(part.number, part) for part in made]


def _lines(printed: Printed, part: Part) -> list[Line]:
    return [line for first, last in part.lines for line in printed.lines[first - 1 : last]]


def _copy_of(part: Part, earlier: Sequence[Part], words: dict[int, Words]) -> tuple[Part, bool, str] | None:
    """An earlier part with the same words, whether they are all of its words, and how that shows."""
    own = words[part.number]
    liked = [(likeness(own, words[other.number]), other) for other in earlier if other.same_as is None]
    like, best = max(liked, key=lambda found: found[0], default=(0.0, None))
    if best is not None and like >= SAME:
        share = f"{(1 - like) * 100:.2f} %"
        if not _bear_other_dates(part, best):
            return best, True, f"The same words as part {best.number} but for {share} of them."
        return best, False, f"It differs from part {best.number} in {share} of its words, and bears another date."
    for other in earlier:
        if other.same_as is not None or share_within(own, words[other.number]) < SAME:
            continue
        said = f"Its lines all stand in part {other.number}, which has more"
        if own.cut >= 3:
            return other, True, f"{said}; {own.cut} of them are cut off: an outline copied from that part."
        return other, False, f"{said}: it may be a fragment of a copy."
    return None


def _bear_other_dates(part: Part, other: Part) -> bool:
    """Whether both print days of one sort, none of them the same: two editions that differ in few words."""
    for what in _DATING:
        one = {dated.day for dated in part.dates if dated.what == what}
        two = {dated.day for dated in other.dates if dated.what == what}
        if one and two and not one & two:
            return True
    return False


def _with_editions(rules: Sequence[Part], made: Sequence[Part]) -> list[Part]:
    """An edition that a part does not print itself, where the file leaves one possibility; else why there is none."""
    families: defaultdict[int, dict[str, int]] = defaultdict(dict)
    for part in rules:
        if part.edition is not None:
            families[part.same_as or part.number].setdefault(part.edition, part.number)
    resolutions = [part for part in made if part.kind is PartKind.RESOLUTION and part.edition is not None]
    mails = _approvals_in_mails(rules, made)
    finished: list[Part] = []
    for part in rules:
        if part.edition is not None:
            finished.append(part)
            continue
        named = families[part.same_as or part.number]
        adopting = next((other for other in reversed(resolutions) if other.number < part.number), None)
        edition, said = None, []
        if len(named) == 1:
            edition, number = next(iter(named.items()))
            said.append(f"The edition is inferred: this copy prints none, and part {number} with the same words does.")
        elif named:
            says = "; ".join(f"“{words}” in part {number}" for words, number in list(named.items())[:6])
            said.append(f"No edition is printed, and copies with the same words bear several: {says}.")
        elif adopting is not None:
            edition = adopting.edition
            said.append(
                f"The edition is inferred: part {adopting.number} of this file adopts the rules attached to it."
            )
        said += mails.get((part.game or "").casefold(), [])
        finished.append(replace(part, edition=edition, because=(*part.because, *said)))
    return finished


def _approvals_in_mails(rules: Sequence[Part], made: Sequence[Part]) -> dict[str, list[str]]:
    """By game: what an e-mail about it says of an approval that no part prints. A part may be that edition."""
    printed: defaultdict[str, set[object]] = defaultdict(set)
    for part in rules:
        if part.game is not None:
            printed[part.game.casefold()] |= {dated.day for dated in part.dates}
    longest = sorted(printed, key=len, reverse=True)[:_MOST_GAMES]
    said: defaultdict[str, list[str]] = defaultdict(list)
    for mail in made:
        if mail.kind is not PartKind.MAIL or mail.title is None:
            continue
        game = next((game for game in longest if game in mail.title.casefold()), None)
        if game is None:
            continue
        said[game] += [
            f"The e-mail in part {mail.number} speaks of an approval on {dated.day} (line {dated.line}), which no copy "
            "prints: this may be that edition."
            for dated in mail.dates
            if dated.what == "approved" and dated.day not in printed[game]
        ]
    return dict(said)
