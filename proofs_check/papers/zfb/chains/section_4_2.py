"""Section 4.2: what the prediction tends to under shifts of the task, the query and the covariates."""

from __future__ import annotations

from ....proof.chain import (
    Assume,
    Combination,
    Continuity,
    Contradiction,
    Discharge,
    Identity,
    Proof,
    Step,
    Substitution,
    Summands,
)
from ....statement.laws import expect_given
from ....statement.props import conj, eq, for_all, gt, implies, ne, tends
from ....statement.terms import (
    Sym,
    Term,
    at,
    expect,
    half,
    inner,
    inv,
    matrix,
    norm_F,
    scalar,
    sqrt,
    total,
    tr,
    vector,
    zeros,
)
from ..notation import Gam, I, Lam, M, N, c, d, w, x, x_q
from ..notation_prompts import (
    eps_i,
    i_M,
    mean_of_examples,
    s,
    sample_covariance,
    trained_prediction,
    weighted,
    x_i,
    y_hat_linear,
    y_hat_star,
    y_i,
)
from .theorem_5 import linear_error, query, vanishing

nought = zeros("d", "d")
without_noise = x_q.T * inv(Lam) * sample_covariance * w
of_noise = x_q.T * inv(Lam) * (1 / M * total(i_M, M, eps_i * x_i))


def _approximates(name: str, prediction: Term, exact: Term, value: Term) -> tuple[Step, ...]:
    """The prediction tends to the value as N grows, for every prompt."""
    return (
        Step(f"formula {name}", eq(prediction, exact), Identity(), ours=True),
        Step(name, tends(exact, value, N), Continuity(), printed="approximately, for N large"),
    )


_printed = x_q.T * inv(Gam) * mean_of_examples
EQ_17 = Proof((
    Step("prediction", eq(y_hat_star, _printed), Identity(), printed="Recall from (13)"),
    Step("limit", tends(_printed, x_q.T * inv(Lam) * mean_of_examples, N), Continuity(), printed="(17)"),
))

# Label noise ----------------------------------------------------------------------------------------------

noisy_label = inner(w, x_i) + eps_i
w_0 = vector("w_0", "d", tex="w")
_from_examples = x_q.T * inv(Lam) * (1 / M * total(i_M, M, noisy_label * x_i))
NOISY_FORMULA = Proof((
    *_approximates("prediction", trained_prediction(noisy_label),
                   x_q.T * inv(Gam) * (1 / M * total(i_M, M, noisy_label * x_i)), _from_examples),
    Step("two terms", eq(_from_examples, without_noise + of_noise), Identity(), printed="="),
))
_two = expect_given((without_noise + of_noise - x_q.T * w) ** 2, x_q, w)
_spread = 1 / M * (
    weighted(x_q, inv(Lam)) * weighted(w, Lam) + (x_q.T * w) ** 2 + s**2 * weighted(x_q, inv(Lam))
)


def _noisy(task: Term, *fixed: Sym) -> tuple[Term, Term]:
    """The mean squared error of the prediction from noisy labels of this task, and its value."""
    prediction = trained_prediction(inner(task, x_i) + eps_i)
    spread = weighted(query, Lam) * (weighted(task, Lam) + s**2) + (query.T * Lam * task) ** 2
    return (
        expect_given((prediction - x_q.T * task) ** 2, x_q, *fixed),
        1 / M * spread + (query.T * Lam * task - x_q.T * task) ** 2,
    )


NOISY_LIMIT = Proof((
    Step("spread", eq(_two, _spread), Identity(), ours=True),
    Step("N first", tends(_spread, 0, M), Continuity(), printed="Since eps_i is mean zero"),
    *vanishing("jointly", *_noisy(w, w), "approximately x_q^T w when M is large"),
))
ANY_TASK = Proof(vanishing("any task", *_noisy(w_0), "this calculation holds for an arbitrary vector w"))

