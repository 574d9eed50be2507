"""Words inside a line: misspelt, brought along from elsewhere, missing, doubled, in the wrong order, reserved."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from audit.language.mistakes import openings
from audit.language.mistakes.expecting import TAIL, advice, expected
from audit.language.mistakes.foreign import LONGEST_PHRASE, NOISE, WORDS, Foreign
from audit.language.mistakes.mistake import Explanation, Mistake, Piece
from audit.language.mistakes.proving import Edit
from audit.language.spelling import nearest
from audit.language.vocabulary import BUILT_IN

NAME = re.compile(r"[a-z][a-z0-9_]*")
STAND_IN = "zz_name"
SAMPLE = {"NUMBER": "3", "NAME": STAND_IN, "STRING": '"…"', "DATE": "2026-01-05", "ID": "zz/zz"}
DEEPEST_GAP = 3
SHORTEST_SLIP = 3
FEW_WORDS = 3
SURE = frozenset({"must", "can", "else", "for", "one", "two", "each"})
MODALS = frozenset({"shall", "may", "not"})
ARTICLES = frozenset({"a", "an", "the"})
COUNTED_THINGS = frozenset({"card", "cards"})
COUNTING_ACTS = frozenset({"deal", "discard", "draw", "exchange", "reveal", "burn"})
TAIL_WORDS = frozenset({"if", "when", "unless", "assumed"})
BY_WORD: dict[str, tuple[Foreign, ...]] = {}
for _entry in WORDS:
    BY_WORD[_entry.word] = (*BY_WORD.get(_entry.word, ()), _entry)


def does(m: Mistake, start: int, end: int, text: str) -> bool:
    """Whether the line parses with ``text`` in place of a stretch of it, but for another mistake behind it."""
    edit = m.edit(start, end, text)
    return m.would_do(edit) or m.second_slip(edit)


def in_context(m: Mistake, start: int, end: int, text: str) -> str:
    """The mended words with their neighbours: ``5 through 8``."""
    before = [p for p in m.words if p.end <= start]
    after = [p for p in m.words if p.start >= end]
    lead = f"{before[-1].text} " if before and _is_word(before[-1]) else ""
    rest = f" {after[0].text}" if after and _is_word(after[0]) and after[0].text not in TAIL_WORDS else ""
    return f"{lead}{text}{rest}"


def _is_word(piece: Piece) -> bool:
    return piece.text[0] not in '@|,("'


def not_a_word(m: Mistake, phrase: str) -> str:
    """``"thru" is no word of the language``, or that it cannot stand here."""
    known = all(part.lower() in openings.all_words() for part in phrase.split())
    return f'"{phrase}" cannot stand here' if known or phrase.isdigit() else f'"{phrase}" is no word of the language'


def foreign_word(m: Mistake) -> Explanation | None:
    """A word or a phrase of another trade, at the mistake or just before it."""
    return _foreign(m, exact=True) or _foreign(m, exact=False)


def _foreign(m: Mistake, *, exact: bool) -> Explanation | None:
    k = _position(m)
    for length in range(LONGEST_PHRASE, 0, -1):
        for i in range(k, k - length - 2, -1):
            window = m.words[max(i, 0) : i + length]
            if i < 0 or len(window) < length:
                continue
            phrase = " ".join(p.text for p in window)
            if not exact and phrase.lower() not in SURE and all(w in openings.all_words() for w in phrase.split()):
                continue  # a word of the language is no slip unless the line is right without it
            for entry in BY_WORD.get(phrase.lower(), ()):
                for instead in entry.instead:
                    start, end = window[0].start, window[-1].end
                    if _is_taken(m, start, instead) and (
                        m.would_do(m.edit(start, end, instead)) if exact else m.second_slip(m.edit(start, end, instead))
                    ):
                        shown = in_context(m, start, end, instead)
                        return m.tell(
                            "unknown-word", not_a_word(m, phrase), _over(window),
                            entry.mend.format(word=shown), replacement=instead,
                        )
    return None


def _is_taken(m: Mistake, start: int, instead: str) -> bool:
    """Whether words of the language would be read as such, and not as a name."""
    if not re.fullmatch(r"[a-z ]+", instead) or instead == "joker":
        return True
    accepted = openings.words_of(m.expected_at(start).accepts)
    return any(instead == word or instead.startswith(f"{word} ") for word in accepted)


def _position(m: Mistake) -> int:
    return next((n for n, p in enumerate(m.words) if p.start >= m.word.start), len(m.words))


def _over(window: tuple[Piece, ...]) -> Piece:
    """Several words as one stretch; only its ends count."""
    start, end = window[0].start, window[-1].end
    return Piece(" " * (end - start), start)


def misspelt(m: Mistake) -> Explanation | None:
    """A keyword with a slip in it, at the mistake or, where it was taken for a name, just before it."""
    places = [m.word] if m.word.text and not m.is_at_end else []
    if m.previous is not None:
        places.append(m.previous)
    for piece in places:
        bare = piece.text.rstrip(":;.")
        if not re.fullmatch(r"[A-Za-z][A-Za-z_'-]*", bare):
            continue
        state = m if piece is m.word and piece.start == m.at else m.expected_at(piece.start)
        if bare in openings.words_of(state.accepts) and bare == piece.text:
            continue
        if bare in openings.all_words() and len(bare) <= SHORTEST_SLIP:
            continue
        for near in _spellings(bare, openings.words_of(state.accepts)):
            if does(m, piece.start, piece.end, near):
                return m.tell("unknown-word", not_a_word(m, bare), piece,
                              f"did you mean: {in_context(m, piece.start, piece.end, near)}", replacement=near)
    return _misspelt_pair(m)


def misspelt_tail(m: Mistake) -> Explanation | None:
    """A slip in the word that begins the tail of a line, before what follows is taken for a second fact."""
    word = m.word.text
    accepted = openings.words_of(m.accepts) & TAIL_WORDS
    if m.is_at_end or not NAME.fullmatch(word) or word in openings.all_words():
        return None
    for near in nearest(word, accepted):
        if does(m, m.word.start, m.word.end, near):
            return m.tell("unknown-word", not_a_word(m, word), m.word,
                          f"did you mean: {in_context(m, m.word.start, m.word.end, near)}", replacement=near)
    return None


def _spellings(word: str, accepted: frozenset[str]) -> list[str]:
    """Keywords that the word may be: capitals put down, words run together parted, slips."""
    found = [word.lower()] if word.lower() in accepted else []
    for cut in range(1, len(word)):
        parted = f"{word[:cut].rstrip('-_')} {word[cut:].lstrip('-_')}".lower()
        head = parted.split(" ")[0]
        if (parted in accepted or head in accepted) and parted.split(" ")[-1] in openings.all_words():
            found.append(parted)
    found.extend(nearest(word, accepted))
    return list(dict.fromkeys(found))


def _misspelt_pair(m: Mistake) -> Explanation | None:
    """Two words that are one to the language: at least, or better."""
    k = _position(m)
    for i in (k, k - 1):
        pair = m.words[max(i, 0) : i + 2]
        if i < 0 or len(pair) < 2:
            continue
        accepted = frozenset(w for w in openings.words_of(m.expected_at(pair[0].start).accepts) if " " in w)
        for near in nearest(" ".join(p.text for p in pair), accepted):
            if does(m, pair[0].start, pair[1].end, near):
                wrong = next(p for p, right in zip(pair, near.split(), strict=False) if p.text != right)
                return m.tell("unknown-word", not_a_word(m, wrong.text), _over(pair), f"did you mean: {near}",
                              replacement=near)
    return None


def incomplete(m: Mistake) -> Explanation | None:
    """Words that the construct needs and the line lacks, where only one way of putting them in makes it parse."""
    found: list[str] = []
    if not _is_familiar(m) or m.previous is None or "DATE" in m.accepts or m.is_finished and m.accepts & frozenset(SAMPLE):
        return None
    for gap in _gaps(m):
        if m.parses(m.edit(m.word.start, m.word.start, _spaced(m, gap))):
            if found and (gap in (f"{found[0]}s", ",") or gap.startswith(f"{found[0]} ")):
                continue  # the same word again, or the same and more
            found.append(gap)
    if "is" in found:
        found = ["is"]  # of all comparisons the one that most lines make
    if len(found) != 1 or found[0] in MODALS and m.previous.text in MODALS:
        return None
    gap = found[0]
    instead = _read_as_name(m)
    if instead is not None and does(m, instead.start, instead.end, gap):
        return m.tell("unknown-word", not_a_word(m, instead.text), instead,
                      f"write: {in_context(m, instead.start, instead.end, gap)}", replacement=gap)
    run = _run_before(m)
    if gap == ",":
        assert m.previous is not None
        return m.tell("incomplete", f'"{m.previous.text}" and "{m.word.text}" are not parted', m.word,
                      f"a comma between them: {m.previous.text}, {m.word.text}",
                      edits=(m.edit(m.previous.end, m.previous.end, ","),))
    tail = "" if m.is_at_end or m.word.text.startswith("@") else f" {m.word.text}"
    lead = f"{run} " if run else f"{m.previous.text} " if _is_word(m.previous) else ""
    replacement = None if not tail else f"{gap}{tail}"
    place = m.word if tail else Piece("", m.previous.end if m.previous else m.word.start)
    return m.tell(
        "incomplete", f'"{run or " ".join(p.text for p in m.before[-2:])}" lacks "{gap}"', place,
        f"write: {lead}{gap}{tail}", replacement=replacement,
        edits=(m.edit(m.word.start, m.word.start, _spaced(m, gap)),),
    )


def _read_as_name(m: Mistake) -> Piece | None:
    """The word before the mistake, if it is one of the language's that could only be read as a name there."""
    piece = m.previous
    if piece is None or piece.text not in openings.all_words():
        return None
    accepts = m.expected_at(piece.start).accepts
    return piece if "NAME" in accepts and piece.text not in openings.words_of(accepts) else None


