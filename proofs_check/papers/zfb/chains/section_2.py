"""Section 2, footnote 2: what one step of gradient descent predicts, and its error."""

from __future__ import annotations

from ....proof.chain import (
    AlmostSurely,
    Assume,
    Combination,
    Continuity,
    Contradiction,
    Discharge,
    Identity,
    Proof,
    Step,
    Substitution,
)
from ....statement.laws import expect_given
from ....statement.props import almost_surely, chain, eq, ge, gt, implies, ne, tends
from ....statement.terms import Term, expect, grad, half, inner, inv, norm_F, scalar, total, tr, where, zeros
from ..notation import I, Lam, M, d, w, x_q
from ..notation_prompts import fitted, i_M, sample_covariance, x_i
from .theorem_5 import almost_sure_covariance

nought = zeros("d", "d")
step = scalar("eta", tex=r"\eta")
y_i = inner(w, x_i)
squared_loss = 1 / (2 * M) * total(i_M, M, (y_i - inner(fitted, x_i)) ** 2)


def after_one_step(eta: Term | int) -> Term:
    """The weights after one step of this size from 0."""
    return where(fitted - eta * grad(squared_loss, fitted), (fitted, zeros("d", 1)))


yields = chain(
    x_q.T * after_one_step(1), "=", x_q.T * (1 / M * total(i_M, M, y_i * x_i)), "=", x_q.T * sample_covariance * w
)
error = expect_given((x_q.T * sample_covariance * w - x_q.T * Lam * w) ** 2, x_q, w)
variance = 1 / M * (x_q.T * Lam * x_q * (w.T * Lam * w) + (x_q.T * Lam * w) ** 2)
_tends = tends(sample_covariance, Lam, M)
_follows = tends(x_q.T * sample_covariance * w, x_q.T * Lam * w, M)
PREDICTOR = Proof((
    Step("step", yields, Identity(), printed="A single step of gradient descent"),
    Step("variance", eq(error, variance), Identity(), ours=True),
    Step("vanishes", tends(variance, 0, M), Continuity(), printed="approximately x^T Lambda w"),
    almost_sure_covariance,
    Step("suppose it tends", _tends, Assume(), ours=True),
    Step("so does the predictor", _follows, Continuity(), ("suppose it tends",), ours=True),
    Step("whenever", implies(_tends, _follows), Discharge("suppose it tends"),
         ("suppose it tends", "so does the predictor"), ours=True),
    Step("predictor, almost surely", almost_surely(_follows), AlmostSurely(), ("almost surely", "whenever"),
         printed="approximately x^T Lambda w"),
))


def _nonzero(name: str, factor: Term, so: tuple[Step, ...], last: str, contradicted: str) -> tuple[Step, ...]:
    """half(Lam) * factor != 0, since from factor = 0 the steps ``so`` lead to what ``contradicted`` denies."""
    product = half(Lam) * factor
    return (
        Step(f"suppose {name}", eq(product, nought), Assume(), ours=True),
        Step(f"factor {name}", eq(factor, nought), Identity((inv(half(Lam)), 1)), (f"suppose {name}",), ours=True),
        *so,
        Step(f"not {name}", ne(product, nought), Contradiction(f"suppose {name}"),
             (f"suppose {name}", last, contradicted), ours=True),
    )


away = expect((x_q.T * Lam * w - x_q.T * w) ** 2)
DIFFERS = Proof((
    Step("other", ne(Lam, I), Assume(), printed="when Lambda is not I_d"),
    *_nonzero("zero", Lam - I, (
        Step("identity", eq(Lam, I), Identity(1), ("factor zero",), ours=True),
    ), "identity", "other"),
    Step("mean", eq(away, norm_F(half(Lam) * (Lam - I)) ** 2), Identity(), ours=True),
    Step("positive", gt(away, 0), Combination(-1, plus=(norm_F(half(Lam) * (Lam - I)) ** 2,)), ("mean", "not zero"),
         printed="this can differ from x^T w"),
    Step("conclusion", implies(ne(Lam, I), gt(away, 0)), Discharge("other"), ("other", "positive")),
))

risk = expect((x_q.T * after_one_step(step) - inner(w, x_q)) ** 2)
far = tr(Lam) - tr(Lam**2) ** 2 / tr(Lam**3)
best = tr(Lam**2) / tr(Lam**3)
"""The best step size, for infinitely many examples."""
spread = step**2 / M * (tr(Lam**3) + tr(Lam) * tr(Lam**2))
anisotropic = ne(Lam, tr(Lam) / d * I)
nearest = half(Lam) * (best * Lam - I)
LARGE_ERROR = Proof((
    Step("risk", eq(risk, tr(Lam) - 2 * step * tr(Lam**2) + step**2 * tr(Lam**3) + spread), Identity(), ours=True),
    Step("floor", ge(risk, far), Combination(-1, plus=(spread, tr(Lam**3) * (step - best) ** 2)), ("risk",), ours=True),
    Step("anisotropic", anisotropic, Assume(), printed="for anisotropic Gaussian covariates"),
    *_nonzero("fit", best * Lam - I, (
        Step("fits", eq(best * Lam, I), Identity(1), ("factor fit",), ours=True),
        Step("trace", eq(tr(best * Lam), d), Substitution(), ("fits",), ours=True),
        Step("multiple", eq(Lam, tr(Lam) / d * I), Identity(1 / best, -(1 / (best * d)) * I), ("fits", "trace"),
             ours=True),
    ), "multiple", "anisotropic"),
    Step("distance", eq(far, norm_F(nearest) ** 2), Identity(), ours=True),
    Step("positive", gt(far, 0), Combination(-1, plus=(norm_F(nearest) ** 2,)), ("distance", "not fit"),
         printed="unable to achieve small prediction error"),
    Step("conclusion", implies(anisotropic, gt(far, 0)), Discharge("anisotropic"), ("anisotropic", "positive"),
         printed="unable to achieve small prediction error"),
))
