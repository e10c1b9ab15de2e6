"""Entries on covariances of every rank: strata, corner cases, least values and minimisers of the risk of GD-beta."""

from __future__ import annotations

from fractions import Fraction

import pytest

from proofs_check.algebras.entries import Setting, decide_equal, exact_values
from proofs_check.algebras.entries.refutation import refutation
from proofs_check.claims import Hypothesis, Kind, Part, Reading, claim
from proofs_check.papers.zwb.model import gd_beta
from proofs_check.papers.zwb.notation import (
    R_LSA,
    R_LTB,
    Gamma,
    Gamma_star,
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
    least_risk,
    reduced,
    t,
)
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import (
    almost_surely,
    conj,
    eq,
    ge,
    gt,
    iff,
    implies,
    le,
    minimisers_satisfy,
    ne,
    nonconvex,
    posdef,
    tends,
)
from proofs_check.statement.psd import (
    convex,
    curvature,
    eigenvalue,
    infimum,
    inv_half,
    least_eigenvalue,
    least_positive_eigenvalue,
    minimum_where,
    pinv,
    rank,
)
from proofs_check.statement.terms import (
    absolute,
    eye,
    half,
    index,
    inv,
    matrix,
    minimum,
    norm_F,
    scalar,
    sqrt,
    substitute,
    total,
    tr,
    vector,
    zeros,
)
from proofs_check.verdict import Verdict
from proofs_check.witnesses import Context, witness

t_positive = Hypothesis("t > 0", gt(t, 0))
j, V, z = index("j", "d"), matrix("V", "d", "d"), vector("z", "d")
solution = conj(eq(H * (beta - beta_star), zeros("d", 1)), eq(H * (Gamma - Gamma_star) * H, zeros("d", "d")))
f_star = substitute(f_GD.body, {beta: beta_star, Gamma: Gamma_star})


def verdict(prop, *given, dims=(1, 2)):
    @claim("own/statement", kind=Kind.IDENTITY, model=gd_beta, given=given)
    def stated():
        """What is stated."""
        return prop

    reading = Reading("", prop)
    return witness("entries").examine(stated, Part("", (reading,)), reading, Context(dims=dims)).verdict


def at(dim, m, **values):
    grids = {name: [[Fraction(e) for e in row] for row in value] if isinstance(value, list) else Fraction(value)
             for name, value in values.items()}
    return Setting(dim, {"M": m}, values=grids, model=gd_beta)


# Every rank -----------------------------------------------------------------------------------------------

@pytest.mark.parametrize("dim", [1, 2])
@pytest.mark.parametrize(
    ("lhs", "rhs"),
    [(H * pinv(H) * H, H), (half(H) * inv_half(H), P), (P * Phi, Phi), (P_perp * H, 0 * H), (rank(H), tr(P)),
     (half(H) * Gamma_star * half(H), Phi * inv(Omega))],
)  # fmt: skip
def test_identities_hold_for_every_rank(dim, lhs, rhs):
    assert decide_equal(lhs, rhs, dim, model=gd_beta).equal


@pytest.mark.parametrize(("lhs", "rhs"), [(H * pinv(H), I), (pinv(H) * H * z, z), (rank(H), tr(I)), (pinv(H), inv(H))])
def test_what_holds_at_full_rank_only_is_not_equal(lhs, rhs):
    try:
        decision = decide_equal(lhs, rhs, 2, model=gd_beta)
    except Lacks:
        return
    assert not decision.equal


def test_a_definite_covariance_has_full_rank():
    given = (posdef(H),)
    assert decide_equal(H * pinv(H), I, 2, given=given, model=gd_beta).equal
    assert decide_equal(P, I, 1, given=given, model=gd_beta).equal


def test_the_rank_of_a_product_is_not_guessed():
    with pytest.raises(Lacks, match="rank"):
        decide_equal(pinv(Phi) * Phi, P, 1, model=gd_beta)


def test_sums_over_eigenvalues_are_traces():
    phi = eigenvalue(Phi, j)
    by_eigenvalues = total(j, d, phi * (phi + t) / ((M + 1) * phi + t))
    assert decide_equal(tr(Phi) - tr(Phi**2 * inv(Omega)), by_eigenvalues, 2, model=gd_beta).equal
    doubled = total(j, d, phi * (phi + 2 * t) / ((M + 1) * phi + t))
    assert not decide_equal(tr(Phi) - tr(Phi**2 * inv(Omega)), doubled, 2, model=gd_beta).equal


