"""Differences of duties, slot by slot, of irregularities, case by case, and of the words that a document defines."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TypeVar

from audit.compare.drafting import Draft, bases, kind_of
from audit.compare.editions import Edition
from audit.compare.entry import Kind, Weight
from audit.compare.ground import Ground
from audit.compare.strictness import Order, by_modal, by_provisos, by_slots
from audit.compare.wording import capital, humane, same_words
from audit.play.phrases import phrase, remedies, slot
from audit.ruleset import controls as ct
from audit.ruleset.basis import Basis
from audit.ruleset.stated import Stated, Statement

LEAST_LIKENESS = 0.8
"""Above it two duties of one actor are one, whatever they are called."""
_SLOT_NAMES: tuple[tuple[type[object], str], ...] = (
    (ct.Every, "how often"),
    (ct.Each, "how often"),
    (ct.SoOften, "how often"),
    (ct.NoFewer, "how many"),
    (ct.NoMoreThan, "how many"),
    (ct.Exactly, "how many"),
    (ct.BeforeEvent, "before what"),
    (ct.AfterEvent, "after what"),
    (ct.UntilEvent, "until when"),
    (ct.InCase, "in which case"),
    (ct.Except, "exceptions"),
    (ct.VerifiedBy, "who verifies"),
    (ct.ApprovedBy, "who approves"),
    (ct.PostedOn, "where it is posted"),
    (ct.OrElse, "what else follows"),
)
_NOTES = {
    Order.STRICTER: "Stricter control.",
    Order.WEAKER: "Weaker control.",
    Order.REWORDED: "Reworded.",
    Order.OTHER: "",
}
_WORD = re.compile(r"[\w']+")
_TELLING = frozenset(
    [
        "not",
        "no",
        "never",
        "don't",
        "without",
        "only",
        "or",
        "all",
        "any",
        "each",
        "every",
        "left",
        "right",
        "clockwise",
        "counterclockwise",
        "up",
        "down",
        "before",
        "after",
        "first",
        "last",
        "least",
        "greatest",
        "one",
        "two",
        "three",
        "four",
        "five",
        "six",
        "seven",
        "eight",
        "nine",
        "ten",
    ]
)
"""Words by which one rule is told from another, however alike the rest is."""
S = TypeVar("S", bound=Statement)


def control_drafts(ground: Ground) -> Iterator[Draft]:
    """The differences of duties, irregularities and terms."""
    yield from _duties(ground)
    yield from _irregularities(ground)
    yield from _terms(ground)


# duties


def _duties(ground: Ground) -> Iterator[Draft]:
    old, new = list(ground.old.read.of(ct.Duty)), list(ground.new.read.of(ct.Duty))
    pairs = _by_key(ground, old, new, with_choice=True) + _by_key(ground, old, new, with_choice=False)
    pairs += _by_likeness(old, new)
    for one, other in pairs:
        drafts = list(_duty(ground, one, other))
        owner = f"duty {other.name} {other.basis.span.line}"
        if drafts:
            ground.differing.add(owner)
        else:
            ground.say_same(owner, (one.basis,), (other.basis,))
        yield from drafts
    for duty in old:
        yield _one_sided(ground, duty, "duty", Weight.CONTROLS, is_new=False)
    for duty in new:
        yield _one_sided(ground, duty, "duty", Weight.CONTROLS, is_new=True)


def _by_key(ground: Ground, old: list[S], new: list[S], *, with_choice: bool) -> list[tuple[S, S]]:
    """Statements of one name, taken out of both lists."""
    pairs = []
    for one in list(old):
        name = ground.old.called(_name(one))
        choice = ground.old.values.of(one.when)
        fitting = [o for o in new if _name(o) == name and (not with_choice or ground.new.values.of(o.when) == choice)]
        if fitting:
            pairs.append((one, fitting[0]))
            old.remove(one)
            new.remove(fitting[0])
    return pairs


def _name(statement: Statement) -> str:
    name = getattr(statement, "name", None)
    return name.text if name is not None else ""


def _by_likeness(old: list[ct.Duty], new: list[ct.Duty]) -> list[tuple[ct.Duty, ct.Duty]]:
    """Duties of one actor in nearly the same words."""
    pairs = []
    for one in list(old):
        near = [
            (SequenceMatcher(None, one.text, o.text, False).ratio(), n, o)
            for n, o in enumerate(new)
            if o.actor == one.actor
        ]
        best = max(near, default=None, key=lambda item: item[0])
        if best is not None and best[0] >= LEAST_LIKENESS:
            pairs.append((one, best[2]))
            old.remove(one)
            new.remove(best[2])
    return pairs


def _duty(ground: Ground, old: ct.Duty, new: ct.Duty) -> Iterator[Draft]:
    """The slots of two duties that differ; each is an entry."""
    title = capital(humane(new.name.text))

    def draft(
        name: str,
        one: str | None,
        other: str | None,
        order: Order,
        weight: Weight = Weight.CONTROLS,
        lines: tuple[Sequence[Stated], Sequence[Stated]] = ((), ()),
    ) -> Draft:
        return Draft(
            kind_of(one, other) if one is None and other is None else Kind.CHANGED,
            "duty",
            new.name.text,
            f"{title}: {name}",
            humane(one) if one else one,
            humane(other) if other else other,
            bases(lines[0]) or (old.basis,),
            bases(lines[1]) or (new.basis,),
            weight,
            notes=tuple(n for n in (_NOTES[order],) if n),
        )

    if _actors(old.actor) != _actors(new.actor) or old.actor.or_above != new.actor.or_above:
        yield draft("who", str(old.actor), str(new.actor), Order.OTHER)
    if old.modal is not new.modal:
        order = by_modal(old.modal, new.modal)
        weight = Weight.WORDS if order is Order.REWORDED else Weight.CONTROLS
        yield draft("how binding", old.modal.value, new.modal.value, order, weight)
    if not same_words(old.text, new.text):
        yield draft("what", old.text, new.text, Order.REWORDED, _worded(ground, old.text, new.text))
    if ground.old.values.of(old.when) != ground.new.values.of(new.when):
        texts = [humane(phrase(d.when)) if d.when is not None else None for d in (old, new)]
        yield draft("under which choice", texts[0], texts[1], Order.OTHER)
    for name in dict.fromkeys(n for _, n in _SLOT_NAMES):
        kinds = tuple(k for k, n in _SLOT_NAMES if n == name)
        ours, theirs = _slots(old, kinds), _slots(new, kinds)
        if _worth(ours, ground.old) != _worth(theirs, ground.new):
            order = _slot_order(ours, theirs, new.modal)
            weight = Weight.CONTROLS
            if order is Order.REWORDED:
                if _are_same_texts(ours, theirs):
                    continue
                weight = _worded(ground, _told(ours) or "", _told(theirs) or "")
            yield draft(name, _told(ours), _told(theirs), order, weight, ([x for _, x in ours], [x for _, x in theirs]))
    yield from _provisos(ground, old, new, draft)


def _slot_order(ours: list[tuple[ct.Slot, Stated]], theirs: list[tuple[ct.Slot, Stated]], modal: ct.Modal) -> Order:
    """How slots have changed; numbers of two kinds are not compared."""
    kinds = {type(s) for s, _ in (*ours, *theirs)}
    if len(kinds) > 1:
        return Order.OTHER
    return by_slots(kinds.pop(), [s for s, _ in ours], [s for s, _ in theirs], modal)


def _provisos(ground: Ground, old: ct.Duty, new: ct.Duty, draft: object) -> Iterator[Draft]:
    ours = [x for x in old.lines if isinstance(x, ct.Proviso)]
    theirs = [x for x in new.lines if isinstance(x, ct.Proviso)]
    one = frozenset((x.text, ground.old.values.of(x.quantity)) for x in ours)
    other = frozenset((x.text, ground.new.values.of(x.quantity)) for x in theirs)
    if one == other:
        return
    order = by_provisos(frozenset(x.text for x in ours), frozenset(x.text for x in theirs), new.modal)
    texts = ["; ".join(phrase(x) for x in lines) or None for lines in (ours, theirs)]
    weight = _worded(ground, *(t or "" for t in texts)) if order is Order.REWORDED else Weight.CONTROLS
    yield draft("on what condition", texts[0], texts[1], order, weight, (ours, theirs))  # type: ignore[operator]


def _actors(actor: ct.Actor) -> frozenset[str]:
    return frozenset(n.text for n in actor.names)


def _worded(ground: Ground, old: str, new: str) -> Weight:
    """What other words weigh: in editions of one text they are meant; in two texts where a word that tells differs."""
    if ground.are_editions:
        return Weight.CONTROLS
    one, other = (frozenset(_WORD.findall(text.lower())) for text in (old, new))
    return Weight.CONTROLS if (one ^ other) & _TELLING else Weight.WORDS


def _slots(duty: ct.Duty, kinds: tuple[type[object], ...]) -> list[tuple[ct.Slot, Stated]]:
    """The slots of some kinds, each with the line that it stands on."""
    found: list[tuple[ct.Slot, Stated]] = [(s, duty) for s in duty.slots if isinstance(s, kinds)]
    for line in duty.lines:
        if isinstance(line, ct.FurtherSlots):
            found.extend((s, line) for s in line.slots if isinstance(s, kinds))
    return found


def _worth(slots: list[tuple[ct.Slot, Stated]], edition: Edition) -> Hashable:
    """What some slots say, whatever their order."""
    return frozenset(Counter(edition.values.of(s) for s, _ in slots).items())


def _are_same_texts(ours: list[tuple[ct.Slot, Stated]], theirs: list[tuple[ct.Slot, Stated]]) -> bool:
    one, other = [getattr(s, "text", None) for s, _ in ours], [getattr(s, "text", None) for s, _ in theirs]
    return len(one) == len(other) and all(a and b and same_words(a, b) for a, b in zip(one, other, strict=True))


def _told(slots: list[tuple[ct.Slot, Stated]]) -> str | None:
    return ", ".join(slot(s) for s, _ in slots) or None


# irregularities


def _irregularities(ground: Ground) -> Iterator[Draft]:
    old, new = list(ground.old.read.of(ct.Irregularity)), list(ground.new.read.of(ct.Irregularity))
    pairs = _by_key(ground, old, new, with_choice=True) + _by_key(ground, old, new, with_choice=False)
    for one in list(old):
        if not isinstance(one.event, ct.PlayedEvent):
            continue
        event = ground.old.values.of(one.event)
        same = [o for o in new if ground.new.values.of(o.event) == event]
        if same:
            pairs.append((one, same[0]))
            old.remove(one)
            new.remove(same[0])
    for one, other in pairs:
        drafts = list(_irregularity(ground, one, other))
        owner = f"irregularity {other.name} {other.basis.span.line}"
        if drafts:
            ground.differing.add(owner)
        elif one.basis.cites or other.basis.cites:
            ground.say_same(owner, (one.basis,), (other.basis,))
        yield from drafts
    for item in old:
        yield _one_sided(ground, item, "irregularity", Weight.CONTROLS, is_new=False)
    for item in new:
        yield _one_sided(ground, item, "irregularity", Weight.CONTROLS, is_new=True)


def _irregularity(ground: Ground, old: ct.Irregularity, new: ct.Irregularity) -> Iterator[Draft]:
    title = capital(new.title or humane(new.name.text))
    if ground.old.values.of(old.event) != ground.new.values.of(new.event):
        is_told = isinstance(old.event, ct.ToldEvent) and isinstance(new.event, ct.ToldEvent)
        texts = humane(phrase(old.event)), humane(phrase(new.event))
        if not (is_told and same_words(*texts)):
            yield Draft(
                Kind.CHANGED,
                "irregularity",
                new.name.text,
                f"{title}: what happens",
                *texts,
                _grounds(old),
                _grounds(new),
                Weight.WORDS if is_told and not ground.are_editions else Weight.CONTROLS,
            )
    one = [_case(line, ground.old) for line in old.lines]
    other = [_case(line, ground.new) for line in new.lines]
    numbers = {value: n for n, value in enumerate(dict.fromkeys((*one, *other)))}
    matcher = SequenceMatcher(None, [numbers[v] for v in one], [numbers[v] for v in other], False)
    for verb, a, b, c, d in matcher.get_opcodes():
        if verb == "equal":
            owner = f"irregularity {new.name} {new.basis.span.line}"
            for ours, theirs in zip(old.lines[a:b], new.lines[c:d], strict=True):
                ground.say_same(owner, (ours.basis,), (theirs.basis,))
            continue
        gone, come = old.lines[a:b], new.lines[c:d]
        texts_of = [
            "; ".join(_remedy_text(edition, line) for line in lines) or None
            for edition, lines in ((ground.old, gone), (ground.new, come))
        ]
        yield Draft(
            kind_of(*texts_of),
            "irregularity",
            new.name.text,
            f"{title}: what is done",
            texts_of[0],
            texts_of[1],
            bases(gone) or (old.basis,),
            bases(come) or (new.basis,),
            Weight.CONTROLS,
            tail="what is done",
        )


def _grounds(irregularity: ct.Irregularity) -> tuple[Basis, ...]:
    """What an irregularity rests on: its head, or the lines of its cases where the head says nothing of its own."""
    return (irregularity.basis,) if irregularity.basis.cites else bases(irregularity.lines)


def _case(line: ct.Remedies, edition: Edition) -> Hashable:
    return edition.values.of(line)


def _remedy_text(edition: Edition, line: ct.Remedies) -> str:
    return edition.teller.line(line) or humane(remedies(line))


# terms


def _terms(ground: Ground) -> Iterator[Draft]:
    old, new = list(ground.old.read.of(ct.Term)), list(ground.new.read.of(ct.Term))
    pairs = []
    for by_word in (True, False):
        for one in list(old):
            fitting = [o for o in new if _is_one_term(ground, one, o, by_word=by_word)]
            if fitting:
                pairs.append((one, fitting[0]))
                old.remove(one)
                new.remove(fitting[0])
    for one, other in pairs:
        same = _meaning(ground.old, one) == _meaning(ground.new, other) and same_words(one.means, other.means)
        owner = f"term {other.word} {other.basis.span.line}"
        if same and same_words(one.word, other.word):
            ground.say_same(owner, (one.basis,), (other.basis,))
        else:
            ground.differing.add(owner)
            yield Draft(
                Kind.CHANGED,
                "term",
                other.word,
                f"“{other.word}”: what it means",
                _term_text(one),
                _term_text(other),
                (one.basis,),
                (other.basis,),
                Weight.WORDS,
            )
    for term in old:
        yield _one_sided(ground, term, "term", Weight.WORDS, is_new=False)
    for term in new:
        yield _one_sided(ground, term, "term", Weight.WORDS, is_new=True)


def _is_one_term(ground: Ground, old: ct.Term, new: ct.Term, *, by_word: bool) -> bool:
    if by_word:
        return same_words(old.word, new.word)
    return old.stands_for is not None and _meaning(ground.old, old) == _meaning(ground.new, new)


def _meaning(edition: Edition, term: ct.Term) -> Hashable:
    return None if term.stands_for is None else edition.values.of(term.stands_for)


def _term_text(term: ct.Term) -> str:
    parts = [f'"{term.word}"']
    if term.stands_for is not None:
        parts.append(f"is {humane(phrase(term.stands_for))}")
    if term.means is not None:
        parts.append(f'means "{term.means}"')
    return " ".join(parts)


def _one_sided(ground: Ground, statement: Statement, what: str, weight: Weight, *, is_new: bool) -> Draft:
    edition = ground.new if is_new else ground.old
    name = _name(statement)
    subject = statement.word if isinstance(statement, ct.Term) else name
    if is_new:
        ground.differing.add(f"{what} {subject} {statement.basis.span.line}")
    if isinstance(statement, ct.Duty):
        text = "; ".join([humane(phrase(statement)), *(humane(phrase(x)) for x in statement.lines)])
    elif isinstance(statement, ct.Term):
        text = _term_text(statement)
    else:
        text = edition.teller.block(statement)
    title = getattr(statement, "title", None) or humane(subject)
    old, new = (None, text) if is_new else (text, None)
    basis = _grounds(statement) if isinstance(statement, ct.Irregularity) else (statement.basis,)
    return Draft(
        kind_of(old, new),
        what,
        subject,
        capital(title),
        old,
        new,
        () if is_new else basis,
        basis if is_new else (),
        weight,
    )
