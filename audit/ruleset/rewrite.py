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


def walk(node: Any) -> Iterator[Any]:
    """Everything in a piece of a ruleset, itself first; bases and spans are left out."""
    if isinstance(node, tuple):
        for item in node:
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for name in field_names(type(node)):
            yield from walk(getattr(node, name))


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """The piece with ``change`` applied to every part, innermost first; parts that stay are the same objects."""
    made: Any = node
    if isinstance(node, tuple):
        items = tuple(rewrite(item, change) for item in node)
        return items if any(a is not b for a, b in zip(items, node, strict=True)) else node  # type: ignore[return-value]
    if is_dataclass(node) and not isinstance(node, type):
        changed = {}
        for name in field_names(type(node)):
            old = getattr(node, name)
            if isinstance(old, tuple) or is_dataclass(old):
                new = rewrite(old, change)
                if new is not old:
                    changed[name] = new
        if changed:
            made = replace(made, **changed)
        return change(made)  # type: ignore[no-any-return]
    return node
