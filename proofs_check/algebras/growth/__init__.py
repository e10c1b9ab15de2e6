"""How fast a term grows with what is random in it, for every dimension, length and depth: by its structure alone."""

from .classes import Growth, growth_of
from .matrices import disagreement_of_matrices
from .regions import conditions, disagreement, finite_at_all

__all__ = ["Growth", "conditions", "disagreement", "disagreement_of_matrices", "finite_at_all", "growth_of"]
