"""Rounds in which hands grow: cards drawn by choice and by rule, hands split; solved exactly over kinds of cards."""
