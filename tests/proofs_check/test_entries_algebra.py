"""The entrywise reading of statements: what it proves, what it refutes, where it refuses."""

from fractions import Fraction

import pytest

from proofs_check.algebras.entries import Setting, decide_equal, exact_values, points, values_needed
from proofs_check.algebras.entries.lengths import degree
from proofs_check.papers.zfb.assumptions import Lam_posdef, Theta_unit
from proofs_check.papers.zfb.notation import (
    U11,
    W_KQ,
    W_PV,
    E,
    Gam,
    H_tau,
    I,
    L,
    Lam,
    Lam_hat,
    N,
    Theta,
    c,
    d,
    i_d,
    j,
    k,
    l,
    l_,
    l_min,
    on_block,
    residual,
    sigma,
    tau,
    u,
    u12,
    u21,
    u_1,
    w,
    x,
    x_q,
    y_hat,
)
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import commute, conj, eq
from proofs_check.statement.terms import (
    Num,
    at,
    at0,
    beside,
    block,
    columns,
    ddt,
    det,
    entry,
    expect,
    eye,
    grad,
    half,
    index,
    inner,
    inv,
    kron,
    matrix,
    norm_F,
    norm_op,
    per_prompt,
    prediction,
    scalar,
    singular_product_sum,
    sqrt,
    total,
    tr,
    vec,
    where,
    zeros,
)

A, B, Q = matrix("A"), matrix("B"), matrix("Q")
X = x_q
E_top = beside(eye("d"), zeros("d", 1)) * E
"""The covariates of the embedding without the labels."""
half_ = Fraction(1, 2)

TRUE = {
    "Lemma 30": (expect(X * X.T * A * X * X.T), Lam * (A + A.T) * Lam + tr(A * Lam) * Lam),
    "(32)": (expect(Lam_hat), Lam),
    "(37)": (expect(Lam_hat**2), (N + 1) / N * Lam**2 + 1 / N * tr(Lam) * Lam),
    "Lemma 9": (y_hat, u.T * H_tau * u),
    "Lemma 10, U11": (where(ddt(U11), *on_block), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam**2),
    "Lemma 10, u_-1": (where(ddt(u_1), *on_block), -tr(u_1 * Gam * Lam * U11 * Lam * U11.T - Lam**2 * U11.T)),
    "Lemma 10, u12": (where(ddt(u12), *on_block), zeros("d", 1)),
    "Lemma 15": (grad(l, U11), u_1**2 * Gam * Lam * U11 * Lam - u_1 * Lam**2),
    "Corollary 16, minimum": (l_min, -half_ * tr(Lam**2 * inv(Gam))),
    "Corollary 16, square": (l - l_min, half_ * norm_F(half(Gam) * residual) ** 2),
    "(8)": (L, half_ * expect((y_hat - inner(w, x_q)) ** 2)),
    "Lemma 29 (b)": (vec(A * U11 * B), kron(B.T, A) * vec(U11)),
    "Lemma 29 (f)": (grad(tr(A * U11 * B * U11.T), U11), A.T * U11 * B.T + A * U11 * B),
    "entry by entry": (entry(A * B, k, l_), total(j, d, entry(A, k, j) * entry(B, j, l_))),
    "scaling": (prediction(c * W_PV, inv(c) * W_KQ, N), prediction(W_PV, W_KQ, N)),
    "determinant": (det(A * B), det(A) * det(B)),
    "square root": (half(Lam) * half(Lam), Lam),
}


@pytest.mark.parametrize("name", TRUE)
@pytest.mark.parametrize("dim", [1, 2])
def test_true_statements_are_proved(name, dim):
    decision = decide_equal(*TRUE[name], dim)
    assert decision.equal
    assert decision.every_length


FALSE = {
    "Lemma 30, one transpose lost": (expect(X * X.T * A * X * X.T), 2 * Lam * A * Lam + tr(A * Lam) * Lam),
    "(37), 1/N dropped": (expect(Lam_hat**2), (N + 1) / N * Lam**2 + tr(Lam) * Lam),
    "(37), N for N + 1": (expect(Lam_hat**2), Lam**2 + 1 / N * tr(Lam) * Lam),
    "Lemma 9, no 1/2": (y_hat, 2 * (u.T * H_tau * u)),
    "Lemma 10, sign": (where(ddt(U11), *on_block), -(u_1**2) * Gam * Lam * U11 * Lam - u_1 * Lam**2),
    "Lemma 10, exponent": (where(ddt(U11), *on_block), -(u_1**2) * Gam * Lam * U11 * Lam + u_1 * Lam),
    "(8), 1/2 dropped": (L, expect((y_hat - inner(w, x_q)) ** 2)),
    "Corollary 16, no 1/2": (l_min, -tr(Lam**2 * inv(Gam))),
    "residual, Lam for its root": (l - l_min, half_ * norm_F(Gam * residual) ** 2),
    "trace of a square": (tr(A) ** 2, tr(A**2)),
    "order": (A * B, B * A),
}


