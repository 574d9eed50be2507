"""What heads the columns of the two sides."""

from __future__ import annotations

from audit.compare.side import Side


def labels(old: Side, new: Side) -> tuple[str, str]:
    """What heads the two columns: the editions of one family, else the ids."""
    one, other = old.ruleset.head, new.ruleset.head
    if one.id != other.id and one.id.rpartition("/")[0] == other.id.rpartition("/")[0]:
        return one.edition, other.edition
    return (one.id, other.id) if one.id != other.id else ("old", "new")
