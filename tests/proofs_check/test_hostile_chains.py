"""Chains whose last step would show what is false, each stopped by one condition of its rule; true ones beside them."""

from __future__ import annotations

import pytest

from proofs_check import (
    conj,
    eq,
    exp,
    expect,
    ge,
    global_minimum,
    gradient_flow,
    implies,
    infimum,
    le,
    lt,
    matrix,
    minimum,
    ne,
    noise,
    nonconvex,
    norm_2,
    norm_F,
    parameter,
    psd,
    scalar,
    term,
    total,
    tr,
    vector,
    zeros,
)
from proofs_check.claims import Claim, Hypothesis, Kind, Part, Reading
from proofs_check.model import Model
from proofs_check.proof.algebra import ProofAlgebra
from proofs_check.proof.chain import (
    Assume,
    Attained,
    Combination,
    Congruence,
    Diagonal,
    Discharge,
    Eigenvectors,
    FromFact,
    Identity,
    Positivity,
    Proof,
    Roots,
    Rule,
    Signs,
    Step,
    Substitution,
)
from proofs_check.proof.checker import Checker
from proofs_check.proof.curved import BentSomewhere, NowhereBent, SomeVector
from proofs_check.proof.extremes import FromBelow, ValueAt, Within
from proofs_check.proof.facts import flow_exists
from proofs_check.proof.families import equal
from proofs_check.proof.layering import Rotated
from proofs_check.proof.recursive import MeanOfLinear, Rewriting, SameLaw, Tower
from proofs_check.proof.stationary import AllEqual, LeastWhereEqual, Members, OverLayers, StandsStill
from proofs_check.statement.attention import haar, layer, layers, orthogonal, product_up, same_law, slope
from proofs_check.statement.laws import delta, expect_given, gaussian
from proofs_check.statement.props import (
    Prop,
    always,
    exists,
    for_all,
    inertia,
    limit,
    negative_eigenvalues_at_least,
    positive_eigenvalue,
    spectrum_products,
)
from proofs_check.statement.psd import convex, curvature
from proofs_check.statement.terms import Sym, Term, at, at0, block, ddt, eye, grad, index, where
from proofs_check.witnesses.proof import WordsEquality

a, b, c, x, y = (scalar(name) for name in "abcxy")
p = scalar("p", "positive")
u, w = parameter("u"), parameter("w")
d, m = (scalar(name, "integer", "positive") for name in ("d", "m_1"))
t_ = scalar("t", "nonnegative")
A, B = matrix("A", "d", "d"), matrix("B", "d", "d")
S, R = matrix("S", "d", "d", "symmetric"), matrix("R", "d", "d", "symmetric", "posdef")
K = matrix("K", "d", "d", "symmetric", "psd")
I, O = eye("d"), zeros("d", "d")  # noqa: E741 - the identity
q, z = vector("q", "d"), vector("z_1", "d")
e = noise("e", p, normal=True)
r, w_9 = layers("r"), layers("w_9")
rho, t, l, j, k = scalar("rho"), scalar("s_1"), layer("l"), layer("j_1"), layer("k")  # noqa: E741 - the paper's letter
i = index("i", "k+1")
HALF = (u - c) ** 2 / 2
"""The loss of a flow with u' = c - u."""


def refused(*steps: Step, given: tuple[Prop, ...] = (), model: Model | str = "") -> str:
    """Why the last step does not follow, all others do; empty where it follows."""
    stated = Claim(
        "own/test", Kind.IDENTITY, "", "", (Part("", (Reading("", eq(0, 0)),)),),
        given=tuple(Hypothesis(f"h{n}", h) for n, h in enumerate(given)), model=model,
    )
    checker = Checker(stated, Proof(steps), lambda id: stated, ProofAlgebra(WordsEquality(stated)))
    above = {label: said for label, said in checker.sentences.items() if label != steps[-1].label}
    assert set(above.values()) <= {"follows"}, above
    said = checker.sentences[steps[-1].label]
    return "" if said == "follows" else said


