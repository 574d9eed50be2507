"""Odds, ranges, money, dates, ids and names written as elsewhere, not as here."""

from __future__ import annotations

import re
from itertools import pairwise

from audit.language.mistakes import openings
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.words import does

MONTHS = {
    name: number
    for number, names in enumerate(
        ("january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul", "august aug",
         "september sep sept", "october oct", "november nov", "december dec"), start=1,
    )
    for name in names.split()
}
DASHES = "–—−‑-"
ODDS = re.compile(rf"(\d[\d,.]*)\s*(?:[:/{DASHES}]|to|to one|TO|To|for|FOR|against|in)\s*(\d[\d,.]*)")
RANGE = re.compile(rf'("[^"]*"|[\w$%.]+?)\s*(?:[{DASHES}]|\.\.\.?|…|~)\s*("[^"]*"|[\w$%.]+)')
CARD = re.compile(r"(10|[2-9AKQJT])([cdhs♠♥♦♣])")


def odds(m: Mistake) -> Explanation | None:
    """Odds as a ratio, a fraction, a score, a factor or a word: ``3:2``, ``2-1``, ``1.5x``, ``even money``."""
    for place in _stretches(m, 3):
        match = ODDS.fullmatch(place.text)
        if match and not re.search(r"\s(to|for)\s", place.text):
            first, second = (_plain(part) for part in match.groups())
            kept, taken = f"{first} to {second}", f"{first} for {second}"
            if _takes_odds(m, place, kept):
                mend = f"{kept}, or {taken}" if m.is_cell else f"{kept} (stake kept) or {taken} (stake taken): the document says which"
                return m.tell("not-odds", f'"{place.text}" is not odds', place, mend, edits=(m.put(place, kept),))
        match = re.fullmatch(r"(\d+(?:\.\d+)?)\s?(?:x|×|times)", place.text)
        if match and _takes_odds(m, place, f"{match[1]} to 1"):
            return m.tell("not-odds", f'"{place.text}" is not odds', place,
                          f"{match[1]} to 1 (stake kept) or {match[1]} for 1 (stake taken): the document says which",
                          edits=(m.put(place, f"{match[1]} to 1"),))
    return _lone_number(m) or _half_odds(m)


def _half_odds(m: Mistake) -> Explanation | None:
    """``400 to`` or ``to 1``: odds that lack one of their numbers."""
    for one, other in pairwise([*m.before[-2:], m.word, *m.after[:1]]):
        if one.text in ("to", "for") and other.text.isdigit() and not m.before[-2:-1]:
            gap, said = one.start, f"{one.text} {other.text}"
        elif one.text.isdigit() and other.text in ("to", "for") and m.is_finished:
            gap, said = other.end, f"{one.text} {other.text}"
        else:
            continue
        if m.start == "result" or not m.is_cell:
            edit = m.edit(gap, gap, " 1 ")
            if m.parses(edit):
                return m.tell("not-odds", f'"{said}" lacks a number', Piece(said, one.start), "odds are of two numbers: 3 to 2",
                              edits=(edit,))
    return None


def _takes_odds(m: Mistake, place: Piece, text: str) -> bool:
    """Whether odds can stand there; where rolls are asked for they parse too, and are not meant."""
    before = [p.text for p in m.words if p.end <= place.start]
    if not m.is_cell and before and before[-1] in ("on", "except", "is", "faces", ",", "from"):
        return False
    return (m.start == "result" or not m.is_cell) and does(m, place.start, place.end, text)


def _lone_number(m: Mistake) -> Explanation | None:
    """``pays 5``: a number where odds are asked for."""
    number = m.previous
    if number is None or not re.fullmatch(r"\d[\d,.]*", number.text) or "TO" not in m.accepts or "FOR" not in m.accepts:
        return None
    if not (m.accepts <= {"TO", "FOR"}) and not (m.is_at_end and m.is_cell and m.start == "result"):
        return None
    if not m.parses(m.edit(number.end, number.end, " to 1")):
        return None
    return m.tell("not-odds", f'"{number.text}" alone is not odds', number,
                  f"{number.text} to 1 (stake kept) or {number.text} for 1 (stake taken): the document says which",
                  edits=(m.edit(number.end, number.end, " to 1"),))


