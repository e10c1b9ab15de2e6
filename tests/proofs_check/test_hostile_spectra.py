"""Chains about eigenvalues, convexity and infima whose last step would show what is false."""

from __future__ import annotations

import pytest

from proofs_check import (
    eq,
    gradient_flow,
    implies,
    infimum,
    le,
    lt,
    matrix,
    minimum,
    ne,
    nonconvex,
    norm_2,
    norm_F,
    parameter,
    psd,
    scalar,
    term,
    tr,
    zeros,
)
from proofs_check.proof.chain import (
    Assume,
    Combination,
    Congruence,
    Discharge,
    Eigenvectors,
    Identity,
    Positivity,
    Roots,
    Rule,
    Signs,
    Step,
)
from proofs_check.proof.steps.curvature import BentSomewhere, NowhereBent
from proofs_check.proof.steps.extrema import FromBelow, ValueAt, Within
from proofs_check.statement.props import (
    Prop,
    always,
    inertia,
    negative_eigenvalues_at_least,
    positive_eigenvalue,
    spectrum_products,
)
from proofs_check.statement.psd import convex, curvature
from proofs_check.statement.terms import Sym, Term, at0, block, ddt, eye, where
from tests.proofs_check.asking_rules import NO_THEOREM
from tests.proofs_check.hostile import (
    A,
    B,
    I,
    K,
    O,
    R,
    S,
    a,
    alone,
    c,
    d,
    e,
    m,
    p,
    q,
    refused,
    u,
    w,
    x,
    y,
    z,
)

# Traces, eigenvalues and their signs ----------------------------------------------------------------------------------

def every(pair: Prop, body: Term, vector_: Sym = q) -> tuple[Step, ...]:
    low = le(0, vector_.T * body * vector_)
    return (
        Step("pair", pair, Assume()), Step("low", low, Positivity()),
        Step("every", implies(pair, low), Discharge("pair"), ("pair", "low")),
    )  # fmt: skip


U_m = parameter("U_m", "d", "d")
S_r = matrix("S_r", "d", "d", "symmetric", "random")


@pytest.mark.parametrize("pair", [
    eq((U_m + U_m.T) * q, c * q), eq(S_r * q, c * q), eq((c * I) * q, c * q), eq(S * q, p * q), eq(A * q, c * q),
    eq(S * q, a * z), ne(S * q, c * q), eq(S * q, (2 * c) * q),
    eq(S * q, scalar("c_n", "nonnegative") * q), eq(S * q, scalar("c_i", "integer", "nonnegative") * q),
])
def test_eigenvectors_are_those_of_a_symmetric_matrix_that_does_not_move(pair: Prop) -> None:
    flow = gradient_flow(norm_F(U_m) ** 2, (U_m,))
    said = refused(*every(pair, K), Step("s", le(0, tr(K)), Eigenvectors(), ("every",)), model=flow)
    assert "every eigenvector" in said
    good = every(eq(S * q, c * q), K)
    assert not refused(*good, Step("s", le(0, tr(K)), Eigenvectors(), ("every",)), model=flow)


@pytest.mark.parametrize(("shown", "why"), [
    (lt(0, tr(K)), "is not negative"), (le(1, tr(K)), "is not negative"), (le(0, tr(K) + 0), "is not negative"),
    (le(0, tr(R - K)), "every eigenvector"), (le(0, tr(K * q * q.T)), "every eigenvector"),
])
def test_the_trace_of_the_form_is_not_negative_and_no_more(shown: Prop, why: str) -> None:
    assert why in refused(*every(eq(S * q, c * q), K), Step("s", shown, Eigenvectors(), ("every",)))


def test_one_eigenvector_says_nothing_of_a_trace() -> None:
    pair = eq(S * q, c * q)
    assert "every eigenvector" in alone(le(0, tr(B)), Eigenvectors(), implies(pair, le(0, q.T * B * q)))
    low = implies(pair, le(0, q.T * B * q))
    assert "every eigenvector" in refused(Step("a", low, Assume()), Step("s", le(0, tr(B)), Eigenvectors(), ("a",)))


