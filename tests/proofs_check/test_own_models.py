"""Models of one's own: what words and entries say of them, the flow against SymPy, and what users get wrong."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy

from proofs_check import (
    Hypothesis,
    Kind,
    Verdict,
    always,
    at,
    at0,
    check,
    claim,
    conj,
    conserved,
    ddt,
    eq,
    expect,
    expect_given,
    eye,
    flow,
    gaussian,
    ge,
    global_minimum,
    gradient_flow,
    index,
    inv,
    invariants,
    le,
    lt,
    matrix,
    minimisers_satisfy,
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
from proofs_check.claims import Claim
from proofs_check.digest import canonical, claim_digest
from proofs_check.errors import UserError
from proofs_check.model import Model, model_of
from proofs_check.registry import load
from proofs_check.results import Result
from proofs_check.statement.fold import Lacks
from proofs_check.statement.props import Prop
from proofs_check.witnesses import NAMES
from symbolic.words import evaluate

EXACT, DRAWN = ("words", "entries"), ("sampled",)
HALF = Fraction(1, 2)
S = matrix("S", "d", "d", "symmetric", "posdef")
T = matrix("T", "m", "d")
x, eps = gaussian("x", "d", S), gaussian("eps", "m")
s = scalar("s", "positive")
V, W = parameter("V", "k", "d"), parameter("W", "m", "k")
two_layers = gradient_flow(HALF * expect(norm_2(W * V * x - T * x - s * eps) ** 2), (V, W))
X, Y = matrix("X", "d", "N"), matrix("Y", "m", "N")
on_data = gradient_flow(HALF * norm_F(W * V * X - Y) ** 2, (V, W))
BALANCE = W.T * W - V * V.T


def stated(
    prop: Any, model: Model = two_layers, given: tuple[Hypothesis, ...] = (), witnesses: tuple[str, ...] = EXACT
) -> Claim:
    """A claim about the model that states this."""

    @claim("own/lemma", kind=Kind.INVARIANCE, model=model, given=given, witnesses=witnesses)
    def made() -> Prop:
        """What is stated."""
        return prop  # type: ignore[no-any-return]

    return made


def verdicts(result: Result) -> dict[str, Verdict]:
    assert not result.defects
    return {w.name: w.verdict for w in result.witnesses}


def both(prop: Any, model: Model = two_layers, given: tuple[Hypothesis, ...] = ()) -> Verdict:
    """The verdict where words and entries agree."""
    (found,) = set(verdicts(check(stated(prop, model, given))).values())
    return found


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
    assert result.scope == "every k1, k2 and k_0"
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


# Minima ------------------------------------------------------------------------------------------------------

def test_the_optimum_of_linear_regression_is_found_and_unique() -> None:
    A = parameter("A", "d", "d")
    B = matrix("B", "d", "d")
    z = gaussian("z", "d", S)
    regression = gradient_flow(expect(norm_2(A * z - S * z) ** 2), (A,))
    loss = regression.loss
    assert both(conj(global_minimum(loss, (A, S)), minimisers_satisfy(loss, eq(A, S), A)), regression) is Verdict.PROVED
    result = check(stated(global_minimum(loss, (A, 2 * S)), regression))
    assert result.verdict is Verdict.REFUTED
    assert B not in regression.parameters


def test_a_step_that_ignores_the_label_noise_is_not_the_optimum() -> None:
    known = load(("notebooks/own_lemmas",))
    attention = known.claims["noisy-attention/optimum"].model
    assert isinstance(attention, Model)
    (A,) = attention.parameters
    Lam = matrix("Lam", "d", "d", "symmetric", "posdef")
    d, N = (scalar(name, "integer", "positive") for name in ("d", "N"))
    assert both(global_minimum(attention.loss, (A, 1 / (N + d + 1) * inv(Lam))), attention) is Verdict.REFUTED


def test_ridge_regression_has_its_shrunken_optimum() -> None:
    r, b = scalar("r", "positive"), vector("b")
    u, A = parameter("u", "d"), parameter("A", "d", "d")
    z = gaussian("z", "d", S)
    ridge = gradient_flow(expect((u.T * z - b.T * z) ** 2) + r * u.T * u, (u,))
    shrunk = inv(S + r * eye("d")) * S
    assert both(global_minimum(ridge.loss, (u, shrunk * b)), ridge) is Verdict.PROVED
    matrices = gradient_flow(expect(norm_2(A * z - z) ** 2) + r * norm_F(A) ** 2, (A,))
    assert both(global_minimum(matrices.loss, (A, shrunk)), matrices) is Verdict.PROVED
    assert both(global_minimum(matrices.loss, (A, inv(S + 2 * r * eye("d")) * S)), matrices) is Verdict.REFUTED


def test_a_loss_falls_along_its_own_flow() -> None:
    falls = check(stated(le(ddt(two_layers.loss), 0), witnesses=("words",)))
    assert falls.verdict is Verdict.PROVED
    assert both(always(le(two_layers.loss, at0(two_layers.loss)))) is Verdict.PROVED
    for wrong in (ge(ddt(two_layers.loss), 0), le(ddt(-two_layers.loss), 0), lt(ddt(two_layers.loss), 0),
                  always(ge(two_layers.loss, at0(two_layers.loss)))):
        assert check(stated(wrong, witnesses=("words",))).verdict is not Verdict.PROVED


# Laws --------------------------------------------------------------------------------------------------------

def test_random_symbols_of_ones_own_have_the_law_that_they_name() -> None:
    C = matrix("C", "k", "k", "symmetric", "posdef")
    z, y = gaussian("z", "k"), gaussian("y", "k", C)
    k, r = scalar("k", "integer", "positive"), scalar("r", "positive")
    e = noise("e", r)
    assert both(eq(expect(z * z.T), eye("k"))) is Verdict.PROVED
    assert both(eq(expect(y * y.T * y * y.T), 2 * C * C + tr(C) * C)) is Verdict.PROVED
    assert both(eq(expect((y.T * z + e) ** 2), tr(C) + r**2)) is Verdict.PROVED
    assert both(eq(expect((y.T * z + e) ** 2), tr(C) + r)) is Verdict.REFUTED
    assert check(stated(eq(expect(e**2), r**2), witnesses=DRAWN)).verdict is Verdict.SUPPORTED
    assert check(stated(eq(expect(e**2), s**2), witnesses=DRAWN)).verdict is Verdict.REFUTED
    assert both(eq(expect_given((y.T * z) ** 2, y), y.T * y)) is Verdict.PROVED
    assert both(eq(expect(z.T * z), k)) is Verdict.PROVED


def test_a_symbol_of_ones_own_called_x_is_held_fixed_where_one_says_so() -> None:
    z = gaussian("z", "d")
    assert both(eq(expect_given((x.T * z) ** 2, x), x.T * x)) is Verdict.PROVED
    assert both(eq(expect_given((x.T * z) ** 2, x), tr(S))) is Verdict.REFUTED


# What else there is ------------------------------------------------------------------------------------------

def test_witnesses_that_know_the_papers_alone_say_so() -> None:
    @claim("own/all", kind=Kind.INVARIANCE, model=two_layers)
    def everyone() -> Prop:
        """Everyone is asked."""
        return conserved(BALANCE)

    found = verdicts(check(everyone))
    assert found.keys() == set(NAMES)
    silent = set(NAMES) - {"words", "entries", "grid", "sampled", "proof", "balls"}
    assert {n for n, v in found.items() if v is Verdict.NOT_APPLICABLE} == silent


def test_draws_from_the_definition_speak_for_the_derived_flow_and_against_a_wrong_one() -> None:
    derived = check(stated(eq(ddt(V), -W.T * (W * V - T) * S), witnesses=DRAWN))
    assert derived.verdict is Verdict.SUPPORTED
    assert derived.witnesses[0].figures["twins"]["refuted"] == 1
    for wrong in (eq(ddt(V), -W.T * (W * V - T)), conserved(W.T * W + V * V.T)):
        assert check(stated(wrong, witnesses=DRAWN)).verdict is Verdict.REFUTED


def test_a_task_of_ones_own_is_drawn_with_its_covariance() -> None:
    w = gaussian("w", "k", matrix("C", "k", "k", "symmetric", "posdef"))
    C = matrix("C", "k", "k", "symmetric", "posdef")
    assert check(stated(eq(expect(w * w.T), C), witnesses=DRAWN)).verdict is Verdict.SUPPORTED
    assert check(stated(eq(expect(w * w.T), eye("k")), witnesses=DRAWN)).verdict is Verdict.REFUTED


def test_the_digest_of_a_claim_covers_its_model() -> None:
    other = gradient_flow(2 * two_layers.loss, (V, W))
    digests = {claim_digest(stated(conserved(BALANCE), model)) for model in (two_layers, other, on_data)}
    assert len(digests) == 3


def test_the_models_of_the_papers_are_written_as_before_so_that_records_stay_valid() -> None:
    text = canonical(model_of("zfb"))
    assert text.startswith("Model(parameters=")
    assert text.count("special_values=") == 1


def test_entries_with_one_name_are_not_taken_for_each_other() -> None:
    U, U_1 = parameter("U", "k", "k"), parameter("U_1", "k")
    model = gradient_flow(tr(U * U.T) + U_1.T * U_1, (U, U_1))
    result = check(stated(eq(ddt(tr(U * U.T)), -4 * tr(U * U.T)), model))
    assert result.verdict is Verdict.PROVED
    assert verdicts(result)["entries"] is Verdict.UNDECIDED


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: gradient_flow(tr(V * V.T), ()), "at least one symbol"),
    (lambda: gradient_flow(tr(T * T.T), (T,)), "made by parameter"),
    (lambda: gradient_flow(two_layers.loss, (V,)), "not among the parameters: add it"),
    (lambda: gradient_flow((W * V * x - T * x).T * (W * V * x), (V, W)), "write expect"),
    (lambda: gradient_flow(tr(parameter("V", "k", "N") * X.T), (parameter("V", "k", "N"),)), "count samples"),
    (lambda: gradient_flow(tr(V * matrix("V", "d", "d")), (V,)), "stands for two symbols"),
    (lambda: gradient_flow(tr(V * V.T), (V,), {W: zeros("m", "k")}), "no parameter of the model"),
    (lambda: gradient_flow(tr(V * V.T), (V,), {V: 2 * V}), "must not mention parameters"),
    (lambda: gradient_flow(model_of("zfb").loss, (V,)), "write the loss out"),
    (lambda: gradient_flow(0.5, (V,)), "0.5"),
    (lambda: gaussian("x", "d", T), "a symbol of shape"),
    (lambda: gaussian("x", 1), "noise"),
    (lambda: gaussian("x", "d", matrix("Lam_tau", "d", "d", "symmetric", "posdef")), "taken"),
    (lambda: noise("e", T), "positive scalar"),
    (lambda: population_loss("lsa"), "gradient_flow"),
    (lambda: stated(conserved(tr(matrix("V", "d", "d")))), "stands for two symbols"),
    (lambda: stated(conserved(model_of("zfb").loss)), "paper's model"),
    (lambda: gradient_flow(ddt(tr(V * V.T)), (V,)), "cannot be in the loss"),
    (lambda: stated(conserved(tr(parameter("Z", "k", "k")))), "no parameter of the claim's model"),
    (lambda: gradient_flow(V, (V,)), "the loss must be a number"),
    (lambda: gradient_flow(tr(V * X * V), (V,)), "the loss must be a number"),
    (lambda: gradient_flow(tr(V * V.T), (V,), {V: zeros("d", "k")}), "must have its shape"),
])  # fmt: skip
def test_what_cannot_be_meant_gets_one_sentence(make: Any, sentence: str) -> None:
    with pytest.raises(UserError, match=sentence) as caught:
        make()
    assert "\n" not in str(caught.value)
