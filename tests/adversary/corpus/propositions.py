"""Propositions that the other themes do not state: spectra, growth, laws, smoothness, definitions and shapes."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_check import (
    absolute,
    det,
    eq,
    expect,
    eye,
    ge,
    gradient_flow,
    gt,
    implies,
    infinite,
    inv,
    kron,
    le,
    minimum_where,
    ne,
    norm_2,
    norm_F,
    parameter,
    psd,
    relu,
    same_law,
    tr,
    vec,
)
from proofs_check.statement.attention import differentiable
from proofs_check.statement.laws import finite, in_mean_square, order, probably, tends_jointly
from proofs_check.statement.props import (
    almost_surely,
    always_along,
    defined,
    depends_on,
    differs,
    inertia,
    negative_eigenvalues_at_least,
    negative_eigenvalues_equal,
    positive_eigenvalue,
    psd_form,
    same_flow,
    same_shape,
    spectrum_products,
)
from proofs_check.statement.terms import scalar

from ..stating import Stated, false, family, ill_shaped, true, vacuous
from .letters import P_, A, B, F, Id, K, S, U, V, Zero, a, b, d, e, f, g, m, n, p, q, t_, u, v, w, w_, y, z

X = parameter("X_1", "d", "d")
C2 = scalar("c_9", "positive")


@family("propositions")
def signs_of_eigenvalues() -> Iterator[Stated]:
    """S has d positive eigenvalues, -S d negative ones, vv' at most one that is not 0."""
    yield true(positive_eigenvalue(S))
    yield true(inertia(S, d, 0))
    yield true(inertia(-S, 0, d))
    yield true(inertia(Zero, 0, 0))
    yield true(negative_eigenvalues_equal(-Id, d))
    yield true(negative_eigenvalues_equal(K, 0))
    yield true(negative_eigenvalues_at_least(-S, 1))
    yield true(negative_eigenvalues_at_least(F, 0))
    yield false(positive_eigenvalue(K))
    yield false(positive_eigenvalue(-S))
    yield false(inertia(K, d, 0))
    yield false(inertia(S, 0, d))
    yield false(negative_eigenvalues_equal(F, 0))
    yield false(negative_eigenvalues_at_least(S, 1))
    yield false(negative_eigenvalues_at_least(-K, 1))
    yield ill_shaped(lambda: positive_eigenvalue(P_))


@family("propositions")
def forms_that_need_no_symmetry() -> Iterator[Stated]:
    """x'Ax >= 0 for every x depends on A + A' alone."""
    yield true(psd_form(K))
    yield true(psd_form(A * A.T))
    yield true(psd_form(A - A.T))
    yield true(implies(psd_form(A), psd_form(A.T)))
    yield true(implies(psd_form(A), psd(A + A.T)))
    yield false(psd_form(A))
    yield false(psd_form(-S))
    yield false(psd_form(S * K))
    yield false(implies(psd_form(A), psd(A)))
    yield ill_shaped(lambda: psd_form(P_))


@family("propositions")
def products_of_spectra() -> Iterator[Stated]:
    """The eigenvalues of a Kronecker product are the products."""
    yield true(spectrum_products(kron(S, K), S, K))
    yield true(spectrum_products(kron(Id, S), Id, S))
    yield false(spectrum_products(kron(S, S), S, Id))
    yield false(spectrum_products(kron(S, K), K, K))


@family("propositions")
def orders_of_magnitude() -> Iterator[Stated]:
    """n = O(n^2), not the other way round; sums of sizes are products at most."""
    yield true(order(n, n**2, n))
    yield true(order(3 * n + 5, n, n))
    yield true(order(1 / n, 1, n))
    yield true(order(n + m, n * m, n, m))
    yield false(order(n**2, n, n))
    yield false(order(n * m, n + m, n, m))
    yield false(order(1, 1 / n, n))


@family("propositions")
def limits_in_several_sizes() -> Iterator[Stated]:
    """1/n + 1/m tends to 0 whichever way; n/(n + m) does not tend."""
    yield true(tends_jointly(1 / n + 1 / m, 0, n, m))
    yield true(tends_jointly((n + 1) / n, 1, n))
    yield true(tends_jointly(1 / (n * m), 0, n, m))
    yield false(tends_jointly(n / (n + m), 0, n, m))
    yield false(tends_jointly(1 / n + 1 / m, 1, n, m))
    yield false(tends_jointly(n / m, 1, n, m))


@family("propositions")
def with_probability() -> Iterator[Stated]:
    """Markov and Chebyshev bounds; a square is surely nonnegative, a Gaussian is surely not 0."""
    yield true(almost_surely(ge(z.T * z, 0)))
    yield true(almost_surely(eq(tr(z * y.T), y.T * z)))
    yield true(almost_surely(eq(U * U.T, Id)))
    yield false(almost_surely(ge(v.T * z, 0)))
    yield false(almost_surely(eq(z * y.T, y * z.T)))
    yield false(almost_surely(eq(U * V, V * U)))
    yield true(probably(ge(g.T * g, 0), 1))
    yield false(probably(le(g.T * g, 0), 1))


@family("propositions")
def convergence_in_mean_square() -> Iterator[Stated]:
    """z/n tends to 0, for E|z/n|^2 = tr S / n^2; z itself does not."""
    yield true(in_mean_square(z / n, 0 * v, n))
    yield true(in_mean_square((n + 1) / n * z, z, n))
    yield false(in_mean_square(z, 0 * v, n))
    yield false(in_mean_square(z / n, v, n))


