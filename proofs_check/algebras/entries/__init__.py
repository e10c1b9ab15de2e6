"""Terms entry by entry at fixed dimensions; the entrywise reading of the statement language."""

from .algebra import EntriesAlgebra
from .decide import Decision, certainly_nonzero, decide_at_minimisers, decide_equal, exact_values
from .lengths import values_needed
from .points import points
from .prompts import algebra_for
from .space import Setting

__all__ = [
    "Decision", "EntriesAlgebra", "Setting", "algebra_for", "certainly_nonzero", "decide_at_minimisers",
    "decide_equal", "exact_values", "points", "values_needed",
]
