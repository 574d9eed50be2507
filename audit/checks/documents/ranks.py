"""Ranks of hands as documents write them: ``three- of- a-kind``, ``a pair of 10s``, ``queen high``."""

from __future__ import annotations

import re

from audit.checks.documents.sentences import straightened
from audit.documents.numbers import CARDINALS

_FACE = r"(?:aces?|kings?|queens?|jacks?|deuces?|twos?|threes?|fours?|fives?|six(?:es)?|sevens?|eights?|nines?|tens?|\d{1,2}(?:'?s)?)"
_OF_A_KIND = r"(?:three|four|five|3|4|5)[- ]+of[- ]+a[- ]+kind"
RANK = (
    rf"(?:{_OF_A_KIND}|full[- ]house|royal flush|straight flush|straight|flush|two pairs?|pair of {_FACE}|pair|ace ?/ ?king"
    rf"|{_FACE}(?:[- ]high)?)"
)
OR_BETTER = re.compile(rf"\b(?:an? )?(?P<rank>{RANK})[\"']? or (?:better|higher|above)\b", re.IGNORECASE)
BELOW = re.compile(rf"\b(?:lower|less|worse) than (?:an? )?[\"']?(?P<rank>{RANK})\b", re.IGNORECASE)
_PLURAL = {"sixes": "six", "aces": "ace", "kings": "king", "queens": "queen", "jacks": "jack", "deuces": "2", "deuce": "2"}
_LETTERS = {"j": "jack", "q": "queen", "k": "king", "a": "ace"}


def plain_rank(words: str) -> str:
    """One spelling for each rank: small letters, digits for numbers, single faces: ``pair of 10``, ``3 of a kind``."""
    told = re.sub(r"[- /]+", " ", straightened(words).lower()).strip(" \"'.*")
    told = re.sub(r"\blos\b", "10", re.sub(r"^(?:an?|the) ", "", told))
    made = []
    for word in re.findall(r"[a-z0-9']+", told):
        bare = word.removesuffix("'s")
        bare = _PLURAL.get(bare, bare)
        if bare not in CARDINALS and bare.endswith("s") and bare[:-1] in (*CARDINALS, *_LETTERS, *_PLURAL.values()):
            bare = bare[:-1]
        bare = re.sub(r"^(\d+)s$", r"\1", bare)
        bare = "pair" if bare == "pairs" else bare
        made.append(str(CARDINALS.get(bare, bare)))
    if made[:1] == ["pair"] and made[1:2] == ["of"] and len(made) > 2:
        made[2] = _LETTERS.get(made[2], made[2])
    return " ".join(w for w in made if w != "high")


def is_row_of(rank: str, label: str) -> bool:
    """Whether a row of a table is that of a rank, both as `plain_rank` writes them."""
    return bool(re.match(rf"(?:any |\d card |one |\d )?{re.escape(rank)}(?![a-z0-9])", label)) and (
        "flush" in rank or not label.startswith("straight flush")
    )