def test_eigenvalues_at_exact_points():
    here = at(2, 1, H=[[2, 1], [1, 2]])
    assert exact_values(eigenvalue(H, 1), here) == [[3]]
    assert exact_values(least_eigenvalue(H), here) == [[1]]
    assert exact_values(least_positive_eigenvalue(H), at(2, 1, H=[[2, 0], [0, 0]])) == [[2]]
    assert exact_values(rank(H), at(2, 1, H=[[1, 1], [1, 1]])) == [[1]]


@pytest.mark.parametrize("g", [sqrt, absolute, lambda x: 1 / (1 + sqrt(x)), lambda x: sqrt(x**2)])
def test_roots_of_eigenvalues_of_different_matrices_differ(g):
    here, there = (total(j, d, g(eigenvalue(A, j))) for A in (Phi, Psi))
    assert verdict(eq(here, there)) is not Verdict.PROVED


def test_a_sum_over_the_roots_of_eigenvalues_is_the_trace_of_the_root():
    assert verdict(eq(total(j, d, sqrt(eigenvalue(Phi, j))), tr(half(Phi)))) is not Verdict.REFUTED
    assert verdict(eq(total(j, d, sqrt(eigenvalue(Phi, j))), 2 * tr(half(Phi)))) is not Verdict.PROVED


def test_sums_over_the_eigenvalues_of_two_matrices_are_not_confused():
    k = index("k", "d")
    both = total(j, d, total(k, d, eigenvalue(H, j) * eigenvalue(Psi, k)))
    assert verdict(eq(both, tr(H) * tr(Psi))) is not Verdict.REFUTED
    assert verdict(eq(both, d * tr(Psi**2))) is not Verdict.PROVED


# Least values and minimisers --------------------------------------------------------------------------------

SINGULAR = at(2, 1, H=[[4, 0], [0, 0]], Psi=[[1, 0], [0, 2]], sigma=1, beta_star=[[1], [3]])
DENSE = at(2, 3, H=[[5, 4], [4, 5]], Psi=[[1, 1], [1, 1]], sigma=0, beta_star=[[1], [3]])


@pytest.mark.parametrize("point", [SINGULAR, DENSE])
def test_the_minimum_over_both_parameters_is_the_printed_one_at_singular_problems(point):
    least = exact_values(minimum(R, beta, Gamma), point)
    assert least == exact_values(least_risk, point)
    assert least != exact_values(least_risk + tr(H * Psi) / M, point)


def test_the_minimum_is_the_printed_one_wherever_covariances_vanish_or_not():
    assert verdict(eq(minimum(R, beta, Gamma), least_risk), t_positive, dims=(1,)) is Verdict.PROVED
    wrong = substitute(least_risk.body, {M: M + 1})
    assert verdict(eq(minimum(R, beta, Gamma), wrong), t_positive, dims=(1,)) is Verdict.REFUTED


def test_minimisers_are_those_of_the_paper_and_no_others():
    assert verdict(minimisers_satisfy(R, solution, beta, Gamma), t_positive, dims=(1,)) is Verdict.PROVED
    assert verdict(minimum_where(R, solution, beta, Gamma), t_positive, dims=(1,)) is Verdict.PROVED
    elsewhere = conj(eq(H * (beta - 2 * beta_star), zeros("d", 1)), eq(H * (Gamma - Gamma_star) * H, zeros("d", "d")))
    assert verdict(minimum_where(R, elsewhere, beta, Gamma), t_positive) is Verdict.REFUTED
    only = minimisers_satisfy(R, eq(beta, beta_star), beta, Gamma)
    assert verdict(only, t_positive) is Verdict.REFUTED
    assert verdict(implies(posdef(H), only), t_positive, dims=(1,)) is Verdict.PROVED
    half_way = conj(eq(H * (beta - 2 * beta_star), zeros("d", 1)))
    assert verdict(minimisers_satisfy(R, half_way, beta, Gamma), t_positive) is Verdict.REFUTED