# Shifts of the query --------------------------------------------------------------------------------------

_linear = expect_given((y_hat_linear - x_q.T * w) ** 2, x_q, w)
tolerated = vanishing("tolerated", _linear, linear_error(Lam, x_q.T * w), "very general shifts can be tolerated")
_limit = expect_given((without_noise - x_q.T * w) ** 2, x_q, w)
_limit_spread = 1 / M * (weighted(x_q, inv(Lam)) * weighted(w, Lam) + (x_q.T * w) ** 2)
x_1 = at(x, 1)
_on_first = trained_prediction(inner(w, x_i), query=x_1, length=1)
_first_limit = x_1.T * inv(Lam) * x_1 * x_1.T * w
_first_error = expect((_first_limit - x_1.T * w) ** 2)
EQ_18 = Proof((
    *_approximates("prediction", y_hat_linear, x_q.T * inv(Gam) * sample_covariance * w, without_noise),
    *tolerated,
    Step("spread", eq(_limit, _limit_spread), Identity(), ours=True),
    Step("M large", tends(_limit_spread, 0, M), Continuity(), printed="if M is large then"),
    Step("cancels", eq(x_q.T * inv(Lam) * Lam * w, x_q.T * w), Identity(), printed="(18)"),
    *_approximates("on an example", _on_first, x_1.T * inv(Gam) * x_1 * x_1.T * w, _first_limit),
    Step("mean", eq(_first_error, (d**2 + 4 * d + 5) * tr(Lam)), Identity(), ours=True),
    Step("off", gt(_first_error, 0), Combination(-1, plus=((d**2 + 4 * d + 5) * tr(Lam),)), ("mean",),
         printed="very different behavior"),
))

orthogonal = for_all(i_M, eq(x_q.T * inv(Gam) * x_i, 0))
usual = for_all(i_M, eq(inner(x_q, x_i), 0))
_isotropic = conj(eq(Lam, c * I), usual)
ORTHOGONAL = Proof((
    Step("orthogonal", orthogonal, Assume()),
    Step("terms", eq(total(i_M, M, y_i * (x_q.T * inv(Gam) * x_i)), 0), Summands(y_i), ("orthogonal",)),
    Step("zero", eq(y_hat_star, 0), Identity(1 / M), ("terms",)),
    Step("conclusion", implies(orthogonal, eq(y_hat_star, 0)), Discharge("orthogonal"), ("orthogonal", "zero")),
    Step("isotropic", _isotropic, Assume()),
    Step("trace", eq(tr(Lam), c * d), Substitution(), ("isotropic#1",)),
    Step("Gamma", eq(Gam, tr(Gam) / d * I), Identity(1 + 1 / N, -((1 + 1 / N) / d) * I), ("isotropic#1", "trace")),
    Step("inverse", eq(inv(Gam), d / tr(Gam) * I), Identity((-(d / tr(Gam)), inv(Gam))), ("Gamma",)),
    Step("usual terms", eq(total(i_M, M, y_i * inner(x_q, x_i)), 0), Summands(y_i), ("isotropic#2",)),
    Step("also zero", eq(y_hat_star, 0), Identity((x_q.T, mean_of_examples), d / tr(Gam) / M),
         ("inverse", "usual terms")),
    Step("in particular", implies(_isotropic, eq(y_hat_star, 0)), Discharge("isotropic"), ("isotropic", "also zero")),
))

# Shifts of the covariates ---------------------------------------------------------------------------------

