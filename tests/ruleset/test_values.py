"""Values of options and readings: what is written is what is read back."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from audit.ruleset import patterns as pt
from audit.ruleset.configure import read_value, same_value, value_text
from audit.ruleset.expressions import Money, Number, Percent
from audit.ruleset.money import Odds, Share
from audit.ruleset.names import Name

CENTS = st.integers(0, 10**7).map(lambda n: Fraction(n, 100))
WORDS = st.from_regex(r"[a-z][a-z_]{0,12}", fullmatch=True).filter(lambda w: w not in ("yes", "no", "none"))
SHARES = st.integers(0, 10_000).map(lambda n: Fraction(n, 10_000))
VALUES = st.one_of(
    st.sampled_from([pt.Special.YES, pt.Special.NO, pt.Special.NONE]),
    CENTS.map(Money),
    SHARES.map(Percent),
    st.integers(0, 10**6).map(lambda n: Number(str(n))),
    WORDS.map(Name),
    st.builds(Share, SHARES, WORDS.map(Name)),
    st.builds(Odds, st.integers(1, 999).map(Fraction), st.integers(1, 99).map(Fraction), st.booleans()),
)


@given(VALUES)
def test_a_value_is_read_back_as_it_is_written(value: object) -> None:
    assert same_value(read_value(value_text(value)), value)  # type: ignore[arg-type]


@given(st.text(max_size=40))
def test_any_text_is_some_value(text: str) -> None:
    read_value(text)
