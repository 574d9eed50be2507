"""Entries in a reviewer's words: lines as the file has them, titles that name a wager and a moment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from audit.language.quoting import words_of_line
from audit.language.syntax import Source
from audit.play.phrases import phrase, rows
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis, clause_parts
from audit.ruleset.ruleset import Ruleset
from audit.ruleset.stated import Stated

_ARTICLE = re.compile(r"^(?:an?|the)\s+", re.IGNORECASE)
_COMMON = re.compile(r"\b(?:an?|the|bet|bets|wager|wagers)\b|[^\w\s]", re.IGNORECASE)
_QUOTED = re.compile(r'("[^"]*")')
MOST_CHARACTERS = 600


def humane(text: str) -> str:
    """A line with its names as words: underscores stand for spaces, outside quotations."""
    pieces = _QUOTED.split(text)
    return "".join(piece if n % 2 else piece.replace("_", " ") for n, piece in enumerate(pieces))


def capital(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def same_words(one: str | None, other: str | None) -> bool:
    """Whether two titles name a thing alike: articles, marks and the words bet and wager do not tell them apart."""
    return _bare(one) == _bare(other)


def _bare(text: str | None) -> str:
    return " ".join(_COMMON.sub(" ", text or "").lower().split())


def cites(*bases: Basis) -> tuple[str, ...]:
    """The clauses of some lines, each once."""
    return tuple(dict.fromkeys(str(cite) for basis in bases for cite in basis.cites))


def listed(items: Sequence[str], most: int = 0) -> str:
    """``a``, ``a and b``, ``a, b and c``; beyond ``most`` they are counted."""
    single = list(dict.fromkeys(items))
    if most and len(single) > most:
        single = [*single[:most], f"{len(single) - most} more"]
    return "".join(single) if len(single) < 2 else f"{', '.join(single[:-1])} and {single[-1]}"


def clause_order(label: str) -> tuple[tuple[int, int, str], ...]:
    """Clauses in the order of a document: figures by size, roman numerals and letters as they stand."""
    return tuple((0, int(p), "") if p.isdigit() else (1, len(p), p) for p in clause_parts(label))


@dataclass(frozen=True)
class Teller:
    """Tells lines of one side."""

    ruleset: Ruleset
    sources: Mapping[str, Source]

    def line(self, stated: Stated) -> str:
        """A line as the file has it, its choice with it; in words of ours where the file is not at hand."""
        text = self.quoted(stated)
        if stated.when is not None and " when " not in f" {text} ":
            text += f" when {humane(phrase(stated.when))}"
        return text

    def quoted(self, stated: Stated) -> str:
        text = words_of_line(stated.basis.span, self.sources)
        return humane(text or phrase(stated)).strip()

    def with_table(self, stated: Stated) -> str:
        """A line with the rows of the table below it."""
        table = getattr(stated, "table", None)
        return f"{self.line(stated)} {humane(rows(table))}" if table is not None else self.line(stated)

    def lines(self, several: Iterable[Stated], *, with_tables: bool = False) -> str:
        """Several lines, one behind the other; very long texts are cut."""
        tell = self.with_table if with_tables else self.line
        text = "; ".join(dict.fromkeys(t for t in self._told(list(several), tell) if t))
        return text if len(text) <= MOST_CHARACTERS else text[: MOST_CHARACTERS - 1].rsplit(" ", 1)[0] + "…"

    def _told(self, several: Sequence[Stated], tell: Callable[[Stated], str]) -> Iterator[str]:
        """Lines one by one, a choice with those below it as one: ``fold: forfeit ante, out``."""
        at = 0
        while at < len(several):
            one, at = several[at], at + 1
            if not isinstance(one, rd.Choice):
                yield tell(one)
                continue
            inner = {id(line) for line in below(one)}
            name = humane(one.name.text)
            does = [tell(one).removeprefix(name).strip()]
            while at < len(several) and id(several[at]) in inner:
                does.append(tell(several[at]))
                at += 1
            yield f"{name}: {', '.join(filter(None, does))}"

    def block(self, stated: Stated) -> str:
        """A statement with the lines below it."""
        return self.lines((stated, *below(stated)))

    # what things are called

    def wager(self, wager: wg.Wager) -> str:
        """What a reviewer calls a wager: its title, else its name."""
        return capital(_ARTICLE.sub("", wager.title or humane(wager.name.text)))

    def step(self, name: str) -> str:
        for one in self.ruleset.of(rd.Round):
            for step in one.steps:
                if step.name.text == name and step.title:
                    return step.title
        return humane(name)

    def at(self, headings: Sequence[wg.Heading]) -> str:
        """``on a Come Out Roll``, ``on its first roll``; empty without headings."""
        words = []
        for heading in headings:
            if isinstance(heading, wg.AtStep):
                step = self.step(heading.step.text)
                words.append(f"on {'an' if step[:1].lower() in 'aeiou' else 'a'} {step}")
            else:
                words.append("on its first roll" if heading is wg.Roll.FIRST else "on later rolls")
        return ", ".join(words)


def below(stated: Stated) -> Iterator[Stated]:
    """The lines and rows below a statement, in their order."""
    for name in ("lines", "steps", "cases", "choices", "permissions", "rules", "settings", "order"):
        for inner in getattr(stated, name, ()) or ():
            if isinstance(inner, Stated):
                yield inner
                yield from below(inner)
    table = getattr(stated, "table", None)
    for row in getattr(table, "rows", ()) or getattr(stated, "rows", ()) or ():
        if isinstance(row, Stated):
            yield row
