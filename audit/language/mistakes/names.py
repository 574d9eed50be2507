"""The wording of mistakes about names: one that nobody declares, one of the wrong kind, one declared twice.

Who finds them is elsewhere (`audit.language.resolving`); here is only what is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from audit.language.diagnostics import Also, Diagnostic
from audit.language.spelling import nearest
from audit.ruleset.basis import Span
from audit.ruleset.names import PARAMETER, Kind

FEW = 8
MEANT: dict[str, str] = {
    "wins": "win", "won": "win", "loses": "lose", "lost": "lose", "pushes": "push", "tie": "push", "ties": "push",
    "tied": "push", "pushed": "push", "returned": "return", "voided": "void", "no_action": "void", "even": "1 to 1",
    "evens": "1 to 1", "even_money": "1 to 1", "double": "2 to 1", "triple": "3 to 1", "unstated": "not stated",
    "unknown": "not stated", "ace": "A", "aces": "A", "king": "K", "kings": "K", "queen": "Q", "queens": "Q",
    "jack": "J", "jacks": "J", "ten": "10", "tens": "10", "else": "otherwise", "all_other": "otherwise",
    "others": "otherwise", "true": "yes", "false": "no", "everything": "any", "anything": "any", "zero": "0",
    "one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "eleven": "11", "twelve": "12", "payout": "pays", "payouts": "pays", "payoff": "pays", "pay": "pays", "outcome": "result",
    "results": "result", "outcomes": "result", "beats": "higher", "better": "higher", "worse": "lower", "same": "equal",
}
"""Names that people write for a word of the language."""


def unknown_name(name: str, span: Span, known: Iterable[tuple[str, str, int]]) -> Diagnostic:
    """A name that nobody declares.

    ``known`` are the names that could stand there, each with the word for its kind (``a wager``; ``a word`` for one that
    cells and classes make; empty for a built-in one) and the line that declares it (0 where no line does).
    """
    could = {known_name: (word, line) for known_name, word, line in known}
    message = f'nothing is called "{name}"'
    near = nearest(name, could, most=1)
    if name in MEANT and not (near and near[0].startswith(name)):
        return Diagnostic("unknown-name", message, span, f"the word of the language is: {MEANT[name]}",
                          replacement=MEANT[name])
    if near:
        word, line = could[near[0]]
        where = f" of line {line}" if line else ""
        what = f", the {bare(word)}{where}" if where else ""
        mend = f'did you mean "{near[0]}"{what}?'
        return Diagnostic("unknown-name", message, span, mend, replacement=near[0])
    return Diagnostic("unknown-name", message, span, _listed(could))


def wrong_kind(
    name: str, span: Span, kinds: Kind, found: Kind, declared: Span | None = None, *, line: str = "",
    known: Iterable[tuple[str, str, int]] = (),
) -> Diagnostic:
    """A name of something that cannot stand here.

    ``kinds`` may stand here, ``found`` is what the name stands for, ``declared`` where it is declared.  ``line`` is the
    text of the line, so that the message can name the word that asks; ``known`` as in `unknown_name`.
    """
    what = _one(found)
    where = f", line {declared.line}" if declared is not None and declared.line else ""
    asks = _asking(line, span.column)
    wanted = plural(kinds)
    message = f'"{asks}" asks for {wanted}; {name} is {what}{where}' if asks else (
        f"{wanted} stand here; {name} is {what}{where}")
    could = {known_name: (word, at) for known_name, word, at in known}
    choices = (Kind.OPTION.word, Kind.ASSUMPTION.word)  # they may stand wherever their values may: true, and no help
    could = {n: kind for n, kind in could.items() if kind[0] not in choices} or could
    near = nearest(name, could, most=1)
    if asks == "needs" and found & PARAMETER:
        return Diagnostic("wrong-kind", message, span, f"write: house may offer when {name}")
    if near:
        return Diagnostic("wrong-kind", message, span, f'did you mean "{near[0]}", {could[near[0]][0]}?',
                          replacement=near[0])
    return Diagnostic("wrong-kind", message, span, _listed(could) if could else "")


def declared_twice(
    name: str, span: Span, kind: Kind, first: Span, first_kind: Kind, *, title: str = ""
) -> Diagnostic:
    """A name that two statements declare; ``title`` is the quoted title of the second, if it has one."""
    also = Also(first, f"first here, {_one(first_kind)}")
    keyword = bare(_one(kind))
    other = _name_from(title, keyword) or f"{name}_{keyword.split()[0]}"
    if other == name:
        other = f"{name}_{keyword.split()[0]}"
    return Diagnostic(
        "declared-twice", f'"{name}" is declared twice', span,
        f"a name is unique over all kinds: {keyword} {other}", also=(also,),
    )


def built_in(name: str, span: Span, kind: Kind | None = None) -> Diagnostic:
    """A name of the language for what came up, given to something else."""
    other = f"{bare(_one(kind)).split()[0]} {name}_{bare(_one(kind)).split()[0]}" if kind else f"the {name}_kept"
    return Diagnostic(
        "declared-twice", f'"{name}" is a built-in name, and means what came up', span, f"call it otherwise: {other}")


def two_meanings(name: str, span: Span) -> Diagnostic:
    """A bare name for what came up, where the wager picks or remembers something of that name."""
    return Diagnostic(
        "ambiguous", f'"{name}" alone may be what came up, or what the wager picks', span,
        f"write: the {name}, or its {name}")


def bare(word: str) -> str:
    """``an option`` without its article."""
    return re.sub(r"^an? ", "", word)


def plural(kinds: Kind) -> str:
    """What may stand somewhere, as a reviewer lists it: ``wagers``; ``areas, hands or parts of an area``."""
    named = [kind for kind in Kind if kind in kinds and kind is not Kind.BUILT_IN]
    if len(named) > 1:
        # An option may stand wherever its values may: true, and no help.
        named = [kind for kind in named if kind not in PARAMETER] or named
    words = [_plural(bare(kind.word)) for kind in named] or ["built-in names"]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} or {words[-1]}"


def _plural(noun: str) -> str:
    head, _, rest = noun.partition(" of ")
    many = {"party": "parties", "irregularity": "irregularities", "dice": "dice"}.get(head, f"{head}s")
    return f"{many} of {rest}" if rest else many


def _one(kinds: Kind) -> str:
    """The word for a kind; of several, for the first that a file declares."""
    declared = kinds & ~Kind.BUILT_IN or kinds
    return next((kind.word for kind in Kind if kind in declared), "a name")


def _listed(could: dict[str, tuple[str, int]]) -> str:
    """What could stand there: the words that the file makes, where there are few of them, else the names it declares."""
    for asked in ("a word", None):
        names = sorted(name for name, (word, _) in could.items() if word and (word == "a word") == (asked is not None))
        if 0 < len(names) <= FEW:
            return f"known here: {', '.join(names)}"
    known = sum(1 for word, _ in could.values() if word)
    return f"{known} names could stand here; none is near" if known else "declare it, or take a name that is declared"


def _asking(line: str, column: int) -> str:
    """The word before a name that says what it asks for: in ``needs a, b`` it is ``needs``."""
    words = line[: max(0, column - 1)].split()
    while words and (words[-1].endswith(",") or len(words) > 1 and words[-2].endswith(",")):
        words.pop()
    if words and words[-1] in ("of", "the", "its"):
        return " ".join(words[-2:])
    return words[-1].strip(",") if words else ""


def _name_from(title: str, keyword: str) -> str:
    """A name made of a title: ``"Field Bet"`` is ``field``."""
    words = [w for w in re.findall(r"[a-z0-9]+", title.lower()) if w not in ("the", "a", "bet", "bets", "wager", "wagers")]
    joined = "_".join(words)
    return joined if joined[:1].isalpha() and joined != keyword else ""
