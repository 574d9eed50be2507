"""A part's lines become its tree of clauses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from audit.documents.clauses import CERTAIN, Clause, path_under
from audit.documents.document import Part
from audit.documents.outline.capitals import is_title_like
from audit.documents.outline.headings import chapter_numeral, run_in_title, stands_apart, title_rows
from audit.documents.outline.labels import Kind, Meaning, Step, written
from audit.documents.outline.moves import Do
from audit.documents.outline.numbering import Choice, read
from audit.documents.outline.paragraphs import RUN_IN_HEADING, TAG, Event, Row, What, ends_sentence, events_of, rows_of
from audit.documents.outline.wording import Piece, text_of, vocabulary
from audit.documents.pages import Printed, View
from audit.documents.text import Text

_SURE = 2.4
"""How much dearer the next best place must be for a place to be certain, in the units of the costs."""
_PLAIN = 1.45
"""What a label may cost by itself and still be plainly printed."""
_ODD, _FAR = 2.3, 4.0
"""What it may cost where no other place is nearer than that."""


@dataclass
class _Node:
    """A clause in the making."""

    step: Step | None
    row: int
    label: str = ""
    meanings: tuple[Meaning, ...] = ()
    choice: Choice | None = None
    pieces: list[Piece] = field(default_factory=list)
    children: list[_Node] = field(default_factory=list)
    doubts: list[str] = field(default_factory=list)
    is_heading: bool = False
    is_implied: bool = False
    is_titled: bool = False
    """Whether its first words are its heading, however they are set."""
    at: tuple[int, int] = (0, 0)
    """Page and line of its label."""


def outline(printed: Printed, part: Part, view: View = View.NEW) -> tuple[Clause, ...]:
    """The clauses of a part, from its lines that are read.

    Lines at its head that are its title make no clause.  A label that is not printed but certain by its place has the
    label "" and a doubt.
    """
    lines = [printed.lines[n - 1] for first, last in part.lines for n in range(first, last + 1)]
    rows = rows_of(lines, view)
    rows = rows[title_rows(rows, part.title) :]
    if rows:
        rows[0] = replace(_without_chapter(rows[0]), gap=True, after_stop=True)
    events = events_of(rows)
    roots = _assembled(rows, events, read(events))
    known = vocabulary(rows)
    return tuple(_clauses(roots, "", known, CERTAIN))


def _without_chapter(row: Row) -> Row:
    """The first row without the numeral of its chapter (``I.A.``)."""
    first = row.words.split()[0]
    if not chapter_numeral(first):
        return row
    return replace(row, begin=row.begin + first.index(".") + 1)


class _Assembly:
    """Rows and chosen events become nodes."""

    def __init__(self, rows: Sequence[Row], events: Sequence[Event], choices: Sequence[Choice]) -> None:
        self.rows, self.events, self.choices = rows, events, choices
        self.roots: list[_Node] = []
        self.open: list[_Node] = []
        self.made: dict[int, _Node] = {}
        self.owner: _Node | None = None

    def run(self) -> list[_Node]:
        at = 0
        for number, row in enumerate(self.rows):
            place = row.begin
            while at < len(self.events) and self.events[at].row == number:
                event, choice = self.events[at], self.choices[at]
                if choice.do.name == "none":
                    if event.what in (What.PARAGRAPH, What.HEADING):
                        self.paragraph(number, at)
                else:
                    # What looked like a label is the first word of a heading.
                    end = event.start if choice.do.name == "heading" else event.end
                    self.words(row, place, event.start)
                    place = max(place, end)
                    self.take(at, event, choice)
                at += 1
            self.words(row, place, row.end)
        return self.roots

    def words(self, row: Row, start: int, end: int) -> None:
        if row.text[start:end].strip():
            if self.owner is None:
                self.owner = _Node(None, self.rows.index(row))
                self.roots.append(self.owner)
            self.owner.pieces.append(Piece(row, start, end))

    def paragraph(self, number: int, at: int) -> None:
        """A paragraph without label: the text of a heading, or a clause of its own behind the last."""
        owner, row = self.owner, self.rows[number]
        if owner is None or not owner.pieces or number == 0:
            return
        if owner.step is None or not owner.is_heading:
            beside = self.next_beside(at) if stands_apart(self.rows, number) else None
            if beside is not None:
                self.owner = _Node(None, number, is_heading=True)
                beside.append(self.owner)
                return
        said = owner.pieces[-1].words
        if not ends_sentence(said) or row.words[:1].islower() or not self.is_prose(number):
            return
        if owner.step is not None and len(owner.pieces) == 1 and not owner.children and run_in_title(said) == len(said):
            return
        parent = self.parent_of(owner)
        made = _Node(None, number)
        (self.roots if parent is None else parent.children).append(made)
        self.owner = made

    def next_beside(self, at: int) -> list[_Node] | None:
        """The clauses among which the next label behind an event stands, if they are begun."""
        for event, choice in zip(self.events[at + 1 :], self.choices[at + 1 :], strict=True):
            place = choice.do.place
            if place is None or choice.do.name not in ("item", "alone"):
                continue
            steps = place.steps
            is_begun = len(steps) <= len(self.open) and all(n.step == s for n, s in zip(self.open, steps[:-1], strict=False))
            if event.what is What.HEADING or not is_begun:
                return None
            return self.open[len(steps) - 2].children if len(steps) > 1 else self.roots
        return None

    def is_prose(self, number: int) -> bool:
        """Whether the paragraph that begins here ends in a full stop or goes on over several words a line."""
        for n in range(number, min(number + 40, len(self.rows))):
            if n > number and self.rows[n].gap:
                break
            words = self.rows[n].words
            if ends_sentence(words) or words[-1:] == ":":
                return True
        return len(self.rows[number].words.split()) > 8

    def parent_of(self, node: _Node) -> _Node | None:
        for depth, opened in enumerate(self.open):
            if opened is node:
                return self.open[depth - 1] if depth else None
            if any(child is node for child in opened.children):
                return opened
        return None

    def take(self, at: int, event: Event, choice: Choice) -> None:
        do = choice.do
        if do.name == "take":
            self.owner = self.made[do.event]
            line = self.rows[event.row].line
            self.owner.at = line.page, line.number
            return
        if do.name == "pay":
            node = self.made[do.event]
            node.label, node.meanings = event.printed, event.meanings
            node.doubts.append(f"its label {event.printed.strip()} is printed behind its words")
            return
        assert do.place is not None
        if do.rises:
            self.rise(do.place.step)
        node = self.begun(do.place.steps, event, choice)
        self.made[at] = node
        if do.name != "alone":
            self.owner = node

    def begun(self, place: tuple[Step, ...], event: Event, choice: Choice) -> _Node:
        """The node of a place, under those above it; one that the text skips (``1.1`` without ``1``) is made empty."""
        depth = 0
        while depth < len(place) - 1 and depth < len(self.open) and self.open[depth].step == place[depth]:
            depth += 1
        del self.open[depth:]
        for step in place[depth:]:
            node = _Node(step, event.row, choice=choice)
            if self.open and not self.open[-1].children:
                self.own_paragraphs(self.open[-1])
            (self.open[-1].children if self.open else self.roots).append(node)
            self.open.append(node)
        node = self.open[-1]
        if choice.do.name != "heading":
            node.label, node.meanings = event.printed, event.meanings
        line = self.rows[event.row].line
        node.at = line.page, line.number
        node.is_heading = choice.do.name == "heading"
        return node

    def own_paragraphs(self, node: _Node) -> None:
        """Paragraphs without label between a clause and its first item are its own words."""
        parent = self.parent_of(node)
        beside = self.roots if parent is None else parent.children
        while beside[-1].step is None and beside[-1] is not node and any(n is node for n in beside):
            at = next(n for n, one in enumerate(beside) if one is node)
            node.pieces.extend(piece for one in beside[at + 1 :] for piece in one.pieces)
            del beside[at + 1 :]

    def rise(self, step: Step) -> None:
        """All before this label lies in the clause before it, which the part does not print."""
        above = _Node(Step(step.style, step.value - 1), self.roots[0].row if self.roots else 0, is_implied=True)
        above.children = self.roots[:]
        above.doubts.append("the part begins within this clause; its place is that before the next of its level")
        self.roots[:] = [above]
        self.open.clear()


def _assembled(rows: Sequence[Row], events: Sequence[Event], choices: Sequence[Choice]) -> list[_Node]:
    roots = _Assembly(rows, events, choices).run()
    _give_headings(roots)
    return roots


def _give_headings(nodes: list[_Node]) -> None:
    """A label without words takes the heading that is printed right before or behind it."""
    kept: list[_Node] = []
    rest = iter(nodes)
    behind = next(rest, None)
    while behind is not None:
        node, behind = behind, next(rest, None)
        _give_headings(node.children)
        kept.append(node)
        if node.step is None or not node.label or node.pieces:
            continue
        before = kept[-2] if len(kept) > 1 else None
        if before is not None and _is_lone_heading(before) and 0 < node.row - before.row <= 1:
            node.pieces, node.is_titled = before.pieces, True
            node.doubts.append(f"its label {node.label.strip()} is printed behind its heading")
            del kept[-2]
        elif behind is not None and not node.children and _is_lone_heading(behind) and 0 < behind.row - node.row <= 1:
            node.pieces, node.is_titled = behind.pieces, True
            behind = next(rest, None)
    nodes[:] = kept


def _is_lone_heading(node: _Node) -> bool:
    """Whether a paragraph without label is one short line that reads like a heading."""
    if node.step is not None or node.children or len(node.pieces) != 1:
        return False
    words = TAG.sub("", node.pieces[0].words)
    return len(words) < 90 and words[-1] not in ":;," and is_title_like(words)


def _confidence(choice: Choice, is_sound: bool) -> float:
    plain = choice.own_cost < _PLAIN or choice.own_cost < _ODD and choice.margin >= _FAR
    if choice.margin >= _SURE and plain and is_sound and choice.do.name in ("item", "alone"):
        return CERTAIN
    sure = 1.0 / (1.0 + math.exp(-max(choice.margin, 0.0)))
    return round(min(sure, 0.97 if choice.own_cost < _PLAIN else 0.9), 2)


def _clauses(nodes: Sequence[_Node], above: str, known: frozenset[str], trust: float) -> Iterator[Clause]:
    """The clauses of nodes under a path; a path that was used gets its count, an unlabelled one its place."""
    used: dict[str, int] = {}
    behind, count = "", 0
    before: Step | None = None
    for node in nodes:
        title, text = _title_and_text(node, known)
        if node.step is None:
            count += 1
            path = f"{behind}+{count}" if behind else path_under(above, f"+{count}")
        else:
            step = f'"{title.words.rstrip(".: ")}"' if node.is_heading else written(node.step)
            used[step] = used.get(step, 0) + 1
            _say_jump(node, before)
            before = node.step
            path = path_under(above, step)
            if used[step] > 1:
                path += f"~{used[step]}"
                node.doubts.append(f"another clause under the same one bears the label {step}")
            behind, count = path, 0
        own = _trust(node, path)
        confidence = min(trust, own)
        if confidence < own:
            node.doubts.append(f"it stands under {above}, whose place is doubtful")
        yield Clause(
            path=path,
            label=node.label.strip(),
            title=title,
            text=text,
            children=tuple(_clauses(node.children, path, known, confidence)),
            confidence=confidence,
            doubts=tuple(node.doubts),
            at=_at(node),
        )


def _say_jump(node: _Node, before: Step | None) -> None:
    """A doubt where labels are skipped, or a count begins again."""
    step = node.step
    if step is None or node.is_implied or step.style.kind is Kind.HEADING or step.tail:
        return
    same = before is not None and before.style == step.style
    due = before.value + 1 if same and before is not None else 1
    if step.value > due and (same or node.choice is None or node.choice.own_cost >= _PLAIN):
        missing = [written(Step(step.style, n)) for n in (due, step.value - 1)]
        node.doubts.append(f"{missing[0]} is not printed" if missing[0] == missing[1] else f"{missing[0]} to {missing[1]} are not printed")
    elif same and step.value < due - 1:
        node.doubts.append(f"the count falls back to {written(step)}")


def _trust(node: _Node, path: str) -> float:
    """How sure the place of a node is by itself; what speaks against it becomes a doubt."""
    choice = node.choice
    if node.is_implied:
        return 0.7
    if choice is None or node.step is None:
        return CERTAIN
    is_sound = _say_doubts(node, choice, path)
    confidence = _confidence(choice, is_sound)
    if confidence < CERTAIN and not node.doubts:
        said = "no label is printed; it is taken for a heading" if node.is_heading else "it is set otherwise than the labels around it"
        node.doubts.append(said)
    return confidence


def _say_doubts(node: _Node, choice: Choice, path: str) -> bool:
    """Says what else a clause may be; whether its label is printed as it is read."""
    is_sound = True
    if choice.do.name == "owe" and not node.label:
        node.doubts.append("no label is printed; the place follows from the labels around it")
    elif node.label and not any(not m.damaged and m.steps[-1] == node.step for m in node.meanings):
        node.doubts.append(f"{node.label.strip()} is read as {written(node.step) if node.step else 'no label'}")
        is_sound = False
    if choice.margin < _SURE and choice.other is not None:
        node.doubts.append(_said_otherwise(choice.other, path, node))
    return is_sound


def _said_otherwise(other: Do, path: str, node: _Node) -> str:
    """What else a clause may be, in words a reader of the document understands."""
    label = node.label.strip()
    if other.name == "pay":
        return f"its label {label} may belong to the words before it"
    if other.name == "take":
        return "its words may belong to a label printed before them"
    if other.place is None:
        if not label:
            return "its words may belong to the clause before it"
        return f"{label} may be no label, and its words part of the clause before it"
    steps = other.place.steps
    if steps[-1].style.kind is Kind.HEADING:
        return "its first words may be a heading of their own"
    numbered = [s for s in steps if s.style.kind is not Kind.HEADING]
    what = ""
    for step in numbered:
        what = path_under(what, written(step))
    if len(numbered) < len(steps):
        return f"it may also be {what} under another heading"
    if what == path:
        return f"{label or 'it'} may count in another list"
    return f"it may also be {what}"


def _at(node: _Node) -> tuple[int, int]:
    """Where its label stands; of one that bears none, its first word or that of the first below it."""
    if node.at != (0, 0):
        return node.at
    if node.pieces:
        line = node.pieces[0].row.line
        return line.page, line.number
    return _at(node.children[0]) if node.children else (0, 0)


def _title_and_text(node: _Node, known: frozenset[str]) -> tuple[Text, Text]:
    pieces = node.pieces
    if not pieces:
        return Text(), Text()
    if node.is_heading and RUN_IN_HEADING.match(pieces[0].words):
        first = pieces[0]
        cut = first.row.text.index(":", first.start) + 1
        rest = [Piece(first.row, cut, first.end), *pieces[1:]]
        return text_of([Piece(first.row, first.start, cut)], known), text_of(rest, known)
    if node.is_heading or node.is_titled:
        return text_of(pieces[:1], known), text_of(pieces[1:], known)
    if node.step is None:
        return Text(), text_of(pieces, known)
    first = pieces[0]
    raw = first.row.text[first.start : first.end]
    lead = len(raw) - len(raw.lstrip())
    words = raw.strip()
    split = run_in_title(words)
    if split is not None and (split < len(words) or len(pieces) > 1 or node.children):
        cut = first.start + lead + split
        rest = [Piece(first.row, cut, first.end), *pieces[1:]] if split < len(words) else pieces[1:]
        return text_of([Piece(first.row, first.start, cut)], known), text_of(rest, known)
    whole = " ".join(p.words for p in pieces)
    if is_title_like(TAG.sub("", whole)) and whole[-1] not in ":;," and len(pieces) <= 3 and node.children:
        return text_of(pieces, known), Text()
    if len(pieces) > 1 and pieces[1].row.gap and is_title_like(words) and words[-1] not in ":;," and pieces[1].words[:1].isupper():
        return text_of(pieces[:1], known), text_of(pieces[1:], known)
    return Text(), text_of(pieces, known)
