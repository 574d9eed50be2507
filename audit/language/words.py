"""What may be written in a block, in plain words: ``audit fmt --words wager``.

Everything is read off the grammar, so that a line added there is told here.  What is to be filled in stands in
capitals, what may be left out in brackets, a choice between words with strokes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from audit.language.grammar_rules import Either, Fixed, Maybe, Named, Part, Row, Several, rules

HOW_LINES_END = '[if FACT | unless FACT] [when FACT] [@ CLAUSE, …] [assumed NAME | assumed because "…"]'
"""The tail that every line may have, in this order."""

ON = "on CASE, …"
PLACEHOLDERS = {
    "condition": "FACT", "fact": "FACT",
    "amount": "AMOUNT", "sum": "AMOUNT", "product": "AMOUNT", "size": "NUMBER UNIT", "rate": "PERCENT",
    "expr": "WHAT", "feature": "CARDS", "ref": "NAME", "_step_named": "STEP",
    "odds": "ODDS", "result_value": "RESULT", "value": "VALUE", "outcome_told": "RESULT",
    "_vals": "CASE, …", "_tests": "HAND, …", "test": "CASE",
    "position": "SEAT", "anchor": "SEAT", "actor": "WHO, …", "event": "EVENT", "pick": "AREA",
    "_ranks": "RANK, …", "rank_span": "RANK", "spot": "CARD", "spots": "CARDS", "cards": "CARDS", "keys": "KEY then …",
    "suits_of": "of SUIT", "on": ON, "kind": "KIND", "statement": "STATEMENT", "table_row": "| … | … |",
    "ROW": "| … | … |", "STRING": '"…"',
    "_date": "DATE | not stated", "_counts": "counts", "_jokers": "joker", "_seat": "seat", "_rounds": "rounds",
    "_parts": "parts",
}
"""What stands for a part that is not told word by word: rules and terminals by their names."""
IN_BRIEF = {
    "duty_slot": "SLOT", "actions": "ACT", "action": "ACT", "stake": "AMOUNT", "rounded": "rounded …",
    "moment": "before STEP | after STEP | in STEP",
}
"""Rules of many forms, told by one word where there is no room to write them out."""
UNSEEN = frozenset({"_end", "tail", "basis", "_NL", "_INDENT", "_DEDENT"})
OPENS = {"_block": ", with lines below", "_maybe": ", with or without lines below", "_table": ", with rows below"}
ALIASES = {
    "head": "ruleset", "file": "ruleset", "decision": "each player decides", "assumption": "assume",
    "betting round": "betting",
}
TOP = "statement"


def words_of(construct: str) -> list[str]:
    """The lines that may stand in a block, in the order of the grammar.

    ``construct`` is how the block begins, as far as it is always the same: ``wager``, ``ranking``, ``each player
    decides``, ``change wager``; its first word will do; ``head`` and ``decision`` are understood too, and ``statement``
    gives what may stand in column 1.  Empty where nothing so called opens a block.
    """
    return list(_lines_of(" ".join(construct.split())))


def constructs() -> list[str]:
    """All that opens a block, by the words with which it begins."""
    return sorted(_blocks())


@lru_cache(maxsize=64)
def _lines_of(construct: str) -> tuple[str, ...]:
    name = ALIASES.get(construct, construct)
    blocks = _blocks()
    found = blocks.get(name)
    if found is None:
        found = tuple(line for words, lines in blocks.items() if words.split()[0] == name for line in lines)
    forms = dict.fromkeys(said for line in dict.fromkeys(found) for said in _spread(line, is_line=True))
    return tuple(_with_otherwise(forms))


def _with_otherwise(forms: Iterable[str]) -> Iterator[str]:
    """The forms, those that differ in ``on …`` and ``otherwise`` alone taken together."""
    known = set(forms)
    for form in forms:
        if form.endswith(f" [{ON}]") and f"{form.removesuffix(f' [{ON}]')} otherwise" in known:
            yield f"{form.removesuffix(']')} | otherwise]"
        elif not (form.endswith(" otherwise") and f"{form.removesuffix(' otherwise')} [{ON}]" in known):
            yield form


@lru_cache(maxsize=1)
def _blocks() -> dict[str, tuple[Part, ...]]:
    """For each beginning of a block, what its lines are."""
    found: dict[str, list[Part]] = {TOP: [Named("statement")]}
    for rule in rules().values():
        if rule.parameter is not None:
            continue
        for alternative in rule.alternatives:
            parts = _parts(alternative)
            lines = list(_lines_within(parts))
            if lines:
                start = _beginning(parts) or (rule.name if rule.name == "choice" else "")
                if start:
                    found.setdefault(start, []).extend(lines)
    return {words: tuple(lines) for words, lines in found.items()}


def _parts(part: Part) -> tuple[Part, ...]:
    return part.parts if isinstance(part, Row) else (part,)


def _beginning(parts: Sequence[Part]) -> str:
    """The fixed words with which something begins; a beginning that is another rule's is that rule's business."""
    words: list[str] = []
    for part in parts:
        if not isinstance(part, Fixed):
            break
        words.append(part.word)
    return " ".join(words)


def _lines_within(parts: Sequence[Part]) -> Iterator[Part]:
    """What may stand in the block that these parts open."""
    inside = False
    words: list[Part] = []
    for part in parts:
        if isinstance(part, Named) and part.name in OPENS:
            if part.given is not None:
                yield part.given
            else:
                yield from _lines_within(_parts(rules()[part.name].alternatives[0]))
        elif isinstance(part, Named) and part.name in UNSEEN:
            inside = part.name == "_INDENT" or inside and part.name != "_DEDENT"
            if words:
                yield Row(tuple(words))
                words = []
        elif inside and isinstance(part, Several | Maybe):
            yield part.part
        elif inside:
            words.append(part)


# how a line is told


def _spread(part: Part, *, is_line: bool = False) -> list[str]:
    """The forms of a line, one each where the grammar has them as alternatives.

    Of a line's parts only the first that has several forms is spread; what comes behind it is told in brief, else the
    forms would multiply.
    """
    if isinstance(part, Either):
        return [said for p in part.parts for said in _spread(p)]
    if isinstance(part, Named):
        return _spread_rule(part, is_line=is_line)
    if not isinstance(part, Row):
        return [_brief(part)]
    for n, piece in enumerate(part.parts):
        first = piece.part if isinstance(piece, Several) and n == 0 else piece
        forms = _spread(first, is_line=n == 0) if isinstance(first, Named | Either) else []
        if len(forms) > 1 and not _is_plain_choice(first):
            before, after = part.parts[:n], part.parts[n + 1 :]
            return [_joined([*_told(before), form, *_told(after, (first,))]) for form in forms]
    return [_brief(part)]


def _spread_rule(part: Named, *, is_line: bool) -> list[str]:
    is_told = part.name in PLACEHOLDERS and not (is_line and part.name == TOP)
    if is_told or part.name in UNSEEN or part.name in OPENS or part.name not in rules():
        return [_brief(part)]
    rule = rules()[part.name]
    given = {rule.parameter: part.given} if rule.parameter is not None and part.given is not None else {}
    return [said for alternative in rule.alternatives for said in _spread(_filled(alternative, given))]


def _filled(part: Part, given: dict[str, Part]) -> Part:
    """An alternative of a template with what it was given."""
    return given.get(part.name, part) if isinstance(part, Named) else part


def _is_plain_choice(part: Part) -> bool:
    """Whether a rule is one of a few words, which are told on one line."""
    if not isinstance(part, Named) or part.name not in rules():
        return False
    return all(isinstance(p, Fixed) for a in rules()[part.name].alternatives for p in _parts(a))


def _brief(part: Part, before: tuple[Part, ...] = ()) -> str:
    """A part on one line.  What repeats the parts ``before`` it is told by an ellipsis."""
    match part:
        case Fixed(word):
            return word
        case Maybe(inner):
            said = _brief_again(inner, before) if _is_told_at_length(before) else _brief(inner)
            return f"[{said[1:-1] if _is_wrapped(said) else said}]" if said else ""
        case Several(inner, or_none):
            said = _brief_again(inner, before)
            said = said if said.endswith("…") else f"{said} …"
            return f"[{said}]" if or_none and not said.startswith(",") else said
        case Row(parts):
            return _joined(_told(parts))
        case Either(parts):
            return f"({' | '.join(_brief(p) for p in parts)})"
        case Named():
            return _brief_named(part)


def _brief_again(inner: Part, before: tuple[Part, ...]) -> str:
    """A sign and an ellipsis, where what follows the sign is what stood before."""
    parts = _parts(inner)
    repeated = parts[1:]
    if repeated and before[-len(repeated):] == repeated:
        return _joined([_brief(parts[0]), "…"])
    return _brief(inner)


def _is_told_at_length(before: tuple[Part, ...]) -> bool:
    """Whether the last of the parts is a rule whose forms were written out."""
    last = before[-1] if before else None
    return isinstance(last, Named) and last.name in rules() and last.name not in PLACEHOLDERS


def _brief_named(part: Named) -> str:
    name = part.name
    if name in UNSEEN:
        return ""
    if name in OPENS:
        return OPENS[name]
    if name in PLACEHOLDERS or name in IN_BRIEF:
        return PLACEHOLDERS.get(name) or IN_BRIEF[name]
    if name == "_COMMA":
        return ","
    if name not in rules():
        # A terminal of words is named by them; any other names itself.
        return name.strip("_").replace("_", " ").lower() if name.startswith("_") or name in WORDS else name
    forms = [_brief(alternative) for alternative in rules()[name].alternatives]
    return forms[0] if len(forms) == 1 else f"({' | '.join(forms)})"


WORDS = frozenset({"OTHERWISE", "NONE", "ANY", "YES", "NO"})


def _is_wrapped(said: str) -> bool:
    return said.startswith("(") and said.endswith(")") and "(" not in said[1:]


def _told(parts: Sequence[Part], before: tuple[Part, ...] = ()) -> list[str]:
    """The parts of a line one by one; ``before`` is what stood before them."""
    said: list[str] = []
    for part in parts:
        if isinstance(part, Named) and part.name == "_INDENT":
            said.append(OPENS["_block"])
            break
        said.append(_brief(part, before))
        if not isinstance(part, Several | Maybe):
            before = (*before, part)
    return said


def _joined(said: Sequence[str]) -> str:
    return " ".join(word for word in said if word).replace(" ,", ",")
