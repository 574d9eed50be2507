"""Differences of statements that are no wagers, payouts or controls: a head, its lines, the rows of its table.

A statement is matched with that of its kind and name.  Where the order of its lines means something they are laid side by
side in order, and what stands on one side only is one entry for each stretch.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import fields
from difflib import SequenceMatcher
from typing import Any

from audit.compare.drafting import Draft, bases, kind_of
from audit.compare.entry import Kind, Weight
from audit.compare.ground import Ground
from audit.compare.tables import row_drafts
from audit.compare.values import Values
from audit.compare.wording import below, capital, humane, same_words
from audit.play.equipment import Section
from audit.play.errors import PlayError
from audit.play.phrases import phrase, tests
from audit.ruleset import cardroom, chance, meters, places, tables, wagers, worth
from audit.ruleset import controls as ct
from audit.ruleset import parameters as pm
from audit.ruleset import rounds as rd
from audit.ruleset.configure import domain_text, value_text
from audit.ruleset.names import Name
from audit.ruleset.patterns import AnyOf
from audit.ruleset.rewrite import walk
from audit.ruleset.stated import Stated, Statement

ANY = "*"
"""What a difference moves that may move any wager."""

KINDS: tuple[tuple[tuple[type[Statement], ...], str, Weight], ...] = (
    (
        (chance.Dice, chance.Wheel, chance.Layout, chance.Chance, chance.Deck, chance.ListedDeck),
        "equipment",
        Weight.PLAY,
    ),
    ((places.Area, places.Seats, places.PositionsPlayed, places.Button, places.Stack), "equipment", Weight.PLAY),
    ((pm.Option,), "option", Weight.PLAY),
    ((pm.OptionRows,), "option", Weight.PLAY),
    ((pm.Require,), "option", Weight.PLAY),
    ((worth.Group,), "group", Weight.PLAY),
    ((worth.Count, worth.Ranking, worth.InverseRanking, worth.CardOrderNamed), "ranking", Weight.PLAY),
    ((worth.SuitsEqual, worth.SuitsOrdered), "ranking", Weight.PLAY),
    ((worth.BestHandOf, worth.WholeHandOf, worth.LowerHand, worth.HigherHand), "hand", Weight.PLAY),
    ((worth.DefinedFact, worth.DefinedOfHand, worth.DefinedValue), "definition", Weight.PLAY),
    ((wagers.NoOtherWagers,), "wager", Weight.PLAY),
    ((wagers.Role,), "role", Weight.PLAY),
    ((rd.Round,), "step", Weight.PLAY),
    ((tables.SettleTable,), "condition", Weight.PLAY),
    ((tables.Bonus,), "payout", Weight.PLAY),
    ((tables.FunctionTable, tables.Grid), "table", Weight.PLAY),
    ((tables.Way,), "house way", Weight.PLAY),
    ((meters.Meter,), "meter", Weight.PLAY),
    ((meters.Cap,), "limit", Weight.PLAY),
    ((meters.Fee,), "fee", Weight.PLAY),
    ((cardroom.Betting, cardroom.BettingRules), "betting", Weight.PLAY),
    ((cardroom.State, cardroom.While), "state", Weight.PLAY),
    ((cardroom.Award,), "award", Weight.PLAY),
    ((ct.Measure,), "measure", Weight.CONTROLS),
    ((ct.Party, ct.Permits, ct.Needs), "part", Weight.CONTROLS),
    ((ct.ExampleBeats, ct.ExampleTies, ct.ExampleIs, ct.ExampleCounts), "example", Weight.WORDS),
    ((ct.ExampleBest, ct.ExampleWorst, ct.ExampleWager, ct.ExampleTold), "example", Weight.WORDS),
)
_IN_ORDER = (rd.Round, worth.Ranking, cardroom.Award, cardroom.Betting)
_NESTED = frozenset(
    {"lines", "steps", "cases", "choices", "permissions", "rules", "settings", "table", "rows", "order"}
)
_NOT_OWN = frozenset({"basis", "title", "span", "is_default"})
_PLAYED = frozenset({"equipment", "group", "definition", "step", "condition"})


def statement_drafts(ground: Ground) -> Iterator[Draft]:
    """The differences of all these statements."""
    for classes, what, weight in KINDS:
        yield from _Kind(ground, classes, what, weight).drafts()


class _Kind:
    """The statements of some classes on both sides."""

    def __init__(self, ground: Ground, classes: tuple[type[Statement], ...], what: str, weight: Weight) -> None:
        self.ground, self.classes, self.what, self.weight = ground, classes, what, weight
        self.old_values, self.new_values = ground.old.values, ground.new.values

    def drafts(self) -> Iterator[Draft]:
        old = [s for s in self.ground.old.read.of(*self.classes) if self._counts(s, self.old_values)]
        new = [s for s in self.ground.new.read.of(*self.classes) if self._counts(s, self.new_values)]
        pairs, gone, come = self._matched(old, new)
        for one, other in pairs:
            drafts = list(self._changed(one, other))
            if drafts:
                self.ground.differing.add(self._owner(other))
            else:
                self._say_same(one, other)
            yield from drafts
        for statement in gone:
            yield self._one_sided(statement, is_new=False)
        for statement in come:
            self.ground.differing.add(self._owner(statement))
            yield self._one_sided(statement, is_new=True)

    def _say_same(self, old: Statement, new: Statement) -> None:
        """Keeps that two statements are the same, line by line where they have as many."""
        owner = self._owner(new)
        self.ground.say_same(owner, (old.basis,), (new.basis,))
        ours, theirs = list(below(old)), list(below(new))
        if len(ours) == len(theirs):
            for one, other in zip(ours, theirs, strict=True):
                self.ground.say_same(owner, (one.basis,), (other.basis,))

    @staticmethod
    def _counts(statement: Statement, values: Values) -> bool:
        """A group that one side alone declares is a way of writing, and shows where it is used."""
        return not isinstance(statement, worth.Group) or statement.name.text not in values.groups

    def _owner(self, statement: Statement) -> str:
        return f"{type(statement).__name__} {self._key(statement, self.new_values)} {statement.basis.span.line}"

    def _matched(
        self, old: list[Statement], new: list[Statement]
    ) -> tuple[list[tuple[Statement, Statement]], list[Statement], list[Statement]]:
        """Statements of one key; what is left, by what it says; of unnamed ones that are single, the only one."""
        pairs: list[tuple[Statement, Statement]] = []
        old, new = list(old), list(new)
        for is_whole in (True, False):
            for one in list(old):
                key = self._key(one, self.old_values, with_choice=is_whole)
                fitting = [o for o in new if self._key(o, self.new_values, with_choice=is_whole) == key]
                same = next(
                    (o for o in fitting if self._says(one, self.old_values) == self._says(o, self.new_values)), None
                )
                other = same or next(iter(fitting), None)
                if other is not None:
                    pairs.append((one, other))
                    old.remove(one)
                    new.remove(other)
        for one in list(old):
            if getattr(one, "name", None) is None:
                fitting = [o for o in new if type(o) is type(one)]
                alone = sum(1 for o in old if type(o) is type(one)) == 1 == len(fitting)
                if alone and not isinstance(one, pm.Require | ct.ExampleTold):
                    pairs.append((one, fitting[0]))
                    old.remove(one)
                    new.remove(fitting[0])
        return pairs, old, new

    def _key(self, statement: Statement, values: Values, *, with_choice: bool = False) -> Hashable:
        """What tells a statement from others of its kind."""
        choice = values.of(statement.when) if with_choice else None
        name = getattr(statement, "name", None)
        if isinstance(name, Name):
            return (values.of(name), choice)
        match statement:
            case tables.SettleTable():
                return (frozenset(values.of(w) for w in statement.wagers), values.of(statement.guard), choice)
            case pm.Require() | ct.Permits():
                return (self._says(statement, values), choice)
            case _ if self.what == "example":
                return (self._says(statement, values), choice)
            case _:
                return (type(statement).__name__, self._says(statement, values), choice)

    @staticmethod
    def _says(statement: Statement, values: Values) -> Hashable:
        return (own(statement, values), tuple(own(line, values) for line in below(statement)))

    def _changed(self, old: Statement, new: Statement) -> Iterator[Draft]:
        if isinstance(old, pm.Option) and isinstance(new, pm.Option):
            yield from self._option(old, new)
            return
        if isinstance(old, chance.Wheel) and isinstance(new, chance.Wheel):
            yield from self._wheel(old, new)
            return
        if isinstance(old, rd.Round) and isinstance(new, rd.Round):
            yield from self._round(old, new)
            return
        if own(old, self.old_values) != own(new, self.new_values):
            heads = (_grid_head(old), _grid_head(new)) if isinstance(old, tables.Grid) and isinstance(new, tables.Grid) else None
            yield self._draft(self._title(new), [old], [new], texts=heads)
        yield from self._lines(old, new)
        one, other = getattr(old, "table", None), getattr(new, "table", None)
        if isinstance(one, tables.Table) and isinstance(other, tables.Table):
            yield from row_drafts(self.ground, one, other, self._draft, self._title(new))
        elif isinstance(old, tables.Grid) and isinstance(new, tables.Grid):
            yield from self._stretches(self._title(new), list(old.rows), list(new.rows))
        yield from self._name(old, new)

    def _name(self, old: Statement, new: Statement) -> Iterator[Draft]:
        one, other = getattr(old, "title", None), getattr(new, "title", None)
        if one and other and not same_words(one, other):
            yield Draft(
                Kind.CHANGED,
                "title",
                self._subject(new),
                f"{self._title(new)}: its name",
                one,
                other,
                (old.basis,),
                (new.basis,),
                Weight.WORDS,
            )

    def _lines(self, old: Stated, new: Stated) -> Iterator[Draft]:
        ours, theirs = _inner(old), _inner(new)
        if isinstance(old, _IN_ORDER):
            yield from self._stretches(self._title(new), ours, theirs)
            return
        gone, come = self._without_common(ours, theirs)
        for line in list(gone):
            other = next((x for x in come if type(x) is type(line)), None)
            if other is not None:
                gone.remove(line)
                come.remove(other)
                yield self._draft(self._title(new), [line], [other])
        for line in gone:
            yield self._draft(self._title(new), [line], [])
        for line in come:
            yield self._draft(self._title(new), [], [line])

    def _without_common(self, ours: list[Stated], theirs: list[Stated]) -> tuple[list[Stated], list[Stated]]:
        gone, come = list(ours), list(theirs)
        for line in ours:
            value = own(line, self.old_values)
            same = next((x for x in come if own(x, self.new_values) == value), None)
            if same is not None:
                gone.remove(line)
                come.remove(same)
        return gone, come

    def _stretches(self, title: str, ours: Sequence[Stated], theirs: Sequence[Stated]) -> Iterator[Draft]:
        """Lines whose order counts: one entry for each stretch that differs; lines of one kind side by side are changes."""
        one = [own(x, self.old_values) for x in ours]
        other = [own(x, self.new_values) for x in theirs]
        before, after = _numbered(one, other)
        for verb, a, b, c, d in SequenceMatcher(None, before, after, False).get_opcodes():
            if verb == "equal":
                continue
            old, new = list(ours[a:b]), list(theirs[c:d])
            if [type(x) for x in old] == [type(x) for x in new]:
                for one_line, other_line in zip(old, new, strict=True):
                    yield self._draft(title, [one_line], [other_line])
            else:
                yield self._draft(title, old, new)

    # kinds of their own

    def _round(self, old: rd.Round, new: rd.Round) -> Iterator[Draft]:
        theirs = {s.name.text: s for s in new.steps}
        taken = set()
        for step in old.steps:
            other = theirs.get(self.ground.old.called(step.name.text))
            title = self.ground.new.teller.step(other.name.text) if other else step.title or humane(step.name.text)
            if other is None:
                yield self._draft(capital(title), [step, *below(step)], [], step.name.text)
                continue
            taken.add(other.name.text)
            if step.at_each_new_shoe != other.at_each_new_shoe:
                yield self._draft(capital(title), [step], [other], other.name.text)
            yield from self._stretches(capital(title), list(below(step)), list(below(other)))
        for step in new.steps:
            if step.name.text not in taken:
                yield self._draft(
                    capital(step.title or humane(step.name.text)), [], [step, *below(step)], step.name.text
                )
        order = [self.ground.old.called(s.name.text) for s in old.steps]
        kept = [name for name in order if name in theirs]
        if kept != [s.name.text for s in new.steps if s.name.text in kept]:
            yield self._draft("Order of the steps", list(old.steps), list(new.steps))

    def _wheel(self, old: chance.Wheel, new: chance.Wheel) -> Iterator[Draft]:
        """Wheels by their sections, however they are told; the order round the wheel apart."""
        if self._sections(old, is_new=False) != self._sections(new, is_new=True) or (old.sections != new.sections):
            yield self._draft(self._title(new), [old, *below(old)], [new, *below(new)])
            return
        one = [self.old_values.of(line.sections) for line in old.order]
        other = [self.new_values.of(line.sections) for line in new.order]
        if one != other:
            yield self._draft(
                f"{self._title(new)}: the order of its sections", old.order, new.order, weight=Weight.CONTROLS
            )

    def _sections(self, wheel: chance.Wheel, *, is_new: bool) -> Hashable:
        """How often each section is on a wheel, with its features: what lines may ask of it."""
        edition = self.ground.new if is_new else self.ground.old
        try:
            source = edition.table.equipment.source("spin", wheel.name.text if wheel.name else "wheel")
        except PlayError:
            return own(wheel, edition.values)
        return frozenset(
            (str(section), frozenset((edition.called(name), edition.called(value)) for name, value in section.features), count)
            for section, count in source.outcomes()
            if isinstance(section, Section)
        )

    def _option(self, old: pm.Option, new: pm.Option) -> Iterator[Draft]:
        """The domain of an option and its default; the default alone is no claim of the document."""
        one = (self.old_values.of(old.domain), old.or_none, self.old_values.of(old.when))
        other = (self.new_values.of(new.domain), new.or_none, self.new_values.of(new.when))
        default = self.old_values.of(old.default), self.new_values.of(new.default)
        if one == other and default[0] == default[1]:
            yield from self._name(old, new)
            return
        notes = ("The default is what runs, and no claim of the document.",) if one == other else ()
        texts = [self._option_text(o, with_default=default[0] != default[1]) for o in (old, new)]
        yield Draft(
            Kind.CHANGED,
            "option",
            new.name.text,
            f"{self._title(new)}: what it may be",
            texts[0],
            texts[1],
            (old.basis,),
            (new.basis,),
            Weight.PLAY if one != other else Weight.WORDS,
            notes=notes,
            is_played=default[0] != default[1],
            moves=frozenset({new.name.text, old.name.text}),
        )

    @staticmethod
    def _option_text(option: pm.Option, *, with_default: bool) -> str:
        text = humane(domain_text(option))
        if with_default and option.default is not None:
            text += f", default {value_text(option.default)}"
        return text if option.when is None else f"{text} when {humane(phrase(option.when))}"

    # drafts

    def _subject(self, statement: Stated) -> str:
        name = getattr(statement, "name", None)
        if isinstance(name, Name):
            return name.text
        if isinstance(statement, tables.SettleTable):
            return ", ".join(w.text for w in statement.wagers)
        if self.what == "example":
            return next((n.text for n in walk(statement) if isinstance(n, Name)), "")
        return _kind_words(statement)

    def _title(self, statement: Stated) -> str:
        title = getattr(statement, "title", None)
        if title:
            return capital(title)
        if isinstance(statement, pm.Require):
            return "Choices that go together"
        if isinstance(statement, tables.SettleTable):
            return f"Settling of {humane(self._subject(statement))}"
        if self.what == "example":
            return f"Example of {humane(self._subject(statement))}".removesuffix(" of ")
        return capital(humane(self._subject(statement)))

    def _draft(
        self,
        title: str,
        old: Sequence[Stated],
        new: Sequence[Stated],
        subject: str = "",
        *,
        weight: Weight | None = None,
        texts: tuple[str | None, str | None] | None = None,
    ) -> Draft:
        if texts is None:
            told = (
                self.ground.old.teller.lines(old) if old else None,
                self.ground.new.teller.lines(new) if new else None,
            )
        else:
            told = texts
        named = subject or title
        moved = {named, *(self._subject(s) for s in (*old, *new))}
        is_any = self.what in ("equipment", "step")
        return Draft(
            kind_of(*told),
            self.what,
            named,
            title,
            *told,
            bases(old),
            bases(new),
            weight or self.weight,
            is_played=self.what in _PLAYED and weight is None,
            moves=frozenset({*moved, ANY} if is_any else moved),
            hangs_on_choice=any(x.when is not None for x in (*old, *new)),
        )

    def _one_sided(self, statement: Statement, *, is_new: bool) -> Draft:
        edition = self.ground.new if is_new else self.ground.old
        text = edition.teller.block(statement)
        if isinstance(statement, pm.Option):
            text = self._option_text(statement, with_default=False)
        old, new = (None, text) if is_new else (text, None)
        basis = (statement.basis,) if statement.basis.cites else bases((statement, *below(statement)))
        is_any = self.what in ("equipment", "step")
        subject = self._subject(statement)
        return Draft(
            kind_of(old, new),
            self.what,
            subject,
            self._title(statement),
            old,
            new,
            () if is_new else basis,
            basis if is_new else (),
            self.weight,
            moves=frozenset({subject, *((ANY,) if is_any else ())}),
        )


def own(stated: Any, values: Values) -> Hashable:
    """What a line says itself, without the lines and rows below it."""
    if isinstance(stated, worth.Group):
        return ("group", values.tests(stated.members))
    if isinstance(stated, chance.Dice):
        faces = Counter(face for one in stated.faces for face in values.atoms((one,)))  # one written twice is there twice
        return ("dice", stated.number, frozenset(faces.items()))
    if isinstance(stated, rd.Act) and stated.on is not None:
        on = values.tests(stated.on) if isinstance(stated.on, AnyOf) else stated.on
        return ("act", values.of(stated.actions), on, *values.guards(stated))
    kept = [f.name for f in fields(stated) if f.name not in _NOT_OWN and f.name not in _NESTED]
    parts: list[Hashable] = []
    for name in kept:
        value = getattr(stated, name)
        if isinstance(stated, Statement) and name == "name":
            continue
        parts.append(values.of(value))
    layout = (stated.rows,) if isinstance(stated, chance.Layout) else ()
    return (type(stated).__name__, *parts, *layout)


def _grid_head(grid: tables.Grid) -> str:
    """What the rows and the columns of a grid go by."""
    headed = ", ".join(tests(heading) for heading in grid.headings)
    return humane(f"down {phrase(grid.down)}, across {phrase(grid.across)}: {headed}")


def _inner(stated: Stated) -> list[Stated]:
    """The lines below a statement, rows of its table aside."""
    rows = getattr(getattr(stated, "table", None), "rows", ())
    return [x for x in below(stated) if x not in rows and not isinstance(x, tables.Row)]


def _numbered(*sides: Sequence[Hashable]) -> list[list[int]]:
    """The values of each side as numbers, equal ones alike."""
    numbers: dict[Hashable, int] = {}
    return [[numbers.setdefault(value, len(numbers)) for value in side] for side in sides]


def _kind_words(statement: object) -> str:
    return "".join(" " + c.lower() if c.isupper() else c for c in type(statement).__name__).strip()