@pytest.mark.parametrize(("matrix_", "counts", "roots"), [
    (p * I, (1, 0), ((p, 1),)), (p * I, (d, 0), ((p, d),)), (-(q * q.T), (1, 0), ((-(q.T * q), 1), (0, d - 1))),
    (q * q.T, (1, 0), ((q.T * q, 1), (0, d - 1))), (A, (1, 0), ((p, 1),)),
    (block(0 * I, q, q.T, term(0) * c), (2, 0), ((norm_2(q), 1), (-norm_2(q), 1), (0, d - 1))),
    (q * z.T, (1, 0), ((p, 1),)),
])
def test_roots_are_those_of_a_symmetric_matrix_with_their_signs(matrix_: Term, counts, roots) -> None:
    assert alone(inertia(matrix_, *counts), Roots(*roots))


def test_roots_have_their_multiplicities() -> None:
    assert "needs a number" in alone(inertia(p * I, d, 0), Roots((p, d)))
    for multiplicity in (0, -1, term(1) / 2):
        assert "needs a number" in alone(inertia(p * I, 1, 0), Roots((p, multiplicity)))
    assert "square and symmetric" in alone(inertia(A, 0, 0), Roots((0, d)))
    assert "it does not show" in alone(psd(K), Roots((0, d)))
    assert "others" in alone(inertia(O, 1, 0), Roots((0, d)))
    assert not alone(inertia(O, 0, 0), Roots((0, d)))


V_1 = matrix("V_1", "d", "d")


@pytest.mark.parametrize("rule", [Congruence(V_1, V_1.T, "d"), Congruence(A, V_1, "d"), Congruence(I, 2 * I, "d")])
def test_a_congruence_is_by_an_invertible_matrix(rule: Congruence) -> None:
    assert "inverse to one another" in alone(inertia(rule.by * S * rule.by.T, 1, 0), rule, inertia(S, 1, 0))


def test_a_congruence_keeps_the_numbers() -> None:
    by = Congruence(2 * I, I / 2, "d")
    assert not alone(inertia(4 * S, 1, 0), by, inertia(S, 1, 0))
    for shown in (inertia(4 * S, 0, 1), inertia(3 * S, 1, 0), inertia(-4 * S, 1, 0)):
        assert "congruent" in alone(shown, by, inertia(S, 1, 0))
    assert "congruent" in alone(inertia(4 * S, 1, 0), by, positive_eigenvalue(S))


H, G = matrix("H", "d", "d", "symmetric"), matrix("G", "d", "d", "symmetric")


@pytest.mark.parametrize(("shown", "given"), [
    (negative_eigenvalues_at_least(H, 2), (spectrum_products(H, S, G), negative_eigenvalues_at_least(S, 2),
                                           positive_eigenvalue(G))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(H, S, G), negative_eigenvalues_at_least(S, 1))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(H, S, G), positive_eigenvalue(G))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(H, S, G), negative_eigenvalues_at_least(S, 1),
                                           positive_eigenvalue(H))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(G, S, G), negative_eigenvalues_at_least(S, 1),
                                           positive_eigenvalue(G))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(H, -S, G), negative_eigenvalues_at_least(S, 1),
                                           positive_eigenvalue(G))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(H, a * S, G), negative_eigenvalues_at_least(S, 1),
                                           positive_eigenvalue(G))),
    (negative_eigenvalues_at_least(H, 1), (spectrum_products(H, S / a, G), negative_eigenvalues_at_least(S, 1),
                                           positive_eigenvalue(G), ne(a, 0))),
    (positive_eigenvalue(K), (psd(R), ne(tr(K), 0))), (positive_eigenvalue(S), (psd(S),)),
    (positive_eigenvalue(S), (ne(tr(S), 0),)),
    (inertia(H, 2, 1), (spectrum_products(H, S, G), inertia(S, 1, 1), inertia(G, 2, 0))),
    (inertia(H, 2, 2), (spectrum_products(H, S, G), inertia(S, 1, 1))),
    (inertia(block(S, zeros("d", 1), zeros("d", 1).T, c), 2, 0), (inertia(S, 1, 0),)),
    (inertia(block(S, q, q.T, term(1)), 2, 0), (inertia(S, 1, 0),)),
    (inertia(block(S, zeros("d", 1), zeros("d", 1).T, term(1)), 1, 1), (inertia(S, 1, 0),)),
    (inertia(block(S, zeros("d", 1), zeros("d", 1).T, term(1)), 2, 0), (inertia(H, 1, 0),)),
    (spectrum_products(H, S, G), (eq(H, S),)),
], ids=repr)  # fmt: skip
def test_signs_of_eigenvalues_come_from_those_of_the_factors(shown: Prop, given: tuple[Prop, ...]) -> None:
    assert "do not give" in alone(shown, Signs(), *given)


