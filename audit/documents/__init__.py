"""In: a file (PDF, text, Markdown, DOCX), clean, redlined, scanned, or bundled in a packet.
Out: pages of lines (`pages.Printed`), parts, and for each a tree of clauses (`document.Document`).
Holds: every character of a clause has its line and column; what is doubtful says so; nothing is dropped without a word.
"""
