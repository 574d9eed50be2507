"""A name that belongs to another game, or to another wager.

What: A game named where only the document's own game can stand, in running words; cards of a dealer or community cards
    in a clause on misdeals where no clause deals any; a wager's result that names another wager; a title that promises
    what nothing in the chapter speaks of.
Why: The words were taken over from another chapter; taken as they stand they say nothing about this game.
Example: A.4 speaks of the Lantern Poker table in the chapter on Harbour Stud.
Instead: the name of this game, or of this wager.
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rapidfuzz import fuzz

from audit.checks.documents.context import Written
from audit.checks.documents.games import COMMON, Use, is_form_of, names_of, others_of, plain, uses
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.promises import empty_promises
from audit.checks.documents.quantities import COMMUNITY, DEALER, PLAYER, Dealt, dealt_of
from audit.checks.documents.quoting import quoted, quoted_around
from audit.checks.documents.references_cut import without_references
from audit.checks.documents.sentences import Sentence, sentences_of, sentences_with, straightened
from audit.checks.documents.wagers_named import Defined, bare_name, defined_wagers
from audit.checks.finding import Finding
from audit.documents.clauses import Clause, walk
from audit.language.diagnostics import Severity

NAME = "wrong-game"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "The rules of a game should speak of this game, and a wager's clause of this wager."
LEFT_OVER = "The clause may have been taken over from the rules of another game."
_OWN = 5
"""Uses of its own name, where a game is named, that a part needs for another name to stand out."""


def check(written: Written) -> Iterator[Finding]:
    """Names of other games, recipients of cards that nobody deals, wagers named for others, titles without content."""
    yield from _names(written)
    yield from _recipients(written)
    yield from _wagers(written)
    yield from _titles(written)


# games


def _names(written: Written) -> Iterator[Finding]:
    names = names_of(written.document, written.part)
    if sum(n for name, n in names.counted.items() if name in names.own) < _OWN:
        return
    others = others_of(written.document, written.part)
    found: dict[str, list[tuple[Use, str]]] = defaultdict(list)
    # A term of this game may be the name of another: a hand that is called as the game is.
    terms = {plain(found) for s in sentences_with(written, '"') for found in _TERM.findall(s.words)}
    others = {name: called for name, called in others.items() if name not in terms}
    for clause in written.clauses:
        for use in (*uses(clause), *_bare_uses(clause, others)):
            whose = _whose(written, use, names.own, others)
            if whose is not None and not any(use.start == u.start and u.clause is clause for u, _ in found[use.name]):
                found[use.name].append((use, whose))
    for name, told in found.items():
        if told and len(told) <= _MOST:
            yield _foreign(written, name, told, names.spelled or written.name)


_TERM = re.compile(r'"([^"]{2,40})"')
_MOST = 2
"""Uses of another game's name beyond which the part speaks of that game on purpose."""


def _whose(written: Written, use: Use, own: frozenset[str], others: dict[str, str]) -> str | None:
    """What game a name is another's of, in words; None where it is the part's own or none that can be told."""
    name = use.name
    if any(is_form_of(name, mine) or fuzz.ratio(plain(name), mine) > 88 for mine in own):
        return None
    of = next((called for other, called in others.items() if is_form_of(name, other)), None)
    if of is not None:
        return f"the game of another chapter, {of}"
    words = set(plain(name).split())
    mixed = next((called for other, called in others.items() if _is_blend(words, own, other)), None)
    if mixed is not None:
        return f"a name mixed with that of another chapter, {mixed}"
    is_like_one = use.is_sure or any(words & set(mine.split()) for mine in own)
    if is_scan(written) or not is_like_one or not any(len(w) > 2 for w in words - COMMON):
        return None
    return "no game that the document knows"


def _is_blend(words: set[str], own: frozenset[str], other: str) -> bool:
    """Whether a name is made of words of the part's own and at least one that only the other game has."""
    return any(
        words & set(mine.split()) and words - set(mine.split()) and words - set(mine.split()) <= set(other.split())
        for mine in own
    )


