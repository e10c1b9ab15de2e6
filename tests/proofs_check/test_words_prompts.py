"""The words algebra on prompts of any kind: labels, noise, shifted covariates, conditional expectation, growth."""

from fractions import Fraction

import pytest

from proofs_check.algebras.words import WordsAlgebra
from proofs_check.claims import Hypothesis, Kind, claim
from proofs_check.papers.zfb.model import models
from proofs_check.papers.zfb.notation import (
    U11,
    W_KQ,
    W_PV,
    Gam,
    I,
    L_noise,
    L_prior,
    Lam,
    M,
    N,
    d,
    i,
    on_block,
    u12,
    u21,
    u_1,
    w,
    x,
    x_q,
)
from proofs_check.papers.zfb.notation_prompts import (
    E_xy,
    Sigma,
    a,
    eps,
    eps_i,
    eps_q,
    i_M,
    kappa,
    s,
    sample_covariance,
    squared_error,
    trained_prediction,
    v,
    x_i,
    y,
    y_hat_star,
    y_i,
    y_q,
)
from proofs_check.statement.fold import Fold, Lacks
from proofs_check.statement.laws import cond, expect_given, finite, order, prediction_on, relu, tends_jointly
from proofs_check.statement.props import always, conj, eq, for_all, implies, tends
from proofs_check.statement.terms import (
    argmin,
    at,
    block,
    ddt,
    expect,
    inner,
    inv,
    matrix,
    minimum,
    scalar,
    term,
    total,
    tr,
    vector,
    where,
    zeros,
)
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.conditions.written import qualified
from proofs_check.witnesses.words.witness import WordsWitness

Psi = matrix("Psi", "d", "d", "symmetric", "psd")
mu = vector("mu_w", "d")
z, z_q = vector("z", "d", "random", "iid", "cov:Lam_2"), vector("z_q", "d", "random", "cov:Lam_2")
Lam_2 = matrix("Lam_2", "d", "d", "symmetric", "posdef")


def same(lhs, rhs, **options):
    algebra = WordsAlgebra(**options)
    read = Fold(algebra)
    return algebra.equal(read(term(lhs)), read(term(rhs)))


def examined(prop, **options):
    made = claim("mine/one", kind=Kind.IDENTITY, source="", forall=(d, N, M, Lam), **options)(lambda: prop)
    (part,) = made.parts
    return qualified(WordsWitness().examine(made, part, part.readings[0], Context()), made, prop)


def test_the_prediction_on_any_prompt_is_the_bilinear_form_in_the_sums_over_its_examples():
    seen = prediction_on(W_PV, W_KQ, i_M, M, x_i, y_i, x_q)
    row, row_y = W_PV.body.args[2], W_PV.body.args[3]
    KQ, below = W_KQ.body.args[0], W_KQ.body.args[2]
    left = row * (total(i_M, M, x_i * x_i.T) + x_q * x_q.T) + row_y * total(i_M, M, y_i * x_i.T)
    bottom = row * total(i_M, M, y_i * x_i) + row_y * total(i_M, M, y_i**2)
    assert same(seen, 1 / M * (left * KQ * x_q + bottom * below * x_q))


def test_a_prediction_on_one_example_is_that_on_the_example_itself():
    one = trained_prediction(inner(w, x_i), query=at(x, 1), length=1)
    first = at(x, 1)
    assert same(one, first.T * inv(Gam) * first * first.T * w, samples="M")


def test_theorem_5_holds_and_its_variance_term_matters():
    error = expect((y_hat_star - y_q) ** 2)
    bias = (a - inv(Gam) * E_xy).T * Lam * (a - inv(Gam) * E_xy)
    best = minimum(squared_error, v)
    assert same(error, best + 1 / M * tr(Sigma * Gam**-2 * Lam) + bias)
    assert not same(error, best + bias)
    assert same(argmin(squared_error, v), a)


def test_conditional_expectation_holds_symbols_fixed():
    prediction = trained_prediction(inner(w, x_i) + eps_i)
    assert same(expect_given(prediction, w, x_q), x_q.T * inv(Gam) * Lam * w)
    assert same(expect_given(eps_i * eps_i, w), s**2)
    assert same(expect(eps_i * eps_q), 0)
    given = expect_given((1 / M * total(i_M, M, eps_i * x_i)) * (1 / M * total(i_M, M, eps_i * x_i)).T, x)
    assert same(given, s**2 / M * sample_covariance)


def test_covariates_of_another_covariance_are_independent_of_the_others():
    shifted = 1 / M * total(i_M, M, at(z, i_M) * at(z, i_M).T)
    assert same(expect(shifted), Lam_2)
    assert same(expect(shifted * sample_covariance), Lam_2 * Lam)
    assert same(expect(inner(z_q, x_q) ** 2), tr(Lam * Lam_2))


def test_labels_with_another_covariate_have_their_own_law():
    with_z = scalar("y_z", "random", "label:z_q")
    assert not same(expect(with_z * z_q), E_xy)
    assert same(expect(with_z * x_q), 0 * x_q)


def test_what_is_not_assumed_is_lacking():
    shifted = where(expect(y_q**2), (Lam, 2 * Lam))
    given = expect_given(y_q, x_q), expect_given(inner(v, x_q), y_q)
    for unknown in (expect(y_q**3), expect(y_q * x_q.T * x_q), expect(eps_q**4), *given, shifted):
        with pytest.raises(Lacks, match=r"moment|given|law of a label"):
            Fold(WordsAlgebra())(unknown)
    with pytest.raises(Lacks, match="law of"):
        Fold(WordsAlgebra())(expect(scalar("what", "random")))


