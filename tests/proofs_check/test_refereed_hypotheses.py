"""Conditions about one layer, limits in the time itself, trajectories that cross: each with true neighbours."""

from __future__ import annotations

import pytest

from proofs_check import (
    Hypothesis,
    Kind,
    Reading,
    UserError,
    Verdict,
    absolute,
    always,
    at,
    at0,
    check,
    claim,
    conj,
    ddt,
    det,
    entry,
    eq,
    exists,
    exp,
    expect,
    for_all,
    ge,
    grad,
    gt,
    implies,
    index,
    infimum,
    inv,
    layer,
    layers,
    le,
    limit,
    matrix,
    minimisers_satisfy,
    minimum,
    ne,
    noise,
    nonconvex,
    norm_F,
    parameter,
    product_up,
    psd,
    scalar,
    tends,
    term,
    total,
    tr,
    vector,
)
from proofs_check.model import Model, gradient_flow
from proofs_check.results import Result
from proofs_check.statement.laws import tends_jointly, total_unequal
from proofs_check.statement.props import Prop

b, c = layers("b_4"), layers("c_4")
l4, l5 = layer("l_4"), layer("l_5")
a, t, u, A = scalar("a"), scalar("t", "nonnegative"), parameter("u"), matrix("A")
ANY, HALT = gradient_flow(u**2, (u,)), gradient_flow(u**2, (u,), {u: term(0)})
CROSSES = gradient_flow((u + 1) ** 2, (u,), {u: term(1)})


def verdict(prop: Prop, model: Model | str = "", *given: Prop) -> Verdict:
    hypotheses = tuple(Hypothesis(f"h{k}", h) for k, h in enumerate(given))

    @claim("mine/a", kind=Kind.IDENTITY, model=model, given=hypotheses)
    def one() -> Prop:
        """What is stated."""
        return prop

    found = check(one)
    assert isinstance(found, Result)
    assert found.defects == ()
    return found.verdict


@pytest.mark.parametrize("prop", [
    implies(eq(at(b, l4), 0), eq(at(b, 0), 0)), implies(eq(at(b, l4), 0), eq(at(b, l5), 0)),
    implies(eq(at(b, l4), 0), eq(at(b, l4 + 1), 0)), implies(eq(at(b, l4), at(c, l4)), eq(at(b, l5), at(c, l5))),
    implies(eq(at(b, l4), 1), eq(product_up(l5, 2, at(b, l5)), 1)),
    implies(eq(at(b, l4), 1), eq(product_up(l4, 2, at(b, l4)), 1)),
], ids=str)  # fmt: skip
def test_what_is_said_of_one_layer_is_not_said_of_every_layer(prop: Prop) -> None:
    assert verdict(prop) is Verdict.REFUTED


@pytest.mark.parametrize("prop", [
    implies(eq(at(b, l4), 2), eq(3 * at(b, l4), 6)),
    implies(for_all(l4, eq(at(b, l4), 0)), eq(at(b, l5), 0)),
    implies(conj(eq(at(b, l4), at(c, l4)), eq(at(c, l4), at(b, l4))), eq(at(b, l4), at(c, l4))),
], ids=str)  # fmt: skip
def test_what_is_said_of_a_layer_is_put_in_there(prop: Prop) -> None:
    assert verdict(prop) in {Verdict.PROVED, Verdict.SUPPORTED}


def test_layers_of_two_names_are_written_differently() -> None:
    assert str(eq(at(b, l4), 0)) != str(eq(at(b, l5), 0))


@pytest.mark.parametrize(("body", "model"), [
    (exp(-t), ANY), (exp(-t) + u, ANY), (1 / (1 + t), ANY), (exp(-t) * a, ANY), (t * u + exp(-t), HALT), (u, HALT),
], ids=str)  # fmt: skip
def test_a_limit_in_the_time_is_none_at_the_start(body: Prop, model: Model) -> None:
    assert verdict(limit(body, 0), model) is not Verdict.REFUTED
    assert verdict(limit(body, 1), model) not in {Verdict.PROVED, Verdict.SUPPORTED}


def test_a_flow_that_crosses_0_is_not_said_to_miss_it() -> None:
    assert verdict(always(ne(u, 0)), CROSSES) not in {Verdict.PROVED, Verdict.SUPPORTED}
    assert verdict(always(ne(u, -2)), CROSSES) is Verdict.SUPPORTED


