"""Appendix B: the squared error of a linear model is finite; its Hessian."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Discharge, Dominated, Identity, Positivity, Proof, Step
from ....statement.laws import finite
from ....statement.props import conj, eq, implies, le, posdef
from ....statement.terms import expect, grad, inner, inv, vector
from ..notation import Lam, x_q
from ..notation_prompts import E_xy, squared_error, v, y_q
from .theorem_5 import best, best_steps

_square = (inner(v, x_q) - y_q) ** 2
_finite = conj(finite(expect(y_q**2)), finite(expect(x_q * x_q.T)))
RISK_EXISTS = Proof((
    Step("moments", _finite, Assume()),
    Step("bound", le(_square, 2 * y_q**2 + 2 * v.T * (x_q * x_q.T) * v), Combination(
        plus=((inner(v, x_q) + y_q) ** 2,)
    )),
    Step("finite", finite(squared_error), Dominated(2, (2 * v.T, v)), ("bound", "moments#1", "moments#2")),
    Step("conclusion", implies(_finite, finite(squared_error)), Discharge("moments"), ("moments", "finite")),
))

direction = vector("z", "d")
Hessian_z = grad(inner(grad(squared_error, v), direction), v)
_gradient = 2 * Lam * v - 2 * E_xy
_stationary = eq(grad(squared_error, v), 0 * v)
HESSIAN = Proof((
    Step("R", eq(squared_error, v.T * Lam * v - 2 * expect(y_q * x_q.T) * v + expect(y_q**2)), Identity(),
         printed="we can write it as"),
    Step("Hessian", eq(Hessian_z, 2 * Lam * direction), Identity()),
    Step("twice Lambda", posdef(2 * Lam), Positivity()),
    Step("definite", posdef(Lam), Positivity(), printed="which is positive definitive"),
    *best_steps(squared_error)[:3],
    Step("gradient", eq(grad(squared_error, v), _gradient), Identity(), ours=True),
    Step("stationary", _stationary, Assume(), printed="first-order stationary point"),
    Step("point", eq(v, best), Identity((inv(2 * Lam), 1), (-inv(2 * Lam), 1)), ("stationary", "gradient"),
         printed="unique first-order stationary point"),
    Step("unique", implies(_stationary, eq(v, best)), Discharge("stationary"), ("stationary", "point"),
         printed="unique first-order stationary point"),
))
