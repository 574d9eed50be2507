"""A remedy attached to the case that it should exclude.

What: A clause that voids a round in which nothing went wrong; a sentence that says of a case what sentences with the
    same words elsewhere say of its opposite; an exception that is the rule's own condition.
Why: Taken as it stands, the remedy falls on the case that it was meant to spare.
Example: "If the cards have not been misdealt, all hands are void", with no word of a wrong number of cards.
Instead: the condition that the sentences beside it have, for example: and the deck has another number of cards than 52.
Settings: severity; may be waived
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import chain

from audit.checks.documents.context import Written
from audit.checks.documents.legibility import is_scan
from audit.checks.documents.negations import odd_ones
from audit.checks.documents.quoting import quoted
from audit.checks.documents.sentences import Sentence, above, lead_in, section_of, sentences_with, straightened
from audit.checks.finding import Finding
from audit.documents.clauses import Clause
from audit.documents.numbers import NUMBER
from audit.language.diagnostics import Severity

NAME = "condition-inverted"
FAMILY = "text"
SEVERITY = Severity.WARNING
DYNAMIC = False

CRITERIA = "A remedy must fall on the case that calls for it, and on no other."


def check(written: Written) -> Iterator[Finding]:
    """Branches that are one, remedies for a faultless case, sentences against siblings, exceptions; each clause once."""
    told: set[str] = set()
    siblings = () if is_scan(written) else _against_siblings(written)
    for finding in chain(_branches(written), _faultless(written), siblings, _excepted(written)):
        if finding.cites[0] not in told:
            told.add(finding.cites[0])
            yield finding


# a remedy where nothing went wrong


_FAULT = (
    r"(?:misdealt|misdeal|dealt (?:in error|incorrectly|improperly)|in error|incorrect\w*|exposed|tampered|damaged"
    r"|malfunction\w*|jam\w*|fail\w*|missing|invalid)"
)
_NO_FAULT = re.compile(
    r"\b[Ii]f (?P<case>(?:[\w'-]+ ){1,6}?(?:ha(?:s|ve)|is|are|was|were|did|do|does)(?: not|n't)(?: been)? "
    rf"{_FAULT}(?P<more>[^,;]*?)),(?! and\b| but\b)(?P<remedy>[^;]*)"
)
_REMEDY = re.compile(r"\b(?:void(?:ed)?|returned to the players?|removed|reshuffled|forfeit\w*)\b")
_RIGHT_COUNT = re.compile(
    rf"\b[Ii]f (?P<case>(?:(?:the )?(?:number|count) of [^,;]{{0,50}}?(?:is|are|equals|shows)"
    rf"(?: not (?:more or (?:less|fewer)|other|different) than)? {NUMBER}(?: cards)?"
    rf"|(?:exactly )?{NUMBER} cards are (?:still )?(?:present|in the deck)),?)(?P<more>)"
    r" (?P<remedy>(?:all hands|the (?:entire )?deck)[^;]*)"
)
_FURTHER = re.compile(r"\b(?:and|but|if|when|while|except)\b")
_WHOLE = re.compile(rf"\b(?:and|but) {NUMBER} cards (?:still )?remain\b", re.IGNORECASE)
_COUNT_WRONG = re.compile(
    r"\b(?:incorrect|wrong|improper)\b[^.;]{0,60}\b(?:number|count)|\b(?:number|count)\b[^.;]{0,60}\b(?:incorrect|wrong|improper)\b"
    r"|\bmore or (?:less|fewer) th[ae]n\b|\bother than\b|\bdoes not (?:equal|match|agree)",
    re.IGNORECASE,
)


def _faultless(written: Written) -> Iterator[Finding]:
    found: dict[str, list[tuple[Sentence, re.Match[str]]]] = defaultdict(list)
    for sentence in sentences_with(written, "if "):
        match = _NO_FAULT.search(sentence.words) or _RIGHT_COUNT.search(sentence.words)
        if match is None or not _REMEDY.search(match["remedy"]) or sentence.is_doubtful:
            continue
        if _hangs_on_more(match["more"]) or (match.re is _NO_FAULT and _is_under_a_fault(written, sentence)):
            continue
        found[" ".join(match["case"].strip(",").split())].append((sentence, match))
    for case, told in found.items():
        yield _remedy_without_fault(written, case, told)


def _hangs_on_more(words: str) -> bool:
    """Whether the case has a second condition; that the deck is whole is none, it makes the case faultless twice."""
    return bool(_FURTHER.search(words)) and not _WHOLE.search(words)


def _is_under_a_fault(written: Written, sentence: Sentence) -> bool:
    """Whether an earlier sentence of the clause, or a clause above it, says that the count is wrong."""
    before = straightened(sentence.clause.text.words[: sentence.start])
    # What a fault is explained by in parentheses, ``(a player has more or less than five cards)``, is no count of the deck.
    before = re.sub(r"\([^()]*\)", " ", before)
    over = list(above(written, sentence.clause))[:2]
    told = [before, lead_in(written, sentence.clause), *(straightened(c.text.words) for c in over)]
    if over:
        around = over[0].children
        at = next((n for n, c in enumerate(around) if c is sentence.clause), 0)
        told += [straightened(c.text.words)[:400] for c in around[max(at - 1, 0) : at] if _asks(c)]
    return any(_COUNT_WRONG.search(t) for t in told)


def _asks(clause: Clause) -> bool:
    """Whether the clause before says when this one is asked: ``If the count is incorrect, the dealer shall determine …``."""
    return bool(re.search(r"\bdetermine (?:if|whether)\b", clause.text.words))


def _remedy_without_fault(
    written: Written, case: str, told: Sequence[tuple[Sentence, re.Match[str]]]
) -> Finding:
    sentence, match = told[0]
    clauses = [s.clause for s, _ in told]
    paths = list(dict.fromkeys(c.path for c in clauses))
    where = paths[0] if len(paths) == 1 else f"{', '.join(paths[:-1])} and {paths[-1]}"
    return written.finding(
        NAME, SEVERITY, sentence.spot(match.start(), match.end("case")), f"remedy if {case}",
        message=f"{where} {'void' if len(paths) > 1 else 'voids'} a round in which {case}",
        condition=f"{paths[0]}: {quoted(sentence.words[match.start() :], 160)}. "
        f"The remedy for a fault is given where {case}; no other condition stands beside it.",
        criteria=CRITERIA,
        cause=f"A “not” may be {'one too many' if match.re is _NO_FAULT else 'left out'}, or a second condition: that the number of "
        "cards is wrong all the same.",
        effect="taken as it stands, every round that was dealt right is void",
        recommendation="Correct the condition, for example by: and the deck has another number of cards than it should.",
        others=clauses,
    )


# two branches of one case


_BRANCH = re.compile(
    rf"(?<!determine )(?<!whether )\b[Ii]f (?P<who>(?:[\w'-]+ ){{1,5}}?)(?:ha(?:s|ve|d)|is|are|was|were)(?P<no> not|n't)?(?: been)? "
    rf"(?P<fault>{_FAULT})\b(?P<rest>[^;]*)"
)
_EXPLAINED = re.compile(r"^ ?\([^()]*\bmore or (?:less|fewer) th[ae]n\b[^()]*\)")


def _branches(written: Written) -> Iterator[Finding]:
    """Where the case and its opposite should stand side by side: the case twice, or its opposite explained as the case."""
    last: dict[str, list[tuple[Sentence, re.Match[str]]]] = defaultdict(list)
    for sentence in sentences_with(written, "if "):
        found = None if sentence.is_doubtful else _BRANCH.search(sentence.words)
        if found is None:
            continue
        if found["no"] and _EXPLAINED.match(found["rest"]):
            yield _explained_as_opposite(written, sentence, found)
            continue
        over = written.above.get(sentence.clause.path)
        place = sentence.clause.path if over is None or not _is_item(sentence) else over.path
        last[f"{place} {found['who']}{found['fault']}"].append((sentence, found))
    for told in last.values():
        if len(told) == 2 and bool(told[0][1]["no"]) == bool(told[1][1]["no"]) and _differ(told):
            yield _twice_the_case(written, told)


def _is_item(sentence: Sentence) -> bool:
    """Whether its clause says no more than this sentence, so that the other branch is the item beside it."""
    return sentence.end - sentence.start > 0.7 * len(sentence.clause.text.words)


def _differ(told: Sequence[tuple[Sentence, re.Match[str]]]) -> bool:
    """Whether one branch removes the cards for good and the other does not."""
    gone = [bool(re.search(r"\bremoved\b", m["rest"])) for _, m in told]
    return gone[0] != gone[1] and all(_REMEDY.search(m["rest"]) for _, m in told)


def _explained_as_opposite(written: Written, sentence: Sentence, found: re.Match[str]) -> Finding:
    path, case = sentence.clause.path, f"{found['who']}not {found['fault']}"
    return written.finding(
        NAME, SEVERITY, sentence.spot(found.start(), found.start("rest")), f"explained {case}",
        message=f"{path} explains {found['who']}not {found['fault']} by a wrong number of cards",
        condition=f"{path} names the faultless case and describes the fault in parentheses.",
        criteria=CRITERIA,
        cause="The “not” may be one too many.",
        effect="the remedy for a fault falls on a deal without one",
        recommendation="Strike the not.",
    )


def _twice_the_case(written: Written, told: Sequence[tuple[Sentence, re.Match[str]]]) -> Finding:
    (first, _), (second, match) = told
    paths = list(dict.fromkeys((first.clause.path, second.clause.path)))
    case = f"{match['who']}{'not ' if match['no'] else ''}{match['fault']}"
    return written.finding(
        NAME, SEVERITY, second.spot(match.start(), match.start("rest")), f"case twice {case}",
        message=f"{' and '.join(paths)} {'give' if len(paths) > 1 else 'gives'} two remedies for one case, {case}, "
        "and none for its opposite",
        condition=f"Both remedies stand under the same condition, {case}.",
        criteria=CRITERIA,
        cause="One of the two conditions may lack its “not”, or have one too many.",
        effect="both remedies fall on one case and none on the other",
        recommendation="Give one of the two the opposite condition.",
        others=[first.clause],
    )


# sentences that differ in a negation


def _against_siblings(written: Written) -> Iterator[Finding]:
    for odd in odd_ones(written):
        word = (odd.negations or odd.theirs)[0]
        lacks, have = ("has", "lack") if odd.negations else ("lacks", "have")
        path = odd.sentence.clause.path
        title = " ".join(section_of(written, odd.sentence.clause).title.words.split())
        yield written.finding(
            NAME, SEVERITY, odd.spot, f"negation {title} {odd.condition[:80]}",
            message=f"{path} {lacks} the word {word} that {odd.whose} {have} in the same sentence",
            condition=f"{path} says of one case what {odd.whose} say of its opposite, in the same words.",
            criteria=CRITERIA,
            effect="the remedy falls on the case that it was meant to spare",
            recommendation=f"Give {path} the condition that {odd.whose} have.",
            others=odd.beside,
        )


# an exception that is the condition


_EXCEPT = re.compile(
    r"\b[Ii]f (?P<case>[^,;]{12,160}), (?P<rest>[^;]*?)\b(?:unless|except (?:if|when|where)) (?P<exception>[^,;.]{12,160})"
)


def _excepted(written: Written) -> Iterator[Finding]:
    for sentence in sentences_with(written, "unless", "except"):
        found = _EXCEPT.search(sentence.words)
        if found is None or sentence.is_doubtful:
            continue
        case, exception = (" ".join(re.findall(r"[a-z0-9']+", found[n].lower())) for n in ("case", "exception"))
        if case != exception:
            continue
        path = sentence.clause.path
        yield written.finding(
            NAME, SEVERITY, sentence.spot(found.start(), found.end()), f"exception {case[:80]}",
            message=f"{path} excepts the very case that it is about: {case}",
            condition=f"{path} holds if {case}, and not if {case}.",
            criteria=CRITERIA,
            effect="the clause never applies",
            recommendation="State the case and its exception apart.",
        )
