"""Every rule of findings by its name, those of rulesets and those of documents, and its page.

It loads what reads documents, which who examines a ruleset does not need: import it where a name or a page is asked for.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping

from audit.checks.documents.rules import DOCUMENT_RULES
from audit.checks.rules import RULES, Named
from audit.checks.settings import SettingsError

ALL_RULES: tuple[Named, ...] = (
    *RULES,
    *(rule for rule in DOCUMENT_RULES if rule.NAME not in {one.NAME for one in RULES}),
)
"""Each name once: those of rulesets, then those of documents alone."""

NAMES: tuple[str, ...] = tuple(one.NAME for one in ALL_RULES)

SECTIONS = ("What", "Why", "Example", "Instead", "Settings")
NAME_WIDTH = 39
WORD_WIDTH = 9


def rule(name: str) -> Named:
    """A rule by its name; raises `KeyError`."""
    return {one.NAME: one for one in ALL_RULES}[name]


def check_settings(settings: Mapping[str, object]) -> None:
    """Raises `SettingsError` where the settings name a rule that does not exist."""
    tables = settings.get("rules", {})
    for name in tables if isinstance(tables, Mapping) else ():
        if name not in NAMES:
            raise SettingsError(f"rules.{name}", "there is no such rule; audit rule lists them")


# pages


def page(name: str, width: int = 0) -> str:
    """The page of a rule, as ``audit rule NAME`` prints it; lines are wrapped at ``width`` where one is given.

    Raises `KeyError` for a rule that does not exist.
    """
    one = rule(name)
    head, sections = _read(one.__doc__ or "")
    title = f"{one.NAME} ({one.FAMILY}, {one.SEVERITY.value})"
    lines = [f"{title:<{NAME_WIDTH - 1}} {head[:1].lower()}{head[1:].rstrip('.')}"]
    for word in SECTIONS:
        if word in sections:
            lines.extend(_section(word, sections[word], width))
    return "\n".join(lines)


def _read(doc: str) -> tuple[str, dict[str, str]]:
    """A docstring as its first line and its sections; what follows the last section is for readers of the code."""
    head, _, rest = doc.strip().partition("\n")
    sections: dict[str, str] = {}
    word = ""
    for line in rest.splitlines():
        first, colon, text = line.partition(":")
        if colon and first in SECTIONS:
            word = first
            sections[word] = text.strip()
        elif not line.strip():
            word = "" if "Settings" in sections else word
        elif word:
            sections[word] += f" {line.strip()}"
    return head, sections


def _section(word: str, text: str, width: int) -> Iterator[str]:
    if not width:
        yield f"{word:<{WORD_WIDTH}}{text}"
        return
    yield from textwrap.wrap(text, width, initial_indent=f"{word:<{WORD_WIDTH}}", subsequent_indent=" " * WORD_WIDTH)
