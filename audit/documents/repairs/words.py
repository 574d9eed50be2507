"""One printed word as the word that it is a misreading of, where the document itself makes that nearly certain."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from audit.documents.repairs.vocabulary import Vocabulary

_CONFUSIONS = (
    ("rn", "m"), ("m", "rn"), ("ri", "n"), ("ii", "n"), ("ii", "u"), ("lm", "un"), ("lll", "in"), ("ill", "in"),
    ("il", "u"), ("in", "m"), ("m", "in"), ("ni", "m"), ("nl", "m"), ("nn", "rm"), ("mn", "um"), ("tl", "d"),
    ("cl", "d"), ("d", "cl"), ("li", "h"), ("h", "li"), ("lh", "th"), ("tb", "th"), ("fi", "f"), ("fi", "fr"),
    ("fl", "ffl"), ("fl", "fi"), ("ti", "fi"), ("vv", "w"), ("tt", "ti"), ("ci", "d"), ("lf", "if"),
    ("l", "i"), ("i", "l"), ("1", "l"), ("1", "i"), ("1", "t"), ("0", "o"), ("5", "s"), ("l", "t"), ("t", "l"),
    ("!", "l"), ("|", "l"), ("c", "e"), ("e", "c"), ("c", "o"), ("u", "n"), ("n", "u"), ("h", "b"), ("b", "h"),
    ("D", "n"), ("DD", "nn"), ("Dm", "nin"), ("DDm", "nnin"), ("Di", "ni"), ("Dill", "nin"), ("DDill", "nnin"),
    ("j", "i"), ("rm", "nn"), ("Im", "nn"), ("W", "nn"), ("mr", "rm"), ("mr", "nn"), ("nr", "m"), ("fl", "ff"),
    ("ft", "ff"), ("fi", "ff"), ("u", "rr"), ("IT", "rr"), ("lT", "rr"), ("tt", "tr"), ("fu", "th"), ("m", "ni"),
    ("ill", "ui"), ("n", "ri"), ("im", "un"), ("k", "ir"), ("g", "c"), ("g", "s"), ("m", "ur"), ("ii", "ri"),
    ("I", "r"), ("I", "l"), ("In", "m"), ("Im", "rm"), ("O", "o"), ("B", "n"), ("a:", "a"),
)  # fmt: skip
"""What is printed, and what it is read as."""
_IN_SHORT_WORDS = frozenset(
    {("m", "rn"), ("m", "ur"), ("b", "h"), ("h", "b"), ("i", "l"), ("l", "i"), ("fu", "th"), ("fi", "fr"), ("ri", "n"),
     ("D", "n"), ("1", "l"), ("1", "i"), ("I", "r"), ("I", "l"), ("O", "o"), ("0", "o"), ("tb", "th"), ("m", "in")}
)  # fmt: skip
"""What is read otherwise in words of four letters or fewer; there are too many short words for more."""
_PAIRS = {
    ("his", "her"), ("he", "she"), ("him", "her"), ("and", "or"), ("himself", "herself"), ("her", "his"),
}  # fmt: skip
_SLASHES = "l1iI!|f"
_SPECK = re.compile(r"[:;.,!\"^*•]+")
_PLAIN = re.compile(r"[A-Za-z]+$")
_IF_THE = re.compile(r"(?:li|ti|Ti|lf|1f|Jf|Tf|If)the$")
_OFTEN_BESIDE = 5
_NUMERAL = re.compile(r"[ivxlIVXL]+$")
_ENDINGS = frozenset("sdrgyn")
_LEAST_LETTERS = 4
_SHORTEST = 3
"""Letters of a word that is read otherwise where its neighbours show it."""
_BOTH_ARE_WORDS = re.compile(
    r"(?:properly|property|falls|fails|fall|fail|form|from|band|hand|bands|hands|tall|tail|told|hold|call"
    r"|cell|cold|hat|bat|light|tight|tease|lease|best|lest|house|mouse|later|tater|line|tine|like|hike"
    r"|bike|none|done|dine|nine|arm|am|warn|warm|modern|modem|com|corn|burnt|lame|tame|lake|take|flat"
    r"|float)$",
    re.IGNORECASE,
)
"""Words one confusion apart that are both English: which one is meant, only the words beside them can say."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a word is read as, and why."""

    text: str
    because: str


def read_word(word: str, before: str, after: str, vocabulary: Vocabulary) -> Reading | None:
    """The reading of a word that stands between two others (empty where there is none); None to leave it.

    ``word`` has no punctuation at its ends.  A word is read otherwise only where it is rare in the document, one word
    that is common in it lies one known confusion apart, and no other does.
    """
    slashed = _slashed(word)
    if slashed is not None and vocabulary.count(word) <= 12:
        return Reading(slashed, "a slash was read as a letter")
    opening = _IF_THE.match(word)
    if opening is not None and vocabulary.count(word) <= 2 and vocabulary.pair("the", after) >= _OFTEN_BESIDE:
        return Reading("If the", "a blank is missing, and “If” was misread")
    if word.isupper() and len(word) > 1:
        return None
    if _is_misshapen(word) and _PLAIN.match(word) and len(word) >= _LEAST_LETTERS:
        plain = _cased(word.lower(), word)
        if vocabulary.is_meant(plain) and vocabulary.is_rare_beside(word, plain):
            return Reading(plain, "small letters and capitals were confused")
    if not _PLAIN.match(word):
        despeckled = _SPECK.sub("", word)
        if despeckled != word:
            if not _PLAIN.match(despeckled) or len(despeckled) < _LEAST_LETTERS:
                return None
            is_word = vocabulary.is_meant(despeckled)
            return Reading(_cased(despeckled, word), "specks were read as points") if is_word else None
        if not _is_word_with_digit(word):
            return None
    return _by_confusion(word, before, after, vocabulary)


