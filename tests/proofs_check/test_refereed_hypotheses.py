"""Conditions about one layer, limits in the time itself, trajectories that cross: each with true neighbours."""

from __future__ import annotations

import pytest

from proofs_check import (
    Kind,
    Verdict,
    always,
    check,
    claim,
    eq,
    exp,
    gt,
    implies,
    infimum,
    layer,
    layers,
    le,
    limit,
    matrix,
    minimisers_satisfy,
    minimum,
    ne,
    norm_F,
    parameter,
    scalar,
    tr,
)
from proofs_check.model import Model, gradient_flow
from proofs_check.results import Result
from proofs_check.statement.attention import product_up
from proofs_check.statement.props import Prop, conj, for_all
from proofs_check.statement.terms import at, term

b, c = layers("b_4"), layers("c_4")
l4, l5 = layer("l_4"), layer("l_5")
a, t, u, A = scalar("a"), scalar("t", "nonnegative"), parameter("u"), matrix("A")
ANY, HALT = gradient_flow(u**2, (u,)), gradient_flow(u**2, (u,), {u: term(0)})
CROSSES = gradient_flow((u + 1) ** 2, (u,), {u: term(1)})


def verdict(prop: Prop, model: Model | str = "") -> Verdict:
    @claim("mine/a", kind=Kind.IDENTITY, model=model)
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
