r"""Eigenvalues as opaque numbers, and sums over all of them: :math:`\sum_if(\lambda_i(A))=\mathrm{tr}\,f(A)`."""

from __future__ import annotations

from fractions import Fraction
from typing import cast

from ..errors import InputError
from .matrices import Matrix, Value, power, times, trace
from .opaque import REBUILD, opaque
from .resolvents import is_semidefinite_word
from .scalars import ATOMS, Atom, Scalar
from .structure import names, names_in

NAME = "eigenvalue"


def eigenvalue(A: Value, i: Scalar) -> Scalar:
    """The i-th eigenvalue of a symmetric matrix, in decreasing order, unspecified."""
    return A if isinstance(A, Scalar) else opaque(NAME, _symmetric(A), i, sign=int(is_semidefinite(A)))


def least_eigenvalue(A: Value) -> Scalar:
    """The smallest eigenvalue of a symmetric matrix, unspecified."""
    return A if isinstance(A, Scalar) else opaque("least_eigenvalue", _symmetric(A), sign=int(is_semidefinite(A)))


def least_positive_eigenvalue(A: Value) -> Scalar:
    """The smallest eigenvalue > 0 of a positive semi-definite matrix, unspecified."""
    return A if isinstance(A, Scalar) else opaque("least_positive_eigenvalue", _symmetric(A), sign=1)


def _symmetric(A: Matrix) -> Matrix:
    if not (A - A.T).is_zero():
        raise InputError(f"{A} is not seen to be symmetric: its eigenvalues may not be real.")
    return A


def is_semidefinite(A: Matrix) -> bool:
    """Whether ``A`` is certainly positive semi-definite: a sum of such words with coefficients >= 0 (False: not
    shown)."""
    return all(c.is_nonnegative and is_semidefinite_word(w) for w, c in A.terms.items())


def sum_over_spectrum(value: Scalar, index: str) -> Scalar | None:
    r"""The sum over all i of ``value``, a rational function of :math:`\lambda_i(A)` for one matrix A, as a trace.

    ``index`` is the name of the scalar i; ``None`` where the value contains no such eigenvalue.  Poles are taken not to
    be among the eigenvalues.  Raises :class:`InputError` where i occurs otherwise, or f(A) is not known.
    """
    found = {a for a in _atoms_below(value) if a.name == NAME and index in names(a.args[1])}
    if not found:
        return None
    if len(found) > 1:
        raise InputError("eigenvalues of different matrices, or for different indices, occur in one sum.")
    (own,) = found
    if own.args[1] != Scalar.symbol(index):
        raise InputError(f"the index of {own} is reckoned with: sums run over the eigenvalues in order.")
    return trace(_at_matrix(value, own, index))


def _atoms_below(value: Scalar) -> set[Atom]:
    atoms = set(value.atoms())
    return atoms.union(*(_atoms_below(a.args[0]) for a in atoms if a.kind == "root"))


def _at_matrix(value: Scalar, own: Atom, index: str) -> Matrix:
    """f(A) for the scalar f of the eigenvalue ``own``."""
    A = cast(Matrix, own.args[0])
    total = Matrix(A.rows, A.cols, {})
    for mono, c in value.terms.items():
        term: Value = Matrix.identity(A.rows)
        rest = Scalar({tuple((k, e) for k, e in mono if index not in names_in(ATOMS[k])): c})
        for k, e in mono:
            a = ATOMS[k]
            if index in names_in(a):
                if a is not own and a.kind != "root":
                    raise InputError(f"the index of the sum occurs in {a}, which is no function of the eigenvalue.")
                base = A if a is own else _at_matrix(a.args[0], own, index)
                term = times(term, power(base, Fraction(e)))
        total = total + cast(Matrix, times(rest, term))
    return total


REBUILD[NAME] = eigenvalue
REBUILD["least_eigenvalue"] = least_eigenvalue
REBUILD["least_positive_eigenvalue"] = least_positive_eigenvalue
