"""What propositions mean: one truth, one interpreter, and what an engine must say.  No engine is here."""

from .engine import Engine, Values
from .interpreter import truth
from .points import AtPoint, Everywhere
from .truth import Answer, Open, Truth, all_of, answer, any_of, graded, known, opposite, unknown

__all__ = [
    "Answer", "AtPoint", "Engine", "Everywhere", "Open", "Truth", "Values", "all_of", "answer", "any_of", "graded",
    "known", "opposite", "truth", "unknown",
]  # fmt: skip
