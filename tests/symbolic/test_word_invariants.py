"""Quadratic invariants for every d and N, against the entrywise finder and on flows that have other ones."""

from symbolic.flow import gradient_flow, lsa_flow, lsa_flow_on_block
from symbolic.lsa import PARAMETERS, Lam
from symbolic.word_invariants import conserved_quadratics, quadratics
from symbolic.words import N, Scalar, matrix, trace

p = PARAMETERS


def test_over_all_parameters_only_the_difference_of_the_layers_norms_is_conserved():
    norm = trace(p.U11 * p.U11.T) + p.u21.T * p.u21 - p.u12.T * p.u12 - p.u_1**2
    (found,) = conserved_quadratics(lsa_flow(), (p.u_1, p.u12, p.u21, p.U11))
    assert found in (norm, -norm)


def test_on_the_block_it_is_lemma_17():
    norm = trace(p.U11 * p.U11.T) - p.u_1**2
    (found,) = conserved_quadratics(lsa_flow_on_block(), (p.u_1, p.U11))
    assert found in (norm, -norm)


def test_coefficients_may_depend_on_N():
    x, y = Scalar.symbol("x"), Scalar.symbol("y")
    flow = gradient_flow(x**2 * y**2, (x, y))
    assert conserved_quadratics(flow, (x, y)) in ([x**2 - y**2], [y**2 - x**2])
    scaled = gradient_flow((N * x + y) ** 2, (x, y))
    (found,) = conserved_quadratics(scaled, (x, y))
    assert found in ((x - N * y) ** 2, (y - x / N) ** 2, (x / N - y) ** 2)


def test_a_flow_without_invariants_has_none():
    U = matrix("U11", "d", "d")
    assert conserved_quadratics(gradient_flow(trace(Lam * U * U.T), (U,)), (U,)) == []


def test_the_span_lists_each_contraction_once():
    U = matrix("U11", "d", "d")
    assert len(quadratics((U,))) == 3
    assert len(quadratics((p.u_1, p.u12, p.u21, p.U11))) == 8
