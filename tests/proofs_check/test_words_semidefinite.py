"""Words on the linear transformer block: matrices of any rank, inverses that exist by assumption, eigenvalues."""

from __future__ import annotations

import pytest

from proofs_check.claims import Claim, Hypothesis, Kind, claim
from proofs_check.papers.zwb.notation import (
    D,
    Gamma,
    Gamma_star,
    Gamma_tilde,
    Gamma_tilde_star,
    H,
    I,
    M,
    Omega,
    P,
    P_perp,
    Phi,
    Psi,
    R,
    beta,
    beta_star,
    d,
    f_GD,
    in_null,
    in_null_tensor,
    least_risk,
    p,
    problem,
    sigma,
    t,
    x_q,
)
from proofs_check.statement.laws import order
from proofs_check.statement.props import (
    Prop,
    almost_surely,
    commute,
    conj,
    eq,
    ge,
    global_minimum,
    gt,
    implies,
    minimisers_satisfy,
    posdef,
    psd,
    tends,
)
from proofs_check.statement.psd import convex, curvature, eigenvalue, inv_half, minimum_where, pinv, projection, rank
from proofs_check.statement.terms import (
    ddt,
    grad,
    half,
    index,
    inv,
    matrix,
    minimum,
    substitute,
    total,
    tr,
    where,
    zeros,
)
from proofs_check.verdict import Outcome, Verdict
from proofs_check.witnesses import Context
from proofs_check.witnesses.conditions.written import qualified
from proofs_check.witnesses.words.witness import WordsWitness

j = index("j", "d")
phi = eigenvalue(Phi, j)
Delta = matrix("Delta", "d", "d")
A = (I - Gamma_tilde).T * (I - Gamma_tilde) + 1 / M * (
    Gamma_tilde.T * Gamma_tilde + tr(Gamma_tilde.T * Gamma_tilde) * I
)


def made(prop: Prop, *given: Prop) -> Claim:
    hypotheses = [Hypothesis(f"h{k}", p) for k, p in enumerate(given)]

    @claim("zwb/of-the-test", kind=Kind.IDENTITY, source="a test", forall=problem, given=hypotheses)
    def statement() -> Prop:
        """A statement."""
        return prop

    return statement


def examined(prop: Prop, *given: Prop) -> Outcome:
    found = made(prop, *given)
    (part,) = found.parts
    (reading,) = part.readings
    return qualified(WordsWitness().examine(found, part, reading, Context()), found, reading.prop)


IDENTITIES = {
    "Moore-Penrose": conj(
        eq(half(H) * inv_half(H) * half(H), half(H)), eq(inv_half(H) ** 2, pinv(H)), eq(pinv(H) * H, P),
        eq(P * P, P), eq(P * half(H), half(H)), eq(H * P_perp, zeros("d", "d")), eq(rank(H), tr(projection(H))),
    ),
    "Phi and Omega commute": conj(commute(Phi, inv(Omega)), commute(P, inv(Omega)), eq(Omega * inv(Omega), I)),
    "Gamma^*": eq(Gamma_tilde_star, Phi * inv(Omega)),
    "the risk at Gamma^*": eq(least_risk, substitute(R.body, {beta: beta_star, Gamma: Gamma_star})),
    "stationary": conj(
        eq(where(grad(R, beta), (beta, beta_star), (Gamma, Gamma_star)), zeros("d", 1)),
        eq(where(grad(R, Gamma), (beta, beta_star), (Gamma, Gamma_star)), zeros("d", "d")),
    ),
    "excess risk": eq(
        R - least_risk,
        tr((Gamma_tilde - Gamma_tilde_star) * Omega * (Gamma_tilde - Gamma_tilde_star).T)
        + D.T * half(H) * A * half(H) * D,
    ),
    "the flow of beta": eq(ddt(beta), -2 * half(H) * A * half(H) * D),
    "the least risk by eigenvalues": eq(
        least_risk, sigma**2 + total(j, d, phi * (phi + t) / ((M + 1) * phi + t))
    ),
    "curvature in Gamma": eq(
        curvature(R, (Gamma, Delta)),
        2 * tr(H * Delta * (
            (M + 1) / M * H * (Psi + D * D.T) * H + (tr(H * (Psi + D * D.T)) + sigma**2) / M * H
        ) * Delta.T),
    ),
    "convex in Gamma": convex(R, Gamma),
}  # fmt: skip


@pytest.mark.parametrize("name", IDENTITIES)
def test_words_prove_for_every_rank(name: str) -> None:
    found = examined(IDENTITIES[name], gt(t, 0))
    assert (found.verdict, found.scope.whole) == (Verdict.PROVED, True), found.sentence


