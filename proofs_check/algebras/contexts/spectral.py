"""Pseudo-inverses, projections, ranks and eigenvalues of matrices of numbers; raises Lacks for letters."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from symbolic.contexts.spectra import eigenvalues as rational_eigenvalues
from symbolic.contexts.spectra import from_rational, rational, square_root
from symbolic.entries import Matrix, psd

from ...statement.fold import Lacks
from ...statement.terms import Op
from .environment import Env
from .reader import Meaning, Reader, scalar


def _numbers(reader: Reader, node: Op, env: Env, what: str) -> Matrix:
    found = rational(reader(node.args[0], env))
    if found is None:
        raise Lacks(f"entries lacks the {what} of a matrix whose entries are no numbers")
    return from_rational(found)


def _of_rank(function: Callable[[Matrix], Any], what: str) -> Meaning:
    def meaning(reader: Reader, node: Op, env: Env) -> Matrix:
        value = function(_numbers(reader, node, env, what))
        return value if isinstance(value, Matrix) else scalar(fmpq(value))

    return meaning


def _eigenvalues(reader: Reader, node: Op, env: Env, what: str) -> list[fmpq]:
    """The different ones, in increasing order."""
    A = _numbers(reader, node, env, what)
    if any(e for e in (A - A.T).entries()):
        raise Lacks(f"entries lacks the {what} of a matrix that is not symmetric")
    found = rational_eigenvalues(A)
    if found is None:
        raise Lacks(f"entries lacks the {what} of a matrix whose eigenvalues are not rational")
    return found


def _norm_op(reader: Reader, node: Op, env: Env) -> Matrix:
    A = _numbers(reader, node, env, "norm")
    if not any(e for e in (A - A.T).entries()):
        return scalar(max(map(abs, _eigenvalues(reader, node, env, "norm"))))
    squares = rational_eigenvalues(A.T @ A)
    found = None if squares is None else square_root(max(squares))
    if found is None:
        raise Lacks("entries lacks the norm of a matrix whose singular values are not rational")
    return scalar(found)


def _least(reader: Reader, node: Op, env: Env) -> Matrix:
    return scalar(_eigenvalues(reader, node, env, "least eigenvalue")[0])


def _least_positive(reader: Reader, node: Op, env: Env) -> Matrix:
    found = _eigenvalues(reader, node, env, "least positive eigenvalue")
    positive = [e for e in found if e > 0]
    if not positive or found[0] < 0:
        raise Lacks("entries lacks a positive eigenvalue: the matrix is zero, or not positive semi-definite")
    return scalar(positive[0])


HEADS: dict[str, Meaning] = {
    "pinv": _of_rank(psd.pinv, "pseudo-inverse"), "projection": _of_rank(psd.projection, "projection"),
    "rank": _of_rank(psd.rank, "rank"), "norm_op": _norm_op, "least_eigenvalue": _least,
    "least_positive_eigenvalue": _least_positive,
}
