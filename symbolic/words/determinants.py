r"""Powers with a symbolic exponent, and the determinants that lead to them."""

from __future__ import annotations

from ..errors import InputError
from .blocks import Block, Blocked
from .matrices import Matrix, plus, times
from .normal import dimension
from .opaque import REBUILD, opaque
from .scalars import ONE, Scalar


def symbolic_power(base: Scalar, exponent: Scalar) -> Scalar:
    r""":math:`base^{exponent}`; the whole number in the exponent is split off: :math:`m^{d-1}=m^d\,m^{-1}`."""
    if base == ONE:
        return ONE
    whole = exponent.terms.get(())
    if whole is None:
        return opaque("power", base, exponent) if exponent else ONE
    if not whole.is_constant or whole.at(1).denominator != 1:
        raise InputError(f"the exponent {exponent} must be a whole number plus terms in dimensions.")
    return symbolic_power(base, exponent - whole) * base ** int(whole.at(1))


REBUILD["power"] = symbolic_power


def determinant(A: Blocked) -> Scalar:
    r"""The determinant of a multiple of the identity, or of a bordered one by its Schur complement.

    .. math:: \det\begin{pmatrix}aI_d&b\\c^\top&e\end{pmatrix}=a^d\,(e-c^\top b/a),

    an identity between polynomials in a, so it holds for a = 0 as well.  Raises :class:`InputError` for other matrices.
    """
    if isinstance(A, Scalar):
        return A
    if isinstance(A, Matrix) and A.rows == A.cols and set(A.terms) <= {()}:
        return symbolic_power(A.terms.get((), Scalar.of(0)), dimension(A.rows))
    if isinstance(A, Block) and A.rows == A.cols and len(A.rows) == 2 and A.rows[1] == 1:
        (corner, b), (c, e) = A.entries
        a = corner.terms.get(()) if isinstance(corner, Matrix) and set(corner.terms) == {()} else None
        if a is not None:
            schur = plus(e, times(c, b) * -(a**-1))
            assert isinstance(schur, Scalar)
            return determinant(corner) * schur
    raise InputError(f"the determinant of {A} is not known for symbolic dimension: pass a bordered multiple of I.")