@pytest.mark.parametrize("prop", [
    le(a - 1, infimum(a**2, a)), le(tr(A), minimum(norm_F(A) ** 2, A) + 5),
    implies(gt(a, 1), eq(minimum(a**2, a), 1)), conj(minimisers_satisfy(a**2, eq(a, 0), a), le(a, 4)),
], ids=str)  # fmt: skip
def test_a_letter_that_is_bound_and_free_takes_every_value_where_it_is_free(prop: Prop) -> None:
    assert verdict(prop) is Verdict.REFUTED


def test_a_least_value_is_below_the_value_at_the_same_letter() -> None:
    assert verdict(le(infimum(a**2, a), a**2)) in {Verdict.PROVED, Verdict.SUPPORTED}


p, r = scalar("p", "positive"), scalar("r", "positive")
DRIFT = gradient_flow(p * u**2 + r * u, (u,))


@pytest.mark.parametrize(("prop", "holds"), [
    (le(exp(grad(ddt(u), r)), term(1) / 2), True), (ge(exp(grad(ddt(u), r)), 1), False),
    (always(le(absolute(grad(ddt(u), p)), 0)), False), (le(grad(ddt(u), r), -1), True),
    (nonconvex(-exp(ddt(u)), r), True), (eq(infimum(ddt(u) ** 2, r), 1 + ddt(u) ** 2), False),
], ids=str)  # fmt: skip
def test_the_velocity_of_a_flow_moves_with_the_letters_of_its_loss(prop: Prop, holds: bool) -> None:
    wrong = {Verdict.REFUTED} if holds else {Verdict.PROVED, Verdict.SUPPORTED}
    assert verdict(prop, DRIFT) not in wrong


n, N = scalar("n_1", "integer", "positive"), scalar("N", "integer", "positive")


@pytest.mark.parametrize(
    "prop", [tends(a / n, 1 / n, n), tends_jointly(1 / n, 1 / n, n, N), tends(n * term(1), n, n)], ids=str
)
def test_a_limit_does_not_move_with_what_grows(prop: Prop) -> None:
    with pytest.raises(UserError, match="speaks of n_1: state that the difference"):
        verdict(prop)


def test_an_index_has_one_value_in_hypotheses_and_statement() -> None:
    v, i, j = vector("r_9", "N"), index("i", "N"), index("j", "N")
    assert verdict(le(total(j, N, entry(v, j, 1)), 0), "", le(entry(v, i, 1), 0)) is Verdict.REFUTED
    assert verdict(le(entry(v, i, 1), 1), "", le(entry(v, i, 1), 0)) is not Verdict.REFUTED


def test_sums_over_unequal_numbers_of_noise_are_read_or_refused() -> None:
    e, i, j = noise("e_4", p, iid=True), index("i", "N"), index("j", "N")
    assert (
        verdict(eq(expect(total_unequal(i, j, N, at(e, i) ** 2 * at(e, j) ** 2)), N * (N - 1) * p**4))
        is not Verdict.REFUTED
    )


def test_a_quantifier_along_a_flow_is_no_defect() -> None:
    assert verdict(always(exists(a, eq(u, a))), ANY) is not Verdict.REFUTED


S = matrix("S", "d", "d", "symmetric", "invertible")


@pytest.mark.parametrize(
    ("prop", "holds"),
    [(eq(inv(S).T, inv(S)), True), (gt(tr(S * S), 0), True), (gt(det(S), 0), False), (ne(tr(S), 0), False)],
    ids=str,
)
def test_a_symmetric_matrix_may_be_invertible(prop: Prop, holds: bool) -> None:
    assert (verdict(prop) is Verdict.REFUTED) != holds


@pytest.mark.parametrize("traits", [(), ("positive",)])
def test_the_letter_of_the_time_is_no_other_number(traits: tuple[str, ...]) -> None:
    other = scalar("t", *traits)
    with pytest.raises(UserError, match="the name t stands for two symbols"):
        verdict(always(eq(u, exp(-2 * other) * at0(u))), ANY)


def test_a_function_may_return_several_readings() -> None:
    @claim("mine/a", kind=Kind.INEQUALITY)
    def both() -> list[Reading]:
        """Words."""
        return [Reading("strictly", gt(a**2, 0)), Reading("weakly", ge(a**2, 0))]

    assert [reading.name for reading in both.parts[0].readings] == ["strictly", "weakly"]


def test_definite_matrices_of_a_hypothesis_need_not_commute() -> None:
    B = matrix("B")
    assert verdict(psd(A * B), "", psd(A), psd(B)) is Verdict.REFUTED
    assert verdict(ge(tr(A * B), 0), "", psd(A), psd(B)) is Verdict.PROVED
