"""Two rulesets held against each other.

In: two rulesets, configured and verified.  Out: a `Comparison`: entries with clauses, house edges and witnesses.
Holds: what no round settles differently is never an entry of play, and a witness has been played under both rulesets.
"""
