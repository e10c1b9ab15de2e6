r"""Words: exact algebra of scalars, vectors and matrices of symbolic dimension.

>>> from symbolic.words import N, Matrix, expect, gaussian, letter, matrix, trace
>>> Lam = matrix("Lam", "d", "d", posdef=True)
>>> Gam = (1 + 1 / N) * Lam + trace(Lam) / N * Matrix.identity("d")
>>> X = gaussian("X", "d", "N", letter("Lam", "d", "d", posdef=True))
>>> Lam_hat = X * X.T / N
>>> expect(Lam_hat) == Lam, expect(Lam_hat * Lam_hat) == Gam * Lam
(True, True)
"""

from .calculus import derivative, gradient, name_of
from .coefficients import Ratio
from .conversion import to_sympy
from .determinants import determinant
from .evaluation import evaluate
from .letters import Letter, basis, letter
from .matrices import Matrix, Value, entry, matrix, power, projection, pseudo_inverse, trace
from .moments import contract_index, expect, gaussian
from .normal import dimension
from .opaque import REBUILD, condition, exp, log, norm_F, norm_op, nuclear, opaque, singular_product_sum
from .roots import absolute
from .scalars import ONE, ZERO, N, Scalar, ScalarLike
from .structure import depends_on, names
from .substitution import substitute

__all__ = [
    "ONE", "REBUILD", "ZERO", "Letter", "Matrix", "N", "Ratio", "Scalar", "ScalarLike", "Value", "absolute", "basis",
    "condition", "contract_index", "depends_on", "derivative", "determinant", "dimension", "entry", "evaluate", "exp",
    "expect", "gaussian", "gradient", "letter", "log", "matrix", "name_of", "names", "norm_F", "norm_op", "nuclear",
    "opaque", "power", "projection", "pseudo_inverse", "singular_product_sum", "substitute", "to_sympy", "trace",
]
