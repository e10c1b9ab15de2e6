"""Lemma 6.1 given X: the posterior mean has the least risk, and is a ridge regression estimator."""

from __future__ import annotations

from ....proof.chain import Assume, Combination, Discharge, Identity, Proof, Step
from ....proof.steps.curvature import Rayleigh
from ....statement.props import eq, implies, le, posdef
from ....statement.psd import pinv, projection
from ....statement.terms import Term, expect, half, inv
from ..notation import H, I, Psi, beta_star, sigma
from ..notation_bayes import X, bayes, gain, gram, other, risk, y

labels: Term = y - X * beta_star
ahead: Term = other - bayes
BEST = Proof((
    Step("apart", eq(risk(other), risk(bayes) + expect(ahead.T * H * ahead)), Identity(), ("sigma > 0",)),
    Step("no better", le(risk(bayes), risk(other)), Combination(-1, plus=(expect(ahead.T * H * ahead),)),
         ("apart", "sigma > 0")),
))
ridge: Term = X.T * X + sigma**2 * pinv(Psi)
solves = eq(ridge * (bayes - beta_star), X.T * labels)
RIDGE = Proof((
    Step("invertible", posdef(Psi), Assume()),
    Step("image", eq(projection(Psi), I), Rayleigh(), ("invertible",)),
    Step("after the root", eq(half(Psi) * (ridge * (gain * labels)), half(Psi) * (X.T * labels)),
         Identity((sigma**2, inv(gram(X)) * half(Psi) * X.T * labels)), ("image", "sigma > 0")),
    Step("solves", solves,
         Identity((pinv(half(Psi)), 1), (-1, ridge * (gain * labels) - X.T * labels)),
         ("after the root", "image", "sigma > 0")),
    Step("if invertible", implies(posdef(Psi), solves), Discharge("invertible"), ("invertible", "solves")),
))
