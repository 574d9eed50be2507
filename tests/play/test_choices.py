"""Choices of the house and readings of ours: what play does under each, and what it refuses."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from audit.language.diagnostics import LanguageError
from audit.ruleset.configure import ConfigureError, OptionUnset
from audit.ruleset.ruleset import Ruleset

Played = Callable[..., list[str]]
Load = Callable[[str], Ruleset]

CHOICES = """
    option price one of 2 to 1, 3 to 1 default 2 to 1 @ 1.a
    option generous yes or no default no @ 1.b
    option rate from 0% through 5% default 5% @ 1.c
    option top set by the house @ 1.d
    option stakes "Stakes" one of @ 1.e
      | stakes    | least | most |
      | "$1 / $5" | $1    | $5   |
      | "$5 / $9" | $5    | $9   |
    assume twelve @ 1.f
      because "twelve stands in two lists"
      taken   wins @ 1.f.i
      instead pushes @ 1.f.ii
    require price is 3 to 1 when generous @ 1.g
    wager bet "Bet" @ 2
      made before any roll @ 2
      win  on 7 @ 2.a
      when twelve is wins
        win on 12 @ 2.b
      when twelve is pushes
        push on 12 @ 2.c
      lose otherwise @ 2.d
      when generous
        no commission @ 2.e
      when not generous
        commission rate of win charged when won @ 2.f
      pays price @ 3
"""


@pytest.mark.parametrize(
    ("choices", "given", "came"),
    [
        # 100 at 2 to 1, less 5% of 200
        ({}, "3-4", "bet win +$190 at 2 to 1 @ 2.a, 3"),
        ({"rate": "0%"}, "3-4", "bet win +$200 at 2 to 1 @ 2.a, 3"),
        ({"rate": "2.5%"}, "3-4", "bet win +$195 at 2 to 1 @ 2.a, 3"),
        ({"price": "3 to 1"}, "3-4", "bet win +$285 at 3 to 1 @ 2.a, 3"),
        ({"price": "3 to 1", "generous": "yes"}, "3-4", "bet win +$300 at 3 to 1 @ 2.a, 3"),
        ({}, "6-6", "bet win +$190 at 2 to 1 @ 2.b, 3"),
        ({"twelve": "pushes"}, "6-6", "bet push $0 @ 2.c"),
    ],
)
def test_under_each_choice(throw: Played, choices: dict[str, str], given: str, came: str) -> None:
    assert throw(CHOICES, given, "bet 100", **choices)[2] == came


@pytest.mark.parametrize(
    ("choices", "name", "said"),
    [
        ({"rate": "6%"}, "option-range", "permitted is 0% through 5% \\(1.c\\)"),
        ({"price": "5 to 1"}, "option-range", "permitted is 2 to 1, 3 to 1"),
        ({"generous": "maybe"}, "option-range", "permitted is yes or no"),
        ({"twelve": "loses"}, "option-range", "permitted is wins or pushes"),
        ({"stakes": "low"}, "option-range", "permitted is"),
        ({"bonus": "yes"}, "option-unknown", "there is no option or assumption bonus"),
        ({"generous": "yes"}, "require", "contradict what is required \\(1.g\\)"),
    ],
)
def test_a_choice_that_cannot_be(throw: Played, choices: dict[str, str], name: str, said: str) -> None:
    with pytest.raises(ConfigureError, match=said) as caught:
        throw(CHOICES, "3-4", "bet 100", **choices)
    assert caught.value.name == name


def test_a_value_that_nobody_gives_is_asked_for_where_it_is_needed(throw: Played) -> None:
    body = CHOICES.replace("made before any roll @ 2", "made before any roll @ 2\n      amount at most top @ 2.g")
    with pytest.raises(OptionUnset, match=r"a value is needed for top, which the house sets \(1.d\)"):
        throw(body, "3-4", "bet 100")
    assert throw(body, "3-4", "bet 100", top="$100")[0] == "makes bet $100 @ 2"


def test_no_clause_leaves_no_parentheses(throw: Played) -> None:
    body = CHOICES.replace("made before any roll @ 2", "made before any roll @ 2\n      amount at most top @ 2.g")
    assert body.count("@ 1.d") == 1
    with pytest.raises(OptionUnset) as caught:
        throw(body.replace("@ 1.d", 'assumed because "no clause sets it"'), "3-4", "bet 100")
    assert caught.value.message == "a value is needed for top, which the house sets"


def test_rows_of_an_option_go_together(throw: Played) -> None:
    body = CHOICES.replace("made before any roll @ 2", "made before any roll @ 2\n      amount from least through most @ 2.g")
    assert throw(body, "3-4", "bet 5", stakes='"$1 / $5"')[0] == "makes bet $5 @ 2"
    assert throw(body, "3-4", "bet 9", stakes='"$5 / $9"')[0] == "makes bet $9 @ 2"
    with pytest.raises(Exception, match=r"at most \$5 \(2.g\)"):
        throw(body, "3-4", "bet 9", stakes='"$1 / $5"')


def test_a_choice_made_in_the_file(throw: Played) -> None:
    body = CHOICES + "\n    choose rate 1% @ 4\n"
    assert throw(body, "3-4", "bet 100")[2] == "bet win +$198 at 2 to 1 @ 2.a, 3"
    assert throw(body, "3-4", "bet 100", rate="0%")[2] == "bet win +$200 at 2 to 1 @ 2.a, 3"
    with pytest.raises(LanguageError, match="rate cannot be 9%"):
        throw(CHOICES + "\n    choose rate 9% @ 4\n", "3-4", "bet 100")


def test_a_wager_that_the_house_does_not_offer(throw: Played) -> None:
    body = """
        option side yes or no default yes @ 1
        wager bet "Bet" @ 2
          house may offer when side @ 2
          made before any roll @ 2
          win  on 7 @ 2.a
          lose otherwise @ 2.b
          pays 4 to 1 @ 2.c
        wager main "Main" like bet @ 3
          house may offer @ 3
    """
    assert throw(body, "3-4", "bet 5")[0] == "makes bet $5 @ 2"
