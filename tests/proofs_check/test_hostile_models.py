"""Chains under a model: what its flow does with one letter is not what it does with every letter."""

from __future__ import annotations

from proofs_check import (
    conj,
    eq,
    exp,
    ge,
    global_minimum,
    gradient_flow,
    implies,
    infimum,
    le,
    lt,
    matrix,
    ne,
    norm_F,
    parameter,
    scalar,
    term,
    total,
    tr,
)
from proofs_check.proof.chain import (
    Assume,
    Attained,
    Combination,
    Diagonal,
    Discharge,
    Eigenvectors,
    FromFact,
    Identity,
    Positivity,
    Step,
)
from proofs_check.proof.facts import flow_exists
from proofs_check.proof.steps.curvature import SomeVector
from proofs_check.proof.steps.extrema import FromBelow
from proofs_check.proof.steps.families import OverLayers, StandsStill
from proofs_check.statement.props import (
    limit,
)
from proofs_check.statement.terms import Sym, ddt, grad, where
from tests.proofs_check.hostile import (
    HALF,
    I,
    K,
    O,
    S,
    alone,
    best,
    c,
    i,
    j,
    k,
    q,
    refused,
    t_,
    u,
    w,
    x,
    z,
)

FLOW = gradient_flow(HALF, (u,))
"""u' + u = c."""
SPEAKS = "the model speaks of"


def test_a_new_number_is_no_letter_of_the_model() -> None:
    assert not refused(*best(term(5)), model=FLOW)
    assert "a new number" in refused(*best(term(5), c), model=FLOW)


def test_a_diagonal_form_has_no_letter_of_the_model() -> None:
    D, Q, U = Sym("D_1", ("d", "d"), frozenset({"diagonal"})), matrix("Q_1", "d", "d"), parameter("U", "d", "d")
    form = Step("let", conj(eq(S, Q * D * Q.T), eq(Q.T * Q, I)), Diagonal())
    assert not refused(form)
    assert "new symbols" in refused(form, model=gradient_flow(norm_F(U - D) ** 2, (U,)))


def test_a_letter_of_the_model_keeps_its_traits() -> None:
    forged = scalar("c", "positive")
    assert "another symbol" in refused(Step("s", lt(0, forged), Positivity()), model=FLOW)


def test_a_vector_of_the_model_is_not_any_vector() -> None:
    held = implies(lt(0, z.T * K * z), lt(0, ddt(u) + u))
    suppose = Step("a", lt(0, z.T * K * z), Assume())
    chain = (suppose, Step("b", lt(0, ddt(u) + u), Combination(1), ("a",)), Step("c", held, Discharge("a"), ("a", "b")))
    last = Step("d", implies(ne(K, O), lt(0, ddt(u) + u)), SomeVector(z), ("c",))
    assert SPEAKS in refused(*chain, last, model=gradient_flow((u - z.T * K * z) ** 2 / 2, (u,)))


def test_an_eigenvalue_of_the_model_is_not_any_eigenvalue() -> None:
    moving, pair = (ddt(u) + u - 3) * I, eq((3 * I) * q, c * q)
    chain = (
        Step("e", pair, Assume()), Step("0", eq(q.T * moving * q, 0), Identity((-q.T, 1)), ("e",)),
        Step("low", le(0, q.T * moving * q), Combination(-1), ("0",)),
        Step("every", implies(pair, le(0, q.T * moving * q)), Discharge("e"), ("e", "low")),
    )
    assert "every eigenvector" in refused(*chain, Step("s", le(0, tr(moving)), Eigenvectors(), ("every",)), model=FLOW)


def test_what_moves_with_a_letter_of_the_model_does_not_stand_still() -> None:
    still = Step("s", eq(where(grad(x, x), (x, 0)), 0), StandsStill(), ("i",))
    equal_ = Step("i", eq(x, -ddt(u)), Identity())
    assert SPEAKS in refused(equal_, still, model=gradient_flow(u * x, (u,)))


def test_a_layer_of_the_model_is_not_any_layer() -> None:
    one = Step("p", eq(ddt(u) + u, j), Identity())
    every = Step("s", eq(total(i, k + 1, ddt(u) + u), total(i, k + 1, i - 1)), OverLayers(j), ("p",))
    assert SPEAKS in refused(one, every, model=gradient_flow((u - j) ** 2 / 2, (u,)))


def test_the_least_value_over_a_letter_of_the_model_is_not_what_moves_with_it() -> None:
    f, there = (c - 5) ** 2, (ddt(u) + u - 5) ** 2
    held = Step("b", ge(f, there), Combination())
    assert SPEAKS in refused(held, Step("v", eq(where(f, (c, c)), there), Identity()), model=FLOW)
    assert SPEAKS in refused(held, Step("s", le(there, infimum(f, c)), FromBelow(), ("b",)), model=FLOW)
    point = (c, ddt(u) + u)
    assert SPEAKS in refused(Step("s", global_minimum(f, point), Attained(point)), model=FLOW)


def test_a_time_derivative_depends_on_all_parameters() -> None:
    flow = gradient_flow(-u * w**2, (u, w))
    low = Step("e", le(ddt(u), w**2), Combination())
    assert "may not depend" in refused(low, Step("s", le(ddt(u), infimum(w**2, w)), FromBelow(), ("e",)), model=flow)
    loss = -(u + 1) * w
    grows = where(ddt(u), (u, 0))  # w, which grows as fast as exp(t)
    decay = FromFact("exponential decay", c=1, k=grows, g=loss)
    assert "a constant" in alone(limit(exp(-(1 * t_)) * grows, 0), decay, flow_exists(loss),
                                 model=gradient_flow(loss, (u, w)))