def test_rectified_numbers_and_condition_numbers():
    label = relu(inner(w, x_q))
    assert same(expect_given(label * x_q, w), Fraction(1, 2) * Lam * w)
    assert same(expect_given(label**2, w), Fraction(1, 2) * w.T * Lam * w)
    assert same(kappa, cond(inv(Lam)))
    assert same(cond(3 * Lam), kappa)
    assert same(cond(2 * I), 1)


def test_sums_over_samples_may_repeat_a_sample():
    second = 1 / M * total(i_M, M, (y_i * x_i) * (y_i * x_i).T)
    assert same(expect(second), expect(y_q**2 * x_q * x_q.T))
    assert same(expect(at(y, 1) * at(x, 2)), zeros("d", 1))
    assert same(expect(at(y, 1) * at(x, 1)), E_xy)


def test_flows_follow_the_loss_that_trains():
    quiet = Fold(WordsAlgebra())(where(ddt(u_1), *on_block))
    noisy = Fold(WordsAlgebra(loss="L_noise"))(where(ddt(u_1), *on_block))
    assert noisy - quiet == Fold(WordsAlgebra())(-(s**2) / N * u_1 * tr(Lam * U11 * Lam * U11.T))
    assert same(where(L_noise, (s, term(0)), *on_block), where(L_prior, (mu, zeros("d", 1)), (Psi, I), *on_block))


def test_the_loss_with_noise_is_the_mean_square_of_the_prediction_on_noisy_examples():
    zero = zeros("d", 1)
    W = block(zeros("d", "d"), zero, zero.T, u_1), block(U11, zero, zero.T, zeros(1, 1))
    noisy = prediction_on(*W, i, N, at(x, i), inner(w, at(x, i)) + at(eps, i), x_q)
    off = noisy - inner(w, x_q) - eps_q
    assert same(Fraction(1, 2) * expect(off**2), where(L_noise, *on_block))


def test_a_prior_with_a_mean_leaves_the_invariant_block():
    assert not same(where(ddt(u12), *on_block), zeros("d", 1), loss="L_prior")
    assert not same(where(ddt(u21), *on_block), zeros("d", 1), loss="L_prior")
    start = dict(models["task prior"].initial)
    assert start[u21] == zeros("d", 1)
    left = examined(always(eq(u12, zeros("d", 1))), model="task prior")
    assert left.verdict is Verdict.UNDECIDED
    assert "leaves the block" in left.sentence
    assert examined(always(eq(u12, zeros("d", 1))), model="label noise").verdict is Verdict.PROVED


def test_limits_and_orders():
    assert examined(tends(inv(Gam), inv(Lam), N)).verdict is Verdict.PROVED
    assert examined(tends(inv(Gam), 2 * inv(Lam), N)).verdict is not Verdict.PROVED
    error = expect_given((trained_prediction(inner(w, x_i)) - x_q.T * w) ** 2, x_q, w)
    assert examined(tends_jointly(error, 0, N, M)).verdict is Verdict.PROVED
    assert examined(tends(error, 0, N)).verdict is not Verdict.PROVED
    assert examined(order(error, 1 / M + 1 / N**2, N, M)).verdict is Verdict.PROVED
    assert examined(order(error, 1 / M + 1 / N**3, N, M)).verdict is not Verdict.PROVED


def test_products_that_vanish_for_every_example():
    orthogonal = for_all(i_M, eq(inner(x_q, x_i), 0))
    zero_at_gamma = for_all(i_M, eq(x_q.T * inv(Gam) * x_i, 0))
    assert examined(implies(zero_at_gamma, eq(y_hat_star, 0))).verdict is Verdict.PROVED
    assert examined(implies(orthogonal, eq(y_hat_star, 0))).verdict is not Verdict.PROVED
    c = scalar("c", "positive")
    assert examined(implies(conj(eq(Lam, c * I), orthogonal), eq(y_hat_star, 0))).verdict is Verdict.PROVED
    half_of_it = for_all(i_M, eq(c * inner(x_q, x_i), 0))
    assert examined(implies(half_of_it, eq(x_q.T * sample_covariance * w, 0))).verdict is Verdict.UNDECIDED


def test_finite_means_follow_only_from_moments_that_dominate_them():
    assumed = conj(finite(expect(y_q)), finite(E_xy), finite(expect(y_q**2 * x_q * x_q.T)))
    refuted = examined(implies(assumed, finite(squared_error)))
    assert refuted.verdict is Verdict.REFUTED
    assert "|x|^(-1/2)" in refuted.counterexample
    enough = conj(assumed, finite(expect(y_q**2)))
    assert examined(implies(enough, finite(squared_error))).verdict is Verdict.PROVED


def test_moments_beyond_those_that_a_claim_assumes_narrow_the_scope():
    moments = [finite(expect(y_q)), finite(E_xy), finite(expect(y_q**2 * x_q * x_q.T))]
    given = tuple(Hypothesis(str(k), prop) for k, prop in enumerate(moments))
    found = examined(eq(squared_error, squared_error + 0), given=given)
    assert found.verdict is Verdict.PROVED
    assert found.scope.text.endswith(" where E[y_q²] < oo")
    enough = (*given, Hypothesis("second", finite(expect(y_q**2))))
    assert "where" not in examined(eq(squared_error, squared_error + 0), given=enough).scope.text