def alone(shows: Prop, by: Rule, *given: Prop, model: Model | str = "") -> str:
    """Why a step does not follow from these hypotheses."""
    return refused(Step("s", shows, by, tuple(f"h{n}" for n in range(len(given)))), given=given, model=model)


def best(value: Term, new: Sym = rho) -> tuple[Step, ...]:
    """Let rho be where (r_0 - value)^2 is least: it is the value."""
    f, Q = (at(r, 0) - value) ** 2, (product_up(l, 0, at(r, l)) - value) ** 2
    return (
        Step("f", eq(f, Q), Identity()), Step("f >= 0", ge(f, 0), Positivity()),
        Step("least", eq(slope(t, equal(f, {r: new + t})), 0), LeastWhereEqual(r, new), ("f", "f >= 0")),
    )


# The letters of a model -------------------------------------------------------------------------------------

FLOW = gradient_flow(HALF, (u,))
"""u' + u = c."""
SPEAKS = "the model speaks of"


def test_a_new_number_is_no_letter_of_the_model() -> None:
    assert not refused(*best(term(5)), model=FLOW)
    assert "a new number" in refused(*best(term(5), c), model=FLOW)


def test_a_diagonal_form_has_no_letter_of_the_model() -> None:
    D, Q, U = matrix("D_1", "d", "d", "diagonal"), matrix("Q_1", "d", "d"), parameter("U", "d", "d")
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


# Families, and numbers that are introduced ------------------------------------------------------------------

def test_a_new_number_does_not_move() -> None:
    flow = gradient_flow((u - 1) ** 2 / 2, (u,))
    assert not refused(*best(c), model=flow)
    for moving in (u, u * c, t_):
        assert "moves with the parameters" in refused(*best(moving), model=flow)


@pytest.mark.parametrize(("new", "why"), [
    (scalar("rho", "positive"), "a new number"), (vector("rho_v", "d"), "a new number"), (x, "a new number"),
    (t, "what moves"),
])
def test_a_new_number_is_any_number(new: Sym, why: str) -> None:
    f, Q = (at(r, 0) - 1) ** 2, (product_up(l, 0, at(r, l)) - 1) ** 2
    shown = eq(slope(t, equal(f, {r: new + t if new.shape == (1, 1) else rho + t})), 0)
    said = Step("x", eq(x, x), Identity())
    chain = (said, Step("f", eq(f, Q), Identity()), Step("f >= 0", ge(f, 0), Positivity()))
    assert why in refused(*chain, Step("s", shown, LeastWhereEqual(r, new), ("f", "f >= 0")))


@pytest.mark.parametrize(("value", "why"), [
    (e, "varies with the outcome"), (l + 0, "depends on a layer"), (i + 0, "depends on a layer"),
])
def test_a_new_number_is_one_for_every_outcome_and_layer(value: Term, why: str) -> None:
    assert why in refused(*best(value))


def test_what_is_least_is_a_polynomial_that_is_bounded_below() -> None:
    f, Q = at(r, 0) * 1, product_up(l, 0, at(r, l)) * 1
    known = Step("f", eq(f, Q), Identity())
    shown = Step("s", eq(slope(t, (rho + t) * 1), 0), LeastWhereEqual(r, rho), ("f",))
    assert "bounded below" in refused(known, shown)
    g = exp(at(r, 0))
    bent = (Step("f", eq(g, exp(at(r, 0))), Identity()), Step("f >= 0", ge(g, 0), Positivity()))
    assert "is not a polynomial" in refused(
        *bent, Step("s", eq(slope(t, exp(rho + t)), 0), LeastWhereEqual(r, rho), ("f", "f >= 0"))
    )
    assert "no premise says what the function is" in refused(
        known, Step("s", eq(slope(t, (rho + t) * 2), 0), LeastWhereEqual(r, rho), ("f",))
    )


