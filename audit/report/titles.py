"""What the names of a ruleset are called in a report: titles as the document prints them, positions in words.

The words of a finding have their names marked (`audit.checks.prose`).  Here each mark becomes what a reader knows it by,
and no name stands as it is typed in a ruleset: what has no title is told in words.  What a document says is never trusted
to be short, nor a mark to be well made.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import cached_property

from audit.checks.prose import Kind, Mark, Prose
from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.positions import positions
from audit.report import numbers as nb
from audit.report import wording as wd
from audit.report.wording import as_words, typeset
from audit.ruleset import parameters as pm
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.configure import ConfigureError
from audit.ruleset.ruleset import Ruleset

MOST_POSITIONS = 6
"""More positions than these are counted in running text."""
_MOST_CHARACTERS = 160
_FEWEST_COMMON = 3
_JOINTS = (", ", " and ", " or ")
_MOST_DIGITS = 12
_ARTICLE = re.compile(r"(?:an?|the) ", re.IGNORECASE)
_TYPED = re.compile(r"(?<![\w/.@-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w@])")
_SHARE = re.compile(r"-?\d{1,4000}(?:/[1-9]\d{0,3999})?")
_MOMENT = re.compile(r"(?:at (?P<step>[a-z]\w*), )?(?P<what>(?:the )?[a-z]\w*(?: of (?P<of>[a-z]\w*))?) (?P<values>\d.*)")
_AT = re.compile(r"at (?P<steps>[a-z]\w*(?:, [a-z]\w*)*)")


def without_article(title: str) -> str:
    """``Hardway`` of ``a Hardway``."""
    return _ARTICLE.sub("", title, count=1) if _ARTICLE.match(title) else title


def with_article(title: str) -> str:
    """``the Pass Bet``, ``the bet on a number``; a title with an article, or that is a name, such as ``Any Seven``, has none."""
    is_common = title[:1].islower() or re.search(r"\b(?:bets?|wagers?)\b", title, re.IGNORECASE)
    return f"the {title}" if is_common and not _ARTICLE.match(title) else title


class Titles:
    """The titles of some rulesets; of a name that several have, the first that has a title tells it."""

    def __init__(self, *rulesets: Ruleset) -> None:
        self.rulesets = rulesets

    # names

    def wager(self, name: str) -> str:
        """The title that the document prints; without one the name in words, with a capital."""
        return self._wagers.get(name) or wd.sentence(as_words(name))

    def position(self, wager: str, label: str) -> str:
        """A position by what it is called, where it is no figure: ``Joker``; else as it is: ``0, 00``, ``1–6``."""
        if not any(c.isalpha() for c in label):
            return _stretch(label)
        return self._positions.get((wager, label)) or typeset(as_words(label))

    def own(self, wager: str, label: str) -> str:
        """The title of a single position, such as ``Four the Hardway``; nothing where it has none."""
        return self._positions.get((wager, label), "")

    def called(self, wager: str, labels: Sequence[str] = (), moment: str = "", title: str = "") -> str:
        """A wager in running text: ``the Place Bet on 6 and 8``, ``Four the Hardway``, ``… when the point is 4 or 10``.

        ``title`` takes the place of its title with an article.
        """
        own = [self.own(wager, label) for label in labels]
        if len(own) == 1 and own[0]:
            return own[0] + self.when(moment)
        return (title or with_article(self.wager(wager))) + self._where(wager, labels, all(own)) + self.when(moment)

    def _where(self, wager: str, labels: Sequence[str], is_titled: bool) -> str:
        if len(labels) > MOST_POSITIONS:
            return f" on {nb.integer(len(labels))} positions"
        told = [self.position(wager, label) for label in labels]
        listed = "; ".join(told) if any("," in t for t in told) else wd.listed(told)
        if is_titled and any(c.isalpha() for c in listed.replace(" and ", "")):
            return f" ({listed})"
        return f" on {listed}" if listed else ""

    def when(self, moment: str) -> str:
        """The moment at which a wager is made, behind its name: `` when the point is 4 or 10``."""
        found = _MOMENT.fullmatch(moment)
        if found:
            at = f" at {self.step(found['step'])}" if found["step"] else ""
            what = self._feature(found["what"], found["of"])
            values = [v.strip() for v in found["values"].split(",")]
            return f"{at} when the {what.removeprefix('the ')} is {wd.listed(values, 'or')}"
        return f" ({self.moment(moment)})" if moment else ""

    def moment(self, moment: str) -> str:
        """The same, short, for a table: ``point 4, 10``, ``at the Come Out Roll``."""
        found = _MOMENT.fullmatch(moment)
        if found:
            at = f"at {self.step(found['step'])}, " if found["step"] else ""
            what = as_words(found["what"].removeprefix("the ").partition(" of ")[0])
            return f"{at}{what} {found['values']}"
        at_steps = _AT.fullmatch(moment)
        if at_steps:
            return f"at {wd.listed([self.step(s) for s in at_steps['steps'].split(', ')], 'or')}"
        return self.plain(moment)

    def _feature(self, what: str, of: str | None) -> str:
        if of is None:
            return as_words(what)
        return f"{as_words(what.partition(' of ')[0])} of the {without_article(self.wager(of))}"

    def step(self, name: str) -> str:
        """A step of the round, with its article: ``the Come Out Roll``."""
        return f"the {without_article(self._steps.get(name) or as_words(name))}"

    def name(self, name: str) -> str:
        """An option or an assumption, in quotation marks."""
        return f"“{self._options.get(name) or as_words(name)}”"

    # words

    def told(self, words: str) -> str:
        """Words of a finding with every name as a reader knows it; what stands behind a full stop has a capital."""
        made = ""
        parts = words.parts if isinstance(words, Prose) else (words,)
        pieces = [self._mark(part) if isinstance(part, Mark) else self.plain(part) for part in parts]
        for part, piece in zip(parts, _shortened(parts, pieces), strict=True):
            starts = isinstance(part, Mark) and made.endswith((". ", "? ", "! "))
            made += wd.sentence(piece) if starts else piece
        return re.sub(" {2,}", " ", made).strip()

    def plain(self, words: str) -> str:
        """Words that have no marks; a name that slipped in as it is typed is told all the same."""
        return typeset(_TYPED.sub(lambda m: self._wagers.get(m[0]) or as_words(m[0]), words))

    def heading(self, words: str) -> str:
        """The same as a title: with a capital, and no stop."""
        return wd.sentence(self.told(words)).removesuffix(".")

    def sentence(self, words: str) -> str:
        """The same as a sentence: with a capital and a stop; nothing stays nothing."""
        return wd.stopped(wd.sentence(self.told(words)))

    def _mark(self, mark: Mark) -> str:
        match mark.kind:
            case Kind.WAGER:
                return self.called(mark.name, mark.positions, mark.moment)
            case Kind.STEP:
                return self.step(mark.name)
            case Kind.NAME:
                return self.name(mark.name)
            case Kind.SHARE:
                return _share(mark)
            case Kind.FORM:
                return self.plain(mark.name)

    # where titles stand

    @cached_property
    def _wagers(self) -> dict[str, str]:
        return _first((w.name.text, w.title) for ruleset in self.rulesets for w in ruleset.of(wg.Wager))

    @cached_property
    def _steps(self) -> dict[str, str]:
        rounds = (round for ruleset in self.rulesets for round in ruleset.of(rd.Round))
        return _first((step.name.text, step.title) for round in rounds for step in round.steps)

    @cached_property
    def _options(self) -> dict[str, str]:
        statements = (s for ruleset in self.rulesets for s in ruleset.statements)
        options = (s for s in statements if isinstance(s, pm.Option | pm.OptionRows))
        return _first((option.name.text, option.title) for option in options)

    @cached_property
    def _positions(self) -> dict[tuple[str, str], str]:
        found: dict[tuple[str, str], str] = {}
        for ruleset in self.rulesets:
            for wager, label, title in _titled_positions(ruleset):
                found.setdefault((wager, label), printed(title))
        return found


def _shortened(parts: Sequence[str | Mark], pieces: Sequence[str]) -> list[str]:
    """Names in a list, the words that all begin with told once: ``the wager in support of a Pass Bet, Come Bet and …``."""
    made = list(pieces)
    run: list[int] = []
    for n, part in enumerate((*parts, "")):
        if isinstance(part, Mark) and part.kind is Kind.WAGER:
            run.append(n)
        elif part not in _JOINTS:
            for k in run[1:]:
                made[k] = made[k].removeprefix(_common([pieces[m] for m in run]))
            run = []
    return made


def _common(names: Sequence[str]) -> str:
    """The words with which all names begin, where they are several and not a whole name."""
    shared: list[str] = []
    for words in zip(*(name.split(" ") for name in names), strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    is_whole = any(len(name.split(" ")) <= len(shared) for name in names)
    return "" if is_whole or len(shared) < _FEWEST_COMMON else f"{' '.join(shared)} "


def _titled_positions(ruleset: Ruleset) -> Iterator[tuple[str, str, str]]:
    equipment = Equipment(ruleset)
    for wager in ruleset.of(wg.Wager):
        # a position that cannot be told here stands in the words of its label
        with suppress(PlayError, ConfigureError):
            for position in positions(wager, equipment):
                if position.label and position.title:
                    yield wager.name.text, position.label, position.title


def _first(titled: Iterator[tuple[str, str | None]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for name, title in titled:
        if title and title.strip():
            found.setdefault(name, printed(title))
    return found


def _stretch(label: str) -> str:
    """Numbers in a row as their ends: ``1–6``."""
    numbers = label.split(", ")
    is_row = all(n.isdigit() and len(n) < _MOST_DIGITS for n in numbers) and len(numbers) > _FEWEST_COMMON and (
        [int(n) for n in numbers] == [*range(int(numbers[0]), int(numbers[0]) + len(numbers))]
    )
    return f"{numbers[0]}–{numbers[-1]}" if is_row else label


def printed(title: str) -> str:
    """A title as it is printed, with the signs of print, and not beyond what a sentence bears."""
    return typeset(wd.cut(title, _MOST_CHARACTERS))


def _share(mark: Mark) -> str:
    """A share as the report writes it: ``7/495 (1.4141%)``; a whole number alone, a long fraction in per cent alone."""
    if not _SHARE.fullmatch(mark.name):
        return typeset(mark.typed)
    share = Fraction(mark.name)
    if share.denominator == 1:
        return nb.fraction(share)
    if len(str(share.denominator)) > _MOST_DIGITS:
        return nb.percent(share, sign="%")
    return nb.fraction_and_percent(share)
