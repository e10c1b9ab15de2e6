r"""Joint laws of (x, y) with :math:`x\sim N(0,\Lambda)`: labels that are linear, noisy, non-linear, heteroscedastic.

Each law draws labels from its definition, and knows the moments that Theorem 5 of Zhang, Frei, Bartlett
(arXiv 2306.09927) needs, :math:`E[yx]`, :math:`E[y^2]`, :math:`E[y^2xx^\top]`, from Isserlis' theorem: with
:math:`q=w^\top\Lambda w` and :math:`t=\langle w,x\rangle\sim N(0,q)`,

.. math:: E[g(t)x]=E[g(t)t]\,\Lambda w/q,\qquad
          E[g(t)xx^\top]=E[g(t)]\Lambda+\frac{E[g(t)t^2]-qE[g(t)]}{q^2}\,\Lambda ww^\top\Lambda.

Covariates are arrays (..., d), of float64 or of fractions (dtype object); moments are exact where Lambda and the
parameters are fractions.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .laws import Gaussian, Law

Array = NDArray[Any]
_UNUSED = Gaussian()


@dataclass(frozen=True, slots=True)
class Moments:
    """What Theorem 5 needs of a law of (x, y)."""

    xy: Array
    """(d,): E[y x]"""
    yy: Any
    """E[y^2]"""
    yyxx: Array
    """(d, d): E[y^2 x x^T]"""


@dataclass(frozen=True, slots=True)
class LabelLaw:
    """Labels y = ``function(x, z)`` with z independent of x, of law ``noise``."""

    name: str
    function: Callable[[Array, Array], Array]
    moments: Callable[[Array], Moments]
    """Of the covariance Lambda, as an array (d, d)."""
    noise: Law = _UNUSED
    degree: int | None = 1
    """The degree of y as a polynomial in (x, z); None where it is none."""
    uses_noise: bool = False

    def draw(self, x: Array, rng: np.random.Generator) -> Array:
        """A label for each covariate, (..., d) -> (...)."""
        return self.function(x, self.noise.draw(x.shape[:-1], rng))


def linear(w: Array) -> LabelLaw:
    """y = <w, x>."""
    return LabelLaw("linear", lambda x, z: x @ w, lambda Lam: _single(Lam, w, 1, 1, 3))


def noisy_linear(w: Array, s: Any, noise: Law) -> LabelLaw:
    """y = <w, x> + s z."""

    def moments(Lam: Array) -> Moments:
        clean = _single(Lam, w, 1, 1, 3)
        return Moments(clean.xy, clean.yy + s * s, clean.yyxx + s * s * Lam)

    return LabelLaw(f"linear with {noise.name} noise", lambda x, z: x @ w + s * z, moments, noise, uses_noise=True)


def cubic(w: Array) -> LabelLaw:
    """y = <w, x>^3."""
    return LabelLaw("<w,x>^3", lambda x, z: (x @ w) ** 3, lambda Lam: _single(Lam, w, 3, 15, 105, power=3), degree=3)


def relu(w: Array) -> LabelLaw:
    """y = max(<w, x>, 0)."""
    half = Fraction(1, 2)

    def moments(Lam: Array) -> Moments:
        full = _single(Lam, w, 1, 1, 3)
        share = half if Lam.dtype == object else 0.5
        return Moments(share * full.xy, share * full.yy, share * full.yyxx)

    return LabelLaw("relu(<w,x>)", lambda x, z: np.maximum(x @ w, 0), moments, degree=None)


def quadratic(w: Array, v: Array) -> LabelLaw:
    """y = <w, x> + <v, x>^2: the square is uncorrelated with x."""

    def moments(Lam: Array) -> Moments:
        one, Lv = _single(Lam, w, 1, 1, 3), Lam @ v
        r = v @ Lv
        # E[u^4 x x^T] for u = <v, x>; the cross terms are odd.
        fourth = 3 * r * r * Lam + 12 * r * np.outer(Lv, Lv)
        return Moments(one.xy, one.yy + 3 * r * r, one.yyxx + fourth)

    return LabelLaw("<w,x> + <v,x>^2", lambda x, z: x @ w + (x @ v) ** 2, moments, degree=2)


def heteroscedastic(w: Array, v: Array, s: Any, noise: Law) -> LabelLaw:
    """y = <w, x> + s (1 + <v, x>) z: the noise grows with the covariate."""

    def moments(Lam: Array) -> Moments:
        clean, Lv = _single(Lam, w, 1, 1, 3), Lam @ v
        r, s2 = v @ Lv, s * s
        return Moments(
            clean.xy, clean.yy + s2 * (1 + r), clean.yyxx + s2 * ((1 + r) * Lam + 2 * np.outer(Lv, Lv))
        )

    name = f"linear with heteroscedastic {noise.name} noise"
    return LabelLaw(name, lambda x, z: x @ w + s * (1 + x @ v) * z, moments, noise, degree=2, uses_noise=True)


def _single(Lam: Array, w: Array, gt: int, g2: int, g2t2: int, power: int = 1) -> Moments:
    """For y = t^power, t = <w, x>: E[y t] = gt q^.., E[y^2] = g2 q^.., E[y^2 t^2] = g2t2 q^.., q = w^T Lam w."""
    Lw = Lam @ w
    q = w @ Lw
    spread = (g2t2 - g2) * q ** (power - 1)
    return Moments(gt * q ** ((power - 1) // 2) * Lw, g2 * q**power, g2 * q**power * Lam + spread * np.outer(Lw, Lw))