Lam_test = matrix("Lam_test", "d", "d", "symmetric", "posdef", tex=r"\Lambda^{test}")
x_test = vector("x_test", "d", "random", "iid", "cov:Lam_test", tex="x")
at_test = at(x_test, i_M)
on_shifted = trained_prediction(inner(w, at_test), covariate=at_test)
reached = x_q.T * inv(Lam) * Lam_test * w
missed = expect((reached - x_q.T * w) ** 2)
_factor = Lam_test * inv(Lam) - I
_product = _factor * half(Lam)
COVARIATE_SHIFT = Proof((
    *vanishing("limit", expect_given((on_shifted - reached) ** 2, x_q, w), linear_error(Lam_test, reached),
               "will not cancel Gamma^-1"),
    Step("shifted", ne(Lam_test, Lam), Assume(), printed="when the laws differ"),
    Step("suppose none", eq(_product, nought), Assume(), ours=True),
    Step("then equal", eq(Lam_test, Lam), Identity((1, half(Lam))), ("suppose none",), ours=True),
    Step("some", ne(_product, nought), Contradiction("suppose none"), ("suppose none", "then equal", "shifted"),
         ours=True),
    Step("mean", eq(missed, norm_F(_product) ** 2), Identity(), ours=True),
    Step("off", gt(missed, 0), Combination(-1, plus=(norm_F(_product) ** 2,)), ("mean", "some"),
         printed="the approximation in (18) does not hold"),
    Step("conclusion", implies(ne(Lam_test, Lam), gt(missed, 0)), Discharge("shifted"), ("shifted", "off")),
))

g = vector("g", "d")
spread = inner(g, at_test) / sqrt(weighted(g, Lam_test)) * x_i
_on_spread = expect_given((trained_prediction(inner(w, spread), covariate=spread) - x_q.T * w) ** 2, x_q, w)
_fourth = weighted(query, Lam) * weighted(w, Lam) + 2 * (query.T * Lam * w) ** 2
SAME_COVARIANCE = Proof((
    Step("covariance", eq(expect(spread * spread.T), Lam), Identity(), ("g != 0",)),
    Step("fourth moments", eq(expect_given(inner(x_q, spread) ** 4, x_q), 3 * (3 * weighted(x_q, Lam) ** 2)),
         Identity(), ("g != 0",)),
    *vanishing("limit", _on_spread, 1 / M * (3 * _fourth - (query.T * Lam * w) ** 2)
               + (query.T * Lam * w - x_q.T * w) ** 2, "tends to x_q^T w"),
))

scale = scalar("c_scale", tex="c")
"""Any number, 0 and negative ones among them."""
on_scaled = trained_prediction(inner(w, scale * x_i), covariate=scale * x_i)
_middle = x_q.T * inv(Lam) * (1 / M * total(i_M, M, (scale * x_i) * (scale * x_i).T)) * w
_target = x_q.T * inv(Lam) * (scale**2 * Lam) * w
_distance = expect_given((_middle - _target) ** 2, x_q, w)
_scaled_spread = scale**4 * _limit_spread
_off = expect((scale**2 * x_q.T * w - x_q.T * w) ** 2)
COVARIATE_SCALING = Proof((
    *_approximates("prediction", on_scaled,
                   x_q.T * inv(Gam) * (1 / M * total(i_M, M, (scale * x_i) * (scale * x_i).T)) * w, _middle),
    Step("spread", eq(_distance, _scaled_spread), Identity(), ours=True),
    Step("M large", tends(_scaled_spread, 0, M), Continuity(), printed="approximately x_q^T Lambda^-1 c^2 Lambda w"),
    Step("cancels", eq(_target, scale**2 * x_q.T * w), Identity(), printed="= c^2 x_q^T w"),
    Step("positive", gt(scale, 0), Assume(), ours=True),
    Step("square", eq(_off, (scale - 1) ** 2 * (scale + 1) ** 2 * tr(Lam)), Identity(), ours=True),
    Step("off", gt(_off, 0), Combination(-1, plus=((scale - 1) ** 2 * (scale + 1) ** 2 * tr(Lam),)),
         ("square", "positive", "c != 1"), printed="!= x_q^T w"),
    Step("conclusion", implies(gt(scale, 0), gt(_off, 0)), Discharge("positive"), ("positive", "off")),
))