def ranges(m: Mistake) -> Explanation | None:
    """A stretch written with a dash or dots: ``5–8``, ``5..8``; or from both ends: ``between 5 and 8``."""
    for place in _stretches(m, 3):
        match = RANGE.fullmatch(place.text)
        if match and re.search(r"\d|^[AKQJT]$", match[1]):
            text = f"{match[1]} through {match[2]}"
            if does(m, place.start, place.end, text):
                said = place.text if '"' in place.text else f'"{place.text}"'
                return m.tell("not-a-range", f"{said} is not a range", place, f"a range is: {text}", replacement=text)
    for place in _stretches(m, 1):
        if match := re.fullmatch(r"(\w+)\+", place.text):
            for text in (f"{match[1]} or more", f"{match[1]} or better"):
                if does(m, place.start, place.end, text):
                    return m.tell("not-a-range", f'"{place.text}" is not a range', place, f"a range is: {text}",
                                  replacement=text)
    for place in _stretches(m, 4):
        match = re.fullmatch(rf"is\s+(\S+)\s*(?:to|through|[{DASHES}])\s*(\S+)", place.text)
        if match and does(m, place.start, place.end, f"from {match[1]} through {match[2]}"):
            text = f"from {match[1]} through {match[2]}"
            return m.tell("not-a-range", f'"{place.text}" is not a range', place, f"a range is: {text}", replacement=text)
        match = re.fullmatch(r"between\s+(\S+)\s+and\s+(\S+)", place.text)
        for text in (f"from {match[1]} through {match[2]}", f"{match[1]} through {match[2]}") if match else ():
            if does(m, place.start, place.end, text):
                return m.tell("not-a-range", '"between" is no word of the language', place, f"a range is: {text}",
                              replacement=text)
    return None


def money(m: Mistake) -> Explanation | None:
    """``5 dollars``, ``5$``, ``$ 5``, ``50 cents``, ``5 percent``, ``1 000``."""
    for place in _stretches(m, 3):
        amounts = [amount for amount in _amounts(place.text) if amount != place.text]
        for text in [form for amount in amounts for form in (amount, f"is {amount}")]:
            if does(m, place.start, place.end, text):
                what = "a percentage" if text.endswith("%") else "an amount of money" if "$" in text else "a number"
                return m.tell("not-a-figure", f'"{place.text}" is not {what}', place, f"write: {text}", replacement=text)
    bare = _bare(m)
    if bare is not None:
        return bare
    euro = m.word.text[:1] in "€£¥" and m.word.text
    if euro:
        return m.tell("not-a-figure", f'"{m.word.text}" is not an amount of money', m.word,
                      "amounts are written with $, whatever the currency of the house")
    return None


def _bare(m: Mistake) -> Explanation | None:
    """A number alone where only a share or an amount of money will do: ``commission 5 of win``."""
    if not re.fullmatch(r"\d[\d,.]*", m.word.text) or "NUMBER" in m.accepts:
        return None
    for kind, text, what in (("PERCENT", f"{m.word.text}%", "a percentage"), ("MONEY", f"${m.word.text}", "an amount of money")):
        if kind in m.accepts and does(m, m.word.start, m.word.end, text):
            return m.tell("not-a-figure", f'"{m.word.text}" is not {what}', m.word, f"write: {text}", replacement=text)
    return None


def _amounts(text: str) -> list[str]:
    number = r"(\d[\d,]*(?:\.\d+)?|\.\d+)"
    if match := re.fullmatch(rf"\$?{number}\s*(?:dollars?|usd|bucks|\$)|(?:usd|us\$|\$)\s*{number}", text, re.IGNORECASE):
        return [f"${match[1] or match[2]}"]
    if match := re.fullmatch(r"(\d{1,2})\s*(?:cents?|¢|c)", text, re.IGNORECASE):
        return [f"$0.{int(match[1]):02d}"]
    if match := re.fullmatch(r"\$(\d+(?:\.\d+)?)\s*(k|m|thousand|million)", text, re.IGNORECASE):
        factor = 1_000 if match[2].lower() in ("k", "thousand") else 1_000_000
        amount = float(match[1]) * factor
        return [f"${int(amount):,}"] if amount == int(amount) and amount < 10**12 else []
    if match := re.fullmatch(rf"{number}\s*(?:percent|per cent|pct|p\.c\.|%)", text, re.IGNORECASE):
        return [f"{match[1]}%"]
    if re.fullmatch(r"\$?\d+(,\d+)+", text):
        return [f"{'$' if text[0] == '$' else ''}{int(re.sub('[^0-9]', '', text)):,}"]
    if re.fullmatch(r"\$?\d{1,3}([ '’]\d{3})+", text):
        return [re.sub("[ '’]", ",", text)]
    if re.fullmatch(r"\.\d+", text):
        return [f"0{text}"]
    if text in ("½", "1/2"):
        return ["half"]
    return []


