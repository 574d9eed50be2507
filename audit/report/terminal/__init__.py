"""What `audit` prints in a terminal: plain text, stable when piped.

In: results, findings, comparisons, transcripts.  Out: lines of text.  Holds: nothing printed changes between two equal
runs, and what is printed can be typed back.
"""
