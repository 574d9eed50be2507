"""The small words of rules that a comparison must know: verbs that bind, negations, limits, cards, words that say nothing."""

from __future__ import annotations


def _words(listed: str) -> frozenset[str]:
    return frozenset(listed.split())


OBLIGES = _words("shall must will")
PERMITS = _words("may can could might")
ADVISES = _words("should ought")
VERBS = OBLIGES | PERMITS | ADVISES
CONTRACTED = {"cannot": "can", "cant": "can", "wont": "will", "mustnt": "must", "shouldnt": "should", "shant": "shall"}

EXCEPTIONS = _words("except unless only without notwithstanding")
NEGATIONS = EXCEPTIONS | _words("no not never neither nor none nobody nothing isnt arent doesnt dont")
LIMITS = _words("least most minimum maximum exceed exceeds exceeding more less fewer equal higher lower")
LIMIT_PHRASES = frozenset(
    [
        ("up", "to"),
        ("at", "least"),
        ("at", "most"),
        ("more", "than"),
        ("less", "than"),
        ("fewer", "than"),
        ("equal", "to"),
        ("or", "more"),
        ("or", "less"),
        ("or", "fewer"),
        ("no", "more", "than"),
        ("not", "more", "than"),
        ("no", "less", "than"),
        ("not", "less", "than"),
        ("no", "fewer", "than"),
        ("no", "later", "than"),
        ("no", "longer", "than"),
        ("not", "to", "exceed"),
        ("shall", "not", "exceed"),
        ("may", "not", "exceed"),
        ("or", "equal", "to"),
    ]
)
LIMIT_BEGINS = frozenset(phrase[0] for phrase in LIMIT_PHRASES)
CARDS = _words(
    "club clubs diamond diamonds heart hearts spade spades ace aces king kings queen queens jack jacks joker jokers deuce deuces"
)
ARTICLES = _words("a an the any each every")
COMMON = _words(
    "a an the but of in to on at by for from with and or as is are be been was were it its this that these those his her their "
    "he she they who which any all each if when than then there such may shall will"
)
OUTCOMES = {
    word: forms.partition(" ")[0]
    for forms in (
        "win wins won",
        "lose loses lost",
        "push pushes pushed",
        "paid pay pays payed payable payout payouts",
        "void voided voids",
        "forfeit forfeits forfeited forfeiture",
        "dead",
        "misdeal misdeals",
        "returned refunded",
    )
    for word in forms.split()
}
"""What may become of a wager or a hand, each form with the first of its kind."""
SETTLED = _words("winning losing")
"""Words that tell of an outcome and decide none by themselves."""
FORBIDDEN = _words("prohibited forbidden banned disallowed")
ALLOWED = _words("permitted allowed accepted valid")
ENDS_A_LIST = _words("and or")


def force(key: str) -> str:
    """What a verb with or without "not" does: obliges, permits, forbids, advises.

    >>> force("must"), force("may not")
    ('obliges', 'forbids')
    """
    verb, _, negated = key.removeprefix("modal:").partition(" ")
    if negated:
        return "advises against" if verb in ADVISES else "forbids"
    return "obliges" if verb in OBLIGES else "advises" if verb in ADVISES else "permits"
