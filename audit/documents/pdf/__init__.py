"""In: the bytes of a PDF.  Out: pages of lines (`pages.Printed`) with places, marks, and cells of ruled tables.
Holds: marks are read from drawn lines character by character; rules of tables and of pages are no marks.
What was decided about lines, colours and margins, and what could not be read, stands in the remarks.
"""

from audit.documents.pdf.reading import printed_pdf

__all__ = ["printed_pdf"]
