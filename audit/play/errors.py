"""What stops play."""

from __future__ import annotations

from audit.ruleset.basis import NOWHERE, Span


class PlayError(Exception):
    """A round that cannot be played; ``span`` is the statement that stops it, where one does."""

    def __init__(self, message: str, span: Span = NOWHERE) -> None:
        super().__init__(message)
        self.message, self.span = message, span


class NotPlayable(PlayError):
    """A statement whose meaning play does not carry out yet; it is refused by name, never skipped."""

    def __init__(self, statement: str, span: Span = NOWHERE) -> None:
        super().__init__(f'"{statement}" cannot be played yet', span)
        self.statement = statement

    def placed(self, span: Span) -> NotPlayable:
        """The same refusal, at this place if it names none."""
        if not self.span.line:
            self.span = span
        return self


class NotStatedHere(PlayError):
    """The document does not say what play would have to know: what a wager wins on, what its result is."""


class CannotGoOn(PlayError):
    """The rules leave a round no way on: no choice is permitted, no card is left, a hand never ends."""


class GivenError(PlayError):
    """Scripted chance that cannot come up."""


class AmountError(PlayError):
    """A stake that the rules do not permit."""


class RoundVoided(Exception):
    """The round is void and ends here."""
