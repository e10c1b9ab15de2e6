"""What propositions mean: one truth, one interpreter, and what an engine must say.  No engine is here."""

from .engine import AtPoint, Engine, Everywhere, Values
from .interpreter import truth
from .truth import Answer, Open, Truth, all_of, answer, any_of, graded, known, opposite, unknown

__all__ = [
    "Answer", "AtPoint", "Engine", "Everywhere", "Open", "Truth", "Values", "all_of", "answer", "any_of", "graded",
    "known", "opposite", "truth", "unknown",
]  # fmt: skip
