"""The parser of the language, made from ``grammars/rules_of_play.lark``.

Working out the LALR tables takes over a second, so they are kept as JSON in the cache folder, under a name that
changes with the grammar and with Lark's version.
"""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar

import lark
from lark import Lark, Token, Tree
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

from audit import resources

STARTS = ["start", "head_alone", "statement_alone", "heading", "tests", "result", "citation"]


class Lines(Indenter):
    """Turns indentation into block starts and ends."""

    NL_type = "_NL"
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    OPEN_PAREN_types: ClassVar[list[str]] = []
    CLOSE_PAREN_types: ClassVar[list[str]] = []
    tab_len = 8


def grammar_text() -> str:
    return (resources.folder("grammars") / "rules_of_play.lark").read_text(encoding="utf-8")


def build_parser(text: str, *, strict: bool = False) -> Lark:
    """The parser, worked out anew; ``strict`` also proves that nothing in the grammar collides."""
    return Lark(
        text,
        parser="lalr",
        start=STARTS,
        postlex=Lines(),
        propagate_positions=True,
        maybe_placeholders=True,
        strict=strict,
    )


@lru_cache(maxsize=1)
def parser() -> Lark:
    """The parser for all starts, from the kept tables where they are at hand."""
    text = grammar_text()
    digest = hashlib.sha256(f"{lark.__version__}\n{text}".encode()).hexdigest()[:16]
    kept = resources.cache_folder() / f"rules_of_play-{digest}.json"
    try:
        return _from_tables(json.loads(kept.read_text(encoding="utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        made = build_parser(text)
        _keep(made, kept)
        return made


def _keep(made: Lark, path: Path) -> None:
    data, memo = made.memo_serialize([TerminalDef, Rule])
    del data["options"]["postlex"]
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch = path.with_name(f"{path.name}.{os.getpid()}")
        scratch.write_text(json.dumps({"data": data, "memo": memo}, separators=(",", ":")), encoding="utf-8")
        scratch.replace(path)
    except OSError:
        pass  # a cache that cannot be written costs time, nothing else


def _from_tables(tables: dict[str, Any]) -> Lark:
    data = tables["data"]
    memo = {int(key): value for key, value in tables["memo"].items()}
    states = data["parser"]["parser"]["states"]
    data["parser"]["parser"]["states"] = {int(key): value for key, value in states.items()}
    made: Lark = Lark.__new__(Lark)
    made._load({"data": data, "memo": memo}, postlex=Lines())
    return made


@lru_cache(maxsize=8192)
def parse_cell(start: str, text: str) -> Tree[Token]:
    """One cell, or one citation, with positions counted from its own first character.

    Raises lark's `UnexpectedInput` where the text does not fit.
    """
    return parser().parse(text, start=start)