@pytest.mark.parametrize(("shown", "why"), [
    (le(slope(t, rho + t), 0), "a slope that is 0"), (eq(slope(t, rho + t), 1), "a slope that is 0"),
    (eq(grad(x, x), 0), "a slope that is 0"),
])
def test_a_slope_that_is_0_is_shown(shown: Prop, why: str) -> None:
    assert why in refused(Step("s", shown, LeastWhereEqual(r, rho)))


@pytest.mark.parametrize(("family", "why"), [
    (layers("r_m", "d", "d"), "families of numbers"), (vector("v_9", "d"), "is not a family"),
    (Sym("r_p", (1, 1), frozenset({"layers", "positive"})), "is not a family"),
])
def test_a_family_is_one_of_any_numbers(family: Sym, why: str) -> None:
    said = Step("f", eq(x, x), Identity())
    assert why in refused(said, Step("s", eq(slope(t, rho + t), 0), LeastWhereEqual(family, rho), ("f",)))


@pytest.mark.parametrize(("value", "why"), [
    (e, "varies with the outcome"), (i + 0, "or with an index"), (at(r, 1), "speaks of the families"),
    (z, "another shape"),
])
def test_members_have_a_value_of_their_own(value: Term, why: str) -> None:
    said = Step("a", eq(at(r, 0), at(r, 0)), Identity())
    shown = eq(x, x)
    assert why in refused(said, Step("s", shown, AllEqual((r, value)), ("a",)))
    assert why in refused(said, Step("s", exists(r, shown), Members((r, value)), ("a",)))


def test_what_is_said_of_one_family_is_not_said_of_all() -> None:
    assert "no assumption about the families" in alone(eq(term(5), 1), AllEqual((r, 5)), eq(at(r, 0), 1))
    assumed = Step("a", eq(at(r, 0), 1), Assume())
    assert "no assumption about the families" in refused(assumed, Step("s", eq(term(5), 1), AllEqual((r, 5)), ("a",)))
    said = Step("a", eq(at(r, 0) + 1, 1 + at(r, 0)), Identity())
    assert not refused(said, Step("s", eq(term(5) + 1, 1 + term(5)), AllEqual((r, 5)), ("a",)))
    assert "not this instance" in refused(said, Step("s", eq(term(5), 1 + term(5)), AllEqual((r, 5)), ("a",)))


@pytest.mark.parametrize(("shown", "why"), [
    (exists(w_9, eq(x, x)), "does not begin"), (eq(x, x), "does not begin"),
    (exists(r, exists(w_9, eq(x, x))), "an equation or an inequality"), (exists(r, eq(at(r, 0), 6)), "no premise"),
])
def test_families_exist_where_the_body_is_known(shown: Prop, why: str) -> None:
    said = Step("a", eq(term(5), 5), Identity())
    assert why in refused(said, Step("s", shown, Members((r, 5)), ("a",)))
    assert not refused(said, Step("s", exists(r, eq(at(r, 0), 5)), Members((r, 5)), ("a",)))


def test_what_is_put_in_for_members_is_caught_by_nothing() -> None:
    said = Step("a", eq(minimum((at(r, 0) - x) ** 2, x), minimum((at(r, 0) - x) ** 2, x)), Identity())
    caught = eq(minimum((x - x) ** 2, x), minimum((x - x) ** 2, x))
    assert "is bound where they are put in" in refused(said, Step("s", caught, AllEqual((r, x)), ("a",)))


# Sums over layers -------------------------------------------------------------------------------------------

