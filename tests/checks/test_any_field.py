"""Random one-roll wagers: the rules find exactly the rolls that were left out or named twice."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

TOTALS = list(range(2, 13))
FATES = st.lists(st.sampled_from(["win", "lose", "both", "none"]), min_size=len(TOTALS), max_size=len(TOTALS))


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(fates=FATES)
def test_gaps_and_conflicts_are_found_and_nothing_else(bench, replay, fates):
    wins = [t for t, fate in zip(TOTALS, fates, strict=True) if fate in ("win", "both")]
    loses = [t for t, fate in zip(TOTALS, fates, strict=True) if fate in ("lose", "both")]
    if not wins or not loses:
        return
    made = bench(f"""
wager field                                                             @ C.1
  lasts one roll                                                        @ C.1
  win  on {", ".join(map(str, wins))}                                   @ C.2
  lose on {", ".join(map(str, loses))}                                  @ C.3
  pays 1 to 1                                                           @ C.4
""")
    gaps = made.found("result-missing")
    conflicts = made.found("result-conflict")
    assert bool(gaps) == ("none" in fates)
    assert bool(conflicts) == ("both" in fates)
    for gap in gaps:
        missing = [t for t, fate in zip(TOTALS, fates, strict=True) if fate == "none"]
        named = gap.message.partition(" result on ")[2]
        assert named.split(",")[0].split(" and")[0] == str(missing[0])
        assert replay(gap, made.ruleset).last == {"field": "stays"}
    for conflict in conflicts:
        assert "two lines give different results" in replay(conflict, made.ruleset).stopped
    assert not made.found("claim-false")