def only_word(m: Mistake) -> Explanation | None:
    """Another word where hardly any but one of the language can stand: ``before each round`` for ``before every``."""
    words = sorted(openings.words_of(m.accepts - TAIL))
    others = m.accepts - frozenset(openings.keywords()) - {"CITE", "_NL"}
    if m.is_finished or not words or len(words) > FEW_WORDS or others or not re.match(r"[\w']", m.word.text):
        return None
    found = [chain for word in words for chain in _chains(m, word) if m.would_do(m.put(m.word, chain))]
    if len(found) != 1:
        return None
    shown = in_context(m, m.word.start, m.word.end, found[0])
    return m.tell("unknown-word", not_a_word(m, m.word.text), m.word, f"write: {shown}", replacement=found[0])


def _chains(m: Mistake, word: str) -> list[str]:
    """A word, and with it those that must follow."""
    found = [word]
    while len(found) < DEEPEST_GAP:
        more = _words_after(m, found[-1])
        if len(more) != 1:
            break
        found.append(f"{found[-1]} {more[0]}")
    return found


def _is_familiar(m: Mistake) -> bool:
    """Whether the word at the mistake is one that the file or the language knows, so that something before it lacks."""
    word = m.word.text
    if m.is_finished or not NAME.fullmatch(word) or word in openings.all_words() | BUILT_IN:
        return True
    return len(re.findall(rf"\b{word}\b", m.source.text)) > 1