WRONG = {
    "the projection is not the identity": eq(half(H) * inv_half(H), I),
    "the order of the factors of Gamma^*": eq(Gamma_star, Gamma_star.T),
    "the flow has a factor 2": eq(ddt(beta), -half(H) * A * half(H) * D),
    "another least risk": eq(least_risk, sigma**2 + total(j, d, phi * (phi + 2 * t) / ((M + 1) * phi + t))),
    "another matrix than Omega": eq(Gamma_tilde_star, Phi * inv((M + 2) / M * Phi + t / M * I)),
}


@pytest.mark.parametrize("name", WRONG)
def test_words_do_not_prove_what_is_wrong(name: str) -> None:
    assert examined(WRONG[name], gt(t, 0)).verdict is not Verdict.PROVED


def test_an_inverse_that_exists_by_assumption_alone_is_named_in_the_scope() -> None:
    statement = eq(Gamma_tilde_star, Phi * inv(Omega))
    found = examined(statement)
    assert found.verdict is Verdict.PROVED
    assert found.scope.text.endswith(" where Omega invertible")
    for enough in (gt(t, 0), gt(sigma, 0), posdef(Omega)):
        assert "where" not in examined(statement, enough).scope.text


def test_a_denominator_that_is_not_zero_by_assumption_alone_is_named_in_the_scope() -> None:
    statement = eq(t / t, 1 + 0 * t)
    assert examined(statement).scope.text.endswith(" where t != 0")
    assert "where" not in examined(statement, gt(t, 0)).scope.text


def test_the_inverse_of_a_matrix_that_may_be_singular_needs_a_hypothesis() -> None:
    statement = eq(inv(H) * half(H), inv_half(H))
    found = examined(statement)
    assert (found.verdict, found.scope.text) == (Verdict.PROVED, "every d and H where H invertible")
    found = examined(statement, posdef(H))
    assert (found.verdict, found.scope.text) == (Verdict.PROVED, "every d and H")
    of_identity = eq(inv(H) * H, I)
    found = examined(of_identity)
    assert (found.verdict, found.against) == (Verdict.UNDECIDED, False)
    for found in (examined(of_identity, posdef(H)), examined(implies(posdef(H), of_identity))):
        assert (found.verdict, found.scope.whole) == (Verdict.PROVED, True)


def test_the_hypothesis_of_an_implication_is_used_like_one_of_the_claim() -> None:
    newton = eq(Gamma_star, inv((M + 1) / M * H + t / M * inv(Psi)))
    assert examined(implies(conj(posdef(H), posdef(Psi)), newton)).scope.whole
    assert examined(implies(gt(t, 0), posdef(Omega))).scope.whole
    assert examined(implies(ge(t, 0), posdef(Omega))).verdict is Verdict.UNDECIDED
    assert examined(psd(Omega)).scope.whole
    found = examined(implies(posdef(H), eq(inv(H) * H, 2 * I)))
    assert (found.verdict, found.against) == (Verdict.UNDECIDED, False)


def test_the_risk_is_convex_in_each_parameter_and_not_less_than_the_noise() -> None:
    for statement in (convex(R, beta), convex(R, Gamma), ge(R, sigma**2)):
        assert examined(statement).scope.whole
    for statement in (convex(R, beta, Gamma), ge(R, 2 * sigma**2)):
        assert examined(statement).verdict is not Verdict.PROVED


def test_the_least_risk_is_found_over_both_parameters() -> None:
    assert examined(eq(minimum(R, beta, Gamma), least_risk), gt(t, 0)).scope.whole
    assert examined(global_minimum(R, (beta, beta_star), (Gamma, Gamma_star)), gt(t, 0)).scope.whole
    for wrong in (
        eq(minimum(R, beta, Gamma), least_risk + sigma**2),
        global_minimum(R, (beta, beta_star), (Gamma, zeros("d", "d"))),
        global_minimum(R, (beta, zeros("d", 1)), (Gamma, Gamma_star)),
    ):
        assert examined(wrong, gt(t, 0)).verdict is not Verdict.PROVED


def test_the_minimisers_of_the_risk_are_those_of_5_3() -> None:
    solution = conj(in_null(H, D), in_null_tensor(H, Gamma - Gamma_star))
    best = substitute(f_GD.body, {beta: beta_star, Gamma: Gamma_star})
    one_point = conj(eq(beta, beta_star), eq(Gamma, Gamma_star))
    for right in (
        minimum_where(R, solution, beta, Gamma),
        minimisers_satisfy(R, solution, beta, Gamma),
        minimisers_satisfy(R, almost_surely(eq(f_GD, best)), beta, Gamma),
        implies(posdef(H), minimisers_satisfy(R, one_point, beta, Gamma)),
    ):
        assert examined(right, gt(t, 0)).scope.whole
        assert not examined(right).scope.whole
    for wrong in (
        minimum_where(R, in_null(H, D), beta, Gamma),
        minimum_where(R, conj(in_null(H, D), in_null_tensor(H, Gamma - 2 * Gamma_star)), beta, Gamma),
        minimisers_satisfy(R, one_point, beta, Gamma),
        minimisers_satisfy(R, almost_surely(eq(f_GD, 2 * best)), beta, Gamma),
    ):
        assert examined(wrong, gt(t, 0)).verdict is not Verdict.PROVED


