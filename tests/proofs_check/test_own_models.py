"""Models of one's own: what words and entries say of them, and the flow against SymPy."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
import sympy

from proofs_check import (
    Hypothesis,
    Verdict,
    always,
    at,
    at0,
    check,
    conj,
    conserved,
    ddt,
    eq,
    expect,
    flow,
    gaussian,
    gradient_flow,
    index,
    invariants,
    matrix,
    noise,
    norm_2,
    norm_F,
    parameter,
    population_loss,
    scalar,
    total,
    tr,
    vector,
    zeros,
)
from proofs_check.algebras.entries import decide_equal
from proofs_check.errors import UserError
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop
from symbolic.words import evaluate
from tests.proofs_check.own_networks import (
    BALANCE,
    DRAWN,
    EXACT,
    HALF,
    S,
    T,
    V,
    W,
    X,
    Y,
    both,
    on_data,
    stated,
    two_layers,
    verdicts,
    x,
)

# Worked examples -------------------------------------------------------------------------------------------

@pytest.mark.parametrize("pattern", ["deep-linear/*", "noisy-attention/*"])
def test_the_worked_examples_are_proved_for_every_size_and_their_wrong_twins_are_rejected(pattern: str) -> None:
    results = check(pattern, claims="notebooks/own_lemmas")
    assert len(results) == 4
    for result in results.values():
        assert result.verdict is Verdict.PROVED
        assert not result.defects
        for w in result.witnesses:
            assert w.verdict is (Verdict.SUPPORTED if w.name == "sampled" else Verdict.PROVED)
            assert w.figures["twins"]["made"] == w.figures["twins"]["refuted"] > 0


def test_a_wrong_sign_is_refuted_with_a_point_that_anyone_can_check() -> None:
    result = check(stated(conserved(W.T * W + V * V.T)))
    assert result.verdict is Verdict.REFUTED
    assert not result.defects
    assert result.counterexample is not None
    values = dict(part.split(" = ") for part in result.counterexample.split(": left")[0].split(", "))
    v, w, t, c = (Fraction(values[name].strip("[]")) for name in ("V", "W", "T", "S"))
    g = (w * v - t) * c
    rate = 2 * w * (-g * v) + 2 * v * (-w * g)
    assert f"left [[{rate}]], right [[0]]" in result.counterexample
    assert rate != 0


@pytest.mark.parametrize("wrong", [
    conserved(W.T * W - 2 * V * V.T),
    conserved(norm_F(W) ** 2 + norm_F(V) ** 2),
    eq(ddt(V), -W.T * (W * V - T)),
    eq(ddt(W), (W * V - T) * S * V.T),
    eq(expect(norm_2(x) ** 2), tr(S * S)),
    always(eq(norm_F(W), norm_F(V))),
])  # fmt: skip
def test_false_lemmas_are_refuted_by_both_engines(wrong: Prop) -> None:
    assert both(wrong) is Verdict.REFUTED


@pytest.mark.parametrize("true", [
    conserved(BALANCE),
    always(eq(BALANCE, at0(BALANCE))),
    eq(ddt(V), -W.T * (W * V - T) * S),
    eq(ddt(tr(V * V.T)), ddt(tr(W * W.T))),
    eq(ddt(two_layers.loss), -(norm_F(ddt(V)) ** 2 + norm_F(ddt(W)) ** 2)),
])  # fmt: skip
def test_true_lemmas_are_proved_by_both_engines(true: Prop) -> None:
    assert both(true) is Verdict.PROVED


def test_fixed_data_with_a_column_for_each_example_is_a_matrix_like_any_other() -> None:
    result = check(stated(conj(conserved(BALANCE), eq(ddt(V), -W.T * (W * V * X - Y) * X.T)), on_data))
    assert result.verdict is Verdict.PROVED
    assert result.scope == "every N, d, k, m, X and Y"


def test_weight_decay_lets_the_imbalance_decay() -> None:
    r = scalar("r", "positive")
    decaying = gradient_flow(on_data.loss + r / 2 * (norm_F(V) ** 2 + norm_F(W) ** 2), (V, W))
    assert both(eq(ddt(BALANCE), -2 * r * BALANCE), decaying) is Verdict.PROVED
    assert both(conserved(BALANCE), decaying) is Verdict.REFUTED


# The flow against SymPy ------------------------------------------------------------------------------------

def test_the_derived_flow_agrees_with_sympy_at_a_point() -> None:
    draw = random.Random(7)
    sizes = {"d": 2, "k": 3, "m": 1}

    def drawn(rows: str, cols: str) -> list[list[Fraction]]:
        return [[Fraction(draw.randint(-4, 4), draw.randint(1, 3)) for _ in range(sizes[cols])]
                for _ in range(sizes[rows])]

    values = {"V": drawn("k", "d"), "W": drawn("m", "k"), "T": drawn("m", "d"), "S": [[2, 1], [1, 3]]}
    symbols = {p: sympy.Matrix(len(values[p]), len(values[p][0]), lambda i, j, p=p: sympy.Symbol(f"{p}{i}{j}"))
               for p in ("V", "W")}
    T_, S_ = (sympy.Matrix(values[name]) for name in ("T", "S"))
    error = symbols["W"] * symbols["V"] - T_
    loss = (error * S_ * error.T).trace() / 2
    here = {symbols[p][i, j]: sympy.Rational(values[p][i][j].numerator, values[p][i][j].denominator)
            for p in symbols for i, j in product(range(symbols[p].rows), range(symbols[p].cols))}
    for p, sym in (("V", V), ("W", W)):
        found = evaluate(flow(two_layers)[sym], sizes, {**values, "s": Fraction(3)})
        expected = -symbols[p].applyfunc(lambda e: sympy.diff(loss, e)).subs(here)
        assert sympy.Matrix(found) == expected


def test_the_population_loss_has_the_noise_in_it() -> None:
    found = evaluate(population_loss(two_layers), {"d": 1, "k": 1, "m": 1},
                     {"V": [[2]], "W": [[3]], "T": [[1]], "S": [[5]], "s": Fraction(7)})
    assert found == HALF * (25 * 5 + 49)


def test_dimensions_may_have_numbers_in_their_names() -> None:
    A, B = parameter("A", "k1", "k_0"), parameter("B", "k2", "k1")
    z = gaussian("z", "k_0")
    model = gradient_flow(expect(norm_2(B * A * z) ** 2), (A, B))
    assert model.dimensions == ("k1", "k2", "k_0")
    result = check(stated(conserved(B.T * B - A * A.T), model, witnesses=(*EXACT, *DRAWN)))
    assert result.scope == "every k_0, k1 and k2"
    assert verdicts(result)["sampled"] is Verdict.SUPPORTED


@pytest.mark.parametrize("dim", ["n", "d", "k", "p"])
def test_a_dimension_counts_samples_only_where_samples_run_over_it(dim: str) -> None:
    u, a, b = parameter("u", dim), parameter("a"), vector("b", dim)
    z = gaussian("z", dim)
    model = gradient_flow(HALF * expect((a * u.T * z - b.T * z) ** 2), (u, a))
    assert repr(flow(model)) == "d/dt u = a*b - a**2*u\nd/dt a = (b.T*u) - (u.T*u)*a"
    assert both(conserved(a**2 - u.T * u), model) is Verdict.PROVED


def test_a_fixed_matrix_with_a_column_for_each_sample_of_a_mean_is_refused() -> None:
    z, e, i = gaussian("z", "d", iid=True), noise("e", iid=True), index("i", "N")
    u, fixed = parameter("u", "d"), vector("c", "N")
    sample = total(i, scalar("N", "integer", "positive"), at(e, i) * u.T * at(z, i))
    with pytest.raises(UserError, match="counts samples"):
        population_loss(gradient_flow(expect((sample + fixed.T * fixed) ** 2), (u,)))


# Invariants ------------------------------------------------------------------------------------------------

def test_invariants_are_found_without_being_told() -> None:
    assert list(map(repr, invariants(two_layers))) == ["Wᵀ W - V Vᵀ", "tr(W Wᵀ) - tr(V Vᵀ)"]
    found = invariants(two_layers)
    assert both(conj(*map(conserved, found))) is Verdict.PROVED


def test_invariants_are_sought_in_the_span_that_one_gives() -> None:
    assert invariants(two_layers, [tr(V * V.T), tr(W.T * W), tr(S)]) == (tr(W.T * W) - tr(V * V.T),)
    assert invariants(two_layers, [tr(V * V.T)]) == ()
    with pytest.raises(UserError, match="is not derived"):
        invariants(two_layers, [tr(V)])


# Starts ------------------------------------------------------------------------------------------------------

def test_what_is_balanced_at_the_start_stays_balanced() -> None:
    balanced = (Hypothesis("balanced start", eq(at0(W.T * W), at0(V * V.T))),)
    assert both(always(eq(W.T * W, V * V.T)), on_data, balanced) is Verdict.PROVED
    result = check(stated(always(eq(W.T * W, 2 * V * V.T)), on_data, balanced))
    assert result.verdict is Verdict.REFUTED
    assert "V(0) = [[1]]" in str(result.counterexample)


def test_what_fails_from_some_start_is_not_refuted_where_hypotheses_restrict_the_start() -> None:
    balanced = (Hypothesis("balanced start", eq(at0(W.T * W), at0(V * V.T))),)
    result = check(stated(conserved(W.T * W + V * V.T), on_data, balanced))
    assert result.verdict is Verdict.UNDECIDED
    assert not any(w.against for w in result.witnesses)


def test_a_flow_that_starts_where_it_rests_stays_there() -> None:
    resting = gradient_flow(on_data.loss, (V, W), {V: zeros("k", "d"), W: zeros("m", "k")})
    assert both(always(eq(V, zeros("k", "d"))), resting) is Verdict.PROVED
    assert both(always(eq(V, zeros("k", "d"))), on_data) is Verdict.REFUTED


def test_a_start_that_is_given_is_where_a_false_statement_fails() -> None:
    A = matrix("A", "k", "d")
    started = gradient_flow(on_data.loss, (V, W), {V: A})
    assert both(always(eq(V, A)), started) is Verdict.REFUTED
    assert both(always(eq(BALANCE - at0(W.T * W), -A * A.T)), started) is Verdict.PROVED
    assert both(conserved(W.T * W + V * V.T), started) is Verdict.REFUTED


def test_a_point_of_another_start_is_no_counterexample() -> None:
    balanced = eq(at0(W.T * W), at0(V * V.T))
    with pytest.raises(Lacks):
        decide_equal(at0(tr(W.T * W)), at0(tr(V * V.T)), 1, given=(balanced,), model=on_data)
    assert decide_equal(at0(tr(W.T * W)), at0(tr(V * V.T)), 1, model=on_data).counterexample is not None
