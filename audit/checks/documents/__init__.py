"""In: one set of rules as a document states it (`context.Written`): its clauses, and the other parts of its file.
Out: findings that need no ruleset, each with page, line and every clause concerned (`rules.examine_document`).
Holds: what is shown by default is right; a doubtful reading of a scan is no fault of the document.
"""
