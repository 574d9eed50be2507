"""The command line: one file a command, and nothing in it but arguments and exit codes.

In: words typed, files named.  Out: text or a document on stdout, talk on stderr, an exit code.
Holds: what could not be done is never a 0; equal runs print equal bytes; heavy imports wait until a command needs them.
"""