@pytest.mark.parametrize("name", FALSE)
def test_altered_statements_are_refuted_with_a_point_that_shows_it(name):
    lhs, rhs = FALSE[name]
    decision = decide_equal(lhs, rhs, 2)
    assert not decision.equal
    point = dict(decision.counterexample)
    printed = {side: point.pop(side) for side in ("lhs", "rhs")}
    dim = point.pop("d")
    lengths = {"N": point.pop("N")} if "N" in point else {}
    setting = Setting(dim, lengths, diagonal=name.startswith(("Cor", "residual")), values=point)
    assert printed["lhs"] != printed["rhs"]
    for side, value in (("lhs", lhs), ("rhs", rhs)):
        if isinstance(printed[side], list):
            assert exact_values(value, setting) == printed[side]


def test_the_balanced_start_needs_its_hypothesis():
    """Lemma 17 at time 0: sigma^2 = tr(U11(0) U11(0)^T) because ||Theta Theta^T||_F = 1."""
    sides = at0(u_1**2), at0(tr(U11 * U11.T))
    for dim in (1, 2):
        assert decide_equal(*sides, dim, given=[Theta_unit.prop]).equal
    assert not decide_equal(at0(u_1**2), at0(2 * tr(U11 * U11.T)), 2, given=[Theta_unit.prop]).equal
    assert not decide_equal(sigma**2, tr(Theta * Theta.T) * sigma**3, 2, given=[Theta_unit.prop, Lam_posdef.prop]).equal


def test_orthogonal_symbols_are_orthogonal():
    orthogonal = conj(eq(Q.T * Q, I), eq(Q * Q.T, I))
    assert decide_equal(tr(Q * A * Q.T), tr(A), 2, given=[orthogonal]).equal
    assert not decide_equal(det(Q), Num(Fraction(1)), 2, given=[orthogonal]).equal
    assert not decide_equal(Q * A * Q.T, A, 2, given=[orthogonal]).equal


def test_a_counterexample_respects_hypotheses_that_it_cannot_use():
    """For commuting A, B nothing refutes A B = B A, and nothing proves it here either: no decision."""
    with pytest.raises(Lacks, match="lacks a decision"):
        decide_equal(A * B * B, B * A * B, 2, given=[commute(A, B)])


def test_prompt_lengths_follow_from_the_degree():
    assert values_needed([expect(Lam_hat**2), Lam], 2) == (1, 2, 3)
    assert values_needed([y_hat, zeros(1, 1)], 2) == (1, 2)
    assert values_needed([norm_F(Lam_hat), Lam], 2) is None
    decision = decide_equal(expect(tr(Lam_hat**3)), expect(tr(Lam_hat * Lam_hat**2)), 1)
    assert decision.extent.told(("d", "N", "Lam")) == "d = 1, every Lam, every N (by degree from N = 1, 2, 3, 4)"


POLYNOMIAL = {
    "third Wishart moment": expect(tr(Lam_hat**3)),
    "squared prediction": expect(y_hat**2 * tr(Lam_hat)),
    "embedding": expect(tr((E * E.T) ** 2)) / N,
    "columns": columns(E) * expect(tr(Lam_hat * E_top * E_top.T)),
    "quotient": expect(tr(Lam_hat**2)) / (1 + 2 / N),
    "inverse": tr(inv(Gam) * expect(Lam_hat**2)),
}


@pytest.mark.parametrize("name", POLYNOMIAL)
def test_the_degree_bound_predicts_longer_prompts(name):
    """N^k Q times the term is a polynomial: its values at p + 1 lengths predict the next two."""
    term = POLYNOMIAL[name]
    bound = degree(term, 1)
    point = {"Lam": [[2]], "U11": [[3]], "u12": [[1]], "u21": [[-1]], "u_-1": 2}

    def scaled(length):
        below = {"quotient": Fraction(length) + 2, "inverse": Fraction(2 * length + 4)}.get(name, 1)
        value = exact_values(term, Setting(1, {"N": length}, values=point))[0][0]
        return value * below * Fraction(length) ** (bound.k + (name == "quotient"))

    known = list(range(1, int(bound.num) + 2 + (name == "quotient")))
    values = {n: scaled(n) for n in known}
    for new in (known[-1] + 1, known[-1] + 2):
        predicted = Fraction(0)
        for n in known:
            weight = Fraction(1)
            for other in known:
                weight *= Fraction(new - other, n - other) if other != n else 1
            predicted += weight * values[n]
        assert predicted == scaled(new)