def dates(m: Mistake) -> Explanation | None:
    """A date written out, or day and month in another order."""
    if "DATE" not in m.accepts or m.is_at_end:
        return None
    end = next((p.start for p in m.words if p.start > m.word.start and p.text[0] in '@"'), None)
    within = [p for p in m.words if p.start >= m.word.start and (end is None or p.start < end)
              and p.text not in ("assumed", "by", "if", "when")]
    if not within:
        return None
    place = Piece(m.text[m.word.start : within[-1].end], m.word.start)
    message = "a date is year-month-day, or: not stated"
    for text in _dates(place.text):
        if m.parses(m.put(place, text)):
            return m.tell("not-a-date", message, place, f"write: {text}", replacement=text)
    both = re.fullmatch(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})", place.text)
    if both:
        one, two, year = int(both[1]), int(both[2]), both[3]
        if 1 <= one <= 12 and 1 <= two <= 12:
            return m.tell("not-a-date", message, place,
                          f"write: {year}-{one:02d}-{two:02d}, or {year}-{two:02d}-{one:02d}: the document says which")
    if re.search(r"\d", place.text):
        return m.tell("not-a-date", message, place, "such as: 2026-01-05")
    return None


def _dates(text: str) -> list[str]:
    words = re.findall(r"[A-Za-z]+|\d+", text.lower())
    words = [w for w in words if w not in ("the", "of", "st", "nd", "rd", "th", "on", "day")]
    if len(words) != 3:
        return []
    month = next((MONTHS[w] for w in words if w in MONTHS), None)
    numbers = [w for w in words if w.isdigit()]
    year = next((n for n in numbers if len(n) == 4), None)
    rest = [int(n) for n in numbers if n != year]
    if year is None:
        return []
    if month is not None and len(rest) == 1 and 1 <= rest[0] <= 31:
        return [f"{year}-{month:02d}-{rest[0]:02d}"]
    if month is None and len(rest) == 2:
        if words[0] == year and 1 <= rest[0] <= 12 and 1 <= rest[1] <= 31:
            return [f"{year}-{rest[0]:02d}-{rest[1]:02d}"]
        large = [n for n in rest if 12 < n <= 31]
        small = [n for n in rest if 1 <= n <= 12]
        if len(large) == 1 and len(small) == 1:
            return [f"{year}-{small[0]:02d}-{large[0]:02d}"]
        if rest[0] == rest[1] and small:
            return [f"{year}-{rest[0]:02d}-{rest[0]:02d}"]
    return []


def ids(m: Mistake) -> Explanation | None:
    """An id with capitals, blanks or other signs, or of one part."""
    is_cut = "ID" not in m.accepts and re.match(r"[a-z0-9][a-z0-9.-]*/[^@]*_", m.word.text) is not None  # read up to the sign
    if m.accepts != {"ID"} and not ("ID" in m.accepts and "/" in m.word.text) and not is_cut:
        return None
    if m.is_at_end:
        return m.tell("incomplete", "the id is missing", Piece("", m.end),
                      "an id is issuer/game/edition, such as: example/field/2026-01-05")
    end = next((p.start for p in m.words if p.start > m.word.start and p.text[0] in '@"'), m.end)
    place = Piece(m.text[m.word.start : end].rstrip(), m.word.start)
    text = re.sub(r"[\s_]+", "-", place.text.lower().replace("\\", "/")).strip('"/')
    if text != place.text and m.parses(m.put(place, text)):
        is_underscored = text == place.text.replace("_", "-")
        mend = f"an id has hyphens, not underscores: {text}" if is_underscored else f"write: {text}"
        return m.tell("not-an-id", f'"{place.text}" is not an id', place, mend, replacement=text)
    if is_cut:
        return None
    return m.tell("not-an-id", f'"{place.text}" is not an id', place,
                  "an id is issuer/game/edition, such as: example/field/2026-01-05")


