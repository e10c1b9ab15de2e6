"""What a head binds: which of its arguments are names, and in which they have other values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Over(Enum):
    """What a head goes through: all that is below it is looked at for each."""

    INDICES = "indices"
    LAYERS = "layers of a recursion or a product"
    STEP = "a step along a line"
    VALUES = "values of the symbols that it names"
    OUTCOMES = "outcomes of what is drawn"
    MOMENTS = "moments of the flow"
    FLOWS = "whole flows, from other starts or of other losses"
    GROWTH = "integers that grow"
    SOME = "all symbols: it holds at some of their values, and need not hold at others"


Places = tuple[int, int | None, int]
"""First, last (without), and the step from one to the next."""
NONE, ALL = (0, 0, 1), (0, None, 1)
FIRST, TWO, REST, AFTER_TWO, EVERY_OTHER = (0, 1, 1), (0, 2, 1), (1, None, 1), (2, None, 1), (1, None, 2)
SECOND = (1, 2, 1)


@dataclass(frozen=True, slots=True)
class Binder:
    over: Over
    names: Places = NONE
    """The places of the symbols that have other values below the head."""
    scope: Places = ALL
    """The arguments in which they have them."""
    at_a_point: bool = False
    """Whether the whole depends on the values that they have outside, too, as a gradient does."""
    of_outer: bool = False
    """Whether its names are those of a head further up: where that is unrolled, their values are put in."""


INDEX = Binder(Over.INDICES, FIRST, AFTER_TWO)
TWO_INDICES = Binder(Over.INDICES, TWO, (3, None, 1))
PRODUCT_OF_LAYERS = Binder(Over.LAYERS, FIRST, AFTER_TWO)
SLOPE = Binder(Over.STEP, FIRST, SECOND)
OF_A_FUNCTION = Binder(Over.VALUES, REST, FIRST)
AT_POINTS = Binder(Over.VALUES, EVERY_OTHER, FIRST)
BODY_TOO = Binder(Over.VALUES, AFTER_TWO, TWO)
QUANTIFIER = Binder(Over.VALUES, FIRST, SECOND)
MEAN = Binder(Over.OUTCOMES)
GROWING = Binder(Over.GROWTH, AFTER_TWO, TWO)
