"""The rules-of-play language: from the text of a file to a checked ruleset, and back to text.

In: the text of a ``.rop`` file, and the library that it includes and amends from.  Out: a `Ruleset`, or diagnostics.
Holds: every mistake is told with its place and one mend; nothing is guessed, and no text costs more than its bound.
"""
