"""Chains about families, sums over layers and gradients whose last step would show what is false."""

from __future__ import annotations

import pytest

from proofs_check import (
    eq,
    exp,
    ge,
    gradient_flow,
    implies,
    le,
    lt,
    minimum,
    scalar,
    term,
    total,
    tr,
    vector,
    zeros,
)
from proofs_check.proof.chain import (
    Assume,
    Combination,
    Discharge,
    Identity,
    Positivity,
    Step,
)
from proofs_check.proof.deciding.members import equal
from proofs_check.proof.steps.families import AllEqual, LeastWhereEqual, Members, OverLayers, StandsStill
from proofs_check.statement.attention import layers, product_up, slope
from proofs_check.statement.props import (
    Prop,
    exists,
)
from proofs_check.statement.terms import Sym, Term, at, eye, grad, where
from tests.proofs_check.hostile import (
    A,
    O,
    alone,
    best,
    c,
    e,
    i,
    j,
    k,
    l,
    r,
    refused,
    rho,
    t,
    t_,
    u,
    w_9,
    x,
    y,
    z,
)

# Families, and numbers that are introduced ----------------------------------------------------------------------------

def test_a_new_number_does_not_move() -> None:
    flow = gradient_flow((u - 1) ** 2 / 2, (u,))
    assert not refused(*best(c), model=flow)
    for moving in (u, u * c, t_):
        assert "moves with the parameters" in refused(*best(moving), model=flow)


@pytest.mark.parametrize(("new", "why"), [
    (scalar("rho", "positive"), "a new number"), (x, "a new number"), (t, "what moves"),
    (vector("rho_v", "d"), "no premise says what the function is"),
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
    (layers("r_m", "d", "d"), "families of numbers"), (vector("v_9", "d"), "families of numbers"),
    (Sym("r_p", (1, 1), frozenset({"layers", "positive"})), "is not a family"),
])
def test_a_family_is_one_of_any_numbers(family: Sym, why: str) -> None:
    known = at(family, 0) ** 2 if family.has("layers") and family.shape == (1, 1) else x
    said = Step("f", eq(known, known), Identity())
    there = equal(known, {family: rho + t}) if known != x else rho + t
    assert why in refused(said, Step("s", eq(slope(t, there), 0), LeastWhereEqual(family, rho), ("f",)))


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


# Sums over layers -----------------------------------------------------------------------------------------------------

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


def test_a_layer_is_no_size() -> None:
    """The trace of I_j would be j, and so positive, at j = 0 as well."""
    assert "j_1 is a dimension" in refused(Step("p", eq(tr(eye("j_1")), j), Identity()))


# Gradients that vanish ------------------------------------------------------------------------------------------------

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
