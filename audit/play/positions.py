"""The positions of a wager: each thing that it may be on, a wager of its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from audit.play.equipment import Equipment
from audit.play.errors import PlayError
from audit.play.itself import worked_out_once
from audit.play.sight import NOTHING, Atom, Thing
from audit.ruleset import expressions as ex
from audit.ruleset import patterns as pt
from audit.ruleset import tables as tb
from audit.ruleset import wagers as wg
from audit.ruleset.basis import NOWHERE, Basis, Span


@dataclass(frozen=True)
class Position:
    """A wager on one pick.

    ``label`` is what stands in brackets behind the wager's name, empty where nothing is picked; ``values`` what the
    wager remembers as picked; ``title`` what the document calls it; ``payout`` the result of a ``pays`` column.
    """

    label: str = ""
    values: Mapping[str, tuple[Atom, ...]] = field(default_factory=lambda: MappingProxyType({}))
    title: str | None = None
    payout: tb.Cell = None
    basis: Basis = field(default=Basis(), compare=False)

    @property
    def memory(self) -> Mapping[str, Thing]:
        return self.values if self.values else NOTHING


@worked_out_once
def positions(wager: wg.Wager, equipment: Equipment) -> tuple[Position, ...]:
    """Every position of a wager, in the order of the text; one without a label where nothing is picked.

    Raises `PlayError` where two lines pick two things, since nothing says which goes with which.
    """
    found: list[Position] = []
    picked: str | None = None
    for line in wager.lines:
        if isinstance(line, wg.PickFrom):
            name = line.memory.name.text
            if picked not in (None, name):
                why = f"it picks its {picked} and its {name} on lines of their own: a pick table says which go together"
                raise PlayError(why, line.basis.span)
            picked = name
            for pattern in line.values:
                for atoms in picks(pattern, equipment, line.basis.span):
                    found.append(Position(atoms_text(atoms), {name: atoms}, None, None, line.basis))
        elif isinstance(line, wg.PickTable):
            for row in line.table.rows:
                found.extend(_row_positions(line.table, row, equipment))
    return _told_apart(found) or (Position(basis=wager.basis),)


def _told_apart(found: list[Position]) -> tuple[Position, ...]:
    """The positions, those of one label but different picks labelled by all that they pick: ``high 3, low 2``."""
    picked: dict[str, set[object]] = {}
    for position in found:
        picked.setdefault(position.label, set()).add(tuple(position.values.items()))
    return tuple(
        p if len(picked[p.label]) == 1
        else replace(p, label=", ".join(f"{name} {atoms_text(atoms)}" for name, atoms in p.values.items()))
        for p in found
    )  # fmt: skip


def _row_positions(table: tb.Table, row: tb.Row, equipment: Equipment) -> list[Position]:
    """The positions of one row; a row of families gives one for each member."""
    choices: list[list[tuple[str, tuple[Atom, ...]]]] = []
    title: str | None = None
    payout: tb.Cell = None
    for column, cell in zip(table.columns, row.cells, strict=True):
        if isinstance(column, tb.NameColumn) and isinstance(cell, pt.Label):
            title = cell.text
        elif isinstance(column, tb.Pays | tb.PaysBounded):
            payout = cell
        elif isinstance(column, tb.Values) and isinstance(cell, pt.AnyOf):
            name = column.name.text
            choices.append([(name, atoms) for atoms in cell_picks(cell, equipment, row.basis.span)])
    made: list[Position] = []
    for combination in _product(choices):
        values = dict(combination)
        label = ", ".join(dict.fromkeys(atoms_text(a) for a in list(values.values())[:1])) if values else ""
        made.append(Position(label, values, title, payout, row.basis))
    return made


def _product(choices: list[list[tuple[str, tuple[Atom, ...]]]]) -> list[list[tuple[str, tuple[Atom, ...]]]]:
    done: list[list[tuple[str, tuple[Atom, ...]]]] = [[]]
    for options in choices:
        done = [[*before, option] for before in done for option in options]
    return done


def cell_picks(cell: pt.AnyOf, equipment: Equipment, span: Span) -> list[tuple[Atom, ...]]:
    """What the cells of a pick cover: a list is one position, a family one for each member."""
    if len(cell.tests) == 1 and isinstance(cell.tests[0], pt.EachOf):
        return picks(cell.tests[0], equipment, span)
    if any(isinstance(test, pt.EachOf) for test in cell.tests):
        raise PlayError("a family stands alone in its cell", span)
    atoms: list[Atom] = []
    for test in cell.tests:
        for group in picks(test, equipment, span, spread=True):
            atoms.extend(group)
    return [tuple(dict.fromkeys(atoms))]


def picks(
    pattern: pt.Pattern, equipment: Equipment, span: Span = NOWHERE, *, spread: bool = True
) -> list[tuple[Atom, ...]]:
    """What one test of a pick covers, position by position."""
    match pattern:
        case pt.Combination():
            return [(pattern,)]
        case pt.EachOf(family, of):
            if family.text == "combination":
                return [(one,) for one in equipment.combinations(span)]
            if family.text == "face":
                name = of.name.text if isinstance(of, ex.Called) else "dice"
                source = equipment.source("roll", name)
                faces = dict.fromkeys(f for die in getattr(source, "dice", ()) for f in die)
                return [(face,) for face in faces]
            return [tuple(box) for box in equipment.family(pattern, span)]
        case _:
            return [(label,) for label in equipment.labels(pattern, span)]


def atoms_text(atoms: tuple[Atom, ...]) -> str:
    """Atoms as they are typed: ``4``, ``2-2``, ``0, 00``; a stretch of numbers as its ends."""
    texts = [atom if isinstance(atom, str) else "-".join(atom.faces) for atom in atoms]
    numbers = [int(t) for t in texts if t.isdigit()]
    is_stretch = len(numbers) == len(texts) > 6 and numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    return f"{texts[0]} through {texts[-1]}" if is_stretch else ", ".join(texts)


def find(wager: wg.Wager, label: str, equipment: Equipment) -> Position | None:
    """The position that a reviewer means by ``label``: as printed, or by its title."""
    wanted = "".join(label.split())
    for position in positions(wager, equipment):
        if wanted in ("".join(position.label.split()), "".join((position.title or "").split())):
            return position
    return None
