"""Functions of exact symmetric matrices in fractions, by :mod:`numeric.psd`: arrays (1, n, n) of fractions."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flint
import numpy as np
from numpy.typing import NDArray

from numeric import psd
from numeric.errors import InputError

from ..statement.fold import Lacks
from .exact_inverse import are_fractions

Array = NDArray[Any]


def rational(a: Array) -> flint.fmpq_mat:
    """One exact matrix; raises :class:`Lacks` for a batch, for rounded entries and for those that are no numbers."""
    if len(a) != 1 or not are_fractions(a):
        raise Lacks("functions of a psd matrix are read of exact constants only")
    entries = [Fraction(x) for x in a.ravel()]
    return flint.fmpq_mat(a.shape[1], a.shape[2], [flint.fmpq(x.numerator, x.denominator) for x in entries])


def array(A: flint.fmpq_mat) -> Array:
    """The same as an array (1, rows, columns) of fractions."""
    made: Array = np.empty((1, A.nrows(), A.ncols()), dtype=object)
    made.ravel()[:] = [Fraction(int(x.p), int(x.q)) for x in A.entries()]
    return made


def pinv(a: Array) -> Array:
    """The Moore-Penrose inverse of a symmetric matrix."""
    try:
        return array(psd.pseudo_inverse(rational(a)))
    except InputError as error:
        raise Lacks(str(error)) from error


def projection(a: Array) -> Array:
    """The orthogonal projection on the image."""
    return array(psd.projection(rational(a)))


def rank(a: Array) -> Array:
    """The rank as a number."""
    return array(flint.fmpq_mat(1, 1, [rational(a).rank()]))


def determinant(a: Array) -> Array:
    """The determinant as a number."""
    return array(flint.fmpq_mat(1, 1, [rational(a).det()]))


def root(a: Array) -> Array:
    """The principal square root; raises :class:`Lacks` where it is not rational."""
    try:
        found = psd.rational_root(rational(a))
    except InputError as error:
        raise Lacks(str(error)) from error
    if found is None:
        raise Lacks("the square root of this matrix is not rational")
    return array(found)


def modulus(a: Array) -> Array:
    """The root of the square of a symmetric matrix; raises :class:`Lacks` where it is not rational."""
    A = rational(a)
    if A.transpose() != A:
        raise Lacks("the modulus of a matrix that is not symmetric: it has none")
    return root(array(A * A))


def eigenvalues(a: Array) -> list[Fraction]:
    """With multiplicity, in decreasing order; raises :class:`Lacks` where one is not rational."""
    try:
        distinct = psd.eigenvalues(rational(a))
    except InputError as error:
        raise Lacks(str(error)) from error
    found = []
    for e in distinct:
        if e.rational is None:
            raise Lacks("an eigenvalue of this matrix is not rational")
        found += [Fraction(int(e.rational.p), int(e.rational.q))] * e.multiplicity
    return found