def places_of_law(m: Mistake) -> Explanation | None:
    """A jurisdiction in words."""
    if "PLACE" not in m.accepts or m.is_at_end:
        return None
    end = next((p.start for p in m.words if p.start > m.word.start and p.text[0] == "@"), m.end)
    place = Piece(m.text[m.word.start : end].rstrip(), m.word.start)
    upper = place.text.strip('"').upper()
    if re.fullmatch(r"[A-Z]{2}(-[A-Z0-9]{1,3})?", upper) and m.parses(m.put(place, upper)):
        return m.tell("not-a-place", f'"{place.text}" is not a jurisdiction', place, f"write: {upper}", replacement=upper)
    return m.tell("not-a-place", f"{_quoted(place.text)} is not a jurisdiction", place,
                  "a code: US, US-NV, US-NV/county; or: not stated")


def _quoted(text: str) -> str:
    return text if text.startswith('"') else f'"{text}"'


def names(m: Mistake) -> Explanation | None:
    """A name with capitals, hyphens, blanks or a digit in front."""
    places = [p for p in (m.word, m.previous) if p is not None and p.text]
    for piece in places:
        text = piece.text
        if not re.fullmatch(r"[\w'’-]+", text) or text.isdigit() or CARD.fullmatch(text):
            continue
        if text.lower() in openings.all_words():
            continue
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", text).lower()
        name = re.sub(r"[^a-z0-9_]+", "_", name.replace("'", "").replace("’", "")).strip("_")
        if name and name[0].isdigit() and not name.isdigit():
            if m.parses(m.put(piece, f"n{name}")):
                return m.tell("not-a-name", f'"{text}" is not a name', piece,
                              "a name begins with a letter: small letters, digits and _")
            continue
        if not name or name == text:
            continue
        if does(m, piece.start, piece.end, name):
            return m.tell("not-a-name", f'"{text}" is not a name', piece,
                          f"names are of small letters, digits and _: {name}", replacement=name)
    return None


def cards(m: Mistake) -> Explanation | None:
    """A card with its suit where only ranks are told apart: ``Ah``."""
    run = m.word.text if re.search(r"[AKQJT]", m.word.text) else ""
    if re.fullmatch(rf"(10|[2-9AKQJT])([/{DASHES}]?(10|[2-9AKQJT]))+", run) and not CARD.fullmatch(run):
        ranks = " ".join("10" if r == "T" else r for r in re.findall(r"10|[2-9AKQJT]", run))
        if does(m, m.word.start, m.word.end, ranks):
            return m.tell("not-a-card", f'"{run}" is not a list of cards', m.word, f"write: {ranks}", replacement=ranks)
    match = CARD.fullmatch(m.word.text) or (m.previous and CARD.fullmatch(m.previous.text))
    if not match:
        return None
    piece = m.word if CARD.fullmatch(m.word.text) else m.previous
    assert piece is not None
    rank = {"T": "10"}.get(match[1], match[1])
    if does(m, piece.start, piece.end, rank):
        return m.tell("not-a-card", f'"{piece.text}" names one card; a ruleset speaks of ranks and suits', piece,
                      f"write: {rank}; its suit, if it counts, by: of one suit, of spades")
    return None


def clauses(m: Mistake) -> Explanation | None:
    """A clause without the ``@`` before it."""
    if "CITE" not in m.accepts or m.is_at_end or m.is_cell:
        return None
    end = next((p.start for p in m.words if p.start > m.word.start and p.text in ("assumed",)), m.end)
    text = m.text[m.word.start : end].strip()
    if not re.fullmatch(r"(§ ?)?[A-Za-z0-9]+([.(][A-Za-z0-9).]+)*(, .*)?", text) or not re.search(r"[.\dA-Z]", text):
        return None
    if re.fullmatch(r"[a-z_]+", m.word.text) or not m.parses(m.edit(m.word.start, m.word.start, "@ ")):
        return None
    return m.tell("incomplete", f'"{text}" lacks the @ before it', m.word, f"write: @ {text}",
                  replacement=f"@ {m.word.text}")


def _stretches(m: Mistake, most: int) -> list[Piece]:
    """The stretches of up to ``most`` words about the mistake, the longest first."""
    if m.is_at_end and m.previous is None:
        return []
    k = next((n for n, p in enumerate(m.words) if p.start >= m.word.start), len(m.words))
    found: list[Piece] = []
    for length in range(most, 0, -1):
        for i in range(max(0, k - length), k + 1):
            window = m.words[i : i + length]
            if len(window) == length and i + length >= k:
                found.append(Piece(m.text[window[0].start : window[-1].end], window[0].start))
    return found


def _plain(number: str) -> str:
    return number.rstrip(".,")


