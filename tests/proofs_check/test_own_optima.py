"""Models of one's own: optima, laws of random symbols, draws, digests, and what users get wrong."""

from __future__ import annotations

from typing import Any

import pytest

from proofs_check import (
    Kind,
    Verdict,
    always,
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
    gaussian,
    ge,
    global_minimum,
    gradient_flow,
    inv,
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
    tr,
    vector,
    zeros,
)
from proofs_check.digest import canonical, claim_digest
from proofs_check.errors import UserError
from proofs_check.model import Model, model_of
from proofs_check.registry import load
from proofs_check.statement.props import Prop
from proofs_check.witnesses import NAMES
from tests.proofs_check.own_networks import (
    BALANCE,
    DRAWN,
    S,
    T,
    V,
    W,
    X,
    both,
    on_data,
    s,
    stated,
    two_layers,
    verdicts,
    x,
)

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
    assert verdicts(result)["entries"] is Verdict.PROVED  # engines name symbols by their places
    confused = check(stated(eq(ddt(tr(U * U.T)), -4 * U_1.T * U_1), model))
    assert confused.verdict is Verdict.REFUTED


@pytest.mark.parametrize(("make", "sentence"), [
    (lambda: gradient_flow(tr(V * V.T), ()), "at least one symbol"),
    (lambda: gradient_flow(tr(T * T.T), (T,)), "made by parameter"),
    (lambda: gradient_flow(two_layers.loss, (V,)), "not among the parameters: add it"),
    (lambda: gradient_flow((W * V * x - T * x).T * (W * V * x), (V, W)), "write expect"),
    (lambda: gradient_flow(tr(parameter("V", "k", "N") * X.T), (parameter("V", "k", "N"),)), "must be a number"),
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
