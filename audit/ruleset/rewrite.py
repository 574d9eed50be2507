"""Walks and rewrites the frozen data of a ruleset, whatever its classes."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

T = TypeVar("T")


@functools.cache
def field_names(cls: type[Any]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if f.name not in ("basis", "span"))


@functools.cache
def _inner_fields(cls: type[Any]) -> tuple[str, ...] | None:
    """The fields of a class of data, last first; None for what has no parts, such as a number."""
    return field_names(cls)[::-1] if is_dataclass(cls) else None


def walk(node: Any) -> Iterator[Any]:
    """Everything in a piece of a ruleset, itself first; bases and spans are left out."""
    # A stack of what is still to be seen, not a recursion: this is the innermost loop of slicing.
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting.extend(reversed(part))
        elif (inner := _inner_fields(part.__class__)) is not None:
            yield part
            waiting.extend([getattr(part, name) for name in inner])


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """The piece with ``change`` applied to every part, innermost first; parts that stay are the same objects."""
    made: Any = node
    if isinstance(node, tuple):
        items = tuple(rewrite(item, change) for item in node)
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node  # type: ignore[return-value]
    if _inner_fields(made.__class__) is not None:
        changed = {}
        for name in field_names(made.__class__):
            old = getattr(node, name)
            if isinstance(old, tuple) or _inner_fields(old.__class__) is not None:
                new = rewrite(old, change)
                if new is not old:
                    changed[name] = new
        if changed:
            made = replace(made, **changed)
        return change(made)  # type: ignore[no-any-return]
    return node