def test_an_identity_that_holds_for_one_prompt_length_only_is_refuted():
    """At N = 1 the sample covariance has rank one: tr(A^2) = tr(A)^2."""
    decision = decide_equal(tr(Lam_hat**2), tr(Lam_hat) ** 2, 2)
    assert not decision.equal
    assert decision.counterexample["N"] > 1


def test_statements_over_several_prompts():
    """Prompts are independent copies: the mean of E(w_tau^T x_tau)^2 is tr(Lam)."""
    length = scalar("B", "integer", "positive")
    mean = 1 / length * total(tau, length, per_prompt(tau, inner(w, x_q) ** 2))
    assert decide_equal(expect(mean), tr(Lam), 2).equal
    mixed = per_prompt(Num(Fraction(1)), inner(w, x_q)) * per_prompt(Num(Fraction(2)), inner(w, x_q))
    assert decide_equal(expect(mixed), Num(Fraction(0)), 1).equal


def test_roots_of_functions_of_lam_narrow_the_scope():
    decision = decide_equal(half(Gam) * half(Gam), Gam, 2)
    assert decision.equal
    assert "diagonal Lam" in decision.extent.told(("d", "Lam"))


def test_square_roots_of_numbers_are_exact():
    assert decide_equal(sqrt(Num(Fraction(8))), 2 * sqrt(Num(Fraction(2))), 1).equal
    assert decide_equal(sqrt(d) * sqrt(d), d, 3).equal
    decision = decide_equal(sqrt(Num(Fraction(8))), sqrt(Num(Fraction(2))) + sqrt(Num(Fraction(3))), 1)
    assert not decision.equal


def test_the_embedding_is_that_of_equation_4():
    value = exact_values(E, Setting(2, {"N": 1}, values={"x": [[[1], [2]]], "x_q": [[3], [4]], "w": [[5], [6]]}))
    assert value == [[1, 3], [2, 4], [17, 0]]


def test_an_exact_point_evaluates_the_whole_flow():
    point = {"U11": [[2]], "u12": [[0]], "u21": [[0]], "u_-1": Fraction(3), "Lam": [[1]]}
    # d = 1, Lam = 1, N = 2: Gam = 2, dU11/dt = -9 * 2 * 2 + 3.
    assert exact_values(ddt(U11), Setting(1, {"N": 2}, values=point)) == [[Fraction(-33)]]


def test_points_are_admissible():
    for step, point in enumerate(points([Lam * Theta, y_hat], Setting(2), ("N",), 0, 6)):
        value = point.values
        assert value["Lam"][0][0] > 0
        assert value["Lam"][0][0] * value["Lam"][1][1] > value["Lam"][0][1] ** 2
        assert exact_values(tr(Theta * Theta.T * (Theta * Theta.T).T), point) == [[1]]
        assert point.lengths["N"] == 1 + step % 3


def test_a_counterexample_is_the_smallest_that_distinguishes():
    first = next(points([Lam * A * u12, y_hat], Setting(1), ("N",), 0, 1))
    assert first.lengths == {"N": 1}
    assert (first.values["Lam"], first.values["u12"], first.values["u_-1"]) == ([[1]], [[1]], 1)
    assert decide_equal(tr(Lam), 2 * tr(Lam), 1).counterexample["Lam"] == [[1]]
    # At Lam = I alone the two sides agree.
    assert decide_equal(tr(Lam), tr(Lam) * tr(Lam), 1).counterexample["Lam"] == [[2]]


def test_what_it_lacks_it_says():
    with pytest.raises(Lacks, match="spectrum of a matrix"):
        decide_equal(norm_op(A), Num(Fraction(0)), 3)
    with pytest.raises(Lacks, match="entries lacks singular_product_sum"):
        decide_equal(singular_product_sum(A, B), tr(A), 2)
    with pytest.raises(Lacks, match="shapes"):
        decide_equal(u12, tr(A), 2)


def test_free_indices_range_over_all_their_values():
    m = index("m", "d+1")
    M = block(A, u12, u21.T, u_1)
    assert decide_equal(entry(M, m, d + 1), entry(M.T, d + 1, m), 2).equal
    assert not decide_equal(entry(M, m, d + 1), entry(M, d + 1, m), 2).equal
    assert decide_equal(total(i_d, d, entry(A, i_d, i_d)), tr(A), 3).equal


def test_members_of_the_family_are_independent():
    first, second = (Num(Fraction(n)) for n in (1, 2))
    both = expect(tr(at(x, first) * at(x, second).T)) + 0 * N
    assert exact_values(both, Setting(2, {"N": 2}, values={"Lam": [[2, 1], [1, 2]]})) == [[0]]
