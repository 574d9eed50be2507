"""Whether two problems for a kernel are the same in every number, whatever their lines and spots are called.

Options and readings often lead to the very same count: cards dealt in another order, a line that bears on something
else.  What a kernel finds hangs on nothing but the numbers that it is given, so that it need find it once only.
"""

from __future__ import annotations

import hashlib
from dataclasses import fields

import numpy as np
import numpy.typing as npt

from audit.solve.cards.sets import Pack
from audit.solve.cards.showdown import Showdown

DIGEST = 32
"""Bytes of a digest: two problems that are not the same never have one in common."""


def digest_of(showdown: Showdown) -> bytes | None:
    """A digest of all that a showdown consists of; None where part of it is of a kind that cannot be told here.

    Of a pack its ranks and suits are told: nothing else of it is counted by.
    """
    told = hashlib.blake2b(digest_size=DIGEST)
    of_arrays: dict[int, bytes] = {}
    for field in fields(showdown):
        value = getattr(showdown, field.name)
        parts = (value.rank, value.suit) if type(value) is Pack else (value,)
        told.update(f"{field.name} {len(parts)};".encode())
        for part in parts:
            if isinstance(part, np.ndarray) and part.dtype != object:
                if id(part) not in of_arrays:
                    of_arrays[id(part)] = _digest_of_array(part)
                told.update(of_arrays[id(part)])
            elif part is None or type(part) in (int, bool):
                told.update(f"{part!r};".encode())
            else:
                return None
    return told.digest()


def _digest_of_array(array: npt.NDArray[np.generic]) -> bytes:
    told = hashlib.blake2b(f"{array.dtype.str} {array.shape};".encode(), digest_size=DIGEST)
    told.update(np.ascontiguousarray(array).data)
    return told.digest()
