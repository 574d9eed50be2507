"""What hands are called where best play is told: ``pair (8-K)``, ``Q-6-4``."""

from __future__ import annotations

from audit.play.scales import Scale, Worth
from audit.solve.cards.answers import Judge
from audit.solve.cards.course import Feature
from audit.solve.cards.reading_play import Hands


def hand_names(judge: Judge, hand: Feature) -> Hands:
    """Names for the places that `AnswerIds.strength` of this hand has."""
    coded = judge.coded(hand)
    first = {int(place): code for code, place in reversed(list(enumerate(coded.order)))}

    def worth(place: int) -> Worth:
        found: Worth = coded.worths[first[place]]
        return found

    return Hands(
        lambda place: worth_name(coded.scale, worth(place)),
        lambda place: class_name(coded.scale, worth(place)),
    )


def class_name(scale: Scale, worth: Worth) -> str:
    """The name of the class: ``three of a kind``."""
    return scale.classes[worth.level].name.replace("_", " ")


def worth_name(scale: Scale, worth: Worth) -> str:
    """A hand by its class and ranks; one of the lowest class by its ranks alone."""
    by_value = {scale.value(rank): rank for rank in scale.order.ranks}
    ranks = "-".join(by_value.get(value, "?") for value in worth.ranks)
    if worth.level == 0 and ranks:
        return ranks
    return f"{class_name(scale, worth)} ({ranks})" if ranks else class_name(scale, worth)