@family("propositions")
def laws_of_products() -> Iterator[Stated]:
    """A rotation of a standard Gaussian is one; twice it is not."""
    yield true(same_law(U, U.T))
    yield true(same_law(g, -g))
    yield true(same_law(U * V, U))
    yield false(same_law(g, 2 * g))
    yield false(same_law(U, 2 * U))


@family("propositions")
def moments_that_are_finite() -> Iterator[Stated]:
    """All polynomial moments of Gaussians are; that of 1/|g|^2 is not for d <= 2."""
    yield true(finite(expect(z.T * A * z)))
    yield true(finite(expect(norm_2(z) ** 6)))
    yield true(implies(eq(d, 1), infinite(expect(inv(norm_2(g) ** 2)))))
    yield false(infinite(expect(z.T * z)))
    yield false(finite(expect(inv(norm_2(g) ** 2))))


@family("propositions")
def smoothness() -> Iterator[Stated]:
    """Polynomials are differentiable, |a| and relu are not at 0, |a|^2 is."""
    yield true(differentiable(a**3 + b, a))
    yield true(differentiable(v.T * A * v, v))
    yield true(differentiable(absolute(a) ** 2, a))
    yield true(differentiable(norm_2(v) ** 2, v))
    yield false(differentiable(absolute(a), a))
    yield false(differentiable(relu(a), a))
    yield false(differentiable(norm_2(v), v))


@family("propositions")
def same_shapes() -> Iterator[Stated]:
    """Of sums, transposes and products."""
    yield true(same_shape(A, B.T))
    yield true(same_shape(P_, A * P_))
    yield true(same_shape(v, P_ * P_.T * w))
    yield false(same_shape(P_, P_.T))
    yield false(same_shape(A, v))
    yield false(same_shape(vec(A), v))


@family("propositions")
def different_and_dependent() -> Iterator[Stated]:
    """AB and BA differ as functions; what cancels depends on nothing."""
    yield true(differs(A * B, B * A))
    yield true(differs(a, a + 1))
    yield true(depends_on(a * b, a))
    yield true(depends_on(det(A), A))
    yield false(differs((a + b) ** 2, a**2 + 2 * a * b + b**2))
    yield false(differs(tr(A * B), tr(B * A)))
    yield false(depends_on(a * b - b * a + b, a))
    yield false(depends_on(tr(A - A.T), A))


@family("propositions")
def flows_on_two_losses() -> Iterator[Stated]:
    """Losses that differ by a constant move alike; twice a loss does not."""
    model = gradient_flow((u * w_ - 1) ** 2, (u, w_))
    loss = (u * w_ - 1) ** 2
    yield true(same_flow(loss, loss + 3, u, w_), model=model)
    yield true(same_flow(loss, u**2 * w_**2 - 2 * u * w_, u, w_), model=model)
    yield true(always_along(loss, ge(u**2, 0), u, w_), model=model)
    yield false(same_flow(loss, 2 * loss, u, w_), model=model)
    yield false(same_flow(loss, u**2 + w_**2, u, w_), model=model)
    yield false(always_along(loss, ge(u, 0), u, w_), model=model)


@family("propositions")
def sufficient_for_a_minimum() -> Iterator[Stated]:
    """(u - a)^2 is least where u = a."""
    yield true(minimum_where((u - a) ** 2, eq(u, a), u))
    yield true(minimum_where(norm_F(X - A) ** 2, eq(X, A), X))
    yield false(minimum_where((u - a) ** 2, eq(u, a + 1), u))
    yield false(minimum_where((u**2 - 1) ** 2, eq(u, 0), u))


@family("propositions")
def nothing_meets() -> Iterator[Stated]:
    """The hypotheses contradict each other, so whatever follows is no error."""
    yield vacuous(psd(A), ne(A, A))
    yield vacuous(eq(a, b), gt(a, b), le(a, b))
    yield vacuous(positive_eigenvalue(F), eq(F, Zero), ne(F, Zero))
    yield vacuous(eq(det(A), 1), eq(A, Zero), eq(tr(A), 1))
    yield vacuous(ge(p, 1), le(p, 0))
    yield vacuous(eq(expect(e**2), 0), eq(p, 0))
    yield vacuous(same_shape(A, v), eq(q, -1))
    yield vacuous(order(n**2, n, n), le(n, 0))
    yield vacuous(differs(a, a), gt(a**2, a**2))
    yield vacuous(almost_surely(ge(v.T * z, 0)), eq(norm_2(v), -1))
    yield vacuous(differentiable(absolute(a), a), eq(b, b + 1))
    yield vacuous(same_law(g, 2 * g), eq(tr(Id), -1))
    yield vacuous(eq(tr(K), -1), eq(tr(K), -1))
    yield vacuous(gt(norm_F(A), 0), eq(A, Zero), gt(norm_F(A), 1))
    yield vacuous(eq(eye("d"), Zero), eq(a**2, -1))


@family("propositions")
def definitions() -> Iterator[Stated]:
    """A name of one's own means what its definition says; nothing is to be decided of it."""
    yield true(defined(C2, C2))
    yield ill_shaped(lambda: defined(A, v))
    yield ill_shaped(lambda: eq(f, v))
    yield ill_shaped(lambda: tends_jointly(A, 1, n))
    yield ill_shaped(lambda: eq(t_, A))
