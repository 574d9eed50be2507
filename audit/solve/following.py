"""What a wager may ask of other wagers: how those stand that it needs, and nothing else.

Its figures are per unit, of a player who has made it and what it needs.  A line that asks for more (how a wager stands
that it does not need, for how much one was made) has no figure of that kind, and is refused by name.
"""

from __future__ import annotations

from collections.abc import Iterator

from audit.play.evaluating import CAME_UP
from audit.ruleset import conditions as cd
from audit.ruleset import expressions as ex
from audit.ruleset import rounds as rd
from audit.ruleset import wagers as wg
from audit.ruleset.basis import Basis
from audit.ruleset.rewrite import walk
from audit.ruleset.ruleset import Ruleset
from audit.solve.errors import NotSolvable
from audit.solve.gates import spelled_out
from audit.solve.slicing import Slice, lines_that_look


def refuse_unfollowed(part: Slice, ruleset: Ruleset) -> None:
    """Raises `NotSolvable` at the first line of a slice that asks of other wagers what its figures do not follow."""
    wagers = frozenset(w.name.text for w in ruleset.of(wg.Wager))
    own = CAME_UP.union(_own_names(part, ruleset))
    for line, basis in _lines(part):
        for name in _stands_asked(line, ruleset):
            if name in wagers and name not in part.wagers:
                raise NotSolvable(f"it asks how {name} stands, which it does not need", "if", basis.span)
        for name in _amounts_asked(line, ruleset):
            if name in wagers and name not in own:
                raise NotSolvable(f"it asks for how much {name} was made; figures are per unit", name, basis.span)


def never_made(wager: wg.Wager, ruleset: Ruleset) -> NotSolvable:
    """Why there is no moment at which a wager may be made."""
    for step in ruleset.of(rd.Round):
        for line in walk(step):
            actions = line.actions if isinstance(line, rd.Act | rd.ActOtherwise) else ()
            if any(isinstance(act, rd.Bets) and wager.name in act.wagers for act in actions):
                why = "bets stands behind another act: a wager is made where a step begins"
                return NotSolvable(why, f"bets {wager.name}", line.basis.span)
    made = next((line for line in wager.lines if isinstance(line, wg.Made | wg.MadeAnyTime | wg.MayBe)), None)
    if made is None:
        return NotSolvable("no line says when it may be made", "made", wager.basis.span)
    asked = next((name for name in _stands_asked(made.guard, ruleset)), None)
    if asked is not None:
        return NotSolvable(f"it is made only as {asked} stands, which it does not need", f"needs {asked}", made.basis.span)
    return NotSolvable("what its line asks for never holds where it may be made", "made", made.basis.span)


def _lines(part: Slice) -> Iterator[tuple[object, Basis]]:
    """The lines of the wagers, and the tables, that a slice reads; definitions are read where a line names them."""
    for statement in part.statements:
        looked = lines_that_look(statement)
        if isinstance(statement, wg.Wager) and isinstance(looked, tuple):
            yield from ((line, line.basis) for line in looked)
        elif hasattr(statement, "table"):
            yield looked, statement.basis


def _own_names(part: Slice, ruleset: Ruleset) -> Iterator[str]:
    """What the wagers of a slice pick or remember: a bare name means that before it means a wager."""
    for name in part.wagers:
        wager = ruleset.named(name, wg.Wager)
        for node in walk(wager.lines if wager is not None else ()):
            if isinstance(node, ex.OwnMemory):
                yield node.name.text


def _stands_asked(node: object, ruleset: Ruleset) -> Iterator[str]:
    for inner in spelled_out(node, ruleset):
        match inner:
            case cd.Wins(ex.Called(name)) | cd.Loses(ex.Called(name)):
                yield name.text
            case cd.IsState(ex.Called(name), state) | cd.IsNotState(ex.Called(name), state):
                if state is not cd.WagerState.SET:
                    yield name.text
            case cd.AnyOfThemIs(names, _):
                yield from (name.text for name in names)
            case cd.AnyPlayerIs(name, _):
                yield name.text
            case ex.FeatureOf(ex.Called(), ex.Called(name)):
                yield name.text


def _amounts_asked(node: object, ruleset: Ruleset) -> Iterator[str]:
    """The names that are asked for what they are worth: those of wagers mean their amounts."""
    standing: set[int] = set()
    for inner in spelled_out(node, ruleset):
        match inner:
            case cd.Wins(asked) | cd.Loses(asked) | cd.IsState(asked, _) | cd.IsNotState(asked, _):
                standing.add(id(asked))
            case ex.FeatureOf(ex.Called(), asked):
                standing.add(id(asked))
            case ex.Called(name) if id(inner) not in standing:
                yield name.text