def _is_word_with_digit(word: str) -> bool:
    """Letters around one figure, so that it cannot be a number: "1" in "sha11", not in "of25" or "2nd"."""
    return re.fullmatch(r"[A-Za-z]+[015]{1,2}[A-Za-z]{2,}|[A-Za-z]{3,}1{1,2}[A-Za-z]?", word) is not None


def _slashed(word: str) -> str | None:
    for at in range(2, len(word) - 1):
        if word[at] in _SLASHES and (word[:at].lower(), word[at + 1 :].lower()) in _PAIRS:
            return f"{word[:at]}/{word[at + 1 :]}"
    return None


def _by_confusion(word: str, before: str, after: str, vocabulary: Vocabulary) -> Reading | None:
    if len(word) < _SHORTEST or _NUMERAL.match(word):
        return None
    found = _candidates(word, vocabulary)
    if len(found) != 1:
        return None
    plain, (printed, meant) = next(iter(found.items()))
    if not _is_plain_enough(word, plain, printed, vocabulary) and not _fits(word, plain, before, after, vocabulary):
        return None
    is_at_start = word.startswith(printed) and not word.startswith(meant)
    text = plain if is_at_start and meant.islower() and printed[0].isupper() else _cased(plain, word)
    return Reading(text, f"“{printed}” stands for “{meant}”")


def _candidates(word: str, vocabulary: Vocabulary) -> dict[str, tuple[str, str]]:
    """Common words that a rare one may stand for, each with what is printed and what it is read as."""
    found: dict[str, tuple[str, str]] = {}
    for candidate, printed, meant in _one_apart(word):
        plain = candidate.lower()
        if len(word) <= _LEAST_LETTERS and (printed, meant) not in _IN_SHORT_WORDS:
            continue
        if plain == word.lower() or not vocabulary.is_meant(plain) or not _PLAIN.match(candidate):
            continue
        if vocabulary.is_rare_beside(word, plain, 7) and not _is_a_form_of(word.lower(), plain):
            found.setdefault(plain, (printed, meant))
    return found


def may_be_misread(word: str, vocabulary: Vocabulary) -> bool:
    """Whether `read_word` may read the word otherwise between any two words."""
    if not _PLAIN.match(word) or _is_misshapen(word):
        return True
    if _slashed(word) is not None or _IF_THE.match(word):
        return True
    return len(word) >= _SHORTEST and len(_candidates(word, vocabulary)) == 1


def _is_plain_enough(word: str, plain: str, printed: str, vocabulary: Vocabulary) -> bool:
    """Whether a word is so plainly misread that its neighbours need not be asked."""
    if len(plain) < _LEAST_LETTERS or not vocabulary.is_rare_beside(word, plain) or _BOTH_ARE_WORDS.match(word):
        return False
    if _is_misshapen(word) or not vocabulary.is_pronounceable(word):
        return True
    return len(word) >= 6 and (len(printed) > 1 or len(plain) != len(word))


def _one_apart(word: str) -> Iterator[tuple[str, str, str]]:
    """What a word may stand for, by one confusion at one place, and which it is."""
    for printed, meant in _CONFUSIONS:
        at = word.find(printed)
        while at >= 0:
            yield word[:at] + meant + word[at + len(printed) :], printed, meant
            at = word.find(printed, at + 1)
        if word.count(printed) > 1:
            yield word.replace(printed, meant), printed, meant


def _is_misshapen(word: str) -> bool:
    """No word of English: a capital or a figure within it."""
    return any(c.isupper() or c.isdigit() for c in word[1:]) and not word.isupper()


def _is_a_form_of(word: str, common: str) -> bool:
    """Whether two words may be forms of one word, so that the rarer is no misreading."""
    shorter, longer = sorted((word, common), key=len)
    return longer.startswith(shorter) or (
        word[:-1] == common[:-1] and word[-1] in _ENDINGS and common[-1] in _ENDINGS
    )


def _fits(word: str, plain: str, before: str, after: str, vocabulary: Vocabulary) -> bool:
    """Whether the common word stands beside one of the neighbours elsewhere, and far more often than the rare one."""
    if _BOTH_ARE_WORDS.match(word) and _BOTH_ARE_WORDS.match(plain) and len(plain) > _SHORTEST:
        both = vocabulary.pair(before, plain) >= 2 and vocabulary.pair(plain, after) >= 2
        return both and vocabulary.pair(before, word) <= 1 and vocabulary.pair(word, after) <= 1 and word[:-1] != plain
    beside = (
        (vocabulary.pair(before, plain), vocabulary.pair(before, word)),
        (vocabulary.pair(plain, after), vocabulary.pair(word, after)),
    )
    return any(common >= 3 and common >= 3 * rare for common, rare in beside)


def _cased(plain: str, word: str) -> str:
    """Small letters, capitals, or a capital first, as the word has them."""
    if sum(c.isupper() for c in word) >= len(word) - 1 > 1:
        return plain.upper()
    return plain[:1].upper() + plain[1:] if word[:1].isupper() else plain.lower()