def _spaced(m: Mistake, gap: str) -> str:
    lead = "" if not m.text[: m.word.start] or m.text[: m.word.start].endswith(" ") else " "
    return f"{lead}{gap} "


def _gaps(m: Mistake) -> list[str]:
    """Words that could be missing before the mistake: one, or several where each is the only one possible."""
    words = sorted(openings.words_of(m.accepts - TAIL))
    found = [word for word in words if m.previous is None or word != m.previous.text]
    if "domain" in m.begins:
        found.append("one of")
    if "_COMMA" in m.accepts and m.previous is not None and NAME.fullmatch(m.word.text or ""):
        found.append(",")
    # Where several words could stand, a chain that begins with one of them is but a guess.
    return [*found, *_chains(m, words[0])[1:]] if len(words) == 1 else found


def _words_after(m: Mistake, chain: str) -> list[str]:
    text = m.text[: m.word.start] + _spaced(m, chain)
    line = m.edit(0, len(m.text), text)
    state = _with_line(m, line.text).expected_at(len(text))
    others = state.accepts - frozenset(openings.keywords())
    return [] if others else sorted(openings.words_of(state.accepts))


def _with_line(m: Mistake, text: str) -> Mistake:
    lines = (*m.lines[: m.index], text, *m.lines[m.index + 1 :])
    return replace(m, lines=lines)


