"""What may stand at a place, as a reviewer would call it: never a token, never a rule of the grammar."""

from __future__ import annotations

from dataclasses import dataclass

from audit.language.mistakes.mistake import Mistake
from audit.language.mistakes.openings import keywords, words_of

MOST_WORDS = 7


@dataclass(frozen=True, slots=True)
class Expected:
    """A phrase for what may stand somewhere, and examples of it, the likeliest first."""

    phrase: str
    examples: tuple[str, ...] = ()


ROLLS = Expected("rolls", ("5, 6, 7, 8",))
SECTIONS = Expected("sections", ("1 through 18",))
CASES = Expected("a case", ("pair of Q or better", "yes"))
FACTS = {
    "dice": Expected("a fact", ("total is 7",)),
    "wheel": Expected("a fact", ("total is 17",)),
    "cards": Expected("a fact", ("dealer_hand is pair or better",)),
}
CONSTRUCTS: tuple[tuple[str, Expected], ...] = (
    ("_date", Expected("a date, year-month-day, or: not stated", ("2026-01-05",))),
    ("condition", Expected("a fact")),
    ("fact", Expected("a fact")),
    ("domain", Expected("what may be chosen", ("yes or no", "one of single, double", "from 1 through 5"))),
    ("remedies", Expected("a remedy", ("misdeal",))),
    ("remedy", Expected("a remedy", ("misdeal",))),
    ("event", Expected("an event or a text in quotation marks", ('"a card is exposed"',))),
    ("modal", Expected("shall, shall not, may or may not")),
    ("actor", Expected("who has to do it", ("dealer", "supervisor or above"))),
    ("duty_slot", Expected("how often or when", ("every 4 hours",))),
    ("quantity", Expected("a quantity", ("is 8", "at least 8"))),
    ("size", Expected("a number and its unit", ("8 cards", "48 inches"))),
    ("stake", Expected("how much", ("equal to ante", "at most $500"))),
    ("moment", Expected("before, after or in, and a step", ("before any roll",))),
    ("rights", Expected("made, raised, reduced, removed or restored", ("removed",))),
    ("capped", Expected("the wagers that are capped", ("all",))),
    ("charged", Expected("charged when made, when won or when tied", ("charged when won",))),
    ("base", Expected("wager, win or net win", ("win",))),
    ("rate", Expected("a share", ("5%",))),
    ("rounded", Expected("how it is rounded", ("rounded down to $1",))),
    ("size_of_bet", Expected("a size", ("at $10", "from $5 through $20"))),
    ("act", Expected("fold, check, call, bet or raise", ("fold",))),
    ("share", Expected("who gets it", ("all to best high",))),
    ("position", Expected("a position", ("left of the button",))),
    ("direction", Expected("clockwise or counterclockwise", ("clockwise",))),
    ("owner", Expected("each player, dealer or table", ("dealer",))),
    ("outcome_told", Expected("a result such as win, lose, push", ("win",))),
    ("payout", Expected("odds or money", ("1 to 1", "$50"))),
    ("result_value", Expected("odds or money", ("1 to 1", "$50"))),
    ("result", Expected("a result such as win, lose, 2 to 1", ("2 to 1",))),
    ("part", Expected("parts", ("1 part ante",))),
    ("value", Expected("a value", ("yes", "5%", "$5"))),
    ("action", Expected("an act", ("settle",))),
    ("actions", Expected("an act", ("settle",))),
    ("outcome", Expected("a result such as win, lose, push", ("win",))),
    ("keys", Expected("what to compare by", ("sets_then_cards",))),
    ("key", Expected("what to compare by", ("sets_then_cards",))),
    ("cards", Expected("cards", ("A K Q J 10",))),
    ("packs", Expected("a number of decks", ("1",))),
    ("kind", Expected("a kind of statement", ("wager",))),
    ("face", Expected("face up or face down", ("face down",))),
    ("state_word", Expected("made, open, set, dealt or out", ("made",))),
    ("suits_of", Expected("of one suit, of one colour, of different suits, or of a suit", ("of one suit",))),
    ("_vals", Expected("a case")),
    ("_tests", Expected("a case", ("pair",))),
    ("test", Expected("a case")),
    ("odds", Expected("odds", ("3 to 2",))),
    ("_ranks", Expected("ranks", ("10, J, Q, K",))),
    ("amount", Expected("an amount", ("$5", "table_minimum"))),
    ("sum", Expected("an amount", ("$5", "table_minimum"))),
    ("property", Expected("what the cards have in common", ("of one suit", "of one rank", "in a run"))),
    ("expr", Expected("what is looked at", ("total", "points of player_cards"))),
    ("spot", Expected("a card", ("A", "10"))),
    ("feature", Expected("what is looked at", ("first card of player_cards",))),
    ("statement", Expected("a statement", ())),
    ("suit", Expected("a suit", ("spades",))),
)
NAMED = {
    "wager": "a name for the wager", "option": "a name for the option", "assume": "a name for the assumption",
    "step": "a name for the step", "ranking": "a name for the ranking", "area": "a name for the area",
    "duty": "a name for the duty", "irregularity": "a name for the irregularity", "group": "a name for the group",
    "count": "a name for the count", "define": "a name for what is defined", "hand": "a name for the hand",
    "role": "a name for the role", "meter": "a name for the meter", "fee": "a name for the fee",
    "table": "a name for the table", "grid": "a name for the grid", "way": "a name for the way",
    "state": "a name for the state", "betting": "a name for the betting round", "measure": "a name for the measure",
    "party": "a name for the party", "configuration": "a name for the configuration", "chance": "a name for the draw",
    "order": "a name for the order", "bonus": "a name for the bonus", "part": "a name for the part",
    "needs": "the name of a wager", "settle": "the name of a wager", "pays": "the name of a wager",
    "bets": "the name of a wager", "make": "the name of a wager", "forfeit": "the name of a wager",
    "return": "the name of a wager", "like": "the name of a wager", "post": "the name of a wager",
    "at": "the name of a step", "choose": "the name of an option", "assumed": "because and a reason in quotation marks, "
    "or the name of an assumption", "by": "the name of a ranking", "lasts": "roll, spin, round or hand",
    "looks at": "the name of an area", "every": "a unit of time", "reveal": "the name of an area",
}
TERMINALS = {
    "NAME": "a name", "NUMBER": "a number", "STRING": "text in quotation marks", "ID": "an id",
    "DATE": "a date, year-month-day", "MONEY": "an amount of money", "PERCENT": "a percentage", "RANK": "a rank",
    "PLACE": "a code such as US-NV", "FRACTION": "a fraction", "ROW": "a row of a table", "COMBO": "faces such as 2-2",
    "CITE": "@ and the clause", "_NL": "the end of the line", "_INDENT": "lines two spaces further in",
    "_COMMA": "a comma", "LABEL": "a clause as printed", "HEADING": "a heading in quotation marks",
    "$END": "", "_DEDENT": "",
}
SAMPLES = {
    "NUMBER": "3", "STRING": '"…"', "ID": "example/field/2026-01-05", "DATE": "2026-01-05", "MONEY": "$5",
    "PERCENT": "5%", "PLACE": "US-NV", "RANK": "A",
}
TAIL = frozenset({"CITE", "_ASSUMED", "IF", "UNLESS", "WHEN", "_NL"})


