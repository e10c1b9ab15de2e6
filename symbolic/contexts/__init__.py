r"""Attention on small contexts, exactly: numbers, rational functions and dual numbers in small dense matrices.

Nothing here knows the statement language.  Matrices are those of :mod:`symbolic.entries.matrix`, whose entries may be
numbers (``fmpq``), :class:`Quotient` (rational functions in generators that are added as they are met) and
:class:`Dual` (a value with its derivative).
"""

from .duals import Dual, Kink, derivative_part, value_part
from .exponentials import exponential
from .generators import Generators, NeedsFiner
from .integrals import Divergence, divergence, not_positive
from .kernels import formulas
from .matrices import common_roots, hostile_matrices
from .oracle import Activation, Kernel, gram_key
from .quotients import Quotient, constant_of, text
from .rotations import orthogonal_matrices, signed_permutations
from .spectra import absolute, half, inverse, is_psd, rank

__all__ = [
    "Activation", "Divergence", "Dual", "Generators", "Kernel", "Kink", "NeedsFiner", "Quotient", "absolute",
    "common_roots", "constant_of", "derivative_part", "divergence", "exponential", "formulas", "gram_key", "half",
    "hostile_matrices", "inverse", "is_psd", "not_positive", "orthogonal_matrices", "rank", "signed_permutations",
    "text", "value_part",
]  # fmt: skip