@pytest.mark.parametrize(("shown", "why"), [
    (lt(total(i, k + 1, at(r, i - 1)), total(i, k + 1, at(w_9, i - 1))), "compares two sums"),
    (le(total(i, k + 1, at(r, i - 1)), total(i, k + 2, at(w_9, i - 1))), "over the same layers"),
    (le(total(i, k + 1, at(r, i - 1)), 1), "over the same layers"),
    (le(total(i, k + 1, at(r, i)), total(i, k + 1, at(w_9, i))), "at every layer"),
    (le(total(i, k + 1, at(w_9, i - 1)), total(i, k + 1, at(r, i - 1))), "at every layer"),
    (eq(total(i, k + 1, at(r, i - 1)), total(i, k + 1, at(w_9, i - 1))), "at every layer"),
    (le(total(i, k + 1, at(r, j)), total(i, k + 1, at(w_9, j))), "may not stand in the sums"),
    (le(total(i, j, at(r, i - 1)), total(i, j, at(w_9, i - 1))), "may not stand in the sums"),
])
def test_sums_over_layers_are_compared_layer_by_layer(shown: Prop, why: str) -> None:
    free = Step("s", shown, OverLayers(j), ("p",))
    every = (Step("p0", le(at(r, j), at(r, j) + at(w_9, j) ** 2), Combination(plus=(at(w_9, j) ** 2,))),)
    good = le(total(i, k + 1, at(r, i - 1)), total(i, k + 1, at(r, i - 1) + at(w_9, i - 1) ** 2))
    assert not refused(*every, Step("s", good, OverLayers(j), ("p0",)))
    known = Step("p", le(at(r, j), at(r, j) + 1), Combination(plus=(term(1),)))
    assert why in refused(known, free)


def test_one_layer_says_nothing_of_a_sum() -> None:
    shown = le(total(i, k + 1, at(r, i - 1)), total(i, k + 1, at(w_9, i - 1)))
    here = le(at(r, j), at(w_9, j))
    assert "for every layer" in alone(shown, OverLayers(j), here)
    assert "for every layer" in refused(Step("a", here, Assume()), Step("s", shown, OverLayers(j), ("a",)))
    below = Step("b", implies(le(j, k + 1), le(at(r, j), at(r, j) + 1)), Discharge("j"), ("j", "p"))
    said = (Step("j", le(j, k + 1), Assume()), Step("p", le(at(r, j), at(r, j) + 1), Combination(plus=(term(1),))))
    more = le(total(i, k + 1, at(r, i - 1)), total(i, k + 1, at(r, i - 1) + 1))
    assert "at every layer" in refused(*said, below, Step("s", more, OverLayers(j), ("b",)))


def test_a_layer_that_is_a_size_is_not_summed_over() -> None:
    """The trace of I_j is j, at every j: in the sum its size would stay what it is."""
    known = Step("p", eq(tr(eye("j_1")), j), Identity())
    shown = eq(total(i, k + 1, tr(eye("j_1"))), total(i, k + 1, i - 1))
    assert "may not stand in the sums" in refused(known, Step("s", shown, OverLayers(j), ("p",)))


# Gradients that vanish --------------------------------------------------------------------------------------

@pytest.mark.parametrize(("shown", "why"), [
    (eq(where(grad(x, x), (x, 1)), 0), "a gradient is 0"), (eq(where(grad(x, x), (x, 0)), 1), "a gradient is 0"),
    (eq(where(grad(x, x), (y, 0)), 0), "a gradient is 0"), (le(where(grad(x, x), (x, 0)), 0), "a gradient is 0"),
    (eq(where(grad(x, x), (x, 0)), 0), "for all values"),
    (eq(where(grad(tr(A), A), (A, O)), zeros("d", "d")), "for all values"),
])
def test_what_moves_does_not_stand_still(shown: Prop, why: str) -> None:
    said = Step("a", eq(x, x), Identity()), Step("b", eq(tr(A), tr(A)), Identity())
    assert why in refused(*said, Step("s", shown, StandsStill(), ("a", "b")))