def _bare_uses(clause: Clause, others: dict[str, str]) -> Iterator[Use]:
    """The name of another game by itself, where no capital or number beside it makes it part of another name."""
    said = plain(clause.text.words)
    there = [other for other in others if len(other) >= 5 and other in said]
    words = without_references(straightened(clause.text.words)) if there else ""
    if re.search(r"\bgames (?:such as|like)\b", words):
        return
    for other in there:
        pattern = r"[ -]".join(re.escape(w) for w in other.split())
        for found in re.finditer(rf"(?<![\w'\"-]){pattern}(?![\w'\"-])", words, re.IGNORECASE):
            before, behind = words[: found.start()].split(), words[found.end() :].lstrip()
            is_in_a_name = bool(before and before[-1][:1].isupper() and len(before) > 1) or bool(
                re.match(r"(?:[A-Z0-9(]|bets?\b|wagers?\b|or\b|and\b)", behind)
            )
            if found.group()[0].isupper() and not is_in_a_name:
                yield Use(found.group(), clause, found.start(), found.end())


def _foreign(written: Written, name: str, told: list[tuple[Use, str]], own: str) -> Finding:
    use, whose = told[0]
    paths = " and ".join(dict.fromkeys(u.clause.path for u, _ in told))
    return written.finding(
        NAME, SEVERITY, use.spot, f"game {plain(name)}",
        message=f"{paths} {'name' if ' and ' in paths else 'names'} {name}; the game here is {own}",
        condition=f"{use.clause.path}: {quoted_around(use.clause.text.words, use.start, use.end)}. {name} is {whose}; "
        f"everywhere else this one is called {own}.",
        criteria=CRITERIA,
        cause=LEFT_OVER,
        effect="taken as it stands, the clause does not speak of this game",
        recommendation=f"Write {own}, or say what {name} has to do with it.",
        others=[u.clause for u, _ in told],
    )


# who is dealt cards


def _recipients(written: Written) -> Iterator[Finding]:
    found: dict[str, list[Dealt]] = defaultdict(list)
    for dealt in dealt_of(written):
        if dealt.is_fault and dealt.whose != PLAYER and not dealt.sentence.is_doubtful:
            found[dealt.whose].append(dealt)
    for whose, faults in found.items():
        if not _is_dealt(written, whose, {_key(d.sentence) for d in faults}):
            yield _nobody_deals(written, whose, faults)
    compared = [
        (s, m) for s in sentences_with(written, "of the dealer", "the dealer's")
        if (m := _COMPARED.search(s.words)) and not s.is_doubtful
    ]
    is_whole = any(_DEALT_TO_PLAYERS.search(s.words) for s in sentences_with(written, "player"))
    if compared and is_whole and not _is_dealt(written, DEALER, {_key(d.sentence) for d in found[DEALER]}):
        yield _no_dealers_hand(written, *compared[0], [s.clause for s, _ in compared])


_DEALT_TO_DEALER = re.compile(
    r"\bto (?:the dealer(?!'s| by| \w+ing\b)|himself)\b|\bthe dealer (?:has|have|receives) (?:an? |\w+ cards)|\bplayers? and the dealer\b"
    r"|\b(?:reveal|turn|expos|form|collect|examin|arrang|set|spread)\w* (?:over |up )?(?:the |his )?dealer'?s (?:\w+[ -]){0,3}"
    r"(?:hand|cards?)\b|\bdealer's (?:\w+[ -]){0,3}(?:hand|cards?) (?:is|are|ha[sd]|qualif|ranks?|out|shall)\w*"
    r"|\bdealer'?s? (?:up|hole|face|first|second|third|fifth) ?-?cards?\b|\bdealer qualif"
    r"|\bdealer (?:shall|will)(?: then)? (?:reveal|turn|expose|play)(?: over)? (?:up )?(?:his|all his|their)\b",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"\b(?:ties?|tied|beats?|(?:higher|lower|better) than|outranks?|equal to)\b(?: with)? "
    r"(?P<what>(?:the dealer's hand|that of the dealer(?:'s hand)?|the hand of the dealer)\b)",
    re.IGNORECASE,
)


# A document that tells the deal at all, so that what it does not deal is not dealt.
_DEALT_TO_PLAYERS = re.compile(r"\b(?:cards?|stack)\b[^.;]{0,60}\bto (?:each|every|the|all) (?:\w+ )?players?\b")


def _key(sentence: Sentence) -> tuple[str, int]:
    return sentence.clause.path, sentence.start


def _is_dealt(written: Written, whose: str, faults: set[tuple[str, int]]) -> bool:
    for sentence in sentences_with(written, "dealer", "community card", "himself"):
        if _key(sentence) in faults:
            continue
        is_common = "community card" in sentence.words.lower()
        if is_common if whose == COMMUNITY else not is_common and _DEALT_TO_DEALER.search(sentence.words):
            return True
    return any(whose == COMMUNITY and "community card" in c.title.words.lower() for c in written.clauses)


