"""Words that people bring along from other trades and other languages, with the word that is meant here.

One table: the word, where it is met, what is written instead.  Nothing of it is ever suggested unless the line then
parses, so a word may have several meanings: the first that fits is taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Foreign:
    """A word (or a phrase) of elsewhere.

    ``construct`` is where it stands: ``statement``, the name of a block (its lines), or ``word`` (inside a line).
    ``mend`` may use ``{line}``, the mended line without its tail, and ``{word}``.  ``hint`` is said where no
    replacement fits.
    """

    word: str
    construct: str
    instead: tuple[str, ...]
    mend: str
    hint: str = ""


def _all(construct: str, mend: str, words: Iterable[str], *instead: str, hint: str = "") -> list[Foreign]:
    return [Foreign(word, construct, instead, mend, hint) for word in words]


DUTY_HINT = 'who has to do what is a duty: duty NAME dealer shall "…"'
LIMIT_HINT = "a limit is an option (option table_minimum set by the house) or a line of a wager (amount at most …)"
COMMENT_HINT = "a comment begins with #"

STATEMENTS: tuple[Foreign, ...] = (
    *_all("statement", "a wager is declared by: {line}", ("bet", "bets", "sidebet", "side_bet", "stake", "gamble"),
          "wager", hint='a wager is declared by: wager NAME "…"'),
    *_all("statement", "an option is declared by: {line}", ("choice", "setting", "parameter", "variable", "var", "let"),
          "option", hint="an option is declared by: option NAME yes or no"),
    *_all("statement", "dice are declared by: {line}", ("die",), "dice"),
    *_all("statement", "a deck is declared by: {line}", ("cards", "shoe", "pack", "packs"), "deck", "deck 1 of",
          hint="a deck is declared by: deck 1 of 52"),
    *_all("statement", "write: {line}", ("players", "places"), "seats", "seats at most",
          hint="how many may play: seats at most 6"),
    *_all("statement", "payouts are stated by: {line}", ("payout", "payouts", "pay", "paytable", "pay_table", "odds"),
          "pays", hint="payouts are stated by: pays WAGER at 1 to 1, or pays WAGER and a table"),
    *_all("statement", "write: {line}", ("result", "results", "outcome", "outcomes", "settlement"), "settle",
          hint="results are stated by: settle WAGER, and a table"),
    *_all("statement", "the round is declared by: {line}", ("play", "procedure", "sequence", "hand_of_play", "deal"),
          "round"),
    *_all("statement", "", ("phase", "stage"), hint="what happens in turn stands in the round: step NAME"),
    *_all("statement", "write: {line}", ("import", "use", "load", "extends", "inherits"), "include", "amends",
          hint="another ruleset is taken in by: include ID"),
    *_all("statement", "write: {line}", ("def", "function", "const", "set"), "define",
          hint="a value is defined by: define NAME as …; a fact by: define NAME when …"),
    *_all("statement", "a choice settled before play is asked by: {line}", ("if", "where", "unless"), "when"),
    *_all("statement", "write: {line}", ("comment", "remark"), "note", hint=COMMENT_HINT),
    *_all("statement", "write: {line}", ("size", "quantity", "amount", "number"), "measure"),
    *_all("statement", "", ("rem", "//", "--", "/*", "%", ";;", "'"), hint=COMMENT_HINT),
    *_all("statement", "a fee is declared by: {line}", ("rake", "commission", "collection"), "fee"),
    *_all("statement", "a meter is declared by: {line}", ("jackpot", "progressive", "pot"), "meter"),
    *_all("statement", "a role is declared by: {line}", ("bank", "banker", "position"), "role"),
    *_all("statement", "", ("limit", "limits", "minimum", "maximum", "min", "max"), hint=LIMIT_HINT),
    *_all("statement", "", ("house", "dealer", "player", "staff", "must", "shall", "rule", "procedure"), hint=DUTY_HINT),
    *_all("statement", "write: {line}", ("error", "misdeal", "foul", "exception", "mistake"), "irregularity",
          hint="what is done when something goes wrong: irregularity NAME on EVENT, and the remedies below"),
    *_all("statement", "write: {line}", ("definition", "glossary", "means", "word"), "term",
          hint='a word of the document: term "Buy Bet" means "…"'),
    *_all("statement", "write: {line}", ("assumption", "assumed", "presume", "suppose"), "assume"),
    *_all("statement", "write: {line}", ("hands", "hand_rankings", "hierarchy"), "ranking"),
    *_all("statement", "write: {line}", ("zone", "pile", "place", "spot"), "area"),
    *_all("statement", "a number that is drawn is declared by: {line}", ("draw", "ticket", "ball", "lottery", "random"),
          "chance", hint="a number that is drawn is declared by: chance NAME from 1 through 90"),
    *_all("statement", "write: {line}", ("remark", "memo", "observation", "info"), "note"),
    *_all("statement", "write: {line}", ("delete", "drop", "repeal", "strike"), "remove"),
    *_all("statement", "write: {line}", ("amend", "alter", "modify", "edit"), "change"),
)

LINES: dict[str, tuple[Foreign, ...]] = {
    "head": (
        *_all("head", "write: {line}", ("name", "game", "heading"), "title"),
        *_all("head", "write: {line}", ("author", "agency", "commission", "publisher", "authority", "regulator", "by",
                                       "issued by", "published by", "issued"),
              "issuer"),
        *_all("head", "dates say of what: {line}", ("date", "dated", "version", "edition", "passed", "signed"), "approved",
              "adopted", hint="dates say of what: approved, adopted, effective, submitted or revised 2026-01-05"),
        *_all("head", "write: {line}", ("from", "since", "valid", "in_force", "starts"), "effective"),
        *_all("head", "write: {line}", ("file", "document", "text", "path"), "source"),
        *_all("head", "write: {line}", ("state", "country", "place", "region"), "jurisdiction",
              hint="a jurisdiction is a code: US, US-NV, or: not stated"),
        *_all("head", "write: {line}", ("replaces", "repeals", "instead"), "supersedes"),
        *_all("head", "write: {line}", ("amending", "extends", "changes"), "amends"),
        *_all("head", "write: {line}", ("section", "part", "article"), "chapter"),
    ),
    "wager": (
        *_all("wager", "write: {line}", ("in", "during", "on", "upon", "while"), "at"),
        *_all("wager", "write: {line}", ("min", "minimum", "least"), "amount at least"),
        *_all("wager", "write: {line}", ("max", "maximum", "most"), "amount at most"),
        *_all("wager", "write: {line}", ("limit", "limits", "size", "stake", "unit", "units"), "amount",
              "amount from", "amount at most", hint="limits are written: amount from A through B"),
        *_all("wager", "write: {line}", ("pay", "odds", "payouts", "returns"), "pays"),
        *_all("wager", "write: {line}", ("wins", "won", "winner", "pays_on"), "win", "win on"),
        *_all("wager", "write: {line}", ("loses", "lost", "loss", "loser"), "lose", "lose on"),
        *_all("wager", "write: {line}", ("tie", "ties", "tied", "pushes", "draw", "draws"), "push", "push on"),
        *_all("wager", "write: {line}", ("return", "returned", "voids", "no_action"), "void", "push"),
        *_all("wager", "write: {line}", ("stays", "remains", "stands", "continues"), "stay"),
        *_all("wager", "write: {line}", ("choose", "select", "position", "positions", "numbers"), "pick",
              hint="the positions of a wager: pick its number from 4, 5, 6"),
        *_all("wager", "write: {line}", ("requires", "require", "need", "after"), "needs", "made after"),
        *_all("wager", "write: {line}", ("mandatory", "compulsory", "obligatory"), "required"),
        *_all("wager", "write: {line}", ("voluntary", "discretionary"), "optional"),
        *_all("wager", "write: {line}", ("bet", "wager", "place", "before", "in"), "made", "made before", "made in"),
        *_all("wager", "write: {line}", ("can", "could"), "may"),
        *_all("wager", "write: {line}", ("cannot", "can't"), "may not"),
        *_all("wager", "write: {line}", ("vig", "vigorish", "fee", "rake"), "commission"),
        *_all("wager", "write: {line}", ("offered", "offer"), "house may offer"),
        *_all("wager", "write: {line}", ("remember", "store", "save"), "keep"),
    ),
    **dict.fromkeys(("step", "round", "choice"), (
        *_all("step", "write: {line}", ("unless",), "not if", "if not"),
        *_all("step", "write: {line}", ("rolls", "throw", "toss", "shoot"), "roll", "roll dice"),
        *_all("step", "write: {line}", ("dice", "die"), "roll dice"),
        *_all("step", "write: {line}", ("spins", "whirl"), "spin"),
        *_all("step", "write: {line}", ("wheel",), "spin wheel"),
        *_all("step", "write: {line}", ("pull", "pick", "take", "number"), "draw"),
        *_all("step", "write: {line}", ("goto", "jump", "move", "continue", "proceed", "return"), "go to", "go"),
        *_all("step", "write: {line}", ("flip", "expose", "show", "open", "turn up", "turn over"), "reveal"),
        *_all("step", "", ("turn",), hint="cards are turned by: reveal dealer_cards; a wheel by: spin wheel"),
        *_all("step", "write: {line}", ("give", "hand", "distribute"), "deal"),
        *_all("step", "write: {line}", ("pay pots", "pay pot", "award pot"), "award pots"),
        *_all("step", "write: {line}", ("pay", "pays", "collect", "resolve", "win", "lose"), "settle"),
        *_all("step", "write: {line}", ("player", "players", "decide", "decision", "choose"), "each player",
              "each player decides", hint="a decision is written: each player decides, and the choices below"),
        *_all("step", "write: {line}", ("stop", "finish", "done", "exit"), "end"),
        *_all("step", "write: {line}", ("repeat", "reroll", "redo"), "again", "roll dice again"),
        *_all("step", "write: {line}", ("remember", "store", "save", "let", "set"), "keep"),
        *_all("step", "write: {line}", ("reset", "forget", "erase"), "clear"),
        *_all("step", "write: {line}", ("else", "elif", "elseif"), "otherwise", "otherwise if"),
        *_all("step", "write: {line}", ("bet", "wager", "wagers", "stakes"), "bets", "betting"),
        *_all("step", "write: {line}", ("place", "put", "raise"), "make"),
        *_all("step", "write: {line}", ("phase", "stage"), "step"),
        *_all("step", "", ("shuffle", "cut"), hint="shuffling belongs to the deck: shuffled before every round"),
        *_all("step", "", ("repeat", "while", "for", "until"),
              hint="a step is repeated by: go to NAME; a deal by: deal to NAME face up until …"),
    )),
    "ranking": (
        *_all("ranking", "write: {line}", ("ranks", "sequence", "cards"), "order"),
        *_all("ranking", "write: {line}", ("tie", "ties", "tiebreak", "tie_break", "compared"), "compare",
              "compare by"),
        *_all("ranking", "write: {line}", ("ace", "aces"), "A"),
    ),
    "assume": (
        *_all("assume", "write: {line}", ("reason", "why", "since", "as"), "because"),
        *_all("assume", "write: {line}", ("chosen", "value", "take", "choose", "is", "reading"), "taken"),
        *_all("assume", "write: {line}", ("or", "alternative", "other", "else", "otherwise"), "instead"),
    ),
    "irregularity": (
        *_all("irregularity", "write: {line}", ("redeal", "foul", "cancel"), "misdeal"),
        *_all("irregularity", "write: {line}", ("reroll",), "roll again"),
        *_all("irregularity", "write: {line}", ("respin",), "spin again"),
        *_all("irregularity", "write: {line}", ("continue", "proceed", "ignore"), "go on"),
        *_all("irregularity", "write: {line}", ("refund",), "return", "return all wagers"),
        *_all("irregularity", "write: {line}", ("shuffle",), "reshuffle"),
    ),
    "meter": (
        *_all("meter", "write: {line}", ("begins", "begin", "seeded", "seed"), "starts", "starts at"),
        *_all("meter", "write: {line}", ("increases", "rises", "increments", "contributes"), "grows"),
        *_all("meter", "write: {line}", ("reseeds", "reseed", "returns"), "resets", "resets to"),
    ),
    "fee": (
        *_all("fee", "write: {line}", ("max", "maximum", "capped", "limit"), "at most"),
        *_all("fee", "write: {line}", ("taken from",), "from"),
        *_all("fee", "write: {line}", ("taken",), "from", "collected"),
        *_all("fee", "write: {line}", ("rake", "is", "equals"), "amount"),
    ),
    "betting": (
        *_all("betting", "write: {line}", ("limit", "bets", "bet", "stakes"), "size"),
        *_all("betting", "write: {line}", ("can", "could"), "may"),
        *_all("betting", "write: {line}", ("shall", "has"), "must"),
        *_all("betting", "write: {line}", ("check-raise", "check_raise"), "check then raise"),
    ),
    "duty": (
        *_all("duty", "write: {line}", ("if", "when"), "in case"),
        *_all("duty", "write: {line}", ("unless", "but"), "except"),
    ),
    "award": tuple(_all("award", "write: {line}", ("split", "ties"), "ties share equally")),
}

NUMBERS = {
    "zero": "0", "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8",
    "nine": "9", "ten": "10", "eleven": "11", "twelve": "12", "thirteen": "13", "fourteen": "14", "fifteen": "15",
    "sixteen": "16", "seventeen": "17", "eighteen": "18", "nineteen": "19", "twenty": "20", "thirty": "30",
    "forty": "40", "fifty": "50", "hundred": "100", "thousand": "1,000", "i": "1", "ii": "2", "iii": "3",
}
RANKS = {"ace": "A", "king": "K", "queen": "Q", "jack": "J", "deuce": "2", "trey": "3"}
ORDINALS = {
    "1st": "first", "2nd": "second", "3rd": "third", "4th": "fourth", "5th": "fifth", "6th": "sixth", "final": "last",
}

WORDS: tuple[Foreign, ...] = (
    *_all("word", "a range is: {word}", ("thru", "til", "till", "until", "upto", "up to", "to", "down to"), "through"),
    *_all("word", "write: {word}", ("else", "anything else", "all others", "all other", "others", "other"), "otherwise",
          "anything else"),
    *_all("word", "write: {word}", ("everything else", "all else", "all the rest", "the rest"), "anything else", "otherwise"),
    *_all("word", "write: {word}", ("during", "while in"), "in"),
    *_all("word", "write: {word}", ("must", "should", "will", "has to", "is to"), "shall"),
    *_all("word", "write: {word}", ("never", "shall never", "must never", "should never", "may never"), "shall not"),
    *_all("word", "write: {word}", ("is defined as", "stands for", "denotes"), "means"),
    *_all("word", "write: {word}", ("authorised by", "authorized by", "allowed by", "sanctioned by"), "approved by"),
    *_all("word", "write: {word}", ("shown on", "displayed on", "put up on"), "posted on"),
    *_all("word", "write: {word}", ("checked by", "witnessed by", "confirmed by", "watched by"), "verified by"),
    *_all("word", "write: {word}", ("a card", "one card", "another card"), "1"),
    *_all("word", "write: {word}", ("must not", "should not", "mustn't", "shan't", "will not"), "shall not"),
    *_all("word", "write: {word}", ("can", "might", "is allowed to"), "may"),
    *_all("word", "write: {word}", ("cannot", "can't", "can not", "is not allowed to"), "may not", "shall not"),
    *_all("word", "write: {word}", ("greater than", "more than", "higher than", "larger than", "above", "exceeds"),
          "over", "is over"),
    *_all("word", "write: {word}", ("is greater than", "is more than", "is over", "is above"), "over"),
    *_all("word", "write: {word}", ("is less than", "is fewer than", "is under", "is below"), "under"),
    *_all("word", "write: {word}", ("less than", "fewer than", "lower than", "smaller than", "below"), "under"),
    *_all("word", "write: {word}", ("not less than", "no less than", "no fewer than", "not fewer than", "minimum",
                                    "minimum of", "min", "is at least", "at least of"), "at least"),
    *_all("word", "write: {word}", ("not more than", "no more than", "maximum", "maximum of", "max", "up to",
                                    "is at most", "not over"), "at most"),
    *_all("word", "write: {word}", ("equal to", "is equal to", "same as", "are", "was", "were", "has", "have",
                                    "contains", "being"), "is", "equals", "equal to"),
    *_all("word", "write: {word}", ("isn't", "isnt", "aren't", "is no", "not equal to", "is not equal to",
                                    "differs from"), "is not"),
    *_all("word", "write: {word}", ("equals", "equaling", "matching", "equal"), "equal to", "equals", "is"),
    *_all("word", "write: {word}", ("chooses", "selects", "choose", "elects"), "decides"),
    *_all("word", "write: {word}", ("show", "turn up", "turn over", "flip", "expose", "open"), "reveal"),
    *_all("word", "write: {word}", ("for", "from", "belonging to"), "of", "on"),
    *_all("word", "write: {word}", ("to the left of", "on the left of", "left from", "left to"), "left of"),
    *_all("word", "write: {word}", ("to the right of", "on the right of", "right from", "right to"), "right of"),
    *_all("word", "write: {word}", ("starting with", "starting from", "beginning with", "starting at", "starting"), "from"),
    *_all("word", "write: {word}", ("down", "hidden"), "face down"),
    *_all("word", "write: {word}", ("up", "shown"), "face up"),
    *_all("word", "write: {word}", ("each",), "every"),
    *_all("word", "write: {word}", ("every", "all", "any"), "each"),
    *_all("word", "write: {word}", ("jokers", "jocker"), "joker"),
    *_all("word", "write: {word}", ("even money", "even", "evens", "evenly"), "1 to 1"),
    *_all("word", "write: {word}", ("double",), "2 times", "2 to 1"),
    *_all("word", "write: {word}", ("twice",), "2 times"),
    *_all("word", "write: {word}", ("triple", "thrice"), "3 times", "3 to 1"),
    *_all("word", "write: {word}", ("times per", "times a", "times every"), "times each"),
    *_all("word", "write: {word}", ("per", "for each"), "each"),
    *_all("word", "write: {word}", ("hourly",), "every 1 hour", "each hour"),
    *_all("word", "write: {word}", ("daily",), "every 1 day", "each day"),
    *_all("word", "write: {word}", ("weekly",), "every 1 week", "each week"),
    *_all("word", "write: {word}", ("color",), "colour"),
    *_all("word", "write: {word}", ("spade",), "spades"),
    *_all("word", "write: {word}", ("heart",), "hearts"),
    *_all("word", "write: {word}", ("diamond",), "diamonds"),
    *_all("word", "write: {word}", ("club",), "clubs"),
    *_all("word", "write: {word}", ("faceup", "face-up", "open", "exposed"), "face up"),
    *_all("word", "write: {word}", ("facedown", "face-down", "closed"), "face down"),
    *_all("word", "write: {word}", ("anticlockwise", "anti-clockwise", "counter-clockwise"), "counterclockwise"),
    *_all("word", "write: {word}", ("die",), "dice"),
    *_all("word", "write: {word}", ("true or false",), "yes or no"),
    *_all("word", "write: {word}", ("true",), "yes"),
    *_all("word", "write: {word}", ("yes/no", "yes or not", "yes no", "boolean", "bool", "on or off"), "yes or no"),
    *_all("word", "write: {word}", ("false",), "no"),
    *_all("word", "write: {word}", ("unknown", "unstated", "n/a", "none stated", "not given", "undated", "tbd"),
          "not stated"),
    *_all("word", "write: {word}", ("plus", "also"), "and"),
    *_all("word", "write: {word}", ("minus",), "less"),
    *_all("word", "write: {word}", ("time", "x"), "times"),
    *_all("word", "write: {word}", ("following", "upon", "when", "if", "with"), "on"),
    *_all("word", "write: {word}", ("excluding", "but", "but not", "other than", "apart from", "unless", "save"), "except"),
    *_all("word", "write: {word}", ("whenever", "where", "provided"), "if", "when"),
    *_all("word", "write: {word}", ("wins", "won"), "win"),
    *_all("word", "write: {word}", ("loses", "lost"), "lose"),
    *_all("word", "write: {word}", ("tie", "ties", "pushes"), "push"),
    *_all("word", "write: {word}", ("of a kind",), "cards of one rank"),
    *_all("word", "write: {word}", ("in sequence", "in a row", "in order"), "in a run"),
    *_all("word", "write: {word}", ("same suit", "suited", "of the same suit", "of a suit", "of same suit", "in same suit",
                                    "in the same suit", "in one suit", "all one suit"), "of one suit"),
    *_all("word", "write: {word}", ("same rank", "of the same rank", "of a rank", "of same rank"), "of one rank"),
    *_all("word", "write: {word}", ("or higher", "or above", "or greater", "or up", "and better", "and up"), "or better",
          "or more", "or above"),
    *_all("word", "write: {word}", ("or lower", "or below", "or less", "and under"), "or worse", "or fewer"),
    *_all("word", "write: {word}", ("the first", "first of"), "first"),
    *_all("word", "write: {word}", ("the house", "casino", "management"), "the house", "house"),
    *_all("word", "write: {word}", ("because of", "as", "since"), "because"),
    *_all("word", "write: {word}", ("if", "as", "is"), "when"),
    *_all("word", "write: {word}", ("is", "of", "equals"), "at"),
    *(Foreign(word, "word", (digit,), "write: {word}") for word, digit in NUMBERS.items()),
    *(Foreign(form, "word", (rank,), "write: {word}") for word, rank in RANKS.items() for form in (word, f"{word}s")),
    *(Foreign(word, "word", (ordinal,), "write: {word}") for word, ordinal in ORDINALS.items()),
)
LONGEST_PHRASE = max(len(entry.word.split()) for entry in WORDS)
NOISE = frozenset({
    "a", "an", "the", "of", "to", "is", "be", "will", "then", "that", "in", "at", "with", "by", "both", "either", "are",
    "as", "any", "also", "only", "do", "does", "card", "cards", "round", "=", ":", ":=", "->", "=>", "-",
})
"""Words that may simply be left out, if the line then parses."""
