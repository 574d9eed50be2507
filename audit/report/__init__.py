"""The report of an examination, and its renderers.

In: rulesets, results, findings and comparisons.  Out: HTML and PDF, from one model (`building` makes it).
Holds: the same inputs give the same bytes; every figure is rounded from its fraction, in `numbers` alone.
"""
