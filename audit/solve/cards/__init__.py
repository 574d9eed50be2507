"""Cards against the house, exactly.

In: a configured ruleset whose round deals cards.  Out: how every wager ends under best play, in whole numbers of deals.
Must hold: what a line means is asked of `audit.play`; a method states its conditions and refuses outside them by name.
"""