def test_a_gradient_vanishes_only_where_a_function_is_constant_for_all_values() -> None:
    shown = eq(where(grad(x, x), (x, 0)), 0)
    assert "assumption about what moves" in alone(shown, StandsStill(), eq(x, 0))
    here = Step("a", eq(x, 0), Assume())
    assert "assumption about what moves" in refused(here, Step("s", shown, StandsStill(), ("a",)))
    made = (*best(x), Step("rho", eq(x, rho), Identity(-term(1) / 2), ("least",)))
    assert "were made for one value" in refused(*made, Step("s", shown, StandsStill(), ("rho",)))


# Traces, eigenvalues and their signs ------------------------------------------------------------------------

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
    eq(S * q, scalar("c_n", "nonnegative") * q), eq(S * q, scalar("c_i", "integer") * q),
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


# Convexity, infima ------------------------------------------------------------------------------------------

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
    (le(infimum((x - y) ** 2 + y**2, x), infimum(y**2, y)), Within((x, y)), "stands still"),
    (le(infimum((x - y) ** 2, x), infimum(x**2, x)), Within((y, x)), "is not taken over"),
    (le(infimum(x**2 + y**2, x, y), infimum(c**2, c)), Within((x, c)), "needs a value"),
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


# Equations that are used where they do not stand written ----------------------------------------------------

def sequence_at(upto: Term) -> Term:
    from proofs_check.statement.attention import sequence

    F = matrix("F", "d", "d")
    return sequence(F, l, A, F * at(layers("B_1", "d", "d"), l), upto)


@pytest.mark.parametrize("shown", [
    eq(minimum(tr(sequence_at(k) * x * B) ** 2, x), minimum(x * 0, x)),
    eq(total(index("i_1", "m_1"), m, delta(j, k)), 0),
    eq(at0(tr(sequence_at(k)) * u), 0),
])
def test_an_equation_is_rewritten_only_where_nothing_else_is_looked_at(shown: Prop) -> None:
    flow = gradient_flow(u**2, (u,))
    moving = Step("u", eq(tr(sequence_at(k)), u), Assume())
    assert refused(moving, Step("s", shown, Rewriting(), ("u",)), model=flow)


def test_a_layer_that_is_bound_by_a_sum_is_not_that_of_an_equation() -> None:
    shown = eq(total(i, k + 1, delta(i - 1, j)), total(i, k + 1, delta(i - 1, j)))
    equation = Step("a", eq(delta(i - 1, j), 0), Assume())
    assert "looks at other values" in refused(equation, Step("s", shown, Rewriting(), ("a",)))


def test_an_equation_of_one_moment_is_not_used_at_another() -> None:
    flow = gradient_flow(u**2, (u,))
    assumed = Step("a", eq(u, 3), Assume())
    for shown in (eq(at0(u), at0(u)), eq(minimum((u - x) ** 2 + u, u), minimum((u - x) ** 2 + u, u))):
        assert "at one moment" in refused(assumed, Step("s", shown, Substitution(), ("a",)), model=flow)
    assert not refused(assumed, Step("s", eq(ddt(u), -6), Substitution(), ("a",)), model=flow)


def test_an_equation_of_one_outcome_is_not_used_under_a_mean() -> None:
    assumed = Step("a", eq(u, e), Assume())
    shown = eq(expect(e * e) * u, expect(e * e) * e)
    assert refused(assumed, Step("s", shown, Substitution(), ("a",)), model=gradient_flow(u**2, (u,)))


# Laws -------------------------------------------------------------------------------------------------------

g, h = gaussian("g", "d"), gaussian("h_1", "d")
z_S = gaussian("z_S", "d", cov=R)
U, V = orthogonal("U"), haar("V")
ORTHOGONAL = eq(U * U.T, I)
family = gaussian("g_i", "d", iid=True)


