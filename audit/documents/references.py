"""What a clause says of other clauses: ``Subsection E (Shuffle and Cut)``, ``§ 8, § 9 or § 10``, ``(D)(3)``, ``(5) above``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from audit.documents.clauses import Clause, walk
from audit.ruleset.basis import clause_parts

_ENCLOSED = r"\( ?(?:\d{1,3}[a-z]?|[A-Za-z]|[ivxl]{2,6}|[IVXL]{2,6}) ?\)"
_NUMBER = r"\d{1,3}(?:[a-z]?(?![A-Za-z0-9]|,\d{3}|\.\d\d)|(?=(?:or|and)[ ]))"
_POINTS = r"\d{1,3}(?:\.\d{1,2}){1,4}(?![\w.]?\d)"
_STEP = rf"(?:{_ENCLOSED}|[A-Z](?![A-Za-z])|{_NUMBER}|[ivxlc]{{1,5}}(?![A-Za-z])|[a-z](?![A-Za-z]))"
_CHAIN = rf"(?:{_POINTS}|{_STEP})(?:[.]?{_STEP}|[ ]?{_ENCLOSED}){{0,5}}"
_TITLE = r"(?:relating to )?[A-Za-z][^()]{2,200}"
_ITEM = rf"(?P<chain>{_CHAIN})(?:[ ]?\((?P<title>{_TITLE})\))?"
_WORD = (
    r"(?P<word>[Ss]ub[- ]?[Ss]ections?|SUBSECTIONS?|[Ss]ections?|SECTIONS?|[Pp]aragraphs?|[Cc]lauses?|[Ii]tems?"
    r"|[Rr]ules?(?=[ ]\(?\d)|§§?)"
)
_HEAD = re.compile(rf"(?<![\w-]){_WORD}(?:[ ]|(?=\()|(?<=[a-z§])(?=[A-Z\d]))(?={_POINTS}|{_STEP})")
_FIRST = re.compile(_ITEM)
_LINK = r"(?P<link>,?[ ](?:and|or|through|to)[ ](?=[^\n])|,[ ]?(?:and[ ]|or[ ])?|/|[ ][-–][ ]|[ ]?(?:and|or)[ ](?=§))"
_NEXT = re.compile(rf"{_LINK}(?P<sign>§§?[ ]?)?{_ITEM}")
_MARKED = rf"{_ENCLOSED}(?:[ ]?{_ENCLOSED}){{0,4}}"
_POINTED = r"[A-Z](?:\.\d{1,2})(?:\.[a-z]{1,4}|\([A-Za-z0-9]{1,4}\)){0,3}(?![\w.]\w)"
_BARE = re.compile(rf"(?<![\w.)])(?P<chain>{_MARKED}|{_POINTED})")
_NEXT_BARE = re.compile(rf"(?P<link>,?[ ](?:and|or|through|to)[ ]|,[ ]?)(?P<chain>{_MARKED}|{_POINTED})")
_DIRECTION = re.compile(r"[ ](above|below)\b")
_NAMED = re.compile(
    r"[ ]?(?::|[–—]|-(?=[ ]))[ ]?(?P<title>[A-Z][\w’'-]*(?:[ ](?:(?:of|and|the|for)[ ]){0,2}[A-Z][\w’'-]*)*)"
)
# A section of a law is no clause of the document: 501.6-14(d), 3772-10-08, Section 9 of the Act.
_OF_A_LAW = re.compile(
    r"[.]?\d*[-–]\d|\.\d{1,3}(?![\d)])|[ ]of (?:the|this|that|its) (?!rules|chapter|section|subsection)[A-Z]"
)
_LAW_BEFORE = re.compile(
    r"(?:\b(?:Title|Chapter|Ch\.|c\.|Article|Part|Act|Code|Statutes?|Laws?|Regulations?|Ordinance)(?:[ ][\w.-]{1,12})?"
    r"|\b(?:[A-Z]\.?){3,6}),?[ ]?(?:sub-?)?$"
)
_NAMED_BEFORE = re.compile(r"\b[A-Z]\w+,[ ]$")
_HEADLINE = re.compile(r"\W{0,3}[A-Z]{3,}")
_COUNTED = re.compile(
    r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|\w+ty|hundred)[ ]?$", re.IGNORECASE
)
_NO_NOUN = (
    "and|or|of|shall|above|below|is|are|in|for|to|the|this|that|each|all|any|may|must|will|when|where|if|by|with"
)
_THIS = re.compile(r"\b(?:this|each|that|any|every|no)[ ]$", re.IGNORECASE)
_PARTS = re.compile(r";(?: and| or)?")
_JOINED = 3
"""Characters between a section of a law and what is cited within that."""
_MOST = 2_000
RELATING = "relating to "


@dataclass(frozen=True, slots=True)
class Reference:
    """One clause named in another's words.

    ``start`` and ``end`` are offsets of its label there, ``whole`` those of all that names it (its word before, its title
    behind).  ``steps`` are bare (``D``, ``3``); what an item leaves out is taken from the one before: of ``(G)(5) and
    (6)`` the second is G, 6.  ``title`` is the title that it gives the clause, ``direction`` ``above`` or ``below``.
    ``through`` says that it ends a stretch that the one before begins.  ``shared`` says that the title is given to all of
    a list and does not divide among them; ``loose`` that it stands behind a dash or colon, as that of a section of
    another document may.
    """

    start: int
    end: int
    whole: tuple[int, int]
    word: str
    steps: tuple[str, ...]
    title: str | None = None
    direction: str = ""
    through: bool = False
    shared: bool = False
    loose: bool = False

    @property
    def is_section(self) -> bool:
        """Whether it names a clause of the first level by its word."""
        return self.word.startswith("§") or self.word.lower().startswith(("section", "rule"))


def references_in(words: str) -> tuple[Reference, ...]:
    """All references in the words of a clause, in their order; those to sections of laws are left out.

    Labels without a word before them, ``(3)(a)`` or ``J.9``, count only where ``above`` or ``below`` is behind them.
    """
    found: list[Reference] = []
    end, law = 0, -_JOINED - 1
    for head in _HEAD.finditer(words):
        if head.start() < end or len(found) > _MOST:
            continue
        if head.start() <= law + _JOINED or _is_of_a_law(words, head):
            chain = _FIRST.match(words, head.end())
            law = chain.end() if chain is not None else head.end()
            continue
        series = list(_series(words, head))
        found.extend(series)
        end = max((r.whole[1] for r in series), default=end)
    taken = sorted(r.whole for r in found)
    end = near = 0
    for bare in _BARE.finditer(words):
        while near < len(taken) and taken[near][1] <= bare.start():
            near += 1
        is_taken = near < len(taken) and taken[near][0] <= bare.start()
        if bare.start() < end or is_taken or len(found) > _MOST:
            continue
        series = list(_bare_series(words, bare))
        found.extend(series)
        end = max((r.whole[1] for r in series), default=end)
    return tuple(sorted(found, key=lambda r: r.start))


def _is_of_a_law(words: str, head: re.Match[str]) -> bool:
    """Whether what stands before the word names a law or other rules: ``Title 16, section``, ``of Evidence, Rule``."""
    before = max(0, head.start() - 40)
    if _LAW_BEFORE.search(words, before, head.start()):
        return True
    return head["word"].startswith("R") and bool(_NAMED_BEFORE.search(words, before, head.start()))


def _series(words: str, head: re.Match[str]) -> Iterator[Reference]:
    word = head["word"]
    first = _FIRST.match(words, head.end())
    if first is None or _OF_A_LAW.match(words, first.end("chain")) or _is_no_label(words, head, first):
        return
    items = [(first, "")]
    while len(items) < 40:
        following = _NEXT.match(words, items[-1][0].end())
        if following is None or _OF_A_LAW.match(words, following.end("chain")) or _is_prose(words, following):
            break
        if _is_decimal(following["chain"]) and not _is_decimal(first["chain"]):
            break  # an amount
        items.append((following, following["link"].strip(" ,")))
    titles, shared = _titles([item["title"] for item, _ in items])
    last = items[-1][0].end()
    named = _NAMED.match(words, last) if len(items) == 1 and titles == [None] else None
    if named is not None:
        titles = [named["title"]]
    direction = _DIRECTION.match(words, last)
    begin = head.start()
    before: tuple[str, ...] = ()
    for (item, link), title in zip(items, titles, strict=True):
        steps = _with_what_is_left_out(before, _bare(item["chain"]))
        if link and item["sign"]:
            word = "§"
        yield Reference(
            item.start("chain"),
            item.end("chain"),
            (begin, named.end() if named else item.end()),
            word,
            steps,
            title,
            direction[1] if direction else "",
            link in _THROUGH,
            shared,
            named is not None,
        )
        begin, before = item.end(), steps


_THROUGH = ("through", "to", "-", "–")


def _bare_series(words: str, first: re.Match[str]) -> Iterator[Reference]:
    if _COUNTED.search(words, max(0, first.start() - 12), first.start()):
        return
    items = [(first, "")]
    while len(items) < 40:
        following = _NEXT_BARE.match(words, items[-1][0].end())
        if following is None:
            break
        items.append((following, following["link"].strip(" ,")))
    direction = _DIRECTION.match(words, items[-1][0].end())
    if direction is None:
        return
    before: tuple[str, ...] = ()
    for n, (item, link) in enumerate(items):
        steps = _with_what_is_left_out(before, _bare(item["chain"]))
        end = direction.end() if n == len(items) - 1 else item.end()
        start = item.start("chain")
        yield Reference(start, item.end("chain"), (start, end), "", steps, None, direction[1], through=link in _THROUGH)
        before = steps


def _is_no_label(words: str, head: re.Match[str], first: re.Match[str]) -> bool:
    """Whether what stands behind the word is none of its label: ``in this section a player``, ``each section 5 times``."""
    if first["chain"].startswith("("):
        return False
    if head["word"].isupper() and _HEADLINE.match(words, first.end("chain")):
        return True
    return bool(_THIS.search(words, max(0, head.start() - 8), head.start())) or _is_prose(words, first)


def _is_decimal(chain: str) -> bool:
    return chain.replace(".", "").isdigit() and "." in chain


def _is_prose(words: str, item: re.Match[str]) -> bool:
    """Whether what looks like a further label is a word or a count: ``Section 3 or a player``, ``Section 3, 5 cards``."""
    chain = item["chain"]
    rest = words[item.end("chain") : item.end("chain") + 20]
    if chain in ("a", "A", "I"):
        return bool(re.match(r"[ ](?!and|or|to|through|of|above|below|shall|is|in|for)[A-Za-z]{2,}", rest))
    if chain.isdigit() and item.re is _NEXT:
        return bool(re.match(rf"[ ](?!(?:{_NO_NOUN})\b)[a-z]{{3,}}", rest))
    return False


def _titles(given: Sequence[str | None]) -> tuple[list[str | None], bool]:
    """The title of each, and whether one is given to all of them together.

    ``(relating to A; B; and C)`` behind the last of three names all of them.
    """
    made = [_plain(t) for t in given]
    last = given[-1]
    if last is None or len(given) == 1 or any(given[:-1]):
        return made, False
    parts: list[str | None] = [p.strip() for p in _PARTS.split(_plain(last) or "") if p.strip()]
    if len(parts) == len(given):
        return parts, False
    if last.startswith(RELATING) or len(parts) > 1:
        return [_plain(last)] * len(given), True
    return made, False


def _plain(title: str | None) -> str | None:
    return None if title is None else " ".join(title.removeprefix(RELATING).split())


def _bare(chain: str) -> tuple[str, ...]:
    return tuple(part.strip("() ") for part in re.findall(r"\( ?\w+ ?\)|\w+", chain))


def _with_what_is_left_out(before: tuple[str, ...], steps: tuple[str, ...]) -> tuple[str, ...]:
    """The steps with those in front that ``before`` has and they leave out."""
    if not before or not steps or len(steps) >= len(before):
        return steps
    style = _style(steps[0])
    levels = [n for n, step in enumerate(before) if _style(step) == style]
    return (*before[: levels[-1]], *steps) if levels else steps


def _style(step: str) -> str:
    if step[0].isdigit():
        return "number"
    return "capital" if step.isupper() else "letter"


# which clause is meant


@dataclass(frozen=True)
class Index:
    """Clauses of one part by their bare steps; ``order`` is their order in the document, by path."""

    by_steps: Mapping[tuple[str, ...], Clause]
    order: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def of(cls, clauses: Sequence[Clause]) -> Index:
        """Of two clauses that bear one label the first is kept."""
        found: dict[tuple[str, ...], Clause] = {}
        order: dict[str, int] = {}
        for clause in walk(clauses):
            found.setdefault(bare_steps(clause.path), clause)
            order.setdefault(clause.path, len(order))
        return cls(found, order)

    def meant(self, reference: Reference, clause: Clause) -> Clause | None:
        """The clause that is meant by a reference in another: the nearest that bears the label, from the inside out.

        A section is looked for on the first level first.  One that stands where ``above`` or ``below`` says is preferred,
        and the citing clause itself is meant only if no other bears the label.  None where no clause bears it.
        """
        fitting = self.bearing(reference, clause)
        said = [c for c in fitting if self.stands_as_said(reference, clause, c)]
        return next((c for c in (*said, *fitting) if c.path != clause.path), fitting[0] if fitting else None)

    def bearing(self, reference: Reference, clause: Clause) -> tuple[Clause, ...]:
        """All clauses that a reference in another may mean, the nearest first; of a section, the first level first."""
        here = bare_steps(clause.path)
        scopes = [here[:n] for n in range(len(here), -1, -1)]
        if reference.is_section:
            scopes = [(), *scopes[:-1]]
        found = [c for scope in scopes if (c := self.by_steps.get((*scope, *reference.steps))) is not None]
        if not found and reference.word.lower().startswith("rule") and len(reference.steps) == 1:
            # Rules that are counted through, under whatever headings they stand.
            alike = self._by_last_step.get(reference.steps, [])
            return tuple(alike) if len(alike) == 1 else ()
        return tuple(found)

    def stands_as_said(self, reference: Reference, clause: Clause, meant: Clause) -> bool:
        """Whether a clause stands above or below the citing one, as the reference says; true where it says neither."""
        here, there = self.order.get(clause.path, 0), self.order.get(meant.path, 0)
        return not reference.direction or (there < here if reference.direction == "above" else there > here)

    def titled(self, title: str) -> Clause | None:
        """The clause of the least depth with this title, letter by letter apart from capitals."""
        return self._by_title.get(_as_title(title))

    @cached_property
    def _by_title(self) -> dict[str, Clause]:
        found: dict[str, Clause] = {}
        for clause in sorted(self.by_steps.values(), key=lambda c: len(bare_steps(c.path))):
            found.setdefault(_as_title(clause.title.words), clause)
        return found

    @cached_property
    def _by_last_step(self) -> dict[tuple[str, ...], list[Clause]]:
        found: dict[tuple[str, ...], list[Clause]] = {}
        for steps, clause in self.by_steps.items():
            found.setdefault(steps[-1:], []).append(clause)
        return found


def _as_title(words: str) -> str:
    return words.casefold().strip(" .")


def bare_steps(path: str) -> tuple[str, ...]:
    """The steps of a path without their signs: ``7.K.ii(a)`` is 7, K, ii, a."""
    return tuple(part.strip("()") for part in clause_parts(path))