def test_minimisers_define_one_function_almost_surely_but_not_for_all_inputs():
    one = minimisers_satisfy(R, almost_surely(eq(f_GD, f_star)), beta, Gamma)
    assert verdict(one, t_positive, dims=(1,)) is Verdict.PROVED
    everywhere = minimisers_satisfy(R, eq(f_GD, f_star), beta, Gamma)
    assert verdict(everywhere, t_positive, dims=(1,)) is not Verdict.PROVED


def test_the_risk_is_convex_in_each_parameter_but_not_jointly():
    assert verdict(convex(R, Gamma)) is Verdict.PROVED
    assert verdict(convex(R, beta)) is Verdict.PROVED
    assert verdict(convex(R, beta, Gamma)) is Verdict.REFUTED
    assert verdict(nonconvex(R, beta)) is Verdict.REFUTED
    assert verdict(ge(curvature(R, (Gamma, V)), 0), dims=(1,)) is Verdict.PROVED
    assert verdict(le(curvature(R, (Gamma, V)), 0), dims=(1,)) is Verdict.REFUTED


def test_second_derivatives_of_roots_are_not_taken_for_zero():
    s, bowl = scalar("s"), lambda s: sqrt(1 + s**2)
    assert verdict(eq(curvature(bowl(s), (s, 1)), 0 * s)) is not Verdict.PROVED
    assert verdict(eq(curvature(bowl(s), (s, 1)), 1 / bowl(s) ** 3)) is not Verdict.REFUTED
    assert verdict(ge(curvature(-bowl(s), (s, 1)), 0)) is not Verdict.PROVED
    assert verdict(convex(-bowl(s), s)) is not Verdict.PROVED
    assert verdict(convex(10 * bowl(s) + 1 / (1 + s**2), s)) is not Verdict.REFUTED
    assert verdict(eq(curvature(sqrt(s**2) ** 4, (s, 1)), 12 * s**2)) is Verdict.PROVED


def test_the_minimum_of_a_function_with_a_root_of_its_variables_is_not_that_of_the_rest():
    f = norm_F(z) + z.T * z
    assert verdict(eq(minimum(f, z), norm_F(z))) is not Verdict.PROVED


def test_equivalences_compare_what_may_vanish():
    D = beta - beta_star
    assert verdict(iff(eq(D.T * H * D, 0), eq(H * D, zeros("d", 1))), dims=(1,)) is Verdict.PROVED
    assert verdict(iff(eq(D.T * H * D, 0), eq(D, zeros("d", 1))), dims=(1,)) is Verdict.REFUTED


# Corner cases ------------------------------------------------------------------------------------------------

def gap():
    return infimum(R_LSA, *reduced[1:]) - infimum(R_LTB, *reduced)


def test_omega_is_singular_where_nothing_is_random():
    found = refutation(posdef(Omega), Setting(1, model=gd_beta), (), 5)
    assert (found.values["Psi"], found.values["sigma"]) == ([[0]], 0)
    assert refutation(implies(gt(t, 0), posdef(Omega)), Setting(1, model=gd_beta), (), 5) is None


@pytest.mark.parametrize("prop", [gt(gap(), 0), implies(ne(beta_star, zeros("d", 1)), gt(gap(), 0))])
def test_there_is_no_gap_where_the_covariates_vanish(prop):
    found = refutation(prop, Setting(1, model=gd_beta), (), 5)
    assert found.values["H"] == [[0]]
    assert found.values["beta_star"] != [[0]]
    assert "B_1" not in found.values


def test_the_limit_needs_a_definite_task_covariance():
    limit = tends(Gamma_star, inv(H), M)
    found = refutation(implies(posdef(H), limit), Setting(1, model=gd_beta), (), 5)
    assert found.values["Psi"] == [[0]]
    definite = implies(conj(posdef(H), posdef(Psi)), limit)
    assert refutation(definite, Setting(1, model=gd_beta), (), 5) is None
    assert refutation(definite, Setting(2, model=gd_beta), (), 5) is None


def test_hypotheses_of_size_zero_are_used():
    assert verdict(implies(eq(t, 0), eq(Omega, 0 * eye("d"))), dims=(1,)) is Verdict.PROVED
    assert verdict(implies(eq(t, 0), eq(H, 0 * H)), dims=(1,)) is not Verdict.PROVED
