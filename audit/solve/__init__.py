"""Exact figures by structure: the round as a machine, a wager as a chain in it.

In: a configured ruleset.  Out: a `RulesetResult`: figures as fractions for each position, moment, reading and option.
Holds: agrees with `play` on every round; a method refuses outside its conditions, and never looks at an id or a title.
"""
