r"""The Polyak-Lojasiewicz constant along the flow, from its ingredients (zfb, Lemmas 12, 18-20).

Let :math:`f-\min f=\frac12\|L^{1/2}\Delta R^{1/2}\|_F^2` with :math:`\Delta=uU-K_*` (:mod:`symbolic.minima`).  Then

(i)   :math:`\partial f/\partial U=u\,L\Delta R`: checked against the gradient derived by matrix calculus;
(ii)  :math:`f-\min f\le\frac12\|L\Delta R\|_F^2\,\mathrm{tr}(L^{-1})\,\mathrm{tr}(R^{-1})`, by submultiplicativity of
      the Frobenius norm on :math:`L^{-1/2}\cdot(L\Delta R)\cdot R^{-1/2}`;
(iii) :math:`u^2\ge` a constant along the flow: the loss falls, its quadratic part is not negative, and
      :math:`u^2=\|U\|_F^2` (balancedness), so :math:`f_0-f(0)\le u\,\mathrm{tr}(BU^\top)\le u^2\,\|B\|_F`.

Together :math:`\|\nabla f\|^2\ge\mu(f-\min f)` with
:math:`\mu=2\,u_{\min}^2/(\mathrm{tr}(L^{-1})\,\mathrm{tr}(R^{-1}))`.  :mod:`symbolic.curvature` says how loose that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import cast

from .errors import InputError
from .minima import Square, is_positive_definite
from .words.calculus import gradient, name_of
from .words.matrices import Matrix, power, trace
from .words.normal import dimension
from .words.opaque import norm_F, norm_op
from .words.scalars import ZERO, Scalar
from .words.substitution import substitute


@dataclass(frozen=True)
class PolyakConstant:
    r""":math:`\|\nabla f\|^2\ge\mu\,(f-\min f)` along the balanced flow from a start: the ingredients, on words."""

    gradient: Matrix
    r"""(i) :math:`\partial f/\partial U=u\,L\Delta R`."""
    per_square: Scalar
    r"""(i), (ii): :math:`2/(\mathrm{tr}L^{-1}\,\mathrm{tr}R^{-1})`, at most :math:`\|\nabla f\|^2/(u^2(f-\min f))`."""
    fall: Scalar
    r"""The loss at U = 0 minus the loss at the start; (iii) needs it positive."""
    slope: Scalar
    r""":math:`\|B\|_F`, B the linear coefficient of f in :math:`uU`."""

    @property
    def u_squared(self) -> Scalar:
        """(iii): the lower bound on :math:`u^2`, positive iff ``fall`` is."""
        return self.fall / self.slope

    @property
    def mu(self) -> Scalar:
        return self.per_square * self.u_squared


def polyak_constant(square: Square, start: Matrix, sigma: Scalar) -> PolyakConstant:
    r"""The constant of the flow that starts, balanced, at ``U = sigma * start`` and ``u = sigma``.

    ``start`` is the paper's :math:`\Theta\Theta^\top` (Assumption 3), whose Frobenius norm is 1.
    Raises InputError where an ingredient does not hold for ``square``.
    """
    left, right = square.factors()
    if not (is_positive_definite(left) and is_positive_definite(right)):
        raise InputError(f"the weights {left} and {right} are not known to be positive definite: no constant follows.")
    delta = _matrix(square.U * square.u) - square.K
    derived = _matrix(gradient(square.f, square.U))
    if not (derived - _matrix(left * delta * right * square.u)).is_zero():
        raise InputError("the derived gradient is not u L (uU - K) R: the certificate does not belong to f.")
    inverse_traces = trace(power(left, Fraction(-1))) * trace(power(right, Fraction(-1)))
    zero = Matrix(square.U.rows, square.U.cols, {})
    U, u = name_of(square.U), name_of(square.u)
    at_zero = cast(Scalar, substitute(square.f, {U: zero, u: ZERO}))
    at_start = cast(Scalar, substitute(square.f, {U: _matrix(start * sigma), u: sigma}))
    B = _matrix(left * square.K * right)
    return PolyakConstant(derived, Scalar.of(2) / inverse_traces, at_zero - at_start, trace(B * B.T) ** Fraction(1, 2))


def norm_form(constant: PolyakConstant, square: Square, Theta: Matrix, sigma: Scalar) -> Scalar:
    r"""The constant in the norms that the paper prints (30): the same ingredients and two more inequalities.

    Checked here: with :math:`S=\Theta\Theta^\top` and :math:`G=L\Lambda^{-1}` the fall is
    :math:`\sigma^2\|\Lambda\Theta\|_F^2-\frac{\sigma^4}2\mathrm{tr}(G\Lambda S\Lambda S)`, and
    :math:`\|B\|_F=\|\Lambda^2\|_F`.
    Cited: von Neumann's trace inequality and :math:`\|S\|_F=1` bound the trace by
    :math:`\sqrt d\,\|G\|_{op}\|\Lambda\Theta\|_F^2`; and :math:`\|\Lambda^2\|_F\le\sqrt d\,\|\Lambda\|_{op}^2`.
    """
    left, Lam = square.factors()
    S = _matrix(Theta * Theta.T)
    G = _matrix(left * power(Lam, Fraction(-1)))
    LT = _matrix(Lam * Theta)
    fall = trace(LT * LT.T) * sigma**2 - trace(G * Lam * S * Lam * S) * sigma**4 * Fraction(1, 2)
    if not (constant.fall - fall).is_zero() or not (constant.slope**2 - trace(power(Lam, Fraction(4)))).is_zero():
        raise InputError("the ingredients are not those of Lemma 18: bound the fall and the slope otherwise.")
    root_d = dimension(Lam.rows) ** Fraction(1, 2)
    least_fall = norm_F(LT) ** 2 * (sigma**2 - sigma**4 * root_d * norm_op(G) * Fraction(1, 2))
    return constant.per_square * least_fall / (root_d * norm_op(Lam) ** 2)


def _matrix(value: object) -> Matrix:
    return cast(Matrix, value)
