"""The checked definition of a game: frozen data, one small class a construct.

In: what `language` builds, or another ruleset.  Out: a `Ruleset`; `configure` gives one without choices.
Holds: every node carries its clauses and its place in the text; nothing here knows how a round is played.
"""
