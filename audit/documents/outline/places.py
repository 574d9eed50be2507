"""Places in an outline: each a step under another place, made once, so that two are one place if they are one object."""

from __future__ import annotations

from collections.abc import Iterator

from audit.documents.outline.labels import Form, Kind, Step, Style


class Place:
    """A place; ``above`` is None of the outline itself, which is ``depth`` 0 and bears no step."""

    __slots__ = ("_below", "above", "depth", "is_heading", "soles", "step")

    def __init__(self, step: Step, above: Place | None) -> None:
        self.step, self.above = step, above
        self.is_heading = step.style.kind is Kind.HEADING
        self.depth: int = above.depth + 1 if above is not None else 0
        self.soles: int = (above.soles if above is not None else 0) + (step.value == 1 and above is not None and not self.is_heading)
        """Of the steps to here, how many are the first of their list."""
        self._below: dict[Step, Place] = {}

    def under(self, step: Step) -> Place:
        """The place of a step below this one."""
        found = self._below.get(step)
        if found is None:
            found = self._below[step] = Place(step, self)
        return found

    def beside(self, step: Step) -> Place:
        """The place of a step on the level of this one."""
        assert self.above is not None
        return self.above.under(step)

    @property
    def next(self) -> Place:
        return self.beside(Step(self.step.style, self.step.value + 1))

    def upwards(self) -> Iterator[Place]:
        """This place and those above it, without the outline itself."""
        place: Place = self
        while place.above is not None:
            yield place
            place = place.above

    @property
    def steps(self) -> tuple[Step, ...]:
        return tuple(place.step for place in self.upwards())[::-1]


def outline_itself() -> Place:
    """A new outline without any place in it."""
    return Place(Step(Style(Kind.HEADING, Form.STOP), 0), None)
