r"""The least risk of LTB and of GD-beta, with a certificate of squares that is derived again.

With :math:`t=\mathrm{tr}(H\Psi)+\sigma^2>0`, :math:`c=\frac t{M+1}`, :math:`\Phi=H^{1/2}\Psi H^{1/2}` and
:math:`\Omega=\frac{M+1}M(\Phi+cI)` both attain :math:`R_{\min}=\sigma^2+\mathrm{tr}\Phi-\frac M{M+1}\mathrm{tr}
(\Phi^2(\Phi+cI)^{-1})` at :math:`\Gamma=\frac M{M+1}\Psi(H\Psi+cI)^{-1}`, because

.. math:: R-R_{\min}=\mathrm{tr}\big(G\,\Omega\,G^\top\big)+\mathbb E\|e\|_H^2,\qquad
   G=H^{1/2}KH^{1/2}-H^{1/2}\Gamma H^{1/2},

where for GD-beta :math:`K=\Gamma'`, :math:`e=(I-\Gamma'\hat H)(\beta-\beta^*)`, for LTB :math:`K=sU+bv^\top`,
:math:`e=w_1-\beta^*+U\hat Hv+s\,b\,\|Xp+\varepsilon\|^2/M`, :math:`U=B_1^\top+b\beta^{*\top}`, :math:`v=u_1+s\beta^*`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, cast

from .block import B_1, EPS, NOISE, PSI_LETTER, Gamma, H, M, Psi, X, b, beta, beta_star, models, s, sigma, u_1, w_1
from .words import Matrix, Scalar, Value, expect, gaussian, name_of, substitute, trace
from .words.matrices import plus
from .words.noise import expect_noise

root: Any = H ** Fraction(1, 2)
Phi: Any = root * Psi * root
identity: Any = Matrix.identity("d")
shift: Any = (trace(H * Psi) + sigma**2) / (M + 1)
"""c."""
Omega: Any = (M + 1) / M * (Phi + shift * identity)


def step(c: Any) -> Any:
    """The matrix step size of a minimiser, for H and Psi of any rank."""
    return M / (M + 1) * Psi * (H * Psi + c * identity) ** -1


def closed_form(c: Any) -> Scalar:
    """The least risk."""
    return sigma**2 + trace(Phi) - M / (M + 1) * trace(Phi * Phi * (Phi + c * identity) ** -1)


@dataclass(frozen=True)
class Least:
    """The least risk, parameters that attain it, and what the risk exceeds it by: a sum of two squares."""

    minimum: Scalar
    at: dict[str, Value]
    shown: dict[str, Value]
    """The closed form and the point with c as a letter."""
    verified: bool
    """Whether the risk, derived from the definition, has the value of the closed form at the point and exceeds it
    everywhere by the sum of these squares."""


@cache
def least(name: str) -> Least:
    """The least risk of ``zwb/ltb`` or ``zwb/gd-beta``."""
    at, K, error = _POINTS[name](shift)
    model = models()[name]
    bindings: Any = {name_of(model.parameters[key]): value for key, value in at.items()}
    minimum = cast(Scalar, substitute(model.risk, bindings))
    gap: Any = root * (K - step(shift)) * root
    excess = trace(gap * Omega * gap.T) + _mean(error.T * H * error)
    verified = (model.risk - minimum - excess).is_zero() and (minimum - closed_form(shift)).is_zero()
    c = Scalar.symbol("c", 1)
    shown: dict[str, Value] = {"minimum": closed_form(c), **_POINTS[name](c)[0]}
    return Least(minimum, at, shown, bool(verified))


def _mean(value: Any) -> Scalar:
    return cast(Scalar, expect(expect_noise(value, EPS, NOISE)))


def _of_step(c: Any) -> tuple[dict[str, Value], Any, Any]:
    deviation = beta - beta_star
    error = deviation - Gamma * X.T * X * deviation * M**-1
    return {"beta": beta_star, "Gamma": step(c)}, Gamma, error


def _of_block(c: Any) -> tuple[dict[str, Value], Any, Any]:
    U: Any = B_1.T + b * beta_star.T
    v: Any = u_1 + beta_star * s
    noisy: Any = plus(X * gaussian("p", "d", 1, PSI_LETTER), Matrix.of(EPS))
    error = w_1 - beta_star + U * X.T * X * v * M**-1 + b * ((noisy.T * noisy) * s * M**-1)
    at: dict[str, Value] = {
        "w_1": beta_star, "u_1": -beta_star, "s": Scalar.of(1), "B_1": step(c).T, "b": Matrix("d", 1, {}),
    }
    return at, U * s + b * v.T, error


_POINTS = {"zwb/gd-beta": _of_step, "zwb/ltb": _of_block}
