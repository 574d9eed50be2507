"""In: a checked ruleset under one configuration, and what was solved of it (`context.Context`).
Out: findings, each with its five elements, every clause concerned and, where play shows it, a witness (`rules.run`).
Holds: a rule reads and never changes; what could not be examined is said, never passed (`rules.Examination`).
"""
