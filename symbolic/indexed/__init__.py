r"""Scalars and matrices by their entries, with sums over indices and means over random letters, for every dimension.

Words (:mod:`symbolic.words`) never look at an entry; here everything is entries.  Both describe the same values, and
:func:`from_words` leads from one to the other.  What is gained are diagonal matrices, sums such as
:math:`\sum_{ij}\zeta_{ij}u_{ij}^2`, quotients under a sum, and means over a random covariance.
"""

from .binders import Law, mean, rename, summed
from .calculus import derivative, gradient, substitute
from .factors import free_index
from .from_words import (
    as_word,
    diagonal_letter,
    diagonal_of,
    from_words,
    has_indexed_meaning,
    hidden_in,
    hides_indices,
    positive_vector,
)
from .matrices import AnyIndexed, IndexedMatrix, call, norm_F
from .powers import absolute
from .values import ONE, ZERO, Indexed, delta, dimension

__all__ = [
    "ONE", "ZERO", "AnyIndexed", "Indexed", "IndexedMatrix", "Law", "absolute", "as_word", "call", "delta",
    "derivative", "diagonal_letter", "diagonal_of", "dimension", "free_index", "from_words", "gradient",
    "has_indexed_meaning", "hidden_in", "hides_indices", "mean", "norm_F", "positive_vector", "rename", "substitute",
    "summed",
]