@pytest.mark.parametrize(("left", "right", "drawn", "why"), [
    ((z_S.T * q) ** 2, (z_S.T * U * q) ** 2, (z_S,), "the law of z_S"),
    (g.T * A * g, g.T * A * U * g, (g,), "is not the other"),
    ((g.T * h) * (g.T * q), (g.T * U * h) * (g.T * q), (g,), "is not the other"),
    (tr(V * A), tr(A * V * U), (V,), "is not the other"), ((g.T * q) * expect(g.T * g), g.T * q, (g,), "of its own"),
    (g.T * q, (U * g).T * q, (vector("g", "m_1", "random", "cov:I"),), "another symbol"),
    (q.T * q, q.T * U * q, (q,), "the law of q"),
    (at(family, 1).T * A * at(family, 1), at(family, 1).T * A * U * at(family, 1), (family,), "is not the other"),
], ids=repr)  # fmt: skip
def test_a_rotation_turns_all_that_is_drawn(left: Term, right: Term, drawn: tuple[Sym, ...], why: str) -> None:
    assert why in alone(eq(expect(left), expect(right)), Rotated(U, *drawn), ORTHOGONAL)


@pytest.mark.parametrize("made", [
    vector("g_p", "d", "random", "cov:I", "positive"), vector("g_c", "d", "random", "cov:I", "copy:g"),
    Sym("V_c", ("d", "d"), frozenset({"random", "orthogonal", "haar", "copy:V"})),
    matrix("G_r", "d", "d", "random", "cov:I"),
], ids=repr)  # fmt: skip
def test_what_rotates_has_a_law_that_is_known(made: Sym) -> None:
    shown = eq(expect(tr(made * made.T * A)), expect(tr(U * made * made.T * U.T * A)))
    assert "is not known to be that of its rotations" in alone(shown, Rotated(U, made), ORTHOGONAL)


@pytest.mark.parametrize("turn", [A, 2 * I, V, q * q.T])
def test_what_turns_is_orthogonal_and_fixed(turn: Term) -> None:
    assert "orthogonal matrix that is not random" in alone(eq(expect(g.T * q), expect(g.T * q)), Rotated(turn, g))


def test_what_is_shown_of_rotations_is_one_law_or_mean() -> None:
    for shown in (eq(g.T * q, (U * g).T * q), le(expect(g.T * q), expect(g.T * q)), eq(expect(g.T * q), 0)):
        assert "one law, or that two means" in alone(shown, Rotated(U, g), ORTHOGONAL)
    assert not alone(same_law(U * g, g), Rotated(U, g), ORTHOGONAL)


X, Y = (Sym(name, ("d", "d"), frozenset({"random", "context"})) for name in "XY")


@pytest.mark.parametrize(("given", "left", "right", "at_"), [
    (same_law(-X, X), tr(X * Y), tr(-X * Y), ()), (same_law(-X, X), tr(X * A * X), tr(-X * A * X), ()),
    (same_law(-X, X), tr(X) * expect(tr(X)), tr(X) * expect(tr(-X)), ()), (same_law(Y, X), tr(X * Y), tr(Y * Y), ()),
    (same_law(U * X, X), tr(X * A), tr(V * X * A), ((U, V),)), (same_law(V * X, X), tr(V * X), tr(V * V * X), ()),
    (for_all(U, same_law(U * X, X)), tr(X * A), tr(B * X * A), ((U, B),)), (eq(X, Y), tr(X), tr(Y), ()),
    (for_all(X, same_law(X, Y)), tr(X), tr(Y), ()), (same_law(X + Y, X), tr(X * X), tr((X + Y) * X), ()),
], ids=repr)  # fmt: skip
def test_one_law_is_that_of_one_matrix_alone(given: Prop, left: Term, right: Term, at_) -> None:
    assert alone(eq(expect(left), expect(right)), SameLaw(*at_), given)


