"""The rules of the grammar as data, read off ``grammars/rules_of_play.lark``.

The parser works on tables in which the words of a rule can no longer be told; what tells a reader how a line is made
needs the rule as it is written.  Read is the part of Lark's notation that the grammar uses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from audit.language import grammar

TOKEN = re.compile(r'"[^"\n]*"|->|[A-Za-z_][A-Za-z0-9_]*|[()\[\]{}|,*+?]')
RULE = re.compile(r"[?!]?(?P<name>_?[a-z][a-z0-9_]*)(?:\{(?P<given>\w+)\})?\s*:(?P<body>.*)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fixed:
    """A word that is written as it is."""

    word: str


@dataclass(frozen=True, slots=True)
class Named:
    """Another rule or a terminal, by its name; ``given`` is what a template is used with."""

    name: str
    given: Part | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One thing after the other."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """One of several."""

    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Maybe:
    """What may be left out."""

    part: Part


@dataclass(frozen=True, slots=True)
class Several:
    """What may be repeated; ``or_none`` if it may be left out as well."""

    part: Part
    or_none: bool


Part = Fixed | Named | Row | Either | Maybe | Several


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule: its alternatives, and for a template the name that stands for what it is given."""

    name: str
    alternatives: tuple[Part, ...]
    parameter: str | None = None


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Rule]:
    """All rules of the grammar, by name."""
    return read_rules(grammar.grammar_text())


def read_rules(text: str) -> dict[str, Rule]:
    """The rules in a grammar's text; terminals and directives are passed over.

    Raises `ValueError` where a rule is not in the notation that is read.
    """
    found: dict[str, Rule] = {}
    plain = "\n".join(line for line in text.split("\n") if not line.startswith("//"))
    for statement in re.split(r"\n(?=[^\s|])", plain):
        match = RULE.match(statement.strip())
        if match is not None:
            reader = _Reader(TOKEN.findall(match["body"]), match["name"])
            found[match["name"]] = Rule(match["name"], reader.whole(), match["given"])
    return found


class _Reader:
    """Reads the body of one rule."""

    def __init__(self, tokens: list[str], rule: str) -> None:
        self.tokens = tokens
        self.rule = rule
        self.at = 0

    def whole(self) -> tuple[Part, ...]:
        parts = self._alternatives()
        if self.at < len(self.tokens):
            raise self._unread()
        return parts

    def _peek(self) -> str:
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def _next(self) -> str:
        token = self._peek()
        self.at += 1
        return token

    def _alternatives(self) -> tuple[Part, ...]:
        parts = [self._row()]
        while self._peek() == "|":
            self._next()
            parts.append(self._row())
        return tuple(parts)

    def _row(self) -> Part:
        parts: list[Part] = []
        while self._peek() not in ("", "|", ")", "]", "}", ",", "->"):
            parts.append(self._repeated())
        if self._peek() == "->":
            self.at += 2
        return parts[0] if len(parts) == 1 else Row(tuple(parts))

    def _repeated(self) -> Part:
        part = self._one()
        sign = self._peek()
        if sign in ("*", "+"):
            self._next()
            return Several(part, sign == "*")
        if sign == "?":
            self._next()
            return Maybe(part)
        return part

    def _one(self) -> Part:
        token = self._next()
        if token.startswith('"'):
            return Fixed(token[1:-1])
        if token in ("(", "["):
            parts = self._alternatives()
            inner = parts[0] if len(parts) == 1 else Either(parts)
            self._close(")" if token == "(" else "]")
            return inner if token == "(" else Maybe(inner)
        if not re.fullmatch(r"\w+", token):
            raise self._unread()
        if self._peek() != "{":
            return Named(token)
        self._next()
        given = self._row()
        self._close("}")
        return Named(token, given)

    def _close(self, sign: str) -> None:
        if self._next() != sign:
            raise self._unread()

    def _unread(self) -> ValueError:
        return ValueError(f"rule {self.rule} of the grammar cannot be read at {' '.join(self.tokens[self.at - 1 :][:6])}")
