"""When a wager may be made, and what may be done to it while it stands."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.play.equipment import Equipment
from audit.play.moments import rights
from audit.play.sight import Sight
from audit.ruleset import wagers as wg
from audit.ruleset.configure import configure
from audit.ruleset.ruleset import Ruleset

Played = Callable[..., list[str]]
Load = Callable[[str], Ruleset]

TWO_STEPS = """
    dice 2 with faces 1 through 6 @ 1
    wager bet "Bet" @ 2
      {made}
      win  on 12 @ 2.a
      lose on 2 @ 2.b
      pays 1 to 1 @ 2.c
    round @ 3
      step first
        roll dice @ 3.a
        settle @ 3.b
        keep the total as the point on 6 @ 3.b
      step second
        roll dice @ 3.c
        settle @ 3.d
        go to second on 3, 4 @ 3.e
        go to first on 5 @ 3.e
        end otherwise @ 3.f
"""


@pytest.mark.parametrize(
    ("made", "throws_before"),
    [
        # rolls: first 3-3, second 1-2 (again second), second 1-4 (first), first 1-2, second 6-6
        ("made before the first @ 2", 0),
        ("made before the round @ 2", 0),
        ("made any time @ 2", 0),
        ("made before any roll @ 2", 0),
        ("made before the second @ 2", 1),
        ("made in second @ 2", 1),
        ("made after first @ 2", 1),
        ("made after second @ 2", 3),
        ("made before any roll if the point is set @ 2", 1),
        ("made in first if the point is set @ 2", 3),
        ("optional @ 2", 0),
    ],
)
def test_the_moment_at_which_it_is_made(played: Played, made: str, throws_before: int) -> None:
    told = played(TWO_STEPS.format(made=made), "3-3, 1-2, 1-4, 1-2, 6-6", "bet 5")
    made_at = next(n for n, line in enumerate(told) if line.startswith("makes bet"))
    assert sum(1 for line in told[:made_at] if line.startswith("roll")) == throws_before
    assert "bet win +$5 at 1 to 1 @ 2.a, 2.c" in told


def test_a_right_is_another_moment(played: Played) -> None:
    body = TWO_STEPS.format(made="made before the first @ 2\n      at second\n        may be made @ 2.d")
    # the first doorway serves; who comes later is served by the right
    assert played(body, "6-6", "bet 5")[0] == "makes bet $5 @ 2"
    late = body.replace("made before the first @ 2", "made before the first if the point is set @ 2")
    assert played(late, "3-3, 6-6", "bet 5")[2] == "makes bet $5 @ 2.d"


RIGHTS = """
    dice 2 with faces 1 through 6 @ 1
    all wagers
      may be reduced or removed @ 2
    wager free "Free" @ 3
      pays 1 to 1 @ 3
      win on 7 @ 3
      lose otherwise @ 3
    wager held "Held" like free @ 4
      may not be removed @ 4.a
      at second
        may be raised @ 4.b
        may not be reduced @ 4.c
    wager bound "Bound" like free @ 5
      may not be reduced or removed if the point is set @ 5.a
    round @ 6
      step first
        roll dice @ 6.a
        keep the total as the point on 4 @ 6.a
        settle @ 6.b
      step second
        roll dice @ 6.c
        settle @ 6.d
"""


@pytest.mark.parametrize(
    ("wager", "right", "step", "point", "clause"),
    [
        ("free", "removed", "first", False, "2"),
        ("free", "raised", "first", False, None),  # nobody says so
        ("held", "removed", "first", False, None),  # its own line takes the place of the common one
        ("held", "reduced", "first", False, "2"),
        ("held", "reduced", "second", False, None),
        ("held", "raised", "second", False, "4.b"),
        ("held", "raised", "first", False, None),
        ("bound", "removed", "second", False, None),  # even where its own line, which took its place, asks for more
        ("bound", "removed", "second", True, None),
    ],
)
def test_the_rights_of_who_made_it(
    small: Load, wager: str, right: str, step: str, point: bool, clause: str | None
) -> None:
    ruleset = configure(small(RIGHTS)).ruleset
    found = ruleset.named(wager, wg.Wager)
    assert found is not None
    sight = Sight(Equipment(ruleset), memory={"point": 4 if point else None})  # type: ignore[dict-item]
    line = rights(found, wg.Right(right), step, sight)
    assert (None if line is None else ", ".join(str(c) for c in line.basis.cites)) == clause