def test_two_means_are_compared() -> None:
    assert "two means are equal" in alone(eq(tr(X), tr(-X)), SameLaw(), same_law(-X, X))
    assert "two means are equal" in alone(le(expect(tr(X)), expect(tr(-X))), SameLaw(), same_law(-X, X))
    assert not alone(eq(expect(tr(X * B)), expect(tr(-X * B))), SameLaw(), same_law(-X, X))
    assert "one outcome" in alone(eq(expect(tr(X)), expect(tr(-X))), SameLaw(), same_law(-X, X), eq(X, A))


@pytest.mark.parametrize(("f", "g_"), [
    (tr(X * Y), expect_given(tr(X * Y), A)), (tr(X * Y), tr(X * expect_given(Y, X))),
    (tr(X * Y), expect_given(tr(2 * X * Y), X)), (tr(X * Y) ** 2, expect_given(tr(X * Y), X) ** 2),
], ids=repr)  # fmt: skip
def test_the_mean_is_that_of_a_conditional_mean_given_what_is_drawn(f: Term, g_: Term) -> None:
    assert alone(eq(expect(f), expect(g_)), Tower())
    assert not alone(eq(expect(f), expect(expect_given(f, X))), Tower())


D_, E_, s_ = matrix("D_9", "d", "d"), matrix("E_9", "d", "d"), scalar("s_9")


def linear(F) -> Step:
    return Step("F", eq(F(s_ * D_ + E_), s_ * F(D_) + F(E_)), Identity())


@pytest.mark.parametrize(("F", "rule", "why"), [
    (lambda M: tr(M * V.T), MeanOfLinear(D_, E_, s_, V), "these stand elsewhere"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, X), "depends on other things"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, A), "depends on other things"),
    (lambda M: tr(M * A), MeanOfLinear(S, E_, s_, V), "any two matrices"),
    (lambda M: tr(M * A), MeanOfLinear(D_, D_, s_, V), "stand for nothing else"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, p, V), "is any number"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, D_ * V), "stand for nothing else"),
    (lambda M: tr(M * A), MeanOfLinear(D_, E_, s_, V * q), "any two matrices"),
])
def test_a_mean_passes_into_a_linear_map_of_what_is_rotated(F, rule: MeanOfLinear, why: str) -> None:
    value = rule.value
    shown = eq(expect(F(value)), expect(F(expect(value)))) if why != "any two matrices" else eq(x, x)
    assert why in refused(linear(F), Step("s", shown, rule, ("F",)))


def test_a_map_that_is_linear_for_one_direction_is_not_linear() -> None:
    rule, shown = MeanOfLinear(D_, E_, s_, V), eq(expect(tr(V * V)), expect(tr(expect(V) * expect(V))))
    square = eq(tr((s_ * D_ + E_) * (s_ * D_ + E_)), s_ * tr(D_ * D_) + tr(E_ * E_))
    assert "rests on an assumption" in alone(shown, rule, square)
    assert "is linear in the direction" in alone(shown, rule)


# Shapes -----------------------------------------------------------------------------------------------------

def test_shapes_fit_in_every_step_and_every_rule() -> None:
    assert "means nothing" in refused(Step("s", eq(q * q, q * q), Identity()))
    assert "means nothing" in refused(Step("s", le(0, A * A.T), Positivity()))
    assert "means nothing" in refused(Step("s", eq(x, x), Identity(q * q), ()))


@pytest.mark.parametrize("by", [
    FromFact("Cauchy-Schwarz", A=q, B=q), FromFact("submultiplicativity", A=A, B=matrix("P_9", "n", "d")),
    FromFact("operator norm and Frobenius norm", A=matrix("P_9", "n", "d"), I=eye("n")),
    FromFact("squeeze as an integer grows", f=A, g=A, n=m),
])
def test_an_instance_of_a_fact_has_shapes_that_fit(by: FromFact) -> None:
    assert "means nothing" in alone(eq(x, x), by)


def test_an_instance_that_fits_follows() -> None:
    assert not alone(le(tr(A * B), norm_F(A) * norm_F(B)), FromFact("Cauchy-Schwarz", A=A, B=B))