def test_a_minimum_that_needs_a_hypothesis_names_it() -> None:
    statement = eq(minimum(R, beta, Gamma), minimum(R, Gamma, beta))
    assert examined(statement).scope.text.endswith("not 0")
    for given in ((gt(t, 0),), (gt(sigma, 0),), (posdef(H), posdef(Psi))):
        assert examined(statement, *given).scope.whole


def test_gaussian_vectors_lie_in_the_image_of_their_covariance() -> None:
    assert examined(almost_surely(eq(P * x_q, x_q))).verdict is Verdict.PROVED
    assert examined(eq(P * x_q, x_q)).verdict is not Verdict.PROVED
    assert examined(almost_surely(eq(P * p, p))).verdict is not Verdict.PROVED


def test_the_least_risk_from_a_fixed_start_counts_its_distance() -> None:
    """One step of gradient descent from 0: (5.2) with Psi + beta^* beta^*^T in the place of Psi."""
    second = Psi + beta_star * beta_star.T
    of_both = half(H) * second * half(H)
    noise = tr(H * second) + sigma**2
    inverse = inv((M + 1) / M * of_both + noise / M * I)
    from_zero = substitute(R.body, {beta: zeros("d", 1)})
    found = examined(eq(minimum(from_zero, Gamma), noise - tr(of_both**2 * inverse)), gt(sigma, 0))
    assert (found.verdict, found.scope.whole) == (Verdict.PROVED, True)


def test_long_contexts_for_matrices_of_any_rank() -> None:
    """Where H and Psi may be singular limits have the projection on the image of Phi."""
    onto = projection(Phi)
    for right in (
        tends(H * Gamma_star * H, half(H) * onto * half(H), M),
        tends(M * (least_risk - sigma**2), tr(Phi) + t * rank(Phi), M),
        order(least_risk - sigma**2, 1 / M, M),
    ):
        assert examined(right, gt(t, 0)).scope.whole
    for wrong in (tends(H * Gamma_star * H, H, M), tends(M * (least_risk - sigma**2), tr(Phi) + t * d, M)):
        assert examined(wrong, gt(t, 0)).verdict is not Verdict.PROVED
    assert examined(implies(posdef(H), tends(Gamma_star, inv_half(H) * onto * inv_half(H), M)), gt(t, 0)).scope.whole


DEFINITE = conj(posdef(H), posdef(Psi))


def test_long_contexts_for_positive_definite_matrices() -> None:
    for statement in (tends(Gamma_star, inv(H), M), order(least_risk - sigma**2, 1 / M, M)):
        assert examined(implies(DEFINITE, statement)).scope.whole
    assert examined(implies(posdef(H), tends(Gamma_star, inv(H), M)), gt(t, 0)).verdict is not Verdict.PROVED
    for wrong in (tends(Gamma_star, 2 * inv(H), M), order(least_risk - sigma**2, 1 / M**2, M)):
        assert examined(implies(DEFINITE, wrong)).verdict is not Verdict.PROVED


def test_the_sign_of_a_difference_is_read_off_its_structure() -> None:
    assert examined(ge(tr(Phi**2 * inv(Omega)), 0), gt(t, 0)).scope.whole
    assert examined(ge(tr(H * Psi), 0)).scope.whole
    assert examined(ge(tr(H * Gamma), 0)).verdict is not Verdict.PROVED


def test_regularised_newton_for_positive_definite_matrices() -> None:
    statement = eq(Gamma_star, inv((M + 1) / M * H + t / M * inv(Psi)))
    assert examined(statement, posdef(H), posdef(Psi)).scope.whole
    assert examined(statement, posdef(H)).verdict is Verdict.UNDECIDED


def test_the_law_of_the_data_follows_the_hypothesis_on_the_covariance() -> None:
    gap = ge(substitute(R.body, {beta: beta_star, Gamma: zeros("d", "d")}) - sigma**2, 0)
    assert examined(gap).verdict is Verdict.PROVED
    found = examined(eq(substitute(R.body, {beta: beta_star, Gamma: inv(H)}), substitute(R.body, {
        beta: beta_star, Gamma: pinv(H)})), posdef(H))
    assert found.verdict is Verdict.PROVED
