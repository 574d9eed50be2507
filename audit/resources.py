"""Where the grammars, report templates and shipped rulesets lie.

In a wheel they are packed under ``audit/_shipped``; in a checkout, editable installs included, they are the
top-level folders beside the package.
"""

from __future__ import annotations

import os
from pathlib import Path

_PACKED = Path(__file__).parent / "_shipped"
_CHECKOUT = Path(__file__).parent.parent


def folder(name: str) -> Path:
    """The folder ``grammars``, ``rulesets`` or ``reports``."""
    packed = _PACKED / name
    return packed if packed.is_dir() else _CHECKOUT / name


def cache_folder() -> Path:
    """Where results that can always be worked out again are kept; see ``AUDIT_CACHE``."""
    chosen = os.environ.get("AUDIT_CACHE")
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "audit"
