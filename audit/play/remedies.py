"""The words of remedies."""

from __future__ import annotations

from audit.ruleset import controls as ct


def remedy_text(remedy: ct.AnyRemedy) -> str:
    """A remedy in the words of the language."""
    match remedy:
        case ct.Remedy():
            return remedy.value
        case ct.ToldRemedy(text):
            return text
        case ct.ReturnWagers(wagers):
            return f"return {', '.join(w.text for w in wagers)}"
        case ct.SettleWagers(wagers):
            return f"settle {', '.join(w.text for w in wagers)}"
        case ct.BarFromBets(betting):
            return f"bar the player from bets of {betting}"