def expected(mistake: Mistake) -> Expected:
    """What may stand at the place of a mistake."""
    found = _construct(mistake)
    if found is not None:
        return found
    return Expected(_by_terminals(mistake), _samples(mistake))


def _construct(mistake: Mistake) -> Expected | None:
    if mistake.accepts & {"_NL", "CITE"}:
        return None  # the line could end here: what may follow is told word by word
    previous = mistake.previous.text if mistake.previous else ""
    for name, phrase in CONSTRUCTS:
        if name not in mistake.begins:
            continue
        if name in ("condition", "fact"):
            return FACTS[mistake.game]
        if name in ("_vals", "test") and not mistake.is_cell:
            if previous in ("on", "except") or previous == "," and " on " in mistake.text[: mistake.at]:
                return {"dice": ROLLS, "wheel": SECTIONS, "cards": CASES}[mistake.game]
            return Expected("a case", {"dice": ("7, 11",), "wheel": ("17",), "cards": ("pair of Q or better",)}[mistake.game])
        return phrase
    return None


def _samples(mistake: Mistake) -> tuple[str, ...]:
    return tuple(SAMPLES[t] for t in sorted(mistake.accepts) if t in SAMPLES)


def _by_terminals(mistake: Mistake) -> str:
    accepts = mistake.accepts
    named = [phrase for t, phrase in TERMINALS.items() if t in accepts and phrase and t not in ("_NL", "CITE", "NAME")]
    if "NAME" in accepts:
        named.insert(0, _name_wanted(mistake))
    words = sorted(words_of(accepts - TAIL))
    may_end = "_NL" in accepts
    shown = words if len(words) <= MOST_WORDS else [*words[: MOST_WORDS - 2], "…"]
    parts = [*named, *(w if w == "…" else f'"{w}"' for w in shown)]
    tails = [keywords()[t] for t in ("IF", "UNLESS", "WHEN") if t in accepts]
    if "CITE" in accepts:
        tails.append("@")
    if may_end:
        parts.append("the end of the line" + (f" ({', '.join(tails)})" if tails else ""))
    elif tails:
        parts.extend("a clause after @" if t == "@" else f'"{t}"' for t in tails)
    return _or(parts) if parts else "something else"


