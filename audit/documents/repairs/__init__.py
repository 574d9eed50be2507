"""Reads words that a scan broke, with a visible trace.

In: clauses, and how often each word stands in the document.  Out: the clauses with repaired stretches (`repaired`).
Holds: the print is kept beside the reading; no figure is ever changed; rather no repair than a wrong one.
"""

from audit.documents.repairs.repairing import repaired
from audit.documents.repairs.vocabulary import Vocabulary, vocabulary_of

__all__ = ["Vocabulary", "repaired", "vocabulary_of"]
