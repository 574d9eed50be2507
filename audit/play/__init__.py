"""The interpreter: what a ruleset means, line by line.

In: a configured ruleset, a source of chance, the wagers that a player wants.  Out: events, each with its clauses.
Holds: the same chance gives the same events; what is not carried out is refused by the name of its statement.
"""
