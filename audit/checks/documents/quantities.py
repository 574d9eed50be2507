"""Counts that clauses state of one thing: places at a table, hours between two changes of cards, cards in a deck or a cut."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.checks.documents.context import Spot, Written
from audit.checks.documents.sentences import Sentence, lead_in, section_of, sentences_with, straightened, ways
from audit.documents.clauses import Clause
from audit.documents.numbers import NUMBER, number

_MOST = r"(?:up to |no more than |not more than |a maximum of |at most |a total of )?"
_N = rf"(?P<n>{NUMBER})"


@dataclass(frozen=True)
class Quantity:
    """A count that a clause states.

    ``what`` says what is counted, in words that a finding uses; ``scope`` is within what two counts of it must agree,
    ``under`` the means and the variant for which it is said.
    """

    what: str
    value: int
    sentence: Sentence
    start: int
    end: int
    scope: str = ""
    under: frozenset[str] = frozenset()

    @property
    def clause(self) -> Clause:
        return self.sentence.clause

    @property
    def spot(self) -> Spot:
        return self.sentence.spot(self.start, self.end)

    @property
    def words(self) -> str:
        return " ".join(self.sentence.words[self.start : self.end].split())


@dataclass(frozen=True)
class _Form:
    """How a count is worded; ``noun`` stands in every such wording.

    ``needs`` must stand in the sentence or what introduces it, ``bars`` must not.
    """

    what: str
    noun: str
    pattern: re.Pattern[str]
    needs: re.Pattern[str] | None = None
    bars: re.Pattern[str] | None = None


def _form(what: str, noun: str, pattern: str, needs: str = "", bars: str = "") -> _Form:
    made = [re.compile(p, re.IGNORECASE) if p else None for p in (needs, bars)]
    return _Form(what, noun, re.compile(pattern, re.IGNORECASE), made[0], made[1])


PLACES = "places for players"
HOURS = "hours between changes of the cards"
DECKS = "decks in play"
DECK = "cards in the deck"
CUT = "cards in the least cut"
ROUNDS = "rounds between two counts of the stub"
RAISES = "raises in a betting round"
WAGERS = "wagers that a round calls for"
STACK = "cards in a stack"
LEFT = "cards left after the deal"
TURNS = "revolutions of a valid spin"
_SEVERAL = r"adjacent|simultaneous|more than one (?:betting|player)"
_FORMS = (
    _form(PLACES, "table", rf"\bhav(?:ing|e) (?:on one side )?{_MOST}{_N} (?:betting |player )?(?:places|positions|seats)\b",
          needs=r"\btables?\b", bars=_SEVERAL),
    _form(PLACES, "players", rf"\b(?:places|positions|seats|areas|spaces) for {_MOST}{_N} (?:\w+ )?players\b", bars=_SEVERAL),
    _form(PLACES, "players", rf"{_N} (?:(?:separate|designated|numbered|individual) ){{1,3}}betting (?:areas|positions) for the players\b",
          bars=_SEVERAL),
    _form(PLACES, "players", rf"\brestricted to {_MOST}{_N} players\b", needs=r"\btables?\b"),
    _form(HOURS, "hour", rf"\bevery {_N}[ -]hours?\b", needs=r"\b(?:changed|rotated|replaced)\b", bars=r"\bdice\b"),
    _form(DECKS, "played with", rf"\bshall be played with {_N} (?:\w+ )?decks?\b"),
    _form(DECK, "whether", rf"\bwhether {_N} cards are\b"),
    _form(DECK, "the deck", rf"\b{_N} cards (?:are (?:still )?(?:present )?in|remain in) the deck\b"),
    _form(DECK, "other than", rf"\bnumber of cards other than {_N}\b"),
    _form(DECK, "deck", rf"\bdeck is (?:more or less|other|greater or less|more or fewer) th[ae]n {_N} cards\b"),
    _form(ROUNDS, "rounds", rf"\bevery {_N} rounds\b", needs=r"\bcount\b"),
    _form(RAISES, "raises", rf"\b(?:maximum|limit) of {_N} raises\b", bars=r"\b(?:two|heads[- ]up)\b"),
    _form(WAGERS, "wagers", rf"\bplaced? (?:the |all )?{_N} (?:(?:equal|separate|but|required|mandatory) ?){{0,4}}wagers\b",
          bars=r"\bup to\b|\boption"),
    _form(TURNS, "revolutions", rf"\bat least {_N} (?:complete |full )?revolutions\b"),
    _form(STACK, "stack", rf"\b(?:each stack|in stacks|{NUMBER} stacks) of {_N} cards\b"),
    _form(STACK, "stack", rf"\ba stack has more or (?:less|fewer) than {_N} cards\b"),
    _form(LEFT, "are left", rf"\bexactly {_N} cards are left\b"),
    _form(LEFT, "remain", rf"\bif (?:more or (?:less|fewer) than )?{_N} cards remain\b(?! in the deck)"),
    _form(CUT, "cards from", rf"\b(?:stack|group|packet) of (?:at least|no (?:less|fewer) than) {_N} cards from the (?:top|bottom)\b"),
)


def quantities_of(written: Written) -> tuple[Quantity, ...]:
    """All counts of the part, in the order of the document."""
    return written.once("quantities", lambda: tuple(_quantities(written)))


def _quantities(written: Written) -> Iterator[Quantity]:
    nouns = tuple(dict.fromkeys(form.noun for form in _FORMS))
    for sentence in sentences_with(written, *nouns):
        yield from _read(written, sentence)


def _read(written: Written, sentence: Sentence) -> Iterator[Quantity]:
    introduced = ""
    for form in _FORMS:
        if form.noun not in sentence.lower:
            continue
        for found in form.pattern.finditer(sentence.words):
            introduced = introduced or f"{lead_in(written, sentence.clause)} "
            said = introduced + sentence.words
            if form.needs and not form.needs.search(said):
                continue
            if form.bars and form.bars.search(sentence.words):
                continue
            yield Quantity(
                form.what, number(found["n"]), sentence, found.start(), found.end(),
                _scope(written, form.what, sentence), _under(form.what, said, _conditions(sentence.words, found)),
            )


# What hangs on nothing but the game itself, and what a means of dealing may change.
_FIXED = {
    WAGERS: ("alternative", "tournament"), STACK: ("alternative",), LEFT: ("alternative",),
    DECK: ("alternative", "tournament"), PLACES: ("alternative", "tournament"), CUT: ("device", "tournament"),
}


def _under(what: str, said: str, conditions: frozenset[str]) -> frozenset[str]:
    found = ways(said)
    if what == DECKS:
        return (found & frozenset(("device", "alternative", "tournament"))) | conditions
    return found & frozenset(_FIXED[what]) if what in _FIXED else found | conditions


_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|in which|where|should)\b([^,;.]{3,80})", re.IGNORECASE)


def _scope(written: Written, what: str, sentence: Sentence) -> str:
    """The section, for what each of several games in one part may have its own number of; elsewhere the whole part."""
    return section_of(written, sentence.clause).path if what in (PLACES, RAISES) else ""


def _conditions(words: str, found: re.Match[str]) -> frozenset[str]:
    """The words of the condition under which a count is stated, that of a count in ``if`` itself left out."""
    told = set()
    for condition in _CONDITION.finditer(words):
        if not condition.start() <= found.start() < condition.end():
            told |= {w for w in re.findall(r"[a-z]{4,}", condition[1].lower()) if w not in _PLAIN}
    return frozenset(f"if {w}" for w in told)


_PLAIN = frozenset(
    ("cards", "card", "deck", "decks", "dealt", "deal", "game", "used", "table", "player", "players", "dealer", "shall",
     "that", "this", "with", "from")
)


# cards that a hand is dealt


@dataclass(frozen=True)
class Dealt:
    """How many cards somebody has in the end: ``whose`` is ``player``, ``dealer`` or ``community cards``.

    ``is_fault`` where the clause calls any other count a misdeal; ``is_least`` where only one of the cards is named;
    ``is_after`` where the clause begins when so many are dealt.
    """

    whose: str
    value: int
    sentence: Sentence
    start: int
    end: int
    section: str
    is_fault: bool = False
    is_least: bool = False
    is_after: bool = False

    @property
    def clause(self) -> Clause:
        return self.sentence.clause

    @property
    def spot(self) -> Spot:
        return self.sentence.spot(self.start, self.end)


PLAYER, DEALER, COMMUNITY = "player", "dealer", "community cards"
_AREA = r"(?:the )?area design(?:at)?ed for (?:the )?(?:placement of )?(?:the )?"
_WHOSE_AREA = rf"(?:{_AREA}(?:dealer's? (?:hand|cards)|community cards))"
_UNTIL = re.compile(
    rf"\b(?:until|that) each player(?: who [^,.;]{{0,60}}?)?(?P<both> (?:and|along with) the dealer)? (?:each )?"
    rf"ha(?:s|ve) {_N} cards(?: and the dealer has (?P<m>{NUMBER}) cards)?", re.IGNORECASE)
_AFTER = re.compile(
    rf"\bafter {_N} cards have been dealt to each player(?:(?P<both> and (?:to )?(?:the dealer|{_WHOSE_AREA}))(?! ha)"
    rf"|,? and (?P<m>{NUMBER}) (?:cards )?(?:have been dealt )?to (?P<whom>the dealer|{_WHOSE_AREA}))?", re.IGNORECASE)
_FAULT = re.compile(
    rf"\b(?P<who>(?:a|any|each) player(?: or (?:the dealer|{_WHOSE_AREA}))?|the dealer|{_WHOSE_AREA}) (?:has|have) "
    rf"more or (?:less|fewer) th[ae][nt] {_N}(?: or (?P<m>{NUMBER}))? cards", re.IGNORECASE)
_ONE_MORE = re.compile(
    r"\bdealer's (?P<a>third|fourth|fifth|sixth|seventh) card\b"
    r"|\b(?P<b>third|fourth|fifth|sixth|seventh)(?: \(\d\))? card (?:dealt )?(?:face (?:up|down) )?"
    r"(?:to (?:the dealer|himself)\b|on (?:the dealer's|his) hand\b)", re.IGNORECASE)
_STACK = re.compile(
    rf"\bstack of {_N} cards (?:face (?:down|up) )?to (?:himself|the dealer\b|{_AREA}(?:the )?dealer)", re.IGNORECASE)
_EACH_STACK = re.compile(rf"\bafter each stack of {_N} cards\b", re.IGNORECASE)
_FURTHER = re.compile(r"\b(?:next|another|one more|second|additional) (?:stack|card)", re.IGNORECASE)


def dealt_of(written: Written) -> tuple[Dealt, ...]:
    """What the clauses of the part say of the number of cards that each hand has."""
    return written.once("dealt", lambda: tuple(d for s in sentences_with(written, "card") for d in _dealt(written, s)))


def _dealt(written: Written, sentence: Sentence) -> Iterator[Dealt]:
    words = sentence.words
    section = section_of(written, sentence.clause).path

    def made(whose: str, found: re.Match[str], count: str, **how: bool) -> Dealt:
        return Dealt(whose, number(count), sentence, found.start(), found.end(), section, **how)

    for pattern in (_UNTIL, _AFTER):
        is_after = pattern is _AFTER
        for found in pattern.finditer(words):
            yield made(PLAYER, found, found["n"], is_after=is_after)
            if found["both"]:
                yield made(_whose(found["both"]), found, found["n"], is_after=is_after)
            if found["m"]:
                whom = found.groupdict().get("whom") or "dealer"
                yield made(_whose(whom), found, found["m"], is_after=is_after)
    for found in _EACH_STACK.finditer(words):
        yield made(PLAYER, found, found["n"], is_after=True)
    for found in _FAULT.finditer(words):
        who = [PLAYER] if "player" in found["who"].lower() else []
        other = found["who"].lower().partition(" or ")[2] if who else found["who"]
        who += [_whose(other)] if other else []
        counts = [found["n"], found["m"] or found["n"]]
        for whose, count in zip(who, counts, strict=False):
            yield made(whose, found, count, is_fault=True)
    for found in _ONE_MORE.finditer(words):
        yield made(DEALER, found, found["a"] or found["b"], is_least=True)
    for found in _STACK.finditer(words):
        if not _FURTHER.search(straightened(" ".join(c.text.words for c in _beside(written, sentence.clause)))):
            yield made(DEALER, found, found["n"])


def _whose(words: str) -> str:
    return COMMUNITY if "community" in words.lower() else DEALER


def _beside(written: Written, clause: Clause) -> Iterator[Clause]:
    """The clause with those below it, and its next sibling, where the dealing of a further stack would be told."""
    over = written.above.get(clause.path)
    around = list(over.children if over else written.part.clauses)
    at = next((n for n, c in enumerate(around) if c is clause), 0)
    yield from (clause, *clause.children, *around[at + 1 : at + 3])