def _run_before(m: Mistake) -> str:
    """The keywords that stand directly before the mistake: ``set by``."""
    run: list[str] = []
    for piece in reversed(m.before):
        if piece.text not in openings.all_words():
            break
        accepts = m.expected_at(piece.start).accepts
        phrase = " ".join([piece.text, *run[:1]])
        words = openings.words_of(accepts)
        if piece.text not in words and phrase not in words and not any(w.endswith(f" {piece.text}") for w in words):
            pair_start = next((p for p in m.before if p.end < piece.start), None)
            if pair_start is None or piece.text not in {w.split()[-1] for w in openings.keywords().values()}:
                break
        run.insert(0, piece.text)
    return " ".join(run)


def reserved(m: Mistake) -> Explanation | None:
    """A word of the language where a name was meant: everything else on the line would fit a name."""
    piece = m.previous
    if piece is None or m.is_at_end or m.word.text.startswith("@") or piece.text not in openings.all_words():
        return None
    if not m.parses(m.put(piece, STAND_IN)):
        return None
    state = m.expected_at(piece.start)
    return m.tell(
        "reserved-word", f'"{piece.text}" is a word of the language and cannot be a name here', piece, advice(state),
    )


def doubled(m: Mistake) -> Explanation | None:
    """The same word twice."""
    near = [*m.before[-2:], m.word]
    for first, second in pairwise(near):
        edit = m.edit(first.end, second.end, "")
        if second.text and first.text == second.text and m.parses(edit):
            return m.tell("doubled-word", f'"{second.text}" stands twice', second, "leave one of them out", edits=(edit,))
    return None


def article(m: Mistake) -> Explanation | None:
    """An article too many, here or a little before."""
    return _too_many(m, ARTICLES, (m.word, *m.before[:-3:-1]))


def noise(m: Mistake) -> Explanation | None:
    """A word too many: a preposition, a sign of equality."""
    return _too_many(m, NOISE, (m.word, *m.before[:-2:-1]))


def _too_many(m: Mistake, noises: frozenset[str], words: tuple[Piece, ...]) -> Explanation | None:
    for word in words:
        if word.text not in noises:
            continue
        if word.text in COUNTED_THINGS and m.words[0].text not in COUNTING_ACTS:
            continue  # elsewhere the number of cards has to say what they have in common
        edit = _without(m, word)
        if m.parses(edit):
            if re.search(rf"^ *(?:wager|option|group|define|step) {word.text}\b", m.source.text, re.MULTILINE):
                message = f'"{word.text}" is a word of the language and cannot be a name here'
                return m.tell("reserved-word", message, word, "a name of more letters where it is declared")
            return m.tell("extra-word", f'"{word.text}" is one word too many', word, "leave it out", edits=(edit,))
    return None


def _without(m: Mistake, word: Piece) -> Edit:
    end = next((p.start for p in m.words if p.start >= word.end), word.end)
    return m.edit(word.start, end, "")


