"""Who decides for the player of `audit play`: what was scripted, then best play or chance, and what was said of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from audit.commands.session import INCOMPLETE, Stop

if TYPE_CHECKING:
    from audit.play.choosing import AsScripted, Chooser, ToDecide
    from audit.ruleset.configure import Configured
    from audit.ruleset.ruleset import Ruleset
    from audit.solve.cards.playing import BestPlay, Worth

BEST = "best"
"""The last word of ``--decide``: from there on the best choice is taken."""

FEW_CARDS = 6
"""Where no more cards than these are dealt, best play is found in a few seconds."""


class By(Enum):
    SCRIPT = "as scripted"
    BEST = "best play"
    WAY = "cards set as the house sets its own"
    CHANCE = "choices at random"


@dataclass
class Deciding:
    """Decides as scripted, then by best play where that is known, else cards are set as a way sets them, and else
    ``rest`` decides.

    ``by`` says of each decision who took it, ``worths`` what the offers were worth where best play did.  Where best play
    was asked for and is not known, it raises `Stop`.
    """

    scripted: AsScripted
    best: BestPlay | None
    rest: Chooser
    is_asked_for: bool
    where: str
    by: list[By] = field(default_factory=list)
    worths: list[tuple[Worth, ...]] = field(default_factory=list)

    def choose(self, decision: ToDecide) -> int:
        from audit.play.choosing import by_way
        from audit.solve.errors import NotSolvable

        worths: tuple[Worth, ...] = ()
        by = By.SCRIPT
        if self.scripted.script:
            at = self.scripted.choose(decision)
        else:
            by = By.CHANCE
            if self.best is not None:
                try:
                    at = self.best.choose(decision)
                    by, worths = By.BEST, self.best.told.get(len(decision.before), ())
                except NotSolvable as error:
                    if self.is_asked_for:
                        raise _unknown(error, self.where) from error
            if by is By.CHANCE and (as_set := by_way(decision)) is not None:
                at, by = as_set, By.WAY
            elif by is By.CHANCE:
                at = self.rest.choose(decision)
        self.by.append(by)
        self.worths.append(worths)
        return at

    @property
    def words(self) -> str:
        """Who decided, where the script did not: for the first line."""
        return ", then ".join(dict.fromkeys(by.value for by in self.by if by is not By.SCRIPT))

    def replay(self, labels: Sequence[str]) -> str:
        """What was decided as ``--decide`` takes it: what best play chose up to the end is told as that."""
        number = len(self.by)
        while number and self.by[number - 1] is By.BEST:
            number -= 1
        return ", ".join([*labels[:number], *([BEST] if number < len(self.by) else [])])


def deciding(decide: str | None, configured: Configured, rest: Chooser) -> Deciding:
    """Who decides.  Best play does where ``--decide`` ends in ``best``, and where it is soon found and nothing is said."""
    from audit.play.choosing import AsScripted

    ruleset = configured.ruleset
    words = [word.strip() for word in (decide or "").split(",") if word.strip()]
    is_asked_for = bool(words) and words[-1] == BEST and BEST not in choices_of(ruleset)
    best = None
    if is_asked_for:
        best = _best(configured, is_asked_for=True)
    elif decide is None and deals_few_cards(ruleset):
        best = _best(configured, is_asked_for=False)
    script = words[:-1] if is_asked_for else words
    return Deciding(AsScripted.of(script, rest), best, rest, is_asked_for, ruleset.head.id)


def _best(configured: Configured, *, is_asked_for: bool) -> BestPlay | None:
    from audit.solve.cards.playing import best_chooser
    from audit.solve.cards.solver import CardSolver
    from audit.solve.errors import NotSolvable

    try:
        return best_chooser(CardSolver(configured))
    except NotSolvable as error:
        if is_asked_for:
            raise _unknown(error, configured.ruleset.head.id) from error
        return None


def _unknown(error: Exception, where: str) -> Stop:
    span = getattr(error, "span", None)
    place = span if span is not None and span.line else where
    why = f"best play is not known: {getattr(error, 'why', error)}"
    return Stop(INCOMPLETE, f"{place}: error: {why} [not-solvable, exit {INCOMPLETE}]", "--decide names the choices one by one")


def choices_of(ruleset: Ruleset) -> frozenset[str]:
    """The names of all choices that the player may be offered."""
    from audit.ruleset import rounds as rd

    return frozenset(node.name.text for node in ruleset.nodes_of(rd.Round) if isinstance(node, rd.Choice))


def deals_few_cards(ruleset: Ruleset) -> bool:
    """Whether a round deals so few cards, and decides something, that best play is soon found."""
    from audit.ruleset import rounds as rd

    nodes = ruleset.nodes_of(rd.Round)
    if any(isinstance(node, rd.DealUntil) for node in nodes):
        return False
    dealt = [node.cards * len(node.to) for node in nodes if isinstance(node, rd.Deal)]
    return bool(dealt) and sum(dealt) <= FEW_CARDS and any(isinstance(node, rd.Decides) for node in nodes)
