r"""A law of contexts that meets Assumptions 4.1 and 4.2 for every :math:`\Sigma`, and has moments of all orders.

:math:`X_0=\Sigma^{1/2}G`, the columns of G uniform on a sphere; given the covariates the labels are Gaussian with
covariance :math:`\mathbb K(X_0)=\exp(\frac12X_0^\top\Sigma^{-1}X_0)`, entry by entry.
"""

from __future__ import annotations

from fractions import Fraction

from ...statement.attention import exp_each
from ...statement.laws import gaussian
from ...statement.terms import Term, half, inv, matrix
from ...written_out import WrittenOut
from .notation import X_0, Y_0, Sigma
from .notation_rotations import KK_

G = matrix("G", "d", "n+1", "random", "spherical")
g = gaussian("g", "n+1")


def covariance(X: Term, Z: Term) -> Term:
    r""":math:`\exp(\frac12X^\top\Sigma^{-1}Z)`, a positive definite kernel of :math:`\Sigma^{-1/2}x`."""
    return exp_each(Fraction(1, 2) * (X.T * inv(Sigma) * Z))


WRITTEN_OUT = WrittenOut(
    draws={X_0: half(Sigma) * G, Y_0: g.T * half(covariance(X_0, X_0))},
    instances={KK_: covariance},
)