def order(m: Mistake) -> Explanation | None:
    """Two neighbours that would parse the other way round."""
    if m.is_at_end:
        return None
    near = [*m.before[-1:], m.word, *m.after[:1]]
    pairs = list(pairwise(near))
    for first, second in pairs:
        if not (_is_word(first) and _is_word(second)) or first.text == second.text:
            continue
        swapped = f"{second.text}{m.text[first.end : second.start]}{first.text}"
        if m.parses(m.edit(first.start, second.end, swapped)):
            place = Piece(m.text[first.start : second.end], first.start)
            return m.tell("word-order", f'"{first.text}" and "{second.text}" stand in the wrong order', place,
                          f"write: {in_context(m, first.start, second.end, swapped)}", replacement=swapped)
    return None


def lacks_kind(m: Mistake) -> Explanation | None:
    """A number, a name or a text that the construct needs and the line lacks, here or at one of its first words."""
    earlier = _earlier_number(m)
    if earlier is not None:
        return earlier
    for state in [m, *(m.expected_at(p.start) for p in (*m.before[-1:], *m.words[1:4]) if p.start < m.word.start)]:
        wanted = next((t for t in SAMPLE if t in state.accepts and m.parses(_inserted(state, SAMPLE[t]))), None)
        run = _run_before(state) if wanted is not None else ""
        if wanted is None or not run:
            continue
        place = state.word if not state.is_finished else Piece("", state.previous.end if state.previous else state.at)
        return m.tell("incomplete", f'"{run}" lacks {expected(state).phrase}', place, advice(state, until=state.word.start),
                      edits=(_inserted(state, SAMPLE[wanted]),))
    return None


def _inserted(m: Mistake, sample: str) -> Edit:
    return m.edit(m.word.start, m.word.start, _spaced(m, sample))


def _earlier_number(m: Mistake) -> Explanation | None:
    """A number left out before the mistake, where the parser took another turning: ``deal to player_cards``."""
    for piece, after in pairwise(m.words):
        if after.start > m.word.start or piece.text not in openings.all_words():
            continue
        state = m.expected_at(after.start)
        if "NUMBER" in state.accepts and "NAME" not in state.accepts and m.parses(m.edit(after.start, after.start, "3 ")):
            return m.tell("incomplete", f'"{piece.text}" lacks a number', after,
                          f'after "{piece.text}": a number, such as: {piece.text} 3 {after.text}')
    return None


def no_cards(m: Mistake) -> Explanation | None:
    """A number of cards without the word: ``3 of one rank``."""
    for piece, after in pairwise(m.words):
        if after.start > m.word.start or not piece.text.isdigit() or after.text not in ("of", "in", "alike"):
            continue
        if does(m, after.start, after.start, "cards "):
            return m.tell("incomplete", f'"{piece.text}" lacks "cards"', after, f"write: {piece.text} cards {after.text}",
                          replacement=f"cards {after.text}")
    return None


def no_kind(m: Mistake) -> Explanation | None:
    """A list of things of which each has its kind before it: ``wager field, wager pass``."""
    if m.previous is None or m.previous.text != "," or "kind" not in m.begins or len(m.before) < 4:
        return None
    kind = next((p.text for p in m.words[1:] if p.text in openings.words_of(m.accepts)), None)
    if kind is None or not m.parses(m.edit(m.word.start, m.word.start, f"{kind} ")):
        return None
    return m.tell("incomplete", f'"{m.word.text}" lacks its kind', m.word, f"write: {kind} {m.word.text}",
                  replacement=f"{kind} {m.word.text}")


def list_ends(m: Mistake) -> Explanation | None:
    """A comma with nothing behind it."""
    comma = m.previous
    if comma is None or comma.text != "," or not m.is_finished:
        return None
    hash_at = m.text.find("#", comma.end)
    comment = m.edit(comma.end, len(m.text), "") if hash_at > 0 and '"' not in m.text[hash_at:] else None
    if comment is not None and m.parses(comment):
        return m.tell("incomplete", "a list goes on below a comma only where no comment stands behind it", comma,
                      "the comment on a line of its own", edits=(comment,))
    edit = m.edit(comma.start, comma.end, "")
    if not m.parses(edit):
        return None
    return m.tell("incomplete", "the list ends in a comma", comma, "leave it out, or go on with the list", edits=(edit,))