def test_signs_show_numbers_of_eigenvalues() -> None:
    assert "do not show" in alone(psd(S), Signs(), inertia(S, 1, 0))
    held = spectrum_products(H, p * S, G / p), negative_eigenvalues_at_least(S, 1), positive_eigenvalue(G)
    assert not alone(negative_eigenvalues_at_least(H, 1), Signs(), *held)


# Convexity, infima ----------------------------------------------------------------------------------------------------

def test_a_function_bends_for_all_values_of_what_it_does_not_vary_in() -> None:
    f = -(c * x**2)
    known = Step("k", eq(where(curvature(f, (x, 1)), (c, 5)), -10), Identity())
    bent = Step("b", lt(where(curvature(f, (x, 1)), (c, 5)), 0), Combination(-1, plus=(term(10),)), ("k",))
    assert "is not taken to vary in" in refused(known, bent, Step("s", nonconvex(f, x), BentSomewhere(), ("b",)))
    assert not refused(known, bent, Step("s", nonconvex(f, x, c), BentSomewhere(), ("b",)))


def test_a_time_derivative_is_no_polynomial_in_the_parameters_that_stand_in_the_loss() -> None:
    v = scalar("v")
    bent = curvature(ddt(u), (w, v))
    known = Step("e", eq(bent, 2 * v**2), Identity()), Step("k", le(0, bent), Combination(1, plus=(2 * v**2,)), ("e",))
    shown = Step("s", convex(ddt(u), w), NowhereBent(), ("k",))
    assert "twice differentiable" in refused(*known, shown, model=gradient_flow(-u * w**2, (u, w)))


@pytest.mark.parametrize(("shown", "rule", "why"), [
    (le(infimum((x - y) ** 2 + y**2, x), infimum(y**2, y)), Within((x, y)), NO_THEOREM),
    (le(infimum((x - y) ** 2, x), infimum(x**2, x)), Within((y, x)), NO_THEOREM),
    (le(infimum(x**2 + y**2, x, y), infimum(c**2, c)), Within((x, c)), NO_THEOREM),
    (le(infimum((x - e) ** 2, x), 0), ValueAt((x, e)), "vary with the outcome"),
    (le(infimum(p + 0, p), -1), ValueAt((p, -1)), "is positive"),
    (le(infimum(tr(R), R), 0), ValueAt((R, 0 * R)), "is posdef"),
    (le(infimum(x**2 + y**2, x, y), 0), ValueAt((x, 0)), "exactly the symbols"),
    (le(infimum(x**2, x), -1), ValueAt((x, 0)), "does not have this value"),
    (le(infimum(x**2, x), 1), ValueAt((x, 2)), "does not have this value"),
    (lt(infimum(x**2, x), 1), ValueAt((x, 0)), "at most another"),
    (le(minimum(x**2, x), 0), ValueAt((x, 0)), "about an infimum"),
    (le(x**2, infimum(x**2, x)), FromBelow(), "may not depend"),
    (le(1, infimum(x**2, x)), FromBelow(), "no premise bounds"),
    (le(infimum(x**2, x), 0), ValueAt((x, 0), (x, 1)), "given two values"),
])
def test_an_infimum_is_not_what_it_is_not(shown: Prop, rule: Rule, why: str) -> None:
    assert why in alone(shown, rule)


def test_a_bound_of_an_infimum_has_no_size_of_what_it_is_taken_over() -> None:
    known = Step("e", eq(tr(eye("m_1")), m), Identity()), Step("l", le(tr(eye("m_1")), m), Combination(1), ("e",))
    shown = le(tr(eye("m_1")), infimum(m + 0, m))
    assert "may not depend" in refused(*known, Step("s", shown, FromBelow(), ("l",)))


def test_a_bound_holds_for_all_values() -> None:
    assert "assumption about what the infimum" in alone(le(1, infimum(x**2, x)), FromBelow(), le(1, x**2))
    assumed = Step("a", le(1, x**2), Assume())
    assert "assumption about what the infimum" in refused(
        assumed, Step("s", le(1, infimum(x**2, x)), FromBelow(), ("a",))
    )
    flow = gradient_flow(-u, (u,))
    assert alone(le(at0(u), infimum(u**2, u)), FromBelow(), always(le(at0(u), u**2)), model=flow)
