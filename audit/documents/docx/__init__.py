"""In: the bytes of a DOCX, with tracked changes, automatic numbers, tables, notes and comments.
Out: its paragraphs and table rows as lines (`reading.printed_docx`).
Holds: nothing outside the package is ever fetched; the new and the old view are what Word accepts and what it rejects.
"""