def _name_wanted(mistake: Mistake) -> str:
    before = [p.text for p in mistake.before]
    for length in (2, 1):
        phrase = " ".join(before[-length:])
        if len(before) >= length and phrase in NAMED:
            return NAMED[phrase]
    if before and before[-1] == "to" and "go" in before:
        return "the name of a step"
    return "a name"


def quoted(text: str, most: int = 40) -> str:
    """A word of the line in quotation marks, cut where it is long; a text has its own."""
    inner = text.strip('"') if text.startswith('"') else text
    return f'"{inner}"' if len(inner) <= most else f'"{inner[: most - 1]}…"'


def _or(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} or {parts[-1]}"


def advice(mistake: Mistake, until: int | None = None) -> str:
    """``after "on": rolls, such as: 5, 6, 7, 8``: an example only if the line would parse with it.

    The example takes the place of what stands from the mistake to ``until`` (from 0), else to the tail of the line.
    """
    what = expected(mistake)
    where = f"after {quoted(mistake.previous.text)}: " if mistake.previous is not None else ""
    end = tail_start(mistake) if until is None else until
    end = max(end, mistake.at)
    lead = "" if not mistake.text[:mistake.at].strip() or mistake.text[: mistake.at].endswith(" ") else " "
    for example in what.examples:
        # A kind of statement stands before what is there; most else in its place.
        if mistake.word.text and mistake.parses(mistake.edit(mistake.at, mistake.at, f"{lead}{example} ")):
            return f"{where}{what.phrase}, such as: {example} {mistake.word.text}"
        rest = " " if mistake.text[end:].strip() and not mistake.text[end:].startswith(" ") else ""
        if mistake.parses(mistake.edit(mistake.at, end, lead + example + rest)):
            return f"{where}{what.phrase}, such as: {example}"
    return f"{where}{what.phrase}"


def tail_start(mistake: Mistake) -> int:
    """Where the tail of the line (if, unless, when, @, assumed) begins behind the mistake."""
    for piece in mistake.words:
        if piece.start < mistake.at:
            continue
        if piece.text.startswith("@") or piece.text in ("if", "unless", "when", "assumed"):
            return piece.start
    return max(mistake.end, mistake.at)
