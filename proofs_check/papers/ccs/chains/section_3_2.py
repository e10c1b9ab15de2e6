"""Gram matrices and moduli are positive semi-definite; the estimators (13), (25) of a kernel."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Diagonal,
    Discharge,
    Identity,
    OfModulus,
    Positivity,
    Proof,
    Step,
    Substitution,
)
from ....statement.attention import gram, modulus
from ....statement.props import conj, eq, implies, posdef, psd
from ....statement.terms import Term, eye, inv, matrix, stack, term, zeros
from ..notation import X_0, K
from ..notation_bayes import Y_hat

gram_any = matrix("K_any", "n+1", "n+1", "symmetric", tex=r"\mathbb K")
"""The Gram matrix of any symmetric function: any symmetric matrix."""
gram_psd = matrix("K_psd", "n+1", "n+1", "symmetric", "psd", tex=r"\mathbb K")
"""The Gram matrix of a kernel."""
demos: Term = stack(eye("n"), zeros(1, "n"))
last: Term = stack(zeros("n", 1), term(1))


def hat(covariance: Term) -> Term:
    r""":math:`\hat{\mathbb K}`, of this covariance."""
    return demos.T * covariance * demos


def estimator(covariance: Term) -> Term:
    r""":math:`\nu^\top\hat{\mathbb K}^{-1}\hat Y`, the blocks those of ``covariance``."""
    return (demos.T * covariance * last).T * inv(hat(covariance)) * Y_hat


invertible = posdef(hat(gram_psd))
same = eq(estimator(modulus(gram_psd)), estimator(gram_psd))
GRAM = Proof((Step("a kernel", psd(gram(K, X_0, X_0)), Positivity()),))
MODULUS = Proof((Step("a modulus", psd(modulus(gram_any)), Positivity()),))
Q = matrix("Q", "n+1", "n+1")
D, E = (matrix(name, "n+1", "n+1", "diagonal") for name in ("D_K", "E_K"))
plus: Term = modulus(gram_any)
squared = eq(plus * plus, gram_any * gram_any)
exchanged = eq(plus * gram_any, gram_any * plus)
SQUARED = Proof((
    Step("K", conj(eq(gram_any, Q * D * Q.T), eq(Q.T * Q, eye("n+1"))), Diagonal()),
    Step("|K|", conj(eq(plus, Q * E * Q.T), eq(E * E, D * D), eq(E * D, D * E)), OfModulus(), ("K",)),
    Step("squared", squared,
         Identity((1, plus), (Q * E * Q.T, 1), (Q * E, E * Q.T), (Q, Q.T), (-Q * D, D * Q.T), (-1, gram_any),
                  (-Q * D * Q.T, 1)),
         ("|K|#1", "|K|#1", "K#2", "|K|#2", "K#2", "K#1", "K#1")),
    Step("exchanged", exchanged,
         Identity((1, gram_any), (Q * E * Q.T, 1), (Q * E, D * Q.T), (Q, Q.T), (-Q * D, E * Q.T), (-1, plus),
                  (-Q * D * Q.T, 1)),
         ("|K|#1", "K#1", "K#2", "|K|#3", "K#2", "K#1", "|K|#1")),
))  # fmt: skip
SAME = Proof((
    Step("invertible", invertible, Assume()),
    Step("modulus", eq(modulus(gram_psd), gram_psd), Identity()),
    Step("its block", posdef(hat(modulus(gram_psd))), Substitution("invertible"), ("modulus", "invertible")),
    Step("same", same, Substitution(), ("modulus", "invertible", "its block")),
    Step("if invertible", implies(invertible, same), Discharge("invertible"), ("invertible", "same")),
))
