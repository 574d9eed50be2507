"""Moments of a round: when a wager may be made, when a bonus is paid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from audit.ruleset.names import Kind, Name


@dataclass(frozen=True, slots=True)
class BeforeAny:
    """``before any roll``: a step, or an act such as roll, whenever it is due."""

    act: Annotated[Name, Kind.STEP | Kind.BUILT_IN]


@dataclass(frozen=True, slots=True)
class Before:
    step: Annotated[Name, Kind.STEP | Kind.BUILT_IN]


@dataclass(frozen=True, slots=True)
class AfterStep:
    step: Annotated[Name, Kind.STEP | Kind.BUILT_IN]


@dataclass(frozen=True, slots=True)
class InStep:
    step: Annotated[Name, Kind.STEP | Kind.BUILT_IN]


Moment: TypeAlias = BeforeAny | Before | AfterStep | InStep