def _nobody_deals(written: Written, whose: str, faults: list[Dealt]) -> Finding:
    paths = list(dict.fromkeys(d.sentence.clause.path for d in faults))
    where = paths[0] if len(paths) == 1 else f"{', '.join(paths[:-1])} and {paths[-1]}"
    what = "the dealer's hand" if whose == DEALER else "community cards"
    verb = "count" if len(paths) > 1 else "counts"
    return written.finding(
        NAME, SEVERITY, faults[0].spot, f"misdeal of {what}",
        message=f"{where} {verb} {'the cards of the dealer' if whose == DEALER else what}; no clause deals any",
        condition=f"{paths[0]}: {quoted(faults[0].spot.words, 160)}. "
        f"{where} {'make' if len(paths) > 1 else 'makes'} a wrong number of cards of {what} a misdeal. "
        f"{'Nothing is dealt to the dealer' if whose == DEALER else 'No community cards are dealt'} in this game.",
        criteria=CRITERIA,
        cause=LEFT_OVER,
        effect="whether a deal is a misdeal cannot be told by the clause",
        recommendation="Name the hands that are dealt in this game.",
        others=[d.sentence.clause for d in faults],
    )


def _no_dealers_hand(
    written: Written, sentence: Sentence, found: re.Match[str], clauses: list[Clause]
) -> Finding:
    paths = " and ".join(dict.fromkeys(c.path for c in clauses))
    return written.finding(
        NAME, SEVERITY, sentence.spot(found.start(), found.end()), "hand of the dealer",
        message=f"{paths} {'compare' if ' and ' in paths else 'compares'} a hand with the dealer's; no clause deals the dealer one",
        condition=f"{paths}: {quoted_around(sentence.words, found.start(), found.end())}. Nothing is dealt to the dealer in this game.",
        criteria=CRITERIA,
        cause=LEFT_OVER,
        effect="the clause can never apply",
        recommendation="Strike the clause, or say what a hand is compared with in this game.",
        others=clauses,
    )


# wagers


_PLACEMENT = re.compile(
    r"\b(?:placement of|placed|to place) (?:the|an?) (?P<name>[A-Z0-9][\w'/-]*(?: (?:[A-Z0-9][\w'/-]*|or|the|on|in|roll|one)){0,9}?)"
    r"(?: [Bb]ets?| [Ww]agers?)?[.;]?$"
)


def _wagers(written: Written) -> Iterator[Finding]:
    wagers = defined_wagers(written)
    by_name = {bare_name(w.name): w for w in wagers}
    for wager in wagers:
        told = [(s, m) for c in walk([wager.clause]) for s in sentences_of(c) if (m := _PLACEMENT.search(s.words))]
        own = [m for _, m in told if bare_name(m["name"]) == bare_name(wager.name)]
        for sentence, match in told:
            other = by_name.get(bare_name(match["name"]))
            if own and other is not None and other.clause is not wager.clause and not sentence.is_doubtful:
                yield _other_wager(written, wager, other, sentence, match)


def _other_wager(
    written: Written, wager: Defined, other: Defined, sentence: Sentence, match: re.Match[str]
) -> Finding:
    path = sentence.clause.path
    return written.finding(
        NAME, SEVERITY, sentence.spot(match.start("name"), match.end("name")), f"{wager.name} decided by {other.name}",
        message=f"{path} decides {wager.name} by the placement of {match['name']}",
        condition=f"{wager.clause.path} defines {wager.name}. {path}: {quoted_around(sentence.words, match.start(), match.end())}. "
        f"{match['name']} is defined in {other.clause.path}.",
        criteria=CRITERIA,
        cause=f"The clause may have been copied from that of {other.name}.",
        effect=f"taken as it stands, {wager.name} is not decided unless {match['name']} was placed",
        recommendation=f"Write {wager.name}.",
        others=[wager.clause, other.clause],
    )


# titles


def _titles(written: Written) -> Iterator[Finding]:
    for promise in () if is_scan(written) else empty_promises(written):
        yield written.finding(
            NAME, Severity.NOTE, promise.spot, f"title {promise.words}",
            message=f"the title of {promise.clause.path} promises “{promise.words}”; no clause states it",
            condition=f"The title is {quoted(promise.clause.title.words, 160)}; but for citations of it, no clause has "
            f"a word of “{promise.words}”.",
            criteria="A section should hold what its title promises.",
            effect="a reader looks for a rule that is not there, or one was lost",
            recommendation=f"Strike “{promise.words}” from the title, or state the rule.",
        )
