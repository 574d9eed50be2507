"""The text of `audit show --ranking`: each class with what it takes, how many hands are of it, the best and the worst."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from audit.checks.hands import deck_for, formed_hands
from audit.language.quoting import words_of_line
from audit.play.cards import Card
from audit.play.errors import PlayError
from audit.play.examples import EXAMPLES, judged
from audit.play.scales import Scale, scale
from audit.report import numbers
from audit.report.terminal.show import Show, cited, counted
from audit.report.terminal.tables import Column, table
from audit.ruleset import parameters as pm
from audit.ruleset import patterns as pt
from audit.ruleset import worth
from audit.ruleset.basis import Basis
from audit.ruleset.configure import ConfigureError, configure, value_text
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.cards.counting import Category, categories
from audit.solve.errors import NotSolvable


@dataclass(frozen=True)
class _Counted:
    """The classes of a ranking over the hands of a deck: of ``cards`` cards, or the best ``best`` of so many."""

    found: tuple[Category, ...]
    cards: int
    best: int
    deck: int
    hand: str = ""

    @property
    def total(self) -> int:
        return comb(self.deck, self.cards)


def ranking_text(show: Show, ranking: worth.Ranking) -> Iterator[str]:
    """One ranking; where its hands cannot be counted, as it is written, and why."""
    try:
        ruleset = configure(show.ruleset).ruleset
        own = scale(ruleset, ranking.name.text)
        if own.sizes is None:
            raise NotSolvable("the ranking does not say of how many cards a hand is")
        pack = deck_for(own)
        whole = _Counted(categories(own, pack, own.sizes[1]), own.sizes[1], own.sizes[1], len(pack))
        further = list(_further(own, ruleset, whole))
    except (ConfigureError, PlayError, NotSolvable) as error:
        yield from show.ranking(ranking)
        yield f"  how many hands are of each class is not counted: {error}"
        return
    yield _head(show, ranking, own)
    yield from _classes(show, own, whole)
    yield from _lines(show, ranking)
    yield from _examples(ruleset, ranking)
    for one in further:
        yield ""
        yield from _of_more(one, show.width)
    yield from show.legend()


def _further(own: Scale, ruleset: Ruleset, whole: _Counted) -> Iterator[_Counted]:
    """The hands of the ruleset that are the best so many of more cards."""
    done = {(whole.cards, whole.best)}
    for formed in formed_hands(ruleset):
        if formed.ranking == own.name and (formed.cards, formed.best) not in done:
            done.add((formed.cards, formed.best))
            pack = deck_for(own)
            best = formed.best if formed.best < formed.cards else None
            yield _Counted(categories(own, pack, formed.cards, best), formed.cards, formed.best, len(pack), formed.hand)


def _head(show: Show, ranking: worth.Ranking, own: Scale) -> str:
    assert own.sizes is not None
    least, most = own.sizes
    cards = f"{most} cards" if least == most else f"{least} through {most} cards"
    order = f"; {' '.join(own.order.ranks)}" if own.order.ranks else ""
    bases = [ranking.basis, *(line.basis for line in ranking.lines if isinstance(line, worth.CardOrder))]
    return show.laid_out(f"{own.name}, {cards}, best first{order}", 0, cited_of(bases), ranking.basis)


def cited_of(bases: Sequence[Basis]) -> str:
    return ", ".join(dict.fromkeys(str(cite) for basis in bases for cite in basis.cites))


def _classes(show: Show, own: Scale, whole: _Counted) -> list[str]:
    rows = []
    for category in whole.found:
        line = own.classes[category.level].stated
        takes = words_of_line(line.basis.span, show.sources).removeprefix(category.name).strip()
        takes = takes.removeprefix(f'"{category.title}"').strip()
        rows.append((
            category.name, takes, numbers.integer(category.count), _share(category, whole),
            _ranks(category.highest, line, own), _ranks(category.lowest, line, own), cited(line.basis),
        ))  # fmt: skip
    columns = (
        Column("class"), Column("what it takes", cut=60, least=12), Column("hands", right=True),
        Column(f"of {whole.total:,}", right=True), Column("best", drop=2), Column("worst", drop=2),
        Column("clauses", cut=30, least=8, items=True, drop=1),
    )  # fmt: skip
    return table(columns, rows, show.width, indent="  ")


def _share(category: Category, of: _Counted) -> str:
    return numbers.percent(Fraction(category.count, of.total), 4, sign="%")


def _ranks(cards: Sequence[Card], line: worth.HandClass, own: Scale) -> str:
    """The ranks of a hand; in a run a rank that stands low in it comes last."""
    ranks, low = [card.rank for card in cards], own.order.low
    is_run = any(isinstance(p, pt.SomeCards | pt.AllCards) and pt.Run.IN_A_RUN in p.properties for p in walk(line.tests))
    if is_run and low in ranks and own.order.ranks[-1] in ranks:
        ranks = [rank for rank in ranks if rank != low] + [rank for rank in ranks if rank == low]
    return " ".join(ranks)


def _lines(show: Show, ranking: worth.Ranking) -> Iterator[str]:
    """What else the ranking says: runs, wild cards, how hands of one class compare."""
    for line in ranking.lines:
        if isinstance(line, worth.HandClass | worth.CardOrder):
            continue
        words = words_of_line(line.basis.span, show.sources)
        if isinstance(line, worth.LowInRun):
            second = ", the second best run" if line.ranked_second else ""
            words = f"{line.rank} is low in a run too{second}"
        elif isinstance(line, worth.CompareBy):
            keys = ", ".join(_key(key, show.ruleset) for key in line.keys) or words
            words = f"ties: {keys}"
        yield show.laid_out(words, 1, cited(line.basis), line.basis)


def _key(key: worth.Key, ruleset: Ruleset) -> str:
    """A key of comparison; where a parameter says which, what it says and what else it may."""
    if not isinstance(key, worth.NamedKey):
        return f"highest {key.name.text}" if isinstance(key, worth.HighestKey) else "suits"
    name = key.name.text
    assumed = ruleset.named(name, pm.Assumption)
    if assumed is None or assumed.taken is None:
        return name
    others = ", ".join(value_text(value) for value in assumed.instead)
    reading = f"the other reading{'s' if len(assumed.instead) > 1 else ''}: {others}" if others else "no other reading"
    return f"{value_text(assumed.taken)} (assumed {name}; {reading})"


def _examples(ruleset: Ruleset, ranking: worth.Ranking) -> Iterator[str]:
    """How many of the document's examples hold."""
    held, failed, refused = 0, 0, 0
    for example in ruleset.of(*EXAMPLES):
        if getattr(example, "ranking", None) != ranking.name:
            continue
        try:
            holds, _ = judged(example, ruleset)  # type: ignore[arg-type]
            held, failed = held + holds, failed + (not holds)
        except PlayError:
            refused += 1
    if held:
        yield f"  {counted(held, 'example')} of the document {'holds' if held == 1 else 'hold'}"
    if failed:
        yield f"  {counted(failed, 'example')} of the document {'does' if failed == 1 else 'do'} not hold (audit check says why)"
    if refused:
        yield f"  {counted(refused, 'example')} could not be tried"


def _of_more(one: _Counted, width: int) -> Iterator[str]:
    of = f"the best {one.best} of {one.cards} cards" if one.best < one.cards else f"{one.cards} cards"
    yield f"  {one.hand}, {of}"
    rows = [(c.name, numbers.integer(c.count), _share(c, one)) for c in one.found]
    columns = (Column("class"), Column("hands", right=True), Column(f"of {one.total:,}", right=True))
    yield from table(columns, rows, width, indent="  ")
