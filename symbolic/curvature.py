"""How sharp a Polyak-Lojasiewicz constant can be: exact local curvature in the eigenbasis of the covariance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Any

from flint import arb, ctx, fmpq, fmpq_mat

from .minima import Square
from .spectra import Spectrum


@dataclass(frozen=True)
class LocalRate:
    r"""The sharp PL constant as t tends to infinity: twice the least nonzero eigenvalue of the Hessian at the limit.

    ``limit_fourth`` is :math:`u_\infty^4=\|K_*\|_F^2`; the nonzero eigenvalues are :math:`u_\infty^2` times the
    rational ``off_diagonal`` (one for each i != j) and times the roots of ``characteristic`` (lowest degree first).
    """

    limit_fourth: Fraction
    off_diagonal: tuple[Fraction, ...]
    characteristic: tuple[Fraction, ...]
    mu: arb
    """An enclosure of the constant."""


def local_rate(square: Square, eigenvalues: Sequence[int | Fraction], N: int, *, digits: int = 30) -> LocalRate:
    r"""The local constant at rational eigenvalues of :math:`\Lambda`.

    With :math:`h_{ij}=\sum_kc_ka_k(\lambda_i)b_k(\lambda_j)`, the Hessian at the minimiser is
    :math:`J^\top\mathcal HJ`, J the derivative of :math:`(U,u)\mapsto uU`.  In the eigenbasis it splits:
    :math:`u^2h_{ij}` off the diagonal, and on the diagonal together with u the eigenvalues of
    :math:`D^{1/2}(u^2I+UU^\top)D^{1/2}`, :math:`D=\mathrm{diag}(h_{ii})`, which with :math:`U=\kappa/u`,
    :math:`u^4=|\kappa|^2` are :math:`u^2` times those of :math:`D(I+\kappa\kappa^\top/|\kappa|^2)`.
    """
    at = Spectrum.of(eigenvalues, N)
    h, kappa = _operator(square, at), at.matrix(square.K)
    indices = range(len(kappa))
    norm = sum((k * k for k in kappa), Fraction(0))
    block = [[h[i][i] * ((i == j) + kappa[i] * kappa[j] / norm) for j in indices] for i in indices]
    polynomial = fmpq_mat([[_flint(x) for x in row] for row in block]).charpoly()
    off = tuple(h[i][j] for i in indices for j in indices if i != j)
    with _digits(digits):
        pairs: Any = polynomial.numer().complex_roots()  # (root, multiplicity), which python-flint's stubs do not say
        # All eigenvalues of the block are real: it is similar to a symmetric matrix.
        roots = [root.real for root, _ in pairs]
        smallest = reduce(arb.min, [arb(_flint(x)) for x in off], reduce(arb.min, roots))
        mu = 2 * arb(_flint(norm)).sqrt() * smallest
    return LocalRate(norm, off, tuple(Fraction(int(c.p), int(c.q)) for c in polynomial.coeffs()), mu)


def best_per_square(square: Square, eigenvalues: Sequence[int | Fraction], N: int) -> Fraction:
    r"""The largest c with :math:`\|\partial f/\partial U\|_F^2\ge u^2c\,(f-\min f)` for all U and u.

    In the eigenbasis the two sides are :math:`u^2\sum h_{ij}^2\Delta_{ij}^2` and
    :math:`\frac12\sum h_{ij}\Delta_{ij}^2`, so :math:`c=2\min_{ij}h_{ij}`; the paper's ingredient (ii) puts the
    smaller :math:`1/(\mathrm{tr}L^{-1}\,\mathrm{tr}R^{-1})` for the minimum.
    """
    return 2 * min(min(row) for row in _operator(square, Spectrum.of(eigenvalues, N)))


def _operator(square: Square, at: Spectrum) -> list[list[Fraction]]:
    r"""The eigenvalues :math:`h_{ij}` of the quadratic part, which acts on entry (i, j) in the eigenbasis."""
    values = [(at.scalar(w.coefficient), at.matrix(w.left), at.matrix(w.right)) for w in square.weights]
    indices = range(len(at.eigenvalues))
    return [[sum((c * a[i] * b[j] for c, a, b in values), Fraction(0)) for j in indices] for i in indices]


@contextmanager
def _digits(digits: int) -> Iterator[None]:
    """The working precision of balls, restored afterwards."""
    before = ctx.dps
    ctx.dps = digits
    try:
        yield
    finally:
        ctx.dps = before


def _flint(x: Fraction) -> fmpq:
    return fmpq(x.numerator, x.denominator)
