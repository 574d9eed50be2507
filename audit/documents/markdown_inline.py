"""What is markup within the words of a Markdown paragraph: tags, emphasis, escapes, entities, links."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from audit.documents.pages import Mark, Marked

_LOOKS = {
    "u": Mark.UNDERLINED,
    "b": Mark.BOLD,
    "strong": Mark.BOLD,
    "i": Mark.ITALIC,
    "em": Mark.ITALIC,
    "s": Mark.STRUCK,
    "strike": Mark.STRUCK,
    "ins": Mark.INSERTED,
    "del": Mark.DELETED,
}
_TAGS = frozenset(_LOOKS) | {
    "a", "abbr", "big", "blockquote", "br", "center", "cite", "code", "col", "colgroup", "dd", "details", "div", "dl", "dt", "figure",
    "font", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "kbd", "li", "mark", "ol", "p", "pre", "q", "small", "span",
    "sub", "summary", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "tt", "ul", "var",
}
_SPLITS = frozenset({"br", "p", "div", "li", "tr", "td", "th", "hr"})
"""Tags at which words part even where no blank stands beside them."""

_SIGN = re.compile(r"[\\`<&!\[*_~]")
_TOKEN = re.compile(
    r"(?P<escape>\\[!-/:-@\[-`{-~])"
    r"|(?P<code>(?<!`)`(?!`)[^`\n]{1,1000}`(?!`))"
    r"|(?P<comment><!--)"
    r"|(?P<tag></?[A-Za-z][A-Za-z0-9]{0,15}(?:\s[^<>\n]{0,300})?/?>)"
    r"|(?P<entity>&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});)"
    r"|(?P<link>(?:!\[[^\[\]\n]{0,500}|\[[^\[\]\n]{1,500})\]\([^()\s]{0,1000}(?:[ ]\"[^\"\n]{0,200}\")?\))"
    r"|(?P<run>\*+|_+|~~+)"
    r"|(?P<end>\\(?=\n|$))"
)
_SIGNS = {("*", 1): (Mark.ITALIC,), ("*", 2): (Mark.BOLD,), ("*", 3): (Mark.BOLD, Mark.ITALIC),
          ("_", 1): (Mark.ITALIC,), ("_", 2): (Mark.BOLD,), ("_", 3): (Mark.BOLD, Mark.ITALIC),
          ("~", 2): (Mark.STRUCK,)}


@dataclass
class Inline:
    """Marks of a text, and characters that are read in the place of others (offset to character)."""

    marks: list[Marked] = field(default_factory=list)
    read: dict[int, str] = field(default_factory=dict)
    pictures: int = 0

    def hide(self, start: int, end: int) -> None:
        if start < end:
            self.marks.append(Marked(start, end, Mark.MARKUP))


@dataclass(frozen=True, slots=True)
class _Open:
    sign: str
    start: int
    end: int


def marks_within(text: str) -> Inline:
    """The markup of a paragraph, rows joined by line ends; takes time in proportion to its length."""
    inline = Inline()
    pairs = _Pairs(inline)
    for token in _tokens(text):
        start, end = token.span()
        words = token.group()
        match token.lastgroup:
            case "escape" | "end":
                inline.hide(start, start + 1)
            case "code":
                inline.hide(start, start + 1)
                inline.hide(end - 1, end)
            case "tag":
                _read_tag(words, start, end, text, pairs)
            case "entity":
                meant = html.unescape(words)
                if len(meant) == 1 and meant.isprintable() or meant == "\u00a0":
                    if meant != "&":
                        inline.read[start] = meant
                    inline.hide(start + 1, end)
            case "link":
                inline.hide(start, start + (2 if words.startswith("!") else 1))
                inline.hide(start + words.index("]("), end)
                inline.pictures += words.startswith("!")
            case "run":
                _read_run(words, start, end, text, pairs)
    return inline


def _tokens(text: str) -> Iterator[re.Match[str]]:
    at = 0
    # One set of signs is sought far more quickly than eight ways to go on from each character.
    while (sign := _SIGN.search(text, at)) is not None:
        token = _TOKEN.match(text, sign.start())
        if token is None:
            at = sign.end()
            continue
        yield token
        # Within the words of a link there may be emphasis; only its begin is passed.
        at = token.start() + (2 if token.group().startswith("!") else 1) if token.lastgroup == "link" else token.end()


class _Pairs:
    """Signs that were opened and wait for their like; what never closes is text."""

    def __init__(self, inline: Inline) -> None:
        self.inline = inline
        self._open: list[_Open] = []
        self._places: dict[str, list[int]] = {}

    def open(self, sign: str, start: int, end: int) -> None:
        self._places.setdefault(sign, []).append(len(self._open))
        self._open.append(_Open(sign, start, end))

    def close(self, sign: str) -> _Open | None:
        """What this sign closes, and with it whatever was opened within and not closed."""
        places = self._places.get(sign)
        if not places:
            return None
        at = places[-1]
        opened = self._open[at]
        while len(self._open) > at:
            self._places[self._open.pop().sign].pop()
        return opened

    def is_open(self, sign: str) -> bool:
        return bool(self._places.get(sign))


def _read_tag(words: str, start: int, end: int, text: str, pairs: _Pairs) -> None:
    """A tag of HTML is hidden; what else stands in angle brackets, an address perhaps, is text."""
    tag = re.match(r"</?([A-Za-z][A-Za-z0-9]*)", words)
    name = tag.group(1).lower() if tag else ""
    if name not in _TAGS:
        return
    inline = pairs.inline
    parts_words = name in _SPLITS and start > 0 and end < len(text)
    if parts_words and not text[start - 1].isspace() and not text[end].isspace():
        inline.read[start] = " "
        inline.hide(start + 1, end)
    else:
        inline.hide(start, end)
    if name not in _LOOKS:
        return
    if not words.startswith("</"):
        pairs.open(f"<{name}", start, end)
    elif (opened := pairs.close(f"<{name}")) is not None and opened.end < start and not pairs.is_open(f"<{name}"):
        # Of one look within itself, the outer is enough.
        inline.marks.append(Marked(opened.end, start, _LOOKS[name]))


def _read_run(words: str, start: int, end: int, text: str, pairs: _Pairs) -> None:
    """Stars, underscores or tildes: emphasis where they lean on a word and find their like."""
    looks = _SIGNS.get((words[0], len(words)))
    if looks is None:
        return
    before = text[start - 1] if start else " "
    behind = text[end] if end < len(text) else " "
    closes, opens = not before.isspace(), not behind.isspace()
    if words[0] == "_":
        closes, opens = closes and not behind.isalnum(), opens and not before.isalnum()
    if closes and (opened := pairs.close(words)) is not None:
        pairs.inline.hide(opened.start, opened.end)
        pairs.inline.hide(start, end)
        if opened.end < start and not pairs.is_open(words):
            pairs.inline.marks += [Marked(opened.end, start, look) for look in looks]
    elif opens:
        pairs.open(words, start, end)
